"""Answers every refusal as problem+json (RFC 9457), by one table from exception to problem."""

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
from engines.kernel.sentences import fill, joined
from service import metrics
from service.access.codes import CodeClaimedError, CodeOverError, NoCodeError
from service.access.rate_limits import BusyError, TooManyError
from service.access.rights import NotAllowedError, NoTokenError
from service.access.tokens import TooManyTokensError
from service.api.web.body import BodyError, MediaTypeError
from service.api.web.call import VARY, Answer, Call, etag, json_of
from service.api.web.impact import refused_of
from service.api.web.slow_process import UnfinishedError
from service.record.corrections import undo
from service.record.corrections.correction import CorrectionRefusedError, TargetError
from service.record.corrections.ruling import AboutError, AdjustmentError
from service.record.corrections.undo import UndoRefusedError
from service.record.entries.as_of import NoSuchMomentError
from service.record.entries.boxes import BoxNotFoundError, BoxQuestionsError, UnfitBoxError
from service.record.entries.breaches import KINDS
from service.record.files.copies import CopyError
from service.record.files.faults import NoRecordError
from service.record.leagues import CircleError, LeagueExistsError, LeagueNotFoundError, PersonNotFoundError, QuotaError
from service.record.state.quarantine import QuarantinedError
from service.record.webhooks import WebhookNotFoundError
from service.record.write.active_recorder import OtherRecorderError
from service.record.write.own_seals import SealedError
from service.record.write.quota import ActsFullError, RecordFullError
from service.record.write.request import BreachError, LineError, PreconditionNeededError
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
from service.texts import SaidError, said, table

Extras = Mapping[str, Any]

MOST_FAULTS = 20
"""Maximum number of faults that an answer names; it says if there are more."""
LONGEST_PLACE, LONGEST_FAULT = 100, 300
"""Maximum characters of a fault's place, and of its text."""


STATUS = {
    slug: status
    for status, slugs in {
        400: "invalid-request malformed-move",
        401: "no-token",
        403: "not-allowed",
        404: "not-found record-not-found no-code",
        405: "method-not-allowed",
        409: "record-full copy record-closed other-recorder record-void signing-refused breach too-many-words "
        "outcome-changed too-many-tokens code-claimed set-aside not-over edition-taken too-many-drafts "
        "joined-in-a-circle league-exists",
        410: "record-removed person-erased feed-restarted code-over",
        412: "version-conflict",
        413: "too-large",
        415: "media-type",
        422: "illegal-move sealed undo-refused correction-refused ruling-refused key-reused import-refused "
        "invalid-box box-questions",
        428: "precondition-needed",
        429: "too-many quota-reached",
        500: "broken",
        503: "busy unfinished store-out-of-reach",
    }.items()
    for slug in slugs.split()
}
"""Slug of a problem -> its status; its title is in the table ``titles``."""


class ProblemError(SaidError):
    """A refusal that has no exception of its own.

    Args:
        slug: A key of :data:`STATUS`.
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
        conflict: The version followed, and the current one.
        since: The entries that the caller has missed.
        offers: What may be recorded now.
    """

    def __init__(self, conflict: VersionConflictError, since: list[Any], offers: Any) -> None:
        super().__init__(str(conflict))
        self.expected, self.version = conflict.expected, conflict.version
        self.since, self.offers = since, offers


@dataclass(frozen=True, slots=True)
class ProblemContent:
    """The content of a problem document."""

    slug: str
    detail: str
    extras: Extras = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)

    def document(self, lang: str) -> dict[str, Any]:
        """The members of a problem document that do not depend on the call."""
        shown = {k: v for k, v in self.extras.items() if v not in (None, (), []) or k == "since"}
        return {
            "type": f"urn:movebook:problem:{self.slug}",
            "title": table("titles")[self.slug][lang],
            "status": STATUS[self.slug],
            "detail": self.detail,
            **shown,
        }


def problem_answer(error: Exception, call: Call) -> Answer:
    """The answer to a call that raised an exception; logs errors that are not the caller's fault."""
    content = problem_content(error, call.language)
    if content.slug == "broken" and not isinstance(error, tuple(TABLE)):
        logging.getLogger(__name__).error("%r", call.path, exc_info=error)
    if "rule" in content.extras:
        metrics.REFUSALS.labels(content.extras["rule"] or "none").inc()
    body = json_of({**content.document(call.language), "instance": call.path})
    headers = {"Content-Type": "application/problem+json", "Cache-Control": "no-store", **VARY, **content.headers}
    if content.slug == "version-conflict":
        metrics.CONFLICTS.inc()
        # The version in front is the one to follow now.
        headers["ETag"] = etag(content.extras["version"], body)
    return Answer(STATUS[content.slug], list(headers.items()), body)


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
    return ProblemContent("broken", _text("broken", lang))


def _text(key: str, lang: str, **values: object) -> str:
    """A sentence of the table ``problems``."""
    return fill(table("problems")[key], **values)[lang]


