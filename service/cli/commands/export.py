"""``movebook export``: a record as one file, or the whole store."""

import argparse
from pathlib import Path

from service.cli import options, store_file
from service.cli.errors import CommandError, UsageError
from service.cli.progress import bar
from service.out import write_bytes
from service.store.whole_file import replacing
from service.texts import said

_AT_ONCE = 1 << 16  # bytes


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("record", metavar="ID", nargs="?", help="the record's id, or a link to it")
    parser.add_argument("--all", action="store_true", help="everything in the store, as one file")
    parser.add_argument(
        "--with-archive",
        action="store_true",
        help="with --all: archived records, too, not only the names of their files",
    )
    parser.add_argument("--format", choices=("json", "text", "html"), help="json (default), text or html")
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        default="-",
        help="output file; - (default) is standard output; with --all, a name ending in .gz is compressed",
    )
    parser.add_argument("--eyes", help="point of view: public, seat:N, recorder, judge (default: your own)")
    options.add_service(parser)


def run(args: argparse.Namespace) -> int:
    """Export it."""
    if args.all == bool(args.record):
        raise UsageError(said("name_record_or_all"))
    if args.all:
        if args.format or args.eyes:
            raise UsageError(said("all_takes_no_format"))
        return store_file.export(args)
    record, api = options.record_api(args, args.record)
    answer = api.send("GET", f"/v1/records/{record}/export", {"format": args.format or "json", "eyes": args.eyes})
    if args.output == "-":
        write_bytes(answer.content)
        return 0
    write(Path(args.output), answer.content)
    return 0


def write(path: Path, content: bytes) -> None:
    """Write a complete file or none: an existing one stays until the new one is complete.

    Raises:
        CommandError: There is no such folder.
    """
    if not path.parent.is_dir():
        raise CommandError(said("no_such_folder", parent=path.parent))
    if path.exists() and not path.is_file():  # /dev/stdout, a pipe
        path.write_bytes(content)
        return
    with replacing(path) as file, bar(path.name, len(content)) as advance:
        for start in range(0, len(content), _AT_ONCE):
            advance(file.write(content[start : start + _AT_ONCE]))
