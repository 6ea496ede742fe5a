"""Nothing that came from outside gives a terminal a command: names, boxes, files and their names, answers."""

import copy
import http.server
import json
import logging
import os
import pty
import re
import subprocess
import sys
import unicodedata
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import requests
from hypothesis import given, settings
from hypothesis import strategies as st
from prompt_toolkit.document import Document

from engines import GAMES
from engines.kernel import text
from service import logs, out
from service.cli.boards import draw
from service.cli.language import Speech
from service.cli.prompt.line import LineCompleter
from service.cli.prompt.session import Session
from service.cli.screen import show
from service.cli.tables import Table
from service.record.files import verify
from tests.fixtures.serving import serving
from tests.long import cases
from tests.service.cli.conftest import Movebook, Running
from tests.service.cli.documents import simulated

Json = dict[str, Any]
HOSTILE = "\x1b]52;c;aGFjaw==\x07\x1b]0;owned\x1b\\\x1b[2J\x9b31m\x00\r\n\t\x08\x7f\u202eevil\u2066x\u2028y"
"""The clipboard, the title, an empty screen, colours by C1, an end of line, a line turned around."""
TURNS = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
SHOWN = {"name", "label", "detail", "title", "en", "es"}
"""Members of answers that people read."""


def obeyed(said: str) -> list[str]:
    """The characters of a text that a screen would obey, ends of lines aside; by Unicode's own tables."""
    return [
        f"U+{ord(sign):04X}"
        for sign in said
        if sign != "\n"
        and (unicodedata.category(sign) in ("Cc", "Zl", "Zp", "Cs") or unicodedata.bidirectional(sign) in TURNS)
    ]


def hostile(value: Any, key: str = "") -> Any:
    """An answer whose texts for people end in what a terminal would obey."""
    if isinstance(value, dict):
        return {name: hostile(inner, name) for name, inner in value.items()}
    if isinstance(value, list):
        return [hostile(item, key) for item in value]
    return value + HOSTILE if isinstance(value, str) and key in SHOWN else value


