"""The year's orders: wheels set and revealed, each order executed (chapters 3 to 9)."""

from __future__ import annotations

from typing import NoReturn

from engines.kernel.contradictions import contradiction
from engines.kernel.game import Json
from engines.kernel.sentences import all_of, same, say, shown
from engines.xidit.arguments import by_key, seated
from engines.xidit.box.components import ROAD, WAIT
from engines.xidit.moves import Claim, Executed, OrdersRevealed, Programmed, encode
from engines.xidit.refusals import TEXTS, icon_name, move_name, names_of, refusal, seat_name, unit_name
from engines.xidit.rules import tiles
from engines.xidit.rules.derived import affordable, raging, seat_at
from engines.xidit.state import RECRUIT, THREATS, Due, Outcome, Reward, Seat, State


def _six(state: State, place: int, value: object) -> tuple[str, ...]:
    """The six icons of a seat (XID-4.1)."""
    if not isinstance(value, list) or len(value) != state.box.wheels:
        count = len(value) if isinstance(value, list) else 0
        raise refusal("XID-4.1", "orders_counted", who=seat_name(state, place), count=count, wanted=state.box.wheels)
    for wheel, icon in enumerate(value, 1):
        if type(icon) is not str or icon not in state.box.icons:
            raise refusal(
                "XID-4.1",
                "no_such_order",
                who=seat_name(state, place),
                order=shown(icon),
                place=wheel,
                icons=names_of(state.box.icons, state.box.icons),
            )
    return tuple(value)


def _programming(state: State, rule: str) -> None:
    if state.phase == "resolving":
        raise refusal("XID-4.5", "orders_revealed", year=state.year)
    if state.phase != "programming":
        raise refusal(rule, "no_programming")


def decide_program(state: State, move: Json) -> Programmed:
    """Set six wheels; a seat may set them again before the reveal (XID-4.1 to XID-4.4)."""
    _programming(state, "XID-4.3")
    place = seated(state, move)
    orders = move.get("orders")
    return Programmed(place, None if orders is None else _six(state, place, orders))


def program(state: State, event: Programmed, name: str) -> None:
    """Lock a seat's board; its last program counts."""
    seat = state.seats[event.seat]
    seat.program = name
    seat.orders = None if event.orders is None else list(event.orders)


def decide_reveal(state: State, move: Json) -> OrdersRevealed:
    """Reveal all boards at once; sealed orders may be left out (XID-4.5, XID-4.6)."""
    _programming(state, "XID-4.5")
    stated: dict[int, tuple[str, ...]] = {}
    for key, orders in (move.get("orders") or {}).items():
        place = by_key(state, key)
        stated[place] = _six(state, place, orders)
    missing = [place for place, seat in enumerate(state.seats) if place not in stated and seat.program is None]
    if missing:
        raise refusal("XID-4.5", "orders_missing", who=all_of(seat_name(state, place) for place in missing))
    for place, seat in enumerate(state.seats):
        if place not in stated and seat.orders is not None:
            stated[place] = tuple(seat.orders)
    event = OrdersRevealed(dict(sorted(stated.items())))
    for place, orders in event.orders.items():
        seat = state.seats[place]
        if seat.orders is not None and tuple(seat.orders) != orders:
            at = next(at for at, icon in enumerate(orders) if icon != seat.orders[at])
            raise refusal(
                "XID-4.6",
                "other_orders",
                names=[seat.program or ""],
                event=encode(event),
                who=seat_name(state, place),
                place=at + 1,
                sealed=icon_name(state.box, seat.orders[at]),
                shown=icon_name(state.box, orders[at]),
            )
    return event


def reveal(state: State, event: OrdersRevealed, name: str) -> None:
    """Make orders public and fixed; they replace what this fold assumed (XID-4.5, XID-4.6)."""
    for place, orders in event.orders.items():
        seat = state.seats[place]
        if seat.orders is not None and tuple(seat.orders) != orders:
            state.contradictions.append(contradiction([seat.program, name], "XID-4.6", "orders"))
        seat.orders = list(orders)
    state.phase = "resolving"
    state.order_no = 1
    state.turn = 0


def due_order(seat: Seat) -> str:
    """The icon a seat has to execute next."""
    return (seat.orders or [])[len(seat.outcomes)]


def ways(state: State, seat: Seat, icon: str) -> tuple[int, ...]:
    """Cities that a road order leads to (XID-6.1); none for other orders."""
    if seat.city is None:
        return ()
    return state.box.roads[seat.city].get(state.box.icons[icon].colour, ())


