"""League mode on the recorder's page: what breaks it takes two taps, and every page of the game shows it then."""

from playwright.sync_api import Page, expect

from tests.viewer.conftest import Up
from tests.viewer.table import Table

CASTLE = {"type": "place_castle", "rank": 1, "row": 1, "col": 1, "seat": 0}


def test_a_breach_takes_a_second_tap_that_names_what_follows_and_every_page_shows_it(up: Up, page: Page) -> None:
    table = Table(up, colours=("yellow", "red"), policies={"strict": "all"})
    table.bring(
        [
            {"type": "deal_starting_tile", "seat": 0}, {"type": "deal_starting_tile", "seat": 1},
            {"type": "choose_start_player", "player": 0}, CASTLE,
        ]
    )  # fmt: skip
    page.goto(f"{up['url']}/viewer/?record={table.id}#lang=en")
    expect(page.locator("#replay")).to_be_visible()
    expect(page.locator("#broken")).to_have_count(0)
    page.evaluate(
        """async ([record, token]) => {
          const { caller, post } = await import("/viewer/pages/common/service.js");
          const call = caller("", token, () => "en", () => {});
          const close = post({ reason: "abandoned" }, { "If-Match": '"5"' });
          window.closing = call(`/records/${record}/close`, close).then(() => "done", (error) => error.message);
        }""",
        [table.id, up["token"]],
    )
    dialog = page.get_by_role("dialog", name="This breaks league mode")
    expect(dialog).to_contain_text("an end without all signatures is written into the result and its statement")
    assert table.get("")["standing"]["breaches"] == []
    dialog.get_by_role("button", name="Do it, and let everyone see").click()
    assert page.evaluate("window.closing") == "done"
    says = "League mode was broken: an end without all signatures"
    expect(page.locator("#broken")).to_have_text(says)
    page.goto(f"{up['url']}/viewer/audit.html?record={table.id}#lang=en")
    expect(page.locator("#findings > li").first).to_contain_text("League mode was broken 1 time")
