"""Snapshots along a timeline, so that the fold of a long record need not begin at the empty table.

A snapshot is the packed fold of one pair of eyes at a multiple of :data:`EVERY` steps. It is keyed by a digest of its
steps and of the secrets those eyes know, so after a correction it is ignored rather than stale.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, NamedTuple

from engines.kernel import canonical, sealing, snapshot
from engines.kernel.replay import Fold
from service.access.eyes import PUBLIC, Eyes
from service.record.entries.opening import RecordOpening, restore
from service.record.entries.steps import Step
from service.record.entries.timeline import Timeline
from service.record.state.quarantine import UNRELATED_ERRORS
from service.store.chain import BrokenChainError, Entry
from service.store.keys import key

EVERY = 64
"""Steps between two snapshots: at most this many are applied after the nearest one."""
MOST_REPLACED = 6
"""How often in a minute a seat's own link may replace what the seat sealed: each time is an entry for good."""

Known = Mapping[str, Mapping[str, Any]]
"""What some eyes know of the secrets of a timeline: name of a step -> secret -> value."""


@dataclass(slots=True)
class Progress:
    """What happened on the way to a position, where the position does not show it.

    Args:
        ended: Name of the step that ended the game; empty while it runs.
        replaced: Seat -> when its own link last replaced what the seat had sealed; at most the last
            :data:`MOST_REPLACED` times.
    """

    ended: str = ""
    replaced: dict[str, list[str]] = field(default_factory=dict)

    def before(self, fold: Fold[Any, Any], step: Step) -> None:
        """Note what a step from a seat's own link is about to replace."""
        if fold.game.replaces(fold.state, step.body) is not None:
            times = self.replaced.setdefault(str(step.body["seat"]), [])
            times.append(step.entry["at"])
            del times[:-MOST_REPLACED]

    def after(self, fold: Fold[Any, Any], step: Step) -> None:
        """Note whether the game is over now. Only a ruling can change that of a game that was."""
        if not self.ended or step.type == "ruled":
            self.ended = "" if fold.game.result(fold.state) is None else self.ended or step.name


class UnreplayableError(BrokenChainError):
    """An entry that was written as it stands, but that the rules of this program cannot take.

    Args:
        version: The version of the entry.
        error: What its replay met.
        place: The place in the timeline of the step that cannot be taken, where that is known.
    """

    def __init__(self, version: int, error: Exception, place: int = 0) -> None:
        super().__init__(version, f"cannot be replayed ({error!r:.200})")
        self.error = error
        self.place = place


class _Start(NamedTuple):
    """Where a fold begins: the fold, its progress, and the field of its snapshot (empty for the empty table)."""

    fold: Fold[Any, Any]
    progress: Progress
    field: str


@dataclass(frozen=True, slots=True)
class Replayer:
    """Folds a timeline for one pair of eyes, from the nearest snapshot on.

    Args:
        store: The log's store.
        opening: The record's opening.
        timeline: The timeline.
        eyes: Whose fold it is.
        known: What they know of the secrets.
        by_own_link: Whether an entry is a seat's sealed part from the seat's own link; None for a record without links.
    """

    store: Any
    opening: RecordOpening
    timeline: Timeline
    eyes: Eyes
    known: Known
    by_own_link: Callable[[Entry], bool] | None

    def fold(
        self,
        place: int,
        below: int | None = None,
        snapshots: dict[str, bytes] | None = None,
        fresh: Fold[Any, Any] | None = None,
    ) -> tuple[Fold[Any, Any], Progress]:
        """A new fold of the first steps of the timeline, from the nearest snapshot that fits; and its progress.

        Args:
            place: How many steps to apply.
            below: The highest place whose snapshot may be used; None for ``place``.
            snapshots: Receives the snapshots on the way: field -> content, as they are stored.
            fresh: A fold of the empty table to use where no snapshot fits; None to set one up.

        Raises:
            UnreplayableError: The rules of this program cannot take a step.
        """
        start = self._nearest_snapshot(place if below is None else below) or self._empty_table(fresh)
        try:
            self._apply_steps(start, place, snapshots)
        except UNRELATED_ERRORS:
            raise
        except Exception:
            if not start.field:
                raise
            # The snapshot may be damaged: try without it.
            damaged, start = start.field, self._empty_table(fresh)
            self._apply_steps(start, place, snapshots)
            self.store.hdel(key("snapshots", self.opening.record), damaged)
        return start.fold, start.progress

    def _empty_table(self, fresh: Fold[Any, Any] | None) -> _Start:
        """The empty table."""
        return _Start(fresh or self.opening.fold(), Progress(), "")

    def _nearest_snapshot(self, place: int) -> _Start | None:
        """The last snapshot at a place or before it that fits; None if there is none."""
        if self.opening.from_scratch:
            return None
        stored, there = key("snapshots", self.opening.record), None
        for at in range(place - place % EVERY, 0, -EVERY):
            name, knows = self._field_and_digest(at)
            if there is not None and name.encode() not in there:
                continue
            raw = self.store.hget(stored, name)
            if raw is None:
                if there is None and at > EVERY:  # where one is missing others are: the store is asked which there are
                    there = set(self.store.hkeys(stored))
                continue
            try:
                found = json.loads(raw)
                if found["steps"] == self.timeline.prefix(at) and found["knows"] == knows:
                    return _Start(restore(self.opening, at, found["state"]), Progress(**found["course"]), name)
            except Exception:  # noqa: BLE001, S112 - another program's, or damaged: a lower one does as well
                continue
        return None

    def _apply_steps(self, start: _Start, place: int, snapshots: dict[str, bytes] | None) -> None:
        """Apply the steps up to a place."""
        fold, progress = start.fold, start.progress
        own, known = self.by_own_link, self.known
        for here, step in enumerate(self.timeline.steps[fold.ply : place], fold.ply):
            try:
                if own is not None and own(step.entry):
                    progress.before(fold, step)
                fold.apply(step.name, sealing.merge(step.body, known[step.name]) if step.name in known else step.body)
                progress.after(fold, step)
            except Exception as error:
                raise UnreplayableError(step.source, error, here) from error
            if snapshots is not None and fold.ply % EVERY == 0:
                name, packed = self._pack(fold, progress)
                snapshots[name] = packed

    def _pack(self, fold: Fold[Any, Any], progress: Progress) -> tuple[str, bytes]:
        """A fold as it is stored: field and content."""
        name, knows = self._field_and_digest(fold.ply)
        state = {"steps": self.timeline.prefix(fold.ply), "knows": knows, "course": asdict(progress)}
        packed = {**state, "state": snapshot.pack(fold.state)}
        return name, json.dumps(packed, sort_keys=True, separators=(",", ":")).encode()

    def _field_and_digest(self, place: int) -> tuple[str, str]:
        """The field of the snapshot at a place, and a digest of what the eyes know of the steps before it.

        Eyes that know no secret of these steps have the public snapshot.
        """
        known = {name: dict(facts) for name, facts in self.known.items() if self.timeline.places[name] < place}
        if not known:
            return f"{PUBLIC.name}/{place}", ""
        return f"{self.eyes.name}/{place}", canonical.digest(known)


def place_of(name: str) -> int:
    """How many steps the snapshot of this field has taken."""
    return int(name.rpartition("/")[2])
