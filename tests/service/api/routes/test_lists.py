"""Lists over all records (design, section 4): last changed first, filtered, page by page, and only what one may see."""

import base64
import json
from collections.abc import Callable
from typing import Any

import pytest

from service.store.keys import key
from tests.service.api.routes.test_replay import a_game
from tests.service.conftest import Api, Record
from tests.service.promised import SEATS, START, app, refused

__all__ = ["app"]


@pytest.fixture
def opened(recorder: Api, project: Any) -> Callable[..., Record]:
    def make(**more: Any) -> Record:
        made = recorder.open(*SEATS, **{"visibility": "public", **more})
        project(made.id)
        return made

    return make


def ids(api: Api, **query: Any) -> list[str]:
    answer = api.get("/records", **query)
    assert answer.status_code == 200, answer.text
    return [shown["id"] for shown in answer.json["records"]]


def test_an_empty_store_has_an_empty_list(anyone: Api) -> None:
    assert anyone.get("/records").json == {"records": [], "next": None}


def test_a_list_shows_each_record_as_it_shows_itself(opened: Callable[..., Record], anyone: Api, project: Any) -> None:
    record = opened(occasion={"league": "L1"})
    assert record.text(START).status_code == 201
    project(record.id)
    shown = anyone.get("/records").json["records"][0]
    itself = record.by(anyone).get("").json
    assert shown == {name: itself[name] for name in shown}
    assert {"id", "game", "seats", "version", "ply", "status", "scores", "changed_at", "head_hash"} <= shown.keys()


def test_a_summary_that_an_earlier_version_derived_names_its_edition_and_counts_no_use(
    opened: Callable[..., Record], anyone: Api, redis: Any
) -> None:
    record = opened()
    derived = json.loads(redis.hget(key("place", record.id), "summary"))
    del derived["edition"]
    redis.hset(key("place", record.id), "summary", json.dumps(derived))
    (found,) = anyone.get("/records").json["records"]
    assert (found["edition"]["edition"], found["edition"]["compared"], found["edition"]["used"]) == ("2012", 16, None)


def test_the_last_changed_comes_first(opened: Callable[..., Record], anyone: Api, project: Any) -> None:
    first, second = opened(), opened()
    assert set(ids(anyone)) == {first.id, second.id}
    assert first.text("yellow deal").status_code == 201
    project(first.id)
    assert ids(anyone) == [first.id, second.id]


@pytest.mark.parametrize(
    ("name", "value"),
    [("occasion.league", "L1"), ("event", "Spring open"), ("round", "3"), ("table", "A/4"), ("ref", "site:77")],
)
def test_a_filter_finds_an_occasion_s_names(opened: Callable[..., Record], anyone: Api, name: str, value: str) -> None:
    occasion = {"league": "L1", "event": "Spring open", "round": "3", "table": "A/4", "refs": {"site": "77"}}
    record = opened(occasion=occasion)
    opened(occasion={"league": "L2", "refs": {"site": "78", "other": "77"}})
    assert ids(anyone, **{name: value}) == [record.id]
    assert ids(anyone, **{name: f"{value} "}) == []
    assert ids(anyone, game="kingdoms", **{name: value}) == [record.id]
    assert ids(anyone, game="chess", **{name: value}) == []


def test_a_player_finds_the_own_games(opened: Callable[..., Record], anyone: Api) -> None:
    record, _ = opened(), opened()
    player = record.get("").json["seats"][1]["player"]
    assert ids(anyone, player=player) == [record.id]


def test_status_tells_running_from_finished(opened: Callable[..., Record], anyone: Api, project: Any) -> None:
    running, finished = opened(), opened().import_moves(a_game())
    project(finished.id)
    assert ids(anyone, status="running") == [running.id]
    assert ids(anyone, status="finished") == [finished.id]
    assert ids(anyone, status="closed") == []
    assert ids(anyone, status="running,finished") == ids(anyone)
    answer = anyone.get("/records", status="finished,void")
    assert [each["id"] for each in answer.json["records"]] == [finished.id]
    again = anyone.get("/records", {"If-None-Match": answer.headers["ETag"]}, status="finished,void")
    assert (again.status_code, again.data) == (304, b"")


def test_changed_since_finds_what_is_new(opened: Callable[..., Record], anyone: Api) -> None:
    at = opened().get("").json["changed_at"]
    later = opened()
    assert later.id in ids(anyone, changed_since=at)
    assert ids(anyone, changed_since=later.get("").json["changed_at"])[:1] == [later.id]
    assert ids(anyone, changed_since="2999-01-01T00:00:00Z") == []
    assert len(ids(anyone, changed_since="1999-01-01T00:00:00+14:00")) == 2


