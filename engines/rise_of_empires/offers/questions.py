"""The questions of an action, step by step; earlier answers narrow each question."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from contextlib import suppress

from engines.kernel.domains import choice, flag, group, several, span
from engines.kernel.game import IllegalMoveError, Json
from engines.kernel.offers import Questions, look, whole
from engines.rise_of_empires.arguments import own_circles
from engines.rise_of_empires.box.components import (
    ALLIANCE,
    CITY,
    EMPIRE,
    EXCHANGE,
    FREE_ACTION,
    PROGRESS,
    TERRITORY,
    TEXT,
    TRADE,
    TRADE_BONUS,
    UNITS,
    WITH_ACTION,
)
from engines.rise_of_empires.moves import Battle, Free, Placed
from engines.rise_of_empires.rules.actions import (
    due,
    own_discs,
    possible_rows,
    purse,
    takes_box,
    takes_city,
    takes_progress,
    wants,
)
from engines.rise_of_empires.rules.attempt import Attempt, ImpossibleError
from engines.rise_of_empires.rules.empire import IN_BATTLE, WITH_PLACEMENT, placement_of, rows_open
from engines.rise_of_empires.rules.placement import Placement
from engines.rise_of_empires.rules.rows import fits_trade
from engines.rise_of_empires.state import State, unit

NONSENSE = (IllegalMoveError, ImpossibleError, TypeError, KeyError, IndexError, ValueError, AttributeError)
"""Errors that answers never offered can cause."""


def ask_action(state: State, seat: int | None, given: Json) -> Questions:
    """The questions of an action, in their order."""
    attempt = Attempt(state, seat or 0)
    yield from _frees(attempt, given, "free_before")
    possible = list(possible_rows(attempt)) if state.now.placing else []
    rows = _rows(attempt, possible)
    yield "row", choice(rows)
    row = given.get("row")
    if row not in rows:
        return
    if state.now.placing:
        attempt.place_disc(row)
        idle = not possible
    else:
        yield from _taken_back(attempt, row, given)
        circle = _circle(attempt, row, given)
        paid = _paid(given)
        idle = _poor(attempt)
        try:
            attempt.remove_disc(row, circle, paid)
        except NONSENSE:
            return
    if not idle:
        yield from _ASKS[row](attempt, given, may_idle=not state.now.placing)
    if look(given, _FIRST[row]) is None:
        yield "perform", choice([False])
    yield from _frees(attempt, given, "free_after")


_FIRST = {PROGRESS: "tile", TERRITORY: "kind", CITY: "tile", EMPIRE: "tile", TRADE: "box"}
"""The parameter whose presence means that an action is performed."""


def objects(attempt: Attempt, tile: str) -> dict[str, list[int]]:
    """The regions where a free action has an object, each with its victims; an empty region where it needs none.

    The result is empty if the tile cannot be used (ROE-6.8, 6.9, 6.15, 6.20, 6.27).
    """
    shape, owned = attempt.box.progress[tile], attempt.mine.progress[tile]
    pays = [effect.pay for effect in shape.effects if effect.kind == EXCHANGE]
    payable = all(unit(attempt.mine, name) >= due for pay in pays for name, due in pay.items())
    if shape.use != FREE_ACTION or not owned.up or owned.waiting or not payable:
        return {}
    wanted = wants(attempt, tile)
    if not wanted:
        return {"": []}
    regions = attempt.own_regions() if ALLIANCE in shape.kinds else list(attempt.box.regions)
    if "victim" not in wanted:
        return {region: [] for region in regions}
    found = {region: victims_in(attempt, region) for region in regions}
    return {region: victims for region, victims in found.items() if victims}


def victims_in(attempt: Attempt, region: str) -> list[int]:
    """The other players with cubes in a region that no alliance piece protects (ROE-6.15, ROE-6.20, ROE-11.3)."""
    return [
        seat
        for seat, count in enumerate(attempt.cubes(region))
        if count and seat != attempt.seat and not attempt.guarded(region, seat)
    ]


def _frees(attempt: Attempt, given: Json, field: str) -> Questions:
    """Ask for free actions one by one, while one is possible (ROE-5.6); each is applied at once."""
    for at in itertools.count():
        path = f"{field}.{at}"
        found = {tile: where for tile in attempt.mine.progress if (where := objects(attempt, tile))}
        if not found:
            return
        yield path, _free_form(found)
        yield f"{path}.tile", choice(found)
        answer, tile = look(given, path), look(given, f"{path}.tile")
        if tile not in found:
            return
        where = found[tile]
        if "" not in where:
            yield f"{path}.region", choice(where)
        region = answer.get("region")
        victims = where.get(region or "")
        if victims:
            yield f"{path}.victim", choice(victims)
        try:
            attempt.free(Free(tile, region, answer.get("victim")))
        except NONSENSE:
            return


def _free_form(found: Mapping[str, Mapping[str, Sequence[int]]]) -> Json:
    """A free action as a whole; exact where any of its parts goes with any other."""
    regions = list(dict.fromkeys(region for where in found.values() for region in where if region))
    victims = sorted({victim for where in found.values() for those in where.values() for victim in those})
    fields = {"tile": choice(found)}
    anywhere = regions or [""]
    exact = all(
        list(where) == anywhere and all(list(those) == victims for those in where.values()) for where in found.values()
    )
    less = {} if exact else {"optional": True}
    if regions:
        fields["region"] = choice(regions, **less)
    if victims:
        fields["victim"] = choice(victims, **less)
    return group(fields, optional=True, **({} if exact else {"exact": False}))


def _poor(attempt: Attempt) -> bool:
    """Whether no own disc can be paid (ROE-5.35)."""
    have = sum(purse(attempt).values())
    return all(cost > have for _, _, cost in own_discs(attempt))


def _rows(attempt: Attempt, possible: Sequence[str]) -> list[str]:
    """The rows that may be chosen: in an A turn those with a possible action, or else with a free circle."""
    if attempt.state.now.placing:
        return list(possible) or [row for row, circles in attempt.state.rows.items() if None in circles]
    return list(dict.fromkeys(row for row, _ in _discs(attempt)))


def _discs(attempt: Attempt) -> list[tuple[str, int]]:
    """Row and circle of the own discs that can be taken back: those that can be paid, or else all."""
    have, poor = sum(purse(attempt).values()), _poor(attempt)
    return [(row, circle) for row, circle, cost in own_discs(attempt) if poor or cost <= have]


def _taken_back(attempt: Attempt, row: str, given: Json) -> Questions:
    """Which disc, where there are several, and the ways to pay for it, unit by unit."""
    if len(own_circles(attempt.state, attempt.seat, row)) > 1:
        yield "circle", choice([circle for name, circle in _discs(attempt) if name == row])
    circle = _circle(attempt, row, given)
    if circle is None:
        return
    have, rest = purse(attempt), due(attempt, row, circle)
    if _poor(attempt):
        for name, count in have.items():
            yield f"pay.{name}", span(count, count)
        return
    for name in UNITS:
        count = have.pop(name, 0)
        most = min(rest, count)
        if most:
            least = max(0, rest - sum(have.values()))
            yield f"pay.{name}", span(least, most, **({} if least else {"optional": True}))
            rest -= min(whole(given, f"pay.{name}"), rest)


def _circle(attempt: Attempt, row: str, given: Json) -> int | None:
    own = own_circles(attempt.state, attempt.seat, row)
    circle = given.get("circle") if len(own) > 1 else own[0]
    return circle if circle in own else None


def _paid(given: Json) -> dict[str, int]:
    return {name: whole(given, f"pay.{name}") for name in UNITS}


def lowest(attempt: Attempt, tiles: Sequence[str]) -> list[str]:
    """These progress tiles, of copies only the one with the lowest id (ROE-1.12)."""
    known = attempt.box.progress
    return list({(known[tile].slug, known[tile].era): tile for tile in sorted(tiles, reverse=True)}.values())[::-1]


def _one(name: str, of: Sequence[str], *, may_idle: bool) -> Questions:
    """Ask for the tile taken; in a B turn it is optional."""
    if of:
        yield name, choice(of, **({"optional": True} if may_idle else {}))


def _ask_progress(attempt: Attempt, given: Json, *, may_idle: bool) -> Questions:
    state = attempt.state
    tiles = [tile for tile in (*state.aside.progress, *state.new.progress) if takes_progress(attempt, tile)]
    yield from _one("tile", lowest(attempt, tiles), may_idle=may_idle)
    with suppress(*NONSENSE):
        attempt.take(PROGRESS, given["tile"])


def _ask_territory(attempt: Attempt, given: Json, *, may_idle: bool) -> Questions:
    state = attempt.state
    kinds = [k for k in attempt.box.territory if state.new.territory.get(k) or state.aside.territory.get(k)]
    yield from _one("kind", kinds, may_idle=may_idle)
    with suppress(*NONSENSE):
        attempt.take(TERRITORY, given["kind"])


def _ask_city(attempt: Attempt, given: Json, *, may_idle: bool) -> Questions:
    state = attempt.state
    yield from _one(
        "tile", [c for c in (*state.aside.city, *state.new.city) if takes_city(attempt, c)], may_idle=may_idle
    )
    with suppress(*NONSENSE):
        attempt.take(CITY, given["tile"])


def usable(attempt: Attempt, kinds: frozenset[str]) -> list[str]:
    """The own tiles with an effect of these kinds that may be used with an action now (ROE-6.12, ROE-6.25)."""
    known = attempt.box.progress
    return [
        tile
        for tile, owned in attempt.mine.progress.items()
        if owned.up and not owned.waiting and known[tile].use == WITH_ACTION and not kinds.isdisjoint(known[tile].kinds)
    ]


def _used(attempt: Attempt, given: Json, field: str, tiles: Sequence[str]) -> Questions:
    """Tiles used with the action, one after another, each once."""
    left = list(tiles)
    for at in itertools.count():
        if not left:
            return
        yield f"{field}.{at}", choice(left, optional=True)
        answer = look(given, f"{field}.{at}")
        if answer not in left:
            return
        left.remove(answer)
        attempt.turn_down(answer)


def _ask_trade(attempt: Attempt, given: Json, *, may_idle: bool) -> Questions:
    yield from _one("box", [name for name in attempt.box.trade if takes_box(attempt, name)], may_idle=may_idle)
    name = given.get("box")
    if name is None:
        return
    own = [tile for tile in usable(attempt, frozenset((TRADE_BONUS, TEXT))) if fits_trade(attempt, tile, name)]
    yield from _used(attempt, given, "use", own)
    with suppress(*NONSENSE):
        attempt.trade(name, given.get("use") or ())


def _ask_empire(attempt: Attempt, given: Json, *, may_idle: bool) -> Questions:
    """The tile, what is used with it, recall, cubes, battles."""
    state = attempt.state
    bare = state.needs_cube and state.now.placing and not attempt.mine.pool
    yield from _one("tile", list(state.empire), may_idle=may_idle)
    tile = given.get("tile")
    if tile not in state.empire:
        return
    yield from _used(attempt, given, "use", usable(attempt, WITH_PLACEMENT))
    attempt.take_empire(tile)
    if attempt.own_regions():
        yield "recall", choice([True]) if bare else flag(optional=True)
        if given.get("recall") is True:
            attempt.recall()
    use = [used for used in given.get("use") or () if used in attempt.mine.progress]
    try:
        yield from _places(attempt, given, placement_of(attempt, tile, use))
        yield from _battles(attempt, given, tile)
    except NONSENSE:
        return


def _places(attempt: Attempt, given: Json, placement: Placement) -> Questions:
    """Region and cubes, as long as the whole can still become legal; the list ends where it is."""
    chosen: list[str] = []
    for at in itertools.count():
        room, path = attempt.mine.pool, f"place.{at}"
        legal = placement.fault(chosen) is None
        regions = placement.may_follow(chosen, min(placement.number, len(chosen) + room)) if room else []
        if not regions:
            return
        most = {region: room - (placement.fault((*chosen, region)) is not None) for region in regions}
        same = len(set(most.values())) == 1
        more = {**({"optional": True} if legal else {}), **({} if same else {"exact": False})}
        yield path, group({"region": choice(regions), "cubes": span(1, max(most.values()))}, **more)
        yield f"{path}.region", choice(regions)
        region = look(given, f"{path}.region")
        if region not in most:
            return
        yield f"{path}.cubes", span(1, most[region])
        attempt.put(Placed(region, whole(given, f"{path}.cubes")))
        chosen.append(region)


def _battles(attempt: Attempt, given: Json, tile: str) -> Questions:
    """Region and defender, then the row and the tiles used, as far as there is a choice (ROE-11)."""
    rows = list(range(rows_open(attempt, attempt.side(tile))))
    fought: list[str] = []
    for at in itertools.count():
        path = f"battles.{at}"
        there = _attacked(attempt, fought)
        if not there or not rows:
            return
        yield path, _battle_form(attempt, there, rows)
        yield f"{path}.region", choice(list(there))
        answer, region = look(given, path), look(given, f"{path}.region")
        if region not in there:
            return
        yield f"{path}.defender", choice(there[region])
        if rows != [0]:
            yield f"{path}.row", choice(rows, **({"optional": True} if 0 in rows else {}))
        row = whole(given, f"{path}.row")
        yield from _used(attempt, given, f"{path}.use", usable(attempt, IN_BATTLE))
        use = tuple(used for used in look(given, f"{path}.use") or () if used is not None)
        attempt.fight(tile, Battle(region, answer["defender"], row, use))
        rows.remove(row)
        fought.append(region)


def _battle_form(attempt: Attempt, there: Mapping[str, Sequence[int]], rows: Sequence[int]) -> Json:
    """A battle as a whole; exact where any defender may be attacked in any of the regions."""
    seats = sorted({seat for victims in there.values() for seat in victims})
    own = usable(attempt, IN_BATTLE)
    fields = {"region": choice(list(there)), "defender": choice(seats)}
    if rows != [0]:
        fields["row"] = choice(rows, **({"optional": True} if 0 in rows else {}))
    if own:
        fields["use"] = several(choice(own), 0, len(own), optional=True)
    exact = len(own) < 2 and all(list(victims) == seats for victims in there.values())  # noqa: PLR2004 - twice the same
    return group(fields, optional=True, **({} if exact else {"exact": False}))


def _attacked(attempt: Attempt, fought: Sequence[str]) -> dict[str, list[int]]:
    """The regions where a battle is possible, each with those who can be attacked (ROE-11.2, 11.3, 11.15, 6.20)."""
    found = {region: victims_in(attempt, region) for region in attempt.own_regions() if region not in fought}
    return {region: victims for region, victims in found.items() if victims}


_ASKS = {PROGRESS: _ask_progress, TERRITORY: _ask_territory, CITY: _ask_city, EMPIRE: _ask_empire, TRADE: _ask_trade}
