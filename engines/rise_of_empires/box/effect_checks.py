"""The progress tiles of an owner's box: their effects are written in the documented vocabulary (ROE-6.16)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from engines.kernel.box.checks import Faults, Known
from engines.rise_of_empires.box.components import (
    ALLIANCE,
    AS_WATER,
    ATTACKER,
    CITY_DISCOUNT,
    COUNTERS,
    CUBES,
    DEFENDER,
    EXCHANGE,
    EXTRA_REGION,
    FOOD,
    FREE_ACTION,
    GAINS,
    GOLD,
    IGNORE_ADJACENCY,
    INCOME,
    INCOME_PER,
    NO_DISC_COST,
    OLD_DISCOUNT,
    OPENS_OVERSEAS,
    PHASES,
    REMOVE_CUBE,
    RESOURCE,
    TEXT,
    TRADE_BONUS,
    USES,
    VP,
    WITH_ACTION,
    slug,
)

GAINED = {FOOD: (FOOD,), INCOME: (GOLD, RESOURCE, CUBES), VP: (VP,)}
"""What comes in each phase (ROE-13, 14, 15)."""
FIELDS: Mapping[str, tuple[str, ...]] = {
    INCOME: ("phase", *GAINS),
    INCOME_PER: ("phase", "per", "max_units", *GAINS),
    NO_DISC_COST: (),
    OPENS_OVERSEAS: (),
    AS_WATER: (),
    REMOVE_CUBE: ("count", "where", "victim"),
    EXCHANGE: ("pay", "gain"),
    EXTRA_REGION: ("count",),
    IGNORE_ADJACENCY: ("regions",),
    ATTACKER: ("attacker_loss", "defender_loss"),
    DEFENDER: ("defender_loss", "minimum"),
    CITY_DISCOUNT: ("gold",),
    OLD_DISCOUNT: ("gold",),
    TRADE_BONUS: ("on", GOLD, VP),
    ALLIANCE: (),
    TEXT: ("text",),
}
"""The vocabulary: each kind of effect with its words."""
ONLY_AS = {
    **dict.fromkeys((REMOVE_CUBE, EXCHANGE, ALLIANCE), FREE_ACTION),
    **dict.fromkeys((EXTRA_REGION, AS_WATER, IGNORE_ADJACENCY, ATTACKER, TRADE_BONUS), WITH_ACTION),
}
"""Kinds of effects that work only on a tile that is used in one way (ROE-6.26)."""
PER_ERA = 16
"""Progress tiles of each era (ROE-1.6)."""

_KINDS, _PHASES, _USES, _COUNTERS = Known(FIELDS), Known(PHASES), Known(USES), Known(COUNTERS)
_WHERE, _VICTIM, _ON = Known(("any_region",)), Known(("other_player",)), Known((GOLD, VP))


def check_progress(faults: Faults, value: object, count: int) -> None:
    """48 tiles, 16 of each era; copies of a tile are alike (ROE-1.6, ROE-1.12)."""
    rows = faults.groups(value, "progress")
    if isinstance(value, list):
        faults.exactly(len(rows), "progress", count, "ROE-1.6")
    seen: set[str] = set()
    eras = dict.fromkeys((1, 2, 3), 0)
    copies: dict[tuple[str, int], str] = {}
    for path, tile in rows:
        faults.once(tile.get("id"), f"{path}.id", seen)
        faults.names(tile.get("name"), f"{path}.name")
        faults.names(tile.get("text"), f"{path}.text")
        check_aliases(faults, tile, path)
        faults.flag(tile.get("red_stripe"), f"{path}.red_stripe")
        era = faults.whole(tile.get("era"), f"{path}.era", 1, 3)
        eras[era] += 1
        faults.one_of(tile.get("use"), f"{path}.use", _USES)
        for where, effect in faults.groups(tile.get("effects"), f"{path}.effects"):
            _effect(faults, effect, where, tile.get("use"))
        _copy(faults, tile, path, era, copies)
    for era, found in eras.items():
        if found != PER_ERA and len(rows) == count:
            faults.add(
                "progress",
                f"tiles of Era {era}: {found} instead of {PER_ERA} (ROE-1.6)",
                f"losetas de la era {era}: {found} en vez de {PER_ERA} (ROE-1.6)",
            )


def check_aliases(faults: Faults, row: Mapping[str, Any], path: str) -> None:
    """Other names of a thing: texts."""
    for at, alias in enumerate(faults.items(row.get("aliases"), f"{path}.aliases")):
        faults.text(alias, f"{path}.aliases.{at}")


def _copy(faults: Faults, tile: Mapping[str, Any], path: str, era: int, copies: dict[tuple[str, int], str]) -> None:
    """Tiles of one name and era cannot be told apart: they do the same."""
    name = tile.get("name")
    title = name.get("en") if isinstance(name, dict) else None
    if not isinstance(title, str):
        return
    # Whatever a stranger wrote there is compared as text, in the time that reading it takes.
    does = json.dumps([tile.get(key) for key in ("effects", "use", "red_stripe")], sort_keys=True, default=repr)
    if copies.setdefault((slug(title), era), does) != does:
        faults.add(
            f"{path}.effects",
            f"another tile {title!r:.40} of Era {era} does something else (ROE-1.12)",
            f"otra loseta {title!r:.40} de la era {era} hace otra cosa (ROE-1.12)",
        )


def _effect(faults: Faults, effect: Mapping[str, Any], path: str, use: object) -> None:
    """One effect: a kind of the vocabulary, with its words and no others."""
    kind: Any = effect.get("kind")
    if not faults.one_of(kind, f"{path}.kind", _KINDS):
        return
    allowed = FIELDS[kind]
    for extra in [key for key in effect if key != "kind" and key not in allowed]:
        faults.add(
            f"{path}.{extra:.40}",
            f"{extra!r:.40} is not a member of the effect {kind} (ROE-6.16)",
            f"{extra!r:.40} no es un miembro del efecto {kind} (ROE-6.16)",
        )
    only = ONLY_AS.get(kind)
    if only is not None and use != only:
        faults.add(
            f"{path}.kind",
            f"{kind} works only on a tile with use {only} (ROE-6.26)",
            f"{kind} solo funciona en una loseta con uso {only} (ROE-6.26)",
        )
    if kind in (INCOME, INCOME_PER):
        _income(faults, effect, path)
    elif kind == EXCHANGE:
        for side in ("pay", "gain"):
            _units(faults, effect.get(side), f"{path}.{side}")
    elif kind == TEXT:
        faults.names(effect.get("text"), f"{path}.text")
    else:
        _others(faults, effect, path, kind)


def _income(faults: Faults, effect: Mapping[str, Any], path: str) -> None:
    """A phase, what comes in it, and what is counted."""
    phase: Any = effect.get("phase")
    if effect["kind"] == INCOME_PER:
        faults.one_of(effect.get("per"), f"{path}.per", _COUNTERS)
        if effect.get("max_units") is not None:
            faults.whole(effect["max_units"], f"{path}.max_units", 1)
    if not faults.one_of(phase, f"{path}.phase", _PHASES):
        return
    given = [name for name in GAINS if name in effect]
    if not given:
        faults.add(path, "an income gives something (ROE-6.16)", "un ingreso da algo (ROE-6.16)")
    for name in given:
        faults.whole(effect[name], f"{path}.{name}", 1)
        if name not in GAINED[phase]:
            faults.add(
                f"{path}.{name}",
                f"{name} does not come in the phase {phase} (ROE-3.2)",
                f"{name} no llega en la fase {phase} (ROE-3.2)",
            )


def _units(faults: Faults, value: object, path: str) -> None:
    """Units by name, at least one of them."""
    counts = faults.group(value, path)
    if not counts:
        faults.add(path, "must not be empty (ROE-6.27)", "no puede estar vacío (ROE-6.27)")
    for name, count in counts.items():
        if name in GAINS:
            faults.whole(count, f"{path}.{name}", 1)
        else:
            faults.add(
                f"{path}.{name:.40}",
                f"{name!r:.40} is none of {', '.join(GAINS)}",
                f"{name!r:.40} no es ninguno de {', '.join(GAINS)}",
            )


def _others(faults: Faults, effect: Mapping[str, Any], path: str, kind: str) -> None:
    """The words of the smaller kinds."""
    for name in ("count", "regions"):
        if name in FIELDS[kind]:
            faults.whole(effect.get(name), f"{path}.{name}", 1)
    if kind == REMOVE_CUBE:
        faults.one_of(effect.get("where"), f"{path}.where", _WHERE)
        faults.one_of(effect.get("victim"), f"{path}.victim", _VICTIM)
    elif kind in (CITY_DISCOUNT, OLD_DISCOUNT):
        faults.whole(effect.get(GOLD), f"{path}.gold", 1)
    elif kind == DEFENDER:
        faults.whole(effect.get("defender_loss"), f"{path}.defender_loss", -9, 9)
        faults.whole(effect.get("minimum"), f"{path}.minimum", 0)
    elif kind == ATTACKER:
        for name in FIELDS[kind]:
            faults.whole(effect.get(name, 0), f"{path}.{name}", -9, 9)
    elif kind == TRADE_BONUS:
        faults.one_of(effect.get("on"), f"{path}.on", _ON)
        for name in (GOLD, VP):
            faults.whole(effect.get(name, 0), f"{path}.{name}", 0)
