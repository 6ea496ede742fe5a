"""The end of an epoch: the table counts on two phones, a number differs, the mistake is found and corrected."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.fixtures import slips
from tests.viewer.conftest import on_a_phone
from tests.viewer.page_checks import faults
from tests.viewer.table import Table

Phone = Callable[..., Page]


@pytest.fixture
def phone(browser: Browser) -> Iterator[Phone]:
    """A phone of its own, at an address."""
    with contextlib.ExitStack() as phones:

        def pick_up(address: str) -> Page:
            page = phones.enter_context(on_a_phone(browser, bypass_csp=True))
            page.goto(address)
            return page

        yield pick_up


@pytest.fixture
def table(up: dict[str, str]) -> Table:
    """A table whose first epoch was scored, with one castle of the wrong rank."""
    made = Table(up, colours=tuple(slips.TABLE.seats))
    made.bring(slips.epoch()[1])
    return made


def test_the_table_counts_and_the_mistake_is_corrected(table: Table, phone: Phone) -> None:
    played, _, place = slips.epoch()
    told = slips.counted(played)
    recorder = phone(f"{table.url}/viewer/record.html?record={table.id}&lang=en#t={table.token}")
    own = phone(f"{table.link(0)}")
    line = recorder.locator("#check summary")
    expect(line).to_have_text("End of epoch 1: count the pieces")
    # On its own phone, a seat sees its own figures alone; what is wrong is typed over.
    own.locator("#check summary").click()
    expect(own.locator("#check li")).to_have_count(1)
    own.get_by_role("button", name="Ana: other numbers").click()
    for name, value in told["0"].items():
        own.locator(f"#check input[name={name}]").fill(str(value))
    assert faults(own) == []
    own.locator("#check form button").click()
    expect(own.locator("#check form")).to_have_count(0)
    # The recorder types what the others count.
    line.click()
    for seat, name in ((1, "Ben"), (2, "Cid")):
        recorder.get_by_role("button", name=f"{name}: other numbers").click()
        for figure, value in told[str(seat)].items():
            recorder.locator(f"#check input[name={figure}]").fill(str(value))
        recorder.locator("#check form button").click()
        expect(recorder.locator("#check form")).to_have_count(0)
    expect(line).to_contain_text("differ")
    assert faults(recorder) == []
    recorder.get_by_role("button", name="Find the mistake").click()
    first = recorder.locator("#check ol button").first
    expect(first).to_contain_text(f"[{place + 2}]")
    expect(first).to_contain_text(f"castle of rank {played[place]['rank']}")
    first.click()
    recorder.get_by_role("button", name="Correct", exact=True).click()
    expect(line).to_have_text("End of epoch 1: everything agrees")
    assert table.get("")["standing"]["checks"] == {"passed": 1, "checked": 1, "open": 0}


def test_one_tap_says_that_all_is_right_and_a_check_can_wait(table: Table, phone: Phone) -> None:
    recorder = phone(f"{table.url}/viewer/record.html?record={table.id}&lang=es#t={table.token}")
    recorder.locator("#check summary").click()
    recorder.get_by_role("button", name="Ahora no").click()
    expect(recorder.locator("#check")).to_be_hidden()
    assert table.get("/checks")["points"][0]["checks"] == []
    recorder.reload()
    recorder.locator("#check summary").click()
    recorder.get_by_role("button", name="Todo correcto").click()
    expect(recorder.locator("#check summary")).to_have_text("Fin de la época 1: todo coincide")
    ways = [(one["seat"], one["way"]) for one in table.get("/checks")["points"][0]["checks"]]
    assert ways == [(0, "claimed"), (1, "claimed"), (2, "claimed")]
