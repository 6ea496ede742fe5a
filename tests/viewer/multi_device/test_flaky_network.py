"""Four phones at one table of Lords of Xidit, in a hall whose network comes and goes."""

from __future__ import annotations

import contextlib
import itertools
import os
import random
from collections import Counter
from typing import Any

import pytest
import requests
from playwright.sync_api import Browser, expect

from engines import GAMES
from engines.kernel.replay import Fold
from tests.long import long_only
from tests.viewer.multi_device.flaky_network import (
    Cuts,
    Phone,
    Recorder,
    Seat,
    Secret,
    alike,
    flaky_network,
    leaks,
    settled,
    told_of,
    words_of,
)
from tests.viewer.replay_fixture import defaults
from tests.viewer.table import PATIENCE_S, Table

COUNT = int(os.environ.get("MOVEBOOK_HALL_GAMES", "0"))
"""Whole games that are played; without it the first year of one."""
FIRST = int(os.environ.get("MOVEBOOK_HALL_FIRST", "1"))
"""The seed of the first one."""
CUTS = Cuts(10, 30) if COUNT else Cuts(0.6, 3)
"""How long the network is away, and how often, in seconds; on a busy machine an answer takes more than one."""
pytestmark = pytest.mark.timeout(0 if COUNT else 600)
XIDIT = GAMES["xidit"]
BOX = XIDIT.box()
COLOURS = ("red", "blue", "yellow")
WORDS = words_of(BOX)
ORDERS, OTHERS = ["road_black", "action", "road_red", "wait", "wait", "action"], ["wait", "road_blue", "action"] * 2
MIND_CHANGED = 0.15
"""How often a seat seals other orders first."""


def game(seed: int) -> list[Any]:
    """A game of the imaginary table whose recorder is told no orders; without the moves by which seats seal theirs."""
    table = XIDIT.table(random.Random(seed), list(COLOURS), defaults("xidit"), BOX, "public")
    return [move for move in table if move["type"] != "program"]


