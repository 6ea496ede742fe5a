"""The viewer and the recorder's page in WebKit, the engine of iPhones; skipped where its driver is not installed."""

import contextlib
import itertools
import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from selenium import webdriver
from selenium.common.exceptions import ElementClickInterceptedException, StaleElementReferenceException
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait

from engines import GAMES
from tests.fixtures import programs
from tests.long import long_only
from tests.viewer.recorder import HELD_LONGER
from tests.viewer.table import PATIENCE_S, Table, running

# Selenium's own driver of WebKit calls it in a way that Selenium discourages.
pytestmark = [
    pytest.mark.filterwarnings("ignore:setting remote_server_addr:DeprecationWarning"),
    programs.needs("WebKitWebDriver"),
    programs.needs("Xvfb"),
]
SEATS = ("red", "blue", "yellow")
FAULTS = """
window.faults = [];
addEventListener("error", (event) => window.faults.push(String(event.message)));
addEventListener("unhandledrejection", (event) => window.faults.push(String(event.reason)));
"""
INSTALLED = "navigator.serviceWorker.getRegistration().then((found) => arguments[0](Boolean(found?.active)));"


def browsers() -> list[Path]:
    """The windows that WebKit's driver starts."""
    return [path for folder in ("/usr/lib", "/usr/libexec") for path in Path(folder).glob("**/webkit*/MiniBrowser")]


@contextlib.contextmanager
def screen() -> Iterator[str]:
    """A display without a monitor: its name."""
    read, write = os.pipe()
    size = ["-screen", "0", "1280x1024x24", "-nolisten", "tcp"]
    command = ["Xvfb", "-displayfd", str(write), *size]
    with subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL) as process:
        os.close(write)
        try:
            with os.fdopen(read) as number:
                yield f":{number.readline().strip()}"
        finally:
            process.terminate()


class Phone:
    """A window of WebKit."""

    def __init__(self, driver: WebDriver) -> None:
        self.driver = driver
        ignored = [StaleElementReferenceException, ElementClickInterceptedException]
        self.patience = WebDriverWait(driver, PATIENCE_S, poll_frequency=0.1, ignored_exceptions=ignored)

    def open(self, address: str) -> None:
        self.driver.get(address)
        self.driver.execute_script(FAULTS)

    def until(self, true: Callable[[], object], what: str) -> None:
        self.patience.until(lambda _: true(), what)

    def all(self, selector: str) -> list[WebElement]:
        return [one for one in self.driver.find_elements(By.CSS_SELECTOR, selector) if one.is_displayed()]

    def sees(self, selector: str, words: str = "") -> None:
        """Wait until something that has these words is visible."""
        self.until(lambda: any(words in one.text for one in self.all(selector)), f"{words!r} at {selector}")

    def tap(self, selector: str, words: str = "") -> None:
        """Tap what has these words, once it can be tapped."""

        def tapped() -> bool:
            found = [one for one in self.all(selector) if words in one.text and one.is_enabled()]
            if found:
                self.driver.execute_script("arguments[0].scrollIntoView({ block: 'center' })", found[0])
                found[0].click()
            return bool(found)

        self.until(tapped, f"tap on {words!r} at {selector}")

    def sent(self) -> None:
        """Send what is held; a tap right after another one does not count."""

        def tapped() -> bool:
            self.tap("#title")
            return bool(self.all("#count[data-unsent='0']"))

        self.until(tapped, "sent")

    def sound(self) -> None:
        """Assert that nothing broke in the page."""
        faults = self.driver.execute_script("return window.faults")
        # A second layout of a frame is not a fault.
        assert [fault for fault in faults if "ResizeObserver loop" not in fault] == []


@pytest.fixture(scope="module")
def phone() -> Iterator[Phone]:
    """The window; what it stores goes with it."""
    with screen() as display:
        options = webdriver.WebKitGTKOptions()
        options.binary_location = str(browsers()[0])
        options.add_argument("--automation")
        # Mesa's software driver crashes at times in WebKit's compositor.
        environment = {**os.environ, "DISPLAY": display, "LANG": "C.UTF-8", "WEBKIT_DISABLE_COMPOSITING_MODE": "1"}
        service = webdriver.WebKitGTKService(executable_path=programs.path("WebKitWebDriver"), env=environment)
        driver = webdriver.WebKitGTK(options=options, service=service)
        try:
            driver.set_window_size(390, 844)
            yield Phone(driver)
        finally:
            driver.quit()


