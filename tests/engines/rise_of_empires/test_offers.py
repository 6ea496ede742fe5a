"""What is offered is all that is legal and nothing else: rows, tiles, payments, placements, other choices."""

from itertools import product
from random import Random
from typing import Any

import pytest

from engines import rise_of_empires
from engines.kernel.game import Json
from tests.engines.rise_of_empires.model.game import Model
from tests.engines.rise_of_empires.model.holdings import WrongError
from tests.engines.rise_of_empires.positions import at, b_turn, circle, over, removals
from tests.engines.rise_of_empires.table import Table, table
from tests.engines.rise_of_empires.test_simulated import chosen, game

WHAT = {"progress": "tile", "territory": "kind", "city": "tile", "empire": "tile", "trade": "box"}


def asked(t: Table, move: Json) -> tuple[str | None, Any]:
    """The next field that a move is asked for, and its domain."""
    answer = t.fold.offers(move)
    return answer["field"], answer["domain"]


def choices(t: Table, move: Json) -> list[Any]:
    """What may be answered to the next question of a move, which is a choice."""
    domain = asked(t, move)[1]
    assert domain["kind"] == "choice"
    assert domain.get("exact", True)
    return list(domain["of"])


def legal(model: Model, move: Json) -> bool:
    """Whether the second opinion allows a move."""
    try:
        model.copy().play(move)
    except WrongError:
        return False
    return True


# ------------------------------------------------------------------------------------------------------- rows and tiles


@pytest.mark.parametrize("seats", [2, 4])
def test_in_a_turns_every_legal_row_and_tile_is_offered_and_no_other(seats: int) -> None:
    seed = 7
    t, model = table(seats, options=chosen(seed)), Model(seats, rise_of_empires.box(), chosen(seed))
    compared = 0
    for number, move in enumerate(game(seats, seed)):
        if move["type"] == "action" and model.placing and number % 7 == 0:
            compare(t, model, move["seat"])
            compared += 1
        t.after(move)
        model.play(move)
    assert compared >= 3


def compare(t: Table, model: Model, seat: int) -> None:
    """Rows and what each row takes, as offered and as legal; without free actions before."""
    told = {"type": "action", "seat": seat, "free_before": []}
    every: dict[str, list[str]] = {
        "progress": list(model.progress_tiles), "territory": list(model.land), "city": list(model.city_tiles),
        "empire": list(model.empire_tiles), "trade": list(model.boxes),
    }  # fmt: skip
    rows = {
        row: [
            name for name in names if legal(model, {**told, "row": row, WHAT[row]: name}) or recalled(model, told, name)
        ]
        if row == "empire"
        else [name for name in names if legal(model, {**told, "row": row, WHAT[row]: name})]
        for row, names in every.items()
    }
    able = [row for row, names in rows.items() if names]
    if not able:
        able = [row for row in rows if not model.full(row)]
    assert choices(t, told) == able
    for row in able:
        if rows[row]:
            offered = choices(t, {**told, "row": row})
            assert same(model, rows[row], offered), (row, offered, rows[row])


def recalled(model: Model, told: Json, name: str) -> bool:
    """Whether an empire tile can be taken with a recall, where the option asks for a cube."""
    return legal(model, {**told, "row": "empire", "tile": name, "recall": True})


def same(model: Model, wanted: list[str], offered: list[str]) -> bool:
    """Whether two lists of tiles are the same, copies of one name and era taken for one."""

    def names(tiles: list[str]) -> set[Any]:
        rows = model.progress_tiles
        return {(rows[tile]["name"]["en"], rows[tile]["era"]) if tile in rows else tile for tile in tiles}

    return names(wanted) == names(offered) and set(offered) <= set(wanted)


# ------------------------------------------------------------------------------------------------------------ payments


def payments(t: Table, seat: int, where: int) -> set[tuple[tuple[str, int], ...]]:
    """Every payment that can be made up of what is offered."""
    found: set[tuple[tuple[str, int], ...]] = set()
    start = {"type": "action", "seat": seat, "free_before": [], "row": "empire", "circle": where}

    def go_on(pay: dict[str, int]) -> None:
        field, domain = asked(t, {**start, "pay": pay} if pay else start)
        if field is None or not field.startswith("pay."):
            found.add(tuple(sorted((unit, count) for unit, count in pay.items() if count)))
            return
        for count in range(domain["low"], domain["high"] + 1):
            go_on({**pay, field.removeprefix("pay."): count})

    go_on({})
    return found


