"""ARC-23: scoring, and the result (REP)."""

from typing import Any

import pytest

from tests.engines.architects.acts import IDLE, go, last, lines, no, score, scored
from tests.engines.architects.table import Table, drafted


def orders(t: Table, *cards: str, seat: int = 0, **more: Any) -> Table:
    """A seat orders its end effects after the game."""
    return t.after({"type": "end_effects", "seat": seat, "order": list(cards), **more})


def result(t: Table) -> dict[str, Any]:
    """The result as it stands."""
    found = t.fold.result()
    assert found is not None
    return found


def position(t: Table, seat: int = 0) -> int:
    """The virtue of a seat after phase A."""
    return int(result(t)["seats"][str(seat)]["breakdown"]["virtue"]["position"])


def done(t: Table) -> Table:
    """The last turn, which changes nothing, is over."""
    return t.after({**IDLE, "seat": 0})


def test_arc_23_1_end_effects_come_first_with_all_abilities_still_active() -> None:
    # Therese counts gold and marble together: 2 virtue for 3 gold and 1 marble
    t = last(("blue", "purple"), side=2).have(0, buildings=["B18"], gold=3, marble=1, silver=0, unpaid=0)
    t.stand(0, prison=0)
    assert position(done(t)) == 7 + 2


def test_arc_23_2_arc_23_5_effects_on_virtue_come_before_those_on_points() -> None:
    # Lighthouse at 7: 1 point; the Castle with 2 gold lifts it to 8: 2 points
    t = last().have(0, buildings=["B32", "B18"], gold=2)
    shown = scored(t)["seats"]["0"]["breakdown"]["buildings"]["cards"]
    assert [(card["id"], card["bonus"]) for card in shown] == [("B32", 2), ("B18", 0)]


def contrary() -> Table:
    """Dungeon before Trading Post at virtue 14, with an unpaid debt."""
    return done(last().have(0, buildings=["B24", "B07"], virtue=14, unpaid=1, clay=4, wood=2, stone=2))


def test_arc_23_3_the_default_is_the_order_of_construction_we_43() -> None:
    t = contrary()
    assert (position(t), t.seat(0)["unpaid"]) == (14, 1)
    # the other order ends at 12 without the debt (REP-4): 3 for 7 points, and 2 more
    assert result(t)["seats"]["0"]["other_totals"] == [score(result(t)) - 7 + 3 + 2]


def test_arc_23_4_below_0_the_dungeon_brings_debts() -> None:
    t = done(last().have(0, buildings=["B24"], virtue=1))
    assert (position(t), t.seat(0)["unpaid"]) == (0, 1)
    assert result(t)["seats"]["0"]["end_effects"] == [
        {"id": "B24", "virtue_from": 1, "virtue_to": 0, "debts_destroyed": 0, "debts_taken": 1}
    ]


@pytest.mark.parametrize(
    "order", [["B24"], ["B24", "B07", "B24"], ["B24", "B24"], ["B24", "B07", "B13"], ["B24", "B07", "B18"], []]
)
def test_arc_23_3_an_order_names_each_own_effect_once(order: list[str]) -> None:
    t = done(last().have(0, buildings=["B24", "B07", "B13"], virtue=14))
    no(t, 68, {"type": "end_effects", "seat": 0, "order": order}, "ARC-23.3")


def test_arc_23_17_the_result_stands_at_once_and_each_player_may_order_once_auto_12() -> None:
    t = contrary()
    assert t.facts["phase"] == "finished"
    orders(t, "Trading Post", "Dungeon")
    no(t, 68, {"type": "end_effects", "seat": 0, "order": ["B24", "B07"]}, "ARC-23.17", "ARC-23.3")
    assert t.facts["end_effects"] == {"0": ["B07", "B24"]}
    no(last(), 74, {"type": "end_effects", "seat": 0, "order": []}, "ARC-23.17")


def test_arc_23_18_the_order_among_players_does_not_matter() -> None:
    def both() -> Table:
        t = last().have(0, buildings=["B24", "B07"], virtue=14, unpaid=1, clay=8)
        return done(t.have(1, buildings=["B18", "B37"], virtue=13, unpaid=2, gold=2, marble=4))

    one = orders(orders(both(), "B07", "B24"), "B37", "B18", seat=1)
    other = orders(orders(both(), "B37", "B18", seat=1), "B07", "B24")
    assert result(one)["seats"] == result(other)["seats"]


def test_arc_23_6_buildings_score_what_is_printed_and_what_they_bring() -> None:
    t = last().have(0, buildings=["B30", "B11"]).hold(0, {1: 3})
    shown = scored(t)["seats"]["0"]["breakdown"]["buildings"]
    assert shown["vp"] == 12 + 1 + 3
    assert [(card["vp"], card["bonus"]) for card in shown["cards"]] == [(12, 1), (3, 0)]


