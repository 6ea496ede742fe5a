"""Effects on enemies and on the own attacks (chapter 24, group *combat*), and rules that last."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engines.kernel.domains import choice, several
from engines.mage_knight.box.components import Node
from engines.mage_knight.rules.attempt import Attempt
from engines.mage_knight.rules.effects.values import keep, need_phase, op, open_option
from engines.mage_knight.rules.enemies import change, defeat, facing, fortified, numbers, resists
from engines.mage_knight.rules.revealing import reveal_as_day


def immune(attempt: Attempt, number: int) -> bool:
    """Whether an effect does not work on an enemy: red ones on fire resistance, blue ones on ice (MK-14.13)."""
    combat = attempt.combat
    found = resists(attempt.state, facing(combat, combat.enemies[number]))
    return (attempt.colour == "red" and "fire" in found) or (attempt.colour == "blue" and "ice" in found)


def _timed(attempt: Attempt, node: Node) -> None:
    """Any phase of a combat, or the one that the node names (MK-24.6)."""
    attempt.must(attempt.fighting, "MK-24.6", "only_in_combat")
    if "phase" in node:
        need_phase(attempt, attempt.combat.phase == node["phase"], "MK-24.6")


@op("target_enemy", "target_enemies")
def _target(attempt: Attempt, node: Node) -> None:
    _timed(attempt, node)
    combat = attempt.combat
    can = [
        number
        for number in numbers(combat)
        if not (node.get("only") == "unfortified" and fortified(attempt, combat, combat.enemies[number]))
    ]
    if not can or (all(immune(attempt, number) for number in can) and not attempt.next_names("enemies")):
        return  # no enemy is affected: the player need not name one (MK-14.13, MK-24.2)
    most = 1 if node["op"] == "target_enemy" else node.get("up_to", len(can))
    stated: Sequence[int] = attempt.choice(
        "enemies",
        several(choice(can), 1, min(most, len(can)), exact=False),
        lambda them: 1 <= len(them) <= most and len(set(them)) == len(them),
    )
    for one in stated:
        attempt.must(one in combat.enemies, "MK-30.12", "no_enemy", enemy=one)
        attempt.must(not combat.enemies[one].defeated, "MK-15.1", "enemy_defeated", enemy=one)
        attempt.must(one in can, "MK-24.3", "fortified_now", enemy=one)
    if "next_target_costs_move" in node:
        costs = node["next_target_costs_move"]
        cost = sum(costs[: len(stated) - 1])
        attempt.need(attempt.turn.move >= cost, "MK-7.14", "too_few_points", have=attempt.turn.move, cost=cost)
        attempt.turn.walk(cost)
    attempt.moved = [str(one) for one in stated]
    for number in stated:
        affect(attempt, number, node)


@op("all_enemies")
def _all_enemies(attempt: Attempt, node: Node) -> None:
    _timed(attempt, node)
    for number in numbers(attempt.combat):
        affect(attempt, number, node)


@op("all_other_enemies")
def _all_others(attempt: Attempt, node: Node) -> None:
    _timed(attempt, node)
    for number in numbers(attempt.combat):
        if str(number) not in attempt.moved:
            affect(attempt, number, node)


def affect(attempt: Attempt, number: int, node: Node) -> None:
    """Apply a node to one enemy."""
    if immune(attempt, number):
        return
    state, combat = attempt.state, attempt.combat
    enemy = combat.enemies[number]
    foe = facing(combat, enemy)
    if node.get("destroy"):
        defeat(attempt, number)
        return
    least = node.get("minimum", 1)
    if node.get("no_attack"):
        foe = replace(foe, stopped=True)
    if "armor_if_fortified" in node and fortified(attempt, combat, enemy):
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
def _destroy(attempt: Attempt, _node: Node) -> None:
    """The enemy blocked with this card is defeated at once."""
    for number in attempt.moved:
        if not immune(attempt, int(number)):
            defeat(attempt, int(number))


@op("convert")
def _convert(attempt: Attempt, node: Node) -> None:
    """Points may be turned into attack or block until the end of the turn."""
    element = None
    if "element_choice" in node:
        element = attempt.choice("element", choice(node["element_choice"]), lambda one: one in node["element_choice"])
    open_option(attempt, node, colour=element)


@op("first_combat_card_bonus")
def _first_card(attempt: Attempt, node: Node) -> None:
    attempt.turn.combat_bonus = (node["attack"], node["block"])


@op("double_attacks", "own_attacks")
def _own_attacks(attempt: Attempt, node: Node) -> None:
    attempt.need(attempt.fighting, "MK-24.6", "only_in_combat")
    keep(attempt, node)


@op("rule")
def _rule(attempt: Attempt, node: Node) -> None:
    """A rule is switched on (chapter 24, ``rule``)."""
    match node["set"]:
        case "skip_block_and_damage":
            attempt.must(attempt.fighting, "MK-24.6", "only_in_combat")
            need_phase(attempt, attempt.combat.phase == "ranged_siege", "MK-24.6")
        case "ignore_site_fortifications" | "no_damage_to_own_units":
            attempt.need(attempt.fighting, "MK-24.6", "only_in_combat")
    keep(attempt, node)
    if node["set"] == "reveal_as_day":
        reveal_as_day(attempt)


@op("terrain_cost")
def _terrain(attempt: Attempt, node: Node) -> None:
    keep(attempt, node)


@op("jump", "spend_move_jump")
def _jump(attempt: Attempt, node: Node) -> None:
    """The figure may go over spaces, by the move ``jump`` (MK-9.16)."""
    turn = attempt.turn
    attempt.need(not attempt.fighting and turn.part in ("start", "move"), "MK-9.21", "movement_over", code="x_9")
    open_option(attempt, node)


@op("sideways_value", "sideways_with_mana", "wound_sideways")
def _sideways(attempt: Attempt, _node: Node) -> None:
    """Used only by ``with`` of ``play_card``."""
    raise attempt.refusal("MK-24.8", "by_with")
