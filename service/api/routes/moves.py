"""Writing moves over HTTP: one at a time, a secret given later, a file at once; what each does is in ``writes``."""

from typing import Any

from flask import Response
from marshmallow import Schema

from service.api.schemas.corrections import ConsentIn, CorrectionIn, RulingIn, UndoIn
from service.api.schemas.moves import EntryArgs, ImportArgs, MoveIn, SecretIn, WriteArgs, WrittenOut
from service.api.schemas.signatures import CloseIn, DisputeIn, NoteIn, SignatureIn, VoidIn
from service.api.web import slow_calls
from service.api.web.blueprint import Blueprint
from service.api.web.http import bearer, call, caller_of, respond, service, takes_files
from service.api.web.openapi_common import WRITES
from service.api.writes import corrections, moves, signatures
from service.api.writes.moves import LINES, TEXT
from service.store.log import MOST_ENTRIES

blp = Blueprint("moves", __name__, url_prefix="/v1/records", description="Recording what happens at the table")

REFUSALS = {
    400: "Malformed",
    401: "A token is needed",
    403: "Not with this token",
    404: "No such record",
    409: "The record does not take this in its status: it is closed or void, or a signature came before the end",
    412: "The record has moved on: `since` holds the first hundred entries after the caller's",
    415: "Not in this form",
    422: "The rules forbid it (`rule`), or the idempotency key is reused",
    428: "No If-Match",
}


def writes(path: str, body: type[Schema] | None, done: str, query: Any = EntryArgs, blueprint: Blueprint = blp) -> Any:
    """Declare a call that writes to a record: its query and body, what it has done, and every refusal."""

    def declare(view: Any) -> Any:
        view = blueprint.alt_response(200, schema=WrittenOut, description="A dry run: what would happen")(view)
        view = blueprint.refuses(REFUSALS)(view)
        view = blueprint.response(201, WrittenOut, description=done)(view)
        view = view if body is None else blueprint.takes(body)(view)
        return blueprint.post(path)(blueprint.takes(query, "query")(blueprint.takes_headers(*WRITES)(view)))

    return declare


@writes("/<record>/moves", MoveIn, "Recorded, and on disk", WriteArgs)
def make_move(record: str) -> Response:
    """Record one move.

    It follows the version that `If-Match` names. It is checked against the rules, and on disk before it is answered.
    """
    return respond(moves.move(service(), bearer(), record, call()))


@writes("/<record>/secrets", SecretIn, "Sealed", WriteArgs)
def give_secret(record: str) -> Response:
    """Give a secret that an earlier move left open.

    Nothing public changes: the log keeps its seal, and the value is stored apart from it for those who may see it.
    """
    # Who may not is refused without the other process.
    caller_of(record, "secrets")
    if (made := slow_calls.offload()) is not None:
        return made
    return respond(moves.secret(service(), bearer(), record, call()))


@writes("/<record>/undo", UndoIn, "Taken back")
def undo(record: str) -> Response:
    """Take moves back, last first.

    Moves that others made meanwhile stay. The undo of an undo restores what it removed.
    """
    return respond(corrections.undo_moves(service(), bearer(), record, call()))


@writes("/<record>/consents", ConsentIn, "Consented")
def consent(record: str) -> Response:
    """Consent that moves are taken back.

    From a seat's own link, before the undo is written that needs it.
    """
    return respond(corrections.consent(service(), bearer(), record, call()))


@writes("/<record>/corrections", CorrectionIn, "Corrected, all of it")
def correct(record: str) -> Response:
    """Amend, insert and retract moves, all in one entry.

    A dry run returns what happens to every later move and to the result.
    """
    caller_of(record, "corrections")
    if (made := slow_calls.offload()) is not None:
        return made
    return respond(corrections.correct(service(), bearer(), record, call()))


@writes("/<record>/rulings", RulingIn, "Ruled, all of it")
def rule(record: str) -> Response:
    """Put the table right, as a judge.

    By adjustments that the game declares: gold given or taken, a piece moved, the seat to move set. Each is held
    against what is true of every table. All are in one entry, and the result is no longer regular.
    """
    return respond(corrections.rule(service(), bearer(), record, call()))


@writes(
    "/<record>/import",
    None,
    "Every move is recorded, or with `until_refused` those before the first refused one",
    ImportArgs,
)
@blp.refuses({413: f"More than {MOST_ENTRIES} moves, or too many bytes"})
@blp.doc(
    requestBody={
        "required": True,
        # To a generator of clients `binary` means that the bytes are sent as they are.
        "content": {form: {"schema": {"type": "string", "format": "binary"}} for form in (TEXT, LINES)},
    }
)
@takes_files
def import_moves(record: str) -> Response:
    """Record many moves at once.

    The body is text notation, or JSON lines with one move each. All are recorded or none; with `until_refused` those
    that come before the first refused one.
    """
    caller_of(record, "import")
    if (made := slow_calls.offload()) is not None:
        return made
    return respond(moves.moves(service(), bearer(), record, call()))


@writes("/<record>/notes", NoteIn, "Noted")
def note(record: str) -> Response:
    """Note something about a move, or about the record.

    By anybody who has a right to the record: its recorder, a seat's link, a judge. The order does not matter.
    """
    return respond(signatures.note(service(), bearer(), record, call()))


@writes("/<record>/signatures", SignatureIn, "Signed; closed, where that was the last signature")
def sign(record: str) -> Response:
    """Sign the outcome of a game that is over.

    A seat signs with its own link, or the recorder signs for it. The last signature closes the record. `If-Match: *` is
    enough, because `outcome` names what is signed.
    """
    return respond(signatures.sign(service(), bearer(), record, call()))


@writes("/<record>/disputes", DisputeIn, "Disputed")
def dispute(record: str) -> Response:
    """Dispute the outcome, with a reason that those at the table and the judges read.

    A disputed record does not close by itself. The seat's signature withdraws the dispute. Without `outcome` a seat
    disputes that it conceded, and the record is open again.
    """
    return respond(signatures.dispute(service(), bearer(), record, call()))


@writes("/<record>/close", CloseIn, "Closed")
def close(record: str) -> Response:
    """Close a record whose table stopped early, or, as a judge, one whose outcome is final.

    The table stays as it is, and nobody is given a rank.
    """
    return respond(signatures.close(service(), bearer(), record, call()))


@writes("/<record>/void", VoidIn, "Void")
def make_void(record: str) -> Response:
    """Make a record void: it stays, counts for nothing, and takes no more than notes.

    By its owner or its league while no seat has signed, then by a judge.
    """
    return respond(signatures.void(service(), bearer(), record, call()))
