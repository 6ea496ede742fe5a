"""What is thrown at: each target takes one damaged input a call, and says what it must never do."""

import base64
import gzip
import io
import json
import logging
import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import quote

from werkzeug.test import EnvironBuilder, run_wsgi_app
from werkzeug.wrappers import Response

from engines import GAMES
from engines.kernel import canonical, notation
from engines.kernel.box.hashes import faults_of
from engines.kernel.game import IllegalMoveError, Json, MalformedMoveError
from engines.kernel.replay import Fold
from service.record.derived import projections
from service.record.entries.boxes import hash_of
from service.record.files import verify
from service.record.files.faults import OUTSIDE_THE_LOG
from tests import api_contract
from tests.fuzz import corpus, mutate
from tests.fuzz.corpus import Place

MEMBERS = {"type", "title", "status", "detail", "instance"}
FRESH_EVERY = 400
"""Inputs after which the service's store is emptied: what was accepted must not add up."""


class BrokenError(AssertionError):
    """The service did what it must never do."""

    def __init__(self, what: str, given: object) -> None:
        super().__init__(f"{what}\n  given: {given!r:.3000}")


class Answer(Response):
    """An answer as tests read it."""

    @property
    def text(self) -> str:
        return self.get_data(as_text=True)


class Errors(logging.Handler):
    """Whatever a program logs as its own fault: a traceback, or worse."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.found.append(self.format(record))


class Target:
    """One place where strangers' bytes come in."""

    def __init__(self, place: Place | None = None) -> None:
        self.place = place
        self.seen: Counter[str] = Counter()
        self.thrown = 0
        self.longest_s = 0.0

    def throw(self, rng: random.Random) -> None:
        """Throw one input."""
        raise NotImplementedError

    def close(self) -> None:
        """Look once more, at the end of all inputs."""


class Notation(Target):
    """A line typed at a table, and what the rules make of it at some moment of a game."""

    def throw(self, rng: random.Random) -> None:
        title = rng.choice(list(GAMES))
        game = corpus.played(title, rng.randrange(3))
        line = rng.choice(corpus.lines()[title]) if rng.random() < 0.5 else self.made(rng, title, game.seats)
        for damage in (mutate.swapped, mutate.text):
            if rng.random() < 0.4:
                line = damage(rng, line)
        fold = rng.choice(game.folds)
        try:
            move = notation.read(game.game, fold.box, line, game.seats)
        except notation.NotationError as error:
            self.seen["refused"] += 1
            if not (1 <= error.column <= max(1, len(line) + 1) and set(error.says) == {"en", "es"}):
                raise BrokenError(f"a refusal without place or words: {error!r}", line) from error
            return
        if move is None:
            self.seen["empty"] += 1
            return
        try:
            canonical.check(move)
            event = fold.decide(move)
        except (MalformedMoveError, IllegalMoveError, canonical.UncanonicalError) as error:
            self.seen[type(error).__name__] += 1
            return
        self.seen["legal"] += 1
        body = game.game.encode(event)
        canonical.check(body)
        again = notation.read(game.game, fold.box, notation.write(game.game, fold.box, body, game.seats), game.seats)
        if again != {name: value for name, value in body.items() if value is not None}:
            raise BrokenError(f"written and read back it is {again}", body)

    @staticmethod
    def made(rng: random.Random, title: str, seats: Sequence[str]) -> str:
        """A line from the fields alone: each may come twice, nested or not, with any value."""
        types = GAMES[title].moves(GAMES[title].box())
        name = rng.choice(list(types))
        fields = types[name].fields
        words = [rng.choice((*seats, "0", "9", seats[0][0]))] if types[name].seated and rng.random() < 0.8 else []
        words.append(name)
        paths = [path for path in fields for _ in range(rng.choice((1, 1, 1, 2)))]
        for path in (*paths, *rng.choices(list(fields) or ["x"], k=rng.choice((0, 0, 1)))):
            field = fields.get(path)
            nest = "" if field is None or field.kind not in ("map", "list", "group") or rng.random() < 0.4 else (
                "." + rng.choice(("0", "1", "2", *seats, *(field.fields or ("x",))))
            )  # fmt: skip
            value = rng.choice((
                str(rng.randint(0, 6)), rng.choice(mutate.TOKENS), rng.choice([str(c) for c in (field.choices if field else ())] or ["1"]),
                json.dumps(rng.choice(mutate.JUNK[:-8]), default=str), "?",
            ))  # fmt: skip
            words.append(f"{path}{nest}={value}")
        return " ".join(words)


