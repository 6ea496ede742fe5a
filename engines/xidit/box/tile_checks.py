"""The tiles of an owner's box: city tiles with their two faces, and titans (XID-1.8, XID-1.9, XID-11.20)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from engines.kernel.box.checks import Faults, Known
from engines.kernel.game import Json
from engines.xidit.box.components import Box


def check_tiles(faults: Faults, whole: Json) -> None:
    """The city tiles: as many in each set as the rules say, one to a city, and faces that can be played."""
    sizes = {row["id"]: row["tiles"] for _, row in faults.rows(whole, "tile_sets")}
    sets = Known(sizes)
    symbols = whole["setup"]["units_per_tile"] if faults.sound("setup") else None
    taken: set[tuple[str, int]] = set()
    for path, tile in faults.rows(whole, "tiles", "set", "city"):
        own, city = tile["set"], tile["city"]
        if faults.one_of(own, f"{path}.set", sets) and (own, city) in taken:
            faults.add(
                f"{path}.city",
                f"set {own} has another tile of city {city} (XID-11.15)",
                f"el juego {own} tiene otra loseta de la ciudad {city} (XID-11.15)",
            )
        taken.add((own, city))
    for path, tile in faults.rows(whole, "tiles", "recruits"):
        recruits = sum(tile["recruits"].values())
        if symbols is not None and recruits != symbols:
            faults.add(
                f"{path}.recruits",
                f"units: {recruits} instead of {symbols} (XID-1.8)",
                f"unidades: {recruits} en vez de {symbols} (XID-1.8)",
            )
    for path, tile in faults.rows(whole, "tiles", "needs"):
        if not any(tile["needs"].values()):
            faults.add(f"{path}.needs", "a threat asks for some unit (XID-1.8)", "una amenaza pide algo (XID-1.8)")
    count = Counter(tile["set"] for _, tile in faults.rows(whole, "tiles", "set"))
    for name, size in sizes.items():
        if faults.sound("tiles", "tile_sets") and count[name] != size:
            faults.add(
                "tiles",
                f"tiles of set {name}: {count[name]} instead of {size} (XID-1.8)",
                f"losetas del juego {name}: {count[name]} en vez de {size} (XID-1.8)",
            )
    _enough(faults, whole, sizes)


def _enough(faults: Faults, whole: Json, sizes: Mapping[str, int]) -> None:
    """After setup both piles have a tile, and reinforcements leave a Threat pile (XID-2.11, XID-12.12)."""
    if not faults.sound("setup", "reinforcement"):
        return
    start = [whole["setup"][key] for key in ("recruitment_cities", "threat_cities", "recruitment_pile")]
    again = whole["reinforcement"]["recruitment_pile"]
    for name, size in sizes.items():
        left = size - start[0] - start[1] - 1
        if size - sum(start) < 2 or start[2] < 2 or left - again < 2:  # noqa: PLR2004 - Next, and one to follow
            faults.add(
                "setup",
                f"too few tiles in set {name} ({size}) for these cities and piles (XID-11.20)",
                f"muy pocas losetas en el juego {name} ({size}) para estas ciudades y pilas (XID-11.20)",
            )


def check_titans(faults: Faults, whole: Json, ours: Box) -> None:
    """Three stacks of two, with 3, 4 and 5 "?" (XID-1.11)."""
    there = [tile["id"] for _, tile in faults.rows(whole, "titans.tiles", "id")]
    known = Known(there)
    wanted = len(next(iter(ours.stacks.values())).tiles)
    stacked: set[str] = set()
    for path, stack in faults.rows(whole, "titans.stacks", "tiles"):
        for at, tile in enumerate(stack["tiles"]):
            if faults.one_of(tile, f"{path}.tiles.{at}", known):
                faults.once(tile, f"{path}.tiles.{at}", stacked)
        faults.exactly(len(stack["tiles"]), f"{path}.tiles", wanted, "XID-2.16")
    symbols = sorted(stack["symbols"] for _, stack in faults.rows(whole, "titans.stacks", "symbols"))
    printed = sorted(stack.symbols for stack in ours.stacks.values())
    if symbols != printed:
        faults.add(
            "titans.stacks",
            f"stacks of {symbols!r:.40} instead of {printed} (XID-1.11)",
            f"pilas de {symbols!r:.40} en vez de {printed} (XID-1.11)",
        )
    for lost in [tile for tile in there if tile.casefold() not in stacked]:
        faults.add("titans.stacks", f"{lost:.40} is on no stack", f"{lost:.40} no está en ninguna pila")
