"""Effects on units, own and others' (chapter 24, group *units*)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engines.kernel.domains import by_key, choice, several
from engines.mage_knight.box.components import Node
from engines.mage_knight.rules.attempt import AskedError, Doing
from engines.mage_knight.rules.effects.values import in_forest, keep, op, open_option, run
from engines.mage_knight.rules.recruiting import come, drop_banner, free_command, free_slot, join, left, may_come
from engines.mage_knight.rules.table.pieces import Played, Unit


def level_of(doing: Doing, unit: Unit) -> int:
    """The level of a unit."""
    return doing.state.box.units[unit.id].level


def _spent(doing: Doing, most: int | None) -> list[int]:
    """Own spent units up to a level."""
    return [
        number
        for number, unit in doing.me.units.items()
        if not unit.ready and (most is None or level_of(doing, unit) <= most)
    ]


@op("ready_unit")
def _ready(doing: Doing, node: Node) -> None:
    """An own spent unit becomes ready; a wound may leave it (chapter 24)."""
    me = doing.me
    can = _spent(doing, node["max_level"])
    if not can:
        return
    number = doing.choice("unit", choice(can), lambda one: one in can)
    unit = replace(me.units[number], ready=True)
    if node.get("also_heal") and unit.wounds and not doing.fighting:
        unit = replace(unit, wounds=unit.wounds - 1)
    me.units[number] = unit
    if "then_may" in node and doing.choice("yes", {"kind": "flag"}):
        run(doing, node["then_may"])


@op("ready_units")
def _ready_several(doing: Doing, node: Node) -> None:
    me = doing.me
    most = node["total_level_if_in_forest"] if in_forest(doing) else node["total_level"]
    can = _spent(doing, None)
    if not can:
        return
    told: Sequence[int] = doing.choice(
        "units",
        several(choice(can), 0, len(can), exact=False),
        lambda them: (
            len(set(them)) == len(them)
            and all(one in can for one in them)
            and sum(level_of(doing, me.units[one]) for one in them) <= most
        ),
    )
    for number in told:
        me.units[number] = replace(me.units[number], ready=True)


@op("ready_all_own_units")
def _ready_all(doing: Doing, node: Node) -> None:
    me = doing.me
    if node.get("not_in_combat"):
        doing.need(not doing.fighting, "MK-24.6", "not_in_combat_now")
    for number, unit in me.units.items():
        me.units[number] = replace(unit, ready=True)


@op("heal_unit")
def _heal_unit(doing: Doing, node: Node) -> None:
    me = doing.me
    doing.need(not doing.fighting, "MK-14.14", "healing_in_combat", code="x_18")
    can = [number for number, unit in me.units.items() if unit.wounds]
    if can:
        number = doing.choice("unit", choice(can), lambda one: one in can)
        unit = me.units[number]
        me.units[number] = replace(unit, wounds=max(0, unit.wounds - node["n"]))


@op("wound_this_unit")
def _wound_unit(doing: Doing, node: Node) -> None:
    me = doing.me
    if doing.unit is not None and doing.unit in me.units:
        unit = me.units[doing.unit]
        me.units[doing.unit] = replace(
            unit, wounds=min(2, unit.wounds + node["n"]), new_wounds=unit.new_wounds + node["n"]
        )


@op("recruit_free")
def _recruit_free(doing: Doing, node: Node) -> None:
    """Any unit of the offer joins without its cost (chapter 24)."""
    del node
    offer = doing.state.units
    if not offer:
        return
    name = doing.choice("offer", choice(dict.fromkeys(offer)), lambda one: one in offer, rule="MK-13.1")
    slot = free_slot(doing) and doing.choice("slot", {"kind": "flag"})
    disband = 0
    if not slot and not free_command(doing):
        can = [number for number, unit in doing.me.units.items() if not unit.bond]
        disband = doing.choice("disband", choice(can), lambda one: one in can)
    join(doing, name, disband or None, slot=bool(slot))


@op("use_offer_unit_ability")
def _offer_ability(doing: Doing, node: Node) -> None:
    open_option(doing, node)


@op("spend_others_unit")
def _spend_others(doing: Doing, node: Node) -> None:
    """At most one ready unit of each other player becomes spent."""
    can = {
        seat: [
            number
            for number, unit in doing.state.seats[seat].units.items()
            if unit.ready and level_of(doing, unit) <= node["max_level"]
        ]
        for seat in doing.others()
    }
    can = {seat: them for seat, them in can.items() if them}
    if not can:
        return
    every = sorted({number for them in can.values() for number in them})
    told = doing.choice(
        "others",
        by_key([str(seat) for seat in can], choice(every), exact=False),
        lambda them: all(number in can.get(seat, ()) for seat, number in them.items()),
    )
    for seat, number in told.items():
        player = doing.player(seat)
        player.units[number] = replace(player.units[number], ready=False)


@op("assign_banner")
def _assign(doing: Doing, node: Node) -> None:
    """The banner under way is put on an own unit; an older one goes to the discard pile (MK-13.14)."""
    del node
    me = doing.me
    doing.need(me.units, "MK-13.14", "no_unit_for_banner")
    can = list(me.units)
    number = doing.choice("unit", choice(can), lambda one: one in can)
    drop_banner(doing, number)
    me.units[number] = replace(me.units[number], banner=doing.card, flipped=False)
    if doing.piece in me.played:
        me.played[doing.piece] = Played(None, "basic", doing.piece, doing.card)


def banner_of(doing: Doing, unit: Unit) -> Node | None:
    """What the banner on a unit does; None where there is none."""
    card = doing.state.box.cards.get(unit.banner or "")
    return None if card is None else card.basic


@op("unit_bonus", "units_this_turn", "own_units_gain_resists")
def _lasts(doing: Doing, node: Node) -> None:
    if node["op"] == "unit_bonus":
        doing.need(doing.fighting, "MK-24.6", "only_in_combat")
    keep(doing, node)


@op("next_unit_activation_bonus")
def _next_unit(doing: Doing, node: Node) -> None:
    which = doing.choice("which", choice(node["one_of"]), lambda one: one in node["one_of"])
    doing.turn.bonus = {which: node["one_of"][which]}


@op("add_to_unit_offer")
def _add_to_offer(doing: Doing, node: Node) -> None:
    """Cards come to the unit offer; the move that gains the skill names them (``units`` of ``level_up``)."""
    told = getattr(doing.event, "units", None) or ()
    count = min(node["n"], sum(left(doing.state).values()))
    if doing.asking and len(told) < count:
        raise AskedError("units", several(choice(may_come(doing.state)), count, count, exact=False))
    doing.must(len(told) == count, "MK-30.10", "units_missing", count=count)
    for name in told:
        come(doing, name)


@op("extra_command_slot")
def _slot(doing: Doing, node: Node) -> None:
    """Permanent: what it gives is looked up where units are recruited and used (MK-23.16)."""


def armor_of(doing: Doing, seat: int, unit: Unit) -> int:
    """The armour of a unit, with its banner and what lasts (chapter 24)."""
    player = doing.state.seats[seat]
    armor = doing.state.box.units[unit.id].armor
    banner = banner_of(doing, unit)
    if banner is not None and banner["op"] == "assign_banner":
        armor += banner.get("armor", 0)
    turn = player.turn
    for one in turn.lasting if turn is not None else ():
        if one.node["op"] == "units_this_turn":
            armor += one.node["armor"]
    return armor


def resists_of(doing: Doing, seat: int, unit: Unit) -> set[str]:
    """What a unit resists."""
    player = doing.state.seats[seat]
    found = set(doing.state.box.units[unit.id].resists)
    banner = banner_of(doing, unit)
    if banner is not None and banner["op"] == "assign_banner":
        found |= set(banner.get("resists", ()))
    turn = player.turn
    for one in turn.lasting if turn is not None else ():
        if one.node["op"] == "own_units_gain_resists":
            found |= set(one.node["resists"])
    return found
