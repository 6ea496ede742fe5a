"""Derived data: public frames, results, snapshots and summaries. All of it can be deleted and comes back the same.

Bytes are canonical, and snapshots are taken at fixed versions, so a rebuild gives what stepwise projection gave.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engines.kernel.canonical import spell
from engines.kernel.game import Json
from service.access.eyes import PUBLIC
from service.record import aside, lists
from service.record.aside import NOT_THE_RECORDS, SetAsideError
from service.record.folds import Live
from service.record.lives import Lives
from service.store.keys import key
from service.store.log import Log, RecordNotFoundError

SNAPSHOT_EVERY = 64
"""Versions between snapshots: what a process that holds nothing reads at most, beside the snapshot."""
FRAMES_AT_ONCE = 500
"""Frames one script call appends, so that a long import does not hold the store up; all are replaced by one call."""

PROJECT = """
local place, frames, snapshots, head = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
if redis.call('HEXISTS', head, 'version') == 0 then return -1 end
if (redis.call('HGET', place, 'version') or '0') ~= ARGV[1] then return 0 end
local pairs, count = tonumber(ARGV[2]), tonumber(ARGV[3])
redis.call('HSET', place, unpack(ARGV, 5, 4 + 2 * pairs))
if ARGV[4] == '1' then redis.call('DEL', frames) end
local at = 5 + 2 * pairs
for i = at, at + count - 1 do redis.call('RPUSH', frames, ARGV[i]) end
for i = at + count, #ARGV, 2 do redis.call('HSET', snapshots, ARGV[i], ARGV[i + 1]) end
return 1
"""


_REMOVED = -1
"""What the script says of a record that was removed meanwhile."""


@dataclass(frozen=True, slots=True)
class Place:
    """How far a record's projections are.

    Args:
        version: The last version taken in; 0 for none.
        first: The view of the empty table; None while nothing is projected.
        result: The outcome; None while the game runs.
        summary: What lists show.
    """

    version: int
    first: Json | None
    result: Json | None
    summary: Json | None


PLACE = ("version", "first", "result", "summary")
"""The fields of a record's place, in the order of :class:`Place`."""


def place(log: Log, record: str) -> Place:
    """How far the projections of a record are."""
    return _placed(log.store.hmget(key("place", record), PLACE))


def _placed(found: Sequence[Any]) -> Place:
    """What the store holds of a place."""
    version, first, result, summary = found
    first, result, summary = (json.loads(part) if part else None for part in (first, result, summary))
    return Place(int(version or 0), first, result, summary)


def replay(log: Log, record: str) -> tuple[Place, list[bytes]]:
    """How far the projections of a record are, and every public frame up to there as canonical bytes, in order of ply.

    Both are read at one moment: else what is projected, or deleted, in between would be in one of them only.
    """
    pipe = log.store.pipeline(transaction=True)
    pipe.hmget(key("place", record), PLACE)
    pipe.lrange(key("frames", record), 0, -1)
    found, shown = pipe.execute()
    return _placed(found), shown


def attempt(log: Log, lives: Lives, record: str) -> int:
    """Catch a record's projections up as far as it can be folded; where that is not its end it is set aside.

    Returns:
        The version they are at now.

    Raises:
        RecordNotFoundError: There is no such record.
    """
    try:
        return project(log, lives, record)
    except SetAsideError as error:
        found = error
    except NOT_THE_RECORDS:
        raise
    except Exception as error:  # noqa: BLE001 - whatever it is: no other record is to wait for this one
        found = aside.put(log.store, record, PUBLIC, error)
    lives.drop(record)
    if found.note.version > 1:
        try:
            project(log, lives, record, found.note.version - 1)
        except SetAsideError:
            pass
        except NOT_THE_RECORDS:
            raise
        except Exception as error:  # noqa: BLE001 - not even what comes before can be shown: it stays where it is
            aside.put(log.store, record, PUBLIC, error)
    return int(log.store.hget(key("place", record), "version") or 0)


