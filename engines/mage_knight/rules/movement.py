"""Moving, jumping and exploring (chapters 9 and 10)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache

from engines.mage_knight.box.components import Node
from engines.mage_knight.box.geometry import Space, around, beside, borders, centre, distance, in_wedge, within
from engines.mage_knight.moves.actions import Explored, Jumped, Moved
from engines.mage_knight.rules.attempt import Attempt
from engines.mage_knight.rules.combat_start import (
    assaulted,
    fight_assault,
    fight_provoked,
    hero_on,
    provokes,
    rampaging,
)
from engines.mage_knight.rules.enemies import draw_down, draw_token
from engines.mage_knight.rules.limits import not_exhausted, own_turn
from engines.mage_knight.rules.revealing import arrive, garrisons, left_over, show_ruin, turn_up_at
from engines.mage_knight.rules.table.card_offers import ACTION, come
from engines.mage_knight.rules.table.pieces import Place, Token
from engines.mage_knight.rules.table.wounds import add_fame
from engines.mage_knight.state import State

PORTAL = (0, 0)


def moving(attempt: Attempt) -> None:
    """Check that the movement part of the turn is not over (MK-6.9, MK-9.21).

    Raises:
        IllegalMoveError: The movement part is over.
    """
    own_turn(attempt)
    turn = attempt.turn
    attempt.need(turn.part != "rest", "MK-21.1", "resting", code="x_23")
    attempt.need(not attempt.fighting, "MK-9.21", "movement_over", code="x_9")
    attempt.need(turn.part in ("start", "move"), "MK-6.9", "after_action", code="x_10")
    not_exhausted(attempt)
    attempt.must(attempt.me.space is not None, "MK-9.2", "off_map")


def costs(attempt: Attempt, terrain: str) -> tuple[int | None, set[int]]:
    """The Move points that a terrain can cost now: the least, and the costs in every order of the changes (MK-9.3)."""
    state = attempt.state
    base = state.box.terrain[terrain][state.night]
    changes: list[tuple[str, int, int]] = []
    for one in attempt.lasting():
        found = _change(attempt, one.node, one.owner, terrain)
        if found is not None:
            changes.append(found)
    if base is None:
        if terrain != "lake" or not attempt.has_rule("may_enter_lakes"):
            return None, set()
        sets = [n for kind, n, _ in changes if kind == "set"]
        if not sets:
            return None, set()
        base = min(sets)
    found_costs = all_costs(base, tuple(sorted(changes)))
    return min(found_costs), set(found_costs)


def _change(attempt: Attempt, node: Node, owner: int, terrain: str) -> tuple[str, int, int] | None:
    """A change of the cost of a terrain: its kind, by or to how much, and its limit."""
    if node["op"] == "terrain_cost" and owner == attempt.seat and terrain in node["terrains"]:
        if "set" in node:
            return "set", node["set"], 0
        return "add", node["add"], node.get("minimum", 0)
    if "terrain_cost" in node and owner != attempt.seat:
        return "rise", node["terrain_cost"], node["maximum"]
    return None


@cache
def all_costs(base: int, changes: tuple[tuple[str, int, int], ...]) -> frozenset[int]:
    """Every cost that some order of the changes gives (MK-9.3, MK-9.3a)."""
    found = set() if changes else {base}
    for last in set(changes):
        before, (kind, n, limit) = list(changes), last
        before.remove(last)
        for cost in all_costs(base, tuple(before)):
            if kind == "set":
                found.add(min(cost, n))
            elif kind == "add":
                found.add(max(min(cost, limit), cost + n, 0))
            else:
                found.add(max(cost, min(limit, cost + n)))
    return frozenset(found)


def reachable(attempt: Attempt, at: Space) -> Iterable[Space]:
    """The spaces that count as adjacent for moving and exploring."""
    if attempt.has_rule("spaces_at_distance_2_count_as_adjacent_for_move_and_explore"):
        return within(at, 2)
    return around(at)


def move(attempt: Attempt, event: Moved) -> None:
    """Move a figure one space (chapter 9)."""
    moving(attempt)
    state, me, turn = attempt.state, attempt.me, attempt.turn
    attempt.must(len(event.to) == 2, "MK-9.2", "no_space_named")  # noqa: PLR2004 - q and r
    to = (event.to[0], event.to[1])
    here = me.where
    attempt.need(to in reachable(attempt, here), "MK-9.2", "not_adjacent")
    place = attempt.place(to)
    least = enterable(attempt, to, place)
    cost = _cost(attempt, event.cost, place.terrain, least)
    attempt.need(turn.move >= cost, "MK-9.1", "too_few_points", have=turn.move, cost=cost)
    provoked = [] if attempt.has_rule("no_provoking") else provokes(state, here, to)
    assault = assaulted(state, attempt.mover, to)
    others = hero_on(state, to, attempt.mover)
    attempt.need(not (provoked and others and to != PORTAL), "MK-9.22", "provokes_on_hero", code="x_33")
    turn.walk(cost)
    turn.part = "move"
    step(attempt, to)
    stated = attempt.tokens()
    if assault:
        fight_assault(attempt, to, here, stated, ignore=False)
        arrive(attempt, to, stated)
        fight_provoked(attempt, provoked)
    else:
        arrive(attempt, to, stated)
        if provoked:
            fight_provoked(attempt, provoked, came=here)
    left_over(attempt, stated)


def _cost(attempt: Attempt, stated: int | None, terrain: str, least: int) -> int:
    """The points paid: as typed if an order of changes gives that, else the least (MK-9.3, MK-30.3)."""
    if stated is None:
        return least
    possible = costs(attempt, terrain)[1]
    attempt.need(
        stated in possible, "MK-9.3", "wrong_cost", cost=stated, possible=", ".join(map(str, sorted(possible)))
    )
    return max(0, stated)


def enterable(attempt: Attempt, to: Space, place: Place) -> int:
    """The least cost of a space that may be entered.

    Raises:
        IllegalMoveError: It may not (MK-9.1, 9.4, 9.10, 9.11).
    """
    state = attempt.state
    attempt.need(place.site != "city", "MK-9.11", "city", code="x_8")
    attempt.need(not rampaging(state, to), "MK-9.4", "rampaging", code="x_8")
    least = attempt.given(
        costs(attempt, place.terrain)[0],
        "MK-9.1",
        "impassable",
        code="x_8",
        terrain=state.box.terrain_names[place.terrain],
    )
    owners = [seat for seat in place.shields if seat != attempt.seat]
    site = state.site_on(to)
    home = site is not None and site.owned and any(state.seats[seat].space == to for seat in owners)
    attempt.need(not home, "MK-9.10", "owner_there", code="x_30")
    return least


def step(attempt: Attempt, to: Space) -> None:
    """Put the figure on another space and store its path (MK-22.3)."""
    attempt.me.space = to
    attempt.turn.path.append(to)


def jump(attempt: Attempt, event: Jumped) -> None:
    """Move a figure over spaces as an effect allows (MK-9.16)."""
    moving(attempt)
    state, me, turn = attempt.state, attempt.me, attempt.turn
    found = [
        (key, place, one)
        for key, them in turn.options.items()
        for place, one in enumerate(them)
        if one.node["op"] in ("jump", "spend_move_jump") and not one.used
    ]
    attempt.must(found, "MK-9.16", "no_jump")
    key, place, one = found[-1]
    node = one.node
    path = [(space[0], space[1]) for space in event.path if len(space) == 2]  # noqa: PLR2004 - q and r
    most = node["max_spaces"] if node["op"] == "jump" else node["max"]
    attempt.must(path and len(path) == len(event.path), "MK-9.16", "no_space_named")
    attempt.need(len(path) <= most, "MK-9.16", "jump_too_far", most=most)
    here = me.where
    cost = node.get("cost_move", 0) if node["op"] == "jump" else len(path)
    attempt.need(turn.move >= cost, "MK-9.16", "too_few_points", have=turn.move, cost=cost)
    before = here
    for at in path:
        attempt.need(distance(before, at) == 1, "MK-9.2", "not_adjacent")
        over = attempt.place(at)
        banned = node.get("not_to_or_through", ())
        attempt.need(
            over.terrain not in banned,
            "MK-9.16",
            "not_through",
            terrain=state.box.terrain_names[over.terrain],
        )
        before = at
    end = path[-1]
    assault = bool(node.get("assault"))
    if assault:
        attempt.must(assaulted(state, attempt.mover, end), "MK-9.16", "no_assault_there")
    else:
        attempt.need(is_safe(attempt, end), "MK-9.16", "not_safe")
    turn.options[key][place] = replace(one, used=1)
    turn.walk(cost)
    turn.part = "move"
    stated = attempt.tokens()
    for at in path[:-1]:
        step(attempt, at)
        arrive(attempt, at, stated)
    step(attempt, end)
    if assault:
        fight_assault(attempt, end, here, stated, ignore=bool(node.get("ignore_site_fortifications")))
    arrive(attempt, end, stated)
    left_over(attempt, stated)


def is_safe(attempt: Attempt, at: Space) -> bool:
    """Whether a space is safe for the player who moves (MK-9.15)."""
    state = attempt.state
    place = state.spaces.get(at)
    if place is None or place.site == "city" or rampaging(state, at):
        return False
    if state.box.terrain[place.terrain][state.night] is None:
        return False
    if at == PORTAL:
        return True
    return not assaulted(state, attempt.mover, at) and not hero_on(state, at, attempt.mover)


def top_kind(state: State) -> str | None:
    """The kind of the top tile of the deck, by its back; None where nothing is left (MK-10.6, MK-10.11)."""
    if state.countryside:
        return "countryside"
    if state.core:
        return "core"
    if any(kind_left_out(state, "countryside")):
        return "left_countryside"
    return "left_core" if any(kind_left_out(state, "core")) else None


def kind_left_out(state: State, kind: str) -> list[str]:
    """Tiles of a kind that are not on the map, once the deck is used up (MK-10.11)."""
    lying = set(state.tiles.values())
    return [tile.id for tile in state.box.tiles.values() if tile.kind == kind and tile.id not in lying]


def may_lie(state: State, position: Space, kind: str) -> bool:
    """Whether a tile of a kind may be placed at a position (MK-10.3 to 10.5, MK-10.11)."""
    if not in_wedge(position) or position in state.tiles:
        return False
    near = [one for one in beside(position) if one in state.tiles]
    wanted = state.box.neighbours
    if kind.startswith("left"):
        return len(near) >= wanted["left_out"]
    if len(near) >= wanted[kind]:
        return True
    return kind == "countryside" and any(
        sum(other in state.tiles for other in beside(one)) >= wanted["beyond"] for one in near
    )


def may_turn_up(state: State, kind: str) -> list[str]:
    """The tiles that the top one of the deck can be (MK-10.10, chapter 32)."""
    box, lying = state.box, set(state.tiles.values())
    seating = box.seatings[len(state.seats)]
    if kind == "countryside":
        number = seating.countryside - state.countryside + 1
        return [tile.id for tile in box.tiles.values() if tile.kind == "countryside" and tile.number == number]
    if kind == "core":
        seen = [box.tiles[one].kind for one in lying]
        plain = seating.core - seen.count("core") > 0
        city = seating.city - seen.count("city") > 0
        return [
            tile.id
            for tile in box.tiles.values()
            if tile.id not in lying and ((tile.kind == "core" and plain) or (tile.kind == "city" and city))
        ]
    return kind_left_out(state, "countryside" if kind == "left_countryside" else "core")


def positions(attempt: Attempt) -> list[Space]:
    """The positions at which the hero may turn up a tile from its space."""
    state, at = attempt.state, attempt.me.space
    kind = top_kind(state)
    if at is None or kind is None:
        return []
    near = set(reachable(attempt, at))
    found = {position for lying in state.tiles for position in beside(lying)}
    return sorted(
        position
        for position in found
        if may_lie(state, position, kind) and (at in borders(position) or near & inside(position))
    )


@cache
def inside(position: Space) -> frozenset[Space]:
    """The spaces of a tile position."""
    q, r = centre(position)
    return frozenset(((q, r), *around((q, r))))


def explore(attempt: Attempt, event: Explored) -> None:
    """Turn up a tile (chapter 10)."""
    moving(attempt)
    state, me, turn = attempt.state, attempt.me, attempt.turn
    box = state.box
    kind = attempt.given(top_kind(state), "MK-10.12", "no_tile")
    attempt.must(len(event.position) == 2, "MK-10.3", "no_space_named")  # noqa: PLR2004 - a and b
    position = (event.position[0], event.position[1])
    here = me.where
    attempt.must(in_wedge(position) and position not in state.tiles, "MK-10.3", "no_position")
    near = set(reachable(attempt, here)) & inside(position)
    attempt.need(near, "MK-10.1", "not_next_to", code="x_11")
    if not may_lie(state, position, kind):
        core = kind == "core"
        rule = "MK-10.5" if core else "MK-10.11" if kind.startswith("left") else "MK-10.4"
        attempt.need(False, rule, "tile_alone", code="x_12" if core else None)  # noqa: FBT003
    attempt.need(
        turn.move >= box.explore_cost, "MK-10.1", "too_few_points", code="x_11", have=turn.move, cost=box.explore_cost
    )
    attempt.must(
        event.tile in box.tiles and event.tile not in state.tiles.values(),
        "MK-10.10",
        "tile_lies",
        tile=event.tile,
    )
    can = may_turn_up(state, kind)
    tile = box.tiles[event.tile]
    rule = "MK-2.17" if kind == "core" else "MK-10.11" if kind.startswith("left") else "MK-10.10"
    attempt.need(event.tile in can, rule, "wrong_tile", tile=tile.name, names=[state.names.get("core")])
    turn.walk(box.explore_cost)
    turn.part = "move"
    if kind == "countryside":
        state.countryside -= 1
    elif kind == "core":
        state.core -= 1
    attempt.found.append(event.tile)
    stated = attempt.tokens()
    lay(attempt, position, event.tile, stated, event.action_card)
    left_over(attempt, stated)
    add_fame(me, box.explore_fame)
    if tile.kind == "city" and state.revealed is None:
        state.revealed = attempt.seat


def lay(attempt: Attempt, position: Space, tile: str, stated: dict[Space, str], action: str | None) -> None:
    """Place a tile on the map, with the tokens of its sites (chapter 11)."""
    state, box = attempt.state, attempt.state.box
    state.tiles[position] = tile
    q, r = centre(position)
    spaces = []
    for (dq, dr), hex_ in box.tiles[tile].hexes.items():
        at = (q + dq, r + dr)
        site = None if hex_.site is None else box.sites[hex_.site]
        place = Place(hex_.terrain, hex_.site, hex_.colour)
        state.spaces[at] = place
        spaces.append(at)
        if site is None:
            continue
        if site.kind == "rampaging":
            name = draw_token(attempt, site.back, stated.pop(at, None), at=at)
            state.spaces[at] = replace(place, tokens=(Token(site.back, name),))
        elif site.garrison:
            garrison = tuple(Token(back, lot=draw_down(state, back)) for back in site.garrison)
            state.spaces[at] = replace(place, tokens=garrison)
        elif hex_.site == "ruins" and (not state.night or attempt.has_rule("reveal_as_day")):
            show_ruin(attempt, at, stated)
        elif site.learn:
            new = come(attempt, ACTION, action, "action_card")
            action = None
            if new is not None:
                state.monastery.append(new)
    attempt.need(action is None, "MK-30.4", "no_monastery")
    light = attempt.has_rule("reveal_as_day") if attempt.seat is not None else False
    for at in garrisons(state, spaces):
        near = [seat for seat, player in enumerate(state.seats) if player.space in around(at)]
        if near and (not state.night or (light and attempt.seat in near)):
            turn_up_at(attempt, at, stated)
