"""Imaginary tables: whole games, move by move, held against the invariants of the reference.

``MOVEBOOK_SIMULATED=1000`` plays that many games for each number of players; sides and options are drawn by the seed.
"""

import os
from collections import Counter
from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import pytest

from engines import architects
from engines.kernel.game import IllegalMoveError, Json, MalformedMoveError
from engines.kernel.replay import Fold
from engines.kernel.simulate import pick
from tests.contract.games import walk
from tests.engines.architects.acts import FIGURES
from tests.engines.architects.table import BOX, COLOURS, OPEN
from tests.engines.given import defaults
from tests.long import cases

GAMES = int(os.environ.get("MOVEBOOK_SIMULATED", cases(1, 2)))
BUNCH = 10
BUNCHES = [range(start, min(start + BUNCH, GAMES)) for start in range(0, GAMES, BUNCH)]
FEWER = BUNCHES if GAMES > BUNCH else [range(1)]
"""For games that take longer."""
SIDES: list[Json] = [
    {"side": side, "alternate_characters": alternate, "starting_apprentice": first, "promos": promos, **scope}
    for side, alternate, first, promos, scope in product(
        (1, 2), (False, True), (False, True), (False, True),
        ({"conspirator_scope": "per_turn"}, {"conspirator_scope": "per_capture"}),
    )
]  # fmt: skip
"""Every pair of options, sides among them, meets somewhere here."""


def chosen(seats: int, seed: int) -> Json:
    """The options of a game, drawn by its seed."""
    return {**defaults(architects), **SIDES[Random(100 * seats + seed).randrange(len(SIDES))]}


def seated(seats: int, seed: int) -> list[str]:
    """The colours of a game, drawn by its seed."""
    return Random(seed).sample(COLOURS, seats)


def game(seats: int, seed: int, knows: str = "all") -> Iterator[Json]:
    """The moves of one imaginary game."""
    return architects.table(Random(seed), seated(seats, seed), chosen(seats, seed), BOX, knows=knows)


def opened(seats: int, seed: int) -> Fold[Any, Any]:
    """A fold before the first move of a game."""
    return Fold(architects, seated(seats, seed), chosen(seats, seed), BOX)


def invariants(facts: Json, options: Json) -> None:
    """What is true of every table, from the facts alone (AUTO-13)."""
    seats = facts["seats"]
    workers: Counter[str] = Counter(map(str, [*facts["guildhall"], *facts["aside"]]))
    workers.update(str(seat) for seat in facts["market"].values() if seat is not None)
    for there in [*(facts["locations"][place] for place in OPEN), facts["prison"]]:
        workers.update(there)
    for mine in seats.values():
        workers.update(mine["captives"])
    promos = 3 * options["promos"]
    for seat, mine in seats.items():
        assert workers[seat] + mine["workers"] == 20, seat
        assert 0 <= mine["virtue"] <= 14
        assert min(*mine["goods"].values(), mine["workers"], mine["hand"], mine["unpaid"], mine["paid"]) >= 0
        assert len(mine["apprentices"]) <= 5 + (mine["character"] == "rudolf")
        assert seat not in mine["captives"]
    if facts["phase"] not in ("setup", "draft"):
        built = [card for mine in seats.values() for card in mine["buildings"]]
        assert len(built) == len(set(built))
        hands = sum(mine["hand"] for mine in seats.values())
        assert len(built) + hands + facts["building_pile"] == 40 + promos
        shown = [card for row in ("top", "bottom") for card, _ in facts["apprentices"][row]]
        hired = [card for mine in seats.values() for card in mine["apprentices"]]
        assert len({*shown, *hired}) == len(shown) + len(hired) == 40 + promos - facts["apprentices"]["pile"]
    levels = Counter(mine["cathedral"] for mine in seats.values())
    assert all(levels[level + 1] <= room for level, room in enumerate(FIGURES["cathedral"]["spaces"]))
    assert len(facts["guildhall"]) <= FIGURES["guildhall"][str(len(seats))]["spaces"]
    assert facts["market_piles"]["left"] + facts["market_piles"]["right"] == 10
    revealed = facts["rewards"]["revealed"]
    assert len(set(revealed)) == len(revealed) == 2 * len(seats) + 1 - facts["rewards"]["pile"]
    assert facts["tax_silver"] >= 0


