"""What a phone takes along: the fold it goes on from, the files of the pages, the engine of a game as a zip."""

import io
import json
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from engines import GAMES
from engines.kernel.offline import OfflineTable
from tests.service.conftest import Api
from tests.service.promised import Record, app, record, refused

__all__ = ["app", "record"]

ALONE = """
import json, random, sys
sys.path[:0] = [sys.argv[1]]
from engines import RULES
from engines.kernel.offline import OfflineTable
game = RULES[sys.argv[2]]
box = game.box()
seats = list(game.colours(box))[: game.seats.start]
table = OfflineTable(game, {"seats": seats, "options": {}, "box": box})
print(json.dumps([len(RULES), table.offers()], sort_keys=True))
"""


def test_a_phone_goes_on_from_the_fold_of_its_recorder(record: Record) -> None:
    told = record.get("/state", what="fold").json
    fold = told["fold"]
    table = OfflineTable(GAMES["kingdoms"], {**fold, "box": GAMES["kingdoms"].box()})
    offers = record.get("/offers").json
    assert (told["version"], fold["ply"], fold["rules"]) == (5, 4, "kingdoms@1")
    assert table.offers()["moves"] == offers["moves"]


@pytest.mark.parametrize("query", [{"eyes": "public"}, {"ply": 2}, {"version": 3}])
def test_nobody_else_s_fold_and_none_of_an_earlier_moment_is_told(record: Record, query: dict[str, Any]) -> None:
    refused(record.get("/state", what="fold", **query), 403, "not-allowed")


def test_without_a_token_no_fold_is_told(anyone: Api, record: Record) -> None:
    refused(anyone.client.get(f"/v1/records/{record.id}/state?what=fold"), 401, "no-token")


def test_the_service_worker_knows_every_file_by_the_tag_it_is_served_with(anyone: Api) -> None:
    answer = anyone.client.get("/sw.js")
    assert answer.headers["Content-Type"].startswith("text/javascript")
    kept = json.loads(answer.text[len("self.movebook = ") : answer.text.index(";\n")])
    assert {"index.html", "seat.html", "device/outbox.js", "manifest.webmanifest"} <= kept["shell"].keys()
    assert set(kept["boards"]) == set(GAMES)
    for name, tag in {**kept["shell"], **kept["boards"]["kingdoms"]}.items():
        assert anyone.client.get(f"/viewer/{name}").headers["ETag"] == f'W/"{tag}"', name


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_zip_of_a_game_is_all_that_its_engine_needs(anyone: Api, game: str, tmp_path: Path) -> None:
    first, again = (anyone.client.get(f"/viewer/rules/{game}.zip") for _ in range(2))
    assert first.data == again.data
    with zipfile.ZipFile(io.BytesIO(first.data)) as packed:
        packed.extractall(tmp_path)
    # Isolated: nothing that is installed here is found.
    rules = f"{game}@{GAMES[game].rules_version}"
    command = [sys.executable, "-I", "-S", "-c", ALONE, str(tmp_path), rules]
    said = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    alone, offers = json.loads(said.stdout)
    title = GAMES[game]
    seats = list(title.colours(title.box()))[: title.seats.start]
    assert alone == 1
    assert offers["moves"] == OfflineTable(title, {"seats": seats, "options": {}, "box": title.box()}).offers()["moves"]


@pytest.mark.parametrize("name", ["nothing.zip", "kingdoms.py", "../config.py", "package.json", ".zip"])
def test_nothing_else_is_served_among_the_rules(anyone: Api, name: str) -> None:
    assert anyone.client.get(f"/viewer/rules/{name}").status_code == 404


def test_the_worker_of_the_rules_alone_may_compile_webassembly(anyone: Api) -> None:
    worker = anyone.client.get("/viewer/device/rules-worker.js").headers["Content-Security-Policy"]
    assert "'wasm-unsafe-eval'" in worker
    assert "connect-src 'self'" in worker
    for page in ("", "seat.html", "device/rules.js"):
        assert "unsafe" not in anyone.client.get(f"/viewer/{page}").headers["Content-Security-Policy"]
