"""Records in every way that one may stand, by a real service, and the pages that show them.

`python -m tests.viewer.states [FOLDER [NAME]]` asks axe about each page in both languages, light and dark, and looks
for what text at twice its size puts out of reach in three sizes of the window; only at those whose names begin with
NAME, if one is given. It says what it finds, and leaves pictures in the folder. It takes half an hour, so it is run by
hand.
"""

from __future__ import annotations

import contextlib
import itertools
import re
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

from tests.fixtures.mistake import NAMES, OTHER, REASON, TABLE, WRONG, corrections, evening
from tests.fixtures.waiting import eventually
from tests.viewer.conftest import ARGS, Site, chromium
from tests.viewer.page_checks import faults, out_of_reach
from tests.viewer.screenshots import DESK, PHONE, SIDE, STATES, replays
from tests.viewer.table import Table, running

COLOURS = tuple(TABLE.seats)
EARLY, TYPED = 16, 25
"""Moves after which a game is looked at: before and after the mistyped one."""
LOOKS = (("en-GB", False, DESK), ("es-ES", True, PHONE), ("es-ES", False, SIDE), ("en-GB", True, PHONE))
"""How each state is looked at: language, whether it is dark, size."""
SHOWN = "#replay:not([hidden]), #box:not([hidden]), .records a"


Wanted = Callable[[str], bool]
"""Whether states of that name are looked at."""


def _nothing(page: Page) -> None:
    del page


class State(NamedTuple):
    """A page in a state: its address without the language, what is waited for, and what is done to it then."""

    address: str
    wait: str
    step: Callable[[Page], None] = _nothing


# ---------------------------------------------------------------------------------------------- how a record may stand


def _undone(up: dict[str, str]) -> Table:
    table = _at(up, EARLY)
    for reason in ("Ana wished to think again", "and once more"):
        table.write("undo", {"reason": reason, "consents": [0, 1]})
    return table


def _corrected(up: dict[str, str]) -> Table:
    table = _mistyped(up)
    table.write("corrections", {**corrections(WRONG, OTHER), "reason": REASON, "requested_by": 0})
    return table


def _mistyped(up: dict[str, str]) -> Table:
    table = Table(up, colours=COLOURS)
    table.bring(evening()[1][:TYPED])
    return table


def _noted(up: dict[str, str]) -> Table:
    table = _at(up, EARLY)
    table.write("notes", {"text": "the lamp went out here"})
    return table


def _irregular(up: dict[str, str]) -> Table:
    """A castle out of turn: the rules forbid it, the table let it stand."""
    table = _at(up, EARLY)
    free = next(move for move in evening()[0][EARLY:] if "row" in move)
    other = 1 - table.get("/offers")["moves"][0]["seat"]
    castle = {"type": "place_castle", "rank": 1, "row": free["row"], "col": free["col"], "seat": other}
    reason = "the table let it stand, nobody noticed before the end"
    table.write("moves", {**castle, "irregular": {"reason": reason, "accepted_by": [0, 1]}})
    return table


def _ruled(up: dict[str, str], moves: int | None = EARLY) -> Table:
    table = _at(up, moves)
    body = {"reason": "a castle was paid twice", "adjustments": [{"type": "change_gold", "seat": 0, "by": 5}]}
    table.write("rulings", body, table.judge())
    return table


def _at(up: dict[str, str], moves: int | None) -> Table:
    """The evening after so many moves; None: all of them."""
    table = Table(up, colours=COLOURS)
    table.bring(evening()[0][:moves])
    return table


def _over(up: dict[str, str]) -> Table:
    table = _at(up, None)
    LINKS[table.id] = table.link(1)
    return table


def _signed(up: dict[str, str], *seats: int) -> Table:
    table = _over(up)
    for seat in seats:
        _by_seat(table, seat, "signatures")
    return table


def _disputed(up: dict[str, str]) -> Table:
    table = _over(up)
    _by_seat(table, 0, "disputes", reason="the last castle was counted twice")
    return table


LINKS: dict[str, str] = {}
"""Record -> the link of its second seat, which must be made while the record is open."""


def _by_seat(table: Table, seat: int, what: str, **body: Any) -> None:
    outcome = table.get("/result")["standing"]["outcome"]
    table.write(what, {"outcome": outcome, "seat": seat, **body}, table.link(seat).partition("#t=")[2])


def _listed(up: dict[str, str]) -> None:
    """A record on the first page, which lists it once a worker has taken it in."""
    table = Table(up, colours=COLOURS, visibility="public")
    assert eventually(lambda: table.call("GET", "/v1/records").json()["records"], 20)


