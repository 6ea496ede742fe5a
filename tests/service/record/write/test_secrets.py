"""Secrets: sealed in the log, kept beside it, seen by whom they are for, open to all once the table has seen them."""

import copy
from typing import Any

import jsonpatch
import pytest

import engines
from service.api.web.http import Service
from service.record.derived import projections
from service.record.entries import boxes, seals
from service.record.files import verify
from service.store import chain, keys
from tests.fixtures.toy import list_toy
from tests.service.conftest import Api, As, Json, Record

SEATS = ("yellow", "red", "blue")
KINDS = [kind["id"] for kind in engines.GAMES["kingdoms"].box()["kinds"]]


pytestmark = pytest.mark.usefixtures("bare_pages")
SHOWN = {"accepted_by": [0, 1, 2], "reason": "the table showed another tile"}
"""What a recorder says of a fact that differs from its seal."""


@pytest.fixture
def night_market(monkeypatch: pytest.MonkeyPatch) -> None:
    list_toy(monkeypatch)


def dealt(record: Record, **tiles: str) -> Record:
    """Yellow starts; every seat has a starting tile, some confided to the recorder: ``s0="dragon"``."""
    told: dict[int, Json] = {int(seat[1:]): {"tile": tile} for seat, tile in tiles.items()}
    record.play([{"type": "choose_start_player", "player": 0}])
    return record.play([{"type": "deal_starting_tile", "seat": seat, **told.get(seat, {})} for seat in range(3)])


def seat_api(as_: As, record: Record, seat: int) -> Record:
    return record.by(as_(record.seat_token(seat)))


def seal(mine: Record, tile: str, name: str) -> Any:
    """A seat gives a secret of its own, whatever the version."""
    return mine.api.post(f"{mine.path}/secrets", {"name": name, "tile": tile}, {"If-Match": "*"})


def tile_of(mine: Record, seat: int = 0, **query: Any) -> Any:
    view = mine.get("/state", **query).json["view"]
    return view["seats"][str(seat)]["starting_tile"]["tile"]


def position(mine: Record, ply: int, **query: Any) -> Any:
    """The view after so many plies, from the replay and its patches by a foreign library."""
    replay = mine.get("/replay", **query).json
    view = copy.deepcopy(replay["first"])
    for frame in replay["frames"][:ply]:
        view = jsonpatch.apply_patch(view, frame["patch"])
    return view


def everything(mine: Record, **query: Any) -> bytes:
    answers = [mine.get(what, **query) for what in ("", "/log", "/state", "/offers", "/replay", "/result")]
    answers += [mine.get("/export", format=kind, **query) for kind in ("json", "text", "html")]
    answers += [mine.get("/state", ply=ply, **query) for ply in range(mine.get("/state").json["ply"] + 1)]
    return b"\n".join(answer.data for answer in answers)


def opened_one(mine: Record) -> Json:
    """The secrets of the one entry of which a reader sees any; the reason of an irregular move is not among them."""
    (secrets,) = [one for one in mine.get("/log").json["secrets"].values() if "reason" not in one]
    return dict(secrets)


def told(service: Service, record: Record, version: int | str) -> Json:
    """A secret as it stands beside the log."""
    found = service.log.secrets(record.id, [int(version)])[int(version)]["tile"]
    assert isinstance(found, dict)
    return found


def test_a_confided_tile_is_sealed_in_the_log_and_kept_beside_it(recorder: Api, service: Service) -> None:
    record = dealt(recorder.open(*SEATS), s0="dragon")
    entry = record.get("/log").json["entries"][2]
    assert entry["body"] == {"type": "deal_starting_tile", "seat": 0}
    assert entry["seals"].keys() == {"tile"}
    secret = told(service, record, 3)
    assert (secret["value"], sorted(secret["eyes"])) == ("dragon", ["recorder", "seat:0"])
    assert seals.proves(entry["seals"]["tile"], secret["salt"], "dragon")
    assert not any(seals.proves(entry["seals"]["tile"], secret["salt"], kind) for kind in KINDS if kind != "dragon")
    stored = service.log.store.xrange(keys.key("log", record.id))
    assert not any(b"dragon" in fields[b"e"] for _, fields in stored)


