"""Entries: the lines of a record's log, as they were written."""

from __future__ import annotations

from typing import Any

from marshmallow import fields, validate

from service.api.schemas.fields import OpenShape, Output, doc


class Opened(Output):
    """A sealed fact that a move reveals completely."""

    name = fields.String(required=True, **doc("The name of the move that left the fact sealed."))
    secret = fields.String(required=True, **doc("The parameter of that move."))
    fills = fields.String(
        required=True,
        **doc("The parameter of this move that states the fact, by dots where nested."),
    )


class Barrier(Output):
    """The reason why moves before this one cannot be undone."""

    kind = fields.String(
        required=True,
        validate=validate.OneOf(["reveal", "chance", "reaction"]),
        **doc("Something was revealed, chance was resolved, or somebody reacted."),
    )
    what = fields.String(required=True, **doc("The fact, as an id or a value; never a secret one."))
    seats = fields.List(fields.Integer(), required=True, **doc("The seats it binds."))


class Body(OpenShape):
    """The public facts of an entry; of a move its type, its seat and the parameters that its game names."""

    type = fields.String(**doc("Of a move: its type."))
    seat = fields.Integer(allow_none=True, **doc("Of a move: who makes it; of `seated`: which seat."))
    name = fields.String(**doc("Of `sealed`: the name of the move whose secret is sealed."))
    link = fields.String(
        allow_none=True,
        **doc(
            "Of `seated`: the id of the token that the seat's link carries; null where the links that "
            "the seat had are worthless from now on: its phone was lost."
        ),
    )


ACCEPTED: dict[str, Any] = {
    "type": "object",
    "properties": {"accepted_by": {"type": "array", "items": {"type": "integer"}, "description": "The seats."}},
    "required": ["accepted_by"],
    "additionalProperties": False,
}


def by_change(schema: dict[str, Any]) -> list[dict[str, Any]]:
    """What surrounds a move, or the changes of a correction, by their number."""
    numbers = {"type": "string", "pattern": "^[1-9][0-9]{0,3}$"}
    return [schema, {"type": "object", "propertyNames": numbers, "additionalProperties": schema}]


class Entry(Output):
    """One entry of the log."""

    version = fields.Integer(required=True, **doc("Its number: 1, 2, 3 ... without gaps."))
    type = fields.String(required=True, **doc("`opened`, `move`, or what an entry about the record itself does."))
    at = fields.String(required=True, **doc("When it was written, RFC 3339, by the service's clock."))
    by = fields.String(required=True, **doc("The id of the token that wrote it."))
    body = fields.Nested(Body, required=True, **doc("The public facts."))
    seals = fields.Dict(
        values=fields.String(),
        **doc("Secret -> base64url of SHA-256 over its salt and its value (RFC 8785)."),
    )
    opens = fields.Raw(
        **doc(
            "Sealed facts that the move makes public whole; in a correction by change.",
            oneOf=by_change({"type": "array", "items": {"$ref": "#/components/schemas/Opened"}}),
        )
    )
    barrier = fields.Raw(
        **doc(
            "Where nothing before the move may be taken back; in a correction by change.",
            oneOf=by_change({"$ref": "#/components/schemas/Barrier"}),
        )
    )
    irregular = fields.Raw(
        **doc("Who accepted what the rules refuse; in a correction by change.", oneOf=by_change(ACCEPTED))
    )
    occurred_at = fields.String(**doc("When it happened, as the recorder says."))
    zone = fields.String(**doc("The IANA zone of `occurred_at`."))
    state = fields.String(
        required=True,
        **doc("SHA-256 of the public facts after this entry, as RFC 8785 spells them."),
    )
    prev = fields.String(required=True, **doc("The `hash` of the entry before; empty for the first."))
    hash = fields.String(required=True, **doc("SHA-256 of this entry without `hash`, as RFC 8785 spells it."))


class Secret(Output):
    """A secret fact. Its salt and value prove its seal."""

    salt = fields.String(required=True, **doc("16 random bytes, base64url."))
    value = fields.Raw(required=True, **doc("The value; which kind depends on the parameter."))
