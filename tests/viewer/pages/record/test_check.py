"""The end of an epoch: the table counts on two phones, a number differs, the mistake is found and corrected."""

import pytest
from playwright.sync_api import Page, Route, expect

from tests.fixtures import slips
from tests.viewer.conftest import Open, Up
from tests.viewer.page_checks import faults
from tests.viewer.table import Table


@pytest.fixture
def table(up: Up) -> Table:
    """A table whose first epoch was scored, with one castle of the wrong rank."""
    made = Table(up, colours=tuple(slips.TABLE.seats))
    made.bring(slips.epoch()[1])
    return made


def types(page: Page, figures: dict[str, int], who: str = "") -> None:
    page.get_by_role("button", name=f"{who}: other numbers").click()
    for name, value in figures.items():
        page.locator(f"#check input[name={name}]").fill(str(value))
    page.locator("#check form button").click()
    expect(page.locator("#check form")).to_have_count(0)


def searches_on_return(page: Page) -> None:
    """Search without a network: that is said, the search can be stopped, and it begins as soon as there is one."""
    page.context.set_offline(True)
    page.get_by_role("button", name="Find the mistake").click()
    expect(page.locator("#check .slip")).to_contain_text("The search needs a connection.")
    page.get_by_role("button", name="Stop").click()
    expect(page.locator("#check .slip")).to_contain_text("The search was stopped.")
    page.get_by_role("button", name="Search further").click()
    expect(page.locator("#check .slip")).to_contain_text("The search needs a connection.")
    page.context.set_offline(False)


def test_an_evening_on_three_phones(up: Up, phone: Open) -> None:
    """The start is signed, a castle of the wrong rank is found at the check, and another one is corrected at once."""
    played, typed, place = slips.epoch()
    told = slips.counted(played)
    table = Table(up, colours=tuple(slips.TABLE.seats), policies={"start": "seats"})
    recorder = phone(f"{table.url}/viewer/record.html?record={table.id}&lang=en#t={table.token}")
    own, other = phone(table.link(0)), phone(table.link(1))
    for seat in (own, other):
        seat.get_by_role("button", name="This is us, these are the rules").click()
        expect(seat.locator("#start")).to_be_hidden()
    expect(recorder.locator("#start li").nth(1)).to_contain_text("on their phone")
    assert faults(recorder) == []
    recorder.locator("#start").get_by_role("button", name="Everyone agrees: sign for all").click()
    expect(recorder.locator("#start summary")).to_have_text("Everyone signed who plays, by which rules")
    start = table.get("")["standing"]["start"]
    assert [one["way"] for one in start["signatures"]] == ["own_link", "own_link", "claimed"]
    table.bring(typed)
    line = recorder.locator("#check summary")
    expect(line).to_have_text("End of epoch 1: count the pieces")
    # On its own phone, a seat sees its own figures alone; what is wrong is typed over.
    for number, seat in enumerate((own, other)):
        seat.locator("#check summary").click()
        expect(seat.locator("#check li")).to_have_count(1)
        types(seat, told[str(number)])
    assert faults(own) == []
    # The recorder types what the third one counts.
    line.click()
    types(recorder, told["2"], "Cid")
    expect(line).to_contain_text("differ")
    assert faults(recorder) == []
    searches_on_return(recorder)
    first = recorder.locator("#check ol button").first
    expect(first).to_contain_text(f"{place + 1}. ")
    expect(first).to_contain_text(f"castle of rank {played[place]['rank']}")
    first.click()
    expect(recorder.locator("#dialog .report-board [data-target]").first).to_be_visible()
    recorder.get_by_role("button", name="Correct", exact=True).click()
    expect(line).to_have_text("End of epoch 1: everything agrees")
    assert table.get("")["standing"]["checks"] == {"passed": 1, "checked": 1, "open": 0}
    # The game goes on, and what was typed wrong three moves ago is corrected by three taps.
    left = table.get("/checks")["points"][0]["figures"]
    ranks = [next(rank for rank in (1, 2, 3, 4) if left[str(seat)][f"castles_{rank}"]) for seat in range(3)]
    table.bring([{"type": "deal_starting_tile", "seat": seat} for seat in range(3)])
    first = table.get("/state")["view"]["to_move"][0]
    for col, seat in enumerate((first, (first + 1) % 3, (first + 2) % 3), 1):
        table.move(type="place_castle", seat=seat, rank=ranks[seat], row=5, col=col)
    who = f"{('Ana', 'Ben', 'Cid')[first]} places a castle of rank {ranks[first]}"
    wrong = recorder.locator("#recent button").nth(2)
    expect(wrong).to_have_text(f"{who} at row 5, column 1.")
    wrong.click()
    recorder.locator("#form [data-path=col] button.value[data-value='6']").click()
    expect(recorder.locator("#dialog")).to_contain_text("No later move changes.")
    recorder.get_by_role("button", name="Correct", exact=True).click()
    expect(wrong).to_have_text(f"{who} at row 5, column 6.")
    watch = phone(f"{table.url}/viewer/?record={table.id}&lang=en")
    expect(watch.locator("#checked .agrees")).to_be_visible()


def test_a_start_signed_without_a_network_is_sent_once_and_a_seat_s_own_word_stands(up: Up, phone: Open) -> None:
    table = Table(up, policies={"start": "seats"})
    recorder = phone(f"{table.url}/viewer/record.html?record={table.id}&lang=en#t={table.token}")
    own = phone(table.link(0))
    state = recorder.locator("#start summary")
    expect(state).to_have_text("Before the first move, everyone signs this")
    recorder.context.set_offline(True)
    recorder.get_by_role("button", name="Everyone agrees: sign for all").click()
    expect(state).to_have_text("Signed here; sent when there is a connection")

    def lost(route: Route) -> None:
        # The answer is lost, not the request.
        route.fetch()
        route.abort()

    own.route("**/signatures", lost)
    with own.expect_event("requestfailed"):
        own.get_by_role("button", name="This is us, these are the rules").click()
    own.reload()
    own.unroute("**/signatures")
    own.wait_for_function(f"localStorage['movebook-signs {table.id}'] === undefined")
    recorder.context.set_offline(False)
    expect(state).to_have_text("Everyone signed who plays, by which rules")
    expect(recorder.locator("#count")).to_have_text("All sent")
    signed = [entry["body"] for entry in table.get("/log")["entries"] if entry["type"] == "signed"]
    assert [(one["seat"], one["way"]) for one in signed] == [(0, "own_link"), (1, "claimed")]


def test_one_tap_says_that_all_is_right_and_a_check_can_wait(table: Table, phone: Open) -> None:
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
