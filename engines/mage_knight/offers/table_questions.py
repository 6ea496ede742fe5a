"""Questions of the moves of the table: set-up, a new round, the scoring; and helpers of all questions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from engines.kernel.copying import copied
from engines.kernel.domains import by_key, by_seat, choice, group, places, several
from engines.kernel.game import Json
from engines.kernel.offers import Questions
from engines.mage_knight.box.components import ARTIFACT, FACES
from engines.mage_knight.rules.attempt import Attempt
from engines.mage_knight.rules.enemies import can_come
from engines.mage_knight.rules.recruiting import left as units_left
from engines.mage_knight.rules.recruiting import may_come as units_may_come
from engines.mage_knight.rules.table.card_offers import ACTION, SPELL, gone, left, may_come, offer_of
from engines.mage_knight.setup import dice_wanted, monasteries, orcs_at_setup, put_under
from engines.mage_knight.state import State

Can = Callable[[State, Json], bool]


def read_only_attempt(state: State, seat: int | None) -> Attempt:
    """A read-only attempt: it copies and changes nothing of the table."""
    attempt = Attempt(state, seat, "", None, strict=False)
    attempt.touched = dict(enumerate(state.seats))
    return attempt


def which(state: State, given: Json, name: str, of: Iterable[Any], can: Can) -> list[Any]:
    """The values of a field with which the move can be completed."""
    return [value for value in of if can(state, {**given, name: value})]


def setup_asks(state: State, seat: int | None, given: Json, can: Can) -> Questions:
    """Heroes in order of choice, where tile 1 lies, the orcs, the offer, the dice; hands where they are known."""
    del seat, can
    count = len(state.seats)
    chosen = [one.get("seat") for one in given.get("heroes") or [] if one]
    for place in range(count):
        free = [one for one in range(count) if one not in chosen[:place]]
        yield f"heroes.{place}.seat", choice(free)
        who = chosen[place] if place < len(chosen) else None
        yield f"heroes.{place}.hero", choice([state.seats[who].hero] if isinstance(who, int) and who < count else [])
    positions = state.box.setup_tiles
    stated = list(given.get("tile_1_at") or ())
    yield "tile_1_at", places(positions)
    for place, at in enumerate(orcs_at_setup(state, (stated[0], stated[1]) if len(stated) > 1 else positions[0])):
        yield f"tokens.{place}.at", places([at])
        yield f"tokens.{place}.token", choice(can_come(state, "green"), exact=False)
    units = count + state.box.more_units
    yield "unit_offer", several(choice(units_may_come(state)), units, units, exact=False)
    yield "dice", several(choice(FACES), dice_wanted(state), dice_wanted(state), exact=False)
    hand = state.box.levels[0].hand
    hands = [several(choice(own_cards(state, seat)), hand, hand) for seat in range(count)]
    yield "hands", by_seat(count, hands, optional=True, secret=True, exact=False)


def own_cards(state: State, seat: int) -> list[str]:
    """Candidates for the cards of a seat: those it owns, and any artifact if one of them is nameless."""
    owned = state.seats[seat].owned
    return [
        card.id
        for card in state.box.cards.values()
        if owned.get(card.id) or (card.kind == "artifact" and owned.get(ARTIFACT))
    ]


def round_asks(state: State, _seat: int | None, given: Json, _can: Can) -> Questions:
    """Dice, offers, tokens, banners and hands of a new round."""
    state = copied(state)
    put_under(state)
    count = dice_wanted(state)
    yield "dice", several(choice(FACES), count, count, exact=False)
    units = min(len(state.seats) + state.box.more_units, sum(units_left(state).values()))
    yield "unit_offer", several(choice(units_may_come(state, units)), units, units, exact=False)
    cards_wanted = min(monasteries(state), left(state, ACTION))
    if cards_wanted:
        yield (
            "monastery_cards",
            several(choice(may_come(state, ACTION, cards_wanted)), cards_wanted, cards_wanted, exact=False),
        )
    for card in given.get("monastery_cards") or ():
        if card in may_come(state, ACTION):
            gone(state, ACTION).append(card)
            state.bottom_actions = [one for one in state.bottom_actions if one != card]
    for name, kind in (("action_card", ACTION), ("spell", SPELL)):
        if offer_of(state, kind) and left(state, kind):
            yield name, choice(may_come(state, kind), exact=False)
    on = [(at, number) for at, player in enumerate(state.seats) for number, unit in player.units.items() if unit.banner]
    if on:
        off = group({"seat": choice({at for at, _ in on}), "unit": choice({number for _, number in on})})
        yield "banners", several(off, 0, len(on), optional=True, exact=False)
    hands = [several(choice(own_cards(state, at)), 0, 20, exact=False) for at in range(len(state.seats))]
    yield "hands", by_seat(len(state.seats), hands, optional=True, secret=True, exact=False)


def score_asks(state: State, seat: int | None, given: Json, can: Can) -> Questions:
    """Ask for the cards of every seat, and its choices of artifact rewards that it did not seal."""
    del seat, given, can
    cards, known = [], {}
    for at, player in enumerate(state.seats):
        fit, count = own_cards(state, at), sum(player.owned.values())
        cards.append(several(choice(fit), count, count))
        known[str(at)] = [card for card in fit for _ in range(player.owned.get(card, 0))]
    yield "cards", {**by_seat(len(state.seats), cards, exact=False), "known": known}
    rewards = {
        f"{seat}-{number}": count
        for seat, player in enumerate(state.seats)
        for number, (_, count) in enumerate(player.artifacts)
        if count
    }
    if rewards:
        artifacts = [card.id for card in state.box.cards.values() if card.kind == "artifact"]
        most = max(rewards.values())
        yield "kept", by_key(rewards, several(choice(artifacts), 1, most), optional=True, exact=False)
