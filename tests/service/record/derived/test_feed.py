"""The feed: each record once, at its last announced change; a reader who comes back with a cursor misses nothing."""

import dataclasses
import json
import random
import threading
from typing import Any

import pytest

from service.access import tokens
from service.api.app import create_app
from service.api.web.http import Service
from service.config import Settings
from service.record.derived import feed, projections, removal
from service.record.state import quarantine
from service.store.keys import key
from tests.service.api.writes.test_signatures import finished, sign
from tests.service.conftest import Api, As, Json, Project

SEATS = ("yellow", "red")


def page(api: Api, after: str = "0", **query: Any) -> Json:
    answer = api.get("/feed", after=after, **query)
    assert answer.status_code == 200, answer.text
    found: Json = answer.json
    return found


def lines(api: Api, after: str = "0", **query: Any) -> tuple[list[Json], str]:
    """All lines after a cursor, page by page, and the cursor to go on with."""
    found: list[Json] = []
    while True:
        got = page(api, after, **query)
        found += got["lines"]
        after = got["cursor"]
        if not got["more"]:
            return found, after


def test_a_record_is_announced_when_others_see_it_change(recorder: Api, anyone: Api, project: Project) -> None:
    record = finished(recorder, visibility="public")
    cursor = "0"

    def changes() -> list[str]:
        nonlocal cursor
        project(record.id)
        found, cursor = lines(anyone, cursor)
        assert [line["record"] for line in found] in ([], [record.id])
        return found[0]["changes"] if found else []

    assert changes() == ["opened", "over"]
    told = page(anyone)["lines"]
    assert len(told) == 1
    assert told[0]["status"] == "finished"
    assert told[0]["final"] is False
    checks = {"passed": 3, "checked": 0, "open": 0}
    none = {"own_link": 0, "claimed": 0}
    assert told[0]["trust"] == {"signed": none, "start": none, "checks": checks, "irregularities": 0}
    assert "result" not in told[0]
    for seat in (0, 1):
        assert sign(record, seat).status_code == 201
        assert changes() == ["signed"]
    assert changes() == [], "nothing was written since"
    assert sign(record, 2).status_code == 201
    assert changes() == ["signed", "closed"]
    with_result = page(anyone, include="result")["lines"]
    assert [line["final"] for line in with_result] == [True]
    assert with_result[0]["result"] == record.get("/result").json
    assert with_result[0]["trust"]["signed"] == {"own_link": 0, "claimed": 3}


def test_moves_leave_a_record_where_it_is(recorder: Api, project: Project) -> None:
    first, second = recorder.open(*SEATS), recorder.open(*SEATS)
    for record in (first, second):
        project(record.id)
    _, cursor = lines(recorder)
    first.play([{"type": "choose_start_player", "player": 0}])
    project(first.id)
    assert lines(recorder, cursor)[0] == []
    assert [line["record"] for line in lines(recorder)[0]] == [first.id, second.id]
    assert lines(recorder)[0][0]["version"] == 2, "as it is now"


def test_feed_and_list_agree(recorder: Api, as_: As, admin: Api, redis: Any, project: Project) -> None:
    other = as_(tokens.create(redis, "record"))
    for number in range(12):
        how = ("public", "unlisted", "private")[number % 3]
        made = (recorder, other)[number % 2].open(
            *SEATS, visibility=how, occasion={"league": f"L{number % 2}", "event": "cup"}
        )
        project(made.id)
    for api in (recorder, other, admin, as_(None)):
        for query in ({}, {"occasion.league": "L1"}, {"occasion.league": "L0", "event": "cup"}, {"game": "xidit"}):
            listed = {each["id"] for each in api.get("/records", **query).json["records"]}
            for limit in (1, 2, 100):
                shown = [line["record"] for line in lines(api, limit=limit, **query)[0]]
                assert len(shown) == len(set(shown))
                assert set(shown) == listed


def test_a_page_without_a_fitting_line_says_that_there_is_more(recorder: Api, project: Project) -> None:
    for event in ("cup", "cup", "cup", "final"):
        project(recorder.open(*SEATS, occasion={"event": event}).id)
    query = {"game": "kingdoms", "event": "final", "limit": 1}
    first = page(recorder, **query)
    assert (first["lines"], first["more"]) == ([], True)
    assert len(lines(recorder, **query)[0]) == 1


