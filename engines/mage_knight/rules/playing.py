"""Playing cards, using skills, units, tactics, options, banners and crystals (chapters 5, 7, 13, 23, 24)."""

from __future__ import annotations

from dataclasses import replace

from engines.mage_knight.box.components import BASIC, WOUND, Card, Node
from engines.mage_knight.moves.actions import BannerUsed, CardPlayed, CrystalUsed, SkillUsed, TacticUsed, UnitActivated
from engines.mage_knight.rules.attempt import Doing
from engines.mage_knight.rules.effects.units import banner_of
from engines.mage_knight.rules.effects.values import finish, need_phase, run, triggered
from engines.mage_knight.rules.enemies import change, facing, numbers
from engines.mage_knight.rules.limits import may_be_played, own_turn
from engines.mage_knight.rules.sideways import play_sideways
from engines.mage_knight.rules.table import cards
from engines.mage_knight.rules.table.mana import add_tokens, black_usable, pay
from engines.mage_knight.rules.table.pieces import Part, Played, SkillToken, Unit
from engines.mage_knight.rules.table.wounds import add_fame


def name_piece(doing: Doing, source: str) -> None:
    """The name of a play: its source, and the how-many-th play of that source in this turn."""
    turn = doing.me.turn
    counts = turn.counts if turn is not None else {}
    counts[source] = counts.get(source, 0) + 1
    doing.piece = f"{source}.{counts[source]}"


def spend_at_once(doing: Doing) -> None:
    """The token of Invocation pays for the very next play (MK-24.8)."""
    turn = doing.me.turn
    if turn is not None:
        doing.due = turn.pending


# --------------------------------------------------------------------------------------------------------------- cards


def play_card(doing: Doing, event: CardPlayed) -> None:
    """A card is played from the hand (chapter 7)."""
    own_turn(doing)
    spend_at_once(doing)
    box, me = doing.state.box, doing.me
    doing.must(event.card in box.cards, "MK-30.12", "no_card", card=event.card[:40])
    card = box.cards[event.card]
    if event.card == WOUND:
        pain = event.use == "sideways" and event.with_ is not None
        doing.must(pain, "MK-20.1", "wound_played", code="x_7")
    doing.need(
        not me.hand or any(place != WOUND for place in me.hand) or event.card == WOUND,
        "MK-7.1",
        "no_such_card",
        code="x_1",
        card=card.name,
    )
    name_piece(doing, event.card)
    doing.card, doing.colour = event.card, card.colour
    if event.use == "sideways":
        play_sideways(doing, event, card)
        return
    doing.need(event.gives is None and event.with_ is None, "MK-30.12", "gives_sideways")
    play_for(doing, card, event.use)


def play_for(doing: Doing, card: Card, use: str, *, from_offer: bool = False) -> None:
    """A card is played for its basic or strong effect: its cost, then the effect (MK-7.2 to MK-7.8)."""
    me = doing.me
    may_be_played(doing, card, use)
    if not from_offer:
        cards.take(doing, me, me.hand, card.id)
        me.played[doing.piece] = Played(card.id, use, doing.piece)
        doing.turn.let_go += 1
    rule = {"basic": "MK-7.5", "strong": "MK-7.6"}[use] if card.kind == "spell" else "MK-7.3"
    doing.cost = rule
    for colour in card.basic_cost if use == "basic" else card.strong_cost:
        pay(doing, (colour,), rule)
    if card.kind == "spell" and use == "strong":
        doing.need(black_usable(doing), "MK-7.6", "spell_by_day", code="x_3", card=card.strong_name)
    if card.kind == "spell":
        doing.turn.spells.append(card.colour or "")
    thrown = use == "strong" and card.thrown_away
    node = card.basic if use == "basic" else card.strong
    run(doing, node)
    if card.kind == "spell":
        triggered(doing, "per_spell_cast_this_turn", card.colour)
    if thrown and not from_offer:
        me.played[doing.piece] = Played(None, use, doing.piece, card.id)
        cards.lose(me, card.id)
        me.removed.append(card.id)
    if doing.turn.action == "interact" and doing.turn.part == "action":
        doing.turn.interacted.append(doing.piece)
    finish(doing, card=True)


# --------------------------------------------------------------------------------------------------------------- skills


