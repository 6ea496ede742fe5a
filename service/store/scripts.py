"""Lua scripts in the store, called by digest."""

import hashlib
from collections.abc import Sequence
from typing import Any

from redis.cluster import RedisCluster
from redis.exceptions import NoScriptError


class Script:
    """A Lua script that the store runs atomically."""

    def __init__(self, store: Any, text: str) -> None:
        self._store = store
        self._text = text
        self._digest = hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest()

    def __call__(self, keys: Sequence[str], args: Sequence[Any]) -> Any:
        """Run the script and return its result."""
        try:
            return self._store.evalsha(self._digest, len(keys), *keys, *args)
        except NoScriptError:
            # In one call. The client library would load the script and then call it by digest, and a server that
            # restarts in between forgets it again.
            return self._store.eval(self._text, len(keys), *keys, *args)

    def after(self, pipe: Any, keys: Sequence[str], args: Sequence[Any]) -> list[Any]:
        """Run the script after the commands of a pipeline; on a single server in the same round trip and sync.

        Args:
            pipe: A pipeline of the same store, not executed yet.
            keys: As when called.
            args: As when called.

        Returns:
            The result of each command, and last that of the script.
        """
        if isinstance(self._store, RedisCluster):  # its pipelines take no scripts and go to several servers
            return [*pipe.execute(), self(keys, args)]
        pipe.evalsha(self._digest, len(keys), *keys, *args)
        *before, said = pipe.execute(raise_on_error=False)
        for answer in before:
            if isinstance(answer, Exception):
                raise answer
        if isinstance(said, NoScriptError):
            said = self(keys, args)
        if isinstance(said, Exception):
            raise said
        return [*before, said]
