"""What takes long is answered by the slow process as it would be here, and kept for those it was made for alone."""

import dataclasses
import itertools
import json
import os
import random
import signal
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask

from engines import GAMES
from service.access import tokens
from service.api.app import create_app
from service.api.web import slow_process
from service.api.web.call import Answer
from service.api.web.http import Service
from service.api.web.response_cache import CachedResponse, ResponseCache
from service.api.web.slow_process import SlowProcess
from service.config import Settings
from service.record import people
from service.store.keys import key
from tests.service.conftest import Api, As, Json, Record
from tests.service.promised import app, record, refused

__all__ = ["app", "record"]

READS: list[tuple[str, Json]] = [
    ("/export", {}), ("/export", {"format": "text"}), ("/export", {"format": "html"}),
    ("/export", {"eyes": "public"}), ("/replay", {"eyes": "recorder"}), ("/replay", {}), ("/replay", {"lang": "es"}),
    ("/state", {"ply": 2}), ("/state", {"ply": 2, "eyes": "public"}), ("/state", {"version": 3}),
    ("/state", {"version": 9999}), ("/state", {"ply": 9999}),
]  # fmt: skip
"""Every read that takes long; some of it nobody may, or there is none."""
VOLATILE = ("Date",)


def first_in_line(settings: Settings) -> None:
    """Begin as in the service, at the priority of the tests."""
    slow_process.NICE = 0
    slow_process.begin(create_app, settings)


@pytest.fixture(scope="module")
def side(store: Any) -> Iterator[SlowProcess]:
    """A slow process on the test's store, behind nobody: all of this machine's tests want the processor at once."""
    settings = dataclasses.replace(Settings.load({}), log_url=store.log_url, queue_url=store.queue_url)
    made = SlowProcess(first_in_line, settings)
    yield made
    made.close()


@pytest.fixture
def sided(settings: Settings, redis: Any, side: SlowProcess) -> Flask:
    return create_app(settings, side)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch, side: SlowProcess) -> list[str]:
    paths: list[str] = []
    answer = side.answer

    def noted(caller: str, environ: Any, body: bytes) -> Any:
        paths.append(environ["PATH_INFO"])
        return answer(caller, environ, body)

    monkeypatch.setattr(side, "answer", noted)
    return paths


@pytest.fixture
def hands(record: Record, anyone: Api, admin: Api, as_: As, service: Service) -> dict[str, Api]:
    return {
        "recorder": record.api, "seat 0": as_(record.seat_token(0)), "seat 1": as_(record.seat_token(1)),
        "reader": as_(tokens.create(service.log.store, "read", record=record.id)),
        "stranger": as_(tokens.create(service.log.store, "record")),
        "another stranger": as_(tokens.create(service.log.store, "record")), "admin": admin, "nobody": anyone,
    }  # fmt: skip


def told(answer: Any) -> tuple[int, bytes, Json]:
    return answer.status_code, answer.data, {n: v for n, v in answer.headers.items() if n not in VOLATILE}


def as_here(sided: Flask, api: Api, record: Record, what: str, headers: Json, **query: Any) -> Any:
    """An answer of the application with a slow process, which must be that of the one without."""
    here = api.get(f"{record.path}{what}", headers, **query)
    there = Api(sided.test_client(), api.token).get(f"{record.path}{what}", headers, **query)
    assert told(there) == told(here), (what, query)
    return there


def test_everybody_is_told_what_is_told_without_it_and_what_was_kept_is_nobody_elses(
    sided: Flask, record: Record, hands: dict[str, Api], project: Any, asked: list[str]
) -> None:
    calls = list(itertools.product(hands, READS, ("en", "es"), ("", "gzip")))
    statuses = set()
    for turn in range(2):
        project(record.id)
        for who, (what, query), lang, takes in random.Random(turn).choices(calls, k=100):
            form = {"Accept-Language": lang, "Accept-Encoding": takes}
            answer = as_here(sided, hands[who], record, what, form, **query)
            statuses.add(answer.status_code)
        assert len(asked) < 92 * (turn + 1), "some of it was kept"
        record.play([{"type": "place_castle", "seat": turn, "rank": 1, "row": 1, "col": 1 + turn}])
    assert statuses == {200, 401, 403, 404}


