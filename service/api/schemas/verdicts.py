"""What becomes of moves where something is corrected."""

from __future__ import annotations

from marshmallow import fields

from service.api.schemas.entries import Body
from service.api.schemas.fields import Output, Says, doc


class Verdict(Output):
    """The effect of a change on a move."""

    change = fields.Integer(**doc("Of a change: its number, from 1."))
    op = fields.String(**doc("Of a change: what it does."))
    name = fields.String(allow_none=True, **doc("The name of the move; null for an inserted one."))
    verdict = fields.String(required=True, **doc("`stands`, `same`, `changed` (it is spelled otherwise) or `refused`."))
    body = fields.Nested(Body, **doc("The body that its entry would have."))
    says = fields.Nested(Says, **doc("Its new sentence, where it or what it leads to is changed."))
    because = fields.String(**doc("The refused move without which nothing can be said of it."))
    rule = fields.String(**doc("The clause that refuses it."))
    code = fields.String(allow_none=True, **doc("The reason as a code."))
    detail = fields.String(**doc("The error."))
    names = fields.List(fields.String(), **doc("Earlier moves that it contradicts."))
    keepable = fields.Boolean(**doc("It may be kept as it was played."))
