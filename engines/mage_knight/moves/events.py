"""The moves of Mage Knight: each class is the event (chapter 30).

:mod:`engines.mage_knight.arguments` defines the types of their parameters.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from engines.kernel.game import Field
from engines.mage_knight.adjustments.events import (
    CrystalsChanged,
    DieSet,
    FameChanged,
    HeroMoved,
    ReputationChanged,
    WoundsChanged,
)
from engines.mage_knight.arguments import EVENTS
from engines.mage_knight.moves import actions, combat  # noqa: F401 - they register their events

SECRET: Mapping[str, Mapping[str, str]] = {
    "setup": {"hands": "by_seat"},
    "prepare_round": {"hands": "by_seat"},
    "take_tactic": {"drawn": "seat", "picked": "seat"},
    "play_card": {"drawn": "seat", "picked": "seat"},
    "use_skill": {"drawn": "seat"},
    "activate_unit": {"drawn": "seat"},
    "use_tactic": {"drawn": "seat", "picked": "seat"},
    "use_option": {"drawn": "seat", "picked": "seat"},
    "heal": {"drawn": "seat"},
    "plunder": {"drawn": "seat"},
    "take_reward": {"kept": "seat", "bottom": "seat"},
    "draw": {"drawn": "seat"},
}
"""Parameters that only the owner of the cards has seen (chapter 3)."""


def options() -> Mapping[str, Field]:
    """The options of a record (MK-2.27)."""
    return {
        "aa_deck": Field(
            "choice",
            {"en": "Advanced action cards", "es": "Cartas de acción avanzada"},
            choices=(16, 28),
            default=16,
        )
    }


Adjusted: TypeAlias = FameChanged | ReputationChanged | CrystalsChanged | WoundsChanged | HeroMoved | DieSet

encode, decode, moves, adjustments = EVENTS.encode, EVENTS.decode, EVENTS.types, EVENTS.adjustments