@pytest.fixture
def liar(running: Running) -> Iterator[str]:
    """A service that answers as the real one, but for what people read of it."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            sent = {name: value for name, value in self.headers.items() if name.lower() not in ("host", "connection")}
            answer = requests.request(self.command, running.url + self.path, headers=sent, data=body, timeout=60)
            content = answer.content
            if "json" in answer.headers.get("Content-Type", "") and "/export" not in self.path:
                content = json.dumps(hostile(answer.json())).encode()
            self.send_response(answer.status_code)
            for name, value in answer.headers.items():
                if name.lower() not in ("content-length", "connection", "transfer-encoding", "date", "server"):
                    self.send_header(name, value)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        do_POST = do_DELETE = do_GET  # noqa: N815 - as its base calls them

    with serving(Handler) as url:
        yield url


@pytest.fixture
def record(service: Movebook) -> str:
    """A game that was played to its end, with a token that has a label."""
    said = service("simulate", "kingdoms", "--seats", "2")
    assert said.code == 0, said.err
    made = service("token", "create", "--scope", "read", "--record", said.lines[0], "--label", "mine")
    assert made.code == 0, made.err
    return said.lines[0]


@pytest.mark.parametrize("words", [
    ("show", "ID"),
    ("show", "ID", "--json"),
    ("show", "ID", "--ply", "3", "--lang", "es"),
    ("token", "list", "--record", "ID"),
    ("token", "create", "--scope", "read", "--record", "ID", "--label", "mine", "--json"),
    ("export", "nothing-of-that-name"),
    ("export", "ID", "--format", "text"),
    ("record", "ID"),
    ("record", "kingdoms", "yellow=Ana", "red=Ben"),
])  # fmt: skip
def test_what_a_service_answers_is_shown_and_not_obeyed(
    service: Movebook, liar: str, running: Running, record: str, words: tuple[str, ...]
) -> None:
    typed = "?\nboard\nhelp\nfirst yellow\nnonsense\nyellow pass\ny castle 4 1,3\n"
    asked = [record if word == "ID" else word for word in words]
    said = service(*asked, stdin=typed, MOVEBOOK_URL=liar, MOVEBOOK_TOKEN=running.token)
    assert said.out + said.err != ""
    assert obeyed(said.out) == []
    assert obeyed(said.err) == []
    if "--json" in words:
        json.loads(said.out)


def test_a_name_with_an_end_of_line_makes_no_line_of_its_own(service: Movebook, liar: str, record: str) -> None:
    honest, lying = (
        service("show", record, MOVEBOOK_URL=url) if url else service("show", record) for url in ("", liar)
    )
    assert "owned" in lying.out
    assert len(lying.lines) == len(honest.lines)


def test_on_a_terminal_there_are_colours_of_ours_and_nothing_else(liar: str, running: Running, record: str) -> None:
    ours, theirs = pty.openpty()
    environment = {**os.environ, "MOVEBOOK_URL": liar, "MOVEBOOK_TOKEN": running.token, "TERM": "xterm-256color"}
    command = [sys.executable, "-m", "service.cli", "show", record]
    process = subprocess.Popen(
        command, env=environment, stdout=theirs, stderr=theirs, cwd=Path(__file__).parents[3], close_fds=True
    )
    os.close(theirs)
    seen = b""
    while True:
        try:
            part = os.read(ours, 1 << 16)
        except OSError:  # the other end is closed
            break
        if not part:
            break
        seen += part
    os.close(ours)
    assert process.wait(30) == 0, seen
    said = seen.decode().replace("\r\n", "\n")
    assert "\x1b[" in said
    assert "owned" in said
    assert obeyed(re.sub(r"\x1b\[[0-9;]*m", "", said)) == []


def test_the_prompt_shows_what_it_suggests_and_gives_no_command(monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES["kingdoms"]
    table = Table(game, game.box(), [{"seat": 0, "colour": "yellow" + HOSTILE, "name": None}], {})
    session = Session(None, "r", table, Speech("en"))  # type: ignore[arg-type]
    session.offers = [{"type": "pass", "seat": 0, "fields": {}}]
    found = list(LineCompleter(session).get_completions(Document(""), None))  # type: ignore[arg-type]
    assert any("owned" in each.display_text for each in found)
    assert obeyed("".join(each.display_text + each.display_meta_text for each in found)) == []
    assert obeyed(session.turn()) == []


def a_file(folder: Path, document: Json, name: str = "evening.json") -> Path:
    path = folder / name
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


@pytest.mark.parametrize("what", ["players", "box", "entries", "format", "record", "part"])
def test_a_file_of_a_stranger_is_told_and_not_obeyed(movebook: Movebook, tmp_path: Path, what: str) -> None:
    document = simulated(most=9).document()
    if what == "players":
        document["players"] = {player: name + HOSTILE for player, name in document["players"].items()}
    elif what == "box":
        document["box"] = hostile(document["box"])
    elif what == "part":
        document[HOSTILE] = 1
    elif what == "entries":
        for entry in document["entries"]:
            entry["type"] += HOSTILE
            entry["by"] += "\ud800"
    else:
        document[what] += HOSTILE
    path = a_file(tmp_path, document)
    for words in (("show",), ("verify",), ("verify", "--json"), ("import", "--json")):
        said = movebook(*words, path)
        assert said.code == 1, said
        assert said.out + said.err != ""
        assert obeyed(said.out + said.err) == []


@pytest.mark.parametrize("words", [("show",), ("verify",), ("import",), ("box", "check", "kingdoms")])
def test_the_name_of_a_file_is_told_and_not_obeyed(movebook: Movebook, tmp_path: Path, words: tuple[str, ...]) -> None:
    name = "\x1b]0;owned\x07\x9b31m\n\u202e.json"
    there = a_file(tmp_path, {"neither": "this nor that"}, name)
    for path in (there, tmp_path / f"not{name}"):
        said = movebook(*words, path)
        assert said.code == 1, said
        assert "owned" in said.err + said.out
        assert obeyed(said.out + said.err) == []


def test_what_the_command_line_does_not_understand_is_told_and_not_obeyed(movebook: Movebook) -> None:
    for words in (("show", "ID", HOSTILE.replace("\x00", "")), ("verify", "--no-such\x1b]0;owned\x07"), ("up", "\x9b")):
        said = movebook(*words)
        assert said.code == 2
        assert obeyed(said.err) == []


@pytest.mark.parametrize("sign", ["\x00", "\x1b", "\x9b", "\n", "\x7f", "\u202e", "\u2066"])
def test_a_control_character_is_a_fault_of_a_box_at_its_place(movebook: Movebook, tmp_path: Path, sign: str) -> None:
    code = f"U+{ord(sign):04X}"
    for game in ("kingdoms", "xidit"):
        box = copy.deepcopy(GAMES[game].box())
        box["colours"][1]["name"]["en"] += sign
        box["edition"] = "own"
        path = a_file(tmp_path, box, f"{game}.json")
        said = movebook("box", "check", game, path)
        assert (said.code, said.err) == (1, f"{path}: colours.1.name.en: {code} is a control character\n")
        assert obeyed(movebook("box", "diff", game, path).out) == []


def test_a_box_that_was_kept_before_is_drawn_and_not_obeyed(capsys: pytest.CaptureFixture[str]) -> None:
    for game in GAMES.values():
        box, seats = hostile(game.box()), range(game.seats.stop - 1)
        sat = [{"seat": seat, "colour": list(game.colours(box))[seat], "name": HOSTILE} for seat in seats]
        table = Table(game, box, sat, {})
        fold = Table(game, game.box(), table.seats, {n: f.default for n, f in game.options().items()}).fold()
        show(draw(table, fold.view(), Speech("es")))
        assert obeyed(capsys.readouterr().out) == []


def test_a_message_in_a_log_is_one_line_and_a_traceback_stands_below_it() -> None:
    stream = StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(logs.Formatter("worker: %(message)s"))
    log = logging.Logger("hostile")  # noqa: LOG001 - no other must hear of it
    log.addHandler(handler)
    log.error("record %s", HOSTILE)
    try:
        int("seven")
    except ValueError as error:
        error.add_note(f"{HOSTILE}\nworker: all is well")
        log.exception("record %s cannot be projected", "r")
    said = stream.getvalue()
    assert obeyed(said) == []
    assert [line for line in said.splitlines() if not line.startswith("  ")] == [
        f"worker: record {text.plain(HOSTILE)}",
        "worker: record r cannot be projected",
    ]


def test_what_nobody_caught_is_told_and_not_obeyed() -> None:
    code = (
        "import threading; from service import logs; logs.set_up('API')\n"
        f"def fail(): raise ValueError({HOSTILE!r})\n"
        "thread = threading.Thread(target=fail); thread.start(); thread.join(); fail()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=Path(__file__).parents[3]
    )
    assert done.returncode == 1
    assert done.stderr.count("  ValueError: ") == 2
    assert obeyed(done.stderr) == []


WILD = st.text(
    st.one_of(st.characters(), st.sampled_from(sorted(set(HOSTILE))), st.sampled_from("\ud800\udfff\u2029\u202a"))
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | WILD,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WILD, inner, max_size=4),
    max_leaves=12,
)


@settings(max_examples=cases(100, 500))
@given(WILD)
def test_any_text_is_shown_sign_for_sign(said: str) -> None:
    shown = text.plain(said)
    assert len(shown) == len(said)
    assert obeyed(shown) == []
    assert "\n" not in shown
    assert text.plain(shown) == shown
    assert all(was == now for was, now in zip(said, shown, strict=True) if not obeyed(was) and was != "\n")


@settings(max_examples=cases(60, 300))
@given(JSON, st.sampled_from([None, 2]))
def test_any_value_is_written_as_the_json_that_it_is(value: Any, indent: int | None) -> None:
    spelled = text.escaped(json.dumps(value, ensure_ascii=False, indent=indent))
    assert obeyed(spelled) == []
    assert json.loads(spelled) == value


@settings(max_examples=cases(15, 60), deadline=None)
@given(st.data())
def test_any_damage_to_a_file_is_told_and_not_obeyed(data: st.DataObject) -> None:
    """Any text anywhere in a file is turned into another; what is said of it, and of boxes in it, stays plain."""
    document = copy.deepcopy(simulated(most=5).document())
    places = [(holder, key) for holder, key in leaves(document) if isinstance(holder[key], str)]
    holder, key = data.draw(st.sampled_from(places))
    holder[key] = data.draw(WILD.filter(lambda said: bool(obeyed(said))))
    report = verify.examine(document)
    assert report.faults
    for fault in report.faults:
        assert obeyed(out.clean("".join(fault.says.values()))) == []


def leaves(value: Any) -> Iterator[tuple[Any, Any]]:
    """Each place of a value that holds no object or list: what holds it, and by which key."""
    for key, inner in list(value.items() if isinstance(value, dict) else enumerate(value)):
        if isinstance(inner, (dict, list)):
            yield from leaves(inner)
        else:
            yield value, key
