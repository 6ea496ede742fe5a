"""The end: the Bastion opened, holdings declared, three evaluations, who is placed where (chapters 16, 17)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from engines.kernel.game import Json
from engines.kernel.sentences import shown
from engines.xidit.arguments import by_key, seated
from engines.xidit.box.components import GOLD, REGIONS, Region
from engines.xidit.moves import BastionRevealed, Declared, Evaluated, YearEnded
from engines.xidit.refusals import TEXTS, refusal, seat_name, unit_name
from engines.xidit.rules.derived import distance, stories_on_board
from engines.xidit.state import Evaluation, Finding, State, Tie, TieStep

DECLARED = TEXTS["declared"]


def decide_end(state: State, _move: Json) -> YearEnded:
    """End the year, once all orders are executed and the census is done (XID-16.1)."""
    if state.phase == "census":
        raise refusal("XID-16.1", "census_open", year=state.year)
    if state.phase != "year_end":
        raise refusal("XID-16.1", "year_running", year=state.year)
    return YearEnded()


def end_year(state: State, _event: YearEnded, _name: str) -> None:
    """Begin the next year with the next first player, or the evaluations after the last year (XID-16.2 to XID-16.5)."""
    for seat in state.seats:
        seat.program = seat.orders = None
        seat.outcomes = []
        seat.recruited_in, seat.threat_in, seat.titan_in = [], [], []
    if state.year == state.mode.years:
        state.phase = "evaluating"
        return
    state.year += 1
    state.first_player = ((state.first_player or 0) + 1) % len(state.seats)
    state.phase = "programming"


def decide_bastion(state: State, move: Json) -> BastionRevealed:
    """Open the Bastion before the reputation evaluation (XID-17.5, XID-19.3)."""
    if state.phase != "evaluating":
        raise refusal("XID-17.5", "bastion_closed")
    if state.bastion_open:
        raise refusal("XID-17.5", "bastion_opened")
    given = move.get("counts") or {}
    counts = dict.fromkeys(range(len(state.seats)), 0)
    for key, value in given.items():
        place = by_key(state, key)
        if type(value) is not int or value < 0:
            raise refusal("XID-19.3", "no_count", who=seat_name(state, place), count=shown(value))
        counts[place] = value
    for place, count in counts.items():
        seat = state.seats[place]
        if count != seat.bastion:
            raise refusal(
                "XID-19.3",
                "other_bastion",
                names=seat.bastion_names,
                who=seat_name(state, place),
                count=count,
                derived=seat.bastion,
            )
    return BastionRevealed(counts)


def reveal_bastion(state: State, _event: BastionRevealed, _name: str) -> None:
    """Make public whose tokens lie in the Bastion."""
    state.bastion_open = True


def decide_declare(state: State, move: Json) -> Declared:
    """Accept a player's declaration of holdings; a difference is a finding, not a refusal (XID-19.1)."""
    if state.phase != "evaluating":
        raise refusal("XID-16.5", "not_evaluating")
    place = seated(state, move)
    gold, total, units = move.get("gold"), move.get("total"), move.get("units")
    numbers = {"gold": gold, "total": total, **(units or {})}
    for what, value in numbers.items():
        if value is not None and (type(value) is not int or not 0 <= value <= 10**6):
            raise refusal(
                "XID-19.1",
                "no_number_said",
                who=seat_name(state, place),
                what=DECLARED.get(what) or unit_name(state, what),
                count=shown(value),
            )
    if all(value is None for value in numbers.values()):
        raise refusal("XID-19.1", "nothing_declared", who=seat_name(state, place))
    return Declared(place, gold, units or None, total)


def declare(state: State, event: Declared, name: str) -> None:
    """Compare a declaration with the values derived from the record (XV-23)."""
    seat = state.seats[event.seat]
    said = {} if event.gold is None else {"gold": (event.gold, seat.gold, [gain.name for gain in seat.gains])}
    for unit, count in (event.units or {}).items():
        said[unit] = (count, seat.units[unit], seat.unit_names)
    if event.total is not None:
        said["total"] = (event.total, sum(seat.units.values()), seat.unit_names)
    for what, (count, derived, names) in said.items():
        state.seats[event.seat].declared[what] = count
        if count != derived:
            them = list(dict.fromkeys([*names, name]))
            state.findings.append(Finding("declared", them, event.seat, what, str(count), str(derived)))


