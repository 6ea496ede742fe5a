"""The page about adding a game begins with commands that work: the template is installed, listed, played, accepted."""

import re
import shutil
from pathlib import Path

import pytest

from tests.fixtures.fresh import TOP, Fresh, said, wheel
from tests.long import LONG

PAGE = (TOP / "docs" / "add-a-game.md").read_text(encoding="utf-8")
LEFT_BEHIND = shutil.ignore_patterns(".*", "node_modules", "test-results", "deploy", "my-game")


def test_the_page_begins_with_commands() -> None:
    assert PAGE.index("```sh") < PAGE.index("\n## ")
    assert "\npip install -e .\n" in commands()


def commands() -> str:
    """The first block of commands on the page."""
    found = re.search(r"```sh\n(.*?)```", PAGE, re.DOTALL)
    assert found is not None
    return found[1]


@pytest.mark.slow
def test_the_commands_of_the_page_install_a_game_that_the_wall_accepts(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    checkout = tmp_path / "movebook"
    shutil.copytree(TOP, checkout, ignore=LEFT_BEHIND)
    Fresh(checkout).install(wheel(TOP, tmp_path_factory))
    typed = commands()
    assert typed.endswith(" -k toy\n")
    if not LONG:  # of the games that the last command plays, one for each version of the rules
        typed = typed.replace("-k toy", "-k 'toy and (2-0-all or not every_check)'")
    told = said(["bash", "-e", "-c", typed], checkout, MOVEBOOK_SIMULATED="1")
    for rules in ("toy@1", "toy@2"):
        assert re.search(rf"(?m)^{rules} +\S.* movebook-toy 2\.0$", told)
    assert "Night market · round" in told
    assert "for sale: " in told, "the terminal draws it with what the package brings"
    assert "exact domains of toy@2" in told
    assert re.search(r"(?m)^[0-9]+ passed, [0-9]+ deselected", told)


def test_every_file_of_the_template_is_on_the_page() -> None:
    package = TOP / "tests" / "toy" / "night_market"
    parts = {path.name for path in package.iterdir() if not path.name.startswith("__")}
    listed = set(re.findall(r"`([a-z_]+(?:\.py|\.json|/))`", PAGE))
    assert {part if "." in part else f"{part}/" for part in parts} <= listed
