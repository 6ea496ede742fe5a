"""How much the tests of a game notice: mutants of its engine, drawn at random, and the tests run on each.

``python -m tests.mutants architects --count 100 --seed 41`` copies the tree and draws places of the engine: a
comparison to turn, a number to raise by one, ``and`` for ``or``, a condition to deny, a sign to change. It runs the
game's own tests and the contract tests of the game once to see which test reaches which place, and then for each mutant
those tests and the others of their files, the quickest first. It prints each survivor, with module, line and change,
how many were killed in each part of the engine, and the CPU seconds of each test file with the mutants that no quicker
test kills. For each survivor, either a test is missing or the change makes no difference: then ``equivalent.toml``
names it, with the reason, and it is not run.

All drawn mutants are in the copy at once: the code asks ``_mutant(number)`` at each place. The tests are collected
once, and a mutant is a child of that process in which the answer is true for its number.
"""

import argparse
import ast
import builtins
import contextlib
import copy
import gc
import itertools
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import _lru_cache_wrapper, partial
from pathlib import Path
from random import Random
from types import FunctionType

import pytest

from engines.kernel.box.cache import cached_by_box

TOP = Path(__file__).resolve().parents[1]
LEFT_OUT = ("describe", "describe.py", "refusals", "refusals.py", "simulate", "simulate.py", "forms.py", "__init__.py")
"""Modules and folders of sentences, forms and simulated games: their tests are others."""
SHARED = ("tests/contract", *(f"tests/engines/test_{name}.py" for name in ("short_forms", "titles", "box_faults")))
"""Tests of every game."""
TURNED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
SIGNS: dict[type[ast.operator], type[ast.operator]] = {ast.Add: ast.Sub, ast.Sub: ast.Add}


NUMBER, RESULTS, SECONDS = "MOVEBOOK_MUTANT", "MOVEBOOK_MUTANTS", "MOVEBOOK_MUTANT_SECONDS"
"""Environment variables: the mutant that is active in a process, the folder of its results, and ``--seconds``."""
LEAST_CPU, MEMORY = 20, 4 << 30
"""Least CPU limit (s) and memory limit (bytes) of the tests of one mutant; one that needs more is killed."""


@dataclass(frozen=True)
class Mutant:
    """One change."""

    path: Path
    number: int
    line: int
    change: str
    equivalent: bool


def places(tree: ast.Module) -> Iterator[ast.AST]:
    """Every node of the code that can be changed; types, decorators and texts are no code."""

    def inside(node: ast.AST) -> Iterator[ast.AST]:
        if _changeable(node):
            yield node
        for field, value in ast.iter_fields(node):
            if field in ("annotation", "returns", "decorator_list", "type_params", "pattern"):
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
    """Return every mutant of a game's engine."""
    if not (top / "engines" / game / "__init__.py").is_file():
        raise SystemExit(f"no engine of that name: {game}")
    known = {part for path in (top / "engines").rglob("*.py") for part in path.relative_to(top).parts}
    if unknown := sorted(set(LEFT_OUT) - known):
        raise SystemExit(f"LEFT_OUT names modules that do not exist: {', '.join(unknown)}")
    same = tomllib.loads((top / "tests" / "equivalent.toml").read_text(encoding="utf-8")).get(game, [])
    found, used = [], set()
    for path in sorted((top / "engines" / game).rglob("*.py")):
        if not set(LEFT_OUT) & set(path.relative_to(top).parts):
            text = path.read_text(encoding="utf-8")
            for number, node in enumerate(places(ast.parse(text))):
                line: int = getattr(node, "lineno", 0)
                change = f"{brief(node)}  ->  {brief(changed(node))}"
                module, code = path.relative_to(top / "engines" / game).as_posix(), text.splitlines()[line - 1]
                named = [at for at, one in enumerate(same) if one[0] == module and one[1] in code and one[2] == change]
                used.update(named)
                found.append(Mutant(path.relative_to(top), number, line, change, bool(named)))
    if unknown := sorted(": ".join(one[:3]) for at, one in enumerate(same) if at not in used):
        raise SystemExit(f"equivalent.toml names changes that do not exist: {', '.join(unknown)}")
    return found


