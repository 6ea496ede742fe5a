"""The moves on offer and the domain of each field, found by attempting the part of a move that is known."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial as partial_of
from itertools import takewhile
from typing import Any

from engines.kernel import domains
from engines.kernel.game import Field, IllegalMoveError, Json
from engines.kernel.offers import Offers, Questions, asked
from engines.mage_knight.arguments import EVENTS
from engines.mage_knight.evolve import DO
from engines.mage_knight.moves.events import SECRET
from engines.mage_knight.offers.move_types import candidates
from engines.mage_knight.offers.questions import FIRST, later
from engines.mage_knight.rules.attempt import Attempt, MissingFieldError
from engines.mage_knight.state import State

KEYS = [*(str(number) for number in range(1, 21)), *(f"{seat}-{number}" for seat in range(4) for number in range(16))]
"""Keys of a map by unit, or by seat and reward, as a form first shows it."""

TRIES = 24
"""Number of continuations that are tried before a move counts as one that cannot be completed."""


@dataclass(frozen=True, slots=True)
class Trial:
    """The result of attempting part of a move."""

    path: str = ""
    domain: Json | None = None
    done: Attempt | None = None


def try_move(state: State, given: Json) -> Trial:
    """Attempt part of a move on a copy of the table; an empty trial where a rule is broken."""
    event = EVENTS.decode(_whole_parts(given))
    trial = state.on_trial()
    attempt = Attempt(trial, given.get("seat"), "", event, strict=True, asking=True, half=given)
    try:
        DO[type(event)](attempt, event)
        attempt.complete()
    except MissingFieldError as asks:
        return _rest(given, asks)
    except IllegalMoveError:
        return Trial()
    return Trial(done=attempt)


def _rest(given: Json, asks: MissingFieldError) -> Trial:
    """The field that is asked; for an incomplete token, its rest. Empty where the field has no possible value."""
    of = asks.domain["of"] if asks.domain["kind"] == "list" and asks.domain["least"] else asks.domain
    if of["kind"] == "choice" and not of["of"] and not asks.domain.get("optional"):
        return Trial()
    field, _, name = asks.path.rpartition(".")
    if name != "tokens" or not field.startswith("facts."):
        return Trial(asks.path, asks.domain)
    place = int(field.removeprefix("facts."))
    facts = given.get("facts") or []
    stated = ((facts[place] or {}).get("tokens") if place < len(facts) else None) or []
    parts = asks.domain["of"]["fields"]
    for number, token in enumerate(stated):
        if not _is_complete(token):
            if not (token or {}).get("at"):
                return Trial(f"{asks.path}.{number}.at", parts["at"])
            return Trial(f"{asks.path}.{number}.token", parts["token"])
    return Trial(asks.path, asks.domain)


def _whole_parts(given: Json) -> Json:
    """The given values, without empty ones, an incomplete last payment or token, and a skill that is not named yet."""
    found = {name: _ended(value) for name, value in given.items() if value is not None}
    if not found.get("with", {}).get("skill"):
        found.pop("with", None)
    if found["type"] == "pay_altar":
        found.setdefault("payments", [])
    if "payments" in found:
        found["payments"] = [
            one for one in found["payments"] if one and one.get("from") and one.get("shows") and one.get("as")
        ]
    if isinstance(found.get("tokens"), list):
        found["tokens"] = [one for one in found["tokens"] if _is_complete(one)]
    if isinstance(found.get("facts"), list):  # the rest of an incomplete one is asked next
        found["facts"] = list(
            takewhile(lambda one: all(map(_is_complete, (one or {}).get("tokens") or ())), found["facts"])
        )
    return found


def _is_complete(token: Any) -> bool:
    """Whether a token has both its space and its name."""
    return isinstance(token, str) or bool(token and len(token.get("at") or ()) == 2 and token.get("token"))  # noqa: PLR2004


def _ended(value: Any) -> Any:
    """A list without the null that ends it; a map or group without what is not known."""
    if isinstance(value, dict):
        return {key: item for key, item in value.items() if item is not None}
    return value[:-1] if isinstance(value, list) and value and value[-1] is None else value


def possible(state: State, given: Json) -> bool:
    """Whether a move can be completed from here, judged by some tries."""
    return _complete(state, given, [TRIES])


def _complete(state: State, given: Json, left: list[int]) -> bool:
    if left[0] <= 0:
        return True
    left[0] -= 1
    found = try_move(state, given)
    if found.done is not None:
        return True
    if found.domain is None:
        return False
    return any(_complete(state, put(given, found.path, value), left) for value in samples(found.domain))


def samples(domain: Json) -> Iterator[Any]:
    """Some values of a domain: each of a few choices, one list, both flags."""
    match domain["kind"]:
        case "choice":
            yield from domain["of"][:6]
        case "range":
            yield from dict.fromkeys((domain["low"], domain["high"]))
        case "flag":
            yield False
            yield True
        case "list":
            one = next(samples(domain["of"]), None)
            of = domain["of"].get("of", [one])
            yield [*of, *([one] * domain["least"])][: domain["least"]]
        case "map":
            yield {}
        case "group":
            for name, inner in domain["fields"].items():
                for value in samples(inner):
                    yield {name: value}


def put(given: Json, path: str, value: Any) -> Json:
    """A copy of a partial move with one more value."""
    found: Json = _put(given, path.split("."), value)
    return found


def _put(here: Any, way: Sequence[str], value: Any) -> Any:
    if not way:
        return value
    key, *rest = way
    if key.isdecimal():
        items = list(here or [])
        at = int(key)
        inner = items[at] if at < len(items) else None
        items[at : at + 1] = [_put(inner, rest, value)]
        return items
    return {**(here or {}), key: _put((here or {}).get(key), rest, value)}


def _asks(kind: str) -> Callable[[State, int | None, Json], Questions]:
    """The questions of a type of move: what it needs at first, then what its effect asks, then what may be added."""

    def ask(state: State, seat: int | None, given: Json) -> Questions:
        partial = {**given, "type": kind, **({} if seat is None else {"seat": seat})}
        for name, domain in FIRST.get(kind, _none)(state, seat, partial, possible):
            yield name, domain
            if not asked(given, name):
                return
        found = try_move(state, partial)
        if found.domain is not None:
            yield found.path, _completable(state, partial, found.path, found.domain)
            return
        if found.done is not None:
            yield from later(state, partial, found.done)

    return ask


def _completable(state: State, partial: Json, path: str, domain: Json) -> Json:
    """A domain of options, without those for which the rest of the effect cannot be completed."""
    if not path.endswith(".option"):
        return domain
    return {**domain, "of": [value for value in domain["of"] if possible(state, put(partial, path, value))]}


def _none(_state: State, _seat: int | None, _given: Json, _can: Callable[[State, Json], bool]) -> Questions:
    """First questions of a move that has none."""
    return iter(())


def _form(kind: str) -> Callable[[State, int | None], Json]:
    """The fields of a move before any is known: the first one, and plain ones that may be left out.

    The first one is exact if it is asked as a whole, and wide if its parts are asked one after another: a form without
    a field would mean a move that needs none. The questions of an effect come one by one; a form with all possible
    ones would be longer than the box.
    """

    def form(state: State, seat: int | None) -> Json:
        partial = {"type": kind, **({} if seat is None else {"seat": seat})}
        path, domain = next(iter(FIRST.get(kind, _none)(state, seat, partial, possible)), (None, None))
        if path is None:
            found = try_move(state, partial)
            path, domain = found.path, found.domain
        fields = EVENTS.types(state.box.raw)[kind].fields
        secret = SECRET.get(kind, {})
        made = {}
        for name, field in fields.items():
            if path == name:
                made[name] = domain
                continue
            if kind == "challenge" and path == f"{name}.0" and domain is not None:
                made[name] = domains.several(domain, 1, len(domain["of"]), exact=False)
                continue
            plain = field.kind in ("integer", "flag") and field.optional
            if plain or name in secret or path.startswith(f"{name}."):
                made[name] = wide(field, secret=name in secret)
        return made

    return form


def wide(field: Field, *, secret: bool = False) -> Json:
    """The widest domain of a field."""
    more = {"optional": True} if field.optional else {}
    if secret:
        more["secret"] = True
    return {**_wide(field), **more, "exact": False}


def _wide(field: Field) -> Json:
    match field.kind:
        case "choice":
            return domains.choice(field.choices)
        case "integer":
            return domains.span(-99, 99)
        case "flag":
            return domains.flag()
        case "list":
            return domains.several(_wide(field.of or Field("text")), 0, 99)
        case "map" if field.keys == "seat":
            return domains.by_seat(4, _wide(field.of or Field("text")))
        case "map":
            return domains.by_key(KEYS, _wide(field.of or Field("text")))
        case "text":
            return domains.free()
        case _:
            inner = {
                name: {**_wide(one), **({"optional": True} if one.optional else {})}
                for name, one in field.fields.items()
            }
            return domains.group(inner)


def may(state: State, only: Any = None) -> Iterator[tuple[str, int | None]]:
    """The types of move that may be recorded now, each with its seat; of all types, or of one."""
    types = EVENTS.types(state.box.raw)
    found = set(candidates(state))
    for kind in types if only is None else (only,):
        for seat in (None, *range(len(state.seats))):
            if (kind, seat) in found and _can(state, kind, seat):
                yield kind, seat


def _can(state: State, kind: str, seat: int | None) -> bool:
    """Whether a type of move is possible: some answers to its first questions lead to a complete move."""
    given = {"type": kind, **({} if seat is None else {"seat": seat})}
    first = next(iter(FIRST.get(kind, _none)(state, seat, given, possible)), None)
    if first is None:
        return kind in ("setup", "prepare_round", "score") or possible(state, given)
    domain = first[1]
    return not (domain["kind"] == "choice" and not domain["of"]) and not (
        domain["kind"] == "list" and domain["of"].get("of") == []
    )


def offers(state: State, partial: Json | None = None, derived: Sequence[int] | None = None) -> Json:
    """Moves that may be recorded now, or the next field of a partial move (``docs/add-a-game.md``)."""
    del derived
    types = EVENTS.types(state.box.raw)
    kind = (partial or {}).get("type")
    allowed = partial_of(may, only=kind if isinstance(kind, str) else None)  # each type takes trials
    made: Offers[State] = Offers(allowed, {kind: _form(kind) for kind in types}, {kind: _asks(kind) for kind in types})
    return made.answer(state, partial)
