"""The two queues: tiles that come and go, piles that are turned over, what an unknown slot can be (chapters 11, 12)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

from engines.kernel.game import Json
from engines.kernel.says import shown
from engines.xidit.data import UNKNOWN, Tile
from engines.xidit.moves import Awoken, SetUp, TopRevealed, encode
from engines.xidit.says import refusal
from engines.xidit.state import (
    RECRUIT,
    THREAT,
    Due,
    Finding,
    Renewal,
    Stack,
    State,
    known,
    pile,
    possible,
    sleepers,
    waking,
)

# --------------------------------------------------------------------------------------------------- what a slot can be


def in_order(state: State, tiles: Iterable[str]) -> list[str]:
    """Tiles in the order of the box."""
    found = set(tiles)
    return [tile for tile in state.box.sets[state.tile_set or ""] if tile in found]


def _narrow(piles: tuple[list[str], list[str]], groups: dict[str, list[str]]) -> None:
    """Take from each group what must lie elsewhere; a slot that can be one tile only is that tile.

    Slots and tiles of all groups are as many, so where some groups hold no more tiles than slots, these are theirs.
    """
    while True:
        slots = {name: sum(heap.count(name) for heap in piles) for name in groups}
        for name in [name for name, count in slots.items() if not count]:
            del groups[name], slots[name]
        changed = False
        for size in range(1, len(groups)):
            for some in combinations(groups, size):
                taken = set().union(*(groups[name] for name in some))
                if len(taken) == sum(slots[name] for name in some):
                    for name in groups.keys() - set(some):
                        if taken & set(groups[name]):
                            groups[name] = [tile for tile in groups[name] if tile not in taken]
                            changed = True
        for name, tiles in list(groups.items()):
            if len(tiles) == 1 and slots[name] == 1:
                for heap in piles:
                    heap[:] = [tiles[0] if slot == name else slot for slot in heap]
                del groups[name]
                _forget(groups, tiles[0])
                changed = True
        if not changed:
            return


def _forget(groups: dict[str, list[str]], tile: str) -> None:
    """A tile has a place now: no slot can be it any more."""
    for name, tiles in groups.items():
        if tile in tiles:
            groups[name] = [other for other in tiles if other != tile]


def narrow(state: State) -> None:
    """Draw every conclusion about unknown slots."""
    if state.groups:
        _narrow((state.recruit_pile, state.threat_pile), state.groups)


def _found(state: State, name: str, tile: str) -> None:
    """The top of a pile is this tile."""
    heap = pile(state, name)
    heap[0] = tile
    _forget(state.groups, tile)
    narrow(state)


def _group(state: State, tiles: Iterable[str]) -> str:
    """A new group of unknown slots."""
    state.grouped += 1
    name = f"{UNKNOWN}{state.grouped}"
    state.groups[name] = in_order(state, tiles)
    return name


# --------------------------------------------------------------------------------------------------------------- setup


def lay_out(state: State, event: SetUp) -> None:
    """Tiles in the first ten cities, both queues, the hidden rest (XID-2.7 to XID-2.18)."""
    box = state.box
    state.tile_set = event.tile_set or state.seating.tile_set
    for tile in event.recruit_tiles:
        place_recruit(state, tile)
    for tile in event.threat_tiles:
        place_threat(state, tile)
    state.next_recruit, state.next_threat = event.next_recruitment, event.next_threat
    named = {*event.recruit_tiles, *event.threat_tiles, event.next_recruitment, event.next_threat}
    tops = (event.top_recruitment, event.top_threat)
    hidden = [tile for tile in box.sets[state.tile_set] if tile not in named and tile not in tops]
    below = box.recruit_pile - 2
    group = _group(state, hidden)
    state.recruit_pile = [event.top_recruitment] + [group] * below
    state.threat_pile = [event.top_threat] + [group] * (len(hidden) - below)
    narrow(state)


def place_recruit(state: State, tile: str) -> int:
    """A tile goes, recruitment side up, to its city and is stocked as far as the Barracks can (XID-11.7, XID-11.9)."""
    face: Tile = state.box.tiles[tile]
    city = state.cities[face.city]
    city.tile, city.threat, city.units = tile, False, {}
    for unit, symbols in face.recruits.items():
        count = min(symbols, state.barracks[unit])
        city.units[unit] = count
        state.barracks[unit] -= count
    return face.city


def place_threat(state: State, tile: str) -> None:
    """A tile goes, threat side up, to its city (XID-11.5)."""
    city = state.cities[state.box.tiles[tile].city]
    city.tile, city.threat, city.units = tile, True, {}


# ------------------------------------------------------------------------------------------------------------- renewal


def start(state: State, name: str, number: int) -> None:
    """The tile of a city has to leave (XID-11.1, XID-11.2)."""
    stale = []
    if name == RECRUIT:
        stale = [
            other
            for other, city in sorted(state.cities.items())
            if other != number and city.tile and not city.threat and not any(city.units.values())
        ]
    state.renewal = Renewal(name, number, stale=stale)


def step(state: State, renewal: Renewal) -> None:
    """The next step of a renewal; it may end it, or ask for a fact."""
    match renewal.stage:
        case "leave":
            _leave(state, renewal)
        case "fill":
            if _fill(state, renewal.pile):
                renewal.stage = "check"
        case "check":
            _check(state, renewal)
        case _:
            _tidy(state)


def _leave(state: State, renewal: Renewal) -> None:
    """The tile goes to its discard, the Next one to its own city (XID-11.1 to XID-11.5)."""
    city = state.cities[renewal.city]
    tile, city.tile, city.threat = city.tile or "", None, False
    for unit, count in city.units.items():  # none, but for a ruling
        state.barracks[unit] += count
    city.units = {}
    state.renewals[renewal.pile] += 1
    renewal.stage = "fill"
    if renewal.pile == RECRUIT:
        state.recruit_discard.append(tile)
        renewal.city = place_recruit(state, state.next_recruit or "")
        state.next_recruit = None
    else:
        state.threat_discard.append(tile)
        place_threat(state, state.next_threat or "")
        state.next_threat = None


def _fill(state: State, name: str) -> bool:
    """Fill a Next space; False where a fact is needed first (XID-11.8, XID-11.12, XID-11.13, XID-11.18, XID-11.19)."""
    _refill(state, name)
    source = name
    if not pile(state, name):
        if name == THREAT:
            state.due = Due("awaken")
            return False
        source = THREAT
        _refill(state, THREAT)
    heap = pile(state, source)
    if not known(heap[0]):
        state.due = Due("reveal_top", pile=source, must=True)
        return False
    tile = heap.pop(0)
    if source in state.unnoted:
        state.unnoted.remove(source)
    if name == RECRUIT:
        state.next_recruit = tile
    else:
        state.next_threat = tile
    return True


def _refill(state: State, name: str) -> None:
    """An empty pile is made of the other kind's discard, turned over as a block or mixed (XID-11.12 to XID-11.14)."""
    source = state.threat_discard if name == RECRUIT else state.recruit_discard
    heap = pile(state, name)
    if heap or not source:
        return
    if state.options.block or len(source) == 1:
        heap[:] = source
    else:
        heap[:] = [_group(state, source)] * len(source)
    source.clear()
    narrow(state)


