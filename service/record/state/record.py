"""A record in memory: its timeline, and the folds at the end of it.

:mod:`service.record.entries.timeline` computes the steps that count from the log; folds start from the empty table
(:mod:`service.record.state.folding`). Folding a whole game takes less than 30 ms.

Each pair of eyes has a fold that gets the timeline with only the secrets of those eyes, so it cannot leak others. Eyes
without a secret share the public fold.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from threading import RLock
from typing import Any, NamedTuple, TypeVar

from engines.kernel import sealing
from engines.kernel.game import LANGUAGES, Json
from engines.kernel.replay import Fold
from service.access.eyes import PUBLIC, Eyes, visible
from service.record.entries import boxes, other_shapes, policies, seals, texts
from service.record.entries.changes import Changes, frame, version_of
from service.record.entries.opening import RecordOpening, check_shape, clone
from service.record.entries.steps import Seal, Step
from service.record.entries.tally import Tally
from service.record.entries.timeline import Timeline
from service.record.state import quarantine
from service.record.state.folding import Progress, UnreplayableError, fold_steps
from service.record.state.memory import Memory
from service.record.state.quarantine import UNRELATED_ERRORS
from service.store import canonical_json, chain
from service.store.chain import BrokenChainError, Entry
from service.store.log import Log, Secrets

T = TypeVar("T")
MEASURE_EVERY = 64
"""Moves between two measurements of a state's size."""
MakeFrame = Callable[..., Json]
"""The method that applies a step and returns its frame: :meth:`Fold.step` or :meth:`Fold.apply_and_describe`."""


class _Edition(NamedTuple):
    """The edition of a record when it was last shown.

    Args:
        line: Version of the last change to earlier steps, and the box.
        place: Number of steps that were read.
        words: Every text in them.
        shown: The result of :func:`boxes.edition_of`.
    """

    line: tuple[int, str]
    place: int = 0
    words: frozenset[str] = frozenset()
    shown: Json | None = None


