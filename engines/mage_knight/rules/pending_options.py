"""Options that an earlier play opened, used later (``use_option``, chapter 24)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from engines.kernel.domains import choice, group, span
from engines.mage_knight.arguments import WoundsOff
from engines.mage_knight.box.components import WOUND
from engines.mage_knight.moves.actions import OptionUsed
from engines.mage_knight.rules.attempt import Attempt
from engines.mage_knight.rules.effects.cards import from_offer
from engines.mage_knight.rules.effects.values import PHASES, finish, run
from engines.mage_knight.rules.limits import own_turn
from engines.mage_knight.rules.playing import play_for, spend_at_once, use_ability
from engines.mage_knight.rules.table import cards
from engines.mage_knight.rules.table.card_offers import ACTION, SPELL, laid_out
from engines.mage_knight.rules.table.pieces import Open, Part, Played

JUMPS = ("jump", "spend_move_jump")
"""Options that the move ``jump`` uses."""


def usable(one: Open) -> bool:
    """Whether ``use_option`` can still use an option."""
    if one.node["op"] in JUMPS:
        return False
    return one.node["op"] == "convert" or not one.used


def use_option(attempt: Attempt, event: OptionUsed) -> None:
    """Use an option; if a play left several, use the first one that fits now."""
    me = attempt.me
    if not me.ending:
        own_turn(attempt)
        spend_at_once(attempt)
    turn = attempt.turn
    found = [one for one in turn.options.get(event.of, ()) if usable(one)]
    attempt.must(found, "MK-24.6", "no_option", piece=event.of[:60])
    fits = [one for one in found if one.step == (turn.part == "end") and _now(attempt, one)]
    attempt.must(fits, "MK-24.6", "option_not_now", piece=event.of)
    one = fits[0]
    place = turn.options[event.of].index(one)
    used = sum(option.used for option in turn.options[event.of]) + 1
    turn.options[event.of][place] = replace(one, used=one.used + 1)
    attempt.piece = f"{event.of}.{used}"
    attempt.card = one.source
    _USE[one.node["op"]](attempt, one)
    if attempt.parts and turn.part != "end":
        finish(attempt, card=False)


def _now(attempt: Attempt, one: Open) -> bool:
    """Whether an option can be used in this phase."""
    node = one.node
    if node["op"] == "convert":
        return attempt.phase == str(node.get("phase", "block" if node["to"] == "block" else "attack"))
    if node["op"] == "if_part_of_successful_block":
        return attempt.phase == str(node["phase"])
    if node["op"] == "may_buy_once":
        return not attempt.fighting
    return True


def _convert(attempt: Attempt, one: Open) -> None:
    """Points become attack or block, at the rate of the node (MK-15.13)."""
    node, turn = one.node, attempt.turn
    rate = int(node["rate"].split(":")[0])
    have = turn.move if node["from"] == "move" else turn.influence
    points: int = attempt.choice("points", span(1, max(1, have)), lambda value: value >= 1)
    attempt.need(points <= have, "MK-24.6", "too_few_points", have=have, cost=points)
    attempt.need(points % rate == 0, "MK-24.6", "not_whole", rate=rate)
    if node["from"] == "move":
        turn.walk(points)
    else:
        turn.influence = max(0, turn.influence - points)
    value = points // rate
    if node["to"] == "block":
        attempt.parts.append(Part("block", "", one.colour or node.get("element", "physical"), value))
    else:
        kind = "ranged" if node["to"] == "ranged_attack" else "melee"
        attempt.parts.append(Part("attack", kind, "physical", value))


def _buy(attempt: Attempt, one: Open) -> None:
    """A card of the offer is bought, at no site (Learning)."""
    node, turn = one.node, attempt.turn
    kind = SPELL if node["from"] == "spell_offer" else ACTION
    offer = laid_out(attempt, kind)
    attempt.need(
        turn.influence >= node["cost_influence"],
        "MK-12.9",
        "too_few_points",
        have=turn.influence,
        cost=node["cost_influence"],
    )
    card = attempt.choice("card", choice(offer), lambda name: name in offer, rule="MK-12.14")
    turn.influence = max(0, turn.influence - node["cost_influence"])
    from_offer(attempt, kind, card, node["to"])


def _cast(attempt: Attempt, one: Open) -> None:
    """A spell of the offer is cast as if from the hand; it stays there (Magic Talent)."""
    offer = [
        name
        for name in laid_out(attempt, SPELL)
        if "color" not in one.node or attempt.state.box.cards[name].colour == one.colour
    ]
    name = attempt.choice("card", choice(offer), lambda card: card in offer)
    use = attempt.one_of("use", ("basic", "strong"))
    card = attempt.state.box.cards[name]
    attempt.colour = card.colour
    play_for(attempt, card, use, from_offer=True)


def _ability(attempt: Attempt, _one: Open) -> None:
    """One ability of a unit of the offer, as if it were an own one (Call to Arms)."""
    can = list(dict.fromkeys(attempt.state.units))
    name = attempt.choice("offer", choice(can), lambda unit: unit in can)
    abilities = attempt.state.box.units[name].abilities
    number = attempt.choice("ability", span(1, len(abilities)), lambda value: 1 <= value <= len(abilities))
    use_ability(attempt, name, number)


def _after_block(attempt: Attempt, one: Open) -> None:
    """The attack of Burning Shield."""
    attempt.need(attempt.fighting, "MK-24.6", "wrong_phase", gives={"en": "this", "es": "esto"}, phase=PHASES["attack"])
    attempt.colour = one.colour
    run(attempt, one.node["then"])


def _turn_end(attempt: Attempt, one: Open) -> None:
    """A ``may`` of step 3 of the end of the turn (MK-30.9)."""
    me = attempt.me
    node = one.node
    if "may_place_this_card" in node:
        place = node["may_place_this_card"]
        if node.get("only_if") == "deck_not_empty":
            attempt.need(me.deck, "MK-24.6", "deck_is_empty")
        for key, played in me.played.items():
            if played.card == one.source and played.card is not None:
                me.deck.insert(0 if place == "deck_top" else len(me.deck), played.card)
                me.played[key] = Played(None, played.use, played.source, played.card)
                break
    elif "may_throw_away" in node:
        _throw_wounds(attempt)


def _throw_wounds(attempt: Attempt) -> None:
    """Wounds received this turn leave the play, wherever they lie (Banner of Protection)."""
    me, turn = attempt.me, attempt.turn
    hand, pile = min(turn.wounds[0], len(me.hand)), min(turn.wounds[1], me.discard.count(WOUND))
    inside = {"hand": span(0, hand, optional=True), "discard": span(0, pile, optional=True)}
    stated: WoundsOff = attempt.choice("wounds", group(inside, exact=False))
    from_hand, from_pile, units = stated.hand or 0, stated.discard or 0, dict(stated.units or {})
    attempt.need(from_hand <= hand and from_pile <= pile, "MK-24.3", "wounds_not_new")
    cards.unwound(attempt, me, me.hand, min(from_hand, len(me.hand)))
    cards.unwound(attempt, me, me.discard, min(from_pile, me.discard.count(WOUND)))
    for key, count in units.items():
        number = int(key) if key.isdecimal() else 0
        attempt.must(number in me.units, "MK-30.12", "no_unit", unit=number)
        unit = me.units[number]
        attempt.need(count <= unit.new_wounds, "MK-24.3", "wounds_not_new")
        me.units[number] = replace(unit, wounds=max(0, unit.wounds - count))


_USE: dict[str, Callable[[Attempt, Open], None]] = {
    "convert": _convert,
    "may_buy_once": _buy,
    "cast_from_offer": _cast,
    "use_offer_unit_ability": _ability,
    "if_part_of_successful_block": _after_block,
    "at_turn_end": _turn_end,
}
