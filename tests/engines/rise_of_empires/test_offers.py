"""What is offered is all that is legal and nothing else: rows, tiles, payments, placements, other choices."""

from itertools import product
from random import Random
from typing import Any

import pytest

from engines import rise_of_empires
from engines.kernel.domains import by_key, choice, flag, group, several, span
from engines.kernel.game import Json
from tests.engines.rise_of_empires.model.game import Model
from tests.engines.rise_of_empires.model.holdings import WrongError
from tests.engines.rise_of_empires.positions import FIGURES, at, b_turn, circle, done, eve, opened, over, removals
from tests.engines.rise_of_empires.table import Table, box, fight, food, free, put, table
from tests.engines.rise_of_empires.test_simulated import chosen, game

WHAT = {"progress": "tile", "territory": "kind", "city": "tile", "empire": "tile", "trade": "box"}


def asked(t: Table, move: Json) -> tuple[str | None, Any]:
    """The next field that a move is asked for, and its domain."""
    answer = t.fold.offers(move)
    return answer["field"], answer["domain"]


def choices(t: Table, move: Json) -> list[Any]:
    """What may be answered to the next question of a move, which is a choice."""
    domain = asked(t, move)[1]
    assert domain["kind"] == "choice"
    assert domain.get("exact", True)
    return list(domain["of"])


def legal(model: Model, move: Json) -> bool:
    """Whether the second opinion allows a move."""
    try:
        model.copy().play(move)
    except WrongError:
        return False
    return True


# ------------------------------------------------------------------------------------------------------- rows and tiles


@pytest.mark.parametrize("seats", [2, 4])
def test_in_a_turns_every_legal_row_and_tile_is_offered_and_no_other(seats: int) -> None:
    seed = 7
    t, model = table(seats, options=chosen(seed)), Model(seats, rise_of_empires.box(), chosen(seed))
    compared = 0
    for number, move in enumerate(game(seats, seed)):
        if move["type"] == "action" and model.placing and number % 7 == 0:
            compare(t, model, move["seat"])
            compared += 1
        t.after(move)
        model.play(move)
    assert compared >= 3


def compare(t: Table, model: Model, seat: int) -> None:
    """Rows and what each row takes, as offered and as legal; without free actions before."""
    told = {"type": "action", "seat": seat, "free_before": []}
    every: dict[str, list[str]] = {
        "progress": list(model.progress_tiles), "territory": list(model.land), "city": list(model.city_tiles),
        "empire": list(model.empire_tiles), "trade": list(model.boxes),
    }  # fmt: skip
    rows = {
        row: [
            name for name in names if legal(model, {**told, "row": row, WHAT[row]: name}) or recalled(model, told, name)
        ]
        if row == "empire"
        else [name for name in names if legal(model, {**told, "row": row, WHAT[row]: name})]
        for row, names in every.items()
    }
    able = [row for row, names in rows.items() if names]
    if not able:
        able = [row for row in rows if not model.full(row)]
    assert choices(t, told) == able
    for row in able:
        if rows[row]:
            offered = choices(t, {**told, "row": row})
            assert same(model, rows[row], offered), (row, offered, rows[row])


def recalled(model: Model, told: Json, name: str) -> bool:
    """Whether an empire tile can be taken with a recall, where the option asks for a cube."""
    return legal(model, {**told, "row": "empire", "tile": name, "recall": True})


def same(model: Model, wanted: list[str], offered: list[str]) -> bool:
    """Whether two lists of tiles are the same, copies of one name and era taken for one."""

    def names(tiles: list[str]) -> set[Any]:
        rows = model.progress_tiles
        return {(rows[tile]["name"]["en"], rows[tile]["era"]) if tile in rows else tile for tile in tiles}

    return names(wanted) == names(offered) and set(offered) <= set(wanted)


# ------------------------------------------------------------------------------------------------------------ payments


def payments(t: Table, seat: int, where: int) -> set[tuple[tuple[str, int], ...]]:
    """Every payment that can be made up of what is offered."""
    found: set[tuple[tuple[str, int], ...]] = set()
    start = {"type": "action", "seat": seat, "free_before": [], "row": "empire", "circle": where}

    def go_on(pay: dict[str, int]) -> None:
        field, domain = asked(t, {**start, "pay": pay} if pay else start)
        if field is None or not field.startswith("pay."):
            found.add(tuple(sorted((unit, count) for unit, count in pay.items() if count)))
            return
        for count in range(domain["low"], domain["high"] + 1):
            go_on({**pay, field.removeprefix("pay."): count})

    go_on({})
    return found


