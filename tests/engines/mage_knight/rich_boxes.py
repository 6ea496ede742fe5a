"""Boxes in which rare things are common: spells and artifacts in decks, early levels, tombs, cheap units, nights."""

from random import Random

from engines import mage_knight
from engines.kernel.game import Json
from tests.engines.mage_knight.boxes import own_deck

RARE = 8
"""How many of a hero's sixteen cards are none of its basic actions."""
LINES = (0, 1, 2, 4, 6, 9, 12, 63, 80, 99)
"""Fame of the levels: six of them come within the first fights."""


SITES = ("tomb", "ruins", "spawning_grounds", "dungeon", "draconum")
"""What stands on the plains of tile 3 in the place of its village."""


def rich(seed: int) -> Json:
    """The default box with eight rare cards in each deck, none twice, early levels, and a site of the core on tile 3.

    Every second one begins with a night, in every third units are recruited for 2 in any village, in every fourth the
    ruins hide one white enemy each (else one of the twelve ruin tokens does); every seventh is the default.

    Args:
        seed: Which box; the same one for the same number.
    """
    box = mage_knight.box()
    if seed % 7 == 0:
        return box
    rng = Random(seed)
    rare = [card["id"] for card in box["cards"] if card["kind"] != "basic_action"]
    rng.shuffle(rare)
    for hero in box["heroes"]:
        deck: dict[str, int] = {}
        own = own_deck(hero["id"])
        rng.shuffle(own)
        for card in [*[rare.pop() for _ in range(RARE)], *own[:-RARE]]:
            deck[card] = deck.get(card, 0) + 1
        hero["deck"] = deck
    for level, fame in zip(box["levels"], LINES, strict=True):
        level["fame"] = fame
    tile = next(tile for tile in box["tiles"] if tile["id"] == "countryside_3")
    tile["hexes"]["SW"]["site"] = rng.choice(SITES)
    if seed % 2:
        box["scenario"]["rounds"] = ["night", "day", "night"]
    if seed % 4 == 1:
        for ruin in box["ruins"]:
            if "enemies" in ruin:
                ruin["enemies"] = ["white"]
    for unit in box["units"]:
        if seed % 3 == 0 and unit["tier"] == "regular":
            unit["cost"], unit["sites"] = 2, ["village", "monastery"]
    return box
