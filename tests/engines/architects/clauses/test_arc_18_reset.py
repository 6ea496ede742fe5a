"""ARC-18: the reset of the Black Market."""

import pytest

from tests.engines.architects.acts import build, effect, go, hired, last_turns, no, reset
from tests.engines.architects.table import Table, drafted

PLAIN_TOP = {"top": ["A22", "A23", "A24", "A30"]}
"""A top row without cards that the tests need."""


FILL = go("market_draw", 2)
"""What brings the reset in :func:`nearly`."""
WELL = build("B11", 1)
"""What brings the reset in :func:`hall`."""


def nearly(prison: tuple[int, ...] = (), *, virtue: int = 7) -> Table:
    """Seat 0 stands left, seat 1 right, and seat 2 is about to place the third; prisoners by seat beside those."""
    t = drafted(3, setup=PLAIN_TOP).stand(0, market_left=1).stand(1, market_right=1)
    for seat, count in enumerate(prison):
        t.stand(seat, prison=count)
    for seat in range(3):
        t.have(seat, virtue=virtue + (seat == 2))
    return t.turn(2).have(2, silver=2)


def due(prison: tuple[int, ...] = (), *, virtue: int = 7) -> Table:
    """The reset that follows on :func:`nearly`; all have the virtue."""
    return nearly(prison, virtue=virtue).after(FILL)


def hall(prison: tuple[int, ...] = (), *cards: str, **market: int) -> Table:
    """Seat 1 of two is about to take a reset space; prisoners by seat, and what seat 0 has."""
    t = drafted(2, setup=PLAIN_TOP).stand(0, guildhall=3, **market).stand(1, guildhall=3)
    for seat, count in enumerate(prison):
        t.stand(seat, prison=count)
    t.have(0, apprentices=cards)
    return t.turn(1).have(1, wood=2, stone=2)


def by_hall(prison: tuple[int, ...] = (), *cards: str, **market: int) -> Table:
    """The reset that follows on :func:`hall`."""
    return hall(prison, *cards, **market).after(WELL)


def test_arc_18_1_three_workers_in_the_market_bring_it() -> None:
    t = drafted(3).stand(0, market_left=1).have(0, silver=9).have(1, silver=9)
    t.after(go("market_right"))
    assert t.facts["pending"] is None
    t.after(go("market_draw", 1))
    assert t.facts["pending"] == "reset"


def test_arc_18_2_arc_18_16_a_reset_space_brings_it_though_the_market_is_not_full_we_31() -> None:
    t = by_hall(market_left=1)
    assert t.facts["pending"] == "reset"
    assert t.goods(1)["clay"] == 4  # the Well has been resolved
    assert effect(t, reset()) == {
        "market_left.0": -1, "prison.0": 1, "left": -1, "right": 1, "0.unpaid": 1,
    }  # fmt: skip


def test_arc_18_3_the_action_is_finished_first_and_then_nothing_else_is_taken_auto_8() -> None:
    t = due()
    assert t.seat(2)["hand"] == 4
    for move in (go("quarry", 0), go("quarry", 2), {"type": "discard_to_limit", "seat": 2}):
        no(t, 52, move, "ARC-18.3")
    assert {kind for kind, _ in t.offered()} == {"resolve_reset"}


def test_arc_18_3_without_a_trigger_there_is_none() -> None:
    no(drafted(3), 53, reset(), "ARC-18.1", "ARC-18.2")


def test_arc_18_4_arc_18_5_the_market_is_cleared_and_a_card_turned_auto_7() -> None:
    t = due()
    found = effect(t, reset("wood2_marble2", "gold2"))
    assert {name: by for name, by in found.items() if name.startswith(("market", "prison"))} == {
        "market_left.0": -1, "market_middle.2": -1, "market_right.1": -1, "prison.0": 1, "prison.1": 1, "prison.2": 1,
    }  # fmt: skip
    assert t.facts["market"] == {"left": None, "middle": None, "right": None}
    assert t.facts["market_piles"] == {"left": 9, "small_face": "gold2", "right": 1, "large_face": "wood2_marble2"}
    assert t.look("small_market") == {"gold": 2}
    assert t.look("large_market") == {"wood": 2, "marble": 2}


