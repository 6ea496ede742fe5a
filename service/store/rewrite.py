"""Removes erased data from the store's files: every server rewrites its append-only files.

An erasure leaves a request in the store. The sweep of a worker has the files rewritten and then deletes the request; if
it is interrupted, the rewrite is done again.
"""

import logging
from secrets import token_hex
from typing import Any

import redis
from redis.cluster import RedisCluster

from service.store.keys import REWRITE_REQUEST
from service.store.scripts import Script

# Another erasure may have come meanwhile and replaced the request.
DONE = "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0"

_log = logging.getLogger(__name__)


def request(store: Any) -> None:
    """Request a rewrite of the store's files without the data erased so far."""
    store.set(REWRITE_REQUEST, token_hex(8))


class FileRewriter:
    """Starts a rewrite of a store's files on request; one per process is enough."""

    def __init__(self, store: Any) -> None:
        self._store = store
        self._done = Script(store, DONE)
        self._begun: tuple[bytes, frozenset[str]] | None = None  # a request, and the runs of the servers that began
        self._refused: bytes | None = None

    def step(self) -> bool:
        """Take the next step, and return whether anything is left to do."""
        requested: bytes | None = self._store.get(REWRITE_REQUEST)
        if requested is None or requested == self._refused:
            return False
        try:
            servers = self._info("persistence")
            if any(each.get("aof_rewrite_in_progress") or each.get("aof_rewrite_scheduled") for each in servers):
                return True
            sound = all(each.get("aof_last_bgrewrite_status", "ok") == "ok" for each in servers)
            begun = requested, frozenset(each["run_id"] for each in self._info("server"))
            # A server that was restarted since does not know of the rewrite that its end interrupted.
            if self._begun == begun and sound:
                self._done(keys=[REWRITE_REQUEST], args=[requested])
                return False
            self._rewrite()
            self._begun = begun
        except redis.ResponseError as error:
            # Not our server: its operator has to rewrite the files.
            self._refused = requested
            _log.warning("what was erased may stay in the store's files: it refuses to write them anew (%s)", error)
            return False
        return True

    def _info(self, section: str) -> list[dict[str, Any]]:
        """A section of INFO from each server."""
        if isinstance(self._store, RedisCluster):
            found = self._store.info(section, target_nodes=RedisCluster.ALL_NODES)
            return list(found.values())
        return [self._store.info(section)]

    def _rewrite(self) -> None:
        """Start the rewrite on every server, replicas too: each has its own files."""
        if isinstance(self._store, RedisCluster):
            # Explicit nodes: the client has no rule for this command and so does not accept ALL_NODES.
            self._store.bgrewriteaof(target_nodes=self._store.get_nodes())  # type: ignore[no-untyped-call]
        else:
            self._store.bgrewriteaof()
