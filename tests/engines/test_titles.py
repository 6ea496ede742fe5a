"""The list of titles: what installed packages bring, the versions of their rules, and what is left out."""

import ast
import itertools
import os
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

import engines
from engines.kernel.contract import breaches
from engines.kernel.game import rules_of
from engines.packages import GROUP, LeftOut, Package, Title, installed
from tests.fixtures.installed import install
from tests.toy import night_market as toy

TOP = Path(__file__).parents[2]
OURS = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))["project"]["entry-points"][GROUP]
TOY = "from tests.toy.night_market import *\n"
Found = tuple[dict[str, Title], list[LeftOut]]

numbers = itertools.count()


@pytest.fixture
def bring(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Found]:
    """Install a package whose modules are given by entry point, and look for games."""
    monkeypatch.syspath_prepend(str(tmp_path))

    def bring(package: str = "movebook-toy", version: str = "1.0", **sources: str) -> Found:
        # Modules are loaded once for the whole process: each test has names of its own.
        modules = {f"brought_{next(numbers)}": source for source in sources.values()}
        points = {name.replace("__", "."): module for name, module in zip(sources, modules, strict=True)}
        files = {f"{module}.py": source for module, source in modules.items()}
        install(tmp_path, package, version, {"games": points}, files)
        titles, out = installed()
        return {title.name: title for title in titles}, out

    return bring


def why(found: Found, name: str = "toy", package: str = "movebook-toy") -> str:
    """Why a title was left out, alone of all; ours are there."""
    titles, out = found
    assert set(OURS) <= set(titles)
    assert [(left.name, left.package.name) for left in out] == [(name, package)]
    assert "\n" not in out[0].why
    return out[0].why


# --------------------------------------------------------------------------------------------------------- what is ours


def test_our_titles_are_entry_points_of_our_package() -> None:
    assert set(OURS) == {name for name, package in engines.PACKAGES.items() if package.name == "movebook"}
    assert all(engines.GAMES[name].__name__ == module for name, module in OURS.items())  # type: ignore[attr-defined]
    assert [left for left in engines.LEFT_OUT if left.package.name == "movebook"] == []


def test_every_title_of_ours_is_checked_against_the_contract_before_it_runs() -> None:
    tree = ast.parse((TOP / "engines" / "__init__.py").read_text(encoding="utf-8"))
    (checked,) = [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.target.id == "OURS"
    ]
    assert isinstance(checked, ast.Tuple)
    assert {f"engines.{each.id}" for each in checked.elts if isinstance(each, ast.Name)} == set(OURS.values())


def test_every_title_is_registered_under_the_rules_it_plays() -> None:
    assert all(engines.RULES[rules_of(game)] is game for game in engines.GAMES.values())
    assert all(name == game.name for name, game in engines.GAMES.items())
    assert all(rules == rules_of(game) for rules, game in engines.RULES.items())


def test_the_list_of_titles_has_no_other_names() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'TITLES'"):
        engines.TITLES  # noqa: B018


# ------------------------------------------------------------------------------------------------------ what is brought


def test_a_package_that_is_installed_brings_its_game_after_ours(bring: Callable[..., Found]) -> None:
    titles, out = bring(toy=TOY)
    assert list(titles) == [*sorted(OURS), "toy"]
    assert titles["toy"].package == Package("movebook-toy", "1.0")
    assert titles["toy"].newest.title == toy.title
    assert out == []


@pytest.mark.parametrize("order", [("toy", "toy__old"), ("toy__old", "toy")])
def test_new_records_get_the_highest_version_and_old_ones_keep_theirs(
    bring: Callable[..., Found], order: tuple[str, str]
) -> None:
    sources = {"toy": f"{TOY}rules_version = 2", "toy__old": f"{TOY}rules_version = 1"}
    titles, out = bring(**{name: sources[name] for name in order})
    assert out == []
    assert rules_of(titles["toy"].newest) == "toy@2"
    assert {rules_of(game) for game in titles["toy"].versions} == {"toy@1", "toy@2"}


def test_a_game_may_be_loaded_before_the_list_of_titles(tmp_path: Path) -> None:
    """Its module imports the kernel, and is halfway loaded then; the list looks for it only when it is asked for."""
    source = f"import engines.kernel.game\n{TOY}"
    install(
        tmp_path, "movebook-toy", "1.0", {"games": {"toy": "night_market_alone"}}, {"night_market_alone.py": source}
    )
    code = "import night_market_alone, engines; print(engines.GAMES['toy'] is night_market_alone, engines.LEFT_OUT)"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), str(TOP)])},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "True []\n"


