"""Records: how one is opened, and how lists show it."""

from typing import Any

from marshmallow import ValidationError, fields, post_load

from service.api.schemas import output as out
from service.api.schemas.boxes import EditionOut
from service.api.schemas.fields import (
    ACTS_LEFT,
    DAY,
    HASH,
    ID,
    MOVES_LEFT,
    SHORT,
    BoundedDict,
    BoundedList,
    Input,
    LanguageArgs,
    Output,
    Pattern,
    PlainText,
    Sentence,
    TrueOrFalse,
    UtcTime,
    VisibleText,
    WholeNumber,
    doc,
    need_zone,
)
from service.api.schemas.offers import Offers
from service.api.schemas.signatures import StandingOut
from service.record.derived.lists import STATUSES
from service.record.entries import policies, shapes

STATUS = (
    "running, finished (the game is over), disputed, closed (signed, undisputed until the deadline, or stopped early) "
    "or void (without a result)."
)


class SeatIn(Input):
    """A player at the table: a name (a new player), or the id of a known player."""

    name = VisibleText(**doc("The name of a new player.", length=(1, shapes.LONGEST_NAME)))
    player = fields.String(validate=ID, **doc("The id of a known player."))
    colour = fields.String(validate=ID, **doc("The colour of the seat; without one the first that is free."))

    @post_load
    def one(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        """A seat may stay unnamed; it has no two names."""
        if "name" in data and "player" in data:
            raise ValidationError("name or player, not both", "name")
        return data


class OccasionIn(Input):
    """The place, date and event of the game."""

    league = PlainText(validate=SHORT, **doc("The league."))
    event = PlainText(validate=SHORT, **doc("The tournament, the club night."))
    round = PlainText(validate=SHORT, **doc("The round of the event."))
    table = PlainText(validate=SHORT, **doc("The table of the round."))
    place = PlainText(validate=SHORT, **doc("Where it is played."))
    date = fields.String(validate=DAY, **doc("The local date of the game.", example="2026-11-21"))
    zone = fields.String(validate=need_zone, **doc("The IANA time zone of the place.", example="Europe/Madrid"))
    refs = BoundedDict(
        keys=fields.String(validate=ID),
        values=PlainText(validate=SHORT),
        **doc("Another site -> its id of this game.", longest=shapes.MOST_REFS),
    )


class PoliciesIn(Input):
    """The policies of the record. A policy that is left out has its default."""

    undo = fields.String(
        **doc(
            "Free back to the last barrier (the default), by consent of seats, or not at all.",
            among=policies.POLICIES["undo"].choices,
        )
    )
    consents = WholeNumber(
        **doc(
            "How many seats must consent; only with undo: consent, by default every seat.",
            within=(1, shapes.MOST_SEATS),
        )
    )
    signing = fields.String(**doc("Whether the seats sign the result.", among=policies.POLICIES["signing"].choices))
    deadline_h = WholeNumber(
        **doc(
            "Hours after the end until it closes where nobody disputes it; 0 for never.",
            within=(0, policies.LONGEST_DEADLINE_H),
        )
    )
    memory_aid = TrueOrFalse(**doc("Show what is behind the screens while the game runs."))
    typing = fields.String(
        **doc(
            "Whether the recorder types every move (the default), or each seat also types its own.",
            among=policies.POLICIES["typing"].choices,
        )
    )
    start = fields.String(
        **doc(
            "Whether every seat signs who plays by which rules before the first move (seats); free by default.",
            among=policies.POLICIES["start"].choices,
        )
    )
    strict = fields.String(
        **doc(
            "League mode: what may not happen silently. Moves against the rules, undos past barriers, corrections and "
            "rulings (play); also what is claimed for a seat, an end without all signatures, another recorder, a lost "
            "phone (all); nothing by default (free).",
            among=policies.POLICIES["strict"].choices,
        )
    )


class RecordIn(Input):
    """The opening of a record."""

    game = fields.String(required=True, **doc("The id of the game.", example="kingdoms"))
    seats = BoundedList(
        fields.Nested(SeatIn),
        required=True,
        **doc("Who sits at the table, clockwise; the first is seat 0.", length=(1, shapes.MOST_SEATS)),
    )
    options = BoundedDict(
        keys=fields.String(validate=ID),
        load_default=dict,
        **doc("Options of the game that differ from their default.", longest=100),
    )
    policies = fields.Nested(PoliciesIn, load_default=dict, **doc("The policies of the record."))
    box = fields.String(validate=HASH, **doc("The hash of the box; the game's own edition without it."))
    occasion = fields.Nested(OccasionIn, load_default=dict, **doc("The place, date and event of the game."))
    visibility = fields.String(
        load_default="unlisted",
        **doc(
            "Public records are in lists; an unlisted record is seen by anybody who knows its id.",
            among=shapes.VISIBILITIES,
        ),
    )


_ANY_STATUS = "|".join(STATUSES)


class ListArgs(LanguageArgs):
    """Query parameters of the list of records."""

    game = fields.String(**doc("Only of this title."))
    status = fields.String(
        validate=Pattern(f"({_ANY_STATUS})(,({_ANY_STATUS}))*", error="a status, or several separated by commas"),
        **doc("Only with this status, or one of these: `finished,closed`.", example="closed"),
    )
    player = fields.String(**doc("Only with this player, by id."))
    league = fields.String(**doc("Only of this league."))
    occasion_league = fields.String(data_key="occasion.league", **doc("Only where the opening claims this league."))
    event = fields.String(**doc("Only of this event."))
    round = fields.String(**doc("Only of this round."))
    table = fields.String(**doc("Only of this table."))
    ref = fields.String(**doc("Only with this id on another site: `site:id`."))
    text = fields.String(
        validate=SHORT, **doc("Words that must all be in the title, the players' names or the occasion.")
    )
    changed_since = UtcTime(**doc("Only what changed at this time or later."))
    copies = fields.Boolean(
        load_default=False, **doc("Also list the copies that the caller imported; for an admin, all copies.")
    )
    cursor = fields.String(**doc("Where to go on: `next` of the page before."))
    limit = fields.Integer(load_default=50, **doc("Records on a page at most.", within=(1, 200)))


class PoliciesOut(Output):
    """The policies of the record. They do not affect whether results are comparable."""

    undo = out.text("How moves are undone.")
    consents = out.number("Only with undo: consent: how many seats must consent.", optional=True)
    signing = out.text("Whether the seats sign the result.")
    deadline_h = out.number("Hours after the end until it closes; 0 for never.")
    memory_aid = out.flag("Whether what is behind the screens is shown.")
    typing = out.text("Only as seats: each seat's own link types its moves and the table's.", optional=True)
    start = out.text("Only as seats: every seat signs the start before the first move.", optional=True)
    strict = out.text("Only in league mode: `play` or `all`.", optional=True)


class SeatOut(Output):
    """A seat and its player."""

    seat = out.number("The place at the table, clockwise from 0.")
    player = out.text("The player's id.")
    person = out.text("Another player's id where a league joined the two; else the same as `player`.")
    name = out.text("Null where it is erased or was never given.", null=True)
    colour = out.text("The colour of the seat.")


class FoundOut(Output):
    """A finding of the verification of a file."""

    version = out.number("The entry it concerns; 0 for the file.")
    what = out.text("The error.")


class CopyOut(Output):
    """A copy: an imported file that is not a record of this service."""

    original = out.text("The id in its chain.")
    by = out.text("Id of the token that imported it.")
    at = out.text("When it was imported, RFC 3339.")
    key = out.text("Id of the key of the service that it names.")
    ours = out.flag("Whether that is the key of this service.")
    found = out.parts(
        FoundOut,
        "What verification found at import; empty if the file is consistent, which does not show who wrote it.",
    )


class AdoptedOut(Output):
    """The admin who made a file a record of this service, and the time."""

    by = out.text("Id of the admin's token.")
    at = out.text("When, RFC 3339.")


class Occasion(Output):
    """The place, date and event of the game, as far as they are known."""

    league = out.text("The league, as claimed when the record was opened.", optional=True)
    event = out.text("The tournament, the club night.", optional=True)
    round = out.text("The round of the event.", optional=True)
    table = out.text("The table of the round.", optional=True)
    place = out.text("Where it is played.", optional=True)
    date = out.text("The local date of the game.", optional=True)
    zone = out.text("The IANA time zone of the place.", optional=True)
    refs = out.mapping("Another site -> its id of this game.", fields.String(), optional=True)


class LeagueTable(Output):
    """The league that opened a record. No other token can set it."""

    id = out.text("Its id.")
    ref = out.text("Its own id of the table.")


class Played(Output):
    """When a game was played: from its first move on, as the recorder stated it, else by the service's clock."""

    date = out.text("That of the occasion, else of the start; null before it.", null=True, example="2026-11-21")
    zone = out.text("The IANA zone of the date; null for UTC.", null=True, example="Europe/Madrid")
    start = out.text("The first move, RFC 3339; null before it.", null=True)
    end = out.text("The last move, RFC 3339; null while the game runs.", null=True)
    minutes = out.number("Between them; null while the game runs.", null=True)


class ReasonOut(Output):
    """Why a game does not count for its league, or not yet."""

    answer = out.text("The answer that it causes: no or not_yet.")
    code = out.text("The reason as a code.", example="unsigned")
    text = out.part(Sentence, "The reason in words.")
    entry = out.text("Name of the entry that shows it, or null.", null=True)
    until = out.text("When it ends, RFC 3339; null if unknown.", null=True)
    seat = out.number("The seat that it is about; null for the table.", null=True)


class Counts(Output):
    """Whether a game counts for its league, by the league's conditions."""

    answer = out.text("yes, no or not_yet.")
    reasons = out.parts(ReasonOut, "Every reason; empty for yes.")


class Summary(Output):
    """A record in lists."""

    id = out.text("The record's id.")
    game = out.text("The id of the game.", example="kingdoms")
    rules = out.text("The title and the version of its rules.", example="kingdoms@1")
    box = out.text("The hash of the box.")
    edition = out.part(EditionOut, "The edition, and how much of it was compared.")
    options = out.mapping("Every option of the rules with its value.")
    policies = out.part(PoliciesOut, "The policies of the record.")
    seats = out.parts(SeatOut, "Who plays, clockwise.")
    visibility = out.text("public, unlisted or private.")
    copy = out.part(CopyOut, "Null for a record of this service.", null=True)
    adopted = out.part(AdoptedOut, "Null where it was recorded here.", null=True)
    league = out.part(LeagueTable, "Null for a record of no league.", null=True)
    occasion = out.part(Occasion, "The place, date and event of the game.")
    status = out.text(STATUS)
    standing = out.part(StandingOut, "Who signed or disputed it, and what closed it.")
    version = out.number("The version of its last entry.")
    ply = out.number("Moves made.")
    head_hash = out.text("The hash of its last entry.")
    counts = out.part(Counts, "Whether it counts for its league; null for a record of no league.", null=True)
    opened_at = out.text("When it was opened, RFC 3339.")
    ended_at = out.text("When the move was written that ended the game, RFC 3339; null while it runs.", null=True)
    played = out.part(Played, "When it was played.")
    changed_at = out.text("When it was last written to, RFC 3339.")
    round = out.number("The round of the game.", null=True)
    phase = out.text("The current phase of the game; `finished` at the end.")
    scores = out.mapping(
        "Seat -> score; null where nobody may know it yet.", fields.Integer(allow_none=True), null=True
    )
    winners = out.numbers("Seats of rank 1; null while the game runs.", null=True)
    moves_left = out.number(MOVES_LEFT, optional=True)
    acts_left = out.number(ACTS_LEFT, optional=True)


class RecordOut(Summary):
    """A new record."""

    offers = out.part(Offers, "The moves that can be recorded now.")


class RecorderOut(Output):
    """The recorder of a game from an entry on."""

    token = out.text("Id of the token that types.")
    name = out.text("Name of the entry that says so.")
    at = out.text("When it was written, RFC 3339.")


class SummaryForCaller(Summary):
    """A record, with the rights of the caller."""

    recorder = out.part(RecorderOut, "Who records; null where nobody was named: then everybody who may.", null=True)
    eyes = out.texts("The eyes that the caller may use.")
    calls = out.texts("The calls that the caller may make.")
    role = out.text("The caller's role for the record.")


class Page(Output):
    """A page of records, last changed first."""

    records = out.parts(Summary, "The records.")
    next = out.text("The cursor of the next page; null on the last.", null=True)
