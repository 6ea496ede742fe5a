"""Round trips: simulated games of every title, with all options, out as text and as JSON, and back.

``python -m tests.fuzz.trips [--games N] [--seed N] [--only TITLE]`` plays N games of each title and compares the logs.
"""

import argparse
import json
import sys
import time
from collections.abc import Iterator
from random import Random
from typing import Any

from engines import GAMES
from engines.kernel import canonical
from engines.kernel.game import Field, Json
from service.access import tokens
from service.cli.replays import header_of, opening_of, read_text
from tests.fuzz.corpus import open_place

NAMES = ("Ana", "Ortiz, Eva", " Max ", '"Noa"', "Ñ=#")
"""Names that a header must carry as they are."""
ANEW = (b"# record: ", b"# outcome: ")
"""Lines of a text that say which record it is of."""
FILE = {"Content-Type": "application/json"}


class TripError(AssertionError):
    """A game did not come back as it went out."""


class Trips:
    """Round trips through one service."""

    def __init__(self, app: Any) -> None:
        self.client = app.test_client()
        self.token = tokens.create(app.extensions["movebook"].log.store, "admin")

    def make(self, title: str, seed: int) -> int:
        """Play one game, carry it away and back; how many moves it had."""
        game, rng = GAMES[title], Random(f"{title} {seed}")
        box = game.box()
        colours = list(game.colours(box))
        rng.shuffle(colours)
        colours = colours[: game.seats[seed % len(game.seats)]]
        options = {name: drawn(field, rng) for name, field in game.options().items()}
        moves = list(game.table(rng, colours, options, box, "all" if seed % 3 else "public"))
        called = rng.sample(NAMES, len(NAMES))
        seats = [{"colour": colour, "name": name} for colour, name in zip(colours, called, strict=False)]
        record = self._opened({"game": title, "seats": seats, "options": options, "moves": moves})
        raw = self._get(f"/records/{record}/export")
        self._as_json(raw)
        self._as_text(record, told(raw), options, seats, into_open=seed % 4 == 1)
        return len(moves)

    def _opened(self, body: Json) -> str:
        return str(self._post("/records", body)["id"])

    def _as_json(self, raw: bytes) -> None:
        copy = self._post("/records/import", raw)["record"]
        back = json.loads(self._get(f"/records/{copy}/export"))
        same("entries through JSON", *(canonical.canonical(file["entries"]) for file in (json.loads(raw), back)))

    def _as_text(self, record: str, log: bytes, options: Json, seats: list[Json], *, into_open: bool) -> None:
        raw = self._get(f"/records/{record}/export", format="text")
        opening = opening_of(record, header_of(record, raw)[1])
        same("options through text", opening["options"], options)
        same("seats through text", opening["seats"], seats)
        moves = [move for _, move in read_text(record, raw)[1]]
        again = self._opened({**opening, "moves": moves})
        same("logs through text", told(self._get(f"/records/{again}/export")), log)
        text = self._get(f"/records/{again}/export", format="text")
        same("texts", *([line for line in one.split(b"\n") if not line.startswith(ANEW)] for one in (raw, text)))
        if into_open:
            empty = self._opened(opening)
            self._post(f"/records/{empty}/import", raw, {"If-Match": '"1"', "Content-Type": "text/plain"})
            same("logs through an import", told(self._get(f"/records/{empty}/export")), log)

    def _get(self, path: str, **query: Any) -> bytes:
        answer = self.client.get(f"/v1{path}", headers=self._headers({}), query_string=query)
        if answer.status_code != 200:
            raise TripError(f"GET {path}: {answer.status_code} {answer.text[:500]}")
        return bytes(answer.data)

    def _post(self, path: str, body: Json | bytes, headers: Json | None = None) -> Json:
        raw = body if isinstance(body, bytes) else json.dumps(body).encode()
        answer = self.client.post(f"/v1{path}", data=raw, headers=self._headers(headers or FILE))
        if answer.status_code != 201:
            raise TripError(f"POST {path}: {answer.status_code} {answer.text[:500]}")
        found: Json = answer.json
        return found

    def _headers(self, headers: Json) -> Json:
        return {"Authorization": f"Bearer {self.token}", **headers}


def told(raw: bytes) -> bytes:
    """What the log of a file says but for what is made anew: ids, times, salts and the hashes over them."""
    file = json.loads(raw)
    out = []
    for entry in file["entries"]:
        body = entry["body"]
        if entry["type"] == "opened":
            seats = [{**seat, "player": file["players"][seat["player"]]} for seat in body["seats"]]
            body = {**body, "record": "", "seats": seats}
        kept = {name: entry[name] for name in ("version", "type", "state", "opens", "barrier") if name in entry}
        facts = file["secrets"].get(str(entry["version"]), {})
        out.append({**kept, "body": body, "secrets": {name: fact["value"] for name, fact in facts.items()}})
    return canonical.canonical(out)


def drawn(field: Field, rng: Random) -> Any:
    """A value of an option, each as likely as any other."""
    return rng.choice((False, True) if field.kind == "flag" else field.choices)


def same(what: str, one: Any, other: Any) -> None:
    """Compare what went out with what came back."""
    if one != other:
        raise TripError(f"{what}: {one!r:.2000}\n{other!r:.2000}")


def main(arguments: list[str]) -> int:
    """Make round trips, and say how many there were."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.trips", description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", choices=list(GAMES))
    args = parser.parse_args(arguments)
    for title in [args.only] if args.only else GAMES:
        began, moves = time.monotonic(), 0
        for place in batches(args.games):
            with open_place() as found:
                trips = Trips(found.app)
                moves += sum(trips.make(title, args.seed + number) for number in place)
        print(f"{title}: {args.games} games, {moves} moves, {time.monotonic() - began:.0f} s", flush=True)
    return 0


def batches(games: int, most: int = 50) -> Iterator[range]:
    """The numbers of games, so many to a store."""
    for first in range(0, games, most):
        yield range(first, min(first + most, games))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
