"""Looking at a record over HTTP: log, state, offers, replay, result."""

import functools
import json
from collections.abc import Sequence

import orjson
from flask import Response, request

from engines.kernel import snapshot
from engines.kernel.game import LANGUAGES, Json
from engines.kernel.input import completion
from service import games
from service.access.eyes import PUBLIC, RECORDER, Eyes
from service.access.rights import Caller, NoTokenError
from service.api.routes.log import RecordAt, current, current_if_readable, entries_after
from service.api.schemas.offers import OffersOut
from service.api.schemas.replay import Behind, LogArgs, LogOut, OffersArgs, ReplayArgs, ReplayOut, StateArgs, StateOut
from service.api.schemas.results import ResultOut
from service.api.web import slow_calls
from service.api.web.blueprint import Blueprint
from service.api.web.body import read_json
from service.api.web.call import in_languages
from service.api.web.http import answer, caller_of, finish, for_everybody, language, languages, resolve_eyes, service
from service.api.web.problems import ProblemError
from service.record import people
from service.record.derived import history, projections, results, shown
from service.record.entries.opening import RecordOpening
from service.record.files import copies
from service.record.files.copies import CopyError
from service.record.state import quarantine
from service.record.state.quarantine import QuarantinedError
from service.record.state.record import LiveRecord
from service.record.write import status
from service.store.canonical_json import dumps
from service.store.log import Head, format_time
from service.texts import said

MOST_SUGGESTED = 50
"""Ways to go on that a line is answered with at most."""

CSV = "text/csv"

blp = Blueprint("frames", __name__, url_prefix="/v1/records", description="Looking at a record")


@blp.get("/<record>/log")
@blp.arguments(LogArgs, location="query")
@blp.response(
    200, LogOut, description="Entries after a version; as JSON, or as JSON lines where they are asked for", tagged=True
)
@blp.alt_response(
    200, content_type="application/x-ndjson", description="Entries as JSON lines", schema={"type": "string"}
)
@blp.refuses({403: "Not the caller's eyes"})
def read_log(args: Json, record: str) -> Response:
    """Read the log: entries as they were written.

    They include the secrets that the caller may see. As `application/x-ndjson` there is one entry a line, and no
    secret. With `wait` the answer comes when there is a new entry.
    """
    caller, head = caller_of(record, "log")
    eyes = resolve_eyes(caller, record, args.get("eyes"))
    found = entries_after(service(), head, current_if_readable(service(), record), eyes, args["after"], args["limit"])
    version = found["version"]
    by_form = {"Vary": "Accept, Authorization, Accept-Language"}
    if request.accept_mimetypes.best_match(["application/json", "application/x-ndjson"]) == "application/x-ndjson":
        lines = b"".join(dumps(entry) + b"\n" for entry in found["entries"])
        return finish(Response(lines, mimetype="application/x-ndjson"), version, by_form)
    return answer(found, version=version, headers=by_form)


@blp.get("/<record>/state")
@blp.arguments(StateArgs, location="query")
@blp.response(200, StateOut, description="The view", tagged=True)
@blp.refuses({403: "Not the caller's eyes", 404: "No such record, or no such moment"})
def read_state(args: Json, record: str) -> Response:
    """Show the table as some eyes see it.

    As it is now; at a version or time as it was known then; or at a place of the line. With `what=facts` the
    public facts instead, whose hash is in the entry of that version.
    """
    caller, head = caller_of(record, "state")
    what = args["what"]
    if what == "facts" and args.setdefault("eyes", PUBLIC.name) != PUBLIC.name:
        raise ProblemError("invalid-request", said("facts_take_no_eyes", eyes=args["eyes"]))
    back = not args.keys().isdisjoint({"version", "at", "ply", "name"})
    if back and (made := slow_calls.read(head, caller, caller.resolve_eyes(args.get("eyes")))) is not None:
        return made
    eyes = resolve_eyes(caller, record, args.get("eyes"))
    if what == "fold" and caller.token is None:
        raise NoTokenError
    if what == "fold" and (back or eyes != RECORDER):
        raise ProblemError("not-allowed", said("fold_for_recorder_only"))
    if back:
        # An earlier line as the record was then; a place of today's line as today's replay has it.
        earlier = "version" in args or "at" in args
        known, over = (args.get("version"), False) if earlier else _today(record, head)
        place = {"ply": args.get("ply"), "name": args.get("name")}
        live = service().lives.at(record, version=known, time=_time(args), **place, eyes=eyes, over=over)
        inside = place != {"ply": None, "name": None}
        document = _state(live, eyes, what, live.first_version(live.public.ply) if inside else live.version)
    else:
        live = service().lives.caught_up(record)
        with live.lock:
            document = _state(live, eyes, what, live.version)
    # Not the version of the place: a secret of it may still come.
    return answer(document, version=live.version)


