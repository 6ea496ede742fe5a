"""Undo, consents, corrections, rulings as calls: a body in, an answer out; what each does is in ``service.record``."""

from __future__ import annotations

from functools import partial
from typing import Any

from engines.kernel.game import Json
from service.access.tokens import Token
from service.api.call import Answer, Call
from service.api.envelope import fitting, flags
from service.api.schemas.mending import ConsentIn, CorrectionIn, RulingIn, UndoIn
from service.api.schemas.moves import EntryArgs
from service.api.service import Service
from service.api.writing import answered, refusing, request_of, writer_of
from service.record import correcting, ruling, undoing
from service.record.correction import Change

UNDO, CONSENT, CORRECTION, RULING = UndoIn(), ConsentIn(), CorrectionIn(), RulingIn()
ARGS = EntryArgs()


@refusing
def undo(service: Service, token: Token | None, record: str, call: Call) -> Answer:
    """Take moves back, or bring them back.

    Args:
        service: What it works with.
        token: The good token of the call; None without one.
        record: The record's id.
        call: Its query as :class:`EntryArgs`, its body as :class:`UndoIn`.

    Returns:
        201 with what was written, 200 for a dry run, or a problem.
    """
    given = fitting(UNDO, call)
    return _answer(service, token, record, call, "undo", given, partial(undoing.undone, asked=undoing.Asked(**given)))


@refusing
def consent(service: Service, token: Token | None, record: str, call: Call) -> Answer:
    """Consent to an undo from a seat's own link; as :func:`undo`, by :class:`ConsentIn`."""
    given = fitting(CONSENT, call)
    return _answer(service, token, record, call, "consents", given, partial(undoing.consented, names=given["to"]))


@refusing
def correct(service: Service, token: Token | None, record: str, call: Call) -> Answer:
    """Correct what was recorded; as :func:`undo`, by :class:`CorrectionIn`. A dry run tells the impact."""
    given = fitting(CORRECTION, call)
    changes = [_change(number, said) for number, said in enumerate(given["changes"], 1)]
    asked = partial(correcting.corrected, changes=changes, requested_by=given["requested_by"], reason=given["reason"])
    return _answer(service, token, record, call, "corrections", given, asked)


@refusing
def rule(service: Service, token: Token | None, record: str, call: Call) -> Answer:
    """Put the table right by a judge's adjustments; as :func:`undo`, by :class:`RulingIn`."""
    given = fitting(RULING, call)
    act = partial(ruling.ruled, asked=ruling.Asked(**given), capacity=service.recording.capacity)
    return _answer(service, token, record, call, "rulings", given, act)


def _answer(service: Service, token: Token | None, record: str, call: Call, name: str, given: Json, act: Any) -> Answer:
    """Do what a call asks, through the one function that writes."""
    asked = flags(ARGS, call)
    caller = writer_of(service, token, record, name)
    request = request_of(caller, call, asked, {"call": name, "record": record, "body": given})
    return answered(
        service,
        record,
        call,
        request,
        lambda: service.recording.act(record, request, lambda live, eyes: act(live, eyes, request)),
    )


def _change(number: int, said: Json) -> Change:
    irregular = dict(said["irregular"]) if "irregular" in said else None
    reason = irregular.pop("reason", "") if irregular is not None else ""
    return Change(number, said["op"], said.get("name") or said["before"], said.get("body"), irregular, reason)
