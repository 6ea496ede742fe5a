"""Architects of the West Kingdom (Shem Phillips, S J Macdonald): workers, captives, virtue, and a cathedral.

This module is the interface for the kernel and the service; each subject has its own file. The solo game and the
expansions (Age of Artisans, Works of Wonder) are not played here (ARC-25).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engines.architects.adjustments.decide import adjust
from engines.architects.box.checks import check_box
from engines.architects.box.components import FORMER_BOXES, PROSE, SEATS, box
from engines.architects.box.form import FORM
from engines.architects.checks import checks
from engines.architects.decide import decide
from engines.architects.describe.sentences import describe
from engines.architects.evolve import barrier, evolve, opens, replaces
from engines.architects.facts import facts
from engines.architects.marks import marks
from engines.architects.moves import adjustments, decode, encode, moves
from engines.architects.offers.fields import offers
from engines.architects.offers.move_types import may
from engines.architects.options import SECRET, options
from engines.architects.result import result
from engines.architects.setup import setup
from engines.architects.shorthand import SHORTHAND
from engines.architects.simulate import table
from engines.architects.view import view
from engines.kernel.box.form import BoxForm
from engines.kernel.box.reading import colours
from engines.kernel.game import Text
from engines.kernel.input.shorthand import Shorthand

name: str = "architects"
title: Text = {"en": "Architects of the West Kingdom", "es": "Arquitectos del Reino del Oeste"}
clauses: str = "ARC"
rules_version: int = 1
seats: range = SEATS
most_moves: int = 4_000
shorthand: Shorthand = SHORTHAND
secret: Mapping[str, Mapping[str, str]] = SECRET
prose: Sequence[str] = PROSE
former_boxes: Mapping[str, str] = FORMER_BOXES
box_form: BoxForm = FORM
