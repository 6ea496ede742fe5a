"""Text notation: values, errors with their columns, and that nothing is lost."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.kernel.canonical import canonical
from engines.kernel.game import Field, Json
from engines.kernel.input.text_files import header, read_file
from engines.kernel.notation import LONGEST, NotationError, parse_value, read, words, write
from engines.kernel.seats import Seats
from engines.kernel.sentences import say
from tests.engines.given import in_both_languages
from tests.engines.kernel.examples import examples
from tests.engines.kernel.fields import GAME, MOVES, ODD_MOVES, SEATS

NUMBER = Field("integer")


def line(text: str) -> Json | None:
    """What a line says to the game of every kind of field."""
    return read(GAME, {}, text, SEATS)


def said(text: str) -> Json:
    """The fields of a line."""
    move = line(text)
    assert move is not None
    return {key: value for key, value in move.items() if key != "type"}


def wrong(text: str) -> int:
    """The column at which a line is wrong; the reason stands in both languages."""
    with pytest.raises(NotationError) as caught:
        line(text)
    in_both_languages(caught.value.says)
    assert str(caught.value) == f"column {caught.value.column}: {caught.value.says['en']}"
    assert isinstance(caught.value, ValueError)
    return caught.value.column


# Nothing is lost


@examples(40)
@given(move=MOVES)
def test_every_move_survives(move: Json) -> None:
    text = write(GAME, {}, move, SEATS)
    assert canonical(line(text)) == canonical(move), text


@examples(40)
@given(move=ODD_MOVES)
def test_what_only_the_rules_refuse_survives(move: Json) -> None:
    text = write(GAME, {}, move, SEATS)
    assert canonical(line(text)) == canonical(move), text


@examples(40)
@given(several=st.lists(MOVES | ODD_MOVES, max_size=3), end=st.sampled_from(["\n", "\r\n"]))
def test_every_file_survives(several: list[Json], end: str) -> None:
    text = end.join(["# game: fields", "", *(write(GAME, {}, move, SEATS) for move in several), ""])
    moves = list(read_file(GAME, {}, text, SEATS))
    assert [canonical(move) for _, move in moves] == [canonical(move) for move in several], text
    assert [number for number, _ in moves] == list(range(3, 3 + len(several)))


# Values


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("all", {}),
        ("all number=4", {"number": 4}),
        ("all number=+4", {"number": 4}),
        ("all number=-4", {"number": -4}),
        ("all number=?", {"number": None}),
        ("all player=blue", {"player": 1}),
        ("all player=gree", {"player": 2}),
        ("all player=2", {"player": 2}),
        ("all number=blue", {"number": "blue"}),
        ("all number=true", {"number": True}),
        ('all number="4"', {"number": "4"}),
        ("all choice=+3", {"choice": "resource_3"}),
        ("all choice=mt", {"choice": "mountain"}),
        ("all choice=7", {"choice": 7}),
        ("all choice=8", {"choice": 8}),
        ("all choice=nothing", {"choice": "nothing"}),
        ('all choice="Gold mine"', {"choice": "Gold mine"}),
        ("all flag=true", {"flag": True}),
        ("all flag=false", {"flag": False}),
        ("all flag=yes", {"flag": "yes"}),
        ("all text=12", {"text": "12"}),
        ("all text=?", {"text": None}),
        ('all text="a b # c"', {"text": "a b # c"}),
        ("all text=a#b", {"text": "a#b"}),
        (r'all text="\"\\ñ"', {"text": '"\\ñ'}),
        ("all numbers=1,4", {"numbers": [1, 4]}),
        ("all numbers=1", {"numbers": [1]}),
        ("all numbers=[]", {"numbers": []}),
        ("all numbers=1,?", {"numbers": [1, None]}),
        ("all choices=+3,-6", {"choices": ["resource_3", "hazard_6"]}),
        ('all texts=["a,b"]', {"texts": ["a,b"]}),
        ("all rows.0.0=1 rows.0.1=2 numbers.0=3", {"rows": [[1, 2]], "numbers": [3]}),
        ("all rows.0=1,2 rows.1=3", {"rows": [[1, 2], [3]]}),
        ("all by_seat.red=5 by_seat.1=6", {"by_seat": {"0": 5, "1": 6}}),
        ("all by_key.north=ice", {"by_key": {"north": "ice"}}),
        ("all hands.b=+3,mt hands.0=?", {"hands": {"1": ["resource_3", "mountain"], "0": None}}),
        ("all group.gold=2 group.goods=mt,+3", {"group": {"gold": 2, "goods": ["mountain", "resource_3"]}}),
        ('all group={"gold": 2}', {"group": {"gold": 2}}),
        ("all groups.0.gold=1 groups.1.gold=2 groups.0.note=a", {"groups": [{"gold": 1, "note": "a"}, {"gold": 2}]}),
        (
            "all deep.inner.leaves.a=1 deep.inner.groups.0.gold=2",
            {"deep": {"inner": {"leaves": {"a": 1}, "groups": [{"gold": 2}]}}},
        ),
        ("  all \t number=4   # and a comment", {"number": 4}),
        ("2 all number=4", {"seat": 2, "number": 4}),
        ("b all number=4", {"seat": 1, "number": 4}),
        ("Grey all", {"seat": 3}),
        ("go 3", {"number": 3}),
        ("blue go 3", {"seat": 1, "number": 3}),
        ("first blue", {"player": 1}),
        ("count r=4", {"by_seat": {"0": 4}}),
        ("count 9=4", {"by_seat": {"9": 4}}),
        ("azul all number=4", {"seat": 1, "number": 4}),
        ("VERDE all", {"seat": 2}),
        ("az go 3", {"seat": 1, "number": 3}),
        ("first gris", {"player": 3}),
        ("count ro=4", {"by_seat": {"0": 4}}),
        ("all by_seat.rojo=5", {"by_seat": {"0": 5}}),
        ("all player=azul", {"player": 1}),
    ],
)
def test_a_line_says(text: str, fields: Json) -> None:
    found = said(text)
    assert found == fields
    assert canonical(found) == canonical(fields)


@pytest.mark.parametrize("text", ["", "   ", "# comment", "\t# all number=4"])
def test_an_empty_line_and_a_comment_say_nothing(text: str) -> None:
    assert line(text) is None


@pytest.mark.parametrize(
    ("move", "text"),
    [
        ({"type": "all", "seat": 1, "number": -3}, "blue all number=-3"),
        ({"type": "all", "choice": "resource_3", "flag": True}, "all choice=resource_3 flag=true"),
        ({"type": "all", "text": "a b"}, 'all text="a b"'),
        ({"type": "all", "text": None, "numbers": [1, 2]}, "all text=? numbers=1,2"),
        ({"type": "all", "group": {"goods": ["mountain"], "gold": 2}}, "all group.gold=2 group.goods=mountain"),
        ({"type": "all", "by_seat": {"0": 4}, "groups": [{"gold": 1}]}, "all by_seat.0=4 groups.0.gold=1"),
        ({"type": "table", "number": 3}, "table number=3"),
    ],
    ids=str,
)
def test_a_move_is_written_as_a_hand_would(move: Json, text: str) -> None:
    assert write(GAME, {}, move, SEATS) == text


@pytest.mark.parametrize(
    ("word", "seats"),
    [
        ("0", [0]), ("3", [3]), ("4", []), ("-1", []), ("²", []), ("r", [0]), ("RED", [0]), ("gr", [2, 3]),
        ("grey", [3]), ("", []), ("redd", []), ("azul", [1]), ("v", [2]), ("gri", [3]),
    ],
)  # fmt: skip
def test_a_seat_is_named_by_number_colour_printed_name_or_a_clear_beginning(word: str, seats: list[int]) -> None:
    assert Seats(SEATS, GAME.colours({})).like(word) == seats


def test_a_whole_colour_is_clear_though_another_begins_with_it() -> None:
    assert Seats(["grey", "gre"]).like("gre") == [1]


def test_the_beginning_of_an_id_is_clear_though_a_printed_name_of_another_begins_so() -> None:
    names = {"black": say("Black", "Negro"), "white": say("White", "Blanco")}
    assert Seats(["black", "white"], names).like("b") == [0]
    assert Seats(["black", "white"], names).like("blan") == [1]


# Errors


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("fly", 1), ("  fly away", 3), ("red fly", 5), ("gr all", 1), ("gr go 3", 1), ("all player=gr", 5),
        ("all player=pink", 5), ("first gr", 7), ("red first pink", 11), ("count r=1 gr=2", 11),
        ("count r=1 pink=2", 11), ("count r=1 red=2", 11), ("count r=1 b", 11), ("count", 6), ("all by_seat.gr=1", 5),
        ("9 all", 1), ("red", 4), ("all number", 5), ("all number=4 choice", 14), ("all number=", 5),
        ("all what=4", 5), ("all number=1 number=2", 14), ("all number.x=1", 5), ("all group.silver=1", 5),
        ("all group.gold=1 group.gold=2", 18), ("all group.gold=1 group=2", 18), ("all groups.1.gold=1", 5),
        ("all groups.x.gold=1", 5), ("all rows.0.1=1", 5), ("all numbers=1,,2", 5), ("all numbers=[1.5]", 5),
        ("all numbers=[NaN]", 5), ("all numbers=[1", 5), ('all group={"gold":1,"gold":2}', 5), ('all text="a', 10),
        ('all text="a"b', 5), ("all text={a}", 5), ("all number=4 text=a\x00b", 20), ("all\x1b[31m", 4),
    ],
)  # fmt: skip
def test_a_wrong_line_is_named_by_its_column(text: str, column: int) -> None:
    assert wrong(text) == column


def test_a_line_has_a_bound() -> None:
    assert line("all text=" + "x" * (LONGEST - 9)) is not None
    assert wrong("all text=" + "x" * LONGEST) == LONGEST


def test_deep_nesting_in_quoted_json_is_an_error_and_no_crash() -> None:
    assert wrong("all text=" + "[" * 1900 + "]" * 1900) == 5


def test_words_keep_their_columns_through_quotes_and_brackets() -> None:
    assert words('a  b="c d" e=[1, 2] f={"g h": "]"} # i') == [
        ("a", 1),
        ('b="c d"', 4),
        ("e=[1, 2]", 12),
        ('f={"g h": "]"}', 21),
    ]


@pytest.mark.parametrize("kind", ["integer", "choice", "flag", "text"])
def test_nothing_after_the_sign_is_no_value(kind: Any) -> None:
    with pytest.raises(ValueError, match="a value is missing"):
        parse_value(Field(kind), "")


# Files


def test_the_header_names_game_seats_and_options() -> None:
    found = header("# game: toy\n#seats: red , blue,\n# option rounds: 3\n# just words\n\nall\n# late: no\n")
    assert found.fields == {"game": "toy", "seats": "red , blue,", "option rounds": "3"}
    assert found.seats == [("red", ""), ("blue", "")]
    assert header("all\n# game: toy").fields == {}
    assert header("").seats == []


def test_a_wrong_line_of_a_file_is_named_by_number_and_column() -> None:
    with pytest.raises(NotationError, match="line 4, column 9: ") as caught:
        list(read_file(GAME, {}, "# game: fields\n\nall number=1\nred all what=1\nfly\n", SEATS))
    assert (caught.value.line, caught.value.column) == (4, 9)


def test_the_good_part_of_a_file_comes_before_its_error() -> None:
    found = read_file(GAME, {}, "all number=1\nfly\n", SEATS)
    assert next(found) == (1, {"type": "all", "number": 1})
    with pytest.raises(NotationError):
        next(found)


def test_lines_end_where_an_editor_ends_them() -> None:
    text = 'all number=1\r\nall text="a\u2028b"\rall number=3\n'
    assert [number for number, _ in read_file(GAME, {}, text, SEATS)] == [1, 2, 3]


def reason(text: str) -> str:
    """Why a line is wrong, in English."""
    with pytest.raises(NotationError) as caught:
        line(text)
    return caught.value.says["en"]


@pytest.mark.parametrize(
    "text", ["gr all", "gr go 3", "first gr", "all player=gr", "count r=1 gr=2", "all by_seat.gr=1"]
)
def test_a_beginning_of_two_colours_is_said_to_be_unclear_wherever_it_stands(text: str) -> None:
    assert reason(text) == "'gr' may be green or grey"


def test_what_names_no_seat_is_answered_with_the_seats() -> None:
    assert reason("first pink") == "'pink' is not a seat; available: red, blue, green or grey"
    with pytest.raises(NotationError) as caught:
        line("count gr=1")
    assert caught.value.says["es"] == "'gr' puede ser green (verde) o grey (gris)"


def test_a_wrong_word_of_a_known_form_is_answered_with_how_it_is_typed() -> None:
    assert reason("count r=x") == "'r=x' is not COLOUR=NUMBER; it is typed count COLOUR=NUMBER"
    assert reason("count") == "COLOUR=NUMBER is missing; it is typed count COLOUR=NUMBER"
    assert reason("count r=1 r=2") == "r is given twice; it is typed count COLOUR=NUMBER"
    assert reason("count r=1 red=2") == "red is given twice"


@pytest.mark.parametrize(
    ("seat", "written"),
    [
        ("zz", '"zz"'), ("\x1b]0;", '"\\u001b]0;"'), (7, "7"), (-1, "-1"), (True, "true"), ({"a": 0}, '{"a":0}'),
        ([], "[]"),
    ],
)  # fmt: skip
def test_a_seat_that_is_none_is_written_as_it_stands(seat: Any, written: str) -> None:
    kind = next(iter(GAME.moves({})))
    assert write(GAME, {}, {"type": kind, "seat": seat}, SEATS).split(" ")[:2] == [written, kind]
