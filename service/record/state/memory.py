"""An estimate of the memory that a record takes in a process."""

from dataclasses import dataclass
from typing import Any

import orjson

from engines.kernel import snapshot
from service.store import chain
from service.store.chain import Entry

TEXT, STATE = 5, 4
"""Bytes of memory per byte of an entry in the log, and per byte of a packed state."""


@dataclass(slots=True)
class Memory:
    """The size of a record: the entries that were read, and one fold.

    Args:
        text: Bytes of its entries in the log.
        packed: Bytes of its state, packed.
    """

    text: int = 0
    packed: int = 0

    def add_entries(self, *entries: Entry) -> None:
        """Count entries that were read."""
        self.text += sum(map(chain.size, entries))

    def set_state(self, state: Any) -> None:
        """Measure a fold by its state."""
        self.packed = len(orjson.dumps(snapshot.pack(state)))

    def total(self, folds: int) -> int:
        """Bytes of memory of the record with this many folds; its box is shared with other records."""
        return TEXT * self.text + STATE * self.packed * folds
