"""Checks, notes, signatures, disputes and closing as calls; ``service.record.write`` implements what they do."""

from collections.abc import Callable
from functools import partial
from typing import Any

from marshmallow import Schema

from service.access.tokens import Token
from service.api.schemas.checks import CheckIn
from service.api.schemas.signatures import CloseIn, DisputeIn, NoteIn, SignatureIn, VoidIn
from service.api.web.call import Answer, Call
from service.api.web.request import parse_body
from service.api.web.service import Service
from service.api.writes.corrections import perform
from service.api.writes.moves import Write, answering_problems
from service.record.write import checks, signatures


def _call(name: str, body: Schema, act: Callable[..., Any]) -> Write:
    """Create a call named in :data:`service.access.rights.CALLS`, with a query as :class:`EntryArgs` and a body schema.

    The call takes the service, its valid token or None, the record's id and the request, and answers 201 with what was
    written, 200 for a dry run, or a problem.
    """

    @answering_problems
    def answer(service: Service, token: Token | None, record: str, call: Call) -> Answer:
        given = parse_body(body, call)
        # These have their own limits: used-up undos and corrections must not block calls about the end of a game.
        return perform(service, token, record, call, name, given, partial(act, **given), acts=False)

    return answer


check = _call("checks", CheckIn(), checks.write_check)
"""Note what a seat counted at a check point."""
note = _call("notes", NoteIn(), signatures.write_note)
"""Note something."""
sign = _call("signatures", SignatureIn(), signatures.write_signature)
"""Sign the outcome."""
dispute = _call("disputes", DisputeIn(), signatures.write_dispute)
"""Dispute the outcome."""
close = _call("close", CloseIn(), signatures.write_closing)
"""Close a record."""
void = _call("void", VoidIn(), signatures.write_void)
"""Make a record void."""
