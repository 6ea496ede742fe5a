"""The line of a record: the moves and rulings that count after undo and corrections. The one reader of a log.

Whoever folds, verifies, exports or projects a record asks this module what counts. It is pure: entries, secrets and
eyes in, steps out. It needs no engine: what a move made public, and whether it is a barrier, stands in the entries.

A step has the name of the entry that brought it: ``"41"``; the second change of correction 57 is ``"57.2"``. Names
stay, places shift. What undo and corrections took out keeps its place in the order, so that a redo puts it back there.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from engines.kernel import sealing
from engines.kernel.game import Json
from service.access.eyes import Eyes
from service.store.chain import BrokenChainError, Entry
from service.store.log import Secrets

BESIDE = frozenset(
    {"opened", "seated", "sealed", "consented", "appointed", "noted", "signed", "disputed", "closed", "voided"}
)
"""Types of entries that change nothing on the table."""
PLAIN = (BESIDE - {"sealed"}) | {"move"}
"""Types of entries that leave what was recorded before as it was."""
ON_THE_TABLE = frozenset({"move", "undone", "corrected", "ruled"})
"""Types of entries that change the line."""
KNOWN = BESIDE | ON_THE_TABLE
ACTS = KNOWN - {"opened", "move", "seated", "sealed"}
"""Types of entries that are told beside the frames: a move has a frame, the others concern nobody who watches."""
REASON = "reason"
"""Name of the seal of a free text that says why: no part of any move."""


class UnknownEntryError(BrokenChainError):
    """An entry of a type that this program does not know: reading past it could show a game that was not played.

    Args:
        version: The version of the entry.
        kind: Its type.
    """

    def __init__(self, version: int, kind: object) -> None:
        super().__init__(version, f"its type {kind!r:.40} is unknown to this program; a newer one wrote it")
        self.kind = kind


class Seal(NamedTuple):
    """Where a seal stands: the version of its entry, and its name there (``tile``; ``2.tile`` in a correction)."""

    version: int
    key: str


@dataclass(frozen=True, slots=True)
class Step:
    """A move or a ruling, in its latest wording.

    Args:
        name: Its name, for good.
        type: ``move`` or ``ruled``.
        body: Its public body, as amended.
        brought: The entry that brought it: when it was made, and by whom.
        entry: The entry that says so: that of the last amendment, else its own.
        change: Which change of that entry, from 1; 0 where the entry is no correction.
        seals: The seals in force: secret -> where it stands. An amended move keeps those that are not given anew; one
            amended to another type of move, or to another seat's, keeps none.
    """

    name: str
    type: str
    body: Json
    brought: Entry
    entry: Entry
    change: int
    seals: Mapping[str, Seal]

    @property
    def source(self) -> int:
        """Version of the entry whose wording it has."""
        version: int = self.entry["version"]
        return version

    @property
    def opens(self) -> list[Json]:
        """The sealed facts it makes public: ``{"name", "secret", "fills"}`` each."""
        return self._part("opens") or []

    @property
    def barrier(self) -> Json | None:
        """Why nothing before it may be taken back: ``{"kind", "what", "seats"}``; None where it may."""
        found: Json | None = self._part("barrier")
        return found

    @property
    def irregular(self) -> Json | None:
        """Why the table played what the rules refuse: ``{"reason", "accepted_by"}``; None for a regular one."""
        found: Json | None = self._part("irregular")
        return found

    @property
    def mark(self) -> tuple[str, int, int]:
        """What tells it from any other step that ever stood in its place."""
        return self.name, self.source, self.change

    def _part(self, member: str) -> Any:
        """A member of the entry as it concerns this step: a correction holds it by change."""
        found = self.entry.get(member)
        return (found or {}).get(str(self.change)) if self.entry["type"] == "corrected" else found

    def facts(self, secrets: Mapping[int, Secrets], eyes: Eyes) -> dict[str, Any]:
        """What these eyes know of its secrets: secret -> value.

        Args:
            secrets: The secret facts beside the log, by version.
            eyes: Who is looking.
        """
        return {
            secret: fact["value"]
            for secret, seal in self.seals.items()
            if (fact := secrets.get(seal.version, {}).get(seal.key)) and eyes.see(fact["eyes"], seal.version)
        }

    def amended(self, entry: Entry, change: int, body: Json) -> Step:
        """The step in the wording of a correction."""
        kept = self.seals if keeps_seals(self.body, body) else {}
        return Step(self.name, self.type, body, self.brought, entry, change, {**kept, **_seals(entry, change)})


class Gone(NamedTuple):
    """A step that does not count.

    Args:
        step: Its latest wording.
        by: Name of the undo, or of the change of a correction, that took it out.
        how: ``undone`` or ``retracted``.
    """

    step: Step
    by: str
    how: str


class Line:
    """What counts of one record's log, kept up to date entry by entry; for readers only, nobody else writes into it.

    ``steps`` are those that count, in order, and ``places`` says where in ``steps`` a name stands. ``gone`` are those
    that do not count, by name. ``order`` has the names of both, as they stand at the table. ``opened`` holds every seal
    that a step ever opened, with that step's name: what was shown stays shown, also when the step is taken back.
    ``changed`` is the version of the last entry that changed or took out a step; 0 while all were only added to.
    """

    def __init__(self) -> None:
        self.version = 0
        self.steps: list[Step] = []
        self.places: dict[str, int] = {}
        self.gone: dict[str, Gone] = {}
        self.order: list[str] = []
        self.opened: dict[Seal, str] = {}
        self.changed = 0
        self._entries: list[Entry] = []  # what makes the line: moves, rulings, undos, corrections, late seals
        self._prefixes: list[bytes] = [b""]

    # Reading

    def take(self, entry: Entry) -> int | None:
        """Read the next entry.

        Returns:
            The place of the first step that is not what it was; None where the line is the same.

        Raises:
            UnknownEntryError: An entry of a type from the future.
            BrokenChainError: It names a step or an entry that there is not.
        """
        version, kind = entry["version"], entry["type"]
        if kind not in KNOWN:
            raise UnknownEntryError(version, kind)
        self.version = version
        if kind in BESIDE and kind != "sealed":
            return None
        self._entries.append(entry)
        if kind == "undone" and all(name in self.places for name in entry["body"]["undoes"]):
            return self._take_back(entry)
        if kind in ("undone", "corrected"):
            return self._settle()
        if kind == "sealed":
            self._seal(entry)
            return None
        first = len(self.steps)
        for step in recorded(entry):
            self.order.append(step.name)
            self.places[step.name] = len(self.steps)
            self.steps.append(step)
        self._open(first)
        return first

    def _seal(self, entry: Entry) -> None:
        name = entry["body"]["name"]
        if name in self.places:
            place = self.places[name]
            self.steps[place] = _sealed(self.steps[place], entry)
        elif name in self.gone:
            self.gone[name] = self.gone[name]._replace(step=_sealed(self.gone[name].step, entry))
        else:
            raise BrokenChainError(entry["version"], f"it seals a secret of {name!r:.40}, which is no step before it")

    def _take_back(self, entry: Entry) -> int | None:
        """Take steps that count out of the line, as most undos do: what stands before them is not looked at."""
        names = entry["body"]["undoes"]
        if not names:
            return None
        first = min(self.places[name] for name in names)
        after = self.steps[first:]
        self.steps = [*self.steps[:first], *(step for step in after if step.name not in names)]
        for step in after:
            del self.places[step.name]
            if step.name in names:
                self.gone[step.name] = Gone(step, str(entry["version"]), "undone")
        self.places |= {step.name: place for place, step in enumerate(self.steps[first:], first)}
        del self._prefixes[first + 1 :]
        self.changed = self.version
        return first

    def _settle(self) -> int | None:
        """Work the line out anew after an undo or a correction; the first place that differs."""
        before = self.steps
        steps, self.gone = _settled(self._entries)
        self.order = list(steps)
        self.steps = [step for name, step in steps.items() if name not in self.gone]
        self.places = {step.name: place for place, step in enumerate(self.steps)}
        differ = (place for place, (old, new) in enumerate(zip(before, self.steps)) if old.mark != new.mark)  # noqa: B905 - one may be longer
        first = next(differ, min(len(before), len(self.steps)))
        if first == len(before) == len(self.steps):
            return None
        if first < len(before):
            self.changed = self.version
        del self._prefixes[first + 1 :]
        self._open(first)
        return first

    def _open(self, first: int) -> None:
        """Note the seals that the steps from a place on open."""
        for step in self.steps[first:]:
            for opening in step.opens:
                sealed = self.step(opening["name"])
                seal = None if sealed is None else sealed.seals.get(opening["secret"])
                if seal is not None:
                    self.opened.setdefault(seal, step.name)

    # Looking

    def step(self, name: str) -> Step | None:
        """The step of this name; None where none of this name counts."""
        place = self.places.get(name)
        return None if place is None else self.steps[place]

    def act(self, name: str) -> Entry | None:
        """The undo, correction or ruling of this name; None where there is none."""
        acts = (entry for entry in self._entries if entry["type"] in ("undone", "corrected", "ruled"))
        return next((entry for entry in acts if str(entry["version"]) == name), None)

    def taken_back(self, name: str) -> str | None:
        """Name of the undo that holds and that took a step or an act back; None where none did."""
        return _taken_back(self._entries).get(name)

    def prefix(self, place: int) -> str:
        """A digest of the first ``place`` steps: equal whenever a line of this record begins with these very steps."""
        while len(self._prefixes) <= place:
            step = self.steps[len(self._prefixes) - 1]
            self._prefixes.append(hashlib.sha256(self._prefixes[-1] + repr(step.mark).encode()).digest())
        return self._prefixes[place].hex()

    def facts(self, secrets: Mapping[int, Secrets], eyes: Eyes) -> dict[str, dict[str, Any]]:
        """What these eyes know of the secrets of the steps that count: name -> secret -> value.

        Args:
            secrets: The secret facts beside the log, by version.
            eyes: Who is looking.
        """
        known = ((step.name, step.facts(secrets, eyes)) for step in self.steps if step.seals)
        return {name: told for name, told in known if told}

    def bodies(self, secrets: Mapping[int, Secrets], eyes: Eyes, first: int = 0) -> list[tuple[str, Json]]:
        """The line from a place on as these eyes know it: name and body of each step, known secrets filled in."""
        return [(step.name, sealing.merge(step.body, step.facts(secrets, eyes))) for step in self.steps[first:]]

    def copy(self) -> Line:
        """A second one at the same place; each reads on by itself."""
        other = Line()
        for name, value in vars(self).items():
            setattr(other, name, value if isinstance(value, int) else value.copy())
        return other


def read(entries: Iterable[Entry]) -> Line:
    """The line of a whole log, or of as many of its first entries.

    Raises:
        UnknownEntryError: An entry of a type from the future.
        BrokenChainError: An entry names a step or an entry that there is not.
    """
    line = Line()
    for entry in entries:
        line.take(entry)
    return line


def recorded(entry: Entry) -> list[Step]:
    """The steps that a move or a ruling brings: a ruling one for each adjustment, ``"61.1"`` and on."""
    if entry["type"] == "move":
        return [Step(str(entry["version"]), "move", entry["body"], entry, entry, 0, _seals(entry, 0))]
    return [
        Step(f"{entry['version']}.{number}", "ruled", body, entry, entry, number, {})
        for number, body in enumerate(entry["body"]["adjustments"], 1)
    ]


def keeps_seals(before: Json, after: Json) -> bool:
    """Whether a move amended from one body to another keeps the seals that are not given anew.

    What seat 1 sealed is never another seat's.
    """
    return before["type"] == after["type"] and before.get("seat") == after.get("seat")


def _seals(entry: Entry, change: int) -> dict[str, Seal]:
    """The seals that an entry gives, by secret; of a correction those of one change."""
    if not change:
        return {key: Seal(entry["version"], key) for key in entry.get("seals", {}) if key != REASON}
    given = (key.partition(".") for key in entry.get("seals", {}))
    mine = (secret for of, _, secret in given if of == str(change) and secret != REASON)
    return {secret: Seal(entry["version"], f"{change}.{secret}") for secret in mine}


def _sealed(step: Step, entry: Entry) -> Step:
    """A step with the seals of a ``sealed`` entry."""
    return replace(step, seals={**step.seals, **_seals(entry, 0)})


def _taken_back(entries: Iterable[Entry]) -> dict[str, str]:
    """What undos that hold have taken back: name -> name of the undo.

    An undo that a later undo took back does not hold: it was redone. Names reach backwards only, so one pass does.
    """
    taken: dict[str, str] = {}
    for entry in reversed([entry for entry in entries if entry["type"] == "undone"]):
        if str(entry["version"]) not in taken:
            taken |= dict.fromkeys(entry["body"]["undoes"], str(entry["version"]))
    return taken


def _settled(entries: list[Entry]) -> tuple[dict[str, Step], dict[str, Gone]]:
    """Every step of a log in the order of the table, and those of them that do not count.

    Raises:
        BrokenChainError: An undo or a correction names what there is not.
    """
    taken = _taken_back(entries)
    order: list[str] = []
    steps: dict[str, Step] = {}
    known: set[str] = set()
    retracted: dict[str, str] = {}
    for entry in entries:
        version, kind = entry["version"], entry["type"]
        if kind == "undone":
            _exist(entry, entry["body"]["undoes"], known)
        elif kind == "sealed":
            if entry["body"]["name"] in steps:
                steps[entry["body"]["name"]] = _sealed(steps[entry["body"]["name"]], entry)
        elif kind == "corrected":
            known |= {
                f"{version}.{n}" for n, change in enumerate(entry["body"]["changes"], 1) if change["op"] == "insert"
            }
            if str(version) not in taken:
                _correct(entry, order, steps, retracted)
        else:
            for step in recorded(entry):
                order.append(step.name)
                steps[step.name] = step
        known |= {str(version), *steps}
    gone = {name: Gone(steps[name], by, "retracted") for name, by in retracted.items()}
    gone |= {name: Gone(steps[name], by, "undone") for name, by in taken.items() if name in steps}
    for name, step in steps.items():
        if step.type == "ruled" and (by := taken.get(name.partition(".")[0])):
            gone[name] = Gone(step, by, "undone")
    return {name: steps[name] for name in order}, gone


def _correct(entry: Entry, order: list[str], steps: dict[str, Step], retracted: dict[str, str]) -> None:
    """Carry out the changes of a correction, in place and in their order."""
    for number, change in enumerate(entry["body"]["changes"], 1):
        here = f"{entry['version']}.{number}"
        if change["op"] == "opening":
            continue
        target = change["before" if change["op"] == "insert" else "name"]
        _exist(entry, [target], steps)
        if change["op"] == "amend":
            steps[target] = steps[target].amended(entry, number, change["body"])
        elif change["op"] == "retract":
            retracted[target] = here
        else:
            order.insert(order.index(target), here)
            steps[here] = Step(here, "move", change["body"], entry, entry, number, _seals(entry, number))


def _exist(entry: Entry, names: Iterable[str], known: Iterable[str]) -> None:
    for name in names:
        if name not in known:
            raise BrokenChainError(entry["version"], f"it names {name!r:.40}, which is no step or entry before it")
