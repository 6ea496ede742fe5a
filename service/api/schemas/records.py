"""Records: how one is opened, and how lists show it."""

from __future__ import annotations

from typing import Any

from marshmallow import ValidationError, fields, post_load, validate

from service.api.schemas.boxes import EditionOut
from service.api.schemas.fields import (
    ACTS_LEFT,
    HASH,
    ID,
    MOVES_LEFT,
    SHORT,
    BoundedDict,
    BoundedList,
    Input,
    Output,
    Pattern,
    PlainText,
    Sentence,
    TrueOrFalse,
    UtcTime,
    VisibleText,
    WholeNumber,
    doc,
    need_day,
    need_zone,
)
from service.api.schemas.offers import Offers
from service.api.schemas.queries import LanguageArgs
from service.api.schemas.signatures import StandingOut
from service.record.derived.lists import STATUSES
from service.record.entries import policies, shapes

STATUS = (
    "running, finished (the game is over), disputed, closed (signed, undisputed until the deadline, or stopped early) "
    "or void (it counts for nothing)."
)


class SeatIn(Input):
    """A player at the table: a name (a new player), or the id of a known player."""

    name = VisibleText(
        validate=validate.Length(min=1, max=shapes.LONGEST_NAME),
        **doc("The name of a new player."),
    )
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
    date = fields.String(
        validate=[Pattern(shapes.DAY, error="a date as 2026-11-21"), need_day],
        **doc("The local date of the game.", example="2026-11-21"),
    )
    zone = fields.String(validate=need_zone, **doc("The IANA time zone of the place.", example="Europe/Madrid"))
    refs = BoundedDict(
        keys=fields.String(validate=ID),
        values=PlainText(validate=SHORT),
        validate=validate.Length(max=shapes.MOST_REFS),
        **doc("Another site -> its id of this game."),
    )


class PoliciesIn(Input):
    """The policies of the record. A policy that is left out has its default."""

    undo = fields.String(
        validate=validate.OneOf(policies.POLICIES["undo"].choices),
        **doc("Free back to the last barrier (the default), by consent of seats, or not at all."),
    )
    consents = WholeNumber(
        validate=validate.Range(min=1, max=shapes.MOST_SEATS),
        **doc("How many seats must consent; only with undo: consent, by default every seat."),
    )
    signing = fields.String(
        validate=validate.OneOf(policies.POLICIES["signing"].choices),
        **doc("Whether the seats sign the result."),
    )
    deadline_h = WholeNumber(
        validate=validate.Range(min=0, max=policies.LONGEST_DEADLINE_H),
        **doc("Hours after the end until it closes where nobody disputes it; 0 for never."),
    )
    memory_aid = TrueOrFalse(**doc("Show what is behind the screens while the game runs."))
    typing = fields.String(
        validate=validate.OneOf(policies.POLICIES["typing"].choices),
        **doc("Whether who records types every move (the default), or each seat its own, too."),
    )
    start = fields.String(
        validate=validate.OneOf(policies.POLICIES["start"].choices),
        **doc("Whether every seat signs who plays by which rules before the first move (seats); free by default."),
    )


class RecordIn(Input):
    """The opening of a record."""

    game = fields.String(required=True, **doc("The id of the game.", example="kingdoms"))
    seats = BoundedList(
        fields.Nested(SeatIn),
        required=True,
        validate=validate.Length(min=1, max=shapes.MOST_SEATS),
        **doc("Who sits at the table, clockwise; the first is seat 0."),
    )
    options = BoundedDict(
        keys=fields.String(validate=ID),
        load_default=dict,
        validate=validate.Length(max=100),
        **doc("Options of the game that differ from their default."),
    )
    policies = fields.Nested(PoliciesIn, load_default=dict, **doc("The policies of the record."))
    box = fields.String(validate=HASH, **doc("The hash of the box; the game's own edition without it."))
    occasion = fields.Nested(OccasionIn, load_default=dict, **doc("The place, date and event of the game."))
    visibility = fields.String(
        load_default="unlisted",
        validate=validate.OneOf(shapes.VISIBILITIES),
        **doc("Public records are in lists; an unlisted record is seen by anybody who knows its id."),
    )


_ANY_STATUS = "|".join(STATUSES)


