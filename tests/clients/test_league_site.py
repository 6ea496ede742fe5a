"""The example of a league's site follows a real service: standings, corrections, removals, erased names."""

from __future__ import annotations

import importlib
import json
import re
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import requests
from werkzeug.serving import make_server

from engines import GAMES
from service.run.demo import DemoGame, played
from tests.fixtures.ports import free_port
from tests.fixtures.waiting import limit
from tests.service.cli.conftest import Movebook, Running, environ, movebook, service
from tests.viewer.table import running as up

__all__ = ["environ", "movebook", "service"]

Json = dict[str, Any]

pytest.importorskip("openskill")
pytest.importorskip("standardwebhooks")

FOLDER = Path(__file__).parents[2] / "examples" / "league-site"


@pytest.fixture(scope="module")
def example() -> Iterator[ModuleType]:
    """The module of the example."""
    sys.path.insert(0, str(FOLDER))
    yield importlib.import_module("league_site")
    sys.path.remove(str(FOLDER))
    del sys.modules["league_site"]


class League:
    """A league of a running service, which counts what is signed in any way."""

    def __init__(self, running: Running, name: str) -> None:
        self.url, self.id = running.url, name
        self.token = self.call(running.token, "POST", "/v1/leagues", {"id": name, "name": "Liga"})["token"]
        self.call(self.token, "PUT", f"/v1/leagues/{name}/conditions", {"signed": "any"})

    def call(self, token: str, verb: str, path: str, body: Any = None, **headers: str) -> Json:
        sent = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"} | headers
        data = body if isinstance(body, bytes) else None if body is None else json.dumps(body).encode()
        answer = requests.request(verb, self.url + path, data=data, headers=sent, timeout=limit(60))
        assert answer.ok, answer.text
        return dict(answer.json()) if answer.content else {}

    def play(self, ref: str, *names: str) -> Table:
        """A table that is played to its end and signed by everybody."""
        seats = [{"ref": name, "name": name} for name in names]
        row = {"ref": ref, "game": "kingdoms", "seats": seats, "occasion": {"round": "1", "table": ref}}
        rows = {"tables": [{**row, "links": ["record", "judge"]}]}
        table = Table(self, self.call(self.token, "POST", f"/v1/leagues/{self.id}/tables", rows)["tables"][0])
        _, moves = played(GAMES["kingdoms"], DemoGame(names))
        table.write("import", "\n".join(map(json.dumps, moves)).encode(), **{"Content-Type": "application/x-ndjson"})
        table.sign(len(names))
        return table


class Table:
    """A table of the league."""

    def __init__(self, league: League, opened: Json) -> None:
        self.league, self.id = league, opened["record"]
        self.recorder, self.judge = (opened["links"][name].partition("#t=")[2] for name in ("record", "judge"))

    def write(self, what: str, body: Any, token: str | None = None, **headers: str) -> None:
        path = f"/v1/records/{self.id}"
        tag = f'"{self.league.call(token or self.recorder, "GET", path)["version"]}"'
        self.league.call(token or self.recorder, "POST", f"{path}/{what}", body, **{"If-Match": tag, **headers})

    def rule_for(self, name: str) -> None:
        """A judge rules that somebody had more gold, and everybody signs the new result."""
        seats = self.result()["seats"]
        seat = next(one["seat"] for one in seats if one["name"] == name)
        ruling = {"adjustments": [{"type": "change_gold", "seat": seat, "by": 500}], "reason": "gold was forgotten"}
        self.write("rulings", ruling, self.judge)
        self.sign(len(seats))

    def sign(self, seats: int) -> None:
        outcome = self.result()["standing"]["outcome"]
        for seat in range(seats):
            self.write("signatures", {"outcome": outcome, "seat": seat})

    def result(self) -> Json:
        return self.league.call(self.recorder, "GET", f"/v1/records/{self.id}/result")


