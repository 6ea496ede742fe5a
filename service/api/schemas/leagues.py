"""Leagues: the organiser's tables, links and people."""

from __future__ import annotations

from typing import Any

from marshmallow import ValidationError, fields, post_load, validate, validates_schema

from engines import GAMES
from service.api.schemas.fields import (
    HASH,
    ID,
    SHORT,
    BoundedDict,
    BoundedList,
    Input,
    Output,
    Pattern,
    PlainText,
    TrueOrFalse,
    VisibleText,
    WholeNumber,
    doc,
    need_day,
)
from service.api.schemas.problems import Problem
from service.api.schemas.records import OccasionIn, RecordIn, SeatIn
from service.api.schemas.tokens import TokenOut
from service.api.schemas.webhooks import WebhookOut
from service.record import leagues
from service.record.conditions import CHECKED, SIGNED
from service.record.entries import shapes

MOST_TABLES = 500
MOST_AGAIN = 99
LINKS = ("seats", "record", "judge")
ANSWERS = ("opened", "known", "differs", "refused", "removed")
LEAGUE_ID = Pattern(leagues.ID, error="small letters, digits and '-'; at most 40")
SITE = Pattern(r'https?://[^\s"<>]{1,200}', error="an address that begins with https:// or http://")
PERSON_REF = "The league's own id of a person; it is stored apart from the records and enters none."


class LeagueChangeIn(Input):
    """The public properties of a league."""

    name = PlainText(required=True, validate=SHORT, **doc("Its name."))
    site = fields.String(
        load_default=None,
        allow_none=True,
        validate=SITE,
        **doc("Where its standings are.", example="https://liga.example/"),
    )


class LeagueIn(LeagueChangeIn):
    """A new league."""

    id = fields.String(required=True, validate=LEAGUE_ID, **doc("Its id in addresses.", example="castilla"))
    tables_a_day = WholeNumber(
        load_default=leagues.TABLES_A_DAY,
        validate=validate.Range(min=1, max=100_000),
        **doc("Tables that it may open on one day (UTC)."),
    )


class LeagueOut(Output):
    """A league."""

    id = fields.String(required=True, **doc("Its id."))
    name = fields.String(required=True, **doc("Its name."))
    site = fields.String(required=True, allow_none=True, **doc("Where its standings are."))
    created_at = fields.String(required=True, **doc("When it was created, RFC 3339."))
    tables_a_day = fields.Integer(required=True, **doc("Tables that it may open on one day (UTC)."))
    tokens = fields.List(fields.Nested(TokenOut), required=True, **doc("The league's tokens, without their secrets."))
    webhook = fields.Nested(
        WebhookOut, required=True, allow_none=True, **doc("Where its lines of the feed are sent to.")
    )


class LeagueTokenIn(Input):
    """A request for a further token of a league. Earlier tokens stay valid for some hours."""

    label = PlainText(validate=SHORT, load_default="", **doc("A name that its creator gave it."))
    overlap_h = WholeNumber(
        load_default=24,
        validate=validate.Range(min=0, max=24 * 90),
        **doc("Hours after which the tokens before it end."),
    )


class LeagueTokenOut(TokenOut):
    """A new token of a league."""

    token = fields.String(required=True, **doc("The secret, shown this once."))


class PlayersIn(Input):
    """The required number of players."""

    least = WholeNumber(validate=validate.Range(min=1, max=99), **doc("At least."))
    most = WholeNumber(validate=validate.Range(min=1, max=99), **doc("At most."))

    @validates_schema
    def in_order(self, data: dict[str, Any], **_: Any) -> None:
        """No number of players is more than the most and less than the least."""
        if data.get("least", 1) > data.get("most", 99):
            raise ValidationError("least is more than most", "least")


class DatesIn(Input):
    """The dates within which a game must be played."""

    since = fields.String(
        data_key="from",
        validate=[Pattern(shapes.DAY, error="a date as 2026-11-21"), need_day],
        **doc("From this day on.", example="2026-01-01"),
    )
    to = fields.String(
        validate=[Pattern(shapes.DAY, error="a date as 2026-11-21"), need_day],
        **doc("Until this day.", example="2026-06-30"),
    )

    @validates_schema
    def in_order(self, data: dict[str, Any], **_: Any) -> None:
        """No day is before the first and after the last."""
        if data.get("since", "") > data.get("to", "9"):
            raise ValidationError("from is after to", "from")


def known_game(name: str) -> None:
    """Refuse a title that is not installed: no game would ever count."""
    validate.OneOf(sorted(GAMES))(name)


class ConditionsIn(Input):
    """The conditions under which a game counts for the league. Conditions that are left out do not apply."""

    games = BoundedList(fields.String(validate=known_game), validate=validate.Length(max=100), **doc("These titles."))
    rules = BoundedList(
        PlainText(validate=SHORT),
        validate=validate.Length(max=100),
        **doc("These titles and versions of their rules.", example=["kingdoms@1"]),
    )
    boxes = BoundedList(
        fields.String(validate=HASH),
        validate=validate.Length(max=100),
        **doc("These editions, by content hash."),
    )
    options = BoundedDict(
        keys=fields.String(validate=known_game),
        values=BoundedDict(keys=fields.String(validate=ID), validate=validate.Length(max=100)),
        validate=validate.Length(max=100),
        **doc("Title -> option -> value."),
    )
    placeholders = TrueOrFalse(**doc("False: not with an edition that has placeholder values."))
    players = fields.Nested(PlayersIn, **doc("The required number of players."))
    dates = fields.Nested(DatesIn, **doc("The dates within which a game must be played."))
    signed = fields.String(
        validate=validate.OneOf(SIGNED),
        **doc("Every player signed: with the own link, in any way, or not at all."),
    )
    closed_by_judge = TrueOrFalse(**doc("True: a game that a judge closed (`ruled`) needs no signatures."))
    checked = fields.String(
        validate=validate.OneOf(CHECKED),
        **doc("agreed: no difference at a check is open; every: and each check point was checked."),
    )
    regular = TrueOrFalse(**doc("True: no move against the rules and no ruling."))
    recorder_apart = TrueOrFalse(**doc("True: not where each player enters the own moves."))
    least_minutes = WholeNumber(validate=validate.Range(min=0, max=100_000), **doc("From opening to end at least."))
    waiting_h = WholeNumber(validate=validate.Range(min=0, max=24 * 90), **doc("Hours after closing until it counts."))


