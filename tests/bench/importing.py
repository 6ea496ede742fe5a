"""(b) Import of many recorded games, checked, against their entries appended directly."""

import json
import time

from service.store.connect import connect
from service.store.log import Log
from tests.bench import append, table


def main(rounds: int = 3, count: int = 40) -> None:
    """Print moves a second of both, and their ratio."""
    played = table.games(count)
    moves = sum(len(game) for game in played)
    lines = ["\n".join(json.dumps(move) for move in game).encode() for game in played]
    with table.service() as up:
        headers = {"Content-Type": "application/x-ndjson", "If-Match": '"1"'}
        for _ in range(rounds):
            records = [up.open() for _ in played]
            began = time.perf_counter()
            for record, body in zip(records, lines, strict=True):
                up.post(f"/v1/records/{record}/import", data=body, headers=headers)
            checked = moves / (time.perf_counter() - began)
            log = append.Unfed(connect(append.store_url(up)))
            base = _rate(log, played)
            print(
                f"import {checked:7.0f} moves/s; one by one, direct: {base:7.0f}/s; ratio {checked / base:.2f}",
                flush=True,
            )


def _direct(log: Log, games: list[list[tuple[bytes, dict[str, object]]]]) -> None:
    for entries in games:
        record = f"direct{time.time_ns()}"
        for version, (raw, entry) in enumerate(entries):
            log.append(record, version, [(raw, None)], entry)


def _rate(log: Log, played: list[list[table.Json]]) -> float:
    ready = [append.linked(game) for game in played]
    began = time.perf_counter()
    _direct(log, ready)
    return sum(len(game) for game in played) / (time.perf_counter() - began)


if __name__ == "__main__":
    main()
