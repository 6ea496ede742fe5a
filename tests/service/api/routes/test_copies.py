"""A file that somebody brings is a copy: read like a record, never written on, in no list, no result, naming nobody."""

import copy
import io
import json
from typing import Any

import pytest

from service.access import tokens
from service.api.web.http import Service
from service.record import identity
from service.record.backup.writer import Export
from service.record.derived import removal
from service.record.files import verify
from service.store.keys import key
from tests.fuzz.mutate import forged
from tests.service.api.routes.test_replay import a_game
from tests.service.conftest import Api, As, Json, Project, Record
from tests.service.record.backup.test_backup import export, restore_file

FILE = {"Content-Type": "application/json"}
LEAGUE = {"league": "winter", "event": "final"}


def bring(api: Api, document: Json | bytes, **query: Any) -> Any:
    raw = document if isinstance(document, bytes) else json.dumps(document).encode()
    return api.post("/records/import", raw, FILE, **query)


@pytest.fixture
def ended(recorder: Api, project: Project) -> Record:
    """A whole public game of Kingdoms in a league, with names."""
    seats = [{"colour": colour, "name": f"Player {colour}"} for colour in ("yellow", "red", "blue")]
    opened = recorder.post("/records", {"game": "kingdoms", "seats": seats, "visibility": "public", "occasion": LEAGUE})
    record = Record(recorder, opened.json["id"]).import_moves(a_game())
    project(record.id)
    return record


@pytest.fixture
def stranger(as_: As, service: Service) -> Api:
    return as_(tokens.create(service.log.store, "record"))


def ids(api: Api, **query: Any) -> set[str]:
    return {record["id"] for record in api.get("/records", **query).json["records"]}


def test_a_copy_has_an_id_of_its_own_and_says_whose_word_it_is(ended: Record, stranger: Api, service: Service) -> None:
    file = ended.get("/export", eyes="public").data
    answer = bring(stranger, file)
    assert answer.status_code == 201
    made = answer.json["record"]
    assert made != ended.id
    assert "moves" not in stranger.get(f"/records/{made}").json["calls"]
    told = answer.json["copy"]
    assert (told["original"], told["ours"], told["found"]) == (ended.id, True, [])
    assert told["key"] == identity.own_id(service.log.store)
    assert told["by"] == tokens.id_of(stranger.token or "")
    assert stranger.get(f"/records/{made}").json["copy"] == told


def test_a_copy_is_read_and_replayed_like_a_record_and_carried_on_as_it_came(
    ended: Record, stranger: Api, anyone: Api, project: Project
) -> None:
    file = ended.get("/export", eyes="public").json
    made = bring(stranger, file).json["record"]
    project(made)
    for what in ("/log", "/state"):
        assert anyone.get(f"/records/{made}{what}").json["version"] == ended.version, what
    replay = anyone.get(f"/records/{made}/replay").json
    genuine = ended.by(anyone).get("/replay").json
    assert replay["frames"] == genuine["frames"]
    assert (replay["record"], replay["copy"]["original"], genuine["copy"]) == (made, ended.id, None)
    again = anyone.get(f"/records/{made}/export").json
    assert (again["record"], again["entries"]) == (ended.id, file["entries"])
    assert verify.check(again, record=ended.id) == []


def test_a_file_brought_again_is_one_copy_however_it_is_spelled(ended: Record, stranger: Api, recorder: Api) -> None:
    file = ended.get("/export", eyes="public").json
    first = bring(stranger, file)
    again = bring(stranger, json.dumps(file, indent=2).encode())
    assert (first.status_code, again.status_code, again.json["known"]) == (201, 200, True)
    assert again.json["record"] == first.json["record"]
    assert bring(recorder, file).json["record"] != first.json["record"]


