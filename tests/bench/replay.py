"""(c) Replay end to end (read, decode, verify the chain, apply), against python-chess reading games in SAN."""

import gc
import random
import time
from typing import Any

import chess

from service.record.state.cache import RecordCache
from service.store.embedded import Supervisor
from service.store.log import Log
from tests.bench import table

PLIES = 80
"""Of a game of chess, about as long as games are."""


def chess_games(count: int) -> list[list[str]]:
    """Random legal games of chess, written in SAN."""
    out = []
    for seed in range(count):
        rng, board, moves = random.Random(seed), chess.Board(), list[str]()
        while len(moves) < PLIES and not board.is_game_over():
            move = rng.choice(list(board.legal_moves))
            moves.append(board.san(move))
            board.push(move)
        out.append(moves)
    return out


def push(games: list[list[str]]) -> float:
    """Moves a second of python-chess."""
    began = time.perf_counter()
    for moves in games:
        board = chess.Board()
        for move in moves:
            board.push_san(move)
    return sum(len(moves) for moves in games) / (time.perf_counter() - began)


def replayed(lives: RecordCache, records: list[str], moves: int) -> float:
    """Moves a second of a cold replay of each record, from its first entry."""
    began = time.perf_counter()
    for record in records:
        lives.at(record)
    return moves / (time.perf_counter() - began)


def laid(log: Log, game: str, seats: tuple[str, ...], played: list[list[table.Json]], **options: Any) -> list[str]:
    """The games as records, written by the service's own write path."""
    from service.access.eyes import RECORDER  # noqa: PLC0415
    from service.access.rights import Caller  # noqa: PLC0415 - only here
    from service.record.entries.boxes import default, save  # noqa: PLC0415
    from service.record.write.recording import Recording  # noqa: PLC0415
    from service.record.write.request import WriteRequest  # noqa: PLC0415

    recording = Recording(log, RecordCache(log), lambda _: None)
    box = save(log.store, default(game)[1])
    caller = Caller(None, "recorder", (RECORDER,), ("moves",))
    out = []
    for moves in played:
        record = table.opened(recording, game, seats, box, **options)
        for start in range(0, len(moves), 1000):
            part = list(enumerate(moves[start : start + 1000], 1))
            recording.moves(record, part, WriteRequest(caller, start + 1), until_refused=False)
        out.append(record)
    return out


def main(rounds: int = 5, count: int = 60) -> None:
    """Print moves a second of each title and their ratio to chess."""
    import tempfile  # noqa: PLC0415
    from pathlib import Path  # noqa: PLC0415

    from engines import GAMES  # noqa: PLC0415

    san = chess_games(100)
    with tempfile.TemporaryDirectory() as folder, Supervisor(Path(folder)) as server:
        from service.store.connect import connect  # noqa: PLC0415

        log = Log(connect(server.url))
        kept = {}
        for game, title in GAMES.items():
            seats = tuple(title.colours(title.box()))[: min(3, title.seats.stop - 1)]
            played = table.games(count if game == "kingdoms" else count // 4, game, seats)
            kept[game] = (laid(log, game, seats, played), sum(len(moves) for moves in played))
        # As a process of the service does once it has loaded: five games' boxes are no garbage.
        gc.collect()
        gc.freeze()
        for _ in range(rounds):
            base = push(san)
            told = [f"python-chess push_san {base:7.0f} moves/s"]
            for game, (records, moves) in kept.items():
                rate = replayed(RecordCache(log), records, moves)
                told.append(f"{game} {rate:7.0f} moves/s, ratio {rate / base:.2f}")
            print("; ".join(told), flush=True)


if __name__ == "__main__":
    main()
