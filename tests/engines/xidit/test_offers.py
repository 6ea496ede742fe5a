"""XID-19: what may be recorded now, for eyes that may look behind the screens and for eyes that may not."""

from __future__ import annotations

from typing import Any

import pytest

from engines.kernel.canonical import canonical
from tests.engines.xidit.table import Table, execute, fist, mustered, roused

POOL = {"peasant": 18, "archer": 16, "infantry": 14, "cleric": 12, "mage": 10}
SLAY = {"type": "choose_titan", "seat": 0}


def facing(hold: str) -> Table:
    """Seat 0 faces the titans T3a, T4a and T5a with these units behind the screen."""
    return roused(hold, at=[4]).start({0: "a"}).until(0, 1).after(execute(0))


def asked(t: Table, derived: tuple[int, ...] | None, **partial: Any) -> tuple[Any, Any]:
    answer = t.fold.offers(partial, derived)
    return answer["field"], answer["domain"]


def test_whoever_keeps_count_is_asked_for_a_titan_that_can_be_paid() -> None:
    t = facing("peasant archer mage")
    for derived in (None, (0,), (0, 3)):
        assert asked(t, derived, **SLAY) == ("titan", {"kind": "choice", "of": ["T3a"], "optional": True})
        assert asked(t, derived, **SLAY, titan="T3a") == ("units.peasant", {"kind": "range", "low": 1, "high": 1})


def test_whoever_may_not_look_is_offered_every_raging_titan_and_every_unit_of_the_box() -> None:
    t = facing("peasant archer mage")
    for derived in ((), (1,), (1, 2, 3)):
        every = {"kind": "choice", "of": ["T3a", "T4a", "T5a"], "optional": True, "exact": False}
        assert asked(t, derived, **SLAY) == ("titan", every)
        units = {"kind": "range", "low": 0, "high": 4, "exact": False}
        assert asked(t, derived, **SLAY, titan="T4a") == ("units.peasant", units)


@pytest.mark.parametrize("other", ["peasant archer cleric mage", "infantry infantry infantry"])
def test_what_is_offered_to_them_is_the_same_whatever_lies_behind_the_screen(other: str) -> None:
    one, two = facing("peasant archer mage"), facing(other)
    assert one.units(0) != two.units(0)
    for partial in (None, SLAY, SLAY | {"titan": "T3a"}, SLAY | {"titan": "T3a", "units": {"peasant": 1}}):
        assert canonical(one.fold.offers(partial, ())) == canonical(two.fold.offers(partial, ()))


def test_a_fist_is_bounded_by_the_holding_for_its_seat_and_by_the_box_for_others() -> None:
    t = mustered("peasant peasant", "peasant").census()
    fists = {offer["seat"]: offer["fields"]["count"] for offer in t.fold.offers(None, (0,))["moves"][:4]}
    seal = {"kind": "range", "low": 0, "optional": True, "secret": True}
    assert fists[0] == seal | {"high": 2}
    assert fists[1] == fists[2] == fists[3] == seal | {"high": POOL["peasant"], "exact": False}
    high = {offer["seat"]: offer["fields"]["count"]["high"] for offer in t.fold.offers()["moves"][:4]}
    assert high == {0: 2, 1: 1, 2: 0, 3: 0}


def test_fists_that_open_are_bounded_likewise() -> None:
    t = mustered("peasant peasant", "peasant").census().after(fist(0, "peasant"), fist(1, "peasant"))
    opening = {"type": "census_open", "unit": "peasant"}
    assert asked(t, None, **opening) == ("counts.0", {"kind": "range", "low": 0, "high": 2, "optional": True})
    wide = {"kind": "range", "low": 0, "high": POOL["peasant"], "optional": True, "exact": False}
    assert asked(t, (1,), **opening) == ("counts.0", wide)
    own = {"kind": "range", "low": 0, "high": 1, "optional": True}
    assert asked(t, (1,), **opening, counts={"0": 0}) == ("counts.1", own)


def test_with_the_memory_aid_everybody_keeps_count() -> None:
    t = facing("peasant archer mage")
    t.fold.memory_aid = True
    assert asked(t, (), **SLAY) == asked(t, None, **SLAY)
