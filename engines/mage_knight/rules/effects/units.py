"""Effects on units, own and others' (chapter 24, group *units*)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engines.kernel.domains import by_key, choice, several
from engines.mage_knight.box.components import Node
from engines.mage_knight.rules.attempt import Attempt, MissingFieldError
from engines.mage_knight.rules.effects.values import in_forest, keep, op, open_option, run
from engines.mage_knight.rules.recruiting import come, drop_banner, free_command, free_slot, join, left, may_come
from engines.mage_knight.rules.table.pieces import Played, Unit


def level_of(attempt: Attempt, unit: Unit) -> int:
    """The level of a unit."""
    return attempt.state.box.units[unit.id].level


def _spent(attempt: Attempt, most: int | None) -> list[int]:
    """Own spent units up to a level."""
    return [
        number
        for number, unit in attempt.me.units.items()
        if not unit.ready and (most is None or level_of(attempt, unit) <= most)
    ]


@op("ready_unit")
def _ready(attempt: Attempt, node: Node) -> None:
    """An own spent unit becomes ready; a wound may leave it (chapter 24)."""
    me = attempt.me
    can = _spent(attempt, node["max_level"])
    if not can:
        return
    number = attempt.choice("unit", choice(can), lambda one: one in can)
    unit = replace(me.units[number], ready=True)
    if node.get("also_heal") and unit.wounds and not attempt.fighting:
        unit = replace(unit, wounds=unit.wounds - 1)
    me.units[number] = unit
    if "then_may" in node and attempt.choice("yes", {"kind": "flag"}):
        run(attempt, node["then_may"])


@op("ready_units")
def _ready_several(attempt: Attempt, node: Node) -> None:
    me = attempt.me
    most = node["total_level_if_in_forest"] if in_forest(attempt) else node["total_level"]
    can = _spent(attempt, None)
    if not can:
        return
    stated: Sequence[int] = attempt.choice(
        "units",
        several(choice(can), 0, len(can), exact=False),
        lambda them: (
            len(set(them)) == len(them)
            and all(one in can for one in them)
            and sum(level_of(attempt, me.units[one]) for one in them) <= most
        ),
    )
    for number in stated:
        me.units[number] = replace(me.units[number], ready=True)


@op("ready_all_own_units")
def _ready_all(attempt: Attempt, node: Node) -> None:
    me = attempt.me
    if node.get("not_in_combat"):
        attempt.need(not attempt.fighting, "MK-24.6", "not_in_combat_now")
    for number, unit in me.units.items():
        me.units[number] = replace(unit, ready=True)


@op("heal_unit")
def _heal_unit(attempt: Attempt, node: Node) -> None:
    me = attempt.me
    attempt.need(not attempt.fighting, "MK-14.14", "healing_in_combat", code="x_18")
    can = [number for number, unit in me.units.items() if unit.wounds]
    if can:
        number = attempt.choice("unit", choice(can), lambda one: one in can)
        unit = me.units[number]
        me.units[number] = replace(unit, wounds=max(0, unit.wounds - node["n"]))


@op("wound_this_unit")
def _wound_unit(attempt: Attempt, node: Node) -> None:
    me = attempt.me
    if attempt.unit is not None:
        unit = me.units[attempt.unit]
        me.units[attempt.unit] = replace(
            unit, wounds=min(2, unit.wounds + node["n"]), new_wounds=unit.new_wounds + node["n"]
        )


@op("recruit_free")
def _recruit_free(attempt: Attempt, _node: Node) -> None:
    """Any unit of the offer joins without its cost (chapter 24)."""
    offer = attempt.state.units
    if not offer:
        return
    name = attempt.choice("offer", choice(dict.fromkeys(offer)), lambda one: one in offer, rule="MK-13.1")
    slot = free_slot(attempt) and attempt.choice("slot", {"kind": "flag"})
    disband = 0
    if not slot and not free_command(attempt):
        can = [number for number, unit in attempt.me.units.items() if not unit.bond]
        disband = attempt.choice("disband", choice(can), lambda one: one in can)
    join(attempt, name, disband or None, slot=bool(slot))


@op("use_offer_unit_ability")
def _offer_ability(attempt: Attempt, node: Node) -> None:
    open_option(attempt, node)


@op("spend_others_unit")
def _spend_others(attempt: Attempt, node: Node) -> None:
    """At most one ready unit of each other player becomes spent."""
    can = {
        seat: [
            number
            for number, unit in attempt.state.seats[seat].units.items()
            if unit.ready and level_of(attempt, unit) <= node["max_level"]
        ]
        for seat in attempt.others()
    }
    can = {seat: them for seat, them in can.items() if them}
    if not can:
        return
    every = sorted({number for them in can.values() for number in them})
    stated = attempt.choice(
        "others",
        by_key([str(seat) for seat in can], choice(every), exact=False),
        lambda them: all(number in can.get(seat, ()) for seat, number in them.items()),
    )
    for seat, number in stated.items():
        player = attempt.player(seat)
        player.units[number] = replace(player.units[number], ready=False)


@op("assign_banner")
def _assign(attempt: Attempt, _node: Node) -> None:
    """Put the banner in play on an own unit; an older one goes to the discard pile (MK-13.14)."""
    me = attempt.me
    attempt.need(me.units, "MK-13.14", "no_unit_for_banner")
    can = list(me.units)
    number = attempt.choice("unit", choice(can), lambda one: one in can)
    drop_banner(attempt, number)
    me.units[number] = replace(me.units[number], banner=attempt.card, flipped=False)
    if attempt.piece in me.played:
        me.played[attempt.piece] = Played(None, "basic", attempt.piece, attempt.card)


def banner_of(attempt: Attempt, unit: Unit) -> Node | None:
    """The effect of the banner on a unit; None if there is none."""
    card = attempt.state.box.cards.get(unit.banner or "")
    return None if card is None else card.basic


@op("unit_bonus", "units_this_turn", "own_units_gain_resists")
def _lasts(attempt: Attempt, node: Node) -> None:
    if node["op"] == "unit_bonus":
        attempt.need(attempt.fighting, "MK-24.6", "only_in_combat")
    keep(attempt, node)


@op("next_unit_activation_bonus")
def _next_unit(attempt: Attempt, node: Node) -> None:
    which = attempt.choice("which", choice(node["one_of"]), lambda one: one in node["one_of"])
    attempt.turn.bonus = {which: node["one_of"][which]}


@op("add_to_unit_offer")
def _add_to_offer(attempt: Attempt, node: Node) -> None:
    """Cards come to the unit offer; the move that gains the skill names them (``units`` of ``level_up``)."""
    stated = getattr(attempt.event, "units", None) or ()
    count = min(node["n"], sum(left(attempt.state).values()))
    if attempt.asking and len(stated) < count:
        raise MissingFieldError("units", several(choice(may_come(attempt.state)), count, count, exact=False))
    attempt.must(len(stated) == count, "MK-30.10", "units_missing", count=count)
    for name in stated:
        come(attempt, name)


@op("extra_command_slot")
def _slot(attempt: Attempt, node: Node) -> None:
    """Permanent: recruiting and using units look up its effect (MK-23.16)."""


def armor_of(attempt: Attempt, seat: int, unit: Unit) -> int:
    """The armour of a unit, with its banner and what lasts (chapter 24)."""
    armor = attempt.state.box.units[unit.id].armor
    banner = banner_of(attempt, unit)
    if banner is not None and banner["op"] == "assign_banner":
        armor += banner.get("armor", 0)
    for one in attempt.state.seats[seat].lasting:
        if one.node["op"] == "units_this_turn":
            armor += one.node["armor"]
    return armor


def resists_of(attempt: Attempt, seat: int, unit: Unit) -> set[str]:
    """The resistances of a unit."""
    found = set(attempt.state.box.units[unit.id].resists)
    banner = banner_of(attempt, unit)
    if banner is not None and banner["op"] == "assign_banner":
        found |= set(banner.get("resists", ()))
    for one in attempt.state.seats[seat].lasting:
        if one.node["op"] == "own_units_gain_resists":
            found |= set(one.node["resists"])
    return found
