"""Free texts in a record, such as the reason for an irregular move or an undo.

They may name people, so they are stored outside the log, sealed, and can be erased without breaking the chain. They are
not part of any move: the reader leaves them out of a step's seals, so no fold gets them.
"""

import json
from collections.abc import Iterable
from typing import Any

from engines.kernel import canonical
from service.access.eyes import PUBLIC
from service.record.entries import seals
from service.record.entries.other_shapes import TEXTS_OF
from service.record.entries.steps import REASON
from service.store import rewrite
from service.store.chain import Entry
from service.store.keys import key
from service.store.log import Log, Secrets

ERASE = """
if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
if ARGV[3] == '' then redis.call('HDEL', KEYS[1], ARGV[1]) else redis.call('HSET', KEYS[1], ARGV[1], ARGV[3]) end
redis.call('INCR', KEYS[2])
return 1
"""


def salted(text: str, eyes: Iterable[str] = (PUBLIC.name,)) -> dict[str, Any]:
    """Return a text with a new salt, as it is stored.

    ``eyes``: names of the eyes that may read it; everybody's by default.
    """
    return {"salt": seals.salt(), "value": text, "eyes": list(eyes)}


def reason(text: str) -> dict[str, Any]:
    """The secrets of an entry with a reason; empty for an empty reason."""
    return {REASON: salted(text)} if text else {}


def is_text(entry: Entry, name: str) -> bool:
    """Whether a seal of an entry is that of a free text, not of a secret of a move."""
    if entry["type"] == "corrected":
        name = name.rpartition(".")[2]
    return name in TEXTS_OF.get(entry["type"], ())


def without_texts(entry: Entry, secrets: Secrets) -> Secrets:
    """The secrets of an entry without its free texts: no fold needs them, and no cache may hold erasable texts."""
    return {name: secret for name, secret in secrets.items() if not is_text(entry, name)}


def erase(log: Log, record: str, version: int, name: str) -> bool:
    """Erase a free text of a record: its seal stays, so the chain holds.

    ``name``: name of its seal: ``reason``, ``text``; ``2.reason`` in a correction.

    Returns:
        Whether there was such a text.
    """
    entries = log.read(record, version - 1, 1)
    if not entries or entries[0]["version"] != version or not is_text(entries[0], name):
        return False
    if name not in log.secrets(record, [version]).get(version, {}):
        return False
    # Its file in an archive is deleted: it comes back first, and is archived again later, without the text.
    log.archive.thaw(record)
    names = [key("secrets", record), key("forgotten", record)]
    while True:
        found = log.store.hget(names[0], str(version))
        secrets: Secrets = {} if found is None else json.loads(found)
        if name not in secrets:
            return False
        left = canonical.canonical({other: secret for other, secret in secrets.items() if other != name})
        if log.script(ERASE)(keys=names, args=[version, found, left if len(secrets) > 1 else b""]):
            rewrite.request(log.store)
            log.archive.clean_later(record)
            return True


def forgotten(store: Any, record: str) -> int:
    """Number of erased free texts of a record: output from before the last erasure may still contain the text."""
    return int(store.get(key("forgotten", record)) or 0)
