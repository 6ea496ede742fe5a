"""What a crowd throws at a service: each call that takes long, in the hands of whoever may make it."""

import dataclasses
import itertools
import json
import random
from collections.abc import Sequence
from functools import partial
from typing import Any

import requests

from engines import GAMES
from service.access import tokens
from service.store.connect import connect
from tests.bench.append import store_url
from tests.bench.table import Json, Up

GAME = "xidit"
BOX_BYTES = 250 << 10
"""Of a hostile box: nearly as many as a club's token may bring."""
LINES = "application/x-ndjson"


@dataclasses.dataclass(frozen=True)
class Step:
    """One request of a caller."""

    method: str
    path: str
    headers: Json = dataclasses.field(default_factory=dict)
    body: str = ""


@dataclasses.dataclass(frozen=True)
class Attack:
    """What every caller of a crowd does over and over."""

    hands: str
    name: str
    steps: tuple[Step, ...]
    hold: int = 0
    text: str = ""


HALF_TLS = Attack("an address", "half-sent", (Step("GET", "/"),), 4400, "\x16\x03\x01\x02\x00")
"""The first bytes of TLS from more connections than the API takes."""


def game() -> tuple[Sequence[str], Json, list[Json]]:
    """Colours, options and moves of the longest game there is."""
    title = GAMES[GAME]
    box = title.box()
    colours = list(title.colours(box))[: title.seats.stop - 1]
    options = {name: field.default for name, field in title.options().items()} | {"mode": "long"}
    return colours, options, list(title.table(random.Random(1), colours, options, box, knows="public"))


def hostile_box() -> str:
    """A box that has two long lists, each item of one to be found in the other."""
    box = GAMES[GAME].box()
    text = json.dumps(box)
    for number in itertools.count(0, 100):
        if len(text) > BOX_BYTES:
            break
        box["tile_sets"] += [{"id": f"s{one}", "tiles": 1} for one in range(number, number + 100)]
        box["tiles"] += [{"id": f"t{one}", "set": f"s{one}"} for one in range(number, number + 100)]
        text = json.dumps(box)
    return text


def _post(up: Up, token: str, path: str, body: Any, **headers: str) -> Json:
    sent = {"json": body} if isinstance(body, dict) else {"data": body}
    answer = requests.post(
        f"{up.url}{path}", headers={"Authorization": f"Bearer {token}", **headers}, timeout=120, **sent
    )
    answer.raise_for_status()
    return dict(answer.json())


def confided(up: Up, club: str) -> tuple[str, str, Json]:
    """Path, link's token and body: a starting tile given after a whole game is tried on all that followed."""
    title = GAMES["kingdoms"]
    box = title.box()
    colours, options = list(title.colours(box)), {name: field.default for name, field in title.options().items()}
    moves = list(title.table(random.Random(3), colours, options, box, knows="public"))
    opening = {"game": "kingdoms", "seats": [{"colour": colour} for colour in colours]}
    path = f"/v1/records/{_post(up, club, '/v1/records', opening)['id']}"
    lines = "\n".join(json.dumps(move) for move in moves)
    _post(up, club, f"{path}/import", lines, **{"If-Match": '"1"', "Content-Type": LINES})
    tiles = {move["tile"] for move in moves if "tile" in move}
    for name, move in enumerate(moves, 2):
        if move["type"] != "deal_starting_tile":
            continue
        dealt = (move["type"], move["seat"])
        epoch = list(itertools.takewhile(lambda later: (later["type"], later.get("seat")) != dealt, moves[name - 1 :]))  # noqa: B023
        if any(later.get("seat") == move["seat"] and "starting_tile" in later["type"] for later in epoch):
            continue
        link = _post(up, club, f"{path}/tokens", {"scope": "seat", "seat": move["seat"]})["token"]
        left = sorted(tiles - {later.get("tile") for later in epoch})
        return path, link, {"name": str(name), "tile": left[0]}
    raise AssertionError(lines)


def made(up: Up, club: str) -> list[Attack]:
    """The attacks on a service, on records that are written for them."""
    colours, options, moves = game()
    lines = "\n".join(json.dumps(move) for move in moves)
    stranger = tokens.create(connect(store_url(up)), "record")

    post = partial(_post, up)
    opening = {"game": GAME, "options": options, "seats": [{"colour": colour} for colour in colours]}

    def recorded(token: str) -> str:
        record = str(post(token, "/v1/records", {**opening, "visibility": "public"})["id"])
        post(token, f"/v1/records/{record}/import", lines, **{"If-Match": '"1"', "Content-Type": LINES})
        return f"/v1/records/{record}"

    big, own = recorded(club), recorded(stranger)
    seat = {"Authorization": f"Bearer {post(club, f'{big}/tokens', {'scope': 'seat', 'seat': 0})['token']}"}
    theirs = {"Authorization": f"Bearer {stranger}"}
    held = {**theirs, "Content-Type": "application/json"}
    file = requests.get(f"{up.url}{own}/export", headers=theirs, timeout=120).text
    box = hostile_box()
    table, link, late = confided(up, club)
    anybody: Json = {}
    found = [
        Attack(hands, what, (Step("GET", record + path, headers),))
        for hands, record, headers in (("anybody", big, anybody), ("a seat", big, seat), ("a club", own, theirs))
        for what, path in (
            ("a page", "/export?format=html&lang=en"), ("a file", "/export?format=json"),
            ("a replay", "/replay?lang=en"), ("a look back", "/state?ply={n}"),
        )
    ]  # fmt: skip
    first = [
        Step("POST", "/v1/records/{id}/moves", {**held, "If-Match": f'"{version}"'}, json.dumps(move))
        for version, move in enumerate(moves[:12], 1)
    ]
    overtaken = Step("POST", f"{own}/moves", {**held, "If-Match": '"1"'}, json.dumps(moves[0]))
    page, look = f"{big}/export?format=html&lang=en", f"{big}/state?ply={{n}}"
    return [
        *found,
        *(
            Attack(hands, what, (Step("GET", path, {"X-Forwarded-For": address}),))
            for hands, address in (("32 addresses", "198.51.100.{caller}"), ("one /64", "2001:db8::{n}"))
            for what, path in (("a page", page), ("a look back", look))
        ),
        Attack("a token", "streams", (Step("GET", f"{big}/stream", theirs),), 1000),
        Attack(
            "anybody", "a box", (Step("POST", f"/v1/boxes?game={GAME}", {"Content-Type": "application/json"}, box),)
        ),
        Attack(
            "a seat",
            "a late secret",
            (
                Step(
                    "POST",
                    f"{table}/secrets?dry_run=1",
                    {"Authorization": f"Bearer {link}", "Content-Type": "application/json", "If-Match": "*"},
                    json.dumps(late),
                ),
            ),
        ),
        Attack("a club", "a box", (Step("POST", f"/v1/boxes?game={GAME}", held, box),)),
        Attack("a club", "moves", (Step("POST", "/v1/records", held, json.dumps(opening)), *first)),
        Attack("a club", "a move too late", (overtaken,)),
        Attack("a club", "a file brought", (Step("POST", "/v1/records/import", held, file),)),
        Attack(
            "a club",
            "a game at once",
            (
                Step("POST", "/v1/records", held, json.dumps(opening)),
                Step("POST", "/v1/records/{id}/import", {**theirs, "Content-Type": LINES, "If-Match": '"1"'}, lines),
            ),
        ),
    ]
