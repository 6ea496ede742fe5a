"""The timeline of a record: the moves and rulings that count after undo and corrections. The one reader of a log.

Folding, verifying, exporting and projecting all use this module to find what counts. Pure: entries, secrets and eyes
in, steps out. It needs no engine: the entries say what a move made public, and whether it is a barrier.

A step has the name of the entry that added it: ``"41"``; the second change of correction 57 is ``"57.2"``. Names stay,
places shift. Steps that undo and corrections removed retain their place in the order, so that a redo restores it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from functools import reduce
from typing import Any, NamedTuple

from engines.kernel import canonical, sealing
from engines.kernel.game import Json
from service.access.eyes import Eyes
from service.record.entries.opening_corrections import correct_opening, set_up_by, sets_up_otherwise
from service.record.entries.steps import RemovedStep, Seal, Step, seals_of, step_of, steps_of
from service.record.entries.undone import AlreadyUndoneError, UndoHistory
from service.store.chain import BrokenChainError, Entry
from service.store.log import Secrets

OFF_THE_TABLE = frozenset(
    {
        "opened",
        "seated",
        "sealed",
        "consented",
        "appointed",
        "noted",
        "checked",
        "signed",
        "disputed",
        "closed",
        "voided",
    }
)
"""Types of entries that change nothing on the table."""
PLAIN = (OFF_THE_TABLE - {"sealed"}) | {"move"}
"""Types of entries that leave what was recorded before as it was."""
ON_THE_TABLE = frozenset({"move", "undone", "corrected", "ruled"})
"""Types of entries that change the timeline."""
KNOWN = OFF_THE_TABLE | ON_THE_TABLE
ACTS = KNOWN - {"opened", "move", "seated", "sealed"}
"""Types of entries in the history: a move has a frame instead, and viewers do not need the others."""


class UnknownEntryError(BrokenChainError):
    """An entry of a type that this program does not know: reading past it could show a game that was not played."""

    def __init__(self, version: int, kind: object) -> None:
        super().__init__(version, f"its type {kind!r:.40} is unknown to this program; a newer one wrote it")
        self.kind = kind


class _Wording(NamedTuple):
    """The wording of a step after an entry.

    ``change``: number of the change, from 1; 0 where the entry is not a correction.
    """

    entry: Entry
    change: int
    step: Step


class Timeline:
    """The steps that count in one record's log, updated entry by entry; other code only reads the attributes.

    ``steps`` are those that count, in order; ``places`` maps a name to its index there. ``removed`` are those that do
    not count, by name. ``order`` has the names of both, in the order of the table. ``opened`` holds every seal that a
    step ever opened, with that step's name: what was shown stays shown, also when the step is undone. ``opening`` is
    the body of the opening as corrected, ``opening_changed`` the version of the last entry that changed it (0: none).
    ``changed`` is the version of the last entry that changed the opening or a step, or removed a step (0: none).

    The cost of an entry depends on what it names and the steps after that, not on the number of earlier entries.
    """

    def __init__(self) -> None:
        self.version = 0
        self.steps: list[Step] = []
        self.places: dict[str, int] = {}
        self.removed: dict[str, RemovedStep] = {}
        self.opened: dict[Seal, str] = {}
        self.opening: Json = {}
        self.opening_changed = 0
        self.changed = 0
        self._first_opening: Json = {}
        self._opening_changes: dict[str, list[Json]] = {}  # a correction -> what it says of the opening
        self._indexed = 0  # number of counting steps in the two below; later ones were only added
        self._latest: dict[str, Step] = {}  # every step in its latest wording
        self._wordings: dict[
            str, tuple[_Wording, ...]
        ] = {}  # what came after, of steps that more than one entry worded
        self._order: list[str] = []  # every name, those among them that no correction in force has inserted
        self._not_inserted: set[str] = set()  # these
        self._retracted: dict[str, tuple[str, ...]] = {}  # a step -> the changes that ever retracted it
        self._dependents: dict[str, tuple[str, ...]] = {}  # an inserted step -> the corrections that name it
        self._acts: dict[str, Entry] = {}  # undos, corrections, rulings
        self._undos = UndoHistory()
        self._prefixes: list[bytes] = [b""]

    @property
    def order(self) -> list[str]:
        """The names of all steps in the order of the table; do not change the list."""
        self._index_added()
        return [name for name in self._order if name not in self._not_inserted] if self._not_inserted else self._order

    # Reading

    def apply(self, entry: Entry) -> int | None:
        """Read the next entry.

        Returns:
            The place of the first step that changed, 0 where the set-up of the table changed; None where the steps are
            the same.

        Raises:
            UnknownEntryError: The entry has an unknown type.
            BrokenChainError: It names a step or an entry that does not exist or does not count.
        """
        version, kind = entry["version"], entry["type"]
        if kind == "move":  # by far the most frequent entry
            step, place = step_of(entry), len(self.steps)
            self.version, self.places[step.name] = version, place
            self.steps.append(step)
            if "opens" in entry:
                self._open(place)
            return place
        if kind not in KNOWN:
            raise UnknownEntryError(version, kind)
        self.version = version
        if kind in OFF_THE_TABLE:
            if kind == "opened":
                self.opening = self._first_opening = entry["body"]
            elif kind == "sealed":
                self._index_added()
                self._seal(entry)
            return None
        if kind == "ruled":
            return self._rule(entry)
        self._index_added()
        touched = self._undo(entry) if kind == "undone" else self._correct(entry)
        self._acts[str(version)] = entry
        first = self._rebuild(touched)
        return 0 if self._change_opening(entry) else first

    def _rule(self, entry: Entry) -> int:
        """Append the steps of a ruling; returns the place of the first of them."""
        first = len(self.steps)
        self._acts[str(entry["version"])] = entry
        for step in steps_of(entry):
            self.places[step.name] = len(self.steps)
            self.steps.append(step)
        if "opens" in entry:
            self._open(first)
        return first

    def _index_added(self) -> None:
        """Index the added steps for changes, on demand: most records never change a step."""
        for step in self.steps[self._indexed :]:
            self._order.append(step.name)
            self._latest[step.name] = step
        self._indexed = len(self.steps)

    def _seal(self, entry: Entry) -> None:
        """Add the seals of a late secret to its step."""
        name = entry["body"]["name"]
        self._exists(entry, name)
        step = self._latest[name]._replace(seals={**self._latest[name].seals, **seals_of(entry, 0)})
        self._latest[name] = step
        if name in self._wordings:
            self._wordings[name] = (*self._wordings[name], _Wording(entry, 0, step))
        if name in self.places:
            self.steps[self.places[name]] = step
        else:
            self.removed[name] = self.removed[name]._replace(step=step)

    def _undo(self, entry: Entry) -> set[str]:
        """Read an undo; returns the steps that may have changed."""
        name, names = str(entry["version"]), entry["body"]["undoes"]
        for named in names:
            if named not in self._acts:
                self._exists(entry, named, "step or entry")
            undo = named in self._acts and self._acts[named]["type"] == "undone"
            if undo and len(names) > 1:
                raise BrokenChainError(entry["version"], f"it names {named!r:.40} and something else: a redo is alone")
            if not undo and named not in self.places and (named not in self._acts or self._undos.undone_by(named)):
                raise BrokenChainError(entry["version"], f"it takes back {named!r:.40}, which does not count")
        try:
            touched = self._undos.apply(name, names)
        except AlreadyUndoneError as error:
            raise BrokenChainError(
                entry["version"], f"it names {error.name!r:.40}, which {error.by} has named already"
            ) from error
        steps: set[str] = set()
        for named in touched:
            act = self._acts.get(named)
            if act is None:
                steps.add(named)
            elif act["type"] == "ruled":
                steps |= {step.name for step in steps_of(act)}
            else:
                steps |= self._toggle(entry, act)
        return steps

    def _correct(self, entry: Entry) -> set[str]:
        """Apply the changes of a correction in order; returns the steps that may have changed."""
        touched = set()
        for number, change, name, target in _changes(entry):
            self._exists(entry, target)
            if target in self._dependents:
                self._dependents[target] = (*self._dependents[target], str(entry["version"]))
            if change["op"] == "amend":
                wordings = self._wordings.get(name) or (
                    _Wording(self._latest[name].source_entry, -1, self._latest[name]),
                )
                self._latest[name] = self._latest[name].amended(entry, number, change["body"])
                self._wordings[name] = (*wordings, _Wording(entry, number, self._latest[name]))
            elif change["op"] == "retract":
                self._retracted[name] = (*self._retracted.get(name, ()), f"{entry['version']}.{number}")
            else:
                self._order.insert(self._order.index(target), name)
                self._latest[name] = Step(name, "move", change["body"], entry, entry, number, seals_of(entry, number))
                self._dependents[name] = ()
            touched.add(name)
        return touched

    def _toggle(self, entry: Entry, act: Entry) -> set[str]:
        """Undo or redo a correction; returns the steps that may have changed."""
        gone = self._undos.undone_by(str(act["version"])) is not None
        names = [name for _, _, name, _ in _changes(act)]
        inserted = {name for _, change, name, _ in _changes(act) if change["op"] == "insert"}
        self._not_inserted = self._not_inserted | inserted if gone else self._not_inserted - inserted
        for _, _, _, target in _changes(act):
            if not gone:
                self._exists(entry, target)
        for name in inserted:
            for by in self._dependents[name]:
                if int(by) != act["version"] and self._undos.undone_by(by) is None:
                    raise BrokenChainError(entry["version"], f"correction {by} rests on {name}, which would be gone")
        for name in {*names} & self._wordings.keys():
            self._reword(name, act["version"])
        return {*names}

    def _reword(self, name: str, version: int) -> None:
        """Compute the wording of a step again, starting with that of a correction."""
        wordings = self._wordings[name]
        at = next((n for n, word in enumerate(wordings) if word.entry["version"] == version and word.change > 0), None)
        if at is None:
            return  # it was retracted
        rebuilt = list(wordings[:at])
        for entry, change, _ in wordings[at:]:
            step = rebuilt[-1].step
            if not change:
                step = step._replace(seals={**step.seals, **seals_of(entry, 0)})
            elif self._undos.undone_by(str(entry["version"])) is None:
                step = step.amended(entry, change, entry["body"]["changes"][change - 1]["body"])
            rebuilt.append(_Wording(entry, change, step))
        self._wordings[name], self._latest[name] = tuple(rebuilt), rebuilt[-1].step

    def _exists(self, entry: Entry, name: str, what: str = "step") -> None:
        if name not in self._latest or name in self._not_inserted:
            does = "seals a secret of" if entry["type"] == "sealed" else "names"
            raise BrokenChainError(entry["version"], f"it {does} {name!r:.40}, which is no {what} before it")

    def _removal(self, name: str) -> RemovedStep | None:
        """Why a step does not count; None where it does."""
        step = self._latest[name]
        by = self._undos.undone_by(name.partition(".")[0]) if step.type == "ruled" else None
        by = by or self._undos.undone_by(name)
        if by is not None:
            return RemovedStep(step, by, "undone")
        for change in reversed(self._retracted.get(name, ())):
            if self._undos.undone_by(change.partition(".")[0]) is None:
                return RemovedStep(step, change, "retracted")
        return None

    def _names_from(self, touched: set[str]) -> list[str]:
        """The names from the first touched one on, in order; searches from the end, where most changes are."""
        left = len(touched)
        for place in range(len(self._order) - 1, -1, -1):
            left -= self._order[place] in touched
            if not left:
                return self._order[place:]
        return self._order

    def _rebuild(self, touched: set[str]) -> int | None:
        """Rebuild the timeline after some steps changed; returns the first place that differs."""
        if not touched:
            return None
        names = self._names_from(touched)
        start = next((self.places[name] for name in names if name in self.places), len(self.steps))
        for name in touched:
            self.removed.pop(name, None)
            out = None if name in self._not_inserted else self._removal(name)
            if out is not None:
                self.removed[name] = out
        before, steps = self.steps[start:], self.steps[:start]
        steps += [self._latest[name] for name in names if name not in self.removed and name not in self._not_inserted]
        # The two may differ in length. A step with another seal differs, for eyes that know the secret.
        both = enumerate(zip(before, steps[start:], strict=False))
        differ = (n for n, (old, new) in both if (old.mark, old.seals) != (new.mark, new.seals))
        first = start + next(differ, min(len(before), len(steps) - start))
        for step in before:
            del self.places[step.name]
        self.places |= {step.name: place for place, step in enumerate(steps[start:], start)}
        if first == len(self.steps) == len(steps):
            return None
        if first < len(self.steps):
            self.changed = self.version
        self.steps, self._indexed = steps, len(steps)
        del self._prefixes[first + 1 :]
        self._open(first)
        return first

    def _change_opening(self, entry: Entry) -> bool:
        """Rebuild the opening from the corrections that count; returns whether the set-up of the table changed."""
        found = [change for change in entry["body"].get("changes", ()) if change["op"] == "opening"]
        if found:
            self._opening_changes[str(entry["version"])] = found
        before, self.opening = self.opening, self._first_opening
        for name, changes in self._opening_changes.items():
            if self._undos.undone_by(name) is None:
                self.opening = reduce(correct_opening, changes, self.opening)
        if self.opening == before:
            return False
        self.opening_changed = self.changed = self.version
        if not sets_up_otherwise(self.opening, before):
            return False
        as_opened = not sets_up_otherwise(self.opening, self._first_opening)
        table = canonical.dumps(set_up_by(self.opening))
        self._prefixes = [b"" if as_opened else hashlib.sha256(table).digest()]
        return True

    def _open(self, first: int) -> None:
        """Note the seals that are opened by the steps from a place on."""
        for step in self.steps[first:]:
            for opening in step.opens:
                sealed = self.step(opening["name"])
                seal = None if sealed is None else sealed.seals.get(opening["secret"])
                if seal is not None:
                    self.opened.setdefault(seal, step.name)

    # Looking

    def step(self, name: str) -> Step | None:
        """The step with this name; None where none with this name counts."""
        place = self.places.get(name)
        return None if place is None else self.steps[place]

    @property
    def acts(self) -> Iterable[str]:
        """The names of all undos, corrections and rulings, the oldest first, also of those that were undone."""
        return self._acts

    def act(self, name: str) -> Entry | None:
        """The undo, correction or ruling with this name; None where there is none."""
        return self._acts.get(name)

    def undone_by(self, name: str) -> str | None:
        """Name of the undo in force that took a step or an act back; None where there is none."""
        return self._undos.undone_by(name)

    def last_of_chain(self, undo: str) -> str:
        """Name of the last undo in the chain of undo and redo of an undo, which decides whether that is in force."""
        return self._undos.last_of_chain(undo)

    def prefix(self, place: int) -> str:
        """A digest of the first ``place`` steps and the options they were played with.

        It is equal whenever a timeline of this record begins with the same steps.
        """
        while len(self._prefixes) <= place:
            step = self.steps[len(self._prefixes) - 1]
            self._prefixes.append(hashlib.sha256(self._prefixes[-1] + repr(step.mark).encode()).digest())
        return self._prefixes[place].hex()

    def facts(self, secrets: Mapping[int, Secrets], eyes: Eyes) -> dict[str, dict[str, Any]]:
        """What these eyes know of the secrets of the steps that count: name -> secret -> value."""
        known = ((step.name, step.facts(secrets, eyes)) for step in self.steps if step.seals)
        return {name: facts for name, facts in known if facts}

    def eyes_with_secrets(self, secrets: Mapping[int, Secrets]) -> list[Eyes]:
        """The eyes that have a secret of a step that counts, from the first link on."""
        if not secrets:
            return []
        seals = {seal for step in self.steps if step.seals for seal in step.seals.values()}
        names = {
            name
            for version, facts in secrets.items()
            for secret, fact in facts.items()
            if Seal(version, secret) in seals
            for name in fact["eyes"]
        }
        return [Eyes(name) for name in sorted(names)]

    def bodies(self, secrets: Mapping[int, Secrets], eyes: Eyes, first: int = 0) -> list[tuple[str, Json]]:
        """The timeline from a place on as these eyes know it: name and body of each step, known secrets filled in."""
        return [(step.name, sealing.merge(step.body, step.facts(secrets, eyes))) for step in self.steps[first:]]

    def copy(self) -> Timeline:
        """An independent copy at the same place."""
        other = Timeline()
        for name, value in vars(self).items():
            setattr(other, name, value if isinstance(value, int) else value.copy())
        return other


def read(entries: Iterable[Entry]) -> Timeline:
    """The timeline of a whole log, or of its first entries.

    Raises:
        UnknownEntryError: An entry has an unknown type.
        BrokenChainError: An entry names a step or an entry that does not exist.
    """
    timeline = Timeline()
    for entry in entries:
        timeline.apply(entry)
    return timeline


def _changes(correction: Entry) -> Iterator[tuple[int, Json, str, str]]:
    """The changes of steps in a correction: number, change, name of the step it makes or changes, name in it."""
    for number, change in enumerate(correction["body"]["changes"], 1):
        if change["op"] == "insert":
            yield number, change, f"{correction['version']}.{number}", change["before"]
        elif change["op"] != "opening":
            yield number, change, change["name"], change["name"]
