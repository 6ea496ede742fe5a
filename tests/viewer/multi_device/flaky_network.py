"""A hall with a bad network: each phone has a way of its own, which is cut now and then, and notes what came by it."""

from __future__ import annotations

import contextlib
import http.client
import http.server
import random
import re
import socket
import threading
import time
import urllib.parse
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from playwright.sync_api import BrowserContext, Locator

from tests.service.noninterference.families import plain
from tests.viewer.conftest import PATIENCE_MS
from tests.viewer.multi_device.proxy import HOP, proxy
from tests.viewer.recorder import Thumb
from tests.viewer.table import PATIENCE_S, Table

PIECE = 65_536
"""Bytes that are handed on at once."""
LONGEST = 400
"""Bytes that six orders take at most."""

# ---------------------------------------------------------------------------------------------------------------- ways


class Cuts(NamedTuple):
    """How often a network is cut, in seconds: once in each ``every``, for ``length``, at a random time of it."""

    length: float
    every: float


@dataclass
class Received:
    """What came back for one request, as far as it came.

    Args:
        asked: Verb and path with query.
        status: Of the answer.
        headers: Of the answer.
        body: Of the answer, not compressed; of a stream all that was told.
        looked: So many bytes were looked at.
    """

    asked: str
    status: int
    headers: list[tuple[str, str]]
    body: bytearray = field(default_factory=bytearray)
    looked: int = 0

    def whole(self) -> bytes:
        """Headers and body."""
        head = "\n".join(f"{name}: {value}" for name, value in self.headers)
        return f"{self.status}\n{head}\n\n".encode() + bytes(self.body)

    def fresh(self) -> bytes:
        """What came since the last call, with some of what came before: a stream goes on and on."""
        whole = self.whole()
        since, self.looked = self.looked, len(whole)
        return b"" if since == len(whole) else whole[max(0, since - LONGEST) :]


class FlakyNetwork:
    """A proxy between one phone and the service.

    Args:
        service: The address of the service.
        seed: Of the cuts.

    Attributes:
        received: What came back, in the order of the requests.
        cut: How the way is cut now: ``broken`` (connections end, none is made), ``airplane`` (so, and the phone knows
            of it), ``silent`` (nothing passes, and goes on afterwards), or None.
        happened: How often it was cut how, and how often something was on its way then.
    """

    KINDS = ("broken", "airplane", "silent")

    def __init__(self, service: str, seed: int = 0) -> None:
        self.service = urllib.parse.urlsplit(service)
        self.received: list[Received] = []
        self.cut: str | None = None
        self.happened: Counter[str] = Counter()
        self._dice = random.Random(seed)
        self._over, self._passes = threading.Event(), threading.Event()
        self._passes.set()
        self._open: set[socket.socket] = set()
        self._asked = 0
        self._lock = threading.Lock()
        self._cutting: threading.Thread | None = None
        self.server = proxy(self)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"

    @contextlib.contextmanager
    def passing(self, *ends: socket.socket) -> Iterator[None]:
        """While something passes by these connections, which a cut ends."""
        with self._lock:
            if self.cut in ("broken", "airplane"):
                raise ConnectionResetError
            self._open.update(ends)
        try:
            yield
        finally:
            with self._lock:
                self._open.difference_update(ends)

    def carry(
        self, to: http.server.BaseHTTPRequestHandler, verb: str, path: str, headers: dict[str, str], body: bytes
    ) -> None:
        """Hand a request on, and its answer back as it comes."""
        with self.passing(to.connection):
            self._carry(to, verb, path, headers, body)

    def _carry(
        self, to: http.server.BaseHTTPRequestHandler, verb: str, path: str, headers: dict[str, str], body: bytes
    ) -> None:
        self._passes.wait()
        there = http.client.HTTPConnection(self.service.netloc, timeout=PATIENCE_S)
        with self._lock:
            self._asked += 1
        try:
            there.request(verb, path, body or None, headers)
            answer = there.getresponse()
            told = [(name, value) for name, value in answer.getheaders() if name.lower() not in HOP]
            kept = Received(f"{verb} {path}", answer.status, told)
            self.received.append(kept)
            stream = answer.length is None and answer.status not in (204, 304)
            self._passes.wait()
            to.send_response_only(answer.status)
            for name, value in told:
                to.send_header(name, value)
            to.send_header(
                *(("Transfer-Encoding", "chunked") if stream else ("Content-Length", str(answer.length or 0)))
            )
            to.end_headers()
            # An answer that is lost on its way stands all the same; nobody waits for the rest of a stream.
            with self.passing(*([there.sock] if stream and there.sock else [])):
                while piece := answer.read1(PIECE):
                    kept.body += piece
                    self._passes.wait()
                    to.wfile.write(b"%x\r\n%b\r\n" % (len(piece), piece) if stream else piece)
            if stream:
                to.wfile.write(b"0\r\n\r\n")
        finally:
            with self._lock:
                self._asked -= 1
            there.close()

    def begin(self, kind: str) -> None:
        """Cut the way."""
        with self._lock:
            self.cut = kind
            self.happened[kind] += 1
            self.happened["on its way"] += self._asked > 0
            ends = () if kind == "silent" else tuple(self._open)
        if kind == "silent":
            self._passes.clear()
        for end in ends:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def mend(self) -> None:
        """The way is there again."""
        with self._lock:
            self.cut = None
        self._passes.set()

    def start(self, cuts: Cuts) -> None:
        """Cut it now and then from now on."""

        def cutting() -> None:
            while not self._over.is_set():
                before = self._dice.uniform(0, cuts.every - cuts.length)
                if self._over.wait(before):
                    return
                self.begin(self._dice.choice(self.KINDS))
                self._over.wait(cuts.length)
                self.mend()
                self._over.wait(cuts.every - cuts.length - before)

        self._cutting = threading.Thread(target=cutting, daemon=True)
        self._cutting.start()

    def rest(self) -> None:
        """Cut it no more."""
        self._over.set()
        if self._cutting:
            self._cutting.join()
        self.mend()


