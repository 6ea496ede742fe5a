"""The service's own key: made once, kept in the store, named by its public half."""

from __future__ import annotations

import base64
from typing import Any

import pytest

from service.record import identity


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
