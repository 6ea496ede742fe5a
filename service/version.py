"""The version of Movebook. It is written in ``pyproject.toml`` alone."""

from functools import cache
from importlib import metadata


@cache
def program_version() -> str:
    """Return the version that is installed."""
    try:
        return metadata.version("movebook")
    except metadata.PackageNotFoundError:
        return "(not installed)"
