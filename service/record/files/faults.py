"""Results of examining a file: faults, findings, and their texts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from engines.kernel.game import Text
from service.record.entries import shapes
from service.texts import SaidError

FORMAT = "movebook-record"
FORMAT_VERSION = 3
READABLE = (2, 3)
"""Versions of the format that are read; files of version 2 are not signed."""

TEXTS: dict[str, tuple[str, str]] = {
    **shapes.TEXTS,
    "stated_time": ("occurred_at: {why} (entries: {count})", "occurred_at: {why} (entradas: {count})"),
    # The file.
    "utf8": ("byte {at} is not UTF-8", "el byte {at} no es UTF-8"),
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
        "its digest does not match its content: something was changed",
        "su resumen no corresponde a su contenido: algo ha cambiado",
    ),
    "signature": (
        "what it says its service signed is not what it contains",
        "lo que dice que firmó su servicio no es lo que contiene",
    ),
    "bytes": ("its bytes are not those that the service gave out", "sus bytes no son los que entregó el servicio"),
    "head": ("it ends with {found!r:.68}, not with {wanted!r:.68}", "termina en {found!r:.68}, no en {wanted!r:.68}"),
    "empty": ("it has no entries", "no tiene entradas"),
    # The chain.
    "behind": ("it comes after entry {other}", "va después de la entrada {other}"),
    "before": ("it comes before entry {other}", "va antes de la entrada {other}"),
    "missing": ("missing: {what} before it", "falta: {what} antes de ella"),
    "prev": ("it does not follow from the entry before it", "no se sigue de la entrada anterior"),
    "hash": (
        "its hash does not match its bytes: it was changed",
        "su hash no corresponde a sus bytes: ha sido cambiada",
    ),
    "back": (
        "written at {at}, before entry {other} ({then})",
        "escrita a las {at}, antes que la entrada {other} ({then})",
    ),
    # The replay.
    "opening": ("a record begins with its opening, not with {kind!r:.40}", "una partida no empieza con {kind!r:.40}"),
    "reopened": ("a second opening", "una segunda apertura"),
    "reopening": ("it would make the opening invalid: {path}: {why}", "dejaría la apertura no válida: {path}: {why}"),
    "kind": (
        "this program cannot replay an entry {kind!r:.40}",
        "este programa no puede reproducir una entrada {kind!r:.40}",
    ),
    "target": (
        "it names {name:.20}, which is not a move or entry before it",
        "nombra {name:.20}, que no es una jugada ni una entrada anterior",
    ),
    "text": ("{part}: {secret} of entry {of} is not a text", "{part}: {secret} de la entrada {of} no es un texto"),
    "other_outcome": (
        "the outcome it names was not the outcome at that time",
        "el resultado que nombra no era el resultado en ese momento",
    ),
    "other_start": (
        "the start it names was not the start at that time",
        "el comienzo que nombra no era el comienzo en ese momento",
    ),
    "no_start": (
        "the first move, before every seat had signed the start as this table agreed",
        "la primera jugada, antes de que todos firmaran el comienzo como acordó esta mesa",
    ),
    "closing": (
        "it closes the record for a reason that did not apply then",
        "cierra la partida por un motivo que entonces no se daba",
    ),
    "concession": (
        "it disputes a concession that did not close the record then",
        "impugna una rendición que entonces no cerraba la partida",
    ),
    "check": (
        "it checks a point that was not passed then, or a figure that nobody is asked for",
        "comprueba un punto que entonces no se había pasado, o una cifra que no se pide",
    ),
    "after_closing": ("the record was closed or void before it", "la partida estaba cerrada o anulada antes"),
    "appointed": (
        "it appoints someone who is already a judge, or a seat's link",
        "nombra a quien ya es juez, o al enlace de un asiento",
    ),
    "recorder": ("it makes a seat's link record the game", "hace que el enlace de un asiento lleve la partida"),
    "rules": ("this program has no rules {rules!r:.60}", "este programa no tiene las reglas {rules!r:.60}"),
    "rules_brought": (
        "this program has no rules {rules!r:.60}; the file says they are in package {package!r}",
        "este programa no tiene las reglas {rules!r:.60}; según el archivo están en el paquete {package!r}",
    ),
    "package": (
        "its 'package' is not a text of 1 to {most} characters",
        "su 'package' no es un texto de 1 a {most} caracteres",
    ),
    "no_box": ("it has no box", "no tiene caja"),
    "box": (
        "the box in the file is not the box {box!r:.16} it was played with",
        "la caja del archivo no es la caja {box!r:.16} con la que se jugó",
    ),
    "bad_box": ("invalid box: {path}: {why}", "caja no válida: {path}: {why}"),
    "stumbles": ("it cannot be replayed: {why:.200}", "no se puede reproducir: {why:.200}"),
    "illegal": ("the rules forbid it ({rule}): {why}", "las reglas la prohíben ({rule}): {why}"),
    "barrier": ("the barrier it names is not that of its move", "la barrera que nombra no es la de su jugada"),
    "opens": (
        "the sealed facts that it says it opens are not those that its move makes public",
        "los hechos sellados que dice abrir no son los que su jugada hace públicos",
    ),
    "state": ("the state it names differs from the replay", "el estado que nombra difiere de la reproducción"),
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
    "no_longer": (
        "move {name} becomes illegal after it ({rule}): {why}",
        "la jugada {name} es ilegal después de ella ({rule}): {why}",
    ),
    "adjustment": (
        "adjustment {number} cannot be ordered ({rule}): {why}",
        "el ajuste {number} no se puede ordenar ({rule}): {why}",
    ),
    "misspelt": (
        "adjustment {number} is not spelled as its game spells it",
        "el ajuste {number} no está escrito como lo escribe su juego",
    ),
    # The seals.
    "no_secret": (
        "it seals {secret!r:.40}, which is not a secret of move {name:.20}",
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
    "no_seal": ("{part}: there is no seal for {secret!r:.40}", "{part}: ahí no hay sello de {secret!r:.40}"),
    "unproved": ("{part}: {secret} is not what was sealed", "{part}: {secret} no es lo que se selló"),
    "unopened": ("opened: no move has made {secret} public", "opened: ninguna jugada ha hecho público {secret}"),
    "differs": (
        "move {name} sealed {secret} {sealed!r:.60}, move {by} shows {shown!r:.60}",
        "la jugada {name} selló {secret} {sealed!r:.60}, la jugada {by} muestra {shown!r:.60}",
    ),
}
"""What is wrong, in English and Spanish."""


def text_of(key: str, /, **about: object) -> Text:
    """What a fault or finding says, in every language, by the key of its text and what it is about."""
    en, es = TEXTS[key]
    return {"en": en.format(**about), "es": es.format(**about)}


OUTSIDE_THE_LOG = frozenset({"record", "digest", "no_seal", "unproved", "unopened"})
"""Faults outside of the log, which is consistent by itself: a file with only these may be stored as a copy."""


class NoRecordError(SaidError, ValueError):
    """The input is not an exported record; says why."""


class EnoughError(Exception):
    """The requested number of faults was found."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A difference between a file and what was written.

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
        findings: Seals that opened to something else than the public fact, times that surprise: the table's doing, not
            the file's.
        record: The record's id, as its opening binds it.
        key: Id of the key of the service that it names as its own.
        game: The title's slug; empty where it is unknown.
        package: The package that provides its rules, with its version, as the file states; empty where it does not.
        version: The last entry.
        hash: Its hash: who holds it from elsewhere knows the whole log by it.
        moves: How many entries are moves.
        states: How many entries were replayed and name the state they should.
        seals: How many secret facts are sealed.
        proved: How many of them the file contains and proves.
        most: Faults after which nothing more is looked for; None to find them all.
        unfit: Facts of the file that fit no seal, or that nothing opened: part, version and secret of each.
    """

    faults: list[Fault] = field(default_factory=list)
    findings: list[Fault] = field(default_factory=list)
    record: str = ""
    key: str = ""
    game: str = ""
    package: str = ""
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
            EnoughError: There are as many now as are looked for.
        """
        says = text_of(key, **about)
        self.faults.append(Fault(version, says["en"], says["es"], key))
        if len(self.faults) == self.most:
            raise EnoughError