def test_what_was_made_is_kept_as_it_is_sent(sided: Flask, record: Record, anyone: Api, asked: list[str]) -> None:
    forms = {"gzip": "gzip", "gzip, br": "gzip", "br, *;q=0.1": "gzip", "": None, "br": None, "gzip;q=0": None}
    for takes, coding in forms.items():
        form = {"Accept-Encoding": takes}
        answer = as_here(sided, anyone, record, "/export", form)
        tag = answer.headers["ETag"]
        assert (answer.headers.get("Content-Encoding"), tag.endswith('-gzip"')) == (coding, coding is not None)
        assert as_here(sided, anyone, record, "/export", form | {"If-None-Match": tag}).status_code == 304
    assert len(asked) == 2


def test_long_writes_are_made_there(sided: Flask, recorder: Api, record: Record, redis: Any, asked: list[str]) -> None:
    api = Api(sided.test_client(), recorder.token)
    there = Record(api, record.id, record.version)
    assert api.get(there.path).json["version"] == there.version, "held here before it is written there"
    assert there.text("castle 4 1,1\n").status_code == 201
    assert refused(there.text("castle 4 1,1\n"), 422, "illegal-move")["line"] == 1
    behind = Record(api, record.id, record.version)
    assert refused(behind.text("castle 4 1,2\n"), 412, "version-conflict")["since"]
    assert there.move(type="pass", seat=1).status_code in (201, 422)
    box = GAMES["kingdoms"].box() | {"edition": "mine"}
    kept_box = api.post("/boxes", box, game="kingdoms")
    assert kept_box.status_code == 201
    assert refused(api.post("/boxes", {"edition": 5}, game="kingdoms"), 422, "invalid-box")["errors"]["edition"]
    assert refused(
        api.post("/boxes", b'{"a":1,"a":2}', {"Content-Type": "application/json"}, game="kingdoms"),
        400,
        "invalid-request",
    )
    opened = api.post("/records", {"game": "kingdoms", "seats": [{}, {}], "box": kept_box.json["hash"]})
    assert opened.status_code == 201
    file = api.get(f"{there.path}/export").data
    back = api.post("/records/import", file, {"Content-Type": "application/json"})
    assert (back.status_code, back.json["known"]) == (201, False)
    broken = file.replace(b'"type":"opened"', b'"type":"spoiled"')
    refused(api.post("/records/import", broken, {"Content-Type": "application/json"}), 422, "import-refused")
    late = {"name": "3", "tile": "dragon"}
    refused(api.post(f"{there.path}/secrets", late, {"If-Match": "nonsense"}), 400, "invalid-request")
    assert api.post(f"{there.path}/secrets", late, {"If-Match": f'"{there.version}"'}).status_code == 201
    assert {path.rpartition("/")[2] for path in asked} == {"import", "boxes", "export", "secrets"}


def test_who_may_not_is_refused_without_it(sided: Flask, anyone: Api, record: Record, asked: list[str]) -> None:
    nobody = Api(sided.test_client(), None)
    refused(nobody.get(f"{record.path}/export", eyes="recorder"), 401, "no-token")
    refused(nobody.get(f"/records/{'a' * 26}/export"), 404, "record-not-found")
    refused(nobody.post("/records/import", b"{}", {"Content-Type": "application/json"}), 401, "no-token")
    refused(nobody.post(f"{record.path}/import", b"x", {"Content-Type": "text/plain"}), 401, "no-token")
    refused(nobody.post("/boxes", {}, game="kingdoms"), 401, "no-token")
    refused(nobody.post(f"{record.path}/secrets", {"name": "2", "tile": "x"}), 401, "no-token")
    assert asked == []


@pytest.mark.parametrize(
    ("query", "header"),
    [({}, "en"), ({}, "es-MX"), ({"lang": "es"}, "en"), ({"lang": "en,es"}, "en"), ({"after": 2}, "es")],
)
def test_what_the_workers_stored_answers_a_replay_in_every_language(
    sided: Flask, record: Record, anyone: Api, project: Any, asked: list[str], query: Json, header: str
) -> None:
    project(record.id)
    told = as_here(sided, anyone, record, "/replay", {"Accept-Language": header}, **query).json
    wanted = query["lang"].split(",") if "lang" in query else [header[:2]]
    assert [list(frame["says"]) for frame in told["frames"]] == [wanted] * (4 - query.get("after", 0))
    assert asked == []


