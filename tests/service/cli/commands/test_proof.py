"""Keys that are trusted, files that are verified, and statements that others keep, from the command line."""

from __future__ import annotations

import json
from pathlib import Path

from service.record import trust
from tests.service.cli.conftest import Movebook, Running


def test_a_service_s_key_is_pinned_and_only_a_signed_one_replaces_it(
    service: Movebook, movebook: Movebook, running: Running, tmp_path: Path
) -> None:
    first = service("key").lines[0]
    assert trust.pinned(running.data)[trust.OWN]["key"] == first, "its own machine trusts it"
    assert movebook("trust", running.url).lines == [first]
    assert service("key", "rotate", "--json").code == 0
    second = json.loads(service("key", "--json").out)
    assert second["former"][-1]["key"] == first
    assert movebook("trust", running.url + "/").lines == [second["key"]]
    known = trust.pinned(tmp_path / "data")
    trust.pin(tmp_path / "data", running.url, {**known[running.url], "key": "0" * 64})
    said = movebook("trust", running.url)
    assert (said.code, "did not sign it" in said.err) == (1, True)
    assert movebook("trust", running.url, "--replace").code == 0
    assert movebook("trust").lines == [f"{second['key']}  {running.url}"]
    (tmp_path / "data" / trust.NAME).write_text("{")
    assert movebook("trust").out == ""


def test_what_is_no_service_or_no_time_is_refused(movebook: Movebook, service: Movebook) -> None:
    assert movebook("trust", "ftp://x").code == 2
    assert service("key", "restored", "yesterday").code == 2
    assert service("key", "rotate", "2026-01-01T00:00:00Z").code == 2
    told = json.loads(service("key", "restored", "2026-01-01T00:00:00Z", "--json").out)
    assert told["origin"][-1]["restored"] == "2026-01-01T00:00:00.000Z"
