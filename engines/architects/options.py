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

CONSPIRATOR_SCOPES = ("per_turn", "per_capture")


def options() -> Mapping[str, Field]:
    """The options of a record; the defaults are those of the default box."""
    default = defaults()
    listed: Mapping[str, tuple[str, Text, tuple[int | str, ...]]] = {
        "side": ("ARC-2.10", say("Side of the boards", "Lado de los tableros"), (1, 2)),
        "alternate_characters": ("ARC-21.2", say("Alternate characters", "Personajes alternativos"), ()),
        "starting_apprentice": ("ARC-2.16", say("Starting apprentices", "Aprendices iniciales"), ()),
        "promos": ("ARC-2.17", say("Promo cards", "Cartas promocionales"), ()),
        "conspirator_scope": (
            "ARC-19.30", say("What a conspirator saves on", "En qué ahorra un conspirador"), CONSPIRATOR_SCOPES
        ),
    }  # fmt: skip
    return {
        name: Field("choice" if of else "flag", label, choices=of, default=default[name], rule=rule)
        for name, (rule, label, of) in listed.items()
    }
