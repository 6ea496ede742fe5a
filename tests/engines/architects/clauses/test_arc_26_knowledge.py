"""ARC-26: who knows what, and what follows from what is known."""

from typing import Any

import pytest

from engines import architects
from engines.kernel import sealing
from engines.kernel.canonical import canonical
from engines.kernel.game import IllegalMoveError, Json
from engines.kernel.replay import Fold
from tests.engines.architects.acts import IDLE, build, go, hire, last, no, ready, reset, step
from tests.engines.architects.table import COLOURS, Table, drafted, set_up
from tests.engines.given import defaults

HANDS = {"kept": {"0": ["B11", "B01", "B02"], "1": ["B33", "B03", "B04"], "2": ["B05", "B06", "B07"]}}
"""Three hands that the recorder was told whole."""


def known(t: Table, seat: int) -> list[str]:
    """The cards of a hand, as far as these eyes were told."""
    return sorted(t.look(f"seats.{seat}.hand.known"))


def test_arc_26_1_who_was_told_no_secret_knows_the_same_facts() -> None:
    public: Fold[Any, Any] = Fold(architects, COLOURS[:3], defaults(architects), architects.box())
    knows: Fold[Any, Any] = Fold(architects, COLOURS[:3], defaults(architects), architects.box())
    for move in (set_up(), {"type": "draft_done", **HANDS}, go("workshop_draw", drawn=["B12"]), go("quarry", 1)):
        name, body = knows.play(move)
        public.apply(name, sealing.split(architects, body)[0])
        assert canonical(public.facts()) == canonical(knows.facts())


def test_arc_26_2_arc_26_6_what_a_hand_holds_is_kept_from_others() -> None:
    t = drafted(3, told=HANDS)
    body = architects.encode(t.fold.decide(go("workshop_draw", drawn=["B12"])))
    public, secrets = sealing.split(architects, body)
    assert "B12" not in str(public)
    assert "B12" in str(secrets)


@pytest.mark.parametrize(
    ("move", "secret"),
    [
        (go("workshop_draw", drawn=["B12"]), "B12"),
        (go("market_draw", kept="B12", put_back=["B13", None, None, None]), "B13"),
        (step("R09", discarded=["B11"]), "B11"),
    ],
)
def test_arc_26_5_cards_that_come_and_go_unseen_are_never_in_the_public_part(move: Json, secret: str) -> None:
    t = drafted(3, told=HANDS).have(0, gold=1, silver=9)
    public, _ = sealing.split(architects, architects.encode(t.fold.decide(move)))
    assert secret not in str(public)


def test_arc_26_3_nobody_knows_the_order_of_a_pile() -> None:
    t = drafted(3)
    assert t.look("building_pile") == 31
    assert "B12" not in str(t.fold.view())


def test_arc_26_5_how_many_cards_came_unseen_is_known_of_the_move_that_drew_them() -> None:
    t = drafted(3).after(go("workshop_draw"), go("quarry", 1))
    assert list(t.look("seats.0.hand.moved").values())[-1] == {"drawn": 1}


def test_arc_26_4_a_building_is_public_when_it_stands() -> None:
    t = drafted(3, told=HANDS).have(0, wood=2, stone=2)
    public, _ = sealing.split(architects, architects.encode(t.fold.decide(build("B11"))))
    assert "B11" in str(public)
    t.after(build("B11"))
    assert t.facts["seats"]["0"]["buildings"] == ["B11"]
    assert known(t, 0) == ["B01", "B02"]


def test_arc_26_7_hands_may_be_shown_at_the_end_and_score_nothing() -> None:
    t = last().after(IDLE | {"seat": 0})
    before = t.fold.result()
    hand = [f"B{number:02}" for number in range(1, 1 + t.seat(0)["hand"])]
    no(t, 77, {"type": "reveal_hand", "seat": 0, "cards": hand[1:]}, "ARC-26.8", "ARC-26.9")
    no(t, 77, {"type": "reveal_hand", "seat": 0, "cards": [*hand[1:], "B41"]}, "ARC-26.8")
    no(t, 77, {"type": "reveal_hand", "seat": 0, "cards": [hand[0], *hand[:-1]]}, "ARC-26.8")
    t.after({"type": "reveal_hand", "seat": 0, "cards": hand})
    assert t.facts["revealed_hands"] == {"0": hand}
    no(t, 77, {"type": "reveal_hand", "seat": 1, "cards": hand[:3]}, "ARC-26.8", "ARC-26.9")
    assert t.fold.result() == before