class Evening:
    """A game on four phones.

    Args:
        browser: Of the phones.
        up: The service.
        seed: Of the game, of who does what when, and of the cuts.
        gone: What has to end with the evening.
    """

    def __init__(self, browser: Browser, up: dict[str, str], seed: int, gone: contextlib.ExitStack) -> None:
        self.table, self.chance, self.seed = Table(up, "xidit", COLOURS), random.Random(seed), seed
        self.up, self.browser, self.gone = up, browser, gone
        self.tapped: list[Any] = []
        self.sealed: list[list[Secret]] = []
        self.searched = 0

    def sit_down(self) -> None:
        """Everybody opens the own page."""
        desk, *seats = (self.phone(number) for number in range(4))
        self.desk, self.recorder = desk, Recorder(desk, self.table)
        self.seats = [Seat(phone, self.table, seat, WORDS) for seat, phone in enumerate(seats)]
        self.phones = [desk, *seats]

    def phone(self, number: int) -> Phone:
        """A phone; the first one is the recorder's."""
        way = self.gone.enter_context(flaky_network(self.up["url"], self.seed * 10 + number))
        context = self.browser.new_context(
            viewport={"width": 390, "height": 844}, locale="en-GB", service_workers="allow" if COUNT else "block"
        )
        self.gone.callback(context.close)
        return Phone(context, way)

    def play(self, moves: list[Any]) -> None:
        """Moves of a game, with the programs before each reveal."""
        while moves:
            upto = next((n for n, move in enumerate(moves) if move["type"] == "reveal_orders"), len(moves))
            if upto == 0:
                self.year(moves[0]["orders"])
                # Whoever reveals what all have sealed types none of it; the log has it all.
                self.enter([{"type": "reveal_orders"}])
                self.tapped[-1] = moves[0]
                self.opened()
                moves = moves[1:]
            else:
                self.enter(moves[:upto])
                moves = moves[upto:]

    def enter(self, moves: list[Any]) -> None:
        """The recorder taps moves, and all of them are sent."""
        self.recorder.play(moves)
        self.recorder.sent()
        self.tapped += moves

    @property
    def version(self) -> int:
        """Of the record."""
        return int(self.table.get("")["version"])

    def year(self, orders: dict[str, list[str]]) -> None:
        """Everybody seals six orders at once, some twice; nobody else's phone knows them then."""
        settled([seat.phone for seat in self.seats], self.version)
        wanted: list[list[list[str]]] = []
        for seat in self.seats:
            last = orders[str(seat.seat)]
            first = [self.chance.choice([*WORDS]) for _ in last]
            wanted.append([first, last] if self.chance.random() < MIND_CHANGED and first != last else [last])
        for turn in (0, 1):
            busy = [seat for seat in self.seats if len(wanted[seat.seat]) > turn]
            for seat in self.chance.sample(busy, len(busy)):
                seat.choose(wanted[seat.seat][turn])
                seat.seal()
            for seat in busy:
                seat.sealed(wanted[seat.seat][turn])
        settled(self.phones, self.version)
        secrets = [secret for seat in self.seats for secret in self.secrets_of(seat, wanted[seat.seat])]
        self.sealed.append(secrets)
        self.search(secrets)

    def bring(self, moves: list[Any]) -> None:
        """Moves that are not tapped."""
        self.table.bring(moves)
        self.tapped += moves

    def secrets_of(self, seat: Seat, wanted: list[list[str]]) -> list[Secret]:
        """What a seat has sealed in this year, which is what was tapped and nothing else."""
        known = {name for year in self.sealed for _, name, *_ in year}
        told = sorted(told_of(self.table, seat.token).items(), key=lambda one: int(one[0]))
        new = [(name, one["orders"]) for name, one in told if name not in known]
        assert [one["value"] for _, one in new] == wanted, (seat.seat, new)
        return [Secret(seat.seat, name, one["salt"], tuple(one["value"])) for name, one in new]

    def search(self, secrets: list[Secret]) -> None:
        """A phone knows what its own seat has sealed, and nothing of what others have sealed and not opened."""
        public = [secret.orders for year in self.sealed for secret in year if secret not in secrets]
        for phone, seat in zip(self.phones, [None, 0, 1, 2], strict=True):
            own = [secret for secret in secrets if secret.seat == seat]
            others = [secret for secret in [*secrets, *self.replaced()] if secret.seat != seat]
            known = [*public, *(secret.orders for secret in own)]
            traces = {trace: secret for secret in others for trace in secret.traces(WORDS, known)}
            told = phone.fresh()
            assert leaks(traces, told) == [], (self.seed, seat)
            # The same look finds what may be found.
            mine = {trace: secret for secret in own for trace in secret.traces(WORDS)[:2]}
            assert {trace for _, trace, _ in leaks(mine, told)} == mine.keys()
            self.searched += len(others)

    def replaced(self) -> list[Secret]:
        """What a seat sealed, and then something else in its place: nobody is ever told."""
        return [
            secret for year in self.sealed for secret, later in itertools.pairwise(year) if secret.seat == later.seat
        ]

    def opened(self) -> None:
        """What was sealed last is open to all, as it was tapped."""
        last = {secret.seat: secret for secret in self.sealed[-1]}
        told = self.table.get("/log?limit=10000")["secrets"]
        for secret in last.values():
            assert told[secret.name]["orders"] == {"salt": secret.salt, "value": list(secret.orders)}

    def end(self) -> Counter[str]:
        """The network stays; the log is what was tapped, and all screens show the same. How often it was cut."""
        for phone in self.phones:
            phone.way.rest()
            phone.network()
        settled(self.phones, self.version)
        entries = self.table.get("/log?limit=10000")["entries"]
        assert Counter(entry["type"] for entry in entries if entry["type"] != "move") == {"opened": 1, "seated": 3}
        moves = {str(entry["version"]): entry["body"] for entry in entries if entry["type"] == "move"}
        programs = {name: move for name, move in moves.items() if move["type"] == "program"}
        secrets = [secret for year in self.sealed for secret in year]
        assert programs == {secret.name: {"type": "program", "seat": secret.seat} for secret in secrets}
        self.alike(moves)
        self.screens()
        self.search([])
        assert [phone.faults for phone in self.phones] == [[]] * len(self.phones)
        return sum((phone.way.happened for phone in self.phones), Counter())

    def alike(self, moves: dict[str, Any]) -> None:
        """The log has what was tapped, in its order, as the rules spell it."""
        fold, tapped = Fold(XIDIT, COLOURS, defaults("xidit"), BOX), iter(self.tapped)
        for name, body in moves.items():
            if body["type"] != "program":
                assert body == XIDIT.encode(fold.decide(next(tapped))), name
            fold.apply(name, body)
        assert next(tapped, None) is None

    def screens(self) -> None:
        """Last moves, and the result where there is one, are the same on all phones."""
        said = self.desk.page.locator("#said")
        expect(said).not_to_have_text("")
        for seat in self.seats:
            expect(seat.told()).to_have_text(said.inner_text())
        result = self.table.get("/result") if self.table.get("")["status"] == "finished" else {"seats": []}
        ranked = sorted(result["seats"], key=lambda one: one["rank"])
        for phone in self.phones:
            expect(phone.page.locator(".places-of-seats li .score")).to_have_text([str(one["score"]) for one in ranked])
            expect(phone.page.locator(".places-of-seats li .rank")).to_have_text([f"{one['rank']}." for one in ranked])

    def figures(self) -> str:
        """What was done, in figures."""
        sealed = sum(map(len, self.sealed))
        return f"{len(self.tapped)} moves, {sealed} programs sealed, looked for {self.searched} times on others' phones"


