"""Who may do what: one table, every cell tried; all else is denied, and what is private is not even there."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from flask import Flask

from service.access import rights, tokens
from service.access.eyes import PUBLIC
from service.access.rights import CALLS, Caller
from service.api.app import create_app
from service.api.schemas.records import RecordIn
from service.api.web.http import Service
from service.config import Settings
from service.record.derived import projections
from service.record.entries import boxes
from service.store.connect import connect
from service.store.keys import key
from service.store.log import Head
from tests.fixtures.waiting import eventually
from tests.service.conftest import Api, As, Json, Record

SEATS = ("yellow", "red", "blue")
VISIBILITIES = ("public", "unlisted", "private")
MISSING = "z" * 26

# Roles: nobody; a worthless token, one of another store, a revoked or expired one; a recorder of other records; tokens
# of another record; a reader; the link of seat 0; a judge whom the owner appointed; a helper with a recorder's token of
# this record; the recorder who opened it (owner); an admin. "ok" is 200, 201, 202 or 204; of a private record a
# stranger is told 404.
TABLE = """
call            nobody worthless foreign revoked expired stranger else-record else-seat else-read read seat judge helper owner admin
read            ok     401       401     401     401     ok       ok          ok        ok        ok   ok   ok    ok     ok    ok
log             ok     401       401     401     401     ok       ok          ok        ok        ok   ok   ok    ok     ok    ok
state           ok     401       401     401     401     ok       ok          ok        ok        ok   ok   ok    ok     ok    ok
fold            401    401       401     401     401     403      403         403       403       403  403  403   ok     ok    ok
stream          ok     401       401     401     401     ok       ok          ok        ok        ok   ok   ok    ok     ok    ok
offers          ok     401       401     401     401     ok       ok          ok        ok        ok   ok   ok    ok     ok    ok
replay          ok     401       401     401     401     ok       ok          ok        ok        ok   ok   ok    ok     ok    ok
result          409    401       401     401     401     409      409         409       409       409  409  409   409    409   409
export          ok     401       401     401     401     ok       ok          ok        ok        ok   ok   ok    ok     ok    ok
export-text     ok     401       401     401     401     ok       ok          ok        ok        ok   ok   ok    ok     ok    ok
statement       ok     401       401     401     401     ok       ok          ok        ok        ok   ok   ok    ok     ok    ok
audit           ok     401       401     401     401     ok       ok          ok        ok        ok   ok   ok    ok     ok    ok
sealed-move     401    401       401     401     401     403      403         403       403       403  ok   403   ok     ok    ok
move            401    401       401     401     401     403      403         403       403       403  403  403   ok     ok    ok
secret          401    401       401     401     401     403      403         403       403       403  ok   403   ok     ok    ok
secret-of-other 401    401       401     401     401     403      403         403       403       403  403  403   ok     ok    ok
undo            401    401       401     401     401     403      403         403       403       403  403  ok    ok     ok    ok
consent         401    401       401     401     401     403      403         403       403       403  ok   403   403    403   403
correct         401    401       401     401     401     403      403         403       403       403  403  ok    ok     ok    ok
rule            401    401       401     401     401     403      403         403       403       403  403  ok    403    403   ok
note            401    401       401     401     401     403      403         403       403       403  ok   ok    ok     ok    ok
checks          ok     401       401     401     401     ok       ok          ok        ok        ok   ok   ok    ok     ok    ok
slips           401    401       401     401     401     403      403         403       403       403  409  409   409    409   409
count           401    401       401     401     401     403      403         403       403       403  409  403   409    409   409
sign            401    401       401     401     401     403      403         403       403       403  409  403   409    409   409
dispute         401    401       401     401     401     403      403         403       403       403  409  403   409    409   409
close           401    401       401     401     401     403      403         403       403       403  403  ok    ok     ok    ok
void            401    401       401     401     401     403      403         403       403       403  403  ok    403    ok    ok
import          401    401       401     401     401     403      403         403       403       403  403  403   ok     ok    ok
make-seat       401    401       401     401     401     403      403         403       403       403  403  403   403    ok    ok
make-read       401    401       401     401     401     403      403         403       403       403  403  403   403    ok    ok
make-record     401    401       401     401     401     403      403         403       403       403  403  403   403    ok    ok
make-judge      401    401       401     401     401     403      403         403       403       403  403  403   403    ok    ok
erase-text      401    401       401     401     401     403      403         403       403       403  403  403   403    ok    ok
list-tokens     401    401       401     401     401     403      403         403       403       403  403  403   403    ok    ok
revoke          401    401       401     401     401     403      403         403       403       403  403  403   403    ok    ok
code-seat       401    401       401     401     401     403      403         403       403       403  403  403   ok     ok    ok
code-record     401    401       401     401     401     403      403         403       403       403  403  403   ok     ok    ok
list-phones     401    401       401     401     401     403      403         403       403       403  403  403   ok     ok    ok
take-over       401    401       401     401     401     403      403         403       403       403  403  403   ok     ok    ok
as-public       ok     401       401     401     401     ok       ok          ok        ok        ok   ok   ok    ok     ok    ok
as-recorder     401    401       401     401     401     403      403         403       403       403  403  403   ok     ok    ok
as-seat-0       401    401       401     401     401     403      403         403       403       403  ok   403   403    403   403
as-seat-1       401    401       401     401     401     403      403         403       403       403  403  403   403    403   403
as-appointed    401    401       401     401     401     403      403         403       403       403  403  ok    403    403   403
as-judge        401    401       401     401     401     403      403         403       403       403  403  403   403    403   ok
as-nonsense     401    401       401     401     401     403      403         403       403       403  403  403   403    403   403
claim           404    404       404     404     404     404      404         404       404       404  404  404   404    404   404
open            401    401       401     401     401     ok       403         403       403       403  403  403   403    ok    ok
import-record   401    401       401     401     401     ok       403         403       403       403  403  403   403    ok    ok
adopt-record    401    401       401     401     401     403      403         403       403       403  403  403   403    403   ok
games           ok     ok        ok      ok      ok      ok       ok          ok        ok        ok   ok   ok    ok     ok    ok
key             ok     ok        ok      ok      ok      ok       ok          ok        ok        ok   ok   ok    ok     ok    ok
game            ok     ok        ok      ok      ok      ok       ok          ok        ok        ok   ok   ok    ok     ok    ok
list            ok     401       401     401     401     ok       ok          ok        ok        ok   ok   ok    ok     ok    ok
feed            ok     401       401     401     401     ok       ok          ok        ok        ok   ok   ok    ok     ok    ok
box             ok     ok        ok      ok      ok      ok       ok          ok        ok        ok   ok   ok    ok     ok    ok
keep-box        401    401       401     401     401     ok       403         403       403       403  403  403   403    ok    ok
list-boxes      ok     401       401     401     401     ok       ok          ok        ok        ok   ok   ok    ok     ok    ok
write-draft     401    401       401     401     401     ok       403         403       403       403  403  403   403    ok    ok
read-draft      401    401       401     401     401     404      403         403       403       403  403  403   403    404   404
remove-draft    401    401       401     401     401     404      403         403       403       403  403  403   403    404   404
erase-player    401    401       401     401     401     404      403         403       403       403  403  403   403    ok    ok
own-token       401    401       401     401     401     ok       ok          ok        ok        ok   ok   ok    ok     ok    ok
new-league      401    401       401     401     401     403      403         403       403       403  403  403   403    403   ok
league          401    401       401     401     401     403      403         403       403       403  403  403   403    403   404
change-league   401    401       401     401     401     403      403         403       403       403  403  403   403    403   404
league-tables   401    401       401     401     401     403      403         403       403       403  403  403   403    403   404
league-links    401    401       401     401     401     403      403         403       403       403  403  403   403    403   404
league-token    401    401       401     401     401     403      403         403       403       403  403  403   403    403   404
league-revoke   401    401       401     401     401     403      403         403       403       403  403  403   403    403   404
conditions      404    404       404     404     404     404      404         404       404       404  404  404   404    404   404
set-conditions  401    401       401     401     401     403      403         403       403       403  403  403   403    403   404
person          401    401       401     401     401     403      403         403       403       403  403  403   403    403   404
name-person     401    401       401     401     401     403      403         403       403       403  403  403   403    403   404
erase-person    401    401       401     401     401     403      403         403       403       403  403  403   403    403   404
webhook         401    401       401     401     401     403      403         403       403       403  403  403   403    403   404
set-webhook     401    401       401     401     401     403      403         403       403       403  403  403   403    403   404
remove-webhook  401    401       401     401     401     403      403         403       403       403  403  403   403    403   404
test-webhook    401    401       401     401     401     403      403         403       403       403  403  403   403    403   404
resume-webhook  401    401       401     401     401     403      403         403       403       403  403  403   403    403   404
rotate-webhook  401    401       401     401     401     403      403         403       403       403  403  403   403    403   404
join-person     401    401       401     401     401     403      403         403       403       403  403  403   403    403   404
part-person     401    401       401     401     401     403      403         403       403       403  403  403   403    403   404
"""  # noqa: E501 - a table
# Once another phone was named as the recorder: "pen" is 409 other-recorder, "-" as in the table above.
HANDED_OVER = """
call            read seat judge helper owner admin
sealed-move     -    -    -     pen    pen   pen
move            -    -    -     pen    pen   pen
secret          -    -    -     pen    pen   pen
secret-of-other -    -    -     pen    pen   pen
undo            -    -    -     pen    pen   -
consent         -    -    -     -      -     -
correct         -    -    -     pen    pen   -
rule            -    -    -     -      -     -
note            -    -    -     -      -     -
count           -    -    -     pen    pen   pen
sign            -    -    -     pen    pen   pen
dispute         -    -    -     pen    pen   pen
close           -    -    -     pen    pen   -
void            -    -    -     -      pen   -
import          -    -    -     pen    pen   pen
make-seat       -    -    -     -      -     -
make-read       -    -    -     -      -     -
make-record     -    -    -     -      -     -
make-judge      -    -    -     -      -     -
erase-text      -    -    -     -      -     -
revoke          -    -    -     -      -     -
code-seat       -    -    -     pen    -     -
code-record     -    -    -     pen    -     -
"""
ROLES, *LINES = [line.split() for line in TABLE.strip().splitlines()]
EXPECTED: dict[tuple[str, str], str] = {
    (row[0], role): cell for row in LINES for role, cell in zip(ROLES[1:], row[1:], strict=True)
}
# Another league is a stranger that opens and stores nothing; a league that is not there it does not find, as an admin.
OTHERWISE = dict.fromkeys(("open", "import-record", "keep-box", "write-draft", "read-draft", "remove-draft"), "403")
for line in LINES:
    seen = EXPECTED[line[0], "stranger"]
    EXPECTED[line[0], "else-league"] = "404" if line[-1] == "404" and seen == "403" else OTHERWISE.get(line[0], seen)
ROLES.append("else-league")
STRANGERS = ("nobody", "stranger", "else-record", "else-seat", "else-read", "else-league")
ANYWHERE = (
    "claim", "open", "import-record", "adopt-record", "games", "key", "game", "list", "feed", "new-league", "league",
    "change-league", "league-tables", "league-links", "league-token", "league-revoke", "conditions", "set-conditions",
    "person", "name-person", "erase-person", "webhook", "set-webhook", "remove-webhook", "test-webhook",
    "resume-webhook", "rotate-webhook", "join-person", "part-person", "box", "list-boxes", "read-draft",
    "write-draft", "remove-draft", "keep-box", "erase-player", "own-token",
)  # fmt: skip
"""Calls that are not about one record."""
EYES = "as-public as-recorder as-seat-0 as-seat-1 as-appointed as-judge as-nonsense"
ROUTES: dict[str, str] = {
    "GET /v1/games": "games",
    "GET /v1/key": "key",
    "GET /v1/games/<game>": "game",
    "GET /v1/boxes/<box>": "box",
    "POST /v1/boxes": "keep-box",
    "GET /v1/boxes": "list-boxes",
    "GET /v1/drafts/<game>/<edition>": "read-draft",
    "PUT /v1/drafts/<game>/<edition>": "write-draft",
    "DELETE /v1/drafts/<game>/<edition>": "remove-draft",
    "GET /v1/records": "list",
    "GET /v1/feed": "feed",
    "POST /v1/leagues": "new-league",
    "GET /v1/leagues/<league>": "league",
    "PUT /v1/leagues/<league>": "change-league",
    "POST /v1/leagues/<league>/tables": "league-tables",
    "POST /v1/leagues/<league>/links": "league-links",
    "POST /v1/leagues/<league>/tokens": "league-token",
    "DELETE /v1/leagues/<league>/tokens/<token_id>": "league-revoke",
    "GET /v1/leagues/<league>/conditions": "conditions",
    "PUT /v1/leagues/<league>/conditions": "set-conditions",
    "GET /v1/leagues/<league>/people/<ref>": "person",
    "PUT /v1/leagues/<league>/people/<ref>": "name-person",
    "DELETE /v1/leagues/<league>/people/<ref>": "erase-person",
    "GET /v1/leagues/<league>/webhook": "webhook",
    "PUT /v1/leagues/<league>/webhook": "set-webhook",
    "DELETE /v1/leagues/<league>/webhook": "remove-webhook",
    "POST /v1/leagues/<league>/webhook/test": "test-webhook",
    "POST /v1/leagues/<league>/webhook/resume": "resume-webhook",
    "POST /v1/leagues/<league>/webhook/rotate": "rotate-webhook",
    "PUT /v1/leagues/<league>/people/<ref>/joined": "join-person",
    "DELETE /v1/leagues/<league>/people/<ref>/joined": "part-person",
    "POST /v1/records": "open",
    "POST /v1/records/import": "import-record adopt-record",
    "GET /v1/records/<record>": "read",
    "GET /v1/records/<record>/log": "log " + EYES,
    "GET /v1/records/<record>/state": "state fold " + EYES,
    "GET /v1/records/<record>/stream": "stream " + EYES,
    "GET /v1/records/<record>/offers": "offers " + EYES,
    "GET /v1/records/<record>/replay": "replay " + EYES,
    "GET /v1/records/<record>/result": "result",
    "GET /v1/records/<record>/export": "export export-text " + EYES,
    "GET /v1/records/<record>/statement": "statement",
    "GET /v1/records/<record>/audit": "audit",
    "POST /v1/records/<record>/moves": "move sealed-move",
    "POST /v1/records/<record>/secrets": "secret secret-of-other",
    "POST /v1/records/<record>/undo": "undo",
    "POST /v1/records/<record>/consents": "consent",
    "POST /v1/records/<record>/corrections": "correct",
    "POST /v1/records/<record>/rulings": "rule",
    "POST /v1/records/<record>/notes": "note",
    "GET /v1/records/<record>/checks": "checks",
    "GET /v1/records/<record>/slips": "slips",
    "POST /v1/records/<record>/checks": "count",
    "POST /v1/records/<record>/signatures": "sign",
    "POST /v1/records/<record>/disputes": "dispute",
    "POST /v1/records/<record>/close": "close",
    "POST /v1/records/<record>/void": "void",
    "POST /v1/records/<record>/import": "import",
    "POST /v1/records/<record>/tokens": "make-seat make-read make-record make-judge",
    "GET /v1/records/<record>/tokens": "list-tokens",
    "DELETE /v1/records/<record>/tokens/<token_id>": "revoke",
    "POST /v1/records/<record>/codes": "code-seat code-record",
    "GET /v1/records/<record>/codes": "list-phones",
    "POST /v1/records/<record>/recorder": "take-over",
    "POST /v1/claims": "claim",
    "GET /v1/token": "own-token",
    "DELETE /v1/records/<record>/texts/<version>/<name>": "erase-text",
    "DELETE /v1/players/<player>": "erase-player",
}
"""Every call, and the rows of the table that try it; a call that is not here fails a test."""
SITE = (
    *("/", "/healthz", "/readyz", "/openapi.json", "/docs/", "/docs/<path:name>", "/rules/<game>"),
    *("/viewer/", "/viewer/<path:name>", "/sw.js", "/league/<league>"),
)
"""What is for everybody, whoever asks: pages, and what says how the service is; nothing of a record."""
WRITES = {row for route, rows in ROUTES.items() if not route.startswith("GET") for row in rows.split()} - {"claim"}
"""Rows whose call wants a token before anything else: without one it does not matter what it is about."""
LOOKS = ("log", "stream", "state", "offers", "replay", "export")


@dataclass
class Table:
    """A record in the hands of every role; its last seat has no tile yet."""

    record: Record
    hands: dict[str, Api]
    exported: bytes
    spare: Callable[[], str]
    note: Callable[[], int]
    player: str

    def calls(self, name: str, role: str, *, dry: bool = True) -> list[Any]:
        """A cell of the table in the hands of one role: one call, or with other eyes one for each way to look."""
        if name.startswith("as-"):
            eyes, path = name[3:].replace("seat-", "seat:"), self.record.path
            return [self.hands[role].get(f"{path}/{what}", eyes=eyes) for what in LOOKS]
        return [self.call(name, role, dry=dry)]

    def call(self, name: str, role: str, record: str | None = None, *, dry: bool = True) -> Any:
        api, path = self.hands[role], f"/records/{record or self.record.id}"
        match = {"If-Match": f'"{self.record.version}"'}
        query = {"dry_run": "1"} if dry else {}
        deal = {"type": "deal_starting_tile"}
        if name in (*LOOKS, "result", "statement", "audit"):
            return api.get(f"{path}/{name}")
        if name.startswith("as-"):
            return api.get(f"{path}/state", eyes=name[3:].replace("seat-", "seat:"))
        if name.startswith("make-"):
            seat = {"seat": 1} if name == "make-seat" else {}
            return api.post(f"{path}/tokens", {"scope": name[5:], **seat})
        others: Mapping[str, Callable[[], Any]] = {
            "read": lambda: api.get(path),
            "fold": lambda: api.get(f"{path}/state", what="fold"),
            "export-text": lambda: api.get(f"{path}/export", format="text"),
            "sealed-move": lambda: api.post(f"{path}/moves", {**deal, "seat": 0, "tile": "dragon"}, match, **query),
            "move": lambda: api.post(f"{path}/moves", {"type": "choose_start_player", "player": 1}, match, **query),
            "secret": lambda: api.post(f"{path}/secrets", {"name": self.deals[0], "tile": "dragon"}, match, **query),
            "secret-of-other": lambda: api.post(
                f"{path}/secrets", {"name": self.deals[1], "tile": "wizard"}, match, **query
            ),
            # A link speaks for its own seat alone, and corrects what it sealed itself.
            "undo": lambda: api.post(f"{path}/undo", {"consents": [0, 2]}, match, **query),
            "consent": lambda: api.post(f"{path}/consents", {"to": [self.deals[0]]}, match, **query),
            "correct": lambda: api.post(
                f"{path}/corrections",
                {"changes": [{"op": "amend", "name": self.deals[1], "body": {**deal, "tile": "wizard"}}]},
                match,
                **query,
            ),
            "rule": lambda: api.post(
                f"{path}/rulings", {"adjustments": [{"type": "change_gold", "seat": 0, "by": 1}]}, match, **query
            ),
            "import": lambda: api.post(
                f"{path}/import", b"first red\n", {**match, "Content-Type": "text/plain"}, **query
            ),
            "note": lambda: api.post(f"{path}/notes", {"text": "late"}, match, **query),
            "checks": lambda: api.get(f"{path}/checks"),
            "slips": lambda: api.get(f"{path}/slips", point=1),
            "count": lambda: api.post(
                f"{path}/checks", {"point": 1, "seat": 0, "figures": {"gold": 1}}, match, **query
            ),
            "sign": lambda: api.post(f"{path}/signatures", {"outcome": "0" * 64, "seat": 0}, match, **query),
            "dispute": lambda: api.post(
                f"{path}/disputes", {"outcome": "0" * 64, "seat": 0, "reason": "no"}, match, **query
            ),
            "close": lambda: api.post(f"{path}/close", {"reason": "abandoned"}, match, **query),
            "void": lambda: api.post(f"{path}/void", {}, match, **query),
            "code-seat": lambda: api.post(f"{path}/codes", {"scope": "seat", "seat": 1}),
            "code-record": lambda: api.post(f"{path}/codes", {"scope": "record"}),
            "list-phones": lambda: api.get(f"{path}/codes"),
            "take-over": lambda: api.post(f"{path}/recorder"),
            "own-token": lambda: api.get("/token"),
            "claim": lambda: api.post("/claims", {"code": "0000-0000"}),
            "list-tokens": lambda: api.get(f"{path}/tokens"),
            "erase-text": lambda: api.delete(f"{path}/texts/{self.note()}/reason"),
            "erase-player": lambda: api.delete(f"/players/{self.player}"),
            "revoke": lambda: api.delete(f"{path}/tokens/{self.spare()}"),
            "games": lambda: api.get("/games"),
            "key": lambda: api.get("/key"),
            "game": lambda: api.get("/games/kingdoms"),
            "list": lambda: api.get("/records"),
            "feed": lambda: api.get("/feed"),
            "new-league": lambda: api.post("/leagues", {"id": tokens.random_id(), "name": "x"}),
            "league": lambda: api.get("/leagues/none"),
            "change-league": lambda: api.put("/leagues/none", {"name": "x"}),
            "league-tables": lambda: api.post("/leagues/none/tables", {"tables": [{}]}),
            "league-links": lambda: api.post("/leagues/none/links", {"records": ["x"], "links": ["seats"]}),
            "league-token": lambda: api.post("/leagues/none/tokens", {}),
            "league-revoke": lambda: api.delete("/leagues/none/tokens/x"),
            "conditions": lambda: api.get("/leagues/none/conditions"),
            "set-conditions": lambda: api.put("/leagues/none/conditions", {}),
            "person": lambda: api.get("/leagues/none/people/1"),
            "name-person": lambda: api.put("/leagues/none/people/1", {"name": "x"}),
            "erase-person": lambda: api.delete("/leagues/none/people/1"),
            "webhook": lambda: api.get("/leagues/none/webhook"),
            "set-webhook": lambda: api.put("/leagues/none/webhook", {"url": "https://x.example/"}),
            "remove-webhook": lambda: api.delete("/leagues/none/webhook"),
            "test-webhook": lambda: api.post("/leagues/none/webhook/test"),
            "resume-webhook": lambda: api.post("/leagues/none/webhook/resume"),
            "rotate-webhook": lambda: api.post("/leagues/none/webhook/rotate", {}),
            "join-person": lambda: api.put("/leagues/none/people/1/joined", {"to": "2"}),
            "part-person": lambda: api.delete("/leagues/none/people/1/joined"),
            "box": lambda: api.get(f"/boxes/{boxes.default('kingdoms')[0]}"),
            "list-boxes": lambda: api.get("/boxes", game="kingdoms"),
            "read-draft": lambda: api.get("/drafts/kingdoms/none"),
            "write-draft": lambda: api.put("/drafts/kingdoms/mine", {}, {"If-Match": '"0"'}),
            "remove-draft": lambda: api.delete("/drafts/kingdoms/none", {"If-Match": '"1"'}),
            "keep-box": lambda: api.post("/boxes", boxes.default("kingdoms")[1], game="kingdoms"),
            "open": lambda: api.post("/records", {"game": "kingdoms", "seats": [{}, {}]}),
            "adopt-record": lambda: api.post(
                "/records/import", self.exported, {"Content-Type": "application/json"}, adopt=1
            ),
            "import-record": lambda: api.post("/records/import", self.exported, {"Content-Type": "application/json"}),
        }
        return others[name]()

    deals = ("3", "4")


@pytest.fixture
def lay(
    recorder: Api, admin: Api, anyone: Api, as_: As, service: Service, settings: Settings
) -> Callable[[str], Table]:
    store = service.log.store
    # Another store, with its own tokens: the same server's second database.
    elsewhere = connect(settings.queue_url or "")

    def laid(visibility: str) -> Table:
        past = (datetime.now(UTC) - timedelta(seconds=1)).isoformat()
        record, other = recorder.open(*SEATS, visibility=visibility), recorder.open(*SEATS)
        link = as_(record.seat_token(0))
        # Seat 0 has taken a tile in an epoch before the table's mind was made up: its deal and seat 1's are 3 and 4.
        record.play([{"type": "deal_starting_tile", "seat": seat} for seat in (0, 1)])
        made = [tokens.issue(store, "read", record=record.id) for _ in range(2)]
        tokens.revoke(store, made[0][1].id)

        def mine(scope: str, of: Record = record, **more: Any) -> Api:
            return as_(tokens.create(store, scope, record=of.id, **more))

        hands = {
            "nobody": anyone,
            "worthless": as_("mb_aaaaaaaaaaaaaaaa_" + "A" * 43),
            "foreign": as_(tokens.create(elsewhere, "admin")),
            "revoked": as_(made[0][0]),
            "expired": mine("record", expires_at=past),
            "stranger": as_(tokens.create(store, "record")),
            "else-record": mine("record", other),
            "else-seat": mine("seat", other, seat=0),
            "else-read": mine("read", other),
            "read": as_(made[1][0]),
            "seat": link,
            "judge": as_(recorder.post(f"{record.path}/tokens", {"scope": "judge"}).json["token"]),
            "helper": mine("record"),
            "owner": recorder,
            "admin": admin,
            "else-league": as_(tokens.create(store, "league", league="elsewhere")),
        }
        record.version += 1  # the judge was appointed
        act = {"If-Match": f'"{record.version}"'}
        answer = admin.post(f"{record.path}/undo", {"reason": "typed in haste"}, act)
        assert answer.status_code == 201, answer.text
        undone = answer.json["version"]
        act = {"If-Match": f'"{undone}"'}
        record.version = admin.post(f"{record.path}/undo", {"undoes": [str(undone)]}, act).json["version"]
        reason = store.hget(key("secrets", record.id), undone)

        def note() -> int:
            """The entry of a text that is there, whoever has erased it."""
            store.hset(key("secrets", record.id), undone, reason)
            return int(undone)

        projections.project(service.log, service.lives, record.id)
        exported = other.get("/export").data
        player = record.get("").json["seats"][0]["player"]

        def spare() -> str:
            return tokens.issue(store, "read", record=record.id)[1].id

        return Table(record, hands, exported, spare, note, player)

    return laid


def outcome(answer: Any) -> str:
    return "ok" if answer.status_code in (200, 201, 202, 204) else str(answer.status_code)


def test_the_table_is_whole(lay: Callable[[str], Table], service: Service) -> None:
    assert len(EXPECTED) == len(LINES) * (len(ROLES) - 1)
    assert {call for calls in CALLS.values() for call in calls} <= {
        *(line[0] for line in LINES),
        *(
            "moves", "secrets", "codes", "recorder", "tokens", "texts", "consents", "corrections", "rulings", "notes",
            "checks", "signatures", "disputes",
        ),
    }  # fmt: skip
    assert {*VISIBILITIES} == {*RecordIn().fields["visibility"].validate.choices}  # type: ignore[attr-defined]
    table = lay("public")
    assert table.hands.keys() == {*ROLES[1:]}
    held = {role: tokens.find(service.log.store, hand.token or "") for role, hand in table.hands.items()}
    assert {token.scope for token in held.values() if token is not None} == {*tokens.SCOPES}
    head = service.log.head(table.record.id)
    assert {rights.role_of(token, head) for token in held.values()} == {*CALLS, "stranger"} - {"league"}


def test_every_route_is_in_the_table(app: Flask) -> None:
    routes = {
        f"{method} {rule.rule}"
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert routes == {*ROUTES, *(f"GET {rule}" for rule in SITE)}
    tried = {row for rows in ROUTES.values() for row in rows.split()}
    assert tried == {line[0] for line in LINES}


@pytest.mark.parametrize("visibility", VISIBILITIES)
def test_every_cell(visibility: str, lay: Callable[[str], Table], app: Flask) -> None:
    table = lay(visibility)
    wrong, log = [], table.record.get("/log").data
    reached: set[tuple[str, str, str]] = set()
    for (call, role), expected in EXPECTED.items():
        wanted = expected
        if visibility == "private" and role in STRANGERS and call not in ANYWHERE:
            wanted = "401" if role == "nobody" and call in WRITES else "404"
        if call == "sealed-move" and wanted == "ok":
            wanted = "422"  # it is dealt already: past the door, the rules have their say
        # What should be denied is tried for real: it must leave no trace.
        for answer in table.calls(call, role, dry=expected == "ok"):
            found, asked = outcome(answer), answer.request
            if found != wanted:
                wrong.append(f"{role} {call} ({asked.path}): {found}, not {wanted}")
            if asked.method == "GET":
                only_head = table.hands[role].client.open(
                    asked.path, method="HEAD", query_string=asked.query_string.decode(), headers=dict(asked.headers)
                )
                if only_head.status_code != answer.status_code:
                    wrong.append(f"{role} {call} ({asked.path}): by HEAD {only_head.status_code}, by GET {found}")
            rule, _ = app.url_map.bind("table").match(asked.path, asked.method, return_rule=True)
            reached.add((f"{asked.method} {rule.rule}", call, role))
        if call in ("make-seat", "make-judge") and found == "ok":
            table.record.version += 1
    assert wrong == []
    # The rows did go where it says that they go: no call is tried by name alone.
    assert reached == {
        (route, row, role) for route, rows in ROUTES.items() for row in rows.split() for role in ROLES[1:]
    }
    entries = table.record.get("/log").json["entries"]
    assert [entry["type"] for entry in entries[len(json.loads(log)["entries"]) :]] == ["seated"] * 2 + ["appointed"] * 5


def test_who_handed_the_pen_over_does_not_write(lay: Callable[[str], Table], service: Service, as_: As) -> None:
    table = lay("public")
    roles, *lines = [line.split() for line in HANDED_OVER.strip().splitlines()]
    assert [line[0] for line in lines] == [
        row for row in (line[0] for line in LINES) if row in WRITES - {"take-over", *ANYWHERE}
    ], "a call that writes is in the table"
    named = as_(tokens.create(service.log.store, "record", record=table.record.id))
    assert named.post(f"{table.record.path}/recorder").status_code == 201
    table.record.version += 1
    wrong = []
    for call, *cells in lines:
        for role, cell in zip(roles[1:], cells, strict=True):
            before = table.record.get("/log").data
            answer = table.call(call, role, dry=cell != "pen")
            problem = answer.json.get("type", "").rpartition(":")[2] if answer.status_code == 409 else ""
            if (problem == "other-recorder") != (cell == "pen"):
                wrong.append(f"{role} {call}: {answer.status_code} {problem}")
            after = table.record.get("/log")
            if cell == "pen":
                assert after.data == before, (role, call)
            table.record.version = after.json["entries"][-1]["version"]
    assert wrong == []


def test_what_is_for_everybody_is_so_whoever_asks(lay: Callable[[str], Table]) -> None:
    """A mistyped or expired token does not shut the viewer's own page, nor health."""
    table = lay("private")
    for rule in SITE:
        named = {"/docs/": "docs.js", "/viewer/": "main.js", "/rules/": "kingdoms", "/league/": "liga"}
        path = next((before + name for before, name in named.items() if rule.startswith(before + "<")), rule)
        answers = {
            role: hand.client.get(path, headers=hand._headers(None)).status_code for role, hand in table.hands.items()
        }
        assert set(answers.values()) == {302 if rule in ("/", "/league/<league>") else 200}, (path, answers)


