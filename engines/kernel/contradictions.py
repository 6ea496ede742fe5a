"""Contradictions: moves that cannot all be right, and the clause that excludes it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engines.kernel.values import Json


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Moves that cannot all be right.

    Args:
        names: The names of the moves, earlier ones first.
        rule: The clause that excludes it.
        what: The subject, as an id.
    """

    names: list[str]
    rule: str
    what: str

    def as_json(self) -> Json:
        """The JSON object that views contain."""
        return {"names": list(self.names), "rule": self.rule, "what": self.what}


def contradiction(names: Iterable[str | None], rule: str, what: str) -> Contradiction:
    """The contradiction between these moves, each named once; empty names are left out."""
    return Contradiction(in_order(names), rule, what)


def in_order(names: Iterable[str | None]) -> list[str]:
    """Names of moves, each once, the earlier ones first: by number, ``57.2`` after ``57``; empty ones are left out."""
    known = {name for name in names if name}
    return sorted(known, key=lambda name: [int(part) if part.isdigit() else 0 for part in name.split(".")])
