"""Damaged files of the embedded server: nothing is lost without a word, and each damage has a way out; real servers."""

import json
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
import redis

from service.store import loss_check
from service.store.embedded import FolderInUseError, Supervisor
from service.store.errors import LogLostError
from service.store.keys import key, shard, shard_feed
from service.store.stats import StoreStats, read_stats
from tests.fixtures import programs
from tests.fixtures.waiting import eventually
from tests.long import cases

RECORD, ENTRIES = "abc", 50
SERVERS = [None, pytest.param(programs.path("redis-server"), marks=programs.needs("redis-server"))]
"""The wheel's server, and Debian's."""
INCREMENT = "appendonly.aof.1.incr.aof"
NULS = 4096

# A process that supervises a folder and appends to it until it is killed; it says what was acknowledged.
WRITER = """
import itertools, sys
from pathlib import Path
import redis
from service.store.embedded import Supervisor
supervisor = Supervisor(Path(sys.argv[1]))
supervisor.start()
client = redis.Redis.from_url(supervisor.url)
print(supervisor._process.pid, flush=True)
for number in itertools.count(int(sys.argv[2])):
    client.xadd("mb:{s00}:log:abc", {"e": "x" * 300}, id=f"{number}-0")
    print(number, flush=True)
"""


@pytest.fixture(scope="module", params=SERVERS)
def server(request: pytest.FixtureRequest) -> str | None:
    named: Path | None = request.param
    return None if named is None else str(named)


@pytest.fixture(scope="module")
def stopped(tmp_path_factory: pytest.TempPathFactory, server: str | None) -> Path:
    made = tmp_path_factory.mktemp("stopped") / "store"
    with Supervisor(made, server) as supervisor, redis.Redis.from_url(supervisor.url) as client:
        for version in range(1, ENTRIES + 1):
            append(client, version)
    return made


@pytest.fixture
def folder(tmp_path: Path, stopped: Path) -> Path:
    return shutil.copytree(stopped, tmp_path / "store")


def append(client: redis.Redis, version: int) -> None:
    pipe = client.pipeline(transaction=True)
    pipe.xadd(key("log", RECORD), {"e": f'{{"version":{version}}}'}, id=f"{version}-0")
    pipe.hset(key("head", RECORD), mapping={"version": version, "at": f"2026-11-21T20:00:{version:02d}.000Z"})
    pipe.xadd(shard_feed(shard(RECORD)), {"r": RECORD, "v": version})
    pipe.execute()


def increment(folder: Path) -> Path:
    return folder / loss_check.FILES / INCREMENT


def all_files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (folder / loss_check.FILES).iterdir()}


def versions(folder: Path, server: str | None = None) -> list[int]:
    """Start, and read the entries of the record; what a start dropped must be nothing."""
    with Supervisor(folder, server) as supervisor, redis.Redis.from_url(supervisor.url) as client:
        assert supervisor.dropped == 0
        return [int(name.split(b"-")[0]) for name, _ in client.xrange(key("log", RECORD))]


def refused(folder: Path, server: str | None = None) -> str:
    """A start is refused and has changed nothing; why."""
    before = all_files(folder) if (folder / loss_check.FILES).exists() else None
    with pytest.raises(LogLostError) as caught:
        Supervisor(folder, server).start()
    assert (all_files(folder) if (folder / loss_check.FILES).exists() else None) == before
    for part in ("movebook import FILE", "movebook up --repair", str(folder)):
        assert part in str(caught.value)
    return str(caught.value)


def test_a_block_of_nuls_at_the_end_stops_the_start_until_repaired(folder: Path, server: str | None) -> None:
    whole = increment(folder).read_bytes()
    increment(folder).write_bytes(whole + bytes(NULS))
    assert f"{INCREMENT} cannot be read behind byte {len(whole)} of {len(whole) + NULS}" in refused(folder, server)
    done = Supervisor(folder, server).repair()
    assert (done.dropped, done.entries, done.missing) == ({INCREMENT: NULS}, {}, {})
    assert done.kept is not None
    assert (done.kept / INCREMENT).read_bytes() == whole + bytes(NULS)
    assert increment(folder).read_bytes() == whole
    assert done.sentences() == [
        f"{NULS} bytes at the end of {INCREMENT} cannot be read and are dropped.",
        "Entries in what was dropped: none that can be read.",
        f"The old files are kept in {done.kept}.",
    ]
    assert versions(folder, server) == list(range(1, ENTRIES + 1))


def test_damage_in_the_middle_drops_what_follows_and_names_it(folder: Path, server: str | None) -> None:
    whole = increment(folder).read_bytes()
    begins = [place.start() for place in re.finditer(rb"\*1\r\n\$5\r\nMULTI", whole)]
    assert len(begins) == ENTRIES
    damaged = bytearray(whole)
    damaged[begins[30] + 40 : begins[30] + 60] = bytes(20)
    increment(folder).write_bytes(damaged)
    refused(folder, server)
    done = Supervisor(folder, server).repair()
    assert done.dropped == {INCREMENT: len(whole) - begins[30]}
    # Of the 31st nothing can be read any more.
    assert done.entries == {RECORD: list(range(32, ENTRIES + 1))}
    assert f"Entries in what was dropped: 32 to 50 of record {RECORD}." in done.sentences()
    assert versions(folder, server) == list(range(1, 31))


