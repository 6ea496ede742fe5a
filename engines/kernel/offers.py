"""The moves on offer, assembled from what a game declares for each type of move."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from engines.kernel.domains import joined
from engines.kernel.game import Game, Json

S = TypeVar("S")

Who = tuple[str, int | None]
"""A type of move and the seat that may make it; None for a move of the table."""
Questions = Iterator[tuple[str, Json]]
"""Fields and their domains in the order in which they are asked; a nested field by its path (``captures.0.seat``)."""

_MISSING: Any = object()


def not_on_offer() -> Json:
    """The answer for a part of a move that is not on offer."""
    return {"field": None, "domain": None, "moves": []}


def look(given: Json, path: str) -> Any:
    """The value of an incomplete move at a dotted path, through objects and lists; None if there is none."""
    found = _found(given, path)
    return None if found is _MISSING else found


def whole(given: Json, path: str) -> int:
    """The whole number of an incomplete move at a path; 0 if there is none."""
    found = _found(given, path)
    return found if type(found) is int else 0


def asked(given: Json, path: str) -> bool:
    """Whether a field has been asked: it is present, or it or a parent is null because it was left out."""
    return _found(given, path) is not _MISSING


def _found(given: Json, path: str) -> Any:
    here: Any = given
    for key in path.split("."):
        if isinstance(here, dict):
            here = here.get(key, _MISSING)
        elif isinstance(here, list):
            here = here[int(key)] if key.isdecimal() and int(key) < len(here) else _MISSING
        else:
            return here if here is None else _MISSING
    return here


def _as_it_is(_kind: str, _seat: int | None, _path: str, domain: Json) -> Json:
    return domain


@dataclass(frozen=True)
class Offers(Generic[S]):
    """How one game computes its offers.

    A type of move in neither map has no fields.

    Args:
        may: The moves that may be made, each with its seat, in the order in which a form shows them.
        forms: Type -> its fields as a form first shows them: nested ones together, and wider where one limits another.
            Not needed if the questions are not nested: then their domains for an empty move are used.
        asks: Type -> its questions, given the values so far, including questions that are already answered.
            Not needed if no field depends on another.
    """

    may: Callable[[S], Iterable[Who]]
    forms: Mapping[str, Callable[[S, int | None], Json]] = field(default_factory=dict)
    asks: Mapping[str, Callable[[S, int | None, Json], Questions]] = field(default_factory=dict)

    def answer(
        self, state: S, partial: Json | None, widen: Callable[[str, int | None, str, Json], Json] = _as_it_is
    ) -> Json:
        """The answer of ``offers`` of the contract.

        Args:
            state: The state as its fold knows it.
            partial: ``type``, ``seat`` and the fields known so far; None for every move. An optional field that is null
                has been asked and is left out.
            widen: From type, seat, path and domain to the domain shown: wider if it depends on hidden facts.

        Returns:
            ``{"moves": [...]}``, or ``{"field": ..., "domain": ...}``; both None if nothing is missing, with an empty
            ``moves`` if such a move is not on offer.
        """
        if partial is None:
            return {
                "moves": [
                    {
                        "type": kind,
                        "seat": seat,
                        "fields": {
                            name: widen(kind, seat, name, domain)
                            for name, domain in self._form(state, kind, seat).items()
                        },
                    }
                    for kind, seat in self.may(state)
                ]
            }
        kind, wanted = partial.get("type"), partial.get("seat")
        seats = [seat for known, seat in self.may(state) if known == kind and wanted in (None, seat)]
        if kind is None or not seats:
            return not_on_offer()
        for path, domain in self._questions(state, kind, seats[0], partial):
            if not asked(partial, path):
                others = (dict(self._questions(state, kind, seat, partial)).get(path, domain) for seat in seats[1:])
                widened = [widen(kind, seat, path, of) for seat, of in zip(seats, (domain, *others), strict=True)]
                return {"field": path, "domain": joined(widened)}
        return {"field": None, "domain": None}

    def _form(self, state: S, kind: str, seat: int | None) -> Json:
        """The fields of a move before any is known."""
        form = self.forms.get(kind)
        return form(state, seat) if form is not None else dict(self._questions(state, kind, seat, {"type": kind}))

    def _questions(self, state: S, kind: str, seat: int | None, given: Json) -> Questions:
        """The questions of a move, in order."""
        asks, form = self.asks.get(kind), self.forms.get(kind)
        if asks is not None:
            yield from asks(state, seat, given)
        elif form is not None:
            yield from form(state, seat).items()


def only_offer(game: Game[Any, Any], box: Json, offers: Sequence[Json]) -> Json | None:
    """The forced move: the only one on offer, if it has no fields; otherwise None.

    Moves that may be made at any time (discarding an apprentice) do not count.
    """
    types = game.moves(box)
    due = [offer for offer in offers if not types[offer["type"]].anytime]
    if len(due) != 1 or due[0]["fields"]:
        return None
    return {key: value for key, value in due[0].items() if key != "fields" and value is not None}