def _check(state: State, renewal: Renewal) -> None:
    """A tile that came without units leaves again, once; then those left over from before (XID-11.11, XID-11.25)."""
    if renewal.pile == RECRUIT:
        city = state.cities[renewal.city]
        if city.tile is not None and not any(city.units.values()) and city.tile not in renewal.bare:
            renewal.bare.append(city.tile)
            renewal.stage = "leave"
            return
        if renewal.stale:
            renewal.city = renewal.stale.pop(0)
            renewal.bare.append(state.cities[renewal.city].tile or "")
            renewal.stage = "leave"
            return
    renewal.stage = "tidy"


def _tidy(state: State) -> None:
    """Refill what is empty, then ask for tops nobody has seen yet (XID-11.16, XID-11.22)."""
    _refill(state, RECRUIT)
    _refill(state, THREAT)
    for name in (RECRUIT, THREAT):
        heap = pile(state, name)
        if heap and not known(heap[0]) and name not in state.unnoted:
            state.due = Due("reveal_top", pile=name)
            return
    state.renewal = None


# ---------------------------------------------------------------------------------------------------------- reveal_top


def decide_top(state: State, move: Json) -> TopRevealed:
    """The top of a pile is seen, or nobody noted it (XID-11.22, XID-11.24, XID-21.3, XID-21.5)."""
    name, tile, due = move.get("pile"), move.get("tile"), state.due
    if type(name) is not str or name not in (RECRUIT, THREAT):
        raise refusal("XID-1.12", "no_such_pile", pile=shown(name))
    if state.tile_set is None or state.phase == "finished":
        raise refusal("XID-11.22", "no_pile_yet")
    asked = due is not None and due.what == "reveal_top"
    if due is not None and asked and due.pile != name:
        raise refusal("XID-11.22", "other_pile", asked=due.pile, pile=name)
    heap = pile(state, name)
    if not heap:
        raise refusal("XID-11.17", "pile_empty", pile=name)
    if tile is None:
        if not asked:
            raise refusal("XID-21.5", "not_asked", pile=name)
        if due is not None and due.must:
            raise refusal("XID-11.24", "must_be_named", pile=name, tiles=", ".join(possible(state, heap[0])))
        return TopRevealed(name, None)
    member(state, tile)
    event = TopRevealed(name, tile)
    if tile in possible(state, heap[0]):
        return event
    inside = any(tile in possible(state, slot) for slot in heap)
    if known(heap[0]):
        if not inside:
            raise refusal("XID-11.20", "not_there", pile=name, tile=tile, tiles=", ".join(heap_of(state, heap)))
        if state.options.strict:
            raise refusal("XID-11.14", "other_order", event=encode(event), pile=name, tile=tile, top=heap[0])
    elif not inside or state.options.strict:
        text = ", ".join(possible(state, heap[0]))
        raise refusal(
            "XID-11.20", "not_there", event=encode(event) if inside else None, pile=name, tile=tile, tiles=text
        )
    return event


