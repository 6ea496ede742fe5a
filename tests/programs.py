"""Programs beside Python that tests run: real servers and tools, found or skipped for by name.

``.ci/test`` installs each of them where it may, and its last line reports what was skipped.
"""

from __future__ import annotations

import os
import shutil

import pytest

PLACES = f"{os.environ.get('PATH', os.defpath)}:/usr/sbin:/sbin"


def path(name: str) -> str | None:
    """Where a program is, or None."""
    return shutil.which(name, path=PLACES)


def needs(name: str) -> pytest.MarkDecorator:
    """The mark of a test that runs this program: skipped where it is missing."""
    return pytest.mark.skipif(path(name) is None, reason=f"no {name} here")
