"""The map of an owner's box: regions, links, parts of the world (ROE-10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from engines.kernel.box.checks import Faults, Known, objects_of
from engines.kernel.game import Json
from engines.rise_of_empires.box.components import CUBES, FOOD, GOLD, OLD_WORLD, OVERSEAS, RESOURCE
from engines.rise_of_empires.box.tile_checks import check_names

OVERSEAS_REGIONS = 2
"""Regions of each part of the world overseas (ROE-10.14)."""
_WORLDS = Known((OLD_WORLD, OVERSEAS))


def check_map(faults: Faults, whole: Json, ours: Json) -> None:
    """16 regions with their values, linked both ways; one sea; two regions in each part overseas (ROE-10.13 to 16)."""
    areas = _areas(faults, whole.get("areas"), ours)
    known_areas = Known(areas)
    rows = faults.groups(whole.get("regions"), "regions")
    if isinstance(whole.get("regions"), list):
        faults.exactly(len(rows), "regions", ours["counts"]["regions"], "ROE-10.16")
    seen: set[str] = set()
    tokens: set[str] = set()
    taken: dict[str, str] = {}
    count: Counter[str] = Counter()
    seas = 0
    for path, region in rows:
        faults.once(region.get("id"), f"{path}.id", seen)
        faults.once(region.get("token"), f"{path}.token", tokens)
        check_names(faults, region, path, taken)
        if faults.one_of(region.get("area"), f"{path}.area", known_areas):
            count[region["area"]] += 1
            if region.get("sea") is True and areas[region["area"]] == OVERSEAS:
                faults.add(
                    f"{path}.sea",
                    "the sea belongs to the Old World (ROE-10.13)",
                    "el mar es del Viejo Mundo (ROE-10.13)",
                )
        faults.flag(region.get("sea"), f"{path}.sea")
        seas += region.get("sea") is True
        faults.whole(region.get("era"), f"{path}.era", 1, 3)
        first = faults.whole(region.get("vp_first"), f"{path}.vp_first")
        second = faults.whole(region.get("vp_second"), f"{path}.vp_second")
        if second > first:
            faults.add(
                f"{path}.vp_second",
                f"{second} is more than the first number, {first} (ROE-10.5)",
                f"{second} es más que el primer número, {first} (ROE-10.5)",
            )
        _benefit(faults, region.get("benefit"), f"{path}.benefit")
        at = faults.items(region.get("at"), f"{path}.at")
        faults.exactly(len(at), f"{path}.at", 2, "ROE-10.16")
        for place, number in enumerate(at[:2]):
            faults.whole(number, f"{path}.at.{place}")
    if isinstance(whole.get("regions"), list):
        _counts(faults, areas, count, seas)
    _links(faults, whole.get("regions"))


def _areas(faults: Faults, value: object, ours: Json) -> dict[str, str]:
    """The parts of the world: part to Old World or overseas (ROE-10.14)."""
    seen: set[str] = set()
    areas: dict[str, str] = {}
    for path, area in faults.groups(value, "areas"):
        name = faults.once(area.get("id"), f"{path}.id", seen)
        faults.names(area.get("name"), f"{path}.name")
        if faults.one_of(area.get("world"), f"{path}.world", _WORLDS) and name:
            areas[name] = area["world"]
    wanted = {area["id"]: area["world"] for area in ours["areas"]}
    faults.same([str(area.get("id")) for _, area in objects_of(value)], "areas", wanted, "ROE-10.14")
    for name, world in areas.items():
        if name in wanted and world != wanted[name]:
            faults.add(
                "areas",
                f"{name} is {world} instead of {wanted[name]} (ROE-10.14)",
                f"{name} es {world} en vez de {wanted[name]} (ROE-10.14)",
            )
    return areas


def _benefit(faults: Faults, value: object, path: str) -> None:
    """The gains of a region, all four (ROE-10.3)."""
    gains = faults.group(value, path)
    names = (FOOD, GOLD, RESOURCE, CUBES)
    faults.same(list(gains), path, names, "ROE-10.3")
    for name in names:
        if name in gains:
            faults.whole(gains[name], f"{path}.{name}")


def _counts(faults: Faults, areas: Mapping[str, str], count: Mapping[str, int], seas: int) -> None:
    """One sea; two regions in each part overseas."""
    faults.exactly(seas, "regions", 1, "ROE-10.13")
    for area, world in areas.items():
        if world == OVERSEAS and count[area] != OVERSEAS_REGIONS:
            faults.add(
                "regions",
                f"regions in {area}: {count[area]} instead of {OVERSEAS_REGIONS} (ROE-10.14)",
                f"regiones en {area}: {count[area]} en vez de {OVERSEAS_REGIONS} (ROE-10.14)",
            )


def _links(faults: Faults, value: object) -> None:
    """Links hold both ways, and lead to other regions (ROE-10.16)."""
    regions = objects_of(value)
    known = Known(region.get("id") for _, region in regions)
    links: dict[Any, set[str]] = {}
    for _, region in regions:
        adjacent = region.get("adjacent")
        if isinstance(region.get("id"), str) and isinstance(adjacent, list):
            links.setdefault(region["id"], {one for one in adjacent if isinstance(one, str)})
    for at, region in regions:
        path, name = f"regions.{at}.adjacent", region.get("id")
        seen: set[str] = set()
        for place, other in enumerate(faults.items(region.get("adjacent"), path)):
            where = f"{path}.{place}"
            if not faults.one_of(other, where, known) or not isinstance(other, str):
                continue
            faults.once(other, where, seen)
            if other == name:
                faults.add(where, "a region is not next to itself", "una región no linda consigo misma")
            elif isinstance(name, str) and name not in links.get(other, ()):
                faults.add(
                    where,
                    f"{other} is not linked back to {name!r:.40} (ROE-10.16)",
                    f"{other} no enlaza de vuelta con {name!r:.40} (ROE-10.16)",
                )
