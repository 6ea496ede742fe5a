"""A browser, and a small server for it: the viewer's files under the API's policy, replays from the engines."""

from __future__ import annotations

import contextlib
import http.server
import json
import os
import shutil
import threading
import urllib.parse
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from engines import GAMES
from engines.kernel.game import Json
from tests.viewer.replay_fixture import played, replay, sample
from tests.viewer.table import running

VIEWER = Path(__file__).resolve().parents[2] / "viewer"
ARGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # A name of this machine that a browser does not know as such: what comes by it is not secure without HTTPS.
    "--host-resolver-rules=MAP table.example 127.0.0.1",
]
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src *; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'"
)
TYPES = {".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css"}

# As long as a page has to do what it is told: on a busy machine an answer may take more than the usual five seconds.
expect.set_options(timeout=20_000)


def chromium() -> str | None:
    """Where Chromium is, or None; without a window where it comes so, for that takes half the processor time."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    return os.environ.get("MOVEBOOK_CHROMIUM") or next((path for path in map(shutil.which, names) if path), None)


class Site:
    """The server.

    Args:
        replays: By record and eyes.
        folder: The viewer's files.

    Attributes:
        asked: Path with query, and Authorization, of every request to the API, in order; without streams.
        behind: How many more times a replay is answered with 202.
        pages: Further pages by path: an exported file.
    """

    def __init__(self, replays: dict[tuple[str, str], Json], folder: Path = VIEWER) -> None:
        self.replays = replays
        self.folder = folder
        self.asked: list[tuple[str, str | None]] = []
        self.behind = 0
        self.pages: dict[str, bytes] = {}
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"

    def _handler(self) -> type[http.server.BaseHTTPRequestHandler]:
        site = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            """A connection is kept, as the service keeps it: a page asks for forty files."""

            def do_GET(self) -> None:
                status, kind, body, headers = site.answer(self.path, self.headers.get("Authorization"))
                self.send_response(status)
                for name, value in {"Content-Type": kind, "Content-Length": str(len(body)), **headers}.items():
                    self.send_header(name, value)
                # Who asked may have gone.
                with contextlib.suppress(ConnectionError):
                    self.end_headers()
                    self.wfile.write(body)

            def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the name is the library's
                """Stay silent."""

        return Handler

    def answer(self, target: str, token: str | None) -> tuple[int, str, bytes, dict[str, str]]:
        """Status, type, body and headers for a path with its query."""
        url = urllib.parse.urlsplit(target)
        if url.path.startswith("/v1/") and url.path.endswith("/stream"):
            # No record goes on here: the service ends such a stream as soon as it has begun.
            return 200, "text/event-stream", b'event: end\ndata: {"why":"closed"}\n\n', {}
        if url.path.startswith("/v1/"):
            self.asked.append((target, token))
            return self.api(url.path, urllib.parse.parse_qs(url.query))
        if url.path in self.pages:
            return 200, TYPES[".html"], self.pages[url.path], {}
        file = self.folder / (url.path.removeprefix("/viewer/") or "index.html")
        if not url.path.startswith("/viewer/") or not file.is_file():
            return 404, "text/plain", b"", {}
        # No file changes while tests run: a browser may keep it, and what it compiled of it.
        policy = {"Content-Security-Policy": POLICY, "Cache-Control": "max-age=3600"}
        return 200, TYPES.get(file.suffix, "application/octet-stream"), file.read_bytes(), policy

    def api(self, path: str, query: dict[str, list[str]]) -> tuple[int, str, bytes, dict[str, str]]:
        """What the API says."""
        parts = path.split("/")
        if path == "/v1/records":
            return 200, "application/json", json.dumps({"records": self.summaries(), "next": None}).encode(), {}
        if path == "/v1/games":
            games = [{"name": name, "title": game.title} for name, game in GAMES.items()]
            return 200, "application/json", json.dumps({"games": games}).encode(), {}
        if path.startswith("/v1/games/"):
            return 200, "application/json", json.dumps({"box": GAMES[parts[3]].box()}).encode(), {}
        if self.behind > 0:
            self.behind -= 1
            return 202, "application/json", b'{"version": 9, "projected": 3}', {"Retry-After": "0.4"}
        found = self.replays.get((parts[3], query.get("eyes", ["public"])[0]))
        if found is None:
            problem = {"title": "No such record", "detail": f"There is no record {parts[3]}.", "status": 404}
            return 404, "application/problem+json", json.dumps(problem).encode(), {}
        # Keys stand as the service spells them: a board that follows their order shows another one than the box has.
        return 200, "application/json", json.dumps(found, sort_keys=True).encode(), {}

    def summaries(self) -> list[Json]:
        """The list of records."""
        return [
            {
                "id": record,
                "game": one["game"],
                "seats": [{**seat, "player": f"p{seat['seat']}"} for seat in one["seats"]],
                "winners": one["result"] and one["result"]["winners"],
                "ply": len(one["frames"]),
                "status": "finished" if one["result"] else "running",
                "changed_at": "2026-11-21T15:00:00Z",
                "scores": one["first"]["scores"],
            }
            for (record, eyes), one in self.replays.items()
            if eyes == "public"
        ]


@pytest.fixture(scope="session")
def replays() -> dict[tuple[str, str], Json]:
    """Kingdoms of three and of four, the sample epoch of the reference, a game without a board, and games of Xidit.

    Xidit for four before its last move, as the table and a seat know it; for five and three it is over.
    """
    three, four = played(seed=3), played(seats=("red", "blue", "yellow", "green"), seed=4)
    out = {("three", eyes): replay(three, eyes) for eyes in ("public", "seat:0", "seat:1", "seat:2")}
    out["four", "public"] = replay(four, "public", ("red", "blue", "yellow", "green"))
    out["sample", "public"] = replay(sample())
    realm, crowd, few = (
        ("red", "blue", "yellow", "green"),
        ("black", "red", "blue", "yellow", "green"),
        ("red", "blue", "yellow"),
    )
    line = played("xidit", realm, seed=4)[:-1]
    for eyes in ("public", "seat:0"):
        out["xidit", eyes] = {**replay(line, eyes, realm, "xidit"), "eyes_allowed": ["public", "seat:0"]}
    for record, seats in (("crowd", crowd), ("few", few)):
        over = replay(played("xidit", seats, seed=3), "public", seats, "xidit")
        out[record, "public"] = {**over, "eyes_allowed": ["public"]}
    out["strange", "public"] = {**replay(three), "game": "strange_game", "eyes_allowed": ["public"]}
    return out


@pytest.fixture(scope="session")
def served(replays: dict[tuple[str, str], Json]) -> Iterator[Site]:
    """The running server."""
    site = Site(replays)
    thread = threading.Thread(target=site.server.serve_forever, daemon=True)
    thread.start()
    yield site
    site.server.shutdown()
    site.server.server_close()
    thread.join()


@pytest.fixture
def site(served: Site) -> Site:
    """The server as if just started."""
    served.asked.clear()
    served.pages.clear()
    served.behind = 0
    return served


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium, or a skip.

    Of one module: while the driver is up, its event loop is this thread's, and other tests may want one of their own.
    """
    path = chromium()
    if path is None:
        pytest.skip("Chromium is not installed")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """A whole service on a folder of its own: its ``url``, and a ``token`` that opens records.

    It takes four seconds of the processor to start, so the modules of a test worker share it: each test opens records
    of its own. A module that wants a store it knows (a list of its records alone) starts its own by `running`.
    """
    with running(tmp_path_factory.mktemp("up")) as known:
        yield known


