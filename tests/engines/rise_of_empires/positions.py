"""Positions that many tests begin from, and short ways to look at what a turn gave. Nothing here knows the rules.

Most positions have one action a turn and player (``discs=1``), so that nothing lies about but what a test puts there.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest

from engines.kernel.game import IllegalMoveError, Json
from tests.engines.rise_of_empires.table import Table, act, box, first, keep, position, table
from tests.reference import figures

FIGURES = figures("rise_of_empires")
ERA_1 = [f"P1-{number:02}" for number in range(1, 17)]


def at(
    turn: int,
    *,
    seat: int = 0,
    seats: int = 3,
    discs: int = 1,
    made: Json | None = None,
    options: Json | None = None,
    progress: Sequence[str] = (),
    lands: Sequence[str] = (),
) -> Table:
    """A turn's first action, which is a given seat's.

    Args:
        turn: The turn, 1 to 6.
        seat: Who is to act.
        seats: How many play.
        discs: Actions of each player in a turn.
        made: The components, in place of the default box with so many discs.
        options: Options that differ from their defaults.
        progress: Progress tiles that are turned up this turn, among others.
        lands: Territory tiles that are turned up this turn, among others.
    """
    t = table(seats, box=made or plain_box(discs), options=options)
    if made is None:
        for name, body in before(turn, seats, discs, tuple(sorted((options or {}).items()))):
            t.fold.apply(name, body)
    else:
        t.on_to(turn, "reveal")
    return turn_of(t.turn_up(progress, lands), seat)


@cache
def plain_box(discs: int) -> Json:
    """The default box with so many actions of each player in a turn; not to be changed."""
    return box(discs=discs)


@cache
def before(turn: int, seats: int, discs: int, options: tuple[tuple[str, bool], ...]) -> list[tuple[str, Json]]:
    """The entries of the turns before a turn with the default box, played once by habit and kept."""
    t = table(seats, box=plain_box(discs), options=dict(options))
    entries: list[tuple[str, Json]] = []
    while (t.look("round"), t.look("phase")) != (turn, "reveal"):
        t.go()
        entries.append((t.name, t.body))
    return entries


def turn_of(t: Table, seat: int) -> Table:
    """Let a seat act next."""
    return t if t.look("to_move") == [seat] else t.rule("set_turn", seat=seat)


def left(t: Table) -> int:
    """How many actions of this turn are still to come."""
    discs = t.fold.box["start"]["discs"]
    return sum(discs - seat["acted"] for seat in t.look("seats").values())


def eve(turn: int, **more: Any) -> Table:
    """A turn with one action left, that of a given seat (as for :func:`at`)."""
    seat = more.pop("seat", 0)
    t = at(turn, **more)
    while left(t) > 1:
        others = [other for other, mine in t.look("seats").items() if int(other) != seat and mine["acted"] < 1]
        turn_of(t, int(others[0])).go()
    return turn_of(t, seat)


def over(t: Table, *phases: str) -> Table:
    """Go on by habit through what is left of the actions, food and income, and through these phases."""
    while t.look("phase") in ("actions", "food", "income", *phases):
        t.go()
    return t


def done(t: Table) -> Table:
    """Play this turn's last actions by habit."""
    while t.look("phase") == "actions":
        t.go()
    return t


def points(t: Table, turn: int, seat: int) -> dict[tuple[str, str], int]:
    """What phase 5 of a turn gave a seat: kind of source and source to points."""
    told = t.look(f"turns.{turn}.vp.{seat}.items")
    return {(gain["from"], gain["of"]): gain["vp"] for gain in told if gain.get("vp")}


def fed(t: Table, turn: int, seat: int) -> dict[str, int]:
    """What phase 3 of a turn did to a seat: total, moved, gold, lost, missing."""
    told = t.look(f"turns.{turn}.food.{seat}")
    return {name: told[name] for name in ("total", "moved", "gold", "lost", "missing")}


