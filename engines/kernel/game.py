"""The engine contract: what a game provides to the service. Its errors are in :mod:`engines.kernel.values`.

A game is a module of plain functions that satisfies :class:`Game`. It does no I/O and has no clock, no random numbers
and no access rights: chance results are data in the move, and a fold cannot leak a secret that it does not have.
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
    """One parameter of a move or one option of a record; forms and text notation are derived from it.

    Args:
        kind: ``integer``, ``choice`` (one of ``choices``), ``flag`` (true or false), ``text``, ``list`` (of ``of``),
            ``map`` (``keys`` to ``of``) or ``group`` (an object with ``fields``).
        label: Its label in a form, in every language.
        optional: Whether it may be left out. Every secret parameter is optional.
        choices: For ``choice``: the ids; all of one type.
        aliases: For ``choice``: other spellings of an id that a recorder may type (``+3`` for ``resource_3``).
        low: For ``integer``: least sensible value, for forms only; the rules check the actual range.
        high: For ``integer``: greatest sensible value, likewise.
        place: For a ``list`` of numbers: the names of its parts in the key of a place of the board (``q``, ``r``);
            forms show the list as a place and select it as a whole.
        seat: For ``integer``: whether it is a seat number; a recorder may type the colour, and forms show it.
        of: For ``list`` and ``map``: the field of each item.
        keys: For ``map``: ``"seat"`` for a map by seat, else the allowed keys; empty for any.
        fields: For ``group``: its parameters.
        nullable: For the items of a ``map`` or ``list``: whether null is a value of its own (a number was seen but not
            counted), different from a missing key.
        alone: For ``group``: whether exactly one of its parameters must be present.
        plain: For ``map``: whether a single value may replace the map; the rules decide which key it belongs to.
        sealed: For a ``map`` by seat: whether each seat's item is that seat's secret until this move; the seat's seal
            then fills it in.
        default: For an option: its value if the record does not set it.
        refusal: The clause and the code of the refusal of an impossible value, for games that refuse by declaration.
        rule: For an option: the clause that it decides; empty if there is none.
        later: For an option: whether older records may lack it; the default applies to them.
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
    refusal: tuple[str, str] | None = None
    rule: str = ""
    later: bool = False


@dataclass(frozen=True, slots=True)
class MoveType:
    """One type of move or of adjustment, as the games list and a form show it.

    Args:
        label: Its name, in every language.
        fields: Its parameters except ``type`` and ``seat``, in the order in which they are asked.
        seated: Whether a seat makes it; False for a move of the table (a tile turned up, a year ended).
        anytime: Whether it may be made at any time, so that nobody waits for it (a card discarded between turns).
    """

    label: Text
    fields: Mapping[str, Field]
    seated: bool = True
    anytime: bool = False


@dataclass(frozen=True, slots=True)
class Opening:
    """A sealed fact that a move makes public in full.

    Args:
        name: The name of the move that sealed the fact.
        secret: The parameter of that move (a map by seat is sealed seat by seat: ``hands.0``).
        fills: The parameter of the opening move that states the fact; a dotted path if nested.
    """

    name: str
    secret: str
    fills: str


@dataclass(frozen=True, slots=True)
class Barrier:
    """The reason why entries before a move cannot be undone.

    Args:
        kind: Something was revealed, chance was resolved, or a player reacted.
        what: The fact, as an id or a value (``wizard``); never a secret.
        seats: The seats that it binds.
    """

    kind: Literal["reveal", "chance", "reaction"]
    what: str
    seats: tuple[int, ...]


S = TypeVar("S")
E = TypeVar("E")