def test_arc_23_7_arc_23_8_level_and_virtue_score_by_their_tracks() -> None:
    assert lines(scored(last().have(0, level=3, virtue=3))) == {"cathedral": 7, "virtue": -5}


def test_arc_23_9_an_unpaid_debt_costs_2() -> None:
    assert lines(scored(last().have(0, unpaid=4, paid=2))) == {"debts": -8}


def test_arc_23_10_gold_and_marble_are_a_point_each() -> None:
    assert lines(scored(last().have(0, gold=3, marble=2))) == {"gold_marble": 5}


@pytest.mark.parametrize(("silver", "vp"), [(0, 0), (9, 0), (10, 1), (19, 1), (29, 2), (30, 3)])
def test_arc_23_11_silver_by_full_tens_we_56(silver: int, vp: int) -> None:
    assert lines(scored(last().have(0, silver=silver))).get("silver", 0) == vp


@pytest.mark.parametrize(("prisoners", "vp"), [(0, 0), (1, 0), (2, -1), (3, -1), (5, -2)])
def test_arc_23_12_prisoners_by_full_pairs_we_55(prisoners: int, vp: int) -> None:
    assert lines(scored(last().stand(0, prison=prisoners))).get("prison", 0) == vp


def test_arc_23_13_captives_cost_nothing_and_bring_nothing() -> None:
    assert score(scored(last().hold(1, {0: 5}))) == 0
    assert score(scored(last().hold(0, {1: 5}))) == 0


def test_arc_23_14_what_is_not_listed_scores_nothing() -> None:
    t = last().have(0, clay=9, wood=9, stone=9, hand=6, apprentices=["A15", "A16"])
    assert score(scored(t)) == 0


def test_arc_23_15_the_fountain_shows_with_the_debts_and_the_den_with_the_buildings() -> None:
    found = lines(scored(last().have(0, buildings=["B27"], unpaid=2)))
    assert found == {"buildings": 4, "debts": -2}
    found = lines(scored(last().have(0, buildings=["B28"], unpaid=2)))
    assert found == {"buildings": 10 - 2, "debts": -4}


def test_arc_23_16_a_total_may_be_negative() -> None:
    assert score(scored(last().have(0, virtue=0, unpaid=3).stand(0, prison=2))) == -9 - 6 - 1


def test_we_28_a_total_of_38_rep_1_rep_2_rep_3_rep_7() -> None:
    t = last().have(0, buildings=["B30", "B11", "B04"], level=4, virtue=12, unpaid=1, gold=2, marble=1, silver=12)
    t.hold(0, {1: 6}).stand(0, prison=5)
    found = scored(t)
    mine = found["seats"]["0"]
    assert mine["score"] == 38
    assert mine["breakdown"] == {
        "buildings": {
            "vp": 23,
            "cards": [
                {"id": "B30", "vp": 12, "bonus": 2, "counted": 6, "every": 3},
                {"id": "B11", "vp": 3, "bonus": 0, "counted": None, "every": None},
                {"id": "B04", "vp": 6, "bonus": 0, "counted": None, "every": None},
            ],
        },
        "cathedral": {"vp": 12, "level": 4},
        "virtue": {"vp": 3, "position": 12, "before_end_effects": 12},
        "debts": {"vp": -2, "unpaid": 1, "paid": 0, "rate": -2},
        "gold_marble": {"vp": 3, "gold": 2, "marble": 1},
        "silver": {"vp": 1, "silver": 12},
        "prison": {"vp": -2, "prisoners": 5},
    }
    assert sum(line["vp"] for line in mine["breakdown"].values()) == mine["score"]
    assert (mine["order_matters"], mine["other_totals"], mine["end_effects"]) == (False, [], [])
    assert found["edition"] == t.fold.box["edition"]
    assert found["end"] == {"reason": "guildhall_full", "rule": "ARC-22.1", "triggered_by": 0}


def test_rep_4_an_order_that_changes_nothing_does_not_matter() -> None:
    found = scored(last().have(0, buildings=["B18", "B24"], gold=2))
    assert (found["seats"]["0"]["order_matters"], found["seats"]["0"]["other_totals"]) == (False, [])


def test_rep_6_the_standing_during_play_leaves_phase_a_out() -> None:
    t = drafted(2).have(0, buildings=["B24", "B30"], gold=3, silver=25, unpaid=1, virtue=11).stand(0, prison=4)
    assert t.look("standing.0") == 14 + 12 + 3 + 2 - 2 + 2 - 2
    assert t.look("scores") is None


def test_the_points_of_a_finished_game_are_its_scores() -> None:
    t = done(last().have(0, gold=2))
    assert t.look("scores") == {"0": 2, "1": 0}
    no(t, 59, go("quarry"))