def _time(args: Json) -> str | None:
    """The time that is asked for, as entries state theirs; None for none."""
    return format_time(args["at"]) if "at" in args else None


def _today(record: str, head: Head) -> tuple[int, bool]:
    """The version of a record as of now, and whether its game is over."""
    try:
        now = current(service(), record)
    except QuarantinedError:
        # Moves before the damage are shown as of a game that is not over.
        return head.version, False
    return now.version, now.over


def _state(live: LiveRecord, eyes: Eyes, what: str, version: int) -> Json:
    return {
        "record": live.record,
        "eyes": eyes.name,
        "version": version,
        "ply": live.public.ply,
        what: _shown(live, eyes, what),
    }


def _shown(live: LiveRecord, eyes: Eyes, what: str) -> Json:
    if what == "view":
        return live.view(eyes)
    if what == "facts":
        return live.public.facts()
    opening, fold = live.opening, live.fold(eyes)
    return {
        "rules": opening.rules,
        "seats": opening.colours,
        "options": opening.options,
        "memory_aid": opening.policies["memory_aid"],
        "box": opening.box_hash,
        "ply": fold.ply,
        "state": snapshot.pack(fold.state),
    }


@blp.get("/<record>/offers")
@blp.arguments(OffersArgs, location="query")
@blp.response(200, OffersOut, description="Moves with their fields' domains, or the next field's domain", tagged=True)
@blp.refuses({403: "Not the caller's eyes", 400: "`move` is no part of a move, or is given together with `line`"})
def read_offers(args: Json, record: str) -> Response:
    """Show what may be recorded now.

    Each move comes with what its fields may be, so that a form can be drawn without knowing the game. Given part of a
    move, the answer is what its next field may be; given the beginning of a line in text notation, what it writes and
    how it may go on.
    """
    caller, _ = caller_of(record, "offers")
    eyes = resolve_eyes(caller, record, args.get("eyes"))
    partial = None
    if "move" in args and "line" in args:
        raise ProblemError("invalid-request", said("move_or_line"))
    if "move" in args:
        partial = read_json(args["move"].encode(), "move")
        if type(partial) is not dict or type(partial.get("type")) is not str:
            raise ProblemError("invalid-request", said("move_must_object_type"))
    live = service().lives.caught_up(record)
    with live.lock:
        if partial is not None and partial["type"] not in live.game.moves(live.opening.box):
            raise ProblemError("invalid-request", said("move_unknown_type", type=partial["type"]))
        members = _line(live, eyes, args["line"]) if "line" in args else live.offers(eyes, partial)
        document = {"record": record, "version": live.version, **members}
    return answer(document, version=document["version"])


def _line(live: LiveRecord, eyes: Eyes, line: str) -> Json:
    """What the beginning of a line writes, and how it may go on."""
    table = completion.Played(live.game, live.opening.box, live.opening.colours)
    ask = functools.partial(live.offers, eyes)
    return completion.typed(line, table, ask()["moves"], ask, games.forms(live.game.name), MOST_SUGGESTED)


@blp.get("/<record>/replay")
@blp.arguments(ReplayArgs, location="query")
@blp.response(200, ReplayOut, description="The first view and a patch a move", tagged=True)
@blp.alt_response(202, schema=Behind, description="A worker is behind; try again after `Retry-After`")
@blp.refuses({403: "Not the caller's eyes", 404: "No such record, or no such moment"})
def read_replay(args: Json, record: str) -> Response:
    """Read the whole replay, as some eyes see it.

    The view of the empty table, and for each move its sentence and a JSON Patch from the view before: of today's line,
    or of the line at a version or time. `history` lists what was taken back and corrected, and the statements about it.
    Who follows a running game reads on with `after`.
    """
    caller, head = caller_of(record, "replay")
    asked = caller.resolve_eyes(args.get("eyes"))
    earlier, after = "version" in args or "at" in args, args["after"]
    # What everybody sees of today's line is stored, in every language.
    stored = asked == PUBLIC and not earlier
    if not stored and (made := slow_calls.read(head, caller, asked)) is not None:
        return made
    eyes, wanted = resolve_eyes(caller, record, args.get("eyes")), languages()
    if stored:
        place, shown = projections.replay(service().log, record, after)
        if place.version < head.version:
            quarantine.refuse(service().log.store, record)
            return answer({"version": head.version, "projected": place.version}, 202, headers={"Retry-After": "1"})
        version = place.version
        if wanted != LANGUAGES:
            shown = [dumps(frame_in_languages(json.loads(frame), wanted)) for frame in shown]
        members = {
            "version": version,
            "generation": place.generation,
            "first": place.first,
            "result": place.result,
            "history": _worded(record, place.history or history.NOTHING, eyes, wanted),
            "standing": (place.summary or {}).get("standing"),
        }
        # As of the frames: what this process holds may be behind them, or ahead.
        opening = service().lives.get(record).opening.corrected(service().log.store, place.summary or {})
        top = {**replay_head(record, caller, eyes, opening), **members}
    else:
        now = as_of(record, args) if earlier else current(service(), record)
        top, steps = fold_replay(now, caller, eyes)
        version, shown = top["version"], [dumps(frame_in_languages(step, wanted)) for step in steps[after:]]
    if after:
        # Who reads on has these already.
        top |= {"first": None, "box": {**top["box"], "components": None}}
    # The top as JSON of any numbers: a box may hold floats, which canonical bytes refuse.
    return answer(orjson.dumps(top)[:-1] + b',"frames":[' + b",".join(shown) + b"]}", version=version)


