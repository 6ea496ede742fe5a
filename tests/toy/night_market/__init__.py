"""The night market: a toy game with one of everything that is hard to record, and the template of a game's package.

Orders that several seats seal at once, a hidden hand of which more and more is known, an effect in progress, a nested
payment, a die, an end of turn that overlaps the next seat's, an option, scoring with ties, and a second version of its
rules: ``first`` is the version before. Its rules are in ``pages/toy.md``.
"""

from __future__ import annotations

from collections.abc import Mapping

from engines.kernel.game import Text

from . import first
from .adjustments import adjust
from .box import SEATS, box, check_box, colours, options
from .decide import decide
from .describe import describe, marks
from .evolve import barrier, evolve, opens, replaces
from .moves import adjustments, decode, encode, moves, shorthand
from .offers import may, offers
from .simulate import table
from .state import setup
from .view import facts, result, view

name: str = "toy"
title: Text = {"en": "Night market", "es": "Mercado nocturno"}
clauses: str = "TOY"
rules_version: int = 2
seats: range = SEATS
most_moves: int = 500
secret: Mapping[str, Mapping[str, str]] = {"deal": {"hands": "by_seat"}, "order": {"card": "seat"}}

__all__ = [
    "adjust",
    "adjustments",
    "barrier",
    "box",
    "check_box",
    "clauses",
    "colours",
    "decide",
    "decode",
    "describe",
    "encode",
    "evolve",
    "facts",
    "first",
    "marks",
    "may",
    "most_moves",
    "moves",
    "name",
    "offers",
    "opens",
    "options",
    "replaces",
    "result",
    "rules_version",
    "seats",
    "secret",
    "setup",
    "shorthand",
    "table",
    "title",
    "view",
]
