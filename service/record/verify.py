"""Verifying an exported record: chain, box, states, seals. Pure: it needs the file and the engines, no store, no web.

What was changed by hand shows as a fault, named by version. Where a table sealed one thing and showed another, nothing
was changed: that is a finding, and the file stands.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engines import RULES
from engines.kernel import canonical, sealing
from engines.kernel.boxes import faults_of
from engines.kernel.game import Game, IllegalMoveError, Json, MalformedMoveError, Text
from engines.kernel.replay import Fold
from service.record import boxes, entry_shapes, seals, shapes
from service.record.line import BESIDE
from service.store import chain

FORMAT = "movebook-record"
FORMAT_VERSION = 2
DEEPEST = canonical.DEEPEST + 8
"""How deep a file may nest: what is in an entry, and what stands around it."""
PARTS = ("format", "format_version", "record", "entries", "secrets", "opened", "box", "players", "adopted", "digest")
"""Every part of an exported file."""

TEXTS: dict[str, tuple[str, str]] = {
    **shapes.TEXTS,
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
    "record": (
        "the file says it is record {found!r:.60}, its opening says {opened!r:.60}",
        "el archivo dice ser la partida {found!r:.60}, su apertura dice {opened!r:.60}",
    ),
    "other_record": (
        "it is a file of record {found!r:.60}, not of {wanted!r:.60}",
        "es un archivo de la partida {found!r:.60}, no de {wanted!r:.60}",
    ),
    "other_key": (
        "it names the key {found!r:.68} as that of its service, not {wanted!r:.68}",
        "nombra la clave {found!r:.68} como la de su servicio, no {wanted!r:.68}",
    ),
    "digest": (
        "its digest is not that of its content: something in it was changed",
        "su resumen no es el de su contenido: algo ha cambiado",
    ),
    "head": ("it ends with {found!r:.68}, not with {wanted!r:.68}", "termina en {found!r:.68}, no en {wanted!r:.68}"),
    "empty": ("it has no entries", "no tiene entradas"),
    # The chain.
    "behind": ("it stands behind entry {other}", "está detrás de la entrada {other}"),
    "before": ("it stands before entry {other}", "está delante de la entrada {other}"),
    "missing": ("missing: {what} before it", "falta: {what} antes de ella"),
    "prev": ("it does not follow from the entry before it", "no se sigue de la entrada anterior"),
    "hash": ("its hash is not that of its bytes: it was changed", "su hash no es el de sus bytes: ha sido cambiada"),
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
    "target": (
        "it names {name:.20}, which is no move or entry before it",
        "nombra {name:.20}, que no es una jugada ni una entrada anterior",
    ),
    "text": ("{part}: {secret} of entry {of} is no text", "{part}: {secret} de la entrada {of} no es un texto"),
    "rules": ("this program has no rules {rules!r:.60}", "este programa no tiene las reglas {rules!r:.60}"),
    "no_box": ("it brings no box", "no trae la caja"),
    "box": (
        "the box in the file is not the box {box!r:.16} it was played with",
        "la caja del archivo no es la caja {box!r:.16} con la que se jugó",
    ),
    "bad_box": ("the box cannot be played with: {path}: {why}", "con la caja no se puede jugar: {path}: {why}"),
    "stumbles": ("it cannot be replayed: {why:.200}", "no se puede reproducir: {why:.200}"),
    "illegal": ("the rules forbid it ({rule}): {why}", "las reglas la prohíben ({rule}): {why}"),
    "barrier": (
        "the barrier it names is not the one that its move is",
        "la barrera que nombra no es la que es su jugada",
    ),
    "opens": (
        "the sealed facts that it says it opens are not those that its move makes public",
        "los hechos sellados que dice abrir no son los que su jugada hace públicos",
    ),
    "state": (
        "the state it names is not the one that replay gives",
        "el estado que nombra no es el que da la reproducción",
    ),
    "forbidden": (
        "{secret} of move {name}: the rules forbid it ({rule}): {why}",
        "{secret} de la jugada {name}: las reglas lo prohíben ({rule}): {why}",
    ),
    "unstated": (
        "it opens {secret} of move {name} and does not state it",
        "abre {secret} de la jugada {name} y no lo dice",
    ),
    "meaningless": (
        "it opens a seal and states what has no meaning ({rule}): {why}",
        "abre un sello y dice lo que no tiene sentido ({rule}): {why}",
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
    "public_already": (
        "it seals {secret} of move {name}, which is public since move {by}",
        "sella {secret} de la jugada {name}, que es público desde la jugada {by}",
    ),
    "version": ("{part}: {found!r:.40} should be a version", "{part}: {found!r:.40} debería ser una versión"),
    "no_seal": ("{part}: no seal for {secret!r:.40} stands there", "{part}: ahí no hay sello de {secret!r:.40}"),
    "unproved": ("{part}: {secret} is not what was sealed", "{part}: {secret} no es lo que se selló"),
    "unopened": ("opened: no move has made {secret} public", "opened: ninguna jugada ha hecho público {secret}"),
    "differs": (
        "move {name} sealed {secret} {sealed!r:.60}, move {by} shows {shown!r:.60}",
        "la jugada {name} selló {secret} {sealed!r:.60}, la jugada {by} muestra {shown!r:.60}",
    ),
}
"""What is wrong, in English and Spanish."""

_NUMBER = re.compile(r"[1-9][0-9]{0,15}\Z")


def _text(key: str, /, **about: object) -> Text:
    en, es = TEXTS[key]
    return {"en": en.format(**about), "es": es.format(**about)}


AROUND = frozenset({"record", "digest", "no_seal", "unproved", "unopened"})
"""Faults of what stands around a log that is sound by itself: such a file may be kept as a copy, with its faults."""


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
        key: Of its text in :data:`TEXTS`; empty for one that has another.
    """

    version: int
    what: str
    es: str
    key: str = ""

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
        record: The record's id, as its opening binds it.
        key: Id of the key of the service that it names as its own.
        game: The title's slug; empty where it is unknown.
        version: The last entry.
        hash: Its hash: who holds it from elsewhere knows the whole log by it.
        moves: How many entries are moves.
        states: How many entries were replayed and name the state they should.
        seals: How many secret facts are sealed.
        proved: How many of them the file brings and proves.
        most: Faults after which nothing more is looked for; None to find them all.
        unfit: Facts of the file that fit no seal, or that nothing opened: part, version and secret of each.
    """

    faults: list[Fault] = field(default_factory=list)
    findings: list[Fault] = field(default_factory=list)
    record: str = ""
    key: str = ""
    game: str = ""
    version: int = 0
    hash: str = ""
    moves: int = 0
    states: int = 0
    seals: int = 0
    proved: int = 0
    most: int | None = None
    unfit: set[tuple[str, int, str]] = field(default_factory=set)

    def wrongs(self, version: int, wrongs: Iterable[shapes.Wrong]) -> bool:
        """Note what has another shape; whether there was anything."""
        before = len(self.faults)
        for wrong in wrongs:
            self.fault(version, wrong.key, **wrong.about)
        return len(self.faults) > before

    def fault(self, version: int, key: str, **about: object) -> None:
        """Note a fault, by the key of its text.

        Raises:
            _EnoughError: There are as many now as are looked for.
        """
        says = _text(key, **about)
        self.faults.append(Fault(version, says["en"], says["es"], key))
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


def check(document: object, most: int | None = None, *, record: str = "", key: str = "") -> list[Fault]:
    """Every fault of an exported record; empty when it is what was written.

    Args:
        document: The file, as :func:`read` gives it.
        most: Faults after which it looks no further: a stranger's file of some megabytes may have a million.
        record: The record that it should be, where that is known from elsewhere; empty for any.
        key: Id of the key of the service that should have recorded it; empty for any.
    """
    return examine(document, most, record=record, key=key).faults


def examine(document: object, most: int | None = None, *, record: str = "", key: str = "") -> Report:
    """Examine an exported record; the faults of the report are what :func:`check` gives for the same arguments."""
    report = Report(most=most)
    with contextlib.suppress(_EnoughError):
        _examine(document, report)
        if record and report.record != record:
            report.fault(1, "other_record", found=report.record, wanted=record)
        if key and report.key != key:
            report.fault(1, "other_key", found=report.key, wanted=key)
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
    told = {part: dict(_told(document.get(part, {}), part, report)) for part in ("secrets", "opened")}
    replay = _Replay(report, document.get("box"), told, _late(entries))
    for entry, sound in _linked(entries, report):
        if not sound:
            replay.stop()
        if entry is not None:
            replay.take(entry)
            report.version, report.hash = entry["version"], entry["hash"]
    replay.finish()
    if report.record and document.get("record") != report.record:
        report.fault(0, "record", found=document.get("record"), opened=report.record)


def _around(document: Json, report: Report) -> None:
    """What stands around the entries."""
    for name in sorted(set(document) - set(PARTS)):
        report.fault(0, "part", name=name)
    report.wrongs(0, shapes.players(document.get("players", {})))
    if "adopted" in document:
        report.wrongs(0, shapes.adopted(document["adopted"]))
    if "digest" in document and document["digest"] != digest(document):
        report.fault(0, "digest")


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
        if report.wrongs(place, shapes.members(entry)):
            last, highest = None, max(highest, place)
            yield None, False
            continue
        _in_place(entry, highest, there, report)
        _by_itself(entry, last, report)
        last, highest = entry, max(highest, entry["version"])
        yield entry, len(report.faults) == before


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
    if not report.wrongs(version, shapes.forms(entry)) and last and at < last["at"] and version > last["version"]:
        report.fault(version, "back", at=at, other=last["version"], then=last["at"])


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


Told = Mapping[str, Mapping[tuple[int, str], Json]]
"""``secrets`` and ``opened`` of a file: part -> (version, secret) -> salt, value and, of a secret, eyes."""


class _Replay:
    """The public fold of the file, as far as the chain holds; and the fold of who knows every secret that it brings."""

    def __init__(self, report: Report, box: object, told: Told, late: Mapping[str, Sequence[Json]]) -> None:
        self.report = report
        self.box = box
        self.told = told
        self.late = late
        self.fold: Fold[Any, Any] | None = None
        self.knowing: Fold[Any, Any] | None = None
        self.stopped = False
        self.seats = 0
        self.bodies: dict[str, Json] = {}
        self.seals: dict[tuple[int, str], _Seal] = {}
        self.closed: dict[str, dict[str, _Seal]] = {}
        self.shown: dict[tuple[str, str], str] = {}
        self.state = ""
        self.named: set[str] = set()
        self.texts: set[tuple[int, str]] = set()

    def stop(self) -> None:
        """Replay no further: what follows rests on what is broken."""
        self.stopped = True

    def take(self, entry: Json) -> None:
        """Replay one entry, and hold what it says follows against what follows."""
        self.report.moves += entry["type"] == "move"
        self._note_seals(entry)
        if not self.stopped:
            with self._stumbling(entry["version"]):
                self.stopped = not self._replay(entry)

    @contextlib.contextmanager
    def _stumbling(self, version: int) -> Iterator[None]:
        """Whatever an engine raises over a file that it was never meant to be given is a fault of the file."""
        try:
            yield
        except _EnoughError:
            raise
        except Exception as error:  # noqa: BLE001 - as above
            what = {MalformedMoveError: "", IllegalMoveError: f"{getattr(error, 'rule', '')}: "}
            why = f"{what.get(type(error), f'{type(error).__name__}: ')}{error}"
            self.stopped = True
            self.report.fault(version, "stumbles", why=why)

    def _replay(self, entry: Json) -> bool:
        """Replay an entry; False where nothing after it can be."""
        version, kind = entry["version"], entry["type"]
        fold = self.fold
        if version == 1:
            fold = self.fold = self._open(entry)
        elif kind == "opened":
            self.report.fault(version, "reopened")
            return False
        elif kind == "move" and fold is not None:
            self._move(fold, entry)
        elif kind not in BESIDE:
            self.report.fault(version, "kind", kind=kind)
            return False
        elif self.report.wrongs(version, entry_shapes.beside(entry, self.seats)) or self._astray(entry):
            return False
        if fold is None:
            return False
        # Only the opening and moves change it; a thousand notes are one state.
        if kind in ("opened", "move"):
            self.state = canonical.digest(fold.facts())
        self.named.add(str(version))
        if entry["state"] != self.state:
            self.report.fault(version, "state")
            return False
        self.report.states += 1
        return True

    def _astray(self, entry: Json) -> bool:
        """Whether an entry names a step or an entry that does not stand before it."""
        strange = [name for name in entry_shapes.names_in(entry) if name not in self.named]
        for name in strange:
            self.report.fault(entry["version"], "target", name=name)
        return bool(strange)

    def _open(self, entry: Json) -> Fold[Any, Any] | None:
        """The empty table that the opening states."""
        body = entry["body"]
        if entry["type"] != "opened":
            self.report.fault(1, "opening", kind=entry["type"])
            return None
        if self.report.wrongs(1, shapes.opening(entry)):
            return None
        self.report.record, self.report.key = body["record"], body["key"]
        game = RULES.get(body["rules"])
        if game is None or body["game"] != game.name:
            self.report.fault(1, "rules", rules=body["rules"])
            return None
        self.report.game = game.name
        self.seats = len(body["seats"])
        if self.report.wrongs(1, shapes.options(game, body["options"])):
            return None
        box = self._box(game, body)
        if box is None:
            return None
        colours = [seat["colour"] for seat in body["seats"]]
        if any(self.told.values()):
            self.knowing = Fold(game, colours, body["options"], box)
        # Who may see derived figures is no matter of the file's.
        return Fold(game, colours, body["options"], box)

    def _box(self, game: Game[Any, Any], body: Json) -> boxes.Box | None:
        """The box of the file, if it is the one that was played with."""
        if not isinstance(self.box, dict):
            self.report.fault(0, "no_box")
            return None
        if boxes.hash_of(self.box) != body["box"]:
            self.report.fault(1, "box", box=body["box"])
            return None
        for path, says in faults_of(game, self.box)[:1]:
            self.report.fault(1, "bad_box", path=path, why=says["en"])
            return None
        return self.box

    def _move(self, fold: Fold[Any, Any], entry: Json) -> None:
        """Apply a move to the folds, and say what is wrong with it."""
        game, version, body, name = fold.game, entry["version"], entry["body"], str(entry["version"])
        self.report.wrongs(version, entry_shapes.around(entry, self.seats))
        self.report.wrongs(version, shapes.move(game, fold.box, body))
        known: Json = {}
        for sealing_entry in (entry, *self.late.get(name, ())):
            known |= self._secrets(fold, name, body, sealing_entry)
        self._decide(fold, entry)
        bars = game.barrier(fold.state, game.decode(body))
        barrier = None if bars is None else {"kind": bars.kind, "what": bars.what, "seats": list(bars.seats)}
        if entry.get("barrier") != barrier:
            self.report.fault(version, "barrier")
        self.bodies[name] = body
        fold.apply(name, body)
        if self.knowing is not None:
            self.knowing.apply(name, sealing.merge(body, known))

    def _secrets(self, fold: Fold[Any, Any], name: str, body: Json, entry: Json) -> Json:
        """The secrets of a move that one entry seals and the file proves, where somebody could have typed them."""
        game, version, facts = fold.game, entry["version"], dict[str, Any]()
        for secret, sealed in entry.get("seals", {}).items():
            told = (part[version, secret] for part in self.told.values() if (version, secret) in part)
            proved = [fact["value"] for fact in told if seals.proves(str(sealed), fact["salt"], fact["value"])]
            if proved and sealing.is_secret(game, body, secret):
                facts[secret] = proved[0]
        if not facts or self.report.wrongs(version, shapes.secrets(game, fold.box, name, body, facts)):
            return {}
        for secret in facts:
            fact = self.told["secrets"].get((version, secret))
            if fact is not None:
                seat = sealing.owner(game, body, secret)
                self.report.wrongs(version, shapes.eyes("secrets", secret, fact["eyes"], seat))
        try:
            game.decide(fold.state, sealing.merge(body, facts))
        except IllegalMoveError as error:
            what = ", ".join(sorted(facts))
            self.report.fault(version, "forbidden", secret=what, name=name, rule=error.rule, why=error)
        return facts

    def _decide(self, fold: Fold[Any, Any], entry: Json) -> None:
        """Whether the rules allow a move; what a seal brought to light may contradict the board, and stands."""
        game, version, body, name = fold.game, entry["version"], entry["body"], str(entry["version"])
        filled: list[str] = []
        opens: list[Json] = []
        for opening in game.opens(fold.state, body):
            self.shown.setdefault((opening.name, opening.secret), name)
            seal = self.closed.get(opening.name, {}).pop(opening.secret, None)
            if seal is None:
                continue
            filled.append(opening.fills)
            opens.append({"name": opening.name, "secret": opening.secret, "fills": opening.fills})
            seal.opened_by, seal.stated = name, sealing.look(body, opening.fills)
            if seal.stated is None:
                self.report.fault(version, "unstated", secret=opening.secret, name=opening.name)
        if entry.get("opens", []) != opens:
            self.report.fault(version, "opens")
        try:
            game.decide(fold.state, sealing.without(body, filled))
        except IllegalMoveError as error:
            # What the table played all the same is the event that the rules refuse.
            if "irregular" not in entry or error.event != sealing.without(body, filled):
                self.report.fault(version, "illegal", rule=error.rule, why=error)
                return
        try:
            if filled:
                game.decide(fold.state, body)
        except IllegalMoveError as error:
            # An engine gives the event along where the table could have played it all the same.
            if error.event is None:
                self.report.fault(version, "meaningless", rule=error.rule, why=error)

    def _note_seals(self, entry: Json) -> None:
        """Keep the seals of an entry, to be held against what the file tells."""
        version, body = entry["version"], entry["body"]
        name = str(body.get("name")) if entry["type"] == "sealed" else str(version)
        texts = entry_shapes.TEXTS_OF.get(entry["type"], ())
        for secret, sealed in entry.get("seals", {}).items():
            seal = _Seal(version, name, secret, sealed if isinstance(sealed, str) else "")
            self.seals[version, secret] = seal
            self.report.seals += 1
            if secret in texts:
                self.texts.add((version, secret))
                self._text(version, secret)
            elif not self.stopped:
                self._fits(self.bodies.get(name) if entry["type"] == "sealed" else body, seal)
                self.closed.setdefault(name, {})[secret] = seal

    def _text(self, version: int, secret: str) -> None:
        """Whether what the file tells of a sealed text is one."""
        for part, facts in self.told.items():
            fact = facts.get((version, secret))
            if fact is not None and not shapes.is_plain(fact["value"], entry_shapes.LONGEST_TEXT):
                self.report.fault(version, "text", part=part, secret=secret, of=version)

    def _fits(self, body: Json | None, seal: _Seal) -> None:
        """Whether the move has such a secret, and it is neither sealed nor public already."""
        known = False
        with contextlib.suppress(Exception):  # of a body that is none of the game
            known = self.fold is not None and body is not None and sealing.is_secret(self.fold.game, body, seal.secret)
        by = self.shown.get((seal.name, seal.secret))
        if not known:
            self.report.fault(seal.version, "no_secret", secret=seal.secret, name=seal.name)
        elif by is not None:
            self.report.fault(seal.version, "public_already", secret=seal.secret, name=seal.name, by=by)
        elif seal.secret in self.closed.get(seal.name, {}):
            self.report.fault(seal.version, "sealed_twice", secret=seal.secret, name=seal.name)

    def finish(self) -> None:
        """Hold what the file tells of secrets against their seals, and what was opened against what became public."""
        proved: set[tuple[int, str]] = set()
        for part, facts in self.told.items():
            for (version, secret), fact in facts.items():
                seal = self.seals.get((version, secret))
                if seal is None:
                    self.report.unfit.add((part, version, secret))
                    self.report.fault(version, "no_seal", part=part, secret=secret)
                elif not seals.proves(seal.sealed, fact["salt"], fact["value"]):
                    self.report.unfit.add((part, version, secret))
                    self.report.fault(version, "unproved", part=part, secret=secret)
                else:
                    if (version, secret) not in proved:
                        self._stands(seal, fact["value"])
                    proved.add((version, secret))
                    # A text that everybody may read was never closed.
                    closed = seal.opened_by is None and (version, secret) not in self.texts
                    if part == "opened" and closed and not self.stopped:
                        self.report.unfit.add((part, version, secret))
                        self.report.fault(version, "unopened", secret=secret)
        self.report.proved = len(proved)
        for fold in (self.fold, self.knowing):
            if fold is not None and not self.stopped:
                with self._stumbling(self.report.version):
                    fold.view()
                    fold.offers()
                    fold.result()

    def _stands(self, seal: _Seal, value: object) -> None:
        """Whether the sealed fact is the one that became public; where not, both moves are named."""
        if seal.opened_by is not None and (seal.stated != value or type(seal.stated) is not type(value)):
            says = _text(
                "differs", name=seal.name, secret=seal.secret, sealed=value, by=seal.opened_by, shown=seal.stated
            )
            self.report.findings.append(Fault(seal.version, says["en"], says["es"]))


def _late(entries: Sequence[object]) -> dict[str, list[Json]]:
    """The entries that bring a secret of an earlier move, by the name of that move."""
    late: dict[str, list[Json]] = {}
    for entry in entries:
        if isinstance(entry, dict) and entry.get("type") == "sealed" and not list(shapes.members(entry)):
            late.setdefault(str(entry["body"].get("name")), []).append(entry)
    return late


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
            if not report.wrongs(int(version), shapes.fact(name, secret, fact)):
                yield (int(version), secret), fact
