"""What the service says of the packages that bring its games: which they are, what is left out, what is missing."""

import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import engines
from engines.packages import LeftOut, Package
from service import games
from service.api.app import create_app
from service.api.pages import site as site_of_pages
from service.api.web.http import Service
from service.cli import main
from service.cli.boards import drawer, generic
from service.config import Settings
from service.record.derived import projections
from service.record.files import verify
from service.record.state import quarantine
from service.store.keys import key
from tests.fixtures.installed import install
from tests.fixtures.toy import list_toy
from tests.service.conftest import Api

LEFT = LeftOut("harbour", Package("movebook-harbour", "0.3"), "harbour: it has no decide")


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder to install packages into; harbour is a game of one of them."""
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setitem(engines.PACKAGES, "harbour", Package("movebook-harbour", "0.3"))
    forgotten()
    yield tmp_path
    forgotten()


def bring(*about: Any) -> None:
    install(*about)
    forgotten()


def forgotten() -> None:
    games.load.cache_clear()
    games._warn.cache_clear()
    site_of_pages._rules.cache_clear()


@pytest.fixture
def left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "LEFT_OUT", [LEFT])


def test_a_game_names_the_package_that_brings_it(anyone: Api) -> None:
    version = engines.PACKAGES["kingdoms"].version
    assert anyone.get("/games/kingdoms").json["package"] == {"name": "movebook", "version": version}
    assert all(game["package"] for game in anyone.get("/games").json["games"])


def test_packages_left_out_are_named(settings: Settings, left_out: None, caplog: pytest.LogCaptureFixture) -> None:
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
    games.warn_of_faults()
    assert caplog.messages == []


def test_a_record_of_a_game_that_is_not_installed_says_which_package_it_needs(
    recorder: Api, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as while_installed:
        list_toy(while_installed)
        while_installed.setitem(engines.PACKAGES, "toy", Package("movebook-toy", "1.0"))
        record = recorder.open("red", "blue", game="toy")
        projections.project_or_quarantine(service.log, service.lives, record.id)
    service.lives.drop(record.id)
    assert service.log.store.hget(key("head", record.id), "package") == b"movebook-toy 1.0"
    said = "this program does not have the rules 'toy@2'; they are in the package 'movebook-toy 1.0'"
    for answer in (record.get(""), record.get("/state"), record.move(type="deal")):
        assert (answer.status_code, answer.json["type"]) == (409, "urn:movebook:problem:set-aside")
        assert said in answer.json["detail"]
    assert quarantine.notes(service.log.store, record.id)["public"].what == said
    # Installed again, by whatever version of its package: nobody need ask for it to be tried.
    list_toy(monkeypatch)
    monkeypatch.setitem(engines.PACKAGES, "toy", Package("movebook-toy", "1.1"))
    assert record.get("").status_code == 200
    assert record.move(type="deal").status_code == 201


def test_a_file_of_a_game_that_is_not_installed_says_which_package_brings_it(
    recorder: Api, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as while_installed:
        list_toy(while_installed)
        while_installed.setitem(engines.PACKAGES, "toy", Package("movebook-toy", "1.0"))
        file = recorder.open("red", "blue", game="toy").play([{"type": "deal"}]).get("/export").data
        assert verify.check(json.loads(file)) == []
    assert json.loads(file)["package"] == "movebook-toy 1.0"
    package = "according to the file they are in the package 'movebook-toy 1.0'"
    said = f"this program does not have the rules 'toy@2'; {package}"
    assert [(fault.version, fault.what) for fault in verify.check(json.loads(file))] == [(1, said)]
    refused = recorder.post("/records/import", file, {"Content-Type": "application/json"})
    assert (refused.status_code, said in refused.json["detail"]) == (422, True)


@pytest.mark.parametrize("package", ["", 5, None, {}, "x" * 101])
def test_a_file_whose_package_is_no_short_text_is_not_sound(recorder: Api, package: Any) -> None:
    file = json.loads(recorder.open("red", "blue").get("/export").data)
    file["package"] = package
    file["digest"] = verify.digest({name: part for name, part in file.items() if name != "digest"})
    assert [fault.what for fault in verify.check(file)] == ["its 'package' is not a text of 1 to 100 characters"]


def test_another_version_of_a_package_is_another_program(monkeypatch: pytest.MonkeyPatch) -> None:
    list_toy(monkeypatch)
    monkeypatch.setitem(engines.PACKAGES, "toy", Package("movebook-toy", "1.0"))
    before = quarantine.program()
    monkeypatch.setitem(engines.PACKAGES, "toy", Package("movebook-toy", "1.1"))
    assert quarantine.program() != before


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


def test_pages_and_boards_come_out_of_the_package_of_their_game(site: Path, anyone: Api) -> None:
    parts = {"rules": {"harbour": "harbour_parts"}, "boards": {"harbour": "harbour_parts"}}
    files = {
        "harbour_parts/harbour.md": "# Harbour", "harbour_parts/harbour.es.md": "# Puerto",
        "harbour_parts/harbour.js": "export {};", "harbour_parts/harbour-map.css": "b { color: red }",
        "harbour_parts/kingdoms.js": "throw 1;", "harbour_parts/main.js": "throw 2;",
        "harbour_parts/harbour.py": "secret = 1",
    }  # fmt: skip
    bring(site, "movebook-harbour", "0.3", parts, files)
    web = anyone.client
    assert "<h1>Harbour</h1>" in web.get("/rules/harbour?lang=en").text
    assert "<h1>Puerto</h1>" in web.get("/rules/harbour?lang=es").text
    assert web.get("/viewer/boards/harbour.js").text == "export {};"
    assert web.get("/viewer/boards/harbour-map.css").content_type.startswith("text/css")
    names = list(games.board_files("harbour"))
    assert names == ["harbour-map.css", "harbour.es.md", "harbour.js", "harbour.md", "harbour.py"]
    for name in ("harbour.py", "harbour.md", "harbour-box.js", "main.js", "../main.js", "harbour/", ""):
        assert web.get(f"/viewer/boards/{name}").status_code == 404, name
    assert "throw" not in web.get("/viewer/boards/kingdoms.js").text
    assert "throw" not in web.get("/viewer/main.js").text


def test_no_package_brings_parts_of_the_game_of_another(site: Path, anyone: Api) -> None:
    bring(site, "a-kingdom", "9", {"boards": {"kingdoms": "a_kingdom"}}, {"a_kingdom/kingdoms.js": "throw 1;"})
    assert "throw 1" not in anyone.client.get("/viewer/boards/kingdoms.js").text
    assert games.load("kingdoms", "boards") is not None


@pytest.mark.parametrize(("part", "file", "source", "said"), [
    ("rules", "other.md", "", "has no harbour.md"),
    ("boards", "other.js", "", "has no harbour.js"),
    ("boards", "__init__.py", "raise OSError('no\\nway')", "cannot be loaded: OSError: no"),
    ("terminal", "__init__.py", "drawing = 1", "has no draw"),
    ("prompt", "__init__.py", "suggested = {}", "has no suggest"),
    ("prompt", "__init__.py", "import no_such_module", "cannot be loaded: ModuleNotFoundError: No module"),
])  # fmt: skip
def test_a_part_that_cannot_be_used_is_named_and_done_without(
    site: Path, caplog: pytest.LogCaptureFixture, part: games.Part, file: str, source: str, said: str
) -> None:
    module = f"harbour_{part}_{len(said)}"
    bring(site, "movebook-harbour", "0.3", {part: {"harbour": module}}, {f"{module}/{file}": source})
    assert games.part("harbour", part) is games.part("harbour", part) is None
    (told,) = caplog.messages
    assert told.startswith(f"{part} of the game harbour of the package movebook-harbour 0.3: {module} {said}")
    assert told.isprintable()
    assert games.faults() == [told]
    assert main(["games"]) == 1


def test_the_terminal_draws_with_what_the_package_brings(site: Path) -> None:
    module = "def draw(table, view, say, patch): return 'a harbour'\ndef suggest(*_): return iter(())"
    parts = {"terminal": {"harbour": "harbour_drawn"}, "prompt": {"harbour": "harbour_drawn"}}
    bring(site, "movebook-harbour", "0.3", parts, {"harbour_drawn.py": module})
    assert drawer("harbour")(None, {}, None, ()) == "a harbour"  # type: ignore[arg-type]
    assert games.forms("harbour") is games.part("harbour", "terminal")
    assert drawer("kingdoms") is not generic.draw
