"""A phone that reaches the service by HTTPS, in a browser that knows this certificate and no other."""

import base64
import contextlib
import hashlib
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import serialization
from playwright.sync_api import Page, Playwright, expect

from tests.fixtures import certificates
from tests.long import long_only
from tests.viewer.conftest import ARGS, PATIENCE_MS, chromium
from tests.viewer.pages.test_new import code_of, enter_a_move
from tests.viewer.table import running

HOST = "table.example"
ALLOWED = """async () => [
  isSecureContext,
  Boolean(crypto.subtle),
  "wakeLock" in navigator,
  (await navigator.serviceWorker.ready).active !== null,
]"""


@pytest.fixture
def pair(tmp_path: Path) -> certificates.Pair:
    """A certificate for the host, and its key."""
    return certificates.pair(tmp_path, HOST)


@pytest.fixture
def phone(tmp_path: Path, pair: certificates.Pair, playwright: Playwright) -> Iterator[Callable[[str], Page]]:
    """Starts a browser of that name, which takes the key of the certificate, whoever vouches for it."""
    key = x509.load_pem_x509_certificate(pair[0].read_bytes()).public_key()
    form = serialization.PublicFormat.SubjectPublicKeyInfo
    digest = hashlib.sha256(key.public_bytes(serialization.Encoding.DER, form)).digest()
    known = f"--ignore-certificate-errors-spki-list={base64.b64encode(digest).decode()}"
    with contextlib.ExitStack() as stack:

        def start(name: str) -> Page:
            context = playwright.chromium.launch_persistent_context(
                tmp_path / name, executable_path=chromium(), args=[*ARGS, known],
                viewport={"width": 390, "height": 844}, locale="en-GB",
            )  # fmt: skip
            stack.callback(context.close)
            context.set_default_timeout(PATIENCE_MS)
            return context.pages[0]

        yield start


@long_only
def test_by_https_a_phone_may_all_and_a_seat_s_phone_is_told_of_each_move_at_once(
    tmp_path: Path, pair: certificates.Pair, phone: Callable[[str], Page]
) -> None:
    cert, key = map(str, pair)
    with running(tmp_path / "data", more=("--cert", cert, "--key", key)) as up:
        assert re.match(rf"https://{re.escape(HOST)}:\d+$", up["url"])
        page = phone("desk")
        page.goto(f"{up['url']}/viewer/new.html#t={up['token']}")
        page.wait_for_selector("#form:not([hidden])")
        assert page.evaluate(ALLOWED) == [True, True, True, True]
        page.locator("#titles input[value=kingdoms]").check(force=True)
        for place, name in enumerate(("Ana", "Ben")):
            page.get_by_label(f"Name of player {place + 1}").fill(name)
        page.locator("#begin").click()
        page.wait_for_url("**/record.html?own=*", wait_until="commit")
        desk = page.url
        page.goto(desk.replace("record.html", "pair.html"))
        page.get_by_role("button", name="Pair a phone with Ben").click()
        code = code_of(page).replace("-", "")
        ben = phone("ben")
        ben.goto(f"{up['url']}/viewer/pair.html#c={code}")
        ben.locator("#claim-send").click()
        ben.wait_for_url("**/seat.html*")
        expect(ben.locator("#who")).to_contain_text("Ben")
        page.goto(desk)
        enter_a_move(page)
        ben.locator("#last-moves-title").click()
        expect(ben.locator("#sentences li")).to_have_count(1)
        for each in (page, ben):
            expect(each.get_by_text("No HTTPS here")).to_have_count(0)
