"""A fresh environment: a Python into which things are installed for one test, without a network.

What the tests themselves were installed with stands behind it; Movebook does not, until it is installed into it.
"""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

TOP = Path(__file__).parent.parent
OFFLINE = {"PIP_NO_INDEX": "1", "PIP_NO_DEPS": "1", "PIP_NO_BUILD_ISOLATION": "0", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
"""How pip takes only what is here; ``0`` is how it is told to build without a place of its own."""


def environment(**more: str) -> dict[str, str]:
    """The variables of a process that knows nothing of this checkout."""
    hidden = ("MOVEBOOK_", "PYTHON", "VIRTUAL_ENV")
    return {name: value for name, value in os.environ.items() if not name.startswith(hidden)} | OFFLINE | more


class Fresh:
    """The environment.

    Args:
        folder: Where it is made; commands are run beside it.
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
        """Where packages are installed."""
        (found,) = (self.folder / ".venv" / "lib").glob("python3*/site-packages")
        return found

    def run(self, *words: object, **variables: str) -> str:
        """What a command of the environment says; it must end well."""
        command = [str(self.bin / str(words[0])), *map(str, words[1:])]
        return said(command, self.folder, **variables)

    def install(self, *projects: Path) -> None:
        """Build a wheel of each project, and install them."""
        wheels = self.folder / "wheels"
        said([sys.executable, "-m", "pip", "wheel", "--quiet", "--wheel-dir", str(wheels), *map(str, projects)], TOP)
        self.run("python", "-m", "pip", "install", "--quiet", "--ignore-installed", *wheels.glob("*.whl"))


def said(command: list[str], folder: Path, **variables: str) -> str:
    """What a command writes to its standard output.

    Raises:
        AssertionError: It fails; with all that it wrote.
    """
    done = subprocess.run(
        command, cwd=folder, env=environment(**variables), capture_output=True, text=True, check=False, timeout=110
    )
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}\n{done.stderr}"
    return done.stdout
