"""What stands around the API (design, section 4): health, readiness, metrics, the contract, its reader, the rules."""

import gzip
import json
import re
import time
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from engines import GAMES
from service.api.pages.static_files import content_of
from service.record.derived.queue import SWEEP
from tests.service.conftest import Api
from tests.service.promised import app, record, refused

__all__ = ["app", "record"]

ELSEWHERE = re.compile(r"""(?:src|href|action)\s*=\s*["']?\s*(?:https?:)?//|@import|url\(\s*["']?(?:https?:)?//""")


@pytest.fixture
def web(anyone: Api) -> FlaskClient:
    return anyone.client


def test_health_asks_nobody(web: FlaskClient) -> None:
    answer = web.get("/healthz")
    assert (answer.status_code, answer.json) == (200, {"status": "ok"})


def test_the_service_is_ready_without_workers_and_says_of_them_what_it_is_asked(web: FlaskClient, app: Any) -> None:
    queue = app.extensions["movebook"].dispatcher.connection
    queue.delete(SWEEP)
    answer = web.get("/readyz")
    assert (answer.status_code, (answer.json or {})["checks"]["log"]) == (200, {"status": "ok"})
    answer = web.get("/readyz?workers=1")
    assert answer.status_code == 503
    assert int(answer.headers["Retry-After"]) >= 1
    for oldest, status in ((0.0, 200), (3600.0, 503)):
        queue.set(SWEEP, json.dumps({"at": time.time(), "behind": 1, "oldest_s": oldest}))
        assert web.get("/readyz?workers=1").status_code == status
        assert web.get("/readyz").status_code == 200
    queue.delete(SWEEP)


def test_a_module_is_served_without_its_documentation_and_with_its_lines(tmp_path: Path) -> None:
    module = tmp_path / "one.js"
    module.write_text(
        '// @ts-check\n/** What\n * it is. */\n/** @type {any} */ let a = "; // b";\n  /** It */\n  // so\nf(); // Go\n'
    )
    assert content_of(module)[0] == b'\n\n\nlet a = "; // b";\n\n\nf();\n'
    style = tmp_path / "one.css"
    style.write_text('/* Blue\n */\n.a { content: "/* b */" } /* c */\n')
    assert content_of(style)[0] == b'\n\n.a { content: "/* b */" } /* c */\n'


def test_the_contract_is_json_and_its_reader_asks_no_other_host(web: FlaskClient) -> None:
    assert (web.get("/openapi.json").json or {})["openapi"].startswith("3.1")
    page = web.get("/docs/")
    assert page.status_code == 200
    assert not ELSEWHERE.search(page.text)
    own = re.findall(r'(?:src|href)="([^"#]+)"', page.text)
    assert own
    for name in own:
        loaded = web.get(name if name.startswith("/") else f"/docs/{name}")
        assert loaded.status_code == 200, name
        assert loaded.data
    assert "default-src 'none'" in page.headers["Content-Security-Policy"]
    assert web.get("/docs").status_code in (200, 301, 308)


@pytest.mark.parametrize(("lang", "word"), [("en", "castle"), ("es", "castillo")])
def test_the_rules_page_speaks_both_languages(web: FlaskClient, lang: str, word: str) -> None:
    for answer in (
        web.get(f"/rules/kingdoms?lang={lang}"),
        web.get("/rules/kingdoms", headers={"Accept-Language": lang}),
    ):
        assert (answer.status_code, answer.mimetype) == (200, "text/html")
        assert f'lang="{lang}"' in answer.text
        assert word in answer.text
        assert not ELSEWHERE.search(answer.text)
        for clause in ("kin-1-1", "kin-4-11", "kin-14-13"):
            assert f'id="{clause}"' in answer.text


