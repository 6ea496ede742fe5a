"""The status of a record: signatures, disputes, closing; and the calls that write them."""

from typing import Any

from marshmallow import ValidationError, fields, validates_schema

from service.api.schemas import fields as kinds
from service.api.schemas import output as out
from service.api.schemas.fields import HASH, ID, MOST_SEAT, Input, Output, VisibleText, WholeNumber, doc
from service.record.entries.breaches import KINDS
from service.record.entries.other_shapes import EARLY, LONGEST_TEXT, NOTES_FOR


def whose(what: str = "Whose; a seat's own link may leave it out.") -> WholeNumber:
    """An optional seat; may be null."""
    return WholeNumber(load_default=None, allow_none=True, **doc(what, within=(0, MOST_SEAT)))


class NoteIn(Input):
    """A note about a move, or about the whole record."""

    text = VisibleText(
        required=True, **doc("The note; stored apart from the log, so that it can be erased.", length=(1, LONGEST_TEXT))
    )
    about = fields.String(load_default=None, allow_none=True, validate=ID, **doc("The name of a move."))
    readers = fields.String(
        data_key="for", load_default="all", **doc("Who reads it: all, or judges (and its writer).", among=NOTES_FOR)
    )


class SignatureIn(Input):
    """A seat's signature of the outcome, or of the start: who plays, and by which rules."""

    outcome = fields.String(
        load_default=None, validate=HASH, **doc("The hash of the outcome, as in `standing.outcome` of the result.")
    )
    opening = fields.String(
        load_default=None, validate=HASH, **doc("The hash of the start, as in `standing.start.opening`; or outcome.")
    )
    seat = whose()

    @validates_schema
    def signs_one(self, data: Any, **_: Any) -> None:
        """Refuse to sign both, or nothing."""
        if (data["outcome"] is None) == (data["opening"] is None):
            raise ValidationError({"outcome": ["give outcome or opening"]})


class DisputeIn(Input):
    """A seat's dispute of the outcome, or of its concession."""

    outcome = fields.String(
        load_default=None,
        allow_none=True,
        validate=HASH,
        **doc(
            "The hash of the outcome, as in `standing.outcome` of the result. Leave it out to "
            "dispute that the seat conceded, where that closed the record."
        ),
    )
    seat = whose()
    reason = VisibleText(
        required=True, **doc("Why; for those at the table and the judges alone.", length=(1, LONGEST_TEXT))
    )


class CloseIn(Input):
    """The reason why a record is closed."""

    reason = fields.String(
        required=True,
        **doc(
            "The table stopped early (abandoned, conceded); a judge closes the outcome (ruled).",
            among=[*EARLY, "ruled"],
        ),
    )
    seat = whose("Who conceded; with conceded, and only there.")
    text = kinds.reason()


class VoidIn(Input):
    """The reason why a record is void."""

    reason = kinds.reason()


class WordOut(Output):
    """A signature or a dispute that counts."""

    seat = out.number("The seat.")
    way = out.text("own_link: from the seat's own link; claimed: the recorder says so.")
    name = out.text("The version of its entry, as text.")
    at = out.text("When, RFC 3339.")


class ClosedOut(Output):
    """The entry that closed the record."""

    reason = out.text("signed, deadline, ruled, abandoned or conceded.")
    seat = out.number("Who conceded; else null.", null=True)
    way = out.text("How a concession came; claimed: the recorder says so. Null for any other reason.", null=True)
    name = out.text("The version of its entry, as text.")
    at = out.text("When, RFC 3339.")


class ChecksSummary(Output):
    """How much of the game was checked at the table."""

    passed = out.number("Check points passed: epochs, years, rounds.")
    checked = out.number("Of these, how many somebody checked.")
    open = out.number("Numbers that the table counted and the record has otherwise.")


class PointSummary(Output):
    """A check point in short."""

    name = out.text("The move after which it was reached.")
    checked = out.flag("Whether somebody checked it.")
    open = out.number("Numbers that differ there.")


class StartOut(Output):
    """The start that seats can sign: who plays, and by which rules."""

    opening = out.text("Its hash: what is signed.")
    required = out.flag("Whether every seat signs it before the first move.")
    signatures = out.parts(WordOut, "The seats that signed it.")


class BreachOut(Output):
    """Something that broke what the table fixed at the opening (policy `strict`)."""

    kind = out.text("What it is, for programs.", among=tuple(KINDS))
    says = fields.Dict(keys=fields.String(), values=fields.String(), required=True, **doc("In words, by language."))
    name = out.text("Name of its entry.")
    at = out.text("When, RFC 3339.")


class StandingOut(Output):
    """The status of a record. Signatures and disputes of an earlier outcome do not count."""

    status = out.text("running, finished, disputed, closed or void.")
    outcome = out.text(
        "The hash of who came where, by which rules: what is signed. Null while the game runs.", null=True
    )
    regular = out.flag("Whether the rules took every move, and no judge ordered one.")
    irregularities = out.texts("Names of the moves that they refuse, in order.")
    signatures = out.parts(WordOut, "The seats that signed this outcome.")
    disputes = out.parts(WordOut, "The seats that dispute this outcome.")
    closed = out.part(ClosedOut, "Null while the record is open.", null=True)
    closes_at = out.text("When it closes if nobody disputes; null for never.", null=True)
    voided = out.text("Name of the entry that made it void; else null.", null=True)
    checks = out.part(ChecksSummary, "How far the game was checked.")
    check_points = out.parts(PointSummary, "The check points passed, in order.")
    start = out.part(StartOut, "The start, and who signed it.")
    breaches = out.parts(BreachOut, "Only in league mode: what broke what the table fixed.", optional=True)
