"""People live beside the log: seats carry player ids; a name is in a profile that can be erased, the game stays."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from service.store.keys import key


def keep(store: Any, player: str, name: str) -> None:
    """Keep the name of a player who has none yet."""
    store.set(key("player", player), json.dumps({"name": name}), nx=True)


def names(store: Any, players: Iterable[str]) -> dict[str, str | None]:
    """The name of each player; None where it is erased or never was given."""
    wanted = list(dict.fromkeys(players))
    pipe = store.pipeline(transaction=False)
    for player in wanted:
        pipe.get(key("player", player))
    return {
        player: json.loads(found)["name"] if found else None
        for player, found in zip(wanted, pipe.execute(), strict=True)
    }


def erase(store: Any, player: str) -> bool:
    """Erase a profile; the games stay. False where there is none."""
    return bool(store.delete(key("player", player)))
