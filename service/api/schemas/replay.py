"""Looking at a record: log, state, replay."""

from __future__ import annotations

from typing import Any

from marshmallow import ValidationError, fields, validate, validates_schema

from engines.kernel.canonical import MOST
from engines.kernel.notation import LONGEST
from service.api.schemas.boxes import BoxWhole
from service.api.schemas.entries import Body, Entry, Secret
from service.api.schemas.fields import OpenShape, Output, Pattern, Says, Sentence, doc
from service.api.schemas.moves import Mark
from service.api.schemas.queries import EyesArgs
from service.api.schemas.records import CopyOut, Occasion, PoliciesOut, SeatOut
from service.api.schemas.results import Outcome
from service.api.schemas.signatures import StandingOut

MOST_WAIT_S = 25
"""Seconds for which a reader may wait for the next entry; proxies give up after 30 and more."""


NAME = Pattern(
    r"[1-9][0-9]{0,15}(\.[1-9][0-9]{0,3})?", error="a move's name is the version of its entry, as 41 or 57.2"
)
GENERATION = (
    "The version of the last entry that made frames, or the opening, other than they had been told, 0 for none; "
    "who holds frames of an earlier generation reads the replay anew."
)


class StreamArgs(EyesArgs):
    """Query parameters of the stream."""

    after = fields.Integer(
        load_default=0,
        validate=validate.Range(min=0, max=MOST),
        **doc("Only entries after this version."),
    )


class LogArgs(StreamArgs):
    """Query parameters of the log."""

    limit = fields.Integer(
        load_default=1000,
        validate=validate.Range(min=1, max=10000),
        **doc("Entries in the answer at most."),
    )
    wait = fields.Integer(
        load_default=0,
        validate=validate.Range(min=0, max=MOST_WAIT_S),
        **doc("Seconds to wait for an entry where there is none; then the answer has none."),
    )


class LineArgs(EyesArgs):
    """Query parameters that choose an earlier timeline of the record; by default the current one."""

    version = fields.Integer(
        validate=validate.Range(min=1, max=MOST),
        **doc("The line as of this entry, as these eyes knew it then."),
    )
    at = fields.AwareDateTime(
        format="iso",
        **doc(
            "The line as of this time (RFC 3339): what the record said then; not together with `version`.",
            example="2026-11-21T19:40:00Z",
        ),
    )

    @validates_schema
    def one_line(self, data: dict[str, Any], **_: Any) -> None:
        """Refuse two lines at once."""
        if "version" in data and "at" in data:
            raise ValidationError("give version or at, not both", "at")


class ReplayArgs(LineArgs):
    """Query parameters of the replay."""

    after = fields.Integer(
        load_default=0,
        validate=validate.Range(min=0, max=MOST),
        **doc(
            "Only frames after this ply, for who holds the others; `first` and the components of the "
            "box are null then. Where `generation` is another than theirs, they read the replay anew."
        ),
    )


class StateArgs(LineArgs):
    """Query parameters of the state; by default the latest one."""

    ply = fields.Integer(
        validate=validate.Range(min=0, max=MOST),
        **doc("After this number of moves, as the replay shows it: with what these eyes have learned since."),
    )
    name = fields.String(
        validate=NAME,
        **doc("After the move of this name; not together with `ply`.", example="41"),
    )
    what = fields.String(
        load_default="view",
        validate=validate.OneOf(["view", "facts", "fold"]),
        **doc(
            "The view of the table; or the public facts whose SHA-256 (RFC 8785) is the `state` of the "
            "entry at this version; or for its recorder alone the `fold`, from which a phone without a network goes on "
            "by the same rules."
        ),
    )

    @validates_schema
    def one_place(self, data: dict[str, Any], **_: Any) -> None:
        """Refuse two places at once."""
        if "ply" in data and "name" in data:
            raise ValidationError("give ply or name, not both", "name")


class OffersArgs(EyesArgs):
    """Query parameters of the offers: a partial move, or the beginning of a line in text notation."""

    move = fields.String(
        **doc(
            "Part of a move, as JSON: the answer is then its next field.", example='{"type": "place_castle", "rank": 2}'
        )
    )
    line = fields.String(
        validate=validate.Length(max=LONGEST),
        **doc(
            "The beginning of a line in text notation, up to the cursor: the answer is then what it "
            "writes, and how it may go on. Not together with `move`.",
            example="castle 2 1,",
        ),
    )


