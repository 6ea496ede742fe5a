"""The four phases of a combat: attacks, blocks, damage, and how it ends (chapters 15 to 19)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from engines.mage_knight.box.components import Reward
from engines.mage_knight.moves.combat import Attacked, Blocked, CombatEnded, DamageAssigned, PhaseEnded, Summoned
from engines.mage_knight.rules.attempt import Attempt
from engines.mage_knight.rules.effects.combat import immune
from engines.mage_knight.rules.effects.units import armor_of, resists_of
from engines.mage_knight.rules.effects.values import need_phase, run
from engines.mage_knight.rules.enemies import (
    armor,
    change,
    defeat,
    discard,
    draw_down,
    draw_token,
    facing,
    fortified,
    icons,
    offence,
    resists,
    token_of,
)
from engines.mage_knight.rules.limits import own_turn
from engines.mage_knight.rules.playing import units_allowed
from engines.mage_knight.rules.recruiting import remove
from engines.mage_knight.rules.table import cards
from engines.mage_knight.rules.table.pieces import Foe, Open, Part, Piece, Token
from engines.mage_knight.rules.table.wounds import level_of, take_wounds
from engines.mage_knight.state import Combat

PHYSICAL, FIRE, ICE, COLD_FIRE = "physical", "fire", "ice", "cold_fire"
EFFICIENT = {
    PHYSICAL: (PHYSICAL, FIRE, ICE, COLD_FIRE),
    FIRE: (ICE, COLD_FIRE),
    ICE: (FIRE, COLD_FIRE),
    COLD_FIRE: (COLD_FIRE,),
}
"""Element of an attack -> the elements of block that are efficient against it (MK-16.4)."""


def pieces_named(attempt: Attempt, names: Sequence[str]) -> list[Piece]:
    """The pieces that a move names, unused and of this phase (MK-30.2, MK-15.13).

    Raises:
        IllegalMoveError: The piece does not exist, was used, or belongs to another phase.
    """
    turn = attempt.turn
    attempt.must(len(set(names)) == len(names) and names, "MK-15.13", "pieces_twice", code="x_36")
    found = []
    for name in names:
        attempt.must(name in turn.pieces, "MK-30.2", "no_piece", piece=name[:60])
        piece = turn.pieces[name]
        attempt.need(not piece.used, "MK-15.13", "piece_used", code="x_36", piece=name)
        found.append(piece)
    for name in names:
        turn.pieces[name] = replace(turn.pieces[name], used=True)
    return found


def attack(attempt: Attempt, event: Attacked) -> None:
    """Attack one or more enemies with values; the sum of their armour decides (chapters 15 and 18)."""
    own_turn(attempt)
    state, combat = attempt.state, attempt.combat
    need_phase(attempt, combat.phase in ("ranged_siege", "attack"), "MK-15.2", "attack")
    named = list(event.enemies)
    _named_enemies(attempt, combat, named)
    first = combat.phase == "ranged_siege"
    walls = [fortified(attempt, combat, combat.enemies[number]) for number in named]
    if first:
        attempt.need(max(walls) < 2, "MK-15.4", "fortified_twice", code="x_20")  # noqa: PLR2004 - both kinds
    pieces = pieces_named(attempt, event.pieces)
    parts = [part for piece in pieces for part in piece.parts if part.gives == "attack"]
    attempt.need(parts, "MK-15.2", "no_attack_value")
    if first:
        siege = [part for part in parts if _siege(attempt, part)]
        if max(walls):
            attempt.need(siege, "MK-15.3", "ranged_on_walls", code="x_20")
            parts = siege
        else:
            parts = [part for part in parts if part.kind == "ranged" or _siege(attempt, part)]
    combat.begun = True
    resisted = [resists(state, facing(combat, combat.enemies[number])) for number in named]
    total = attack_total(attempt, parts, resisted)
    wanted = sum(armor(state, facing(combat, combat.enemies[number])) for number in named)
    if total >= wanted:
        for number in named:
            defeat(attempt, number)


def _named_enemies(attempt: Attempt, combat: Combat, named: Sequence[int]) -> None:
    attempt.must(named and len(set(named)) == len(named), "MK-30.12", "enemies_twice")
    for number in named:
        attempt.must(number in combat.enemies, "MK-30.12", "no_enemy", enemy=number)
        attempt.must(not combat.enemies[number].defeated, "MK-15.1", "enemy_defeated", enemy=number)


def _siege(attempt: Attempt, part: Part) -> bool:
    """Whether a value counts as siege."""
    return part.kind == "siege" or any(
        one.node.get("become") == "siege_too" for one in attempt.turn.lasting if one.node["op"] == "own_attacks"
    )


def attack_total(attempt: Attempt, parts: Iterable[Part], resisted: Sequence[set[str]]) -> int:
    """Full values and half the sum of the inefficient ones (MK-15.5, MK-15.6)."""
    lasting = attempt.turn.lasting
    cold = any(one.node.get("become") == COLD_FIRE for one in lasting if one.node["op"] == "own_attacks")
    doubled = attempt.combat.phase == "attack" and any(one.node["op"] == "double_attacks" for one in lasting)
    full = weak = 0
    for part in parts:
        element = COLD_FIRE if cold else part.element
        value = part.value * 2 if doubled and part.element == PHYSICAL else part.value
        if element == COLD_FIRE:
            inefficient = any({FIRE, ICE} <= one for one in resisted)
        else:
            inefficient = any(element in one for one in resisted)
        if inefficient:
            weak += value
        else:
            full += value
    return full + weak // 2


def block(attempt: Attempt, event: Blocked) -> None:
    """Block one enemy with values (chapter 16)."""
    own_turn(attempt)
    state, combat = attempt.state, attempt.combat
    need_phase(attempt, combat.phase == "block", "MK-16.3", "block")
    _named_enemies(attempt, combat, [event.enemy])
    _summoned_first(attempt, combat)
    enemy = combat.enemies[event.enemy]
    foe = facing(combat, enemy)
    attempt.need(not foe.blocked, "MK-16.8", "blocked_already", enemy=event.enemy)
    token = token_of(state, foe)
    pieces = pieces_named(attempt, event.pieces)
    parts = [part for piece in pieces for part in piece.parts if part.gives == "block"]
    attempt.need(parts, "MK-16.3", "no_block_value")
    combat.begun = True
    abilities = set(offence(state, foe))
    swift = "swift" in abilities and not any(part.removes == "swift" for part in parts)
    wanted = token.attack * (2 if swift else 1)
    extra = icons(state, foe)
    full = weak = 0
    for part in parts:
        value = part.value + part.icons * extra
        if part.doubles and part.doubles in abilities:
            value *= 2
        if part.element in EFFICIENT[token.element]:
            full += value
        else:
            weak += value
    if full + weak // 2 < wanted:
        return
    change(combat, event.enemy, replace(foe, blocked=True))
    if enemy.summoned is not None:
        discard(state, foe)
        combat.enemies[event.enemy] = replace(combat.enemies[event.enemy], dealt=True)
    for name, piece in zip(event.pieces, pieces, strict=True):
        _after_block(attempt, event.enemy, name, piece)


def _after_block(attempt: Attempt, number: int, name: str, piece: Piece) -> None:
    """Run the nodes of a piece after a successful block with it (chapter 24)."""
    for node in piece.after:
        if node["op"] == "enemy_armor":
            attempt.colour = piece.colour
            enemy = attempt.combat.enemies[number]
            if not immune(attempt, number):
                foe = facing(attempt.combat, enemy)
                change(attempt.combat, number, replace(foe, armor=(*foe.armor, (node["n"], node["minimum"]))))
        elif "phase" in node:
            attempt.turn.options.setdefault(name, []).append(Open(node, piece.colour, number))
        else:
            attempt.colour, attempt.moved = piece.colour, [str(number)]
            run(attempt, node["then"])


def _summoned_first(attempt: Attempt, combat: Combat) -> None:
    """Check that every summoner has its token before a block (MK-16.1)."""
    due = summons_due(attempt, combat)
    attempt.need(not due, "MK-16.1", "summon_first", enemy=due[0] if due else 0)


def summons_due(attempt: Attempt, combat: Combat) -> list[int]:
    """The summoners that still draw a token (MK-16.1, MK-16.11)."""
    if combat.phase != "block":
        return []
    return [
        number
        for number, enemy in combat.enemies.items()
        if not enemy.defeated
        and not enemy.foe.stopped
        and enemy.summoned is None
        and token_of(attempt.state, enemy.foe).summons is not None
    ]


def summon(attempt: Attempt, event: Summoned) -> None:
    """Draw the token of a summoner (MK-16.1)."""
    own_turn(attempt)
    combat = attempt.combat
    attempt.must(event.enemy in combat.enemies, "MK-30.12", "no_enemy", enemy=event.enemy)
    attempt.must(event.enemy in summons_due(attempt, combat), "MK-16.1", "no_summon", enemy=event.enemy)
    enemy = combat.enemies[event.enemy]
    back = token_of(attempt.state, enemy.foe).summons
    name = draw_token(attempt, back or "", event.token or None, "token")
    combat.enemies[event.enemy] = replace(enemy, summoned=Foe(name))


def dealing(attempt: Attempt, combat: Combat) -> list[int]:
    """The enemies whose damage is still to be assigned (MK-17.1)."""
    if combat.phase != "damage":
        return []
    found = []
    for number, enemy in combat.enemies.items():
        foe = facing(combat, enemy)
        harmless = foe.stopped or foe.blocked or (enemy.summoned is None and token_of(attempt.state, foe).summons)
        if not (enemy.defeated or enemy.dealt or harmless):
            found.append(number)
    return found


def assign_damage(attempt: Attempt, event: DamageAssigned) -> None:
    """Assign the damage of an enemy to units in order, the rest to the hero (chapter 17)."""
    own_turn(attempt)
    state, combat, me = attempt.state, attempt.combat, attempt.me
    need_phase(attempt, combat.phase == "damage", "MK-17.1", "damage")
    attempt.must(event.enemy in dealing(attempt, combat), "MK-17.1", "deals_none", enemy=event.enemy)
    enemy = combat.enemies[event.enemy]
    foe = facing(combat, enemy)
    token, abilities = token_of(state, foe), offence(state, foe)
    damage = token.attack * (2 if "brutal" in abilities else 1)
    units = list(event.units or ())
    attempt.must(len(set(units)) == len(units), "MK-17.8", "units_twice", code="x_37")
    if attempt.has_rule("no_damage_to_own_units"):
        attempt.need(not units, "MK-24.6", "units_unhurt")
    for number in units:
        attempt.must(number in me.units, "MK-30.12", "no_unit", unit=number)
        attempt.need(damage > 0, "MK-17.17", "no_damage_left", code="x_37")
        damage = _hurt(attempt, number, damage, token.element, abilities)
    combat.enemies[event.enemy] = replace(combat.enemies[event.enemy], dealt=True)
    combat.begun = True
    if damage > 0:
        _hurt_hero(attempt, damage, abilities)


def _hurt(attempt: Attempt, number: int, damage: int, element: str, abilities: Sequence[str]) -> int:
    """Assign damage to a unit; return the damage that is left (MK-17.5 to 17.12)."""
    me = attempt.me
    unit = me.units[number]
    name = attempt.state.box.units[unit.id].name
    attempt.need(units_allowed(attempt, unit), "MK-13.17", "units_not_here", code="x_17", unit=name)
    attempt.need(not unit.wounds, "MK-17.4", "unit_hurt", code="x_22", unit=name)
    attempt.need(not unit.resisted, "MK-17.8", "unit_resisted", code="x_37", unit=name)
    protection = armor_of(attempt, attempt.mover, unit)
    resisted = resists_of(attempt, attempt.mover, unit)
    if (element == COLD_FIRE and {FIRE, ICE} <= resisted) or element in resisted:
        damage -= protection
        if damage <= 0:
            me.units[number] = replace(unit, resisted=True)
            return 0
    left = max(0, damage - protection)
    if "paralyze" in abilities:
        remove(attempt, number)
        return left
    wounds = 2 if "poison" in abilities else 1
    me.units[number] = replace(unit, wounds=wounds, new_wounds=unit.new_wounds + wounds)
    return left


def _hurt_hero(attempt: Attempt, damage: int, abilities: Sequence[str]) -> None:
    """Assign the remaining damage to the hero: one wound for each multiple of its armour (MK-17.9 to 17.13)."""
    protection = level_of(attempt.state, attempt.me).armor
    wounds = -(-damage // protection)
    take_wounds(attempt, attempt.mover, wounds)
    if "poison" in abilities:
        take_wounds(attempt, attempt.mover, wounds, to="discard")
    if "paralyze" in abilities:
        cards.drop_hand(attempt, attempt.me)


def next_phase(attempt: Attempt, _event: PhaseEnded) -> None:
    """Move the combat on to its next phase (MK-14.11)."""
    own_turn(attempt)
    combat = attempt.combat
    attempt.must(combat.phase != "attack", "MK-14.11", "last_phase")
    _summoned_first(attempt, combat)
    due = dealing(attempt, combat)
    attempt.need(not due, "MK-17.3", "damage_left", code="x_22", enemy=due[0] if due else 0)
    combat.begun = True
    if combat.phase == "ranged_siege":
        combat.phase = "attack" if attempt.has_rule("skip_block_and_damage") else "block"
    elif combat.phase == "block":
        combat.phase = "damage"
    else:
        for number, enemy in combat.enemies.items():  # summoned tokens leave, and the summoners return (MK-17.16)
            if enemy.summoned is not None:
                if not enemy.summoned.blocked:
                    discard(attempt.state, enemy.summoned)
                combat.enemies[number] = replace(enemy, summoned=None)
        combat.phase = "attack"
    drop_pieces(attempt)


def drop_pieces(attempt: Attempt) -> None:
    """Drop the values of the phase, used or not (MK-30.2)."""
    attempt.turn.pieces = {}


def end_combat(attempt: Attempt, _event: CombatEnded) -> None:
    """End the combat: rewards, remaining enemies, and the hero's space (chapter 19)."""
    own_turn(attempt)
    combat, turn = attempt.combat, attempt.turn
    alive = [number for number, enemy in combat.enemies.items() if not enemy.defeated]
    attempt.need(combat.phase == "attack" or not alive, "MK-14.11", "combat_goes_on")
    drop_pieces(attempt)
    for enemy in combat.enemies.values():
        if enemy.summoned is not None and not enemy.summoned.blocked and not enemy.defeated:
            discard(attempt.state, enemy.summoned)
    won = all(enemy.defeated for enemy in combat.enemies.values() if enemy.defends)
    if combat.site is not None:
        _site(attempt, combat, won=won)
    me = attempt.me
    for number, unit in me.units.items():
        if unit.resisted:
            me.units[number] = replace(unit, resisted=False)
    turn.lasting = [one for one in turn.lasting if one.until != "combat"]
    turn.part = "after"
    attempt.state.combat = None


