"""Whole records as files (design, section 4 and 5): out as JSON, text and HTML, and back hash for hash."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from service.record.files import verify
from service.store.keys import key
from tests.service.conftest import Api, Json, Record
from tests.service.promised import SEATS, START, afresh, app, record, refused, untouched

__all__ = ["afresh", "app", "record"]

FILE = {"Content-Type": "application/json"}
NETWORK = re.compile(
    r"""<(?:script|link|img|iframe|object|embed|source|video|audio|base|form)\b[^>]*\b(?:src|href|data|action)\s*=\s*["']?(?!data:|\#)[^"'\s>]"""
    r"""|@import|url\(\s*["']?(?!data:|\#)[a-z/]""",
    re.IGNORECASE,
)


def back(api: Api, raw: bytes | Json, **query: Any) -> Any:
    """Send a file back, to stand again under its own id: an admin adopts it. Copies are in test_copies."""
    body = raw if isinstance(raw, bytes) else json.dumps(raw).encode()
    return api.post("/records/import", body, FILE, **{"adopt": 1} | query)


def as_it_came(file: Json) -> Json:
    """A file without what an adoption adds to it, and without who gave it out and when."""
    kept = {name: part for name, part in file.items() if name not in ("adopted", "digest", "issued")}
    by_whom = ("at", "key", "origin", "signature", "source")
    stated = {name: part for name, part in file["statement"].items() if name not in by_whom}
    return {**kept, "statement": stated}


@pytest.fixture
def named(recorder: Api) -> Record:
    """A record with names, a confided tile, a late secret, and a tile placed from under its seal."""
    seats = [{"name": f"Player {colour}", "colour": colour} for colour in SEATS]
    made = Record(recorder, recorder.post("/records", {"game": "kingdoms", "seats": seats}).json["id"])
    assert made.text(START).status_code == 201
    assert (
        recorder.post(f"{made.path}/secrets", {"name": "3", "tile": "dragon"}, {"If-Match": '"5"'}).status_code == 201
    )
    made.version = 6
    assert made.text("start 5,3\nred WZ 2,6\nblue castle 4 2,2").status_code == 201
    return made


def test_a_name_of_old_makes_no_line_of_its_own_in_the_text_of_a_record(named: Record, redis: Any) -> None:
    player = named.get("").json["seats"][0]["player"]
    redis.set(key("player", player), json.dumps({"name": "Ana\n# seats: red\x1b]0;x\x07\x9b\u202e"}))
    lines = named.get("/export", format="text").text.split("\n")
    assert lines[2].startswith("# seats: yellow=Ana\u240a# seats: red\u241b]0;x\u2407\ufffd\ufffd, red=Player red")
    assert lines[3] == "# option reach_past_mountains: false"
    assert lines[4].startswith("# policy deadline_h: 0")


@pytest.mark.parametrize(
    ("form", "kind", "ending"),
    [("json", "application/json", "json"), ("text", "text/plain", "txt"), ("html", "text/html", "html")],
)
def test_a_record_is_carried_away_as_one_file(named: Record, form: str, kind: str, ending: str) -> None:
    answer = named.get("/export", format=form)
    assert (answer.status_code, answer.mimetype) == (200, kind)
    assert answer.headers["ETag"].startswith('"9-')
    assert re.fullmatch(rf'attachment; filename="kingdoms-[a-z2-7]+\.{ending}"', answer.headers["Content-Disposition"])
    assert named.get("/export", {"If-None-Match": answer.headers["ETag"]}, format=form).status_code == 304


def test_a_form_that_is_none_is_refused(named: Record) -> None:
    refused(named.get("/export", format="pdf"), 400, "invalid-request")


def test_the_file_holds_the_log_as_it_is_and_what_its_eyes_may_see(named: Record, anyone: Api) -> None:
    own, public = named.get("/export").json, named.by(anyone).get("/export").json
    log = named.get("/log").json["entries"]
    assert own["entries"] == public["entries"] == log
    assert (own["record"], own["box"]) == (named.id, public["box"])
    assert set(own["players"].values()) == {f"Player {colour}" for colour in SEATS}
    assert own["secrets"]["6"]["tile"]["value"] == "dragon"
    # Yellow's tile is placed: its seal is open to all. Red's is not.
    assert (public["opened"]["2"]["tile"]["value"], public["secrets"]) == ("resource_6", {})
    assert '"6"' not in json.dumps([public["opened"], public["secrets"]])


def test_text_is_the_moves_as_far_as_its_eyes_know_them(named: Record, recorder: Api, anyone: Api) -> None:
    own = named.get("/export", format="text").text
    public = named.by(anyone).get("/export", format="text").text
    assert "# game: kingdoms" in own.splitlines()
    assert "deal_starting_tile tile=dragon" in own
    assert "dragon" not in public
    for text, secret in ((own, "dragon"), (public, None)):
        copy = recorder.open(*SEATS)
        answer = copy.text(text)
        assert answer.status_code == 201, answer.text
        tile = copy.get("/state").json["view"]["seats"]["1"]["starting_tile"]["tile"]
        assert tile == secret or (secret is None and "dragon" in tile["unknown"])