def test_erasure_and_removal_are_announced(recorder: Api, anyone: Api, service: Service, project: Project) -> None:
    seats = [{"name": "Ana", "colour": "yellow"}, {"name": "Ben", "colour": "red"}]
    answer = recorder.post("/records", {"game": "kingdoms", "seats": seats, "visibility": "public"})
    record, player = answer.json["id"], answer.json["seats"][0]["player"]
    project(record)
    found, cursor = lines(anyone)
    assert [seat["name"] for seat in found[0]["summary"]["seats"]] == ["Ana", "Ben"]
    assert recorder.delete(f"/players/{player}").status_code == 204
    found, cursor = lines(anyone, cursor)
    assert [(line["record"], line["changes"]) for line in found] == [(record, ["people"])]
    assert [seat["name"] for seat in found[0]["summary"]["seats"]] == [None, "Ben"]
    for _ in range(2):
        removal.remove(service.log, service.dispatcher.connection, record)
        found, after = lines(anyone, cursor)
        assert [(line["record"], line["status"], line["final"]) for line in found] == [(record, "removed", True)]
        assert found[0]["summary"] is None
    assert lines(anyone, after)[0] == []
    # A worker that was about to write when it was removed.
    pipe = service.log.store.pipeline(transaction=False)
    feed.index(pipe, record, {**answer.json, "owner": "", "status": "running", "occasion": {"event": "x"}})
    pipe.execute()
    assert lines(anyone, after)[0] == []


def test_another_occasion_is_announced_where_the_record_was_too(recorder: Api, anyone: Api, project: Project) -> None:
    record = recorder.open(*SEATS, visibility="public", occasion={"league": "north"})
    project(record.id)
    _, cursor = lines(anyone, **{"occasion.league": "north"})
    changed = {"changes": [{"op": "opening", "occasion": {"league": "south"}}]}
    answer = recorder.post(f"{record.path}/corrections", changed, {"If-Match": '"1"'})
    assert answer.status_code == 201, answer.text
    project(record.id)
    for league in ("north", "south"):
        found, _ = lines(anyone, cursor, **{"occasion.league": league})
        assert [(line["changes"], line["summary"]["occasion"]) for line in found] == [
            (["occasion"], {"league": "south"})
        ]


@pytest.mark.parametrize("change", ["position", "epoch", "mac", "cut", "text"])
def test_a_forged_cursor_is_refused(recorder: Api, anyone: Api, project: Project, change: str) -> None:
    project(recorder.open(*SEATS, visibility="public").id)
    position, epoch, mac = page(anyone)["cursor"].split("-")
    made = {
        "position": f"{int(position) + 1}-{epoch}-{mac}", "epoch": f"{position}-{'0' * 8}-{mac}",
        "mac": f"{position}-{epoch}-{'0' * 32}", "cut": f"{position}-{epoch}", "text": "-1",
    }  # fmt: skip
    answer = anyone.get("/feed", after=made[change])
    assert answer.status_code == 400
    assert answer.json["type"].endswith(":invalid-request")


def test_a_cursor_of_before_a_restore_begins_again(recorder: Api, anyone: Api, redis: Any, project: Project) -> None:
    record = recorder.open(*SEATS, visibility="public")
    project(record.id)
    cursor = page(anyone)["cursor"]
    # A restore brings no lists: workers make them anew.
    for name in [*redis.scan_iter("mb:{lists}:*"), feed.HEAD, key("place", record.id)]:
        redis.delete(name)
    project(record.id)
    answer = anyone.get("/feed", after=cursor)
    assert answer.status_code == 410
    assert answer.json["type"].endswith(":feed-restarted")
    assert [line["record"] for line in lines(anyone)[0]] == [record.id]


