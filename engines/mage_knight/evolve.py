"""Applies events; the seals that an event opens, and the undos that it bars."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engines.kernel.game import Barrier, IllegalMoveError, Json, Opening
from engines.kernel.moves.events import Event
from engines.kernel.sentences import shown
from engines.mage_knight.adjustments.decide import apply_adjustment, is_adjustment
from engines.mage_knight.arguments import EVENTS
from engines.mage_knight.moves import actions
from engines.mage_knight.moves import combat as combat_moves
from engines.mage_knight.refusals import refuse
from engines.mage_knight.result import score
from engines.mage_knight.rules import (
    combat,
    combat_start,
    end_of_turn,
    movement,
    pending_options,
    playing,
    rewards,
    turns,
    visiting,
)
from engines.mage_knight.rules.attempt import Attempt
from engines.mage_knight.setup import prepare_round, set_up, take_tactic
from engines.mage_knight.state import State

DO: Mapping[type, Callable[[Attempt, Any], None]] = {
    actions.SetUp: set_up,
    actions.TacticTaken: take_tactic,
    actions.TurnBegun: turns.begin_turn,
    actions.EndAnnounced: turns.announce,
    actions.TurnSkipped: turns.skip,
    actions.CardPlayed: playing.play_card,
    actions.SkillUsed: playing.use_skill,
    actions.UnitActivated: playing.activate_unit,
    actions.TacticUsed: playing.use_tactic,
    actions.OptionUsed: pending_options.use_option,
    actions.BannerUsed: playing.use_banner,
    actions.CrystalUsed: playing.use_crystal,
    actions.Moved: movement.move,
    actions.Jumped: movement.jump,
    actions.Explored: movement.explore,
    actions.Interacted: visiting.interact,
    actions.Recruited: visiting.recruit,
    actions.HealingBought: visiting.buy_healing,
    actions.Learned: visiting.learn,
    actions.SpellBought: visiting.buy_spell,
    actions.Healed: visiting.heal,
    actions.Plundered: visiting.plunder,
    combat_moves.Challenged: combat_start.challenge,
    combat_moves.SiteEntered: combat_start.enter_site,
    combat_moves.AltarPaid: combat_start.pay_altar,
    combat_moves.MonasteryBurned: combat_start.burn_monastery,
    combat_moves.Attacked: combat.attack,
    combat_moves.Blocked: combat.block,
    combat_moves.Summoned: combat.summon,
    combat_moves.DamageAssigned: combat.assign_damage,
    combat_moves.PhaseEnded: combat.next_phase,
    combat_moves.CombatEnded: combat.end_combat,
    combat_moves.Rested: turns.rest,
    combat_moves.TurnEnded: end_of_turn.end_turn,
    combat_moves.DiceReturned: end_of_turn.return_dice,
    combat_moves.Withdrawn: end_of_turn.withdraw,
    combat_moves.GladeUsed: end_of_turn.use_glade,
    combat_moves.RewardTaken: rewards.take_reward,
    combat_moves.LevelGained: rewards.level_up,
    combat_moves.HandDiscarded: end_of_turn.discard_hand,
    combat_moves.HandDrawn: end_of_turn.draw,
    combat_moves.RoundPrepared: prepare_round,
    combat_moves.Scored: score,
}
"""Move type -> its function."""


def carry_out(state: State, event: Event, name: str, *, strict: bool) -> Attempt:
    """Carry out a move on a copy of the table, which shares its players with the table until they change.

    Raises:
        IllegalMoveError: The move breaks a rule and the attempt is strict; or it does not fit the table.
    """
    attempt = Attempt(state, getattr(event, "seat", None), name, event, strict=strict)
    DO[type(event)](attempt, event)
    attempt.complete()
    return attempt


def evolve(state: State, event: Event, name: str) -> None:
    """Apply an event in place; never refuses. An event that does not fit the table changes nothing and is noted."""
    if is_adjustment(event):
        apply_adjustment(state, event, name)
        return
    seat = getattr(event, "seat", None)
    kept = state.on_trial()
    attempt = Attempt(state, seat, name, event, strict=False)
    attempt.kept = {}
    try:
        if seat is not None and not 0 <= seat < len(state.seats):
            raise refuse("MK-30.12", "no_such_seat", code=None, seat=shown(seat))
        DO[type(event)](attempt, event)
        if attempt.due is not None and attempt.me.turn is not None:
            attempt.me.turn.pending = None
    except IllegalMoveError as error:
        _put_back(state, kept, attempt)
        attempt.note([_latest(state)], error.rule, EVENTS.type_of(event))
    state.names["last"] = name


def _latest(state: State) -> str:
    """The latest move, to name in a contradiction with the table as a whole."""
    return state.names.get("last", "")


def _put_back(state: State, kept: State, attempt: Attempt) -> None:
    """Restore the table after a move that does not fit it."""
    for slot in State.__dataclass_fields__:
        if slot != "seats":
            setattr(state, slot, getattr(kept, slot))
    for seat, player in (attempt.kept or {}).items():
        state.seats[seat] = player


def opens(state: State, move: Json) -> Sequence[Opening]:
    """The scoring opens the artifacts that each seat chose to keep of its rewards (MK-28.2)."""
    if move.get("type") != "score":
        return ()
    return [
        Opening(name, "kept", f"kept.{seat}-{number}")
        for seat, player in enumerate(state.seats)
        for number, (name, count) in enumerate(player.artifacts)
        if count
    ]


def replaces(state: State, move: Json) -> str | None:
    """No move takes the place of an earlier one."""
    del state, move
    return None


def barrier(state: State, event: Event) -> Barrier | None:
    """The barrier of what was revealed, decided by chance, or done by others (chapter 25)."""
    if is_adjustment(event):
        return None
    everybody = tuple(range(len(state.seats)))
    try:
        done = carry_out(state.on_trial(), event, "", strict=False)
    except IllegalMoveError:
        return None
    seat = done.seat
    if isinstance(event, combat_moves.HandDrawn):
        return Barrier("reveal", "cards", (event.seat,)) if done.found else None
    if done.found:
        return Barrier("reveal", done.found[0], everybody)
    if done.chance:
        return Barrier("chance", done.chance[0], everybody)
    if done.reacted or isinstance(event, actions.TurnBegun | actions.EndAnnounced | actions.TurnSkipped):
        others = tuple(one for one in everybody if one != seat)
        what = done.reacted[0] if done.reacted else EVENTS.type_of(event)
        return Barrier("reaction", what, others)
    if isinstance(event, actions.SetUp | combat_moves.RoundPrepared | combat_moves.Scored):
        return Barrier("reveal", EVENTS.type_of(event), everybody)
    return None
