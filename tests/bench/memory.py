"""(k) Memory of the log's store per entry, by kind of key: records of every title, in use and at rest."""

import tempfile
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

from engines import GAMES
from service.access.eyes import RECORDER
from service.access.rights import Caller
from service.access.tokens import random_id
from service.record.derived import projections, rest
from service.record.entries.boxes import default, save
from service.record.state.cache import RecordCache
from service.record.write.recording import Recording
from service.record.write.request import WriteRequest
from service.store.embedded import Supervisor
from service.store.keys import key
from service.store.log import Log
from tests.bench import table

KINDS = ("log", "secrets", "keys", "head", "place", "frames")
"""Kinds of keys that a record has."""


def play(log: Log, count: int, most: int = 200) -> list[str]:
    """Records of every title, move by move with idempotency keys and secrets, projected; their ids."""
    cache = RecordCache(log)
    recording = Recording(log, cache, lambda _: None)
    caller = Caller(None, "recorder", (RECORDER,), ("moves",))
    out = []
    for name, game in sorted(GAMES.items()):
        box, seats = save(log.store, default(name)[1]), tuple(game.colours(game.box()))[: min(3, game.seats.stop - 1)]
        options = {each: field.default for each, field in game.options().items()}
        for seed in range(count):
            record = table.opened(recording, name, seats, box)
            moves = game.table(Random(seed), seats, options, game.box())
            for number, move in zip(range(1, most + 1), moves, strict=False):
                recording.move(record, move, WriteRequest(caller, number, key=random_id()))
            projections.project(log, cache, record)
            out.append(record)
    return out


def memory(store: Any, records: list[str]) -> Counter[str]:
    """Bytes of these records by kind of key."""
    found: Counter[str] = Counter()
    for record in records:
        for kind in KINDS:
            found[kind] += store.memory_usage(key(kind, record), samples=0) or 0
    return found


def main(count: int = 3) -> None:
    """Print bytes per entry, in use and at rest."""
    with tempfile.TemporaryDirectory() as folder, Supervisor(Path(folder)) as server:
        from service.store.connect import connect  # noqa: PLC0415 - only here

        log = Log(connect(server.url))
        records = play(log, count)
        entries = sum(log.head(record).version for record in records)
        print(f"{len(records)} records, {entries} entries")
        for state in ("in use", "at rest"):
            found = memory(log.store, records)
            parts = ", ".join(f"{kind} {size / entries:.0f}" for kind, size in found.items())
            print(f"bytes per entry {state}: {sum(found.values()) / entries:.0f} ({parts})", flush=True)
            for record in records:
                rest.pack(log, record)


if __name__ == "__main__":
    main()
