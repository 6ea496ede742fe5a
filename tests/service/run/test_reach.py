"""How a service is reached: what links begin with, and ``movebook up --lan`` with plain HTTP and with HTTPS."""

import contextlib
import json
import os
import re
import signal
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import requests
from requests.adapters import HTTPAdapter
from urllib3.util import Retry

from service.run import reach
from service.run.certificate import read
from tests.fixtures import certificates
from tests.long import long_only

TOP = Path(__file__).parents[3]
ALL = "0.0.0.0"  # noqa: S104 - named, not listened on
NETWORK = "127.0.0.2"
"""Stands for the address in the network: it is of this machine alone, and not the one that is listened on by itself."""
PAGE = TOP / "docs" / "reaching.md"


def test_the_network_address_is_one_of_this_machine_that_others_may_reach() -> None:
    found = reach.network_address()
    if found is None:
        pytest.skip("this machine is in no network")
    assert not found.startswith("127.")
    socket.create_server((found, 0)).close()


def test_lan_listens_on_all_addresses_and_names_the_one_in_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reach, "network_address", lambda: "192.168.1.20")
    assert {reach.lan(host) for host in ("127.0.0.1", "localhost", ALL, "::")} == {(ALL, "192.168.1.20")}
    assert reach.lan("10.0.0.7") == ("10.0.0.7", "10.0.0.7")


def test_without_a_network_the_way_out_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reach, "NOWHERE", ("127.0.0.1",))
    assert reach.network_address() is None
    with pytest.raises(reach.ReachError, match="--lan --host ADDRESS"):
        reach.lan("127.0.0.1")


@pytest.mark.parametrize(("host", "network", "public_url", "here", "others"), [
    ("127.0.0.1", None, None, "http://127.0.0.1:8080", None),
    (ALL, None, None, "http://127.0.0.1:8080", None),
    ("::", None, None, "http://[::1]:8080", None),
    (ALL, "192.168.1.20", None, "http://127.0.0.1:8080", "http://192.168.1.20:8080"),
    ("192.168.1.20", "192.168.1.20", None, "http://192.168.1.20:8080", "http://192.168.1.20:8080"),
    ("127.0.0.1", None, "https://club.example", "http://127.0.0.1:8080", "https://club.example"),
    (ALL, "192.168.1.20", "http://movebook.lan", "http://127.0.0.1:8080", "http://movebook.lan"),
])  # fmt: skip
def test_links_begin_with_the_setting_else_with_the_address_in_the_network(
    host: str, network: str | None, public_url: str | None, here: str, others: str | None
) -> None:
    found = reach.reach(host, 8080, None, network, public_url)
    assert (found.here, found.others) == (here, others)
    assert bool(reach.missing(found)) is (network is not None)


def test_with_a_certificate_links_begin_with_what_it_is_for(tmp_path: Path) -> None:
    named = read(*certificates.pair(tmp_path, "games.example.org"))
    assert reach.reach(ALL, 443, named, "192.168.1.20", None).first == "https://games.example.org"
    address = read(*certificates.pair(tmp_path, "games.example.org", "192.168.1.20"))
    found = reach.reach(ALL, 8443, address, "192.168.1.20", None)
    assert (found.first, found.here) == ("https://192.168.1.20:8443", "https://127.0.0.1:8443")
    assert reach.missing(found) == ""


PROGRAM = (
    "import sys; from service.cli import main; from service.run import up; up.CERTIFICATE_S = 0.1; sys.exit(main())"
)


@contextlib.contextmanager
def up(data: Path, *words: str, stdout: int = subprocess.PIPE) -> Iterator[subprocess.Popen[str]]:
    """``movebook up`` with further words, on a port of its own; it looks at its certificate ten times a second."""
    command = [sys.executable, "-P", "-c", PROGRAM, "up", "--port", "0", "--data", str(data), *words]
    environment = {**os.environ, "PYTHONPATH": str(TOP)}
    process = subprocess.Popen(command, env=environment, stdout=stdout, stderr=subprocess.PIPE, text=True, cwd=data)
    try:
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=60)


