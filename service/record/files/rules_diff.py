"""The differences that other rules or options would make to a recorded game: what is refused, and what else follows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from engines import RULES
from engines.kernel.box.compare import unequal
from engines.kernel.game import IllegalMoveError, Json, MalformedMoveError
from engines.kernel.replay import Fold
from service.record.entries.timeline import Timeline, read
from service.store.chain import Entry

Folded = Fold[Any, Any]


class Difference(NamedTuple):
    """A difference.

    Args:
        entry: Version of the entry from which on it holds.
        name: Of the move; ``result`` for the result.
        clause: Of the rules; empty where none is named.
        what: ``refused``, or the path of the fact.
        one: What it is by the first rules; None where nothing is there.
        other: By the second.
    """

    entry: int
    name: str
    clause: str
    what: str
    one: Any
    other: Any


def differences(
    entries: Sequence[Entry], boxes: Mapping[str, Json], one: Json, other: Json, rules: tuple[str, str] | None = None
) -> Iterator[Difference]:
    """Every difference between two ways to play a game, in order; each fact once, at the entry where it begins.

    Args:
        entries: The whole log.
        boxes: Hash -> box, of every box that it names.
        one: Options that differ from the record's, of the first way.
        other: Of the second way.
        rules: The rules of both ways (``kingdoms@1``); None for the record's own.

    Raises:
        IllegalMoveError: The rules do not allow such a table.
        KeyError: There are no such rules, or no such option.
    """
    timeline = read(entries)
    versions = rules or (timeline.opening["rules"],) * 2
    folds = [_fold(timeline, boxes, named, changed) for named, changed in zip(versions, (one, other), strict=True)]
    chosen = [clause for clause in _clauses(folds) if clause]
    known: set[str] = set()
    for step in timeline.steps:
        refusals = [None if step.irregular is not None else _refused(fold, step.body) for fold in folds]
        if refusals[0] != refusals[1]:
            clause = next(rule for rule in refusals if rule is not None)
            yield Difference(step.source, step.name, clause, "refused", *refusals)
        for fold in folds:
            fold.apply(step.name, step.body)
        found = {path: values for path, *values in unequal(folds[0].facts(), folds[1].facts())}
        for path in sorted(found.keys() - known):
            yield Difference(step.source, step.name, ", ".join(chosen), path, *found[path])
        known = set(found)
    results = [fold.result() for fold in folds]
    for path, *values in sorted(unequal(_ranks(results[0]), _ranks(results[1]), "result")):
        yield Difference(entries[-1]["version"], "result", ", ".join(chosen), path, *values)


def _fold(timeline: Timeline, boxes: Mapping[str, Json], rules: str, changed: Json) -> Folded:
    opening, game = timeline.opening, RULES[rules]
    options = game.options()
    if unknown := changed.keys() - options.keys():
        raise KeyError(min(unknown))
    stated = {**opening["options"], **changed}
    colours = [seat["colour"] for seat in opening["seats"]]
    values = {name: stated.get(name, option.default) for name, option in options.items()}
    return Fold(game, colours, values, boxes[opening["box"]])


def _clauses(folds: Sequence[Folded]) -> list[str]:
    """The clauses of the options in which two folds differ."""
    one, other = (fold.options for fold in folds)
    named = folds[1].game.options()
    return sorted({named[name].rule for name in other if one.get(name) != other[name]})


def _refused(fold: Folded, move: Json) -> str | None:
    """The clause that refuses a move; empty if it is malformed by these rules; None if they allow it."""
    try:
        fold.game.decide(fold.state, move)
    except IllegalMoveError as error:
        return error.rule
    except MalformedMoveError:
        return ""
    return None


def _ranks(result: Json | None) -> Json:
    seats = {} if result is None else result["seats"]
    return {seat: {"rank": one["rank"], "score": one["score"]} for seat, one in seats.items()}
