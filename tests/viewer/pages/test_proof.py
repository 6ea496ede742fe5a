"""The pages for judges: the audit of a record, and a file that is verified in a browser over plain HTTP."""

import json
from pathlib import Path

import pytest
import requests
from playwright.sync_api import Page, expect

from tests.service.outsider import verify
from tests.viewer.conftest import PATIENCE_MS, Up
from tests.viewer.page_checks import faults
from tests.viewer.table import PATIENCE_S


@pytest.fixture(scope="module")
def signed(up: Up) -> str:
    auth = {"Authorization": f"Bearer {up['token']}"}

    def post(path: str, body: object, version: int) -> requests.Response:
        headers = {**auth, "If-Match": f'"{version}"'}
        answer = requests.post(f"{up['url']}/v1{path}", json=body, headers=headers, timeout=PATIENCE_S)
        assert answer.ok, answer.text
        return answer

    seats = [{"colour": "yellow", "name": "Ana"}, {"colour": "red", "name": "Benito"}]
    opening = {"game": "kingdoms", "seats": seats, "visibility": "public", "occasion": {"zone": "Europe/Madrid"}}
    record = str(post("/records", opening, 0).json()["id"])
    deal = {"type": "deal_starting_tile"}
    moves = [{**deal, "seat": 0}, {**deal, "seat": 1}, {"type": "choose_start_player", "player": 0}]
    moves.append({"type": "place_castle", "rank": 1, "row": 1, "col": 1, "seat": 0})
    for version, move in enumerate(moves, 1):
        post(f"/records/{record}/moves", move, version)
    amend = {"op": "amend", "name": "5", "body": {**moves[-1], "row": 2}}
    post(f"/records/{record}/corrections", {"changes": [amend], "reason": "typed wrong"}, 5)
    post(f"/records/{record}/close", {"reason": "abandoned", "text": "the last bus"}, 6)
    return record


def test_the_judge_s_page_lists_the_findings_with_the_boards_before_and_after(up: Up, signed: str, page: Page) -> None:
    for lang in ("es", "en"):
        page.goto("about:blank")
        page.goto(f"{up['url']}/viewer/audit.html?record={signed}#lang={lang}")
        expect(page.locator("html")).to_have_attribute("lang", lang)
    findings = page.locator("#findings > li")
    expect(findings.first).to_contain_text("typed wrong")
    expect(findings.nth(1)).to_contain_text("Closed: the table stopped early: “the last bus”")
    expect(page.locator("#about")).to_contain_text("Europe/Madrid, and UTC")
    corrected = findings.filter(has_text="typed wrong")
    corrected.locator("summary").click()
    expect(corrected.frame_locator("iframe").first.locator("#replay")).to_be_visible()
    expect(corrected.get_by_role("link", name="Entry 6")).to_have_attribute(
        "href", f"./?record={signed}#lang=en&version=6"
    )
    assert faults(page, "#main") == []
    page.locator("#language").click()
    expect(corrected).to_contain_text("Tablero antes y después")


def test_a_browser_tells_genuine_from_forged_over_plain_http(up: Up, signed: str, page: Page, tmp_path: Path) -> None:
    raw = requests.get(f"{up['url']}/v1/records/{signed}/export", timeout=PATIENCE_S).content
    kept = requests.get(f"{up['url']}/v1/records/{signed}/statement?now=1", timeout=PATIENCE_S).json()
    page.goto(f"{up['url']}/viewer/verify.html?record={signed}#lang=en")
    verdict = page.locator("#verdict")
    expect(verdict).to_contain_text("Genuine: signed with a trusted key of the service, not of the players")

    def says(content: bytes, expected: str) -> None:
        path = tmp_path / f"{len(list(tmp_path.iterdir()))}.json"
        path.write_bytes(content)
        page.locator("#file").set_input_files(path)
        expect(verdict).to_contain_text(expected)

    document = json.loads(raw)
    one, other = document["players"]
    names = {one: document["players"][other], other: document["players"][one]}
    says(raw.replace(b'"row":2', b'"row":3', 1), "Altered")
    says(raw, "Genuine")
    says(raw.rstrip() + b" ", "Altered")
    says(json.dumps({**document, "players": names}).encode(), "Altered")
    bare = {name: part for name, part in document.items() if name not in ("issued", "statement", "digest")}
    box = bare.pop("box")
    spelled = json.dumps({**bare, "box": box}, separators=(",", ":"), ensure_ascii=False).encode()
    says(spelled, "Unsigned")
    mark = b'"issued":{"at":"%s","key":"' % document["issued"]["at"].encode()
    says(raw.replace(mark + document["issued"]["key"].encode(), mark + b"0" * 64), "Unknown key")
    (tmp_path / "kept.jsonl").write_text(json.dumps({**kept, "head": "0" * 64}) + "\n")
    page.locator("#statements").set_input_files(tmp_path / "kept.jsonl")
    says(raw, "Genuine")
    page.context.set_offline(True)
    says(raw.replace(b"Ana", b"Eva", 1), "Altered")
    assert faults(page, "#main") == []


