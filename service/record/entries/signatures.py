"""Signatures, disputes, closings, notes and checks: who signed or disputed which outcome, what closed the record. Pure.

Signatures, disputes and closings name the outcome that they are about; they count only while that is the current
outcome. So a correction that changes the outcome invalidates the signatures, and its undo restores them.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from engines.kernel.sentences import say
from service.record.entries.checks import Check
from service.record.entries.timeline import ON_THE_TABLE
from service.store.chain import Entry

OWN_LINK, CLAIMED = "own_link", "claimed"
"""How a consent, a signature or a request came: from the seat's own link, or as the recorder says."""
OTHERS = "others"
"""All writers without a seat's own link: the recorder, the owner, a judge."""
CLOSED = {
    "signed": say("Closed: everyone signed", "Cerrada: todos han firmado"),
    "deadline": say("Closed: nobody disputed in time", "Cerrada: nadie impugnó a tiempo"),
    "ruled": say("Closed by a judge", "Cerrada por un juez"),
    "abandoned": say("Closed: the table stopped early", "Cerrada: la mesa lo dejó antes de acabar"),
    "conceded": say("Closed: a seat conceded", "Cerrada: un asiento se rindió"),
}
"""Why a record was closed -> its sentence."""
MAX_TIMES = 6
"""Number of entries of one writer whose times are stored, for the limit per minute."""

Status = Literal["running", "finished", "disputed", "closed", "void"]


class Statement(NamedTuple):
    """A signature or dispute of an outcome, by a seat or by the recorder for it.

    Args:
        name: Of the entry.
        kind: ``signed`` or ``disputed``.
        seat: Whose.
        outcome: Hash of the outcome; empty for a concession that is disputed.
        way: ``own_link`` or ``claimed``.
        at: When, RFC 3339.
    """

    name: str
    kind: str
    seat: int
    outcome: str
    way: str
    at: str


class Closing(NamedTuple):
    """An entry that closed the record.

    Args:
        name: Of the entry.
        reason: ``signed``, ``deadline``, ``ruled``, ``abandoned`` or ``conceded``.
        seat: Who conceded; else None.
        way: How a concession came: ``own_link`` or ``claimed``; None for any other reason.
        outcome: Hash of the outcome that was closed; None where the table stopped early.
        at: When, RFC 3339.
    """

    name: str
    reason: str
    seat: int | None
    way: str | None
    outcome: str | None
    at: str


class Note(NamedTuple):
    """A note; its text is stored outside the log, with a seal in the entry.

    Args:
        name: Of the entry.
        about: Name of the move it is attached to; None for the whole record.
        readers: ``all`` or ``judges``.
        writer: ``seat:N``, ``judge`` or ``recorder``.
        at: When, RFC 3339.
    """

    name: str
    about: str | None
    readers: str
    writer: str
    at: str


class ActiveRecorder(NamedTuple):
    """Who was named as the recorder.

    ``at``: when, RFC 3339.
    """

    token: str
    name: str
    at: str


