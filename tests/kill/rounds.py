"""The rounds: write, kill, write on, stand still, judge."""

import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

import requests

from tests.fixtures.waiting import eventually
from tests.kill import judge
from tests.kill.correctors import Table, correctors
from tests.kill.processes import PARTS, Up
from tests.kill.signers import signers
from tests.kill.writers import GIVE_UP_S, Book, Hand, Shared, Writer, plans

WRITERS = 16
LEAST = 10
"""Entries that are acknowledged before a kill and after it, at least."""


@dataclass
class Outcome:
    """What the rounds came to."""

    rounds: int = 0
    killed: Counter[str] = field(default_factory=Counter)
    level_s: list[float] = field(default_factory=list)
    violations: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    records: int = 0


def run(
    up: Up,
    *,
    rounds: int,
    seed: int,
    seconds: float,
    pace_s: float = 0.05,
    parts: tuple[str, ...] = PARTS,
    say: Callable[[str], None] = print,
) -> Outcome:
    """Run so many rounds on a service that is not started yet; it is stopped at the end."""
    chance = random.Random(seed)
    outcome = Outcome()
    book = Book(up, plans(32))
    book.go.set()
    writers: list[Hand] = []
    try:
        up.start()
        with requests.Session() as session:
            shared = [Shared(book.open(session, f"shared {place}")) for place in range(WRITERS // 2)]
        writers = [Writer(number, book, shared[number // 2], pace_s, seed) for number in range(WRITERS)]
        table = Table(book, seed)
        writers += [*correctors(table, pace_s, seed), *signers(table, pace_s, seed)]
        for writer in writers:
            writer.start()
        for number in range(1, rounds + 1):
            before, violated = book.counts.copy(), len(book.violations)
            victims = _round(up, book, writers, chance, seconds, parts[number - 1 :][:1] or parts)
            open_ = [record for record in book.records.values() if not record.checked]
            took = None
            try:
                took = judge.level(up, open_)
            except TimeoutError as error:
                book.violated(f"round {number}: not level {error}")
            else:
                judge.judge(book, open_)
                outcome.level_s.append(took)
            for record in open_:
                record.checked = True
            outcome.rounds += 1
            outcome.killed.update(victims)
            seen = book.counts - before
            acknowledged = seen.pop("acknowledged", 0)
            say(
                f"round {number:3}: killed {' + '.join(victims)}; {acknowledged} acknowledged, "
                f"level {'never' if took is None else f'in {took:.1f} s'}; "
                f"{', '.join(f'{n} x {what}' for what, n in sorted(seen.items())) or 'nothing lost'}"
                f"{f'; {len(book.violations) - violated} VIOLATIONS' if len(book.violations) > violated else ''}"
            )
            for what in book.violations[violated:]:
                say(f"VIOLATION {what}")
    finally:
        book.end.set()
        book.go.set()
        code = up.stop()
    if code:
        book.violated(f"movebook up ended with exit code {code}")
        say(f"VIOLATION {book.violations[-1]}")
    outcome.violations, outcome.counts, outcome.records = book.violations, book.counts, len(book.records)
    return outcome


def _write(book: Book, seconds: float) -> None:
    """Have the writers write so long, and longer on a machine that is slow: until some of it is acknowledged."""
    wanted = book.counts["acknowledged"] + LEAST
    time.sleep(seconds)
    eventually(lambda: book.counts["acknowledged"] >= wanted, GIVE_UP_S)


def _round(
    up: Up, book: Book, writers: list[Hand], chance: random.Random, seconds: float, parts: tuple[str, ...]
) -> list[str]:
    """Write, kill at a random moment, write on, stand still; what was killed."""
    book.go.set()
    _write(book, chance.uniform(0.1, 0.6) * seconds)
    victims = [chance.choice(parts)]
    # Now and then what is coming back is hit again, or something beside it.
    if victims[0] != "all" and chance.random() < 0.3:
        victims.append(chance.choice([part for part in PARTS if part != "all"]))
    for place, part in enumerate(victims):
        if place:
            time.sleep(chance.choice([0, chance.uniform(0, 0.8)]))
        up.kill(part, chance.randrange(1000))
    if "all" in victims:
        up.start()
    _write(book, chance.uniform(0.3, 0.6) * seconds)
    book.go.clear()
    until = time.monotonic() + GIVE_UP_S + 35
    for writer in writers:
        writer.idle.clear()  # it may have stood still before the flag fell
    for writer in writers:
        while not writer.idle.is_set() and time.monotonic() < until:
            time.sleep(0.01)
    return victims
