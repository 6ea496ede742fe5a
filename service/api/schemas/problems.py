"""Refusals."""

from __future__ import annotations

from marshmallow import Schema, fields


class Problem(Schema):
    """A refusal (RFC 9457)."""

    type = fields.String(required=True, metadata={"example": "urn:movebook:problem:illegal-move"})
    title = fields.String(required=True)
    status = fields.Integer(required=True)
    detail = fields.String(required=True)
    instance = fields.String()
    rule = fields.String(metadata={"description": "the clause that refuses the move", "example": "KIN-5.1"})
    rule_url = fields.String(metadata={"description": "the clause in the rules page"})
    code = fields.String(metadata={"description": "the reason as a code", "example": "occupied"})
    names = fields.List(fields.String(), metadata={"description": "earlier moves that this one contradicts"})
    event = fields.Dict(metadata={"description": "the event it would be, for what the table played all the same"})
    version = fields.Integer(metadata={"description": "the record's version"})
    errors = fields.Dict(metadata={"description": "field -> what is wrong with it"})
    since = fields.List(fields.Dict(), metadata={"description": "the entries after the caller's version"})
    offers = fields.Dict()
    line = fields.Integer(metadata={"description": "the line of a file"})
    column = fields.Integer()
