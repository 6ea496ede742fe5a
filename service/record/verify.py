"""Verifying an exported record: chain, box, states, seals. Pure: it needs the file and the engines, no store, no web.

What was changed by hand shows as a fault, named by version. Where a table sealed one thing and showed another, nothing
was changed: that is a finding, and the file stands.
"""

from __future__ import annotations

import base64
import binascii
import contextlib
import hashlib
import json
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from engines import RULES
from engines.kernel import canonical, moves, sealing
from engines.kernel.game import Game, IllegalMoveError, Json, MalformedMoveError, Text
from engines.kernel.replay import Fold
from service.record import boxes, seals
from service.store import chain

FORMAT = "movebook-record"
FORMAT_VERSION = 1
DEEPEST = canonical.DEEPEST + 8
"""How deep a file may nest: what is in an entry, and what stands around it."""
PARTS = ("format", "format_version", "record", "entries", "secrets", "opened", "box", "players", "digest")
"""Every part of an exported file."""

TEXTS: dict[str, tuple[str, str]] = {
    # The file.
    "utf8": ("byte {at} is not UTF-8", "el byte {at} no es UTF-8"),
    "json": (
        "not JSON at line {line}, column {column}: {why}",
        "no es JSON en la línea {line}, columna {column}: {why}",
    ),
    "deep": ("nested too deep to be read", "anidado demasiado hondo para leerse"),
    "twice": ("the key {word!r:.60} stands twice", "la clave {word!r:.60} aparece dos veces"),
    "number": ("{text:.20} is no number that is kept exactly", "{text:.20} no es un número que se guarde exacto"),
    "format": (
        f"not an exported record: its format is not {FORMAT!r}",
        f"no es una partida exportada: su formato no es {FORMAT!r}",
    ),
    "format_version": (
        f"format version {{found!r:.40}}; {FORMAT_VERSION} is known here",
        f"versión de formato {{found!r:.40}}; aquí se conoce la {FORMAT_VERSION}",
    ),
    "part": ("an unknown part {name!r:.60}", "una parte desconocida {name!r:.60}"),
    "record": ("its record has no id of ours: {found!r:.60}", "su partida no tiene un id nuestro: {found!r:.60}"),
    "players": ("players: an id with a name is wanted", "players: hace falta un id con un nombre"),
    "digest": (
        "its digest is not that of its content: something in it was changed",
        "su resumen no es el de su contenido: algo ha cambiado",
    ),
    "head": ("it ends with {found!r:.68}, not with {wanted!r:.68}", "termina en {found!r:.68}, no en {wanted!r:.68}"),
    "empty": ("it has no entries", "no tiene entradas"),
    # The chain.
    "object": ("no object stands here", "aquí no hay un objeto"),
    "member": ("its {name!r} is missing or of the wrong kind", "su {name!r} falta o no es del tipo debido"),
    "strange": ("{name!r:.60} has no place in an entry", "{name!r:.60} no tiene lugar en una entrada"),
    "uncanonical": ("it has no canonical bytes: {why}", "no tiene bytes canónicos: {why}"),
    "behind": ("it stands behind entry {other}", "está detrás de la entrada {other}"),
    "before": ("it stands before entry {other}", "está delante de la entrada {other}"),
    "missing": ("missing: {what} before it", "falta: {what} antes de ella"),
    "prev": ("it does not follow from the entry before it", "no se sigue de la entrada anterior"),
    "hash": ("its hash is not that of its bytes: it was changed", "su hash no es el de sus bytes: ha sido cambiada"),
    "moment": ("{name}: {found!r:.60} is none that is kept", "{name}: {found!r:.60} no es de los que se guardan"),
    "clock": ("{at!r:.40} is no time of the service's clock", "{at!r:.40} no es una hora del reloj del servicio"),
    "back": (
        "written at {at}, before entry {other} ({then})",
        "escrita a las {at}, antes que la entrada {other} ({then})",
    ),
    # The replay.
    "opening": ("a record begins with its opening, not with {kind!r:.40}", "una partida no empieza con {kind!r:.40}"),
    "reopened": ("a second opening", "una segunda apertura"),
    "kind": (
        "this program cannot replay an entry {kind!r:.40}",
        "este programa no puede reproducir una entrada {kind!r:.40}",
    ),
    "rules": ("this program has no rules {rules!r:.60}", "este programa no tiene las reglas {rules!r:.60}"),
    "option": (
        "options: {name!r:.60} is unknown, missing, or cannot be {found!r:.60}",
        "options: {name!r:.60} es desconocida, falta o no puede ser {found!r:.60}",
    ),
    "no_box": ("it brings no box", "no trae la caja"),
    "box": (
        "the box in the file is not the box {box!r:.16} it was played with",
        "la caja del archivo no es la caja {box!r:.16} con la que se jugó",
    ),
    "bad_box": ("the box cannot be played with: {path}: {why}", "con la caja no se puede jugar: {path}: {why}"),
    "stumbles": ("it cannot be replayed: {why:.200}", "no se puede reproducir: {why:.200}"),
    "spelling": ("not spelled as the service spells a move", "no está escrita como el servicio escribe una jugada"),
    "illegal": ("the rules forbid it ({rule}): {why}", "las reglas la prohíben ({rule}): {why}"),
    "openly": ("it states openly what is secret: {what}", "dice abiertamente lo que es secreto: {what}"),
    "barrier": (
        "the barrier it names is not the one that its move is",
        "la barrera que nombra no es la que es su jugada",
    ),
    "state": (
        "the state it names is not the one that replay gives",
        "el estado que nombra no es el que da la reproducción",
    ),
    # The seals.
    "no_secret": (
        "it seals {secret!r:.40}, which is no secret of move {name:.20}",
        "sella {secret!r:.40}, que no es un secreto de la jugada {name:.20}",
    ),
    "sealed_twice": (
        "it seals {secret} of move {name} a second time",
        "sella {secret} de la jugada {name} por segunda vez",
    ),
    "version": ("{part}: {found!r:.40} should be a version", "{part}: {found!r:.40} debería ser una versión"),
    "fact": (
        "{part}: {secret!r:.40} has no salt, no value, or eyes that are none",
        "{part}: {secret!r:.40} no tiene sal, valor u ojos válidos",
    ),
    "no_seal": ("{part}: no seal for {secret!r:.40} stands there", "{part}: ahí no hay sello de {secret!r:.40}"),
    "unproved": ("{part}: {secret} is not what was sealed", "{part}: {secret} no es lo que se selló"),
    "unopened": ("opened: no move has made {secret} public", "opened: ninguna jugada ha hecho público {secret}"),
    "differs": (
        "move {name} sealed {secret} {sealed!r:.60}, move {by} shows {shown!r:.60}",
        "la jugada {name} selló {secret} {sealed!r:.60}, la jugada {by} muestra {shown!r:.60}",
    ),
}
"""What is wrong, in English and Spanish."""

