"""Every refusal as problem+json (RFC 9457): one table from exception to answer."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Mapping
from typing import Any

import redis
from flask import Flask, Response, request
from werkzeug.exceptions import ClientDisconnected, HTTPException

from engines import GAMES
from engines.kernel.canonical import UncanonicalError
from engines.kernel.game import IllegalMoveError, MalformedMoveError
from engines.kernel.notation import NotationError
from service import metrics
from service.access.limits import BusyError, TooManyError
from service.access.rights import NotAllowedError, NoTokenError
from service.access.tokens import TooManyTokensError
from service.api.body import BodyError, MediaTypeError
from service.api.language import language
from service.api.tags import etag
from service.record.aside import SetAsideError
from service.record.boxes import BoxNotFoundError, UnfitBoxError
from service.record.recording import LineError, PreconditionNeededError, RecordClosedError
from service.record.verify import NoRecordError
from service.store.log import KeyReusedError, RecordNotFoundError, VersionConflictError, is_out_of_reach

TITLES: dict[str, tuple[int, str, str]] = {
    "invalid-request": (400, "The request cannot be read", "La solicitud no se puede leer"),
    "malformed-move": (400, "This is no move of the game", "Esto no es una jugada del juego"),
    "no-token": (401, "A good token is needed", "Hace falta una ficha válida"),
    "not-allowed": (403, "Not allowed with this token", "No permitido con esta ficha"),
    "not-found": (404, "Nothing here", "Aquí no hay nada"),
    "record-not-found": (404, "No such record", "No existe esa partida"),
    "method-not-allowed": (405, "Not with this method", "Ese método no vale aquí"),
    "record-closed": (409, "The record is closed", "La partida está cerrada"),
    "too-many-tokens": (409, "Too many tokens", "Demasiadas fichas"),
    "set-aside": (409, "The record is set aside", "La partida está apartada"),
    "not-over": (409, "The game is not over", "La partida no ha terminado"),
    "version-conflict": (412, "The record has moved on", "La partida ha avanzado"),
    "too-large": (413, "Too large", "Demasiado grande"),
    "media-type": (415, "Not in this form", "No en este formato"),
    "illegal-move": (422, "The rules forbid this move", "Las reglas prohíben esta jugada"),
    "key-reused": (
        422,
        "The idempotency key stands for another request",
        "La clave de idempotencia es de otra solicitud",
    ),
    "import-refused": (422, "The file is refused", "El archivo se rechaza"),
    "invalid-box": (422, "The box cannot be played with", "Con esta caja no se puede jugar"),
    "precondition-needed": (428, "Say which version you follow", "Indica qué versión sigues"),
    "too-many": (429, "Too many requests", "Demasiadas solicitudes"),
    "broken": (500, "Something is wrong here", "Algo falla aquí"),
    "busy": (503, "Busy; try again", "Ocupado; inténtalo de nuevo"),
    "store-out-of-reach": (503, "The store is out of reach", "El almacén no responde"),
}
"""Slug of a problem -> status, title in English, title in Spanish."""

Extras = Mapping[str, Any]

MOST_FAULTS = 100
"""Faults of one box that are told."""


class ProblemError(Exception):
    """A refusal that has no exception of its own.

    Args:
        slug: A key of :data:`TITLES`.
        en: What, where.
        es: The same in Spanish.
        **extras: Further members.
    """

    def __init__(self, slug: str, en: str, es: str, **extras: Any) -> None:
        super().__init__(en)
        self.slug = slug
        self.says = {"en": en, "es": es}
        self.extras = extras


def problem(slug: str, detail: str, extras: Extras | None = None, headers: Mapping[str, str] | None = None) -> Response:
    """One problem as a response."""
    status, en, es = TITLES[slug]
    document = {
        "type": f"urn:movebook:problem:{slug}",
        "title": es if language() == "es" else en,
        "status": status,
        "detail": detail,
        "instance": request.path,
    }
    document |= {
        name: value for name, value in (extras or {}).items() if value not in (None, (), []) or name == "since"
    }
    response = Response(json.dumps(document, ensure_ascii=False), status, mimetype="application/problem+json")
    response.headers.update(headers or {})
    response.headers["Cache-Control"] = "no-store"
    response.headers["Vary"] = "Authorization, Accept-Language"
    if slug == "version-conflict" and extras is not None:
        # The version in front is the one to follow now.
        response.headers["ETag"] = etag(extras["version"], response.get_data())
    return response


def _illegal(error: IllegalMoveError) -> tuple[str, str, Extras]:
    rule_url = f"/rules/{_game_of(error.rule)}#{error.rule.lower().replace('.', '-')}"
    extras = {
        "rule": error.rule,
        "rule_url": rule_url,
        "code": error.code,
        "names": list(error.names),
        "event": error.event,
    }
    return "illegal-move", error.says[language()], extras


def _game_of(rule: str) -> str:
    return next((game.name for game in GAMES.values() if game.clauses == rule.partition("-")[0]), "")


def _malformed(error: MalformedMoveError) -> tuple[str, str, Extras]:
    errors = {where: says[language()] for where, says in error.errors.items()}
    return "malformed-move", "; ".join(f"{where}: {what}" for where, what in errors.items()), {"errors": errors}


def _unfit(error: UnfitBoxError) -> tuple[str, str, Extras]:
    faults = [(path, says[language()]) for path, says in error.faults[:MOST_FAULTS]]
    errors: dict[str, str] = {}
    for path, what in faults:
        errors[path] = f"{errors[path]}; {what}" if path in errors else what
    return "invalid-box", "; ".join(f"{path}: {what}" for path, what in faults), {"errors": errors}


def _aside(error: SetAsideError) -> tuple[str, str, Extras]:
    version, what = error.note.version, error.note.what
    if language() == "es":
        where = f"desde la entrada {version}" if version else "entera"
        said = f"no se puede repetir {where} ({what}); solo quien la administra puede hacer algo"
    else:
        where = f"from entry {version} on" if version else "as a whole"
        said = f"it cannot be replayed {where} ({what}); only whoever runs this service can do something about it"
    return "set-aside", said, {"version": max(0, version - 1), "eyes": error.eyes}


def _line(error: LineError) -> tuple[str, str, Extras]:
    slug, detail, extras = describe(error.cause)
    word = "línea" if language() == "es" else "line"
    return slug, f"{word} {error.line}: {detail}", {**extras, "line": error.line}


def _says(slug: str) -> Callable[[Any], tuple[str, str, Extras]]:
    return lambda error: (slug, error.says[language()], {})


def _pick(slug: str, en: str, es: str, **extras: str) -> Callable[[Any], tuple[str, str, Extras]]:
    """A table row whose texts and members are taken from the error's attributes."""

    def row(error: Any) -> tuple[str, str, Extras]:
        text = es if language() == "es" else en
        return slug, text.format(e=error), {name: getattr(error, attribute) for name, attribute in extras.items()}

    return row


