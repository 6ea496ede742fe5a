"""Boxes over HTTP: kept under their hash, refused with every fault by path, played with."""

import hashlib
import json
import random
from itertools import islice
from typing import Any

import pytest

from engines import GAMES
from service.record.entries import boxes
from service.record.files import verify
from tests.contract.test_own_boxes import random_box
from tests.service.conftest import Api


def sent(api: Api, box: Any, game: str = "kingdoms") -> Any:
    return api.post("/boxes", json.dumps(box).encode(), {"Content-Type": "application/json"}, game=game)


def renamed() -> dict[str, Any]:
    """The own edition with another name for one tile."""
    box = GAMES["kingdoms"].box()
    box["edition"] = "mine"
    return box


def test_a_box_is_kept_under_the_hash_of_its_bytes_and_comes_back_byte_for_byte(recorder: Api, anyone: Api) -> None:
    answer = sent(recorder, renamed())
    assert answer.status_code == 201, answer.text
    assert answer.json["edition"] == "mine"
    found = anyone.get(f"/boxes/{answer.json['hash']}")
    assert hashlib.sha256(found.data).hexdigest() == answer.json["hash"]
    assert found.json == renamed()
    assert answer.headers["Location"] == f"/v1/boxes/{answer.json['hash']}"


def test_the_own_edition_is_found_by_its_hash_too(anyone: Api) -> None:
    name = anyone.get("/games/kingdoms").json["box"]["hash"]
    assert anyone.get(f"/boxes/{name}").json == GAMES["kingdoms"].box()


def test_a_record_is_opened_with_it_and_its_result_names_it(recorder: Api) -> None:
    name = sent(recorder, renamed()).json["hash"]
    record = recorder.open("red", "blue", box=name)
    assert record.get("").json["box"] == name
    assert record.get("/replay").json["box"] == {"hash": name, "edition": "mine", "components": renamed()}
    assert record.get("/state").json["view"]["box"] == "mine"


def set_up(*seats: str) -> Any:
    title = GAMES["xidit"]
    options = {name: option.default for name, option in title.options().items()}
    return next(iter(title.table(random.Random(1), seats, options, title.box())))


@pytest.mark.parametrize(("game", "move", "en", "es"), [
    (
        "kingdoms",
        {"type": "choose_start_player", "player": 1},
        "Cobalt takes the first turn",
        "Cobalto juega el primer turno",
    ),
    ("xidit", set_up("red", "blue", "yellow") | {"first_player": 1}, "Cobalt goes first", "empieza Cobalto"),
])  # fmt: skip
def test_sentences_of_a_record_use_the_names_of_its_box(recorder: Api, game: str, move: Any, en: str, es: str) -> None:
    box = GAMES[game].box() | {"edition": "mine"}
    (blue,) = (colour for colour in box["colours"] if colour["id"] == "blue")
    blue["name"] = {"en": "Cobalt", "es": "Cobalto"}
    record = recorder.open("red", "blue", "yellow", game=game, box=sent(recorder, box, game).json["hash"])
    told = record.move(query={"lang": "en,es"}, **move).json["says"]
    assert en in told["en"]
    assert es in told["es"]


def test_a_box_holds_nothing_that_is_no_number(recorder: Api) -> None:
    raw = json.dumps(renamed() | {"drawing": float("nan")}).encode()
    assert recorder.post("/boxes", raw, {"Content-Type": "application/json"}, game="kingdoms").status_code == 400


@pytest.mark.parametrize("game", GAMES)
def test_a_record_with_any_sound_box_verifies(recorder: Api, redis: Any, game: str) -> None:
    title, box = GAMES[game], random_box(game, 7)
    seats = list(title.colours(box))[: title.seats.start]
    options = {name: option.default for name, option in title.options().items()}
    record = recorder.open(*seats, game=game, options=options, box=boxes.save(redis, box))
    record.import_moves(islice(title.table(random.Random(7), seats, options, box), 60))
    file = record.get("/export").json
    assert (file["box"], verify.check(file)) == (box, [])


def test_a_box_that_lacks_a_tile_is_refused_with_the_path_and_not_kept(recorder: Api, redis: Any) -> None:
    box = renamed()
    box["kinds"].pop()
    before = set(redis.scan_iter("mb:*:box:*"))
    answer = sent(recorder, box)
    assert (answer.status_code, answer.json["type"]) == (422, "urn:movebook:problem:invalid-box")
    assert any(path.startswith("kinds") for path in answer.json["errors"])
    assert set(redis.scan_iter("mb:*:box:*")) == before


@pytest.mark.parametrize("sign", ["\x00", "\x1b", "\x9b", "\u202e"])
def test_a_box_whose_names_a_terminal_would_obey_is_refused(recorder: Api, redis: Any, sign: str) -> None:
    box = renamed()
    box["kinds"][2]["name"]["es"] = f"a{sign}b"
    box["colours"][0]["token"] = sign
    before = set(redis.scan_iter("mb:*:box:*"))
    answer = sent(recorder, box)
    assert (answer.status_code, answer.json["type"]) == (422, "urn:movebook:problem:invalid-box")
    for path in ("kinds.resource_3.name.es", "colours.0.token"):
        assert f"U+{ord(sign):04X} is a control character" in answer.json["errors"][path]
    assert set(redis.scan_iter("mb:*:box:*")) == before


def test_strangers_games_and_bodies_are_refused(recorder: Api, anyone: Api) -> None:
    assert sent(anyone, renamed()).status_code == 401
    assert sent(recorder, renamed(), "lakes").status_code == 404
    assert sent(recorder, []).status_code == 400
    assert recorder.post("/boxes", b"{}", {"Content-Type": "text/plain"}, game="kingdoms").status_code == 415
    assert anyone.get("/boxes/" + "0" * 64).status_code == 404
