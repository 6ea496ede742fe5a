"""The service's key, and what it signs."""

from __future__ import annotations

from marshmallow import fields

from service.api.schemas.fields import Output, doc


class OneKey(Output):
    """An Ed25519 key."""

    key = fields.String(required=True, **doc("Its id: SHA-256 of the 32 bytes of its public half, as hex."))
    public = fields.String(required=True, **doc("Its public half, base64url."))
    verifier = fields.String(required=True, **doc("The same as a verifier key of C2SP signed-note."))
    at = fields.String(required=True, allow_none=True, **doc("Since when; null for the first."))
    signature = fields.String(
        required=True,
        allow_none=True,
        **doc("Of the key before, over `{format, key, next, at}`; null for the first, and where that one was lost."),
    )


class FormerKey(OneKey):
    """A key that was replaced."""

    until = fields.String(required=True, **doc("When it was replaced: what it signed after that proves nothing."))


class OneOrigin(Output):
    """A store."""

    id = fields.String(required=True, **doc("Its name."))
    restored = fields.String(
        required=True, allow_none=True, **doc("When the backup was made that it was restored from; null for the first.")
    )


class KeyOut(OneKey):
    """The key of this service."""

    former = fields.List(fields.Nested(FormerKey), required=True, **doc("Those before it, the oldest first."))
    origin = fields.List(
        fields.Nested(OneOrigin), required=True, **doc("The stores that this one comes from, itself the last.")
    )
