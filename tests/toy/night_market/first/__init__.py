"""The night market as it was first played, ``toy@1``: frozen, so that old records replay as they did.

Nothing here is mended or shared with what came later. A hand is known whole or not at all, a roll has no effect,
and a judge has nothing to put right with.
"""

from __future__ import annotations

from collections.abc import Mapping

from engines.kernel.game import Text
from engines.kernel.moves.adjustments import no_adjust as adjust
from engines.kernel.moves.adjustments import no_adjustments as adjustments

from .asked import may, offers, table
from .parts import box, check_box, colours, decode, encode, moves, options, setup, shorthand
from .rules import barrier, decide, evolve, opens, replaces
from .shown import describe, facts, marks, result, view

name: str = "toy"
title: Text = {"en": "Night market", "es": "Mercado nocturno"}
clauses: str = "TOY"
rules_version: int = 1
seats: range = range(2, 5)
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
