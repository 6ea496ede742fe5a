"""Times that a recorder states: impossible ones are refused, doubtful ones are marked.

A time that names no moment is refused, because it cannot be corrected later. A surprising time is only marked: a phone
with a wrong clock or old zone rules, or a game typed from paper, must still be able to record.
"""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import NamedTuple, TypeGuard
from zoneinfo import ZoneInfo

from engines.kernel.game import Json
from service.record.entries.shapes import zones
from service.store.chain import Entry

NO_PLACE = frozenset({"Factory", "localtime"})
"""Names in every zone database that are not zones of a place: an unset clock, and this machine's own zone."""
SLACK = timedelta(minutes=1)
"""Maximum difference between two correct clocks."""
WEST, EAST = timedelta(hours=12), timedelta(hours=14)
"""The offsets of the last place where a day ends and of the first where it begins."""

"""Why a time is refused or marked, in English and Spanish."""


class TimeVerdict(NamedTuple):
    """The verdict on a stated time.

    Args:
        refused: Its key in the table ``times`` (:mod:`service.texts`); None where it names a moment.
        marked: Keys in the same table.
    """

    refused: str | None = None
    marked: tuple[str, ...] = ()


def is_place(zone: object) -> TypeGuard[str]:
    """Whether a value is the name of the zone of a place."""
    return zone in zones() and zone not in NO_PLACE


def judge(
    occurred_at: str, zone: str | None, *, at: str = "", opened: str = "", occasion: Json | None = None
) -> TimeVerdict:
    """Judge a stated time; requests and files use the same rule.

    Args:
        occurred_at: RFC 3339, with an offset or without; ``Z`` and ``+00:00`` name a moment and no local time.
        zone: The zone of the table; None where it is not stated.
        at: When it was written, by the clock of the service; empty where that is not known yet.
        opened: When the record was opened, likewise.
        occasion: Where the record says it is played: its ``zone`` is used where none is stated, and what
            happened on its ``date`` or later was typed from paper.
    """
    occasion = occasion or {}
    if zone is not None and not is_place(zone):
        return TimeVerdict("zone")
    place = zone or occasion.get("zone")
    try:
        stated = datetime.fromisoformat(occurred_at)
        clock = ZoneInfo(place) if is_place(place) else None
        refused, marked, first, last = _moment(stated, clock)
        moment = first if stated.tzinfo is None or clock is None else first.astimezone(clock)
    except (ValueError, OverflowError):
        return TimeVerdict("time")
    if refused is not None and zone is not None:
        return TimeVerdict(refused)
    day = (stated if stated.tzinfo is None else moment).date().isoformat()
    if at and first > datetime.fromisoformat(at) + SLACK:
        marked = (*marked, "ahead")
    if opened and last < datetime.fromisoformat(opened) - SLACK and not occasion.get("date", "9") <= day:
        marked = (*marked, "before")
    return TimeVerdict(None, marked)


def moment_of(entry: Entry, occasion: Json) -> datetime | None:
    """The moment that an entry states, or the first possible one; None where it states none."""
    place = entry.get("zone") or occasion.get("zone")
    try:
        stated = datetime.fromisoformat(entry.get("occurred_at", ""))
        return _moment(stated, ZoneInfo(place) if is_place(place) else None)[2]
    except (ValueError, OverflowError):
        return None


def _moment(stated: datetime, clock: ZoneInfo | None) -> tuple[str | None, tuple[str, ...], datetime, datetime]:
    """Why a time names no moment, what is doubtful about it, and the first and the last moment that it may be."""
    if stated.tzinfo is None:
        if clock is None:
            utc = stated.replace(tzinfo=UTC)
            return None, (), utc - EAST, utc + WEST
        both = [stated.replace(tzinfo=clock, fold=fold).astimezone(UTC) for fold in (0, 1)]
        real = [moment for moment in both if moment.astimezone(clock).replace(tzinfo=None) == stated]
        if not real:
            return "skipped", (), min(both), max(both)
        return None, ("ambiguous",) if len(set(real)) > 1 else (), min(real), max(real)
    utc, offset = stated.astimezone(UTC), stated.utcoffset()
    if clock is None or not offset or offset == utc.astimezone(clock).utcoffset():
        return None, (), utc, utc
    year = {(utc + timedelta(days=30 * month)).astimezone(clock).utcoffset() for month in range(-6, 7)}
    return (None, ("offset",), utc, utc) if offset in year else ("never", (), utc, utc)


def doubtful(entries: Iterable[Entry], opening: Entry, occasion: Json) -> dict[str, list[int]]:
    """The refused or marked times in entries: key of the verdict -> versions of the entries."""
    found: dict[str, list[int]] = {}
    for entry in entries:
        if "occurred_at" in entry or "zone" in entry:
            stated = entry["occurred_at"] if "occurred_at" in entry else entry["at"]
            verdict = judge(stated, entry.get("zone"), at=entry["at"], opened=opening["at"], occasion=occasion)
            for key in (verdict.refused,) if verdict.refused else verdict.marked:
                found.setdefault(key, []).append(entry["version"])
    return found
