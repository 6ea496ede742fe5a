"""An outsider's program, from docs/format.md alone, finds an export consistent, and finds what was changed in it."""

import ast
import copy
import json
import re
import subprocess
import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from engines import GAMES
from engines.kernel.box.hashes import dumps_box
from engines.kernel.replay import Fold
from service.record import identity, signed
from service.record.entries import outcome, seals
from service.record.entries.other_shapes import entry_faults
from service.record.entries.timeline import KNOWN, read
from service.store import chain
from tests.service.conftest import Api, Json, Record
from tests.service.outsider import verify

PAGE = (Path(__file__).parents[3] / "docs/format.md").read_text(encoding="utf-8")
CODE = Path(verify.__file__)


@pytest.fixture
def played(recorder: Api) -> Record:
    """Kingdoms with a sealed tile that is opened, one given late, a placement, and a second link."""
    seats = [{"colour": colour, "name": "Ñuñez 🎲"} for colour in ("yellow", "red")]
    opened = recorder.post("/records", {"game": "kingdoms", "seats": seats, "visibility": "public"})
    record = Record(recorder, opened.json["id"])
    deal = {"type": "deal_starting_tile"}
    record.play([{**deal, "seat": 0, "tile": "dragon"}, {**deal, "seat": 1}])
    late = recorder.post(f"{record.path}/secrets", {"name": "3", "tile": "wizard"}, {"If-Match": '"3"'})
    assert late.status_code == 201, late.text
    record.version = 4
    record.play([{"type": "choose_start_player", "player": 0}])
    record.play([{"type": "place_starting_tile", "seat": 0, "row": 1, "col": 1}])
    record.seat_token(1)
    return record


def test_the_program_rests_on_nothing_of_movebook() -> None:
    names = {
        name.name if isinstance(node, ast.Import) else node.module
        for node in ast.walk(ast.parse(CODE.read_text(encoding="utf-8")))
        if isinstance(node, (ast.Import, ast.ImportFrom))
        for name in node.names
    }
    assert {str(name).split(".")[0] for name in names} <= set(sys.stdlib_module_names)


