"""Candidate types of move, before any of them is tried (chapter 30)."""

from __future__ import annotations

from collections.abc import Iterator

from engines.mage_knight.rules.end_of_turn import CARDS, DICE, DISCARD, LEVELS, SPACE, WITHDRAWAL, dice_due, level_due
from engines.mage_knight.rules.turns import must_announce
from engines.mage_knight.state import Player, State, Turn

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
        yield from (*PLAYS, *PHASES[state.combat.phase])
    else:
        yield from _turn(turn)


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


PLAYS = ("play_card", "use_skill", "activate_unit", "use_tactic", "use_option", "use_banner", "use_crystal")
"""What may be played at any time of the own turn."""
PHASES = {
    "ranged_siege": ("attack", "challenge", "next_phase", "end_combat"),
    "block": ("summon", "block", "next_phase", "end_combat"),
    "damage": ("assign_damage", "next_phase", "end_combat"),
    "attack": ("attack", "end_combat"),
}
"""Types of move of each phase of a combat."""


def _turn(turn: Turn) -> Iterator[str]:
    """An own turn outside a combat."""
    yield from PLAYS
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
