"""Automatic steps, run when due: phases 3 to 6, the end of an era, new turns, the end of the game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from engines.rise_of_empires.box.components import CUBES, FOOD, GOLD, INCOME, INCOME_PER, RESOURCE, VP
from engines.rise_of_empires.box.pieces import Effect
from engines.rise_of_empires.rules.history import FoodReport, Gain, IncomeReport, KeepReport, TurnReport
from engines.rise_of_empires.state import (
    CLEARED,
    LOST,
    Lying,
    Phase,
    Seat,
    State,
    bank,
    choosers,
    coming_cities,
    coming_progress,
    coming_territory,
    has_era_choice,
    has_food_choice,
    has_upkeep_choice,
    ranking,
)

MANY = 4
"""With at least this many players, tiles that nobody took stay available (ROE-4.3, ROE-4.5)."""


def start(state: State, player: int) -> None:
    """Set the turn order of the first turn (ROE-2.14)."""
    count = len(state.seats)
    state.order = [(player + step) % count for step in range(count)]
    state.reports[state.turn] = TurnReport(list(state.order))
    state.phase = "reveal"


def turn_up(state: State, progress: Sequence[str] | None, territory: Sequence[str] | None) -> None:
    """Turn up new tiles; None for tiles that are derived. Then the actions begin (ROE-4.9 to 4.12)."""
    cities = coming_cities(state)
    for tile in progress if progress is not None else coming_progress(state) or ():
        del state.unseen[tile]
        state.new.progress[tile] = ""
    lands = dict(coming_territory(state) or {}) if territory is None else _counted(territory)
    for kind, count in lands.items():
        state.unseen_territory[kind] -= count
        state.new.territory[kind] = state.new.territory.get(kind, 0) + count
    for city in cities:
        del state.unseen_city[city]
        state.new.city[city] = ""
    state.phase = "actions"
    state.to_move = state.order[0]
    for seat in state.seats:
        seat.acted = 0


def _counted(kinds: Sequence[str]) -> dict[str, int]:
    return {kind: kinds.count(kind) for kind in dict.fromkeys(kinds)}


def pass_on(state: State) -> None:
    """Pass on after an action: the seat with the fewest actions is next, in turn order; then phase 3 (ROE-5.1)."""
    seat = min(state.order, key=lambda seat: state.seats[seat].acted)
    if state.seats[seat].acted < state.actions:
        state.to_move = seat
        return
    _begin(state, "food")
    run(state)


def _begin(state: State, phase: Phase) -> None:
    state.phase, state.at, state.to_move = phase, 0, None


def run(state: State) -> None:
    """Run all due steps until a seat has a choice (ROE-3.2 to 3.5)."""
    while True:
        step = _STEPS.get(state.phase)
        if step is None or not step(state):
            return


def _food(state: State) -> bool:
    """Phase 3; False while a seat has a choice."""
    if _waits(state, has_food_choice, lambda seat: settle_food(state, seat, ())):
        return False
    _begin(state, "income")
    return True


def _income(state: State) -> bool:
    """Phase 4, then phase 5, which has no choices; False while a seat has a choice."""
    if _waits(state, has_upkeep_choice, lambda seat: settle_income(state, seat, ())):
        return False
    _score(state)
    if state.turn == len(state.box.turns):
        _finish(state)
    elif state.now.placing:
        _order_next(state)
    else:
        _begin(state, "era_end")
    return True


def _era_end(state: State) -> bool:
    """The end of an era; False while a seat has a choice (ROE-17)."""
    if _waits(state, has_era_choice, lambda seat: settle_era(state, seat, (), ())):
        return False
    _halve(state)
    state.reports[state.turn].vp_after = tuple(seat.vp for seat in state.seats)
    _order_next(state)
    return True


def _order_next(state: State) -> None:
    _begin(state, "turn_order")
    state.next_order = [None] * len(state.seats)


def _turn_order(state: State) -> bool:
    """Phase 6; False while more than one seat has to choose (ROE-16)."""
    left = choosers(state)
    if len(left) > 1:
        state.to_move = left[0]
        return False
    if left:
        state.next_order[state.next_order.index(None)] = left[0]
    _next_turn(state)
    return False


_STEPS: Mapping[str, Callable[[State], bool]] = {
    "food": _food,
    "income": _income,
    "era_end": _era_end,
    "turn_order": _turn_order,
}


def _waits(state: State, asks: Callable[[State, int], bool], settle: Callable[[int], None]) -> bool:
    """Run a phase in turn order; True if a seat has a choice (ROE-3.5)."""
    while state.at < len(state.order):
        seat = state.order[state.at]
        if asks(state, seat):
            state.to_move = seat
            return True
        settle(seat)
    state.to_move = None
    return False


def effects_of(state: State, mine: Seat, phase: str) -> Iterator[tuple[str, Effect]]:
    """The incomes of a seat's progress tiles in a phase, face up or face down (ROE-6.13, ROE-6.26)."""
    for tile in mine.progress:
        for effect in state.box.progress[tile].effects:
            if effect.phase == phase:
                yield tile, effect


