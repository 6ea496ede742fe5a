"""The feed over HTTP: every record once, at its last announced change, for sites that follow many."""

from flask import Response, g, request

from engines.kernel.game import Json
from service.api.schemas.feed import MOST_RESULTS, Feed, FeedArgs
from service.api.web.blueprint import Blueprint
from service.api.web.http import answer, bearer, finish, language, service
from service.api.web.problems import ProblemError
from service.record.derived import feed, lists, shown, statements
from service.store.canonical_json import dumps
from service.texts import said

LINES = "application/x-ndjson"

blp = Blueprint("feed", __name__, url_prefix="/v1", description="Following many records")


def position_of(epoch: str, given: str) -> int:
    """The position of a cursor that a caller gives.

    Raises:
        ProblemError: It is none of this service, or of before a restore.
    """
    try:
        return feed.position_of(service().log, epoch, given)
    except feed.CursorError:
        raise ProblemError("invalid-request", said("feed_cursor_unknown", given=given)) from None
    except feed.RestartedError:
        raise ProblemError("feed-restarted", said("service_restored_from_backup")) from None


@blp.get("/feed")
@blp.arguments(FeedArgs, location="query")
@blp.response(
    200, Feed, description="Lines after a cursor; as JSON, or as JSON lines where they are asked for", tagged=True
)
@blp.alt_response(200, content_type=LINES, description="Lines as JSON lines", schema={"type": "string"})
@blp.refuses({400: "No such cursor", 410: "The store was restored since: begin at 0"})
def read_feed(args: Json) -> Response:
    """Follow public records, and the caller's own.

    Each record appears once, as it is now, at the position of its last change that others can see: it was opened, its
    game ended, somebody signed, a judge corrected it. Moves do not count. Keep the last cursor and come back with it,
    whenever: nothing is missed. The same line may come twice. With `wait` the answer comes when there is a new line.
    As `application/x-ndjson` there is one line a record, each with its own cursor.
    """
    log, most = service().log, args["limit"]
    if "include" in args:
        most = min(most, MOST_RESULTS)
    epoch = feed.epoch(log)
    after = position_of(epoch, args["after"])
    wanted = {name: args[given] for name in feed.FILTERS if (given := name.replace(".", "_")) in args}
    found, reached, more = feed.read(log, lists.sight_of(bearer()).sights, wanted, after, most)
    known = feed.summaries(log, [one for one in found if not one.removed])
    stated = statements.latest(log, [one.record for one in found])
    how: Json = {"lang": language(), "with_result": "include" in args}
    conditions: dict[str, Json] = {}
    lines = [
        shown.line_of(service().lives, one, known.get(one.record), conditions, statement=stated[one.record], **how)
        | {"cursor": feed.cursor(log, epoch, one.position)}
        for one in found
    ]
    # The tag has the position of the last line: a call that waits is answered when it rises.
    version = reached if more else found[-1].position if found else after
    g.nothing_new = version == after
    by_form = {"Vary": "Accept, Authorization, Accept-Language"}
    if request.accept_mimetypes.best_match(["application/json", LINES]) == LINES:
        return finish(Response(b"".join(dumps(line) + b"\n" for line in lines), mimetype=LINES), version, by_form)
    document = {"lines": lines, "cursor": feed.cursor(log, epoch, reached), "more": more}
    return answer(document, version=version, headers=by_form)
