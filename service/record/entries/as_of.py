"""A moment of a record: an earlier timeline, by version or time, and a place in it, by ply or name."""

from dataclasses import dataclass

from engines.kernel.game import Text
from engines.kernel.sentences import filled, say
from service.record.entries.timeline import Timeline
from service.store.chain import Entry
from service.texts import SaidError, said


class NoSuchMomentError(SaidError):
    """A moment that a record does not have; says which, why it does not exist, and what to request instead."""


@dataclass(frozen=True, slots=True)
class AsOf:
    """A moment of a record; all of it None for now.

    Args:
        version: Use the timeline of the first ``version`` entries.
        time: Use the timeline of the entries written until then; RFC 3339, UTC, milliseconds.
        ply: How many steps of that timeline to apply, from 0.
        name: The step of that timeline to stop after.
    """

    version: int | None = None
    time: str | None = None
    ply: int | None = None
    name: str | None = None

    @property
    def inside(self) -> bool:
        """Whether the moment is a place inside the timeline, not its end."""
        return self.ply is not None or self.name is not None

    def entries(self, entries: list[Entry]) -> list[Entry]:
        """The entries of a record that make the timeline of this moment.

        Raises:
            NoSuchMomentError: The record has fewer entries, or none was written by then.
        """
        last = entries[-1]["version"]
        if self.version is not None and self.version > last:
            raise NoSuchMomentError(said("record_only_versions", last=last))
        time = self.time
        if time is None:
            return entries[: self.version]
        found = [entry for entry in entries[: self.version] if entry["at"] <= time]
        if not found:
            at = entries[0]["at"]
            raise NoSuchMomentError(said("record_opened_after", at=at, time=time))
        return found

    def place(self, timeline: Timeline) -> int:
        """The number of steps of the timeline at this moment.

        Raises:
            NoSuchMomentError: It has fewer steps, or none with this name.
        """
        if self.name is not None:
            if self.name in timeline.places:
                return timeline.places[self.name] + 1
            raise NoSuchMomentError(_missing(timeline, self.name))
        steps = len(timeline.steps)
        if self.ply is None or self.ply <= steps:
            return steps if self.ply is None else self.ply
        raise NoSuchMomentError(
            say(
                filled(
                    "the record has only {n} {n:move|moves} at version {version}", n=steps, version=timeline.version
                ),
                filled(
                    "la partida solo tiene {n} {n:jugada|jugadas} en la versión {version}",
                    n=steps,
                    version=timeline.version,
                ),
            )
        )


def _missing(timeline: Timeline, name: str) -> Text:
    """The message why no step with this name counts, and what to do."""
    removed = timeline.removed.get(name)
    if removed is None:
        return said("no_move_of_name_in_log", name=name)
    version = int(removed.by.partition(".")[0]) - 1
    how = say("undone", "deshecha") if removed.how == "undone" else say("retracted", "retirada")
    return said("move_entry_ask_version", name=name, how=how, by=removed.by, version=version)
