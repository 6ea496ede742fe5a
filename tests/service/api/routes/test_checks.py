"""Round checks over HTTP: what is asked, what is counted, where it differs, and the slip behind it."""

from typing import Any

import pytest

from tests.contract.games import Table
from tests.fixtures import slips
from tests.service.api.routes.test_signed_files import exported, faults, forged
from tests.service.api.writes.test_signatures import finished, links, why
from tests.service.conftest import Api, As, Json, Project, Record

__all__ = ["links"]


def opened(api: Api, table: Table, moves: Any, **more: Any) -> Record:
    return api.open(*table.seats, game=table.title, options=table.options, **more).import_moves(moves)


@pytest.fixture
def record(recorder: Api) -> Record:
    return opened(recorder, slips.TABLE, slips.epoch()[1])


def check(record: Record, figures: Json, seat: int | None = None, point: int = 1, **query: Any) -> Any:
    body = {"point": point, "figures": figures} | ({} if seat is None else {"seat": seat})
    return record.api.post(f"{record.path}/checks", body, {"If-Match": "*"}, **query)


def checks_of(record: Record) -> Json:
    found: Json = record.get("/checks").json
    return found


def standing(record: Record) -> Json:
    found: Json = record.get("").json["standing"]["checks"]
    return found


def true(seat: int) -> Json:
    """What a seat counts on the table."""
    found: Json = slips.counted(slips.epoch()[0])[str(seat)]
    return found


def test_a_check_point_shows_what_the_record_has_for_every_seat(record: Record) -> None:
    found = checks_of(record)
    (point,) = found["points"]
    assert (point["point"], point["label"], point["name"]) == (1, {"en": "End of epoch 1"}, str(record.version))
    assert point["figures"] == slips.counted(slips.epoch()[1])
    assert [one["name"] for one in found["figures"]] == ["gold", "castles_1", "castles_2", "castles_3", "castles_4"]
    assert record.get("/checks", lang="es").json["figures"][0]["label"] == {"es": "Oro"}
    assert standing(record) == {"passed": 1, "checked": 0, "open": 0}


def test_a_check_says_how_it_came_and_where_it_differs(record: Record, links: list[Record]) -> None:
    own, claimed = (
        check(links[0], {"gold": 9_999}, lang="en"),
        check(record, checks_of(record)["points"][0]["figures"]["1"], 1),
    )
    assert (own.status_code, claimed.status_code) == (201, 201)
    body = {"point": 1, "seat": 0, "way": "own_link", "figures": {"gold": 9_999}}
    assert (own.json["entry"]["type"], own.json["entry"]["body"]) == ("checked", body)
    assert own.json["says"] == {"en": "Seat 0 has counted"}
    assert [(one["seat"], one["way"], one["differs"]) for one in checks_of(record)["points"][0]["checks"]] == [
        (0, "own_link", ["gold"]),
        (1, "claimed", []),
    ]
    assert standing(record) == {"passed": 1, "checked": 1, "open": 1}
    assert record.get("/replay").status_code in (200, 202)


def test_what_a_seat_says_itself_outranks_what_the_recorder_says_for_it(record: Record, links: list[Record]) -> None:
    assert check(links[0], {"gold": 7}).status_code == 201
    assert check(record, {"gold": 8}, 0).status_code == 201
    (one,) = checks_of(record)["points"][0]["checks"]
    assert (one["way"], one["figures"]) == ("own_link", {"gold": 7})
    assert [act["body"]["figures"] for act in record.get("/replay", eyes="recorder").json["history"]["acts"][-2:]] == [
        {"gold": 7},
        {"gold": 8},
    ], "both stay in the history"


def test_of_two_seats_that_contradict_each_other_none_is_believed(recorder: Api, as_: As, project: Project) -> None:
    record = finished(recorder, visibility="public")
    recorded = checks_of(record)["points"][2]["figures"]
    for seat, gold in ((0, 9_001), (1, 9_002)):
        assert check(record.by(as_(record.seat_token(seat))), {"gold": gold}, point=3).status_code == 201
    point = checks_of(record)["points"][2]
    assert point["figures"] == recorded
    assert [(one["seat"], one["way"], one["figures"], one["differs"]) for one in point["checks"]] == [
        (0, "own_link", {"gold": 9_001}, ["gold"]),
        (1, "own_link", {"gold": 9_002}, ["gold"]),
    ]
    assert [one["code"] for one in record.get("/audit").json["findings"]] == ["figures", "figures", "unchecked"]
    project(record.id)
    (line,) = recorder.get("/feed").json["lines"]
    assert standing(record) == line["trust"]["checks"] == {"passed": 3, "checked": 1, "open": 2}


