"""A box that is corrected while a game is played: its tiles say something else than the placeholders did."""

import copy
import json
import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

from engines import GAMES
from engines.kernel.box.hashes import hash_of, play_hash
from engines.kernel.replay import Fold
from service.record.files import verify
from tests.service.api.writes.evening import post, state
from tests.service.conftest import Api, Json, Record

XIDIT = GAMES["xidit"]
SEATS = ["black", "red", "blue", "yellow"]
OPTIONS = {name: option.default for name, option in XIDIT.options().items()} | {"mode": "short"}
TWELVE = 12


def printed() -> Json:
    """A made-up printed copy: every city tile rewards with more gold, and some other bards and stories."""
    box = XIDIT.box()
    for number, tile in enumerate(box["tiles"]):
        tile["rewards"] = {"gold": 1 + (number * 3) % 7, "bards": 1 + number % 4, "stories": 1 + (number + 2) % 3}
    return box


def with_tiles(names: set[str], edition: str) -> Json:
    """The placeholders, with some tiles as they are printed."""
    box, real = XIDIT.box() | {"edition": edition, "origin": "Ana"}, printed()
    for place, tile in enumerate(real["tiles"]):
        if tile["id"] in names:
            box["tiles"][place] = {**tile, "stand_in": []}
    return box


def keep(api: Api, box: Json) -> str:
    answer = api.post("/boxes", json.dumps(box).encode(), {"Content-Type": "application/json"}, game="xidit")
    assert answer.status_code == 201, answer.text
    assert answer.json["hash"] == hash_of(box)
    return str(answer.json["hash"])


def correct(record: Record, box: str, **query: Any) -> Any:
    return post(record, "corrections", {"changes": [{"op": "opening", "box": box}]}, lang="en", **query)


def named(move: Json) -> list[str]:
    words = json.dumps(move).replace('"', " ").replace(",", " ").split()
    return [word for word in words if len(word) == 3 and word[0] in "AB" and word[1:].isdecimal()]


def evening(api: Api) -> tuple[Record, list[str], Json]:
    """An evening begun with placeholders; twelve tiles are corrected as they are seen."""
    record = api.open(*SEATS, game="xidit", options=OPTIONS)
    seen: set[str] = set()
    corrections: list[str] = []
    box = XIDIT.box()
    target = with_tiles({tile["id"] for tile in printed()["tiles"]}, "all")
    for move in XIDIT.table(random.Random(5), SEATS, OPTIONS, target, "all"):
        assert record.move(**move).status_code == 201, move
        for tile in named(move):
            if tile not in seen and len(seen) < TWELVE:
                seen.add(tile)
                box = with_tiles(seen, f"evening-{len(seen)}")
                answer = correct(record, keep(api, box))
                assert answer.status_code == 201, answer.text
                corrections.append(str(answer.json["version"]))
        if len(seen) == TWELVE and record.version > 90:
            break
    return record, corrections, box


def recomputed(record: Record, box: Json) -> Iterator[Json]:
    """The views of a fold of its own, ply by ply, over the moves that the log has."""
    fold = Fold(XIDIT, SEATS, OPTIONS, box)
    yield fold.view(())
    known = record.get("/export").json
    for entry in known["entries"]:
        if entry["type"] == "move":
            body = copy.deepcopy(entry["body"])
            fold.apply(str(entry["version"]), body)
            yield fold.view(())


def shown(record: Record) -> list[Json]:
    """The views of the public replay, ply by ply."""
    return [
        record.get("/state", ply=ply, eyes="public").json["view"] for ply in range(record.get("/state").json["ply"] + 1)
    ]


def test_twelve_tiles_are_corrected_while_playing_and_everything_follows(recorder: Api, project: Any) -> None:
    record, corrections, box = evening(recorder)
    assert len(corrections) == TWELVE
    assert list(recomputed(record, box)) == shown(record)
    summary = record.get("").json
    assert summary["box"] == hash_of(box)
    # Twelve tiles, and the road that the rules name.
    assert (summary["edition"]["edition"], summary["edition"]["compared"]) == ("evening-12", 13)
    assert summary["edition"]["used_compared"] == 13
    project(record.id)
    replay = record.get("/replay").json
    assert (replay["box"]["hash"], replay["box"]["components"]) == (hash_of(box), box)
    first = record.get("/replay", version=2).json
    assert first["box"]["components"] == XIDIT.box()
    file = record.get("/export").json
    assert (file["box"], len(file["boxes"])) == (XIDIT.box(), TWELVE)
    assert verify.check(file) == []
    for damaged in ({**file, "boxes": file["boxes"][1:]}, {**file, "boxes": []}):
        damaged["digest"] = verify.digest(damaged)
        assert verify.check(damaged)