class LiveRecord:
    """One record in this process: its timeline, its folds at one place of the timeline, and the secrets they know.

    Not thread-safe: hold ``lock``. Reload it after an append that failed halfway.
    """

    def __init__(self, log: Log, opening: RecordOpening) -> None:
        self.log = log
        self.opening = opening
        self.game = opening.game
        self.unordered = policies.unordered(opening.game, opening.box, opening.policies)
        self.lock = RLock()
        self.version = self.synced_version = 1
        self.hash: str = opening.entry["hash"]
        self.at: str = opening.entry["at"]
        self.fields: Mapping[str, str] = {}
        self.timeline = Timeline()
        self.timeline.apply(opening.entry)
        self.tally = Tally()
        self.tally.breaches.apply(opening.entry)
        self.public = opening.fold()
        self.progress = Progress()
        self.opening_changed = 0
        self.private_folds: dict[Eyes, Fold[Any, Any]] = {}
        self.secrets: dict[int, Secrets] = {}
        self.dry_run_eyes: Eyes | None = None
        self._edition: _Edition | None = None
        self.memory = Memory()
        self.memory.add_entries(opening.entry)

    @property
    def record(self) -> str:
        """The record's id."""
        return self.opening.record

    @property
    def ended_at(self) -> str:
        """The time of the move that ended the game; empty while it runs."""
        step = self.timeline.step(self.progress.ended)
        return "" if step is None else step.entry["at"]

    def first_version(self, place: int) -> int:
        """The first version whose timeline can begin with the first ``place`` steps of this one."""
        return max(1, self.timeline.opening_changed, *(step.source for step in self.timeline.steps[:place]))

    @property
    def generation(self) -> int:
        """Version of the last entry that changed earlier frames; 0 for none.

        With screens, everybody sees the derived figures once the game is over: then all frames change, too.
        """
        ended = self.progress.ended
        return max(self.timeline.changed, version_of(ended) if ended and "derived" in self.public.view() else 0)

    # Reading entries

    def advance(
        self,
        entries: Iterable[Entry],
        secrets: Mapping[int, Secrets],
        changes: Changes | None = None,
        eyes: Eyes = PUBLIC,
    ) -> None:
        """Apply the next entries and check the chain; fills ``changes`` with frames of ``eyes`` if it is given.

        Raises:
            BrokenChainError: The entries do not follow.
        """
        for entry in chain.checked(entries, self.version, self.hash, self.at):
            self._move_head(entry)
            try:
                self._apply(entry, secrets.get(entry["version"], {}), Fold.step, changes, eyes)
            except (*UNRELATED_ERRORS, BrokenChainError):
                raise
            except Exception as error:
                raise UnreplayableError(entry["version"], error) from error

    def read(self, entries: Iterable[Entry]) -> None:
        """Read entries that are known to follow without folding or measuring them: the folds stay behind the timeline.

        Raises:
            BrokenChainError: One of them names something that does not exist.
        """
        last, timeline, tally, free = None, self.timeline, self.tally, self.is_free
        try:
            for entry in entries:
                timeline.apply(entry)
                tally.apply(entry, free)
                last = entry
        finally:
            if last is not None:
                self.version, self.hash, self.at = last["version"], last["hash"], last["at"]
            if self._change_opening():
                self.public, self.progress = self.opening.fold(), Progress()
                self.private_folds.clear()

    def _change_opening(self) -> bool:
        """Use the opening as the timeline has it now; returns whether this changes the set-up of the table."""
        if self.timeline.opening_changed == self.opening_changed:
            return False
        before, self.opening_changed = self.opening, self.timeline.opening_changed
        self.opening = before.corrected(self.log.store, self.timeline.opening)
        self.unordered = policies.unordered(self.game, self.opening.box, self.opening.policies)
        return any(getattr(self.opening, part) != getattr(before, part) for part in ("options", "box_hash", "colours"))

    def _move_head(self, entry: Entry) -> None:
        self.version, self.hash, self.at = entry["version"], entry["hash"], entry["at"]
        self.memory.add_entries(entry)

    def write(
        self, draft: Entry, secrets: Secrets, eyes: Eyes, languages: Sequence[str] = LANGUAGES
    ) -> tuple[bytes, Entry, list[Json]]:
        """Make the next entry from a draft (``type``, ``by``, ``at``, ``body`` ...) and apply it.

        ``languages``: languages of the sentences in the frames; empty for no frames.

        Returns:
            The canonical bytes of the entry, the entry, and the frames for ``eyes`` from the first changed step on, all
            without patches.

        Raises:
            UncanonicalError: A value has no canonical bytes. The record is then half applied.
        """
        entry: Entry = {"version": self.version + 1, **draft}
        if entry["type"] == "move":
            bars = self.game.barrier(self.public.state, self.game.decode(entry["body"]))
            if bars is not None:
                entry["barrier"] = {"kind": bars.kind, "what": bars.what, "seats": list(bars.seats)}
            opens = self._opens(entry["body"])
            if opens:
                entry["opens"] = opens
        if secrets:
            entry["seals"] = {name: seals.seal(secret["salt"], secret["value"]) for name, secret in secrets.items()}
        changes = Changes(len(self.timeline.steps)) if languages else None
        self._apply(entry, secrets, partial(Fold.apply_and_describe, languages=languages), changes, eyes)
        entry["state"] = canonical_json.digest(self.public.facts())
        spelled = chain.link(entry, self.hash)
        entry = chain.stored(entry, spelled)
        self._move_head(entry)
        return spelled, entry, [] if changes is None else changes.frames

    def _apply(self, entry: Entry, secrets: Secrets, tell: MakeFrame, changes: Changes | None, eyes: Eyes) -> None:
        """Add an entry to the timeline and bring the folds to its end."""
        if entry["type"] in other_shapes.BODIES:
            check_shape(entry["version"], other_shapes.entry_faults(entry, len(self.opening.seats)))
        if facts := texts.without_texts(entry, secrets):
            self.secrets[entry["version"]] = facts
        self.tally.apply(entry, self.is_free)
        first, restarts = self.timeline.apply(entry), self._change_opening()
        if entry["type"] == "sealed":
            for known in [e for e in self.private_folds if visible(secrets, entry["version"], e)]:
                del self.private_folds[known]
            place = self.timeline.places.get(entry["body"]["name"])
            if changes is not None and place is not None:
                changes.seal(place, secrets)
        if first is None:
            return
        if restarts or first < self.public.ply:
            self._rewind(first, eyes if changes is not None else PUBLIC)
        if changes is not None:
            changes.cut(first)
        for place in range(first, len(self.timeline.steps)):
            step = self.timeline.steps[place]
            effect = self._step(step, tell if changes is not None else None, eyes)
            if changes is not None and effect is not None:
                changes.frames.append(frame(place + 1, step, effect))
        if self.public.ply % MEASURE_EVERY == 0:
            self.memory.set_state(self.public.state)

    def _rewind(self, first: int, eyes: Eyes) -> None:
        """Rewind the public fold to a place, and the fold of the eyes that get the frames."""
        has_fold = eyes in self.private_folds
        self.private_folds.clear()
        self._fold_public(first)
        if has_fold:
            self.private_folds[eyes] = self.new_fold(self.timeline, eyes, first)

    def by_own_link(self, entry: Entry) -> bool:
        """Whether an entry is a seat's sealed part that came from the seat's own link."""
        links = self.tally.links
        if not links or entry["type"] != "move":
            return False
        body = entry["body"]
        return body["type"] in self.game.secret and entry["by"] in links.get(str(body.get("seat")), {})

    def is_free(self, entry: Entry) -> bool:
        """Whether the order of an entry does not matter: a seat's own link sealed everything in its move."""
        return self.by_own_link(entry) and entry["body"]["type"] in self.unordered

    def _step(self, step: Step, tell: MakeFrame | None, eyes: Eyes) -> Json | None:
        """Apply a step of the timeline to every fold; return its effect for ``eyes`` if ``tell`` is given."""
        effect = None
        seen = self.private_folds.get(eyes)
        for other, fold in list(self.private_folds.items()):
            try:
                body = sealing.merge(step.body, step.facts(self.secrets, other))
                if tell is not None and other == eyes:
                    effect = tell(fold, step.name, body, derived=eyes.derived)
                else:
                    fold.apply(step.name, body)
            except Exception:
                if other == eyes:
                    raise
                # A broken private fold must not block the writer: drop it; the next read rebuilds it.
                del self.private_folds[other]
        if self.by_own_link(step.entry):
            self.progress.before(self.public, step)
        if tell is not None and seen is None:
            effect = tell(self.public, step.name, step.body, derived=eyes.derived)
        else:
            self.public.apply(step.name, step.body)
        self.progress.after(self.public, step)
        if effect is not None:
            marks = effect["marks"]
            contradictions = self._contradictions(step)
            effect["marks"] = marks + [
                f for f in contradictions if not any(m.get("names") == f["names"] for m in marks)
            ]
        return effect

    def _opens(self, body: Json) -> list[Json]:
        """The sealed facts that a move makes fully public, as its entry states them."""
        return [
            {"name": opening.name, "secret": opening.secret, "fills": opening.fills}
            for opening in self.game.opens(self.public.state, body)
            if self.sealed(opening.name, opening.secret) is not None
        ]

    def sealed(self, name: str, secret: str) -> Seal | None:
        """The location of the seal of a secret that was not opened yet; None where there is none."""
        step = self.timeline.step(name)
        seal = None if step is None else step.seals.get(secret)
        return None if seal in self.timeline.opened else seal

    def _contradictions(self, step: Step) -> list[Json]:
        """A finding for each seal that a step opens and that contradicts it."""
        findings = []
        for opening in step.opens:
            sealed = self.timeline.step(opening["name"])
            seal = None if sealed is None else sealed.seals.get(opening["secret"])
            fact = None if seal is None else self.secret(seal)
            if seal is None or fact is None:
                continue
            if self.dry_run_eyes is not None and not self.dry_run_eyes.can_see(fact["eyes"], seal.version):
                continue  # a dry run opens nothing: these eyes must not learn yet whether the value fits
            if fact["value"] != sealing.look(step.body, opening["fills"]):
                names = [opening["name"], step.name]
                findings.append({"kind": "contradiction", "names": names, "rule": None, "what": opening["secret"]})
        return findings

    def secret(self, seal: Seal) -> dict[str, Any] | None:
        """The stored value of a seal, with its salt; None where it was erased. Never give it to a fold."""
        if seal.version not in self.secrets:
            self.secrets.update(self.log.secrets(self.record, [seal.version]))
        return self.secrets.get(seal.version, {}).get(seal.key)

    def replace_with(self, other: LiveRecord) -> None:
        """Copy all fields from another instance of the same record; the lock stays."""
        for name, value in vars(other).items():
            if name != "lock":
                setattr(self, name, value)

    # Views

    def box_of(self, body: Json) -> Json:
        """The box that a body of the opening names.

        Raises:
            BoxNotFoundError: It is not stored here.
        """
        return self.opening.corrected(self.log.store, body).box

    def edition(self) -> Json:
        """The edition that the game uses, and how much of it was compared (:func:`boxes.edition_of`)."""
        opening, steps = self.opening, self.timeline.steps
        line = (self.timeline.changed, opening.box_hash)
        before = self._edition
        if before is None or before.line != line or before.place > len(steps):
            before = _Edition(line)
        # The set of words that a game uses only grows, and most steps add none.
        words = before.words.union(*(boxes.words(step.body) for step in steps[before.place :]))
        shown = before.shown
        if shown is None or len(words) != len(before.words):
            shown = boxes.edition_of(self.game, opening.box, opening.box_hash, len(opening.seats), words)
        self._edition = _Edition(line, len(steps), words, shown)
        return shown

    def fork(self, eyes: Eyes) -> LiveRecord:
        """A copy for a dry run by one pair of eyes; it shares nothing with this one."""
        other = LiveRecord(self.log, self.opening)
        other.version, other.hash, other.at, other.fields = self.version, self.hash, self.at, self.fields
        other.synced_version, other.opening_changed = self.synced_version, self.opening_changed
        other.timeline = self.timeline.copy()
        other.tally, other.progress = copy.deepcopy(self.tally), copy.deepcopy(self.progress)
        other.public = clone(self.public, self.opening)
        if self.fold(eyes) is not self.public:
            other.private_folds[eyes] = clone(self.fold(eyes), self.opening)
        other.secrets = dict(self.secrets)
        other.dry_run_eyes = eyes
        return other

    def fold(self, eyes: Eyes) -> Fold[Any, Any]:
        """The fold of these eyes at the place of the public one; the public one where they have no secret."""
        if eyes in self.private_folds:
            return self.private_folds[eyes]
        if eyes == PUBLIC or not self.secrets:
            return self.public
        return self._with_retry(eyes, lambda: self._make_fold(eyes))

    def _make_fold(self, eyes: Eyes) -> Fold[Any, Any]:
        """A new fold of these eyes; the public one where they have no secret."""
        if not any(
            visible(secrets, version, eyes) for version, secrets in self.secrets.items() if version <= self.version
        ):
            return self.public
        if not self.known(eyes):  # their secrets are free texts, or belong to steps that do not count
            return self.public
        retried = quarantine.refuse(self.log.store, self.record, eyes)
        fold = self.private_folds[eyes] = self.new_fold(self.timeline, eyes, self.public.ply)
        fold.over = self.public.over
        if retried:
            quarantine.forget(self.log.store, self.record, eyes)
        return fold

    def _with_retry(self, eyes: Eyes, work: Callable[[], T]) -> T:
        """Run work with the fold of these eyes; if it fails, run it again with a new fold."""

        def run(*, from_scratch: bool) -> T:
            if from_scratch:
                self.private_folds.pop(eyes, None)
                self.opening, before = self.opening.reload(self.log.store), self.public
                self._fold_public(before.ply)
                self.public.over = before.over
            return work()

        return quarantine.run_or_quarantine(self.log.store, self.record, eyes, run)

    def view(self, eyes: Eyes) -> Json:
        """The table as these eyes may see it; do not change it.

        Raises:
            QuarantinedError: These eyes cannot fold the record.
        """
        return self._with_retry(eyes, lambda: self.fold(eyes).view(eyes.derived))

    def result(self, eyes: Eyes = PUBLIC) -> Json | None:
        """The outcome as these eyes know it; None while the game runs.

        Raises:
            QuarantinedError: These eyes cannot fold the record.
        """
        return self._with_retry(eyes, lambda: self.fold(eyes).result())

    def offers(self, eyes: Eyes, partial: Json | None = None) -> Json:
        """The moves that may be recorded now, or the next field, as far as these eyes know and may see.

        Raises:
            QuarantinedError: These eyes cannot fold the record.
        """
        if partial is not None:  # an error with a caller's partial move is not a fault of the record
            return self.fold(eyes).offers(partial, eyes.derived)
        return self._with_retry(eyes, lambda: self.fold(eyes).offers(None, eyes.derived))

    def private_fold(self, eyes: Eyes) -> Fold[Any, Any]:
        """A fold of these eyes, separate from the public one: they are about to get a secret."""
        fold = self.fold(eyes)
        if fold is self.public:
            fold = self.private_folds[eyes] = clone(self.public, self.opening)
        return fold

    def known(self, eyes: Eyes) -> dict[str, dict[str, Any]]:
        """What these eyes know of this timeline: name -> secret -> value."""
        return self.timeline.facts(self.secrets, eyes)

    # New folds

    def new_fold(
        self, timeline: Timeline, eyes: Eyes, place: int | None = None, secrets: Mapping[int, Secrets] | None = None
    ) -> Fold[Any, Any]:
        """A new fold of the first steps of a timeline, also of a hypothetical one.

        Args:
            timeline: This record's, or a copy of it that has read another entry (``timeline.copy()``, ``apply``).
            eyes: Who is looking. The fold gets, from the first step on, all that they know of these steps.
            place: How many steps to apply, from 0 to ``len(timeline.steps)``; None for all.
            secrets: The secret facts of the entries, by version; None for those of this record.

        Raises:
            UnreplayableError: The rules of this program cannot apply a step.
        """
        known = timeline.facts(self.secrets if secrets is None else secrets, eyes)
        opening = self.opening
        if timeline is not self.timeline:
            opening = opening.corrected(self.log.store, timeline.opening)
        fold = opening.fold()
        links = self.by_own_link if self.tally.links else None
        fold_steps(fold, timeline, len(timeline.steps) if place is None else place, known, links)
        return fold

    def fold_to(self, place: int | None = None) -> None:
        """Advance the public fold to a place of the timeline; None for its end.

        Raises:
            UnreplayableError: The rules of this program cannot apply a step.
        """
        self._fold_public(len(self.timeline.steps) if place is None else place)

    def _fold_public(self, place: int) -> None:
        """Rebuild the public fold up to a place of the timeline."""
        if self.public.ply:
            self.public = self.opening.fold()
        links = self.by_own_link if self.tally.links else None
        self.progress = fold_steps(self.public, self.timeline, place, {}, links)

    def append_frames(self, frames: list[Json], eyes: Eyes, place: int) -> None:
        """Apply the steps of the timeline up to a place, and append the frame of each for ``eyes``.

        Raises:
            UnreplayableError: The rules of this program cannot apply a step.
        """
        for here in range(self.public.ply, place):
            step = self.timeline.steps[here]
            try:
                effect = self._step(step, Fold.step, eyes)
            except Exception as error:
                raise UnreplayableError(step.source, error, here) from error
            if effect is not None:
                frames.append(frame(here + 1, step, effect))
