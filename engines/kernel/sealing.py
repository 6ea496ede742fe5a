"""The secret parts of a move: remove them from a body, and put back those that a fold may know."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from engines.kernel.game import Game, Json


class Secret(NamedTuple):
    """A secret fact of a move: its value and the seat that owns it, or None if only the recorder knows it."""

    value: Any
    seat: int | None


def split(game: Game[Any, Any], body: Json) -> tuple[Json, dict[str, Secret]]:
    """The public part of a body and its secret facts by name.

    A map by seat is sealed seat by seat: ``hands`` of seats 0 and 1 are the secrets ``hands.0`` and ``hands.1``. A
    secret nested in other parameters is declared, and named, by its path (``crane.notes``).
    """
    declared = game.secret.get(body["type"])
    if not declared:
        return body, {}
    public = dict(body)
    secrets: dict[str, Secret] = {}
    for path, whose in declared.items():
        value = look(body, path)
        if value is None:
            public.pop(path, None)
            continue
        _take_out(public, path)
        if whose == "by_seat":
            for seat, part in sorted(value.items()):
                if part is not None:
                    secrets[f"{path}.{seat}"] = Secret(part, int(seat))
        else:
            secrets[path] = Secret(value, body["seat"] if whose == "seat" else None)
    return public, secrets


def owner(game: Game[Any, Any], body: Json, secret: str) -> int | None:
    """The seat that owns a secret of this body; None if the move has no such secret or no seat owns it."""
    declared = game.secret.get(body["type"], {})
    if declared.get(secret) == "seat":
        return body.get("seat")
    path, _, seat = secret.rpartition(".")
    return int(seat) if declared.get(path) == "by_seat" and seat.isdecimal() else None


def is_secret(game: Game[Any, Any], body: Json, secret: str) -> bool:
    """Whether a move like this body has a secret of this name."""
    declared = game.secret.get(body["type"], {})
    path, _, seat = secret.rpartition(".")
    return declared.get(secret) in ("seat", "recorder") or (declared.get(path) == "by_seat" and seat.isdecimal())


def merge(body: Json, facts: Mapping[str, Any]) -> Json:
    """A copy of the body with these facts filled in."""
    out = dict(body)
    for name, value in facts.items():
        fill(out, name, value)
    return out


def look(body: Json, path: str) -> Any:
    """The value at a dotted path, with numbers for list indexes; None if there is none."""
    here: Any = body
    for key in path.split("."):
        if type(here) is dict:
            here = here.get(key)
        elif type(here) is list and key.isdecimal() and int(key) < len(here):
            here = here[int(key)]
        else:
            return None
    return here


def fill(body: Json, path: str, value: Any) -> None:
    """Set the value at a dotted path, in place; objects and lists along the path are copied, never shared.

    Raises:
        ValueError: A value along the path is neither an object nor a list.
    """
    *way, last = path.split(".")
    here: Any = body
    for key in way:
        here = _copied(here, key, path)
    if type(here) is list:
        here[int(last)] = value
    else:
        here[last] = value


def without(body: Json, paths: Iterable[str]) -> Json:
    """A copy of the body without the values at these paths."""
    out = dict(body)
    for path in paths:
        if look(out, path) is not None:
            _take_out(out, path)
    return out


def _copied(here: Any, key: str, path: str) -> Any:
    """Replace the object or list at a key by a copy, and return the copy."""
    place: Any = int(key) if type(here) is list and key.isdecimal() else key
    found: Any = path
    if type(here) is dict:
        found = here.get(place)
    elif type(place) is int and place < len(here):
        found = here[place]
    if found is not None and type(found) not in (dict, list):
        msg = f"{path}: {key} is neither an object nor a list"
        raise ValueError(msg)
    here[place] = {} if found is None else found.copy()
    return here[place]


def _take_out(body: Json, path: str) -> None:
    """Remove the value at a path, in place; objects and lists along the path are copied, never shared."""
    *way, last = path.split(".")
    here: Any = body
    for key in way:
        here = _copied(here, key, path)
    here.pop(int(last) if type(here) is list else last)