def _conceded(up: dict[str, str]) -> Table:
    table = _at(up, TYPED)
    table.write("close", {"reason": "conceded", "seat": 0})
    return table


def _void(up: dict[str, str]) -> Table:
    table = _at(up, EARLY)
    table.write("void", {"reason": "the table was moved"})
    return table


RECORDS: dict[str, Callable[[dict[str, str]], Table]] = {
    "begun": lambda up: Table(up, colours=COLOURS),
    "playing": lambda up: _at(up, EARLY),
    "undone": _undone,
    "corrected": _corrected,
    "noted": _noted,
    "irregular": _irregular,
    "ruled": _ruled,
    "ruled-result": lambda up: _ruled(up, None),
    "over": _over,
    "signed": lambda up: _signed(up, 0),
    "closed": lambda up: _signed(up, 0, 1),
    "disputed": _disputed,
    "conceded": _conceded,
    "void": _void,
}
"""Each way that a record may stand -> what makes a record of Kingdoms stand so."""


# ------------------------------------------------------------------------------------------------------------ the pages


def _unfold(page: Page) -> None:
    """Open what is folded in the viewer's list of moves."""
    for folded in page.locator("#moves details").all():
        folded.evaluate("one => one.open = true")


def _moves(page: Page) -> None:
    """The recorder's list of moves."""
    page.locator("#moves-open").click()
    page.wait_for_selector("#dialog[open]")


def _impact(page: Page) -> None:
    """What a correction would change, asked for on the recorder's page and not yet sent."""
    _moves(page)
    page.locator("#dialog .line button").filter(has_text=re.compile(rf"^\[{NAMES[0]}\]")).click()
    page.locator("#dialog button").filter(has_text=re.compile("another move|otra jugada")).first.click()
    for name, called in (("row", "row|fila"), ("col", "col")):
        page.locator(".chips button").filter(has_text=re.compile(f"^({called})", re.IGNORECASE)).click()
        value = evening()[0][WRONG][name]
        page.locator(f"[data-path={name}] button.value[data-value='{value}']").last.click()
    page.locator("#form button.record").click()
    page.wait_for_selector(".broken li")


def _help(page: Page) -> None:
    page.locator("#help-open").click()
    page.wait_for_selector("dialog[open]")


def _code(page: Page) -> None:
    """The code of the first seat, on the page of the table's phones."""
    own = page.evaluate("async () => (await (await (await import('./device/database.js')).openStore()).owns())[0].own")
    page.goto(f"{page.url.partition('record.html')[0]}pair.html?own={own}")
    page.locator("#phones li .does button").first.click()
    page.wait_for_selector("#sheet[open] .qr")


def _of_record(name: str, table: Table) -> Iterator[tuple[str, State]]:
    viewer = f"{table.url}/viewer/?record={table.id}#v=9999"
    desk = f"{table.url}/viewer/record.html?record={table.id}#t={table.token}"
    yield f"{name}-viewer", State(viewer, SHOWN, _unfold)
    yield f"{name}-desk", State(desk, "#desk:not([hidden])")
    if name in ("undone", "corrected", "noted", "irregular", "ruled"):
        yield f"{name}-desk-moves", State(desk, "#desk:not([hidden])", _moves)
    if name in ("over", "signed", "closed", "disputed", "ruled-result"):
        yield f"{name}-result", State(viewer.replace("#", "#show=result&"), SHOWN)
        yield f"{name}-seat", State(LINKS.get(table.id) or table.link(1), "#result:not([hidden])")


def _of_titles(up: dict[str, str], wanted: Wanted) -> Iterator[tuple[str, State]]:
    """The recorder's page and a seat's in the middle of a game of each title."""
    for game, colours, moves in (
        ("kingdoms", ("red", "blue"), 12),
        ("xidit", ("red", "blue", "yellow"), 40),
        ("architects", ("blue", "green", "red"), 40),
        ("rise_of_empires", ("blue", "red", "green"), 40),
        ("mage_knight", ("red", "blue"), 40),
    ):
        if not wanted(game):
            continue
        table = Table(up, game, colours)
        table.bring([move for _, move in zip(range(moves), table.moves(), strict=False)])
        desk = f"{up['url']}/viewer/record.html?record={table.id}#t={up['token']}"
        yield f"{game}-desk", State(desk, "#desk:not([hidden])")
        yield f"{game}-desk-moves", State(desk, "#desk:not([hidden])", _moves)
        yield f"{game}-seat", State(table.link(0), "#page:not([hidden])")
        yield f"{game}-pair", State(desk, "#desk:not([hidden])", _code)


