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

_SEAT = Field("integer", seat=True, refusal=("ARC-4.1", "ill_1"))
_DEFAULT = ("ARC-5.16", "ill_10")
"""The clause and the code of the refusal of an impossible value whose parameter declares none."""


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
        clean["seat"] = _value(state, _SEAT, move["seat"], "seat")
    for key, field in fields.items():
        if key in move and not _is_empty(key, move[key]):
            clean[key] = _value(state, field, move[key], key)
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


def _value(state: State, field: Field, value: Any, path: str, refused: tuple[str, str] | None = None) -> Any:
    """Return one value, checked by its type; what refuses a list or a map also refuses its items."""
    refused = refused or field.refusal
    of = field.of or Field("text")
    match field.kind:
        case "list":
            return [None if item is None and of.nullable else _value(state, of, item, path, refused) for item in value]
        case "map":
            if type(value) is not dict:  # one number for the seat whose turn it is (MOV-3)
                value = {str(state.active if state.active is not None else 0): value}
            seats = list(map(str, range(len(state.seats))))
            found = {}
            for key, item in value.items():
                if field.keys == "seat" and key not in seats:
                    raise _wrong(refused or of.refusal, key, path)
                found[key] = _value(state, of, item, path, refused)
            return found
        case "group":
            return {
                key: _value(state, field.fields[key], item, f"{path}.{key}")
                for key, item in value.items()
                if not _is_empty(key, item)
            }
        case "integer":
            if type(value) is int and 0 <= value < (len(state.seats) if field.seat else MOST + 1):
                return value
        case kind:
            if type(value) is (bool if kind == "flag" else str):
                return value
    raise _wrong(refused, value, path)


def _wrong(refused: tuple[str, str] | None, value: Any, path: str) -> IllegalMoveError:
    rule, code = refused or _DEFAULT
    return refusal(rule, f"{code}_value", where=path, value=shown(value))
