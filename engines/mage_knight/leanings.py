"""How readily the seats of an imaginary table do what: chances and weights, no rules."""

from __future__ import annotations

MOST = 6_000
"""Moves after which a table gives up; none comes near."""

THRIFT = 0.93
"""How often a card is kept that would give nothing in a combat."""

ABLE = 5
"""Strength with which a combat is looked for."""

PLANNED = {
    "explore": "roam",
    "interact": "deal",
    "challenge": "fight",
    "enter_site": "fight",
    "burn_monastery": "fight",
    "rest": "rest",
}
"""Type of move -> the plan to which it belongs."""

STRONG, YES, SOME, ODD = 0.7, 0.6, 0.5, 0.05
"""How often the strong effect is taken, a question answered with yes, one of several taken, a vain attack made."""

TOWARDS = 0.85
"""How often a step leads away from the portal, where the map grows."""

TRIES = 4
"""Times that a type of move is tried with other answers before another type is tried."""

WEIGHTS: dict[str, float] = {
    "begin_turn": 60,
    "announce_end_of_round": 25,
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
"""How readily a type of move is made where it comes into question."""
