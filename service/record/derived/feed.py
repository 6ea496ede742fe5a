"""The feed: every record once, at the position of its last announced change, for sites that follow many records.

A worker announces a record when its public summary changes, not with each move. The script that writes the lists
assigns the next position, so a position is never assigned before an earlier one can be read. A line is read from the
record's projections, or from its log where these are older than the announcement.
"""

import contextlib
import hmac
import json
import re
import secrets
from collections.abc import Iterable, Mapping, Sequence
from itertools import compress, islice
from typing import Any, NamedTuple

import redis

from engines.kernel import canonical
from engines.kernel.game import Json
from service.record.derived import lists, numbers, queue
from service.store.keys import key
from service.store.log import Log
from service.store.secret import mac

FILTERS = ("game", "league", "occasion.league", "event")
"""Filters of the feed."""
CHANGES = (
    "opened",
    "over",
    "corrected",
    "started",
    "signed",
    "disputed",
    "closed",
    "reopened",
    "voided",
    "people",
    "occasion",
    "counts",
    "removed",
)
"""Kinds of changes that a line may name."""
HEAD = "mb:{lists}:feed"
"""A hash: ``position``, the last one assigned; ``epoch``, a random name of this numbering."""
LINES = "mb:{lists}:feed:lines"
"""A hash: record -> the version, digest, changes and position of its last announcement."""
TO_DO = "mb:{lists}:feed:again"
"""A hash: change, filter and value, as JSON -> a random mark, and the last row of the index that was announced."""
AT_ONCE = 200
"""Number of records that are announced again at once."""
WAKE = "feed"
"""What a worker publishes instead of a record's id when it has announced something."""

_ANNOUNCE = """
local function announce(record, version, digest, changes, head, lines, first, last)
  local position = redis.call('HINCRBY', head, 'position', 1)
  redis.call('HSET', lines, record, version .. ' ' .. digest .. ' ' .. changes .. ' ' .. position)
  for i = first, last do redis.call('ZADD', KEYS[i], position, record) end
  return position
end
"""
# Keys: those of lists.INDEX, then head, lines and the feed's sets. Ignores an older version from a slower worker.
INDEX = (
    _ANNOUNCE
    + lists.INDEX
    + """
local at = 2 + indexes
local version, digest, changes = ARGV[at + 2], ARGV[at + 3], ARGV[at + 4]
if not version then return 0 end
local known = redis.call('HGET', KEYS[at + 1], record)
if known then
  local before, seen, said = string.match(known, '^(%d+) (%S*) (%S*)')
  if said == 'removed' or seen == digest or tonumber(before) > tonumber(version) then return 0 end
end
return announce(record, version, digest, changes, KEYS[at], KEYS[at + 1], at + 2, #KEYS)
"""
)
# Keys: head, lines, the feed's sets. A record that was announced as removed stays removed.
AGAIN = (
    _ANNOUNCE
    + """
local known = redis.call('HGET', KEYS[2], ARGV[1])
if not known then return 0 end
local version, digest, changes = string.match(known, '^(%d+) (%S*) (%S*)')
if changes == 'removed' then return 0 end
return announce(ARGV[1], version, digest, ARGV[2], KEYS[1], KEYS[2], 3, #KEYS)
"""
)
UNSETTLE = """
local known = redis.call('HGET', KEYS[1], ARGV[1])
if known then redis.call('HSET', KEYS[1], ARGV[1], (string.gsub(known, ' %S* ', '  ', 1))) end
"""


class CursorError(ValueError):
    """Not a cursor of this store's feed."""


class RestartedError(Exception):
    """The cursor is from before a restore, which assigned new positions."""


class Announced(NamedTuple):
    """A record in the feed.

    Args:
        position: Position of its last announcement; rises by at least 1 with each.
        record: Its id.
        version: The version that was announced; what is shown is at least as new.
        changes: What changed since the previous announcement; values of :data:`CHANGES`.
    """

    position: int
    record: str
    version: int
    changes: tuple[str, ...]

    @property
    def removed(self) -> bool:
        """Whether the record was removed."""
        return self.changes == ("removed",)


def index(pipe: Any, record: str, summary: Json | None, before: Json | None = None) -> None:
    """Add commands to a pipe that put a record into its lists, and announce it where its public summary has changed.

    ``pipe``: the pipe. Its last reply is the new position; 0 where nothing is announced. ``before``: the summary that
    they showed before; None for none.
    """
    if summary is None:
        return
    names, args = lists.changed_indexes(record, summary, before)
    if summary.get("copy") is None:
        kept = None if before is None or before.get("copy") else before
        names += [HEAD, LINES, *sorted(_sets(summary) | (_sets(kept) if kept else set()))]
        args += [str(summary["version"]), _digest(summary), ",".join(changes(summary, kept)) or "corrected"]
    # Send the whole text: a pipe cannot reload a script that the store has dropped in between.
    pipe.execute_command("EVAL", INDEX, len(names), *names, *args)


