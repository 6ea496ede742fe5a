"""The table, as far as one fold knows; everything is public (chapter 20)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from engines.kernel.contradictions import Contradiction
from engines.rise_of_empires.box.components import PROGRESS, TERRITORY, Box
from engines.rise_of_empires.box.pieces import Turn
from engines.rise_of_empires.rules.history import Entry, Fought, TurnReport

Phase = Literal["start_player", "reveal", "actions", "food", "income", "era_end", "turn_order", "finished"]
"""What the table waits for."""

CLEARED, LOST, BUILT, RULED = "cleared", "lost", "built", "ruled"
"""Reasons why a tile left the game: nobody took it; its owner lost it; a wonder was built; a judge ordered it."""


@dataclass(slots=True)
class Owned:
    """A progress tile of a seat.

    Args:
        up: Whether it lies face up (ROE-6.8).
        waiting: Seats that must act before it is usable (ROE-6.9).
    """

    up: bool
    waiting: tuple[int, ...]


@dataclass(slots=True)
class Seat:
    """The holdings of a player.

    Args:
        vp: Victory points.
        food: Step of the food track.
        gold: Gold.
        resource: Resource discs.
        pool: Cubes ready for use.
        stock: Cubes in the general stock.
        discs: Action discs in hand.
        acted: Actions taken in this turn.
        alliance: Region of the alliance piece; None in hand.
        progress: Its progress tiles.
        territory: Kind -> its territory tiles.
        cities: City -> the turn in which it was taken.
        empire: Empire tiles taken in this turn.
        ledger: Where its VP come from.
    """

    vp: int
    food: int
    gold: int
    resource: int
    pool: int
    stock: int
    discs: int
    acted: int = 0
    alliance: str | None = None
    progress: dict[str, Owned] = field(default_factory=dict)
    territory: dict[str, int] = field(default_factory=dict)
    cities: dict[str, int] = field(default_factory=dict)
    empire: tuple[str, ...] = ()
    ledger: list[Entry] = field(default_factory=list)

    def copy(self) -> Seat:
        """A copy of the player's holdings for separate changes; shares its maps, but not its ledger and progress."""
        return Seat(
            self.vp,
            self.food,
            self.gold,
            self.resource,
            self.pool,
            self.stock,
            self.discs,
            self.acted,
            self.alliance,
            self.progress.copy(),
            self.territory,
            self.cities,
            self.empire,
            self.ledger.copy(),
        )

    def score(self, turn: int, line: str, of: str | None, vp: int) -> None:
        """Gain or lose VP; the ledger stores the reason."""
        if vp:
            self.vp += vp
            self.ledger.append(Entry(turn, line, of, vp))


@dataclass(slots=True)
class Lying:
    """Tiles that may be taken, or that are out of the game.

    Args:
        progress: Progress tile -> the reason why it lies there; empty if obvious.
        territory: Kind -> number.
        city: City tile -> the reason why it lies there.
    """

    progress: dict[str, str] = field(default_factory=dict)
    territory: dict[str, int] = field(default_factory=dict)
    city: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class State:
    """The table.

    Args:
        box: The components.
        colours: Of the seats, clockwise.
        needs_cube: Whether the empire row needs a cube in an A turn (ROE-5.16).
        tie_counts_map: Whether cubes on the map count in ties for the turn order (ROE-16.4).
        limited: Whether resource discs are limited (ROE-1.14).
        seats: The holdings of each player.
        cubes: Region -> cubes by seat.
        rows: Row -> what lies on its circles, circle 1 first.
        trade: Trade box -> who used it in this turn.
        empire: Empire tiles in the boxes.
        new: Tiles turned up in this turn.
        aside: Tiles set aside.
        gone: Tiles out of the game.
        unseen: Progress tiles never turned up.
        unseen_territory: Kind -> tiles never turned up.
        unseen_city: City tiles never turned up.
        phase: What the table waits for.
        turn: From 1.
        order: The turn order of this turn.
        to_move: The seat that has to act or choose.
        at: Number of seats done in a phase that runs in turn order.
        next_order: By position, the seat that took it for the next turn.
        opened: Whether anybody has taken a tile that opens overseas regions.
        battles: Those of the last action.
        reports: Turn -> its automatic steps.
        said: Tile, trade box or region to the last entry that named it.
        contradictions: Entries that cannot all be right.
    """

    box: Box = field(metadata={"fixed": True})
    colours: tuple[str, ...] = field(metadata={"fixed": True})
    needs_cube: bool = field(metadata={"fixed": True})
    tie_counts_map: bool = field(metadata={"fixed": True})
    limited: bool = field(metadata={"fixed": True})
    seats: list[Seat]
    cubes: dict[str, list[int]]
    rows: dict[str, list[int | None]]
    trade: dict[str, int | None]
    empire: dict[str, str]
    new: Lying
    aside: Lying
    gone: Lying
    unseen: dict[str, str]
    unseen_territory: dict[str, int]
    unseen_city: dict[str, str]
    phase: Phase = "start_player"
    turn: int = 1
    order: list[int] = field(default_factory=list)
    to_move: int | None = None
    at: int = 0
    next_order: list[int | None] = field(default_factory=list)
    opened: bool = False
    battles: tuple[Fought, ...] = ()
    reports: dict[int, TurnReport] = field(default_factory=dict)
    said: dict[str, str] = field(default_factory=dict)
    contradictions: list[Contradiction] = field(default_factory=list)

    @property
    def now(self) -> Turn:
        """The turn that is played."""
        return self.box.turns[self.turn - 1]

    @property
    def actions(self) -> int:
        """Actions of each player in a turn (ROE-5.1)."""
        return self.box.start["discs"]


