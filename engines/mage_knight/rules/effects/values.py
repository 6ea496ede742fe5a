"""The effect language, read node by node (chapter 24): values, conditions, triggers; other files have other groups."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from engines.kernel.domains import choice, span
from engines.kernel.hidden.unknown import is_known
from engines.mage_knight.box.components import BASIC, WOUND, Node
from engines.mage_knight.rules.attempt import Attempt
from engines.mage_knight.rules.table import cards
from engines.mage_knight.rules.table.mana import pay
from engines.mage_knight.rules.table.pieces import Lasting, Open, Part, Piece
from engines.mage_knight.rules.table.wounds import add_fame, add_reputation, take_wounds

Op = Callable[[Attempt, Node], None]

OPS: dict[str, Op] = {}
"""All ops; the files of the other groups add theirs."""


def op(*names: str) -> Callable[[Op], Op]:
    """Register the function that carries out an op."""

    def register(function: Op) -> Op:
        for name in names:
            OPS[name] = function
        return function

    return register


def run(attempt: Attempt, node: Any) -> None:
    """Carry out a node; a list is an ``all`` (MK-24.1)."""
    if isinstance(node, list):
        for step in node:
            OPS[step["op"]](attempt, step)
    else:
        OPS[node["op"]](attempt, node)


def amount(attempt: Attempt, node: Node, *, bonus: bool = False) -> int:
    """The amount of a node (MK-24.4), with the bonus of the card that plays it if the node takes one (MK-7.19)."""
    if "day" in node:
        count: int = node["night" if attempt.night else "day"]
    else:
        count = node.get("n", 0)
    forest = "n_if_in_forest"
    if forest in node and in_forest(attempt):
        count = node[forest]
    plus = node.get("plus")
    if plus is not None and plus["per"] != "blocked_enemy_icon":
        count += plus["n"] * counted(attempt, plus["per"])
    if "max" in node:
        count = min(count, node["max"])
    if bonus and attempt.bonus:
        count += attempt.bonus
        attempt.bonus = 0
    return count


def in_forest(attempt: Attempt) -> bool:
    """Whether the hero's space is forest."""
    at = attempt.me.space
    return at is not None and at in attempt.state.spaces and attempt.state.spaces[at].terrain == "forest"


def counted(attempt: Attempt, per: str) -> int:
    """The number of things that a ``plus`` counts (chapter 24)."""
    player = attempt.me
    match per:
        case "enemy_faced":
            enemies = attempt.combat.enemies if attempt.fighting else {}
            return sum(not enemy.defeated for enemy in enemies.values())
        case "wound_in_hand_or_on_own_units":
            return _wounds_in_hand(attempt) + sum(unit.wounds for unit in player.units.values())
        case "different_crystal_color_in_inventory":
            return sum(bool(player.crystals[colour]) for colour in BASIC)
        case _:  # ready_unwounded_unit
            return sum(unit.ready and not unit.wounds for unit in player.units.values())


def _wounds_in_hand(attempt: Attempt) -> int:
    """Wounds in hand; if some were shuffled among hidden cards, counting reveals them (MK-30.11)."""
    hand = attempt.me.hand
    known = hand.count(WOUND)
    if not attempt.me.buried:
        return known
    hidden = sum(not is_known(place) and WOUND in attempt.me.cards.can(place) for place in hand)
    most = known + min(hidden, max(0, attempt.me.cards.free.get(WOUND, 0)))
    count: int = attempt.fact("number", span(known, most), lambda value: known <= value <= len(hand))
    attempt.need(count <= most, "MK-20.4", "too_few_wounds")
    for place in [one for one in hand if not is_known(one)][: count - known]:
        if attempt.me.cards.may_hold([place], WOUND):
            hand[hand.index(place)] = cards.reveal_place(attempt, attempt.me, place, WOUND, rule="MK-24.3")
    return count


def keep(attempt: Attempt, node: Node, until: str | None = None, colour: str | None = None) -> None:
    """Store a node as a lasting effect (MK-24.5)."""
    ends = until or node.get("lasts", "turn")
    attempt.turn.lasting.append(Lasting(node, attempt.piece, attempt.mover, ends, colour))


def open_option(attempt: Attempt, node: Node, **more: Any) -> None:
    """Store an option for a later ``use_option``."""
    options = attempt.turn.options
    options.setdefault(attempt.piece, []).append(Open(node, source=attempt.card, **more))


@op("all")
def _all(attempt: Attempt, node: Node) -> None:
    for step in node["steps"]:
        run(attempt, step)


