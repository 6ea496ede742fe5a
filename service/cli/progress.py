"""Shows the progress of long work on standard error, if that is a terminal."""

import contextlib
import sys
from collections.abc import Callable, Iterator

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from engines.kernel.text import plain
from service.cli.screen import console


@contextlib.contextmanager
def bar(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """Show a progress bar while the block runs; call the yielded function with the number of steps done."""
    if not sys.stderr.isatty():
        yield lambda _steps: None
        return
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console(stderr=True), transient=True) as progress:
        task = progress.add_task(plain(what), total=total)
        yield lambda steps: progress.advance(task, steps)
