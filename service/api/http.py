"""What every call shares: the parser of requests, the caller, versions in headers, answers in JSON."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import flask_smorest
import orjson
from flask import Response, current_app, g, request
from marshmallow import Schema
from webargs.flaskparser import FlaskParser

from engines.kernel.game import Json
from service.access import rights
from service.access.eyes import JUDGE, Eyes
from service.access.limits import Gate
from service.access.rights import Caller, NoTokenError
from service.access.tokens import Kept, Token
from service.api.body import MediaTypeError, read_json
from service.api.problems import ProblemError
from service.api.schemas import Problem
from service.api.tags import etag
from service.record import people
from service.record.aside import SetAsideError
from service.record.dispatch import Dispatcher
from service.record.folds import Lives
from service.record.recording import PreconditionNeededError, Recording
from service.store.keys import key
from service.store.log import Head, Log, now

JSON_TYPES = ("application/json",)
COUNTED = "movebook.counted"
"""What the environment of a request holds that was counted already."""
UNKNOWN = "movebook.unknown"
"""Where it holds why nobody can tell whose token it brings, when the store was asked already."""


@dataclass(slots=True)
class Service:
    """What a request works with: one of each a process.

    Args:
        log: The log.
        lives: The records this process holds.
        recording: The write path.
        dispatcher: Wakes the workers.
        gate: Counts requests.
        tokens: Those that called a moment ago.
        most_made: How many tokens of one maker may be good at the same time.
    """

    log: Log
    lives: Lives
    recording: Recording
    dispatcher: Dispatcher
    gate: Gate
    tokens: Kept
    most_made: int


def service() -> Service:
    """The service of the app that answers this request."""
    found: Service = current_app.extensions["movebook"]
    return found


class Parser(FlaskParser):
    """Reads JSON strictly and refuses with a problem of our own."""

    DEFAULT_VALIDATION_STATUS = 400

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._of_nothing: dict[Any, Json] = {}

    DEFAULT_UNKNOWN_BY_LOCATION: dict[str, str | None] = {  # noqa: RUF012 - as its base has it
        **FlaskParser.DEFAULT_UNKNOWN_BY_LOCATION,
        "json": None,
    }

    def parse(self, argmap: Any, req: Any = None, *, location: str | None = None, **kwargs: Any) -> Any:
        """As its base's, with every query parameter known; of no query at all a schema makes the same each time."""
        if location == "query":
            if not request.query_string:
                if argmap not in self._of_nothing:
                    self._of_nothing[argmap] = super().parse(argmap, req, location=location, **kwargs)
                return dict(self._of_nothing[argmap])
            refuse_strange_query(argmap)
        return super().parse(argmap, req, location=location, **kwargs)

    def load_json(self, req: Any, schema: Schema) -> Any:
        """The body, strictly."""
        del schema
        return json_body(req.get_data(), req.mimetype)

    def handle_error(
        self, error: Any, req: Any, schema: Schema, *, error_status_code: int | None, error_headers: Any
    ) -> Any:
        """A body or query that does not fit: 400, with the path of each fault."""
        del req, schema, error_status_code, error_headers
        found = dict(_flat(error.messages))
        said = "; ".join(f"{where}: {what}" for where, what in found.items())
        # What the fields say of themselves has one language; which they are can be said in any.
        es = f"no vale: {', '.join(found)} (véase errors)"
        raise ProblemError("invalid-request", said, es, errors=found) from error


def refuse_strange_query(schema: Schema) -> None:
    """Refuse a query with a parameter that the call does not have, or one that is given twice.

    Raises:
        ProblemError: It has one: invalid-request.
    """
    strange = [name for name in request.args if name not in schema.fields][:MOST_STRANGE]
    twice = [name for name, values in request.args.lists() if len(values) > 1 and name in schema.fields]
    if strange:
        named, known = ", ".join(f"{name!r:.{MOST_NAME}}" for name in strange), ", ".join(sorted(schema.fields))
        raise ProblemError(
            "invalid-request",
            f"no query parameter {named}; there are {known}",
            f"ningún parámetro {named}; hay {known}",
            errors={name[:MOST_NAME]: "unknown" for name in strange},
        )
    if twice:
        raise ProblemError(
            "invalid-request",
            f"given more than once: {', '.join(twice)}",
            f"más de una vez: {', '.join(twice)}",
            errors=dict.fromkeys(twice, "given more than once"),
        )


MOST_STRANGE = 10
"""Query parameters that one refusal names."""
MOST_NAME = 60
"""Characters of the name of an unknown parameter that a refusal repeats."""


def refuse_encoded() -> None:
    """Refuse a body that would have to be unpacked first: a few of its bytes may stand for gigabytes.

    Raises:
        MediaTypeError: It is encoded.
    """
    encoding = request.headers.get("Content-Encoding", "").strip()
    if encoding.casefold() not in ("", "identity") and request.method in ("POST", "PUT", "PATCH"):
        raise MediaTypeError(f"Content-Encoding: {encoding:.60}", ("identity",))


