"""What may be recorded now, and with which values: the domains of Architects by hand, from the clauses."""

from collections.abc import Callable
from typing import Any

import pytest

from engines.kernel.domains import by_key, by_seat, choice, flag, group, several, span
from engines.kernel.game import Json
from tests.engines.architects.acts import IDLE, cost, go, hired, last, ready, reset, step
from tests.engines.architects.clauses.test_arc_21_characters import played
from tests.engines.architects.table import BOTTOM, TOP, Table, drafted, laid, opened


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


@pytest.mark.parametrize("wood", range(5))
def test_arc_15_3_four_of_stone_and_wood_are_asked_good_by_good(wood: int) -> None:
    t = drafted(3).have(0, wood=4, stone=4, gold=0, level=1)
    assert choices(t, "cathedral", "payment.wood") == [0, 1, 2, 3, 4]
    if wood < 4:
        assert choices(t, "cathedral", "payment.stone", payment={"wood": wood}) == [4 - wood]


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


def hall(**have: Any) -> Table:
    """The fourth space of four rows for three players is next, and seat 0 can build and advance."""
    return drafted(3).have(0, **{"gold": 1, "wood": 2, "stone": 2, "virtue": 7, **have})


ON_OFFER: dict[str, tuple[Callable[[], Table], str, bool]] = {
    "ARC-8.2 a hire at its price": (lambda: drafted(3).have(0, virtue=7, silver=4), "workshop_hire", True),
    "ARC-8.2 a hire below it": (lambda: drafted(3).have(0, virtue=7, silver=3), "workshop_hire", False),
    "ARC-10.6 a hire with two evaded": (lambda: drafted(3).have(0, virtue=1, silver=2), "workshop_hire", True),
    "ARC-10.6 a hire with one evaded": (lambda: drafted(3).have(0, virtue=3, silver=2), "workshop_hire", False),
    "ARC-10.4 no silver to steal": (lambda: drafted(3).tax(0), "place_tax_stand", False),
    "ARC-10.4 silver to steal": (lambda: drafted(3).tax(1), "place_tax_stand", True),
    "ARC-11.2 barred at 10": (lambda: drafted(3).have(0, virtue=10, silver=9), "market_right", False),
    "ARC-11.4 left at its price": (lambda: drafted(3).have(0, silver=1), "market_left", True),
    "ARC-11.4 left below it": (lambda: drafted(3).have(0, silver=0), "market_left", False),
    "ARC-11.5 a hire at its price": (lambda: drafted(3).have(0, silver=2), "market_hire", True),
    "ARC-11.5 a draw below it": (lambda: drafted(3).have(0, silver=1), "market_draw", False),
    "ARC-11.6 right at its price": (lambda: drafted(3).have(0, silver=3), "market_right", True),
    "ARC-11.6 right below it": (lambda: drafted(3).have(0, silver=2), "market_right", False),
    "ARC-11.16 no card to draw": (lambda: drafted(3).have(0, silver=2).have(2, hand=34), "market_draw", False),
    "ARC-14.2 no building that can be paid": (lambda: hall(wood=1), "build", False),
    "ARC-14.2 the Well": (hall, "build", True),
    "ARC-15.3 no gold for level 1": (lambda: hall(gold=0), "cathedral", False),
    "ARC-15.6 no card to discard": (lambda: hall(hand=0), "cathedral", False),
    "ARC-15.7 the third on level 1": (
        lambda: drafted(4).have(0, gold=1).have(1, level=1).have(2, level=1), "cathedral", True,
    ),
    "ARC-15.8 level 1 is full": (
        lambda: drafted(4).have(0, gold=1).have(1, level=1).have(2, level=1).have(3, level=1), "cathedral", False,
    ),
    "ARC-15.10 barred at 4": (lambda: hall(virtue=4), "cathedral", False),
    "ARC-15.11 open at 5": (lambda: hall(virtue=5), "cathedral", True),
    "ARC-15.16 no level above 5": (lambda: hall(level=5, gold=9, marble=9), "cathedral", False),
    "ARC-23.17 two end effects": (
        lambda: last().have(0, buildings=["B24", "B07"]).after(IDLE | {"seat": 0}), "end_effects", True,
    ),
    "ARC-23.17 one end effect": (
        lambda: last().have(0, buildings=["B24"]).after(IDLE | {"seat": 0}), "end_effects", False,
    ),
    "ARC-26.7 a hand to show": (lambda: last().after(IDLE | {"seat": 0}), "reveal_hand", True),
    "ARC-26.7 no hand to show": (lambda: last().have(0, hand=0).after(IDLE | {"seat": 0}), "reveal_hand", False),
}  # fmt: skip


