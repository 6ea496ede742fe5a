"""Scripts in the store, called by their digest."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

from redis.cluster import RedisCluster
from redis.exceptions import NoScriptError


class Script:
    """A Lua script that a store runs whole or not at all.

    Args:
        store: A client of the store.
        text: The script.
    """

    def __init__(self, store: Any, text: str) -> None:
        self._store = store
        self._text = text
        self._digest = hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest()

    def __call__(self, keys: Sequence[str], args: Sequence[Any]) -> Any:
        """Run it; what it returns."""
        try:
            return self._store.evalsha(self._digest, len(keys), *keys, *args)
        except NoScriptError:
            # In one call, where the client library loads it first and then calls it by its digest: a server that is
            # started again in between has forgotten it once more.
            return self._store.eval(self._text, len(keys), *keys, *args)

    def after(self, pipe: Any, keys: Sequence[str], args: Sequence[Any]) -> list[Any]:
        """Run it behind the commands of a pipe: on a single server in one round trip, and one sync, with them.

        Args:
            pipe: A pipeline of the same store, not executed yet.
            keys: As when called.
            args: As when called.

        Returns:
            What each command returns, and last what the script returns.
        """
        if isinstance(self._store, RedisCluster):  # whose pipelines take no scripts, and go to several servers
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
