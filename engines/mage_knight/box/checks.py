"""Every fault of an owner's box, by path; an owner corrects our box from a printed copy.

Our own edition is the reference. Objects of a list have the members and words of the objects of the same list in ours.
The rules fix ids and what a component *is* (its kind, its back); numbers, names and effects are the
owner's. Effects are checked node by node (:mod:`engines.mage_knight.box.effect_checks`).
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from functools import cache
from typing import Any

from engines.kernel.box.checks import Faults, Known
from engines.kernel.box.form import MARKS
from engines.kernel.game import LANGUAGES, Json, Text
from engines.mage_knight.box.components import BASIC, SEATS, box
from engines.mage_knight.box.effect_checks import check_effects
from engines.mage_knight.box.shapes import Shape, shape_of

LISTS = (
    "terrain",
    "sites",
    "heroes",
    "colours",
    "cards",
    "units",
    "enemies",
    "backs",
    "ruins",
    "tiles",
    "tactics",
    "skills",
    "achievements",
)
"""Parts of the box that are lists of objects with ids."""

FIXED = {
    "sites": ("kind", "recruits", "garrison", "back", "failed", "again", "achievement", "owned", "night", "units"),
    "heroes": ("colour", "skills"),
    "cards": ("kind", "number"),
    "units": ("tier",),
    "enemies": ("back",),
    "ruins": ("enemies",),
    "tiles": ("kind", "number"),
    "tactics": ("time", "number", "timing"),
    "skills": ("hero", "use"),
}
"""Members that are the same in every box."""

EFFECTS = ("basic", "strong", "effect", "abilities")
"""Members that hold effects; they are checked separately."""

ELEMENTS = Known(("physical", "fire", "ice", "cold_fire"))
"""Of attacks and blocks (MK-15.5)."""

DECK = 16
"""Cards of a hero's deck (MK-2.6)."""


@cache
def _ours() -> Json:
    return box()


def check_box(box: Json) -> Sequence[tuple[str, Text]]:
    """Return every fault of an owner's box as (path, fault); empty if the box is playable."""
    faults = Faults()
    whole = faults.group(box, "")
    if faults:
        return faults
    ours = _ours()
    faults.once(whole.get("edition"), "edition", set())
    faults.flag(whole.get("stand_in"), "stand_in")
    faults.text_or_names(whole.get("origin"), "origin")
    faults.same([str(key) for key in whole], "", ours, "MK-1.1")
    for part in LISTS:
        _things(faults, part, whole.get(part), ours[part])
    for part in ("mana", "explore", "sideways", "wound", "scenario", "map"):
        if part in ("map", "mana"):
            _fixed(faults, whole.get(part), ours[part], part)
        else:
            _like(faults, whole.get(part), _shape(part), part)
    _levels(faults, whole.get("levels"), ours["levels"])
    _track(faults, whole.get("reputation"), ours["reputation"])
    _numbers(faults, whole.get("fame_rows"), "fame_rows", len(ours["fame_rows"]))
    if not faults:
        _tables(faults, whole)
        _decks(faults, whole)
    return faults


def _things(faults: Faults, part: str, things: object, ours: list[Json]) -> None:
    """Check a list of objects: our ids, in our order, each object with the members of its kind."""
    items = faults.groups(things, part)
    if len(items) != len(ours):
        faults.add(
            part,
            f"number of items: {len(items)} instead of {len(ours)} (MK-1.1)",
            f"número de elementos: {len(items)} en vez de {len(ours)} (MK-1.1)",
        )
        return
    for (path, item), mine in zip(items, ours, strict=True):
        if item.get("id") != mine["id"]:
            faults.add(f"{path}.id", f"should be {mine['id']}", f"debería ser {mine['id']}")
            continue
        for key in FIXED.get(part, ()):
            if item.get(key) != mine.get(key) or type(item.get(key)) is not type(mine.get(key)):
                faults.add(f"{path}.{key}", f"should be {mine.get(key)}", f"debería ser {mine.get(key)}")
        _members(faults, item, _shape_of_things(part), path, _apart(part))
        _special(faults, part, item, mine, path)


def _special(faults: Faults, part: str, item: Json, mine: Json, path: str) -> None:
    """Check the special members of an object: effects, attacks, altars, rewards, spaces."""
    if part == "cards":
        spelled = (item.get("basic"), item.get("strong"))
        for name, node in zip(("basic", "strong"), spelled, strict=True):
            check_effects(faults, node, f"{path}.{name}")
    elif part in ("skills", "tactics"):
        if item.get("effect") is not None or mine["effect"] is not None:
            check_effects(faults, item.get("effect"), f"{path}.effect")
    elif part == "units":
        abilities = faults.groups(item.get("abilities"), f"{path}.abilities")
        if not abilities:
            faults.add(f"{path}.abilities", "a unit has an ability", "una unidad tiene una capacidad")
        colours = _ids("colours")
        for where, ability in abilities:
            check_effects(faults, ability.get("effect"), f"{where}.effect")
            for at, cost in enumerate(faults.items(ability.get("cost", []), f"{where}.cost")):
                faults.one_of(cost, f"{where}.cost.{at}", colours)
    elif part == "enemies":
        _attack(faults, item, mine, path)
    elif part == "tiles":
        _spaces(faults, item, mine, path)
    else:
        for key in ("burn", "altar", "reward"):
            if key in mine or key in item:
                check = _fixed if key == "reward" else _alike
                check(faults, item.get(key), mine.get(key), f"{path}.{key}")


