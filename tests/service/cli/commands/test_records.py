"""``movebook records``: what is in quarantine is listed with its reason."""

import contextlib
import json

import requests

from service.access.eyes import PUBLIC, Eyes
from service.record.state import quarantine
from service.store.connect import connect
from service.store.embedded import Store
from service.store.keys import key
from tests.service.cli.conftest import Movebook, Running


def test_what_is_in_quarantine_is_listed_for_whose_eyes_and_why(movebook: Movebook, store: Store) -> None:
    with contextlib.closing(connect(store.log_url)) as client:
        client.flushall()
        assert movebook("records", "aside", MOVEBOOK_LOG_URL=store.log_url).out == ""
        client.hset(key("head", "a" * 26), "version", 1)
        quarantine.put(client, "a" * 26, PUBLIC, KeyError("row"))
        quarantine.put(client, "a" * 26, Eyes("seat:1", 17), TypeError("x"))
        said = movebook("records", "aside", MOVEBOOK_LOG_URL=store.log_url)
        told = json.loads(movebook("records", "aside", "--json", MOVEBOOK_LOG_URL=store.log_url).out)["aside"]
        client.flushall()
    assert said.code == 0
    assert [line.split("  ")[:3] + line.split("  ")[4:] for line in said.lines] == [
        ["a" * 26, "public", "whole", "KeyError: 'row'"],
        ["a" * 26, "seat:1@17", "whole", "TypeError: x"],
    ]
    assert told["a" * 26]["public"]["program"] == quarantine.program()


def test_a_record_is_removed_from_a_service_that_runs(service: Movebook, running: Running) -> None:
    headers = {"Authorization": f"Bearer {running.token}"}
    body = {"game": "kingdoms", "seats": [{"colour": "red"}, {"colour": "blue"}], "visibility": "public"}
    record = requests.post(f"{running.url}/v1/records", json=body, headers=headers, timeout=60).json()["id"]
    said = service("records", "remove", record)
    assert (said.code, said.out) == (0, f"{record}: removed, 1 entry\n")
    answer = requests.get(f"{running.url}/v1/records/{record}", timeout=60)
    assert (answer.status_code, answer.json()["type"]) == (410, "urn:movebook:problem:record-removed")
    again = json.loads(service("records", "remove", f"{running.url}/viewer/?record={record}", "--json").out)
    assert (again["record"], again["before"], again["version"]) == (record, True, 1)
    unknown = service("records", "remove", "z" * 26, "--lang", "es")
    assert (unknown.code, unknown.err) == (1, f"movebook: no existe la partida {'z' * 26}\n")