class LeagueSeatIn(SeatIn):
    """A player at a league's table."""

    ref = PlainText(validate=SHORT, **doc(PERSON_REF))

    @post_load
    def of_one(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        """A person of the league has no player id of another's."""
        if "ref" in data and "player" in data:
            raise ValidationError("ref or player, not both", "ref")
        return data


class TableOccasionIn(OccasionIn):
    """The place, date and event of a league's table."""

    class Meta(Input.Meta):
        """Its league is the caller."""

        exclude = ("league",)


class TableIn(RecordIn):
    """A table of a league: the opening of a record, and the league's reference for it."""

    ref = PlainText(
        required=True,
        validate=SHORT,
        **doc("The league's own id of the table."),
    )
    again = WholeNumber(
        load_default=1,
        validate=validate.Range(min=1, max=MOST_AGAIN),
        **doc("A higher number opens the table anew, after its record was removed or made void."),
    )
    seats = BoundedList(
        fields.Nested(LeagueSeatIn),
        required=True,
        validate=validate.Length(min=1, max=shapes.MOST_SEATS),
        **doc("Who sits at the table, clockwise; the first is seat 0."),
    )
    occasion = fields.Nested(TableOccasionIn, load_default=dict, **doc("The place, date and event of the game."))
    links = BoundedList(
        fields.String(validate=validate.OneOf(LINKS)),
        load_default=list,
        validate=validate.Length(max=len(LINKS)),
        **doc("Links to give out: each seat's, one that records, one for a judge."),
    )


class TablesIn(Input):
    """Tables to open. Each one succeeds or fails on its own."""

    tables = BoundedList(
        fields.Nested(TableIn),
        required=True,
        validate=validate.Length(min=1, max=MOST_TABLES),
        **doc("The tables."),
    )


class TableLinks(Output):
    """Links to a table. Sending the same list again returns the same links."""

    seats = fields.List(fields.String(allow_none=True), **doc("By seat; null where one was revoked."))
    record = fields.String(allow_none=True, **doc("For the phone that records."))
    judge = fields.String(allow_none=True, **doc("For a judge."))


class LinksIn(Input):
    """A request for the links of tables."""

    records = BoundedList(
        fields.String(validate=ID),
        required=True,
        validate=validate.Length(min=1, max=MOST_TABLES),
        **doc("The ids of the records."),
    )
    links = BoundedList(
        fields.String(validate=validate.OneOf(LINKS)),
        required=True,
        validate=validate.Length(min=1, max=len(LINKS)),
        **doc("Links to give out: each seat's, one that records, one for a judge."),
    )


class LinkedTable(Output):
    """The links to a table."""

    record = fields.String(required=True, **doc("The record's id."))
    links = fields.Nested(TableLinks, required=True, **doc("Its links."))


class LinksOut(Output):
    """Links to tables, in the order of the request."""

    tables = fields.List(fields.Nested(LinkedTable), required=True, **doc("The links of each table."))


class TableOut(Output):
    """The result of opening one table of the list."""

    ref = fields.String(required=True, allow_none=True, **doc("The league's reference."))
    answer = fields.String(
        required=True,
        validate=validate.OneOf(ANSWERS),
        **doc(
            "opened; known: it was open already, as in the list; differs: it is open otherwise, in "
            "`differs`; refused, for what `problem` says; removed: its record is gone."
        ),
    )
    record = fields.String(required=True, allow_none=True, **doc("Its id; null if refused."))
    differs = fields.List(fields.String(), **doc("The members in which the open table differs."))
    links = fields.Nested(TableLinks, **doc("Where links were asked for."))
    problem = fields.Nested(Problem, **doc("Where the table is refused."))


class TablesOut(Output):
    """The results of opening a list of tables, in its order."""

    tables = fields.List(fields.Nested(TableOut), required=True, **doc("The result of each table."))


class PersonIn(Input):
    """A person's name."""

    name = VisibleText(
        required=True,
        validate=validate.Length(min=1, max=shapes.LONGEST_NAME),
        **doc("The name, in all records at once."),
    )


class JoinIn(Input):
    """A person to join with another one."""

    to = PlainText(required=True, validate=SHORT, **doc("The other ref, which gives the name."))


class PersonOut(Output):
    """A person of a league."""

    ref = fields.String(required=True, **doc(PERSON_REF))
    player = fields.String(required=True, validate=ID, **doc("The player id in records."))
    name = fields.String(required=True, allow_none=True, **doc("Null where it is erased or was never given."))
    joined = fields.String(required=True, allow_none=True, **doc("The ref with which it was joined; null for none."))
    person = fields.String(required=True, validate=ID, **doc("The player id of all refs that are this person."))
