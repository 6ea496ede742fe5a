"""Refusals, and the effects of a change on the moves after it."""

from __future__ import annotations

from marshmallow import fields

from service.api.schemas.entries import Barrier, Body, Entry
from service.api.schemas.fields import OpenShape, Output, Says, doc
from service.api.schemas.offers import Offers


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


class Event(OpenShape):
    """The event that a refused move would have caused. Each game defines its parameters."""

    type = fields.String(**doc("Its type."))
    seat = fields.Integer(allow_none=True, **doc("The seat; null for the table."))


class Problem(Output):
    """An error (RFC 9457). Members other than the first four are present where they apply."""

    type = fields.String(
        required=True,
        **doc("What was refused; never translated.", example="urn:movebook:problem:illegal-move"),
    )
    title = fields.String(required=True, **doc("The same in words, in the caller's language."))
    status = fields.Integer(required=True, **doc("The status of the answer."))
    detail = fields.String(required=True, **doc("What is wrong, with value and place, in the caller's language."))
    instance = fields.String(**doc("The path that was asked for."))
    rule = fields.String(**doc("The clause that refuses the move.", example="KIN-5.1"))
    rule_url = fields.String(**doc("The clause in the rules page."))
    code = fields.String(**doc("The reason as a code.", example="occupied"))
    names = fields.List(fields.String(), **doc("Earlier moves that this one contradicts."))
    event = fields.Nested(Event, **doc("For what the table played all the same."))
    version = fields.Integer(**doc("The version of the record."))
    outcome = fields.String(**doc("The hash of the outcome that there is."))
    errors = fields.Dict(values=fields.String(), **doc("Field -> what is wrong with it."))
    since = fields.List(fields.Nested(Entry), **doc("The entries after the version that the caller follows."))
    offers = fields.Nested(Offers, **doc("The moves that can be recorded now."))
    line = fields.Integer(**doc("The line of a file, from 1."))
    column = fields.Integer(**doc("The column of that line, from 1."))
    why = fields.String(**doc("Why nothing is taken back, corrected or ruled, as a code."))
    barrier = fields.Nested(Barrier, **doc("What bars the move from being taken back."))
    missing = fields.List(fields.Integer(), **doc("Seats that would have to consent."))
    change = fields.Integer(**doc("The number of the change of a correction, from 1."))
    adjustment = fields.Integer(**doc("The number of the adjustment of a ruling, from 1."))
    refused = fields.List(fields.Nested(Verdict), **doc("Changes and moves that the rules refuse of a correction."))
    eyes = fields.String(**doc("Of a record in quarantine: the eyes that cannot replay it."))
