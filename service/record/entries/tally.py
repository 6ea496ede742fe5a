"""Counts and times of the entries of a log, for limits and rights, and the signatures."""

from collections.abc import Callable
from dataclasses import dataclass, field

from service.record.entries.breaches import Breaches
from service.record.entries.signatures import Signatures, seat_of
from service.record.entries.timeline import ACTS, OFF_THE_TABLE
from service.store.chain import Entry

STATED = ("signed", "disputed", "closed", "voided")
"""Types of entries that say what the result is worth: who changes or ends the record must have seen the last one."""
BOUNDED = ("undone", "consented", "corrected")
"""Types of entries that are limited in number."""
MOST_RECENT = 6
"""Number of times that are stored of a seat's last undos, consents and corrections."""


@dataclass(slots=True)
class Tally:
    """A summary of a record's entries, apart from the moves.

    Args:
        links: Seat -> id of a link's token -> version of the entry that gave it out.
        ordered: Version of the last entry whose order matters. Whoever follows it or a later version has missed nothing
            that a move could rest on, but for the seals that the move itself opens or replaces.
        stated: Version of the last entry of :data:`STATED`; 0 for none.
        signatures: Who signed, disputed and noted what, and what closed the record.
        acted: Version of the last entry that the record's history contains; 0 for none.
        acts: Seat -> how many undos, consents and corrections came from its own links; under ``""`` from all others.
        breaches: The breaches of league mode.
        recent: Seat -> when its own links last wrote one of these; at most the last :data:`MOST_RECENT` times.
    """

    links: dict[str, dict[str, int]] = field(default_factory=dict)
    ordered: int = 1
    stated: int = 0
    signatures: Signatures = field(default_factory=Signatures)
    acted: int = 0
    acts: dict[str, int] = field(default_factory=dict)
    breaches: Breaches = field(default_factory=Breaches)
    recent: dict[str, list[str]] = field(default_factory=dict)

    def apply(self, entry: Entry, free: Callable[[Entry], bool]) -> None:
        """Note an entry.

        ``free``: whether it is a seat's sealed part from the seat's own link, whose order does not matter; asked only
        where there is such a link.
        """
        kind, version = entry["type"], entry["version"]
        if self.breaches.fixed:
            self.breaches.apply(entry)
        if kind == "move":  # by far the most frequent entry: nobody asks here whose it is
            if not (self.links and free(entry)):
                self.ordered = version
            if "irregular" in entry:
                self.acted = version
            self.signatures.note_change(entry)
            return
        if kind not in OFF_THE_TABLE:
            self.ordered = version
        if kind in STATED:
            self.stated = version
        if kind in ACTS or "irregular" in entry:
            self.acted = version
        body, whose = entry["body"], seat_of(self.links, entry["by"])
        if kind in BOUNDED:
            seat = "" if whose is None else str(whose)
            self.acts[seat] = self.acts.get(seat, 0) + 1
            if seat:
                self.recent[seat] = [*self.recent.get(seat, ()), entry["at"]][-MOST_RECENT:]
        if kind == "seated" and body.get("link") is not None:
            self.links.setdefault(str(body["seat"]), {})[body["link"]] = version
        self.signatures.apply(entry, whose)
