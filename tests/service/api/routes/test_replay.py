"""Looking at a record over HTTP (design, section 4): log, state, offers, replay, result."""

import json
import random
from typing import Any

import jsonpatch
import pytest

from engines import GAMES
from engines.kernel import canonical
from tests.service.conftest import Api, Json, Record
from tests.service.promised import SEATS, app, record, refused

__all__ = ["app", "record"]

CASTLE: Json = {"type": "place_castle", "seat": 0, "rank": 1, "row": 1, "col": 1}
LOOKS = ("/log", "/state", "/offers", "/replay")


def a_game(seed: int = 2) -> bytes:
    kingdoms = GAMES["kingdoms"]
    moves = kingdoms.table(random.Random(seed), SEATS, {}, kingdoms.box())
    return "".join(json.dumps(move) + "\n" for move in moves).encode()


@pytest.fixture
def played(recorder: Api) -> Record:
    return recorder.open(*SEATS, occasion={"league": "L1", "refs": {"site": "77"}}).import_moves(a_game())


def test_the_log_is_read_from_a_version_on(record: Record) -> None:
    whole = record.get("/log").json
    assert (whole["record"], whole["version"]) == (record.id, 5)
    assert [entry["version"] for entry in whole["entries"]] == [1, 2, 3, 4, 5]
    assert [entry["type"] for entry in whole["entries"]] == ["opened", "move", "move", "move", "move"]
    for after, limit in ((0, 2), (3, 1), (4, 9), (5, 1), (2**53 - 1, 1)):
        entries = record.get("/log", after=after, limit=limit).json["entries"]
        assert entries == whole["entries"][after : after + limit]


def test_the_log_comes_as_lines_where_they_are_asked_for(record: Record) -> None:
    answer = record.get("/log", {"Accept": "application/x-ndjson"})
    assert answer.mimetype == "application/x-ndjson"
    assert answer.headers["ETag"].startswith('"5-')
    assert "Accept" in answer.headers["Vary"].split(", ")
    assert [json.loads(line) for line in answer.text.splitlines()] == record.get("/log").json["entries"]
    for line in answer.data.splitlines():
        assert line == canonical.dumps(json.loads(line))