def _attack(faults: Faults, item: Json, mine: Json, path: str) -> None:
    """An attack of its own, or a back that it summons (MK-16.1)."""
    attack = faults.group(item.get("attack"), f"{path}.attack")
    if "summons" in mine["attack"]:
        if attack != mine["attack"]:
            summons = mine["attack"]["summons"]
            faults.add(f"{path}.attack", f"should summon {summons}", f"debería invocar {summons}")
        return
    faults.whole(attack.get("value"), f"{path}.attack.value", 0, 99)
    faults.one_of(attack.get("element"), f"{path}.attack.element", ELEMENTS)


def _spaces(faults: Faults, item: Json, mine: Json, path: str) -> None:
    """The seven spaces of a tile."""
    terrain, sites, colours = _ids("terrain"), _ids("sites"), Known(BASIC)
    spaces = faults.group(item.get("hexes"), f"{path}.hexes")
    faults.same([str(key) for key in spaces], f"{path}.hexes", mine["hexes"], "MK-10.7")
    for key, value in spaces.items():
        space = faults.group(value, f"{path}.hexes.{key}")
        faults.one_of(space.get("terrain"), f"{path}.hexes.{key}.terrain", terrain)
        if space.get("site") is not None:
            faults.one_of(space["site"], f"{path}.hexes.{key}.site", sites)
        if space.get("site") in ("mine", "city") or space.get("colour") is not None:
            faults.one_of(space.get("colour"), f"{path}.hexes.{key}.colour", colours)
        city = space.get("site") == "city"
        if city != (mine["hexes"].get(key, {}).get("site") == "city"):
            faults.add(f"{path}.hexes.{key}.site", "cities stay where they are", "las ciudades se quedan donde están")
        if (space.get("site") == "portal") != (mine["hexes"].get(key, {}).get("site") == "portal"):
            faults.add(f"{path}.hexes.{key}.site", "the portal stays where it is", "el portal se queda donde está")


@cache
def _shape(part: str) -> Shape:
    """The shape of a part of our box."""
    return shape_of([_ours()[part]])


@cache
def _apart(part: str) -> frozenset[str]:
    """The members of a part's objects that are checked separately."""
    return frozenset({"id", *FIXED.get(part, ()), *EFFECTS, "deck", "hexes", "reward", "burn", "attack", "altar"})


@cache
def _shape_of_things(part: str) -> Shape:
    """The shape of a part's objects, without the members that are checked separately."""
    return shape_of([{key: value for key, value in one.items() if key not in _apart(part)} for one in _ours()[part]])


@cache
def _ids(part: str) -> Known:
    """The objects of a part by their ids."""
    return Known(one["id"] for one in (_ours()["mana"]["colours"] if part == "colours" else _ours()[part]))


def _members(faults: Faults, item: Json, ours: Shape, path: str, skip: Container[str] = ()) -> None:
    """Check the members of an object: only those of our objects, all that each of ours has, and words found in ours."""
    for key in item:
        if key not in ours.members and key not in skip and key != MARKS:
            faults.add(f"{path}.{key}" if path else str(key), "this name does not exist here", "aquí nada se llama así")
    for key, inner in ours.members.items():
        if key in item:
            _like(faults, item[key], inner, f"{path}.{key}")
        elif key in ours.needed:
            faults.add(f"{path}.{key}", "is missing", "falta")


def _fixed(faults: Faults, value: object, mine: Any, path: str) -> None:
    """Check that a value equals the one fixed by the rules, except for names in it."""
    if _nameless(value) != _nameless(mine):
        faults.add(path, "this is fixed by the rules", "esto lo fijan las reglas")
    else:
        _alike(faults, value, mine, path)


def _alike(faults: Faults, value: object, mine: Any, path: str) -> None:
    """Check that a value has the kind of the value at the same place in our box."""
    _like(faults, value, shape_of([mine]), path)


def _like(faults: Faults, value: object, ours: Shape, path: str) -> None:
    """Check that a value has a kind that occurs at this place in our box."""
    if type(value) not in ours.kinds:
        faults.add(path, f"{value!r:.40} has the wrong kind", f"{value!r:.40} no es de la clase debida")
    elif isinstance(value, dict):
        if ours.named:
            faults.names(value, path)
        else:
            _members(faults, value, ours, path)
    elif isinstance(value, list):
        if ours.items is not None and ours.worded:
            for at, item in enumerate(value):
                faults.one_of(item, f"{path}.{at}", ours.items.words)
            return
        for at, item in enumerate(value):
            if ours.items is not None:
                _like(faults, item, ours.items, f"{path}.{at}")
            else:
                faults.add(f"{path}.{at}", "must be empty", "debe estar vacío")
    elif type(value) is int:
        faults.whole(value, path, ours.least)
    elif isinstance(value, str):
        faults.one_of(value, path, ours.words)


