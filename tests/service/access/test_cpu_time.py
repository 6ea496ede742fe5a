"""Processor time: what requests took is taken from whoever sent them, and whoever has none left waits."""

import dataclasses
from typing import Any

import pytest

from service.access import rate_limits
from service.access.rate_limits import Buckets, TooManyError
from service.access.throttle import ISSUED_SHARE, Throttle
from service.access.tokens import Token
from service.store.connect import connect
from tests.fixtures.waiting import eventually

CLUB = Token("club", "record")
SEATS = [Token(f"seat{number}", "seat", record="r", maker="club") for number in range(8)]


@pytest.fixture
def gate(settings: Any, redis: Any) -> Throttle:
    """Each caller has a second of the processor, and gets a tenth of one in a second."""
    return Throttle(connect(settings.queue_url), dataclasses.replace(settings, cost=100, cost_burst=1000))


def waits(gate: Throttle, token: Token | None, address: str = "1.2.3.4", *, expensive: bool = False) -> int:
    """The seconds that a caller is told to wait; 0 where it need not."""
    try:
        gate.check(token, address, expensive=expensive)
    except TooManyError as error:
        return error.retry_s
    return 0


def test_with_half_used_up_expensive_calls_wait_and_with_all_used_up_every_call_waits(gate: Throttle) -> None:
    gate.charge(CLUB, None, 0.4)
    assert (waits(gate, CLUB), waits(gate, CLUB, expensive=True)) == (0, 0)
    gate.charge(CLUB, None, 0.4)
    assert waits(gate, CLUB) == 0
    assert 1 <= waits(gate, CLUB, expensive=True) <= 3, "0.3 s are missing to one half; a tenth comes in a second"
    gate.charge(CLUB, None, 0.4)
    assert 1 <= waits(gate, CLUB) <= 2
    assert 4 <= waits(gate, CLUB, expensive=True) <= 7


def test_nobody_waits_for_longer_than_two_buckets_take_to_fill(gate: Throttle) -> None:
    gate.charge(CLUB, None, 3600)
    assert 5 <= waits(gate, CLUB) <= 10
    assert 10 < waits(gate, CLUB, expensive=True) <= 15


def test_it_fills_again(settings: Any, redis: Any) -> None:
    gate = Throttle(connect(settings.queue_url), dataclasses.replace(settings, cost=1000, cost_burst=500))
    gate.charge(CLUB, None, 2)
    assert waits(gate, CLUB) > 0
    assert eventually(lambda: waits(gate, CLUB) == 0, 60)
    assert eventually(lambda: waits(gate, CLUB, expensive=True) == 0, 60)


def test_each_caller_has_its_own_and_an_admin_is_not_counted(gate: Throttle) -> None:
    gate.charge(None, "1.2.3.4", 5)
    assert waits(gate, None) > 0
    assert waits(gate, None, "1.2.3.5") == 0
    assert waits(gate, None, "::ffff:1.2.3.4") > 0
    gate.charge(None, "2001:db8:1:2::1", 5)
    assert waits(gate, None, "2001:db8:1:2::ff") > 0
    assert waits(gate, None, "2001:db8:1:3::1") == 0
    assert waits(gate, CLUB) == 0, "whoever shares its address"
    admin = Token("boss", "admin")
    gate.charge(admin, "1.2.3.4", 5)
    assert waits(gate, admin, expensive=True) == 0


def test_what_a_token_made_has_a_fourth_and_shares_a_whole_one_that_is_not_its_makers(gate: Throttle) -> None:
    assert ISSUED_SHARE == 4
    gate.charge(SEATS[0], None, 0.3)
    assert waits(gate, SEATS[0]) > 0
    assert waits(gate, SEATS[1], expensive=True) == 0
    for seat in SEATS[1:6]:
        gate.charge(seat, None, 0.2)
    assert [waits(gate, seat) > 0 for seat in SEATS] == [True] * 8, "1.3 s together"
    assert waits(gate, CLUB, expensive=True) == 0
    assert waits(gate, Token("guest", "read", record="q", maker="another club")) == 0


def test_processes_count_together(settings: Any, redis: Any) -> None:
    few = dataclasses.replace(settings, cost=100, cost_burst=1000)
    first, second = (Throttle(connect(settings.queue_url), few) for _ in range(2))
    first.charge(CLUB, None, 0.6)
    second.charge(CLUB, None, 0.6)
    assert waits(second, CLUB) > 0


def test_very_little_is_added_up_before_it_is_taken(gate: Throttle) -> None:
    for _ in range(1200):
        gate.charge(CLUB, None, 0.001)
    assert waits(gate, CLUB) > 0


def test_of_ever_new_callers_not_all_are_remembered(settings: Any, redis: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "MOST_HELD", 10)
    costs = Buckets(connect(settings.queue_url), 100, 1000)
    for number in range(25):
        costs.take(f"network:{number}", 1)
    assert len(costs._accounts) == 5


def test_without_a_limit_and_out_of_reach_nobody_waits(settings: Any, redis: Any) -> None:
    for store, rate in ((connect(settings.queue_url), 0), (connect("unix:///nowhere?db=1"), 100)):
        gate = Throttle(store, dataclasses.replace(settings, cost=rate, cost_burst=1000))
        gate.charge(CLUB, None, 100)
        assert waits(gate, CLUB, expensive=True) == 0