@pytest.mark.parametrize(
    "has",
    [
        {"vp": 3},
        {"gold": 0, "vp": 1, "pool": 1},
        {"gold": 1, "resource": 0, "food": 0, "pool": 0, "vp": 1},
        {"gold": 0, "resource": 0, "food": 0, "pool": 0, "vp": 2},
        {"gold": 1, "resource": 0, "food": 0, "pool": 0, "vp": 0},
    ],
    ids=str,
)
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_ways_to_pay_for_a_disc_are_offered_exactly(seat: int, has: dict[str, int]) -> None:
    t = b_turn((0, "empire"), (1, "empire"), (2, "empire"), seat=seat).has(seat, **has)
    where = circle(t, seat)
    cost = removals(t, "empire")[where]
    shown = t.look(f"seats.{seat}")
    have = {
        "gold": shown["gold"], "cube": shown["pool"], "resource": shown["resource"], "food": shown["food"],
        "vp": shown["vp"],
    }  # fmt: skip
    counts = product(*(range(min(cost, count) + 1) for count in have.values()))
    due = min(cost, sum(have.values()))
    wanted = {
        tuple(sorted((unit, count) for unit, count in zip(have, pay, strict=True) if count))
        for pay in counts
        if sum(pay) == due
    }
    assert payments(t, seat, where) == wanted


# ---------------------------------------------------------------------------------------------------------- placements


def reached(t: Table, tile: str, **more: Any) -> set[frozenset[str]]:
    """Every set of regions that can be made up of what is offered, a cube in each."""
    seen: set[frozenset[str]] = set()
    ends: set[frozenset[str]] = set()

    def go_on(regions: tuple[str, ...]) -> None:
        if frozenset(regions) in seen:
            return
        seen.add(frozenset(regions))
        place = [{"region": region, "cubes": 1} for region in regions]
        move = {"type": "action", "seat": 0, "free_before": [], "row": "empire", "tile": tile, "recall": False, **more}
        field, domain = asked(t, {**move, "place": place} if place else move)
        if field != f"place.{len(regions)}":
            ends.add(frozenset(regions))
            return
        if domain.get("optional"):
            ends.add(frozenset(regions))
        for region in domain["fields"]["region"]["of"]:
            go_on((*regions, region))

    go_on(())
    return ends


@pytest.mark.parametrize("seed", range(6))
def test_a_placement_is_narrowed_to_the_legal_sets_of_regions_and_to_all_of_them(seed: int) -> None:
    dice = Random(seed)
    turn = dice.choice((1, 3, 5))
    t = at(turn).has(0, pool=9)
    for region in dice.sample(list(t.look("map")), dice.choice((0, 1, 2, 3))):
        t.cubes(0, **{region: 1})
    helpers = [tile for tile in ("P1-11", "P2-03", "P2-01") if int(tile[1]) * 2 - 1 < turn and dice.random() < 0.5]
    t.owns(0, *helpers)
    model = Model(3, t.fold.box, chosen(0))
    model.turn, model.overseas_open = turn, t.look("overseas_open")
    model.have[0]["pool"] = t.look("seats.0.pool")
    model.tiles[0] = list(helpers)
    for region, row in t.look("map").items():
        model.cubes[0][region] = row["cubes"]["0"]
    side = "side_era_1" if turn == 1 else "side_era_2_3"
    tile = dice.choice([name for name, row in model.empire_tiles.items() if row[side]["regions"] < 4])
    effects = [effect for name in helpers for effect in model.progress_tiles[name]["effects"]]
    placement = model.placement(
        0, model.empire_tiles[tile][side], [e for e in effects if e["kind"] != "opens_overseas"]
    )
    wanted = {
        frozenset(regions) for regions in placement.sets() if not placement.refused([(name, 1) for name in regions])
    }
    more: Json = {"use": helpers} if helpers else {}
    assert reached(t, tile, **more) == wanted