@pytest.mark.parametrize("eyes", ["public", "recorder"])
def test_it_finds_an_export_consistent(played: Record, tmp_path: Path, eyes: str) -> None:
    path = tmp_path / "record.json"
    path.write_bytes(played.get("/export", eyes=eyes).data)
    done = subprocess.run([sys.executable, str(CODE), str(path)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_it_tells_genuine_from_forged_by_a_key_from_elsewhere(played: Record, redis: Any) -> None:
    public = played.api.get("/key").json["public"]
    raw, kept = played.get("/export").data, played.get("/statement").json
    assert verify.faults(raw, public, [kept]) == []
    assert verify.faults(raw, "A" * 43) == ["another key"]
    file = json.loads(raw)
    for change in (
        {"players": {}}, {"digest": "0" * 64}, {"issued": None}, {"statement": {**file["statement"], "status": "void"}},
        {"issued": {**file["issued"], "at": "2020-01-01"}},
        {"issued": {**file["issued"], "signature": file["issued"]["signature"][:-1] + "_"}},
    ):  # fmt: skip
        forged = {name: part for name, part in {**file, **change}.items() if part is not None}
        box = forged.pop("box")
        spelled = verify.canonical(forged)[:-1] + b',"box":' + dumps_box(box) + b"}\n"
        assert verify.faults(spelled, public) != [], change
    assert "its bytes are not in order" in verify.faults(raw.rstrip(), public)
    bare = {**kept, "head": "0" * 64}
    del bare["signature"]
    other = {**bare, "signature": signed.sign(identity.private_key(redis), bare)}
    assert verify.faults(raw, public, [kept, other]) == [f"the service also signed {'0' * 64}"]
    assert verify.faults(raw, public, [{**other, "head": "1" * 64}]) == [], "a statement that nobody signed"


def test_each_state_is_the_digest_of_the_facts_that_the_service_tells(played: Record) -> None:
    for entry in played.get("/log").json["entries"]:
        facts = played.get("/state", version=entry["version"], what="facts").json["facts"]
        assert verify.sha(verify.canonical(facts)) == entry["state"], entry["version"]


def _other_value(file: Json) -> None:
    version = next(iter(file["secrets"]))
    next(iter(file["secrets"][version].values()))["value"] = "gold_mine"


CHANGES: dict[str, tuple[Callable[[Json], object], str]] = {
    "a name": (lambda file: file.update(players={}), "the digest is not that of the file"),
    "the id": (lambda file: file.update(record="a" * 26), "the id around the log is not the one in it"),
    "a move": (lambda file: file["entries"][4]["body"].update(player=1), "entry 5: its hash is not that of its bytes"),
    "an entry less": (lambda file: file["entries"].pop(2), "entry 3: does not follow"),
    "a swapped pair": (lambda file: file["entries"].insert(2, file["entries"].pop(3)), "entry 3: does not follow"),
    "the box": (lambda file: file["box"].update(edition="mine"), "another box than was played with"),
    "a secret": (_other_value, "is not what was sealed"),
}


@pytest.mark.parametrize("what", CHANGES)
def test_it_finds_what_was_changed(played: Record, what: str) -> None:
    file = json.loads(played.get("/export").data)
    box = file.pop("box")
    change, says = CHANGES[what]
    changed = copy.deepcopy({**file, "box": box})
    change(changed)
    raw = json.dumps(changed, separators=(",", ":"), ensure_ascii=False).encode()
    assert any(says in fault for fault in verify.faults(raw)), verify.faults(raw)


def test_it_reads_the_line_as_the_service_does() -> None:
    def move(version: int) -> Json:
        return {"version": version, "type": "move", "body": {"type": "pass", "seat": 0}}

    def entry(version: int, kind: str, **body: Any) -> Json:
        return {"version": version, "type": kind, "body": body}

    log = [
        entry(1, "opened"), move(2), move(3), move(4),
        entry(5, "corrected", changes=[
            {"op": "insert", "before": "3", "body": move(0)["body"]}, {"op": "retract", "name": "4"},
            {"op": "amend", "name": "2", "body": move(0)["body"]},
        ]),
        entry(6, "undone", undoes=["3"], seat=0), entry(7, "undone", undoes=["6"], seat=0),
        entry(8, "ruled", adjustments=[{"type": "give"}, {"type": "give"}]), move(9),
        entry(10, "undone", undoes=["9"], seat=0), entry(11, "corrected", changes=[{"op": "retract", "name": "2"}]),
        entry(12, "undone", undoes=["11"], seat=None),
    ]  # fmt: skip
    assert verify.line(log) == ["2", "5.1", "3", "8.1", "8.2"]
    assert [step.name for step in read(log).steps] == verify.line(log)


def test_it_reads_the_opening_that_counts_as_the_service_does() -> None:
    seats = [{"player": "ana", "colour": "yellow"}, {"player": "bo", "colour": "red"}]
    said = {"place": "Ana's", "refs": {"x": "1"}, "table": "4"}
    people = {"op": "opening", "seats": [{"seat": 1, "player": "cy"}]}
    occasion = {"op": "opening", "occasion": {"place": None, "refs": {"x": None, "y": "2"}}}
    log: list[Json] = [
        {"version": 1, "type": "opened", "body": {"options": {"rounds": 2}, "seats": seats, "occasion": said}},
        {"version": 2, "type": "corrected", "body": {"changes": [people, occasion]}},
        {"version": 3, "type": "corrected", "body": {"changes": [{"op": "opening", "options": {"rounds": 3}}]}},
    ]
    whole = {"seats": [seats[0], {"player": "cy", "colour": "red"}], "occasion": {"refs": {"y": "2"}, "table": "4"}}
    assert verify.opening(log) == read(log).opening == {"options": {"rounds": 3}, **whole}
    assert f"`{verify.canonical(whole).decode()}`" in PAGE
    for change in (people, occasion):
        assert f"`{json.dumps(change, separators=(',', ':'))}`" in PAGE
    log.append({"version": 4, "type": "undone", "body": {"undoes": ["2"], "seat": None}})
    whole = {"seats": seats, "occasion": said}
    assert verify.opening(log) == read(log).opening == {"options": {"rounds": 3}, **whole}


def blocks(language: str) -> list[Any]:
    """What stands on the page as code of a language, each block parsed: of ``jsonl`` the lines."""
    found = re.findall(rf"```{language}\n(.*?)\n```", PAGE, re.DOTALL)
    return [json.loads(block) if language == "json" else [*map(json.loads, block.splitlines())] for block in found]


def test_the_log_of_the_page_holds_and_has_every_type_of_entry() -> None:
    log, words = blocks("jsonl")
    facts = blocks("json")[3]
    assert {entry["type"] for entry in [*log, *words]} == verify.TYPES == KNOWN
    assert verify.chain_faults(log) == []
    chain.check(log)
    assert [wrong for entry in [*log[1:], *words] if entry["type"] != "move" for wrong in entry_faults(entry, 2)] == []
    assert verify.line(log) == [step.name for step in read(log).steps]
    assert f"`{json.dumps(verify.line(log), separators=(',', ':'))}`" in PAGE
    assert verify.opening(log)["occasion"] == read(log).opening["occasion"] == {"table": "4"}
    assert verify.sha(verify.canonical(facts)) == log[-1]["state"]
    for entry in log:
        fold = Fold(GAMES["kingdoms"], ("yellow", "red"), {}, GAMES["kingdoms"].box())
        for step in read(log[: entry["version"]]).steps:
            fold.apply(step.name, step.body)
        assert verify.sha(verify.canonical(fold.facts())) == entry["state"], entry["version"]


def test_the_texts_of_the_page_are_what_its_log_sealed() -> None:
    log, words = blocks("jsonl")
    rows = re.findall(r"^\| (\d+) \| (\w+) \| `([\w-]{22})` \| `(\".*\")` \|$", PAGE, re.MULTILINE)
    sealed = {(entry["version"], name): seal for entry in log for name, seal in entry.get("seals", {}).items()}
    told = {(int(version), name): verify.seal(salt, json.loads(value)) for version, name, salt, value in rows}
    assert told == {place: seal for place, seal in sealed.items() if place != (4, "tile")}
    assert words[1]["seals"] == {"reason": verify.seal("AAECAwQFBgcICQoLDA0ODw", "the gold of epoch 2")}


def test_the_outcome_of_the_page_has_the_hash_that_is_signed() -> None:
    words, document = blocks("jsonl")[1], blocks("json")[4]
    hashed = verify.sha(verify.canonical(document))
    assert f"`{hashed}`" in PAGE
    assert words[0]["type"] == "checked"
    assert {entry["body"]["outcome"] for entry in words[1:]} == {hashed}
    for before, entry in pairwise(words):
        assert entry["prev"] == before["hash"]
    for entry in words:
        bare = {name: part for name, part in entry.items() if name != "hash"}
        assert verify.sha(verify.canonical(bare)) == entry["hash"]
    irregular = {"version": 2, "type": "move", "body": {"type": "pass", "seat": 0}, "irregular": {"accepted_by": [0]}}
    seats = {str(place): {"rank": one["rank"], "score": one["score"]} for place, one in enumerate(document["seats"])}
    made = outcome.outcome(
        document["record"],
        document["comparable"],
        [one["player"] for one in document["seats"]],
        {"seats": seats, "end": document["end"], "tie_break": document["tie_break"]},
        read([{"version": 1, "type": "opened", "body": {}}, irregular]),
    )
    assert (made, outcome.hash_of(made)) == (document, hashed)


def test_the_vectors_of_the_page_hold() -> None:
    assert verify.canonical({"b": [1, "é"], "a": None}).hex() in PAGE
    sealed = verify.seal("AAECAwQFBgcICQoLDA0ODw", "dragon")
    assert f"`{sealed}`" in PAGE
    assert seals.seal("AAECAwQFBgcICQoLDA0ODw", "dragon") == sealed
    nested = b'{"a":"box","box":{"a":"\\\\\\",","b":{"a":1,"box":{}},"boxes":[{}]},"boxes":[{"c":1,"box":{}}]}\n'
    assert verify.box_bytes(nested) == dumps_box(json.loads(nested)["box"])
    assert identity.key_id("A" * 43) == verify.sha(bytes(32))
    assert verify.sha(bytes(32)) in PAGE
    opening, facts, ruling = blocks("json")[:3]
    assert verify.chain_faults([opening, ruling]) == []
    assert verify.sha(verify.canonical(facts)) == opening["state"]
    assert verify.sha(verify.canonical({**facts, "gold": {"0": 50, "1": 55}})) == ruling["state"]
    assert verify.line([opening, ruling]) == ["2.1"]
