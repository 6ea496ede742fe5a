"""The pictures in the terminal."""

import pytest
from rich.console import Console

from engines import GAMES
from service.cli import boards
from service.cli.boards import generic
from service.cli.language import Speech
from service.cli.replays import Replay, patched
from service.cli.tables import Table
from tests.long import cases
from tests.service.cli.documents import simulated

EN, ES = Speech("en"), Speech("es")
KINGDOMS = GAMES["kingdoms"]


def story(*lines: str, seed: int | None = None) -> Replay:
    names = ("Ana", None, "Carla")
    colours = ["yellow", "red", "blue"] if seed is None else ["red", "blue", "yellow"]
    seats = [{"seat": n, "colour": colour, "name": names[n]} for n, colour in enumerate(colours)]
    table = Table(KINGDOMS, KINGDOMS.box(), seats, {})
    fold = table.fold()
    first, frames = fold.view(), []
    if seed is not None:
        for entry in simulated(seed).entries[1:]:
            name = str(entry["version"])
            step = fold.step(name, entry["body"])
            frames.append({"name": name, **step})
        return Replay(table, first, frames)
    for line in lines:
        move = table.read(line)
        assert move is not None
        body = KINGDOMS.encode(fold.decide(move))
        frames.append({"name": str(fold.ply + 2), **fold.step(str(fold.ply + 2), body)})
    return Replay(table, first, frames)


BEGUN = ("y deal +6", "r deal", "b deal", "first red", "r +3 2,5", "castle 4 1,3", "-6 5,6")


def test_the_board_shows_tokens_castles_and_what_changed() -> None:
    shown = story(*BEGUN)
    text = boards.draw(shown.table, shown.at(7), EN, shown.frames[-1]["patch"]).plain
    assert "Kingdoms · epoch 1 of 3 · red to move · 19 tiles" not in text
    assert "Kingdoms · epoch 1 of 3 · red to move · 18 tiles in the supply" in text
    assert "  1 |    |    | B4 |    |    |    |" in text
    assert "  2 |    |    |    |    | +3 |    |" in text
    assert "  5 |    |    |    |    |    |[-6]|" in text
    assert "yellow (Ana)    50 gold  castles 1×3 2×3 3×2 4×1  starting tile +6" in text
    assert "> red             50 gold" in text
    assert "starting tile: one of 15 kinds" in text


def test_the_board_speaks_spanish() -> None:
    shown = story(*BEGUN)
    text = boards.draw(shown.table, shown.at(7), ES).plain
    assert "época 1 de 3 · juega red · 18 losetas en la reserva" in text
    assert "50 oro  castillos 1×3" in text
    assert "loseta inicial: uno de 15 tipos" in text


@pytest.mark.parametrize("seed", range(cases(1, 4)))
@pytest.mark.parametrize("say", [EN, ES], ids=["en", "es"])
def test_every_moment_of_a_game_can_be_drawn(seed: int, say: Speech) -> None:
    shown = story(seed=seed)
    view, text = shown.at(0), ""
    for ply, frame in enumerate(shown.frames, 1):
        for operation in frame["patch"]:
            view = patched(view, operation)
        text = boards.draw(shown.table, view, say, frame["patch"]).plain
        assert text.endswith("\n")
        assert generic.draw(shown.table, view, say, frame["patch"]).plain.endswith("\n")
        assert view == shown.at(ply) if ply % 40 == 0 else True
    assert ("the game is over" if say is EN else "ha terminado") in text


def test_a_scored_epoch_is_shown_line_by_line() -> None:
    shown = story(seed=7)
    ply = next(n for n, frame in enumerate(shown.frames, 1) if any(m["kind"] == "epoch_scored" for m in frame["marks"]))
    view = shown.at(ply)
    text = boards.draw(shown.table, view, EN).plain
    assert "epoch 1 of 3 · scored" in text
    assert "   R1   R2   R3   R4   R5   C1   C2   C3   C4   C5   C6  |  rows  columns  total" in text
    for gold in view["results"]["1"]["total"].values():
        assert f"{gold:+}\n" in text
    assert "   F1   F2" in boards.draw(shown.table, view, ES).plain


def test_a_contradiction_stands_below_the_board() -> None:
    shown = story(*BEGUN)
    view = shown.at(7)
    view["contradictions"] = [{"names": ["2", "9"], "rule": "KIN-14.13", "what": "dragon"}]
    for drawn in (boards.draw(shown.table, view, EN), generic.draw(shown.table, view, EN)):
        assert "! contradiction between moves 2 / 9: dragon (KIN-14.13)" in drawn.plain


def test_colours_are_for_terminals_that_want_them(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = story(*BEGUN)
    drawn = boards.draw(shown.table, shown.at(7), EN)
    monkeypatch.setenv("TERM", "xterm-256color")

    def printed(*, terminal: bool) -> str:
        console = Console(force_terminal=terminal, highlight=False)
        with console.capture() as capture:
            console.print(drawn, soft_wrap=True)
        return capture.get()

    monkeypatch.delenv("NO_COLOR", raising=False)
    assert "\x1b[" in printed(terminal=True)
    assert "\x1b[" not in printed(terminal=False)
    monkeypatch.setenv("NO_COLOR", "1")
    assert "41m" not in printed(terminal=True)


def test_a_patch_is_applied_as_its_standard_says() -> None:
    document = {"a": {"b/c": [1, None]}, "d": 1}
    for operation in (
        {"op": "replace", "path": "/a/b~1c/1", "value": {"x": 1}},
        {"op": "add", "path": "/e~0f", "value": []},
        {"op": "remove", "path": "/d"},
    ):
        document = patched(document, operation)
    assert document == {"a": {"b/c": [1, {"x": 1}]}, "e~f": []}
    assert patched(document, {"op": "replace", "path": "", "value": 7}) == 7
