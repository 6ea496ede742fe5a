"""A short run of the kill program, and that its judge would notice."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import requests

from service.store.connect import connect
from service.store.keys import key
from service.store.log import Log
from tests.kill import correctors, judge, rounds, signers
from tests.kill.corrected_record import SEATS
from tests.kill.correctors import Player, Table
from tests.kill.processes import Up
from tests.kill.signers import Judge, Noter, Signer
from tests.kill.writers import Book, Record, plans


@pytest.mark.slow
def test_three_rounds_lose_nothing(tmp_path: Path) -> None:
    said: list[str] = []
    outcome = rounds.run(Up(tmp_path / "data"), rounds=3, seed=5, seconds=1.5, parts=("store", "all"), say=said.append)
    assert outcome.violations == [], said
    assert outcome.rounds == 3
    assert outcome.killed["store"]
    assert outcome.killed["all"]
    assert outcome.counts["acknowledged"] > 50


@pytest.fixture(scope="module")
def up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Up]:
    """A service for more tests than one."""
    made = Up(tmp_path_factory.mktemp("up") / "data")
    made.start()
    try:
        yield made
    finally:
        made.stop()


@pytest.fixture
def book(up: Up, request: pytest.FixtureRequest) -> tuple[Book, Record]:
    """A game there with ten acknowledged moves; each test has its own, by the key of its opening."""
    book = Book(up, plans(1))
    with requests.Session() as session:
        record = book.open(session, request.node.name)
        for ply, move in enumerate(record.plan.moves[:10]):
            _, said = book.send(session, f"/v1/records/{record.id}/moves", move, str(ply), ply + 1)
            book.acknowledge(record, said["version"], "me", said["entry"]["hash"])
    return book, record


@pytest.mark.slow
def test_the_judge_notices_what_is_lost_doubled_or_not_as_rebuilt(book: tuple[Book, Record]) -> None:
    kept, record = book
    judge.level(kept.up, [record])
    judge.judge(kept, [record])
    assert kept.violations == []
    log = Log(connect(kept.up.store_url))
    log.store.lset(key("frames", record.id), 3, b"{}")
    judge.judge(kept, [record])
    assert [what for what in kept.violations if "differs from its rebuild" in what]
    log.store.xdel(key("log", record.id), "11-0")
    assert any("is lost" in what for what in judge.logged(log, record))
    log.store.xdel(key("log", record.id), "5-0")
    assert any("entry 5" in what for what in judge.logged(log, record))
    record.acknowledged[3] = ("me", "another")
    kept.acknowledge(record, 3, "you", "other")
    assert "acknowledged as" in kept.violations[-1]
    log.store.close()


def _signed(table: Table) -> None:
    """Play the table's game to its end, note something, and have every seat sign it: that closes the record."""
    recorder, noter = Player(None, table, 0, 1), Noter(table, 0, 1)
    record = table.sit_down(recorder.session)
    noter.at(record)
    Judge(table, 0, 1).at(record)
    while record.next < len(record.plan.moves):
        recorder.at(record)
    table.over = record
    for seat in range(len(SEATS)):
        Signer(seat, table, 0, 1).act()


@pytest.mark.slow
def test_the_judge_notices_half_an_entry_and_what_was_said_and_is_lost(
    book: tuple[Book, Record], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, _ = book
    monkeypatch.setattr(correctors, "TAKEN_BACK", 0)
    monkeypatch.setattr(signers, "DISPUTED", 0)
    table = Table(kept, 1)
    _signed(table)
    record = table.over
    assert record is not None
    assert kept.violations == []
    log = Log(connect(kept.up.store_url))
    entries, secrets = log.read(record.id), log.secrets(record.id)
    log.store.close()
    assert [entry["type"] for entry in entries[-5:]] == [*["signed"] * 4, "closed"]
    assert list(record.differs(entries, secrets)) == []

    def found(entries: list[Any] = entries, secrets: Any = secrets) -> str:
        return "; ".join(record.differs(entries, secrets))

    assert "the record is not closed" in found(entries[:-1])
    assert "comes with the last signature" in found([*entries[:-2], entries[-1]])
    ruled = next(place for place, entry in enumerate(entries) if entry["type"] == "ruled")
    half = {**entries[ruled], "body": {"adjustments": entries[ruled]["body"]["adjustments"][:1]}}
    assert "half a ruling" in found([*entries[:ruled], half, *entries[ruled + 1 :]])
    noted = next(entry["version"] for entry in entries if entry["type"] == "noted")
    text = secrets[noted]["text"]
    assert "its text is lost" in found(secrets={**secrets, noted: {}})
    assert "not what its seal commits to" in found(secrets={**secrets, noted: {"text": {**text, "value": "another"}}})
    del record.acknowledged[noted]
    assert "(noted) was acknowledged to nobody" in found()
