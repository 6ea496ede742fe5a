"""Titans faced, rewards taken, bards and stories placed, the dummy raised (chapters 10, 13, 15)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engines.kernel.game import Json
from engines.kernel.sentences import all_of, same, shown
from engines.xidit.arguments import city_on_map, seated
from engines.xidit.box.components import BARDS, GOLD, STORIES
from engines.xidit.moves import BardsPlaced, DummyAdvanced, RewardsChosen, StoryPlaced, TitanChosen, encode
from engines.xidit.refusals import move_name, names_of, refusal, seat_name, unit_name
from engines.xidit.rules import tiles
from engines.xidit.rules.derived import adjacent, available, criteria, offered, open_guilds, raging, room
from engines.xidit.rules.orders import cancel, pay, titan_rule
from engines.xidit.state import THREAT, THREATS, TITANS, Due, Gain, Outcome, Reward, Seat, State


def _decides(state: State, move: Json, what: str, rule: str) -> int:
    """The seat that has to decide, if the decision is due (XID-21.7)."""
    place = seated(state, move)
    due = state.due
    if due is None or due.what != what:
        raise refusal(rule, "not_due", what=move_name(what))
    if due.seat != place:
        raise refusal(
            "XID-14.15" if due.short else rule,
            "not_your_decision",
            mover=seat_name(state, due.seat or 0),
            who=seat_name(state, place),
        )
    return place


def decide_titan(state: State, move: Json) -> TitanChosen:
    """Pay for a raging titan, or decline (XID-13.1 to XID-13.6)."""
    place = seated(state, move)
    seat = state.seats[place]
    last = seat.outcomes[-1] if seat.outcomes else Outcome("", 0)
    _decides(state, move, "choose_titan", titan_rule(state, seat, last.reason))
    titan = move.get("titan")
    if titan is None:
        return TitanChosen(place)
    top = raging(state)
    if type(titan) is not str or titan not in state.box.titans:
        raise refusal("XID-13.2", "no_such_titan", titan=shown(titan), titans=", ".join(top))
    if titan not in top:
        raise refusal("XID-13.2", "not_raging", titan=titan, titans=", ".join(top))
    units = move.get("units") or {}
    paid = {unit: units[unit] for unit in state.box.units if units.get(unit) not in (None, 0)}
    for unit, count in paid.items():
        if type(count) is not int or not 0 < count <= seat.units[unit]:
            raise refusal(
                "XID-13.3",
                "units_not_held",
                who=seat_name(state, place),
                unit=unit_name(state, unit),
                count=shown(count),
                held=seat.units[unit],
            )
    event = TitanChosen(place, titan, dict(sorted(paid.items())))
    total, wanted = sum(paid.values()), top[titan].symbols
    if total != wanted:
        raise refusal("XID-13.3", "units_counted", event=encode(event), titan=titan, count=total, wanted=wanted)
    return event


def face_titan(state: State, event: TitanChosen, name: str) -> None:
    """Return the units to the Barracks before the rewards; if declined, cancel the order (XID-13.3, XID-13.5)."""
    seat = state.seats[event.seat]
    result = seat.outcomes[-1]
    state.due = None
    if event.titan is None:
        result.reason = "declined"
        cancel(seat, "declined")
        return
    result.tile = event.titan
    for unit, count in (event.units or {}).items():
        pay(state, seat, unit, count)
    seat.unit_names.append(name)
    seat.titan_in.append(result.city)
    seat.freed[TITANS] += 1
    state.reward = Reward(event.seat, result.city, TITANS, event.titan)


def decide_rewards(state: State, move: Json) -> RewardsChosen:
    """Choose two of the three rewards (XID-10.1, XID-10.2)."""
    place = _decides(state, move, "choose_rewards", "XID-21.7")
    reward, chosen = state.reward, move.get("rewards")
    if reward is None or not isinstance(chosen, list):
        raise refusal("XID-10.1", "two_rewards", rewards=shown(chosen))
    can = available(state, reward)
    for one in chosen:
        if type(one) is not str or one not in (GOLD, BARDS, STORIES):
            raise refusal("XID-10.1", "no_such_reward", reward=shown(one))
    if len(chosen) != min(2, len(can)) or len(set(chosen)) < len(chosen):
        raise refusal("XID-10.1", "two_rewards", rewards=shown(chosen))
    return RewardsChosen(place, tuple(one for one in (GOLD, BARDS, STORIES) if one in chosen))


def choose_rewards(state: State, event: RewardsChosen, name: str) -> None:
    """Take the chosen rewards."""
    state.due = None
    if state.reward is not None:
        _take(state, state.reward, event.rewards, name)


def _take(state: State, reward: Reward, chosen: Sequence[str], name: str) -> None:
    """Book gold, place stories, then those set aside; bards come next (XID-10.4, XID-10.13 to XID-10.22)."""
    seat, numbers = state.seats[reward.seat], offered(state, reward)
    reward.taken = list(chosen)
    if GOLD in chosen:
        seat.gold += numbers[GOLD]
        seat.gains.append(Gain(name, reward.source, reward.tile, state.year, numbers[GOLD]))
    if STORIES in chosen:
        city = state.cities[reward.city]
        placed = min(numbers[STORIES], room(state, reward.seat, reward.city), seat.stories)
        seat.stories -= placed
        city.guild = reward.seat
        city.height += placed
        late = min(seat.aside, room(state, reward.seat, reward.city))
        seat.aside -= late
        city.height += late
    reward.stage = "bards"


def step(state: State, reward: Reward, name: str) -> None:
    """Take the next step of the rewards; a step with only one answer needs no move (XID-21.7)."""
    match reward.stage:
        case "choose":
            can = available(state, reward)
            if len(can) > 2:  # noqa: PLR2004 - two are taken (XID-10.1)
                state.due = Due("choose_rewards", reward.seat)
            else:
                _take(state, reward, can, name)
        case "bards":
            reward.stage = "dummy"
            if BARDS in reward.taken:
                seat = state.seats[reward.seat]
                count = min(offered(state, reward)[BARDS], seat.bards)
                regions = adjacent(state, reward.city)
                if len(regions) == 1:
                    put_bards(state, reward.seat, {regions[0]: count}, name)
                else:
                    state.due = Due("place_bards", reward.seat, count=count)
        case "dummy":
            reward.stage = "leave"
            if state.steps and reward.source in state.options.dummy_after:
                can = criteria(state, reward)
                if len(can) == 1:
                    raise_dummy(state, reward.seat, can[0], name)
                else:
                    state.due = Due("advance_dummy", reward.seat)
        case _:
            state.reward = None
            if reward.source == THREATS:
                tiles.start(state, THREAT, reward.city)
            else:
                lair = next(stack for stack in state.stacks.values() if stack.raging == reward.tile)
                lair.raging = None


def decide_bards(state: State, move: Json) -> BardsPlaced:
    """Place bards on adjacent regions: all of them, in the census fewer if wished (XID-10.6, XID-10.10, XID-14.16)."""
    place = _decides(state, move, "place_bards", "XID-21.7")
    due = state.due
    seat, count, short = state.seats[place], due.count if due else 0, bool(due and due.short)
    near, central = adjacent(state, seat.city), state.box.central
    given = move.get("regions") or {}
    placed: dict[str, int | None] = {}
    strange: list[str] = []
    for region in state.box.regions:
        if region not in given:
            continue
        number = given[region]
        if number is None and (region != central or central not in near):
            raise refusal("XID-19.4", "no_number", region=region)
        if number is not None and (type(number) is not int or not 0 <= number <= state.box.bards):
            raise refusal("XID-10.6", "no_bards", region=region, count=shown(number))
        if number == 0:
            continue
        if region not in near:
            strange.append(region)
        placed[region] = number
    total = sum(number or 0 for number in placed.values())
    if total == count:
        placed = {region: number for region, number in placed.items() if number is not None}
    event = BardsPlaced(place, dict(sorted(placed.items())))
    meant = encode(event) if total <= seat.bards else None
    if strange:
        them, here = ", ".join(strange), ", ".join(near)
        raise refusal("XID-10.6", "not_adjacent", event=meant, regions=them, city=seat.city or 0, near=here)
    if total > count or (total != count and not short and None not in placed.values()):
        rule = "XID-14.16" if short else "XID-10.10"
        raise refusal(rule, "bards_counted", event=meant, count=total, wanted=count)
    return event


def place_bards(state: State, event: BardsPlaced, name: str) -> None:
    """Place bards; the central number is derived if nobody counted it (XID-19.4)."""
    count = state.due.count if state.due is not None else 0
    rest = max(0, count - sum(number or 0 for number in event.regions.values()))
    put_bards(
        state,
        event.seat,
        {region: rest if number is None else number for region, number in event.regions.items()},
        name,
    )
    state.due = None


def put_bards(state: State, place: int, regions: Mapping[str, int], name: str) -> None:
    """Move tokens from the supply to regions; those for the central one go into the Bastion (XID-10.7)."""
    seat = state.seats[place]
    for region, count in regions.items():
        if not count:
            continue
        seat.bards -= count
        if region == state.box.central:
            seat.bastion += count
            seat.bastion_names.append(name)
        else:
            there = state.regions[region]
            there[str(place)] = there.get(str(place), 0) + count


def decide_dummy(state: State, move: Json) -> DummyAdvanced:
    """Raise the dummy after a threat (XID-15.2, XID-15.3)."""
    place = _decides(state, move, "advance_dummy", "XID-15.2")
    criterion = move.get("criterion")
    can = criteria(state, state.reward) if state.reward is not None else []
    if type(criterion) is not str or criterion not in can:
        raise refusal(
            "XID-15.3", "no_such_criterion", criterion=shown(criterion), criteria=names_of(state.box.criteria, can)
        )
    return DummyAdvanced(place, criterion)


def advance_dummy(state: State, event: DummyAdvanced, name: str) -> None:
    """Raise the dummy one step (XID-15.4)."""
    state.due = None
    raise_dummy(state, event.seat, event.criterion, name)


def raise_dummy(state: State, place: int, criterion: str, name: str) -> None:
    """Raise the dummy one step on a track, and store who did it."""
    state.steps[criterion] += 1
    state.seats[place].dummy_names.append(name)


def decide_story(state: State, move: Json) -> StoryPlaced:
    """Add the story of the mage reward to an own guild with room (XID-14.11, XID-14.20)."""
    place = _decides(state, move, "place_story", "XID-21.7")
    city = city_on_map(state, move.get("city"))
    can = open_guilds(state, place)
    if city not in can:
        there = state.cities[city]
        if there.guild == place:
            raise refusal("XID-14.11", "guild_full", city=city, height=there.height)
        them = all_of(same(str(one)) for one in can)
        raise refusal("XID-14.11", "no_own_guild", who=seat_name(state, place), city=city, cities=them)
    return StoryPlaced(place, city)


def place_story(state: State, event: StoryPlaced, _name: str) -> None:
    """Add one story to a guild."""
    state.due = None
    add_story(state, state.seats[event.seat], event.city)


def add_story(state: State, seat: Seat, city: int) -> None:
    """Move a story from the supply to a guild."""
    seat.stories -= 1
    state.cities[city].height += 1
