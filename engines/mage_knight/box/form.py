"""The form of the box of Mage Knight: cards, tokens and tiles; effects are in the language of ``effect_checks``."""

from __future__ import annotations

from engines.kernel.box.form import BoxForm, Table
from engines.kernel.sentences import say, texts

FORM = BoxForm(
    tables=(
        Table("cards", say("Cards", "Cartas")),
        Table("units", say("Units", "Unidades")),
        Table("enemies", say("Enemies", "Enemigos")),
        Table("ruins", say("Ruins", "Ruinas")),
        Table("tiles", say("Map tiles", "Losetas del mapa")),
        Table("tactics", say("Tactics", "Tácticas")),
        Table("skills", say("Skills", "Habilidades"), row="{hero}-{id}"),
        Table("heroes", say("Heroes", "Héroes")),
        Table("sites", say("Sites", "Lugares"), always=True),
        Table("terrain", say("Terrain", "Terrenos"), always=True),
        Table("levels", say("Levels", "Niveles"), row="{level}", always=True),
        Table("reputation", say("Reputation", "Reputación"), row="{step}", always=True),
        Table("achievements", say("Achievements", "Logros"), always=True),
    ),
    labels=texts("engines.mage_knight")["labels"],
    free=(
        "cards.basic", "cards.strong", "units.abilities", "tactics.effect", "skills.effect", "tiles.hexes",
        *(f"sites.{member}" for member in ("burn", "mana", "plunder", "reward")),
        "ruins.altar", "ruins.reward", "enemies.attack",
    ),
    words=frozenset(("counts_double_against", "color", "filter", "up_to", "pick_from")),
)  # fmt: skip
"""Values that an owner of another printing corrects."""