def test_an_undone_box_correction_restores_everything(recorder: Api, project: Any) -> None:
    record, _, before = evening(recorder)
    view, facts = shown(record), state(record)
    box = with_tiles({tile["id"] for tile in before["tiles"]}, "whole")
    answer = correct(record, keep(recorder, box))
    assert answer.status_code == 201, answer.text
    assert record.get("").json["box"] == hash_of(box)
    assert list(recomputed(record, box)) == shown(record)
    assert post(record, "undo", {"undoes": [str(answer.json["version"])]}).status_code == 201
    assert (shown(record), state(record)) == (view, facts)
    project(record.id)
    assert record.get("").json["box"] == hash_of(before)
    assert record.get("/replay").json["box"]["components"] == before
    assert verify.check(record.get("/export").json) == []


def test_the_impact_comes_first_and_lists_what_the_new_box_refuses(recorder: Api) -> None:
    record = recorder.open(*SEATS, game="xidit", options=OPTIONS)
    record.import_moves(islice(XIDIT.table(random.Random(7), SEATS, OPTIONS, XIDIT.box(), "all"), 250))
    log = record.get("/log").data
    box = XIDIT.box() | {"edition": "other-roads", "origin": "Ana"}
    for road in box["map"]["roads"]:  # roads of every move have another colour
        road["colour"] = {"blue": "red", "red": "black", "black": "blue"}[road["colour"]]
    name = keep(recorder, box)
    impact = correct(record, name, dry_run=1).json["impact"]
    assert impact["opening"]["box"] == name
    refused = [move for move in impact["moves"] if move["verdict"] == "refused"]
    assert len(refused) >= 50
    assert all("XID-" in json.dumps(move) or "because" in json.dumps(move) for move in refused)
    answer = correct(record, name)
    assert (answer.status_code, answer.json["type"]) == (422, "urn:movebook:problem:correction-refused")
    assert record.get("/log").data == log


def test_result_and_what_makes_it_comparable_follow_the_box(recorder: Api) -> None:
    kingdoms, seats = GAMES["kingdoms"], ["yellow", "red"]
    options = {name: option.default for name, option in kingdoms.options().items()}
    box = kingdoms.box() | {"edition": "mine", "origin": "Ana"}
    box["kinds"][2]["value"] = 5
    record = recorder.open(*seats)
    record.import_moves(kingdoms.table(random.Random(3), seats, options, kingdoms.box(), "all"))
    before = record.get("/result").json
    answer = recorder.post("/boxes", json.dumps(box).encode(), {"Content-Type": "application/json"}, game="kingdoms")
    corrected = correct(record, answer.json["hash"])
    assert corrected.status_code == 201, corrected.text
    after = record.get("/result").json
    fold = Fold(kingdoms, seats, options, box)
    for entry in record.get("/export").json["entries"]:
        if entry["type"] == "move":
            fold.apply(str(entry["version"]), entry["body"])
    wanted = fold.result()
    assert wanted is not None
    assert [seat["score"] for seat in after["seats"]] == [wanted["seats"][str(seat)]["score"] for seat in (0, 1)]
    assert (after["box"]["hash"], after["comparable"]["box"]) == (answer.json["hash"], play_hash(kingdoms, box))
    assert post(record, "undo", {"undoes": [str(corrected.json["version"])]}).status_code == 201
    again = record.get("/result").json
    assert [again[part] for part in ("seats", "comparable", "box")] == [
        before[part] for part in ("seats", "comparable", "box")
    ]


def test_a_box_of_another_game_or_without_a_seat_s_colour_is_refused(recorder: Api) -> None:
    record = recorder.open("yellow", "red")
    xidit = keep(recorder, XIDIT.box())
    assert correct(record, xidit).status_code == 422
    box = GAMES["kingdoms"].box() | {"edition": "mine", "origin": "Ana"}
    box["colours"][2]["id"] = "orange"
    found = recorder.post("/boxes", json.dumps(box).encode(), {"Content-Type": "application/json"}, game="kingdoms")
    answer = correct(record, found.json["hash"])
    assert (answer.status_code, list(answer.json["errors"])) == (400, ["changes.1.seats.0.colour"])


def test_a_copy_brings_every_box_of_its_record(recorder: Api, redis: Any) -> None:
    record, _, box = evening(recorder)
    file = record.get("/export").json
    kept = [hash_of(each) for each in file["boxes"]]
    for name in kept:
        redis.delete(*redis.scan_iter(f"mb:*:box:{name}"))
    answer = recorder.post("/records/import", json.dumps(file).encode(), {"Content-Type": "application/json"})
    assert answer.status_code in (200, 201), answer.text
    assert all(recorder.get(f"/boxes/{name}").status_code == 200 for name in kept)
    copied = recorder.get(f"/records/{answer.json['record']}/state", eyes="public").json
    assert copied["view"] == record.get("/state", eyes="public").json["view"]
    assert recorder.get(f"/records/{answer.json['record']}").json["edition"]["edition"] == box["edition"]
