"""Writing moves: decides them in the writer's fold, fills in opened seals, and takes secrets out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engines.kernel import canonical, sealing
from engines.kernel.game import IllegalMoveError, Json, MalformedMoveError
from engines.kernel.offers import only_offer
from engines.kernel.sentences import say
from service.access.eyes import Eyes
from service.access.rights import NotAllowedError
from service.record.entries import policies, texts
from service.record.entries.changes import version_of
from service.record.entries.seals import salted
from service.record.entries.steps import Seal
from service.record.state.folding import MOST_REPLACED
from service.record.state.record import LiveRecord
from service.record.write import own_seals
from service.record.write.own_seals import SealedError
from service.record.write.quota import Capacity, RecordFullError
from service.record.write.rate_limit import check_rate, entry_time
from service.record.write.request import LineError, RawEntry, WriteRequest, WriteResult, at_table
from service.record.write.status import check_started
from service.store.chain import Entry
from service.store.log import MOST_ENTRIES, Secrets, VersionConflictError
from service.texts import said

REFUSALS = (ValueError, IllegalMoveError, MalformedMoveError, NotAllowedError, SealedError, RecordFullError)
"""Exceptions that may refuse a line of an import."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """A move that the writer's fold has decided.

    Args:
        body: Its public body.
        secrets: Its secrets, salted, with the eyes that may see them.
        waiting: Sealed facts that it opens and that are not filled in (only in a dry run).
    """

    body: Json
    secrets: Secrets
    waiting: list[Json]


def write_moves(
    live: LiveRecord,
    eyes: Eyes,
    request: WriteRequest,
    lines: Sequence[tuple[int, Json | Exception]],
    capacity: Capacity,
    *,
    until_refused: bool,
) -> tuple[WriteResult, list[RawEntry]]:
    """Write moves, and with ``run`` the forced moves that follow.

    ``lines``: each move, or the error that reading it raised, with its line number; 0 for a single move.
    ``until_refused``: write the lines before one that is refused.

    Raises:
        LineError: A line is refused; a single move raises the original error.
    """
    result, spelled = WriteResult(live, eyes), list[RawEntry]()
    for line, move in lines:
        error = move if isinstance(move, Exception) else None
        if not isinstance(move, Exception):
            try:
                _one(live, eyes, move, request, capacity, result, spelled)
            except REFUSALS as refusal:
                if line == 0:
                    raise
                error = refusal
        if error is not None:
            refused = LineError(line, error)
            if not until_refused or not result.entries:
                raise refused from error
            result.refused = refused
            break
        if result.opens:
            break
    while request.run and result.entries and not result.refused and len(spelled) < MOST_ENTRIES:
        only = only_offer(live.game, live.opening.box, live.offers(eyes)["moves"])
        if only is None or not capacity.left(live) or not _may_type(live, eyes, only):
            break
        _one(live, eyes, only, request, capacity, result, spelled)
    return result, spelled


def _one(
    live: LiveRecord,
    eyes: Eyes,
    move: Json,
    request: WriteRequest,
    capacity: Capacity,
    result: WriteResult,
    spelled: list[RawEntry],
) -> None:
    # Check before anything is applied: text notation may hold values that no JSON reader has checked.
    canonical.check(move)
    capacity.check(live)
    check_started(live)
    move = dict(move)
    about: Json = {**request.about, **{k: move.pop(k) for k in request.envelope if k in move}}
    irregular = about.pop("irregular", None)
    prepared = _prepare(live, eyes, move, request, irregular)
    if prepared.waiting:
        result.opens = prepared.waiting
        return
    if prepared.secrets:
        live.private_fold(eyes)
    draft: Entry = {"type": "move", "at": entry_time(live), "by": request.caller.by, **about, "body": prepared.body}
    secrets = dict(prepared.secrets)
    if irregular is not None:
        draft["irregular"] = _accepted(live, irregular)
        secrets |= texts.reason(irregular.get("reason", ""))
    raw, entry, frames = live.write(draft, secrets, eyes, request.languages)
    spelled.append((raw, secrets or None))
    result.entries.append(entry)
    result.frames += frames


def _prepare(live: LiveRecord, eyes: Eyes, move: Json, request: WriteRequest, irregular: Json | None) -> Prepared:
    """Decide a move in the writer's fold, fill in what seals open, and take its secrets out.

    A move that is marked as irregular must be so: the rules refuse it but still give its event; or it states what a
    seal fills in.

    Raises:
        NotAllowedError: A part of it, or what it replaces, is not the writer's.
        SealedError: It states what a seal fills in, and is not marked as irregular.
        MalformedMoveError: It leaves out what nobody sealed; or it is marked as irregular but is not, or has no reason.
    """
    game, fold = live.game, live.fold(eyes)
    clean = fold.parsed(move, eyes.seat)
    filled_in = "seat" in clean and "seat" not in move and eyes.seat is None
    if filled_in and clean["type"] in game.secret and request.match != live.synced_version:
        # The remaining seat may not be the one that was meant: another phone may have written in between.
        raise VersionConflictError(live.record, request.match or 0, live.synced_version)
    own = _own_sealed(game.secret, clean, eyes)
    if not own:
        _check_types(live, eyes, clean, irregular=irregular is not None)
        request.check_follows()
    own_seals.check_own_parts(game, fold.box, eyes, clean)
    body, refused = fold.decided(clean, irregular=irregular is not None)
    if clean["type"] in game.secret:
        _may_replace(live, eyes, body, request)
    openings = [(opening, live.sealed(opening.name, opening.secret)) for opening in game.opens(live.public.state, body)]
    otherwise = False
    for opening, seal in openings:
        _check_known(live, request, opening.name, seal)
        otherwise |= own_seals.states_otherwise(live, eyes, clean, body, opening, seal, irregular=irregular is not None)
    if irregular is not None:
        _check_irregular(irregular, refused=refused, otherwise=otherwise)
    waiting = []
    for opening, seal in openings:
        if sealing.look(body, opening.fills) is not None:
            continue
        fact = live.secret(seal) if seal is not None else None
        if fact is None:
            raise MalformedMoveError(
                {opening.fills: said("needs_nobody_sealed", type=clean["type"], fills=opening.fills)}
            )
        if request.dry:
            waiting.append({"name": opening.name, "secret": opening.secret, "fills": opening.fills})
        else:
            sealing.fill(body, opening.fills, fact["value"])
    public, found = sealing.split(game, body)
    _check_own_facts(eyes, found)
    return Prepared(public, {name: salted(secret, eyes) for name, secret in found.items()}, waiting)


def _check_irregular(irregular: Json, *, refused: bool, otherwise: bool) -> None:
    """Check that a move that is marked as irregular is so."""
    if not refused and not otherwise:
        says = say("this move is legal; it cannot be irregular", "esta jugada es legal; no puede ser irregular")
        raise MalformedMoveError({"irregular": says})
    if otherwise and not irregular.get("reason"):
        raise MalformedMoveError({"irregular.reason": own_seals.WHY})


def _may_replace(live: LiveRecord, eyes: Eyes, body: Json, request: WriteRequest) -> None:
    """Check that a seat's sealed part may replace an earlier one.

    Raises:
        VersionConflictError: The earlier one is newer than the version that the writer follows.
        NotAllowedError: It came from the seat's own link, and this one does not.
        TooManyError: The seat's own link has replaced what it sealed :data:`MOST_REPLACED` times within a minute.
    """
    earlier = live.game.replaces(live.public.state, body)
    if earlier is None:
        return
    _check_known(live, request, earlier)
    own_seals.check_replaces(live, eyes.seat, earlier)
    if eyes.seat is not None:
        check_rate(live, live.progress.replaced.get(str(eyes.seat), []), MOST_REPLACED)


def _accepted(live: LiveRecord, irregular: Json) -> Json:
    """The seats that accepted an irregular move, as its entry states them."""
    seats = irregular.get("accepted_by", [])
    at_table(live, "irregular.accepted_by", seats)
    return {"accepted_by": sorted(set(seats))}


def _check_known(live: LiveRecord, request: WriteRequest, name: str, seal: Seal | None = None) -> None:
    """Check that a move depends only on a sealed fact that its writer could know to exist.

    ``seal``: the location of its seal, which may be newer than the move.

    Raises:
        VersionConflictError: The fact was sealed or replaced after the version that the writer follows.
    """
    sealed_at = max(version_of(name), 0 if seal is None else seal.version)
    # Earlier lines of this same request are not appended yet.
    if request.match is not None and request.match < sealed_at <= live.synced_version:
        raise VersionConflictError(live.record, request.match, live.synced_version)


def _own_sealed(secret: Any, move: Json, eyes: Eyes) -> bool:
    """Whether a move is a seat's own sealed part, whose order among those of other seats does not matter."""
    return eyes.seat is not None and move.get("seat") == eyes.seat and move["type"] in secret


