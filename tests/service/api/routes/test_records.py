"""Games, records and their tokens over HTTP (design, section 4)."""

import re
from random import Random
from typing import Any

import pytest

from engines import GAMES
from service.access import tokens
from service.api.web.http import Service
from service.record import people
from tests.service.conftest import Api, As, Json, Project, Record
from tests.service.promised import app, record, refused, untouched

__all__ = ["app", "record"]

TWO = [{"colour": "red"}, {"colour": "blue"}]
OPENING = {"game": "kingdoms", "seats": TWO}


def test_the_games_are_listed_with_what_a_form_needs_first(anyone: Api) -> None:
    games = anyone.get("/games")
    assert games.status_code == 200
    assert [game["name"] for game in games.json["games"]] == list(GAMES)
    kingdoms = next(game for game in games.json["games"] if game["name"] == "kingdoms")
    assert (kingdoms["seats"], kingdoms["rules"]) == ({"least": 2, "most": 4}, "kingdoms@1")
    assert kingdoms["title"].keys() == {"en", "es"}


def test_a_game_shows_options_moves_with_their_fields_and_its_box(anyone: Api) -> None:
    game = anyone.get("/games/kingdoms").json
    assert {"options", "moves", "rules", "box", "colours"} <= game.keys()
    assert set(game["colours"]) == {"red", "blue", "yellow", "green"}
    assert list(game["moves"]["place_castle"]["fields"]) == ["rank", "row", "col"]
    assert game["moves"]["draw_and_place"]["fields"]["tile"]["choices"]
    assert game["moves"]["choose_start_player"]["seated"] is False
    assert game["secret"] == {"deal_starting_tile": {"tile": "seat"}}
    assert re.fullmatch("[0-9a-f]{64}", game["box"]["hash"])
    assert sum(kind["count"] for kind in game["box"]["kinds"]) == 23


def test_a_field_tells_whether_null_is_an_answer_of_its_own(anyone: Api) -> None:
    game = anyone.get("/games/xidit").json
    regions = game["moves"]["place_bards"]["fields"]["regions"]
    assert regions["kind"] == "map"
    assert (regions["of"]["kind"], regions["of"]["nullable"]) == ("integer", True)
    assert "nullable" not in game["moves"]["place_idrakys"]["fields"]["city"]
    assert "nullable" not in anyone.get("/games/kingdoms").text


@pytest.mark.parametrize("lang", ["en", "es"])
def test_an_unknown_game_is_named(anyone: Api, lang: str) -> None:
    problem = refused(anyone.get("/games/chess", lang=lang), 404, "not-found")
    assert "chess" in problem["detail"]
    assert "kingdoms" in problem["detail"]


def test_a_new_record_is_answered_with_all_that_its_recorder_needs(recorder: Api) -> None:
    answer = recorder.post(
        "/records",
        {
            "game": "kingdoms",
            "seats": [{"name": "Ana", "colour": "yellow"}, {"colour": "red"}, {}],
            "occasion": {
                "league": "L1", "round": "3", "date": "2026-11-21", "zone": "Europe/Madrid", "refs": {"x": "7"},
            },
        },
    )  # fmt: skip
    assert answer.status_code == 201
    made = answer.json
    assert answer.headers["ETag"].startswith('"1-')
    assert answer.headers["Location"] == f"/v1/records/{made['id']}"
    assert re.fullmatch("[a-z2-7]{26}", made["id"])
    assert (made["version"], made["rules"]) == (1, "kingdoms@1")
    assert [(seat["seat"], seat["name"], seat["colour"]) for seat in made["seats"]] == [
        (0, "Ana", "yellow"),
        (1, None, "red"),
        (2, None, made["seats"][2]["colour"]),
    ]
    assert made["seats"][2]["colour"] in {"blue", "green"}
    assert len({seat["player"] for seat in made["seats"]}) == 3
    assert (made["visibility"], made["occasion"]["refs"]) == ("unlisted", {"x": "7"})
    assert {offer["type"] for offer in made["offers"]["moves"]} == {"deal_starting_tile", "choose_start_player"}
    again: Any = recorder.client.get(answer.headers["Location"])
    assert (again.status_code, again.json["occasion"]) == (200, made["occasion"])


