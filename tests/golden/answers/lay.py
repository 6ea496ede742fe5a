"""Lays the records of the backup over HTTP: of each title a whole game, a mended one, and one by the seats' own links.

Run only to make a new backup (``python -m tests.golden.answers --lay``): all answers are then stored anew.
"""

import itertools
import json
import shutil
import tempfile
from collections.abc import Iterable
from copy import copy
from pathlib import Path
from random import Random
from typing import Any

from engines import GAMES
from tests.golden.answers.running import Caller, movebook, up

Json = dict[str, Any]
SEATS = {"mage_knight": 2, "rise_of_empires": 2}
"""How many sit down where it is not three."""
MENDED = 45
"""Moves of the records that are not played to the end."""
GIFTS: dict[str, Json] = {
    "architects": {"type": "change_goods", "good": "silver"},
    "mage_knight": {"type": "change_fame"},
    "rise_of_empires": {"type": "change_amount", "what": "vp"},
}
"""A judge's ruling; where none is named, gold."""
REGULAR = {"architects", "rise_of_empires"}
"""Titles in which nothing that the rules refuse has a meaning."""


class Hands:
    """The writers of a record, by name: ``owner``, ``admin``, ``judge``, ``seat:0`` ...; and its version."""

    def __init__(self, caller: Caller, opened: Json, owner: str, admin: str) -> None:
        self.caller, self.id, self.version = caller, opened["id"], 1
        self.refusal: Json = {}
        self.tokens = {"owner": owner, "admin": admin}
        for seat in range(len(opened["seats"])):
            self.tokens[f"seat:{seat}"] = self.post("tokens", {"scope": "seat", "seat": seat})["token"]
        for name, scope in (("judge", "judge"), ("recorder", "record"), ("reader", "read")):
            self.tokens[name] = self.post("tokens", {"scope": scope, "label": f"the {name}"})["token"]
        self.follow()

    def follow(self) -> Json:
        """Learn the version, as others may have written; the record as its owner has it."""
        found = send(self.caller, "GET", f"/v1/records/{self.id}", self.tokens["owner"])
        self.version = found["version"]
        return found

    def try_(self, call: str, body: Any, hand: str = "owner", **headers: str) -> Json | None:
        """Write something, if the service takes it."""
        sent = {"If-Match": f'"{self.version}"', **headers}
        answer = self.caller.begin("POST", f"/v1/records/{self.id}/{call}", self.tokens[hand], {}, sent, body)
        told = json.loads(answer.read() or b"{}")
        if answer.status != 201:
            self.refusal = told
            return None
        self.version = told.get("version", self.version)
        return dict(told)

    def post(self, call: str, body: Any, hand: str = "owner", **headers: str) -> Json:
        """Write something that must be taken."""
        told = self.try_(call, body, hand, **headers)
        assert told is not None, (call, body, hand, self.refusal)
        return told

    def moments(self) -> Json:
        """What may be asked of the record: its last version, and a move in the middle of it."""
        log = send(self.caller, "GET", f"/v1/records/{self.id}/log", self.tokens["admin"], limit=10000)["entries"]
        moves = [entry for entry in log if entry["type"] == "move"]
        entry = moves[len(moves) // 2]
        return {"version": log[-1]["version"], "middle": {name: entry[name] for name in ("version", "at", "body")}}

    def play(self, moves: Iterable[Json]) -> None:
        """Many moves at once."""
        lines = [json.dumps(move) for move in moves]
        for start in range(0, len(lines), 40):
            some = "\n".join(lines[start : start + 40]).encode()
            self.post("import", some, **{"Content-Type": "application/x-ndjson"})


def copy_of(hands: Hands, record: str) -> Hands:
    """A copy of a record, in the hands of those whose tokens are of no record."""
    found = copy(hands)
    found.id, found.tokens = record, {name: hands.tokens[name] for name in ("owner", "admin")}
    return found


def send(caller: Caller, method: str, path: str, token: str, body: Any = None, **query: Any) -> Json:
    """A call that must go well."""
    answer = caller.begin(method, path, token, query, {}, body)
    raw = answer.read()
    assert answer.status < 300, (method, path, answer.status, raw)
    return dict(json.loads(raw or b"{}"))


def simulated(title: str, seed: int) -> tuple[list[str], list[Json]]:
    """Colours and moves of an imaginary table."""
    game = GAMES[title]
    colours = list(game.colours(game.box()))[: SEATS.get(title, 3)]
    options = {name: field.default for name, field in game.options().items()}
    return colours, list(game.table(Random(seed), colours, options, game.box()))


def finish(hands: Hands, moves: list[Json], title: str) -> None:
    """A whole game with its result: signed by the seats and closed, disputed, or left unsigned."""
    hands.play(moves)
    outcome = hands.follow()["standing"]["outcome"]
    hands.post("signatures", {"outcome": outcome}, "seat:0", **{"If-Match": "*"})
    if title == "xidit":
        hands.post("disputes", {"outcome": outcome, "reason": "count the gold again"}, "seat:1", **{"If-Match": "*"})
    elif title != "architects":
        for seat in range(1, SEATS.get(title, 3)):
            hands.post("signatures", {"outcome": outcome, "seat": seat}, **{"If-Match": "*"})
        hands.follow()
        hands.try_("close", {"reason": "agreed"})


def mend(hands: Hands, moves: list[Json], title: str) -> None:
    """Part of a game with everything that changes what was recorded."""
    everybody = list(range(SEATS.get(title, 3)))
    hands.play(moves[:MENDED])
    last = hands.version
    agreed: Json = {"consents": everybody, "reason": "typed too early"}
    hands.post("undo", {"undoes": [str(hands.version)], **agreed})
    hands.post("undo", {"undoes": [str(hands.version)], **agreed})
    hands.post("notes", {"text": "played in a hurry", "for": "all", "about": "9"}, "seat:0")
    hands.post("notes", {"text": "ask them about this", "for": "judges"}, "judge")
    gone = hands.post("notes", {"text": "their telephone number", "for": "all"})
    hands.post("consents", {"to": [str(MENDED)]}, "seat:1", **{"If-Match": "*"})
    gift = {**GIFTS.get(title, {"type": "change_gold"}), "seat": 1, "by": 1}
    ruling = {"adjustments": [gift], "reason": "paid twice", "requested_by": 0}
    hands.post("rulings", ruling, "judge")
    hands.post("rulings", ruling, "admin")
    hands.post("undo", {"undoes": [str(hands.version)]}, "judge")
    some = [(name, move) for name in range(last, last - 10, -1) for move in Random(name).sample(moves, 6)]
    changes = [{"op": "amend", "name": str(name), "body": move} for name, move in some]
    changes.append({"op": "retract", "name": str(last)})
    assert any(hands.try_("corrections", {"changes": [change], "requested_by": 1}) for change in changes), hands.refusal
    if title not in REGULAR:
        against = {"irregular": {"reason": "nobody noticed", "accepted_by": everybody}}
        tries = (hands.try_("moves", {**move, **against}) for move in Random(1).sample(moves, len(moves)))
        assert any(tries), hands.refusal
    path = f"/v1/records/{hands.id}/texts/{gone['entry']['version']}/text"
    send(hands.caller, "DELETE", path, hands.tokens["owner"])


def own_links(hands: Hands, moves: list[Json], title: str) -> None:
    """Each seat types its own moves, and its own secrets; the recorder what is the table's."""
    for move in moves[:MENDED]:
        hand = f"seat:{move['seat']}" if "seat" in move else "owner"
        if hands.try_("moves", move, hand) is None:
            hands.post("moves", move)
    if title == "rise_of_empires":
        hands.post("void", {"reason": "the board fell"})


KINDS = {"whole": finish, "mended": mend, "seats": own_links}


def record(caller: Caller, title: str, number: int, kind: str, owner: str, admin: str, **more: Any) -> Hands:
    """One record."""
    colours, moves = simulated(title, number)
    names = ("Ana Ruiz", "Ñuñez 🎲", "Carla")
    seats = [{"colour": colour, "name": name} for colour, name in zip(colours, names, strict=False)]
    opening = {"game": title, "seats": seats, **more}
    if kind == "whole":
        opening |= {"visibility": "public", "occasion": {"league": "Tuesdays", "round": str(number), "table": "2"}}
    elif kind == "seats":
        opening |= {"visibility": "private", "policies": {"typing": "seats"}}
    hands = Hands(caller, send(caller, "POST", "/v1/records", owner, opening), owner, admin)
    KINDS[kind](hands, moves, title)
    return hands


def lay(store: Path, tokens: Path) -> None:
    """Lay every record, and write the backup and the tokens of those who look."""
    with tempfile.TemporaryDirectory() as name:
        data = Path(name)
        with up(data) as (host, admin):
            caller = Caller(host)
            owner = (data / "recorder").read_text().strip()
            strangers = [
                json.loads(movebook(data, "token", "create", "--scope", "record", "--json"))["token"] for _ in range(2)
            ]
            laid = {
                f"{title}-{kind}": record(caller, title, number, kind, owner, admin)
                for number, (title, kind) in enumerate(itertools.product(GAMES, KINDS), 1)
            }
            box = GAMES["kingdoms"].box() | {"edition": "ours"}
            stored = send(caller, "POST", "/v1/boxes", owner, box, game="kingdoms")["hash"]
            laid["kingdoms-box"] = record(caller, "kingdoms", 90, "mended", owner, admin, box=stored)
            gone = record(caller, "kingdoms", 91, "mended", owner, admin)
            file = send(caller, "GET", f"/v1/records/{laid['xidit-whole'].id}/export", owner)
            original = laid["xidit-whole"]
            laid["xidit-copy"] = copy_of(original, send(caller, "POST", "/v1/records/import", owner, file)["record"])
            erased = send(caller, "GET", f"/v1/records/{laid['architects-whole'].id}", owner)["seats"][1]["player"]
            send(caller, "DELETE", f"/v1/players/{erased}", admin)
            send(caller, "GET", f"/v1/records/{laid['kingdoms-seats'].id}/state", admin, eyes="judge")
            movebook(data, "records", "remove", gone.id)
            movebook(data, "token", "revoke", strangers[1])
            # 1: it leaves out that texts were erased, which the records say themselves.
            movebook(data, "export", "--all", "-o", data / "store.jsonl.gz", ends=(0, 1))
            records = {name: {"id": hands.id, "hands": hands.tokens, **hands.moments()} for name, hands in laid.items()}
        shutil.copyfile(data / "store.jsonl.gz", store)
    told = {
        "admin": admin, "owner": owner, "stranger": strangers[0], "revoked": strangers[1], "box": stored,
        "removed": gone.id, "player": erased, "records": records,
    }  # fmt: skip
    tokens.write_text(json.dumps(told, separators=(",", ":")) + "\n", encoding="utf-8")
