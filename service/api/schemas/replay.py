"""Looking at a record: log, state, replay."""

from typing import Any

from marshmallow import ValidationError, fields, validates_schema

from engines.kernel.canonical import MOST
from engines.kernel.notation import LONGEST
from service.api.schemas import output as out
from service.api.schemas.boxes import BoxWhole
from service.api.schemas.entries import Body, Entry, Secret
from service.api.schemas.fields import EyesArgs, OpenShape, Output, Pattern, Says, Sentence, doc
from service.api.schemas.moves import Mark
from service.api.schemas.records import CopyOut, Occasion, PoliciesOut, SeatOut
from service.api.schemas.results import Outcome
from service.api.schemas.signatures import StandingOut

MOST_WAIT_S = 25
"""Seconds for which a reader may wait for the next entry; proxies give up after 30 and more."""


NAME = Pattern(
    r"[1-9][0-9]{0,15}(\.[1-9][0-9]{0,3})?", error="a move's name is the version of its entry, such as 41 or 57.2"
)
GENERATION = (
    "The version of the last entry that changed earlier frames or the opening, 0 for none; "
    "a client with frames of an earlier generation reads the replay again."
)


class StreamArgs(EyesArgs):
    """Query parameters of the stream."""

    after = fields.Integer(load_default=0, **doc("Only entries after this version.", within=(0, MOST)))


class LogArgs(StreamArgs):
    """Query parameters of the log."""

    limit = fields.Integer(load_default=1000, **doc("Entries in the answer at most.", within=(1, 10000)))
    wait = fields.Integer(
        load_default=0,
        **doc("Seconds to wait for an entry where there is none; then the answer has none.", within=(0, MOST_WAIT_S)),
    )


class LineArgs(EyesArgs):
    """Query parameters that choose an earlier timeline of the record; by default the current one."""

    version = fields.Integer(**doc("The line as of this entry, as these eyes knew it then.", within=(1, MOST)))
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
        **doc(
            "Only frames after this ply, for clients that have the others; `first` and the components of the "
            "box are null then. If `generation` differs from theirs, they read the whole replay again.",
            within=(0, MOST),
        ),
    )