class ListArgs(LanguageArgs):
    """Query parameters of the list of records."""

    game = fields.String(**doc("Only of this title."))
    status = fields.String(
        validate=Pattern(f"({_ANY_STATUS})(,({_ANY_STATUS}))*", error="a status, or several with commas in between"),
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
        validate=SHORT,
        **doc("Words that must all be in the title, the players' names or the occasion."),
    )
    changed_since = UtcTime(**doc("Only what changed at this time or later."))
    copies = fields.Boolean(
        load_default=False,
        **doc("Also list the copies that the caller imported; for an admin, all copies."),
    )
    cursor = fields.String(**doc("Where to go on: `next` of the page before."))
    limit = fields.Integer(
        load_default=50, validate=validate.Range(min=1, max=200), **doc("Records on a page at most.")
    )


class PoliciesOut(Output):
    """The policies of the record. They do not affect whether results are comparable."""

    undo = fields.String(required=True, **doc("How moves are taken back."))
    consents = fields.Integer(**doc("Only with undo: consent: how many seats must consent."))
    signing = fields.String(required=True, **doc("Whether the seats sign the result."))
    deadline_h = fields.Integer(required=True, **doc("Hours after the end until it closes; 0 for never."))
    memory_aid = fields.Boolean(required=True, **doc("What is behind the screens is shown."))
    typing = fields.String(**doc("Only as seats: each seat's own link types its moves and the table's."))
    start = fields.String(**doc("Only as seats: every seat signs the start before the first move."))


class SeatOut(Output):
    """A seat and its player."""

    seat = fields.Integer(required=True, **doc("The place at the table, clockwise from 0."))
    player = fields.String(required=True, **doc("The player's id."))
    person = fields.String(
        required=True,
        **doc("Another player's id where a league joined the two; else the same as `player`."),
    )
    name = fields.String(required=True, allow_none=True, **doc("Null where it is erased or was never given."))
    colour = fields.String(required=True, **doc("The colour of the seat."))


class FoundOut(Output):
    """A finding of the verification of a file."""

    version = fields.Integer(required=True, **doc("The entry it concerns; 0 for the file."))
    what = fields.String(required=True, **doc("The error."))


class CopyOut(Output):
    """A copy: an imported file that is not a record of this service."""

    original = fields.String(required=True, **doc("The id in its chain."))
    by = fields.String(required=True, **doc("Id of the token that imported it."))
    at = fields.String(required=True, **doc("When it was imported, RFC 3339."))
    key = fields.String(required=True, **doc("Id of the key of the service that it names."))
    ours = fields.Boolean(required=True, **doc("Whether that is the key of this service."))
    found = fields.List(
        fields.Nested(FoundOut),
        required=True,
        **doc("What verification found at import; empty if the file is consistent, which does not show who wrote it."),
    )


class AdoptedOut(Output):
    """The admin who made a file a record of this service, and the time."""

    by = fields.String(required=True, **doc("Id of the admin's token."))
    at = fields.String(required=True, **doc("When, RFC 3339."))


class Occasion(Output):
    """The place, date and event of the game, as far as they are known."""

    league = fields.String(**doc("The league, as claimed when the record was opened."))
    event = fields.String(**doc("The tournament, the club night."))
    round = fields.String(**doc("The round of the event."))
    table = fields.String(**doc("The table of the round."))
    place = fields.String(**doc("Where it is played."))
    date = fields.String(**doc("The local date of the game."))
    zone = fields.String(**doc("The IANA time zone of the place."))
    refs = fields.Dict(values=fields.String(), **doc("Another site -> its id of this game."))


class LeagueTable(Output):
    """The league that opened a record. No other token can set it."""

    id = fields.String(required=True, **doc("Its id."))
    ref = fields.String(required=True, **doc("Its own id of the table."))


class Played(Output):
    """When a game was played: from its first move on, as the recorder stated it, else by the service's clock."""

    date = fields.String(
        required=True,
        allow_none=True,
        **doc("That of the occasion, else of the start; null before it.", example="2026-11-21"),
    )
    zone = fields.String(
        required=True,
        allow_none=True,
        **doc("The IANA zone of the date; null for UTC.", example="Europe/Madrid"),
    )
    start = fields.String(required=True, allow_none=True, **doc("The first move, RFC 3339; null before it."))
    end = fields.String(required=True, allow_none=True, **doc("The last move, RFC 3339; null while the game runs."))
    minutes = fields.Integer(required=True, allow_none=True, **doc("Between them; null while the game runs."))


class ReasonOut(Output):
    """Why a game does not count for its league, or not yet."""

    answer = fields.String(required=True, **doc("The answer that it causes: no or not_yet."))
    code = fields.String(required=True, **doc("The reason as a code.", example="unsigned"))
    text = fields.Nested(Sentence, required=True, **doc("The reason in words."))
    entry = fields.String(required=True, allow_none=True, **doc("Name of the entry that shows it, or null."))
    until = fields.String(required=True, allow_none=True, **doc("When it ends, RFC 3339; null if unknown."))
    seat = fields.Integer(required=True, allow_none=True, **doc("The seat that it is about; null for the table."))