def silver(facts: Json) -> int:
    """All silver that lies with players, on cards and above the Tax Stand."""
    rows = facts["apprentices"]
    laid: int = facts["tax_silver"] + sum(count for row in ("top", "bottom") for _, count in rows[row])
    return laid + sum(int(mine["goods"]["silver"]) for mine in facts["seats"].values())


@pytest.mark.parametrize("seeds", BUNCHES, ids=str)
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_auto_13_every_move_of_a_game_is_legal_and_every_invariant_holds(seats: int, seeds: range) -> None:
    for seed in seeds:
        watched(seats, seed)


def watched(seats: int, seed: int) -> None:
    """Play a game to its end; every seat has one final turn (ARC-22.3)."""
    options, fold, finals = chosen(seats, seed), opened(seats, seed), Counter[int]()
    for move in game(seats, seed):
        before = fold.facts() if fold.ply else {"phase": "setup"}
        if before["phase"] == "final_round" and before["pending"] is None and move["type"] != "discard_apprentice":
            finals[before["active"]] += 1
        fold.play(move)
        invariants(fold.facts(), options)
    assert finals == Counter(range(seats))
    result = fold.result()
    assert result is not None
    for mine in result["seats"].values():
        assert mine["score"] == sum(line["vp"] for line in mine["breakdown"].values())
        assert mine["order_matters"] == bool(mine["other_totals"])


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_silver_is_kept_between_players_tax_and_cards_but_for_the_supply(seats: int) -> None:
    """No move without a price or a gain changes how much silver there is."""
    fold = opened(seats, 1)
    still = {"return_worker", "forced_pass", "discard_apprentice", "discard_to_limit", "place_quarry", "place_forest"}
    for move in game(seats, 1):
        before = silver(fold.facts()) if fold.ply else 0
        fold.play(move)
        if move["type"] in still | {"place_mines", "workshop_draw", "place_tax_stand"} and "hugo_pays" not in move:
            assert silver(fold.facts()) == before, move


# --------------------------------------------------------------------------------------- games made of what is offered

LIKED = {
    "build": 9, "cathedral": 9, "workshop_hire": 4, "place_town_centre": 3, "place_guardhouse": 3, "end_effects": 1,
}  # fmt: skip
"""How much more often these are chosen than other moves, so that something happens."""
GONE_ON = 150
"""Moves of a game made of offers."""


def made(fold: Fold[Any, Any], offer: Json, rng: Random) -> Json:
    """A move made by answering what is offered at random; secrets that may be left out are."""
    move = walk(fold, offer, lambda _, domain: pick(rng, domain, 1 if domain.get("secret") else 0.3)).move
    told: Json = said(move)
    return told


def said(value: Any) -> Any:
    """A value without what was left out."""
    if isinstance(value, dict):
        return {key: said(part) for key, part in value.items() if part is not None}
    return [said(part) for part in value if part is not None] if isinstance(value, list) else value


@pytest.mark.parametrize("seeds", FEWER, ids=str)
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_games_made_of_what_is_offered_keep_every_invariant(seats: int, seeds: range) -> None:
    """Other tables than the imaginary ones: what can be left out, evaded, kept or paid for by Hugo is, at random."""
    for seed in seeds:
        rng, options = Random(1000 * seats + seed), chosen(seats, seed)
        fold, moves = opened(seats, seed), game(seats, seed)
        for _ in range(2 + seats * options["starting_apprentice"]):
            fold.play(next(moves))
        for _ in range(GONE_ON):
            if played(fold, rng) is None:
                break
            invariants(fold.facts(), options)


def played(fold: Fold[Any, Any], rng: Random) -> Json | None:
    """Play a move made of what is offered, some kinds more often than others; None where nothing more is legal."""
    offers = [offer for offer in fold.offers()["moves"] if offer["type"] != "reveal_hand"]
    offers = [offer for offer in offers if offer["type"] != "discard_apprentice" or rng.random() < 0.1]
    weighed = [(rng.random() ** (1 / LIKED.get(offer["type"], 1)), place) for place, offer in enumerate(offers)]
    for _, place in sorted(weighed, reverse=True):
        for _ in range(3):
            move = made(fold, offers[place], rng)
            try:
                fold.decide(move)
            except (IllegalMoveError, MalformedMoveError):
                continue
            fold.play(move)
            return move
    return None
