"""A table from its first tap to its phones: a record is begun, each seat pairs a phone; in a browser, on a service."""

import contextlib
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import requests
from playwright.sync_api import Browser, Page, Route, expect

from engines import GAMES
from tests.long import cases, long_only
from tests.viewer.conftest import Up, on_a_phone, pending
from tests.viewer.page_checks import faults
from tests.viewer.table import PATIENCE_S, stored_box

Phone = Callable[..., Page]


@pytest.fixture
def phone(browser: Browser, up: Up) -> Iterator[Phone]:
    """A phone of its own; with ``keyed`` it may open records. Whatever breaks in its pages fails the test."""
    with contextlib.ExitStack() as phones:

        def pick_up(address: str = "new.html", *, keyed: bool = True, host: str = "127.0.0.1", **options: Any) -> Page:
            page = phones.enter_context(on_a_phone(browser, timezone_id="Europe/Madrid", **options))
            url = up["url"].replace("127.0.0.1", host)
            page.goto(f"{url}/viewer/{address}{'#t=' + up['token'] if keyed else ''}")
            return page

        yield pick_up


def names(page: Page) -> list[str]:
    return [box.input_value() for box in page.locator(".seats input").all()]


def seat(page: Page, *people: str) -> None:
    page.wait_for_selector("#form:not([hidden])")
    for place, name in enumerate(people):
        if page.locator(".seats li").count() <= place:
            page.get_by_role("button", name="Add a player").click()
        page.get_by_label(f"Name of player {place + 1}").fill(name)


def begin(page: Page) -> str:
    page.locator("#begin").click()
    page.wait_for_url("**/record.html?own=*", wait_until="commit")
    page.goto(page.url.replace("record.html", "pair.html"))
    return page.url.split("own=")[1]


def code_of(page: Page) -> str:
    expect(page.locator("#sheet-code")).to_have_text(re.compile(r"\w{4}-\w{4}"))
    return page.locator("#sheet-code").inner_text()


def row(page: Page, own: str) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate(
        "async own => (await (await import('./device/database.js')).openStore()).own(own)", own
    )
    return found


def table(page: Page) -> tuple[str, str]:
    """A record of three players that was begun on this phone: its row and its id."""
    page.get_by_text("Kingdoms", exact=True).click()
    seat(page, "Ana", "Ben", "Cid")
    own = begin(page)
    page.wait_for_selector("#phones li")
    return own, str(row(page, own)["record"])


def test_a_record_of_three_is_begun_with_what_the_device_knows(phone: Phone, up: Up) -> None:
    page = phone()
    page.wait_for_selector("#form:not([hidden])")
    assert "mb_" not in page.url
    page.get_by_text("Lords of Xidit").click()
    expect(page.locator(".seats li")).to_have_count(3)
    seat(page, "Ana", "Ben", "Cid")
    page.get_by_text("Game options").click()
    page.get_by_label("Length").select_option("short")
    expect(page.locator("#options summary")).to_contain_text("1 changed")
    page.get_by_label("Colour of Ben").select_option("black")
    page.get_by_text("When, where and who can watch").click()
    page.get_by_label("Who enters the moves").select_option("seats")
    own = row(page, begin(page))
    told = requests.get(f"{up['url']}/v1/records/{own['record']}", timeout=PATIENCE_S).json()
    assert [(one["name"], one["colour"]) for one in told["seats"]] == [
        ("Ana", "red"),
        ("Ben", "black"),
        ("Cid", "blue"),
    ]
    assert (told["game"], told["visibility"], told["options"]["mode"]) == ("xidit", "unlisted", "short")
    assert (told["policies"]["typing"], told["occasion"]["zone"]) == ("seats", "Europe/Madrid")
    assert re.fullmatch(r"20\d\d-\d\d-\d\d", told["occasion"]["date"])
    assert (own["role"], own["base"], own["token"]) == ("owner", 1, up["token"])


def test_people_of_former_evenings_sit_down_by_a_tap_and_are_the_same_players(phone: Phone, up: Up) -> None:
    page = phone()
    page.wait_for_selector("#form:not([hidden])")
    page.get_by_text("Kingdoms", exact=True).click()
    seat(page, "Ana", "Ben")
    page.get_by_label("Colour of Ana").select_option("yellow")
    first = row(page, begin(page))
    page.goto(f"{up['url']}/viewer/new.html")
    for name in ("Ben", "Ana"):
        page.locator(".people").get_by_role("button", name=name, exact=True).click()
    expect(page.locator(".people button")).to_have_count(0)
    assert names(page) == ["Ben", "Ana"]
    assert page.get_by_label("Colour of Ana").input_value() == "yellow"
    second = row(page, begin(page))
    assert [(one["name"], one["colour"]) for one in second["seats"]] == [("Ben", "blue"), ("Ana", "yellow")]
    players = [{one["name"]: one["player"] for one in own["seats"]} for own in (first, second)]
    assert players[0] == players[1]


