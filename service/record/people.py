"""People live beside the log: seats carry player ids; a name is in a profile that can be erased, the game stays."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from service.store.keys import key
from service.store.log import now


def keep(store: Any, players: Mapping[str, str | None], by: str) -> None:
    """Keep profiles of players who are new to this store. Who is known here keeps the name, or stays without one.

    Args:
        store: The log's store.
        players: Id -> name; None for a seat that nobody named: from now on nobody else names it.
        by: Id of the token that brought them.
    """
    pipe = store.pipeline(transaction=False)
    for player, name in players.items():
        pipe.set(key("player", player), json.dumps({"name": name, "by": by}), nx=True)
    pipe.execute()


def names(store: Any, players: Iterable[str]) -> dict[str, str | None]:
    """The name of each player; None where it is erased or never was given."""
    wanted = list(dict.fromkeys(players))
    pipe = store.pipeline(transaction=False)
    for player in wanted:
        pipe.get(key("player", player))
    named = {
        player: json.loads(found)["name"] if found else None
        for player, found in zip(wanted, pipe.execute(), strict=True)
    }
    if (noted := _noted.get()) is not None:
        for player, name in named.items():
            # Read as two names, it is noted as one that nobody has.
            noted[player] = name if noted.get(player, name) == name else ""
    return named


_noted: ContextVar[dict[str, str | None] | None] = ContextVar("noted", default=None)


@contextmanager
def noting() -> Iterator[dict[str, str | None]]:
    """Note every name that :func:`names` gives meanwhile, by player: what is made with them rests on them."""
    noted: dict[str, str | None] = {}
    token = _noted.set(noted)
    try:
        yield noted
    finally:
        _noted.reset(token)


def erase(store: Any, player: str) -> bool:
    """Erase a name; the games stay, and a tombstone by which no file gives the name back. False where there is none."""
    found = store.get(key("player", player))
    profile = json.loads(found) if found else {}
    if profile.get("name") is None:
        return False
    return bool(store.set(key("player", player), json.dumps({**profile, "name": None, "erased": now()}), xx=True))