@op("one_of")
def _one_of(attempt: Attempt, node: Node) -> None:
    """Exactly one option; a ``plus`` of the whole belongs to the one chosen (MK-24.4)."""
    options = node["options"]
    now = [number for number, one in enumerate(options, 1) if fits_now(attempt, one)]
    if attempt.asking and not now:
        raise attempt.refusal("MK-24.6", "option_not_now", piece=attempt.piece)
    number = attempt.choice("option", choice(now), lambda value: 1 <= value <= len(options))
    chosen = options[number - 1]
    if "plus" in node:
        chosen = {**chosen, "plus": node["plus"]}
    if "boost" in node:
        colours = tuple(dict.fromkeys(colour for boost in node["boost"] for colour in boost["pay"]))
        found = [pay(attempt, colours) for _ in range(attempt.payments_left)]
        fits = [boost["n"] for boost in node["boost"] if sorted(boost["pay"]) == sorted(found)]
        attempt.need(fits or not found, "MK-7.14", "unpaid", code="x_2", colours={"en": "boost", "es": "refuerzo"})
        chosen = {**chosen, "n": (fits or [chosen["n"]])[0]}
    run(attempt, chosen)


def fits_now(attempt: Attempt, node: Any) -> bool:
    """Whether a node can be played in the current phase (MK-24.6); other conditions are checked later."""
    if isinstance(node, list):
        return all(fits_now(attempt, step) for step in node)
    match node["op"]:
        case "all":
            return all(fits_now(attempt, step) for step in node["steps"])
        case "one_of":
            return any(fits_now(attempt, one) for one in node["options"])
        case "attack":
            return _serves(attempt, "attack", node["kind"])
        case "block":
            return _serves(attempt, "block")
        case "heal":
            return not attempt.fighting or attempt.card is not None
        case "heal_unit" | "ready_all_own_units":
            return not attempt.fighting
        case "target_enemy" | "target_enemies" | "all_enemies" | "all_other_enemies" | "own_attacks":
            return attempt.fighting
        case _:
            return True


@op("may")
def _may(attempt: Attempt, node: Node) -> None:
    if attempt.choice("yes", {"kind": "flag"}):
        run(attempt, node["steps"])


@op("move")
def _move(attempt: Attempt, node: Node) -> None:
    attempt.turn.move += amount(attempt, node, bonus=True)


@op("influence")
def _influence(attempt: Attempt, node: Node) -> None:
    """Influence points; a play in an interaction is stored for the end of the turn."""
    attempt.turn.influence += amount(attempt, node, bonus=True)


@op("attack")
def _attack(attempt: Attempt, node: Node) -> None:
    """One value of attack (MK-24.6, MK-15.2)."""
    kind = node["kind"]
    _in_phase(attempt, "attack", kind)
    value = amount(attempt, node, bonus=True)
    most = node.get("may_add_up_to")
    if most is not None:
        added = attempt.choice("points", span(0, most), lambda points: 0 <= points <= most)
        value += added
        for _ in range(added):
            run(attempt, node["per_added_point"])
    attempt.parts.append(Part("attack", kind, node["element"], value))


@op("block")
def _block(attempt: Attempt, node: Node) -> None:
    """One value of block (MK-24.6)."""
    _in_phase(attempt, "block")
    plus = node.get("plus")
    icons = plus["n"] if plus is not None and plus["per"] == "blocked_enemy_icon" else 0
    value = amount(attempt, node, bonus=True)
    removes, doubles = node.get("removes", ""), node.get("counts_double_against", "")
    attempt.parts.append(Part("block", "", node["element"], value, icons, removes, doubles))


def _serves(attempt: Attempt, gives: str, kind: str = "") -> bool:
    """Whether an attack of a kind, or a block, belongs to the phase of the combat (MK-15.2, MK-15.3)."""
    return attempt.phase == gives or (gives == "attack" and attempt.phase == "ranged_siege" and kind != "melee")


def _in_phase(attempt: Attempt, gives: str, kind: str = "") -> None:
    """Attack and block only in their phases of a combat (MK-24.6)."""
    attempt.need(attempt.fighting, "MK-24.6", "not_in_combat")
    need_phase(attempt, _serves(attempt, gives, kind), "MK-24.6", gives)


def need_phase(attempt: Attempt, fits: object, rule: str, what: str = "this") -> None:
    """Refuse an effect that does not fit the phase of the combat.

    ``fits``: whether the node fits the phase. ``what``: ``attack``, ``block``, ``damage``, or ``this``.

    Raises:
        IllegalMoveError: It does not fit.
    """
    attempt.need(fits, rule, "wrong_phase", gives=_GIVES[what], phase=PHASES.get(attempt.phase, {"en": "-", "es": "-"}))


