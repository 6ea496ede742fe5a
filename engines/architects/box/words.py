"""The words that several tables of an owner's box share: goods and gains."""

from __future__ import annotations

from engines.architects.box.cards import CARDS, DEBT, POINTS, VIRTUE
from engines.architects.box.components import box
from engines.kernel.box.limits import amounts

GOODS = tuple(good["id"] for good in box()["resources"])
"""The goods that the rules name."""
SOME = amounts(GOODS)
"""Goods with numbers."""
GAIN = amounts((*GOODS, VIRTUE, CARDS, POINTS, DEBT))
"""A gain: goods, virtue, building cards, points or debts with numbers."""
