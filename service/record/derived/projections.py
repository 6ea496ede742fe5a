"""Derived data: public frames, results and summaries. All of it can be deleted and comes back the same.

A projection depends only on the timeline of a version: frames are stored by place, and bytes are canonical. After an
undo or a correction, frames are cut back to the first place that differs and appended again, so a rebuild gives the
same bytes as projecting step by step.
"""

import contextlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from engines.kernel.game import Json
from service.access import tokens
from service.access.eyes import PUBLIC
from service.record.derived import feed, history, lists, numbers, results, statements
from service.record.entries.changes import Changes
from service.record.files import copies
from service.record.state import quarantine
from service.record.state.cache import RecordCache
from service.record.state.quarantine import UNRELATED_ERRORS, QuarantinedError
from service.record.state.record import LiveRecord
from service.record.write import status
from service.store import packing
from service.store.archive import Content
from service.store.canonical_json import dumps
from service.store.keys import key, shard, shard_feed
from service.store.log import Log, RecordNotFoundError, format_time

FRAMES_AT_ONCE = 500
"""Frames that one script call appends, so that a long import does not block the store; one call replaces them all."""

LINKS_LAST = timedelta(days=7)
"""Time for which links to a league's table stay valid after it was closed."""

PROJECT = """
local place, frames, head = KEYS[1], KEYS[2], KEYS[3]
if redis.call('HEXISTS', head, 'version') == 0 then return -1 end
if (redis.call('HGET', place, 'version') or '0') ~= ARGV[1] then return 0 end
local pairs, keep = tonumber(ARGV[2]), tonumber(ARGV[3])
if keep > 0 and string.sub(redis.call('LINDEX', frames, 0) or '', 1, 4) == '\\40\\181\\47\\253' then return 0 end
local at = 4
redis.call('HSET', place, unpack(ARGV, at, at + 2 * pairs - 1))
at = at + 2 * pairs
if keep == 0 then redis.call('DEL', frames) else redis.call('LTRIM', frames, 0, keep - 1) end
for i = at, #ARGV do redis.call('RPUSH', frames, ARGV[i]) end
if KEYS[4] then redis.call('UNLINK', KEYS[4]) end
return 1 + (redis.call('HGET', head, 'number') or 0)
"""


UNPACK = """
if redis.call('LLEN', KEYS[1]) ~= 1 or redis.call('LINDEX', KEYS[1], 0) ~= ARGV[1] then return 0 end
redis.call('DEL', KEYS[1])
for i = 2, #ARGV do redis.call('RPUSH', KEYS[1], ARGV[i]) end
return 1
"""

_REMOVED = -1
"""What the script returns for a record that was removed meanwhile."""


@dataclass(frozen=True, slots=True)
class Place:
    """The projections of a record, and the version they are at.

    Args:
        version: The last version projected; 0 for none.
        generation: Version of the last entry that changed earlier frames; 0 for none.
        first: The view of the empty table; None while nothing is projected.
        result: The result; None while the game runs.
        summary: The summary that lists show.
        history: The history, without free texts (:func:`service.record.derived.history.history`); None where nothing
            is projected.
    """

    version: int
    generation: int
    first: Json | None
    result: Json | None
    summary: Json | None
    history: Json | None


PLACE = ("version", "generation", "first", "result", "summary", "history")
"""The stored fields, in the order of :class:`Place`."""


def place(log: Log, record: str) -> Place:
    """The projections of a record, without its frames."""
    content, found = log.archive.look(record, "place", "HMGET", *PLACE)
    return _placed(found) if content is None else _placed_in(log, content)


def _placed_in(log: Log, content: Content) -> Place:
    """The place of an archived record."""
    summary = lists.summaries_of(log, [content.record]).get(content.record)
    about = {"version": content.version, "summary": summary and dumps(summary), **content.place}
    return _placed([about.get(name) for name in PLACE])


def _placed(found: Sequence[Any]) -> Place:
    """Read a place from the values that the store holds."""
    version, generation, *rest = found
    first, result, summary, document = (json.loads(packing.unpack(part)) if part else None for part in rest)
    return Place(int(version or 0), int(generation or 0), first, result, summary, document)


