"""The form of the box of Architects: cards, market faces and tracks; abilities are in the words of ``card_checks``."""

from __future__ import annotations

from engines.kernel.box.form import COMMON, BoxField, BoxForm, Table
from engines.kernel.sentences import say

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
    labels={
        "ability": say("ability", "capacidad"),
        "actions": say("actions", "acciones"),
        "actions_up_to": say("actions at most", "acciones como mucho"),
        "black_market_allowed": say("may use the Black Market", "puede usar el mercado negro"),
        "capturable": say("workers can be captured", "se puede capturar"),
        "capture_locations_per_turn": say("captures per turn", "capturas por turno"),
        "captures_up_to": say("captures at most", "capturas como mucho"),
        "cathedral_allowed": say("may work on the Cathedral", "puede trabajar en la catedral"),
        "choose": say("choice of goods", "bienes a elegir"),
        "choose_action": say("choice of actions", "acciones a elegir"),
        "cost_first": say("cost of the first capture", "coste de la primera captura"),
        "cost_further": say("cost of each further one", "coste de cada captura más"),
        "effect": say("effect", "efecto"),
        "end_game": say("at the end", "al final"),
        "gain": say("gain", "ganancia"),
        "immediate": say("at once", "al momento"),
        "identical_group": say("copies of one card", "copias de una carta"),
        "large": say("large face", "cara grande"),
        "level": say("level", "nivel"),
        "lose": say("loss", "pérdida"),
        "placement_allowed": say("workers may be placed", "se pueden colocar trabajadores"),
        "position": say("position", "casilla"),
        "requires": say("requires", "requiere"),
        "skills": say("skills", "habilidades"),
        "small": say("small face", "cara pequeña"),
        "spaces": say("spaces", "espacios"),
        "start": say("starts with", "empieza con"),
        "start_side_1": say("start of side 1", "inicio de la cara 1"),
        "tax_evasion_icons": say("taxes evaded", "impuestos evadidos"),
        "timing": say("when", "cuándo"),
        "trades": say("trades", "comercios"),
        "virtue": say("virtue", "virtud"),
    },
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
