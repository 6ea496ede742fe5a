"""``python -m worker.rebuild [ID ...]``: deletes derived data and creates the same data again from the log."""

import sys
from collections.abc import Iterator

from service import out
from service.record.derived import projections
from service.record.state import quarantine
from service.record.state.cache import RecordCache
from service.store.log import Log, RecordNotFoundError
from worker import jobs


def records(log: Log) -> Iterator[str]:
    """The id of every record, without removed ones."""
    for name in log.store.scan_iter(match="mb:*:head:*", count=1000):
        if log.store.hexists(name, "version"):
            yield name.decode().rsplit(":", 1)[1]


def rebuild(log: Log, cache: RecordCache, record: str) -> int:
    """Delete the derived data of a record, create it again from the valid part of its log, and return its version.

    Its quarantine is lifted first, and set again if the record still cannot be folded.

    Raises:
        RecordNotFoundError: There is no such record.
    """
    log.head(record)
    projections.delete(log, record)
    quarantine.forget(log.store, record)
    cache.drop(record)
    return projections.project_or_quarantine(log, cache, record)


def main(args: list[str]) -> int:
    """Rebuild the named records, or all; prints one line per record: its id and version."""
    log, cache, _ = jobs.stores()
    failed = 0
    for record in args or sorted(records(log)):
        try:
            version = rebuild(log, cache, record)
        except RecordNotFoundError as error:
            out.note(str(error))
            failed = 1
        else:
            out.write_line(f"{record} {version}", flush=True)
            for eyes, note in quarantine.notes(log.store, record).items():
                out.note(f"{record}: in quarantine for {eyes}: {note.why}")
                failed = 1
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
