"""Who names whom: a file names nobody who is known here, and who was erased stays without a name."""

import json
from typing import Any

import pytest

from service.api.web.http import Service
from service.record import people
from service.store.keys import key
from tests.fuzz import mutate
from tests.service.conftest import Api, Record
from tests.service.record.backup.test_backup import export, restore_file

FILE = {"Content-Type": "application/json"}


@pytest.fixture
def table(recorder: Api) -> Record:
    seats = [{"colour": "red", "name": "Ana Ruiz"}, {"colour": "blue"}]
    opened = recorder.post("/records", {"game": "kingdoms", "seats": seats, "visibility": "public"})
    return Record(recorder, opened.json["id"])


def named(record: Record) -> list[Any]:
    return [seat["name"] for seat in record.get("").json["seats"]]


def forged(record: Record, *names: str) -> bytes:
    """The record under another id, with names of a stranger's choice."""
    file = record.get("/export").json | {"record": "f" * 26}
    file["players"] |= dict(zip(file["players"], names, strict=False))
    return mutate.spelled(mutate.forged(file))


def test_a_file_names_no_seat_of_a_record_that_is_here(table: Record, service: Service) -> None:
    assert table.api.post("/records/import", forged(table, "Mallory", "Mallory"), FILE).status_code == 201
    assert named(table) == ["Ana Ruiz", None]


def test_a_file_gives_nobody_who_was_erased_the_name_back(table: Record, service: Service) -> None:
    player = table.get("").json["seats"][0]["player"]
    assert people.erase(service.log.store, player)
    assert not people.erase(service.log.store, player), "nothing is left to erase"
    assert table.api.post("/records/import", forged(table, "Ana Ruiz", "Bob"), FILE).status_code == 201
    assert named(table) == [None, None]
    assert b"Ana Ruiz" not in service.log.store.get(key("player", player))


def test_an_adopted_file_names_players_who_are_new_here(table: Record, admin: Api, service: Service) -> None:
    file = json.loads(forged(table))
    players = [seat["player"] for seat in file["entries"][0]["body"]["seats"]]
    file["players"] = dict(zip(players, ("Ana Ruiz", "Bob"), strict=True))
    for player in players:
        service.log.store.delete(key("player", player))
    answer = admin.post("/records/import", mutate.spelled(mutate.forged(file)), FILE, adopt=1)
    assert answer.status_code == 201, answer.text
    assert named(table) == ["Ana Ruiz", "Bob"]


def test_who_is_seated_by_an_id_is_not_named_by_that(table: Record, recorder: Api) -> None:
    player = table.get("").json["seats"][1]["player"]
    opened = recorder.post("/records", {"game": "kingdoms", "seats": [{"player": player}, {"name": "Eve"}]})
    assert opened.status_code == 201
    assert named(table) == ["Ana Ruiz", None]


def test_a_restore_keeps_who_was_erased_without_a_name(table: Record, service: Service) -> None:
    store, player = service.log.store, table.get("").json["seats"][0]["player"]
    before = export(store)
    people.erase(store, player)
    after = export(store)
    assert b"Ana Ruiz" not in after
    for file in (before, after):
        restore_file(file, store, into_nonempty=True)
        assert named(table) == [None, None]


def test_a_restore_erases_who_was_erased_where_the_file_was_made(table: Record, service: Service) -> None:
    store, player = service.log.store, table.get("").json["seats"][0]["player"]
    kept = store.get(key("player", player))
    people.erase(store, player)
    file = export(store)
    store.set(key("player", player), kept)
    restore_file(file, store, into_nonempty=True)
    assert named(table) == [None, None]