def heap_of(state: State, heap: list[str]) -> list[str]:
    """Everything that can lie in a pile."""
    return in_order(state, (tile for slot in heap for tile in possible(state, slot)))


def member(state: State, tile: object) -> None:
    """The tile belongs to the set in play (XID-11.20)."""
    if type(tile) is not str or tile not in state.box.sets[state.tile_set or ""]:
        raise refusal("XID-11.20", "not_in_set", tile=shown(tile), set=state.tile_set or "-")


def see_top(state: State, event: TopRevealed, name: str) -> None:
    """Keep what was seen; a top that differs from the derived one makes the order of its pile unknown (chapter 18)."""
    heap = pile(state, event.pile)
    if event.tile is None:
        if event.pile not in state.unnoted:
            state.unnoted.append(event.pile)
    elif event.tile in possible(state, heap[0]):
        if not known(heap[0]):
            _found(state, event.pile, event.tile)
    else:
        derived = "/".join(possible(state, heap[0]))
        state.findings.append(Finding("pile", [name], None, event.pile, event.tile, derived))
        rest = [tile for tile in heap_of(state, heap) if tile != event.tile]
        _forget(state.groups, event.tile)
        group = _group(state, rest)
        heap[:] = [event.tile] + [group] * (len(heap) - 1)
        narrow(state)
    if event.pile in state.unnoted and known(heap[0]):
        state.unnoted.remove(event.pile)
    if state.due is not None and state.due.what == "reveal_top":
        state.due = None


# -------------------------------------------------------------------------------------------------------------- awaken


@dataclass(slots=True)
class Muster:
    """What the reinforcements make of the tiles (XID-12.6 to XID-12.9).

    Args:
        recruits: The new Recruitment pile.
        threats: The shuffled rest, the tile for the Next space among it.
        groups: What the unknown slots can be.
        made: Groups made so far.
    """

    recruits: list[str]
    threats: list[str]
    groups: dict[str, list[str]]
    made: int

    def next(self) -> list[str]:
        """What the top of the rest can be."""
        top = self.threats[0]
        return [top] if known(top) else self.groups[top]

    def draw(self, tile: str) -> None:
        """The top of the rest was this tile; it is taken away."""
        self.threats.pop(0)
        _forget(self.groups, tile)
        _narrow((self.recruits, self.threats), self.groups)


