"""Writes to a record without a web framework: functions of a call and its body that return an answer.

Each is a whole call of the contract, except that the token is looked up before, when the body has not been read yet.
"""

import codecs
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import wraps
from itertools import islice
from typing import Any

import orjson

from engines.kernel import canonical, notation
from engines.kernel.game import Json, MalformedMoveError
from engines.kernel.input import text_files
from engines.kernel.sentences import say
from service.access import rights
from service.access.rights import Caller
from service.access.tokens import Token
from service.api.schemas.moves import PLAIN, ImportArgs, MoveIn, SecretIn, WriteArgs
from service.api.web.body import BodyError, MediaTypeError, read_json
from service.api.web.call import TO_BEARER, Answer, Call, etag, json_of
from service.api.web.impact import impact_of, sentence_of_entry
from service.api.web.problems import OvertakenError, ProblemError, problem_answer, problem_content
from service.api.web.request import idempotency_key, if_match, parse_body, parse_query
from service.api.web.service import Service
from service.record import people
from service.record.entries import times
from service.record.files import header_check
from service.record.state.record import LiveRecord
from service.record.write.request import WriteRequest, WriteResult
from service.store import chain
from service.store.log import MOST_ENTRIES, VersionConflictError
from service.texts import said

MOST_LINES = 20 * MOST_ENTRIES
"""Maximum number of lines in an imported file, with comments and blank lines."""
MOST_SINCE = 100
"""Maximum number of entries in a 412 answer."""
MOST_BYTES = 16 << 10
"""Longest line of JSON in an imported file, in bytes: four times what a line of text notation may have."""
TEXT, LINES = "text/plain", "application/x-ndjson"

# Created once: creating a schema takes longer than parsing with it.
MOVE, SECRET = MoveIn(), SecretIn()
MOVE_ENVELOPE = MoveIn(exclude=PLAIN)
"""The envelope of a move without the type and the seat."""
WRITE_ARGS, IMPORT_ARGS = WriteArgs(), ImportArgs()

Write = Callable[[Service, Token | None, str, Call], Answer]


def answering_problems(write: Write) -> Write:
    """Decorate a write to answer every exception with a problem."""

    @wraps(write)
    def refused(service: Service, token: Token | None, record: str, call: Call) -> Answer:
        try:
            return write(service, token, record, call)
        except Exception as error:  # noqa: BLE001 - what it is says the answer
            return problem_answer(error, call)

    return refused


@answering_problems
def move(service: Service, token: Token | None, record: str, call: Call) -> Answer:
    """Record one move.

    ``token``: the valid token of the call; None without one. ``call``: its query as :class:`WriteArgs`, its body as
    :class:`MoveIn`.

    Returns:
        201 with what was written, 200 for a dry run, or a problem.
    """
    asked = parse_query(WRITE_ARGS, call)
    given = parse_body(MOVE, call)
    caller = writer_of(service, token, record, "moves")
    request = request_of(caller, call, asked, {"call": "moves", "record": record, "body": given, "run": asked["run"]})
    return write_answer(service, record, call, request, lambda: service.recording.move(record, given, request))


@answering_problems
def secret(service: Service, token: Token | None, record: str, call: Call) -> Answer:
    """Record a secret that an earlier move left open; like :func:`move`, with a body as :class:`SecretIn`."""
    asked = parse_query(WRITE_ARGS, call)
    given = parse_body(SECRET, call)
    caller = writer_of(service, token, record, "secrets")
    request = request_of(caller, call, asked, {"call": "secrets", "record": record, "body": given})
    facts = {name: value for name, value in given.items() if name != "name"}
    return write_answer(
        service, record, call, request, lambda: service.recording.secret(record, given["name"], facts, request)
    )