def test_a_saved_page_verifies_by_a_key_from_elsewhere(up: Up, signed: str, page: Page, tmp_path: Path) -> None:
    raw = requests.get(f"{up['url']}/v1/records/{signed}/export?format=html", timeout=PATIENCE_S).text
    public = requests.get(f"{up['url']}/v1/key", timeout=PATIENCE_S).json()["public"]
    good, forged = tmp_path / "good.html", tmp_path / "forged.html"
    good.write_text(raw, encoding="utf-8")
    forged.write_text(raw.replace('\\"row\\":2', '\\"row\\":3'), encoding="utf-8")
    assert good.read_bytes() != forged.read_bytes()
    page.context.set_offline(True)
    for file, before, after in ((good, "Unknown key", "Genuine"), (forged, "Altered", "Altered")):
        page.goto(f"{file.as_uri()}#lang=en")
        page.locator("#about").get_by_role("button", name="verify").click()
        dialog = page.get_by_role("dialog", name="Verify this game")
        expect(dialog).to_contain_text(before)
        dialog.get_by_role("textbox").fill(public)
        dialog.get_by_role("textbox").blur()
        expect(dialog).to_contain_text(after)
    page.context.set_offline(False)
    page.goto(f"{up['url']}/viewer/?record={signed}#lang=en")
    page.locator("#about").get_by_role("link", name="verify").click()
    verdict = page.locator("#verdict")
    expect(verdict).to_contain_text("Genuine")
    page.locator("#file").set_input_files(forged)
    expect(verdict).to_contain_text("Altered")
    page.locator("#file").set_input_files(good)
    expect(verdict).to_contain_text("Genuine")
    expect(verdict).to_contain_text("The file is a saved page")


def test_a_file_of_16_mib_is_verified(up: Up, page: Page, tmp_path: Path) -> None:
    entries, prev = [], ""
    for version in range(1, 1025):
        body = {"record": "a" * 26, "box": verify.sha(b"{}")} if version == 1 else {"text": "x" * 16_400}
        entry = {"version": version, "type": "noted", "at": "2026-11-27T10:00:00.000Z", "body": body, "prev": prev}
        prev = entry["hash"] = verify.sha(verify.canonical(entry))
        entries.append(entry)
    document = {"entries": entries, "format": "movebook-record", "format_version": 2, "opened": {}, "players": {}}
    file = tmp_path / "large.json"
    text = json.dumps({**document, "record": "a" * 26, "secrets": {}, "box": {}}, separators=(",", ":"))
    file.write_text(text, encoding="utf-8")
    assert file.stat().st_size > 1 << 24
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{up['url']}/viewer/verify.html#lang=en")
    page.locator("#file").set_input_files(file)
    expect(page.locator("#verdict")).to_contain_text("Unsigned: consistent", timeout=2 * PATIENCE_MS)
    expect(page.locator("#verdict")).to_contain_text("1024 entries")


def test_a_page_of_rules_is_no_wider_than_a_phone_and_axe_finds_nothing(up: Up, page: Page) -> None:
    page.goto(f"{up['url']}/rules/mage_knight?lang=es")
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert faults(page) == []
