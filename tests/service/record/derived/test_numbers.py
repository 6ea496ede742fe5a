"""Archived records in lists and in the feed: what is shown, in which order and to whom, is the same as before."""

import random
from pathlib import Path
from typing import Any

import pytest

from service.access import tokens
from service.api.web.http import Service
from service.record.derived import archiving, feed, lists, numbers, projections, removal
from service.record.state.cache import RecordCache
from service.store.archive import Folder
from service.store.keys import key
from service.store.log import Log
from tests.service.conftest import Api, As, Record

SEATS = ("yellow", "red")
INDEX, FEED = lists.index_name(lists.PUBLIC), lists.index_name(lists.PUBLIC, "feed:all")


def test_blocks_have_every_row_once_and_in_order(redis: Any) -> None:
    log, rng, rows = Log(redis), random.Random(1), dict[str, tuple[int, int, int]]()
    script = log.script(numbers.ABOVE)
    for step in range(1, 1200):
        if rows and step % 5 == 0:
            record = rng.choice(sorted(rows))
            numbers.drop(log, record, rows.pop(record)[0], [INDEX], [FEED])
        else:
            record, number = f"{rng.randrange(1 << 30):x}", step
            if rows and step % 7 == 0:  # one that is there, with another time
                record = rng.choice(sorted(rows))
                number = rows[record][0]
            # Many have one time, as after an import; most are the last ones.
            score = rng.choice((7, 7, step, step, rng.randrange(1200)))
            redis.zadd(FEED, {record: step})
            assert numbers.put(log, record, number, score, [INDEX], [FEED])
            rows[record] = (number, score, step)
    want = sorted(((score, record) for record, (_, score, _) in rows.items()), reverse=True)
    assert list(numbers.below(log, INDEX, "+inf", 0)) == want
    assert list(numbers.below(log, INDEX, 600, 100)) == [row for row in want if 100 <= row[0] <= 600]
    later = sorted((step, record) for record, (_, _, step) in rows.items())
    for after, most in ((0, 5000), (333, 200), (900, 3)):
        assert numbers.rows_of(script(keys=[FEED], args=[after, most])) == [r for r in later if r[0] > after][:most]
    blocks = [name for name in redis.scan_iter("mb:{lists}:cold-*") if b"blocks" not in name]
    assert len(blocks) > 10
    assert sum(redis.object("encoding", name) == b"listpack" for name in blocks) > len(blocks) - 3
    assert {row.decode() for row in redis.zrange(FEED, 0, -1)}.isdisjoint(rows)
    redis.delete(FEED)
    assert not numbers.put(log, "other", rows[want[0][1]][0], 1, [INDEX], []), "the number is another record's"
    for record, (number, *_) in rows.items():
        numbers.drop(log, record, number, [INDEX], [FEED])
    assert set(redis.keys("mb:{lists}:*")) == {b"mb:{lists}:cold", FEED.encode()}
    assert redis.zrange(FEED, 0, -1) == [record.encode() for _, record in later], "back where they were"


QUERIES: tuple[dict[str, str], ...] = (
    *({}, {"game": "kingdoms"}, {"occasion.league": "L1"}, {"occasion.league": "L0", "event": "cup"}),
    *({"status": "closed,void"}, {"event": "cup", "status": "running"}, {"text": "final"}, {"since": "2026-01-01"}),
)


def shown(log: Log, sight: lists.Sight) -> list[Any]:
    """All that somebody sees in lists and feeds, read by pages."""
    found: list[Any] = []
    for query in QUERIES:
        wanted = {name: value for name, value in query.items() if name not in ("text", "since")}
        since = f"{query['since']}T00:00:00Z" if "since" in query else None
        for most in (1, 100):
            cursor, words = None, [query["text"]] if "text" in query else []
            while cursor is not None or most:
                about: dict[str, Any] = {"changed_since": since, "cursor": cursor, "words": words}
                page, cursor = lists.read(log, sight, wanted=wanted, most=most or 2, **about)
                found.append(page)
                most = 0  # noqa: PLW2901 - it began
            if set(wanted) <= {"game", "occasion.league", "event"}:
                after, more = 0, True
                while more:
                    rows, after, more = feed.read(log, sight.sights, wanted, after, 2)
                    found.append((rows, feed.summaries(log, rows)))
    return found


