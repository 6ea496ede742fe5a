"""What reading on changed, and the frames of a replay that tell it."""

from __future__ import annotations

from dataclasses import dataclass, field

from engines.kernel.game import Json
from service.record.entries.steps import Step
from service.store.log import Secrets


@dataclass(slots=True)
class Changes:
    """What reading on changed, for whoever keeps something that follows from it.

    Args:
        first: The place from which on steps are not what they were, or are new.
        frames: The frames from there on.
        late: Name of eyes -> the first place of a step whose secret came later than the step.
        cut_back: Whether any step that there was when it began is not there any more, or is another.
    """

    first: int
    frames: list[Json] = field(default_factory=list)
    late: dict[str, int] = field(default_factory=dict)
    cut_back: bool = False

    def cut(self, place: int) -> None:
        """Let go of what stood at a place and behind it."""
        self.cut_back = self.cut_back or place < self.first
        self.first = min(self.first, place)
        del self.frames[place - self.first :]

    def seal(self, place: int, secrets: Secrets) -> None:
        """Note that secrets of the step at a place came later."""
        for name in {name for secret in secrets.values() for name in secret["eyes"]}:
            self.late[name] = min(place, self.late.get(name, place))


def frame(ply: int, step: Step, effect: Json) -> Json:
    """One step of a replay.

    Args:
        ply: Its number, from 1: its place in the timeline and one.
        step: The step.
        effect: What it did (:meth:`Fold.step`, or :meth:`Fold.apply_and_describe` for a frame without a patch).
    """
    body = step.body
    return {
        "ply": ply,
        "name": step.name,
        "seat": body.get("seat"),
        "type": body["type"],
        "at": step.entry["at"],
        **effect,
        "marks": [*irregularity(step), *effect["marks"]],
    }


def irregularity(step: Step) -> list[Json]:
    """The mark of a step that the rules refuse, or that a judge ordered; none for any other.

    ``irregular`` with the seats that ``accepted_by``; ``ruled`` with the name of the ruling (``by``) and that of the
    step it is ``about``, null for the table as it stood.
    """
    if step.type == "move" and "irregular" not in step.source_entry:
        return []  # nearly every step, without a closer look
    if step.type == "ruled":
        return [{"kind": "ruled", "by": str(step.source), "about": step.source_entry["body"].get("about")}]
    if step.irregular is not None:
        return [{"kind": "irregular", "accepted_by": list(step.irregular["accepted_by"])}]
    return []


def version_of(name: str) -> int:
    """Version of the entry that brought a step of this name: 57 for ``"57.2"``."""
    return int(name.partition(".")[0])
