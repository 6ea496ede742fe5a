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


def test_dismissals_are_on_offer_to_everybody_who_has_an_apprentice() -> None:
    t = drafted(3).have(1, apprentices=["A22", "A23"])
    assert "discard_apprentice" in kinds(t, 1)
    assert "discard_apprentice" not in kinds(t, 0)
    assert choices(t, "discard_apprentice", "apprentice", 1) == ["A22", "A23"]


def hall(**have: Any) -> Table:
    """The fourth space of four rows for three players is next, and seat 0 can build and advance."""
    return drafted(3).have(0, **{"gold": 1, "wood": 2, "stone": 2, "virtue": 7, **have})


def ended(**have: Any) -> Table:
    """The game is over, and seat 0 has this."""
    return last().have(0, **have).after(IDLE | {"seat": 0})


def level(*others: int, seats: int = 4) -> Table:
    """Seat 0 could climb to level 1, and these stand there."""
    t = drafted(seats).have(0, gold=1)
    for seat in others:
        t.have(seat, level=1)
    return t


ON_OFFER: dict[tuple[str, str, bool], list[Json | Callable[[], Table]]] = {
    ("ARC-8.2 ARC-10.6", "workshop_hire", True): [{"silver": 4}, {"virtue": 1, "silver": 2}],
    ("ARC-8.2 ARC-10.6", "workshop_hire", False): [{"silver": 3}, {"virtue": 3, "silver": 2}],
    ("ARC-10.4", "place_tax_stand", True): [lambda: drafted(3).tax(1)],
    ("ARC-10.4", "place_tax_stand", False): [lambda: drafted(3).tax(0)],
    ("ARC-11.4", "market_left", True): [{"silver": 1}],
    ("ARC-11.4 ARC-5.4", "market_left", False): [{"silver": 0}, lambda: hall(silver=9).stand(1, market_left=1)],
    ("ARC-11.5", "market_hire", True): [{"silver": 2}, lambda: hall(silver=2).stand(1, market_left=1, market_right=1)],
    ("ARC-11.5 ARC-5.4", "market_hire", False): [{"silver": 1}, lambda: hall(silver=9).stand(1, market_middle=1)],
    ("ARC-11.5", "market_draw", True): [{"silver": 2}],
    ("ARC-11.5 ARC-5.4 ARC-11.16", "market_draw", False): [
        {"silver": 1}, lambda: hall(silver=9).stand(1, market_middle=1), lambda: hall(silver=2).have(2, hand=34)
    ],
    ("ARC-11.6", "market_right", True): [{"silver": 3}],
    ("ARC-11.6 ARC-11.2 ARC-5.4", "market_right", False): [
        {"silver": 2}, {"virtue": 10, "silver": 9}, lambda: hall(silver=9).stand(1, market_right=1)
    ],
    ("ARC-14.2", "build", True): [{}],
    ("ARC-14.2", "build", False): [{"wood": 1}],
    ("ARC-15.11 ARC-15.7", "cathedral", True): [{"virtue": 5}, lambda: level(1, 2)],
    ("ARC-15.3 to ARC-15.16", "cathedral", False): [
        {"gold": 0}, {"hand": 0}, {"virtue": 4}, {"level": 5, "gold": 9, "marble": 9}, lambda: level(1, 2, 3)
    ],
    ("ARC-23.17", "end_effects", True): [lambda: ended(buildings=["B24", "B07"])],
    ("ARC-23.17", "end_effects", False): [lambda: ended(buildings=["B24"])],
    ("ARC-26.7", "reveal_hand", True): [lambda: ended(hand=1)],
    ("ARC-26.7", "reveal_hand", False): [lambda: ended(hand=0)],
}  # fmt: skip
"""Clause, type of move and whether it is on offer: tables, or what seat 0 of :func:`hall` has."""


@pytest.mark.parametrize("case", ON_OFFER, ids=str)
def test_a_move_is_on_offer_where_its_preconditions_hold(case: tuple[str, str, bool]) -> None:
    tables = [hall(**there) if isinstance(there, dict) else there() for there in ON_OFFER[case]]
    assert [case[1] in kinds(t) for t in tables] == [case[2]] * len(tables)


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


def town() -> Table:
    """Two captures of seat 0, with the silver for both, among two groups."""
    return drafted(3).stand(1, forest=2).stand(0, town_centre=1).have(0, silver=2)


def due(have: Json | None = None, set_market: Json | None = None) -> Table:
    """A reset is due: seat 0 stands in the middle of the market, seat 1 left and right."""
    t = drafted(3).stand(1, market_left=1, market_right=1).have(0, **{"silver": 2, **(have or {})})
    return (t.put_right("set_market", **set_market) if set_market else t).after(go("market_draw"))


FACES = {"small_face": "gold2", "large_face": "wood2_marble2"}
LARGE = [
    "wood2_marble2", "wood1_stone1_gold1_marble1", "stone2_marble2", "wood2_stone1_gold1", "wood1_stone2_marble1",
]  # fmt: skip


