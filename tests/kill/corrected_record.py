"""A record that is corrected, signed and annotated while it is played, and what must hold for its log after a kill."""

import random
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from engines import GAMES
from engines.kernel import canonical, sealing
from engines.kernel.box.hashes import hash_of
from engines.kernel.replay import Fold
from service.record.entries import outcome, seals
from service.record.entries.signatures import Signatures
from service.record.entries.timeline import Timeline
from service.store.log import Secrets
from tests.kill.writers import Json, Plan, Record

SEATS = ("yellow", "red", "blue", "green")
TITLE = GAMES["kingdoms"]
OPTIONS = {name: option.default for name, option in TITLE.options().items()}
OTHER_BOX = TITLE.box() | {"edition": "other"}
"""A box in which some tiles are worth more: corrections of the opening choose between it and the title's own."""
for _kind in OTHER_BOX["kinds"][:3]:
    _kind["value"] += 2
BOXES = {hash_of(box): box for box in (TITLE.box(), OTHER_BOX)}
ONCE = frozenset({"undone", "corrected", "ruled", "consented", "noted", "checked", "signed", "disputed", "closed"})
"""Types of entries that are there only because somebody was told so: one that nobody was told of is doubled."""


def plan(seed: int) -> Plan:
    """An imaginary game in which every seat seals its tile."""
    fold = Fold(TITLE, SEATS, OPTIONS, TITLE.box())
    moves = list(TITLE.table(random.Random(seed), SEATS, OPTIONS, TITLE.box()))
    return Plan(moves, [sealing.split(TITLE, fold.play(move)[1])[0] for move in moves])


@dataclass
class CorrectedRecord(Record):
    """A record that is corrected while it is played."""

    links: Sequence[str] = ()
    judge: str = ""
    version: int = 1
    next: int = 0
    broken: bool = False
    taken: list[str] = field(default_factory=list)
    watched: dict[int, dict[int, str]] = field(default_factory=dict)
    texts: dict[int, str] = field(default_factory=dict)
    repaired: set[str] = field(default_factory=set)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def seen(self, version: int) -> None:
        """Note that somebody saw a version."""
        with self.lock:
            self.version = max(self.version, version)

    def differs(self, entries: Sequence[Json], secrets: Mapping[int, Secrets]) -> Iterator[str]:
        """Where its log is not what was sent: a move, a text, half an entry; or where something does not follow."""
        yield from self._moves(entries)
        yield from self._halves(entries)
        yield from self._doubled(entries)
        yield from self._texts(entries, secrets)
        yield from self._followed(entries)

    def _moves(self, entries: Sequence[Json]) -> Iterator[str]:
        """Moves that are not those of the game, in its order."""
        moves = [entry for entry in entries if entry["type"] == "move"]
        for entry, body in zip(moves, self.plan.bodies, strict=False):
            if canonical.dumps(entry["body"]) != canonical.dumps(body):
                yield f"version {entry['version']} is {entry['body']}, not {body}: a move is doubled or left out"
        if len(moves) > len(self.plan.bodies):
            yield f"{len(moves)} moves are logged of a game of {len(self.plan.bodies)}"

    def _halves(self, entries: Sequence[Json]) -> Iterator[str]:
        """Corrections that are no repair and exchange neither two pieces nor box and table; rulings that make gold."""
        for entry in entries:
            asked = [change for change in entry["body"].get("changes", ()) if not change.get("implied")]
            given = [adjustment["by"] for adjustment in entry["body"].get("adjustments", ())]
            if entry["type"] == "corrected" and len(asked) != 2 and asked[0].get("name") not in self.repaired:
                yield f"version {entry['version']} is half a correction: {entry['body']}"
            if entry["type"] == "ruled" and (len(given) != 2 or sum(given)):
                yield f"version {entry['version']} is half a ruling: {entry['body']}"

    def _doubled(self, entries: Sequence[Json]) -> Iterator[str]:
        """Entries that nobody was told of: of a signature that closes the record the closing is told."""
        for entry, after in zip(entries, [*entries[1:], None], strict=True):
            version = entry["version"]
            closes = entry["type"] == "signed" and after is not None and after["type"] == "closed"
            if entry["type"] in ONCE and version + closes not in self.acknowledged:
                yield f"version {version} ({entry['type']}) was acknowledged to nobody: it is doubled"

    def _texts(self, entries: Sequence[Json], secrets: Mapping[int, Secrets]) -> Iterator[str]:
        """Free texts that are lost, doubled, or not what their seal commits to."""
        found: dict[str, int] = {}
        for entry in entries:
            version = entry["version"]
            for name in {"text", "reason"} & entry.get("seals", {}).keys():
                secret = secrets.get(version, {}).get(name)
                if secret is None:
                    yield f"version {version}: its {name} is lost"
                    continue
                if not seals.proves(entry["seals"][name], secret["salt"], secret["value"]):
                    yield f"version {version}: its {name} is not what its seal commits to"
                if version in self.texts and secret["value"] != self.texts[version]:
                    yield f"version {version}: its {name} is {secret['value']!r}, not {self.texts[version]!r}"
                if version in self.texts and found.setdefault(secret["value"], version) != version:
                    yield f"version {version}: its {name} is that of version {found[secret['value']]}: it is doubled"

    def _followed(self, entries: Sequence[Json]) -> Iterator[str]:
        """States that do not follow from the line, words about another outcome, closings too early or late."""
        timeline, fold, signatures = Timeline(), Fold(TITLE, SEATS, OPTIONS, TITLE.box()), Signatures()
        links: dict[str, int] = {}
        due: str | None = None  # the outcome that the last signature settled: the next entry is its closing
        for entry in entries:
            version, kind, body = entry["version"], entry["type"], entry["body"]
            first = timeline.apply(entry)
            box = BOXES[timeline.opening["box"]]
            if fold.box is not box or (first is not None and first < fold.ply):
                fold = Fold(TITLE, SEATS, OPTIONS, box)
            for step in timeline.steps[fold.ply :]:
                fold.apply(step.name, step.body)
            if canonical.digest(fold.facts()) != entry["state"]:
                yield f"version {version}: its state does not follow from the line"
            if kind == "seated":
                links[body["link"]] = body["seat"]
            signatures.apply(entry, links.get(entry["by"]))
            if (kind, body.get("outcome")) != ("closed", due) and (due is not None or kind == "closed"):
                yield f"version {version} is {kind} {body}: the closing of {due} comes with the last signature"
            due = None
            if kind in ("signed", "disputed") and "opening" not in body:
                present = outcome.hashes_by(timeline.opening, box, fold.result(), timeline)
                if body["outcome"] not in present:
                    yield f"version {version} is about the outcome {body['outcome']}, which was {present} then"
                if kind == "signed" and signatures.all_signed(present, len(SEATS)):
                    due = body["outcome"]
        if due is not None:
            yield f"all have signed {due}, and the record is not closed"