def test_a_typed_name_takes_its_usual_colour_and_a_line_without_one_is_nobody(phone: Phone, up: Up) -> None:
    page = phone()
    page.wait_for_selector("#form:not([hidden])")
    page.get_by_text("Kingdoms", exact=True).click()
    seat(page, "Ana", "Ben")
    page.get_by_label("Colour of Ana").select_option("yellow")
    begin(page)
    page.goto(f"{up['url']}/viewer/new.html")
    seat(page, "Ben", "Ana", "")
    expect(page.get_by_label("Colour of Ana")).to_have_value("yellow")
    expect(page.locator("#begin")).to_have_text("Start: Kingdoms, 2 players")
    own = row(page, begin(page))
    told = requests.get(f"{up['url']}/v1/records/{own['record']}", timeout=PATIENCE_S).json()
    assert [one["name"] for one in told["seats"]] == ["Ben", "Ana"]
    # The same table, from where its game was recorded: a link, and the start.
    page.goto(f"{up['url']}/viewer/new.html?again={own['own']}")
    expect(page.locator("#begin")).to_have_text("Start: Kingdoms, 2 players")
    assert [page.get_by_label(f"Colour of {name}").input_value() for name in ("Ben", "Ana")] == ["blue", "yellow"]
    begin(page)
    page.goto(f"{up['url']}/viewer/new.html")
    page.get_by_role("button", name="Same table again: Ben and Ana").click()
    expect(page.get_by_label("Name of player 1")).to_have_value("Ben")
    assert names(page) == ["Ben", "Ana"]


def test_placeholders_are_named_until_an_edition_replaces_them(phone: Phone, up: Up) -> None:
    page = phone()
    page.wait_for_selector("#form:not([hidden])")
    page.get_by_text("Kingdoms", exact=True).click()
    expect(page.locator("#edition")).not_to_contain_text("placeholder")
    page.get_by_text("Lords of Xidit").click()
    seat(page, "Ana", "Ben", "Cid")
    expect(page.locator("#edition")).to_contain_text("Movebook has only placeholder values for Lords of Xidit")
    expect(page.locator("#begin")).to_have_text("Start with placeholders: Lords of Xidit, 3 players")
    page.locator("#begin").click()
    expect(page.locator("#edition")).to_have_text("≈ placeholders")
    box = GAMES["xidit"].box()
    for tile in box["tiles"]:
        tile["stand_in"] = []
    mine = stored_box(up, "xidit", box)
    page.goto(f"{up['url']}/viewer/new.html?again={page.url.split('own=')[1]}")
    expect(page.locator(f'#edition option[value="{mine}"]')).to_have_text(re.compile(r": 40 of 107 compared$"))
    page.get_by_label("Edition").select_option(mine)
    expect(page.locator("#edition")).not_to_contain_text("placeholder")
    own = row(page, begin(page))
    told = requests.get(f"{up['url']}/v1/records/{own['record']}", timeout=PATIENCE_S).json()
    assert told["box"] == own["opening"]["box"]
    page.goto(page.url.replace("pair.html", "record.html"))
    page.wait_for_selector("#desk:not([hidden])")
    # Some of its rows are placeholders still.
    expect(page.locator("#edition")).to_have_text("≈ placeholders")


def test_the_order_of_the_table_is_made_by_buttons_by_keys_and_by_dragging(phone: Phone) -> None:
    page = phone()
    seat(page, "Ana", "Ben", "Cid")
    page.get_by_role("button", name="Move Cid up").click()
    assert names(page) == ["Ana", "Cid", "Ben"]
    expect(page.locator("#who [role=status]")).to_have_text("Cid is now number 2 of 3.")
    page.get_by_role("button", name="Move Cid up").press("Enter")
    expect(page.get_by_role("button", name="Move Cid down")).to_be_focused()
    page.get_by_role("button", name="Drag Ben").press("ArrowUp")
    assert names(page) == ["Cid", "Ben", "Ana"]
    page.get_by_role("button", name="Drag Ana").hover()
    page.mouse.down()
    box = page.locator(".seats li").first.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 20, box["y"] + 5, steps=6)
    page.mouse.up()
    assert names(page) == ["Ana", "Cid", "Ben"]
    page.get_by_role("button", name="Remove Cid").click()
    assert names(page) == ["Ana", "Ben"]


def test_a_game_that_the_phone_does_not_know_is_not_chosen_without_a_network(phone: Phone) -> None:
    page = phone()
    page.wait_for_selector("#form:not([hidden])")
    chosen, begins = page.locator(".title:has(:checked)").inner_text(), page.locator("#begin").inner_text()
    page.context.set_offline(True)
    page.locator(".title:not(:has(:checked))").first.click()
    expect(page.locator("#message")).to_contain_text("is not on this phone yet")
    assert page.locator(".title:has(:checked)").inner_text() == chosen
    assert page.locator("#begin").inner_text() == begins