@pytest.mark.parametrize(
    "has",
    [
        {"vp": 3},
        {"gold": 0, "vp": 1, "pool": 1},
        {"gold": 1, "resource": 0, "food": 0, "pool": 0, "vp": 1},
        {"gold": 0, "resource": 0, "food": 0, "pool": 0, "vp": 2},
        {"gold": 1, "resource": 0, "food": 0, "pool": 0, "vp": 0},
    ],
    ids=str,
)
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_ways_to_pay_for_a_disc_are_offered_exactly(seat: int, has: dict[str, int]) -> None:
    t = b_turn((0, "empire"), (1, "empire"), (2, "empire"), seat=seat).has(seat, **has)
    where = circle(t, seat)
    cost = removals(t, "empire")[where]
    shown = t.look(f"seats.{seat}")
    have = {
        "gold": shown["gold"], "cube": shown["pool"], "resource": shown["resource"], "food": shown["food"],
        "vp": shown["vp"],
    }  # fmt: skip
    counts = product(*(range(min(cost, count) + 1) for count in have.values()))
    due = min(cost, sum(have.values()))
    wanted = {
        tuple(sorted((unit, count) for unit, count in zip(have, pay, strict=True) if count))
        for pay in counts
        if sum(pay) == due
    }
    assert payments(t, seat, where) == wanted


# ---------------------------------------------------------------------------------------------------------- placements


def reached(t: Table, tile: str, **more: Any) -> set[frozenset[str]]:
    """Every set of regions that can be made up of what is offered, a cube in each."""
    seen: set[frozenset[str]] = set()
    ends: set[frozenset[str]] = set()

    def go_on(regions: tuple[str, ...]) -> None:
        if frozenset(regions) in seen:
            return
        seen.add(frozenset(regions))
        place = [{"region": region, "cubes": 1} for region in regions]
        move = {"type": "action", "seat": 0, "free_before": [], "row": "empire", "tile": tile, "recall": False, **more}
        field, domain = asked(t, {**move, "place": place} if place else move)
        if field != f"place.{len(regions)}":
            ends.add(frozenset(regions))
            return
        if domain.get("optional"):
            ends.add(frozenset(regions))
        for region in domain["fields"]["region"]["of"]:
            go_on((*regions, region))

    go_on(())
    return ends


@pytest.mark.parametrize("seed", range(6))
def test_a_placement_is_narrowed_to_the_legal_sets_of_regions_and_to_all_of_them(seed: int) -> None:
    dice = Random(seed)
    turn = dice.choice((1, 3, 5))
    t = at(turn).has(0, pool=9)
    for region in dice.sample(list(t.look("map")), dice.choice((0, 1, 2, 3))):
        t.cubes(0, **{region: 1})
    helpers = [tile for tile in ("P1-11", "P2-03", "P2-01") if int(tile[1]) * 2 - 1 < turn and dice.random() < 0.5]
    t.owns(0, *helpers)
    model = Model(3, t.fold.box, chosen(0))
    model.turn, model.overseas_open = turn, t.look("overseas_open")
    model.have[0]["pool"] = t.look("seats.0.pool")
    model.tiles[0] = list(helpers)
    for region, row in t.look("map").items():
        model.cubes[0][region] = row["cubes"]["0"]
    side = "side_era_1" if turn == 1 else "side_era_2_3"
    tile = dice.choice([name for name, row in model.empire_tiles.items() if row[side]["regions"] < 4])
    effects = [effect for name in helpers for effect in model.progress_tiles[name]["effects"]]
    placement = model.placement(
        0, model.empire_tiles[tile][side], [e for e in effects if e["kind"] != "opens_overseas"]
    )
    wanted = {
        frozenset(regions) for regions in placement.sets() if not placement.refused([(name, 1) for name in regions])
    }
    more: Json = {"use": helpers} if helpers else {}
    assert reached(t, tile, **more) == wanted


def test_no_more_cubes_are_offered_than_the_pool_holds_after_what_is_placed() -> None:
    t = at(1).has(0, pool=4)
    move = {"type": "action", "seat": 0, "row": "empire", "tile": "E2"}
    assert asked(t, move)[1]["fields"]["cubes"] == {"kind": "range", "low": 1, "high": 4}
    two = {**move, "place": [{"region": "ne_africa", "cubes": 3}]}
    assert asked(t, two)[1]["fields"]["cubes"] == {"kind": "range", "low": 1, "high": 1}
    four = {**move, "place": [{"region": "ne_africa", "cubes": 4}]}
    assert asked(t, four)[0] != "place.1"


# ------------------------------------------------------------------------------------------------------- other choices


def lists(t: Table, move: Json, name: str) -> set[frozenset[str]]:
    """Every set that can be made up for a list of choices."""
    ends: set[frozenset[str]] = set()

    def go_on(items: tuple[str, ...]) -> None:
        field, domain = asked(t, {**move, name: list(items)} if items else move)
        if field != f"{name}.{len(items)}":
            ends.add(frozenset(items))
            return
        if domain.get("optional"):
            ends.add(frozenset(items))
        for item in domain["of"]:
            go_on((*items, item))

    go_on(())
    return ends


def test_positions_that_are_free_are_offered_and_by_nobody_else() -> None:
    t = over(at(1, seats=4))
    offered = t.fold.offers()["moves"]
    assert [(offer["type"], offer["seat"]) for offer in offered] == [("choose_position", 3)]
    assert choices(t, {"type": "choose_position", "seat": 3}) == [1, 2, 3, 4]
    t.go()
    assert choices(t, {"type": "choose_position", "seat": 2}) == [2, 3, 4]
