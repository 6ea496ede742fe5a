"""The faults of an owner's locations, and of what a reset asks (ARC-5 to ARC-12, ARC-18)."""

from __future__ import annotations

from typing import Any

from engines.architects.box.cards import FORMULA, GOLD
from engines.architects.box.common_checks import check_gain, check_mix, goods, ours
from engines.architects.box.components import SEATS
from engines.kernel.box.checks import Faults
from engines.kernel.game import Json

_GATHERING = ("quarry", "forest", "silversmith")


def check_places(faults: Faults, whole: Json) -> None:
    """The locations of the board, each with what it gives and what it costs."""
    seen: set[str] = set()
    found: dict[str, tuple[str, Json]] = {}
    for path, place in faults.groups(whole.get("locations"), "locations"):
        found[faults.once(place.get("id"), f"{path}.id", seen)] = path, place
        faults.names(place.get("name"), f"{path}.name")
    known = {place["id"]: place for place in ours()["locations"]}
    faults.same(found, "locations", known, "ARC-5.1")
    for name, (path, place) in found.items():
        if name in known:
            for key in ("kind", "capturable"):
                if place.get(key) != known[name][key] or type(place.get(key)) is not type(known[name][key]):
                    wanted = known[name][key]
                    faults.add(f"{path}.{key}", f"should be {wanted} (ARC-5.1)", f"debería ser {wanted} (ARC-5.1)")
            _place(faults, name, path, place)
    reset = faults.group(whole.get("reset"), "reset")
    faults.whole(reset.get("prisoners_from"), "reset.prisoners_from", 1, 99)
    _only(faults, reset.get("lose"), "reset.lose", "virtue")
    _only(faults, reset.get("most_prisoners"), "reset.most_prisoners", "debt")


def _only(faults: Faults, value: object, path: str, key: str) -> None:
    """An object with one number."""
    faults.whole(faults.group(value, path).get(key), f"{path}.{key}", 0, 99)


def _place(faults: Faults, name: str, path: str, place: Json) -> None:
    if name in _GATHERING:
        _yield(faults, place.get("gain"), f"{path}.gain")
    elif name == "mines":
        _mines(faults, place.get("choose"), f"{path}.choose")
    elif name == "kings_storehouse":
        _trades(faults, place.get("trades"), f"{path}.trades")
    elif name == "workshop":
        _workshop(faults, place.get("choose_action"), f"{path}.choose_action")
    elif name == "town_centre":
        _town(faults, path, place)
    elif name == "tax_stand":
        _only(faults, place.get("lose"), f"{path}.lose", "virtue")
    elif name == "guardhouse":
        _guardhouse(faults, place.get("actions"), f"{path}.actions")
    elif name.startswith("market_"):
        cost = faults.group(place.get("cost"), f"{path}.cost")
        for key in ("silver", "virtue"):
            faults.whole(cost.get(key), f"{path}.cost.{key}", 0, 99)
        if name == "market_middle":
            draw = _actions(faults, place.get("choose_action"), f"{path}.choose_action", ("hire", "draw"))["draw"]
            cards = faults.whole(draw.get("cards"), f"{path}.choose_action.draw.cards", 1, 40)
            faults.exactly(draw.get("keep"), f"{path}.choose_action.draw.keep", 1, "ARC-11.8")
            del cards


def _formula(faults: Faults, value: object, path: str) -> None:
    """A number that follows from n."""
    if not isinstance(value, str) or not FORMULA.match(value):
        faults.add(
            path,
            f"{value!r:.40} should be a formula such as n, n+1, n//2, 1+n//2, min(n,4)",
            f"{value!r:.40} debería ser una fórmula como n, n+1, n//2, 1+n//2, min(n,4)",
        )


def _yield(faults: Faults, value: object, path: str) -> None:
    """Goods by formula."""
    found = faults.group(value, path)
    for good, text in found.items():
        if good == "minimum_n":
            faults.whole(text, f"{path}.minimum_n", 1, 20)
        elif faults.one_of(good, path, goods()):
            _formula(faults, text, f"{path}.{good}")
    if not [good for good in found if good != "minimum_n"]:
        faults.add(path, "must be empty", "debe estar vacío")