@pytest.mark.parametrize(("path", "body"), [
    ("/moves", {"type": "pass", "seat": 0}), ("/secrets", {"name": "2", "tile": "dragon"}),
    ("/import", {"type": "pass"}), ("/tokens", {"scope": "seat", "seat": 0}), ("/tokens", {"scope": "record"}),
    ("/undo", {"count": 1, "consents": [0, 1]}), ("/corrections", {"changes": [{"op": "retract", "name": "2"}]}),
])  # fmt: skip
def test_nobody_writes_on_a_copy(ended: Record, stranger: Api, admin: Api, path: str, body: Json) -> None:
    answer = bring(stranger, ended.get("/export", eyes="public").data)
    made, version = answer.json["record"], answer.json["version"]
    headers = {"If-Match": f'"{version}"'}
    if path == "/import":
        headers["Content-Type"] = "application/x-ndjson"
    sent = json.dumps(body).encode() if path == "/import" else body
    tries: list[Json] = [{}, {"dry_run": 1}] if path in ("/undo", "/corrections") else [{}]
    for api in (stranger, admin):
        for query in tries:
            refused = api.post(f"/records/{made}{path}", sent, headers, **query)
            assert (refused.status_code, refused.json["type"]) == (409, "urn:movebook:problem:copy"), refused.text
    assert stranger.get(f"/records/{made}").json["version"] == version


def test_a_copy_is_no_result_of_this_service(ended: Record, stranger: Api) -> None:
    made = bring(stranger, ended.get("/export", eyes="public").data).json["record"]
    assert ended.get("/result").status_code == 200
    refused = stranger.get(f"/records/{made}/result")
    assert (refused.status_code, refused.json["type"]) == (409, "urn:movebook:problem:copy")


def test_a_copy_is_listed_for_its_bringer_alone_and_only_where_asked_for(
    ended: Record, stranger: Api, recorder: Api, admin: Api, anyone: Api, project: Project
) -> None:
    made = bring(stranger, ended.get("/export", eyes="public").data).json["record"]
    project(made)
    reader = Api(stranger.client, stranger.post(f"/records/{made}/tokens", {"scope": "read"}).json["token"])
    for api in (stranger, recorder, admin, anyone, reader):
        for query in (
            {},
            {"occasion.league": "winter"},
            {"game": "kingdoms"},
            {"status": "finished"},
            {"text": "Player"},
        ):
            assert made not in ids(api, **query), query
    for api, seen in ((stranger, True), (admin, True), (reader, True), (recorder, False), (anyone, False)):
        assert (made in ids(api, copies=1)) is seen
        assert ended.id in ids(api, copies=1)
    assert made not in ids(admin, copies=1, text="Player")


def test_a_private_copy_is_its_bringers_and_no_copy_is_public(ended: Record, stranger: Api, anyone: Api) -> None:
    file = ended.get("/export", eyes="public").data
    made = bring(stranger, file, visibility="private").json["record"]
    assert anyone.get(f"/records/{made}").status_code == 404
    assert stranger.get(f"/records/{made}").status_code == 200
    assert bring(stranger, file, visibility="public").status_code == 400


def test_a_copy_names_nobody_and_gives_nobody_a_name(ended: Record, stranger: Api, service: Service) -> None:
    file = ended.get("/export", eyes="public").json
    new = {"player": "newcomer", "colour": "yellow"}
    file["entries"][0]["body"]["seats"][0] = new
    file["players"] = {seat["player"]: "Mallory" for seat in file["entries"][0]["body"]["seats"]}
    made = bring(stranger, forged(file)).json["record"]
    assert [seat["name"] for seat in stranger.get(f"/records/{made}").json["seats"]] == [None] * 3
    assert {seat["name"] for seat in ended.get("").json["seats"]} == {"Player yellow", "Player red", "Player blue"}
    assert service.log.store.get(key("player", "newcomer")) is None
    assert stranger.get(f"/records/{made}/export").json["players"] == {}
    assert b"Player" not in stranger.get(f"/records/{made}/export", format="text").data


