"""Writing moves over HTTP: one at a time, a secret given later, a file at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from itertools import islice
from typing import Any

import orjson
from flask import Response, current_app, request

from engines.kernel import canonical, notation
from engines.kernel.game import Json, MalformedMoveError
from engines.kernel.says import say
from service.access.limits import TURNS
from service.access.rights import Caller
from service.api.body import BodyError, MediaTypeError, read_json
from service.api.http import Blueprint, answer, caller_of, idempotency_key, if_match, service
from service.api.language import language, languages
from service.api.problems import TITLES, ProblemError, describe
from service.api.schemas import ImportArgs, MoveIn, Problem, SecretIn, WriteArgs, WrittenOut
from service.record.folds import Live
from service.record.recording import Request, Written
from service.store.log import MOST_ENTRIES, VersionConflictError

blp = Blueprint("moves", __name__, url_prefix="/v1/records", description="Recording what happens at the table")

ENDPOINT = "moves.make_move"
"""The name of the call that records one move."""
TRIED = "movebook.tried"
"""Where the environment of a request holds why it failed when it was tried the short way (:mod:`service.api.short`)."""
MOST_LINES = 20 * MOST_ENTRIES
"""Lines in an imported file, comments and blank ones among them."""
LARGE = 1 << 20
"""Bytes of a file that waits for its turn to be read; a thousand moves are a tenth of it."""
MOST_BYTES = 16 << 10
"""Of a line of JSON: four times what a line of text may have."""
BESIDE = MoveIn(only=("occurred_at", "zone"))
"""What may be said beside the parameters of a move."""
TEXT, LINES = "text/plain", "application/x-ndjson"
REFUSALS = {
    400: "Malformed",
    401: "A token is needed",
    403: "Not with this token",
    404: "No such record",
    409: "The record is closed",
    412: "The record has moved on: `since` holds the entries after the caller's",
    415: "Not in this form",
    422: "The rules forbid it (`rule`), or the idempotency key is reused",
    428: "No If-Match",
    503: "The store is out of reach, or takes no writes: try again with the same Idempotency-Key",
}


def refuses(function: Any) -> Any:
    """Document every refusal of a write."""
    function = blp.alt_response(200, schema=WrittenOut, description="A dry run: what would happen")(function)
    for status, description in reversed(REFUSALS.items()):
        function = blp.alt_response(status, schema=Problem, description=description)(function)
    headers = [
        {
            "in": "header",
            "name": "If-Match",
            "required": True,
            "schema": {"type": "string"},
            "description": 'The version followed, as "41" or as the tag of an answer; * where order does not matter',
        },
        {
            "in": "header",
            "name": "Idempotency-Key",
            "schema": {"type": "string"},
            "description": "The same key and body give the first answer again",
        },
    ]
    return blp.doc(parameters=headers)(function)


@blp.post("/<record>/moves")
@blp.arguments(WriteArgs, location="query")
@blp.arguments(MoveIn)
@blp.response(201, WrittenOut, description="Recorded, and on disk")
@refuses
def make_move(args: Json, move: Json, record: str) -> Response:
    """Record one move."""
    tried = request.environ.get(TRIED)
    if tried is not None and not isinstance(tried, VersionConflictError):
        raise tried
    caller, _ = caller_of(record, "moves")
    asked = _request(caller, args, payload(record, move, run=args["run"]))
    with _Since(caller, record, asked.match):
        if tried is not None:
            raise tried
        written = service().recording.move(record, move, asked)
    return _answer(written, args, record)


def payload(record: str, move: Json, *, run: bool = False) -> Json:
    """What the idempotency key of a move stands for."""
    return {"call": "moves", "record": record, "body": move, "run": run}


@blp.post("/<record>/secrets")
@blp.arguments(WriteArgs, location="query")
@blp.arguments(SecretIn)
@blp.response(201, WrittenOut, description="Sealed")
@refuses
def give_secret(args: Json, given: Json, record: str) -> Response:
    """Give a secret that an earlier move left open; nothing public changes."""
    caller, _ = caller_of(record, "secrets")
    asked = _request(caller, args, {"call": "secrets", "record": record, "body": given})
    facts = {name: value for name, value in given.items() if name != "name"}
    with _Since(caller, record, asked.match):
        written = service().recording.secret(record, given["name"], facts, asked)
    return _answer(written, args, record)


@blp.post("/<record>/import")
@blp.arguments(ImportArgs, location="query")
@blp.response(
    201, WrittenOut, description="Every move is recorded, or with `until_refused` those before the first refused one"
)
@refuses
@blp.alt_response(413, schema=Problem, description=f"More than {MOST_ENTRIES} moves, or too many bytes")
@blp.doc(
    requestBody={
        "required": True,
        "content": {TEXT: {"schema": {"type": "string"}}, LINES: {"schema": {"type": "string"}}},
    }
)
def import_moves(args: Json, record: str) -> Response:
    """Record many moves at once: text notation or JSON lines."""
    caller, _ = caller_of(record, "import")
    request.max_content_length = current_app.config["IMPORT_LIMIT"]
    raw = request.get_data()
    kind = request.mimetype
    if kind not in (TEXT, LINES):
        raise MediaTypeError(kind, (TEXT, LINES))
    live = service().lives.get(record)
    breaks = raw.count(b"\n") + raw.count(b"\r")
    if breaks > MOST_LINES:
        raise ProblemError(
            "too-large",
            f"{breaks} lines; one import takes {MOST_LINES}: send them in parts",
            f"{breaks} líneas; se admiten {MOST_LINES}: envíalas por partes",
        )
    # No further than what decides: a file of megabytes may hold a million lines that are none.
    with TURNS.taken() if len(raw) > LARGE else nullcontext():
        lines = list(islice(_until_refused(_text(raw, live) if kind == TEXT else _json_lines(raw)), MOST_ENTRIES + 1))
    if len(lines) > MOST_ENTRIES:
        raise ProblemError(
            "too-large",
            f"more than {MOST_ENTRIES} moves, the next in line {lines[-1][0]}: send them in parts",
            f"más de {MOST_ENTRIES} jugadas, la siguiente en la línea {lines[-1][0]}: envíalas por partes",
        )
    if not lines:
        raise ProblemError("invalid-request", "there is no move in it", "no contiene ninguna jugada")
    stands_for = {"call": "import", "record": record, "body": raw.hex(), "until_refused": args["until_refused"]}
    asked = _request(caller, {"run": False, **args}, stands_for)
    with _Since(caller, record, asked.match):
        written = service().recording.moves(record, lines, asked, until_refused=args["until_refused"])
    return _answer(written, args, record)


def _until_refused(lines: Iterable[tuple[int, Json | Exception]]) -> Iterator[tuple[int, Json | Exception]]:
    """The lines up to the first that is none, which decides for all that follow."""
    for number, move in lines:
        yield number, move
        if isinstance(move, Exception):
            return


def _text(raw: bytes, live: Live) -> Iterator[tuple[int, Json | Exception]]:
    """The moves of a file in text notation, each with its line; a line that is none comes as the reason."""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BodyError(f"byte {error.start} is not UTF-8", f"el byte {error.start} no es UTF-8") from None
    game = live.opening.game
    stated = notation.header(text).fields.get("game", game.name)
    if stated != game.name:
        raise ProblemError(
            "invalid-request",
            f"a file of {stated!r:.40}; this record is of {game.name}",
            f"un archivo de {stated!r:.40}; esta partida es de {game.name}",
        )
    for number, line in enumerate(notation.lines(text), 1):
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
    for number, line in enumerate(raw.splitlines(), 1):
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
    """A line's move, or why it is none: what it says beside the move is checked as in a move sent alone."""
    if type(value) is not dict:
        return MalformedMoveError({"move": say("an object is wanted", "debe ser un objeto")})
    beside = {name: value[name] for name in BESIDE.fields if name in value}
    if beside and (faults := BESIDE.validate(beside)):
        return MalformedMoveError({name: say(" ".join(what), "no vale aquí") for name, what in faults.items()})
    return value


