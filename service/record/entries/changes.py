"""The changes from reading further entries, and the frames of a replay that show them."""

from dataclasses import dataclass, field

from engines.kernel.game import Json
from service.record.entries.steps import Step
from service.store.log import Secrets


@dataclass(slots=True)
class Changes:
    """The changes from reading further entries, for code that stores derived data.

    Args:
        first: The place of the first changed or new step.
        frames: The frames from there on.
        late: Name of eyes -> the first place of a step whose secret came later than the step.
        cut_back: Whether any step that existed before was removed or changed.
    """

    first: int
    frames: list[Json] = field(default_factory=list)
    late: dict[str, int] = field(default_factory=dict)
    cut_back: bool = False

    def cut(self, place: int) -> None:
        """Note that the steps from a place on changed, and drop their frames."""
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
        ply: Its number, from 1: its place in the timeline plus 1.
        step: The step.
        effect: Its effect (:meth:`Fold.step`, or :meth:`Fold.apply_and_describe` for a frame without a patch).
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
    """The mark of a step that the rules refuse or a judge ordered; empty for any other.

    ``irregular`` with the seats that ``accepted_by``; ``ruled`` with the name of the ruling (``by``) and that of the
    step it is ``about``, null for the table.
    """
    if step.type == "move" and "irregular" not in step.source_entry:
        return []  # nearly every step, without a closer look
    if step.type == "ruled":
        return [{"kind": "ruled", "by": str(step.source), "about": step.source_entry["body"].get("about")}]
    if step.irregular is not None:
        return [{"kind": "irregular", "accepted_by": list(step.irregular["accepted_by"])}]
    return []


def version_of(name: str) -> int:
    """Version of the entry that added the step with this name: 57 for ``"57.2"``."""
    return int(name.partition(".")[0])