def test_a_worker_killed_halfway_hides_nothing(recorder: Api, anyone: Api, service: Service, project: Project) -> None:
    record = finished(recorder, visibility="public")
    project(record.id)
    _, cursor = lines(anyone)
    assert sign(record, 0).status_code == 201
    live = service.lives.get(record.id)
    service.lives.catch_up(live)
    pipe = service.log.store.pipeline(transaction=False)
    feed.index(pipe, record.id, projections.summary(live), projections.place(service.log, record.id).summary)
    pipe.execute()
    found, cursor = lines(anyone, cursor, include="result")
    assert [line["trust"]["signed"]["claimed"] for line in found] == [1], "the position leads, the log is asked"
    project(record.id)
    assert lines(anyone, cursor)[0] == []
    # Nor does one that comes late with an older version take it back.
    older = {**projections.place(service.log, record.id).summary, "version": 1, "occasion": {"event": "old"}}
    feed.index(pipe, record.id, older)
    pipe.execute()
    assert lines(anyone, cursor)[0] == []


def test_leaving_quarantine_is_announced(recorder: Api, anyone: Api, service: Service, project: Project) -> None:
    record = recorder.open(*SEATS, visibility="public")
    project(record.id)
    _, cursor = lines(anyone)
    feed.unsettle(service.log, record.id)
    quarantine.forget(service.log.store, record.id)
    projections.delete(service.log, record.id)
    project(record.id)
    found, _ = lines(anyone, cursor)
    assert [line["record"] for line in found] == [record.id]
    projections.delete(service.log, record.id)
    project(record.id)
    assert len(lines(anyone)[0]) == 1, "a rebuild alone announces nothing new"


def test_a_reader_beside_racing_writers_misses_no_record(recorder: Api, admin: Api, service: Service, as_: As) -> None:
    """Public and hidden records come from two sets; a page read while positions are assigned skips none of them."""
    made = [recorder.open(*SEATS, visibility=("public", "unlisted")[number % 2]).id for number in range(30)]
    order = random.Random(7).sample(made, len(made))
    over = threading.Event()
    seen: set[str] = set()

    def write(mine: list[str]) -> None:
        for record in mine:
            projections.project(service.log, service.lives, record)

    def read() -> None:
        cursor, last = "0", False
        while not last:
            last = over.is_set()
            found, cursor = lines(admin, cursor, limit=3)
            seen.update(line["record"] for line in found)

    writers = [threading.Thread(target=write, args=(order[at::3],)) for at in range(3)]
    reader = threading.Thread(target=read)
    reader.start()
    for thread in writers:
        thread.start()
    for thread in writers:
        thread.join()
    over.set()
    reader.join()
    assert seen == set(made)


def test_a_worker_wakes_only_for_what_it_announces(recorder: Api, service: Service, project: Project) -> None:
    record = recorder.open(*SEATS)
    woken: list[str] = []
    for moves, expected in (([], ["feed"]), ([{"type": "choose_start_player", "player": 0}], [])):
        record.play(moves)
        woken.clear()
        projections.project(service.log, service.lives, record.id, announce=lambda: woken.append(feed.WAKE))
        assert woken == expected


def test_lines_come_as_json_lines_with_a_tag(recorder: Api, project: Project) -> None:
    for _ in range(2):
        project(recorder.open(*SEATS).id)
    takes = {"Accept": "application/x-ndjson"}
    answer = recorder.get("/feed", takes)
    first, second = map(json.loads, answer.text.splitlines())
    again = recorder.get("/feed", takes | {"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.text) == (304, "")
    assert [line["record"] for line in lines(recorder, first["cursor"])[0]] == [second["record"]]


def test_an_answer_without_a_line_costs_no_request(settings: Settings, recorder: Api, project: Project) -> None:
    project(recorder.open(*SEATS, visibility="public").id)
    # Nothing comes back into the bucket while the test runs, however long that takes.
    slow: Any = 0.0001
    counted = create_app(dataclasses.replace(settings, rate_address=slow, burst=3))
    api = Api(counted.test_client(), None)
    _, cursor = lines(api)
    assert {api.get("/feed", after=cursor).status_code for _ in range(20)} == {200}
    statuses = [api.get("/feed").status_code for _ in range(20)]
    assert (statuses[0], statuses[-1]) == (200, 429)
