"""Packages that bring games, installed for a test as an installer would: a folder of metadata beside their modules."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from engines.packages import GROUP


def install(
    site: Path, name: str, version: str, points: Mapping[str, str], modules: Mapping[str, str] | None = None
) -> None:
    """Put a package into a folder that stands on ``sys.path``.

    Args:
        site: The folder.
        name: What the package is called.
        version: Which one it is.
        points: Its entry points among the games: name -> module.
        modules: Module -> its source.
    """
    about = site / f"{name.replace('-', '_')}-{version}.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", encoding="utf-8")
    lines = [f"[{GROUP}]", *(f"{point} = {module}" for point, module in points.items())]
    (about / "entry_points.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    for module, source in (modules or {}).items():
        (site / f"{module}.py").write_text(source, encoding="utf-8")