@answering_problems
def moves(service: Service, token: Token | None, record: str, call: Call) -> Answer:
    """Record the moves of a file; like :func:`move`, with a body of text notation or lines of JSON."""
    asked = parse_query(IMPORT_ARGS, call)
    caller = writer_of(service, token, record, "import")
    lines = _lines(call, service.lives.get(record))
    until_refused = asked["until_refused"]
    stands_for = {"call": "import", "record": record, "body": call.body.hex(), "until_refused": until_refused}
    request = request_of(caller, call, asked, stands_for)
    return write_answer(
        service,
        record,
        call,
        request,
        lambda: service.recording.moves(record, lines, request, until_refused=until_refused),
    )


def writer_of(service: Service, token: Token | None, record: str, what: str) -> Caller:
    """The caller for a record, after a check that it may make the call."""
    # The cached head is enough: owner and visibility never change.
    caller = rights.caller(token, service.held_head(record))
    caller.check_may(what)
    return caller


def request_of(caller: Caller, call: Call, asked: Json, stands_for: Json) -> WriteRequest:
    """The parts of a write other than its body."""
    return WriteRequest(
        caller,
        if_match(call.headers.get("If-Match")),
        idempotency_key(call.headers.get("Idempotency-Key")),
        stands_for,
        dry=asked["dry_run"],
        run=asked.get("run", False),
        offers=asked["offers"],
        languages=call.languages,
        envelope=MOVE_ENVELOPE.fields,
        call=stands_for["call"],
        breaks=asked["breaks"],
    )


def write_answer(
    service: Service, record: str, call: Call, request: WriteRequest, write: Callable[[], WriteResult]
) -> Answer:
    """Write, and return the answer.

    Raises:
        OvertakenError: The record has newer entries than the version that the caller follows.
    """
    try:
        written = write()
    except VersionConflictError as conflict:
        if request.match is None:
            raise
        live = service.lives.get(record)
        with live.lock:
            service.lives.catch_up(live)
            offers = live.offers(request.caller.own_eyes)
        raise OvertakenError(conflict, service.log.read(record, request.match, MOST_SINCE), offers) from conflict
    body = json_of(document_of(written, request.languages, call.language))
    headers = {"Content-Type": "application/json", **TO_BEARER}
    if request.dry:
        return Answer(200, list(headers.items()), body)
    headers |= {"ETag": etag(written.version, body), "Location": location(record, written)}
    return Answer(201, list(headers.items()), body)


def location(record: str, written: WriteResult) -> str:
    """The path of the last entry that a write added."""
    return f"/v1/records/{record}/log?after={written.version - 1}&limit=1"


def document_of(written: WriteResult, wanted: Sequence[str], lang: str) -> Json:
    """The JSON document of a write's answer."""
    last = written.entries[-1] if written.entries else None
    # For undo and corrections describe the entry itself, not every later move.
    said = sentence_of_entry(last)
    frames = [{**frame, "says": {each: frame["says"][each] for each in wanted}} for frame in written.frames]
    if said is not None:
        frames = []
    document: Json = {
        "version": written.version,
        "ply": written.ply,
        # The bytes of the log: a retry reads the entry from there and must get the same bytes.
        "entry": orjson.Fragment(chain.bytes_of(last)) if last else None,
        "says": frames[-1]["says"] if frames else said and {each: said[each] for each in wanted},
        "marks": [*(mark for frame in frames for mark in frame["marks"]), *_surprises(written)],
    }
    if len(frames) > 1:
        document["moves"] = [
            {name: frame[name] for name in ("name", "ply", "seat", "type", "says", "marks")} for frame in frames
        ]
    if written.moves_left is not None:
        document["moves_left"] = written.moves_left
    if written.acts_left is not None:
        document["acts_left"] = written.acts_left
    if written.opens:
        document["opens"] = written.opens
    if written.refused is not None:
        refused = problem_content(written.refused, lang).document(lang)
        document["refused"] = {name: value for name, value in refused.items() if value}
    if written.impact is not None:
        document["impact"] = impact_of(written.impact, lang)
    if written.offers is not None:
        document["offers"] = written.offers
    return document


