"""Folds of a line: of this record, of what it was earlier, or of one that nobody has written."""

import itertools
from random import Random

import pytest

from engines.kernel.canonical import digest
from service.access.eyes import PUBLIC, RECORDER, Eyes
from service.api.web.http import Service
from service.record.derived import projections
from service.record.files import verify
from service.record.state.cache import RecordCache
from service.store import chain
from service.store.keys import key
from tests.contract.games import Table
from tests.fixtures.toy import list_toy
from tests.long import cases
from tests.service.conftest import Api, Json
from tests.service.record.written import Evening, played, write

EYES = (PUBLIC, RECORDER, Eyes("seat:0"), Eyes("seat:1"))


def test_a_line_that_nobody_has_written_can_be_folded(recorder: Api, service: Service) -> None:
    record = recorder.open("yellow", "red").play([{"type": "choose_start_player", "player": 0}])
    live = service.lives.get(record.id)
    timeline = live.timeline.copy()
    timeline.apply({"version": 3, "type": "undone", "body": {"undoes": ["2"], "seat": 0}})
    assert live.new_fold(timeline, PUBLIC).facts() == live.opening.fold().facts()
    assert live.new_fold(live.timeline, PUBLIC).facts() == live.public.facts()
    assert live.new_fold(live.timeline, PUBLIC, 0).facts() == live.opening.fold().facts()
    assert live.version == 2


def stored(service: Service, record: str) -> Json:
    store = service.log.store
    return {"frames": projections.replay(service.log, record)[1], "place": store.hgetall(key("place", record))}


# Random evenings: moves typed, taken back, brought back, amended, replaced, ruled and sealed late.

TABLES = [("kingdoms", 3, 40), ("xidit", 3, 35), ("toy", 3, 30)]


@pytest.mark.parametrize("seed", range(cases(1, 3)))
@pytest.mark.parametrize(("game", "count", "most"), TABLES)
def test_every_fold_is_the_corrected_game_played_from_scratch(
    recorder: Api, service: Service, monkeypatch: pytest.MonkeyPatch, game: str, count: int, most: int, seed: int
) -> None:
    if game == "toy":
        list_toy(monkeypatch)
    table = Table(game, count, seed)
    record = recorder.open(*table.seats, game=game, options=table.options)
    moves = list(itertools.islice(table.moves(), most))
    evening = Evening(service, record.id, moves, Random(seed))
    cold = RecordCache(service.log)
    for number, act in enumerate(evening.go()):
        live = evening.live
        entry = (
            live.timeline.steps[-1].source_entry
            if act == "move"
            else service.log.read(record.id, live.version - 1, 1)[0]
        )
        assert [step.name for step in live.timeline.steps] == [row.name for row in evening.rows], act
        scratch = played(live, evening.rows, PUBLIC)
        assert entry["state"] == digest(scratch.facts())
        if act != "move" or number % 7 == 0:
            cold.drop(record.id)
            other = cold.get(record.id)
            assert (other.tally, other.progress) == (live.tally, live.progress)
            for eyes in EYES:
                wanted = played(live, evening.rows, eyes).view()
                assert live.fold(eyes).view() == wanted, (act, eyes)
                assert other.fold(eyes).view() == wanted, (act, eyes)
            projections.project(service.log, cold, record.id)
            frames = projections.replay(service.log, record.id)[1]
            assert len(frames) == len(evening.rows)
    assert len(set(evening.did)) > 3
    # Projected act by act, and once more from nothing.
    stepwise = stored(service, record.id)
    projections.delete(service.log, record.id)
    projections.project(service.log, RecordCache(service.log), record.id)
    assert stored(service, record.id) == stepwise
    # The file of it is found to be what was written, by who sees its secrets and by who does not.
    for eyes in ("recorder", "public"):
        assert verify.check(record.get("/export", eyes=eyes).json) == []
    # Every earlier line is what it was.
    chain.check(service.log.read(record.id))
    for version, rows in list(evening.lines.items())[seed::5]:
        for eyes in EYES[:2]:
            then = service.lives.at(record.id, version=version, eyes=eyes)
            assert then.fold(eyes).view() == played(then, rows, eyes).view(), version
            assert [step.name for step in then.timeline.steps] == [row.name for row in rows]


@pytest.mark.parametrize(("game", "count", "most"), TABLES)
def test_an_undo_and_its_redo_leave_line_state_and_frames_as_they_were(
    recorder: Api, service: Service, monkeypatch: pytest.MonkeyPatch, game: str, count: int, most: int
) -> None:
    if game == "toy":
        list_toy(monkeypatch)
    table = Table(game, count, 5)
    record = recorder.open(*table.seats, game=game, options=table.options)
    evening = Evening(service, record.id, [], Random(5))
    for move in table.moves():
        evening.moves.append(move)
        evening.move()
    projections.project(service.log, service.lives, record.id)
    live = evening.live
    before = [step.mark for step in live.timeline.steps], live.public.facts(), live.result(), live.ended_at
    frames, first = projections.replay(service.log, record.id)[1], projections.place(service.log, record.id).first
    assert live.result() is not None
    names = [row.name for row in evening.rows[-9:]]
    undone = write(service, record.id, "undone", {"undoes": names, "seat": None})
    projections.project(service.log, service.lives, record.id)
    assert projections.place(service.log, record.id).result is None
    assert len(projections.replay(service.log, record.id)[1]) == len(frames) - 9
    write(service, record.id, "undone", {"undoes": [str(undone["version"])], "seat": None})
    projections.project(service.log, service.lives, record.id)
    live = evening.live
    assert ([step.mark for step in live.timeline.steps], live.public.facts(), live.result(), live.ended_at) == before
    assert projections.replay(service.log, record.id)[1] == frames
    assert projections.place(service.log, record.id).first == first
