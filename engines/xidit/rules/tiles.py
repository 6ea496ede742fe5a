"""The two queues: renewal of tiles, piles that are turned over, candidates of unknown slots (chapters 11, 12)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NoReturn

from engines.kernel.game import Json
from engines.kernel.hidden.unknown import Unknown, is_known
from engines.kernel.sentences import shown
from engines.xidit.box.components import Tile
from engines.xidit.moves import Awoken, SetUp, TopRevealed, encode
from engines.xidit.refusals import refusal
from engines.xidit.rules.derived import pile, possible, sleepers, waking
from engines.xidit.state import RECRUIT, THREAT, Due, Finding, Renewal, Stack, State


def in_order(state: State, tiles: Iterable[str]) -> list[str]:
    """Tiles in the order of the box."""
    found = set(tiles)
    return [tile for tile in state.box.sets[state.tile_set or ""] if tile in found]


def _settle(state: State) -> None:
    """Write the tile into a slot that can be only one tile."""
    state.hidden.settle(state.recruit_pile, state.threat_pile)


def _found(state: State, name: str, tile: str, entry: str) -> None:
    """Store that the top of a pile is this tile."""
    heap = pile(state, name)
    state.hidden.found(heap[0], tile, entry)
    heap[0] = tile
    _settle(state)


def lay_out(state: State, event: SetUp, entry: str) -> None:
    """Lay out the tiles: the first ten cities, both queues, the hidden rest (XID-2.7 to XID-2.18)."""
    box = state.box
    state.tile_set = event.tile_set or state.seating.tile_set
    for tile in event.recruit_tiles:
        place_recruit(state, tile)
    for tile in event.threat_tiles:
        place_threat(state, tile)
    state.next_recruit, state.next_threat = event.next_recruitment, event.next_threat
    named = [*event.recruit_tiles, *event.threat_tiles, event.next_recruitment, event.next_threat]
    named += [event.top_recruitment, event.top_threat]
    state.hidden = Unknown.of(box.sets[state.tile_set])
    for tile in named:
        state.hidden.seen(tile, entry)
    hidden = [tile for tile in box.sets[state.tile_set] if tile not in named]
    below = box.recruit_pile - 2
    group = state.hidden.hide(dict.fromkeys(hidden, 1), entry)
    state.recruit_pile = [event.top_recruitment] + [group] * below
    state.threat_pile = [event.top_threat] + [group] * (len(hidden) - below)
    _settle(state)


def place_recruit(state: State, tile: str) -> int:
    """Place a tile, recruitment side up, in its city with as many units as the Barracks have (XID-11.7, XID-11.9)."""
    face: Tile = state.box.tiles[tile]
    city = state.cities[face.city]
    city.tile, city.threat, city.units = tile, False, {}
    for unit, symbols in face.recruits.items():
        count = min(symbols, state.barracks[unit])
        city.units[unit] = count
        state.barracks[unit] -= count
    return face.city


def place_threat(state: State, tile: str) -> None:
    """Place a tile, threat side up, in its city (XID-11.5)."""
    city = state.cities[state.box.tiles[tile].city]
    city.tile, city.threat, city.units = tile, True, {}


def start(state: State, name: str, number: int) -> None:
    """Begin to replace the tile of a city (XID-11.1, XID-11.2)."""
    stale = []
    if name == RECRUIT:
        stale = [
            other
            for other, city in sorted(state.cities.items())
            if other != number and city.tile and not city.threat and not any(city.units.values())
        ]
    state.renewal = Renewal(name, number, stale=stale)


def step(state: State, renewal: Renewal, entry: str) -> None:
    """Take the next step of a renewal in this entry; it may end the renewal, or ask for a fact."""
    match renewal.stage:
        case "leave":
            _leave(state, renewal)
        case "fill":
            if _fill(state, renewal.pile, entry):
                renewal.stage = "check"
        case "check":
            _check(state, renewal)
        case _:
            _tidy(state, entry)


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


def _fill(state: State, name: str, entry: str) -> bool:
    """Fill a Next space; False where a fact is needed first (XID-11.8, XID-11.12, XID-11.13, XID-11.18, XID-11.19)."""
    _refill(state, name, entry)
    source = name
    if not pile(state, name):
        if name == THREAT:
            state.due = Due("awaken")
            return False
        source = THREAT
        _refill(state, THREAT, entry)
    heap = pile(state, source)
    if not is_known(heap[0]):
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


def _refill(state: State, name: str, entry: str) -> None:
    """An empty pile is made of the other kind's discard, turned over as a block or mixed (XID-11.12 to XID-11.14)."""
    source = state.threat_discard if name == RECRUIT else state.recruit_discard
    heap = pile(state, name)
    if heap or not source:
        return
    heap[:] = source
    source.clear()
    if not state.options.block:
        state.hidden.shuffle(heap, entry)
        _settle(state)


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


