"""The house: what every game must bring, what may import what, and that what is generated is not stale."""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

from engines import GAMES
from engines.packages import GROUP
from service import config, games
from service.api import openapi
from tests import mutants
from tests.conftest import SLOW
from tests.reference import clauses

TOP = Path(__file__).parent.parent
PROJECT = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))["project"]
OURS: dict[str, str] = PROJECT["entry-points"][GROUP]
"""Our own titles and their modules; what else is installed here brings its own house."""
CLAUSE = re.compile(r"[A-Z]{2,4}-\d+\.\d+[a-z]?")


def test_the_contract_at_the_top_is_what_the_code_makes() -> None:
    assert (TOP / "openapi.yaml").read_text(encoding="utf-8") == openapi.text(), "run `make openapi`"


def test_the_page_of_settings_is_what_the_code_says() -> None:
    assert (TOP / "docs" / "settings.md").read_text(encoding="utf-8").endswith(config.table())


def test_the_list_of_slow_tests_names_what_exists() -> None:
    assert [name for name in SLOW if not (TOP / name).exists()] == []


def test_mutation_testing_rejects_names_that_do_not_exist(monkeypatch: pytest.MonkeyPatch) -> None:
    assert all(mutants.mutants(game, TOP) for game in GAMES)
    with pytest.raises(SystemExit, match="no engine of that name: chess"):
        mutants.mutants("chess", TOP)
    monkeypatch.setattr(mutants, "LEFT_OUT", (*mutants.LEFT_OUT, "gone.py"))
    with pytest.raises(SystemExit, match=r"do not exist: gone\.py"):
        mutants.mutants("kingdoms", TOP)


def anchored(page: Path) -> list[tuple[str, str]]:
    """The clauses that a page of rules explains, each after the name of its anchor."""
    return re.findall(rf'<a id="([a-z0-9-]+)"></a>\*\*({CLAUSE.pattern})\*\*', page.read_text(encoding="utf-8"))


@cache
def cited() -> set[str]:
    """Every clause that a test names, in the spellings ``KIN-8.5``, ``KIN_8_5`` and ``kin_8_5``."""
    texts = [
        path.read_text(encoding="utf-8") for suffix in ("py", "mjs") for path in (TOP / "tests").rglob(f"*.{suffix}")
    ]
    found = re.findall(r"(?i)(?<![a-z0-9])([a-z]{2,4})[-_](\d+)[._](\d+[a-z]?)(?![0-9a-z]|[._][0-9])", "\n".join(texts))
    return {f"{prefix.upper()}-{chapter}.{number}" for prefix, chapter, number in found}


def excused(game: str) -> dict[str, str]:
    """The clauses that no test can check, each with its reason, from lines such as ``- KIN-1.13: it has no coins``."""
    text = (TOP / "tests" / "engines" / game / "untested.md").read_text(encoding="utf-8")
    return dict(re.findall(rf"(?m)^- ({CLAUSE.pattern}): +(\S.*)$", text))


@pytest.mark.parametrize("game", OURS)
@pytest.mark.parametrize("ending", ["md", "es.md"])
def test_the_rules_page_explains_every_clause_of_a_game_in_order_and_no_other(game: str, ending: str) -> None:
    wanted = [(clause.lower().replace(".", "-"), clause) for clause in clauses(game)]
    assert anchored(TOP / "docs" / "rules" / f"{game}.{ending}") == wanted


@pytest.mark.parametrize("game", OURS)
def test_every_clause_of_a_game_is_cited_by_a_test_or_excused(game: str) -> None:
    assert [clause for clause in clauses(game) if clause not in cited() and clause not in excused(game)] == []


@pytest.mark.parametrize("game", OURS)
def test_only_a_clause_that_no_test_cites_is_excused(game: str) -> None:
    assert [clause for clause in excused(game) if clause in cited() or clause not in clauses(game)] == []


@pytest.mark.parametrize("game", OURS)
@pytest.mark.parametrize("part", ["rules", "boards", "terminal"])
def test_every_game_brings_its_rules_and_is_drawn_in_viewer_and_terminal(game: str, part: games.Part) -> None:
    assert games.load(game, part) is not None