def _site(attempt: Attempt, combat: Combat, *, won: bool) -> None:
    """Update the site that was fought for (MK-19.3 to 19.16)."""
    state, seat = attempt.state, attempt.mover
    at, place = combat.space, state.spaces[combat.space]
    site = state.box.sites[combat.site or ""]
    standing = [enemy.foe for enemy in combat.enemies.values() if enemy.defends and not enemy.defeated]
    if combat.how == "assault":
        if won:
            state.spaces[at] = replace(place, shields=(seat,), tokens=())
            _reward(attempt, site.reward)
            return
        if combat.half:
            for foe in standing:
                discard(state, foe)
        attempt.me.space = combat.came
        path = attempt.turn.path
        while len(path) > 1 and path[-1] != combat.came:  # going back does not count as a walked path (MK-9.23)
            path.pop()
        return
    if combat.how == "burn":
        if won:
            state.spaces[at] = replace(place, shields=(seat,), burned=True)
            _reward(attempt, site.reward)
        for foe in standing:
            discard(state, foe)
        return
    again = bool(place.shields)
    if site.failed == "discard":
        for foe in standing:
            discard(state, foe)
        state.spaces[at] = place = replace(place, tokens=())
    elif not won and site.failed == "refill":
        _refill(attempt, combat, [site.enemies[0]] * len(combat.enemies))
        return
    if won:
        reward = site.reward if combat.site != "ruins" else state.box.ruins[place.ruin or ""].reward
        if not again:
            state.spaces[at] = replace(place, shields=(seat,), tokens=())
            _reward(attempt, reward)


def _refill(attempt: Attempt, combat: Combat, backs: Sequence[str]) -> None:
    """Each defeated monster of spawning grounds is replaced by a new one, face down (MK-19.15)."""
    state = attempt.state
    tokens = []
    for back, enemy in zip(backs, combat.enemies.values(), strict=True):
        if enemy.defeated:
            tokens.append(Token(back, lot=draw_down(state, back)))
        else:
            tokens.append(Token(back, enemy.foe.id))
    state.spaces[combat.space] = replace(state.spaces[combat.space], tokens=tuple(tokens))


def _reward(attempt: Attempt, rewards: Iterable[Reward]) -> None:
    """Store rewards for the end of the turn (MK-19.18); artifacts are taken all at once (MK-22.8)."""
    turn = attempt.turn
    for reward in rewards:
        if isinstance(reward, str):
            turn.rewards.append(reward)
        elif reward[0] == "crystal":
            turn.crystals.append(str(reward[1]))
        else:
            turn.rewards.append(f"{reward[0]}:{reward[1]}")
