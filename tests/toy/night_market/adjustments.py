"""What a judge may put right at the night market: checked by what is true of every table, and applied (TOY-11)."""

from __future__ import annotations

from engines.kernel.game import Json
from engines.kernel.moves.adjustments import change
from engines.kernel.seats import seat_at_table

from .decide import one_of, within
from .moves import Adjusted, GoldChanged, GoodsChanged, ItemMoved, LotsChanged, TurnSet
from .refusals import refuse
from .state import State


def adjust(state: State, adjustment: Json) -> Adjusted:
    """The event that an adjustment is; the state is left as it is."""
    place = seat_at_table(adjustment["seat"], len(state.seats), "TOY-2.2")
    seat = state.seats[place]
    match adjustment["type"]:
        case "change_gold":
            by = change(adjustment, "TOY-11.2")
            within(seat.gold + by, 0, seat.gold + abs(by), "TOY-11.2")
            return GoldChanged(place, by)
        case "change_goods":
            good, by = one_of(adjustment["good"], seat.goods, "TOY-11.2"), change(adjustment, "TOY-11.2")
            within(seat.goods[good] + by, 0, seat.goods[good] + abs(by), "TOY-11.2")
            return GoodsChanged(place, good, by)
        case "change_lots":
            by = change(adjustment, "TOY-11.3")
            within(seat.lots + by, 0, seat.lots + state.lots, "TOY-11.3")
            return LotsChanged(place, by)
        case "move_item":
            there = [item for item in state.box["items"] if item not in seat.items]
            return ItemMoved(place, one_of(adjustment["item"], there, "TOY-11.4"))
        case _:
            return _turn(state, place)


def _turn(state: State, place: int) -> TurnSet:
    if state.turn is None:
        raise refuse("TOY-11.5", "wrong_phase", kind="set_turn", phase=state.phase)
    if state.effect is not None:
        raise refuse("TOY-10.1", "effect")
    if state.turn == place:
        raise refuse("TOY-11.5", "own_turn", seat=place)
    return TurnSet(place)


def apply_adjustment(state: State, event: Adjusted) -> None:
    """Apply what a judge ordered, in place; what makes no sense on this table changes nothing."""
    seat = state.seats[event.seat]
    match event:
        case GoldChanged(_, by):
            seat.gold += by
        case GoodsChanged(_, good, by):
            seat.goods[good] += by
        case LotsChanged(_, by):
            seat.lots += by
            state.lots -= by
        case ItemMoved(_, item):
            for other in state.seats:
                if item in other.items:
                    other.items.remove(item)
            seat.items.append(item)
        case TurnSet(place) if state.turn is not None:
            state.turn = place