def use_skill(doing: Doing, event: SkillUsed) -> None:
    """A skill is used (MK-23.13)."""
    state, me = doing.state, doing.me
    place, token = find_skill(doing, event.skill, event.hero)
    skill = state.box.skills[token.hero, token.id]
    if me.turn is None or me.turn.part == "end":
        doing.need(skill.any_turn, "MK-6.14", "own_turn_only", skill=skill.name)
        between_turns(doing)
    else:
        own_turn(doing)
        spend_at_once(doing)
    doing.need(skill.use != "permanent", "MK-23.16", "permanent", skill=skill.name)
    doing.need(not token.new, "MK-23.11", "too_new", skill=skill.name)
    doing.need(not token.used, "MK-23.13", "skill_used", skill=skill.name)
    if skill.not_in == "combat":
        doing.need(not doing.fighting, "MK-24.6", "not_in_combat_now")
    if skill.only_in == "interaction":
        doing.need(me.turn is not None and me.turn.part == "action", "MK-24.6", "only_interaction", skill=skill.name)
    if skill.lock:
        doing.need(not me.lock, "MK-24.8", "locked", skill=skill.name)
        me.lock = 2 if me.turn is not None and me.turn.part != "end" else 1
    name_piece(doing, event.skill)
    me.skills[place] = replace(token, used=True, centre=skill.use == "interactive")
    before = dict(me.mana)
    run(doing, skill.effect)
    if skill.at_once and me.turn is not None:
        me.turn.pending = next((colour for colour, count in me.mana.items() if count > before.get(colour, 0)), None)
    if skill.any_turn and (me.turn is None or me.turn.part == "end"):
        doing.reacted.append(event.skill)
    if me.turn is not None and me.turn.part != "end":
        finish(doing, card=False)


def find_skill(doing: Doing, name: str, hero: str | None) -> tuple[int, SkillToken]:
    """The place and the token of a skill that the seat has.

    Raises:
        IllegalMoveError: It has none such.
    """
    me = doing.me
    found = [(place, one) for place, one in enumerate(me.skills) if one.id == name and hero in (None, one.hero)]
    fresh = [pair for pair in found if not pair[1].used] or found
    doing.must(fresh, "MK-23.13", "no_skill", skill=name[:40])
    return fresh[0]


def between_turns(doing: Doing) -> None:
    """What is used between own turns: not while steps of the end are due, nor after the last turn (MK-6.14)."""
    state, me = doing.state, doing.me
    doing.must(state.phase == "turns", "MK-6.14", "not_now_between")
    doing.need(me.turn is None, "MK-6.14", "turn_not_closed", seat=doing.seat or 0)
    doing.need(not me.done, "MK-4.13", "after_last_turn", code="x_26", seat=doing.seat or 0)


# ---------------------------------------------------------------------------------------------------------------- units


def activate_unit(doing: Doing, event: UnitActivated) -> None:
    """A ready, unwounded unit is used for one of its abilities (MK-13.8)."""
    own_turn(doing)
    spend_at_once(doing)
    me = doing.me
    doing.must(event.unit in me.units, "MK-30.12", "no_unit", unit=event.unit)
    unit = me.units[event.unit]
    about = doing.state.box.units[unit.id]
    doing.need(unit.ready, "MK-13.8", "unit_spent", code="x_17", unit=about.name)
    doing.need(not unit.wounds, "MK-13.11", "unit_wounded", code="x_17", unit=about.name)
    doing.need(units_allowed(doing, unit), "MK-13.17", "units_not_here", code="x_17", unit=about.name)
    doing.must(
        1 <= event.ability <= len(about.abilities), "MK-30.12", "no_ability", unit=about.name, ability=event.ability
    )
    name_piece(doing, unit.id)
    me.units[event.unit] = replace(unit, ready=False)
    doing.unit = event.unit
    use_ability(doing, unit.id, event.ability)
    if doing.parts:
        unit_bonus(doing, unit)
    finish(doing, card=False)


def use_ability(doing: Doing, unit: str, number: int) -> None:
    """The cost of an ability, then its effect (MK-13.9)."""
    ability = doing.state.box.units[unit].abilities[number - 1]
    doing.cost = "MK-13.9"
    for colour in ability.cost:
        doing.colour = pay(doing, (colour,), "MK-13.9")
    run(doing, ability.effect)


def units_allowed(doing: Doing, unit: Unit) -> bool:
    """Whether a unit takes part where the hero is now (MK-13.17); that of Bonds of Loyalty always does."""
    combat = doing.state.combat
    if combat is None or combat.seat != doing.seat or unit.bond:
        return True
    return combat.how != "burn" and (
        combat.how != "site" or combat.site is None or doing.state.box.sites[combat.site].units
    )


def unit_bonus(doing: Doing, unit: Unit) -> None:
    """What is added to the attack or block of a unit: banner, effects, Leadership (chapter 24)."""
    turn = doing.turn
    gains = {"attack": 0, "block": 0}
    nodes = [one.node for one in turn.lasting]
    banner = banner_of(doing, unit)
    if banner is not None and "attack_bonus" in banner:
        gains["attack"] += banner["attack_bonus"]
        gains["block"] += banner["block_bonus"]
        run_each(doing, banner["on_unit_attack_or_block"])
    for node in nodes:
        if node["op"] == "unit_bonus":
            gains["attack"] += node["attack"]
            gains["block"] += node["block"]
        elif node["op"] == "units_this_turn":
            gains["attack"] += node["attack_bonus"]
            gains["block"] += node["block_bonus"]
            run_each(doing, node["per_unit_attacking_or_blocking"])
    parts: list[Part] = []
    for part in doing.parts:
        more = gains[part.gives]
        if turn.bonus is not None:
            kind = "ranged_attack" if part.kind == "ranged" else part.gives
            more += turn.bonus.get(kind, 0)
        parts.append(replace(part, value=part.value + more))
    turn.bonus = None
    doing.parts = parts


