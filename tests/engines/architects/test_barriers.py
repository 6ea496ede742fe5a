"""Nothing before chance or a card that came up may be taken back: refills, rewards, market faces, draws."""

from collections.abc import Callable

import pytest

from engines import architects
from engines.kernel.game import Json
from tests.engines.architects.acts import build, captures, go, guard, hire, hired, ready, reset, step, trades
from tests.engines.architects.table import Table, drafted, laid, opened, set_up


def rich() -> Table:
    """Seat 0 of three is to move, and can do most things."""
    return drafted(3).have(0, silver=9, gold=1, wood=2, stone=2)


def due() -> Table:
    """A reset is due."""
    return rich().stand(1, market_left=1, market_right=1).after(go("market_draw"))


def caroline() -> Table:
    """Caroline, who draws a card with each action of the market, is to move."""
    return drafted(2, side=2).turn(1).have(1, silver=9, virtue=7)


ALL = (0, 1, 2)
FIRST = {"type": "starting_apprentice", "seat": 1, **hired("top", 1, None)}
LAST = {"type": "starting_apprentice", "seat": 0, **hired("top", 2, None), "refills": ["A22", "A23"]}
BARS: list[tuple[Callable[[], Table], Json, tuple[str, str, tuple[int, ...]] | None]] = [
    *((rich, move, None) for move in (
        go("quarry"), go("silversmith"), trades(), captures(("town_centre", 0)), go("tax_stand"), go("market_left"),
        guard(), go("market_right"),
    )),
    (rich, hire("top", 1, "A22"), ("reveal", "A22", ALL)), (rich, step("R09"), ("reveal", "R09", ALL)),
    (rich, go("market_hire", **hired("top", 1, "A23")), ("reveal", "A23", ALL)),
    (rich, build("B11"), ("reveal", "B11", ALL)), (due, reset(), ("reveal", "wood2_marble2", ALL)),
    (rich, go("workshop_draw", drawn=["B12"]), ("chance", "cards", (0,))),
    (rich, go("market_draw", kept="B12"), ("chance", "cards", (0,))),
    (lambda: rich().have(2, hand=34), go("workshop_draw"), None),
    (caroline, go("market_left", 1, drawn=["B12"]), ("chance", "cards", (1,))),
    (lambda: ready("B23"), build("B23", drawn=["B12", "B13"]), ("reveal", "B23", ALL)),
    (lambda: opened(3), set_up(), ("chance", "setup", ALL)),
    (lambda: laid(2, starting_apprentice=True), FIRST, None),
    (lambda: laid(2, starting_apprentice=True).after(FIRST), LAST, ("reveal", "A22", (0, 1))),
    (lambda: laid(3), {"type": "draft_done", "kept": {"0": ["B12", None, None]}}, ("chance", "draft", ALL)),
]  # fmt: skip
"""Table, move, and what it bars from being taken back: of a draw never which card."""


@pytest.mark.parametrize(("there", "move", "bars"), BARS)
def test_a_move_bars_what_it_turned_up(
    there: Callable[[], Table], move: Json, bars: tuple[str, str, tuple[int, ...]] | None
) -> None:
    t = there()
    found = architects.barrier(t.fold.state, t.fold.decide(move))
    assert (found and (found.kind, found.what, tuple(found.seats))) == bars


def test_no_adjustment_bars_anything() -> None:
    t = drafted(3)
    event = t.fold.adjust({"type": "change_goods", "seat": 0, "good": "clay", "by": 1})
    assert architects.barrier(t.fold.state, event) is None