def settle(log: Log, record: str, summary: Json) -> None:
    """Move an archived record to the packed blocks of its lists and of the feed (:mod:`.numbers`)."""
    score = lists.timestamp_ms(summary["changed_at"])
    while number := numbers.claim(log, record):
        placed = numbers.put(log, record, number, score, *_indexes(summary))
        numbers.change(log, record, -number, number if placed else 0)
        if placed:
            return


def withdraw(log: Log, record: str, number: int, summary: Json) -> None:
    """Remove a record that is no longer archived, or will not be, from those blocks."""
    numbers.drop(log, record, number, *_indexes(summary))
    log.store.hdel(key("head", record), "number")


def _indexes(summary: Json) -> tuple[list[str], list[str]]:
    """The lists and the sets of the feed that contain a record."""
    return sorted(lists.indexes(summary)), [] if summary.get("copy") else sorted(_sets(summary))


def changes(summary: Json, before: Json | None) -> list[str]:
    """The differences between two summaries of a record, as values of :data:`CHANGES`; without a first, all of them.

    >>> changes({"seats": [], "occasion": {}, "standing": {"outcome": None}}, None)
    ['opened']
    """
    found = []
    if before is None:
        found.append("opened")
        before = {"seats": summary["seats"], "occasion": summary["occasion"], "standing": {"outcome": None}}
    now, then = summary["standing"], before["standing"]
    now, then = ({**one, "starts": one.get("start", {}).get("signatures", ())} for one in (now, then))
    if now["outcome"] != then["outcome"]:
        found.append("over" if then["outcome"] is None else "corrected")
    elif any(summary.get(name) != before.get(name, summary.get(name)) for name in ("rules", "box", "options")):
        found.append("corrected")
    for member, change in (("starts", "started"), ("signatures", "signed"), ("disputes", "disputed")):
        had = [one["name"] for one in then.get(member, ())]
        if any(one["name"] not in had for one in now.get(member, ())):
            found.append(change)
    if now.get("closed") != then.get("closed"):
        found.append("closed" if now.get("closed") else "reopened")
    if now.get("voided") and not then.get("voided"):
        found.append("voided")
    if [seat["player"] for seat in summary["seats"]] != [seat["player"] for seat in before["seats"]]:
        found.append("people")
    if summary["occasion"] != before["occasion"]:
        found.append("occasion")
    return found


def _digest(summary: Json) -> str:
    """A digest of what everybody may see of a record apart from its moves."""
    seen = {name: summary[name] for name in ("rules", "box", "options", "seats", "occasion", "visibility", "adopted")}
    unseen = {"irregularities", "checks", "check_points"}
    if not summary["standing"].get("start", {}).get("signatures"):
        unseen.add("start")
    standing = {name: value for name, value in summary["standing"].items() if name not in unseen}
    return canonical.digest({**seen, "standing": standing})[:16]


def _sets(summary: Json) -> set[str]:
    """The feed's sets that contain a record."""
    pairs = [("all", ""), *(pair for pair in lists.values(summary) if pair[0] in FILTERS)]
    return {_set(sight, name, value) for sight in lists.sights(summary) for name, value in pairs}


def _set(sight: str, name: str = "all", value: str = "") -> str:
    return lists.index_name(sight, f"feed:{name}", value)


def announce_all(log: Log, connection: Any, change: str, name: str, value: str) -> None:
    """Announce all records of an index again, for a change that is not an entry of their logs.

    The first ones are announced at once, the rest by workers (:func:`announce_more`).

    Args:
        log: The log.
        connection: The queue's connection.
        change: One of :data:`CHANGES`: ``people`` when a name has changed, ``counts`` when conditions have.
        name: The filter of the index, one of :data:`service.record.derived.lists.FILTERS`.
        value: The value of the filter: the player, the league ...
    """
    log.store.hset(TO_DO, json.dumps([change, name, value]), f"{secrets.token_hex(4)} -1 ")
    announce_more(log, connection)


def announce_more(log: Log, connection: Any) -> bool:
    """Announce the next records of each index that is to be announced again; whether more are left."""
    left = False
    for field, reached in log.store.hgetall(TO_DO).items():
        change, name, value = json.loads(field)
        mark, score, after = reached.decode().split(" ")
        start = None if score == "-1" else lists.Position(int(score), after)
        rows = list(islice(lists.in_index(log, name, value, start), AT_ONCE))
        for record, summary in lists.summaries_of(log, [row.record for row in rows]).items():
            log.script(AGAIN)(keys=[HEAD, LINES, *sorted(_sets(summary))], args=[record, change])
            numbers.unlist(log, record)
        more = len(rows) == AT_ONCE
        now = f"{mark} {rows[-1].score} {rows[-1].record}" if more else ""
        log.script(numbers.REPLACE)(keys=[TO_DO], args=[field, reached, now])  # unless requested again meanwhile
        left |= more
        wake(connection)
    return left


def wake(connection: Any) -> None:
    """Wake the readers that wait for the feed; without the queue they see the change when their wait ends."""
    with contextlib.suppress(redis.RedisError):
        connection.publish(queue.WRITTEN, WAKE)


