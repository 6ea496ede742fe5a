"""Seals from a seat's own link: who owns them, and who may fill them in, replace them or take them out.

Whether a seal came from a seat's own link is public. Nothing here depends on a value that the writer may not see.
"""

from typing import Any

from engines.kernel import sealing
from engines.kernel.game import Game, Json, Opening, Text
from engines.kernel.sentences import say
from service.access.eyes import Eyes
from service.access.rights import Caller, NotAllowedError
from service.record.entries.signatures import seat_of
from service.record.entries.steps import Seal, Step
from service.record.entries.timeline import Timeline
from service.record.state.record import LiveRecord
from service.texts import said

WHY = say("say why the table showed what was not sealed", "di por qué se mostró algo distinto de lo sellado")
"""Message for an irregular move that contradicts a sealed fact and gives no reason."""


class SealedError(Exception):
    """A move contradicts a seal, or states what its writer may not see; the seal fills that in.

    ``fills``: the parameter of the move; a nested one has dots in its name. ``seat``: the seat whose own link sealed
    it; None where another writer did.

    Attributes:
        change: The number of the change that holds this move; None for a move by itself.
    """

    def __init__(self, fills: str, seat: int | None, name: str, event: Json) -> None:
        why = said("was_sealed") if seat is None else said("sealed_from_own_link", seat=seat)
        self.says: Text = said("seal_fills_in", fills=fills, why=why)
        super().__init__(self.says["en"])
        self.names = [name]
        self.event = event
        self.change: int | None = None


def sealer(live: LiveRecord, step: Step, seal: Seal) -> int | None:
    """The seat whose own link made a seal of a step; None where another writer did."""
    links = live.tally.links
    if not links:
        return None
    # Read the log last: it does not have an earlier line of the same request yet.
    entry = next((one for one in (step.source_entry, step.entry) if one["version"] == seal.version), None)
    entry = entry or live.log.read(live.record, seal.version - 1, 1)[0]
    return seat_of(links, entry["by"])


def check_step(live: LiveRecord, caller: Caller, step: Step) -> None:
    """Check that the caller may take back or amend a step: only the link that sealed it or a judge may.

    Raises:
        NotAllowedError: A seat's own link sealed it, and the caller is neither that link nor a judge.
    """
    if caller.is_judge:
        return
    for seal in step.seals.values():
        seat = sealer(live, step, seal)
        if seat is not None and seat != caller.own_eyes.seat:
            raise of_a_link(seat)


def check_untouched(live: LiveRecord, caller: Caller, after: Timeline) -> None:
    """Check that an undo neither removes nor restores the seals of other links.

    Raises:
        NotAllowedError: It does, and the caller is not a judge.
    """
    for timeline, other in ((live.timeline, after), (after, live.timeline)):
        for step in timeline.steps:
            there = other.step(step.name) if step.seals else None
            if step.seals and (there is None or there.seals != step.seals):
                check_step(live, caller, step)


def check_replaces(live: LiveRecord, seat: int | None, name: str) -> None:
    """Check that a sealed part may replace an earlier one.

    ``seat``: the seat whose link writes; None for any other writer.

    Raises:
        NotAllowedError: The earlier one, or a part of it, came from a seat's own link, and the writer is another.
    """
    step = live.timeline.step(name)
    if step is None:
        return
    owners = {sealer(live, step, seal) for seal in step.seals.values()}
    if live.by_own_link(step.entry):
        owners.add(step.body["seat"])
    for owner in sorted(owners - {None, seat}, key=str):
        raise NotAllowedError(said("seat_sealed_from_own", owner=owner))


def states_otherwise(
    live: LiveRecord,
    eyes: Eyes,
    typed: Json,
    event: Json,
    opening: Opening,
    seal: Seal | None,
    *,
    irregular: bool = False,
    shown: bool = False,
) -> bool:
    """Whether a move contradicts its seal, or may do so; only an irregular move of a recorder is allowed to.

    A value that the writer may not see is refused, right or wrong: otherwise it could be guessed by trying.

    ``opening``: a sealed fact that it makes public. ``seal``: the seal of that fact; None where no seal is in force.
    ``irregular``: whether the writer marks the move as irregular: the table played it so. ``shown``: whether the seal
    was opened before, so that everybody may know its value.

    Raises:
        NotAllowedError: A seat's link states another seat's fact, or one that it may not see.
        SealedError: It does, and is not marked as irregular.
    """
    step, fills = live.timeline.step(opening.name), opening.fills
    if step is None or sealing.look(typed, fills) is None:
        return False
    owner = sealing.owner(live.game, step.body, opening.secret)
    if eyes.seat is not None and owner not in (None, eyes.seat):
        raise _not_its_part(eyes.seat, fills)
    if seal is None:
        return False
    fact, link = live.secret(seal), sealer(live, step, seal)
    if fact is not None and (shown or eyes.can_see(fact["eyes"], seal.version)):
        if fact["value"] == sealing.look(event, fills):
            return False
    elif link is None:
        return False
    if eyes.seat is not None:
        raise _not_its_part(eyes.seat, fills)
    if not irregular:
        raise SealedError(fills, link, step.name, event)
    return True


def check_own_parts(game: Game[Any, Any], box: Json, eyes: Eyes, typed: Json) -> None:
    """Check that a seat's link leaves out, in a move of the table, what the seals of other seats fill in.

    Raises:
        NotAllowedError: It states the part of another seat, whether that seat has sealed it or not.
    """
    if eyes.seat is None:
        return
    for name, field in game.moves(box)[typed["type"]].fields.items():
        if field.sealed:
            for seat, part in (typed.get(name) or {}).items():
                if part is not None and str(seat) != str(eyes.seat):
                    raise _not_its_part(eyes.seat, f"{name}.{seat}")


def _not_its_part(own: int, fills: str) -> NotAllowedError:
    return NotAllowedError(said("link_seat_cannot_fill", own=own, fills=fills))


def of_a_link(seat: int) -> NotAllowedError:
    """The error for a caller who may not take back or amend a step."""
    return NotAllowedError(said("seat_sealed_move_from", seat=seat))
