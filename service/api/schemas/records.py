"""Records: how one is opened, and how lists show it."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, ValidationError, fields, post_load, validate

from service.api.schemas.fields import (
    ID,
    MOVES_LEFT,
    SHORT,
    Flag,
    Moment,
    Name,
    Names,
    Row,
    Strict,
    Whole,
    Word,
    need_day,
    need_zone,
)
from service.api.schemas.queries import LanguageArgs
from service.record import policies, shapes


class SeatIn(Strict):
    """Who sits down: a name (a new player), or the id of a known one."""

    name = Name(validate=validate.Length(min=1, max=shapes.LONGEST_NAME))
    player = fields.String(validate=ID)
    colour = fields.String(validate=ID)

    @post_load
    def one(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        """A seat may stay unnamed; it has no two names."""
        if "name" in data and "player" in data:
            raise ValidationError("name or player, not both", "name")
        return data


class OccasionIn(Strict):
    """Where and for what the game is played."""

    league = Word(validate=SHORT)
    event = Word(validate=SHORT)
    round = Word(validate=SHORT)
    table = Word(validate=SHORT)
    place = Word(validate=SHORT)
    date = fields.String(validate=[validate.Regexp(shapes.DAY, error="a date as 2026-11-21"), need_day])
    zone = fields.String(validate=need_zone)
    refs = Names(
        keys=fields.String(validate=ID), values=Word(validate=SHORT), validate=validate.Length(max=shapes.MOST_REFS)
    )


class PoliciesIn(Strict):
    """What the table agrees on about its record; what is left out takes its default."""

    undo = fields.String(
        validate=validate.OneOf(policies.POLICIES["undo"].choices),
        metadata={"description": "free back to the last barrier (the default), by consent of the seats, or not at all"},
    )
    consents = Whole(
        validate=validate.Range(min=1, max=shapes.MOST_SEATS),
        metadata={"description": "how many seats must consent; only with undo: consent, by default every seat"},
    )
    signing = fields.String(
        validate=validate.OneOf(policies.POLICIES["signing"].choices),
        metadata={"description": "whether the seats sign the result"},
    )
    deadline_h = Whole(
        validate=validate.Range(min=0, max=policies.LONGEST_DEADLINE_H),
        metadata={"description": "hours after the end until it closes where nobody disputes it; 0 for never"},
    )
    memory_aid = Flag(metadata={"description": "show what is behind the screens while the game runs"})


class RecordIn(Strict):
    """The opening of a record."""

    game = fields.String(required=True, metadata={"example": "kingdoms"})
    seats = Row(fields.Nested(SeatIn), required=True, validate=validate.Length(min=1, max=shapes.MOST_SEATS))
    options = Names(keys=fields.String(validate=ID), load_default=dict, validate=validate.Length(max=100))
    policies = fields.Nested(PoliciesIn, load_default=dict)
    box = fields.String(validate=validate.Regexp(r"[0-9a-f]{64}\Z", error="the hash of a box, 64 hexadecimal digits"))
    occasion = fields.Nested(OccasionIn, load_default=dict)
    visibility = fields.String(load_default="unlisted", validate=validate.OneOf(shapes.VISIBILITIES))


class ListArgs(LanguageArgs):
    """Which records."""

    game = fields.String()
    status = fields.String(validate=validate.OneOf(["running", "finished", "closed"]))
    player = fields.String()
    league = fields.String()
    event = fields.String()
    round = fields.String()
    table = fields.String()
    ref = fields.String(metadata={"description": "site:id"})
    text = fields.String(
        validate=SHORT,
        metadata={"description": "words that all stand in the title, the players' names or the occasion"},
    )
    changed_since = Moment()
    copies = fields.Boolean(
        load_default=False,
        metadata={"description": "list the copies that the caller brought, too; an admin everybody's"},
    )
    cursor = fields.String()
    limit = fields.Integer(load_default=50, validate=validate.Range(min=1, max=200))


class PoliciesOut(Schema):
    """What the table agreed on about its record; no part of what makes results comparable."""

    undo = fields.String(required=True)
    consents = fields.Integer(metadata={"description": "only with undo: consent"})
    signing = fields.String(required=True)
    deadline_h = fields.Integer(required=True)
    memory_aid = fields.Boolean(required=True)


class SeatOut(Schema):
    """Who sits where."""

    seat = fields.Integer(required=True)
    player = fields.String(required=True)
    name = fields.String(allow_none=True, metadata={"description": "null where it is erased or was never given"})
    colour = fields.String(required=True)


class FoundOut(Schema):
    """What verification found in a file."""

    version = fields.Integer(required=True, metadata={"description": "the entry it concerns; 0 for the file"})
    what = fields.String(required=True)


class CopyOut(Schema):
    """What is told of a copy: a file that somebody brought, which is no record of this service."""

    original = fields.String(required=True, metadata={"description": "the id in its chain"})
    by = fields.String(required=True, metadata={"description": "id of the token that brought it"})
    at = fields.String(required=True, metadata={"description": "when it was brought"})
    key = fields.String(required=True, metadata={"description": "id of the key of the service that it names"})
    ours = fields.Boolean(required=True, metadata={"description": "whether that is the key of this service"})
    found = fields.List(
        fields.Nested(FoundOut), required=True, metadata={"description": "what verification found when it was brought"}
    )


class AdoptedOut(Schema):
    """Who made a file from elsewhere a record of this service, and when."""

    by = fields.String(required=True)
    at = fields.String(required=True)


class Summary(Schema):
    """A record as lists show it."""

    id = fields.String(required=True)
    game = fields.String(required=True)
    rules = fields.String(required=True, metadata={"example": "kingdoms@1"})
    box = fields.String(required=True, metadata={"description": "hash of the box"})
    options = fields.Dict(required=True, metadata={"description": "options of the rules, each with its value"})
    policies = fields.Nested(PoliciesOut, required=True)
    seats = fields.List(fields.Nested(SeatOut), required=True)
    visibility = fields.String(required=True)
    copy = fields.Nested(
        CopyOut, required=True, allow_none=True, metadata={"description": "null for a record of this service"}
    )
    adopted = fields.Nested(AdoptedOut, required=True, allow_none=True)
    occasion = fields.Dict(required=True)
    status = fields.String(required=True, metadata={"description": "running, finished or closed"})
    version = fields.Integer(required=True)
    ply = fields.Integer(required=True)
    head_hash = fields.String(required=True)
    opened_at = fields.String(required=True)
    changed_at = fields.String(required=True)
    round = fields.Integer(allow_none=True)
    phase = fields.String()
    scores = fields.Dict(allow_none=True)
    winners = fields.List(
        fields.Integer(), allow_none=True, metadata={"description": "seats of rank 1; null while the game runs"}
    )
    eyes = fields.List(fields.String(), metadata={"description": "the eyes the caller may use"})
    calls = fields.List(fields.String(), metadata={"description": "the calls the caller may make"})
    moves_left = fields.Integer(metadata={"description": MOVES_LEFT})
    role = fields.String(metadata={"description": "what the caller is to the record"})


class RecordOut(Summary):
    """A record just opened."""

    offers = fields.Dict(metadata={"description": "what may be recorded now"})


class Page(Schema):
    """A page of records, last changed first."""

    records = fields.List(fields.Nested(Summary), required=True)
    next = fields.String(allow_none=True, required=True, metadata={"description": "cursor of the next page"})
