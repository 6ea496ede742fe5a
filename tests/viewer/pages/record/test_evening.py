"""The evening of `docs/correcting.md` with a viewer open: move 12 of sixty was typed wrong, and is repaired."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.fixtures.mistake import FOUND, NAMES, OTHER, REASON, TABLE, WRONG, corrections, evening
from tests.long import cases, long_only
from tests.viewer.conftest import Open, Up
from tests.viewer.page_checks import faults, out_of_reach
from tests.viewer.table import Table

LAST = str(FOUND + 1)


def test_the_page_of_the_documentation_shows_what_the_prompt_says(up: Up) -> None:
    table = Table(up, colours=tuple(TABLE.seats))
    table.bring(evening()[1][:FOUND])
    page = (Path(__file__).parents[4] / "docs" / "correcting.md").read_text(encoding="utf-8")
    typed = re.findall(r"^(?:try )?amend 13 .*$", page, re.MULTILINE)
    assert len(typed) == 2
    environment = {**os.environ, "MOVEBOOK_TOKEN": up["token"]}
    command = [sys.executable, "-m", "service.cli", "record", table.id, "--url", table.url, "--lang", "en"]
    done = subprocess.run(
        command, input="\n".join(typed), text=True, capture_output=True, env=environment, check=False, timeout=60
    )
    tried, _, corrected = done.stdout.partition("[62]")
    assert f"```\n{tried.strip()}\n```" in page
    assert f"```\n[62]{corrected.splitlines()[0]}\n```" in page
    assert table.get("")["version"] == FOUND + 2


def scores(table: Table) -> list[Any]:
    return [(seat["rank"], seat["score"], seat["breakdown"]) for seat in table.get("/result")["seats"]]


@long_only
def test_an_open_viewer_follows_a_correction_of_move_12_found_at_move_60_to_the_result(visit: Open, up: Up) -> None:
    played, typed = evening()
    table, straight = Table(up, colours=tuple(TABLE.seats)), Table(up, colours=tuple(TABLE.seats))
    straight.bring(played)
    table.bring(typed[:FOUND])
    page = visit(f"{table.url}/viewer/?record={table.id}#lang=en")
    expect(page.locator("#count")).to_have_text(f"{FOUND} of {FOUND}")
    list_of_moves = page.locator("#moves button")
    twelfth = list_of_moves.nth(WRONG + 1)
    wrong = twelfth.locator(".says").inner_text()
    impact = table.write("corrections", corrections(WRONG), dry_run=1)["impact"]
    assert [(one["name"], one["rule"]) for one in impact["moves"] if one["verdict"] != "same"] == [
        (NAMES[1], "KIN-4.11")
    ]
    expect(twelfth.locator(".says")).to_have_text(wrong)  # a dry run reaches nobody
    table.write("corrections", {**corrections(WRONG, OTHER), "reason": REASON})
    notice = page.locator(".notice-change")
    expect(notice).to_contain_text(f"Move {WRONG + 1} was corrected:")
    expect(notice).to_contain_text("1 later move also changed.")
    expect(page.locator("#count")).to_have_text(f"{FOUND} of {FOUND}")
    expect(page.locator("#moves .label")).to_have_count(2)
    label = f"corrected: was “{wrong}” · “{REASON}” · also changed: move {OTHER + 1}"
    expect(twelfth.locator(".label")).to_have_text(label)
    for move in played[FOUND : FOUND + 2]:
        table.move(**move)
    expect(page.locator("#count")).to_have_text(f"{FOUND + 2} of {FOUND + 2}")
    table.bring(played[FOUND + 2 :])
    expect(page.locator(".result .winner")).to_be_visible()
    assert scores(table) == scores(straight)
    shown = [int(one) for one in page.locator(".result .place strong").all_inner_texts()]
    assert sorted(shown) == sorted(seat["score"] for seat in straight.get("/result")["seats"])
    page.get_by_role("link", name="See how it was before").click()
    expect(page.locator(".notice-line")).to_contain_text("Earlier version: ")
    expect(list_of_moves.nth(WRONG + 1).locator(".says")).to_have_text(wrong)
    expect(page).to_have_url(re.compile(f"version={LAST}"))


def test_signatures_follow_the_result(visit: Open, up: Up) -> None:
    played, typed = evening()
    table = Table(up, colours=tuple(TABLE.seats))
    table.bring(typed)
    ana = table.link(0).partition("#t=")[2]
    page = visit(f"{table.url}/viewer/?record={table.id}#v={len(played) + 1}&lang=en")
    said = page.locator(".standing li")
    expect(said).to_have_text(["Not signed yet"])

    def sign(**by: Any) -> None:
        outcome = table.get("/result")["standing"]["outcome"]
        table.write("signatures", {"outcome": outcome, "seat": by["seat"]}, by.get("token"))

    sign(seat=0, token=ana)
    expect(said).to_have_text(["Ana signs the result (on their own phone)", "Ben has not signed"])
    expect(page.locator("#spoken")).to_contain_text("Ana signs the result (on their own phone).")
    table.write("corrections", {**corrections(WRONG, OTHER), "reason": REASON})
    expect(said).to_have_text(["Not signed yet"])
    stale = "Ana signs the result (on their own phone) · signed an earlier result"
    expect(page.locator("#moves .history-act")).to_have_text([stale])
    sign(seat=0, token=ana)
    sign(seat=1)
    signed = [
        "Ana signs the result (on their own phone)",
        "Ben signs the result (according to the recorder)",
        "Closed: everyone signed",
    ]
    expect(said).to_have_text(signed)


def test_what_is_told_above_a_game_leaves_all_in_reach_with_text_at_twice_its_size(visit: Open, up: Up) -> None:
    table = Table(up, colours=tuple(TABLE.seats))
    table.bring(evening()[1][:25])
    table.write("void", {"reason": "the table was moved"})
    page = visit(f"{table.url}/viewer/?record={table.id}#v=9999&lang=en", wait=".notice-line")
    assert out_of_reach(page) == []


@long_only
@pytest.mark.parametrize("scheme", ["dark", "light"][: cases(1, 2)])
def test_what_was_changed_and_signed_has_no_barrier_for_anybody(visit: Open, up: Up, scheme: str) -> None:
    table = Table(up, colours=tuple(TABLE.seats))
    played, typed = evening()
    table.bring(typed[:FOUND])
    table.write("corrections", {**corrections(WRONG, OTHER), "reason": REASON})
    table.write("undo", {"count": 1, "consents": [0, 1]})
    table.write("rulings", {"adjustments": [{"type": "change_gold", "seat": 0, "by": 5}]}, table.judge())
    table.bring(played[FOUND - 1 :])
    page = visit(
        f"{table.url}/viewer/?record={table.id}#v=9999&lang=en", color_scheme=scheme, bypass_csp=True, wait=".standing"
    )
    table.write("undo", {"count": 1, "consents": [0, 1]})
    expect(page.locator(".notice-change")).to_be_visible()
    page.locator("#moves .gone summary").first.click()
    assert faults(page) == []
