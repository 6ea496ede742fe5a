"""What readers see of a record: its summary with names, its origin as a copy, and its line in the feed."""

from datetime import UTC, datetime

from engines import GAMES
from engines.kernel.game import Json
from engines.kernel.sentences import same
from service.record import identity, leagues, people
from service.record.conditions import judge
from service.record.derived import projections, results
from service.record.derived.feed import Announced
from service.record.entries import boxes
from service.record.state.cache import RecordCache
from service.record.state.quarantine import QuarantinedError
from service.store.log import Log, RecordNotFoundError

REMOVED = "removed"
"""The status of a removed record in the feed."""


def copy_of(log: Log, copy: Json, lang: str) -> Json:
    """The description of a copy, with the findings of its verification in a language."""
    found = [{"version": fault["version"], "what": fault[lang]} for fault in copy["found"]]
    return {**copy, "ours": identity.is_own(log.store, copy["key"]), "found": found}


def summary_of(log: Log, summary: Json, lang: str, conditions: dict[str, Json]) -> Json:
    """A summary with names, without its owner.

    Args:
        log: The log.
        summary: The result of :func:`service.record.derived.projections.summary`.
        lang: Language of the findings in a copy.
        conditions: League -> conditions read so far; this function adds to it.
    """
    shown = {name: value for name, value in summary.items() if name != "owner"}
    shown["seats"] = people.seats_of(log.store, summary["seats"], named=summary["copy"] is None)
    shown["counts"] = _counts(log, {**summary, "seats": shown["seats"]}, conditions)
    shown["copy"] = None if summary["copy"] is None else copy_of(log, summary["copy"], lang)
    # Earlier versions derived summaries without the rows of the edition, or without the times.
    if "edition" not in shown:
        shown["edition"] = _uncounted(log, summary["game"], summary["box"])
    shown.setdefault("played", dict.fromkeys(("date", "zone", "start", "end", "minutes")))
    return shown


def _counts(log: Log, summary: Json, conditions: dict[str, Json]) -> Json | None:
    """Whether a game counts for its league; None for a record without a league."""
    if summary["league"] is None:
        return None
    league = summary["league"]["id"]
    if league not in conditions:
        conditions[league] = leagues.conditions_of(log.store, league)
    return judge(conditions[league], {**summary, "seats": _called(log, summary)}, datetime.now(UTC))


def _called(log: Log, summary: Json) -> list[Json]:
    """The seats with what sentences call each player: the name, or the colour where there is none."""
    seats, game = summary["seats"], GAMES.get(summary["game"])
    nameless = game is not None and not all(seat["name"] for seat in seats)
    colours = game.colours(boxes.get(log.store, game.name, summary["box"])) if game is not None and nameless else {}
    return [{**seat, "called": same(seat["name"]) if seat["name"] else colours.get(seat["colour"])} for seat in seats]


def _uncounted(log: Log, game: str, name: str) -> Json:
    """The edition of a record, without the rows that its game used; only its hash if the game is not installed."""
    counts = dict.fromkeys(("rows", "compared", "used", "used_compared"))
    if game not in GAMES:
        return {"hash": name, "edition": None, "stand_in": False, **counts}
    edition = boxes.edition_of(GAMES[game], boxes.get(log.store, game, name), name)
    return {**edition, "used": None, "used_compared": None}


def line_of(
    cache: RecordCache,
    one: Announced,
    summary: Json | None,
    conditions: dict[str, Json],
    *,
    lang: str = "en",
    with_result: bool,
    statement: Json | None = None,
) -> Json:
    """A record's line in the feed, without its cursor.

    Args:
        cache: The records of this process.
        one: The announcement.
        summary: Its stored summary; None where that is older than the announcement.
        conditions: As for :func:`summary_of`.
        lang: As for :func:`summary_of`.
        with_result: Whether to include the result.
        statement: The last statement about it; None where there is none.
    """
    line: Json = {"record": one.record, "version": one.version, "changes": list(one.changes), "statement": statement}
    gone = {"status": REMOVED, "head_hash": None, "final": True, "trust": None, "summary": None}
    gone |= {"result": None} if with_result else {}
    if one.removed:
        return line | gone
    result = None
    if summary is None or with_result:
        try:
            live = cache.caught_up(one.record)
            with live.lock:
                summary = projections.summary(live)
                if with_result and (live.result() is not None or summary["status"] == "closed"):
                    result = results.result_of(live, live.result(), summary)
        except RecordNotFoundError:
            # Removed since the position was read: its line with a later position follows.
            return line | gone
        except QuarantinedError:
            # Show the last summary; the record is announced again when it can be folded.
            summary = summary or projections.place(cache.log, one.record).summary
    if summary is None:
        return line | gone
    shown = summary_of(cache.log, summary, lang, conditions)
    standing = summary["standing"]
    ways = [statement["way"] for statement in standing["signatures"]]
    started = [statement["way"] for statement in standing.get("start", {}).get("signatures", ())]
    line |= {name: shown[name] for name in ("version", "head_hash", "status")}
    waits = any(reason["code"] == "waiting" for reason in (shown["counts"] or {"reasons": ()})["reasons"])
    line["final"] = shown["status"] in ("closed", "void") and not waits
    line["trust"] = standing["outcome"] and {
        "signed": {way: ways.count(way) for way in ("own_link", "claimed")},
        "irregularities": len(standing["irregularities"]),
        "checks": standing.get("checks", {"passed": 0, "checked": 0, "open": 0}),
        "start": {way: started.count(way) for way in ("own_link", "claimed")},
    }
    line["summary"] = shown
    return line | ({"result": result} if with_result else {})
