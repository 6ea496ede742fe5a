"""The action of an empire tile: tiles used with it, recall, placement, battles (ROE-9, ROE-11)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from engines.kernel.sentences import shown
from engines.rise_of_empires.arguments import known
from engines.rise_of_empires.box.components import AS_WATER, ATTACKER, EMPIRE, EXTRA_REGION, IGNORE_ADJACENCY, TEXT
from engines.rise_of_empires.box.pieces import Side
from engines.rise_of_empires.moves import ActionTaken, Battle, Placed
from engines.rise_of_empires.refusals import refusal, region_name, seat_name, tile_name
from engines.rise_of_empires.rules.attempt import Attempt
from engines.rise_of_empires.rules.placement import Placement
from engines.rise_of_empires.rules.rows import Usable, unavailable
from engines.rise_of_empires.state import overseas_open

WITH_PLACEMENT = frozenset((EXTRA_REGION, AS_WATER, IGNORE_ADJACENCY, TEXT))
IN_BATTLE = frozenset((ATTACKER, TEXT))
"""The kinds of effects that fit a placement, and a battle (ROE-6.25); a text effect may fit."""


def check_empire(attempt: Attempt, event: ActionTaken, usable: Usable) -> None:
    """Refuse an action of the empire row that the rules forbid, step by step in its order.

    Raises:
        IllegalMoveError: A rule forbids it.
    """
    state = attempt.state
    tile = known(attempt.box.empire, event.tile)
    if tile not in state.empire:
        unavailable(attempt, EMPIRE, tile)
    named: set[str] = set()
    use = [_use(attempt, typed, WITH_PLACEMENT, named, usable) for typed in event.use or ()]
    attempt.take_empire(tile)
    if event.recall:
        if not attempt.own_regions():
            raise refusal("ROE-9.36", "nothing_to_recall", who=seat_name(state, attempt.seat))
        attempt.recall()
    if state.needs_cube and state.now.placing and not attempt.mine.pool:
        raise refusal("ROE-5.16", "needs_cube", who=seat_name(state, attempt.seat))
    _check_placement(attempt, event.place or (), placement_of(attempt, tile, use))
    for placed in event.place or ():
        attempt.put(placed)
    _check_battles(attempt, tile, event.battles or (), named, usable)


def _use(attempt: Attempt, typed: Any, kinds: Iterable[str], named: set[str], usable: Usable) -> str:
    """Use a tile with the action, once and for its purpose, and turn it face down (ROE-6.12, 6.25)."""
    if isinstance(typed, str) and typed in named:
        raise refusal("ROE-6.12", "used_twice", tile=tile_name(attempt.box, typed))
    tile = usable(attempt, typed, free=False)
    if attempt.box.progress[tile].kinds.isdisjoint(kinds):
        raise refusal("ROE-6.25", "does_not_fit", tile=tile_name(attempt.box, tile))
    named.add(tile)
    attempt.turn_down(tile)
    return tile


def placement_of(attempt: Attempt, tile: str, use: Sequence[str]) -> Placement:
    """The data for checking a placement, after a recall (ROE-9.8, 9.12, 9.33 to 9.35)."""
    side = attempt.side(tile)
    return Placement(
        attempt.box,
        side.regions + sum(effect.number for effect in attempt.effects(use, EXTRA_REGION)),
        side.water or bool(attempt.effects(use, AS_WATER)),
        sum(effect.number for effect in attempt.effects(use, IGNORE_ADJACENCY)),
        frozenset(attempt.own_regions()),
        attempt.state.now.era,
        overseas_open(attempt.state),
    )


def _check_placement(attempt: Attempt, place: Sequence[Placed], placement: Placement) -> None:
    """The seven steps; the first that fails names the refusal."""
    box, total, seen = attempt.box, 0, list[str]()
    for placed in place:
        region = known(box.regions, placed.region)
        name = region_name(box, region)
        if region in seen:
            raise refusal("ROE-9.9", "region_twice", code="bad_region", region=name)
        if type(placed.cubes) is not int or placed.cubes < 1:
            raise refusal("ROE-9.9", "no_cubes", code="bad_region", cubes=shown(placed.cubes), region=name)
        seen.append(region)
        total += placed.cubes
    if total > attempt.mine.pool:
        name = region_name(box, place[-1].region)
        raise refusal("ROE-9.7", "too_many_cubes", total=total, region=name, have=attempt.mine.pool)
    fault = placement.fault(seen)
    if fault is None:
        return
    areas = box.areas
    code = "not_adjacent" if fault.code in ("no_anchor", "no_way_back") else fault.code
    raise refusal(
        fault.rule,
        fault.code,
        code=code,
        region=region_name(box, fault.region),
        number=placement.number,
        era=box.regions[fault.region].era,
        who=seat_name(attempt.state, attempt.seat),
        count=placement.exempt,
        area=areas[box.regions[fault.region].area],
        other=areas.get(fault.other, ""),
        anchor=region_name(box, fault.other),
    )


def rows_open(attempt: Attempt, side: Side) -> int:
    """Battle rows that may be used in this turn, from the upper one on (ROE-11.11 to 11.14)."""
    return min(len(side.battles), attempt.state.now.battles)


def _check_battles(attempt: Attempt, tile: str, battles: Sequence[Battle], named: set[str], usable: Usable) -> None:
    """As many as the tile allows now, then each in its turn (ROE-11.11 to 11.17)."""
    side = attempt.side(tile)
    most = rows_open(attempt, side)
    if len(battles) > most:
        rule = "ROE-11.13" if most > 1 else "ROE-11.11" if len(side.battles) == 1 else "ROE-11.12"
        raise refusal(rule, "too_many_battles", tile=tile_name(attempt.box, tile), most=most, count=len(battles))
    for at, battle in enumerate(battles):
        check_battle(attempt, tile, battle, battles[:at])
        for typed in battle.use or ():
            _use(attempt, typed, IN_BATTLE, named, usable)
        attempt.fight(tile, battle)


def check_battle(attempt: Attempt, tile: str, battle: Battle, before: Sequence[Battle]) -> None:
    """Check region, defender and row of a battle, given earlier ones (ROE-11.2, 11.3, 11.12 to 11.17, ROE-6.20).

    Raises:
        IllegalMoveError: A rule forbids it.
    """
    box, state = attempt.box, attempt.state
    region = known(box.regions, battle.region)
    where, who = region_name(box, region), seat_name(state, attempt.seat)
    if any(one.region == region for one in before):
        raise refusal("ROE-11.15", "same_region", region=where)
    cubes = attempt.cubes(region)
    others = [seat for seat, count in enumerate(cubes) if count and seat != attempt.seat]
    if not cubes[attempt.seat] or not others:
        raise refusal("ROE-11.2", "no_battle", region=where, who=who)
    defender = seat_name(state, battle.defender)
    if type(battle.defender) is not int or battle.defender not in others:
        raise refusal("ROE-11.3", "no_defender", region=where, other=defender)
    if attempt.guarded(region, battle.defender):
        names = [state.said.get(f"alliance.{battle.defender}")]
        raise refusal("ROE-6.20", "guarded", who=defender, region=where, names=names)
    side = attempt.side(tile)
    row = 0 if battle.row is None else battle.row
    if type(row) is not int or not 0 <= row < rows_open(attempt, side):
        rule = "ROE-11.12" if len(side.battles) > 1 else "ROE-11.11"
        raise refusal(rule, "battle_row", tile=tile_name(box, tile), row=shown(row))
    if any((one.row or 0) == row for one in before):
        raise refusal("ROE-11.15", "row_used", row=row)
