"""Says which records were written to, by any process: one subscription in the queue's store."""

from __future__ import annotations

import asyncio
import logging
from typing import Any
from weakref import WeakValueDictionary

import redis
from redis.asyncio import Redis

from service.record.derived.queue import WRITTEN

SILENT_S = 15.0
"""Seconds of silence after which the subscription is checked."""
AGAIN_S = 1.0
"""Seconds until a subscription that broke is tried again."""
LINGER_S = 5.0
"""Seconds that the subscription is kept after the last one who waited began to."""


class ChangeFeed:
    """Wakes those who wait for a record to be written to.

    Args:
        queue_url: The queue's store.
    """

    def __init__(self, queue_url: str) -> None:
        self._queue_url = queue_url
        self._next: WeakValueDictionary[str, asyncio.Future[None]] = WeakValueDictionary()
        self._wanted = asyncio.Event()
        self._wanted_at = 0.0
        self.closed = False
        """Whether the process is about to end: nobody waits from then on."""

    def next_write(self, record: str) -> asyncio.Future[None]:
        """Done when the record is written to next; at once where the process is about to end."""
        loop = asyncio.get_running_loop()
        self._wanted_at = loop.time()
        self._wanted.set()
        found = self._next.get(record)
        if found is None:
            found = self._next[record] = loop.create_future()
            if self.closed:
                # Nobody is woken any more.
                self.wake(record)
        return found

    def wake(self, record: str) -> None:
        """Have those look again who wait for a record."""
        waiting = self._next.pop(record, None)
        if waiting is not None and not waiting.done():
            waiting.set_result(None)

    def wake_all(self) -> None:
        """Have all look again."""
        for record in list(self._next):
            self.wake(record)

    def close(self) -> None:
        """Have all who wait look for a last time."""
        self.closed = True
        self.wake_all()

    async def listen(self) -> None:
        """Wake those who wait for the records that the queue's store names, until cancelled.

        It subscribes only while somebody waits: receiving each move costs the loop a tenth of the move.
        """
        while True:
            await self._wanted.wait()
            try:
                async with Redis.from_url(self._queue_url, socket_connect_timeout=5) as client:
                    await self._subscribe(client)
            except (redis.RedisError, OSError) as error:
                logging.getLogger(__name__).warning("the queue is out of reach (%s): nobody is woken", error)
                await asyncio.sleep(AGAIN_S)

    def _is_wanted(self) -> bool:
        """Whether anybody waits, or did so just now."""
        if self._next or asyncio.get_running_loop().time() < self._wanted_at + LINGER_S:
            return True
        self._wanted.clear()
        return False

    async def _subscribe(self, client: Any) -> None:
        async with client.pubsub() as subscription:
            await subscription.subscribe(WRITTEN)
            # Nobody was woken for what was written before.
            self.wake_all()
            while self._is_wanted():
                message = await subscription.get_message(ignore_subscribe_messages=True, timeout=SILENT_S)
                if message is None:
                    await subscription.ping()
                elif message["type"] == "message":
                    for record in message["data"].decode().split():
                        self.wake(record)
