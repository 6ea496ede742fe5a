"""Games, records and their tokens over HTTP."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import UTC
from functools import partial
from typing import Any

from flask import Response, g, request

from engines import GAMES, PACKAGES
from engines.kernel.box import form
from engines.kernel.box.review import shape_of
from engines.kernel.game import Field, Game, Json, MoveType, rules_of
from service.access import rights, tokens
from service.access.eyes import RECORDER
from service.access.rights import NoTokenError
from service.access.tokens import Token
from service.api.routes import token_links
from service.api.schemas.games import GameOut, GamesOut
from service.api.schemas.moves import NewRecordIn
from service.api.schemas.records import ListArgs, Page, RecordOut, SummaryForCaller
from service.api.schemas.tokens import TokenIn, TokenMade, TokenOut, TokensOut
from service.api.web import slow_calls
from service.api.web.blueprint import Blueprint
from service.api.web.http import answer, bearer, caller_of, for_everybody, language, need_token, service, takes_files
from service.api.web.openapi_common import KEY
from service.api.web.problems import ProblemError
from service.api.web.request import idempotency_key
from service.api.writes.moves import MOVE_ENVELOPE
from service.record import leagues, people
from service.record.derived import lists, projections, shown
from service.record.entries import boxes
from service.record.files import copies
from service.record.files.copies import CopyError
from service.record.state.record import LiveRecord
from service.record.write import active_recorder
from service.record.write.moves import write_moves
from service.record.write.open_record import NewRecord
from service.record.write.request import RawEntry, WriteRequest, WriteResult
from service.store.log import Head
from service.texts import said

blp = Blueprint("records", __name__, url_prefix="/v1", description="Games, records, and who may do what")


@blp.get("/games")
@blp.response(200, GamesOut, description="The titles")
@for_everybody
def list_games() -> Response:
    """List the games that can be recorded.

    Each with its name in every other call, the version of its rules, and how many may sit down.
    """
    return answer({"games": [_title(game) for game in GAMES.values()]})


@blp.get("/games/<game>")
@blp.response(200, GameOut, description="Options, moves with their fields, and the box")
@for_everybody
@blp.refuses({404: "No such game"})
def show_game(game: str) -> Response:
    """Show one game.

    Its options, its types of move with their fields, and its components: what a form needs to record it.
    """
    title = game_of(game)
    name, box = boxes.default(title.name)
    return answer(
        {
            **_title(title),
            "colours": list(title.colours(box)),
            "options": {option: _field(shape) for option, shape in title.options().items()},
            "moves": _kinds(title.moves(box)),
            "adjustments": _kinds(title.adjustments(box)),
            "secret": {move: dict(secrets) for move, secrets in title.secret.items()},
            "box": {"hash": name, **box},
            "box_form": None if (shape := shape_of(title)) is None else form.as_json(shape),
        }
    )


def _kinds(kinds: Mapping[str, MoveType]) -> Json:
    """Types of moves or adjustments as JSON."""
    return {
        name: {
            "label": kind.label,
            "seated": kind.seated,
            **({"anytime": True} if kind.anytime else {}),
            "fields": {field: _field(shape) for field, shape in kind.fields.items()},
        }
        for name, kind in kinds.items()
    }


def _title(game: Game[Any, Any]) -> Json:
    package = PACKAGES.get(game.name)
    return {
        "name": game.name,
        "title": game.title,
        "rules": rules_of(game),
        "package": None if package is None else {"name": package.name, "version": package.version},
        "seats": {"least": game.seats.start, "most": game.seats.stop - 1},
        "most_moves": service().recording.capacity.of(game),
    }


def _field(field: Field) -> Json:
    """A field as JSON, without what it leaves open."""
    out: Json = {"kind": field.kind}
    for name in ("label", "low", "high", "default"):
        if getattr(field, name) is not None:
            out[name] = getattr(field, name)
    for name in ("optional", "nullable", "seat", "alone"):
        if getattr(field, name):
            out[name] = True
    if field.place:
        out["place"] = list(field.place)
    if field.choices:
        out["choices"] = list(field.choices)
    if field.aliases:
        out["aliases"] = dict(field.aliases)
    if field.keys:
        out["keys"] = field.keys if field.keys == "seat" else list(field.keys)
    if field.of is not None:
        out["of"] = _field(field.of)
    if field.fields:
        out["fields"] = {name: _field(inner) for name, inner in field.fields.items()}
    return out


def game_of(name: str) -> Game[Any, Any]:
    """The game of a name.

    Raises:
        ProblemError: There is none: not-found.
    """
    title = GAMES.get(name)
    if title is None:
        there = ", ".join(GAMES)
        raise ProblemError("not-found", said("no_game", name=name, there=there))
    return title


@blp.post("/records")
@blp.arguments(NewRecordIn)
@blp.response(201, RecordOut, description="The record is open", headers=("ETag",))
@blp.refuses(
    {
        400: "The request cannot be read",
        401: "A token of scope admin or record is needed",
        403: "Not with this token",
        404: "No such game",
        410: "The record that the idempotency key opened was removed",
        422: "The rules do not allow such a table or one of its moves (`line`), or the idempotency key is reused",
    }
)
@blp.takes_headers(KEY)
@takes_files
def open_record(given: Json) -> Response:
    """Open a record: who plays what, by which options and box.

    Its first entry binds the rules, every option and the hash of the box, so that it replays the same for good. With
    `moves` it is opened as a game that was played: where one of them is refused, nothing is opened.
    """
    token = need_token("admin", "record")
    title = game_of(given["game"])
    if "moves" in given and (made := slow_calls.offload()) is not None:
        return made
    people.check_may_seat(service().log.store, (seat["player"] for seat in given["seats"] if "player" in seat), token)
    box = given.get("box") or boxes.save(service().log.store, boxes.default(title.name)[1])
    live, done = service().recording.open(
        NewRecord(
            by=token.id,
            game=title.name,
            seats=given["seats"],
            options=given["options"],
            policies=given["policies"],
            box=box,
            visibility=given["visibility"],
            occasion=given["occasion"],
            key=idempotency_key(request.headers.get("Idempotency-Key")),
            payload={"call": "records", "body": given},
            moves=partial(_recorded, token, given["moves"]) if "moves" in given else None,
        )
    )
    # As it was opened: a retry gets the first answer, also when moves have been made since.
    live = service().lives.at(live.record, version=done.last, eyes=RECORDER)
    document = {**shown_summary(projections.summary(live)), "offers": live.offers(RECORDER)}
    return answer(document, 201, done.last, {"Location": f"/v1/records/{live.record}"})


def _recorded(token: Token, moves: Sequence[Json], live: LiveRecord) -> tuple[WriteResult, list[RawEntry]]:
    """The entries of moves that a record is opened with."""
    head = Head(live.record, live.version, live.hash, live.at, live.fields)
    caller = rights.caller(token, head)
    asked = WriteRequest(caller, live.version, envelope=MOVE_ENVELOPE.fields, languages=(), call="import", breaks=True)
    lines = list(enumerate(moves, 1))
    return write_moves(live, caller.writes_with, asked, lines, service().recording.capacity, until_refused=False)


@blp.get("/records")
@blp.arguments(ListArgs, location="query")
@blp.response(200, Page, description="A page, last changed first", tagged=True)
@blp.refuses({400: "No such cursor or filter"})
def list_records(args: Json) -> Response:
    """List records, last changed first.

    Public ones, and the caller's own. The cursor of a page leads to the next one.
    """
    since = args["changed_since"].astimezone(UTC).isoformat() if "changed_since" in args else None
    wanted = {name: args[given] for name in lists.FILTERS if (given := name.replace(".", "_")) in args}
    try:
        found, cursor = lists.read(
            service().log,
            lists.sight_of(bearer(), copies=args["copies"]),
            wanted=wanted,
            words=lists.plain(args.get("text", "")).split(),
            changed_since=since,
            cursor=args.get("cursor"),
            most=args["limit"],
        )
    except lists.CursorError:
        raise ProblemError("invalid-request", said("list_cursor_unknown", cursor=args["cursor"])) from None
    return answer({"records": [shown_summary(summary) for summary in found], "next": cursor}, version=0)


def shown_summary(summary: Json) -> Json:
    """A summary as the caller is shown it."""
    return shown.summary_of(service().log, summary, language(), g.setdefault("conditions", {}))


@blp.get("/records/<record>")
@blp.response(200, SummaryForCaller, description="The record", tagged=True)
def show_record(record: str) -> Response:
    """Show one record.

    The summary of lists, with the eyes and calls that the caller may use.
    """
    caller, head = caller_of(record, "read")
    live = service().lives.get(record)
    with live.lock:
        if live.version < head.version:
            service().lives.catch_up(live)
        document = shown_summary(projections.summary(live))
        left = service().recording.capacity.remaining(live)
        acts_left = service().recording.capacity.acts_left(live)
        document["recorder"] = active_recorder.as_json(live)
    if left is not None:
        document["moves_left"] = left
    if acts_left is not None:
        document["acts_left"] = acts_left
    kept = [call for call in ("tokens", "texts") if call in caller.calls]
    calls = caller.calls if document["copy"] is None else [*rights.READING, *kept]
    document |= {"eyes": [eyes.name for eyes in caller.eyes], "calls": list(calls), "role": caller.role}
    return answer(document, version=document["version"])


# Tokens


@blp.get("/token")
@blp.response(200, TokenOut, description="The caller's token, without its secret")
@blp.refuses({401: "A token is needed"})
def show_token() -> Response:
    """Show the token of this call.

    What it is good for, what its maker calls it, and when it ends: so that a phone can say whose access it has.
    """
    token = bearer()
    if token is None:
        raise NoTokenError
    return answer(asdict(token))


@blp.post("/records/<record>/tokens")
@blp.arguments(TokenIn)
@blp.response(201, TokenMade, description="The token; its secret is shown this once")
@blp.refuses(
    {
        401: "A token is needed",
        403: "Only the record's owner makes its tokens",
        409: "A copy takes no entry; the record is closed and makes no more links of seats; or the caller has "
        "too many valid tokens",
    }
)
def make_token(given: Json, record: str) -> Response:
    """Make a token of the record.

    Its secret is shown this once, also as a link. A seat's link and a judge's are an entry of the log that everybody
    sees. An appointed judge undoes, corrects and rules, and sees what everybody sees.
    """
    caller, head = caller_of(record, "tokens")
    scope, seat = given["scope"], given.get("seat")
    if scope != "read" and copies.as_json(head.fields) is not None:
        raise CopyError(record)
    live = service().lives.get(record)
    token_links.check_seat(live, scope, seat)
    store, maker = service().log.store, need_token("admin", "league", "record")
    expires = given["expires_at"].astimezone(UTC).isoformat() if "expires_at" in given else None
    fields: Json = {"id": tokens.random_id(), "record": record, "label": given.get("label", ""), "expires_at": expires}
    most = service().most_made if maker.league is None else leagues.MOST_TOKENS
    fields["maker"] = tokens.reserve(store, maker, fields["id"], expires, most)
    try:
        if scope == "judge":
            token_links.write_entry(caller, record, {"type": "appointed", "body": {"judge": fields["id"]}})
        if seat is not None:
            fields |= {"seat": seat, "since": token_links.note_seat_link(caller, record, seat, fields["id"])}
        secret, token = tokens.issue(store, scope, **fields)
    except Exception:
        tokens.release(store, maker, fields["id"])
        raise
    return token_links.made(token, secret)


@blp.get("/records/<record>/tokens")
@blp.response(200, TokensOut, description="The record's tokens, without their secrets")
@blp.refuses({403: "Only the record's owner sees them"})
def list_tokens(record: str) -> Response:
    """List the record's tokens.

    Revoked and expired ones too; never their secrets.
    """
    caller_of(record, "tokens")
    found = tokens.list_tokens(service().log.store, record)
    return answer({"tokens": tokens.shown(service().dispatcher.connection, found)})


@blp.delete("/records/<record>/tokens/<token_id>")
@blp.response(204, description="Revoked, everywhere within a second")
@blp.refuses({403: "Only the record's owner revokes them", 404: "No such record or token"})
def revoke_token(record: str, token_id: str) -> Response:
    """Revoke a token of the record.

    It is invalid at once in this process, and within a second in every other one.
    """
    caller_of(record, "tokens")
    token = tokens.get(service().log.store, token_id)
    if token is None or token.record != record:
        raise ProblemError("not-found", said("record_no_token", token_id=token_id))
    token_links.revoke(record, token_id)
    return Response(status=204)
