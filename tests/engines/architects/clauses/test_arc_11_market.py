"""ARC-11: the Black Market."""

from typing import Any

import pytest

from tests.engines.architects.acts import effect, go, hired, no, own, reset
from tests.engines.architects.table import Table, drafted


def market(virtue: int = 7, silver: int = 9, **more: Any) -> Table:
    """Seat 0 is to move."""
    return drafted(3).have(0, virtue=virtue, silver=silver, **more)


def deal(row: str, column: int, refill: str | None, **more: Any) -> dict[str, Any]:
    """A hire in the market."""
    return go("market_hire", **hired(row, column, refill), **more)


def test_arc_11_1_three_spaces_a_worker_each() -> None:
    t = market().after(go("market_left")).turn(1).have(1, silver=9).after(go("market_draw", 1))
    assert t.facts["market"] == {"left": 0, "middle": 1, "right": None}


@pytest.mark.parametrize("virtue", range(15))
def test_arc_11_2_virtue_10_or_more_is_barred_edge_2(virtue: int) -> None:
    moves = [go("market_left"), go("market_right"), go("market_draw"), deal("top", 1, "A22")]
    for move in moves:
        t = market(virtue)
        if virtue >= 10:
            no(t, 31, move, "ARC-11.2")
        else:
            t.when(move).accepted()


def test_arc_11_3_the_bar_ends_below_10_we_22() -> None:
    t = market(11)
    no(t, 31, go("market_left"))
    t.after(go("tax_stand"))
    assert t.seat(0)["virtue"] == 9
    t.turn(0).after(go("market_left"))


def test_arc_11_4_left_1_silver_and_1_virtue_for_the_small_market_we_13a() -> None:
    t = drafted(3, setup={"small_face": "M03"}).have(0, silver=1)
    assert effect(t, go("market_left")) == {"0.silver": -1, "0.virtue": -1, "0.marble": 1, "0.stone": 1}


def test_arc_11_6_right_3_silver_and_1_virtue_for_the_large_market_we_13d() -> None:
    t = market(silver=3).put_right("set_market", turned=1, large_face="M04", small_face="gold2")
    assert effect(t, go("market_right")) == {"0.silver": -3, "0.virtue": -1, "0.gold": 1, "0.stone": 1, "0.wood": 2}


@pytest.mark.parametrize(("space", "silver"), [("market_left", 0), ("market_right", 2), ("market_draw", 1)])
def test_arc_11_4_arc_11_5_arc_11_6_the_silver_has_to_be_there(space: str, silver: int) -> None:
    no(market(silver=silver), 33, go(space), "ARC-5.13")


@pytest.mark.parametrize("column", [1, 2, 3, 4])
def test_arc_11_7_any_open_apprentice_is_hired_without_skips_and_with_its_silver_we_13b(column: int) -> None:
    t = market(silver=2).show("top", column, silver=2)
    # 2 silver paid, 2 taken from the card
    assert effect(t, deal("top", column, "A22")) == {"0.virtue": -1, "laid": -2, "0.apprentices": 1, "pile": -1}
    assert t.goods(0).get("silver", 0) == 2
    assert t.facts["tax_silver"] == 4


def test_arc_11_7_the_limit_of_apprentices_holds_and_a_dismissal_makes_room_mov_6() -> None:
    five = ["A15", "A16", "A17", "A18", "A38"]
    t = market(apprentices=five)
    no(t, 18, deal("top", 1, "A22"), "ARC-8.16")
    # the Trickster still saves a silver: it goes after the payment
    assert own(t, deal("top", 1, "A22", discard="A38")) == {"silver": -1, "virtue": -1}
    assert t.seat(0)["apprentices"] == [*five[:4], "A04"]


def test_arc_11_8_of_five_cards_one_is_kept_we_13c() -> None:
    t = market(silver=2)
    assert effect(t, go("market_draw")) == {"0.silver": -2, "0.virtue": -1, "0.hand": 1, "cards": -1}


def test_arc_11_8_the_cards_may_be_noted() -> None:
    t = market().after(go("market_draw", kept="B11", put_back=["B01", None, "B02", "B03"]))
    assert t.look("seats.0.hand.known") == ["B11"]
    for more in ({"put_back": ["B01"] * 4}, {"put_back": ["B01", "B02", "B03"]}, {"kept": "B41"}):
        no(market(), 77, go("market_draw", **more))
    no(market(), 77, go("market_draw", kept="B11", put_back=["B11", None, None, None]))


@pytest.mark.parametrize("move", [go("market_left"), go("market_right"), go("market_draw")])
def test_arc_11_9_none_of_it_is_tax(move: dict[str, Any]) -> None:
    t = market(3)  # with an icon of evasion, too, it is paid in full
    found = effect(t, move)
    assert "tax" not in found
    assert found["0.silver"] == {"market_left": -1, "market_right": -3, "market_draw": -2}[str(move["type"])]


def test_arc_11_10_the_cards_of_the_market_stay() -> None:
    t = market()
    before = t.facts["market_piles"]
    t.after(go("market_left")).turn(0).after(go("market_right"))
    assert t.facts["market_piles"] == before


def test_arc_11_11_arc_11_12_without_a_card_the_print_of_the_board_counts_edge_6() -> None:
    t = market().put_right("set_market", turned=10, large_face="M01")
    assert t.facts["market_piles"]["small_face"] is None
    assert own(t, go("market_left")) == {"silver": -1, "virtue": -1, "marble": 1, "gold": 1}
    assert own(t.turn(0), go("market_right")) == {"silver": -3, "virtue": -1, "marble": 2, "wood": 2}
    assert own(market(), go("market_right")) == {"silver": -3, "virtue": -1, "marble": 2, "stone": 1, "wood": 1}


def test_arc_11_13_one_player_may_have_several_spaces() -> None:
    t = market().after(go("market_left")).turn(0).after(go("market_right"))
    assert t.facts["market"] == {"left": 0, "middle": None, "right": 0}


@pytest.mark.parametrize(("move", "gain"), [(go("market_left"), {"marble": 1}), (go("market_draw"), {"hand": 1})])
def test_arc_11_14_at_virtue_0_the_price_is_a_debt_we_32_edge_1(move: dict[str, Any], gain: dict[str, int]) -> None:
    found = own(market(0), move)
    found.pop("silver")
    assert found == {"unpaid": 1, **gain}


@pytest.mark.parametrize("card", ["A10", "A38", "A31"])
def test_arc_11_15_an_apprentice_hired_here_does_nothing_for_this_action(card: str) -> None:
    t = market().show("top", 2, card)
    assert own(t, deal("top", 2, "A22")) == {"silver": -2, "virtue": -2}  # 1 for the market, 1 on the card


def emptied(t: Table, left: int) -> Table:
    """So many cards are left in the pile of buildings; the others stand before seat 2."""
    ids = [f"B{number:02}" for number in range(1, 41)]
    return t.have(2, buildings=ids[: t.facts["building_pile"] - left])


def test_arc_11_16_an_empty_pile_leaves_no_draw() -> None:
    t = emptied(market(), 0)
    no(t, 76, go("market_draw"), "ARC-11.16")
    t.after(deal("top", 1, "A22"))


def test_arc_11_17_the_third_worker_brings_a_reset_auto_6() -> None:
    t = market().stand(1, market_middle=1).stand(2, market_right=1).after(go("market_left"))
    assert t.facts["pending"] == "reset"
    no(t, 52, go("quarry", 1), "ARC-18.3")
    t.after(reset())
    assert (t.facts["pending"], t.facts["active"]) == (None, 1)