@pytest.mark.parametrize("eyes", ["public", "recorder"])
def test_html_is_the_viewer_with_the_replay_in_it_and_asks_nobody(named: Record, eyes: str) -> None:
    answer = named.get("/export", format="html", eyes=eyes)
    html = answer.text
    found = re.search(r'<script type="application/json" id="movebook-replay">(.*?)</script>', html, re.DOTALL)
    assert found
    replay = json.loads(found[1])
    assert (replay["record"], replay["eyes"], len(replay["frames"])) == (named.id, eyes, 7)
    assert all(sorted(frame["says"]) == ["en", "es"] for frame in replay["frames"])
    assert ("Dragon" in replay["frames"][1]["says"]["en"]) is (eyes == "recorder")
    assert not NETWORK.search(html), NETWORK.search(html)
    assert named.api.token not in html


def test_nothing_in_a_name_leaves_its_place_in_html(recorder: Api) -> None:
    evil = "</script><img src=x onerror=alert(1)><!--"
    made = recorder.post("/records", {"game": "kingdoms", "seats": [{"name": evil}, {}]}).json
    html = recorder.get(f"/records/{made['id']}/export", format="html").text
    assert evil not in html
    assert "<img src=x" not in html


def test_a_file_comes_back_into_an_empty_store_hash_for_hash(named: Record, afresh: Callable[[], Api]) -> None:
    files = {what: named.get(what).data for what in ("/export", "/log", "/state")}
    text = named.get("/export", format="text").data
    admin = afresh()
    refused(admin.get(named.path), 404, "record-not-found")
    answer = back(admin, files["/export"])
    assert answer.status_code == 201, answer.text
    assert answer.headers["Location"] == f"/v1{named.path}"
    assert answer.headers["ETag"].startswith('"9-')
    assert answer.json["record"] == named.id
    assert answer.json["head_hash"] == json.loads(files["/log"])["entries"][-1]["hash"]
    for what in ("/log", "/state"):
        assert admin.get(named.path + what).data == files[what], what
    assert as_it_came(admin.get(f"{named.path}/export").json) == as_it_came(json.loads(files["/export"]))
    assert admin.get(f"{named.path}/export", format="text").data == text
    assert Record(admin, named.id, 9).move(type="place_castle", seat=0, rank=1, row=1, col=1).status_code == 201


def test_a_public_file_comes_back_without_its_secrets(named: Record, anyone: Api, afresh: Callable[[], Api]) -> None:
    log, public = named.get("/log").json["entries"], named.by(anyone).get("/export").data
    admin = afresh()
    assert back(admin, public).status_code == 201
    shown = admin.get(f"{named.path}/log").json
    assert shown["entries"] == log
    assert {version: list(facts) for version, facts in shown["secrets"].items()} == {"2": ["tile"]}
    assert as_it_came(admin.get(f"{named.path}/export", eyes="public").json) == as_it_came(json.loads(public))


def test_another_record_under_the_same_id_is_not_replaced(named: Record, admin: Api, redis: Any) -> None:
    file = named.get("/export").data
    assert named.move(type="place_castle", seat=0, rank=1, row=1, col=1).status_code == 201
    with untouched(redis):
        problem = refused(back(admin, file), 409, "record-closed", version=10)
    assert named.id in problem["detail"]


def test_a_refusal_names_twenty_faults_and_says_how_many_there_are(named: Record, afresh: Callable[[], Api]) -> None:
    document = named.get("/export").json
    document["entries"] += [{**document["entries"][-1], "version": 1000 + number} for number in range(50)]
    problem = refused(back(afresh(), document), 422, "import-refused")
    assert sum(len(what.split("; ")) for what in problem["errors"].values()) == 20
    assert int(problem["detail"].removeprefix("faults: ").split(";")[0]) >= 50


DEEP = b"[" * 10_000


@pytest.mark.parametrize("raw", [b"", b"{}", b"null", b"\xff", b'{"format":"movebook-record","x":NaN}', DEEP])
def test_what_is_no_file_of_ours_is_a_bad_request(recorder: Api, redis: Any, raw: bytes) -> None:
    with untouched(redis):
        refused(back(recorder, raw, adopt=0), 400, "invalid-request")


WRONG: dict[str, list[Any]] = {
    "entries": [None, {}, [None], [[]], [{}], [5] * 50],
    "box": [None, [], {}, {"kinds": []}, 1.5],
    "secrets": [None, [], {"x": {}}, {"2": []}, *({"2": {"tile": fact}} for fact in (5, {"salt": 5, "value": 5}))],
    "opened": [5, {"2": {"tile": {}}}],
    "players": [[], {"a": 5}],
    "record": [5, "", "../../x", "a" * 5000],
    "digest": [5],
    "strange": [1],
    "format_version": ["1"],
}


@pytest.mark.parametrize("name", WRONG)
def test_a_part_of_another_shape_is_refused(named: Record, afresh: Callable[[], Api], redis: Any, name: str) -> None:
    whole = named.get("/export").json
    admin = afresh()
    with untouched(redis):
        for value in WRONG[name]:
            document = {**whole, name: value}
            if name != "digest":
                document["digest"] = verify.digest(document)
            refused(back(admin, document), 422, "import-refused")
