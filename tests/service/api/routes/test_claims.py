"""Pairing of phones (design, section 4): one-time codes, and the tokens that they are exchanged for."""

import dataclasses
import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest

from service.access import codes, tokens
from service.api.app import create_app
from service.api.web.http import Service
from service.config import Settings
from service.record.derived import removal
from service.record.files import verify
from service.store.keys import key
from tests.service.conftest import Api, As, Json, Record
from tests.service.promised import app, record, refused

__all__ = ["app", "record"]


def code_for(record: Record, **wanted: Any) -> str:
    answer = record.api.post(f"{record.path}/codes", {"scope": "seat", "seat": 1} | wanted)
    assert answer.status_code == 201, answer.text
    return str(answer.json["code"])


def recorder_code(record: Record) -> str:
    answer = record.api.post(f"{record.path}/codes", {"scope": "record"})
    assert answer.status_code == 201, answer.text
    return str(answer.json["code"])


def claim(phone: Api, code: str, once: str | None = None) -> Any:
    return phone.post("/claims", {"code": code}, {"Idempotency-Key": once} if once else None)


def entries(record: Record, kind: str = "seated") -> list[Json]:
    return [entry["body"] for entry in record.get("/log").json["entries"] if entry["type"] == kind]


def test_a_code_is_exchanged_for_a_seat_s_token_and_the_table_is_told(record: Record, anyone: Api, as_: As) -> None:
    made = record.api.post(f"{record.path}/codes", {"scope": "seat", "seat": 1})
    assert re.fullmatch(r"[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}", made.json["code"])
    assert made.headers["Cache-Control"] == "no-store"
    assert entries(record) == [], "a code alone gives nobody anything"
    answer = claim(anyone, made.json["code"])
    assert (answer.status_code, answer.headers["Cache-Control"]) == (201, "no-store")
    token = answer.json
    assert (token["scope"], token["seat"], token["record"]) == ("seat", 1, record.id)
    assert entries(record) == [{"seat": 1, "link": token["id"]}]
    assert as_(token["token"]).get(record.path).json["eyes"] == ["seat:1", "public"]
    assert token["link"].endswith(f"seat.html?record={record.id}#t={token['token']}")


def test_a_code_is_read_as_people_type_it(record: Record, anyone: Api) -> None:
    code = code_for(record)
    typed = f"  {code.lower().replace('-', ' ').replace('0', 'o').replace('1', 'l')} "
    assert claim(anyone, typed).status_code == 201


def test_a_code_is_claimed_once(record: Record, anyone: Api) -> None:
    code = code_for(record)
    assert claim(anyone, code, "a phone").status_code == 201
    refused(claim(anyone, code, "another phone"), 409, "code-claimed")
    refused(claim(anyone, code), 409, "code-claimed")
    assert len(entries(record)) == 1


def test_of_phones_that_claim_at_the_same_time_one_gets_the_seat(record: Record, as_: As) -> None:
    code = code_for(record)
    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(lambda n: claim(as_(None), code, f"phone {n}").status_code, range(8)))
    assert sorted(answers) == [201] + [409] * 7
    assert len(entries(record)) == 1


def test_a_claim_whose_answer_was_lost_is_answered_again(record: Record, anyone: Api, as_: As) -> None:
    code = code_for(record)
    first, again = claim(anyone, code, "7f" * 16), claim(anyone, code, "7f" * 16)
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json == again.json
    assert len(entries(record)) == 1
    assert as_(again.json["token"]).get(record.path).json["role"] == "seat"


def test_a_claim_broken_off_behind_its_entry_is_finished_by_a_retry(record: Record, anyone: Api, redis: Any) -> None:
    code = code_for(record)
    token = claim(anyone, code, "once").json
    redis.delete(key("token", token["id"]))
    again = claim(anyone, code, "once")
    assert (again.status_code, again.json["token"]) == (201, token["token"])
    assert len(entries(record)) == 1


def test_a_code_that_never_was_is_not_found(record: Record, anyone: Api) -> None:
    code_for(record)
    for guess in ("0000-0000", "x", "\u00e9\u00e9", "0" * 40):
        refused(claim(anyone, guess), 404, "no-code")
    assert claim(anyone, "0" * 41).status_code == 400
    assert anyone.post("/claims", {}).status_code == 400
    assert anyone.post("/claims", {"code": 7}).status_code == 400


