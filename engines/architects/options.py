"""The options of a record, and which parameters of moves are secret."""

from __future__ import annotations

from collections.abc import Mapping

from engines.architects.box.components import defaults
from engines.kernel.game import Field, Text
from engines.kernel.sentences import say

SECRET: Mapping[str, Mapping[str, str]] = {
    "draft_done": {"kept": "by_seat", "drawn": "by_seat"},
    "workshop_draw": {"drawn": "seat"},
    "market_left": {"drawn": "seat"},
    "market_right": {"drawn": "seat"},
    "market_hire": {"drawn": "seat"},
    "market_draw": {"kept": "seat", "put_back": "seat", "drawn": "seat"},
    "build": {
        "library_card": "seat",
        "drawn": "seat",
        "crane.discarded": "seat",
        "crane.library_card": "seat",
        "crane.drawn": "seat",
    },
    "cathedral": {"discarded": "seat", "drawn": "seat"},
    "discard_to_limit": {"discarded": "seat"},
}
"""Cards of a hand that its owner may state (ARC-26.2, ARC-26.6, MOV-8); nothing else is secret."""

CLAUSES = {"alternate_characters": "ARC-21.2", "starting_apprentice": "ARC-2.16", "promos": "ARC-2.17"}
"""Option -> the clause that it decides."""
CONSPIRATOR_SCOPES = ("per_turn", "per_capture")


def options() -> Mapping[str, Field]:
    """The options of a record; the defaults are those of the default box."""
    default = defaults()

    def flag(name: str, label: Text) -> Field:
        return Field("flag", label, default=default[name], rule=CLAUSES[name])

    scopes = say("What a conspirator saves on", "En qué ahorra un conspirador")
    return {
        "side": Field(
            "choice",
            say("Side of the boards", "Lado de los tableros"),
            choices=(1, 2),
            default=default["side"],
            rule="ARC-2.10",
        ),
        "alternate_characters": flag("alternate_characters", say("Alternate characters", "Personajes alternativos")),
        "starting_apprentice": flag("starting_apprentice", say("Starting apprentices", "Aprendices iniciales")),
        "promos": flag("promos", say("Promo cards", "Cartas promocionales")),
        "conspirator_scope": Field(
            "choice", scopes, choices=CONSPIRATOR_SCOPES, default=default["conspirator_scope"], rule="ARC-19.30"
        ),
    }
