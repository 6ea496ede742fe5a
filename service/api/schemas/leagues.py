"""Leagues: the organiser's tables, links and people."""

from __future__ import annotations

from typing import Any

from marshmallow import ValidationError, fields, post_load, validate

from service.api.schemas.fields import (
    ID,
    SHORT,
    BoundedList,
    Input,
    Output,
    Pattern,
    PlainText,
    VisibleText,
    WholeNumber,
)
from service.api.schemas.problems import Problem
from service.api.schemas.records import OccasionIn, RecordIn, SeatIn
from service.api.schemas.tokens import TokenOut
from service.record import leagues
from service.record.entries import shapes

MOST_TABLES = 500
MOST_AGAIN = 99
LINKS = ("seats", "record", "judge")
ANSWERS = ("opened", "known", "differs", "refused", "removed")
LEAGUE_ID = Pattern(leagues.ID, error="small letters, digits and '-'; at most 40")
PERSON_REF = "The league's own id of a person; it is kept beside the records and enters none."


class LeagueIn(Input):
    """A new league."""

    id = fields.String(
        required=True, validate=LEAGUE_ID, metadata={"example": "castilla", "description": "Its id in addresses."}
    )
    name = PlainText(required=True, validate=SHORT, metadata={"description": "What people call it."})
    tables_a_day = WholeNumber(
        load_default=leagues.TABLES_A_DAY,
        validate=validate.Range(min=1, max=100_000),
        metadata={"description": "Tables that it may open on one day (UTC)."},
    )


class LeagueOut(Output):
    """A league."""

    id = fields.String(required=True, metadata={"description": "Its id."})
    name = fields.String(required=True, metadata={"description": "What people call it."})
    created_at = fields.String(required=True, metadata={"description": "When it was created, RFC 3339."})
    tables_a_day = fields.Integer(required=True, metadata={"description": "Tables that it may open on one day (UTC)."})
    tokens = fields.List(
        fields.Nested(TokenOut), required=True, metadata={"description": "The league's tokens, without their secrets."}
    )


class LeagueTokenIn(Input):
    """A further token of a league; the ones before stay good for a while, so that a site can change over."""

    label = PlainText(validate=SHORT, load_default="", metadata={"description": "What its maker calls it."})
    overlap_h = WholeNumber(
        load_default=24,
        validate=validate.Range(min=0, max=24 * 90),
        metadata={"description": "Hours after which the tokens before it end."},
    )


class LeagueTokenOut(TokenOut):
    """A league's token just made."""

    token = fields.String(required=True, metadata={"description": "The secret, shown this once."})


class LeagueSeatIn(SeatIn):
    """Who sits down at a league's table."""

    ref = PlainText(validate=SHORT, metadata={"description": PERSON_REF})

    @post_load
    def of_one(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        """A person of the league has no player id of another's."""
        if "ref" in data and "player" in data:
            raise ValidationError("ref or player, not both", "ref")
        return data


class TableOccasionIn(OccasionIn):
    """Where and for what a league's table is played; the league itself needs no claim."""

    class Meta(Input.Meta):
        """Its league is the caller."""

        exclude = ("league",)


class TableIn(RecordIn):
    """A table of a league: the opening of a record, and the league's reference of it."""

    ref = PlainText(
        required=True,
        validate=SHORT,
        metadata={"description": "The league's own id of the table."},
    )
    again = WholeNumber(
        load_default=1,
        validate=validate.Range(min=1, max=MOST_AGAIN),
        metadata={"description": "A higher number opens the table anew, after its record was removed."},
    )
    seats = BoundedList(
        fields.Nested(LeagueSeatIn),
        required=True,
        validate=validate.Length(min=1, max=shapes.MOST_SEATS),
        metadata={"description": "Who sits at the table, clockwise; the first is seat 0."},
    )
    occasion = fields.Nested(TableOccasionIn, load_default=dict, metadata={"description": "Where and for what."})
    links = BoundedList(
        fields.String(validate=validate.OneOf(LINKS)),
        load_default=list,
        validate=validate.Length(max=len(LINKS)),
        metadata={"description": "Links to give out: each seat's, one that records, one for a judge."},
    )


class TablesIn(Input):
    """Tables to open; each is looked at by itself."""

    tables = BoundedList(
        fields.Nested(TableIn),
        required=True,
        validate=validate.Length(min=1, max=MOST_TABLES),
        metadata={"description": "The tables."},
    )


class TableLinks(Output):
    """Links to a table. The same list sent again gives the same ones."""

    seats = fields.List(
        fields.String(allow_none=True), metadata={"description": "By seat; null where one was revoked."}
    )
    record = fields.String(allow_none=True, metadata={"description": "For the phone that records."})
    judge = fields.String(allow_none=True, metadata={"description": "For a judge."})


class TableOut(Output):
    """What became of a table of the list."""

    ref = fields.String(required=True, allow_none=True, metadata={"description": "The league's reference."})
    answer = fields.String(
        required=True,
        validate=validate.OneOf(ANSWERS),
        metadata={
            "description": "opened; known: it was open already, as in the list; differs: it is open otherwise, in "
            "`differs`; refused, for what `problem` says; removed: its record is gone."
        },
    )
    record = fields.String(required=True, allow_none=True, metadata={"description": "Its id; null if refused."})
    differs = fields.List(fields.String(), metadata={"description": "The members in which the open table differs."})
    links = fields.Nested(TableLinks, metadata={"description": "Where links were asked for."})
    problem = fields.Nested(Problem, metadata={"description": "Where the table is refused."})


class TablesOut(Output):
    """What became of a list of tables, in its order."""

    tables = fields.List(fields.Nested(TableOut), required=True, metadata={"description": "Table by table."})


class PersonIn(Input):
    """A person's name."""

    name = VisibleText(
        required=True,
        validate=validate.Length(min=1, max=shapes.LONGEST_NAME),
        metadata={"description": "The name, in all records at once."},
    )


class PersonOut(Output):
    """A person of a league."""

    ref = fields.String(required=True, metadata={"description": PERSON_REF})
    player = fields.String(required=True, validate=ID, metadata={"description": "The player id in records."})
    name = fields.String(
        required=True, allow_none=True, metadata={"description": "Null where it is erased or was never given."}
    )
