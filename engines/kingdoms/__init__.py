"""Kingdoms (Reiner Knizia): tiles and castles on a board of rows and columns, three epochs, the most gold wins.

This module is the interface for the kernel and the service; each subject has its own file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engines.kernel.box.form import BoxForm
from engines.kernel.box.reading import colours
from engines.kernel.game import Text
from engines.kernel.input.shorthand import Shorthand
from engines.kingdoms.adjustments.decide import adjust
from engines.kingdoms.box.checks import check_box
from engines.kingdoms.box.components import FORMER_BOXES, PROSE, SEATS, box
from engines.kingdoms.box.form import FORM
from engines.kingdoms.checks import checks
from engines.kingdoms.decide import decide
from engines.kingdoms.describe import describe
from engines.kingdoms.evolve import barrier, evolve, opens, replaces
from engines.kingdoms.facts import facts
from engines.kingdoms.marks import marks
from engines.kingdoms.moves import SECRET, adjustments, decode, encode, moves, options
from engines.kingdoms.offers import may, offers
from engines.kingdoms.result import result
from engines.kingdoms.setup import setup
from engines.kingdoms.shorthand import SHORTHAND
from engines.kingdoms.simulate import table
from engines.kingdoms.view import view

name: str = "kingdoms"
title: Text = {"en": "Kingdoms", "es": "Kingdoms"}
clauses: str = "KIN"
rules_version: int = 1
seats: range = SEATS
most_moves: int = 1_000
shorthand: Shorthand = SHORTHAND
secret: Mapping[str, Mapping[str, str]] = SECRET
prose: Sequence[str] = PROSE
former_boxes: Mapping[str, str] = FORMER_BOXES
box_form: BoxForm = FORM
