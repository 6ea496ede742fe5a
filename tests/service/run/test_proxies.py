"""The configurations for nginx and Caddy that are shipped, in the real servers, before the real API."""

import contextlib
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from http.client import HTTPSConnection
from pathlib import Path
from ssl import CERT_NONE, SSLContext, create_default_context
from typing import Any
from urllib.parse import urlsplit

import pytest
import requests

from service.access import tokens
from service.config import Settings
from service.run.gauges import Processes
from service.store.keys import BACKUP
from tests.fixtures import programs
from tests.fixtures.certificates import pair
from tests.fixtures.ports import free_port
from tests.fixtures.waiting import eventually
from tests.fuzz.wire import Server, start
from tests.long import cases

DEPLOY = Path(__file__).parents[3] / "deploy"
SITE = "games.example.org"
SPELLINGS = (
    *("/metrics", "/metrics/", "/metrics%2f", "//metrics", "//metrics/", "/%6detrics", "/%6Detrics/", "/METRICS"),
    *("/./metrics", "/v1/../metrics", "/v1/%2e%2e/metrics", "/metrics;x", "/metrics?x=1", "/metrics#x", "/metrics%20"),
    *("/metrics/metrics", "/viewer/../metrics", "/metrics%00", "/metrics%3f", "/metrics%252f", "/\\metrics"),
)


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return pair(tmp_path_factory.mktemp("certificate"), SITE)


@pytest.fixture(scope="module")
def api(store: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, str]]:
    """The API behind one proxy, and the address of its metrics."""
    port = free_port()
    settings = Settings(
        log_url=store.log_url, queue_url=store.queue_url, rate=0, rate_address=0, public_url=f"https://{SITE}"
    )
    metrics = f"127.0.0.1:{port}"
    folder = str(tmp_path_factory.mktemp("api"))
    server = start(replace(settings, proxies=1, metrics=metrics, processes=2), folder)
    yield server, metrics
    server.process.terminate()
    server.process.wait(30)


Changes = Sequence[tuple[str, str]]
"""What a shipped configuration says, and what it says in a test."""


def nginx(folder: Path, port: int, upstream: int, paths: tuple[Path, Path], changes: Changes = ()) -> list[str]:
    """The command of an nginx with the shipped configuration, on another port and with another certificate."""
    text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    text = re.sub(r"\n *listen \[::\]:.*", "", text)
    for shipped, here in (
        ("listen 443 ", f"listen 127.0.0.1:{port} "),
        ("listen 80;", f"listen 127.0.0.1:{free_port()};"),
        (f"/etc/letsencrypt/live/{SITE}/fullchain.pem", str(paths[0])),
        (f"/etc/letsencrypt/live/{SITE}/privkey.pem", str(paths[1])),
        ("127.0.0.1:8080", f"127.0.0.1:{upstream}"),
        *changes,
    ):
        assert shipped in text, shipped
        text = text.replace(shipped, here)
    (folder / "site.conf").write_text(text)
    temporary = "".join(
        f"{kind}_temp_path {folder}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    main = folder / "nginx.conf"
    main.write_text(
        f"daemon off;\nmaster_process off;\npid {folder}/pid;\nerror_log stderr;\n"
        f"worker_rlimit_nofile 40000;\nevents {{ worker_connections 16384; }}\n"
        # A caller says where it comes from, so that a test may come from anywhere.
        f"http {{\nset_real_ip_from 127.0.0.1;\nreal_ip_header From;\n"
        f"access_log off;\n{temporary}include {folder}/site.conf;\n}}\n"
    )
    return ["nginx", "-e", "stderr", "-p", str(folder), "-c", str(main)]


def caddy(folder: Path, port: int, upstream: int, paths: tuple[Path, Path], changes: Changes = ()) -> list[str]:
    """The command of a Caddy with the shipped configuration, on another port and with a certificate of ours."""
    text = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    for shipped, here in (
        (f"{SITE} {{", f"https://{SITE}:{port} {{\n\tbind 127.0.0.1\n\ttls {paths[0]} {paths[1]}"),
        ("127.0.0.1:8080", f"127.0.0.1:{upstream}"),
        *changes,
    ):
        assert shipped in text, shipped
        text = text.replace(shipped, here)
    assert "\n{\n" in text, "the global options"
    (folder / "Caddyfile").write_text(text.replace("\n{\n", "\n{\n\tadmin off\n\tauto_https disable_redirects\n", 1))
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]