TABLE: dict[type[Exception], Callable[[Any], tuple[str, str, Extras]]] = {
    ProblemError: lambda error: (error.slug, error.says[language()], error.extras),
    IllegalMoveError: _illegal,
    MalformedMoveError: _malformed,
    NotationError: lambda error: (
        "malformed-move",
        f"{'columna' if language() == 'es' else 'column'} {error.column}: {error.says[language()]}",
        {"line": error.line or None, "column": error.column},
    ),
    LineError: _line,
    BodyError: _says("invalid-request"),
    NoRecordError: _says("invalid-request"),
    NotAllowedError: _says("not-allowed"),
    NoTokenError: _pick(
        "no-token", "send a token: Authorization: Bearer mb_...", "envía una ficha: Authorization: Bearer mb_..."
    ),
    RecordNotFoundError: _pick(
        "record-not-found", "there is no record {e.record!r:.60}", "no hay partida {e.record!r:.60}"
    ),
    UnfitBoxError: _unfit,
    BoxNotFoundError: _pick(
        "invalid-request", "no box {e.hash!r:.80} is kept here", "aquí no se guarda la caja {e.hash!r:.80}"
    ),
    VersionConflictError: _pick(
        "version-conflict",
        "you follow version {e.expected}; the record is at version {e.version}",
        "sigues la versión {e.expected}; la partida está en la versión {e.version}",
        version="version",
    ),
    KeyReusedError: _pick(
        "key-reused",
        "{e.key!r:.80} stands for the request that wrote version {e.first}; this one differs",
        "{e.key!r:.80} es de la solicitud que escribió la versión {e.first}; esta es distinta",
        version="first",
    ),
    RecordClosedError: _pick(
        "record-closed", "record {e.record} takes no more moves", "la partida {e.record} no admite más jugadas"
    ),
    MediaTypeError: lambda error: (
        "media-type",
        (
            f"{error.got or '-'} no se admite; envía "
            if language() == "es"
            else f"{error.got or 'no media type'} is not taken; send "
        )
        + ", ".join(error.wanted),
        {},
    ),
    PreconditionNeededError: _pick(
        "precondition-needed",
        'send If-Match with the version you follow ("41"); * is for what has no order: a seat\'s sealed part',
        'envía If-Match con la versión que sigues ("41"); * es para lo que no tiene orden: lo sellado del asiento',
    ),
    SetAsideError: _aside,
    TooManyError: _pick("too-many", "again in {e.retry_s} s", "de nuevo en {e.retry_s} s"),
    BusyError: _pick(
        "busy",
        "other large files are being read; again in {e.retry_s} s",
        "se están leyendo otros archivos grandes; de nuevo en {e.retry_s} s",
    ),
    TooManyTokensError: _pick(
        "too-many-tokens",
        "{e.most} tokens of your making are still good, and no more may be: revoke some, or let some expire",
        "{e.most} fichas tuyas siguen siendo válidas y no puede haber más: revoca algunas o espera a que caduquen",
    ),
    UncanonicalError: _pick("invalid-request", "{e}", "{e}"),
}
"""Exception -> slug, detail, further members; looked up by class, then by its bases."""


