"""``movebook rebuild``: rebuilds everything that is derived from the logs."""

import argparse
import os
import subprocess
import sys

from service.cli import options
from service.cli.store import configured_store


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("records", nargs="*", metavar="ID", help="records; every one where none is named")
    options.add_lang(parser)


def run(args: argparse.Namespace) -> int:
    """Run the rebuild in a separate process, because the command line does not load the workers' code."""
    records = [options.record_of(text)[0] for text in args.records]
    with configured_store() as store:
        # -P: do not import a folder named worker from the current directory.
        command = [sys.executable, "-P", "-m", "worker.rebuild", *records]
        environment = {**os.environ, **store.environment()}
        done = subprocess.run(command, env=environment, check=False)
    return 0 if done.returncode == 0 else 1