class Side:
    """A table at which one seat has sealed its orders, and what other phones have of it.

    Args:
        evening: The table.
        moves: What was played before.
        orders: What is sealed.
    """

    def __init__(self, evening: Evening, moves: list[Any], orders: list[str]) -> None:
        self.evening = evening
        evening.bring(moves)
        links = [evening.table.link(seat) for seat in range(len(COLOURS))]
        self.tokens = [link.partition("#t=")[2] for link in links]
        self.token = self.tokens[0]
        third, viewer, *desk = evening.phones = [evening.phone(number) for number in range(3 if COUNT else 2)]
        Seat(third, evening.table, 2, WORDS, links[2])
        for phone in desk:
            Recorder(phone, evening.table)
        viewer.page.goto(f"{viewer.way.url}/viewer/?record={evening.table.id}")
        viewer.page.wait_for_selector("#replay:not([hidden])")
        for seat, sealed in ((0, orders), (1, ["wait"] * 6)):
            headers = {"Authorization": f"Bearer {self.tokens[seat]}", "If-Match": "*"}
            move = {"type": "program", "seat": seat, "orders": sealed}
            evening.table.call("POST", f"/v1/records/{evening.table.id}/moves", json=move, headers=headers)
            settled([third, *desk], evening.version)
            expect(viewer.page.locator("#sentence")).to_contain_text(("Ana", "Ben")[seat])

    def secret(self) -> Secret:
        """What is sealed."""
        (told,) = told_of(self.evening.table, self.token).items()
        name, one = told
        return Secret(0, name, one["orders"]["salt"], tuple(one["orders"]["value"]))

    def has(self, place: int) -> set[str]:
        """What a phone has, without what is another in every record."""
        phone, table = self.evening.phones[place], self.evening.table
        ids = {phone.way.url: "HERE", table.url: "THERE", table.id: "RECORD", table.id[:8]: "RECORD"}
        for seat, token in enumerate(self.tokens):
            ids |= {token: f"SECRET {seat}", token.split("_")[1]: f"TOKEN {seat}"}
        for seat in table.get("")["seats"]:
            ids[seat["player"]] = f"PLAYER {seat['seat']}"
        return alike(phone.received(), phone.stored(), ids)


@long_only
def test_on_four_phones_in_a_bad_hall_everything_arrives_once_and_nobody_learns_what_others_sealed(
    browser: Browser, up: dict[str, str]
) -> None:
    for seed in range(FIRST, FIRST + (COUNT or 1)):
        with contextlib.ExitStack() as gone:
            evening = Evening(browser, up, seed, gone)
            moves = game(seed)
            if not COUNT:
                first = next(n for n, move in enumerate(moves) if move["type"] == "reveal_orders")
                evening.bring(moves[:first])
                moves = moves[first : 1 + next(n for n, move in enumerate(moves) if move["type"] == "end_year")]
            evening.sit_down()
            for phone in evening.phones:
                phone.way.start(CUTS)
            evening.play(moves)
            happened = evening.end()
            assert happened.total() > 0
            if COUNT:
                print(f"seed {seed}: {evening.figures()}, {dict(happened)}", flush=True)  # noqa: T201 - the long run's


@long_only
def test_games_that_differ_in_orders_which_another_seat_has_sealed_leave_the_same_on_every_phone(
    browser: Browser, up: dict[str, str]
) -> None:
    moves = game(1)
    moves = moves[: next(n for n, move in enumerate(moves) if move["type"] == "reveal_orders")]
    with contextlib.ExitStack() as gone:
        sides = [Side(Evening(browser, up, 1, gone), moves, orders) for orders in (ORDERS, OTHERS)]
        one, other = sides
        for place in range(len(other.evening.phones)):
            assert other.has(place) == one.has(place), place
        # What tells them apart is found, wherever it stands.
        secret = other.secret()
        traces = dict.fromkeys(secret.traces(WORDS), secret)
        for place, phone in enumerate(other.evening.phones):
            assert leaks(traces, phone.all()) == []
            there = f"{phone.way.url}/v1/records/{other.evening.table.id}/log"
            requests.get(there, headers={"Authorization": f"Bearer {other.token}"}, timeout=PATIENCE_S)
            assert len(leaks(traces, phone.fresh())) == 2
            assert other.has(place) != one.has(place)
            phone.way.received.pop()
            assert other.has(place) == one.has(place)
            phone.page.evaluate("(orders) => localStorage.setItem('six', orders.join())", OTHERS)
            assert len(leaks(traces, phone.fresh())) == 1
            assert other.has(place) != one.has(place)
