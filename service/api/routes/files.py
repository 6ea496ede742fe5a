"""Whole records as files: export as JSON, text or one HTML page; the JSON comes back hash for hash."""

import json
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from flask import Response, request

from engines import RULES
from engines.kernel import notation
from engines.kernel.game import Json
from engines.kernel.input import text_files
from engines.kernel.sentences import say
from engines.kernel.text import plain
from service import games
from service.access.eyes import PUBLIC, Eyes
from service.access.rights import Caller, NotAllowedError
from service.access.tokens import Token, random_id
from service.api.pages import offline
from service.api.routes.log import RecordAt, current, secrets_for
from service.api.routes.replay import fold_replay
from service.api.schemas.files import BackOut, BringArgs, ExportArgs, RecordFile
from service.api.web import problems, slow_calls
from service.api.web.blueprint import Blueprint
from service.api.web.http import answer, caller_of, finish, language, need_token, resolve_eyes, service, takes_files
from service.api.web.problems import ProblemError
from service.api.web.request import need_json
from service.record import identity, people
from service.record.derived import shown, statements
from service.record.entries import boxes, opening_corrections
from service.record.entries.policies import POLICIES
from service.record.entries.tally import BOUNDED
from service.record.entries.timeline import Timeline, read
from service.record.files import copies, proof, verify
from service.record.files.faults import FORMAT, FORMAT_VERSION, OUTSIDE_THE_LOG, Fault, Report
from service.record.state.record import LiveRecord
from service.record.write import status
from service.store.chain import Entry
from service.store.log import Appended, VersionConflictError
from service.store.log import now as clock
from service.texts import said

blp = Blueprint("files", __name__, url_prefix="/v1/records", description="Carrying records away, and back")

AHEAD = timedelta(days=1)
"""How far the clock of another service may be ahead; a record from later would stand first in every list for good."""
MOST_ENTRIES = 20_000
"""Entries of a record that a token of scope record may bring back: ten times those of the longest game."""
MOST_FAULTS = 1000
"""Faults after which a file is looked at no further."""
NAMED = 20
"""Moves and entries of one kind that a text names as left out."""
TEXT_FILE = {"type": "string"}
FILE = ("Content-Disposition",)


@blp.get("/<record>/export")
@blp.arguments(ExportArgs, location="query")
@blp.response(200, RecordFile, headers=FILE, description="The record as one file, by `format`", tagged=True)
@blp.alt_response(200, content_type="text/plain", schema=TEXT_FILE, headers=FILE, description="In text notation")
@blp.alt_response(
    200, content_type="text/html", schema=TEXT_FILE, headers=FILE, description="A page that works offline"
)
@blp.refuses({403: "Not the caller's eyes"})
def export_record(args: Json, record: str) -> Response:
    """Export the whole record.

    JSON verifies without any service and can be taken back; text is to read and type; HTML is a page to watch offline.
    The file has the secrets that the eyes asked for see; the public one verifies without them.
    """
    caller, head = caller_of(record, "export")
    if (made := slow_calls.read(head, caller, caller.resolve_eyes(args.get("eyes")))) is not None:
        return made
    eyes = resolve_eyes(caller, record, args.get("eyes"))
    make: Callable[[RecordAt, Caller, Eyes], tuple[bytes, str, str]] = {
        "json": as_json,
        "text": as_text,
        "html": as_html,
    }[args["format"]]
    now = current(service(), record)
    body, kind, suffix = make(now, caller, eyes)
    response = Response(body, content_type=kind)
    name = f"{now.live.game.name}-{record[:8]}.{suffix}"
    return finish(response, now.version, {"Content-Disposition": f'attachment; filename="{name}"'})


def as_json(now: RecordAt, caller: Caller, eyes: Eyes) -> tuple[bytes, str, str]:
    """The record as it is in the log, with the secrets these eyes see and what verifies it offline."""
    del caller
    log, live = service().log, now.live
    entries = log.read(live.record, 0, now.version)
    known = {version: facts for version, facts in log.secrets(live.record).items() if version <= now.version}
    seen = {
        str(version): {name: secret for name, secret in facts.items() if eyes.can_see(secret["eyes"], version)}
        for version, facts in known.items()
    }
    open_to_all = secrets_for(service(), live.record, now, entries, PUBLIC)
    document = {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "record": live.opening.entry["body"]["record"],  # of a copy the original's: it is carried on as it came
        "entries": entries,
        "secrets": {version: facts for version, facts in seen.items() if facts},
        "opened": open_to_all,
        "players": _names(now),
    }
    if (adopted := copies.adoption_of(live.fields)) is not None:
        document["adopted"] = adopted
    package = games.package_of(live.game.name)
    if package:
        # Callers without these rules learn what to install.
        document["package"] = package
    box, *corrected = (boxes.get(log.store, live.game.name, name) for name in opening_corrections.named_boxes(entries))
    document |= {"box": box} | ({"boxes": corrected} if corrected else {})
    if copies.as_json(live.fields) is None:  # the importer of a copy may have written it
        document["statement"] = statements.of_now(service().lives, live, now.version)
        document |= proof.signed(identity.private_key(log.store), clock()[:10], verify.digest(document))
    # What no chain covers (a name, the record's id) is covered by this.
    document.setdefault("digest", verify.digest(document))
    return verify.spell(document), "application/json", "json"


