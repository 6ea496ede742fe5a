"""The sums of a combat, worked out from the pages of rules: attacks, blocks, damage (chapters 15 to 18)."""

from collections.abc import Sequence
from typing import Any

from engines.kernel.game import Json

EFFICIENT = {
    "physical": {"physical", "fire", "ice", "cold_fire"},
    "fire": {"ice", "cold_fire"},
    "ice": {"fire", "cold_fire"},
    "cold_fire": {"cold_fire"},
}
"""Against an attack of each element the elements of block that count whole (MK-16.4)."""


def parts(held: Json, pieces: Sequence[str]) -> list[Json]:
    """The values of pieces of a hero's turn."""
    return [part for piece in pieces for part in held["turn"]["pieces"][piece]["parts"]]


def resisted(element: str, resists: Sequence[str]) -> bool:
    """Whether one enemy halves a value of an element (MK-15.5)."""
    return {"fire", "ice"} <= set(resists) if element == "cold_fire" else element in resists


def attack_succeeds(held: Json, combat: Json, pieces: Sequence[str], enemies: Sequence[int]) -> bool:
    """Whether an attack defeats the enemies named (MK-15.3 to MK-15.7)."""
    named = [combat["enemies"][str(number)] for number in enemies]
    first = combat["phase"] == "ranged_siege"
    doubled = not first and "double_attacks" in held["turn"]["effects"]
    whole = half = 0
    for part in parts(held, pieces):
        value = part["value"] * (2 if doubled and part["element"] == "physical" else 1)
        if first and part["kind"] == "ranged" and any(enemy["fortified"] for enemy in named):
            continue
        if any(resisted(part["element"], enemy["resists"]) for enemy in named):
            half += value
        else:
            whole += value
    return bool(whole + half // 2 >= sum(enemy["armor"] for enemy in named))


def block_succeeds(held: Json, enemy: Json, pieces: Sequence[str]) -> bool:
    """Whether a block stops an enemy (MK-16.4 to MK-16.6, MK-16.10)."""
    whole = half = 0
    for part in parts(held, pieces):
        if part["element"] in EFFICIENT[enemy["element"]]:
            whole += part["value"]
        else:
            half += part["value"]
    plain = any(piece.split(".")[0] == "utem_guardsmen" for piece in pieces)
    needed = enemy["attack"] * (2 if "swift" in enemy["offence"] and not plain else 1)
    return bool(whole + half // 2 >= needed)


def wounds_of(box: Json, held: Json, enemy: Json, units: Sequence[int]) -> tuple[int, bool, bool]:
    """Wounds to the hero's hand by the damage of an enemy, and whether it poisons and paralyses (chapter 17)."""
    damage = enemy["attack"] * (2 if "brutal" in enemy["offence"] else 1)
    for number in units:
        own = held["units"][str(number)]
        armour, resists = armour_of(box, held, own)
        if resisted(enemy["element"], resists):
            damage = max(0, damage - armour)
        if damage:
            damage = max(0, damage - armour)
    count = -(-damage // held["armor"])
    return count, "poison" in enemy["offence"], "paralyze" in enemy["offence"]


def armour_of(box: Json, held: Json, own: Json) -> tuple[int, list[str]]:
    """Armour and resistances of an own unit, with its banner and the banner of glory thrown away this turn."""
    unit: Any = next(unit for unit in box["units"] if unit["id"] == own["unit"])
    armour, resists = unit["armor"], list(unit["resists"])
    if own["banner"]:
        banner = next(card for card in box["cards"] if card["id"] == own["banner"])["basic"]
        armour += banner.get("armor", 0)
        resists += banner.get("resists", [])
    return armour + held["turn"]["effects"].count("units_this_turn"), resists
