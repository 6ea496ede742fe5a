"""The texts of Mage Knight, and its refusals; their codes are those of the reference (``x_1``), if it has one."""

from __future__ import annotations

from engines.kernel.sentences import Refusals, texts

TEXTS = texts("engines.mage_knight")

refuse = Refusals(TEXTS["refusals"], coded=False)
