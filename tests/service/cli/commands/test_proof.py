"""Keys that are trusted, files that are verified, and statements that others keep, from the command line."""

import json
from pathlib import Path
from typing import Any

import redis

from service.record import identity, signed, trust
from service.record.files import proof
from service.store.keys import SERVICE_KEY
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
    assert (said.code, "not signed by the one trusted here" in said.err) == (1, True)
    assert movebook("trust", running.url, "--replace").code == 0
    assert movebook("trust").lines == [f"{second['key']}  {running.url}"]
    (tmp_path / "data" / trust.NAME).write_text("{")
    assert movebook("trust").out == ""


def test_a_file_is_genuine_where_the_key_is_trusted_and_a_witness_finds_a_rewrite(
    service: Movebook, movebook: Movebook, running: Running, tmp_path: Path
) -> None:
    record = service("simulate", "kingdoms", "--seats", "2", "--seed", "3", "--visibility", "public").out.strip()
    path, kept = tmp_path / "evening.json", tmp_path / "kept.jsonl"
    assert service("export", record, "-o", path).code == 0
    assert movebook("verify", path).code == 4
    assert movebook("trust", running.url).code == 0
    said = movebook("verify", path)
    assert (said.code, said.lines[0].split(" (")[0]) == (0, said.lines[0])
    assert said.lines[0].startswith(f"{path}: genuine: signed by the trusted key of {running.url}, issued on ")
    assert [line.split(":")[0].strip() for line in said.lines[1:4]] == ["names", "moves", "times"]
    page = tmp_path / "evening.html"
    assert service("export", record, "--format", "html", "-o", page).code == 0
    assert movebook("verify", page).lines[0].startswith(f"{page}: genuine: signed by the trusted key")
    assert movebook("witness", running.url, "-o", kept).code == 2
    first = movebook("witness", running.url, "--records", record, "-o", kept)
    assert (first.code, first.err.splitlines()[-1]) == (0, "1 new, 0 known")
    assert movebook("witness", running.url, "--records", f"{record},{'z' * 26}", "-o", kept).err.count("0 new") == 1
    agrees = json.loads(movebook("verify", path, "--statements", kept, "--json").out)
    assert (agrees["verdict"], agrees["rests"][-1][-1]) == ("genuine", "1")
    assert movebook("verify", kept).code == 0
    statement = json.loads(kept.read_text())
    forged = {**statement, "head": "0" * 64}
    kept.write_text(json.dumps(forged) + "\n")
    assert movebook("verify", path, "--statements", kept).code == 0, "nobody signed that"
    assert movebook("verify", kept).code == 4
    key = identity.parse_private_key(client_of(running).get(SERVICE_KEY))
    bare = {name: value for name, value in forged.items() if name != "signature"}
    kept.write_text(json.dumps({**bare, "signature": signed.sign(key, bare)}) + "\n")
    for words in (("verify", path, "--statements", kept), ("witness", running.url, "--records", record, "-o", kept)):
        said = movebook(*words)
        assert (said.code, "two statements" in said.out) == (3, True), said
    assert len(proof.statements_in(movebook("verify", kept).out.encode())) == 2


def client_of(running: Running) -> Any:
    socket = json.loads((running.data / "store" / "server.json").read_text())["socket"]
    return redis.Redis(unix_socket_path=socket)


def test_what_is_no_service_or_no_time_is_refused(movebook: Movebook, service: Movebook) -> None:
    assert movebook("trust", "ftp://x").code == 2
    assert service("key", "restored", "yesterday").code == 2
    assert service("key", "rotate", "2026-01-01T00:00:00Z").code == 2
    shown = json.loads(service("key", "restored", "2026-01-01T00:00:00Z", "--json").out)
    assert shown["origin"][-1]["restored"] == "2026-01-01T00:00:00.000Z"
