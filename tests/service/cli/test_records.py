"""``movebook records``: what is set aside is listed with its reason."""

from __future__ import annotations

import contextlib
import json

from service.access.eyes import PUBLIC, Eyes
from service.record import aside
from service.store.connect import connect
from service.store.embedded import Store
from tests.service.cli.conftest import Movebook


def test_what_is_set_aside_is_listed_for_whose_eyes_and_why(movebook: Movebook, store: Store) -> None:
    with contextlib.closing(connect(store.log_url)) as client:
        client.flushall()
        assert movebook("records", "aside", MOVEBOOK_LOG_URL=store.log_url).out == ""
        aside.put(client, "a" * 26, PUBLIC, KeyError("row"))
        aside.put(client, "a" * 26, Eyes("seat:1", 17), TypeError("x"))
        said = movebook("records", "aside", MOVEBOOK_LOG_URL=store.log_url)
        told = json.loads(movebook("records", "aside", "--json", MOVEBOOK_LOG_URL=store.log_url).out)["aside"]
        client.flushall()
    assert said.code == 0
    assert [line.split("  ")[:3] + line.split("  ")[4:] for line in said.lines] == [
        ["a" * 26, "public", "whole", "KeyError: 'row'"],
        ["a" * 26, "seat:1@17", "whole", "TypeError: x"],
    ]
    assert told["a" * 26]["public"]["program"] == aside.program()
