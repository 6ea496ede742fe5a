"""Free disk space and memory for the embedded server."""

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

PROC, CGROUPS = Path("/proc"), Path("/sys/fs/cgroup")


def free_disk(folder: Path) -> int:
    """Free bytes on a folder's disk; ``sys.maxsize`` if the system does not report them."""
    try:
        disk = os.statvfs(folder)
    except OSError:
        return sys.maxsize
    return disk.f_bavail * disk.f_frsize


def free_memory(proc: Path = PROC, cgroups: Path = CGROUPS) -> int:
    """Bytes that this process's control group can allocate before the system kills a process; known on Linux only.

    Args:
        proc: The kernel's files about processes and the machine.
        cgroups: The kernel's files about control groups (version 2).
    """
    return min([*_of_machine(proc), *_of_groups(proc, cgroups)], default=sys.maxsize)


def _of_machine(proc: Path) -> Iterator[int]:
    with contextlib.suppress(OSError, LookupError, ValueError):
        lines = (proc / "meminfo").read_text(encoding="ascii").splitlines()
        sizes = {name: int(size.split()[0]) for name, size in (line.split(":") for line in lines)}
        yield (sizes["MemAvailable"] + sizes["SwapFree"]) * 1024


def _of_groups(proc: Path, cgroups: Path) -> Iterator[int]:
    """Bytes left of the limit of each group, from this process's upwards. Inactive file pages count as free."""
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
