"""What some eyes are told of a record's log: its entries, and beside them the secrets that these eyes see."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from engines.kernel.game import Json
from service.access.eyes import PUBLIC, Eyes
from service.api.web.service import Service
from service.record.entries.opening import RecordOpening
from service.record.entries.steps import Seal
from service.record.state import quarantine
from service.record.state.quarantine import QuarantinedError
from service.record.state.record import LiveRecord
from service.store.chain import Entry
from service.store.log import Head


@dataclass(frozen=True, slots=True)
class Moment:
    """A record at one version, from which all of an answer follows whatever is written meanwhile.

    Args:
        live: The record as this process holds it, which goes on.
        version: The version.
        over: Whether the game had ended by then.
        generation: Of its frames.
        opened: The seals that were open to all by then.
        opening: The opening as it counted then.
    """

    live: LiveRecord
    version: int
    over: bool
    generation: int
    opened: Collection[Seal]
    opening: RecordOpening


def moment(service: Service, record: str) -> Moment:
    """A record at the head of its log, as of now."""
    live = service.lives.get(record)
    with live.lock:
        service.lives.catch_up(live)
        over = live.public.result() is not None
        return Moment(live, live.version, over, live.generation, frozenset(live.timeline.opened), live.opening)


def secrets_for(service: Service, record: str, now: Moment | None, entries: Iterable[Entry], eyes: Eyes) -> Json:
    """The secrets that these eyes see or that are open to all: version -> secret -> salt and value.

    Args:
        service: What it is read by.
        record: The record's id.
        now: The record; None where it is in quarantine, and nobody can tell what is open to all.
        entries: Those whose secrets are wanted.
        eyes: Whose.
    """
    sealed = [entry["version"] for entry in entries if entry.get("seals")]
    known = service.log.secrets(record, sealed)
    out: Json = {}
    for version, secrets in known.items():
        shown = {
            name: {"salt": told["salt"], "value": told["value"]}
            for name, told in secrets.items()
            if eyes.see(told["eyes"], version) or (now is not None and Seal(version, name) in now.opened)
        }
        if shown:
            out[str(version)] = shown
    return out


def present(service: Service, record: str) -> Moment | None:
    """A record as of now; None while it is in quarantine: its log is told all the same."""
    try:
        return moment(service, record)
    except QuarantinedError:
        return None


def told_after(service: Service, head: Head, now: Moment | None, eyes: Eyes, after: int, limit: int) -> Json:
    """What some eyes are told of what was written after a version.

    Args:
        service: What it is read by.
        head: The record, as the store has it.
        now: The record, as :func:`present` has it.
        eyes: Whose; that the caller has them is asked before.
        after: The version.
        limit: Entries at most.

    Returns:
        ``record``; ``version``, that of the record; ``entries``; ``secrets`` of these entries, as :func:`secrets_for`
        has them; ``generation`` of the frames, None while the record is in quarantine.
    """
    record = head.record
    version = head.version if now is None else now.version
    count = min(limit, version - after)
    entries = quarantine.run_or_quarantine(
        service.log.store, record, PUBLIC, lambda **_: service.log.read(record, after, count)
    )
    return {
        "record": record,
        "version": version,
        "entries": entries,
        "secrets": secrets_for(service, record, now, entries, eyes),
        "generation": None if now is None else now.generation,
    }
