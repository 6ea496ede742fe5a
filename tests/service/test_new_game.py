"""A game is known by its line in the list of titles: the toy game, put there, works everywhere without another line."""

import ast
import io
import json
import random
import re
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from werkzeug.serving import make_server

import engines
from service.access import tokens
from service.api.web.http import Service
from service.cli import main
from service.record.files import verify
from tests.fixtures.toy import list_toy
from tests.service.conftest import Api, Project, Record
from tests.toy import night_market as toy

ROOT = Path(__file__).parents[2]
SEATS = ("red", "blue", "green")
OPTIONS = {name: option.default for name, option in toy.options().items()}


@pytest.fixture(autouse=True)
def in_the_list(monkeypatch: pytest.MonkeyPatch) -> None:
    list_toy(monkeypatch)


def moves(seed: int = 1) -> list[Any]:
    return list(toy.table(random.Random(seed), SEATS, OPTIONS, toy.box()))


@pytest.fixture
def finished(recorder: Api, project: Project) -> Record:
    record = recorder.open(*SEATS, game="toy").play(moves())
    project(record.id)
    return record


def test_the_api_tells_a_form_what_it_needs(anyone: Api) -> None:
    assert "toy" in [game["name"] for game in anyone.get("/games").json["games"]]
    game = anyone.get("/games/toy").json
    assert set(game["moves"]) == set(toy.moves(toy.box()))
    assert set(game["options"]) == set(toy.options())
    assert game["secret"] == {"deal": {"hands": "by_seat"}, "order": {"card": "seat"}}
    assert anyone.get(f"/boxes/{game['box']['hash']}").json == toy.box()


def test_a_game_is_recorded_refused_replayed_and_scored(finished: Record, anyone: Api) -> None:
    replay = finished.by(anyone).get("/replay").json
    assert len(replay["frames"]) == len(moves())
    assert all(frame["says"]["en"] for frame in replay["frames"])
    result = finished.by(anyone).get("/result").json
    assert {seat["rank"] for seat in result["seats"]} >= {1}
    assert result["comparable"]["rules"] == "toy@2"
    refused = finished.move(type="roll", seat=0, die=1)
    assert (refused.status_code, refused.json["rule"][:4]) == (422, "TOY-")
    assert refused.json["rule_url"] == f"/rules/toy#{refused.json['rule'].lower().replace('.', '-')}"
    assert [found["id"] for found in anyone.get("/records", game="toy").json["records"]] == []
    assert [found["id"] for found in finished.api.get("/records", game="toy").json["records"]] == [finished.id]


def test_a_record_is_carried_away_verified_and_taken_back(finished: Record) -> None:
    file = finished.get("/export").data
    assert verify.check(json.loads(file)) == []
    assert finished.get("/export", format="text").text.startswith("# game: toy\n")
    again = finished.api.post("/records/import", file, {"Content-Type": "application/json"})
    assert (again.status_code, again.json["version"]) == (201, finished.version)


def test_the_exported_page_tells_it_in_words_for_want_of_a_board(finished: Record) -> None:
    page = finished.get("/export", format="html").text
    board = re.search(r"window\.movebookModules = (\{.*?\});", page)
    assert board is not None
    assert json.loads(board[1]).keys() == {"verify"}
    (imports,) = re.findall(r'<script type="importmap"[^>]*>(.*?)</script>', page)
    modules = json.loads(imports.replace("\\u003c", "<"))["imports"]
    assert "movebook/pages/watch/fallback.js" in modules
    assert [name for name in modules if "/boards/" in name] == []


@pytest.fixture
def served(app: Flask) -> Iterator[str]:
    """The application at an address of its own."""
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.port}"
    server.shutdown()
    thread.join()


def test_the_command_line_plays_records_shows_and_checks_it(
    served: str, service: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MOVEBOOK_URL", served)
    monkeypatch.setenv("MOVEBOOK_TOKEN", tokens.create(service.log.store, "record"))
    monkeypatch.setenv("MOVEBOOK_LANG", "en")

    def movebook(*words: object, code: int = 0) -> str:
        assert main([str(word) for word in words]) == code, capsys.readouterr().err
        return capsys.readouterr().out

    game, box, file = tmp_path / "game.txt", tmp_path / "box.json", tmp_path / "record.json"
    movebook("simulate", "toy", "--seats", 3, "--out", game)
    assert game.read_text().startswith("# game: toy\n# rules: toy@2\n")
    assert "round" in movebook("show", game)
    record = movebook("simulate", "toy", "--seats", 3).split()[-1]
    assert json.loads(movebook("show", record, "--json"))["phase"] == "finished"
    movebook("export", record, "-o", file)
    assert movebook("verify", file, code=4).startswith(f"{file}: unknown key")
    monkeypatch.setattr("sys.stdin", io.StringIO("deal\nred order card=roll\n?\n"))
    told = movebook("record", "toy", "red", "blue")
    assert told.splitlines()[:2] == ["[2] the hands are dealt", "[3] red seals an order: roll"]
    assert "order [card=]" in told
    box.write_text(movebook("box", "show", "toy"), encoding="utf-8")
    assert len(movebook("box", "keep", "toy", box).strip()) == 64


ROOMS = ("engines/kernel", "service", "worker", "viewer")


def named(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Every text that is the name of a title, but for examples in the contract."""
    examples = {
        id(value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Dict)
        for key, value in zip(node.keys, node.values, strict=True)
        if isinstance(key, ast.Constant) and key.value == "example"
    }
    examples |= {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.keyword) and node.arg == "example"}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and node.value in TITLES and id(node) not in examples:
            yield node.lineno, str(node.value)


TITLES = [name for name in engines.GAMES if name != "toy"]


def test_nothing_but_the_list_of_titles_names_a_title() -> None:
    found = []
    for path in sorted(path for room in ROOMS for path in (ROOT / room).rglob("*")):
        if path.suffix == ".py":
            lines = named(ast.parse(path.read_text(encoding="utf-8")))
            found += [f"{path.relative_to(ROOT)}:{line}: {name}" for line, name in lines]
        elif path.suffix in (".js", ".html") and not {path.stem.partition("-")[0], *path.relative_to(ROOT).parts} & set(
            TITLES
        ):
            words = re.findall(rf"""(?<=["' /])(?:{"|".join(TITLES)})(?=["' .-])""", path.read_text(encoding="utf-8"))
            found += [f"{path.relative_to(ROOT)}: {word}" for word in words]
    assert found == []
