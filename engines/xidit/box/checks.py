"""Every fault of an owner's box, by path; an owner corrects our box from a printed copy."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from engines.kernel.box.checks import MOST, Faults, Known
from engines.kernel.box.limits import BoxCheck, Limits, amounts, one_of, whole
from engines.kernel.game import Json, Text
from engines.xidit.box.components import (
    ACTION,
    BARDS,
    GOLD,
    REGIONS,
    REWARDS,
    ROAD,
    SEATS,
    STORIES,
    WAIT,
    Box,
    box,
    read,
)
from engines.xidit.box.form import FORM
from engines.xidit.box.map_checks import check_map
from engines.xidit.box.tile_checks import check_tiles, check_titans

WIDE = 100_000
"""Maximum absolute value of a coordinate."""
SETUP = ("recruitment_cities", "threat_cities", "recruitment_pile", "units_per_tile")
"""What set-up lays out, by its keys in the box."""


@cache
def _yardstick() -> Box:
    return read(box())


@cache
def _check() -> BoxCheck:
    ours = _yardstick()
    city, units = one_of(*ours.cities), amounts(ours.units, 0, MOST, 0)
    rewards = amounts(REWARDS, 1, MOST, len(REWARDS))
    limits = Limits(
        checks={
            **dict.fromkeys(("map.width", "map.height"), whole(1, WIDE)),
            **dict.fromkeys(("map.cities.x", "map.cities.y", "regions.x", "regions.y"), whole(-WIDE, WIDE)),
            **dict.fromkeys(("map.cities.id", "map.roads.a", "map.roads.b", "tiles.city", "regions.border.*"), city),
            **dict.fromkeys(
                ("units.count", "reinforcement.recruitment_pile", "regions.first", "titans.stacks.symbols",
                 "tables.*.eliminated.*", "census.alone", "census.tied", *(f"setup.{key}" for key in SETUP)),
                whole(1),
            ),
            **dict.fromkeys(("tiles.recruits", "tiles.needs"), units),
            **dict.fromkeys(("tiles.rewards", "titans.tiles.rewards"), rewards),
            "icons.kind": one_of(ROAD, ACTION, WAIT),
            "census.kind": one_of(*REWARDS),
        },
        fixed={
            "per_player.units": "XID-2.2",
            "per_player.gold": "XID-2.2",
            "per_player.bards": "XID-1.10",
            "per_player.stories": "XID-1.10",
            "wheels": "XID-4.1",
            "modes.years": "XID-2.3",
            "tile_sets.tiles": "XID-2.4",
            "guild.most": "XID-10.14",
            "census.unit": "XID-14.2",
        },
        same={
            "units": "XID-1.7",
            "modes": "XID-2.3",
            "tables": "XID-1.1",
            "map.colours": "XID-1.3",
            "tile_sets": "XID-1.8",
        },
        counts={"regions": "XID-1.5", "census": "XID-14.2"},
        colours=(SEATS[-1], "XID-2.1"),
        tokens=re.compile(r"[A-Z]\Z"),
        loose=frozenset(("origin", "options", "units.figures", "icons.colour", "modes.name")),
    )  # fmt: skip
    return BoxCheck(FORM, box, limits)


def check_box(box: Json) -> Sequence[tuple[str, Text]]:
    """Return every fault of an owner's box as (path, fault); empty if the box is playable.

    The default edition gives what the rules fix: how many cities, regions, units, tiles, titans there
    are. Map, faces, values, names and coordinates are the owner's.
    """
    faults, ours = _check()(box), _yardstick()
    if isinstance(box, dict):
        _units(faults, box, ours)
        _icons(faults, box)
        _lengths(faults, box, ours)
        check_map(faults, box, ours)
        check_tiles(faults, box)
        check_titans(faults, box, ours)
        _judging(faults, box)
    return faults


def _units(faults: Faults, whole: Json, ours: Box) -> None:
    """As many figures as the box holds (XID-1.7)."""
    total, wanted = sum(unit["count"] for _, unit in faults.rows(whole, "units", "count")), sum(ours.units.values())
    if faults.sound("units") and total != wanted:
        faults.add(
            "units", f"units: {total} instead of {wanted} (XID-1.7)", f"unidades: {total} en vez de {wanted} (XID-1.7)"
        )


def _icons(faults: Faults, whole: Json) -> None:
    """Five icons: a road of each colour, action and wait (XID-4.1)."""
    icons = faults.rows(whole, "icons", "kind")
    found = [str(icon.get("colour")) if icon["kind"] == ROAD else f"({icon['kind']})" for _, icon in icons]
    wanted = [*(row["id"] for _, row in faults.rows(whole, "map.colours", "id")), f"({ACTION})", f"({WAIT})"]
    if faults.sound("icons", "map.colours") and sorted(found) != sorted(wanted):
        faults.add(
            "icons",
            f"{', '.join(found)} instead of one icon each for {', '.join(wanted)} (XID-4.1)",
            f"{', '.join(found)} en vez de un icono por cada {', '.join(wanted)} (XID-4.1)",
        )


def _lengths(faults: Faults, whole: Json, ours: Box) -> None:
    """Census years (XID-2.31); what the number of players decides (XID-2.19)."""
    for path, mode in faults.rows(whole, "modes"):
        years, census = mode["years"], mode["census_years"]
        if census != sorted({year for year in census if 1 <= year <= years}):
            faults.add(
                f"{path}.census_years",
                f"{census!r:.60} should be ascending years from 1 to {years} (XID-14.1)",
                f"{census!r:.60} debería ser años en orden, de 1 a {years} (XID-14.1)",
            )
    sets = Known(row["id"] for _, row in faults.rows(whole, "tile_sets", "id"))
    for seats in SEATS if faults.sound("tables") else ():
        path, table = f"tables.{seats}", whole["tables"][str(seats)]
        faults.one_of(table["tile_set"], f"{path}.tile_set", sets)
        out, contenders = table["eliminated"], seats + table["dummy"]
        if len(out) != len(ours.criteria) or sum(out) != contenders - 1:
            faults.add(
                f"{path}.eliminated",
                f"{out!r:.40} should leave one of {contenders} contenders after {len(ours.criteria)} (XID-17.19)",
                f"{out!r:.40} debería dejar uno de {contenders} contendientes tras {len(ours.criteria)} (XID-17.19)",
            )


def _judging(faults: Faults, whole: Json) -> None:
    """The three evaluations, and a track of the dummy for each (XID-1.13, XID-15.4, XID-15.11)."""
    rows = [row for _, row in faults.rows(whole, "evaluations")]
    for key, wanted, rule in (
        ("measure", [GOLD, STORIES, REGIONS], "XID-1.13"),
        ("reward", [GOLD, STORIES, BARDS], "XID-15.11"),
    ):
        found = [row[key] for row in rows]
        if faults.sound("evaluations") and sorted(found) != sorted(wanted):
            faults.add(
                "evaluations",
                f"{', '.join(found):.80} instead of {', '.join(wanted)} ({rule})",
                f"{', '.join(found):.80} en vez de {', '.join(wanted)} ({rule})",
            )
    if faults.sound("dummy.tracks"):
        faults.same(whole["dummy"]["tracks"], "dummy.tracks", [row["id"] for row in rows], "XID-15.4")
