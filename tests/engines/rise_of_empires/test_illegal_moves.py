"""Every line of *Illegal moves*, each with its code and the clauses that may refuse it; and bad input beyond them."""

import ast
import re
from pathlib import Path

import pytest

from engines import rise_of_empires
from engines.kernel.game import IllegalMoveError, Json, MalformedMoveError
from tests.contract import games
from tests.engines.given import no_table
from tests.engines.rise_of_empires.positions import FIGURES, at, b_turn, refuses
from tests.engines.rise_of_empires.table import COLOURS, Table, act, box, put, reveal, table

LINES: dict[str, list[str]] = FIGURES["refusals"]
TEN = ["plain"] * 10
EIGHT = [f"P1-{number:02}" for number in range(1, 9)]
THREE = ((0, "empire"), (1, "empire"), (2, "empire"))
Case = tuple[Table, Json]


def start(turn: int = 1) -> Table:
    """A turn before tiles are turned up."""
    return table(box=box(discs=1)).on_to(turn, "reveal")


def reveals() -> dict[str, list[Case]]:
    """Lines on new tiles."""
    other = [*[f"C1A-{number}" for number in range(1, 5)], "C1B-5"]
    return {
        "reveal_of_7_or_9": [(start(), reveal(EIGHT[:7], TEN)), (start(), reveal([*EIGHT, "P1-09"], TEN))],
        "reveal_of_another_era": [(start(), reveal([*EIGHT[:7], "P2-01"], TEN))],
        "reveal_seen_before": [(start(2), reveal([f"P1-{number:02}" for number in range(8, 16)], ["island"] * 8))],
        "reveal_of_an_11th_plain": [
            (start(), reveal(EIGHT, ["town_food"] * 2 + ["plain"] * 8)),
            (start(2), reveal(None, ["plain"] + ["island"] * 8 + ["forest"])),
        ],
        "reveal_of_territory_in_turn_5": [(start(5), reveal([f"P3-{number:02}" for number in range(1, 9)], ["plain"]))],
        "reveal_of_another_set_of_cities": [(start(), reveal(EIGHT, TEN, other))],
    }


ELSEWHERE = {"too_few_or_many_players", "one_colour_twice"}


def test_new_tiles_are_refused_with_code_and_clause() -> None:
    for line, cases in reveals().items():
        code, clauses = LINES[line]
        for t, move in cases:
            refuses(t, move, clauses, code)


def refused_by_a_test() -> set[tuple[str, str]]:
    """Code and clause of every ``refuses(table, move, clauses, code, ...)`` in the tests of this game."""
    found = set()
    for path in Path(__file__).parent.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(ast.Name("refuses"), [_, _, ast.Constant(str(clauses)), *codes]):
                    named = [code.value for code in codes if isinstance(code, ast.Constant)]
                    found |= {(str(code), clause) for code in named for clause in clauses.split()}
    return found


def test_every_line_of_the_reference_is_refused_by_a_test() -> None:
    seen, here = refused_by_a_test(), ELSEWHERE | set(reveals())
    missing = [
        line
        for line, (code, clauses) in LINES.items()
        if line not in here and not any((code, clause) in seen for clause in clauses.split())
    ]
    assert missing == []


@pytest.mark.parametrize("seats", [COLOURS[:1], (*COLOURS, "black"), ("red", "red")])
def test_too_few_or_many_players_or_one_colour_twice(seats: tuple[str, ...]) -> None:
    no_table(rise_of_empires, seats, "ROE-2.1", "ROE-2.2", code="players")


def test_the_page_of_the_rules_explains_every_code_with_its_clauses() -> None:
    rows = re.findall(r"(?m)^\| `(\w+)` \| ([^|]*) \|", games.page("rise_of_empires"))
    explained = {code: set(re.findall(r"\[ROE-([0-9.]+)\]", clauses)) for code, clauses in rows}
    for code, clauses in LINES.values():
        assert set(clauses.split()) & explained[code], code


# ------------------------------------------------------------------------------------------------- beyond those lines


