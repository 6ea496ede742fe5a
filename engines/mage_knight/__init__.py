"""Mage Knight (Vlaada Chvátil), scenario First Reconnaissance: heroes explore, fight, learn, and look for the city.

This module is the interface for the kernel and the service; each subject has its own file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engines.kernel.box.form import BoxForm
from engines.kernel.box.reading import colours
from engines.kernel.game import Text
from engines.kernel.input.shorthand import Shorthand
from engines.mage_knight.adjustments.decide import adjust
from engines.mage_knight.box.checks import check_box
from engines.mage_knight.box.components import FORMER_BOXES, PROSE, SEATS, box
from engines.mage_knight.box.form import FORM
from engines.mage_knight.checks import checks
from engines.mage_knight.decide import decide
from engines.mage_knight.describe.sentences import describe
from engines.mage_knight.evolve import barrier, evolve, opens, replaces
from engines.mage_knight.facts import facts
from engines.mage_knight.marks import marks
from engines.mage_knight.moves.events import SECRET, adjustments, decode, encode, moves, options
from engines.mage_knight.offers.fields import may, offers
from engines.mage_knight.result import result
from engines.mage_knight.setup import setup
from engines.mage_knight.shorthand import SHORTHAND
from engines.mage_knight.simulate import table
from engines.mage_knight.view import view

name: str = "mage_knight"
title: Text = {"en": "Mage Knight: First Reconnaissance", "es": "Mage Knight: primer reconocimiento"}
clauses: str = "MK"
rules_version: int = 1
seats: range = SEATS
most_moves: int = 8_000
shorthand: Shorthand = SHORTHAND
secret: Mapping[str, Mapping[str, str]] = SECRET
prose: Sequence[str] = PROSE
former_boxes: Mapping[str, str] = FORMER_BOXES
box_form: BoxForm = FORM
