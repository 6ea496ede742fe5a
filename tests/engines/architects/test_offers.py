"""What may be recorded now, and with which values: the domains of Architects by hand, from the clauses."""

from typing import Any

import pytest

from engines.kernel.game import Json
from tests.engines.architects.acts import go, ready, reset
from tests.engines.architects.table import Table, drafted, laid, opened


def kinds(t: Table, seat: int | None = 0) -> set[str]:
    """The types of move that are on offer to a seat; None is the table."""
    return {kind for kind, whose in t.offered() if whose == seat}


def asked(t: Table, kind: str, seat: int | None = 0, **partial: Any) -> tuple[str | None, Json | None]:
    """The next field of a move that is begun, and its domain."""
    whose = {} if seat is None else {"seat": seat}
    answer = t.fold.offers({"type": kind, **whose, **partial})
    return answer["field"], answer["domain"]


def choices(t: Table, kind: str, field: str, seat: int | None = 0, **partial: Any) -> list[Any]:
    """What may be chosen for the field that is asked next."""
    name, domain = asked(t, kind, seat, **partial)
    assert name == field
    assert domain is not None
    assert domain["kind"] == "choice"
    return list(domain["of"])


@pytest.mark.parametrize(("virtue", "silver", "on_offer"), [(7, 4, True), (7, 3, False), (1, 2, True), (3, 2, False)])
def test_a_hire_is_on_offer_when_its_price_less_the_evasion_can_be_paid(
    virtue: int, silver: int, *, on_offer: bool
) -> None:
    assert ("workshop_hire" in kinds(drafted(3).have(0, virtue=virtue, silver=silver))) is on_offer


def test_any_seat_may_start_on_side_1() -> None:
    field, domain = asked(opened(3), "setup", None)
    assert (field, domain and (domain["low"], domain["high"])) == ("start_player", (0, 2))


def test_before_the_draft_is_done_the_table_has_the_only_move() -> None:
    assert laid(3).offered() == [("draft_done", None)]
    t = laid(3, starting_apprentice=True)
    assert (t.offered(), t.look("to_move")) == ([("starting_apprentice", 2)], [2])


def test_a_reset_and_a_hand_limit_leave_nothing_else() -> None:
    t = drafted(3).stand(1, market_left=1, market_right=1).have(0, silver=2, hand=6, apprentices=["A22"])
    t.after(go("market_draw"))
    assert t.offered() == [("resolve_reset", None)]
    t.after(reset())
    assert t.offered() == [("discard_to_limit", 0)]


@pytest.mark.parametrize(
    ("space", "kinds_gone"),
    [("left", {"market_left"}), ("middle", {"market_hire", "market_draw"}), ("right", {"market_right"})],
)
def test_a_space_of_the_market_that_is_taken_is_not_on_offer(space: str, kinds_gone: set[str]) -> None:
    markets = {"market_left", "market_hire", "market_draw", "market_right"}
    t = drafted(3).have(0, silver=9).stand(1, **{f"market_{space}": 1})
    assert kinds(t) & markets == markets - kinds_gone


@pytest.mark.parametrize(
    ("virtue", "gold", "hand", "on_offer"), [(5, 1, 1, True), (4, 1, 1, False), (5, 0, 1, False), (5, 1, 0, False)]
)
def test_a_step_is_on_offer_above_virtue_4_with_price_and_card(
    virtue: int, gold: int, hand: int, *, on_offer: bool
) -> None:
    assert ("cathedral" in kinds(drafted(3).have(0, virtue=virtue, gold=gold, hand=hand))) is on_offer


@pytest.mark.parametrize(("n", "goods"), [(1, ["clay"]), (2, ["clay", "gold"]), (5, ["clay", "gold"])])
def test_gold_is_offered_from_the_second_worker_in_the_mines_on(n: int, goods: list[str]) -> None:
    t = drafted(3).stand(0, mines=n - 1)
    assert choices(t, "place_mines", "take") == goods
    assert asked(t, "place_mines", take="clay") == (None, None)


@pytest.mark.parametrize(("virtue", "evade"), [(0, [0, 1, 2]), (1, [0, 1, 2]), (2, [0, 1]), (3, [0, 1])])
def test_as_many_taxes_may_be_evaded_as_there_are_icons(virtue: int, evade: list[int]) -> None:
    t = drafted(3).have(0, virtue=virtue, silver=9)
    name, domain = asked(t, "workshop_hire", row="top", column=1, refill="A22")
    assert name == "evade"
    assert domain is not None
    assert domain["optional"]
    offered = domain["of"] if domain["kind"] == "choice" else list(range(domain["low"], domain["high"] + 1))
    assert offered == evade
    untaxed = drafted(3).have(0, virtue=7, silver=9)
    assert asked(untaxed, "workshop_hire", row="top", column=1, refill="A22") == (None, None)


def test_captures_are_offered_where_workers_stand_as_many_as_can_be_made() -> None:
    t = drafted(3).stand(1, forest=2).stand(0, town_centre=1).have(0, silver=2)
    name, domain = asked(t, "place_town_centre")
    assert name == "captures.0"
    assert domain is not None
    assert domain["optional"]
    assert set(domain["fields"]["location"]["of"]) == {"forest", "town_centre"}
    name, _ = asked(t, "place_town_centre", captures=[{"location": "forest", "seat": 1}])
    assert name == "captures.1"
    name, _ = asked(
        t, "place_town_centre", captures=[{"location": "forest", "seat": 1}, {"location": "town_centre", "seat": 0}]
    )
    assert name is None