@pytest.mark.parametrize("limit", [1, 2, 3, 7, 200])
def test_pages_have_neither_gaps_nor_repeats(opened: Callable[..., Record], anyone: Api, limit: int) -> None:
    made = {opened().id for _ in range(7)}
    seen: list[str] = []
    query: dict[str, Any] = {}
    while True:
        page = anyone.get("/records", limit=limit, **query).json
        assert len(page["records"]) <= limit
        seen += [shown["id"] for shown in page["records"]]
        if page["next"] is None:
            break
        query = {"cursor": page["next"]}
    assert len(seen) == len(set(seen))
    assert set(seen) == made


@pytest.mark.parametrize("query", [
    {"limit": 0}, {"limit": 201}, {"limit": "many"}, {"status": "asleep"}, {"status": "running,"},
    {"changed_since": "yesterday"}, {"changed_since": "2026-01-01T00:00:00"},
    {"changed_since": "0001-01-01T00:00:00+14:00"}, {"changed_since": "9999-12-31T23:59:59-14:00"},
    {"cursor": "junk"}, {"cursor": "é"}, {"cursor": ""}, {"cursor": base64.urlsafe_b64encode(b"1 a").decode()},
    {"cursor": base64.urlsafe_b64encode(b"1 a b").decode()},
    {"cursor": base64.urlsafe_b64encode(b"9" * 400 + b" a").decode()},
    {"cursor": base64.urlsafe_b64encode(b"\xff\xfe").decode()}, {"cursor": f"1-a-{'0' * 32}"},
    {"cursor": f"{'9' * 400}-a-{'0' * 32}"},
])  # fmt: skip
@pytest.mark.parametrize("lang", ["en", "es"])
def test_a_list_that_cannot_be_is_refused(anyone: Api, query: dict[str, Any], lang: str) -> None:
    problem = refused(anyone.get("/records", lang=lang, **query), 400, "invalid-request")
    assert next(iter(query)) in problem["detail"]


@pytest.mark.parametrize("value", ["", "\x00", "*", "{s00}", "a\nb", "x" * 2000, "🂡"])
def test_a_filter_takes_any_text(opened: Callable[..., Record], anyone: Api, value: str) -> None:
    opened()
    for name in ("game", "player", "occasion.league", "event", "round", "table", "ref"):
        assert ids(anyone, **{name: value}) == []


@pytest.mark.parametrize(("text", "found"), [
    ("kingdoms", 1), ("josé", 1), ("JOSE peñ", 1), ("jose norte", 1), ("casa azul", 1), ("2026-11-21", 1),
    ("", 1), ("jose sur", 0), ("xidit", 0), ("77", 0),
])  # fmt: skip
def test_a_list_finds_words_in_title_names_and_occasion_without_capitals_or_accents(
    recorder: Api, anyone: Api, project: Any, text: str, found: int
) -> None:
    seats = [{"name": "José Peña", "colour": "red"}, {"name": "Ana", "colour": "blue"}]
    occasion = {"league": "Liga Norte", "place": "Casa Azul", "date": "2026-11-21", "refs": {"site": "77"}}
    made = recorder.post(
        "/records", {"game": "kingdoms", "seats": seats, "occasion": occasion, "visibility": "public"}
    ).json
    project(made["id"])
    assert ids(anyone, text=text) == [made["id"]] * found


def test_a_page_of_words_goes_on_where_the_one_before_ended(recorder: Api, anyone: Api, project: Any) -> None:
    for number in range(7):
        seats = [{"name": "Carmen" if number % 2 else "Bea"}, {"name": "Ana"}]
        made = recorder.post("/records", {"game": "kingdoms", "seats": seats, "visibility": "public"}).json
        project(made["id"])
    first = anyone.get("/records", text="carmen", limit=2).json
    assert len(first["records"]) == 2
    second = anyone.get("/records", text="carmen", limit=2, cursor=first["next"]).json
    assert len(second["records"]) == 1
    assert not {one["id"] for one in first["records"]} & {one["id"] for one in second["records"]}


def test_a_summary_names_the_seats_that_won_once_the_game_is_over(recorder: Api, anyone: Api, project: Any) -> None:
    made = recorder.open("yellow", "red", "blue", visibility="public")
    project(made.id)
    assert anyone.get("/records").json["records"][0]["winners"] is None
    project(made.import_moves(a_game(2)).id)
    result = made.get("/result").json
    best = [seat["seat"] for seat in result["seats"] if seat["rank"] == 1]
    assert anyone.get("/records").json["records"][0]["winners"] == best
