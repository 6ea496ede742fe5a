"""An open viewer and a record that goes on: a real service, a real browser."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.viewer.conftest import Open, Up
from tests.viewer.table import Table


@pytest.fixture
def table(up: Up) -> Table:
    """Kingdoms with six moves of castles after both deals: moves 4 to 9, named 5 to 10."""
    table = Table(up)
    moves: list[dict[str, Any]] = [
        {"type": "deal_starting_tile", "seat": 0, "tile": "resource_3"},
        {"type": "deal_starting_tile", "seat": 1, "tile": "resource_4"},
        {"type": "choose_start_player", "player": 0},
    ]
    for move in [*moves, *(castle(row, 1) for row in (1, 2, 3, 4)), castle(1, 2), castle(2, 2)]:
        table.move(**move)
    return table


def castle(row: int, col: int) -> dict[str, Any]:
    return {"type": "place_castle", "rank": 1 if col == 1 else 2, "row": row, "col": col}


def at(table: Table, fragment: str = "lang=en") -> str:
    return f"{table.url}/viewer/?record={table.id}#{fragment}"


def shows_ply(page: Page, ply: int, last: int) -> None:
    expect(page.locator("#count")).to_have_text(f"{ply} of {last}")


def test_who_stands_at_the_end_goes_along_and_hears_each_move(visit: Open, table: Table) -> None:
    page = visit(at(table))
    shows_ply(page, 9, 9)
    table.move(**castle(3, 2))
    shows_ply(page, 10, 10)
    sentence = "Ana places a castle of rank 2 at row 3, column 2."
    expect(page.locator("#sentence")).to_have_text(sentence)
    expect(page.locator("#spoken")).to_have_text(sentence)
    expect(page.locator("#moves [aria-current=step]")).to_contain_text(sentence)
    expect(page).to_have_url(re.compile("v=11&"))
    # A move against the rules says who accepted it and why.
    why = {"reason": "nobody noticed", "accepted_by": [0, 1]}
    table.write("moves", {**castle(4, 2), "seat": 0, "irregular": why})
    shows_ply(page, 11, 11)
    kept = "Illegal move, kept · accepted by Ana and Ben · “nobody noticed”"
    expect(page.locator("#moves [aria-current=step] .label")).to_have_text(kept)
    expect(page.locator("#sentence .label")).to_have_text(kept)
    expect(page.locator("#marks .mark-irregular")).to_have_count(1)


def test_who_stands_elsewhere_stays_and_is_told_how_many_moves_have_come(visit: Open, table: Table) -> None:
    page = visit(at(table, "v=6&lang=en"))
    shows_ply(page, 5, 9)
    expect(page.locator(".notice")).to_have_count(0)
    table.move(**castle(3, 2))
    expect(page.locator(".notice-come")).to_contain_text("1 new move")
    table.move(**castle(4, 2))
    expect(page.locator(".notice-come")).to_contain_text("2 new moves")
    shows_ply(page, 5, 11)
    page.get_by_role("button", name="Go to the end").click()
    shows_ply(page, 11, 11)
    expect(page.locator(".notice-come")).to_have_count(0)


def test_a_correction_is_taken_in_at_the_same_move_and_said(visit: Open, table: Table) -> None:
    page = visit(at(table, "v=7&lang=en"))
    body = {"type": "place_castle", "seat": 0, "rank": 1, "row": 5, "col": 5}
    table.write("corrections", {"changes": [{"op": "amend", "name": "5", "body": body}], "reason": "typed wrong"})
    notice = page.locator(".notice-change")
    said = "Move 4 was corrected: Ana places a castle of rank 1 at row 5, column 5."
    expect(notice).to_contain_text(said)
    expect(page.locator("#spoken")).to_contain_text(said)
    shows_ply(page, 6, 9)
    # On a phone that is held sideways it does not begin at the window's very edge.
    size = page.viewport_size
    page.set_viewport_size({"width": 844, "height": 390})
    assert notice.evaluate("(one) => one.getBoundingClientRect().top") >= 4
    assert size is not None
    page.set_viewport_size(size)
    moved = page.locator("#moves button", has_text="row 5, column 5")
    was = "corrected: was “Ana places a castle of rank 1 at row 1, column 1.” · “typed wrong”"
    expect(moved.locator(".label")).to_have_text(was)
    notice.get_by_role("link", name="See how it was before").click()
    expect(page.locator(".notice-line")).to_contain_text("Earlier version: ")
    expect(page.locator("#moves .label")).to_have_count(0)
    page.get_by_role("link", name="Show the latest version").click()
    expect(page.locator("#moves .label")).to_have_count(1)
    expect(page.locator(".notice-line")).to_have_count(0)


def test_an_undo_takes_along_who_stood_on_the_move_and_folds_it_where_it_stood(visit: Open, table: Table) -> None:
    page = visit(at(table))
    table.write("undo", {"undoes": ["10"], "reason": "Ben looked away", "requested_by": 1})
    expect(page.locator(".notice-change")).to_contain_text("A move was undone: Ben places a castle")
    shows_ply(page, 8, 8)
    branch = page.locator("#moves .gone")
    summary = branch.locator("summary")
    expect(summary).to_have_text("1 move undone · requested by Ben (according to the recorder) · “Ben looked away”")
    expect(branch.locator("s")).to_be_hidden()
    summary.focus()
    page.keyboard.press("Enter")
    expect(branch.locator("li")).to_contain_text("undone: Ben places a castle of rank 2 at row 2, column 2.")
    page.get_by_role("button", name="Close this message").click()
    expect(page.locator(".notice-change")).to_have_count(0)
    table.write("undo", {"undoes": ["11"]})
    expect(page.locator(".notice-change")).to_contain_text("Undone moves were restored.")
    shows_ply(page, 9, 9)
    expect(page.locator("#moves .gone")).to_have_count(0)


def test_a_judges_ruling_is_a_move_of_its_own_and_says_why(visit: Open, table: Table) -> None:
    judge = table.judge()
    page = visit(at(table, "v=6&lang=en"))
    adjustment = {"type": "change_gold", "seat": 0, "by": 5}
    table.write("rulings", {"adjustments": [adjustment], "about": "7", "reason": "a castle lay wrong"}, token=judge)
    expect(page.locator(".notice-change")).to_contain_text("Judge: ")
    label = page.locator("#moves .label")
    expect(label).to_have_text("ordered by a judge · about move 6 · “a castle lay wrong”")
    expect(page.locator("#marks .mark-irregular")).to_have_count(1)


def test_eyes_of_a_seat_follow_with_what_they_alone_know(visit: Open, up: Up) -> None:
    table = Table(up)
    table.move(type="deal_starting_tile", seat=1, tile="resource_4")
    page = visit(f"{table.link(0).replace('seat.html', '')}&eyes=seat:0&lang=en")
    expect(page.locator("#count")).to_have_text("1 of 1")
    table.move(type="deal_starting_tile", seat=0, tile="resource_3")
    expect(page.locator("#count")).to_have_text("2 of 2")
    expect(page.locator("#sentence")).to_have_text("Ana takes City (+3) as the starting tile.")