def replay(log: Log, record: str, after: int = 0) -> tuple[Place, list[bytes]]:
    """The projections of a record, and its public frames after a ply as canonical bytes, in order of ply.

    Both are read in one transaction, so that they belong to the same version.

    Raises:
        ArchiveError: The record is archived, and its file cannot be read.
    """
    pipe = log.store.pipeline(transaction=True)
    pipe.hget(key("head", record), "archived")
    pipe.hmget(key("place", record), PLACE)
    pipe.lrange(key("frames", record), 0, 0)
    pipe.lrange(key("frames", record), after, -1)
    archived, found, first, shown = pipe.execute()
    if archived:
        content, _ = log.archive.look(record, "place", "EXISTS")
        if content is None:  # it has just come back
            return replay(log, record, after)
        return _placed_in(log, content), list(content.frames[after:])
    return _placed(found), _unpacked(first)[after:] if first and packing.is_packed(first[0]) else shown


def _unpacked(frames: Sequence[bytes]) -> list[bytes]:
    """The frames in the one block that a list of packed frames has."""
    return packing.unpack(frames[0]).split(b"\n")


def _unpack(log: Log, record: str) -> None:
    """Store packed frames one by one again: more are about to follow."""
    frames = key("frames", record)
    block = log.store.lindex(frames, 0)
    if packing.is_packed(block):
        log.script(UNPACK)(keys=[frames], args=[block, *_unpacked([block])])


def _to_nobody() -> None:
    """Announce nothing: waiting readers of the feed see the change when their wait ends."""


def project_or_quarantine(log: Log, cache: RecordCache, record: str, announce: Callable[[], None] = _to_nobody) -> int:
    """Catch a record's projections up as far as it can be folded; if that is not its end, quarantine the record.

    ``cache``: the records this process holds. ``announce``: called when the record has a new position in the feed.

    Returns:
        The version they are at now.

    Raises:
        RecordNotFoundError: There is no such record.
    """
    try:
        return quarantine.run_or_quarantine(
            log.store, record, PUBLIC, partial(project, log, cache, record, announce=announce)
        )
    except QuarantinedError as error:
        good = error.note.version - 1
    cache.drop(record)
    feed.unsettle(log, record)
    if good > 0:
        with contextlib.suppress(
            QuarantinedError
        ):  # not even the earlier versions can be folded: leave the projections
            quarantine.run_or_quarantine(
                log.store, record, PUBLIC, partial(project, log, cache, record, good, announce=announce)
            )
    return int(log.store.hget(key("place", record), "version") or 0)


def project(
    log: Log,
    cache: RecordCache,
    record: str,
    upto: int | None = None,
    *,
    from_scratch: bool = False,
    announce: Callable[[], None] = _to_nobody,
) -> int:
    """Catch a record's projections up with its log; finding nothing to do is normal.

    Args:
        log: The log.
        cache: The records this process holds.
        record: The record's id.
        upto: The version to stop at; None for the head.
        from_scratch: As in :class:`service.record.state.quarantine.Work`.
        announce: As for :func:`project_or_quarantine`.

    Returns:
        The version they are at now.

    Raises:
        RecordNotFoundError: There is no such record.
        QuarantinedError: Nobody can fold it so far.
    """
    while True:
        raw, ended, shown = log.store.hmget(key("place", record), ["version", "result", "summary"])
        have = int(raw or 0)
        if upto is not None and have >= upto:
            return have
        if have == 0 and log.archive.name_of(record) is not None:
            if _list_archived(log, cache, record, announce):
                return log.head(record).version
            continue
        retried = quarantine.refuse(log.store, record, upto=upto)
        version = max(have, 1)
        live = None if from_scratch or upto is not None else cache.held(record)
        if live is None or live.version != version:
            live = cache.load(record, upto=version, from_scratch=from_scratch)
        with live.lock:
            changes = Changes(len(live.timeline.steps))
            try:
                cache.read_on(live, changes, upto)
            except UNRELATED_ERRORS:
                raise
            except Exception:
                cache.drop(record)
                raise
            live.synced_version = live.version
            if upto is None:
                cache.hold(live)
            if retried and upto is None:
                quarantine.forget(log.store, record, PUBLIC)
            if live.version == have:
                pipe = log.store.pipeline(transaction=False)
                feed.index(pipe, record, place(log, record).summary)
                if any(pipe.execute()):
                    announce()
                return have
            statements.state(cache, live, have)
            update = _work_out(cache, live, have, changes, over=ended not in (None, b"null"))
            _expire_links(log, record, update.shown)
            done = _write(log, record, have, update, json.loads(shown or b"null"), announce)
        if not done:
            # Another worker was faster, or the frames are packed; check whether anything is left to do.
            _unpack(log, record)
            cache.drop(record)
            continue
        return live.version


