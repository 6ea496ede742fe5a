"""Every line of *Illegal moves*, each with its code and the clauses that may refuse it; and bad input beyond them."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

import pytest

from engines import rise_of_empires
from engines.kernel.game import IllegalMoveError, Json, MalformedMoveError
from tests.engines import games
from tests.engines.given import no_table
from tests.engines.rise_of_empires.positions import FIGURES, at, b_turn, done, eve, off, over, refuses, rows_of, turn_of
from tests.engines.rise_of_empires.table import (
    COLOURS,
    Table,
    act,
    box,
    fight,
    first,
    food,
    free,
    keep,
    position,
    put,
    reveal,
    table,
    upkeep,
)

LINES: dict[str, list[str]] = FIGURES["refusals"]
TEN = ["plain"] * 10
EIGHT = [f"P1-{number:02}" for number in range(1, 9)]
THREE = ((0, "empire"), (1, "empire"), (2, "empire"))
Case = tuple[Table, Json]


def start(turn: int = 1) -> Table:
    """A turn before tiles are turned up."""
    return table(box=box(discs=1)).on_to(turn, "reveal")


@cache
def reveals() -> dict[str, list[Case]]:
    """Lines on new tiles."""
    other = [*[f"C1A-{number}" for number in range(1, 5)], "C1B-5"]
    return {
        "reveal_of_7_or_9": [(start(), reveal(EIGHT[:7], TEN)), (start(), reveal([*EIGHT, "P1-09"], TEN))],
        "reveal_of_another_era": [(start(), reveal([*EIGHT[:7], "P2-01"], TEN))],
        "reveal_seen_before": [(start(2), reveal([f"P1-{number:02}" for number in range(8, 16)], ["island"] * 8))],
        "reveal_of_an_11th_plain": [
            (start(), reveal(EIGHT, ["town_food"] * 2 + ["plain"] * 8)),
            (start(2), reveal(None, ["plain"] + ["island"] * 8 + ["forest"])),
        ],
        "reveal_of_territory_in_turn_5": [(start(5), reveal([f"P3-{number:02}" for number in range(1, 9)], ["plain"]))],
        "reveal_of_another_set_of_cities": [(start(), reveal(EIGHT, TEN, other))],
    }


def full(seats: int) -> Table:
    """The empire row is full; the seat to act has a disc left."""
    t = rows_of(at(1, seats=seats, discs=6), *((number % seats, "empire") for number in range(min(8, 2 * seats))))
    return turn_of(t, 0)


@cache
def discs() -> dict[str, list[Case]]:
    """Lines on discs and payments."""
    t = b_turn(*THREE)
    two = ((0, "territory"), (1, "territory"), (0, "territory"), (1, "empire"), (2, "empire"), (2, "empire"))
    dear = ((0, "empire"), (1, "empire"), (2, "empire"), (0, "territory"), (1, "territory"), (2, "trade"))
    needs = {"a_turn_empire_needs_cube": True}
    poor = b_turn(*dear, discs=2).has(0, gold=1, resource=0, food=0, vp=0, pool=0)
    none = b_turn(*THREE).has(0, pool=0).cubes(0, ne_africa=3)
    return {
        "not_ones_turn": [(at(1), act(1, "empire", tile="E1"))],
        "seventh_action": [(over(at(1)), act(0, "empire", tile="E1"))],
        "row_full": [(full(3), act(0, "empire", tile="E8"))],
        "ninth_disc_on_empire": [(full(5), act(0, "empire", tile="E8"))],
        "idle_though_able": [(at(1), act(0, "trade", perform=False))],
        "empire_without_a_cube": [(at(1, options=needs).has(0, pool=0), act(0, "empire", tile="E1"))],
        "trade_without_the_discs": [(at(1).has(0, resource=1), act(0, "trade", box="2-4-gold"))],
        "another_players_disc": [(t, act(0, "empire", circle=circle, tile="E1")) for circle in (2, 4)],
        "which_of_two_discs": [(b_turn(*two, discs=2), act(0, "territory", perform=False))],
        "wrong_payment": [(t, act(0, "empire", tile="E1", pay={"gold": paid})) for paid in (1, 3)],
        "more_food_or_points_than_there_are": [
            (b_turn(*THREE).has(0, food=1), act(0, "empire", tile="E1", pay={"food": 2})),
            (t, act(0, "empire", tile="E1", pay={"vp": 2})),
        ],
        "payment_with_printing": [
            (b_turn(*THREE, turn=4).owns(0, "P2-02"), act(0, "empire", tile="E1", pay={"food": 2}))
        ],
        "idle_removal_for_less": [(t, act(0, "empire", perform=False, pay={"gold": 1}))],
        "all_for_a_dear_disc": [(poor, act(0, "empire", perform=False, pay={"gold": 1}))],
        "cubes_from_the_stock": [(none, act(0, "empire", tile="E1", pay={"cube": 2}))],
        "gold_or_discs_that_are_not_there": [
            (b_turn(*THREE).has(0, gold=1), act(0, "empire", tile="E1", pay={"gold": 2})),
            (b_turn(*THREE).has(0, resource=1), act(0, "empire", tile="E1", pay={"resource": 2})),
        ],
        "cubes_that_the_action_recalls": [(none, act(0, "empire", tile="E1", recall=True, pay={"cube": 2}))],
        "payment_in_an_a_turn": [
            (at(1), act(0, "empire", tile="E1", pay={"gold": 1})),
            (at(1), act(0, "empire", tile="E1", circle=1)),
        ],
    }


@cache
def tiles() -> dict[str, list[Case]]:
    """Lines on tiles that are taken and used."""
    shot = free("P1-04", "ne_africa", 1)
    weapons = at(1, discs=2, progress=["P1-04", "P1-11"]).owns(0, "P1-04", "P1-11").cubes(1, ne_africa=2)
    spent = at(1, discs=2, progress=["P1-11"]).owns(0, "P1-11").after(act(0, "empire", tile="E1", use=["P1-11"]))
    late = at(5, progress=["P3-13"]).owns(0, "P1-11", "P1-16", "P2-11").has(0, resource=9)
    late.cubes(0, ne_africa=3, near_east=3).cubes(1, ne_africa=3, near_east=3)
    both = [fight("ne_africa", 1, use=["P1-16"]), fight("near_east", 1, row=1, use=["P1-16"])]
    guard = b_turn(*THREE, turn=4).owns(0, "P2-14").owns(1, "P2-05").cubes(0, ne_africa=2).cubes(1, ne_africa=2)
    guard.after(act(0, "empire", perform=False, **off(guard, 0), free_after=[free("P2-14", "ne_africa")]))
    turn_of(guard, 1)
    return {
        "tile_that_is_not_there": [
            (at(1), act(0, "progress", tile="P1-16")),
            (at(1), act(0, "territory", kind="mountain")),
            (at(1), act(0, "city", tile="C3A-1")),
        ],
        "tile_cleared_with_two_or_three": [
            (at(3), act(0, "progress", tile="P1-05")),
            (at(3), act(0, "city", tile="C1A-1")),
        ],
        "wonder_of_an_earlier_turn": [(at(3, seats=4).has(0, gold=9, resource=9), act(0, "city", tile="C1B-4"))],
        "second_iron_axes": [(at(1).owns(0, "P1-05"), act(0, "progress", tile="Iron Axes"))],
        "era_1_tile_in_era_3_with_1_gold": [(at(5).has(0, gold=1), act(0, "progress", tile="P1-01"))],
        "free_action_twice": [(weapons, act(0, "empire", tile="E1", free_before=[shot], free_after=[shot]))],
        "no_free_action": [
            (weapons, act(0, "empire", tile="E1", free_before=[free("P1-11")])),
            (weapons, act(0, "empire", tile="E1", free_after=[free("P1-11")])),
        ],
        "tile_used_twice": [
            (weapons, act(0, "empire", tile="E1", use=["P1-11", "P1-11"])),
            (late, act(0, "empire", tile="E2", battles=both)),
        ],
        "tile_used_in_an_earlier_action": [(turn_of(spent, 0), act(0, "empire", tile="E2", use=["P1-11"]))],
        "free_action_of_the_tile_just_taken": [
            (
                at(1).cubes(1, ne_africa=1),
                act(0, "progress", tile="P1-03", free_after=[free("P1-03", "ne_africa", 1)]),
            )
        ],
        "iron_weapons_without_a_victim": [
            (weapons, act(0, "empire", tile="E1", free_before=[free("P1-04", region, victim)]))
            for region, victim in (("near_east", 1), ("ne_africa", 2), ("ne_africa", 0))
        ],
        "tile_that_does_not_fit": [
            (late, act(0, "trade", box="3-2-vp", use=["Guilds"])),
            (late, act(0, "empire", tile="E1", use=["Chariots"])),
            (late, act(0, "trade", box="3-6-gold", use=["Roads"])),
        ],
        "guarded_cubes": [
            (guard, act(1, "empire", tile="E1", battles=[fight("ne_africa", 0)], **off(guard, 1))),
            (guard, act(1, "empire", tile="E1", free_before=[free("P2-05", "ne_africa", 0)], **off(guard, 1))),
        ],
        "free_action_within_the_action": [(weapons, act(0, "empire", tile="E1", use=["P1-04"]))],
        "city_without_the_gold": [(at(1).has(0, gold=3), act(0, "city", tile="C1A-5"))],
        "wonder_without_the_cubes": [
            (
                b_turn((0, "city"), (1, "empire"), (2, "empire")).has(0, gold=9, resource=9, pool=1),
                act(0, "city", tile="C1B-4"),
            )
        ],
    }


@cache
def empires() -> dict[str, list[Case]]:
    """Lines on placements."""
    taken = at(1).after(act(0, "empire", tile="E1"))
    home = at(1).cubes(0, sw_europe=1)
    west = at(5).cubes(0, north_america=1)
    twice = [{"region": "ne_africa", "cubes": 1}] * 2
    europe = at(5).cubes(0, sw_europe=1).has(0, pool=5)
    return {
        "empire_tile_taken": [(taken, act(1, "empire", tile="E1"))],
        "more_cubes_than_the_pool": [(at(1), act(0, "empire", tile="E1", place=put(ne_africa=6)))],
        "too_many_regions": [
            (at(1), act(0, "empire", tile="E2", place=put(ne_africa=1, nw_africa=1, near_east=1))),
        ],
        "region_twice_or_empty": [
            (at(1), act(0, "empire", tile="E2", place=twice)),
            (at(1), act(0, "empire", tile="E2", place=put(ne_africa=0))),
        ],
        "region_of_a_later_era": [(at(1), act(0, "empire", tile="E2", place=put(russia=1)))],
        "sea_without_water": [(at(1), act(0, "empire", tile="E2", place=put(mediterranean=1)))],
        "next_to_what_is_placed": [(home, act(0, "empire", tile="E2", place=put(ne_africa=1, nw_africa=1)))],
        "overseas_in_era_1": [(at(1), act(0, "empire", tile="E1", place=put(india=1)))],
        "overseas_before_navigation": [(at(3), act(0, "empire", tile="E1", place=put(india=1)))],
        "america_to_america_without_water": [(west, act(0, "empire", tile="E2", place=put(south_america=1)))],
        "two_parts_overseas": [
            (europe, act(0, "empire", tile="E6", place=put(sw_europe=1, north_america=1, china=1))),
        ],
        "recall_of_nothing": [(at(1), act(0, "empire", tile="E1", recall=True))],
    }


@cache
def wars() -> dict[str, list[Case]]:
    """Lines on battles."""
    era = {turn: at(turn) for turn in (1, 3, 5)}
    for t in era.values():
        for seat in (0, 1):
            t.cubes(seat, ne_africa=2, near_east=2)
        t.cubes(0, sw_europe=1).cubes(1, se_europe=1)
    two = [fight("ne_africa", 1), fight("near_east", 1, row=1)]
    return {
        "battle_without_cubes_of_two": [
            (era[1], act(0, "empire", tile="E1", battles=[fight(region, 1)]))
            for region in ("sw_europe", "se_europe", "nw_africa")
        ],
        "battle_against_nobody": [
            (era[1], act(0, "empire", tile="E1", battles=[fight("ne_africa", nobody)])) for nobody in (0, 2)
        ],
        "second_battle_with_one_row": [(era[5], act(0, "empire", tile="E1", battles=two))],
        "second_battle_in_era_2": [(era[3], act(0, "empire", tile="E2", battles=two))],
        "lower_row_in_era_2": [(era[3], act(0, "empire", tile="E2", battles=two[1:]))],
        "both_battles_in_one_region": [
            (era[5], act(0, "empire", tile="E2", battles=[two[0], fight("ne_africa", 1, row=1)])),
        ],
        "one_row_for_both_battles": [
            (era[5], act(0, "empire", tile="E2", battles=[two[0], fight("near_east", 1)])),
        ],
        "lower_row_of_one": [(era[5], act(0, "empire", tile="E1", battles=two[1:]))],
    }


@cache
def phases() -> dict[str, list[Case]]:
    """Lines on trade and on the choices of the other phases."""
    trader = at(1, discs=2).has(0, resource=9).after(act(0, "trade", box="1-2-gold"))
    hungry = done(eve(2).owns(0, "C1A-4", "C1B-1").owns(1, "C1A-2").owns(2, "C1B-3"))
    needs = {name: {"upkeep": {"food": 0, "resource": 1}} for name in ("C1A-1", "C1A-2")}
    paying = done(eve(1, made=box(discs=1, cities=needs)).owns(0, "C1A-1", "C1A-2", "C1A-5").has(0, resource=1))
    while paying.look("phase") == "food":
        paying.go()
    ending = done(at(2).owns(0, "P1-09", "P1-14", "P1-15", "C1B-1", "C1B-2").owns(1, "P1-10")).on_to(2, "era_end")
    while ending.look("to_move") != [0]:
        ending.go()
    ending.has(0, gold=2, pool=1)
    asked = done(at(2).owns(0, "P1-09").owns(1, "P1-10")).on_to(2, "era_end")
    other = 1 - asked.look("to_move")[0]
    return {
        "box_twice": [(turn_of(trader, seat), act(seat, "trade", box="1-2-gold")) for seat in (0,)],
        "box_of_another_era": [(at(1).has(0, resource=9), act(0, "trade", box="7-6-vp"))],
        "no_food_upkeep": [
            (hungry, food(hungry.look("to_move")[0], "C3A-1")),
        ],
        "no_upkeep_in_discs": [(paying, upkeep(0, "C1A-5")), (paying, upkeep(0, "C1A-4"))],
        "choice_out_of_order": [
            (hungry, food(next(seat for seat in range(3) if [seat] != hungry.look("to_move")))),
            (asked, keep(other)),
        ],
        "choice_without_such_a_tile": [(asked, keep(2)), (paying, upkeep(1))],
        "cities_that_cannot_be_paid": [(paying, upkeep(0))],
        "three_tiles_for_2_gold": [(ending, keep(0, ["P1-09", "P1-14", "P1-15"]))],
        "two_cities_for_1_cube": [(ending, keep(0, (), ["C1B-1", "C1B-2"]))],
        "tile_of_somebody_else": [(ending, keep(0, ["P1-10"])), (ending, keep(0, (), ["C1B-3"]))],
    }


@cache
def choices() -> dict[str, list[Case]]:
    """Lines on positions and the end."""
    chosen = over(at(1, seats=4)).after(position(3, 2))
    points = over(eve(1).has(0, vp=5))
    pieces = over(eve(1).has(0, gold=9).has(1, gold=1))
    return {
        "position_after_choosing": [(chosen, position(3, 1))],
        "position_with_more_points": [(points, position(0, 1))],
        "position_with_more_pieces": [(pieces, position(0, 1))],
        "position_from_further_forward": [(over(at(1)), position(0, 1))],
        "position_taken": [(chosen, position(2, 2))],
        "after_the_end": [(over(at(6)), act(0, "empire", tile="E1")), (over(at(6)), reveal())],
    }


FAMILIES: list[Callable[[], dict[str, list[Case]]]] = [reveals, discs, tiles, empires, wars, phases, choices]
ELSEWHERE = {"too_few_or_many_players", "one_colour_twice"}


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.__name__)
def test_every_line_is_refused_with_its_code_and_clause(family: Callable[[], dict[str, list[Case]]]) -> None:
    for line, cases in family().items():
        code, clauses = LINES[line]
        assert cases, line
        for t, move in cases:
            refuses(t, move, clauses, code)


def test_every_line_of_the_reference_has_a_case() -> None:
    assert {line for family in FAMILIES for line in family()} | ELSEWHERE == set(LINES)


@pytest.mark.parametrize("seats", [COLOURS[:1], (*COLOURS, "black"), ("red", "red")])
def test_too_few_or_many_players_or_one_colour_twice(seats: tuple[str, ...]) -> None:
    no_table(rise_of_empires, seats, "ROE-2.1", "ROE-2.2", code="players")


def test_the_page_of_the_rules_explains_every_code_with_its_clauses() -> None:
    rows = re.findall(r"(?m)^\| `(\w+)` \| ([^|]*) \|", games.page("rise_of_empires"))
    explained = {code: set(re.findall(r"\[ROE-([0-9.]+)\]", clauses)) for code, clauses in rows}
    for code, clauses in LINES.values():
        assert set(clauses.split()) & explained[code], code


# ------------------------------------------------------------------------------------------------- beyond those lines


@pytest.mark.parametrize(
    "fields",
    [
        {"recall": "sw_europe"},
        {"recall": 1},
        {"place": "ne_africa"},
        {"place": [{"region": "ne_africa"}]},
        {"battles": [{"region": "ne_africa"}]},
        {"pay": {"silver": 1}},
        {"perform": "no"},
        {"weather": "fine"},
        {"use": "Roads"},
        {"free_before": [{"region": "ne_africa"}]},
    ],
    ids=str,
)
def test_what_is_no_move_of_the_game_at_all_is_malformed(fields: Json) -> None:
    with pytest.raises(MalformedMoveError):
        at(1).fold.decide(act(0, "empire", tile="E1", **fields))


@pytest.mark.parametrize("count", ["2", 1.5, None, True])
def test_cubes_are_a_whole_number(count: object) -> None:
    t = at(1)
    with pytest.raises((IllegalMoveError, MalformedMoveError)):
        t.fold.decide(act(0, "empire", tile="E1", place=[{"region": "ne_africa", "cubes": count}]))


@pytest.mark.parametrize("circle", ["first", 0, -1, 99, None])
def test_a_circle_that_is_none_is_refused(circle: object) -> None:
    t = b_turn(*THREE, seat=2)
    if circle is not None:
        refuses(t, act(2, "empire", circle=circle, perform=False), "5.20", "not_own_disc")
    t.when(act(2, "empire", perform=False)).accepted()


@pytest.mark.parametrize(
    ("row", "fields"),
    [
        ("progress", {"tile": "Sword"}),
        ("city", {"tile": "Atlantis"}),
        ("empire", {"tile": "E9"}),
        ("territory", {"kind": "desert"}),
        ("trade", {"box": "9-9-gold"}),
        ("empire", {"tile": "E1", "place": [{"region": "atlantis", "cubes": 1}]}),
    ],
)
def test_roe_1_13_what_is_not_in_the_box_is_refused(row: str, fields: Json) -> None:
    refuses(at(1), act(0, row, **fields), "1.13", "unknown_tile")


@pytest.mark.parametrize(
    ("row", "fields"),
    [
        ("progress", {}),
        ("territory", {}),
        ("city", {}),
        ("empire", {}),
        ("trade", {}),
        ("progress", {"kind": "plain"}),
        ("progress", {"tile": "P1-01", "kind": "plain"}),
        ("territory", {"kind": "plain", "use": ["P1-11"]}),
        ("city", {"tile": "C1A-1", "recall": True}),
        ("trade", {"box": "1-2-gold", "tile": "E1"}),
        ("trade", {"box": "1-2-gold", "place": [{"region": "ne_africa", "cubes": 1}]}),
        ("empire", {"tile": "E1", "box": "1-2-gold"}),
    ],
    ids=str,
)
def test_a_row_is_told_what_it_needs_and_nothing_else(row: str, fields: Json) -> None:
    refuses(at(1), act(0, row, **fields), "6.1 7.1 8.1 9.1 12.1", "missing", "not_asked")


@pytest.mark.parametrize("paid", [{"gold": -1, "food": 3}, {"gold": 3, "vp": -1}])
def test_a_negative_payment_is_refused(paid: Json) -> None:
    refuses(b_turn(*THREE), act(0, "empire", tile="E1", pay=paid), "5.22 5.25", "bad_payment")


def test_a_placement_that_is_right_in_every_region_and_wrong_in_sum_is_refused() -> None:
    t = at(1).cubes(0, ne_africa=1).has(0, pool=4)
    for region in ("ne_africa", "nw_africa"):
        t.fold.decide(act(0, "empire", tile="E2", place=put(**{region: 3})))
    refuses(t, act(0, "empire", tile="E2", place=put(ne_africa=3, nw_africa=3)), "9.7", "too_many_cubes")
    for region in ("nw_africa", "near_east", "mediterranean"):
        t.fold.decide(act(0, "empire", tile="E5", place=put(**{region: 1})))
    three = put(nw_africa=1, near_east=1, mediterranean=1)
    refuses(t, act(0, "empire", tile="E5", place=three), "9.8", "too_many_regions")


def test_a_payment_one_too_much_is_refused_whatever_the_units() -> None:
    t = b_turn(*THREE).has(0, vp=3)
    for unit in ("gold", "cube", "resource", "food", "vp"):
        refuses(
            t, act(0, "empire", tile="E1", pay={"gold": 2, unit: 3 if unit == "gold" else 1}), "5.22", "wrong_payment"
        )


def test_tiles_turned_up_twice_are_refused() -> None:
    t = table(3, box=box(discs=1)).after(first(0))
    for twice in ([*EIGHT[:7], "P1-01"], ["Agriculture"] * 3 + EIGHT[2:7]):
        refuses(t, reveal(twice, TEN), "4.13 2.9", "reveal_seen")
    t.after(reveal(EIGHT, TEN))
    refuses(t, reveal(EIGHT, TEN), "2.14 3.2", "wrong_phase")


def test_a_refusal_changes_nothing_and_speaks_both_languages() -> None:
    # `refuses` compares the view before and after, and the two texts; so here the value and the place
    t = at(1)
    t.when(act(0, "empire", tile="E2", place=put(ne_africa=6))).refused(
        "ROE-9.7", code="too_many_cubes", containing={"en": "6", "es": "6"}
    )
    t.when(act(0, "city", tile="C1B-1")).refused(
        "ROE-8.1", code="not_available", containing={"en": "Carthage", "es": "Cartago"}
    )