def test_the_first_entry_pins_rules_options_and_box_and_names_nobody(recorder: Api) -> None:
    made = recorder.post("/records", {"game": "kingdoms", "seats": [{"name": "Ana Ruiz"}, {"name": "Bo"}]}).json
    log = recorder.get(f"/records/{made['id']}/log")
    body = log.json["entries"][0]["body"]
    assert (body["rules"], body["options"]) == ("kingdoms@1", {"reach_past_mountains": False})
    assert body["box"] == recorder.get("/games/kingdoms").json["box"]["hash"]
    assert "Ana Ruiz" not in log.text
    assert [seat["player"] for seat in body["seats"]] == [seat["player"] for seat in made["seats"]]


def test_a_known_player_sits_down_again_under_the_same_name(recorder: Api) -> None:
    ana = recorder.post("/records", {"game": "kingdoms", "seats": [{"name": "Ana"}, {}]}).json["seats"][0]
    second = recorder.post("/records", {"game": "kingdoms", "seats": [{}, {"player": ana["player"]}]}).json
    assert (second["seats"][1]["player"], second["seats"][1]["name"]) == (ana["player"], "Ana")


def test_a_record_may_name_the_box_it_is_played_with(recorder: Api) -> None:
    box = recorder.get("/games/kingdoms").json["box"]["hash"]
    assert recorder.post("/records", {**OPENING, "box": box}).json["box"] == box


@pytest.mark.parametrize(("change", "where"), [
    ({"game": 5}, "game"), ({"seats": None}, "seats"), ({"seats": []}, "seats"), ({"seats": "red,blue"}, "seats"),
    ({"seats": [{"colour": "red", "hat": 1}, {}]}, "seats.0.hat"), ({"seats": [{"name": ""}, {}]}, "seats.0.name"),
    ({"seats": [{"name": "x" * 101}, {}]}, "seats.0.name"), ({"seats": [{"name": "a\nb"}, {}]}, "seats.0.name"),
    ({"seats": [{"name": " \u00a0\u3000"}, {}]}, "seats.0.name"),
    ({"seats": [{"name": "\u200b\u200d\ufeff"}, {}]}, "seats.0.name"),
    ({"seats": [{"name": "\u3164\u2800"}, {}]}, "seats.0.name"),
    ({"seats": [{"name": "\u202e\u2066"}, {}]}, "seats.0.name"),
    ({"seats": [{"name": "Ana\u202e"}, {}]}, "seats.0.name"),
    ({"seats": [{"name": "Ana\x9b31m"}, {}]}, "seats.0.name"),
    ({"occasion": {"league": "\x9b31m"}}, "occasion.league"), ({"occasion": {"place": "x\u2066y"}}, "occasion.place"),
    ({"seats": [{"name": "Ana", "player": "p1"}, {}]}, "seats.0.name"),
    ({"options": {"house_rule": 1}}, "options.house_rule"), ({"options": []}, "options"), ({"box": "default"}, "box"),
    ({"visibility": "secret"}, "visibility"), ({"occasion": {"table": 4}}, "occasion.table"),
    ({"occasion": {"date": "21.11.2026"}}, "occasion.date"), ({"occasion": {"date": "2026-02-31"}}, "occasion.date"),
    ({"occasion": {"zone": "Middle/Earth"}}, "occasion.zone"), ({"colour": "red"}, "colour"),
])  # fmt: skip
def test_an_opening_that_cannot_be_read_names_the_field(recorder: Api, redis: Any, change: Any, where: str) -> None:
    with untouched(redis):
        problem = recorder.post("/records", {**OPENING, **change})
    assert problem.status_code == 400
    assert where in problem.json["errors"], problem.text


@pytest.mark.parametrize(
    "name", ["Ana", "José-María", "李小龍", "عائشة", "ר\u200eא", "👩\u200d🚀", "Z\u0351algo", "~", "7"]
)
def test_a_name_of_any_script_that_shows_is_kept_as_it_is(recorder: Api, name: str) -> None:
    made = recorder.post("/records", {"game": "kingdoms", "seats": [{"name": name}, {}]})
    assert (made.status_code, made.json["seats"][0]["name"]) == (201, name)


