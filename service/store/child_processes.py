"""Child processes: they end with their parent, also when it is killed without a word, and let others go first."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO

# Linux tells a child when the thread that started it ends; the setting outlives the exec that follows. Elsewhere
# nothing does, and what is left behind is found at the next start. It runs in a Python of its own: code between fork
# and exec of a process with threads (subprocess's preexec_fn) may hang. The `if` is for a parent that ended already.
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
    """Start a command in a process session of its own, where no Ctrl-C reaches it, to end (SIGTERM) with this thread.

    The thread that calls must live as long as the child is wanted: on Linux its end is what ends the child.

    Args:
        command: The program by its full path, and its arguments.
        env: Its whole environment.
        stdout: Where its standard output and standard error go, as subprocess takes it.
        parent: This process's id, taken before.
        pass_fds: Open files it inherits.
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

    Where Linux divides the processor among process sessions first (its autogroups), a priority counts within one alone,
    so a session that this process leads gets one, too. A session that somebody else leads, a shell for one, keeps its
    own: whatever else runs there would fall behind as well.

    Args:
        nice: How far behind, as ``nice`` counts it: up to 19.
    """
    os.nice(nice)
    if os.getsid(0) != os.getpid():
        return
    with contextlib.suppress(OSError):  # none of that here, or set a moment ago
        Path("/proc/self/autogroup").write_text(str(nice), encoding="ascii")