def need_json(mimetype: str) -> None:
    """Have a body called JSON.

    Raises:
        MediaTypeError: It is not.
    """
    if mimetype not in JSON_TYPES:
        raise MediaTypeError(mimetype, JSON_TYPES)


def json_body(raw: bytes, mimetype: str) -> Any:
    """A JSON body.

    Raises:
        MediaTypeError: It is not called JSON.
        BodyError: It is not JSON.
    """
    need_json(mimetype)
    value = read_json(raw)
    if type(value) is not dict:
        raise ProblemError("invalid-request", "an object is wanted as the body", "el cuerpo debe ser un objeto")
    return value


def _flat(messages: Any, where: str = "") -> Any:
    if isinstance(messages, Mapping):
        for name, inner in messages.items():
            # webargs puts the location first; a caller knows where it wrote.
            path = where if not where and name in ("json", "query") else f"{where}.{name}".lstrip(".")
            yield from _flat(inner, path if name != "_schema" else where)
    else:
        yield where or "body", " ".join(str(m) for m in messages) if isinstance(messages, list) else str(messages)


class Blueprint(flask_smorest.Blueprint):
    """A blueprint whose arguments are read by :class:`Parser`, and whose refusals are in the contract."""

    ARGUMENTS_PARSER = Parser()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._prepare_doc_cbks.insert(0, _refusals)

    def arguments(self, schema: type[Schema], **kwargs: Any) -> Any:
        """As its base's, with one schema for all requests: to make one takes longer than to read by it."""
        return super().arguments(schema(), **kwargs)

    def response(self, *args: Any, **kwargs: Any) -> Any:
        """Document the answer; our views make it themselves."""
        return _noted(super().response(*args, **kwargs))

    def alt_response(self, *args: Any, **kwargs: Any) -> Any:
        """Document another answer."""
        return _noted(super().alt_response(*args, **kwargs))

    @staticmethod
    def doc(**kwargs: Any) -> Any:
        """Document something else."""
        return _noted(flask_smorest.Blueprint.doc(**kwargs))


def _noted(decorator: Any) -> Any:
    """What a decorator notes of a view for the contract, without the wrapper that it puts around it.

    Ten of them, as a write has, cost more than the rules of the game.
    """

    def decorate(view: Any) -> Any:
        view._apidoc = decorator(view)._apidoc  # noqa: SLF001 - where flask-smorest keeps it
        return view

    return decorate


EVERY = {
    400: "The query, a header or the body cannot be read",
    401: "The token is worthless, or one is needed",
    503: "The store is out of reach, or takes no writes: try again with the same Idempotency-Key",
}
"""What every call may be refused with."""


def _refusals(doc: Json, doc_info: Json, *, method: str, **_: Any) -> Json:
    """Document what every call may be refused with, and all refusals as what they are: problem+json."""
    answers = doc_info.setdefault("response", {}).setdefault("responses", {})
    common = EVERY | ({413: "Too many bytes", 415: "Not in this form"} if method == "post" else {})
    if 304 in answers:  # noqa: PLR2004 - what has a tag
        common[412] = "If-Match names another version"
    if any("No such record" in each["description"] for each in answers.get(404, ())):
        for each in answers.setdefault(409, []):
            each["description"] += "; or the record is set aside"
        if not answers[409]:
            common[409] = "The record is set aside: it cannot be replayed"
            del answers[409]
    for status, description in common.items():
        answers.setdefault(status, [{"schema": Problem, "description": description, "content_type": None}])
    for status, documented in answers.items():
        for each in documented if int(status) >= 400 else ():  # noqa: PLR2004 - refusals from 400 on
            each["content_type"] = "application/problem+json"
    return doc


# The caller


def bearer() -> Token | None:
    """The good token of this request; None where it sent none.

    Raises:
        NoTokenError: It sent one that is worthless.
    """
    if "token" in g:
        held: Token | None = g.token
        return held
    if UNKNOWN in request.environ:
        raise request.environ[UNKNOWN]
    header = request.headers.get("Authorization")
    token = None
    if header is not None:
        kind, _, text = header.partition(" ")
        token = service().tokens.find(text.strip()) if kind.casefold() == "bearer" else None
        if token is None:
            raise NoTokenError
    g.token = token
    return token


def count() -> None:
    """Count this request against its caller's limit, once; a worthless token counts as none.

    Raises:
        TooManyError: The caller asks too often.
    """
    if COUNTED in request.environ:
        return
    try:
        token = bearer()
    except NoTokenError:
        token = None
    service().gate.count(token, request.remote_addr)


def need_token(*scopes: str) -> Token:
    """The good token of this request, of one of these scopes.

    Raises:
        NoTokenError: There is none.
        NotAllowedError: It is of another scope.
    """
    token = bearer()
    if token is None:
        raise NoTokenError
    if token.scope not in scopes or token.record is not None:
        raise rights.NotAllowedError(
            f"a token of scope {token.scope} may not do this", f"una ficha de alcance {token.scope} no permite esto"
        )
    return token


