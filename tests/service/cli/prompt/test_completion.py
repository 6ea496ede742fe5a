"""What a prompt offers to type is what the rules offer to record."""

from collections.abc import Sequence
from random import Random

import pytest

from engines import GAMES
from engines.kernel.replay import Fold
from service.cli.language import Speech
from service.cli.prompt import completion
from service.cli.tables import Table
from tests.long import cases

KINGDOMS = GAMES["kingdoms"]
BOX = KINGDOMS.box()
COLOURS = ("yellow", "red", "blue")
TABLE = Table(KINGDOMS, BOX, [{"seat": n, "colour": c, "name": None} for n, c in enumerate(COLOURS)], {})
EN, ES = Speech("en"), Speech("es")


def fold(*lines: str) -> Fold[object, object]:
    found = TABLE.fold()
    for line in lines:
        move = TABLE.read(line)
        assert move is not None
        found.play(move)
    return found


def typed(text: str, at: Fold[object, object], say: Speech = EN) -> list[str]:
    offers = at.offers()["moves"]
    found = completion.suggest(text, TABLE, offers, at.offers, say)
    return [text[: len(text) - suggestion.back] + suggestion.text for suggestion in found]


PLAYING = ("y deal", "r deal", "b deal", "first y", "+3 2,5", "castle 4 2,4")


def test_an_empty_line_offers_types_short_forms_seats_and_words() -> None:
    found = typed("", fold())
    assert {"deal", "first", "deal_starting_tile", "choose_start_player", "yellow", "red", "?", "board"} <= set(found)
    assert not {"castle", "+3", "place_castle"} & set(found)


def test_a_beginning_leaves_only_what_begins_so() -> None:
    assert typed("d", fold()) == ["deal", "deal_starting_tile"]
    assert typed("place_c", fold(*PLAYING)) == ["place_castle"]


def test_after_a_seat_only_what_that_seat_may_do() -> None:
    assert "blue place_castle" in typed("blue ", fold(*PLAYING))
    assert typed("red ", fold(*PLAYING)) == []


def test_fields_come_one_after_another() -> None:
    at = fold(*PLAYING)
    assert typed("place_castle ", at) == [f"place_castle rank={rank}" for rank in (1, 2, 3, 4)]
    assert typed("b place_castle rank=3 ", at) == [f"b place_castle rank=3 row={row}" for row in range(1, 6)]
    # Row 2 has two pieces: these columns are not offered.
    assert typed("place_castle rank=3 row=2 ", at) == [f"place_castle rank=3 row=2 col={col}" for col in (1, 2, 3, 6)]
    assert typed("place_castle rank=3 row=2 col=6 ", at) == []


def test_a_choice_is_spelled_as_short_as_it_can_be() -> None:
    found = typed("draw_and_place ", fold(*PLAYING))
    assert {"draw_and_place tile=+3", "draw_and_place tile=DR"} <= set(found)
    assert len(found) == 16


def test_behind_an_optional_field_the_next_one_is_offered_too() -> None:
    found = typed("place_starting_tile ", fold(*PLAYING))
    assert "place_starting_tile tile=+6" in found
    assert "place_starting_tile row=1" in found


def test_a_map_by_seat_is_offered_by_colours() -> None:
    rng = Random(1)
    at = TABLE.fold()
    for move in KINGDOMS.table(rng, COLOURS, {}, BOX):
        if move["type"] == "score_epoch":
            break
        at.play(move)
    offers = [offer for offer in at.offers()["moves"] if offer["type"] == "score_epoch"]
    assert offers
    assert "score_epoch gold.yellow=" in typed("score_epoch ", at)
    assert "count red=" in typed("count ", at)


@pytest.mark.parametrize(("text", "some"), [
    ("castle ", ["castle 1", "castle 4"]), ("castle 3 ", ["castle 3 1,", "castle 3 5,"]),
    ("castle 3 2,", ["castle 3 2,1", "castle 3 2,6"]), ("c3 2,", ["c3 2,1"]), ("+", ["+1", "+6"]), ("M", ["MT"]),
    ("+3 ", ["+3 1,"]), ("blue +3 2,", ["blue +3 2,6"]), ("start ", ["start +6", "start 1,"]),
    ("start -6 3,", ["start -6 3,3"]), ("start 3,", ["start 3,3"]),
])  # fmt: skip
def test_short_forms_are_completed(text: str, some: Sequence[str]) -> None:
    found = typed(text, fold(*PLAYING))
    assert set(some) <= set(found)
    assert not [line for line in found if line.endswith(("2,4", "2,5"))]


def test_the_first_player_is_offered_by_colour() -> None:
    assert typed("first ", fold("y deal", "r deal", "b deal")) == ["first yellow", "first red", "first blue"]
    assert typed("deal +", fold())[0] == "deal +1"


@pytest.mark.parametrize(
    "text", ["fly ", "place_castle rank= ", 'place_castle rank="', "red red ", "castle x ", "9 9 9 "]
)
def test_what_makes_no_sense_offers_nothing(text: str) -> None:
    assert typed(text, fold(*PLAYING)) == []


@pytest.mark.parametrize("seed", range(cases(1, 4)))
def test_every_move_of_a_table_can_be_typed_from_what_is_offered(seed: int) -> None:
    colours = list(COLOURS)
    at = TABLE.fold()
    for move in KINGDOMS.table(Random(seed), colours, {}, BOX, "public"):
        fields = [(name, field) for name, field in KINGDOMS.moves(BOX)[move["type"]].fields.items() if name in move]
        line = (COLOURS[move["seat"]] + " " if "seat" in move else "") + move["type"] + " "
        if fields and fields[0][1].kind != "map":
            for name, field in fields:
                found = typed(line, at)
                wanted = f"{line}{name}={completion.shortest_form(field, move[name])}"
                assert wanted in found, (move, line, found)
                line = wanted + " "
            assert TABLE.read(line) == move
        at.play(move)


def test_suggestions_say_what_they_are_in_both_languages() -> None:
    at = fold(*PLAYING)
    for say, label in ((EN, "Place a castle"), (ES, "Colocar un castillo")):
        offers = at.offers()["moves"]
        found = {s.text: s.says for s in completion.suggest("", TABLE, offers, at.offers, say)}
        assert found["place_castle"] == label


def test_what_may_be_recorded_is_told_line_by_line() -> None:
    at = fold(*PLAYING)
    told = list(completion.offered_lines(at.offers()["moves"], TABLE, EN))
    assert "castle RANK ROW,COL     Place a castle (blue)" in told
    assert "    Rank: 1 2 3 4" in told
    assert "    Column: 1 2 3 4 5 6 (not every pair)" in told
    before = list(completion.offered_lines(fold().offers()["moves"], TABLE, ES))
    assert "first COLOR             Elegir quién empieza" in before
    assert "    Quién empieza: yellow red blue" in before
    assert "deal [LOSETA]           Tomar una loseta inicial (yellow, red, blue)" in before
