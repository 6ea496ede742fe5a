"""Who asks to be forgotten is: names and texts go from every answer and from the store's files; chains stay whole."""

import dataclasses
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from service.access import tokens
from service.api.app import create_app
from service.api.web.http import Service
from service.config import Settings
from service.record.files import verify
from service.store.connect import connect
from service.store.embedded import Store, open_store
from service.store.keys import REWRITE_REQUEST
from service.store.log import Log
from service.store.rewrite import FileRewriter
from tests.fixtures.waiting import eventually
from tests.service.api.writes.evening import OPENING, post
from tests.service.conftest import Api, As, Record
from worker.sweep import Sweep

NAME, TEXT = "Anaxagora Ñ", "Anaxagora mistyped it, as ever"
LOOKS = ("", "/log", "/state", "/replay", "/export", "/export?format=text", "/export?format=html", "/log?after=1")


@pytest.fixture
def record(recorder: Api) -> Record:
    """A game in which Anaxagora sits at seat 0; why a move was corrected names her."""
    seats = [{"name": NAME, "colour": "yellow"}, {"name": "Bo", "colour": "red"}]
    opened = recorder.post("/records", {"game": "kingdoms", "seats": seats, "visibility": "public"})
    record = Record(recorder, opened.json["id"])
    record.play(OPENING)
    change = {"op": "amend", "name": "4", "body": {"type": "choose_start_player", "player": 1}}
    assert post(record, "corrections", {"changes": [change], "reason": TEXT}).status_code == 201
    return record


def player_of(record: Record) -> str:
    found: str = record.get("").json["seats"][0]["player"]
    return found


def answers(record: Record, api: Api, words: str = "Anaxagora") -> list[str]:
    """What tells of a word, of all that this record is told by."""
    told = {look: api.client.get(f"/v1{record.path}{look}", headers=api._headers(None)).text for look in LOOKS}
    told["list"] = api.get("/records").text
    told["search"] = str(api.get("/records", text="anaxagora").json["records"])
    plain = {look: text for look, text in told.items() if words in text or words in _decoded(text)}
    return sorted(plain)


def _decoded(text: str) -> str:
    try:
        return json.dumps(json.loads(text), ensure_ascii=False)
    except ValueError:
        return text


def test_an_erased_player_is_in_no_answer_and_the_record_verifies(record: Record, project: Any, anyone: Api) -> None:
    project(record.id)
    head = record.get("").json["head_hash"]
    assert {"", "/replay", "/export", "list", "search"} <= set(answers(record, anyone, NAME))
    assert record.api.delete(f"/players/{player_of(record)}").status_code == 204
    assert answers(record, anyone, NAME) == answers(record, record.api, NAME) == []
    file = record.get("/export").json
    assert verify.check(file) == []
    assert (file["entries"][-1]["hash"], file["players"][player_of(record)]) == (head, None)


def test_only_who_brought_a_player_or_an_admin_erases_it(record: Record, admin: Api, as_: As, redis: Any) -> None:
    player = player_of(record)
    other = as_(tokens.create(redis, "record"))
    refused, unknown = other.delete(f"/players/{player}"), other.delete("/players/nobody-here")
    assert (refused.status_code, unknown.status_code) == (404, 404)
    assert refused.json["detail"].replace(player, "X") == unknown.json["detail"].replace("nobody-here", "X")
    assert record.get("").json["seats"][0]["name"] == NAME
    assert admin.delete(f"/players/{player}").status_code == 204
    assert admin.delete(f"/players/{player}").status_code == 204, "a second time nothing happens"
    assert record.get("").json["seats"][0]["name"] is None


def test_who_was_erased_is_not_named_again_by_a_correction_or_another_opening(record: Record) -> None:
    player = player_of(record)
    record.api.delete(f"/players/{player}")
    record.api.post("/records", {"game": "kingdoms", "seats": [{"player": player}, {"name": "Bo"}]})
    post(record, "corrections", {"changes": [{"op": "opening", "seats": [{"seat": 0, "player": player}]}]})
    assert record.get("").json["seats"][0]["name"] is None


