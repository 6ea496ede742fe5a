"""Searches for the recording slip that explains a wrong number: one change to an earlier move makes everything fit.

It tries another value of a field (or of two that one tap enters together), another seat, a move entered twice, two
moves exchanged, and a move left out. A change fits if the rules accept every later move and every declared number
follows. Pure: no clock; the caller decides when to stop, and can continue later.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import islice, pairwise, product
from typing import Any, NamedTuple

from engines.kernel import canonical, snapshot
from engines.kernel.checks import figures
from engines.kernel.copying import copied
from engines.kernel.game import Field, Game, IllegalMoveError, Json, MalformedMoveError
from engines.kernel.input.completion import answered, stated
from engines.kernel.replay import Fold

Declared = Mapping[int, Mapping[str, Mapping[str, int]]]
"""Check point -> seat -> name of a figure -> the number counted at the table."""

KINDS = {"field": 0, "pair": 2, "seat": 3, "doubled": 3, "swapped": 4, "missing": 6}
"""Kind of slip -> its cost; frequent slips cost less."""
FARTHEST = 5
"""Maximum cost of a distance: more distant values are equally unlikely."""
OTHER_SEAT = 2
"""Cost of a change to a move of a seat whose numbers all fit."""
WIDEST, WIDEST_PAIR = 60, 16
"""Maximum range in which all values of a whole number are tried, alone or in a pair; otherwise only near ones."""
NEXT = 10
SPAN = 1_000_000
"""Positions of a search for each step: a later search goes straight to its step."""
MOST_LEFT_OUT, MOST_ASKED = 40, 200
"""Maximum number of left-out moves of each type and seat at one place that are tried, and of questions for them."""
ENOUGH = 2500
"""Number of changes after which a search that has a candidate does not try unlikely ones."""


class Played(NamedTuple):
    """A step of the timeline.

    Args:
        name: Its name.
        body: Its body as the reader of this search may see it.
        fixed: Whether it must not be changed: a ruling, or a move that a player sealed from a personal link.
    """

    name: str
    body: Json
    fixed: bool = False


class Candidate(NamedTuple):
    """A change after which everything fits.

    ``cost``: its cost; lower is more likely. ``changes``: the changes in the form of a correction.
    """

    cost: int
    kind: str
    name: str
    changes: list[Json]


class Found(NamedTuple):
    """The result of a search.

    Args:
        candidates: The candidates, most likely first. Of those that lead to the same table, or that insert the same
            move at different places of a turn, only the likeliest.
        tried: Number of changes that this search tried.
        next: Where the next search continues; None if every change was tried.
        likely: Whether every change to the moves of the seats whose numbers differ was tried: others are unlikely.
    """

    candidates: list[Candidate]
    tried: int
    next: int | None
    likely: bool


def search(
    fold: Fold[Any, Any],
    steps: Sequence[Played],
    declared: Declared,
    after: int = 0,
    expired: Callable[[], bool] = lambda: False,
) -> Found:
    """Search for the slip.

    Args:
        fold: The table before the first step, as the reader may see it; not modified.
        steps: The steps since the last agreed check, up to the end of the timeline.
        declared: The numbers counted at the table since then.
        after: Where to begin: ``next`` of an earlier search, which has tried what comes before.
        expired: Returns whether to stop; called before each change but the first, so that every search gets further.
    """
    hunt = _Hunt(fold, steps, declared)
    found: dict[str, Candidate] = {}
    tried, reached, position, others = 0, after, None, 2 * len(steps) * SPAN
    for at, change in hunt.changes(after):
        explained = found and reached < others <= at and (after or tried >= ENOUGH)
        if explained or (tried and expired()):
            position = at
            break
        tried, reached = tried + 1, at
        if (table := hunt.fits(change)) is not None:
            made, known = hunt.candidate(change), found.get(table)
            found[table] = made if known is None or made.cost < known.cost else known
    shown: dict[str, Candidate] = {}
    for one in sorted(found.values(), key=lambda one: one.cost):
        shown.setdefault(hunt.meaning(one), one)
    return Found(list(shown.values()), tried, position, (position or others) >= others)


class _Change(NamedTuple):
    """A change to try: its kind, the index of the step, the distance from what was typed, and the move."""

    kind: str
    place: int
    distance: int
    move: Json


class _Hunt:
    """One search. ``here`` is the table before the step whose changes are being tried."""

    def __init__(self, fold: Fold[Any, Any], steps: Sequence[Played], declared: Declared) -> None:
        self.game: Game[Any, Any] = fold.game
        self.types = fold.game.moves(fold.box)
        self.seats = len(fold.seats)
        self.steps, self.declared = steps, declared
        self.names = frozenset(step.name for step in steps)
        self.start = self.here = fold.state
        self.before: list[Any] = []  # the table before each step
        self.likely = True  # whether moves of the seats whose numbers differ are being tried, or all others
        self.wrong: set[str] = set()
        self.refused: set[int] = set()  # steps that the rules refuse unchanged: irregular moves and rulings
        self._look_through()

    def _look_through(self) -> None:
        """Find the steps that the rules refuse unchanged, and the seats whose numbers differ."""
        state, passed = copied(self.start), figures.checks_of(self.game, self.start).passed
        for place in range(len(self.steps)):
            self.before.append(copied(state))
            if (event := self._event(state, place)) is None:
                self.refused.add(place)
                event = self._event(state, place)
            if event is not None:
                self.game.evolve(state, event, self.steps[place].name)
            while passed < figures.checks_of(self.game, state).passed:
                passed += 1
                self.wrong |= {seat for seat in self.declared.get(passed, {}) if not self._agrees(state, passed, seat)}

    def _event(self, state: Any, place: int, body: Json | None = None) -> Any:
        """The event of a step, or of another body in its place; None if the rules refuse it."""
        move = body or self.steps[place].body
        try:
            decides = place not in self.refused or body is not None
            return self.game.decide(state, move) if decides else self.game.decode(move)
        except (IllegalMoveError, MalformedMoveError, KeyError):  # games do not decide the types of rulings
            return None

    def _agrees(self, state: Any, point: int, seat: str) -> bool:
        said = self.declared[point][seat]
        shown = {one.name: one.value for one in figures.checks_of(self.game, state).figures(int(seat))}
        return all(shown.get(name) == value for name, value in said.items())

    def fits(self, change: _Change) -> str | None:
        """The table to which a change leads, if the rules accept every later move and every declared number follows."""
        kind, place, _, move = change
        queue: list[tuple[int, Json | None]] = [(one, None) for one in range(place, len(self.steps))]
        if kind == "swapped":
            queue[:2] = [(place, move), (place + 1, self.steps[place].body)]
        elif kind == "missing":
            queue.insert(0, (place, move))
        elif kind == "doubled":
            del queue[0]
        else:
            queue[0] = (place, move)
        first = self._event(self.here, *queue[0]) if queue else None
        if queue and first is None:  # most changes end here, before anything is copied
            return None
        state, passed = copied(self.here), figures.checks_of(self.game, self.here).passed
        for step, body in queue:
            event, first = first or self._event(state, step, body), None
            if event is None:
                return None
            self.game.evolve(state, event, self.steps[step].name)
            while passed < figures.checks_of(self.game, state).passed:
                passed += 1
                if not all(self._agrees(state, passed, seat) for seat in self.declared.get(passed, ())):
                    return None
        return canonical.digest(nameless(snapshot.pack(state), self.names)) if passed >= max(self.declared) else None

    def candidate(self, change: _Change) -> Candidate:
        """The candidate for a change that fits: its cost, and its changes in the form of a correction."""
        kind, place, distance, move = change
        name, body, _ = self.steps[place]
        seat = str(move.get("seat"))
        cost = KINDS[kind] + min(distance, FARTHEST) + (OTHER_SEAT if "seat" in move and seat not in self.wrong else 0)
        changes: list[Json] = [{"op": "amend", "name": name, "body": move}]
        if kind == "doubled":
            changes = [{"op": "retract", "name": name}]
        elif kind == "missing":
            changes = [{"op": "insert", "before": name, "body": move}]
        elif kind == "swapped":
            changes.append({"op": "amend", "name": self.steps[place + 1].name, "body": body})
        return Candidate(cost, kind, name, changes)

    def meaning(self, found: Candidate) -> str:
        """What a candidate says: the same for a move left out at any place of a turn, otherwise different for each."""
        move = found.changes[0].get("body", {})
        if found.kind != "missing":
            return repr(found.changes)
        seats = [step.body.get("seat") for step in self.steps]
        before = seats[: next(at for at, step in enumerate(self.steps) if step.name == found.name)]
        return repr((move, [seat for seat in before if seat not in (None, move.get("seat"))]))

    # What may have slipped

    def changes(self, after: int) -> Iterator[tuple[int, _Change]]:
        """Every change to try from a position on, with its position.

        First those of seats whose numbers differ, then those of other seats. For each, changes to recorded moves come
        before moves that were left out, which are many.
        """
        first, skipped = divmod(after, SPAN)
        rounds = product((True, False), (self._of_step, self._left_out))
        for number, (self.likely, kinds) in enumerate(rounds):
            for place, here in enumerate(self.before):
                self.here, step = here, number * len(self.steps) + place
                if step >= first:
                    yield from islice(enumerate(kinds(place), step * SPAN), skipped if step == first else 0, None)

    def _of_step(self, place: int) -> Iterator[_Change]:
        _, body, fixed = self.steps[place]
        if fixed or place in self.refused or (str(body.get("seat")) in self.wrong) != self.likely:
            return
        for kind, distance, move in _within(self.types[body["type"]].fields, body, self.seats):
            yield _Change(kind, place, distance, move)
        if "seat" in body:
            for seat in range(self.seats):
                if seat != body["seat"]:
                    yield _Change("seat", place, 0, {**body, "seat": seat})
        before = self.steps[place - 1].body if place else {}
        again = (before.get("type"), before.get("seat")) == (body["type"], body.get("seat"))
        yield _Change("doubled", place, 0 if again else 2, body)
        if place + 1 < len(self.steps):
            _, after, held = self.steps[place + 1]
            if not held and place + 1 not in self.refused and after != body:
                yield _Change("swapped", place, 0, after)

    def _left_out(self, place: int) -> Iterator[_Change]:
        for kind, seat in list(self.game.may(self.here)):
            if (str(seat) in self.wrong) == self.likely:
                partial = {"type": kind} if seat is None else {"type": kind, "seat": seat}
                for move in islice(self._whole(partial, [MOST_ASKED]), MOST_LEFT_OUT):
                    yield _Change("missing", place, 0, move)

    def _whole(self, partial: Json, left: list[int]) -> Iterator[Json]:
        """The moves that an incomplete move can become, as far as the rules offer single values."""
        offer = self.game.offers(self.here, partial)
        left[0] -= 1
        if left[0] < 0 or "moves" in offer:
            return
        path, domain = offer["field"], offer["domain"]
        fields = self.types[partial["type"]].fields
        if path is None:
            yield stated(Field("group", fields=fields), partial)
            return
        values: list[Any] = [None] if domain.get("optional") else []
        if domain["kind"] == "choice":
            values += domain["of"]
        elif domain["kind"] == "range" and domain["high"] - domain["low"] <= WIDEST:
            values += range(domain["low"], domain["high"] + 1)
        elif domain["kind"] == "flag":
            values += [False, True]
        for value in values:
            yield from self._whole(answered(fields, partial, path, value), left)


def nameless(value: Any, names: Collection[str]) -> Any:
    """JSON without the names of steps: the same table may be reached by moves with other names."""
    if isinstance(value, dict):
        return {key: nameless(one, names) for key, one in value.items()}
    if isinstance(value, list):
        return [nameless(one, names) for one in value]
    return "" if isinstance(value, str) and value in names else value


def _within(fields: Mapping[str, Field], given: Json, seats: int) -> Iterator[tuple[str, int, Json]]:
    """Objects with another value in one field, or in two adjacent ones: kind, distance, object."""
    for name, field in fields.items():
        if given.get(name) is not None:
            for kind, distance, value in _others(field, given[name], seats):
                yield kind, distance, {**given, name: value}
            if field.optional:
                yield "field", FARTHEST, {one: value for one, value in given.items() if one != name}
        elif field.optional and field.kind in ("choice", "integer", "flag"):
            for value in _span(field, seats):
                yield "field", FARTHEST, {**given, name: value}
    for (one, first), (other, second) in pairwise(fields.items()):
        if type(given.get(one)) is int and type(given.get(other)) is int:
            both = [_span(field, seats) for field in (first, second)]
            if 0 < max(map(len, both)) <= WIDEST_PAIR:
                for a, b in product(*both):
                    if a != given[one] and b != given[other]:
                        yield "pair", abs(a - given[one]) + abs(b - given[other]), {**given, one: a, other: b}


def _span(field: Field, seats: int) -> Sequence[Any]:
    """All values of a field if they are few; otherwise none."""
    if field.kind == "choice":
        return field.choices
    if field.kind == "flag":
        return (False, True)
    if field.kind == "integer" and field.seat:
        return range(seats)
    if field.kind == "integer" and field.low is not None and field.high is not None:
        return range(field.low, field.high + 1) if field.high - field.low <= WIDEST else ()
    return ()


def _others(field: Field, value: Any, seats: int) -> Iterator[tuple[str, int, Any]]:
    """Values that may have been meant instead of a value: kind, distance, value."""
    of = field.of or field
    if field.kind == "group":
        yield from _within(field.fields, value, seats)
    elif field.kind == "list":
        yield from _other_lists(field, of, value, seats)
    elif field.kind == "map" and type(value) is dict:
        yield from _other_maps(field, of, value, seats)
    elif field.kind == "integer" and type(value) is int:
        near = _span(field, seats) or range(value - NEXT, value + NEXT + 1)
        yield from (("field", abs(one - value), one) for one in near if one != value)
    elif field.kind in ("choice", "flag"):
        known = list(_span(field, seats))
        at = known.index(value) if value in known else 0
        yield from (("field", abs(index - at), one) for index, one in enumerate(known) if one != value)


def _other_maps(field: Field, of: Field, value: Json, seats: int) -> Iterator[tuple[str, int, Json]]:
    known = [str(seat) for seat in range(seats)] if field.keys == "seat" else field.keys
    free = [key for key in known if key not in value]
    for key, one in value.items():
        for kind, distance, other in _others(of, one, seats):
            yield kind, distance, {**value, key: other}
        for other in free:
            yield "field", 2, {other if name == key else name: item for name, item in value.items()}
    for (key, one), (next_key, other) in pairwise(value.items()):
        if one != other:
            yield "field", 1, {**value, key: other, next_key: one}
    for key, one in product(free, _span(of, seats) or (range(1, NEXT) if of.kind == "integer" else ())):
        yield "field", 3, {**value, key: one}


def _other_lists(field: Field, of: Field, value: list[Any], seats: int) -> Iterator[tuple[str, int, Any]]:
    for index, one in enumerate(value):
        if one is not None:
            for kind, distance, other in _others(of, one, seats):
                yield kind, distance, [*value[:index], other, *value[index + 1 :]]
    if field.place and all(type(one) is int for one in value):
        around = [range(one - 3, one + 4) for one in value]
        for place in product(*around):
            if sum(a != b for a, b in zip(place, value, strict=True)) > 1:
                yield "pair", sum(abs(a - b) for a, b in zip(place, value, strict=True)), list(place)
        return
    for index, (one, other) in enumerate(pairwise(value)):
        if one != other:
            yield "field", 1, [*value[:index], other, one, *value[index + 2 :]]
    for index in range(len(value)):
        yield "field", FARTHEST, [*value[:index], *value[index + 1 :]]
