"""Several people's tokens in one browser, one after the other: its cache hands nobody what another one was given."""

from collections.abc import Iterator
from typing import Any

import pytest
import requests
from playwright.sync_api import Browser, Page

from tests.long import cases
from tests.viewer.conftest import on_a_phone
from tests.viewer.table import PATIENCE_S, Table

FETCH = """async ([path, headers]) => {
  const answer = await fetch(path, { headers, cache: "default" });
  return [answer.status, await answer.text()];
}"""

READS = ("/state", "/log", "/replay?lang=en", "", "/offers", "/export", "/export?format=text")


@pytest.fixture(scope="module")
def table(up: dict[str, str]) -> Table:
    """A table of two at which seat 1 sealed its starting tile from its own link."""
    return Table(up)


@pytest.fixture(scope="module")
def tokens(table: Table) -> dict[str, str]:
    """Who reads: the token of each, empty for nobody's."""
    seats = {f"seat:{seat}": table.link(seat).partition("#t=")[2] for seat in (1, 0)}
    sealed = requests.post(
        f"{table.url}/v1/records/{table.id}/moves",
        json={"type": "deal_starting_tile", "seat": 1, "tile": "dragon"},
        headers={"Authorization": f"Bearer {seats['seat:1']}", "If-Match": "*"},
        timeout=PATIENCE_S,
    )
    assert sealed.status_code == 201, sealed.text
    return {**seats, "nobody": "", "recorder": table.token}


@pytest.fixture(scope="module")
def page(browser: Browser, table: Table) -> Iterator[Page]:
    """A page of the service, which may ask it anything."""
    with on_a_phone(browser, bypass_csp=True) as opened:
        opened.goto(f"{table.url}/viewer/seat.html")
        yield opened


def headers_of(token: str, language: str) -> dict[str, str]:
    sent = {"Accept": "application/json", "Accept-Language": language}
    return sent | ({"Authorization": f"Bearer {token}"} if token else {})


@pytest.mark.parametrize("what", READS[: cases(3, 7)])
def test_one_browser_gives_each_reader_what_the_service_gives_that_reader(
    page: Page, table: Table, tokens: dict[str, str], what: str
) -> None:
    path, told = f"/v1/records/{table.id}{what}", dict[str, Any]()
    # Each of them right after the one whose secret it is, too: the cache keeps one answer an address.
    order = ["seat:1", "seat:0", "seat:1", "nobody", "seat:1", "recorder", "nobody", "seat:0", "seat:1", "seat:1"]
    for who in order:
        headers = headers_of(tokens[who], "en")
        answer = requests.get(table.url + path, headers=headers, timeout=PATIENCE_S)
        assert page.evaluate(FETCH, [path, headers]) == [answer.status_code, answer.text], who
        told[who] = answer.text
    assert "dragon" in told["seat:1"] or what in ("", "/offers", "/replay?lang=en")
    # It is a test only where there is something to mix up.
    assert len(set(told.values())) > 1


def test_one_browser_gives_each_language_its_own_answer(page: Page, table: Table, tokens: dict[str, str]) -> None:
    path, told = f"/v1/records/{table.id}/replay", []
    for language in ("en", "es", "en", "es"):
        headers = headers_of(tokens["nobody"], language)
        answer = requests.get(table.url + path, headers=headers, timeout=PATIENCE_S)
        assert page.evaluate(FETCH, [path, headers]) == [answer.status_code, answer.text], language
        told.append(answer.text)
    assert told[0] != told[1]
