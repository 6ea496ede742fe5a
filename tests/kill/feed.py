"""``python -m tests.kill.feed``: three writers, 120 tables, workers killed ten times: a site that follows misses none.

A second site sleeps through all of it and reads once; both must end with the same lines, equal to the results.
"""

import argparse
import random
import shutil
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import requests

from engines import GAMES
from tests.kill.processes import OnCluster, Up

SEATS = ("yellow", "red", "blue")
WRITERS, TABLES, KILLS = 3, 120, 10


class Site:
    """A site that keeps the last line of each record."""

    def __init__(self, up: Up) -> None:
        self.up, self.cursor, self.calls = up, "0", 0
        self.lines: dict[str, Any] = {}

    def read(self, **query: Any) -> None:
        """Read on to the end."""
        more = True
        while more:
            answer = requests.get(
                f"{self.up.url}/v1/feed",
                params={"after": self.cursor, "limit": 100, "include": "result", **query},
                headers={"Authorization": f"Bearer {self.up.token}"},
                timeout=60,
            )
            answer.raise_for_status()
            page, self.calls = answer.json(), self.calls + 1
            self.lines |= {line["record"]: line for line in page["lines"]}
            self.cursor, more = page["cursor"], page["more"]


def write(up: Up, number: int, records: list[str], seed: int) -> None:
    """Open tables, play each to its end in two parts, and sign some."""
    session = requests.Session()
    session.headers["Authorization"] = f"Bearer {up.token}"
    kingdoms = GAMES["kingdoms"]
    for at in range(number, TABLES, WRITERS):
        body = {
            "game": "kingdoms",
            "seats": [{"colour": seat} for seat in SEATS],
            "visibility": ("public", "unlisted")[at % 2],
        }
        record = session.post(f"{up.url}/v1/records", json=body, timeout=60).json()["id"]
        moves = list(kingdoms.table(random.Random(seed * 1000 + at), SEATS, {}, kingdoms.box()))
        for part, version in ((moves[:40], 1), (moves[40:], 41)):
            for row, move in enumerate(part):
                done = session.post(
                    f"{up.url}/v1/records/{record}/moves", json=move, headers={"If-Match": f'"{version + row}"'},
                    timeout=60,
                )  # fmt: skip
                done.raise_for_status()
        outcome = session.get(f"{up.url}/v1/records/{record}/result", timeout=60).json()["standing"]["outcome"]
        for seat in range(at % 4):
            said = {"outcome": outcome, "seat": seat}
            session.post(
                f"{up.url}/v1/records/{record}/signatures", json=said, headers={"If-Match": "*"}, timeout=60
            ).raise_for_status()
        records.append(record)


def one(up: Up, seed: int) -> tuple[int, float]:
    """One run: how many records the feed lost, and the calls that a late site makes for a record."""
    dice, records, before = random.Random(seed), list[str](), set[str]()
    following = Site(up)
    following.read()
    before |= set(following.lines)
    writers = [threading.Thread(target=write, args=(up, number, records, seed)) for number in range(WRITERS)]
    for writer in writers:
        writer.start()
    marks = sorted(dice.sample(range(TABLES), KILLS))
    while any(writer.is_alive() for writer in writers):
        following.read(wait=1)
        if marks and len(records) >= marks[0]:
            marks.pop(0)
            up.kill("worker", dice.randrange(4))
    for writer in writers:
        writer.join()
    late, until = Site(up), time.monotonic() + 120
    while True:
        following.read()
        late.cursor, late.lines, late.calls = "0", {}, 0
        late.read()
        lost = [record for record in records if not _is_level(up, record, following, late)]
        if not lost or time.monotonic() > until:
            return len(lost), late.calls / max(1, len(late.lines))


def _is_level(up: Up, record: str, *sites: Site) -> bool:
    """Whether sites have the record as it is."""
    token = {"Authorization": f"Bearer {up.token}"}
    result = requests.get(f"{up.url}/v1/records/{record}/result", headers=token, timeout=60).json()
    return all(record in site.lines and site.lines[record]["result"] == result for site in sites)


def main() -> int:
    """Print what each run lost; 1 where it was anything."""
    parser = argparse.ArgumentParser(prog="python -m tests.kill.feed", description=__doc__)
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cluster", action="store_true", help="the log on three masters")
    given = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="movebook-feed-"))
    settings = {"MOVEBOOK_WORKERS": "2"}
    up = (OnCluster if given.cluster else Up)(folder / "data", settings)
    up.start()
    lost = 0
    try:
        for run in range(given.runs):
            missed, calls = one(up, given.seed + run)
            lost += missed
            print(f"run {run + 1}: {missed} of {TABLES} lost; {calls:.3f} calls a record for a late site", flush=True)
    finally:
        up.stop()
    shutil.rmtree(folder, ignore_errors=True)
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
