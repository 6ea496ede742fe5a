"""Lists and what one may not know: records that are not shown stand in no page and no cursor, and cost nothing."""

import base64
import itertools
from collections.abc import Callable
from typing import Any

import pytest

from service.access import rights, tokens
from service.api.web.http import Service
from service.record.derived import feed, lists
from tests.long import cases
from tests.service.conftest import Api, As, Json, Record
from tests.service.promised import SEATS, afresh, app, refused

__all__ = ["afresh", "app"]

QUERIES: list[Json] = [
    {}, {"game": "kingdoms"}, {"occasion.league": "L1"}, {"occasion.league": "L1", "round": "1"},
    {"status": "running", "game": "kingdoms", "round": "0"}, {"ref": "site:7"},
    {"game": "xidit", "occasion.league": "L1"}, {"text": "kingdoms l1"}, {"text": "nowhere"},
]  # fmt: skip
HOW = ("unlisted", "private", "public", "unlisted", "unlisted", "public")


@pytest.fixture
def mixed(recorder: Api, as_: As, redis: Any, project: Any) -> dict[str, list[Record]]:
    """Records of two clubs, few of them public, in turn; by club and visibility."""
    clubs = {"ours": recorder, "theirs": as_(tokens.create(redis, "record"))}
    made: dict[str, list[Record]] = {}
    for number in range(cases(18, 30)):
        club, how = ("ours", "theirs")[number // 3 % 2], HOW[number % len(HOW)]
        occasion = {"league": "L1", "round": str(number % 2), "refs": {"site": str(number % 9)}}
        record = clubs[club].open(*SEATS, visibility=how, occasion=occasion)
        project(record.id)
        made.setdefault(f"{club} {how}", []).append(record)
    return made


@pytest.fixture
def hands(mixed: dict[str, list[Record]], as_: As, admin: Api, redis: Any) -> dict[str, Api]:
    private, unlisted = mixed["ours private"][0], mixed["theirs unlisted"][0]
    return {
        "nobody": as_(None),
        "stranger": as_(tokens.create(redis, "record")),
        "ours": mixed["ours public"][0].api,
        "theirs": mixed["theirs public"][0].api,
        "seat": as_(private.seat_token(1)),
        "reader": as_(tokens.create(redis, "read", record=unlisted.id)),
        "helper": as_(tokens.create(redis, "record", record=mixed["theirs public"][0].id)),
        "admin": admin,
    }


def listed(api: Api, **query: Any) -> tuple[list[str], list[str]]:
    shown: list[str] = []
    told: list[str] = []
    while True:
        answer = api.get("/records", **query, **({"cursor": told[-1]} if told else {}))
        assert answer.status_code == 200, answer.text
        shown += [each["id"] for each in answer.json["records"]]
        if answer.json["next"] is None:
            return shown, told
        told.append(answer.json["next"])


def readable(cursor: str) -> str:
    """A cursor, and what it would be in base64."""
    whole = cursor[: len(cursor) // 4 * 4]
    return cursor + base64.b64decode(whole, altchars=b"-_").decode("latin-1")


@pytest.mark.parametrize("bound", [3, 2000][: cases(1, 2)])
def test_a_list_shows_all_that_one_may_see_and_its_cursors_name_nothing_else(
    mixed: dict[str, list[Record]], hands: dict[str, Api], service: Service, monkeypatch: pytest.MonkeyPatch, bound: int
) -> None:
    """Whatever the filter, and also where one request may look at three records only."""
    monkeypatch.setattr(lists, "MOST_READ", bound)
    monkeypatch.setattr(lists, "AT_ONCE", min(bound, lists.AT_ONCE))
    everything = {record.id: hands["admin"].get(record.path).json for records in mixed.values() for record in records}
    for who, api in hands.items():
        token = service.tokens.find(api.token) if api.token else None
        mine = {"nobody", "stranger"}
        may = {
            record
            for record in everything
            for head in [service.log.head(record)]
            if head.fields["visibility"] == "public" or rights.role_of(token, head) not in mine
        }
        for query, limit in itertools.product(QUERIES, (1, 50) if bound > 3 else (50,)):
            shown, told = listed(api, limit=limit, **query)
            wanted = {
                record
                for record in may
                for summary in [everything[record]]
                if all(query.get(name, summary[name]) == summary[name] for name in ("game", "status"))
                and all(query.get(name, there) == there for name, there in summary["occasion"].items())
                and query.get("text") != "nowhere"
                and ("ref" not in query or summary["occasion"]["refs"] == {"site": "7"})
            }
            assert len(shown) == len(set(shown)), (who, query, limit)
            assert set(shown) == wanted, (who, query, limit)
            named = [record for cursor in told for record in everything if record in readable(cursor)]
            assert set(named) <= set(shown), (who, query, limit)


def test_a_list_reads_as_little_with_a_thousand_hidden_records_in_between(
    service: Service, recorder: Api, anyone: Api, as_: As, project: Any, redis: Any
) -> None:
    public = [recorder.open(*SEATS, visibility="public", occasion={"league": "L1"}).id for _ in range(3)]
    for record in public:
        project(record)
    stranger = as_(tokens.create(redis, "record"))
    queries: list[Json] = [{}, {"occasion.league": "L1"}, {"occasion.league": "L1", "game": "kingdoms"}]

    def work(api: Api, query: Json) -> dict[str, int]:
        redis.config_resetstat()
        assert set(listed(api, limit=2, **query)[0]) == set(public)
        stats = redis.info("commandstats")
        return {name: stat["calls"] for name, stat in stats.items() if name.startswith("cmdstat_h") or "zr" in name}

    for api in (anyone, stranger):
        api.get("/records")  # whose token is known from now on
    before = [work(api, query) for query in queries for api in (anyone, stranger)]
    summary = {**recorder.get(f"/records/{public[0]}").json, "owner": "x" * 16, "visibility": "unlisted"}
    pipe = redis.pipeline()
    for number in range(1000):
        feed.index(pipe, f"hidden{number}", summary)
    pipe.execute()
    assert [work(api, query) for query in queries for api in (anyone, stranger)] == before


@pytest.mark.parametrize("change", ["score", "record", "mac", "cut", "longer", "case", "padded"])
def test_a_made_up_cursor_is_refused(mixed: dict[str, list[Record]], anyone: Api, change: str) -> None:
    cursor = listed(anyone, limit=1)[1][0]
    hidden = mixed["theirs unlisted"][0].id
    score, record, mac = cursor.split("-")
    made = {
        "score": f"{int(score) + 1}-{record}-{mac}", "record": f"{score}-{hidden}-{mac}",
        "mac": f"{score}-{record}-{'0' * len(mac)}", "cut": cursor[:-1], "longer": cursor + "0",
        "case": f"{score}-{record}-{mac.upper()}", "padded": f"0{cursor}",
    }[change]  # fmt: skip
    assert made != cursor
    for lang in ("en", "es"):
        problem = refused(anyone.get("/records", cursor=made, lang=lang), 400, "invalid-request")
        assert problem["detail"].startswith("cursor")
    assert anyone.get("/records", cursor=cursor).status_code == 200


def test_a_cursor_of_another_store_is_refused(recorder: Api, project: Any, afresh: Callable[[], Api]) -> None:
    project(recorder.open(*SEATS, visibility="public").id)
    cursor = recorder.get("/records", limit=1).json["next"]
    assert recorder.get("/records", cursor=cursor).status_code == 200
    refused(afresh().get("/records", cursor=cursor), 400, "invalid-request")


def test_a_file_that_was_brought_is_listed_to_who_brought_it_and_not_to_who_wrote_it(
    recorder: Api, as_: As, afresh: Callable[[], Api], project: Any, redis: Any
) -> None:
    private = recorder.open(*SEATS, visibility="private")
    file = private.get("/export").data
    writer = private.get("/log").json["entries"][0]["by"]
    afresh()
    wrote = as_(tokens.create(redis, "record", id=writer))
    brought = as_(tokens.create(redis, "record"))
    answer = brought.post("/records/import", file, {"Content-Type": "application/json"})
    assert answer.status_code == 201, answer.text
    project(answer.json["record"])
    for api, sees in ((brought, True), (wrote, False)):
        assert (api.get(f"/records/{answer.json['record']}").status_code == 200) is sees
        assert listed(api)[0] == []
        assert (listed(api, copies=1)[0] == [answer.json["record"]]) is sees
