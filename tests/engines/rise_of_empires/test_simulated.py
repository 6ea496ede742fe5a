"""Imaginary tables: whole games, move by move, held against a second opinion, and moves at random.

``MOVEBOOK_SIMULATED=1000`` plays that many games for each number of players and checks as many random placements.
"""

import os
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from engines import rise_of_empires
from engines.kernel.game import IllegalMoveError, Json
from tests.engines.given import defaults
from tests.engines.rise_of_empires.editions import edition, meagre
from tests.engines.rise_of_empires.model.game import Model
from tests.engines.rise_of_empires.model.holdings import WrongError
from tests.engines.rise_of_empires.positions import at, off
from tests.engines.rise_of_empires.probing import probe
from tests.engines.rise_of_empires.table import COLOURS, Table, act, put, table
from tests.long import cases

GAMES = int(os.environ.get("MOVEBOOK_SIMULATED", cases(1, 4)))
BUNCH = 2
SHARE = 0.1
"""Of the moments of a game, those at which the view is read as well as the facts."""
BUNCHES = [range(start, min(start + BUNCH, GAMES)) for start in range(0, GAMES, BUNCH)]
OPTIONS: list[Json] = [
    {},
    {"a_turn_empire_needs_cube": True},
    {"turn_order_tie_counts_map_cubes": True},
    {"resource_disc_supply_limited": True},
]
"""Those of a game, by its seed."""


def chosen(seed: int) -> Json:
    """The options of a game."""
    return {**defaults(rise_of_empires), **OPTIONS[seed % len(OPTIONS)]}


def game(seats: int, seed: int, components: Json | None = None) -> Iterator[Json]:
    """The moves of one imaginary game."""
    return rise_of_empires.table(Random(seed), COLOURS[:seats], chosen(seed), components or rise_of_empires.box())


def told(t: Table, model: Model) -> Json:
    """The facts of the engine, without what the second opinion does not have, and each list of tiles in order."""
    facts = t.fold.facts()
    mine = model.facts()
    facts["seats"] = {seat: amounts[:7] for seat, amounts in facts["seats"].items()}
    for part in ("progress", "cities", "empire"):
        facts[part] = {seat: sorted(tiles) for seat, tiles in facts[part].items()}
    for part in ("new", "aside", "gone"):
        facts[part] = {
            name: sorted(rows) if isinstance(rows, list) else few(rows) for name, rows in facts[part].items()
        }
    facts["waiting"] = {tile: sorted(who) for tile, who in facts["waiting"].items() if who}
    facts["territory"] = {seat: few(kinds) for seat, kinds in facts["territory"].items()}
    facts["unseen"]["territory"] = few(facts["unseen"]["territory"])
    facts["ledger"] = {seat: few(lines) for seat, lines in facts["ledger"].items()}
    facts["rows"] = {row: list(discs) for row, discs in facts["rows"].items()}
    return {name: facts[name] for name in mine}


def few(counts: dict[str, int]) -> dict[str, int]:
    """Counts without those that are nothing."""
    return {name: count for name, count in counts.items() if count}


def agree(t: Table, model: Model) -> None:
    """The second opinion and the facts say the same."""
    facts, mine = told(t, model), model.facts()
    differing = {name: (facts[name], mine[name]) for name in mine if facts[name] != mine[name]}
    assert not differing, f"the engine's and mine: {differing}"


def shown(t: Table, model: Model) -> None:
    """What the view derives is what the second opinion says: control, prices of discs, bank, what must come, items."""
    view = t.fold.view()
    for region, row in view["map"].items():
        assert (row["control"], row["second"]) == (model.first(region), model.second(region)), region
    for row, circles in view["removal"].items():
        for number, price in circles.items():
            disc = model.circles[row][int(number) - 1]
            assert price == (None if disc is None else model.cost(disc, row, int(number))), (row, number)
    assert view["bank"] == (model.bank() if model.options["resource_disc_supply_limited"] else None)
    assert list(view["scores"].values()) == [have["vp"] for have in model.have]
    for turn, told_of in view["turns"].items():
        for seat, points in told_of["vp"].items():
            assert sum(item["vp"] for item in points["items"]) == model.scored[int(turn), int(seat)]
        for seat, eaten in told_of["food"].items():
            lost = [entry for entry in model.ledger[int(seat)] if entry[:2] == (int(turn), "food")]
            assert eaten["lost"] == -sum(amount for *_, amount in lost)
            assert eaten["total"] == sum(item.get("food", 0) for item in eaten["items"])


def finished(t: Table, model: Model) -> None:
    """Places and breakdown are those of the second opinion."""
    result: Any = t.fold.result()
    assert result is not None
    for seat in model.players:
        of_seat = result["seats"][str(seat)]
        assert of_seat["rank"] == model.places()[seat]
        assert of_seat["score"] == model.have[seat]["vp"]
        ledger: Counter[tuple[Any, ...]] = Counter()
        for line in of_seat["breakdown"]["ledger"]:
            ledger[line["turn"], line["line"], line["of"] or ""] += line["vp"]
        mine: Counter[tuple[Any, ...]] = Counter()
        for turn, line, source, amount in model.ledger[seat]:
            mine[turn, line, source] += amount
        assert ledger == mine
    assert result["winners"] == [seat for seat in model.players if model.places()[seat] == 1]
    for turn, (order, vp) in enumerate(zip(model.orders, model.after, strict=True), 1):
        assert result["turns"][str(turn)] == {"order": order, "vp": {str(seat): n for seat, n in enumerate(vp)}}


