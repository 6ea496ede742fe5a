"""What a fold shows: its view."""

from __future__ import annotations

from functools import partial

from engines.architects.arguments.parameters import MARKETS
from engines.architects.box.components import ROWS
from engines.architects.facts import by_seat
from engines.architects.rules.market import large_goods, small_goods
from engines.architects.rules.scoring import final_table, total
from engines.architects.state import FINISHED, SETUP, Flow, Seat, State
from engines.kernel.game import Json
from engines.kernel.view_cache import ViewCache


def view(state: State, cache: ViewCache) -> Json:
    """The state as its fold knows it: JSON with string keys; later events do not change it.

    Everything is public but the cards in hands: ``known`` are those that this fold knows (ARC-26.1, ARC-26.2). After
    the end a seat's virtue, debts and silver are those after phase A.
    """
    over = state.phase == FINISHED
    table = final_table(state) if over else state
    flow = state.flow
    figures = {place: _figures(table, place) for place in range(len(state.seats))}
    totals = cache.part("totals", (state.phase, *figures.values()), lambda: _totals(table))
    return {
        "phase": state.phase,
        "round": state.round(),
        "to_move": state.to_move(),
        "scores": totals if over else None,
        "contradictions": [found.as_json() for found in state.contradictions],
        "box": state.box.edition,
        "side": state.side,
        "turn": state.turn,
        "active": state.active,
        "start_player": state.start,
        "pending": state.pending,
        "final": None if state.final_by is None else {"triggered_by": state.final_by, "left": state.left.copy()},
        "tax_silver": state.tax,
        "locations": cache.each(
            "locations",
            {place: tuple(counts) for place, counts in state.at.items()},
            lambda place: by_seat(state.at[place]),
        ),
        "market": cache.part(
            "market",
            (*state.market.values(), state.left_pile, state.small, state.right_pile, state.large),
            partial(_market, state),
        ),
        "small_market": cache.part("small", state.small, lambda: dict(small_goods(state))),
        "large_market": cache.part("large", state.large, lambda: dict(large_goods(state))),
        "guildhall": cache.part("guildhall", (tuple(state.guildhall), tuple(state.aside)), partial(_guildhall, state)),
        "prison": cache.part("prison", tuple(state.prison), lambda: by_seat(state.prison)),
        "apprentices": cache.part(
            "apprentices",
            (
                state.apprentice_pile,
                *(
                    value
                    for row in ROWS
                    for pair in zip(state.display[row], state.coins[row], strict=True)
                    for value in pair
                ),
            ),
            partial(_display, state),
        ),
        "building_pile": state.building_pile,
        "rewards": cache.part(
            "rewards",
            (state.reward_pile, len(state.revealed), *state.revealed),
            lambda: {"pile": state.reward_pile, "revealed": list(state.revealed)},
        ),
        "seats": cache.each("seats", figures, lambda place: _seat(table, place)),
        "last": cache.part(
            "last",
            (flow.seat, *flow.gained.items(), None, *flow.spent.items(), flow.tax, flow.evaded),
            partial(_flow, flow),
        ),
        "standing": None if state.phase == SETUP else totals,
        "revealed_hands": cache.part(
            "revealed_hands", tuple(seat.shown for seat in state.seats), partial(_revealed_hands, state)
        ),
        "warnings": cache.part(
            "warnings", len(state.warnings), lambda: [warned.as_json() for warned in state.warnings]
        ),
    }


def _figures(state: State, place: int) -> tuple[object, ...]:
    """All that the part of a seat is made from."""
    seat = state.seats[place]
    return (
        seat.workers,
        seat.virtue,
        seat.level,
        seat.unpaid,
        seat.paid,
        seat.hand,
        seat.turns,
        seat.captures,
        seat.sends,
        seat.resets,
        state.prison[place],
        *seat.captives,
        *seat.goods.values(),
        tuple(seat.apprentices),
        tuple(seat.buildings),
        tuple(seat.known),
        tuple(seat.moved),
        seat.character,
        None if seat.order is None else seat.order.name,
        seat.shown,
    )


def _seat(state: State, place: int) -> Json:
    """What lies before a seat."""
    seat = state.seats[place]
    return {
        "colour": state.colours[place],
        "character": seat.character,
        "workers": seat.workers,
        "captives": by_seat(seat.captives),
        "goods": seat.goods.copy(),
        "virtue": seat.virtue,
        "evasion": state.evasion(place),
        "cathedral": seat.level,
        "unpaid": seat.unpaid,
        "paid": seat.paid,
        "apprentices": seat.apprentices.copy(),
        "buildings": seat.buildings.copy(),
        "hand": _hand(seat),
        "turns": seat.turns,
        "captures": seat.captures,
        "sends": seat.sends,
        "resets": seat.resets,
        "end_effects": None if seat.order is None else seat.order.cards.copy(),
    }


def _hand(seat: Seat) -> Json:
    """The cards of a hand as far as this fold knows them, and how many the last moves added or removed."""
    return {"size": seat.hand, "known": list(seat.known), "moved": seat.moved.copy()}


def _flow(flow: Flow) -> Json:
    """Goods gained and spent in the last move."""
    return {
        "seat": flow.seat,
        "gained": dict(flow.gained),
        "spent": dict(flow.spent),
        "tax": flow.tax,
        "evaded": flow.evaded,
    }


def _revealed_hands(state: State) -> Json:
    """Hands that were shown after the end, by seat (ARC-26.7)."""
    return {str(place): list(seat.shown) for place, seat in enumerate(state.seats) if seat.shown is not None}


def _market(state: State) -> Json:
    return {
        **{space.removeprefix("market_"): state.market[space] for space in MARKETS},
        "left_pile": state.left_pile,
        "small_face": state.small,
        "right_pile": state.right_pile,
        "large_face": state.large,
    }


def _guildhall(state: State) -> Json:
    """The owner of the worker on each space, and the workers next to the Guildhall."""
    return {
        "spaces": state.hall.spaces,
        "columns": state.hall.columns,
        "taken": {str(space): seat for space, seat in enumerate(state.guildhall, 1)},
        "aside": state.aside.copy(),
        "resets": sorted(state.hall.resets),
        "purges": sorted(state.hall.purges),
    }


def _display(state: State) -> Json:
    return {
        **{
            row: {
                str(column): {"card": card, "silver": silver}
                for column, (card, silver) in enumerate(zip(state.display[row], state.coins[row], strict=True), 1)
            }
            for row in ROWS
        },
        "pile": state.apprentice_pile,
    }


def _totals(state: State) -> dict[str, int]:
    """The points of each seat on the current table, phase A left out while the game runs (REP-6)."""
    return {str(seat): total(state, seat) for seat in range(len(state.seats))}
