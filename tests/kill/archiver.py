"""``python -m tests.kill.archiver --kills 300``: kills a process that archives, brings back and erases, at any step."""

import argparse
import contextlib
import hashlib
import os
import random
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from service.access.eyes import PUBLIC, RECORDER
from service.access.rights import Caller
from service.access.tokens import random_id
from service.record.derived import archiving, feed, lists, projections
from service.record.entries import texts
from service.record.entries.boxes import default, save
from service.record.state.cache import RecordCache
from service.record.write.recording import Recording
from service.record.write.request import WriteRequest
from service.record.write.signatures import write_note
from service.store import chain
from service.store.archive import Folder, records
from service.store.connect import connect
from service.store.embedded import Supervisor
from service.store.keys import key
from service.store.log import Idempotency, Log
from service.store.scripts import Script
from tests.bench import table

ACTS = ("archive", "thaw", "move", "erase")


@dataclass
class Outcome:
    """What a run found."""

    killed: int = 0
    violations: list[str] = field(default_factory=list)

    def report(self, seed: int) -> int:
        """Print what was found; the exit code."""
        print(f"seed {seed}: {self.killed} killed, {len(self.violations)} violations", *self.violations, sep="\n")
        return bool(self.violations)


def digest(data: bytes) -> str:
    """The name of a file with these bytes."""
    return hashlib.sha256(data).hexdigest()


