"""A write to a record: its request, its result, and what all writes have in common."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, NamedTuple

from engines.kernel.game import LANGUAGES, Json, MalformedMoveError
from engines.kernel.sentences import say
from service.access.eyes import Eyes
from service.access.rights import Caller
from service.record.state.record import LiveRecord
from service.record.write.quota import Capacity
from service.record.write.rate_limit import entry_time
from service.store.chain import Entry
from service.store.log import Secrets


class PreconditionNeededError(Exception):
    """A write that does not say which version it follows."""

    def __init__(self, *, star: bool) -> None:
        super().__init__("If-Match: *" if star else "If-Match")
        self.star = star


class LineError(Exception):
    """A line of an import that is refused; what came before it is (or is not) written.

    Args:
        line: Its number, from 1.
        cause: Why.
    """

    def __init__(self, line: int, cause: Exception) -> None:
        super().__init__(f"line {line}: {cause}")
        self.line = line
        self.cause = cause


class DoOutsideLockError(Exception):
    """Slow work has to be done first, without the record's lock.

    Args:
        work: Does it.
    """

    def __init__(self, work: Callable[[], None]) -> None:
        super().__init__()
        self.work = work


class WriteRequest(NamedTuple):
    """What a write brings beside the move. One is made for each move: of all kinds a named tuple is made quickest.

    Args:
        caller: Who writes.
        match: The version it follows; None where the client says order does not matter (``*``).
        key: Idempotency key, or None.
        payload: What the key stands for.
        dry: Only tell what would happen.
        run: Go on through moves that are the only offer and have no field.
        offers: Tell what may be recorded next.
        about: What the entries say beside the facts.
        beside: Names that a move may bring which are no parameters of it; they go into its entry's ``about``.
        languages: Of the sentences.
        call: The name of the call: what a closed record still takes goes by it.
    """

    caller: Caller
    match: int | None
    key: str | None = None
    payload: Any = None
    dry: bool = False
    run: bool = False
    offers: bool = False
    about: Mapping[str, Any] = MappingProxyType({})
    beside: Collection[str] = ()
    languages: Sequence[str] = LANGUAGES
    call: str = "moves"

    def check_follows(self) -> None:
        """Check that the write says which version it follows: its order matters.

        Raises:
            PreconditionNeededError: It says that order does not matter (``*``).
        """
        if self.match is None:
            raise PreconditionNeededError(star=True)


@dataclass(slots=True)
class WriteResult:
    """What a write did.

    Args:
        live: The record; others may have gone on since, so what the answer tells stands below. A copy for a dry run.
        eyes: The writer's.
        entries: The entries, as the writer may see them.
        frames: A frame for each move among them; one just written has no patch.
        refused: Where an import stopped (``until_refused``).
        opens: For a dry run: sealed facts that the move would open and the writer may not know yet.
        known: Whether the same request had been answered before.
        version: The record's version after it.
        ply: Its ply after it.
        offers: What may be recorded after it, where that was asked for.
        moves_left: How many more moves the record takes, from nine tenths of them on; None before.
        acts_left: How many more undos, consents and corrections it takes, likewise.
        impact: For a dry run of a correction: what it would do.
    """

    live: LiveRecord
    eyes: Eyes
    entries: list[Entry] = field(default_factory=list)
    frames: list[Json] = field(default_factory=list)
    refused: LineError | None = None
    opens: list[Json] = field(default_factory=list)
    known: bool = False
    version: int = 0
    ply: int = 0
    offers: Json | None = None
    moves_left: int | None = None
    acts_left: int | None = None
    impact: Any = None

    def finish(self, request: WriteRequest, capacity: Capacity) -> WriteResult:
        """Fill in version, ply, remaining quota and offers. Call while holding the record's lock."""
        self.moves_left, self.acts_left = capacity.remaining(self.live), capacity.acts_left(self.live)
        self.version, self.ply = self.live.version, self.live.public.ply
        if request.offers:
            self.offers = self.live.offers(self.eyes)
        return self


RawEntry = tuple[bytes, Secrets | None]
"""An entry as it is appended: its canonical bytes, and its secrets with their salts."""
Write = Callable[[LiveRecord, Eyes], tuple[WriteResult, list[RawEntry]]]
"""Decides at the head of the log what is written. It is called again where others were faster."""


def write_entry(
    live: LiveRecord,
    eyes: Eyes,
    request: WriteRequest,
    kind: str,
    body: Json,
    secrets: Secrets,
    *,
    languages: Sequence[str] = (),
    **parts: Any,
) -> tuple[WriteResult, list[RawEntry]]:
    """Write one entry.

    Args:
        live: The record, at the head of the log.
        eyes: The writer's.
        request: The write.
        kind: The type of the entry.
        body: Its body.
        secrets: What is sealed in it, salted, by name.
        languages: Of the sentences of its frames; none for no frames.
        **parts: What stands in the entry beside its body.
    """
    draft = {"type": kind, "at": entry_time(live), "by": request.caller.by, **request.about, "body": body, **parts}
    raw, entry, frames = live.write(draft, secrets, eyes, languages)
    return WriteResult(live, eyes, [entry], frames), [(raw, secrets or None)]


def at_table(live: LiveRecord, where: str, seats: Sequence[int]) -> None:
    """Check that somebody sits at each of these seats.

    Raises:
        MalformedMoveError: Nobody sits at one of them.
    """
    for place, seat in enumerate(seats):
        sits(live, f"{where}.{place}", seat)


def sits(live: LiveRecord, where: str, seat: int) -> None:
    """Check that somebody sits at a seat.

    Raises:
        MalformedMoveError: Nobody does.
    """
    if not 0 <= seat < len(live.opening.seats):
        raise MalformedMoveError({where: say(f"there is no seat {seat}", f"no existe el asiento {seat}")})
