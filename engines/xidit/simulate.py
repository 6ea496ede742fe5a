"""Simulates a table: complete legal games as a recorder would type them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from engines.kernel.game import Json
from engines.xidit.box.components import ACTION, ROAD, WAIT
from engines.xidit.decide import decide
from engines.xidit.evolve import evolve
from engines.xidit.rules import census
from engines.xidit.rules.derived import (
    adjacent,
    affordable,
    available,
    criteria,
    open_guilds,
    pile,
    possible,
    raging,
    seat_at,
    sleepers,
    waking,
)
from engines.xidit.rules.tiles import coming, following
from engines.xidit.setup import setup
from engines.xidit.state import Due, Seat, State

_MIND_CHANGED = 0.03
_CARELESS = 0.08


def table(rng: Random, seats: Sequence[str], options: Json, box: Json, knows: str = "all") -> Iterator[Json]:
    """One complete legal game, move by move, for tests, demonstrations and measurements.

    Args:
        rng: The only source of chance; each state gives one game.
        seats: Colours, clockwise from seat 0.
        options: Of the record.
        box: The components.
        knows: ``all``, or ``public``: the same game, recorded by somebody who is not shown orders or fists.
    """
    return _Table(rng, setup(seats, options, box), confides=knows != "public").game()


class _Table:
    """Simulated players with preferences, and chance.

    Args:
        rng: The only source of chance.
        state: A fold that knows everything; it counts the score and rejects illegal moves of the simulation.
        confides: Whether the recorder may know orders and fists.
    """

    def __init__(self, rng: Random, state: State, *, confides: bool) -> None:
        self.rng = rng
        self.state = state
        self.ply = 0
        count = len(state.seats)
        self.locks = rng.random() < 0.7  # noqa: PLR2004 - whether this recorder notes who is ready
        open_seats = [rng.random() < 0.5 for _ in range(count)]  # noqa: PLR2004 - as likely as not
        self.confides = [one and confides for one in open_seats]
        self.thrifty = rng.random() < 0.5  # noqa: PLR2004 - whether they leave the last unit, and with it new recruits
        self.attentive = rng.random() < 0.7  # noqa: PLR2004 - whether tops are always noted
        self.farther = self._distances()

    def game(self) -> Iterator[Json]:
        """The setup, every year, the evaluations."""
        yield self._record(self._setup())
        while self.state.phase == "placing":
            yield self._record(self._place())
        while self.state.phase != "finished":
            yield from self._next()

    def _next(self) -> Iterator[Json]:
        """What the table does next."""
        state = self.state
        if state.due is not None:
            yield self._record(self._answer(state.due))
            return
        match state.phase:
            case "programming":
                yield from self._orders()
            case "resolving":
                yield self._record(self._execute())
            case "census":
                yield from self._fists()
            case "year_end":
                yield self._record({"type": "end_year"})
            case _:
                yield from self._judge()

    def _record(self, truth: Json, hidden: Sequence[str] = ()) -> Json:
        """Apply the move and return it as the recorder types it, without what nobody confided."""
        self.ply += 1
        evolve(self.state, decide(self.state, truth), str(self.ply + 1))
        return {key: value for key, value in truth.items() if key not in hidden}

    def _chance(self, of: float) -> bool:
        return self.rng.random() < of

    def _distances(self) -> dict[int, dict[int, list[str]]]:
        """From every city, the orders of a shortest path to every other city."""
        box = self.state.box
        icons = {icon.colour: icon.id for icon in box.icons.values() if icon.kind == ROAD}
        out: dict[int, dict[int, list[str]]] = {}
        for start in box.cities:
            ways: dict[int, list[str]] = {start: []}
            waiting = [start]
            for here in waiting:
                for colour, ends in box.roads[here].items():
                    if ends[0] not in ways:
                        ways[ends[0]] = [*ways[here], icons[colour]]
                        waiting.append(ends[0])
            out[start] = ways
        return out

    # -------------------------------------------------------------------------------------------------------- beginning

    def _setup(self) -> Json:
        box, state = self.state.box, self.state
        own = state.seating.tile_set
        name = self.rng.choice(list(box.sets)) if self._chance(0.1) else own
        deck = list(box.sets[name])
        self.rng.shuffle(deck)
        order = list(box.criteria)
        self.rng.shuffle(order)
        draw = deck.pop
        return {
            "type": "setup",
            **({"tile_set": name} if name != own else {}),
            "first_player": self.rng.randrange(len(state.seats)),
            "recruit_tiles": [draw() for _ in range(box.recruit_cities)],
            "threat_tiles": [draw() for _ in range(box.threat_cities)],
            "next_recruitment": draw(),
            "top_recruitment": draw(),
            "next_threat": draw(),
            "top_threat": draw(),
            "evaluation_order": order,
        }

    def _noted(self) -> bool:
        """Whether the recorder notes a top that need not be noted."""
        return self.attentive or self._chance(0.7)

    def _place(self) -> Json:
        taken = {seat.city for seat in self.state.seats}
        free = [city for city in self.state.box.cities if city not in taken]
        some = self.rng.sample(free, 4)
        place = seat_at(self.state, self.state.turn)
        return {"type": "place_idrakys", "seat": place, "city": max(some, key=self._inviting)}

    def _inviting(self, number: int) -> int:
        city = self.state.cities[number]
        return 2 if city.tile is not None and not city.threat else 1 if city.tile else 0

    # ------------------------------------------------------------------------------------------------------------- year

    def _orders(self) -> Iterator[Json]:
        """Everybody programs at once; the recorder notes who is ready, or only the reveal."""
        state, count = self.state, len(self.state.seats)
        plans = {place: self._plan(seat) for place, seat in enumerate(state.seats)}
        locks = self.locks or self._chance(0.2)
        ready = self.rng.sample(range(count), count) if locks else []
        if ready and self._chance(0.2):
            ready = ready[: self.rng.randint(1, count)]
        for place in ready:
            if self._chance(_MIND_CHANGED):
                first = {"type": "program", "seat": place, "orders": [self._any() for _ in range(state.box.wheels)]}
                yield self._record(first, () if self.confides[place] else ("orders",))
            move = {"type": "program", "seat": place, "orders": plans[place]}
            yield self._record(move, () if self.confides[place] else ("orders",))
        typed = self._record({"type": "reveal_orders", "orders": {str(place): plan for place, plan in plans.items()}})
        left_out = [str(place) for place in ready if self.confides[place] and self._chance(0.7)]
        yield {**typed, "orders": {place: plan for place, plan in typed["orders"].items() if place not in left_out}}

    def _any(self) -> str:
        return self.rng.choice(list(self.state.box.icons))

    def _plan(self, seat: Seat) -> list[str]:
        """Six promising orders, as far as the seat can foresee, with an occasional mistake."""
        box, units = self.state.box, dict(seat.units)
        icons = {icon.kind: icon.id for icon in box.icons.values()}
        plan: list[str] = []
        here, done = seat.city or 1, set[int]()
        while len(plan) < box.wheels:
            left = box.wheels - len(plan) - 1
            wants = self._wants(units)
            aims = [
                (self._worth(units, wants, city) / (1 + len(way)) * self.rng.uniform(0.7, 1.3), city)
                for city, way in self.farther[here].items()
                if len(way) <= left and city not in done
            ]
            worth, city = max(aims, default=(0.0, here))
            if worth <= 0:
                plan.append(self.rng.choice([icons[WAIT], self._any()]))
                break
            plan += [*self.farther[here][city], icons[ACTION]]
            done.add(city)
            self._foresee(units, city)
            here = city
        plan += [icons[WAIT] if self._chance(0.5) else self._any() for _ in range(box.wheels - len(plan))]
        return [self._any() if self._chance(_CARELESS / 2) else icon for icon in plan]

    def _wants(self, units: dict[str, int]) -> dict[str, float]:
        """How much a unit of each type would help against the threats that lie there."""
        state = self.state
        wants = dict.fromkeys(units, 0.3)
        for city in state.cities.values():
            if city.tile is not None and city.threat:
                needs = state.box.tiles[city.tile].needs
                missing = {unit: count - units[unit] for unit, count in needs.items() if count > units[unit]}
                for unit in missing:
                    wants[unit] = max(wants[unit], 3 / sum(missing.values()) ** 2)
        return wants

    def _worth(self, units: dict[str, int], wants: dict[str, float], number: int) -> float:
        """What an action in a city promises."""
        state, city = self.state, self.state.cities[number]
        if city.tile is None:
            tops = [stack.symbols for stack in raging(state).values()]
            return 5.0 if tops and min(tops) <= sum(units.values()) else 0.0
        if not city.threat:
            weakest = next((unit for unit in state.box.units if city.units[unit]), None)
            last = 0.1 if self.thrifty and sum(city.units.values()) == 1 else 1.0
            return 0.0 if weakest is None else last * (0.5 + wants[weakest])
        needs = state.box.tiles[city.tile].needs
        missing = sum(max(0, count - units[unit]) for unit, count in needs.items())
        return 9.0 if not missing else 0.05

    def _foresee(self, units: dict[str, int], number: int) -> None:
        """Predict the holdings behind the screen after an action."""
        city = self.state.cities[number]
        if city.tile is None:
            return
        if city.threat:
            for unit, count in self.state.box.tiles[city.tile].needs.items():
                units[unit] = max(0, units[unit] - count)
        else:
            weakest = next((unit for unit in self.state.box.units if city.units[unit]), None)
            if weakest is not None:
                units[weakest] += 1

    def _execute(self) -> Json:
        state = self.state
        place = seat_at(state, state.turn)
        seat = state.seats[place]
        icon = state.box.icons[(seat.orders or [])[len(seat.outcomes)]]
        ends = state.box.roads[seat.city or 0].get(icon.colour, ())
        to = {"to": self.rng.choice(ends)} if len(ends) > 1 else {}
        return {"type": "execute", "seat": place, **to}

    # -------------------------------------------------------------------------------------------------------- decisions

    def _answer(self, due: Due) -> Json:
        """The decision of a seat, or the fact that the table sees."""
        move: Json = {"type": due.what, **({} if due.seat is None else {"seat": due.seat})}
        state, rng = self.state, self.rng
        match due.what:
            case "choose_titan":
                return move | self._titan(state.seats[due.seat or 0])
            case "choose_rewards" if state.reward is not None:
                return move | {"rewards": rng.sample(available(state, state.reward), 2)}
            case "place_bards":
                return move | {"regions": self._bards(due)}
            case "advance_dummy" if state.reward is not None:
                return move | {"criterion": rng.choice(criteria(state, state.reward))}
            case "place_story":
                return move | {"city": rng.choice(open_guilds(state, due.seat or 0))}
            case "reveal_top":
                seen = {"tile": rng.choice(possible(state, pile(state, due.pile)[0]))}
                return move | {"pile": due.pile, **(seen if due.must or self._noted() else {})}
            case _:
                return move | self._awaken()

    def _titan(self, seat: Seat) -> Json:
        """Pay with spare units: the most numerous type, or of equal ones the first by name."""
        if self._chance(0.1):
            return {}
        titan = self.rng.choice(affordable(self.state, seat))
        held, paid = dict(sorted(seat.units.items())), dict.fromkeys(sorted(seat.units), 0)
        for _ in range(raging(self.state)[titan].symbols):
            unit = max(held, key=lambda one: held[one])
            held[unit] -= 1
            paid[unit] += 1
        return {"titan": titan, "units": {unit: count for unit, count in paid.items() if seat.units[unit]}}

    def _bards(self, due: Due) -> Json:
        """Region by region, the Bastion last; in the census now and then fewer."""
        state = self.state
        near = adjacent(state, state.seats[due.seat or 0].city)
        central = state.box.central
        order = [*(one for one in near if one != central), *(one for one in near if one == central)]
        rest = due.count if not due.short or self._chance(0.8) else self.rng.randint(0, due.count)
        placed: dict[str, int | None] = {}
        for region in order:
            last = region == order[-1]
            count = rest if last else self.rng.randint(0, rest)
            placed[region] = count
            rest -= count
        left = due.count - sum(count or 0 for count in placed.values())
        if central in near and not left and self._chance(0.3):
            placed[central] = None
        return placed

    def _awaken(self) -> Json:
        state, rng = self.state, self.rng
        strict = state.options.strict
        can = coming(state)
        first = rng.choice(can)
        after = following(state, first)
        turned = {name: rng.choice(sleepers(state, state.box.stacks[name])) for name in waking(state)}
        top = {"top_threat": rng.choice(after)} if after and (strict or self._noted()) else {}
        return {"turned": turned, "next_threat": first, **top}

    # ---------------------------------------------------------------------------------------------------------- the end

    def _fists(self) -> Iterator[Json]:
        """A round of the census: most show what they have, some keep back."""
        state, rng = self.state, self.rng
        unit = census.current(state)
        held = [seat.units[unit] for seat in state.seats]
        fists = [rng.choice([most, most, rng.randint(0, most)]) for most in held]
        ready = rng.sample(range(len(held)), len(held)) if self.locks and self._chance(0.6) else []
        for place in ready:
            move = {"type": "census_show", "seat": place, "unit": unit, "count": fists[place]}
            yield self._record(move, () if self.confides[place] else ("count",))
        counts = {str(place): count for place, count in enumerate(fists)}
        typed = self._record({"type": "census_open", "unit": unit, "counts": counts})
        left_out = [str(place) for place in ready if self.confides[place] and self._chance(0.7)]
        yield {**typed, "counts": {place: count for place, count in counts.items() if place not in left_out}}

    def _judge(self) -> Iterator[Json]:
        """The evaluations; before them some declare what they have, now and then wrongly."""
        state = self.state
        if not state.evaluations:
            for place, seat in enumerate(state.seats):
                if self._chance(0.25):
                    gold = seat.gold + (1 if self._chance(0.1) else 0)
                    yield self._record({"type": "declare", "seat": place, "gold": gold})
                if self._chance(0.15):
                    move = {"type": "declare", "seat": place, "units": dict(seat.units)}
                    yield self._record(move | {"total": sum(seat.units.values())})
        if not state.bastion_open and self._chance(0.2):
            counts = {str(place): seat.bastion for place, seat in enumerate(state.seats)}
            yield self._record({"type": "reveal_bastion", "counts": counts})
        yield self._record({"type": "evaluate"})