def _names(now: RecordAt) -> dict[str, str | None]:
    """The names of those who sit at the table; a copy names nobody."""
    if copies.as_json(now.live.fields) is not None:
        return {}
    return people.names(service().log.store, [seat["player"] for seat in now.opening.seats])


def as_text(now: RecordAt, caller: Caller, eyes: Eyes) -> tuple[bytes, str, str]:
    """The moves in text notation, as far as these eyes know them."""
    del caller
    live, opening = now.live, now.opening
    names = _names(now)
    # A name of old may hold the end of a line; here that would begin a line of its own.
    seats = [text_files.Seat(seat["colour"], plain(names.get(seat["player"]) or "")) for seat in opening.seats]
    agreed = [(f"policy {name}", notation.write_value(POLICIES[name], of)) for name, of in opening.policies.items()]
    others = [("box", opening.box_hash), ("record", opening.entry["body"]["record"])]
    lines = [*text_files.write_header(live.game, seats, opening.options, [*agreed, *others]), ""]
    log = service().log
    entries = log.read(live.record, 0, now.version)
    timeline = read(entries)
    for step, (name, body) in zip(timeline.steps, timeline.bodies(log.secrets(live.record), eyes), strict=True):
        typed = notation.write(live.game, opening.box, body, opening.colours)
        if step.type == "ruled":  # a line of a file is a move, and this is none
            lines.append(f"# {name}, a judge's ruling: {typed}")
        else:
            lines.append(typed if step.irregular is None else f"{typed} # {name}, against the rules")
    lines += [*_standing(live, eyes), *_not_carried(timeline, entries)]
    return ("\n".join(lines) + "\n").encode(), "text/plain; charset=utf-8", "txt"


def _standing(live: LiveRecord, eyes: Eyes) -> list[str]:
    """The status of the record, and the notes that these eyes read, as comments behind the moves."""
    with live.lock:
        current, noted = status.as_json(live), list(live.tally.signatures.notes)
    edition = live.edition()
    lines = ["", f"# edition: {plain(str(edition['edition']))}"]
    if edition["rows"] is not None:
        lines[-1] += (
            f"; rows compared with a printed copy: {edition['compared']}/{edition['rows']},"
            f" of those used: {edition['used_compared']}/{edition['used']}"
        )
    lines.append(f"# status: {current['status']}")
    if current["outcome"] is not None:
        lines.append(f"# outcome: {current['outcome']}")
    if (closed := current["closed"]) is not None:
        whose = "" if closed["seat"] is None else f", seat {closed['seat']}, {closed['way']}"
        lines.append(f"# closed: {closed['reason']}{whose} (entry {closed['name']}, {closed['at']})")
    if (checks := current["checks"])["checked"]:
        lines.append(
            f"# checks: passed {checks['passed']}, checked {checks['checked']}, open differences {checks['open']}"
        )
    said = {"start": current["start"]["signatures"]} | {kind: current[kind] for kind in ("signatures", "disputes")}
    lines += [
        f"# {kind}: seat {word['seat']}, {word['way']} (entry {word['name']}, {word['at']})"
        for kind, words in said.items()
        for word in words
    ]
    texts = service().log.secrets(live.record, [int(note.name) for note in noted])
    for note in noted:
        fact = texts.get(int(note.name), {}).get("text")
        if fact is not None and eyes.can_see(fact["eyes"], int(note.name)):
            about = f", about {note.about}" if note.about else ""
            lines.append(f"# note {note.name} ({note.writer}{about}): {plain(fact['value'])}")
    return lines


