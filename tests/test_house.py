"""The house: what every game must bring, what may import what, and that what is generated is not stale."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from engines import GAMES
from service import config
from service.api import contract

TOP = Path(__file__).parent.parent
REFERENCE = TOP.parent / "shared" / "rules"
CLAUSE = re.compile(r"(?m)(?:^\s*- \**|\*\*)([A-Z]{2,4}-\d+\.\d+[a-z]?)(?:\*\*|[ :])")


def test_the_contract_at_the_top_is_what_the_code_makes() -> None:
    assert (TOP / "openapi.yaml").read_text(encoding="utf-8") == contract.text(), "run `make openapi`"


def test_the_page_of_settings_is_what_the_code_says() -> None:
    assert (TOP / "docs" / "settings.md").read_text(encoding="utf-8").endswith(config.table())


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("ending", ["md", "es.md"])
def test_every_clause_of_a_game_has_its_place_in_the_rules_page(game: str, ending: str) -> None:
    page = (TOP / "docs" / "rules" / f"{game}.{ending}").read_text(encoding="utf-8")
    if not REFERENCE.is_dir():
        pytest.skip("the rules references are not here")
    clauses = dict.fromkeys(CLAUSE.findall((REFERENCE / f"{game}.md").read_text(encoding="utf-8")))
    assert [c for c in clauses if f'<a id="{c.lower().replace(".", "-")}"></a>' not in page] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_of_a_game_is_cited_by_a_test_or_excused(game: str) -> None:
    tool = TOP.parent / "shared" / "tools" / "clauses"
    if not tool.is_file():
        pytest.skip("the list of clauses is not here")
    done = subprocess.run([sys.executable, str(tool), game], cwd=TOP, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_board_in_the_viewer(game: str) -> None:
    assert (TOP / "viewer" / "boards" / f"{game}.js").is_file()


@pytest.mark.parametrize("room", ["worker.jobs", "service.record.folds", "service.record.projections"])
def test_the_worker_loads_no_web_framework(room: str) -> None:
    code = f"import sys, {room}; print([m for m in ('flask', 'werkzeug', 'marshmallow') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], cwd=TOP, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_engines_load_the_standard_library_alone() -> None:
    code = (
        "import sys; before = set(sys.modules); import engines\n"
        "new = {m.partition('.')[0] for m in set(sys.modules) - before} - {'engines'}\n"
        "print(sorted(new - set(sys.stdlib_module_names)))"
    )
    done = subprocess.run([sys.executable, "-S", "-c", code], cwd=TOP, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_import_contracts_hold() -> None:
    done = subprocess.run(
        [str(Path(sys.executable).parent / "lint-imports")], cwd=TOP, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout


def test_every_local_link_of_the_docs_leads_somewhere() -> None:
    pages = [TOP / "README.md", TOP / "CHANGELOG.md", *sorted((TOP / "docs").rglob("*.md"))]
    link = re.compile(r"\]\((?!https?:|mailto:|#)([^)#\s]+)")
    links = [(page, found) for page in pages for found in link.findall(page.read_text(encoding="utf-8"))]
    assert [(str(page), found) for page, found in links if not (page.parent / found).exists()] == []


def test_no_program_reads_what_only_tests_may_read() -> None:
    rooms = [TOP / room for room in ("engines", "service", "worker", "viewer")]
    named = [
        f
        for room in rooms
        for f in room.rglob("*")
        if f.suffix in {".py", ".js", ".html"} and "../shared" in f.read_text(encoding="utf-8")
    ]
    assert named == []
