"""Refusals."""

from __future__ import annotations

from marshmallow import fields

from service.api.schemas.entries import Barrier, Entry
from service.api.schemas.fields import OpenShape, Output
from service.api.schemas.offers import Offers
from service.api.schemas.verdicts import Verdict


class Event(OpenShape):
    """The event that a refused move would be, with the parameters that its game names."""

    type = fields.String(metadata={"description": "Its type."})
    seat = fields.Integer(allow_none=True, metadata={"description": "The seat; null for the table."})


class Problem(Output):
    """A refusal (RFC 9457). Members beside the first four are there where they apply."""

    type = fields.String(
        required=True,
        metadata={"example": "urn:movebook:problem:illegal-move", "description": "What was refused; never translated."},
    )
    title = fields.String(required=True, metadata={"description": "The same in words, in the caller's language."})
    status = fields.Integer(required=True, metadata={"description": "The status of the answer."})
    detail = fields.String(
        required=True, metadata={"description": "What is wrong, with value and place, in the caller's language."}
    )
    instance = fields.String(metadata={"description": "The path that was asked for."})
    rule = fields.String(metadata={"description": "The clause that refuses the move.", "example": "KIN-5.1"})
    rule_url = fields.String(metadata={"description": "The clause in the rules page."})
    code = fields.String(metadata={"description": "The reason as a code.", "example": "occupied"})
    names = fields.List(fields.String(), metadata={"description": "Earlier moves that this one contradicts."})
    event = fields.Nested(Event, metadata={"description": "For what the table played all the same."})
    version = fields.Integer(metadata={"description": "The version of the record."})
    outcome = fields.String(metadata={"description": "The hash of the outcome that there is."})
    errors = fields.Dict(values=fields.String(), metadata={"description": "Field -> what is wrong with it."})
    since = fields.List(
        fields.Nested(Entry), metadata={"description": "The entries after the version that the caller follows."}
    )
    offers = fields.Nested(Offers, metadata={"description": "What may be recorded now."})
    line = fields.Integer(metadata={"description": "The line of a file, from 1."})
    column = fields.Integer(metadata={"description": "The column of that line, from 1."})
    why = fields.String(metadata={"description": "Why nothing is taken back, corrected or ruled, as a code."})
    barrier = fields.Nested(Barrier, metadata={"description": "What bars the move from being taken back."})
    missing = fields.List(fields.Integer(), metadata={"description": "Seats that would have to consent."})
    change = fields.Integer(metadata={"description": "The number of the change of a correction, from 1."})
    adjustment = fields.Integer(metadata={"description": "The number of the adjustment of a ruling, from 1."})
    refused = fields.List(
        fields.Nested(Verdict), metadata={"description": "Changes and moves that the rules refuse of a correction."}
    )
    eyes = fields.String(metadata={"description": "Of a record in quarantine: the eyes that cannot replay it."})
