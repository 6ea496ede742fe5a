"""Which parts of a move are secret: taking them out of a body, and putting back what a fold may know."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from engines.kernel.game import Game, Json


class Secret(NamedTuple):
    """A secret fact of a move: its value and the seat it belongs to."""

    value: Any
    seat: int


def split(game: Game[Any, Any], body: Json) -> tuple[Json, dict[str, Secret]]:
    """The public part of a body and its secret facts by name.

    A map by seat is sealed seat by seat: ``hands`` of seats 0 and 1 are the secrets ``hands.0`` and ``hands.1``.
    """
    declared = game.secret.get(body["type"])
    if not declared:
        return body, {}
    public = dict(body)
    secrets: dict[str, Secret] = {}
    for parameter, whose in declared.items():
        value = public.pop(parameter, None)
        if value is None:
            continue
        if whose == "by_seat":
            for seat, part in sorted(value.items()):
                if part is not None:
                    secrets[f"{parameter}.{seat}"] = Secret(part, int(seat))
        else:
            secrets[parameter] = Secret(value, body["seat"])
    return public, secrets


def owner(game: Game[Any, Any], body: Json, secret: str) -> int | None:
    """The seat a secret of this body belongs to; None where the move has no such secret."""
    parameter, _, seat = secret.partition(".")
    whose = game.secret.get(body["type"], {}).get(parameter)
    if whose == "by_seat":
        return int(seat) if seat.isdecimal() else None
    return body.get("seat") if whose is not None and not seat else None


def merge(body: Json, facts: Mapping[str, Any]) -> Json:
    """The body as a fold that knows these facts sees it; the body itself is left as it is."""
    out = dict(body)
    for name, value in facts.items():
        fill(out, name, value)
    return out


def look(body: Json, path: str) -> Any:
    """The value at a path by dots; None where nothing stands there."""
    here: Any = body
    for key in path.split("."):
        if type(here) is not dict:
            return None
        here = here.get(key)
    return here


def fill(body: Json, path: str, value: Any) -> None:
    """Put a value at a path by dots, in place; objects on the way are copied, never shared."""
    *way, last = path.split(".")
    here = body
    for key in way:
        here[key] = dict(here.get(key) or {})
        here = here[key]
    here[last] = value
