"""What the service signs, and with which key."""

from itertools import chain as chained

from flask import Response

from engines.kernel.game import Json
from service.access.eyes import PUBLIC
from service.api.routes.log import current
from service.api.schemas.proof import AuditOut, KeyOut, StatementArgs, StatementOut
from service.api.web import slow_calls
from service.api.web.blueprint import Blueprint
from service.api.web.http import answer, caller_of, for_everybody, languages, service
from service.record import identity, people
from service.record.derived import audit, statements
from service.record.entries import boxes, opening_corrections, shapes
from service.record.entries.opening import check_shape
from service.record.files import copies
from service.record.files.copies import CopyError
from service.record.state import quarantine
from service.record.write import status
from service.store.chain import Entry
from service.store.keys import key
from service.store.log import RecordRemovedError

blp = Blueprint("proof", __name__, url_prefix="/v1", description="What the service signs")


@blp.get("/key")
@blp.response(200, KeyOut, description="The key, and those before it")
@for_everybody
def read_key() -> Response:
    """Read the key that signs this service's files and statements.

    Compare its id with one that you have from elsewhere, and keep it: a key that comes with a file proves nothing.
    A former key signed `{"format": "movebook-key@1", "key", "next", "at"}` of the one after it (canonical bytes).
    """
    return answer(identity.described(service().log.store))


@blp.get("/records/<record>/statement")
@blp.arguments(StatementArgs, location="query")
@blp.response(200, StatementOut, description="The statement", tagged=True)
@blp.refuses(
    {
        403: "Not with this token",
        409: "It is a copy: this service states nothing about it",
        410: "It was removed, and that is not stated yet",
    }
)
def read_statement(args: Json, record: str) -> Response:
    """Read the last statement about a record.

    The service signs one whenever the record is closed, reopened, made void, adopted or removed; before the first, and
    with `now`, it is about the record as it is. Keep it: two about one version that name different heads prove that
    the service changed what it had signed, and `movebook verify` finds them.
    """
    log, lives = service().log, service().lives
    try:
        _, head = caller_of(record, "statement")
    except RecordRemovedError:
        if (found := statements.last(log, record)) is None:
            raise
        return answer(found, version=found["version"])
    if copies.as_json(head.fields) is not None:
        raise CopyError(record)
    found = None if args["now"] else statements.last(log, record)
    if found is None:
        live = lives.caught_up(record)
        with live.lock:
            found = statements.of_now(lives, live, live.version)
    return answer(found, version=found["version"])


@blp.get("/records/<record>/audit")
@blp.response(200, AuditOut, description="The findings, the worst first", tagged=True)
def read_audit(record: str) -> Response:
    """Read what a judge should know of a record.

    What is not as in a game that was recorded here, by the rules, uncorrected, and signed by every seat's own link:
    corrections with the ranks before and after, undos that others agreed to, rulings, irregular moves, disputes,
    signatures by hearsay, seals that were never opened, gaps, looks with a judge's eyes. A faultless record has none.
    """
    caller, _ = caller_of(record, "audit")
    eyes = caller.resolve_eyes(None)
    if (made := slow_calls.offload()) is not None:
        return made
    now = current(service(), record)
    log, live = service().log, now.live
    secrets = log.secrets(record)

    def read(**_: bool) -> list[Entry]:
        entries = log.read(record, 0, now.version)
        for entry in entries:
            check_shape(entry["version"], chained(shapes.members(dict(entry)), shapes.forms(entry)))
        return entries

    entries = quarantine.run_or_quarantine(log.store, record, PUBLIC, read)

    def text(version: int, key: str) -> str | None:
        fact = secrets.get(version, {}).get(key)
        return None if fact is None or not eyes.can_see(fact["eyes"], version) else str(fact["value"])

    looks = [
        {name.decode(): value.decode() for name, value in fields.items()}
        for _, fields in log.store.xrange(key("looks", record))
    ]
    copy, adopted = copies.as_json(live.fields), copies.adoption_of(live.fields)
    used = {name: boxes.get(log.store, live.game.name, name) for name in opening_corrections.named_boxes(entries)}
    names = {} if copy else people.names(log.store, [seat["player"] for seat in now.opening.seats])
    found = {
        "record": record,
        "game": live.game.name,
        "source": "copy" if copy else "adopted" if adopted else "recorded",
        "status": live.tally.signatures.status(status.outcomes_of(live)),
        "version": now.version,
        "head_hash": entries[-1]["hash"],
        **audit.listed(audit.Audited(entries, used, text, looks, copy, adopted, names), languages()),
    }
    return answer(found, version=now.version)