def units(state: State, seat: int, effect: Effect) -> int:
    """The multiplier of an income: 1, or the number of things it counts, up to its limit."""
    if effect.kind != INCOME_PER:
        return 1
    mine, box = state.seats[seat], state.box
    what, _, which = effect.per.partition(".")
    if what == "territory":
        count = sum(number for kind, number in mine.territory.items() if box.territory[kind].group == which)
    elif what == "city":
        count = len(mine.cities)
    elif which == "controlled":
        count = sum(seat in ranking(cubes)[0] for cubes in state.cubes.values())
    else:
        count = sum(cubes[seat] > 0 for cubes in state.cubes.values())
    return count if effect.most is None else min(count, effect.most)


def regions_of(state: State, seat: int) -> Iterator[tuple[str, int]]:
    """The regions that a seat controls, each with the number of those who share it (ROE-10.3, ROE-10.4)."""
    for region, cubes in state.cubes.items():
        if cubes[seat]:
            first, _ = ranking(cubes)
            if seat in first:
                yield region, len(first)


def give_up(state: State, seat: int, cities: Sequence[str]) -> tuple[str, ...]:
    """Remove cities from the game; ignore those that the seat does not own (ROE-8.6)."""
    mine = state.seats[seat]
    gone = tuple(city for city in cities if city in mine.cities)
    for city in gone:
        del mine.cities[city]
        state.gone.city[city] = LOST
    return gone


def settle_food(state: State, seat: int, discard: Sequence[str]) -> None:
    """Carry out phase 3, food, for a seat (ROE-13.1 to 13.11)."""
    given_up = give_up(state, seat, discard)
    mine, box, turn = state.seats[seat], state.box, state.now
    items = list(_food_items(state, seat))
    total = sum(item.food for item in items)
    wanted = mine.food + total * turn.food_times
    food = min(max(wanted, 0), box.most_food)
    gold = max(wanted - box.most_food, 0) // box.lost_for_gold
    missing = max(-wanted, 0)
    lost = min(mine.vp, missing)
    state.reports[state.turn].food[seat] = FoodReport(
        tuple(items), total, turn.food_times, food - mine.food, gold, missing, lost, given_up
    )
    mine.food = food
    mine.gold += gold
    mine.score(state.turn, "food", None, -lost)
    state.at += 1


def _food_items(state: State, seat: int) -> Iterator[Gain]:
    """Every source of food, gains and costs (ROE-13.1, ROE-13.10)."""
    mine, box = state.seats[seat], state.box
    for region, sharing in regions_of(state, seat):
        food = box.regions[region].gains.get(FOOD, 0) // sharing
        if food:
            yield Gain("region", region, sharing, food=food)
    for kind, count in mine.territory.items():
        food = box.territory[kind].gains.get(FOOD, 0) * count
        if food:
            yield Gain("territory", kind, count, food=food)
    for city in mine.cities:
        tile = box.cities[city]
        if tile.food:
            yield Gain("upkeep", city, food=-tile.food)
        if tile.gains.get(FOOD):
            yield Gain("city", city, food=tile.gains[FOOD])
    for tile_id, effect in effects_of(state, mine, FOOD):
        times = units(state, seat, effect)
        food = effect.gain.get(FOOD, 0) * times
        if food:
            yield Gain("progress", tile_id, times, food=food)


