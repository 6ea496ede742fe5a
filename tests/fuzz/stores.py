"""Files of a whole store in which every field is replaced in turn by each type of JSON, and the rest made to follow.

A store's file is its operator's, and restored without a look at the rules. It is refused with nothing written, or what it
holds is there: a record that cannot be read then goes into quarantine, every other one is read as before, and the service stays
ready.
"""

import contextlib
import copy
import hashlib
import io
import json
import random
from collections import Counter, defaultdict
from typing import Any

import pytest

from engines.kernel import canonical
from service.access import tokens
from service.record.backup import restore
from service.record.backup.file_format import ENTRY, BackupError, heads, spell
from service.record.backup.reader import Backup
from service.record.backup.writer import Export
from service.record.derived import projections, removal
from service.record.derived.queue import SWEEP
from service.record.entries import boxes
from service.record.state import quarantine
from service.store import chain
from service.store.keys import key
from tests.fixtures.toy import list_toy
from tests.fuzz.corpus import Place
from tests.fuzz.swaps import LATE_S, LENGTHS, SWAPS, Path, at, paths, recorded
from tests.fuzz.targets import LOOKS, BrokenError, Service
from worker.sweep import Sweep

Json = dict[str, Any]
COUNTED = {"record": "records", "box": "boxes", "player": "players", "token": "tokens", "tombstone": "tombstones"}
"""Kinds of lines that the end of the file counts, and as what; entries and rows beside a record aside."""
ROWS = ("secrets", "keys", "looks")


def alike(line: Json, path: Path) -> tuple[Any, ...]:
    """What is the same for all places of all lines that mean the same."""
    kind = line.get("kind", "header")
    entry = (line["entry"]["type"], line["entry"]["body"].get("type")) if kind == "entry" else ()
    # Names of rows and of versions are as many as there are.
    return (kind, *entry, *("#" if isinstance(each, int) or not each.isidentifier() else each for each in path))


def of_file(raw: bytes) -> list[Json]:
    """The lines of a store's file, without its end."""
    return [json.loads(line) for line in raw.splitlines()[:-1]]


def chained(lines: list[Json], swapped: Path) -> None:
    """Have every record's chain hold, and the line behind it say so; what was swapped in the chain itself stays."""
    prev, before = "", 0
    for line in lines:
        kind = line.get("kind")
        if kind == "record":
            prev, before = "", 0
        elif kind == "entry" and isinstance(line["entry"], dict) and not {"prev", "hash"} & set(swapped):
            with contextlib.suppress(ValueError, TypeError, RecursionError):
                line["entry"]["prev"] = prev
                prev = line["entry"]["hash"] = chain.expected_hash(line["entry"])
                before += 1
        elif kind == "whole" and swapped[-1] not in ("hash", "version") and before:
            line["hash"] = prev


def spelled(lines: list[Json]) -> bytes:
    """The bytes of lines, with an end that fits them."""
    counts: Counter[str] = Counter()
    out = io.BytesIO()
    for line in lines:
        kind = line.get("kind")
        if kind == "entry":
            counts["entries"] += 1
            out.write(ENTRY + canonical.dumps(line["entry"]) + b"}\n")
            continue
        if isinstance(kind, str) and kind in COUNTED:
            counts[COUNTED[kind]] += 1
        if kind in ROWS and isinstance(line.get(kind), dict):
            counts[str(kind)] += len(line[str(kind)])
        out.write(spell(line) + b"\n")
    sha256 = hashlib.sha256(out.getvalue()).hexdigest()
    return out.getvalue() + spell({"kind": "end", "counts": dict(sorted(counts.items())), "sha256": sha256}) + b"\n"