@pytest.mark.parametrize("visibility", VISIBILITIES)
def test_a_record_tells_each_role_what_it_may(visibility: str, lay: Callable[[str], Table]) -> None:
    table = lay(visibility)
    rows = {"moves": "move", "secrets": "secret", "tokens": "list-tokens"}
    rows |= {"undo": "undo", "consents": "consent", "corrections": "correct", "rulings": "rule", "notes": "note"}
    rows |= {"checks": "count", "signatures": "sign", "disputes": "dispute", "close": "close", "void": "void"}
    rows |= {"texts": "erase-text", "codes": "list-phones", "recorder": "take-over"}
    for role in ROLES[1:]:
        answer = table.call("read", role)
        if answer.status_code != 200:
            continue
        may = {
            call
            for call in (*LOOKS, "read", "result", "statement", "audit", "import")
            if EXPECTED[call, role] in ("ok", "409")
        }
        may -= {"stream"}  # whoever has the log may watch it: it is no call of its own
        may |= {call for call, row in rows.items() if EXPECTED[row, role] in ("ok", "409")}
        if role == "seat":
            may |= {"moves", "undo", "corrections"}
        assert set(answer.json["calls"]) == may, role
        eyes = {name[3:].replace("seat-", "seat:") for name, who in EXPECTED if who == role and name.startswith("as-")}
        allowed = {e for e in eyes if EXPECTED[f"as-{e.replace(':', '-')}", role] == "ok"}
        assert set(answer.json["eyes"]) == allowed, role
        assert set(table.hands[role].get(f"{table.record.path}/replay").json["eyes_allowed"]) == allowed