def test_no_more_cubes_are_offered_than_the_pool_holds_after_what_is_placed() -> None:
    t = at(1).has(0, pool=4)
    move = {"type": "action", "seat": 0, "row": "empire", "tile": "E2"}
    assert asked(t, move)[1]["fields"]["cubes"] == {"kind": "range", "low": 1, "high": 4}
    two = {**move, "place": [{"region": "ne_africa", "cubes": 3}]}
    assert asked(t, two)[1]["fields"]["cubes"] == {"kind": "range", "low": 1, "high": 1}
    four = {**move, "place": [{"region": "ne_africa", "cubes": 4}]}
    assert asked(t, four)[0] != "place.1"


# ------------------------------------------------------------------------------------------------------- other choices


def lists(t: Table, move: Json, name: str) -> set[frozenset[str]]:
    """Every set that can be made up for a list of choices."""
    ends: set[frozenset[str]] = set()

    def go_on(items: tuple[str, ...]) -> None:
        field, domain = asked(t, {**move, name: list(items)} if items else move)
        if field != f"{name}.{len(items)}":
            ends.add(frozenset(items))
            return
        if domain.get("optional"):
            ends.add(frozenset(items))
        for item in domain["of"]:
            go_on((*items, item))

    go_on(())
    return ends


def test_positions_that_are_free_are_offered_and_by_nobody_else() -> None:
    t = over(at(1, seats=4))
    offered = t.fold.offers()["moves"]
    assert [(offer["type"], offer["seat"]) for offer in offered] == [("choose_position", 3)]
    assert choices(t, {"type": "choose_position", "seat": 3}) == [1, 2, 3, 4]
    t.go()
    assert choices(t, {"type": "choose_position", "seat": 2}) == [2, 3, 4]


def test_what_is_given_up_and_kept_is_asked_of_the_seat_that_chooses() -> None:
    t = eve(4).owns(0, "P2-14").has(0, resource=9, gold=9)
    t.owns(1, "C1B-3", "C2B-3", "P2-02", "P2-04").has(1, resource=1)

    def form(name: str) -> list[str]:
        (offer,) = done(t).fold.offers()["moves"]
        assert offer["seat"] == 1
        of: list[str] = offer["fields"][name]["of"]["of"]
        assert offer["fields"][name] == several(choice(of), 0, len(of), optional=True, exact=False)
        return of

    def sets(*names: str) -> set[frozenset[str]]:
        return {frozenset(), *(frozenset([name]) for name in names)}

    rome, beijing = cities = ["C1B-3", "C2B-3"]
    assert form("discard") == cities
    assert lists(t, {"type": "food_choice"}, "discard") == sets(*cities) | {frozenset(cities)}
    t.after(food(1))
    # one of the two can be paid
    assert (form("drop"), asked(t, {"type": "upkeep_choice"})) == (cities, ("drop.0", choice(cities)))
    assert asked(t, {"type": "upkeep_choice", "drop": [rome]}) == ("drop.1", choice([beijing], optional=True))
    t.go().has(1, gold=1, pool=1).owns(1, rome, beijing)
    assert (form("progress"), form("cities")) == (["P2-02", "P2-04"], cities)
    assert lists(t, {"type": "era_keep"}, "progress") == sets("P2-02", "P2-04")
    assert lists(t, {"type": "era_keep", "progress": None}, "cities") == sets(*cities)


def test_new_tiles_are_asked_one_by_one_of_those_that_are_left() -> None:
    t = opened()
    tiles, lands = [f"P1-{number:02}" for number in range(1, 17)], list(t.look("unseen.territory"))
    (offer,) = t.fold.offers()["moves"]
    assert offer["fields"]["territory"] == several(choice(lands), 10, 10, exact=False)
    assert offer["fields"]["progress"] == several(choice(tiles), 8, 8, exact=False)
    assert choices(t, {"type": "reveal", "progress": tiles[:7]}) == tiles[7:]
    move = {"type": "reveal", "progress": tiles[:8]}
    for told in ([], ["plain"] * 9):
        assert asked(t, move | {"territory": told}) == (f"territory.{len(told)}", choice(lands))
    # there is one such town
    left = [kind for kind in lands if kind != "town_food"]
    assert choices(t, move | {"territory": ["town_food"]}) == left
    assert asked(t, move | {"territory": ["plain"] * 10}) == (None, None)
    # the second half of an era is known, and of turn 6 all
    for turn, chance in ((2, ["territory"]), (6, [])):
        t = table(2, box=box(discs=1)).on_to(turn, "reveal")
        assert list(t.fold.offers()["moves"][0]["fields"]) == chance