def test_recorder_and_owner_see_it_and_nobody_else(
    recorder: Api, anyone: Api, admin: Api, as_: Any, service: Service, project: Any
) -> None:
    record = dealt(recorder.open(*SEATS), s0="dragon")
    mine, other = seat_api(as_, record, 0), seat_api(as_, record, 1)
    project(record.id)
    seers: list[tuple[Record, Json]] = [(record, {}), (mine, {}), (record.by(admin), {"eyes": "judge"})]
    for seeing, query in seers:
        assert tile_of(seeing, **query) == "dragon"
        assert seeing.get("/log", **query).json["secrets"]["3"]["tile"]["value"] == "dragon"
        assert position(seeing, 2, **query)["seats"]["0"]["starting_tile"]["tile"] == "dragon"
        assert seeing.get("/export", **query).json["secrets"]["3"]["tile"]["value"] == "dragon"
    salt = told(service, record, 3)["salt"].encode()
    blind: list[tuple[Record, Json]] = [(record.by(anyone), {}), (other, {}), (record, {"eyes": "public"})]
    for reader, query in [*blind, (mine, {"eyes": "public"}), (record.by(admin), {"eyes": "public"})]:
        assert tile_of(reader, **query) == {"unknown": KINDS}
        assert reader.get("/log", **query).json["secrets"] == {}
        bytes_ = everything(reader, **query)
        assert salt not in bytes_
        assert b'"tile":"dragon"' not in bytes_
    assert b"dragon" not in record.get("/export", format="text", eyes="public").data
    assert b"dragon" in record.get("/export", format="text").data


def test_a_map_by_seat_is_sealed_seat_by_seat(night_market: None, recorder: Api, anyone: Api, as_: Any) -> None:
    record = recorder.open("red", "blue", "green", game="toy")
    record.play([{"type": "deal", "hands": {"0": ["fig", "pear"], "1": ["plum", "fig"]}}])
    entry = record.get("/log").json["entries"][1]
    assert entry["body"] == {"type": "deal"}
    assert sorted(entry["seals"]) == ["hands.0", "hands.1"]
    assert {name: one["value"] for name, one in record.get("/log").json["secrets"]["2"].items()} == {
        "hands.0": ["fig", "pear"],
        "hands.1": ["fig", "plum"],
    }
    assert [*seat_api(as_, record, 1).get("/log").json["secrets"]["2"]] == ["hands.1"]
    assert record.by(anyone).get("/log").json["secrets"] == {}
    third = seat_api(as_, record, 2)
    assert third.get("/log").json["secrets"] == {}
    late = {"name": "2", "hands": {"2": ["plum", "fig"]}}
    assert third.api.post(f"{record.path}/secrets", late, {"If-Match": "*"}).status_code == 201
    assert opened_one(third)["hands.2"]["value"] == ["fig", "plum"]


def test_a_seat_seals_its_own_tile_whatever_the_version(recorder: Api, anyone: Api, as_: Any) -> None:
    record = recorder.open(*SEATS).play([{"type": "choose_start_player", "player": 0}])
    mine = seat_api(as_, record, 0)
    answer = mine.move({"If-Match": "*"}, type="deal_starting_tile", tile="dragon")
    assert answer.status_code == 201
    entry = answer.json["entry"]
    assert entry["body"] == {"type": "deal_starting_tile", "seat": 0}, "the seat is its own"
    assert entry["by"] == record.get("/log").json["entries"][2]["body"]["link"]
    assert tile_of(mine) == "dragon"
    for reader in (record, record.by(anyone), seat_api(as_, record, 1)):
        assert tile_of(reader) == {"unknown": KINDS}
        assert reader.get("/log").json["secrets"] == {}