def assert_announced_again(log: Log, records: list[Record], sights: tuple[str, ...]) -> None:
    """All records that a filter finds are announced again, in portions, also after who does it was killed."""
    wanted = {record.id for record in records[::2]}
    last = feed.read(log, sights, {}, 0, 99)[1]

    def again() -> list[str]:
        return [row.record for row in feed.read(log, sights, {}, last, 99)[0] if row.changes == ("people",)]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(feed, "AT_ONCE", 2)
        feed.announce_all(log, log.store, "people", "occasion.league", "L0")
        assert len(again()) == 2, "the rest is for workers"
        patch.setattr(numbers, "unlist", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            feed.announce_more(log, log.store)
        patch.undo()
        patch.setattr(feed, "AT_ONCE", 2)
        assert feed.announce_more(log, log.store)
        assert not feed.announce_more(log, log.store)
    assert set(again()) == wanted
    assert not log.store.exists(feed.TO_DO)
    for record in records:
        projections.project(log, RecordCache(log), record.id)
    assert sorted(again()) == sorted(wanted)


def test_lists_and_feed_are_the_same_for_everybody(
    recorder: Api, as_: As, redis: Any, project: Any, service: Service, tmp_path: Path
) -> None:
    service.log.archive.folder = Folder(tmp_path / "archive")
    other = as_(tokens.create(redis, "record"))
    records = []
    for number in range(9):
        how, event = ("public", "unlisted", "private")[number % 3], ("cup", "final")[number % 2]
        opener = (recorder, other)[number % 2]
        records.append(opener.open(*SEATS, visibility=how, occasion={"league": f"L{number % 2}", "event": event}))
        project(records[-1].id)
    admin = lists.sight_of(tokens.find(redis, tokens.create(redis, "admin")))
    links = (recorder.token, other.token, records[1].seat_token(0), None)
    project(records[1].id)
    sights = [admin, *(lists.sight_of(token and tokens.find(redis, token)) for token in links)]
    log = service.log

    def all_shown() -> list[Any]:
        return [shown(log, sight) for sight in sights]

    before = all_shown()

    def settled(record: Record) -> None:
        assert archiving.archive_record(log, record.id)
        assert projections.lag(log, record.id) > 0
        project(record.id)
        assert projections.lag(log, record.id) == 0

    assert archiving.archive_record(log, records[0].id)
    assert all_shown() == before, "not listed by a number yet"
    project(records[0].id)
    for record in records[2::2]:
        settled(record)
    assert all_shown() == before
    assert redis.zcard(lists.index_name(lists.PUBLIC)) == 1, "of the three public ones"
    for record in records[1::2]:
        settled(record)
    assert all_shown() == before
    assert [name for name in redis.keys("mb:{lists}:*:all:") if b"cold" not in name] == []
    # Back again, without and with a write; and gone.
    assert log.archive.thaw(records[2].id)
    assert all_shown() == before
    settled(records[2])
    records[2].api = recorder
    records[2].play([{"type": "choose_start_player", "player": 0}])
    project(records[2].id)
    assert not redis.hexists(key("head", records[2].id), "number")
    assert [row.record for row in feed.read(log, admin.sights, {}, 0, 99)[0]] == [record.id for record in records]
    found, _ = lists.read(log, admin, wanted={}, changed_since=None, cursor=None, most=20)
    assert [each["id"] for each in found] == [record.id for record in (*records[2:0:-1], *records[:2:-1], records[0])]
    assert_announced_again(log, records, admin.sights)
    removal.remove(log, service.dispatcher.connection, records[4].id)
    found, _ = lists.read(log, admin, wanted={}, changed_since=None, cursor=None, most=20)
    assert [each["id"] for each in found] == [
        record.id for record in (*records[2:0:-1], *records[:4:-1], *records[3::-3])
    ]
    assert feed.read(log, admin.sights, {}, 0, 20)[0][-1].changes == ("removed",)
    assert len(feed.read(log, admin.sights, {}, 0, 20)[0]) == 9
