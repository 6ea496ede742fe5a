"""The tiles of an owner's box: city tiles with their two faces, and titans (XID-1.8, XID-1.9, XID-11.20)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engines.kernel.box.checks import Faults, Known, objects_of, value_at
from engines.kernel.game import Json
from engines.xidit.box.components import REWARDS, Box

SETUP = ("recruitment_cities", "threat_cities", "recruitment_pile", "units_per_tile")
"""What set-up lays out, by its keys in the box."""


def check_tiles(faults: Faults, whole: Json, ours: Box, cities: set[int]) -> None:
    """The city tiles: as many in each set as the rules say, one to a city, and faces that can be played."""
    sizes: dict[str, int] = {}
    seen: set[str] = set()
    for path, of in faults.groups(whole.get("tile_sets"), "tile_sets"):
        name = faults.once(of.get("id"), f"{path}.id", seen)
        known = ours.sets.get(name)
        if known is not None:
            faults.exactly(of.get("tiles"), f"{path}.tiles", len(known), "XID-2.4")
        sizes[name] = faults.whole(of.get("tiles"), f"{path}.tiles", 1)
    faults.same([name for name in sizes if name], "tile_sets", ours.sets, "XID-1.8")
    units = Known(str(unit.get("id")) for _, unit in objects_of(whole.get("units")))
    sets, places = Known(sizes), Known(sorted(cities))
    symbols = value_at(whole, "setup", "units_per_tile")
    ids: set[str] = set()
    numbers: dict[str, set[int]] = {name: set() for name in sizes}
    count = dict.fromkeys(sizes, 0)
    for path, tile in faults.groups(whole.get("tiles"), "tiles"):
        faults.once(tile.get("id"), f"{path}.id", ids)
        own: Any = tile.get("set")
        if faults.one_of(own, f"{path}.set", sets):
            count[own] += 1
            if faults.one_of(tile.get("city"), f"{path}.city", places):
                if tile["city"] in numbers[own]:
                    faults.add(
                        f"{path}.city",
                        f"set {own} has another tile of city {tile['city']} (XID-11.15)",
                        f"el juego {own} tiene otra loseta de la ciudad {tile['city']} (XID-11.15)",
                    )
                numbers[own].add(tile["city"])
        recruits = _figures(faults, tile.get("recruits"), f"{path}.recruits", units)
        if type(symbols) is int and recruits != symbols:
            faults.add(
                f"{path}.recruits",
                f"units: {recruits} instead of {symbols} (XID-1.8)",
                f"unidades: {recruits} en vez de {symbols} (XID-1.8)",
            )
        if not _figures(faults, tile.get("needs"), f"{path}.needs", units):
            faults.add(f"{path}.needs", "a threat asks for some unit (XID-1.8)", "una amenaza pide algo (XID-1.8)")
        _rewards(faults, tile.get("rewards"), f"{path}.rewards")
    for name, found in count.items():
        if found != sizes[name]:
            faults.add(
                "tiles",
                f"tiles of set {name}: {found} instead of {sizes[name]} (XID-1.8)",
                f"losetas del juego {name}: {found} en vez de {sizes[name]} (XID-1.8)",
            )
    _enough(faults, whole, sizes)


def _enough(faults: Faults, whole: Json, sizes: Mapping[str, int]) -> None:
    """After setup both piles have a tile, and reinforcements leave a Threat pile (XID-2.11, XID-12.12)."""
    start = [value_at(whole, "setup", key) for key in SETUP[:3]]
    again = value_at(whole, "reinforcement", "recruitment_pile")
    if any(type(one) is not int for one in (*start, again)):
        return
    for name, size in sizes.items():
        left = size - start[0] - start[1] - 1
        if size - sum(start) < 2 or start[2] < 2 or left - again < 2:  # noqa: PLR2004 - Next, and one to follow
            faults.add(
                "setup",
                f"too few tiles in set {name} ({size}) for these cities and piles (XID-11.20)",
                f"muy pocas losetas en el juego {name} ({size}) para estas ciudades y pilas (XID-11.20)",
            )


def _figures(faults: Faults, value: object, path: str, units: Known) -> int:
    """The sum of a map from unit to symbols; the rest are faults."""
    counts = faults.group(value, path)
    for extra in [unit for unit in counts if unit not in units]:
        faults.add(f"{path}.{extra}", f"{extra!r:.40} is not a unit (XID-1.7)", f"{extra!r:.40} no es unidad (XID-1.7)")
    return sum(faults.whole(counts[unit], f"{path}.{unit}") for unit in counts if unit in units)


def _rewards(faults: Faults, value: object, path: str) -> None:
    """Gold, bards and stories, all three (XID-10.1)."""
    rewards = faults.group(value, path)
    faults.same(list(rewards), path, REWARDS, "XID-10.1")
    for reward in REWARDS:
        if reward in rewards:
            faults.whole(rewards[reward], f"{path}.{reward}", 1)


def check_titans(faults: Faults, value: object, ours: Box) -> None:
    """Three stacks of two, with 3, 4 and 5 "?" (XID-1.11)."""
    titans = faults.group(value, "titans")
    ids: set[str] = set()
    for path, tile in faults.groups(titans.get("tiles"), "titans.tiles"):
        faults.once(tile.get("id"), f"{path}.id", ids)
        _rewards(faults, tile.get("rewards"), f"{path}.rewards")
    there = [str(tile.get("id")) for _, tile in objects_of(titans.get("tiles"))]
    known = Known(there)
    stacked: set[str] = set()
    names: set[str] = set()
    symbols: list[int] = []
    for path, stack in faults.groups(titans.get("stacks"), "titans.stacks"):
        faults.once(stack.get("id"), f"{path}.id", names)
        symbols.append(faults.whole(stack.get("symbols"), f"{path}.symbols", 1))
        tiles = faults.items(stack.get("tiles"), f"{path}.tiles")
        for at, tile in enumerate(tiles):
            if faults.one_of(tile, f"{path}.tiles.{at}", known):
                faults.once(tile, f"{path}.tiles.{at}", stacked)
        wanted = len(next(iter(ours.stacks.values())).tiles)
        faults.exactly(len(tiles), f"{path}.tiles", wanted, "XID-2.16")
    printed = sorted(stack.symbols for stack in ours.stacks.values())
    if sorted(symbols) != printed:
        faults.add(
            "titans.stacks",
            f"stacks of {symbols!r:.40} instead of {printed} (XID-1.11)",
            f"pilas de {symbols!r:.40} en vez de {printed} (XID-1.11)",
        )
    for lost in [tile for tile in there if tile.casefold() not in stacked]:
        faults.add("titans.stacks", f"{lost:.40} is on no stack", f"{lost:.40} no está en ninguna pila")
