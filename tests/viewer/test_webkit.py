"""The viewer in WebKit, the engine of iPhones; skipped where its driver is not installed."""

from __future__ import annotations

import contextlib
import itertools
import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait

from engines import GAMES
from tests.fixtures import programs
from tests.viewer.table import PATIENCE_S, Table

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
        ignored = [StaleElementReferenceException]
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
        environment = {**os.environ, "DISPLAY": display, "LANG": "C.UTF-8"}
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
