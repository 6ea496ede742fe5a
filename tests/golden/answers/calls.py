"""Every call that is made: each that reads, with each of its parameters, and a dry run of each that writes."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Any

Json = dict[str, Any]
RECORD = "/v1/records/{record}"
NEXT = "<next>"
"""Where the cursor goes that the call before was answered with."""
EYES = ("public", "seat:0", "recorder", "appointed", "judge")
UNTRIED = {
    *(f"POST {RECORD}/{call}" for call in ("tokens", "codes", "recorder")),
    "POST /v1/records",
    "POST /v1/claims",
    "POST /v1/records/import",
    "POST /v1/boxes",
    "POST /v1/leagues",
    "PUT /v1/leagues/{league}",
    "POST /v1/leagues/{league}/tables",
    "POST /v1/leagues/{league}/links",
    "POST /v1/leagues/{league}/tokens",
    "DELETE /v1/leagues/{league}/tokens/{token_id}",
    "PUT /v1/leagues/{league}/conditions",
    "PUT /v1/leagues/{league}/people/{ref}",
    "DELETE /v1/leagues/{league}/people/{ref}",
    *(f"{call} /v1/leagues/{{league}}/people/{{ref}}/joined" for call in ("PUT", "DELETE")),
    *(f"{call} /v1/leagues/{{league}}/webhook" for call in ("PUT", "DELETE")),
    *(f"POST /v1/leagues/{{league}}/webhook/{call}" for call in ("test", "resume", "rotate")),
    "PUT /v1/drafts/{game}/{edition}",
    "DELETE /v1/drafts/{game}/{edition}",
    f"DELETE {RECORD}/tokens/{{token_id}}",
    f"DELETE {RECORD}/texts/{{version}}/{{name}}",
    "DELETE /v1/players/{player}",
}
"""Calls that write and have no dry run."""


@dataclass(frozen=True)
class Call:
    """One call."""

    name: str
    path: str
    query: Mapping[str, Any] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    body: Any = None
    method: str = "GET"

    @property
    def asked(self) -> dict[str, Any]:
        """The parameters that are not of the path."""
        return {name: value for name, value in self.query.items() if f"{{{name}}}" not in self.path}


def of_record(record: Json, *, everything: bool = True) -> Iterator[Call]:
    """The calls about one record."""
    here, middle = {"record": record["id"]}, record["middle"]
    late = {"stream": {"after": record["version"] - 3}}

    def read(name: str, call: str = "", headers: Mapping[str, str] | None = None, /, **query: Any) -> Call:
        return Call(name, f"{RECORD}/{call}" if call else RECORD, here | query, headers or {})

    for call in (
        "",
        "tokens",
        "codes",
        "log",
        "state",
        "offers",
        "replay",
        "result",
        "stream",
        "export",
        "statement",
        "audit",
    ):
        yield read(call or "record", call, **late.get(call, {}))
    yield from (read(f"{call}-{eyes}", call, eyes=eyes) for call, eyes in product(("log", "state"), EYES))
    yield from _tries(here, record["version"], middle)
    if everything:
        yield from _more(here, record["version"], middle, read)


def _more(here: Json, last: int, middle: Json, read: Callable[..., Call]) -> Iterator[Call]:
    version, body = middle["version"], middle["body"]
    for call in ("offers", "replay", "stream", "export"):
        yield read(f"{call}-seat:0", call, eyes="seat:0", **({"after": last - 3} if call == "stream" else {}))
    yield read("checks", "checks")
    yield read("audit-tags", "audit", {"If-None-Match": '"0"', "If-Match": '"1"'})
    yield read("statement-now", "statement", {"If-None-Match": '"0"', "If-Match": '"1"'}, now=1)
    yield read("slips", "slips", point=1, after=0)
    yield from (read(f"{call}-tags", call, {"If-None-Match": '"0"', "If-Match": '"1"'}) for call in ("checks", "slips"))
    yield read("log-part", "log", after=version, limit=3)
    yield read("log-wait", "log", after=version - 1, limit=1, wait=1)
    yield read("log-lines", "log", {"Accept": "application/x-ndjson"}, after=version)
    yield from (read(f"state-ply-{ply}", "state", ply=ply) for ply in (0, version // 2, 100_000))
    yield from (read(f"{call}-version", call, version=version) for call in ("state", "replay"))
    yield from (read(f"{call}-at", call, at=middle["at"]) for call in ("state", "replay"))
    yield read("state-name", "state", name=str(version))
    yield from (read(f"state-{what}", "state", what=what) for what in ("facts", "fold", "nonsense"))
    yield read("offers-move", "offers", move=json.dumps({"type": body["type"]}))
    yield read("offers-line", "offers", line=f"{body.get('seat', '')} {body['type'][:4]}".strip())
    yield read("offers-wrong", "offers", line="9 nonsense")
    yield from (read(f"{call}-both", call, lang="en,es") for call in ("state", "offers", "replay"))
    yield read("unknown", "state", nonsense=1)
    for call in ("", "log", "state", "offers", "replay", "result", "export"):
        yield read(f"{call or 'record'}-same", call, {"If-None-Match": "*"})
        yield read(f"{call or 'record'}-other", call, {"If-Match": '"1"'})
    yield read("state-packed", "state", {"Accept-Encoding": "gzip"})
    yield read("replay-after", "replay", after=version // 2)
    yield read("stream-again", "stream", {"Last-Event-ID": str(version)})
    yield from (read(f"export-{form}", "export", format=form) for form in ("text", "html", "nonsense"))
    yield Call("state-head", f"{RECORD}/state", here, method="HEAD")
    yield Call("state-options", f"{RECORD}/state", here, method="OPTIONS")


def _tries(here: Json, version: int, middle: Json) -> Iterator[Call]:
    """Dry runs of every write."""
    name, move = str(middle["version"]), middle["body"]
    bodies: dict[str, Any] = {
        "moves": move,
        "secrets": {"name": name, "tile": "dragon"},
        "undo": {"count": 1, "consents": [0, 1, 2], "reason": "typed too early"},
        "consents": {"to": [name]},
        "corrections": {"changes": [{"op": "retract", "name": name}]},
        "rulings": {"adjustments": [{"type": "change_gold", "seat": 0, "by": 1}], "reason": "paid twice"},
        "import": json.dumps(move).encode(),
        "notes": {"text": "played in a hurry", "about": name},
        "checks": {"point": 1, "seat": 0, "figures": {"gold": 9_999}},
        "signatures": {"opening": "0" * 64, "seat": 0},
        "disputes": {"outcome": "0" * 64, "seat": 0, "reason": "count again"},
        "close": {"reason": "abandoned"},
        "void": {"reason": "the board fell"},
    }
    match = {"If-Match": f'"{version}"', "Idempotency-Key": "a try"}
    for call, body in bodies.items():
        more = {"Content-Type": "application/x-ndjson"} if call == "import" else {}
        yield Call(
            f"try-{call}", f"{RECORD}/{call}", here | {"dry_run": 1, "offers": 1, "breaks": 1}, match | more, body,
            "POST",
        )  # fmt: skip
    late = {"moves": {"run": 1}, "secrets": {"run": 1}, "import": {"until_refused": 1}}
    for call, query in late.items():
        more = {"Content-Type": "application/x-ndjson"} if call == "import" else {}
        sent = {"If-Match": '"1"', **more}
        yield Call(f"stale-{call}", f"{RECORD}/{call}", here | query | {"dry_run": 1}, sent, bodies[call], "POST")


def of_service(told: Json, games: list[str]) -> Iterator[Call]:
    """The calls about no record, and those about records that are not there."""
    player, records = told["player"], "/v1/records"
    yield from (Call(call, f"/v1/{call}") for call in ("games", "key", "token", "records"))
    yield from (Call(f"game-{game}", "/v1/games/{game}", {"game": game}) for game in [*games, "nonsense"])
    yield Call("records-page", records, {"limit": 3, "copies": "1"})
    yield Call("records-next", records, {"limit": 3, "copies": "1", "cursor": NEXT})
    filters = {
        "game": "kingdoms", "status": "closed", "player": player, "league": "Tuesdays", "occasion.league": "Tuesdays",
        "event": "none", "round": "1", "table": "2", "ref": "bga:1", "text": "Ana",
        "changed_since": "2026-01-01T00:00:00Z",
    }  # fmt: skip
    yield from (Call(f"records-{name}", records, {name: value}) for name, value in filters.items())
    yield Call("records-tags", records, {"limit": 1}, {"If-None-Match": '"0"', "If-Match": '"1"'})
    yield Call("records-wrong", records, {"status": "nonsense", "limit": 0})
    yield from (Call(f"box-{box[:4]}", "/v1/boxes/{box}", {"box": box}) for box in (told["box"], "0" * 64))
    yield from (Call(f"boxes-{game}", "/v1/boxes", {"game": game}) for game in [*games, "nonsense"])
    tags = {"If-None-Match": '"0"', "If-Match": '"1"'}
    yield Call("no-such-draft", "/v1/drafts/{game}/{edition}", {"game": "xidit", "edition": "none"}, tags)
    follows = dict.fromkeys(("after", "game", "league", "occasion.league", "event"), "x")
    yield Call("feed-wrong", "/v1/feed", follows | {"limit": 3, "wait": 0, "include": "result"}, tags)
    yield from (
        Call(f"no-league{part}", f"/v1/leagues/{{league}}{part}", {"league": "none"})
        for part in ("", "/conditions", "/webhook")
    )
    yield Call("no-person", "/v1/leagues/{league}/people/{ref}", {"league": "none", "ref": "17"})
    yield from (Call(f"none-{call}", f"{RECORD}/{call}", {"record": "a" * 26}) for call in ("state", "log", "export"))
    yield from (Call(f"gone-{call}", f"{RECORD}/{call}", {"record": told["removed"]}) for call in ("state", "log"))
    yield Call("no-such-page", "/v1/nonsense")
    yield Call("no-such-method", "/v1/games", method="PUT")
    yield from (Call(f"rules-{game}", f"/rules/{game}") for game in [*games, "nonsense"])
    pages = ("", "new.html", "pair.html", "record.html", "seat.html", "box.html", "nonsense.html")
    yield from (Call(f"viewer-{page.partition('.')[0]}", f"/viewer/{page}") for page in pages)
    yield from (Call(path.strip("/") or "root", path) for path in ("/", "/docs/", "/sw.js", "/healthz", "/readyz"))
