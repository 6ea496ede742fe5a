"""A judge's adjustments: checks each one against the invariants of the table, and applies it.

An adjustment may come in any turn. It must leave every piece in exactly one place (KIN-5.1, KIN-14.7, KIN-14.11) and
must not change an epoch that is scored (KIN-8.12): after scoring, a judge changes gold instead.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NoReturn

from engines.kernel.game import Json
from engines.kernel.moves.adjustments import change, no_adjust
from engines.kernel.seats import seat_at_table
from engines.kernel.sentences import shown
from engines.kingdoms import moves, refusals
from engines.kingdoms.arguments import empty, free_copy, kind_of, rank_of, space
from engines.kingdoms.refusals import refusal
from engines.kingdoms.state import Piece, State, cell_at


def adjust(state: State, adjustment: Json) -> moves.Adjusted:
    """Return the event of an adjustment without changing the state.

    Args:
        state: The table, as far as this fold knows.
        adjustment: ``type``, ``seat``, parameters.

    Raises:
        IllegalMoveError: The table would break an invariant, or nothing would change.
        MalformedMoveError: Unknown type of adjustment.
    """
    build = _BUILDS.get(adjustment["type"])
    if build is None:
        no_adjust(state, adjustment)
    return build(state, adjustment)


def _seat(state: State, adjustment: Json) -> int:
    """Return the seat, which must be at the table (KIN-1.15)."""
    return seat_at_table(adjustment["seat"], len(state.seats), "KIN-1.15")


def _gold(state: State, adjustment: Json) -> moves.GoldChanged:
    """Set a seat's gold: a whole number, possibly below 0; the bank never runs out (KIN-1.14, KIN-10.4)."""
    return moves.GoldChanged(_seat(state, adjustment), change(adjustment, "KIN-1.14"))


def _turn(state: State, adjustment: Json) -> moves.TurnSet:
    """Another seat moves, while a turn is open (KIN-3.1, KIN-7.3)."""
    seat = _seat(state, adjustment)
    if state.to_move is None:
        raise refusal("KIN-7.3", "no_turn_open", code="wrong_phase", epoch=state.epoch)
    if state.to_move == seat:
        raise refusal("KIN-3.1", "moves_already", who=refusals.seat_name(state, seat))
    return moves.TurnSet(seat)


def _board_open(state: State) -> None:
    """Refuse unless an epoch is under way; a scored epoch stays scored (KIN-7.3, KIN-8.12)."""
    if state.phase == "playing":
        return
    if state.phase == "dealing":
        raise refusal("KIN-7.3", "board_closed", code="wrong_phase", epoch=state.epoch)
    raise refusal("KIN-8.12", "board_scored", code="already_scored", epoch=state.epoch)


def _piece(state: State, row: int, col: int) -> Piece:
    """What lies on a space."""
    piece = state.cells[cell_at(state.box, row, col)]
    if piece is None:
        raise refusal("KIN-5.1", "nothing_there", row=row, col=col)
    return piece


def _move(state: State, adjustment: Json) -> moves.PieceMoved:
    """Move a piece to an empty space (KIN-5.1)."""
    _board_open(state)
    row, col = space(state, adjustment)
    to_row, to_col = space(state, {"row": adjustment.get("to_row"), "col": adjustment.get("to_col")})
    _piece(state, row, col)
    empty(state, to_row, to_col)
    return moves.PieceMoved(row, col, to_row, to_col)


def _remove(state: State, adjustment: Json) -> moves.PieceRemoved:
    """Return a castle to its owner's reserve, a tile to where it came from (KIN-4.1, KIN-4.4, KIN-4.7)."""
    _board_open(state)
    row, col = space(state, adjustment)
    _piece(state, row, col)
    return moves.PieceRemoved(row, col)


def _put_castle(state: State, adjustment: Json) -> moves.CastlePut:
    """Put a castle from a reserve on an empty space (KIN-1.12, KIN-5.1)."""
    _board_open(state)
    seat = _seat(state, adjustment)
    row, col = space(state, adjustment)
    rank = rank_of(state, adjustment)
    empty(state, row, col)
    _in_reserve(state, seat, rank)
    return moves.CastlePut(seat, rank, row, col)


def _put_tile(state: State, adjustment: Json) -> moves.TilePut:
    """Put a tile from the supply on an empty space (KIN-14.7, KIN-14.11)."""
    _board_open(state)
    seat = _seat(state, adjustment)
    row, col = space(state, adjustment)
    tile = kind_of(state, adjustment.get("tile"))
    empty(state, row, col)
    if not state.supply:
        raise refusal("KIN-14.11", "none_in_supply", code="supply_empty")
    free_copy(state, tile, None)
    return moves.TilePut(seat, tile, row, col)


def _box(state: State, adjustment: Json) -> moves.CastleBoxed:
    """Move a castle of rank 2 or more from the reserve to the box (KIN-11.3)."""
    seat, rank = _seat(state, adjustment), _boxable(state, adjustment)
    _in_reserve(state, seat, rank)
    return moves.CastleBoxed(seat, rank)


def _give(state: State, adjustment: Json) -> moves.CastleGiven:
    """Return a castle from the box (KIN-11.3)."""
    seat, rank = _seat(state, adjustment), _boxable(state, adjustment)
    if not state.seats[seat].boxed[rank]:
        raise refusal("KIN-11.3", "none_boxed", code="no_such_castle", who=refusals.seat_name(state, seat), rank=rank)
    return moves.CastleGiven(seat, rank)


def _boxable(state: State, adjustment: Json) -> int:
    """A rank whose castles go to the box; those of the lowest rank return to their owners (KIN-11.2)."""
    rank, lowest = rank_of(state, adjustment), state.box.ranks[0]
    if rank == lowest:
        raise refusal("KIN-11.2", "never_boxed", code="bad_rank", rank=shown(rank))
    return rank


def _in_reserve(state: State, seat: int, rank: int) -> None:
    """A castle of the rank is in the reserve (KIN-1.12)."""
    if not state.seats[seat].reserve[rank]:
        _none_left(state, seat, rank)


def _none_left(state: State, seat: int, rank: int) -> NoReturn:
    who = refusals.seat_name(state, seat)
    raise refusal(
        "KIN-1.12", "none_in_reserve", code="no_such_castle", names=state.seats[seat].placed[rank], who=who, rank=rank
    )


_BUILDS: Mapping[str, Callable[[State, Json], moves.Adjusted]] = {
    "change_gold": _gold,
    "set_turn": _turn,
    "move_piece": _move,
    "remove_piece": _remove,
    "put_castle": _put_castle,
    "put_tile": _put_tile,
    "box_castle": _box,
    "give_castle": _give,
}