def test_the_viewer_of_each_game_shows_its_board(phone: Phone, up: dict[str, str]) -> None:
    for game in GAMES:
        table = Table(up, game, SEATS[: 2 if game == "mage_knight" else 3])
        table.bring(itertools.islice(table.moves(), 4))
        phone.open(f"{table.url}/viewer/?record={table.id}#lang=en")
        phone.sees("#count", " of ")
        phone.sees("#moves button")
        phone.sees("#board svg")
        width, shown = phone.driver.execute_script("return [innerWidth, document.documentElement.scrollWidth]")
        assert shown <= width, game
        phone.sound()


def test_a_move_is_entered_and_undone(phone: Phone, up: dict[str, str]) -> None:
    table = Table(up)
    phone.open(f"{table.url}/viewer/record.html?record={table.id}&lang=en#t={table.token}")
    phone.tap("#form button.value", "Ben")
    phone.sees("#held-says", "Ben takes the first turn")
    phone.sent()
    phone.tap("#undo")
    phone.tap("#dialog button", "agreed: undo")
    phone.sees("#form button.value", "Ben")
    assert [entry["type"] for entry in table.get("/log")["entries"]] == ["opened", "move", "undone"]
    phone.sound()


@long_only
def test_a_game_is_begun_entered_taken_back_sealed_and_entered_without_a_network(phone: Phone, tmp_path: Path) -> None:
    tile = "#form [data-type=deal_starting_tile] button.value, #form[data-type=deal_starting_tile] button.value"
    with running(tmp_path) as up:
        phone.open(f"{up['url']}/viewer/new.html?lang=en#t={up['token']}")
        phone.tap("#titles b", "Kingdoms")
        for box, name in zip(phone.all(".seats input"), ("Ana", "Ben"), strict=False):
            box.send_keys(name)
        phone.tap("#begin")
        phone.until(lambda: "record.html" in phone.driver.current_url, "the recorder's page")
        phone.driver.execute_script(FAULTS)
        phone.driver.execute_script(f"({HELD_LONGER})()")
        phone.tap(tile, "Dragon")
        phone.tap("#take-back")
        phone.tap(tile, "Wizard")
        phone.sees("#held-says", "starting tile")
        phone.sent()
        phone.until(lambda: phone.driver.execute_async_script(INSTALLED), "the page for later")
    # The service is gone: the page opens again, takes moves, and sends them later.
    phone.driver.refresh()
    phone.driver.execute_script(FAULTS)
    phone.tap(tile, "Dragon")
    phone.sees("#held-says")
    phone.tap("#title")
    phone.sees("#count", "1 to send")
    with running(tmp_path, more=["--port", up["url"].rpartition(":")[2]]):
        phone.driver.execute_script("dispatchEvent(new Event('online'))")
        phone.until(lambda: phone.all("#count[data-unsent='0']"), "sent")
        address = phone.all("#watch")[0].get_attribute("href") or ""
        table = Table.opened(up, address.partition("record=")[2].partition("&")[0])
        dealt = [entry["body"] for entry in table.get("/log")["entries"] if entry["type"] == "move"]
        # Sealed: the public is not told which tile it is.
        assert [(entry["type"], "tile" in entry) for entry in dealt] == [("deal_starting_tile", False)] * 2
        phone.sound()


@long_only
def test_a_result_is_signed(phone: Phone, up: dict[str, str]) -> None:
    table = Table(up)
    table.play_out()
    phone.open(f"{table.url}/viewer/record.html?record={table.id}&lang=en#t={table.token}")
    for name in ("Ana", "Ben"):
        phone.tap("#signing button", f"{name} agrees")
        phone.tap("#signing button", f"Tap again: {name}")
    phone.sees("#signing", "Everyone has signed. The game is closed.")
    phone.sound()
