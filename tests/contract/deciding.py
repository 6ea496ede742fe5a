"""Deciding and evolving: what a title owes the log, the replay and its snapshots."""

import json
import re
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

from engines.kernel import canonical, snapshot
from engines.kernel.game import Field, Game, IllegalMoveError, MalformedMoveError
from engines.kernel.replay import Fold
from engines.kernel.simulate import pick
from tests.contract import games
from tests.contract.games import Table, clone, played, walk
from tests.contract.walk import Check, Moment, Watch, packed, some_plies, spelled
from tests.engines.given import in_both_languages, well_said


def a_simulated_game_is_legal_and_ends(table: Table) -> None:
    log = played(table)
    assert log.writer.view()["phase"] == log.public.view()["phase"] == "finished"
    assert log.writer.result() is not None


def a_table_plays_the_same_game_again(table: Table) -> None:
    assert list(table.moves()) == [entry.move for entry in played(table).entries]


def deciding_leaves_the_move_as_it_was(table: Table) -> Watch:
    """That it leaves the state as it was holds :func:`tests.contract.walk.moments`, for all that is asked."""
    while (at := (yield)) is not None:
        if at.entry is not None:
            typed = canonical.canonical(at.entry.move)
            at.fold.decide(at.entry.move)
            at.fold.game.opens(at.fold.state, at.entry.body)
            at.fold.game.replaces(at.fold.state, at.entry.body)
            at.fold.game.barrier(at.fold.state, at.fold.game.decode(at.entry.known_body()))
            assert canonical.canonical(at.entry.move) == typed


def what_seals_fill_in_by_seat_is_declared(table: Table) -> Watch:
    """A seat's link leaves the parts of other seats alone by what the field says."""
    moves = table.game.moves(table.game.box())
    while (at := (yield)) is not None:
        if at.entry is not None:
            for opening in at.public.game.opens(at.public.state, at.entry.body):
                root, _, rest = opening.fills.partition(".")
                field = moves[at.entry.body["type"]].fields[root]
                assert not (rest and field.keys == "seat") or field.sealed, (at.entry.body["type"], root)


def an_event_survives_its_body(table: Table) -> Watch:
    game = table.game
    while (at := (yield)) is not None:
        if at.entry is not None:
            event = at.fold.decide(at.entry.move)
            body = game.encode(event)
            canonical.check(body)
            assert game.decode(json.loads(canonical.dumps(body))) == event
            assert game.encode(game.decode(body)) == body
            assert at.fold.decide(body) == event


def who_knows_less_refuses_no_more(table: Table) -> Watch:
    while (at := (yield)) is not None:
        if at.entry is not None:
            assert at.public.game.encode(at.public.decide(at.entry.body)) == at.entry.body


def events_of_other_games_in_any_order_are_never_refused(table: Table) -> None:
    rng = Random(table.seed)
    bodies = [entry.known_body() for each in (table, table.another()) for entry in played(each).entries]
    fold = table.fold()
    for ply, body in enumerate(rng.sample(bodies, min(len(bodies), 120)), 2):
        fold.game.opens(fold.state, body)
        fold.game.barrier(fold.state, fold.game.decode(body))
        fold.step(str(ply), body)
        fold.facts()
        fold.result()
        fold.offers()
    assert packed(clone(fold)) == packed(fold)


def what_a_finished_table_still_says_changes_no_rank(table: Table) -> Watch:
    ranks: list[list[int]] = []
    while (at := (yield)) is not None:
        assert at.result is not None or not ranks
        if at.result is not None:
            ranks.append([about["rank"] for about in at.result["seats"].values()])
    assert all(later == ranks[0] for later in ranks)


def barriers_say_what_they_bar_and_whom(table: Table) -> None:
    for entry in played(table).entries:
        if entry.barrier is not None:
            assert entry.barrier.kind in ("reveal", "chance", "reaction")
            assert type(entry.barrier.what) is str
            assert entry.barrier.what
            seats = entry.barrier.seats
            assert seats == tuple(sorted(set(seats) & set(range(table.count)))) != ()


def replay_equals_stepping(table: Table) -> Watch:
    """The writer's fold was only ever given events; the one that is watched told each of them."""
    last: Moment | None = None
    while (at := (yield)) is not None:
        last = at
    assert last is not None
    assert last.packed == packed(last.log.writer)
    assert last.spelled == spelled(last.log.writer.view())


def a_snapshot_at_any_ply_continues_as_the_whole(table: Table) -> Watch:
    chosen, later = some_plies(table, 3), list[Fold[Any, Any]]()
    while (at := (yield)) is not None:
        if at.came is not None:
            for fold in later:
                fold.apply(at.came.name, at.came.known_body())
        if at.ply in chosen:
            kept = json.loads(canonical.canonical(snapshot.pack(at.fold.state)))
            fold = table.fold()
            snapshot.unpack(fold.state, kept)
            assert fold.state == at.fold.state
            assert snapshot.pack(fold.state) == kept
            assert spelled(fold.view(), in_order=True) == spelled(at.view, in_order=True), "another order of keys"
            later.append(fold)
    log = played(table)
    whole, result = packed(log.writer), log.writer.result()
    assert all(packed(fold) == whole and fold.result() == result for fold in later)
    assert len(later) == len(chosen)


