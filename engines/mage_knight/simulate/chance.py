"""The random part of a simulated table: set-up, new rounds, tokens turned up, the final sorting."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from engines.kernel.game import Json
from engines.mage_knight.box.components import ARTIFACT, BASIC, FACES
from engines.mage_knight.box.geometry import around
from engines.mage_knight.rules.recruiting import left as units_left
from engines.mage_knight.rules.recruiting import may_come as units_may_come
from engines.mage_knight.rules.revealing import garrisons, ruins_down
from engines.mage_knight.rules.table.artifacts import can_be_new
from engines.mage_knight.rules.table.card_offers import ACTION, SPELL, left, may_come
from engines.mage_knight.rules.table.cards import is_artifact
from engines.mage_knight.rules.table.hands import limit
from engines.mage_knight.setup import dice_wanted, fair, monasteries, orcs_at_setup
from engines.mage_knight.state import State

SOME = 0.5
"""How often a banner is taken off."""


class Dealer:
    """The chance of one table.

    Args:
        rng: Where it comes from.
        state: The table.
    """

    def __init__(self, rng: Random, state: State) -> None:
        self.rng = rng
        self.state = state

    def turned(self, forts: Sequence[Any], ruins: Sequence[Any]) -> list[Json]:
        """Tokens for garrisons and ruins that are turned up at once."""
        out: list[Json] = []
        taken: defaultdict[tuple[str, int], Counter[str]] = defaultdict(Counter)
        for at in forts:
            for token in self.state.spaces[at].tokens:
                if not token.up:
                    unseen = self.state.piles[token.back].unseen[token.lot]
                    can = list((Counter(unseen) - taken[token.back, token.lot]).elements())
                    name = self.rng.choice(can)
                    taken[token.back, token.lot][name] += 1
                    out.append({"at": list(at), "token": name})
        left_ = [one for one in self.state.box.ruins if one not in self.state.ruins_seen]
        self.rng.shuffle(left_)
        out += [{"at": list(at), "token": name} for at, name in zip(ruins, left_, strict=False)]
        return out

    def deal(self, hands: dict[int, int], owned: dict[int, dict[str, int]]) -> Json:
        """Hands dealt from shuffled decks; artifacts that nobody has named stay unnamed, and the hand with them."""
        out: Json = {}
        for seat, size in hands.items():
            deck = [card for card, count in owned[seat].items() for _ in range(count)]
            hand = self.rng.sample(deck, min(size, len(deck)))
            if ARTIFACT not in hand:
                out[str(seat)] = hand
        return out

    def dice(self) -> list[str]:
        """A valid roll of the source (MK-2.11)."""
        faces = [self.rng.choice(FACES) for _ in range(dice_wanted(self.state))]
        while not fair(faces):
            faces = [face if face in BASIC else self.rng.choice(FACES) for face in faces]
        return faces

    def units(self) -> list[str]:
        """A unit offer."""
        state = self.state.copied(())
        out: list[str] = []
        wanted = min(len(state.seats) + state.box.more_units, sum(units_left(state).values()))
        for _ in range(wanted):
            can = units_may_come(state)
            counts = units_left(state)
            name = self.rng.choices(can, [counts.get(one, 1) for one in can])[0]
            state.gone_units.append(name)
            if state.box.units[name].count - state.gone_units.count(name) < state.bottom_units.count(name):
                state.bottom_units.remove(name)
            out.append(name)
        return out

    def set_up(self) -> Json:
        """The setup of a game, by chance."""
        state, box = self.state, self.state.box
        order = list(range(len(state.seats)))
        self.rng.shuffle(order)
        offer = self.units()
        while not any(box.first_offer in box.units[name].sites for name in offer):
            offer = self.units()
        orcs = [one.id for one in box.enemies.values() if one.back == "green" for _ in range(one.count)]
        # As many whichever way the first two tiles lie.
        tokens = self.rng.sample(orcs, len(orcs_at_setup(state, (0, 1))))
        first = self.rng.choice(((0, 1), (1, 0)))
        where = orcs_at_setup(state, first)
        hands = dict.fromkeys(order, box.levels[0].hand)
        return {
            "type": "setup",
            "heroes": [{"seat": seat, "hero": state.seats[seat].hero} for seat in order],
            "tokens": [{"at": list(at), "token": token} for at, token in zip(where, tokens, strict=True)],
            "unit_offer": offer,
            "dice": self.dice(),
            "tile_1_at": list(first),
            "hands": self.deal(hands, {seat: dict(state.seats[seat].owned) for seat in order}),
        }

    def new_round(self) -> Json:
        """The setup of a new round, by chance."""
        state, box = self.state, self.state.box
        trial = state.copied()
        for name in trial.units:
            trial.gone_units.remove(name)
            trial.bottom_units.append(name)
        before, self.state = self.state, trial
        offer = self.units()
        self.state = before
        for card in trial.monastery:
            trial.actions_gone.remove(card)
            trial.bottom_actions.append(card)
        wanted = min(monasteries(state), left(trial, ACTION))
        actions = [self.next_card(trial, ACTION) for _ in range(wanted)]
        move: Json = {"type": "prepare_round", "dice": self.dice(), "unit_offer": offer}
        if actions:
            move["monastery_cards"] = actions
        if state.actions and left(trial, ACTION):
            move["action_card"] = self.next_card(trial, ACTION)
        if state.spells and left(trial, SPELL):
            move["spell"] = self.next_card(trial, SPELL)
        if not box.rounds[state.round]:
            near = {space for player in state.seats if player.space is not None for space in around(player.space)}
            tokens = self.turned(garrisons(state, sorted(near)), ruins_down(state))
            if tokens:
                move["tokens"] = tokens
        banners = [
            {"seat": seat, "unit": number}
            for seat, player in enumerate(state.seats)
            for number, unit in player.units.items()
            if unit.banner is not None and self.rng.random() < SOME
        ]
        off = {(one["seat"], one["unit"]) for one in banners}
        if banners:
            move["banners"] = banners
        owned = {}
        for seat, player in enumerate(state.seats):
            owned[seat] = dict(player.owned)
            for number, unit in player.units.items():
                if unit.banner is not None and (seat, number) not in off:
                    owned[seat][unit.banner] -= 1
        hands = {seat: limit(state, seat, planning=False) for seat in range(len(state.seats))}
        move["hands"] = self.deal(hands, owned)
        return move

    def next_card(self, trial: State, kind: str) -> str:
        """The next card of a deck, taken out of it."""
        card = self.rng.choice(may_come(trial, kind))
        gone, below = (
            (trial.actions_gone, trial.bottom_actions) if kind == ACTION else (trial.spells_gone, trial.bottom_spells)
        )
        gone.append(card)
        if card in below:
            below.remove(card)
        return card

    def scoring(self, sealed: Mapping[str, Sequence[str]]) -> Json:
        """Sort the cards of every seat, and state the choices of artifact rewards that it did not seal.

        Args:
            sealed: Name of such a move -> the artifacts kept.
        """
        state = self.state
        below = {card for card, _ in state.below}
        fresh = [card for card in state.box.cards if can_be_new(state, card) and card not in below]
        sorted_: Json = {}
        kept: Json = {}
        for seat, player in enumerate(state.seats):
            stated: list[str] = []
            for card, count in player.owned.items():
                stated += [fresh.pop() for _ in range(count)] if card == ARTIFACT else [card] * count
            sorted_[str(seat)] = stated
            own = [card for card in (*stated, *player.removed) if is_artifact(state.box, card)]
            own = [card for card in own if not any(card in them for them in sealed.values())]
            for number, (name, count) in enumerate(player.artifacts):
                if count and name not in sealed:
                    kept[f"{seat}-{number}"], own = own[:count], own[count:]
        return {"type": "score", "cards": sorted_, **({"kept": kept} if kept else {})}
