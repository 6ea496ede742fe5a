"""How an imaginary table fights: what it would play next in a combat, the most promising first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random

from engines.kernel.game import Json
from engines.mage_knight.box.components import EnemyToken
from engines.mage_knight.offers.table_questions import looking
from engines.mage_knight.rules.attempt import Doing
from engines.mage_knight.rules.combat import EFFICIENT, attack_total
from engines.mage_knight.rules.enemies import armor, facing, fortified, offence, resists, token_of
from engines.mage_knight.rules.table.pieces import Enemy, Part
from engines.mage_knight.rules.table.wounds import level_of
from engines.mage_knight.simulate.play_values import Source, best, mana_left, sources
from engines.mage_knight.state import Combat, State

Play = tuple[Json, tuple[int, ...]]
"""A move as far as it is fixed, and the options that it is to take."""

BEARABLE = 3
"""Wounds of one enemy that a table takes rather than spend what it could attack with."""

CURSES = {"ranged_siege": ("weaken",), "block": ("stop",), "attack": ("destroy", "weaken")}
"""What is done to enemies in which phase."""

CURSED = {"destroy": 1.0, "stop": 0.6, "weaken": 0.3}
"""How often that is done where it can be."""

Worth = Callable[[Sequence[Part]], int]
"""What some values come to against one enemy."""


def fight(state: State, seat: int, rng: Random) -> Iterator[Play]:
    """What a seat would do next in its combat."""
    combat = state.combat
    if combat is None:
        return
    doing = looking(state, seat)
    yield from _curse(doing, combat, rng)
    match combat.phase:
        case "ranged_siege":
            yield from _shoot(doing, combat, rng)
        case "block":
            yield from _block(doing, combat, rng)
        case "attack":
            yield from _strike(doing, combat, rng)
            yield {"type": "end_combat", "seat": seat}, ()
    if combat.phase != "attack":
        yield {"type": "next_phase", "seat": seat}, ()


def danger(token: EnemyToken) -> int:
    """About how much an enemy hurts: who is paralyzed has no cards to strike with."""
    return (token.attack or 5) * (2 if "brutal" in token.offence else 1) + (9 if "paralyze" in token.offence else 0)


def _alive(combat: Combat) -> list[int]:
    return [number for number, enemy in combat.enemies.items() if not enemy.defeated]


def _curse(doing: Doing, combat: Combat, rng: Random) -> Iterator[Play]:
    """Plays that destroy an enemy, stop one that would strike, or weaken one before it is attacked."""
    wanted = list(CURSES.get(combat.phase, ()))
    if "stop" in wanted and not any(_strikes(combat, combat.enemies[number]) for number in _alive(combat)):
        wanted.remove("stop")
    found = sources(doing.state, doing.seat or 0) if wanted else []
    rng.shuffle(found)
    for one in found:
        if any(kind in wanted and rng.random() < CURSED[kind] for kind in one.gift.against):
            yield one.move, one.gift.options


def _strikes(combat: Combat, enemy: Enemy) -> bool:
    """Whether an enemy is neither blocked nor stopped."""
    foe = facing(combat, enemy)
    return not (foe.blocked or foe.stopped)


def _shoot(doing: Doing, combat: Combat, rng: Random) -> Iterator[Play]:
    """Who can be shot before they strike."""
    state = doing.state
    for number in sorted(_alive(combat), key=lambda one: -danger(token_of(state, combat.enemies[one].foe))):
        enemy = combat.enemies[number]
        walls = fortified(doing, combat, enemy)
        if walls > 1:
            continue
        kinds = ("siege",) if walls else ("siege", "ranged")
        worth = _attack_worth(doing, enemy, kinds)
        move: Json = {"type": "attack", "seat": doing.seat, "enemies": [number]}
        yield from _reach(doing, worth, armor(state, enemy.foe), move, rng)


def _strike(doing: Doing, combat: Combat, rng: Random) -> Iterator[Play]:
    """Who can be defeated, the weakest first."""
    state = doing.state
    alive = sorted(_alive(combat), key=lambda one: armor(state, facing(combat, combat.enemies[one])))
    for number in alive:
        enemy = combat.enemies[number]
        move: Json = {"type": "attack", "seat": doing.seat, "enemies": [number]}
        yield from _reach(doing, _attack_worth(doing, enemy), armor(state, facing(combat, enemy)), move, rng)


def _block(doing: Doing, combat: Combat, rng: Random) -> Iterator[Play]:
    """Who had better be blocked: whom the hero could not bear, or whose block leaves enough to attack with."""
    state = doing.state
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
        wounds = -(-danger(token) // level_of(state, doing.me).armor)
        spent = _greedy(doing, sources(state, doing.seat or 0), worth, need - _lying(doing, worth)[0])
        if spent is None:
            continue
        strike = _attack_worth(doing, enemy)
        can = _capacity(doing, strike, {one.key for one in spent})
        if wounds > BEARABLE or can >= wanted or _capacity(doing, strike, set()) < wanted:
            move: Json = {"type": "block", "seat": doing.seat, "enemy": number}
            yield from _reach(doing, worth, need, move, rng)


def _reach(doing: Doing, worth: Worth, need: int, move: Json, rng: Random) -> Iterator[Play]:
    """The move, once what lies there is enough for it; before that the play that brings it nearest."""
    have, names = _lying(doing, worth)
    if have >= need:
        yield {**move, "pieces": _fewest(doing, names, worth, need)}, ()
        return
    found = sources(doing.state, doing.seat or 0)
    rng.shuffle(found)
    way = _greedy(doing, found, worth, need - have)
    if way is not None:
        for one in way:
            yield one.move, one.gift.options


def _lying(doing: Doing, worth: Worth) -> tuple[int, list[str]]:
    """What the pieces come to that can be used now, and their names."""
    pieces = doing.turn.pieces
    names = [name for name, one in pieces.items() if not one.used and one.phase == doing.combat.phase]
    return worth([part for name in names for part in pieces[name].parts]), names


def _fewest(doing: Doing, names: Sequence[str], worth: Worth, need: int) -> list[str]:
    """The pieces of most value, as many as are needed."""
    pieces = doing.turn.pieces
    found: list[str] = []
    for name in sorted(names, key=lambda one: -worth(pieces[one].parts)):
        found.append(name)
        if worth([part for one in found for part in pieces[one].parts]) >= need:
            break
    return found


def _greedy(doing: Doing, found: Sequence[Source], worth: Worth, need: int) -> list[Source] | None:
    """Plays that together bring so much, the largest first; None where all do not."""
    if need <= 0:
        return []
    can = best(found, lambda one: worth(one.gift.parts), mana_left(doing.state, doing.seat or 0))
    out: list[Source] = []
    for one in sorted(can.values(), key=lambda one: -worth(one.gift.parts)):
        out.append(one)
        need -= worth(one.gift.parts)
        if need <= 0:
            return _cheaper(out, found, worth, -need)
    return None


def _cheaper(chosen: Sequence[Source], found: Sequence[Source], worth: Worth, spare: int) -> list[Source]:
    """Plays as those chosen, each by a cheaper one of the same card, skill or unit as far as that is still enough."""
    out = []
    for one in chosen:
        value = worth(one.gift.parts)
        same = [other for other in found if other.key == one.key and worth(other.gift.parts) >= max(1, value - spare)]
        other = min(same, key=lambda other: (other.dear, -worth(other.gift.parts)))
        if other.dear < one.dear:
            spare -= value - worth(other.gift.parts)
            out.append(other)
        else:
            out.append(one)
    return out


def _capacity(doing: Doing, worth: Worth, without: set[str]) -> int:
    """What all plays could come to, each card, skill and unit once."""
    seat = doing.seat or 0
    found = [one for one in sources(doing.state, seat) if one.key not in without]
    can = best(found, lambda one: worth(one.gift.parts), mana_left(doing.state, seat))
    return sum(worth(one.gift.parts) for one in can.values())


def _attack_worth(doing: Doing, enemy: Enemy, kinds: Sequence[str] = ()) -> Worth:
    """What values of attack come to against an enemy; of some kinds only."""
    resisted = [resists(doing.state, facing(doing.combat, enemy))]

    def worth(parts: Sequence[Part]) -> int:
        fit = [part for part in parts if part.gives == "attack" and (not kinds or part.kind in kinds)]
        return attack_total(doing, fit, resisted)

    return worth


def _block_worth(element: str) -> Worth:
    """What values of block come to against an attack of an element (MK-16.4)."""

    def worth(parts: Sequence[Part]) -> int:
        good = sum(part.value for part in parts if part.gives == "block" and part.element in EFFICIENT[element])
        weak = sum(part.value for part in parts if part.gives == "block" and part.element not in EFFICIENT[element])
        return good + weak // 2

    return worth