def watched(seats: int, seed: int, components: Json, questions: int = 0) -> Counter[bool]:
    """Play a game beside the second opinion; how many questions at random both called legal, and how many not."""
    dice, seen = Random(seed), Counter[bool]()
    t = table(seats, box=components, options=chosen(seed))
    model = Model(seats, components, chosen(seed))
    for move in game(seats, seed, components):
        for _ in range(questions):
            seen[asked(t, model, probe(dice, model))] += 1
        t.after(move)
        model.play(move)
        agree(t, model)
        if dice.random() < SHARE:
            shown(t, model)
    shown(t, model)
    assert t.look("phase") == "finished"
    finished(t, model)
    return seen


@pytest.mark.parametrize("seeds", BUNCHES, ids=str)
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_move_of_a_game_is_legal_and_the_second_opinion_agrees(seats: int, seeds: range) -> None:
    for seed in seeds:
        watched(seats, seed, rise_of_empires.box())


@pytest.mark.parametrize("seats", [2, 3, 4, 5] if GAMES > BUNCH else [5])
def test_both_say_the_same_of_moves_at_random(seats: int) -> None:
    for seed in range(1000 + seats, 1000 + seats + max(1, GAMES // 4)):
        seen = watched(seats, seed, rise_of_empires.box(), questions=3)
        assert min(seen[True], seen[False]) > 50


@pytest.mark.parametrize("seats", [2, 3, 4, 5] if GAMES > BUNCH else [3])
def test_both_say_the_same_of_games_with_other_editions(seats: int) -> None:
    for seed in range(2001 + seats, 2001 + seats + max(1, GAMES // 4)):
        components = edition(seed * 10 + seats)
        assert rise_of_empires.check_box(components) == []
        seen = watched(seats, seed, components, questions=3)
        assert min(seen[True], seen[False]) > 30


@pytest.mark.parametrize("seats", [2, 3, 4, 5] if GAMES > BUNCH else [2])
def test_both_say_the_same_of_games_of_want(seats: int) -> None:
    poor = 0
    for seed in range(3000 + seats, 3000 + seats + max(1, GAMES // 4)):
        components = meagre(seed)
        assert rise_of_empires.check_box(components) == []
        seen = watched(seats, seed, components, questions=3)
        assert min(seen[True], seen[False]) > 30
        poor += sum(move.get("perform") is False for move in game(seats, seed, components))
    assert poor


def asked(t: Table, model: Model, move: Json) -> bool:
    """Whether a move is legal, to the engine as to the second opinion; a refusal is by a clause that both name."""
    mine, rule = refusing(model, move), ruling(t, move)
    assert (mine is None) == (rule is None), f"the engine says {rule} and the second opinion {mine} to {move}"
    assert not mine or rule in mine, f"the engine says {rule} and the second opinion {mine} to {move}"
    return rule is None


def refusing(model: Model, move: Json) -> set[str] | None:
    """The clauses that may refuse a move by the second opinion: empty where any may, None where it is legal."""
    try:
        model.copy().play(move)
    except WrongError as error:
        return error.clauses
    return None


def ruling(t: Table, move: Json) -> str | None:
    """The clause by which the engine refuses a move; None where it is legal."""
    try:
        t.fold.decide(move)
    except IllegalMoveError as error:
        return error.rule
    return None


# ---------------------------------------------------------------------------------------------------------- placements

PLACEMENTS = GAMES
HELPERS = {
    "P1-11": "extra_region",
    "P3-08": "extra_region",
    "P2-01": "treat_tile_as_water",
    "P2-03": "ignore_adjacency",
}


@pytest.mark.parametrize("seed", range(PLACEMENTS))
def test_the_check_of_a_placement_agrees_with_a_search_through_all_sets_of_regions(seed: int) -> None:
    dice = Random(seed)
    turn = dice.randint(1, 6)
    t = at(turn)
    regions = list(t.look("map"))
    for region in dice.sample(regions, dice.choice((0, 0, 1, 1, 2, 3))):
        t.cubes(0, **{region: 1})
    tiles = [tile for tile in HELPERS if dice.random() < 0.3 and int(tile[1]) * 2 - 1 <= turn and tile != "P3-08"]
    owned = [tile for tile in tiles if tile in seen_by(t)]
    t.owns(0, *owned).has(0, pool=9)
    model = Model(3, t.fold.box, defaults(rise_of_empires))
    model.turn, model.overseas_open = turn, t.look("overseas_open")
    model.cubes[0].update({region: t.look(f"map.{region}.cubes.0") for region in regions})
    model.have[0]["pool"] = 9
    model.tiles[0] = list(owned)
    face = {f"E{number}": number for number in range(1, 9)}
    tile = dice.choice(sorted(face))
    side = model.empire_tiles[tile]["side_era_1" if model.era == 1 else "side_era_2_3"]
    effects = [effect for name in owned for effect in model.progress_tiles[name]["effects"]]
    placement = model.placement(0, side, [effect for effect in effects if effect["kind"] in HELPERS.values()])
    how = off(t, 0) if model.clock["letter"] == "B" else {}
    more = {"use": owned} if owned else {}
    legal = 0
    for chosen_regions in placement.sets():
        move = act(0, "empire", tile=tile, place=put(**dict.fromkeys(chosen_regions, 1)), **how, **more)
        wrong = {f"ROE-{clause}" for clause in placement.refused([(region, 1) for region in chosen_regions])}
        rule = ruling(t, move)
        assert rule in (wrong or {None}), f"the engine says {rule} and the search {wrong} to {chosen_regions}"
        legal += rule is None
    assert legal


def seen_by(t: Table) -> set[str]:
    """Every progress tile that was turned up."""
    return {*t.look("on_offer.progress"), *t.look("gone.progress")}
