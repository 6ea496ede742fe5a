"""The viewer in a real browser: scrubbing, links, the picture of a scoring, languages, access, weight and pace."""

import gzip
import json
import posixpath
import re
import urllib.parse
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from engines import GAMES
from engines.kernel.game import Json
from service.api.pages import offline
from tests.viewer.conftest import VIEWER, Look, Open, Site, rested
from tests.viewer.replay_fixture import replay, sample

Replays = dict[tuple[str, str], Json]
DESK = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}


def shown(page: Page) -> int:
    return int(page.locator("#slider").input_value())


def board(page: Page) -> list[list[str]]:
    """The board as the table for ears has it, once that has come after what is drawn."""
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    page.wait_for_function(
        """() => document.querySelector("#hidden-grid tbody td")
        && [...document.querySelectorAll("#hidden-grid tbody td")].filter(
            (cell) => cell.textContent && !["empty", "vacía"].includes(cell.textContent)).length
        === document.querySelectorAll(".k-piece[href]").length"""
    )
    rows: list[list[str]] = page.evaluate(
        """[...document.querySelectorAll("#hidden-grid tbody tr")]
        .map((row) => [...row.cells].slice(1).map((cell) => cell.textContent))"""
    )
    return rows


def taken(page: Page) -> int:
    return page.locator(".k-piece[href]").count()


SIGNS = {
    "across": "url(#k-across)", "down": "url(#k-down)", "double": ">×2<", "bonus": ">+1<", "aura": 'r="46"',
    "divide": 'stroke="#14181c"',
}  # fmt: skip
"""What tells the pictures apart that a scoring puts on spaces."""


def scored(data: Json) -> int:
    return next(f["ply"] for f in data["frames"] if any(mark["kind"] == "epoch_scored" for mark in f["marks"]))


def ledger(page: Page, row: str) -> list[str]:
    line = page.locator(".k-ledger tr", has=page.get_by_role("rowheader", name=row, exact=True))
    cells = line.locator("td").all()
    return [(cell.get_attribute("aria-label") or cell.text_content() or "").split()[-1] for cell in cells]


def test_arrows_home_end_digits_and_rounds_move_the_replay(look: Look, replays: Replays) -> None:
    data = replays["three", "public"]
    last = len(data["frames"])
    page = look("?record=three#ply=0")
    for key, ply in (
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
        ("End", last),
        ("Home", 0),
        ("5", round(last / 2)),
    ):
        page.keyboard.press(key)
        assert shown(page) == ply, key
    begins = [0, *(f["ply"] for f in data["frames"] if any(mark["kind"] == "round" for mark in f["marks"]))]
    page.keyboard.press("Home")
    for ply in (*begins[1:], last):
        page.keyboard.press("ArrowDown")
        assert shown(page) == ply
    for ply in reversed(begins):
        page.keyboard.press("ArrowUp")
        assert shown(page) == ply


def test_play_goes_on_and_any_hand_stops_it(look: Look) -> None:
    page = look("?record=three#ply=5")
    for _ in range(4):
        page.keyboard.press("+")
    expect(page.locator("#speed")).to_have_text("16×")
    page.keyboard.press(" ")
    expect(page.locator("#play")).to_have_attribute("aria-label", "Pause")
    page.wait_for_function("() => Number(document.getElementById('slider').value) >= 9")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#play")).to_have_attribute("aria-label", "Play")


def test_a_click_on_a_move_a_mark_a_piece_or_the_chart_jumps(look: Look, replays: Replays) -> None:
    data = replays["three", "public"]
    end = scored(data)
    page = look("?record=three#ply=0")
    page.locator("#moves button[data-ply='25']").click()
    assert shown(page) == 25
    page.locator(f".chart-point[data-ply='{end}']").click()
    assert shown(page) == end
    page.locator(".mark-epoch-scored").nth(1).click()
    assert shown(page) > end
    page.locator("#slider").fill(str(end - 1))
    name, (row, col) = next((frame["name"], place_of(frame)) for frame in data["frames"] if place_of(frame)[0])
    page.locator(".k-space").nth((row - 1) * 6 + col - 1).click()
    assert data["frames"][shown(page) - 1]["name"] == name