def _list_archived(log: Log, cache: RecordCache, record: str, announce: Callable[[], None]) -> bool:
    """Put an archived record into the lists, where it is not yet; False where it came back meanwhile."""
    kept = log.archive.brief(record)
    if kept is None or numbers.is_listed(log, record):
        return kept is not None
    if kept.summary is None:
        kept = replace(kept, summary=summary(cache.load(record)))
        log.archive.renew(kept)
    shown = kept.summary or {}
    pipe = log.store.pipeline(transaction=False)
    feed.index(pipe, record, shown)
    if any(pipe.execute()):
        announce()
    feed.settle(log, record, shown)
    return True


def _expire_links(log: Log, record: str, shown: Json) -> None:
    """Set when the links of a league's closed table expire; nobody revokes the links of 200 tables."""
    closed = shown["standing"]["closed"]
    if shown["league"] is None or closed is None:
        return
    until = format_time(datetime.fromisoformat(closed["at"]) + LINKS_LAST)
    for token in tokens.list_tokens(log.store, record):
        if token.maker is not None and token.is_valid:
            tokens.expire(log.store, token, until)


@dataclass(frozen=True, slots=True)
class _Update:
    """What to write.

    Args:
        fields: Fields of the place.
        shown: The summary that lists show.
        keep: How many of the existing frames stay.
        frames: The frames that follow them.
    """

    fields: dict[str, bytes]
    shown: Json
    keep: int
    frames: list[bytes]


def _work_out(cache: RecordCache, live: LiveRecord, have: int, changes: Changes, *, over: bool) -> _Update:
    """Compute the update after version ``have``; ``over``: the game was over at that version."""
    shown = summary(live)
    fields = _fields(live, shown)
    keep, frames = changes.first, changes.frames
    ends = live.public.result() is not None
    screened = "derived" in live.public.view()
    if screened and ends != over:
        # Once the game is over, all frames show what was behind screens; if the game goes on, they hide it again.
        keep, frames = 0, []
        cache.at(live.record, version=live.version, frames=frames, over=ends)
    if have == 0 or changes.first == 0 or (screened and ends != over):
        fields["first"] = dumps(live.opening.fold().view(None if screened and ends else PUBLIC.derived))
    if live.tally.acted > have:
        # With another opening every sentence may differ.
        before = place(live.log, live.record).history if changes.first else None
        fields["history"] = dumps(history.of_log(live, PUBLIC, before))
    return _Update(fields, shown, keep, [dumps(frame) for frame in frames])


