"""The box: reading one edition's components (XID-1, XID-2); ``checks`` finds the faults of an owner's own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated

from engines.kernel.box.reading import At, built, default_edition, names
from engines.kernel.game import Json, Text

SEATS = range(3, 6)
"""Possible numbers of seats (XID-1.1)."""
PROSE = ("origin", "edition", "stand_in", "name", "one", "figures", "x", "y", "width", "height")
"""Members of the box that do not affect play. Names, and where the map is drawn; cities are known by their numbers."""
_UNTRANSLATED = "1b1ed7e44989e7a8b018792ad4fe58b7d38778f5448b7ee148b7bef8d8c784a1"
FORMER_BOXES = {
    "f49339506adf31297657c9007637e8a8428d11aa6c2a57ec5b4f8232062b8894": _UNTRANSLATED,
    "d99fa31ca659329dc79aa2bee3eb512430d8f487784d9cc3d79289b8e538b5cf": _UNTRANSLATED,
}
"""Content hash -> play hash: of the editions before ``origin`` was translated, and before each row had ``stand_in``."""

GOLD, BARDS, STORIES = "gold", "bards", "stories"
REWARDS = (GOLD, BARDS, STORIES)
"""The three rewards of a threat and of a titan (XID-10.1)."""

ROAD, ACTION, WAIT = "road", "action", "wait"
"""What an order is: the kind of its icon (XID-5.3)."""

REGIONS = "regions"
"""The measure of an evaluation that looks at the regions; the others look at gold or at stories (XID-17.2 to 17.4)."""


@dataclass(frozen=True, slots=True)
class Icon:
    """One icon of a wheel (XID-4.1); ``token`` is its letter in typed orders, ``colour`` that of a road, else empty."""

    id: str
    token: str
    kind: str
    colour: str
    name: Text


@dataclass(frozen=True, slots=True)
class Tile:
    """A double-sided city tile (XID-1.8).

    ``recruits`` has the symbols of the recruitment side for every unit, ``needs`` those of the threat side that it asks
    for.
    """

    id: str
    set: str
    city: int
    recruits: Mapping[str, int]
    needs: Mapping[str, int]
    rewards: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Pair:
    """A stack of titan tiles with the same number of "?" (XID-1.11, XID-2.16)."""

    id: str
    symbols: int
    tiles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Region:
    """A region (XID-1.5); ``border`` are the cities around it, in order."""

    id: str
    name: Text
    central: bool
    first: int
    second: int
    border: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Mode:
    """A length of the game (XID-2.3, XID-2.31)."""

    id: str
    years: int
    census_years: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Prize:
    """The rewards of a round of the census (XID-14.7 to XID-14.12)."""

    unit: str
    kind: str
    alone: int
    tied: int


@dataclass(frozen=True, slots=True)
class Criterion:
    """An evaluation (XID-1.13); ``reward`` is the one that belongs to it (XID-15.11)."""

    id: str
    measure: str
    reward: str
    name: Text


@dataclass(frozen=True, slots=True)
class Seating:
    """Values that depend on the number of players (XID-2.4, XID-2.5, XID-2.19, XID-2.28)."""

    tile_set: str
    dummy: bool
    eliminated: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Box:
    """A box as the engine works with it; derived once from its JSON. Maps are by id, in the order of the box.

    ``units`` is unit -> figures in the pool, weakest first (XID-1.7); ``none`` has 0 for each. ``wheels`` counts the
    orders of a year. ``roads`` is city -> colour -> the cities at the other end, ascending. ``sets`` is set -> its
    tiles; ``guild`` the stories of the highest guild; ``recruit_pile`` counts the Next tile too; ``central`` is the
    region with the Bastion. ``tracks`` is criterion -> start and step of the dummy (XID-15.4).
    """

    edition: str
    stand_in: bool
    colours: Mapping[str, Text]
    start_units: Annotated[int, At("per_player.units")]
    start_gold: Annotated[int, At("per_player.gold")]
    bards: Annotated[int, At("per_player.bards")]
    stories: Annotated[int, At("per_player.stories")]
    units: Mapping[str, int]
    unit_names: Mapping[str, Text]
    one_unit: Mapping[str, Text]
    wheels: int
    icons: Mapping[str, Icon]
    modes: Mapping[str, Mode]
    seatings: Mapping[int, Seating]
    recruit_cities: Annotated[int, At("setup.recruitment_cities")]
    threat_cities: Annotated[int, At("setup.threat_cities")]
    recruit_pile: Annotated[int, At("setup.recruitment_pile")]
    reinforced: Annotated[int, At("reinforcement.recruitment_pile")]
    guild: Annotated[int, At("guild.most")]
    cities: Mapping[int, tuple[str, ...]]
    roads: Mapping[int, Mapping[str, tuple[int, ...]]]
    road_names: Mapping[str, Text]
    regions: Mapping[str, Region]
    central: str
    tiles: Mapping[str, Tile]
    sets: Mapping[str, tuple[str, ...]]
    stacks: Mapping[str, Pair]
    titans: Mapping[str, Mapping[str, int]]
    census: tuple[Prize, ...]
    criteria: Mapping[str, Criterion]
    tracks: Mapping[str, tuple[int, int]]
    dummy_name: Annotated[Text, At("dummy.name")]
    none: Mapping[str, int]


box = default_edition("engines.xidit")


@cache
def defaults() -> Mapping[str, str | bool]:
    """Every option of a record that the box names, with its default (chapter 18)."""
    named: Mapping[str, str | bool] = box()["options"]
    return named


def read(box: Json) -> Box:
    """Read a box that has passed ``check_box``."""
    units = {unit["id"]: unit["count"] for unit in box["units"]}
    none = dict.fromkeys(units, 0)
    plan = box["map"]
    return built(
        Box,
        box,
        colours=names(box["colours"]),
        units=units,
        unit_names=names(box["units"]),
        one_unit={unit["id"]: unit["one"] for unit in box["units"]},
        icons={icon["id"]: built(Icon, icon, colour=icon.get("colour", "")) for icon in box["icons"]},
        modes={m["id"]: built(Mode, m) for m in box["modes"]},
        seatings={int(seats): built(Seating, of) for seats, of in box["tables"].items()},
        cities={city["id"]: tuple(city["regions"]) for city in plan["cities"]},
        roads=_roads(plan),
        road_names=names(plan["colours"]),
        regions={r["id"]: built(Region, r) for r in box["regions"]},
        central=next(region["id"] for region in box["regions"] if region["central"]),
        tiles={
            tile["id"]: built(Tile, tile, recruits=none | tile["recruits"], needs=_asked(tile["needs"]))
            for tile in box["tiles"]
        },
        sets={
            of["id"]: tuple(tile["id"] for tile in box["tiles"] if tile["set"] == of["id"]) for of in box["tile_sets"]
        },
        stacks={s["id"]: built(Pair, s) for s in box["titans"]["stacks"]},
        titans={titan["id"]: titan["rewards"] for titan in box["titans"]["tiles"]},
        census=tuple(built(Prize, prize) for prize in box["census"]),
        criteria={c["id"]: built(Criterion, c) for c in box["evaluations"]},
        tracks={name: (track["start"], track["step"]) for name, track in box["dummy"]["tracks"].items()},
        none=none,
    )


def _asked(needs: Mapping[str, int]) -> Mapping[str, int]:
    return {unit: count for unit, count in needs.items() if count}


def _roads(plan: Json) -> Mapping[int, Mapping[str, tuple[int, ...]]]:
    """Every road, from both ends (XID-1.3)."""
    ends: dict[int, dict[str, list[int]]] = {city["id"]: {} for city in plan["cities"]}
    for road in plan["roads"]:
        for here, there in ((road["a"], road["b"]), (road["b"], road["a"])):
            ends[here].setdefault(road["colour"], []).append(there)
    return {city: {colour: tuple(sorted(far)) for colour, far in by.items()} for city, by in ends.items()}