@pytest.mark.parametrize("move", [
    {"type": "deal_starting_tile", "seat": 1, "tile": "wizard"},
    {"type": "choose_start_player", "player": 0},
    {"type": "place_castle", "seat": 0, "rank": 1, "row": 1, "col": 1},
    {"type": "place_starting_tile", "seat": 0, "row": 1, "col": 1},
])  # fmt: skip
def test_a_seats_link_gives_its_own_secrets_and_nothing_else(recorder: Api, as_: Any, move: Json) -> None:
    record = recorder.open(*SEATS)
    mine = seat_api(as_, record, 0)
    before = record.get("/log").data
    for match in ("*", '"2"'):
        assert mine.move({"If-Match": match}, **move).status_code == 403
    assert record.get("/log").data == before


def test_a_late_seal_is_not_public(recorder: Api, anyone: Api, as_: Any, service: Service, project: Any) -> None:
    record = dealt(recorder.open(*SEATS))
    mine = seat_api(as_, record, 0)
    public = record.by(anyone)
    project(record.id)
    before = [public.get(what).json for what in ("/state", "/replay", "/offers")]
    answer = seal(mine, "dragon", "3")
    assert answer.status_code == 201
    assert (answer.json["entry"]["type"], answer.json["entry"]["body"]) == ("sealed", {"name": "3"})
    assert answer.json["entry"]["state"] == record.get("/log").json["entries"][4]["state"]
    project(record.id)
    after = [public.get(what).json for what in ("/state", "/replay", "/offers")]
    for one in (*before, *after):
        del one["version"]
    assert after == before
    assert tile_of(mine) == "dragon"
    assert tile_of(record) == tile_of(public) == {"unknown": KINDS}
    assert told(service, record, answer.json["version"])["eyes"] == ["seat:0"]


