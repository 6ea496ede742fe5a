"""Taking back: the last of one's own first, as far as the last barrier, further with everybody's consent."""

from typing import Any

import pytest

from service.record.corrections import undo
from service.record.entries.timeline import Timeline, read

Json = dict[str, Any]
FREE = {"undo": "barriers"}


def at_table(*moves: tuple[int | None, Json | None], more: tuple[Json, ...] = ()) -> Timeline:
    """A line of moves: whose, and the barrier that each is; names from ``"2"`` on."""
    entries: list[Json] = [{"type": "opened", "body": {}}]
    for seat, barrier in moves:
        body = {"type": "act"} | ({} if seat is None else {"seat": seat})
        entries.append({"type": "move", "body": body} | ({"barrier": barrier} if barrier else {}))
    return read({"version": version, **entry} for version, entry in enumerate([*entries, *more], 1))


def bars(*seats: int, what: str = "wizard") -> Json:
    return {"kind": "reveal", "what": what, "seats": list(seats)}


def may(timeline: Timeline, seat: int | None, *names: str, policy: Json = FREE, consents: tuple[int, ...] = ()) -> None:
    undo.check(timeline, seat, names, 3, policy, undo.Consents(consents))


def test_a_seat_takes_back_its_own_last_moves_and_leaves_those_of_others() -> None:
    timeline = at_table((0, None), (1, None), (0, None), (1, None))
    assert undo.last(timeline, 0) == ["4"]
    assert undo.last(timeline, 0, 2) == ["2", "4"]
    assert undo.last(timeline, None, 2) == ["4", "5"]


@pytest.mark.parametrize(("seat", "count"), [(2, 1), (0, 3), (0, 0)])
def test_more_than_there_is_cannot_be_taken_back(seat: int, count: int) -> None:
    with pytest.raises(undo.NothingToUndoError):
        undo.last(at_table((0, None), (1, None), (0, None)), seat, count)


def test_an_earlier_move_waits_for_the_later_ones_of_its_seat() -> None:
    timeline = at_table((0, None), (1, None), (0, None))
    undo.check_order(timeline, 1, ["3"])
    undo.check_order(timeline, 0, ["4", "2"])
    with pytest.raises(undo.OutOfOrderError, match="move 4 came later"):
        undo.check_order(timeline, 0, ["2"])


@pytest.mark.parametrize("names", [[], ["9"], ["3"], ["1"]])
def test_what_is_no_step_of_the_seat_cannot_be_taken_back(names: list[str]) -> None:
    with pytest.raises(undo.NothingToUndoError):
        undo.check_order(at_table((0, None), (1, None)), 0, names)


def test_without_a_barrier_everything_of_ones_own_can_be_taken_back() -> None:
    may(at_table((0, None), (0, None), (0, None)), 0, "2", "3", "4")


def test_a_barrier_cannot_be_taken_back_nor_anything_before_it() -> None:
    timeline = at_table((0, None), (0, bars(0, 1, 2)), (0, None))
    may(timeline, 0, "4")
    for names in (("3", "4"), ("2", "3", "4")):
        with pytest.raises(undo.BarredError, match=r"move 3 is a barrier \(reveal: wizard\)") as refused:
            may(timeline, 0, *names)
        assert (refused.value.name, refused.value.missing) == ("3", (1, 2))


def test_what_another_seat_did_in_answer_fixes_what_came_before_it() -> None:
    timeline = at_table((0, None), (1, {"kind": "reaction", "what": "plunder", "seats": [0]}), (0, None))
    may(timeline, 0, "4")
    with pytest.raises(undo.BarredError, match=r"move 3 is a barrier \(reaction: plunder\)"):
        may(timeline, 0, "2", "4")


def test_a_barrier_binds_only_the_seats_it_names() -> None:
    """A draw of the player before, logged when the next one had begun, is no barrier for the next one."""
    timeline = at_table((0, None), (1, None), (0, bars(0, what="a card drawn")))
    may(timeline, 1, "3")
    with pytest.raises(undo.BarredError):
        may(timeline, 0, "2", "4")


def test_every_barrier_binds_what_is_the_tables_own() -> None:
    with pytest.raises(undo.BarredError):
        may(at_table((None, None), (1, bars(1))), None, "2", "3")


def test_with_the_consent_of_all_others_or_of_a_judge_a_barrier_yields() -> None:
    timeline = at_table((0, bars(0)))
    may(timeline, 0, "2", consents=(1, 2))
    undo.check(timeline, 0, ["2"], 3, FREE, undo.Consents(judge=True))
    with pytest.raises(undo.BarredError) as refused:
        may(timeline, 0, "2", consents=(2,))
    assert refused.value.missing == (1,)


def test_what_was_shown_stays_a_barrier_when_it_is_taken_back() -> None:
    taken_back: Json = {"type": "undone", "body": {"undoes": ["3"], "seat": 0}}
    timeline = at_table((0, None), (0, bars(0)), more=(taken_back,))
    with pytest.raises(undo.BarredError, match="move 3"):
        may(timeline, 0, "2")


def test_a_barrier_that_was_never_played_is_none() -> None:
    retracted: Json = {"type": "corrected", "body": {"changes": [{"op": "retract", "name": "3"}]}}
    may(at_table((0, None), (0, bars(0)), more=(retracted,)), 0, "2")


def test_a_table_may_agree_on_consents_or_on_no_undo_at_all() -> None:
    timeline = at_table((0, None))
    one = {"undo": "consent", "consents": 1}
    may(timeline, 0, "2", policy=one, consents=(2,))
    with pytest.raises(undo.ConsentNeededError) as refused:
        may(timeline, 0, "2", policy=one, consents=(0,))
    assert (refused.value.needed, refused.value.missing) == (1, (1, 2))
    with pytest.raises(undo.ConsentNeededError, match="plays without undo"):
        may(timeline, 0, "2", policy={"undo": "none"}, consents=(1, 2))


def test_consents_that_let_an_undo_happen_do_not_let_it_pass_a_barrier() -> None:
    with pytest.raises(undo.BarredError):
        may(at_table((0, bars(0))), 0, "2", policy={"undo": "consent", "consents": 1}, consents=(1,))


def test_an_undo_can_be_taken_back_until_the_next_move() -> None:
    taken_back: Json = {"type": "undone", "body": {"undoes": ["3"], "seat": 0}}
    undo.check_redo(at_table((0, None), (0, None), more=(taken_back,)), 4)
    later: Json = {"type": "move", "body": {"type": "act", "seat": 1}}
    with pytest.raises(undo.TooLateError, match="move 5"):
        undo.check_redo(at_table((0, None), (0, None), more=(taken_back, later)), 4)