@pytest.mark.parametrize("game", list(GAMES))
def test_a_rules_page_has_a_title_a_way_back_and_nothing_that_its_policy_refuses(web: FlaskClient, game: str) -> None:
    for lang, word in (("en", "rules"), ("es", "reglas")):
        page = web.get(f"/rules/{game}?lang={lang}").text
        assert f"<title>{GAMES[game].title[lang]}: {word} · Movebook</title>" in page
        assert " style=" not in page
        assert f'<a href="/viewer/?lang={lang}">' in page
        anchors = set(re.findall(r'href="#([^"]+)"', page))
        assert anchors <= set(re.findall(r'id="([^"]+)"', page))
        assert len(re.findall(r"<table>", page)) == len(re.findall(r'tabindex="0"><table>', page))


@pytest.mark.parametrize("path", [
    "/nothing", "/v1", "/v1/nothing", "/rules/chess", "/rules/../app", "/rules/%2e%2e%2fREADME",
    "/docs/nothing.js", "/docs/../app.py", "/docs/%2e%2e/%2e%2e/http.py", "/viewer/nothing.js",
    "/viewer/__init__.py", "/viewer/../service/api/web/http.py", "/viewer/%2e%2e/service/api/web/http.py",
    "/viewer/%00", "/viewer/.git", "/viewer/boards/kingdoms.js/main.js",
    "/viewer/boards/kingdoms.r/boards/kingdoms.js",
])  # fmt: skip
def test_what_is_not_there_is_a_problem_in_the_language_asked_for(web: FlaskClient, path: str) -> None:
    problem = refused(web.get(path), 404, "not-found")
    assert problem["title"] == "Not found"
    spanish = refused(web.get(path, headers={"Accept-Language": "es"}), 404, "not-found")
    assert spanish["title"] == "No encontrado"
    assert spanish["detail"] != problem["detail"]


def test_the_viewer_is_the_front_door_and_asks_no_other_host(web: FlaskClient) -> None:
    assert web.get("/").headers["Location"].endswith("/viewer/")
    page = web.get("/viewer/")
    assert page.status_code == 200
    assert not ELSEWHERE.search(page.text)
    for name in re.findall(r'(?:src|href)="([^"#:]+\.[a-z]+)"', page.text):
        loaded = web.get(name if name.startswith("/") else f"/viewer/{name}")
        assert loaded.status_code == 200, name
        tag = loaded.headers["ETag"]
        assert web.get(loaded.request.path, headers={"If-None-Match": tag}).status_code == 304


def test_a_league_has_a_short_address(web: FlaskClient) -> None:
    assert web.get("/league/castilla").headers["Location"].endswith("/viewer/league.html?league=castilla")
    assert web.get("/league/Castilla%20y").status_code == 404


@pytest.mark.parametrize("path", ["/viewer", "/docs"])
def test_without_its_slash_a_page_would_not_find_its_files(web: FlaskClient, path: str) -> None:
    answer = web.get(path, query_string={"record": "x"})
    assert answer.status_code == 308
    assert answer.headers["Location"].endswith(f"{path}/?record=x")


@pytest.mark.parametrize("name", ["new.html", "league.html", "pair.html", "record.html", "seat.html"])
def test_a_page_that_writes_asks_this_service_alone_and_stands_in_no_other_page(web: FlaskClient, name: str) -> None:
    policy = web.get(f"/viewer/{name}").headers["Content-Security-Policy"].split("; ")
    assert "connect-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy


def test_a_file_is_sent_packed_to_those_who_take_that_and_whole_to_others(web: FlaskClient) -> None:
    whole = web.get("/viewer/pages/record/main.js")
    small = web.get("/viewer/pages/record/main.js", headers={"Accept-Encoding": "gzip, br"})
    assert "Content-Encoding" not in whole.headers
    assert small.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(small.data) == whole.data
    assert len(small.data) < len(whole.data) / 2
    assert small.headers["ETag"] == whole.headers["ETag"]
    assert "Accept-Encoding" in small.headers["Vary"]
    known = {"Accept-Encoding": "gzip", "If-None-Match": small.headers["ETag"]}
    assert web.get("/viewer/pages/record/main.js", headers=known).status_code == 304
    assert (
        "Content-Encoding"
        not in web.get("/viewer/pages/record/main.js", headers={"Accept-Encoding": "gzip;q=0"}).headers
    )