def _not_carried(timeline: Timeline, entries: Sequence[Entry]) -> list[str]:
    """What nobody can record anew from the text of a record, as a comment at its end; none where that is nothing."""
    found = {
        "played against the rules, which refuse it": [
            step.name for step in timeline.steps if step.irregular is not None
        ],
        "a judge's ruling": [step.name for step in timeline.steps if step.type == "ruled"],
        "an undo or a correction: the moves above are those that count": [
            str(entry["version"]) for entry in entries if entry["type"] in ("undone", "corrected")
        ],
    }
    parts = "; ".join(f"{_some(names)} ({what})" for what, names in found.items() if names)
    return [f"{text_files.NOT_CARRIED}{parts}; the record as JSON carries all of it"] if parts else []


def _some(names: Sequence[str]) -> str:
    """The first names, and how many more there are: a line of a file is bounded."""
    more = len(names) - NAMED
    return ", ".join(names[:NAMED]) + (f" and {more} more" if more > 0 else "")


def as_html(now: RecordAt, caller: Caller, eyes: Eyes) -> tuple[bytes, str, str]:
    """The viewer with the replay in it: one file that works offline."""
    top, frames = fold_replay(now, caller, eyes)
    replay = {**top, "eyes_allowed": [eyes.name], "frames": frames}
    file, *_ = as_json(now, caller, eyes)
    return offline.page(replay, file).encode(), "text/html; charset=utf-8", "html"


# Back


@blp.post("/import")
@blp.arguments(BringArgs, location="query")
@blp.response(201, BackOut, headers=("ETag",), description="The copy is here, hash for hash")
@blp.alt_response(
    200, schema=BackOut, headers=("ETag", "Location"), description="The same token imported the same file before"
)
@blp.refuses(
    {
        403: "Not with this token",
        400: "No exported record",
        401: "A token of scope admin or record is needed",
        409: "To adopt: another record has its id",
        410: "To adopt: the record was removed here permanently; or the copy was",
        413: "Too many bytes, or too many entries for a token of scope record",
        415: "Not JSON",
        422: "Its log is not consistent, or of another shape: `errors` by version",
        503: "Other records are being imported, or the store is unavailable: retry after `Retry-After`",
    }
)
@blp.takes(RecordFile)
@takes_files
def import_record(args: Json) -> Response:
    """Keep an exported record as a copy.

    It is read, replayed and verified like a record, never written on, and has no result. It has an id of its
    own, and `original` is the id in the file. The same file from the same token is one copy. What
    verification finds is shown with it, where its log is consistent by itself; that does not show who wrote the file.
    """
    token = need_token("admin", "record")
    if args["adopt"] and token.scope != "admin":
        raise NotAllowedError(said("only_admin_can_adopt"))
    need_json(request.mimetype)
    raw = request.get_data()
    if (made := slow_calls.offload()) is not None:
        return made
    document = verify.read(raw)
    _refuse_large(document, token)
    _refuse_long(document, token)
    report = verify.examine(document, MOST_FAULTS)
    # Where as many faults were found as are looked for, what is left was not looked at.
    tolerated = frozenset() if args["adopt"] or len(report.faults) >= MOST_FAULTS else OUTSIDE_THE_LOG
    _refuse_unsound([fault for fault in report.faults if fault.key not in tolerated])
    _refuse_ahead(document)
    named = opening_corrections.named_boxes(document["entries"])
    for box in [document["box"], *document.get("boxes", [])]:
        if boxes.hash_of(box) in named:
            boxes.save(service().log.store, box)
    if args["adopt"]:
        return _adopted(document, token)
    return _copied(document, report, token, args.get("visibility"))


def _copied(document: Json, report: Report, token: Token, visibility: str | None) -> Response:
    """Keep a file as a copy; it touches nothing else."""
    log, entries = service().log, document["entries"]
    opening = entries[0]["body"]
    found = [*copies.compare(log, opening["record"], opening["key"], entries), *report.faults, *report.findings]
    fields = {
        **_fields(document, token),
        **copies.fields_of(opening["record"], token.id, opening["key"], found),
        "visibility": visibility or ("private" if opening["visibility"] == "private" else "unlisted"),
    }
    record = copies.id_of(log.store, token.id, document)
    done = log.create(record, entries, _secrets(document, report), fields, random_id())
    service().recording.wake(record)
    return _kept(record, document, done)


def _adopted(document: Json, token: Token) -> Response:
    """Make a file a record of this service, under its own id.

    Raises:
        ProblemError: Another record has its id.
        RecordRemovedError: The record was removed here.
    """
    log, record, entries = service().log, document["record"], document["entries"]
    opening = entries[0]["body"]
    fields = {
        **_fields(document, token),
        "visibility": opening["visibility"],
        "adopted": json.dumps({"by": token.id, "at": clock()}),
        "adopted_version": str(len(entries)),
    }
    try:
        done = log.create(record, entries, _secrets(document, Report()), fields, random_id())
    except VersionConflictError as error:
        raise ProblemError(
            "record-closed",
            said("another_record_id_version", record=record, version=error.version),
            version=error.version,
        ) from None
    # Only now: a file that is refused, or is here already, names nobody. And nobody who does not sit there, or who is
    # known here: with or without a name, or erased.
    if not done.known:
        named = document.get("players", {})
        players = {seat["player"]: named.get(seat["player"]) for seat in read(entries).opening["seats"]}
        people.save(log.store, players, token.id)
    service().recording.wake(record)
    return _kept(record, document, done)


