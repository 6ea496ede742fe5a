"""Answers every refusal as problem+json (RFC 9457), by one table from exception to problem."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import redis
from werkzeug.exceptions import ClientDisconnected, HTTPException

from engines import GAMES
from engines.kernel.canonical import UncanonicalError
from engines.kernel.game import IllegalMoveError, MalformedMoveError, Text
from engines.kernel.notation import NotationError
from service import metrics
from service.access.codes import CodeClaimedError, CodeOverError, NoCodeError
from service.access.rate_limits import BusyError, TooManyError
from service.access.rights import NotAllowedError, NoTokenError
from service.access.tokens import TooManyTokensError
from service.api.web import refusal_texts
from service.api.web.body import BodyError, MediaTypeError
from service.api.web.call import VARY, Answer, Call, json_of
from service.api.web.problem_titles import TITLES
from service.api.web.slow_process import UnfinishedError
from service.api.web.tags import etag
from service.record.corrections.correction import CorrectionRefusedError, TargetError
from service.record.corrections.ruling import AboutError, AdjustmentError
from service.record.corrections.undo import UndoRefusedError
from service.record.entries.as_of import NoSuchMomentError
from service.record.entries.boxes import BoxNotFoundError, BoxQuestionsError, UnfitBoxError
from service.record.files.copies import CopyError
from service.record.files.faults import NoRecordError
from service.record.leagues import CircleError, LeagueExistsError, LeagueNotFoundError, PersonNotFoundError, QuotaError
from service.record.state.quarantine import QuarantinedError
from service.record.webhooks import WebhookNotFoundError
from service.record.write.active_recorder import OtherRecorderError
from service.record.write.own_seals import SealedError
from service.record.write.quota import ActsFullError, RecordFullError
from service.record.write.request import LineError, PreconditionNeededError
from service.record.write.status import (
    OutcomeChangedError,
    RecordClosedError,
    SigningRefusedError,
    TooManyStatementsError,
)
from service.store.archive import ArchiveError
from service.store.errors import refusal_cause
from service.store.log import (
    KeyReusedError,
    RecordNotFoundError,
    RecordRemovedError,
    VersionConflictError,
    is_out_of_reach,
)
from service.texts import SaidError

Extras = Mapping[str, Any]

MOST_FAULTS = 20
"""Maximum number of faults that an answer names; it says if there are more."""
LONGEST_PLACE, LONGEST_FAULT = 100, 300
"""Maximum characters of a fault's place, and of its text."""


class ProblemError(SaidError):
    """A refusal that has no exception of its own.

    Args:
        slug: A key of :data:`~service.api.web.problem_titles.TITLES`.
        says: What, where.
        **extras: Further members; of ``errors`` what is wrong may be said in every language.
    """

    def __init__(self, slug: str, says: Text, **extras: Any) -> None:
        super().__init__(says)
        self.slug = slug
        self.extras = extras


class OvertakenError(Exception):
    """A write follows a version that is no longer the record's last.

    Args:
        conflict: The version followed, and where the record stands.
        since: The entries that the caller has missed.
        offers: What may be recorded now.
    """

    def __init__(self, conflict: VersionConflictError, since: list[Any], offers: Any) -> None:
        super().__init__(str(conflict))
        self.expected, self.version = conflict.expected, conflict.version
        self.since, self.offers = since, offers


@dataclass(frozen=True, slots=True)
class ProblemContent:
    """The content of a problem document.

    Args:
        slug: A key of :data:`~service.api.web.problem_titles.TITLES`.
        detail: What, where, in the caller's language.
        extras: Further members.
        headers: Further headers.
    """

    slug: str
    detail: str
    extras: Extras = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)

    def document(self, lang: str) -> dict[str, Any]:
        """The members of a problem document that do not depend on the call."""
        status, en, es = TITLES[self.slug]
        told = {k: v for k, v in self.extras.items() if v not in (None, (), []) or k == "since"}
        return {
            "type": f"urn:movebook:problem:{self.slug}",
            "title": es if lang == "es" else en,
            "status": status,
            "detail": self.detail,
            **told,
        }


