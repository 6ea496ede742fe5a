"""Pairing of phones over HTTP: one-time codes, and the tokens that they are exchanged for."""

from flask import Response, request

from engines.kernel.game import Json
from service.access import codes, rights, tokens
from service.access.codes import Code, CodeOverError, NoCodeError
from service.access.rights import Caller, NotAllowedError, NoTokenError
from service.access.tokens import Token
from service.api.routes import token_links
from service.api.schemas.records import RecorderOut
from service.api.schemas.tokens import ClaimIn, CodeIn, CodeMade, PairedOut, TokenMade
from service.api.web.blueprint import Blueprint
from service.api.web.http import answer, caller_of, for_nobody, service
from service.api.web.openapi_common import KEY
from service.api.web.request import idempotency_key
from service.record.files import copies
from service.record.files.copies import CopyError
from service.record.state.record import LiveRecord
from service.record.write import active_recorder, status

blp = Blueprint("claims", __name__, url_prefix="/v1", description="Phones at a table: one-time codes")


@blp.post("/records/<record>/codes")
@blp.arguments(CodeIn)
@blp.response(201, CodeMade, description="The code; it is shown this once")
@blp.refuses(
    {
        401: "A token is needed",
        403: "Only the recorder makes codes",
        409: "A copy takes no entry; the record is closed; or there are too many valid tokens",
    }
)
def make_code(given: Json, record: str) -> Response:
    """Make a one-time code for a seat's phone, or for another recorder's.

    A code is valid for ten minutes and works once. A newer code for the same purpose replaces it, and a change of
    recorder ends all codes. With `again` the seat's earlier links are revoked at once, and an entry of the log says so.
    """
    caller, head = caller_of(record, "codes")
    if copies.as_json(head.fields) is not None:
        raise CopyError(record)
    scope, seat = given["scope"], given.get("seat")
    live = service().lives.get(record)
    token_links.check_seat(live, scope, seat)
    with live.lock:
        service().lives.catch_up(live)
        status.check_takes(live, caller, "codes")
        recorder = active_recorder.as_json(live)
    if given["again"] and seat is not None:
        _forsake(caller, record, seat)
    store, maker = service().log.store, _of(caller)
    token_id, expires = tokens.random_id(), codes.expiry()
    root = tokens.reserve(store, maker, token_id, expires, service().most_made)
    code = Code(record, scope, seat, maker.id, root, token_id, expires, recorder["name"] if recorder else None)
    made = codes.format_code(codes.create(store, code))
    document = {
        "code": made,
        "expires_at": expires,
        "record": record,
        "scope": scope,
        "seat": seat,
        "page": token_links.claim_page(),
    }
    return answer(document, 201, headers={"Location": f"/v1/records/{record}/codes", "Cache-Control": "no-store"})


def _current(record: str) -> LiveRecord:
    """A record as it is in the log now."""
    live = service().lives.get(record)
    with live.lock:
        service().lives.catch_up(live)
    return live


def _of(caller: Caller) -> Token:
    """The token of a caller who has one."""
    if caller.token is None:
        raise NoTokenError
    return caller.token


def _links(record: str, seat: int) -> list[Token]:
    """The links of a seat that are good."""
    found = tokens.list_tokens(service().log.store, record)
    return [token for token in found if token.is_valid and token.scope == "seat" and token.seat == seat]


def _forsake(caller: Caller, record: str, seat: int) -> None:
    """Revoke the links of a seat, and write an entry if it had any."""
    lost = _links(record, seat)
    if not lost:
        return
    token_links.write_entry(caller, record, {"type": "seated", "body": {"seat": seat, "link": None}}, call="codes")
    for token in lost:
        token_links.revoke(record, token.id)


