"""Checks whether an action is legal: the seat to act, free actions, the disc and its cost, the row's gains (ROE-5)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from engines.kernel.game import IllegalMoveError, Json
from engines.kernel.sentences import same, say, shown
from engines.rise_of_empires.arguments import action_of, known, known_tile, own_circles
from engines.rise_of_empires.box.components import (
    ALLIANCE,
    CITY,
    EMPIRE,
    EXCHANGE,
    FREE_ACTION,
    NO_DISC_COST,
    PROGRESS,
    REMOVE_CUBE,
    ROWS,
    TERRITORY,
    TRADE,
    UNITS,
)
from engines.rise_of_empires.moves import ActionTaken, Free, encode
from engines.rise_of_empires.refusals import (
    PARAMETERS,
    UNIT_NAMES,
    amount,
    phase_name,
    refusal,
    region_name,
    row_name,
    seat_name,
    seats_named,
    tile_name,
)
from engines.rise_of_empires.rules.attempt import Attempt, ImpossibleError
from engines.rise_of_empires.rules.empire import check_empire
from engines.rise_of_empires.rules.rows import check_city, check_progress, check_territory, check_trade
from engines.rise_of_empires.state import State, on_map, removal, twins, unit

TAKES: dict[str, tuple[str, ...]] = {
    PROGRESS: ("tile",),
    TERRITORY: ("kind",),
    CITY: ("tile",),
    EMPIRE: ("tile", "use", "recall", "place", "battles"),
    TRADE: ("box", "use"),
}
"""The parameters of each row; the first is always needed."""
ROW_RULES = {PROGRESS: "ROE-6.1", TERRITORY: "ROE-7.1", CITY: "ROE-8.1", EMPIRE: "ROE-9.1", TRADE: "ROE-12.1"}
"""The clause that defines the action of a row."""

PLAYED_ALL_THE_SAME = frozenset(
    (
        "not_your_turn",
        "can_act",
        "wrong_payment",
        "nothing_due",
        "could_pay",
        "needs_cube",
        "waiting",
        "face_down",
        "too_many_regions",
        "era_closed",
        "needs_water",
        "overseas_closed",
        "no_way",
        "two_areas",
        "not_adjacent",
        "not_even_without",
        "too_many_battles",
        "same_region",
        "row_used",
        "battle_row",
        "box_era",
        "guarded",
    )
)
"""Refusals of actions that a table may have played anyway: the pieces are available."""


def decide_action(state: State, move: Json) -> ActionTaken:
    """Return the event of an action.

    Raises:
        IllegalMoveError: A rule forbids it. It carries the event if the pieces are available anyway.
    """
    try:
        seat = _whose(state, move)
        event = action_of(state, seat, move)
        check(state, event, move)
    except IllegalMoveError as error:
        if error.code in PLAYED_ALL_THE_SAME and state.phase == "actions":
            error.event = _all_the_same(state, move)
        raise
    return event


def _all_the_same(state: State, move: Json) -> Json | None:
    """The event of an illegal action; None if its pieces are not available."""
    seat = move.get("seat")
    if type(seat) is not int or not 0 <= seat < len(state.seats) or state.seats[seat].acted >= state.actions:
        return None
    event = action_of(state, seat, move)
    numbers = (
        event.circle,
        *(event.pay or {}).values(),
        *(placed.cubes for placed in event.place or ()),
        *(number for battle in event.battles or () for number in (battle.defender, battle.row)),
        *(free.victim for free in (*(event.free_before or ()), *(event.free_after or ()))),
    )
    if not all(number is None or type(number) is int for number in numbers):
        return None
    with suppress(ImpossibleError, TypeError, KeyError, AttributeError):
        Attempt(state, seat).do(event)
        return encode(event)
    return None


def _whose(state: State, move: Json) -> int:
    """The seat, which must be the one to act (ROE-5.1).

    Raises:
        IllegalMoveError: The phase is another one, or another seat has to act.
    """
    seat = move.get("seat")
    who = seat_name(state, seat)
    if state.phase in ("start_player", "reveal"):
        what = say("an action", "una acción")
        raise refusal("ROE-3.2", "not_now", code="wrong_phase", what=what, now=phase_name(state))
    if state.phase != "actions":
        raise refusal("ROE-5.1", "six_taken", who=who, count=state.actions, turn=state.turn)
    if type(seat) is int and seat == state.to_move:
        return seat
    raise refusal("ROE-5.1", "not_your_turn", mover=seat_name(state, state.to_move), who=who)


def check(state: State, event: ActionTaken, move: Json) -> None:
    """Refuse an action that the rules forbid, in the order of the reference.

    ``move``: the move as typed: ``pay`` and ``circle`` may be empty.

    Raises:
        IllegalMoveError: A rule forbids it.
    """
    attempt = Attempt(state, event.seat)
    for free in event.free_before or ():
        check_free(attempt, free)
        attempt.free(free)
    if event.row not in ROWS:
        raise refusal("ROE-5.2", "unknown_row", thing=same(shown(event.row)))
    if state.now.placing:
        _place_disc(attempt, event, move)
    else:
        _remove_disc(attempt, event)
    if event.perform is False:
        _idle(attempt, event)
    else:
        _perform(attempt, event)
    for free in event.free_after or ():
        check_free(attempt, free)
        attempt.free(free)


def check_usable(attempt: Attempt, tile: Any, *, free: bool) -> str:
    """Return an own progress tile usable now: as a free action, or with the action (ROE-6.7 to 6.12, ROE-6.25).

    Raises:
        IllegalMoveError: It is not usable.
    """
    name = known_tile(attempt.box, tile)
    shape, who = attempt.box.progress[name], seat_name(attempt.state, attempt.seat)
    owned = attempt.mine.progress.get(name)
    if owned is None:
        raise refusal("ROE-5.6" if free else "ROE-6.25", "not_own", who=who, tile=shape.name)
    if free and shape.use != FREE_ACTION:
        raise refusal("ROE-6.7", "no_free_action", tile=shape.name)
    if not free and shape.use != "with_action_once":
        raise refusal("ROE-6.25", "does_not_fit", tile=shape.name)
    if not owned.up:
        names = [attempt.state.said.get(f"used.{name}")]
        raise refusal("ROE-6.8" if free else "ROE-6.12", "face_down", tile=shape.name, names=names)
    if owned.waiting:
        others = seats_named(attempt.state, owned.waiting)
        raise refusal(
            "ROE-6.9",
            "waiting",
            tile=shape.name,
            others=others,
            n=len(owned.waiting),
            names=[attempt.state.said.get(name)],
        )
    return name


def wants(attempt: Attempt, tile: str) -> tuple[str, ...]:
    """The parameters that a free action takes."""
    kinds = attempt.box.progress[tile].kinds
    region = ("region",) if kinds & {REMOVE_CUBE, ALLIANCE} else ()
    return (*region, "victim") if REMOVE_CUBE in kinds else region


def check_free(attempt: Attempt, free: Free) -> None:
    """Refuse a free action that has no object, or whose tile cannot be used (ROE-6.7 to 6.9, ROE-6.27).

    Raises:
        IllegalMoveError: A rule forbids it.
    """
    tile = check_usable(attempt, free.tile, free=True)
    shape, state, seat = attempt.box.progress[tile], attempt.state, attempt.seat
    wanted = wants(attempt, tile)
    for name, value in (("region", free.region), ("victim", free.victim)):
        if value is None and name in wanted:
            raise refusal("ROE-6.27", "missing_free", code="missing", tile=shape.name, what=PARAMETERS[name])
        if value is not None and name not in wanted:
            raise refusal("ROE-6.27", "not_asked_free", code="not_asked", tile=shape.name, what=PARAMETERS[name])
    region = known(attempt.box.regions, free.region) if "region" in wanted else ""
    for effect in shape.effects:
        if effect.kind == REMOVE_CUBE:
            _check_victim(attempt, tile, region, free.victim)
        elif effect.kind == ALLIANCE and not attempt.cubes(region)[seat]:
            raise refusal(
                "ROE-6.27",
                "no_cube_there",
                code="no_object",
                who=seat_name(state, seat),
                region=region_name(attempt.box, region),
            )
        elif effect.kind == EXCHANGE:
            for name, due in effect.pay.items():
                have = unit(attempt.mine, name)
                if have < due:
                    cost, has = amount(name, due), amount(name, have)
                    who = seat_name(state, seat)
                    raise refusal(
                        "ROE-6.27", "cannot_exchange", code="no_object", tile=shape.name, cost=cost, have=has, who=who
                    )


def _check_victim(attempt: Attempt, tile: str, region: str, victim: Any) -> None:
    """Another player with cubes there that no alliance piece protects (ROE-6.15, ROE-6.20)."""
    state, where = attempt.state, region_name(attempt.box, region)
    who = seat_name(state, victim)
    if victim == attempt.seat and type(victim) is int:
        raise refusal("ROE-6.15", "own_cube", code="no_object", tile=attempt.box.progress[tile].name)
    if type(victim) is not int or not 0 <= victim < len(state.seats) or not attempt.cubes(region)[victim]:
        raise refusal("ROE-6.15", "no_cube_there", code="no_object", who=who, region=where)
    if attempt.guarded(region, victim):
        raise refusal("ROE-6.20", "guarded", who=who, region=where, names=[state.said.get(f"alliance.{victim}")])


def _place_disc(attempt: Attempt, event: ActionTaken, move: Json) -> None:
    """An A turn: the disc goes to the next circle and costs nothing (ROE-5.10 to 5.18)."""
    state, row = attempt.state, event.row
    if move.get("circle") is not None or move.get("pay") is not None:
        raise refusal("ROE-5.10", "disc_is_free")
    circles = state.rows[row]
    if None not in circles:
        capped = len(circles) < attempt.box.circles[len(state.seats)]
        name = row_name(attempt.box, row)
        names = [state.said.get(f"{row}.{at}") for at in range(1, len(circles) + 1)]
        raise refusal("ROE-5.4" if capped else "ROE-5.13", "row_full", row=name, count=len(circles), names=names)
    if event.perform is False:
        possible = next(possible_rows(attempt), None)
        if possible is not None:
            who = seat_name(state, attempt.seat)
            raise refusal("ROE-5.18", "can_act", who=who, row=row_name(attempt.box, possible))
    attempt.place_disc(row)


def possible_rows(attempt: Attempt) -> Iterator[str]:
    """The rows, not full, in which some action can be carried out in an A turn (ROE-5.14, ROE-5.17, ROE-5.19)."""
    state, box, mine = attempt.state, attempt.box, attempt.mine
    for row in box.rows:
        if None not in state.rows[row]:
            continue
        if row == PROGRESS:
            found = any(takes_progress(attempt, tile) for tile in (*state.aside.progress, *state.new.progress))
        elif row == TERRITORY:
            found = any(state.aside.territory.values()) or any(state.new.territory.values())
        elif row == CITY:
            found = any(takes_city(attempt, city) for city in (*state.aside.city, *state.new.city))
        elif row == EMPIRE:
            found = bool(state.empire) and (not state.needs_cube or bool(mine.pool or on_map(state, attempt.seat)))
        else:
            found = any(takes_box(attempt, name) for name in box.trade)
        if found:
            yield row


def takes_progress(attempt: Attempt, tile: str) -> bool:
    """Whether a progress tile on offer can be taken: no duplicate, and affordable (ROE-6.5, ROE-6.3)."""
    return twins(attempt.box, tile, attempt.mine.progress) is None and attempt.surcharge(tile) <= attempt.mine.gold


def takes_city(attempt: Attempt, city: str) -> bool:
    """Whether a city tile on offer can be paid for (ROE-8.2, ROE-8.8)."""
    return all(unit(attempt.mine, name) >= due for name, due in attempt.price(city).items())


def takes_box(attempt: Attempt, name: str) -> bool:
    """Whether a trade can be made (ROE-12.3, 12.4, 12.6)."""
    box = attempt.box.trade[name]
    free = attempt.state.trade[name] is None and attempt.state.now.era in box.eras
    return free and attempt.mine.resource >= box.resources


def due(attempt: Attempt, row: str, circle: int) -> int:
    """What taking back a disc costs now (ROE-5.21, ROE-5.22, ROE-5.32)."""
    if attempt.effects(list(attempt.mine.progress), NO_DISC_COST):
        return 0
    return removal(attempt.state.rows[row], circle) * attempt.box.disc_cost


def own_discs(attempt: Attempt) -> Iterator[tuple[str, int, int]]:
    """Row, circle and cost of each own disc on the display."""
    for row in attempt.state.rows:
        for circle in own_circles(attempt.state, attempt.seat, row):
            yield row, circle, due(attempt, row, circle)


def purse(attempt: Attempt) -> dict[str, int]:
    """The units of a seat that can pay for a disc, without kinds of which it has none (ROE-5.25, ROE-5.38)."""
    return {name: have for name in UNITS if (have := unit(attempt.mine, name))}


def _remove_disc(attempt: Attempt, event: ActionTaken) -> None:
    """A B turn: an own disc comes back, at its price (ROE-5.20 to 5.38)."""
    state, row, circle = attempt.state, event.row, event.circle
    own, name, who = own_circles(state, attempt.seat, row), row_name(attempt.box, row), seat_name(state, attempt.seat)
    if circle is None:
        if own:
            raise refusal("ROE-5.20", "which_disc", circles=", ".join(map(str, own)), row=name, who=who)
        raise refusal("ROE-5.20", "no_disc", code="not_own_disc", row=name, who=who)
    if type(circle) is not int or circle not in own:
        names = [state.said.get(f"{row}.{circle}")]
        raise refusal("ROE-5.20", "not_own_disc", circle=shown(circle), row=name, who=who, names=names)
    _check_payment(attempt, event, circle)
    attempt.remove_disc(row, circle, event.pay or {})


def _check_payment(attempt: Attempt, event: ActionTaken, circle: int) -> None:
    """The exact cost in units that the seat has; or all of them, where no own disc can be paid (ROE-5.22 to 5.38)."""
    pay, idle, state = event.pay or {}, event.perform is False, attempt.state
    for name, paid in pay.items():
        if type(paid) is not int or paid < 0:
            raise refusal("ROE-5.22", "negative", code="bad_payment", unit=UNIT_NAMES[name], paid=shown(paid))
    cost, total = due(attempt, event.row, circle), sum(pay.values())
    who, row = seat_name(state, attempt.seat), row_name(attempt.box, event.row)
    free = next((t for t in attempt.mine.progress if NO_DISC_COST in attempt.box.progress[t].kinds), None)
    if free is not None and pay:
        raise refusal("ROE-5.32", "nothing_due", who=who, tile=tile_name(attempt.box, free))
    have = purse(attempt)
    payable = next(((r, c, d) for r, c, d in own_discs(attempt) if d <= sum(have.values())), None)
    if payable is None and idle and total <= cost:
        if dict(pay) != have:
            raise refusal("ROE-5.35", "pay_all", who=who, have=sum(have.values()))
        return
    if total != cost:
        if idle and payable is not None and dict(pay) == have and total < cost:
            other, at, price = payable
            where = row_name(attempt.box, other)
            raise refusal("ROE-5.37", "could_pay", who=who, row=where, circle=at, due=price)
        discs = removal(state.rows[event.row], circle)
        rule = "ROE-5.31" if idle else "ROE-5.22"
        raise refusal(rule, "wrong_payment", count=discs, row=row, due=cost, paid=total)
    for name, paid in pay.items():
        if paid > have.get(name, 0):
            rule = {"food": "ROE-5.29", "vp": "ROE-5.29", "cube": "ROE-5.27"}.get(name, "ROE-5.38")
            if name == "cube" and event.recall and paid <= have.get(name, 0) + on_map(state, attempt.seat):
                rule = "ROE-5.38"
            raise refusal(rule, "cannot_pay", who=who, have=amount(name, have.get(name, 0)), paid=paid)


def _stated(event: ActionTaken) -> list[str]:
    """The parameters of rows that an action has."""
    return [name for name in PARAMETERS if getattr(event, name, None) is not None]


def _idle(attempt: Attempt, event: ActionTaken) -> None:
    """Check that a disc without an action has no row parameters (ROE-5.17, ROE-5.31)."""
    for name in _stated(event):
        rule = "ROE-5.17" if attempt.state.now.placing else "ROE-5.31"
        raise refusal(rule, "not_asked_idle", code="not_asked", what=PARAMETERS[name])


def _perform(attempt: Attempt, event: ActionTaken) -> None:
    """The action of a row, with the parameters of that row and no others (ROE-5.14, ROE-5.34)."""
    row = event.row
    stated, takes, name = _stated(event), TAKES[row], row_name(attempt.box, row)
    if takes[0] not in stated:
        raise refusal(ROW_RULES[row], "missing", row=name, what=PARAMETERS[takes[0]])
    for parameter in stated:
        if parameter not in takes:
            raise refusal(ROW_RULES[row], "not_asked", row=name, what=PARAMETERS[parameter])
    if row == PROGRESS:
        attempt.take(row, check_progress(attempt, event.tile))
    elif row == TERRITORY:
        attempt.take(row, check_territory(attempt, event.kind))
    elif row == CITY:
        attempt.take(row, check_city(attempt, event.tile))
    elif row == TRADE:
        check_trade(attempt, event, check_usable)
    else:
        check_empire(attempt, event, check_usable)
