"""What is on offer is exactly what the rules accept, field by field."""

import itertools
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from engines.kernel.game import IllegalMoveError, Json
from tests.engines.given import Position
from tests.engines.kingdoms.games import g1, r1, r1_unknown, r2, third
from tests.engines.kingdoms.table import copies, playing, table

POSITIONS: dict[str, Callable[[], Position]] = {
    "opened": lambda: table("RB"), "one dealt": lambda: table("YRB").after("R deal DR"),
    "started": lambda: table("YRB").after("first B", "Y deal", "R deal"), "first turn": lambda: playing("RB", R="+6"),
    "turn 10": lambda: r1(9), "turn 21": lambda: r1(20), "turn 29, who knows": lambda: r1(28),
    "turn 29, public": lambda: r1_unknown(28), "turn 30": lambda: r1(29), "scored": r1,
    "scored and counted": lambda: r1().after("count Y=44"), "scored, a tile confided": lambda: r1(30, B="-4"),
    "tied": lambda: g1(2), "tied and started": lambda: g1(2).after("first B"), "third epoch": third,
    "empty supply": lambda: r2(27), "pass": lambda: r2(26), "over": g1,
}  # fmt: skip
KINDS: list[str | None] = [*copies(), None]
SPACES = list(itertools.product(range(1, 6), range(1, 7)))


def walk(position: Position, partial: Json) -> Iterator[Json]:
    """Every move that the answers of ``offers`` lead to, field by field; a count stands for all counts."""
    answer = position.fold.offers(partial)
    if answer["field"] is None:
        yield {key: value for key, value in partial.items() if value is not None}
        return
    domain = answer["domain"]
    assert domain["kind"] == ("map" if answer["field"] == "gold" else "choice")
    values = [{"0": 1}] if domain["kind"] == "map" else domain["of"]
    for value in [*values, *([None] if domain.get("optional") else [])]:
        yield from walk(position, {**partial, answer["field"]: value})


def offered(position: Position) -> set[str]:
    """Every move on offer, as text."""
    offers = position.fold.offers()["moves"]
    starts = [{"type": offer["type"], **({} if offer["seat"] is None else {"seat": offer["seat"]})} for offer in offers]
    return {spelled(move) for start in starts for move in walk(position, start)}


def spelled(move: Json) -> str:
    """A move as text."""
    return str(sorted((key, str(value)) for key, value in move.items()))


def accepted(position: Position) -> set[str]:
    """Every move that the rules accept, by trying them all."""
    seats = range(len(position.look("seats")))
    moves: list[Json] = [{"type": "choose_start_player", "player": seat} for seat in seats]
    moves.append({"type": "score_epoch", "gold": {"0": 1}})
    for seat in seats:
        spaces = SPACES if seat in position.look("to_move") else SPACES[:1]
        moves.append({"type": "pass", "seat": seat})
        for rank, (row, col) in itertools.product(range(6), spaces):
            moves.append({"type": "place_castle", "seat": seat, "rank": rank, "row": row, "col": col})
        for tile in KINDS:
            moves += [{"type": f"{what}_starting_tile", "seat": seat, "tile": tile} for what in ("deal", "reveal")]
            for row, col in spaces:
                space = {"seat": seat, "tile": tile, "row": row, "col": col}
                moves.append({"type": "place_starting_tile", **space})
                if tile is not None:
                    moves.append({"type": "draw_and_place", **space})
    return {
        spelled(move)
        for move in ({k: v for k, v in move.items() if v is not None} for move in moves)
        if legal(position, move)
    }


def legal(position: Position, move: Any) -> bool:
    """Whether the rules accept a move."""
    try:
        position.fold.decide(move)
    except IllegalMoveError:
        return False
    return True


@pytest.mark.parametrize("where", POSITIONS)
def test_kin_4_11_what_is_offered_is_what_is_accepted(where: str) -> None:
    position = POSITIONS[where]()
    assert offered(position) == accepted(position)


@pytest.mark.parametrize(("given", "field", "free"), [("row", "col", [1, 3, 4, 5, 6]), ("col", "row", [1, 3, 4, 5])])
def test_kin_4_11_one_of_row_and_column_leaves_the_empty_spaces_of_the_other(
    given: str, field: str, free: list[int]
) -> None:
    """A castle lies on row 2, column 2; the other domain is asked for second, whichever was answered."""
    answer = (
        playing("RB").after("R1 2,2").fold.offers({"type": "draw_and_place", "seat": 1, "tile": "wizard", given: 2})
    )
    assert (answer["field"], answer["domain"]["of"]) == (field, free)


@pytest.mark.parametrize(
    "partial", [{"type": "pass"}, {"type": "place_castle", "seat": 1}, {"type": "reveal_starting_tile"}]
)
def test_what_is_not_on_offer_is_said_to_be_so(partial: Json) -> None:
    assert playing("RB").fold.offers(partial) == {"field": None, "domain": None, "moves": []}
