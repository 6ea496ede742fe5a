"""What an event needs to apply at a table, and what is asked for there.

``evolve`` has predicates of its own, so that a stricter ``decide`` never changes an old record.
"""

from collections.abc import Callable, Sequence

import pytest

from engines import xidit
from engines.kernel.domains import by_key, by_seat, choice, several, span
from engines.kernel.game import Json
from engines.xidit.moves import EVENTS
from engines.xidit.refusals import TEXTS
from engines.xidit.rules.playable import is_playable
from tests.engines.xidit.clauses.test_xid_11_renewal import short
from tests.engines.xidit.table import *
from tests.engines.xidit.test_offers import facing
from tests.engines.xidit.test_vectors import paul_at_12

STAND = [1, 2, 3, 4]
Case = tuple[Table, Sequence[Json], Sequence[Json]]


def changed(move: Json, **values: Sequence[object]) -> list[Json]:
    """The move with one of its fields changed, once to each of these values."""
    return [{**move, key: value} for key, others in values.items() for value in others]


def _set_up() -> Case:
    move, orders = deal().move(), [list(ORDER[:2]), [*ORDER, "wealth"], [*ORDER[:2], "wealth"], [*ORDER[:2], 5]]
    wrong = changed(
        move, tile_set=["6p"], first_player=[-1, 4, True], evaluation_order=orders, next_recruitment=["A01"],
        recruit_tiles=[[*ids("1 2 5 6")], [*ids("1 2 5 6 10 13")], [*ids("1 2 5 6"), "B10"], [*ids("1 2 5 6"), 10]],
        threat_tiles=[[*ids("12 15 16 11")], [*ids("12 15 16 11 1")], [*ids("12 15 16 11 9 14")]],
    )  # fmt: skip
    return table(4), [move, *changed(move, tile_set=["4-5p"], first_player=[0, 3])], wrong


def _placed() -> Case:
    t = table(4, deal()).after(place(0, 1))
    # two figures in one city: no rule allows it, and a table may have done it
    return (
        t,
        [place(1, 21), place(1, 1)],
        [*changed(place(1, 5), seat=[0, 2], city=[0, 22, True, "5"]), program(1, "k")],
    )


def _programmed() -> Case:
    move, all_of = program(0, "krbaww"), reveal(dict.fromkeys(range(4), "k"))
    icons = [wheels("kr")[:5], [*wheels(""), "wait"], [*wheels("")[:5], "jump"], [*wheels("")[:5], 5]]
    wrong = changed(move, seat=[-1, 4, True], orders=icons) + changed(all_of, orders=[
        {str(seat): wheels("") for seat in range(3)}, {str(seat): wheels("") for seat in range(5)},
        *({**all_of["orders"], "3": orders} for orders in icons),
    ])  # fmt: skip
    return table(4, deal(), STAND), [move, program(3), all_of], [*wrong, execute(0), END, EVALUATE]


def _executed() -> Case:
    later = [
        ROUSED,
        execute(1),
        execute(4),
        program(0),
        reveal(dict.fromkeys(range(4), "k")),
        place(0, 9),
        deal().move(),
    ]
    return table(4, deal(), STAND).start(), [execute(0)], later


def _titan() -> Case:
    # too few units, or too many, are what the table may have paid
    fits = [slay(0, "T3a", peasant=1), slay(0, "T3a", peasant=1, archer=2, mage=0), slay(0, "T5a"), decline(0)]
    wrong = [slay(0, "T3b", peasant=1), slay(0, "T3a", peasant=2), slay(0, "T3a", peasant=-1), slay(0, "T3a", orc=0)]
    wrong += [decline(1), slay(1, "T3a", peasant=0), execute(0), rewards(0, "gold", "bards"), top("R"), top("T", "A01")]
    return facing("peasant archer archer mage"), [*fits, top("R", "A04")], wrong


def _rewards() -> Case:
    fits = [rewards(0, "gold", "bards"), rewards(0, "stories", "bards")]
    wrong = [rewards(0, "gold"), rewards(0, "gold", "gold"), rewards(0, "gold", "tin"), rewards(1, "gold", "bards")]
    wrong += [rewards(0, "gold", "bards", "stories"), decline(0), bards(0, R2=4), execute(1)]
    return paul_at_12(), fits, wrong


