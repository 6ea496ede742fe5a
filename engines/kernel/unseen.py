"""How many copies of each kind nobody has seen, and which entries say where the others are.

That is all there is to know where every copy that nobody saw can lie wherever any of them can: each place of them can
be every kind of which a copy is free. What lies in several hands and piles, each of which can be something else, is
kept by :class:`engines.kernel.unknown.Unknown`, which counts in the same way.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Self


@dataclass(slots=True)
class Unseen:
    """The copies of some kinds as one fold knows them; it stands in the state, and in snapshots.

    Args:
        free: Kind -> copies whose place is not known, in the order given to :meth:`of`; below 0 only where the
            record contradicts itself.
        said: Kind -> the entries that say where its other copies are, earlier ones first.
    """

    free: dict[str, int]
    said: dict[str, tuple[str, ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, kinds: Iterable[str]) -> Self:
        """Nothing is hidden yet.

        Args:
            kinds: Every kind, in the order of messages and of ``free``.
        """
        return cls(dict.fromkeys(kinds, 0))

    def locate(self, kind: str, name: str) -> None:
        """An entry says where a copy is that was free.

        Args:
            kind: What it is.
            name: The entry.
        """
        self.free[kind] = self.free.get(kind, 0) - 1
        self.said[kind] = (*self.said.get(kind, ()), name)

    def lose(self, kind: str, name: str) -> None:
        """What an entry said of a copy gives way: it is free again. A kind that there is not is left out.

        Args:
            kind: What it was said to be.
            name: The entry.
        """
        if kind in self.free:
            self._unsay(kind, name)
            self.free[kind] += 1

    def said_anew(self, kind: str, before: str, name: str) -> None:
        """Another entry says now where a copy is: what was confided is shown."""
        self._unsay(kind, before)
        self._say(kind, name)

    def _say(self, kind: str, *names: str) -> None:
        """These entries say where a copy of a kind is."""
        self.said[kind] = (*self.said.get(kind, ()), *names)

    def _unsay(self, kind: str, name: str) -> None:
        """An entry says no more where a copy of a kind is."""
        names = list(self.said.get(kind, ()))
        if name in names:
            names.remove(name)
            self.said[kind] = tuple(names)