Proxy = int
PROXIES = [pytest.param(each, marks=programs.needs(each.__name__), id=each.__name__) for each in (nginx, caddy)]


@contextlib.contextmanager
def running(
    kind: Callable[..., list[str]], folder: Path, upstream: int, paths: tuple[Path, Path], changes: Changes = ()
) -> Iterator[Proxy]:
    port = free_port()
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            kind(folder, port, upstream, paths, changes),
            stdout=log,
            stderr=log,
            env={"HOME": str(folder), "PATH": "/usr/sbin:/usr/bin:/bin"},
        )
    try:
        until = time.monotonic() + 20
        while True:
            assert process.poll() is None, (folder / "log").read_text()
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            except OSError:
                assert time.monotonic() < until, (folder / "log").read_text()
                time.sleep(0.05)
        yield port
    finally:
        process.terminate()
        process.wait(20)


@pytest.fixture(scope="module", params=PROXIES[: cases(1, 2)])
def proxy(
    request: pytest.FixtureRequest,
    api: tuple[Server, str],
    certificate: tuple[Path, Path],
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Proxy]:
    folder = tmp_path_factory.mktemp(request.param.__name__)
    with running(request.param, folder, api[0].port, certificate) as port:
        yield port


def trusting() -> SSLContext:
    context = create_default_context()
    context.check_hostname, context.verify_mode = False, CERT_NONE
    return context


class Named(HTTPSConnection):
    """A connection to a proxy on this machine by the name of its site; paths go out as they stand."""

    def connect(self) -> None:
        plain = socket.create_connection(("127.0.0.1", self.port), 20)
        self.sock = trusting().wrap_socket(plain, server_hostname=SITE)

    def _validate_path(self, url: str) -> None:
        """None is too strange."""


def ask(port: Proxy, path: str, method: str = "GET", body: bytes = b"", **headers: str) -> tuple[int, bytes, Any]:
    connection = Named(f"{SITE}:{port}", timeout=60)
    connection.request(method, path, body or None, {name.replace("_", "-"): value for name, value in headers.items()})
    answer = connection.getresponse()
    found = answer.status, answer.read(), answer.headers
    connection.close()
    return found


@programs.needs("nginx")
def test_nginx_limits_the_requests_of_a_network(
    api: tuple[Server, str], certificate: tuple[Path, Path], tmp_path: Path, redis: Any
) -> None:
    few = [("limit_conn movebook 512;", "limit_conn movebook 4;")]
    bearer = f"Bearer {tokens.create(redis, 'admin')}"
    addresses = ["192.0.2.1"] * 6 + ["192.0.2.2"] * 3 + [f"2001:db8:1:2::{number}" for number in range(6)]
    with running(nginx, tmp_path, api[0].port, certificate, few) as port, contextlib.ExitStack() as stack:
        opening, json_ = b'{"game": "kingdoms", "seats": [{}, {}]}', "application/json"
        where = ask(port, "/v1/records", "POST", opening, Authorization=bearer, Content_Type=json_)[2]["Location"]
        statuses = []
        for address in addresses:
            connection = Named(f"{SITE}:{port}", timeout=60)
            stack.callback(connection.close)
            connection.request("GET", f"{where}/stream", headers={"From": address})
            statuses.append(connection.getresponse().status)
        four_of_six = [200] * 4 + [429] * 2
        assert statuses == [*four_of_six, *[200] * 3, *four_of_six]
        assert ask(port, "/healthz", From="2001:db8:1:2:ffff::1")[0] == 429, "the same /64"
        assert ask(port, "/healthz", From="2001:db8:1:3::1")[0] == 200