def describe(error: Exception) -> tuple[str, str, Extras]:
    """What the table says of an exception.

    Raises:
        KeyError: It does not stand there.
    """
    for kind in type(error).__mro__:
        if kind in TABLE:
            return TABLE[kind](error)
    raise KeyError(type(error).__name__)


def register(app: Flask) -> None:
    """Have the app answer with problems only."""

    def known(error: Exception) -> Response:
        slug, detail, extras = describe(error)
        headers = {"WWW-Authenticate": "Bearer"} if slug == "no-token" else {}
        if isinstance(error, (BusyError, TooManyError)):
            headers["Retry-After"] = str(error.retry_s)
        if "rule" in extras:
            metrics.REFUSALS.labels(extras["rule"] or "none").inc()
        if slug == "version-conflict":
            metrics.CONFLICTS.inc()
        return problem(slug, detail, {**extras, **getattr(error, "more", {})}, headers)

    def http(error: HTTPException) -> Response:
        slug = {404: "not-found", 405: "method-not-allowed", 413: "too-large", 415: "media-type"}.get(
            error.code or 500, "invalid-request"
        )
        if error.code is not None and error.code >= 500:  # noqa: PLR2004
            slug = "broken"
        # Allow on a 405, Retry-After on what may be tried again: what the exception carries, the answer carries.
        headers = {
            name: value
            for name, value in error.get_headers(request.environ)
            if name.lower() not in ("content-type", "content-length")
        }
        detail = TITLES[slug][2] if language() == "es" else error.description or error.name
        if isinstance(error, ClientDisconnected):
            en, es = "its body did not come whole, or took too long", "su cuerpo no llegó entero, o tardó demasiado"
            detail = es if language() == "es" else en
        return problem(slug, detail, None, headers)

    def store(error: redis.RedisError) -> Response:
        if not is_out_of_reach(error):
            return anything(error)
        logging.getLogger(__name__).warning("the store is out of reach: %s", error)
        if isinstance(error, (redis.ConnectionError, redis.TimeoutError)):
            # A write may stand all the same, and only its answer be lost.
            en = "try again, with the same Idempotency-Key where you sent one: it tells a move that stands already"
            es = "inténtalo de nuevo, con la misma Idempotency-Key si enviaste una: así se sabe si la jugada ya consta"
        else:
            en, es = "nothing was written; try again", "no se ha escrito nada; inténtalo de nuevo"
        return problem("store-out-of-reach", es if language() == "es" else en, None, {"Retry-After": "2"})

    def anything(error: Exception) -> Response:
        logging.getLogger(__name__).error("%s %r", request.method, request.path, exc_info=error)
        return problem(
            "broken",
            "the fault is ours and has been noted" if language() == "en" else "el fallo es nuestro y queda anotado",
        )

    for kind in TABLE:
        app.register_error_handler(kind, known)
    app.register_error_handler(HTTPException, http)
    app.register_error_handler(redis.RedisError, store)
    app.register_error_handler(Exception, anything)
