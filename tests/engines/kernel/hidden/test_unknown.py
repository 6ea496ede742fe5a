"""What hidden things can be, beside a model that lays every copy into every place in every way."""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.kernel import snapshot
from engines.kernel.canonical import canonical
from engines.kernel.hidden.unknown import Unknown, is_known
from tests.engines.kernel.examples import examples
from tests.fixtures.steps import steps

KINDS = ["fig", "plum", "pear", "date"]

# ------------------------------------------------------------------------------------------------------------ the model


@dataclass
class Model:
    """Every way in which the hidden copies can lie, one after another; slow and obvious.

    Args:
        ways: Each a list of zones, each of which is a list of kinds, the top first.
    """

    ways: list[list[list[str]]]

    def shuffle(self, zone: int) -> None:
        """Every order of a zone is possible now."""
        ways = {
            tuple(tuple(order) if at == zone else tuple(there) for at, there in enumerate(way))
            for way in self.ways
            for order in set(permutations(way[zone]))
        }
        self.ways = [[list(there) for there in way] for way in sorted(ways)]

    def keep(self, ways: list[list[list[str]]]) -> None:
        unique = {tuple(tuple(there) for there in way) for way in ways}
        self.ways = [[list(there) for there in way] for way in sorted(unique)]

    def can(self, zone: int, at: int) -> set[str]:
        return {way[zone][at] for way in self.ways}

    def least(self, zone: int, kind: str) -> int:
        return min(way[zone].count(kind) for way in self.ways)


@dataclass
class Table:
    """Zones as a game keeps them, and the model beside."""

    unknown: Unknown
    zones: list[list[str]]
    model: Model
    entries: int = 1
    exact: bool = True
    rng: Random = field(default_factory=Random)

    def name(self) -> str:
        self.entries += 1
        return str(self.entries)

    def shuffle(self, number: int) -> None:
        """Mix a zone; parts of several groups in it are the one case of which less is remembered."""
        zone = self.zones[number]
        labels = {place for place in zone if not is_known(place)}
        parts = [label for label in labels if zone.count(label) < self.unknown.groups[label].places]
        self.exact &= not parts or len(labels) == 1
        self.unknown.shuffle(zone, self.name())
        self.model.shuffle(number)

    def check(self) -> None:
        """What each place can be, and what a zone must hold, is what the model says; or, mixed in parts, no less."""
        for number, zone in enumerate(self.zones):
            for at, place in enumerate(zone):
                can, possible = set(self.unknown.can(place)), self.model.can(number, at)
                assert can >= possible, (self.zones, number, at)
                assert can == possible or not self.exact, (self.zones, number, at)
            for kind in KINDS:
                least, surely = self.unknown.least(zone, kind), self.model.least(number, kind)
                assert least <= surely, (self.zones, number, kind)
                assert least == surely or not self.exact, (self.zones, number, kind)
                if any(kind in way[number] for way in self.model.ways):
                    assert self.unknown.may_hold(zone, kind)
                    assert self.unknown.blame(zone, kind) == []
        hidden = Counter(place for zone in self.zones for place in zone if not is_known(place))
        assert {label: group.places for label, group in self.unknown.groups.items()} == hidden


def laid(rng: Random, zones: int, most: int) -> Table:
    """A deck of which everybody knows the cards, shuffled and dealt to some zones."""
    copies = {kind: rng.randint(1, 2) for kind in KINDS[: rng.randint(2, 4)]}
    deck = [kind for kind, count in copies.items() for _ in range(count)][:most]
    counts = dict(Counter(deck))
    unknown = Unknown.of(KINDS)
    label = unknown.hide(counts, "2")
    sizes = [0] * zones
    for _ in deck:
        sizes[rng.randrange(zones)] += 1
    split, ways = [], set(permutations(deck))
    at = 0
    for size in sizes:
        split.append((at, at + size))
        at += size
    model = Model([])
    model.keep([[list(way[low:high]) for low, high in split] for way in ways])
    return Table(unknown, [[label] * size for size in sizes], model, rng=rng)