def test_a_check_is_compared_with_what_is_recorded_now_after_a_correction(record: Record, links: list[Record]) -> None:
    played, typed, place = slips.epoch()
    before, after = slips.counted(typed), slips.counted(played)
    seat = next(int(seat) for seat in before if before[seat]["gold"] != after[seat]["gold"])
    changes = [{"op": "amend", "name": str(place + 2), "body": played[place]}]
    shown = f'"{record.version}"'
    assert record.api.post(f"{record.path}/corrections", {"changes": changes}, {"If-Match": shown}).status_code == 201
    body = {"point": 1, "figures": before[str(seat)]}
    late = links[seat].api.post(f"{record.path}/checks", body, {"If-Match": shown})
    assert (why(late), late.json["since"][0]["type"]) == ((412, "version-conflict"), "corrected")
    assert check(links[seat], before[str(seat)]).status_code == 201
    (one,) = checks_of(record)["points"][0]["checks"]
    assert set(one["differs"]) == {name for name, n in after[str(seat)].items() if n != before[str(seat)][name]}


@pytest.mark.parametrize(("figures", "point", "refused"), [
    ({"gold": 12}, 2, (409, "not_passed")), ({"silver": 12}, 1, (400, "malformed-move")),
    ({}, 1, (400, "invalid-request")), ({"gold": 10_000}, 1, (400, "invalid-request")),
    ({"gold": True}, 1, (400, "invalid-request")), ({"gold": "12"}, 1, (400, "invalid-request")),
    ({"gold": 12}, 0, (400, "invalid-request")), ({f"a{n}": n for n in range(101)}, 1, (400, "invalid-request")),
])  # fmt: skip
def test_an_invalid_check_writes_nothing(record: Record, figures: Json, point: int, refused: tuple[int, str]) -> None:
    assert why(check(record, figures, 0, point)) == refused
    assert record.get("").json["version"] == record.version


def test_a_link_counts_for_its_own_seat_alone_and_says_a_thing_once(record: Record, links: list[Record]) -> None:
    assert why(check(links[0], {"gold": 3}, 1)) == (403, "not-allowed")
    assert why(check(record, {"gold": 3}, 7)) == (400, "malformed-move")
    assert why(check(record, {"gold": 3})) == (400, "malformed-move")
    assert check(links[0], {"gold": 3}).status_code == 201
    assert why(check(links[0], {"gold": 3})) == (409, "twice")
    assert check(links[0], {"gold": 4}).status_code == 201


def test_a_check_blocks_nothing(record: Record, links: list[Record]) -> None:
    version = record.get("").json["version"]
    assert check(links[0], {"gold": 1}).status_code == 201
    tile = {"type": "deal_starting_tile", "seat": 0}
    made = record.api.post(f"{record.path}/moves", tile, {"If-Match": f'"{version}"'})
    assert made.status_code == 201, "a move that follows the version before a check is taken"
    assert check(links[1], {"gold": 1}).status_code == 201, "and a check after play went on"


def test_nobody_is_asked_for_what_lies_behind_a_screen_unless_the_table_shows_it(recorder: Api) -> None:
    table = Table("xidit", 4, 0)
    year = 60
    plain = opened(recorder, table, list(table.moves())[:year])
    aided = opened(recorder, table, list(table.moves())[:year], policies={"memory_aid": True})
    assert [one["name"] for one in checks_of(plain)["figures"]] == ["stories", "placed", "bards"]
    assert "gold" in checks_of(aided)["points"][0]["figures"]["0"]
    assert b"bards_left" not in plain.get("/checks").data
    assert why(check(plain, {"gold": 4}, 0)) == (400, "malformed-move")
    assert check(aided, {"gold": 4}, 0).status_code == 201


