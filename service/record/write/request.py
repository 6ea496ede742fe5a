"""Requests and results of writes to a record, and what all writes have in common."""

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
    """A write does not say which version it follows."""

    def __init__(self, *, star: bool) -> None:
        super().__init__("If-Match: *" if star else "If-Match")
        self.star = star


class BreachError(Exception):
    """A write breaks league mode, and its request does not accept that (``breaks``)."""

    def __init__(self, kinds: Sequence[str]) -> None:
        super().__init__(", ".join(kinds))
        self.kinds = list(kinds)


class LineError(Exception):
    """A line of an import is refused; whether the lines before it are written depends on the request.

    ``line``: the line number, from 1.
    """

    def __init__(self, line: int, cause: Exception) -> None:
        super().__init__(f"line {line}: {cause}")
        self.line = line
        self.cause = cause


class DoOutsideLockError(Exception):
    """Slow work must be done first, without the record's lock."""

    def __init__(self, work: Callable[[], None]) -> None:
        super().__init__()
        self.work = work


class WriteRequest(NamedTuple):
    """The parameters of a write except the move. A named tuple, because one is created for each move and it is fastest.

    Args:
        caller: The writer.
        match: The version it follows; None where the client says that order does not matter (``*``).
        key: Idempotency key, or None.
        payload: The request that the key identifies.
        dry: Only return what would happen.
        run: Continue with moves that are the only offer and have no field.
        offers: Return what may be recorded next.
        about: Members of the entries besides the facts.
        envelope: Members of a move other than its parameters; they become members of its entry.
        languages: Languages of the sentences.
        call: The name of the call, which decides whether a closed record accepts it.
        breaks: Whether the caller accepts a breach of league mode.
    """

    caller: Caller
    match: int | None
    key: str | None = None
    payload: Any = None
    dry: bool = False
    run: bool = False
    offers: bool = False
    about: Mapping[str, Any] = MappingProxyType({})
    envelope: Collection[str] = ()
    languages: Sequence[str] = LANGUAGES
    call: str = "moves"
    breaks: bool = False

    def check_follows(self) -> None:
        """Check that the write says which version it follows: its order matters.

        Raises:
            PreconditionNeededError: The write says that order does not matter (``*``).
        """
        if self.match is None:
            raise PreconditionNeededError(star=True)


@dataclass(slots=True)
class WriteResult:
    """The result of a write.

    Args:
        live: The record, for a dry run a copy; others may have written since, so use the fields below for the answer.
        eyes: The writer's.
        entries: The entries, as the writer may see them.
        frames: A frame for each move among them; a move that was just written has no patch.
        refused: The line where an import stopped (``until_refused``).
        opens: Dry run only: sealed facts that the move would open and the writer may not know yet.
        known: Whether the same request was answered before.
        version: The record's version after the write.
        ply: The ply after the write.
        offers: What may be recorded next, if requested.
        moves_left: How many more moves the record takes; None below nine tenths of the limit.
        acts_left: How many more undos, consents and corrections it takes; None below nine tenths of the limit.
        impact: The effects of a correction or ruling, for a dry run of one.
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
"""An entry to append: its canonical bytes, and its secrets with their salts."""
Write = Callable[[LiveRecord, Eyes], tuple[WriteResult, list[RawEntry]]]
"""Decides at the head of the log what to write. It is called again if others were faster."""


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
        secrets: The secrets that are sealed in it, salted, by name.
        languages: Languages of the sentences of its frames; empty for no frames.
        **parts: Other members of the entry.
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
