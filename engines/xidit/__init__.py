"""Lords of Xidit (Régis Bonnessée): orders programmed in secret, three evaluations, one savior of the kingdom.

This module is the interface for the kernel and the service; each subject has its own file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engines.kernel.box.form import BoxForm
from engines.kernel.box.reading import colours
from engines.kernel.game import Text
from engines.kernel.input.shorthand import Shorthand
from engines.xidit.adjustments.decide import adjust
from engines.xidit.box.checks import check_box
from engines.xidit.box.components import FORMER_BOXES, PROSE, SEATS, box
from engines.xidit.box.form import FORM
from engines.xidit.checks import checks
from engines.xidit.decide import decide
from engines.xidit.describe.sentences import describe
from engines.xidit.evolve import barrier, evolve, opens, replaces
from engines.xidit.facts import facts
from engines.xidit.marks import marks
from engines.xidit.moves import SECRET, adjustments, decode, encode, moves, options
from engines.xidit.offers import may, offers
from engines.xidit.result import result
from engines.xidit.setup import setup
from engines.xidit.shorthand import SHORTHAND
from engines.xidit.simulate import table
from engines.xidit.view import view

name: str = "xidit"
title: Text = {"en": "Lords of Xidit", "es": "Lords of Xidit"}
clauses: str = "XID"
rules_version: int = 1
seats: range = SEATS
most_moves: int = 2_000
shorthand: Shorthand = SHORTHAND
secret: Mapping[str, Mapping[str, str]] = SECRET
prose: Sequence[str] = PROSE
former_boxes: Mapping[str, str] = FORMER_BOXES
box_form: BoxForm = FORM
