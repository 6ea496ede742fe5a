"""Questions shared by several moves; possible next values are found by trying them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from engines.architects.arguments.values import LISTS, IncompleteError
from engines.architects.box.components import OPEN_LOCATIONS
from engines.architects.decide import attempt
from engines.architects.offers.move_types import candidates, hidden
from engines.architects.rules.ledger import Ledger
from engines.architects.state import State
from engines.kernel.domains import by_seat, choice, group, several, span
from engines.kernel.game import IllegalMoveError, Json
from engines.kernel.offers import Questions, look


def cleaned(given: Json) -> Json:
    """A partial move without fields that were asked and left out."""
    out: Json = {}
    for key, value in given.items():
        if value is None:
            continue
        if isinstance(value, dict):
            out[key] = cleaned(value)
        elif isinstance(value, list) and key in LISTS:
            items = [cleaned(item) for item in value if item is not None]
            if items:
                out[key] = items
        else:
            out[key] = value
    return out


def tried(state: State, given: Json, **more: object) -> Ledger | None:
    """The result of a partial move if nothing is added; None if a rule forbids it, or something is missing."""
    try:
        ledger, _ = attempt(state, cleaned({**given, **more}))
    except (IllegalMoveError, IncompleteError):
        return None
    return None if ledger.objection is not None else ledger


def seat_of(state: State, seat: int | None) -> int:
    """The seat of a move; of a move of the table, the one whose turn it is."""
    return state.active or 0 if seat is None else seat


def debts(state: State, seat: int | None, given: Json, *, maps: bool = False) -> Questions:
    """Ask for debts to spare and debts to buy off, if there may be some (ARC-16.8, ARC-21.23)."""
    done = tried(state, given, keep_debts=None, hugo_pays=None)
    if done is None:
        return
    count = len(state.seats)
    if any(done.destroyed.values()):
        most = max(done.destroyed.values())
        mine = done.destroyed.get(seat_of(state, seat), 0)
        if maps:
            yield "keep_debts", by_seat(count, span(0, most), optional=True, exact=False)
        elif mine:
            yield "keep_debts", span(0, mine, optional=True)
    buyers = [
        place
        for place in range(count)
        if (character := state.character(place)) is not None and character.avoids is not None and done.taken.get(place)
    ]
    if not buyers:
        return
    most = max(done.taken[place] for place in buyers)
    if maps:
        yield "hugo_pays", by_seat(count, span(0, most), optional=True, exact=False)
    elif seat_of(state, seat) in buyers:
        can = [pays for pays in range(most + 1) if tried(state, given, hugo_pays=pays) is not None]
        yield "hugo_pays", choice(can or [0], optional=True)


def secrets(state: State, seat: int | None, given: Json, names: Iterable[str]) -> Questions:
    """Ask for the cards that an owner may state (MOV-8)."""
    done = tried(state, given, **dict.fromkeys(names))
    for name in names:
        count = 0 if done is None else done.moved.get(name, 0)
        if not count:
            continue
        there = hidden(state) if name in ("drawn", "put_back", "kept") else candidates(state, seat_of(state, seat))
        gone = {look(given, "building"), look(given, "kept"), look(given, "library_card")}
        of = [card for card in there if card not in gone]
        if of:
            one = choice(of, optional=True)  # a card that was not noted is null
            yield name, several(one, count, count, optional=True, secret=True, **loose(count == 1))


def loose(exact: object) -> dict[str, bool]:
    """The extra members of a domain that is not exact; none for an exact one."""
    return {} if exact else {"exact": False}


def open_list(state: State, given: Json, name: str, items: Callable[[Json], Iterator[Json]]) -> Questions:
    """Ask for a list of groups, item by item, each as a whole; null ends the list.

    ``given``: what the move holds so far. ``items``: items that may come next, given the move up to there.
    """
    held = given.get(name)
    done: list[Json] = []
    for number in range(len(held) if isinstance(held, list) else 0):
        if held is not None and held[number] is None:
            return
        if held is not None:
            done.append(held[number])
    if name in given and held is None:
        return
    if done:
        part = _part_missing(state, given, name, done, items)
        if part is not None:
            yield part
            return
    can = list(items({**given, name: done}))
    legal = [item for item in can if tried(state, {**given, name: [*done, item]}) is not None]
    if legal:
        yield f"{name}.{len(done)}", as_group(legal)


def _part_missing(
    state: State, given: Json, name: str, done: Sequence[Json], items: Callable[[Json], Iterator[Json]]
) -> tuple[str, Json] | None:
    """The next part of the last item of a list, if it is incomplete; None if it is complete, or cannot be completed."""
    *before, last = done
    can = [
        item
        for item in items({**given, name: before})
        if tried(state, {**given, name: [*before, item]}) is not None
        and all(value is None or item.get(key) == value for key, value in last.items())
    ]
    if not can or any(all(key in last for key in item) for item in can):
        return None
    fields = as_group(can)["fields"]
    key = next(key for key in fields if key not in last)
    return f"{name}.{len(before)}.{key}", fields[key]


def as_group(items: Sequence[Json]) -> Json:
    """Items of a list as one group; exact where all combinations of their values are among them."""
    keys = list(dict.fromkeys(key for item in items for key in item))
    fields: dict[str, Json] = {}
    size = 1
    for key in keys:
        values = list(dict.fromkeys(_frozen(item[key]) for item in items if key in item))
        missing = any(key not in item for item in items)
        size *= len(values) + missing
        first = next(item[key] for item in items if key in item)
        if isinstance(first, dict):
            goods = list(dict.fromkeys(good for item in items for good in item.get(key, {})))
            most = max(count for item in items for count in item.get(key, {}).values())
            fields[key] = {"kind": "map", "keys": goods, "of": span(0, most), "exact": False}
        else:
            fields[key] = choice(values)  # type: ignore[arg-type]
        if missing:
            fields[key]["optional"] = True
    mixed = any(field["kind"] == "map" for field in fields.values()) or size != len(items)
    return group(fields, optional=True, **loose(not mixed))


def _frozen(value: object) -> object:
    return tuple(sorted(value.items())) if isinstance(value, dict) else value


def groups_there(state: State) -> Iterator[Json]:
    """Every group of workers that can be captured (ARC-9.2)."""
    for place in OPEN_LOCATIONS:
        for other, count in enumerate(state.at[place]):
            if count:
                yield {"location": place, "seat": other}
