"""The rules as one: deciding and applying each move, seals and barriers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engines.kernel.game import Barrier, IllegalMoveError, Json, MalformedMoveError, Opening
from engines.kernel.moves.shapes import of_kind
from engines.kernel.sentences import say, shown
from engines.kernel.unknown import is_known
from engines.mage_knight.adjustments.decide import apply_adjustment, is_adjustment
from engines.mage_knight.arguments import EVENTS
from engines.mage_knight.moves import actions
from engines.mage_knight.moves import combat as fights
from engines.mage_knight.moves.events import Event
from engines.mage_knight.refusals.texts import refuse
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
from engines.mage_knight.rules.attempt import Doing
from engines.mage_knight.setup import prepare_round, set_up, take_tactic
from engines.mage_knight.state import State

DO: Mapping[type, Callable[[Doing, Any], None]] = {
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
    fights.Challenged: combat_start.challenge,
    fights.SiteEntered: combat_start.enter_site,
    fights.AltarPaid: combat_start.pay_altar,
    fights.MonasteryBurned: combat_start.burn_monastery,
    fights.Attacked: combat.attack,
    fights.Blocked: combat.block,
    fights.Summoned: combat.summon,
    fights.DamageAssigned: combat.assign_damage,
    fights.PhaseEnded: combat.next_phase,
    fights.CombatEnded: combat.end_combat,
    fights.Rested: turns.rest,
    fights.TurnEnded: end_of_turn.end_turn,
    fights.DiceReturned: end_of_turn.return_dice,
    fights.Withdrawn: end_of_turn.withdraw,
    fights.GladeUsed: end_of_turn.use_glade,
    fights.RewardTaken: rewards.take_reward,
    fights.LevelGained: rewards.level_up,
    fights.HandDiscarded: end_of_turn.discard_hand,
    fights.HandDrawn: end_of_turn.draw,
    fights.RoundPrepared: prepare_round,
    fights.Scored: score,
}
"""What carries out each move."""

_DISCARDING = (actions.CardPlayed, actions.SkillUsed, actions.UnitActivated, actions.OptionUsed, fights.DamageAssigned)
"""Moves in which a hero may be knocked out."""


def decide(state: State, move: Json) -> Event:
    """The event that a move is; the state is left as it is.

    Raises:
        IllegalMoveError: A rule forbids it, as far as this fold knows. It carries the event where the table can have
            played it all the same.
        MalformedMoveError: There is no such type of move.
    """
    event = read(state, move)
    try:
        carry_out(state.copied(()), event, "", strict=True)
    except IllegalMoveError as error:
        meant = None
        try:
            carry_out(state.copied(()), event, "", strict=False)
        except IllegalMoveError:
            pass
        else:
            meant = EVENTS.encode(event)
        raise IllegalMoveError(error.rule, error.code, error.says, error.names, meant) from None
    return with_hand(state, event)


def read(state: State, move: Json) -> Event:
    """The event that a move spells, whatever the rules say to it.

    Raises:
        IllegalMoveError: Nobody sits at its seat; a value is of the wrong kind.
        MalformedMoveError: There is no such type of move.
    """
    kind = move.get("type")
    types = EVENTS.types(state.box.raw)
    if not isinstance(kind, str) or kind not in types:
        raise MalformedMoveError(
            {"type": say(f"Mage Knight has no move {kind!r:.40}", f"Mage Knight no tiene la jugada {kind!r:.40}")}
        )
    fields = types[kind].fields
    seat = move.get("seat")
    if seat is not None and (type(seat) is not int or not 0 <= seat < len(state.seats)):
        raise refuse("MK-30.12", "no_such_seat", code=None, seat=shown(seat))
    for name, value in move.items():
        if name not in ("type", "seat") and not of_kind(fields[name], value):
            if name == "gives":
                raise refuse("MK-7.10", "sideways_gives", code="x_6")
            rule = {"payments": "MK-30.1", "choices": "MK-24.3", "facts": "MK-24.3"}.get(name, "MK-30.12")
            raise refuse(rule, "wrong_value", code=None, field=name, value=shown(value))
    event: Event = EVENTS.decode(move)
    return event


def carry_out(state: State, event: Event, name: str, *, strict: bool) -> Doing:
    """A move is carried out on a copy of the table, which shares its players with the table until they change.

    Raises:
        IllegalMoveError: A rule is broken, where it is strict; or the move has no meaning here.
    """
    doing = Doing(state, getattr(event, "seat", None), name, event, strict=strict)
    DO[type(event)](doing, event)
    doing.complete()
    return doing


def with_hand(state: State, event: Event) -> Event:
    """The move with the cards that a knock-out discards, where this fold knows them: they lie face up (MK-17.13)."""
    if state.combat is not None and isinstance(event, _DISCARDING) and event.discarded is None:
        dropped = carry_out(state.copied(()), event, "", strict=False).dropped
        if dropped is not None and all(is_known(place) for place in dropped):
            return replace(event, discarded=tuple(dropped))
    return event


def evolve(state: State, event: Event, name: str) -> None:
    """Apply an event, in place. Never refuses: what has no meaning on this table changes nothing and is noted."""
    if is_adjustment(event):
        apply_adjustment(state, event, name)
        return
    seat = getattr(event, "seat", None)
    kept = state.copied(())
    doing = Doing(state, seat, name, event, strict=False)
    doing.kept = {}
    try:
        if seat is not None and not 0 <= seat < len(state.seats):
            raise refuse("MK-30.12", "no_such_seat", code=None, seat=shown(seat))
        DO[type(event)](doing, event)
        if doing.due is not None and doing.me.turn is not None:
            doing.me.turn.pending = None
    except IllegalMoveError as error:
        _put_back(state, kept, doing)
        doing.note([_latest(state)], error.rule, EVENTS.type_of(event))
    state.names["last"] = name


def _latest(state: State) -> str:
    """The latest move that this table remembers, for what contradicts it as a whole."""
    return state.names.get("last", "")


def _put_back(state: State, kept: State, doing: Doing) -> None:
    """The table as it was before a move that has no meaning."""
    for slot in State.__dataclass_fields__:
        if slot != "seats":
            setattr(state, slot, getattr(kept, slot))
    for seat, player in (doing.kept or {}).items():
        state.seats[seat] = player


# --------------------------------------------------------------------------------------------------- opens and barrier


def opens(state: State, move: Json) -> Sequence[Opening]:
    """The scoring opens what each seat kept of its artifact rewards (MK-28.2)."""
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
    """What was revealed, what chance decided, and what others did cannot be taken back (chapter 25)."""
    if is_adjustment(event):
        return None
    everybody = tuple(range(len(state.seats)))
    try:
        done = carry_out(state.copied(()), event, "", strict=False)
    except IllegalMoveError:
        return None
    seat = done.seat
    if isinstance(event, fights.HandDrawn):
        return Barrier("reveal", "cards", (event.seat,)) if done.found else None
    if done.found:
        return Barrier("reveal", done.found[0], everybody)
    if done.chance:
        return Barrier("chance", done.chance[0], everybody)
    if done.reacted or isinstance(event, actions.TurnBegun | actions.EndAnnounced | actions.TurnSkipped):
        others = tuple(one for one in everybody if one != seat)
        what = done.reacted[0] if done.reacted else EVENTS.type_of(event)
        return Barrier("reaction", what, others)
    if isinstance(event, actions.SetUp | fights.RoundPrepared | fights.Scored):
        return Barrier("reveal", EVENTS.type_of(event), everybody)
    return None