def _bards() -> Case:
    # four bards are due on R2, R4 and R9; five are left, and the table may have put them anywhere
    fits = [bards(0, R2=4), bards(0, R2=1, R9=None), bards(0, R2=5), bards(0, R1=0, R3=5), bards(0, R2=5, R9=None)]
    wrong = [bards(0, R2=6), bards(0, R2=3, R4=3), bards(0, R2=-1), bards(0, R2=True), bards(0, R10=0), bards(1, R2=4)]
    return paul_at_12(bards=5).after(rewards(0, "gold", "bards")), fits, [*wrong, bards(0, R2=None), rewards(0, "gold")]


def _dummy() -> Case:
    t = table(3, deal(tiles="3p"), [12, 2, 3], box=quick(), options={"dummy_choice": "taken"}).start({0: "a"})
    t.after(execute(0), rewards(0, "gold", "stories"))
    fits = [advance(0, "wealth"), advance(0, "influence")]
    return t, fits, [advance(0, "reputation"), advance(0, "health"), advance(1, "wealth"), story(0, 12)]


def _story() -> Case:
    t = table(4, deal(), [1, 2, 5, 6], box=armed(all_needs={}, census=range(1, 90))).arm("mage")
    t.tour(*[act(0, city, rewards(0, "gold", "stories")) for city in (12, 16, 11)])
    t.tour(act(1, 15, rewards(1, "gold", "stories"))).census()
    for unit in UNITS:
        t.after(fists(unit, int(unit == "mage"), 0, 0, 0))
    wrong = [story(0, city) for city in (16, 15, 1)] + changed(story(0, 11), seat=[1], city=["11"])
    return t, [story(0, 11), story(0, 12)], [*wrong, fist(0, "peasant", 0), fists("peasant", 0, 0, 0, 0), END]


def _seen() -> Case:
    t = table(4, deal(r="3 4"), [1, 3, 7, 8], box=quick()).start({0: "a"}).after(execute(0))
    hidden = t.candidates("R")
    wrong = [top("T"), top("T", t.pile("T")[0]), top("R", "A01"), top("X"), top("R", "B01"), execute(1)]
    return t, [top("R"), *(top("R", tile) for tile in hidden)], wrong


def _must() -> Case:
    t = table(4, deal(r="3 4"), [1, 3, 7, 8], box=quick()).start({0: "a", 1: "a"}).after(execute(0), top("R"))
    t.after(execute(1))  # the tile that nobody noted goes to the Next space
    return t, [top("R", tile) for tile in t.candidates("R")], [top("R"), top("T", t.pile("T")[0]), execute(2)]


def _awoken() -> Case:
    t = table(4, few(), [1, 2, 5, 6], box=armed(all_needs={}, keep=FEW)).tour(
        act(1, 16, rewards(1, "gold", "bards")), walk(2, 12)
    )
    t.start({2: "a"}).until(2, 1).after(execute(2), rewards(2, "gold", "bards"), bards(2, R2=4))
    turned = {"T3": "T3a", "T4": "T4a", "T5": "T5a"}
    wakes = [{**turned, "T6": "T3a"}, {**turned, "T3": "T4a"}, {"T3": "T3a", "T4": "T4a"}]
    wrong = changed(ROUSED, turned=wakes, next_threat=["A01", "A12"][:1], top_threat=["A01", "A16"])
    return t, [ROUSED, *changed(ROUSED, turned=[{**turned, "T3": "T3b"}]), awaken("A12", None, **turned)], wrong


def _raging() -> Case:
    t = roused().tour(act(3, 15), walk(3, 11)).start({3: "a"}).until(3, 1).after(execute(3))
    while not t.awaits("awaken", None):
        t.after(t.habit() or {})
    return t, [awaken("A15", "A11")], [awaken("A15", "A11", T3="T3b"), top("T")]


def _fists() -> Case:
    t = mustered("peasant").census()
    all_of = fists("peasant", 1, 0, 18, 0)
    wrong = changed(fist(0, "peasant", 1), unit=["archer"], seat=[-1, 4], count=[-1, 19, True])
    wrong += changed(all_of, unit=["archer"], counts=[{"0": 0}, {str(seat): 0 for seat in range(5)}])
    wrong += changed(all_of, counts=[{**all_of["counts"], "3": count} for count in (-1, 19)])
    # more than a seat is known to hold may be what the table saw
    return t, [fist(0, "peasant"), fist(3, "peasant", 18), all_of], [*wrong, story(0, 12), END, EVALUATE]


