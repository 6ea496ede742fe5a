"""Webhooks: where a league has its lines of the feed sent to."""

from __future__ import annotations

from marshmallow import fields, validate

from service.api.schemas.fields import Input, Output, WholeNumber, doc
from service.record.webhooks import LONGEST_URL


class WebhookIn(Input):
    """The address of a webhook."""

    url = fields.String(
        required=True,
        validate=validate.Length(min=1, max=LONGEST_URL),
        **doc("HTTPS, on the public internet.", example="https://league.example/movebook"),
    )
    after = fields.String(
        **doc(
            "Only lines after this cursor of the feed; 0 for all. Without it a new webhook begins at 0, "
            "and another one goes on where it is."
        ),
    )


class RotateIn(Input):
    """How long the previous secret stays valid."""

    overlap_h = WholeNumber(
        load_default=24,
        validate=validate.Range(min=0, max=24 * 90),
        **doc("Hours for which messages are signed with the secret before, too."),
    )


class AttemptOut(Output):
    """The last attempt to send a message."""

    at = fields.String(required=True, **doc("When, RFC 3339."))
    type = fields.String(required=True, **doc("`record.changed` or `test`."))
    status = fields.Integer(required=True, allow_none=True, **doc("The status of the answer; null for none."))
    error = fields.String(
        required=True,
        allow_none=True,
        **doc("Null when it arrived.", example="not sent: network"),
    )


class DisabledOut(Output):
    """The reason why the webhook is disabled."""

    at = fields.String(required=True, **doc("When it was disabled, RFC 3339."))
    why = fields.String(
        required=True,
        validate=validate.OneOf(["gone", "failing"]),
        **doc("gone: it answered 410; failing: it failed for five days."),
    )


class WebhookOut(Output):
    """A league's webhook."""

    url = fields.String(required=True, **doc("Where the lines are sent to."))
    created_at = fields.String(required=True, **doc("When it was first set, RFC 3339."))
    cursor = fields.String(required=True, **doc("Of the feed: what came before has arrived."))
    attempts = fields.Integer(required=True, **doc("Failed attempts since then."))
    failing_since = fields.String(
        required=True, allow_none=True, **doc("When the first of them failed; null for none.")
    )
    due_at = fields.String(required=True, allow_none=True, **doc("When the next one is due; null for at once."))
    last = fields.Nested(AttemptOut, required=True, allow_none=True, **doc("The last attempt; null for none."))
    disabled = fields.Nested(DisabledOut, required=True, allow_none=True, **doc("Null while the webhook is enabled."))


class WebhookMade(WebhookOut):
    """A new webhook, with its secret."""

    secret = fields.String(**doc("A new secret, shown this once; a further call that changes the URL has none."))