@pytest.mark.parametrize("name", ON_OFFER)
def test_a_move_is_on_offer_where_its_preconditions_hold(name: str) -> None:
    there, kind, on_offer = ON_OFFER[name]
    assert (kind in kinds(there())) is on_offer


def test_arc_23_17_arc_26_7_an_order_and_a_hand_are_offered_once() -> None:
    t = last().have(0, buildings=["B24", "B07"], hand=2).after(IDLE | {"seat": 0})
    assert choices_of(t, "end_effects", "order") == ["B24", "B07"]
    t.after({"type": "end_effects", "seat": 0, "order": ["B07", "B24"]})
    t.after({"type": "reveal_hand", "seat": 0, "cards": ["B01", "B02"]})
    assert kinds(t) == set()


def choices_of(t: Table, kind: str, field: str) -> list[Any]:
    """What may be chosen for the items of a list that is asked first."""
    name, domain = asked(t, kind)
    assert name == field
    assert domain is not None
    return list(domain["of"]["of"])


def buildings(*without: str) -> list[str]:
    """The building cards of the base game without some."""
    return [card for card in (f"B{number:02}" for number in range(1, 41)) if card not in without]


def noted(count: int, *without: str) -> Json:
    """Cards that their owner may note."""
    exact = {} if count == 1 else {"exact": False}
    one = choice(buildings(*without), optional=True)
    return several(one, count, count, optional=True, secret=True, **exact)


def pile(*shown: str) -> list[str]:
    """The apprentices of the base game that may come from the pile: neither on display nor these."""
    return [card for card in (f"A{number:02}" for number in range(1, 41)) if card not in {*TOP, *BOTTOM, *shown}]


FOREST, MINES = {"location": "forest", "seat": 1}, {"location": "mines", "seat": 2}


def groups(places: list[str], seats: list[int], **more: bool) -> Json:
    """Groups to capture, at these places, of these seats."""
    return group({"location": choice(places), "seat": choice(seats)}, **more)


def about(t: Table) -> Table:
    """Workers of seats 1 and 2 stand in the Forest and the Mines."""
    return t.stand(1, forest=2).stand(2, mines=1)


def due(have: Json | None = None, set_market: Json | None = None) -> Table:
    """A reset is due: seat 0 stands in the middle of the market, seat 1 left and right."""
    t = drafted(3).stand(1, market_left=1, market_right=1).have(0, **{"silver": 2, **(have or {})})
    return (t.put_right("set_market", **set_market) if set_market else t).after(go("market_draw"))