# ----------------------------------------------------------------------------------------------- an action in its steps

THREE = ((0, "empire"), (1, "empire"), (2, "empire"))
BROKE = {"gold": 0, "resource": 0, "food": 0, "pool": 0, "vp": 0}
CITIES = ((0, "city"), (1, "city"), (2, "empire"))


def steps(t: Table, **fields: Any) -> tuple[str | None, Any]:
    """What is asked next of an action of seat 0."""
    return asked(t, {"type": "action", "seat": 0, **fields})


def test_a_tile_is_asked_for_and_in_a_b_turn_it_may_be_left_out() -> None:
    t = at(1).has(0, gold=0)
    assert steps(t, row="city") == ("tile", choice(["C1A-1"]))
    assert steps(t, row="territory") == ("kind", choice(t.look("on_offer.territory")))
    assert steps(t, row="trade") == ("box", choice(["1-2-gold", "2-4-gold", "2-1-vp"]))
    assert steps(t, row="trade", box="1-2-gold") == steps(t, row="city", tile="C1A-1") == (None, None)
    t = b_turn(*CITIES).has(0, **BROKE | {"gold": 3, "food": 1})
    assert steps(t) == ("row", choice(["city"]))
    assert steps(t, row="city") == ("pay.gold", span(0, 1, optional=True))
    assert steps(t, row="city", pay={"gold": 0}) == ("pay.food", span(1, 1))
    paid: Json = {"row": "city", "pay": {"gold": 0, "food": 1}}
    assert steps(t, **paid) == ("tile", choice(["C1B-1"], optional=True))
    assert steps(t, **paid, tile="C1B-1") == (None, None)
    assert steps(t, **paid, tile=None) == ("perform", choice([False]))
    # with a gold less nothing can be bought
    assert steps(t, row="city", pay={"gold": 1}) == ("perform", choice([False]))


def test_who_has_just_the_price_of_a_disc_may_act_and_who_has_less_may_not() -> None:
    t = b_turn(*THREE).has(0, **BROKE | {"gold": 2})
    assert steps(t, row="empire") == ("pay.gold", span(2, 2))
    assert steps(t, row="empire", pay={"gold": 2})[0] == "tile"
    t.has(0, gold=1)
    assert steps(t, row="empire") == ("pay.gold", span(1, 1))
    assert steps(t, row="empire", pay={"gold": 1}) == ("perform", choice([False]))
    # of two discs the one that can be paid
    rows = ((0, "empire"), (1, "empire"), (0, "empire"), (1, "city"), (2, "city"), (2, "city"))
    t = b_turn(*rows, discs=2).has(0, **BROKE | {"gold": 1})
    assert steps(t, row="empire") == ("circle", choice([3]))
    assert steps(t.has(0, gold=2), row="empire") == ("circle", choice([1, 3]))