class Stores(Service):
    """One field of a store's file is something else; hashes, counts and its end follow."""

    archives = False

    def __init__(self, place: Place) -> None:
        super().__init__(place)
        self.patch = pytest.MonkeyPatch()
        list_toy(self.patch)
        self.forget()
        place.recorder = tokens.create(place.store, "record")
        place.admin = tokens.create(place.store, "admin")
        for title in LENGTHS:
            recorded(place, title)
        gone = place.ask(
            201, "/v1/records", json={"game": "kingdoms", "seats": [{"colour": "red"}, {"colour": "blue"}]}
        )
        removal.remove(place.service.log, place.service.dispatcher.connection, gone["id"])
        out = io.BytesIO()
        Export(place.store).write(out)
        self.lines = of_file(out.getvalue())
        assert spelled(self.lines) == out.getvalue(), "the forger spells what the service wrote"
        groups: dict[tuple[Any, ...], list[tuple[int, Path]]] = defaultdict(list)
        for number, line in enumerate(self.lines):
            for path in paths(line):
                groups[alike(line, path)].append((number, path))
        self.cases = [(group, value) for group in groups.values() for value in SWAPS]
        random.Random(1).shuffle(self.cases)

    def close(self) -> None:
        self.patch.undo()
        self.forget()
        self.at.records = []  # the next target lays its own
        super().close()

    def forget(self) -> None:
        """Empty the store, and what this process remembers of it."""
        self.at.store.flushall()
        self.at.service.dispatcher.connection.flushall()
        self.at.service.lives._held.clear()
        self.at.service.tokens.clear()
        boxes._kept.clear()

    def throw(self, rng: random.Random) -> None:
        self.hurl(rng)

    def hurl(self, rng: random.Random) -> None:
        group, value = self.cases[self.thrown % len(self.cases)]
        number, path = rng.choice(group)
        lines = copy.deepcopy(self.lines)
        at(lines[number], path[:-1])[path[-1]] = copy.deepcopy(value)
        chained(lines, (number, *path))
        given = (number, lines[number].get("kind"), path, value)
        try:
            sent = spelled(lines)
        except (ValueError, TypeError):  # no JSON that could stand in a file
            self.seen["not spelled"] += 1
            return
        self.forget()
        try:
            with Backup(io.BytesIO(sent)) as backup:
                restore.restore(backup, self.at.store)
        except BackupError:
            self.seen["refused"] += 1
            if self.at.store.dbsize():
                raise BrokenError("refused, and something was written", given) from None
            return
        except Exception as error:
            raise BrokenError(f"neither refused nor taken: {error!r}", given) from error
        self.seen["taken in"] += 1
        hurt = next((line["record"] for line in reversed(lines[:number]) if line.get("kind") == "record"), None)
        self.read(rng, hurt if lines[number].get("kind") in ("entry", "whole", *ROWS) else None, given)

    def read(self, rng: random.Random, hurt: str | None, given: object) -> None:
        """Read what was taken in: all of it, but for the one record whose line was swapped."""
        log, lives = self.at.service.log, self.at.service.lives
        admin = self.auth(tokens.create(self.at.store, "admin"))
        there = [
            record for record in sorted(set(heads(self.at.store))) if log.store.hexists(key("head", record), "version")
        ]
        for record in there:
            if projections.project_or_quarantine(log, lives, record) != log.head(record).version:
                self.seen["in quarantine"] += 1
                if record != hurt or not quarantine.notes(log.store, record):
                    raise BrokenError(f"{record} cannot be projected: {quarantine.notes(log.store, record)}", given)
        sweep = Sweep(log, self.at.service.dispatcher.connection)
        sweep.once()
        stand = json.loads(sweep.queue.get(SWEEP))
        if stand["behind"] or stand["oldest_s"] > LATE_S:
            raise BrokenError(f"taken, and now records lag: {stand}", given)
        for record in {rng.choice(there), *([hurt] if hurt in there else [])} if there else ():
            for look in LOOKS:
                path, _, query = look.partition("?")
                answer = self.call("GET", f"/v1/records/{record}{path}", admin, query=query)
                if record != hurt and answer.status_code not in (200, 409):
                    raise BrokenError(f"{look} of {record} is {answer.status_code}: {answer.text:.300}", given)
        self.call("GET", "/v1/records", admin)
