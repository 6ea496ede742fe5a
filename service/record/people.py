"""People live beside the log: seats carry player ids; a name is in a profile that can be erased, the game stays."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from engines.kernel.game import Json, MalformedMoveError
from engines.kernel.sentences import say
from service.store import rewrite
from service.store.keys import key
from service.store.log import now
from service.store.scripts import Script

CHANGE = "if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end redis.call('SET', KEYS[1], ARGV[2]) return 1"


def save(store: Any, players: Mapping[str, str | None], by: str) -> None:
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


def check_known(store: Any, players: Mapping[str, str]) -> None:
    """Refuse ids that were never given to anybody: a typing error would be a player of its own, for good.

    Args:
        store: The log's store.
        players: Path in the request -> player id.

    Raises:
        MalformedMoveError: Nobody brought one of them.
    """
    pipe = store.pipeline(transaction=False)
    for player in players.values():
        pipe.exists(key("player", player))
    wrong = {
        path: say(f"there is no player {player!r:.80}", f"no hay ningún jugador {player!r:.80}")
        for (path, player), found in zip(players.items(), pipe.execute(), strict=True)
        if not found
    }
    if wrong:
        raise MalformedMoveError(wrong)


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


def seats_of(store: Any, seats: Sequence[Json], *, named: bool = True) -> list[Json]:
    """Seats with their numbers and the names of the players.

    Args:
        store: The log's store.
        seats: As an opening has them.
        named: False for a copy: it says who played, and that is nobody's word here.
    """
    found = names(store, [seat["player"] for seat in seats] if named else [])
    return [
        {"seat": number, "player": seat["player"], "name": found.get(seat["player"]), "colour": seat["colour"]}
        for number, seat in enumerate(seats)
    ]


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


@dataclass(frozen=True, slots=True)
class Profile:
    """What is kept of a player.

    Args:
        name: The name; None where nobody gave one, or it was erased.
        by: Id of the token that brought the player.
        erased: When the player was erased; empty where that was not done.
    """

    name: str | None
    by: str
    erased: str = ""


def profile(store: Any, player: str) -> Profile | None:
    """What is kept of a player; None where nobody brought one of this id."""
    found = store.get(key("player", player))
    return None if found is None else _read(found)


def _read(found: bytes) -> Profile:
    document = json.loads(found)
    return Profile(document.get("name"), document.get("by", ""), document.get("erased", ""))


def rename(store: Any, player: str, name: str) -> bool:
    """Give a player another name, in all records at once; False where there is none, or the player was erased."""
    script = Script(store, CHANGE)
    while (found := store.get(key("player", player))) is not None:
        one = _read(found)
        if one.erased:
            return False
        if script(keys=[key("player", player)], args=[found, json.dumps({"name": name, "by": one.by})]):
            return True
    return False


def erase(store: Any, player: str) -> bool:
    """Forget who a player is: the games stay, and a tombstone by which no file and nobody gives the name back.

    Returns:
        Whether there was anything to be done; False where there is no such player, or the player was erased before.
    """
    script = Script(store, CHANGE)
    while (found := store.get(key("player", player))) is not None:
        one = _read(found)
        if one.erased:
            return False
        stone = json.dumps({"name": None, "by": one.by, "erased": now()})
        if script(keys=[key("player", player)], args=[found, stone]):
            rewrite.request(store)
            return True
    return False
