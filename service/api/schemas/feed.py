"""The feed: every record once, at the position of its last announced change."""

from marshmallow import fields, validate

from service.api.schemas import output as out
from service.api.schemas.fields import LanguageArgs, Output, doc
from service.api.schemas.proof import StatementOut
from service.api.schemas.records import STATUS, Summary
from service.api.schemas.replay import MOST_WAIT_S
from service.api.schemas.results import ResultOut
from service.api.schemas.signatures import ChecksSummary
from service.record.derived.feed import CHANGES

MOST_LINES = 500
MOST_RESULTS = 100


class FeedArgs(LanguageArgs):
    """Query parameters of the feed."""

    after = fields.String(load_default="0", **doc("Only records announced after this cursor; 0 for all."))
    game = fields.String(**doc("Only of this title."))
    league = fields.String(**doc("Only of this league."))
    occasion_league = fields.String(data_key="occasion.league", **doc("Only where the opening claims this league."))
    event = fields.String(**doc("Only of this event."))
    limit = fields.Integer(
        load_default=100,
        **doc(f"Lines in the answer at most; {MOST_RESULTS} with `include=result`.", within=(1, MOST_LINES)),
    )
    wait = fields.Integer(
        load_default=0,
        **doc("Seconds to wait for a line where there is none; then the answer has none.", within=(0, MOST_WAIT_S)),
    )
    include = fields.String(
        **doc("`result` adds the result of each game that is over, as in the answer of its own call.", among=["result"])
    )


class SignedHow(Output):
    """Numbers of seats that signed the result."""

    own_link = out.number("Seats that signed with their own link.")
    claimed = out.number("Seats that signed according to the recorder.")


class Trust(Output):
    """The evidence for a result."""

    signed = out.part(SignedHow, "How many seats signed, by how.")
    start = out.part(SignedHow, "How many seats signed the start, by how.")
    checks = out.part(ChecksSummary, "How far the table compared its pieces with the record.")
    irregularities = out.number("Moves that the rules refuse, and adjustments of judges.")


class FeedLine(Output):
    """The current state of a record in the feed."""

    cursor = out.text("The cursor after this line.")
    record = out.text("The record's id, the key of the line.")
    version = out.number("The version of its last entry.")
    head_hash = out.text("The hash of its last entry; null when removed.", null=True)
    status = out.text(f"removed, or as in a summary: {STATUS}")
    changes = fields.List(
        fields.String(validate=validate.OneOf(CHANGES)),
        required=True,
        **doc(
            "What changed since the record's previous position. If you skip lines, compare with your own copy instead."
        ),
    )
    final = out.flag(
        "Whether only a judge can still change the result: the record is closed, void or removed, "
        "and its league's waiting time is over."
    )
    statement = out.part(StatementOut, "The last signed statement, to be stored. Null for none.", null=True)
    trust = out.part(Trust, "Null while the game runs or when removed.", null=True)
    summary = out.part(Summary, "As in lists; null when removed.", null=True)
    result = out.part(ResultOut, "With `include=result`; null while there is none.", optional=True, null=True)


class Feed(Output):
    """Lines in order of position."""

    lines = out.parts(FeedLine, "The records.")
    cursor = out.text("The cursor for the next call. No earlier change follows.")
    more = out.flag("Whether further lines exist already.")
