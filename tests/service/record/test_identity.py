"""The service's own key: made once, kept in the store, named by its public half."""

import base64
import hashlib
from pathlib import Path
from typing import Any

import pytest

from service.record import identity, signed, trust
from service.store.keys import SERVICE_KEY
from tests.service.conftest import Api


def test_the_key_is_made_once_and_is_the_same_for_all_processes(redis: Any) -> None:
    first = identity.public_key(redis)
    assert len(first) == 43
    assert identity.public_key(redis) == first
    redis.flushall()
    assert identity.public_key(redis) != first


def test_the_private_half_signs_for_the_public_one(redis: Any) -> None:
    signature = identity.private_key(redis).sign(b"a head")
    identity.private_key(redis).public_key().verify(signature, b"a head")


def test_a_key_is_called_by_the_hash_of_its_public_half() -> None:
    # sha256 of 32 bytes of zero, as sha256sum gives it
    zero = base64.urlsafe_b64encode(bytes(32)).decode().rstrip("=")
    assert identity.key_id(zero) == "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"


def test_what_is_no_public_key_has_no_name() -> None:
    with pytest.raises(ValueError, match="32 bytes are wanted, not 3"):
        identity.key_id("AAAA")


def test_a_key_is_written_as_c2sp_does() -> None:
    # of the example in the C2SP specification: the same form, and the number over name, line feed, type and key
    name, number, raw = signed.verifier("A" * 43).split("+")
    content = base64.b64decode(raw)
    assert content == b"\x01" + bytes(32)
    assert name == "movebook/66687aadf862bd77"
    assert number == hashlib.sha256(name.encode() + b"\n" + content).hexdigest()[:8]


@pytest.mark.parametrize("text", ["A" * 42 + "B", "A" * 44, "A" * 43 + "=", "é" * 43, 7, None])
def test_no_other_text_stands_for_a_key_or_signature(text: object) -> None:
    with pytest.raises(ValueError, match="bytes are wanted"):
        signed.decode(text, 32)


def test_each_key_signs_the_one_that_replaces_it(redis: Any) -> None:
    first = identity.described(redis)
    identity.rotate(redis)
    identity.rotate(redis)
    answer = identity.described(redis)
    assert answer["former"][0]["key"] == first["key"]
    assert len({answer["key"], *(one["key"] for one in answer["former"])}) == 3
    assert trust.follows(first["key"], answer)
    assert answer["origin"] == first["origin"]
    assert identity.is_own(redis, first["key"])
    stolen = {**answer, "former": [{**answer["former"][0], "until": "2020-01-01T00:00:00.000Z"}, answer["former"][1]]}
    assert not trust.follows(first["key"], stolen)
    assert not trust.follows("0" * 64, answer)


def test_a_key_outside_replaces_the_one_in_store(redis: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inside = identity.own_id(redis)
    path = tmp_path / "key"
    monkeypatch.setenv("MOVEBOOK_SIGNING_KEY", str(path))
    with pytest.raises(identity.SigningKeyError, match="MOVEBOOK_SIGNING_KEY"):
        identity.own_id(redis)
    identity.begin(redis)
    identity.begin(redis)
    answer = identity.described(redis)
    assert redis.get(SERVICE_KEY) is None
    assert path.stat().st_mode & 0o777 == 0o600
    assert [one["key"] for one in answer["former"]] == [inside]
    assert trust.follows(inside, answer)
    identity.rotate(redis)
    rotated = identity.described(redis)
    assert rotated["key"] == identity.own_id(redis)
    assert trust.follows(inside, rotated)
    # a restore without the file: nobody can sign for the former key
    monkeypatch.delenv("MOVEBOOK_SIGNING_KEY")
    anew = identity.own_id(redis)
    answer = identity.described(redis)
    assert (answer["key"], answer["former"][-1]["key"], answer["signature"]) == (anew, rotated["key"], None)
    assert not trust.follows(rotated["key"], answer)


def test_a_damaged_file_of_the_key_is_named(redis: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "key").write_text("no key")
    monkeypatch.setenv("MOVEBOOK_SIGNING_KEY", str(tmp_path / "key"))
    with pytest.raises(identity.SigningKeyError, match="key"):
        identity.begin(redis)


def test_the_key_is_served_to_everybody(anyone: Api, redis: Any) -> None:
    identity.rotate(redis)
    answer = anyone.get("/key")
    assert (answer.status_code, answer.json) == (200, identity.described(redis))
