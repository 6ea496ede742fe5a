"""Results: all that a league needs of a finished game."""

from __future__ import annotations

from marshmallow import fields, validate

from service.api.schemas.boxes import EditionOut
from service.api.schemas.fields import OpenShape, Output, doc
from service.api.schemas.records import LeagueTable, Occasion, Played
from service.api.schemas.signatures import StandingOut, WordOut
from service.record.derived.results import SOURCES


class Breakdown(OpenShape):
    """The parts of a score, by the categories of the game's rules."""


class Placing(OpenShape):
    """The rank and score of a seat. Each game adds members."""

    rank = fields.Integer(required=True, **doc("From 1; ties share one."))
    score = fields.Integer(required=True, **doc("The score."))
    breakdown = fields.Nested(Breakdown, required=True, **doc("The parts of the score."))


class SeatResult(OpenShape):
    """The rank and score of a seat and its player. Each game adds members."""

    rank = fields.Integer(required=True, allow_none=True, **doc("From 1; ties share one. Null where it stopped early."))
    score = fields.Integer(required=True, allow_none=True, **doc("The score; null where the table stopped early."))
    breakdown = fields.Nested(Breakdown, required=True, **doc("The parts of the score."))
    seat = fields.Integer(required=True, **doc("The place at the table."))
    player = fields.String(required=True, **doc("The player's id."))
    person = fields.String(
        required=True,
        **doc("Another player's id where a league joined the two; else the same as `player`."),
    )
    name = fields.String(required=True, allow_none=True, **doc("Null where it is erased or was never given."))
    colour = fields.String(required=True, **doc("The colour of the seat."))


class End(OpenShape):
    """The reason why the game ended."""

    reason = fields.String(required=True, **doc("The reason as a code."))
    rule = fields.String(
        required=True,
        allow_none=True,
        **doc("The clause that ends the game; null where the table stopped early."),
    )


class TieBreak(OpenShape):
    """The tie-break that ordered tied seats."""

    rule = fields.String(required=True, **doc("The clause."))
    how = fields.String(required=True, **doc("The tie-break as a code; `shared` where none parts them."))
    seats = fields.List(fields.Integer(), required=True, **doc("The seats that were tied."))


class Provenance(OpenShape):
    """The components that the result depends on. Each game adds members."""

    edition = fields.String(allow_none=True, **doc("The edition of the box."))
    stand_in = fields.Boolean(**doc("The box has placeholder values that nobody compared with a printed copy."))


class Report(OpenShape):
    """The final report that every game has. Each game adds members; its rules page lists them."""

    end = fields.Nested(End, required=True, **doc("The reason why the game ended."))
    tie_break = fields.Nested(TieBreak, required=True, allow_none=True, **doc("The tie-break used; null without one."))
    winners = fields.List(fields.Integer(), required=True, **doc("The seats that won."))
    provenance = fields.Nested(Provenance, **doc("What the result rests on."))


class Outcome(Report):
    """The outcome in a replay."""

    seats = fields.Dict(values=fields.Nested(Placing), required=True, **doc("Seat -> its rank and score."))


class Comparable(Output):
    """The properties that must be equal for two results to be comparable."""

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
    """The rank and score of a seat in an earlier outcome."""

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
    """A complete result."""

    record = fields.String(required=True, **doc("The record's id."))
    game = fields.String(required=True, **doc("The id of the game."))
    rules = fields.String(required=True, **doc("The title and the version of its rules.", example="kingdoms@1"))
    box = fields.Nested(EditionOut, required=True, **doc("The box that was played with."))
    options = fields.Dict(required=True, **doc("Every option of the game with its value."))
    comparable = fields.Nested(
        Comparable,
        required=True,
        **doc("Two results may be compared only where this is the same in both."),
    )
    occasion = fields.Nested(Occasion, required=True, **doc("The place, date and event of the game."))
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