def problem_answer(error: Exception, call: Call) -> Answer:
    """The answer to a call that raised an exception; logs errors that are not the caller's fault."""
    said = problem_content(error, call.language)
    if said.slug == "broken" and not isinstance(error, tuple(TABLE)):
        logging.getLogger(__name__).error("%r", call.path, exc_info=error)
    if "rule" in said.extras:
        metrics.REFUSALS.labels(said.extras["rule"] or "none").inc()
    body = json_of({**said.document(call.language), "instance": call.path})
    headers = {"Content-Type": "application/problem+json", "Cache-Control": "no-store", **VARY, **said.headers}
    if said.slug == "version-conflict":
        metrics.CONFLICTS.inc()
        # The version in front is the one to follow now.
        headers["ETag"] = etag(said.extras["version"], body)
    return Answer(TITLES[said.slug][0], list(headers.items()), body)


def problem_content(error: Exception, lang: str) -> ProblemContent:
    """The problem content for an exception."""
    for kind in type(error).__mro__:
        if kind in TABLE:
            return TABLE[kind](error, lang)
    if isinstance(error, HTTPException):
        return _http(error, lang)
    if isinstance(error, redis.RedisError) and is_out_of_reach(error):
        return _store(error, lang)
    if isinstance(error, ArchiveError):
        logging.getLogger(__name__).warning("%s", error)
        return ProblemContent("store-out-of-reach", error.says[lang], {}, {"Retry-After": "60"})
    return ProblemContent(
        "broken", "internal error; it has been logged" if lang == "en" else "error interno; ha quedado registrado"
    )


def _http(error: HTTPException, lang: str) -> ProblemContent:
    slugs = {404: "not-found", 405: "method-not-allowed", 413: "too-large", 415: "media-type"}
    slug = slugs.get(error.code or 500, "broken" if (error.code or 500) >= 500 else "invalid-request")  # noqa: PLR2004
    # Pass on the exception's headers: Allow of a 405, Retry-After of an error that may be temporary.
    headers = {k: v for k, v in error.get_headers() if k.lower() not in ("content-type", "content-length")}
    detail = TITLES[slug][2] if lang == "es" else error.description or error.name
    if isinstance(error, ClientDisconnected):
        en, es = "the request body was incomplete or took too long", "el cuerpo llegó incompleto o tardó demasiado"
        detail = es if lang == "es" else en
    return ProblemContent(slug, detail, {}, headers)


def _store(error: redis.RedisError, lang: str) -> ProblemContent:
    logging.getLogger(__name__).warning("the store is out of reach: %s", error)
    if isinstance(error, (redis.ConnectionError, redis.TimeoutError)):
        # The write may have succeeded, and only its answer be lost.
        en = "try again with the same Idempotency-Key, if you sent one; a move already written is then recognised"
        es = "inténtalo de nuevo con la misma Idempotency-Key, si la enviaste; así se reconoce una jugada ya escrita"
    else:
        cause = refusal_cause(error)
        why = f" ({cause[lang]})" if cause else ""
        en, es = f"nothing was written{why}; try again", f"no se ha escrito nada{why}; inténtalo de nuevo"
    return ProblemContent("store-out-of-reach", es if lang == "es" else en, {}, {"Retry-After": "2"})


def _problem(error: ProblemError, lang: str) -> ProblemContent:
    extras = error.extras
    if "errors" in extras:
        told = {where: what if isinstance(what, str) else what[lang] for where, what in extras["errors"].items()}
        extras = {**extras, "errors": told}
    return ProblemContent(error.slug, error.says[lang], extras)


def _illegal(error: IllegalMoveError, lang: str) -> ProblemContent:
    rule_url = f"/rules/{_game_of(error.rule)}#{error.rule.lower().replace('.', '-')}"
    extras = {
        "rule": error.rule,
        "rule_url": rule_url,
        "code": error.code,
        "names": list(error.names),
        "event": error.event,
    }
    return ProblemContent("illegal-move", error.says[lang], extras)


def _game_of(rule: str) -> str:
    return next((game.name for game in GAMES.values() if game.clauses == rule.partition("-")[0]), "")


def _malformed(error: MalformedMoveError, lang: str) -> ProblemContent:
    detail, errors = capped({where: says[lang] for where, says in error.errors.items()}, lang)
    return ProblemContent("malformed-move", detail, {"errors": errors})


def _unfit(error: UnfitBoxError, lang: str) -> ProblemContent:
    return _by_path("invalid-box", error.faults, lang)