def _kept(record: str, document: Json, done: Appended) -> Response:
    """The answer about a file that was taken in, or was here already."""
    copy = copies.as_json(service().log.head(record).fields)
    body = {
        "record": record,
        "version": done.last,
        "head_hash": document["entries"][-1]["hash"],
        "known": done.known,
        "copy": None if copy is None else shown.copy_of(service().log, copy, language()),
    }
    return answer(body, 200 if done.known else 201, done.last, {"Location": f"/v1/records/{record}"})


def _fields(document: Json, token: Token) -> dict[str, str]:
    """What the head of a file's record says in any case."""
    game = document["entries"][0]["body"]["game"]
    return {"owner": token.id, "game": game, "package": games.package_of(game), "secret": random_id(20)}


def _refuse_unsound(faults: Sequence[Fault]) -> None:
    """Refuse a file with these faults."""
    if not faults:
        return
    lang = language()
    errors: dict[str, str] = {}
    for fault in faults[: problems.MOST_FAULTS]:
        place, what = str(fault.version), fault.says[lang]
        errors[place] = f"{errors[place]}; {what}" if place in errors else what
    raise ProblemError(
        "import-refused",
        said("faults_first_version", count=len(faults), version=faults[0].version, what=faults[0].says),
        errors=errors,
    )


def _refuse_ahead(document: Json) -> None:
    """Refuse a file from the future."""
    last = document["entries"][-1]["at"]
    if last[:19] > (datetime.now(UTC) + AHEAD).isoformat()[:19]:
        raise ProblemError("import-refused", said("last_entry_written_future", last=last))


def _refuse_long(document: Json, token: Token) -> None:
    """Refuse a file with more moves, or more undos, consents and corrections, than a record of its game takes here.

    Before it is examined: each correction of an early move is all the moves after it, folded again.
    """
    entries = document.get("entries")
    entries = [entry for entry in entries if isinstance(entry, dict)] if isinstance(entries, list) else []
    opening = entries[0].get("body") if entries else None
    rules = opening.get("rules") if isinstance(opening, dict) else None
    game = RULES.get(rules) if isinstance(rules, str) else None
    if game is None:
        return  # its examination says what is wrong
    capacity = service().recording.capacity
    kinds = Counter(str(entry.get("type")) for entry in entries)
    acts = sum(kinds[kind] for kind in BOUNDED)
    for count, most, what in (
        (kinds["move"], capacity.of(game), say("moves", "jugadas")),
        (acts, capacity.acts(game), say("undos, consents and corrections", "anulaciones y correcciones")),
    ):
        if count > most and token.scope != "admin":
            raise ProblemError(
                "too-large", said("limit_only_admin_token", count=count, what=what, name=game.name, most=most)
            )


def _refuse_large(document: Json, token: Token) -> None:
    """Refuse a file that would keep this process for long, before anything in it is looked at.

    An operator may import everything that was exported; a whole store is restored without this call.
    """
    if token.scope == "admin":
        return
    entries = document.get("entries")
    count = len(entries) if isinstance(entries, list) else 0
    if count > MOST_ENTRIES:
        raise ProblemError("too-large", said("entries_limit_token_scope", count=count, most=MOST_ENTRIES))
    found = [document.get("box"), *(document["boxes"] if isinstance(document.get("boxes"), list) else [])]
    size = max(len(json.dumps(box, separators=(",", ":"))) if isinstance(box, dict) else 0 for box in found)
    if size > boxes.MOST_BYTES:
        raise ProblemError("too-large", said("box_bytes_limit_token", size=size, most=boxes.MOST_BYTES))


def _secrets(document: Json, report: Report) -> dict[int, Any]:
    """The secrets a file brings, but those that fit no seal or that nothing opened; what is open to all has no eyes."""
    out: dict[int, Any] = {}
    for part in ("opened", "secrets"):
        for version, facts in document.get(part, {}).items():
            for name, secret in facts.items():
                if (part, int(version), name) not in report.unfit:
                    eyes = secret.get("eyes", [])
                    out.setdefault(int(version), {})[name] = {**secret, "eyes": eyes}
    return out
