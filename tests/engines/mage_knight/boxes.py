"""The reference's figures as the tests of Mage Knight name them, and boxes as an owner might correct them.

Where things lie at the beginning (axial ``[q, r]``): portal (0, 0), plains (0, -1) and (1, 0), forest (1, -1). Tile 1:
glade (1, -3), village (2, -3), orcs (1, -4), plains (1, -2) and (0, -2). Tile 2: hills (3, -2), village (4, -2),
green mine (2, -1), glade (4, -3), orcs (3, -3), plains (2, -2) and (3, -1).
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from engines import mage_knight
from engines.kernel.game import Json
from tests.reference import figures

FIGURES = figures("mage_knight")
HEROES = {figure["colour"]: hero for hero, figure in FIGURES["heroes"].items()}
COLOURS = ("red", "blue", "green", "white")
BASIC = ("red", "blue", "green", "white")
FILLER = [
    *("march", "march", "stamina", "stamina", "swiftness", "swiftness", "promise", "threaten"),
    *("rage", "determination", "tranquility", "crystallize", "mana_draw", "concentration"),
    *("improvisation", "battle_versatility"),
]
"""What the rest of a deck is made of where a test names a few cards only."""
GREEN = ("prowlers", "diggers", "cursed_hags", "wolf_riders", "ironclads", "orc_summoners")
VILLAGE, ORCS, BESIDE, OTHER_ORCS = [2, -3], [3, -3], [2, -2], [1, -4]
"""The village of tile 1, the orcs of tile 2, a plain beside these orcs (and beside the village), the orcs of tile 1."""
HILLS, BEFORE, FAR = [3, -2], [2, -1], [1, 0]
"""The hills of tile 2 where :func:`table` puts a site, the mine beside them, and a plain beside the mine alone."""
PLAIN = [3, -4]
"""The plains of tile 3 where :func:`table` puts a later site, beside the village (2, -3) and the orcs of tile 2."""
# ------------------------------------------------------------------------------------------------------ the reference


@cache
def colour_of() -> dict[str, str]:
    """The colour of every action and spell of the reference."""
    return {
        card: colour
        for kind in ("basic_actions", "advanced_actions", "spells")
        for colour in BASIC
        for card in FIGURES[kind][colour].split()
    }


SPELLS = {card for colour in BASIC for card in FIGURES["spells"][colour].split()}
ARTIFACTS = set(FIGURES["artifacts"]["all"].split())


def listed(text: str) -> list[str]:
    """Cards of a list such as ``rage march*2``, each copy by itself."""
    return [card for word in text.split() for card in [word.partition("*")[0]] * int(word.partition("*")[2] or 1)]


def own_deck(hero: str) -> list[str]:
    """The sixteen cards of a hero of the reference."""
    return listed(FIGURES["heroes"][hero]["deck"])


# -------------------------------------------------------------------------------------------------------------- boxes

ORC_SPACE = {"terrain": "plains", "site": "orcs"}


def filled(cards: Sequence[str]) -> list[str]:
    """Sixteen cards: those named, and the filler that they do not have already."""
    left = Counter(FILLER) - Counter(cards)
    return [*cards, *left.elements()][:16]


def as_enemy(enemy: Json, name: str) -> None:
    """Give a token of the box the figures of an enemy of the reference."""
    _, _, armour, attack, element, abilities, resists, fame = FIGURES["enemies"][name]
    offence = [word for word in abilities.split() if word != "fortified"]
    enemy["armor"], enemy["fame"], enemy["resists"] = armour, fame, resists.split()
    enemy["attack"] = {"value": attack, "element": element} if attack else {"summons": "brown"}
    enemy["offence"], enemy["defence"] = offence, ["fortified"] if "fortified" in abilities else []


def box(  # noqa: PLR0913 - each by its name
    *,
    decks: Mapping[str, Sequence[str]] | None = None,
    foes: Mapping[str, str] | None = None,
    copies: Mapping[str, int] | None = None,
    levels: Mapping[str, int] | None = None,
    night: bool = False,
    cheap: bool = False,
    paired: str = "",
    land: Mapping[str, Json] | None = None,
    effects: Mapping[str, Any] | None = None,
) -> Json:
    """The default box with some figures changed.

    Args:
        decks: Cards of a hero, by colour; the filler makes sixteen of them.
        foes: For a token the enemy of the reference whose figures it gets.
        copies: How many there are of a token.
        levels: ``hand``, ``armor`` or ``command`` of every level.
        night: Whether the first round is a night.
        cheap: Whether every unit costs 1 and is recruited in villages.
        paired: Where the orcs of tile 1 stand instead: ``village``, on (2, -3), or ``mine``, on (2, -1).
        land: Terrain or site of spaces, by countryside tile and direction from its centre (``2.C``).
        effects: What a use of a card does (``rage.basic``), or a unit (``peasants.abilities``).
    """
    made: Json = mage_knight.box()
    for hero in made["heroes"]:
        if hero["colour"] in (decks or {}):
            hero["deck"] = dict(Counter(filled((decks or {})[hero["colour"]])))
    for enemy in made["enemies"]:
        if enemy["id"] in (foes or {}):
            as_enemy(enemy, (foes or {})[enemy["id"]])
        enemy["count"] = (copies or {}).get(enemy["id"], enemy["count"])
    for level in made["levels"]:
        level.update(levels or {})
    for unit in made["units"]:
        if cheap and unit["tier"] == "regular":
            unit["cost"], unit["sites"] = 1, ["village"]
    if night:
        made["scenario"]["rounds"] = ["night", "day", "night"]
    tiles = {str(tile["number"]): tile["hexes"] for tile in made["tiles"] if tile["id"].startswith("countryside")}
    if paired:
        tiles["1"]["NW"] = {"terrain": "forest"}
        tiles["1" if paired == "village" else "2"]["E" if paired == "village" else "SW"] = ORC_SPACE
    for path, node in (effects or {}).items():
        thing, use = path.split(".")
        next(one for one in (*made["cards"], *made["units"]) if one["id"] == thing)[use] = node
    for place, change in (land or {}).items():
        tiles[place.split(".")[0]][place.split(".")[1]].update(change)
    return made
