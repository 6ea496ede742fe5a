"""Laying copies into places, where each can lie in some groups only: whether all find one, and what could lie where."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from itertools import pairwise

Alike = tuple[str, ...]
"""The groups in which some copies can lie: copies that can lie in the same ones are alike."""


class Laying:
    """One way to lay all copies that can be laid, and what other ways there are.

    It is a greatest flow from the copies to the groups, found by moving others where that makes room. How long that
    takes depends on the groups, not on how many copies there are.

    Args:
        copies: How many copies can lie in just these groups.
        places: Group -> its places.
    """

    def __init__(self, copies: Mapping[Alike, int], places: Mapping[str, int]) -> None:
        self._room = dict(places)
        self._laid: dict[str, dict[Alike, int]] = {label: {} for label in places}
        self._reached: dict[str, set[Alike]] = {}
        self.placed = 0
        """How many copies found a place."""
        for alike, count in sorted(copies.items(), key=lambda item: len(item[0])):
            self.placed += self._lay(alike, count)
        self.full: bool = self.placed == sum(copies.values()) == sum(places.values())
        """Whether every copy has a place and every place a copy."""

    def possible(self, alike: Alike, label: str) -> bool:
        """Whether some way to lay all copies lays one of these into a group: this one, or one with copies exchanged."""
        if label not in self._reached:
            seen, found, left = {label}, set[Alike](), [label]
            while left:
                for other, count in self._laid[left.pop()].items():
                    if count > 0 and other not in found:
                        found.add(other)
                        new = [to for to in other if to not in seen]
                        seen.update(new)
                        left += new
            self._reached[label] = found
        return alike in self._reached[label]

    def _lay(self, alike: Alike, count: int) -> int:
        """Lay copies into groups, moving others where that makes room; how many found a place."""
        done = 0
        while done < count:
            way = self._way(alike)
            if way is None:
                break
            moved = [(label, after) for (_, label), (after, _) in pairwise(way)]
            amount = min([count - done, self._room[way[-1][1]], *(self._laid[label][other] for label, other in moved)])
            for other, label in way:
                self._laid[label][other] = self._laid[label].get(other, 0) + amount
            for label, other in moved:
                self._laid[label][other] -= amount
            self._room[way[-1][1]] -= amount
            done += amount
        return done

    def _way(self, alike: Alike) -> Sequence[tuple[Alike, str]] | None:
        """The shortest way to a group with room: copies into a group, others out of it into the next; or None."""
        came: dict[str, tuple[Alike, str | None]] = {}
        left: deque[tuple[Alike, str | None]] = deque([(alike, None)])
        while left:
            copies, out_of = left.popleft()
            for label in copies:
                if label in came:
                    continue
                came[label] = (copies, out_of)
                if self._room[label] > 0:
                    return self._steps(came, label)
                left += [(other, label) for other, count in self._laid[label].items() if count > 0]
        return None

    @staticmethod
    def _steps(came: Mapping[str, tuple[Alike, str | None]], label: str) -> Sequence[tuple[Alike, str]]:
        """The way to a group, from its beginning."""
        way: list[tuple[Alike, str]] = []
        at: str | None = label
        while at is not None:
            copies, out_of = came[at]
            way.append((copies, at))
            at = out_of
        return way[::-1]
