"""The demonstration of ``movebook up --demo``, laid into a running service."""

from collections.abc import Iterator
from datetime import datetime
from types import SimpleNamespace
from typing import Any

import pytest
import requests

from engines import GAMES
from service.run import demo
from tests.fixtures.waiting import eventually
from tests.long import cases
from tests.service.cli.conftest import Running

KINGDOMS = GAMES["kingdoms"]


def like_kingdoms(**differs: Any) -> Any:
    """A game that is Kingdoms but for what is said here."""
    return SimpleNamespace(**{name: getattr(KINGDOMS, name) for name in dir(KINGDOMS)} | differs)


def breaking(*_: Any) -> Iterator[Any]:
    yield {"type": "choose_start_player", "player": 0}
    raise ZeroDivisionError("no players in year 0")


BROKEN = {
    "a table that breaks": (like_kingdoms(table=breaking), "ZeroDivisionError: no players in year 0"),
    "colours that break": (like_kingdoms(colours=lambda _: 1 / 0), "ZeroDivisionError: division by zero"),
    "a game that the service does not have": (KINGDOMS, "HTTPError: 404 Client Error"),
}


@pytest.mark.parametrize("what", [*BROKEN][: cases(1, 3)])
def test_a_game_that_breaks_is_named_and_left_out(
    what: str, running: Running, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game, says = BROKEN[what]
    monkeypatch.setattr(demo, "GAMES", {"broken": game, "kingdoms": KINGDOMS})
    laid = demo.record_games(running.url, running.token)
    assert len(laid) == 1
    summary = requests.get(f"{running.url}/v1/records/{laid[0]}", timeout=60).json()
    assert (summary["game"], summary["status"]) == ("kingdoms", "finished")
    said = capsys.readouterr().err
    assert said.startswith(f"No demo game of broken: {says}")
    assert len(said.splitlines()) == 1


def test_players_of_several_tables_and_a_running_game(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = [
        demo.DemoGame(("Ana", "Ben"), seed=2, days_ago=1, occasion={"event": "Friday", "place": "Ana's place"}),
        demo.DemoGame(("Ben", "Carla"), seed=3, moves=9),
    ]
    monkeypatch.setattr(demo, "GAMES", {"kingdoms": KINGDOMS})
    monkeypatch.setattr(demo, "tables", lambda _: chosen)
    today = {f"{datetime.now().astimezone():%Y-%m-%d}"}
    laid = demo.record_games(running.url, running.token)
    today.add(f"{datetime.now().astimezone():%Y-%m-%d}")
    found: list[Any] = []

    def both() -> bool:
        ended = requests.get(f"{running.url}/v1/records/{laid[0]}", timeout=60).json()
        query = {"player": ended["seats"][1]["player"]}
        found[:] = requests.get(f"{running.url}/v1/records", query, timeout=60).json()["records"]
        return len(found) == 2 and (found[0]["ply"], found[1]["status"]) == (9, "finished")

    assert len(laid) == 1
    assert eventually(both), found
    runs, ended = found
    assert ended["id"] == laid[0]
    assert (runs["status"], runs["ply"], ended["status"]) == ("running", 9, "finished")
    assert {key: ended["occasion"][key] for key in ("event", "place")} == chosen[0].occasion
    assert runs["occasion"]["date"] in today
    assert ended["occasion"]["date"] < runs["occasion"]["date"]
    assert [seat["name"] for seat in runs["seats"]] == ["Ben", "Carla"]
    assert runs["seats"][0]["player"] == ended["seats"][1]["player"]


def test_a_service_that_is_not_there_is_no_fault_of_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo, "GAMES", {"kingdoms": KINGDOMS})
    with pytest.raises(requests.ConnectionError):
        demo.record_games("http://127.0.0.1:9", "mb_none")
