"""Adjustments: what a judge may put right is no move, keeps what is true of every table, and leaves a game to go on."""

import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from engines.kernel import canonical
from engines.kernel.game import Field, Game, IllegalMoveError, Json, MalformedMoveError, rules_of
from engines.kernel.patch import diff
from engines.kernel.replay import Fold
from engines.kernel.simulate import pick as picked
from tests.contract.deciding import NASTY, changed, clause, fits, leaves, malformed
from tests.contract.games import Log, Table, UnsealedError, clone, played, walk
from tests.contract.walk import Check, Watch, packed, some_plies
from tests.engines.given import in_both_languages
from tests.engines.kernel.examples import SIMULATED

TRIES = 2 * SIMULATED
"""Adjustments of each type that are tried at a moment; more of them with ``MOVEBOOK_SIMULATED``."""


def value(rng: Random, field: Field, seats: int) -> Any:
    """A value that a judge may write for a field."""
    inner = field.of or Field("text")
    match field.kind:
        case "choice":
            return rng.choice(field.choices)
        case "integer" if field.seat:
            return rng.randrange(seats)
        case "integer":
            return rng.randint(field.low if field.low is not None else -9, 9 if field.high is None else field.high)
        case "flag":
            return rng.random() < 0.5
        case "list":
            return [value(rng, inner, seats) for _ in range(rng.randint(0, 3))]
        case "map":
            keys = [str(seat) for seat in range(seats)] if field.keys == "seat" else list(field.keys)
            return {key: value(rng, inner, seats) for key in keys if rng.random() < 0.5}
        case "group":
            return {name: value(rng, of, seats) for name, of in field.fields.items()}
        case _:
            return "x"


def some(rng: Random, fold: Fold[Any, Any], kind: str) -> Json:
    """An adjustment of a type, by chance."""
    about = fold.game.adjustments(fold.box)[kind]
    seats = len(fold.seats)
    seat = {"seat": rng.randrange(seats)} if about.seated else {}
    told = {name: value(rng, field, seats) for name, field in about.fields.items()}
    return {"type": kind, **seat, **{name: it for name, it in told.items() if it is not None}}


def refusal(error: IllegalMoveError, fold: Fold[Any, Any]) -> None:
    """Assert that a refusal names a clause of the rules, says why, and gives no event: there is no other meaning."""
    assert clause(fold.game, error.rule), error.rule
    in_both_languages(error.says)
    assert error.code is None or re.match(r"[a-z][a-z0-9_]*\Z", error.code)
    assert error.event is None


def ordered(fold: Fold[Any, Any], adjustment: Any) -> Json | None:
    """The body of an adjustment; None for one that is refused, which says why and has no other meaning."""
    try:
        event = fold.adjust(adjustment)
    except IllegalMoveError as error:
        refusal(error, fold)
        return None
    body: Json = fold.game.encode(event)
    canonical.check(body)
    fits(Field("group", fields=fold.game.adjustments(fold.box)[body["type"]].fields), body)
    assert fold.game.decode(json.loads(canonical.dumps(body))) == event
    assert fold.adjust(body) == event
    return body


def with_rulings(table: Table, rng: Random, *, at_once: int, most: int) -> Iterator[tuple[Log, str | None]]:
    """A game made of offers, with rulings before every third move."""
    log = Log(table)
    kinds = list(table.game.adjustments(table.game.box()))
    while log.writer.offers()["moves"] and len(log.entries) < most:
        for part in range(at_once if len(log.entries) % 3 == 0 else 0):
            body = ordered(log.writer, some(rng, log.writer, rng.choice(kinds)))
            if body is not None:
                for fold in (log.writer, log.public):
                    fold.apply(f"{len(log.entries) + 1}.{part}", body)
                yield log, body["type"]
        offer = rng.choice(log.writer.offers()["moves"])
        try:
            log.write(walk(log.writer, offer, lambda _, domain: picked(rng, domain, 0.2)).move)
        except (IllegalMoveError, UnsealedError):
            continue
        yield log, None


def judged(fold: Fold[Any, Any]) -> tuple[Json, Json]:
    """What a judge would compare: the public facts, and what lies behind screens."""
    return fold.facts(), fold.view().get("derived", {})


def applied(fold: Fold[Any, Any], body: Json, name: str = "999.1") -> None:
    """Assert what holds of an accepted adjustment, on a second fold."""
    game = fold.game
    assert list(game.opens(fold.state, body)) == []
    assert game.barrier(fold.state, game.decode(body)) is None
    with pytest.raises(MalformedMoveError):
        fold.decide(body)
    before, view = judged(fold), fold.view()
    other = clone(fold)
    told = other.step(name, body)
    in_both_languages(told["says"])
    assert judged(other) != before, f"{body} changed nothing that a judge would compare"
    assert told["patch"] == diff(view, other.view()) != []
    canonical.check(other.view())
    canonical.check(other.facts())
    other.result()
    other.offers()
    assert packed(clone(other)) == packed(other)


