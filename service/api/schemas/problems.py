"""Refusals, and the effects of a change on the moves after it."""

from marshmallow import fields

from service.api.schemas import output as out
from service.api.schemas.entries import Barrier, Body, Entry
from service.api.schemas.fields import OpenShape, Output, Says
from service.api.schemas.offers import Offers


class Verdict(Output):
    """The effect of a change on a move."""

    change = out.number("Of a change: its number, from 1.", optional=True)
    op = out.text("Of a change: what it does.", optional=True)
    name = out.text("The name of the move; null for an inserted one.", optional=True, null=True)
    verdict = out.text("`stands`, `same`, `changed` (its body differs, or what it opens or bars) or `refused`.")
    body = out.part(Body, "The body that its entry would have.", optional=True)
    says = out.part(Says, "Its new sentence, if it or its effect changes.", optional=True)
    because = out.text("The refused move on which its own verdict depends.", optional=True)
    rule = out.text("The clause that refuses it.", optional=True)
    code = out.text("The reason as a code.", optional=True, null=True)
    detail = out.text("The error.", optional=True)
    names = out.texts("Earlier moves that it contradicts.", optional=True)
    keepable = out.flag("It may be kept as it was played.", optional=True)


class Event(OpenShape):
    """The event that a refused move would have caused. Each game defines its parameters."""

    type = out.text("Its type.", optional=True)
    seat = out.number("The seat; null for the table.", optional=True, null=True)


class Problem(Output):
    """An error (RFC 9457). Members other than the first four are present where they apply."""

    type = out.text("The kind of refusal; never translated.", example="urn:movebook:problem:illegal-move")
    title = out.text("The kind of refusal in words, in the caller's language.")
    status = out.number("The status of the answer.")
    detail = out.text("What is wrong, with value and place, in the caller's language.")
    instance = out.text("The path that was asked for.", optional=True)
    rule = out.text("The clause that refuses the move.", optional=True, example="KIN-5.1")
    rule_url = out.text("The clause in the rules page.", optional=True)
    code = out.text("The reason as a code.", optional=True, example="occupied")
    names = out.texts("Earlier moves that this one contradicts.", optional=True)
    event = out.part(Event, "What the refused move would have caused, if the table played it anyway.", optional=True)
    version = out.number("The version of the record.", optional=True)
    outcome = out.text("The hash of the current outcome.", optional=True)
    errors = out.mapping("Field -> what is wrong with it.", fields.String(), optional=True)
    since = out.parts(Entry, "The entries after the version that the caller follows.", optional=True)
    offers = out.part(Offers, "The moves that can be recorded now.", optional=True)
    line = out.number("The line of a file, from 1.", optional=True)
    column = out.number("The column of that line, from 1.", optional=True)
    breaches = out.texts("In league mode: what the call would break.", optional=True)
    consequence = out.text("In league mode: the consequence of that, to show before the caller decides.", optional=True)
    why = out.text("Why nothing is undone, corrected or ruled, as a code.", optional=True)
    barrier = out.part(Barrier, "What prevents the move from being undone.", optional=True)
    missing = out.numbers("Seats that would have to consent.", optional=True)
    change = out.number("The number of the change of a correction, from 1.", optional=True)
    adjustment = out.number("The number of the adjustment of a ruling, from 1.", optional=True)
    refused = out.parts(Verdict, "Changes and moves that the rules refuse of a correction.", optional=True)
    eyes = out.text("Of a record in quarantine: the eyes that cannot replay it.", optional=True)
