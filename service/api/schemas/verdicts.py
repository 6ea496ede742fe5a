"""What becomes of moves where something is corrected."""

from __future__ import annotations

from marshmallow import fields

from service.api.schemas.entries import Body
from service.api.schemas.fields import Output, Says


class Verdict(Output):
    """What becomes of a move where something before it, or it itself, is changed."""

    change = fields.Integer(metadata={"description": "Of a change: its number, from 1."})
    op = fields.String(metadata={"description": "Of a change: what it does."})
    name = fields.String(allow_none=True, metadata={"description": "The name of the move; null for an inserted one."})
    verdict = fields.String(
        required=True, metadata={"description": "`stands`, `same`, `changed` (it is spelled otherwise) or `refused`."}
    )
    body = fields.Nested(Body, metadata={"description": "What its entry would say."})
    says = fields.Nested(Says, metadata={"description": "Its new sentence, where it or what it leads to is changed."})
    because = fields.String(metadata={"description": "The refused move without which nothing can be said of it."})
    rule = fields.String(metadata={"description": "The clause that refuses it."})
    code = fields.String(allow_none=True, metadata={"description": "The reason as a code."})
    detail = fields.String(metadata={"description": "What is wrong."})
    names = fields.List(fields.String(), metadata={"description": "Earlier moves that it contradicts."})
    keepable = fields.Boolean(metadata={"description": "It may be kept as it was played."})
