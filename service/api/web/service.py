"""The shared objects that all calls of a process use."""

from dataclasses import dataclass

from service.access.throttle import Throttle
from service.access.tokens import TokenCache
from service.api.web.response_cache import ResponseCache
from service.api.web.slow_process import SlowProcess
from service.record.derived.queue import Dispatcher
from service.record.state.cache import RecordCache
from service.record.state.quarantine import QuarantinedError
from service.record.webhooks import Networks
from service.record.write.recording import Recording
from service.store.log import Head, Log


@dataclass(slots=True)
class Service:
    """The shared objects of a process.

    Args:
        log: The log.
        lives: The records this process holds.
        recording: The write path.
        dispatcher: Wakes the workers.
        throttle: Counts requests and their processor time.
        tokens: The cache of recently used tokens.
        most_made: How many tokens of one maker may be valid at the same time.
        public_url: The service's public address, without a slash at the end; None if it is not known.
        response_cache: The cache of answers.
        webhook_networks: Networks that webhooks may be sent to, in addition to the public internet.
        slow_process: The process for slow calls; None in that process, and if there is none.
    """

    log: Log
    lives: RecordCache
    recording: Recording
    dispatcher: Dispatcher
    throttle: Throttle
    tokens: TokenCache
    most_made: int
    public_url: str | None
    response_cache: ResponseCache
    webhook_networks: Networks
    slow_process: SlowProcess | None

    def held_head(self, record: str) -> Head:
        """The head of a record as far as this process has read; its owner and visibility never change.

        Raises:
            RecordNotFoundError: There is no such record.
        """
        try:
            live = self.lives.held(record) or self.lives.get(record)
        except QuarantinedError:  # the caller's rights are checked first
            return self.log.head(record)
        return Head(record, live.version, live.hash, live.at, live.fields)
