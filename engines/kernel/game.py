"""The engine contract: what a game is to the service. The errors it may raise are in :mod:`engines.kernel.values`.

A game is a module of plain functions that satisfies :class:`Game`. It knows no eyes, no clock, no dice and no I/O:
chance is data inside the move, and a fold cannot leak a secret that it does not have.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Literal, Protocol, TypeVar

from engines.kernel.box.form import BoxForm
from engines.kernel.input.shorthand import Shorthand
from engines.kernel.values import LANGUAGES, Checks, IllegalMoveError, Json, MalformedMoveError, Text
from engines.kernel.view_cache import ViewCache

__all__ = [
    "LANGUAGES",
    "Barrier",
    "Field",
    "Game",
    "IllegalMoveError",
    "Json",
    "MalformedMoveError",
    "MoveType",
    "Opening",
    "Text",
    "rules_of",
]


@dataclass(frozen=True, slots=True)
class Field:
    """One parameter of a move or one option of a record: what a form draws, what text notation is derived from.

    Args:
        kind: ``integer``, ``choice`` (one of ``choices``), ``flag`` (true or false), ``text``, ``list`` (of ``of``),
            ``map`` (``keys`` to ``of``) or ``group`` (an object with ``fields``).
        label: What a form calls it, in every language.
        optional: Whether it may be left out. Every secret parameter is.
        choices: For ``choice``: the ids; of one type.
        aliases: For ``choice``: what a hand may write for an id (``+3`` for ``resource_3``).
        low: For ``integer``: least sensible value, for forms only: the rules refuse, not the field.
        high: For ``integer``: greatest sensible value, likewise.
        place: For a ``list`` of numbers: the names of its parts in the key of a place of the board (``q``, ``r``), by
            which forms show it and choose it whole.
        seat: For ``integer``: whether it names a seat; a hand may write its colour, and a form shows that.
        of: For ``list`` and ``map``: each item.
        keys: For ``map``: ``"seat"`` for a map by seat, else the allowed keys; empty for any.
        fields: For ``group``: its parameters.
        nullable: For the items of a ``map`` or ``list``: whether null is kept as an answer of its own (somebody saw
            that there was a number, nobody counted it), apart from a key that is left out.
        alone: For ``group``: whether exactly one of its parameters is given.
        plain: For ``map``: whether one value alone may stand for it; the rules say whose it is.
        sealed: For a ``map`` by seat: whether each seat's part is its own secret until then, which its seal fills in.
        default: For an option: its value where a record names none.
    """

    kind: Literal["integer", "choice", "flag", "text", "list", "map", "group"]
    label: Text | None = None
    optional: bool = False
    choices: tuple[str | int, ...] = ()
    aliases: Mapping[str, str | int] = field(default_factory=dict)
    low: int | None = None
    high: int | None = None
    place: tuple[str, ...] = ()
    seat: bool = False
    of: Field | None = None
    keys: Literal["seat"] | tuple[str, ...] = ()
    fields: Mapping[str, Field] = field(default_factory=dict)
    nullable: bool = False
    alone: bool = False
    plain: bool = False
    sealed: bool = False
    default: Any = None


@dataclass(frozen=True, slots=True)
class MoveType:
    """One type of move or of adjustment, as the games list and a form show it.

    Args:
        label: What it is called, in every language.
        fields: Its parameters beside ``type`` and ``seat``, in the order in which they are asked.
        seated: Whether a seat makes it; False for a move of the table (a tile turned up, a year ended).
        anytime: Whether it may be made at any time and nobody waits for it (a card thrown away between turns).
    """

    label: Text
    fields: Mapping[str, Field]
    seated: bool = True
    anytime: bool = False


@dataclass(frozen=True, slots=True)
class Opening:
    """A sealed fact that a move makes public whole.

    Args:
        name: The move that left the fact sealed.
        secret: The parameter of that move (a map by seat is sealed seat by seat: ``hands.0``).
        fills: The parameter of the opening move that states the fact, by dots where nested.
    """

    name: str
    secret: str
    fills: str


@dataclass(frozen=True, slots=True)
class Barrier:
    """Why nothing before a move may be taken back.

    Args:
        kind: Something was revealed, chance was resolved, or somebody reacted.
        what: The fact, as an id or a value (``wizard``); never a secret one.
        seats: Whom it binds.
    """

    kind: Literal["reveal", "chance", "reaction"]
    what: str
    seats: tuple[int, ...]


S = TypeVar("S")
E = TypeVar("E")


class Game(Protocol[S, E]):
    """One title: the same events always give the same state. Chance is data inside the move; of eyes it knows nothing.

    mypy checks each game's *module* against this Protocol; there is no base class.
    """

    name: str
    """The slug in URLs and in the log."""
    title: Text
    """The name on the box, in every language."""
    clauses: str
    """What the clauses of its rules page begin with: ``KIN`` for ``KIN-5.1``; no other title's do."""
    rules_version: int
    """Raised when old records would replay differently; a record pins ``<name>@<rules_version>``."""
    seats: range
    """How many may sit down."""
    most_moves: int
    """Moves that a record takes where no setting says otherwise: several times those of its longest play: no table
    comes near, and no record grows without an end."""
    secret: Mapping[str, Mapping[str, str]]
    """Move type -> parameter (by dots where nested) -> whose: ``seat`` (who makes the move), ``by_seat`` (a map, each
    seat its own), ``recorder`` (no seat's: only those see it who typed it)."""

    prose: Sequence[str]
    """Members of a box that change no play, at any depth: names, translations, where a figure comes from or a thing is
    drawn. Dots narrow one down (``name.es``). A game that declares none has none."""
    former_boxes: Mapping[str, str]
    """Content hash of an earlier default edition -> its play hash. A game that declares none has none."""
    box_form: BoxForm
    """The tables, rows and fields of its boxes, as an editor draws them (:mod:`engines.kernel.box.form`). A game that
    declares none has none: its boxes are corrected as files."""

    def box(self) -> Json:
        """The components of the default edition; fresh, so a caller may change it."""

    def check_box(self, box: Json) -> Sequence[tuple[str, Text]]:
        """Every fault of an owner's box as (path, what is wrong); empty when it can be played with.

        Raises:
            EnoughError: Too many faults (``engines.kernel.box.checks``); ``faults_of`` returns the first ones.
        """

    shorthand: Shorthand
    """The short forms that a hand would write; empty where the game has none."""

    def colours(self, box: Json) -> Mapping[str, Text]:
        """The colours a seat may have, each with the name that is printed for it in every language.

        They stand in the order in which they are given to seats that name none.
        """

    def options(self) -> Mapping[str, Field]:
        """The options of the rules, each with its default; what else a table agrees on is no option."""

    def moves(self, box: Json) -> Mapping[str, MoveType]:
        """Every type of move with its parameters."""

    def adjustments(self, box: Json) -> Mapping[str, MoveType]:
        """Every type of adjustment with its parameters: what a judge may put right; empty where the game has none.

        They stand in a ruling alone and are never on offer. No move has the name of one, and none has a secret: a
        ruling is public. One that is ``seated`` names the seat that it concerns.
        """

    def setup(self, seats: Sequence[str], options: Json, box: Json) -> S:
        """The table before the first move; ``seats`` are the colours, clockwise from seat 0.

        Raises:
            IllegalMoveError: The rules do not allow such a table (too many seats, one colour twice).
        """

    def decide(self, state: S, move: Json) -> E:
        """The event that the move is; the state is left as it is.

        The kernel has checked the shape of the fields and filled in the seat. A parameter that the move makes public
        and that a seal may fill (:meth:`opens`) may be missing; the event then carries None there.

        Raises:
            IllegalMoveError: A rule forbids it, as far as this fold knows.
        """

    def adjust(self, state: S, adjustment: Json) -> E:
        """The event that an adjustment is; the state is left as it is.

        The kernel has checked the shape of its fields. Whose turn it is does not matter; that pieces are neither made
        nor lost, that a space holds one piece, and whatever else is true of every table does.

        Raises:
            IllegalMoveError: Something would be true of the table that never is, or the adjustment would change
                nothing. It carries no event: there is no other meaning.
        """

    def evolve(self, state: S, event: E, name: str) -> None:
        """Apply an event, in place. Never refuses: what contradicts is noted in the state, with both names."""

    def may(self, state: S) -> Iterator[tuple[str, int | None]]:
        """Which types of move may be recorded now, and by which seat (None for a move of the table)."""

    def offers(self, state: S, partial: Json | None = None, derived: Sequence[int] | None = None) -> Json:
        """What may be recorded now, or, given part of a move, the next field (``docs/add-a-game.md``).

        Args:
            state: The state as its fold knows it; left as it is.
            partial: ``type`` and the fields known so far; None for every move.
            derived: The seats whose derived figures a domain may rest on; None for all. What lies behind the screen of
                any other seat narrows nothing: its domains are wider, and say so (``exact: false``).
        """

    def opens(self, state: S, move: Json) -> Sequence[Opening]:
        """The facts, sealed by earlier moves if at all, that this move makes public whole; of an adjustment none."""

    def replaces(self, state: S, move: Json) -> str | None:
        """The name of the earlier move whose place this one takes: a seat thinks again about what it sealed.

        None where it replaces no earlier move: it is the first of its kind, or its kind is made only once. Asked only
        for types of move that have a secret, after :meth:`decide` has taken the move.
        """

    def barrier(self, state: S, event: E) -> Barrier | None:
        """Whether the event, about to be applied to this state, bars what came before from being taken back.

        An adjustment never does.
        """

    def view(self, state: S, cache: ViewCache) -> Json:
        """The state as its fold knows it: JSON with string keys, a value that no later event changes.

        What follows from public moves but lies behind a screen stands by seat under ``derived`` and nowhere else while
        the game runs: who may see it is not the game's business.

        In every game: ``phase`` (``finished`` at the end), ``round``, ``to_move`` (seats), ``scores`` (by seat, or
        null), ``contradictions``.

        Args:
            state: The state; left as it is.
            cache: The cached parts of the last view. Built through it, a part that cannot have changed is the
                same object in both views, and their difference is found without a look inside. Nobody writes into it.
        """

    def facts(self, state: S) -> Json:
        """The few public facts a judge would compare; what the digest covers. Their shape never changes."""

    def result(self, state: S) -> Json | None:
        """None while the game runs; then ``seats`` (``rank``, ``score``, ``breakdown``), ``end``, ``tie_break``.

        ``tie_break`` is None where values alone ranked everybody; else it has ``rule``, ``how`` and ``seats``, and,
        where a tie is broken in several steps, ``steps``: each ``rule``, ``how`` and ``groups``, the better first.
        """

    def checks(self, state: S) -> Checks:
        """When a table compares its pieces with the record, and what can be counted for each seat now.

        A game may leave it out (:mod:`engines.kernel.checks.figures`): then nobody is asked to count.
        """

    def describe(self, event: E, before: Json, after: Json, box: Json, lang: str) -> str:
        """One sentence from the two views of one fold; things have the names of the record's own box."""

    def marks(self, event: E, before: Json, after: Json) -> Sequence[Json]:
        """What followed that a slider or a report would mark, each with a ``kind``; the kernel adds its own."""

    def encode(self, event: E) -> Json:
        """The event as the body of an entry: ``type``, ``seat``, what is known; ``decide`` takes it back."""

    def decode(self, data: Json) -> E:
        """The event of a body."""

    def table(self, rng: Random, seats: Sequence[str], options: Json, box: Json, knows: str = "all") -> Iterator[Json]:
        """An imaginary table: one complete legal game as a recorder would type it.

        It knows the truth; with ``knows="public"`` it leaves the secrets out. The random generator is passed in. A game
        that has no such players is simulated by chance (:mod:`engines.kernel.simulate`).
        """


def rules_of(game: Game[Any, Any]) -> str:
    """What a record's opening pins: title and version of the rules, as in ``kingdoms@1``."""
    return f"{game.name}@{game.rules_version}"