def income(t: Table, turn: int, seat: int, part: str = "items") -> dict[tuple[str, str], dict[str, int]]:
    """What phase 4 of a turn gave a seat, by source; ``part`` is ``items`` or ``after``."""
    told = t.look(f"turns.{turn}.income.{seat}.{part}")
    kinds = ("gold", "resource", "cubes")
    found = {(gain["from"], gain["of"]): {kind: gain[kind] for kind in kinds if gain.get(kind)} for gain in told}
    return {source: gains for source, gains in found.items() if gains}


def mine(t: Table, seat: int, *names: str) -> tuple[Any, ...]:
    """Figures of a seat, as the view shows them."""
    shown = t.look(f"seats.{seat}")
    return tuple(shown[name] for name in names)


def discs(t: Table, row: str) -> list[int | None]:
    """The discs of a row from circle 1 on."""
    circles = t.look(f"rows.{row}")
    return [circles[str(circle)] for circle in range(1, len(circles) + 1)]


def removals(t: Table, row: str) -> dict[int, int]:
    """What taking a disc off a row costs now, by circle."""
    return {int(circle): cost for circle, cost in t.look(f"removal.{row}").items() if cost is not None}


def rows_of(t: Table, *rows: tuple[int, str]) -> Table:
    """Put discs of an A turn on rows in this order; what they take is cheap and does not matter."""
    for seat, row in rows:
        turn_of(t, seat)
        t.after(plain_act(t, seat, row))
    return t


def b_turn(*rows: tuple[int, str], seat: int = 0, turn: int = 2, **more: Any) -> Table:
    """A B turn's first action, after an A turn whose discs were put on these rows in this order."""
    t = rows_of(at(turn - 1, **more), *rows)
    assert left(t) == 0, "name every disc"
    return turn_of(t.on_to(turn), seat)


def refuses(t: Table, move: Json, rules: str, *codes: str) -> None:
    """Assert that a move is refused by one of these clauses, with one of these codes."""
    with pytest.raises(IllegalMoveError) as caught:
        t.fold.decide(move)
    assert caught.value.code in codes, f"{caught.value.code}: {caught.value}"
    t.when(move).refused(*(f"ROE-{rule}" for rule in rules.split()), code=caught.value.code)


def plain_act(t: Table, seat: int, row: str) -> Json:
    """The first action of a row by id, without cubes: the cheapest city and trade box, a new progress tile."""
    offer = t.look("on_offer")
    if row == "territory":
        return act(seat, row, kind=next(iter(offer["territory"])))
    if row == "empire":
        return act(seat, row, tile=next(iter(offer["empire"])))
    if row == "progress":
        names = {tile["id"]: tile["name"]["en"] for tile in t.fold.box["progress"]}
        have = {names[tile] for tile in t.look(f"seats.{seat}.progress")}
        return act(
            seat,
            row,
            tile=next(tile for tile, how in offer["progress"].items() if how == "new" and names[tile] not in have),
        )
    if row == "city":
        price = {tile["id"]: tile["cost"]["gold"] for tile in t.fold.box["cities"]}
        return act(seat, row, tile=min(offer["city"], key=lambda tile: (price[tile], tile)))
    return act(seat, row, box=next(name for name, taken in t.look("trade").items() if taken is None))


def unkept(t: Table) -> Table:
    """Nobody keeps anything at the end of this era."""
    while t.look("phase") == "era_end":
        t.after(keep(t.look("to_move")[0]))
    return t


def placed(t: Table, *order: int) -> Table:
    """The seats in this order in the next turn: whoever chooses takes the place that is wished."""
    while t.look("phase") == "turn_order":
        seat = t.look("to_move")[0]
        t.after(position(seat, order.index(seat) + 1))
    return t


def opened(seats: int = 3, **more: Any) -> Table:
    """A table whose starting player is seat 0, before tiles are turned up."""
    return table(seats, **more).after(first(0))


def circle(t: Table, seat: int, row: str = "empire") -> int:
    """The lowest circle of a row in which a seat has a disc."""
    return 1 + discs(t, row).index(seat)


def off(t: Table, seat: int, row: str = "empire") -> Json:
    """What a seat types to take its disc off a row, paid for with food."""
    where = circle(t, seat, row)
    price = removals(t, row)[where]
    return {"circle": where, **({"pay": {"food": price}} if price else {})}
