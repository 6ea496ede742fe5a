"""What a table agrees on about its record stands apart from the rules' options."""

import pytest

from engines.kernel.game import MalformedMoveError
from service.api.web.http import Service
from service.cli.replays import header_of, opening_of
from service.record import identity
from service.record.entries import policies
from tests.service.conftest import Api, Json

DEFAULT = {"undo": "barriers", "signing": "seats", "deadline_h": 0, "memory_aid": False}


def test_what_is_not_named_takes_its_default() -> None:
    assert policies.complete({}, 3) == DEFAULT


def test_consent_is_that_of_every_seat_where_no_number_is_named() -> None:
    assert policies.complete({"undo": "consent"}, 3)["consents"] == 3
    assert policies.complete({"undo": "consent", "consents": 2}, 3)["consents"] == 2


def test_who_types_is_named_only_where_it_is_the_seats() -> None:
    assert policies.complete({"typing": "recorder"}, 3) == DEFAULT
    assert policies.complete({"typing": "seats"}, 3) == {**DEFAULT, "typing": "seats"}
    assert list(policies.misfits(DEFAULT, 3)) == []
    assert list(policies.misfits({**DEFAULT, "typing": "seats"}, 3)) == []
    # One table, one opening: what may be left out is left out.
    assert list(policies.misfits({**DEFAULT, "typing": "recorder"}, 3)) == ["typing"]


@pytest.mark.parametrize(("named", "wrong"), [
    ({"undo": "always"}, "undo"), ({"undo": "consent", "consents": 4}, "consents"),
    ({"undo": "consent", "consents": 0}, "consents"), ({"consents": 2}, "consents"),
    ({"deadline_h": -1}, "deadline_h"), ({"deadline_h": True}, "deadline_h"), ({"memory_aid": 1}, "memory_aid"),
    ({"signing": "judge"}, "signing"), ({"typing": "everybody"}, "typing"), ({"house_rules": "x"}, "house_rules"),
])  # fmt: skip
def test_a_policy_that_cannot_be_is_refused_by_name(named: Json, wrong: str) -> None:
    with pytest.raises(MalformedMoveError) as refused:
        policies.complete(named, 3)
    assert set(refused.value.errors) == {f"policies.{wrong}"}


def test_the_opening_binds_the_record_the_service_and_what_the_table_agreed_on(recorder: Api, service: Service) -> None:
    record = recorder.open("red", "blue", policies={"undo": "consent", "memory_aid": True})
    opening = record.get("/log").json["entries"][0]["body"]
    assert opening["record"] == record.id
    assert opening["key"] == identity.key_id(identity.public_key(service.log.store))
    assert opening["policies"] == {**DEFAULT, "undo": "consent", "consents": 2, "memory_aid": True}
    assert record.get("").json["policies"] == opening["policies"]
    assert record.get("/replay").status_code in (200, 202)


@pytest.mark.parametrize(
    ("agreed", "status"), [({"undo": "consent", "consents": 3}, 400), ({"memory_aid": "yes"}, 400), ({"x": 1}, 400)]
)
def test_a_record_is_not_opened_by_policies_that_cannot_be(recorder: Api, agreed: Json, status: int) -> None:
    body = {"game": "kingdoms", "seats": [{"colour": "red"}, {"colour": "blue"}], "policies": agreed}
    assert recorder.post("/records", body).status_code == status


def test_nobody_sits_at_a_table_twice(recorder: Api) -> None:
    answer = recorder.post("/records", {"game": "kingdoms", "seats": [{"player": "ana"}, {"player": "ana"}]})
    assert (answer.status_code, answer.json["errors"]) == (400, {"seats.1.player": "ana already has a seat"})


def test_a_record_is_typed_again_with_what_the_table_agreed_on(recorder: Api) -> None:
    record = recorder.open("red", "blue", policies={"undo": "consent", "memory_aid": True, "typing": "seats"})
    text = record.get("/export", format="text").text.encode()
    opening = opening_of("evening.txt", header_of("evening.txt", text)[1])
    assert opening["policies"] == record.get("").json["policies"]
