"""Take the viewer's pictures: `python -m tests.viewer.screenshots [FOLDER [NAME]]`.

Without a folder, those of the documentation. Into a folder of yours, every state of every board besides, in three sizes
and both languages, light and dark, to be looked at after a change; only those whose names begin with NAME, if one is
given.
"""

import sys
import tempfile
import threading
from collections.abc import Iterator
from itertools import cycle, product
from pathlib import Path
from typing import NamedTuple, TypeAlias

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from engines.kernel.game import Json
from tests.fixtures import slips
from tests.fixtures.mistake import FOUND, NAMES, OTHER, REASON, TABLE, WRONG, corrections, evening
from tests.viewer.conftest import ARGS, Site, chromium
from tests.viewer.replay_fixture import played, replay, sample
from tests.viewer.table import Table, running

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "images"
DESK, PHONE = ViewportSize(width=1280, height=800), ViewportSize(width=390, height=844)
SIDE = ViewportSize(width=844, height=390)
EVERY_LOOK = tuple(product((DESK, PHONE, SIDE), ("en", "es"), (False, True)))
"""Sizes with languages, light and dark."""
REALM = ("red", "blue", "yellow", "green")
EMPIRES = ("blue", "red", "green", "yellow", "white")
TOWN = ("blue", "green", "red", "yellow")
HEROES = ("red", "blue", "green", "white")


class Picture(NamedTuple):
    """An address of the viewer, and how it is looked at."""

    address: str
    size: ViewportSize = DESK
    dark: bool = False


DOCUMENTS = {
    "viewer": Picture("?record=sample#ply=29&lang=en"),
    "xidit": Picture("?record=xidit#ply=388&lang=en"),
    "xidit-phone": Picture("?record=xidit#ply=293&lang=en", PHONE, dark=True),
    "viewer-phone": Picture("?record=kingdoms#ply=22&lang=es", PHONE),
    "rise_of_empires": Picture("?record=empires#ply=171&lang=en"),
    "rise_of_empires-phone": Picture("?record=empires#ply=171&lang=es", PHONE, dark=True),
    "box": Picture("box.html?game=xidit&row=tiles.A05&lang=en", PHONE),
    "architects": Picture("?record=architects#ply=60&lang=en"),
    "architects-phone": Picture("?record=architects#ply=60&lang=es", PHONE, dark=True),
    "mage_knight": Picture("?record=heroes#ply=50&lang=en"),
    "mage_knight-phone": Picture("?record=heroes#ply=93&lang=es", PHONE, dark=True),
}
STATES = {
    "kingdoms-start": "?record=kingdoms#ply=0", "kingdoms-middle": "?record=kingdoms#ply=22",
    "kingdoms-seat": "?record=kingdoms#ply=22&eyes=seat:0", "kingdoms-scoring": "?record=sample#v=999",
    "kingdoms-result": "?record=kingdoms#v=999", "kingdoms-box": "box.html?game=kingdoms",
    "xidit-programming": "?record=xidit#ply=194", "xidit-programming-seat": "?record=xidit#ply=194&eyes=seat:0",
    "xidit-orders": "?record=xidit#ply=220", "xidit-reward": "?record=xidit#ply=213",
    "xidit-titans": "?record=xidit#ply=390", "xidit-census": "?record=xidit#ply=288",
    "xidit-census-seat": "?record=xidit#ply=287&eyes=seat:0", "xidit-reputation": "?record=xidit#ply=450",
    "xidit-influence": "?record=xidit#ply=451", "xidit-result-seat": "?record=xidit#ply=452&eyes=seat:0",
    "xidit-result": "?record=xidit#v=9999", "xidit-open": "?record=open#ply=300",
    "xidit-open-census": "?record=open#ply=366", "xidit-open-evaluation": "?record=open#ply=567",
    "xidit-dummy": "?record=few#ply=300", "xidit-box": "box.html?game=xidit",
    "empires-start": "?record=empires#ply=0", "empires-actions": "?record=empires#ply=20",
    "empires-discs": "?record=empires#ply=100", "empires-battle": "?record=empires#ply=171",
    "empires-food": "?record=empires#ply=60", "empires-era-end": "?record=empires#ply=64",
    "empires-turn": "?record=empires#ply=131", "empires-order": "?record=empires#ply=132",
    "empires-result": "?record=empires#v=9999", "empires-five": "?record=crowd#ply=130",
    "empires-box": "box.html?game=rise_of_empires", "architects-start": "?record=architects#ply=2",
    "architects-middle": "?record=architects#ply=100", "architects-seat": "?record=architects#ply=100&eyes=seat:1",
    "architects-capture": "?record=two#ply=60", "architects-five": "?record=crowded#ply=150",
    "architects-characters": "?record=characters#ply=60", "architects-final": "?record=characters#ply=120",
    "architects-result": "?record=architects#v=9999", "architects-box": "box.html?game=architects",
    "heroes-start": "?record=heroes#ply=1", "heroes-day": "?record=heroes#ply=50",
    "heroes-tactics": "?record=heroes#ply=194", "heroes-night": "?record=heroes#ply=224",
    "heroes-seat": "?record=heroes#ply=50&eyes=seat:1", "heroes-ranged": "?record=heroes#ply=125",
    "heroes-block": "?record=heroes#ply=93", "heroes-damage": "?record=heroes#ply=94",
    "heroes-attack": "?record=heroes#ply=97", "heroes-level": "?record=heroes#ply=104",
    "heroes-result": "?record=heroes#v=9999", "heroes-box": "box.html?game=mage_knight",
}  # fmt: skip
"""The plies are those of the imaginary table's seeds: see `replays`."""


