"""The folds of an examined file: the public one, and one that knows every secret in the file."""

from collections.abc import Callable, Sequence
from typing import Any

from engines.kernel import canonical, sealing, snapshot
from engines.kernel.game import Game, Json
from engines.kernel.replay import Fold
from service.record.entries.steps import Step

EVERY = 64
"""Number of steps between two places to which the folds can be reset without starting from the empty table."""


class FileFolds:
    """The folds of one file. There are none until :meth:`set_up` has been called.

    Args:
        facts: Returns the secrets of a step that the file contains and proves.
    """

    def __init__(self, facts: Callable[[Step], Json]) -> None:
        self.each: list[Fold[Any, Any]] = []
        self._facts = facts
        self._packed: dict[int, list[Json]] = {}
        self._state = ""

    @property
    def public(self) -> Fold[Any, Any]:
        """The public fold."""
        return self.each[0]

    def set_up(self, game: Game[Any, Any], seats: Sequence[str], options: Json, box: Json, *, count: int) -> None:
        """Set the empty table up in each fold.

        Raises:
            IllegalMoveError: The rules do not allow such a table.
        """
        self.each = [Fold(game, seats, options, box) for _ in range(count)]
        self._packed.clear()
        self._state = ""
        self._pack()

    def state(self) -> str:
        """The digest of the public state. Most entries do not change it: a thousand notes are one state."""
        if not self._state:
            self._state = canonical.digest(self.public.facts())
        return self._state

    def apply(self, step: Step) -> None:
        """Apply a step to each fold."""
        public, *knowing = self.each
        public.apply(step.name, step.body)
        for fold in knowing:
            fold.apply(step.name, sealing.merge(step.body, self._facts(step)))
        self._state = ""
        if public.ply % EVERY == 0:
            self._pack()

    def bring_back(self, place: int, steps: Sequence[Step]) -> None:
        """Bring the folds back to a place of the timeline.

        ``place``: how many steps they shall have taken; at most as many as they have.
        """
        if place == self.public.ply:
            return
        self._state = ""
        self._packed = {at: states for at, states in self._packed.items() if at <= place}
        at = max(self._packed)
        old, self.each = self.each, []
        for fold, state in zip(old, self._packed[at], strict=True):
            fresh = Fold(fold.game, fold.seats, fold.options, fold.box)
            snapshot.unpack(fresh.state, state)
            fresh.ply = at
            self.each.append(fresh)
        for step in steps[at:place]:
            self.apply(step)

    def _pack(self) -> None:
        self._packed[self.public.ply] = [snapshot.pack(fold.state) for fold in self.each]