def ready(process: subprocess.Popen[str]) -> dict[str, str]:
    assert process.stdout is not None
    line = process.stdout.readline()
    assert line, process.communicate()[1]
    found: dict[str, str] = json.loads(line)
    return found


def link_of(url: str, token: str, verify: Any = None) -> str:
    def post(path: str, body: Any) -> Any:
        bearer = {"Authorization": f"Bearer {token}"}
        return requests.post(f"{url}/v1{path}", json=body, headers=bearer, timeout=60, verify=verify).json()

    record = post("/records", {"game": "kingdoms", "seats": [{}, {}]})["id"]
    return str(post(f"/records/{record}/tokens", {"scope": "seat", "seat": 0})["link"])


@long_only
def test_the_page_s_commands_make_a_private_certificate_that_is_served_with_and_renewed(tmp_path: Path) -> None:
    blocks = re.findall(r"^```sh\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    (block,) = [one for one in blocks if "club-ca.pem" in one]
    make, _, start = block.replace("192.168.1.20", NETWORK).rpartition("movebook up ")
    authority = str(tmp_path / "club-ca.pem")

    def make_certificate() -> None:
        subprocess.run(["bash", "-euc", make], cwd=tmp_path, check=True, capture_output=True)

    def get(path: str) -> requests.Response:
        """As a phone that trusts the club's authority; the address has to be right, too."""
        return requests.get(f"{told['url']}{path}", timeout=60, verify=authority)

    def certificate_at(port: int) -> str:
        """The certificate that is served; one of nobody's where the process ended in the middle of the handshake."""
        try:
            return ssl.get_server_certificate((NETWORK, port))
        except (ssl.SSLEOFError, ConnectionResetError):
            return "cut off"

    make_certificate()
    with up(tmp_path, "--json", "--host", NETWORK, *start.split()) as process:
        told = ready(process)
        assert re.fullmatch(rf"https://{re.escape(NETWORK)}:\d+", told["url"])
        port = int(told["url"].rpartition(":")[2])
        assert get("/viewer/").ok
        assert link_of(told["url"], told["token"], authority).startswith(f"{told['url']}/viewer/seat.html?")
        with pytest.raises(requests.exceptions.SSLError):
            requests.get(f"{told['url']}/viewer/", timeout=60)
        with pytest.raises(requests.exceptions.ConnectionError):
            requests.get(told["url"].replace("https:", "http:"), timeout=60)
        old = (tmp_path / "club-ca.pem").read_text()
        make_certificate()
        with (tmp_path / "club-ca.pem").open("a") as both:
            both.write(old)
        until = time.monotonic() + 60
        while certificate_at(port) not in (tmp_path / "movebook.pem").read_text():
            assert time.monotonic() < until
            # A process that ends may cut off a connection in its handshake. By TLS 1.3 a phone has asked by then:
            # it has no answer, the process has read nothing, and a phone connects anew, as this does.
            with requests.Session() as phone:
                phone.mount("https://", HTTPAdapter(max_retries=Retry(other=2, connect=0, read=2, status=0)))
                answer = phone.get(f"{told['url']}/readyz", timeout=60, verify=authority)
            assert answer.ok, "while one takes the place of the other no call is refused"
        process.send_signal(signal.SIGTERM)
        said = process.communicate(timeout=60)[1]
    assert "The certificate was renewed; it expires at" in said
    assert "The API ended" not in said


def test_a_certificate_that_is_over_is_said_before_anything_is_begun(tmp_path: Path) -> None:
    cert, key = certificates.pair(tmp_path, "localhost", begins=-9, ends=-1)
    with up(tmp_path, "--cert", str(cert), "--key", str(key)) as process:
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (1, "")
    assert f"movebook: The certificate in {cert} expired at" in err
    assert not (tmp_path / "store").exists()
