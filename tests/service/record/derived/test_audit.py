"""The audit: every correction, consent, irregularity, ruling and look of an evening is in it, and nothing else."""

import json
from pathlib import Path
from typing import Any

from service.cli import main
from service.record.derived import audit
from service.record.entries import boxes
from tests.fixtures.mistake import FOUND, NAMES, OTHER, REASON, TABLE, WRONG, corrections, evening
from tests.service.api.writes.evening import castle, castles, post
from tests.service.api.writes.test_judges import appointed
from tests.service.api.writes.test_signatures import finished, free, sign
from tests.service.conftest import Api, As, Record

ALWAYS = {("low", "unchecked")}
"""The finding of nearly every game: no round check."""
RECORDS = Path(__file__).parents[3] / "golden" / "records"


def found(record: Record, **query: Any) -> list[Any]:
    answer = record.get("/audit", **query)
    assert answer.status_code == 200, answer.text
    return [one for one in answer.json["findings"] if (one["severity"], one["code"]) not in ALWAYS]


def test_an_evening_is_told_whole_and_the_worst_comes_first(recorder: Api, as_: As, admin: Api) -> None:
    record = castles(recorder, (1, 1), (2, 2), visibility="public")
    phone = record.by(as_(record.seat_token(0)))
    judge, _ = appointed(record, as_)
    record.version = record.get("").json["version"]
    assert free(phone, "consents", {"to": ["6"]}).status_code == 201
    record.version = record.get("").json["version"]
    assert post(record, "undo", {"count": 1, "consents": [0, 1], "reason": "the wrong space"}).status_code == 201
    undone = record.version
    assert post(record, "undo", {"undoes": [str(undone)]}).status_code == 201
    changes = [{"op": "amend", "name": "5", "body": {**castle(3, 3), "seat": 0}}]
    assert post(record, "corrections", {"changes": changes, "reason": "typed wrong"}).status_code == 201
    irregular = {"reason": "out of turn", "accepted_by": [0]}
    assert record.move(**castle(4, 4), seat=1, irregular=irregular).status_code == 201
    ruled = judge.api.post(
        f"{record.path}/rulings",
        {"adjustments": [{"type": "change_gold", "seat": 1, "by": 5}], "about": "5", "reason": "paid twice"},
        {"If-Match": f'"{record.version}"'},
    )
    assert ruled.status_code == 201, ruled.text
    assert record.by(admin).get("/state", eyes="judge").status_code == 200
    rows = found(record)
    assert [(one["severity"], one["code"]) for one in rows] == [
        ("high", "irregular"), *[("medium", "undo")] * 2, ("medium", "correction"), ("medium", "ruling"),
        ("low", "look"), ("low", "appointed"), ("low", "consent"),
    ], [one["says"]["en"] for one in rows]  # fmt: skip
    played, undo, _, correction, ruling, *_ = rows
    assert played["clause"].startswith("KIN-")
    assert "the wrong space" in undo["says"]["en"]
    assert (correction["around"], ruling["entry"]) == ([undone + 1, undone + 2], ruled.json["version"])
    assert found(record, lang="es")[0]["says"]["es"].startswith(f"La jugada {played['entry']} va contra las reglas")


def test_the_evening_of_the_page_about_correcting_is_in_it_and_nothing_else(recorder: Api, as_: As, admin: Api) -> None:
    played, typed = evening()
    record = recorder.open(*TABLE.seats, visibility="public").play(typed[:FOUND])
    changes = {**corrections(WRONG, OTHER), "reason": REASON}
    assert post(record, "corrections", changes).status_code == 201
    corrected = record.version
    record.play(played[FOUND:])
    signed = record.by(as_(record.seat_token(0)))
    assert sign(signed).status_code == 201
    for seat in range(1, len(TABLE.seats)):
        assert sign(record, seat).status_code == 201
    assert record.by(admin).get("/state", eyes="judge").status_code == 200
    rows = found(record)
    assert [(one["code"], one["entry"]) for one in rows] == [
        ("correction", corrected),
        *[("claimed", corrected + len(played) - FOUND + 2 + seat) for seat in range(1, len(TABLE.seats))],
        ("sealed", None),
        ("look", None),
    ], [one["says"]["en"] for one in rows]
    assert corrected == FOUND + 2
    assert rows[0]["says"]["en"] == f"Corrected: 2 moves changed ({', '.join(NAMES)}): “{REASON}”"
    spanish = next(one for one in found(record, lang="es") if one["code"] == "correction")["says"]["es"]
    assert spanish == f"Corregida: 2 jugadas cambiadas ({', '.join(NAMES)}): «{REASON}»"


def test_a_correction_after_signing_is_grave_and_tells_both_results(recorder: Api, admin: Api, tmp_path: Path) -> None:
    record = finished(recorder, visibility="public", occasion={"zone": "Europe/Madrid"})
    assert found(record) == []
    for seat in range(3):
        assert sign(record, seat).status_code == 201
    record.version = record.get("").json["version"]
    assert [one["code"] for one in found(record)] == ["claimed"] * 3
    ruling = {"adjustments": [{"type": "change_gold", "seat": 1, "by": 5}], "reason": "paid twice"}
    assert post(record.by(admin), "rulings", ruling).status_code == 201
    rows = found(record)
    assert [(one["severity"], one["code"]) for one in rows] == [("high", "former_outcome"), ("high", "ruling")]
    assert "ranks before" in rows[1]["says"]["en"]
    assert rows[1]["local"].endswith(("+01:00", "+02:00"))
    file = record.get("/export", eyes="public").json
    mine = audit.audit(audit.Audited(file["entries"], {boxes.hash_of(file["box"]): file["box"]}))
    there = record.get("/audit").json["findings"]
    assert [(one.code, one.entry, one.clause) for one in mine] == [
        (one["code"], one["entry"], one["clause"]) for one in there
    ], "only the reasons differ, which the file does not open"
    path = tmp_path / "evening.json"
    path.write_bytes(record.get("/export", eyes="public").data)
    assert main(["audit", str(path)]) == 0
    path.write_text(json.dumps({**file, "players": {}}))
    assert main(["audit", str(path)]) == 1


def says_of(name: str, code: str) -> Any:
    """What the audit of a recorded game says of something."""
    file = json.loads((RECORDS / f"{name}.json").read_bytes())
    findings = audit.audit(audit.Audited(file["entries"], {boxes.hash_of(file["box"]): file["box"]}))
    return next(one.says for one in findings if one.code == code)


def test_seals_hidden_facts_and_closings_are_named_as_people_say_it() -> None:
    assert says_of("kingdoms/signed-own-seals", "sealed") == {
        "en": "1 seal was never opened: Tile (move 41, Red)",
        "es": "1 sello no se abrió: Loseta (jugada 41, Rojo)",
    }
    assert says_of("kingdoms/void", "unknown")["en"] == "1 fact was never resolved: Tile (Red)"
    assert says_of("xidit/conceded", "closed")["es"] == "Cerrada: un asiento se rindió"