def _judged() -> Case:
    t = closing({"gold": 5, "bards": {"R9": 1}}, units=[2])
    fits = [bastion(1, 0, 0, 0), bastion(1), declare(0, gold=0), declare(3, units={"mage": 10**6}), declare(0, total=2)]
    wrong = [
        bastion(),
        bastion(0, 1),
        bastion(1, 0, 0, 0, 0),
        bastion(2),
        {"type": "reveal_bastion", "counts": {"0": True}},
    ]
    wrong += [declare(0), declare(0, units={}), declare(0, units={"orc": 1}), declare(4, gold=1), declare(0, gold=-1)]
    return t, [*fits, EVALUATE], [*wrong, declare(0, total=10**6 + 1), declare(0, gold=True), END, program(0)]


def _finished() -> Case:
    t = closing({"gold": 5}, years=1).after(bastion())
    early = [bastion(), END, top("T")]
    assert not any(is_playable(t.fold.state, EVENTS.decode(body)) for body in early)
    t.after(EVALUATE, EVALUATE, EVALUATE)
    return t, [], [EVALUATE, END, declare(0, gold=1), bastion(), top("T", "A21")]


def _sealed() -> Case:
    return mustered("peasant").census().after(fist(0, "peasant", 1)), [], []


def _locked() -> Case:
    return table(4, deal(), STAND).after(program(0, "k")), [], []


def _short() -> Case:
    t = mustered("cleric", at=[8]).census()
    for unit in UNITS[:4]:
        t.after(fists(unit, int(unit == "cleric"), 0, 0, 0))
    return t, [], []


def _recruits() -> Case:
    return table(4, deal(), [5, 2, 3, 4]).start({0: "a"}), [], []


def _moves() -> Case:
    return table(4, deal(), STAND).start({0: "b"}), [], []


def _two_roads() -> Case:
    made = quick()
    made["map"]["roads"].append({"a": 1, "b": 5, "colour": "black"})
    return table(4, deal(), STAND, box=made).start({0: "k"}), [], []


def _nowhere() -> Case:
    return table(4, deal(), [8, 2, 3, 4]).start({0: "k"}), [], []


def _empty() -> Case:
    return table(4, deal(), [20, 2, 3, 4]).start({0: "a"}), [], []


def _emptied() -> Case:
    return short(act(0, 1), act(1, 2)), [], []


def _turned() -> Case:
    return short(act(0, 1), act(1, 2), act(0, 5)), [], []


def _opened() -> Case:
    return closing({"gold": 5, "bards": {"R9": 1}}).after(bastion(1)), [], []


CASES: list[Callable[[], Case]] = [
    _set_up, _placed, _programmed, _executed, _titan, _rewards, _bards, _dummy, _story, _seen, _must, _awoken, _raging,
    _fists, _judged, _finished,
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.__name__)
def test_xid_21_2_an_event_applies_where_the_table_can_have_played_it(case: Callable[[], Case]) -> None:
    t, fits, misfits = case()
    found = [body for body in [*fits, *misfits] if is_playable(t.fold.state, EVENTS.decode(body))]
    assert found == fits


A12 = {"tile": "A12", "rewards": {"gold": 5, "bards": 4, "stories": 2}, "city": 12}
DUE: dict[Callable[[], Case], Json | None] = {
    _executed: None,
    _titan: {"what": "choose_titan", "seat": 0, "city": 4},
    _rewards: {"what": "choose_rewards", "seat": 0, **A12, "choices": ["gold", "bards", "stories"]},
    _bards: {"what": "place_bards", "seat": 0, **A12, "count": 4},
    _dummy: {
        "what": "advance_dummy", "seat": 0, "city": 12, "tile": "B12", "choices": ["wealth", "influence"],
        "rewards": faces()["B12"].rewards,
    },
    _story: {"what": "place_story", "seat": 0, "city": 11},
    _seen: {"what": "reveal_top", "pile": "R"},
    _must: {"what": "reveal_top", "pile": "R", "must": True},
    _awoken: {"what": "awaken"},
}  # fmt: skip


@pytest.mark.parametrize("case", DUE, ids=lambda case: case.__name__)
def test_xid_21_7_what_is_due_is_shown_with_its_public_values(case: Callable[[], Case]) -> None:
    nothing = dict.fromkeys(("seat", "city", "tile", "rewards", "count", "pile"))
    due = DUE[case]
    assert case()[0].look("due") == (due and {**nothing, "choices": [], "short": False, "must": False, **due})


