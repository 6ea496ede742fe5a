"""Round checks over HTTP: what the table is asked to count, where it differs, and which slip may explain that."""

from time import thread_time

from flask import Response

from engines.kernel.checks import figures as kernel
from engines.kernel.game import Json
from service.api.routes.moves import writes
from service.api.schemas.checks import CheckIn, ChecksOut, SlipArgs, SlipsOut
from service.api.web import slow_calls
from service.api.web.blueprint import Blueprint
from service.api.web.call import in_languages
from service.api.web.http import answer, bearer, call, caller_of, languages, respond, service
from service.api.writes import signatures
from service.record.derived import slips
from service.record.entries import checks
from service.record.state.record import LiveRecord
from service.record.write.status import SigningRefusedError

BUDGET_S = 2.0
"""Processor time of one search (s); a caller that wants more asks again, and one that does not has cancelled it."""

blp = Blueprint("checks", __name__, url_prefix="/v1/records", description="Comparing the table with the record")


@blp.get("/<record>/checks")
@blp.response(200, ChecksOut, description="The check points that the table has passed", tagged=True)
def read_checks(record: str) -> Response:
    """List the check points that the table has passed.

    Each has the figures of the record, what each seat counted, and where the two differ. Nobody is asked for
    what lies behind a screen. A check point without any check was skipped.
    """
    caller_of(record, "read")
    live = service().lives.caught_up(record)
    with live.lock:
        document = _points(live, languages())
    return answer(document, version=document["version"])


def _points(live: LiveRecord, wanted: tuple[str, ...]) -> Json:
    state, said = live.public.state, checks.latest(live.tally.signatures.checks)
    points = [
        {
            "point": number,
            "label": in_languages(kernel.label(live.game, state, number), wanted),
            "name": point.step,
            "figures": point.figures,
            "checks": [
                {
                    "seat": seat,
                    "way": one.way,
                    "name": one.name,
                    "at": one.at,
                    "figures": one.figures,
                    "differs": checks.differences(one, point),
                }
                for seat, one in sorted(said.get(number, {}).items())
            ],
        }
        for number, point in enumerate(live.progress.points, 1)
    ]
    asked = [{"name": one.name, "label": in_languages(one.label, wanted)} for one in kernel.figures(live.public)["0"]]
    return {"version": live.version, "figures": asked, "points": points}


@writes("/<record>/checks", CheckIn, "Noted, whether the numbers agree or not", blueprint=blp)
def check(record: str) -> Response:
    """Note what a seat counted at a check point.

    A seat checks with its own link, or the recorder reports it. Nothing waits for a check, and `If-Match: *` is enough.
    Numbers may differ from the record: `slips` looks for the reason.
    """
    return respond(signatures.check(service(), bearer(), record, call()))


@blp.get("/<record>/slips")
@blp.arguments(SlipArgs, location="query")
@blp.response(200, SlipsOut, description="What was found so far", tagged=True)
@blp.refuses(
    {
        401: "A token is needed",
        403: "Only those who may correct the record search for slips",
        409: "The table has not passed this check point",
    }
)
def find_slips(args: Json, record: str) -> Response:
    """Look for the slip behind a difference.

    A candidate is one change to an earlier move since the check that agreed last, after which the rules take every
    later move and every number follows that the table counted. `changes` is the body of the correction that makes it.
    An answer takes about two seconds at most; while it has a `next`, call again with it as `after`, or stop:
    if something was found and `likely` is true, further calls rarely find more.
    """
    caller, head = caller_of(record, "corrections")
    eyes = caller.writes_with
    if (made := slow_calls.read(head, caller, eyes)) is not None:
        return made
    live, began = service().lives.caught_up(record), list[float]()

    def expired() -> bool:
        """Whether the search has used its time, which begins with its second change: not with reading the record."""
        began.append(thread_time())
        return began[-1] - began[0] > BUDGET_S

    with live.lock:
        passed = len(live.progress.points)
        point = args.get("point", passed)
        if not 0 < point <= passed:
            raise SigningRefusedError("not_passed")
        found = slips.find(live, eyes, point, args["after"], expired)
        version = live.version
    for one in found["candidates"]:
        for member in ("was", "says"):
            one[member] = in_languages(one[member], languages())
    return answer(found, version=version)
