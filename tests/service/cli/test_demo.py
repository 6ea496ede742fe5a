"""The demonstration of ``movebook up --demo``, laid into a running service."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
import requests

from engines import GAMES
from service.run import demo
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


@pytest.mark.parametrize("what", BROKEN)
def test_a_game_that_breaks_is_named_and_left_out(
    what: str, running: Running, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game, says = BROKEN[what]
    monkeypatch.setattr(demo, "GAMES", {"broken": game, "kingdoms": KINGDOMS})
    laid = demo.lay(running.url, running.token)
    assert len(laid) == 1
    summary = requests.get(f"{running.url}/v1/records/{laid[0]}", timeout=10).json()
    assert (summary["game"], summary["status"]) == ("kingdoms", "finished")
    said = capsys.readouterr().err
    assert said.startswith(f"The demonstration leaves broken out: {says}")
    assert len(said.splitlines()) == 1


def test_a_service_that_is_not_there_is_no_fault_of_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo, "GAMES", {"kingdoms": KINGDOMS})
    with pytest.raises(requests.ConnectionError):
        demo.lay("http://127.0.0.1:9", "mb_none")
