"""Effects on enemies and on the own attacks (chapter 24, group *combat*), and rules that last."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engines.kernel.domains import choice, several
from engines.mage_knight.box.components import Node
from engines.mage_knight.rules.attempt import Doing
from engines.mage_knight.rules.effects.values import keep, need_phase, op, open_option
from engines.mage_knight.rules.enemies import change, defeat, facing, fortified, numbers, resists
from engines.mage_knight.rules.revealing import reveal_as_day


def immune(doing: Doing, number: int) -> bool:
    """Whether an effect does not work on an enemy: red ones on fire resistance, blue ones on ice (MK-14.13)."""
    combat = doing.combat
    found = resists(doing.state, facing(combat, combat.enemies[number]))
    return (doing.colour == "red" and "fire" in found) or (doing.colour == "blue" and "ice" in found)


def _timed(doing: Doing, node: Node) -> None:
    """Any phase of a combat, or the one that the node names (MK-24.6)."""
    doing.must(doing.fighting, "MK-24.6", "only_in_combat")
    if "phase" in node:
        need_phase(doing, doing.combat.phase == node["phase"], "MK-24.6")


@op("target_enemy", "target_enemies")
def _target(doing: Doing, node: Node) -> None:
    _timed(doing, node)
    combat = doing.combat
    can = [
        number
        for number in numbers(combat)
        if not (node.get("only") == "unfortified" and fortified(doing, combat, combat.enemies[number]))
    ]
    if not can or (all(immune(doing, number) for number in can) and not doing.next_names("enemies")):
        return  # nobody to reach: the player need not name an enemy (MK-14.13, MK-24.2)
    most = 1 if node["op"] == "target_enemy" else node.get("up_to", len(can))
    told: Sequence[int] = doing.choice(
        "enemies",
        several(choice(can), 1, min(most, len(can)), exact=False),
        lambda them: 1 <= len(them) <= most and len(set(them)) == len(them),
    )
    for one in told:
        doing.must(one in combat.enemies, "MK-30.12", "no_enemy", enemy=one)
        doing.must(not combat.enemies[one].defeated, "MK-15.1", "enemy_defeated", enemy=one)
        doing.must(one in can, "MK-24.3", "fortified_now", enemy=one)
    if "next_target_costs_move" in node:
        costs = node["next_target_costs_move"]
        cost = sum(costs[: len(told) - 1])
        doing.need(doing.turn.move >= cost, "MK-7.14", "too_few_points", have=doing.turn.move, cost=cost)
        doing.turn.move = max(0, doing.turn.move - cost)
    doing.moved = [str(one) for one in told]
    for number in told:
        affect(doing, number, node)


@op("all_enemies")
def _all_enemies(doing: Doing, node: Node) -> None:
    _timed(doing, node)
    for number in numbers(doing.combat):
        affect(doing, number, node)


@op("all_other_enemies")
def _all_others(doing: Doing, node: Node) -> None:
    _timed(doing, node)
    for number in numbers(doing.combat):
        if str(number) not in doing.moved:
            affect(doing, number, node)


def affect(doing: Doing, number: int, node: Node) -> None:
    """What a node does to one enemy."""
    if immune(doing, number):
        return
    state, combat = doing.state, doing.combat
    enemy = combat.enemies[number]
    foe = facing(combat, enemy)
    if node.get("destroy"):
        defeat(doing, number)
        return
    least = node.get("minimum", 1)
    if node.get("no_attack"):
        foe = replace(foe, stopped=True)
    if "armor_if_fortified" in node and fortified(doing, combat, enemy):
        foe = replace(foe, armor=(*foe.armor, (node["armor_if_fortified"], least)))
    elif "armor" in node:
        foe = replace(foe, armor=(*foe.armor, (node["armor"], least)))
    if "armor_per_resistance" in node:
        count = len(resists(state, foe))
        foe = replace(foe, armor=(*foe.armor, (node["armor_per_resistance"] * count, least)))
    if "lose" in node:
        foe = replace(foe, lost=(*foe.lost, *node["lose"]))
    change(combat, number, foe)


@op("destroy")
def _destroy(doing: Doing, node: Node) -> None:
    """The enemy blocked with this card is defeated at once."""
    del node
    for number in doing.moved:
        if not immune(doing, int(number)):
            defeat(doing, int(number))


@op("convert")
def _convert(doing: Doing, node: Node) -> None:
    """Points may be turned into attack or block until the end of the turn."""
    element = None
    if "element_choice" in node:
        element = doing.choice("element", choice(node["element_choice"]), lambda one: one in node["element_choice"])
    open_option(doing, node, colour=element)


@op("first_combat_card_bonus")
def _first_card(doing: Doing, node: Node) -> None:
    doing.turn.combat_bonus = (node["attack"], node["block"])


@op("double_attacks", "own_attacks")
def _own_attacks(doing: Doing, node: Node) -> None:
    doing.need(doing.fighting, "MK-24.6", "only_in_combat")
    keep(doing, node)


@op("rule")
def _rule(doing: Doing, node: Node) -> None:
    """A rule is switched on (chapter 24, ``rule``)."""
    match node["set"]:
        case "skip_block_and_damage":
            doing.must(doing.fighting, "MK-24.6", "only_in_combat")
            need_phase(doing, doing.combat.phase == "ranged_siege", "MK-24.6")
        case "ignore_site_fortifications" | "no_damage_to_own_units":
            doing.need(doing.fighting, "MK-24.6", "only_in_combat")
    keep(doing, node)
    if node["set"] == "reveal_as_day":
        reveal_as_day(doing)


@op("terrain_cost")
def _terrain(doing: Doing, node: Node) -> None:
    keep(doing, node)


@op("jump", "spend_move_jump")
def _jump(doing: Doing, node: Node) -> None:
    """The figure may go over spaces, by the move ``jump`` (MK-9.16)."""
    turn = doing.turn
    doing.need(not doing.fighting and turn.part in ("start", "move"), "MK-9.21", "movement_over", code="x_9")
    open_option(doing, node)


@op("sideways_value", "sideways_with_mana", "wound_sideways")
def _sideways(doing: Doing, node: Node) -> None:
    """Used by ``with`` of ``play_card`` alone."""
    del node
    raise doing.refusal("MK-24.8", "by_with")