_MUST: Mapping[str, type] = {
    "version": int,
    "type": str,
    "at": str,
    "by": str,
    "body": dict,
    "state": str,
    "prev": str,
    "hash": str,
}
_MAY: Mapping[str, type] = {"seals": dict, "barrier": dict, "occurred_at": str, "zone": str}
_OPENING: Mapping[str, type] = {
    "game": str,
    "rules": str,
    "box": str,
    "options": dict,
    "seats": list,
    "visibility": str,
}
_VISIBILITIES = ("public", "unlisted", "private")
_OCCASION = ("league", "event", "round", "table", "place", "date", "zone")
_BESIDE = ("seated", "sealed", "closed", "voided", "noted", "signed", "disputed")
"""Entries about the record that move nothing on the table."""
_AT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,6})?Z\Z")
_OCCURRED = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]{1,6})?)?(Z|[+-][0-9]{2}:[0-9]{2})?\Z"
)
_ZONE = re.compile(r"[A-Za-z0-9_+/-]{1,64}\Z")
_ID = re.compile(r"[A-Za-z0-9_.-]{1,64}\Z")
_SEAL = re.compile(r"[A-Za-z0-9_-]{43}\Z")
_LONGEST = 200
_RECORD = re.compile(r"[a-z2-7]{26}\Z")
_EYES = re.compile(r"recorder\Z|seat:[0-9]{1,2}\Z")
_NUMBER = re.compile(r"[1-9][0-9]{0,15}\Z")
# What a damaged body can make an engine raise: it was never meant to be given one.
_STUMBLES = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)


def _text(key: str, /, **about: object) -> Text:
    en, es = TEXTS[key]
    return {"en": en.format(**about), "es": es.format(**about)}


