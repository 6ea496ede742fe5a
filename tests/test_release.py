"""``make release`` tags only what is committed, described and of one version. It is run whole before a release."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

TOP = Path(__file__).parent.parent
FILES = {
    "pyproject.toml": '[project]\nname = "movebook"\nversion = "1.2.3"\n',
    "openapi.yaml": "info:\n  version: 1.2.3\n",
    "CHANGELOG.md": "# Changelog\n\n## [1.2.3] - 2026-11-26\n\nFirst.\n\n## [1.2.2] - 2026-11-01\n\nBefore.\n",
}


def git(folder: Path, *words: str) -> str:
    """Run git as somebody; return what it says."""
    known = ["-c", "user.name=Ana", "-c", "user.email=ana@example.org"]
    return subprocess.run(["git", *known, *words], cwd=folder, check=True, capture_output=True, text=True).stdout


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A committed project that may be released."""
    (tmp_path / ".ci").mkdir()
    shutil.copy(TOP / ".ci" / "release.py", tmp_path / ".ci")
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    git(tmp_path, "init", "--quiet")
    return commit(tmp_path)


def commit(folder: Path) -> Path:
    """Commit whatever is there."""
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "as it is")
    return folder


def refusal(checkout: Path) -> str:
    """Return the reason why nothing is released; nothing is tagged or built either."""
    tags = git(checkout, "tag")
    release = [sys.executable, str(checkout / ".ci" / "release.py")]
    done = subprocess.run(release, cwd=checkout, check=False, capture_output=True, text=True)
    assert (done.returncode, done.stdout, git(checkout, "tag")) == (1, "", tags)
    assert not (checkout / "dist").exists()
    return done.stderr


@pytest.mark.parametrize("name", ["README.md", "CHANGELOG.md"])
def test_what_is_not_committed_is_not_released(checkout: Path, name: str) -> None:
    (checkout / name).write_text("not committed", encoding="utf-8")
    assert f" {name}\n" in refusal(checkout)


@pytest.mark.parametrize("section", [
    "## [Unreleased]\n\nFirst.\n",
    "## [1.2.3]\n\nFirst.\n",
    "## [1.2.3] - 2026-11-26\n\n## [1.2.2] - 2026-11-01\n\nX\n",
])  # fmt: skip
def test_a_release_needs_a_dated_section_of_the_changelog_that_says_something(checkout: Path, section: str) -> None:
    (checkout / "CHANGELOG.md").write_text(f"# Changelog\n\n{section}", encoding="utf-8")
    assert "CHANGELOG.md has no section '## [1.2.3] - YYYY-MM-DD'" in refusal(commit(checkout))


def test_a_contract_of_another_version_is_not_released(checkout: Path) -> None:
    (checkout / "openapi.yaml").write_text("info:\n  version: 1.2.2\n", encoding="utf-8")
    assert "run make openapi" in refusal(commit(checkout))


def test_a_version_is_released_once(checkout: Path) -> None:
    git(checkout, "tag", "v1.2.3")
    assert "the tag v1.2.3 exists" in refusal(checkout)