def _write(
    log: Log, record: str, have: int, update: _Update, before: Json | None, announce: Callable[[], None]
) -> bool:
    """Write derived data by one script; False where another worker was faster, or packed frames are to be continued.

    The lists come first, also those that the record leaves: they may be on another server, and an interrupted write
    must still count as lag, or nobody would repeat it. If frames are only added, those beyond :data:`FRAMES_AT_ONCE`
    are written in portions: each leaves a correct, only earlier, state.

    ``announce``: as for :func:`project_or_quarantine`.
    """
    script = log.script(PROJECT)
    names = [key(what, record) for what in ("place", "frames", "head")]
    if update.keep == 0 or "history" in update.fields:  # not at each move
        names.append(key("snapshots", record))  # written by an earlier program version and no longer used
    frames, keep = update.frames, update.keep
    versions = [str(json.loads(frame)["name"]) for frame in frames] if len(frames) > FRAMES_AT_ONCE else []
    if all(name.isdigit() and int(name) > have for name in versions):
        first = {name: value for name, value in update.fields.items() if name == "first"}
        while len(frames) > FRAMES_AT_ONCE:
            portion, frames = frames[:FRAMES_AT_ONCE], frames[FRAMES_AT_ONCE:]
            part = first | {"version": versions[len(update.frames) - len(frames) - 1].encode()}
            if script(keys=names, args=[have, len(part), keep, *_flat(part), *portion]) < 1:
                return False
            have, keep = int(part["version"]), keep + FRAMES_AT_ONCE
    pipe = log.store.pipeline(transaction=False)
    feed.index(pipe, record, update.shown, before)
    written = [have, len(update.fields), keep, *_flat(update.fields), *frames]
    *announced, answer = script.after(pipe, keys=names, args=written)
    if answer == _REMOVED:
        lists.forget(log, record, update.shown)
        feed.announce_removal(log, record, lists.indexes(update.shown))
    if any(announced):
        announce()
    if answer > 1 and before is not None:  # it came back from the archive
        feed.withdraw(log, record, answer - 1, before)
    return bool(answer >= 1)


def _flat(fields: dict[str, bytes]) -> list[Any]:
    return [part for pair in fields.items() for part in pair]


def _fields(live: LiveRecord, shown: Json) -> dict[str, bytes]:
    return {
        "version": str(live.version).encode(),
        "generation": str(live.generation).encode(),
        "summary": dumps(shown),
        "result": dumps(live.public.result()),
    }


def summary(live: LiveRecord) -> Json:
    """The summary of a record that lists show; public facts only."""
    body = live.opening.entry["body"]
    view, result = live.view(PUBLIC), live.result()
    standing = status.as_json(live)
    return {
        "id": live.record,
        "game": body["game"],
        "rules": body["rules"],
        "box": live.opening.box_hash,
        "edition": live.edition(),
        "options": live.opening.options,
        "policies": body["policies"],
        "seats": [{"seat": number, **seat} for number, seat in enumerate(live.opening.seats)],
        # A copy has its own visibility; an opening that is folded without its head has none.
        "visibility": live.fields.get("visibility", body["visibility"]),
        "copy": copies.as_json(live.fields),
        "adopted": copies.adoption_of(live.fields),
        "league": league_of(live),
        "occasion": live.opening.occasion,
        "status": standing["status"],
        "standing": standing,
        "version": live.version,
        "ply": live.public.ply,
        "head_hash": live.hash,
        "opened_at": live.opening.entry["at"],
        "ended_at": live.ended_at or None,
        "played": results.played(live),
        "changed_at": live.at,
        # Not the writer of the opening: another token may have imported the file.
        "owner": live.fields.get("owner", ""),
        "round": view["round"],
        "phase": view["phase"],
        "scores": view["scores"],
        "winners": None if result is None else [int(s) for s, one in result["seats"].items() if one["rank"] == 1],
    }


def league_of(live: LiveRecord) -> Json | None:
    """The league whose table a record is, with its reference; None where only an imported file says so."""
    named: Json | None = live.opening.entry["body"].get("league")
    return named if named is not None and live.fields.get("league") == named["id"] else None


def delete(log: Log, record: str) -> None:
    """Delete all derived data of a record; the log stays."""
    # A line in the feed: if this process is killed, the sweep finds that the record lags.
    log.store.xadd(shard_feed(shard(record)), {"r": record, "v": 0})
    kept = log.archive.brief(record)
    if kept is not None and kept.summary is not None:
        numbers.unlist(log, record)
        log.archive.renew(replace(kept, summary=None))
        return
    lists.forget(log, record, place(log, record).summary)
    log.store.delete(key("place", record), key("frames", record), key("snapshots", record))


def lag(log: Log, record: str) -> int:
    """Versions by which the projections are behind the log; 0 when they are up to date.

    Raises:
        RecordNotFoundError: There is no such record.
    """
    head, number = log.store.hmget(key("head", record), "version", "archived")
    if head is None:
        raise RecordNotFoundError(record)
    if int(number or 0) > 0:  # an archived record lags until it is in its lists
        return 0
    return int(head) - int(log.store.hget(key("place", record), "version") or 0)