def place_of(frame: Json) -> tuple[int, int]:
    """Where a frame lays a piece: row and column, or zeros."""
    for operation in frame["patch"]:
        found = re.fullmatch(r"/board/(\d)/(\d)", operation["path"])
        if found and operation["value"]:
            return int(found[1]) + 1, int(found[2]) + 1
    return 0, 0


def test_the_current_move_is_in_view_and_its_change_is_lit(look: Look, replays: Replays) -> None:
    frames = replays["three", "public"]["frames"]
    page = look("?record=three#ply=90")
    current = page.locator("#moves [aria-current=step]")
    expect(current).to_be_in_viewport(ratio=0.9)
    ply = next(f["ply"] for f in frames if f["type"] == "draw_and_place" and f["ply"] > 10)
    page.locator("#slider").fill(str(ply))
    row, col = place_of(frames[ply - 1])
    expect(page.locator(".k-space.lit")).to_have_count(1)
    assert "lit" in (page.locator(".k-space").nth((row - 1) * 6 + col - 1).get_attribute("class") or "")


def test_a_changed_fragment_is_obeyed(visit: Open) -> None:
    page = visit("?record=three#ply=5")
    page.evaluate("location.hash = '#ply=37&lang=es'")
    page.wait_for_function("() => document.getElementById('slider').value === '37'")
    expect(page.locator("html")).to_have_attribute("lang", "es")
    page.evaluate("location.hash = '#v=9&eyes=seat:1'")
    page.wait_for_function("() => document.getElementById('eyes').value === 'seat:1'")
    page.wait_for_function("() => document.getElementById('slider').value === '8'")


def test_other_eyes_show_what_they_know_at_the_same_move(look: Look, replays: Replays) -> None:
    told, down = next(
        (seat, frame["ply"])
        for seat in range(3)
        for frame in replays["three", f"seat:{seat}"]["frames"]
        for operation in frame["patch"]
        if operation["path"] == f"/seats/{seat}/starting_tile/tile"
        and isinstance(operation["value"], str)
        and frame["type"] == "deal_starting_tile"
    )
    page = look(f"?record=three#ply={down}")
    assert page.locator(".k-start.peeked").count() == 0
    for seat in range(told + 1):
        page.keyboard.press("f")
        expect(page.locator("#eyes")).to_have_value(f"seat:{seat}")
    expect(page.locator(".card").nth(told).locator(".k-start.peeked")).to_be_visible()
    assert shown(page) == down
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator("#help-open")).to_be_visible()


def test_a_token_is_sent_as_a_header_and_leaves_the_address_at_once(visit: Open, site: Site) -> None:
    page = visit("?record=three#t=mb_1_secret&ply=3")
    assert site.asked == [("/v1/records/three/replay?eyes=public&lang=en,es", "Bearer mb_1_secret")]
    assert "secret" not in page.evaluate("location.href")
    page.reload()
    page.wait_for_selector("#replay:not([hidden])")
    assert site.asked[-1][1] == "Bearer mb_1_secret"


def test_a_worker_behind_is_waited_for(visit: Open, site: Site) -> None:
    site.behind = 2
    page = visit("?record=three#ply=4", wait="#message:not([hidden])")
    page.wait_for_selector("#replay:not([hidden])")
    assert shown(page) == 4
    assert len(site.asked) == 3


def test_a_problem_is_told_in_its_words_and_can_be_tried_again(visit: Open, site: Site, replays: Replays) -> None:
    page = visit("?record=later", wait="#message .primary", errors_expected=True)
    expect(page.locator("#message")).to_contain_text("No such record")
    expect(page.locator("#message")).to_contain_text("There is no record later.")
    site.replays["later", "public"] = replays["sample", "public"]
    page.get_by_role("button", name="Try again").click()
    page.wait_for_selector("#replay:not([hidden])")
    del site.replays["later", "public"]