def replays() -> dict[tuple[str, str], Json]:
    """Kingdoms of three; Xidit for four, and for five and three with what lies behind the screens; Rise of Empires."""
    kingdoms, xidit = played(seed=3), played("xidit", REALM, seed=4)
    out = {("sample", "public"): replay(sample())}
    for eyes in ("public", "seat:0"):
        out["kingdoms", eyes] = replay(kingdoms, eyes)
        out["xidit", eyes] = {**replay(xidit[:-1], eyes, REALM, "xidit"), "eyes_allowed": ["public", "seat:0"]}
        out["over", eyes] = {**replay(xidit, eyes, REALM, "xidit"), "eyes_allowed": ["public", "seat:0"]}
    for record, seats, seed in (("empires", EMPIRES[:4], 3), ("crowd", EMPIRES, 5)):
        line = played("rise_of_empires", seats, seed=seed)
        out[record, "public"] = {**replay(line, "public", seats, "rise_of_empires"), "eyes_allowed": ["public"]}
    for record, seats in (("open", ("black", *REALM)), ("few", REALM[:3])):
        out[record, "public"] = replay(played("xidit", seats, seed=3), "public", seats, "xidit")
    town = played("architects", TOWN, seed=4)
    for eyes in ("public", "seat:1"):
        out["architects", eyes] = {**replay(town, eyes, TOWN, "architects"), "eyes_allowed": ["public", "seat:1"]}
    for record, seats, seed in (("two", ("red", "green"), 2), ("crowded", ("purple", *TOWN), 2)):
        out[record, "public"] = replay(played("architects", seats, seed), "public", seats, "architects")
    knights = played("mage_knight", HEROES, seed=4)
    for eyes in ("public", "seat:1"):
        told = replay(knights, eyes, HEROES, "mage_knight")
        out["heroes", eyes] = {**told, "eyes_allowed": ["public", "seat:1"]}
    other = {"side": 2, "alternate_characters": True, "promos": True, "starting_apprentice": True}
    people = played("architects", TOWN, seed=6, **other)
    out["characters", "public"] = replay(people, "public", TOWN, "architects", **other)
    return out


Look: TypeAlias = tuple[ViewportSize, str, bool]
"""Size, language, whether it is dark."""


def moments(record: str, told: Json, looks: Iterator[Look]) -> dict[str, Picture]:
    """A picture of each type of move of a game, the last of its type, and of the end, each with the next look."""
    plies = {frame["type"]: frame["ply"] for frame in told["frames"]} | {"end": len(told["frames"])}
    return {
        f"{record}-move-{kind}-{size['width']}-{lang}{'-dark' * dark}": Picture(
            f"?record={record}#ply={ply}&lang={lang}", size, dark
        )
        for (kind, ply), (size, lang, dark) in zip(plies.items(), looks, strict=False)
    }


