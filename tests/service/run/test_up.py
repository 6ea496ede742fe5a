"""What ``movebook up`` starts, keeps running, and stops. The API is a stand-in: the processes are what is tested."""

import json
import os
import re
import shutil
import signal
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import redis
import requests

from service.access import tokens
from service.access.eyes import PUBLIC, RECORDER
from service.access.rights import CALLS, Caller
from service.access.tokens import Token
from service.record.entries import boxes
from service.record.state.cache import RecordCache
from service.record.write.open_record import NewRecord
from service.record.write.recording import Recording
from service.record.write.request import WriteRequest
from service.store import binaries, embedded
from service.store.log import Log
from tests.fixtures.ports import free_port
from tests.fixtures.waiting import eventually
from tests.long import cases

HERE = Path(__file__).parent
RECORDERS = Caller(Token("admin", "admin"), "admin", (RECORDER, PUBLIC), CALLS["admin"])

# The stand-ins take the places of the API and of the worker; all else is as it is.
PROGRAM = """
import sys, types
from dataclasses import replace
from pathlib import Path
from service.run import up
from service.config import Settings

up.API = (*up.API, "--app", "standin:create_asgi()")
up.WORKER = (sys.executable, "-c", {worker!r})
demo = types.ModuleType("service.run.demo")
demo.record_games = lambda url, token, trust: print("laid at", url, file=sys.stderr) or ["demonstration"]
sys.modules["service.run.demo"] = demo
import service.run
service.run.demo = demo
settings = replace(Settings.load(), host="127.0.0.1", port={port}, data=Path({data!r}))
sys.exit(up.run(settings, json_line={json_line}, demo={demo}, repair={repair}))
"""
WAITING = "import signal, time; signal.signal(signal.SIGTERM, lambda *_: exit(0)); time.sleep(100)"


def running(pid: str) -> bool:
    try:
        return " Z " not in Path(f"/proc/{pid}/stat").read_text()
    except FileNotFoundError:
        return False


class Up:
    def __init__(self, data: Path) -> None:
        self.data = data
        self._process: subprocess.Popen[str] | None = None

    @property
    def process(self) -> subprocess.Popen[str]:
        assert self._process is not None
        return self._process

    def line(self, *, error: bool = False) -> str:
        stream = self.process.stderr if error else self.process.stdout
        assert stream is not None
        return stream.readline()

    def start(
        self,
        *,
        json_line: bool = True,
        demo: bool = False,
        repair: bool = False,
        port: int = 0,
        worker: str = WAITING,
        stdout: int = subprocess.PIPE,
        **variables: str,
    ) -> subprocess.Popen[str]:
        program = PROGRAM.format(
            worker=worker, port=port, data=str(self.data), json_line=json_line, demo=demo, repair=repair
        )
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(HERE), *sys.path]), **variables}
        self._process = subprocess.Popen(
            [sys.executable, "-c", program], env=environment, stdout=stdout, stderr=subprocess.PIPE, text=True,
            start_new_session=True,
        )  # fmt: skip
        return self.process

    def ready(self, **options: Any) -> dict[str, str]:
        self.start(**options)
        line = self.line()
        if not line:
            pytest.fail(self.process.communicate()[1])
        found: dict[str, str] = json.loads(line)
        return found

    def stop(self, number: int = signal.SIGTERM) -> tuple[int, str, str]:
        self.process.send_signal(number)
        out, err = self.process.communicate(timeout=120)
        return self.process.returncode, out, err


@pytest.fixture
def up(tmp_path: Path) -> Iterator[Up]:
    made = Up(tmp_path / "data")
    yield made
    if made._process is not None and made._process.poll() is None:
        made.stop()
    if made._process is not None and made._process.stdout is not None and not made._process.stdout.closed:
        made._process.communicate()