def test_an_erased_text_is_told_in_no_answer(record: Record, project: Any, anyone: Api, service: Service) -> None:
    project(record.id)
    version, head = record.version, record.get("").json["head_hash"]
    assert {"/log", "/export"} <= set(answers(record, anyone, TEXT))
    assert record.api.delete(f"{record.path}/texts/{version}/reason").status_code == 204
    assert answers(record, anyone, TEXT) == answers(record, record.api, TEXT) == []
    file = record.get("/export", eyes="recorder").json
    assert verify.check(file) == []
    assert (file["entries"][-1]["hash"], list(file["entries"][-1]["seals"])) == (head, ["reason"])
    assert file["secrets"].keys() == {"2", "3"}, "the tiles that were sealed stay"
    project(record.id)
    assert record.api.delete(f"{record.path}/texts/{version}/reason").status_code == 404


@pytest.mark.parametrize(
    "text", ["2/tile", "3/reason", "99/reason", "0/reason", "x/reason", "-1/reason", f"{2**70}/text"]
)
def test_what_is_no_text_is_not_erased(record: Record, text: str) -> None:
    before = record.get("/export", eyes="recorder").data
    assert record.api.delete(f"{record.path}/texts/{text}").status_code == 404
    assert record.get("/export", eyes="recorder").data == before


def test_no_process_holds_a_text_in_memory(record: Record, service: Service) -> None:
    for live in (service.lives.get(record.id), service.lives.load(record.id)):
        assert TEXT not in str(live.secrets)
        assert live.secrets.keys() == {2, 3}


@pytest.fixture
def apart(tmp_path: Path) -> Iterator[tuple[Store, Settings, Path]]:
    """An embedded store of its own, its settings and its folder: nobody else has written to its files."""
    settings = dataclasses.replace(Settings.load({}), data=tmp_path)
    with open_store(settings) as store:
        yield store, dataclasses.replace(settings, log_url=store.log_url, queue_url=store.queue_url), tmp_path


def holds(folder: Path, words: str) -> list[str]:
    spelled = {words.encode(), json.dumps(words)[1:-1].encode()}
    files = [path for path in folder.rglob("*") if path.is_file()]
    return [path.name for path in files if any(each in path.read_bytes() for each in spelled)]


def test_what_was_erased_leaves_the_files_of_the_store(apart: tuple[Store, Settings, Path]) -> None:
    store, settings, folder = apart
    client, queue = connect(store.log_url), connect(store.queue_url)
    api = Api(create_app(settings).test_client(), tokens.create(client, "record"))
    made = api.post("/records", {"game": "kingdoms", "seats": [{"name": NAME}, {"name": "Bo"}]})
    record = Record(api, made.json["id"])
    record.play(OPENING)
    change = {"op": "amend", "name": "4", "body": {"type": "choose_start_player", "player": 1}}
    assert post(record, "corrections", {"changes": [change], "reason": TEXT}).status_code == 201
    assert holds(folder, NAME)
    assert holds(folder, TEXT)
    assert api.delete(f"{record.path}/texts/{record.version}/reason").status_code == 204
    assert api.delete(f"/players/{player_of(record)}").status_code == 204
    sweep = Sweep(Log(client), queue)

    def forgotten() -> bool:
        sweep.once()
        return not client.exists(REWRITE_REQUEST)

    assert eventually(forgotten, 120)
    assert holds(folder, NAME) == holds(folder, TEXT) == []
    assert verify.check(record.get("/export").json) == []
    client.close()
    queue.close()


class Refuses:
    """A store whose servers let nobody write their files anew, as some that are rented do."""

    def __init__(self, store: Any) -> None:
        self._store = store
        self.asked = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def bgrewriteaof(self) -> None:
        """Refuse."""
        self.asked += 1
        self._store.execute_command("NO.SUCH.COMMAND")


def test_a_refusing_server_is_named_once(record: Record, redis: Any, caplog: pytest.LogCaptureFixture) -> None:
    record.api.delete(f"/players/{player_of(record)}")
    store = Refuses(redis)
    forgetting = FileRewriter(store)
    for _ in range(3):
        forgetting.step()
    assert store.asked == 1
    assert "it refuses to write them anew" in caplog.text
    assert redis.exists(REWRITE_REQUEST), "another process may be let"
