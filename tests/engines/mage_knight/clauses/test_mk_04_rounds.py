"""Chapter 4 of the reference: the course of a round, and how its end is announced."""

from typing import Any

from tests.engines.mage_knight.playing import Play, started, table

EMPTY = 16
"""A hand limit with which nobody has a deck."""


def spent(seats: int = 2, **options: Any) -> Play:
    """A table whose decks are all in the hands; seat 0 is to begin."""
    return table(seats, **{"hand": EMPTY, **options})


def next_round(play: Play, seats: int = 2, **more: Any) -> Play:
    """The preparation of the next round."""
    dice = ["black", "red", "blue", "green", "white", "red"]
    offer = ["guardian_golems", "illusionists", "guardian_golems", "illusionists", "northern_monks", "savage_monks"]
    fields = {"dice": dice[: seats + 2], "unit_offer": offer[: seats + 2], **more}
    return play.do("prepare_round", None, **fields)


def test_mk_4_1_and_mk_4_6_after_the_announcement_each_other_has_one_turn_and_night_falls() -> None:
    play = spent(3).do("announce_end_of_round", 0).idle(1).idle(2).sees("phase", "between_rounds").sees("to_move", [])
    next_round(play, seats=3).sees("round", 2).sees("night", value=True).sees("phase", "tactics")


def test_mk_4_2_a_round_begins_with_tactics_and_goes_on_with_turns() -> None:
    started().sees("phase", "turns").end(0, ["march"]).idle(1).begin(0).sees("active", 0)


def test_mk_4_3_turns_follow_the_column_and_begin_at_its_top_again() -> None:
    """The seat that took the lowest tactic is on top."""
    play = table(3, tactics=["the_right_moment", "early_bird", "planning"]).sees("order", [1, 2, 0])
    play.no("begin_turn", 0, "MK-4.3").idle(1).no("begin_turn", 1, "MK-4.3").idle(2).idle(0).begin(1)


def test_mk_4_4_nobody_announces_with_cards_in_the_deck_x_24() -> None:
    table().no("announce_end_of_round", 0, "MK-4.4", code="x_24")


def test_mk_4_5_the_announcement_is_all_of_the_turn() -> None:
    """The space gives nothing: on a mine no crystal comes."""
    play = spent().begin(0).at([2, -1]).end(0, ["march"])
    assert play.held()["crystals"]["green"] == 1
    play.idle(1).do("announce_end_of_round", 0)
    assert play.held()["crystals"]["green"] == 1
    play.no("end_turn", 0).no("draw", 0).begin(1)


def test_mk_4_7_with_neither_deck_nor_hand_the_end_is_announced_x_25() -> None:
    without_hand(2).no("begin_turn", 0, "MK-4.7", code="x_25").do("announce_end_of_round", 0)


def test_mk_4_8_when_the_end_was_announced_such_a_turn_is_skipped() -> None:
    play = without_hand(2, announce=True)
    play.no("begin_turn", 0, "MK-4.8").no("announce_end_of_round", 0).do("skip_turn", 0).sees("phase", "between_rounds")


def without_hand(seats: int, *, announce: bool = False) -> Play:
    """Seat 0 discarded all of its sixteen cards; seat 1 had a turn, or announced the end."""
    play = spent(seats).begin(0)
    cards = sorted(card for card, n in play.held()["owned"].items() for _ in range(n))
    play.end(0, cards)
    return play.do("announce_end_of_round", 1) if announce else play.idle(1)


def test_mk_4_4_and_mk_4_9_with_cards_in_hand_and_no_deck_the_choice_is_free_e_11() -> None:
    spent().idle(0).sees("announced", None)
    spent().do("announce_end_of_round", 0).sees("announced", 0)


def test_mk_4_10_the_end_is_announced_once() -> None:
    spent(3).do("announce_end_of_round", 0).no("announce_end_of_round", 1, "MK-4.10").begin(1)


def test_mk_4_11_plunder_before_the_turn_may_empty_the_deck_edge_2() -> None:
    """With a hand limit of 14 the deck has two cards; after the draw of the first turn one is left to plunder."""
    two = spent(hand=14).begin(0).at([2, -3]).do("end_turn", 0).do("discard_hand", 0, cards=["march"]).do("draw", 0)
    assert two.held()["deck"] == 1
    two.idle(1).no("announce_end_of_round", 0, "MK-4.4", code="x_24").do("plunder", 0).do("announce_end_of_round", 0)


def test_mk_4_12_the_discard_pile_is_not_shuffled_in_when_the_deck_runs_out_edge_1() -> None:
    play = spent(hand=15).begin(0).end(0, ["march", "march", "stamina"])
    assert (play.held()["hand"], play.held()["deck"], len(play.held()["discard"])) == (13, 0, 3)
    play.idle(1).do("announce_end_of_round", 0)


def test_mk_4_13_after_the_last_turn_of_a_round_nothing_is_used() -> None:
    play = spent(3).do("announce_end_of_round", 0).begin(1).at([2, -3], 1).end(1, ["march"])
    play.no("plunder", 1, "MK-4.13", code="x_26").begin(2).no("plunder", 1, "MK-4.13", code="x_26")


def test_mk_4_14_plunder_may_come_between_the_two_turns() -> None:
    play = spent(2, hand=12, tactics=["early_bird", "the_right_moment"])
    play.begin(0).end(0, ["march"]).begin(1).at([2, -3], 1).do("use_tactic", 1).end(1, ["march"])
    play.do("plunder", 1).begin(1)
