"""Undo, consents, corrections and rulings as calls; ``service.record`` implements what they do."""

from collections.abc import Sequence
from functools import partial
from http import HTTPStatus
from typing import Any

from engines.kernel.game import Json
from service.access.eyes import Eyes
from service.access.tokens import Token
from service.api.schemas.corrections import ConsentIn, CorrectionIn, RulingIn, UndoIn
from service.api.schemas.moves import EntryArgs
from service.api.web.call import Answer, Call
from service.api.web.request import idempotency_key, parse_body, parse_query
from service.api.web.service import Service
from service.api.writes.moves import answering_problems, request_of, write_answer, writer_of
from service.record import people
from service.record.corrections.correction import Change
from service.record.entries.opening_corrections import PARTS
from service.record.state.record import LiveRecord
from service.record.write import correction, ruling
from service.record.write.open_record import derived_ids
from service.record.write.request import RawEntry, WriteRequest, WriteResult
from service.record.write.undo import UndoRequest, write_consent, write_undo

UNDO, CONSENT, CORRECTION, RULING = UndoIn(), ConsentIn(), CorrectionIn(), RulingIn()
ARGS = EntryArgs()


@answering_problems
def undo_moves(service: Service, token: Token | None, record: str, call: Call) -> Answer:
    """Undo moves, or restore undone moves.

    ``token``: the valid token of the call; None without one. ``call``: its query as :class:`EntryArgs`, its body as
    :class:`UndoIn`.

    Returns:
        201 with what was written, 200 for a dry run, or a problem.
    """
    given = parse_body(UNDO, call)
    asked = partial(write_undo, asked=UndoRequest(**given))
    return perform(service, token, record, call, "undo", given, asked)


@answering_problems
def consent(service: Service, token: Token | None, record: str, call: Call) -> Answer:
    """Consent to an undo from a seat's own link; like :func:`undo_moves`, with a body as :class:`ConsentIn`."""
    given = parse_body(CONSENT, call)
    return perform(service, token, record, call, "consents", given, partial(write_consent, names=given["to"]))


@answering_problems
def correct(service: Service, token: Token | None, record: str, call: Call) -> Answer:
    """Correct a record; like :func:`undo_moves`, with a body as :class:`CorrectionIn`. A dry run returns the impact."""
    given = parse_body(CORRECTION, call)
    said, named = _seated(service, token, record, call, given["changes"])
    changes = [_change(number, one) for number, one in enumerate(said, 1)]
    by_id = {
        f"changes.{number}.seats.{seat['seat']}.player": seat["player"]
        for number, one in enumerate(given["changes"], 1)
        for seat in one.get("seats", ())
        if "player" in seat
    }

    def act(live: LiveRecord, eyes: Eyes, request: WriteRequest) -> tuple[WriteResult, list[RawEntry]]:
        people.check_known(service.log.store, by_id)
        sat = [seat["player"] for seat in live.opening.seats]
        if token is not None:
            people.check_may_seat(service.log.store, (one for one in by_id.values() if one not in sat), token)
        return correction.write_correction(live, eyes, request, changes, given["requested_by"], given["reason"])

    answer = perform(service, token, record, call, "corrections", given, act)
    if token is not None and answer.status == HTTPStatus.CREATED:
        # Only now: a refused correction names nobody.
        people.save(service.log.store, named, token.id)
    return answer


def _seated(
    service: Service, token: Token | None, record: str, call: Call, changes: Sequence[Json]
) -> tuple[list[Json], dict[str, str | None]]:
    """The changes with an id for every newly seated player, the same for a retry; and the players' names."""
    key = idempotency_key(call.headers.get("Idempotency-Key"))
    derive = derived_ids(service.log.store, f"{'' if token is None else token.id}\n{record}", key)
    found: list[Json] = []
    named: dict[str, str | None] = {}
    for number, change in enumerate(changes, 1):
        seats = []
        for seat in change.get("seats", ()):
            sat = {name: seat[name] for name in ("seat", "colour") if name in seat}
            if set(seat) != {"seat", "colour"}:  # the person stays where only a colour was wrong
                sat["player"] = seat.get("player") or derive(f"player {number}.{seat['seat']}")
                named[sat["player"]] = seat.get("name")
            seats.append(sat)
        found.append({**change, "seats": seats} if seats else change)
    return found, named


@answering_problems
def rule(service: Service, token: Token | None, record: str, call: Call) -> Answer:
    """Record a judge's adjustments; like :func:`undo_moves`, with a body as :class:`RulingIn`."""
    given = parse_body(RULING, call)
    act = partial(ruling.write_ruling, asked=ruling.RulingRequest(**given), capacity=service.recording.capacity)
    return perform(service, token, record, call, "rulings", given, act)


def perform(
    service: Service,
    token: Token | None,
    record: str,
    call: Call,
    name: str,
    given: Json,
    act: Any,
    *,
    acts: bool = True,
) -> Answer:
    """Perform a write.

    Args:
        service: The service.
        token: The valid token of the call; None without one.
        record: The record's id.
        call: Its query as :class:`EntryArgs`.
        name: The name of the call, as in :data:`service.access.rights.CALLS`.
        given: The parsed body.
        act: Returns what to write, from the record, the writer's eyes and the request.
        acts: Whether it counts against the record's limit of undos, consents and corrections.
    """
    asked = parse_query(ARGS, call)
    caller = writer_of(service, token, record, name)
    request = request_of(caller, call, asked, {"call": name, "record": record, "body": given})
    write = service.recording.act if acts else service.recording.write
    return write_answer(
        service, record, call, request, lambda: write(record, request, lambda live, eyes: act(live, eyes, request))
    )


def _change(number: int, said: Json) -> Change:
    if said["op"] == "opening":
        return Change(number, "opening", "", {part: said[part] for part in PARTS if part in said})
    irregular = dict(said["irregular"]) if "irregular" in said else None
    reason = irregular.pop("reason", "") if irregular is not None else ""
    return Change(number, said["op"], said.get("name") or said["before"], said.get("body"), irregular, reason)