def instrumented(text: str, drawn: Sequence[tuple[int, Mutant]]) -> str:
    """Return a module in which each drawn place asks whether it is changed."""
    tree = ast.parse(text)
    nodes = list(places(tree))
    wanted = {id(nodes[mutant.number]): number for number, mutant in drawn}

    class Change(ast.NodeTransformer):
        def visit(self, node: ast.AST) -> ast.AST:
            number = wanted.get(id(node))
            if number is None:
                return self.generic_visit(node)
            other = changed(node)
            node = self.generic_visit(node)
            call = ast.parse(f"_mutant({number})", mode="eval").body
            if isinstance(node, ast.If):
                assert isinstance(other, ast.If)
                node.test = ast.IfExp(call, other.test, node.test)
                return node
            assert isinstance(node, ast.expr)
            assert isinstance(other, ast.expr)
            return ast.IfExp(call, other, node)

    return ast.unparse(ast.fix_missing_locations(Change().visit(tree)))


class Switch:
    """What each drawn place calls: `active` is the mutant, `reached` the places since it was last cleared."""

    def __init__(self) -> None:
        self.active = int(os.environ.get(NUMBER, "-1"))
        self.reached: set[int] = set()

    def __call__(self, number: int) -> bool:
        self.reached.add(number)
        return number == self.active


SWITCH = Switch()
if RESULTS in os.environ:
    builtins._mutant = SWITCH  # type: ignore[attr-defined]


