"""Lists of all records, last changed first, from indexes that workers update from the logs and can rebuild.

A list reads only indexes in which its reader may see every record. So no page, cursor or response time depends on any
other record.
"""

from __future__ import annotations

import heapq
import hmac
import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from engines import GAMES
from engines.kernel.game import Json
from service.access.tokens import Token
from service.record import people
from service.record.derived import numbers
from service.store import keys
from service.store.archive import brief, briefs_of
from service.store.keys import key
from service.store.log import Log
from service.store.secret import mac

FILTERS = ("game", "status", "player", "league", "occasion.league", "event", "round", "table", "ref")
"""Filters of a list, in addition to ``changed_since``. ``league`` finds the league's own tables, ``occasion.league``
the league that a record's opening claims."""
STATUSES = ("running", "finished", "disputed", "closed", "void")
"""The statuses of a record."""
AT_ONCE = 200
"""Number of rows of an index that are read at once."""
ARCHIVED_AT_ONCE = 32
"""Number of archived records whose summaries are read at once."""
MOST_READ = 2000
"""Maximum number of rows that one request reads; after that it returns what it has found, with a cursor."""

PUBLIC = "public"
"""The sight of public records, which everybody may see."""
HIDDEN = "hidden"
"""The sight of unlisted and private records; only an admin may see all of them."""

COPIES = "copies"
"""The sight of copies of imported files. No other sight contains copies, so a list shows them only on request."""


class CursorError(ValueError):
    """Not a cursor of a list of this store."""


class Position(NamedTuple):
    """The end of a page: after this record with this score; where the id is empty, after all records with the score."""

    score: int
    record: str


class Sight(NamedTuple):
    """What a reader may see in lists.

    Args:
        sights: Disjoint parts of the indexes.
        record: The record that the reader's token is bound to, public or not; None without one.
        copies: Whether copies are requested; otherwise that record is not listed where it is a copy.
    """

    sights: tuple[str, ...]
    record: str | None = None
    copies: bool = False


def sight_of(token: Token | None, *, copies: bool = False) -> Sight:
    """What the bearer of a token (or an anonymous reader) may see in lists; agrees with ``rights.role_of`` per record.

    ``copies``: whether to include the copies that the bearer imported; for an admin, those of everybody.
    """
    if token is None:
        return Sight((PUBLIC,), copies=copies)
    if token.scope == "admin":
        return Sight((PUBLIC, HIDDEN, *([COPIES] if copies else [])), copies=copies)
    if token.league is not None:
        return Sight((PUBLIC, _league_sight(token.league)))
    if token.record is not None:
        return Sight((PUBLIC,), token.record, copies)
    return Sight((PUBLIC, _owner_sight(token.id), *([_copies_sight(token.id)] if copies else [])), copies=copies)


def _owner_sight(owner: str) -> str:
    """The sight of one owner's unlisted and private records."""
    return f"own:{owner}"


def _league_sight(league: str) -> str:
    """The sight of one league's unlisted and private tables."""
    return f"league-{league}"


def _copies_sight(owner: str) -> str:
    """The sight of the copies that one token imported."""
    return f"copies:{owner}"


def index_name(sight: str, name: str = "all", value: str = "") -> str:
    """Name of an index: a sorted set of record ids by time of their last entry. One slot: lists read several."""
    return f"mb:{{lists}}:{sight}:{name}:{value}"


def values(summary: Json) -> list[tuple[str, str]]:
    """Every filter that finds a record, with its value."""
    occasion = summary["occasion"]
    found = [("game", summary["game"]), ("status", summary["status"])]
    found += [("player", seat["player"]) for seat in summary["seats"]]
    if summary.get("league"):
        found.append(("league", summary["league"]["id"]))
    if "league" in occasion:
        found.append(("occasion.league", str(occasion["league"])))
    found += [(name, str(occasion[name])) for name in ("event", "round", "table") if name in occasion]
    found += [("ref", f"{site}:{ref}") for site, ref in occasion.get("refs", {}).items()]
    return found


def sights(summary: Json) -> tuple[str, ...]:
    """The sights that contain a record."""
    if summary.get("copy"):
        return (COPIES, _copies_sight(summary["owner"]))
    if summary["visibility"] == "public":
        return (PUBLIC,)
    league = summary.get("league")
    return (HIDDEN, _owner_sight(summary["owner"]), *((_league_sight(league["id"]),) if league else ()))


