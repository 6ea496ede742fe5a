"""What hidden things can still be, given all that has been seen.

A *place* is where one thing lies: in a hand, in a pile, face down on a space. It is written as the kind that lies
there, where this fold knows it, or as the label of a *group*: places that cannot be told apart, such as the cards of a
shuffled deck. A game keeps its zones (hand, deck, pile) as lists of places, the top first; :class:`Unknown` keeps the
groups, and what each can be.

Kinds have as many copies as there are: one of each tile, four of a card. Every hidden copy lies in some place, and
every hidden place holds a copy. So where some groups have room for just the copies that can lie nowhere else, these are
theirs, and no other place can be one of them. That is found out in time linear in the kinds.

Nothing possible is ever ruled out. What is allowed is exactly what is possible, with one exception: where part of a
shuffled group is mixed with part of another, how many came from which is forgotten.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Self

from engines.kernel.matching import Matching
from engines.kernel.unseen import Unseen

MARK = "."
"""How a label begins; no kind may be called so."""


@dataclass(frozen=True, slots=True)
class Group:
    """Places that cannot be told apart.

    Args:
        places: How many.
        can: What each of them can be, in the order of the kinds.
        names: The entries that made it so.
    """

    places: int
    can: list[str]
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Lot:
    """Hidden copies of one kind.

    Args:
        copies: How many.
        groups: The labels of the groups in which they lie, in some of them or in all.
    """

    copies: int
    groups: tuple[str, ...]


@dataclass(slots=True)
class Unknown(Unseen):
    """The hidden copies of some kinds as one fold knows them; it stands in the state, and in snapshots.

    What is known of a kind or a group is replaced, never changed in place, so that copies of this share it.

    Args:
        free: As of :class:`Unseen`.
        said: Likewise.
        groups: By label.
        lots: Kind -> its hidden copies.
        made: Groups made so far.
    """

    groups: dict[str, Group] = field(default_factory=dict)
    lots: dict[str, tuple[Lot, ...]] = field(default_factory=dict)
    made: int = 0

    def copy(self) -> Self:
        """A copy that shares nothing with this one, for trying out what would follow."""
        return type(self)(self.free.copy(), self.said.copy(), self.groups.copy(), self.lots.copy(), self.made)

    # ------------------------------------------------------------------------------------------------- what is known

    def can(self, place: str) -> list[str]:
        """What lies in a place: one kind, or all that it can be; nobody changes the list."""
        return [place] if is_known(place) else self.groups[place].can

    def may_hold(self, zone: Iterable[str], kind: str) -> bool:
        """Whether a copy of a kind can lie in a zone."""
        return any(kind in self.can(place) for place in set(zone))

    def least(self, zone: Sequence[str], kind: str) -> int:
        """How many copies of a kind certainly lie in a zone, whatever nobody has seen."""
        hidden = self.free.get(kind, 0)
        if hidden <= 0 or all(is_known(place) for place in zone):
            return zone.count(kind)
        # The copies of this kind that find no place outside of the zone, while all others do.
        inside = {f"{label}/": zone.count(label) for label in self.groups}
        places = inside | {label: group.places - inside[f"{label}/"] for label, group in self.groups.items()}
        copies: dict[tuple[str, ...], int] = {}
        for other, lots in self.lots.items():
            for lot in lots:
                more = () if other == kind else tuple(f"{label}/" for label in lot.groups)
                copies[lot.groups + more] = copies.get(lot.groups + more, 0) + lot.copies
        return zone.count(kind) + max(0, sum(copies.values()) - Matching(copies, places).placed)

    def blame(self, zone: Iterable[str], kind: str) -> list[str]:
        """The entries that together rule out a copy of a kind in a zone; empty where it can lie there.

        These are the entries that say where its copies are; and where a hidden copy is left, those that made the groups
        it can lie in, the groups of the zone, and the groups that share what they hold with these.
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

    # --------------------------------------------------------------------------------------------------- what happens

    def seen(self, kind: str, name: str) -> None:
        """A copy that was never hidden lies where everybody sees it.

        Args:
            kind: What it is.
            name: The entry that says where it is.
        """
        self._say(kind, name)

    def hide(self, copies: Mapping[str, int], name: str = "") -> str:
        """Lay copies of known kinds face down and mix them; the label of their places.

        Args:
            copies: Kind -> how many; nobody saw which went where.
            name: The entry that did it; empty for the opening of the record.
        """
        label = self._group(sum(copies.values()), [name])
        for kind, count in copies.items():
            self._add(kind, count, (label,))
        self._narrow()
        return label

    def found(self, place: str, kind: str, name: str) -> None:
        """A hidden place is seen, or somebody says what it is; from now on it is written as its kind.

        Where it cannot be, the record contradicts itself, and what is free may fall below 0. Ask :meth:`can` before.

        Args:
            place: Its label.
            kind: What lies there.
            name: The entry that says so.
        """
        self.locate(kind, name)
        group = self.groups.get(place)
        if group is not None and group.places > 1 and len(self.groups) == 1:  # all that is hidden lies here
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
        """What an entry said of a place gives way: it is a place of a group again, and the copy may lie anywhere.

        Args:
            label: The group.
            kind: What the place was said to be.
            name: The entry that said so.
        """
        if kind not in self.free:
            return
        self.lose(kind, name)
        group = self.groups.get(label, Group(0, [], ()))
        self.groups[label] = replace(group, places=group.places + 1)
        if self.free[kind] > 0:
            self._put(kind, (*self.lots.get(kind, ()), Lot(1, tuple(self.groups))))
        self._narrow()

    def shuffle(self, zone: list[str], name: str = "") -> None:
        """Mix the places of a zone, in place: nobody knows any more which of them is which."""
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
        """A thing of a kind is seen as it leaves a zone; ask :meth:`may_hold` before.

        Args:
            zone: Where it lay; one place less in it.
            kind: What it is.
            name: The entry that shows it.

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
        if len(labels) > 1:  # nobody can tell which of them it was
            mixed = [place for place in zone if place in labels]
            rest = [place for place in zone if place not in labels]
            self.shuffle(mixed)
            zone[:] = [*rest, *mixed]
            labels = mixed[:1]
        zone.remove(labels[0])
        self.found(labels[0], kind, name)

    def slip(self, zone: list[str], kind: str | None = None, name: str = "") -> str:
        """A thing leaves a zone face down; its place, for wherever it goes.

        Args:
            zone: Where it lay; one place less in it.
            kind: What it is, where this fold knows it.
            name: The entry that did it.
        """
        if kind is not None and self.may_hold(zone, kind):
            self.take(zone, kind, name)
            return kind
        self.shuffle(zone, name)
        return zone.pop()

    def settle(self, *zones: list[str]) -> None:
        """Write every place that can be one kind only as that kind, in place; every hidden place stands in a zone."""
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

    # --------------------------------------------------------------------------------------------------------- within

    def _put(self, kind: str, lots: Iterable[Lot]) -> None:
        """These are the hidden copies of a kind; a kind without any has no lots."""
        self.lots[kind] = tuple(lots)
        if not self.lots[kind]:
            del self.lots[kind]

    def _group(self, places: int, names: Iterable[str]) -> str:
        self.made += 1
        label = f"{MARK}{self.made}"
        self.groups[label] = Group(places, [], tuple(name for name in dict.fromkeys(names) if name))
        return label

    def _add(self, kind: str, count: int, groups: tuple[str, ...]) -> None:
        """More copies of a kind are hidden now; as many of the oldest entries that placed copies count no more."""
        self.free[kind] = self.free.get(kind, 0) + count
        if self.said.get(kind):
            self.said[kind] = self.said[kind][count:]
        if count > 0:
            self._put(kind, (*self.lots.get(kind, ()), Lot(count, groups)))

    def _remove(self, kind: str, label: str) -> None:
        """A copy of a kind was found in a group.

        It counts as one of those that can lie in the fewest groups, if these are groups of the others as well: so all
        that is possible stays so. Otherwise nobody knows whose it was, and those left can lie wherever any could.
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
        """One way to lay all hidden copies."""
        copies: dict[tuple[str, ...], int] = {}
        for lots in self.lots.values():
            for lot in lots:
                copies[lot.groups] = copies.get(lot.groups, 0) + lot.copies
        return Matching(copies, {label: group.places for label, group in self.groups.items()})

    def _narrow(self) -> None:
        """What each group can be. Where the record contradicts itself nothing follows from what lies elsewhere."""
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
        """What each group can be, in the order of the kinds."""
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
        """The groups that can hold what these can hold, and so on; in the order in which they were made."""
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
    """Whether it is known what lies in a place."""
    return not place.startswith(MARK)


def known(places: Iterable[str]) -> list[str | None]:
    """What lies in places; None where it is not known."""
    return [None if place.startswith(MARK) else place for place in places]