def test_without_a_record_the_list_leads_to_one(visit: Open) -> None:
    page = visit("", wait=".records a")
    assert {"Kingdoms", "Lords of Xidit"} <= set(page.locator(".records .game").all_inner_texts())
    page.locator(".records .game").first.click()
    page.wait_for_selector("#replay:not([hidden])")
    expect(page).to_have_title(re.compile("Kingdoms: Ana, Bruno, Carmen"))


def test_the_scoring_of_the_sample_is_the_seed_s_table(look: Look) -> None:
    page = look("?record=sample#v=9999&lang=en")
    expect(page.locator("#views").get_by_role("button", name="Scoring 1")).to_have_attribute("aria-pressed", "true")
    assert ledger(page, "Rows") == ["−6", "−5", "+25"]
    assert ledger(page, "Columns") == ["+50", "+8", "+29"]
    assert ledger(page, "Epoch 1") == ["+44", "+3", "+54"]
    assert ledger(page, "After") == ["94", "53", "104"]
    assert ledger(page, "Row 4, part 2") == ["5", "castle", "castle", "+5"]
    chips = [chip.text_content() for chip in page.locator(".k-chip text").all()]
    assert chips == ["−3", "8", "−9", "0", "5", "12", "−3", "−6", "6", "−4", "0", "1", "7"]


def test_the_picture_of_a_scoring_shows_dragon_mine_wizard_and_mountain(look: Look) -> None:
    page = look("?record=sample#v=9999")
    assert page.locator(".k-mine").count() == 2
    signs = [urllib.parse.unquote(sign.get_attribute("href") or "") for sign in page.locator(".k-sign[href]").all()]
    shown = sorted(next(name for name, drawn in SIGNS.items() if drawn in sign) for sign in signs)
    # Hatched: Village in its row, Windmill in its column.
    assert shown == ["across", "aura", "bonus", "bonus", "bonus", "divide", "double", "down"]
    page.get_by_role("button", name="Row 4, part 1").focus()
    assert page.locator(".k-space.inside").count() == 3


def test_a_scoring_can_be_looked_at_later_without_losing_the_place(look: Look, replays: Replays) -> None:
    end = scored(replays["three", "public"])
    page = look(f"?record=three#ply={end + 12}")
    before = taken(page)
    page.locator("#views").get_by_role("button", name="Scoring 1").click()
    expect(page.locator("#peek")).to_contain_text(f"Scoring 1 at move {end}")
    assert taken(page) == 30
    page.keyboard.press("s")
    assert (taken(page), shown(page)) == (before, end + 12)
    page.keyboard.press("s")
    assert taken(page) == 30
    page.get_by_role("button", name=f"Back to move {end + 12}").click()
    assert taken(page) == before


def test_the_end_shows_ranks_and_breakdown(look: Look, replays: Replays) -> None:
    data = replays["four", "public"]
    page = look("?record=four#v=9999")
    places = [line.inner_text().split("\n") for line in page.locator(".place").all()]
    wanted = sorted((one["rank"], int(seat), one["score"]) for seat, one in data["result"]["seats"].items())
    assert [int(place[0]) for place in places] == [rank for rank, _, _ in wanted]
    names = [seat["name"] for seat in data["seats"]]
    assert [place[1] for place in places] == [names[seat] for _, seat, _ in wanted]
    expect(page.locator(".parts")).to_contain_text("Castles used")
    page.locator("#views").get_by_role("button", name="Table").click()
    expect(page.locator(".card")).to_have_count(4)


