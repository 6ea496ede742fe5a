"""The head of the viewer's page: tags for other sites, and links to all that the page will import."""

import re
from html.parser import HTMLParser
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.service.api.writes.test_signatures import finished
from tests.service.conftest import Api
from tests.service.promised import app

__all__ = ["app"]


@pytest.fixture
def web(anyone: Api) -> FlaskClient:
    return anyone.client


EVENT = '"Spring" <b>& Co</b>'


class Tags(HTMLParser):
    """The ``og:`` and ``twitter:`` tags of a page, as a browser reads them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: dict[str, str] = {}
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = dict(attrs)
        name = known.get("property") or known.get("name") or ""
        if tag == "meta" and name.startswith(("og:", "twitter:")):
            self.found[name] = known["content"] or ""


def test_a_link_says_what_was_played_by_whom_and_who_won(web: FlaskClient, recorder: Api, project: Any) -> None:
    record = finished(recorder, occasion={"event": EVENT, "date": "2026-11-20"})
    project(record.id)
    summary = record.get("").json
    names = [seat["name"] or seat["colour"] for seat in summary["seats"]]
    winner = names[summary["winners"][0]]
    page = web.get(f"/viewer/?record={record.id}&lang=en")
    tags = Tags(page.text).found
    assert tags["og:title"] == tags["twitter:title"] == f"Kingdoms: {', '.join(names)}"
    assert tags["og:description"].startswith(f"2026-11-20 · {EVENT} · {winner} wins (")
    assert f"Gana {winner}" in Tags(web.get(f"/viewer/?record={record.id}&lang=es").text).found["og:description"]
    veiled = Tags(web.get(f"/viewer/?record={record.id}&spoilers=0").text).found
    assert veiled["og:description"] == f"2026-11-20 · {EVENT}"
    again = {"If-None-Match": page.headers["ETag"]}
    assert web.get(f"/viewer/?record={record.id}&lang=en", headers=again).status_code == 304


@pytest.mark.parametrize("record", ["private", "none", "x" * 5000, "%00<script>"])
def test_nothing_is_said_of_a_private_record(web: FlaskClient, recorder: Api, project: Any, record: str) -> None:
    if record == "private":
        found = finished(recorder, visibility="private")
        project(found.id)
        record = found.id
    page = web.get(f"/viewer/?record={record}")
    assert page.status_code == 200
    assert Tags(page.text).found == {}


def test_every_module_that_a_page_imports_is_loaded_with_it(web: FlaskClient, recorder: Api, project: Any) -> None:
    record = finished(recorder)
    project(record.id)
    for address, begins in (
        (f"/viewer/?record={record.id}", ["main.js", "pages/watch/main.js", "boards/kingdoms.js"]),
        ("/viewer/", ["main.js", "pages/front/main.js"]),
    ):
        html = web.get(address).text
        links = re.findall(r'<link rel="modulepreload" href="([^"]+)">', html)
        assert set(begins) <= set(links)
        for name in links:
            code = web.get(f"/viewer/{name}").text
            for path in re.findall(r'^(?:import|export)\b[^;]*?from "(\.[^"]+)"', code, re.MULTILINE):
                parts: list[str] = name.split("/")[:-1]
                for part in path.split("/"):
                    parts = parts[:-1] if part == ".." else parts if part == "." else [*parts, part]
                assert "/".join(parts) in links
    # The service worker compares the file with its tag.
    assert "modulepreload" not in web.get("/viewer/index.html").text
