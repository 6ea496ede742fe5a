"""Exported records made without a service: what the write path would have written, by its own parts."""

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

from engines import GAMES
from engines.kernel import canonical, notation, sealing
from engines.kernel.replay import Fold
from service.record.entries import boxes, seals
from service.record.files import faults
from service.store import chain

Json = dict[str, Any]
RECORD = "abcdefghijklmnopqrstuvwxyz"
THREE = ("yellow", "red", "blue")


class Writer:
    """Writes a record of Kingdoms as a recorder who is told everything would."""

    def __init__(self, seats: Iterable[str] = THREE) -> None:
        self.game = GAMES["kingdoms"]
        self.box = self.game.box()
        self.colours = list(seats)
        self.fold = Fold(self.game, self.colours, {}, self.box)
        self.entries: list[Json] = []
        self.secrets: Json = {}
        self.opened: Json = {}
        self.players = {f"player{number}": f"Person {number}" for number in range(len(self.colours))}
        body = {
            "record": RECORD,
            "key": "0" * 64,
            "game": "kingdoms",
            "rules": "kingdoms@1",
            "box": boxes.hash_of(self.box),
            "options": {},
            "policies": {"undo": "barriers", "signing": "seats", "deadline_h": 0, "memory_aid": False},
            "seats": [{"player": p, "colour": c} for p, c in zip(self.players, self.colours, strict=True)],
            "visibility": "unlisted",
        }
        self.entry("opened", body)

    def entry(self, kind: str, body: Json, **more: Any) -> str:
        version = len(self.entries) + 1
        entry = {
            "version": version, "type": kind, "at": f"2026-11-21T19:{version // 60:02d}:{version % 60:02d}.000Z",
            "by": "aaaaaaaaaaaaaaaa", "body": body, **more,
        }  # fmt: skip
        if kind == "move":
            self.fold.apply(str(version), body)
        entry["state"] = canonical.digest(self.fold.facts())
        chain.link(entry, self.entries[-1]["hash"] if self.entries else "")
        self.entries.append(entry)
        return str(version)

    def sealed(self, facts: Mapping[str, Any], seat: int) -> dict[str, str]:
        """Keep facts beside the next entry; their seals."""
        version = str(len(self.entries) + 1)
        kept = {
            name: {"salt": seals.salt(), "value": value, "eyes": [f"seat:{seat}", "recorder"]}
            for name, value in facts.items()
        }
        if kept:
            self.secrets[version] = kept
        return {name: seals.seal(fact["salt"], fact["value"]) for name, fact in kept.items()}

    def closed(self, name: str, secret: str) -> bool:
        """Whether a move has a seal of this secret that no move has opened yet."""
        opened = [(o["name"], o["secret"]) for entry in self.entries for o in entry.get("opens", [])]
        return (name, secret) not in opened and any(
            secret in entry.get("seals", {})
            for entry in self.entries
            if str(entry["version"]) == name or (entry["type"] == "sealed" and entry["body"]["name"] == name)
        )

    def move(self, move: Json | str) -> str:
        if isinstance(move, str):
            read = notation.read(self.game, self.box, move, self.colours)
            assert read is not None
            move = read
        body = self.game.encode(self.fold.decide(move))
        opens = []
        for opening in self.game.opens(self.fold.state, body):
            if self.closed(opening.name, opening.secret):
                opens.append({"name": opening.name, "secret": opening.secret, "fills": opening.fills})
            told = self.secrets.get(opening.name, {}).get(opening.secret)
            if told is not None:
                if sealing.look(body, opening.fills) is None:
                    sealing.fill(body, opening.fills, told["value"])
                self.opened[opening.name] = {opening.secret: {"salt": told["salt"], "value": told["value"]}}
        public, secret = sealing.split(self.game, body)
        more: Json = {"opens": opens} if opens else {}
        bars = self.game.barrier(self.fold.state, self.game.decode(public))
        if bars is not None:
            more["barrier"] = {"kind": bars.kind, "what": bars.what, "seats": list(bars.seats)}
        found = self.sealed({name: fact.value for name, fact in secret.items()}, public.get("seat", 0))
        return self.entry("move", public, **more, **({"seals": found} if found else {}))

    def document(self) -> Json:
        """The file as an export writes it, for eyes that know everything."""
        return {
            "format": faults.FORMAT, "format_version": faults.FORMAT_VERSION, "record": RECORD,
            "entries": self.entries, "secrets": self.secrets, "opened": self.opened, "players": self.players,
            "box": self.box,
        }  # fmt: skip


def simulated(seed: int = 7, seats: int = 3, most: int | None = None) -> Writer:
    """A record of an imaginary table."""
    colours = list(GAMES["kingdoms"].colours(GAMES["kingdoms"].box()))[:seats]
    writer = Writer(colours)
    for count, move in enumerate(writer.game.table(Random(seed), colours, {}, writer.box)):
        if count == most:
            break
        writer.move(move)
    return writer