def _surprises(written: WriteResult) -> list[Json]:
    """Marks for doubtful times in the entries, which are recorded anyway."""
    opening = written.live.opening
    found = times.doubtful(written.entries, opening.entry, opening.occasion)
    return [
        {"kind": "time", "why": key, "name": str(versions[0]), "count": len(versions)}
        for key, versions in found.items()
    ]


# Files of moves


def _lines(call: Call, live: LiveRecord) -> list[tuple[int, Json | Exception]]:
    """The moves of a file with their line numbers; if a line is not a move, the last item has the error.

    Raises:
        MediaTypeError: The media type is neither text nor lines of JSON.
        ProblemError: The file has too many lines or moves, or no moves.
    """
    raw, kind = call.body, call.media_type
    if kind not in (TEXT, LINES):
        raise MediaTypeError(kind, (TEXT, LINES))
    breaks = raw.count(b"\n") + raw.count(b"\r")
    if breaks > MOST_LINES:
        raise ProblemError("too-large", said("lines_limit_per_import", breaks=breaks, most=MOST_LINES))
    # Stop at the first bad line: a file of megabytes may hold a million of them.
    found = _text(raw, live) if kind == TEXT else _json_lines(raw)
    lines = list(islice(_until_refused(found), MOST_ENTRIES + 1))
    if len(lines) > MOST_ENTRIES:
        raise ProblemError("too-large", said("more_moves_next_line", most=MOST_ENTRIES, what=lines[-1][0]))
    if not lines:
        raise ProblemError("invalid-request", said("contains_no_moves"))
    return lines


def _until_refused(lines: Iterable[tuple[int, Json | Exception]]) -> Iterator[tuple[int, Json | Exception]]:
    """The lines up to the first that is none, which decides for all that follow."""
    for number, move in lines:
        yield number, move
        if isinstance(move, Exception):
            return


def _text(raw: bytes, live: LiveRecord) -> Iterator[tuple[int, Json | Exception]]:
    """The moves of a file in text notation, each with its line; a line that is none comes as the reason."""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BodyError(said("byte_not_utf_8", start=error.start)) from None
    game, opening = live.opening.game, live.opening
    called = people.names(live.log.store, [seat["player"] for seat in opening.seats])
    try:
        header_check.check(
            text, game, opening.box, live.timeline.opening, [called[seat["player"]] for seat in opening.seats]
        )
    except notation.NotationError as error:
        raise ProblemError(
            "invalid-request", said("in_line", line=error.line, what=error.says), line=error.line, column=error.column
        ) from None
    for number, line in enumerate(text_files.lines(text), 1):
        try:
            move = notation.read(game, live.opening.box, line, live.opening.colours)
            # Quoted JSON may bring what has no canonical bytes; past this point it would be half applied.
            canonical.check(move)
        except (notation.NotationError, canonical.UncanonicalError) as error:
            yield number, error
        else:
            if move is not None:
                yield number, move


def _json_lines(raw: bytes) -> Iterator[tuple[int, Json | Exception]]:
    for number, line in enumerate(raw.removeprefix(codecs.BOM_UTF8).splitlines(), 1):
        if len(line) > MOST_BYTES:
            says = say(f"a line has at most {MOST_BYTES} bytes", f"una línea tiene a lo más {MOST_BYTES} bytes")
            yield number, MalformedMoveError({"move": says})
        elif line.strip():
            try:
                value = read_json(line)
            except BodyError as error:
                yield number, MalformedMoveError({"move": error.says})
            else:
                yield number, _enveloped(value)


def _enveloped(value: Any) -> Json | Exception:
    """A line's move, or the error in it; members other than parameters are checked as in a single move."""
    if type(value) is not dict:
        return MalformedMoveError({"move": say("must be an object", "debe ser un objeto")})
    envelope = {name: value[name] for name in MOVE_ENVELOPE.fields if name in value}
    if envelope and (faults := MOVE_ENVELOPE.validate(envelope)):
        return MalformedMoveError({name: say(" ".join(what), "no vale aquí") for name, what in faults.items()})
    return value
