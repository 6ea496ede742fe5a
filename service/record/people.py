"""People are stored outside the log: seats hold player ids; names are in profiles, which can be erased."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import asdict, dataclass, replace
from typing import Any

from engines.kernel.game import Json, MalformedMoveError
from engines.kernel.sentences import say
from service.access import tokens
from service.access.rights import NotAllowedError
from service.access.tokens import Token
from service.store import rewrite
from service.store.keys import key
from service.store.log import now
from service.store.scripts import Script
from service.texts import said

CHANGE = "if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end redis.call('SET', KEYS[1], ARGV[2]) return 1"


def save(store: Any, players: Mapping[str, str | None], by: str) -> None:
    """Store profiles of players who are new to this store. Existing profiles stay as they are.

    Args:
        store: The log's store.
        players: Id -> name; None for a seat without a name: from now on nobody else names it.
        by: Id of the token that adds them.
    """
    pipe = store.pipeline(transaction=False)
    for player, name in players.items():
        pipe.set(key("player", player), json.dumps({"name": name, "by": by}), nx=True)
    pipe.execute()


def check_known(store: Any, players: Mapping[str, str]) -> None:
    """Refuse ids that no player has: a typing error would become a player of its own, for good.

    Args:
        store: The log's store.
        players: Path in the request -> player id.

    Raises:
        MalformedMoveError: One of the ids has no player.
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


def check_may_seat(store: Any, players: Iterable[str], token: Token) -> None:
    """Refuse to seat another owner's player: the players of a record get its result.

    Args:
        store: The log's store.
        players: Player ids; a player without a profile has no owner.
        token: Seats them: an admin's, the one that added the player, or one of the same league or maker.

    Raises:
        NotAllowedError: The first player that is another owner's.
    """
    if token.scope == "admin":
        return
    for player in players:
        found = profile(store, player)
        if found is None or found.by == token.id or _side(store, tokens.get(store, found.by)) == _side(store, token):
            continue
        raise NotAllowedError(said("player_only_token_created", player=player))


def may_erase(store: Any, player: str, token: Token) -> bool:
    """Whether a token may erase a player: an admin's, the one that added the player, or one of the same league."""
    found = profile(store, player)
    if found is None or token.scope == "admin" or found.by == token.id:
        return found is not None
    return token.league is not None and _side(store, tokens.get(store, found.by)) == _side(store, token)


def _side(store: Any, token: Token | None) -> str | None:
    """The party that a token acts for: its league, else the token it was made from."""
    root = token if token is None or token.maker is None else tokens.get(store, token.maker)
    return None if root is None else f"league {root.league}" if root.league else root.id


def known(store: Any, players: Iterable[str]) -> dict[str, tuple[str | None, str]]:
    """The name of each player, None where it was erased or never set; and the player it is joined with.

    A player that is not joined is a person of its own.
    """
    wanted = list(dict.fromkeys(players))
    found = _profiles(store, wanted)
    persons = {player: one.person for player, one in found.items() if one is not None and one.person}
    found |= _profiles(store, list(dict.fromkeys(persons.values())))
    shown = {
        player: (None if one is None else one.name, person)
        for player in wanted
        for person in [persons.get(player, player)]
        for one in [found[person]]
    }
    if (noted := _noted.get()) is not None:
        for player, (name, _) in shown.items():
            # A player that was read with two names is noted with a name that nobody has.
            noted[player] = name if noted.get(player, name) == name else ""
    return shown


def names(store: Any, players: Iterable[str]) -> dict[str, str | None]:
    """The name of each player, as :func:`known` gives it."""
    return {player: name for player, (name, _) in known(store, players).items()}


def _profiles(store: Any, players: Sequence[str]) -> dict[str, Profile | None]:
    pipe = store.pipeline(transaction=False)
    for player in players:
        pipe.get(key("player", player))
    found = pipe.execute() if players else []
    return {player: _read(one) if one else None for player, one in zip(players, found, strict=True)}


def seats_of(store: Any, seats: Sequence[Json], *, named: bool = True) -> list[Json]:
    """Seats with their numbers and the names of the players.

    Args:
        store: The log's store.
        seats: As an opening has them.
        named: False for a copy: what it says about who played is not confirmed here.
    """
    found = known(store, [seat["player"] for seat in seats] if named else [])
    rows: list[Json] = []
    for number, seat in enumerate(seats):
        name, person = found.get(seat["player"], (None, seat["player"]))
        rows.append(
            {"seat": number, "player": seat["player"], "person": person, "name": name, "colour": seat["colour"]}
        )
    return rows


_noted: ContextVar[dict[str, str | None] | None] = ContextVar("noted", default=None)


@contextmanager
def noting() -> Iterator[dict[str, str | None]]:
    """Collect every name that :func:`names` returns meanwhile, by player: the output depends on them."""
    noted: dict[str, str | None] = {}
    token = _noted.set(noted)
    try:
        yield noted
    finally:
        _noted.reset(token)


@dataclass(frozen=True, slots=True)
class Profile:
    """The stored profile of a player.

    Args:
        name: The name; None where none was set, or it was erased.
        by: Id of the token that added the player.
        erased: When the player was erased; empty for a player who was not.
        person: The player that a league joined it with, who is the same person; empty for none.
    """

    name: str | None
    by: str
    erased: str = ""
    person: str = ""


def profile(store: Any, player: str) -> Profile | None:
    """The profile of a player; None where there is no player with this id."""
    found = store.get(key("player", player))
    return None if found is None else _read(found)


def _read(found: bytes) -> Profile:
    document = json.loads(found)
    return Profile(*(document.get(member, "") for member in ("name", "by", "erased", "person")))


def _change(store: Any, player: str, **members: Any) -> bool:
    """Set members of a profile; False where there is none, or the player was erased."""
    script, name = Script(store, CHANGE), key("player", player)
    while (found := store.get(name)) is not None:
        one = replace(_read(found), **members)
        if _read(found).erased:
            return False
        document = {member: value for member, value in asdict(one).items() if value != ""}
        if script(keys=[name], args=[found, json.dumps(document)]):
            return True
    return False


def rename(store: Any, player: str, name: str) -> bool:
    """Change a player's name, in all records at once; False where there is no such player, or it was erased."""
    return _change(store, player, name=name)


def join(store: Any, player: str, person: str) -> bool:
    """Set the player who is the same person as this one; empty for none."""
    return _change(store, player, person=person)


def erase(store: Any, player: str) -> bool:
    """Erase the name of a player. The games stay, and a tombstone prevents any file or caller from restoring it.

    Returns:
        Whether anything was erased; False where there is no such player, or the player was erased before.
    """
    done = _change(store, player, name=None, erased=now(), person="")
    if done:
        rewrite.request(store)
    return done
