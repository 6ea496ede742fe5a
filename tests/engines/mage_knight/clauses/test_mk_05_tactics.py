"""Chapter 5 of the reference: how tactics are taken, and what each does."""

from typing import Any

from tests.engines.mage_knight.boxes import COLOURS, box, own_deck
from tests.engines.mage_knight.clauses.test_mk_04_rounds import next_round
from tests.engines.mage_knight.covering import covers
from tests.engines.mage_knight.playing import Play, chose, opened, setup_of, started, table


def choosing(seats: int = 2, *, night: bool = False, **changes: Any) -> Play:
    """A table whose tactics are to be taken; the last seat chooses first."""
    made = box(night=night, **{name: value for name, value in changes.items() if name in {"levels", "decks"}})
    chance = {name: value for name, value in changes.items() if name not in {"levels", "decks"}}
    return opened(COLOURS[:seats], made).after(setup_of(COLOURS[:seats], night=night, **chance))


def take(play: Play, seat: int, tactic: str, **more: Any) -> Play:
    return play.do("take_tactic", seat, tactic=tactic, **more)


def test_mk_5_1_no_tactic_is_taken_twice_x_27() -> None:
    take(choosing(), 1, "planning").no("take_tactic", 0, "MK-5.1", code="x_27", tactic="planning")


def test_mk_5_2_and_mk_5_3_least_fame_first_then_lower_in_the_column_e_12() -> None:
    """Fame 4, 4 and 7; the two with 4 are second and third in the column."""
    play = table(3, hand=16).fame(7, 0).fame(4, 1).fame(4, 2).sees("order", [0, 1, 2]).do("announce_end_of_round", 0)
    for seat in (1, 2):
        play.begin(seat).do("end_turn", seat)
        shown = [("double_time", "night_sharpshooting"), ("freezing_power", "potion_making")][seat - 1]
        laid = play.look("offers.actions")
        offer = laid or ["blood_rage", "ice_shield", "agility"]
        play.do(
            "level_up", seat, shown=list(shown), option="a", skill=shown[0], card=offer[0],
            new_card=["fire_bolt", "ice_bolt"][seat - 1], offer=None if laid else offer,
        )  # fmt: skip
        play.do("discard_hand", seat, cards=["march"]).do("draw", seat)
    next_round(play, seats=3, action_card="swift_bolt").sees("choosing", [2, 1, 0])
    play.no("take_tactic", 1, "MK-5.2", code="x_27", tactic="long_night")


def test_mk_5_4_the_last_to_choose_a_hero_takes_the_first_tactic() -> None:
    choosing(3).sees("choosing", [2, 1, 0]).sees("to_move", [2]).no(
        "take_tactic", 0, "MK-5.2", code="x_27", tactic="planning"
    )


def test_mk_5_5_what_a_tactic_does_when_taken_comes_before_the_next_chooses() -> None:
    play = take(choosing(3), 2, "great_start")
    assert (play.held(2)["hand"], play.look("choosing")) == (7, [1, 0])


def test_mk_5_6_the_column_is_sorted_by_the_numbers_of_the_tactics() -> None:
    play = choosing(4)
    for seat, tactic in ((3, "planning"), (2, "early_bird"), (1, "the_right_moment"), (0, "rethink")):
        take(play, seat, tactic, choices=chose(cards=[]) if tactic == "rethink" else None)
    play.sees("order", [2, 0, 3, 1])


def test_mk_5_7_a_tactic_nobody_took_does_nothing_this_round() -> None:
    play = started()
    assert [play.held(seat)["tactic"]["id"] for seat in (0, 1)] == ["early_bird", "the_right_moment"]
    play.no("use_tactic", 0)


def test_mk_5_8_all_tactics_come_back_and_those_of_the_new_time_are_displayed() -> None:
    play = table(hand=16).do("announce_end_of_round", 0).idle(1)
    next_round(play)
    assert play.held()["tactic"] is None
    play.no("take_tactic", 1, "MK-5.1", code="x_27", tactic="early_bird")
    take(play, 1, "from_the_dusk")


@covers("early_bird", "from_the_dusk")
def test_mk_5_9_early_bird_and_from_the_dusk_only_go_first() -> None:
    for night, tactic in ((False, "early_bird"), (True, "from_the_dusk")):
        play = take(choosing(night=night), 1, tactic)
        assert (play.held(1)["hand"], play.held(1)["tactic"]["used"]) == (5, False)


@covers("rethink")
def test_mk_5_10_rethink_changes_up_to_three_cards_and_shuffles_edge_26() -> None:
    play = choosing().wounds(1, 1)
    take(play, 1, "rethink", choices=chose(cards=["march", "wound"]), drawn=["rage", "promise"])
    held = play.held(1)
    assert (held["hand"], held["deck"], held["discard"]) == (6, 11, [])
    four = chose(cards=["march", "march", "rage", "stamina"])
    choosing().no("take_tactic", 1, "MK-5.10", tactic="rethink", choices=four)


