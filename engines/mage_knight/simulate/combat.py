"""Combat of a simulated seat: candidate moves, the most promising first."""

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
from engines.mage_knight.simulate.play_values import Playable, best, playables
from engines.mage_knight.state import Combat, State

Play = tuple[Json, tuple[int, ...]]
"""A move as far as it is fixed, and the options that it is to take."""

BEARABLE = 4
"""Wounds from one enemy that a seat accepts rather than spend its attack on a block."""
CURSED = {"destroy": 1.0, "stop": 0.6, "weaken": 0.3}
"""How often that is done to an enemy where it can be."""
CURSES = {"ranged_siege": ("weaken",), "block": ("stop",), "attack": ("destroy", "weaken")}
"""What is done to enemies in which phase."""

Worth = Callable[[Sequence[Part]], int]
"""What some values come to against one enemy."""


def danger(token: EnemyToken) -> int:
    """An estimate of the harm that an enemy does; paralysis costs the cards to strike back with."""
    return (token.attack or 5) * (2 if "brutal" in token.offence else 1) + (9 if "paralyze" in token.offence else 0)


def fight(state: State, seat: int, rng: Random) -> Iterator[Play]:
    """The next moves that a seat prefers in its combat."""
    combat = state.combat
    if combat is None:
        return
    attempt, found = read_only_attempt(state, seat), playables(state, seat)
    rng.shuffle(found)
    alive = [(number, enemy) for number, enemy in combat.enemies.items() if not enemy.defeated]
    wanted = CURSES.get(combat.phase, ())
    for one in found:
        if any(kind in wanted and rng.random() < CURSED[kind] for kind in one.value.against):
            yield one.move, one.value.options
    if combat.phase == "attack":
        alive.sort(key=lambda one: armor(state, facing(combat, one[1])))
    else:
        alive.sort(key=lambda one: -danger(token_of(state, facing(combat, one[1]))))
    for number, enemy in alive:
        if combat.phase == "block":
            yield from _block(attempt, combat, number, found)
            continue
        walls = fortified(attempt, combat, enemy) if combat.phase == "ranged_siege" else 0
        kinds = ("siege",) if walls == 1 else ("siege", "ranged") if combat.phase == "ranged_siege" else ()
        if walls <= 1:
            need = armor(state, facing(combat, enemy))
            move: Json = {"type": "attack", "seat": seat, "enemies": [number]}
            yield from _reach(attempt, _attack_worth(attempt, enemy, kinds), need, move, found)
    for kind in ("summon", "assign_damage", "next_phase", "end_combat"):
        yield {"type": kind, "seat": seat}, ()


def _block(attempt: Attempt, combat: Combat, number: int, found: Sequence[Playable]) -> Iterator[Play]:
    """Block an enemy whom the hero could not bear, or whose block leaves enough to attack it with."""
    state, enemy = attempt.state, combat.enemies[number]
    foe = facing(combat, enemy)
    token = token_of(state, foe)
    if foe.blocked or foe.stopped or enemy.dealt or not token.attack:
        return
    need = token.attack * (2 if "swift" in offence(state, foe) else 1)
    worth, strike = _block_worth(token.element), _attack_worth(attempt, enemy)
    spent = {one.key for one in _way(attempt, found, worth, need - _lying(attempt, worth)[0]) or ()}
    can = [
        sum(strike(one.value.parts) for one in best(state, attempt.mover, some, lambda one: strike(one.value.parts)))
        for some in (found, [one for one in found if one.key not in spent])
    ]
    mortal = danger(token) > BEARABLE * level_of(state, attempt.me).armor
    if mortal or not can[0] >= armor(state, foe) > can[1]:
        move: Json = {"type": "block", "seat": attempt.seat, "enemy": number}
        yield from _reach(attempt, worth, need, move, found)


def _reach(attempt: Attempt, worth: Worth, need: int, move: Json, found: Sequence[Playable]) -> Iterator[Play]:
    """The move, once what lies there is enough for it; before that the plays that bring it nearer."""
    have, names = _lying(attempt, worth)
    if have >= need:
        pieces = attempt.turn.pieces
        names.sort(key=lambda one: -worth(pieces[one].parts))
        sums = [worth([part for one in names[:count] for part in pieces[one].parts]) for count in range(len(names) + 1)]
        yield {**move, "pieces": names[: next(count for count, total in enumerate(sums) if total >= need)]}, ()
        return
    for one in _way(attempt, found, worth, need - have) or ():
        yield one.move, one.value.options


def _lying(attempt: Attempt, worth: Worth) -> tuple[int, list[str]]:
    """What the pieces come to that can be used now, and their names."""
    pieces = attempt.turn.pieces
    names = [name for name, one in pieces.items() if not one.used]
    return worth([part for name in names for part in pieces[name].parts]), names


def _way(attempt: Attempt, found: Sequence[Playable], worth: Worth, need: int) -> list[Playable] | None:
    """Plays that together reach an amount, the largest first; None if all together do not."""
    out: list[Playable] = []
    can = best(attempt.state, attempt.mover, found, lambda one: worth(one.value.parts)) if need > 0 else []
    for one in sorted(can, key=lambda one: -worth(one.value.parts)):
        if need > 0:
            out.append(one)
            need -= worth(one.value.parts)
    return out if need <= 0 else None


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
        values = [(part.value, part.element in EFFICIENT[element]) for part in parts if part.gives == "block"]
        return sum(value for value, good in values if good) + sum(value for value, good in values if not good) // 2

    return worth