def test_gold_reserves_supply_and_candidates_are_those_of_the_view(look: Look, replays: Replays) -> None:
    page = look("?record=three#ply=15")
    view = view_at(replays["three", "public"], 15)
    for seat in range(3):
        own, card = view["seats"][str(seat)], page.locator(".card").nth(seat)
        assert card.locator(".k-times").all_inner_texts() == [f"×{own['reserve'][str(rank)]}" for rank in (1, 2, 3, 4)]
        expect(card.locator(".k-gold")).to_contain_text(str(own["gold"]))
        tile = own["starting_tile"]["tile"]
        if isinstance(tile, dict):
            card.locator("summary").click()
            expect(card.locator(".k-tokens img")).to_have_count(len(tile["unknown"]))
            card.locator("summary").click()
    expect(page.locator(".k-supply strong")).to_have_text(f"{view['supply']} tiles")
    assert page.locator(".k-stock img.none").count() == sum(count == 0 for count in view["stock"].values())


def view_at(data: Json, ply: int) -> Any:
    jsonpatch = pytest.importorskip("jsonpatch")
    view = data["first"]
    for frame in data["frames"][:ply]:
        view = jsonpatch.apply_patch(view, frame["patch"])
    return view


def test_spanish_everywhere_and_back(look: Look) -> None:
    page = look("?record=three#ply=12&lang=es")
    expect(page.locator("#moves-title")).to_have_text("Jugadas")
    expect(page.locator("#next")).to_have_attribute("aria-label", "Jugada siguiente")
    expect(page.locator("#round")).to_have_text("Época 1")
    assert any("castillo" in cell for row in board(page) for cell in row)
    spanish = page.locator("#sentence").inner_text()
    page.locator("#language").click()
    assert page.locator("#sentence").inner_text() != spanish
    expect(page.locator("#moves-title")).to_have_text("Moves")


def test_light_and_dark_follow_the_system_and_the_button(visit: Open) -> None:
    page = visit("?record=three", color_scheme="dark")
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.locator("#theme").click()
    light = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert dark != light
    page.reload()
    page.wait_for_selector("#replay:not([hidden])")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == light


def test_a_frame_shows_board_and_controls_only_and_tells_its_height(visit: Open, site: Site) -> None:
    site.pages["/host"] = (
        b"<!doctype html><title>host</title>"
        b"<script>addEventListener('message', (event) => { window.told = event.data; });</script>"
        b"<iframe src='/viewer/?record=three&embed=1#v=20' width='700' height='760'></iframe>"
    )
    page = visit(f"{site.url}/host", wait="iframe", errors_expected=True)
    frame = page.frame_locator("iframe")
    expect(frame.locator("#board svg")).to_be_visible()
    expect(frame.locator("#tools")).to_be_hidden()
    expect(frame.locator("#side")).to_be_hidden()
    page.wait_for_function("() => window.told && window.told.type === 'movebook:height' && window.told.height > 300")
    expect(frame.locator("#full")).to_have_attribute("href", re.compile(r"/viewer/\?record=three#v=20"))


def test_a_game_without_a_board_can_be_followed_in_words(visit: Open) -> None:
    page = visit("?record=strange#ply=12", errors_expected=True)
    expect(page.locator("#board")).to_contain_text("no picture of this game")
    expect(page.locator("#board")).to_contain_text("board")
    expect(page.locator("#title")).to_have_text("Strange Game")


def test_an_exported_page_runs_and_asks_nothing_that_is_not_its_own(visit: Open, site: Site) -> None:
    site.pages["/file.html"] = offline.page(replay(sample())).encode()
    page = visit(f"{site.url}/file.html#v=9999", errors_expected=True)
    page.evaluate(
        """() => {
          const foreign = document.createElement("div");
          foreign.innerHTML = `<img src="data:," onerror="window.ran = 'handler'"><img src="/picture.png">`;
          const script = document.createElement("script");
          script.textContent = "window.ran = 'script'";
          document.body.append(foreign, script);
          fetch("/v1/records").catch(() => { window.kept = true; });
        }"""
    )
    page.wait_for_function("window.kept")
    assert page.evaluate("window.ran") is None
    assert site.asked == []
    page.keyboard.press("ArrowLeft")
    assert taken(page) == 29