class Moves(Target):
    """A move as JSON, against the rules at some moment of a game; and the part of one, against its offers."""

    def throw(self, rng: random.Random) -> None:
        game = corpus.played(rng.choice(list(GAMES)), rng.randrange(3))
        fold = rng.choice(game.folds)
        move = mutate.tree(rng, rng.choice(game.moves)) if rng.random() < 0.9 else rng.choice(mutate.JUNK)
        try:
            canonical.check(move)
        except canonical.UncanonicalError:
            self.seen["uncanonical"] += 1
            return
        if isinstance(move, dict) and isinstance(move.get("type"), str):
            fold.offers(move)
        try:
            body = game.game.encode(fold.decide(move))
        except (MalformedMoveError, IllegalMoveError) as error:
            self.seen[type(error).__name__] += 1
            return
        self.seen["legal"] += 1
        canonical.check(body)


class Boxes(Target):
    """An owner's own box: either its faults are named, or it can be played with."""

    def throw(self, rng: random.Random) -> None:
        game = GAMES[rng.choice(list(GAMES))]
        box = mutate.tree(rng, game.box())
        try:
            # As every box comes in: through a file.
            box = json.loads(json.dumps(box))
            hash_of(box)
        except (ValueError, RecursionError):
            self.seen["no file"] += 1
            return
        faults = faults_of(game, box)
        for path, says in faults:
            if not (
                isinstance(path, str) and set(says) == {"en", "es"} and all(len(text) < 2000 for text in says.values())
            ):
                raise BrokenError(f"a fault without place or words: {path!r} {says!r:.200}", box)
        if faults:
            self.seen["faulty"] += 1
            return
        self.seen["sound"] += 1
        options = {name: field.default for name, field in game.options().items()}
        seats = list(game.colours(box))[: game.seats.stop - 1]
        for count in game.seats:
            if count <= len(seats):
                try:
                    fold = Fold(game, seats[:count], options, box)
                except IllegalMoveError:
                    continue
                canonical.check(fold.facts())
                canonical.check(fold.view())
                fold.offers()
                game.moves(box)