class NoRecordError(ValueError):
    """What was given is no exported record at all.

    Args:
        says: Why, in every language.
    """

    def __init__(self, says: Text) -> None:
        super().__init__(says["en"])
        self.says = says


class _EnoughError(Exception):
    """As many faults are found as were asked for."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Something in a file that is not what was written.

    Args:
        version: The entry it concerns; 0 for the file as a whole.
        what: What is wrong there.
        es: The same in Spanish.
    """

    version: int
    what: str
    es: str

    @property
    def says(self) -> Text:
        """What is wrong, in every language."""
        return {"en": self.what, "es": self.es}


@dataclass(slots=True)
class Report:
    """What an examination found.

    Args:
        faults: What is not what was written, in order of version; empty for a file that verifies.
        findings: Seals that opened to something else than the public fact: the table's doing, not the file's.
        record: The record's id.
        game: The title's slug; empty where it is unknown.
        version: The last entry.
        hash: Its hash: who holds it from elsewhere knows the whole log by it.
        moves: How many entries are moves.
        states: How many entries were replayed and name the state they should.
        seals: How many secret facts are sealed.
        proved: How many of them the file brings and proves.
        most: Faults after which nothing more is looked for; None to find them all.
    """

    faults: list[Fault] = field(default_factory=list)
    findings: list[Fault] = field(default_factory=list)
    record: str = ""
    game: str = ""
    version: int = 0
    hash: str = ""
    moves: int = 0
    states: int = 0
    seals: int = 0
    proved: int = 0
    most: int | None = None

    def fault(self, version: int, key: str, **about: object) -> None:
        """Note a fault, by the key of its text.

        Raises:
            _EnoughError: There are as many now as are looked for.
        """
        says = _text(key, **about)
        self.faults.append(Fault(version, says["en"], says["es"]))
        if len(self.faults) == self.most:
            raise _EnoughError


# ------------------------------------------------------------------------------------------------------------- the file


def read(raw: bytes) -> Json:
    """The document of an exported file, read strictly: UTF-8, no key twice, no NaN.

    Raises:
        NoRecordError: It is not one.
    """
    try:
        document = json.loads(
            raw.decode("utf-8-sig"),
            object_pairs_hook=_unique,
            parse_constant=_no_number,
            parse_int=_whole,
            parse_float=_finite,
        )
    except UnicodeDecodeError as error:
        raise NoRecordError(_text("utf8", at=error.start)) from None
    except json.JSONDecodeError as error:
        raise NoRecordError(_text("json", line=error.lineno, column=error.colno, why=error.msg)) from None
    except RecursionError:
        raise NoRecordError(_text("deep")) from None
    if not is_record(document):
        raise NoRecordError(_text("format"))
    # Whatever walks through it later recurses, too, and may stand deeper itself.
    if _deeper(document, DEEPEST):
        raise NoRecordError(_text("deep"))
    found: Json = document
    return found


def _deeper(value: Any, most: int) -> bool:
    """Whether something nests deeper than so many levels."""
    level = [value]
    for _ in range(most):
        level = [
            item
            for one in level
            for item in (one.values() if isinstance(one, dict) else one)
            if isinstance(item, (dict, list))
        ]
        if not level:
            return False
    return True


def is_record(document: object) -> bool:
    """Whether a JSON value calls itself an exported record."""
    return isinstance(document, dict) and document.get("format") == FORMAT


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    out = dict(pairs)
    if len(out) != len(pairs):
        seen: set[str] = set()
        twice = next(name for name, _ in pairs if name in seen or seen.add(name))  # type: ignore[func-returns-value]
        raise NoRecordError(_text("twice", word=twice))
    return out


def _no_number(text: str) -> None:
    raise NoRecordError(_text("number", text=text))


def _whole(text: str) -> int:
    # Python itself refuses to read thousands of digits, with a message about Python.
    if len(text) > 17:  # noqa: PLR2004 - digits of 2^53 and a sign
        _no_number(text)
    return int(text)


def _finite(text: str) -> float:
    # A box may hold floats; one that is too great would be written back as no JSON at all.
    value = float(text)
    if not math.isfinite(value):
        _no_number(text)
    return value


