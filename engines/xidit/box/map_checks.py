"""The map of an owner's box: a connected plane map whose enclosed faces are the regions (XID-1.2 to XID-1.6)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import partial

from engines.kernel.box.checks import Faults, Known
from engines.kernel.game import Json
from engines.xidit.box.components import Box

Places = dict[int, tuple[int, int]]
Roads = list[tuple[str, int, int]]
"""Every sound road: its path, and its two ends."""


def check_map(faults: Faults, whole: Json, ours: Box) -> None:
    """A connected plane map whose enclosed faces are the regions (XID-1.2 to XID-1.6)."""
    places = _cities(faults, whole, ours)
    roads = _roads(faults, whole, places)
    before = len(faults)
    _connected(faults, places, roads)
    _plane(faults, places, roads)
    borders = _regions(faults, whole, places, roads)
    if len(faults) == before:
        _enclosed(faults, places, roads, borders)


def _cities(faults: Faults, whole: Json, ours: Box) -> Places:
    places: Places = {}
    taken: set[tuple[int, int]] = set()
    for path, city in faults.rows(whole, "map.cities", "id", "x", "y"):
        number, spot = city["id"], (city["x"], city["y"])
        if number in places:
            faults.add(f"{path}.id", f"city {number} appears twice", f"la ciudad {number} aparece dos veces")
        if spot in taken:
            faults.add(path, f"another city is at {spot[0]}, {spot[1]}", f"otra ciudad está en {spot[0]}, {spot[1]}")
        places[number] = spot
        taken.add(spot)
    for missing in [city for city in ours.cities if city not in places] if faults.sound("map.cities") else ():
        faults.add("map.cities", f"city {missing} is missing (XID-1.2)", f"falta la ciudad {missing} (XID-1.2)")
    return places


def _roads(faults: Faults, whole: Json, places: Places) -> Roads:
    several = faults.sound("map.several_roads_of_a_colour") and whole["map"]["several_roads_of_a_colour"]
    colours = Known(row["id"] for _, row in faults.rows(whole, "map.colours", "id"))
    roads: Roads = []
    taken: dict[tuple[int, str], str] = {}
    joined: set[frozenset[int]] = set()
    for path, road in faults.rows(whole, "map.roads", "a", "b", "colour"):
        a, b, ends = road["a"], road["b"], frozenset((road["a"], road["b"]))
        if not faults.one_of(road["colour"], f"{path}.colour", colours) or not ends <= places.keys():
            continue
        if a == b or ends in joined:
            faults.add(
                path,
                f"cities {a} and {b} are joined by another road, or are one",
                f"las ciudades {a} y {b} ya están unidas, o son la misma",
            )
            continue
        joined.add(ends)
        for end in (a, b):
            other = taken.setdefault((end, road["colour"]), path)
            if other != path and not several:
                faults.add(
                    f"{path}.colour",
                    f"city {end} has another {road['colour']} road, {other} (XID-1.4)",
                    f"la ciudad {end} ya tiene un camino {road['colour']}, {other} (XID-1.4)",
                )
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


def _regions(faults: Faults, whole: Json, places: Places, roads: Roads) -> dict[str, list[int]]:
    """The regions with a border that closes; each city names those it lies on (XID-1.5, XID-1.6)."""
    joined = {frozenset((a, b)) for _, a, b in roads}
    borders: dict[str, list[int]] = {}
    for path, region in faults.rows(whole, "regions", "first", "second"):
        faults.whole(region["second"], f"{path}.second", 0, region["first"])
    for path, region in faults.rows(whole, "regions", "id", "border"):
        name, border = region["id"], region["border"]
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
    central = [path for path, region in faults.rows(whole, "regions", "central") if region["central"]]
    if faults.sound("regions") or len(central) > 1:
        faults.exactly(len(central), "regions", 1, "XID-1.5")
    _beside(faults, whole, places, borders)
    return borders


def _beside(faults: Faults, whole: Json, places: Places, borders: Mapping[str, Sequence[int]]) -> None:
    """Check that each city names the regions whose border passes it (XID-1.6)."""
    passing: dict[int, list[str]] = {city: [] for city in places}
    for name in sorted(borders):
        for passed in borders[name]:
            passing.get(passed, []).append(name)
    listed = {passed: f"{', '.join(names) or '-':.400}" for passed, names in passing.items()}
    for path, city in faults.rows(whole, "map.cities", "id", "x", "y", "regions"):
        on, them, named = passing[city["id"]], listed[city["id"]], city["regions"]
        if sorted(named) != on:
            faults.add(
                f"{path}.regions",
                f"{named!r:.60} should be {them}: the regions whose border passes here (XID-1.6)",
                f"{named!r:.60} debería ser {them}: las regiones cuya frontera pasa por aquí (XID-1.6)",
            )


def _enclosed(faults: Faults, places: Places, roads: Roads, borders: Mapping[str, Sequence[int]]) -> None:
    """Check that each enclosed face of the map is one region, and each region one face (XID-1.5)."""
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
    """Twice the enclosed area; positive if the path goes round the inside."""
    after = [*spots[1:], *spots[:1]]
    return sum(x * v - u * y for (x, y), (u, v) in zip(spots, after, strict=True))