def test_a_late_secret_is_for_its_eyes_as_if_given_with_the_move(
    recorder: Api, as_: Any, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    early, late = recorder.open(*SEATS), recorder.open(*SEATS)
    moves = [{"type": "choose_start_player", "player": 0}]
    draw = {"type": "draw_and_place", "tile": "wizard", "row": 1, "col": 1}
    first, second = seat_api(as_, early, 0), seat_api(as_, late, 0)
    early.play(moves).play([{"type": "deal_starting_tile", "seat": 1}])
    late.play(moves).play([{"type": "deal_starting_tile", "seat": 1}])
    first.move({"If-Match": "*"}, type="deal_starting_tile", tile="dragon")
    early.version += 1
    late.play([{"type": "deal_starting_tile", "seat": 0}])
    for record in (early, late):
        record.play([{"type": "deal_starting_tile", "seat": 2}, draw])
    projections.project(service.log, service.lives, late.id)
    assert seal(second, "dragon", "5").status_code == 201
    for drop in (False, True):
        if drop:
            service.lives.drop(late.id)
        assert second.get("/state").json["view"] == first.get("/state").json["view"]
        for name in ("frames", "first"):
            ours, theirs = (strip(mine.get("/replay", lang="en,es").json[name]) for mine in (second, first))
            assert ours == theirs
    says = second.get("/replay", lang="en").json["frames"][2]["says"]["en"]
    assert "dragon" in says.casefold()


def test_a_ply_looks_as_the_replay_shows_it_and_its_tag_changes_with_a_late_secret(recorder: Api, as_: Any) -> None:
    record = dealt(recorder.open(*SEATS))
    mine = seat_api(as_, record, 0)
    record.play([{"type": "draw_and_place", "seat": 0, "tile": "wizard", "row": 1, "col": 1}])
    before = mine.get("/state", ply=2)
    assert tile_of(mine, ply=2) == {"unknown": KINDS}
    assert mine.get("/state", {"If-None-Match": before.headers["ETag"]}, ply=2).status_code == 304
    as_known = mine.get("/state", version=3)
    assert seal(mine, "dragon", "3").status_code == 201
    after = mine.get("/state", {"If-None-Match": before.headers["ETag"]}, ply=2)
    assert after.status_code == 200
    assert (after.json["version"], after.json["ply"]) == (before.json["version"], 2) == (3, 2)
    replay = mine.get("/replay").json
    view = replay["first"]
    assert mine.get("/state", ply=0).json["view"] == view
    for frame in replay["frames"]:
        view = jsonpatch.apply_patch(view, frame["patch"])
        assert mine.get("/state", ply=frame["ply"]).json["view"] == view, frame["ply"]
    assert tile_of(mine, ply=2) == "dragon"
    # What was known at a version stays as it was.
    again = mine.get("/state", version=3)
    assert (again.data, again.headers["ETag"]) == (as_known.data, as_known.headers["ETag"])
    assert again.headers["ETag"].startswith('"3-')
    assert mine.get("/state", ply=2, version=4).json["view"] == before.json["view"]


def strip(frames: Any) -> Any:
    if isinstance(frames, list):
        return [{name: value for name, value in frame.items() if name != "at"} for frame in frames]
    return frames


@pytest.mark.parametrize(("body", "status"), [
    ({"name": "3"}, 400), ({"name": "3", "tile": "unicorn"}, 422), ({"name": "3", "tile": 7}, 422),
    ({"name": "3", "tile": ["dragon"]}, 422), ({"name": "3", "gold": 7}, 400),
    ({"name": "3", "tile": "dragon", "row": 1}, 400), ({"name": "2", "tile": "dragon"}, 400),
    ({"name": "99", "tile": "dragon"}, 400), ({"name": "x", "tile": "dragon"}, 400),
    ({"name": "4", "tile": "dragon"}, 403), ({"tile": "dragon"}, 400),
])  # fmt: skip
def test_a_late_secret_that_is_none_is_refused(recorder: Api, as_: Any, body: Json, status: int) -> None:
    record = dealt(recorder.open(*SEATS))
    mine = seat_api(as_, record, 0)
    before = record.get("/log").data
    answer = mine.api.post(f"{record.path}/secrets", body, {"If-Match": "*"})
    assert answer.status_code in (status, 400 if status == 422 else status), answer.text
    assert record.get("/log").data == before


def test_a_secret_is_given_once_and_not_after_everybody_saw_it(recorder: Api, as_: Any) -> None:
    record = dealt(recorder.open(*SEATS), s1="wizard")
    mine, other = seat_api(as_, record, 0), seat_api(as_, record, 1)
    assert seal(mine, "dragon", "3").status_code == 201
    for again in (seal(mine, "dragon", "3"), seal(mine, "wizard", "3"), seal(other, "gold_mine", "4")):
        assert (again.status_code, again.json["type"]) == (400, "urn:movebook:problem:malformed-move")
    late = dealt(recorder.open(*SEATS))
    link = seat_api(as_, late, 0)
    late.play([{"type": "place_starting_tile", "tile": "dragon", "row": 1, "col": 1}])
    for tile in ("dragon", "wizard"):
        assert seal(link, tile, "3").status_code == 400


@pytest.mark.parametrize("how", ["confided", "sealed with the move", "sealed later"])
@pytest.mark.parametrize("typed", ["typed", "left out"])
def test_placing_opens_the_seal(recorder: Api, anyone: Api, as_: Any, service: Service, how: str, typed: str) -> None:
    record = recorder.open(*SEATS).play([{"type": "choose_start_player", "player": 0}])
    mine = seat_api(as_, record, 0)
    if how == "sealed with the move":
        mine.move({"If-Match": "*"}, type="deal_starting_tile", tile="dragon")
        record.version += 1
    else:
        record.play([{"type": "deal_starting_tile", "seat": 0} | ({"tile": "dragon"} if how == "confided" else {})])
    name = str(record.version)
    record.play([{"type": "deal_starting_tile", "seat": seat} for seat in (1, 2)])
    version = name
    if how == "sealed later":
        version = str(seal(mine, "dragon", name).json["version"])
        record.version += 1
    place: Json = {"type": "place_starting_tile", "row": 2, "col": 2}
    if typed == "typed" and how != "confided":
        # Right or wrong it is refused: else the recorder could find it by trying.
        refused = [record.move(**place, tile=tile) for tile in ("dragon", "hazard_1")]
        assert [(one.status_code, one.json["names"]) for one in refused] == [(422, [name])] * 2
    elif typed == "typed":
        place["tile"] = "dragon"
    answer = record.move(**place)
    assert (answer.status_code, answer.json["entry"]["body"]["tile"]) == (201, "dragon")
    assert not [mark for mark in answer.json["marks"] if mark["kind"] == "contradiction"]
    opened: Json = {}
    for reader in (record.by(anyone), record, mine):
        opened = reader.get("/log").json["secrets"][version]["tile"]
        assert opened == {"salt": told(service, record, version)["salt"], "value": "dragon"}
        entry = reader.get("/log").json["entries"][int(version) - 1]
        assert seals.proves(entry["seals"]["tile"], opened["salt"], opened["value"])
        assert tile_of(reader) == "dragon"
    export = record.by(anyone).get("/export").json
    assert export["opened"] == {version: {"tile": opened}}
    assert verify.check(export) == []


def test_an_opened_seal_changes_no_earlier_frame(recorder: Api, anyone: Api, project: Any) -> None:
    record = dealt(recorder.open(*SEATS), s0="dragon")
    project(record.id)
    public = record.by(anyone)
    before = public.get("/replay").json["frames"], position(public, 4)
    record.play([{"type": "place_starting_tile", "row": 2, "col": 2}])
    project(record.id)
    assert (public.get("/replay").json["frames"][:-1], position(public, 4)) == before
    assert tile_of(public, ply=4) == {"unknown": KINDS}


def test_a_reveal_after_the_epoch_opens_too(recorder: Api, anyone: Api, as_: Any) -> None:
    record = dealt(recorder.open(*SEATS))
    mine = seat_api(as_, record, 0)
    assert seal(mine, "dragon", "3").status_code == 201
    record.version += 1
    moves = [kind for kind in KINDS if kind.startswith(("resource", "hazard"))]
    spaces = [(row, col) for row in range(1, 6) for col in range(1, 7)]
    drawn = [*moves, "resource_1", "resource_2", "resource_3", "resource_4", "resource_5", "resource_6"]
    for place, (row, col) in enumerate(spaces):
        if place < len(drawn):
            record.play([{"type": "draw_and_place", "tile": drawn[place], "row": row, "col": col}])
        else:
            rank = 1 if place < len(drawn) + 9 else 2
            record.play([{"type": "place_castle", "rank": rank, "row": row, "col": col}])
    assert record.get("/state").json["view"]["phase"] == "scored"
    answer = record.move(type="reveal_starting_tile", seat=0)
    assert answer.json["entry"]["body"] == {"type": "reveal_starting_tile", "seat": 0, "tile": "dragon"}
    assert opened_one(record.by(anyone))["tile"]["value"] == "dragon"
    never = record.move(type="reveal_starting_tile", seat=1)
    assert (never.status_code, [*never.json["errors"]]) == (400, ["tile"])


def test_what_nobody_sealed_must_be_typed(recorder: Api) -> None:
    record = dealt(recorder.open(*SEATS))
    for query in ({}, {"dry_run": "1"}):
        answer = record.move(query=query, type="place_starting_tile", row=2, col=2)
        assert (answer.status_code, [*answer.json["errors"]]) == (400, ["tile"])


def test_against_a_seal_an_entry_stands_and_is_found(recorder: Api, anyone: Api, as_: Any, project: Any) -> None:
    record = dealt(recorder.open(*SEATS))
    mine = seat_api(as_, record, 0)
    seal(mine, "dragon", "3")
    record.version += 1
    answer = record.move(type="place_starting_tile", tile="hazard_1", row=2, col=2, irregular=SHOWN)
    assert (answer.status_code, answer.json["entry"]["body"]["tile"]) == (201, "hazard_1")
    name = str(answer.json["version"])
    found = [mark["names"] for mark in answer.json["marks"] if mark["kind"] == "contradiction"]
    assert found == [["3", name]]
    project(record.id)
    public = record.by(anyone)
    marks = public.get("/replay").json["frames"][-1]["marks"]
    assert [mark["names"] for mark in marks if mark["kind"] == "contradiction"] == [["3", name]]
    assert public.get("/state").json["view"]["board"][1][1]["tile"] == "hazard_1"
    assert opened_one(public)["tile"]["value"] == "dragon", "it is open to all"
    assert mine.get("/state").json["view"]["contradictions"][0]["names"] == ["3", name]
    assert verify.check(public.get("/export").json) == []


def test_a_late_secret_that_the_table_contradicts_is_refused_and_names_both(recorder: Api, as_: Any) -> None:
    record = dealt(recorder.open(*SEATS))
    mine = seat_api(as_, record, 1)
    record.play([{"type": "draw_and_place", "tile": "dragon", "row": 1, "col": 1}])
    draw, before = str(record.version), record.get("/log").data
    for writer, match in ((record, f'"{record.version}"'), (mine, "*")):
        for query in ({}, {"dry_run": "1"}):
            given = {"name": "4", "tile": "dragon"}
            answer = writer.api.post(f"{record.path}/secrets", given, {"If-Match": match}, **query)
            assert (answer.status_code, answer.json["type"]) == (422, "urn:movebook:problem:illegal-move")
            assert set(answer.json["names"]) == {"4", draw}
            assert answer.json["rule"].startswith("KIN-14.")
    assert record.get("/log").data == before


def test_a_late_secret_that_a_confided_one_rules_out_is_refused_for_who_knows_both(recorder: Api, as_: Any) -> None:
    record = dealt(recorder.open(*SEATS), s0="dragon")
    answer = record.api.post(f"{record.path}/secrets", {"name": "4", "tile": "dragon"}, {"If-Match": '"5"'})
    assert (answer.status_code, set(answer.json["names"])) == (422, {"3", "4"})
    assert seal(seat_api(as_, record, 1), "dragon", "4").status_code == 201, "that seat cannot know"


def test_what_the_writer_cannot_see_never_refuses(recorder: Api, anyone: Api, as_: Any, project: Any) -> None:
    record = dealt(recorder.open(*SEATS))
    mine = seat_api(as_, record, 1)
    assert seal(mine, "dragon", "4").status_code == 201
    record.version += 1
    answer = record.api.post(
        f"{record.path}/secrets", {"name": "3", "tile": "dragon"}, {"If-Match": f'"{record.version}"'}
    )
    assert answer.status_code == 201, "the recorder does not know of seat 1's dragon"
    record.version += 1
    record.play([{"type": "place_starting_tile", "row": 1, "col": 1}])
    first = str(record.version)
    assert tile_of(mine, 1) != "dragon", "the fact on the board wins over the secret"
    assert mine.get("/state").json["view"]["contradictions"][0]["names"] == ["4", first]
    for reader in (record, record.by(anyone)):
        assert reader.get("/state").json["view"]["contradictions"] == []
    answer = record.move(type="place_starting_tile", row=1, col=2)
    assert (answer.status_code, answer.json["entry"]["body"]["tile"]) == (201, "dragon"), (
        "the seal tells, the entry stands"
    )
    second = str(record.version)
    assert [m["names"] for m in answer.json["marks"] if m["kind"] == "contradiction"] == [[first, second]]
    project(record.id)
    assert record.by(anyone).get("/state").json["view"]["contradictions"][0]["names"] == [first, second]
    assert verify.check(record.by(anyone).get("/export").json) == []


def test_a_second_link_opens_nothing_sealed_before(recorder: Api, as_: Any, service: Service, project: Any) -> None:
    record = dealt(recorder.open(*SEATS), s0="dragon")
    first = seat_api(as_, record, 0)
    second = seat_api(as_, record, 0)
    links = [entry for entry in record.get("/log").json["entries"] if entry["type"] == "seated"]
    assert [entry["body"]["seat"] for entry in links] == [0, 0], "all see that there is a second one"
    project(record.id)
    salt = told(service, record, 3)["salt"].encode()
    for _ in range(2):
        assert tile_of(first) == "dragon"
        assert tile_of(second) == {"unknown": KINDS}
        assert second.get("/log").json["secrets"] == second.get("/export").json["secrets"] == {}
        bytes_ = everything(second)
        assert salt not in bytes_
        assert b'"tile":"dragon"' not in bytes_
        service.lives.drop(record.id)
    record.play([{"type": "place_starting_tile", "row": 1, "col": 1}])
    assert tile_of(second) == "dragon"
    assert second.get("/log").json["secrets"]["3"]["tile"]["value"] == "dragon"


def test_what_is_sealed_after_it_a_second_link_sees(recorder: Api, as_: Any) -> None:
    record = dealt(recorder.open(*SEATS))
    first, second = seat_api(as_, record, 0), seat_api(as_, record, 0)
    assert seal(second, "dragon", "3").status_code == 201
    assert tile_of(first) == tile_of(second) == "dragon"
    assert tile_of(record) == {"unknown": KINDS}


def test_every_look_of_a_judge_is_noted_and_no_other(recorder: Api, admin: Api, anyone: Api, service: Service) -> None:
    record = dealt(recorder.open(*SEATS), s0="dragon")
    seen = record.by(admin)
    name = keys.key("looks", record.id)
    everything(record)
    everything(seen)
    everything(seen, eyes="public")
    assert record.get("/state", eyes="judge").status_code == 403
    assert record.by(anyone).get("/state", eyes="judge").status_code == 401
    assert service.log.store.xlen(name) == 0
    calls = ("/log", "/state", "/offers", "/replay", "/export")
    for call in calls:
        assert seen.get(call, eyes="judge").status_code == 200
    looks = [fields for _, fields in service.log.store.xrange(name)]
    who = str(admin.token).split("_")[1].encode()
    assert [look[b"by"] for look in looks] == [who] * len(calls)
    assert all(look[b"at"] and look[b"call"] for look in looks)


def test_a_judge_sees_what_nobody_else_does(recorder: Api, admin: Api, as_: Any) -> None:
    record = dealt(recorder.open(*SEATS))
    seal(seat_api(as_, record, 0), "dragon", "3")
    seal(seat_api(as_, record, 1), "wizard", "4")
    judge = record.by(admin)
    assert [tile_of(judge, seat, eyes="judge") for seat in (0, 1)] == ["dragon", "wizard"]
    assert [tile_of(judge, seat) for seat in (0, 1)] == [{"unknown": KINDS}] * 2
    assert tile_of(judge, 2, eyes="judge") == {"unknown": [k for k in KINDS if k not in ("dragon", "wizard")]}


@pytest.fixture
def rich(recorder: Api, as_: Any) -> Record:
    record = dealt(recorder.open(*SEATS), s2="resource_6")
    seal(seat_api(as_, record, 0), "dragon", "3")
    seal(seat_api(as_, record, 1), "wizard", "4")
    record.version = record.get("").json["version"]
    return record.play(
        [
            {"type": "place_starting_tile", "row": 1, "col": 1},
            {"type": "place_starting_tile", "tile": "hazard_3", "row": 2, "col": 2, "irregular": SHOWN},
            {"type": "draw_and_place", "tile": "resource_6", "row": 3, "col": 3},
            {"type": "place_castle", "rank": 1, "row": 1, "col": 2},
        ]
    )


def test_without_an_erased_secret_a_record_stands(rich: Record, anyone: Api, service: Service, project: Any) -> None:
    project(rich.id)
    public = rich.by(anyone)

    def shown() -> list[Any]:
        # The reason of the irregular move goes with the secrets.
        frames = public.get("/replay").json["frames"]
        return [public.get("/state").data, public.get("/offers").data, [frame["patch"] for frame in frames]]

    before = shown()
    service.log.store.delete(keys.key("secrets", rich.id))
    service.lives.drop(rich.id)
    assert shown() == before
    chain.check(public.get("/log").json["entries"])
    assert verify.check(public.get("/export").json) == []
    assert rich.get("/log").json["secrets"] == {}
    assert boxes.hash_of(public.get("/export").json["box"]) == public.get("/log").json["entries"][0]["body"]["box"]
    rich.play([{"type": "place_castle", "rank": 1, "row": 5, "col": 5}])
