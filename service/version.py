"""The version of Movebook. It is defined only in ``pyproject.toml``."""

from functools import cache
from importlib import metadata


@cache
def program_version() -> str:
    """Return the version that is installed."""
    try:
        return metadata.version("movebook")
    except metadata.PackageNotFoundError:
        return "(not installed)"
