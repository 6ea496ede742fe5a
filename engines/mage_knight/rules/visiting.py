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
from engines.mage_knight.rules.attempt import Doing
from engines.mage_knight.rules.combat_start import acting, lose_points
from engines.mage_knight.rules.effects.values import run
from engines.mage_knight.rules.limits import own_turn
from engines.mage_knight.rules.playing import between_turns
from engines.mage_knight.rules.recruiting import join, price
from engines.mage_knight.rules.table import cards
from engines.mage_knight.rules.table.card_offers import SPELL, laid_out, take_card
from engines.mage_knight.rules.table.mana import pay
from engines.mage_knight.rules.table.pieces import Place
from engines.mage_knight.rules.table.wounds import add_reputation


def locals_here(doing: Doing) -> Site | None:
    """The site with which the hero can deal where it stands; None where there is none (MK-12.1)."""
    at = doing.me.space
    place = None if at is None else doing.state.spaces.get(at)
    if place is None or place.site is None:
        return None
    site = doing.state.box.sites[place.site]
    return site if site.recruits is not None and _open(doing, site, place) else None


def _open(doing: Doing, site: Site, place: Place) -> bool:
    """Whether the locals of a site deal with the seat."""
    if site.kind == "inhabited":
        return not place.burned
    return bool(place.shields) and (not site.owned or doing.seat in place.shields)


def interact(doing: Doing, event: Interacted) -> None:
    """The interaction begins: the reputation counts once (MK-12.3)."""
    del event
    acting(doing)
    state, me, turn = doing.state, doing.me, doing.turn
    doing.must(locals_here(doing) is not None, "MK-12.1", "no_locals", code="x_13")
    modifier = state.box.reputation[me.reputation]
    doing.need(modifier is not None, "MK-12.6", "x_step", code="x_13")
    turn.part, turn.action = "action", "interact"
    lose_points(doing)
    turn.influence += modifier or 0


def dealing_with(doing: Doing) -> Site:
    """The site of the interaction under way.

    Raises:
        IllegalMoveError: There is no interaction.
    """
    own_turn(doing)
    site = doing.given(locals_here(doing), "MK-12.1", "no_locals", code="x_13")
    turn = doing.turn
    doing.need(turn.part == "action" and turn.action == "interact", "MK-12.2", "no_interaction")
    return site


def spend(doing: Doing, cost: int, code: str | None = None) -> None:
    """Influence is spent (MK-12.9)."""
    turn = doing.turn
    doing.need(turn.influence >= cost, "MK-12.9", "too_few_points", code=code, have=turn.influence, cost=cost)
    turn.influence -= cost


def recruit(doing: Doing, event: Recruited) -> None:
    """A unit of the offer is recruited (MK-13.2)."""
    site = dealing_with(doing)
    unit = doing.given(doing.state.box.units.get(event.unit), "MK-30.12", "no_unit_card", unit=event.unit[:40])
    doing.need(
        event.unit in doing.state.units or unit.tier != "regular", "MK-13.1", "not_offered", code="x_15", unit=unit.name
    )
    if unit.tier == "regular":
        doing.need(site.recruits in unit.sites, "MK-13.2", "no_icon", code="x_15", unit=unit.name, site=site.name)
        spend(doing, price(doing, unit, slot=bool(event.slot)), code="x_15")
    join(doing, event.unit, event.disband, slot=bool(event.slot))


def buy_healing(doing: Doing, event: HealingBought) -> None:
    """Healing points are bought (MK-12.10, MK-12.11)."""
    site = dealing_with(doing)
    doing.must(event.points > 0, "MK-12.9", "no_points")
    doing.must(site.healing, "MK-12.10", "no_healing", site=site.name)
    spend(doing, event.points * site.healing)
    doing.turn.heal += event.points


def learn(doing: Doing, event: Learned) -> None:
    """An advanced action of the unit offer is bought (MK-12.11)."""
    site = dealing_with(doing)
    doing.must(site.learn, "MK-12.11", "no_teacher", site=site.name)
    offer = doing.state.monastery
    doing.must(event.card in offer, "MK-12.14", "not_in_offer", card=cards.name_of(doing, event.card))
    spend(doing, site.learn)
    offer.remove(event.card)
    me = doing.me
    cards.gain(me, event.card, me.deck, doing.name, top=True)


