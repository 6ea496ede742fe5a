"""The command line in this process, and one running service for the whole session of a test worker."""

import contextlib
import io
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from service.cli import main


@dataclass(frozen=True)
class Said:
    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


class Stream(io.TextIOWrapper):
    """A standard stream of text with bytes below it, and no terminal."""

    def __init__(self, content: bytes = b"") -> None:
        super().__init__(io.BytesIO(content), encoding="utf-8", newline="", write_through=True)

    @property
    def text(self) -> str:
        below = self.buffer
        assert isinstance(below, io.BytesIO)
        return below.getvalue().decode()


Movebook = Callable[..., Said]


@dataclass(frozen=True)
class Running:
    url: str
    token: str
    data: Path
    pid: int


@pytest.fixture
def environ(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> pytest.MonkeyPatch:
    """An environment that names nothing of Movebook, and an empty data folder."""
    for name in list(os.environ):
        if name.startswith(("MOVEBOOK_", "LC_", "LANG")):
            monkeypatch.delenv(name)
    monkeypatch.setenv("MOVEBOOK_DATA", str(tmp_path / "data"))
    return monkeypatch


@pytest.fixture
def movebook(environ: pytest.MonkeyPatch) -> Movebook:
    def run(*words: object, stdin: str | bytes = b"", **variables: str) -> Said:
        out, err = Stream(), Stream()
        given = Stream(stdin.encode() if isinstance(stdin, str) else stdin)
        with environ.context() as inner:
            inner.setattr(sys, "stdin", given)
            for name, value in variables.items():
                inner.setenv(name, value)
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                code = main([str(word) for word in words])
        return Said(code, out.text, err.text)

    return run


@pytest.fixture(scope="session")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    data = tmp_path_factory.mktemp("up")
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MOVEBOOK_")}
    command = [sys.executable, "-m", "service.cli", "up", "--port", "0", "--json", "--data", str(data)]
    root = Path(__file__).parents[3]
    with (data / "up.log").open("wb") as log:
        process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=log, cwd=root)
        assert process.stdout is not None
        try:
            line = process.stdout.readline()
            assert line, (data / "up.log").read_text()
            ready = json.loads(line)
            yield Running(ready["url"], ready["token"], data, process.pid)
        finally:
            # Not SIGINT: where the tests run in the background, that is ignored, and up takes nohup at its word.
            process.terminate()
            try:
                assert process.wait(30) == 0
            finally:
                process.kill()
                process.stdout.close()


@pytest.fixture
def service(movebook: Movebook, running: Running) -> Movebook:
    """The command line as its owner has it, on the machine of a running service."""

    def run(*words: object, stdin: str | bytes = b"", **variables: str) -> Said:
        known = {"MOVEBOOK_URL": running.url, "MOVEBOOK_DATA": str(running.data)}
        return movebook(*words, stdin=stdin, **{**known, **variables})

    return run