class Service(Target):
    """Anything over HTTP, without a socket."""

    archives = True
    """Whether records move into the archive meanwhile: nothing else may change by it."""

    def __init__(self, place: Place) -> None:
        super().__init__(place)
        self.at = place
        self.address = "127.0.0.1"
        self.errors = Errors()
        self.thrown_at: set[tuple[str, str] | None] = set()
        logging.getLogger().addHandler(self.errors)

    def close(self) -> None:
        logging.getLogger().removeHandler(self.errors)

    def throw(self, rng: random.Random) -> None:
        if not self.at.records or self.thrown % FRESH_EVERY == FRESH_EVERY - 1:
            self.at.fresh()
        if self.archives and self.thrown % 3 == 0:
            self.at.archive(self.at.records[self.thrown // 3 % len(self.at.records)])
        self.hurl(rng)

    def hurl(self, rng: random.Random) -> None:
        """Throw one input at a store that is not too full."""
        raise NotImplementedError

    def call(self, method: str, path: str, headers: Json | None = None, body: bytes = b"", query: str = "") -> Any:
        """One call, and a look at what every answer must be."""
        given = (method, path, query, headers, body)
        sent = {"wsgi.input": io.BytesIO(body), "CONTENT_LENGTH": str(len(body)), "REMOTE_ADDR": self.address}
        environ = EnvironBuilder(method=method, path="/", headers={}).get_environ() | sent
        # As a server hands them over: paths decoded, all text in Latin-1.
        environ |= {"PATH_INFO": path.encode().decode("latin-1"), "QUERY_STRING": query.encode().decode("latin-1")}
        for name, value in (headers or {}).items():
            cgi = name.upper().replace("-", "_")
            environ[cgi if cgi in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{cgi}"] = value
        self.errors.found.clear()
        self.thrown_at.add(api_contract.call_of(method, path))
        answer = Answer(*run_wsgi_app(self.at.app.wsgi_app, environ, buffered=True))
        if answer.data and answer.headers.get("Content-Encoding") == "gzip":
            answer.set_data(gzip.decompress(answer.data))
        self.seen[str(answer.status_code)] += 1
        if self.errors.found:
            raise BrokenError(f"{answer.status_code}, and in the log: {self.errors.found[0]}", given)
        if answer.status_code >= 500 and "readyz" not in path:  # no worker runs here, and it says so
            raise BrokenError(f"{answer.status_code}: {answer.text:.500}", given)
        if answer.status_code >= 400 and method != "HEAD" and "readyz" not in path:
            document = answer.json if answer.mimetype == "application/problem+json" else {}
            if not (document or {}).keys() >= MEMBERS or len(answer.data) > 200_000:
                raise BrokenError(f"no problem+json: {answer.status_code} {answer.mimetype} {answer.text:.300}", given)
        for word in ("Traceback", self.at.admin.split("_", 2)[2], self.at.recorder.split("_", 2)[2]):
            if word in answer.text:
                raise BrokenError(f"{word!r} in the answer", given)
        return answer

    def auth(self, token: str | None = None) -> Json:
        """The header of a good token."""
        return {"Authorization": f"Bearer {token or self.at.recorder}"}


LOOKS = ("", "/log", "/stream", "/state", "/state?eyes=recorder", "/state?what=fold", "/offers", "/replay?eyes=recorder", "/replay", "/result", "/export",
         "/export?format=text", "/export?format=html", "/tokens", "/checks", "/slips?point=1", "/statement", "/audit")  # fmt: skip


class Files(Service):
    """An exported record, damaged, often by one who knows how to make it follow again; if taken, it must be readable."""

    def hurl(self, rng: random.Random) -> None:
        # Mostly short ones: a whole game takes a second to be verified, replayed and looked at.
        document = rng.choice(self.at.documents[:2] * 10 + self.at.documents)
        craft = rng.random()
        if craft < 0.2:
            sent = mutate.raw(rng, mutate.spelled(document))
        else:
            part = rng.choice(("", "", "opening", "players", "box", "entries"))
            within: dict[str, Callable[[Any], Any]] = {
                "opening": lambda whole: whole["entries"][0]["body"],
                "players": lambda whole: whole.get("players", {}),
                "box": lambda whole: whole["box"],
                "entries": lambda whole: whole["entries"],
            }
            try:
                damaged = mutate.tree(rng, document, within.get(part, lambda whole: whole))
            except (KeyError, IndexError, TypeError):  # a second damage, where the first left nothing
                return
            if craft > 0.4:
                if isinstance(damaged.get("record"), str) and rng.random() < 0.9:
                    damaged["record"] = base64.b32encode(rng.randbytes(16)).decode().rstrip("=").lower()
                damaged = mutate.forged(damaged)
            try:
                sent = mutate.spelled(damaged) if rng.random() < 0.5 else json.dumps(damaged).encode()
            except RecursionError:
                return
        try:
            faults = [fault for fault in verify.check(verify.read(sent)) if fault.key not in OUTSIDE_THE_LOG]
        except verify.NoRecordError:
            self.seen["no record"] += 1
            faults = None
        if faults and rng.random() < 0.8:
            self.seen["faulty"] += 1
            if not all({"en", "es"} == set(fault.says) for fault in faults):
                raise BrokenError("a fault without words", sent)
            return
        answer = self.call("POST", "/v1/records/import", {**self.auth(), "Content-Type": "application/json"}, sent)
        if answer.status_code in (200, 201) and faults:
            raise BrokenError("taken in spite of its faults", sent)
        if answer.status_code != 201:
            return
        record = answer.json["record"]
        projections.project_or_quarantine(self.at.service.log, self.at.service.lives, record)
        for look in rng.sample(LOOKS, 6):
            path, _, query = look.partition("?")
            again = self.call("GET", f"/v1/records/{record}{path}", self.auth(), query=query)
            if again.status_code not in (200, 409, 403):
                raise BrokenError(f"taken, but {look} is {again.status_code}: {again.text:.300}", sent)
        for query in ("", "game=kingdoms", "league=l"):
            self.call("GET", "/v1/records", self.auth(), query=query)


class Imports(Service):
    """Many moves at once, as text or JSON lines; one move; a late secret; an opening; a token."""

    def hurl(self, rng: random.Random) -> None:
        number = rng.randrange(len(self.at.records))
        record, title = self.at.records[number], self.at.titles[number // 3]
        game = corpus.played(title, number % 3)
        version = self.at.service.log.head(record).version
        headers = {
            **self.auth(),
            "If-Match": f'"{version}"' if rng.random() < 0.8 else rng.choice(('"1"', "*", '"999"')),
        }
        at = min(version - 1, len(game.moves) - 1) if rng.random() < 0.6 else rng.randrange(len(game.moves))
        some = game.moves[at : at + rng.choice((1, 3, 12))]
        query = rng.choice(("dry_run=1", "dry_run=1&lang=es", "until_refused=1", "offers=1", "run=1", ""))
        match rng.randrange(9):
            case 8:
                sent, path, kind = mutate.spelled(mutate.tree(rng, game.game.box())), "/v1/boxes", "application/json"
                query = f"game={title}"
                if rng.random() < 0.5:
                    self._draft(rng, title, sent)
            case 0 | 1:
                text = "\n".join(game.lines[at : at + len(some)])
                sent = mutate.text(rng, text).encode("utf-8", "replace")
                path, kind = f"/v1/records/{record}/import", "text/plain"
            case 2:
                lines = [mutate.spelled(mutate.tree(rng, move) if rng.random() < 0.4 else move) for move in some]
                sent, path, kind = b"\n".join(lines), f"/v1/records/{record}/import", "application/x-ndjson"
            case 3 | 4:
                beside = {"occurred_at": "2026-11-21T19:30:00Z", "zone": "Europe/Madrid"} if rng.random() < 0.3 else {}
                move = {**rng.choice(some), **beside}
                sent, path, kind = (
                    mutate.spelled(mutate.tree(rng, move)),
                    f"/v1/records/{record}/moves",
                    "application/json",
                )
            case 5:
                secret = {
                    "name": str(rng.randint(1, 9)),
                    "tile": "dragon",
                    **({"type": "pass", "seat": 1} if rng.random() < 0.3 else {}),
                }
                sent, path, kind = (
                    mutate.spelled(mutate.tree(rng, secret)),
                    f"/v1/records/{record}/secrets",
                    "application/json",
                )
            case 6:
                opening = {"game": title, "seats": [{"colour": "red", "name": "A"}, rng.choice(({"player": "p"}, {"name": "B"}))], "visibility": "private",
                           "options": {}, "box": "0" * 64, "occasion": {"league": "l", "event": "e", "round": "1",
                           "table": "2", "place": "x", "date": "2026-11-21", "zone": "Europe/Madrid", "refs": {"s": "1"}}}  # fmt: skip
                if rng.random() < 0.7:
                    del opening["box"]
                sent, path, kind = mutate.spelled(mutate.tree(rng, opening)), "/v1/records", "application/json"
            case _:
                token = {"scope": "seat", "seat": 1, "label": "x", "expires_at": "2036-01-01T00:00:00Z"}
                sent, path, kind = (
                    mutate.spelled(mutate.tree(rng, token)),
                    f"/v1/records/{record}/tokens",
                    "application/json",
                )
        if rng.random() < 0.1:
            sent = mutate.raw(rng, sent)
        answer = self.call("POST", path, {**headers, "Content-Type": kind}, sent, query)
        if answer.status_code == 201:
            for look in rng.sample(LOOKS, 2):
                self.call(
                    "GET", f"/v1/records/{record}{look.partition('?')[0]}", self.auth(), query=look.partition("?")[2]
                )

    def _draft(self, rng: random.Random, title: str, sent: bytes) -> None:
        """A draft of anything, read and perhaps removed."""
        path = f"/v1/drafts/{title}/{rng.choice(('evening', 'x' * 50, 'a.b', 'é'))}"
        headers = {**self.auth(), "If-Match": f'"{rng.choice((0, 0, 1, 2))}"', "Content-Type": "application/json"}
        for method, body in (("PUT", sent), ("GET", b""), ("DELETE", b"")):
            self.call(method, path, headers, body)


LEAGUE_TABLE: Json = {"ref": "t1", "again": 1, "game": "kingdoms", "seats": [{"ref": "17", "name": "Ana", "colour": "red"}, {"name": "Ben"}],
               "occasion": {"event": "e", "date": "2026-11-21", "zone": "Europe/Madrid"}, "links": ["seats", "record", "judge"],
               "visibility": "private", "options": {}, "policies": {"undo": "none"}}  # fmt: skip
LEAGUE_CSV = b"ref,game,event,seat1,seat1_ref,seat2,seat2_colour,links,again\na,kingdoms,e,=Ana,17,Ben,red,seats,1\n"
CONDITIONS: Json = {"games": ["kingdoms"], "options": {"kingdoms": {"x": 1}}, "players": {"least": 2, "most": 4},
                    "dates": {"from": "2026-01-01", "to": "2026-12-31"}, "signed": "any", "regular": True, "waiting_h": 4}  # fmt: skip


class Leagues(Service):
    """A league's tables as JSON and CSV, its conditions, tokens, people and webhook; and cursors of the feed."""

    def hurl(self, rng: random.Random) -> None:
        league = rng.choice(("fuzz", "fuzz", "fuzz", "none", "Ä"))
        admin, json_ = self.auth(self.at.admin), {"Content-Type": "application/json"}
        made = mutate.spelled(mutate.tree(rng, {"id": "fuzz", "name": "Fuzz", "tables_a_day": 1000}))
        self.call(
            "POST", "/v1/leagues", admin | json_, made if rng.random() < 0.5 else b'{"id": "fuzz", "name": "Fuzz"}'
        )
        path = f"/v1/leagues/{league}"
        tables = mutate.spelled(mutate.tree(rng, {"tables": [LEAGUE_TABLE, {**LEAGUE_TABLE, "ref": "t2"}]}))
        ref = rng.choice(("17", "18", "x" * 300, "%00", "é"))
        token = mutate.spelled(mutate.tree(rng, {"label": "x", "overlap_h": 1}))
        person = mutate.spelled(mutate.tree(rng, {"name": "Ana"}))
        conditions = mutate.spelled(mutate.tree(rng, CONDITIONS))
        calls: list[tuple[str, str, Json, bytes]] = [
            ("POST", f"{path}/tables", json_, tables),
            ("POST", f"{path}/tables", {"Content-Type": "text/csv"}, mutate.raw(rng, LEAGUE_CSV)),
            ("PUT", path, json_, mutate.spelled(mutate.tree(rng, {"name": "Liga", "site": "https://a.invalid/"}))),
            ("POST", f"{path}/links", json_, mutate.spelled(mutate.tree(rng, {"records": ["x"], "links": ["seats"]}))),
            ("PUT", f"{path}/conditions", json_, conditions),
            ("GET", f"{path}/conditions", {}, b""),
            ("POST", f"{path}/tokens", json_, token),
            ("DELETE", f"{path}/tokens/{rng.choice(('x', 'a' * 16))}", {}, b""),
            ("GET", path, {}, b""),
            ("PUT", f"{path}/people/{ref}", json_, person),
            ("GET", f"{path}/people/{ref}", {}, b""),
            ("DELETE", f"{path}/people/{ref}", {}, b""),
            ("PUT", f"{path}/people/{ref}/joined", json_, mutate.spelled(mutate.tree(rng, {"to": "18"}))),
            ("DELETE", f"{path}/people/{ref}/joined", {}, b""),
            (
                "PUT",
                f"{path}/webhook",
                json_,
                mutate.spelled(mutate.tree(rng, {"url": "https://a.invalid/", "after": "0"})),
            ),
            ("POST", f"{path}/webhook/rotate", json_, mutate.spelled(mutate.tree(rng, {"overlap_h": 1}))),
            ("POST", f"{path}/webhook/{rng.choice(('test', 'resume'))}", {}, b""),
            (rng.choice(("GET", "DELETE")), f"{path}/webhook", {}, b""),
        ]
        for method, where, headers, sent in rng.sample(calls, 3):
            self.call(method, where, admin | headers, sent)
        cursor = rng.choice(("0", "-1", f"{rng.randrange(99)}-{'0' * 8}-{'0' * 32}", mutate.text(rng, "1-a-b")))
        more = rng.choice(("", "&league=fuzz", "&include=result", "&limit=0", "&wait=0"))
        self.call("GET", "/v1/feed", admin, query=f"after={cursor}{more}")


class Tokens(Service):
    """Whoever is not who he says: damaged tokens and ids."""

    def hurl(self, rng: random.Random) -> None:
        record = rng.choice(self.at.records)
        good = rng.choice((self.at.admin, self.at.recorder))
        header, path = f"Bearer {good}", f"/v1/records/{record}/tokens"
        paths = ("/v1/token", path, f"{path}/{good.split('_')[1]}", f"/v1/records/{record}", "/v1/games/kingdoms")
        if rng.random() < 0.6:
            header = mutate.text(rng, header).encode("utf-8", "replace").decode("latin-1")
            path = rng.choice(paths[:3])
        else:
            path = mutate.text(rng, rng.choice(paths))
        method = rng.choice(("GET", "GET", "GET", "HEAD", "DELETE", "OPTIONS", "PUT", "POST"))
        answer = self.call(method, path or "/", {"Authorization": header})
        kind, _, text = header.partition(" ")
        whole = kind.casefold() == "bearer" and text.strip() in (self.at.admin, self.at.recorder)
        if not whole and answer.status_code == 200 and method == "GET" and path.endswith(("/token", "/tokens")):
            raise BrokenError("a damaged token was taken", header)


class Queries(Service):
    """What stands behind the question mark, and paths."""

    KNOWN = ("after=0", "limit=3", "limit=200", "ply=3", "version=2", "eyes=public", "eyes=recorder", "eyes=seat:0", "eyes=judge", "what=fold", "what=facts",
             "format=json", "format=text", "lang=en,es", "lang=es", "cursor=", "game=kingdoms", "status=running", "player=x",
             "league=l", "round=1", "ref=site:1", "changed_since=2026-11-21T00:00:00Z", "move=")  # fmt: skip
    PATHS = ("/v1/games", "/v1/games/kingdoms", "/v1/records", "/v1/token", "/v1/key", "/v1/boxes", "/healthz", "/openapi.json", "/docs/", "/docs/docs.js",
             f"/v1/boxes/{hash_of(GAMES['kingdoms'].box())}", "/viewer/", "/viewer/main.js", "/viewer/boards/kingdoms.js", "/sw.js", "/rules/kingdoms", "/", "/readyz")  # fmt: skip

    def hurl(self, rng: random.Random) -> None:
        record = rng.choice(self.at.records)
        path = rng.choice(
            (*self.PATHS, "/v1/records", *(f"/v1/records/{record}{look.partition('?')[0]}" for look in LOOKS))
        )
        parts = rng.sample(self.KNOWN, rng.randint(1, 3))
        parts = [self._filled(rng, part) for part in parts]
        query = "&".join(parts)
        if rng.random() < 0.7:
            query = mutate.text(rng, query)
        if rng.random() < 0.25:
            path = (
                mutate.text(rng, path)
                if rng.random() < 0.8
                else f"/{path.split('/')[1]}/{rng.choice(mutate.TOKENS) * rng.choice((1, 40))}"
            )
        headers = self.auth(self.at.admin) if rng.random() < 0.7 else {}
        self.call(rng.choice(("GET", "GET", "GET", "HEAD")), path or "/", headers, query=query)

    def _filled(self, rng: random.Random, part: str) -> str:
        if part == "cursor=":
            score, record = (
                rng.choice(("1", "1763720000000", "-5", "1e9", "٣", "9" * 16)),
                rng.choice((*self.at.records, "x", "")),
            )
            return part + base64.urlsafe_b64encode(f"{score} {record}".encode()).decode().rstrip("=")
        if part == "move=":
            game = corpus.played(rng.choice(list(GAMES)), 1)
            move = mutate.tree(rng, rng.choice(game.moves))
            return part + json.dumps(move).replace("&", "%26").replace("+", "%2B").replace("#", "%23")
        return part


class Headers(Service):
    """Headers of every sort, in and out of place."""

    VALUES: tuple[tuple[str, str], ...] = (
        ("If-Match", '"5"'), ("If-None-Match", '"5"'), ("If-None-Match", 'W/"5", *'), ("Idempotency-Key", "once"),
        ("Accept", "application/x-ndjson;q=0.9, application/json"), ("Accept-Language", "es-MX,es;q=0.8,en;q=0.5"),
        ("Accept-Encoding", "gzip, br;q=0.1"), ("Range", "bytes=0-9,20-"), ("If-Range", '"5"'), ("Host", "club.example:8080"),
        ("If-Modified-Since", "Sat, 21 Nov 2026 19:30:00 GMT"), ("Content-Type", "application/json; charset=utf-8"),
        ("Content-Encoding", "gzip"), ("Transfer-Encoding", "chunked"), ("Content-Length", "17"), ("Expect", "100-continue"),
        ("X-Forwarded-For", "10.0.0.1, 10.0.0.2"), ("X-Forwarded-Host", "evil.example"), ("Origin", "https://evil.example"),
        ("Cookie", "a=b; token=c"), ("Last-Event-ID", "3"), ("Access-Control-Request-Method", "POST"), ("Content-MD5", "x"),
        ("X-HTTP-Method-Override", "DELETE"), ("Authorization", "Bearer x"), ("Upgrade", "h2c"), ("Connection", "close"),
        ("Content-Type", "multipart/form-data; boundary=x"), ("Content-Type", "application/x-www-form-urlencoded"),
    )  # fmt: skip

    def hurl(self, rng: random.Random) -> None:
        record = rng.choice(self.at.records)
        headers = self.auth() if rng.random() < 0.8 else {}
        body = b""
        for name, value in rng.sample(self.VALUES, rng.randint(1, 4)):
            headers[name] = (
                mutate.text(rng, value).encode("utf-8", "replace").decode("latin-1") if rng.random() < 0.8 else value
            )
            # A server passes none of these on.
            headers[name] = headers[name].replace("\x00", "").replace("\r", "").replace("\n", "")
        if rng.random() < 0.6:
            move = rng.choice(corpus.played("kingdoms", 1).moves)
            body = json.dumps(move).encode()
            headers.setdefault("Content-Type", "application/json")
            headers.setdefault("If-Match", '"1"')
            self.call(
                "POST",
                f"/v1/records/{record}/{rng.choice(('moves', 'import', 'tokens', 'secrets'))}",
                headers,
                body,
                "dry_run=1",
            )
        else:
            look, _, query = rng.choice(LOOKS).partition("?")
            method = rng.choice(("GET", "GET", "HEAD", "OPTIONS", "DELETE", "TRACE", "PATCH", "BREW"))
            self.call(method, f"/v1/records/{record}{look}", headers, query=query)


class Every(Service):
    """Every call of the contract in turn, with all members of its body: some filled by chance, the whole damaged."""

    def hurl(self, rng: random.Random) -> None:
        calls = api_contract.calls()
        method, _, path = calls[self.thrown % len(calls)]
        operation = api_contract.document()["paths"][path][method]
        body = self._filled(rng, operation["requestBody"]["content"]) if "requestBody" in operation else {}
        known = {"record": rng.choice(self.at.records), "game": "kingdoms", "league": "fuzz", "version": "2"}
        for name in api_contract.PART.findall(path):
            value = known.get(name, "x") if rng.random() < 0.8 else quote(rng.choice(mutate.TOKENS)[:99], safe="")
            path = path.replace(f"{{{name}}}", value or "x")
        sent = mutate.spelled(mutate.tree(rng, body)) if rng.random() < 0.8 else mutate.raw(rng, mutate.spelled(body))
        headers = {"If-Match": rng.choice(("*", '"5"')), "Content-Type": "application/json"} | self.auth(self.at.admin)
        self.call(method.upper(), path, headers, b"" if method == "get" else sent, rng.choice(("", "", "lang=es")))

    @staticmethod
    def _filled(rng: random.Random, content: Json) -> Json:
        schema = content.get("application/json", {}).get("schema", {})
        known = api_contract.document()["components"]["schemas"].get(schema.get("$ref", "").rpartition("/")[2], {})
        return {name: rng.choice((*mutate.JUNK, "x", 1, [], {})) for name in known.get("properties", {})}
