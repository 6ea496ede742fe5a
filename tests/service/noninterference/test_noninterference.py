"""No eyes get a byte that depends on what they may not see: games that differ in one hidden fact only.

What is compared, and what counts as a pair, stands in ``paired``; which facts are hidden how in ``paired_games``.
``MOVEBOOK_PAIRS=20000`` tries so many pairs over all games; a family that differs says its seed, and comes again. With
``MOVEBOOK_PAIRS_PART=3/40`` it is the third of forty parts, of other families than any other part.
"""

import json
import os
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, Response, current_app, request

from service.access.eyes import JUDGE, Eyes
from service.api.routes import stream
from service.api.web import http
from service.api.web.http import Service
from service.record.entries import texts
from service.record.state.record import LiveRecord
from service.record.write import open_record, rate_limit
from service.store import connect
from service.store.archive import Folder
from tests.fixtures.toy import list_toy
from tests.long import LONG
from tests.service.conftest import As
from tests.service.noninterference.architects import noted
from tests.service.noninterference.families import ACTS, CALLS, TRIES, Family
from tests.service.noninterference.games import WAYS, Plan, fist, program, starting_tile
from tests.service.noninterference.texts import dispute, note

PART, PARTS = (int(number) for number in os.environ.get("MOVEBOOK_PAIRS_PART", "1/1").split("/"))
"""Which of how many parts this is."""
PAIRS = -(-int(os.environ.get("MOVEBOOK_PAIRS", "0")) // PARTS)
"""Pairs tried over all games in this part; at least a family is tried for each way in which a fact can be hidden."""
FIRST = 10_000 * (PART - 1)
"""The seed of the first family of this part."""
MOST = 14 if PAIRS else 2
"""Records in a family, where the fact has so many values: 14 of them make 91 pairs."""
READERS = {"nobody", "read", "stranger", "another seat", "recorder", "helper", "admin", "judge", "second"}


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch, bare_pages: None) -> None:
    """One clock, and exported pages without the viewer."""
    for module in (open_record, rate_limit):
        monkeypatch.setattr(module, "now", lambda: "2026-01-01T00:00:00.000Z")
    list_toy(monkeypatch)
    if PAIRS:
        # Who looks for an hour may be halted meanwhile: that is not the store's fault.
        monkeypatch.setattr(connect, "TIMEOUT_S", 3600.0)


@pytest.fixture
def lay(service: Service, as_: As, redis: Any, tmp_path: Path) -> Callable[[Plan], Family]:
    """Families, each on a store that holds nothing else."""
    service.log.archive.folder = Folder(tmp_path)

    def laid(plan: Plan) -> Family:
        redis.flushall()
        return Family(plan, service, as_)

    return laid


@pytest.fixture(scope="module")
def tally(request: pytest.FixtureRequest) -> Iterator[dict[str, tuple[int, int]]]:
    """Pairs tried and answers compared by game; printed at the end, for how much was tried is the result."""
    counts: dict[str, tuple[int, int]] = {}
    yield counts
    pairs, answers = (sum(count[n] for game, count in counts.items() if game != "toy") for n in (0, 1))
    with request.config.pluginmanager.getplugin("capturemanager").global_and_fixture_disabled():
        print(f"\n{pairs} pairs over {' and '.join(sorted({*counts} - {'toy'}))}, {answers} answers compared")  # noqa: T201


