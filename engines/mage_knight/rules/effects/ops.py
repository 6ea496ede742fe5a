"""All ops of the effect language: imports the modules of its groups (chapter 24)."""

from __future__ import annotations

from engines.mage_knight.rules.effects import cards, combat, mana, others, units, values

GROUPS = (values, cards, combat, mana, others, units)
KNOWN = frozenset(values.OPS)
"""The supported ops; a box with any other op is not playable."""
