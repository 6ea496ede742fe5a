"""Enemies of a combat: their current values, and the defeat of one (chapters 15 and 16)."""

from __future__ import annotations

from dataclasses import replace

from engines.kernel.domains import choice
from engines.mage_knight.box.components import EnemyToken
from engines.mage_knight.rules.attempt import Attempt, MissingFieldError
from engines.mage_knight.rules.effects.values import triggered
from engines.mage_knight.rules.table.pieces import Enemy, Foe, Pile, Space, Token
from engines.mage_knight.rules.table.wounds import add_fame, add_reputation
from engines.mage_knight.state import Combat, State


def facing(combat: Combat, enemy: Enemy) -> Foe:
    """The token to fight in this phase: the enemy's own, or the one it summoned (MK-16.1)."""
    if enemy.summoned is not None and combat.phase in ("block", "damage"):
        return enemy.summoned
    return enemy.foe


def token_of(state: State, foe: Foe) -> EnemyToken:
    """The printed values of a token."""
    return state.box.enemies[foe.id]


def armor(state: State, foe: Foe) -> int:
    """The armour now, never below 1 (MK-15.12)."""
    value = token_of(state, foe).armor
    for change, minimum in foe.armor:
        value = max(min(value, minimum), value + change)
    return max(1, value)


def resists(state: State, foe: Foe) -> set[str]:
    """The elements it resists."""
    if "all_resistances" in foe.lost:
        return set()
    return {one for one in token_of(state, foe).resists if f"{one}_resistance" not in foe.lost}


def offence(state: State, foe: Foe) -> list[str]:
    """Its offence abilities."""
    return [one for one in token_of(state, foe).offence if one not in foe.lost]


def fortified(attempt: Attempt, combat: Combat, enemy: Enemy) -> int:
    """How often it is fortified: by its ability and by its site, 0 to 2 (MK-15.3, MK-15.4)."""
    foe = facing(combat, enemy)
    if "all_fortifications" in foe.lost:
        return 0
    own = "fortified" in token_of(attempt.state, foe).defence
    site = (
        combat.fortified and enemy.defends and foe is enemy.foe and not attempt.has_rule("ignore_site_fortifications")
    )
    return int(own) + int(site)


def icons(state: State, foe: Foe) -> int:
    """The icons that Cold Toughness counts (chapter 24, ``blocked_enemy_icon``)."""
    token = token_of(state, foe)
    defence = [] if "all_fortifications" in foe.lost else list(token.defence)
    element = {"physical": 0, "cold_fire": 2}.get(token.element, 1)
    return len(offence(state, foe)) + len(defence) + len(resists(state, foe)) + element


def change(combat: Combat, number: int, foe: Foe) -> None:
    """Replace the token to fight in this phase."""
    enemy = combat.enemies[number]
    if facing(combat, enemy) is enemy.foe:
        combat.enemies[number] = replace(enemy, foe=foe)
    else:
        combat.enemies[number] = replace(enemy, summoned=foe)


def numbers(combat: Combat) -> list[int]:
    """The enemies that an effect may name: those not defeated; a summoned one may have left after its block."""
    return [number for number, enemy in combat.enemies.items() if not enemy.defeated]


def defeat(attempt: Attempt, number: int) -> None:
    """Defeat an enemy: gain its Fame at once, discard its token (MK-15.9, MK-19.1)."""
    state, combat = attempt.state, attempt.combat
    enemy = combat.enemies[number]
    if facing(combat, enemy) is not enemy.foe:  # a summoned token gives no Fame (MK-16.9)
        if enemy.summoned is not None and not enemy.summoned.blocked:
            discard(state, enemy.summoned)
        combat.enemies[number] = replace(enemy, summoned=replace(facing(combat, enemy), blocked=True, stopped=True))
        return
    me, token = attempt.me, token_of(state, enemy.foe)
    fame = (token.fame + 1) // 2 if combat.half and enemy.defends else token.fame
    add_fame(me, fame)
    combat.enemies[number] = replace(enemy, defeated=True)
    attempt.turn.defeated += 1
    discard(state, enemy.foe)
    if enemy.rampaging:
        place = state.spaces[enemy.at]
        site = state.box.sites[place.site or ""]
        add_reputation(state, me, site.reputation)
        state.spaces[enemy.at] = replace(place, tokens=())
    elif combat.how in ("assault", "site") and enemy.defends:
        place = state.spaces[combat.space]
        kept = [one for one in place.tokens if one.id != enemy.foe.id]
        same = [one for one in place.tokens if one.id == enemy.foe.id][1:]
        state.spaces[combat.space] = replace(place, tokens=(*kept, *same))
    triggered(attempt, "per_enemy_defeated_this_turn")