_GIVES = {
    "attack": {"en": "attack", "es": "ataque"},
    "block": {"en": "block", "es": "bloqueo"},
    "damage": {"en": "damage", "es": "daño"},
    "this": {"en": "this", "es": "esto"},
}
PHASES = {
    "ranged_siege": {"en": "ranged and siege attacks", "es": "ataques a distancia y de asedio"},
    "block": {"en": "block", "es": "bloqueo"},
    "damage": {"en": "damage", "es": "daño"},
    "attack": {"en": "attack", "es": "ataque"},
}
"""Names of the phases of a combat."""


@op("heal")
def _heal(attempt: Attempt, node: Node) -> None:
    """Healing points; inside another effect they are skipped in a combat (MK-24.6, MK-14.14)."""
    if attempt.fighting:
        attempt.need(attempt.card is not None, "MK-14.14", "healing_in_combat", code="x_18")
        return
    attempt.turn.heal += amount(attempt, node)


@op("draw")
def _draw(attempt: Attempt, node: Node) -> None:
    cards.draw_asked(attempt, attempt.me, node["n"])


@op("fame")
def _fame(attempt: Attempt, node: Node) -> None:
    add_fame(attempt.me, node["n"])


@op("reputation")
def _reputation(attempt: Attempt, node: Node) -> None:
    add_reputation(attempt.state, attempt.me, node["n"])


@op("take_wound")
def _take_wound(attempt: Attempt, node: Node) -> None:
    take_wounds(attempt, attempt.mover, node["n"], to=node.get("to", "hand"))


@op("if_day")
def _if_day(attempt: Attempt, node: Node) -> None:
    if not attempt.night:
        run(attempt, node["then"])


@op("if_night")
def _if_night(attempt: Attempt, node: Node) -> None:
    if attempt.night:
        run(attempt, node["then"])


@op("if_strictly_lowest_fame")
def _if_lowest(attempt: Attempt, node: Node) -> None:
    fame = attempt.me.fame
    if all(attempt.state.seats[seat].fame > fame for seat in attempt.others()):
        run(attempt, node["then"])


@op("if_used_in_interaction")
def _if_used(attempt: Attempt, node: Node) -> None:
    """In step 3 of the end of the turn, where the card was played in an interaction."""
    if attempt.turn.part == "action":
        keep(attempt, node, "turn")


@op("per_enemy_defeated_this_turn", "per_unit_recruited_this_turn", "per_spell_cast_this_turn")
def _per(attempt: Attempt, node: Node) -> None:
    """Run a node once for each such event in this turn, before or after the play."""
    turn = attempt.turn
    if node["op"] == "per_enemy_defeated_this_turn":
        count = turn.defeated
    elif node["op"] == "per_unit_recruited_this_turn":
        count = turn.recruited
    else:
        count = turn.spells.count(node["color"])
    for _ in range(count):
        run(attempt, node["then"])
    keep(attempt, node, "turn")


def triggered(attempt: Attempt, name: str, colour: str | None = None) -> None:
    """Run the lasting nodes that wait for an event that has happened."""
    for one in list(attempt.me.lasting):
        if one.node["op"] == name and one.node.get("color", colour) == colour:
            run(attempt, one.node["then"])


@op("per_healing_point_of_this_card_spent")
def _per_point(attempt: Attempt, node: Node) -> None:
    """Count the points of this card separately from now on."""
    turn = attempt.turn
    keep(attempt, node, "turn")
    turn.grail += _points_of_card(attempt)


def _points_of_card(attempt: Attempt) -> int:
    """The healing points that the card in play gives."""
    card = attempt.state.box.cards.get(attempt.card or "")
    steps = card.basic.get("steps", ()) if card is not None and card.basic is not None else ()
    return sum(step["n"] for step in steps if step["op"] == "heal")


@op("per_wound_healed_from_hand_this_turn")
def _per_wound(attempt: Attempt, node: Node) -> None:
    keep(attempt, node, "turn")


@op("if_part_of_successful_block")
def _if_part(attempt: Attempt, node: Node) -> None:
    """At the moment of the block, or later by ``use_option`` (chapter 24)."""
    attempt.after.append(node)


@op("enemy_armor")
def _enemy_armor(attempt: Attempt, node: Node) -> None:
    """The armour of the enemy blocked with this card, at the moment of the block."""
    attempt.after.append(node)


def finish(attempt: Attempt, *, card: bool) -> None:
    """Finish the play: its values become a piece (MK-30.2).

    ``card``: whether a card gave the values: the first such card may get a bonus (``first_combat_card_bonus``).
    """
    turn = attempt.turn
    if not attempt.parts or not attempt.fighting:
        return
    parts = list(attempt.parts)
    if card and turn.combat_bonus is not None:
        attack, block = turn.combat_bonus
        first = parts[0]
        parts[0] = replace(first, value=first.value + (attack if first.gives == "attack" else block))
        turn.combat_bonus = None
    turn.pieces[attempt.piece] = Piece(tuple(parts), attempt.colour, tuple(attempt.after))
