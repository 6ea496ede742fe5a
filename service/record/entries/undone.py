"""The history of undos of one record. The cost of an undo depends on what it names, not on the earlier undos."""

from __future__ import annotations

from collections.abc import Sequence


class AlreadyUndoneError(Exception):
    """An undo names an undo that was already undone."""

    def __init__(self, name: str, by: str) -> None:
        super().__init__(f"{name} was named by {by}")
        self.name = name
        self.by = by


class UndoHistory:
    """Which steps and acts are undone.

    An undo of moves, of a correction or of a ruling begins a chain: the undo of an undo is a redo, the undo of that
    takes back again, and so on. Only the last of a chain may be undone, so its length decides whether it is in force.
    """

    def __init__(self) -> None:
        self._first: dict[str, str] = {}  # an undo -> the undo that its chain begins with
        self._next: dict[str, str] = {}  # an undo -> the one that names it
        self._takes: dict[str, bool] = {}  # an undo -> whether it takes back; a redo brings back
        self._last: dict[str, str] = {}  # the first undo of a chain -> the last one
        self._names: dict[str, tuple[str, ...]] = {}  # the first undo of a chain -> what it names
        self._by: dict[str, tuple[str, ...]] = {}  # a name -> the first undos of the chains that have taken it back

    def apply(self, undo: str, names: Sequence[str]) -> tuple[str, ...]:
        """Read an undo.

        ``names``: what it names: steps, a correction, a ruling, or one undo.

        Returns:
            The steps, correction or ruling that it takes back or restores.

        Raises:
            AlreadyUndoneError: It names an undo that is not the last of its chain.
        """
        named = names[0] if names else ""
        if by := self._next.get(named):
            raise AlreadyUndoneError(named, by)
        first = self._first.get(named, undo)
        self._first[undo] = first
        self._last[first] = undo
        if first == undo:
            self._names[undo] = tuple(names)
            self._takes[undo] = True
        else:
            self._takes[undo] = not self._takes[named]
            self._next[named] = undo
        for name in self._names[first]:
            others = [other for other in self._by.get(name, ()) if other != first]
            holds = [first] if first not in self._by.get(name, ()) else []
            self._by[name] = tuple(sorted([*others, *holds], key=int))
        return self._names[first]

    def undone_by(self, name: str) -> str | None:
        """Name of the undo that has taken a step or an act back; None where none has."""
        if name not in self._first:
            return next(iter(self._by.get(name, ())), None)
        return None if self.holds(name) else self._next[name]

    def holds(self, undo: str) -> bool:
        """Whether the effect of an undo is in force: it is the last of its chain, or the last one restores it."""
        first = self._first[undo]
        taken = any(first in self._by.get(name, ()) for name in self._names[first])
        return taken == self._takes[undo]

    def last_of_chain(self, undo: str) -> str:
        """Name of the last undo of a chain, the only one that may be undone."""
        return self._last[self._first[undo]]

    def copy(self) -> UndoHistory:
        """An independent copy."""
        other = UndoHistory()
        for name, value in vars(self).items():
            setattr(other, name, value.copy())
        return other