def test_an_id_that_is_private_here_is_not_told(recorder: Api, stranger: Api, service: Service) -> None:
    hidden = recorder.open("yellow", "red", "blue", visibility="private")
    file = hidden.get("/export").json
    absent = copy.deepcopy(file)
    absent["record"] = "a" * 26
    absent = forged(absent)
    told = [bring(stranger, one).json["copy"] for one in (file, absent)]
    assert told[0]["found"] == told[1]["found"]
    assert [fault["version"] for fault in told[0]["found"]] == [1]
    assert "does not confirm it" in told[0]["found"][0]["what"]


def test_a_wrong_digest_and_secrets_without_seals_are_told_beside_the_copy(ended: Record, stranger: Api) -> None:
    file = ended.get("/export").json
    file["secrets"] = {"2": {"tile": {"salt": "A" * 22, "value": "dragon", "eyes": ["recorder"]}}}
    answer = bring(stranger, file)
    assert answer.status_code == 201
    said = " ".join(fault["what"] for fault in answer.json["copy"]["found"])
    assert "its digest does not match its content" in said
    assert "no seal for 'tile'" in said or "is not what was sealed" in said
    assert stranger.get(f"/records/{answer.json['record']}/export").json["secrets"] == {}


def test_a_record_says_for_ever_that_it_was_adopted(ended: Record, admin: Api, stranger: Api, service: Service) -> None:
    file = ended.get("/export").json
    assert bring(stranger, file, adopt=1).status_code == 403
    assert bring(admin, file, adopt=1).json["known"] is True
    assert admin.get(ended.path).json["adopted"] is None
    for name in service.log.store.scan_iter(f"*:{ended.id}"):
        service.log.store.delete(name)
    service.lives.drop(ended.id)
    answer = bring(admin, file, adopt=1)
    assert (answer.status_code, answer.json["record"], answer.json["copy"]) == (201, ended.id, None)
    adopted = admin.get(ended.path).json["adopted"]
    assert adopted["by"] == tokens.id_of(admin.token or "")
    exported = admin.get(f"{ended.path}/export").json
    assert exported["adopted"] == adopted
    assert verify.check(exported) == []


def test_the_file_of_a_removed_record_is_a_copy_that_brings_nothing_back(
    ended: Record, stranger: Api, admin: Api, service: Service
) -> None:
    file = ended.get("/export", eyes="public").json
    removal.remove(service.log, service.dispatcher.connection, ended.id)
    assert bring(admin, file, adopt=1).status_code == 410
    made = bring(stranger, file).json
    assert "does not confirm it" in made["copy"]["found"][0]["what"]
    assert stranger.get(ended.path).status_code == 410


def test_copies_are_carried_with_their_store(ended: Record, stranger: Api, service: Service) -> None:
    made = bring(stranger, ended.get("/export", eyes="public").data).json["record"]
    raw = export(service.log.store)
    before = service.log.head(made)
    for name in service.log.store.scan_iter("*"):
        service.log.store.delete(name)
    restore_file(raw, service.log.store)
    assert service.log.head(made) == before
    assert stranger.get(f"/records/{made}").json["copy"]["original"] == ended.id


def test_a_backup_whose_copy_cannot_be_told_is_refused(ended: Record, stranger: Api, service: Service) -> None:
    made = bring(stranger, ended.get("/export", eyes="public").data).json["record"]
    service.log.store.hset(key("head", made), "brought", "{}")
    report = Export(service.log.store).write(io.BytesIO())
    assert report.left_out == [f"record {made}: its head is damaged"]


def test_an_adoption_needs_a_file_without_any_fault(ended: Record, admin: Api) -> None:
    file = ended.get("/export").json
    file["players"] = {}
    assert bring(admin, file, adopt=1).status_code == 422


def test_who_continues_a_record_is_said_by_its_owner_or_by_an_admin(recorder: Api, admin: Api, as_: As) -> None:
    record = recorder.open("yellow", "red", "blue")
    for owner in (recorder, admin):
        helper = as_(owner.post(f"{record.path}/tokens", {"scope": "record"}).json["token"])
        assert "moves" in helper.get(record.path).json["calls"]
        assert "tokens" not in helper.get(record.path).json["calls"]
