"""Every op of the effect language in one place: the modules of its groups, and the words they know (chapter 24)."""

from __future__ import annotations

from engines.mage_knight.rules.effects import cards, combat, mana, others, units, values

GROUPS = (values, cards, combat, mana, others, units)
KNOWN = frozenset(values.OPS)
"""The ops that are carried out; a box with another one cannot be played with."""
