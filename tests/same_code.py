"""Whether two versions are the same code: ``python tests/same_code.py OLD [NEW] [PATH ...]``; exit code 1 where not.

OLD and NEW are revisions; NEW is ``.`` for the working tree, and without it. Compared are the syntax trees of every
Python and JavaScript file that changed, and the words of CSS, HTML and JSON. What may differ:

- comments, layout, docstrings, and any other string that is a statement;
- names of modules in imports, and paths of scripts, as far as the files were moved: git says which (``-M``), or
  ``--moves FILE``, a JSON object of old paths and new ones; and the order of imports that follow one another;
- texts for people, as long as they keep their placeholders: the set of expressions in an f-string or template and of
  ``{name}`` in a text, and the order of ``%s``. A string is a text for people where it is
  - an argument of ``say`` or ``both``, the message of an ``assert``, the value of a key or keyword in :data:`KEYS`;
  - one of a pair in a table of words (a variable named as :data:`TABLES`), or of a pair of which one has two words;
  - a word and a blank at least, and an argument of an exception (its name ends in Error) or of one of :data:`SPEAKERS`.

Every other string is code: keys, codes, slugs, formats, names, and what is compared with them.
"""

import argparse
import ast
import json
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path, PurePosixPath
from posixpath import join, normpath
from typing import Any

SCRIPTS = (".js", ".mjs")
PLAIN = {".css": r"(?s)/\*.*?\*/", ".html": r"(?s)<!--.*?-->", ".json": r"\Z", ".webmanifest": r"\Z"}
"""Kinds of files whose words are compared, and their comments."""
KEYS = {"en", "es", "description", "help", "epilog", "summary"}
TABLES = re.compile(r"(WORDS|TEXTS|LABELS|SAYS|PHRASES|SENTENCES|REFUSALS|REFUSED)$")
ALWAYS = {"say", "both"}
SPEAKERS = {
    *("add", "move", "adjustment", "flag", "Ask", "ShortForm", "Field", "Fault", "Said", "Reply", "wrong", "changed"),
    *("refused", "cut", "note", "tell", "print", "_say", "_pick", "_form", "_wrong", "_unread", "_text", "_setting"),
    *("debug", "info", "warning", "error", "exception", "skip", "fail", "exit", "Counter", "Histogram"),
}
ANY, WORDY, NONE = "any", "wordy", ""
"""Which strings are texts in a place: all, those with a word and a blank, none."""
ADDS = ("BinOp", "BinaryExpression")
LISTS = ("Tuple", "List", "ArrayLiteralExpression")
WITHIN = (*ADDS, "IfExp", "ConditionalExpression")
"""Parts of a text: what is in them is a text where they are one."""
CODE = (".func", ".expression", ".test", ".condition", ".key", ".name")
"""Parts of these that are none."""
TEXTS_OF_A_GAME = "texts.json"
"""Tables of texts, each of them a pair."""
SHOWN = 20
"""Differences that are printed."""

_TWO_WORDS = re.compile(r"[^\W\d_]{2,}[,.;:)’'\"]* +[(¿¡«\"'`]*[^\W\d_]{2,}")
_WORD = re.compile(r"[^\W\d_]{2}")
_PLACEHOLDER = re.compile(r"\{([^{}|]*?)(?::[^{}:]*\|[^{}]*)?\}")
_PERCENT = re.compile(r"%(?:\(\w+\))?[-+ #0-9.]*[a-zA-Z]")


@dataclass
class Node:
    """A part of a syntax tree, or (with a dot before its kind) one field of it; where it begins does not count.

    ``name`` is what is called, the key of an entry, the target of an assignment; ``text`` that of a string, with a NUL
    for each expression in it. Parts are nodes and plain values.
    """

    kind: str
    line: int = field(compare=False, repr=False)
    parts: list[Any] = field(default_factory=list)
    name: str = ""
    text: str | None = None


