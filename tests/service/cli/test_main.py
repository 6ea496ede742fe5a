"""What people expect of any command line: help, exit codes, one clear line when something is wrong."""

import fcntl
import signal
import subprocess
import sys
import termios
import time
from pathlib import Path
from typing import IO

import pytest

from engines import GAMES
from service import games
from service.cli import COMMANDS
from service.cli.boards import drawer, generic
from service.cli.errors import UsageError
from service.cli.language import language
from service.cli.options import record_of
from service.cli.tables import options_of, seats_of
from tests.service.cli.conftest import Movebook

ROOT = Path(__file__).parents[3]
COLOURS = GAMES["kingdoms"].colours(GAMES["kingdoms"].box())


def test_help_names_every_command(movebook: Movebook) -> None:
    said = movebook("--help")
    assert said.code == 0
    assert all(name in said.out for name in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_examples(movebook: Movebook, command: str) -> None:
    said = movebook(command, "--help")
    assert said.code == 0
    assert f"movebook {command}" in said.out.partition("examples:")[2]


@pytest.mark.parametrize("words", [(), ("fly",), ("--fly",), ("up", "--port", "x"), ("show",), ("token", "create")])
def test_wrong_use_ends_with_two(movebook: Movebook, words: tuple[str, ...]) -> None:
    assert movebook(*words).code == 2


def test_the_version_is_told(movebook: Movebook) -> None:
    said = movebook("--version")
    assert said.code == 0
    assert said.out.startswith("movebook ")


@pytest.mark.parametrize(("words", "code", "says"), [
    (("show", "abc", "--url", "ftp://x"), 2, "not a service address"),
    (("show", "abc", "--url", "http://127.0.0.1:9"), 1, "no Movebook at http://127.0.0.1:9"),
    (("show", "a b"), 2, "neither a record id nor a link"),
    (("show", "abc", "--token-file", "/nowhere/token"), 1, "/nowhere/token: No such file"),
    (("verify", "/nowhere/file.json"), 1, "/nowhere/file.json: No such file"),
    (("record", "kingdoms"), 2, "who plays? 2 to 4 seats"),
    (("record", "kingdoms", "purple"), 2, "unknown colour 'purple'; available: red, blue"),
    (("record", "kingdoms", "red="), 2, "a name is missing after '='"),
    (("record", "chess", "red"), 2, f"unknown game 'chess'; available: {', '.join(GAMES)}"),
    (
        ("record", "kingdoms", "red", "blue", "--option", "x=1"),
        2,
        "no option 'x=1'; available: reach_past_mountains",
    ),
    (("simulate", "kingdoms", "--seats", "7"), 2, "kingdoms takes 2 to 4 seats, not 7"),
    (("simulate", "chess"), 2, "unknown game 'chess'"),
    (("simulate", "kingdoms", "--games", "2", "--out", "-"), 2, "each game needs its own file"),
    (("simulate", "kingdoms", "--out", "/nowhere/at/all.txt"), 1, "/nowhere/at: no such folder"),
    (("token", "create", "--scope", "seat"), 2, "a seat token needs a record"),
    (("token", "create", "--scope", "admin", "--seat", "0"), 2, "--seat is required with --scope seat"),
    (("token", "create", "--scope", "record", "--url", "https://other.example"), 2, "--url requires --record"),
    (("token", "list", "--token-file", "/nowhere/token"), 2, "--token-file requires --record"),
    (("token", "revoke", "a" * 16, "--url", "https://other.example"), 2, "--url requires --record"),
    (("token", "create", "--scope", "admin", "--record", "x"), 2, "an admin token takes no --record"),
])  # fmt: skip
def test_what_is_wrong_is_one_clear_line(movebook: Movebook, words: tuple[str, ...], code: int, says: str) -> None:
    said = movebook(*words)
    assert (said.code, said.out) == (code, "")
    assert said.err.startswith("movebook: ")
    assert says in said.err
    assert len(said.err.splitlines()) == 1


def test_a_fault_is_told_in_spanish_where_that_is_spoken(movebook: Movebook) -> None:
    assert "¿quién juega?" in movebook("record", "kingdoms", "--lang", "es").err
    assert "¿quién juega?" in movebook("record", "kingdoms", LANG="es_ES.UTF-8").err
    assert "who plays?" in movebook("record", "kingdoms", LANG="es_ES.UTF-8", MOVEBOOK_LANG="en").err


@pytest.mark.parametrize(("asked", "environ", "spoken"), [
    (None, {}, "en"), ("es", {"MOVEBOOK_LANG": "en"}, "es"),
    (None, {"MOVEBOOK_LANG": "es", "LANG": "en_US"}, "es"), (None, {"LANG": "es_AR.UTF-8"}, "es"),
    (None, {"LC_ALL": "C", "LANG": "es_ES"}, "en"), (None, {"LANG": "de_DE.UTF-8"}, "en"),
    (None, {"MOVEBOOK_LANG": "", "LANG": "es"}, "es"),
])  # fmt: skip
def test_the_language_is_the_first_that_is_named(asked: str | None, environ: dict[str, str], spoken: str) -> None:
    assert language(asked, environ) == spoken


@pytest.mark.parametrize(("text", "found"), [
    ("abc123", ("abc123", None, None)),
    ("http://h:1/viewer/?record=abc#t=mb_x", ("abc", "http://h:1", "mb_x")),
    ("https://h/movebook/viewer/?record=abc", ("abc", "https://h/movebook", None)),
    ("http://h/v1/records/abc/replay", ("abc", "http://h", None)),
])  # fmt: skip
def test_a_record_is_named_by_its_id_or_by_a_link(text: str, found: tuple[str, str | None, str | None]) -> None:
    assert record_of(text) == found


@pytest.mark.parametrize("text", ["", "a/b", "../x", "http://h/", "http://h/viewer/", "http://h/viewer/?record=../x"])
def test_what_names_no_record_is_refused(text: str) -> None:
    with pytest.raises(UsageError):
        record_of(text)


def test_seats_are_colours_with_or_without_names() -> None:
    assert seats_of(["yellow=Ana", "RED", "Verde", "=Ben de Vries"], COLOURS) == [
        {"colour": "yellow", "name": "Ana"}, {"colour": "red"}, {"colour": "green"}, {"name": "Ben de Vries"},
    ]  # fmt: skip


def test_an_option_that_the_game_does_not_have_is_refused() -> None:
    with pytest.raises(UsageError, match="no option 'fast=true'; available: reach_past_mountains"):
        options_of(GAMES["kingdoms"], ["fast=true"])


def test_the_tokens_of_this_machine_go_to_no_other(movebook: Movebook, tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (data / "token").write_text("not a token at all")
    # It is looked at for this machine's service only, so only there it can be wrong.
    assert "contains no Movebook token" in movebook("show", "abc", "--url", "http://localhost:9").err
    assert "no Movebook at" in movebook("show", "abc", "--url", "http://localhost.invalid:9").err


def test_a_token_that_is_none_is_not_repeated_to_the_world(movebook: Movebook) -> None:
    said = movebook("show", "abc", MOVEBOOK_TOKEN="hunter2")
    assert said.code == 1
    assert "hunter2" not in said.err


def test_a_wrong_setting_is_named(movebook: Movebook) -> None:
    said = movebook("up", MOVEBOOK_THREADS="many")
    assert (said.code, said.err.partition(":")[2][:29]) == (1, " MOVEBOOK_THREADS is 'many': ")


def test_a_reader_that_has_seen_enough_ends_it_quietly(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    command = f"{sys.executable} -m service.cli simulate kingdoms --out {path} && "
    command += f"({sys.executable} -m service.cli show {path} --json; echo $? >&2) | head -c 10"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False, cwd=ROOT, timeout=60)
    assert len(done.stdout) == 10
    assert "Traceback" not in done.stderr
    assert done.stderr.split()[-1] in ("0", "141")


def unread(pipe: IO[str]) -> int:
    return int.from_bytes(fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)), sys.byteorder)


def test_ctrl_c_ends_with_130_and_no_traceback() -> None:
    command = [sys.executable, "-m", "service.cli", "verify", "-"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert process.stdin is not None
        process.stdin.write("{")
        process.stdin.flush()
        until = time.monotonic() + 60
        while unread(process.stdin):  # once it reads, it waits for the rest
            assert process.poll() is None
            assert time.monotonic() < until
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        said = process.communicate(timeout=60)[1]
    assert process.returncode == 130
    assert "Traceback" not in said


def test_nothing_heavy_is_loaded_for_help() -> None:
    heavy = "{'flask', 'redis', 'requests', 'rich', 'prompt_toolkit', 'rq'}"
    code = f"import sys; from service.cli import main; main(['--help']); print(sorted({heavy} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.splitlines()[-1] == "[]"


def test_every_game_has_a_drawer_and_its_short_forms_are_explained() -> None:
    assert all(drawer(name) is not generic.draw for name in GAMES)
    assert drawer("of_no_name") is generic.draw
    assert games.forms("of_no_name") is None
    assert games.forms("kingdoms") is not None
    for game in GAMES.values():
        assert set(game.shorthand.hints()) <= set(game.moves(game.box()))
