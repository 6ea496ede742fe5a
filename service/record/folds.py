"""What this process holds of a record: its line, and its folds at the head of the log.

What counts is read from the log by :mod:`service.record.line`; folds start from a snapshot where there is one.

A fold for each pair of eyes: it is given the log with just the secrets those eyes have, so it cannot leak the others.
Eyes that have no secret share the public fold.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from threading import RLock
from typing import Any

from engines.kernel import canonical, sealing, snapshot
from engines.kernel.game import LANGUAGES, Json
from engines.kernel.replay import Fold
from service.access.eyes import PUBLIC, Eyes, visible
from service.record import aside, seals
from service.record.aside import NOT_THE_RECORDS
from service.record.line import BESIDE, PLAIN, Line, Seal, Step, read, recorded
from service.record.opening import Opened, clone, restore
from service.store import chain
from service.store.chain import BrokenChainError, Entry
from service.store.keys import key
from service.store.log import Log, Secrets

MOST_REPLACED = 6
"""How often in a minute a seat's own link may replace what the seat sealed: each time is an entry for good."""


@dataclass(slots=True)
class Notes:
    """What the entries say beside the moves; small, and part of every snapshot.

    Args:
        links: Seat -> id of a link's token -> version of the entry that gave it out.
        ordered: Version of the last entry whose order matters. Whoever follows it or a later version has missed nothing
            that a move could rest on, but for the seals that the move itself opens or replaces.
        replaced: Seat -> when its own link last replaced what the seat had sealed; at most the last
            :data:`MOST_REPLACED` times.
        ended_at: When the move was written that ended the game; empty while it runs.
        closed: Whether the record takes no more moves.
    """

    links: dict[str, dict[str, int]] = field(default_factory=dict)
    ordered: int = 1
    replaced: dict[str, list[str]] = field(default_factory=dict)
    ended_at: str = ""
    closed: bool = False


class UnreplayableError(BrokenChainError):
    """An entry that was written as it stands, but that the rules of this program cannot take.

    Args:
        version: The version of the entry.
        error: What its replay met.
    """

    def __init__(self, version: int, error: Exception) -> None:
        super().__init__(version, f"cannot be replayed ({error!r:.200})")


Tell = Callable[..., Json]
"""How a move is applied where what it did is to be told: :meth:`Fold.step` or :meth:`Fold.tell`."""