def adjustments_are_no_moves_and_never_on_offer(table: Table) -> Watch:
    kinds = set(table.game.adjustments(table.game.box()))
    assert not kinds & set(table.game.moves(table.game.box()))
    assert not kinds & set(table.game.secret)
    while (at := (yield)) is not None:
        assert not kinds & {offer["type"] for offer in at.offers}
        assert not kinds & {kind for kind, _ in table.game.may(at.fold.state)}


def an_adjustment_is_refused_with_its_clause_or_changes_what_a_judge_compares(table: Table) -> Watch:
    rng, chosen = Random(table.seed), some_plies(table, 5)
    while (at := (yield)) is not None:
        if at.ply in chosen:
            for kind in table.game.adjustments(at.fold.box):
                for _ in range(TRIES):
                    body = ordered(at.fold, some(rng, at.fold, kind))
                    if body is not None:
                        assert ordered(at.public, body) == body, "who knows less refuses no more"
                        applied(at.fold, body)
                        applied(at.public, body)


def an_adjustment_with_one_value_wrong_is_refused_or_still_canonical(table: Table) -> Watch:
    rng, chosen = Random(table.seed), some_plies(table, 2)
    while (at := (yield)) is not None:
        if at.ply in chosen:
            for kind in table.game.adjustments(at.fold.box):
                right = some(rng, at.fold, kind)
                for path in leaves(right):
                    for nasty in NASTY:
                        try:
                            body = ordered(at.fold, changed(right, path, nasty))
                        except MalformedMoveError as error:
                            malformed(error)
                        else:
                            assert body is None or at.fold.game.decode(body)


def a_game_goes_on_after_rulings(table: Table) -> None:
    """Of offers alone, with a ruling after every few moves."""
    rng, log = Random(table.seed), Log(table)
    kinds = list(table.game.adjustments(table.game.box()))
    for turn in range(120):
        if kinds and turn % 6 == 5:
            for number in range(1, 4):
                body = ordered(log.writer, some(rng, log.writer, rng.choice(kinds)))
                if body is not None:
                    for fold in (log.writer, log.public):
                        fold.apply(f"{len(log.entries) + 1}.{number}", body)
            assert log.writer.facts() == log.public.facts()
        offered = log.writer.offers()["moves"]
        if not offered:
            break
        made = walk(log.writer, rng.choice(offered), lambda _, domain: picked(rng, domain, 0.5))
        try:
            log.write(made.move)
        except (IllegalMoveError, UnsealedError):
            continue
    assert log.writer.facts() == log.public.facts()
    assert packed(clone(log.writer)) == packed(log.writer)


def adjustments_at_the_wrong_time_are_never_refused(table: Table) -> Watch:
    """As an engine is given them behind a correction that took their reason away."""
    rng, fold, chosen = Random(table.seed), table.fold(), some_plies(table, 5)
    bodies = [entry.known_body() for entry in rng.sample(played(table).entries, min(40, len(played(table).entries)))]
    while (at := (yield)) is not None:
        if at.ply in chosen:
            tried = [some(rng, at.fold, kind) for kind in at.fold.game.adjustments(at.fold.box) for _ in range(3)]
            bodies += [body for body in (ordered(at.fold, one) for one in tried) if body is not None]
    for number, body in enumerate(rng.sample(bodies, len(bodies)), 2):
        fold.step(f"{number}.1", body)
        fold.facts()
        fold.result()
        fold.offers()
    assert packed(clone(fold)) == packed(fold)


def moments_of(game: Game[Any, Any], plies: int) -> Iterator[Fold[Any, Any]]:
    """The recorder's fold at some moments of one game for each number of seats; not to be changed."""
    for table in (Table(rules_of(game), count, 0) for count in game.seats):
        fold, chosen = table.fold(), some_plies(table, plies)
        for ply, entry in enumerate([*played(table).entries, None]):
            if ply in chosen:
                yield fold
            if entry is not None:
                fold.apply(entry.name, entry.known_body())


def exercised(game: Game[Any, Any]) -> tuple[set[str], set[str]]:
    """The types of adjustment that are accepted somewhere, and those that are refused somewhere."""
    rng = Random(0)
    taken, refused = set[str](), set[str]()
    for fold in moments_of(game, 24):
        for kind in game.adjustments(fold.box):
            for _ in range(2 * TRIES):
                (refused if ordered(fold, some(rng, fold, kind)) is None else taken).add(kind)
    return taken, refused


CHECKS: tuple[Check, ...] = (
    adjustments_are_no_moves_and_never_on_offer,
    an_adjustment_is_refused_with_its_clause_or_changes_what_a_judge_compares,
    an_adjustment_with_one_value_wrong_is_refused_or_still_canonical,
    a_game_goes_on_after_rulings,
    adjustments_at_the_wrong_time_are_never_refused,
)
