"""Deadlines: what nobody disputed in time is closed by the service itself, once, whichever worker comes first.

The list of what is due is derived. Whether a record is due is decided anew at the head of its log, by the one function
that writes: so two workers close once, and a worker that was killed leaves a record that is closed or still due.
"""

from __future__ import annotations

import logging
from functools import partial

import redis

from service.access.eyes import PUBLIC
from service.access.rights import Caller
from service.access.tokens import Token
from service.record import identity
from service.record.derived import lists
from service.record.files.copies import CopyError
from service.record.state.cache import RecordCache
from service.record.state.quarantine import QuarantinedError
from service.record.write import signatures
from service.record.write.recording import Recording
from service.record.write.request import WriteRequest
from service.record.write.status import RecordClosedError
from service.store.log import Log, RecordNotFoundError, now

AT_ONCE = 200
"""Records that are closed in one go."""


def close_due(log: Log, cache: RecordCache) -> int:
    """Close the records whose deadline has passed undisputed; how many that were.

    Args:
        log: The log.
        cache: Records that nobody else in this process holds.
    """
    records = lists.due(log, now(), AT_ONCE)
    if not records:
        return 0
    service = Caller(Token(identity.writer_id(log.store), "service"), "service", (PUBLIC,), ())
    recording = Recording(log, cache, lambda _record: None)  # the feeds name what is closed
    closed = 0
    for record in records:
        request = WriteRequest(service, None, call="deadline")
        try:
            recording.write(record, request, partial(signatures.write_deadline, request=request))
        except (RecordClosedError, RecordNotFoundError, CopyError, QuarantinedError):
            # It was closed, disputed or changed meanwhile, or is gone; the list will say so once it is projected.
            continue
        except redis.RedisError:
            raise
        except Exception:  # the others are not to wait for it
            logging.getLogger(__name__).exception("record %s could not be closed at its deadline", record)
        else:
            closed += 1
    return closed