class LogOut(Output):
    """Entries, and the secrets the caller may see."""

    record = fields.String(required=True, **doc("The record's id."))
    version = fields.Integer(required=True, **doc("The version of its last entry."))
    entries = fields.List(fields.Nested(Entry), required=True, **doc("The entries, in order."))
    secrets = fields.Dict(
        values=fields.Dict(values=fields.Nested(Secret)),
        required=True,
        **doc("Version -> secret -> salt and value, of those in these entries."),
    )
    generation = fields.Integer(
        required=True,
        allow_none=True,
        **doc(f"{GENERATION} Null while the record cannot be replayed."),
    )


class Contradiction(Output):
    """Moves that contradict each other."""

    names = fields.List(fields.String(), required=True, **doc("The moves, in order."))
    rule = fields.String(required=True, allow_none=True, **doc("The clause that rules it out; null for a seal."))
    what = fields.String(required=True, **doc("What it is about, as an id."))


class View(OpenShape):
    """The table as some eyes see it; each game defines the members. An unknown value is `{"unknown": [values]}`."""

    phase = fields.String(required=True, **doc("The current phase of the game; `finished` at the end."))
    round = fields.Integer(required=True, allow_none=True, **doc("The round of the game."))
    to_move = fields.List(fields.Integer(), required=True, **doc("The seats that may move."))
    scores = fields.Dict(
        values=fields.Integer(allow_none=True),
        required=True,
        allow_none=True,
        **doc("Seat -> score; null where nobody may know it yet."),
    )
    contradictions = fields.List(
        fields.Nested(Contradiction), required=True, **doc("Moves that contradict each other.")
    )
    derived = fields.Dict(**doc("Seat -> what follows from public moves but lies behind that seat's screen."))


class Facts(OpenShape):
    """The public facts that verification compares. Each game defines them; their shape never changes."""


class Packed(OpenShape):
    """A game's state as this version of the program stores it. Another version compares `shape` and refuses it."""


class FoldOut(Output):
    """A recorder's fold, with which a phone applies the rules offline."""

    rules = fields.String(required=True, **doc("The rules that the record pins: `kingdoms@1`."))
    seats = fields.List(fields.String(), required=True, **doc("The colours, clockwise from seat 0."))
    options = fields.Dict(required=True, **doc("Every option of the game with its value."))
    memory_aid = fields.Boolean(required=True, **doc("Whether derived figures are shown to all."))
    box = fields.String(required=True, **doc("The hash of the box."))
    ply = fields.Integer(required=True, **doc("Moves made by then."))
    state = fields.Nested(Packed, required=True, **doc("The packed state."))


class StateOut(Output):
    """A view of the table, or the public facts."""

    record = fields.String(required=True, **doc("The record's id."))
    eyes = fields.String(required=True, **doc("The eyes through which the caller looks."))
    version = fields.Integer(required=True, **doc("The version it is as of."))
    ply = fields.Integer(required=True, **doc("Moves made by then."))
    view = fields.Nested(View, **doc("The table; left out where facts are asked for."))
    facts = fields.Nested(Facts, **doc("The public facts; only where they are asked for."))
    fold = fields.Nested(FoldOut, **doc("The fold for a phone; only if `what=fold`."))


class Change(Output):
    """One operation of a JSON Patch (RFC 6902)."""

    op = fields.String(
        required=True,
        validate=validate.OneOf(["add", "remove", "replace"]),
        **doc("The operation."),
    )
    path = fields.String(required=True, **doc("Where, as a JSON Pointer."))
    value = fields.Raw(**doc("The new value; not with `remove`."))


class Frame(Output):
    """One step of a replay."""

    ply = fields.Integer(required=True, **doc("Moves made up to and with it."))
    name = fields.String(required=True, **doc("The name of the move: its version as text."))
    seat = fields.Integer(required=True, allow_none=True, **doc("Who made it; null for the table."))
    type = fields.String(required=True, **doc("The type of the move."))
    at = fields.String(required=True, **doc("When it was written, RFC 3339."))
    says = fields.Nested(Says, required=True, **doc("The sentence, in the languages asked for."))
    patch = fields.List(fields.Nested(Change), required=True, **doc("From the view before to the view after it."))
    marks = fields.List(fields.Nested(Mark), required=True, **doc("What followed from it."))


