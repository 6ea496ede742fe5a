"""What the comparison of two versions of the code reports, and what it passes over."""

import subprocess
import sys
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


def git(folder: Path, *words: str) -> None:
    subprocess.run(["git", "-c", "user.name=A", "-c", "user.email=a@b", *words], cwd=folder, check=True)


@programs.needs("node")
@typescript
@pytest.mark.parametrize("moves", [[], ["--moves", "moves.json"]])
def test_a_moved_file_is_compared_with_itself_and_its_importers_may_follow(tmp_path: Path, moves: list[str]) -> None:
    files = {"a/tags.py": PYTHON, "b.py": "from a.tags import check\n", "c.js": SCRIPT, "words.js": "let a = 1;\n" * 9}
    moved = {"a/tags.py": "a/web/labels.py", "words.js": "kit/words.js"}
    (tmp_path / "a").mkdir()
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "moves.txt").write_text("")
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "-m", "before")
    for old, new in moved.items():
        (tmp_path / new).parent.mkdir()
        git(tmp_path, "mv", old, new)
    (tmp_path / "b.py").write_text("from a.web.labels import check\n")
    (tmp_path / "c.js").write_text(SCRIPT.replace("./words.js", "./kit/words.js"))
    command = [sys.executable, same_code.__file__, "HEAD", ".", "a", "b.py", "c.js", "words.js", "kit", *moves]
    (tmp_path / "moves.json").write_text(str(moved).replace("'", '"'))

    def run() -> tuple[int, str]:
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout

    assert run() == (0, "4 files that changed, 0 differences in code\n")
    (tmp_path / "a/web/labels.py").write_text(PYTHON.replace("> 4", "> 5"))
    code, said = run()
    assert (code, said.splitlines()[:3]) == (
        1,
        ["a/web/labels.py:7", "  - if rank > 4:  # there are four", "  + if rank > 5:  # there are four"],
    )
