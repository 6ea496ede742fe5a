"""An imaginary table: complete legal games as a recorder would type them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random

from engines.architects.cards import Effect
from engines.architects.data import OPEN_LOCATIONS, ROWS
from engines.architects.guildhall import discards, next_space
from engines.architects.ledger import Ledger
from engines.architects.market import reset_abilities
from engines.architects.moves import BOARD, CAPTURE, RELEASE
from engines.architects.payments import payable, payments
from engines.architects.rules import decide, evolve
from engines.architects.scoring import phase_a, ranking
from engines.architects.starting import extra_cards, of_colour, setup
from engines.architects.state import FINISHED, HAND_LIMIT, RESET, State
from engines.architects.turns import places_to_return_from
from engines.kernel.game import IllegalMoveError, Json

_UNNOTED = 0.1
"""How often a card is not noted by somebody who notes cards."""


def table(rng: Random, seats: Sequence[str], options: Json, box: Json, knows: str = "all") -> Iterator[Json]:
    """One complete legal game, move by move, for tests, demonstrations and measurements.

    Args:
        rng: The only chance there is; one state of it gives one game.
        seats: Colours, clockwise from seat 0.
        options: Of the record.
        box: The components.
        knows: ``all``, or ``public``: the same game by a recorder to whom nobody confides a card.
    """
    return _Table(rng, setup(seats, options, box), confides=knows != "public").game()


class _Table:
    """Players who want to build, and chance.

    Args:
        rng: The only chance there is.
        state: A fold that is told what the recorder is told; it finds any illegal move of ours.
        confides: Whether cards of hands may be told to the recorder.
    """

    def __init__(self, rng: Random, state: State, *, confides: bool) -> None:
        self.rng = rng
        self.state = state
        self.ply = 0
        box = state.box
        notes = [rng.random() < 0.6 for _ in state.seats]  # noqa: PLR2004 - somewhat likelier than not
        self.confides = [one and confides for one in notes]
        self.notes = Random(rng.random())  # noqa: S311 - which cards are not noted is no secret of anybody
        self.apprentices = [card for card, about in box.apprentices.items() if state.in_play(about.set)]
        self.buildings = [card for card, about in box.buildings.items() if state.in_play(about.set)]
        self.rewards = list(box.rewards)
        self.market = [pair for pair, count in box.pairs.items() for _ in range(count)]
        self.turned: list[tuple[str, str]] = []
        for pile in (self.apprentices, self.buildings, self.rewards, self.market):
            rng.shuffle(pile)  # type: ignore[arg-type]
        self.hands: list[list[str]] = [[] for _ in state.seats]
        self.greed = [rng.random() for _ in state.seats]

    def game(self) -> Iterator[Json]:
        """Set-up, starting apprentices, the draft, every turn, and what is told after the end."""
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
        self.apprentices = [card for card in self.apprentices if card not in after]
        self.apprentices += [card for card in self._buried(move) if card in before and card not in after]
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
            "top": self.apprentices[:columns],
            "bottom": self.apprentices[columns : 2 * columns],
            "small_face": self.market[0][0],
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
            move["refills"] = self.apprentices[: len(state.seats)]
        return move

    def _draft(self) -> Json:
        state = self.state
        kept: Json = {}
        drawn: Json = {}
        dealt = [self.buildings[: state.box.dealt * len(state.seats)]]
        del self.buildings[: len(dealt[0])]
        for seat in range(len(state.seats)):
            mine = dealt[0][seat * state.box.dealt : (seat + 1) * state.box.dealt]
            self.hands[seat] = mine[: state.box.kept]
            self.buildings += mine[state.box.kept :]
            kept[str(seat)] = self._noted(self.hands[seat])
        for seat in state.in_turn_order(state.start or 0):
            more = self._draw(seat, extra_cards(state, seat))
            if more:
                drawn[str(seat)] = self._noted(more)
        return {"type": "draft_done", "kept": kept, **({"drawn": drawn} if drawn else {})}

    def _draw(self, seat: int, count: int) -> list[str]:
        """Cards from the top of the true pile into a true hand."""
        cards = self.buildings[:count]
        del self.buildings[: len(cards)]
        self.hands[seat] += cards
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
            return self._return(seat)
        wishes = self._wishes(seat)
        for wish in wishes:
            move = wish(seat)
            if move is not None and self._is_legal(move):
                return self._with_cards(move)
        return {"type": "place_quarry", "seat": seat}

    def _is_legal(self, move: Json) -> bool:
        try:
            decide(self.state, move)
        except IllegalMoveError:
            return False
        return True

    def _wishes(self, seat: int) -> list[Callable[[int], Json | None]]:
        """What a seat would like to do, the dearest wish first."""
        rng = self.rng
        works = [self._build, self._cathedral]
        if rng.random() < 0.4:  # noqa: PLR2004 - the Cathedral first, now and then
            works.reverse()
        others: list[Callable[[int], Json | None]] = [
            self._gather,
            self._mines,
            self._storehouse,
            self._hire,
            self._cards,
            self._town,
            self._taxes,
            self._market,
            self._market,
            self._guard,
        ]
        rng.shuffle(others)
        if rng.random() < 0.4 + 0.4 * self.greed[seat]:  # noqa: PLR2004 - some have a plan more often than others
            others.insert(0, self._towards)
        if self.state.seats[seat].workers <= 5 and rng.random() < 0.8:  # noqa: PLR2004 - workers are running short
            others.insert(0, self._recall)
        return [*works, *others] if rng.random() < 0.9 else [*others, *works]  # noqa: PLR2004 - mostly

    def _recall(self, seat: int) -> Json | None:
        """Many workers come back at once, from the prison, from others, or from a location."""
        state, many = self.state, 4
        away = sum(other.captives[seat] for other in state.seats)
        if max(state.prison[seat], away) >= many:
            return self._guard(seat)
        if max(state.at[place][seat] for place in OPEN_LOCATIONS) >= many:
            return self._town(seat)
        return None

    def _towards(self, seat: int) -> Json | None:
        """What is lacking for the building of the hand that is nearest."""
        state, mine = self.state, self.state.seats[seat]
        lacks: list[tuple[int, list[str], dict[str, int]]] = []
        for card in self.hands[seat]:
            about = state.box.buildings[card]
            skills = [skill for skill in about.skills if skill not in state.skills(seat)]
            goods = {good: 0 for good in mine.goods}
            for of, count in about.cost.parts:
                goods[of[0]] += count
            lack = {good: count - mine.goods[good] for good, count in goods.items() if count > mine.goods[good]}
            lacks.append((3 * len(skills) + sum(lack.values()), skills, lack))
        if not lacks:
            return {"type": "workshop_draw", "seat": seat}
        _, skills, lack = min(lacks, key=lambda one: one[0])
        if skills:
            hired = self._hire_for(seat, skills[0])
            if hired is not None and self._is_legal(hired):
                return hired
            if mine.goods["silver"] < state.box.hire.all:
                return {"type": "place_silversmith", "seat": seat}
        ways: Json = {
            "clay": {"type": "place_mines", "take": "clay"},
            "gold": {"type": "place_mines", "take": "gold" if state.at["mines"][seat] else "clay"},
            "stone": {"type": "place_quarry"},
            "wood": {"type": "place_forest"},
        }
        for good in lack:
            if good in ways:
                return {**ways[good], "seat": seat}
        return self._storehouse(seat) if self.rng.random() < 0.5 else self._market(seat)  # noqa: PLR2004

    def _hire_for(self, seat: int, skill: str) -> Json | None:
        """A hire at the Workshop that brings a skill."""
        state = self.state
        cards = state.box.apprentices
        there = [
            (row, column)
            for row in ROWS
            for column, card in enumerate(state.display[row], 1)
            if card is not None and skill in cards[card].skills
        ]
        spot = self._spot(seat, 1)
        if not there or spot is None:
            return None
        row, column = min(there, key=lambda place: place[1])
        return {"type": "workshop_hire", "seat": seat, **spot, "row": row, "column": column}

    def _gather(self, seat: int) -> Json:
        return {"type": self.rng.choice(("place_quarry", "place_forest", "place_silversmith")), "seat": seat}

    def _mines(self, seat: int) -> Json:
        gold = self.state.at["mines"][seat] and self.rng.random() < 0.7  # noqa: PLR2004 - gold is dear
        return {"type": "place_mines", "seat": seat, "take": "gold" if gold else "clay"}

    def _storehouse(self, seat: int) -> Json:
        """Trades, as many as may be afforded."""
        state = self.state
        cards = state.box.apprentices
        trades: list[Json] = []
        offers = [*state.box.trades, *(card for card in state.seats[seat].apprentices if cards[card].ability.pay)]
        for _ in range(state.at["kings_storehouse"][seat] + 1):
            trade = self.rng.choice(offers)
            wanted: Json = {"trade": trade}
            if trade in state.box.trades:
                can = payable(payments(state.box.trades[trade].price, None, works=False), state.seats[seat].goods)
                if can:
                    wanted["paid"] = self.rng.choice(can)
            if self._is_legal({"type": "place_storehouse", "seat": seat, "trades": [*trades, wanted]}):
                trades.append(wanted)
        return {"type": "place_storehouse", "seat": seat, **({"trades": trades} if trades else {})}

    def _spot(self, seat: int, most: int) -> Json | None:
        """A space to hire from, an apprentice that makes room, and the card that comes up."""
        state = self.state
        mine = state.seats[seat].apprentices
        move: Json = {
            "row": self.rng.choice(ROWS),
            "column": self.rng.randint(1, most),
            "refill": self.apprentices[0],
        }
        if len(mine) >= state.apprentice_limit(seat):
            if self.rng.random() < 0.6:  # noqa: PLR2004 - mostly they keep what they have
                return None
            move["discard"] = self.rng.choice(mine)
        return move

    def _hire(self, seat: int) -> Json | None:
        column = min(self.state.box.columns, self.state.at["workshop"][seat] + 1 + (self.rng.random() < 0.3))  # noqa: PLR2004
        spot = self._spot(seat, column)
        return None if spot is None else {"type": "workshop_hire", "seat": seat, **spot}

    def _cards(self, seat: int) -> Json | None:
        if len(self.hands[seat]) > 4 and self.rng.random() < 0.7:  # noqa: PLR2004 - a full hand needs no more
            return None
        return {"type": "workshop_draw", "seat": seat}

    def _groups(self, seat: int, most: int, places: int) -> list[Json]:
        """Groups to capture, from so many locations at most."""
        state = self.state
        groups = [
            (place, other)
            for place in OPEN_LOCATIONS
            for other, count in enumerate(state.at[place])
            if count > (3 if other == seat else 0)
        ]
        self.rng.shuffle(groups)
        groups.sort(key=lambda group: -state.at[group[0]][group[1]])
        found: list[Json] = []
        for place, other in groups:
            if len({*(one["location"] for one in found), place}) <= places and len(found) < most:
                found.append({"location": place, "seat": other})
        return found

    def _town(self, seat: int) -> Json | None:
        state = self.state
        most = state.at["town_centre"][seat] + 1
        groups = self._groups(seat, most, state.box.capture_locations[len(state.seats)])
        if not groups and self.rng.random() < 0.9:  # noqa: PLR2004 - a worker for nothing is rare
            return None
        while groups and not self._is_legal({"type": "place_town_centre", "seat": seat, "captures": groups}):
            groups.pop()
        return {"type": "place_town_centre", "seat": seat, **({"captures": groups} if groups else {})}

    def _taxes(self, seat: int) -> Json | None:
        wanted = self.state.tax > 3  # noqa: PLR2004 - worth the virtue
        return {"type": "place_tax_stand", "seat": seat} if wanted else None

    def _market(self, seat: int) -> Json | None:
        kind = self.rng.choice(("market_left", "market_right", "market_hire", "market_draw"))
        move: Json = {"type": kind, "seat": seat}
        if kind == "market_hire":
            spot = self._spot(seat, self.state.box.columns)
            if spot is None:
                return None
            move |= spot
        return move

    def _guard(self, seat: int) -> Json | None:
        """As many actions as bring something."""
        state, mine = self.state, self.state.seats[seat]
        wanted: list[Json] = []
        if sum(mine.captives):
            wanted.append({"action": "send"})
        if state.prison[seat]:
            wanted.append({"action": "release"})
        if state.held_elsewhere(seat):
            wanted.append({"action": "ransom", "price": self.rng.choice(("silver", "debt"))})
        wanted += [{"action": "pay_debt"}] * mine.unpaid
        self.rng.shuffle(wanted)
        actions: list[Json] = []
        for one in wanted:
            if len(actions) <= state.at["guardhouse"][seat] and self._is_legal(
                {"type": "place_guardhouse", "seat": seat, "actions": [*actions, one]}
            ):
                actions.append(one)
        if not actions and self.rng.random() < 0.95:  # noqa: PLR2004 - a worker for nothing is rare
            return None
        return {"type": "place_guardhouse", "seat": seat, **({"actions": actions} if actions else {})}

    def _return(self, seat: int) -> Json:
        """A worker is taken back, for want of one."""
        there = places_to_return_from(self.state, seat)
        if not there:
            return {"type": "forced_pass", "seat": seat}
        place = self.rng.choice(there)
        move: Json = {"type": "return_worker", "seat": seat, "location": place}
        if place == BOARD:
            move["holder"] = self.rng.choice(self.state.held_elsewhere(seat))
        return move

    # ----------------------------------------------------------------------------------------------------- guildhall

    def _purge(self) -> int:
        """How many apprentices come up when the next worker enters the Guildhall."""
        return len(ROWS) if next_space(self.state) in self.state.hall.purges else 0

    def _build(self, seat: int) -> Json | None:
        """A building of the hand that can be built, with its choices."""
        state, mine = self.state, self.state.seats[seat]
        hand = self.hands[seat].copy()
        self.rng.shuffle(hand)
        for card in hand:
            about = state.box.buildings[card]
            if not set(about.skills) <= state.skills(seat):
                continue
            can = payable(payments(about.cost, state.character(seat), works=True), mine.goods)
            if not can:
                continue
            up = self._purge()
            move: Json = {"type": "build", "seat": seat, "building": card}
            if len(can) > 1:
                move["payment"] = self.rng.choice(can)
            if up:
                move["purge_refill"] = self.apprentices[:up]
            move |= self._choices(seat, card, about.at_once, up)
            if self._is_legal(move):
                return move
            plain = {key: move[key] for key in ("type", "seat", "building", "payment", "purge_refill") if key in move}
            if self._is_legal(plain):
                return plain
        return None

    def _choices(self, seat: int, card: str, effect: Effect | None, up: int) -> Json:
        """What a building's effect asks for."""
        state, mine = self.state, self.state.seats[seat]
        match effect.type if effect is not None else "":
            case "choose_one" if effect is not None:
                return {"choice": next(iter(self.rng.choice(effect.options)))}
            case "choose_one_action":
                groups = self._groups(seat, 1, 1)
                if state.held_elsewhere(seat) and self.rng.random() < 0.5:  # noqa: PLR2004 - either
                    return {"choice": RELEASE}
                return {"choice": CAPTURE, "captures": groups} if groups else {}
            case "capture_free" if effect is not None:
                groups = self._groups(seat, effect.number, len(OPEN_LOCATIONS))
                return {"captures": groups} if groups else {}
            case "hire_free":
                spot = self._spot(seat, state.box.columns)
                return {} if spot is None else {"hire": {**spot, "refill": self.apprentices[up]}}
            case "destroy_unpaid_debt":
                return {"destroy_debt": True} if mine.unpaid else {}
            case "discard_building_for":
                return {"library_discard": True} if len(self.hands[seat]) > 1 else {}
            case "discard_own_apprentice":
                return {"graveyard_discard": self.rng.choice(mine.apprentices)} if mine.apprentices else {}
            case "place_extra_worker":
                return self._second(seat, card, up)
        return {}

    def _second(self, seat: int, card: str, up: int) -> Json:
        """The second work of a Crane: a level, or another building."""
        state = self.state
        space = (next_space(state) or state.hall.spaces) + 1
        purged = {"purge_refill": self.apprentices[up : up + len(ROWS)]} if space in state.hall.purges else {}
        for other in self.hands[seat]:
            if other == card:
                continue
            second = {"type": "build", "building": other, **purged}
            move = {"type": "build", "seat": seat, "building": card, "crane": second}
            if up:
                move["purge_refill"] = self.apprentices[:up]
            if self._is_legal(move):
                return {"crane": second}
        level = state.seats[seat].level + 1
        if level < len(state.box.levels):
            second = {"type": "cathedral", **purged, **({"reward": self.rewards[0]} if state.reward_pile else {})}
            return {"crane": second}
        return {}

    def _cathedral(self, seat: int) -> Json | None:
        state, mine = self.state, self.state.seats[seat]
        level = mine.level + 1
        if level >= len(state.box.levels):
            return None
        cost = state.box.levels[level].cost
        can = [] if cost is None else payable(payments(cost, state.character(seat), works=True), mine.goods)
        if not can:
            return None
        move: Json = {"type": "cathedral", "seat": seat}
        if len(can) > 1:
            move["payment"] = self.rng.choice(can)
        if state.reward_pile:
            move["reward"] = self.rewards[0]
        if self._purge():
            move["purge_refill"] = self.apprentices[: self._purge()]
        return move

    # ----------------------------------------------------------------------------------------------------- true cards

    def _with_cards(self, move: Json) -> Json:
        """The move with the cards that truly moved, as its owner notes them."""
        seat = move["seat"]
        out = dict(move)
        second = out.get("crane")
        drawn = self._drawn({key: value for key, value in move.items() if key != "crane"})
        in_all = self._drawn(move) if second else drawn
        if move["type"] == "build":
            self.hands[seat].remove(move["building"])
            if move.get("library_discard"):
                out["library_card"] = self._away(seat, 1)[0]
        if move["type"] == "cathedral":
            gone = self._away(seat, self._cards_for_level(seat))
            if gone:
                out["discarded"] = self._noted(gone)
            self.rewards = self.rewards[1:] if "reward" in move else self.rewards
        if move["type"] == "market_draw":
            of = self.state.box.markets["market_middle"]
            cards = self.buildings[: of.cards]
            del self.buildings[: len(cards)]
            kept, back = cards[: of.keep], cards[of.keep :]
            self.hands[seat] += kept
            self.buildings += back
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
            self.hands[seat].remove(second["building"])
        else:
            gone = self._away(seat, self._cards_for_level(seat))
            if gone:
                out["discarded"] = self._noted(gone)
            self.rewards = self.rewards[1:] if "reward" in second else self.rewards
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
        gone = self.rng.sample(self.hands[seat], count)
        for card in gone:
            self.hands[seat].remove(card)
        self.buildings += gone
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
        if len(self.market) == 0:
            self.market, self.turned = self.turned, []
            self.rng.shuffle(self.market)
        card = self.market.pop(0)
        self.turned.append(card)
        move: Json = {"type": "resolve_reset", "large_face": card[1]}
        if self.market:
            move["small_face"] = self.market[0][0]
        abilities = [
            {"seat": seat, "card": card_of}
            for seat in self.state.in_turn_order(self.state.active or 0)
            for card_of, ability in reset_abilities(self.state, seat)
            if ability.may and self.rng.random() < 0.8  # noqa: PLR2004 - mostly used
        ]
        if abilities:
            move["abilities"] = abilities
        return self._bought_off(move)

    def _bought_off(self, move: Json) -> Json:
        """Who may buy off a debt does so where there is one to come."""
        for seat in range(len(self.state.seats)):
            character = self.state.character(seat)
            if character is not None and character.avoids is not None and self.rng.random() < 0.5:  # noqa: PLR2004
                tried = {**move, "hugo_pays": {str(seat): 1}}
                if self._is_legal(tried):
                    return tried
        return move

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
            if self.hands[seat] and self.rng.random() < 0.5:  # noqa: PLR2004 - as likely as not
                yield self._record({"type": "reveal_hand", "seat": seat, "cards": self.hands[seat].copy()})


    def _ordered(self, seat: int, cards: list[str]) -> Json:
        """Another order of end effects; nobody insists on one that changes who won."""
        other = self.rng.sample(cards, len(cards))
        for order in (other, cards):
            move: Json = {"type": "end_effects", "seat": seat, "order": order}
            trial = self.state.copy()
            evolve(trial, decide(trial, move), "0")
            if ranking(trial) == ranking(self.state):
                break
        return move
