"""Random use of the recorder's page.

``python -m tests.viewer.multi_device.random_use [--entries 2000] [--seed 1] [GAME ...]``

Somebody types lines, whole ones and fragments, taps buttons and the board, twice and at random, undoes and takes back,
while the service answers 503, the network fails, or an answer is lost after the service has acted on it. What the page
entered must be what was typed or tapped; in the end the service holds exactly what the page showed as entered.
"""

import argparse
import json
import random
import re
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import requests
from playwright.sync_api import Error, Locator, Page, Route

from engines import GAMES
from engines.kernel import notation, sealing
from tests.viewer.table import Table, running
from tests.viewer.taps import phone

GAMES_USED = ("kingdoms", "xidit", "architects")
COLOURS = ("red", "blue", "yellow")
API = re.compile(r"/v1/")
FAULTY = 0.3
"""Share of the requests that fail while the network is bad."""
PATIENCE_MS = 60_000
"""A page that is busy for longer hangs."""
GONE_MS = 500
"""What cannot be tapped within this time has gone: another action follows."""
READ = """async () => {
  const { openStore } = await import("/viewer/device/database.js");
  globalThis.chaosStore ??= await openStore();
  const row = await globalThis.chaosStore.own(new URL(document.querySelector("#phones").href).searchParams.get("own"));
  const entries = await globalThis.chaosStore.entries(row.own);
  const held = document.querySelector("#held");
  return {
    entries: entries.map(({ key, call, body, name, through, state, says }) => (
      { key, call, body, name, through: through ?? null, state, says: says?.en ?? null })),
    shown: held.hidden ? null : document.querySelector("#held-says").textContent,
    unsent: row.unsent, stop: row.stop?.why ?? null,
  };
}"""


SETTLED = """() => {
  const [line, input] = ["#line", "#line-input"].map((one) => document.querySelector(one));
  const busy = document.querySelector("#form").getAttribute("aria-busy") === "true";
  return !busy && (line.hidden || !input.value || document.querySelector("#line-says").textContent !== "");
}"""


class ChaosError(AssertionError):
    """The page entered something else than what was typed, tapped or shown."""


class Network:
    """What happens to a page's calls: nothing, or at random a 503, no answer, or an answer that is lost."""

    def __init__(self, page: Page, dice: random.Random) -> None:
        self.bad, self._dice = False, dice
        page.route(API, self._answer)

    def _answer(self, route: Route) -> None:
        if not self.bad or self._dice.random() > FAULTY:
            return route.fallback()
        way = self._dice.choice(("busy", "cut", "lost"))
        if way == "busy":
            problem = {"type": "urn:movebook:problem:busy", "title": "Busy", "status": 503}
            return route.fulfill(status=503, content_type="application/problem+json", body=json.dumps(problem))
        if way == "lost" and route.request.method == "POST":
            route.fetch()
        return route.abort()


