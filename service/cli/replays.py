"""The replay of a record from the service or a file: the first view, then one frame for each move."""

import copy
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engines.kernel import sealing
from engines.kernel.game import IllegalMoveError, Json, MalformedMoveError, rules_of
from engines.kernel.input import text_files
from engines.kernel.notation import NotationError
from service.access.eyes import Eyes
from service.cli.client import Api
from service.cli.errors import CommandError, UsageError
from service.cli.language import Speech
from service.cli.prompt.history import History, Marks
from service.cli.tables import Table, defaults, game_of, reason, table_of
from service.record.entries import boxes
from service.record.entries.policies import POLICIES
from service.record.entries.steps import Step
from service.record.entries.timeline import read
from service.record.files import header_check, verify
from service.record.files.faults import NoRecordError
from service.texts import said


@dataclass(frozen=True, slots=True)
class Replay:
    """A record, move by move.

    Args:
        table: The game and its seats.
        first: The view of the empty table.
        frames: ``ply``, ``name``, ``says`` and ``patch`` of each move.
        marks: What became of each move: corrected, against the rules; by its name.
        edition: The edition, and how much of it was compared; None where that is not known.
    """

    table: Table
    first: Json
    frames: Sequence[Json]
    marks: Mapping[str, Sequence[str]] = field(default_factory=dict)
    edition: Json | None = None

    def at(self, ply: int) -> Json:
        """The view after ``ply`` moves."""
        view = copy.deepcopy(self.first)
        for frame in self.frames[:ply]:
            for operation in frame["patch"]:
                view = patched(view, operation)
        return view

    def ply_of(self, name: str) -> int:
        """The ply of a move by its name.

        Raises:
            CommandError: There is no such move.
        """
        for place, frame in enumerate(self.frames, 1):
            if frame["name"] == name:
                return place
        raise CommandError(said("no_move_of_name", name=name))


def patched(document: Any, operation: Mapping[str, Any]) -> Any:
    """Apply one operation of a patch (add, remove, replace) in place; return the document."""
    keys = [part.replace("~1", "/").replace("~0", "~") for part in operation["path"].split("/")[1:]]
    if not keys:
        return copy.deepcopy(operation["value"])
    here = document
    for key in keys[:-1]:
        here = here[int(key) if isinstance(here, list) else key]
    last: Any = int(keys[-1]) if isinstance(here, list) else keys[-1]
    if operation["op"] == "remove":
        del here[last]
    else:
        here[last] = copy.deepcopy(operation["value"])
    return document


def of_service(api: Api, record: str, eyes: str | None, say: Speech) -> Replay | None:
    """The replay of a record in the service; None while its workers are behind."""
    summary = api.get(f"/v1/records/{record}")
    chosen = eyes or summary["eyes"][0]
    replay = api.replay(record, eyes=chosen)
    if replay is None:
        return None
    table = table_of(api, replay)
    history = History(api, record, table, say)
    marks = {step.name: list(history.marks(step.name)) for step in history.read_on().steps}
    return Replay(table, replay["first"], replay["frames"], marks, summary["edition"])


def of_file(name: str, raw: bytes, eyes: str | None, say: Speech) -> Replay:
    """The replay of a file: an exported record, or text notation.

    ``eyes``: ``public``, ``seat:N``, or None for everything in the file.

    Raises:
        CommandError: It is neither, or is damaged.
    """
    if raw.lstrip()[:1] == b"{":
        try:
            return of_document(name, verify.read(raw), eyes, say)
        except NoRecordError as error:
            raise CommandError(error.says, where=name) from None
    table, moves = read_text(name, raw)
    fold = table.fold()
    frames = []
    for number, move in moves:
        try:
            body = table.game.encode(fold.decide(move))
        except (IllegalMoveError, MalformedMoveError) as error:
            raise line_error(name, number, error) from None
        shown = body if eyes is None else sealing.merge(*_for(table, body, sealing.split(table.game, body)[1], eyes))
        frames.append({"ply": fold.ply + 1, "name": str(fold.ply + 2), **fold.step(str(fold.ply + 2), shown)})
    return Replay(table, table.fold().view(), frames)


def of_document(name: str, document: Json, eyes: str | None, say: Speech) -> Replay:
    """The replay of an exported record.

    Raises:
        CommandError: It does not verify.
    """
    faults = verify.check(document)
    if faults:
        first = faults[0]
        raise CommandError(said("damaged_version_movebook_verify", name=name, version=first.version, what=first.says))
    timeline = read(document["entries"])
    body = timeline.opening
    players = document.get("players", {})
    seats = [{"seat": number, "name": players.get(seat["player"]), **seat} for number, seat in enumerate(body["seats"])]
    brought = [document["box"], *document.get("boxes", [])]
    box = next(box for box in brought if boxes.hash_of(box) == body["box"])
    table = Table(game_of(body["game"]), box, seats, body["options"], body["policies"]["memory_aid"])
    secrets = document.get("secrets", {})
    fold = table.fold()
    frames = []
    for step in timeline.steps:
        shown = sealing.merge(step.body, _seen(step, secrets, eyes))
        frames.append({"ply": fold.ply + 1, "name": step.name, **fold.step(step.name, shown, (say.lang,))})
    marks = Marks(timeline, {**secrets, **document.get("opened", {})}, table, say)
    labels = {step.name: list(marks.of(step.name)) for step in timeline.steps}
    used = frozenset(word for step in timeline.steps for word in boxes.words(step.body))
    edition = boxes.edition_of(table.game, table.box, body["box"], len(seats), used)
    return Replay(table, table.fold().view(), frames, labels, edition)


