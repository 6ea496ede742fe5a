"""The search for a slip: what it finds, what it ranks first, and what it leaves alone."""

from typing import Any

import pytest

from engines.kernel.checks import figures as checks
from engines.kernel.checks import slip
from engines.kernel.checks.slip import Found, Played
from engines.kernel.copying import copied
from engines.kernel.game import Json
from tests.contract.games import Table
from tests.fixtures import slips
from tests.fixtures.slips import TABLE

PLAYED, TYPED, PLACE = slips.epoch()


def bodies(moves: Any) -> list[Json]:
    fold = TABLE.fold()
    return [fold.play(move)[1] for move in moves]


def steps(moves: Any, *, fixed: frozenset[int] = frozenset()) -> list[Played]:
    return [Played(str(place + 2), body, place in fixed) for place, body in enumerate(bodies(moves))]


def search(moves: Any, declared: Any = None, **more: Any) -> Found:
    said = {1: slips.counted(PLAYED)} if declared is None else declared
    return slip.search(TABLE.fold(), steps(moves), said, **more)


def test_a_mistyped_value_is_found_and_comes_first() -> None:
    found = search(TYPED)
    assert found.next is None
    first = found.candidates[0]
    amended = {"op": "amend", "name": str(PLACE + 2), "body": bodies(PLAYED)[PLACE]}
    assert (first.kind, first.name, first.changes) == ("field", str(PLACE + 2), [amended])


def test_every_candidate_gives_the_number_that_was_declared() -> None:
    told, recorded = slips.counted(PLAYED), slips.counted(TYPED)
    seat = next(seat for seat in told if told[seat]["gold"] != recorded[seat]["gold"])
    found = search(TYPED, {1: {seat: {"gold": told[seat]["gold"]}}})
    assert found.candidates
    for one in found.candidates[:5]:
        moves = bodies(TYPED)
        for change in one.changes:
            moves[int(change["name"]) - 2] = change["body"]
        assert slips.counted(moves)[seat]["gold"] == told[seat]["gold"]


def test_what_somebody_sealed_from_a_link_of_their_own_is_not_touched() -> None:
    held = frozenset({PLACE})
    found = slip.search(TABLE.fold(), steps(TYPED, fixed=held), {1: slips.counted(PLAYED)})
    assert str(PLACE + 2) not in {change.get("name") for one in found.candidates for change in one.changes}


def test_a_difference_that_no_single_change_explains_has_no_candidate() -> None:
    assert search(TYPED, {1: {"0": {"gold": 9_876}}}) == Found([], search(TYPED).tried, None, likely=True)


def test_a_record_that_agrees_is_its_own_explanation() -> None:
    """Where nothing differs every change that changes no number fits; nobody is to ask then."""
    found = search(PLAYED, {1: {"0": {"castles_4": slips.counted(PLAYED)["0"]["castles_4"]}}})
    assert found.candidates


def test_a_search_stops_when_it_is_told_to_and_goes_on_where_it_stopped() -> None:
    whole, asked = search(TYPED), iter(range(1_000_000))
    part = search(TYPED, expired=lambda: next(asked) >= 200)
    assert part.tried == 201
    parts = [part]
    while parts[-1].next is not None:
        parts.append(search(TYPED, after=parts[-1].next))
    assert sum(one.tried for one in parts) == whole.tried
    assert {repr(one) for one in whole.candidates} <= {repr(one) for each in parts for one in each.candidates}


def test_a_search_that_has_explained_the_numbers_leaves_what_is_unlikely(monkeypatch: pytest.MonkeyPatch) -> None:
    counted, recorded = slips.counted(PLAYED), slips.counted(TYPED)
    said = {1: {seat: figures for seat, figures in counted.items() if figures != recorded[seat]}}
    whole = search(TYPED, said)
    monkeypatch.setattr(slip, "ENOUGH", 1)
    part = search(TYPED, said)
    assert (part.likely, bool(part.candidates), part.next is None) == (True, True, False)
    seats = {bodies(TYPED)[int(one.name) - 2].get("seat") for one in part.candidates if one.kind == "field"}
    assert seats <= {int(seat) for seat in said[1]}
    rest = search(TYPED, said, after=part.next)
    assert (part.tried + rest.tried, rest.next) == (whole.tried, None)


def test_a_left_out_move_is_found_with_its_nested_fields() -> None:
    """The last card of a round of Mage Knight that was paid for with a crystal, and what it chose."""
    table = Table("mage_knight", 2, 7)
    fold, start, played = table.fold(), table.fold(), list[Json]()
    for move in table.moves():
        if move.get("payments"):
            start.state, start.ply, played = copied(fold.state), fold.ply, []
        played.append(fold.play(move)[1])
        if checks.checks_of(fold.game, fold.state).passed:
            break
    left_out, *typed = played
    assert left_out["choices"] == [{"die": "white"}, {"color": "black"}]
    found = slip.search(
        start, [Played(str(place + 2), body) for place, body in enumerate(typed)], {1: checks.values(fold)}
    )
    assert left_out in [one.changes[0]["body"] for one in found.candidates if one.kind == "missing"]


def test_a_search_over_400_moves_of_mage_knight_gives_up_when_its_budget_is_spent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = Table("mage_knight", 4, 7)
    fold, asked = table.fold(), list[str]()
    made = [Played(str(place + 2), fold.play(move)[1]) for place, move in zip(range(400), table.moves(), strict=False)]
    said = {checks.checks_of(fold.game, fold.state).passed: {"0": {"fame": 9_876}}}

    def count(name: str, answer: Any) -> None:
        monkeypatch.setattr(fold.game, name, lambda *given: asked.append(name) or answer(*given))

    for name in ("decide", "offers"):
        count(name, getattr(fold.game, name))
    budget, after = 1500, 0
    for _ in range(2):
        asked.clear()
        part = slip.search(table.fold(), made, said, after, lambda: len(asked) > budget)
        # One change decides each move at most once; the questions for a move that was left out are limited, too.
        assert budget < len(asked) < budget + 2 * len(made)
        assert (part.candidates, len(made), (part.next or 0) > after) == ([], 400, True)
        after = (len(made) + 200) * slip.SPAN  # the moves that were left out


def test_a_search_goes_straight_to_where_it_continues(monkeypatch: pytest.MonkeyPatch) -> None:
    """A long record leaves time to try something: what comes before is played once, and no change is tried again."""
    decide, decided = TABLE.game.decide, list[Json]()

    def noted(state: Any, move: Json) -> Any:
        decided.append(move)
        return decide(state, move)

    after, seen, made, said = 0, list[int](), steps(TYPED), {1: slips.counted(PLAYED)}
    monkeypatch.setattr(TABLE.game, "decide", noted)
    for _ in range(3):
        decided.clear()
        part = slip.search(TABLE.fold(), made, said, after, lambda: True)
        assert (part.tried, part.next is None) == (1, False)
        assert len(decided) <= 2 * len(made) + 1
        after = (part.next or 0) + 10 * slip.SPAN
        seen.append(after)
    assert seen == sorted(set(seen))