@covers("mana_steal")
def test_mk_5_11_mana_steal_keeps_a_die_for_one_turn_of_the_round() -> None:
    play = choosing().no("take_tactic", 1, "MK-5.11", tactic="mana_steal", choices=chose(die="gold"))
    take(take(play, 1, "mana_steal", choices=chose(die="green")), 0, "early_bird")
    assert {"face": "green", "on": "tactic", "seat": 1} in play.look("source")
    play.idle(0).begin(1).card("march", "strong", seat=1, pay=["green@tactic_die"])
    assert play.points("move", 1) == 4
    play.do("end_turn", 1).do("return_dice", 1, faces=["white"]).do("draw", 1)
    assert [die["on"] for die in play.look("source")] == ["source"] * 4


def test_mk_5_12_the_die_of_mana_steal_is_not_the_one_source_die() -> None:
    play = take(take(choosing(), 1, "mana_steal", choices=chose(die="green")), 0, "early_bird").idle(0)
    play.begin(1).card("march", "strong", seat=1, pay=["green@tactic_die"])
    play.card("stamina", "strong", seat=1, pay=["blue@die"])
    assert play.points("move", 1) == 8


def test_mk_5_13_unused_it_is_rolled_with_all_dice_of_the_new_round_edge_22() -> None:
    play = take(take(choosing(levels={"hand": 16}), 1, "mana_steal", choices=chose(die="green")), 0, "early_bird")
    play.idle(0).do("announce_end_of_round", 1).idle(0)
    next_round(play)
    assert [die["on"] for die in play.look("source")] == ["source"] * 4


@covers("planning")
def test_mk_5_14_planning_raises_the_draw_by_one_with_two_cards_in_hand() -> None:
    play = take(take(choosing(), 1, "planning"), 0, "early_bird").idle(0).begin(1).end(1, ["march"])
    assert play.held(1)["hand"] == 6
    play.idle(0).begin(1)
    for card in ("march", "stamina", "stamina", "rage", "rage"):
        play.sideways(card, "move", 1)
    assert play.end(1).held(1)["hand"] == 5


@covers("great_start")
def test_mk_5_15_great_start_draws_two() -> None:
    play = take(choosing(), 1, "great_start", drawn=["march", "rage"])
    assert (play.held(1)["hand"], play.held(1)["deck"]) == (7, 9)
    assert sorted(play.held(1)["known"]["hand"]) == ["march", "rage"]


@covers("the_right_moment")
def test_mk_5_16_and_mk_5_17_the_right_moment_gives_one_more_turn_and_is_turned_over() -> None:
    play = table(tactics=["early_bird", "the_right_moment"]).idle(0).begin(1).do("use_tactic", 1)
    assert play.held(1)["tactic"] == {"id": "the_right_moment", "used": True, "stored": 0}
    play.end(1, ["march"]).no("begin_turn", 0).begin(1).no("use_tactic", 1).end(1, ["march"]).begin(0)


@covers("long_night")
def test_mk_5_18_long_night_makes_a_deck_of_three_random_cards_of_the_discard_pile() -> None:
    play = take(take(choosing(night=True, levels={"hand": 16}), 1, "sparing_power"), 0, "long_night")
    play.no("use_tactic", 0).begin(0).end(0, ["march", "march", "stamina", "rage"])
    play.idle(1).begin(0).do("use_tactic", 0, picked=["march", "march", "rage"])
    assert (play.held()["deck"], len(play.held()["discard"]), play.held()["tactic"]["used"]) == (3, 1, True)
    play.no("use_tactic", 0)


@covers("mana_search")
def test_mk_5_19_mana_search_rolls_up_to_two_dice_gold_first() -> None:
    source = ["gold", "red", "blue", "black"]
    play = take(take(choosing(night=True, source=source), 1, "sparing_power"), 0, "mana_search").begin(0)
    play.no("use_tactic", 0, "MK-5.19", choices=chose(dice=["gold", "red", "blue"]), facts=chose(faces=["white"] * 3))
    play.no("use_tactic", 0, "MK-5.19", choices=chose(dice=["red", "blue"]), facts=chose(faces=["white", "white"]))
    play.do("use_tactic", 0, choices=chose(dice=["gold", "red"]), facts=chose(faces=["green", "white"]))
    assert sorted(die["face"] for die in play.look("source")) == ["black", "blue", "green", "white"]
    play.no("use_tactic", 0, choices=chose(dice=["white"]), facts=chose(faces=["white"]))


def test_mk_5_19_not_after_a_source_die_was_used() -> None:
    play = take(take(choosing(night=True), 1, "sparing_power"), 0, "mana_search").begin(0)
    play.card("threaten", "strong", pay=["red@die"])
    play.no("use_tactic", 0, choices=chose(dice=["blue"]), facts=chose(faces=["white"]))


