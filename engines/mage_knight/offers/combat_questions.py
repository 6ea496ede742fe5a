"""Questions of the moves of a combat."""

from __future__ import annotations

from engines.kernel.domains import choice, several
from engines.kernel.game import Json
from engines.kernel.offers import Questions
from engines.mage_knight.offers.table_questions import Can, read_only_attempt
from engines.mage_knight.rules.combat import dealing, summons_due
from engines.mage_knight.rules.enemies import can_come, token_of
from engines.mage_knight.state import State


def _fresh(state: State, seat: int | None) -> list[str]:
    """The pieces that can be used in this phase."""
    attempt = read_only_attempt(state, seat)
    pieces = attempt.turn.pieces if attempt.fighting else {}
    return [name for name, piece in pieces.items() if not piece.used]


def attack_asks(state: State, seat: int | None, given: Json, can: Can) -> Questions:
    """Ask for enemies that can be named, and pieces."""
    combat = state.combat
    pieces = _fresh(state, seat)
    alive = [] if combat is None else [number for number, enemy in combat.enemies.items() if not enemy.defeated]
    alive = [number for number in alive if can(state, {**given, "enemies": [number], "pieces": pieces})]
    yield "enemies", several(choice(alive), 1, max(1, len(alive)), exact=False)
    yield "pieces", several(choice(pieces), 1, max(1, len(pieces)), exact=False)


def block_asks(state: State, seat: int | None, given: Json, can: Can) -> Questions:
    """Ask for an enemy that can be blocked, and pieces."""
    combat = state.combat
    pieces = _fresh(state, seat)
    alive = [] if combat is None else list(combat.enemies)
    yield "enemy", choice([n for n in alive if can(state, {**given, "enemy": n, "pieces": pieces})])
    yield "pieces", several(choice(pieces), 1, max(1, len(pieces)), exact=False)


def summon_asks(state: State, seat: int | None, given: Json, _can: Can) -> Questions:
    """Ask for a summoner, and the token that it draws."""
    combat = state.combat
    due = [] if combat is None else summons_due(read_only_attempt(state, seat), combat)
    yield "enemy", choice(due)
    if combat is not None and given.get("enemy") in due:
        yield "token", choice(can_come(state, token_of(state, combat.enemies[given["enemy"]].foe).summons or ""))


def damage_asks(state: State, seat: int | None, _given: Json, _can: Can) -> Questions:
    """Ask for the enemy whose damage is assigned next."""
    combat = state.combat
    yield "enemy", choice([] if combat is None else dealing(read_only_attempt(state, seat), combat))
