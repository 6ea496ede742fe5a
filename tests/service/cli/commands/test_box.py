"""``movebook box``: an owner corrects the components, and is told every fault by its path."""

import json
from pathlib import Path

import pytest

from engines import GAMES
from service.cli import main
from service.record.entries import boxes


@pytest.fixture
def mine(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    assert main(["box", "show", "kingdoms"]) == 0
    file = tmp_path / "mine.json"
    file.write_text(capsys.readouterr().out, encoding="utf-8")
    return file


def test_what_show_prints_is_the_own_edition(mine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert json.loads(mine.read_text()) == GAMES["kingdoms"].box()
    assert main(["box", "check", "kingdoms", str(mine)]) == 0
    assert capsys.readouterr().out.strip() == boxes.default("kingdoms")[0]
    assert main(["box", "diff", "kingdoms", str(mine)]) == 0


def test_a_changed_value_is_shown_by_its_path(mine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    box = json.loads(mine.read_text())
    box["edition"] = "mine"
    mine.write_text(json.dumps(box))
    assert main(["box", "diff", "kingdoms", str(mine)]) == 1
    assert capsys.readouterr().out == 'edition: "2012" -> "mine"\n'


def test_a_box_that_lacks_a_tile_is_refused_with_the_path(mine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    box = json.loads(mine.read_text())
    box["kinds"].pop()
    mine.write_text(json.dumps(box))
    assert main(["box", "check", "kingdoms", str(mine), "--lang", "es"]) == 1
    said = capsys.readouterr()
    assert "kinds" in said.err
    assert said.out == ""


@pytest.mark.parametrize("words", [["check", "kingdoms"], ["show", "lakes"], ["eat", "kingdoms"]])
def test_what_makes_no_sense_is_wrong_use(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["box", *words]) == 2
    assert capsys.readouterr().err


def test_a_file_that_is_no_box_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "no.json"
    file.write_text('{"a": 1, "a": 2}')
    assert main(["box", "check", "kingdoms", str(file)]) == 1
    assert "twice" in capsys.readouterr().err