def test_arc_18_5_both_faces_have_to_be_told_where_there_is_a_card() -> None:
    no(due(), 66, reset(None, "gold2"), "ARC-5.16")
    no(due(), 66, reset("wood2_marble2", None), "ARC-5.16")


def test_arc_18_5_after_the_tenth_card_no_small_face_is_left_edge_6() -> None:
    t = nearly().put_right("set_market", turned=9, small_face="gold2", large_face="stone2_marble2").after(FILL)
    no(t, 71, reset("wood2_marble2", "gold2"), "ARC-18.5")
    t.after(reset("wood2_marble2", None))
    assert t.facts["market_piles"] == {"left": 0, "small_face": None, "right": 10, "large_face": "wood2_marble2"}
    assert t.look("small_market") == {"marble": 1, "gold": 1}


def test_arc_18_6_arc_18_13_abilities_work_in_their_owners_order_we_41() -> None:
    t = by_hall((1, 0), "A09", "A26", market_left=1)
    no(t, 55, reset("wood2_marble2", "gold2", (0, "A26"), (0, "A09", 2)), "ARC-19.21")
    found = effect(t, reset("wood2_marble2", "gold2", (0, "A09", 2), (0, "A26")))
    assert (found["0.gold"], found.get("prison.0", 0), found.get("0.unpaid", 0)) == (1, -1, 0)
    assert t.workers(0, "prison") == 0


@pytest.mark.parametrize("prisoners", [0, 1, 2, 3])
def test_arc_18_7_three_prisoners_cost_a_virtue(prisoners: int) -> None:
    t = by_hall((prisoners, 5))
    found = effect(t, reset())
    assert found.get("0.virtue", 0) == -(prisoners >= 3)
    assert found["1.virtue"] == -1


def test_arc_18_8_all_who_tie_take_one_edge_7() -> None:
    found = effect(due((1, 0, 1)), reset())
    assert [found.get(f"{seat}.unpaid", 0) for seat in range(3)] == [1, 0, 1]


def test_arc_18_9_nobody_in_prison_no_debt_edge_5() -> None:
    assert effect(by_hall(), reset()) == {"left": -1, "right": 1}


@pytest.mark.parametrize("more", [{}, {"reshuffled": True}])
def test_arc_18_10_an_empty_left_pile_is_made_of_the_right_one_we_26(more: dict[str, bool]) -> None:
    t = nearly().put_right("set_market", turned=10, large_face="wood2_marble2").after(FILL)
    t.after(reset("stone2_marble2", "gold2", **more))
    assert t.facts["market_piles"] == {"left": 9, "small_face": "gold2", "right": 1, "large_face": "stone2_marble2"}


def test_arc_18_10_whether_it_was_shuffled_follows_mov_9() -> None:
    t = due()
    no(t, 10, reset(reshuffled=True))
    t.after(reset(reshuffled=False))
    t = nearly().put_right("set_market", turned=10, large_face="wood2_marble2").after(FILL)
    no(t, 10, reset("stone2_marble2", "gold2", reshuffled=False))


def test_arc_18_11_prisoners_are_counted_after_the_abilities_edge_9_we_24() -> None:
    t = drafted(3, setup=PLAIN_TOP).stand(0, market_left=1).stand(1, market_middle=1, prison=2).stand(2, prison=2)
    t.have(1, apprentices=["A09"], virtue=7).turn(0).have(0, silver=3).after(go("market_right"))
    found = effect(t, reset("wood2_marble2", "gold2", (1, "A09", 2)))
    assert t.facts["prison"] == {"0": 2, "1": 1, "2": 2}
    assert [found.get(f"{seat}.unpaid", 0) for seat in range(3)] == [1, 0, 1]
    assert [found.get(f"{seat}.virtue", 0) for seat in range(3)] == [0, 0, 0]
    assert (found["left"], found["right"]) == (-1, 1)