def guards(*names: str) -> Json:
    """One of these actions of the Guardhouse."""
    return group({"action": choice(names)}, optional=True)


def crowded(**board: int) -> Table:
    """No worker of seat 0 is on its board: they stand there, or in the Guildhall."""
    return drafted(5).stand(0, **board, guildhall=20 - sum(board.values()))


HIRE = {"row": "top", "column": 1, "refill": "A22"}
LOOSE = {"optional": True, "exact": False}
BASE_TRADES = group({
    "trade": choice(["base_virtue", "base_marble"]), "paid": by_key(["clay", "wood"], span(0, 3), **LOOSE)
}, **LOOSE)  # fmt: skip
VIRTUOUS = {"trade": "base_virtue", "paid": {"clay": 2}}
ASKED: dict[str, tuple[Callable[[], Table], str, Json, str | None, Json | None]] = {
    "ARC-6.7 one": (lambda: drafted(3), "place_mines", {}, "take", choice(["clay"])),
    "ARC-6.7 two": (lambda: drafted(3).stand(0, mines=1), "place_mines", {}, "take", choice(["clay", "gold"])),
    "ARC-6.4": (lambda: drafted(3), "place_mines", {"take": "clay"}, None, None),
    "ARC-10.5 at 1": (
        lambda: hall(virtue=1, silver=9), "workshop_hire", HIRE, "evade", choice([0, 1, 2], optional=True),
    ),
    "ARC-10.5 at 2": (lambda: hall(virtue=2, silver=9), "workshop_hire", HIRE, "evade", choice([0, 1], optional=True)),
    "ARC-10.5 at 4": (lambda: hall(virtue=4, silver=9), "workshop_hire", HIRE, None, None),
    "ARC-9.1 one more": (
        town, "place_town_centre", {"captures": [FOREST]}, "captures.1", groups(["town_centre"], [0], optional=True),
    ),
    "ARC-9.1 no more": (
        town, "place_town_centre", {"captures": [FOREST, {"location": "town_centre", "seat": 0}]}, None, None,
    ),
    "ARC-9.2 where": (
        town, "place_town_centre", {"captures": [{}]}, "captures.0.location", choice(["forest", "town_centre"]),
    ),
    "ARC-9.2 whom": (
        town, "place_town_centre", {"captures": [{"location": "town_centre"}]}, "captures.0.seat", choice([0]),
    ),
    "ARC-4.6": (
        lambda: crowded(forest=1, mines=2, prison=3), "return_worker", {}, "location", choice(["forest", "mines"]),
    ),
    "ARC-4.7": (
        lambda: crowded(market_left=1, prison=3), "return_worker", {}, "location", choice(["market_left", "prison"]),
    ),
    "ARC-4.7 a board": (
        lambda: drafted(5).hold(1, {0: 2}).stand(0, guildhall=18), "return_worker", {}, "location", choice(["board"]),
    ),
    "ARC-12.1": (lambda: drafted(3), "place_guardhouse", {}, None, None),
    "ARC-12.2": (lambda: drafted(3).hold(0, {1: 1}), "place_guardhouse", {}, "actions.0", guards("send")),
    "ARC-12.3": (lambda: drafted(3).stand(0, prison=1), "place_guardhouse", {}, "actions.0", guards("release")),
    "ARC-12.8": (lambda: hall(unpaid=1, silver=6), "place_guardhouse", {}, "actions.0", guards("pay_debt")),
    "ARC-12.8 too dear": (lambda: hall(unpaid=1, silver=5), "place_guardhouse", {}, None, None),
    "ARC-7.2 no payment": (
        lambda: drafted(3).have(0, clay=2), "place_storehouse", {"trades": [VIRTUOUS, {"paid": {"wood": 3}}]}, None,
        None,
    ),
    "ARC-7.2 none before": (
        lambda: drafted(3).have(0, clay=2), "place_storehouse", {"trades": [{"paid": {"wood": 3}}, VIRTUOUS]}, None,
        None,
    ),
    "ARC-15.3": (
        lambda: hall(wood=4, stone=4, level=1), "cathedral", {}, "payment.wood",
        choice([0, 1, 2, 3, 4], optional=True),
    ),
    "ARC-15.3 the rest": (
        lambda: hall(wood=4, stone=4, level=1), "cathedral", {"payment": {"wood": 1}}, "payment.stone", choice([3]),
    ),
    "ARC-20.14 where": (
        lambda: about(ready("B14")), "build", {"building": "B14", "captures": [{}]}, "captures.0.location",
        choice(["forest", "mines"]),
    ),
    "ARC-20.14 whom": (
        lambda: about(ready("B14")), "build", {"building": "B14", "captures": [{"location": "mines"}]},
        "captures.0.seat", choice([2]),
    ),
    "ARC-20.15 nobody held": (
        lambda: about(ready("B15")), "build", {"building": "B15"}, "choice", choice(["capture"], optional=True),
    ),
    "ARC-20.15 nobody": (lambda: ready("B15"), "build", {"building": "B15"}, None, None),
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
