"""(j) A record that many watch while it is written to: what it costs the API, what the writer and the watchers notice.

``python -m tests.bench.watching [--viewers N] [--rounds N] [--seconds N]``. Viewers hold streams in a process of their
own, all with one token or each with its own; a writer sends 20 moves a second, each timed from when it was due.
"""

import argparse
import http.client
import json
import multiprocessing
import os
import re
import selectors
import socket
import statistics
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from service.access import tokens
from service.store.connect import connect
from tests.bench import table
from tests.bench.append import store_url
from tests.kill.processes import family

RATE = 20
"""Moves a second."""
SEATS = ("red", "blue", "green", "white")
GAME = "mage_knight"
"""The longest game of those that there are."""
_ID = re.compile(rb"^id: ([0-9]+)\n", re.MULTILINE)


def main(rounds: int = 5, viewers: int = 200, seconds: int = 10) -> None:
    """Print, in turn, what the same moves take without viewers, with one token's, and with one token each."""
    (moves,) = table.games(1, GAME, SEATS)
    moves = moves[: seconds * RATE]
    unlimited = dict.fromkeys(("RATE", "RATE_ADDRESS", "RATE_MADE", "RATE_FAMILY"), "0")
    settings = {f"MOVEBOOK_{name}": value for name, value in unlimited.items()}
    with table.service(MOVEBOOK_STREAMS=str(4 * viewers + 8), **settings) as up:
        written(up, moves, 0, own=False)  # what is done once
        kinds = {"no viewer": (0, False), "one token": (viewers, False), "one token each": (viewers, True)}
        cpu: dict[str, list[float]] = {kind: [] for kind in kinds}
        for _ in range(rounds):
            for kind, (count, own) in kinds.items():
                took, lags, used_s = written(up, moves, count, own=own)
                cpu[kind].append(used_s / len(moves))
                told = [f"write {_ms(table.spread(took))}", *([f"lag {_ms(table.spread(lags))}"] if lags else [])]
                print(f"{kind}: {', '.join(told)}, API {cpu[kind][-1] * 1000:.2f} ms CPU a move", flush=True)
        medians = (f"{kind} {statistics.median(each) * 1000:.2f} ms" for kind, each in cpu.items())
        print(f"medians of the API's CPU time of a move: {', '.join(medians)}", flush=True)


def _ms(spread: table.Json) -> str:
    return f"p50 {spread['p50'] * 1000:.1f} and p99 {spread['p99'] * 1000:.1f} ms"


def written(
    up: table.Up, moves: Sequence[table.Json], viewers: int, *, own: bool
) -> tuple[list[float], list[float], float]:
    """Write a record while it is watched: seconds of each write, until each viewer had it, and of the API's CPU."""
    record = up.open(GAME, SEATS)
    store = connect(store_url(up))
    shown = [tokens.create(store, "read", record=record) if own else up.token for _ in range(viewers)]
    context = multiprocessing.get_context("spawn")
    mine, theirs = context.Pipe()
    process = context.Process(target=_watch, args=(up.address, record, shown, len(moves) + 1, theirs))
    process.start()
    try:
        assert mine.recv() == viewers
        before = _cpu_s(up)
        times, answered = _write(up, record, moves)
        lags = [max(0.0, at - answered[version]) for at, version in mine.recv()]
        return times, lags, _cpu_s(up) - before
    finally:
        process.terminate()
        process.join()


def _cpu_s(up: table.Up) -> float:
    stats = [Path(f"/proc/{pid}/stat").read_text() for pid, words in family(up.pid).items() if "run.serve" in words]
    ticks = sum(int(part) for stat in stats for part in stat.rpartition(")")[2].split()[11:13])
    return ticks / os.sysconf("SC_CLK_TCK")


def _write(up: table.Up, record: str, moves: Sequence[table.Json]) -> tuple[list[float], dict[int, float]]:
    """Write moves as they are due; the seconds that each took, and when each version was answered."""
    headers = {"Authorization": f"Bearer {up.token}", "Content-Type": "application/json"}
    times, answered = [], {}
    connection = http.client.HTTPConnection(*up.address, timeout=60)
    connection.connect()
    connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    began = time.perf_counter()
    for version, move in enumerate(moves, 1):
        due = began + version / RATE
        time.sleep(max(0.0, due - time.perf_counter()))
        path = f"/v1/records/{record}/moves"
        connection.request("POST", path, json.dumps(move), {**headers, "If-Match": f'"{version}"'})
        answer = connection.getresponse()
        assert answer.status == 201, answer.read()
        answer.read()
        answered[version + 1] = time.perf_counter()
        times.append(answered[version + 1] - due)
    connection.close()
    return times, answered


def _watch(address: tuple[str, int], record: str, shown: Sequence[str], last: int, pipe: Any) -> None:
    """Hold a stream for each token until all have the last version; send when each version came to each."""
    os.nice(5)  # in a hall they are other machines
    selector = selectors.DefaultSelector()
    for token in shown:
        sock = socket.create_connection(address)
        head = f"Host: bench\r\nAuthorization: Bearer {token}\r\n"
        sock.sendall(f"GET /v1/records/{record}/stream?after=1 HTTP/1.1\r\n{head}\r\n".encode())
        assert sock.recv(65536).startswith(b"HTTP/1.1 200")
        selector.register(sock, selectors.EVENT_READ, [1, b""])
    pipe.send(len(shown))
    lags, behind = list[tuple[float, int]](), len(shown)
    while behind:
        for key, _ in selector.select():
            got, seen = key.fileobj.recv(1 << 20), key.data  # type: ignore[union-attr]
            assert got, "a stream has ended"
            text = seen[1] + got
            for version in map(int, _ID.findall(text)):
                lags += [(time.perf_counter(), each) for each in range(seen[0] + 1, version + 1)]
                behind -= version == last > seen[0]
                seen[0] = max(seen[0], version)
            seen[1] = text[-40:]  # a line may come in two parts
    pipe.send(lags)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.bench.watching")
    parser.add_argument("--viewers", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=10)
    given = parser.parse_args()
    main(given.rounds, given.viewers, given.seconds)
