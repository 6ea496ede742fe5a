"""The map of an owner's box: a connected plane map whose enclosed faces are the regions (XID-1.2 to XID-1.6)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from engines.kernel.box.checks import COLOUR, Faults, Known, objects_of, value_at
from engines.kernel.game import Json
from engines.xidit.box.components import Box

WIDE = 100_000
"""No coordinate may be greater, nor its opposite smaller."""


def check_map(faults: Faults, whole: Json, ours: Box) -> set[int]:
    """A connected plane map whose enclosed faces are the regions (XID-1.2 to XID-1.6); the cities of it."""
    plan = faults.group(whole.get("map"), "map")
    faults.flag(plan.get("several_roads_of_a_colour"), "map.several_roads_of_a_colour")
    for key in ("width", "height"):
        faults.whole(plan.get(key), f"map.{key}", 1, WIDE)
    seen: set[str] = set()
    for path, colour in faults.groups(plan.get("colours"), "map.colours"):
        faults.once(colour.get("id"), f"{path}.id", seen, COLOUR)
        faults.names(colour.get("name"), f"{path}.name")
    faults.same(sorted(road_colours(whole)), "map.colours", sorted(ours.road_names), "XID-1.3")
    places = _cities(faults, plan, ours)
    roads = _roads(faults, plan, places)
    before = len(faults)
    _connected(faults, places, roads)
    _plane(faults, places, roads)
    borders = _regions(faults, whole, ours, places, roads)
    if len(faults) == before:
        _enclosed(faults, places, roads, borders)
    return set(places)


Places = dict[int, tuple[int, int]]
Roads = list[tuple[str, int, int]]
"""Every sound road: its path, and its two ends."""


def _cities(faults: Faults, plan: Json, ours: Box) -> Places:
    places: Places = {}
    known = Known(ours.cities)
    for path, city in faults.groups(plan.get("cities"), "map.cities"):
        number: Any = city.get("id")
        if not faults.one_of(number, f"{path}.id", known):
            continue
        if number in places:
            faults.add(f"{path}.id", f"city {number} appears twice", f"la ciudad {number} aparece dos veces")
        x = faults.whole(city.get("x"), f"{path}.x", -WIDE, WIDE)
        y = faults.whole(city.get("y"), f"{path}.y", -WIDE, WIDE)
        if city.get("name") is not None:
            faults.text(city["name"], f"{path}.name")
        if (x, y) in places.values():
            faults.add(path, f"another city is at {x}, {y}", f"otra ciudad está en {x}, {y}")
        places[number] = (x, y)
    for missing in [city for city in ours.cities if city not in places]:
        faults.add("map.cities", f"city {missing} is missing (XID-1.2)", f"falta la ciudad {missing} (XID-1.2)")
    return places


def _roads(faults: Faults, plan: Json, places: Places) -> Roads:
    several = plan.get("several_roads_of_a_colour") is True
    colours = Known(one.get("id") for _, one in objects_of(plan.get("colours")))
    cities = Known(places)
    roads: Roads = []
    taken: dict[tuple[int, str], str] = {}
    joined: dict[frozenset[int], str] = {}
    for path, road in faults.groups(plan.get("roads"), "map.roads"):
        ends: list[Any] = [road.get("a"), road.get("b")]
        sound = [faults.one_of(end, f"{path}.{key}", cities) for key, end in zip("ab", ends, strict=True)]
        if not faults.one_of(road.get("colour"), f"{path}.colour", colours) or not all(sound):
            continue
        a, b = ends
        if a == b or frozenset(ends) in joined:
            faults.add(
                path,
                f"cities {a} and {b} are joined by another road, or are one",
                f"las ciudades {a} y {b} ya están unidas, o son la misma",
            )
            continue
        joined[frozenset(ends)] = path
        for end in (a, b):
            if (end, road["colour"]) in taken and not several:
                other = taken[end, road["colour"]]
                faults.add(
                    f"{path}.colour",
                    f"city {end} has another {road['colour']} road, {other} (XID-1.4)",
                    f"la ciudad {end} ya tiene un camino {road['colour']}, {other} (XID-1.4)",
                )
            taken.setdefault((end, road["colour"]), path)
        roads.append((path, a, b))
    return roads


def _connected(faults: Faults, places: Places, roads: Roads) -> None:
    """Every city can be reached from every other."""
    if not places:
        return
    near: dict[int, list[int]] = {city: [] for city in places}
    for _, a, b in roads:
        near[a].append(b)
        near[b].append(a)
    reached, waiting = set[int](), [next(iter(places))]
    while waiting:
        city = waiting.pop()
        if city not in reached:
            reached.add(city)
            waiting += near[city]
    lost = sorted(set(places) - reached)
    if lost:
        them = ", ".join(str(city) for city in lost)
        faults.add("map.roads", f"no road leads to cities {them}", f"ningún camino llega a las ciudades {them}")


def _turn(a: tuple[int, int], b: tuple[int, int], c: tuple[int, int]) -> int:
    """Which way ``c`` lies from the line through ``a`` and ``b``: -1, 0 (on it) or 1."""
    side = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    return (side > 0) - (side < 0)


def _between(a: tuple[int, int], b: tuple[int, int], c: tuple[int, int]) -> bool:
    """Whether ``c``, on the line, lies between the two ends."""
    return min(a[0], b[0]) <= c[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= c[1] <= max(a[1], b[1])


def _plane(faults: Faults, places: Places, roads: Roads) -> None:
    """Check that no two roads cross and no road runs through a city, drawn as straight lines."""
    for place, (path, a, b) in enumerate(roads):
        at, to = places[a], places[b]
        for city, spot in places.items():
            if city not in (a, b) and not _turn(at, to, spot) and _between(at, to, spot):
                faults.add(
                    path, f"road {a}-{b} runs through city {city}", f"el camino {a}-{b} pasa por la ciudad {city}"
                )
        for other, c, d in roads[place + 1 :]:
            if {a, b} & {c, d}:
                continue
            here, there = places[c], places[d]
            if _turn(at, to, here) * _turn(at, to, there) < 0 and _turn(here, there, at) * _turn(here, there, to) < 0:
                faults.add(
                    other,
                    f"road {c}-{d} crosses road {a}-{b} ({path})",
                    f"el camino {c}-{d} cruza el camino {a}-{b} ({path})",
                )


def _regions(faults: Faults, whole: Json, ours: Box, places: Places, roads: Roads) -> dict[str, list[int]]:
    """The regions with a border that closes; each city must name those it lies on (XID-1.5, XID-1.6)."""
    joined = {frozenset((a, b)) for _, a, b in roads}
    cities = Known(places)
    seen: set[str] = set()
    borders: dict[str, list[int]] = {}
    central = 0
    for path, region in faults.groups(whole.get("regions"), "regions"):
        name = faults.once(region.get("id"), f"{path}.id", seen)
        faults.names(region.get("name"), f"{path}.name")
        faults.flag(region.get("central"), f"{path}.central")
        central += region.get("central") is True
        first = faults.whole(region.get("first"), f"{path}.first", 1)
        faults.whole(region.get("second"), f"{path}.second", 0, first)
        for key in ("x", "y"):
            faults.whole(region.get(key), f"{path}.{key}", -WIDE, WIDE)
        border = faults.items(region.get("border"), f"{path}.border")
        if not all(faults.one_of(city, f"{path}.border.{at}", cities) for at, city in enumerate(border)):
            continue
        if len(border) < 3 or len(set(border)) < len(border):  # noqa: PLR2004 - less encloses nothing
            faults.add(f"{path}.border", f"{border!r:.60} encloses nothing", f"{border!r:.60} no encierra nada")
            continue
        for at, city in enumerate(border):
            after = border[(at + 1) % len(border)]
            if frozenset((city, after)) not in joined:
                faults.add(
                    f"{path}.border.{at}",
                    f"the border of {name} is open: no road joins {city} and {after} (XID-1.5)",
                    f"la frontera de {name} está abierta: no hay camino entre {city} y {after} (XID-1.5)",
                )
        borders[name] = border
    if central != 1:
        faults.add(
            "regions",
            f"central regions: {central} instead of 1 (XID-1.5)",
            f"regiones centrales: {central} en vez de 1 (XID-1.5)",
        )
    faults.exactly(len(seen), "regions", len(ours.regions), "XID-1.5")
    _beside(faults, whole, cities, borders)
    return borders


def _beside(faults: Faults, whole: Json, cities: Known, borders: Mapping[str, Sequence[int]]) -> None:
    """Each city names the regions whose border passes it (XID-1.6)."""
    passing: dict[int, list[str]] = {}
    for name in sorted(borders):
        for passed in borders[name]:
            passing.setdefault(passed, []).append(name)
    listed = {passed: f"{', '.join(names):.400}" for passed, names in passing.items()}
    for at, city in objects_of(value_at(whole, "map", "cities")):
        number: Any = city.get("id")
        on, them = (passing.get(number, []), listed.get(number, "")) if number in cities else ([], "")
        named = city.get("regions")
        if not isinstance(named, list) or [one for one in named if not isinstance(one, str)] or sorted(named) != on:
            faults.add(
                f"map.cities.{at}.regions",
                f"{named!r:.60} should be {them}: the regions whose border passes here (XID-1.6)",
                f"{named!r:.60} debería ser {them}: las regiones cuya frontera pasa por aquí (XID-1.6)",
            )


def _enclosed(faults: Faults, places: Places, roads: Roads, borders: Mapping[str, Sequence[int]]) -> None:
    """Each enclosed face of the map is one region, and each region one face (XID-1.5)."""
    near: dict[int, list[int]] = {city: [] for city in places}
    for _, a, b in roads:
        near[a].append(b)
        near[b].append(a)

    def angle(here: int, there: int) -> float:
        return math.atan2(places[there][1] - places[here][1], places[there][0] - places[here][0])

    around = {city: sorted(ends, key=partial(angle, city)) for city, ends in near.items()}
    faces: list[frozenset[int]] = []
    walked: set[tuple[int, int]] = set()
    for start in [(a, b) for a in near for b in near[a]]:
        face: list[int] = []
        here, there = start
        while (here, there) not in walked:
            walked.add((here, there))
            face.append(here)
            ends = around[there]
            here, there = there, ends[(ends.index(here) - 1) % len(ends)]
        if face and _area([places[city] for city in face]) > 0:
            faces.append(frozenset(face))
    enclosed = set(faces)
    for name, border in borders.items():
        if frozenset(border) not in enclosed:
            faults.add(
                "regions",
                f"the border of {name} has roads inside, or runs around nothing (XID-1.5)",
                f"la frontera de {name} tiene caminos dentro, o no rodea nada (XID-1.5)",
            )
    known = {frozenset(border) for border in borders.values()}
    for lost in [face for face in faces if face not in known]:
        them = ", ".join(str(city) for city in sorted(lost))
        faults.add(
            "regions",
            f"roads enclose a region between {them} that is not named (XID-1.5)",
            f"los caminos encierran una región entre {them} sin nombrar (XID-1.5)",
        )


def _area(spots: Sequence[tuple[int, int]]) -> int:
    """Twice the area within; positive where it was walked round the inside."""
    after = [*spots[1:], *spots[:1]]
    return sum(x * v - u * y for (x, y), (u, v) in zip(spots, after, strict=True))


def road_colours(whole: Json) -> list[str]:
    """The ids of the colours that the map's roads have."""
    plan = whole.get("map")
    named = plan.get("colours") if isinstance(plan, dict) else None
    return [str(one.get("id")) for one in named if isinstance(one, dict)] if isinstance(named, list) else []