def test_a_worker_is_taken_back_from_where_one_stands() -> None:
    t = drafted(5).stand(0, forest=1, mines=2, prison=3, guildhall=14)
    assert set(choices(t, "return_worker", "location")) == {"forest", "mines"}
    t = drafted(5).stand(0, market_left=1, prison=3, guildhall=16)
    assert set(choices(t, "return_worker", "location")) == {"market_left", "prison"}
    t = drafted(5).hold(1, {0: 2}).hold(2, {0: 1}).stand(0, guildhall=17)
    assert choices(t, "return_worker", "location") == ["board"]
    assert set(choices(t, "return_worker", "holder", location="board")) == {1, 2}


def test_guardhouse_actions_are_those_that_can_be_done() -> None:
    def actions(t: Table) -> set[str]:
        name, domain = asked(t, "place_guardhouse")
        if name is None or domain is None:
            return set()
        return set(domain["fields"]["action"]["of"])

    assert actions(drafted(3)) == set()
    assert actions(drafted(3).hold(0, {1: 1})) == {"send"}
    assert actions(drafted(3).stand(0, prison=1)) == {"release"}
    assert actions(drafted(3).hold(1, {0: 1})) == {"ransom"}
    assert actions(drafted(3).have(0, unpaid=1, silver=6)) == {"pay_debt"}
    assert actions(drafted(3).have(0, unpaid=1, silver=5)) == set()


def test_a_card_that_gives_a_choice_asks_for_it_and_no_other_card_does() -> None:
    assert choices(ready("B08"), "build", "choice", building="B08") == ["gold", "silver"]
    assert choices(ready("B22"), "build", "choice", building="B22") == ["gold", "marble"]
    for card in ("B11", "B33", "B25"):
        assert asked(ready(card), "build", building=card)[0] != "choice"


@pytest.mark.parametrize("wood", range(5))
def test_arc_15_3_four_of_stone_and_wood_are_asked_good_by_good(wood: int) -> None:
    t = drafted(3).have(0, wood=4, stone=4, gold=0, level=1)
    assert choices(t, "cathedral", "payment.wood") == [0, 1, 2, 3, 4]
    if wood < 4:
        assert choices(t, "cathedral", "payment.stone", payment={"wood": wood}) == [4 - wood]


def test_secrets_are_asked_as_such() -> None:
    name, domain = asked(drafted(3), "workshop_draw")
    assert name is not None
    assert name.startswith("drawn")
    assert domain is not None
    assert domain["secret"]
    assert domain["optional"]


def test_dismissals_are_on_offer_to_everybody_who_has_an_apprentice() -> None:
    t = drafted(3).have(1, apprentices=["A22", "A23"])
    assert "discard_apprentice" in kinds(t, 1)
    assert "discard_apprentice" not in kinds(t, 0)
    assert choices(t, "discard_apprentice", "apprentice", 1) == ["A22", "A23"]


def test_a_capture_that_is_half_said_is_asked_for_its_rest_and_only_with_who_stands_there() -> None:
    t = drafted(3).stand(1, forest=2).stand(0, town_centre=1).have(0, silver=2)
    assert set(choices(t, "place_town_centre", "captures.0.location", captures=[{}])) == {"forest", "town_centre"}
    assert choices(t, "place_town_centre", "captures.0.seat", captures=[{"location": "forest"}]) == [1]
    assert choices(t, "place_town_centre", "captures.0.seat", captures=[{"location": "town_centre"}]) == [0]


def test_a_trade_that_is_not_named_and_that_no_payment_fits_is_asked_no_further() -> None:
    t = drafted(3).have(0, clay=2)
    first = {"trade": "base_virtue", "paid": {"clay": 2}}
    assert asked(t, "place_storehouse", trades=[first, {"paid": {"wood": 3}}]) == (None, None)
    assert asked(t, "place_storehouse", trades=[{"paid": {"wood": 3}}, first]) == (None, None)


def test_the_barracks_offer_a_release_where_somebody_is_held_and_a_capture_where_somebody_stands() -> None:
    t = ready("B15")
    assert asked(t, "build", building="B15")[0] != "choice"
    assert choices(t.stand(1, forest=2), "build", "choice", building="B15") == ["capture"]


def test_after_the_one_group_of_the_armoury_no_other_is_asked_for() -> None:
    t = ready("B14").stand(1, forest=2).stand(2, mines=1)
    assert asked(t, "build", building="B14")[0] == "captures.0"
    first = [{"location": "forest", "seat": 1}]
    assert not str(asked(t, "build", building="B14", captures=first)[0]).startswith("captures")
    place, who = first[0]["location"], first[0]["seat"]
    assert place in choices(t, "build", "captures.0.location", building="B14", captures=[{}])
    assert who in choices(t, "build", "captures.0.seat", building="B14", captures=[{"location": place}])


def test_a_debt_that_virtue_would_destroy_may_be_kept_or_not() -> None:
    t = drafted(3).have(0, virtue=14, clay=2, unpaid=2)
    # One trade is one virtue beyond 14 (ARC-16.4).
    name, domain = asked(t, "place_storehouse", trades=[{"trade": "base_virtue", "paid": {"clay": 2}}, None])
    assert name == "keep_debts"
    assert domain is not None
    assert (domain["low"], domain["high"]) == (0, 1)