def _mines(faults: Faults, value: object, path: str) -> None:
    """Two yields to choose from, clay and gold (ARC-6.4)."""
    found = faults.groups(value, path)
    for place, one in found:
        _yield(faults, one, place)
    keys = [key for _, one in found for key in one if key != "minimum_n"]
    faults.same(keys, path, ("clay", GOLD), "ARC-6.4")


def _actions(faults: Faults, value: object, path: str, wanted: tuple[str, ...]) -> dict[str, Json]:
    """Actions by id; an empty one for each that is missing."""
    found: dict[str, Json] = {}
    for where, action in faults.groups(value, path):
        name = action.get("id")
        if isinstance(name, str) and name in wanted and name not in found:
            found[name] = action
        else:
            faults.add(f"{where}.id", f"{name!r:.40} is out of place", f"{name!r:.40} sobra")
    for name in wanted:
        if name not in found:
            faults.add(path, f"{name} is missing", f"falta {name}")
    return {name: found.get(name, {}) for name in wanted}


def _silver(faults: Faults, value: object, path: str) -> None:
    """A price in silver, and the part of it that is tax (ARC-10.2)."""
    cost = faults.group(value, path)
    silver = faults.whole(cost.get("silver"), f"{path}.silver", 0, 99)
    faults.whole(cost.get("of_which_tax", 0), f"{path}.of_which_tax", 0, silver)


def _trades(faults: Faults, value: object, path: str) -> None:
    """The trades that are open to everybody (ARC-7.2, ARC-7.3)."""
    found = _actions(faults, value, path, ("base_virtue", "base_marble"))
    for name, trade in found.items():
        check_mix(faults, trade.get("pay_any"), f"{path}.{name}.pay_any")
        check_gain(faults, trade.get("gain"), f"{path}.{name}.gain")


def _workshop(faults: Faults, value: object, path: str) -> None:
    """Hiring and drawing (ARC-8)."""
    found = _actions(faults, value, path, ("hire", "draw"))
    hire = found["hire"]
    _silver(faults, hire.get("cost"), f"{path}.hire.cost")
    _formula(faults, hire.get("column_limit"), f"{path}.hire.column_limit")
    faults.whole(hire.get("skip_cost_per_column"), f"{path}.hire.skip_cost_per_column", 0, 99)
    _formula(faults, found["draw"].get("cards"), f"{path}.draw.cards")


def _town(faults: Faults, path: str, place: Json) -> None:
    """Captures (ARC-9)."""
    for key in ("cost_first", "cost_further"):
        _silver(faults, place.get(key), f"{path}.{key}")
    limits: dict[str, Any] = faults.group(place.get("capture_locations_per_turn"), f"{path}.capture_locations_per_turn")
    for seats in SEATS:
        faults.whole(limits.get(str(seats)), f"{path}.capture_locations_per_turn.{seats}", 1, 9)


def _guardhouse(faults: Faults, value: object, path: str) -> None:
    """Its four actions (ARC-12)."""
    found = _actions(faults, value, path, ("send", "release", "ransom", "pay_debt"))
    _only(faults, found["send"].get("gain_per_captive"), f"{path}.send.gain_per_captive", "silver")
    options = faults.items(found["ransom"].get("cost_options"), f"{path}.ransom.cost_options")
    if len(options) == 2:  # noqa: PLR2004 - silver, or a debt and virtue
        _silver(faults, options[0], f"{path}.ransom.cost_options.0")
        debt = faults.group(options[1], f"{path}.ransom.cost_options.1")
        for key in ("take_debt", "lose_virtue"):
            faults.whole(debt.get(key), f"{path}.ransom.cost_options.1.{key}", 0, 9)
    else:
        faults.add(
            f"{path}.ransom.cost_options", "there must be two prices (ARC-12.4)", "debe haber dos precios (ARC-12.4)"
        )
    _silver(faults, found["pay_debt"].get("cost"), f"{path}.pay_debt.cost")
    check_gain(faults, found["pay_debt"].get("gain"), f"{path}.pay_debt.gain")
