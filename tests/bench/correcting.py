"""(h) Move 12 of a long record corrected, tried and for good; (i) an undo behind a snapshot; and a fold of it all."""

import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

from engines import GAMES, RULES
from engines.kernel.game import Json, rules_of
from engines.kernel.replay import Fold
from service.access.eyes import PUBLIC
from service.record.corrections.correction import Change
from service.record.derived import projections
from service.record.entries.boxes import default, save
from service.record.state.cache import RecordCache
from service.record.write import correction, undo
from service.record.write.quota import Capacity
from service.record.write.recording import Recording
from service.record.write.request import WriteRequest
from service.record.write.undo import UndoRequest
from service.store.connect import connect
from service.store.embedded import Supervisor
from service.store.log import Log
from tests.bench.long import Endless, Long
from tests.bench.table import spread

PLIES = 2_000
PLACE = 12
"""The move that is corrected, by its number."""


class Bench:
    """A long record, whose projections are level; it counts the steps applied since an act began, and by the act."""

    def __init__(self, recording: Recording, log: Log, long: Long) -> None:
        self._recording, self._log, self._long = recording, log, long
        self.folded = self.steps = 0

    def act(self, act: Callable[..., Any], *, dry: bool = False) -> float:
        """Write something, or try it; the seconds that took, without what a worker does afterwards."""
        version = self._log.head(self._long.record).version
        request = WriteRequest(self._long.caller, version, dry=dry)
        self.folded = 0
        began = time.perf_counter()
        self._recording.act(self._long.record, request, partial(act, request=request))
        took = time.perf_counter() - began
        self.steps = self.folded
        if not dry:
            projections.project(self._log, self._recording.cache, self._long.record)
        return took

    def whole(self) -> float:
        """The seconds that a fold of the whole record takes."""
        live = self._recording.cache.get(self._long.record)
        bodies = live.timeline.bodies({}, PUBLIC)
        fold = live.opening.fold()
        began = time.perf_counter()
        for name, body in bodies:
            fold.apply(name, body)
        return time.perf_counter() - began


def amended(col: int) -> list[Change]:
    """Another space for the castle of move 12, which no later move uses."""
    body: Json = {"type": "place_castle", "rank": 1, "row": 4, "col": col}
    return [Change(1, "amend", str(PLACE + 1), body)]


def main(rounds: int = 5, plies: int = PLIES) -> None:
    """Print medians, what each is beside a fold of the whole record, and how many steps were applied."""
    game = Endless()
    everywhere = patch.dict(RULES, {rules_of(game): game}), patch.dict(GAMES, kingdoms=game)
    with everywhere[0], everywhere[1], tempfile.TemporaryDirectory() as folder, Supervisor(Path(folder)) as server:
        log = Log(connect(server.url))
        recording = Recording(log, RecordCache(log), lambda _: None, Capacity({"kingdoms": 2 * plies}))
        long = Long(recording, save(log.store, default("kingdoms")[1]))
        while long.version <= plies:
            long.go_on()
        projections.project(log, recording.cache, long.record)
        bench = Bench(recording, log, long)
        apply = Fold.apply

        def counted(fold: Any, *args: Any, **more: Any) -> Any:
            bench.folded += 1
            return apply(fold, *args, **more)

        times: dict[str, list[float]] = {}
        folded: dict[str, int] = {}
        with patch.object(Fold, "apply", counted):
            for round_ in range(rounds):
                changes = amended(1 + round_ % 6)
                version = log.head(long.record).version
                acts: dict[str, Callable[[], float]] = {
                    "dry run": lambda: bench.act(partial(correction.write_correction, changes=changes), dry=True),  # noqa: B023
                    "commit": lambda: bench.act(partial(correction.write_correction, changes=changes)),  # noqa: B023
                    "taken back": lambda: bench.act(partial(undo.write_undo, asked=UndoRequest([str(version + 1)]))),  # noqa: B023
                    "undo": lambda: bench.act(partial(undo.write_undo, asked=UndoRequest())),
                    "redo": lambda: bench.act(partial(undo.write_undo, asked=UndoRequest([str(version + 3)]))),  # noqa: B023
                }
                for name, act in acts.items():
                    # In turn: the machine is never as fast twice.
                    times.setdefault(name, []).append(act())
                    folded[name] = bench.steps
                    times.setdefault(f"{name}, whole", []).append(bench.whole())
        for name, steps in folded.items():
            took, whole = (spread(times[of])["p50"] for of in (name, f"{name}, whole"))
            print(
                f"{name} at {plies} moves: {took * 1e3:.0f} ms, {took / whole:.2f} of a fold of it all "
                f"({whole * 1e3:.0f} ms), {steps} steps applied",
                flush=True,
            )


if __name__ == "__main__":
    main()