def test_the_slip_is_found_and_its_correction_settles_the_difference(record: Record) -> None:
    played, typed, place = slips.epoch()
    for seat in range(3):
        assert check(record, true(seat), seat).status_code == 201
    differ = standing(record)["open"]
    assert differ > 0
    found = record.get("/slips", point=1, lang="en")
    assert found.status_code == 200, found.text
    first = found.json["candidates"][0]
    assert found.json["next"] is None
    assert (first["kind"], first["name"]) == ("field", str(place + 2))
    assert first["changes"] == [{"op": "amend", "name": str(place + 2), "body": played[place]}]
    assert f"rank {typed[place]['rank']}" in first["was"]["en"]
    assert f"rank {played[place]['rank']}" in first["says"]["en"]
    version = record.get("").json["version"]
    body = {"changes": first["changes"]}
    preview = record.api.post(f"{record.path}/corrections", body, {"If-Match": f'"{version}"'}, dry_run="1")
    assert not [move for move in preview.json["impact"]["moves"] if move["verdict"] == "refused"]
    done = record.api.post(f"{record.path}/corrections", body, {"If-Match": f'"{version}"'})
    assert done.status_code == 201
    assert standing(record) == {"passed": 1, "checked": 1, "open": 0}
    assert record.get("/slips", point=1).json["candidates"] == []
    undo = record.api.post(
        f"{record.path}/undo", {"undoes": [str(done.json["version"])]}, {"If-Match": f'"{done.json["version"]}"'}
    )
    assert undo.status_code == 201, undo.text
    assert standing(record)["open"] == differ, "taken back, the difference is there again"


def test_a_search_goes_on_where_the_one_before_stopped(record: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    for seat in range(3):
        check(record, true(seat), seat)
    whole = record.get("/slips", point=1).json
    asked = iter([False] * 300)
    monkeypatch.setattr("service.api.routes.checks.thread_time", lambda: 0.0 if next(asked, True) is False else 9.0)
    parts: list[Json] = []
    while not parts or parts[-1]["next"] is not None:
        asked = iter([False] * 300)
        parts.append(record.get("/slips", point=1, after=parts[-1]["next"] if parts else 0).json)
    assert len(parts) > 2
    assert sum(part["tried"] for part in parts) == whole["tried"]
    assert [one for part in parts for one in part["candidates"]] == whole["candidates"]


def test_a_difference_that_no_single_change_explains_stays_open(record: Record) -> None:
    assert check(record, {"gold": 9_876}, 0).status_code == 201
    found = record.get("/slips", point=1).json
    assert (found["candidates"], found["next"]) == ([], None)
    assert standing(record)["open"] == 1


def test_a_check_of_a_point_that_a_correction_took_away_counts_for_nothing(record: Record) -> None:
    assert check(record, {"gold": 9_876}, 0).status_code == 201
    version = record.get("").json["version"]
    body = {"changes": [{"op": "retract", "name": str(record.version)}]}
    assert record.api.post(f"{record.path}/corrections", body, {"If-Match": f'"{version}"'}).status_code == 201
    assert standing(record) == {"passed": 0, "checked": 0, "open": 0}
    assert checks_of(record)["points"] == []
    assert why(check(record, {"gold": 9_876}, 1)) == (409, "not_passed")
    assert why(record.get("/slips", point=1)) == (409, "not_passed")


def test_a_checked_record_is_exported_and_verified(record: Record) -> None:
    check(record, true(0), 0)
    check(record, {"gold": 9_876}, 1)
    assert faults(exported(record)) == []
    text = record.get("/export", format="text").text
    assert f"\n# checks: passed 1, checked 1, open differences {standing(record)['open']}\n" in text


@pytest.mark.parametrize("body", [
    {"point": 2, "seat": 0, "way": "claimed", "figures": {"gold": 1}},
    {"point": 1, "seat": 0, "way": "claimed", "figures": {"silver": 1}},
])  # fmt: skip
def test_a_file_with_a_check_that_nobody_could_have_made_has_a_fault(record: Record, body: Json) -> None:
    check(record, {"gold": 1}, 0)
    said = faults(forged(exported(record), lambda entries: entries[-1].update(body=body)))
    assert said == [
        f"{record.version + 1}: it checks a point that was not reached then, or a figure that is not asked for"
    ]
