"""The history of a table: the sources of VP, automatic income, the results of battles."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Gain:
    """The gain of a seat from one source in a phase; amounts actually received, negative if paid.

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
        times: The multiplier.
        moved: Steps that the marker moved.
        gold: For steps lost above the end of the track.
        missing: Steps that could not be made below 0.
        lost: VP actually lost for them.
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
    """The automatic steps of a turn.

    Args:
        order: The turn order.
        food: Seat -> its phase 3.
        income: Seat -> its phase 4.
        vp: Seat -> what it scored in phase 5.
        era_end: Seat -> the tiles it kept.
        home: Seat -> the cubes that left each region at the end of the era.
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
class Force:
    """One side of a battle.

    Args:
        seat: The seat.
        cubes: There before the battle.
        printed: The number of the battle row.
        loss: That number with all modifiers (ROE-11.18).
        lost: Cubes actually lost.
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
        region: The region of the battle.
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
    attacker: Force
    defender: Force
