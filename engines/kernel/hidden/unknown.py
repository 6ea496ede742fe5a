"""Computes what hidden components can still be, from everything that was seen.

A *place* holds one component: in a hand, in a pile, face down on a space. It is written as the kind of the component,
if this fold knows it, or as the label of a *group*: places that cannot be distinguished, such as the cards of a
shuffled deck. A game stores its zones (hand, deck, pile) as lists of places, the top first; :class:`Unknown` stores the
groups and what each can be.

Each kind has a fixed number of copies: one of each tile, four of a card. Every hidden copy is in some place, and every
hidden place holds a copy. If some groups have room for just the copies that can be nowhere else, they hold these
copies, and no other place can. This is computed in time linear in the number of kinds.

Nothing possible is ever excluded. The result is exactly what is possible, with one exception: if part of a shuffled
group is mixed with part of another, the number of places that came from each is no longer known.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Self

from engines.kernel.hidden.matching import Matching
from engines.kernel.hidden.unseen import Unseen

MARK = "."
"""The prefix of a label; no kind may begin with it."""


@dataclass(frozen=True, slots=True)
class Group:
    """Places that cannot be distinguished.

    ``can``: the kinds that each of them can be, in the order of the kinds.
    """

    places: int
    can: list[str]
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Lot:
    """Hidden copies of one kind."""

    copies: int
    groups: tuple[str, ...]


@dataclass(slots=True)
class Unknown(Unseen):
    """The hidden copies of some kinds as one fold knows them; part of the state and of snapshots.

    Values for a kind or a group are replaced, never modified in place, so that copies of this object can share them.

    Args:
        free: As in :class:`Unseen`.
        said: As in :class:`Unseen`.
        groups: Label -> group.
        lots: Kind -> its hidden copies.
        made: Number of groups created so far.
    """

    groups: dict[str, Group] = field(default_factory=dict)
    lots: dict[str, tuple[Lot, ...]] = field(default_factory=dict)
    made: int = 0

    def copy(self) -> Self:
        """An independent copy, for trying moves out."""
        return type(self)(self.free.copy(), self.said.copy(), self.groups.copy(), self.lots.copy(), self.made)

    def can(self, place: str) -> list[str]:
        """The kinds that a place can hold, a single one if it is known; the list must not be modified."""
        return [place] if is_known(place) else self.groups[place].can

    def may_hold(self, zone: Iterable[str], kind: str) -> bool:
        """Whether a copy of a kind can be in a zone."""
        return any(kind in self.can(place) for place in set(zone))

    def least(self, zone: Sequence[str], kind: str) -> int:
        """The number of copies of a kind that are certainly in a zone, whatever the hidden places hold."""
        hidden = self.free.get(kind, 0)
        if hidden <= 0 or all(is_known(place) for place in zone):
            return zone.count(kind)
        # Count the copies of this kind that have no place outside the zone while all other kinds may be anywhere.
        inside = {f"{label}/": zone.count(label) for label in self.groups}
        places = inside | {label: group.places - inside[f"{label}/"] for label, group in self.groups.items()}
        copies: dict[tuple[str, ...], int] = {}
        for other, lots in self.lots.items():
            for lot in lots:
                more = () if other == kind else tuple(f"{label}/" for label in lot.groups)
                copies[lot.groups + more] = copies.get(lot.groups + more, 0) + lot.copies
        return zone.count(kind) + max(0, sum(copies.values()) - Matching(copies, places).placed)

    def blame(self, zone: Iterable[str], kind: str) -> list[str]:
        """The entries that together exclude a copy of a kind from a zone; empty if it can be there.

        These are the entries that say where its copies are; if a hidden copy is left, also those that created the
        groups it can be in, the groups of the zone, and the groups that can hold the same kinds as these.
        """
        places = set(zone)
        if any(kind in self.can(place) for place in places):
            return []
        names = list(self.said.get(kind, ()))
        if self.free.get(kind, 0) > 0:
            labels = {place for place in places if not is_known(place)}
            labels |= {label for label, group in self.groups.items() if kind in group.can}
            names += [name for label in self._bound_to(labels) for name in self.groups[label].names]
        return list(dict.fromkeys(names))

    def seen(self, kind: str, name: str) -> None:
        """Note that a copy that was never hidden is in a public place."""
        self._say(kind, name)

    def hide(self, copies: Mapping[str, int], name: str = "") -> str:
        """Hide copies of known kinds, mixed, and return the label of their places.

        Args:
            copies: Kind -> number of copies; nobody saw which copy went where.
            name: The entry that hid them; empty for the opening of the record.
        """
        label = self._group(sum(copies.values()), [name])
        for kind, count in copies.items():
            self._add(kind, count, (label,))
        self._narrow()
        return label

    def found(self, place: str, kind: str, name: str) -> None:
        """Note the kind of a hidden place; from now on the caller writes the place as this kind.

        If the place cannot be of this kind, the record contradicts itself, and ``free`` may fall below 0. Call
        :meth:`can` first.
        """
        self.locate(kind, name)
        group = self.groups.get(place)
        if group is not None and group.places > 1 and len(self.groups) == 1:  # every hidden copy is here
            can, lots = group.can, self.lots.get(kind)
            if lots:
                *others, lot = lots
                if lot.copies > 1:
                    self.lots[kind] = (*others, Lot(lot.copies - 1, lot.groups))
                elif others:
                    self.lots[kind] = tuple(others)
                else:
                    del self.lots[kind]
                    if kind in can:
                        can = can.copy()
                        can.remove(kind)
            self.groups[place] = Group(group.places - 1, can, group.names)
        else:
            self._remove(kind, place)
            if group is not None:
                self._leave(place, 1)
                self._narrow()

    def forget(self, label: str, kind: str, name: str) -> None:
        """Discard what an entry said about a place: it is a place of a group again, and the copy may be anywhere."""
        if kind not in self.free:
            return
        self.lose(kind, name)
        group = self.groups.get(label, Group(0, [], ()))
        self.groups[label] = replace(group, places=group.places + 1)
        if self.free[kind] > 0:
            self._put(kind, (*self.lots.get(kind, ()), Lot(1, tuple(self.groups))))
        self._narrow()

    def shuffle(self, zone: list[str], name: str = "") -> None:
        """Mix the places of a zone, in place, so that they can no longer be distinguished."""
        if len(set(zone)) <= 1:
            return
        self._prune()
        labels = list(dict.fromkeys(place for place in zone if not is_known(place)))
        label = self._group(len(zone), [name, *(name for old in labels for name in self.groups[old].names)])
        for kind, lots in self.lots.items():
            self.lots[kind] = tuple(
                Lot(lot.copies, (*lot.groups, label)) if any(old in lot.groups for old in labels) else lot
                for lot in lots
            )
        for old in labels:
            self._leave(old, zone.count(old))
        for place in zone:
            if is_known(place):
                self._add(place, 1, (label,))
        zone[:] = [label] * len(zone)
        self._narrow()

    def take(self, zone: list[str], kind: str, name: str) -> None:
        """Remove a component of a known kind from a zone; call :meth:`may_hold` first.

        Raises:
            LookupError: No place of the zone can be of this kind.
        """
        if kind in zone:
            zone.remove(kind)
            return
        labels = list(dict.fromkeys(place for place in zone if not is_known(place) and kind in self.groups[place].can))
        if not labels:
            msg = f"no {kind} can lie in {zone}"
            raise LookupError(msg)
        if len(labels) > 1:  # it is not known which of them it was
            mixed = [place for place in zone if place in labels]
            rest = [place for place in zone if place not in labels]
            self.shuffle(mixed)
            zone[:] = [*rest, *mixed]
            labels = mixed[:1]
        zone.remove(labels[0])
        self.found(labels[0], kind, name)

    def slip(self, zone: list[str], kind: str | None = None, name: str = "") -> str:
        """Remove a component from a zone face down, and return its place, to be added to another zone."""
        if kind is not None and self.may_hold(zone, kind):
            self.take(zone, kind, name)
            return kind
        self.shuffle(zone, name)
        return zone.pop()

    def settle(self, *zones: list[str]) -> None:
        """Write every place that can be only one kind as that kind, in place; ``zones`` has every hidden place."""
        for label, group in list(self.groups.items()):
            if len(group.can) == 1:
                (kind,) = group.can
                self.free[kind] -= group.places
                self._say(kind, *group.names)
                for _ in range(group.places):
                    self._remove(kind, label)
                self._leave(label, group.places)
                for zone in zones:
                    zone[:] = [kind if place == label else place for place in zone]

    def _put(self, kind: str, lots: Iterable[Lot]) -> None:
        """Set the hidden copies of a kind; a kind without any has no lots."""
        self.lots[kind] = tuple(lots)
        if not self.lots[kind]:
            del self.lots[kind]

    def _group(self, places: int, names: Iterable[str]) -> str:
        self.made += 1
        label = f"{MARK}{self.made}"
        self.groups[label] = Group(places, [], tuple(name for name in dict.fromkeys(names) if name))
        return label

    def _add(self, kind: str, count: int, groups: tuple[str, ...]) -> None:
        """Add hidden copies of a kind; as many of the oldest entries that placed its copies are discarded."""
        self.free[kind] = self.free.get(kind, 0) + count
        if self.said.get(kind):
            self.said[kind] = self.said[kind][count:]
        if count > 0:
            self._put(kind, (*self.lots.get(kind, ()), Lot(count, groups)))

    def _remove(self, kind: str, label: str) -> None:
        """Remove a copy of a kind that was found in a group.

        It is taken from the lot with the fewest groups, if these are groups of the other lots as well: so nothing
        possible is excluded. Otherwise its lot is unknown, and the copies left can be wherever any of them could.
        """
        mine = [lot for lot in self.lots.get(kind, ()) if label in lot.groups]
        if not mine:
            return
        least = min(mine, key=lambda lot: len(lot.groups))
        lots = list(self.lots[kind])
        if not all(set(least.groups) <= set(lot.groups) for lot in mine):
            every = tuple(dict.fromkeys(group for lot in mine for group in lot.groups))
            least = Lot(sum(lot.copies for lot in mine), every)
            lots = [*(lot for lot in lots if label not in lot.groups), least]
        at = lots.index(least)
        lots[at : at + 1] = [Lot(least.copies - 1, least.groups)] if least.copies > 1 else []
        self._put(kind, lots)

    def _leave(self, label: str, count: int) -> None:
        """Remove ``count`` places of a group; remove the group with its last place."""
        group = self.groups[label]
        if group.places > count:
            self.groups[label] = replace(group, places=group.places - count)
            return
        del self.groups[label]
        for kind, lots in self.lots.items():
            if any(label in lot.groups for lot in lots):
                self.lots[kind] = tuple(
                    Lot(lot.copies, tuple(other for other in lot.groups if other != label)) for lot in lots
                )

    def _matching(self) -> Matching:
        """A maximum matching of all hidden copies to places."""
        copies: dict[tuple[str, ...], int] = {}
        for lots in self.lots.values():
            for lot in lots:
                copies[lot.groups] = copies.get(lot.groups, 0) + lot.copies
        return Matching(copies, {label: group.places for label, group in self.groups.items()})

    def _narrow(self) -> None:
        """Compute what each group can be. If the record contradicts itself, nothing is inferred from other groups."""
        if len(self.groups) == 1:
            self._can({label: set(self.lots) for label in self.groups})
            return
        can: dict[str, set[str]] = {label: set() for label in self.groups}
        matching = self._matching()
        for kind, lots in self.lots.items():
            for lot in lots:
                for label in lot.groups:
                    if not matching.full or matching.possible(lot.groups, label):
                        can[label].add(kind)
        self._can(can)

    def _can(self, can: Mapping[str, set[str]]) -> None:
        """Set what each group can be, in the order of the kinds."""
        for label, group in self.groups.items():
            self.groups[label] = replace(group, can=[kind for kind in self.free if kind in can[label]])

    def _prune(self) -> None:
        """Remove from each lot the groups that can hold nothing of it; done before mixing groups forgets that."""
        matching = self._matching()
        if matching.full:
            for kind, lots in self.lots.items():
                self.lots[kind] = tuple(
                    Lot(lot.copies, tuple(label for label in lot.groups if matching.possible(lot.groups, label)))
                    for lot in lots
                )

    def _bound_to(self, labels: Iterable[str]) -> list[str]:
        """The groups that can hold the same kinds as these, and so on, in the order in which they were created."""
        found = set(labels)
        left = deque(found)
        while left:
            can = set(self.groups[left.popleft()].can)
            for label, group in self.groups.items():
                if label not in found and not can.isdisjoint(group.can):
                    found.add(label)
                    left.append(label)
        return [label for label in self.groups if label in found]


def is_known(place: str) -> bool:
    """Whether the kind of a place is known."""
    return not place.startswith(MARK)


def known(places: Iterable[str]) -> list[str | None]:
    """The kinds of places; None for each that is not known."""
    return [None if place.startswith(MARK) else place for place in places]
