"""Tokens."""

from __future__ import annotations

from marshmallow import fields, validate

from service.api.schemas.fields import MOST_SEAT, SHORT, Input, Output, PlainText, UtcTime, WholeNumber, doc


class TokenIn(Input):
    """A token bound to a record."""

    scope = fields.String(
        required=True,
        validate=validate.OneOf(["seat", "record", "read", "judge"]),
        **doc("A seat's own link; all that a recorder does; reading alone; or a judge."),
    )
    seat = WholeNumber(
        validate=validate.Range(min=0, max=MOST_SEAT),
        **doc("The seat; with scope seat, and only there."),
    )
    label = PlainText(validate=SHORT, **doc("A name that its creator gave it."))
    expires_at = UtcTime(**doc("When it ends; without it, never."))


class TokenOut(Output):
    """A token, without its secret."""

    id = fields.String(required=True, **doc("Its id, which is no secret."))
    scope = fields.String(required=True, **doc("Its scope: admin, league, record, seat, read or judge."))
    record = fields.String(required=True, allow_none=True, **doc("The record it is bound to."))
    seat = fields.Integer(required=True, allow_none=True, **doc("The seat, of scope seat."))
    league = fields.String(allow_none=True, **doc("The league, of scope league."))
    since = fields.Integer(required=True, **doc("Of a seat's later link: secrets sealed before are not for it."))
    label = fields.String(required=True, **doc("A name that its creator gave it."))
    maker = fields.String(required=True, allow_none=True, **doc("Id of the token that it goes back to."))
    created_at = fields.String(required=True, **doc("When it was made, RFC 3339."))
    expires_at = fields.String(required=True, allow_none=True, **doc("When it ends, RFC 3339; null for never."))
    revoked_at = fields.String(
        required=True,
        allow_none=True,
        **doc("When it was revoked, RFC 3339; null while it is valid."),
    )
    used_at = fields.String(
        allow_none=True,
        **doc("In lists: when it was last used, to ten minutes, RFC 3339; null where not known."),
    )


class TokenMade(TokenOut):
    """A new token, with its secret."""

    token = fields.String(required=True, **doc("The secret, shown this once."))
    link = fields.String(required=True, **doc("An address with the secret in its fragment, which no server sees."))


class TokensOut(Output):
    """The tokens of a record."""

    tokens = fields.List(fields.Nested(TokenOut), required=True, **doc("The tokens, without their secrets."))
