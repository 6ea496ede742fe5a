"""Key names: each has its shard's hash tag, so that a record's keys share a slot on a cluster of any size."""

import zlib
from functools import lru_cache

SHARDS = 256
"""Never change this: key names depend on it."""
STORE_SECRET = "mb:{s00}:secret"  # noqa: S105 - its name
"""The key of the store's own secret."""


SERVICE_KEY = "mb:{s00}:service-key"
"""The key of the service's own Ed25519 key."""


SERVICE_HISTORY = "mb:{s00}:service-history"
"""The key of a hash with the service's former keys, and the backups that the store was restored from."""


REWRITE_REQUEST = "mb:{s00}:forgetting"
"""The key of a request to rewrite the store's files without erased data."""


REST = "mb:{lists}:rest"
"""The key of the records whose derived data is not compressed yet, by the time of their last entry (ms)."""


BACKUP = "mb:{s00}:backup"
"""The key of the time (seconds since 1970) at which the whole store was last exported."""


def shard(name: str) -> str:
    """The shard tag of a record, token, player or box: ``s00`` to ``s255``."""
    return f"s{zlib.crc32(name.encode()) % SHARDS:02d}"


@lru_cache(maxsize=4096)
def key(what: str, name: str) -> str:
    """The key of one kind of data about a record (or token, player, box): ``mb:{s17}:log:<name>``."""
    return f"mb:{{{shard(name)}}}:{what}:{name}"


def shard_feed(tag: str) -> str:
    """The key of a shard's feed, which has one line per append."""
    return f"mb:{{{tag}}}:feed"


def shard_feeds() -> list[str]:
    """The keys of all shard feeds."""
    return [shard_feed(f"s{number:02d}") for number in range(SHARDS)]
