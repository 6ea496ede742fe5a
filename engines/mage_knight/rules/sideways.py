"""Cards played sideways, and the skills that make them worth more (MK-7.9, chapter 24 group *sideways*)."""

from __future__ import annotations

from dataclasses import replace

from engines.mage_knight.box.components import ACTIONS, BASIC, WOUND, Card, Node
from engines.mage_knight.moves.actions import CardPlayed, Changed
from engines.mage_knight.rules.attempt import Attempt
from engines.mage_knight.rules.effects.values import finish, need_phase
from engines.mage_knight.rules.table import cards
from engines.mage_knight.rules.table.mana import pay
from engines.mage_knight.rules.table.pieces import Part, Played

GIVES = ("move", "influence", "attack", "block")


def play_sideways(attempt: Attempt, event: CardPlayed, card: Card) -> None:
    """Play a card for Move, Influence, Attack or Block 1, or for the value that a skill gives it."""
    me, turn = attempt.me, attempt.turn
    attempt.must(event.gives in GIVES, "MK-7.10", "sideways_gives", code="x_6")
    gives = event.gives or "move"
    value = attempt.state.box.sideways[gives]
    cards.take(attempt, me, me.hand, card.id)
    if event.with_ is not None:
        value = _changed(attempt, event.with_, card)
    elif card.id == WOUND:
        raise attempt.refusal("MK-20.1", "wound_played", code="x_7")
    me.played[attempt.piece] = Played(card.id, "sideways", attempt.piece, gives)
    turn.let_go += card.id != WOUND  # a wound never counts (MK-6.13)
    if gives == "move":
        turn.move += value
    elif gives == "influence":
        turn.influence += value
    else:
        _combat(attempt, gives)
        attempt.parts.append(Part(gives, "melee" if gives == "attack" else "", "physical", value))
        attempt.colour = None
        finish(attempt, card=True)


def _combat(attempt: Attempt, gives: str) -> None:
    """Attack in the last phase, block in its own (MK-15.2, MK-18.2)."""
    attempt.must(attempt.fighting, "MK-24.6", "not_in_combat")
    need_phase(attempt, attempt.combat.phase == gives, "MK-24.6", gives)


def _changed(attempt: Attempt, with_: Changed, card: Card) -> int:
    """The value that a skill gives to a sideways card; the skill is used."""
    state, me = attempt.state, attempt.me
    found = [(place, one) for place, one in enumerate(me.skills) if one.id == with_.skill]
    attempt.must(found, "MK-23.13", "no_skill", skill=with_.skill)
    place, token = found[0]
    skill = state.box.skills[token.hero, token.id]
    attempt.need(not token.new, "MK-23.11", "too_new", skill=skill.name)
    attempt.need(not token.used, "MK-23.13", "skill_used", skill=skill.name)
    me.skills[place] = replace(token, used=True)
    node = skill.effect
    attempt.need(
        with_.option is None or "n_if_no_source_die_used_this_turn" in node, "MK-24.3", "too_much", what="with.option"
    )
    match node["op"]:
        case "wound_sideways":
            attempt.must(card.id == WOUND, "MK-24.6", "wound_wanted", skill=skill.name)
            return int(node["value"])
        case "sideways_value":
            attempt.must(card.id != WOUND, "MK-20.1", "wound_played", code="x_7")
            return _value(attempt, node, with_, card)
        case "sideways_with_mana":
            attempt.must(card.id != WOUND, "MK-20.1", "wound_played", code="x_7")
            colour = pay(attempt, BASIC)
            same = card.kind in (*ACTIONS, "spell") and card.colour == colour
            return int(node["n_if_action_or_spell_of_same_color"] if same else node["n"])
        case _:
            raise attempt.refusal("MK-24.6", "not_sideways", skill=skill.name)


def _value(attempt: Attempt, node: Node, with_: Changed, card: Card) -> int:
    """I Don't Give a Damn, and Who Needs Magic: the second value is chosen, and bars the source die."""
    better = node.get("n_if_advanced_action_spell_or_artifact")
    if better is not None:
        return int(better if card.kind in ("advanced_action", "spell", "artifact") else node["n"])
    best = node["n_if_no_source_die_used_this_turn"]
    option = with_.option or (1 if attempt.turn.used_dice else 2)
    if option == 1:
        return int(node["n"])
    attempt.need(option == 2 and not attempt.turn.used_dice, "MK-24.6", "die_used_already")  # noqa: PLR2004 - the second
    attempt.turn.barred = True
    return int(best)
