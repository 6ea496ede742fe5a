"""A browser, and a small server for it: the viewer's files under the API's policy, replays from the engines."""

import contextlib
import gc
import http.server
import json
import os
import re
import shutil
import threading
import time
import urllib.parse
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from weakref import WeakSet

import pytest
from playwright.sync_api import Browser, Page, Playwright, Route, ViewportSize, expect, sync_playwright

from engines import GAMES
from engines.kernel.box.form import as_json
from engines.kernel.box.review import shape_of
from engines.kernel.game import Json
from tests.viewer.replay_fixture import played, replay, sample
from tests.viewer.table import PATIENCE_S, running

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

PATIENCE_MS = 1000 * PATIENCE_S
expect.set_options(timeout=PATIENCE_MS)


def chromium() -> str | None:
    """Where Chromium is, or None; without a window where it comes so, for that takes half the processor time."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    return os.environ.get("MOVEBOOK_CHROMIUM") or next((path for path in map(shutil.which, names) if path), None)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of this folder that need Chromium."""
    for item in items:
        if item.nodeid.startswith("tests/viewer/"):
            # The socket of a closed page may be collected late, in any test; that is the driver's.
            item.add_marker(pytest.mark.filterwarnings("ignore::ResourceWarning"))
            if "playwright" in getattr(item, "fixturenames", ()):
                item.add_marker("browser")


class Site:
    """The server: it notes every request to the API, and answers 202 to ``behind`` more requests for a replay."""

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
        if url.path == "/sw.js":
            return 200, TYPES[".js"], b"", {}
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
        if path == "/v1/boxes":
            return 200, "application/json", b'{"boxes": [], "drafts": []}', {}
        if path.startswith("/v1/games/"):
            game = GAMES[parts[3]]
            shape = shape_of(game)
            told = {"box": game.box(), "box_form": shape and as_json(shape)}
            return 200, "application/json", json.dumps(told).encode(), {}
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
                "id": record, "game": one["game"],
                "seats": [{**seat, "player": f"p{seat['seat']}"} for seat in one["seats"]],
                "winners": one["result"] and one["result"]["winners"], "ply": len(one["frames"]),
                "status": "finished" if one["result"] else "running", "changed_at": "2026-11-21T15:00:00Z",
                "scores": one["first"]["scores"],
            }
            for (record, eyes), one in self.replays.items()
            if eyes == "public"
        ]  # fmt: skip


@pytest.fixture(scope="session")
def replays() -> dict[tuple[str, str], Json]:
    """Kingdoms of three and of four, the sample epoch of the reference, a game without a board, and games of Xidit."""
    three, four = played(seed=3), played(seats=("red", "blue", "yellow", "green"), seed=4)
    out = {("three", eyes): replay(three, eyes) for eyes in ("public", "seat:0", "seat:1", "seat:2")}
    out["four", "public"] = replay(four, "public", ("red", "blue", "yellow", "green"))
    out["sample", "public"] = replay(sample())
    realm, crowd, few = (
        ("red", "blue", "yellow", "green"),
        ("black", "red", "blue", "yellow", "green"),
        ("red", "blue", "yellow"),
    )
    line = played("xidit", realm, seed=5)[:-1]
    for eyes in ("public", "seat:0"):
        out["xidit", eyes] = {**replay(line, eyes, realm, "xidit"), "eyes_allowed": ["public", "seat:0"]}
    for record, seats in (("crowd", crowd), ("few", few)):
        over = replay(played("xidit", seats, seed=3), "public", seats, "xidit")
        out[record, "public"] = {**over, "eyes_allowed": ["public"]}
    out["strange", "public"] = {**replay(three), "game": "strange_game", "eyes_allowed": ["public"]}
    return out


TABLES = {
    "kingdoms": ("yellow", "red", "blue"), "xidit": ("red", "blue", "yellow"), "architects": ("blue", "green", "red"),
    "rise_of_empires": ("blue", "red", "green"), "mage_knight": ("red", "blue"),
}  # fmt: skip
"""Who plays the games of `games`."""
OCCASION = {
    "league": "Winter League", "event": "Club night", "round": "2", "table": "4", "place": "Casa de la Cultura",
    "date": "2026-11-20",
}  # fmt: skip


@pytest.fixture(scope="session")
def games(replays: dict[tuple[str, str], Json]) -> dict[str, Json]:
    """A finished game of each title, at the server as `GAME-over`, and as `GAME-on` before the move that ends it."""
    return finished(replays)


def finished(replays: dict[tuple[str, str], Json]) -> dict[str, Json]:
    """The games of `games`, added to replays."""
    over = {}
    for game, seats in TABLES.items():
        line = played(game, seats, seed=4)
        known = {"eyes_allowed": ["public"], "occasion": OCCASION}
        over[game] = replays[f"{game}-over", "public"] = {**replay(line, "public", seats, game), **known}
        shown = over[game]
        while shown["result"]:  # what was hidden may be shown, and scores counted, after the end
            line.pop()
            shown = replay(line, "public", seats, game)
        replays[f"{game}-on", "public"] = {**shown, **known}
    return over


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