class Counts(Output):
    """Whether a game counts for its league, by the league's conditions."""

    answer = fields.String(required=True, **doc("yes, no or not_yet."))
    reasons = fields.List(fields.Nested(ReasonOut), required=True, **doc("Every reason; empty for yes."))


class Summary(Output):
    """A record in lists."""

    id = fields.String(required=True, **doc("The record's id."))
    game = fields.String(required=True, **doc("The id of the game.", example="kingdoms"))
    rules = fields.String(required=True, **doc("The title and the version of its rules.", example="kingdoms@1"))
    box = fields.String(required=True, **doc("The hash of the box."))
    edition = fields.Nested(EditionOut, required=True, **doc("The edition, and how much of it was compared."))
    options = fields.Dict(required=True, **doc("Every option of the rules with its value."))
    policies = fields.Nested(PoliciesOut, required=True, **doc("The policies of the record."))
    seats = fields.List(fields.Nested(SeatOut), required=True, **doc("Who plays, clockwise."))
    visibility = fields.String(required=True, **doc("public, unlisted or private."))
    copy = fields.Nested(CopyOut, required=True, allow_none=True, **doc("Null for a record of this service."))
    adopted = fields.Nested(AdoptedOut, required=True, allow_none=True, **doc("Null where it was recorded here."))
    league = fields.Nested(LeagueTable, required=True, allow_none=True, **doc("Null for a record of no league."))
    occasion = fields.Nested(Occasion, required=True, **doc("The place, date and event of the game."))
    status = fields.String(required=True, **doc(STATUS))
    standing = fields.Nested(StandingOut, required=True, **doc("Who signed or disputed it, and what closed it."))
    version = fields.Integer(required=True, **doc("The version of its last entry."))
    ply = fields.Integer(required=True, **doc("Moves made."))
    head_hash = fields.String(required=True, **doc("The hash of its last entry."))
    counts = fields.Nested(
        Counts,
        required=True,
        allow_none=True,
        **doc("Whether it counts for its league; null for a record of no league."),
    )
    opened_at = fields.String(required=True, **doc("When it was opened, RFC 3339."))
    ended_at = fields.String(
        required=True,
        allow_none=True,
        **doc("When the move was written that ended the game, RFC 3339; null while it runs."),
    )
    played = fields.Nested(Played, required=True, **doc("When it was played."))
    changed_at = fields.String(required=True, **doc("When it was last written to, RFC 3339."))
    round = fields.Integer(required=True, allow_none=True, **doc("The round of the game."))
    phase = fields.String(required=True, **doc("The current phase of the game; `finished` at the end."))
    scores = fields.Dict(
        values=fields.Integer(allow_none=True),
        required=True,
        allow_none=True,
        **doc("Seat -> score; null where nobody may know it yet."),
    )
    winners = fields.List(
        fields.Integer(),
        required=True,
        allow_none=True,
        **doc("Seats of rank 1; null while the game runs."),
    )
    moves_left = fields.Integer(**doc(MOVES_LEFT))
    acts_left = fields.Integer(**doc(ACTS_LEFT))


class RecordOut(Summary):
    """A new record."""

    offers = fields.Nested(Offers, required=True, **doc("The moves that can be recorded now."))


class RecorderOut(Output):
    """The recorder of a game from an entry on."""

    token = fields.String(required=True, **doc("Id of the token that types."))
    name = fields.String(required=True, **doc("Name of the entry that says so."))
    at = fields.String(required=True, **doc("When it was written, RFC 3339."))


class SummaryForCaller(Summary):
    """A record, with the rights of the caller."""

    recorder = fields.Nested(
        RecorderOut,
        required=True,
        allow_none=True,
        **doc("Who records; null where nobody was named: then everybody who may."),
    )
    eyes = fields.List(fields.String(), required=True, **doc("The eyes that the caller may use."))
    calls = fields.List(fields.String(), required=True, **doc("The calls that the caller may make."))
    role = fields.String(required=True, **doc("The caller's role for the record."))


class Page(Output):
    """A page of records, last changed first."""

    records = fields.List(fields.Nested(Summary), required=True, **doc("The records."))
    next = fields.String(allow_none=True, required=True, **doc("The cursor of the next page; null on the last."))