def _http(error: HTTPException, lang: str) -> ProblemContent:
    slugs = {404: "not-found", 405: "method-not-allowed", 413: "too-large", 415: "media-type"}
    slug = slugs.get(error.code or 500, "broken" if (error.code or 500) >= 500 else "invalid-request")  # noqa: PLR2004
    # Pass on the exception's headers: Allow of a 405, Retry-After of an error that may be temporary.
    headers = {k: v for k, v in error.get_headers() if k.lower() not in ("content-type", "content-length")}
    detail = table("titles")[slug][lang] if lang == "es" else error.description or error.name
    if isinstance(error, ClientDisconnected):
        detail = _text("disconnected", lang)
    return ProblemContent(slug, detail, {}, headers)


def _store(error: redis.RedisError, lang: str) -> ProblemContent:
    logging.getLogger(__name__).warning("the store is out of reach: %s", error)
    if isinstance(error, (redis.ConnectionError, redis.TimeoutError)):
        detail = _text("store-away", lang)  # the write may have succeeded, and only its answer be lost
    else:
        cause = refusal_cause(error)
        detail = _text("store-refuses", lang, why=f" ({cause[lang]})" if cause else "")
    return ProblemContent("store-out-of-reach", detail, {}, {"Retry-After": "2"})


def _problem(error: ProblemError, lang: str) -> ProblemContent:
    extras = error.extras
    if "errors" in extras:
        shown = {where: what if isinstance(what, str) else what[lang] for where, what in extras["errors"].items()}
        extras = {**extras, "errors": shown}
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
    """The first :data:`MOST_FAULTS` faults as one text, which says if there are more, and by place."""
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
    extras: Extras
    match error:
        case undo.BarredError(name=name, barrier=barrier, missing=missing):
            did, them = table("barriers")[barrier["kind"]], ", ".join(map(str, missing))
            says = said("move_barrier_needs_consent", name=name, did=did, what=barrier["what"], them=them)
            extras = {"why": "barrier", "names": [name], "barrier": barrier, "missing": list(missing)}
        case undo.ConsentNeededError(needed=None, missing=missing):
            says, extras = said("table_plays_without_undo"), {"why": "none", "missing": list(missing)}
        case undo.ConsentNeededError(needed=needed, missing=missing):
            says = said("consent_missing", needed=needed, them=", ".join(map(str, missing)))
            extras = {"why": "consent", "missing": list(missing)}
        case undo.OutOfOrderError(name=name):
            says, extras = said("move_came_later_undo"), {"why": "order", "names": [name]}
        case undo.PartError(name=name, ruling=ruling):
            says = said("undo_part_of_ruling", name=name, ruling=ruling)
            extras = {"why": "part", "names": [ruling]}
        case undo.TooLateError(name=name):
            says, extras = said("move_made_since_redo"), {"why": "late", "names": [name]}
        case undo.LaterMoveError(name=name, refusal=refusal):
            why = table("problems")["other-move"] if refusal is None else refusal.says
            says = said("later_move_prevents_undo", why=why)
            rule = {} if refusal is None else {"rule": refusal.rule, "code": refusal.code}
            extras = {"why": "falls", "names": [name], **rule}
        case _:
            names = list(getattr(error, "names", ()))
            them = ", ".join(f"{name!r:.40}" for name in names)
            says = said("nothing_undo", them=f": {them}" if them else "")
            extras = {"why": "nothing", "names": names}
    return ProblemContent("undo-refused", says[lang], extras)


def _target(error: TargetError, lang: str) -> ProblemContent:
    number = error.change.number
    what = fill(table("targets")[error.why], name=error.change.name, by=error.by)[lang]
    extras = {"why": error.why, "change": number}
    return ProblemContent("correction-refused", _text("change", lang, number=number, what=what), extras)


def _correction(error: CorrectionRefusedError, lang: str) -> ProblemContent:
    refused: list[Any] = refused_of(error.found, lang)
    them = ", ".join(each.get("name") or f"change {each['change']}" for each in refused[:5])
    says = said("rules_refuse_retract_amend", them=them, more=" ..." if len(refused) > len(refused[:5]) else "")
    return ProblemContent("correction-refused", says[lang], {"why": "rules", "refused": refused})


def _adjustment(error: AdjustmentError, lang: str) -> ProblemContent:
    cause = problem_content(error.cause, lang)
    slug = "ruling-refused" if isinstance(error.cause, IllegalMoveError) else cause.slug
    detail = _text("adjustment", lang, number=error.number, what=cause.detail)
    return ProblemContent(slug, detail, {**cause.extras, "adjustment": error.number})


def _about(error: AboutError, lang: str) -> ProblemContent:
    if error.by is None:
        return ProblemContent("ruling-refused", _text("about-unknown", lang, name=error.name), {"why": "unknown"})
    says = said("about_move_no_longer", name=error.name, by=error.by)
    return ProblemContent("ruling-refused", says[lang], {"why": "gone"})


def _closed(error: RecordClosedError, lang: str) -> ProblemContent:
    slug = "record-void" if error.status == "void" else "record-closed"
    return ProblemContent(slug, _text(slug, lang, e=error))