def test_free_actions_are_asked_with_their_objects() -> None:
    t = at(1, progress=["P1-04", "P1-10"]).owns(0, "P1-04").cubes(1, ne_africa=1, near_east=1)
    where = {"region": choice(["ne_africa", "near_east"]), "victim": choice([1])}
    assert steps(t) == ("free_before.0", group({"tile": choice(["P1-04"]), **where}, optional=True))
    t.cubes(2, ne_africa=1)
    wide = {"region": choice(["ne_africa", "near_east"], optional=True), "victim": choice([1, 2], optional=True)}
    assert steps(t) == ("free_before.0", group({"tile": choice(["P1-04"]), **wide}, optional=True, exact=False))
    for given, field, of in (
        ({}, "tile", ["P1-04"]),
        ({"tile": "P1-04"}, "region", ["ne_africa", "near_east"]),
        (free("P1-04", "ne_africa"), "victim", [1, 2]),
        (free("P1-04", "near_east"), "victim", [1]),
    ):
        assert steps(t, free_before=[given]) == (f"free_before.0.{field}", choice(of))
    assert steps(t, free_before=[free("P1-04", "near_east", 1)])[0] == "row"
    # Currency needs a disc and nothing else
    t.owns(0, "P1-10").has(0, resource=1)
    both = group({"tile": choice(["P1-04", "P1-10"]), **wide}, optional=True, exact=False)
    assert steps(t) == ("free_before.0", both)
    assert steps(t, free_before=[free("P1-10")])[0] == "free_before.1"
    used = t.rule("turn_tile", seat=0, tile="P1-04", up=False)
    assert steps(used) == ("free_before.0", group({"tile": choice(["P1-10"])}, optional=True))
    assert steps(used.has(0, resource=0))[0] == "row"
    # an alliance piece goes where there are own cubes
    t = at(3, progress=["P2-14"]).owns(0, "P2-14").cubes(0, ne_africa=1)
    piece = {"tile": choice(["P2-14"]), "region": choice(["ne_africa"])}
    assert steps(t) == ("free_before.0", group(piece, optional=True))
    assert steps(t, free_before=[{"tile": "P2-14"}]) == ("free_before.0.region", choice(["ne_africa"]))


def test_tiles_used_with_a_trade_are_asked_where_they_fit_it() -> None:
    text = {"use": "phase", "effects": [{"kind": "text", "text": {"en": "draw", "es": "roba"}}]}
    t = at(3, made=box(discs=1, progress={"P2-04": text}), progress=["P2-04", "P2-11"]).owns(0, "P2-04", "P2-11")
    t.has(0, resource=9)
    assert steps(t, row="trade", box="1-2-gold") == ("use.0", choice(["P2-11"], optional=True))
    assert steps(t, row="trade", box="1-2-gold", use=["P2-11"]) == steps(t, row="trade", box="2-1-vp") == (None, None)
    t.rule("turn_tile", seat=0, tile="P2-11", up=False)
    assert steps(t, row="trade", box="1-2-gold") == (None, None)


def test_an_answer_that_was_never_offered_ends_the_questions_about_it() -> None:
    t = at(1, progress=["P1-10"], discs=2).after({"type": "action", "seat": 0, "row": "empire", "tile": "E2"})
    t.rule("set_turn", seat=0).owns(0, "P1-10").cubes(0, ne_africa=1).cubes(1, ne_africa=1).has(0, pool=0)
    assert steps(t, free_before=[free("P1-11")])[0] == "row"
    told: Json = {"free_before": None, "free_after": None}
    war = {"row": "empire", "tile": "E1", "recall": None, "battles": [fight("sw_europe", 1)]}
    for answers in ({"row": "empire", "tile": "E2"}, {"row": "progress", "tile": "P2-01"}, war):
        assert steps(t, **told, **answers) == (None, None), answers
    assert steps(b_turn(*THREE), row="city") == (None, None)


def test_a_recall_is_asked_of_who_has_cubes_and_is_needed_where_the_option_asks_for_one() -> None:
    assert steps(at(1), row="empire", tile="E1")[0] == "place.0"
    either = flag(optional=True)
    for needed, pool, of in ((True, 0, choice([True])), (True, 1, either), (False, 0, either)):
        t = at(1, options={"a_turn_empire_needs_cube": needed}).has(0, pool=pool).cubes(0, ne_africa=1)
        assert steps(t, row="empire", tile="E1") == ("recall", of)


def test_a_region_that_needs_an_anchor_leaves_a_cube_for_it() -> None:
    t = at(5).has(0, pool=4)
    told: Json = {"row": "empire", "tile": "E5"}
    field, form = steps(t, **told, place=put(sw_europe=1))
    assert (field, form["fields"]["cubes"], form["optional"], form["exact"]) == ("place.1", span(1, 3), True, False)
    for region, most in (("nw_africa", 3), ("ne_africa", 2)):
        place = [*put(sw_europe=1), {"region": region}]
        assert steps(t, **told, place=place) == ("place.1.cubes", span(1, most))
    anchor = {"region": choice(["nw_africa"]), "cubes": span(1, 1)}
    assert steps(t, **told, place=put(sw_europe=1, ne_africa=2)) == ("place.2", group(anchor))


