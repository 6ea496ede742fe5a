"""Results: all that a league needs of a finished game."""

from __future__ import annotations

from marshmallow import fields, validate

from service.api.schemas.boxes import EditionOut
from service.api.schemas.fields import OpenShape, Output, doc
from service.api.schemas.records import LeagueTable, Occasion, Played
from service.api.schemas.signatures import StandingOut, WordOut
from service.record.derived.results import SOURCES


class Breakdown(OpenShape):
    """Where a score comes from, by the categories that the game's rules name."""


class Placing(OpenShape):
    """What a seat came to; further members are the game's own report."""

    rank = fields.Integer(required=True, **doc("From 1; ties share one."))
    score = fields.Integer(required=True, **doc("The score."))
    breakdown = fields.Nested(Breakdown, required=True, **doc("Where it comes from."))


class SeatResult(OpenShape):
    """What a seat came to, and who sat there; further members are the game's own report."""

    rank = fields.Integer(required=True, allow_none=True, **doc("From 1; ties share one. Null where it stopped early."))
    score = fields.Integer(required=True, allow_none=True, **doc("The score; null where the table stopped early."))
    breakdown = fields.Nested(Breakdown, required=True, **doc("Where it comes from."))
    seat = fields.Integer(required=True, **doc("The place at the table."))
    player = fields.String(required=True, **doc("The player's id."))
    person = fields.String(
        required=True,
        **doc("Another player's id where a league joined the two; else the same as `player`."),
    )
    name = fields.String(required=True, allow_none=True, **doc("Null where it is erased or was never given."))
    colour = fields.String(required=True, **doc("The colour of the seat."))


class End(OpenShape):
    """Why the game ended."""

    reason = fields.String(required=True, **doc("The reason as a code."))
    rule = fields.String(
        required=True,
        allow_none=True,
        **doc("The clause that ends the game; null where the table stopped early."),
    )


class TieBreak(OpenShape):
    """How the order of tied seats was found."""

    rule = fields.String(required=True, **doc("The clause."))
    how = fields.String(required=True, **doc("The tie-break as a code; `shared` where none parts them."))
    seats = fields.List(fields.Integer(), required=True, **doc("The seats that were tied."))


class Provenance(OpenShape):
    """What the result rests on besides the rules, with members of each game."""

    edition = fields.String(allow_none=True, **doc("The edition of the box."))
    stand_in = fields.Boolean(**doc("The box has placeholder values that nobody compared with a printed copy."))


class Report(OpenShape):
    """What every game reports at its end; further members are the game's own report (its rules page names them)."""

    end = fields.Nested(End, required=True, **doc("Why the game ended."))
    tie_break = fields.Nested(TieBreak, required=True, allow_none=True, **doc("The tie-break used; null without one."))
    winners = fields.List(fields.Integer(), required=True, **doc("The seats that won."))
    provenance = fields.Nested(Provenance, **doc("What the result rests on."))


class Outcome(Report):
    """The outcome as a replay carries it."""

    seats = fields.Dict(values=fields.Nested(Placing), required=True, **doc("Seat -> what it came to."))


class Comparable(Output):
    """What two results must have in common to be compared: the same here, and only then."""

    rules = fields.String(required=True, **doc("The title and the version of its rules.", example="kingdoms@1"))
    options = fields.Dict(required=True, **doc("Every option with its value."))
    box = fields.String(required=True, **doc("The play hash of the box: of the members that change play."))
    stand_in = fields.Boolean(
        required=True,
        **doc("The box has placeholder values that nobody compared with a printed copy."),
    )


class Irregularity(Output):
    """A move that the rules refuse and the table played, or an adjustment that a judge ordered."""

    name = fields.String(required=True, **doc("Its name."))
    kind = fields.String(
        required=True,
        validate=validate.OneOf(["irregular", "ruled"]),
        **doc("`irregular`: the table played it; `ruled`: a judge ordered it."),
    )
    accepted_by = fields.List(fields.Integer(), **doc("Of `irregular`: the seats that accepted it."))
    by = fields.String(**doc("Of `ruled`: the name of the ruling."))
    about = fields.String(allow_none=True, **doc("Of `ruled`: the move that the ruling is about; null for none."))
    reason = fields.String(required=True, allow_none=True, **doc("Why; null where nobody said it, or it was erased."))


class FormerPlacing(Output):
    """What a seat had come to."""

    seat = fields.Integer(required=True, **doc("The place at the table."))
    rank = fields.Integer(required=True, **doc("From 1; ties share one."))
    score = fields.Integer(required=True, **doc("The score."))


class FormerOut(Output):
    """An earlier outcome that somebody signed."""

    outcome = fields.String(required=True, **doc("Its hash."))
    seats = fields.List(fields.Nested(FormerPlacing), required=True, **doc("By seat."))
    signatures = fields.List(fields.Nested(WordOut), required=True, **doc("Who signed it."))
    changed_by = fields.String(
        required=True,
        allow_none=True,
        **doc("Name of the undo, correction or ruling after which the outcome was another."),
    )


class ResultOut(Report):
    """All a league needs."""

    record = fields.String(required=True, **doc("The record's id."))
    game = fields.String(required=True, **doc("The title."))
    rules = fields.String(required=True, **doc("The title and the version of its rules.", example="kingdoms@1"))
    box = fields.Nested(EditionOut, required=True, **doc("The box that was played with."))
    options = fields.Dict(required=True, **doc("Every option of the game with its value."))
    comparable = fields.Nested(
        Comparable,
        required=True,
        **doc("Two results may be compared only where this is the same in both."),
    )
    occasion = fields.Nested(Occasion, required=True, **doc("Where and for what."))
    source = fields.String(
        required=True,
        validate=validate.OneOf(SOURCES),
        **doc(
            "recorded here; adopted: an admin made a file a record; copy: somebody's file, which has no result so far."
        ),
    )
    league = fields.Nested(LeagueTable, required=True, allow_none=True, **doc("The league that opened it, or null."))
    played = fields.Nested(Played, required=True, **doc("When it was played."))
    first_seat = fields.Integer(
        required=True, allow_none=True, **doc("The seat that had the first turn; null for none.")
    )
    former = fields.List(
        fields.Nested(FormerOut),
        required=True,
        **doc("Earlier outcomes that somebody signed, the oldest first."),
    )
    regular = fields.Boolean(required=True, **doc("Whether the rules took every move, and no judge ordered one."))
    irregularities = fields.List(
        fields.Nested(Irregularity),
        required=True,
        **doc("The moves that the rules refuse and the adjustments of rulings, in order."),
    )
    status = fields.String(required=True, **doc("finished, disputed or closed."))
    standing = fields.Nested(
        StandingOut, required=True, **doc("Who signed or disputed it, and what closed the record.")
    )
    seats = fields.List(fields.Nested(SeatResult), required=True, **doc("By seat."))
    ended_at = fields.String(required=True, **doc("When the last move was written, RFC 3339."))
    version = fields.Integer(required=True, **doc("The version of the last entry."))
    head_hash = fields.String(required=True, **doc("The hash of the last entry."))