def python(source: str, path: str, moved: Mapping[str, str]) -> Any:
    """The tree of a Python file; ``moved`` has the new paths of modules that it imports by their old ones."""
    names = ([re.sub(r"(/__init__)?\.py\Z", "", path).replace("/", ".") for path in pair] for pair in moved.items())
    modules = {old: new for old, new in names}  # noqa: C416 - pairs are lists
    package = PurePosixPath(path).parent.parts

    def imported(statement: ast.Import | ast.ImportFrom) -> Iterator[Node]:
        for alias in statement.names:
            name = modules.get(alias.name, alias.name)
            if isinstance(statement, ast.ImportFrom):
                above = package[: len(package) - statement.level + 1] if statement.level else ()
                module = ".".join([*above, *filter(None, [statement.module])])
                name = modules.get(f"{module}.{alias.name}") or f"{modules.get(module, module)}.{alias.name}"
            bound = alias.asname or (alias.name if isinstance(statement, ast.ImportFrom) else name)
            yield Node("import", statement.lineno, [], f"{name} as {bound}")

    def listed(values: list[Any]) -> Iterator[Any]:
        run: list[Node] = []
        for value in values:
            if isinstance(value, ast.Import | ast.ImportFrom):
                run += imported(value)
            elif not (isinstance(value, ast.Expr) and isinstance(getattr(value.value, "value", None), str)):
                yield from sorted(run, key=lambda each: each.name)
                run.clear()
                yield tree(value)
        yield from sorted(run, key=lambda each: each.name)

    def entry(name: Any, value: Any, key: ast.AST | None = None) -> Node:
        return Node("entry", value.lineno, [Node(".key", 0, [tree(key)]), tree(value)], str(name))

    def tree(node: Any) -> Any:
        line = getattr(node, "lineno", 0)
        if not isinstance(node, ast.AST):
            return repr(node)
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            return Node("string", line, text=node.value)
        if isinstance(node, ast.JoinedStr):
            text = "".join(str(each.value) if isinstance(each, ast.Constant) else "\0" for each in node.values)
            holes = [tree(each) for each in node.values if not isinstance(each, ast.Constant)]
            return Node("string", line, holes, "", text)
        if isinstance(node, ast.keyword):
            return entry(node.arg, node.value)
        if isinstance(node, ast.Dict):
            names = [key.value if isinstance(key, ast.Constant) else "" for key in node.keys]
            return Node("Dict", line, list(map(entry, names, node.values, node.keys)))
        if isinstance(node, ast.Assert) and node.msg is not None:
            return Node("Assert", line, [tree(node.test), entry("en", node.msg)])
        fields = [(name, value if isinstance(value, list) else [value]) for name, value in ast.iter_fields(node)]
        parts = [Node(f".{name}", line, list(listed(values))) for name, values in fields]
        target = getattr(node, "func", getattr(node, "target", next(iter(getattr(node, "targets", [])), None)))
        name = getattr(target, "id", getattr(target, "attr", ""))
        return Node(type(node).__name__, line, parts, name)

    return tree(ast.parse(source))


def scripts(files: Mapping[str, str]) -> dict[str, Any]:
    """The trees of JavaScript files, as lists."""
    program = ["node", str(Path(__file__).with_suffix(".mjs"))]
    done = subprocess.run(program, input=json.dumps(files), stdout=subprocess.PIPE, text=True, check=True)
    return dict(json.loads(done.stdout))


def script(raw: Any, path: str, moved: Mapping[str, str]) -> Any:
    """A tree out of such a list; a relative path in it is by where the file is that it leads to."""
    if not isinstance(raw, list):
        return raw
    kind, line, name, text, parts = raw
    if kind == "string" and re.match(r"\.{1,2}/[^ ]+\.\w+\Z", text):
        kind, text = "path", normpath(join(path, "..", text))
    return Node(kind, line, [script(each, path, moved) for each in parts], name, moved.get(text, text))


def without_texts(node: Any, texts: str = NONE, *, table: bool = False) -> Any:
    """A tree in which each text for people is its placeholders; ``texts`` says which strings are texts here."""
    if not isinstance(node, Node):
        return node
    node = _joined(node) or node
    if node.kind == "string" and node.text is not None:
        holes = [without_texts(each) for each in node.parts]
        if texts == ANY or (texts == WORDY and " " in node.text and _WORD.search(node.text)):
            named = {*map(repr, holes), *_PLACEHOLDER.findall(node.text)}
            return Node("text", node.line, [*sorted(named), *_PERCENT.findall(node.text)])
        return Node("string", node.line, holes, "", node.text)
    inner = texts if node.kind in WITHIN or node.kind.startswith(".") else NONE
    if node.kind == "Call":
        inner = ANY if node.name in ALWAYS else WORDY if node.name in SPEAKERS or node.name.endswith("Error") else NONE
    elif node.kind == "entry":
        inner = ANY if node.name in KEYS else NONE
    elif node.kind in LISTS:
        within = next(part.parts for part in node.parts if part.kind in (".elts", ".elements"))
        strings = [each.text for each in map(_joined, within) if each]
        pair = len(strings) == len(within) == len(("en", "es"))
        inner = ANY if pair and (table or any(map(_TWO_WORDS.search, strings))) else texts
    table |= node.kind in ("Assign", "AnnAssign", "VariableDeclaration") and bool(TABLES.search(node.name))
    kinds = [NONE if isinstance(each, Node) and each.kind in CODE else inner for each in node.parts]
    parts = [without_texts(each, kind, table=table) for each, kind in zip(node.parts, kinds, strict=True)]
    return Node(node.kind, node.line, parts, node.name, node.text)


