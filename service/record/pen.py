"""Who records: where a phone was named for it, that phone types, and every other one only once it has taken over."""

from __future__ import annotations

from engines.kernel.game import Json
from service.access.rights import Caller
from service.record.folds import Live

TYPED = frozenset({"moves", "secrets", "undo", "corrections", "import"})
"""Calls of whoever records."""
ROLES = frozenset({"recorder", "owner", "admin"})
"""What a caller is to a record who may record it; a seat's own link types what is its own at any time."""
ORDERED = frozenset({"undo", "corrections"})
"""Calls that a judge orders, who needs no pen for it."""


class OtherRecorderError(Exception):
    """Another phone records the game.

    Args:
        record: Which.
        name: Name of the entry by which it does.
    """

    def __init__(self, record: str, name: str) -> None:
        super().__init__(f"another phone records {record} since entry {name}")
        self.record = record
        self.name = name


def check(live: Live, caller: Caller, call: str) -> None:
    """Check that a caller may type what it does, where somebody was named as the recorder.

    Args:
        live: The record.
        caller: Who calls.
        call: The name of the call, as in :data:`service.access.rights.CALLS`.

    Raises:
        OtherRecorderError: Another phone records.
    """
    pen = live.notes.standing.recorder
    if pen is None or pen.token == caller.by or call not in TYPED or caller.role not in ROLES:
        return
    if not (caller.judge and call in ORDERED):
        raise OtherRecorderError(live.record, pen.name)


def told(live: Live) -> Json | None:
    """Who records, for all: ``token`` (its id), ``name`` of the entry and ``at``, its time; None where nobody."""
    pen = live.notes.standing.recorder
    return None if pen is None else {"token": pen.token, "name": pen.name, "at": pen.at}