@pytest.mark.parametrize("prefix", ["", "@"][: cases(1, 2)])
def test_one_line_and_systemd_say_ready_and_a_signal_ends_it_cleanly(up: Up, tmp_path: Path, prefix: str) -> None:
    address = f"{prefix}{tmp_path}/notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(address.replace("@", "\0", 1))
        systemd.settimeout(120)
        said = up.ready(NOTIFY_SOCKET=address)
        assert set(said) == {"url", "token"}
        assert systemd.recv(100) == b"READY=1"
        assert requests.get(f"{said['url']}/readyz", timeout=60).ok
        assert up.stop() == (0, "", "")
        assert systemd.recv(100) == b"STOPPING=1"
    with pytest.raises(requests.ConnectionError):
        requests.get(said["url"], timeout=60)
    with embedded.Supervisor(up.data / "store"):  # nobody holds the folder any more
        pass


def test_for_people_it_prints_addresses_and_where_demonstration_and_token_are_but_not_the_token(up: Up) -> None:
    up.start(json_line=False, demo=True)
    text = "".join(up.line() for _ in range(9))
    token, recorder = ((up.data / name).read_text().strip() for name in ("token", "recorder"))
    for part in (
        "viewer    http://127.0.0.1:",
        "/docs",
        "/viewer/new.html#t=...",
        str(up.data / "recorder"),
        str(up.data / "token"),
        str(up.data / "store"),
        "Ctrl-C",
        "No records yet. Demo games added:\n",
    ):
        assert part in text
    port = re.search(r"viewer    http://127.0.0.1:(\d+)/", text)
    assert port is not None
    assert text.endswith(f" http://127.0.0.1:{port[1]}/viewer/?record=demonstration\n")
    assert token not in text
    assert recorder not in text
    assert up.stop(signal.SIGINT)[0] == 0


def test_on_a_terminal_it_prints_a_link_whose_token_opens_records_and_is_no_admins(up: Up) -> None:
    ours, its = os.openpty()
    up.start(json_line=False, stdout=its)
    os.close(its)
    with os.fdopen(ours) as screen:
        links = (re.search(r"http://127\.0\.0\.1:\d+/viewer/new\.html#t=(mb_\S+)", line) for line in screen)
        token = next(found[1] for found in links if found)
        assert up.stop(signal.SIGINT)[0] == 0
    with embedded.Supervisor(up.data / "store") as supervisor, redis.Redis.from_url(supervisor.url) as client:
        found = tokens.find(client, token)
    assert found is not None
    assert (found.scope, found.record) == ("record", None)
    assert stat.S_IMODE((up.data / "recorder").stat().st_mode) == 0o600


def test_the_token_is_made_once_for_the_owner_alone_and_is_an_admins(up: Up) -> None:
    said = up.ready()
    path = up.data / "token"
    assert path.read_text() == said["token"] + "\n"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(up.data.stat().st_mode) == 0o700
    up.stop()
    assert up.ready()["token"] == said["token"]
    up.stop()
    with embedded.Supervisor(up.data / "store") as supervisor, redis.Redis.from_url(supervisor.url) as client:
        found = tokens.find(client, said["token"])
        assert found is not None
        assert found.scope == "admin"
        tokens.revoke(client, found.id)
    assert up.ready()["token"] != said["token"]  # one that is good no more is made anew


def test_an_api_or_a_worker_that_dies_is_started_again_and_no_call_is_refused_meanwhile(up: Up, tmp_path: Path) -> None:
    mark, go = tmp_path / "starts", tmp_path / "go"
    waiting = f"while not os.path.exists({str(go)!r}): time.sleep(0.05)"
    url = up.ready(worker=f"import os, time\nopen({str(mark)!r}, 'a').write('x')\n{waiting}\nexit(7)")["url"]
    go.touch()
    assert eventually(lambda: len(mark.read_text()) >= 2, 60)
    pid = int(requests.get(f"{url}/pid", timeout=60).text)
    parent = int(Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[1]) if os.path.exists("/proc") else 0  # noqa: PTH110
    if not parent:
        pytest.skip("no /proc here to find the process by")
    os.kill(parent, signal.SIGKILL)
    os.kill(pid, signal.SIGKILL)
    assert requests.get(f"{url}/readyz", timeout=60).ok
    code, _, err = up.stop()
    assert code == 0
    assert "The worker 1 ended (exit code 7)" in err
    assert "The API ended (signal 9); restarting in 0.4 s." in err


