"""(a) One checked, chained, fsynced move over HTTP at 16 connections, against the same script called directly."""

import multiprocessing
import selectors
import socket
import statistics
import threading
import time
from collections.abc import Sequence
from typing import Any

from engines import GAMES
from engines.kernel import canonical
from engines.kernel.replay import Fold
from service.store import chain
from service.store.connect import connect
from service.store.keys import key
from service.store.log import Log, now
from tests.bench import table

CONNECTIONS = 16
PROCESSES, THREADS = 2, 4

Json = dict[str, Any]


def requests_of(up: table.Up, record: str, moves: Sequence[Json]) -> list[bytes]:
    """Every move of a game as the bytes of its request."""
    out = []
    for version, move in enumerate(moves, 1):
        body = canonical.dumps(move)
        head = (
            f"POST /v1/records/{record}/moves HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer {up.token}\r\n"
            f'Content-Type: application/json\r\nIf-Match: "{version}"\r\nContent-Length: {len(body)}\r\n\r\n'
        )
        out.append(head.encode() + body)
    return out


def drive(address: tuple[str, int], queues: list[list[bytes]]) -> tuple[float, list[float]]:
    """Send each queue over a connection of its own, one request at a time; seconds in all, and of each request."""
    selector = selectors.DefaultSelector()
    times: list[float] = []
    for queue in queues:
        sock = socket.create_connection(address)
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        selector.register(sock, selectors.EVENT_READ, {"queue": iter(queue), "buffer": b"", "sent": 0.0})
    began = time.perf_counter()
    open_ = 0
    for each in list(selector.get_map().values()):
        open_ += _next(each.fileobj, each.data, selector)
    while open_:
        for each, _ in selector.select(10):
            data = each.data
            data["buffer"] += each.fileobj.recv(65536)  # type: ignore[union-attr]
            if not _whole(data["buffer"]):
                continue
            if not data["buffer"].startswith(b"HTTP/1.1 201"):
                raise RuntimeError(data["buffer"][:500])
            times.append(time.perf_counter() - data["sent"])
            data["buffer"] = b""
            if not _next(each.fileobj, data, selector):
                open_ -= 1
    return time.perf_counter() - began, times


def _whole(buffer: bytes) -> bool:
    head, split, body = buffer.partition(b"\r\n\r\n")
    if not split:
        return False
    at = head.lower().index(b"content-length:") + 15
    return len(body) >= int(head[at : head.find(b"\r\n", at) if b"\r\n" in head[at:] else None])


def _next(sock: Any, data: Json, selector: selectors.BaseSelector) -> int:
    request = next(data["queue"], None)
    if request is None:
        selector.unregister(sock)
        sock.close()
        return 0
    data["sent"] = time.perf_counter()
    sock.sendall(request)
    return 1


def over_http(up: table.Up, games: list[list[Json]]) -> tuple[float, list[float]]:
    """Moves a second, and each request's seconds."""
    queues: list[list[bytes]] = [[] for _ in range(CONNECTIONS)]
    for number, moves in enumerate(games):
        queues[number % CONNECTIONS] += requests_of(up, up.open(), moves)
    seconds, times = drive(up.address, queues)
    return len(times) / seconds, times


def linked(moves: Sequence[Json]) -> list[tuple[bytes, chain.Entry]]:
    """A game's entries as the service would write them."""
    game = GAMES["kingdoms"]
    fold = Fold(game, table.SEATS, {}, game.box())
    out, prev = [], ""
    for version, move in enumerate(moves, 1):
        event = fold.decide(move)
        entry: chain.Entry = {
            "version": version, "type": "move", "at": now(), "by": "bench", "body": game.encode(event),
        }  # fmt: skip
        bars = game.barrier(fold.state, event)
        if bars:
            entry["barrier"] = {"kind": bars.kind, "what": bars.what, "seats": list(bars.seats)}
        fold.apply(str(version + 1), entry["body"])
        entry["state"] = canonical.digest(fold.facts())
        out.append((chain.link(entry, prev), entry))
        prev = entry["hash"]
    return out


class Unfed(Log):
    """A log whose feed no worker reads: what it holds are not whole records."""

    def _names(self, record: str) -> list[str]:
        return [*super()._names(record)[:-1], key("bench", record)]


def _direct(url: str, games: list[list[tuple[bytes, chain.Entry]]], mark: str, start: Any, done: Any) -> None:
    """One process of the baseline: several threads, each with a connection and records of its own."""

    def work(mine: list[tuple[int, list[tuple[bytes, chain.Entry]]]]) -> None:
        log = Unfed(connect(url))
        log.store.ping()
        start.wait()
        for number, entries in mine:
            for version, (raw, entry) in enumerate(entries):
                log.append(f"direct{mark}n{number}", version, [(raw, None)], entry)

    threads = [threading.Thread(target=work, args=(list(enumerate(games))[t::THREADS],)) for t in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    done.put(mark)


def direct(url: str, games: list[list[Json]]) -> float:
    """Appends a second by the script alone, from 2 processes of 4 threads."""
    ready = [linked(moves) for moves in games]
    context = multiprocessing.get_context("fork")
    start, done = context.Barrier(PROCESSES * THREADS + 1), context.Queue()
    token = str(time.time_ns())
    processes = [
        context.Process(target=_direct, args=(url, ready[p::PROCESSES], f"{token}p{p}", start, done))
        for p in range(PROCESSES)
    ]
    for process in processes:
        process.start()
    start.wait()
    began = time.perf_counter()
    for _ in processes:
        done.get()
    seconds = time.perf_counter() - began
    for process in processes:
        process.join()
    return sum(len(moves) for moves in games) / seconds


def store_url(up: table.Up) -> str:
    """The address of the service's embedded store."""
    import json  # noqa: PLC0415

    told = json.loads((up.data / "store" / "server.json").read_text())
    return f"unix://{told['socket']}?db=0"


def main(rounds: int = 3, count: int = 32) -> None:
    """Print the ratio of each round."""
    played = table.games(count)
    moves = sum(len(moves) for moves in played)
    print(f"{moves} moves of {count} games a round, {CONNECTIONS} connections against {PROCESSES} x {THREADS} threads")
    for processes in ("1", "2"):
        with table.service(MOVEBOOK_PROCESSES=processes) as up:
            over_http(up, played[:CONNECTIONS])
            seen = []
            for _ in range(rounds):
                bases = [direct(store_url(up), played)]
                rate, times = over_http(up, played)
                bases.append(direct(store_url(up), played))
                with up.without_workers():
                    alone, _ = over_http(up, played)
                bases.append(direct(store_url(up), played))
                # Each against the mean of the baselines before and after it: the machine is never as fast twice.
                seen.append((2 * rate / (bases[0] + bases[1]), 2 * alone / (bases[1] + bases[2])))
                told = table.spread(times)
                print(
                    f"{processes} processes: {rate:5.0f}/s ({alone:.0f} with the workers standing still), direct "
                    f"{' '.join(f'{base:.0f}' for base in bases)}/s, ratio {seen[-1][0]:.3f} ({seen[-1][1]:.3f}); "
                    f"request p50 {told['p50'] * 1000:.1f} ms, p99 {told['p99'] * 1000:.1f} ms",
                    flush=True,
                )
            best = [statistics.median(ratios) for ratios in zip(*seen, strict=True)]
            print(f"{processes} processes: median ratio {best[0]:.3f} ({best[1]:.3f})", flush=True)


if __name__ == "__main__":
    main()