@covers("midnight_meditation")
def test_mk_5_20_midnight_meditation_shuffles_cards_in_and_draws_as_many() -> None:
    play = take(take(choosing(night=True, levels={"hand": 6}), 1, "sparing_power"), 0, "midnight_meditation")
    play.no("use_tactic", 0, "MK-24.3", choices=chose(number=3), picked=["march", "rage"])
    play.no("use_tactic", 0, "MK-5.20", choices=chose(number=6)).do(
        "use_tactic", 0, choices=chose(number=3), picked=["march", "rage", "promise"], drawn=["march"] * 2 + ["rage"]
    )
    assert (play.held()["hand"], play.held()["deck"], play.held()["tactic"]["used"]) == (6, 10, True)
    play.no("use_tactic", 0, choices=chose(number=1))


def test_mk_5_20_not_in_the_own_turn() -> None:
    play = take(take(choosing(night=True), 1, "sparing_power"), 0, "midnight_meditation").begin(0)
    play.no("use_tactic", 0, choices=chose(number=1))


@covers("preparation")
def test_mk_5_21_preparation_takes_a_card_of_the_deck() -> None:
    play = take(choosing(night=True), 1, "preparation", picked=["march"])
    assert (play.held(1)["hand"], play.held(1)["deck"], play.held(1)["known"]["hand"]) == (6, 10, ["march"])


@covers("sparing_power")
def test_mk_5_22_sparing_power_stores_cards_and_takes_them_all() -> None:
    play = take(take(choosing(night=True), 1, "sparing_power"), 0, "from_the_dusk")
    play.do("use_tactic", 1, choices=chose(option=1))
    assert (play.held(1)["tactic"]["stored"], play.held(1)["deck"]) == (1, 10)
    play.no("use_tactic", 1, choices=chose(option=1)).idle(0).idle(1).do("use_tactic", 1, choices=chose(option=2))
    held = play.held(1)
    assert (held["tactic"]["stored"], held["tactic"]["used"], held["hand"]) == (0, True, 6)
    play.idle(0).idle(1).no("use_tactic", 1, choices=chose(option=1))


def test_mk_5_23_cards_never_taken_are_shuffled_in_with_the_new_round() -> None:
    play = take(take(choosing(night=True, levels={"hand": 14}), 1, "sparing_power"), 0, "from_the_dusk")
    play.do("use_tactic", 1, choices=chose(option=1)).begin(0).end(0, ["march", "march"]).begin(1).end(1, ["march"])
    play.do("announce_end_of_round", 0).begin(1).end(1, ["stamina"])
    next_round(play)
    assert (play.held(1)["hand"], play.held(1)["deck"]) == (14, 2)


def test_mk_5_24_long_night_serves_in_the_middle_of_drawing() -> None:
    """Written before the draw, which then counts its three cards as deck."""
    play = take(take(choosing(night=True, levels={"hand": 15}), 1, "sparing_power"), 0, "long_night").begin(0)
    play.do("end_turn", 0).do("discard_hand", 0, cards=["march", "march", "stamina"])
    play.do("use_tactic", 0, picked=["march", "march", "stamina"]).do("draw", 0)
    assert (play.held()["hand"], play.held()["deck"], len(play.held()["discard"])) == (15, 1, 0)


def test_mk_5_24_and_never_in_the_turn_of_another() -> None:
    play = take(take(choosing(night=True, levels={"hand": 16}), 1, "sparing_power"), 0, "long_night")
    play.begin(0).end(0, ["march", "march", "stamina"]).begin(1).no("use_tactic", 0)


def test_mk_5_25_planning_adds_nothing_to_the_draw_of_a_new_round() -> None:
    play = take(take(choosing(levels={"hand": 12}), 1, "planning"), 0, "early_bird")
    play.begin(0).end(0, ["march"] * 2 + ["stamina"] * 2).begin(1).end(1, ["march"])
    play.do("announce_end_of_round", 0).begin(1).end(1, ["march"])
    next_round(play)
    assert play.held(1)["hand"] == 12


def test_mk_5_18_a_card_is_picked_no_more_often_than_it_lies_in_the_pile() -> None:
    play = take(take(choosing(night=True, levels={"hand": 16}), 1, "sparing_power"), 0, "long_night")
    play.begin(0).end(0, ["march", "march", "stamina", "rage"]).idle(1).begin(0)
    play.no("use_tactic", 0, "MK-5.18", picked=["march", "march", "march"])


def test_mk_5_18_its_cards_lie_under_what_is_left_of_the_deck() -> None:
    """Of sixteen cards fifteen are in the hand: the last Swiftness is drawn before the cards of Long Night."""
    own = own_deck("arythea")
    hand = [card for n, card in enumerate(own) if n != own.index("swiftness")]
    play = table(night=True, hand=15, tactics=["long_night", "sparing_power"], hands={0: hand}).begin(0)
    play.do("end_turn").do("discard_hand", cards=["march", "march", "stamina"])
    play.do("use_tactic", picked=["march", "march", "stamina"])
    play.no("draw", 0, drawn=["march", "march", "stamina"]).do("draw", drawn=["swiftness", "march", "stamina"])
    assert play.held()["deck"] == 1
