"""The rules for offline phones: Pyodide, if it is installed, and the engine of each game as a zip.

Pyodide is third-party and has 13 MB, so it is not part of the program: ``npm ci`` installs it in
``node_modules/pyodide``, or the setting names its folder. Without it an offline phone records moves unchecked.
"""

import functools
import io
import zipfile
from importlib import metadata, resources
from importlib.resources.abc import Traversable
from pathlib import Path

from engines.packages import GROUP
from service.api.pages.static_files import content_of, tagged

RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
WORKER = "device/rules-worker.js"
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; base-uri 'none'; form-action 'none'"
)
"""The policy of the worker that runs the rules: unlike its page, it may compile WebAssembly; it calls no other host."""
EARLIEST = (1980, 1, 1, 0, 0, 0)
"""The time of every file in a zip, so that the same engine gives the same zip."""


def runtime(named: Path | None) -> Path | None:
    """The folder of Pyodide: the named one, or the one next to the program; None if it is not installed."""
    folder = named or Path(__file__).parents[3] / "node_modules" / "pyodide"
    return folder if all((folder / name).is_file() for name in RUNTIME) else None


def tags(game: str, named: Path | None) -> dict[str, str]:
    """The tags of all files that a game's rules need on a phone, by path in the viewer; empty without Pyodide."""
    if runtime(named) is None:
        return {}
    found = {name: file(name, named) for name in (*RUNTIME, f"{game}.zip")}
    return {f"rules/{name}": each[1] for name, each in found.items() if each is not None}


def file(name: str, named: Path | None) -> tuple[bytes, str] | None:
    """A file's bytes and tag, by name; None if there is no such file."""
    if name in RUNTIME:
        folder = runtime(named)
        return None if folder is None else content_of(folder / name)
    return _zipped(name.removesuffix(".zip")) if name.endswith(".zip") else None


@functools.lru_cache(maxsize=32)
def _zipped(game: str) -> tuple[bytes, str] | None:
    """The kernel and the engine of a game, with the entry points by which it is found."""
    points = [point for point in metadata.entry_points(group=GROUP) if point.name.partition(".")[0] == game]
    if not points:
        return None
    packages = {"engines.kernel", *(point.value.partition(":")[0] for point in points)}
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for name in ("__init__.py", "packages.py"):
            _put(made, f"engines/{name}", (resources.files("engines") / name).read_bytes())
        for package in sorted(packages):
            _put_folder(made, package.replace(".", "/"), resources.files(package))
        for point in points:
            brought = point.dist
            if brought is None:
                continue
            info = f"{brought.name.replace('-', '_')}-{brought.version}.dist-info"
            if f"{info}/METADATA" not in made.namelist():
                about = f"Metadata-Version: 2.1\nName: {brought.name}\nVersion: {brought.version}\n"
                _put(made, f"{info}/METADATA", about.encode())
                own = [f"{each.name} = {each.value}" for each in points if each.dist and each.dist.name == brought.name]
                _put(made, f"{info}/entry_points.txt", "\n".join([f"[{GROUP}]", *own, ""]).encode())
    return tagged(out.getvalue())


def _put_folder(made: zipfile.ZipFile, path: str, folder: Traversable) -> None:
    for each in sorted(folder.iterdir(), key=lambda one: one.name):
        if each.is_dir() and not each.name.startswith(("_", ".")):
            _put_folder(made, f"{path}/{each.name}", each)
        elif each.name.endswith((".py", ".json")):
            _put(made, f"{path}/{each.name}", each.read_bytes())


def _put(made: zipfile.ZipFile, name: str, content: bytes) -> None:
    made.writestr(zipfile.ZipInfo(name, EARLIEST), content, zipfile.ZIP_DEFLATED)
