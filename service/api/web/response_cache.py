"""Caches answers while their record has the same version."""

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import NamedTuple

from service.api.web.call import Answer

MOST_BYTES = 32 << 20
"""Maximum bytes of all cached bodies in a process."""
LONGEST = MOST_BYTES // 8
"""Maximum bytes of a cached body."""


class CachedResponse(NamedTuple):
    """An answer, and what it depends on besides the call.

    ``names``: the names of players that were read for it, by player; they may be changed or erased at any version.
    """

    answer: Answer
    version: int
    names: dict[str, str | None]


class ResponseCache:
    """A cache of answers; the least recently used are dropped first.

    ``most``: bytes of all bodies together.
    """

    def __init__(self, most: int = MOST_BYTES, longest: int = LONGEST) -> None:
        self._most = most
        self._longest = longest
        self._made: OrderedDict[Hashable, CachedResponse] = OrderedDict()
        self._bytes = 0
        self._lock = Lock()

    def find(self, call: Hashable, version: int) -> CachedResponse | None:
        """What was made at this version for a call; None where nothing was, or it is gone.

        ``call``: all that the answer depends on but the version and names: who asks, for what, in which language.
        """
        with self._lock:
            made = self._made.get(call)
            if made is None or made.version != version:
                return None
            self._made.move_to_end(call)
            return made

    def put(self, call: Hashable, made: CachedResponse) -> None:
        """Store an answer, replacing the one stored for the call."""
        with self._lock:
            self._drop(call)
            if len(made.answer.body) > self._longest:
                return
            self._made[call] = made
            self._bytes += len(made.answer.body)
            while self._bytes > self._most:
                self._drop(next(iter(self._made)))

    def _drop(self, call: Hashable) -> None:
        gone = self._made.pop(call, None)
        if gone is not None:
            self._bytes -= len(gone.answer.body)
