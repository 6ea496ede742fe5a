"""The public facts that a judge compares and that each entry's digest covers."""

from __future__ import annotations

from engines.architects.arguments.parameters import MARKETS
from engines.architects.box.components import ROWS
from engines.architects.rules.scoring import final_table
from engines.architects.state import Seat, State
from engines.kernel.game import Json


def facts(state: State) -> Json:
    """The public facts that a judge compares; their shape never changes.

    After the end a seat's virtue, unpaid debts and silver are those after phase A (ARC-23.5).
    """
    table = final_table(state)
    return {
        "phase": state.phase,
        "round": state.round(),
        "to_move": state.to_move(),
        "turn": state.turn,
        "active": state.active,
        "start_player": state.start,
        "pending": state.pending,
        "final": None if state.final_by is None else {"triggered_by": state.final_by, "left": list(state.left)},
        "tax_silver": state.tax,
        "locations": {place: by_seat(counts) for place, counts in state.at.items()},
        "market": {space.removeprefix("market_"): state.market[space] for space in MARKETS},
        "guildhall": list(state.guildhall),
        "aside": list(state.aside),
        "prison": by_seat(state.prison),
        "apprentices": {
            **{row: [list(pair) for pair in zip(state.display[row], state.coins[row], strict=True)] for row in ROWS},
            "pile": state.apprentice_pile,
        },
        "building_pile": state.building_pile,
        "market_piles": {
            "left": state.left_pile,
            "small_face": state.small,
            "right": state.right_pile,
            "large_face": state.large,
        },
        "rewards": {"pile": state.reward_pile, "revealed": list(state.revealed)},
        "seats": {str(place): _seat(seat) for place, seat in enumerate(table.seats)},
        "revealed_hands": {
            str(place): list(seat.shown) for place, seat in enumerate(state.seats) if seat.shown is not None
        },
        "end_effects": {
            str(place): list(seat.order.cards) for place, seat in enumerate(state.seats) if seat.order is not None
        },
    }


def by_seat(counts: list[int]) -> dict[str, int]:
    """Counts by seat, without zeros."""
    return {str(seat): count for seat, count in enumerate(counts) if count}


def _seat(seat: Seat) -> Json:
    return {
        "character": seat.character,
        "workers": seat.workers,
        "captives": by_seat(seat.captives),
        "goods": dict(seat.goods),
        "virtue": seat.virtue,
        "cathedral": seat.level,
        "unpaid": seat.unpaid,
        "paid": seat.paid,
        "apprentices": list(seat.apprentices),
        "buildings": list(seat.buildings),
        "hand": seat.hand,
    }
