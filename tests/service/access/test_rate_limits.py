"""Rate limits: a bucket for each token, and one for each network for callers without one."""

import dataclasses
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from service.access import tokens
from service.access.rate_limits import Buckets, TooManyError
from service.access.throttle import caller_key
from service.access.tokens import Token
from service.api.app import create_app
from service.store.connect import connect
from tests.fixtures.waiting import eventually
from tests.service.conftest import Api, Record


@pytest.fixture
def limited(settings: Any, redis: Any) -> Any:
    """An application that lets each caller ask ten times, then once a second."""
    return create_app(dataclasses.replace(settings, rate=1, rate_address=1, burst=10))


def refused(api: Api, calls: int) -> list[Any]:
    answers = [api.get("/games") for _ in range(calls)]
    return [answer for answer in answers if answer.status_code == 429]


def granted(limits: Buckets) -> bool:
    try:
        limits.count("one")
    except TooManyError:
        return False
    return True


def test_who_asks_too_often_is_told_when_to_come_back(limited: Any) -> None:
    answer = refused(Api(limited.test_client(), None), 60)[0]
    assert int(answer.headers["Retry-After"]) >= 1
    assert answer.json["type"] == "urn:movebook:problem:too-many"
    assert answer.mimetype == "application/problem+json"


def test_a_token_has_a_bucket_of_its_own_whoever_shares_its_address(limited: Any, redis: Any) -> None:
    assert refused(Api(limited.test_client(), None), 60)
    assert not refused(Api(limited.test_client(), tokens.create(redis, "record")), 10)
    mine = tokens.create(redis, "record")
    assert refused(Api(limited.test_client(), mine), 60)


def test_an_admin_has_no_limit(limited: Any, redis: Any) -> None:
    assert not refused(Api(limited.test_client(), tokens.create(redis, "admin")), 40)


def test_a_worthless_token_counts_for_its_address(limited: Any) -> None:
    api = Api(limited.test_client(), "mb_" + "a" * 16 + "_" + "b" * 43)
    assert [api.get("/records").status_code for _ in range(60)][-1] == 429


@pytest.mark.parametrize(("address", "key"), [
    ("203.0.113.7", "network:203.0.113.7"), ("203.0.113.7:4711", "network:203.0.113.7"),
    ("::ffff:203.0.113.7", "network:203.0.113.7"), ("2001:db8:1:2:3:4:5:6", "network:2001:db8:1:2::/64"),
    ("2001:db8:1:2:ffff::1", "network:2001:db8:1:2::/64"),
    ("[2001:db8:1:2::1]:4711", "network:2001:db8:1:2::/64"), ("fe80::1%eth0", "network:fe80::/64"),
    ("unix:", "network:unknown"), (None, "network:unknown"),
])  # fmt: skip
def test_a_caller_without_a_token_counts_by_its_network(address: str | None, key: str) -> None:
    assert caller_key(None, address) == key
    assert caller_key(Token("club", "record"), address) == "token:club"


@pytest.mark.parametrize("proxies", [0, 1])
def test_addresses_of_one_network_share_a_bucket(limited: Any, settings: Any, proxies: int) -> None:
    app = create_app(dataclasses.replace(settings, rate=1, rate_address=1, burst=10, proxies=proxies))

    def status(address: str) -> int:
        peer = "127.0.0.1" if proxies else address
        headers = {"X-Forwarded-For": f"9.9.9.9, {address}"}
        answer = app.test_client().get("/v1/games", headers=headers, environ_base={"REMOTE_ADDR": peer})
        return int(answer.status_code)

    assert 429 in {status(f"2001:db8:1:2::{number}") for number in range(60)}
    assert status("2001:db8:1:3::1") == 200
    assert status("203.0.113.7") == 200


def test_two_processes_draw_from_one_bucket(settings: Any, redis: Any) -> None:
    first, second = (Buckets(connect(settings.queue_url), rate=1, burst=6) for _ in range(2))
    assert sum(granted(limits) for _ in range(10) for limits in (first, second)) <= 6