@pytest.mark.parametrize("whole_append", [False, True])
def test_a_lost_tail_stops_the_start(folder: Path, server: str | None, *, whole_append: bool) -> None:
    whole = increment(folder).read_bytes()
    last = whole.rindex(b"*1\r\n$5\r\nMULTI")
    left = last if whole_append else len(whole) - 7
    increment(folder).write_bytes(whole[:left])
    assert f"{INCREMENT} lacks {len(whole) - left} of {len(whole)} bytes" in refused(folder, server)
    done = Supervisor(folder, server).repair()
    assert done.missing == {INCREMENT: len(whole) - left}
    if whole_append:
        assert (done.dropped, done.kept) == ({}, None)
    else:
        assert (done.dropped, done.entries) == ({INCREMENT: left - last}, {RECORD: [ENTRIES]})
        assert f"Entries in what was dropped: 50 of record {RECORD}." in done.sentences()
    assert (
        f"{len(whole) - left} bytes of {INCREMENT} were gone before, with whatever stood in them." in done.sentences()
    )
    assert versions(folder, server) == list(range(1, ENTRIES))
    assert Supervisor(folder, server).repair().sentences() == [
        "There is nothing to repair: every file of the log is whole."
    ]


def test_an_unfinished_append_is_dropped(folder: Path, server: str | None, caplog: pytest.LogCaptureFixture) -> None:
    """As after a power cut: it was never acknowledged, so the start goes on by itself."""
    whole = increment(folder).read_bytes()
    unfinished = whole[whole.rindex(b"*1\r\n$5\r\nMULTI") :][:-20].replace(b"\r\n50-0\r\n", b"\r\n51-0\r\n")
    assert b"51-0" in unfinished
    with increment(folder).open("ab") as file:
        file.write(unfinished)
    with Supervisor(folder, server) as supervisor:
        assert supervisor.dropped == len(unfinished)
    assert f"{len(unfinished)} bytes at the end of {INCREMENT} cannot be read and are dropped." in caplog.text
    assert f"51 of record {RECORD}" in caplog.text
    assert increment(folder).read_bytes() == whole
    assert versions(folder, server) == list(range(1, ENTRIES + 1))


def test_an_emptied_log_stops_the_start(folder: Path, server: str | None) -> None:
    size = increment(folder).stat().st_size
    increment(folder).write_bytes(b"")
    assert f"{INCREMENT} lacks {size} of {size} bytes" in refused(folder, server)
    assert Supervisor(folder, server).repair().missing == {INCREMENT: size}
    assert versions(folder, server) == []


def test_a_missing_manifest_stops_the_start_and_a_repair_writes_it(folder: Path, server: str | None) -> None:
    before = (folder / loss_check.MANIFEST).read_text()
    (folder / loss_check.MANIFEST).unlink()
    assert "appendonly.aof.manifest is missing, while" in refused(folder, server)
    done = Supervisor(folder, server).repair()
    assert (folder / loss_check.MANIFEST).read_text() == before
    assert list(done.manifest) == ["appendonly.aof.1.base.rdb", INCREMENT]
    assert (done.dropped, done.missing) == ({}, {})
    assert versions(folder, server) == list(range(1, ENTRIES + 1))


def test_files_that_are_gone_altogether_stop_the_start(folder: Path) -> None:
    shutil.rmtree(folder / loss_check.FILES)
    assert "lacks" in refused(folder)
    assert set(Supervisor(folder).repair().missing) == {"appendonly.aof.1.base.rdb", INCREMENT}
    assert versions(folder) == []


def test_without_a_manifest_and_with_two_bases_nothing_is_guessed(folder: Path) -> None:
    (folder / loss_check.MANIFEST).unlink()
    shutil.copy(
        folder / loss_check.FILES / "appendonly.aof.1.base.rdb", folder / loss_check.FILES / "appendonly.aof.2.base.rdb"
    )
    before = all_files(folder)
    with pytest.raises(LogLostError, match=r"more than one base.*movebook import FILE"):
        Supervisor(folder).repair()
    assert all_files(folder) == before
    assert sorted(path.name for path in folder.iterdir() if path.is_dir()) == [loss_check.FILES]


def test_damage_in_a_file_that_others_build_on_is_not_dropped(folder: Path) -> None:
    whole = increment(folder).read_bytes()
    half = [place.start() for place in re.finditer(rb"\*1\r\n\$5\r\nMULTI", whole)][25]
    increment(folder).write_bytes(whole[: half - 9] + bytes(9))
    (folder / loss_check.FILES / "appendonly.aof.2.incr.aof").write_bytes(whole[half:])
    with (folder / loss_check.MANIFEST).open("a") as manifest:
        manifest.write("file appendonly.aof.2.incr.aof seq 2 type i\n")
    before = all_files(folder)
    with pytest.raises(LogLostError, match=r"incr\.aof is damaged at byte \d+ of \d+, and other files follow it"):
        Supervisor(folder).repair()
    assert all_files(folder) == before