@pytest.mark.parametrize("kind", PROXIES)
def test_a_proxy_ends_a_request_whose_headers_do_not_come(
    kind: Any, api: tuple[Server, str], certificate: tuple[Path, Path], tmp_path: Path
) -> None:
    changes = {"nginx": ("client_header_timeout 10s", "client_header_timeout 1s"), "caddy": ("header 10s", "header 1s")}
    with (
        running(kind, tmp_path, api[0].port, certificate, [changes[kind.__name__]]) as port,
        contextlib.closing(Named(f"{SITE}:{port}", timeout=60)) as connection,
    ):
        connection.connect()
        connection.sock.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n")
        connection.sock.settimeout(60)
        assert connection.sock.recv(1000)[:15] in (b"", b"HTTP/1.1 408 Re")


@programs.needs("nginx")
def test_every_nginx_accepts_the_shipped_file(certificate: tuple[Path, Path], tmp_path: Path) -> None:
    command = nginx(tmp_path, free_port(), free_port(), certificate)
    done = subprocess.run([*command, "-t"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("path", SPELLINGS)
def test_metrics_cannot_be_read_through_it_however_they_are_spelled(proxy: Proxy, path: str) -> None:
    status, body, _ = ask(proxy, path)
    assert status in (400, 403, 404), body[:200]
    assert b"movebook_" not in body
    assert b"# HELP" not in body


def test_metrics_are_read_at_their_own_address_of_all_processes(proxy: Proxy, api: tuple[Server, str]) -> None:
    def counted() -> float:
        page = requests.get(f"http://{api[1]}/metrics", timeout=60)
        assert page.headers["Content-Type"].startswith("text/plain")
        for line in page.text.splitlines():
            assert re.match(r'#|[a-z_]+(\{([a-z_]+="[^"]*",?)*\})? [-+0-9.e]+(Inf|NaN)?$', line), line
        assert "\nmovebook_store_up 1" in page.text
        found = re.search(r'^movebook_requests_total\{call="site.health",status="200"\} (.*)$', page.text, re.MULTILINE)
        return float(found[1]) if found else 0

    before = counted()
    for _ in range(20):
        assert ask(proxy, "/healthz")[0] == 200
    assert counted() == before + 20


def test_metrics_say_which_program_runs_and_what_it_holds(api: tuple[Server, str], redis: Any) -> None:
    def value(name: str) -> float:
        page = requests.get(f"http://{api[1]}/metrics", timeout=60).text
        found = re.search(rf"^{name}(?:\{{.*\}})? (.*)$", page, re.MULTILINE)
        return float(found[1]) if found else -1

    assert value("movebook_build_info") == 1
    assert value("movebook_slow_calls") in (-1, 0)  # no process has counted one yet
    assert value("movebook_backup_age_seconds") == -1
    redis.set(BACKUP, time.time() - 100)
    assert 100 <= value("movebook_backup_age_seconds") < 1000
    if sys.platform == "linux":
        # This process, and two of the API: more than 20 MB each.
        assert value("process_resident_memory_bytes") > 60e6
        assert value("process_cpu_seconds_total") > 0
    bearer = {"Authorization": f"Bearer {tokens.create(redis, 'admin')}"}
    url = f"http://127.0.0.1:{api[0].port}"
    opening = {"game": "kingdoms", "seats": [{}, {}]}
    path = urlsplit(
        requests.post(f"{url}/v1/records", json=opening, headers=bearer, timeout=60).headers["Location"]
    ).path
    with requests.get(f"{url}{path}/stream", headers=bearer, stream=True, timeout=60) as watching:
        assert watching.status_code == 200
        assert eventually(lambda: value("movebook_open_streams") == 1)
    assert eventually(lambda: value("movebook_open_streams") == 0)


def test_what_a_killed_process_held_is_not_counted(tmp_path: Path) -> None:
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    for name in (f"gauge_livesum_{gone.pid}.db", f"gauge_livesum_{os.getpid()}.db", f"counter_{gone.pid}.db"):
        (tmp_path / name).touch()
    found = {family.name: family for family in Processes(tmp_path).collect()}
    assert {path.name for path in tmp_path.iterdir()} == {f"gauge_livesum_{os.getpid()}.db", f"counter_{gone.pid}.db"}
    assert "process_open_fds" in found


def test_a_link_names_the_address_that_is_set(proxy: Proxy, redis: Any) -> None:
    bearer = f"Bearer {tokens.create(redis, 'admin')}"
    opening = b'{"game": "kingdoms", "seats": [{}, {}]}'
    json_ = "application/json"
    status, body, headers = ask(proxy, "/v1/records", "POST", opening, Authorization=bearer, Content_Type=json_)
    assert status == 201, body
    assert headers["Strict-Transport-Security"]
    where = headers["Location"]
    status, body, _ = ask(
        proxy, f"{where}/tokens", "POST", b'{"scope": "read"}', Authorization=bearer, Content_Type=json_
    )
    assert status == 201, body
    assert f'"link":"https://{SITE}/viewer/'.encode() in body


def test_a_file_of_a_megabyte_passes_and_a_move_of_a_megabyte_does_not(proxy: Proxy, redis: Any) -> None:
    about = {"Authorization": f"Bearer {tokens.create(redis, 'admin')}", "Content_Type": "application/json"}
    statuses = [
        ask(proxy, path, "POST", b" " * (1 << 20), **about)[0]
        for path in ("/v1/records/import", "/v1/records/none/notes")
    ]
    assert statuses == [400, 413]


def test_a_reader_who_waits_is_answered_through_it(proxy: Proxy, redis: Any) -> None:
    bearer = f"Bearer {tokens.create(redis, 'admin')}"
    opening = b'{"game": "kingdoms", "seats": [{}, {}]}'
    json_ = "application/json"
    where = ask(proxy, "/v1/records", "POST", opening, Authorization=bearer, Content_Type=json_)[2]["Location"]
    began = time.monotonic()
    status, body, _ = ask(proxy, f"{where}/log?after=1&wait=2", Authorization=bearer)
    assert (status, b'"entries":[]' in body) == (200, True)
    assert time.monotonic() - began > 1.9


def test_a_stream_passes_through_it_entry_by_entry(proxy: Proxy, redis: Any) -> None:
    bearer = f"Bearer {tokens.create(redis, 'admin')}"
    opening = b'{"game": "kingdoms", "seats": [{}, {}]}'
    json_ = "application/json"
    where = ask(proxy, "/v1/records", "POST", opening, Authorization=bearer, Content_Type=json_)[2]["Location"]
    # As a browser asks: it takes packed answers, which would be held back until they are worth a packet.
    connection = Named(f"{SITE}:{proxy}", timeout=60)
    connection.request("GET", f"{where}/stream?after=1", headers={"Accept-Encoding": "gzip, deflate, br, zstd"})
    answer = connection.getresponse()
    assert (answer.status, answer.headers.get("Content-Encoding")) == (200, None)
    assert answer.readline() == b"retry: 2000\n"
    for version, tile in ((1, "resource_3"), (2, "resource_4")):
        move = b'{"type": "deal_starting_tile", "seat": %d, "tile": "%s"}' % (version - 1, tile.encode())
        about = {"Authorization": bearer, "Content_Type": json_, "If_Match": f'"{version}"'}
        assert ask(proxy, f"{where}/moves", "POST", move, **about)[0] == 201
        while not (line := answer.readline()).startswith(b"id: "):
            assert line, "the stream has ended"
        assert line == b"id: %d\n" % (version + 1)
    connection.close()