def outcome(state: State, place: int, to: int | None) -> Outcome:
    """The outcome of a seat's due order now (XID-5.4), with the first reason that applies (chapter 23)."""
    seat = state.seats[place]
    icon = state.box.icons[due_order(seat)]
    here = seat.city or 0
    if icon.kind == ROAD:
        ends = state.box.roads[here].get(icon.colour)
        if not ends:
            return Outcome("stayed", here, reason="no_road")
        return Outcome("moved", to if to in ends else ends[0])
    if icon.kind == WAIT:
        return Outcome("waited", here)
    city = state.cities[here]
    if city.tile is None:
        return _titan(state, seat, here)
    if city.threat:
        return _threat(state, seat, here, city.tile)
    if here in seat.recruited_in:
        return Outcome("nothing", here, reason="already_recruited")
    for unit in state.box.units:
        if city.units[unit]:
            return Outcome("recruited", here, unit)
    return Outcome("nothing", here, reason="no_units")


def _threat(state: State, seat: Seat, here: int, tile: str) -> Outcome:
    """XID-9.1, XID-9.4, XID-9.8."""
    if here in seat.titan_in:
        return Outcome("nothing", here, reason="city_already_freed")
    for unit, count in state.box.tiles[tile].needs.items():
        if seat.units[unit] < count:
            return Outcome("nothing", here, reason="units_missing")
    return Outcome("threat", here, tile=tile)


def _titan(state: State, seat: Seat, here: int) -> Outcome:
    """XID-9.5, XID-13.1 to XID-13.8."""
    if not raging(state):
        return Outcome("nothing", here, reason="nothing_here")
    if here in seat.threat_in or here in seat.titan_in:
        return Outcome("nothing", here, reason="city_already_freed")
    if state.options.any_action and here in seat.recruited_in:
        return Outcome("nothing", here, reason="already_recruited")
    if not affordable(state, seat):
        return Outcome("nothing", here, reason="units_missing")
    return Outcome("titan", here)


def decide_execute(state: State, move: Json) -> Executed:
    """Execute the due order; a claim of its outcome must agree (XID-5.1, XID-5.8, XID-6.4, XID-21.6)."""
    if state.phase != "resolving":
        raise refusal("XID-5.1", "no_orders_due")
    place = seated(state, move)
    mover = seat_at(state, state.turn)
    if state.due is not None:
        raise refusal("XID-5.8", "decision_pending", what=move_name(state.due.what))
    if place != mover:
        raise refusal("XID-5.1", "not_your_turn", mover=seat_name(state, mover), who=seat_name(state, place))
    seat = state.seats[place]
    icon = due_order(seat)
    ends, to = ways(state, seat, icon), move.get("to")
    if to is None:
        if len(ends) > 1:
            raise refusal("XID-6.4", "which_road", city=seat.city or 0, ends=", ".join(str(end) for end in ends))
    elif type(to) is not int or to not in ends:
        rule = "XID-6.1" if ends else "XID-6.3" if state.box.icons[icon].kind == ROAD else "XID-6.4"
        raise refusal(
            rule,
            "other_city" if ends else "no_way",
            code="other_city",
            to=shown(to),
            order=icon_name(state.box, icon),
            city=seat.city or 0,
            ends=", ".join(str(end) for end in ends),
        )
    claim = _claim(state, place, outcome(state, place, to), move["claim"]) if move.get("claim") is not None else None
    return Executed(place, to, claim)


def _claim(state: State, place: int, result: Outcome, claim: Json) -> Claim:
    """The claim of the table, if it agrees with the derived outcome (XID-21.6, chapter 23)."""
    did, city, unit = claim.get("did"), claim.get("city"), claim.get("unit")
    if did == result.did == "recruited":
        if unit not in (None, result.unit):
            raise refusal(
                "XID-8.2",
                "not_weakest",
                unit=unit_name(state, unit),
                city=result.city,
                weakest=unit_name(state, result.unit),
            )
        if city in (None, result.city):
            return Claim(did, city, unit)
    elif did == result.did and unit is None:
        if city in (None, result.city):
            return Claim(did, city, None)
        if did == "moved":
            raise refusal("XID-6.1", "claims_city", to=shown(city), end=result.city)
    return _disagrees(state, place, result, shown(did))


