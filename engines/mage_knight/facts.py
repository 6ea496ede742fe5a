"""The public facts that a judge compares and that each entry's digest covers."""

from __future__ import annotations

from functools import cache

from engines.kernel.game import Json
from engines.mage_knight.rules.enemies import facing
from engines.mage_knight.rules.table.pieces import Enemy, Place
from engines.mage_knight.rules.to_move import to_move
from engines.mage_knight.state import Combat, Player, State


@cache
def key(at: tuple[int, int]) -> str:
    """A space or a position as a key."""
    return f"{at[0]}_{at[1]}"


def facts(state: State) -> Json:
    """The few public facts a judge would compare; their shape never changes, and no hidden card is among them."""
    spaces = state.spaces
    return {
        "phase": state.phase,
        "round": state.round,
        "night": state.night,
        "to_move": to_move(state),
        "order": list(state.order),
        "tiles": {key(at): tile for at, tile in state.tiles.items()},
        "tokens": {key(at): _tokens(place) for at, place in spaces.items() if place.tokens or place.ruin},
        "shields": {key(at): list(place.shields) for at, place in spaces.items() if place.shields},
        "burned": [key(at) for at, place in spaces.items() if place.burned],
        "source": [die.face if die.on == "source" else f"{die.face}:{die.on}:{die.seat}" for die in state.dice],
        "offers": {
            "units": list(state.units),
            "monastery": list(state.monastery),
            "actions": None if state.actions is None else list(state.actions),
            "spells": None if state.spells is None else list(state.spells),
            "skills": [f"{hero}:{skill}" for hero, skill in state.skills],
        },
        "heroes": {str(seat): _hero(player) for seat, player in enumerate(state.seats)},
        "combat": None if state.combat is None else _combat(state.combat),
        "last_turns": None if state.last is None else list(state.last),
    }


def _tokens(place: Place) -> list[str]:
    """Tokens on a space: face up by name, face down by the back."""
    return [token.id or token.back for token in place.tokens] + ([place.ruin] if place.ruin else [])


def _hero(player: Player) -> Json:
    turn = player.turn
    return {
        "fame": player.fame,
        "reputation": player.reputation,
        "crystals": [*player.crystals.values()],
        "mana": [*player.mana.values()],
        "space": None if player.space is None else key(player.space),
        "tactic": player.tactic,
        "hand": len(player.hand),
        "deck": len(player.deck),
        "discard": len(player.discard),
        "played": [played.card or f"-{played.origin}" for played in player.played.values()],
        "owned": sum(player.owned.values()),
        "units": [
            f"{number}:{unit.id}:{'ready' if unit.ready else 'spent'}:{unit.wounds}"
            for number, unit in player.units.items()
        ],
        "skills": [f"{one.hero}:{one.id}:{'used' if one.used else 'up'}" for one in player.skills],
        "points": [0, 0, 0] if turn is None else [turn.move, turn.influence, turn.heal],
    }


def _combat(combat: Combat) -> list[object]:
    return [
        combat.phase,
        {str(number): f"{enemy.foe.id}:{standing(combat, enemy)}" for number, enemy in combat.enemies.items()},
        combat.wounds,
    ]


def standing(combat: Combat, enemy: Enemy) -> str:
    """The state of an enemy: facing, blocked, stopped, assigned or defeated."""
    if enemy.defeated:
        return "defeated"
    foe = facing(combat, enemy)
    if combat.phase == "attack":
        return "facing"
    if foe.blocked:
        return "blocked"
    if foe.stopped:
        return "stopped"
    return "assigned" if enemy.dealt else "facing"
