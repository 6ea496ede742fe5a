"""``movebook import`` of a file that a phone saved: sends its entries again in order."""

import argparse
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from engines.kernel.game import LANGUAGES, Json
from engines.kernel.text import plain
from service.cli import options
from service.cli.client import Api, ProblemError, new_key
from service.cli.errors import CommandError, UsageError
from service.cli.language import Speech
from service.cli.progress import bar
from service.out import note
from service.texts import said

FORMAT, VERSION = "movebook-phone", 1
AGAIN = ("moves", "secrets", "undo", "corrections", "notes", "close", "void")
"""Calls that may be repeated in any record."""
OF_ITS_RECORD = ("consents", "signatures", "disputes")
"""Calls that are statements about one record: repeated in that record only."""
STATES = ("sent", "unsent", "set_aside")


@dataclass(frozen=True, slots=True)
class WaitingEntry:
    """An entry of the file.

    Args:
        line: The number of its line, from 1.
        call: The call below its record.
        state: ``sent``, ``unsent``, or ``set_aside``: somebody chose what others had written instead.
        name: Its version, as text; None if it was not sent.
        key: Its idempotency key.
        run: Whether it went on through moves that were the only offer.
        body: As the call takes it.
    """

    line: int
    call: str
    state: str
    name: str | None
    key: str
    run: bool
    body: Json


@dataclass(slots=True)
class Names:
    """What moves are called in the record that is written, by what the file calls them.

    ``last``: the version that the entry before had, or would have got, in the record of the file.
    """

    last: int
    known: dict[str, str] = field(default_factory=dict)

    def here(self, name: str) -> str:
        """The name of a move here; of the second change of correction 57 there it is ``57.2``."""
        version, dot, change = name.partition(".")
        return self.known.get(version, version) + dot + change

    def take(self, entry: WaitingEntry, made: Sequence[str]) -> None:
        """Note the names of the entries that one entry of the file has become."""
        first = int(entry.name) if entry.name else self.last + 1
        for place, name in enumerate(made):
            self.known[str(first + place)] = name
        self.last = first + len(made) - 1


def is_phone_file(raw: bytes) -> bool:
    """Whether a file begins like one that a phone saved."""
    try:
        head = json.loads(raw.lstrip().split(b"\n", 1)[0])
    except (ValueError, RecursionError):
        return False
    return isinstance(head, dict) and head.get("format") == FORMAT


def bring(args: argparse.Namespace, name: str, raw: bytes, say: Speech) -> tuple[str, int]:
    """Make the entries of a phone's file again.

    In the record that they are of: those that the phone had not sent, after the version which they follow. In another
    one: all of them; without ``--record`` it is opened as the file says.

    Args:
        args: As :mod:`service.cli.commands.import_` takes them.
        name: What the file is called.
        raw: Its bytes.
        say: The language.

    Returns:
        The record, and the version that it ends with.

    Raises:
        UsageError: The file does not say how its record was opened, and no record is named.
        CommandError: The file is damaged; or an entry is refused, and the entries before it are written.
    """
    head, kept = read(name, raw)
    wanted = [entry for entry in kept if entry.state != "set_aside"]
    names = Names(head["follows"])
    if args.record:
        record, api = options.record_api(args, args.record)
        if record == head["record"]:
            wanted = [entry for entry in wanted if entry.state == "unsent"]
            version = head["follows"] if args.after is None else args.after
        else:
            version = api.get(f"/v1/records/{record}")["version"]
    else:
        opening = opening_of(name, head)
        api = options.api(args)
        record, version = _opened(api, opening, wanted, names, name)
    if record != head["record"]:
        wanted = _of_any_record(name, wanted, say)
    aside = sum(entry.state == "set_aside" for entry in kept)
    if aside:
        said = say("set aside on the phone, skipped", "apartadas en el móvil, se omiten")
        note(plain(f"movebook: {name}: {aside} {said}"))
    return record, _made(api, record, version, wanted, names, name, say)


def _opened(api: Api, opening: Json, wanted: list[WaitingEntry], names: Names, name: str) -> tuple[str, int]:
    """Open a record, with the first entry where that is a move: one that is refused leaves no empty record behind.

    ``wanted``: the entries to make; what is made here is taken out. ``name``: what the file is called.

    Returns:
        The record and its version.
    """
    first = wanted[0] if wanted and wanted[0].call == "moves" and not wanted[0].run else None
    try:
        opened = api.post("/v1/records", opening | ({"moves": [first.body]} if first else {}), key=new_key())
    except ProblemError as problem:
        if first is None or "line" not in problem.document:
            raise
        rule = f"{problem.rule}: " if problem.rule else ""
        raise CommandError(
            {lang: f"{rule}{problem.says[lang]}" for lang in LANGUAGES}, where=f"{name}:{first.line}"
        ) from None
    if first is not None:
        names.take(wanted.pop(0), [str(opened["version"])])
    return opened["id"], opened["version"]


