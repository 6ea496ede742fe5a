"""What the moves of the table itself ask: set-up, a new round, the scoring; and what all questions look with."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from engines.kernel.domains import by_key, by_seat, choice, group, several, span
from engines.kernel.game import Json
from engines.kernel.offers import Questions
from engines.mage_knight.box.components import FACES
from engines.mage_knight.rules.attempt import Attempt
from engines.mage_knight.rules.enemies import can_come
from engines.mage_knight.rules.recruiting import may_come as units_may_come
from engines.mage_knight.rules.table.card_offers import ACTION, SPELL, left, may_come
from engines.mage_knight.setup import dice_wanted, monasteries, orcs_at_setup
from engines.mage_knight.state import State

Can = Callable[[State, Json], bool]


def read_only_attempt(state: State, seat: int | None) -> Attempt:
    """An attempt to read from: nothing of the table is copied or changed."""
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
    yield "tile_1_at.0", choice(dict.fromkeys(at[0] for at in positions))
    yield "tile_1_at.1", choice([at[1] for at in positions if stated and at[0] == stated[0]])
    for place, at in enumerate(orcs_at_setup(state, (stated[0], stated[1]) if len(stated) > 1 else positions[0])):
        yield f"tokens.{place}.at.0", choice([at[0]])
        yield f"tokens.{place}.at.1", choice([at[1]])
        yield f"tokens.{place}.token", choice(can_come(state, "green"), exact=False)
    units = count + state.box.more_units
    yield "unit_offer", several(choice(units_may_come(state)), units, units, exact=False)
    yield "dice", several(choice(FACES), dice_wanted(state), dice_wanted(state), exact=False)
    hand = state.box.levels[0].hand
    every = list(state.box.cards)
    yield "hands", by_seat(count, several(choice(every), hand, hand), optional=True, secret=True, exact=False)


def round_asks(state: State, seat: int | None, given: Json, can: Can) -> Questions:
    """Dice, offers, tokens, banners and hands of a new round."""
    del seat, given, can
    count = dice_wanted(state)
    yield "dice", several(choice(FACES), count, count, exact=False)
    units = len(state.seats) + state.box.more_units
    yield "unit_offer", several(choice(units_may_come(state)), units, units, exact=False)
    cards_wanted = min(monasteries(state), left(state, ACTION))
    if cards_wanted:
        yield "monastery_cards", several(choice(may_come(state, ACTION)), cards_wanted, cards_wanted, exact=False)
    if state.actions is not None:
        yield "action_card", choice(may_come(state, ACTION), exact=False)
    if state.spells is not None:
        yield "spell", choice(may_come(state, SPELL), exact=False)
    turned = group({"at": several(span(-99, 99), 2, 2), "token": choice([*state.box.enemies, *state.box.ruins])})
    yield "tokens", several(turned, 0, 20, optional=True, exact=False)
    off = group({"seat": choice(range(len(state.seats))), "unit": span(1, 20)})
    yield "banners", several(off, 0, 8, optional=True, exact=False)
    every = list(state.box.cards)
    hands = several(choice(every), 0, 20, exact=False)
    yield "hands", by_seat(len(state.seats), hands, optional=True, secret=True, exact=False)


def score_asks(state: State, seat: int | None, given: Json, can: Can) -> Questions:
    """The cards of every seat, and what it kept of the artifact rewards that it did not seal."""
    del seat, given, can
    every = list(state.box.cards)
    yield "cards", by_seat(len(state.seats), several(choice(every), 0, 99), exact=False)
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
