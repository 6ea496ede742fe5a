"""Opening a record: makes its opening, checks it by the rules, and writes it."""

import base64
import hashlib
import hmac
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from engines import GAMES
from engines.kernel import canonical
from engines.kernel.game import Json, MalformedMoveError, rules_of
from engines.kernel.moves import shapes
from engines.kernel.sentences import say
from service import games
from service.access.tokens import random_id
from service.record import identity, people
from service.record.entries import boxes
from service.record.entries import policies as agreed
from service.record.entries.opening import parse_opening
from service.record.state.record import LiveRecord
from service.record.write.request import RawEntry, WriteResult
from service.store import chain
from service.store.chain import Entry
from service.store.log import Appended, Idempotency, Log, RecordNotFoundError, VersionConflictError, now
from service.store.secret import store_secret
from service.texts import said


@dataclass(frozen=True, slots=True, kw_only=True)
class NewRecord:
    """The parameters of a new record.

    Args:
        by: Id of the token that opens it; its owner.
        game: The title.
        seats: ``{"name" or "player", "colour"?}``, clockwise.
        options: The named options; the others take their defaults.
        policies: The named policies; the others take their defaults.
        box: Hash of the box.
        visibility: ``public``, ``unlisted`` or ``private``.
        occasion: League, event, round, table, place ...; no free text about people. The league here is only a claim.
        league: Id of the league whose table it is, and the league's reference for it; None for no league.
        key: Idempotency key: the id is derived from it, so that a retry finds the same record.
        payload: The request that the key identifies.
        moves: Moves to record with the opening, all or nothing.
    """

    by: str
    game: str
    seats: Sequence[Json]
    options: Json
    policies: Json
    box: str
    visibility: str
    occasion: Json
    league: Json | None = None
    key: str | None = None
    payload: Any = None
    moves: Callable[[LiveRecord], tuple[WriteResult, list[RawEntry]]] | None = None


def open_record(log: Log, new: NewRecord) -> tuple[str, Appended]:
    """Open a record.

    Returns:
        The record's id, and what was written; the record may have existed already.

    Raises:
        IllegalMoveError: The rules do not allow such a table.
        LineError: One of the moves is refused; with its number.
    MalformedMoveError: An unknown option, policy, colour or player, or a player who sits down twice.
        KeyReusedError: The key identifies another opening.
    """
    title = GAMES[new.game]
    store = log.store
    components = boxes.get(store, new.game, new.box)
    boxes.fit(new.game, components)
    # Use the league, not its token: tokens change, tables stay the same.
    derive = derived_ids(store, new.by if new.league is None else f"league {new.league['id']}", new.key)
    record = derive("record")
    sat, chosen = _seats(list(title.colours(components)), new.seats, derive), _options(new.game, new.options)
    people.check_known(
        store, {f"seats.{number}.player": seat["player"] for number, seat in enumerate(new.seats) if seat.get("player")}
    )
    title.setup([seat["colour"] for seat in sat], chosen, components)  # the rules first: their errors name the clause
    body: Json = {
        "record": record,
        "key": identity.own_id(store),
        "game": new.game,
        "rules": rules_of(title),
        "box": new.box,
        "options": chosen,
        "policies": agreed.complete(new.policies, len(new.seats)),
        "seats": sat,
        "visibility": new.visibility,
    }
    if new.occasion:
        body["occasion"] = new.occasion
    if new.league is not None:
        body["league"] = new.league
    entry: Entry = {"version": 1, "type": "opened", "at": now(), "by": new.by, "body": body}
    opening = parse_opening(store, record, entry)
    entry["state"] = canonical.digest(opening.fold().facts())
    spelled = chain.link(entry, "")
    boxes.save(store, components)
    fields = {
        "owner": new.by,
        "visibility": new.visibility,
        "game": new.game,
        "package": games.package_of(new.game),
        "secret": derive("secret"),
    }
    if new.league is not None:
        fields["league"] = new.league["id"]
    idempotency = Idempotency(new.key, new.payload, fields["secret"]) if new.key else None
    entries: list[RawEntry] = [(spelled, None)]
    last = entry
    if new.moves is not None:
        live = LiveRecord(log, opening)
        live.fields = fields
        result, follow = new.moves(live)
        entries, last = [*entries, *follow], result.entries[-1]
    try:
        done = log.append(record, 0, entries, last, idempotency, fields)
    except VersionConflictError:
        # Reached only if the key was used under another token's id: ids are random otherwise.
        raise RecordNotFoundError(record) from None
    # Save names last: a refused opening names nobody. A retry saves names that an interrupted first try missed.
    named = {seat["player"]: given.get("name") for seat, given in zip(body["seats"], new.seats, strict=True)}
    people.save(store, named, new.by)
    return record, done


def derived_ids(store: Any, by: str, key: str | None) -> Callable[[str], str]:
    """Return a function that makes ids: random ones, or the same ids for the same key of the same caller."""
    if key is None:
        return lambda _: random_id(16)
    secret = store_secret(store)

    def derived(what: str) -> str:
        digest = hmac.new(secret, f"{by}\n{key}\n{what}".encode(), hashlib.sha256).digest()
        return base64.b32encode(digest[:16]).decode().rstrip("=").lower()

    return derived


def _options(game: str, named: Json) -> Json:
    """Every option of a record with its value."""
    fields = GAMES[game].options()
    errors = {}
    for name in named:
        if name not in fields:
            errors[f"options.{name}"] = said("no_option", game=game, name=name)
    out = {}
    for name, option in fields.items():
        value = named.get(name, option.default)
        if not shapes.fits(option, value):
            errors[f"options.{name}"] = said("not_value", value=value, name=name)
        out[name] = value
    if errors:
        raise MalformedMoveError(errors)
    return out


def _seats(colours: Sequence[str], seats: Sequence[Json], derive: Callable[[str], str]) -> list[Json]:
    """The seats with a colour for each: first the requested colours, then the rest in the box's order."""
    free = [colour for colour in colours if colour not in {seat.get("colour") for seat in seats}]
    out: list[Json] = []
    for number, seat in enumerate(seats):
        colour = seat.get("colour") or (free.pop(0) if free else "")
        player = seat.get("player") or derive(f"player {number}")
        if player in {earlier["player"] for earlier in out}:
            raise MalformedMoveError(
                {f"seats.{number}.player": say(f"{player} already has a seat", f"{player} ya tiene un asiento")}
            )
        out.append({"player": player, "colour": colour})
    return out
