"""Writing undos, redos and consents: who may, what the table agreed on, and the effect on later moves."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engines.kernel.game import Json
from service.access.eyes import PUBLIC, Eyes
from service.access.rights import Caller, NotAllowedError
from service.record.corrections import undo
from service.record.corrections.correction import Correction, CorrectionPlanner, Guard, unguarded
from service.record.corrections.impact import FoldPair
from service.record.corrections.undo import Consents, LaterMoveError, NothingToUndoError
from service.record.entries import opening_corrections, texts
from service.record.entries.signatures import CLAIMED, OWN_LINK, seat_of
from service.record.entries.steps import Seal
from service.record.entries.timeline import Timeline
from service.record.state.record import LiveRecord
from service.record.write import own_seals
from service.record.write.request import RawEntry, WriteRequest, WriteResult, at_table, write_entry
from service.store.chain import BrokenChainError, Entry
from service.texts import said


@dataclass(frozen=True, slots=True)
class UndoRequest:
    """What to take back.

    Args:
        undoes: Names of steps, or of one undo (the redo), correction or ruling; empty for the last steps.
        seat: The seat whose last steps to take back; None for any seat.
        count: Number of last steps to take back.
        consents: The seats that the recorder says have consented.
        requested_by: The seat that the recorder says asked for it; None where that is not stated.
        reason: The reason; stored outside the log, with a seal in the entry.
    """

    undoes: Sequence[str] = ()
    seat: int | None = None
    count: int = 1
    consents: Sequence[int] = ()
    requested_by: int | None = None
    reason: str = ""


# Undo


def write_undo(
    live: LiveRecord, eyes: Eyes, request: WriteRequest, asked: UndoRequest
) -> tuple[WriteResult, list[RawEntry]]:
    """Take steps back, or redo what was taken back.

    Raises:
        UndoRefusedError: There is no such step, a barrier prevents it, or a later move would no longer be valid.
        NotAllowedError: The caller may not take it back.
        MalformedMoveError: It names an unknown seat, or a player would have two seats.
        IllegalMoveError: The rules do not allow a table with the options that would be in force again.
        PreconditionNeededError: The request does not say which version it follows.
    """
    request.check_follows()
    at_table(live, "consents", asked.consents)
    body = _body(live, request.caller, asked)
    after = live.timeline.copy()
    version = live.version + 1
    try:
        first = after.apply({"version": version, "type": "undone", "body": body})
    except BrokenChainError as error:
        # A later correction depends on what would be removed.
        raise NothingToUndoError(body["undoes"], body["seat"]) from error
    own_seals.check_untouched(live, request.caller, after)
    if after.opening != live.timeline.opening:
        opening_corrections.check(live.game, live.box_of(after.opening), after.opening, "undoes")
    if first is not None:
        check_later_moves(undo_impact(live, eyes, after, first))
    return write_entry(live, eyes, request, "undone", body, texts.reason(asked.reason))


def _body(live: LiveRecord, caller: Caller, asked: UndoRequest) -> Json:
    """The body of the entry, after checking the caller, the order, the barriers and the consents."""
    timeline, own = live.timeline, caller.own_eyes.seat
    requested = requested_by(live, caller, asked.requested_by)
    if own is not None and (asked.seat not in (None, own) or asked.consents):
        raise NotAllowedError(said("link_seat_can_undo", own=own))
    act = timeline.act(asked.undoes[0]) if len(asked.undoes) == 1 else None
    consents: list[Json] = []
    if act is not None:
        seat = _may_take_back(live, caller, act)
        names = [timeline.last_of_chain(asked.undoes[0])] if act["type"] == "undone" else list(asked.undoes)
    else:
        seat = own if own is not None else asked.seat
        names = list(asked.undoes) or undo.last(timeline, seat, asked.count)
        seat = _whose(timeline, names) if seat is None else seat
        if own is not None and seat != own:
            raise NothingToUndoError(names, own)
        undo.check_order(timeline, seat, names)
        names.sort(key=timeline.places.__getitem__)
        for name in names:
            own_seals.check_step(live, caller, timeline.steps[timeline.places[name]])
        consents = check_agreed(live, caller, names, seat, asked.consents)
    body: Json = {"undoes": names, "seat": seat}
    if consents:
        body["consents"] = consents
    return body | requested


def _whose(timeline: Timeline, names: Sequence[str]) -> int | None:
    """The seat that made all of these steps; None where several did, or the table."""
    steps = [timeline.step(name) for name in names]
    seats = {None if step is None else step.body.get("seat") for step in steps}
    return seats.pop() if len(seats) == 1 else None


def _may_take_back(live: LiveRecord, caller: Caller, act: Entry) -> int | None:
    """Check that an undo, a correction or a ruling may be taken back now; returns the seat that it belongs to.

    Raises:
        NothingToUndoError: It was taken back already.
        TooLateError: It is an undo, and a move whose order matters has come since.
        NotAllowedError: The caller may not take it back.
    """
    name = str(act["version"])
    if live.timeline.undone_by(name) is not None:
        raise NothingToUndoError([name], None)
    seat: int | None = act["body"].get("seat") if act["type"] == "undone" else None
    if act["type"] == "undone":
        undo.check_redo(live.timeline, act["version"], live.is_free)
    if caller.is_judge:
        return seat
    wrote = seat_of(live.tally.links, act["by"])
    mine = caller.own_eyes.seat is not None and act["type"] == "undone" and seat == caller.own_eyes.seat
    if act["type"] == "ruled" or (caller.own_eyes.seat is not None and not mine and wrote != caller.own_eyes.seat):
        raise NotAllowedError(said("entry_can_undone_only", name=name, type=act["type"]))
    if wrote is not None and wrote != caller.own_eyes.seat:
        raise own_seals.of_a_link(wrote)
    return seat


def check_agreed(
    live: LiveRecord, caller: Caller, names: Sequence[str], seat: int | None, claimed: Sequence[int] = ()
) -> list[Json]:
    """Check that steps may be taken back or changed, by the table's policy, the barriers, and the consents.

    ``seat``: the seat that they belong to; None for the table's. ``claimed``: the seats that the recorder says have
    consented.

    Returns:
        The consents, as an entry states them.

    Raises:
        BarredError: A barrier blocks it.
        ConsentNeededError: The policy asks for more consents, or allows no undo.
    """
    consents = _consents(live, names, claimed, seat)
    # The owner records the game (on a laptop, the admin does), so it does not also act as a judge here.
    judge = caller.is_judge and caller.by != live.fields["owner"]
    agreement = Consents([consent["seat"] for consent in consents], judge=judge)
    undo.check(live.timeline, seat, names, len(live.opening.seats), live.opening.policies, agreement)
    return consents


def _consents(live: LiveRecord, names: Sequence[str], claimed: Sequence[int], seat: int | None) -> list[Json]:
    """The consents to taking these steps back from the current table, and how each consent came, by seat."""
    found: dict[int, Json] = {other: {"seat": other, "way": CLAIMED} for other in claimed}
    # Consents end with the next move whose order matters: it changes the table.
    for entry in live.log.read(live.record, live.tally.ordered):
        if entry["type"] == "consented" and set(entry["body"]["to"]) == set(names):
            other = entry["body"]["seat"]
            found[other] = {"seat": other, "way": OWN_LINK, "entry": str(entry["version"])}
    found.pop(-1 if seat is None else seat, None)
    return [found[other] for other in sorted(found)]


def write_consent(
    live: LiveRecord, eyes: Eyes, request: WriteRequest, names: Sequence[str]
) -> tuple[WriteResult, list[RawEntry]]:
    """Write the consent of a seat's own link to taking steps back.

    Raises:
        NotAllowedError: The caller is not a seat's link.
        NothingToUndoError: One of the steps does not count.
    """
    seat = request.caller.own_eyes.seat
    if seat is None:
        raise NotAllowedError(said("consent_own_link"))
    strange = [name for name in names if name not in live.timeline.places]
    if strange or not names:
        raise NothingToUndoError(strange, None)
    to = sorted(set(names), key=live.timeline.places.__getitem__)
    body = {"seat": seat, "to": to, "way": OWN_LINK}
    return write_entry(live, eyes, request, "consented", body, {})


# What undo and corrections share


def requested_by(live: LiveRecord, caller: Caller, seat: int | None) -> Json:
    """The members of the entry's body that say which seat asked for a change, and how that is known; may be empty.

    Raises:
        NotAllowedError: A seat's own link speaks for another seat.
        MalformedMoveError: Nobody sits there.
    """
    own = caller.own_eyes.seat
    if own is not None:
        caller.check_speaks_for(seat)
        return {"requested_by": {"seat": own, "way": OWN_LINK}}
    if seat is None:
        return {}
    at_table(live, "requested_by", [seat])
    return {"requested_by": {"seat": seat, "way": CLAIMED}}


def correction_planner(live: LiveRecord, eyes: Eyes, opening: Json, guard: Guard = unguarded) -> CorrectionPlanner:
    """A planner for changes of a record's timeline, with the writer's eyes."""
    timeline = live.timeline

    def start(place: int) -> FoldPair:
        public = live.new_fold(timeline, PUBLIC, place)
        return FoldPair(live.new_fold(timeline, eyes, place) if known else public, public)

    def restart() -> FoldPair:
        fold = live.opening.corrected(live.log.store, opening).fold()
        return FoldPair(fold, fold)

    def shown(seal: Seal) -> Any:
        fact = live.secret(seal)
        return None if fact is None else fact["value"]

    known = timeline.facts(live.secrets, eyes)
    otherwise = opening_corrections.sets_up_otherwise(opening, timeline.opening)
    return CorrectionPlanner(timeline, known, start, restart if otherwise else None, shown, guard)


def undo_impact(live: LiveRecord, eyes: Eyes, after: Timeline, first: int) -> Correction:
    """The impact of an undo on the steps from the first changed place on, with the writer's eyes."""
    return correction_planner(live, eyes, after.opening).undo_impact(after, after.facts(live.secrets, eyes), first)


def check_later_moves(found: Correction) -> None:
    """Check that every later move stays the same.

    Raises:
        LaterMoveError: A later move changes or is refused.
    """
    for verdict in found.verdicts:
        if verdict.kind != "same":
            raise LaterMoveError(verdict.step.name, verdict.refusal)
