"""Writing corrections: who may change what, and the one entry that holds all changes."""

from collections.abc import Sequence
from dataclasses import dataclass

from engines.kernel import canonical
from engines.kernel.game import Json, MalformedMoveError, Opening
from engines.kernel.sentences import say
from service.access.eyes import Eyes
from service.access.rights import Caller, NotAllowedError
from service.record.corrections.correction import Change, Correction, CorrectionRefusedError, Guard, unguarded
from service.record.entries import boxes, opening_corrections, texts
from service.record.entries.outcome import hashes_by
from service.record.entries.seals import salted
from service.record.entries.steps import Seal
from service.record.state.record import LiveRecord
from service.record.write import own_seals, undo
from service.record.write.own_seals import SealedError
from service.record.write.request import RawEntry, WriteRequest, WriteResult, at_table, write_entry
from service.record.write.status import outcomes_of
from service.record.write.undo import check_agreed, correction_planner
from service.texts import said

MOST_CHANGES = 200
"""Maximum number of changes in one correction, not counting those that follow from them."""


@dataclass(frozen=True, slots=True)
class Impact:
    """The effects of a correction, as far as the corrector's eyes see.

    Args:
        found: The decided changes, and the verdict on every later move.
        before: The current result; None while the game runs.
        after: The result after the correction; None while the game runs, or while something is refused.
        scores: The current and the corrected scores, by seat; None where they are not known, or while something is
            refused.
        signatures: Names of the signatures that would no longer apply to the result.
        opening: People, occasion, options and box in the corrected opening; None where it stays as it is.
    """

    found: Correction
    before: Json | None
    after: Json | None
    scores: tuple[Json | None, Json | None]
    signatures: Sequence[str] = ()
    opening: Json | None = None


def write_correction(
    live: LiveRecord,
    eyes: Eyes,
    request: WriteRequest,
    changes: Sequence[Change],
    requested_by: int | None = None,
    reason: str = "",
) -> tuple[WriteResult, list[RawEntry]]:
    """Write a correction, all changes in one entry; a dry run returns the impact.

    Raises:
        TargetError: A change names what it cannot change.
        CorrectionRefusedError: The rules refuse a change, or later moves that no change handles.
        MalformedMoveError: A change does not hold a move of this game, it names an unknown seat, or the record could
            not have been opened like this.
        IllegalMoveError: The rules do not allow a table with such options.
        UncanonicalError: A change holds a value without canonical bytes.
        NotAllowedError: A change is not the caller's to make.
        SealedError: A change states what a seal fills in, and is not marked as irregular.
        UndoRefusedError: A seat's link changes what is public, and the table has not agreed to it.
        PreconditionNeededError: The request does not say which version it follows.
    """
    request.check_follows()
    requested = undo.requested_by(live, request.caller, requested_by)
    for change in changes:
        canonical.check(change.move)
        _accepted(live, change)
        _may(live, request.caller, change)
    opening = _corrected_opening(live, changes)
    guard = _guard(live, eyes, request.caller)
    found = correction_planner(live, eyes, opening, guard).correction(
        changes, live.version + 1, consequences=request.dry
    )
    _check_agreed(live, request.caller, found)
    if request.dry:
        entry = {} if found.refused else {"type": "corrected", **found.entry()}
        return WriteResult(live, eyes, impact=impact_of(live, eyes, found, opening, entry)), []
    if found.refused:
        raise CorrectionRefusedError(found)
    entry = found.entry()
    entry["body"] |= requested
    secrets = {name: salted(given, eyes) for name, given in entry.pop("secrets").items()}
    secrets |= {name: texts.salted(text) for name, text in entry.pop("texts").items()} | texts.reason(reason)
    parts = {name: part for name, part in entry.items() if part}
    return write_entry(live, eyes, request, "corrected", parts.pop("body"), secrets, **parts)


def _corrected_opening(live: LiveRecord, changes: Sequence[Change]) -> Json:
    """The body of the opening after a correction.

    Raises:
        MalformedMoveError: Two changes set the same thing, or the record could not have been opened like this.
        IllegalMoveError: The rules do not allow a table with such options.
        BoxNotFoundError: Its box is not stored here.
        UnfitBoxError: The game cannot be played with its box.
    """
    body, said = live.timeline.opening, [change for change in changes if change.op == "opening"]
    for change in said:
        seats = [seat["seat"] for seat in (change.move or {}).get("seats", ())]
        at_table(live, f"changes.{change.number}.seats", seats)
    path = opening_corrections.duplicate_path([change.move or {} for change in said])
    if path is not None:
        raise MalformedMoveError({"changes": say(f"{path} is given twice", f"{path} aparece dos veces")})
    for change in said:
        body = opening_corrections.correct_opening(body, change.move or {})
    if said:
        box = live.box_of(body)
        boxes.fit(live.game.name, box)
        opening_corrections.check(live.game, box, body, f"changes.{said[-1].number}")
    return body


