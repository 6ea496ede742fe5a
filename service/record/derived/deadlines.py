"""Deadlines: the service closes records that nobody disputed in time, each once, even with several workers.

The list of due records is derived. The function that writes decides again, at the head of the log, whether a record is
due: so two workers close it once, and a killed worker leaves a record that is closed or still due.
"""

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
"""Maximum number of records that one call closes."""


def close_due(log: Log, cache: RecordCache) -> int:
    """Close the undisputed records whose deadline has passed; returns how many.

    ``cache``: a cache that no other thread of this process uses.
    """
    records = lists.due(log, now(), AT_ONCE)
    if not records:
        return 0
    service = Caller(Token(identity.writer_id(log.store), "service"), "service", (PUBLIC,), ())
    recording = Recording(log, cache, lambda _record: None)  # the feeds name what is closed
    closed = 0
    for record in records:
        request = WriteRequest(service, None, call="deadline", breaks=True)
        try:
            recording.write(record, request, partial(signatures.write_deadline, request=request))
        except (RecordClosedError, RecordNotFoundError, CopyError, QuarantinedError):
            # It was closed, disputed, changed or removed meanwhile; the list is updated when the record is projected.
            continue
        except redis.RedisError:
            raise
        except Exception:  # one failure must not block the other records
            logging.getLogger(__name__).exception("record %s could not be closed at its deadline", record)
        else:
            closed += 1
    return closed