def settle_income(state: State, seat: int, drop: Sequence[str]) -> None:
    """Carry out phase 4, income, for a seat in its three steps (ROE-14.4 to 14.9)."""
    mine, box = state.seats[seat], state.box
    items: list[Gain] = []

    def collect(to: list[Gain], source: str, of: str, count: int, gains: Mapping[str, int]) -> None:
        got = receive(state, seat, gains)
        if got:
            to.append(Gain(source, of, count, **got))

    for region, sharing in regions_of(state, seat):
        gains = box.regions[region].gains
        collect(items, "region", region, sharing, {name: count // sharing for name, count in gains.items()})
    for kind, count in mine.territory.items():
        collect(items, "territory", kind, count, {k: n * count for k, n in box.territory[kind].gains.items()})
    for tile, effect in effects_of(state, mine, INCOME):
        times = units(state, seat, effect)
        collect(items, "progress", tile, times, {name: count * times for name, count in effect.gain.items()})
    for city in mine.cities:
        if not box.cities[city].resource:
            collect(items, "city", city, 1, box.cities[city].gains)
    given_up = give_up(state, seat, drop)
    paid: list[str] = []
    for city in [city for city in mine.cities if box.cities[city].resource]:
        due = box.cities[city].resource
        if mine.resource < due:
            given_up = (*given_up, *give_up(state, seat, [city]))
            continue
        mine.resource -= due
        paid.append(city)
    after: list[Gain] = []
    for city in paid:
        collect(after, "city", city, 1, box.cities[city].gains)
    state.reports[state.turn].income[seat] = IncomeReport(tuple(items), tuple(paid), given_up, tuple(after))
    state.at += 1


def receive(state: State, seat: int, gains: Mapping[str, int]) -> dict[str, int]:
    """Take available gold, resource discs and cubes; return the amounts received (ROE-1.14, 14.2, 14.3)."""
    mine, got = state.seats[seat], dict[str, int]()
    if gold := gains.get(GOLD, 0):
        mine.gold += gold
        got[GOLD] = gold
    if discs := gains.get(RESOURCE, 0):
        there = bank(state)
        discs = discs if there is None else min(discs, there)
        mine.resource += discs
        got[RESOURCE] = discs
    if cubes := min(gains.get(CUBES, 0), mine.stock):
        mine.stock -= cubes
        mine.pool += cubes
        got[CUBES] = cubes
    return {name: count for name, count in got.items() if count}


def upkeep_left(state: State, seat: int) -> int:
    """Resource discs that a seat will have when it pays upkeep: after step 1 of its income (ROE-14.4, ROE-14.8)."""
    mine, box = state.seats[seat], state.box
    due = sum(box.regions[region].gains.get(RESOURCE, 0) // sharing for region, sharing in regions_of(state, seat))
    due += sum(box.territory[kind].gains.get(RESOURCE, 0) * count for kind, count in mine.territory.items())
    due += sum(
        effect.gain.get(RESOURCE, 0) * units(state, seat, effect) for _, effect in effects_of(state, mine, INCOME)
    )
    due += sum(box.cities[city].gains.get(RESOURCE, 0) for city in mine.cities if not box.cities[city].resource)
    there = bank(state)
    return mine.resource + (due if there is None else min(due, there))


def _score(state: State) -> None:
    """Phase 5: everybody scores, by the map as it is (ROE-15, ROE-10.6 to 10.11)."""
    report = state.reports[state.turn]
    for seat in state.order:
        mine, items = state.seats[seat], list[Gain]()
        for line, gain in _points(state, seat):
            mine.score(state.turn, line, gain.of, gain.vp)
            items.append(gain)
        report.vp[seat] = tuple(items)
    if state.turn == len(state.box.turns) or state.now.placing:
        report.vp_after = tuple(mine.vp for mine in state.seats)


def _points(state: State, seat: int) -> Iterator[tuple[str, Gain]]:
    """Every source of VP in phase 5, with its line of the breakdown."""
    mine, box = state.seats[seat], state.box
    for region, cubes in state.cubes.items():
        if not cubes[seat]:
            continue
        first, second = ranking(cubes)
        shape = box.regions[region]
        if seat in first:
            vp = shape.first if len(first) == 1 else (shape.first + shape.second) // len(first)
            if vp:
                yield "control", Gain("region", region, len(first), vp=vp)
        elif seat in second and shape.second // len(second):
            yield "second", Gain("second", region, len(second), vp=shape.second // len(second))
    for city in mine.cities:
        if box.cities[city].vp:
            yield "cities", Gain("city", city, vp=box.cities[city].vp)
    for kind, count in mine.territory.items():
        vp = box.territory[kind].gains.get(VP, 0) * count
        if vp:
            yield "towns", Gain("town", kind, count, vp=vp)
    for tile, effect in effects_of(state, mine, VP):
        times = units(state, seat, effect)
        vp = effect.gain.get(VP, 0) * times
        if vp:
            yield "progress", Gain("progress", tile, times, vp=vp)


def settle_era(state: State, seat: int, progress: Sequence[str], cities: Sequence[str]) -> None:
    """End an era for a seat: it pays for the tiles that it keeps and loses all others (ROE-17.2 to 17.6)."""
    mine, box = state.seats[seat], state.box
    kept = tuple(tile for tile in mine.progress if tile in progress)
    stay = tuple(city for city in mine.cities if city in cities)
    lost = (
        *(tile for tile in mine.progress if tile not in progress),
        *(city for city in mine.cities if city not in cities),
    )
    for tile in lost:
        if tile in mine.progress:
            del mine.progress[tile]
            state.gone.progress[tile] = LOST
        else:
            del mine.cities[tile]
            state.gone.city[tile] = LOST
    gold, cubes = len(kept) * box.keep_gold, len(stay) * box.keep_cubes
    mine.gold -= gold
    mine.pool -= cubes
    mine.stock += cubes
    state.reports[state.turn].era_end[seat] = KeepReport(kept, stay, lost, gold, cubes)
    state.at += 1


def _halve(state: State) -> None:
    """Half of each player's cubes in each region, rounded up, go to the general stock (ROE-17.8, ROE-17.9)."""
    report = state.reports[state.turn]
    for seat, mine in enumerate(state.seats):
        home: dict[str, int] = {}
        for region, cubes in state.cubes.items():
            if cubes[seat]:
                home[region] = (cubes[seat] + 1) // 2
                cubes[seat] -= home[region]
                mine.stock += home[region]
                if not cubes[seat] and mine.alliance == region:
                    mine.alliance = None
        report.home[seat] = home


def _finish(state: State) -> None:
    """The end of the game: gold and resource discs give VP, and are kept (ROE-18.1 to 18.6)."""
    for mine in state.seats:
        mine.score(state.turn, GOLD, None, mine.gold // state.box.gold_per_vp)
        mine.score(state.turn, RESOURCE, None, mine.resource // state.box.resource_per_vp)
    state.phase, state.to_move = "finished", None


def _next_turn(state: State) -> None:
    """Start a new turn: clear tiles that nobody took, return borrowed pieces (ROE-4.2 to 4.8, 4.15 to 4.19)."""
    state.order = [seat for seat in state.next_order if seat is not None]
    state.next_order = []
    _clear(state)
    state.turn += 1
    state.empire = dict.fromkeys(state.box.empire, "")
    state.trade = dict.fromkeys(state.box.trade)
    for mine in state.seats:
        mine.empire = ()
        mine.alliance = None
        mine.acted = 0
        for owned in mine.progress.values():
            owned.up = True
    state.reports[state.turn] = TurnReport(list(state.order))
    _begin(state, "reveal")


def _clear(state: State) -> None:
    """Tiles that nobody took are set aside or go out of the game; wonders always go (ROE-4.3 to 4.8)."""
    box, all_stay = state.box, len(state.seats) >= MANY
    stay = Lying()
    for lying in (state.aside, state.new):
        for tile in lying.progress:
            kept = all_stay or box.progress[tile].red
            (stay if kept else state.gone).progress[tile] = "" if kept else CLEARED
        for kind, count in lying.territory.items():
            there = (stay if all_stay or box.territory[kind].red else state.gone).territory
            if count:
                there[kind] = there.get(kind, 0) + count
        for city in lying.city:
            tile_ = box.cities[city]
            kept = not tile_.wonder and (all_stay or tile_.red)
            (stay if kept else state.gone).city[city] = "" if kept else CLEARED
    state.aside, state.new = stay, Lying()
