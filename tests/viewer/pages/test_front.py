"""The first page as the service makes it: what this is in two sentences, records found by what people know of them."""

import html
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import requests
from playwright.sync_api import Page, expect

from tests.fixtures.waiting import eventually
from tests.long import cases
from tests.viewer.conftest import Open, Up
from tests.viewer.table import PATIENCE_S, Table, running

EVENING = {"league": "Liga del Norte", "event": "Autumn", "place": "Old Mill"}


@pytest.fixture(scope="module")
def up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """A whole service with three public records: one of them finished, one in a league, each with people of its own."""
    with running(tmp_path_factory.mktemp("data")) as up:
        finished = Table(up, "kingdoms", ("red", "blue"), visibility="public")
        finished.play(lambda _: False)
        Table(up, "xidit", ("red", "blue", "yellow"), ("Dora", "Enzo", "Fay"), visibility="public")
        Table(up, "kingdoms", ("green", "blue"), ("Gil", "Hana"), visibility="public", occasion=EVENING)
        _until_listed(up["url"], finished.id)
        yield {**up, "finished": finished.id}


def _until_listed(url: str, finished: str) -> None:
    """The worker makes the list."""

    def listed() -> bool:
        records = requests.get(f"{url}/v1/records", timeout=PATIENCE_S).json()["records"]
        return len(records) == 3 and any(one["id"] == finished and one["status"] == "finished" for one in records)

    assert eventually(listed, PATIENCE_S)


@pytest.fixture
def front(visit: Open, up: Up) -> Callable[..., Page]:
    def go(**options: Any) -> Page:
        return visit(f"{up['url']}/", wait=".records li", **options)

    return go


def people(page: Page) -> set[str]:
    names = page.locator(".records .narrow").all_inner_texts()
    return {"Ana", "Dora", "Gil"} & set(names)


@pytest.mark.parametrize(
    ("locale", "said"), [("en-GB", "records games played"), ("es-ES", "anota partidas")][: cases(1, 2)]
)
def test_two_sentences_say_what_this_is(front: Callable[..., Page], locale: str, said: str) -> None:
    page = front(locale=locale)
    words = page.locator(".front-what").inner_text()
    assert said in words
    assert len(re.findall(r"[.!?](?:\s|$)", words)) == 2


def test_records_are_found_by_title_player_league_and_text(front: Callable[..., Page]) -> None:
    page = front()
    assert people(page) == {"Ana", "Dora", "Gil"}
    for typed, left in (
        ("Lords of Xidit", {"Dora"}),
        ("hana", {"Gil"}),
        ("liga del norte", {"Gil"}),
        ("old mill", {"Gil"}),
        ("kingdoms", {"Ana", "Gil"}),
        ("kingdoms ben", {"Ana"}),
    ):
        page.get_by_role("searchbox").fill("nobody of this name")
        expect(page.get_by_role("status").filter(has_text="No games found")).to_be_visible()
        expect(page.locator(".records > li")).to_have_count(0)
        page.get_by_role("searchbox").fill(typed)
        expect(page.locator(".records > li")).to_have_count(len(left))
        assert people(page) == left


def test_a_click_on_player_league_or_game_narrows_the_list_and_another_widens_it(front: Callable[..., Page]) -> None:
    page = front()
    for name in ("Enzo", "Liga del Norte"):
        page.locator(".records").get_by_role("button", name=name).click()
        expect(page.locator(".records > li")).to_have_count(1)
        page.get_by_role("button", name=f"Remove filter: {name}").click()
        expect(page.locator(".records > li")).to_have_count(3)
    page.get_by_label("Game").select_option("xidit")
    expect(page.locator(".records > li")).to_have_count(1)
    page.go_back()
    expect(page.locator(".records > li")).to_have_count(3)


def test_further_filters_are_those_of_the_service_and_stand_in_the_address(front: Callable[..., Page]) -> None:
    page = front()
    page.get_by_text("More filters").click()
    page.get_by_label("Status").select_option("finished")
    expect(page.locator(".records > li")).to_have_count(1)
    assert "status=finished" in page.url
    page.get_by_label("Status").select_option("")
    page.get_by_label("Event", exact=True).fill("Autumn")
    page.get_by_label("Event", exact=True).press("Enter")
    expect(page.locator(".records > li")).to_have_count(1)
    expect(page.locator(".records .narrow").filter(has_text="Gil")).to_have_count(1)
    assert people(page) == {"Gil"}
    page.reload()
    expect(page.get_by_label("Event", exact=True)).to_have_value("Autumn")
    expect(page.locator(".records > li")).to_have_count(1)
    page.get_by_label("Event", exact=True).fill("")
    page.get_by_label("Event", exact=True).press("Enter")
    page.get_by_label("Changed since").fill("2099-01-01")
    expect(page.locator(".records > li")).to_have_count(0)


