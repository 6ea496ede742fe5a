"""Bipartite matching of copies to groups of places: whether all copies fit, and which groups each of them can be in."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from itertools import pairwise

Alike = tuple[str, ...]
"""The groups that some copies can be in; copies with the same groups are interchangeable."""


class Matching:
    """A maximum matching of copies to places, found by augmenting paths.

    Its cost depends on the number of groups, not on the number of copies.

    ``copies``: the groups that some copies can be in -> the number of these copies.
    """

    def __init__(self, copies: Mapping[Alike, int], places: Mapping[str, int]) -> None:
        self._room = dict(places)
        self._assigned: dict[str, dict[Alike, int]] = {label: {} for label in places}
        self._reached: dict[str, set[Alike]] = {}
        self.placed = 0
        """The number of copies with a place."""
        for alike, count in sorted(copies.items(), key=lambda item: len(item[0])):
            self.placed += self._place(alike, count)
        self.full: bool = self.placed == sum(copies.values()) == sum(places.values())
        """Whether every copy has a place and every place a copy."""

    def possible(self, alike: Alike, label: str) -> bool:
        """Whether any maximum matching assigns a copy of this kind to the group."""
        if label not in self._reached:
            seen, found, left = {label}, set[Alike](), [label]
            while left:
                for other, count in self._assigned[left.pop()].items():
                    if count > 0 and other not in found:
                        found.add(other)
                        new = [to for to in other if to not in seen]
                        seen.update(new)
                        left += new
            self._reached[label] = found
        return alike in self._reached[label]

    def _place(self, alike: Alike, count: int) -> int:
        """Place copies, moving others to make room; return the number placed."""
        done = 0
        while done < count:
            path = self._augmenting_path(alike)
            if path is None:
                break
            moved = [(label, after) for (_, label), (after, _) in pairwise(path)]
            amount = min(
                [count - done, self._room[path[-1][1]], *(self._assigned[label][other] for label, other in moved)]
            )
            for other, label in path:
                self._assigned[label][other] = self._assigned[label].get(other, 0) + amount
            for label, other in moved:
                self._assigned[label][other] -= amount
            self._room[path[-1][1]] -= amount
            done += amount
        return done

    def _augmenting_path(self, alike: Alike) -> Sequence[tuple[Alike, str]] | None:
        """The shortest path to a group with room: copies into a group, others from it to the next; or None."""
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
                left += [(other, label) for other, count in self._assigned[label].items() if count > 0]
        return None

    @staticmethod
    def _steps(came: Mapping[str, tuple[Alike, str | None]], label: str) -> Sequence[tuple[Alike, str]]:
        """The path to a group, from its start."""
        path: list[tuple[Alike, str]] = []
        at: str | None = label
        while at is not None:
            copies, out_of = came[at]
            path.append((copies, at))
            at = out_of
        return path[::-1]
