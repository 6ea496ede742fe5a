"""The form of the box of Kingdoms: the tiles and the castles."""

from __future__ import annotations

from engines.kernel.box.form import BoxForm, Table
from engines.kernel.sentences import say

FORM = BoxForm(tables=(Table("kinds", say("Tiles", "Losetas")),))
"""Values that an owner of another printing corrects."""
