"""Writing moves over HTTP: one at a time, a secret given later, a file at once; what each does is in ``writing``."""

from __future__ import annotations

from typing import Any

from flask import Response

from service.api import expensive, mending, writing
from service.api.blueprint import Blueprint
from service.api.http import bearer, call, caller_of, respond, service, takes_files
from service.api.schemas.mending import ConsentIn, CorrectionIn, UndoIn
from service.api.schemas.moves import EntryArgs, ImportArgs, MoveIn, SecretIn, WriteArgs, WrittenOut
from service.api.schemas.problems import Problem
from service.api.writing import LINES, TEXT
from service.store.log import MOST_ENTRIES

blp = Blueprint("moves", __name__, url_prefix="/v1/records", description="Recording what happens at the table")

REFUSALS = {
    400: "Malformed",
    401: "A token is needed",
    403: "Not with this token",
    404: "No such record",
    409: "The record is closed",
    412: "The record has moved on: `since` holds the first hundred entries after the caller's",
    415: "Not in this form",
    422: "The rules forbid it (`rule`), or the idempotency key is reused",
    428: "No If-Match",
    503: "The store is out of reach, or takes no writes: try again with the same Idempotency-Key",
}


def refuses(function: Any) -> Any:
    """Document every refusal of a write."""
    function = blp.alt_response(200, schema=WrittenOut, description="A dry run: what would happen")(function)
    for status, description in reversed(REFUSALS.items()):
        function = blp.alt_response(status, schema=Problem, description=description)(function)
    headers = [
        {
            "in": "header",
            "name": "If-Match",
            "required": True,
            "schema": {"type": "string"},
            "description": 'The version followed, as "41" or as the tag of an answer; * where order does not matter',
        },
        {
            "in": "header",
            "name": "Idempotency-Key",
            "schema": {"type": "string"},
            "description": "The same key and body give the first answer again",
        },
    ]
    return blp.doc(parameters=headers)(function)


@blp.post("/<record>/moves")
@blp.takes(WriteArgs, "query")
@blp.takes(MoveIn)
@blp.response(201, WrittenOut, description="Recorded, and on disk")
@refuses
def make_move(record: str) -> Response:
    """Record one move."""
    return respond(writing.move(service(), bearer(), record, call()))


@blp.post("/<record>/secrets")
@blp.takes(WriteArgs, "query")
@blp.takes(SecretIn)
@blp.response(201, WrittenOut, description="Sealed")
@refuses
def give_secret(record: str) -> Response:
    """Give a secret that an earlier move left open; nothing public changes."""
    # Who may not is refused without the other process.
    caller_of(record, "secrets")
    if (made := expensive.handed_on()) is not None:
        return made
    return respond(writing.secret(service(), bearer(), record, call()))


@blp.post("/<record>/undo")
@blp.takes(EntryArgs, "query")
@blp.takes(UndoIn)
@blp.response(201, WrittenOut, description="Taken back")
@refuses
def undo(record: str) -> Response:
    """Take moves back, last first; the undo of an undo brings them back."""
    return respond(mending.undo(service(), bearer(), record, call()))


@blp.post("/<record>/consents")
@blp.takes(EntryArgs, "query")
@blp.takes(ConsentIn)
@blp.response(201, WrittenOut, description="Consented")
@refuses
def consent(record: str) -> Response:
    """Consent, from a seat's own link, that moves are taken back."""
    return respond(mending.consent(service(), bearer(), record, call()))


@blp.post("/<record>/corrections")
@blp.takes(EntryArgs, "query")
@blp.takes(CorrectionIn)
@blp.response(201, WrittenOut, description="Corrected, all of it")
@refuses
def correct(record: str) -> Response:
    """Amend, insert and retract moves; a dry run tells what becomes of every later one."""
    caller_of(record, "corrections")
    if (made := expensive.handed_on()) is not None:
        return made
    return respond(mending.correct(service(), bearer(), record, call()))


@blp.post("/<record>/import")
@blp.takes(ImportArgs, "query")
@blp.response(
    201, WrittenOut, description="Every move is recorded, or with `until_refused` those before the first refused one"
)
@refuses
@blp.alt_response(413, schema=Problem, description=f"More than {MOST_ENTRIES} moves, or too many bytes")
@blp.doc(
    requestBody={
        "required": True,
        "content": {TEXT: {"schema": {"type": "string"}}, LINES: {"schema": {"type": "string"}}},
    }
)
@takes_files
def import_moves(record: str) -> Response:
    """Record many moves at once: text notation or JSON lines."""
    caller_of(record, "import")
    if (made := expensive.handed_on()) is not None:
        return made
    return respond(writing.moves(service(), bearer(), record, call()))
