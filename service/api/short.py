"""The short way: one move that is sent plainly is answered without the framework's detours.

Nearly every request that writes is such a move, and of its cost the framework took more than the rules, the chain and
the store together. What is said here in a plainer way is nothing of its own: the answers are those of
:func:`service.api.moves.make_move`, byte for byte, and whatever is out of the ordinary (a query, a fault in it, a
refusal) is left to it.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterable
from http import HTTPStatus
from time import perf_counter
from typing import Any

import orjson
from flask import Flask
from marshmallow import ValidationError

from engines.kernel.game import Json
from service import metrics
from service.access import rights
from service.access.limits import TooManyError
from service.access.tokens import Token
from service.api import moves
from service.api.body import BodyError, read_json
from service.api.http import (
    COUNTED,
    JSON_TYPES,
    TO_BEARER,
    UNKNOWN,
    Service,
    held_head,
    idempotency_key,
    version_of,
)
from service.api.language import preferred
from service.api.problems import ProblemError
from service.api.schemas import MOST_SEAT, MoveIn
from service.api.site import BEGAN, SECURITY
from service.api.tags import etag
from service.record.recording import Request

Environ = dict[str, Any]
Application = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]

PATH = re.compile(r"/v1/records/([a-z0-9]{1,64})/moves")
STATUS = f"{HTTPStatus.CREATED.value} {HTTPStatus.CREATED.phrase.upper()}"
LONGEST = moves.MOST_BYTES
"""Bytes of the body of a plain move. So much a server has in one piece; of more it may give a part at a time."""
ALWAYS = [("Content-Type", "application/json"), *TO_BEARER.items(), *SECURITY.items()]
"""Headers of every answer."""


class ShortWay:
    """Answers plain moves, and hands all else on.

    Args:
        app: The application, whole.
        onward: Its own way.
    """

    def __init__(self, app: Flask, onward: Application) -> None:
        self._service: Service = app.extensions["movebook"]
        self._onward = onward
        self._longest: int = min(LONGEST, app.config["MAX_CONTENT_LENGTH"])
        self._checked = MoveIn()
        self._count = metrics.REQUESTS.labels(moves.ENDPOINT, str(HTTPStatus.CREATED.value))
        self._clock = metrics.DURATION.labels(moves.ENDPOINT)

    def __call__(self, environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
        """As WSGI has it."""
        began = environ[BEGAN] = perf_counter()
        path = PATH.fullmatch(environ["PATH_INFO"]) if environ["REQUEST_METHOD"] == "POST" else None
        answer = self._answer(path[1], environ) if path is not None and self._plain(environ) else None
        if answer is None:
            return self._onward(environ, start_response)
        version, location, body = answer
        start_response(
            STATUS,
            [*ALWAYS, ("Content-Length", str(len(body))), ("ETag", etag(version, body)), ("Location", location)],
        )
        self._count.inc()
        self._clock.observe(perf_counter() - began)
        return (body,)

    def _answer(self, record: str, environ: Environ) -> tuple[int, str, bytes] | None:
        """The version, the location and the body of an answer; None where the long way is to answer."""
        token = self._admitted(environ)
        if token is None:
            return None
        try:
            match = version_of(environ["HTTP_IF_MATCH"])
            key = idempotency_key(environ.get("HTTP_IDEMPOTENCY_KEY"))
            move = self._move(_body(environ))
        except (ProblemError, BodyError, ValidationError):
            return None
        language = preferred(environ.get("HTTP_ACCEPT_LANGUAGE"))
        try:
            caller = rights.caller(token, held_head(record, self._service.lives))
            caller.may("moves")
            payload = moves.payload(record, move)
            written = self._service.recording.move(
                record, move, Request(caller, match, key, payload, languages=(language,))
            )
        except Exception as error:  # noqa: BLE001 - whatever it is, the long way tells it
            environ[moves.TRIED] = error
            return None
        document = moves.told(written, (language,), language)
        return written.version, moves.location(record, written), orjson.dumps(document)

    def _move(self, raw: bytes) -> Json:
        """The move of a body.

        Raises:
            BodyError: It cannot be read.
            ValidationError: It is no move.
        """
        move = read_json(raw)
        if type(move) is dict and moves.BESIDE.fields.keys().isdisjoint(move):
            # Of what is left the schema would say no more than this.
            seat = move.get("seat", 0)
            if type(move.get("type")) is str and type(seat) is int and 0 <= seat <= MOST_SEAT:
                return move
        checked: Json = self._checked.load(move)
        return checked

    def _admitted(self, environ: Environ) -> Token | None:
        """The good token of a request that is counted; None where there is none, or its bearer asks too often."""
        kind, _, text = environ["HTTP_AUTHORIZATION"].partition(" ")
        if kind.casefold() != "bearer":
            return None
        try:
            token = self._service.tokens.find(text.strip())
            if token is not None:
                self._service.gate.count(token, environ.get("REMOTE_ADDR"))
        except TooManyError:
            return None
        except Exception as error:  # noqa: BLE001 - as above; it would take as long once more
            environ[UNKNOWN] = error
            return None
        if token is not None:
            environ[COUNTED] = True
        return token

    def _plain(self, environ: Environ) -> bool:
        """Whether a request has all that a plain move needs, and nothing else that has a say."""
        size = environ.get("CONTENT_LENGTH") or ""
        return (
            not environ.get("QUERY_STRING")
            and environ.get("CONTENT_TYPE") in JSON_TYPES
            and "HTTP_AUTHORIZATION" in environ
            and "HTTP_IF_MATCH" in environ
            and "HTTP_CONTENT_ENCODING" not in environ
            and "HTTP_TRANSFER_ENCODING" not in environ
            and size.isascii()
            and size.isdigit()
            and len(size) < 10  # noqa: PLR2004 - far beyond, and no work to read
            and int(size) <= self._longest
        )


def _body(environ: Environ) -> bytes:
    """The body, which the long way finds again as it came; nothing where it does not come whole."""
    size = int(environ["CONTENT_LENGTH"])
    try:
        raw: bytes = environ["wsgi.input"].read(size)
    except OSError:  # the long way hears of it where it reads on
        return b""
    environ["wsgi.input"] = io.BytesIO(raw)
    return raw if len(raw) == size else b""