SETUP = {key: of for key, of in deal().move().items() if key != "evaluation_order"} | {"tile_set": None}
CITIES = {key: SETUP[key] for key in ("tile_set", "first_player", "recruit_tiles", "threat_tiles")}
SLAYS = {"titan": "T3a"}
AWAKE = {"turned": {"T3": "T3a", "T4": "T4a", "T5": "T5a"}}
COUNTED = {"unit": "peasant"}
ASKED: list[tuple[Callable[[], Case], str, Json, str | None, Json | None]] = [
    (_set_up, "setup", {}, "tile_set", choice(["4-5p", "3p"], optional=True)),
    (_set_up, "setup", {"tile_set": None}, "first_player", choice(range(4))),
    (_set_up, "setup", {"tile_set": None, "first_player": 0}, "recruit_tiles.0", choice(tile_set("4-5p"))),
    (_set_up, "setup", {"tile_set": "3p", "first_player": 0}, "recruit_tiles.0", choice(tile_set("3p"))),
    (_set_up, "setup", CITIES, "next_recruitment", choice(ids("3 4 7 8 13 14 17 18 19 20 21"))),
    (_set_up, "setup", SETUP, "evaluation_order.0", choice(ORDER)),
    (_set_up, "setup", {**SETUP, "evaluation_order": ["wealth"]}, "evaluation_order.1", choice(ORDER[1:])),
    (_placed, "place_idrakys", {}, "city", choice(range(2, 22))),
    (_programmed, "program", {}, "orders", several(choice(ICONS.values()), 6, 6, optional=True, secret=True)),
    (_programmed, "reveal_orders", {}, "orders.0", several(choice(ICONS.values()), 6, 6)),
    (_executed, "execute", {}, None, None),
    # a peasant, two archers and a mage: three for T3a, all four for T4a, too few for T5a
    (_titan, "choose_titan", {}, "titan", choice(["T3a", "T4a"], optional=True)),
    (_titan, "choose_titan", SLAYS, "units.peasant", span(0, 1)),
    (_titan, "choose_titan", {**SLAYS, "units": {"peasant": 1}}, "units.archer", span(1, 2)),
    (_titan, "choose_titan", {**SLAYS, "units": {"peasant": 0, "archer": 2}}, "units.mage", span(1, 1)),
    (_titan, "choose_titan", {**SLAYS, "units": {"peasant": 1, "archer": 2}}, None, None),
    (_titan, "choose_titan", {"titan": "T4a"}, "units.peasant", span(1, 1)),
    (_titan, "choose_titan", {"titan": None}, None, None),
    (_rewards, "choose_rewards", {}, "rewards.0", choice(["gold", "bards", "stories"])),
    (_rewards, "choose_rewards", {"rewards": ["bards"]}, "rewards.1", choice(["gold", "stories"])),
    (_bards, "place_bards", {}, "regions.R2", span(0, 4)),
    (_bards, "place_bards", {"regions": {"R2": 1}}, "regions.R4", span(0, 3)),
    (_bards, "place_bards", {"regions": {"R2": 1, "R4": 2}}, "regions.R9", span(1, 1, optional=True)),
    (_bards, "place_bards", {"regions": {"R2": 4}}, None, None),
    (_short, "place_bards", {}, "regions.R3", span(0, 2)),
    (_dummy, "advance_dummy", {}, "criterion", choice(["wealth", "influence"])),
    (_story, "place_story", {}, "city", choice([11, 12])),
    (_seen, "reveal_top", {}, "pile", choice(["R"])),
    (_seen, "reveal_top", {"pile": "R"}, "tile", choice(ids("7 8 13 18 19 20 21"), optional=True)),
    (_must, "reveal_top", {"pile": "R"}, "tile", choice(ids("7 8 13 18 19 20 21"))),
    (_awoken, "awaken", {}, "turned.T3", choice(["T3a", "T3b"])),
    (_awoken, "awaken", {"turned": {"T3": "T3a"}}, "turned.T4", choice(["T4a", "T4b"])),
    (_awoken, "awaken", AWAKE, "next_threat", choice(["A12", "A16"])),
    (_awoken, "awaken", {**AWAKE, "next_threat": "A16"}, "top_threat", choice(["A12"], optional=True)),
    (_raging, "awaken", {}, "next_threat", choice(["A11", "A15"])),
    (_fists, "census_show", COUNTED, "count", span(0, 1, optional=True, secret=True)),
    (_fists, "census_open", {}, "unit", choice(["peasant"])),
    (_fists, "census_open", COUNTED, "counts.0", span(0, 1)),
    (_fists, "census_open", {**COUNTED, "counts": {"0": 1}}, "counts.1", span(0, 0)),
    (_sealed, "census_open", COUNTED, "counts.0", span(1, 1, optional=True)),
    (_locked, "reveal_orders", {}, "orders.0", several(choice(ICONS.values()), 6, 6, optional=True, exact=False)),
    (_judged, "reveal_bastion", {}, "counts.0", span(0, 1, exact=False)),
    (_judged, "reveal_bastion", {"counts": {"0": 1, "1": 0, "2": 0, "3": 0}}, None, None),
    (_judged, "declare", {}, "gold", span(0, 1000, optional=True, exact=False)),
    (_judged, "declare", {"gold": None, "units": None}, "total", span(0, 1051, optional=True)),
]
"""The field that is asked next, and its whole domain: table, type of move, what is known of it."""


