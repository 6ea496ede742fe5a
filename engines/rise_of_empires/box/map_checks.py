"""The map of an owner's box: regions, links, parts of the world (ROE-10)."""

from __future__ import annotations

from collections import Counter

from engines.kernel.box.checks import Faults, Known, objects_of, value_at
from engines.kernel.game import Json
from engines.rise_of_empires.box.components import OVERSEAS

OVERSEAS_REGIONS = 2
"""Regions of each part of the world overseas (ROE-10.14)."""


def check_map(faults: Faults, whole: Json) -> None:
    """Regions linked both ways; one sea, in the Old World; two regions in each part overseas (ROE-10.5 to 10.16)."""
    areas = {area["id"]: area["world"] for _, area in faults.rows(whole, "areas")}
    known = Known(areas)
    for path, region in faults.rows(whole, "regions", "area", "sea") if faults.sound("areas") else ():
        if faults.one_of(region["area"], f"{path}.area", known) and region["sea"] and areas[region["area"]] == OVERSEAS:
            faults.add(
                f"{path}.sea", "the sea belongs to the Old World (ROE-10.13)", "el mar es del Viejo Mundo (ROE-10.13)"
            )
    for path, region in faults.rows(whole, "regions", "vp_first", "vp_second"):
        first, second = region["vp_first"], region["vp_second"]
        if second > first:
            faults.add(
                f"{path}.vp_second",
                f"{second} is more than the first number, {first} (ROE-10.5)",
                f"{second} es más que el primer número, {first} (ROE-10.5)",
            )
    if faults.sound("areas", "regions"):
        faults.exactly(sum(region["sea"] for region in whole["regions"]), "regions", 1, "ROE-10.13")
        count = Counter(region["area"] for region in whole["regions"])
        for area in [area for area, world in areas.items() if world == OVERSEAS and count[area] != OVERSEAS_REGIONS]:
            faults.add(
                "regions",
                f"regions in {area}: {count[area]} instead of {OVERSEAS_REGIONS} (ROE-10.14)",
                f"regiones en {area}: {count[area]} en vez de {OVERSEAS_REGIONS} (ROE-10.14)",
            )
    _links(faults, whole)


def _links(faults: Faults, whole: Json) -> None:
    """Links hold both ways, and lead to other regions (ROE-10.16)."""
    regions = faults.rows(whole, "regions", "id", "adjacent")
    links = {region["id"]: set(region["adjacent"]) for _, region in regions}
    known = Known(region.get("id") for _, region in objects_of(value_at(whole, "regions")))
    for path, region in regions:
        name = region["id"]
        seen: set[str] = set()
        for place, other in enumerate(region["adjacent"]):
            where = f"{path}.adjacent.{place}"
            if not faults.one_of(other, where, known):
                continue
            faults.once(other, where, seen)
            if other == name:
                faults.add(where, "a region is not next to itself", "una región no linda consigo misma")
            elif name not in links.get(other, (name,)):
                faults.add(
                    where,
                    f"{other} is not linked back to {name!r:.40} (ROE-10.16)",
                    f"{other} no enlaza de vuelta con {name!r:.40} (ROE-10.16)",
                )
