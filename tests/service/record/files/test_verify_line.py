"""A file with undos, corrections and irregular moves verifies as it was written, and not as somebody rewrote it."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from engines.kernel import canonical
from service.record.files import verify
from service.store import chain
from tests.service.conftest import Api, Json, Record


def act(record: Record, call: str, **body: Any) -> str:
    """Post an undo or a correction that must be taken; the name of its entry."""
    answer = record.api.post(f"{record.path}/{call}", body, {"If-Match": f'"{record.version}"'})
    assert answer.status_code == 201, answer.text
    record.version = answer.json["version"]
    return str(record.version)


@pytest.fixture
def mended(recorder: Api) -> Record:
    """Kingdoms: a castle is taken back and brought back, one is moved, a sealed tile is amended, and that is undone."""
    record = recorder.open("yellow", "red", visibility="public")
    for seat in (0, 1):
        record.play([{"type": "deal_starting_tile", "seat": seat, "tile": ("dragon", "wizard")[seat]}])
    record.play([{"type": "choose_start_player", "player": 0}])
    castle = {"type": "place_castle", "rank": 1}
    record.play([{**castle, "seat": 0, "row": 1, "col": 1}, {**castle, "seat": 1, "row": 2, "col": 2}])
    undone = act(record, "undo", undoes=["6"])
    act(record, "undo", undoes=[undone])
    act(
        record, "corrections", changes=[{"op": "amend", "name": "5", "body": {**castle, "seat": 0, "row": 3, "col": 3}}]
    )
    record.play([{**castle, "seat": 0, "row": 4, "col": 4}])
    deal = {"type": "deal_starting_tile", "seat": 0, "tile": "gold_mine"}
    amended = act(record, "corrections", changes=[{"op": "amend", "name": "2", "body": deal}])
    act(record, "undo", undoes=[amended])
    return record


@pytest.mark.parametrize("eyes", ["public", "recorder"])
def test_what_was_mended_verifies_as_it_was_written(mended: Record, eyes: str) -> None:
    file = mended.get("/export", eyes=eyes).json
    assert {entry["type"] for entry in file["entries"]} >= {"undone", "corrected"}
    assert [fault.what for fault in verify.check(file)] == []


def rewritten(file: Json) -> Json:
    prev = ""
    for entry in file["entries"]:
        chain.link(entry, prev)
        prev = entry["hash"]
    file["digest"] = verify.digest(file)
    return file


def _of(file: Json, kind: str) -> Json:
    found: Json = next(entry for entry in file["entries"] if entry["type"] == kind)
    return found


FORGED: dict[str, tuple[Callable[[Json], object], str]] = {
    "another move is taken back": (lambda file: _of(file, "undone")["body"].update(undoes=["5"]), "the state it names"),
    "what is not there": (lambda file: _of(file, "undone")["body"].update(undoes=["6.1"]), "it names 6.1, which is no"),
    "a correction onto another": (
        lambda file: _of(file, "corrected")["body"]["changes"][0]["body"].update(row=2, col=2),
        "it makes the later move 6 illegal",
    ),
    "a correction that is no move": (
        lambda file: _of(file, "corrected")["body"]["changes"][0]["body"].update(row="3"),
        "not in the service's canonical form of a move",
    ),
    "a correction with a barrier of its own": (
        lambda file: _of(file, "corrected").update(barrier={"1": {"kind": "reveal", "what": "x", "seats": [0]}}),
        "the barrier it names",
    ),
    "a correction that opens what it does not": (
        lambda file: _of(file, "corrected").update(opens={"1": [{"name": "2", "secret": "tile", "fills": "row"}]}),
        "the sealed facts that it claims to open",
    ),
}


@pytest.mark.parametrize("what", FORGED)
def test_what_was_changed_in_it_is_found(mended: Record, what: str) -> None:
    change, says = FORGED[what]
    file = copy.deepcopy(mended.get("/export", eyes="public").json)
    change(file)
    found = [fault.what for fault in verify.check(rewritten(file))]
    assert any(says in fault for fault in found), found


def test_a_public_state_of_a_mended_record_is_that_of_its_facts(mended: Record) -> None:
    for entry in mended.get("/log").json["entries"]:
        facts = mended.get("/state", version=entry["version"], what="facts", eyes="public").json["facts"]
        assert canonical.digest(facts) == entry["state"], entry["version"]


@pytest.mark.parametrize("eyes", [-1, None, [], ["zz"], ["seat:2"], [["public"]], ["public"] * 9])
def test_a_text_or_a_secret_for_eyes_that_there_are_not_is_a_fault(mended: Record, eyes: Any) -> None:
    act(mended, "undo", reason="typed too early")
    file = mended.get("/export", eyes="recorder").json
    for version, name in ((str(mended.version), "reason"), ("2", "tile")):
        forged = copy.deepcopy(file)
        forged["secrets"][version][name]["eyes"] = eyes
        found = [(fault.version, fault.what) for fault in verify.check(rewritten(forged))]
        assert any(at == int(version) and name in what for at, what in found), found
