"""Results: all that a league needs of a finished game."""

from marshmallow import fields

from service.api.schemas import output as out
from service.api.schemas.boxes import EditionOut
from service.api.schemas.fields import OpenShape, Output
from service.api.schemas.records import LeagueTable, Occasion, Played, SeatOut
from service.api.schemas.signatures import StandingOut, WordOut
from service.record.derived.results import SOURCES


class Breakdown(OpenShape):
    """The parts of a score, by the categories of the game's rules."""


class Placing(OpenShape):
    """The rank and score of a seat. Each game adds members."""

    rank = out.number("From 1; ties share one.")
    score = out.number("The score.")
    breakdown = out.part(Breakdown, "The parts of the score.")


class SeatResult(Placing, SeatOut):  # type: ignore[misc]  # Meta is that of Placing
    """The rank and score of a seat and its player. Each game adds members."""

    rank = out.number("From 1; ties share one. Null where it stopped early.", null=True)
    score = out.number("The score; null where the table stopped early.", null=True)


class End(OpenShape):
    """The reason why the game ended."""

    reason = out.text("The reason as a code.")
    rule = out.text("The clause that ends the game; null where the table stopped early.", null=True)


class TieBreak(OpenShape):
    """The tie-break that ordered tied seats."""

    rule = out.text("The clause.")
    how = out.text("The tie-break as a code; `shared` if none orders them.")
    seats = out.numbers("The seats that were tied.")


class Provenance(OpenShape):
    """The components that the result depends on. Each game adds members."""

    edition = out.text("The edition of the box.", optional=True, null=True)
    stand_in = out.flag("The box has placeholder values that nobody compared with a printed copy.", optional=True)


class Report(OpenShape):
    """The final report that every game has. Each game adds members; its rules page lists them."""

    end = out.part(End, "The reason why the game ended.")
    tie_break = out.part(TieBreak, "The tie-break used; null without one.", null=True)
    winners = out.numbers("The seats that won.")
    provenance = out.part(Provenance, "What the result rests on.", optional=True)


class Outcome(Report):
    """The outcome in a replay."""

    seats = out.mapping("Seat -> its rank and score.", fields.Nested(Placing))


class Comparable(Output):
    """The properties that must be equal for two results to be comparable."""

    rules = out.text("The title and the version of its rules.", example="kingdoms@1")
    options = out.mapping("Every option with its value.")
    box = out.text("The play hash of the box: of the members that change play.")
    stand_in = out.flag("The box has placeholder values that nobody compared with a printed copy.")


class Irregularity(Output):
    """A move that the rules refuse and the table played, or an adjustment that a judge ordered."""

    name = out.text("Its name.")
    kind = out.text("`irregular`: the table played it; `ruled`: a judge ordered it.", among=["irregular", "ruled"])
    accepted_by = out.numbers("Of `irregular`: the seats that accepted it.", optional=True)
    by = out.text("Of `ruled`: the name of the ruling.", optional=True)
    about = out.text("Of `ruled`: the move that the ruling is about; null for none.", optional=True, null=True)
    reason = out.text("Why; null if no reason was given, or it was erased.", null=True)


class FormerPlacing(Output):
    """The rank and score of a seat in an earlier outcome."""

    seat = out.number("The place at the table.")
    rank = out.number("From 1; ties share one.")
    score = out.number("The score.")


class FormerOut(Output):
    """An earlier outcome that somebody signed."""

    outcome = out.text("Its hash.")
    seats = out.parts(FormerPlacing, "By seat.")
    signatures = out.parts(WordOut, "Who signed it.")
    changed_by = out.text("Name of the undo, correction or ruling after which the outcome was another.", null=True)


class ResultOut(Report):
    """A complete result."""

    record = out.text("The record's id.")
    game = out.text("The id of the game.")
    rules = out.text("The title and the version of its rules.", example="kingdoms@1")
    box = out.part(EditionOut, "The box that was played with.")
    options = out.mapping("Every option of the game with its value.")
    comparable = out.part(Comparable, "Two results may be compared only where this is the same in both.")
    occasion = out.part(Occasion, "The place, date and event of the game.")
    source = out.text(
        "recorded here; adopted: an admin made a file a record; copy: somebody's file, which has no result so far.",
        among=SOURCES,
    )
    league = out.part(LeagueTable, "The league that opened it, or null.", null=True)
    played = out.part(Played, "When it was played.")
    first_seat = out.number("The seat that had the first turn; null for none.", null=True)
    former = out.parts(FormerOut, "Earlier outcomes that somebody signed, the oldest first.")
    regular = out.flag("Whether the rules took every move, and no judge ordered one.")
    irregularities = out.parts(
        Irregularity, "The moves that the rules refuse and the adjustments of rulings, in order."
    )
    status = out.text("finished, disputed or closed.")
    standing = out.part(StandingOut, "Who signed or disputed it, and what closed the record.")
    seats = out.parts(SeatResult, "By seat.")
    ended_at = out.text("When the last move was written, RFC 3339.")
    version = out.number("The version of the last entry.")
    head_hash = out.text("The hash of the last entry.")
