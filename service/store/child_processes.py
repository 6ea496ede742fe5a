"""Child processes that end with their parent, even if it is killed, and may run at a lower CPU priority."""

import contextlib
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO

# Linux signals a child when the thread that started it ends; the setting survives the exec that follows. Other systems
# do not, and the next start finds the orphan. The code runs in its own Python, because code between fork and exec in a
# process with threads (subprocess's preexec_fn) may hang. The `if` covers a parent that has already ended.
_LAST_WILL = """
import ctypes, os, signal, sys
ctypes.CDLL(None).prctl(1, signal.SIGTERM, 0, 0, 0)
if os.getppid() == int(sys.argv[1]):
    os.execv(sys.argv[2], sys.argv[2:])
"""


def spawn(
    command: Sequence[str],
    *,
    env: Mapping[str, str],
    stdout: int | IO[bytes],
    parent: int,
    pass_fds: Sequence[int] = (),
) -> subprocess.Popen[bytes]:
    """Start a command in its own process session, out of reach of Ctrl-C; it gets SIGTERM when this thread ends.

    The calling thread must live as long as the child is needed: on Linux the child ends with it.

    Args:
        command: The program's full path, and its arguments.
        env: Its whole environment.
        stdout: Where its standard output and standard error go, as subprocess takes it.
        parent: This process's id, read before the call.
        pass_fds: Open file descriptors that it inherits.
    """
    if sys.platform == "linux":
        command = [sys.executable, "-I", "-S", "-c", _LAST_WILL, str(parent), *command]
    return subprocess.Popen(
        command,
        env=dict(env),
        stdin=subprocess.DEVNULL,
        stdout=stdout,
        stderr=subprocess.STDOUT,
        pass_fds=pass_fds,
        start_new_session=True,
    )


def lower_priority(nice: int) -> None:
    """Lower this process's CPU priority.

    Where Linux divides the CPU among process sessions first (autogroups), a priority counts only within its session,
    so the session gets it too if this process leads it. A session that another process leads, such as a shell, is not
    changed: that would slow everything else in it.

    Args:
        nice: Increment, as ``nice`` counts it: up to 19.
    """
    os.nice(nice)
    if os.getsid(0) != os.getpid():
        return
    with contextlib.suppress(OSError):  # no autogroups here, or set a moment ago
        Path("/proc/self/autogroup").write_text(str(nice), encoding="ascii")
