"""Two of the measurements in small: those that reach into the service and would stop with what they reach for."""

import pytest

from tests.bench import long, replay
from tests.long import long_only


@long_only
def test_what_a_replay_costs_is_measured_beside_chess(capsys: pytest.CaptureFixture[str]) -> None:
    replay.main(rounds=1, count=1)
    assert "python-chess" in capsys.readouterr().out


@long_only
def test_what_a_move_of_a_long_record_costs_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    long.main(rounds=1, plies=100)
    assert "ply 100" in capsys.readouterr().out