def _tidy(state: State, entry: str) -> None:
    """Refill what is empty, then ask for tops nobody has seen yet (XID-11.16, XID-11.22)."""
    _refill(state, RECRUIT, entry)
    _refill(state, THREAT, entry)
    for name in (RECRUIT, THREAT):
        heap = pile(state, name)
        if heap and not is_known(heap[0]) and name not in state.unnoted:
            state.due = Due("reveal_top", pile=name)
            return
    state.renewal = None


def decide_top(state: State, move: Json) -> TopRevealed:
    """Note the top of a pile, or that nobody noted it (XID-11.22, XID-11.24, XID-21.3, XID-21.5)."""
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
    inside, hidden = any(tile in possible(state, slot) for slot in heap), state.hidden
    if is_known(heap[0]) and inside:
        if state.options.strict:
            raise refusal(
                "XID-11.14",
                "other_order",
                names=[*hidden.said.get(heap[0], ()), *hidden.said.get(tile, ())],
                event=encode(event),
                pile=name,
                tile=tile,
                top=heap[0],
            )
    elif not inside or state.options.strict:
        slots = heap if is_known(heap[0]) else heap[:1]
        could = in_order(state, (tile for slot in slots for tile in possible(state, slot)))
        raise refusal(
            "XID-11.20",
            "not_there",
            names=hidden.blame(heap[:1], tile),
            event=encode(event) if inside else None,
            pile=name,
            tile=tile,
            tiles=", ".join(could),
        )
    return event


def member(state: State, tile: object) -> None:
    """Check that a tile belongs to the set in play (XID-11.20)."""
    if type(tile) is not str or tile not in state.box.sets[state.tile_set or ""]:
        raise refusal("XID-11.20", "not_in_set", tile=shown(tile), set=state.tile_set or "-")


def see_top(state: State, event: TopRevealed, name: str) -> None:
    """Store the tile seen; a top that differs from the derived one makes the order of its pile unknown (chapter 18)."""
    heap = pile(state, event.pile)
    if event.tile is None:
        if event.pile not in state.unnoted:
            state.unnoted.append(event.pile)
    elif event.tile in possible(state, heap[0]):
        if not is_known(heap[0]):
            _found(state, event.pile, event.tile, name)
    else:
        derived = "/".join(possible(state, heap[0]))
        state.findings.append(Finding("pile", [name], None, event.pile, event.tile, derived))
        state.hidden.shuffle(heap, name)
        _found(state, event.pile, event.tile, name)
    if event.pile in state.unnoted and is_known(heap[0]):
        state.unnoted.remove(event.pile)
    if state.due is not None and state.due.what == "reveal_top":
        state.due = None


@dataclass(slots=True)
class Muster:
    """The tiles after the reinforcements (XID-12.6 to XID-12.9).

    Args:
        recruits: The new Recruitment pile.
        threats: The shuffled rest, the tile for the Next space among it.
        hidden: What the unknown slots of both can be.
    """

    recruits: list[str]
    threats: list[str]
    hidden: Unknown

    def next(self) -> list[str]:
        """The tiles that the top of the rest can be."""
        return self.hidden.can(self.threats[0])

    def draw(self, tile: str, entry: str) -> None:
        """Take this tile from the top of the rest."""
        top = self.threats.pop(0)
        if not is_known(top):
            self.hidden.found(top, tile, entry)
            self.hidden.settle(self.recruits, self.threats)


