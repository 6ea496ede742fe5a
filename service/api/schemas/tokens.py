"""Tokens of a record."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from service.api.schemas.fields import MOST_SEAT, SHORT, Moment, Strict, Whole, Word


class TokenIn(Strict):
    """A token bound to a record."""

    scope = fields.String(required=True, validate=validate.OneOf(["seat", "record", "read"]))
    seat = Whole(validate=validate.Range(min=0, max=MOST_SEAT))
    label = Word(validate=SHORT)
    expires_at = Moment()


class TokenOut(Schema):
    """A token; the secret only where it was just made."""

    id = fields.String(required=True)
    scope = fields.String(required=True)
    record = fields.String(allow_none=True)
    seat = fields.Integer(allow_none=True)
    since = fields.Integer(metadata={"description": "of a seat's later link: secrets sealed before are not for it"})
    label = fields.String()
    maker = fields.String(allow_none=True, metadata={"description": "id of the token that it goes back to"})
    created_at = fields.String()
    expires_at = fields.String(allow_none=True)
    revoked_at = fields.String(allow_none=True)
    token = fields.String(metadata={"description": "the secret, shown once"})
    link = fields.String(metadata={"description": "an address with the secret in its fragment, which no server sees"})


class TokensOut(Schema):
    """The tokens of a record."""

    tokens = fields.List(fields.Nested(TokenOut), required=True)
