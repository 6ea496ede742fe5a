"""Writing: a move, a secret, a file of moves; and what a write did."""

from typing import Any

from marshmallow import ValidationError, fields, validate, validates_schema

from service.api.schemas import output as out
from service.api.schemas.entries import Entry, Opened
from service.api.schemas.fields import (
    ACTS_LEFT,
    ID,
    MOST_SEAT,
    MOVES_LEFT,
    BoundedList,
    Input,
    LanguageArgs,
    OpenShape,
    Output,
    Pattern,
    Says,
    WholeNumber,
    doc,
    need_time,
    need_zone,
    reason,
)
from service.api.schemas.offers import Offers
from service.api.schemas.problems import Problem, Verdict
from service.api.schemas.records import Occasion, RecordIn
from service.api.schemas.results import Outcome
from service.record.entries import shapes, times
from service.store.log import MOST_ENTRIES
from service.texts import table

PLAIN = {"type", "seat"}
"""What the envelope of every move has, or may have."""


SEATS = validate.Length(max=MOST_SEAT)


class IrregularIn(Input):
    """The acceptance of a move that the rules refuse."""

    reason = reason()
    accepted_by = BoundedList(
        WholeNumber(validate=validate.Range(min=0, max=MOST_SEAT)),
        load_default=list,
        validate=SEATS,
        **doc("The seats that accepted it."),
    )


class MoveIn(OpenShape):
    """One move: its type, its seat, and the parameters of its type (see the game)."""

    type = fields.String(required=True, **doc("The type of the move, as its game names it.", example="draw_and_place"))
    seat = WholeNumber(**doc("Who makes it; may be left out where one seat only can.", within=(0, MOST_SEAT)))
    occurred_at = fields.String(
        validate=[Pattern(shapes.OCCURRED, error="a time such as 2026-11-21T19:30:00+01:00"), need_time],
        **doc("When it happened, where that is not now.", example="2026-11-21T19:30:00+01:00"),
    )
    zone = fields.String(validate=need_zone, **doc("The IANA zone of the table.", example="Europe/Madrid"))
    irregular = fields.Nested(IrregularIn, **doc("Given where the table played what the rules refuse."))

    @validates_schema(skip_on_field_errors=True)
    def need_moment(self, data: Any, **_: Any) -> None:
        """Refuse a time that names no moment in its zone."""
        refused = times.judge(data["occurred_at"], data.get("zone")).refused if "occurred_at" in data else None
        if refused is not None:
            raise ValidationError(table("times")[refused]["en"], "occurred_at")

    def load(self, data: Any, **how: Any) -> Any:
        """As its base's; a move with only its parameters is returned unchanged, in a tenth of the time."""
        if not how and type(data) is dict and self.fields.keys() & data.keys() <= PLAIN:
            seat = data.get("seat", 0)
            if type(data.get("type")) is str and type(seat) is int and 0 <= seat <= MOST_SEAT:
                return data
        return super().load(data, **how)


class NewRecordIn(RecordIn):
    """The opening of a record, and moves that are recorded with it."""

    moves = BoundedList(
        fields.Nested(MoveIn),
        **doc(
            "Moves that follow the opening: all of them are recorded, or nothing is opened.",
            length=(1, MOST_ENTRIES - 1),
        ),
    )


class SecretIn(OpenShape):
    """A secret of an earlier move: the move's name and the secret parameters."""

    name = fields.String(
        required=True, validate=ID, **doc("The name of the move: the version of its entry, as text.", example="3")
    )


class EntryArgs(LanguageArgs):
    """Query parameters of every call that writes an entry."""

    dry_run = fields.Boolean(
        load_default=False, **doc("Return what would happen, as far as the caller may know, and write nothing.")
    )
    offers = fields.Boolean(load_default=False, **doc("Add what may be recorded next."))
    breaks = fields.Boolean(
        load_default=False, **doc("In league mode: the table accepts a breach, which result and statement then show.")
    )


class WriteArgs(EntryArgs):
    """Query parameters of the call that records moves."""

    run = fields.Boolean(load_default=False, **doc("Go on through moves that are the only offer and have no field."))


class ImportArgs(EntryArgs):
    """Query parameters of the call that imports moves."""

    until_refused = fields.Boolean(load_default=False, **doc("Record the lines before the first refused one."))


class Mark(OpenShape):
    """A consequence of a move. Each game defines the members of each kind."""

    kind = out.text(
        "What followed: `round`, `contradiction`, `finished`, or a game's own; `time` where a time "
        "that was stated surprises (`why`: `offset`, `ambiguous`, `ahead` or `before`)."
    )


class Made(Output):
    """One of several moves that one call recorded."""

    name = out.text("The version of its entry, as text.")
    ply = out.number("Moves made up to and with it.")
    seat = out.number("Who made it; null for the table.", null=True)
    type = out.text("Its type.")
    says = out.part(Says, "The sentence to read back.")
    marks = out.parts(Mark, "What followed from it.")


class Results(Output):
    """The result without a correction, and with it."""

    before = out.part(Outcome, "Without the correction; null while the game runs.", null=True)
    after = out.part(Outcome, "As it would be; null while the game runs, or while something is refused.", null=True)


class Scores(Output):
    """The scores without a correction, and with it, by seat."""

    before = out.mapping("As they are now; null where nobody knows them.", fields.Integer(allow_none=True), null=True)
    after = out.mapping(
        "As they would be; null where nobody knows them, or while something is refused.",
        fields.Integer(allow_none=True),
        null=True,
    )


class Seated(Output):
    """The player who would have a seat."""

    player = out.text("The player's id.")
    colour = out.text("The colour of the seat.")


class Reopened(Output):
    """The opening after a correction."""

    seats = out.parts(Seated, "Who would sit where, clockwise from seat 0.")
    occasion = out.part(Occasion, "Where and for what it was played.")
    options = out.mapping("Every option of the game with its value.")
    box = out.text("The hash of the box.")


class Impact(Output):
    """The effects of a correction."""

    changes = out.parts(Verdict, "Each change.")
    moves = out.parts(Verdict, "Each later move.")
    result = out.part(Results, "What becomes of the result.")
    scores = out.part(Scores, "What becomes of the scores.")
    signatures = out.texts("Names of signatures that would no longer count.")
    opening = out.part(Reopened, "The opening afterwards, if it changes.", optional=True)


class WrittenOut(Output):
    """The result of a write; of a dry run, the result that it would have."""

    version = out.number("The version of the record afterwards.")
    ply = out.number("Moves made by then.")
    entry = out.part(Entry, "The last entry, as in the log.", null=True)
    says = out.part(Says, "The sentence to read back; null without a move.", null=True)
    marks = out.parts(Mark, "What followed.")
    moves = out.parts(Made, "Each move, where several were written.", optional=True)
    opens = out.parts(Opened, "Of a dry run: sealed facts that the move would open.", optional=True)
    impact = out.part(Impact, "Of the dry run of a correction or ruling: what it would do.", optional=True)
    offers = out.part(Offers, "What may be recorded next, where that was asked for.", optional=True)
    moves_left = out.number(MOVES_LEFT, optional=True)
    acts_left = out.number(ACTS_LEFT, optional=True)
    refused = out.part(
        Problem, "With `until_refused`: why the first line that is not written was refused.", optional=True
    )