def test_the_game_that_was_tapped_last_begins_however_late_its_answer_comes(phone: Phone) -> None:
    page = phone()
    page.wait_for_selector("#form:not([hidden])")
    game = "**/v1/games/mage_knight"
    with pending(page, game), page.expect_request(game):
        page.locator("#titles label:has(input[value=mage_knight])").click()
        seat(page, "Ana", "Ben")
        page.locator("#begin").click()
    page.wait_for_url("**/record.html?own=*", wait_until="commit")
    assert row(page, page.url.split("own=")[1])["game"] == "mage_knight"


def test_what_the_service_refuses_is_said_and_leaves_no_row(phone: Phone) -> None:
    page = phone()
    seat(page, "Ana", "Ana")
    expect(page.locator("#wrong")).to_have_text("Ana appears twice. Change one of the names.")
    expect(page.locator("#begin")).to_be_disabled()
    seat(page, "Ana", "Ben")
    page.get_by_text("When, where").click()
    page.get_by_label("Time zone").fill("Nowhere/Land")
    page.locator("#begin").click()
    expect(page.locator("#message")).to_contain_text("zone")
    assert page.evaluate("async () => (await (await import('./device/database.js')).openStore()).owns()") == []
    page.reload()
    expect(page.get_by_label("Name of player 2")).to_have_value("Ben")


def test_a_phone_without_a_token_is_told_where_one_comes_from(phone: Phone, up: Up) -> None:
    page = phone(keyed=False)
    expect(page.get_by_role("heading", name="This phone cannot create games yet")).to_be_visible()
    page.get_by_label("Link or token").fill("no token")
    page.get_by_role("button", name="Save on this phone").click()
    expect(page.locator("#message")).to_have_text("No token found here.")
    page.get_by_label("Link or token").fill(f"{up['url']}/viewer/new.html#t={up['token']}")
    page.get_by_role("button", name="Save on this phone").click()
    expect(page.locator("#form")).to_be_visible()
    page.reload()
    expect(page.locator("#form")).to_be_visible()


def test_a_seat_pairs_a_phone_once_also_where_the_answer_was_lost_and_the_table_sees_it(phone: Phone, up: Up) -> None:
    recorder = phone()
    _, record = table(recorder)
    recorder.get_by_role("button", name="Pair a phone with Ben").click()
    code = code_of(recorder)
    expect(recorder.get_by_role("img", name=f"QR code of the link with code {code}")).to_be_visible()
    ben = phone(f"pair.html#c={code.replace('-', '')}", keyed=False)
    expect(ben.get_by_label("Code")).to_have_value(code)
    assert code.replace("-", "") not in ben.url

    def lose(route: Route) -> None:
        route.fetch()
        route.abort()

    ben.route("**/v1/claims", lose)
    ben.get_by_role("button", name="Pair this phone").click()
    expect(ben.locator("#message")).to_contain_text("nothing is lost")
    ben.unroute("**/v1/claims")
    ben.reload()
    ben.get_by_label("Code").fill(code)
    ben.get_by_role("button", name="Pair this phone").click()
    ben.wait_for_url("**/seat.html*")
    expect(ben.locator("#who")).to_have_text("Ben · Blue")
    assert "mb_" not in ben.url
    expect(recorder.locator("#said")).to_have_text("Ben: phone paired.")
    expect(recorder.locator("#sheet")).to_be_hidden()
    expect(recorder.locator("#phones li").nth(1)).to_contain_text("phone paired at")
    other = phone("pair.html", keyed=False)
    other.get_by_label("Code").fill(code.lower())
    other.get_by_role("button", name="Pair this phone").click()
    expect(other.locator("#message")).to_contain_text("another phone has used this code")
    entries = requests.get(f"{up['url']}/v1/records/{record}/log", timeout=PATIENCE_S).json()["entries"]
    assert [entry["body"]["seat"] for entry in entries if entry["type"] == "seated"] == [1]


def test_a_code_hands_recording_over_and_a_tap_takes_it_back_and_both_phones_see_it(phone: Phone) -> None:
    first = phone()
    table(first)
    first.get_by_role("button", name="Hand over to another phone").click()
    other = phone(f"pair.html#c={code_of(first)}", keyed=False)
    first.goto(first.url.replace("pair.html", "record.html"))
    first.wait_for_selector("#desk:not([hidden])")
    expect(first.locator("#pen")).to_be_hidden()
    other.get_by_role("button", name="Pair this phone").click()
    other.wait_for_url("**/record.html*")
    other.wait_for_selector("#desk:not([hidden])")
    expect(first.locator("#pen")).to_contain_text("Another phone is recording")
    # What would be refused cannot be typed.
    expect(first.locator("#form")).to_be_hidden()
    expect(other.locator("#form")).to_be_visible()
    expect(other.locator("#pen")).to_be_hidden()
    first.get_by_role("button", name="Record here").click()
    expect(first.locator("#pen")).to_be_hidden()
    expect(other.locator("#pen")).to_contain_text("Another phone is recording")