@pytest.hookimpl(optionalhook=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    """Run the tests once, and then for each mutant, each in a child; with a mutant in the environment, as usual."""
    if RESULTS not in os.environ or SWITCH.active >= 0:
        return None
    folder, at_import = Path(os.environ[RESULTS]), sorted(SWITCH.reached)
    _in_child(lambda: _first_run(session, folder / "first.json"))
    first = json.loads((folder / "first.json").read_text(encoding="utf-8"))
    items = [item for item in session.items if not first[item.nodeid]["failed"]]
    items.sort(key=lambda item: first[item.nodeid]["seconds"])
    most = float(os.environ[SECONDS])
    for number in range(int((folder / "count").read_text())):
        if number in at_import:
            result = "import"
        elif reaching := [item for item in items if number in first[item.nodeid]["reached"]]:
            (folder / "killer").write_text("")
            files = {item.path for item in reaching}  # what one test leaves in a cache, another may read
            ordered = [*reaching, *(item for item in items if item.path in files and item not in reaching)]
            costs = itertools.accumulate(first[item.nodeid]["seconds"] for item in ordered)
            tried = [item for item, cost in zip(ordered, costs, strict=True) if cost <= most or item is reaching[0]]
            cpu = LEAST_CPU + 5 * int(sum(first[item.nodeid]["seconds"] for item in tried))
            survives = _in_child(partial(_survives, session, tried, number, cpu, folder / "killer")) == 0
            result = "survives" if survives else f"killed {(folder / 'killer').read_text()}"
        else:
            result = "unreached"
        with (folder / "results").open("a") as results:
            results.write(f"{number} {result}\n")
    with (folder / "results").open("a") as results:
        results.write(f"failed {' '.join(name for name, one in first.items() if one['failed'])}\n")
    return True


def _in_child(run: Callable[[], bool]) -> int:
    """Return the status of a child: 0 if the tests passed."""
    child = os.fork()
    if child:
        return os.waitpid(child, 0)[1]
    status = 1
    with contextlib.suppress(BaseException):
        silent = os.open(os.devnull, os.O_RDWR)
        for stream in (1, 2):
            os.dup2(silent, stream)
        status = 0 if run() else 1
    os._exit(status)


def _run(session: pytest.Session, items: Sequence[pytest.Item]) -> Iterator[pytest.Item]:
    for item, following in zip(items, [*items[1:], None], strict=True):
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        yield item


def _first_run(session: pytest.Session, path: Path) -> bool:
    found, failed, began = {}, 0, time.process_time()
    last = {item.path: item for item in session.items}
    _forget()
    SWITCH.reached.clear()
    for item in _run(session, session.items):
        now = time.process_time()
        found[item.nodeid] = {
            "reached": sorted(SWITCH.reached),
            "seconds": now - began,
            "failed": session.testsfailed > failed,
        }
        if last[item.path] is item:
            _forget()  # a test of each file reads the box, and reaches what reads it
        failed, began = session.testsfailed, time.process_time()
        SWITCH.reached.clear()
    path.write_text(json.dumps(found), encoding="utf-8")
    return True


def _forget() -> None:
    """Empty the caches of engines and tests, so that a mutant reads the boxes that were read before."""
    cached = cached_by_box(1)(_forget).__code__
    for one in gc.get_objects():
        if isinstance(one, FunctionType) and one.__code__ is cached:
            dict(zip(one.__code__.co_freevars, one.__closure__ or (), strict=True))["last"].cell_contents = ()
        elif isinstance(one, _lru_cache_wrapper) and one.__module__.startswith(("engines.", "tests.")):
            one.cache_clear()


def _survives(session: pytest.Session, items: Sequence[pytest.Item], number: int, cpu: int, killer: Path) -> bool:
    SWITCH.active = number
    _forget()
    resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    for item in _run(session, items):
        if session.testsfailed:
            killer.write_text(item.nodeid)
            return False
    return True


def say(line: str) -> None:
    """Print a line of the report at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def part(mutant: Mutant) -> str:
    """Return the part of the engine that a mutant is in: a folder or a module."""
    return mutant.path.parts[2].removesuffix(".py")


def start_tests(tree: Path, tests: Sequence[str], **variables: str) -> subprocess.Popen[bytes]:
    """Start the tests in a tree with variables of the environment."""
    # The thread that counts CPU seconds would stop at a lock in a child. A time limit would kill mutants under load.
    options = ["-p", "tests.mutants", "-p", "no:tests.cpu", "-p", "no:cacheprovider", "-o", "timeout=0"]
    options += ["-q", "-x", "-n0", "--tb=no"]
    quiet = subprocess.DEVNULL
    return subprocess.Popen(
        [sys.executable, "-m", "pytest", *options, *tests], cwd=tree, stdout=quiet, stderr=quiet,
        env={**os.environ, **variables},
    )  # fmt: skip


def instrument(tree: Path, drawn: Sequence[Mutant]) -> None:
    """Put the drawn mutants into a copy of the tree."""
    for path in {mutant.path for mutant in drawn}:
        here = [(number, mutant) for number, mutant in enumerate(drawn) if mutant.path == path]
        text = (tree / path).read_text(encoding="utf-8")
        (tree / path).write_text(instrumented(text, here), encoding="utf-8")


def results_of(
    tree: Path, tests: Sequence[str], results: Path, count: int, seconds: str
) -> Iterator[tuple[int, str, str]]:
    """Run the tests, and yield the number of each mutant, what became of it, and the test that killed it."""
    (results / "count").write_text(str(count))
    (results / "results").touch()
    running = start_tests(tree, tests, **{RESULTS: str(results), SECONDS: seconds})
    read, ended = 0, False
    while not ended:
        ended = running.poll() is not None
        lines = (results / "results").read_text().splitlines()
        for line in lines[read:]:
            number, _, rest = line.partition(" ")
            if number == "failed":
                say(f"tests that fail without a change: {rest or 'none'}")
                continue
            result, _, killer = rest.partition(" ")
            if result == "import":
                alone = start_tests(tree, tests, **{RESULTS: str(results), NUMBER: number})
                result = "killed" if alone.wait() else "survives"
            yield int(number), result, killer
        read = len(lines)
        time.sleep(1)


def main() -> None:
    """Draw mutants, run the tests on each, and print which survive."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", default="inf", help="CPU seconds of tests that each mutant runs at most")
    parser.add_argument("tests", nargs="*", help="what is run: the game's own and its contract tests by default")
    options = parser.parse_args()
    game = options.game
    tests = options.tests or [f"tests/engines/{game}", *SHARED, "-k", game]
    killed, killers, seconds = Counter[str](), Counter[str](), Counter[str]()
    with tempfile.TemporaryDirectory() as folder:
        tree, results = Path(folder) / "tree", Path(folder) / "results"
        results.mkdir()
        ignored = shutil.ignore_patterns(".git", ".venv", "node_modules", "__pycache__", "test-results")
        shutil.copytree(TOP, tree, ignore=ignored)
        every = mutants(game, tree)
        sample = Random(options.seed).sample(every, min(options.count, len(every)))
        drawn = [mutant for mutant in sample if not mutant.equivalent]
        instrument(tree, drawn)
        say(f"{len(every)} places, {len(sample)} drawn with seed {options.seed}")
        for number, result, killer in results_of(tree, tests, results, len(drawn), options.seconds):
            mutant = drawn[number]
            if result == "killed":
                killed[part(mutant)] += 1
                killers[killer.partition("::")[0]] += 1
            else:
                say(f"{result}: {mutant.path}:{mutant.line}: {mutant.change}")
        for name, one in json.loads((results / "first.json").read_text()).items():
            seconds[name.partition("::")[0]] += one["seconds"]
    for name, cost in seconds.most_common():
        say(f"{cost:6.1f} s  {killers[name]:3}  {name}")
    for name, count in sorted(Counter(part(mutant) for mutant in drawn).items()):
        say(f"{name:16} {killed[name]:3} of {count}")
    used, same = resource.getrusage(resource.RUSAGE_CHILDREN), len(sample) - len(drawn)
    say(f"{killed.total()} killed, {same} equivalent, of {len(sample)}; {used.ru_utime + used.ru_stime:.0f} s of CPU")


if __name__ == "__main__":
    main()