@blp.get("/records/<record>/codes")
@blp.response(200, PairedOut, description="The phones of the table")
@blp.refuses({401: "A token is needed", 403: "Only the recorder sees them"})
def show_phones(record: str) -> Response:
    """Show which seats have a phone, and which codes wait to be claimed.

    The codes themselves are never shown.
    """
    caller_of(record, "codes")
    store, live = service().log.store, _current(record)
    open_codes = [one for one in codes.unclaimed(store, record) if not active_recorder.has_changed_since(live, one)]
    waiting = {one.purpose: one.expires_at for one in open_codes}
    good = [token for token in tokens.list_tokens(store, record) if token.is_valid]
    out = []
    for seat in range(len(live.opening.seats)):
        own = [token for token in good if token.scope == "seat" and token.seat == seat]
        paired = max((token.created_at for token in own), default=None)
        expires = waiting.get(f"seat:{seat}")
        out.append({"seat": seat, "phones": len(own), "paired_at": paired, "code_expires_at": expires})
    recorders = sum(token.scope == "record" for token in good)
    document = {"seats": out, "recorders": recorders, "code_expires_at": waiting.get("record")}
    return answer(document | {"page": token_links.claim_page()})


@blp.post("/records/<record>/recorder")
@blp.response(201, RecorderOut, description="The caller records from now on, and everybody sees it")
@blp.refuses(
    {
        401: "A token is needed",
        403: "Only a token that may record the game takes over",
        409: "A copy takes no entry; or the record is closed",
    }
)
def take_over(record: str) -> Response:
    """Take over recording.

    From then on the caller's token records. The previous phone is refused with `other-recorder` until it takes over
    again. An entry of the log says so; nothing is written if the caller already records.
    """
    caller, _ = caller_of(record, "recorder")
    recorder = active_recorder.as_json(_current(record))
    if recorder is None or recorder["token"] != caller.by:
        live = token_links.appoint_recorder(caller, record, caller.by).live
        recorder = active_recorder.as_json(live)
    return answer(recorder, 201, headers={"Cache-Control": "no-store", "Location": f"/v1/records/{record}"})


@blp.post("/claims")
@for_nobody
@blp.arguments(ClaimIn)
@blp.response(201, TokenMade, description="The token; its secret is shown to this claimant alone")
@blp.refuses(
    {
        400: "The request cannot be read",
        404: "No such code, now or lately",
        409: "Another phone has claimed it; or the record is closed",
        410: "It has expired, or the record was removed",
    }
)
@blp.takes_headers(KEY)
def claim_code(given: Json) -> Response:
    """Exchange a one-time code for a token of its own.

    Needs no token. The code cannot be used again, and an entry of the log says which seat has a phone. If the answer
    was lost, repeat the claim with the same `Idempotency-Key`. The key must be random: it alone distinguishes one
    claimant from another.
    """
    store = service().log.store
    once = idempotency_key(request.headers.get("Idempotency-Key")) or tokens.random_id()
    try:
        code, derived = codes.claim(store, given["code"], once)
    except NoCodeError:
        service().throttle.count_wrong_code(request.remote_addr)
        raise
    token = tokens.get(store, code.token)
    if token is None:
        token = _token(code, derived)
    elif not token.is_valid:
        raise CodeOverError
    secret = tokens.format_token(token.id, derived)
    return token_links.made(token, secret)


def _token(code: Code, derived: str) -> Token:
    """The token that a claimed code is exchanged for; its entry is written before the token becomes valid."""
    store = service().log.store
    maker, head = tokens.get(store, code.by), service().log.head(code.record)
    if maker is None or not maker.is_valid:
        raise CodeOverError
    try:
        caller = rights.caller(maker, head)
        caller.check_may("codes")
    except NotAllowedError:
        raise CodeOverError from None
    if active_recorder.has_changed_since(_current(code.record), code):
        raise CodeOverError
    since = 0
    if code.seat is None:
        token_links.appoint_recorder(caller, code.record, code.token, key=f"claim {code.token}")
    else:
        since = token_links.note_seat_link(caller, code.record, code.seat, code.token, key=f"claim {code.token}")
    fields: Json = {"id": code.token, "record": code.record, "seat": code.seat, "since": since, "maker": code.maker}
    _, token = tokens.issue(store, code.scope, secret=derived, **fields)
    tokens.confirm(store, token)
    return token
