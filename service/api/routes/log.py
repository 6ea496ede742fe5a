"""A record's log as some eyes see it: its entries, and the secrets that these eyes may see."""

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
class RecordAt:
    """A record at one version: an answer is made from it alone, so later writes do not show in parts of the answer.

    Args:
        live: The record in this process, which may be newer.
        version: The version.
        over: Whether the game had ended by this version.
        generation: The generation of its frames.
        opened: The seals that were open to everybody by this version.
        opening: The opening with its corrections up to this version.
    """

    live: LiveRecord
    version: int
    over: bool
    generation: int
    opened: Collection[Seal]
    opening: RecordOpening


def current(service: Service, record: str) -> RecordAt:
    """A record at the head of its log, as of now."""
    live = service.lives.get(record)
    with live.lock:
        service.lives.catch_up(live)
        over = live.public.result() is not None
        return RecordAt(live, live.version, over, live.generation, frozenset(live.timeline.opened), live.opening)


def secrets_for(service: Service, record: str, now: RecordAt | None, entries: Iterable[Entry], eyes: Eyes) -> Json:
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
            name: {"salt": secret["salt"], "value": secret["value"]}
            for name, secret in secrets.items()
            if eyes.can_see(secret["eyes"], version) or (now is not None and Seal(version, name) in now.opened)
        }
        if shown:
            out[str(version)] = shown
    return out


def current_if_readable(service: Service, record: str) -> RecordAt | None:
    """A record as of now; None while it is in quarantine, when only its log can be read."""
    try:
        return current(service, record)
    except QuarantinedError:
        return None


def entries_after(service: Service, head: Head, now: RecordAt | None, eyes: Eyes, after: int, limit: int) -> Json:
    """The entries after a version, with the secrets that some eyes may see.

    ``service``: what it is read by. ``now``: the record, as :func:`current_if_readable` has it. ``eyes``: whose; that
    the caller has them is asked before.

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
