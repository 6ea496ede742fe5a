"""Records in quarantine, with reasons: their log cannot be folded, by some eyes or by any.

One damaged or malicious record must not affect the others: it causes no retries, no growing log file, and no failing
readiness check. A note is stored once outside the log. Another program (an upgrade, other rules) tries again, or an
operator does (``movebook rebuild``). A note is derived data: without it, the next fold finds the same.
"""

import json
import logging
from typing import Any, NamedTuple, Protocol, TypeVar

import redis
from rq.timeouts import BaseTimeoutException

from engines import RULES
from engines.kernel.text import plain
from service.access.eyes import PUBLIC, Eyes
from service.games import package_of
from service.record.entries.as_of import NoSuchMomentError
from service.store.chain import BrokenChainError
from service.store.errors import StoreError
from service.store.keys import key
from service.store.log import RecordNotFoundError, now
from service.store.scripts import Script
from service.version import program_version

INDEX = "mb:{lists}:aside"
"""The ids of all records in quarantine, noted by any program."""
# Writes nothing for a record that was removed meanwhile.
PUT = """
if redis.call('HEXISTS', KEYS[1], 'version') == 0 then return 0 end
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
return 1
"""
LONGEST_REASON = 300
"""Maximum length of a reason, in characters."""


class Note(NamedTuple):
    """Why a record is in quarantine for some eyes.

    Args:
        version: The first entry that they cannot fold; 0 where that is not known.
        what: What is wrong, for everybody.
        why: What is wrong, for operators; it may quote a secret.
        program: The program that could not fold it.
        at: When the note was written.
    """

    version: int
    what: str
    why: str
    program: str
    at: str


class QuarantinedError(Exception):
    """A record is in quarantine for the eyes that look.

    Args:
        record: Its id.
        eyes: Name of the eyes; ``public`` where nobody can fold it.
        note: The note that says why.
    """

    def __init__(self, record: str, eyes: str, note: Note) -> None:
        super().__init__(f"record {record} is in quarantine for {eyes}: {note.what}")
        self.record = record
        self.eyes = eyes
        self.note = note


def program() -> str:
    """The identity of this program: its version, its rules, and the packages that provide them."""
    return f"{program_version()}: {', '.join(f'{rules} {package_of(RULES[rules].name)}' for rules in sorted(RULES))}"


UNRELATED_ERRORS = (
    redis.RedisError,
    StoreError,
    BaseTimeoutException,
    RecordNotFoundError,
    NoSuchMomentError,
    QuarantinedError,
)
"""Errors that may interrupt a fold but are not caused by the record."""

T_co = TypeVar("T_co", covariant=True)


class Work(Protocol[T_co]):
    """Something that folds a record."""

    def __call__(self, *, from_scratch: bool) -> T_co:
        """Run the work.

        Args:
            from_scratch: Whether to begin at the empty table without cached folds or boxes.
        """


def run_or_quarantine(store: Any, record: str, eyes: Eyes, work: Work[T_co]) -> T_co:
    """Run work on a record. If it fails, and fails again from scratch, quarantine the record.

    A record can get into quarantine otherwise only by using up the time of a worker's job.

    ``work``: the work; the first run may have stopped halfway when the second starts.

    Raises:
        QuarantinedError: The work failed twice.
    """
    try:
        return work(from_scratch=False)
    except UNRELATED_ERRORS:
        raise
    except Exception as error:  # noqa: BLE001 - whatever it is: it may be a fault of this moment, or of what is remembered
        first = error
    try:
        found = work(from_scratch=True)
    except UNRELATED_ERRORS:
        raise
    except Exception as error:
        raise put(store, record, eyes, error) from error
    logging.getLogger(__name__).warning(
        "record %s could be folded for %s the second time only, from the empty table", record, eyes.name, exc_info=first
    )
    return found


def put(store: Any, record: str, eyes: Eyes, error: Exception) -> QuarantinedError:
    """Note that some eyes cannot fold a record, and why; writes nothing if this program noted it before.

    ``error``: what folding it raised.

    Returns:
        The exception to raise instead.
    """
    found = find(store, record, eyes)
    if found is None:
        version = error.version if isinstance(error, BrokenChainError) else 0
        # An engine's message may quote a secret of these eyes; the public fold has no secrets.
        what = str(error) if eyes == PUBLIC else type(error).__name__
        found = Note(
            version,
            plain(what[:LONGEST_REASON]),
            plain(f"{type(error).__name__}: {error}"[:LONGEST_REASON]),
            program(),
            now(),
        )
        names = [key("head", record), key("aside", record)]
        store.sadd(INDEX, record)
        if Script(store, PUT)(keys=names, args=[_field(eyes), json.dumps(found._asdict())]):
            logging.getLogger(__name__).warning(
                "record %s is in quarantine for %s from entry %s on: %s", record, eyes.name, version or "?", found.why
            )
        else:
            store.srem(INDEX, record)
    return QuarantinedError(record, eyes.name, found)


def find(store: Any, record: str, eyes: Eyes = PUBLIC) -> Note | None:
    """This program's note on a record for some eyes; None where there is none."""
    return read(store.hget(key("aside", record), _field(eyes)))


def refuse(store: Any, record: str, eyes: Eyes = PUBLIC, upto: int | None = None) -> bool:
    """Refuse to fold a record that this program could not fold before.

    Args:
        store: The log's store.
        record: Its id.
        eyes: Whose fold it is.
        upto: The version to fold it to; None for its head.

    Returns:
        Whether another program left a note: delete it if this program can fold the record.

    Raises:
        QuarantinedError: It is in quarantine for these eyes, from that version or an earlier one.
    """
    raw = store.hget(key("aside", record), _field(eyes))
    note = read(raw)
    if note is not None and (upto is None or upto >= note.version):
        raise QuarantinedError(record, eyes.name, note)
    return raw is not None and note is None


def read(raw: bytes | None) -> Note | None:
    """Read a stored note if this program made it; None for another program's, which does not apply here."""
    if raw is None:
        return None
    note = Note(**json.loads(raw))
    return note if note.program == program() else None


def forget(store: Any, record: str, eyes: Eyes | None = None) -> None:
    """Delete the note for some eyes, or all notes of a record, so that it is tried again."""
    name = key("aside", record)
    if eyes is None:
        store.delete(name)
    else:
        store.hdel(name, _field(eyes))
    if not store.exists(name):
        store.srem(INDEX, record)


def notes(store: Any, record: str) -> dict[str, Note]:
    """Every note on a record, of any program, by name of the eyes (``seat:1@17`` for a seat's later link)."""
    found = store.hgetall(key("aside", record))
    return {name.decode(): Note(**json.loads(raw)) for name, raw in sorted(found.items())}


def list_all(store: Any) -> dict[str, dict[str, Note]]:
    """Every record in quarantine, with its notes."""
    found = {record.decode(): notes(store, record.decode()) for record in store.smembers(INDEX)}
    return {record: found[record] for record in sorted(found) if found[record]}


def count(store: Any) -> int:
    """Number of records in quarantine."""
    return int(store.scard(INDEX))


def _field(eyes: Eyes) -> str:
    return f"{eyes.name}@{eyes.since}" if eyes.since else eyes.name
