"""Territory, city and empire tiles and trade boxes of an owner's box (ROE-1.4 to 1.7, ROE-12)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from engines.kernel.box.checks import Faults, Known
from engines.kernel.game import Json
from engines.rise_of_empires.box.components import CUBES, FOOD, GAINS, GOLD, RESOURCE, VP, WONDER, spellings
from engines.rise_of_empires.box.effect_checks import check_aliases

GROUPS = ("plain", "island", "forest", "mountain", "town")
_GROUPS, _CITIES, _LETTERS = Known(GROUPS), Known(("city", WONDER)), Known(("A", "B"))


def check_names(faults: Faults, row: Mapping[str, Any], path: str, taken: dict[str, str]) -> None:
    """A name in every language and other names, none of them the name of another component."""
    faults.names(row.get("name"), f"{path}.name")
    check_aliases(faults, row, path)
    name, aliases = row.get("name"), row.get("aliases")
    if not isinstance(name, dict) or not all(isinstance(name.get(lang), str) for lang in ("en", "es")):
        return
    others = [alias for alias in aliases if isinstance(alias, str)] if isinstance(aliases, list) else []
    for word in dict.fromkeys(text.casefold() for text in (*spellings({"id": "", "name": name}), *others) if text):
        if taken.setdefault(word, path) != path:
            faults.add(
                f"{path}.name",
                f"{word!r:.40} is also the name of {taken[word]}",
                f"{word!r:.40} es también el nombre de {taken[word]}",
            )


def check_territory(faults: Faults, value: object, ours: Json) -> None:
    """40 tiles in all, 6 of them towns; the kinds are those of the rules (ROE-1.5, ROE-7.4 to 7.9)."""
    seen: set[str] = set()
    tokens: set[str] = set()
    taken: dict[str, str] = {}
    count = towns = 0
    kinds = {row["id"]: row for row in ours["territory"]}
    for path, row in faults.groups(value, "territory"):
        kind = kinds.get(faults.once(row.get("id"), f"{path}.id", seen))
        faults.once(row.get("token"), f"{path}.token", tokens)
        check_names(faults, {**row, "aliases": []}, path, taken)
        number = faults.whole(row.get("count"), f"{path}.count")
        faults.flag(row.get("red_stripe"), f"{path}.red_stripe")
        faults.whole(row.get(FOOD), f"{path}.food", -9, 9)
        for gain in GAINS[1:]:
            faults.whole(row.get(gain), f"{path}.{gain}", 0)
        if faults.one_of(row.get("group"), f"{path}.group", _GROUPS):
            towns += number if row["group"] == "town" else 0
            if kind is not None and row["group"] != kind["group"]:
                faults.add(
                    f"{path}.group",
                    f"{row['group']} should be {kind['group']} (ROE-7.4)",
                    f"{row['group']} debería ser {kind['group']} (ROE-7.4)",
                )
        count += number
    if isinstance(value, list):
        faults.same([str(row.get("id")) for row in value if isinstance(row, dict)], "territory", kinds, "ROE-7.4")
        _sum(faults, "territory", count, ours["counts"]["territory"], "ROE-1.5")
        _sum(faults, "territory", towns, ours["counts"]["towns"], "ROE-7.9")


def _sum(faults: Faults, path: str, found: int, wanted: int, rule: str) -> None:
    if found != wanted:
        faults.add(path, f"{found} instead of {wanted} ({rule})", f"{found} en vez de {wanted} ({rule})")


def check_cities(faults: Faults, value: object, ours: Json) -> None:
    """36 tiles, a fixed number of each era and letter, six wonders in the B sets (ROE-1.7, ROE-8)."""
    rows = faults.groups(value, "cities")
    seen: set[str] = set()
    taken: dict[str, str] = {}
    sets: Counter[tuple[int, str]] = Counter()
    wonders = 0
    for path, row in rows:
        faults.once(row.get("id"), f"{path}.id", seen)
        check_names(faults, row, path, taken)
        era = faults.whole(row.get("era"), f"{path}.era", 1, 3)
        letter = row["letter"] if faults.one_of(row.get("letter"), f"{path}.letter", _LETTERS) else ""
        sets[era, letter] += 1
        kind = row["kind"] if faults.one_of(row.get("kind"), f"{path}.kind", _CITIES) else ""
        for part, names in (
            ("cost", (GOLD, RESOURCE, CUBES)),
            ("upkeep", (FOOD, RESOURCE)),
            ("income", (FOOD, GOLD, RESOURCE, CUBES)),
        ):
            _amounts(faults, row.get(part), f"{path}.{part}", names)
        for name in ("vp_per_turn", "vp_immediate"):
            faults.whole(row.get(name), f"{path}.{name}")
        faults.flag(row.get("red_stripe"), f"{path}.red_stripe")
        if kind == WONDER:
            wonders += 1
            _wonder(faults, row, path, letter)
    if isinstance(value, list):
        wanted = Counter((row["era"], row["letter"]) for row in ours["cities"])
        for (era, letter), count in wanted.items():
            if sets[era, letter] != count:
                faults.add(
                    "cities",
                    f"tiles of Era {era} {letter}: {sets[era, letter]} instead of {count} (ROE-1.7)",
                    f"losetas de la era {era} {letter}: {sets[era, letter]} en vez de {count} (ROE-1.7)",
                )
        if wonders != ours["counts"]["wonders"]:
            faults.add(
                "cities",
                f"{wonders} wonders instead of {ours['counts']['wonders']} (ROE-1.7)",
                f"{wonders} maravillas en vez de {ours['counts']['wonders']} (ROE-1.7)",
            )


def _amounts(faults: Faults, value: object, path: str, names: tuple[str, ...]) -> None:
    """These amounts and no others."""
    amounts = faults.group(value, path)
    faults.same(list(amounts), path, names, "ROE-8.5")
    for name in names:
        if name in amounts:
            faults.whole(amounts[name], f"{path}.{name}")


def _wonder(faults: Faults, row: Mapping[str, Any], path: str, letter: str) -> None:
    """Wonders come in B turns, are never set aside, and have no owner (ROE-4.8, ROE-8.10, ROE-8.11)."""
    if letter == "A":
        faults.add(f"{path}.letter", "wonders are B tiles (ROE-8.11)", "las maravillas son losetas B (ROE-8.11)")
    if row.get("red_stripe") is True:
        faults.add(
            f"{path}.red_stripe",
            "wonders have no red edge (ROE-4.8)",
            "las maravillas no tienen borde rojo (ROE-4.8)",
        )


def check_empire(faults: Faults, value: object, count: int) -> None:
    """8 tiles with two sides: a number from 1 to 4, water or none, one or two battle rows (ROE-1.4, ROE-9.2)."""
    rows = faults.groups(value, "empire")
    if isinstance(value, list):
        faults.exactly(len(rows), "empire", count, "ROE-1.4")
    seen: set[str] = set()
    for path, tile in rows:
        faults.once(tile.get("id"), f"{path}.id", seen)
        for name in ("side_era_1", "side_era_2_3"):
            where = f"{path}.{name}"
            side = faults.group(tile.get(name), where)
            faults.whole(side.get("regions"), f"{where}.regions", 1, 4)
            faults.flag(side.get("water"), f"{where}.water")
            battles = faults.groups(side.get("battle_rows"), f"{where}.battle_rows")
            if not 1 <= len(battles) <= 2:  # noqa: PLR2004 - one row or two
                faults.add(
                    f"{where}.battle_rows",
                    f"battle rows: {len(battles)} instead of 1 or 2 (ROE-9.2)",
                    f"filas de batalla: {len(battles)} en vez de 1 o 2 (ROE-9.2)",
                )
            for at, battle in battles:
                for loss in ("attacker_loses", "defender_loses"):
                    faults.whole(battle.get(loss), f"{at}.{loss}", 0)


def check_trade(faults: Faults, value: object, count: int) -> None:
    """10 boxes, each with discs, gold or VP for them, and the eras in which it may be used (ROE-12)."""
    rows = faults.groups(value, "trade")
    if isinstance(value, list):
        faults.exactly(len(rows), "trade", count, "ROE-12.7")
    seen: set[str] = set()
    for path, row in rows:
        faults.once(row.get("id"), f"{path}.id", seen)
        faults.whole(row.get("resources"), f"{path}.resources", 1)
        gold, vp = (faults.whole(row.get(name), f"{path}.{name}") for name in (GOLD, VP))
        if bool(gold) == bool(vp):
            faults.add(
                path,
                "a trade gives gold or VP, and not both (ROE-12.2)",
                "un comercio da oro o PV, no ambos (ROE-12.2)",
            )
        eras = faults.items(row.get("eras"), f"{path}.eras")
        if not eras or eras != sorted({era for era in eras if type(era) is int and 1 <= era <= 3}):  # noqa: PLR2004
            faults.add(
                f"{path}.eras",
                f"{eras!r:.40} should be some of the eras 1, 2, 3 in order (ROE-12.4)",
                f"{eras!r:.40} debería ser algunas de las eras 1, 2, 3 en orden (ROE-12.4)",
            )
