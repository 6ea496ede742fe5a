"""How much disk and memory is left for the embedded server."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

PROC, CGROUPS = Path("/proc"), Path("/sys/fs/cgroup")


def free_disk(folder: Path) -> int:
    """Bytes left on the disk of a folder; without limit where the system does not say."""
    try:
        disk = os.statvfs(folder)
    except OSError:
        return sys.maxsize
    return disk.f_bavail * disk.f_frsize


def free_memory(proc: Path = PROC, cgroups: Path = CGROUPS) -> int:
    """Bytes that processes of this one's control group can take before the system kills one; Linux alone says.

    Args:
        proc: Where the kernel says what processes and the machine have.
        cgroups: Where it says what control groups have (version 2).
    """
    return min([*_of_machine(proc), *_of_groups(proc, cgroups)], default=sys.maxsize)


def _of_machine(proc: Path) -> Iterator[int]:
    with contextlib.suppress(OSError, LookupError, ValueError):
        lines = (proc / "meminfo").read_text(encoding="ascii").splitlines()
        sizes = {name: int(size.split()[0]) for name, size in (line.split(":") for line in lines)}
        yield (sizes["MemAvailable"] + sizes["SwapFree"]) * 1024


def _of_groups(proc: Path, cgroups: Path) -> Iterator[int]:
    """What each group from this process's upwards has left of its limit. File pages that are not in use can go."""
    path = ""
    with contextlib.suppress(OSError, StopIteration):
        lines = (proc / "self" / "cgroup").read_text(encoding="ascii").splitlines()
        path = next(line for line in lines if line.startswith("0::")).removeprefix("0::").strip("/")
    own = cgroups / path
    for group in (own, *own.parents):
        if cgroups not in (group, *group.parents):
            return
        with contextlib.suppress(OSError, LookupError, ValueError):  # "max" is no limit; the topmost has none
            limit, used = (int((group / name).read_text(encoding="ascii")) for name in ("memory.max", "memory.current"))
            stat = dict(line.split() for line in (group / "memory.stat").read_text(encoding="ascii").splitlines())
            yield limit - used + int(stat["inactive_file"])