CLAUSE = re.compile(r"[A-Z]+-[A-Z]?[0-9]+(\.[0-9]+[a-z]?)?\Z")


@cache
def clause(game: Game[Any, Any], rule: str) -> bool:
    """Whether a clause is spelled like one of the title's and stands in its page of rules."""
    return (
        bool(CLAUSE.match(rule))
        and rule.startswith(f"{game.clauses}-")
        and re.search(rf"{re.escape(rule)}\b", games.page(game.name)) is not None
    )


def refusal(error: IllegalMoveError, fold: Fold[Any, Any]) -> None:
    """Assert that a refusal says what a client needs, and that what it would be can be played all the same."""
    assert clause(fold.game, error.rule), error.rule
    well_said(error)
    assert error.code is None or re.match(r"[a-z][a-z0-9_]*\Z", error.code)
    assert set(error.names) <= {str(name) for name in range(2, fold.ply + 2)}
    if error.event is not None:
        canonical.check(error.event)
        clone(fold).step(str(fold.ply + 2), error.event)


def moves_at_the_wrong_time_are_refused_with_clause_and_words(table: Table) -> Watch:
    rng, chosen, refused = Random(table.seed), some_plies(table, 12), 0
    while (at := (yield)) is not None:
        if at.ply in chosen:
            for entry in rng.sample(at.log.entries, min(len(at.log.entries), 8)):
                try:
                    at.fold.decide(entry.move)
                except IllegalMoveError as error:
                    refusal(error, at.fold)
                    refused += 1
    assert refused


NASTY: tuple[Any, ...] = (
    None, True, -1, 0, 10**30, 1.5, float("nan"), "", "1", "x", "\ud800", [], ["x"], {}, {"0": "x"},
)  # fmt: skip


def a_move_with_one_value_wrong_is_refused_or_still_canonical(table: Table) -> Watch:
    rng, chosen = Random(table.seed), some_plies(table, 4)
    while (at := (yield)) is not None:
        if at.ply in chosen:
            for offer in at.offers:
                move = walk(at.fold, offer, lambda _, domain: pick(rng, domain)).move
                for path in leaves(move):
                    for nasty in rng.sample(NASTY, 6):
                        attempt(at.fold, changed(move, path, nasty))


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths to all that can be changed in a move, itself left out."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inside:
        yield (*path, key)
        yield from leaves(item, (*path, key))


def changed(value: Any, path: tuple[Any, ...], to: Any) -> Any:
    """A copy with another value at a path."""
    if not path:
        return to
    inside = dict(value) if isinstance(value, dict) else list(value)
    inside[path[0]] = changed(value[path[0]], path[1:], to)
    return inside


def malformed(error: MalformedMoveError) -> None:
    """Assert that what is no move is told field by field."""
    assert error.errors
    for says in error.errors.values():
        in_both_languages(says)


def attempt(fold: Fold[Any, Any], move: Any) -> None:
    """Try a move: what is accepted has a canonical body and can be played; what is not is refused as it should be."""
    try:
        event = fold.decide(move)
    except IllegalMoveError as error:
        refusal(error, fold)
    except MalformedMoveError as error:
        malformed(error)
    else:
        body = fold.game.encode(event)
        fits(Field("group", fields=fold.game.moves(fold.box)[body["type"]].fields), body)
        assert fold.game.decode(body) == event
        clone(fold).step(str(fold.ply + 2), body)


def fits(of: Field, value: Any) -> None:
    """Assert that what was accepted is of the kind the field declares; how large a number may be, is for the door."""
    inner = of.of or Field("text")
    match of.kind:
        case "group":
            assert set(value) - {"type", "seat"} <= set(of.fields), value
            for name, field in of.fields.items():
                assert name in value or field.optional, f"no {name} in {value}"
                if name in value:
                    fits(field, value[name])
        case "list":
            for item in value:
                if item is not None or not inner.nullable:
                    fits(inner, item)
        case "map":
            for item in value.values():
                if item is not None or not inner.nullable:
                    fits(inner, item)
        case "choice":
            assert value in of.choices, value
        case kind:
            assert type(value) is {"integer": int, "flag": bool, "text": str}[kind], value


CHECKS: tuple[Check, ...] = (
    a_simulated_game_is_legal_and_ends, a_table_plays_the_same_game_again, deciding_leaves_the_move_as_it_was,
    what_seals_fill_in_by_seat_is_declared, an_event_survives_its_body, who_knows_less_refuses_no_more,
    events_of_other_games_in_any_order_are_never_refused, what_a_finished_table_still_says_changes_no_rank,
    barriers_say_what_they_bar_and_whom, replay_equals_stepping, a_snapshot_at_any_ply_continues_as_the_whole,
    moves_at_the_wrong_time_are_refused_with_clause_and_words,
    a_move_with_one_value_wrong_is_refused_or_still_canonical,
)  # fmt: skip