def test_a_box_that_is_not_kept_here_is_named(recorder: Api, redis: Any) -> None:
    with untouched(redis):
        assert (
            "0" * 64
            in refused(recorder.post("/records", {**OPENING, "box": "0" * 64}), 400, "invalid-request")["detail"]
        )


def test_an_unknown_game_cannot_be_opened(recorder: Api, redis: Any) -> None:
    with untouched(redis):
        refused(recorder.post("/records", {"game": "chess", "seats": TWO}), 404, "not-found")


@pytest.mark.parametrize(("seats", "rule"), [
    ([{}], "KIN-1.15"),
    ([{}, {}, {}, {}, {}], "KIN-1.15"),
    ([{"colour": "red"}, {"colour": "red"}], "KIN-2.1"),
    ([{"colour": "pink"}, {}], "KIN-2.1"),
])  # fmt: skip
def test_a_table_the_rules_forbid_is_refused_by_clause(recorder: Api, redis: Any, seats: Any, rule: str) -> None:
    with untouched(redis):
        refused(recorder.post("/records", {"game": "kingdoms", "seats": seats}), 422, "illegal-move", rule=rule)


def test_opening_twice_with_one_key_gives_the_first_answer_byte_for_byte(recorder: Api, service: Service) -> None:
    key = {"Idempotency-Key": "table 4, round 2"}
    body = {"game": "kingdoms", "seats": [{"name": "Ana", "colour": "red"}, {"colour": "blue"}]}
    first = recorder.post("/records", body, key)
    made = Record(recorder, first.json["id"])
    for change in (lambda: None, lambda: made.text("red deal\nblue deal"), lambda: service.lives.drop(made.id)):
        change()
        again = recorder.post("/records", body, key)
        assert (again.status_code, again.data) == (201, first.data)
        assert again.headers["ETag"] == first.headers["ETag"]
        assert again.headers["Location"] == first.headers["Location"]


def test_one_key_in_two_hands_opens_two_records(recorder: Api, admin: Api) -> None:
    key = {"Idempotency-Key": "k"}
    ids = {api.post("/records", OPENING, key).json["id"] for api in (recorder, admin)}
    assert len(ids) == 2


@pytest.mark.parametrize("key", ["", "x" * 201, "é"])
def test_a_key_that_is_none_is_refused(recorder: Api, redis: Any, key: str) -> None:
    with untouched(redis):
        refused(recorder.post("/records", OPENING, {"Idempotency-Key": key}), 400, "invalid-request")


def test_a_record_shows_where_it_stands(record: Record) -> None:
    answer = record.get("")
    shown = answer.json
    assert answer.headers["ETag"].startswith('"5-')
    assert (shown["version"], shown["ply"], shown["status"]) == (5, 4, "running")
    assert shown["head_hash"] == record.get("/log").json["entries"][-1]["hash"]
    assert shown["opened_at"] <= shown["changed_at"]
    assert shown["scores"] == {"0": 50, "1": 50, "2": 50}


def test_tags_change_when_a_name_is_erased(recorder: Api, service: Service, project: Project) -> None:
    seats = [{"colour": "red", "name": "Ana Ruiz"}, {"colour": "blue", "name": "Ben"}]
    record = Record(recorder, recorder.post("/records", OPENING | {"seats": seats}).json["id"])
    kingdoms = GAMES["kingdoms"]
    record.play(kingdoms.table(Random(1), ("red", "blue"), {}, kingdoms.box()))
    project(record.id)
    shown = {what: record.get(what) for what in ("", "/replay", "/result", "/export")}
    player = shown[""].json["seats"][0]["player"]
    assert people.erase(service.log.store, player)
    for what, before in shown.items():
        tag = before.headers["ETag"]
        assert re.fullmatch(rf'"{record.version}-[0-9a-f]{{16}}"', tag)
        after = record.get(what, {"If-None-Match": tag})
        assert (after.status_code, "Ana Ruiz" in before.text, "Ana Ruiz" in after.text) == (200, True, False), what
        assert record.get(what, {"If-None-Match": after.headers["ETag"]}).status_code == 304
        assert record.get(what, {"If-Match": f'"{record.version}"'}).status_code == 200
        assert record.get(what, {"If-Match": '"1"'}).status_code == 412


