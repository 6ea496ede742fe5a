"""What a judge may put right in Mage Knight, each adjustment with what refuses it."""

from typing import Any

import pytest

from engines import mage_knight
from engines.kernel.game import IllegalMoveError, MalformedMoveError
from tests.engines.given import well_said
from tests.engines.mage_knight.boxes import BESIDE, ORCS, VILLAGE
from tests.engines.mage_knight.playing import Play, fight, started, table


def refused(play: Play, *clauses: str, **adjustment: Any) -> None:
    """Try an adjustment that would make something true that never is."""
    with pytest.raises((IllegalMoveError, MalformedMoveError)) as caught:
        play.fold.adjust(adjustment)
    if isinstance(caught.value, IllegalMoveError):
        well_said(caught.value)
        assert not clauses or caught.value.rule in clauses, caught.value.rule


def test_the_adjustments_are_those_of_the_page() -> None:
    assert set(mage_knight.adjustments(mage_knight.box())) == {
        *("change_fame", "change_reputation", "change_crystals", "change_wounds", "move_hero", "set_die"),
    }


def test_fame_is_given_and_taken_and_no_level_falls_mk_23_12() -> None:
    play = started().fame(5).rule(type="change_fame", seat=0, by=-2).sees("heroes.0.fame", 3)
    refused(play, type="change_fame", seat=0, by=-4)
    refused(play, type="change_fame", seat=0, by=0)
    for seat in (2, -1):
        refused(play, "MK-30.12", type="change_fame", seat=seat, by=1)


def test_reputation_stays_on_its_track_mk_12_7() -> None:
    play = started().reputation(7).sees("heroes.0.reputation", 7)
    refused(play, "MK-12.7", type="change_reputation", seat=0, by=1)


def test_crystals_are_none_to_three_of_a_colour_mk_8_10() -> None:
    play = started().crystals(red=3)
    refused(play, "MK-8.10", type="change_crystals", seat=0, color="red", by=1)
    refused(play, "MK-8.10", type="change_crystals", seat=0, color="blue", by=-1)
    refused(play, type="change_crystals", seat=0, color="gold", by=1)
    play.rule(type="change_crystals", seat=0, color="red", by=-3)
    assert play.held()["crystals"]["red"] == 0


def test_wounds_come_into_the_hand_and_leave_it() -> None:
    play = started().wounds(2)
    assert (play.held()["hand"], play.held()["owned"]["wound"]) == (7, 2)
    play.wounds(-2)
    assert (play.held()["hand"], play.held()["owned"].get("wound", 0)) == (5, 0)
    refused(play, type="change_wounds", seat=0, by=-1)


def test_a_hero_is_put_on_a_space_that_can_be_entered_mk_9_1() -> None:
    play = started().at(VILLAGE)
    assert (play.held()["space"], play.look("combat")) == (VILLAGE, None)
    for place in (ORCS, [9, 9], [0, 1]):
        refused(play, type="move_hero", seat=0, to=place)


def test_no_hero_is_moved_in_a_combat() -> None:
    refused(fight("prowlers"), type="move_hero", seat=0, to=BESIDE)


def test_a_die_of_the_source_is_turned() -> None:
    play = table().rule(type="set_die", shows="red", to="gold")
    assert sorted(die["face"] for die in play.look("source")) == ["blue", "gold", "green", "white"]
    refused(play, type="set_die", shows="red", to="black")


def test_a_die_that_lies_elsewhere_is_not_turned_mk_1_10() -> None:
    play = started(source=["green", "red", "green", "blue"]).card("march", "strong", pay=["green@die"])
    dice = play.rule(type="set_die", shows="green", to="white").look("source")
    assert [(die["face"], die["on"]) for die in dice] == [
        ("green", "used"), ("red", "source"), ("white", "source"), ("blue", "source"),
    ]  # fmt: skip
    refused(play, "MK-1.10", type="set_die", shows="green", to="gold")