def discard(state: State, foe: Foe | None) -> None:
    """Put a token on the discard pile of its back."""
    if foe is None:
        return
    back = state.box.enemies[foe.id].back
    pile = state.piles[back]
    state.piles[back] = replace(pile, discard=(*pile.discard, foe.id))


def draw_token(attempt: Attempt, back: str, token: str | None, path: str = "tokens", at: Space | None = None) -> str:
    """Draw the token of a back that the move names (MK-1.9).

    Raises:
        IllegalMoveError: The move does not name it, it has another back, or no copy is left.
    """
    return turn_up(attempt, Token(back, lot=draw_down(attempt.state, back)), token, path, at)


def turn_up(attempt: Attempt, hidden: Token, token: str | None, path: str = "tokens", at: Space | None = None) -> str:
    """Turn up a face-down token; the move names it."""
    state, box, back = attempt.state, attempt.state.box, hidden.back
    can = can_be(state, hidden)
    if token is None:
        if attempt.asking:
            if at is not None:
                attempt.ask_token(at, can)
            raise MissingFieldError(path, choice(can))
        raise attempt.refusal("MK-30.3", "token_missing", back=box.backs[back])
    attempt.must(
        token in box.enemies and box.enemies[token].back == back,
        "MK-30.3",
        "wrong_back",
        token=box.enemies[token].name if token in box.enemies else {"en": token, "es": token},
        back=box.backs[back],
    )
    attempt.need(token in can, "MK-1.5", "token_copies", token=box.enemies[token].name, names=[state.names.get(token)])
    if token in can:
        _seen(state, hidden, token)
    state.names[token] = attempt.name
    attempt.found.append(token)
    return token


def _seen(state: State, hidden: Token, token: str) -> None:
    """Remove one unseen copy from the shuffle that a token was drawn from."""
    pile = state.piles[hidden.back]
    lots = list(pile.unseen)
    at = lots[hidden.lot].index(token)
    lots[hidden.lot] = lots[hidden.lot][:at] + lots[hidden.lot][at + 1 :]
    state.piles[hidden.back] = replace(pile, unseen=tuple(lots))


def can_be(state: State, hidden: Token) -> list[str]:
    """The tokens that a face-down one can be: those of its shuffle that nobody has seen since."""
    return list(dict.fromkeys(state.piles[hidden.back].unseen[hidden.lot]))


def can_come(state: State, back: str) -> list[str]:
    """The tokens that the next one of a back can be."""
    return list(dict.fromkeys(_shuffled(state, back).unseen[-1]))


def _shuffled(state: State, back: str) -> Pile:
    """The pile that the next token of a back comes from: an empty one is made anew of its discards (MK-1.9)."""
    pile = state.piles[back]
    if pile.left or not pile.discard:
        return pile
    tokens = tuple(one for one in state.box.enemies for _ in range(pile.discard.count(one)))
    return Pile(len(tokens), unseen=(*pile.unseen, tokens))


def draw_down(state: State, back: str) -> int:
    """Draw a token face down; return the shuffle of the pile that it comes from, 0 for the first (MK-1.9)."""
    pile = _shuffled(state, back)
    state.piles[back] = replace(pile, left=max(0, pile.left - 1))
    return len(pile.unseen) - 1