def digest(document: Mapping[str, Any]) -> str:
    """SHA-256 over all of a file but its ``digest``: it tells a changed name or id, too, which no chain covers."""
    rest = {name: value for name, value in document.items() if name != "digest"}
    # Not the canonical bytes: a box may hold floats. Half a surrogate is no text, but may stand in a damaged file.
    text = json.dumps(rest, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def check(document: object, most: int | None = None) -> list[Fault]:
    """Every fault of an exported record; empty when it is what was written.

    Args:
        document: The file, as :func:`read` gives it.
        most: Faults after which it looks no further: a stranger's file of some megabytes may have a million.
    """
    return examine(document, most).faults


def examine(document: object, most: int | None = None) -> Report:
    """Examine an exported record; the faults of the report are what :func:`check` gives."""
    report = Report(most=most)
    with contextlib.suppress(_EnoughError):
        _examine(document, report)
    report.faults.sort(key=lambda fault: fault.version)
    return report


def _examine(document: object, report: Report) -> None:
    if not (isinstance(document, dict) and is_record(document)):
        report.fault(0, "format")
        return
    if document.get("format_version") != FORMAT_VERSION:
        report.fault(0, "format_version", found=document.get("format_version"))
        return
    _around(document, report)
    entries = document.get("entries")
    if not isinstance(entries, list) or not entries:
        report.fault(0, "empty")
        return
    replay = _Replay(report, document.get("box"))
    for entry, sound in _linked(entries, report):
        if not sound:
            replay.stop()
        if entry is not None:
            replay.take(entry)
            report.version, report.hash = entry["version"], entry["hash"]
    replay.finish({part: dict(_told(document.get(part, {}), part, report)) for part in ("secrets", "opened")})


def _around(document: Json, report: Report) -> None:
    """What stands around the entries."""
    for name in sorted(set(document) - set(PARTS)):
        report.fault(0, "part", name=name)
    record = document.get("record")
    if isinstance(record, str) and _RECORD.match(record):
        report.record = record
    else:
        report.fault(0, "record", found=record)
    players = document.get("players", {})
    if not isinstance(players, dict) or not all(
        _ID.match(player) and (name is None or _plain(name)) for player, name in players.items()
    ):
        report.fault(0, "players")
    if "digest" in document and document["digest"] != digest(document):
        report.fault(0, "digest")


def _plain(value: object) -> bool:
    """Whether something is a text as the service keeps one: short, in UTF-8, without control characters."""
    if not isinstance(value, str) or len(value) > _LONGEST or any(ord(sign) < 32 or ord(sign) == 127 for sign in value):  # noqa: PLR2004 - ASCII control characters
        return False
    return not any("\ud800" <= sign <= "\udfff" for sign in value)


# ------------------------------------------------------------------------------------------------------------ the chain


def _linked(entries: list[Any], report: Report) -> Iterator[tuple[Json | None, bool]]:
    """Each entry (None where what stands there is none), and whether it is whole and follows from the one before."""
    last: Json | None = None
    highest = 0
    # Where each version stands is one question, what follows from what another: a swapped pair is two faults, not four.
    there: dict[int, Any] = {}
    for entry in entries:
        if isinstance(entry, dict) and type(entry.get("version")) is int:
            there.setdefault(entry["version"], entry.get("hash"))
    for place, entry in enumerate(entries, 1):
        before = len(report.faults)
        if not _whole_entry(entry, place, report):
            last, highest = None, max(highest, place)
            yield None, False
            continue
        _in_place(entry, highest, there, report)
        _by_itself(entry, last, report)
        last, highest = entry, max(highest, entry["version"])
        yield entry, len(report.faults) == before


def _whole_entry(entry: object, place: int, report: Report) -> bool:
    """Whether something has the shape of an entry."""
    if not isinstance(entry, dict):
        report.fault(place, "object")
        return False
    for name, kind in _MUST.items():
        if type(entry.get(name)) is not kind:
            report.fault(place, "member", name=name)
            return False
    for name, value in entry.items():
        if name not in _MUST and type(value) is not _MAY.get(name):
            report.fault(place, "strange", name=name)
            return False
    try:
        canonical.check(entry)
    except canonical.UncanonicalError as error:
        report.fault(place, "uncanonical", why=error)
        return False
    return True


def _in_place(entry: Json, highest: int, there: Mapping[int, Any], report: Report) -> None:
    """Whether an entry stands where its version belongs, and follows from the one before it."""
    version = entry["version"]
    if version <= highest:
        report.fault(version, "behind", other=highest)
    elif version > highest + 1:
        # From either end up to the first that is nowhere: of a gap of a thousand, as each may be, that is two looks.
        end = min(version, highest + 1000)
        gone = next((number for number in range(highest + 1, end) if number not in there), None)
        if gone is not None:
            last = next(number for number in range(end - 1, highest, -1) if number not in there)
            what = str(gone) if last == gone else f"{gone} ... {last}"
            report.fault(version, "missing", what=what)
        else:
            report.fault(version, "before", other=highest + 1)
    if entry["prev"] != there.get(version - 1, "" if version == 1 else entry["prev"]):
        report.fault(version, "prev")


def _by_itself(entry: Json, last: Json | None, report: Report) -> None:
    """Whether an entry has the hash of its bytes, and a time that does not run back."""
    version, at = entry["version"], entry["at"]
    if entry["hash"] != chain.unlinked(entry):
        report.fault(version, "hash")
    if not (_AT.match(at) and _is_time(at)):
        report.fault(version, "clock", at=at)
    elif last and at < last["at"] and version > last["version"]:
        report.fault(version, "back", at=at, other=last["version"], then=last["at"])

    for name, form in (("occurred_at", _OCCURRED), ("zone", _ZONE), ("by", _ID)):
        found = entry.get(name, "")
        if found and not (form.match(found) and (name != "occurred_at" or _is_time(found))):
            report.fault(version, "moment", name=name, found=found)


def _is_time(text: str) -> bool:
    """Whether what has the form of a time is one."""
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


# ------------------------------------------------------------------------------------------------- replay and the seals


@dataclass(slots=True)
class _Seal:
    """One sealed fact: the move it belongs to, and the move that made it public with what that states."""

    version: int
    name: str
    secret: str
    sealed: str
    opened_by: str | None = None
    stated: Any = None


class _Replay:
    """The public fold of the file, as far as the chain holds."""

    def __init__(self, report: Report, box: object) -> None:
        self.report = report
        self.box = box
        self.fold: Fold[Any, Any] | None = None
        self.stopped = False
        self.seats = 0
        self.bodies: dict[str, Json] = {}
        self.seals: dict[tuple[int, str], _Seal] = {}
        self.closed: dict[str, dict[str, _Seal]] = {}
        self.state = ""

    def stop(self) -> None:
        """Replay no further: what follows rests on what is broken."""
        self.stopped = True

    def take(self, entry: Json) -> None:
        """Replay one entry, and hold what it says follows against what follows."""
        self.report.moves += entry["type"] == "move"
        self._note_seals(entry)
        if self.stopped:
            return
        try:
            sound = self._replay(entry)
        except MalformedMoveError as error:
            sound = self._stumble(entry, str(error))
        except IllegalMoveError as error:
            sound = self._stumble(entry, f"{error.rule}: {error}")
        except _STUMBLES as error:
            sound = self._stumble(entry, f"{type(error).__name__}: {error}")
        self.stopped = not sound

    def _stumble(self, entry: Json, why: str) -> bool:
        self.report.fault(entry["version"], "stumbles", why=why)
        return False

    def _replay(self, entry: Json) -> bool:
        """Replay an entry; False where nothing after it can be."""
        version, kind = entry["version"], entry["type"]
        fold = self.fold
        if version == 1:
            fold = self.fold = self._open(kind, entry["body"])
        elif kind == "opened":
            self.report.fault(version, "reopened")
            return False
        elif kind == "move" and fold is not None:
            self._move(fold, entry)
        elif kind not in _BESIDE:
            self.report.fault(version, "kind", kind=kind)
            return False
        elif (wrong := self._beside(entry)) is not None:
            self.report.fault(version, "member", name=wrong)
            return False
        if fold is None:
            return False
        # Only the opening and moves change it; a thousand notes are one state.
        if kind in ("opened", "move"):
            self.state = canonical.digest(fold.facts())
        if entry["state"] != self.state:
            self.report.fault(version, "state")
            return False
        self.report.states += 1
        return True

    def _beside(self, entry: Json) -> str | None:
        """What is missing or of the wrong kind in an entry that is no move."""
        body, kind = entry["body"], entry["type"]
        if kind == "sealed":
            if not entry.get("seals"):
                return "seals"
            return None if type(body.get("name")) is str else "name"
        if kind == "seated":
            if type(body.get("seat")) is not int or not 0 <= body["seat"] < self.seats:
                return "seat"
            return None if _ID.match(str(body.get("link", "-"))) and type(body.get("link", "")) is str else "link"
        return None

    def _open(self, kind: str, body: Json) -> Fold[Any, Any] | None:
        """The empty table that the opening states."""
        if kind != "opened":
            self.report.fault(1, "opening", kind=kind)
            return None
        for name, wanted in _OPENING.items():
            if type(body.get(name)) is not wanted:
                self.report.fault(1, "member", name=name)
                return None
        game = RULES.get(body["rules"])
        if game is None or body["game"] != game.name:
            self.report.fault(1, "rules", rules=body["rules"])
            return None
        self.report.game = game.name
        self.seats = len(body["seats"])
        return self._laid_out(game, body) if self._as_written(game, body) else None

    def _as_written(self, game: Game[Any, Any], body: Json) -> bool:
        """Whether an opening is one that the service could have written: it is shown, listed and looked up by."""
        before = len(self.report.faults)
        for name in set(body) - set(_OPENING) - {"occasion"}:
            self.report.fault(1, "strange", name=name)
        if body["visibility"] not in _VISIBILITIES:
            self.report.fault(1, "member", name="visibility")
        if not _occasion(body.get("occasion", {})):
            self.report.fault(1, "member", name="occasion")
        if not all(
            isinstance(seat, dict)
            and set(seat) == {"player", "colour"}
            and all(isinstance(word, str) and _ID.match(word) for word in seat.values())
            for seat in body["seats"]
        ):
            self.report.fault(1, "member", name="seats")
        options, known = body["options"], game.options()
        for name in {**known, **options}:
            if name not in known or name not in options or not moves.fits(known[name], options[name]):
                self.report.fault(1, "option", name=name, found=options.get(name))
        return len(self.report.faults) == before

    def _laid_out(self, game: Game[Any, Any], body: Json) -> Fold[Any, Any] | None:
        """The fold of the empty table, with the box of the file if it is the one that was played with."""
        if not isinstance(self.box, dict):
            self.report.fault(0, "no_box")
            return None
        if boxes.hash_of(self.box) != body["box"]:
            self.report.fault(1, "box", box=body["box"])
            return None
        for path, says in list(game.check_box(self.box))[:1]:
            self.report.fault(1, "bad_box", path=path, why=says["en"])
            return None
        return Fold(game, [seat["colour"] for seat in body["seats"]], body["options"], self.box)

    def _move(self, fold: Fold[Any, Any], entry: Json) -> None:
        """Apply a move to the fold, and say what is wrong with it."""
        game, version, body, name = fold.game, entry["version"], entry["body"], str(entry["version"])
        if moves.parse(game, fold.box, body) != body:
            self.report.fault(version, "spelling")
        openly = sealing.split(game, body)[1]
        if openly:
            self.report.fault(version, "openly", what=", ".join(openly))
        opens = list(game.opens(fold.state, body))
        sealed = [self.closed.get(opening.name, {}).pop(opening.secret, None) for opening in opens]
        for opening, seal in zip(opens, sealed, strict=True):
            if seal is not None:
                seal.opened_by, seal.stated = name, sealing.look(body, opening.fills)
        if not any(sealed):
            # What a seal brought to light may contradict the board: it stands. Nothing else the rules forbid does.
            try:
                game.decide(fold.state, body)
            except IllegalMoveError as error:
                self.report.fault(version, "illegal", rule=error.rule, why=error)
        bars = game.barrier(fold.state, game.decode(body))
        barrier = None if bars is None else {"kind": bars.kind, "what": bars.what, "seats": list(bars.seats)}
        if entry.get("barrier") != barrier:
            self.report.fault(version, "barrier")
        self.bodies[name] = body
        fold.apply(name, body)

    def _note_seals(self, entry: Json) -> None:
        """Keep the seals of an entry, to be held against what the file tells."""
        version, body = entry["version"], entry["body"]
        name = str(body.get("name")) if entry["type"] == "sealed" else str(version)
        for secret, sealed in entry.get("seals", {}).items():
            if not (isinstance(sealed, str) and _SEAL.match(sealed)):
                self.report.fault(version, "moment", name=f"seals.{secret:.60}", found=sealed)
            seal = _Seal(version, name, secret, sealed if isinstance(sealed, str) else "")
            self.seals[version, secret] = seal
            self.report.seals += 1
            if not self.stopped:
                self._fits(self.bodies.get(name) if entry["type"] == "sealed" else body, seal)
                self.closed.setdefault(name, {})[secret] = seal

    def _fits(self, body: Json | None, seal: _Seal) -> None:
        """Whether the move has such a secret, and it is not sealed already."""
        try:
            owner = sealing.owner(self.fold.game, body, seal.secret) if self.fold and body else None
        except _STUMBLES:
            owner = None
        if owner is None:
            self.report.fault(seal.version, "no_secret", secret=seal.secret, name=seal.name)
        elif seal.secret in self.closed.get(seal.name, {}):
            self.report.fault(seal.version, "sealed_twice", secret=seal.secret, name=seal.name)

    def finish(self, told: Mapping[str, Mapping[tuple[int, str], Json]]) -> None:
        """Hold what the file tells of secrets against their seals, and what was opened against what became public."""
        proved: set[tuple[int, str]] = set()
        for part, facts in told.items():
            for (version, secret), fact in facts.items():
                seal = self.seals.get((version, secret))
                if seal is None:
                    self.report.fault(version, "no_seal", part=part, secret=secret)
                elif not _proves(seal.sealed, fact):
                    self.report.fault(version, "unproved", part=part, secret=secret)
                else:
                    if (version, secret) not in proved:
                        self._stands(seal, fact["value"])
                    proved.add((version, secret))
                    if part == "opened" and seal.opened_by is None and not self.stopped:
                        self.report.fault(version, "unopened", secret=secret)
        self.report.proved = len(proved)

    def _stands(self, seal: _Seal, value: object) -> None:
        """Whether the sealed fact is the one that became public; where not, both moves are named."""
        if seal.opened_by is not None and (seal.stated != value or type(seal.stated) is not type(value)):
            says = _text(
                "differs", name=seal.name, secret=seal.secret, sealed=value, by=seal.opened_by, shown=seal.stated
            )
            self.report.findings.append(Fault(seal.version, says["en"], says["es"]))


def _occasion(found: object) -> bool:
    """Whether an opening's occasion is one."""
    if not isinstance(found, dict) or set(found) - {*_OCCASION, "refs"}:
        return False
    refs = found.get("refs", {})
    if not isinstance(refs, dict) or len(refs) > 20 or not all(_ID.match(site) for site in refs):  # noqa: PLR2004 - as a request
        return False
    return all(_plain(value) for value in (*refs.values(), *(found[name] for name in found if name != "refs")))


def _told(part: object, name: str, report: Report) -> Iterator[tuple[tuple[int, str], Json]]:
    """The facts of ``secrets`` or ``opened``: (version, secret) -> salt, value and, for a secret, eyes."""
    if not isinstance(part, dict):
        report.fault(0, "version", part=name, found=part)
        return
    for version, facts in part.items():
        if not (_NUMBER.match(version) and isinstance(facts, dict)):
            report.fault(0, "version", part=name, found=version)
            continue
        for secret, fact in facts.items():
            wanted = {"salt", "value"} | ({"eyes"} if name == "secrets" else set())
            if isinstance(fact, dict) and set(fact) == wanted and _seen(fact.get("eyes", [])):
                yield (int(version), secret), fact
            else:
                report.fault(int(version), "fact", part=name, secret=secret)


def _seen(eyes: object) -> bool:
    """Whether these are the eyes of those who may see a secret."""
    return isinstance(eyes, list) and all(isinstance(one, str) and _EYES.match(one) for one in eyes)


def _proves(sealed: str, fact: Json) -> bool:
    """As :func:`seals.proves`, with the salt spelled as it was made: base64 has several spellings of one."""
    salt = fact["salt"]
    if not isinstance(salt, str) or not salt.isascii():
        return False
    try:
        raw = base64.urlsafe_b64decode(salt + "=" * (-len(salt) % 4))
    except (binascii.Error, ValueError):
        return False
    if len(raw) != seals.SALT_BYTES or base64.urlsafe_b64encode(raw).rstrip(b"=").decode() != salt:
        return False
    return seals.proves(sealed, salt, fact["value"])