def test_engines_load_the_standard_library_alone() -> None:
    code = (
        f"import sys; before = set(sys.modules); import {', '.join(OURS.values())}\n"
        "new = {m.partition('.')[0] for m in set(sys.modules) - before} - {'engines'}\n"
        "print(sorted(new - set(sys.stdlib_module_names)))"
    )
    done = subprocess.run([sys.executable, "-S", "-c", code], cwd=TOP, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_every_local_link_of_the_docs_leads_somewhere() -> None:
    pages = [*sorted(TOP.glob("*.md")), *sorted((TOP / "docs").rglob("*.md"))]
    link = re.compile(r"\]\((?!https?:|mailto:|#)([^)#\s]+)")
    links = [(page, found) for page in pages for found in link.findall(page.read_text(encoding="utf-8"))]
    assert [(str(page), found) for page, found in links if not (page.parent / found).exists()] == []


def test_the_index_of_the_docs_lists_every_page() -> None:
    index = (TOP / "docs" / "README.md").read_text(encoding="utf-8")
    pages = [*(TOP / "docs").glob("*.md"), *(TOP / "docs" / "rules").glob("*.md")]
    names = {page.relative_to(TOP / "docs").as_posix() for page in pages} - {"README.md"}
    assert [name for name in sorted(names) if f"]({name})" not in index] == []


CLIMBS = re.compile(r"(?:\.\./)+\.?\.?|(?<![.\w/])\.\.(?![.\w])")


def carried() -> list[Path]:
    """Every text of the project: the files at its top and those of its rooms."""
    rooms = (".ci", ".github", "deploy", "docs", "engines", "service", "tests", "viewer", "worker")
    inside = (path for room in rooms for path in (TOP / room).rglob("*"))
    return [
        path
        for path in (*TOP.iterdir(), *inside)
        if path.is_file() and path.suffix not in {".png", ".pyc", ".gz", ".aof", ".rdb"} and path.name != ".DS_Store"
    ]


def climbs(node: ast.expr, known: Mapping[str, int]) -> int | None:
    """How many folders a path lies above the file it is written in; None for what is not reckoned from that file."""
    match node:
        case ast.Name(name):
            return known.get(name)
        case ast.Call(ast.Name("Path"), [ast.Name("__file__")]):
            return 0
        case ast.Call(ast.Attribute(inner, "resolve" | "absolute")):
            return climbs(inner, known)
        case ast.Attribute(inner, "parent"):
            below = climbs(inner, known)
            return None if below is None else below + 1
        case ast.Subscript(ast.Attribute(inner, "parents"), ast.Constant(int(index))):
            below = climbs(inner, known)
            return None if below is None else below + index + 1
    return None


def highest(source: str) -> int:
    """How many folders above itself a module reaches at most, by ``Path(__file__)`` and names made of it."""
    tree, known = ast.parse(source), dict[str, int]()
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            above = climbs(node.value, known)
            if above is not None:
                known[node.targets[0].id] = above
    found = [climbs(node, known) for node in ast.walk(tree) if isinstance(node, ast.expr)]
    return max((above for above in found if above is not None), default=0)


def test_no_module_reaches_above_the_project() -> None:
    modules = {path: path.read_text(encoding="utf-8") for path in carried() if path.suffix == ".py"}
    located = {path: text for path, text in modules.items() if "__file__" in text}
    assert [str(path) for path, text in located.items() if highest(text) > len(path.relative_to(TOP).parts)] == []


def test_a_module_that_reaches_above_the_project_would_be_seen() -> None:
    assert highest("TOP = Path(__file__).resolve().parents[2]\nBESIDE = TOP.parent / 'x'") == 4
    assert highest("HERE = Path(__file__).parent\nPath('/etc').parent") == 1


def test_nothing_leads_to_a_folder_beside_the_project() -> None:
    """``..`` stands in scripts and pages less often than the file lies deep."""
    found = []
    for path in carried():
        rooms = path.relative_to(TOP).parts
        if path.suffix in {".sh", ".mjs", ".js", ".md", ".toml", ".yaml", ".yml", ".html", ""}:
            text = path.read_text(encoding="utf-8")
            found += [(str(path), way) for way in CLIMBS.findall(text) if way.count("..") >= len(rooms)]
    assert found == []


def test_nothing_names_the_folder_that_only_its_makers_have() -> None:
    beside = re.compile(r"\.\./+shared|\bshared/(rules|data|tools)\b")
    assert [str(path) for path in carried() if beside.search(path.read_text(encoding="utf-8"))] == []


ARCHITECTURE = (TOP / "docs" / "architecture.md").read_text(encoding="utf-8")
FILES = re.findall(r"`((?:engines|service|worker|viewer|tests)/[\w./-]+)`(?:,? \(?`(\w+)`\)?)?", ARCHITECTURE)
"""Every file or folder that the page on the architecture names, and the function or class that it names with it."""


def section(title: str) -> str:
    """A section of the page on the architecture, without those below it."""
    return ARCHITECTURE.split(f"## {title}\n", 1)[1].split("\n## ", 1)[0]


@pytest.mark.parametrize(("file", "name"), sorted(set(FILES)), ids=str)
def test_the_page_on_the_architecture_names_what_there_is(file: str, name: str) -> None:
    assert (TOP / file).exists()
    if name:
        source = (TOP / file).read_text(encoding="utf-8")
        assert re.search(rf"(?m)^\s*(?:export )?(?:async )?(?:def|class|function) {name}\b", source), f"no {name} there"


def test_each_question_of_a_newcomer_is_answered_by_a_file() -> None:
    rows = [line for line in section("Where is it decided?").splitlines() if line.startswith("| ")][1:]
    assert len(rows) > 30
    for row in rows:
        assert re.search(r"`(?:engines|service|worker|viewer)/", row.split("|")[2]), row


def test_each_step_of_a_move_names_the_file_it_is_in() -> None:
    steps = re.split(r"\n(?=\d+\. )", section("One move, from hand to screen").strip())
    assert len(steps) == 10
    for step in steps:
        assert re.search(r"`(?:engines|service|worker|viewer)/[\w/]+\.(?:py|js)`", step), step


def test_each_step_of_a_read_names_the_file_it_is_in() -> None:
    steps = re.split(r"\n(?=\d+\. )", section("One read, from screen to log").strip())
    assert len(steps) == 8
    for step in steps:
        assert re.search(r"`(?:engines|service|worker|viewer)/[\w/]+\.(?:py|js)`", step), step