@pytest.mark.parametrize("locale", ["es-ES", "en-US", "en-GB"][: cases(1, 3)])
def test_a_card_tells_its_time_as_the_record_itself_does(front: Callable[..., Page], locale: str) -> None:
    page = front(locale=locale)
    expect(page.locator(".records li").first).to_contain_text(re.compile(r"\d{1,2} \w{3,4} 20\d\d, \d{1,2}:\d\d"))


def test_the_winner_is_marked_and_nobody_else(front: Callable[..., Page], up: Up) -> None:
    summary = requests.get(f"{up['url']}/v1/records/{up['finished']}", timeout=PATIENCE_S).json()
    winners = {summary["seats"][seat]["name"] for seat in summary["winners"]}
    page = front()
    crowned = page.locator(".records li.won")
    assert set(crowned.locator(".narrow").all_inner_texts()) == winners
    card = page.locator(".records > li", has=page.locator(".won"))
    names = card.locator(".who-all .narrow").all_inner_texts()
    ranks = requests.get(f"{up['url']}/v1/records/{up['finished']}/result", timeout=PATIENCE_S).json()["seats"]
    by_rank = sorted(ranks, key=lambda one: one["rank"])
    assert names == [summary["seats"][one["seat"]]["name"] for one in by_rank]
    lefts = card.locator(".who-all .narrow").evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().x)")
    assert len(set(lefts)) == 1, "the crown shifts a name"
    card.scroll_into_view_if_needed()
    expect(card.locator(".picture svg, .picture .small")).not_to_have_count(0)
    expect(card.locator(".cover")).to_be_visible()
    expect(crowned.get_by_role("img", name="winner")).to_have_count(len(winners))
    expect(page.get_by_role("img", name="winner")).to_have_count(len(winners))


def test_without_spoilers_no_card_says_who_won_and_the_choice_stays(front: Callable[..., Page]) -> None:
    page = front()
    page.get_by_label("Hide spoilers").check()
    expect(page.locator(".crown, .records b, .rank")).to_have_count(0)
    page.reload()
    expect(page.get_by_label("Hide spoilers")).to_be_checked()
    expect(page.locator(".records > li")).to_have_count(3)
    expect(page.locator(".crown, .records b, .rank, .picture .small")).to_have_count(0)


def test_a_game_leaves_by_its_link_its_files_and_its_picture(visit: Open, up: Up) -> None:
    page = visit(f"{up['url']}/viewer/?record={up['finished']}#ply=7&lang=en")
    page.get_by_role("button", name="Share").click()
    menu = page.get_by_role("dialog", name="Share")
    for name, begins in (
        ("Replay that works offline (HTML)", "<!doctype html>"),
        ("Moves as text", "# game: kingdoms"),
        ("Result (CSV)", ""),
    ):
        with page.expect_download() as saved:
            menu.get_by_role("button", name=name).click()
        assert Path(saved.value.path()).read_text(encoding="utf-8").startswith(begins)
    expect(menu.get_by_role("img", name="QR code of the link")).to_be_visible()
    link = menu.get_by_label("Link to this moment").input_value()
    code = menu.get_by_label("Code to embed it in a page").input_value()
    framed = html.unescape(re.findall(r'src="([^"]+)"', code)[0])
    for address in (link, framed):
        other = visit(address)
        expect(other.locator("#slider")).to_have_js_property("value", "7")
        expect(other.locator("body")).to_have_class(re.compile("embed" if address == framed else "^$"))
    assert page.request.get(menu.get_by_role("link", name="Rules").get_attribute("href") or "").ok
    assert page.request.get(menu.get_by_role("link", name="Data (API)").get_attribute("href") or "").ok
    menu.get_by_label("Hide spoilers on this device").check()
    menu.get_by_role("button", name="Close").click()
    expect(page.locator("#views button:visible")).to_have_text(["Table"])


def test_a_first_visit_asks_in_three_waves_and_is_light(visit: Open, up: Up) -> None:
    page = visit(f"{up['url']}/viewer/?record={up['finished']}&lang=en")
    known = set(page.evaluate(KNOWN))
    loaded = page.evaluate(
        "performance.getEntriesByType('resource').map(({ name, transferSize }) => [name, transferSize])"
    )
    later = {name for name, _ in loaded} - known
    # What the page does not name itself is data of the service.
    assert [name for name in later if "/v1/" not in name and "sw.js" not in name] == []
    assert sum(size for _, size in loaded) < 160_000


KNOWN = """() => [...document.querySelectorAll("link[href], script[src]")].map((one) => one.href || one.src)"""