def decide_evaluate(state: State, _move: Json) -> Evaluated:
    """Do the next evaluation (XID-16.5, XID-17.1)."""
    if state.phase == "finished":
        raise refusal("XID-17.18", "all_evaluated")
    if state.phase != "evaluating":
        raise refusal("XID-16.5", "not_evaluating")
    return Evaluated()


def contenders(state: State) -> int:
    """The number of contenders: the seats, then the dummy, if there is one (XID-15.6)."""
    return len(state.seats) + bool(state.steps)


def evaluate(state: State, _event: Evaluated, name: str) -> None:
    """Rate all contenders, and eliminate the lowest of those who are still in (XID-17.11 to XID-17.16)."""
    done = len(state.evaluations)
    criterion = state.box.criteria[state.evaluation_order[done]]
    if criterion.measure == REGIONS:
        state.bastion_open = True
    values = [value(state, criterion.id, who) for who in range(contenders(state))]
    units = [sum(seat.units.values()) for seat in state.seats] + [0]

    def place(who: int) -> tuple[int, int, int]:
        dummy = who == len(state.seats)
        return values[who], units[who], -1 if dummy else distance(state, who)

    order = sorted(range(len(values)), key=place, reverse=True)
    ties: list[Tie] = []
    for _, same in groupby(order, key=lambda who: values[who]):
        tied = list(same)
        if len(tied) > 1:
            ties.append(Tie(tied, [units[who] for who in tied], _tie_steps(tied, units, len(state.seats))))
    gone = {who for earlier in state.evaluations for who in earlier.out}
    still = [who for who in order if who not in gone]
    out = still[len(still) - state.seating.eliminated[done] :]
    state.evaluations.append(Evaluation(name, criterion.id, values, order, ties, out))
    for who in out:
        if who < len(state.seats):
            state.seats[who].out = done + 1
    if len(state.evaluations) == len(state.evaluation_order):
        state.phase = "finished"


def _tie_steps(tied: Sequence[int], units: Sequence[int], dummy: int) -> list[TieStep]:
    """What separates contenders of the same value, step by step (XID-17.12, XID-15.7, XID-17.14).

    ``tied``: the contenders, from better to worse.
    """
    equal = [list(same) for _, same in groupby(tied, key=lambda who: units[who])]
    steps = [TieStep("units", equal)] if len(equal) > 1 else []
    for same in equal:
        players = [who for who in same if who != dummy]
        if players and len(players) < len(same):
            steps.append(TieStep("dummy", [players, [dummy]]))
        if len(players) > 1:
            steps.append(TieStep("distance", [[who] for who in players]))
    return steps


def value(state: State, criterion: str, who: int) -> int:
    """The value of a contender (XID-17.2 to XID-17.4, XID-15.4)."""
    if who == len(state.seats):
        start, step = state.box.tracks[criterion]
        return start + step * state.steps[criterion]
    measure = state.box.criteria[criterion].measure
    if measure == GOLD:
        return state.seats[who].gold
    if measure == REGIONS:
        return sum(points(state, region)[who][1] for region in state.box.regions.values())
    return stories_on_board(state, who)


def bards_in(state: State, region: Region) -> list[int]:
    """Bards by seat; those of the Bastion count for the central region (XID-17.5)."""
    if region.central:
        return [seat.bastion for seat in state.seats]
    there: Mapping[str, int] = state.regions[region.id]
    return [there.get(str(place), 0) for place in range(len(state.seats))]


def points(state: State, region: Region) -> list[tuple[str | None, int]]:
    """Place and points of each seat in a region (XID-17.6 to XID-17.10).

    Places are ``first``, ``tied_first``, ``second``, ``tied_second``, or None.
    """
    bards = bards_in(state, region)
    most = sorted({count for count in bards if count}, reverse=True)
    out: list[tuple[str | None, int]] = [(None, 0)] * len(bards)
    if not most:
        return out
    first = [place for place, count in enumerate(bards) if count == most[0]]
    for place in first:
        out[place] = ("first" if len(first) == 1 else "tied_first", region.first)
    if len(first) == 1 and len(most) > 1:
        second = [place for place, count in enumerate(bards) if count == most[1]]
        for place in second:
            out[place] = ("second" if len(second) == 1 else "tied_second", region.second)
    return out


def placing(state: State) -> list[int]:
    """Every contender, the winner first (XID-17.18, XID-17.20); empty before the third evaluation."""
    if state.phase != "finished":
        return []
    later = [who for done in reversed(state.evaluations) for who in done.out]
    return [who for who in range(contenders(state)) if who not in later] + later
