"""What a record costs its readers and the worker, counted and not timed: a busy machine counts the same.

Both had grown to twice of what they were, a few calls for each entry at a time, and no test of one change showed it.
"""

from __future__ import annotations

import cProfile
import pstats
import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from engines import GAMES
from service.api.http import Service
from service.record import ladder, projections
from service.record.lives import Lives
from tests.service.conftest import Api, Record

SEATS = ("yellow", "red", "blue")
SENT = 6
"""Commands that a worker sends for a record, however many moves wait: how far it is, whether it is set aside, the
entries, their secrets, the lists, and all that is derived."""
RUN = 60
"""Commands that the store runs for 20 moves, those within scripts among them: 15 % more than 52. They are those above,
20 frames, and once for all of them the lists and the place."""
CALLS = 63
"""Calls a move, of Python and of C, of a cold replay of one game of Kingdoms without secrets: 15 % more than the 55 of
Python 3.11. They were 60 before records knew undo, corrections and signatures, and 123 before they were counted."""


@pytest.fixture
def record(recorder: Api) -> Record:
    """A record of Kingdoms with nothing played."""
    return recorder.open(*SEATS)


@contextmanager
def heard(service: Service) -> Iterator[list[dict[str, Any]]]:
    """The commands that the store runs meanwhile."""
    store, found = service.log.store, list[dict[str, Any]]()
    with store.monitor() as told:
        yield found
        store.echo("over")
        while (one := told.next_command())["command"] != "ECHO over":
            found.append(one)


def sent(commands: list[dict[str, Any]]) -> list[str]:
    """Those among them that no script ran, by name."""
    ours = [one["command"].partition(" ")[0] for one in commands if one["client_type"] != "lua"]
    return [command for command in ours if command not in ("HELLO", "CLIENT")]  # of a connection that is new


def test_a_worker_sends_six_commands_for_twenty_moves_that_wait(record: Record, service: Service) -> None:
    moves = list(GAMES["kingdoms"].table(random.Random(1), SEATS, {}, GAMES["kingdoms"].box()))
    lives = Lives(service.log)
    record.play(moves[:30])
    projections.project(service.log, lives, record.id)
    record.play(moves[30:50])
    with heard(service) as commands:
        assert projections.project(service.log, lives, record.id) == 51
    assert len(sent(commands)) <= SENT, sent(commands)
    assert len(commands) <= RUN, len(commands)


def test_a_cold_replay_without_rungs_sends_as_many_commands_however_long_it_is(
    record: Record, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ladder, "EVERY", 4)
    moves = list(GAMES["kingdoms"].table(random.Random(1), SEATS, {}, GAMES["kingdoms"].box(), knows="public"))
    record.play(moves[:40])
    with heard(service) as commands:
        assert Lives(service.log).at(record.id).public.ply == 40
    assert sorted(sent(commands)) == ["HGET", "HGET", "HKEYS", "XRANGE"]  # no secrets where no entry has a seal


def test_a_cold_replay_makes_no_more_calls_a_move_than_it_did(record: Record, service: Service) -> None:
    moves = list(GAMES["kingdoms"].table(random.Random(1), SEATS, {}, GAMES["kingdoms"].box(), knows="public"))
    record.play(moves)
    lives = Lives(service.log)
    lives.at(record.id)  # what is made once a process is made now
    profile = cProfile.Profile()
    profile.enable()
    live = lives.at(record.id)
    profile.disable()
    assert live.public.ply == len(moves)
    calls = pstats.Stats(profile).total_calls / len(moves)  # type: ignore[attr-defined]
    assert calls <= CALLS, f"{calls:.1f} calls a move"