def caller_of(record: str, call: str) -> tuple[Caller, Head]:
    """The caller of this request as to a record, allowed to make this call.

    Raises:
        RecordNotFoundError: There is no such record, or the caller may not know of it.
    """
    token = bearer()
    head = service().log.head(record) if call not in WRITES else held_head(record, service().lives)
    caller = rights.caller(token, head)
    caller.may(call)
    return caller, head


WRITES = ("moves",)
"""Calls for which what this process holds of a record's head will do: owner and visibility never change."""


def held_head(record: str, lives: Lives) -> Head:
    """The head as far as this process has read; the write path catches up by itself."""
    try:
        live = lives.get(record)
    except SetAsideError:  # who may know of it is asked first
        return lives.log.head(record)
    return Head(record, live.version, live.hash, live.at, live.fields)


def look(caller: Caller, record: str, eyes: str | None) -> Eyes:
    """The eyes asked for; a look with the judge's is noted beside the log."""
    found = caller.look(eyes)
    if found == JUDGE:
        service().log.store.xadd(key("looks", record), {"by": caller.by, "at": now(), "call": request.endpoint or ""})
    return found


# Versions


def if_match() -> int | None:
    """The version this write follows; None for ``*``.

    Raises:
        PreconditionNeededError: It does not say.
        ProblemError: It says something else.
    """
    header = request.headers.get("If-Match")
    if header is None:
        raise PreconditionNeededError(star=False)
    return None if header.strip() == "*" else version_of(header)


def version_of(header: str) -> int:
    """The version that an ``If-Match`` names.

    Raises:
        ProblemError: It names none.
    """
    form = _VERSION.fullmatch(header.strip())
    if form is None:
        raise ProblemError(
            "invalid-request",
            f'If-Match: {header!r:.60} is no version; send it as "41"',
            f'If-Match: {header!r:.60} no es una versión; envíala como "41"',
        )
    return int(form[1])


_VERSION = re.compile(r'"?([0-9]{1,15})(?:-[0-9a-f]{16})?"?')


def idempotency_key(given: str | None) -> str | None:
    """What a request's ``Idempotency-Key`` says, where it may; None without one.

    Raises:
        ProblemError: It is longer than 200 characters, or no plain text.
    """
    if given is None:
        return None
    if not 0 < len(given) <= 200 or not given.isprintable() or not given.isascii():  # noqa: PLR2004
        raise ProblemError(
            "invalid-request",
            "Idempotency-Key: 1 to 200 printable ASCII characters",
            "Idempotency-Key: de 1 a 200 caracteres ASCII imprimibles",
        )
    return given


# Answers

VARY = {"Vary": "Authorization, Accept-Language"}
"""Every answer depends on who asks, and its sentences on the language."""
TO_BEARER = {**VARY, "Cache-Control": "no-store"}
"""Headers of an answer to a request that brought a token: it may hold secrets, so no browser or proxy keeps it."""
TO_ANYBODY = {**VARY, "Cache-Control": "no-cache"}
"""Headers of an answer to a request without a token: it may be kept, and is used again only after asking by its tag."""


def answer(
    document: Any,
    status: int = 200,
    version: int | None = None,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """A JSON answer, with a tag where it is of a record (see :func:`finish`); 304 where the caller has it already."""
    body = document if isinstance(document, (bytes, str)) else orjson.dumps(document, option=orjson.OPT_NON_STR_KEYS)
    response = Response(body, status, mimetype="application/json")
    return finish(response, version, headers)


def finish(response: Response, version: int | None = None, headers: Mapping[str, str] | None = None) -> Response:
    """Add the headers that every answer has, and the tag; 304 where ``If-None-Match`` names the tag.

    Args:
        response: The answer.
        version: The version of the record that its body follows from; None where it is of no record.
        headers: Further ones.

    Raises:
        ProblemError: A read whose ``If-Match`` is neither the answer's tag nor its version alone: version-conflict.
    """
    response.headers.update(TO_BEARER if "Authorization" in request.headers else TO_ANYBODY)
    response.headers.update(headers or {})
    if version is None:
        return response
    tag = etag(version, response.get_data())
    response.headers["ETag"] = tag
    if request.method not in ("GET", "HEAD") or response.status_code != 200:  # noqa: PLR2004
        return response
    # A caller who follows a version but was not given this body yet may still say which version it means.
    if request.if_match and not any(request.if_match.contains(known) for known in (tag.strip('"'), str(version))):
        raise ProblemError(
            "version-conflict",
            f"If-Match is not the tag of this answer; the record is at version {version}",
            f"If-Match no es la etiqueta de esta respuesta; la partida está en la versión {version}",
            version=version,
        )
    if request.if_none_match.contains_weak(tag.strip('"')):
        response.status_code = 304
    return response


def seats_of(seats: Sequence[Json]) -> list[Json]:
    """Seats with their numbers and the names of the players."""
    names = people.names(service().log.store, [seat["player"] for seat in seats])
    return [
        {"seat": number, "player": seat["player"], "name": names[seat["player"]], "colour": seat["colour"]}
        for number, seat in enumerate(seats)
    ]