FACES = {"small_face": "gold2", "large_face": "wood2_marble2"}
LARGE = [
    "wood2_marble2", "wood1_stone1_gold1_marble1", "stone2_marble2", "wood2_stone1_gold1", "wood1_stone2_marble1",
]  # fmt: skip
LOOSE = {"optional": True, "exact": False}
BASE_TRADES = group({
    "trade": choice(["base_virtue", "base_marble"]), "paid": by_key(["clay", "wood"], span(0, 3), **LOOSE)
}, **LOOSE)  # fmt: skip
VIRTUOUS = {"trade": "base_virtue", "paid": {"clay": 2}}
ASKED: dict[str, tuple[Callable[[], Table], str, Json, str | None, Json | None]] = {
    "ARC-2.13": (lambda: opened(3), "setup", {}, "start_player", span(0, 2)),
    "ARC-2.16 the last": (
        lambda: laid(2, starting_apprentice=True).after({"type": "starting_apprentice", "seat": 1, **hired("top", 1,
        None)}), "starting_apprentice", {"row": "top", "column": 2}, "refills",
        several(choice(pile()), 2, 2, exact=False),
    ),
    "ARC-2.16 the first": (
        lambda: laid(2, starting_apprentice=True), "starting_apprentice", {"row": "top", "column": 2}, None, None,
    ),
    "ARC-2.16 a gap": (
        lambda: laid(2, starting_apprentice=True).after({"type": "starting_apprentice", "seat": 1, **hired("top", 1,
        None)}), "starting_apprentice", {"row": "top"}, "column", choice([2, 3, 4]),
    ),
    "ARC-3.5": (lambda: laid(2), "draft_done", {}, "kept.0", noted(3)),
    "ARC-4.7 one holder": (
        lambda: drafted(5).hold(1, {0: 2}).stand(0, guildhall=18), "return_worker", {"location": "board"}, "holder",
        choice([1], optional=True),
    ),
    "ARC-4.7 two holders": (
        lambda: drafted(5).hold(1, {0: 2}).hold(2, {0: 1}).stand(0, guildhall=17), "return_worker",
        {"location": "board"}, "holder", choice([1, 2]),
    ),
    "ARC-4.7 the prison": (
        lambda: drafted(5).hold(1, {0: 2}).stand(0, guildhall=17, prison=1), "return_worker", {"location": "prison"},
        None, None,
    ),
    "ARC-4.11 one": (
        lambda: drafted(3).have(0, hand=6).after(go("workshop_draw")), "discard_to_limit", {}, "discarded", noted(1),
    ),
    "ARC-18.5": (
        due, "resolve_reset", {}, "small_face",
        choice(["marble1", "gold2", "stone1_marble1", "wood1_gold1", "wood1_marble1"]),
    ),
    "ARC-18.5 the last card": (
        lambda: due(set_market={"turned": 9, "small_face": "gold2", "large_face": "wood2_marble2"}), "resolve_reset",
        {}, "large_face", choice(LARGE),
    ),
    "ARC-18.10 after a shuffle": (
        lambda: due(set_market={"turned": 10, "large_face": "wood2_marble2"}), "resolve_reset",
        {"small_face": "gold2"}, "large_face", choice(LARGE),
    ),
    "ARC-18.6 ARC-19.33": (
        lambda: due(have={"apprentices": ["A09", "A26"]}), "resolve_reset", FACES, "abilities.0",
        # seat 0 stands in the market once, so one prisoner may be released, or none; the Squire finds that prisoner
        group({"seat": choice([0]), "card": choice(["A09"]), "release": choice([0, 1], optional=True)}, optional=True),
    ),
    "ARC-18.13": (
        lambda: due(have={"apprentices": ["A09", "A26"]}), "resolve_reset",
        {**FACES, "abilities": [{"seat": 0, "card": "A09", "release": 1}]}, "abilities.1",
        group({"seat": choice([0]), "card": choice(["A26"])}, optional=True),
    ),
    "ARC-18.6 all used": (
        lambda: due(have={"apprentices": ["A09"]}), "resolve_reset",
        {**FACES, "abilities": [{"seat": 0, "card": "A09", "release": 1}]}, None, None,
    ),
    "ARC-18.6 nobody": (due, "resolve_reset", FACES, None, None),
    "ARC-26.7 one": (
        lambda: last().have(0, hand=1).after(IDLE | {"seat": 0}), "reveal_hand", {}, "cards",
        several(choice(buildings()), 1, 1),
    ),
    "ARC-26.7 two": (
        lambda: last().have(0, hand=2).after(IDLE | {"seat": 0}), "reveal_hand", {}, "cards",
        several(choice(buildings()), 2, 2, exact=False),
    ),
    "ARC-8.4 ARC-8.6": (
        lambda: drafted(3).have(0, silver=6), "workshop_hire", {"row": "top"}, "column", choice([1, 2, 3]),
    ),
    "ARC-8.4 with two": (
        lambda: drafted(3).have(0, silver=5).stand(0, workshop=1), "workshop_hire", {"row": "top"}, "column",
        choice([1, 2, 3]),
    ),
    "ARC-8.4 with five": (
        lambda: drafted(3).have(0, silver=4).stand(0, workshop=4), "workshop_hire", {"row": "top"}, "column",
        choice([1, 2, 3, 4]),
    ),
    "ARC-8.15": (
        lambda: drafted(3).have(0, silver=4), "workshop_hire", {"row": "top", "column": 1}, "refill", choice(pile()),
    ),
    "ARC-8.16 four of five": (
        lambda: drafted(3).have(0, silver=4, apprentices=["A15", "A16", "A17", "A18"]), "workshop_hire",
        {"row": "top", "column": 1, "refill": "A22"}, "discard", choice(["A15", "A16", "A17", "A18"], optional=True),
    ),
    "ARC-8.16 five of five": (
        lambda: drafted(3).have(0, silver=4, apprentices=["A15", "A16", "A17", "A18", "A23"]), "market_hire",
        {"row": "top", "column": 1, "refill": "A22"}, "discard", choice(["A15", "A16", "A17", "A18", "A23"]),
    ),
    "ARC-8.20 one": (lambda: drafted(3), "workshop_draw", {}, "drawn", noted(1)),
    "ARC-8.20 two": (lambda: drafted(3).stand(0, workshop=1), "workshop_draw", {}, "drawn", noted(2)),
    "ARC-9.2": (
        lambda: about(drafted(3)), "place_town_centre", {}, "captures.0",
        groups(["forest", "mines", "town_centre"], [1, 2, 0], **LOOSE),
    ),
    "ARC-10.6": (
        lambda: about(drafted(3)).have(0, virtue=3), "place_town_centre", {"captures": [FOREST, None]}, "evade",
        choice([0, 1], optional=True),
    ),
    "ARC-11.8 kept": (
        lambda: drafted(3).have(0, silver=2), "market_draw", {}, "kept",
        choice(buildings(), optional=True, secret=True),
    ),
    "ARC-11.8 put back": (
        lambda: drafted(3).have(0, silver=2), "market_draw", {"kept": "B11"}, "put_back", noted(4, "B11"),
    ),
    "ARC-12.4": (
        lambda: drafted(3).hold(0, {1: 1}).hold(1, {0: 1}).have(0, silver=5), "place_guardhouse", {}, "actions.0",
        group({"action": choice(["send", "ransom"]), "price": choice(["silver", "debt"], optional=True)}, **LOOSE),
    ),
    "ARC-12.4 one price": (
        lambda: drafted(3).hold(1, {0: 1}).have(0, silver=4), "place_guardhouse", {}, "actions.0",
        group({"action": choice(["ransom"]), "price": choice(["debt"])}, optional=True),
    ),
    "ARC-7.2 ARC-7.3": (lambda: drafted(3).have(0, wood=3, clay=1), "place_storehouse", {}, "trades.0", BASE_TRADES),
    "ARC-7.2": (
        lambda: drafted(3).have(0, clay=2), "place_storehouse", {}, "trades.0",
        group({"trade": choice(["base_virtue"]), "paid": by_key(["clay"], span(0, 2), **LOOSE)}, **LOOSE),
    ),
    "ARC-7.4": (
        lambda: drafted(3).have(0, silver=4, apprentices=["A15", "A22"]), "place_storehouse", {}, "trades.0",
        group({"trade": choice(["A15", "A22"])}, optional=True),
    ),
    "ARC-13.7 build": (
        lambda: drafted(2).stand(1, guildhall=2).have(0, wood=2, stone=2), "build", {"building": "B11"},
        "purge_refill", several(choice(pile()), 2, 2, exact=False),
    ),
    "ARC-13.7 advance": (
        lambda: drafted(2).stand(1, guildhall=2).have(0, gold=1), "cathedral", {"reward": "R09"}, "purge_refill",
        several(choice(pile()), 2, 2, exact=False),
    ),
    "ARC-14.1": (hall, "build", {}, "building", choice(["B11"])),
    "ARC-14.2": (
        lambda: drafted(3).have(0, wood=3, stone=2, gold=1, apprentices=["A18"]), "build", {}, "building",
        # 2 wood and 2 stone; 3 wood, 2 stone and 1 gold, with carpentry
        choice(["B04", "B11"]),
    ),
    "ARC-26.8 built": (lambda: hall().have(1, buildings=["B11"]), "build", {}, None, None),
    "ARC-26.8 known": (
        lambda: drafted(3, told={"kept": {"0": ["B11", "B01", "B02"]}}).have(0, wood=9, stone=9, clay=9), "build", {},
        "building", choice(["B11", "B01"]),
    ),
    "ARC-15.3 wood is short": (
        lambda: hall(wood=1, stone=4, level=1), "cathedral", {}, "payment.wood", choice([0, 1], optional=True),
    ),
    "ARC-15.3 stone is short": (
        lambda: hall(wood=4, stone=1, level=1), "cathedral", {}, "payment.wood", choice([3, 4]),
    ),
    "ARC-15.12": (
        lambda: hall().turn(1).have(1, gold=1).after(step("R09", 1)).turn(0), "cathedral", {}, "reward",
        choice(f"R{number:02}" for number in (1, 2, 3, 4, 5, 6, 7, 8, 10, 11)),
    ),
    "ARC-15.13": (lambda: hall().put_right("change_rewards", by=-7), "cathedral", {}, "discarded", noted(1)),
    "ARC-15.5": (hall, "cathedral", {"reward": "R09"}, "discarded", noted(1)),
    "ARC-15.12 drawn": (hall, "cathedral", {"reward": "R07", "discarded": None}, "drawn", noted(1)),
    "ARC-16.8 a step": (
        lambda: hall(virtue=14, unpaid=2), "cathedral", {"reward": "R09"}, "keep_debts", span(0, 2, optional=True),
    ),
    "ARC-16.8 a trade": (
        lambda: drafted(3).have(0, virtue=14, clay=2, unpaid=2), "place_storehouse", {"trades": [VIRTUOUS, None]},
        "keep_debts", span(0, 1, optional=True),
    ),
    "ARC-16.8 MOV-3": (
        lambda: ready("B36").have(1, virtue=14, unpaid=2), "build", {"building": "B36"}, "keep_debts",
        by_seat(3, span(0, 1), **LOOSE),
    ),
    "ARC-21.23": (
        lambda: played("hugo").have(0, virtue=0), "place_tax_stand", {}, "hugo_pays", choice([0, 1, 2], optional=True),
    ),
    "ARC-21.23 silver for one": (
        lambda: played("hugo").have(0, virtue=0, silver=0).tax(3), "place_tax_stand", {}, "hugo_pays",
        choice([0, 1], optional=True),
    ),
    "ARC-21.23 another": (lambda: played("frederick").have(0, virtue=0), "place_tax_stand", {}, None, None),
    "ARC-21.23 MOV-3": (
        lambda: played("hugo").have(0, **cost("B16")), "build", {"building": "B16"}, "hugo_pays",
        by_seat(2, span(0, 1), **LOOSE),
    ),
    "ARC-20.8": (lambda: ready("B08"), "build", {"building": "B08"}, "choice", choice(["gold", "silver"])),
    "ARC-20.22": (lambda: ready("B22"), "build", {"building": "B22"}, "choice", choice(["gold", "marble"])),
    "ARC-20.11": (lambda: ready("B11"), "build", {"building": "B11"}, None, None),
    "ARC-20.14": (
        lambda: about(ready("B14")), "build", {"building": "B14"}, "captures.0",
        groups(["forest", "mines"], [1, 2], **LOOSE),
    ),
    "ARC-20.14 one": (lambda: about(ready("B14")), "build", {"building": "B14", "captures": [FOREST]}, None, None),
    "ARC-20.15": (
        lambda: ready("B15").stand(1, forest=1).hold(1, {0: 1}), "build", {"building": "B15"}, "choice",
        choice(["release", "capture"], optional=True),
    ),
    "ARC-20.15 capture": (
        lambda: about(ready("B15")), "build", {"building": "B15", "choice": "capture"}, "captures.0",
        groups(["forest", "mines"], [1, 2], exact=False),
    ),
    "ARC-20.15 captured": (
        lambda: about(ready("B15")), "build", {"building": "B15", "choice": "capture", "captures": [FOREST]}, None,
        None,
    ),
    "ARC-20.20": (
        lambda: ready("B20").have(0, unpaid=1), "build", {"building": "B20"}, "destroy_debt", flag(optional=True),
    ),
    "ARC-20.20 no debt": (lambda: ready("B20"), "build", {"building": "B20"}, None, None),
    "ARC-20.23": (lambda: ready("B23"), "build", {"building": "B23"}, "drawn", noted(2, "B23")),
    "ARC-20.26 another": (
        lambda: about(ready("B26")), "build", {"building": "B26", "captures": [FOREST]}, "captures.1",
        groups(["mines"], [2], optional=True),
    ),
    "ARC-20.26 no other": (
        lambda: about(ready("B26")), "build", {"building": "B26", "captures": [FOREST, None]}, None, None,
    ),
    "ARC-20.26 two": (
        lambda: about(ready("B26")), "build", {"building": "B26", "captures": [FOREST, MINES]}, None, None,
    ),
    "ARC-20.31": (
        lambda: ready("B31").have(0, hand=2), "build", {"building": "B31"}, "library_discard", flag(optional=True),
    ),
    "ARC-20.31 no other card": (lambda: ready("B31").have(0, hand=1), "build", {"building": "B31"}, None, None),
    "ARC-20.57": (
        lambda: ready("B31"), "build", {"building": "B31", "library_discard": True}, "library_card",
        choice(buildings("B31"), optional=True, secret=True),
    ),
    "ARC-20.57 none": (lambda: ready("B31"), "build", {"building": "B31", "library_discard": False}, None, None),
    "ARC-20.60": (
        lambda: ready("B41", 5, promos=True).stand(0, guildhall=4, forest=15), "build", {"building": "B41"}, None,
        None,
    ),
    "ARC-20.61": (
        lambda: ready("B42", promos=True), "build", {"building": "B42"}, "graveyard_discard",
        choice(["A18", "A16", "A17"]),
    ),
}  # fmt: skip
"""The field that is asked next and its whole domain, by clause: table, type of move, what is known of it."""


@pytest.mark.parametrize("name", ASKED)
def test_the_next_field_has_the_values_that_the_rules_leave(name: str) -> None:
    there, kind, partial, field, domain = ASKED[name]
    t = there()
    whose = {"setup": None, "draft_done": None, "resolve_reset": None, "starting_apprentice": t.facts["to_move"][:1]}
    seat = whose.get(kind, [0])
    assert asked(t, kind, seat and seat[0], **partial) == (field, domain)


def test_arc_20_59_the_crane_asks_for_a_second_work_where_a_second_worker_is() -> None:
    field, domain = asked(ready("B41", 5, promos=True).stand(0, guildhall=4, forest=14), "build", building="B41")
    assert field == "crane"
    assert domain is not None
    assert domain["fields"]["type"] == choice(["build", "cathedral"])