def main(folder: Path | None, begins: str = "") -> int:
    """Take every picture, or those whose names begin so; the exit code."""
    path = chromium()
    if path is None:
        sys.stderr.write("Chromium is not installed (or MOVEBOOK_CHROMIUM does not lead to it)\n")
        return 1
    wanted = dict(DOCUMENTS)
    if folder is not None:
        for (name, address), (size, lang, dark) in product(STATES.items(), EVERY_LOOK):
            spoken = f"{address}{'&' if '#' in address else '#'}lang={lang}"
            wanted[f"{name}-{size['width']}-{lang}{'-dark' * dark}"] = Picture(spoken, size, dark)
    told, looks = replays(), cycle(EVERY_LOOK)
    for record in ("architects", "characters") if folder is not None else ():
        wanted |= moments(record, told[record, "public"], looks)
    wanted = {name: picture for name, picture in wanted.items() if name.startswith(begins)}
    folder = folder or FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    site = Site(told)
    threading.Thread(target=site.server.serve_forever, daemon=True).start()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGS)
        for name, picture in wanted.items():
            page = _opened(browser, picture, f"{site.url}/viewer/{picture.address}")
            page.wait_for_selector("#replay:not([hidden]), #box:not([hidden])")
            page.wait_for_timeout(400)
            page.screenshot(path=folder / f"{name}.png")
            page.close()
        if not begins:
            _seat(browser, folder)
            _evening(browser, folder, whole=folder != FOLDER)
            _phones(browser, folder, whole=folder != FOLDER)
        browser.close()
    site.server.shutdown()
    site.server.server_close()
    return 0


def _opened(browser: Browser, picture: Picture, address: str) -> Page:
    page = browser.new_page(
        viewport=picture.size, color_scheme="dark" if picture.dark else "light", reduced_motion="reduce", locale="en-GB"
    )
    page.goto(address)
    return page


def _seat(browser: Browser, folder: Path) -> None:
    """The page behind a seat's link, with four of six orders chosen, by a real service."""
    with tempfile.TemporaryDirectory() as data, running(Path(data)) as up:
        table = Table(up, "xidit", REALM[:3])
        table.play(lambda move: move["type"] in ("program", "reveal_orders"))
        page = _opened(browser, Picture("", PHONE), table.link(0))
        for order in ("Black road", "Action", "Blue road", "Wait"):
            page.get_by_role("button", name=order, exact=True).click()
        page.screenshot(path=folder / "seat.png")
        page.close()


MOMENTS = ("", "-before", "-result")
"""Endings of the pictures: as the correction arrives, the record before it, the end."""
SHOWN = {"correcting": (DESK, "en", False, MOMENTS), "correcting-phone": (PHONE, "es", False, MOMENTS[:1])}
"""Pictures of the evening for the documentation: name -> size, language, whether it is dark, and which moments."""


def _evening(browser: Browser, folder: Path, *, whole: bool) -> None:
    """The evening of `docs/correcting.md`, by a real service: viewers, correction, line before, end."""
    looks = dict(SHOWN)
    if whole:
        for size, lang, dark in EVERY_LOOK:
            looks[f"correcting-{size['width']}-{lang}{'-dark' * dark}"] = (size, lang, dark, MOMENTS)
    played, typed = evening()
    with tempfile.TemporaryDirectory() as data, running(Path(data)) as up:
        table = Table(up, colours=tuple(TABLE.seats))
        table.bring(typed[:FOUND])
        pages = {}
        for name, (size, lang, dark, _) in looks.items():
            address = f"{table.url}/viewer/?record={table.id}#v={NAMES[0]}&lang={lang}"
            pages[name] = _opened(browser, Picture("", size, dark), address)
            pages[name].wait_for_selector("#replay:not([hidden])")
        table.write("corrections", {**corrections(WRONG, OTHER), "reason": REASON, "requested_by": 0})
        for name, page in pages.items():
            page.wait_for_selector(".notice-change")
            _taken(page, folder / f"{name}.png")
        for name, page in pages.items():
            if "-before" in looks[name][-1]:
                page.locator(".notice-change a").click()
                page.wait_for_selector(".notice-line")
                _taken(page, folder / f"{name}-before.png")
            page.close()
        table.bring(played[FOUND:])
        link = table.link(0)
        outcome = table.get("/result")["standing"]["outcome"]
        table.write("signatures", {"outcome": outcome, "seat": 0}, link.partition("#t=")[2])
        table.write("signatures", {"outcome": outcome, "seat": 1})
        for name, (size, lang, dark, moments) in looks.items():
            if "-result" not in moments:
                continue
            address = f"{table.url}/viewer/?record={table.id}#show=result&v=9999&lang={lang}"
            page = _opened(browser, Picture("", size, dark), address)
            page.locator(".standing").last.scroll_into_view_if_needed()
            _taken(page, folder / f"{name}-result.png")
            page.close()


LOOKS = (("", PHONE, "en", False),)
"""How the pictures of a table's phones look for the documentation: ending, size, language, whether it is dark."""