def test_arc_18_12_all_lose_virtue_before_anybody_takes_a_debt_arc_18_15() -> None:
    t = due((3, 3), virtue=0)
    found = effect(t, reset())
    # four prisoners each: a debt for the virtue below 0, and one for the most
    assert [found.get(f"{seat}.unpaid", 0) for seat in range(3)] == [2, 2, 0]


def test_arc_18_14_players_go_in_turn_order_unless_listed_otherwise() -> None:
    t = nearly().have(0, apprentices=["A09"]).have(1, apprentices=["A26"]).after(FILL)
    # seat 1 has a prisoner from the market, so the Squire finds one, whoever goes first
    no(t, 55, reset("wood2_marble2", "gold2", (0, "A09"), (1, "A26")))
    found = effect(t, reset("wood2_marble2", "gold2", (0, "A09")))
    assert found.get("prison.0", 0) == 0
    assert "1.gold" not in found


def test_arc_18_17_a_worker_set_aside_brings_none() -> None:
    t = last_turns(3).have(1, wood=2, stone=2)
    t.after(build("B11", 1))
    assert (t.facts["aside"], t.facts["pending"]) == ([1], None)


def test_arc_18_18_what_may_be_used_is_not_used_unless_listed() -> None:
    t = by_hall((2, 0), "A09")
    assert effect(t, reset()).get("prison.0", 0) == 0


def test_arc_18_19_an_apprentice_hired_by_this_action_takes_part_and_one_dismissed_does_not() -> None:
    t = drafted(3, setup=PLAIN_TOP).stand(0, market_left=1).stand(1, market_right=1).show("bottom", 1, "A28")
    t.turn(2).have(2, silver=2, virtue=7)
    t.after(go("market_hire", 2, **hired("bottom", 1, "A17")))
    assert t.seat(2)["virtue"] == 7  # one lost in the market, one gained by the card
    # seat 2 has its own worker in prison now: no gain, and it may not be listed
    no(t, 55, reset("wood2_marble2", "gold2", (2, "A28")))
    no(t, 75, reset("wood2_marble2", "gold2", (2, "A09", 1)))
    t = drafted(2, setup=PLAIN_TOP).stand(0, guildhall=3).stand(1, guildhall=3).show("top", 1, "A26").turn(1)
    t.have(1, wood=3, stone=2, gold=1, apprentices=["A18"])
    t.after(build("B04", 1, hire=hired("top", 1, "A17")))
    assert effect(t, reset())["1.gold"] == 1


def test_arc_18_20_those_whom_the_first_step_sends_count_for_the_third() -> None:
    t = by_hall((), "A26", market_left=1)
    assert "0.gold" not in effect(t, reset())
    t = by_hall((), "A26")
    assert effect(t, reset())["0.gold"] == 1


def test_an_ability_is_used_once_a_reset() -> None:
    t = by_hall((4, 0), "A09")
    no(t, 75, reset("wood2_marble2", "gold2", (0, "A09", 1), (0, "A09", 1)), "ARC-18.6", "ARC-19.4")
    no(by_hall((), "A26"), 75, reset("wood2_marble2", "gold2", (0, "A26"), (0, "Squire")), "ARC-19.4")
    no(by_hall((), "A26", "A27"), 66, reset("wood2_marble2", "gold2", (0, "Squire")), "ARC-5.16")
    t = by_hall((), "A26", "A27").after(reset("wood2_marble2", "gold2", (0, "A27"), (0, "Squire")))
    assert t.goods(0) == {"silver": 3, "gold": 1, "marble": 1}
