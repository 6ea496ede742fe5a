"""The search for a slip: what it finds, what it ranks first, and what it leaves alone."""

from __future__ import annotations

from typing import Any

from engines.kernel.checks import slip
from engines.kernel.checks.slip import Found, Played
from engines.kernel.game import Json
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
    assert search(TYPED, {1: {"0": {"gold": 9_876}}}) == Found([], search(TYPED).tried, None)


def test_a_record_that_agrees_is_its_own_explanation() -> None:
    """Where nothing differs every change that changes no number fits; nobody is to ask then."""
    found = search(PLAYED, {1: {"0": {"castles_4": slips.counted(PLAYED)["0"]["castles_4"]}}})
    assert found.candidates


def test_a_search_stops_when_it_is_told_to_and_goes_on_where_it_stopped() -> None:
    whole, asked = search(TYPED), iter(range(1_000_000))
    part = search(TYPED, expired=lambda: next(asked) >= 200)
    assert part.tried == 201
    rest = search(TYPED, after=part.next)
    assert (part.tried + rest.tried, rest.next) == (whole.tried, None)
    assert sorted(map(repr, part.candidates + rest.candidates)) == sorted(map(repr, whole.candidates))


def test_a_search_gets_further_each_time_even_if_its_time_is_always_up() -> None:
    after, seen = 0, []
    for _ in range(3):
        part = search(TYPED, after=after, expired=lambda: True)
        assert (part.tried, part.next is None) == (1, False)
        after = part.next or 0
        seen.append(after)
    assert seen == sorted(set(seen))
