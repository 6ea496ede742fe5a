"""The embedded server and its folder, with real servers."""

import json
import os
import shutil
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest
import redis

from service.config import Settings
from service.store import binaries, checks, data_version, embedded, servers
from service.store.data_version import ServerVersion
from service.store.free_space import free_memory
from tests.fixtures import programs
from tests.fixtures.waiting import eventually

REDIS = programs.path("redis-server")
needs_redis = programs.needs("redis-server")

VALKEY_9_1 = ServerVersion("valkey", (9, 1, 2))
REDIS_7_0 = ServerVersion("redis", (7, 0, 15))

# A process that supervises a folder and waits, to be killed.
HOLDER = """
import sys, time
from pathlib import Path
from service.store.embedded import Supervisor
supervisor = Supervisor(Path(sys.argv[1]))
supervisor.start()
print(supervisor._process.pid, supervisor.url, flush=True)
time.sleep(60)
"""


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def running(pid: int) -> bool:
    """Whether a process runs (a zombie, which nobody has waited for, does not)."""
    found = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False).stdout
    return bool(found.strip()) and not found.startswith("Z")


def write(url: str, **values: str) -> None:
    with redis.Redis.from_url(url) as client:
        for name, value in values.items():
            client.set(name, value)


def value(url: str, name: str) -> bytes | None:
    with redis.Redis.from_url(url) as client:
        found = client.get(name)
    assert found is None or isinstance(found, bytes)
    return found


def config(url: str, *names: str) -> dict[str, str]:
    with redis.Redis.from_url(url) as client:
        return {name: client.config_get(name)[name] for name in names}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "with a blank, and ü"


def test_the_wheel_brings_a_server_that_says_what_it_is() -> None:
    path = binaries.in_wheel()
    assert path is not None
    server = binaries.identify(path)
    assert server.make.family == "valkey"
    assert server.make.version >= (9, 1)
    assert server.make.version < (10,)


def test_what_is_acknowledged_is_there_after_a_restart(folder: Path) -> None:
    with embedded.Supervisor(folder) as supervisor:
        write(supervisor.url, a="1")
        write(supervisor.address(1), b="2")
        assert value(supervisor.url, "b") is None
    with embedded.Supervisor(folder) as supervisor:
        assert value(supervisor.url, "a") == b"1"
        assert value(supervisor.address(1), "b") == b"2"


def test_it_is_durable_keeps_everything_and_is_the_owners_alone(folder: Path) -> None:
    with embedded.Supervisor(folder) as supervisor:
        assert config(
            supervisor.url, "port", "appendonly", "appendfsync", "maxmemory-policy", "save", "unixsocketperm"
        ) == {
            "port": "0", "appendonly": "yes", "appendfsync": "always", "maxmemory-policy": "noeviction", "save": "",
            "unixsocketperm": "700",
        }  # fmt: skip
        socket = Path(supervisor.url.removeprefix("unix://").split("?")[0])
        assert mode(socket) == 0o700
        assert mode(socket.parent) == 0o700
        assert mode(folder) == 0o700
        assert len(os.fsencode(socket)) <= servers.LONGEST_SOCKET
        assert not checks.concerns(redis.Redis.from_url(supervisor.url))
    assert not socket.parent.exists()


def test_a_queues_server_syncs_nothing_and_keeps_nothing(folder: Path) -> None:
    with embedded.Supervisor(folder, durable=False) as supervisor:
        assert config(supervisor.url, "port", "appendonly", "save", "maxmemory-policy") == {
            "port": "0", "appendonly": "no", "save": "", "maxmemory-policy": "noeviction",
        }  # fmt: skip
        write(supervisor.url, a="1")
    with embedded.Supervisor(folder, durable=False) as supervisor:
        assert value(supervisor.url, "a") is None