def _asked(error: BoxQuestionsError, lang: str) -> ProblemContent:
    return _by_path("box-questions", error.questions, lang)


def _by_path(slug: str, found: Sequence[tuple[str, Text]], lang: str) -> ProblemContent:
    errors: dict[str, str] = {}
    for path, says in found:
        errors[path] = f"{errors[path]}; {says[lang]}" if path in errors else says[lang]
    detail, errors = capped(errors, lang)
    return ProblemContent(slug, detail, {"errors": errors})


def capped(faults: Mapping[str, str], lang: str) -> tuple[str, dict[str, str]]:
    """The first :data:`MOST_FAULTS` faults as one text, which says if there are more, and by place.

    Args:
        faults: Place -> what is wrong there.
        lang: The language of the text.
    """
    first = islice(faults.items(), MOST_FAULTS)
    shown = {where[:LONGEST_PLACE]: what[:LONGEST_FAULT] for where, what in first}
    text = "; ".join(f"{where}: {what}" for where, what in shown.items())
    if len(faults) > MOST_FAULTS:
        text += "; y más" if lang == "es" else "; and more"
    return text, shown


def _sealed(error: SealedError, lang: str) -> ProblemContent:
    return ProblemContent(
        "sealed", error.says[lang], {"names": error.names, "event": error.event, "change": error.change}
    )


def _undo(error: UndoRefusedError, lang: str) -> ProblemContent:
    says, extras = refusal_texts.of_undo(error)
    return ProblemContent("undo-refused", says[lang], extras)


def _target(error: TargetError, lang: str) -> ProblemContent:
    says, extras = refusal_texts.of_target(error)
    return ProblemContent("correction-refused", says[lang], extras)


def _correction(error: CorrectionRefusedError, lang: str) -> ProblemContent:
    says, extras = refusal_texts.of_correction(error, lang)
    return ProblemContent("correction-refused", says[lang], extras)


def _adjustment(error: AdjustmentError, lang: str) -> ProblemContent:
    cause = problem_content(error.cause, lang)
    word = "ajuste" if lang == "es" else "adjustment"
    slug = "ruling-refused" if isinstance(error.cause, IllegalMoveError) else cause.slug
    return ProblemContent(slug, f"{word} {error.number}: {cause.detail}", {**cause.extras, "adjustment": error.number})


def _about(error: AboutError, lang: str) -> ProblemContent:
    says, extras = refusal_texts.of_about(error)
    return ProblemContent("ruling-refused", says[lang], extras)


def _closed(error: RecordClosedError, lang: str) -> ProblemContent:
    if error.status == "void":
        en = f"record {error.record} is void; only notes can be added"
        es = f"la partida {error.record} está anulada; solo admite notas"
        return ProblemContent("record-void", es if lang == "es" else en)
    en = f"record {error.record} is closed; only notes and a judge's rulings or corrections can be added"
    es = f"la partida {error.record} está cerrada; solo admite notas y decisiones o correcciones de un juez"
    return ProblemContent("record-closed", es if lang == "es" else en)


def _signing(error: SigningRefusedError, lang: str) -> ProblemContent:
    says, extras = refusal_texts.of_signing(error)
    return ProblemContent("signing-refused", says[lang], extras)


def _quarantined(error: QuarantinedError, lang: str) -> ProblemContent:
    version, what = error.note.version, error.note.what
    if lang == "es":
        where = f"desde la entrada {version}" if version else "completa"
        said = f"no se puede reproducir {where} ({what}); avisa al administrador"
    else:
        where = f"from entry {version} on" if version else "as a whole"
        said = f"it cannot be replayed {where} ({what}); contact the administrator"
    return ProblemContent("set-aside", said, {"version": max(0, version - 1), "eyes": error.eyes})


def _line(error: LineError, lang: str) -> ProblemContent:
    cause = problem_content(error.cause, lang)
    word = "línea" if lang == "es" else "line"
    return ProblemContent(cause.slug, f"{word} {error.line}: {cause.detail}", {**cause.extras, "line": error.line})


def _notation(error: NotationError, lang: str) -> ProblemContent:
    word = "columna" if lang == "es" else "column"
    about = {"line": error.line or None, "column": error.column}
    return ProblemContent("malformed-move", f"{word} {error.column}: {error.says[lang]}", about)