def enter_a_move(page: Page) -> None:
    """Tap the first thing on offer on the recorder's page until it makes a move, and send that."""
    page.wait_for_selector("#form[aria-busy=false]")
    while not page.locator("#held").is_visible():
        page.locator("#form button").first.click()
        page.wait_for_selector("#form[aria-busy=false]")
    page.locator("#title").click()
    expect(page.locator("#count")).to_have_attribute("data-unsent", "0")


def test_the_first_page_leads_to_recording_and_shows_the_records_of_this_phone(phone: Phone, up: Up) -> None:
    page = phone()
    own, record = table(page)
    page.get_by_role("button", name="Pair a phone with Ben").click()
    ben = phone(f"pair.html#c={code_of(page)}", keyed=False)
    ben.get_by_role("button", name="Pair this phone").click()
    ben.wait_for_url("**/seat.html*")
    for one, role, way in ((page, "you record", f"record.html?own={own}"), (ben, "your seat: Ben", "seat.html")):
        one.goto(f"{up['url']}/viewer/")
        mine = one.locator(".own > li")
        expect(mine).to_have_count(1)
        expect(mine).to_contain_text(role)
        expect(mine).to_contain_text("0 moves")
        assert "mb_" not in one.content()
        mine.get_by_role("link", name="Kingdoms").click()
        one.wait_for_url(f"**/{way}*", wait_until="commit")
        assert record in one.url or own in one.url
    expect(ben.locator("#who")).to_contain_text("Ben")
    ben.goto(f"{up['url']}/viewer/")
    ben.get_by_role("button", name="Remove Kingdoms from this phone").click()
    ben.get_by_role("button", name="Tap again").click()
    expect(ben.locator(".own > li")).to_have_count(0)
    ben.get_by_role("link", name="Record a game").click()
    expect(ben.get_by_role("heading", name="This phone cannot create games yet")).to_be_visible()


@pytest.mark.parametrize(("locale", "scheme"), [("es-ES", "dark"), ("en-GB", "light")][: cases(1, 2)])
def test_the_pages_are_accessible_and_fit_a_small_phone(phone: Phone, locale: str, scheme: str) -> None:
    options = {"locale": locale, "color_scheme": scheme, "viewport": {"width": 320, "height": 640}, "bypass_csp": True}
    page = phone(**options)
    page.wait_for_selector("#form:not([hidden])")
    for details in page.locator("details").all():
        details.locator("summary").click()
    found = [faults(page)]
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    for width in (320, 844, 1280):
        # The longest name of a game has room in its card: else it runs over the edge, and the circle beside it shrinks.
        page.set_viewport_size({"width": width, "height": 640})
        circles = page.locator(".title input").evaluate_all("(all) => all.map((one) => one.offsetWidth)")
        over = page.locator(".title").evaluate_all("(all) => all.map((one) => one.scrollWidth - one.clientWidth)")
        assert (len(set(circles)), max(over)) == (1, 0)
    page.set_viewport_size({"width": 320, "height": 640})
    begin(page)
    page.wait_for_selector("#phones li")
    page.locator("#phones .plain").first.click()
    page.wait_for_selector("#sheet[open] .qr")
    found.append(faults(page))
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert found == [[], []]


@long_only
def test_over_plain_http_all_works_but_what_a_line_says(phone: Phone, up: Up) -> None:
    line = "No HTTPS here: others in this network can read along"
    page = phone(host="table.example")
    assert not page.evaluate("isSecureContext")
    expect(page.get_by_text(line)).to_be_visible()
    own, record = table(page)
    expect(page.get_by_text(line)).to_be_visible()
    page.get_by_role("button", name="Pair a phone with Ben").click()
    ben = phone(f"pair.html#c={code_of(page)}", keyed=False, host="table.example")
    ben.get_by_role("button", name="Pair this phone").click()
    expect(ben.locator("#who")).to_contain_text("Ben")
    expect(ben.get_by_text(line)).to_be_visible()
    page.goto(page.url.replace("pair.html", "record.html"))
    enter_a_move(page)
    expect(page.get_by_text(line)).to_be_visible()
    told = requests.get(f"{up['url']}/v1/records/{record}", timeout=PATIENCE_S).json()
    assert (told["ply"], row(page, own)["sent"]) == (1, 1)
