"""(d) An append at ply 10,000 of an artificially long record against ply 10; (g) bytes on disk a move."""

import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

from engines import GAMES, RULES
from engines.kernel.game import Json, rules_of
from service.access.eyes import RECORDER
from service.access.rights import Caller
from service.record.entries.boxes import default, save
from service.record.state.cache import RecordCache
from service.record.write.quota import Capacity
from service.record.write.recording import Recording
from service.record.write.request import WriteRequest
from service.store.connect import connect
from service.store.embedded import Supervisor
from service.store.log import Log
from tests.bench import table

PLIES = 10_000
WINDOW = 200
"""Appends measured at either end."""


def endless(seats: int) -> Iterator[Json]:
    """The first moves of a game: who starts, and the deals."""
    yield {"type": "choose_start_player", "player": 0}
    for seat in range(seats):
        yield {"type": "deal_starting_tile", "seat": seat}


class Endless:
    """Kingdoms with a rule left out: a castle may be put back, so that a record can be as long as it takes."""

    def __init__(self) -> None:
        self._game = GAMES["kingdoms"]

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def decide(self, state: Any, move: Json) -> Any:
        """Take back the castle of this space first, where one is there."""
        if state.phase == "playing" and move["type"] == "place_castle":
            self._clear(state, move)
        return self._game.decide(state, move)

    def evolve(self, state: Any, event: Any, name: str) -> None:
        """As the game does, on a space made free."""
        body = self._game.encode(event)
        if state.phase == "playing" and body["type"] == "place_castle":
            self._clear(state, body)
        self._game.evolve(state, event, name)

    @staticmethod
    def _clear(state: Any, move: Json) -> None:
        cell = (move["row"] - 1) * 6 + move["col"] - 1
        piece = state.cells[cell]
        if piece is not None:
            state.cells[cell] = None
            state.placements -= 1
            state.seats[piece.seat].reserve[piece.rank] += 1


class Long:
    """A record that goes on for ever."""

    def __init__(self, recording: Recording, box: str) -> None:
        self._recording = recording
        self.record = table.opened(recording, "kingdoms", ("red", "blue"), box)
        self.caller = Caller(None, "recorder", (RECORDER,), ("moves",))
        self._moves = endless(2)
        self.version = 1

    def go_on(self) -> float:
        """Append a move; the seconds that took."""
        move = next(self._moves, None)
        if move is None:
            seat = self.version % 2
            move = {"type": "place_castle", "seat": seat, "rank": 1, "row": 2 - seat, "col": 1}
        began = time.perf_counter()
        self._recording.move(self.record, move, WriteRequest(self.caller, self.version))
        self.version += 1
        return time.perf_counter() - began


def main(rounds: int = 5, plies: int = PLIES) -> None:
    """Print the ratio of the medians, and what the log takes on disk."""
    endless_game = Endless()
    everywhere = patch.dict(RULES, {rules_of(endless_game): endless_game}), patch.dict(GAMES, kingdoms=endless_game)
    with everywhere[0], everywhere[1], tempfile.TemporaryDirectory() as folder, Supervisor(Path(folder)) as server:
        log = Log(connect(server.url))
        recording = Recording(log, RecordCache(log), lambda _: None, Capacity({"kingdoms": 2 * plies + 1000}))
        box = save(log.store, default("kingdoms")[1])
        before, late = _bytes(Path(folder)), Long(recording, box)
        while late.version < plies:
            late.go_on()
        size = (_bytes(Path(folder)) - before) / plies
        for _ in range(rounds):
            early = Long(recording, box)
            while early.version < 10:
                early.go_on()
            # In turn: the machine is never as fast twice.
            pairs = [(early.go_on(), late.go_on()) for _ in range(WINDOW)]
            first, last = (statistics.median(times) for times in zip(*pairs, strict=True))
            print(
                f"ply 10: {first * 1e6:.0f} µs, ply {plies}: {last * 1e6:.0f} µs, ratio {last / first:.3f}; "
                f"{size:.0f} bytes on disk a move",
                flush=True,
            )


def _bytes(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.rglob("*.aof"))


if __name__ == "__main__":
    main()