def of_service(up: dict[str, str], wanted: Wanted) -> Iterator[tuple[str, State]]:
    """Every page that a service has, in each state.

    Args:
        up: A running service: its ``url``, and a ``token`` that opens records.
        wanted: Whether records of that name need be made.
    """
    for name, make in RECORDS.items():
        if wanted(name):
            yield from _of_record(name, make(up))
    mistyped = _mistyped(up)
    desk = f"{up['url']}/viewer/record.html?record={mistyped.id}#t={up['token']}"
    yield "impact", State(desk, "#desk:not([hidden])", _impact)
    yield from _of_titles(up, wanted)
    viewer = f"{up['url']}/viewer/"
    if wanted("front"):
        _listed(up)
    yield "front", State(viewer, ".records a")
    yield "front-nothing", State(f"{viewer}#text=zzzzzz", "#front p[role=status]:not(:empty)")
    yield "missing", State(f"{viewer}?record={'z' * 26}", "#message:not([hidden])")
    yield "help", State(f"{viewer}?record={mistyped.id}", SHOWN, _help)
    yield "new", State(f"{viewer}new.html#t={up['token']}", "#form:not([hidden])")
    yield "new-stranger", State(f"{viewer}new.html", "#key:not([hidden])")
    yield "claim", State(f"{viewer}pair.html", "#claim:not([hidden])")


def of_boards(site: Site) -> Iterator[tuple[str, State]]:
    """Every state of every board, and the pages of boxes."""
    for name, address in STATES.items():
        yield name, State(f"{site.url}/viewer/{address}", SHOWN)


# ------------------------------------------------------------------------------------------------------------ looked at


def look(browser: Browser, name: str, state: State, folder: Path | None) -> list[str]:
    """What is wrong with a page in one state, in each of the looks.

    Args:
        browser: Opens it; each look in a context of its own.
        name: Of the state.
        state: What is looked at.
        folder: Where a picture of each look goes; None: nowhere.
    """
    found: list[str] = []
    for lang, dark, size in LOOKS:
        scheme = "dark" if dark else "light"
        # Axe is let in by what lets the page's own policy be passed by.
        context = browser.new_context(
            viewport=size, color_scheme=scheme, reduced_motion="reduce", locale=lang, bypass_csp=True
        )
        page = context.new_page()
        where = f"{name} {lang} {scheme} {size['width']}"
        try:
            page.goto(state.address)
            page.wait_for_selector(state.wait)
            state.step(page)
            page.wait_for_timeout(300)
            if folder is not None:
                page.screenshot(path=folder / f"{where.replace(' ', '-')}.png")
            found += [f"{where}: axe: {fault}" for fault in faults(page)]
            if not dark:
                found += [f"{where}: text at 200 %: {one}" for one in out_of_reach(page)]
        except Exception as error:  # noqa: BLE001 - a state that cannot be reached is told like any other fault
            found.append(f"{where}: {type(error).__name__}: {str(error)[:400]}")
        context.close()
    return found


def say(*lines: str) -> None:
    """Write lines for whoever waits."""
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()


def main(folder: Path | None, begins: str = "") -> int:
    """Look at every state, or those whose names begin so; the exit code."""
    path = chromium()
    if path is None:
        sys.stderr.write("Chromium is not installed (or MOVEBOOK_CHROMIUM does not lead to it)\n")
        return 1
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)

    def wanted(name: str) -> bool:
        return name.startswith(begins) or begins.startswith(name)

    site, looked, wrong = Site(replays()), 0, 0
    threading.Thread(target=site.server.serve_forever, daemon=True).start()
    with contextlib.ExitStack() as stack:
        data = stack.enter_context(tempfile.TemporaryDirectory())
        up = stack.enter_context(running(Path(data)))
        browser = stack.enter_context(sync_playwright()).chromium.launch(executable_path=path, args=ARGS)
        for name, state in itertools.chain(of_service(up, wanted), of_boards(site)):
            if name.startswith(begins):
                found = look(browser, name, state, folder)
                looked, wrong = looked + 1, wrong + len(found)
                say(*found or [f"{name}: nothing"])
        browser.close()
    site.server.shutdown()
    say(f"{looked} states in {len(LOOKS)} looks each: {wrong} faults.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else None, *sys.argv[2:3]))
