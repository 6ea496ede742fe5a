"""Combat of a simulated table: candidate moves, the most promising first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random

from engines.kernel.game import Json
from engines.mage_knight.box.components import EnemyToken
from engines.mage_knight.offers.table_questions import read_only_attempt
from engines.mage_knight.rules.attempt import Attempt
from engines.mage_knight.rules.combat import EFFICIENT, attack_total
from engines.mage_knight.rules.enemies import armor, facing, fortified, offence, resists, token_of
from engines.mage_knight.rules.table.pieces import Enemy, Part
from engines.mage_knight.rules.table.wounds import level_of
from engines.mage_knight.simulate.play_values import Playable, best, mana_left, playables
from engines.mage_knight.state import Combat, State

Play = tuple[Json, tuple[int, ...]]
"""A move as far as it is fixed, and the options that it is to take."""

BEARABLE = 3
"""Wounds from one enemy that a table accepts rather than spend its attack on a block."""

CURSES = {"ranged_siege": ("weaken",), "block": ("stop",), "attack": ("destroy", "weaken")}
"""What is done to enemies in which phase."""

CURSED = {"destroy": 1.0, "stop": 0.6, "weaken": 0.3}
"""How often that is done where it can be."""

Worth = Callable[[Sequence[Part]], int]
"""What some values come to against one enemy."""


def fight(state: State, seat: int, rng: Random) -> Iterator[Play]:
    """The next moves that a seat prefers in its combat."""
    combat = state.combat
    if combat is None:
        return
    attempt = read_only_attempt(state, seat)
    yield from _curse(attempt, combat, rng)
    match combat.phase:
        case "ranged_siege":
            yield from _shoot(attempt, combat, rng)
        case "block":
            yield from _block(attempt, combat, rng)
        case "attack":
            yield from _strike(attempt, combat, rng)
            yield {"type": "end_combat", "seat": seat}, ()
    if combat.phase != "attack":
        yield {"type": "next_phase", "seat": seat}, ()


def danger(token: EnemyToken) -> int:
    """About how much an enemy hurts: who is paralyzed has no cards to strike with."""
    return (token.attack or 5) * (2 if "brutal" in token.offence else 1) + (9 if "paralyze" in token.offence else 0)


def _alive(combat: Combat) -> list[int]:
    return [number for number, enemy in combat.enemies.items() if not enemy.defeated]


def _curse(attempt: Attempt, combat: Combat, rng: Random) -> Iterator[Play]:
    """Plays that destroy an enemy, stop one that would strike, or weaken one before it is attacked."""
    wanted = list(CURSES.get(combat.phase, ()))
    if "stop" in wanted and not any(_strikes(combat, combat.enemies[number]) for number in _alive(combat)):
        wanted.remove("stop")
    found = playables(attempt.state, attempt.seat or 0) if wanted else []
    rng.shuffle(found)
    for one in found:
        if any(kind in wanted and rng.random() < CURSED[kind] for kind in one.value.against):
            yield one.move, one.value.options


def _strikes(combat: Combat, enemy: Enemy) -> bool:
    """Whether an enemy is neither blocked nor stopped."""
    foe = facing(combat, enemy)
    return not (foe.blocked or foe.stopped)


def _shoot(attempt: Attempt, combat: Combat, rng: Random) -> Iterator[Play]:
    """Who can be shot before they strike."""
    state = attempt.state
    for number in sorted(_alive(combat), key=lambda one: -danger(token_of(state, combat.enemies[one].foe))):
        enemy = combat.enemies[number]
        walls = fortified(attempt, combat, enemy)
        if walls > 1:
            continue
        kinds = ("siege",) if walls else ("siege", "ranged")
        worth = _attack_worth(attempt, enemy, kinds)
        move: Json = {"type": "attack", "seat": attempt.seat, "enemies": [number]}
        yield from _reach(attempt, worth, armor(state, enemy.foe), move, rng)


def _strike(attempt: Attempt, combat: Combat, rng: Random) -> Iterator[Play]:
    """Who can be defeated, the weakest first."""
    state = attempt.state
    alive = sorted(_alive(combat), key=lambda one: armor(state, facing(combat, combat.enemies[one])))
    for number in alive:
        enemy = combat.enemies[number]
        move: Json = {"type": "attack", "seat": attempt.seat, "enemies": [number]}
        yield from _reach(attempt, _attack_worth(attempt, enemy), armor(state, facing(combat, enemy)), move, rng)


def _block(attempt: Attempt, combat: Combat, rng: Random) -> Iterator[Play]:
    """Who had better be blocked: whom the hero could not bear, or whose block leaves enough to attack with."""
    state = attempt.state
    alive = _alive(combat)
    wanted = min((armor(state, combat.enemies[one].foe) for one in alive), default=0)
    for number in sorted(alive, key=lambda one: -danger(token_of(state, facing(combat, combat.enemies[one])))):
        enemy = combat.enemies[number]
        foe = facing(combat, enemy)
        token = token_of(state, foe)
        if foe.blocked or foe.stopped or enemy.dealt or not token.attack:
            continue
        abilities = offence(state, foe)
        need = token.attack * (2 if "swift" in abilities else 1)
        worth = _block_worth(token.element)
        wounds = -(-danger(token) // level_of(state, attempt.me).armor)
        spent = _greedy(attempt, playables(state, attempt.seat or 0), worth, need - _lying(attempt, worth)[0])
        if spent is None:
            continue
        strike = _attack_worth(attempt, enemy)
        can = _capacity(attempt, strike, {one.key for one in spent})
        if wounds > BEARABLE or can >= wanted or _capacity(attempt, strike, set()) < wanted:
            move: Json = {"type": "block", "seat": attempt.seat, "enemy": number}
            yield from _reach(attempt, worth, need, move, rng)


def _reach(attempt: Attempt, worth: Worth, need: int, move: Json, rng: Random) -> Iterator[Play]:
    """The move, once what lies there is enough for it; before that the play that brings it nearest."""
    have, names = _lying(attempt, worth)
    if have >= need:
        yield {**move, "pieces": _fewest(attempt, names, worth, need)}, ()
        return
    found = playables(attempt.state, attempt.seat or 0)
    rng.shuffle(found)
    way = _greedy(attempt, found, worth, need - have)
    if way is not None:
        for one in way:
            yield one.move, one.value.options


def _lying(attempt: Attempt, worth: Worth) -> tuple[int, list[str]]:
    """What the pieces come to that can be used now, and their names."""
    pieces = attempt.turn.pieces
    names = [name for name, one in pieces.items() if not one.used and one.phase == attempt.combat.phase]
    return worth([part for name in names for part in pieces[name].parts]), names


def _fewest(attempt: Attempt, names: Sequence[str], worth: Worth, need: int) -> list[str]:
    """The pieces of most value, as many as are needed."""
    pieces = attempt.turn.pieces
    found: list[str] = []
    for name in sorted(names, key=lambda one: -worth(pieces[one].parts)):
        found.append(name)
        if worth([part for one in found for part in pieces[one].parts]) >= need:
            break
    return found


def _greedy(attempt: Attempt, found: Sequence[Playable], worth: Worth, need: int) -> list[Playable] | None:
    """Plays that together reach an amount, the largest first; None if all together do not."""
    if need <= 0:
        return []
    can = best(found, lambda one: worth(one.value.parts), mana_left(attempt.state, attempt.seat or 0))
    out: list[Playable] = []
    for one in sorted(can.values(), key=lambda one: -worth(one.value.parts)):
        out.append(one)
        need -= worth(one.value.parts)
        if need <= 0:
            return _cheaper(out, found, worth, -need)
    return None


def _cheaper(chosen: Sequence[Playable], found: Sequence[Playable], worth: Worth, spare: int) -> list[Playable]:
    """Plays as those chosen, each by a cheaper one of the same card, skill or unit as far as that is still enough."""
    out = []
    for one in chosen:
        value = worth(one.value.parts)
        same = [other for other in found if other.key == one.key and worth(other.value.parts) >= max(1, value - spare)]
        other = min(same, key=lambda other: (other.dear, -worth(other.value.parts)))
        if other.dear < one.dear:
            spare -= value - worth(other.value.parts)
            out.append(other)
        else:
            out.append(one)
    return out


def _capacity(attempt: Attempt, worth: Worth, without: set[str]) -> int:
    """What all plays could come to, each card, skill and unit once."""
    seat = attempt.seat or 0
    found = [one for one in playables(attempt.state, seat) if one.key not in without]
    can = best(found, lambda one: worth(one.value.parts), mana_left(attempt.state, seat))
    return sum(worth(one.value.parts) for one in can.values())


def _attack_worth(attempt: Attempt, enemy: Enemy, kinds: Sequence[str] = ()) -> Worth:
    """What values of attack come to against an enemy; of some kinds only."""
    resisted = [resists(attempt.state, facing(attempt.combat, enemy))]

    def worth(parts: Sequence[Part]) -> int:
        fit = [part for part in parts if part.gives == "attack" and (not kinds or part.kind in kinds)]
        return attack_total(attempt, fit, resisted)

    return worth


def _block_worth(element: str) -> Worth:
    """What values of block come to against an attack of an element (MK-16.4)."""

    def worth(parts: Sequence[Part]) -> int:
        good = sum(part.value for part in parts if part.gives == "block" and part.element in EFFICIENT[element])
        weak = sum(part.value for part in parts if part.gives == "block" and part.element not in EFFICIENT[element])
        return good + weak // 2

    return worth