def test_a_private_record_is_for_strangers_as_one_that_is_not_there(lay: Callable[[str], Table]) -> None:
    table = lay("private")
    for role in STRANGERS:
        table.spare = lambda: "aaaaaaaaaaaaaaaa"
        for call in (line[0] for line in LINES if line[0] not in ANYWHERE):
            there, missing = (table.call(call, role, record, dry=False) for record in (None, MISSING))
            assert there.status_code == (401 if role == "nobody" and call in WRITES else 404)
            assert there.text.replace(table.record.id, MISSING) == missing.text
            ours, theirs = ({**dict(a.headers), "Date": ""} for a in (there, missing))
            assert ours == theirs


def test_what_stands_in_no_table_is_denied() -> None:
    head = Head("r", 1, "", "", {"owner": "someone", "visibility": "public"})
    caller = rights.caller(None, head)
    with pytest.raises(rights.NoTokenError):
        caller.check_may("anything")
    for scope in tokens.SCOPES:
        token = tokens.Token("a", scope, "r", 0)
        for call in ("anything", "", "judge", "closed"):
            with pytest.raises(rights.NotAllowedError):
                rights.caller(token, head).check_may(call)
    with pytest.raises(rights.NotAllowedError):
        Caller(tokens.Token("a", "admin"), "admin", (PUBLIC,), ()).check_may("read")