@pytest.mark.parametrize(("case", "kind", "partial", "field", "domain"), ASKED)
def test_xid_21_1_the_next_field_has_the_values_that_the_rules_leave(
    case: Callable[[], Case], kind: str, partial: Json, field: str | None, domain: Json | None
) -> None:
    t = case()[0]
    seat = next(whose for found, whose in t.due() if found == kind)
    assert t.fold.offers({"type": kind, **({} if seat is None else {"seat": seat}), **partial}) | {"moves": []} == {
        "field": field, "domain": domain, "moves": [],
    }  # fmt: skip


FORMS: list[tuple[Callable[[], Case], str, Json]] = [
    (_titan, "choose_titan", {
        "titan": choice(["T3a", "T4a"], optional=True),
            "units": by_key(UNITS, span(0, 4), optional=True, exact=False)}),
    (_rewards, "choose_rewards", {"rewards": several(choice(["gold", "bards", "stories"]), 2, 2, exact=False)}),
    (_bards, "place_bards", {"regions": by_key(["R2", "R4", "R9"], span(0, 4), exact=False)}),
    (_must, "reveal_top", {"pile": choice(["R"]), "tile": choice(ids("7 8 13 18 19 20 21"))}),
    (_raging, "awaken", {
        "turned": by_key([], choice([], optional=True), optional=True, exact=False),
            "next_threat": choice(["A11", "A15"]),
        "top_threat": choice(["A11", "A15"], optional=True, exact=False)}),
    (_fists, "census_open", {"unit": choice(["peasant"]),
        "counts": by_seat(4, span(0, 1), optional=True, exact=False)}),
    (_judged, "reveal_bastion", {"counts": by_seat(4, span(0, 20), exact=False)}),
    (_two_roads, "execute", {"to": choice([4, 5])}), (_executed, "execute", {}),
]  # fmt: skip
"""The fields of a form before anything is known."""


@pytest.mark.parametrize(("case", "kind", "fields"), FORMS)
def test_a_form_has_the_values_that_may_come_up(case: Callable[[], Case], kind: str, fields: Json) -> None:
    assert next(offer["fields"] for offer in case()[0].fold.offers()["moves"] if offer["type"] == kind) == fields


def test_the_facts_name_what_lies_in_each_city() -> None:
    facts = table(4, deal(), STAND).fold.facts()
    threats = {str(city_of(tile)): f"{tile}!" for tile in ids("12 15 16 11 9")}
    units = {tile: ",".join(str(recruits(tile).get(unit, 0)) for unit in UNITS) for tile in ids("1 2 5 6 10")}
    assert facts["cities"] == threats | {str(city_of(tile)): f"{tile}:{lie}" for tile, lie in units.items()}
    # the other 45 of the 70 units: XID-1.7 less what lies in the five cities
    lie = [sum(recruits(tile).get(unit, 0) for tile in units) for unit in UNITS]
    assert facts["barracks"] == [have - gone for have, gone in zip((18, 16, 14, 12, 10), lie, strict=True)]