def test_it_says_how_many_records_lag_after_the_start_until_none_does(up: Up, tmp_path: Path) -> None:
    behind = tmp_path / "behind"
    behind.write_text("5000")
    worker = f"""
import json, os, pathlib, redis, time
queue = redis.Redis.from_url(os.environ["MOVEBOOK_QUEUE_URL"])
while True:
    lag = int(pathlib.Path({str(behind)!r}).read_text() or 1)
    queue.set("mb:sweep", json.dumps({{"at": time.time(), "behind": lag, "oldest_s": 1}}))
    time.sleep(0.1)
"""
    up.ready(worker=worker)
    assert up.line(error=True).startswith("5000 records can be read and recorded")
    behind.write_text("0")
    while (line := up.line(error=True)).startswith("1 record"):  # read while it was being written
        pass
    assert line == "All replays are up to date.\n"


def test_what_ends_before_all_is_ready_ends_it_all(up: Up) -> None:
    err = ends(up, worker="raise SystemExit('no such thing')")
    assert "no such thing" in err
    assert "movebook: the worker 1 ended (exit code 1) before it was ready; see its output above" in err


def test_a_taken_port_is_named_with_the_way_out(up: Up) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        err = ends(up, port=port)
    assert f"127.0.0.1:{port} cannot be used" in err
    assert "--port 0" in err
    assert not up.data.exists()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a child of its parent's end")
def test_killed_without_a_word_it_leaves_nothing_running(up: Up, tmp_path: Path) -> None:
    mark = tmp_path / "worker"
    url = up.ready(worker=f"import os; open({str(mark)!r}, 'w').write(str(os.getpid())); {WAITING}")["url"]
    api = requests.get(f"{url}/pid", timeout=60).text
    up.process.kill()
    up.process.communicate()
    assert eventually(lambda: not any(running(pid) for pid in (api, mark.read_text())), 60)
    again = up.ready()
    assert requests.get(f"{again['url']}/readyz", timeout=60).ok


def test_on_a_given_store_it_starts_none_and_says_what_speaks_against_it(up: Up, tmp_path: Path) -> None:
    with embedded.Supervisor(tmp_path / "elsewhere") as given, redis.Redis.from_url(given.url) as client:
        client.config_set("maxmemory-policy", "allkeys-lru")
        said = up.ready(MOVEBOOK_LOG_URL=given.url, MOVEBOOK_LOGURL="redis://nowhere", MOVEBOOK_STORE_CHECK="warn")
        found = tokens.find(client, said["token"])
        assert found is not None
        assert not (up.data / "store").exists()
        told = up.stop()[2]
        assert "allkeys-lru" in told
        assert "MOVEBOOK_LOGURL is no setting of Movebook; is MOVEBOOK_LOG_URL meant?" in told
        assert given.alive()


def test_a_store_of_others_is_waited_for(up: Up, tmp_path: Path) -> None:
    port = free_port()
    program = str(next(binaries.candidates(None, [])).path)
    settings = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(tmp_path)]
    settings += ["--appendonly", "yes", "--appendfsync", "always"]
    up.start(MOVEBOOK_LOG_URL=f"redis://127.0.0.1:{port}/0")
    assert "The store does not answer yet" in up.line(error=True)
    late = subprocess.Popen([program, *settings], stdout=subprocess.DEVNULL)
    try:
        assert set(json.loads(up.line())) == {"url", "token"}
        assert up.stop()[0] == 0
    finally:
        late.terminate()
        late.wait()


