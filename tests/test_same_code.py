"""What the comparison of two versions of the code reports, and what it passes over."""

from pathlib import Path

import pytest

from tests import same_code
from tests.fixtures import programs

TYPESCRIPT = Path(__file__).parents[1] / "node_modules" / "typescript"
typescript = pytest.mark.skipif(not TYPESCRIPT.is_dir(), reason="no typescript here: npm ci installs it")
PYTHON = '''"""What it does."""
import json
from service.api import tags
WORDS = {"undo": ("Undo", "Deshacer"), "late": ("{n} moves late", "{n} jugadas tarde")}
def check(rank: int, place: str) -> str:
    """Check a rank."""
    if rank > 4:  # there are four
        raise ValueError(f"rank {rank} is not known at {place}")
    tags.note("took %s of %d moves", place, rank)
    say = {"en": "fine", "es": "bien"}
    return {"kind": "no such rank"}[place] + json.dumps([rank, "a b"])
'''
SCRIPT = """// What it does.
import { speaker } from "./words.js";
export const WORDS = { late: ["{n} moves " + "late", "{n} jugadas tarde"], undo: ["Undo", "Deshacer"] };
let kept = 0;
/** Check a rank. */
export function check(rank, place) {
  if (rank > 4) throw new Error(`rank ${rank} is not known at ${place}`);
  kept += rank;
  return { kind: "no such rank", place: speaker(rank)?.[place] };
}
"""
SAME = [
    ("What it does.", "The ranks."),
    ("Check a rank.", "Refuse an unknown rank."),
    ("there are four", "the highest rank"),
    ("rank {rank} is not known at {place}", "{place}: unknown rank {rank}"),
    ("rank ${rank} is not known at ${place}", "${place}: unknown rank ${rank}"),
    ("Deshacer", "Anular"),
    ('"{n} moves " + "late"', '"late by {n} {n:move|moves}"'),
    ("{n} jugadas tarde", "tarde: {n} jugadas"),
    ("took %s of %d moves", "%s: %d moves"),
    ('"bien"', '"muy bien"'),
    ("import json\nfrom service.api import tags", "from service.api import tags\nimport json"),
    ("if (rank > 4) throw", "if (rank > 4)\n    throw"),
]
OTHER = [
    *(("> 4", "> 5"), ("> 4", ">= 4"), ('"undo"', '"redo"'), ("undo:", "redo:"), ('"a b"', '"b a"')),
    *(("(rank, place)", "(level, place)"), ("rank: int", "level: int"), ('"en": "fine"', '"de": "fine"')),
    *(
        ("  kept += rank;\n", ""),
        ('    tags.note("took %s of %d moves", place, rank)\n', ""),
        ("let kept", "const kept"),
    ),
    *(("?.[place]", "[place]"), ("./words.js", "./phrases.js"), ("import tags", "import tags as found")),
    *(('"no such rank"', '"unknown rank"'), ('"{n} moves late"', '"some moves late"')),
    ("rank {rank} is not known at {place}", "rank {rank} is not known"),
    ("rank ${rank} is not known at ${place}", "rank ${rank} is not known at ${rank}"),
    ("took %s of %d moves", "took %d of %s moves"),
]
CASES = [(source, kind, *case) for source, kind in ((PYTHON, "py"), (SCRIPT, "js")) for case in SAME + OTHER]


@programs.needs("node")
@typescript
def test_code_that_differs_is_reported_and_prose_is_not() -> None:
    cases = {f"{number}.{kind}": (source, *case) for number, (source, kind, *case) in enumerate(CASES)}
    cases = {name: case for name, case in cases.items() if case[1] in case[0]}
    assert {before for _, before, _ in cases.values()} == {before for before, _ in SAME + OTHER}
    old = {name: source for name, (source, _, _) in cases.items()}
    new = {name: source.replace(before, after) for name, (source, before, after) in cases.items()}
    reported = {line.rpartition(":")[0] for each in same_code.compared(old, new, {}) for line in each.splitlines()[:1]}
    assert reported == {name for name, (_, *case) in cases.items() if tuple(case) in OTHER}


@pytest.mark.parametrize(
    ("after", "same"),
    [("{n} moves too late", True), ("{n} moves of {m} late", False), ("moves late", False)],
)
def test_texts_of_a_game_may_change_but_not_their_places(after: str, same: bool) -> None:  # noqa: FBT001
    old = '{"refusals": {\n"late": ["{n} moves late", "{n} jugadas tarde"]}}'
    for new, alike in ((old.replace("{n} moves late", after), same), (old.replace('"late"', '"early"'), False)):
        assert bool(list(same_code.compared({"a/texts.json": old}, {"a/texts.json": new}, {}))) is not alike