def test_the_state_is_shown_at_any_ply_and_version(played: Record) -> None:
    now = played.get("/state").json
    assert (now["version"], now["view"]["phase"]) == (played.version, "finished")
    for ply in (0, 1, now["ply"] // 2, now["ply"]):
        at_ply = played.get("/state", ply=ply)
        assert at_ply.json["ply"] == ply
        assert at_ply.headers["ETag"].startswith(f'"{played.version}-')
        at_version = played.get("/state", version=at_ply.json["version"]).json
        assert at_version["view"] == at_ply.json["view"]
    assert played.get("/state", version=1).json["view"]["phase"] == "dealing"


@pytest.mark.parametrize("query", [{"ply": 5}, {"version": 6}, {"ply": 2**53 - 1}, {"version": 2**53 - 1}])
def test_what_has_not_come_yet_is_not_there(record: Record, query: Json) -> None:
    refused(record.get("/state", **query), 404, "not-found")


def test_offers_lead_field_by_field_to_a_move(record: Record) -> None:
    offers = record.get("/offers")
    assert offers.headers["ETag"].startswith('"5-')
    types = {offer["type"]: offer for offer in offers.json["moves"]}
    assert list(types["place_castle"]["fields"]) == ["rank", "row", "col"]
    move: Json = {"type": "place_castle", "seat": 0}
    asked = []
    while (answer := record.get("/offers", move=json.dumps(move)).json)["field"] is not None:
        asked.append(answer["field"])
        move[answer["field"]] = answer["domain"]["of"][0]
    assert asked == ["rank", "row", "col"]
    assert record.move(**move).status_code == 201
    taken = record.get("/offers", move=json.dumps({"type": "place_castle", "rank": 1, "row": move["row"]})).json
    assert taken["field"] == "col"
    assert move["col"] not in taken["domain"]["of"]


@pytest.mark.parametrize("move", ["", "{", "[]", "5", "{}", '{"type": 5}', '{"type": "fly"}', "[" * 10_000])
def test_a_part_of_no_move_is_refused(record: Record, move: str) -> None:
    problem = refused(record.get("/offers", move=move), 400, "invalid-request")
    assert "move" in problem["detail"]


def test_a_replay_waits_for_its_worker(record: Record, project: Any) -> None:
    answer = record.get("/replay", eyes="public")
    assert answer.status_code == 202
    assert int(answer.headers["Retry-After"]) >= 1
    assert answer.json == {"version": 5, "projected": 0}
    project(record.id)
    assert record.get("/replay", eyes="public").status_code == 200
    record.move(**CASTLE)
    assert record.get("/replay", eyes="public").json == {"version": 6, "projected": 5}


@pytest.mark.parametrize("eyes", ["public", "recorder"])
def test_a_replays_patches_lead_by_a_foreign_hand_to_the_state(played: Record, project: Any, eyes: str) -> None:
    project(played.id)
    answer = played.get("/replay", eyes=eyes)
    assert answer.headers["ETag"].startswith(f'"{played.version}-')
    replay = answer.json
    assert {"record", "rules", "box", "eyes", "version", "first", "frames", "result"} <= replay.keys()
    assert (replay["record"], replay["eyes"], replay["version"]) == (played.id, eyes, played.version)
    assert replay["eyes_allowed"] == ["public", "recorder"]
    assert replay["box"]["hash"]
    assert [frame["ply"] for frame in replay["frames"]] == list(range(1, len(replay["frames"]) + 1))
    assert [frame["name"] for frame in replay["frames"]] == [
        str(entry["version"]) for entry in played.get("/log").json["entries"] if entry["type"] == "move"
    ]
    assert all(frame.keys() >= {"ply", "name", "seat", "says", "patch", "marks"} for frame in replay["frames"])
    view = replay["first"]
    for frame in replay["frames"]:
        view = jsonpatch.apply_patch(view, frame["patch"])
        if frame["ply"] in (1, 40):
            assert view == played.get("/state", ply=frame["ply"], eyes=eyes).json["view"]
    assert view == played.get("/state", eyes=eyes).json["view"]
    assert replay["result"]["winners"]
    kinds = [mark["kind"] for frame in replay["frames"] for mark in frame["marks"]]
    assert kinds.count("epoch_scored") == 3
    assert kinds.count("finished") == 1


def test_a_replay_speaks_the_languages_asked_for(record: Record, project: Any) -> None:
    project(record.id)
    for eyes in ("public", "recorder"):
        for query, headers, langs in (
            ({"lang": "en,es"}, {}, ["en", "es"]),
            ({"lang": "es"}, {}, ["es"]),
            ({}, {"Accept-Language": "es"}, ["es"]),
            ({}, {}, ["en"]),
        ):
            frames = record.get("/replay", headers, eyes=eyes, **query).json["frames"]
            assert {tuple(sorted(frame["says"])) for frame in frames} == {tuple(langs)}


@pytest.mark.parametrize("lang", ["en", "es"])
def test_there_is_no_result_before_the_end(record: Record, lang: str) -> None:
    refused(record.get("/result", lang=lang), 409, "not-over", version=5)


def test_a_result_is_all_a_league_needs(played: Record, anyone: Api) -> None:
    answer = played.by(anyone).get("/result")
    result = answer.json
    assert answer.headers["ETag"].startswith(f'"{played.version}-')
    wanted = {"record", "game", "rules", "box", "occasion", "status", "seats", "end", "tie_break", "ended_at"}
    assert wanted | {"version", "head_hash"} <= result.keys()
    log = played.get("/log").json["entries"]
    assert (result["head_hash"], result["status"]) == (log[-1]["hash"], "finished")
    assert result["occasion"] == {"league": "L1", "refs": {"site": "77"}}
    ended = next(entry for entry in log if entry["at"] == result["ended_at"])
    assert ended["type"] == "move"
    assert [seat["seat"] for seat in result["seats"]] == [0, 1, 2]
    assert all(seat.keys() >= {"player", "rank", "score", "breakdown"} for seat in result["seats"])
    best = max(seat["score"] for seat in result["seats"])
    assert [seat["seat"] for seat in result["seats"] if seat["rank"] == 1] == [
        seat["seat"] for seat in result["seats"] if seat["score"] == best
    ]
    assert result["end"] == {"reason": "third_epoch_scored", "rule": "KIN-12.1"}
    assert played.get("/result", {"If-None-Match": answer.headers["ETag"]}).status_code == 304


@pytest.mark.parametrize("game", GAMES)
def test_the_contract_has_the_result_of_every_title_with_its_report(recorder: Api, project: Any, game: str) -> None:
    title = GAMES[game]
    colours = list(title.colours(title.box()))[:3]
    options = {name: field.default for name, field in title.options().items()}
    moves = title.table(random.Random(4), colours, options, title.box())
    made = recorder.open(*colours, game=game).import_moves(moves)
    # Each answer of a test is compared with the contract: what it does not declare fails here.
    result = made.get("/result").json
    project(made.id)
    carried = made.get("/replay", lang="en").json["result"]["seats"]
    for seat in result["seats"]:
        assert seat.items() >= carried[str(seat["seat"])].items()


def test_two_results_are_comparable_under_the_same_rules_options_and_play_of_the_box_only(recorder: Api) -> None:
    def handed_in(box: Any) -> Any:
        raw = json.dumps(box).encode()
        return recorder.post("/boxes", raw, {"Content-Type": "application/json"}, game="kingdoms").json

    def result(seed: int, **more: Any) -> Any:
        return recorder.open(*SEATS, **more).import_moves(a_game(seed)).get("/result").json

    box = GAMES["kingdoms"].box()
    box["kinds"][0]["name"]["es"], box["origin"], box["edition"] = "Caserío", {"en": "Ours", "es": "Nuestra"}, "ours"
    reworded = handed_in(box)
    box["starting_gold"] += 1
    box["edition"] = "ours-2"
    other = handed_in(box)
    printed = handed_in(GAMES["kingdoms"].box())
    assert len({one["hash"] for one in (reworded, other, printed)}) == 3
    assert reworded["play_hash"] == printed["play_hash"] != other["play_hash"]
    shipped, named, corrected = result(2), result(3, box=reworded["hash"]), result(2, box=other["hash"])
    wanted = {"rules": "kingdoms@1", "options": {}, "box": printed["play_hash"], "stand_in": False}
    assert shipped["comparable"] == named["comparable"] == wanted
    assert corrected["comparable"] == wanted | {"box": other["play_hash"]}
    compared = {"stand_in": False, "rows": 16, "compared": 16, "used": 16, "used_compared": 16}  # every kind of tile
    assert named["box"] == {"hash": reworded["hash"], "edition": "ours", **compared}


@pytest.mark.parametrize("what", ["", *LOOKS, "/export", "/result"])
def test_reads_are_open_to_browsers_of_any_origin(played: Record, anyone: Api, project: Any, what: str) -> None:
    project(played.id)
    path = f"/v1{played.path}{what}"
    for method in ("GET", "HEAD", "OPTIONS"):
        answer = anyone.client.open(path, method=method, headers={"Origin": "https://league.example"})
        assert (answer.status_code, answer.headers["Access-Control-Allow-Origin"]) == (200, "*")
        exposed = {name.strip() for name in answer.headers["Access-Control-Expose-Headers"].split(",")}
        assert exposed >= {"ETag", "Location", "Retry-After"}
        assert "Access-Control-Allow-Credentials" not in answer.headers
    preflight = anyone.client.options(
        path, headers={"Origin": "https://x.example", "Access-Control-Request-Method": "GET"}
    )
    assert "GET" in preflight.headers["Access-Control-Allow-Methods"]
    assert "If-None-Match" in preflight.headers["Access-Control-Allow-Headers"]
    assert "Authorization" in preflight.headers["Access-Control-Allow-Headers"]


def test_a_refused_read_is_open_to_browsers_too(anyone: Api) -> None:
    assert anyone.get(f"/records/{'a' * 26}").headers["Access-Control-Allow-Origin"] == "*"