def test_a_repair_that_was_broken_off_is_finished_by_the_next(folder: Path) -> None:
    whole = all_files(folder)
    (folder / loss_check.FILES).rename(folder / f"{loss_check.FILES}.before-20261121T200000Z")
    shutil.copytree(folder / f"{loss_check.FILES}.before-20261121T200000Z", folder / f"{loss_check.FILES}.repaired")
    refused(folder)
    assert Supervisor(folder).repair().dropped == {}
    assert all_files(folder) == whole
    assert versions(folder) == list(range(1, ENTRIES + 1))


def test_a_folder_in_use_is_not_repaired(folder: Path) -> None:
    with Supervisor(folder), pytest.raises(FolderInUseError):
        Supervisor(folder).repair()


def test_a_queue_keeps_nothing_and_misses_nothing(tmp_path: Path) -> None:
    with Supervisor(tmp_path / "queue", durable=False):
        pass
    assert not (tmp_path / "queue" / loss_check.NAME).exists()


def test_a_log_that_was_written_anew_is_not_taken_for_one_that_lacks_something(folder: Path) -> None:
    with Supervisor(folder) as supervisor, redis.Redis.from_url(supervisor.url) as client:
        client.bgrewriteaof()
        assert eventually(lambda: INCREMENT not in loss_check.sizes(folder), 60)
        assert INCREMENT in loss_check.noted_sizes(folder), "it was written anew since the last look"
        assert loss_check.missing_bytes(folder) == {}
    assert versions(folder) == list(range(1, ENTRIES + 1))


def test_whatever_is_killed_while_it_writes_the_next_start_misses_nothing(tmp_path: Path) -> None:
    folder, last = tmp_path / "store", 0
    for wait_s in (0.3, 1.2, 0.6, 2.1)[: cases(2, 4)]:
        writer = subprocess.Popen([sys.executable, "-c", WRITER, str(folder), str(last + 1)], stdout=subprocess.PIPE)
        assert writer.stdout is not None
        server = int(writer.stdout.readline())
        time.sleep(wait_s)
        for pid in (server, writer.pid):
            subprocess.run(["kill", f"-{int(signal.SIGKILL)}", str(pid)], check=False)
        told = writer.communicate()[0].split()
        last = max(last, *(int(number) for number in told if number.isdigit()), 0)
        with Supervisor(folder) as supervisor, redis.Redis.from_url(supervisor.url) as client:
            there = client.xlen("mb:{s00}:log:abc")
        assert there in (last, last + 1)
        last = there
    assert last > 4


@pytest.mark.parametrize("seed", range(cases(4, 12)))
@pytest.mark.parametrize("server", [None], indirect=True)
def test_after_any_damage_and_a_repair_the_log_is_a_beginning_of_what_it_was(folder: Path, seed: int) -> None:
    chance = random.Random(seed)
    whole = increment(folder).read_bytes()
    at = chance.randrange(len(whole))
    damaged = [
        whole[:at], whole[:at] + bytes(chance.randrange(1, 5000)),
        whole[:at] + chance.randbytes(30) + whole[at + 30 :], whole + chance.randbytes(200),
    ][seed % 4]  # fmt: skip
    increment(folder).write_bytes(damaged)
    try:
        left = versions(folder)
    except (LogLostError, AssertionError):
        done = Supervisor(folder).repair()
        assert increment(folder).read_bytes() == damaged[: increment(folder).stat().st_size]
        left = versions(folder)
        named = done.entries.get(RECORD, [])
        assert not set(named) & set(left)
    assert left == list(range(1, len(left) + 1))


def test_a_start_counts_records_entries_and_the_time_of_the_last(folder: Path) -> None:
    with Supervisor(folder) as supervisor, redis.Redis.from_url(supervisor.url) as client:
        assert read_stats(client) == StoreStats(1, ENTRIES, "2026-11-21T20:00:50.000Z")
        client.hset(key("head", "other"), mapping={"version": 7, "at": "2026-11-22T08:00:00.000Z"})
        assert str(read_stats(client)) == "2 records, 57 entries, the last written 2026-11-22T08:00:00.000Z"
        client.flushall()
        assert str(read_stats(client)) == "no records"


def test_the_note_is_of_one_length_and_holds_the_sizes(folder: Path) -> None:
    text = (folder / loss_check.NAME).read_text()
    assert len(text) == loss_check.NOTE_LENGTH + 1
    assert json.loads(text) == {path.name: path.stat().st_size for path in (folder / loss_check.FILES).glob("*.1.*")}


def test_a_note_that_cannot_be_read_is_none(folder: Path) -> None:
    damage: list[Callable[[bytes], bytes]] = [
        lambda _: b"", lambda _: b"[1]", lambda _: b'{"a": "b"}', lambda b: b[:20],
    ]  # fmt: skip
    for change in damage:
        (folder / loss_check.NAME).write_bytes(change((folder / loss_check.NAME).read_bytes()))
        assert loss_check.noted_sizes(folder) == {}
        assert versions(folder) == list(range(1, ENTRIES + 1))
