"""Simulates a table: complete legal games as a recorder would type them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from engines.architects.box.cards import Ability
from engines.architects.box.components import ROWS
from engines.architects.decide import decide
from engines.architects.evolve import evolve
from engines.architects.rules.guildhall import discards
from engines.architects.rules.ledger import Ledger
from engines.architects.rules.market import reset_abilities
from engines.architects.rules.scoring import phase_a, ranking
from engines.architects.setup import extra_cards, of_colour, setup
from engines.architects.simulate.players import Players
from engines.architects.state import FINISHED, HAND_LIMIT, RESET, State
from engines.kernel.game import Json

_UNNOTED = 0.1
"""How often a card is not noted by somebody who notes cards."""


def table(rng: Random, seats: Sequence[str], options: Json, box: Json, knows: str = "all") -> Iterator[Json]:
    """One complete legal game, move by move, for tests, demonstrations and measurements.

    Args:
        rng: The only source of chance; each state gives one game.
        seats: Colours, clockwise from seat 0.
        options: Of the record.
        box: The components.
        knows: ``all``, or ``public``: the same game, recorded by somebody who is not shown the cards.
    """
    return _Table(rng, setup(seats, options, box), confides=knows != "public").game()


class _Table:
    """Plays the table; moves are as a recorder types them.

    Args:
        rng: The only source of chance.
        state: A fold that knows what the recorder knows; it rejects any illegal move of the simulation.
        confides: Whether the recorder may know cards of hands.
    """

    def __init__(self, rng: Random, state: State, *, confides: bool) -> None:
        self.rng = rng
        self.state = state
        self.ply = 0
        notes = [rng.random() < 0.6 for _ in state.seats]  # noqa: PLR2004 - somewhat likelier than not
        self.confides = [one and confides for one in notes]
        self.notes = Random(rng.random())
        self.players = Players(rng, state)
        self.turned: list[tuple[str, str]] = []

    def game(self) -> Iterator[Json]:
        """Set-up, starting apprentices, the draft, every turn, and what is revealed after the end."""
        yield self._record(self._setup())
        while self.state.chooser() is not None:
            yield self._record(self._starting())
        yield self._record(self._draft())
        while self.state.phase != FINISHED:
            if self.state.pending == RESET:
                yield self._record(self._reset())
            elif self.state.pending == HAND_LIMIT:
                yield self._record(self._limit())
            else:
                if self.rng.random() < 0.02:  # noqa: PLR2004 - now and then
                    yield from self._throw_away()
                yield self._record(self._turn())
        yield from self._after()

    def _record(self, move: Json) -> Json:
        """Play a move as it is typed: with what its owner confides."""
        seat = move.get("seat")
        typed = self._told(move) if seat is None or not self.confides[seat] else move
        before = set(self.state.out)
        evolve(self.state, decide(self.state, typed), str(self.ply + 2))
        self.ply += 1
        after = set(self.state.out)
        self.players.apprentices = [card for card in self.players.apprentices if card not in after]
        self.players.apprentices += [card for card in self._buried(move) if card in before and card not in after]
        return typed

    def _buried(self, move: Json) -> list[str]:
        """Apprentices that a move put under the pile, in a fixed order."""
        known = self.state.buried
        del move
        return sorted(known, key=lambda card: (known[card], card))

    def _told(self, move: Json) -> Json:
        """The move as somebody types it who confides nothing; by seat in the draft."""
        if move["type"] == "draft_done":
            kept = {
                name: {seat: cards for seat, cards in move[name].items() if self.confides[int(seat)]}
                for name in ("kept", "drawn")
                if name in move
            }
            return {"type": "draft_done", **{name: of for name, of in kept.items() if of}}
        hidden = ("drawn", "discarded", "kept", "put_back", "library_card")
        out = {key: value for key, value in move.items() if key not in hidden}
        if "crane" in out:
            out["crane"] = {key: value for key, value in out["crane"].items() if key not in hidden}
        return out

    # ------------------------------------------------------------------------------------------------- before play

    def _setup(self) -> Json:
        state = self.state
        columns = state.box.columns
        move: Json = {
            "type": "setup",
            "top": self.players.apprentices[:columns],
            "bottom": self.players.apprentices[columns : 2 * columns],
            "small_face": self.players.market[0][0],
        }
        start = self.rng.randrange(len(state.seats))
        if state.side == 1:
            move["start_player"] = start
        elif state.alternates:
            chosen = [self.rng.choice(of_colour(state, seat)).id for seat in range(len(state.seats))]
            move["characters"] = {str(seat): one for seat, one in enumerate(chosen)}
        return move

    def _starting(self) -> Json:
        state = self.state
        spaces = [(row, place) for row in ROWS for place, card in enumerate(state.display[row], 1) if card is not None]
        row, column = self.rng.choice(spaces)
        move: Json = {"type": "starting_apprentice", "seat": state.chooser(), "row": row, "column": column}
        if state.taken == len(state.seats) - 1:
            move["refills"] = self.players.apprentices[: len(state.seats)]
        return move

    def _draft(self) -> Json:
        state = self.state
        kept: Json = {}
        drawn: Json = {}
        dealt = [self.players.buildings[: state.box.dealt * len(state.seats)]]
        del self.players.buildings[: len(dealt[0])]
        for seat in range(len(state.seats)):
            mine = dealt[0][seat * state.box.dealt : (seat + 1) * state.box.dealt]
            self.players.hands[seat] = mine[: state.box.kept]
            self.players.buildings += mine[state.box.kept :]
            kept[str(seat)] = self._noted(self.players.hands[seat])
        for seat in state.in_turn_order(state.start or 0):
            more = self._draw(seat, extra_cards(state, seat))
            if more:
                drawn[str(seat)] = self._noted(more)
        return {"type": "draft_done", "kept": kept, **({"drawn": drawn} if drawn else {})}

    def _draw(self, seat: int, count: int) -> list[str]:
        """Cards from the top of the true pile into a true hand."""
        cards = self.players.buildings[:count]
        del self.players.buildings[: len(cards)]
        self.players.hands[seat] += cards
        return cards

    def _noted(self, cards: Sequence[str]) -> list[str | None]:
        """Cards as somebody notes them, now and then without one."""
        return [None if self.notes.random() < _UNNOTED else card for card in cards]

    # --------------------------------------------------------------------------------------------------------- turns

    def _turn(self) -> Json:
        """A legal turn; a simple one where nothing better is found."""
        state, seat = self.state, self.state.active or 0
        mine = state.seats[seat]
        if not mine.workers:
            return self.players.take_back(seat)
        wishes = self.players.wishes(seat)
        for wish in wishes:
            move = wish(seat)
            if move is not None and self.players.is_legal(move):
                return self._with_cards(move)
        return {"type": "place_quarry", "seat": seat}

    # ----------------------------------------------------------------------------------------------------- true cards

    def _with_cards(self, move: Json) -> Json:
        """The move with the cards that truly moved, as its owner notes them."""
        seat = move["seat"]
        out = dict(move)
        second = out.get("crane")
        drawn = self._drawn({key: value for key, value in move.items() if key != "crane"})
        in_all = self._drawn(move) if second else drawn
        if move["type"] == "build":
            self.players.hands[seat].remove(move["building"])
            if move.get("library_discard"):
                out["library_card"] = self._away(seat, 1)[0]
        if move["type"] == "cathedral":
            gone = self._away(seat, self._cards_for_level(seat))
            if gone:
                out["discarded"] = self._noted(gone)
            self.players.rewards = self.players.rewards[1:] if "reward" in move else self.players.rewards
        if move["type"] == "market_draw":
            of = self.state.box.markets["market_middle"]
            cards = self.players.buildings[: of.cards]
            del self.players.buildings[: len(cards)]
            kept, back = cards[: of.keep], cards[of.keep :]
            self.players.hands[seat] += kept
            self.players.buildings += back
            out |= {"kept": kept[0], "put_back": self._noted(back)}
            drawn -= of.keep
        got = self._draw(seat, drawn)
        if got:
            out["drawn"] = self._noted(got)
        if second:
            out["crane"] = self._second_cards(seat, second, in_all - drawn)
        return out

    def _second_cards(self, seat: int, second: Json, drawn: int) -> Json:
        """The second work with the cards that truly moved."""
        out = dict(second)
        if second["type"] == "build":
            self.players.hands[seat].remove(second["building"])
        else:
            gone = self._away(seat, self._cards_for_level(seat))
            if gone:
                out["discarded"] = self._noted(gone)
            self.players.rewards = self.players.rewards[1:] if "reward" in second else self.players.rewards
        got = self._draw(seat, drawn)
        if got:
            out["drawn"] = self._noted(got)
        return out

    def _cards_for_level(self, seat: int) -> int:
        return discards(Ledger(self.state, seat, "", deciding=False))

    def _drawn(self, move: Json) -> int:
        """How many building cards a move draws into the hand."""
        seat = move["seat"]
        trial = self.state.copy()
        hand = trial.seats[seat].hand
        evolve(trial, decide(trial, move), "0")
        gone = {"build": 1, "cathedral": self._cards_for_level(seat)}.get(move["type"], 0)
        gone += int(bool(move.get("library_discard")))
        second = move.get("crane")
        if second:
            gone += 1 if second["type"] == "build" else self._cards_for_level(seat)
        return trial.seats[seat].hand - hand + gone

    def _away(self, seat: int, count: int) -> list[str]:
        """Cards of a true hand go under the true pile."""
        gone = self.rng.sample(self.players.hands[seat], count)
        for card in gone:
            self.players.hands[seat].remove(card)
        self.players.buildings += gone
        return gone

    # --------------------------------------------------------------------------------------------------------- others

    def _throw_away(self) -> Iterator[Json]:
        """Somebody discards an apprentice, whosever turn it is."""
        seat = self.rng.randrange(len(self.state.seats))
        mine = self.state.seats[seat].apprentices
        if mine:
            yield self._record({"type": "discard_apprentice", "seat": seat, "apprentice": self.rng.choice(mine)})

    def _reset(self) -> Json:
        """The market is reset, with the abilities of some."""
        if len(self.players.market) == 0:
            self.players.market, self.turned = self.turned, []
            self.rng.shuffle(self.players.market)
        card = self.players.market.pop(0)
        self.turned.append(card)
        move: Json = {"type": "resolve_reset", "large_face": card[1]}
        if self.players.market:
            move["small_face"] = self.players.market[0][0]
        abilities = [
            {"seat": seat, "card": card_of}
            for seat in self.state.in_turn_order(self.state.active or 0)
            for card_of, ability in reset_abilities(self.state, seat)
            if self._is_used(seat, ability)
        ]
        if abilities:
            move["abilities"] = abilities
        return self.players.bought_off(move)

    def _is_used(self, seat: int, ability: Ability) -> bool:
        """Whether an ability is listed: mostly where its owner may leave it out, now and then where it works anyhow."""
        if ability.may:
            return self.rng.random() < 0.8  # noqa: PLR2004 - mostly
        prisoners = self.state.prison[seat] + sum(there == seat for there in self.state.market.values())
        return not (ability.free_of_prisoners and prisoners) and self.rng.random() < 0.3  # noqa: PLR2004 - now and then

    def _limit(self) -> Json:
        seat = self.state.active or 0
        count = self.state.seats[seat].hand - self.state.box.hand_limit
        return {"type": "discard_to_limit", "seat": seat, "discarded": self._noted(self._away(seat, count))}

    def _after(self) -> Iterator[Json]:
        """Some choose an order of their end effects, some show their hands."""
        for seat in range(len(self.state.seats)):
            cards = phase_a(self.state, seat)
            if len(cards) > 1:
                yield self._record(self._ordered(seat, cards))
        for seat in range(len(self.state.seats)):
            if self.players.hands[seat] and self.rng.random() < 0.5:  # noqa: PLR2004 - as likely as not
                yield self._record({"type": "reveal_hand", "seat": seat, "cards": self.players.hands[seat].copy()})

    def _ordered(self, seat: int, cards: list[str]) -> Json:
        """Another order of end effects; nobody insists on one that changes who won."""
        other = self.rng.sample(cards, len(cards))
        move: Json = {"type": "end_effects", "seat": seat, "order": other}
        trial = self.state.copy()
        evolve(trial, decide(trial, move), "0")
        return move if ranking(trial) == ranking(self.state) else {**move, "order": cards}