def _disagrees(state: State, place: int, result: Outcome, did: str) -> NoReturn:
    """Refuse a claim with the clause that it contradicts."""
    said, seat = did.strip('"'), state.seats[place]
    city = state.cities[result.city]
    rule = "XID-21.6"
    match said, result.did, result.reason:
        case "stayed" | "nothing", "moved", _:
            rule = "XID-6.2"
        case "moved", "stayed", _:
            rule = "XID-6.3"
        case "nothing" | "stayed" | "waited", "recruited", _:
            rule = "XID-8.7"
        case "nothing" | "stayed" | "waited", "threat", _:
            rule = "XID-9.1"
        case "recruited", _, "already_recruited":
            rule = "XID-8.3"
        case "threat", _, "units_missing" if city.threat:
            rule = "XID-9.4"
        case "threat", _, "city_already_freed" if city.threat:
            rule = "XID-9.8"
        case "threat", "nothing" | "titan", _:
            rule = "XID-9.5"
        case "titan", "recruited" | "threat", _:
            rule = "XID-13.1"
        case "titan", "nothing", reason:
            rule = titan_rule(state, seat, reason)
        case _:
            pass
    why = TEXTS["phrases"].get(result.reason or "")
    raise refusal(
        rule,
        "claim_differs",
        claim=TEXTS["did"].get(said, same(did)),
        did=TEXTS["did"][result.did],
        city=result.city,
        reason="" if why is None else say(f" ({why['en']})", f" ({why['es']})"),
    )


def titan_rule(state: State, seat: Seat, reason: str | None) -> str:
    """The clause that excludes a titan when an action does nothing, or something else."""
    city = state.cities[seat.city or 0] if seat.city in state.cities else None
    if city is not None and city.tile is not None:
        return "XID-13.1"
    return {
        "nothing_here": "XID-13.2",
        "city_already_freed": "XID-13.7",
        "already_recruited": "XID-13.8",
        "units_missing": "XID-13.3",
    }.get(reason or "", "XID-13.4")


def execute(state: State, event: Executed, name: str) -> bool:
    """Execute an order; return whether something must follow before the next (XID-5.8)."""
    place = event.seat
    seat = state.seats[place]
    result = outcome(state, place, event.to)
    seat.outcomes.append(result)
    if result.reason is not None:
        cancel(seat, result.reason)
        return False
    match result.did:
        case "moved":
            seat.city = result.city
        case "recruited":
            return _recruit(state, seat, result, name)
        case "threat":
            _pay_threat(state, place, result, name)
            return True
        case "titan":
            state.due = Due("choose_titan", place)
            return True
    return False


def cancel(seat: Seat, reason: str) -> None:
    """Count a cancelled order."""
    seat.cancelled[reason] = seat.cancelled.get(reason, 0) + 1


def _recruit(state: State, seat: Seat, result: Outcome, name: str) -> bool:
    """The weakest unit goes behind the screen; the last one empties the tile (XID-8.1, XID-8.11)."""
    unit, units = result.unit or "", state.cities[result.city].units
    units[unit] -= 1
    seat.units[unit] += 1
    seat.recruited[unit] += 1
    seat.unit_names.append(name)
    seat.recruited_in.append(result.city)
    if any(units.values()):
        return False
    tiles.start(state, RECRUIT, result.city)
    return True


def _pay_threat(state: State, place: int, result: Outcome, name: str) -> None:
    """The units asked for return to the Barracks; rewards come next (XID-9.2, XID-9.6)."""
    seat, tile = state.seats[place], result.tile or ""
    for unit, count in state.box.tiles[tile].needs.items():
        pay(state, seat, unit, count)
    seat.unit_names.append(name)
    seat.threat_in.append(result.city)
    seat.freed[THREATS] += 1
    state.reward = Reward(place, result.city, THREATS, tile)


def pay(state: State, seat: Seat, unit: str, count: int) -> None:
    """Move units from behind a screen to the Barracks."""
    seat.units[unit] -= count
    seat.spent[unit] += count
    state.barracks[unit] += count


def complete(state: State) -> None:
    """Pass on to the next player, the next order, then the census or the end of the year (XID-5.1, XID-16.1)."""
    state.executing = False
    state.seats[seat_at(state, state.turn)].executed += 1
    state.turn += 1
    if state.turn < len(state.seats):
        return
    state.turn = 0
    state.order_no += 1
    if state.order_no <= state.box.wheels:
        return
    state.order_no = 0
    state.phase = "census" if state.year in state.mode.census_years else "year_end"
    state.round = 0
    state.opened = False