@contextlib.contextmanager
def flaky_network(service: str, seed: int = 0) -> Iterator[FlakyNetwork]:
    """A running way; as :class:`FlakyNetwork`."""
    way = FlakyNetwork(service, seed)
    thread = threading.Thread(target=way.server.serve_forever, daemon=True)
    thread.start()
    try:
        yield way
    finally:
        way.rest()
        way.server.shutdown()
        way.server.server_close()
        thread.join()


# -------------------------------------------------------------------------------------------------------------- phones

STORED = """async () => {
  const kept = { local: { ...localStorage }, session: { ...sessionStorage }, caches: {}, bases: {} };
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const asked of await cache.keys()) {
      const { pathname } = new URL(asked.url);
      // What the viewer is made of is the same for all.
      kept.caches[pathname] = pathname.startsWith("/v1/") ? await (await cache.match(asked)).text() : "";
    }
  }
  // In which order its files came is chance.
  kept.caches = Object.fromEntries(Object.entries(kept.caches).sort());
  const done = (asked) => new Promise((told, failed) => {
    asked.onsuccess = () => told(asked.result);
    asked.onerror = () => failed(asked.error);
  });
  for (const { name } of await indexedDB.databases()) {
    const base = await done(indexedDB.open(name));
    for (const store of base.objectStoreNames) {
      const rows = base.transaction(store).objectStore(store);
      kept.bases[`${name} ${store}`] = [await done(rows.getAllKeys()), await done(rows.getAll())];
    }
    base.close();
  }
  return JSON.stringify(kept);
}"""
"""Everything that a page may find again on its phone."""

AWAY = "setInterval(() => void window.network?.(), 100)"


