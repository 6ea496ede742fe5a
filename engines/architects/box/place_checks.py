"""The words of an owner's locations (ARC-5 to ARC-12, ARC-18): the check of each location."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engines.architects.box.cards import FORMULA, GOLD
from engines.architects.box.components import SEATS
from engines.architects.box.words import GAIN, GOODS
from engines.kernel.box.checks import Faults, Known
from engines.kernel.box.limits import Check, exactly, members, whole

_MINIMUM = "minimum_n"


def _formula(faults: Faults, value: Any, path: str) -> None:
    """A number that follows from n."""
    if not isinstance(value, str) or not FORMULA.match(value):
        faults.add(
            path,
            f"{value!r:.40} should be a formula such as n, n+1, n//2, 1+n//2, min(n,4)",
            f"{value!r:.40} debería ser una fórmula como n, n+1, n//2, 1+n//2, min(n,4)",
        )


def _yield(faults: Faults, value: Any, path: str) -> None:
    """Goods by formula."""
    found = faults.group(value, path)
    goods = Known(GOODS)
    for good, text in found.items():
        if good == _MINIMUM:
            faults.whole(text, f"{path}.{good}", 1, 20)
        elif faults.one_of(good, path, goods):
            _formula(faults, text, f"{path}.{good}")
    if not found.keys() - {_MINIMUM}:
        faults.add(path, "must not be empty", "no puede estar vacío")


def _mines(faults: Faults, value: Any, path: str) -> None:
    """Two yields to choose from, clay and gold (ARC-6.4)."""
    found = faults.groups(value, path)
    for place, one in found:
        _yield(faults, one, place)
    faults.same([key for _, one in found for key in one if key != _MINIMUM], path, ("clay", GOLD), "ARC-6.4")


def _silver(faults: Faults, value: Any, path: str) -> None:
    """A price in silver, and the part of it that is tax (ARC-10.2)."""
    cost = faults.group(value, path)
    silver = faults.whole(cost.get("silver"), f"{path}.silver", 0, 99)
    faults.whole(cost.get("of_which_tax", 0), f"{path}.of_which_tax", 0, silver)


def mix(faults: Faults, value: Any, path: str) -> None:
    """Check a price in any mix of some goods."""
    found = faults.group(value, path)
    of, goods = faults.items(found.get("from"), f"{path}.from"), Known(GOODS)
    for place, good in enumerate(of):
        faults.one_of(good, f"{path}.from.{place}", goods)
    if len(set(map(str, of))) != len(of) or not of:
        faults.add(f"{path}.from", "must have each good once", "debe tener cada bien una vez")
    faults.whole(found.get("count"), f"{path}.count", 1, 99)


def _actions(wanted: Mapping[str, Check]) -> Check:
    """A list of actions by id, each of these once."""
    known = Known(wanted)

    def check_actions(faults: Faults, value: Any, path: str) -> None:
        seen: set[str] = set()
        for where, action in faults.groups(value, path):
            name = action.get("id")
            if faults.one_of(name, f"{where}.id", known) and faults.once(name, f"{where}.id", seen):
                wanted[str(name)](faults, action, where)
        for name in [name for name in wanted if name not in seen]:
            faults.add(path, f"{name} is missing", f"falta {name}")

    return check_actions


def _ransom(faults: Faults, value: Any, path: str) -> None:
    """Two prices: silver, or a debt and virtue (ARC-12.4)."""
    prices = (_silver, members(dict.fromkeys(("take_debt", "lose_virtue"), whole(0, 9))))
    options = faults.items(value, path)
    if len(options) != len(prices):
        faults.add(path, "there must be two prices (ARC-12.4)", "debe haber dos precios (ARC-12.4)")
    for at, (option, check) in enumerate(zip(options, prices, strict=False)):
        check(faults, option, f"{path}.{at}")


def _none(faults: Faults, value: Any, path: str) -> None:
    """Accept any value."""


_TO_99 = whole(0, 99)
_GATHERING = members({"gain": _yield})
_SPACE = members({"silver": _TO_99, "virtue": _TO_99})
_TRADE = members({"pay_any": mix, "gain": GAIN})
PLACES: Mapping[str, Check] = {
    "quarry": _GATHERING,
    "forest": _GATHERING,
    "silversmith": _GATHERING,
    "mines": members({"choose": _mines}),
    "kings_storehouse": members({"trades": _actions({"base_virtue": _TRADE, "base_marble": _TRADE})}),
    "workshop": members(
        {
            "choose_action": _actions(
                {
                    "hire": members({"cost": _silver, "column_limit": _formula, "skip_cost_per_column": _TO_99}),
                    "draw": members({"cards": _formula}),
                }
            )
        }
    ),
    "town_centre": members(
        {
            "cost_first": _silver,
            "cost_further": _silver,
            "capture_locations_per_turn": members({str(seats): whole(1, 9) for seats in SEATS}),
        }
    ),
    "tax_stand": members({"lose": members({"virtue": _TO_99})}),
    "guardhouse": members(
        {
            "actions": _actions(
                {
                    "send": members({"gain_per_captive": members({"silver": _TO_99})}),
                    "release": _none,
                    "ransom": members({"cost_options": _ransom}),
                    "pay_debt": members({"cost": _silver, "gain": GAIN}),
                }
            )
        }
    ),
    "market_left": members({"cost": _SPACE}),
    "market_right": members({"cost": _SPACE}),
    "market_middle": members(
        {
            "cost": _SPACE,
            "choose_action": _actions(
                {"hire": _none, "draw": members({"cards": whole(1, 40), "keep": exactly(1, "ARC-11.8")})}
            ),
        }
    ),
}
"""Location -> the check of what it gives and costs."""
