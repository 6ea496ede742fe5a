"""Imaginary tables: whole games, move by move, held against a second opinion and the invariants of chapter 27.

``MOVEBOOK_SIMULATED=1000`` plays that many games for each number of players and each length.
"""

import os
from collections.abc import Iterator
from random import Random

import pytest

from engines import xidit
from engines.kernel.game import Json
from tests.engines.given import defaults
from tests.engines.xidit.model import Model
from tests.engines.xidit.table import COLOURS, Table, box, some, table
from tests.long import cases

GAMES = int(os.environ.get("MOVEBOOK_SIMULATED", cases(2, 6)))
BUNCH = 2
BUNCHES = [range(start, min(start + BUNCH, GAMES)) for start in range(0, GAMES, BUNCH)]
OPTIONS: list[Json] = [
    {}, {"flip_order": "shuffle"}, {"titan_blocked_by": "any_action", "dummy_choice": "taken"},
    {"flip_order": "unknown", "dummy_choice": "untaken", "dummy_advance_after": "threat_and_titan"},
    {"strict_piles": False}, {},
]  # fmt: skip
"""Those of a game, by its seed."""


def chosen(mode: str, seed: int) -> Json:
    """The options of a game."""
    return {**defaults(xidit), **OPTIONS[seed % len(OPTIONS)], "mode": mode}


def game(seats: int, mode: str, seed: int, knows: str = "all", components: Json | None = None) -> Iterator[Json]:
    """The moves of one imaginary game."""
    return xidit.table(Random(seed), COLOURS[:seats], chosen(mode, seed), components or xidit.box(), knows=knows)


def agree(t: Table, model: Model) -> None:
    """The second opinion and the view say the same."""
    assert t.round == model.year or not model.year
    assert t.first_player == model.first
    for seat in model.players:
        mine = (
            some(model.units[seat]), model.gold[seat], model.bards[seat], model.stories[seat], model.aside[seat],
            model.placed[seat][model.centre],
        )  # fmt: skip
        assert mine == (
            t.units(seat), t.gold(seat), t.bards_left(seat), t.stories_left(seat), t.aside(seat), t.bastion(seat),
        ), f"seat {seat}"  # fmt: skip
        if model.city[seat]:
            assert t.city(seat) == model.city[seat]
    for city in model.regions:
        tile = model.tiles.get(city)
        assert t.tile(city) == (tile and (tile[0], tile[1], some(tile[2]))), f"city {city}"
        assert t.guild(city) == model.guilds.get(city)
    assert some(t.barracks()) == some(model.barracks)
    for pile in ("R", "T"):
        assert t.next(pile) == model.next[pile]
        assert t.pile(f"{pile}D") == model.piles[f"{pile}D"]
        shown = t.pile(pile)
        assert len(shown) == len(model.piles[pile])
        tops = zip(shown[:1], model.piles[pile][:1], strict=True)
        assert all(mine is None or mine == other for other, mine in tops)
        if None not in model.piles[pile]:
            # Once an order was contradicted the engine tells it no more (XID-11.14), be it of a single tile.
            trusted = model.options["strict_piles"]
            pairs = zip(shown, model.piles[pile], strict=True)
            assert all(mine == other or (mine is None and not trusted) for mine, other in pairs)
    for name, stack in t.stacks().items():
        assert [side for _, side in stack] == model.stacks[name]
        assert (stack[0][0] if stack and stack[0][1] == "raging" else None) == model.raging[name]
    for region in model.box["regions"]:
        if not region["central"]:
            mine_here = {seat: placed[region["id"]] for seat, placed in enumerate(model.placed) if placed[region["id"]]}
            assert t.bards_at(region["id"]) == mine_here
    if model.dummy is not None:
        assert {name: t.dummy(name) for name in t.evaluation_order} == {name: model.dummy[name] for name in model.order}


def invariants(t: Table, orders: int) -> None:
    """The invariants of chapter 27, from the view alone."""
    view = t.shown
    tiles = [tile for city in range(1, 22) if (tile := t.tile(city))]
    units = [t.barracks(), *(units for _, _, units in tiles), *(t.units(seat) for seat in t.players)]
    for unit in t.fold.box["units"]:
        assert sum(of.get(unit["id"], 0) for of in units) == unit["count"], unit["id"]
    names = [name for found in t.where().values() for name in found]
    assert len(names) == len(set(names))
    pending = {kind for kind, _ in t.due()} - {"execute", "program", "reveal_orders", "census_show", "census_open"}
    sides = [side for _, side, _ in tiles]
    total = len(sides) + sum(len(t.pile(pile)) for pile in ("R", "T", "RD", "TD"))
    total += sum(t.next(pile) is not None for pile in ("R", "T"))
    if not pending & {"reveal_top", "awaken"}:
        assert total == sum(tile["set"] == view["tile_set"] for tile in t.fold.box["tiles"])
    if not pending - {"end_year", "evaluate", "declare", "reveal_bastion"}:
        assert (sides.count("recruitment"), sides.count("threat")) == (5, 5)
        for pile, source in (("R", "TD"), ("T", "RD")):
            assert t.pile(pile) or not t.pile(source)
    regions = [region["id"] for region in t.fold.box["regions"] if not region["central"]]
    heights = [guild for guild in (t.guild(city) for city in range(1, 22)) if guild]
    assert all(1 <= height <= 4 for _, height in heights)
    bards = [t.bards_at(region) for region in regions]
    for seat in t.players:
        laid = sum(at.get(seat, 0) for at in bards) + t.bastion(seat)
        assert t.bards_left(seat) + laid == 20
        built = sum(height for owner, height in heights if owner == seat)
        assert t.stories_left(seat) + built + t.aside(seat) == 15
    assert sum(len(stack) for stack in t.stacks().values()) + len(t.titans_gone()) == 6
    for stack in t.stacks().values():
        assert "raging" not in [side for _, side in stack[1:]]
    executed = sum(t.executed(seat) for seat in t.players) if t.phase in ("resolving", "census", "year_end") else 0
    years = max(0, t.round - (t.phase not in ("evaluating", "finished")))
    assert orders == executed + 6 * len(t.players) * years