def _joined(node: Any) -> Node | None:
    """A string, or several that are added as one; None for anything else."""
    if not isinstance(node, Node) or node.kind == "string" or node.kind not in ADDS:
        return node if isinstance(node, Node) and node.kind == "string" else None
    sides = {part.kind: part.parts[0] for part in node.parts}
    left, right = _joined(sides[".left"]), _joined(sides[".right"])
    sign = sides.get(".op", sides.get(".operatorToken")).kind
    if left is None or right is None or sign not in ("Add", "PlusToken"):
        return None
    return Node("string", left.line, left.parts + right.parts, "", f"{left.text}{right.text}")


def differences(old: Any, new: Any, lines: tuple[int, int] = (1, 1)) -> Iterator[tuple[int, int]]:
    """The lines of the innermost parts that differ; of lists of other lengths, of the first part."""
    if old == new:
        return
    if not (isinstance(old, Node) and isinstance(new, Node)):
        yield lines
        return
    lines = (old.line or lines[0], new.line or lines[1])
    if (old.kind, old.text) != (new.kind, new.text) or old.parts == new.parts:
        yield lines
        return
    for one, other in zip_longest(old.parts, new.parts):
        yield from differences(one, other, (getattr(one, "line", 0) or lines[0], getattr(other, "line", 0) or lines[1]))
        if one != other and len(old.parts) != len(new.parts):
            return


def compared(old: Mapping[str, str], new: Mapping[str, str], moved: Mapping[str, str]) -> Iterator[str]:
    """A paragraph for each difference between the texts of two versions of files; ``moved``: old path -> new path."""
    sides = ((old, "old"), (new, "new"))
    asked = {f"{side} {path}": text for texts, side in sides for path, text in texts.items() if path.endswith(SCRIPTS)}
    trees = scripts(asked) if asked else {}
    for path, before in old.items():
        there = moved.get(path, path)
        after, kind = new[there], PurePosixPath(path).suffix
        if PurePosixPath(path).name == TEXTS_OF_A_GAME:
            pair = (python(f"TEXTS = {text}", path, {}) for text in (before, after))
            found: Any = differences(*map(without_texts, pair))
        elif kind in PLAIN:
            same = re.sub(PLAIN[kind], "", before).split() == re.sub(PLAIN[kind], "", after).split()
            found = [] if same else [(1, 1)]
        elif kind == ".py":
            pair = python(before, path, moved), python(after, there, {})
            found = differences(*map(without_texts, pair))
        else:
            pair = script(trees[f"old {path}"], path, moved), script(trees[f"new {there}"], there, {})
            found = differences(*map(without_texts, pair))
        for first, second in found:
            lines = (text.splitlines()[number - 1].strip() for text, number in ((before, first), (after, second)))
            yield f"{there}:{second}\n  - " + "\n  + ".join(lines)


def git(*words: str) -> str:
    """What git prints."""
    return subprocess.run(["git", *words], capture_output=True, text=True, check=True).stdout


def changed(old: str, new: str, paths: list[str], named: Mapping[str, str]) -> tuple[dict[str, str], list[str]]:
    """Old path -> new path of every file that changed and is on both sides; and those that are on one side alone."""
    revisions = [old] if new == "." else [old, new]
    how = ["--no-renames"] if named else ["-M", "-l0"]
    raw = git("diff", "--name-status", "-z", *how, *revisions, "--", *paths).split("\0")[:-1]
    both: dict[str, str] = {}
    gone, come = set[str](), set[str]()
    while raw:
        sign, path = raw.pop(0)[0], raw.pop(0)
        if sign in "DA":
            (gone if sign == "D" else come).add(path)
        else:
            both[path] = raw.pop(0) if sign == "R" else path
    if new == ".":
        come |= set(git("ls-files", "-z", "--others", "--exclude-standard", "--", *paths).split("\0")[:-1])
    both |= {path: named[path] for path in gone if named.get(path) in come}
    alone = (gone - both.keys()) | (come - set(both.values()))
    kinds = (".py", *SCRIPTS, *PLAIN)
    return {path: to for path, to in both.items() if path.endswith(kinds)}, [
        p for p in sorted(alone) if p.endswith(kinds)
    ]


def main() -> int:
    """Compare two versions of this repository."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old")
    parser.add_argument("new", nargs="?", default=".")
    parser.add_argument("paths", nargs="*")
    parser.add_argument("--moves", type=Path)
    given = parser.parse_args()
    named = json.loads(given.moves.read_text(encoding="utf-8")) if given.moves else {}
    both, alone = changed(given.old, given.new, given.paths, named)
    before = {path: git("show", f"{given.old}:{path}") for path in both}
    here = given.new == "."
    after = {
        path: Path(path).read_text("utf-8") if here else git("show", f"{given.new}:{path}") for path in both.values()
    }
    found = [f"{path}: only on one side" for path in alone]
    found += compared(before, after, {path: to for path, to in both.items() if path != to})
    sys.stdout.write("".join(f"{each}\n" for each in found[:SHOWN]))
    sys.stdout.write(f"{len(both)} files that changed, {len(found)} differences in code\n")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
