"""The night market as it was first played, ``toy@1``: a roll has no effect, and a judge has nothing to put right with.

What both versions share is imported; a digest of a whole game in the tests shows that old records replay as they did.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engines.kernel.game import Json, MoveType, Text
from engines.kernel.moves.adjustments import no_adjust as adjust
from engines.kernel.moves.adjustments import no_adjustments as adjustments
from engines.kernel.sentences import say

from . import box as boxes
from . import moves as newest
from .box import SEATS, colours, options
from .decide import CALLED, decide
from .describe import describe, marks
from .evolve import barrier, evolve, opens, replaces
from .moves import decode, encode, shorthand
from .offers import may, offers
from .simulate import table
from .state import setup
from .view import facts, result, view

name: str = "toy"
title: Text = {"en": "Night market", "es": "Mercado nocturno"}
clauses: str = "TOY"
rules_version: int = 1
seats: range = SEATS
most_moves: int = 500
secret: Mapping[str, Mapping[str, str]] = {"deal": {"hands": "by_seat"}, "order": {"card": "seat"}}


def box() -> Json:
    """The components of the default edition, in which no ware calls for anything; fresh."""
    found = boxes.box()
    for ware in found["wares"].values():
        ware.pop("calls", None)
    return found


def check_box(box: Json) -> Sequence[tuple[str, Text]]:
    """Every fault of an owner's box as (path, what is wrong); it may be any JSON."""
    calls = say("a roll has no effect", "una tirada no tiene efecto")
    wares = box["wares"].items() if not (faults := boxes.check_box(box)) else ()
    return [*faults, *((f"wares.{key}.calls", calls) for key, ware in wares if ware.get("calls") is not None)]


def moves(box: Json) -> Mapping[str, MoveType]:
    """Every type of move; those that an effect calls for are of the next version."""
    return {kind: shape for kind, shape in newest.moves(box).items() if kind not in CALLED}


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