def on_map(state: State, seat: int) -> int:
    """Cubes of a seat on the map."""
    return sum(cubes[seat] for cubes in state.cubes.values())


def ranking(cubes: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The seats that control a region, and those in second place, ascending (ROE-10.1, 10.2, 10.7, 10.9, 10.11)."""
    most = max(cubes)
    if not most:
        return (), ()
    first = tuple(seat for seat, count in enumerate(cubes) if count == most)
    if len(first) > 1:
        return first, ()
    after = max((count for count in cubes if count < most), default=0)
    return first, tuple(seat for seat, count in enumerate(cubes) if after and count == after)


def overseas_open(state: State) -> bool:
    """Whether the Navigation rule allows overseas regions (ROE-9.22, ROE-9.24)."""
    return state.opened or not (state.now.era < 2 or (state.now.era == 2 and state.now.placing))  # noqa: PLR2004 - eras


def bank(state: State) -> int | None:
    """Resource discs in the bank; None where they are not limited (ROE-1.11, ROE-1.14)."""
    if not state.limited:
        return None
    on_track = sum(state.box.trade[box].resources for box, seat in state.trade.items() if seat is not None)
    return max(state.box.discs - on_track - sum(seat.resource for seat in state.seats), 0)


def removal(row: Sequence[int | None], circle: int) -> int:
    """Discs further left than a circle, from 1 (ROE-5.22 to 5.24, ROE-5.33)."""
    return sum(seat is not None for seat in row[circle:])


def coming_progress(state: State) -> tuple[str, ...] | None:
    """The progress tiles that the next reveal must turn up; None where chance decides (ROE-4.13, ROE-20.4)."""
    turn = next_turn(state)
    if turn is None:
        return ()
    left = tuple(tile for tile in state.unseen if state.box.progress[tile].era == turn.era)
    return left if len(left) <= turn.progress else None


def coming_territory(state: State) -> Mapping[str, int] | None:
    """Kind to the territory tiles that the next reveal must turn up; None where chance decides (ROE-4.14)."""
    turn = next_turn(state)
    if turn is None or not turn.territory:
        return {}
    left = {kind: count for kind, count in state.unseen_territory.items() if count}
    return left if sum(left.values()) <= turn.territory else None


def coming_cities(state: State) -> tuple[str, ...]:
    """The city tiles that the next reveal turns up (ROE-4.12)."""
    turn = next_turn(state)
    if turn is None:
        return ()
    tiles = state.box.cities
    return tuple(city for city in state.unseen_city if (tiles[city].era, tiles[city].letter) == (turn.era, turn.letter))


def next_turn(state: State) -> Turn | None:
    """The turn whose tiles are turned up next; None when all have been."""
    if state.phase in ("start_player", "reveal"):
        return state.now
    return state.box.turns[state.turn] if state.turn < len(state.box.turns) else None


def choosers(state: State) -> list[int]:
    """The seats that still choose a position, the next one first (ROE-16.1 to 16.6)."""
    left = [seat for seat in state.order if seat not in state.next_order]
    return sorted(left, key=lambda seat: (state.seats[seat].vp, pieces(state, seat), -state.order.index(seat)))


def pieces(state: State, seat: int) -> int:
    """The pieces that count in a tie of VP for the turn order (ROE-16.3 to 16.5)."""
    mine = state.seats[seat]
    return mine.gold + mine.resource + mine.pool + (on_map(state, seat) if state.tie_counts_map else 0)


def has_food_choice(state: State, seat: int) -> bool:
    """Whether a seat owns a city with food upkeep (ROE-13.2)."""
    return any(state.box.cities[city].food for city in state.seats[seat].cities)


def has_upkeep_choice(state: State, seat: int) -> bool:
    """Whether a seat owns a city with resource upkeep (ROE-14.5)."""
    return any(state.box.cities[city].resource for city in state.seats[seat].cities)


def has_era_choice(state: State, seat: int) -> bool:
    """Whether a seat owns a progress or city tile (ROE-17.2)."""
    return bool(state.seats[seat].progress or state.seats[seat].cities)


def unit(mine: Seat, name: str) -> int:
    """How many of a unit a seat has; cubes are those of the pool (ROE-5.25, ROE-5.27)."""
    have: Mapping[str, int] = {
        "gold": mine.gold,
        "cube": mine.pool,
        "cubes": mine.pool,
        "resource": mine.resource,
        "food": mine.food,
        "vp": mine.vp,
    }
    return have[name]


def on_offer(state: State, row: str, tile: str) -> bool:
    """Whether a progress, territory or city tile may be taken (ROE-4.20)."""
    if row == PROGRESS:
        return tile in state.new.progress or tile in state.aside.progress
    if row == TERRITORY:
        return bool(state.new.territory.get(tile) or state.aside.territory.get(tile))
    return tile in state.new.city or tile in state.aside.city


def twins(box: Box, tile: str, own: Iterable[str]) -> str | None:
    """The tile of the same name and era among those of a seat; None where there is none (ROE-6.5)."""
    shape = box.progress.get(tile)
    if shape is None:
        return None
    name = (shape.slug, shape.era)
    return next((one for one in own if one != tile and (box.progress[one].slug, box.progress[one].era) == name), None)