def indexes(summary: Json) -> set[str]:
    """Every index that contains a record."""
    return _of(sights(summary), values(summary))


def _of(sights: Iterable[str], found_by: Iterable[tuple[str, str]]) -> set[str]:
    """The indexes of some sights and filters."""
    pairs = [("all", ""), *found_by]
    return {index_name(sight, name, value) for sight in sights for name, value in pairs}


_Where = tuple[tuple[str, ...], tuple[tuple[str, str], ...]]
"""The sights that contain a record, and the filters that find it."""


@lru_cache(maxsize=256)
def _left_and_current(now: _Where, before: _Where) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The indexes that a record leaves, and those that contain it now; few moves change any of them."""
    current = _of(*now)
    left = {index_name(sight, "status", status) for sight in now[0] for status in STATUSES} | _of(*before)
    return tuple(sorted(left - current)), tuple(sorted(current))


DUE = "mb:{lists}:due"
"""Records by the time at which each closes if nobody disputes its outcome by then."""

REST = keys.REST
"""Records whose derived data is not compressed yet, by the time of their last entry (:mod:`.rest`)."""
LATER = "mb:{lists}:later"
"""Records by the time of their next step there."""

# One script instead of twenty commands: the round trips dominate. The first key is the set of due records, then come
# the indexes; an empty score removes the record. The script of the feed follows.
INDEX = """
local record, indexes = ARGV[1], tonumber(ARGV[3])
if ARGV[2] == '' then redis.call('ZREM', KEYS[1], record) else redis.call('ZADD', KEYS[1], ARGV[2], record) end
for i = 1, indexes do
  local score = ARGV[3 + i]
  if score == '' then redis.call('ZREM', KEYS[1 + i], record)
  else redis.call('ZADD', KEYS[1 + i], 'GT', score, record) end