class Live:
    """One record in this process: its folds at a version, and the secrets they rest on.

    Not safe by itself for several threads: hold ``lock``. After an append that failed halfway it is thrown away.

    Args:
        log: The log it comes from.
        opening: The record's opening.
    """

    def __init__(self, log: Log, opening: Opened) -> None:
        self.log = log
        self.opening = opening
        self.game = opening.game
        self.lock = RLock()
        self.version = self.settled = 1
        self.hash: str = opening.entry["hash"]
        self.at: str = opening.entry["at"]
        self.fields: Mapping[str, str] = {}
        self._line: Line | None = None
        self._unsettled: list[Entry] = []
        self.notes = Notes()
        self.public = opening.fold()
        self.others: dict[Eyes, Fold[Any, Any]] = {}
        self.secrets: dict[int, Secrets] = {}
        self.foresight: dict[str, dict[str, Any]] = {}
        self.trial: Eyes | None = None

    @property
    def record(self) -> str:
        """The record's id."""
        return self.opening.record

    @property
    def line(self) -> Line:
        """What counts of its log; read when it is first asked for: most moves follow without."""
        if self._line is None:
            # An import applies many entries before the log has any of them.
            ahead = [entry for entry in self._unsettled if entry["version"] > self.settled]
            stored = self.version - len(ahead)
            before = [self.opening.entry] if stored == 1 else self.log.read(self.record, 0, stored)
            self._line = read([*before, *ahead])
        return self._line

    # Reading on

    def advance(
        self,
        entries: Iterable[Entry],
        secrets: Mapping[int, Secrets],
        frames: list[Json] | None = None,
        eyes: Eyes = PUBLIC,
    ) -> None:
        """Apply entries that follow, checking the chain; frames of ``eyes`` are added to ``frames`` where it is given.

        Raises:
            BrokenChainError: They do not follow.
        """
        for entry in entries:
            chain.check((entry,), self.version, self.hash, self.at)
            self.take(entry, secrets.get(entry["version"]), frames, eyes)

    def take(
        self, entry: Entry, secrets: Secrets | None, frames: list[Json] | None = None, eyes: Eyes = PUBLIC
    ) -> None:
        """Apply one entry that is known to follow; a frame of ``eyes`` is added to ``frames`` where it is given.

        Raises:
            UnreplayableError: The rules of this program cannot take it.
        """
        try:
            step = self._apply(entry, secrets or {}, Fold.step if frames is not None else None, eyes)
        except (*NOT_THE_RECORDS, BrokenChainError):
            raise
        except Exception as error:
            raise UnreplayableError(entry["version"], error) from error
        self.version, self.hash, self.at = entry["version"], entry["hash"], entry["at"]
        if frames is not None and step is not None:
            frames.append(frame(self.public.ply, entry, step))

    def write(
        self, draft: Entry, secrets: Secrets, eyes: Eyes, languages: Sequence[str] = LANGUAGES
    ) -> tuple[bytes, Entry, Json | None]:
        """Make the next entry of a draft (``type``, ``by``, ``at``, ``body`` ...) and apply it.

        Returns:
            Its canonical bytes, the entry, and for a move what it did to ``eyes`` (``says``, ``marks``).

        Raises:
            UncanonicalError: Something in it has no canonical bytes. What is held is then half applied.
        """
        entry: Entry = {"version": self.version + 1, **draft}
        if entry["type"] == "move":
            bars = self.game.barrier(self.public.state, self.game.decode(entry["body"]))
            if bars is not None:
                entry["barrier"] = {"kind": bars.kind, "what": bars.what, "seats": list(bars.seats)}
            opens = self._opens(entry["body"])
            if opens:
                entry["opens"] = opens
        if secrets:
            entry["seals"] = {name: seals.seal(secret["salt"], secret["value"]) for name, secret in secrets.items()}
        step = self._apply(entry, secrets, partial(Fold.tell, languages=languages), eyes)
        entry["state"] = canonical.digest(self.public.facts())
        spelled = chain.link(entry, self.hash)
        self._unsettled = [*(e for e in self._unsettled if e["version"] > self.settled), entry]
        self.version, self.hash, self.at = entry["version"], entry["hash"], entry["at"]
        return spelled, entry, step

    def _apply(self, entry: Entry, secrets: Secrets, tell: Tell | None, eyes: Eyes) -> Json | None:
        version = entry["version"]
        if secrets:
            self.secrets[version] = secrets
        own = self.by_own_link(entry)
        if not own and entry["type"] not in BESIDE:
            self.notes.ordered = version
        if entry["type"] == "move" and own and self.game.replaces(self.public.state, entry["body"]) is not None:
            times = self.notes.replaced.setdefault(str(entry["body"]["seat"]), [])
            times.append(entry["at"])
            del times[:-MOST_REPLACED]
        if entry.get("opens") or entry["type"] not in PLAIN:
            self.line.take(entry)
        elif self._line is not None:
            self._line.take(entry)
        if entry["type"] == "move":
            return self._step(recorded(entry)[0], tell, eyes)
        if entry["type"] == "sealed":
            for known in [e for e in self.others if visible(secrets, version, e)]:
                del self.others[known]
        elif entry["type"] == "seated" and "link" in entry["body"]:
            self.notes.links.setdefault(str(entry["body"]["seat"]), {})[entry["body"]["link"]] = version
        elif entry["type"] in ("closed", "voided"):
            self.notes.closed = True
        return None

    def by_own_link(self, entry: Entry) -> bool:
        """Whether an entry is a seat's sealed part that came from the seat's own link: its order does not matter."""
        body = entry["body"]
        return (
            entry["type"] == "move"
            and body["type"] in self.game.secret
            and entry["by"] in self.notes.links.get(str(body.get("seat")), {})
        )

    def _step(self, step: Step, tell: Tell | None, eyes: Eyes) -> Json | None:
        """Apply a step of the line to every fold; what it did to ``eyes`` where that is to be told."""
        told = None
        seen = self.others.get(eyes)
        for other, fold in list(self.others.items()):
            try:
                known = {**step.facts(self.secrets, other), **self.foresight.get(step.name, {})}
                body = sealing.merge(step.body, known)
                if tell is not None and other == eyes:
                    told = tell(fold, step.name, body, derived=eyes.derived)
                else:
                    fold.apply(step.name, body)
            except Exception:
                if other == eyes:
                    raise
                # What others know does not hold up whoever writes: their fold is made anew when they look.
                del self.others[other]
        if tell is not None and seen is None:
            told = tell(self.public, step.name, step.body, derived=eyes.derived)
        else:
            self.public.apply(step.name, step.body)
        if not self.notes.ended_at and self.public.result() is not None:
            self.notes.ended_at = step.entry["at"]
        if told is not None:
            noted = told["marks"]
            found = self._differing(step)
            told["marks"] = noted + [f for f in found if not any(m.get("names") == f["names"] for m in noted)]
        return told

    def _opens(self, body: Json) -> list[Json]:
        """The sealed facts that a move makes public whole, as its entry states them."""
        return [
            {"name": opening.name, "secret": opening.secret, "fills": opening.fills}
            for opening in self.game.opens(self.public.state, body)
            if self.sealed(opening.name, opening.secret) is not None
        ]

    def sealed(self, name: str, secret: str) -> Seal | None:
        """Where the seal of a secret stands that was not opened yet; None where there is none."""
        step = self.line.step(name)
        seal = None if step is None else step.seals.get(secret)
        return None if seal in self.line.opened else seal

    def _differing(self, step: Step) -> list[Json]:
        """A finding for each seal that a step opens and that says otherwise."""
        findings = []
        for opening in step.opens:
            sealed = self.line.step(opening["name"])
            seal = None if sealed is None else sealed.seals.get(opening["secret"])
            told = None if seal is None else self.secret(seal)
            if seal is None or told is None:
                continue
            if self.trial is not None and not self.trial.see(told["eyes"], seal.version):
                continue  # a move that is only tried opens nothing: whether it fits is not for these eyes yet
            if told["value"] != sealing.look(step.body, opening["fills"]):
                names = [opening["name"], step.name]
                findings.append({"kind": "contradiction", "names": names, "rule": None, "what": opening["secret"]})
        return findings

    def secret(self, seal: Seal) -> dict[str, Any] | None:
        """What was sealed, with its salt, from beside the log; None where it was erased. Never for a fold."""
        if seal.version not in self.secrets:
            self.secrets.update(self.log.secrets(self.record, [seal.version]))
        return self.secrets.get(seal.version, {}).get(seal.key)

    def become(self, other: Live) -> None:
        """Take over what another holds of the same record; the lock stays."""
        for name, value in vars(other).items():
            if name != "lock":
                setattr(self, name, value)

    # Looking

    def fork(self, eyes: Eyes) -> Live:
        """A copy for one pair of eyes that may be tried things on: nothing of it reaches this one."""
        other = Live(self.log, self.opening)
        other.version, other.hash, other.at, other.fields = self.version, self.hash, self.at, self.fields
        other.settled = self.settled
        other._unsettled = list(self._unsettled)
        other._line = None if self._line is None else self._line.copy()
        other.notes = copy.deepcopy(self.notes)
        other.public = clone(self.public, self.opening)
        if self.fold(eyes) is not self.public:
            other.others[eyes] = clone(self.fold(eyes), self.opening)
        other.secrets = dict(self.secrets)
        other.trial = eyes
        return other

    def fold(self, eyes: Eyes) -> Fold[Any, Any]:
        """The fold of these eyes at the head; the public one where they have no secret."""
        if eyes == PUBLIC or eyes in self.others:
            return self.public if eyes == PUBLIC else self.others[eyes]
        with aside.folding(self.log.store, self.record, eyes):
            if not any(
                visible(secrets, version, eyes) for version, secrets in self.secrets.items() if version <= self.version
            ):
                return self.public
            retried = aside.refuse(self.log.store, self.record, eyes)
            fold = self.others[eyes] = self.refold(eyes, self.version)
            if retried:
                aside.forget(self.log.store, self.record, eyes)
        return fold

    def view(self, eyes: Eyes) -> Json:
        """The table as these eyes may see it; not to be changed.

        Raises:
            SetAsideError: These eyes cannot fold the record.
        """
        with aside.folding(self.log.store, self.record, eyes):
            return self.fold(eyes).view(eyes.derived)

    def result(self, eyes: Eyes = PUBLIC) -> Json | None:
        """The outcome as these eyes know it; None while the game runs.

        Raises:
            SetAsideError: These eyes cannot fold the record.
        """
        with aside.folding(self.log.store, self.record, eyes):
            return self.fold(eyes).result()

    def offers(self, eyes: Eyes, partial: Json | None = None) -> Json:
        """What may be recorded now, or the next field, as far as these eyes know and may be shown.

        Raises:
            SetAsideError: These eyes cannot fold the record.
        """
        fold = self.fold(eyes)
        if partial is not None:  # what a caller makes of it says nothing about the record
            return fold.offers(partial, eyes.derived)
        with aside.folding(self.log.store, self.record, eyes):
            return fold.offers(None, eyes.derived)

    def own(self, eyes: Eyes) -> Fold[Any, Any]:
        """The fold of these eyes, made their own: a secret is about to part it from the public one."""
        fold = self.fold(eyes)
        if fold is self.public:
            fold = self.others[eyes] = clone(self.public, self.opening)
        return fold

    def known(self, eyes: Eyes) -> dict[str, dict[str, Any]]:
        """What these eyes know of the moves by the version this stands at: name -> secret -> value."""
        return self.line.facts(self.secrets, eyes)

    def refold(self, eyes: Eyes, upto: int) -> Fold[Any, Any]:
        """A fold of these eyes made anew, from the nearest snapshot.

        Args:
            eyes: Whose; they are given all that they know at the version this stands at.
            upto: The version to stop at.
        """
        known = self.known(eyes)
        name = eyes.name if known else PUBLIC.name
        found = None if known and eyes.since else self.log.store.hget(key("snapshots", self.record), name)
        if found is not None:
            try:
                return self._read_on(self._from_snapshot(found, known, upto), known, upto)
            except NOT_THE_RECORDS:
                raise
            except Exception:  # noqa: BLE001 - a snapshot only saves time: what is wrong may be in it alone
                fold = self._read_on(self.opening.fold(), known, upto)
                self.log.store.hdel(key("snapshots", self.record), name)
                return fold
        return self._read_on(self.opening.fold(), known, upto)

    def folded(
        self, line: Line, eyes: Eyes, place: int | None = None, secrets: Mapping[int, Secrets] | None = None
    ) -> Fold[Any, Any]:
        """A fold of its own, of the first steps of a line; the line may be one that nobody has written.

        Args:
            line: This record's line, or a copy of it that has read another entry (``live.line.copy()``, ``take``).
            eyes: Who is looking. They are given from the first step on all that they know of these steps.
            place: How many steps to take, from 0 to ``len(line.steps)``; None for all.
            secrets: The secret facts beside the entries, by version; None for those that are held here.

        Raises:
            UnreplayableError: The rules of this program cannot take a step.
        """
        known = line.facts(self.secrets if secrets is None else secrets, eyes)
        fold = self.opening.fold()
        for step in line.steps[:place]:
            try:
                fold.apply(step.name, sealing.merge(step.body, known.get(step.name, {})))
            except Exception as error:
                raise UnreplayableError(step.source, error) from error
        return fold

    def _from_snapshot(self, found: bytes, known: Mapping[str, Json], upto: int) -> Fold[Any, Any]:
        """The fold of a snapshot; of the empty table where that is too late, or was taken without a later secret."""
        place = json.loads(found)
        stale = place["version"] > upto or any(
            seal.version > place["version"] and secret in known.get(step.name, {})
            for step in self.line.steps[: place["ply"]]
            for secret, seal in step.seals.items()
        )
        return self.opening.fold() if stale else restore(self.opening, place["ply"], place["state"])

    def _read_on(self, fold: Fold[Any, Any], known: Mapping[str, Json], upto: int) -> Fold[Any, Any]:
        for step in self.line.steps[fold.ply :]:
            if step.source > upto:
                break
            try:
                fold.apply(step.name, sealing.merge(step.body, known.get(step.name, {})))
            except Exception as error:
                raise UnreplayableError(step.source, error) from error
        return fold

    def sighted(self) -> list[Eyes]:
        """The eyes that have a secret of their own by now, from the first link on."""
        told = {
            name
            for version, secrets in self.secrets.items()
            if version <= self.version
            for s in secrets.values()
            for name in s["eyes"]
        }
        return [Eyes(name) for name in sorted(told)]

    # Snapshots

    def packed(self, eyes: Eyes = PUBLIC) -> bytes:
        """The snapshot of one fold at this version."""
        fold = self.fold(eyes)
        notes = snapshot.pack(self.notes)
        place = {"version": self.version, "hash": self.hash, "at": self.at, "ply": fold.ply, "notes": notes}
        return json.dumps({**place, "state": snapshot.pack(fold.state)}, sort_keys=True, separators=(",", ":")).encode()

    def unpack(self, data: bytes) -> None:
        """Jump to the place of a public snapshot; only before anything else was read. The line stays behind."""
        place = json.loads(data)
        self.public = restore(self.opening, place["ply"], place["state"])
        snapshot.unpack(self.notes, place["notes"])
        self.version, self.hash, self.at = place["version"], place["hash"], place["at"]


def frame(ply: int, entry: Entry, step: Json) -> Json:
    """One step of a replay."""
    body = entry["body"]
    return {
        "ply": ply,
        "name": str(entry["version"]),
        "seat": body.get("seat"),
        "type": body["type"],
        "at": entry["at"],
        **step,
    }
