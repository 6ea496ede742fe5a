"""The form of the box of Architects: cards, market faces and tracks; abilities are in the words of ``card_checks``."""

from __future__ import annotations

from engines.kernel.box.form import COMMON, BoxField, BoxForm, Table
from engines.kernel.sentences import say, texts

FORM = BoxForm(
    tables=(
        Table("apprentices", say("Apprentices", "Aprendices"), copies=("identical_group",)),
        Table("buildings", say("Buildings", "Edificios")),
        Table("characters", say("Characters", "Personajes")),
        Table("black_market.cards", say("Market cards", "Cartas de mercado")),
        Table("rewards", say("Reward cards", "Cartas de recompensa"), copies=("identical_group",)),
        Table("locations", say("Locations", "Lugares"), always=True),
        Table("virtue_track", say("Virtue track", "Marcador de virtud"), row="{position}", always=True),
        Table("cathedral.levels", say("Levels of the cathedral", "Niveles de la catedral"), row="{level}", always=True),
    ),
    labels=texts("engines.architects")["labels"],
    changes={
        **{f"{table}.aliases": {"kind": "list", "of": BoxField("text")} for table in ("apprentices", "buildings")},
        "virtue_track.position": {"low": None, "high": None},
        "cathedral.levels.level": {"low": None, "high": None},
    },
    more={"characters": {"aliases": BoxField("list", COMMON["aliases"], optional=True, of=BoxField("text"))}},
    free=(
        *(f"{table}.ability" for table in ("apprentices", "characters")),
        "buildings.effect",
        *(
            f"locations.{member}"
            for member in ("gain", "choose", "choose_action", "trades", "actions", "cost", "cost_first", "cost_further")
        ),
        "cathedral.levels.cost",
    ),
    words=frozenset(
        ("count", "every", "of", "condition", "own_workers_in_prison", "own_workers_in_prison_at_least", "unpaid_debts",
         "building_cards", "vp", "debt", "clay", "wood", "stone", "gold", "marble", "silver", "virtue", "up_to")
    ),
)  # fmt: skip
"""Values that an owner of another printing corrects."""