def _seen(step: Step, secrets: Mapping[str, Mapping[str, Json]], eyes: str | None) -> dict[str, Any]:
    """The secrets of a step that the reader ``eyes`` may see in a file (None: all in the file)."""
    facts = {secret: secrets.get(str(seal.version), {}).get(seal.key) for secret, seal in step.seals.items()}
    who = None if eyes is None else Eyes(eyes)
    return {
        secret: fact["value"]
        for secret, fact in facts.items()
        if fact is not None and (who is None or who.can_see(fact["eyes"], step.seals[secret].version))
    }


def _for(
    table: Table, body: Json, facts: Mapping[str, sealing.Secret], eyes: str | None
) -> tuple[Json, dict[str, Any]]:
    """A body without its secrets, and those of them that some eyes see (None: all)."""
    public = sealing.split(table.game, body)[0]
    seen = {name: fact.value for name, fact in facts.items() if eyes in (None, f"seat:{fact.seat}")}
    return public, seen


def header_of(name: str, raw: bytes) -> tuple[str, text_files.Header]:
    """The text of a file and its header.

    Raises:
        CommandError: It is not UTF-8.
    """
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise CommandError(said("byte_not_utf_8", start=error.start), where=name) from None
    return text, text_files.header(text)


def opening_of(name: str, header: text_files.Header, played: Json | None = None) -> Json:
    """The body that opens a record, from the header of a file.

    Raises:
        UsageError: It names no game or seats.
        CommandError: It is of other rules than this program has, or a line of it cannot be read.
    """
    fields = header.fields
    if "game" not in fields or not fields.get("seats"):
        raise UsageError(said("file_no_header", name=name))
    game = game_of(fields["game"])
    stated = fields.get("rules", rules_of(game))
    if stated != rules_of(game):
        raise CommandError(said("program_no_rules", name=name, stated=stated))
    own = boxes.default(game.name)[1]
    try:
        header.check()
        seats = header_check.seats_of(header, game.colours(played or own))
        chosen = header.values(text_files.OPTION, game.options())
        agreed = header.values(text_files.POLICY, POLICIES)
    except NotationError as error:
        raise line_error(name, error.line, error) from None
    sitting = [{part: value for part, value in seat._asdict().items() if value} for seat in seats]
    body: Json = {"game": game.name, "seats": sitting, "options": chosen}
    if agreed:
        body["policies"] = agreed
    if fields.get("visibility"):
        body["visibility"] = fields["visibility"]
    shipped = "box" not in fields or boxes.same_play(game, fields["box"], own)
    return body if shipped else body | {"box": fields["box"]}


def read_text(name: str, raw: bytes, played: Json | None = None) -> tuple[Table, Iterator[tuple[int, Json]]]:
    """The table that a file in text notation describes, and its moves with the numbers of their lines.

    The moves are read one by one: each may raise CommandError where its line is none.

    Raises:
        CommandError: Its header cannot be read, or it was played with a box that is not there.
        UsageError: It names no game or seats.
    """
    text, header = header_of(name, raw)
    opening = opening_of(name, header, played)
    game = game_of(opening["game"])
    if "box" in opening and played is None:
        raise CommandError(said("played_another_box_program", name=name))
    box = played or boxes.default(game.name)[1]
    free = iter([c for c in game.colours(box) if c not in {seat.get("colour") for seat in opening["seats"]}])
    seats = [
        {"seat": number, "colour": seat.get("colour") or next(free, ""), "name": seat.get("name")}
        for number, seat in enumerate(opening["seats"])
    ]
    table = Table(game, box, seats, defaults(game, opening["options"]))
    try:
        table.fold()
    except IllegalMoveError as error:
        raise CommandError(reason(error), where=name) from None
    return table, _read(name, table, text)


def _read(name: str, table: Table, text: str) -> Iterator[tuple[int, Json]]:
    try:
        yield from text_files.read_file(table.game, table.box, text, table.colours)
    except NotationError as error:
        raise line_error(name, error.line, error) from None


def line_error(name: str, number: int, error: Exception) -> CommandError:
    """The error for a line of a file that is refused."""
    return CommandError(reason(error), where=f"{name}:{number}")
