"""The night market: a toy game with one of everything that is hard to record, beside Kingdoms the proof of the walls.

Orders that several seats seal at once, hands that are dealt and partly known, a nested payment, a die, an end of turn
that overlaps the next seat's, an option, scoring with ties. Its rules are in ``rules.md``.
"""

from __future__ import annotations

from collections.abc import Mapping

from engines.kernel.game import Text
from tests.toy.asked import may, offers, table
from tests.toy.parts import box, check_box, colours, decode, encode, moves, options, setup, shorts
from tests.toy.rules import barrier, decide, evolve, opens, replaces
from tests.toy.shown import describe, facts, marks, result, view

name: str = "toy"
title: Text = {"en": "Night market", "es": "Mercado nocturno"}
clauses: str = "TOY"
rules_version: int = 1
seats: range = range(2, 5)
most_moves: int = 500
secret: Mapping[str, Mapping[str, str]] = {"deal": {"hands": "by_seat"}, "order": {"card": "seat"}}

__all__ = [
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
    "shorts",
    "table",
    "title",
    "view",
]
