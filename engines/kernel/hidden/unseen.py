"""The number of unseen copies of each kind, and the entries that say where the other copies are.

This is enough if every unseen copy can be in any hidden place: then each hidden place can hold any kind that has a free
copy. If hands and piles can hold different kinds, use :class:`engines.kernel.hidden.unknown.Unknown`, which counts in
the same way.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Self


@dataclass(slots=True)
class Unseen:
    """The copies of some kinds as one fold knows them; part of the state and of snapshots.

    Args:
        free: Kind -> copies whose place is not known, in the order given to :meth:`of`; below 0 only if the record
            contradicts itself.
        said: Kind -> the entries that say where its other copies are, earlier ones first.
    """

    free: dict[str, int]
    said: dict[str, tuple[str, ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, kinds: Iterable[str]) -> Self:
        """Return an instance in which nothing is hidden yet.

        Args:
            kinds: Every kind, in the order of messages and of ``free``.
        """
        return cls(dict.fromkeys(kinds, 0))

    def locate(self, kind: str, name: str) -> None:
        """Note that an entry says where a free copy is."""
        self.free[kind] = self.free.get(kind, 0) - 1
        self.said[kind] = (*self.said.get(kind, ()), name)

    def lose(self, kind: str, name: str) -> None:
        """Discard what an entry said about a copy, which is free again. An unknown kind is ignored."""
        if kind in self.free:
            self._unsay(kind, name)
            self.free[kind] += 1

    def said_anew(self, kind: str, before: str, name: str) -> None:
        """Replace the entry that says where a copy is: a secret fact is now public."""
        self._unsay(kind, before)
        self._say(kind, name)

    def _say(self, kind: str, *names: str) -> None:
        """Note that these entries say where a copy of a kind is."""
        self.said[kind] = (*self.said.get(kind, ()), *names)

    def _unsay(self, kind: str, name: str) -> None:
        """Note that an entry no longer says where a copy of a kind is."""
        names = list(self.said.get(kind, ()))
        if name in names:
            names.remove(name)
            self.said[kind] = tuple(names)
