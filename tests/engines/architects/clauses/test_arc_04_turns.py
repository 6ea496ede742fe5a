"""ARC-4: turns."""

from typing import Any

import pytest

from tests.engines.architects.acts import IDLE, back, build, effect, go, hire, no, reset, step
from tests.engines.architects.table import Table, drafted, laid


def spent(where: dict[str, int], seats: int = 5) -> Table:
    """Seat 0 is to move and has no worker on the board: all stand where it is said, the others in the Guildhall."""
    t = drafted(seats)
    t.stand(0, **where, guildhall=20 - sum(where.values()))
    return t.turn(0)


def test_arc_4_1_turns_go_clockwise_one_after_another() -> None:
    t = drafted(3, setup={"start_player": 1})
    for seat in (1, 2, 0, 1, 2, 0):
        assert t.facts["to_move"] == [seat]
        no(t, 1, go("quarry", (seat + 1) % 3), "ARC-4.1")
        t.after(go("quarry", seat))


def test_arc_4_2_a_turn_places_one_worker() -> None:
    t = drafted(2).after(go("forest"))
    assert (t.workers(0, "board"), t.workers(0, "forest")) == (19, 1)
    no(t, 1, go("forest"))  # a second one finds the turn over (ill_5)
    t.turn(0)
    no(t, 3, back("forest"), "ARC-4.2")


def test_arc_4_3_nobody_passes_with_a_worker_on_the_board() -> None:
    no(drafted(2), 6, {"type": "forced_pass", "seat": 0}, "ARC-4.3")


def test_arc_4_4_without_a_worker_the_turn_takes_one_back_we_52() -> None:
    t = spent({"forest": 3, "prison": 2})
    no(t, 2, go("quarry"), "ARC-4.4")
    no(t, 4, back("prison"), "ARC-4.6")
    assert effect(t, back("forest")) == {"forest.0": -1, "0.workers": 1}
    assert t.facts["active"] == 1


def test_arc_4_4_there_has_to_be_a_worker() -> None:
    no(spent({"forest": 3}), 67, back("quarry"), "ARC-4.4")


def test_arc_4_5_the_worker_waits_for_the_next_turn() -> None:
    t = spent({"forest": 3}).after(back("forest"))
    no(t, 1, go("quarry"))
    t.after(*(go("quarry", seat) for seat in (1, 2, 3, 4, 0)))
    assert t.workers(0, "quarry") == 1


@pytest.mark.parametrize("place", ["guildhall", "market_left", "prison"])
def test_arc_4_6_other_places_give_none_back_while_an_open_location_has_one(place: str) -> None:
    t = spent({"forest": 1, "market_left": 1, "prison": 1})
    no(t, 4, back(place), "ARC-4.6", "ARC-4.7")


@pytest.mark.parametrize("place", ["market_left", "market_middle", "market_right", "prison"])
def test_arc_4_7_with_no_other_place_market_and_prison_give_one_back_we_53(place: str) -> None:
    t = spent({place: 1})
    assert effect(t, back(place)) == {f"{place}.0": -1, "0.workers": 1}


def test_arc_4_7_an_opponents_board_gives_one_back_and_is_named_only_where_several_hold_one() -> None:
    t = drafted(5).hold(1, {0: 2}).stand(0, guildhall=18)
    assert effect(t, back("board")) == {"1.holds.0": -1, "0.workers": 1}
    t = drafted(5).hold(1, {0: 2}).hold(2, {0: 1}).stand(0, guildhall=17)
    no(t, 66, back("board"))
    no(t, 67, back("board", holder=0))
    assert effect(t, back("board", holder=2)) == {"2.holds.0": -1, "0.workers": 1}


def test_arc_4_7_the_guildhall_never_gives_one_back() -> None:
    no(spent({"prison": 1}), 4, back("guildhall"))


def test_arc_4_8_with_all_in_the_guildhall_the_turn_is_lost() -> None:
    t = drafted(5).stand(0, guildhall=20)
    assert effect(t, {"type": "forced_pass", "seat": 0}) == {}
    assert t.facts["active"] == 1
    no(spent({"prison": 1}), 67, {"type": "forced_pass", "seat": 0}, "ARC-4.8")
    no(spent({"forest": 1}), 67, {"type": "forced_pass", "seat": 0}, "ARC-4.8")


