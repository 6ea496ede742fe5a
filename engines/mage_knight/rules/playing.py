"""Playing cards, using skills, units, tactics, options, banners and crystals (chapters 5, 7, 13, 23, 24)."""

from __future__ import annotations

from dataclasses import replace

from engines.mage_knight.box.components import BASIC, WOUND, Card
from engines.mage_knight.moves.actions import BannerUsed, CardPlayed, CrystalUsed, SkillUsed, TacticUsed, UnitActivated
from engines.mage_knight.rules.attempt import Attempt
from engines.mage_knight.rules.effects.units import banner_of
from engines.mage_knight.rules.effects.values import finish, need_phase, run, triggered
from engines.mage_knight.rules.enemies import change, facing, numbers
from engines.mage_knight.rules.limits import may_be_played, own_turn
from engines.mage_knight.rules.sideways import play_sideways
from engines.mage_knight.rules.table import cards
from engines.mage_knight.rules.table.mana import add_tokens, black_usable, pay
from engines.mage_knight.rules.table.pieces import Part, Played, SkillToken, Unit


def name_piece(attempt: Attempt, source: str) -> None:
    """The name of a play: its source, and the ordinal of that play of the source in this turn."""
    turn = attempt.me.turn
    counts = turn.counts if turn is not None else {}
    counts[source] = counts.get(source, 0) + 1
    attempt.piece = f"{source}.{counts[source]}"


def spend_at_once(attempt: Attempt) -> None:
    """Require the next play to spend the token of Invocation (MK-24.8)."""
    turn = attempt.me.turn
    if turn is not None:
        attempt.due = turn.pending


def play_card(attempt: Attempt, event: CardPlayed) -> None:
    """Play a card from the hand (chapter 7)."""
    own_turn(attempt)
    spend_at_once(attempt)
    box, me = attempt.state.box, attempt.me
    attempt.must(event.card in box.cards, "MK-30.12", "no_card", card=event.card)
    card = box.cards[event.card]
    if event.card == WOUND:
        pain = event.use == "sideways" and event.with_ is not None
        attempt.must(pain, "MK-20.1", "wound_played", code="x_7")
    attempt.need(
        not me.hand or any(place != WOUND for place in me.hand) or event.card == WOUND,
        "MK-7.1",
        "no_such_card",
        code="x_1",
        card=card.name,
    )
    name_piece(attempt, event.card)
    attempt.card, attempt.colour = event.card, card.colour
    if event.use == "sideways":
        play_sideways(attempt, event, card)
        return
    attempt.need(event.gives is None and event.with_ is None, "MK-30.12", "gives_sideways")
    play_for(attempt, card, event.use)


def play_for(attempt: Attempt, card: Card, use: str, *, from_offer: bool = False) -> None:
    """Play a card for its basic or strong effect: pay its cost, then carry out the effect (MK-7.2 to MK-7.8)."""
    me = attempt.me
    may_be_played(attempt, card, use)
    if not from_offer:
        cards.take(attempt, me, me.hand, card.id)
        me.played[attempt.piece] = Played(card.id, use, attempt.piece)
        attempt.turn.let_go += 1
    rule = {"basic": "MK-7.5", "strong": "MK-7.6"}[use] if card.kind == "spell" else "MK-7.3"
    attempt.cost = rule
    for colour in card.basic_cost if use == "basic" else card.strong_cost:
        pay(attempt, (colour,), rule)
    if card.kind == "spell" and use == "strong":
        attempt.need(black_usable(attempt), "MK-7.6", "spell_by_day", code="x_3", card=card.strong_name)
    if card.kind == "spell":
        attempt.turn.spells.append(card.colour or "")
    thrown = use == "strong" and card.thrown_away
    node = card.basic if use == "basic" else card.strong
    run(attempt, node)
    if card.kind == "spell":
        triggered(attempt, "per_spell_cast_this_turn", card.colour)
    if thrown and not from_offer:
        me.played[attempt.piece] = Played(None, use, attempt.piece, card.id)
        cards.lose(me, card.id)
        me.removed.append(card.id)
    finish(attempt, card=True)