class Phones(NamedTuple):
    """Phones of a table that look alike, and where their pictures go."""

    browser: Browser
    folder: Path
    look: tuple[str, ViewportSize, str, bool]

    def page(self, address: str) -> Page:
        """A phone of its own, at an address."""
        _, size, lang, dark = self.look
        page = self.browser.new_page(
            viewport=size, color_scheme="dark" if dark else "light", reduced_motion="reduce", locale=lang
        )
        page.goto(address)
        return page

    def keep(self, page: Page, name: str) -> None:
        """Take a picture."""
        _taken(page, self.folder / f"{name}-phone{self.look[0]}.png")


def _phones(browser: Browser, folder: Path, *, whole: bool) -> None:
    """The phones of a table, in the order of `docs/phones.md`, by a real service."""
    looks = list(LOOKS)
    if whole:
        looks = [(f"-{size['width']}-{lang}{'-dark' * dark}", size, lang, dark) for size, lang, dark in EVERY_LOOK]
    with tempfile.TemporaryDirectory() as data, running(Path(data)) as up:
        table, over = Table(up, "xidit", REALM[:3]), Table(up, colours=REALM[:2])
        table.play(lambda move: move["type"] in ("program", "reveal_orders"))
        over.play_out()
        checked = Table(up, colours=tuple(slips.TABLE.seats))
        checked.bring(slips.epoch()[1])
        for seat, figures in slips.counted(slips.epoch()[0]).items():
            checked.write("checks", {"point": 1, "seat": int(seat), "figures": figures})
        for look in looks:
            phones = Phones(browser, folder, look)
            _pairing(phones, up)
            seat = phones.page(table.link(0))
            seat.wait_for_selector(".look")
            phones.keep(seat, "cover")
            seat.goto(over.link(1))
            seat.wait_for_selector("#result:not([hidden])")
            phones.keep(seat, "sign")
            seat.close()
            # On the seat's phone it would be asked whose access counts.
            recorder = phones.page(f"{over.url}/viewer/record.html?record={over.id}#t={over.token}")
            recorder.wait_for_selector("#signing:not([hidden])")
            phones.keep(recorder, "sign-here")
            recorder.goto(f"{up['url']}/viewer/record.html?record={checked.id}#t={checked.token}")
            recorder.locator("#check summary").click()
            recorder.locator("#check details > button").click()
            recorder.locator("#check .slip:not(:has([role=status])) ol button").last.scroll_into_view_if_needed()
            phones.keep(recorder, "check")
            recorder.close()


def _pairing(phones: Phones, up: dict[str, str]) -> None:
    """A record that is begun, a seat that is paired, its phone lost, the record handed over."""
    desk = phones.page(f"{up['url']}/viewer/new.html#t={up['token']}")
    desk.wait_for_selector("#form:not([hidden])")
    desk.locator("#titles input[value=xidit]").check(force=True)
    for place, name in enumerate(("Ana", "Ben", "Cid")):
        desk.locator(".seats input").nth(place).fill(name)
    desk.evaluate("scrollTo(0, 0)")
    phones.keep(desk, "new")
    desk.locator("#begin").click()
    desk.wait_for_url("**/record.html?own=*", wait_until="commit")
    desk.goto(desk.url.replace("record.html", "pair.html"))
    desk.locator("#phones li .does button").first.click()
    desk.wait_for_selector("#sheet[open] .qr")
    phones.keep(desk, "pair-code")
    code = desk.locator("#sheet-code").inner_text().replace("-", "")
    seat = phones.page(f"{up['url']}/viewer/pair.html#c={code}")
    phones.keep(seat, "pair-claim")
    seat.locator("#claim-send").click()
    seat.wait_for_url("**/seat.html*")
    seat.close()
    desk.wait_for_selector("#phones .has")
    desk.wait_for_selector("#sheet[open]", state="detached")
    phones.keep(desk, "pair")
    desk.locator("#phones .has .does button").last.click()
    phones.keep(desk, "pair-lost")
    desk.locator("#sheet-close").click()
    desk.locator("#phones .recorder button").click()
    desk.wait_for_selector("#sheet[open] .qr")
    phones.keep(desk, "hand-over")
    code = desk.locator("#sheet-code").inner_text().replace("-", "")
    other = phones.page(f"{up['url']}/viewer/pair.html#c={code}")
    other.locator("#claim-send").click()
    other.wait_for_url("**/record.html*")
    other.close()
    desk.goto(desk.url.replace("pair.html", "record.html"))
    desk.wait_for_selector("#pen:not([hidden])")
    phones.keep(desk, "take-over")
    desk.close()


def _taken(page: Page, file: Path) -> None:
    """Take a picture once everything rests."""
    page.wait_for_timeout(400)
    page.screenshot(path=file)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else None, *sys.argv[2:3]))
