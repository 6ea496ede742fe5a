"""(j) A record that many watch while it is written to: what its writer notices, and whether all see the same.

``python -m tests.bench.watching [--viewers N] [--rounds N] [--seconds N]``. Viewers hold streams in a process of their
own; a writer sends 20 moves a second, and each is timed from the moment at which it was due.
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import json
import multiprocessing
import os
import re
import selectors
import socket
import statistics
import time
from collections.abc import Iterator, Sequence
from typing import Any

import requests

from tests.bench import table

Json = dict[str, Any]
VIEWERS = 200
RATE = 20
"""Moves a second."""
MOST = 2.0
"""So many times its p99 without viewers a write may take with them."""
SEATS = ("red", "blue", "green", "white")
GAME = "mage_knight"
"""The longest game of those that there are."""
_DATA = re.compile(rb"^data: (.*)$", re.MULTILINE)

Part = tuple[float, bytes]
"""When something came, and what."""


def main(rounds: int = 3, viewers: int = VIEWERS, seconds: int = 25) -> None:
    """Print what a write takes without viewers and with them, in turn, and how long the viewers wait for it."""
    (moves,) = table.games(1, GAME, SEATS)
    moves = moves[: seconds * RATE]
    with table.service(MOVEBOOK_STREAMS=str(4 * viewers + 8), MOVEBOOK_RATE_ADDRESS="0") as up:
        written(up, moves[: 5 * RATE], 0)  # whatever is made once
        quiet = [table.spread(written(up, moves, 0)[0])]
        ratios = []
        for _ in range(rounds):
            times, lags = written(up, moves, viewers)
            quiet.append(table.spread(written(up, moves, 0)[0]))
            told, lag = table.spread(times), table.spread(lags)
            base = {share: (quiet[-2][share] + quiet[-1][share]) / 2 for share in told}
            ratios.append({share: told[share] / base[share] for share in told})
            print(
                f"{len(moves)} moves, {viewers} viewers: a write p50 {_ms(told['p50'])} (without {_ms(base['p50'])}, "
                f"{ratios[-1]['p50']:.2f}), p99 {_ms(told['p99'])} ({_ms(base['p99'])}, {ratios[-1]['p99']:.2f}); all "
                f"ended with the same line; told p50 {_ms(lag['p50'])}, p99 {_ms(lag['p99'])} after the answer",
                flush=True,
            )
        found = {share: statistics.median(one[share] for one in ratios) for share in ("p50", "p99")}
        print(f"medians: p50 {found['p50']:.2f}, p99 {found['p99']:.2f} (at most {MOST})", flush=True)


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.1f} ms"


def written(up: table.Up, moves: Sequence[Json], viewers: int) -> tuple[list[float], list[float]]:
    """Write a record while it is watched.

    Args:
        up: The service.
        moves: What is written, from its opening on.
        viewers: How many watch.

    Returns:
        Seconds that each write took; seconds from its answer until each viewer was told of it.
    """
    record = up.open(GAME, SEATS)
    with watched(up, record, viewers) as ends:
        times, answered = _write(up, record, moves)
        streams = ends(len(moves) + 1)
    log = requests.get(f"{up.url}/v1/records/{record}/log", {"limit": "10000"}, timeout=60).json()["entries"]
    assert [entry["version"] for entry in log] == list(range(1, len(moves) + 2))
    lags = []
    for parts in streams:
        assert _line(parts) == log, "a viewer ended with another line"
        lags += list(_lags(parts, answered))
    return times, lags


def _write(up: table.Up, record: str, moves: Sequence[Json]) -> tuple[list[float], dict[int, float]]:
    """Write moves as they are due; the seconds that each took, and when each version was answered."""
    headers = {"Authorization": f"Bearer {up.token}", "Content-Type": "application/json"}
    times, answered = [], {}
    with contextlib.closing(http.client.HTTPConnection(*up.address, timeout=60)) as connection:
        connection.connect()
        connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        began = time.perf_counter()
        for version, move in enumerate(moves, 1):
            due = began + version / RATE
            time.sleep(max(0.0, due - time.perf_counter()))
            path = f"/v1/records/{record}/moves"
            connection.request("POST", path, json.dumps(move), {**headers, "If-Match": f'"{version}"'})
            answer = connection.getresponse()
            body = answer.read()
            assert answer.status == 201, body
            answered[version + 1] = time.perf_counter()
            times.append(answered[version + 1] - due)
    return times, answered


@contextlib.contextmanager
def watched(up: table.Up, record: str, viewers: int) -> Iterator[Any]:
    """Have a record watched; a function that waits until all have been told of a version, and gives what they were."""
    context = multiprocessing.get_context("spawn")
    mine, theirs = context.Pipe()
    process = context.Process(target=_watch, args=(up.address, record, viewers, theirs))
    process.start()
    assert mine.recv() == viewers

    def ends(version: int) -> list[list[Part]]:
        mine.send(version)
        told: list[list[Part]] = mine.recv()
        return told

    try:
        yield ends
    finally:
        process.terminate()
        process.join()


def _watch(address: tuple[str, int], record: str, viewers: int, pipe: Any) -> None:
    """Hold so many streams; when the other end names a version, send what came until all had been told of it."""
    os.nice(5)  # in a hall they are other machines
    selector = selectors.DefaultSelector()
    parts: list[list[Part]] = []
    for number in range(viewers):
        sock = socket.create_connection(address)
        sock.sendall(f"GET /v1/records/{record}/stream HTTP/1.1\r\nHost: bench\r\n\r\n".encode())
        first = sock.recv(65536)
        assert first.startswith(b"HTTP/1.1 200"), first
        parts.append([(time.perf_counter(), first)])
        selector.register(sock, selectors.EVENT_READ, number)
    pipe.send(viewers)
    selector.register(pipe, selectors.EVENT_READ, None)
    wanted, until = None, None
    while wanted is None or any(wanted not in b"".join(part for _, part in one[-3:]) for one in parts):
        for key, _ in selector.select(1):
            if key.data is None:
                version = pipe.recv()
                wanted, until = b'"version":%d' % version, time.perf_counter() + 30
            else:
                parts[key.data].append((time.perf_counter(), key.fileobj.recv(1 << 20)))  # type: ignore[union-attr]
        if until is not None and time.perf_counter() > until:
            break  # whoever was not told is seen by what it has
    pipe.send(parts)


def _body(parts: Sequence[Part]) -> bytes:
    """What a stream told, without its head and the lengths of its chunks."""
    raw = b"".join(part for _, part in parts).partition(b"\r\n\r\n")[2]
    out = b""
    while raw:
        length, _, raw = raw.partition(b"\r\n")
        size = int(length, 16)
        out, raw = out + raw[:size], raw[size + 2 :]
    return out


def _line(parts: Sequence[Part]) -> list[Json]:
    """The entries that a viewer was told, in the order in which they came."""
    return [entry for data in _DATA.findall(_body(parts)) for entry in json.loads(data)["entries"]]


def _lags(parts: Sequence[Part], answered: dict[int, float]) -> Iterator[float]:
    """Seconds from the answer to each write until a viewer was told of it."""
    seen = 1
    for at, part in parts:
        versions = [int(one) for one in re.findall(rb"^id: ([0-9]+)$", part, re.MULTILINE)]
        for version in range(seen + 1, max([seen, *versions]) + 1):
            yield max(0.0, at - answered[version])
        seen = max([seen, *versions])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.bench.watching")
    parser.add_argument("--viewers", type=int, default=VIEWERS)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=int, default=25)
    given = parser.parse_args()
    main(given.rounds, given.viewers, given.seconds)
