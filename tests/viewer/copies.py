"""Printed copies that nobody owns: boxes that differ from the placeholders in every value that is printed on them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from engines import rise_of_empires, xidit
from engines.kernel.box.texts import generated
from engines.kernel.game import Json
from engines.rise_of_empires.box.form import SENTENCES
from tests.engines.rise_of_empires.editions import effects

UNITS = ("peasant", "archer", "infantry", "mage", "cleric")
COLOURS = {"black": "red", "red": "blue", "blue": "black"}
NEAR = 20
"""On a sheet of 1,000 by 680, drawn on a phone: 7 pixels, by which a touch is adjusted to what lies near."""


def other(dice: Random, low: int, high: int, than: int | None) -> int:
    """A number that is not this one."""
    return dice.choice([one for one in range(low, high + 1) if one != than])


def moved(dice: Random, values: Sequence[Any]) -> list[Any]:
    """The values in another order, none where it was."""
    while True:
        found = dice.sample(values, len(values))
        if all(one != before for one, before in zip(found, values, strict=True)):
            return found


def amounts(dice: Random, before: Mapping[str, int], chance: float, most: int) -> dict[str, int]:
    """Amounts by name, some of them 0, which no card prints; none of the printed ones is as before."""
    return {key: other(dice, 1, most, old) if dice.random() < chance else 0 for key, old in before.items()}


# ------------------------------------------------------------------------------------------------------ Lords of Xidit


def xidit_copy(seed: int) -> Json:
    """The map in a mirror, its cities numbered and its roads coloured otherwise, and other faces on all tiles."""
    dice = Random(seed)
    made = xidit.box()
    _map(dice, made["map"], made["regions"])
    unsure = [tile for tile in made["tiles"] if "city" in tile["stand_in"]]
    for tile, city in zip(unsure, moved(dice, [one["city"] for one in unsure]), strict=True):
        tile["city"] = city
    for tile in made["tiles"]:
        tile["recruits"] = figures(dice, 5, tile["recruits"])
        tile["needs"] = figures(dice, dice.randint(2, 4), tile["needs"])
        tile["rewards"] = rewards(dice, tile["rewards"], (7, 4, 3))
    for tile in made["titans"]["tiles"]:
        tile["rewards"] = rewards(dice, tile["rewards"], (9, 5, 4))
    for track in made["dummy"]["tracks"].values():
        track.update(start=other(dice, 2, 9, track["start"]), step=other(dice, 1, 3, track["step"]))
    return compared(made, (made["tiles"], made["titans"]["tiles"], made["dummy"]["tracks"].values(),
                           made["map"]["roads"], made["map"]["cities"], made["regions"]))  # fmt: skip


def figures(dice: Random, count: int, before: Mapping[str, int]) -> dict[str, int]:
    """So many figures; of none that is printed as many as before."""
    while True:
        drawn = [dice.choice(UNITS) for _ in range(count)]
        found = {unit: drawn.count(unit) for unit in UNITS if unit in drawn}
        if all(before.get(unit, 0) != n for unit, n in found.items()):
            return found


def rewards(dice: Random, before: Mapping[str, int], most: Sequence[int]) -> dict[str, int]:
    """Other rewards, all three."""
    return {
        key: other(dice, 1, high, before[key]) for key, high in zip(("gold", "bards", "stories"), most, strict=True)
    }


def _map(dice: Random, plan: Json, regions: list[Json]) -> None:
    """Mirror the map, and number its cities anew; the road that the rules name keeps its numbers and colour."""
    known = next(road for road in plan["roads"] if not road["stand_in"])
    like = dice.choice([road for road in plan["roads"] if COLOURS[road["colour"]] == known["colour"]])
    ids = [city["id"] for city in plan["cities"]]
    fixed = {like["a"]: known["a"], like["b"]: known["b"]}
    places = {city["id"]: (plan["width"] - city["x"], city["y"]) for city in plan["cities"]}
    rest = [city for city in ids if city not in fixed]
    free = [city for city in ids if city not in fixed.values()]
    before = {city["id"]: city for city in plan["cities"]}
    while True:
        number = {**fixed, **dict(zip(rest, dice.sample(free, len(free)), strict=True))}
        if all(places[old] != (before[new]["x"], before[new]["y"]) and old != new for old, new in number.items()):
            break
    for old, new in number.items():
        before[new].update(x=places[old][0], y=places[old][1])
    roads = [
        {"a": number[road["a"]], "b": number[road["b"]], "colour": COLOURS[road["colour"]]} for road in plan["roads"]
    ]
    rows = [road for road in plan["roads"] if road is not known]
    left = [road for road in roads if {road["a"], road["b"]} != {known["a"], known["b"]}]
    while True:
        dice.shuffle(left)
        for _ in range(200):
            wrong = [place for place, row in enumerate(rows) if not differ(row, left[place])]
            if not wrong:
                break
            there = dice.randrange(len(rows))
            left[wrong[0]], left[there] = left[there], left[wrong[0]]
        else:
            continue
        break
    for row, road in zip(rows, left, strict=True):
        row.update(road)
    for region in regions:
        region["border"] = [number[city] for city in reversed(region["border"])]
        region["x"] = plan["width"] - region["x"]
        region["second"] = other(dice, 1, 4, region["second"])
        region["first"] = other(dice, region["second"], 8, region["first"])
    for city in plan["cities"]:
        city["regions"] = sorted(region["id"] for region in regions if city["id"] in region["border"])


def differ(road: Json, printed: Json) -> bool:
    """Whether no end and no colour is as before."""
    return not {road["a"], road["b"]} & {printed["a"], printed["b"]} and road["colour"] != printed["colour"]


# ---------------------------------------------------------------------------------------------------- Rise of Empires


def empires_copy(seed: int) -> Json:
    """Names in another order, and other effects, prices, yields, numbers, links and trade boxes."""
    dice = Random(seed)
    made = rise_of_empires.box()
    _progress(dice, made["progress"])
    for group, sums in ((slice(0, 4), 34), (slice(4, 8), 6)):
        tiles = made["territory"][group]
        for tile, count in zip(tiles, counts(dice, [one["count"] for one in tiles], sums), strict=True):
            tile.update(count=count, red_stripe=edge(dice, tile))
    for tile, name in zip(made["cities"], moved(dice, [one["name"] for one in made["cities"]]), strict=True):
        tile["name"] = name
        _city(dice, tile)
    for tile in made["empire"]:
        for side in tile["stand_in"]:
            face = tile[side]
            rows = [amounts(dice, before, 1, 4) for before in face["battle_rows"]]
            face.update(regions=other(dice, 1, 4, face["regions"]), water=not face["water"], battle_rows=rows)
    _regions(dice, made["regions"])
    for row in made["trade"]:
        eras = [[1], [2], [3], [1, 2], [2, 3], [1, 2, 3]]
        row["eras"] = dice.choice([one for one in eras if one != row["eras"]])
        for key in [key for key in ("resources", "gold", "vp") if key in row["stand_in"] and row[key]]:
            row[key] = other(dice, 1, 9, row[key])
    tables = ("progress", "territory", "cities", "empire", "regions", "trade")
    return compared(made, [made[table] for table in tables])


def edge(dice: Random, tile: Json) -> bool:
    """Whether a tile has a red edge; the placeholder has one where the copy has none, or the other way round."""
    return not tile["red_stripe"] and dice.random() < 0.2


def counts(dice: Random, before: list[int], total: int) -> list[int]:
    """Other numbers of tiles with the same sum."""
    while True:
        found = [other(dice, 0 if total < 9 else 5, 12, one) for one in before]
        if sum(found) == total:
            return found


def _progress(dice: Random, tiles: list[Json]) -> None:
    groups: dict[tuple[str, int], list[Json]] = {}
    for tile in tiles:
        groups.setdefault((tile["name"]["en"], tile["era"]), []).append(tile)
    named = [group for group in groups.values() if "name" in group[0]["stand_in"]]
    names = iter(moved(dice, [group[0]["name"] for group in named]))
    for group in groups.values():
        tile = group[0]
        changed: Json = {"red_stripe": edge(dice, tile)}
        if "name" in tile["stand_in"]:
            changed["name"] = next(names)
        if "effects" in tile["stand_in"]:
            changed.update(_effects(dice, tile))
        for one in group:
            one.update(changed)


def _effects(dice: Random, tile: Json) -> Json:
    """Of the same kind with other numbers, or of another kind."""
    same = dice.random() < 0.5
    for _ in range(500):
        use, does = effects(dice)
        kinds = [one["kind"] for one in does]
        nothing = any(not any(one.values()) for one in ({**one, "kind": 0} for one in does if "attacker_loss" in one))
        if does != tile["effects"] and not nothing and (not same or kinds == [one["kind"] for one in tile["effects"]]):
            return {"use": use, "effects": does, "text": generated(does, SENTENCES)}
    return _effects(dice, tile)


def _city(dice: Random, tile: Json) -> None:
    gold = other(dice, 1, 10, tile["cost"]["gold"])
    if tile["kind"] == "wonder":
        tile["cost"] = {**amounts(dice, tile["cost"], 0.8, 5), "gold": gold}
        tile["vp_immediate"] = other(dice, 5, 15, tile["vp_immediate"])
        return
    tile["cost"]["gold"] = gold
    tile["upkeep"] = {"food": other(dice, 1, 4, tile["upkeep"]["food"]), "resource": 0}
    tile["income"] = amounts(dice, tile["income"], 0.25, 2)
    tile.update(vp_per_turn=other(dice, 1, 7, tile["vp_per_turn"]), red_stripe=edge(dice, tile))


def _regions(dice: Random, rows: list[Json]) -> None:
    named = [row for row in rows if "name" in row["stand_in"]]
    for row, name in zip(named, moved(dice, [one["name"] for one in named]), strict=True):
        row["name"] = name
    for row in rows:
        row["era"] = other(dice, 1, 3, row["era"])
        second = other(dice, 1, 3, row["vp_second"]) if "vp_second" in row["stand_in"] else row["vp_second"]
        row.update(vp_second=second, vp_first=other(dice, second, 6, row["vp_first"]))
        if "benefit" in row["stand_in"]:
            row["benefit"] = amounts(dice, row["benefit"], 0.4, 3)
    # A link more or less at every region.
    left = dice.sample(rows, len(rows))
    while left:
        one = left.pop()
        two = left.pop() if left else dice.choice([row for row in rows if row is not one])
        for here, there in ((one, two), (two, one)):
            links = set(here["adjacent"]) ^ {there["id"]}
            here["adjacent"] = sorted(links)


# --------------------------------------------------------------------------------------------------------------- both


def compared(made: Json, tables: Any) -> Json:
    """Every row is compared."""
    for rows in tables:
        for row in rows:
            row["stand_in"] = []
    return {**made, "stand_in": False}


def alike(table: str, key: str, found: Any, printed: Any) -> bool:
    """Whether an entered value is the printed one; places are as exact as a finger."""
    if key in ("x", "y") and table in ("map.cities", "regions"):
        return bool(abs(found - printed) <= NEAR)
    if key in ("a", "b"):
        return True  # as a pair, see `ends`
    if key == "border":
        turns = [found[at:] + found[:at] for at in range(len(found))]
        return printed in turns or printed[::-1] in turns
    if key == "adjacent":
        return sorted(found) == sorted(printed)
    if isinstance(printed, dict) and all(type(value) is int for value in printed.values()):
        return {name: n for name, n in found.items() if n} == {name: n for name, n in printed.items() if n}
    if key == "effects":
        return [_shown(one) for one in found] == [_shown(one) for one in printed]
    return bool(found == printed)


def _shown(effect: Json) -> Json:
    """An effect without what is 0."""
    return {name: value for name, value in effect.items() if value != 0}


COPIES: Mapping[str, Callable[[int], Json]] = {"xidit": xidit_copy, "rise_of_empires": empires_copy}