def use_skill(attempt: Attempt, event: SkillUsed) -> None:
    """Use a skill (MK-23.13)."""
    state, me = attempt.state, attempt.me
    place, token = find_skill(attempt, event.skill, event.hero)
    skill = state.box.skills[token.hero, token.id]
    if not me.acting:
        attempt.need(skill.any_turn, "MK-6.14", "own_turn_only", skill=skill.name)
        between_turns(attempt)
    else:
        own_turn(attempt)
        spend_at_once(attempt)
    attempt.need(skill.use != "permanent", "MK-23.16", "permanent", skill=skill.name)
    attempt.need(not token.new, "MK-23.11", "too_new", skill=skill.name)
    attempt.need(not token.used, "MK-23.13", "skill_used", skill=skill.name)
    if skill.not_in == "combat":
        attempt.need(not attempt.fighting, "MK-24.6", "not_in_combat_now")
    if skill.only_in == "interaction":
        attempt.need(me.turn is not None and me.turn.part == "action", "MK-24.6", "only_interaction", skill=skill.name)
    if skill.lock:
        attempt.need(not me.lock, "MK-24.8", "locked")
        me.lock = 2 if me.acting else 1
    name_piece(attempt, event.skill)
    me.skills[place] = replace(token, used=True, centre=skill.use == "interactive")
    before = dict(me.mana)
    run(attempt, skill.effect)
    if skill.at_once and me.turn is not None:
        me.turn.pending = next((colour for colour, count in me.mana.items() if count > before[colour]), None)
    if me.acting:
        finish(attempt, card=False)
    else:
        attempt.reacted.append(event.skill)


def find_skill(attempt: Attempt, name: str, hero: str | None) -> tuple[int, SkillToken]:
    """The index and the token of a skill that the seat has.

    Raises:
        IllegalMoveError: The seat does not have it.
    """
    me = attempt.me
    found = [(place, one) for place, one in enumerate(me.skills) if one.id == name and hero in (None, one.hero)]
    fresh = [pair for pair in found if not pair[1].used] or found
    attempt.must(fresh, "MK-23.13", "no_skill", skill=name)
    return fresh[0]


def between_turns(attempt: Attempt) -> None:
    """Refuse a use between own turns while end steps are due, or after the last turn (MK-6.14)."""
    state, me = attempt.state, attempt.me
    attempt.must(state.phase == "turns", "MK-6.14", "not_now_between")
    attempt.need(me.turn is None, "MK-6.14", "turn_not_closed", seat=attempt.mover)
    attempt.need(not me.done, "MK-4.13", "after_last_turn", code="x_26", seat=attempt.mover)


def activate_unit(attempt: Attempt, event: UnitActivated) -> None:
    """Use a ready, unwounded unit for one of its abilities (MK-13.8)."""
    own_turn(attempt)
    spend_at_once(attempt)
    me = attempt.me
    attempt.must(event.unit in me.units, "MK-30.12", "no_unit", unit=event.unit)
    unit = me.units[event.unit]
    about = attempt.state.box.units[unit.id]
    attempt.need(unit.ready, "MK-13.8", "unit_spent", code="x_17", unit=about.name)
    attempt.need(not unit.wounds, "MK-13.11", "unit_wounded", code="x_17", unit=about.name)
    attempt.need(units_allowed(attempt, unit), "MK-13.17", "units_not_here", code="x_17", unit=about.name)
    attempt.must(
        1 <= event.ability <= len(about.abilities), "MK-30.12", "no_ability", unit=about.name, ability=event.ability
    )
    name_piece(attempt, unit.id)
    me.units[event.unit] = replace(unit, ready=False)
    attempt.unit = event.unit
    use_ability(attempt, unit.id, event.ability)
    if attempt.parts:
        unit_bonus(attempt, unit)
    finish(attempt, card=False)


def use_ability(attempt: Attempt, unit: str, number: int) -> None:
    """Pay for an ability, then carry out its effect (MK-13.9)."""
    ability = attempt.state.box.units[unit].abilities[number - 1]
    attempt.cost = "MK-13.9"
    for colour in ability.cost:
        attempt.colour = pay(attempt, (colour,), "MK-13.9")
    run(attempt, ability.effect)


def units_allowed(attempt: Attempt, unit: Unit) -> bool:
    """Whether a unit may take part at the hero's place (MK-13.17); the unit of Bonds of Loyalty always may."""
    if not attempt.fighting or unit.bond:
        return True
    combat = attempt.combat
    return combat.how != "burn" and (combat.how != "site" or attempt.state.box.sites[combat.site or ""].units)