# ----------------------------------------------------------------------------------------------------- what is left out


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("import no_such_module", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("raise SystemExit('not today\\nnor tomorrow')", "SystemExit: not today"),
        ("def decide(:", "SyntaxError: "),
        (f"{TOY}del decide", "it has no decide"),
        (f"{TOY}decide = 5", "decide is not a function"),
        (f"{TOY}def decide(state): return None", "decide does not take (state, move)"),
        (f"{TOY}def offers(state, partial=None): return {{}}", "offers does not take (state, partial, derived)"),
        (f"{TOY}name = 'Toy'", "name is 'Toy': small letters, digits and _ are wanted, a letter first"),
        (f"{TOY}name = 'toys'", "it calls itself toys"),
        (f"{TOY}title = {{'en': 'Night market'}}", "title is {'en': 'Night market'}: a text in each of en, es"),
        (f"{TOY}rules_version = '1'", "rules_version is '1': a whole number from 1 on is wanted"),
        (f"{TOY}most_moves = 0", "most_moves is 0: a whole number from 1 on is wanted"),
        (f"{TOY}shorthand = None", "shorthand is None: a Shorthand of engines.kernel.input.shorthand is wanted"),
        (
            f"{TOY}colours = lambda box: {{colour: {{'en': colour}} for colour in box['colours']}}",
            "colour 'red' has no name in es",
        ),
        (f"{TOY}seats = (2, 3)", "seats is (2, 3): a range without gaps is wanted, such as range(2, 5)"),
        (f"{TOY}clauses = 'toy'", "clauses is 'toy': two to eight capitals or digits are wanted, a capital first"),
        (f"{TOY}clauses = 'KIN'", "its clauses are called KIN, as those of kingdoms are"),
        (f"{TOY}secret = {{'deal': {{'hands': 'nobody'}}}}", "secret is {'deal': {'hands': 'nobody'}}: "),
        (f"{TOY}secret = {{'dealt': {{}}}}", "secret names 'dealt', which is not a type of move"),
        (f"{TOY}def box(): return []", "box() gives []: a JSON object is wanted"),
        (f"{TOY}def box(): return {{}}", "its own box is refused: edition: None should be a text"),
        (f"{TOY}def facts(state): return {{'half': 0.5}}", "a table cannot be set up and played: "),
        (f"{TOY}def view(state, parts): return {{}}", "a view has no phase"),
        (f"{TOY}def may(state): return iter(())", "at an empty table nothing may be recorded"),
        (f"{TOY}def result(state): return {{}}", "an empty table has a result"),
        (f"{TOY}def table(rng, seats, options, box, knows='all'): return iter(())", "table() plays nothing"),
        (f"{TOY}def describe(*about): return ''", "deal has no sentence in en"),
        (f"{TOY}def decode(data): return 5", "encode and decode make another event of deal"),
        (f"{TOY}def encode(event): return {{'type': 'deal'}}", "make another event of deal"),
        (f"{TOY}def evolve(state, event, name): raise LookupError(name)", "set up and played: LookupError: 2"),
        (
            f"{TOY}def setup(seats, options, box): raise KeyError('rounds')",
            "a table cannot be set up and played: KeyError: 'rounds'",
        ),
    ],
)
def test_what_breaks_the_contract_is_left_out_and_says_why(bring: Callable[..., Found], source: str, said: str) -> None:
    assert said in why(bring(toy=source))


def test_a_title_whose_older_rules_are_broken_is_left_out_whole(bring: Callable[..., Found]) -> None:
    found = bring(toy=f"{TOY}rules_version = 2", toy__1=f"{TOY}del decide")
    assert "toy" not in found[0]
    assert why(found).endswith(": it has no decide")


def test_two_modules_cannot_play_by_the_same_rules(bring: Callable[..., Found]) -> None:
    assert why(bring(toy=TOY, toy__other=TOY)) == "two of its modules call themselves toy@2"


def test_nobody_takes_the_name_of_a_title_of_ours(bring: Callable[..., Found]) -> None:
    titles, out = bring("a-kingdom", kingdoms=f"{TOY}name = 'kingdoms'")
    assert titles["kingdoms"].package.name == "movebook"
    assert out[0].why == f"{engines.PACKAGES['kingdoms']} brings a game of this name"


def test_of_two_packages_with_one_title_the_first_by_name_brings_it(bring: Callable[..., Found]) -> None:
    bring("movebook-b", "2.0", toy=TOY)
    titles, out = bring("movebook-a", "1.0", toy=TOY)
    assert titles["toy"].package == Package("movebook-a", "1.0")
    assert [(left.package, left.why) for left in out] == [
        (Package("movebook-b", "2.0"), "movebook-a 1.0 brings a game of this name")
    ]


def test_what_an_operator_is_told_of_it_is_one_short_line(bring: Callable[..., Found]) -> None:
    (left,) = bring(toy="raise ValueError('\\x1b[2J' + 'long ' * 1000)")[1]
    assert str(left).startswith("the game toy of the package movebook-toy 1.0 is left out: brought_")
    assert len(left.why) < 400
    assert str(left).isprintable()


def test_every_installed_title_keeps_the_contract() -> None:
    assert {rules: breaches(game) for rules, game in engines.RULES.items()} == {rules: [] for rules in engines.RULES}
