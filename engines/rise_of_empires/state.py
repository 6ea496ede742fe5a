"""The table as one fold knows it; everything lies open (chapter 20)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from engines.kernel.contradictions import Contradiction
from engines.kernel.game import Json
from engines.kernel.seating import check_seats
from engines.rise_of_empires.data import PROGRESS, SEATS, TERRITORY, Box, Turn, colours, read
from engines.rise_of_empires.moves import LIMITED, NEEDS_CUBE, TIE_COUNTS_MAP

Phase = Literal["start_player", "reveal", "actions", "food", "income", "era_end", "turn_order", "finished"]
"""What the table waits for."""

CLEARED, LOST, BUILT, RULED = "cleared", "lost", "built", "ruled"
"""Why a tile is out of the game: nobody took it; its owner lost it; a wonder was built; a judge ordered it."""


@dataclass(frozen=True, slots=True)
class Gain:
    """What one source gave a seat in a phase; amounts really got, negative where they were paid.

    Args:
        source: ``territory``, ``city``, ``upkeep``, ``region``, ``second``, ``progress``, ``town``.
        of: The tile, the kind or the region.
        count: Tiles of a kind; players who share a region; 1 elsewhere.
        food: Steps of food, before any doubling.
        gold: Gold.
        resource: Resource discs.
        cubes: Cubes from the stock to the pool.
        vp: VP.
    """

    source: str
    of: str
    count: int = 1
    food: int = 0
    gold: int = 0
    resource: int = 0
    cubes: int = 0
    vp: int = 0


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the ledger of VP.

    Args:
        turn: From 1.
        line: Of the scoring breakdown.
        of: The tile, region or box; None where there is none.
        vp: How many, negative where they were lost.
    """

    turn: int
    line: str
    of: str | None
    vp: int


@dataclass(frozen=True, slots=True)
class FoodReport:
    """Phase 3 of a seat (ROE-13).

    Args:
        items: Each source, before doubling.
        total: Their sum.
        times: By what it was multiplied.
        moved: Steps that the marker moved.
        gold: For steps lost above the end of the track.
        missing: Steps that could not be made below 0.
        lost: VP really lost for them.
        given_up: Cities given up.
    """

    items: tuple[Gain, ...]
    total: int
    times: int
    moved: int
    gold: int
    missing: int
    lost: int
    given_up: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class IncomeReport:
    """Phase 4 of a seat (ROE-14).

    Args:
        items: What step 1 gave.
        paid: Cities whose upkeep was paid.
        given_up: Cities given up.
        after: What the cities paid for gave.
    """

    items: tuple[Gain, ...]
    paid: tuple[str, ...]
    given_up: tuple[str, ...]
    after: tuple[Gain, ...]


@dataclass(frozen=True, slots=True)
class KeepReport:
    """The end of an era for a seat (ROE-17).

    Args:
        progress: Progress tiles kept.
        cities: Cities kept.
        lost: Tiles lost.
        gold: Paid for the progress tiles.
        cubes: Paid for the cities.
    """

    progress: tuple[str, ...]
    cities: tuple[str, ...]
    lost: tuple[str, ...]
    gold: int
    cubes: int


@dataclass(slots=True)
class TurnReport:
    """What happened by itself in a turn.

    Args:
        order: The turn order.
        food: Seat to its phase 3.
        income: Seat to its phase 4.
        vp: Seat to what it scored in phase 5.
        era_end: Seat to the tiles it kept.
        home: Seat to the cubes that left each region at the end of the era.
        vp_after: VP of each seat after the turn; None while it is not over.
    """

    order: list[int]
    food: dict[int, FoodReport] = field(default_factory=dict)
    income: dict[int, IncomeReport] = field(default_factory=dict)
    vp: dict[int, tuple[Gain, ...]] = field(default_factory=dict)
    era_end: dict[int, KeepReport] = field(default_factory=dict)
    home: dict[int, dict[str, int]] = field(default_factory=dict)
    vp_after: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a battle.

    Args:
        seat: Who.
        cubes: There before the battle.
        printed: The number of the battle row.
        loss: That number with all modifiers (ROE-11.18).
        lost: Cubes really lost.
    """

    seat: int
    cubes: int
    printed: int
    loss: int
    lost: int


@dataclass(frozen=True, slots=True)
class Fought:
    """A battle of the last action.

    Args:
        region: Where.
        tile: The empire tile.
        row: The battle row, 0 the upper.
        use: Progress tiles used in it.
        attacker: Who attacked.
        defender: Who was attacked.
    """

    region: str
    tile: str
    row: int
    use: tuple[str, ...]
    attacker: Side
    defender: Side


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
    """What lies before a player.

    Args:
        vp: Victory points.
        food: Step of the food track.
        gold: Gold.
        resource: Resource discs.
        pool: Cubes ready for use.
        stock: Cubes in the general stock.
        discs: Action discs in hand.
        acted: Actions taken in this turn.
        alliance: Where the alliance piece stands; None in hand.
        progress: Its progress tiles.
        territory: Kind to its territory tiles.
        cities: City to the turn in which it was taken.
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

    def score(self, turn: int, line: str, of: str | None, vp: int) -> None:
        """Gain VP, or lose them; the ledger keeps why."""
        if vp:
            self.vp += vp
            self.ledger.append(Entry(turn, line, of, vp))