def buy_spell(doing: Doing, event: SpellBought) -> None:
    """A spell of the offer is bought (MK-12.13)."""
    site = dealing_with(doing)
    doing.must(site.spell, "MK-12.13", "no_mages", site=site.name)
    laid_out(doing, SPELL)
    spend(doing, site.spell)
    name = cards.name_of(doing, event.card)
    card = doing.given(doing.state.box.cards.get(event.card), "MK-12.14", "not_in_offer", card=name)
    doing.must(card.kind == "spell", "MK-12.14", "not_in_offer", card=name)
    pay(doing, (card.colour or "",), "MK-12.13")
    take_card(doing, SPELL, event.card, event.new_card, "new_card")
    me = doing.me
    cards.gain(me, event.card, me.deck, doing.name, top=True)


def heal(doing: Doing, event: Healed) -> None:
    """Healing points are spent, on the hand or on a unit (MK-20.4, MK-20.6)."""
    own_turn(doing)
    me, turn = doing.me, doing.turn
    doing.need(not doing.fighting, "MK-14.14", "healing_in_combat", code="x_18")
    doing.must((event.wounds is None) != (event.unit is None), "MK-20.4", "one_of_them")
    cost = event.wounds or 0
    if event.unit is not None:
        doing.must(event.unit in me.units, "MK-30.12", "no_unit", unit=event.unit)
        cost = doing.state.box.units[me.units[event.unit].id].level
        doing.must(me.units[event.unit].wounds, "MK-20.6", "unit_well", unit=event.unit)
    doing.must(cost > 0, "MK-20.4", "no_points")
    doing.need(turn.heal >= cost, "MK-20.8", "too_few_points", have=turn.heal, cost=cost)
    _grail(doing, event.grail, cost)
    turn.heal = max(0, turn.heal - cost)
    if event.unit is not None:
        unit = me.units[event.unit]
        me.units[event.unit] = replace(unit, wounds=unit.wounds - 1)
        return
    doing.must(cost <= len(me.hand), "MK-20.4", "too_few_wounds")
    cards.unwound(doing, me, me.hand, cost)
    for _ in range(cost):
        turn.healed += 1
        for one in list(turn.lasting):
            if one.node["op"] == "per_wound_healed_from_hand_this_turn":
                run(doing, one.node["then"])


def _grail(doing: Doing, told: int | None, cost: int) -> None:
    """Points of Golden Grail are spent first, unless the move says otherwise (chapter 24)."""
    turn = doing.turn
    most = min(turn.grail, cost)
    used = most if told is None else told
    doing.need(0 <= used <= most and cost - used <= turn.heal - turn.grail, "MK-24.3", "grail", most=most)
    used = max(0, min(used, most))
    turn.grail -= used
    for _ in range(used):
        for one in list(turn.lasting):
            if one.node["op"] == "per_healing_point_of_this_card_spent":
                run(doing, one.node["then"])


def plunder(doing: Doing, event: Plundered) -> None:
    """A village is plundered between two own turns (MK-12.17)."""
    state, me = doing.state, doing.me
    doing.must(
        me.turn is None or state.phase != "turns", "MK-12.17", "turn_not_closed", code="x_26", seat=doing.seat or 0
    )
    between_turns(doing)
    place = None if me.space is None else state.spaces.get(me.space)
    site = None if place is None or place.site is None else state.box.sites[place.site]
    given = None if site is None else site.plunder
    reputation, count = doing.given(given, "MK-12.17", "no_village", code="x_26")
    doing.need(me.placed, "MK-12.17", "no_village", code="x_26")
    doing.need(not me.plundered, "MK-12.18", "plundered", code="x_26")
    me.plundered = True
    add_reputation(state, me, reputation)
    count = min(count, len(me.deck))
    if event.number is not None:
        doing.need(event.number == count, "MK-12.21", "number_differs", told=event.number, count=count)
    told = doing.drawn(count)
    cards.draw(doing, me, count, told, rule="MK-12.21")
    doing.reacted.append("plunder")


def wounds_possible(doing: Doing) -> int:
    """The wounds that can be in the hand, as far as this fold knows."""
    me = doing.me
    hidden = [place for place in me.hand if place != WOUND]
    return len(me.hand) if me.cards.may_hold(hidden, WOUND) else me.hand.count(WOUND)