def test_battles_are_asked_with_the_rows_that_are_left() -> None:
    t = at(5, progress=["P3-12"]).cubes(0, ne_africa=2, near_east=2).has(0, pool=0)
    t.cubes(1, ne_africa=1).cubes(2, near_east=1)
    told: Json = {"row": "empire", "tile": "E2", "recall": None}
    of = {"region": choice(["ne_africa", "near_east"]), "defender": choice([1, 2])}
    both, second = {"row": choice([0, 1], optional=True)}, {"region": choice(["near_east"]), "defender": choice([2])}
    assert steps(t, **told) == ("battles.0", group({**of, **both}, optional=True, exact=False))
    assert steps(t, **told | {"tile": "E1"}) == ("battles.0", group(of, optional=True, exact=False))
    assert steps(t, **told, battles=[{"region": "ne_africa"}]) == ("battles.0.defender", choice([1]))
    assert steps(t, **told, battles=[fight("ne_africa", 1)]) == ("battles.0.row", both["row"])
    upper, lower = fight("ne_africa", 1, row=0), fight("ne_africa", 1, row=1)
    assert steps(t, **told, battles=[upper]) == ("battles.1", group({**second, "row": choice([1])}, optional=True))
    assert steps(t, **told, battles=[lower]) == ("battles.1", group(second, optional=True))
    assert steps(t, **told, battles=[upper, fight("near_east", 2)]) == ("battles.1.row", choice([1]))
    assert steps(t, **told, battles=[lower, fight("near_east", 2)]) == (None, None)
    # Air Power, once
    t.owns(0, "P3-12")
    second["use"] = several(choice(["P3-12"]), 0, 1, optional=True)
    assert steps(t, **told, battles=[lower]) == ("battles.0.use.0", choice(["P3-12"], optional=True))
    assert steps(t, **told, battles=[lower | {"use": []}])[0] == "battles.0.use.0"
    assert steps(t, **told, battles=[lower | {"use": None}]) == ("battles.1", group(second, optional=True))
    two = {**second, "use": several(choice(["P3-12", "P1-16"]), 0, 2, optional=True)}
    t.owns(0, "P1-16")
    assert steps(t, **told, battles=[lower | {"use": None}])[1] == group(two, optional=True, exact=False)
    t.rule("take_tile", seat=0, tile="P1-16")
    del second["use"]
    assert steps(t, **told, battles=[lower | {"use": ["P3-12"]}]) == ("battles.1", group(second, optional=True))


def test_the_first_form_of_an_action_has_all_that_a_seat_may_ever_name() -> None:
    t = b_turn(*THREE, seat=1).owns(1, "P1-10")
    (offer,) = t.fold.offers()["moves"]
    fields, wide = offer["fields"], {"optional": True, "exact": False}
    assert (offer["seat"], fields["circle"]) == (1, span(1, 6, **wide))
    assert fields["pay"] == by_key(("gold", "cube", "resource", "food", "vp"), span(0, 6), **wide)
    use = several(choice(["P1-10"]), 0, 1, **wide)
    regions, others = choice(FIGURES["regions"]), choice([0, 2])
    battle = {"region": regions, "defender": others, "row": span(0, 1, optional=True), "use": use}
    assert (fields["use"], fields["battles"]) == (use, several(group(battle), 0, 2, **wide))
    assert fields["place"] == several(group({"region": regions, "cubes": span(1, 30)}), 0, 16, **wide)
    shot = {"tile": choice(["P1-10"], optional=False), "region": choice(regions["of"], optional=True)}
    shot["victim"] = choice([0, 2], optional=True)
    assert fields["free_before"] == fields["free_after"] == several(group(shot), 0, 1, **wide)
    offered = t.look("on_offer")
    assert fields["kind"] == choice(offered["territory"], **wide)
    assert fields["tile"] == choice([*offered["progress"], *offered["city"], *offered["empire"]], **wide)
    t = at(1).after({"type": "action", "seat": 0, "row": "trade", "box": "1-2-gold"})
    fields = t.fold.offers()["moves"][0]["fields"]
    assert ("circle" in fields, "pay" in fields, "1-2-gold" in fields["box"]["of"]) == (False, False, False)