@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    """The driver of browsers, or a skip."""
    if chromium() is None:
        pytest.skip("Chromium is not installed")
    with sync_playwright() as driver:
        yield driver
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()


@pytest.fixture(scope="package")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """Chromium, which the modules of a test worker share; each test has contexts of its own."""
    browser = playwright.chromium.launch(executable_path=chromium(), args=ARGS)
    WINDOWS[browser] = Windows(browser)
    yield browser
    del WINDOWS[browser]
    browser.close()


Up = dict[str, str]


@pytest.fixture(scope="session")
def up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Up]:
    """A whole service that the modules of a test worker share (``url``, ``token``, ``data``): open your own records."""
    folder = tmp_path_factory.mktemp("up")
    with running(folder) as known:
        yield {**known, "data": str(folder)}


QUIET: dict[str, Any] = {"locale": "en-GB", "reduced_motion": "reduce", "service_workers": "block"}
"""Options of a browser context where a test does not say otherwise."""


@contextlib.contextmanager
def pending(page: Page, calls: str | re.Pattern[str]) -> Iterator[None]:
    """Hold requests back until the end of the block."""
    holds, waiting = True, list[Route]()

    def wait(route: Route) -> None:
        if holds:
            waiting.append(route)
        else:
            route.continue_()

    page.route(calls, wait)
    try:
        yield
    finally:
        holds = False
        for route in waiting:
            route.continue_()
        page.unroute(calls)


Open = Callable[..., Page]
BY_SERVICE = """
const workers = globalThis.Worker;
globalThis.Worker = class extends workers {
  constructor(url, options) {
    if (String(url).includes("rules-worker")) throw new Error("no rules on this phone");
    super(url, options);
  }
};
"""
"""The service alone answers: the rules on a phone, which a page loads after 20 s, take seconds of the processor."""
SPOILED: WeakSet[Page] = WeakSet()
"""Pages that no other test may use: they have scripts or a medium that stay."""


class Windows:
    """Pages that are kept from one visit to the next: the second visit costs half the processor time of the first."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: dict[str, list[Page]] = {}
        self._taken: dict[Page, str] = {}

    def take(self, *, rules: bool = False, **options: Any) -> Page:
        """A blank page nobody uses, with these options of a browser context; `rules`: it may load those of its game."""
        viewport = options.pop("viewport")
        alike = repr((rules, sorted(options.items())))
        free = self._free.setdefault(alike, [])
        if free:
            page = free.pop()
            page.set_viewport_size(viewport)
        else:
            context = self._browser.new_context(viewport=viewport, **options)
            context.set_default_timeout(PATIENCE_MS)
            page = context.new_page()
            if not rules:
                page.add_init_script(BY_SERVICE)
        self._taken[page] = alike
        return page

    def give_back(self, page: Page) -> None:
        """Make a page as new. One that was closed or spoiled, has opened others or a service worker, goes."""
        alike, context = self._taken.pop(page), page.context
        if page.is_closed() or page in SPOILED or context.pages != [page] or "'service_workers', 'allow'" in alike:
            context.close()
            return
        context.set_offline(False)
        page.unroute_all(behavior="ignoreErrors")
        origin = page.evaluate("sessionStorage.clear(), location.origin") if page.url.startswith("http") else ""
        page.goto("about:blank")
        if origin:
            session = context.new_cdp_session(page)
            session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
            session.detach()
        self._free[alike].append(page)


WINDOWS: dict[Browser, Windows] = {}


@contextlib.contextmanager
def on_a_phone(browser: Browser, **options: Any) -> Iterator[Page]:
    """A page on a phone, without motion, service worker or rules; whatever breaks in it fails the test."""
    opened = WINDOWS[browser].take(**{"viewport": {"width": 390, "height": 844}} | QUIET | options)
    faults: list[str] = []

    def hear(error: Any) -> None:
        faults.append(str(error))

    opened.on("pageerror", hear)
    try:
        yield opened
    finally:
        opened.remove_listener("pageerror", hear)
        WINDOWS[browser].give_back(opened)
    assert faults == []


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A phone; axe may be injected."""
    with on_a_phone(browser, bypass_csp=True) as opened:
        yield opened


@pytest.fixture
def phone(browser: Browser) -> Iterator[Open]:
    """Phones, each at an address; axe may be injected."""
    with contextlib.ExitStack() as phones:

        def pick_up(address: str, **options: Any) -> Page:
            opened = phones.enter_context(on_a_phone(browser, **{"bypass_csp": True} | options))
            opened.goto(address)
            return opened

        yield pick_up


