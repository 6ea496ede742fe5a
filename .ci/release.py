"""Build a release of the commit that is checked out, try it outside of the checkout, and tag it.

Everything is built from a fresh clone with the versions that ``locks/`` names. Nothing leaves this machine:
docs/releasing.md has the commands that publish it.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

TOP = Path(__file__).parents[1]
HIDDEN = ("MOVEBOOK_", "PYTHON", "VIRTUAL_ENV")
"""How variables begin that could lead a process back to the checkout or to another service."""
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith(HIDDEN)}


def run(*command: str | Path, cwd: Path = TOP, said: str = "", **variables: str) -> str:
    """Run a command and return its standard output.

    Args:
        *command: The program and its arguments.
        cwd: The folder it runs in.
        said: Its standard input.
        **variables: Added to its environment.

    Raises:
        SystemExit: It fails; what it wrote to standard error is shown.
    """
    environment = ENVIRONMENT | variables
    done = subprocess.run(command, cwd=cwd, env=environment, input=said, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        sys.exit(f"make release: failed: {' '.join(map(str, command))}\n{done.stdout}")
    return done.stdout


def check(version: str) -> str:
    """Check that the commit can be released as this version; return the changelog's section.

    Raises:
        SystemExit: It cannot; with the reason.
    """
    if changed := run("git", "status", "--porcelain"):
        sys.exit(f"make release: commit or remove these changes first:\n{changed}")
    if run("git", "tag", "--list", f"v{version}"):
        sys.exit(f"make release: the tag v{version} exists; raise the version in pyproject.toml")
    changelog = (TOP / "CHANGELOG.md").read_text(encoding="utf-8")
    heading = rf"## \[{re.escape(version)}\] - \d{{4}}-\d{{2}}-\d{{2}}"
    found = re.search(rf"(?ms)^{heading}\n(.*?)(?=^## |\Z)", changelog)
    if found is None or not found[1].strip():
        sys.exit(f"make release: CHANGELOG.md has no section '## [{version}] - YYYY-MM-DD', or it is empty")
    if not re.search(rf"(?m)^  version: {re.escape(version)}$", (TOP / "openapi.yaml").read_text(encoding="utf-8")):
        sys.exit(f"make release: openapi.yaml is not of version {version}: run make openapi")
    run("git", "var", "GIT_COMMITTER_IDENT")  # the tag needs one
    return found[1].strip()


def build(work: Path, version: str) -> list[Path]:
    """Build the source archive and the wheel from a fresh clone; return both.

    Raises:
        SystemExit: It fails, or the source archive does not build the same wheel.
    """
    source, made, again = work / "source", work / "dist", work / "again"
    run("git", "clone", "--quiet", TOP, source)
    python = environment(work / "build", source / "locks" / "build.txt")
    run(python, "-m", "hatchling", "build", "-d", made, cwd=source)
    archive, wheel = made / f"movebook-{version}.tar.gz", made / f"movebook-{version}-py3-none-any.whl"
    again.mkdir()
    run("tar", "xzf", archive, "-C", again)
    run(python, "-m", "hatchling", "build", "-t", "wheel", "-d", again, cwd=again / f"movebook-{version}")
    if (again / wheel.name).read_bytes() != wheel.read_bytes():
        sys.exit("make release: the source archive does not build the same wheel as the clone")
    return [archive, wheel]


def environment(folder: Path, lock: Path) -> Path:
    """Make a virtual environment with exactly what a lock names; return its Python."""
    run(sys.executable, "-m", "venv", folder)
    python = folder / "bin" / "python"
    run(python, "-m", "pip", "install", "--quiet", "--require-hashes", "-r", lock)
    return python


def attempt(work: Path, wheel: Path, version: str) -> str:
    """Install the wheel, record a game with it over HTTP and read it again; return what was read.

    Raises:
        SystemExit: It does not install, says another version, or does not do so.
    """
    python = environment(work / "try", work / "source" / "locks" / "run.txt")
    run(python, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", wheel)
    place, movebook, smoke = work / "evening", python.parent / "movebook", work / "smoke.py"
    place.mkdir()
    shutil.copy(work / "source" / "tests" / "smoke.py", smoke)
    if (said := run(movebook, "--version", cwd=place)) != f"movebook {version}\n":
        sys.exit(f"make release: the wheel says that it is {said}")
    game = run(movebook, "simulate", "kingdoms", "--out", "-", cwd=place)
    up = [movebook, "up", "--port", "0", "--json", "--data", place / "data"]
    with subprocess.Popen(up, cwd=place, env=ENVIRONMENT, stdout=subprocess.PIPE, text=True) as service:
        try:
            assert service.stdout is not None  # noqa: S101 - it is a pipe
            ready = json.loads(service.stdout.readline() or sys.exit("make release: movebook up does not start"))
            token = {"MOVEBOOK_TOKEN": ready["token"]}
            recorded = run(python, smoke, "record", ready["url"], cwd=place, said=game, **token)
            found = run(python, smoke, "read", ready["url"], cwd=place, said=recorded)
        finally:
            service.terminate()
    if service.returncode:
        sys.exit(f"make release: movebook up ends with exit code {service.returncode}")
    return found


def main() -> None:
    """Check, build, try, tag."""
    version = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    notes, commit = check(version), run("git", "rev-parse", "HEAD").strip()
    with tempfile.TemporaryDirectory(prefix="movebook-release-") as folder:
        work = Path(folder)
        print(f"Building Movebook {version} from a fresh clone ...", flush=True)
        files = build(work, version)
        print("The source archive builds the same wheel. Trying the wheel in an environment of its own ...", flush=True)
        print(f"  {attempt(work, files[1], version)}", end="")
        (TOP / "dist").mkdir(exist_ok=True)
        for file in files:
            shutil.copy(file, TOP / "dist")
            print(f"  {hashlib.sha256(file.read_bytes()).hexdigest()}  dist/{file.name}")
    message = f"Movebook {version}\n\n{notes}\n"
    run("git", "tag", "--annotate", "--cleanup=whitespace", "--file", "-", f"v{version}", commit, said=message)
    print(f"Tagged v{version}. Nothing is pushed: docs/releasing.md has the next commands.")


if __name__ == "__main__":
    main()
