"""Statistics of a store, which Movebook prints at the start."""

from typing import Any, NamedTuple

from engines.kernel.sentences import filled

_AT_ONCE = 1000
"""Records that are read in one round trip."""


class StoreStats(NamedTuple):
    """The size of a store and the time of its last entry.

    ``last``: when the last entry was written, RFC 3339; empty if there is none.
    """

    records: int
    entries: int
    last: str

    def __str__(self) -> str:
        if not self.records:
            return "no records"
        text = "{records} {records:record|records}, {entries} {entries:entry|entries}, the last written {last}"
        return filled(text, records=self.records, entries=self.entries, last=self.last)


def read_stats(store: Any) -> StoreStats:
    """Count the records and entries of a store; reads every record's head."""
    records = entries = 0
    last = ""
    heads = list(set(store.scan_iter(match="mb:*:head:*", count=_AT_ONCE)))  # a scan may return a key twice
    for start in range(0, len(heads), _AT_ONCE):
        pipe = store.pipeline(transaction=False)
        for head in heads[start : start + _AT_ONCE]:
            pipe.hmget(head, ["version", "at"])
        for version, at in pipe.execute():
            if version is not None:
                records, entries, last = records + 1, entries + int(version), max(last, (at or b"").decode())
    return StoreStats(records, entries, last)