@contextlib.contextmanager
def on_a_phone(browser: Browser, **options: Any) -> Iterator[Page]:
    """A page on a phone, with these options of a browser context; whatever breaks in it fails the test."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en-GB", **options)
    context.set_default_timeout(20_000)
    opened = context.new_page()
    faults: list[str] = []
    opened.on("pageerror", lambda error: faults.append(str(error)))
    yield opened
    context.close()
    assert faults == []


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A phone; axe may be injected."""
    with on_a_phone(browser, bypass_csp=True) as opened:
        yield opened


Open = Callable[..., Page]


class Windows:
    """Pages that are kept from one visit to the next: the second visit costs half the processor time of the first.

    A page is given back as if new: what it stored is gone, and so are those who listened to it. Its browser keeps the
    viewer's files, as anybody's does.

    Args:
        browser: Opens them.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: dict[str, list[Page]] = {}
        self._taken: list[tuple[str, Page]] = []

    def take(self, **options: Any) -> Page:
        """A blank page nobody uses, with these options of a browser context."""
        viewport = options.pop("viewport")
        alike = repr(sorted(options.items()))
        free = self._free.setdefault(alike, [])
        if free:
            page = free.pop()
            page.set_viewport_size(viewport)
        else:
            context = self._browser.new_context(viewport=viewport, **options)
            context.set_default_timeout(20_000)
            page = context.new_page()
        self._taken.append((alike, page))
        return page

    def give_back(self) -> None:
        """Make the pages that were taken as new. One that was closed, or has opened others, goes."""
        for alike, page in self._taken:
            if page.is_closed() or page.context.pages != [page]:
                page.context.close()
                continue
            page.unroute_all(behavior="ignoreErrors")
            origin = page.evaluate("location.origin")
            page.goto("about:blank")
            if origin != "null":
                session = page.context.new_cdp_session(page)
                session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
                session.detach()
            self._free[alike].append(page)
        self._taken.clear()


@pytest.fixture(scope="module")
def windows(browser: Browser) -> Windows:
    """Pages for the visits of a module."""
    return Windows(browser)


@pytest.fixture
def visit(windows: Windows, site: Site) -> Iterator[Open]:
    """Open an address of the viewer: `visit("?record=three#v=9")`; options are those of a browser context.

    Whatever a page logs as an error fails the test.
    """
    listened: list[tuple[Page, str, Callable[[Any], None]]] = []
    errors: list[str] = []

    def go(address: str, *, wait: str = "#replay:not([hidden])", errors_expected: bool = False, **options: Any) -> Page:
        options.setdefault("viewport", {"width": 1280, "height": 800})
        options.setdefault("locale", "en-GB")
        page = windows.take(**options)
        if not errors_expected:
            heard: tuple[tuple[Any, Callable[[Any], None]], ...] = (
                ("pageerror", lambda error: errors.append(str(error))),
                ("console", lambda line: errors.append(line.text) if line.type == "error" else None),
            )
            for event, hear in heard:
                page.on(event, hear)
                listened.append((page, event, hear))
        page.goto(address if "://" in address else f"{site.url}/viewer/{address}")
        page.wait_for_selector(wait)
        return page

    yield go
    for page, event, hear in listened:
        page.remove_listener(event, hear)
    windows.give_back()
    assert errors == []