@dataclass(slots=True)
class Lying:
    """Tiles that may be taken, or that are out of the game.

    Args:
        progress: Progress tile to why it lies there; empty where that is clear.
        territory: Kind to number.
        city: City tile to why it lies there.
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
        seats: What lies before each player.
        cubes: Region to cubes by seat.
        rows: Row to what lies on its circles, circle 1 first.
        trade: Trade box to who used it in this turn.
        empire: Empire tiles in the boxes.
        new: Tiles turned up in this turn.
        aside: Tiles set aside.
        gone: Tiles out of the game.
        unseen: Progress tiles never turned up.
        unseen_territory: Kind to tiles never turned up.
        unseen_city: City tiles never turned up.
        phase: What the table waits for.
        turn: From 1.
        order: The turn order of this turn.
        to_move: Whose action or choice it is.
        at: Of a phase worked off in turn order: how many seats are done.
        next_order: By position, who took it for the next turn.
        opened: Whether anybody has taken a tile that opens overseas regions.
        battles: Those of the last action.
        reports: Turn to what happened by itself.
        said: Tile, trade box or region to the entry that last spoke of it.
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


def setup(seats: Sequence[str], options: Json, box: Json) -> State:
    """The table before the starting player is chosen (ROE-2).

    Raises:
        IllegalMoveError: Not 2 to 5 players, or two with one colour (ROE-2.1, ROE-2.2).
    """
    check_seats(seats, SEATS, colours(box), counted="ROE-2.1", coloured="ROE-2.2")
    known, count = read(box), len(seats)
    start = known.start
    circles = known.circles[count]
    return State(
        known,
        tuple(seats),
        bool(options.get(NEEDS_CUBE)),
        bool(options.get(TIE_COUNTS_MAP)),
        bool(options.get(LIMITED)),
        seats=[
            Seat(
                start["vp"],
                start["food"],
                start["gold"],
                start["resource"],
                start["pool"],
                start["stock"],
                start["discs"],
            )
            for _ in seats
        ],
        cubes={region: [0] * count for region in known.regions},
        rows={row: [None] * min(circles, known.caps.get(row, circles)) for row in known.rows},
        trade=dict.fromkeys(known.trade),
        empire=dict.fromkeys(known.empire, ""),
        new=Lying(),
        aside=Lying(),
        gone=Lying(),
        unseen=dict.fromkeys(known.progress, ""),
        unseen_territory={kind: tile.count for kind, tile in known.territory.items()},
        unseen_city=dict.fromkeys(known.cities, ""),
    )


# ------------------------------------------------------------------------------------------------- what follows of it


def on_map(state: State, seat: int) -> int:
    """Cubes of a seat on the map."""
    return sum(cubes[seat] for cubes in state.cubes.values())


def ranking(cubes: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Who controls a region, and who has the second place: seats, ascending (ROE-10.1, 10.2, 10.7, 10.9, 10.11)."""
    most = max(cubes)
    if not most:
        return (), ()
    first = tuple(seat for seat, count in enumerate(cubes) if count == most)
    if len(first) > 1:
        return first, ()
    after = max((count for count in cubes if count < most), default=0)
    return first, tuple(seat for seat, count in enumerate(cubes) if after and count == after)


def overseas_open(state: State) -> bool:
    """Whether overseas regions may be used as far as Navigation goes (ROE-9.22, ROE-9.24)."""
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


def waiting(state: State, seat: int, tile: str) -> tuple[int, ...]:
    """Who must still act before a seat's tile is usable (ROE-6.9)."""
    owned = state.seats[seat].progress.get(tile)
    return owned.waiting if owned is not None else ()


def choosers(state: State) -> list[int]:
    """The seats that still choose a position, the next one first (ROE-16.1 to 16.6)."""
    left = [seat for seat in state.order if seat not in state.next_order]
    return sorted(left, key=lambda seat: (state.seats[seat].vp, pieces(state, seat), -state.order.index(seat)))


def pieces(state: State, seat: int) -> int:
    """What counts in a tie of VP for the turn order (ROE-16.3 to 16.5)."""
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