def _request(caller: Caller, args: Json, stands_for: Json) -> Request:
    flags = {"dry": args["dry_run"], "run": args.get("run", False), "offers": args["offers"]}
    key = idempotency_key(request.headers.get("Idempotency-Key"))
    return Request(caller, if_match(), key, stands_for, **flags, languages=languages())


class _Since:
    """Adds to a conflict what the caller has missed: the entries since, and what may be recorded now."""

    def __init__(self, caller: Caller, record: str, match: int | None) -> None:
        self.caller, self.record, self.match = caller, record, match

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if not isinstance(error, VersionConflictError) or self.match is None:
            return
        live = service().lives.get(self.record)
        with live.lock:
            service().lives.catch_up(live)
            offers = live.offers(self.caller.own)
        error.more = {"since": service().log.read(self.record, self.match, MOST_ENTRIES), "offers": offers}  # type: ignore[attr-defined]


def _answer(written: Written, args: Json, record: str) -> Response:
    """What a write did, in the languages asked for."""
    document = told(written, languages(), language())
    if args["dry_run"]:
        return answer(document, 200)
    return answer(document, 201, written.version, {"Location": location(record, written)})


def location(record: str, written: Written) -> str:
    """Where the entry stands that a write ended with."""
    return f"/v1/records/{record}/log?after={written.version - 1}&limit=1"


def told(written: Written, wanted: Sequence[str], lang: str) -> Json:
    """What a write did.

    Args:
        written: What it did.
        wanted: The languages of sentences.
        lang: The language of a refusal in it.
    """
    last = written.entries[-1] if written.entries else None
    frames = [{**frame, "says": {each: frame["says"][each] for each in wanted}} for frame in written.frames]
    document: Json = {
        "version": written.version,
        "ply": written.ply,
        # As the log spells it: a retry reads it from there, and must get the same bytes.
        "entry": orjson.Fragment(canonical.spell(last)) if last else None,
        "says": frames[-1]["says"] if frames else None,
        "marks": [mark for frame in frames for mark in frame["marks"]],
    }
    if len(frames) > 1:
        document["moves"] = [
            {name: frame[name] for name in ("name", "ply", "seat", "type", "says", "marks")} for frame in frames
        ]
    if written.opens:
        document["opens"] = written.opens
    if written.refused is not None:
        slug, detail, extras = describe(written.refused)
        document["refused"] = {
            "type": f"urn:movebook:problem:{slug}",
            "title": TITLES[slug][2 if lang == "es" else 1],
            "status": TITLES[slug][0],
            "detail": detail,
            **{k: v for k, v in extras.items() if v},
        }
    if written.offers is not None:
        document["offers"] = written.offers
    return document