BARS: list[tuple[Callable[[], Case], Json, tuple[str, str] | None]] = [
    (_set_up, deal().move(), ("chance", "setup")), (_placed, place(1, 5), None), (_programmed, program(0, "k"), None),
    (_programmed, reveal(dict.fromkeys(range(4), "k")), ("reveal", "orders")), (_executed, execute(0), None),
    (_seen, top("R"), None), (_seen, top("R", "A13"), ("reveal", "A13")), (_awoken, ROUSED, ("chance", "awakening")),
    (_fists, fists("peasant", 1, 0, 0, 0), ("reveal", "peasant")), (_judged, bastion(1), ("reveal", "bastion")),
    (_judged, EVALUATE, ("reveal", "wealth")), (_judged, declare(0, gold=1), None),
]  # fmt: skip


@pytest.mark.parametrize(("case", "move", "bars"), BARS)
def test_what_is_revealed_or_left_to_chance_bars_everybody_s_undo(
    case: Callable[[], Case], move: Json, bars: tuple[str, str] | None
) -> None:
    t = case()[0]
    found = xidit.barrier(t.fold.state, t.fold.decide(move))
    assert (found and (found.kind, found.what, found.seats)) == (bars and (*bars, tuple(t.players)))


CLAIMS = {"did": "recruited", "city": 5, "unit": "archer"}
REFUSED: list[tuple[Callable[[], Case], Json, str, str, str]] = [
    (_placed, deal().move(), "XID-2.29", "already_set_up", "the board is already set up"),
    (_set_up, deal().move(tile_set="6p"), "XID-2.6", "no_such_set", 'no tile set "6p"; it has 4-5p, 3p'),
    (_set_up, deal().move(recruit_tiles=["A01"]), "XID-2.7", "tiles_counted", "5 tiles needed, not 1"),
    (_set_up, deal().move(threat_tiles=[]), "XID-2.9", "tiles_counted", "5 tiles needed, not 0"),
    (_set_up, deal().move(next_threat="B01"), "XID-2.25", "not_in_set", 'set 4-5p has no tile "B01"'),
    (_set_up, deal().move(next_threat="A12"), "XID-2.25", "named_twice", "tile A12 appears twice"),
    (
        _set_up, deal().move(evaluation_order=["wealth"]), "XID-2.18", "no_order",
        "name each of Wealth, Influence and Reputation once",
    ),
    (_programmed, place(0, 5), "XID-2.21", "figures_placed", "only be placed right after the setup"),
    (_placed, place(2, 5), "XID-2.21", "not_your_turn", "it is Red's turn, not Blue's"),
    (_placed, place(1, 22), "XID-1.2", "no_such_city", "no city 22: cities are numbered 1 to 21"),
    (_placed, place(1, 1), "XID-2.22", "city_taken", "Black's figure is in city 1"),
    (_executed, program(0), "XID-4.5", "orders_revealed", "the orders of year 1 are already revealed"),
    (_judged, program(0), "XID-4.3", "no_programming", "orders cannot be programmed now"),
    (_programmed, {**program(0), "orders": ["wait"]}, "XID-4.1", "orders_counted", "Black: 6 orders needed, not 1"),
    (
        _programmed, {**program(0), "orders": [*wheels("")[:5], "fly"]}, "XID-4.1", "no_such_order",
        'Black, order 6: there is no order "fly"; orders: Black road, Red road, Blue road, Action or Wait',
    ),
    (_programmed, reveal({0: "", 2: ""}), "XID-4.5", "orders_missing", "missing: those of Red and Yellow"),
    (
        _locked, reveal({0: "kr", 1: "", 2: "", 3: ""}), "XID-4.6", "other_orders",
        "Black sealed Wait as order 2, not Red road",
    ),
    (_programmed, execute(0), "XID-5.1", "no_orders_due", "no order can be executed now"),
    (_rewards, execute(1), "XID-5.8", "decision_pending", "decide this first: Take two rewards"),
    (_executed, execute(2), "XID-5.1", "not_your_turn", "it is Black's turn, not Blue's"),
    (_executed, execute(0, 4), "XID-6.4", "other_city", "order Wait leads from city 1 to no other, nor to 4"),
    (
        _recruits, execute(0, **CLAIMS), "XID-8.2", "not_weakest",
        "the weakest unit in city 5 is Peasant Militia, not Archers",
    ),
    (
        _recruits, execute(0, did="waited"), "XID-8.7", "claim_differs",
        "recorded: a wait; but the order gives a recruit in city 5",
    ),
    (_moves, execute(0, did="moved", city=4), "XID-6.1", "claims_city", "the road leads to city 2, not to 4"),
    (
        _moves, execute(0, did="stayed"), "XID-6.2", "claim_differs",
        "recorded: no move; but the order gives a move in city 2",
    ),
    (_executed, decline(0), "XID-13.1", "not_due", "Face a titan, or not: nothing of this kind can be decided now"),
    (_titan, decline(1), "XID-13.4", "not_your_decision", "Black decides now, not Red"),
    (_titan, slay(0, "T9"), "XID-13.2", "no_such_titan", 'no titan "T9"; raging now: T3a, T4a, T5a'),
    (_titan, slay(0, "T3b"), "XID-13.2", "not_raging", "T3b is not raging; raging now: T3a, T4a, T5a"),
    (_titan, slay(0, "T3a", archer=3), "XID-13.3", "units_not_held", "cannot return 3 of Archers: Black has 2"),
    (_titan, slay(0, "T3a", archer=2), "XID-13.3", "units_counted", "T3a asks for 3 units, not 2"),
    (_rewards, rewards(0, "gold"), "XID-10.1", "two_rewards", "choose two different rewards"),
    (_rewards, rewards(0, "gold", "tin"), "XID-10.1", "no_such_reward", 'there is no reward "tin"'),
    (_bards, bards(0, R2=None), "XID-19.4", "no_number", "region R2: give the number of bards"),
    (_bards, bards(0, R2=6), "XID-10.6", "no_bards", "region R2: 6 is not a number of bards"),
    (_bards, bards(0, R1=4), "XID-10.6", "not_adjacent", "R1: not next to city 12; regions there: R2, R4, R9"),
    (_bards, bards(0, R2=3), "XID-10.10", "bards_counted", "place 4 bards, not 3"),
    (_short, bards(0, R3=3), "XID-14.16", "bards_counted", "place 2 bards, not 3"),
    (_short, bards(1, R3=1), "XID-14.15", "not_your_decision", "Black decides now, not Red"),
    (
        _dummy, advance(0, "reputation"), "XID-15.3", "no_such_criterion",
        'cannot rise in "reputation" now; it can in Wealth or Influence',
    ),
    (_story, story(0, 16), "XID-14.11", "guild_full", "the guild in city 16 is full (4)"),
    (_story, story(0, 15), "XID-14.11", "no_own_guild", "Black has no guild in city 15; there is room in 11 and 12"),
    (_story, fist(0, "peasant"), "XID-14.21", "decision_pending", "decide this first: Place a guild floor"),
    (_seen, top("X"), "XID-1.12", "no_such_pile", 'there is no pile "X"'),
    (_set_up, top("T", "A03"), "XID-11.22", "no_pile_yet", "there is no pile there yet"),
    (_finished, top("T", "A03"), "XID-11.22", "no_pile_yet", "there is no pile there yet"),
    (_seen, top("T"), "XID-11.22", "other_pile", "first name the top tile of pile R, then that of pile T"),
    (_seen, execute(1), "XID-21.8", "top_asked", "first record the new top tile of pile R"),
    (_emptied, top("R", "A12"), "XID-11.17", "pile_empty", "pile R is empty"),
    (_emptied, top("T"), "XID-21.5", "not_asked", "the top tile of pile T is not needed now"),
    (_must, top("R"), "XID-11.24", "must_be_named", "one of A07, A08, A13, A18, A19, A20, A21"),
    (_seen, top("R", "B13"), "XID-11.20", "not_in_set", 'set 4-5p has no tile "B13"'),
    (
        _seen, top("R", "A12"), "XID-11.20", "not_there",
        "tile A12 cannot be on top of pile R; possible: A07, A08, A13, A18",
    ),
    (
        _turned, top("T", "A08"), "XID-11.20", "not_there",
        "tile A08 cannot be on top of pile T; possible: A01, A02, A05",
    ),
    (_turned, top("T", "A02"), "XID-11.14", "other_order", "the top of pile T is A01, not A02"),
    (_seen, ROUSED, "XID-21.8", "top_asked", "first record the new top tile of pile R"),
    (_executed, ROUSED, "XID-12.1", "no_awakening", "titans awaken only when a threat is needed"),
    (_raging, awaken("A15", "A11", T3="T3b"), "XID-12.3", "already_raging", "T3a is already raging on stack T3"),
    (
        _awoken, awaken("A16", "A12", T3="T4a"), "XID-12.2", "other_titan",
        '"T4a" cannot be on top of stack T3; possible: T3a, T3b',
    ),
    (_awoken, awaken("A16", "A12", T4="T4a"), "XID-12.2", "stack_left_out", "name the sleeping titan on top of T3, T5"),
    (
        _awoken, awaken("A04", "A12", **AWAKE["turned"]), "XID-12.13", "not_in_remainder",
        "tile A04 was not among the shuffled tiles: A12, A16",
    ),
    (
        _awoken, awaken("A16", "A04", **AWAKE["turned"]), "XID-12.13", "not_in_remainder",
        "tile A04 was not among the shuffled tiles: A12",
    ),
    (_executed, fist(0, "peasant"), "XID-14.1", "no_census", "there is no census now (year 1)"),
    (_fists, fist(0, "mage"), "XID-14.2", "other_round", "this round is for Peasant Militia, not Battle Mages"),
    (_fists, fist(0, "peasant", 19), "XID-14.5", "no_number_of_units", "Black: a fist holds 0 to 18 units, not 19"),
    (
        _fists, fist(0, "peasant", 2), "XID-14.5", "more_than_held",
        "Black cannot show 2 of Peasant Militia: Black has 1",
    ),
    (_fists, fists("peasant", 0, 0), "XID-14.3", "counts_missing", "missing: Blue and Yellow"),
    (_sealed, fists("peasant", 0, 0, 0, 0), "XID-14.25", "other_count", "Black sealed 1, not 0"),
    (_fists, END, "XID-16.1", "census_open", "finish the census of year 2 first"),
    (_executed, END, "XID-16.1", "year_running", "year 1 is not over yet"),
    (_executed, bastion(), "XID-17.5", "bastion_closed", "the Bastion stays closed until the evaluations"),
    (_finished, bastion(), "XID-17.5", "bastion_closed", "the Bastion stays closed until the evaluations"),
    (_opened, bastion(1), "XID-17.5", "bastion_opened", "the Bastion is already open"),
    (_judged, bastion(-1), "XID-19.3", "no_count", "Black: -1 is not a number of bards"),
    (_judged, bastion(2), "XID-19.3", "other_bastion", "Black has 1 bard in the Bastion, not 2"),
    (_executed, EVALUATE, "XID-16.5", "not_evaluating", "the evaluations come after the last year"),
    (
        _judged, declare(0, units={"mage": -1}), "XID-19.1", "no_number_said",
        "Black: Battle Mages must be a whole number, not -1",
    ),
    (
        _nowhere, execute(0, did="moved"), "XID-6.3", "claim_differs",
        "recorded: a move; but the order gives no move in city 8",
    ),
    (_empty, execute(0, did="threat"), "XID-9.5", "claim_differs", "gives nothing in city 20 (city empty)"),
    (_executed, declare(0, gold=1), "XID-16.5", "not_evaluating", "the evaluations come after the last year"),
    (_finished, EVALUATE, "XID-17.18", "all_evaluated", "all evaluations are done"),
    (_judged, declare(0), "XID-19.1", "nothing_declared", "Black: say what is declared"),
    (_judged, declare(0, gold=-1), "XID-19.1", "no_number_said", "Black: gold must be a whole number, not -1"),
    (
        _judged, declare(0, total=10**6 + 1), "XID-19.1", "no_number_said",
        "Black: units in total must be a whole number, not 1000001",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("case", "move", "rule", "code", "says"), REFUSED)
def test_what_is_refused_is_told_with_its_clause_and_values(
    case: Callable[[], Case], move: Json, rule: str, code: str, says: str
) -> None:
    case()[0].when(move).refused(rule, code=code, containing={"en": says})


def test_every_refusal_of_a_move_is_told_here_or_beside_its_clause() -> None:
    codes = list(TEXTS["refusals"])
    left = {*codes[codes.index("already_set_up") :]} - {code for _, _, _, code, _ in REFUSED}
    assert left == {"stack_empty", "tile_missing", "which_road", "no_way"}  # the last is a text of other_city


def test_xid_11_14_another_top_than_derived_is_a_finding() -> None:
    t = short(act(0, 1), act(1, 2), act(0, 5), options={"strict_piles": False}).after(top("T", "A02"))
    found = {"kind": "pile", "names": [t.name], "seat": None, "what": "T", "said": "A02", "derived": "A01"}
    assert t.shown["findings"] == [found]