def run_each(doing: Doing, node: Node) -> None:
    """A node that an activation brings about beside the ability; its values make no piece."""
    if node["op"] == "fame":
        add_fame(doing.me, node["n"])
    else:
        run(doing, node)


# ------------------------------------------------------------------------------------------- tactics, banners, crystals


def use_tactic(doing: Doing, event: TacticUsed) -> None:
    """A tactic is used after it was taken (chapter 5)."""
    del event
    state, me = doing.state, doing.me
    doing.must(state.phase == "turns", "MK-6.14", "not_now_between")
    doing.must(me.tactic is not None, "MK-5.1", "no_tactic", seat=doing.seat or 0)
    tactic = state.box.tactics[me.tactic or ""]
    doing.need(not me.tactic_used, "MK-5.17", "tactic_used", tactic=tactic.name)
    mine = me.turn is not None and me.turn.part != "end"
    match tactic.timing:
        case "own_turn":
            own_turn(doing)
        case "each_turn":
            own_turn(doing)
            doing.need(not doing.turn.tactic, "MK-5.19", "tactic_this_turn", tactic=tactic.name)
            doing.turn.tactic = True
        case "before_own_turn" | "before_each_own_turn":
            between_turns(doing)
            if tactic.timing == "before_each_own_turn":
                doing.need(not me.stored, "MK-5.22", "tactic_this_turn", tactic=tactic.name)
                me.stored = True
        case "any_time_incl_drawing":
            if not mine:
                closing = me.turn is not None and me.turn.part == "end"
                doing.need(closing or not me.done, "MK-5.24", "after_last_turn", seat=doing.seat or 0)
        case _:
            raise doing.refusal("MK-5.9", "tactic_by_itself", tactic=tactic.name)
    name_piece(doing, tactic.id)
    if tactic.effect is not None and tactic.effect.get("flips"):
        me.tactic_used = True
    run(doing, tactic.effect)
    if not mine:
        doing.reacted.append(tactic.id)


def use_banner(doing: Doing, event: BannerUsed) -> None:
    """The banner on a unit is used: Fear spends the unit, Courage is turned down (chapter 24)."""
    own_turn(doing)
    me = doing.me
    doing.must(event.unit in me.units, "MK-30.12", "no_unit", unit=event.unit)
    unit = me.units[event.unit]
    about = doing.state.box.units[unit.id]
    node = banner_of(doing, unit) or {}
    if node.get("block_phase_spend_unit_to"):
        doing.must(doing.fighting, "MK-24.6", "only_in_combat")
        combat = doing.combat
        need_phase(doing, combat.phase == "block", "MK-24.6")
        doing.need(unit.ready, "MK-13.8", "unit_spent", code="x_17", unit=about.name)
        doing.need(not unit.wounds, "MK-13.11", "unit_wounded", code="x_17", unit=about.name)
        can = numbers(combat)
        told = doing.choice(
            "enemies",
            {"kind": "list", "of": {"kind": "choice", "of": can}, "least": 1, "most": 1},
            lambda them: len(them) == 1 and them[0] in can,
        )
        me.units[event.unit] = replace(unit, ready=False)
        foe = facing(combat, combat.enemies[told[0]])
        change(combat, told[0], replace(foe, stopped=True))
        run_each(doing, node["then"])
    elif node.get("once_per_round_not_in_combat"):
        doing.need(not doing.fighting, "MK-24.6", "not_in_combat_now")
        doing.need(not unit.flipped, "MK-24.5", "banner_used")
        me.units[event.unit] = replace(unit, ready=True, flipped=True)
    else:
        raise doing.refusal("MK-13.14", "no_banner", unit=about.name)


def use_crystal(doing: Doing, event: CrystalUsed) -> None:
    """A crystal becomes one mana of its colour (MK-8.8)."""
    own_turn(doing)
    me = doing.me
    doing.must(event.color in BASIC, "MK-30.12", "no_colour", colour=event.color[:40])
    names = doing.state.box.mana_names
    doing.must(me.crystals.get(event.color, 0) > 0, "MK-8.1", "no_such_mana", colour=names[event.color])
    me.crystals[event.color] -= 1
    doing.turn.spent[event.color] = doing.turn.spent.get(event.color, 0) + 1
    add_tokens(me, event.color)