def test_a_sentence_is_spoken_when_scrubbing_rests(look: Look) -> None:
    page = look("?record=three#ply=0")
    for _ in range(6):
        page.keyboard.press("ArrowRight")
    rested(page)
    assert page.locator("#spoken").inner_text() == page.locator("#sentence").inner_text()
    text = page.locator("#slider").get_attribute("aria-valuetext") or ""
    assert text.startswith("Move 6 of ")


def test_the_keyboard_alone_reaches_and_works_everything(look: Look) -> None:
    page = look("?record=three#ply=30")
    seen = set()
    for _ in range(45):
        page.keyboard.press("Tab")
        seen.add(page.evaluate("document.activeElement.id || document.activeElement.closest('[id]')?.id"))
    wanted = "skip eyes language theme help-open views chart moves slider first play next"
    assert set(wanted.split()) <= seen
    page.keyboard.press("?")
    expect(page.locator("#help")).to_be_visible()
    assert page.locator("#help kbd").count() > 12
    assert {"Home", "End", "Space"} <= set(page.locator("#help kbd").all_inner_texts())
    page.keyboard.press("Escape")
    expect(page.locator("#help")).to_be_hidden()


def test_focus_in_the_list_and_the_chart_goes_along(look: Look) -> None:
    page = look("?record=three#ply=30")
    page.locator("#moves [aria-current]").focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.ply") == "31"
    page.locator(".chart-point[tabindex='0']").focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.ply") == str(shown(page))


@pytest.mark.parametrize("game", list(GAMES))
def test_the_page_with_one_board_is_light(game: str) -> None:
    names = [*modules_of("main.js"), *modules_of(f"boards/{game}.js"), "index.html"]
    sheets = re.findall(r'rel="stylesheet" href="([^"]+)"', (VIEWER / "index.html").read_text())
    sheets += [f"boards/{sheet}" for sheet in SHEETS.findall((VIEWER / f"boards/{game}/board.js").read_text())]
    kept = {VIEWER / name for name in (*names, *sheets)}
    assert len(kept) > 30
    assert sum(len(gzip.compress(path.read_bytes())) for path in kept) < 150_000


SHEETS = re.compile(r'"([a-z_/-]+\.css)"')


def modules_of(name: str) -> set[str]:
    """A module of the viewer and all that it imports."""
    found: set[str] = set()
    wanted = [name]
    while wanted:
        one = wanted.pop()
        if one in found:
            continue
        found.add(one)
        code = (VIEWER / one).read_text(encoding="utf-8")
        paths = re.findall(r'^(?:import|export)\b[^;]*?from "(\.[^"]+)"', code, re.MULTILINE)
        wanted += [posixpath.normpath(posixpath.join(posixpath.dirname(one), path)) for path in paths]
    return found


def test_every_line_of_the_viewer_can_be_read() -> None:
    for path in VIEWER.rglob("*"):
        # What is under `vendor` stands as its makers publish it.
        if path.suffix in (".js", ".css", ".html") and VIEWER / "vendor" not in path.parents:
            long = [n for n, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1) if len(line) > 120]
            assert long == [], path


def test_a_damaged_replay_is_shown_as_far_as_it_goes(visit: Open, site: Site, replays: Replays) -> None:
    data = json.loads(json.dumps(replays["sample", "public"]))
    data["frames"][9]["patch"] = [{"op": "remove", "path": "/nowhere"}]
    site.replays["damaged", "public"] = data
    page = visit("?record=damaged#v=9999")
    del site.replays["damaged", "public"]
    assert shown(page) == 9
    expect(page.locator("#warnings")).to_contain_text("Damaged after move 9")