def unit_bonus(attempt: Attempt, unit: Unit) -> None:
    """The bonus to the attack or block of a unit: banner, effects, Leadership (chapter 24)."""
    turn = attempt.turn
    gains = {"attack": 0, "block": 0}
    nodes = [one.node for one in turn.lasting]
    banner = banner_of(attempt, unit)
    if banner is not None and "attack_bonus" in banner:
        gains["attack"] += banner["attack_bonus"]
        gains["block"] += banner["block_bonus"]
        run(attempt, banner["on_unit_attack_or_block"])
    for node in nodes:
        if node["op"] == "unit_bonus":
            gains["attack"] += node["attack"]
            gains["block"] += node["block"]
        elif node["op"] == "units_this_turn":
            gains["attack"] += node["attack_bonus"]
            gains["block"] += node["block_bonus"]
            run(attempt, node["per_unit_attacking_or_blocking"])
    parts: list[Part] = []
    for part in attempt.parts:
        more = gains[part.gives]
        if turn.bonus is not None:
            kind = "ranged_attack" if part.kind == "ranged" else part.gives
            more += turn.bonus.get(kind, 0)
        parts.append(replace(part, value=part.value + more))
    turn.bonus = None
    attempt.parts = parts


def use_tactic(attempt: Attempt, _event: TacticUsed) -> None:
    """Use a tactic that was taken before (chapter 5)."""
    state, me = attempt.state, attempt.me
    attempt.must(state.phase == "turns", "MK-6.14", "not_now_between")
    attempt.must(me.tactic is not None, "MK-5.1", "no_tactic", seat=attempt.mover)
    tactic = state.box.tactics[me.tactic or ""]
    attempt.need(not me.tactic_used, "MK-5.17", "tactic_used", tactic=tactic.name)
    mine = me.acting
    match tactic.timing:
        case "own_turn":
            own_turn(attempt)
        case "each_turn":
            own_turn(attempt)
            attempt.need(not attempt.turn.tactic, "MK-5.19", "tactic_this_turn", tactic=tactic.name)
            attempt.turn.tactic = True
        case "before_own_turn" | "before_each_own_turn":
            between_turns(attempt)
            if tactic.timing == "before_each_own_turn":
                attempt.need(not me.stored, "MK-5.22", "tactic_this_turn", tactic=tactic.name)
                me.stored = True
        case "any_time_incl_drawing":
            if not mine:
                attempt.need(me.ending or not me.done, "MK-5.24", "after_last_turn", seat=attempt.mover)
        case _:
            raise attempt.refusal("MK-5.9", "tactic_by_itself", tactic=tactic.name)
    name_piece(attempt, tactic.id)
    if tactic.effect is not None and tactic.effect.get("flips"):
        me.tactic_used = True
    run(attempt, tactic.effect)
    if not mine:
        attempt.reacted.append(tactic.id)


def use_banner(attempt: Attempt, event: BannerUsed) -> None:
    """Use the banner on a unit: Fear spends the unit, Courage is turned down (chapter 24)."""
    own_turn(attempt)
    me = attempt.me
    attempt.must(event.unit in me.units, "MK-30.12", "no_unit", unit=event.unit)
    unit = me.units[event.unit]
    about = attempt.state.box.units[unit.id]
    node = banner_of(attempt, unit) or {}
    if node.get("block_phase_spend_unit_to"):
        attempt.must(attempt.fighting, "MK-24.6", "only_in_combat")
        combat = attempt.combat
        need_phase(attempt, combat.phase == "block", "MK-24.6")
        attempt.need(unit.ready, "MK-13.8", "unit_spent", code="x_17", unit=about.name)
        attempt.need(not unit.wounds, "MK-13.11", "unit_wounded", code="x_17", unit=about.name)
        can = numbers(combat)
        stated = attempt.choice(
            "enemies",
            {"kind": "list", "of": {"kind": "choice", "of": can}, "least": 1, "most": 1},
            lambda them: len(them) == 1 and them[0] in can,
        )
        me.units[event.unit] = replace(unit, ready=False)
        foe = facing(combat, combat.enemies[stated[0]])
        change(combat, stated[0], replace(foe, stopped=True))
        run(attempt, node["then"])
    elif node.get("once_per_round_not_in_combat"):
        attempt.need(not attempt.fighting, "MK-24.6", "not_in_combat_now")
        attempt.need(not unit.flipped, "MK-24.5", "banner_used")
        me.units[event.unit] = replace(unit, ready=True, flipped=True)
    else:
        raise attempt.refusal("MK-13.14", "no_banner", unit=about.name)


def use_crystal(attempt: Attempt, event: CrystalUsed) -> None:
    """Turn a crystal into one mana of its colour (MK-8.8)."""
    own_turn(attempt)
    me = attempt.me
    attempt.must(event.color in BASIC, "MK-30.12", "no_colour", colour=event.color)
    names = attempt.state.box.mana_names
    attempt.must(me.crystals[event.color], "MK-8.1", "no_such_mana", colour=names[event.color])
    me.crystals[event.color] -= 1
    attempt.turn.spent[event.color] = attempt.turn.spent.get(event.color, 0) + 1
    add_tokens(me, event.color)