@pytest.mark.parametrize("header", [
    "", "Bearer", "Bearer ", "Bearer null", "Basic bWI6bWI=", "Bearer mb_aaaaaaaaaaaaaaaa", "Bearer {token}x",
    "Bearer x{token}", "Token {token}", "{token}", "Bearer {upper}", "Bearer {other}",
])  # fmt: skip
def test_a_token_that_is_none_is_not_taken_for_nobody(recorder: Api, service: Service, header: str) -> None:
    """Else a caller whose token was mistyped would not know why it sees less."""
    record = recorder.open(*SEATS, visibility="public")
    token = str(recorder.token)
    other = tokens.create(service.log.store, "admin")
    swapped = "_".join([*token.split("_", 2)[:2], other.split("_", 2)[2]])
    sent = header.format(token=token, upper=token.upper(), other=swapped)
    answer = recorder.client.get(f"/v1{record.path}", headers={"Authorization": sent})
    assert (answer.status_code, answer.headers["WWW-Authenticate"]) == (401, "Bearer")
    assert token not in answer.text


def test_a_token_is_taken_from_its_header_only(recorder: Api, anyone: Api) -> None:
    record = recorder.open(*SEATS, visibility="private")
    token = str(recorder.token)
    queries: list[Json] = [
        {"token": token}, {"access_token": token}, {"t": token}, {"Authorization": f"Bearer {token}"},
    ]  # fmt: skip
    for query in queries:
        # Refused as any parameter that there is not, whatever record is asked for, and not repeated.
        for path in (record.path, f"/records/{'a' * 26}"):
            answer = anyone.get(path, **query)
            assert answer.status_code == 400
            assert token not in answer.text
    anyone.client.set_cookie("token", token)
    assert anyone.get(record.path).status_code == 404
    assert recorder.client.get(f"/v1{record.path}", headers={"Authorization": f"bearer {token}"}).status_code == 200