end
"""


def timestamp_ms(at: str) -> int:
    """Milliseconds since 1970 of an RFC 3339 time."""
    return int(datetime.fromisoformat(at).timestamp() * 1000)


def changed_indexes(record: str, summary: Json, before: Json | None = None) -> tuple[list[str], list[str | int]]:
    """The keys and arguments of :data:`INDEX` that put a record into its lists; a score never goes back in time.

    ``before``: the summary that they showed before: the record leaves the lists that only this one is in.
    """
    now, then = ((sights(each), tuple(values(each))) for each in (summary, before or summary))
    left, current = _left_and_current(now, then)
    scores: dict[str, int | str] = {
        **dict.fromkeys(left, ""),
        **dict.fromkeys((*current, REST), timestamp_ms(summary["changed_at"])),
    }
    closes_at = summary["standing"]["closes_at"]
    closes = "" if closes_at is None else timestamp_ms(closes_at)
    return [DUE, *scores], [record, closes, len(scores), *scores.values()]


def forget(log: Log, record: str, summary: Json | None) -> None:
    """Remove a record from its lists."""
    if summary is not None:
        take_out(log, record, sorted(indexes(summary)))


def take_out(log: Log, record: str, names: Iterable[str]) -> None:
    """Remove a record from some indexes, and from those that are not for lists."""
    pipe = log.store.pipeline(transaction=False)
    for name in (*names, DUE, REST, LATER):
        pipe.zrem(name, record)
    pipe.execute()


def due(log: Log, at: str, most: int) -> list[str]:
    """The records that close at or before a time, the longest overdue first; at most ``most``."""
    return [
        record.decode() for record in log.store.zrange(DUE, "-inf", timestamp_ms(at), byscore=True, offset=0, num=most)
    ]


def all_records(log: Log) -> list[str]:
    """The id of every record that a list shows to an admin."""
    return [
        record
        for sight in (PUBLIC, HIDDEN, COPIES)
        for rows in (_rows, _archived_rows)
        for _, record, fits in rows(log, [index_name(sight)], None, 0)
        if fits
    ]


def read(
    log: Log,
    sight: Sight,
    *,
    wanted: Mapping[str, str],
    changed_since: str | None,
    cursor: str | None,
    most: int,
    words: Sequence[str] = (),
) -> tuple[list[Json], str | None]:
    """A page of summaries, last changed first.

    Args:
        log: The log.
        sight: What the reader may see.
        wanted: Filter -> value; filters of :data:`FILTERS`. ``status`` may have several values, separated by commas.
        changed_since: RFC 3339; only records that changed at or after this time.
        cursor: The cursor of the previous page.
        most: Maximum number of summaries.
        words: Results of :func:`plain`; each must be in the title, a player's name or the occasion.

    Returns:
        The page, and the cursor of the next one or None at the end. A cursor names the last record of its page; if
        :data:`MOST_READ` ended the page early, it names only a time.

    Raises:
        CursorError: Not a cursor of a list of this store.
    """
    start = None if cursor is None else _read_cursor(log, cursor)
    least = timestamp_ms(changed_since) if changed_since else 0
    others = [pair for pair in wanted.items() if pair[0] != "status"]
    filters = [[*others, ("status", one)] for one in _statuses(wanted)] or [others]
    streams = [
        rows(log, [index_name(each), *(index_name(each, *pair) for pair in pairs)], start, least)
        for each in sight.sights
        for pairs in filters
        for rows in (_rows, _archived_rows)
    ]
    if sight.record is not None:
        streams.append(_bound(log, sight, start, least))
    candidates = _candidates(heapq.merge(*streams, reverse=True))
    found: list[Json] = []
    # Words are searched in summaries; without words, every candidate matches.
    while batch := list(islice(candidates, AT_ONCE if words else most - len(found))):
        shown = summaries_of(log, [place.record for place in batch if place.record])
        texts = _texts(log, shown.values()) if words else {}
        for place in batch:
            if not place.record:
                return found, _cursor(log, place)
            summary = shown.get(place.record)
            # An index may be a moment ahead of the summary, or behind it.
            if (
                summary is not None
                and _fits(summary, sight, wanted)
                and all(word in texts[place.record] for word in words)
            ):
                found.append(summary)
            if len(found) == most:
                return found, _cursor(log, place)
    return found, None


def _fits(summary: Json, sight: Sight, wanted: Mapping[str, str]) -> bool:
    """Whether a sight contains a record and every filter finds it."""
    seen = summary["id"] == sight.record or not set(sight.sights).isdisjoint(sights(summary))
    if summary["status"] not in (_statuses(wanted) or STATUSES):
        return False
    return seen and {pair for pair in wanted.items() if pair[0] != "status"} <= set(values(summary))


def _statuses(wanted: Mapping[str, str]) -> list[str]:
    """The requested statuses; empty for all."""
    return wanted["status"].split(",") if "status" in wanted else []


def _candidates(rows: Iterable[tuple[int, str, bool]]) -> Iterator[Position]:
    """The records in every requested index, each once: a record whose status changes may be in two for a moment.

    If :data:`MOST_READ` rows were not enough, the last position is the time that was reached, without a record: all
    rows of that time have been read.
    """
    looked, score = 0, 0
    found: set[str] = set()
    for at, record, fits in rows:
        if looked >= MOST_READ and at != score:
            yield Position(score, "")
            return
        looked, score = looked + 1, at
        if fits and record not in found:
            found.add(record)
            yield Position(at, record)


def _rows(log: Log, names: Sequence[str], start: Position | None, least: int) -> Iterator[tuple[int, str, bool]]:
    """The rows of the smallest index after a position, in falling order, and whether each is in all other indexes."""
    pipe = log.store.pipeline(transaction=False)
    for name in names:
        pipe.zcard(name)
    # The index of all records is the largest, and contains the others.
    sizes = pipe.execute() if len(names) > 1 else [0]
    base = names[sizes.index(min(sizes))]
    others = [name for name in names[1:] if name != base]
    top, offset = "+inf" if start is None else start.score, 0
    while True:
        found = log.store.zrange(base, top, least, byscore=True, desc=True, offset=offset, num=AT_ONCE, withscores=True)
        page = [Position(int(score), record.decode()) for record, score in found]
        for row, fits in zip(page, in_all(log, others, [row.record for row in page]), strict=True):
            if start is None or row < start:
                yield (*row, fits)
        if len(page) < AT_ONCE:
            return
        last = page[-1].score
        offset = sum(row.score == last for row in page) + (offset if last == top else 0)
        top = last


def in_index(log: Log, name: str, value: str, start: Position | None) -> Iterator[Position]:
    """The records after a position that a filter finds, without copies, in the order of lists."""
    names = [index_name(sight, name, value) for sight in (PUBLIC, HIDDEN)]
    streams = [rows(log, [each], start, 0) for each in names for rows in (_rows, _archived_rows)]
    return _candidates(heapq.merge(*streams, reverse=True))


def _archived_rows(
    log: Log, names: Sequence[str], start: Position | None, least: int
) -> Iterator[tuple[int, str, bool]]:
    """The rows of archived records, as :func:`_rows`."""
    sizes = numbers.sizes(log, names) if len(names) > 1 else [0]
    rows = numbers.below(log, names[sizes.index(min(sizes))], "+inf" if start is None else start.score, least)
    wanted = (row for row in rows if start is None or row < start)
    while page := list(islice(wanted, ARCHIVED_AT_ONCE)):
        shown = summaries_of(log, [row.record for row in page])
        for row in page:
            summary = shown.get(row.record)
            # After a change, the row of the previous time may still be there.
            fits = (
                summary is not None
                and timestamp_ms(summary["changed_at"]) == row.score
                and indexes(summary).issuperset(names)
            )
            yield (*row, fits)


def in_all(log: Log, names: Sequence[str], records: Sequence[str]) -> list[bool]:
    """Whether each of these records is in all of these indexes."""
    if not names or not records:
        return [True] * len(records)
    pipe = log.store.pipeline(transaction=False)
    for name in names:
        pipe.zmscore(name, records)
    return [all(score is not None for score in scores) for scores in zip(*pipe.execute(), strict=True)]


def _bound(log: Log, sight: Sight, start: Position | None, least: int) -> Iterator[tuple[int, str, bool]]:
    """The row of the record that a token is bound to, where no index of its reader contains it."""
    record = sight.record or ""
    summary = summaries_of(log, [record]).get(record)
    if summary is None or summary["visibility"] == "public" or (summary.get("copy") and not sight.copies):
        return
    row = Position(timestamp_ms(summary["changed_at"]), record)
    if row.score >= least and (start is None or row < start):
        yield (*row, True)


def summaries_of(log: Log, records: Sequence[str]) -> dict[str, Json]:
    """The summaries of records, by id; records without projections are missing."""
    pipe = log.store.pipeline(transaction=False)
    for record in records:
        pipe.hget(key("place", record), "summary")
    read = zip(records, pipe.execute(), strict=True)
    found = {record: json.loads(summary) if summary else None for record, summary in read}
    archived = [record for record, summary in found.items() if summary is None]
    for record in archived:
        pipe.hget(briefs_of(record), record)
    for record, raw in zip(archived, pipe.execute() if archived else (), strict=True):
        found[record] = None if raw is None else brief.read(record, raw).summary
    return {record: summary for record, summary in found.items() if summary}


def _cursor(log: Log, place: Position) -> str:
    text = f"{place.score}-{place.record}"
    return f"{text}-{mac(log.store, 'cursor', text)}"


_CURSOR = re.compile(r"([0-9]{1,16})-([a-z0-9]{0,64})-([0-9a-f]{32})")


def _read_cursor(log: Log, cursor: str) -> Position:
    form = _CURSOR.fullmatch(cursor)
    if form is None:
        raise CursorError(cursor)
    place = Position(int(form[1]), form[2])
    if not hmac.compare_digest(_cursor(log, place), cursor):
        raise CursorError(cursor)
    return place


def plain(text: str) -> str:
    """Normalise a text for search: lower case, without accents, so that ``jose`` finds ``José``."""
    return "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c))


def _texts(log: Log, summaries: Iterable[Json]) -> dict[str, str]:
    """The searchable text of each record: its title in every language, the names of its players, its occasion."""
    summaries = list(summaries)
    own = [summary for summary in summaries if not summary.get("copy")]  # a copy names nobody
    named = people.names(log.store, [seat["player"] for summary in own for seat in summary["seats"]])
    return {summary["id"]: plain("\n".join(_searched_texts(summary, named))) for summary in summaries}


def _searched_texts(summary: Json, named: Mapping[str, str | None]) -> list[str]:
    title = GAMES[summary["game"]].title.values() if summary["game"] in GAMES else [summary["game"]]
    names = [named[seat["player"]] or "" for seat in summary["seats"]] if not summary.get("copy") else []
    occasion = [str(value) for name, value in summary["occasion"].items() if name != "refs"]
    return [*title, *names, *occasion]
