"""(e) How far projections lag behind acknowledged moves, at 100 moves a second over 20 records."""

import threading
import time

import requests

from service.store.connect import connect
from service.store.keys import key
from tests.bench import append, table

RECORDS, RATE = 20, 100


def main(rounds: int = 3, seconds: int = 12) -> None:
    """Print percentiles of the lag in milliseconds."""
    played = table.games(RECORDS)
    with table.service() as up:
        store = connect(append.store_url(up))
        for _ in range(rounds):
            told = table.spread(measure(up, store, played, seconds))
            print(
                "lag at 100 moves/s over 20 records: " + ", ".join(f"{k} {v * 1000:.0f} ms" for k, v in told.items()),
                flush=True,
            )


def measure(up: table.Up, store: object, played: list[list[table.Json]], seconds: int) -> list[float]:
    """Seconds from each acknowledgement until the projection holds the move."""
    records = [up.open() for _ in range(RECORDS)]
    waiting: dict[str, list[tuple[int, float]]] = {record: [] for record in records}
    lags: list[float] = []
    done, lock = threading.Event(), threading.Lock()

    def watch() -> None:
        while not done.is_set() or any(waiting.values()):
            pipe = store.pipeline(transaction=False)  # type: ignore[attr-defined]
            for record in records:
                pipe.hget(key("place", record), "version")
            now, places = time.perf_counter(), pipe.execute()
            with lock:
                for record, place in zip(records, places, strict=True):
                    reached = [at for version, at in waiting[record] if version <= int(place or 0)]
                    lags.extend(now - at for at in reached)
                    del waiting[record][: len(reached)]
            time.sleep(0.005)

    watcher = threading.Thread(target=watch)
    watcher.start()
    session, began = requests.Session(), time.perf_counter()
    session.headers["Authorization"] = f"Bearer {up.token}"
    for number in range(seconds * RATE):
        record, ply = records[number % RECORDS], number // RECORDS
        time.sleep(max(0.0, began + number / RATE - time.perf_counter()))
        answer = session.post(
            f"{up.url}/v1/records/{record}/moves",
            json=played[number % RECORDS][ply],
            headers={"If-Match": f'"{ply + 1}"'},
        )
        answer.raise_for_status()
        with lock:
            waiting[record].append((ply + 2, time.perf_counter()))
    done.set()
    watcher.join(30)
    return lags


if __name__ == "__main__":
    main()
