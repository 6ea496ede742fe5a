"""ARC-6: Quarry, Forest, Mines, Silversmith."""

from typing import Any

import pytest

from tests.engines.architects.acts import effect, go, mines, no
from tests.engines.architects.table import drafted


@pytest.mark.parametrize("n", [*range(1, 11), 20])
@pytest.mark.parametrize(
    ("place", "good", "more"), [("quarry", "stone", 0), ("forest", "wood", 0), ("silversmith", "silver", 1)]
)
def test_arc_6_1_arc_6_2_arc_6_3_what_n_workers_bring_we_6(place: str, good: str, more: int, n: int) -> None:
    assert effect(drafted(2).stand(0, **{place: n - 1}), go(place)) == {f"0.{good}": n + more}


def test_arc_6_2_three_workers_one_after_another_we_3() -> None:
    t = drafted(2)
    for n in (1, 2, 3):
        assert effect(t.turn(0), go("forest")) == {"0.wood": n}


@pytest.mark.parametrize(
    "more",
    [
        {"take": "clay+gold"}, {"take": "clay", "gained": {"clay": 5, "gold": 1}},
        {"take": "gold", "gained": {"gold": 2, "clay": 1}}, {"take": "wood"},
    ],
)  # fmt: skip
def test_arc_6_4_clay_and_gold_are_not_mixed(more: dict[str, Any]) -> None:
    no(drafted(2).stand(0, mines=3), 9, go("mines", **more), "ARC-6.4")


def test_arc_6_4_a_miners_clay_beside_gold_is_no_mixture() -> None:
    t = drafted(2).stand(0, mines=3).have(0, apprentices=["A19"])
    no(t, 9, mines("gold", gained={"gold": 2, "clay": 2}), "ARC-6.4")
    assert effect(t, mines("gold", gained={"gold": 2, "clay": 1})) == {"0.gold": 2, "0.clay": 1}


def test_arc_6_4_which_of_the_two_has_to_be_told() -> None:
    no(drafted(2).stand(0, mines=3), 66, mines(None))


@pytest.mark.parametrize("n", range(1, 11))
def test_arc_6_5_clay_is_n_and_one(n: int) -> None:
    assert effect(drafted(2).stand(0, mines=n - 1), mines("clay")) == {"0.clay": n + 1}


@pytest.mark.parametrize(("n", "gold"), [(2, 1), (3, 1), (4, 2), (5, 2), (6, 3), (9, 4), (20, 10)])
def test_arc_6_6_gold_is_half_of_n_rounded_down_we_4(n: int, gold: int) -> None:
    assert effect(drafted(2).stand(0, mines=n - 1), mines("gold")) == {"0.gold": gold}


def test_arc_6_7_a_first_worker_finds_clay_and_no_gold_we_5() -> None:
    t = drafted(2).stand(1, mines=5)
    no(t, 8, mines("gold"), "ARC-6.7")
    assert effect(t, mines("clay")) == {"0.clay": 2}


@pytest.mark.parametrize("move", [go("quarry"), go("forest"), mines("clay"), go("silversmith")])
def test_arc_6_8_nothing_is_paid(move: dict[str, Any]) -> None:
    t = drafted(2).have(0, silver=0)
    assert all(by > 0 for by in effect(t, move).values())


@pytest.mark.parametrize("n", [2, 5])
def test_arc_6_9_apprentices_add_once_each_whatever_n_is(n: int) -> None:
    places = {"quarry": n - 1, "forest": n - 1, "mines": n - 1, "silversmith": n - 1}
    t = drafted(2, setup={"top": ["A01", "A06", "A16", "A14"], "bottom": ["A13", "A21", "A22", "A23"]})
    t.stand(0, **places).have(0, apprentices=["A29", "A39", "A19", "A20", "A11"])
    assert effect(t, go("quarry")) == {"0.stone": n + 1}
    assert effect(t.turn(0), go("forest")) == {"0.wood": n + 1}
    assert effect(t.turn(0), mines("clay")) == {"0.clay": n + 1 + 2}
    assert effect(t.turn(0), go("silversmith")) == {"0.silver": n + 1 + 1}