def announce_removal(log: Log, record: str, indexes: Iterable[str]) -> None:
    """Announce that a record was removed; its line stays for good."""
    names = {name for each in indexes if (name := _set_of_index(each))}
    if names:
        log.script(AGAIN)(keys=[HEAD, LINES, *sorted(names)], args=[record, "removed"])


def _set_of_index(index: str) -> str | None:
    """The feed's set that corresponds to an index; None where there is none."""
    found = re.fullmatch(r"mb:\{lists\}:(.*?):(all|game|league|occasion\.league|event):(.*)", index, re.DOTALL)
    return None if found is None or found[1].startswith(lists.COPIES) else _set(found[1], found[2], found[3])


def unsettle(log: Log, record: str) -> None:
    """Force an announcement of the next version of a record: the last announcement could not be read."""
    log.script(UNSETTLE)(keys=[LINES], args=[record])


def read(
    log: Log, sights: Sequence[str], wanted: Mapping[str, str], after: int, most: int
) -> tuple[list[Announced], int, bool]:
    """The records that were announced after a position, in order of position.

    ``sights``: what the reader may see, as in :class:`service.record.derived.lists.Sight`. ``wanted``: filter -> value;
    filters of :data:`FILTERS`.

    Returns:
        The records; the position to continue from (no record at or before it is missing here); and whether there may
        already be more.
    """
    names = [[_set(sight, *pair) for pair in (list(wanted.items()) or [("all", "")])] for sight in sights]
    # One transaction: a record that is announced in between is in none of the sets or in all of them.
    pipe = log.store.pipeline(transaction=True)
    pipe.hget(HEAD, "position")
    for first, *_ in names:
        pipe.zrange(first, f"({after}", "+inf", byscore=True, offset=0, num=most, withscores=True)
        pipe.execute_command("EVAL", numbers.ABOVE, 1, first, after, most)
    last, *found = pipe.execute()
    rows = [_Row(int(score), name.decode(), at) for at, rows in enumerate(found[::2]) for name, score in rows]
    rows += [_Row(*row, at, archived=True) for at, rows in enumerate(found[1::2]) for row in numbers.rows_of(rows)]
    rows = sorted(rows)[:most]
    more = len(rows) == most
    reached = rows[-1].position if more else int(last or 0)
    rows = _fitting(log, names, rows)
    lines = log.store.hmget(LINES, [row.record for row in rows]) if rows else []
    announced = [
        Announced(row.position, row.record, int(version), tuple(changed.split(",")))
        for row, line in zip(rows, lines, strict=True)
        if line
        for version, _, changed, *now in [line.decode().split(" ")]
        # A record that was announced again may still be in its block.
        if not row.archived or now in ([], [str(row.position)])
    ]
    return announced, reached, more


class _Row(NamedTuple):
    """A row of a set of the feed: where it is, in which sight, and whether it was read from a block."""

    position: int
    record: str
    sight: int
    archived: bool = False


def _fitting(log: Log, names: Sequence[Sequence[str]], rows: Sequence[_Row]) -> list[_Row]:
    """The rows of the first set of each sight that are in its other sets, too."""
    fitting: set[_Row] = set()
    for at, (_, *others) in enumerate(names):
        mine = [row for row in rows if row.sight == at and not row.archived]
        fitting.update(compress(mine, lists.in_all(log, others, [row.record for row in mine])))
        packed = [row for row in rows if row.sight == at and row.archived]
        found = lists.summaries_of(log, [row.record for row in packed]) if others else {}
        fitting.update(
            row for row in packed if not others or (row.record in found and _sets(found[row.record]).issuperset(others))
        )
    return [row for row in rows if row in fitting]


def summaries(log: Log, announced: Sequence[Announced]) -> dict[str, Json]:
    """The stored summaries that are as new as their announcement, by record; the other records must be folded."""
    found = lists.summaries_of(log, [one.record for one in announced])
    return {
        one.record: found[one.record]
        for one in announced
        if one.record in found and found[one.record]["version"] >= one.version
    }


# Cursors

_CURSOR = re.compile(r"([0-9]{1,16})-([0-9a-f]{8})-([0-9a-f]{32})")


def epoch(log: Log) -> str:
    """The random name of this numbering; created on the first call. A restored store has another."""
    found = log.store.hget(HEAD, "epoch")
    if found is None:
        log.store.hsetnx(HEAD, "epoch", secrets.token_hex(4))
        found = log.store.hget(HEAD, "epoch")
    return str(found.decode())


def cursor(log: Log, epoch: str, position: int) -> str:
    """The cursor of a position."""
    text = f"{position}-{epoch}"
    return f"{text}-{mac(log.store, 'feed', text)}"


def position_of(log: Log, epoch: str, given: str) -> int:
    """The position of a cursor; 0 for ``"0"``.

    Raises:
        CursorError: This store did not create the cursor.
        RestartedError: This store created it for another numbering.
    """
    if given == "0":
        return 0
    form = _CURSOR.fullmatch(given)
    if form is None or not hmac.compare_digest(cursor(log, form[2], int(form[1])), given):
        raise CursorError(given)
    if form[2] != epoch:
        raise RestartedError
    return int(form[1])
