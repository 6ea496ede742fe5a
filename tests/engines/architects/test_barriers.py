"""Nothing before chance or a card that came up may be taken back: refills, rewards, market faces, draws."""

from typing import Any

import pytest

from engines import architects
from engines.kernel.game import Barrier, Json
from tests.engines.architects.acts import build, captures, go, guard, hire, ready, reset, step, trades
from tests.engines.architects.table import Table, drafted, laid, opened, set_up


def barrier(t: Table, move: Json) -> Barrier | None:
    """What the move bars from being taken back."""
    return architects.barrier(t.fold.state, t.fold.decide(move))


def rich(**more: Any) -> Table:
    """Seat 0 of three is to move, and can do most things."""
    return drafted(3).have(0, **{"silver": 9, "gold": 1, "wood": 2, "stone": 2, **more})


@pytest.mark.parametrize(
    "move",
    [
        go("quarry"), go("silversmith"), trades(), captures(("town_centre", 0)), go("tax_stand"), go("market_left"),
        guard(),
    ],
)  # fmt: skip
def test_what_turns_up_nothing_bars_nothing(move: Json) -> None:
    assert barrier(rich(), move) is None


@pytest.mark.parametrize(
    ("move", "what"),
    [
        (hire("top", 1, "A22"), "A22"), (go("market_hire", row="top", column=1, refill="A23"), "A23"),
        (step("R09"), "R09"), (build("B11"), "B11"),
    ],
)  # fmt: skip
def test_a_card_that_comes_up_bars_everybody(move: Json, what: str) -> None:
    found = barrier(rich(), move)
    assert found is not None
    assert (found.kind, found.what, sorted(found.seats)) == ("reveal", what, [0, 1, 2])


def test_the_faces_of_the_market_do_too() -> None:
    t = rich().stand(1, market_left=1, market_right=1).after(go("market_draw"))
    found = barrier(t, reset("wood2_marble2", "gold2"))
    assert found is not None
    assert (found.kind, sorted(found.seats)) == ("reveal", [0, 1, 2])


@pytest.mark.parametrize("move", [go("workshop_draw", drawn=["B12"]), go("market_draw", kept="B12")])
def test_a_draw_bars_and_never_says_which_card(move: Json) -> None:
    found = barrier(rich(), move)
    assert found is not None
    assert found.kind == "chance"
    assert 0 in found.seats
    assert "B12" not in found.what


def test_carolines_card_and_the_acolytes_are_draws() -> None:
    t = drafted(2, side=2).turn(1).have(1, silver=9, virtue=7)
    assert barrier(t, go("market_left", 1, drawn=["B12"])) is not None
    t = ready("B23")
    found = barrier(t, build("B23", drawn=["B12", "B13"]))
    assert found is not None
    assert "B12" not in found.what


def test_setting_up_and_the_draft_are_chance() -> None:
    for t, move in ((opened(3), set_up()), (laid(3), {"type": "draft_done", "kept": {"0": ["B12", None, None]}})):
        found = barrier(t, move)
        assert found is not None
        assert (found.kind, sorted(found.seats)) == ("chance", [0, 1, 2])
        assert "B12" not in found.what


def test_no_adjustment_bars_anything() -> None:
    t = drafted(3)
    event = t.fold.adjust({"type": "change_goods", "seat": 0, "good": "clay", "by": 1})
    assert architects.barrier(t.fold.state, event) is None