class Chaos:
    """One record and the hands that use its page."""

    def __init__(self, page: Page, table: Table, dice: random.Random) -> None:
        self.page, self.table, self.dice = page, table, dice
        self.network = Network(page, dice)
        self.shown: dict[str, str] = {}
        """Key of each entry -> the sentence that the page showed for it."""
        self.entered = 0
        self.undos = 0
        """Taps on undo that have made no entry so far: an entry is made once the page has read what it takes back."""
        self.did: list[str] = []
        """The last actions."""
        self.begun = table.get("")["version"]
        """The version that the record had when the page was opened."""
        page.goto(f"{table.url}/viewer/record.html?record={table.id}#t={table.token}")
        page.wait_for_selector("#desk:not([hidden])")
        page.wait_for_selector("#phones:not([hidden])")
        self.keys = {one["key"] for one in page.evaluate(READ)["entries"]}

    def play(self, entries: int) -> None:
        """Use the page until so many entries were made, then compare with what the service holds."""
        tries = 0
        while self.entered < entries and not self.over():
            self.network.bad = self.dice.random() < 0.3
            self.step()
            tries += 1
            if tries > 60 * entries:
                raise ChaosError(f"{self.entered} entries after {tries} actions")
        self.compare()

    def over(self) -> bool:
        return not self.page.locator("#undo").is_visible() or self.page.locator("#signing:not([hidden])").is_visible()

    def step(self) -> None:
        """One action, and what came of it."""
        self.did = self.did[-4:]
        ways = [self.tap_form] * 8 + [self.tap_board] * 3 + [self.type_line] * 5 + [self.take_back, self.seat]
        way = self.dice.choice(ways)
        try:
            intent = way()
        except Error as error:
            if "Timeout" not in str(error):
                raise
            # What was to be tapped had gone, or it was tapped and the page was slow.
            intent = {"entries": 2}
        self.did.append(f"{way.__name__} {intent} network {'bad' if self.network.bad else 'good'}")
        self.close()
        try:
            self.look(intent or {})
        except (ChaosError, Error) as error:
            raise ChaosError("\n  ".join([str(error), "the last actions:", *self.did])) from error

    def close(self) -> None:
        """Close the field and every sheet."""
        for _ in range(3):
            if not self.page.locator("#line, #dialog[open], #chooser").locator("visible=true").count():
                return
            self.page.keyboard.press("Escape")

    def look(self, intent: dict[str, Any]) -> None:
        """Compare what was entered with what was meant."""
        self.page.wait_for_selector("#form[aria-busy=false]", state="attached", timeout=PATIENCE_MS)
        now = self.page.evaluate(READ)
        new = [one for one in now["entries"] if one["key"] not in self.keys]
        self.keys |= {one["key"] for one in new}
        undos = sum(one["call"] == "undo" for one in new)
        self.undos -= undos
        if len(new) - undos > intent.get("entries", 1) or self.undos < 0:
            raise ChaosError(f"one action made {len(new)} entries: {new}")
        for one in new:
            self.entered += 1
            if one["call"] != "moves":
                continue
            if now["shown"] is not None:
                self.shown[one["key"]] = now["shown"]
            if not intent:
                raise ChaosError(f"an action that enters nothing entered {one['body']}")
            body = {name: of for name, of in one["body"].items() if of is not None}
            if "body" in intent and body != intent["body"]:
                raise ChaosError(f"typed {intent['body']}, entered {body}")
            place = intent.get("place", {})
            taken = {name for name, of in place.items() if body.get(name) == of}
            if taken and taken != set(place) & set(body):
                raise ChaosError(f"tapped {place}, entered {body}")
            for path, wanted in intent.get("part", {}).items():
                value = sealing.look(one["body"], path)
                if value != wanted and not (isinstance(value, list) and wanted in value):
                    raise ChaosError(f"tapped {path}={wanted}, entered {body}")

    # Actions: each returns what it means.

    def pick(self, all_: Locator) -> Locator | None:
        """One of those that can be seen."""
        visible = all_.locator("visible=true")
        count = visible.count()
        return visible.nth(self.dice.randrange(count)) if count else None

    def tap_form(self) -> Any:
        button = self.pick(self.page.locator("#form button:not([disabled])"))
        if button is None:
            return {}
        path, value = button.evaluate(
            "(one) => [one.closest('[data-path]')?.dataset.path ?? null, one.dataset.value ?? null]"
        )
        twice = self.dice.random() < 0.25
        button.click(timeout=GONE_MS, click_count=2 if twice else 1)
        if twice:
            return {"entries": 2}
        plain = path is not None and value is not None and "." not in path
        return {"part": {path: json.loads(value)} if plain else {}, "entries": 1}

    def tap_board(self) -> Any:
        place = self.pick(self.page.locator("#board [data-target]"))
        if place is None:
            return {}
        key = json.loads(place.get_attribute("data-target") or "{}")
        place.click(timeout=GONE_MS, force=True)
        if not self.page.locator("#chooser").is_hidden():
            return {"entries": 1}
        fields = GAMES[self.table.game].moves(GAMES[self.table.game].box())
        # A space is whole: if the move has one of its names, it has all of them.
        self.page.wait_for_selector("#form[aria-busy=false]", state="attached", timeout=PATIENCE_MS)
        names = set().union(*(kind.fields for kind in fields.values()))
        return {"place": {name: of for name, of in key.items() if name in names}, "entries": 1}

    def type_line(self) -> Any:
        move = self.legal()
        if move is None or not self.page.locator("#line-open").is_visible():
            return {}
        game = GAMES[self.table.game]
        line = notation.write(game, game.box(), move, self.table.colours)
        fragment = self.dice.random() < 0.25
        if fragment:
            line = line[: self.dice.randrange(len(line))]
        self.page.locator("#line-open").click(timeout=GONE_MS)
        if self.dice.random() < 0.5:
            self.page.locator("#line-input").fill(line)
        else:
            self.page.keyboard.type(line)
        for _ in range(self.dice.choice((1, 1, 2))):
            self.page.keyboard.press("Enter")
        self.settle()
        return {"entries": 1} if fragment else {"body": move}

    def settle(self) -> None:
        """Until the line was entered, or the page has said why it was not."""
        for _ in range(PATIENCE_MS // 50):
            if self.page.evaluate(SETTLED):
                return
            self.page.wait_for_timeout(50)

    def take_back(self) -> Any:
        button = self.pick(self.page.locator("#take-back, #undo:not([disabled])"))
        if button is not None:
            self.undos += 1
            button.click(timeout=GONE_MS)
            self.page.wait_for_timeout(50)
        return {"entries": 0}

    def seat(self) -> Any:
        button = self.pick(self.page.locator("#seats [aria-pressed=false]"))
        if button is not None:
            button.click(timeout=GONE_MS)
        return {}

    def legal(self) -> Any:
        """A legal move as the service sees the record, of single values only; None where there is none."""
        headers = {"Authorization": f"Bearer {self.table.token}"}
        url = f"{self.table.url}/v1/records/{self.table.id}/offers"
        offers = requests.get(url, headers=headers, timeout=60).json().get("moves", [])
        if not offers:
            return None
        chosen = self.dice.choice(offers)
        move = {"type": chosen["type"]} | ({} if chosen["seat"] is None else {"seat": chosen["seat"]})
        for _ in range(20):
            answer = requests.get(url, headers=headers, params={"move": json.dumps(move)}, timeout=60).json()
            field, domain = answer.get("field"), answer.get("domain")
            if field is None:
                return {name: of for name, of in move.items() if of is not None} if "field" in answer else None
            if "." in field:
                return None
            if domain.get("optional"):
                move[field] = None
            elif domain["kind"] == "choice" and domain["of"]:
                move[field] = self.dice.choice(domain["of"])
            elif domain["kind"] == "range" and "high" in domain:
                move[field] = self.dice.randint(domain["low"], domain["high"])
            else:
                return None
        return None

    def compare(self) -> None:
        """Send everything, and compare the log with what the page showed."""
        self.network.bad = False
        self.close()
        for _ in range(60):
            now = self.page.evaluate(READ)
            if not now["unsent"]:
                break
            matter = self.pick(self.page.locator("#matter button"))
            if matter is not None:
                matter.click(timeout=GONE_MS)
            else:
                self.page.locator("#title").click()
            self.page.wait_for_timeout(500)
        else:
            raise ChaosError(f"not sent: {now}")
        log = self.table.get("/log?limit=10000", self.table.token)["entries"]
        says = {
            one["name"]: one["says"]["en"]
            for one in self.table.get("/replay?lang=en,es", self.table.token)["frames"]
            if one.get("says")
        }
        sent = {one["name"]: one for one in now["entries"] if one["name"] and one["call"] == "moves"}
        covered = {
            str(version)
            for one in sent.values()
            for version in range(int(one["name"]), (one["through"] or int(one["name"])) + 1)
        }
        mine = [one for one in log if one["type"] == "move" and one["version"] > self.begun]
        for entry in mine:
            name = str(entry["version"])
            if name not in covered:
                raise ChaosError(f"the service holds {entry['body']}, which the page never entered")
            one = sent.get(name)
            if one is None:
                continue
            public = {key: of for key, of in one["body"].items() if of is not None and key in entry["body"]}
            if any(entry["body"][key] != of for key, of in public.items()):
                raise ChaosError(f"entered {one['body']}, recorded {entry['body']}")
            # A sentence that the rules gave is the recorded move's.
            # Of a run the page shows the last sentence.
            last = says.get(str(one["through"] or name))
            if one["says"] and last and one["key"] in self.shown and one["says"] != last:
                raise ChaosError(f"shown {one['says']!r}, recorded {last!r}")


def chaos(page: Page, up: dict[str, str], game: str, entries: int, dice: random.Random) -> int:
    """Use the page of records of a game until so many entries were made; how many were."""
    made = 0
    while made < entries:
        table = Table(up, game, COLOURS)
        start = dice.randrange(3, 30)
        moves = [move for move, _ in zip(table.moves(), range(start), strict=False)]
        table.bring(moves)
        hands = Chaos(page, table, dice)
        hands.play(min(entries - made, 60))
        made += max(1, hands.entered)
        print(f"{game}: {made} of {entries}", flush=True)  # noqa: T201 - a program for a hand
        page.unroute_all(behavior="ignoreErrors")
    return made


@contextmanager
def place() -> Iterator[tuple[dict[str, str], Page]]:
    with tempfile.TemporaryDirectory() as folder, running(Path(folder)) as up, phone() as page:
        yield up, page


def main() -> None:
    """Use the pages, and print what was entered."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("games", nargs="*", choices=[*GAMES, []], default=list(GAMES_USED))
    asked.add_argument("--entries", type=int, default=2000, help="in all games together")
    asked.add_argument("--seed", type=int, default=1)
    given = asked.parse_args()
    games = given.games or list(GAMES_USED)
    for game in games:
        with place() as (up, page):
            made = chaos(page, up, game, given.entries // len(games), random.Random(f"{game} {given.seed}"))
        print(f"{game}: {made} entries, all as shown", flush=True)  # noqa: T201 - a program for a hand
    sys.exit(0)


if __name__ == "__main__":
    main()