def _breach(error: BreachError, lang: str) -> ProblemContent:
    consequence = _text("breach", lang, what=joined([KINDS[kind][lang] for kind in error.kinds], lang))
    detail = f"{consequence} {_text('breach-anyway', lang)}"
    return ProblemContent("breach", detail, {"breaches": error.kinds, "consequence": consequence})


def _signing(error: SigningRefusedError, lang: str) -> ProblemContent:
    return ProblemContent(
        "signing-refused", table("signing")[error.why][lang], {"why": error.why, "names": error.names}
    )


def _quarantined(error: QuarantinedError, lang: str) -> ProblemContent:
    detail = _text("set-aside" if error.note.version else "set-aside-whole", lang, e=error)
    return ProblemContent("set-aside", detail, {"version": max(0, error.note.version - 1), "eyes": error.eyes})


def _line(error: LineError, lang: str) -> ProblemContent:
    cause = problem_content(error.cause, lang)
    detail = _text("line", lang, number=error.line, what=cause.detail)
    return ProblemContent(cause.slug, detail, {**cause.extras, "line": error.line})


def _notation(error: NotationError, lang: str) -> ProblemContent:
    about = {"line": error.line or None, "column": error.column}
    return ProblemContent("malformed-move", _text("column", lang, number=error.column, what=error.says[lang]), about)


def _media_type(error: MediaTypeError, lang: str) -> ProblemContent:
    key = "media-type" if error.got else "media-type-missing"
    return ProblemContent("media-type", _text(key, lang, e=error, wanted=", ".join(error.wanted)))


def _acts_full(error: ActsFullError, lang: str) -> ProblemContent:
    return ProblemContent("record-full", _text("acts-full-links" if error.links else "acts-full", lang, e=error))


def _unfinished(error: UnfinishedError, lang: str) -> ProblemContent:
    detail = _text("unfinished-stopped" if error.seconds else "unfinished-ended", lang, e=error)
    if error.writes:  # the write may have succeeded, and only the answer be lost
        detail = _text("unfinished-write", lang, what=detail)
    return ProblemContent("unfinished", detail, {}, {"Retry-After": "2"})


def _says(slug: str) -> Callable[[Any, str], ProblemContent]:
    return lambda error, lang: ProblemContent(slug, error.says[lang])


def _row(
    slug: str, headers: Mapping[str, str] | None = None, *, key: str = "", **extras: str
) -> Callable[[Any, str], ProblemContent]:
    """A table row whose text, members and headers are taken from the error's attributes.

    ``key``: of its text in the table ``problems``, where that is not the slug.
    """

    def row(error: Any, lang: str) -> ProblemContent:
        return ProblemContent(
            slug,
            _text(key or slug, lang, e=error),
            {name: getattr(error, attribute) for name, attribute in extras.items()},
            {name: value.format(e=error) for name, value in (headers or {}).items()},
        )

    return row


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
    NoTokenError: _row("no-token", {"WWW-Authenticate": "Bearer"}),
    RecordRemovedError: _row("record-removed"),
    RecordNotFoundError: _row("record-not-found"),
    NoSuchMomentError: lambda error, lang: ProblemContent("not-found", error.says[lang]),
    UnfitBoxError: _unfit,
    BoxQuestionsError: _asked,
    BoxNotFoundError: _row("invalid-request", key="box-not-found"),
    VersionConflictError: _row("version-conflict", version="version"),
    OvertakenError: _row("version-conflict", version="version", since="since", offers="offers"),
    KeyReusedError: _row("key-reused", version="first"),
    CopyError: _row("copy"),
    RecordClosedError: _closed,
    OtherRecorderError: _row("other-recorder"),
    SigningRefusedError: _signing,
    BreachError: _breach,
    OutcomeChangedError: _row("outcome-changed", outcome="outcome", version="version"),
    TooManyStatementsError: _row("too-many-words"),
    RecordFullError: _row("record-full"),
    ActsFullError: _acts_full,
    MediaTypeError: _media_type,
    PreconditionNeededError: _row("precondition-needed"),
    QuarantinedError: _quarantined,
    TooManyError: _row("too-many", RETRY),
    BusyError: _row("busy", RETRY),
    UnfinishedError: _unfinished,
    TooManyTokensError: _row("too-many-tokens"),
    LeagueExistsError: _row("league-exists"),
    LeagueNotFoundError: _row("not-found", key="league-not-found"),
    PersonNotFoundError: _row("not-found", key="person-not-found"),
    CircleError: _row("joined-in-a-circle"),
    WebhookNotFoundError: _row("not-found", key="webhook-not-found"),
    QuotaError: _row("quota-reached"),
    NoCodeError: _row("no-code"),
    CodeClaimedError: _row("code-claimed"),
    CodeOverError: _row("code-over"),
    SealedError: _sealed,
    UndoRefusedError: _undo,
    TargetError: _target,
    CorrectionRefusedError: _correction,
    AdjustmentError: _adjustment,
    AboutError: _about,
    UncanonicalError: _row("invalid-request", key="as_it_is"),
}
"""Exception -> its problem content in a language; looked up by class, then by its bases."""
