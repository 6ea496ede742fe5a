"""Writing round checks: what a seat counted at a check point that the table has passed."""

from collections.abc import Mapping

from engines.kernel.game import Json, MalformedMoveError
from engines.kernel.sentences import say
from service.access.eyes import Eyes
from service.record.entries.checks import OWN_LINK, latest
from service.record.entries.signatures import CLAIMED
from service.record.state.record import LiveRecord
from service.record.write.request import RawEntry, WriteRequest, WriteResult, write_entry
from service.record.write.signatures import check_not_too_often, speaking_seat
from service.record.write.status import SigningRefusedError


def write_check(
    live: LiveRecord, eyes: Eyes, request: WriteRequest, *, point: int, seat: int | None, figures: Mapping[str, int]
) -> tuple[WriteResult, list[RawEntry]]:
    """Write what a seat counted. Accepts numbers that differ from the record: finding those is the purpose of a check.

    ``point``: the check point, from 1. ``seat``: the seat that the figures belong to; a seat's own link may leave it
    out.

    Raises:
        SigningRefusedError: The table has not passed the point (any more), or the seat has declared the same already.
        MalformedMoveError: Nobody sits there, or the game has no such figure.
        NotAllowedError: A seat's link counts only for its own seat.
        TooManyStatementsError: The record has the maximum number of checks of this writer.
    """
    seat = speaking_seat(live, request.caller, seat)
    points = live.progress.points
    if not 0 < point <= len(points):
        raise SigningRefusedError("not_passed")
    asked = points[point - 1].figures[str(seat)]
    strange = {
        f"figures.{name}": say("this figure is not asked for here", "esta cifra no se pide aquí")
        for name in figures
        if name not in asked
    }
    if strange:
        raise MalformedMoveError(strange)
    way = CLAIMED if request.caller.own_eyes.seat is None else OWN_LINK
    last = latest(live.tally.signatures.checks).get(point, {}).get(seat)
    if last is not None and last.way == way and last.figures == figures:
        raise SigningRefusedError("twice", [last.name])
    check_not_too_often(live, request.caller, "checked")
    body: Json = {"point": point, "seat": seat, "way": way, "figures": dict(sorted(figures.items()))}
    return write_entry(live, eyes, request, "checked", body, {})
