"""Steps of a timeline: moves and rulings in their latest wording, and the seals of their secrets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from engines.kernel.game import Json
from service.access.eyes import Eyes
from service.store.chain import Entry
from service.store.log import Secrets

REASON = "reason"
"""Name of the seal of a reason: a free text that is not part of any move."""


class Seal(NamedTuple):
    """The location of a seal: the version of its entry, and its name there (``tile``; ``2.tile`` in a correction)."""

    version: int
    key: str


class Step(NamedTuple):
    """A move or a ruling, in its latest wording.

    A named tuple, because one is created for every move of a log, in a quarter of a frozen dataclass's time.

    Args:
        name: Its permanent name.
        type: ``move`` or ``ruled``.
        body: Its public body, as amended.
        entry: The entry that added it: when it was made, and by whom.
        source_entry: The entry with its current wording: that of the last amendment, else ``entry``.
        change: Number of the change or adjustment in the source entry, from 1; 0 where that is a move.
        seals: The seals in force: secret -> location. An amended move retains those that are not replaced; one amended
            to another type of move, or to another seat's, retains none.
    """

    name: str
    type: str
    body: Json
    entry: Entry
    source_entry: Entry
    change: int
    seals: Mapping[str, Seal]

    @property
    def source(self) -> int:
        """Version of the entry with its current wording."""
        version: int = self.source_entry["version"]
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
    def reason(self) -> str:
        """Name of the reason's seal in its entry; in a correction it includes the number of the change."""
        return f"{self.change}.{REASON}" if self.source_entry["type"] == "corrected" else REASON

    @property
    def mark(self) -> tuple[str, int, int]:
        """A key that distinguishes it from any other step that was ever in its place."""
        return self.name, self.source, self.change

    def _part(self, member: str) -> Any:
        """A member of the entry for this step: a correction holds it by change."""
        found = self.source_entry.get(member)
        return (found or {}).get(str(self.change)) if self.source_entry["type"] == "corrected" else found

    def facts(self, secrets: Mapping[int, Secrets], eyes: Eyes) -> dict[str, Any]:
        """The secrets that these eyes know: secret -> value."""
        return {
            secret: fact["value"]
            for secret, seal in self.seals.items()
            if (fact := secrets.get(seal.version, {}).get(seal.key)) and eyes.can_see(fact["eyes"], seal.version)
        }

    def amended(self, entry: Entry, change: int, body: Json) -> Step:
        """The step in the wording of a correction."""
        seals = self.seals if keeps_seals(self.body, body) else {}
        return Step(self.name, self.type, body, self.entry, entry, change, {**seals, **seals_of(entry, change)})


class RemovedStep(NamedTuple):
    """A step that does not count.

    Args:
        step: Its latest wording.
        by: Name of the undo, or of the change of a correction, that removed it.
        how: ``undone`` or ``retracted``.
    """

    step: Step
    by: str
    how: str


def step_of(entry: Entry) -> Step:
    """The step of a move entry."""
    seals = seals_of(entry, 0) if "seals" in entry else {}
    return Step(str(entry["version"]), "move", entry["body"], entry, entry, 0, seals)


def steps_of(entry: Entry) -> list[Step]:
    """The steps of a move or ruling entry; a ruling has one for each adjustment: ``"61.1"`` and so on."""
    if entry["type"] == "move":
        return [step_of(entry)]
    return [
        Step(f"{entry['version']}.{number}", "ruled", body, entry, entry, number, {})
        for number, body in enumerate(entry["body"]["adjustments"], 1)
    ]


def keeps_seals(before: Json, after: Json) -> bool:
    """Whether a move amended from one body to another retains the seals that are not replaced.

    A seat's seals never pass to another seat.
    """
    return before["type"] == after["type"] and before.get("seat") == after.get("seat")


def seals_of(entry: Entry, change: int) -> dict[str, Seal]:
    """The seals in an entry, by secret; in a correction, those of one change."""
    if not change:
        return {key: Seal(entry["version"], key) for key in entry.get("seals", {}) if key != REASON}
    keys = (key.partition(".") for key in entry.get("seals", {}))
    mine = (secret for of, _, secret in keys if of == str(change) and secret != REASON)
    return {secret: Seal(entry["version"], f"{change}.{secret}") for secret in mine}