def test_arc_26_8_a_hand_that_shows_what_was_noted_elsewhere_contradicts_the_note() -> None:
    t, other = (last(told=told).after(IDLE | {"seat": 0}) for told in (None, {"kept": {"1": ["B01", None, None]}}))
    cards = [f"B{number:02}" for number in range(1, 1 + t.seat(0)["hand"])]
    shown = t.fold.decide({"type": "reveal_hand", "seat": 0, "cards": cards})
    assert known(other, 1) == ["B01"]
    other.fold.step("99", architects.encode(shown))
    assert (known(other, 0), known(other, 1)) == (cards, [])
    assert [(one["rule"], one["names"]) for one in other.fold.view()["contradictions"]] == [("ARC-26.8", ["3", "99"])]


def test_arc_26_8_a_building_that_stands_cannot_be_built_again_and_the_first_entry_is_named_edge_24() -> None:
    t = ready("B11").after(build("B11"))
    first = t.name
    t.turn(1).have(1, wood=2, stone=2)
    no(t, 43, build("B11", 1), "ARC-26.8", names=[first])


def test_arc_26_8_with_no_card_in_hand_nothing_is_built() -> None:
    no(ready("B11").have(0, hand=0), 44, build("B11"), "ARC-26.8")


def test_arc_26_8_a_hand_that_is_fully_known_holds_what_is_built() -> None:
    t = drafted(3, told=HANDS).have(0, clay=9, wood=9, stone=9)
    no(t, 44, build("B34"), "ARC-26.8", names=["3"])
    t.after(build("B01"))


def test_arc_26_8_a_card_that_is_certainly_in_another_hand_is_not_in_this_one() -> None:
    t = drafted(3, told={"kept": {"1": ["B11", None, None]}}).have(0, wood=2, stone=2)
    no(t, 44, build("B11"), "ARC-26.8", names=["3"])
    # an unnoted card has left that hand: it may have been this one, and have come round
    t = drafted(3, told={"kept": {"1": ["B11", None, None]}}).have(0, wood=2, stone=2).have(1, gold=1)
    t.turn(1).after(step("R09", 1)).turn(0).after(build("B11"))


def test_arc_26_8_from_an_unknown_hand_any_building_may_come_edge_23() -> None:
    for card in ("B01", "B11", "B33"):
        t = ready(card).after(build(card))
        assert t.seat(0)["buildings"] == [card]


@pytest.mark.parametrize("promos", [False, True])
def test_arc_26_9_cards_are_conserved(*, promos: bool) -> None:
    def total(t: Table) -> int:
        seats = t.facts["seats"].values()
        cards: int = t.facts["building_pile"] + sum(mine["hand"] + len(mine["buildings"]) for mine in seats)
        return cards

    wanted = 43 if promos else 40
    t = drafted(3, promos=promos).have(0, wood=2, stone=2, gold=1, silver=9)
    for move in (build("B11"), go("workshop_draw"), step("R07"), go("market_draw")):
        t.turn(0).after(move)
        assert total(t) == wanted


def test_arc_26_10_the_entry_that_took_the_card_is_named_edge_22() -> None:
    t = drafted(3).have(0, silver=9).after(hire("top", 2, "A22"))
    first = t.name
    t.turn(1).have(1, silver=9)
    no(t, 21, hire("top", 1, "A06", 1), "ARC-26.10", names=[first])
    t = drafted(3).have(0, apprentices=["A23"], silver=9)
    t.after({"type": "discard_apprentice", "seat": 0, "apprentice": "A23"})
    gone = t.name
    # 31 cards lay in the pile: 40 less 8 on display and this one; each of them comes up first
    t.when(hire("top", 1, "A23")).refused("ARC-26.10", code="ill_21", names=[gone], containing={"en": "above it: 31"})
    t.after(hire("top", 1, "A22")).turn(0).have(0, silver=9)
    t.when(hire("top", 1, "A23")).refused("ARC-26.10", code="ill_21", names=[gone], containing={"en": "above it: 30"})


