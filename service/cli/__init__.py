"""The command line: ``movebook COMMAND ...``. A command is a module with ``arguments`` and ``run``, loaded late."""

import argparse
import contextlib
import importlib
import os
import sys
from collections.abc import Sequence
from importlib import resources
from typing import Any, Protocol, cast

from service.version import program_version

COMMANDS = {
    "up": "start the service: store, API, workers and viewer",
    "record": "open or continue a record, and type its moves",
    "show": "show the board at any moment, from a record or a file",
    "import": "record a file: text notation, JSON lines, or an exported record",
    "export": "export a record as JSON, text, or a page to watch offline",
    "verify": "check an exported file offline: chain, seals, states",
    "audit": "what a judge should know of a record",
    "rules-diff": "list what other options or rules would change in recorded games",
    "trust": "trust the key of a service, which signs its files",
    "witness": "keep what a service states about records",
    "key": "show or replace the key that signs this service's files",
    "simulate": "simulate games, into a file or into the service",
    "token": "create, list and revoke tokens",
    "league": "create and list leagues, which open tables from a list",
    "games": "list installed games, their packages, and those that could not be loaded",
    "box": "show, check, compare, merge and store the components of an edition",
    "records": "list records that cannot be replayed, and remove any",
    "archive": "show and check archived records, and bring them back",
    "people": "erase a player's name",
    "rebuild": "rebuild everything derived from the logs",
}
"""Command -> its description. Its module has ``_`` for ``-``, and one more after a Python keyword."""

_INTERRUPTED, _PIPE_CLOSED, _USAGE = 130, 141, 2


class Command(Protocol):
    """A module of ``commands`` that is a command."""

    def arguments(self, parser: argparse.ArgumentParser) -> None:
        """Add the arguments of the command."""

    def run(self, args: argparse.Namespace) -> int:
        """Run the command; return the exit code."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command.

    Args:
        argv: The arguments after ``movebook``; by default those of this process.

    Returns:
        The exit code: 0 success, 1 refused or failed, 2 invalid usage, 130 after Ctrl-C.
    """
    words = list(sys.argv[1:] if argv is None else argv)
    if argv is None:  # a process of its own
        importlib.import_module("service.logs").set_up("movebook")
    try:
        code = _run(words)
        sys.stdout.flush()
    except KeyboardInterrupt:
        code = _INTERRUPTED
    except BrokenPipeError:
        # The reader of our output closed the pipe. Python would report it again when it flushes at exit.
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = _PIPE_CLOSED
    except SystemExit as end:  # argparse: --help, --version, or what it could not read
        code = end.code if isinstance(end.code, int) else _USAGE
    return code


def _run(words: list[str]) -> int:
    chosen = next((word for word in words if not word.startswith("-")), None)
    command = _command(chosen) if chosen in COMMANDS else None
    args = _parser(chosen, command).parse_args(words)
    if command is None:
        _parser(None, None).print_help()
        return _USAGE
    # Loaded after --help has been answered: they load the engines and the client.
    errors = importlib.import_module("service.cli.errors")
    try:
        with contextlib.ExitStack() as closing:
            args.closing = closing  # connections, closed whatever happens
            return command.run(args)
    except errors.CommandError as error:
        speech = importlib.import_module("service.cli.options").speech(args)
        _say(speech.of(error.says))
        return int(error.code)
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            raise
        where = f"{error.filename}: " if error.filename else ""
        _say(f"{where}{error.strerror or error}")
        return 1


def help_page(name: str) -> str:
    """A text of the folder ``help``: the examples of a command, or how to type at the prompt."""
    return resources.files(__name__).joinpath("help", f"{name}.txt").read_text(encoding="utf-8").rstrip("\n")


def _command(name: str | None) -> Command:
    module = f"{name}_" if name == "import" else str(name).replace("-", "_")
    return cast("Command", importlib.import_module(f"service.cli.commands.{module}"))


def _parser(chosen: str | None, command: Command | None) -> argparse.ArgumentParser:
    """The parser; only the chosen command's arguments are in it."""
    parser = _Parser(
        prog="movebook",
        description="Records table games, move by move.",
        epilog="movebook COMMAND --help describes each command. Exit codes: 0 fine, 1 refused or failed, 2 wrong use.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"movebook {program_version()}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command")
    for name, says in COMMANDS.items():
        if name != chosen or command is None:
            commands.add_parser(name, help=says)
            continue
        sub = commands.add_parser(
            name,
            help=says,
            description=f"{says[0].upper()}{says[1:]}.",
            epilog=help_page(name),
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        command.arguments(sub)
    return parser


class _Parser(argparse.ArgumentParser):
    """Reports usage errors without terminal control characters: the name of a file may come from anybody."""

    def _print_message(self, message: str, file: Any = None) -> None:
        from service.out import clean  # loaded late, as all else

        super()._print_message(clean(message) if message else message, file)


def _say(message: str) -> None:
    """One line on standard error."""
    out = importlib.import_module("service.out")
    out.note(f"movebook: {' '.join(message.split())}")
