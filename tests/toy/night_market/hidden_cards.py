"""Cards that lie hidden: whether they can be what somebody says, and what gives way where they cannot."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engines.kernel.contradictions import contradiction
from engines.kernel.game import IllegalMoveError, Json
from engines.kernel.hidden.unknown import Unknown, is_known

from .refusals import refuse
from .state import Seat, State


def check_cards(
    state: State, hands: Iterable[tuple[Sequence[str], Sequence[str]]], event: Json
) -> IllegalMoveError | None:
    """Why cards cannot lie where somebody says, with the entries that rule it out; None where they can (TOY-3.2).

    Args:
        state: The table; left as it is.
        hands: Places, and the cards that are said to lie there.
        event: The move, for what the table played all the same.
    """
    unknown = state.unknown.copy()
    for places, cards in hands:
        zone = list(places)
        for card in cards:
            if not unknown.may_hold(zone, card):
                names = _blamed(state, unknown, zone, card)
                return refuse("TOY-3.2", "copies", names=names, event=event, card=card)
            unknown.take(zone, card, "")
    return None


def see(state: State, zone: list[str], card: str, name: str) -> None:
    """A card is seen as it leaves a zone. What this fold was only told gives way to what is seen (TOY-3.2).

    Args:
        state: The table, changed in place.
        zone: The places it lay among; one less.
        card: What it is.
        name: The move that shows it.
    """
    unknown = state.unknown
    if not unknown.may_hold(zone, card):
        names = _blamed(state, unknown, zone, card)
        state.contradictions.append(contradiction([*names, name], "TOY-3.2", card))
        reopen(state)
        _forget(state, zone)
    if unknown.may_hold(zone, card):
        unknown.take(zone, card, name)
    elif zone:  # more copies were seen than there are
        unknown.found(zone.pop(), card, name)


def _blamed(state: State, unknown: Unknown, zone: list[str], card: str) -> list[str]:
    """The entries that rule a card out; where it follows from who has how many, the deal."""
    return unknown.blame(zone, card) or [state.dealt or ""]


def reopen(state: State) -> None:
    """Forget what every hidden card was told or found to be: it is one of the pack again."""
    for seat in state.seats:
        if not seat.shown:
            _forget(state, seat.hand)
            seat.told = None
    _forget(state, state.pile)


def forget_told(state: State, seat: Seat) -> None:
    """What this fold was told of a hand cannot be right: its cards are any of the pack again."""
    _forget(state, seat.hand)
    seat.told = None


def _forget(state: State, zone: list[str]) -> None:
    """Every place of a zone that is written as its kind is one of the pack again."""
    for at, place in enumerate(zone):
        if is_known(place):
            state.unknown.forget(state.pack, place, state.dealt or "")
            zone[at] = state.pack


def settle(state: State) -> None:
    """Write every hidden place that can be one kind only as that kind."""
    state.unknown.settle(state.pile, *(seat.hand for seat in state.seats))


def known_hand(seat: Seat) -> list[str] | None:
    """The whole hand of a seat in the order of its cards, where this fold knows it."""
    return sorted(seat.hand) if seat.hand and all(map(is_known, seat.hand)) else None
