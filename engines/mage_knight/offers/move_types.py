"""Candidate types of move, before any of them is tried (chapter 30)."""

from __future__ import annotations

from collections.abc import Iterator

from engines.mage_knight.box.components import BASIC
from engines.mage_knight.rules.attempt import Attempt
from engines.mage_knight.rules.combat import dealing, summons_due
from engines.mage_knight.rules.end_of_turn import CARDS, DICE, DISCARD, LEVELS, SPACE, WITHDRAWAL, dice_due, level_due
from engines.mage_knight.rules.turns import must_announce
from engines.mage_knight.state import Combat, Player, State, Turn

Who = tuple[str, int | None]


def candidates(state: State) -> Iterator[Who]:
    """Candidate types of move, each with its seat; some may turn out to be impossible."""
    match state.phase:
        case "setup":
            yield "setup", None
        case "tactics":
            yield from (("take_tactic", seat) for seat in state.choosing[:1])
        case "between_rounds":
            yield "prepare_round", None
        case "scoring":
            yield "score", None
        case "turns":
            for seat, player in enumerate(state.seats):
                yield from ((kind, seat) for kind in _of(state, seat, player))


def _of(state: State, seat: int, player: Player) -> Iterator[str]:
    """Candidate types for a seat while turns are taken."""
    turn = player.turn
    if turn is None:
        yield from _between(state, seat, player)
    elif player.ending:
        yield from _closing(state, seat, player, turn)
    elif state.combat is not None and state.combat.seat == seat:
        yield from _combat(state, seat, player, turn, state.combat)
    else:
        yield from _turn(state, player, turn)


def _between(state: State, seat: int, player: Player) -> Iterator[str]:
    """Candidate types between own turns: beginning one, and uses before it (MK-6.14)."""
    if state.active == seat:
        forced = must_announce(state, seat)
        if not forced:
            yield "begin_turn"
        if not player.deck and state.announced is None:
            yield "announce_end_of_round"
        if forced and state.announced is not None:
            yield "skip_turn"
    if not player.done:
        yield from ("plunder", "use_skill", "use_tactic")


def _closing(state: State, seat: int, player: Player, turn: Turn) -> Iterator[str]:
    """The steps of the end of a turn."""
    if turn.step == DICE:
        if dice_due(state, seat):
            yield "return_dice"
        return
    if turn.step == WITHDRAWAL:
        yield "withdraw"
        return
    if turn.step <= CARDS:
        yield "use_option"
    if turn.step <= SPACE:
        yield "use_glade"
    if turn.rewards:
        yield "take_reward"
        waits = set(turn.rewards) == {"unit"} and level_due(state, player)
        if not waits:
            return
    if turn.step <= LEVELS and level_due(state, player):
        yield "level_up"
        return
    if turn.step <= SPACE:  # cards that are put away may bring the Fame for it, and so may crystals won
        yield "level_up"
    if turn.step <= DISCARD:
        yield "discard_hand"
    yield "draw"
    if not player.deck and player.discard:
        yield "use_tactic"


def _plays(player: Player, turn: Turn) -> Iterator[str]:
    """What may be played at any time of the own turn."""
    if player.hand:
        yield "play_card"
    if player.skills:
        yield "use_skill"
    if any(unit.ready and not unit.wounds for unit in player.units.values()):
        yield "activate_unit"
    if player.tactic is not None and not player.tactic_used:
        yield "use_tactic"
    if turn.options:
        yield "use_option"
    if any(unit.banner is not None for unit in player.units.values()):
        yield "use_banner"
    if any(player.crystals[colour] for colour in BASIC):
        yield "use_crystal"


def _turn(_state: State, player: Player, turn: Turn) -> Iterator[str]:
    """An own turn outside a combat."""
    yield from _plays(player, turn)
    if turn.part in ("start", "move"):
        yield from ("move", "explore")
        if any(one.node["op"] in ("jump", "spend_move_jump") for them in turn.options.values() for one in them):
            yield "jump"
    if turn.action is None and turn.part != "rest":
        yield from ("interact", "challenge", "enter_site", "pay_altar", "burn_monastery")
    if turn.part == "action":
        yield from ("recruit", "buy_healing", "learn", "buy_spell")
    if turn.heal:
        yield "heal"
    if turn.part == "start":
        yield "rest"
    yield "end_turn"


def _combat(state: State, seat: int, player: Player, turn: Turn, combat: Combat) -> Iterator[str]:
    """An own turn in a combat."""
    yield from _plays(player, turn)
    fresh = any(not piece.used for piece in turn.pieces.values())
    alive = any(not enemy.defeated for enemy in combat.enemies.values())
    attempt = Attempt(state, seat, "", None, strict=False)
    attempt.kept = {seat: player}
    attempt.touched = {seat: player}
    match combat.phase:
        case "ranged_siege":
            if fresh and alive:
                yield "attack"
            if not combat.begun and combat.how in ("assault", "provoked"):
                yield "challenge"
            yield "next_phase"
        case "block":
            due = summons_due(attempt, combat)
            if due:
                yield "summon"
            elif fresh and alive:
                yield "block"
            if not due:
                yield "next_phase"
        case "damage":
            yield "assign_damage" if dealing(attempt, combat) else "next_phase"
        case _:
            if fresh and alive:
                yield "attack"
    if combat.phase == "attack" or not alive:
        yield "end_combat"
