"""Units that come to the offer, join a hero and leave the game (chapter 13)."""

from __future__ import annotations

from dataclasses import replace

from engines.mage_knight.box.components import UnitCard
from engines.mage_knight.rules.attempt import Attempt
from engines.mage_knight.rules.effects.values import triggered
from engines.mage_knight.rules.table.pieces import Unit
from engines.mage_knight.rules.table.wounds import level_of
from engines.mage_knight.state import State

REGULAR = "regular"


def left(state: State) -> dict[str, int]:
    """The regular units that can still be in the deck, each with its number."""
    found = {unit.id: unit.count for unit in state.box.units.values() if unit.tier == REGULAR}
    for name in state.gone_units:
        if name in found:
            found[name] -= 1
    return {name: count for name, count in found.items() if count > 0}


def may_come(state: State, count: int = 1) -> list[str]:
    """The units that can be among the next ``count`` from the deck; units put under it come last (MK-26.6)."""
    above = left(state)
    for name in state.bottom_units:
        if name in above:
            above[name] -= 1
    fresh = [name for name, count in above.items() if count > 0]
    under = state.bottom_units[: max(0, count - sum(max(0, number) for number in above.values()))]
    return list(dict.fromkeys([*fresh, *under]))


def come(attempt: Attempt, name: str) -> None:
    """Move a unit from the deck to the offer.

    Raises:
        IllegalMoveError: It is no regular unit, or no copy can come.
    """
    state = attempt.state
    unit = attempt.given(state.box.units.get(name), "MK-30.12", "no_unit_card", unit=name)
    attempt.must(unit.tier == REGULAR, "MK-2.23", "elite", unit=unit.name)
    attempt.must(name in may_come(state), "MK-13.1", "no_unit_left", unit=unit.name)
    state.gone_units.append(name)
    if unit.count - state.gone_units.count(name) < state.bottom_units.count(name):
        state.bottom_units.remove(name)
    state.units.append(name)
    attempt.found.append(name)


def command(attempt: Attempt) -> int:
    """The number of command tokens of the player who moves (MK-13.4)."""
    return level_of(attempt.state, attempt.me).command


def free_command(attempt: Attempt) -> bool:
    """Whether a command token is free (MK-13.3)."""
    return sum(not unit.bond for unit in attempt.me.units.values()) < command(attempt)


def free_slot(attempt: Attempt) -> bool:
    """Whether Bonds of Loyalty has room for a unit (MK-23.16)."""
    return bond(attempt) is not None and not any(unit.bond for unit in attempt.me.units.values())


def bond(attempt: Attempt) -> dict[str, int] | None:
    """The node of Bonds of Loyalty; None if the seat does not have it or may not use it."""
    skills = attempt.state.box.skills
    for skill in attempt.me.skills:
        about = skills[skill.hero, skill.id]
        if about.effect["op"] == "extra_command_slot" and not skill.new:
            return about.effect
    return None


def join(attempt: Attempt, name: str, disband_: int | None, *, slot: bool) -> None:
    """Add a unit of the offer to the seat's units, ready and unwounded (MK-13.6).

    Raises:
        IllegalMoveError: It is not in the offer; no command token is free; the seat does not have the unit to disband.
    """
    state, me = attempt.state, attempt.me
    unit = attempt.given(state.box.units.get(name), "MK-30.12", "no_unit_card", unit=name)
    attempt.need(unit.tier == REGULAR, "MK-2.23", "elite", code="x_16", unit=unit.name)
    attempt.must(name in state.units, "MK-13.1", "not_offered", code="x_15", unit=unit.name)
    if disband_ is not None:
        disband(attempt, disband_)
    if slot:
        attempt.need(free_slot(attempt), "MK-23.16", "no_slot")
    else:
        attempt.need(free_command(attempt), "MK-13.5", "no_command", code="x_31", tokens=command(attempt))
    state.units.remove(name)
    me.joined += 1
    me.units[me.joined] = Unit(name, bond=slot)
    if me.turn is not None:
        me.turn.recruited += 1
        triggered(attempt, "per_unit_recruited_this_turn")


def disband(attempt: Attempt, number: int) -> None:
    """Remove a unit from the game (MK-13.5)."""
    me = attempt.me
    attempt.must(number in me.units, "MK-30.12", "no_unit", unit=number)
    attempt.need(not me.units[number].bond, "MK-23.16", "bond_stays")
    remove(attempt, number)


def remove(attempt: Attempt, number: int) -> None:
    """Remove a unit; its banner goes to the owner's discard pile (MK-13.15)."""
    drop_banner(attempt, number)
    del attempt.me.units[number]


def drop_banner(attempt: Attempt, number: int) -> None:
    """Move the banner of a unit to its owner's discard pile (MK-13.14, MK-13.15)."""
    me = attempt.me
    unit = me.units[number]
    if unit.banner is not None:
        me.discard.append(unit.banner)
        me.units[number] = replace(unit, banner=None, flipped=False)


def price(attempt: Attempt, unit: UnitCard, *, slot: bool) -> int:
    """The influence that a unit costs (MK-13.2), less in the slot of Bonds of Loyalty."""
    about = bond(attempt) if slot else None
    if about is None:
        return unit.cost
    return max(about["cost_minimum"], unit.cost - about["recruit_discount"])