def muster(state: State, entry: str = "", *, mixed: bool = False) -> Muster:
    """The hidden tiles after the reinforcements, before any of them is turned up.

    Args:
        state: An awakening is due.
        entry: The move that causes it; empty on a trial.
        mixed: Whether the order of the Recruitment pile is uncertain (``strict_piles`` false).
    """
    hidden = state.hidden.copy()
    turned = state.threat_discard.copy()
    if not state.options.block:
        hidden.shuffle(turned, entry)
    stack = state.recruit_pile + turned
    if mixed:
        hidden.shuffle(stack, entry)
    recruits, rest = stack[: state.box.reinforced], stack[state.box.reinforced :]
    hidden.shuffle(rest, entry)
    hidden.settle(recruits, rest)
    return Muster(recruits, rest, hidden)


def _mustered(state: State, first: str, top: str | None, entry: str = "") -> Muster | None:
    """The tiles of an awakening after these two were turned up; None if they cannot be.

    The tile for the Next space is drawn; the top is still on the pile.
    """
    for mixed in (False, True)[: 1 + (not state.options.strict)]:
        found = muster(state, entry, mixed=mixed)
        if first in found.next():
            found.draw(first, entry)
            if top is None or top in found.next():
                return found
    return None


def can_come(state: State, first: str, top: str | None) -> bool:
    """Whether the awakening that is due can turn up these two tiles: on the Next space, and then on the pile."""
    return _mustered(state, first, top) is not None


def coming(state: State) -> list[str]:
    """The tiles that may come to the Next Threat space at the awakening that is due."""
    return list(muster(state, mixed=not state.options.strict).next())


def following(state: State, first: str) -> list[str]:
    """The tiles that may be on top of the Threat pile after this tile."""
    found = muster(state, mixed=not state.options.strict)
    if first not in found.next():
        return []
    found.draw(first, "")
    return list(found.next())


def decide_awaken(state: State, move: Json) -> Awoken:
    """Turn titans and bring reinforcements (XID-12.2 to XID-12.13)."""
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
        _not_among(state, str(first), coming(state), [])
    if top is not None:
        member(state, top)
        if top not in following(state, str(first)):
            _not_among(state, str(top), following(state, str(first)), [str(first)])
    return Awoken(dict(sorted(turned.items())), str(first), None if top is None else str(top))


def _not_among(state: State, tile: str, could: list[str], drawn: list[str]) -> NoReturn:
    """A tile that was not among those shuffled, or lies elsewhere by now (XID-12.13)."""
    found = muster(state, mixed=not state.options.strict)
    for earlier in drawn:
        found.draw(earlier, "")
    names = found.hidden.blame(found.threats[:1], tile)
    raise refusal("XID-12.13", "not_in_remainder", names=names, tile=tile, tiles=", ".join(could))


def wake(state: State, event: Awoken, name: str) -> None:
    """Apply the awakening and the arrival of reinforcements (chapter 12)."""
    for stack, titan in event.turned.items():
        lair = state.stacks[stack]
        lair.asleep -= 1
        lair.raging = titan
        lair.turned.append(titan)
    found = _mustered(state, event.next_threat, event.top_threat, name)
    if found is None:  # decide has looked
        return
    expected = muster(state).recruits
    if found.recruits != expected and all(is_known(slot) for slot in expected):
        derived = ", ".join(expected)
        state.findings.append(Finding("pile", [name], None, RECRUIT, event.next_threat, derived))
    state.awakenings += 1
    state.next_threat = event.next_threat
    state.threat_discard.clear()
    state.recruit_pile, state.threat_pile = found.recruits, found.threats
    state.hidden = found.hidden
    state.unnoted.clear()
    if event.top_threat is not None:
        if not is_known(state.threat_pile[0]):
            _found(state, THREAT, event.top_threat, name)
    elif state.threat_pile and not is_known(state.threat_pile[0]):
        state.unnoted.append(THREAT)
    state.due = None
    if state.renewal is not None:
        state.renewal.stage = "tidy"
