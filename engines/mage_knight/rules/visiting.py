"""Dealing with the locals, healing, and plundering (chapters 12 and 20)."""

from __future__ import annotations

from dataclasses import replace

from engines.mage_knight.box.components import WOUND, Site
from engines.mage_knight.moves.actions import (
    Healed,
    HealingBought,
    Interacted,
    Learned,
    Plundered,
    Recruited,
    SpellBought,
)
from engines.mage_knight.rules.attempt import Attempt
from engines.mage_knight.rules.combat_start import check_free_action, lose_points
from engines.mage_knight.rules.effects.values import run
from engines.mage_knight.rules.limits import own_turn
from engines.mage_knight.rules.playing import between_turns
from engines.mage_knight.rules.recruiting import join, price
from engines.mage_knight.rules.table import cards
from engines.mage_knight.rules.table.card_offers import SPELL, laid_out, take_card
from engines.mage_knight.rules.table.mana import pay
from engines.mage_knight.rules.table.pieces import Place
from engines.mage_knight.rules.table.wounds import add_reputation


def locals_here(attempt: Attempt) -> Site | None:
    """The site on the hero's space where it can interact; None if there is none (MK-12.1)."""
    at = attempt.me.space
    site = attempt.state.site_on(at)
    if at is None or site is None or site.recruits is None:
        return None
    return site if _open(attempt, site, attempt.state.spaces[at]) else None


def _open(attempt: Attempt, site: Site, place: Place) -> bool:
    """Whether the locals of a site deal with the seat."""
    if site.kind == "inhabited":
        return not place.burned
    return bool(place.shields) and (not site.owned or attempt.seat in place.shields)


def interact(attempt: Attempt, _event: Interacted) -> None:
    """Begin the interaction; the reputation counts once (MK-12.3)."""
    check_free_action(attempt)
    state, me, turn = attempt.state, attempt.me, attempt.turn
    attempt.must(locals_here(attempt) is not None, "MK-12.1", "no_locals", code="x_13")
    modifier = state.box.reputation[me.reputation]
    attempt.need(modifier is not None, "MK-12.6", "x_step", code="x_13")
    turn.part, turn.action = "action", "interact"
    lose_points(attempt)
    turn.influence += modifier or 0


def dealing_with(attempt: Attempt) -> Site:
    """The site of the interaction under way.

    Raises:
        IllegalMoveError: There is no interaction.
    """
    own_turn(attempt)
    site = attempt.given(locals_here(attempt), "MK-12.1", "no_locals", code="x_13")
    attempt.need(attempt.turn.part == "action", "MK-12.2", "no_interaction")
    return site


def spend(attempt: Attempt, cost: int, code: str | None = None) -> None:
    """Spend influence (MK-12.9)."""
    turn = attempt.turn
    attempt.need(turn.influence >= cost, "MK-12.9", "too_few_points", code=code, have=turn.influence, cost=cost)
    turn.influence -= cost


def recruit(attempt: Attempt, event: Recruited) -> None:
    """Recruit a unit of the offer (MK-13.2)."""
    site = dealing_with(attempt)
    unit = attempt.given(attempt.state.box.units.get(event.unit), "MK-30.12", "no_unit_card", unit=event.unit)
    if unit.tier == "regular":
        attempt.need(site.recruits in unit.sites, "MK-13.2", "no_icon", code="x_15", unit=unit.name, site=site.name)
        spend(attempt, price(attempt, unit, slot=bool(event.slot)), code="x_15")
    join(attempt, event.unit, event.disband, slot=bool(event.slot))


def buy_healing(attempt: Attempt, event: HealingBought) -> None:
    """Buy healing points (MK-12.10, MK-12.11)."""
    site = dealing_with(attempt)
    attempt.must(event.points > 0, "MK-12.9", "no_points")
    attempt.must(site.healing, "MK-12.10", "no_healing", site=site.name)
    spend(attempt, event.points * site.healing)
    attempt.turn.heal += event.points


def learn(attempt: Attempt, event: Learned) -> None:
    """Buy an advanced action of the unit offer (MK-12.11)."""
    site = dealing_with(attempt)
    attempt.must(site.learn, "MK-12.11", "no_teacher", site=site.name)
    offer = attempt.state.monastery
    attempt.must(event.card in offer, "MK-12.14", "not_in_offer", card=cards.name_of(attempt, event.card))
    spend(attempt, site.learn)
    offer.remove(event.card)
    me = attempt.me
    cards.gain(me, event.card, me.deck, attempt.name, top=True)


