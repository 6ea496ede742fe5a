"""How much a game's tests notice: mutants of its engine, drawn at random, and the tests run on each.

``python -m tests.mutants architects --count 100`` copies the tree and changes one place of the engine at a time
(a comparison turned, a number by one, ``and`` for ``or``, a condition denied, a sign changed), and runs the tests of
the game. It prints each mutant that lives, with module, line and change, and how many were killed. Whoever reads
that list says of each whether a test is missing or whether the change makes no difference.
"""

from __future__ import annotations

import argparse
import ast
import copy
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

TOP = Path(__file__).resolve().parents[1]
LEFT_OUT = ("describe", "describe.py", "refusals", "refusals.py", "simulate", "simulate.py", "forms.py", "__init__.py")
"""Modules and folders of sentences, forms and simulated games: their tests are others."""
TURNED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
SIGNS: dict[type[ast.operator], type[ast.operator]] = {ast.Add: ast.Sub, ast.Sub: ast.Add}


@dataclass(frozen=True)
class Mutant:
    """One change."""

    path: Path
    number: int
    line: int
    change: str


def places(tree: ast.Module) -> Iterator[ast.AST]:
    """Every node of the code that can be changed; types, decorators and texts are no code."""

    def inside(node: ast.AST) -> Iterator[ast.AST]:
        if _changeable(node):
            yield node
        for field, value in ast.iter_fields(node):
            if field in ("annotation", "returns", "decorator_list", "type_params"):
                continue
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from inside(child)

    for statement in tree.body:
        if isinstance(statement, ast.FunctionDef | ast.ClassDef):
            yield from inside(statement)


def _changeable(node: ast.AST) -> bool:
    match node:
        case ast.Compare(ops=[operator]):
            return type(operator) in TURNED
        case ast.Constant(value=int(value)):
            return not isinstance(value, bool)
        case ast.BinOp(op=operator):
            return type(operator) in SIGNS
        case ast.BoolOp() | ast.If() | ast.IfExp() | ast.UnaryOp(op=ast.USub()):
            return True
    return False


def changed(node: ast.AST) -> ast.AST:
    """The node as the mutant has it."""
    node = copy.deepcopy(node)
    match node:
        case ast.Compare(ops=[operator]):
            node.ops = [TURNED[type(operator)]()]
        case ast.Constant(value=int(value)):
            node.value = value + 1
        case ast.BinOp(op=operator):
            node.op = SIGNS[type(operator)]()
        case ast.BoolOp(op=operator):
            node.op = ast.Or() if isinstance(operator, ast.And) else ast.And()
        case ast.If() | ast.IfExp():
            node.test = ast.UnaryOp(ast.Not(), node.test)
        case ast.UnaryOp(operand=operand):
            return operand
    return node


def brief(node: ast.AST) -> str:
    """A node in few words."""
    test = node.test if isinstance(node, ast.If | ast.IfExp) else node
    return re.sub(r"\s+", " ", ast.unparse(test))[:90]


def mutants(game: str, top: Path) -> list[Mutant]:
    """Return every mutant of a game's engine.

    Raises:
        SystemExit: There is no such game, or LEFT_OUT names a module that no game has.
    """
    if not (top / "engines" / game / "__init__.py").is_file():
        raise SystemExit(f"no engine of that name: {game}")
    known = {part for path in (top / "engines").rglob("*.py") for part in path.relative_to(top).parts}
    if unknown := sorted(set(LEFT_OUT) - known):
        raise SystemExit(f"LEFT_OUT names modules that do not exist: {', '.join(unknown)}")
    found = []
    for path in sorted((top / "engines" / game).rglob("*.py")):
        if not set(LEFT_OUT) & set(path.relative_to(top).parts):
            for number, node in enumerate(places(ast.parse(path.read_text(encoding="utf-8")))):
                line: int = getattr(node, "lineno", 0)
                change = f"{brief(node)}  ->  {brief(changed(node))}"
                found.append(Mutant(path.relative_to(top), number, line, change))
    return found


def source(mutant: Mutant, text: str) -> str:
    """The text of the module with the change."""
    tree = ast.parse(text)
    wanted = list(places(tree))[mutant.number]

    class Change(ast.NodeTransformer):
        def visit(self, node: ast.AST) -> ast.AST:
            return changed(node) if node is wanted else self.generic_visit(node)

    return ast.unparse(ast.fix_missing_locations(Change().visit(tree)))


def noticed(tree: Path, tests: list[str], skipped: list[str], limit: int) -> bool:
    """Whether the tests notice something; that they take too long is noticing."""
    skips = [word for test in skipped for word in ("--deselect", test)]
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-n0", "-p", "no:cacheprovider", "--tb=no", *skips, *tests]
    try:
        done = subprocess.run(command, cwd=tree, capture_output=True, text=True, timeout=limit, check=False)
    except subprocess.TimeoutExpired:
        return True
    return done.returncode != 0


def failing(tree: Path, tests: list[str]) -> list[str]:
    """The tests that fail without any change; they notice nothing."""
    command = [sys.executable, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", "--tb=no", "-rf", *tests]
    done = subprocess.run(command, cwd=tree, capture_output=True, text=True, check=False)
    return [line.split(" ", 2)[1] for line in done.stdout.splitlines() if line.startswith("FAILED ")]


def tell(line: str) -> None:
    """A line of the report, at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> None:
    """Draw mutants, run the tests on each, and say which live."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--limit", type=int, default=600, help="seconds for the tests of one mutant")
    parser.add_argument("tests", nargs="*", help="what is run; the game's own tests where nothing is named")
    told = parser.parse_args()
    tests = told.tests or [f"tests/engines/{told.game}"]
    if unknown := [test for test in tests if not (TOP / test.partition("::")[0]).exists()]:
        parser.error(f"no such tests: {', '.join(unknown)}")
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        shutil.copytree(TOP, tree, ignore=shutil.ignore_patterns(".git", ".venv", "node_modules", "__pycache__"))
        every = mutants(told.game, tree)
        drawn = Random(told.seed).sample(every, min(told.count, len(every)))
        skipped = failing(tree, tests)
        tell(f"{len(every)} places; {len(skipped)} tests fail without a change")
        lives = []
        for count, mutant in enumerate(drawn, 1):
            text = (tree / mutant.path).read_text(encoding="utf-8")
            (tree / mutant.path).write_text(source(mutant, text), encoding="utf-8")
            seen = noticed(tree, tests, skipped, told.limit)
            (tree / mutant.path).write_text(text, encoding="utf-8")
            if not seen:
                lives.append(mutant)
                tell(f"lives: {mutant.path}:{mutant.line}: {mutant.change}")
            if count % 10 == 0:
                tell(f"{count - len(lives)} of {count} killed")
    tell(f"{len(drawn) - len(lives)} of {len(drawn)} killed")


if __name__ == "__main__":
    main()