def _may_type(live: LiveRecord, eyes: Eyes, move: Json) -> bool:
    """Whether the writer may type a move: where seats type, a seat's link may type its own moves and the table's."""
    if eyes.seat is None or _own_sealed(live.game.secret, move, eyes):
        return True
    return policies.seats_type(live.opening.policies) and move.get("seat") in (None, eyes.seat)


def _check_types(live: LiveRecord, eyes: Eyes, move: Json, *, irregular: bool) -> None:
    """Check that the writer may type a move that is not its own sealed part."""
    seat = eyes.seat
    if seat is None:
        return
    if not policies.seats_type(live.opening.policies):
        raise NotAllowedError(said("link_seat_can_give", seat=seat))
    if not _may_type(live, eyes, move):
        raise NotAllowedError(said("link_seat_can_record", seat=seat))
    if irregular:
        raise NotAllowedError(said("link_seat_cannot_record", seat=seat))


def _check_own_facts(eyes: Eyes, found: Mapping[str, sealing.Secret]) -> None:
    """Check that a seat's own link seals nothing for another seat: a move of the table may have a part for each seat.

    Raises:
        NotAllowedError: It does.
    """
    if eyes.seat is None:
        return
    for name, secret in sorted(found.items()):
        if secret.seat not in (None, eyes.seat):
            raise NotAllowedError(said("link_seat_can_seal", seat=eyes.seat, name=name))
