"""How much work a call is, counted and not timed: the same on a slow machine, a fast one, and one that others use."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any


def steps(call: Callable[[], object]) -> int:
    """Lines of Python that a call runs in this thread, and functions written in C that it calls.

    A loop in C, as of ``list.count``, is one step however long it is: who looks for those counts comparisons.
    """
    count = 0

    def line(frame: FrameType, event: str, arg: Any) -> Any:
        nonlocal count
        del frame, event, arg
        count += 1
        return line

    def called(frame: FrameType, event: str, arg: Any) -> None:
        nonlocal count
        del frame, arg
        count += event == "c_call"

    before = sys.gettrace(), sys.getprofile()
    sys.settrace(line)
    sys.setprofile(called)
    try:
        call()
    finally:
        sys.settrace(before[0])
        sys.setprofile(before[1])
    return count