def _media_type(error: MediaTypeError, lang: str) -> ProblemContent:
    wanted = ", ".join(error.wanted)
    if lang == "es":
        return ProblemContent("media-type", f"{error.got or '-'} no se admite; envía {wanted}")
    return ProblemContent("media-type", f"{error.got or 'no media type'} is not supported; send {wanted}")


def _acts_full(error: ActsFullError, lang: str) -> ProblemContent:
    if lang == "es":
        whose = "de los enlaces de los asientos" if error.links else "salvo de un juez"
        return ProblemContent(
            "record-full", f"esta partida ya tiene el máximo de {error.most} anulaciones y correcciones {whose}"
        )
    whose = "from the links of its seats" if error.links else "other than a judge's"
    return ProblemContent(
        "record-full", f"this record has reached the limit of {error.most} undos, consents and corrections {whose}"
    )


def _unfinished(error: UnfinishedError, lang: str) -> ProblemContent:
    en, es = "the server process ended", "el proceso del servidor terminó"
    if error.seconds:
        en = f"it took longer than {error.seconds:.0f} s and was stopped"
        es = f"tardó más de {error.seconds:.0f} s y se interrumpió"
    if error.writes:
        # The write may have succeeded, and only the answer be lost.
        en += "; the write may have succeeded: retry with the same Idempotency-Key"
        es += "; puede que se haya escrito: reinténtalo con la misma Idempotency-Key"
    return ProblemContent("unfinished", es if lang == "es" else en, {}, {"Retry-After": "2"})


def _says(slug: str) -> Callable[[Any, str], ProblemContent]:
    return lambda error, lang: ProblemContent(slug, error.says[lang])


def _pick(
    slug: str, en: str, es: str, headers: Mapping[str, str] | None = None, **extras: str
) -> Callable[[Any, str], ProblemContent]:
    """A table row whose texts, members and headers are taken from the error's attributes."""

    def row(error: Any, lang: str) -> ProblemContent:
        return ProblemContent(
            slug,
            (es if lang == "es" else en).format(e=error),
            {name: getattr(error, attribute) for name, attribute in extras.items()},
            {name: value.format(e=error) for name, value in (headers or {}).items()},
        )

    return row