def test_what_was_made_is_made_again_when_the_record_moved_on(sided: Flask, record: Record, asked: list[str]) -> None:
    for _ in range(3):
        as_here(sided, record.api, record, "/export", {})
    assert len(asked) == 1
    record.play([{"type": "place_castle", "seat": 0, "rank": 1, "row": 1, "col": 1}])
    for _ in range(3):
        as_here(sided, record.api, record, "/export", {})
    assert len(asked) == 2


def test_a_name_that_was_erased_or_given_is_not_kept(sided: Flask, recorder: Api, redis: Any, asked: list[str]) -> None:
    seats = [{"colour": "red", "name": "Ana Ruiz"}, {"colour": "blue"}]
    made = Record(recorder, recorder.post("/records", {"game": "kingdoms", "seats": seats}).json["id"])
    ana, other = (seat["player"] for seat in made.get("").json["seats"])
    assert b"Ana Ruiz" in as_here(sided, recorder, made, "/export", {}).data
    people.erase(redis, ana)
    assert b"Ana Ruiz" not in as_here(sided, recorder, made, "/export", {}).data
    redis.set(key("player", other), json.dumps({"name": "Berta"}))
    assert b"Berta" in as_here(sided, recorder, made, "/export", {}).data
    people.erase(redis, other)
    assert b"Berta" not in as_here(sided, recorder, made, "/export", {}).data
    assert len(asked) == 4


def test_each_look_of_a_judges_is_noted_once(sided: Flask, admin: Api, record: Record, redis: Any) -> None:
    judge = Api(sided.test_client(), admin.token)
    for number in range(1, 4):
        assert judge.get(f"{record.path}/export", eyes="judge").status_code == 200
        assert redis.xlen(key("looks", record.id)) == number


def test_strangers_share_what_everybody_sees_and_two_seats_share_nothing(
    sided: Flask, record: Record, hands: dict[str, Api], asked: list[str]
) -> None:
    made = {}
    for who, api in hands.items():
        before = len(asked)
        Api(sided.test_client(), api.token).get(f"{record.path}/export", format="text")
        made[who] = len(asked) > before
    assert [who for who, fresh in made.items() if not fresh] == ["another stranger"]


