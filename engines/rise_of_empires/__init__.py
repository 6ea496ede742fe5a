"""Rise of Empires (Martin Wallace): three eras, discs that go down in one turn and are taken back in the next.

This module is the interface for the kernel and the service; each subject has its own file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engines.kernel.box.form import BoxForm
from engines.kernel.box.reading import colours
from engines.kernel.game import Text
from engines.kernel.input.shorthand import Shorthand
from engines.rise_of_empires.adjustments import adjust
from engines.rise_of_empires.box.checks import check_box
from engines.rise_of_empires.box.components import FORMER_BOXES, PROSE, SEATS, box
from engines.rise_of_empires.box.form import FORM
from engines.rise_of_empires.checks import checks
from engines.rise_of_empires.decide import decide
from engines.rise_of_empires.describe.sentences import describe
from engines.rise_of_empires.evolve import barrier, evolve, opens, replaces
from engines.rise_of_empires.facts import facts
from engines.rise_of_empires.marks import marks
from engines.rise_of_empires.moves import SECRET, adjustments, decode, encode, moves, options
from engines.rise_of_empires.offers.fields import may, offers
from engines.rise_of_empires.result import result
from engines.rise_of_empires.setup import setup
from engines.rise_of_empires.shorthand import SHORTHAND
from engines.rise_of_empires.simulate import table
from engines.rise_of_empires.view import view

name: str = "rise_of_empires"
title: Text = {"en": "Rise of Empires", "es": "Rise of Empires"}
clauses: str = "ROE"
rules_version: int = 1
seats: range = SEATS
most_moves: int = 2_000
shorthand: Shorthand = SHORTHAND
secret: Mapping[str, Mapping[str, str]] = SECRET
prose: Sequence[str] = PROSE
former_boxes: Mapping[str, str] = FORMER_BOXES
box_form: BoxForm = FORM