class Site:
    """The site in a folder of its own."""

    def __init__(self, example: ModuleType, folder: Path, league: League) -> None:
        self.store = example.Store(folder / "league.sqlite")
        self.feed = example.Feed(self.store, league.url, league.id, league.token)
        self.example, self.calls = example, 0
        self.client = example.create_app(self.store, league.url, league.id).test_client()

    def until(self, wanted: str, path: str = "/", *, read: bool = True) -> None:
        """Wait until a page shows what the feed or the webhook delivers."""
        end = time.monotonic() + limit(60)
        while wanted not in (shown := self.page(path)):
            assert time.monotonic() < end, shown
            if read:
                self.read()
            else:
                time.sleep(0.1)

    def read(self, wait: int = 1) -> None:
        self.calls += 1
        while self.feed.read(wait):
            self.calls += 1

    def page(self, path: str) -> str:
        """The text of a page, without its markup."""
        answer = self.client.get(path)
        return " ".join(re.sub(r"<[^>]+>", " ", answer.text).split())

    def all(self) -> Any:
        return self.store.games(), self.store.names(), self.example.standings(self.store.games())


@pytest.fixture
def sites(example: ModuleType, running: Running, tmp_path: Path, request: pytest.FixtureRequest) -> Any:
    """A league, a site that follows it, and one that sleeps."""
    league = League(running, request.node.name.replace("_", "-")[-40:].strip("-"))
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    return league, *(Site(example, tmp_path / name, league) for name in ("one", "two"))


def test_a_site_that_slept_ends_equal_to_one_that_followed(sites: Any, service: Movebook, tmp_path: Path) -> None:
    league, awake, asleep = sites
    first = league.play("t1", "Ana", "Benito")
    ranks = {seat["name"]: seat["rank"] for seat in first.result()["seats"]}
    winner, loser = sorted(ranks, key=lambda name: ranks[name])
    awake.until(f"1 {winner} 1 1 1")
    first.rule_for(loser)
    awake.until(f"1 {loser} 1 1 1")
    assert re.search(rf"At first Now .*{loser} 2\. \(-?\d+\) 1\.", awake.page("/changes")), "what the ruling changed"
    # A void game, a removed one, an erased name.
    void, gone = league.play("t2", "Ana", "=1+1"), league.play("t3", "<b>Cleo</b>", "Ana")
    awake.until("3 of 3 games count")
    assert "&lt;b&gt;Cleo&lt;/b&gt;" in awake.client.get("/").text
    void.write("void", {"reason": "played with a wrong bag"}, void.judge)
    awake.until("the game is void", "/why")
    assert service("records", "remove", gone.id).code == 0
    awake.until("1 of 2 games count")
    assert "Cleo" not in awake.store.names().values(), "a player of no other game"
    league.call(league.token, "DELETE", f"/v1/leagues/{league.id}/people/Ana")
    awake.until("Player ")
    for site in (awake, asleep):
        site.read()
    assert awake.all() == asleep.all()
    assert asleep.calls <= 2, "so few calls bring everything"
    assert "Ana" not in awake.page("/") + awake.page("/changes") + awake.page("/why")
    assert b"Ana" not in (tmp_path / "one" / "league.sqlite").read_bytes()


def test_a_ruling_reaches_the_standings_by_the_webhook_alone(
    example: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MOVEBOOK_WEBHOOK_NETWORKS", "127.0.0.0/8")
    with up(tmp_path / "data") as known:
        league = League(Running(known["url"], known["token"], tmp_path / "data", 0), "hooked")
        port = free_port()
        hook = {"url": f"http://127.0.0.1:{port}/webhook"}
        secret = league.call(league.token, "PUT", f"/v1/leagues/{league.id}/webhook", hook)["secret"]
        site = Site(example, tmp_path, league)
        app = example.create_app(site.store, league.url, league.id, secret)
        server = make_server("127.0.0.1", port, app)
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            forged = requests.post(hook["url"], data=b"{}", headers={"webhook-id": "1"}, timeout=limit(60))
            assert forged.status_code == 400
            table = league.play("t1", "Ana", "Benito")
            winner = next(seat["name"] for seat in table.result()["seats"] if seat["rank"] == 1)
            loser = next(seat["name"] for seat in table.result()["seats"] if seat["rank"] != 1)
            site.until(f"1 {winner} 1 1 1", read=False)
            table.rule_for(loser)
            site.until(f"1 {loser} 1 1 1", read=False)
            assert site.store.cursor() == "0", "the feed was never asked"
        finally:
            server.shutdown()
            thread.join()
            server.server_close()
