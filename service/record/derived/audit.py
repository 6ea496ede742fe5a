"""The audit: what a judge should know of a record, as one list of findings, the worst first. Pure."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from engines import RULES
from engines.kernel.checks import figures as kernel
from engines.kernel.game import LANGUAGES, IllegalMoveError, Json, Text
from engines.kernel.replay import Fold
from engines.kernel.sentences import same, say
from service.record.entries import checks, times
from service.record.entries.breaches import KINDS
from service.record.entries.outcome import hashes_by
from service.record.entries.signatures import CLOSED, seat_of
from service.record.entries.steps import Step
from service.record.entries.tally import Tally
from service.record.entries.timeline import Timeline, read
from service.record.state.folding import Progress, fold_steps
from service.store.chain import Entry
from service.texts import said, table

SEVERITIES = ("high", "medium", "low")
"""How much a finding matters, the worst first."""
GAP = timedelta(minutes=30)
"""Time between two moves, or between a move and its entry, from which it is a finding."""
CACHED = 3
"""Positions in memory: the next finding often needs the last one again."""
NAMED = 8
"""Entries or names of one kind that a sentence names."""


class Finding(NamedTuple):
    """A finding.

    Args:
        severity: One of :data:`SEVERITIES`.
        code: Its kind, for programs.
        entry: Version of the entry; None for the record as a whole.
        clause: Of the rules; None where no rule says it.
        says: A sentence.
        at: When, RFC 3339; None for the record as a whole.
        around: The versions to compare: before and after a change of what counts; None where nothing changed.
    """

    severity: str
    code: str
    entry: int | None
    clause: str | None
    says: Text
    at: str | None
    around: tuple[int, int] | None = None


@dataclass(slots=True)
class Audited:
    """What is audited.

    Args:
        entries: The whole log.
        boxes: Hash -> box, of every box that it names.
        text: The reason or note of an entry, by version and the key of its seal; None where it is not known.
        looks: Reads with a judge's eyes: ``by``, ``at``, ``call``.
        copy: Who imported a copy, and the faults found; None for a record.
        adopted: Who adopted it, and when; None where nobody did.
        names: Player id -> name; a player without one is called by colour.
    """

    entries: Sequence[Entry]
    boxes: Mapping[str, Json]
    text: Callable[[int, str], str | None] = lambda _version, _key: None
    looks: Sequence[Mapping[str, str]] = ()
    copy: Json | None = None
    adopted: Json | None = None
    names: Mapping[str, str | None] = field(default_factory=dict)


def zone_of(entries: Sequence[Entry]) -> str | None:
    """The zone of the table: that of its occasion, else the first that an entry states."""
    named = [read(entries).opening.get("occasion", {}).get("zone"), *(entry.get("zone") for entry in entries)]
    return next((zone for zone in named if zone and times.is_place(zone)), None)


def local(at: str, zone: str | None) -> str:
    """A time in a zone with its offset, to the second; in UTC without a zone."""
    moment = datetime.fromisoformat(at)
    return (moment if zone is None else moment.astimezone(ZoneInfo(zone))).isoformat(" ", "seconds")


def audit(record: Audited) -> list[Finding]:
    """Every finding, the worst first, then in order of the log."""
    found = list(_Audit(record).findings())
    return sorted(found, key=lambda one: (SEVERITIES.index(one.severity), one.entry or 0))


def listed(record: Audited, languages: Sequence[str]) -> Json:
    """The ``zone`` and the ``findings`` of an audit, as the API and the command line show them."""
    zone = zone_of(record.entries)
    return {"zone": zone, "findings": [_as_json(one, zone, languages) for one in audit(record)]}


def _as_json(one: Finding, zone: str | None, languages: Sequence[str]) -> Json:
    """A finding as JSON; ``local`` is its time in the zone of the table."""
    return {
        **one._asdict(),
        "says": {lang: one.says[lang][:1].upper() + one.says[lang][1:] for lang in languages},
        "local": None if one.at is None else local(one.at, zone),
        "around": None if one.around is None else list(one.around),
    }


@dataclass(slots=True)
class _Position:
    """A record after some of its entries."""

    timeline: Timeline
    fold: Fold[Any, Any]
    progress: Progress


@dataclass
class _Audit:
    record: Audited
    known: dict[int, _Position] = field(default_factory=dict)

    def at(self, version: int) -> _Position:
        """The record after an entry; folded once."""
        if version not in self.known:
            if len(self.known) > CACHED:
                del self.known[next(iter(self.known))]
            timeline = read(self.record.entries[:version])
            opening = timeline.opening
            colours = [seat["colour"] for seat in opening["seats"]]
            fold = Fold(RULES[opening["rules"]], colours, opening["options"], self.record.boxes[opening["box"]])
            self.known[version] = _Position(timeline, fold, fold_steps(fold, timeline, len(timeline.steps), {}, None))
        return self.known[version]

    @cached_property
    def people(self) -> Sequence[Text]:
        """What each player is called, by seat: the name, or the colour where there is none."""
        opening = read(self.record.entries).opening
        colours = RULES[opening["rules"]].colours(self.record.boxes[opening["box"]])
        known = ((self.record.names.get(seat["player"]), seat["colour"]) for seat in opening["seats"])
        return [same(name) if name else colours[colour] for name, colour in known]

    def who(self, *seats: object) -> Text:
        """Players by their seats."""
        return _listed([self.people[int(str(seat))] for seat in seats])

    def person(self, one: Mapping[str, Any]) -> Text:
        """A player and how the word came."""
        own = one["way"] == "own_link"
        return said("audit_own_link" if own else "audit_recorder_says", who=self.who(one["seat"]))

    def ranks(self, version: int) -> Text:
        """Ranks and scores by seat, after an entry."""
        result = self.at(version).fold.result()
        if result is None:
            return said("audit_open")
        rows = sorted(result["seats"].items(), key=lambda row: int(row[0]))
        return _listed(
            [said("audit_rank", who=self.who(seat), rank=one["rank"], score=one["score"]) for seat, one in rows]
        )

    def findings(self) -> Iterator[Finding]:
        """Every finding, in no order."""
        entries = self.record.entries
        tally = Tally()
        tally.breaches.apply(entries[0])
        for entry in entries:
            made = self._of_entry(entry, tally)
            yield from made
            tally.apply(entry, lambda _: False)
        now = self.at(len(entries))
        yield from self._source()
        if tally.breaches.found:
            found = tally.breaches.found
            what = _listed([said("audit_breach", what=KINDS[kind], name=name) for kind, name, _ in found[:NAMED]])
            yield _whole("high", "breaches", n=len(found), what=what)
        yield from self._signed(now, tally)
        yield from self._irregular(now)
        yield from self._unknown(now)
        yield from self._clock(now)
        yield from self._writers(tally)
        yield from self._checked(now, tally)
        yield from self._looks()

    # What a record says in its entries

    def _of_entry(self, entry: Entry, tally: Tally) -> Iterator[Finding]:
        kind, body = entry["type"], entry["body"]
        match kind:
            case "undone" | "corrected" | "ruled":
                yield from self._changed(entry)
            case "consented":
                names = _some(body["to"])
                yield _of(entry, "low", "consent", seat=self.person(body), names=names)
            case "appointed":
                yield _finding(
                    entry, "low", "appointed", said("audit_recorder" if "recorder" in body else "audit_judge")
                )
            case "seated" if body["link"] is None:
                yield _of(entry, "medium", "link_lost", who=self.who(body["seat"]))
            case "seated" if tally.links.get(str(body["seat"])):
                yield _of(entry, "low", "link_again", who=self.who(body["seat"]))
            case "disputed":
                says = self._with_reason(entry, said("audit_dispute", seat=self.person(body)))
                yield _finding(entry, "medium", "dispute", says)
            case "closed" if body["reason"] != "signed":
                severity = "high" if body.get("way") == "claimed" else "medium"
                says = self._with_reason(entry, CLOSED[body["reason"]])
                yield _finding(entry, severity, "closed", says)
            case "voided":
                yield _finding(entry, "high", "void", self._with_reason(entry, said("audit_void")))
            case "noted":
                yield _finding(entry, "low", "note", self._with_reason(entry, said("audit_note"), "text"))
            case _:
                return

    def _changed(self, entry: Entry) -> Iterator[Finding]:
        """An undo that had to be agreed, a correction or a ruling; with the ranks before and after."""
        kind, body, version = entry["type"], entry["body"], entry["version"]
        asked = body.get("requested_by")
        if kind == "undone":
            consents = body.get("consents", ())
            former = self.at(version - 1).timeline
            barred = any(
                (step := former.step(name)) is not None and step.barrier is not None for name in body["undoes"]
            )
            acts = any(former.act(name) is not None for name in body["undoes"])
            if not (consents or barred or acts or body["seat"] is None):
                return
            names = _some(body["undoes"])
            agreed = {lang: ", ".join(self.person(one)[lang] for one in consents) for lang in LANGUAGES}
            says = said("audit_undo", names=names, agreed=agreed if consents else said("nobody"))
        elif kind == "corrected":
            ops = Counter(change["op"] for change in body["changes"])
            names = _some(
                [str(one.get("name", one.get("before"))) for one in body["changes"] if one["op"] != "opening"]
            )
            done = [said(f"moves_{op}", n=ops[op]) for op in ("amend", "insert", "retract") if ops[op]]
            done += [said("audit_opening")] if ops["opening"] else []
            key = "audit_corrected" if ops.keys() == {"opening"} else "audit_correction"
            says = said(key, done=_listed(done), names=names)
        else:
            about = body.get("about")
            kinds = _some([one["type"] for one in body["adjustments"]])
            says = said("audit_ruling", kinds=kinds)
            if about:
                says = said("audit_about", what=says, about=about)
        if asked:
            says = said("audit_asked_for", what=says, seat=self.person(asked))
        before, after = self.ranks(version - 1), self.ranks(version)
        if before != after:
            says = said("audit_ranks", what=says, before=before, after=after)
        signed = any(one["type"] == "signed" for one in self.record.entries[: version - 1])
        severity = "high" if before != after and signed else "medium"
        codes = {"undone": "undo", "corrected": "correction", "ruled": "ruling"}
        yield _finding(entry, severity, codes[kind], self._with_reason(entry, says))._replace(
            around=(version - 1, version)
        )

    def _with_reason(self, entry: Entry, says: Text, key: str = "reason") -> Text:
        text = self.record.text(entry["version"], key)
        return says if text is None else said("audit_with_reason", what=says, text=text)

    # What a record says as a whole

    def _source(self) -> Iterator[Finding]:
        copy, adopted = self.record.copy, self.record.adopted
        if copy is not None:
            yield _whole("high", "copy", copy["at"], by=copy["by"])
            for one in copy.get("found", ()):
                yield Finding("high", "copy_fault", one["version"] or None, None, say(one["en"], one["es"]), None)
        if adopted is not None:
            yield _whole("medium", "adopted", adopted["at"], by=adopted["by"])

    def _signed(self, now: _Position, tally: Tally) -> Iterator[Finding]:
        opening, result = now.timeline.opening, now.fold.result()
        outcomes = hashes_by(opening, now.fold.box, result, now.timeline)
        signatures = tally.signatures
        entries = {str(entry["version"]): entry for entry in self.record.entries}
        for one in signatures.latest_statements(outcomes).values():
            if one.kind == "signed" and one.way == "claimed":
                yield _of(entries[one.name], "medium", "claimed", who=self.who(one.seat))
        former: dict[str, list[Any]] = {}
        for one in signatures.statements:
            if one.kind == "signed" and one.outcome not in outcomes:
                former.setdefault(one.outcome, []).append(one)
        for named, signed in former.items():
            seats, last = sorted({one.seat for one in signed}), signed[-1].name
            said_of = {"who": self.who(*seats), "n": len(seats), "ranks": self.ranks(int(last)), "outcome": named[:12]}
            yield _of(entries[last], "high", "former_outcome", **said_of)

    def _irregular(self, now: _Position) -> Iterator[Finding]:
        """Moves against the rules that count, each with the clause that refuses it."""
        steps = [step for step in now.timeline.steps if step.irregular is not None]
        if not steps:
            return
        opening = now.timeline.opening
        fold = Fold(now.fold.game, now.fold.seats, opening["options"], now.fold.box)
        for step in now.timeline.steps:
            if step.irregular is not None:
                clause = None
                try:
                    fold.game.decide(fold.state, step.body)
                except IllegalMoveError as error:
                    clause = error.rule
                seats = step.irregular["accepted_by"]
                text = self.record.text(step.source, step.reason)
                says = said("audit_irregular", name=step.name, who=self.who(*seats) if seats else same("–"))
                if text is not None:
                    says = said("audit_with_reason", what=says, text=text)
                yield _finding(step.source_entry, "high", "irregular", says)._replace(clause=clause)
            fold.apply(step.name, step.body)

    def _unknown(self, now: _Position) -> Iterator[Finding]:
        view = now.fold.view()
        for one in view["contradictions"]:
            names = _some([str(name) for name in one.get("names", ())]) if isinstance(one, dict) else str(one)
            yield _whole("medium", "contradiction", names=names)
        if now.fold.result() is None:
            return
        open_seals = [
            self._sealed(now, step, secret)
            for step in now.timeline.steps
            for secret, seal in step.seals.items()
            if seal not in now.timeline.opened
        ]
        if open_seals:
            which = {lang: _some([one[lang] for one in open_seals]) for lang in LANGUAGES}
            yield _whole("low", "sealed", n=len(open_seals), which=which)
        hidden = [self._hidden(now, path) for path in _paths(view)]
        if hidden:
            which = {lang: _some([*dict.fromkeys(one[lang] for one in hidden)]) for lang in LANGUAGES}
            yield _whole("low", "unknown", n=len(hidden), which=which)

    def _sealed(self, now: _Position, step: Step, secret: str) -> Text:
        """What a seal holds, and which move left it: the name of its parameter, as forms label it."""
        name, _, part = secret.partition(".")
        label = now.fold.game.moves(now.fold.box)[step.body["type"]].fields[name].label
        seat = part or step.body.get("seat")
        key = "audit_seal" if seat is None else "audit_seal_of"
        return said(key, what=label or same(name), name=step.name, **({} if seat is None else {"who": self.who(seat)}))

    def _hidden(self, now: _Position, path: tuple[str, ...]) -> Text:
        """An unknown fact as people say it: the label of its parameter in a form; whose it is, or its space."""
        fields = [
            kind.fields.get(part) for part in reversed(path) for kind in now.fold.game.moves(now.fold.box).values()
        ]
        what = next((field.label for field in fields if field and field.label), said("audit_hidden"))
        seat = next((part for before, part in pairwise(path) if before == "seats"), None)
        if seat is not None:
            return said("audit_hidden_of", what=what, who=self.who(seat))
        place = next((part.replace("_", ", ") for part in path if re.fullmatch(r"-?\d+_-?\d+", part)), None)
        return what if place is None else said("audit_hidden_at", what=what, place=place)

    def _writers(self, tally: Tally) -> Iterator[Finding]:
        """Who entered the moves, where that was not one phone that is no seat's."""
        counts = Counter(entry["by"] for entry in self.record.entries if entry["type"] == "move")
        whose = {by: seat_of(tally.links, by) for by in counts}
        for seat in sorted({seat for seat in whose.values() if seat is not None}):
            count = sum(number for by, number in counts.items() if whose[by] == seat)
            yield _whole("low", "own_moves", who=self.who(seat), n=count)
        if sum(seat is None for seat in whose.values()) > 1:
            others = _some([f"{by} ({number})" for by, number in counts.items() if whose[by] is None])
            yield _whole("low", "recorders", others=others)

    def _clock(self, now: _Position) -> Iterator[Finding]:
        entries, occasion = self.record.entries, now.timeline.opening.get("occasion", {})
        by_version = {entry["version"]: entry for entry in entries}
        for key, versions in times.doubtful(entries, entries[0], occasion).items():
            first = by_version[versions[0]]
            yield _of(first, "low", "stated_time", what=table("times")[key], count=len(versions))
        moves = [entry for entry in entries if entry["type"] == "move"]
        late = []
        for entry in moves:
            moment = times.moment_of(entry, occasion)
            if moment is not None and datetime.fromisoformat(entry["at"]) - moment > GAP:
                late.append(entry)
        if late:
            yield _of(late[0], "low", "typed_late", n=len(late))
        for before, entry in pairwise(moves):
            apart = datetime.fromisoformat(entry["at"]) - datetime.fromisoformat(before["at"])
            if apart > GAP:
                minutes = int(apart.total_seconds() // 60)
                yield _of(entry, "low", "gap", n=minutes)

    def _checked(self, now: _Position, tally: Tally) -> Iterator[Finding]:
        points, done = now.progress.points, checks.latest(tally.signatures.checks)
        missing = [str(number) for number in range(1, len(points) + 1) if number not in done]
        if missing:
            yield _whole("low", "unchecked", missing=_some(missing), count=len(points))
        entries = {str(entry["version"]): entry for entry in self.record.entries}
        labels = {one.name: one.label for one in kernel.figures(now.fold)["0"]}
        for point, seats in done.items():
            for one in seats.values() if point <= len(points) else ():
                has = points[point - 1].figures.get(str(one.seat), {})
                parts = [
                    said(
                        "audit_figure", what=labels.get(name) or same(name), n=one.figures[name], has=has.get(name, "–")
                    )
                    for name in checks.differences(one, points[point - 1])
                ]
                if parts:
                    differ = _listed(parts)
                    yield _of(
                        entries[one.name], "medium", "figures", who=self.who(one.seat), point=point, differ=differ
                    )

    def _looks(self) -> Iterator[Finding]:
        readers: dict[str, list[Mapping[str, str]]] = {}
        for look in self.record.looks:
            readers.setdefault(look["by"], []).append(look)
        zone = zone_of(self.record.entries)
        for by, looks in readers.items():
            yield _whole("low", "look", looks[0]["at"], by=by, n=len(looks), last=local(looks[-1]["at"], zone))


def _whole(severity: str, code: str, at: str | None = None, **values: object) -> Finding:
    """A finding about the record as a whole, with the sentence of its code."""
    return Finding(severity, code, None, None, said(f"audit_{code}", **values), at)


def _of(entry: Entry, severity: str, code: str, **values: object) -> Finding:
    """A finding about an entry, with the sentence of its code."""
    return _finding(entry, severity, code, said(f"audit_{code}", **values))


def _finding(entry: Entry, severity: str, code: str, says: Text) -> Finding:
    return Finding(severity, code, entry["version"], None, says, entry["at"])


def _listed(parts: Sequence[Text]) -> Text:
    return {lang: ", ".join(part[lang] for part in parts) for lang in LANGUAGES}


def _some(names: Sequence[str]) -> str:
    more = len(names) - NAMED
    return ", ".join(names[:NAMED]) + (f" + {more}" if more > 0 else "") or "–"


def _paths(value: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Where a view has facts that are unknown."""
    if isinstance(value, dict):
        if set(value) == {"unknown"}:
            yield path
            return
        for name, inner in value.items():
            yield from _paths(inner, (*path, str(name)))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from _paths(inner, (*path, str(number)))
