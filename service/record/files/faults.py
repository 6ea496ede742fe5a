"""Results of examining a file: faults, findings, and their texts."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from engines.kernel.game import Text
from engines.kernel.sentences import fill
from service.record.entries import shapes
from service.texts import SaidError, table

FORMAT = "movebook-record"
FORMAT_VERSION = 3
READABLE = (2, 3)
"""Versions of the format that are read; files of version 2 are not signed."""


def text_of(key: str, /, **about: object) -> Text:
    """What a fault or finding says, in every language, by the key of its text and what it is about."""
    return fill(table("faults")[key], **about)


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
        key: Of its text in the table ``faults``; empty for one that has another.
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