def test_arc_4_9_action_then_reset_then_hand_limit_then_next_player_edge_4_auto_10() -> None:
    t = drafted(3).stand(1, market_left=1).stand(2, market_right=1).have(0, silver=2, hand=6)
    t.after(go("market_draw"))
    assert (t.facts["pending"], t.facts["active"]) == ("reset", 0)
    no(t, 52, {"type": "discard_to_limit", "seat": 0})
    t.after(reset())
    assert (t.facts["pending"], t.facts["active"]) == ("hand_limit", 0)
    no(t, 56, go("quarry", 1))
    t.after({"type": "discard_to_limit", "seat": 0})
    assert (t.facts["pending"], t.facts["active"], t.seat(0)["hand"]) == (None, 1, 6)


def discard(seat: int, card: str) -> dict[str, Any]:
    """An apprentice is dismissed."""
    return {"type": "discard_apprentice", "seat": seat, "apprentice": card}


def test_arc_4_10_anybody_dismisses_apprentices_at_any_moment_of_play_auto_11() -> None:
    t = drafted(3).have(0, apprentices=["A18"]).have(2, apprentices=["A16", "A17"])
    assert effect(t, discard(2, "A16")) == {"2.apprentices": -1, "pile": 1}
    t.after(go("quarry"), discard(0, "A18"))
    assert (t.facts["active"], t.seat(0)["apprentices"]) == (1, [])
    no(t, 63, discard(1, "A17"), "ARC-4.10")
    t.stand(1, forest=20).after(discard(2, "A17"), back("forest", 1))


def test_arc_4_10_not_before_the_first_turn_and_not_after_the_last() -> None:
    t = laid(2, starting_apprentice=True)
    t.after({"type": "starting_apprentice", "seat": 1, "row": "top", "column": 1})
    no(t, 63, discard(1, "A04"), "ARC-4.10")


@pytest.mark.parametrize("more", [1, 2, 3])
def test_arc_4_11_more_than_six_cards_go_under_the_pile_at_the_end_of_the_turn_auto_9(more: int) -> None:
    t = drafted(3).have(0, hand=5 + more)
    t.after(go("workshop_draw"))  # one card
    assert t.facts["pending"] == "hand_limit"
    no(t, 57, {"type": "discard_to_limit", "seat": 0, "count": more + 1})
    no(t, 77, {"type": "discard_to_limit", "seat": 0, "discarded": [None] * (more + 1)})
    no(t, 1, {"type": "discard_to_limit", "seat": 1})
    assert effect(t, {"type": "discard_to_limit", "seat": 0, "count": more}) == {"0.hand": -more, "cards": more}
    assert t.facts["active"] == 1


def test_arc_4_11_a_card_that_is_certainly_elsewhere_is_not_discarded() -> None:
    t = drafted(3, told={"kept": {"1": ["B33", None, None]}}).have(0, hand=6).after(go("workshop_draw"))
    no(t, 77, {"type": "discard_to_limit", "seat": 0, "discarded": ["B33"]}, "ARC-26.8")
    t.after({"type": "discard_to_limit", "seat": 0, "discarded": ["B11"]})


def test_arc_4_11_six_cards_are_no_reason_to_discard() -> None:
    t = drafted(3).have(0, hand=5).after(go("workshop_draw"))
    assert (t.facts["pending"], t.facts["active"]) == (None, 1)
    no(t, 57, {"type": "discard_to_limit", "seat": 1}, "ARC-4.11")


def test_arc_4_12_larger_hands_are_looked_at_when_their_owner_ends_a_turn_edge_20_edge_21() -> None:
    t = drafted(3).have(1, hand=8).have(0, gold=1, hand=6, apprentices=["A01"])
    t.after(go("quarry"))
    assert t.facts["pending"] is None
    t.after(go("quarry", 1))
    assert t.facts["pending"] == "hand_limit"
    t.after({"type": "discard_to_limit", "seat": 1}).turn(0)
    # one card is discarded; the reward and the Acolyte bring one each: 6 - 1 + 2
    assert effect(t, step("R07"))["0.hand"] == 1
    assert t.facts["pending"] == "hand_limit"


def test_auto_11_without_a_worker_only_taking_back_and_dismissals_are_on_offer() -> None:
    t = spent({"forest": 3}).have(0, apprentices=["A18"])
    assert {kind for kind, seat in t.offered() if seat == 0} == {"return_worker", "discard_apprentice"}
    t = drafted(5).stand(0, guildhall=20)
    assert {kind for kind, seat in t.offered() if seat == 0} == {"forced_pass"}
    no(t, 2, hire("top", 1, "A22"))
    no(t, 2, build("B11"))
    no(t, 2, IDLE | {"seat": 0})