def project(log: Log, lives: Lives, record: str, upto: int | None = None) -> int:
    """Catch a record's projections up with its log; finding nothing to do is normal.

    Args:
        log: The log.
        lives: The records this process holds.
        record: Which.
        upto: The version to stop at; None for the head.

    Returns:
        The version they are at now.

    Raises:
        RecordNotFoundError: There is no such record.
        SetAsideError: Nobody can fold it so far.
    """
    while True:
        raw, ended = log.store.hmget(key("place", record), ["version", "result"])
        have = int(raw or 0)
        if upto is not None and have >= upto:
            return have
        retried = aside.refuse(log.store, record, upto=upto)
        steps: list[Json] = []
        snapshots: dict[str, bytes] = {}

        def each(live: Live, snapshots: dict[str, bytes] = snapshots) -> None:
            if live.version % SNAPSHOT_EVERY == 0:
                snapshots.clear()
                snapshots["public"] = live.packed()
                for eyes in live.sighted():
                    with contextlib.suppress(SetAsideError):  # the others are not to do without theirs
                        snapshots[eyes.name] = live.packed(eyes)

        live = lives.get(record) if upto is None else lives.load(record, each, steps, upto)
        with live.lock:
            if upto is not None:
                pass  # of what is damaged after it nothing is held
            elif have == 0 or live.version != have:
                lives.drop(record)
                live = lives.load(record, each, steps)
                lives.hold(live)
            else:
                lives.catch_up(live, each, steps)
            steps = [step for step in steps if int(step["name"]) > have]
            if retried and upto is None:
                aside.forget(log.store, record, PUBLIC)
            if live.version == have:
                pipe = log.store.pipeline(transaction=False)
                lists.index(pipe, record, place(log, record).summary)
                pipe.execute()
                return have
            fields = _fields(live)
            anew = "result" in fields and not ended and "derived" in live.public.view()
            if anew:
                # The game is over: what lay behind screens is everybody's, in every frame.
                steps = []
                lives.at(record, version=live.version, frames=steps, over=True)
            if have == 0 or anew:
                fields["first"] = spell(live.opening.fold().view(None if anew else PUBLIC.derived))
            done = _write(log, record, have, fields, [spell(step) for step in steps], snapshots, anew=anew)
        if not done:
            # Another worker was faster; see whether anything is left.
            lives.drop(record)
            continue
        return live.version


def _write(
    log: Log,
    record: str,
    have: int,
    fields: dict[str, bytes],
    steps: list[bytes],
    snapshots: dict[str, bytes],
    *,
    anew: bool,
) -> bool:
    """Write what is derived, by one script; False where somebody else did. ``anew``: instead of the frames there are.

    The lists first: they may lie on another server, and what is cut off in between must still lag, or nobody would come
    back to it. Frames beyond :data:`FRAMES_AT_ONCE` go in portions of their own: each leaves a true state, only an
    earlier one.
    """
    script = log.script(PROJECT)
    names = [key("place", record), key("frames", record), key("snapshots", record), key("head", record)]
    while len(steps) > FRAMES_AT_ONCE and not anew:
        head, steps = steps[:FRAMES_AT_ONCE], steps[FRAMES_AT_ONCE:]
        version = int(json.loads(head[-1])["name"])
        part = {name: value for name, value in fields.items() if name == "first"} | {"version": str(version).encode()}
        if script(keys=names, args=[have, len(part), len(head), 0, *_flat(part), *head]) != 1:
            return False
        have = version
    pipe = log.store.pipeline(transaction=False)
    shown = json.loads(fields["summary"])
    lists.index(pipe, record, shown)
    written = [have, len(fields), len(steps), int(anew), *_flat(fields), *steps, *_flat(snapshots)]
    said = script.after(pipe, keys=names, args=written)
    if said == _REMOVED:
        lists.forget(log, record, shown)
    return bool(said == 1)


def _flat(fields: dict[str, bytes]) -> list[Any]:
    return [part for pair in fields.items() for part in pair]


def _fields(live: Live) -> dict[str, bytes]:
    result = live.public.result()
    fields = {"version": str(live.version).encode(), "summary": spell(summary(live))}
    return fields | ({"result": spell(result)} if result is not None else {})


def summary(live: Live) -> Json:
    """What lists show of a record; public facts only."""
    body = live.opening.entry["body"]
    view, result = live.view(PUBLIC), live.result()
    status = "closed" if live.notes.closed else "running" if result is None else "finished"
    return {
        "id": live.record,
        "game": body["game"],
        "rules": body["rules"],
        "box": body["box"],
        "options": body["options"],
        "policies": body["policies"],
        "seats": [{"seat": number, **seat} for number, seat in enumerate(body["seats"])],
        "visibility": body["visibility"],
        "occasion": body.get("occasion", {}),
        "status": status,
        "version": live.version,
        "ply": live.public.ply,
        "head_hash": live.hash,
        "opened_at": live.opening.entry["at"],
        "changed_at": live.at,
        # Not who wrote the opening: a file may have been brought by another.
        "owner": live.fields.get("owner", ""),
        "round": view["round"],
        "phase": view["phase"],
        "scores": view["scores"],
        "winners": None if result is None else [int(s) for s, one in result["seats"].items() if one["rank"] == 1],
    }


def delete(log: Log, record: str) -> None:
    """Delete everything derived of a record; the log stays."""
    lists.forget(log, record, place(log, record).summary)
    log.store.delete(key("place", record), key("frames", record), key("snapshots", record))


def lag(log: Log, record: str) -> int:
    """Versions by which the projections are behind the log; 0 when they are level.

    Raises:
        RecordNotFoundError: There is no such record.
    """
    head = log.store.hget(key("head", record), "version")
    if head is None:
        raise RecordNotFoundError(record)
    return int(head) - int(log.store.hget(key("place", record), "version") or 0)
