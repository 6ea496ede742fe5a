"""Packages that bring games, installed for a test as an installer would: a folder of metadata beside their files."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path


def install(
    site: Path, name: str, version: str, groups: Mapping[str, Mapping[str, str]], files: Mapping[str, str]
) -> None:
    """Put a package into a folder that stands on ``sys.path``.

    Args:
        site: The folder.
        name: What the package is called.
        version: Which one it is.
        groups: Its entry points: ``games``, ``boards`` ... -> game -> module.
        files: Its modules and other files, by path, with what is in them.
    """
    about = site / f"{name.replace('-', '_')}-{version}.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", encoding="utf-8")
    lines = []
    for group, points in groups.items():
        lines += [f"[movebook.{group}]", *(f"{point} = {value}" for point, value in points.items())]
    (about / "entry_points.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    for path, text in files.items():
        file = site / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