def muster(state: State, *, mixed: bool = False) -> Muster:
    """The tiles after the reinforcements, before any of them is turned up.

    Args:
        state: An awakening is due.
        mixed: Whether the order of the Recruitment pile is not to be trusted (``strict_piles`` false).
    """
    groups = {name: list(tiles) for name, tiles in state.groups.items()}
    made = state.grouped

    def group(tiles: Iterable[str]) -> str:
        nonlocal made
        made += 1
        groups[f"{UNKNOWN}{made}"] = in_order(state, tiles)
        return f"{UNKNOWN}{made}"

    turned = list(state.threat_discard)
    if not state.options.block and len(turned) > 1:
        turned = [group(turned)] * len(turned)
    stack = state.recruit_pile + turned
    if mixed:
        stack = [group(tile for slot in stack for tile in (groups.get(slot) or [slot]))] * len(stack)
    recruits, rest = stack[: state.box.reinforced], stack[state.box.reinforced :]
    shuffled = group(tile for slot in rest for tile in (groups.get(slot) or [slot]))
    found = Muster(recruits, [shuffled] * len(rest), groups, made)
    _narrow((found.recruits, found.threats), found.groups)
    return found


def _mustered(state: State, first: str, top: str | None) -> Muster | None:
    """The tiles of an awakening after these two were turned up; None where they cannot be.

    The tile for the Next space is drawn; the top is still on the pile.
    """
    for mixed in (False, True)[: 1 + (not state.options.strict)]:
        found = muster(state, mixed=mixed)
        if first in found.next():
            found.draw(first)
            if top is None or top in found.next():
                return found
    return None


def can_come(state: State, first: str, top: str | None) -> bool:
    """Whether these two can be turned up by the awakening that is due: on the Next space, and on the pile after it."""
    return _mustered(state, first, top) is not None


def coming(state: State) -> list[str]:
    """What may come to the Next Threat space at the awakening that is due."""
    return list(muster(state, mixed=not state.options.strict).next())


def following(state: State, first: str) -> list[str]:
    """What may lie on top of the Threat pile after this tile."""
    found = muster(state, mixed=not state.options.strict)
    if first not in found.next():
        return []
    found.draw(first)
    return list(found.next())


def decide_awaken(state: State, move: Json) -> Awoken:
    """Titans turn and reinforcements come (XID-12.2 to XID-12.13)."""
    if state.due is None or state.due.what != "awaken":
        raise refusal("XID-12.1", "no_awakening")
    turned = move.get("turned") or {}
    wakes = waking(state)
    for name, titan in turned.items():
        stack: Stack = state.stacks[name]
        if stack.raging is not None:
            raise refusal("XID-12.3", "already_raging", stack=name, titan=stack.raging)
        if not stack.asleep:
            raise refusal("XID-12.4", "stack_empty", stack=name)
        can = sleepers(state, state.box.stacks[name])
        if titan not in can:
            raise refusal("XID-12.2", "other_titan", titan=shown(titan), stack=name, titans=", ".join(can))
    missing = [name for name in wakes if name not in turned]
    if missing:
        raise refusal("XID-12.2", "stack_left_out", stacks=", ".join(missing))
    first, top = move.get("next_threat"), move.get("top_threat")
    member(state, first)
    if first not in coming(state):
        raise refusal("XID-12.13", "not_in_remainder", tile=str(first), tiles=", ".join(coming(state)))
    if top is not None:
        member(state, top)
        if top not in following(state, str(first)):
            raise refusal("XID-12.13", "not_in_remainder", tile=str(top), tiles=", ".join(following(state, str(first))))
    return Awoken(dict(sorted(turned.items())), str(first), None if top is None else str(top))


def wake(state: State, event: Awoken, name: str) -> None:
    """The awakening and the arrival of reinforcements (chapter 12)."""
    for stack, titan in event.turned.items():
        lair = state.stacks[stack]
        lair.asleep -= 1
        lair.raging = titan
        lair.turned.append(titan)
    found = _mustered(state, event.next_threat, event.top_threat)
    if found is None:  # decide has looked
        return
    expected = muster(state).recruits
    if found.recruits != expected and all(known(slot) for slot in expected):
        derived = ", ".join(expected)
        state.findings.append(Finding("pile", [name], None, RECRUIT, event.next_threat, derived))
    state.awakenings += 1
    state.next_threat = event.next_threat
    state.threat_discard.clear()
    state.recruit_pile, state.threat_pile = found.recruits, found.threats
    state.groups, state.grouped = found.groups, found.made
    state.unnoted.clear()
    if event.top_threat is not None:
        _found(state, THREAT, event.top_threat)
    elif state.threat_pile and not known(state.threat_pile[0]):
        state.unnoted.append(THREAT)
    state.due = None
    if state.renewal is not None:
        state.renewal.stage = "tidy"