@pytest.mark.timeout(0 if PAIRS else 600)
@pytest.mark.parametrize("game", WAYS)
def test_games_that_differ_in_a_hidden_fact_cannot_be_told_apart(
    game: str, lay: Callable[[Plan], Family], tally: dict[str, tuple[int, int]], capsys: pytest.CaptureFixture[str]
) -> None:
    ways, tried, seen = WAYS[game], dict[str, int](), dict[str, set[str]]()
    compared = number = 0
    mended: Counter[str] = Counter()
    wanted = 0 if game == "toy" else -(-PAIRS // (len(WAYS) - 1))
    if not LONG and not PAIRS:
        ways = list({draw: (draw, how) for draw, how in reversed(ways)}.values())
    while number < len({(draw, how) for draw, how in ways}) or sum(tried.values()) < wanted:
        draw, how = ways[number % len(ways)]
        family = lay(draw(how, FIRST + number, MOST)).play()
        tried[family.plan.how] = tried.get(family.plan.how, 0) + family.plan.pairs
        compared += family.compared
        mended += family.mended
        mended["families"] += bool(family.mended)
        for reader, kinds in family.kinds.items():
            seen.setdefault(reader, set()).update(kinds)
        number += 1
        if number % 20 == 0:
            with capsys.disabled():
                print(f"\n{number} families of {game}: {sum(tried.values())} pairs", end="", flush=True)  # noqa: T201
    tally[game] = sum(tried.values()), compared
    acts = ", ".join(f"{count} {act}" for act, count in sorted(mended.items()) if act != "families")
    with capsys.disabled():
        print(f"\n{game}: {tally[game][0]} pairs in {number} families, {compared} answers compared: {tried}")  # noqa: T201
        print(f"{game}: {mended['families']} of {number} families with {acts}")  # noqa: T201
    if number > 5:
        assert mended["families"] * 2 >= number, "half of the families at least have something taken back or corrected"
    if number > 10 * len(READERS):
        # Who has eyes lent makes no tries; everybody else made all there are.
        assert {reader for reader, kinds in seen.items() if kinds >= CALLS | TRIES} == READERS
        assert mended.keys() >= {*ACTS}


def view(patch: pytest.MonkeyPatch, app: Flask) -> None:
    """Everybody is shown the view that is the judge's."""
    del app
    fold = LiveRecord.fold
    patch.setattr(LiveRecord, "fold", lambda live, eyes: fold(live, Eyes("judge") if eyes.name == "recorder" else eyes))


def offers(patch: pytest.MonkeyPatch, app: Flask) -> None:
    del app
    patch.setattr(LiveRecord, "offers", lambda live, eyes, part=None: live.fold(JUDGE).offers(part, eyes.derived))


def second_link(patch: pytest.MonkeyPatch, app: Flask) -> None:
    """A later link of a seat opens what was sealed before it."""
    del app
    patch.setattr(
        Eyes, "can_see", lambda eyes, of, version: eyes.name == "judge" or (bool(version) and eyes.name in of)
    )


def trial(patch: pytest.MonkeyPatch, app: Flask) -> None:
    """A move that is only tried says whether it fits what was sealed."""
    del app
    fork = LiveRecord.fork

    def forked(live: LiveRecord, eyes: Eyes) -> LiveRecord:
        copy = fork(live, eyes)
        copy.dry_run_eyes = None
        return copy

    patch.setattr(LiveRecord, "fork", forked)


def tag(patch: pytest.MonkeyPatch, app: Flask) -> None:
    """The tag of an answer changes with what was sealed."""
    del patch

    def tagged(answer: Response) -> Response:
        if answer.status_code == 200:
            answer.headers["ETag"] = f'"{sealed()}"'
        return answer

    app.after_request(tagged)


def watched(patch: pytest.MonkeyPatch, app: Flask) -> None:
    """A stream tells everybody what a judge is told."""
    del app
    told = stream._events_after
    patch.setattr(stream, "_events_after", lambda service, head, _eyes, after: told(service, head, JUDGE, after))


def one_tag(patch: pytest.MonkeyPatch, app: Flask) -> None:
    """The tag of an answer is the version alone, the same for all eyes."""
    del app
    patch.setattr(http, "etag", lambda version, _: f'"{version}"')


def size(patch: pytest.MonkeyPatch, app: Flask) -> None:
    """A refusal is longer or shorter by what was sealed."""
    del patch

    def padded(answer: Response) -> Response:
        if answer.status_code == 422:
            answer.set_data(answer.get_data() + b" " * sealed())
        return answer

    app.after_request(padded)


def every_text(patch: pytest.MonkeyPatch, app: Flask) -> None:
    """A text that is for some is read by everybody."""
    del app
    sealed_ = texts.salted
    patch.setattr(texts, "salted", lambda text, _eyes=(): sealed_(text))


def sealed() -> int:
    """A number that depends on what lies beside the log of the record that is asked for."""
    record = (request.view_args or {}).get("record")
    service: Service = current_app.extensions["movebook"]
    known = service.log.secrets(record) if record else {}
    values = [secret["value"] for told in known.values() for secret in told.values()]
    return zlib.crc32(json.dumps(values).encode()) % 1000


Hide = Callable[[str, int, int], Plan]
LEAKS: list[tuple[Callable[[pytest.MonkeyPatch, Flask], None], Hide, str]] = [
    (view, fist, "sealed"), (offers, starting_tile, "sealed"), (tag, note, "kingdoms of a seat"),
    (size, starting_tile, "sealed"), (every_text, dispute, "kingdoms"),
]  # fmt: skip
"""A leak of each kind of answer; each leak, in further families, with MOVEBOOK_LONG."""
# Not offers with a program: what may be recorded depends on no program.
if LONG:
    LEAKS += [(leak, starting_tile, "sealed") for leak in (view, second_link, trial, tag, watched, one_tag)]
    LEAKS += [(leak, program, "sealed") for leak in (view, second_link, trial, tag, one_tag, size)]
    LEAKS += [(offers, fist, "sealed"), (size, fist, "sealed"), (view, noted, "sealed")]
    LEAKS += [(leak, note, "kingdoms of a seat") for leak in (second_link, size, every_text)]
    LEAKS += [(tag, note, "xidit of the recorder")]


@pytest.mark.parametrize(("leak", "hidden", "how"), LEAKS)
def test_a_leak_is_found(
    leak: Callable[[pytest.MonkeyPatch, Flask], None],
    hidden: Hide,
    how: str,
    lay: Callable[[Plan], Family],
    app: Flask,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    leak(monkeypatch, app)
    # Who asks for everything is another one in each family; a leak to one of them is found when it is its turn. In the
    # first of these families most are.
    first = 4 if hidden is noted else 6
    with pytest.raises(AssertionError, match=" asks "):
        all(lay(hidden(how, seed, 3)).play() for seed in range(first, first + 2 * len(READERS)))