def test_a_long_folder_has_a_short_socket(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    deep = tmp_path / ("d" * 60) / ("e" * 60)
    deep.mkdir(parents=True)
    monkeypatch.setattr("tempfile.tempdir", str(deep))
    with embedded.Supervisor(folder) as supervisor:
        assert supervisor.alive()
    assert not list(deep.iterdir())


def test_a_locale_the_machine_lacks_does_no_harm(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "xx_XX.UTF-8")
    with embedded.Supervisor(folder) as supervisor:
        assert supervisor.alive()


def test_a_folder_has_one_supervisor_and_the_second_hears_whose_it_is(folder: Path) -> None:
    with (
        embedded.Supervisor(folder) as first,
        pytest.raises(embedded.FolderInUseError, match=rf"in use by process {os.getpid()}\b"),
    ):
        embedded.Supervisor(folder).start()
    assert not first.alive()
    with embedded.Supervisor(folder) as third:
        assert third.alive()


def test_the_folder_is_held_against_other_processes_too(folder: Path) -> None:
    with hold(folder) as (holder, _, _), pytest.raises(embedded.FolderInUseError, match=rf"process {holder.pid}\b"):
        embedded.Supervisor(folder).start()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a child of its parent's end")
def test_the_server_ends_with_a_parent_that_is_killed(folder: Path) -> None:
    with hold(folder) as (holder, server, url):
        write(url, a="1")
        holder.kill()
        holder.wait()
        assert eventually(lambda: not running(server))
    with embedded.Supervisor(folder) as supervisor:
        assert value(supervisor.url, "a") == b"1"
    assert not Path(url.removeprefix("unix://").split("?")[0]).parent.exists()


def test_a_server_left_behind_is_ended_by_the_next_start(folder: Path) -> None:
    # As where no system tells a child of its parent's end.
    with hold(folder, platform="elsewhere") as (holder, server, url):
        write(url, a="1")
        holder.kill()
        holder.wait()
        time.sleep(0.3)
        assert running(server)
        with embedded.Supervisor(folder) as supervisor:
            assert value(supervisor.url, "a") == b"1"
        assert eventually(lambda: not running(server))


def test_a_server_that_ends_is_started_again_at_the_same_address(folder: Path) -> None:
    with embedded.Supervisor(folder) as supervisor:
        url = supervisor.url
        for value_ in ("1", "2"):
            write(url, a=value_)
            crashed = supervisor._process
            assert crashed is not None
            os.kill(crashed.pid, signal.SIGKILL)
            assert eventually(lambda process=crashed: supervisor._process is not process)  # type: ignore[misc]
            assert eventually(supervisor.alive)
            assert supervisor.url == url
            assert value(url, "a") == value_.encode()
        assert supervisor.restarts == 2


def test_ctrl_c_does_not_reach_the_server(folder: Path) -> None:
    with hold(folder) as (holder, server, url):
        assert os.getsid(server) == server
        assert os.getsid(server) != os.getsid(holder.pid)
        assert value(url, "a") is None


def test_a_server_that_does_not_come_up_is_quoted(folder: Path) -> None:
    with embedded.Supervisor(folder):
        pass
    manifest = folder / "appendonlydir" / "appendonly.aof.manifest"
    manifest.write_text("nonsense\n")
    with pytest.raises(embedded.ServerFailedError, match=r"does not start on(?s:.*)end of its log(?s:.*)manifest"):
        embedded.Supervisor(folder).start()


class hold:  # noqa: N801 - reads as the verb it is
    def __init__(self, folder: Path, platform: str = sys.platform) -> None:
        code = HOLDER if platform == sys.platform else f"import sys; sys.platform = {platform!r}\n{HOLDER}"
        self.holder = subprocess.Popen([sys.executable, "-c", code, str(folder)], stdout=subprocess.PIPE, text=True)

    def __enter__(self) -> tuple[subprocess.Popen[str], int, str]:
        assert self.holder.stdout is not None
        pid, self.url = self.holder.stdout.readline().split()
        self.server = int(pid)
        return self.holder, self.server, self.url

    def __exit__(self, *_: object) -> None:
        self.holder.kill()
        self.holder.communicate()
        if sys.platform == "linux":
            assert eventually(lambda: not running(self.server))
        shutil.rmtree(Path(self.url.removeprefix("unix://").split("?")[0]).parent, ignore_errors=True)


@pytest.mark.parametrize(("wrote", "server", "reads"), [
    (None, REDIS_7_0, True),
    (VALKEY_9_1, VALKEY_9_1, True),
    (VALKEY_9_1, ServerVersion("valkey", (9, 1, 3)), True),
    (VALKEY_9_1, ServerVersion("valkey", (10, 0)), True),
    (VALKEY_9_1, ServerVersion("valkey", (9, 1, 1)), False),
    (VALKEY_9_1, ServerVersion("valkey", (8, 1, 4)), False),
    (VALKEY_9_1, REDIS_7_0, False),
    (VALKEY_9_1, ServerVersion("redis", (9, 9)), False),
    (REDIS_7_0, ServerVersion("redis", (7, 0, 15)), True),
    (REDIS_7_0, ServerVersion("redis", (8, 2)), True),
    (REDIS_7_0, VALKEY_9_1, True),  # tried: test_valkey_takes_over_a_folder_of_redis_7
    (REDIS_7_0, ServerVersion("valkey", (8, 1, 4)), False),
    (ServerVersion("redis", (7, 2, 4)), VALKEY_9_1, False),
    (ServerVersion("redis", (8, 0)), VALKEY_9_1, False),
])  # fmt: skip
def test_who_reads_whose_folder(wrote: ServerVersion | None, server: ServerVersion, *, reads: bool) -> None:
    assert data_version.can_read(server, wrote) is reads


def test_a_fresh_folder_is_stamped_before_its_server_starts(folder: Path) -> None:
    with embedded.Supervisor(folder) as supervisor:
        stamp = json.loads((folder / "stamp.json").read_text())
        version = ".".join(map(str, supervisor.server.make.version))
        assert stamp == {"format": 1, "server": {"family": supervisor.server.make.family, "version": version}}


@needs_redis
def test_redis_7_is_refused_a_folder_of_valkey_by_name(folder: Path) -> None:
    with embedded.Supervisor(folder) as supervisor:
        wrote = supervisor.server.make
    with pytest.raises(embedded.UnreadableFolderError) as refused:
        embedded.Supervisor(folder, server=REDIS).start()
    message = str(refused.value)
    for part in (str(wrote), "Redis 7", str(REDIS), str(folder), "or newer", "movebook export", "movebook import"):
        assert part in message
    with embedded.Supervisor(folder) as supervisor:  # and nothing was harmed
        assert supervisor.server.make == wrote


@needs_redis
def test_valkey_takes_over_a_folder_of_redis_7(folder: Path) -> None:
    with embedded.Supervisor(folder, server=REDIS) as supervisor:
        if supervisor.server.make.version[:2] != (7, 0):
            pytest.skip(f"{supervisor.server} is no Redis 7.0")
        with redis.Redis.from_url(supervisor.url) as client:
            for number in range(1, 30):
                client.xadd("log", {"e": str(number)}, id=f"{number}-0")
            client.hset("secrets", mapping={str(number): "x" * 100 for number in range(200)})
            client.zadd("list", {str(number): number / 3 for number in range(300)})
    with embedded.Supervisor(folder) as supervisor, redis.Redis.from_url(supervisor.url) as client:
        assert supervisor.server.make.family == "valkey"
        assert data_version.read(folder) == supervisor.server.make  # from now on it is Valkey's
        assert (client.xlen("log"), client.hlen("secrets"), client.zcard("list")) == (29, 200, 300)
        with pytest.raises(redis.ResponseError, match="equal or smaller"):
            client.xadd("log", {"e": "again"}, id="29-0")


def test_the_first_server_that_reads_the_folder_is_taken(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    valkey = binaries.Server(Path("/wheel/valkey-server"), VALKEY_9_1)
    newer = binaries.Server(Path("/bin/redis-server"), ServerVersion("redis", (8, 2, 1)))
    monkeypatch.setattr(binaries, "candidates", lambda _named, _notes: iter([valkey, newer]))
    assert binaries.choose(folder, None) == valkey
    assert binaries.choose(folder, REDIS_7_0) == valkey
    assert binaries.choose(folder, ServerVersion("redis", (8, 0))) == newer


def test_files_of_a_server_without_our_stamp_are_not_touched(folder: Path) -> None:
    (folder / "appendonlydir").mkdir(parents=True)
    with pytest.raises(embedded.UnreadableFolderError, match=r"not Movebook's stamp \(stamp.json\)"):
        embedded.Supervisor(folder).start()


@pytest.mark.parametrize(("stamp", "says"), [
    ('{"format": 2, "server": {"family": "valkey", "version": "9.1.2"}}', "format 2; .* newer Movebook"),
    ("{", "is damaged"),
    ("[]", "is damaged"),
    ('{"format": 1, "server": {"family": "valkey", "version": "new"}}', "is damaged"),
    ('{"format": 1, "server": {"family": "keydb", "version": "6.3"}}', "Keydb 6.3, which .* cannot read"),
])  # fmt: skip
def test_a_stamp_that_cannot_be_followed_is_refused(folder: Path, stamp: str, says: str) -> None:
    folder.mkdir()
    (folder / "stamp.json").write_text(stamp)
    with pytest.raises(embedded.UnreadableFolderError, match=says):
        embedded.Supervisor(folder).start()


def test_no_server_at_all_names_the_ways_out(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(binaries, "WHEEL", "no-such-wheel")
    monkeypatch.setenv("PATH", str(folder))
    with pytest.raises(embedded.NoServerError) as refused:
        embedded.Supervisor(folder).start()
    for part in ("no-such-wheel is not installed", "valkey-server", "redis-server", "MOVEBOOK_LOG_URL=", "pip install"):
        assert part in str(refused.value)


@needs_redis
def test_without_the_wheel_a_server_on_path_serves(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(binaries, "WHEEL", "no-such-wheel")
    with embedded.Supervisor(folder) as supervisor:
        assert supervisor.server.path.name in ("valkey-server", "redis-server")
        assert supervisor.alive()


def test_a_named_server_that_is_none_is_named(folder: Path) -> None:
    for named, says in (("/no/such/server", "does not exist"), (sys.executable, "not Valkey or Redis")):
        with pytest.raises(embedded.NoServerError, match=says):
            embedded.Supervisor(folder, server=named).start()


def test_the_store_of_given_addresses_starts_nothing(tmp_path: Path) -> None:
    settings = Settings(log_url="redis://127.0.0.1:1/0", data=tmp_path / "data")
    with embedded.open_store(settings) as opened:
        assert opened.supervisor is None
        assert opened.queue_url == "redis://127.0.0.1:1/1"
    assert not (tmp_path / "data").exists()


def test_the_store_without_addresses_is_two_embedded_servers(tmp_path: Path) -> None:
    with embedded.open_store(Settings(data=tmp_path)) as opened:
        write(opened.log_url, a="1")
        assert value(opened.log_url, "a") == b"1"
        assert value(opened.queue_url, "a") is None
        assert opened.environment() == {"MOVEBOOK_LOG_URL": opened.log_url, "MOVEBOOK_QUEUE_URL": opened.queue_url}
        assert opened.log_url.startswith("unix:///")
        assert opened.log_url.endswith("?db=0")
        assert config(opened.log_url, "appendonly") == {"appendonly": "yes"}
        assert config(opened.queue_url, "appendonly") == {"appendonly": "no"}
        assert (tmp_path / "store" / "stamp.json").exists()
    for address in (opened.log_url, opened.queue_url):
        with pytest.raises(redis.ConnectionError):
            value(address, "a")


def test_where_the_queue_does_not_come_up_the_log_does_not_stay_up(tmp_path: Path) -> None:
    with (
        embedded.Supervisor(tmp_path / "queue", durable=False),
        pytest.raises(embedded.FolderInUseError, match="queue"),
    ):
        embedded.open_store(Settings(data=tmp_path))
    with embedded.Supervisor(tmp_path / "store") as supervisor:  # nobody holds it
        assert supervisor.alive()


@pytest.mark.parametrize(("log", "queue"), [
    ("redis://h:6379", "redis://h:6379/1"), ("redis://:secret@h:6379/0", "redis://:secret@h:6379/1"),
    ("rediss://h/2?ssl_cert_reqs=none", "rediss://h/1?ssl_cert_reqs=none"), ("redis://h?db=3", "redis://h?db=1"),
    ("unix:///run/s", "unix:///run/s?db=1"), ("unix:///run/s?db=0&password=p", "unix:///run/s?db=1&password=p"),
])  # fmt: skip
def test_the_queue_lies_beside_the_log(log: str, queue: str) -> None:
    assert embedded.queue_on_same_server(log) == queue
    assert redis.Redis.from_url(queue).connection_pool.connection_kwargs["db"] == 1


def test_memory_is_what_the_machine_and_each_control_group_have_left(tmp_path: Path) -> None:
    proc, cgroups = tmp_path / "proc", tmp_path / "cgroup"
    assert free_memory(proc, cgroups) == sys.maxsize, "nothing is known"
    group = cgroups / "system.slice" / "movebook.service"
    (proc / "self").mkdir(parents=True)
    group.mkdir(parents=True)
    (proc / "self" / "cgroup").write_text("0::/system.slice/movebook.service\n")
    (proc / "meminfo").write_text("MemTotal: 9000 kB\nMemAvailable: 3000 kB\nSwapFree: 1000 kB\n")
    assert free_memory(proc, cgroups) == 4000 * 1024
    for place, limit, used in ((group, "max", 10), (group.parent, "2000000", 1_500_000)):
        for name, text in (("max", limit), ("current", str(used)), ("stat", "anon 5\ninactive_file 300000\n")):
            (place / f"memory.{name}").write_text(text)
    assert free_memory(proc, cgroups) == 2_000_000 - 1_500_000 + 300_000
