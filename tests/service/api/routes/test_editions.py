"""The editions of a club: what it stored under names of their own, and drafts that its phones go on with."""

import io
import json
from collections.abc import Callable
from typing import Any

import pytest

from engines import GAMES
from service.access import tokens
from service.record import editions
from service.record.backup.reader import Backup
from service.record.backup.restore import restore
from service.record.backup.writer import Export
from tests.service.conftest import Api, As, Json

JSON = {"Content-Type": "application/json"}


def box(edition: str, gold: int = 4) -> Json:
    made = GAMES["xidit"].box() | {"edition": edition, "origin": "Ana"}
    made["tiles"][4]["rewards"]["gold"], made["tiles"][4]["stand_in"] = gold, []
    return made


def keep(api: Api, document: Json, **query: Any) -> Any:
    return api.post("/boxes", json.dumps(document).encode(), JSON, game="xidit", **query)


def put(api: Api, name: str, version: int | str, document: Any, game: str = "xidit") -> Any:
    match = f'"{version}"' if isinstance(version, int) else version
    headers = {"Authorization": f"Bearer {api.token}", **JSON, "If-Match": match}
    return api.client.put(f"/v1/drafts/{game}/{name}", data=json.dumps(document), headers=headers)


def listed(api: Api, part: str = "boxes") -> list[Json]:
    found: list[Json] = api.get("/boxes", game="xidit").json[part]
    return found


@pytest.fixture
def phone(service: Any, as_: As) -> Callable[[Api], Api]:
    """Another phone of a club: a token that goes back to the one of the first."""

    def paired(first: Api) -> Api:
        _, maker, _ = str(first.token).split("_", 2)
        return as_(tokens.create(service.log.store, "record", maker=maker))

    return paired


def test_a_club_sees_its_editions_and_others_do_not(
    recorder: Api, anyone: Api, as_: As, service: Any, phone: Callable[[Api], Api]
) -> None:
    stranger = as_(tokens.create(service.log.store, "record"))
    assert [one["edition"] for one in listed(recorder)] == ["stand-in-1"]
    made = keep(recorder, box("printed-es")).json
    for api in (recorder, phone(recorder)):
        own, mine = listed(api)
        assert (own["edition"], own["rows"], own["compared"], own["stand_in"]) == ("stand-in-1", 107, 1, True)
        assert (mine["hash"], mine["play_hash"]) == (made["hash"], made["play_hash"])
        assert (mine["edition"], mine["compared"]) == ("printed-es", 2)
    for api in (stranger, anyone):
        assert [one["edition"] for one in listed(api)] == ["stand-in-1"]


def test_a_name_is_of_one_box_for_each_owner(recorder: Api, as_: As, service: Any) -> None:
    first = keep(recorder, box("printed"))
    assert keep(recorder, box("printed")).status_code == 201
    taken = keep(recorder, box("printed", 5))
    assert (taken.status_code, taken.json["type"]) == (409, "urn:movebook:problem:edition-taken")
    assert first.json["hash"] in taken.json["detail"]
    stranger = as_(tokens.create(service.log.store, "record"))
    assert keep(stranger, box("printed", 5)).status_code == 201
    assert keep(recorder, box("printed-2", 5)).status_code == 201
    assert [one["edition"] for one in listed(recorder)] == ["stand-in-1", "printed", "printed-2"]


def test_unusual_values_are_asked_about_once_and_confirmed(recorder: Api) -> None:
    asked = keep(recorder, box("printed", 40))
    assert (asked.status_code, asked.json["type"]) == (422, "urn:movebook:problem:box-questions")
    assert list(asked.json["errors"]) == ["tiles.A05.rewards.gold"]
    assert keep(recorder, box("printed", 40), confirmed=1).status_code == 201


def test_another_phone_goes_on_where_one_stopped(recorder: Api, phone: Callable[[Api], Api]) -> None:
    other = phone(recorder)
    first = put(recorder, "evening", 0, {"edition": "evening", "tiles": "half of a row"})
    assert (first.status_code, first.json["version"]) == (200, 1)
    found = other.get("/drafts/xidit/evening")
    assert found.json["tiles"] == "half of a row"
    assert found.headers["ETag"].startswith('"1-')
    assert put(other, "evening", 1, box("evening")).json["compared"] == 2
    # The first has not seen that: nothing is overwritten unasked.
    refused = put(recorder, "evening", 1, {})
    assert (refused.status_code, refused.json["version"]) == (412, 2)
    assert put(recorder, "evening", 0, {}).status_code == 412
    assert [(one["edition"], one["version"], one["compared"]) for one in listed(recorder, "drafts")] == [
        ("evening", 2, 2)
    ]


def test_a_draft_is_its_club_s_and_removed_by_its_version(recorder: Api, anyone: Api, as_: As, service: Any) -> None:
    put(recorder, "evening", 0, {})
    stranger = as_(tokens.create(service.log.store, "record"))
    assert stranger.get("/drafts/xidit/evening").status_code == 404
    assert anyone.get("/drafts/xidit/evening").status_code == 401
    assert put(stranger, "evening", 1, {}).status_code == 412
    for version, status in ((3, 412), (1, 204), (1, 404)):
        headers = {"Authorization": f"Bearer {recorder.token}", "If-Match": f'"{version}"'}
        assert recorder.client.delete("/v1/drafts/xidit/evening", headers=headers).status_code == status


@pytest.mark.parametrize(("name", "version", "document", "status"), [
    ("ed%C3%ADci%C3%B3n", 0, {}, 400), ("%F0%9F%8F%94", 0, {}, 400), ("a" * 41, 0, {}, 400),
    ("fine", "*", {}, 400), ("fine", "x", {}, 400), ("fine", 0, [], 400),
    ("fine", 0, {"origin": "x" * (256 << 10)}, 413), ("fine", 7, {}, 412),
])  # fmt: skip
def test_drafts_that_cannot_be_written(recorder: Api, name: str, version: Any, document: Any, status: int) -> None:
    assert put(recorder, name, version, document).status_code == status
    assert listed(recorder, "drafts") == []


def test_an_owner_has_so_many_drafts(recorder: Api) -> None:
    for number in range(editions.MOST_DRAFTS):
        assert put(recorder, f"n{number}", 0, {}).status_code == 200
    full = put(recorder, "one-more", 0, {})
    assert (full.status_code, full.json["type"]) == (409, "urn:movebook:problem:too-many-drafts")
    assert put(recorder, "n3", 1, {"edition": "n3"}).status_code == 200


def test_a_backup_brings_editions_and_drafts_along(recorder: Api, redis: Any) -> None:
    hash_ = keep(recorder, box("printed")).json["hash"]
    put(recorder, "evening", 0, box("evening"))
    out = io.BytesIO()
    assert Export(redis).write(out, lambda _: None).counts["editions"] == 2
    redis.flushall()
    with Backup(io.BytesIO(out.getvalue())) as backup:
        restore(backup, redis)
    assert [one["hash"] for one in listed(recorder)][1:] == [hash_]
    assert recorder.get("/drafts/xidit/evening").json == box("evening")
