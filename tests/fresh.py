"""A fresh environment: a Python into which a test installs packages, without a network.

It sees the packages that the tests themselves use, but not Movebook until that is installed.
"""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

TOP = Path(__file__).parent.parent
OFFLINE = {
    "PIP_NO_INDEX": "1",
    "PIP_NO_DEPS": "1",
    "PIP_NO_COMPILE": "1",
    "PIP_NO_BUILD_ISOLATION": "0",  # pip reads 0 as "without isolation"
    "PIP_DISABLE_PIP_VERSION_CHECK": "1",
}
"""pip takes only what is on this machine."""


def environment(**more: str) -> dict[str, str]:
    """Return the variables of a process that knows nothing of this checkout."""
    hidden = ("MOVEBOOK_", "PYTHON", "VIRTUAL_ENV")
    return {name: value for name, value in os.environ.items() if not name.startswith(hidden)} | OFFLINE | more


def wheel(project: Path, temporary: pytest.TempPathFactory) -> Path:
    """Return the wheel of a project, built once per run for all workers of pytest-xdist.

    Args:
        project: The folder of its pyproject.toml.
        temporary: Its base folder, or for a worker the parent of that, holds the wheels of the run.
    """
    run = temporary.getbasetemp()
    wheels = (run.parent if "PYTEST_XDIST_WORKER" in os.environ else run) / "wheels" / project.name
    wheels.mkdir(parents=True, exist_ok=True)
    with (wheels / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not list(wheels.glob("*.whl")):
            said([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(wheels)], project)
    (built,) = wheels.glob("*.whl")
    return built


class Fresh:
    """The environment.

    Args:
        folder: Where it is made; commands run there.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.bin = folder / ".venv" / "bin"
        venv.EnvBuilder(symlinks=True).create(folder / ".venv")
        pip = self.bin / "pip"
        pip.write_text(f"#!{self.bin}/python\nimport sys, pip; sys.exit(pip.main())\n", encoding="utf-8")
        pip.chmod(0o755)
        (self.site / "behind.pth").write_text(f"{sysconfig.get_path('purelib')}\n", encoding="utf-8")

    @property
    def site(self) -> Path:
        """The folder of its packages."""
        (found,) = (self.folder / ".venv" / "lib").glob("python3*/site-packages")
        return found

    def run(self, *words: object, **variables: str) -> str:
        """Run a command of the environment, which must succeed; return what it prints."""
        command = [str(self.bin / str(words[0])), *map(str, words[1:])]
        return said(command, self.folder, **variables)

    def install(self, *wheels: Path) -> None:
        """Install wheels."""
        self.run("python", "-m", "pip", "install", "--quiet", "--ignore-installed", *wheels)


def said(command: list[str], folder: Path, **variables: str) -> str:
    """Return what a command writes to its standard output.

    Raises:
        AssertionError: It fails; with all that it wrote.
    """
    done = subprocess.run(
        command, cwd=folder, env=environment(**variables), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}\n{done.stderr}"
    return done.stdout
