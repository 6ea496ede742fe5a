"""The vocabulary of an owner's apprentices, buildings and characters: each word, and what it needs (ARC-19 to 21)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engines.architects.box.cards import SILVER, TRIGGERS, VIRTUE
from engines.architects.box.components import MARKET, OPEN_LOCATIONS, box
from engines.architects.box.words import GAIN, GOODS, SOME
from engines.architects.rules.counting import COUNTS, MOSTS, SKILLED
from engines.kernel.box.checks import Faults, Known
from engines.kernel.box.limits import Check, amounts, each, exactly, kinds, members, one_of, whole

SKILLS = tuple(skill["id"] for skill in box()["skills"])
_FLAG: Mapping[str, Check] = {"optional": Faults.flag}
_HERE = {"gain": GAIN}
_SAVED = Known((SILVER, VIRTUE))


def _less(faults: Faults, value: Any, path: str) -> None:
    """Silver or virtue saved: a number, or all of it."""
    for key, count in faults.group(value, path).items():
        if faults.one_of(key, path, _SAVED) and count != "all":
            faults.whole(count, f"{path}.{key}", 0, 99)


def _at_reset(faults: Faults, ability: Any, path: str) -> None:
    """Prisoners released, or a gain, perhaps only without a prisoner (ARC-19.21)."""
    release = members({"up_to": whole(1, 20)})
    does: Mapping[str, Check] = {"release_from_prison": release} if "release_from_prison" in ability else _HERE
    members(does, {**_FLAG, "condition": amounts(("own_workers_in_prison",), 0, 0, 0)})(faults, ability, path)


_TRIGGERS: Mapping[str, Check] = {
    "none": members({}, _FLAG),
    "location_action": members({"location": one_of(*OPEN_LOCATIONS, MARKET, "guildhall"), **_HERE}, _FLAG),
    "cost_reduction": members(
        {
            "location": one_of("town_centre", "tax_stand", MARKET),
            "reduce": _less,
            "scope": one_of("per_action", "option:conspirator_scope"),
        },
        _FLAG,
    ),
    "storehouse_trade": members({"pay": SOME, **_HERE}, _FLAG),
    "cathedral_advance": members(_HERE, _FLAG),
    "debt_paid": members(_HERE, _FLAG),
    "black_market_reset": _at_reset,
    "captives_sent_to_prison": members(_HERE, _FLAG),
    "virtual_worker": members({"location": one_of("kings_storehouse"), "extra_workers": whole(1, 20)}, _FLAG),
}
ABILITY = kinds("trigger", _TRIGGERS)
"""The ability of an apprentice."""


def _choose(faults: Faults, effect: Any, path: str) -> None:
    """Gains to choose from, distinguished by their first good."""
    options = faults.groups(effect.get("options"), f"{path}.options")
    for where, option in options:
        SOME(faults, option, where)
    firsts = [next(iter(option)) for _, option in options if option]
    if len(set(firsts)) != len(firsts) or not firsts:
        faults.add(f"{path}.options", "options begin with goods of their own", "cada opción empieza por un bien propio")


def _choose_action(faults: Faults, effect: Any, path: str) -> None:
    """To take the own workers back, or to capture (ARC-20.15)."""
    options = faults.groups(effect.get("options"), f"{path}.options")
    for where, option in options:
        if option.get("type") == "capture_free":
            faults.whole(option.get("groups"), f"{where}.groups", 1, 40)
    wanted = ("release_own_from_opponents_free", "capture_free")
    faults.same([str(option.get("type")) for _, option in options], f"{path}.options", wanted, "ARC-20.15")


_FEW = whole(1, 40)
_LOSE = members({"lose": members({VIRTUE: whole(1, 99)})}, _FLAG)
_PER = members(
    {"count": one_of(*COUNTS, *(f"{SKILLED}{skill}" for skill in SKILLS)), "every": whole(1, 99), **_HERE}, _FLAG
)
_PRISON = "own_workers_in_prison_at_least"
EFFECTS: Mapping[str, Check] = {
    "immediate": kinds(
        "type",
        {
            "gain": members(_HERE, _FLAG),
            "lose": _LOSE,
            "per": _PER,
            "choose_one": _choose,
            "choose_one_action": _choose_action,
            "each_player": members(_HERE, _FLAG),
            "each_player_if": members(
                {"condition": members({_PRISON: whole(1, 20)}), "lose": members({VIRTUE: whole(1, 99)})}, _FLAG
            ),
            "hire_free": members({}, _FLAG),
            "capture_free": members({"groups": _FEW}, _FLAG),
            "release_own_from_prison": members({}, _FLAG),
            "take_debt": members({"count": _FEW}, _FLAG),
            "destroy_unpaid_debt": members({"count": _FEW}, _FLAG),
            "discard_building_for": members({"discard": exactly(1, "ARC-20.31"), **_HERE}, _FLAG),
            "discard_own_apprentice": members({"count": exactly(1, "ARC-20.61")}, _FLAG),
            "place_extra_worker": members({}, _FLAG),
        },
    ),
    "end_game": kinds(
        "type",
        {
            "gain": members(_HERE, _FLAG),
            "lose": _LOSE,
            "per": _PER,
            "most": members({"of": one_of(*MOSTS), **_HERE}, _FLAG),
            "if": members({"condition": members({"unpaid_debts": exactly(0, "ARC-20.9")}), **_HERE}, _FLAG),
            "unpaid_debt_vp_modifier": members({"delta_per_unpaid_debt": whole(-99, 99)}, _FLAG),
        },
    ),
}
"""When a building has its effect -> the effect."""

_NOTHING = members({})


def _saving(faults: Faults, part: Any, path: str) -> None:
    """Silver saved of a hire, or a piece of a building or a level."""
    if "reduce_one_of" in part:
        each(one_of(*GOODS))(faults, part["reduce_one_of"], f"{path}.reduce_one_of")
    else:
        saved = members({SILVER: whole(0, 99)})
        members({"action": one_of("workshop_hire"), "reduce": saved})(faults, part, path)


_PART = kinds(
    "type",
    {
        **{kind: _TRIGGERS.get(trigger, members(_HERE)) for kind, trigger in TRIGGERS.items()},
        "gold_marble_interchangeable": _NOTHING,
        "ignore_tax": members({"amount": whole(1, 99)}),
        "cathedral_no_building_discard": _NOTHING,
        "cost_reduction": _saving,
        "apprentice_limit": members({"value": _FEW}),
        "avoid_debt": members({"pay": members({SILVER: whole(0, 99)})}),
    },
)


def check_character(faults: Faults, ability: Any, path: str) -> None:
    """The ability of a character, or each of its parts."""
    if faults.group(ability, path).get("type") == "multi":
        each(_PART)(faults, ability.get("parts"), f"{path}.parts")
    elif isinstance(ability, dict):
        _PART(faults, ability, path)