@pytest.fixture(scope="module")
def stopped(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with a record of three entries and an admin's token; nothing runs on it."""
    up = Up(tmp_path_factory.mktemp("stopped") / "data")
    up.ready()
    assert up.stop()[0] == 0
    with embedded.Supervisor(up.data / "store") as supervisor, redis.Redis.from_url(supervisor.url) as client:
        log = Log(client)
        live, _ = Recording(log, RecordCache(log), lambda _: None).open(
            NewRecord(
                by="admin", game="kingdoms", seats=[{"colour": "yellow"}, {"colour": "red"}], options={}, policies={},
                box=boxes.default("kingdoms")[0], visibility="public", occasion={},
            )
        )  # fmt: skip
        recording = Recording(log, RecordCache(log), lambda _: None)
        for seat in range(2):
            move = {"type": "deal_starting_tile", "seat": seat}
            recording.move(live.record, move, WriteRequest(RECORDERS, seat + 1))
    return up.data


@pytest.fixture
def filled(up: Up, stopped: Path) -> str:
    """The test's own folder holds what :func:`stopped` holds; the token."""
    shutil.copytree(stopped, up.data)
    return (up.data / "token").read_text().strip()


def command(up: Up, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "service.cli", *words], env={**os.environ, "MOVEBOOK_DATA": str(up.data)},
        capture_output=True, text=True, check=True, cwd=HERE.parents[2],
    )  # fmt: skip


def ends(up: Up, **options: Any) -> str:
    out, err = up.start(**options).communicate(timeout=120)
    assert (up.process.returncode, out) == (1, "")
    return err


@pytest.mark.parametrize("what", ["a log file that was emptied", "no store at all"][: cases(1, 2)])
def test_a_store_that_lacks_the_kept_token_stops_the_start(up: Up, filled: str, tmp_path: Path, what: str) -> None:
    token, backup = filled, tmp_path / "backup.jsonl.gz"
    command(up, "export", "--all", "-o", str(backup))
    if what == "no store at all":
        (up.data / "store").rename(up.data / "store.old")
    else:
        (up.data / "store" / "appendonlydir" / "appendonly.aof.1.incr.aof").write_bytes(b"")
        assert "movebook up --repair" in ends(up)
    said = ends(up, repair=what != "no store at all")
    assert f"the store does not know the token in {up.data / 'token'}" in said
    assert "It has no records." in said
    assert "movebook import FILE" in said
    assert (up.data / "token").read_text() == token + "\n", "no other is made"
    command(up, "import", str(backup))
    said_again = up.ready()
    assert said_again["token"] == token
    up.stop()


def test_damaged_files_stop_the_start_and_repair_goes_on_with_what_is_there(up: Up, filled: str) -> None:
    """A tail that is cut off; other damages are in `tests/service/store/test_damage.py`."""
    files = up.data / "store" / "appendonlydir"
    increment = files / "appendonly.aof.1.incr.aof"
    whole = increment.read_bytes()
    increment.write_bytes(whole[: whole.rindex(b"XADD") + 20])
    before = {path.name: path.read_bytes() for path in files.iterdir()}
    assert "movebook up --repair" in ends(up)
    assert {path.name: path.read_bytes() for path in files.iterdir()} == before
    assert up.ready(repair=True)["token"] == filled
    code, _, said = up.stop()
    assert code == 0
    assert f"The old files are kept in {up.data / 'store' / 'appendonlydir.before-'}" in said
    up.start(json_line=False)
    lines = [up.line() for _ in range(8)]
    assert "Entries in what was dropped: 3 of record " in said
    assert "1 record, 2 entries" in lines[7]
    assert up.stop(signal.SIGINT) == (0, "", "")


def test_a_store_of_others_is_repaired_where_it_runs(up: Up) -> None:
    assert "where it runs" in ends(up, repair=True, MOVEBOOK_LOG_URL="redis://127.0.0.1:1/0")