def happens(table: Table) -> None:
    """Something happens to the zones; what really lies there is one of the ways, drawn by chance."""
    rng, unknown, model = table.rng, table.unknown, table.model
    truth = rng.choice(model.ways)
    filled = [number for number, zone in enumerate(table.zones) if zone]
    if not filled:
        return
    number = rng.choice(filled)
    zone = table.zones[number]
    match rng.randrange(5):
        case 0:  # the top of a zone is seen and stays there
            kind = truth[number][0]
            if not is_known(zone[0]):
                unknown.found(zone[0], kind, table.name())
                zone[0] = kind
            model.keep([way for way in model.ways if way[number][0] == kind])
        case 1:  # the top goes to another zone unseen
            other = rng.randrange(len(table.zones))
            table.zones[other].append(zone.pop(0))
            model.keep([moved(way, number, other) for way in model.ways])
        case 2:  # a zone is mixed
            table.shuffle(number)
        case 3:  # a thing leaves a mixed zone face down for the bottom of another
            other = rng.choice([at for at in range(len(table.zones)) if at != number] or [number])
            table.shuffle(number)
            table.zones[other].append(unknown.slip(zone, None, table.name()))
            model.keep([moved(way, number, other, -1) for way in model.ways])
        case _:  # a thing of a mixed zone is shown and goes
            table.shuffle(number)
            kind = rng.choice(truth[number])
            unknown.take(zone, kind, table.name())
            model.keep([without(way, number, kind) for way in model.ways if kind in way[number]])


def moved(way: list[list[str]], number: int, other: int, at: int = 0) -> list[list[str]]:
    after = [list(zone) for zone in way]
    after[other].append(after[number].pop(at))
    return after


def without(way: list[list[str]], number: int, kind: str) -> list[list[str]]:
    after = [list(zone) for zone in way]
    after[number].remove(kind)
    return after


@examples(60)
@given(seed=st.integers(0, 10**6))
def test_what_a_place_can_be_and_a_zone_must_hold_is_what_the_ways_to_lay_all_copies_say(seed: int) -> None:
    rng = Random(seed)
    table = laid(rng, rng.randint(1, 3), 6)
    table.check()
    for _ in range(8):
        happens(table)
        table.check()
        if rng.random() < 0.3:
            table.unknown.settle(*table.zones)
            table.check()


# ------------------------------------------------------------------------------------------------------------- by hand


def test_what_its_owner_put_back_is_known_to_the_owner_and_drawn_again() -> None:
    """As in Mage Knight: a card on top of the deck is the next one drawn, one at the bottom the last."""
    unknown = Unknown.of(["march", "rage", "wound"])
    deck = [unknown.hide({"march": 2, "rage": 1, "wound": 3}, "2")] * 6
    hand = [deck.pop(0) for _ in range(2)]
    unknown.take(hand, "march", "3")
    deck.insert(0, "march")
    unknown.said_anew("march", "3", "4")
    hand.append(deck.pop(0))
    assert hand.count("march") == 1
    assert unknown.least(hand, "march") == 1
    assert unknown.free == {"march": 1, "rage": 1, "wound": 3}
    unknown.shuffle(hand, "5")
    assert unknown.can(hand[0]) == ["march", "rage", "wound"]
    assert unknown.least(hand, "march") == 1
    assert unknown.can(deck[0]) == ["march", "rage", "wound"]
    unknown.take(hand, "march", "6")
    unknown.take(hand, "march", "7")
    assert (hand, unknown.free["march"]) == ([], 0)
    assert unknown.blame(deck, "march") == ["6", "7"]


def test_all_entries_that_rule_something_out_are_named() -> None:
    unknown = Unknown.of(["a", "b", "c", "d"])
    pile = [unknown.hide({"a": 1, "b": 1, "c": 2, "d": 1}, "2")] * 5
    top = [pile.pop(0) for _ in range(2)]
    unknown.shuffle(top, "3")
    assert unknown.blame(top, "a") == []
    for kind, name in (("c", "4"), ("c", "5")):
        unknown.found(pile.pop(), kind, name)
    assert unknown.blame(top, "c") == ["4", "5"]
    unknown.found(pile.pop(), "d", "6")
    assert unknown.can(top[0]) == ["a", "b"]
    assert unknown.blame(top, "d") == ["6"]


