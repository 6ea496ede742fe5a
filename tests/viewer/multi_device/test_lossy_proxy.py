"""Games typed in a browser on a bad way to a real service: the log is what was tapped."""

from __future__ import annotations

import os
import random
from typing import Any

import requests
from playwright.sync_api import Browser, BrowserContext

from tests.long import cases
from tests.viewer.conftest import PATIENCE_MS
from tests.viewer.device.phone import Phone
from tests.viewer.device.test_outbox import games, straight
from tests.viewer.multi_device.lossy_proxy import LossyProxy, lossy_proxy
from tests.viewer.table import PATIENCE_S

COUNT = int(os.environ.get("MOVEBOOK_BAD_WAY_GAMES", "0"))
"""Whole games that are typed; without it the beginning of one."""
SHORT = cases(10, 24)
"""Moves of that beginning."""
SHARE = 0.3
"""Of the requests that something happens to."""

TYPE = """async (moves) => {
  const now_and_then = (share) => Math.random() < share;
  for (const body of moves) {
    if (now_and_then(0.1)) await outbox.takeBack((await outbox.hold({ body: { type: "never" } })).key);
    await outbox.hold({ body });
    if (now_and_then(0.7)) await outbox.release();
    if (now_and_then(0.5)) await new Promise((done) => setTimeout(done, Math.random() * 30));
  }
}"""


def typed(context: BrowserContext, way: LossyProxy, up: dict[str, str], game: dict[str, Any], *, apart: bool) -> str:
    """Type a game on pages that are loaded anew and doubled now and then; the record's id.

    Args:
        context: The browser of the phone.
        way: The way to the service.
        up: The service.
        game: As :func:`tests.viewer.device.test_outbox.games` tells it.
        apart: Each seat types its own moves on a row of its own, and follows what it sent last itself.
    """
    chance = random.Random(game["seed"])
    seats = [{"colour": colour} for colour in game["colours"]]
    opening = {"game": game["game"], "seats": seats}
    first = Phone(context.new_page(), way.url, {**opening, "opening": opening}, up["token"], rest_ms=20)
    first.until("idle")
    record = first.record()
    phones: dict[int, list[Phone]] = {0: [first]}
    last = 0
    moves = game["moves"]
    while moves:
        place = (moves[0].get("seat") or 0) if apart else 0
        count = next((n for n, move in enumerate(moves) if apart and (move.get("seat") or 0) != place), len(moves))
        part, moves = moves[: min(count, 6)], moves[min(count, 6) :]
        if place != last:
            phones[last][0].released()
            phones[last][0].until("sent")
            last = place
        if place not in phones:
            own = {**opening, "record": record, "base": 1, "token": up["token"]}
            phones[place] = [Phone(context.new_page(), way.url, own, rest_ms=20)]
        pages = phones[place]
        if chance.random() < 0.2:
            gone = pages.pop(chance.randrange(len(pages)))
            pages.append(Phone(gone.page, way.url, gone.own, rest_ms=20))
        elif chance.random() < 0.1 and len(pages) < 2:
            pages.append(Phone(context.new_page(), way.url, pages[0].own, rest_ms=20))
        chance.choice(pages).page.evaluate(TYPE, part)
    for pages in phones.values():
        pages[0].released()
        pages[0].until("sent")
    for page in context.pages:
        page.close()
    return record


def test_whatever_happens_between_a_browser_and_the_service_the_log_is_what_was_tapped(
    up: dict[str, str], browser: Browser
) -> None:
    happened: dict[str, int] = {}
    context = browser.new_context(service_workers="block")
    context.set_default_timeout(PATIENCE_MS)
    for game in games(COUNT or 1):
        if not COUNT:
            game["moves"] = game["moves"][:SHORT]
        with lossy_proxy(up["url"], game["seed"], SHARE) as way:
            record = typed(context, way, up, game, apart=bool(game["seed"] % 2))
        log = requests.get(f"{up['url']}/v1/records/{record}/log?limit=10000", timeout=PATIENCE_S).json()["entries"][1:]
        told = [[entry["type"], entry["body"], list(entry.get("seals", {}))] for entry in log]
        assert told == straight(up, game), (game["seed"], game["game"])
        for fault, count in way.happened.items():
            happened[fault] = happened.get(fault, 0) + count
    context.close()
    assert sum(happened.values()) > 0, happened
    if COUNT:
        print(happened)  # noqa: T201 - the figures of the long run