def _of_any_record(name: str, entries: list[WaitingEntry], say: Speech) -> list[WaitingEntry]:
    """The entries that may be repeated in another record; reports the others."""
    left = Counter(entry.call for entry in entries if entry.call in OF_ITS_RECORD)
    for call, count in left.items():
        why = say("they are about the record that they were given in", "son de la partida en que se dieron")
        note(plain(f"movebook: {name}: {count} {call} {say('left out', 'se omiten')}: {why}"))
    return [entry for entry in entries if entry.call not in OF_ITS_RECORD]


def _made(
    api: Api, record: str, version: int, entries: Sequence[WaitingEntry], names: Names, name: str, say: Speech
) -> int:
    """Make entries, each after the one before; the version that the record ends with."""
    with bar(say("recording", "anotando"), len(entries)) as advance:
        for entry in entries:
            try:
                answer = api.post(
                    f"/v1/records/{record}/{entry.call}",
                    renamed(entry.call, entry.body, names),
                    match=version,
                    key=entry.key,
                    run=1 if entry.run else None,
                )
            except ProblemError as problem:
                raise _refused(name, entry, problem, record, version) from None
            version = answer["version"]
            made = [move["name"] for move in answer.get("moves", [])] or [str(version)]
            names.take(entry, made)
            advance(1)
    return version


def _refused(name: str, entry: WaitingEntry, problem: ProblemError, record: str, version: int) -> CommandError:
    where = f"{name}:{entry.line}: "
    if problem.document.get("type") == "urn:movebook:problem:version-conflict":
        now = problem.document.get("version")
        return CommandError(said("others_recorded_since_version", where=where, version=version, record=record, now=now))
    rule = f"{problem.rule}: " if problem.rule else ""
    return CommandError(
        said("lines_before_recorded", where=where, rule=rule, what=problem.says, record=record, version=version)
    )


def renamed(call: str, body: Json, names: Names) -> Json:
    """A body with the names of moves replaced by those in the record that is written."""
    out = dict(body)
    if call == "undo" and "undoes" in out:
        out["undoes"] = [names.here(one) for one in out["undoes"]]
    if call == "consents":
        out["to"] = [names.here(one) for one in out["to"]]
    member = {"secrets": "name", "notes": "about"}.get(call)
    if member in out:
        out[member] = names.here(out[member])
    if call == "corrections":
        out["changes"] = [
            change | {part: names.here(change[part]) for part in ("name", "before") if part in change}
            for change in out["changes"]
        ]
    return out


def opening_of(name: str, head: Json) -> Json:
    """The body that opens a record like the one of a file: its people by their names, for ids are of one service.

    Raises:
        UsageError: The phone came to a record that others had opened.
    """
    if head["opening"] is None:
        raise UsageError(said("phone_file_needs_record", name=name))
    seats = [
        {part: value for part, value in {"name": seat["name"], "colour": seat["colour"]}.items() if value}
        for seat in head["seats"]
    ]
    return {**head["opening"], "seats": seats}


def read(name: str, raw: bytes) -> tuple[Json, list[WaitingEntry]]:
    """The first line of a phone's file, and its entries.

    Raises:
        CommandError: It is of another version of the form, or a line is damaged.
    """
    lines = [(number, line) for number, line in enumerate(raw.split(b"\n"), 1) if line.strip()]
    head = _object(name, *lines[0])
    if head.get("format_version") != VERSION:
        raise CommandError(said("phone_file_version", name=name, version=VERSION, what=head.get("format_version")))
    shapes: dict[str, Any] = {"follows": int, "seats": list, "opening": (dict, type(None)), "record": (str, type(None))}
    for member, shape in shapes.items():
        if not isinstance(head.get(member), shape):
            raise _damaged(name, lines[0][0], member)
    return head, [_waiting_entry(name, number, _object(name, number, line)) for number, line in lines[1:]]


def _object(name: str, number: int, line: bytes) -> Json:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise CommandError(said("not_line_phone_file", name=name, number=number))
    return found


def _damaged(name: str, number: int, member: str) -> CommandError:
    return CommandError(said("missing_invalid", name=name, number=number, member=member))


def _waiting_entry(name: str, number: int, line: Json) -> WaitingEntry:
    """An entry of a line."""
    call, state, body, key, given = (line.get(member) for member in ("call", "state", "body", "key", "name"))
    if call not in (*AGAIN, *OF_ITS_RECORD):
        raise _damaged(name, number, "call")
    if state not in STATES:
        raise _damaged(name, number, "state")
    if not isinstance(body, dict):
        raise _damaged(name, number, "body")
    if not isinstance(key, str):
        raise _damaged(name, number, "key")
    if given is not None and not (isinstance(given, str) and given.isdecimal()):
        raise _damaged(name, number, "name")
    if call == "moves":
        body = body | {part: line[part] for part in ("occurred_at", "zone") if part in line}
    return WaitingEntry(number, call, state, given, key, line.get("run") is True, body)