def test_a_bucket_fills_again(settings: Any, redis: Any) -> None:
    limits = Buckets(connect(settings.queue_url), rate=1, burst=2)
    assert not all(granted(limits) for _ in range(50))
    assert eventually(lambda: granted(limits), 60)


def test_limits_out_of_reach_refuse_nobody() -> None:
    limits = Buckets(connect("unix:///nowhere?db=1"), rate=1, burst=1)
    for _ in range(5):
        limits.count("one")


@pytest.fixture
def club(limited_made: Any, redis: Any) -> Record:
    """A record whose owner may have made six tokens that are good."""
    return Api(limited_made.test_client(), tokens.create(redis, "record")).open("red", "blue", "green", "yellow")


@pytest.fixture
def limited_made(settings: Any, redis: Any) -> Any:
    """An application where tokens that another one made may ask little, and all of one maker's together not much."""
    few = {"rate_made": 1, "burst_made": 10, "rate_family": 1, "burst_family": 25, "most_made": 6}
    return create_app(dataclasses.replace(settings, rate=1, burst=100, **few))


def link(club: Record, scope: str = "read", **more: Any) -> Any:
    return club.api.post(f"{club.path}/tokens", {"scope": scope, **more})


def held(club: Record, made: Any) -> Api:
    assert made.status_code == 201, made.text
    return Api(club.api.client, made.json["token"])


def test_a_token_that_another_one_made_has_a_small_bucket(club: Record) -> None:
    assert refused(held(club, link(club)), 60)


def test_all_that_one_token_made_shares_a_bucket_however_many_they_are(club: Record) -> None:
    hands = [held(club, link(club)) for _ in range(6)]
    answers = [hand.get("/games").status_code for _ in range(9) for hand in hands]
    assert answers.count(200) <= 28, "25, and what a few seconds brought"


def test_what_a_token_made_takes_nothing_from_its_maker_and_nothing_from_other_clubs(club: Record, redis: Any) -> None:
    other = Api(club.api.client, tokens.create(redis, "record")).open("red", "blue")
    guest = held(other, link(other))
    for hand in [held(club, link(club, "seat", seat=0)), *[held(club, link(club)) for _ in range(4)]]:
        refused(hand, 12)
    assert not refused(club.api, 20)
    assert not refused(guest, 8)


def test_one_hand_that_asks_without_end_takes_little_from_those_of_the_same_maker(club: Record) -> None:
    greedy, modest = held(club, link(club)), held(club, link(club))
    assert len(refused(greedy, 60)) >= 45
    assert not refused(modest, 8)


def test_a_token_makes_only_so_many_that_are_good(club: Record, redis: Any, ahead: Callable[[float], None]) -> None:
    made = [link(club, "seat", seat=number % 4) for number in range(5)]
    made.append(link(club, expires_at=(datetime.now(UTC) + timedelta(hours=1)).isoformat()))
    assert [answer.status_code for answer in made] == [201] * 6
    before = club.get("").json["version"]
    refusal = link(club, "seat", seat=0)
    assert (refusal.status_code, refusal.json["type"]) == (409, "urn:movebook:problem:too-many-tokens")
    assert "6 valid tokens" in refusal.json["detail"]
    assert club.get("").json["version"] == before, "nobody is told of a link that is none"
    assert link(club.by(Api(club.api.client, tokens.create(redis, "admin")))).status_code == 201, "of another maker"
    assert club.api.delete(made[0].headers["Location"].removeprefix("/v1")).status_code == 204
    assert link(club).status_code == 201
    assert link(club).status_code == 409
    ahead(3601)
    assert link(club).status_code == 201, "one has expired"


def test_a_link_that_is_refused_is_not_counted(club: Record) -> None:
    assert [link(club, "seat", seat=9).status_code for _ in range(8)] == [400] * 8
    assert [link(club).status_code for _ in range(6)] == [201] * 6