class Game(Protocol[S, E]):
    """One title: the same events always give the same state. It knows nothing of who may see what.

    mypy checks each game's *module* against this Protocol; there is no base class.
    """

    name: str
    """The slug in URLs and in the log."""
    title: Text
    """The name on the box, in every language."""
    clauses: str
    """The prefix of its clause ids, unique to the title: ``KIN`` in ``KIN-5.1``."""
    rules_version: int
    """Incremented when old records would replay differently; a record pins ``<name>@<rules_version>``."""
    seats: range
    """The possible numbers of players."""
    most_moves: int
    """Default maximum number of moves of a record: several times the longest possible play, so that no real game
    reaches it but no record grows without limit."""
    secret: Mapping[str, Mapping[str, str]]
    """Move type -> parameter (a dotted path if nested) -> owner: ``seat`` (the seat that makes the move), ``by_seat``
    (a map, each item owned by its seat), ``recorder`` (no seat; only the recorders who typed it see it)."""

    prose: Sequence[str]
    """Members of a box that do not affect play, at any depth: names, translations, sources of figures, positions of
    drawings. A dotted path is more specific (``name.es``). Optional; empty by default."""
    former_boxes: Mapping[str, str]
    """Content hash of an earlier default edition -> its play hash. Optional; empty by default."""
    box_form: BoxForm
    """The tables, rows and fields of its boxes, for the box editor (:mod:`engines.kernel.box.form`). Optional: without
    it, boxes are edited as files."""

    def box(self) -> Json:
        """The components of the default edition, as a new object that the caller may change."""

    def check_box(self, box: Json) -> Sequence[tuple[str, Text]]:
        """Every fault of an owner's box as (path, what is wrong); empty if the box can be used.

        Raises:
            EnoughError: Too many faults (``engines.kernel.box.checks``); ``faults_of`` returns the first ones.
        """

    shorthand: Shorthand
    """The short forms of moves that a recorder may type; empty if the game has none."""

    def colours(self, box: Json) -> Mapping[str, Text]:
        """The colours a seat may have, each with its printed name in every language.

        Seats that name no colour get them in this order.
        """

    def options(self) -> Mapping[str, Field]:
        """The options of the rules, each with its default; other agreements of the players are not options."""

    def moves(self, box: Json) -> Mapping[str, MoveType]:
        """Every type of move with its parameters."""

    def adjustments(self, box: Json) -> Mapping[str, MoveType]:
        """Every type of adjustment that a judge may make, with its parameters; empty if the game has none.

        Adjustments appear only in rulings and are never on offer. Their names differ from those of moves, and they have
        no secrets, because a ruling is public. A ``seated`` one names the seat that it concerns.
        """

    def setup(self, seats: Sequence[str], options: Json, box: Json) -> S:
        """The state before the first move; ``seats`` are the colours, clockwise from seat 0.

        Raises:
            IllegalMoveError: The rules do not allow these seats (too many, one colour twice).
        """

    def decide(self, state: S, move: Json) -> E:
        """The event of a move; does not modify the state.

        The kernel has checked the shape of the fields and filled in the seat. A parameter that the move makes public
        and that a seal may fill (:meth:`opens`) may be missing; the event then has None there.

        Raises:
            IllegalMoveError: A rule forbids the move, as far as this fold knows.
        """

    def adjust(self, state: S, adjustment: Json) -> E:
        """The event of an adjustment; does not modify the state.

        The kernel has checked the shape of its fields. The turn order is ignored, but every invariant of the table must
        hold: no pieces appear or disappear, a space holds one piece.

        Raises:
            IllegalMoveError: The adjustment would break an invariant or change nothing. The error has no event.
        """

    def evolve(self, state: S, event: E, name: str) -> None:
        """Apply an event in place. Never refuses: the state notes a contradiction with the names of both moves."""

    def may(self, state: S) -> Iterator[tuple[str, int | None]]:
        """The types of move that may be recorded now, each with its seat (None for a move of the table)."""

    def offers(self, state: S, partial: Json | None = None, derived: Sequence[int] | None = None) -> Json:
        """What may be recorded now, or, given part of a move, the next field (``docs/add-a-game.md``).

        Args:
            state: The state as its fold knows it; not modified.
            partial: ``type`` and the fields known so far; None for every move.
            derived: The seats whose derived figures may narrow a domain; None for all. Figures behind the screen of any
                other seat are not used: such domains are wider and marked ``exact: false``.
        """

    def opens(self, state: S, move: Json) -> Sequence[Opening]:
        """The facts, possibly sealed by earlier moves, that this move makes public in full; none for an adjustment."""

    def replaces(self, state: S, move: Json) -> str | None:
        """The name of the earlier move that this one replaces: a seat changes what it sealed.

        None if it replaces no earlier move: it is the first of its kind, or its kind is made only once. Called only for
        types of move that have a secret, after :meth:`decide` has accepted the move.
        """

    def barrier(self, state: S, event: E) -> Barrier | None:
        """The barrier that the event, about to be applied to this state, sets to undoing earlier entries; or None.

        An adjustment never sets one.
        """

    def view(self, state: S, cache: ViewCache) -> Json:
        """The state as its fold knows it: JSON with string keys that no later event modifies.

        Figures that follow from public moves but are behind a screen are under ``derived``, by seat, and nowhere else
        while the game runs: the game does not decide who may see them.

        In every game: ``phase`` (``finished`` at the end), ``round``, ``to_move`` (seats), ``scores`` (by seat, or
        null), ``contradictions``.

        Args:
            state: The state; not modified.
            cache: The cached parts of the last view. A part built through it that cannot have changed is the same
                object in both views, so that the diff skips it. Nobody modifies such a part.
        """

    def facts(self, state: S) -> Json:
        """The few public facts that a judge would compare; the digest covers them. Their shape never changes."""

    def result(self, state: S) -> Json | None:
        """None while the game runs; then ``seats`` (``rank``, ``score``, ``breakdown``), ``end``, ``tie_break``.

        ``tie_break`` is None if the values alone rank all seats; otherwise it has ``rule``, ``how`` and ``seats``, and,
        if a tie is broken in several steps, ``steps``: each has ``rule``, ``how`` and ``groups``, the best group first.
        """

    def checks(self, state: S) -> Checks:
        """The check points passed so far, and the figures that can be counted for each seat now.

        Optional (:mod:`engines.kernel.checks.figures`): without it, players are never asked to count.
        """

    def describe(self, event: E, before: Json, after: Json, box: Json, lang: str) -> str:
        """One sentence about an event, from the two views of one fold; things are named as in the record's own box."""

    def marks(self, event: E, before: Json, after: Json) -> Sequence[Json]:
        """Consequences that a slider or a report marks, each with a ``kind``; the kernel adds its own."""

    def encode(self, event: E) -> Json:
        """The event as the body of an entry: ``type``, ``seat``, what is known; ``decide`` accepts it as a move."""

    def decode(self, data: Json) -> E:
        """The event of a body."""

    def table(self, rng: Random, seats: Sequence[str], options: Json, box: Json, knows: str = "all") -> Iterator[Json]:
        """A simulated table: one complete legal game as a recorder would type it.

        It knows every secret; with ``knows="public"`` it leaves them out. Optional: without it, moves are drawn at
        random (:mod:`engines.kernel.simulate`).
        """


def rules_of(game: Game[Any, Any]) -> str:
    """The title and version of the rules that a record's opening pins, such as ``kingdoms@1``."""
    return f"{game.name}@{game.rules_version}"