def killer(before: int) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return a decorator that counts calls and kills this process before the n-th one."""
    count = 0

    def step(work: Callable[..., Any]) -> Callable[..., Any]:
        def stepped(*args: Any, **options: Any) -> Any:
            nonlocal count
            count += 1
            if count == before:
                os.kill(os.getpid(), signal.SIGKILL)
            return work(*args, **options)

        return stepped

    return step


def killed(work: Callable[[], object]) -> bool:
    """Run something in a child process; return whether that was killed."""
    child = os.fork()
    if not child:
        with contextlib.suppress(BaseException):
            work()
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL


def act(url: str, folder: Path, record: str, what: str, before: int) -> None:
    """Do something to a record in this process, and kill it before its n-th step in the store or the folder."""
    step = killer(before)
    log = Log(connect(url), Folder(folder))
    for kind, names in ((Folder, ("put", "get", "delete")), (Script, ("__call__",))):
        for name in names:
            setattr(kind, name, step(getattr(kind, name)))
    for name in ("hset", "pipeline", "hdel"):
        setattr(log.store, name, step(getattr(log.store, name)))
    os.replace = os.rename = step(os.rename)
    if what == "archive":
        archiving.archive_record(log, record)
    elif what == "thaw":
        log.archive.thaw(record)
    elif what == "erase":
        texts.erase(log, record, log.head(record).version, "text")
    else:
        note(log, record)
    projections.project(log, RecordCache(log), record)


def note(log: Log, record: str) -> None:
    """Write a note."""
    request = WriteRequest(caller(), None, call="notes")
    write = partial(write_note, request=request, text="Ana was late", readers="all", about=None)
    Recording(log, RecordCache(log), lambda _: None).write(record, request, write)


def caller() -> Caller:
    """Who records."""
    return Caller(None, "recorder", (RECORDER,), ("moves",))


def seen(log: Log, record: str) -> dict[str, Any]:
    """Everything that is answered from a record, as a new process reads it."""
    live = RecordCache(log).load(record)
    place, frames = projections.replay(log, record)
    payload = {"eyes": RECORDER.name, "since": RECORDER.since, "request": None}
    return {
        "entries": [chain.bytes_of(entry) for entry in log.read(record)],
        "secrets": log.secrets(record),
        "keys": log.repeated(record, Idempotency("first", payload, live.fields["secret"])),
        "views": (live.view(RECORDER), live.view(PUBLIC)),
        "place": place,
        "frames": frames,
        "listed": listed(log, record),
    }


def listed(log: Log, record: str) -> list[Any]:
    """What a list of hidden records and the feed have of a record."""
    page, _ = lists.read(log, lists.Sight((lists.HIDDEN,)), wanted={}, changed_since=None, cursor=None, most=1000)
    rows, _, _ = feed.read(log, (lists.HIDDEN,), {"game": "kingdoms"}, 0, 1000)
    return [each for each in page if each["id"] == record] + [row for row in rows if row.record == record]


def made(log: Log, moves: int | None = 30) -> str:
    """A record with idempotency keys: the first moves of a game, or all of it."""
    recording = Recording(log, RecordCache(log), lambda _: None)
    record = table.opened(recording, "kingdoms", table.SEATS, save(log.store, default("kingdoms")[1]))
    for number, move in enumerate(table.games(1)[0][:moves], 1):
        recording.move(record, move, WriteRequest(caller(), number, key="first" if number == 1 else random_id()))
    return record


def judge(log: Log, record: str, what: str, before: dict[str, Any]) -> Iterator[str]:
    """What is wrong after a process was killed in an act."""
    after = seen(log, record)
    if what in ("archive", "thaw") and after != before:
        yield "an answer has changed"
    if after["entries"][: len(before["entries"])] != before["entries"] or after["keys"] != before["keys"]:
        yield "an entry or a key is lost"
    text = {version: facts for version, facts in before["secrets"].items() if version not in after["secrets"]}
    if what == "erase" and not set(text) <= {len(before["entries"])}:
        yield "another secret is lost"
    name = log.archive.name_of(record)
    there = [part for part in ("log", "secrets", "keys", "frames") if log.store.exists(key(part, record))]
    if (name is None) != bool(there) or (name is None and "log" not in there):
        yield f"it is in the file {name} and in {there}"
    chain.check(log.read(record))
    if len(after["listed"]) != 2:
        yield f"lists and feed have it {len(after['listed'])} times"


def once(log: Log, url: str, folder: Path, record: str, rng: random.Random, outcome: Outcome) -> None:
    """Kill a process once, judge, and finish what it did."""
    what = rng.choice(ACTS)
    if what != "move":
        log.archive.thaw(record)
        note(log, record)
    projections.project(log, RecordCache(log), record)
    if what != "archive":
        archiving.archive_record(log, record)
        if rng.random() < 0.7:
            projections.project(log, RecordCache(log), record)
    before, number = seen(log, record), rng.randint(1, 16)
    outcome.killed += killed(partial(act, url, folder, record, what, number))
    outcome.violations += [f"{what}, before step {number}: {fault}" for fault in judge(log, record, what, before)]
    log.archive.clean()
    if {name for name, _ in Folder(folder).each()} != {brief.name for brief in archiving.archived(log)}:
        outcome.violations.append(f"{what}, before step {number}: files that nobody needs, or one is missing")


def run(url: str, folder: Path, kills: int, seed: int) -> Outcome:
    """Kill processes, in records of their own for every few kills."""
    folder.mkdir(exist_ok=True)
    records.FRESH_S = 0  # what a killed process wrote is to be deleted at once
    log, rng, outcome = Log(connect(url), Folder(folder)), random.Random(seed), Outcome()
    record, number = "", 0
    while outcome.killed < kills and not outcome.violations and number < 10 * kills:
        if number % 10 == 0:
            record = made(log)
        number += 1
        once(log, url, folder, record, rng, outcome)
    return outcome


def main(name: str, about: str | None, run: Callable[[str, Path, int, int], Outcome]) -> int:
    """Run by the command line's word, on a store and with a folder; 1 where anything was violated."""
    parser = argparse.ArgumentParser(prog=f"python -m tests.kill.{name}", description=about)
    parser.add_argument("--kills", type=int, default=300)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    parser.add_argument("--url", help="of a store; else one of its own")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        url = given.url or stack.enter_context(Supervisor(Path(folder) / "store")).url
        return run(url, Path(folder) / "other", given.kills, given.seed).report(given.seed)


if __name__ == "__main__":
    sys.exit(main("archiver", __doc__, run))