def test_arc_26_11_no_reward_comes_more_often_than_it_was_printed() -> None:
    t = drafted(5).have(0, gold=1).have(1, gold=1).have(2, gold=1)
    t.after(step("R09"), step("R09", 1))
    assert sorted(t.facts["rewards"]["revealed"]) == ["R09", "R10"]
    t.turn(2)
    no(t, 51, step("R10", 2, purge_refill=["A22", "A23"]), "ARC-26.11")


def resets(t: Table, *faces: tuple[str, str | None]) -> Table:
    """So many resets, each with its large face and the small one that follows."""
    for large, small in faces:
        due(t).after(reset(large, small))
    return t


def due(t: Table) -> Table:
    """A reset is due, by the middle space of the market."""
    for seat in (0, 1):
        t.stand(seat, prison=0)
    t.turn(0).stand(0, market_left=1, market_right=1).have(0, silver=9, virtue=9, unpaid=0).have(0, hand=3)
    t.stand(0, market_middle=0)
    return t.after(go("market_draw"))


def test_arc_26_12_a_face_that_no_card_has_is_refused() -> None:
    t = due(drafted(2))
    no(t, 71, reset("clay2", "gold2"))
    no(t, 71, reset("wood2_marble2", "clay2"))
    no(t, 71, reset("gold2", "gold2"))


@pytest.mark.parametrize(("large", "said"), [("wood2_marble2", []), ("wood1_stone2_marble1", ["pairing"])])
def test_arc_26_12_two_faces_that_no_card_has_together_are_a_warning(large: str, said: list[str]) -> None:
    t = resets(drafted(2), ("stone2_marble2", "marble1"), (large, "gold2"))
    assert [one["kind"] for one in t.look("warnings") if one["kind"] != "no_effect"] == said


def test_arc_26_13_between_two_shuffles_a_face_comes_at_most_twice() -> None:
    t = resets(drafted(2), ("wood2_marble2", "marble1"), ("stone2_marble2", "gold2"))
    due(t)
    no(t, 71, reset("wood1_stone2_marble1", "marble1"), "ARC-26.13")
    of = t.fold.offers({"type": "resolve_reset"})["domain"]["of"]
    assert ("marble1" in of, "gold2" in of) == (False, True)
    t.after(reset("wood2_marble2", "gold2"))
    due(t)
    no(t, 71, reset("wood2_marble2", "wood1_gold1"), "ARC-26.13")
    of = t.fold.offers({"type": "resolve_reset", "small_face": "wood1_gold1"})["domain"]["of"]
    assert ("wood2_marble2" in of, "stone2_marble2" in of) == (False, True)


def test_arc_26_13_after_a_shuffle_they_are_counted_anew() -> None:
    larges = [
        "wood2_marble2", "stone2_marble2", "wood1_stone1_gold1_marble1", "wood1_stone2_marble1", "wood2_stone1_gold1",
    ]  # fmt: skip
    smalls: list[str | None] = [
        "marble1", "gold2", "gold2", "stone1_marble1", "stone1_marble1", "wood1_gold1", "wood1_gold1",
    ]  # fmt: skip
    smalls += ["wood1_marble1", "wood1_marble1", None]
    t = resets(drafted(2), *zip(larges * 2, smalls, strict=True))
    assert t.facts["market_piles"]["left"] == 0
    resets(t, ("wood2_marble2", "marble1"))
    assert t.facts["market_piles"] == {"left": 9, "small_face": "marble1", "right": 1, "large_face": "wood2_marble2"}
    seen = [t.name, resets(t, ("wood2_marble2", "gold2")).name]
    with pytest.raises(IllegalMoveError) as caught:
        due(t).fold.decide(reset("wood2_marble2", "gold2"))
    assert list(caught.value.names) == seen  # none of those before the shuffle


def test_arc_26_8_a_card_that_is_certainly_elsewhere_is_not_discarded_for_a_level() -> None:
    t = drafted(3, told={"kept": {"1": ["B33", None, None]}}).have(0, gold=1)
    no(t, 77, step("R09", discarded=["B33"]), "ARC-26.8")
    t.after(step("R09", discarded=["B11"]))


def test_a_card_in_two_hands_by_notes_is_refused_with_the_entry_that_noted_it_first() -> None:
    t = drafted(3, told=HANDS).turn(1)
    no(t, 77, go("workshop_draw", 1, drawn=["B11"]), "ARC-26.8", "ARC-26.9", names=["3"])