OVERTAKEN = (
    "you have version {e.expected}; the record is at version {e.version}",
    "tienes la versión {e.expected}; la partida está en la versión {e.version}",
)
RETRY = {"Retry-After": "{e.retry_s}"}
TABLE: dict[type[Exception], Callable[[Any, str], ProblemContent]] = {
    ProblemError: _problem,
    IllegalMoveError: _illegal,
    MalformedMoveError: _malformed,
    NotationError: _notation,
    LineError: _line,
    BodyError: _says("invalid-request"),
    NoRecordError: _says("invalid-request"),
    NotAllowedError: _says("not-allowed"),
    NoTokenError: _pick(
        "no-token",
        "send a token: Authorization: Bearer mb_...",
        "envía un token: Authorization: Bearer mb_...",
        {"WWW-Authenticate": "Bearer"},
    ),
    RecordRemovedError: _pick(
        "record-removed",
        "record {e.record} was removed by the administrator at {e.at}",
        "el administrador eliminó la partida {e.record} a las {e.at}",
    ),
    RecordNotFoundError: _pick(
        "record-not-found", "there is no record {e.record!r:.60}", "no existe la partida {e.record!r:.60}"
    ),
    NoSuchMomentError: lambda error, lang: ProblemContent("not-found", error.says[lang]),
    UnfitBoxError: _unfit,
    BoxQuestionsError: _asked,
    BoxNotFoundError: _pick("invalid-request", "there is no box {e.hash!r:.80}", "no existe la caja {e.hash!r:.80}"),
    VersionConflictError: _pick("version-conflict", *OVERTAKEN, version="version"),
    OvertakenError: _pick("version-conflict", *OVERTAKEN, version="version", since="since", offers="offers"),
    KeyReusedError: _pick(
        "key-reused",
        "{e.key!r:.80} was used for the request that wrote version {e.first}; this request is different",
        "{e.key!r:.80} se usó en la solicitud que escribió la versión {e.first}; esta es distinta",
        version="first",
    ),
    CopyError: _pick(
        "copy",
        "{e.record} is an imported copy; nothing can be added to it, and it has no result of its own",
        "{e.record} es una copia importada; no se le puede añadir nada y no tiene resultado propio",
    ),
    RecordClosedError: _closed,
    OtherRecorderError: _pick(
        "other-recorder",
        "another phone has been recording since entry {e.name}; agree at the table before you take over",
        "otro móvil anota desde la entrada {e.name}; poneos de acuerdo antes de tomar el relevo",
    ),
    SigningRefusedError: _signing,
    OutcomeChangedError: _pick(
        "outcome-changed",
        "the outcome is {e.outcome}, not {e.given}; check the result before you sign or dispute it",
        "el resultado es {e.outcome}, no {e.given}; revísalo antes de firmarlo o impugnarlo",
        outcome="outcome",
        version="version",
    ),
    TooManyStatementsError: _pick(
        "too-many-words",
        "record {e.record} has reached the limit of {e.most} entries of this type by one writer",
        "la partida {e.record} ya tiene el máximo de {e.most} entradas de este tipo de un mismo autor",
    ),
    RecordFullError: _pick(
        "record-full",
        "this record of {e.game} has reached the limit of {e.most} moves",
        "esta partida de {e.game} ya tiene el máximo de {e.most} jugadas",
    ),
    ActsFullError: _acts_full,
    MediaTypeError: _media_type,
    PreconditionNeededError: _pick(
        "precondition-needed",
        'send If-Match with the version you have seen ("41"), or * for sealed parts and notes, which have no order',
        'envía If-Match con la última versión vista ("41"), o * para lo sellado y las notas, que no tienen orden',
    ),
    QuarantinedError: _quarantined,
    TooManyError: _pick("too-many", "retry in {e.retry_s} s", "reinténtalo en {e.retry_s} s", RETRY),
    BusyError: _pick(
        "busy",
        "the server is busy; retry in {e.retry_s} s",
        "el servidor está ocupado; reinténtalo en {e.retry_s} s",
        RETRY,
    ),
    UnfinishedError: _unfinished,
    TooManyTokensError: _pick(
        "too-many-tokens",
        "you have {e.most} valid tokens, the maximum; revoke some or let some expire",
        "tienes {e.most} tokens válidos, el máximo; revoca alguno o espera a que caduque",
    ),
    LeagueExistsError: _pick("league-exists", "there is a league {e}", "ya hay una liga {e}"),
    LeagueNotFoundError: _pick("not-found", "you have no league {e}", "no tienes ninguna liga {e}"),
    PersonNotFoundError: _pick("not-found", "the league has no person {e}", "la liga no tiene a nadie con {e}"),
    CircleError: _pick("joined-in-a-circle", "the other one is joined with this one", "el otro ya está unido a este"),
    WebhookNotFoundError: _pick("not-found", "league {e} has no webhook", "la liga {e} no tiene webhook"),
    QuotaError: _pick(
        "quota-reached",
        "the league may have {e}; ask the administrator of this service for more",
        "la liga puede tener {e}; pide más al administrador de este servicio",
    ),
    NoCodeError: _pick(
        "no-code",
        "there is no such code; check it, or ask the recorder for a new one",
        "no existe ese código; revísalo o pide otro a quien anota la partida",
    ),
    CodeClaimedError: _pick(
        "code-claimed",
        "another phone has used this code; codes work only once. Ask the recorder for a new one",
        "otro móvil ya ha usado este código; cada código vale una sola vez. Pide otro a quien anota la partida",
    ),
    CodeOverError: _pick(
        "code-over",
        "the code is no longer valid. Codes are valid for ten minutes, until a newer one, or until another phone "
        "records. Ask the recorder for a new one",
        "el código ya no vale. Un código vale diez minutos, y menos si se pide otro o si anota otro móvil. Pide uno "
        "nuevo a quien anota la partida",
    ),
    SealedError: _sealed,
    UndoRefusedError: _undo,
    TargetError: _target,
    CorrectionRefusedError: _correction,
    AdjustmentError: _adjustment,
    AboutError: _about,
    UncanonicalError: _pick("invalid-request", "{e}", "{e}"),
}
"""Exception -> its problem content in a language; looked up by class, then by its bases."""
