"""Editions of an owner: the boxes it stored, each under its own name, and drafts that are still being filled in.

An owner is the token from which the other tokens of a club were made. One hash in the store holds all its editions.
"""

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from engines.kernel.box.checks import ID
from engines.kernel.game import Json
from service.access.tokens import Token
from service.record.entries import boxes
from service.store.keys import key
from service.store.log import now
from service.store.scripts import Script

KIND = "editions"
"""The kind of key that holds the editions of an owner."""
MOST_DRAFTS = 20
"""Maximum number of drafts of one owner."""
MOST_BYTES = boxes.MOST_BYTES
"""Maximum size of a draft, in bytes."""

_WRITE = """
local held = redis.call('HGET', KEYS[1], ARGV[1])
local version = held and tonumber(string.match(held, '^%d+')) or 0
if version ~= tonumber(ARGV[2]) then return -1 - version end
if ARGV[3] == '' then redis.call('HDEL', KEYS[1], ARGV[1]); return 0 end
if not held then
  local drafts = 0
  for _, name in ipairs(redis.call('HKEYS', KEYS[1])) do
    if string.sub(name, 1, 6) == 'draft/' then drafts = drafts + 1 end
  end
  if drafts >= tonumber(ARGV[4]) then return 'full' end
end
redis.call('HSET', KEYS[1], ARGV[1], (version + 1) .. ' ' .. ARGV[3])
return version + 1
"""


class DraftConflictError(Exception):
    """A draft has another version than the one its writer follows: another phone wrote it meanwhile.

    Args:
        version: The current version of the draft; 0 where there is none.
    """

    def __init__(self, version: int) -> None:
        super().__init__(f"the draft is at version {version}")
        self.version = version


class TooManyDraftsError(Exception):
    """An owner has the maximum number of drafts."""


class NameTakenError(Exception):
    """An owner stored another box under this name."""

    def __init__(self, name: str, hash: str) -> None:  # noqa: A002 - what it is
        super().__init__(f"edition {name!r:.60} is {hash}")
        self.name = name
        self.hash = hash


class Draft(NamedTuple):
    """An edition that is being filled in: its name, its version from 1, when it was written, and its box."""

    edition: str
    version: int
    at: str
    box: Json


def owner_of(token: Token) -> str:
    """Id of the owner of a token's editions."""
    return token.maker or token.id


def is_name(name: object) -> bool:
    """Whether a value is a valid name of a draft."""
    return isinstance(name, str) and ID.match(name) is not None


def keep(store: Any, owner: str, game: str, box: Json) -> str:
    """Store a reviewed box and return its hash.

    Raises:
        NameTakenError: The owner stored another box under its name.
    """
    hash_, name = boxes.hash_of(box), str(box.get("edition"))
    held = store.hget(key(KIND, owner), field := f"box/{game}/{name}")
    if held is None:
        boxes.save(store, box)
        if not store.hsetnx(key(KIND, owner), field, hash_):
            held = store.hget(key(KIND, owner), field)
    if held is not None and held.decode() != hash_:
        raise NameTakenError(name, held.decode())
    return hash_


def kept(store: Any, owner: str, game: str) -> Iterator[tuple[str, Json]]:
    """The boxes that an owner stored, by hash, in the order of their names."""
    found = store.hgetall(key(KIND, owner))
    for field in sorted(found):
        if field.decode().startswith(f"box/{game}/"):
            name = found[field].decode()
            yield name, boxes.get(store, game, name)


def drafts(store: Any, owner: str, game: str) -> Iterator[Draft]:
    """The drafts of an owner, in the order of their names."""
    found = store.hgetall(key(KIND, owner))
    for field in sorted(found):
        if field.decode().startswith(f"draft/{game}/"):
            yield _draft(field.decode().rpartition("/")[2], found[field])


def draft(store: Any, owner: str, game: str, name: str) -> Draft | None:
    """A draft; None where there is none."""
    raw = store.hget(key(KIND, owner), f"draft/{game}/{name}")
    return None if raw is None else _draft(name, raw)


def _draft(name: str, raw: bytes) -> Draft:
    version, at, box = raw.split(b" ", 2)
    return Draft(name, int(version), at.decode(), json.loads(box))


def write_draft(store: Any, owner: str, game: str, name: str, version: int, box: Json | None) -> int:
    """Replace the version of a draft that its writer follows, or remove the draft.

    ``version``: the version that the writer follows; 0 for a new draft.

    Returns:
        The new version; 0 where the draft was removed.

    Raises:
        DraftConflictError: The draft has another version.
        TooManyDraftsError: The owner has the maximum number of drafts.
    """
    value = b"" if box is None else now().encode() + b" " + boxes.dumps_box(box)
    done = Script(store, _WRITE)([key(KIND, owner)], [f"draft/{game}/{name}", version, value, MOST_DRAFTS])
    if isinstance(done, bytes):
        raise TooManyDraftsError
    if done < 0:
        raise DraftConflictError(-1 - int(done))
    return int(done)
