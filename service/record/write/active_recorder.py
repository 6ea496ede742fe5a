"""The active recorder: once a phone has this role, only it acts for the table until another phone takes over."""

from engines.kernel.game import Json
from service.access.codes import Code
from service.access.rights import FOR_THE_TABLE, Caller
from service.record.state.record import LiveRecord


class OtherRecorderError(Exception):
    """Another phone records the game."""

    def __init__(self, record: str, name: str) -> None:
        super().__init__(f"another phone records {record} since entry {name}")
        self.record = record
        self.name = name


def check(live: LiveRecord, caller: Caller, call: str) -> None:
    """Check that no active recorder prevents a caller from acting for the table.

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
    """Whether the recorder changed since a code was made; the code's own claim and its maker do not count."""
    recorder = live.tally.signatures.recorder
    if recorder is None or recorder.name == code.recorder or recorder.token == code.token:
        return False
    return code.recorder is not None or recorder.token != code.by


def as_json(live: LiveRecord) -> Json | None:
    """The active recorder as everybody sees it: ``token`` (id), ``name`` and ``at`` of its entry; None for none."""
    recorder = live.tally.signatures.recorder
    return None if recorder is None else {"token": recorder.token, "name": recorder.name, "at": recorder.at}
