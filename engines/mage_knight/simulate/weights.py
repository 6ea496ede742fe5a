"""Probabilities and weights of simulated seats; no rules."""

from __future__ import annotations

MOST = 6_000
"""Maximum number of moves of a simulated game; none comes near it."""

THRIFT = 0.98
"""How often a card that would give nothing in a combat is not played."""

LEFT_OUT = 0.85
"""How often an optional part of a path, a challenge or a cost is left out."""

WHIM = 0.08
"""How often a turn has no goal: its moves are random."""

BOLD = 0.15
"""How often a seat goes into a fight that its cards do not promise to win."""

SPECIAL = 0.7
"""How often a play apart from the goal is one that gives neither points nor values."""

ASIDE = 0.25
"""How often something is played that has nothing to do with the goal of its turn."""

BESIDE = ("play_card", "use_skill", "activate_unit", "use_tactic", "use_option", "use_banner", "use_crystal", "heal")
"""The types of move that are then made."""

RASH = ("move", "challenge", "enter_site", "burn_monastery")
"""Types of move made without a goal only if no other is possible."""

GOALS = 4
"""Goals that are tried before a turn ends or chance decides."""

LEAST = 1.5
"""Minimum worth of a goal to be pursued."""

PATIENT = -3.0
"""The same for careful seats, which prefer walking to wasting a turn; a hopeless fight is worth far less."""

STRONG, YES, SOME = 0.7, 0.6, 0.5
"""How often the strong effect is taken, a question answered with yes, one of several taken."""

TOWARDS = 0.85
"""How often a step leads away from the portal, where the map grows."""

TRIES = 4
"""Times that a type of move is tried with other answers before another type is tried."""

WEIGHTS: dict[str, float] = {
    "begin_turn": 60,
    "announce_end_of_round": 8,
    "skip_turn": 60,
    "plunder": 0.4,
    "play_card": 14,
    "use_skill": 8,
    "activate_unit": 5,
    "use_tactic": 4,
    "use_option": 12,
    "use_banner": 6,
    "use_crystal": 1,
    "move": 14,
    "jump": 30,
    "explore": 60,
    "interact": 12,
    "recruit": 30,
    "buy_healing": 3,
    "learn": 30,
    "buy_spell": 30,
    "heal": 30,
    "challenge": 16,
    "enter_site": 40,
    "pay_altar": 60,
    "burn_monastery": 8,
    "rest": 20,
    "end_turn": 3,
    "summon": 90,
    "assign_damage": 90,
    "next_phase": 6,
    "end_combat": 6,
    "withdraw": 90,
    "return_dice": 90,
    "use_glade": 30,
    "take_reward": 90,
    "level_up": 90,
    "discard_hand": 1,
    "draw": 20,
}
"""Weights of the types of move among the candidates."""
