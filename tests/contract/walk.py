"""One replay of a table, moment by moment, for any number of checks at once."""

import inspect
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Any

import orjson

from engines.kernel import snapshot
from engines.kernel.game import Json
from engines.kernel.replay import Fold
from tests.contract.games import Entry, Log, Table, played

Watch = Generator[None, "Moment | None", None]
Check = Callable[[Table], Watch | None]
"""A generator that is sent each moment, then None; or a function of the table."""


def spelled(value: Any, *, in_order: bool = False) -> bytes:
    """Bytes to compare JSON values by: the same for equal values, and for no others."""
    return orjson.dumps(value, option=0 if in_order else orjson.OPT_SORT_KEYS)


def packed(fold: Fold[Any, Any]) -> bytes:
    """Everything a fold holds."""
    return spelled(snapshot.pack(fold.state))


@dataclass
class Moment:
    """A place in a replay: what each fold holds, what comes next, and what led here. Folds are not to be changed."""

    table: Table
    log: Log
    ply: int
    fold: Fold[Any, Any]
    public: Fold[Any, Any]
    seats: Sequence[Fold[Any, Any]]
    entry: Entry | None
    came: Entry | None = None
    step: Json = field(default_factory=dict)
    public_step: Json = field(default_factory=dict)

    @cached_property
    def packed(self) -> bytes:
        """Everything the recorder's fold holds."""
        return packed(self.fold)

    @cached_property
    def view(self) -> Json:
        """The recorder's view."""
        return self.fold.view()

    @cached_property
    def spelled(self) -> bytes:
        """The recorder's view, to compare it by."""
        return spelled(self.view)

    @cached_property
    def facts(self) -> Json:
        """The recorder's facts."""
        return self.fold.facts()

    @cached_property
    def result(self) -> Json | None:
        """The outcome as the recorder knows it."""
        return self.fold.result()

    @cached_property
    def offers(self) -> list[Json]:
        """What the recorder is offered."""
        return list(self.fold.offers()["moves"])


def moments(table: Table) -> Iterator[Moment]:
    """Every moment of a table's game, the empty table and the end among them."""
    log, options, box = played(table), table.options, table.game.box()
    fold, public = Fold(table.game, table.seats, options, box), table.fold()
    seats = [table.fold() for _ in range(table.count)] if table.knows == "all" else []
    came: dict[str, Any] = {}
    for ply, entry in enumerate([*log.entries, None]):
        moment = Moment(table, log, ply, fold, public, seats, entry, **came)
        before, kept = moment.packed, packed(public)
        yield moment
        assert packed(fold) == before, f"what was asked at ply {ply} changed the state"
        assert packed(public) == kept, f"what was asked at ply {ply} changed the public state"
        if entry is None:
            break
        came = {
            "came": entry,
            "step": fold.step(entry.name, entry.known_body()),
            "public_step": public.step(entry.name, entry.body),
        }
        for seat, eyes in enumerate(seats):
            eyes.apply(entry.name, entry.known_body(seat))
    assert box == table.game.box(), "the box was changed"
    assert options == table.options, "the options were changed"


def some_plies(table: Table, count: int) -> set[int]:
    """Some plies of a game, the empty table and the end among them."""
    last = len(played(table).entries)
    return {0, last, *Random(table.seed).sample(range(last), min(count, last))}


def failures(table: Table, checks: Sequence[Check]) -> list[Exception]:
    """What each check that fails at this table found, with its name and the ply, after one replay for all of them."""
    found: list[Exception] = []
    watching: dict[str, Watch] = {}

    def tried(name: str, act: Callable[[], Any], ply: int | None) -> bool:
        """Whether a check goes on; what it fails with is kept."""
        try:
            act()
        except StopIteration:
            return False
        except Exception as error:  # noqa: BLE001 - whatever a check stumbles over is its finding
            error.add_note(f"{name}, at {table}" + ("" if ply is None else f", ply {ply}"))
            found.append(error)
            return False
        return True

    for check in checks:
        if inspect.isgeneratorfunction(check):
            watch = check(table)
            next(watch)
            watching[check.__name__] = watch
        else:
            tried(check.__name__, lambda check=check: check(table), None)

    def replay() -> None:
        for moment in moments(table):
            for name, watch in list(watching.items()):
                if not tried(name, lambda watch=watch, moment=moment: watch.send(moment), moment.ply):
                    del watching[name]

    tried("nothing_that_is_asked_changes_anything", replay, None)
    for name, watch in watching.items():
        tried(name, lambda watch=watch: watch.send(None), None)
    return found