def test_a_code_ends_with_its_time(record: Record, anyone: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(codes, "VALID_FOR", timedelta(milliseconds=-1))
    code = code_for(record)
    refused(claim(anyone, code), 410, "code-over")
    assert record.get("/codes").json["seats"][1]["code_expires_at"] is None
    assert entries(record) == []


def test_a_newer_code_takes_the_place_of_an_older_one_for_the_same_seat_alone(record: Record, anyone: Api) -> None:
    old, other, new = code_for(record), code_for(record, seat=0), code_for(record)
    refused(claim(anyone, old), 410, "code-over")
    assert claim(anyone, new).json["seat"] == 1
    assert claim(anyone, other).json["seat"] == 0


def test_a_code_is_worth_no_more_than_who_made_it(record: Record, anyone: Api, as_: As) -> None:
    helper = record.api.post(f"{record.path}/tokens", {"scope": "record"}).json
    code = code_for(record.by(as_(helper["token"])))
    record.api.delete(f"{record.path}/tokens/{helper['id']}")
    refused(claim(anyone, code), 410, "code-over")
    assert entries(record) == []


@pytest.fixture
def club(settings: Settings, redis: Any, monkeypatch: pytest.MonkeyPatch) -> Record:
    """A record behind a proxy, where few wrong codes are answered."""
    monkeypatch.setattr(codes, "WRONG_AT_ONCE", 5)
    monkeypatch.setattr(codes, "ALL_WRONG_AT_ONCE", 12)
    for name in ("WRONG_A_SECOND", "ALL_WRONG_A_SECOND"):
        monkeypatch.setattr(codes, name, 0.001)  # none comes back while the test runs
    app = create_app(dataclasses.replace(settings, proxies=1))
    return Api(app.test_client(), tokens.create(redis, "record")).open("red", "blue")


def claim_from(club: Record, address: str, code: str) -> Any:
    return club.api.client.post("/v1/claims", json={"code": code}, headers={"X-Forwarded-For": address})


def test_wrong_codes_of_one_network_are_limited_and_a_correct_one_is_accepted(club: Record) -> None:
    answers = [claim_from(club, f"2001:db8:1:2::{n}", f"0000-0000-{n:04}") for n in range(9)]
    assert [answer.status_code for answer in answers[:5]] == [404] * 5
    assert {answer.status_code for answer in answers[5:]} == {429}
    refused(answers[5], 429, "too-many")
    assert int(answers[5].headers["Retry-After"]) >= 1
    assert claim_from(club, "2001:db8:1:2::ffff", code_for(club)).status_code == 201
    refused(claim_from(club, "2001:db8:1:3::1", "0000-0000-0000"), 404, "no-code")


def test_wrong_codes_of_many_networks_are_limited_together_and_a_correct_one_is_accepted(club: Record) -> None:
    answers = [claim_from(club, f"203.0.113.{n}", f"0000-0000-{n:04}").status_code for n in range(15)]
    assert answers == [404] * 12 + [429] * 3
    assert claim_from(club, "203.0.113.7", code_for(club)).status_code == 201


def test_a_guess_succeeds_less_than_once_in_a_million_hours() -> None:
    """A correct code is accepted also over the limits, so every claim that a service answers is a guess."""
    open_codes, claims_a_second = 10_000, 10_000
    assert len(codes.ALPHABET) ** codes.LENGTH > 1_000_000 * open_codes * claims_a_second * 3600


def test_a_lost_phone_is_worthless_at_once_and_the_table_is_told(record: Record, anyone: Api, as_: As) -> None:
    lost = claim(anyone, code_for(record)).json
    other = claim(anyone, code_for(record, seat=0)).json
    code = code_for(record, again=True)
    assert as_(lost["token"]).get(record.path).status_code == 401
    assert as_(other["token"]).get(record.path).status_code == 200
    found = claim(anyone, code).json
    assert entries(record)[2:] == [{"seat": 1, "link": None}, {"seat": 1, "link": found["id"]}]
    assert found["since"] > 0, "what was sealed before opens to no later phone"
    assert as_(found["token"]).get(record.path).json["role"] == "seat"
    assert verify.check(record.get("/export").json) == [], "a file with such an entry is sound"


def test_a_thief_with_the_lost_phone_gets_nothing_by_claiming_again(record: Record, anyone: Api, as_: As) -> None:
    code = code_for(record)
    claim(anyone, code, "the phone's key")
    code_for(record, again=True)
    refused(claim(anyone, code, "the phone's key"), 410, "code-over")


def test_a_seat_without_a_phone_has_none_to_lose(record: Record) -> None:
    code_for(record, again=True)
    assert entries(record) == []


def test_a_new_phone_sees_no_secret_that_the_lost_one_sealed(recorder: Api, anyone: Api, as_: As) -> None:
    record = recorder.open("red", "blue")
    lost = record.by(as_(claim(anyone, code_for(record)).json["token"]))
    lost.move({"If-Match": "*"}, type="deal_starting_tile", seat=1, tile="dragon")
    assert "dragon" in lost.get("/log").text
    new = record.by(as_(claim(anyone, code_for(record, again=True)).json["token"]))
    assert "dragon" not in new.get("/log").text
    assert new.get("/log").json["secrets"] == {}


def test_the_phones_of_the_table_are_told_to_who_records_and_never_a_code(record: Record, anyone: Api) -> None:
    before = record.get("/codes").json
    assert [seat["phones"] for seat in before["seats"]] == [0] * len(before["seats"])
    code = code_for(record)
    waiting = record.get("/codes")
    assert [seat["code_expires_at"] is None for seat in waiting.json["seats"]][:2] == [True, False]
    assert code not in waiting.text
    claim(anyone, code)
    paired = record.get("/codes").json["seats"][1]
    assert (paired["phones"], paired["code_expires_at"]) == (1, None)


def test_no_code_and_no_secret_stands_in_the_store(record: Record, anyone: Api, redis: Any) -> None:
    code = code_for(record)
    token = claim(anyone, code, "only the phone knows this").json["token"]
    plain = codes.normalize(code)
    read = {b"string": redis.get, b"hash": redis.hgetall, b"set": redis.smembers, b"stream": redis.xrange}
    held = {name: str(read[kind](name)) for name in redis.scan_iter("*") if (kind := redis.type(name)) in read}
    assert any("codes" in name.decode() for name in held)
    for secret in (code, plain, token.split("_", 2)[2], "only the phone knows"):
        assert not [name for name, value in held.items() if secret in value or secret.encode() in name]


def test_another_recorder_goes_on_with_a_code(record: Record, anyone: Api, as_: As) -> None:
    token = claim(anyone, recorder_code(record)).json
    assert (token["scope"], token["seat"]) == ("record", None)
    told = as_(token["token"]).get(record.path).json
    assert told["role"] == "recorder"
    assert "moves" in told["calls"]
    assert "tokens" not in told["calls"], "it is the owner's"


@pytest.mark.parametrize(("body", "where"), [
    ({"scope": "seat"}, "seat"), ({"scope": "seat", "seat": 9}, "seat"), ({"scope": "record", "seat": 0}, "seat"),
    ({"scope": "judge"}, "scope"), ({"scope": "seat", "seat": 0, "again": 1}, "again"), ({}, "scope"),
])  # fmt: skip
def test_a_code_for_what_there_is_not_is_refused(record: Record, body: Json, where: str) -> None:
    answer = record.api.post(f"{record.path}/codes", body)
    assert where in refused(answer, 400, "invalid-request")["detail"]


def test_a_record_that_is_closed_pairs_no_phone(record: Record, anyone: Api) -> None:
    code = code_for(record)
    version = record.get("").json["version"]
    closed = record.api.post(f"{record.path}/close", {"reason": "abandoned"}, {"If-Match": f'"{version}"'})
    assert closed.status_code == 201, closed.text
    refused(claim(anyone, code), 409, "record-closed")
    refused(record.api.post(f"{record.path}/codes", {"scope": "seat", "seat": 1}), 409, "record-closed")


def test_a_removed_record_takes_its_codes_along(record: Record, anyone: Api, service: Service, redis: Any) -> None:
    code = code_for(record)
    removal.remove(service.log, service.dispatcher.connection, record.id)
    refused(claim(anyone, code), 404, "no-code")
    assert not redis.exists(key("codes", record.id))
