"""The feed: every record once, at the position of its last announced change."""

from __future__ import annotations

from marshmallow import fields, validate

from service.api.schemas.fields import Output, doc
from service.api.schemas.proof import StatementOut
from service.api.schemas.queries import LanguageArgs
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
        validate=validate.Range(min=1, max=MOST_LINES),
        **doc(f"Lines in the answer at most; {MOST_RESULTS} with `include=result`."),
    )
    wait = fields.Integer(
        load_default=0,
        validate=validate.Range(min=0, max=MOST_WAIT_S),
        **doc("Seconds to wait for a line where there is none; then the answer has none."),
    )
    include = fields.String(
        validate=validate.OneOf(["result"]),
        **doc("`result` adds the result of each game that is over, as the call of its own answers it."),
    )


class SignedHow(Output):
    """Numbers of seats that signed the result."""

    own_link = fields.Integer(required=True, **doc("Seats that signed with their own link."))
    claimed = fields.Integer(required=True, **doc("Seats that signed according to the recorder."))


class Trust(Output):
    """The evidence for a result."""

    signed = fields.Nested(SignedHow, required=True, **doc("How many seats signed, by how."))
    start = fields.Nested(SignedHow, required=True, **doc("How many seats signed the start, by how."))
    checks = fields.Nested(
        ChecksSummary, required=True, **doc("How far the table compared its pieces with the record.")
    )
    irregularities = fields.Integer(required=True, **doc("Moves that the rules refuse, and adjustments of judges."))


class FeedLine(Output):
    """The current state of a record in the feed."""

    cursor = fields.String(required=True, **doc("The cursor after this line."))
    record = fields.String(required=True, **doc("The record's id, the key of the line."))
    version = fields.Integer(required=True, **doc("The version of its last entry."))
    head_hash = fields.String(required=True, allow_none=True, **doc("The hash of its last entry; null when removed."))
    status = fields.String(required=True, **doc(f"removed, or as in a summary: {STATUS}"))
    changes = fields.List(
        fields.String(validate=validate.OneOf(CHANGES)),
        required=True,
        **doc(
            "What changed since the record's previous position. If you skip lines, compare with your own copy instead."
        ),
    )
    final = fields.Boolean(
        required=True,
        **doc(
            "Whether only a judge can still change the result: the record is closed, void or removed, "
            "and its league's waiting time is over."
        ),
    )
    statement = fields.Nested(
        StatementOut, required=True, allow_none=True, **doc("The last one, signed; keep it. Null where there is none.")
    )
    trust = fields.Nested(Trust, required=True, allow_none=True, **doc("Null while the game runs or when removed."))
    summary = fields.Nested(Summary, required=True, allow_none=True, **doc("As in lists; null when removed."))
    result = fields.Nested(ResultOut, allow_none=True, **doc("With `include=result`; null while there is none."))


class Feed(Output):
    """Lines in order of position."""

    lines = fields.List(fields.Nested(FeedLine), required=True, **doc("The records."))
    cursor = fields.String(required=True, **doc("The cursor for the next call. No earlier change follows."))
    more = fields.Boolean(required=True, **doc("Whether further lines exist already."))
