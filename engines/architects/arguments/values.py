"""The values of a move before the rules interpret them: checks their types and sizes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from engines.architects.arguments.parameters import EVENTS
from engines.architects.box.components import box
from engines.architects.refusals.texts import refusal
from engines.architects.state import State
from engines.kernel.game import Field, IllegalMoveError, Json, MoveType
from engines.kernel.moves.events import Event
from engines.kernel.sentences import shown

MOST = 999
"""Maximum of a number in a move."""

CODES: Mapping[str, tuple[str, str]] = {
    "seat": ("ARC-4.1", "ill_1"),
    "start_player": ("ARC-2.13", "ill_62"),
    "characters": ("ARC-21.2", "ill_62"),
    "top": ("ARC-26.10", "ill_21"),
    "bottom": ("ARC-26.10", "ill_21"),
    "small_face": ("ARC-26.13", "ill_71"),
    "large_face": ("ARC-26.13", "ill_71"),
    "row": ("ARC-2.6", "ill_19"),
    "column": ("ARC-2.6", "ill_19"),
    "apprentice": ("ARC-2.6", "ill_19"),
    "refill": ("ARC-26.10", "ill_21"),
    "refills": ("ARC-26.10", "ill_21"),
    "purge_refill": ("ARC-26.10", "ill_21"),
    "discard": ("ARC-4.10", "ill_63"),
    "graveyard_discard": ("ARC-4.10", "ill_63"),
    "evade": ("ARC-10.6", "ill_30"),
    "keep_debts": ("ARC-16.8", "ill_70"),
    "hugo_pays": ("ARC-21.23", "ill_70"),
    "take": ("ARC-6.4", "ill_9"),
    "trade": ("ARC-7.4", "ill_14"),
    "paid": ("ARC-5.13", "ill_72"),
    "skip": ("ARC-8.6", "ill_17"),
    "location": ("ARC-9.11", "ill_24"),
    "captures.seat": ("ARC-9.13", "ill_25"),
    "count": ("ARC-5.16", "ill_10"),
    "action": ("ARC-12.1", "ill_73"),
    "price": ("ARC-12.4", "ill_65"),
    "payment": ("ARC-14.5", "ill_42"),
    "building": ("ARC-26.8", "ill_43"),
    "choice": ("ARC-14.8", "ill_73"),
    "destroy_debt": ("ARC-20.20", "ill_58"),
    "library_discard": ("ARC-20.31", "ill_73"),
    "library_card": ("ARC-26.8", "ill_77"),
    "kept": ("ARC-26.8", "ill_77"),
    "drawn": ("ARC-26.8", "ill_77"),
    "put_back": ("ARC-26.8", "ill_77"),
    "discarded": ("ARC-26.8", "ill_77"),
    "cards": ("ARC-26.8", "ill_77"),
    "reward": ("ARC-26.11", "ill_51"),
    "space": ("ARC-13.4", "ill_40"),
    "level": ("ARC-15.1", "ill_48"),
    "holder": ("ARC-4.4", "ill_67"),
    "abilities.seat": ("ARC-18.6", "ill_75"),
    "card": ("ARC-18.6", "ill_75"),
    "release": ("ARC-19.13", "ill_54"),
    "order": ("ARC-23.3", "ill_68"),
}
"""Parameter -> clause and code of the refusal of an impossible value; for all others ARC-5.16, ILL-10."""

OF_MOVE: Mapping[tuple[str, str], tuple[str, str]] = {
    ("discard_apprentice", "apprentice"): ("ARC-4.10", "ill_63"),
    ("return_worker", "location"): ("ARC-4.4", "ill_67"),
    ("cathedral", "payment"): ("ARC-15.3", "ill_49"),
    ("discard_to_limit", "count"): ("ARC-4.11", "ill_57"),
}
"""The same for moves that have their own codes."""


def shaped(state: State, move: Json) -> Event:
    """Return the event of a move, with values of the right types; the rules interpret them.

    Raises:
        IllegalMoveError: A parameter has an impossible value.
        IncompleteError: A required parameter of the event, or of a group in it, is missing.
    """
    kind = move["type"]
    fields = _types()[kind].fields
    clean: Json = {"type": kind}
    if "seat" in move:
        clean["seat"] = _Shape(state, kind).seat(move["seat"], "seat", "seat")
    shape = _Shape(state, kind)
    for key, field in fields.items():
        if key in move and not _is_empty(key, move[key]):
            clean[key] = shape.value(field, move[key], key, key)
    for key in ("top", "bottom"):
        if kind == "setup":
            clean.setdefault(key, [])
    try:
        event: Event = EVENTS.decode(clean)
    except KeyError as missing:
        raise IncompleteError(*missing.args) from None
    return event


class IncompleteError(Exception):
    """The move is incomplete: the argument of this error names the first missing parameter."""


@lru_cache(maxsize=1)
def _types() -> Mapping[str, MoveType]:
    """The types of move with their parameters; these types are the same for every box."""
    return EVENTS.types(box())


LISTS = ("trades", "captures", "actions", "abilities")
"""Parameters that are lists of groups: an empty list means no value."""


def _is_empty(key: str, value: object) -> bool:
    """Whether a parameter is an empty list of groups."""
    return key in LISTS and value == []


class _Shape:
    """The values of one move.

    Args:
        state: The table.
        kind: The type of the move.
    """

    def __init__(self, state: State, kind: str) -> None:
        self.state = state
        self.kind = kind

    def value(self, field: Field, value: Any, name: str, path: str) -> Any:
        """Return one value, checked by its type; ``name`` is its parameter, ``path`` its position in the move."""
        match field.kind:
            case "list":
                of = field.of or Field("text")
                return [None if item is None and of.nullable else self.value(of, item, name, path) for item in value]
            case "map":
                return self._map(field, value, name, path)
            case "group":
                return {
                    key: self.value(field.fields[key], item, key, f"{path}.{key}")
                    for key, item in value.items()
                    if not _is_empty(key, item)
                }
            case "integer" if field.seat:
                return self.seat(value, name, path)
            case "integer":
                if type(value) is int and 0 <= value <= MOST:
                    return value
            case "flag":
                if type(value) is bool:
                    return value
            case _:
                if type(value) is str:
                    return value
        raise self._wrong(value, name, path)

    def _map(self, field: Field, value: Any, name: str, path: str) -> Any:
        of = field.of or Field("text")
        if type(value) is not dict:  # one number for the seat whose turn it is (MOV-3)
            seat = self.state.active if self.state.active is not None else 0
            return {str(seat): self.value(of, value, name, path)}
        if field.keys == "seat":
            return {str(self.seat_of(key, name, path)): self.value(of, item, name, path) for key, item in value.items()}
        return {key: self.value(of, item, name, path) for key, item in value.items()}

    def seat(self, value: Any, name: str, path: str) -> int:
        """A seat at this table."""
        if type(value) is int and 0 <= value < len(self.state.seats):
            return value
        raise self._wrong(value, name, path)

    def seat_of(self, key: str, name: str, path: str) -> int:
        """The seat that a key names."""
        for seat in range(len(self.state.seats)):
            if key == str(seat):
                return seat
        raise self._wrong(key, name, path)

    def _wrong(self, value: Any, name: str, path: str) -> IllegalMoveError:
        top = path.partition(".")[0]
        rule, code = (
            OF_MOVE.get((self.kind, name)) or CODES.get(f"{top}.{name}") or CODES.get(name) or ("ARC-5.16", "ill_10")
        )
        return refusal(rule, f"{code}_value", where=path, value=shown(value))
