"""Entries: the lines of a record's log, as they were written."""

from typing import Any

from marshmallow import fields

from service.api.schemas import output as out
from service.api.schemas.fields import OpenShape, Output, doc


class Opened(Output):
    """A sealed fact that a move reveals completely."""

    name = out.text("The name of the move that left the fact sealed.")
    secret = out.text("The parameter of that move.")
    fills = out.text("The parameter of this move that states the fact, by dots where nested.")


class Barrier(Output):
    """The reason why moves before this one cannot be undone."""

    kind = out.text(
        "Something was revealed, chance was resolved, or somebody reacted.", among=["reveal", "chance", "reaction"]
    )
    what = out.text("The fact, as an id or a value; never a secret one.")
    seats = out.numbers("The seats it binds.")


class Body(OpenShape):
    """The public facts of an entry; of a move its type, its seat and the parameters that its game names."""

    type = out.text("Of a move: its type.", optional=True)
    seat = out.number("Of a move: who makes it; of `seated`: which seat.", optional=True, null=True)
    name = out.text("Of `sealed`: the name of the move whose secret is sealed.", optional=True)
    link = out.text(
        "Of `seated`: the id of the token that the seat's link carries; null if its "
        "phone was lost: the earlier links of the seat are no longer valid.",
        optional=True,
        null=True,
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

    version = out.number("Its number: 1, 2, 3 ... without gaps.")
    type = out.text("`opened`, `move`, or what an entry about the record itself does.")
    at = out.text("When it was written, RFC 3339, by the service's clock.")
    by = out.text("The id of the token that wrote it.")
    body = out.part(Body, "The public facts.")
    seals = out.mapping(
        "Secret -> base64url of SHA-256 over its salt and its value (RFC 8785).", fields.String(), optional=True
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
    occurred_at = out.text("When it happened, as the recorder says.", optional=True)
    zone = out.text("The IANA zone of `occurred_at`.", optional=True)
    state = out.text("SHA-256 of the public facts after this entry, as RFC 8785 spells them.")
    prev = out.text("The `hash` of the entry before; empty for the first.")
    hash = out.text("SHA-256 of this entry without `hash`, as RFC 8785 spells it.")


class Secret(Output):
    """A secret fact. Its salt and value prove its seal."""

    salt = out.text("16 random bytes, base64url.")
    value = fields.Raw(required=True, **doc("The value; which kind depends on the parameter."))
