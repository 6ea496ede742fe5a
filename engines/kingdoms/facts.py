"""The facts that a judge compares and that the digest of an entry covers."""

from __future__ import annotations

from engines.kernel.game import Json
from engines.kingdoms.state import State


def facts(state: State) -> Json:
    """The public facts that a judge compares (KIN-14.1); their shape never changes."""
    ranks = state.box.ranks
    return {
        "phase": state.phase,
        "round": state.epoch,
        "to_move": [] if state.to_move is None else [state.to_move],
        "start_player": state.start_player,
        "supply": state.supply,
        "board": [
            ".." if piece is None else f"castle:{piece.seat}:{piece.rank}" if piece.rank else piece.tile or "?"
            for piece in state.cells
        ],
        "gold": {str(place): seat.gold for place, seat in enumerate(state.seats)},
        "reserve": {str(place): [seat.reserve[rank] for rank in ranks] for place, seat in enumerate(state.seats)},
        "boxed": {str(place): [seat.boxed[rank] for rank in ranks[1:]] for place, seat in enumerate(state.seats)},
        "starting_tile": {str(place): seat.status for place, seat in enumerate(state.seats)},
    }
