"""League mode: what may not happen silently, as the table fixed it at the opening, and where it happened. Pure.

The policy ``strict`` names it: ``play`` (moves against the rules, undos past barriers, corrections, rulings), or
``all`` (also what the recorder claims for a seat, an end without all signatures, another recorder, a lost phone).
A breach stays one, also if it is taken back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from engines.kernel.game import Json, Text
from engines.kernel.sentences import say
from service.store.chain import Entry

KINDS: Mapping[str, Text] = MappingProxyType(
    {
        "irregular": say("a move against the rules", "una jugada contra las reglas"),
        "undo": say("an undo past a barrier", "deshacer tras una barrera"),
        "correction": say("a correction", "una corrección"),
        "ruling": say("a ruling", "una decisión de juez"),
        "claimed": say("something claimed for a seat", "algo dicho en nombre de un asiento"),
        "unsigned": say("an end without all signatures", "un final sin todas las firmas"),
        "recorder": say("another recorder", "otra persona que anota"),
        "link": say("a lost phone", "un móvil perdido"),
    }
)
"""Kind of breach -> what it is."""
PLAY = ("irregular", "undo", "correction", "ruling")
LEVELS: Mapping[str, tuple[str, ...]] = MappingProxyType({"free": (), "play": PLAY, "all": tuple(KINDS)})
"""Value of the policy -> what it fixes."""


@dataclass(slots=True)
class Breaches:
    """The breaches of league mode in a record.

    Args:
        fixed: The kinds that the table fixed.
        barred: Names of moves with a barrier.
        acts: Names of undos, corrections and rulings.
        found: Each breach: its kind, and the name and time of its entry.
    """

    fixed: tuple[str, ...] = ()
    barred: set[str] = field(default_factory=set)
    acts: set[str] = field(default_factory=set)
    found: list[tuple[str, str, str]] = field(default_factory=list)

    def apply(self, entry: Entry) -> None:
        """Note an entry."""
        if entry["type"] == "opened":
            self.fixed = LEVELS.get(entry["body"]["policies"].get("strict", "free"), ())
        name = str(entry["version"])
        self.found += [(kind, name, entry["at"]) for kind in self._kinds(entry) if kind in self.fixed]
        if "barrier" in entry:
            barriers = entry["barrier"]
            self.barred |= {name} if "kind" in barriers else {f"{name}.{number}" for number in barriers}
        if entry["type"] in ("undone", "corrected", "ruled"):
            self.acts.add(name)

    def _kinds(self, entry: Entry) -> list[str]:
        kind, body = entry["type"], entry["body"]
        found = ["irregular"] if "irregular" in entry else []
        match kind:
            case "undone":
                taken = set(body["undoes"])
                if body.get("consents") or body["seat"] is None or taken & (self.barred | self.acts):
                    found.append("undo")
            case "corrected" | "ruled":
                found.append("correction" if kind == "corrected" else "ruling")
            case "voided":
                found.append("unsigned")
            case "closed" if body["reason"] not in ("signed", "deadline"):
                found.append("unsigned")
            case "appointed" if "recorder" in body:
                found.append("recorder")
            case "seated" if body.get("link") is None:
                found.append("link")
            case "signed" | "disputed" | "checked" | "consented" if body.get("way") == "claimed":
                found.append("claimed")
        return found

    def as_json(self) -> list[Json]:
        """Every breach as answers show it."""
        return [{"kind": kind, "name": name, "at": at, "says": KINDS[kind]} for kind, name, at in self.found]

    def counts(self) -> dict[str, int]:
        """How many of each kind, as a statement has them."""
        return dict(sorted(Counter(kind for kind, _, _ in self.found).items()))