def _nameless(value: Any) -> Any:
    """A value without names, which its owner may choose freely."""
    if isinstance(value, Mapping):
        return {} if set(value) == set(LANGUAGES) else {key: _nameless(inner) for key, inner in value.items()}
    return [_nameless(inner) for inner in value] if isinstance(value, list) else value


def _numbers(faults: Faults, value: object, path: str, count: int) -> None:
    items = faults.items(value, path)
    for at, item in enumerate(items):
        faults.whole(item, f"{path}.{at}", 1)
    if len(items) != count:
        faults.add(path, f"numbers needed: {count}", f"números necesarios: {count}")


def _levels(faults: Faults, value: object, ours: list[Json]) -> None:
    """Ten levels, each from more Fame than the one before (MK-23.1)."""
    before = -1
    items = faults.groups(value, "levels")
    if len(items) != len(ours):
        faults.add("levels", f"levels needed: {len(ours)} (MK-23.3)", f"niveles necesarios: {len(ours)} (MK-23.3)")
        return
    for number, (path, level) in enumerate(items, 1):
        _members(faults, level, _shape_of_things("levels"), path)
        faults.exactly(level.get("level"), f"{path}.level", number, "MK-23.3")
        fame = faults.whole(level.get("fame"), f"{path}.fame")
        if fame <= before or (number == 1 and fame):
            faults.add(f"{path}.fame", "Fame rises from 0 on (MK-23.1)", "la fama sube desde 0 (MK-23.1)")
        before = fame
        for key in ("armor", "hand", "command"):
            faults.whole(level.get(key), f"{path}.{key}", 1, 20)


def _track(faults: Faults, value: object, ours: list[Json]) -> None:
    """The steps of the reputation track (MK-12.5)."""
    items = faults.groups(value, "reputation")
    faults.exactly(len(items), "reputation", len(ours), "MK-12.5")
    for (path, step), mine in zip(items, ours, strict=False):
        faults.exactly(step.get("step"), f"{path}.step", mine["step"], "MK-12.5")
        if step.get("influence") is not None:
            faults.whole(step.get("influence"), f"{path}.influence", -20, 20)


def _tables(faults: Faults, whole: Json) -> None:
    """Tiles and rounds for each number of players (MK-2.2, MK-2.16, MK-2.17)."""
    scenario = whole["scenario"]
    counts = {kind: sum(tile["kind"] == kind for tile in whole["tiles"]) for kind in ("countryside", "core", "city")}
    for seats in SEATS:
        table = scenario["tables"][str(seats)]
        for kind, count in counts.items():
            faults.whole(table.get(kind), f"scenario.tables.{seats}.{kind}", 2 if kind == "countryside" else 1, count)
    if not 1 <= len(scenario["rounds"]) <= 9:  # noqa: PLR2004 - a game that comes to an end
        faults.add("scenario.rounds", "1 to 9 rounds", "de 1 a 9 rondas")
    for key, low, high in (("offers", 1, 5), ("skills_shown", 2, 2), ("first_game_actions", 16, 16)):
        faults.whole(scenario[key], f"scenario.{key}", low, high)
    units = sum(unit["count"] for unit in whole["units"] if unit["tier"] == "regular")
    faults.whole(scenario["units_more_than_seats"], "scenario.units_more_than_seats", 1, max(1, units - SEATS[-1]))
    for at, enemy in enumerate(whole["enemies"]):
        faults.whole(enemy["count"], f"enemies.{at}.count", 1, 20)
        faults.whole(enemy["armor"], f"enemies.{at}.armor", 1, 99)


def _decks(faults: Faults, whole: Json) -> None:
    """Each hero's deck: sixteen cards of the box; a unique card lies in only one deck (MK-2.6, chapter 32)."""
    kinds = {card["id"]: card["kind"] for card in whole["cards"]}
    seen: set[str] = set()
    for at, hero in enumerate(whole["heroes"]):
        deck = faults.group(hero.get("deck"), f"heroes.{at}.deck")
        total = 0
        for card, count in deck.items():
            path = f"heroes.{at}.deck.{card}"
            if card not in kinds:
                faults.add(path, "is not a card of this box", "no es una carta de esta caja")
                continue
            once = kinds[card] != "basic_action"
            total += faults.whole(count, path, 1, 1 if once else DECK)
            if once and card in seen:
                faults.add(path, "this card exists once", "esta carta existe una vez")
            seen.add(card)
        faults.exactly(total, f"heroes.{at}.deck", DECK, "MK-2.6")
