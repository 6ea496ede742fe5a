"""XID-19: what may be recorded now, for eyes that may look behind the screens and for eyes that may not."""

from typing import Any

import pytest

from engines.kernel.canonical import canonical
from tests.engines.xidit.table import Table, execute, mustered, roused

POOL = {"peasant": 18, "archer": 16, "infantry": 14, "cleric": 12, "mage": 10}
SLAY = {"type": "choose_titan", "seat": 0}


def facing(hold: str) -> Table:
    """Seat 0 faces the titans T3a, T4a and T5a with these units behind the screen."""
    return roused(hold, at=[4]).start({0: "a"}).until(0, 1).after(execute(0))


def asked(t: Table, derived: tuple[int, ...] | None, **partial: Any) -> tuple[Any, Any]:
    answer = t.fold.offers(partial, derived)
    return answer["field"], answer["domain"]


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
