"""What keeps strangers out beside the table of who may do what: headers, chance, limits, and forged files."""

import ast
import dataclasses
import gzip
import hmac
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from engines.kernel import strict_json
from service.access import tokens
from service.api.app import create_app
from service.api.routes import files
from service.api.web.http import Service
from service.record.files import folds, verify
from tests.fixtures.steps import steps
from tests.fuzz import mutate
from tests.service.conftest import Api, As, Json, Record
from tests.service.promised import app, record, refused, untouched

__all__ = ["app", "record"]

TOP = Path(__file__).resolve().parents[2]
JSON = {"Content-Type": "application/json"}


PAGES = ("/viewer/", "/viewer/main.js", "/viewer/seat.html", "/docs/", "/docs/docs.js", "/rules/kingdoms", "/healthz",
         "/openapi.json", "/v1/games", "/v1/records", "/nowhere", "/viewer/nothing")  # fmt: skip


@pytest.mark.parametrize("path", PAGES)
def test_every_answer_says_what_a_browser_may_do_with_it(anyone: Api, path: str) -> None:
    answer = anyone.client.get(path)
    policy = dict(part.strip().partition(" ")[::2] for part in answer.headers["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy.get("script-src", "'self'") == "'self'", "no inline script, nobody else's, no eval"
    assert policy["frame-ancestors"] == ("*" if path == "/viewer/" else "'none'")
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert "Access-Control-Allow-Credentials" not in answer.headers


@pytest.mark.parametrize("page", sorted((TOP / "viewer").glob("*.html")), ids=lambda page: page.name)
def test_no_page_needs_what_its_policy_forbids(page: Path) -> None:
    html = page.read_text(encoding="utf-8")
    assert re.findall(r"<script(?![^>]*\ssrc=)[^>]*>", html) == []
    assert re.findall(r"<style|\sstyle=|\son[a-z]+=|javascript:", html) == []
    assert re.findall(r"""(?:src|href)=["'](?:https?:)?//""", html) == []


def test_an_exported_page_brings_its_own_policy_and_is_the_same_each_time(recorder: Api) -> None:
    seats = [
        {"colour": "red", "name": "<script>alert(1)</script>"},
        {"colour": "blue", "name": "</script><img onerror=x>"},
    ]
    made = recorder.post("/records", {"game": "kingdoms", "seats": seats}).json
    pages = [recorder.get(f"/records/{made['id']}/export", format="html") for _ in range(2)]
    assert pages[0].data == pages[1].data, "one version, one tag, one page"
    html = pages[0].text
    policy = re.search(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">', html)
    assert policy is not None
    assert html.index(policy[0]) < html.index("<script"), "it binds what comes after it"
    nonce = re.search(r"script-src 'nonce-([0-9a-f]{32})'", policy[1])
    assert nonce is not None
    assert policy[1].startswith("default-src 'none'; "), "nobody is asked for anything"
    assert "unsafe" not in policy[1]
    tags = re.findall(r"<(?:script|style)[^>]*>", html)
    assert [tag for tag in tags if f'nonce="{nonce[1]}"' not in tag] == [
        '<script type="application/json" id="movebook-replay">',
        '<script type="application/json" id="movebook-record">',
    ]
    assert re.findall(r"\son[a-z]+=", html.partition("<body")[2]) == []


def test_a_write_is_open_to_no_other_origin(recorder: Api, record: Record) -> None:
    answer = record.move({"Origin": "https://evil.example"}, type="pass", seat=0)
    assert "Access-Control-Allow-Origin" not in answer.headers
    asked = {"Origin": "https://evil.example", "Access-Control-Request-Method": "POST"}
    allowed = recorder.client.options(f"/v1{record.path}/moves", headers=asked).headers
    assert "POST" not in allowed.get("Access-Control-Allow-Methods", "")


def test_nothing_that_must_be_secret_comes_from_a_generator_that_can_be_guessed() -> None:
    for path in sorted((TOP / "service").rglob("*.py")):
        if path.name in ("demo.py", "simulate.py"):  # imaginary tables
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            named = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            named += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert "random" not in {name.partition(".")[0] for name in named}, path


def test_comparing_tokens_tells_nothing(recorder: Api, service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[tuple[Any, Any]] = []
    monkeypatch.setattr(hmac, "compare_digest", lambda a, b: compared.append((a, b)) or a == b)
    good = str(recorder.token)
    wrong = good[:-5] + ("AAAAA" if not good.endswith("AAAAA") else "BBBBB")
    assert tokens.find(service.log.store, good) is not None
    assert tokens.find(service.log.store, wrong) is None
    assert [{len(a), len(b)} for a, b in compared] == [{64}, {64}], "hashes, whole"


@pytest.mark.parametrize("encoding", ["gzip", "br", "deflate", "gzip, gzip", "x"])
def test_a_packed_body_is_refused_before_it_is_unpacked(record: Record, redis: Any, encoding: str) -> None:
    bomb = gzip.compress(b" " * (20 << 20))
    assert len(bomb) * 1000 < 20 << 20
    with untouched(redis):
        for path, kind in (
            ("/records", "application/json"),
            ("/records/import", "application/json"),
            ("/boxes", "application/json"),
            (f"{record.path}/moves", "application/json"),
            (f"{record.path}/import", "text/plain"),
        ):
            query = {"game": "kingdoms"} if path == "/boxes" else {}
            headers = {"Content-Type": kind, "Content-Encoding": encoding, "If-Match": '"5"'}
            problem = refused(record.api.post(path, bomb, headers, **query), 415, "media-type")
            assert encoding in problem["detail"]
            answer = record.api.post(path, bomb, {**headers, "Content-Encoding": ""}, **query)
            assert answer.status_code == 400


@pytest.mark.parametrize("line", [b"\n", b"# x\n", b"x\n", b"{}\n", b"[\n", b"\r"])
@pytest.mark.parametrize("kind", ["text/plain", "application/x-ndjson"])
def test_a_file_of_a_million_lines_is_refused_at_once(record: Record, redis: Any, kind: str, line: bytes) -> None:
    answers: list[Any] = []
    headers = {"Content-Type": kind, "If-Match": '"5"'}
    with untouched(redis):
        work = steps(lambda: answers.append(record.api.post(f"{record.path}/import", line * 1_000_000, headers)))
        refused(answers[0], 413, "too-large")
    assert work < 100_000, "nothing is done with each of its lines"


def test_a_line_of_a_hundred_thousand_faults_is_refused_for_its_length(record: Record, redis: Any) -> None:
    strange = "".join(f',"k{number}":0' for number in range(100_000))
    headers = {"Content-Type": "application/x-ndjson", "If-Match": '"5"'}
    with untouched(redis):
        lines = '{"type":"place_castle","seat":0,"rank":1,"row":1,"col":1}\n{"type":"pass"' + strange + "}"
        answer = record.api.post(f"{record.path}/import", lines.encode(), headers)
        said = refused(answer, 400, "malformed-move", line=2)["errors"]
        assert said == {"move": "a line has at most 16384 bytes"}
        spanish = record.api.post(f"{record.path}/import", lines.encode(), headers, lang="es").json["errors"]
        assert spanish == {"move": "una línea tiene a lo más 16384 bytes"}


def test_of_a_move_with_a_thousand_faults_twenty_are_named(record: Record, redis: Any) -> None:
    move = {"type": "pass", "seat": 0, **{f"k{number}": 0 for number in range(1000)}}
    with untouched(redis):
        answer = record.api.post(f"{record.path}/moves", move, {"If-Match": '"5"'})
        problem = refused(answer, 400, "malformed-move")
        assert len(problem["errors"]) == 20
        assert problem["detail"].endswith("; and more")


def test_calls_beside_the_api_that_cost_are_counted_too(settings: Any, redis: Any) -> None:
    limited = create_app(dataclasses.replace(settings, rate_address=1, burst=5)).test_client()
    for path in ("/readyz", "/openapi.json"):
        redis.flushall()
        assert 429 in {limited.get(path).status_code for _ in range(9)}, path
    assert {limited.get("/healthz").status_code for _ in range(9)} == {200}


def opening(**parts: Any) -> Callable[[Json], object]:
    return lambda file: file["entries"][0]["body"].update(parts)


def entry(**parts: Any) -> Callable[[Json], object]:
    return lambda file: file["entries"][4].update(parts)


def added(**parts: Any) -> Callable[[Json], object]:
    def add(file: Json) -> None:
        last = file["entries"][-1]
        file["entries"].append({**last, "version": last["version"] + 1, **parts})
        file["entries"][-1].pop("barrier", None)

    return add


FORGED: dict[str, tuple[Callable[[Json], object], str]] = {
    "an occasion that is none": (opening(occasion="x"), "occasion"),
    "a league that is a list": (opening(occasion={"league": []}), "occasion"),
    "a place with a line break": (opening(occasion={"place": "a\n# game: x"}), "occasion"),
    "references that are none": (opening(occasion={"refs": {"site": {}}}), "occasion"),
    "an occasion of one's own": (opening(occasion={"mood": "good"}), "occasion"),
    "a visibility that is none": (opening(visibility="secret"), "visibility"),
    "an option that the game has not": (opening(options={"speed": 1}), "speed"),
    "a part that no opening has": (opening(owner="me"), "owner"),
    "a player that is a list": (lambda f: f["entries"][0]["body"]["seats"][0].update(player=["x"]), "seats"),
    "a player without an id": (lambda f: f["entries"][0]["body"]["seats"][0].update(player=""), "seats"),
    "a time that never was": (entry(at="2026-02-31T25:61:61Z"), "2026-02-31"),
    "a move that happened never": (entry(occurred_at="2026-02-31T10:00:00Z"), "occurred_at"),
    "a zone with a line break": (entry(zone="Europe\nMadrid"), "zone"),
    "a writer that is no id": (entry(by="<b>"), "by"),
    "a seal that is none": (lambda f: f["entries"][1].update(seals={"tile": "é"}), "seals.tile"),
    "a link for nobody's seat": (added(type="seated", body={"seat": 99, "link": "x"}), "seat"),
    "a link that is a list": (added(type="seated", body={"seat": 0, "link": []}), "link"),
    "a late secret without a seal": (added(type="sealed", body={"name": "3"}), "seals"),
    "a late secret of no move": (added(type="sealed", body={"name": 3}, seals={"tile": "A" * 43}), "name"),
    "a name that is half a letter": (lambda f: f.update(players={"p": "\ud800"}), "players"),
    "a name with a line break": (lambda f: f.update(players={"p": "Ana\n# box: x"}), "players"),
    "a name for what is no id": (lambda f: f.update(players={"p q": "Ana"}), "players"),
}


def test_a_file_whose_writer_made_everything_follow_is_refused(record: Record, recorder: Api, redis: Any) -> None:
    whole = record.get("/export").data
    with untouched(redis):
        for what, (forge, said) in FORGED.items():
            file = json.loads(whole)
            forge(file)
            file["record"] = "a" * 26
            sent = json.dumps(mutate.forged(file)).encode()
            problem = refused(recorder.post("/records/import", sent, JSON), 422, "import-refused")
            assert said in " ".join(problem["errors"].values()), (what, problem)
    assert recorder.get("/records").status_code == 200


def test_a_record_from_the_future_would_stand_first_in_every_list(record: Record, recorder: Api, redis: Any) -> None:
    file = record.get("/export").json
    for each in file["entries"]:
        each["at"] = "9999-12-31T23:59:59Z"
    file["record"] = "a" * 26
    with untouched(redis):
        answer = recorder.post("/records/import", mutate.spelled(mutate.forged(file)), JSON)
        assert "9999" in refused(answer, 422, "import-refused")["detail"]


@pytest.mark.parametrize("depth", [80, 900, 100_000])
@pytest.mark.parametrize("part", ["box", "players", "entries", "digest"])
def test_a_file_that_nests_without_an_end_is_none(recorder: Api, record: Record, depth: int, part: str) -> None:
    file = record.get("/export").json | {"record": "a" * 26, part: "HERE"}
    sent = mutate.spelled(file).replace(b'"HERE"', b"[" * depth + b"]" * depth)
    problem = refused(recorder.post("/records/import", sent, JSON), 400, "invalid-request")
    assert "nested" in problem["detail"]


class Compared(str):
    """A key that counts how often it is compared with another."""

    __slots__ = ()
    times = 0

    def __eq__(self, other: object) -> bool:
        Compared.times += 1
        return str.__eq__(self, other)

    __hash__ = str.__hash__


def test_a_key_twice_among_many_is_found_in_one_pass() -> None:
    many = ",".join(f'"k{number}":1' for number in range(10_000))
    with pytest.raises(verify.NoRecordError, match="'k9999' appears twice"):
        verify.read(f'{{{many},"k9999":1}}'.encode())
    with pytest.raises(strict_json.StrictError, match="'k999' appears twice"):
        strict_json._unique([(Compared(f"k{number}"), 1) for number in [*range(1000), 999]])
    assert 0 < Compared.times < 10 * 1000, "each with those of its hash, not with all before it"


def sent(api: Api, file: Json, **query: Any) -> Any:
    return api.post("/records/import", json.dumps(file).encode(), JSON, **query)


def noted(file: Json, count: int) -> Json:
    """A file with so many notes behind its last entry, in which everything follows."""
    file = json.loads(json.dumps(file))
    last = file["entries"][-1]
    for version in range(last["version"] + 1, last["version"] + 1 + count):
        note = {
            "version": version, "type": "noted", "by": last["by"], "body": {"for": "all"},
            "seals": {"text": "A" * 43}, "state": last["state"],
        }  # fmt: skip
        file["entries"].append({**note, "at": last["at"], "prev": "", "hash": ""})
    forged: Json = mutate.forged({**file, "record": "c" * 26})
    return forged


@pytest.mark.parametrize("lang", ["en", "es"])
def test_a_file_of_too_many_entries_is_not_looked_at(recorder: Api, record: Record, redis: Any, lang: str) -> None:
    file = record.get("/export").json | {"record": "c" * 26}
    with untouched(redis):
        said = refused(sent(recorder, file | {"entries": [5] * 20_001}, lang=lang), 413, "too-large")["detail"]
        assert said.startswith({"en": "entries: 20001;", "es": "entradas: 20001;"}[lang])
        refused(sent(recorder, file | {"entries": [5] * 20_000}, lang=lang), 422, "import-refused")


def test_an_operator_brings_back_what_is_longer(
    recorder: Api, record: Record, as_: As, redis: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "MOST_ENTRIES", 100)
    file = noted(record.get("/export").json, 96)
    with untouched(redis):
        refused(sent(recorder, file), 413, "too-large")
    answer = sent(as_(tokens.create(redis, "admin")), file)
    assert (answer.status_code, answer.json["version"]) == (201, 101)
    other = noted(record.get("/export").json, 95) | {"record": "d" * 26}
    found = sent(recorder, other).json["copy"]["found"]
    assert any("its opening says 'cccc" in fault["what"] for fault in found), found


def test_a_box_larger_than_any_game_is_not_looked_at(recorder: Api, record: Record, redis: Any) -> None:
    file = record.get("/export").json | {"record": "c" * 26}
    large = file["box"] | {"kinds": [{"id": 1}] * 30_000}
    with untouched(redis):
        assert "box" in refused(sent(recorder, file | {"box": large}), 413, "too-large")["detail"]
        raw = json.dumps(large).encode()
        for lang, said in (("en", "262144"), ("es", "caja")):
            answer = recorder.post("/boxes", raw, JSON, game="kingdoms", lang=lang)
            assert said in refused(answer, 413, "too-large")["detail"]


def test_of_a_file_with_a_million_faults_so_many_are_looked_for(recorder: Api, record: Record, redis: Any) -> None:
    file = record.get("/export").json | {"record": "c" * 26}
    facts = {str(number): 0 for number in range(20_000)}
    for part in ({"secrets": {"2": facts}}, {"entries": [5] * 20_000}, facts):
        with untouched(redis):
            problem = refused(sent(recorder, {**file, **part}), 422, "import-refused")
        assert problem["detail"].startswith("faults: 1000;")
        assert len(problem["errors"]) <= 100


def test_a_file_names_nobody_who_does_not_sit_there(recorder: Api, record: Record, redis: Any) -> None:
    file = record.get("/export").json | {"record": "c" * 26}
    players = {seat["player"]: "Ana" for seat in file["entries"][0]["body"]["seats"]}
    strangers = {f"p{number}": "Eva" for number in range(1000)}
    assert sent(recorder, mutate.forged(file | {"players": players | strangers})).status_code == 201
    named = list(redis.scan_iter("mb:*player:*"))
    assert len(named) == 3, named


def test_verifying_twice_as_much_is_twice_the_work(record: Record) -> None:
    file = record.get("/export").json
    shapes: dict[str, Callable[[int], Json]] = {
        "notes": lambda count: noted(file, count),
        "gaps": lambda count: file | {
            "entries": [{**file["entries"][1], "version": 1000 * (place + 1)} for place in range(count)]
        },
        "seals": lambda count: file | {"secrets": {"2": {str(number): 0 for number in range(count)}}},
    }  # fmt: skip
    for what, made in shapes.items():
        one, two = (made(count) for count in (200, 400))
        less, more = steps(lambda file=one: verify.check(file)), steps(lambda file=two: verify.check(file))  # type: ignore[misc]
        assert more < 2.2 * less, what


def test_notes_are_one_state_however_many(record: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    file = noted(record.get("/export").json, 50)
    asked: list[int] = []
    facts = folds.Fold.facts
    monkeypatch.setattr(folds.Fold, "facts", lambda fold: asked.append(fold.ply) or facts(fold))
    assert verify.check(file) == []
    assert asked == [0, 1, 2, 3, 4], "the opening, the three tiles and who begins"


@pytest.mark.parametrize("path", ["/viewer/", "/docs/", "/rules/", "/v1/games/", "/v1/records/", "/v1/boxes/"])
def test_a_name_of_a_thousand_letters_is_nobodys(app: Flask, path: str) -> None:
    refused(app.test_client().get(path + "a" * 1000), 404, "record-not-found" if "records" in path else "not-found")
