"""The military census: fists, who shows most, and the rewards (chapter 14)."""

from __future__ import annotations

from engines.kernel.contradictions import contradiction
from engines.kernel.game import Json
from engines.kernel.sentences import all_of, shown
from engines.xidit.arguments import by_key, seated
from engines.xidit.box.components import BARDS, GOLD
from engines.xidit.moves import FistShown, FistsOpened, encode
from engines.xidit.refusals import move_name, refusal, seat_name, unit_name
from engines.xidit.rules.derived import in_turn_order, open_guilds
from engines.xidit.rules.rewards import add_story
from engines.xidit.state import CENSUS, Due, Gain, Grant, Round, Seat, State


def current(state: State) -> str:
    """The type of unit whose round it is."""
    return state.box.census[state.round].unit


def _now(state: State, move: Json) -> str:
    """The type named, if its round is on (XID-14.1, XID-14.2, XID-14.21)."""
    if state.phase != "census":
        raise refusal("XID-14.1", "no_census", year=state.year)
    if state.due is not None:
        raise refusal("XID-14.21", "decision_pending", what=move_name(state.due.what))
    unit = move.get("unit")
    if type(unit) is not str or unit != current(state):
        raise refusal(
            "XID-14.2",
            "other_round",
            unit=unit_name(state, unit) if isinstance(unit, str) else shown(unit),
            now=unit_name(state, current(state)),
        )
    return unit


def _number(state: State, place: int, unit: str, value: object) -> int:
    """A number of units that a seat can hold in the fist (XID-14.3)."""
    if type(value) is not int or not 0 <= value <= state.box.units[unit]:
        raise refusal(
            "XID-14.5",
            "no_number_of_units",
            who=seat_name(state, place),
            count=shown(value),
            most=state.box.units[unit],
        )
    return value


def _held(state: State, place: int, unit: str, count: int, event: Json) -> None:
    """Check that the seat does not show more units than it holds (XID-14.5)."""
    held = state.seats[place].units[unit]
    if count > held:
        raise refusal(
            "XID-14.5",
            "more_than_held",
            event=event,
            who=seat_name(state, place),
            unit=unit_name(state, unit),
            count=count,
            held=held,
        )


def decide_show(state: State, move: Json) -> FistShown:
    """Prepare a fist; the last one before the opening counts (XID-14.3, XID-14.25)."""
    unit = _now(state, move)
    place = seated(state, move)
    if move.get("count") is None:
        return FistShown(place, unit, None)
    count = _number(state, place, unit, move["count"])
    event = FistShown(place, unit, count)
    _held(state, place, unit, count, encode(event))
    return event


def show(state: State, event: FistShown, name: str) -> None:
    """A fist is ready."""
    seat = state.seats[event.seat]
    seat.fist, seat.count = name, event.count


def decide_open(state: State, move: Json) -> FistsOpened:
    """Open all fists at once; sealed numbers may be left out (XID-14.3, XID-14.25)."""
    unit = _now(state, move)
    stated: dict[int, int] = {}
    for key, value in (move.get("counts") or {}).items():
        place = by_key(state, key)
        stated[place] = _number(state, place, unit, value)
    missing = [place for place, seat in enumerate(state.seats) if place not in stated and seat.fist is None]
    if missing:
        raise refusal("XID-14.3", "counts_missing", who=all_of(seat_name(state, place) for place in missing))
    given = dict(stated)
    for place, seat in enumerate(state.seats):
        if place not in stated and seat.count is not None:
            stated[place] = seat.count
    event = FistsOpened(unit, dict(sorted(stated.items())))
    for place, count in given.items():
        _held(state, place, unit, count, encode(event))
    for place, count in event.counts.items():
        seat = state.seats[place]
        if seat.count not in (None, count):
            raise refusal(
                "XID-14.25",
                "other_count",
                names=[seat.fist or ""],
                event=encode(event),
                who=seat_name(state, place),
                sealed=seat.count,
                count=count,
            )
        _held(state, place, unit, count, encode(event))
    return event


def open_fists(state: State, event: FistsOpened, name: str) -> None:
    """Give the reward to the seat that shows most; if tied, each gets the smaller one (XID-14.6 to XID-14.15)."""
    prize = state.box.census[state.round]
    counts = dict(event.counts)
    for place, seat in enumerate(state.seats):
        if seat.count not in (None, counts[place]):
            state.contradictions.append(contradiction([seat.fist, name], "XID-14.25", event.unit))
        seat.fist = seat.count = None
    most = max(counts.values())
    winners = [place for place in in_turn_order(state) if most and counts[place] == most]
    each = prize.alone if len(winners) == 1 else prize.tied
    state.census.append(
        Round(name, state.year, event.unit, [counts[place] for place in sorted(counts)], winners, prize.kind, each)
    )
    state.opened = True
    for place in winners:
        seat = state.seats[place]
        seat.wins[event.unit] = seat.wins.get(event.unit, 0) + 1
        if prize.kind == GOLD:
            seat.gold += each
            seat.gains.append(Gain(name, CENSUS, event.unit, state.year, each, tied=len(winners) > 1))
        else:
            state.grants.append(Grant(place, prize.kind, each))


def step(state: State) -> bool:
    """Start the next placement of a winner, or the next round; False while the fists are awaited (XID-14.21)."""
    if not state.opened:
        return False
    if state.grants:
        grant = state.grants[0]
        seat = state.seats[grant.seat]
        if grant.kind == BARDS:
            state.grants.pop(0)
            if seat.bards:
                state.due = Due("place_bards", grant.seat, count=min(grant.count, seat.bards), short=True)
        else:
            grant.count -= 1
            if not grant.count:
                state.grants.pop(0)
            _story(state, grant.seat, seat)
        return True
    state.opened = False
    state.round += 1
    if state.round == len(state.box.census):
        state.round = 0
        state.phase = "year_end"
    return True


def _story(state: State, place: int, seat: Seat) -> None:
    """A story goes to the only guild with room, to one of several, or is set aside (XID-14.17 to XID-14.23)."""
    if not seat.stories:
        return
    can = open_guilds(state, place)
    if not can:
        seat.stories -= 1
        seat.aside += 1
    elif len(can) == 1:
        add_story(state, seat, can[0])
    else:
        state.due = Due("place_story", place)