def _accepted(live: LiveRecord, change: Change) -> None:
    """Check that the seats that accepted an irregular change are seats of this table."""
    if change.irregular is not None:
        at_table(live, f"changes.{change.number}.irregular.accepted_by", change.irregular["accepted_by"])


def _may(live: LiveRecord, caller: Caller, change: Change) -> None:
    """Check that the caller may make a change.

    A seat's own link may change only what it sealed; only that link or a judge may change what it sealed. Keeping a
    move as it was played affects no seal.
    """
    step = live.timeline.step(change.name)
    if step is not None and step.type == "ruled" and change.op == "retract" and not caller.is_judge:
        raise NotAllowedError(said("ordered_judge_only_judge", name=step.name, number=change.number))
    if step is not None and change.op in ("amend", "retract"):
        own_seals.check_step(live, caller, step)
    seat = caller.own_eyes.seat
    if seat is None:
        return
    own = step is not None and step.seals and step.body.get("seat") == seat and change.op in ("amend", "retract")
    if not own or (change.move or {}).get("seat", seat) != seat or change.irregular is not None:
        raise NotAllowedError(said("link_seat_can_correct", seat=seat, number=change.number))


def _guard(live: LiveRecord, eyes: Eyes, caller: Caller) -> Guard:
    """Return the guard that refuses to replace or state what a seat sealed from its own link; a judge may do both."""

    def guard(
        change: Change, typed: Json, event: Json, replaces: str | None, openings: Sequence[tuple[Opening, Seal | None]]
    ) -> bool:
        irregular, otherwise = change.irregular is not None, False
        if replaces is not None:
            own_seals.check_replaces(live, caller.own_eyes.seat, replaces)
        for opening, seal in openings:
            if seal is None or seal.version > live.version:  # this correction itself adds the seal
                continue
            try:
                otherwise |= own_seals.states_otherwise(
                    live, eyes, typed, event, opening, seal, irregular=irregular, shown=seal in live.timeline.opened
                )
            except SealedError as error:
                error.change = change.number
                raise
        if otherwise and not change.reason:
            raise MalformedMoveError({f"changes.{change.number}.irregular.reason": own_seals.WHY})
        return otherwise

    return unguarded if caller.is_judge else guard


def _check_agreed(live: LiveRecord, caller: Caller, found: Correction) -> None:
    """Check that the table has agreed if a seat's link changes what everybody may know.

    That is an opened seal, the public part of a move, and a move that is not fully sealed. A seat may change alone what
    is still sealed.

    Raises:
        UndoRefusedError: The table has not agreed.
    """
    seat, names = caller.own_eyes.seat, []
    for decided in found.changes:
        step = live.timeline.step(decided.change.name)
        if step is None:
            continue
        opened = any(seal in live.timeline.opened for seal in step.seals.values())
        whole = step.body["type"] in live.unordered
        same = (
            whole if decided.change.op == "retract" else decided.wording is None or decided.wording.public == step.body
        )
        if opened or not same:
            names.append(step.name)
    if seat is not None and names:
        check_agreed(live, caller, names, seat)


def impact_of(live: LiveRecord, eyes: Eyes, found: Correction, opening: Json, entry: Json) -> Impact:
    """The effects of a correction or a ruling.

    Args:
        live: The record, before it is applied.
        eyes: The writer's.
        found: What was decided.
        opening: The body of the opening as it would be.
        entry: The entry that would be written, without its version; empty while something is refused.
    """
    before = live.result(eyes)
    after = None if found.refused else found.pair.private.result()
    scores = live.view(eyes)["scores"], None if found.refused else found.pair.private.view()["scores"]
    changed = opening if opening != live.timeline.opening else None
    outcomes = outcomes_of(live)
    if not outcomes or outcomes == (() if found.refused else _outcomes(live, found, opening, entry)):
        return Impact(found, before, after, scores, opening=changed)
    statements = live.tally.signatures.latest_statements(outcomes).values()
    signed = [statement.name for statement in statements if statement.kind == "signed"]
    return Impact(found, before, after, scores, signed, changed)


def _outcomes(live: LiveRecord, found: Correction, opening: Json, entry: Json) -> tuple[str, ...]:
    """The hashes of the outcome after an entry that is not refused; empty while the game runs."""
    timeline = live.timeline.copy()
    timeline.apply({"version": live.version + 1, **entry})
    return hashes_by(opening, live.box_of(opening), found.pair.public.result(), timeline)
