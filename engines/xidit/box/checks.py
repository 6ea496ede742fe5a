"""Every fault of an owner's box, by path: the owner of a printed copy corrects ours from the cardboard."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from engines.kernel.box.checks import Faults, Known, objects_of, value_at
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
from engines.xidit.box.map_checks import check_map, road_colours
from engines.xidit.box.tile_checks import SETUP, check_tiles, check_titans

_LETTER = re.compile(r"[A-Z]\Z")

_KINDS = Known((ROAD, ACTION, WAIT))
_PRIZES = Known(REWARDS)


@cache
def _yardstick() -> Box:
    return read(box())


def check_box(box: Json) -> Sequence[tuple[str, Text]]:
    """Every fault of an owner's box as (path, what is wrong); empty when it can be played with.

    The default edition is the yardstick for what the rules fix: how many cities, regions, units, tiles, titans there
    are. Map, faces, values, names and coordinates are the owner's.
    """
    faults = Faults()
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
    cities = check_map(faults, whole, ours)
    check_tiles(faults, whole, ours, cities)
    check_titans(faults, whole.get("titans"), ours)
    _judging(faults, whole, ours)
    return faults


# ------------------------------------------------------------------------------------------------- seats, units, orders


def _seats(faults: Faults, whole: Json, ours: Box) -> None:
    """Colours enough for all seats, and what lies before each (XID-1.10, XID-2.1)."""
    faults.colours(whole.get("colours"), SEATS[-1], "XID-2.1")
    own = faults.group(whole.get("per_player"), "per_player")
    faults.exactly(own.get("units"), "per_player.units", ours.start_units, "XID-2.2")
    faults.exactly(own.get("gold"), "per_player.gold", ours.start_gold, "XID-2.2")
    faults.exactly(own.get("bards"), "per_player.bards", ours.bards, "XID-1.10")
    faults.exactly(own.get("stories"), "per_player.stories", ours.stories, "XID-1.10")


def _units(faults: Faults, value: object, ours: Box) -> None:
    """The five types, weakest first, and as many figures as the box holds (XID-1.7)."""
    seen: set[str] = set()
    total = 0
    for path, unit in faults.groups(value, "units"):
        faults.once(unit.get("id"), f"{path}.id", seen)
        faults.names(unit.get("name"), f"{path}.name")
        faults.names(unit.get("one"), f"{path}.one")
        total += faults.whole(unit.get("count"), f"{path}.count", 1)
    faults.same(
        [str(unit.get("id", "")) for _, unit in objects_of(value)],
        "units",
        ours.units,
        "XID-1.7",
    )
    wanted = sum(ours.units.values())
    if total != wanted:
        faults.add(
            "units", f"units: {total} instead of {wanted} (XID-1.7)", f"unidades: {total} en vez de {wanted} (XID-1.7)"
        )


def _icons(faults: Faults, whole: Json, ours: Box) -> None:
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
    wanted = [*road_colours(whole), f"({ACTION})", f"({WAIT})"]
    if sorted(found) != sorted(wanted):
        faults.add(
            "icons",
            f"{', '.join(found)} instead of one icon each for {', '.join(wanted)} (XID-4.1)",
            f"{', '.join(found)} en vez de un icono por cada {', '.join(wanted)} (XID-4.1)",
        )


def _lengths(faults: Faults, whole: Json, ours: Box) -> None:
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
    faults.same([str(m.get("id")) for _, m in objects_of(whole.get("modes"))], "modes", ours.modes, "XID-2.3")
    tables = faults.group(whole.get("tables"), "tables")
    faults.same(list(tables), "tables", [str(seats) for seats in SEATS], "XID-1.1")
    sets = Known(of.get("id") for _, of in objects_of(whole.get("tile_sets")))
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
                f"{out!r:.40} debería dejar uno de {contenders} contendientes tras {len(ours.criteria)} (XID-17.19)",
            )
    for group, keys in (("setup", SETUP), ("reinforcement", ("recruitment_pile",)), ("guild", ("most",))):
        given = faults.group(whole.get(group), group)
        for key in keys:
            faults.whole(given.get(key), f"{group}.{key}", 1)
    faults.exactly(value_at(whole, "guild", "most"), "guild.most", ours.guild, "XID-10.14")


# -------------------------------------------------------------------------------------------------- census, evaluations


def _judging(faults: Faults, whole: Json, ours: Box) -> None:
    """The five rounds of the census, the three evaluations, the dummy's tracks, the options."""
    rounds = [str(prize.get("unit")) for _, prize in objects_of(whole.get("census"))]
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
    ids = [str(criterion.get("id")) for _, criterion in objects_of(whole.get("evaluations"))]
    faults.same(list(tracks), "dummy.tracks", ids, "XID-15.4")
    for name, value in tracks.items():
        track = faults.group(value, f"dummy.tracks.{name}")
        for key in ("start", "step"):
            faults.whole(track.get(key), f"dummy.tracks.{name}.{key}")
