"""Every op of the effect language in one place: the modules of its groups, and the words they know (chapter 24)."""

from __future__ import annotations

from engines.mage_knight import (
    effects,
    effects_cards,
    effects_combat,
    effects_mana,
    effects_others,
    effects_units,
)

GROUPS = (effects, effects_cards, effects_combat, effects_mana, effects_others, effects_units)
KNOWN = frozenset(effects.OPS)
"""The ops that are carried out; a box with another one cannot be played with."""