@pytest.fixture
def visit(browser: Browser, site: Site) -> Iterator[Open]:
    """Open an address of the viewer: `visit("?record=three#v=9")`; whatever a page logs as an error fails the test."""
    listened: list[tuple[Page, str, Callable[[Any], None]]] = []
    errors: list[str] = []
    taken: list[Page] = []

    def go(address: str, *, wait: str = "#replay:not([hidden])", errors_expected: bool = False, **options: Any) -> Page:
        options.setdefault("viewport", {"width": 1280, "height": 800})
        page = WINDOWS[browser].take(**QUIET | options)
        taken.append(page)
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
    for page in taken:
        WINDOWS[browser].give_back(page)
    assert errors == []


HASH = """(hash) => {
  for (const line of document.querySelectorAll("#moves > *")) line.dataset.old = "";
  location.hash = hash;
}"""
THERE = """([ply, lang, eyes, other]) => {
  const at = (id) => document.getElementById(id);
  return !at("replay").hidden && at("slider").value === ply && document.documentElement.lang === lang &&
    at("eyes").value === eyes && !(other && document.querySelector("#moves [data-old]"));
}"""
RESTED = """() => {
  const [slider, count, sentence] = ["slider", "count", "sentence"].map((id) => document.getElementById(id));
  const said = slider.getAttribute("aria-valuetext") ?? "";
  const marks = document.getElementById("marks");
  if (marks.offsetWidth && slider.value !== "0" && !marks.querySelector(".mark-round")) return false;
  return said.includes(count.textContent) && said.endsWith(sentence.firstElementChild.textContent);
}"""
TIDY = """() => {
  for (const one of document.querySelectorAll("dialog[open]")) one.close();
  const click = new Event("click", { bubbles: true });
  for (const one of document.querySelectorAll(".target[aria-expanded=true]")) one.dispatchEvent(click);
  for (const one of document.querySelectorAll("details[open]")) one.open = false;
  document.activeElement.blur();
  document.documentElement.style.fontSize = "";
  scrollTo(0, 0);
}"""


def rested(page: Page) -> None:
    """Wait until the viewer has drawn all of a position, with the texts that follow when scrubbing rests."""
    page.wait_for_function(RESTED, polling=50)
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


class Look:
    """One page that goes from replay to replay by its fragment: a tenth of the processor time of loading it."""

    def __init__(self, page: Page, site: Site) -> None:
        self.page, self.site = page, site
        self.shown: Any = None
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda line: self.errors.append(line.text) if line.type == "error" else None)

    def __call__(self, address: str, *, viewport: dict[str, int] | None = None, color_scheme: Any = "light") -> Page:
        """Show `?record=` with `ply` or `v`, `eyes`, `lang` and `show`, in a window of some size; a desk without it."""
        wish = {"eyes": "public", "lang": "en", **dict(urllib.parse.parse_qsl(address.lstrip("?").replace("#", "&")))}
        replay = self.site.replays[wish["record"], wish["eyes"]]
        names = [0, *(float(frame["name"]) for frame in replay["frames"])]
        wish.setdefault("v", "99999") if "ply" not in wish else None
        ply = int(wish["ply"]) if "ply" in wish else sum(name <= float(wish["v"]) for name in names) - 1
        self.page.set_viewport_size(ViewportSize(**(viewport or {"width": 1280, "height": 800})))
        self.page.emulate_media(color_scheme=color_scheme)
        before, self.shown = self.shown, (wish["record"], self.site.replays[wish["record"], "public"])
        words = urllib.parse.urlencode(wish)
        if before is None or (before[0] == wish["record"] and before[1] is not self.shown[1]):
            self.page.goto("about:blank")
            self.page.goto(f"{self.site.url}/viewer/#{words}")
            self.page.wait_for_selector("#replay:not([hidden])")
        else:
            # An address that is the same as before leads nowhere: a word that nobody reads makes it another one.
            self.page.evaluate(HASH, f"{words}&again={time.monotonic_ns()}")
        other = before is None or before[0] != wish["record"]
        self.page.wait_for_function(THERE, arg=[str(ply), wish["lang"], wish["eyes"], other], polling=50)
        rested(self.page)
        return self.page


@pytest.fixture(scope="package")
def looked(browser: Browser, served: Site) -> Iterator[Look]:
    """The page of `look`."""
    with on_a_phone(browser) as page:
        yield Look(page, served)


@pytest.fixture
def look(looked: Look, site: Site) -> Iterator[Look]:
    """Show positions of replays, one after another, on one page; whatever it logs as an error fails the test."""
    assert site is looked.site
    looked.errors.clear()
    yield looked
    if looked.shown:
        looked.page.evaluate(TIDY)
    assert looked.errors == []
