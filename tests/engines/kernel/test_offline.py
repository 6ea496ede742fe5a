"""A table apart from the service goes on by the same rules, from its opening or from a packed fold."""

import random
from typing import Any

import pytest

from engines import GAMES
from engines.kernel import snapshot
from engines.kernel.game import Json
from engines.kernel.offline import OfflineTable, answer
from engines.kernel.replay import Fold
from tests.viewer.replay_fixture import defaults


def opening(game: str) -> Json:
    title = GAMES[game]
    colours = list(title.colours(title.box()))[: title.seats.start]
    return {"seats": colours, "options": defaults(game), "memory_aid": False, "box": title.box()}


def moves(game: str, most: int) -> list[Json]:
    title, start = GAMES[game], opening(game)
    table = title.table(random.Random(7), start["seats"], start["options"], start["box"])
    return [move for move, _ in zip(table, range(most), strict=False)]


@pytest.mark.parametrize("game", sorted(GAMES))
def test_moves_made_apart_lead_where_the_service_s_fold_is(game: str) -> None:
    title, start = GAMES[game], opening(game)
    fold: Fold[Any, Any] = Fold(title, start["seats"], start["options"], start["box"])
    played = moves(game, 40)
    table = OfflineTable(title, start)
    for place, move in enumerate(played):
        if place == len(played) // 2:
            table = OfflineTable(title, {**start, "ply": fold.ply, "state": snapshot.pack(fold.state)})
        told = fold.apply_and_describe(str(place), title.encode(fold.decide(move)))
        assert table.dry(move)["says"] == told["says"]
        assert table.make(str(place), move)["says"] == told["says"]
    assert table.offers() == fold.offers()
    assert table.view() == fold.view()


def test_what_the_rules_refuse_is_told_as_the_service_tells_it_and_changes_nothing() -> None:
    table = OfflineTable(GAMES["kingdoms"], opening("kingdoms"))
    before = table.view()
    wrong = {"type": "place_castle", "seat": 0, "rank": 1, "row": 1, "col": 1}
    refused = answer(table, "make", {"name": "2", "move": wrong}, "en")["problem"]
    assert (refused["status"], refused["type"]) == (422, "urn:movebook:problem:illegal-move")
    assert refused["rule"].startswith("KIN-")
    malformed = answer(table, "dry", {"move": {"type": "fly"}}, "es")["problem"]
    assert malformed["status"] == 400
    assert "kingdoms no tiene la jugada 'fly'" in malformed["detail"]
    assert table.view() == before


def test_a_run_goes_on_through_moves_without_a_choice() -> None:
    played = moves("xidit", 400)
    first = next(place for place, move in enumerate(played) if move["type"] == "execute")
    table, start = OfflineTable(GAMES["xidit"], opening("xidit")), opening("xidit")
    fold: Fold[Any, Any] = Fold(GAMES["xidit"], start["seats"], start["options"], start["box"])
    for place, move in enumerate(played[:first]):
        table.make(str(place), move)
        fold.apply(str(place), fold.game.encode(fold.decide(move)))
    rest = list(played[first:])
    ran = table.make(str(first), rest[0], run=True)
    # The imaginary table makes the same moves one by one.
    while fold.ply < ran["ply"]:
        fold.apply(str(fold.ply), fold.game.encode(fold.decide(rest.pop(0))))
    assert table.view() == fold.view()
    assert ran["ply"] > first + 1


def year_of(sealed: str) -> tuple[OfflineTable, list[Json]]:
    """A table of Lords of Xidit whose first orders are sealed, and what its recorder types then.

    Args:
        sealed: By ``seats`` from their own phones, or ``here`` by the recorder who was told them.
    """
    title, start = GAMES["xidit"], opening("xidit")
    played = list(title.table(random.Random(1), start["seats"], start["options"], start["box"], "public"))
    reveal = next(place for place, move in enumerate(played) if move["type"] == "reveal_orders")
    table = OfflineTable(title, start)
    for place, move in enumerate(move for move in played[:reveal] if move["type"] != "program"):
        table.make(str(place + 2), move)
    for seat, orders in played[reveal]["orders"].items():
        told = {"orders": orders} if sealed == "here" else {}
        table.make(str(int(seat) + 20), {"type": "program", "seat": int(seat), **told})
    return table, [{"type": "reveal_orders"}, played[reveal + 1]]


def test_what_a_move_opens_that_was_sealed_elsewhere_cannot_be_said_here() -> None:
    table, (reveal, _) = year_of("seats")
    before = table.view(), table.offers()
    for call in ("dry", "make"):
        told = answer(table, call, {"name": "30", "move": reveal}, "en")
        assert told == {"failed": "reveal_orders opens what was sealed on another phone"}
    assert (table.view(), table.offers()) == before


def test_what_a_move_opens_that_was_sealed_here_is_known() -> None:
    table, (reveal, execute) = year_of("here")
    table.make("30", reveal)
    assert [offer["type"] for offer in table.offers()["moves"]] == ["execute"]
    table.make("31", execute)
