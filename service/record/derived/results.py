"""The result of a record as one document: ranks, times of play, irregularities, and signatures."""

import csv
import io
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from engines.kernel.game import Json
from engines.kernel.text import plain
from service.access.eyes import PUBLIC
from service.record import people
from service.record.entries import outcome, times
from service.record.state.cache import RecordCache
from service.record.state.record import LiveRecord
from service.record.write import status
from service.store.log import format_time

SOURCES = ("recorded", "adopted", "copy")
"""Where a record comes from: recorded here, adopted from a file by an admin, or a copy of an imported file."""
COLUMNS = (
    *("record", "game", "rules", "edition", "source", "status", "regular", "league", "league_ref"),
    *("event", "round", "table", "place", "date", "zone", "start", "end", "minutes"),
    *("seat", "first", "player", "person", "name", "colour", "rank", "score", "signed", "end_reason", "outcome"),
)
"""The columns of a result as CSV, which has a row for each seat."""


def irregularities(live: LiveRecord) -> list[Json]:
    """The irregularities of a game, each with the reason that everybody may read; None where there is none."""
    found = outcome.irregularities(live.timeline)
    steps = [live.timeline.steps[live.timeline.places[one["name"]]] for one in found]
    secrets = live.log.secrets(live.record, sorted({step.source for step in steps}))
    listed = []
    for one, step in zip(found, steps, strict=True):
        fact = secrets.get(step.source, {}).get(step.reason)
        seen = fact is not None and PUBLIC.can_see(fact["eyes"], step.source)
        listed.append({**one, "reason": fact["value"] if fact is not None and seen else None})
    return listed


def source_of(summary: Json) -> str:
    """The source of a record, one of :data:`SOURCES`, from its summary."""
    return "copy" if summary["copy"] else "adopted" if summary["adopted"] else "recorded"


def played(live: LiveRecord) -> Json:
    """When a game was played, starting with its first move.

    Returns:
        ``start`` and ``end`` (RFC 3339, UTC; None where there is none yet) as the recorder stated both, else by the
        service's clock; ``minutes`` between them; ``date`` and ``zone`` as the occasion has them, else those of
        the start.
    """
    occasion, steps = live.opening.occasion, live.timeline.steps
    first = next((step.entry for step in steps if step.type == "move"), None)
    last = live.timeline.step(live.progress.ended)
    ends = [first, None if last is None else last.entry]
    stated = [times.moment_of(entry, occasion) if entry else None for entry in ends]
    if not all(stated):
        stated = [datetime.fromisoformat(entry["at"]) if entry else None for entry in ends]
    start, end = stated
    zone = occasion.get("zone") or (first or {}).get("zone")
    day = None if start is None else start.astimezone(ZoneInfo(zone) if times.is_place(zone) else UTC)
    return {
        "date": occasion.get("date") or (day and day.date().isoformat()),
        "zone": zone,
        "start": start and format_time(start),
        "end": end and format_time(end),
        "minutes": int((end - start).total_seconds() // 60) if start and end and start <= end else None,
    }


def first_seat(live: LiveRecord) -> int | None:
    """The seat that had the first turn: the first whose move alone the game waited for; None for none."""
    fold = live.opening.fold()
    for step in live.timeline.steps:
        if (seat := step.body.get("seat")) is not None and fold.view()["to_move"] == [seat]:
            return int(seat)
        fold.apply(step.name, step.body)
    return None


def former(live: LiveRecord) -> list[Json]:
    """The earlier outcomes that somebody signed, the oldest first.

    Each has ``outcome``, ``seats`` with ``rank`` and ``score``, ``signatures``, and ``changed_by``: the name of the
    undo, correction or ruling that changed it.
    """
    present, groups = status.outcomes_of(live), dict[str, list[Json]]()
    for statement in live.tally.signatures.statements:
        if statement.kind == "signed" and statement.outcome not in present:
            groups.setdefault(statement.outcome, []).append(status.statement_json(statement))
    cache = RecordCache(live.log)
    found = []
    for named, signatures in groups.items():
        signed = int(signatures[-1]["name"])
        result = cache.at(live.record, version=signed).result() or {"seats": {}}
        acts = [name for name in live.timeline.acts if int(name) > signed]
        found.append(
            {
                "outcome": named,
                "seats": [
                    {"seat": int(seat), "rank": one["rank"], "score": one["score"]}
                    for seat, one in sorted(result["seats"].items(), key=lambda pair: int(pair[0]))
                ],
                "signatures": signatures,
                "changed_by": next(
                    # If no earlier act has changed it, the last one has: it need not be folded.
                    (n for n in acts[:-1] if named not in status.outcomes_of(cache.at(live.record, version=int(n)))),
                    acts[-1] if acts else None,
                ),
            }
        )
    return found


def result_of(live: LiveRecord, result: Json | None, summary: Json) -> Json:
    """The result of a record as one document.

    Args:
        live: The record.
        result: The result of its game; None where the table stopped early: then nobody has a rank.
        summary: The summary that lists show.
    """
    standing = summary["standing"]
    unplaced: Json = {"rank": None, "score": None, "breakdown": {}}
    seats: list[Any] = [
        {**seat, **(unplaced if result is None else result["seats"][str(seat["seat"])])}
        for seat in people.seats_of(live.log.store, live.opening.seats)
    ]
    report = result or {"end": {"reason": standing["closed"]["reason"], "rule": None}, "tie_break": None, "winners": []}
    return {
        "record": live.record,
        "game": live.game.name,
        "rules": live.opening.rules,
        "box": live.edition(),
        "options": live.opening.options,
        "comparable": outcome.compared(live.timeline.opening, live.opening.box),
        "source": source_of(summary),
        "league": summary["league"],
        "occasion": live.opening.occasion,
        "played": summary["played"],
        "first_seat": first_seat(live),
        "status": standing["status"],
        **{name: value for name, value in report.items() if name != "seats"},
        "seats": seats,
        "regular": standing["regular"],
        "irregularities": irregularities(live),
        "standing": standing,
        "former": former(live),
        "ended_at": live.ended_at if result is not None else standing["closed"]["at"],
        "version": live.version,
        "head_hash": live.hash,
    }


def as_csv(document: Json) -> str:
    """A result as CSV with a row for each seat; spreadsheets read no cell as a formula."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    writer.writerows([_cell(row.get(name)) for name in COLUMNS] for row in _rows(document))
    return out.getvalue()


def _rows(document: Json) -> Iterator[Json]:
    standing, league = document["standing"], document["league"] or {}
    ways = {one["seat"]: one["way"] for one in standing["signatures"]}
    of_all = {
        **{name: document["occasion"].get(name) for name in ("event", "round", "table", "place")},
        **{name: document[name] for name in ("record", "game", "rules", "source", "status", "regular")},
        **document["played"],
        "edition": document["box"]["hash"],
        "league": league.get("id"),
        "league_ref": league.get("ref"),
        "end_reason": document["end"]["reason"],
        "outcome": standing["outcome"],
    }
    for seat in document["seats"]:
        first = seat["seat"] == document["first_seat"]
        yield {**seat, **of_all, "first": first, "signed": ways.get(seat["seat"])}


def _cell(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if not isinstance(value, str):
        return "" if value is None else str(value)
    shown = plain(value)
    return f"'{shown}" if shown.lstrip().startswith(("=", "+", "-", "@")) else shown
