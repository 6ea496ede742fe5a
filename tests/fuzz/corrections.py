"""Undo, consents, corrections, rulings and irregular moves, half of them such as a recorder or judge would send."""

import random
from typing import Any

from engines import GAMES
from engines.kernel.game import MoveType
from service.record.entries.timeline import read
from tests.contract.ruling import value
from tests.fuzz import corpus, mutate
from tests.fuzz.mutate import Json
from tests.fuzz.targets import LOOKS, BrokenError, Service

IRREGULAR = {"reason": "nobody noticed", "accepted_by": [0, 1]}


class Corrections(Service):
    """What takes back and corrects; a correction that was taken leaves a record that everybody can read."""

    def hurl(self, rng: random.Random) -> None:
        number = rng.randrange(len(self.at.records))
        record, title = self.at.records[number], self.at.titles[number // 3]
        version = self.at.service.log.head(record).version
        moves = corpus.played(title, number % 3).moves
        acts = (self.undo, self.consent, self.correction, self.correction, self.irregular, self.ruling, self.standing)
        call, body = rng.choice(acts)(rng, version, moves)
        match = f'"{version}"' if rng.random() < 0.9 else rng.choice(('"1"', "*", '"999"'))
        if call == "rulings":
            body["adjustments"] = [self.adjustment(rng, title) for _ in range(rng.randint(1, 3))]
        # An admin is a judge of every record.
        who = self.auth(self.at.admin if call == "rulings" else None)
        headers = {**who, "If-Match": match, "Content-Type": "application/json"}
        sent = mutate.spelled(mutate.tree(rng, body) if rng.random() < 0.5 else body)
        query = rng.choice(("dry_run=1", "dry_run=1&lang=es", "offers=1", ""))
        if call in ("close", "void"):  # else nothing more could be tried on it
            query = "dry_run=1"
        log = self.call("GET", f"/v1/records/{record}/log", self.auth()).data
        answer = self.call("POST", f"/v1/records/{record}/{call}", headers, sent, query)
        if answer.status_code != 201:
            if self.call("GET", f"/v1/records/{record}/log", self.auth()).data != log:
                raise BrokenError(f"{answer.status_code}, and the log is another", sent)
            return
        read(self.at.service.log.read(record))
        for look in rng.sample(LOOKS, 2):
            path, _, asked = look.partition("?")
            self.call("GET", f"/v1/records/{record}{path}", self.auth(), query=asked)

    @staticmethod
    def undo(rng: random.Random, version: int, moves: Any) -> tuple[str, Json]:
        """The last moves, some by name, or an act."""
        del moves
        asked: Json = {
            "undoes": [str(rng.randint(1, version + 1))], "seat": rng.choice((None, 0, 1, 9)),
            "count": rng.randint(0, 3), "consents": [0, 1], "requested_by": 1,
        }  # fmt: skip
        return "undo", {name: asked[name] for name in rng.sample(sorted(asked), rng.randint(0, 4))}

    @staticmethod
    def standing(rng: random.Random, version: int, moves: Any) -> tuple[str, Json]:
        """A note, or what says how the record stands."""
        del moves
        seat, outcome = rng.choice((None, 0, 1, 9)), rng.choice("0af") * 64
        name = rng.choice((None, str(rng.randint(1, version + 1))))
        acts: list[tuple[str, Json]] = [
            ("notes", {"text": "late", "about": name, "for": rng.choice(("all", "judges"))}),
            ("checks", {"point": rng.randint(0, 3), "seat": seat, "figures": {"gold": rng.randint(-9, 99_999)}}),
            ("signatures", {rng.choice(("outcome", "opening")): outcome, "seat": seat}),
            ("disputes", {"outcome": outcome, "seat": seat, "reason": "no"}),
            ("close", {"reason": rng.choice(("abandoned", "conceded", "ruled")), "seat": seat, "text": ""}),
            ("void", {"reason": "x"}),
        ]
        return rng.choice(acts)

    @staticmethod
    def consent(rng: random.Random, version: int, moves: Any) -> tuple[str, Json]:
        """Of some moves."""
        del moves
        return "consents", {"to": [str(rng.randint(1, version + 1))]}

    @staticmethod
    def correction(rng: random.Random, version: int, moves: Any) -> tuple[str, Json]:
        """One change or several."""
        name = str(rng.randint(2, version + 1))
        changes: list[Json] = [
            {"op": "amend", "name": name, "body": rng.choice(moves)},
            {"op": "insert", "before": name, "body": rng.choice(moves)},
            {"op": "retract", "name": str(version)},
            {"op": "keep", "name": str(version), "irregular": IRREGULAR},
            {
                "op": "opening",
                "seats": [{"seat": rng.randint(0, 4), rng.choice(("name", "colour")): rng.choice(("Ana", "red"))}],
            },
            {"op": "opening", "occasion": {"league": "city", "place": None, "refs": {"bga": rng.choice(("7", None))}}},
            {"op": "opening", "options": {"mode": rng.choice(("short", "standard")), "flip_order": "block"}},
        ]
        return "corrections", {"changes": rng.sample(changes, rng.randint(1, 3)), "requested_by": 0}

    @staticmethod
    def ruling(rng: random.Random, version: int, moves: Any) -> tuple[str, Json]:
        """What a judge orders, but for the adjustments."""
        del moves
        asked: Json = {"about": str(rng.randint(1, version + 1)), "requested_by": rng.choice((0, 9)), "reason": "why"}
        return "rulings", {name: asked[name] for name in rng.sample(sorted(asked), rng.randint(0, 3))}

    @staticmethod
    def adjustment(rng: random.Random, title: str) -> Json:
        """An adjustment of a game, by chance."""
        game = GAMES[title]
        kind, about = rng.choice(list(game.adjustments(game.box()).items()) or [("win", MoveType({}, {}))])
        seat: Json = {"seat": rng.randrange(3)} if about.seated else {}
        return {"type": kind, **seat, **{name: value(rng, field, 3) for name, field in about.fields.items()}}

    @staticmethod
    def irregular(rng: random.Random, version: int, moves: Any) -> tuple[str, Json]:
        """A move that the rules may refuse."""
        del version
        return "moves", {**rng.choice(moves), "irregular": IRREGULAR}
