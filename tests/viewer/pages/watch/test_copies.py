"""A file that somebody brought, in the viewer: a line above the game says that it is a copy, and whose word it is."""

import json
from pathlib import Path
from typing import Any

import pytest
import requests
from playwright.sync_api import expect

from tests.long import cases, long_only
from tests.viewer.conftest import Open, Up
from tests.viewer.table import PATIENCE_S, Table, running

Json = dict[str, Any]


def played(up: Up) -> Table:
    table = Table(up)
    table.play(lambda move: move["type"] == "place_castle")
    return table


def brought(up: Up, file: Json) -> Json:
    headers = {"Authorization": f"Bearer {up['token']}"}
    answer = requests.post(f"{up['url']}/v1/records/import", json=file, headers=headers, timeout=PATIENCE_S)
    assert answer.status_code == 201, answer.text
    made: Json = answer.json()
    return made


def banner(visit: Open, up: Up, record: str, lang: str = "en") -> Any:
    return visit(f"{up['url']}/viewer/?record={record}#lang={lang}").locator(".notice-copy")


def test_a_record_is_no_copy(visit: Open, up: Up) -> None:
    expect(banner(visit, up, played(up).id)).to_have_count(0)


WORDS = {
    "en": (
        "Imported copy, not recorded here (",
        "According to the file, this service recorded it, with id {}. ",
        "The file is consistent, but unsigned: anyone could have written it.",
    ),
    "es": (
        "Copia importada, no anotada aquí (",
        "Según el archivo, la anotó este servicio con el id {}. ",
        "El archivo es coherente, pero está sin firmar: cualquiera pudo escribirlo.",
    ),
}


@pytest.mark.parametrize("lang", [*WORDS][: cases(1, 2)])
def test_a_copy_says_what_it_is_and_which_record_it_names(visit: Open, up: Up, lang: str) -> None:
    table = played(up)
    made = brought(up, table.get("/export"))
    shown = banner(visit, up, made["record"], lang)
    for part in (*WORDS[lang], made["copy"]["by"]):
        expect(shown).to_contain_text(part.format(table.id))


def test_what_verification_found_stands_there_too(visit: Open, up: Up) -> None:
    file = played(up).get("/export")
    player = next(iter(file["players"]))
    made = brought(up, {**json.loads(json.dumps(file)), "players": {**file["players"], player: "Somebody else"}})
    found = [one["what"] for one in made["copy"]["found"]]
    assert found
    expect(banner(visit, up, made["record"])).to_contain_text(f"Verification found problems: {'; '.join(found)}.")


@long_only
def test_a_copy_of_another_services_record_says_so(visit: Open, up: Up, tmp_path: Path) -> None:
    with running(tmp_path) as other:
        table = played(other)
        made = brought(up, table.get("/export"))
    words = f"According to the file, another service recorded it, with id {table.id}."
    expect(banner(visit, up, made["record"])).to_contain_text(words)
