"""A table where each seat types its own moves: what a seat's own link may write there, and what it may not."""

import random
from itertools import islice
from typing import Any

import pytest

from engines import GAMES
from service.record.entries import policies
from service.record.write import moves
from tests.service.api.writes.evening import OPENING, castle, line, post
from tests.service.conftest import Api, As, Json, Record

SEATS: Json = {"typing": "seats"}
CHOICE: Json = {"type": "choose_start_player", "player": 0}


def opened(recorder: Api, as_: As, **agreed: Any) -> tuple[Record, Record, Record]:
    """A record of two, begun as far as the first castle, in the hands of its recorder and of both seats' links."""
    record = recorder.open("yellow", "red", policies=agreed)
    links = [record.seat_token(seat) for seat in (0, 1)]
    record.play(OPENING)
    ana, ben = (record.by(as_(link)) for link in links)
    return record, ana, ben


def quest(recorder: Api) -> tuple[Record, list[Json]]:
    """A record of Mage Knight for two where seats type, and what an imaginary table plays there first."""
    game = GAMES["mage_knight"]
    colours = list(game.colours(game.box()))[:2]
    options = {name: option.default for name, option in game.options().items()}
    played = game.table(random.Random(4), colours, options, game.box())
    return recorder.open(*colours, game="mage_knight", policies=SEATS), list(islice(played, 3))


def why(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json["detail"]


def test_seats_type_their_moves_in_turn_and_follow_one_another(recorder: Api, as_: As) -> None:
    record, ana, ben = opened(recorder, as_, **SEATS)
    assert record.get("").json["policies"]["typing"] == "seats"
    assert ana.move(**castle(1, 1), seat=0).status_code == 201
    # Ben has not seen Ana's castle: it is told him, and nothing is written.
    late = ben.move(**castle(2, 2), seat=1)
    assert (late.status_code, [entry["body"]["seat"] for entry in late.json["since"]]) == (412, [0])
    ben.version = ana.version
    # Whose move it is need not be said of one's own.
    assert ben.move(**castle(2, 2)).status_code == 201
    assert [entry["body"].get("seat") for entry in record.get("/log").json["entries"][-2:]] == [0, 1]
    assert ben.move({"If-Match": "*"}, **castle(3, 2)).status_code == 428


@pytest.mark.parametrize("query", [{}, {"dry_run": "1"}])
def test_no_seat_types_another_seats_move(recorder: Api, as_: As, query: Json) -> None:
    record, ana, _ = opened(recorder, as_, **SEATS)
    record.play([{**castle(1, 1), "seat": 0}])
    ana.version = record.version
    assert why(ana.move(query=query, **castle(2, 2), seat=1)) == (
        403,
        "the link of seat 0 can record only that seat's and the table's moves",
    )
    spanish = ana.move({"Accept-Language": "es"}, query, **castle(2, 2), seat=1)
    assert why(spanish) == (
        403,
        "el enlace del asiento 0 solo puede anotar las jugadas de ese asiento y las de la mesa",
    )
    assert record.get("").json["version"] == record.version


def test_where_the_recorder_types_a_seats_link_types_nothing_but_its_secrets(recorder: Api, as_: As) -> None:
    for named in ({}, {"typing": "recorder"}):
        record, ana, _ = opened(recorder, as_, **named)
        assert "typing" not in record.get("").json["policies"]
        assert why(ana.move(**castle(1, 1), seat=0)) == (403, "the link of seat 0 can give only that seat's secrets")


def test_a_seat_types_a_move_of_the_table(recorder: Api, as_: As) -> None:
    for typing, status in (("seats", 201), ("recorder", 403)):
        record = recorder.open("yellow", "red", policies={"typing": typing})
        ben = as_(record.seat_token(1))
        record.play(OPENING[:2])
        assert record.by(ben).move(**CHOICE).status_code == status


def test_a_file_of_moves_is_no_seats_to_bring(recorder: Api, as_: As) -> None:
    _, ana, _ = opened(recorder, as_, **SEATS)
    assert ana.text("yellow castle 1 a1").status_code == 403


def test_a_run_ends_before_another_seats_move(recorder: Api, as_: As, monkeypatch: pytest.MonkeyPatch) -> None:
    record, ana, _ = opened(recorder, as_, **SEATS)
    alone = {**castle(2, 2), "seat": 1}
    monkeypatch.setattr(moves, "only_offer", lambda *_: alone)
    assert ana.move(query={"run": "1"}, **castle(1, 1)).status_code == 201
    assert record.get("/log").json["entries"][-1]["body"]["seat"] == 0


def test_a_seat_takes_back_what_it_typed_and_nobody_elses(recorder: Api, as_: As) -> None:
    record, ana, ben = opened(recorder, as_, **SEATS)
    ana.move(**castle(1, 1))
    ben.version = ana.version
    assert post(ben, "undo", {"undoes": line(record)[-1:]}).status_code == 422
    assert post(ana, "undo", {}).status_code == 201
    assert len(line(record)) == len(OPENING)
    # What came meanwhile from a seat's link has its place: the undo cannot be taken back any more.
    undo = str(record.get("").json["version"])
    ana.version = int(undo)
    assert ana.move(**castle(2, 1)).status_code == 201
    assert post(ana, "undo", {"undoes": [undo]}).status_code == 422


def test_what_the_rules_refuse_no_seat_records_alone(recorder: Api, as_: As) -> None:
    _, ana, _ = opened(recorder, as_, **SEATS)
    ana.move(**castle(1, 1))
    ben_first = ana.move(**castle(1, 2), irregular={"accepted_by": [0, 1]})
    assert why(ben_first) == (
        403,
        "the link of seat 0 cannot record irregular moves; the recorder can, if the table agrees",
    )


def test_a_seat_seals_nothing_for_another_in_a_move_of_the_table(recorder: Api, as_: As) -> None:
    record, (setup, *_) = quest(recorder)
    ana = record.by(as_(record.seat_token(0)))
    refused = ana.move(**setup)
    assert why(refused) == (403, "the link of seat 0 can seal only that seat's secrets, not hands.1")
    assert record.get("").json["version"] == ana.version


def test_what_is_played_in_turn_has_its_order_though_a_part_of_it_is_sealed(recorder: Api, as_: As) -> None:
    """Tactics are taken one after another; who has not seen the first is told so, as of any move."""
    record, (setup, first, second, *_) = quest(recorder)
    links = {seat: as_(record.seat_token(seat)) for seat in (0, 1)}
    record.play([setup])
    assert {first["type"], second["type"]} == {"take_tactic"}
    one, two = (record.by(links[move["seat"]]) for move in (first, second))
    assert one.move(**first).status_code == 201
    assert two.move(**second).status_code == 412
    two.version = one.version
    assert two.move(**second).status_code == 201


def test_what_is_sealed_whole_has_no_order() -> None:
    kingdoms, quests = GAMES["kingdoms"], GAMES["mage_knight"]
    assert policies.unordered(kingdoms, kingdoms.box(), SEATS) == {"deal_starting_tile"}
    assert policies.unordered(quests, quests.box(), SEATS) == frozenset()
    assert policies.unordered(quests, quests.box(), {}) == set(quests.secret)