class StateArgs(LineArgs):
    """Query parameters of the state; by default the latest one."""

    ply = fields.Integer(
        **doc(
            "After this number of moves, as the replay shows it: with what these eyes have learned since.",
            within=(0, MOST),
        )
    )
    name = fields.String(validate=NAME, **doc("After the move of this name; not together with `ply`.", example="41"))
    what = fields.String(
        load_default="view",
        **doc(
            "The view of the table; or the public facts whose SHA-256 (RFC 8785) is the `state` of the "
            "entry at this version; or for its recorder alone the `fold`, from which a phone without a network goes on "
            "by the same rules.",
            among=["view", "facts", "fold"],
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
        **doc(
            "The beginning of a line in text notation, up to the cursor: the answer is then what it "
            "writes, and how it may go on. Not together with `move`.",
            longest=LONGEST,
            example="castle 2 1,",
        )
    )


class LogOut(Output):
    """Entries, and the secrets the caller may see."""

    record = out.text("The record's id.")
    version = out.number("The version of its last entry.")
    entries = out.parts(Entry, "The entries, in order.")
    secrets = out.mapping(
        "Version -> secret -> salt and value, of those in these entries.", fields.Dict(values=fields.Nested(Secret))
    )
    generation = out.number(f"{GENERATION} Null while the record cannot be replayed.", null=True)


class Contradiction(Output):
    """Moves that contradict each other."""

    names = out.texts("The moves, in order.")
    rule = out.text("The clause that rules it out; null for a seal.", null=True)
    what = out.text("What it is about, as an id.")


class View(OpenShape):
    """The table as some eyes see it; each game defines the members. An unknown value is `{"unknown": [values]}`."""

    phase = out.text("The current phase of the game; `finished` at the end.")
    round = out.number("The round of the game.", null=True)
    to_move = out.numbers("The seats that may move.")
    scores = out.mapping(
        "Seat -> score; null where nobody may know it yet.", fields.Integer(allow_none=True), null=True
    )
    contradictions = out.parts(Contradiction, "Moves that contradict each other.")
    derived = out.mapping("Seat -> what follows from public moves but lies behind that seat's screen.", optional=True)


class Facts(OpenShape):
    """The public facts that verification compares. Each game defines them; their shape never changes."""


class Packed(OpenShape):
    """A game's state as this version of the program stores it. Another version compares `shape` and refuses it."""


class FoldOut(Output):
    """A recorder's fold, with which a phone applies the rules offline."""

    rules = out.text("The rules that the record pins: `kingdoms@1`.")
    seats = out.texts("The colours, clockwise from seat 0.")
    options = out.mapping("Every option of the game with its value.")
    memory_aid = out.flag("Whether derived figures are shown to all.")
    box = out.text("The hash of the box.")
    ply = out.number("Moves made by then.")
    state = out.part(Packed, "The packed state.")


class StateOut(Output):
    """A view of the table, or the public facts."""

    record = out.text("The record's id.")
    eyes = out.text("The eyes through which the caller looks.")
    version = out.number("The version it is as of.")
    ply = out.number("Moves made by then.")
    view = out.part(View, "The table; left out where facts are asked for.", optional=True)
    facts = out.part(Facts, "The public facts; only where they are asked for.", optional=True)
    fold = out.part(FoldOut, "The fold for a phone; only if `what=fold`.", optional=True)


class Change(Output):
    """One operation of a JSON Patch (RFC 6902)."""

    op = out.text("The operation.", among=["add", "remove", "replace"])
    path = out.text("Where, as a JSON Pointer.")
    value = fields.Raw(**doc("The new value; not with `remove`."))


class Frame(Output):
    """One step of a replay."""

    ply = out.number("Moves made up to and with it.")
    name = out.text("The name of the move: its version as text.")
    seat = out.number("Who made it; null for the table.", null=True)
    type = out.text("The type of the move.")
    at = out.text("When it was written, RFC 3339.")
    says = out.part(Says, "The sentence, in the languages asked for.")
    patch = out.parts(Change, "From the view before to the view after it.")
    marks = out.parts(Mark, "What followed from it.")


class Act(Output):
    """An entry other than a move: an undo, correction, ruling, note, signature or closing."""

    version = out.number("Of the entry.")
    type = out.text("Its type.")
    at = out.text("When it was written, RFC 3339.")
    body = out.part(Body, "What it says, as in the log.")
    text = out.text("Its reason or note; null where there is none for these eyes, or it was erased.", null=True)
    withdrawn = out.text("Name of the undo that undid it; null if none did.", null=True)


class GoneStep(Output):
    """A move that no longer counts, at its former place."""

    name = out.text("Its name.")
    after = out.text("Name of the counting move before it; null for none.", null=True)
    seat = out.number("Who made it; null for the table.", null=True)
    type = out.text("The type of the move.")
    at = out.text("When it was written, RFC 3339.")
    how = out.text("Whether an undo undid it, or a correction retracted it.", among=["undone", "retracted"])
    by = out.text("Name of the undo, or of the correction's change.")
    says = out.part(Says, "Its sentence; null if unknown.", null=True)


class Wording(Output):
    """An earlier version of a move that counts."""

    name = out.text("Of the move.")
    by = out.text("Name of the correction's change that replaced it.")
    implied = out.flag("Whether it followed from another change instead of being requested.")
    was = out.part(Says, "Its sentence; null if unknown.", null=True)


class Why(Output):
    """A move that counts although the rules refuse it, or a move that a judge ordered."""

    name = out.text("Its name; a mark of its frame says which it is.")
    reason = out.text("Why; null if no reason was given, or it was erased.", null=True)


class History(Output):
    """The entries of a record other than the moves that count."""

    acts = out.parts(Act, "In order.")
    gone = out.parts(GoneStep, "In the order of the table.")
    amended = out.parts(Wording, "The oldest first.")
    irregular = out.parts(Why, "In the order of the table.")


class ReplayOut(Output):
    """A replay: the first view, and a patch for each move."""

    record = out.text("The record's id.")
    copy = out.part(CopyOut, "Null for a record of this service.", null=True)
    game = out.text("The id of the game.")
    rules = out.text("The title and the version of its rules.", example="kingdoms@1")
    box = out.part(BoxWhole, "The complete box, for drawing.")
    options = out.mapping("Every option of the game with its value.")
    policies = out.part(PoliciesOut, "The policies of the record.")
    occasion = out.part(Occasion, "The place, date and event of the game.")
    seats = out.parts(SeatOut, "Who plays, clockwise.")
    colours = out.mapping("Colour that a seat may have -> its name in the box.", fields.Nested(Sentence))
    eyes = out.text("The eyes through which the caller looks.")
    eyes_allowed = out.texts("The eyes that the caller may use.")
    version = out.number("The version it is as of.")
    generation = out.number(GENERATION)
    first = out.part(View, "The empty table; null with `after`.", null=True)
    frames = out.parts(Frame, "A step for each move.")
    standing = out.part(StandingOut, "Who signed or disputed the outcome, and what closed it.")
    result = out.part(Outcome, "The outcome; null while the game runs.", null=True)
    history = out.part(History, "The entries other than the moves that count.")


class Behind(Output):
    """The worker has not processed all entries yet."""

    version = out.number("The version of the record.")
    projected = out.number("The version that the replay has come to.")
