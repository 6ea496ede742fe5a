"""A league's site: standings, ratings and players, from the feed and the webhook of a Movebook service."""

from __future__ import annotations

import json
import os
import sqlite3
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import requests
from flask import Flask, abort, render_template, request
from openskill.models import PlackettLuce
from standardwebhooks.webhooks import Webhook, WebhookVerificationError

Json = dict[str, Any]

SCHEMA = """
CREATE TABLE IF NOT EXISTS state (name TEXT PRIMARY KEY, value TEXT);
CREATE TABLE IF NOT EXISTS games (record TEXT PRIMARY KEY, position INTEGER, epoch TEXT, game TEXT);
CREATE TABLE IF NOT EXISTS players (player TEXT PRIMARY KEY, name TEXT);
"""
WAIT_S = 25
"""How long the service holds a call of the feed while nothing changes (s)."""


class Store:
    """The site's database. Names are stored once, in `players`, so that an erased one is gone everywhere.

    Args:
        path: The SQLite file.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        with self.open() as db:
            db.executescript(SCHEMA)

    @contextmanager
    def open(self) -> Iterator[sqlite3.Connection]:
        """A connection; what is written through it is committed at the end, or not at all."""
        db = sqlite3.connect(self.path, timeout=30)
        db.execute("PRAGMA secure_delete = ON")  # an erased name is not left in a free page of the file
        try:
            with db:
                yield db
        finally:
            db.close()

    def clear(self) -> None:
        """Forget everything: the service was restored, and its feed begins anew."""
        with self.open() as db:
            for table in ("state", "games", "players"):
                db.execute(f"DELETE FROM {table}")  # noqa: S608 - our own names

    def cursor(self) -> str:
        """Where to go on in the feed."""
        with self.open() as db:
            found = db.execute("SELECT value FROM state WHERE name = 'cursor'").fetchone()
        return found[0] if found else "0"

    def take(self, lines: list[Json], cursor: str | None = None) -> None:
        """Store lines of the feed or of the webhook, all or none; the same line may come twice."""
        with self.open() as db:
            db.execute("BEGIN IMMEDIATE")
            for line in lines:
                _take(db, line)
            if cursor is not None:
                db.execute("REPLACE INTO state VALUES ('cursor', ?)", [cursor])

    def games(self) -> dict[str, Json]:
        """Every game by record, in the order in which they ended."""
        with self.open() as db:
            rows = db.execute("SELECT record, game FROM games").fetchall()
        games = {record: json.loads(game) for record, game in rows}
        return dict(sorted(games.items(), key=lambda item: (item[1]["ended_at"] or "9", item[0])))

    def names(self) -> dict[str, str]:
        """What each player is called."""
        with self.open() as db:
            rows = db.execute("SELECT player, name FROM players").fetchall()
        return {player: name or f"Player {player[:4]}" for player, name in rows}


def _take(db: sqlite3.Connection, line: Json) -> None:
    record = line["record"]
    # A cursor begins with its position, which rises with every change: an older line that comes late is dropped.
    position, epoch = int(line["cursor"].split("-")[0]), line["cursor"].split("-")[1]
    known = db.execute("SELECT position, epoch FROM games WHERE record = ?", [record]).fetchone()
    if known and known[1] == epoch and known[0] >= position:
        return
    # A removed record leaves an empty row, so that no older line brings it back.
    game = _gone() if line["summary"] is None else _game(line)
    db.execute("REPLACE INTO games VALUES (?, ?, ?, ?)", [record, position, epoch, json.dumps(game)])
    for seat in line["summary"]["seats"] if line["summary"] else ():
        db.execute("REPLACE INTO players VALUES (?, ?)", [seat["player"], seat["name"]])
    db.execute(
        "DELETE FROM players WHERE player NOT IN "
        "(SELECT json_extract(value, '$.player') FROM games, json_each(games.game, '$.seats'))"
    )


def _gone() -> Json:
    return {"removed": True, "seats": [], "former": [], "ended_at": None, "counts": "no", "reasons": []}


def _game(line: Json) -> Json:
    """What the site needs of a line, without names."""
    summary, result = line["summary"], line.get("result")
    seats = result["seats"] if result else summary["seats"]
    return {
        **{name: summary[name] for name in ("game", "status", "occasion", "ended_at")},
        "removed": False,
        "ref": summary["league"]["ref"],
        "final": line["final"],
        "seats": [{name: seat.get(name) for name in ("seat", "player", "rank", "score")} for seat in seats],
        "former": [former["seats"] for former in (result or {}).get("former", [])],
        "counts": summary["counts"]["answer"],
        "reasons": [reason["text"]["en"] for reason in summary["counts"]["reasons"]],
    }


class Feed:
    """Follows a league's feed.

    Args:
        store: Where lines go.
        url: Address of the service.
        league: The league's id.
        token: Its token.
    """

    def __init__(self, store: Store, url: str, league: str, token: str) -> None:
        self.store, self.url, self.league = store, url, league
        self.session = requests.Session()
        self.session.headers["Authorization"] = f"Bearer {token}"

    def read(self, wait: int = 0) -> bool:
        """Take what is new; whether to go on at once."""
        query = {"league": self.league, "include": "result", "limit": 100, "after": self.store.cursor(), "wait": wait}
        answer = self.session.get(f"{self.url}/v1/feed", params=query, timeout=wait + 30)
        if answer.status_code == 410:
            self.store.clear()
            return True
        answer.raise_for_status()
        feed = answer.json()
        self.store.take(feed["lines"], feed["cursor"])
        return bool(feed["more"])

    def follow(self) -> None:
        """Read for ever, also over failures of the service."""
        pause = 1.0
        while True:
            try:
                while self.read(WAIT_S):
                    pass
                pause = 1.0
            except requests.RequestException as error:
                print(f"feed: {error}; again in {pause:.0f} s")
                time.sleep(pause)
                pause = min(2 * pause, 60)


@dataclass
class Player:
    """A player's line in the standings.

    Args:
        points: One for each opponent who came behind.
        history: Rating after each game, with its record.
    """

    id: str
    games: int = 0
    wins: int = 0
    points: int = 0
    rating: float = 0.0
    history: list[tuple[str, float]] = field(default_factory=list)


def standings(games: dict[str, Json]) -> list[Player]:
    """Standings and ratings from the games that count: all anew, so that a correction reaches every later rating."""
    model = PlackettLuce()
    skills: dict[str, Any] = defaultdict(model.rating)
    players: dict[str, Player] = {}
    for record, game in games.items():
        seats = [seat for seat in game["seats"] if seat["rank"] is not None]
        if game["counts"] != "yes" or len({seat["player"] for seat in seats}) < 2:
            continue
        rated = model.rate([[skills[seat["player"]]] for seat in seats], ranks=[seat["rank"] for seat in seats])
        for seat, [skill] in zip(seats, rated, strict=True):
            player = players.setdefault(seat["player"], Player(seat["player"]))
            skills[player.id] = skill
            player.games += 1
            player.wins += seat["rank"] == 1
            player.points += sum(other["rank"] > seat["rank"] for other in seats)
            player.rating = 1000 + 20 * skill.ordinal()
            player.history.append((record, player.rating))
    return sorted(players.values(), key=lambda one: (-one.points, -one.wins, -one.rating, one.id))


def create_app(store: Store, url: str, league: str, secret: str | None = None) -> Flask:
    """The site.

    Args:
        store: Its database.
        url: Address of the service, for links.
        league: The league's id.
        secret: Of the webhook; None for none.
    """
    app = Flask(__name__)

    def page(name: str, **values: Any) -> str:
        return render_template(name, names=store.names(), movebook=url, league=league, **values)

    @app.get("/")
    def index() -> str:
        games = store.games()
        return page("standings.html", players=standings(games), games=games)

    @app.get("/players/<player>")
    def player(player: str) -> str:
        games = store.games()
        mine = {record: game for record, game in games.items() if any(s["player"] == player for s in game["seats"])}
        if not mine:
            abort(404)
        ranked = standings(games)
        found = next((one for one in ranked if one.id == player), Player(player))
        place = ranked.index(found) + 1 if found in ranked else None
        return page("player.html", player=found, place=place, games=mine)

    @app.get("/games/<record>")
    def game(record: str) -> str:
        found = store.games().get(record)
        if found is None or found["removed"]:
            abort(404)
        return page("game.html", record=record, game=found)

    @app.get("/why")
    def why() -> str:
        wanted = request.args.get("name", "").strip().casefold()
        names = store.names()
        games = {
            record: game
            for record, game in store.games().items()
            if game["counts"] != "yes"
            and game["seats"]
            and (not wanted or any(wanted in names[seat["player"]].casefold() for seat in game["seats"]))
        }
        return page("why.html", games=games, wanted=request.args.get("name", ""))

    @app.get("/changes")
    def changes() -> str:
        return page("changes.html", games={record: game for record, game in store.games().items() if game["former"]})

    @app.post("/webhook")
    def webhook() -> tuple[str, int]:
        try:
            message = Webhook(secret or abort(404)).verify(request.get_data(), dict(request.headers))
        except WebhookVerificationError:
            return "wrong signature", 400
        if message["type"] == "record.changed":
            store.take([message["data"]])
        return "", 204

    return app


def main() -> None:
    """Serve the site and follow the feed, as the environment says."""
    url, league = os.environ["MOVEBOOK_URL"], os.environ["LEAGUE"]
    store = Store(Path(os.environ.get("SITE_DB", "league.sqlite")))
    feed = Feed(store, url, league, os.environ["LEAGUE_TOKEN"])
    threading.Thread(target=feed.follow, daemon=True).start()
    app = create_app(store, url, league, os.environ.get("WEBHOOK_SECRET"))
    app.run(port=int(os.environ.get("PORT", "8090")), threaded=True)


if __name__ == "__main__":
    main()
