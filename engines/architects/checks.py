"""Every fault of an owner's box, by path."""

from __future__ import annotations

from collections.abc import Sequence

from engines.kernel.checking import Faults
from engines.kernel.game import Json, Text


def check_box(box: Json) -> Sequence[tuple[str, Text]]:
    """Every fault of an owner's box as (path, what is wrong); empty when it can be played with."""
    faults = Faults()
    faults.group(box, "")
    return faults