class Phone:
    """A browser context with a page and a way of its own.

    Args:
        context: Of a browser.
        way: Its way to the service.
    """

    def __init__(self, context: BrowserContext, way: FlakyNetwork) -> None:
        self.context, self.way = context, way
        self.offline = False
        context.set_default_timeout(2 * PATIENCE_MS)
        # The driver waits for pages: they remind it of what is to happen meanwhile.
        context.expose_binding("network", lambda _source: self.network())
        context.add_init_script(AWAY)
        self.faults: list[str] = []
        self.page = context.new_page()
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))

    def network(self) -> None:
        """Tell the browser whether it has a network."""
        offline = self.way.cut == "airplane"
        if offline != self.offline:
            self.offline = offline
            self.context.set_offline(offline)

    def shows(self, version: int) -> None:
        """Wait until the page shows a version of the record, or a later one."""
        self.page.wait_for_function(
            "(version) => Number(document.querySelector('[data-version]')?.dataset.version) >= version", arg=version
        )

    def received(self) -> list[Received]:
        """What came from the API."""
        return [one for one in [*self.way.received] if " /v1/" in one.asked]

    def fresh(self) -> dict[str, bytes]:
        """What this phone has that was not looked at yet, and its storage: by what was asked, and ``stored``."""
        told: dict[str, bytes] = {}
        for one in self.received():
            told[one.asked] = told.get(one.asked, b"") + one.fresh()
        return {**told, "stored": self.stored().encode()}

    def all(self) -> dict[str, bytes]:
        """As :meth:`fresh`, of everything that ever came."""
        for one in self.received():
            one.looked = 0
        return self.fresh()

    def stored(self) -> str:
        """What its storage holds."""
        return str(self.page.evaluate(STORED))


class Recorder(Thumb):
    """A thumb on a phone whose way is its own; what was recorded is requested by another one."""

    def __init__(self, phone: Phone, table: Table) -> None:
        self.page, self.table, self.board, self.taps, self.entered = phone.page, table, True, [], []
        self.form = self.page.locator("#form")
        self.page.goto(f"{phone.way.url}/viewer/record.html?record={table.id}#t={table.token}")
        self.page.wait_for_selector("#desk:not([hidden])")
        self.wait()

    def enter(self, move: Any) -> int:
        """Enter a move, once the page asks for it: what it could not read while it was cut off it reads afterwards."""
        self.wait()
        asked = f"[data-type='{move['type']}']"
        other = f"#seats button[data-seat='{move.get('seat')}'][aria-pressed=false]"
        self.page.locator(f"#form{asked}, #form {asked}, #form button.run, {other}").first.wait_for()
        return super().enter(move)


LONGEST_S = 5 * PATIENCE_S
"""Seconds until what a seat seals has come through, however often the network was cut meanwhile."""


class Seat:
    """A seat with its phone.

    Args:
        phone: Its phone.
        table: The record.
        seat: Its number.
        words: What each order is called on the page.
        given: Its link; without it one is made.
    """

    def __init__(self, phone: Phone, table: Table, seat: int, words: dict[str, str], given: str | None = None) -> None:
        self.phone, self.page, self.seat, self.words = phone, phone.page, seat, words
        link = urllib.parse.urlsplit(given or table.link(seat))
        self.token = link.fragment.removeprefix("t=")
        self.page.goto(f"{phone.way.url}{link.path}?{link.query}#{link.fragment}")
        self.page.wait_for_selector("#page:not([hidden])")

    def choose(self, orders: Iterable[str]) -> None:
        """Tap six orders, anew where some are sealed."""
        again = self.page.locator("#forms details:not([open]) > summary")
        if again.count():
            again.click()
        for order in orders:
            self.page.locator("#forms form").get_by_role("button", name=self.words[order], exact=True).click()

    def seal(self) -> None:
        """Tap the button that seals them."""
        self.page.locator("#forms button.send").click()

    def sealed(self, orders: list[str]) -> None:
        """Wait until they are; whoever is told that there was no connection taps again."""
        mine = self.page.locator("#seals .mine li")
        wanted = [self.words[order] for order in orders]
        button, error = (
            self.page.locator("#forms details[open] button.send, #forms > form button.send"),
            "#forms .error",
        )
        covered = self.page.locator("#page[data-cover=all] > .look")
        until = time.monotonic() + LONGEST_S
        while mine.all_text_contents() != wanted:
            assert time.monotonic() < until, f"seat {self.seat}, not sealed: {self.page.locator('body').inner_text()}"
            # A phone that nobody touched for a while is covered, and what it says with it.
            if covered.is_visible():
                covered.click()
            if (
                self.page.locator(error).filter(visible=True).all_text_contents() not in ([], [""])
                and button.is_enabled()
            ):
                button.click()
            self.page.wait_for_timeout(100)

    def told(self) -> Locator:
        """The last thing that happened, as the page tells it."""
        told = self.page.locator("#told")
        if told.get_attribute("open") is None:
            told.locator("summary").click()
        return self.page.locator("#sentences li").first