@pytest.mark.parametrize("seeds", BUNCHES, ids=str)
@pytest.mark.parametrize("mode", ["long", "short"])
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_every_move_of_a_game_is_legal_and_every_invariant_holds(seats: int, mode: str, seeds: range) -> None:
    for seed in seeds:
        watched(seats, mode, seed, xidit.box())


SCARCE = {"peasant": 4, "archer": 3, "infantry": 3, "cleric": 2, "mage": 2}
"""So few units that tiles come short, empty, and stay so (XID-11.9 to XID-11.11, XID-11.25)."""


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_game_with_few_units_keeps_to_the_rules_of_empty_tiles(seats: int) -> None:
    bare = 0
    for seed in range(max(GAMES // 3, 1)):
        bare += watched(seats, "long", seed, box(pool=SCARCE))
    assert bare


def watched(seats: int, mode: str, seed: int, components: Json) -> bool:
    """Play a game beside the second opinion; whether a tile ever lay empty in a city."""
    options, orders, bare = chosen(mode, seed), 0, False
    t, model = table(seats, box=components, options=options), Model(seats, components, options)
    for move in game(seats, mode, seed, components=components):
        t.after(move)
        model.play(move)
        mistrusted(t, model)
        deduced(t, model)
        orders += move["type"] == "execute"
        if model.year or t.phase == "placing":
            agree_or_wait(t, model)
            if not {kind for kind, _ in t.due()} & DECISIONS or t.phase == "census":
                invariants(t, orders)
        bare = bare or any(tile[1] == "recruitment" and not +tile[2] for tile in model.tiles.values())
    assert t.phase == "finished"
    finished(t, model)
    return bare


DECISIONS = {"choose_titan", "choose_rewards", "place_bards", "advance_dummy", "awaken", "reveal_top"}


def mistrusted(t: Table, model: Model) -> None:
    """Where a tile contradicted what the fold knew of an order, the second opinion is told so (XID-11.14).

    It may have known less of that order, and have seen nothing wrong.
    """
    for pile in ("R", "T"):
        if not model.options["strict_piles"] and not any(t.pile(pile)):
            model.piles[pile] = [None] * len(model.piles[pile])


def deduced(t: Table, model: Model) -> None:
    """Where one tile alone can lie on top, the fold knows it; the second opinion is told, if it can be that one."""
    while model.must and not (t.shown["due"] or {}).get("must"):
        known = model.hidden() - set(t.hidden())
        tile = t.next(model.must) if t.next(model.must) in known else min(known)
        model.play({"type": "reveal_top", "pile": model.must, "tile": tile})


def agree_or_wait(t: Table, model: Model) -> None:
    """Compare, but where the engine waits for a top that the second opinion takes for told."""
    if ("reveal_top", None) in t.due() and model.must is None:
        return
    agree(t, model)


def finished(t: Table, model: Model) -> None:
    """The end is that of the second opinion, and exactly one contender is left."""
    out: list[str] = []
    for number, (criterion, values, ranking, leaving) in enumerate(model.evaluations):
        assert t.criterion(number) == criterion
        assert t.values(number) == values
        assert t.ranking(number) == ranking
        assert sorted(t.eliminated(number)) == sorted(leaving)
        out += leaving
    contenders = {str(seat) for seat in model.players} | ({"dummy"} if model.dummy is not None else set())
    left = contenders - set(out)
    assert len(left) == 1
    result = t.fold.result()
    assert result is not None
    assert result["winners"] == [int(who) for who in left if who != "dummy"]
    for seat in model.players:
        told = result["seats"][str(seat)]["breakdown"]
        assert some(told["orders"]["cancelled"]) == some(model.cancelled[seat])
        assert told["orders"]["executed"] == 6 * model.mode["years"]
        gains = [gain["amount"] for gain in told["gold"]["gains"]]
        assert sum(gains) == told["gold"]["total"] == model.gold[seat]
    places = {str(seat): result["seats"][str(seat)]["rank"] for seat in model.players}
    order = [*left, *[who for _, _, ranking, leaving in model.evaluations[::-1] for who in ranking if who in leaving]]
    if "dummy" in left:
        assert places == {who: place for place, who in enumerate(order, 1) if who != "dummy"}
    else:
        assert places == {who: place for place, who in enumerate([who for who in order if who != "dummy"], 1)}
    assert result["table"]["awakenings"] == model.awakenings
