"""The state of a table, and values derived from it (KIN-2, KIN-6, KIN-14)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from engines.kernel.contradictions import Contradiction
from engines.kernel.hidden.unseen import Unseen
from engines.kingdoms.box.components import Box

Phase = Literal["dealing", "playing", "scored", "finished"]
Status = Literal["not_dealt", "face_down", "placed", "revealed"]


@dataclass(slots=True)
class Piece:
    """A piece on a space: a tile or a castle (KIN-5.1); never modified.

    Not frozen: a replay creates one for nearly every move, and a frozen one takes four times as long to create.

    Args:
        name: The move that put it there.
        seat: The seat that put it there.
        tile: Its kind; None for a castle, and for a starting tile that this fold does not know.
        rank: Towers of the castle; 0 for a tile.
        start: Whether the tile was a starting tile.
    """

    name: str
    seat: int
    tile: str | None = None
    rank: int = 0
    start: bool = False


@dataclass(slots=True)
class Seat:
    """The pieces in front of one player.

    Args:
        gold: May be below 0 (KIN-10.4).
        reserve: Rank -> castles that may still be placed.
        boxed: Rank -> castles that left the game (KIN-11.3).
        used: Rank -> castles placed in the whole game.
        placed: Rank -> the moves whose castles have not returned to the reserve.
        passes: Forced passes in the whole game.
        unplaced: Starting tiles never placed, in the epochs scored so far.
        ruled: Net gold from rulings.
        status: Where the starting tile of this epoch is.
        tile: Its kind, as far as this fold knows.
        dealt: The move that dealt it.
        shown: The move that revealed it.
    """

    gold: int
    reserve: dict[int, int]
    boxed: dict[int, int]
    used: dict[int, int]
    placed: dict[int, list[str]]
    passes: int = 0
    unplaced: int = 0
    ruled: int = 0
    status: Status = "not_dealt"
    tile: str | None = None
    dealt: str | None = None
    shown: str | None = None


@dataclass(slots=True)
class Castle:
    """A castle as it was scored.

    ``bonus``: what the wizard adds (KIN-9.14).
    """

    cell: int
    seat: int
    rank: int
    bonus: int


@dataclass(slots=True)
class Part:
    """A run of spaces between mountains, as it was scored (KIN-9.1).

    Args:
        cells: Its spaces, in order.
        resources: Sum of the resources, before a dragon.
        cancelled: The part of ``resources`` that a dragon cancels.
        hazards: Sum of the hazards; 0 or negative.
        dragon: Whether the part has a dragon.
        mine: 2 where a gold mine doubles, else 1.
        base: What one rank is worth.
        castles: Every castle here, in order.
        ranks: Seat to rank total, 0 without a castle.
    """

    cells: list[int]
    resources: int
    cancelled: int
    hazards: int
    dragon: bool
    mine: int
    base: int
    castles: list[Castle]
    ranks: list[int]


@dataclass(slots=True)
class LineScore:
    """A row or column as it was scored.

    Args:
        line: ``row`` or ``column``.
        index: From 1.
        parts: The parts with at least one space.
        gold: By seat.
    """

    line: str
    index: int
    parts: list[Part]
    gold: list[int]


@dataclass(slots=True)
class EpochScore:
    """An epoch as it was scored; every list of gold is by seat.

    Args:
        lines: Rows from the top, then columns from the left.
        rows: Gold from the rows.
        columns: Gold from the columns.
        total: Both together.
        before: Gold before.
        after: Gold after.
        counted: Seat -> the total that the table counted itself; None where it recorded none.
    """

    lines: list[LineScore]
    rows: list[int]
    columns: list[int]
    total: list[int]
    before: list[int]
    after: list[int]
    counted: dict[int, int] | None = None


@dataclass(slots=True)
class State:
    """The table, as far as one fold knows.

    Args:
        box: The components.
        colours: Seat to colour, clockwise.
        seats: The pieces in front of each.
        cells: The board, row-major.
        supply: Face-down tiles to draw from.
        hidden: The tiles that are face down: in the supply, and the starting tiles unknown to this fold (KIN-14.7).
            All were shuffled together: each can be any kind that is left.
        past_mountains: Whether dragon and gold mine act on the whole line (KIN-9.22).
        phase: ``dealing``, ``playing``, ``scored`` or ``finished``.
        epoch: From 1.
        placements: Spaces filled in this epoch.
        start_player: The seat with the first turn of this epoch.
        start_recorded: The move that recorded it (KIN-13.5).
        to_move: Whose turn it is, while playing.
        passed: Passes in a row (KIN-6.5).
        results: Epoch -> its scoring.
        contradictions: In the order in which they were noticed.
    """

    box: Box = field(metadata={"fixed": True})
    colours: tuple[str, ...] = field(metadata={"fixed": True})
    seats: list[Seat]
    cells: list[Piece | None]
    supply: int
    hidden: Unseen
    past_mountains: bool = field(default=False, metadata={"fixed": True})
    phase: Phase = "dealing"
    epoch: int = 1
    placements: int = 0
    start_player: int | None = None
    start_recorded: str | None = None
    to_move: int | None = None
    passed: int = 0
    results: dict[int, EpochScore] = field(default_factory=dict)
    contradictions: list[Contradiction] = field(default_factory=list)


def shuffled(box: Box) -> Unseen:
    """Every tile face down, before an epoch (KIN-2.6, KIN-11.7)."""
    return Unseen(dict(box.copies))


def cell_at(box: Box, row: int, col: int) -> int:
    """The space in a row and a column, both from 1."""
    return (row - 1) * box.columns + col - 1


def leaders(state: State) -> list[int]:
    """The seats with the most gold in all (KIN-11.11); everybody, before an epoch is scored (KIN-2.11)."""
    if not state.results:
        return list(range(len(state.seats)))
    most = max(seat.gold for seat in state.seats)
    return [place for place, seat in enumerate(state.seats) if seat.gold == most]


def candidates(state: State) -> list[str]:
    """What a starting tile of unknown kind can still be, in the order of the box (KIN-14.10)."""
    return [kind for kind, count in state.hidden.free.items() if count > 0]


def lying(state: State, tile: str) -> list[Piece]:
    """The copies of a kind on the board."""
    return [piece for piece in state.cells if piece is not None and piece.tile == tile]


def confided(state: State, tile: str) -> list[int]:
    """The seats whose face-down starting tile is of this kind, as far as this fold knows."""
    return [place for place, seat in enumerate(state.seats) if seat.status == "face_down" and seat.tile == tile]


def revealed(state: State, tile: str) -> list[int]:
    """The seats that revealed their starting tile as this kind (KIN-14.14)."""
    return [place for place, seat in enumerate(state.seats) if seat.status == "revealed" and seat.tile == tile]


def stuck(state: State, seat: Seat) -> bool:
    """Whether none of the three actions is possible for a seat, so that it passes (KIN-6.2)."""
    return not state.supply and seat.status != "face_down" and not any(seat.reserve.values())