@dataclass(slots=True)
class Signatures:
    """The signatures, disputes, closings, notes and checks in a log, updated entry by entry.

    Args:
        statements: Every signature and dispute of an outcome, in order.
        starts: Every signature of the start, in order; its ``outcome`` is the hash of the start.
        closings: Every closing, in order.
        contested: Name of a concession -> who disputed it last.
        notes: Every note, in order.
        checks: Every round check, in order.
        voided: Name of the entry that made the record void; None while none did.
        judges: Ids of the tokens that were appointed as judges.
        recorder: Who was named last as the recorder; None where nobody was.
        changed: Version of the last entry that may have changed the table.
        changed_at: When that was written.
        counts: (type of entry, writer) -> how many there are; writer as ``seat:N`` or :data:`OTHERS`.
        times: Writer -> when its last entries of these types were written.
    """

    statements: list[Statement] = field(default_factory=list)
    starts: list[Statement] = field(default_factory=list)
    closings: list[Closing] = field(default_factory=list)
    contested: dict[str, Statement] = field(default_factory=dict)
    notes: list[Note] = field(default_factory=list)
    checks: list[Check] = field(default_factory=list)
    voided: str | None = None
    judges: set[str] = field(default_factory=set)
    recorder: ActiveRecorder | None = None
    changed: int = 1
    changed_at: str = ""
    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    times: dict[str, list[str]] = field(default_factory=dict)

    def note_change(self, entry: Entry) -> None:
        """Read the next entry, which may have changed the table."""
        self.changed, self.changed_at = entry["version"], entry["at"]

    def apply(self, entry: Entry, seat: int | None) -> None:
        """Read the next entry.

        ``seat``: the seat from whose own link it came; None for any other writer.
        """
        kind, at = entry["type"], entry["at"]
        if kind in ON_THE_TABLE:
            self.note_change(entry)
            return
        body, name = entry["body"], str(entry["version"])
        match kind:
            case "disputed" if "concession" in body:
                self.contested[body["concession"]] = Statement(name, kind, body["seat"], "", body["way"], at)
            case "signed" if "opening" in body:
                self.starts.append(Statement(name, kind, body["seat"], body["opening"], body["way"], at))
            case "signed" | "disputed":
                self.statements.append(Statement(name, kind, body["seat"], body["outcome"], body["way"], at))
            case "closed":
                conceded = body["reason"] == "conceded"
                way = body.get("way", CLAIMED) if conceded else None  # older entries do not say it
                self.closings.append(Closing(name, body["reason"], body.get("seat"), way, body.get("outcome"), at))
            case "noted":
                judge = "judge" if entry["by"] in self.judges else "recorder"
                writer = judge if seat is None else f"seat:{seat}"
                self.notes.append(Note(name, body.get("about"), body["for"], writer, at))
            case "checked":
                self.checks.append(Check(name, body["point"], body["seat"], body["way"], body["figures"], at))
            case "voided":
                self.voided = name
            case "appointed" if "recorder" in body:
                self.recorder = ActiveRecorder(body["recorder"], name, at)
            case "appointed":
                self.judges.add(body["judge"])
        if kind in ("signed", "disputed", "noted", "checked"):
            writer = OTHERS if seat is None else f"seat:{seat}"
            self.counts[kind, writer] += 1
            self.times[writer] = [*self.times.get(writer, ()), at][-MAX_TIMES:]

    def current_outcome(self, outcomes: Sequence[str]) -> str | None:
        """The hash of the current outcome, as the record named it first; None while the game runs."""
        named = [statement.outcome for statement in self.statements] + [closing.outcome for closing in self.closings]
        return next((outcome for outcome in named if outcome in outcomes), outcomes[0] if outcomes else None)

    def latest_statements(self, outcomes: Sequence[str]) -> dict[int, Statement]:
        """The latest statement of each seat on an outcome; one from its own link outranks one that is claimed."""
        return _latest(self.statements, outcomes)

    def started(self, start: str) -> dict[int, Statement]:
        """The signature of each seat that signed this start; one from its own link outranks one that is claimed."""
        return _latest(self.starts, [start])

    def closing(self, outcomes: Sequence[str]) -> Closing | None:
        """The closing that holds; None where the record is open.

        One that names an outcome holds while that is the outcome. A table that stopped early is closed until a judge
        changes something on it, or until the seat that is said to have conceded disputes that.
        """
        for closing in reversed(self.closings):
            early = closing.outcome is None
            holds = self._is_last(closing) and closing.name not in self.contested
            if holds if early else closing.outcome in outcomes:
                return closing
        return None

    def disputed_concession(self) -> Statement | None:
        """The dispute of a concession, if nothing happened at the table after that; None where there is none."""
        found = [self.contested[one.name] for one in self.closings if one.name in self.contested and self._is_last(one)]
        return found[-1] if found else None

    def _is_last(self, closing: Closing) -> bool:
        """Whether nothing happened at the table since a closing."""
        return int(closing.name) > self.changed

    def status(self, outcomes: Sequence[str]) -> Status:
        """The status of the record, by the hashes that name the current outcome (empty while the game runs)."""
        if self.voided is not None:
            return "void"
        if self.closing(outcomes) is not None:
            return "closed"
        if not outcomes:
            return "running" if self.disputed_concession() is None else "disputed"
        disputed = any(statement.kind == "disputed" for statement in self.latest_statements(outcomes).values())
        return "disputed" if disputed else "finished"

    def all_signed(self, outcomes: Sequence[str], seats: int) -> bool:
        """Whether every seat's latest statement on an outcome is its signature."""
        statements = self.latest_statements(outcomes)
        return len(statements) == seats and all(statement.kind == "signed" for statement in statements.values())


def _latest(statements: Sequence[Statement], outcomes: Sequence[str]) -> dict[int, Statement]:
    """Seat -> its latest statement on one of these hashes; one from its own link outranks one that is claimed."""
    found: dict[int, Statement] = {}
    for statement in statements:
        earlier = found.get(statement.seat)
        if statement.outcome in outcomes and (earlier is None or earlier.way == CLAIMED or statement.way == OWN_LINK):
            found[statement.seat] = statement
    return dict(sorted(found.items()))


def seat_of(links: Mapping[str, Mapping[str, int]], by: str) -> int | None:
    """The seat whose own link a token is; None for any other token.

    ``links``: seat -> id of a link's token -> version of the entry that gave it out.
    """
    return next((int(seat) for seat, given in links.items() if by in given), None)
