"""Checks the format of a store's entries at the start, before they are read; an earlier format is refused."""

from typing import Any

import orjson

from service.store.errors import StoreError

FORMAT = 2
"""Format of the entries that this program writes and reads: the opening names its record and the service's key."""
LOOKS = 20
"""Logs without a readable opening after which the check ends: the store is damaged rather than in another format."""


class OldStoreError(StoreError):
    """The store holds records of an earlier format."""


def check(store: Any) -> None:
    """Refuse a store whose records are in the first format, which was never released and cannot be converted.

    Args:
        store: A client of the log's store.

    Raises:
        OldStoreError: Its records are in the first format.
    """
    for number, name in enumerate(store.scan_iter(match="mb:*:log:*", count=1000)):
        body = _opening(store.xrange(name, count=1))
        if body is not None and "record" in body:
            return
        if body is not None:
            raise OldStoreError(
                "the store holds records of format 1, from before Movebook's first release; this Movebook writes "
                f"format {FORMAT} and nothing converts the one into the other. Keep the old folder as it is, "
                "carry over what matters as text with the Movebook that wrote it (movebook export ID --format text, "
                "then movebook import here), and start with an empty store (MOVEBOOK_DATA, MOVEBOOK_LOG_URL)."
            )
        if number == LOOKS:
            return


def _opening(found: Any) -> dict[str, Any] | None:
    """The body of a log's first entry; None if it is not an opening."""
    try:
        entry = orjson.loads(found[0][1][b"e"])
        body = entry["body"] if entry["type"] == "opened" else None
    except (LookupError, TypeError, ValueError):
        return None
    return body if isinstance(body, dict) else None
