"""The words that take back and correct, as they are typed."""

from typing import Any

import pytest

from engines import GAMES
from engines.kernel.notation import NotationError
from service.cli.prompt import command_words
from service.cli.prompt.command_words import Against, Correction, Redo, Undo
from service.cli.tables import Table
from service.record.entries.timeline import Timeline, read

KINGDOMS = GAMES["kingdoms"]
SEATS = [{"seat": n, "colour": colour, "name": None} for n, colour in enumerate(("yellow", "red", "blue"))]
TABLE = Table(KINGDOMS, KINGDOMS.box(), SEATS, {})


def castle(row: int, col: int, seat: int | None = None) -> dict[str, Any]:
    found: dict[str, Any] = {"type": "place_castle", "rank": 1, "row": row, "col": col}
    return found if seat is None else found | {"seat": seat}


def line(moves: int) -> Timeline:
    """A line of so many castles, yellow, red and blue in turn; they are moves 2 and on."""
    bodies = [castle(1 + n % 5, 1 + n // 5, n % 3) for n in range(moves)]
    return read({"version": n, "type": "move", "body": body} for n, body in enumerate(bodies, 2))


@pytest.mark.parametrize(("text", "meant"), [
    ("undo", Undo()),
    ("undo 2", Undo(count=2)),
    ("undo x12", Undo(count=12)),
    ("undo red", Undo(seat=1)),
    ("undo rojo 3", Undo(seat=1, count=3)),
    ("undo 28", Undo(("28",))),
    ("undo [31]", Undo(("31",))),
    ("undo 29 31", Undo(("29", "31"))),
    ("undo 57.2", Undo(("57.2",))),
    ("undo 31 with blue", Undo(("31",), consents=(2,))),
    ("undo 31 con azul,y", Undo(("31",), consents=(0, 2))),
    (
        "undo 31 with all -- they agree; all of them",
        Undo(("31",), consents=(0, 1, 2), reason="they agree; all of them"),
    ),
    ("redo", Redo()),
    ("redo 44 -- too hasty", Redo("44", "too hasty")),
])  # fmt: skip
def test_what_is_taken_back_is_typed_in_few_words(text: str, meant: Undo | Redo) -> None:
    found = command_words.read(text, TABLE, line(30))
    if isinstance(found, Undo) and isinstance(meant, Undo):
        assert found.body() == meant.body()
    else:
        assert found == meant


@pytest.mark.parametrize(("text", "changes", "reason"), [
    ("amend 5 castle 1 4,1", [{"op": "amend", "name": "5", "body": castle(4, 1)}], ""),
    ("amend 5 row=5", [{"op": "amend", "name": "5", "body": castle(5, 1, seat=0)}], ""),
    ("amend 5 red", [{"op": "amend", "name": "5", "body": castle(4, 1, seat=1)}], ""),
    ("amend 5 r col=3 rank=1", [{"op": "amend", "name": "5", "body": castle(4, 3, seat=1)}], ""),
    ("insert 5 red castle 1 4,1", [{"op": "insert", "before": "5", "body": castle(4, 1, seat=1)}], ""),
    ("retract [5] -- never played", [{"op": "retract", "name": "5"}], "never played"),
    (
        "amend 5 row=5; retract 6;keep 7 with red ! nobody -- typed wrong",
        [
            {"op": "amend", "name": "5", "body": castle(5, 1, seat=0)},
            {"op": "retract", "name": "6"},
            {"op": "keep", "name": "7", "irregular": {"reason": "nobody", "accepted_by": [1]}},
        ],
        "typed wrong",
    ),
    (
        "amend 5 castle 1 1,1 with all ! agreed",
        [
            {
                "op": "amend",
                "name": "5",
                "body": castle(1, 1),
                "irregular": {"reason": "agreed", "accepted_by": [0, 1, 2]},
            }
        ],
        "",
    ),
])  # fmt: skip
def test_changes_are_typed_in_one_line(text: str, changes: list[dict[str, Any]], reason: str) -> None:
    assert command_words.read(text, TABLE, line(10)) == Correction(changes, reason)
    assert command_words.read(f"try {text}", TABLE, line(10)) == Correction(changes, reason, only=True)


def test_what_the_opening_says_is_typed_likewise() -> None:
    xidit = GAMES["xidit"]
    seats = [{"seat": n, "colour": c, "name": None} for n, c in enumerate(("black", "red", "blue"))]
    table = Table(xidit, xidit.box(), seats, {})
    option, field = next((name, field) for name, field in xidit.options().items() if field.kind == "flag")
    typed = f'amend opening rojo="Ana María" blue= negro.colour=yellow league=Norte place= ref.bga=12 {option}=true'
    assert command_words.read(typed, table, line(0)) == Correction(
        [
            {
                "op": "opening",
                "seats": [{"seat": 1, "name": "Ana María"}, {"seat": 2}, {"seat": 0, "colour": "yellow"}],
                "occasion": {"league": "Norte", "place": None, "refs": {"bga": "12"}},
                "options": {option: True},
            }
        ]
    )
    assert field.kind == "flag"


def test_one_field_of_a_nested_value_can_be_told_alone() -> None:
    xidit = GAMES["xidit"]
    seats = [{"seat": n, "colour": c, "name": None} for n, c in enumerate(("black", "red", "blue"))]
    table = Table(xidit, xidit.box(), seats, {})
    shown = {"type": "reveal_orders", "orders": {"0": ["action"] * 6, "1": ["wait"] * 6}}
    recorded = read([{"version": 2, "type": "move", "body": shown}])
    found = command_words.read("amend 2 orders.red=A,A,A,A,A,W", table, recorded)
    assert isinstance(found, Correction)
    orders = found.changes[0]["body"]["orders"]
    assert (orders["0"], orders["1"]) == (["action"] * 6, ["action"] * 5 + ["wait"])
    with pytest.raises(NotationError, match=r"orders\.0\.1: give the whole list"):
        command_words.read("amend 2 orders.0.1=W", table, recorded)


def test_a_move_against_the_rules_says_why_behind_a_sign() -> None:
    assert command_words.read("castle 1 1,1 ! nobody saw it", TABLE, line(3)) == Against(
        castle(1, 1), {"reason": "nobody saw it", "accepted_by": []}
    )
    assert command_words.read("with red blue ! nobody saw it", TABLE, line(3)) == Against(
        None, {"reason": "nobody saw it", "accepted_by": [1, 2]}
    )
    assert command_words.read("!", TABLE, line(3)) == Against(None, {"reason": "", "accepted_by": []})


@pytest.mark.parametrize("text", ["", "  ", "castle 1 1,1", "# undo!", "pass # ! really"])
def test_other_lines_are_left_to_the_game(text: str) -> None:
    assert command_words.read(text, TABLE, line(3)) is None


@pytest.mark.parametrize(("text", "column", "says"), [
    ("undo 5", 6, "unclear: x5 undoes the last 5, [5] the move with that name"),
    ("undo pink", 6, "'pink' is not a seat; available: yellow, red or blue"),
    ("undo 9 red", 8, "'red' is not the name of a move"),
    ("undo 9 with pink", 13, "'pink' is not a seat; available: yellow, red or blue"),
    ("undo 9 with", 12, "who agrees? with red blue"),
    ("redo 4 5", 8, "redo takes one name"),
    ("amend", 6, "the name of a move is missing"),
    ("amend red", 7, "'red' is not the name of a move"),
    ("amend 99 row=1", 10, "there is no current move 99"),
    ("amend 5 row=1 row", 9, "'row=1' is neither a move"),
    ("amend 5 height=1", 9, "no field 'height' here"),
    ("amend 5 castle 9", 17, ""),
    ("retract 5; fly 6", 12, "expected a change: amend, insert, retract, keep"),
    ("retract 5 6", 11, "retract takes only a name"),
    ("keep 5", 7, "give the reason: keep NAME ! why"),
    ("insert 5", 9, "the move is missing"),
    ("amend opening", 14, "what was it? red=Carla league=..."),
    ("amend opening red", 15, "'red' should be name=value"),
    ("amend opening weather=fine", 15, "the opening has no 'weather'; it has yellow, red, blue, league, event, "),
])  # fmt: skip
def test_what_does_not_fit_is_named_in_its_column(text: str, column: int, says: str) -> None:
    with pytest.raises(NotationError) as refused:
        command_words.read(text, TABLE, line(8))
    assert says in refused.value.says["en"]
    assert refused.value.column == column