def test_a_token_is_kept_as_a_hash_and_shown_once(recorder: Api, service: Service) -> None:
    record = recorder.open(*SEATS)
    made = recorder.post(f"{record.path}/tokens", {"scope": "seat", "seat": 0, "label": "Ana Ruiz"}).json
    secret = made["token"].split("_", 2)[2]
    assert made["link"].split("#t=") == [made["link"].split("#")[0], made["token"]], "no server log sees a fragment"
    assert len(secret) == 43
    stored = b"".join(service.log.store.dump(name) for name in service.log.store.keys("*"))
    assert secret.encode() not in stored
    assert made["token"] not in recorder.get(f"{record.path}/tokens").text + record.get("/log").text
    assert "Ana Ruiz" not in record.get("/log").text + record.get("/export").text


def test_a_revoked_token_is_worthless_at_once_and_its_entries_stay(recorder: Api, as_: Any) -> None:
    record = recorder.open(*SEATS)
    made = recorder.post(f"{record.path}/tokens", {"scope": "record"}).json
    helper = as_(made["token"])
    record.version = 1
    assert record.by(helper).move(type="choose_start_player", player=1).status_code == 201
    assert recorder.delete(f"{record.path}/tokens/{made['id']}").status_code == 204
    assert recorder.delete(f"{record.path}/tokens/{made['id']}").status_code == 204
    assert helper.get(record.path).status_code == 401
    assert record.get("/log").json["entries"][1]["by"] == made["id"]
    (listed,) = recorder.get(f"{record.path}/tokens").json["tokens"]
    assert listed["revoked_at"]


