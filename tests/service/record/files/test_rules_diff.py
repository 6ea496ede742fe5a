"""What another option would change in a recorded game, by hand from its board."""

import json
from pathlib import Path

import pytest

from service.cli import main
from tests.service.cli.documents import simulated

NAME = "reach_past_mountains"


def test_a_dragon_behind_a_mountain_differs_at_the_scoring(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    # Row 3 of its third epoch: seat 0 (rank 1), resource 3, seat 1 (rank 3), mountain, resource 5, dragon. By KIN-9.6
    # the left part is worth 3 a rank; by KIN-9.22 the dragon empties it: 3 x 1 and 3 x 3 gold less.
    writer = simulated(2, 3)
    row = [entry["body"] for entry in writer.entries if entry["body"].get("row") == 3][-6:]
    pieces = {one["col"]: one.get("tile") or (one["seat"], one["rank"]) for one in row}
    assert pieces == {1: (0, 1), 2: "resource_3", 3: (1, 3), 4: "mountain", 5: "resource_5", 6: "dragon"}
    (tmp_path / "evening.json").write_text(json.dumps(writer.document()))
    (tmp_path / "other.json").write_text("{}")
    assert main(["rules-diff", str(tmp_path), "--option", f"{NAME}=true", "--json"]) == 1
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    last = max(entry["version"] for entry in writer.entries if "row" in entry["body"])
    assert [(one["entry"], one["clause"], one["what"], one["one"] - one["other"]) for one in found] == [
        (last, "KIN-9.22", "gold.0", 3),
        (last, "KIN-9.22", "gold.1", 9),
        (len(writer.entries), "KIN-9.22", "result.0.score", 3),
        (len(writer.entries), "KIN-9.22", "result.1.score", 9),
    ]
    assert main(["rules-diff", str(tmp_path), "--option", f"{NAME}=false"]) == 0


def test_a_move_that_another_option_refuses_is_named_with_its_clause(capsys: pytest.CaptureFixture[str]) -> None:
    records = Path(__file__).parents[3] / "golden" / "records" / "rise_of_empires"
    assert main(["rules-diff", str(records), "--option", "a_turn_empire_needs_cube=true"]) == 1
    assert '46 (ROE-5.16): 46: refused: null / "ROE-5.16"' in capsys.readouterr().out
    assert main(["rules-diff", str(records), "--option", f"{NAME}=true"]) == 0, "not an option of this game"
    assert main(["rules-diff", str(records), "--rules", "none@1,none@2"]) == 2
    assert main(["rules-diff", str(records)]) == 2