@pytest.mark.parametrize(
    "fields",
    [
        {"recall": "sw_europe"}, {"recall": 1}, {"place": "ne_africa"}, {"place": [{"region": "ne_africa"}]},
        {"battles": [{"region": "ne_africa"}]}, {"pay": {"silver": 1}}, {"perform": "no"}, {"weather": "fine"},
        {"use": "Roads"}, {"free_before": [{"region": "ne_africa"}]},
    ],
    ids=str,
)  # fmt: skip
def test_what_is_no_move_of_the_game_at_all_is_malformed(fields: Json) -> None:
    with pytest.raises(MalformedMoveError):
        at(1).fold.decide(act(0, "empire", tile="E1", **fields))


@pytest.mark.parametrize("count", ["2", 1.5, None, True])
def test_cubes_are_a_whole_number(count: object) -> None:
    t = at(1)
    with pytest.raises((IllegalMoveError, MalformedMoveError)):
        t.fold.decide(act(0, "empire", tile="E1", place=[{"region": "ne_africa", "cubes": count}]))


@pytest.mark.parametrize("circle", ["first", 0, -1, 99, None])
def test_a_circle_that_is_none_is_refused(circle: object) -> None:
    t = b_turn(*THREE, seat=2)
    if circle is not None:
        refuses(t, act(2, "empire", circle=circle, perform=False), "5.20", "not_own_disc")
    t.when(act(2, "empire", perform=False)).accepted()


@pytest.mark.parametrize(
    ("row", "fields"),
    [
        ("progress", {"tile": "Sword"}), ("city", {"tile": "Atlantis"}), ("empire", {"tile": "E9"}),
        ("territory", {"kind": "desert"}), ("trade", {"box": "9-9-gold"}),
        ("empire", {"tile": "E1", "place": [{"region": "atlantis", "cubes": 1}]}),
    ],
)  # fmt: skip
def test_roe_1_13_what_is_not_in_the_box_is_refused(row: str, fields: Json) -> None:
    refuses(at(1), act(0, row, **fields), "1.13", "unknown_tile")


@pytest.mark.parametrize(
    ("row", "fields"),
    [
        ("progress", {}),
        ("territory", {}),
        ("city", {}),
        ("empire", {}),
        ("trade", {}),
        ("progress", {"kind": "plain"}),
        ("progress", {"tile": "P1-01", "kind": "plain"}),
        ("territory", {"kind": "plain", "use": ["P1-11"]}),
        ("city", {"tile": "C1A-1", "recall": True}),
        ("trade", {"box": "1-2-gold", "tile": "E1"}),
        ("trade", {"box": "1-2-gold", "place": [{"region": "ne_africa", "cubes": 1}]}),
        ("empire", {"tile": "E1", "box": "1-2-gold"}),
    ],
    ids=str,
)
def test_a_row_is_told_what_it_needs_and_nothing_else(row: str, fields: Json) -> None:
    refuses(at(1), act(0, row, **fields), "6.1 7.1 8.1 9.1 12.1", "missing", "not_asked")


@pytest.mark.parametrize("paid", [{"gold": -1, "food": 3}, {"gold": 3, "vp": -1}])
def test_a_negative_payment_is_refused(paid: Json) -> None:
    refuses(b_turn(*THREE), act(0, "empire", tile="E1", pay=paid), "5.22 5.25", "bad_payment")


def test_roe_5_1_a_move_out_of_turn_has_the_event_that_the_table_may_have_played_all_the_same() -> None:
    """Whose turn it is, a judge can rule; that a piece is missing, nobody can."""
    t = at(1).cubes(1, ne_africa=1).has(1, pool=2)
    move = act(1, "empire", tile="E1", place=put(near_east=1))
    with pytest.raises(IllegalMoveError) as caught:
        t.fold.decide(move)
    assert (caught.value.code, caught.value.event) == ("not_your_turn", move)
    for wrong in ({"place": put(near_east=3)}, {"seat": 7}, {"tile": "E9"}):
        with pytest.raises(IllegalMoveError) as caught:
            t.fold.decide({**move, **wrong})
        assert caught.value.event is None
    with pytest.raises(IllegalMoveError) as caught:
        t.go().fold.decide(act(0, "empire", tile="E5"))
    assert (caught.value.code, caught.value.event) == ("not_your_turn", None)
