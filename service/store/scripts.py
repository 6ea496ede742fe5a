"""Scripts in the store, called by their digest."""

from __future__ import annotations

import hashlib
import os
from collections import deque
from collections.abc import Sequence
from typing import Any

import redis
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
        self._wire = None if isinstance(store, RedisCluster) else Wire(store)

    def __call__(self, keys: Sequence[str], args: Sequence[Any]) -> Any:
        """Run it; what it returns."""
        words = (self._digest, len(keys), *keys, *args)
        try:
            if self._wire is not None:
                try:
                    return self._wire.send("EVALSHA", *words)
                except redis.ConnectionError:
                    pass  # the client tries again, as long as it is told to
            return self._store.evalsha(*words)
        except NoScriptError:
            # In one call, where the client library loads it first and then calls it by its digest: a server that is
            # started again in between has forgotten it once more.
            return self._store.eval(self._text, len(keys), *keys, *args)

    def after(self, pipe: Any, keys: Sequence[str], args: Sequence[Any]) -> Any:
        """Run it behind the commands of a pipe: on a single server in one round trip, and one sync, with them.

        Args:
            pipe: A pipeline of the same store, not executed yet.
            keys: As when called.
            args: As when called.

        Returns:
            What the script returns.
        """
        if isinstance(self._store, RedisCluster):  # whose pipelines take no scripts, and go to several servers
            pipe.execute()
            return self(keys, args)
        pipe.evalsha(self._digest, len(keys), *keys, *args)
        *before, said = pipe.execute(raise_on_error=False)
        for answer in before:
            if isinstance(answer, Exception):
                raise answer
        if isinstance(said, NoScriptError):
            return self(keys, args)
        if isinstance(said, Exception):
            raise said
        return said


class Wire:
    """One command at a time to a single server, without the client's ways around it: they cost as much as the command.

    A command whose connection fails is not tried again: only the caller knows whether it may be.

    Args:
        store: A client of the server, whose settings it takes over.
    """

    def __init__(self, store: redis.Redis) -> None:
        self._pool = store.connection_pool
        # Last in, first out, by operations that need no lock: what few callers need stays few.
        self._free: deque[Any] = deque()
        self._process = os.getpid()

    def send(self, *words: Any) -> Any:
        """Send a command; its answer.

        Raises:
            ConnectionError: The server is gone, or was since the last command.
            TimeoutError: It does not answer.
            ResponseError: It refuses.
        """
        if self._process != os.getpid():  # a fork must not speak on its parent's connections
            self._free, self._process = deque(), os.getpid()
        try:
            connection = self._free.pop()
        except IndexError:
            # Not by the pool, which counts what it made: these never come back to it, and it would have none left. And
            # not tried again: where it does not come about at once the caller has the client's patience still.
            connection = self._pool.connection_class(**{**self._pool.connection_kwargs, "retry": None})
        try:
            connection.send_packed_command(connection.pack_command(*words), check_health=False)
            answer = connection.read_response()
        except redis.ResponseError:
            raise
        except BaseException:
            connection.disconnect()  # whatever still comes on it would be taken for the next answer
            raise
        finally:
            self._free.append(connection)
        return answer