class Act(Output):
    """An entry other than a move: an undo, correction, ruling, note, signature or closing."""

    version = fields.Integer(required=True, **doc("Of the entry."))
    type = fields.String(required=True, **doc("Its type."))
    at = fields.String(required=True, **doc("When it was written, RFC 3339."))
    body = fields.Nested(Body, required=True, **doc("What it says, as in the log."))
    text = fields.String(
        required=True,
        allow_none=True,
        **doc("Its reason or note; null where there is none for these eyes, or it was erased."),
    )
    withdrawn = fields.String(
        required=True,
        allow_none=True,
        **doc("Name of the undo that took it back; null where it holds."),
    )


class GoneStep(Output):
    """A move that no longer counts, at its former place."""

    name = fields.String(required=True, **doc("Its name."))
    after = fields.String(
        required=True,
        allow_none=True,
        **doc("Name of the counting move before it; null for none."),
    )
    seat = fields.Integer(required=True, allow_none=True, **doc("Who made it; null for the table."))
    type = fields.String(required=True, **doc("The type of the move."))
    at = fields.String(required=True, **doc("When it was written, RFC 3339."))
    how = fields.String(
        required=True,
        validate=validate.OneOf(["undone", "retracted"]),
        **doc("Whether an undo took it back, or a correction took it out."),
    )
    by = fields.String(required=True, **doc("Name of the undo, or of the correction's change."))
    says = fields.Nested(Says, required=True, allow_none=True, **doc("Its sentence; null if unknown."))


class Wording(Output):
    """An earlier version of a move that counts."""

    name = fields.String(required=True, **doc("Of the move."))
    by = fields.String(required=True, **doc("Name of the correction's change that replaced it."))
    implied = fields.Boolean(required=True, **doc("Whether it followed from another change and nobody asked for it."))
    was = fields.Nested(Says, required=True, allow_none=True, **doc("Its sentence; null if unknown."))


class Why(Output):
    """A move that counts although the rules refuse it, or a move that a judge ordered."""

    name = fields.String(required=True, **doc("Its name; a mark of its frame says which it is."))
    reason = fields.String(required=True, allow_none=True, **doc("Why; null where nobody said, or it was erased."))


class History(Output):
    """The entries of a record other than the moves that count."""

    acts = fields.List(fields.Nested(Act), required=True, **doc("In order."))
    gone = fields.List(fields.Nested(GoneStep), required=True, **doc("In the order of the table."))
    amended = fields.List(fields.Nested(Wording), required=True, **doc("The oldest first."))
    irregular = fields.List(fields.Nested(Why), required=True, **doc("In the order of the table."))


class ReplayOut(Output):
    """A replay: the first view, and a patch for each move."""

    record = fields.String(required=True, **doc("The record's id."))
    copy = fields.Nested(CopyOut, required=True, allow_none=True, **doc("Null for a record of this service."))
    game = fields.String(required=True, **doc("The id of the game."))
    rules = fields.String(required=True, **doc("The title and the version of its rules.", example="kingdoms@1"))
    box = fields.Nested(BoxWhole, required=True, **doc("The complete box, for drawing."))
    options = fields.Dict(required=True, **doc("Every option of the game with its value."))
    policies = fields.Nested(PoliciesOut, required=True, **doc("The policies of the record."))
    occasion = fields.Nested(Occasion, required=True, **doc("The place, date and event of the game."))
    seats = fields.List(fields.Nested(SeatOut), required=True, **doc("Who plays, clockwise."))
    colours = fields.Dict(
        values=fields.Nested(Sentence),
        required=True,
        **doc("Colour that a seat may have -> its name in the box."),
    )
    eyes = fields.String(required=True, **doc("The eyes through which the caller looks."))
    eyes_allowed = fields.List(fields.String(), required=True, **doc("The eyes that the caller may use."))
    version = fields.Integer(required=True, **doc("The version it is as of."))
    generation = fields.Integer(required=True, **doc(GENERATION))
    first = fields.Nested(View, required=True, allow_none=True, **doc("The empty table; null with `after`."))
    frames = fields.List(fields.Nested(Frame), required=True, **doc("A step for each move."))
    standing = fields.Nested(
        StandingOut, required=True, **doc("Who signed or disputed the outcome, and what closed it.")
    )
    result = fields.Nested(Outcome, required=True, allow_none=True, **doc("The outcome; null while the game runs."))
    history = fields.Nested(
        History, required=True, **doc("What was taken back and corrected, and what was said of it.")
    )


class Behind(Output):
    """The worker has not processed all entries yet."""

    version = fields.Integer(required=True, **doc("The version of the record."))
    projected = fields.Integer(required=True, **doc("The version that the replay has come to."))