@pytest.mark.parametrize("end", ["revoked", "expired"])
def test_a_token_that_ends_in_the_middle_of_a_game_ends_in_every_process(
    app: Flask, settings: Settings, recorder: Api, ahead: Callable[[float], None], end: str
) -> None:
    """At once where it was revoked, within about a second elsewhere; what it wrote stays, the next write does not."""
    elsewhere = create_app(settings)
    record = recorder.open(*SEATS)
    soon = (datetime.now(UTC) + timedelta(hours=1)).isoformat()
    until = {"expires_at": soon} if end == "expired" else {}
    kinds: list[Json] = [{"scope": "seat", "seat": 0}, *({"scope": scope} for scope in ("record", "read", "judge"))]
    made = [recorder.post(f"{record.path}/tokens", kind | until).json for kind in kinds]
    pairs = {
        each["scope"]: (Api(app.test_client(), each["token"]), Api(elsewhere.test_client(), each["token"]))
        for each in made
    }

    def tries(api: Api) -> tuple[int, int]:
        move = {"type": "deal_starting_tile", "seat": 0}
        match = {"If-Match": f'"{recorder.get(record.path).json["version"]}"'}
        return api.get(record.path).status_code, api.post(f"{record.path}/moves", move, match, dry_run=1).status_code

    for scope, (here, there) in pairs.items():
        allowed = (200, 403) if scope in ("read", "judge") else (200, 200)
        assert tries(here) == tries(there) == allowed, scope
    if end == "revoked":
        for each in made:
            assert recorder.delete(f"{record.path}/tokens/{each['id']}").status_code == 204
            assert tries(pairs[each["scope"]][0]) == (401, 401), each["scope"]
    else:
        ahead(3601)
    for scope, (here, there) in pairs.items():
        assert tries(here) == (401, 401), scope
        assert eventually(lambda: tries(there) == (401, 401), 60), scope  # noqa: B023


def test_another_records_token_cannot_be_revoked_from_here(recorder: Api, as_: Any) -> None:
    record, other = recorder.open(*SEATS), recorder.open(*SEATS)
    made = recorder.post(f"{other.path}/tokens", {"scope": "read"}).json
    mine = str(recorder.token).split("_")[1]
    for wrong in (made["id"], mine, "x", "aaaaaaaaaaaaaaaa"):
        assert recorder.delete(f"{record.path}/tokens/{wrong}").status_code == 404
    assert as_(made["token"]).get(other.path).status_code == 200