def test_a_kind_that_must_lie_elsewhere_is_ruled_out_by_what_made_the_groups() -> None:
    unknown = Unknown.of(["a", "b", "c", "d"])
    first = unknown.hide({"a": 1, "b": 1}, "2")
    second = unknown.hide({"c": 1, "d": 1}, "3")
    assert unknown.blame([second], "a") == ["2", "3"]
    mixed = [first, second]
    unknown.shuffle(mixed, "4")
    assert unknown.can(mixed[0]) == ["a", "b", "c", "d"]
    assert unknown.blame([second], "a") == ["2", "3", "4"]


def test_what_an_entry_said_gives_way_and_is_possible_again() -> None:
    unknown = Unknown.of(["a", "b"])
    rest = unknown.hide({"a": 1, "b": 2}, "")
    unknown.found(rest, "a", "2")
    assert (unknown.can(rest), unknown.blame([rest], "a")) == (["b"], ["2"])
    unknown.forget(rest, "a", "2")
    assert (unknown.can(rest), unknown.free, unknown.said["a"]) == (["a", "b"], {"a": 1, "b": 2}, ())
    unknown.found(rest, "b", "3")
    unknown.found(rest, "b", "4")
    unknown.found(rest, "a", "5")
    assert unknown.groups == {}
    unknown.forget(rest, "a", "5")
    assert unknown.can(rest) == ["a"]


def test_where_the_record_contradicts_itself_nothing_is_concluded() -> None:
    unknown = Unknown.of(["a", "b", "c"])
    rest = unknown.hide({"a": 1, "b": 1, "c": 1}, "2")
    other = [rest]
    unknown.found(rest, "a", "3")
    unknown.found(rest, "a", "4")
    assert unknown.free["a"] == -1
    assert unknown.can(other[0]) == ["b", "c"]
    unknown.forget(rest, "a", "4")
    assert (unknown.free["a"], unknown.can(rest)) == (0, ["b", "c"])


def test_what_no_zone_can_hold_cannot_be_taken() -> None:
    unknown = Unknown.of(["a", "b"])
    zone = [unknown.hide({"a": 2}, "2")] * 2
    with pytest.raises(LookupError, match="no b can lie"):
        unknown.take(zone, "b", "3")


def test_a_copy_is_told_from_what_would_follow() -> None:
    unknown = Unknown.of(["a", "b"])
    rest = unknown.hide({"a": 1, "b": 1}, "2")
    other = unknown.copy()
    other.found(rest, "a", "3")
    assert (unknown.can(rest), other.can(rest)) == (["a", "b"], ["b"])
    assert unknown.said == {}


@dataclass
class State:
    hidden: Unknown


def test_it_survives_a_snapshot() -> None:
    table = laid(Random(3), 3, 6)
    for _ in range(6):
        happens(table)
    fresh = State(Unknown.of([]))
    snapshot.unpack(fresh, json.loads(canonical(snapshot.pack(State(table.unknown)))))
    assert fresh.hidden == table.unknown
    assert list(fresh.hidden.free) == list(table.unknown.free)


def decks(kinds: int) -> Iterator[tuple[Unknown, list[list[str]]]]:
    """Five piles that share all kinds, the first tiles of each seen."""
    unknown = Unknown.of(f"k{number}" for number in range(kinds))
    label = unknown.hide({f"k{number}": 2 for number in range(kinds)}, "2")
    piles = [[label] * (2 * kinds // 5) for _ in range(5)]
    for pile in piles:
        unknown.shuffle(pile, "3")
    yield unknown, piles


def test_what_follows_costs_as_many_steps_as_there_are_kinds() -> None:
    cost = {}
    for kinds in (50, 500):
        ((unknown, piles),) = decks(kinds)
        first = [piles[0].pop(), piles[1].pop()]
        unknown.shuffle(first, "4")
        cost[kinds] = steps(lambda unknown=unknown, first=first: unknown.found(first[0], "k1", "5"))
    assert cost[500] < 15 * cost[50]
