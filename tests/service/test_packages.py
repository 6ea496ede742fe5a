"""What the service says of the packages that bring its games: which they are, what is left out, what is missing."""

from __future__ import annotations

import json
import logging

import pytest

import engines
from engines.packages import LeftOut, Package
from service import games
from service.api.app import create_app
from service.api.http import Service
from service.cli import main
from service.config import Settings
from service.record import aside, projections
from service.store.keys import key
from tests.service.conftest import Api
from tests.toy.listed import list_toy

LEFT = LeftOut("harbour", Package("movebook-harbour", "0.3"), "harbour: it has no decide")


@pytest.fixture
def left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """A package that breaks the contract."""
    monkeypatch.setattr(engines, "LEFT_OUT", [LEFT])


def test_a_game_names_the_package_that_brings_it(anyone: Api) -> None:
    version = engines.PACKAGES["kingdoms"].version
    assert anyone.get("/games/kingdoms").json["package"] == {"name": "movebook", "version": version}
    assert all(game["package"] for game in anyone.get("/games").json["games"])


def test_a_package_that_is_left_out_is_named_at_start(
    settings: Settings, left_out: None, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        create_app(settings)
    assert caplog.messages == [
        "the game harbour of the package movebook-harbour 0.3 is left out: harbour: it has no decide"
    ]


def test_a_service_is_ready_without_what_is_left_out_and_names_it(anyone: Api, left_out: None) -> None:
    found = (anyone.client.get("/readyz").json or {})["checks"]["games"]
    assert found == {"status": "ok", "left_out": [{"game": "harbour", "package": "movebook-harbour 0.3"}]}


def test_nothing_is_said_where_nothing_is_left_out(anyone: Api, caplog: pytest.LogCaptureFixture) -> None:
    assert (anyone.client.get("/readyz").json or {})["checks"]["games"] == {"status": "ok"}
    games.warn_of_left_out()
    assert caplog.messages == []


def test_a_record_of_a_game_that_is_not_installed_says_which_package_it_needs(
    recorder: Api, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as while_installed:
        list_toy(while_installed)
        while_installed.setitem(engines.PACKAGES, "toy", Package("movebook-toy", "1.0"))
        record = recorder.open("red", "blue", game="toy")
        projections.attempt(service.log, service.lives, record.id)
    service.lives.drop(record.id)
    assert service.log.store.hget(key("head", record.id), "package") == b"movebook-toy 1.0"
    said = "this program has no rules 'toy@1'; the package 'movebook-toy 1.0' brought them"
    for answer in (record.get(""), record.get("/state"), record.move(type="deal")):
        assert (answer.status_code, answer.json["type"]) == (409, "urn:movebook:problem:set-aside")
        assert said in answer.json["detail"]
    assert aside.notes(service.log.store, record.id)["public"].what == said
    # Installed again, by whatever version of its package: nobody need ask for it to be tried.
    list_toy(monkeypatch)
    monkeypatch.setitem(engines.PACKAGES, "toy", Package("movebook-toy", "1.1"))
    assert record.get("").status_code == 200
    assert record.move(type="deal").status_code == 201


def test_another_version_of_a_package_is_another_program(monkeypatch: pytest.MonkeyPatch) -> None:
    list_toy(monkeypatch)
    monkeypatch.setitem(engines.PACKAGES, "toy", Package("movebook-toy", "1.0"))
    before = aside.program()
    monkeypatch.setitem(engines.PACKAGES, "toy", Package("movebook-toy", "1.1"))
    assert aside.program() != before


def test_the_command_line_lists_games_and_packages(capsys: pytest.CaptureFixture[str]) -> None:
    version = engines.PACKAGES["kingdoms"].version
    assert main(["games", "--lang", "en"]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert ["kingdoms@1", "Kingdoms", "movebook", version] in lines
    assert [line[0] for line in lines] == list(engines.RULES)


def test_the_command_line_names_what_is_left_out(left_out: None, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 1
    assert capsys.readouterr().err == f"{LEFT}\n"
    assert main(["games", "--json"]) == 1
    told = json.loads(capsys.readouterr().out)["left_out"]
    assert told == [{"game": "harbour", "package": "movebook-harbour 0.3", "why": "harbour: it has no decide"}]
