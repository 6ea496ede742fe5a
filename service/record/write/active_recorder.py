"""The active recorder: once a phone is named as such, only it acts for the table until another takes over."""

from __future__ import annotations

from engines.kernel.game import Json
from service.access.codes import Code
from service.access.rights import FOR_THE_TABLE, Caller
from service.record.state.record import LiveRecord


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


def check(live: LiveRecord, caller: Caller, call: str) -> None:
    """Check that a caller may act for the table, where somebody was named as the recorder.

    Args:
        live: The record.
        caller: Who calls.
        call: The name of the call, as in :data:`service.access.rights.CALLS`.

    Raises:
        OtherRecorderError: Another phone records.
    """
    recorder = live.tally.signatures.recorder
    if recorder is not None and recorder.token != caller.by and call in FOR_THE_TABLE.get(caller.role, ()):
        raise OtherRecorderError(live.record, recorder.name)


def has_changed_since(live: LiveRecord, code: Code) -> bool:
    """Whether somebody else was named the recorder since a code was made; its own claim and its maker do not count."""
    recorder = live.tally.signatures.recorder
    if recorder is None or recorder.name == code.recorder or recorder.token == code.token:
        return False
    return code.recorder is not None or recorder.token != code.by


def as_json(live: LiveRecord) -> Json | None:
    """Who records, for all: ``token`` (its id), ``name`` of the entry and ``at``, its time; None where nobody."""
    recorder = live.tally.signatures.recorder
    return None if recorder is None else {"token": recorder.token, "name": recorder.name, "at": recorder.at}