@pytest.mark.parametrize("scope", ["seat", "record", "read", "judge"])
def test_a_token_is_shown_once_and_its_link_hides_it_in_the_fragment(record: Record, recorder: Api, scope: str) -> None:
    body = {"scope": scope, "label": "Ana's phone"} | ({"seat": 0} if scope == "seat" else {})
    answer = recorder.post(f"{record.path}/tokens", body)
    assert answer.status_code == 201
    made = answer.json
    assert answer.headers["Location"] == f"/v1{record.path}/tokens/{made['id']}"
    assert re.fullmatch("mb_[a-z2-7]{16}_[A-Za-z0-9_-]{43}", made["token"])
    address, _, fragment = made["link"].partition("#")
    assert fragment == f"t={made['token']}"
    assert made["token"] not in address
    assert record.id in address
    listed = recorder.get(f"{record.path}/tokens")
    assert made["token"].split("_", 2)[2] not in listed.text
    assert [(token["id"], token["scope"]) for token in listed.json["tokens"]] == [(made["id"], scope)]


def test_a_token_is_shown_to_its_bearer_without_its_secret(record: Record, recorder: Api, as_: As, redis: Any) -> None:
    made = recorder.post(f"{record.path}/tokens", {"scope": "seat", "seat": 1, "label": "Ben's phone"}).json
    secret = made.pop("token")
    del made["link"]
    answer = as_(secret).get("/token")
    assert (answer.json, answer.headers["Cache-Control"]) == (made, "no-store")
    club = as_(tokens.create(redis, "record", label="Club Norte")).get("/token").json
    assert (club["scope"], club["record"], club["label"]) == ("record", None, "Club Norte")


WRONG_TOKENS: list[Json] = [
    {},
    *({"scope": scope} for scope in ("admin", "owner", "seat")),
    *({"scope": scope, "seat": 0} for scope in ("read", "record", "judge")),
    *({"scope": "seat", "seat": seat} for seat in (3, -1, "0", True)),
    *({"scope": "read", "expires_at": at} for at in ("tomorrow", "2026-01-01T00:00:00", "0001-01-01T00:00:00+14:00")),
    *({"scope": "read", **more} for more in ({"label": "x" * 201}, {"colour": "red"}, {"record": "z" * 26})),
    *({"scope": "read", **more} for more in ({"since": 0}, {"id": "aaaaaaaaaaaaaaaa"})),
]


def test_a_token_that_cannot_be_is_refused(record: Record, recorder: Api, redis: Any) -> None:
    with untouched(redis):
        for body in WRONG_TOKENS:
            refused(recorder.post(f"{record.path}/tokens", body), 400, "invalid-request")


@pytest.mark.parametrize(("method", "path", "allowed"), [
    ("DELETE", "/games", "GET, HEAD, OPTIONS"), ("PUT", "/records", "GET, HEAD, OPTIONS, POST"),
    ("POST", "/records/{id}", "GET, HEAD, OPTIONS"), ("DELETE", "/records/{id}", "GET, HEAD, OPTIONS"),
    ("GET", "/records/{id}/moves", "OPTIONS, POST"), ("PATCH", "/records/{id}/log", "GET, HEAD, OPTIONS"),
    ("GET", "/records/{id}/tokens/x", "DELETE, OPTIONS"),
    ("PUT", "/records/{id}/tokens", "GET, HEAD, OPTIONS, POST"),
])  # fmt: skip
def test_another_method_is_refused_with_those_there_are(record: Record, method: str, path: str, allowed: str) -> None:
    for asked in (method, "OPTIONS"):
        answer = record.api.client.open("/v1" + path.format(id=record.id), method=asked)
        assert answer.headers["Allow"] == allowed, "in order of the alphabet, in every process"
        if asked == method:
            refused(answer, 405, "method-not-allowed")
