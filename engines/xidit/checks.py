"""Every fault of an owner's box, by path: the owner of a printed copy corrects ours from the cardboard."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, partial
from typing import Any

from engines.kernel.game import LANGUAGES, Json, Text
from engines.xidit.data import ACTION, BARDS, GOLD, REGIONS, REWARDS, ROAD, SEATS, STORIES, WAIT, Box, box, read

MOST = 1000
"""No number in a box may be greater: totals stay far below what JSON keeps exactly."""
WIDE = 100_000
"""No coordinate may be greater, nor its opposite smaller."""
LONG = 2000
"""Characters of the longest text."""

_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}\Z")
_COLOUR = re.compile(r"[a-z][a-z0-9_-]{0,39}\Z")
_LETTER = re.compile(r"[A-Z]\Z")


class _Known:
    """Texts and numbers that may stand somewhere: found in one step, however many a stranger's box has of them.

    Args:
        values: Them; what is neither text nor number is left out.
    """

    def __init__(self, values: Iterable[Any]) -> None:
        self._kinds = dict.fromkeys((type(one), one) for one in values if isinstance(one, (str, int)))
        self.listed = ", ".join(str(one) for _, one in self._kinds)

    def __contains__(self, value: object) -> bool:
        return isinstance(value, (str, int)) and (type(value), value) in self._kinds


class _Faults(list[tuple[str, Text]]):
    """The faults found so far, and the questions that find them."""

    def add(self, path: str, en: str, es: str) -> None:
        # A box may hold whatever a stranger wrote into it, of any length.
        self.append((path, {"en": f"{en:.1000}", "es": f"{es:.1000}"}))

    def group(self, value: object, path: str) -> dict[str, Any]:
        """The value if it is an object; otherwise a fault, and an empty one."""
        if isinstance(value, dict):
            return value
        self.add(path, "an object is wanted here", "aquí va un objeto")
        return {}

    def groups(self, value: object, path: str) -> list[tuple[str, dict[str, Any]]]:
        """Each object of a list with its path; what is none is a fault."""
        return [
            (f"{path}.{place}", self.group(item, f"{path}.{place}"))
            for place, item in enumerate(self.items(value, path))
        ]

    def items(self, value: object, path: str) -> list[Any]:
        """The value if it is a list; otherwise a fault, and no items."""
        if isinstance(value, list):
            return value
        self.add(path, "a list is wanted here", "aquí va una lista")
        return []

    def whole(self, value: object, path: str, low: int = 0, high: int = MOST) -> int:
        """The value if it is a whole number between the two; otherwise a fault, and the least one."""
        if type(value) is int and low <= value <= high:
            return value
        self.add(
            path,
            f"{value!r:.40} should be a whole number from {low} to {high}",
            f"{value!r:.40} debería ser un entero de {low} a {high}",
        )
        return low

    def exactly(self, value: object, path: str, wanted: int, rule: str) -> None:
        """The value should be what the rules are written for."""
        if type(value) is not int or value != wanted:
            self.add(
                path,
                f"{value!r:.40} should be {wanted} ({rule})",
                f"{value!r:.40} debería ser {wanted} ({rule})",
            )

    def flag(self, value: object, path: str) -> None:
        """The value should be true or false."""
        if type(value) is not bool:
            self.add(path, f"{value!r:.40} should be true or false", f"{value!r:.40} debería ser true o false")

    def text(self, value: object, path: str) -> None:
        """The value should be a text of sensible length."""
        if not isinstance(value, str) or not value or len(value) > LONG:
            self.add(path, f"{value!r:.40} should be a text", f"{value!r:.40} debería ser un texto")

    def names(self, value: object, path: str) -> None:
        """The value should be a name in every language."""
        texts = self.group(value, path)
        for lang in LANGUAGES:
            self.text(texts.get(lang), f"{path}.{lang}")

    def once(self, value: object, path: str, seen: set[str], pattern: re.Pattern[str] = _ID) -> str:
        """The value if it is an id that did not come before; otherwise a fault, and an empty text."""
        if not isinstance(value, str) or not pattern.match(value):
            self.add(path, f"{value!r:.40} cannot be used as an id", f"{value!r:.40} no sirve de identificador")
            return ""
        if value.casefold() in seen:
            self.add(path, f"{value!r:.40} stands twice", f"{value!r:.40} aparece dos veces")
            return ""
        seen.add(value.casefold())
        return value

    def one_of(self, value: object, path: str, known: _Known) -> bool:
        """Whether the value is one of those known; otherwise a fault."""
        if value in known:
            return True
        listed = known.listed[:200]
        self.add(path, f"{value!r:.40} is none of {listed}", f"{value!r:.40} no es ninguno de {listed}")
        return False

    def same(self, found: Iterable[str], path: str, wanted: Iterable[str], rule: str) -> None:
        """The ids found should be those the rules are written for."""
        have, want = dict.fromkeys(found), dict.fromkeys(wanted)
        for missing in [one for one in want if one not in have]:
            self.add(path, f"{missing} is missing ({rule})", f"falta {missing} ({rule})")
        for extra in [one for one in have if one and one not in want]:
            self.add(path, f"{extra} does not belong here ({rule})", f"{extra} sobra aquí ({rule})")


_KINDS = _Known((ROAD, ACTION, WAIT))
_PRIZES = _Known(REWARDS)


@cache
def _yardstick() -> Box:
    return read(box())


def check_box(box: Json) -> Sequence[tuple[str, Text]]:
    """Every fault of an owner's box as (path, what is wrong); empty when it can be played with.

    The default edition is the yardstick for what the rules fix: how many cities, regions, units, tiles, titans there
    are. Map, faces, values, names and coordinates are the owner's.
    """
    faults = _Faults()
    whole = faults.group(box, "")
    if faults:
        return faults
    ours = _yardstick()
    faults.once(whole.get("edition"), "edition", set())
    faults.flag(whole.get("stand_in"), "stand_in")
    _seats(faults, whole, ours)
    _units(faults, whole.get("units"), ours)
    _icons(faults, whole, ours)
    _lengths(faults, whole, ours)
    cities = _map(faults, whole)
    _tiles(faults, whole, ours, cities)
    _titans(faults, whole.get("titans"), ours)
    _judging(faults, whole, ours)
    return faults


# ------------------------------------------------------------------------------------------------- seats, units, orders


def _seats(faults: _Faults, whole: Json, ours: Box) -> None:
    """Colours enough for all seats, and what lies before each (XID-1.10, XID-2.1)."""
    seen: set[str] = set()
    for path, colour in faults.groups(whole.get("colours"), "colours"):
        faults.once(colour.get("id"), f"{path}.id", seen, _COLOUR)
        faults.names(colour.get("name"), f"{path}.name")
    if len(seen) < SEATS[-1]:
        faults.add(
            "colours",
            f"{len(seen)} colours are too few for {SEATS[-1]} seats (XID-2.1)",
            f"{len(seen)} colores no bastan para {SEATS[-1]} asientos (XID-2.1)",
        )
    own = faults.group(whole.get("per_player"), "per_player")
    faults.exactly(own.get("units"), "per_player.units", ours.start_units, "XID-2.2")
    faults.exactly(own.get("gold"), "per_player.gold", ours.start_gold, "XID-2.2")
    faults.exactly(own.get("bards"), "per_player.bards", ours.bards, "XID-1.10")
    faults.exactly(own.get("stories"), "per_player.stories", ours.stories, "XID-1.10")


def _units(faults: _Faults, value: object, ours: Box) -> None:
    """The five types, weakest first, and as many figures as the box holds (XID-1.7)."""
    seen: set[str] = set()
    total = 0
    for path, unit in faults.groups(value, "units"):
        faults.once(unit.get("id"), f"{path}.id", seen)
        faults.names(unit.get("name"), f"{path}.name")
        faults.names(unit.get("one"), f"{path}.one")
        total += faults.whole(unit.get("count"), f"{path}.count", 1)
    faults.same(
        [str(unit.get("id", "")) for _, unit in _quiet(value)],
        "units",
        ours.units,
        "XID-1.7",
    )
    wanted = sum(ours.units.values())
    if total != wanted:
        faults.add("units", f"{total} units instead of {wanted} (XID-1.7)", f"{total} unidades, no {wanted} (XID-1.7)")


def _icons(faults: _Faults, whole: Json, ours: Box) -> None:
    """Six wheels with five icons: a road of each colour, action and wait (XID-4.1)."""
    faults.exactly(whole.get("wheels"), "wheels", ours.wheels, "XID-4.1")
    ids: set[str] = set()
    tokens: set[str] = set()
    found: list[str] = []
    for path, icon in faults.groups(whole.get("icons"), "icons"):
        faults.once(icon.get("id"), f"{path}.id", ids)
        faults.once(icon.get("token"), f"{path}.token", tokens, _LETTER)
        faults.names(icon.get("name"), f"{path}.name")
        if faults.one_of(icon.get("kind"), f"{path}.kind", _KINDS):
            found.append(str(icon.get("colour")) if icon["kind"] == ROAD else f"({icon['kind']})")
    wanted = [*_road_colours(whole), f"({ACTION})", f"({WAIT})"]
    if sorted(found) != sorted(wanted):
        faults.add(
            "icons",
            f"{', '.join(found)} instead of one icon each for {', '.join(wanted)} (XID-4.1)",
            f"{', '.join(found)} en vez de un icono por cada {', '.join(wanted)} (XID-4.1)",
        )


def _road_colours(whole: Json) -> list[str]:
    plan = whole.get("map")
    named = plan.get("colours") if isinstance(plan, dict) else None
    return [str(one.get("id")) for one in named if isinstance(one, dict)] if isinstance(named, list) else []


def _lengths(faults: _Faults, whole: Json, ours: Box) -> None:
    """Years and census years (XID-2.3, XID-2.31); what the number of players decides (XID-2.19)."""
    seen: set[str] = set()
    for path, mode in faults.groups(whole.get("modes"), "modes"):
        faults.once(mode.get("id"), f"{path}.id", seen)
        years = faults.whole(mode.get("years"), f"{path}.years", 1)
        census = faults.items(mode.get("census_years"), f"{path}.census_years")
        if census != sorted({year for year in census if type(year) is int and 1 <= year <= years}):
            faults.add(
                f"{path}.census_years",
                f"{census!r:.60} should be ascending years from 1 to {years} (XID-14.1)",
                f"{census!r:.60} debería ser años en orden, de 1 a {years} (XID-14.1)",
            )
        known = ours.modes.get(str(mode.get("id")))
        if known is not None:
            faults.exactly(mode.get("years"), f"{path}.years", known.years, "XID-2.3")
    faults.same([str(m.get("id")) for _, m in _quiet(whole.get("modes"))], "modes", ours.modes, "XID-2.3")
    tables = faults.group(whole.get("tables"), "tables")
    faults.same(list(tables), "tables", [str(seats) for seats in SEATS], "XID-1.1")
    sets = _Known(of.get("id") for _, of in _quiet(whole.get("tile_sets")))
    for seats in SEATS:
        path = f"tables.{seats}"
        table = faults.group(tables.get(str(seats), {}), path)
        faults.one_of(table.get("tile_set"), f"{path}.tile_set", sets)
        faults.flag(table.get("dummy"), f"{path}.dummy")
        out = faults.items(table.get("eliminated"), f"{path}.eliminated")
        contenders = seats + (table.get("dummy") is True)
        if (
            len(out) != len(ours.criteria)
            or any(type(one) is not int or one < 1 for one in out)
            or sum(out) != contenders - 1
        ):
            faults.add(
                f"{path}.eliminated",
                f"{out!r:.40} should leave one of {contenders} contenders after {len(ours.criteria)} (XID-17.19)",
                f"{out!r:.40} debería dejar uno de {contenders} tras {len(ours.criteria)} evaluaciones (XID-17.19)",
            )
    for group, keys in (("setup", _SETUP), ("reinforcement", ("recruitment_pile",)), ("guild", ("most",))):
        given = faults.group(whole.get(group), group)
        for key in keys:
            faults.whole(given.get(key), f"{group}.{key}", 1)
    faults.exactly(_at(whole, "guild", "most"), "guild.most", ours.guild, "XID-10.14")


_SETUP = ("recruitment_cities", "threat_cities", "recruitment_pile", "units_per_tile")


def _quiet(value: object) -> list[tuple[int, dict[str, Any]]]:
    """The objects of a list, where it is one; its faults are told elsewhere."""
    return [(at, item) for at, item in enumerate(value) if isinstance(item, dict)] if isinstance(value, list) else []


def _at(whole: Json, *way: str) -> Any:
    here: Any = whole
    for key in way:
        here = here.get(key) if isinstance(here, dict) else None
    return here


# ------------------------------------------------------------------------------------------------------------------ map


def _map(faults: _Faults, whole: Json) -> set[int]:
    """A connected plane map whose enclosed faces are the regions (XID-1.2 to XID-1.6); the cities of it."""
    ours = _yardstick()
    plan = faults.group(whole.get("map"), "map")
    faults.flag(plan.get("several_roads_of_a_colour"), "map.several_roads_of_a_colour")
    for key in ("width", "height"):
        faults.whole(plan.get(key), f"map.{key}", 1, WIDE)
    seen: set[str] = set()
    for path, colour in faults.groups(plan.get("colours"), "map.colours"):
        faults.once(colour.get("id"), f"{path}.id", seen, _COLOUR)
        faults.names(colour.get("name"), f"{path}.name")
    faults.same(sorted(_road_colours(whole)), "map.colours", sorted(ours.road_names), "XID-1.3")
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


def _cities(faults: _Faults, plan: Json, ours: Box) -> Places:
    places: Places = {}
    known = _Known(ours.cities)
    for path, city in faults.groups(plan.get("cities"), "map.cities"):
        number: Any = city.get("id")
        if not faults.one_of(number, f"{path}.id", known):
            continue
        if number in places:
            faults.add(f"{path}.id", f"city {number} stands twice", f"la ciudad {number} aparece dos veces")
        x = faults.whole(city.get("x"), f"{path}.x", -WIDE, WIDE)
        y = faults.whole(city.get("y"), f"{path}.y", -WIDE, WIDE)
        if city.get("name") is not None:
            faults.text(city["name"], f"{path}.name")
        if (x, y) in places.values():
            faults.add(path, f"another city lies at {x}, {y}", f"otra ciudad está en {x}, {y}")
        places[number] = (x, y)
    for missing in [city for city in ours.cities if city not in places]:
        faults.add("map.cities", f"city {missing} is missing (XID-1.2)", f"falta la ciudad {missing} (XID-1.2)")
    return places


def _roads(faults: _Faults, plan: Json, places: Places) -> Roads:
    several = plan.get("several_roads_of_a_colour") is True
    colours = _Known(one.get("id") for _, one in _quiet(plan.get("colours")))
    cities = _Known(places)
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


def _connected(faults: _Faults, places: Places, roads: Roads) -> None:
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


def _plane(faults: _Faults, places: Places, roads: Roads) -> None:
    """Drawn straight, no two roads cross, and none runs through a city."""
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


def _regions(faults: _Faults, whole: Json, ours: Box, places: Places, roads: Roads) -> dict[str, list[int]]:
    """The regions with a border that closes; each city must name those it lies on (XID-1.5, XID-1.6)."""
    joined = {frozenset((a, b)) for _, a, b in roads}
    cities = _Known(places)
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
            "regions", f"{central} central regions instead of 1 (XID-1.5)", f"{central} regiones centrales (XID-1.5)"
        )
    faults.exactly(len(seen), "regions", len(ours.regions), "XID-1.5")
    _beside(faults, whole, cities, borders)
    return borders


def _beside(faults: _Faults, whole: Json, cities: _Known, borders: Mapping[str, Sequence[int]]) -> None:
    """Each city names the regions whose border passes it (XID-1.6)."""
    passing: dict[int, list[str]] = {}
    for name in sorted(borders):
        for passed in borders[name]:
            passing.setdefault(passed, []).append(name)
    listed = {passed: f"{', '.join(names):.400}" for passed, names in passing.items()}
    for at, city in _quiet(_at(whole, "map", "cities")):
        number: Any = city.get("id")
        on, them = (passing.get(number, []), listed.get(number, "")) if number in cities else ([], "")
        named = city.get("regions")
        if not isinstance(named, list) or [one for one in named if not isinstance(one, str)] or sorted(named) != on:
            faults.add(
                f"map.cities.{at}.regions",
                f"{named!r:.60} should be {them}: the regions whose border passes here (XID-1.6)",
                f"{named!r:.60} debería ser {them}: las regiones cuya frontera pasa por aquí (XID-1.6)",
            )


def _enclosed(faults: _Faults, places: Places, roads: Roads, borders: Mapping[str, Sequence[int]]) -> None:
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


# ---------------------------------------------------------------------------------------------------------------- tiles


def _tiles(faults: _Faults, whole: Json, ours: Box, cities: set[int]) -> None:
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
    units = _Known(str(unit.get("id")) for _, unit in _quiet(whole.get("units")))
    sets, places = _Known(sizes), _Known(sorted(cities))
    symbols = _at(whole, "setup", "units_per_tile")
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
                f"{recruits} units instead of {symbols} (XID-1.8)",
                f"{recruits} unidades en vez de {symbols} (XID-1.8)",
            )
        if not _figures(faults, tile.get("needs"), f"{path}.needs", units):
            faults.add(f"{path}.needs", "a threat asks for some unit (XID-1.8)", "una amenaza pide algo (XID-1.8)")
        _rewards(faults, tile.get("rewards"), f"{path}.rewards")
    for name, found in count.items():
        if found != sizes[name]:
            faults.add(
                "tiles",
                f"set {name} has {found} tiles instead of {sizes[name]} (XID-1.8)",
                f"el juego {name} tiene {found} losetas en vez de {sizes[name]} (XID-1.8)",
            )
    _enough(faults, whole, sizes)


def _enough(faults: _Faults, whole: Json, sizes: Mapping[str, int]) -> None:
    """After setup both piles have a tile, and reinforcements leave a Threat pile (XID-2.11, XID-12.12)."""
    start = [_at(whole, "setup", key) for key in _SETUP[:3]]
    again = _at(whole, "reinforcement", "recruitment_pile")
    if any(type(one) is not int for one in (*start, again)):
        return
    for name, size in sizes.items():
        left = size - start[0] - start[1] - 1
        if size - sum(start) < 2 or start[2] < 2 or left - again < 2:  # noqa: PLR2004 - Next, and one to follow
            faults.add(
                "setup",
                f"{size} tiles of set {name} are too few for these cities and piles (XID-11.20)",
                f"{size} losetas del juego {name} no bastan para estas ciudades y pilas (XID-11.20)",
            )


def _figures(faults: _Faults, value: object, path: str, units: _Known) -> int:
    """The sum of a map from unit to symbols; the rest are faults."""
    counts = faults.group(value, path)
    for extra in [unit for unit in counts if unit not in units]:
        faults.add(f"{path}.{extra}", f"{extra!r:.40} is no unit (XID-1.7)", f"{extra!r:.40} no es unidad (XID-1.7)")
    return sum(faults.whole(counts[unit], f"{path}.{unit}") for unit in counts if unit in units)


def _rewards(faults: _Faults, value: object, path: str) -> None:
    """Gold, bards and stories, all three (XID-10.1)."""
    rewards = faults.group(value, path)
    faults.same(list(rewards), path, REWARDS, "XID-10.1")
    for reward in REWARDS:
        if reward in rewards:
            faults.whole(rewards[reward], f"{path}.{reward}", 1)


def _titans(faults: _Faults, value: object, ours: Box) -> None:
    """Three stacks of two, with 3, 4 and 5 "?" (XID-1.11)."""
    titans = faults.group(value, "titans")
    ids: set[str] = set()
    for path, tile in faults.groups(titans.get("tiles"), "titans.tiles"):
        faults.once(tile.get("id"), f"{path}.id", ids)
        _rewards(faults, tile.get("rewards"), f"{path}.rewards")
    there = [str(tile.get("id")) for _, tile in _quiet(titans.get("tiles"))]
    known = _Known(there)
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
        faults.add("titans.stacks", f"{lost:.40} lies on no stack", f"{lost:.40} no está en ninguna pila")


# -------------------------------------------------------------------------------------------------- census, evaluations


def _judging(faults: _Faults, whole: Json, ours: Box) -> None:
    """The five rounds of the census, the three evaluations, the dummy's tracks, the options."""
    rounds = [str(prize.get("unit")) for _, prize in _quiet(whole.get("census"))]
    for path, prize in faults.groups(whole.get("census"), "census"):
        faults.one_of(prize.get("kind"), f"{path}.kind", _PRIZES)
        for key in ("alone", "tied"):
            faults.whole(prize.get(key), f"{path}.{key}", 1)
    if rounds != list(ours.units):
        them = ", ".join(ours.units)
        faults.add("census", f"the rounds should be {them} (XID-14.2)", f"las rondas deberían ser {them} (XID-14.2)")
    measures: list[str] = []
    rewards: list[str] = []
    seen: set[str] = set()
    for path, criterion in faults.groups(whole.get("evaluations"), "evaluations"):
        faults.once(criterion.get("id"), f"{path}.id", seen)
        faults.names(criterion.get("name"), f"{path}.name")
        measures.append(str(criterion.get("measure")))
        rewards.append(str(criterion.get("reward")))
    for found, wanted, rule in (
        (measures, [GOLD, STORIES, REGIONS], "XID-1.13"),
        (rewards, [GOLD, STORIES, BARDS], "XID-15.11"),
    ):
        if sorted(found) != sorted(wanted):
            faults.add(
                "evaluations",
                f"{', '.join(found):.80} instead of {', '.join(wanted)} ({rule})",
                f"{', '.join(found):.80} en vez de {', '.join(wanted)} ({rule})",
            )
    dummy = faults.group(whole.get("dummy"), "dummy")
    faults.names(dummy.get("name"), "dummy.name")
    tracks = faults.group(dummy.get("tracks"), "dummy.tracks")
    ids = [str(criterion.get("id")) for _, criterion in _quiet(whole.get("evaluations"))]
    faults.same(list(tracks), "dummy.tracks", ids, "XID-15.4")
    for name, value in tracks.items():
        track = faults.group(value, f"dummy.tracks.{name}")
        for key in ("start", "step"):
            faults.whole(track.get(key), f"dummy.tracks.{name}.{key}")