def as_of(record: str, args: Json) -> RecordAt:
    """A record as it was at a version or time, with its line then.

    Raises:
        NoSuchMomentError: It has not come so far, or was not open by then.
    """
    live = service().lives.at(record, version=args.get("version"), time=_time(args))
    over = live.public.result() is not None
    return RecordAt(live, live.version, over, live.generation, frozenset(live.timeline.opened), live.opening)


def fold_replay(now: RecordAt, caller: Caller, eyes: Eyes) -> tuple[Json, list[Json]]:
    """A replay for eyes that no projection is stored for: everything but the frames, and the frames."""
    steps: list[Json] = []
    record = now.live.record
    live = service().lives.at(record, version=now.version, frames=steps, eyes=eyes, over=now.over)
    top = {
        **replay_head(record, caller, eyes, live.opening),
        "version": live.version,
        "generation": now.generation,
        "first": live.opening.fold().view(None if now.over else eyes.derived),
        "result": live.result(eyes),
        "history": _worded(record, history.of_log(live, eyes), eyes, languages()),
        "standing": status.as_json(live),
    }
    return top, steps


def _worded(record: str, found: Json, eyes: Eyes, wanted: Sequence[str]) -> Json:
    """A history with its free texts, its sentences in the languages asked for."""
    found = history.with_texts(found, service().log.secrets(record, history.versions(found)), eyes)
    for name, sentence in (("gone", "says"), ("amended", "was")):
        found[name] = [{**one, sentence: in_languages(one[sentence], wanted)} for one in found[name]]
    return found


def frame_in_languages(frame: Json, wanted: Sequence[str]) -> Json:
    """A frame with its sentence in the languages asked for."""
    return {**frame, "says": in_languages(frame["says"], wanted)}


def replay_head(record: str, caller: Caller, eyes: Eyes, opening: RecordOpening) -> Json:
    """What a replay contains besides its frames; its box is whole, so that nothing else is needed to draw it."""
    copy = copies.as_json(service().lives.get(record).fields)
    return {
        "record": record,
        "copy": None if copy is None else shown.copy_of(service().log, copy, language()),
        "game": opening.game.name,
        "rules": opening.rules,
        "box": {"hash": opening.box_hash, "edition": opening.box.get("edition"), "components": opening.box},
        "options": opening.options,
        "policies": opening.policies,
        "occasion": opening.occasion,
        "seats": people.seats_of(service().log.store, opening.seats, named=copy is None),
        "colours": {colour: dict(name) for colour, name in opening.game.colours(opening.box).items()},
        "eyes": eyes.name,
        "eyes_allowed": sorted(allowed.name for allowed in caller.eyes),
    }


@blp.get("/<record>/result")
@blp.response(200, ResultOut, description="All a league needs", tagged=True)
@blp.alt_response(200, content_type=CSV, description="A row for each seat", schema={"type": "string"})
@for_everybody
@blp.refuses({409: "The game is not over, the record is void, or it is a copy"})
def read_result(record: str) -> Response:
    """Read the result: ranks, scores and their breakdown.

    Two results may be compared, for a league or a record of scores, only where `comparable` is the same in both:
    the same rules, the same options, and a box that is played alike, which its play hash proves.
    A table that stopped early has a result without ranks. `standing` says who signed or disputed it and what
    closed it, `former` which outcomes were signed before. As `text/csv` there is a row for each seat.
    """
    if copies.as_json(caller_of(record, "result")[1].fields) is not None:
        raise CopyError(record)
    live = service().lives.caught_up(record)
    with live.lock:
        result, state = live.result(), status.as_json(live)["status"]
        if state == "void":
            raise ProblemError("record-void", said("void_no_result"), version=live.version)
        if result is None and state != "closed":
            view = live.view(PUBLIC)
            raise ProblemError(
                "not-over", said("not_over", round=view["round"], phase=view["phase"]), version=live.version
            )
        document = results.result_of(live, result, projections.summary(live))
    by_form = {"Vary": "Accept, Authorization, Accept-Language"}
    if request.accept_mimetypes.best_match(["application/json", CSV]) == CSV:
        return finish(Response(results.as_csv(document), mimetype=CSV), document["version"], by_form)
    return answer(document, version=document["version"], headers=by_form)