def buy_spell(attempt: Attempt, event: SpellBought) -> None:
    """Buy a spell of the offer (MK-12.13)."""
    site = dealing_with(attempt)
    attempt.must(site.spell, "MK-12.13", "no_mages", site=site.name)
    laid_out(attempt, SPELL)
    spend(attempt, site.spell)
    name = cards.name_of(attempt, event.card)
    card = attempt.given(attempt.state.box.cards.get(event.card), "MK-12.14", "not_in_offer", card=name)
    attempt.must(card.kind == "spell", "MK-12.14", "not_in_offer", card=name)
    pay(attempt, (card.colour or "",), "MK-12.13")
    take_card(attempt, SPELL, event.card, event.new_card, "new_card")
    me = attempt.me
    cards.gain(me, event.card, me.deck, attempt.name, top=True)


def heal(attempt: Attempt, event: Healed) -> None:
    """Spend healing points on the hand or on a unit (MK-20.4, MK-20.6)."""
    own_turn(attempt)
    me, turn = attempt.me, attempt.turn
    attempt.need(not attempt.fighting, "MK-14.14", "healing_in_combat", code="x_18")
    attempt.must((event.wounds is None) != (event.unit is None), "MK-20.4", "one_of_them")
    cost = event.wounds or 0
    if event.unit is not None:
        attempt.must(event.unit in me.units, "MK-30.12", "no_unit", unit=event.unit)
        cost = attempt.state.box.units[me.units[event.unit].id].level
        attempt.must(me.units[event.unit].wounds, "MK-20.6", "unit_well", unit=event.unit)
    attempt.must(cost > 0, "MK-20.4", "no_points")
    attempt.need(turn.heal >= cost, "MK-20.8", "too_few_points", have=turn.heal, cost=cost)
    _grail(attempt, event.grail, cost)
    turn.heal = max(0, turn.heal - cost)
    if event.unit is not None:
        unit = me.units[event.unit]
        me.units[event.unit] = replace(unit, wounds=unit.wounds - 1)
        return
    attempt.must(cost <= len(me.hand), "MK-20.4", "too_few_wounds")
    cards.unwound(attempt, me, me.hand, cost)
    for _ in range(cost):
        for one in list(turn.lasting):
            if one.node["op"] == "per_wound_healed_from_hand_this_turn":
                run(attempt, one.node["then"])


def _grail(attempt: Attempt, stated: int | None, cost: int) -> None:
    """Points of Golden Grail are spent first, unless the move says otherwise (chapter 24)."""
    turn = attempt.turn
    most = min(turn.grail, cost)
    used = most if stated is None else stated
    attempt.need(0 <= used <= most and cost - used <= turn.heal - turn.grail, "MK-24.3", "grail", most=most)
    used = max(0, min(used, most))
    turn.grail -= used
    for _ in range(used):
        for one in list(turn.lasting):
            if one.node["op"] == "per_healing_point_of_this_card_spent":
                run(attempt, one.node["then"])


def plunder(attempt: Attempt, event: Plundered) -> None:
    """Plunder a village between two own turns (MK-12.17)."""
    state, me = attempt.state, attempt.me
    attempt.must(
        me.turn is None or state.phase != "turns", "MK-12.17", "turn_not_closed", code="x_26", seat=attempt.mover
    )
    between_turns(attempt)
    site = state.site_on(me.space)
    given = None if site is None else site.plunder
    reputation, count = attempt.given(given, "MK-12.17", "no_village", code="x_26")
    attempt.need(me.placed, "MK-12.17", "no_village", code="x_26")
    attempt.need(not me.plundered, "MK-12.18", "plundered", code="x_26")
    me.plundered = True
    add_reputation(state, me, reputation)
    count = min(count, len(me.deck))
    if event.number is not None:
        attempt.need(event.number == count, "MK-12.21", "number_differs", stated=event.number, count=count)
    stated = attempt.drawn(count)
    cards.draw(attempt, me, count, stated, rule="MK-12.21")
    attempt.reacted.append("plunder")


def wounds_possible(attempt: Attempt) -> int:
    """The wounds that can be in the hand, as far as this fold knows."""
    me = attempt.me
    hidden = [place for place in me.hand if place != WOUND]
    return len(me.hand) if me.cards.may_hold(hidden, WOUND) else me.hand.count(WOUND)