# -------------------------------------------------------------------------------------------------------------- secrets


class Secret(NamedTuple):
    """Six orders that a seat has sealed.

    Args:
        seat: Whose.
        name: Of the move.
        salt: Of the seal.
        orders: The value.
    """

    seat: int
    name: str
    salt: str
    orders: tuple[str, ...]

    def traces(self, words: dict[str, str], public: Iterable[tuple[str, ...]] = ()) -> list[bytes]:
        """What would tell it: its salt, and where nobody has seen the same orders before, their ids and their names.

        Args:
            words: What each order is called on a page.
            public: Orders that are no secret.
        """
        spelled = [] if self.orders in set(public) else [self.orders, tuple(words[one] for one in self.orders)]
        return [self.salt.encode(), *("".join(one).lower().replace(" ", "").encode() for one in spelled)]


def squeezed(text: bytes) -> bytes:
    """A text without what stands between the names of a list, whatever it is written in."""
    return re.sub(rb"[^a-z_\]]+", b"", text.lower())


def leaks(secrets: dict[bytes, Secret], told: dict[str, bytes]) -> list[tuple[str, bytes, Secret]]:
    """Where on a phone secrets are told: what was asked, the trace, and whose it is.

    Args:
        secrets: Trace -> the secret that it tells.
        told: As :meth:`Phone.fresh` has it.
    """
    found = []
    for where, text in told.items():
        bare = squeezed(text)
        found += [(where, trace, of) for trace, of in secrets.items() if trace in text or trace in bare]
    return found


def alike(received: Iterable[Received], stored: str, ids: dict[str, str]) -> set[str]:
    """Everything that a phone has, without what is another in every record, and without answers that came too early.

    Args:
        received: What came by its way.
        stored: What its storage holds.
        ids: Id -> what it stands for.
    """
    texts = [f"{one.asked}\n{one.whole().decode()}" for one in received if one.status != http.HTTPStatus.ACCEPTED]
    return {_known(STILL_THERE.sub("", text), ids) for text in [*texts, f"stored {stored}"]}


STILL_THERE = re.compile(r"^:\n\n", re.MULTILINE)
"""What a stream says now and then, on a busy machine twice in a row."""
TIMES = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)|(?<=date: )[^\n]*|\b\d{13}\b")
KEYS = re.compile(r"\b(?:[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\b")
"""What else is another in every record: times of answers and of what a phone keeps, and the keys of its rows."""


def _known(text: str, ids: dict[str, str]) -> str:
    for found, stands_for in ids.items():
        text = text.replace(found, stands_for)
    return KEYS.sub("KEY", TIMES.sub("TIME", plain(text)))


def words_of(box: Any, lang: str = "en") -> dict[str, str]:
    """What each order is called on a page."""
    return {icon["id"]: icon["name"][lang] for icon in box["icons"]}


def told_of(table: Table, token: str) -> dict[str, Any]:
    """The secrets of a record as a link's holder is told them: name of the entry -> field -> salt and value."""
    secrets: dict[str, Any] = table.get("/log?limit=10000", token)["secrets"]
    return secrets


def settled(phones: Iterable[Phone], version: int) -> None:
    """Wait until all phones show a version."""
    for phone in phones:
        phone.shows(version)