def test_places_are_counted_by_token_or_network(
    sided: Flask, record: Record, side: SlowProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    callers: list[str] = []
    answer = side.answer
    monkeypatch.setattr(side, "answer", lambda caller, *call: (callers.append(caller), answer(caller, *call))[1])
    token = record.api.token
    for address, headers in (
        ("2001:db8:1:2::1", {}),
        ("2001:db8:1:2::2", {"Accept-Language": "es"}),
        ("2001:db8:1:3::1", {"Accept-Language": "en"}),
        ("2001:db8:1:2::1", {"Authorization": f"Bearer {token}"}),
        ("2001:db8:1:3::1", {"Authorization": f"bearer  {token}", "Accept-Language": "es"}),
    ):
        path = f"/v1{record.path}/export?format=text&lang={headers.get('Accept-Language', 'x')}"
        told = sided.test_client().get(path, headers=headers, environ_base={"REMOTE_ADDR": address})
        assert told.status_code == 200, told.text
    networks = ["network:2001:db8:1:2::/64"] * 2 + ["network:2001:db8:1:3::/64"]
    assert callers == [*networks, *[f"token:{tokens.id_of(str(token))}"] * 2]


def test_so_many_bytes_are_kept_and_the_longest_unasked_go_first() -> None:
    answers = ResponseCache(most=10, longest=6)

    def keep(call: str, size: int) -> None:
        answers.put(call, CachedResponse(Answer(200, [], b"x" * size), 1, {}))

    keep("a", 4)
    keep("b", 4)
    assert answers.find("a", 1) is not None
    keep("c", 4)
    assert [call for call in "abc" if answers.find(call, 1)] == ["a", "c"]
    keep("a", 7)
    assert [call for call in "abc" if answers.find(call, 1)] == ["c"], "too long to be kept, and the old one is gone"
    assert answers.find("c", 2) is None, "of another version"
    keep("d", 6)
    assert [call for call in "cd" if answers.find(call, 1)] == ["c", "d"]


def test_a_name_that_was_read_as_two_is_nobodys(redis: Any) -> None:
    with people.noting() as names:
        people.save(redis, {"p1": "Ana"}, "a token")
        people.names(redis, ["p1", "p2"])
        people.erase(redis, "p1")
        people.names(redis, ["p1"])
    assert names == {"p1": "", "p2": None}
    assert people.names(redis, names) != names
    people.names(redis, ["p3"])
    assert "p3" not in names


def test_what_it_took_is_taken_from_the_callers_time_and_an_admin_has_all_of_it(
    settings: Settings, side: SlowProcess, recorder: Api, record: Record, admin: Api
) -> None:
    short = create_app(dataclasses.replace(settings, cost=1, cost_burst=40), side)
    api = Api(short.test_client(), recorder.token)
    # A fast machine answers many within the 40 ms that the caller has.
    answers = (api.get(f"{record.path}/state", ply=ply % 5, lang="es", version=ply % 4 + 1) for ply in range(1000))
    refusal = next(answer for answer in answers if answer.status_code == 429)
    assert int(refusal.headers["Retry-After"]) >= 1
    assert refusal.json["type"] == "urn:movebook:problem:too-many"
    assert (
        Record(api, record.id, record.version).move(type="place_castle", seat=0, rank=1, row=1, col=1).status_code
        == 201
    )
    assert Api(short.test_client(), None).get(record.path).status_code == 200
    judge = Api(short.test_client(), admin.token)
    assert {judge.get(f"{record.path}/export", format="html").status_code for _ in range(5)} == {200}


def test_a_kept_answer_is_charged_for_its_bytes_and_one_that_is_not_sent_is_not(
    settings: Settings, side: SlowProcess, recorder: Api, record: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.api.app.SECONDS_A_BYTE", 0.001)
    short = create_app(dataclasses.replace(settings, cost=1, cost_burst=3000), side)
    club, anybody = Api(short.test_client(), recorder.token), Api(short.test_client(), None)
    assert len(club.get(f"{record.path}/export", format="json").data) > 1500, "more bytes than half a bucket pays for"
    refused(club.get(f"{record.path}/export", format="json"), 429, "too-many")
    tag = anybody.get(record.path).headers["ETag"]
    told = [anybody.get(record.path, {"If-None-Match": tag}).status_code for _ in range(20)]
    assert set(told) == {304}


def test_one_that_is_broken_off_says_so(
    sided: Flask, record: Record, monkeypatch: pytest.MonkeyPatch, side: SlowProcess
) -> None:
    api = Api(sided.test_client(), record.api.token)
    monkeypatch.setattr(side, "call_timeout_s", 0.001)
    for lang, said in (("en", "was stopped"), ("es", "se interrumpió")):
        problem = refused(api.get(f"{record.path}/export", lang=lang, format="html"), 503, "unfinished")
        assert said in problem["detail"]
        assert "Idempotency" not in problem["detail"]
        refusal = api.post(
            f"{record.path}/import", b"pass\n", {"Content-Type": "text/plain", "If-Match": '"1"'}, lang=lang
        )
        assert "Idempotency-Key" in refused(refusal, 503, "unfinished")["detail"]
    monkeypatch.undo()
    assert api.get(f"{record.path}/export").status_code == 200


def test_a_call_that_is_stopped_is_charged_for_its_time(
    settings: Settings, record: Record, monkeypatch: pytest.MonkeyPatch, side: SlowProcess
) -> None:
    short = create_app(dataclasses.replace(settings, cost=1, cost_burst=1000), side)
    api = Api(short.test_client(), record.api.token)
    assert api.get(f"{record.path}/export", format="text").status_code == 200
    assert side._process is not None
    assert side._process.pid
    os.kill(side._process.pid, signal.SIGSTOP)
    monkeypatch.setattr(side, "call_timeout_s", 1.0)
    refused(api.get(f"{record.path}/export", format="html"), 503, "unfinished")
    refused(api.get(f"{record.path}/export", format="html"), 429, "too-many")
