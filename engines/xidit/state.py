"""The state of a table (chapters 2 and 20)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from engines.kernel.contradictions import Contradiction
from engines.kernel.game import Json
from engines.kernel.hidden.unknown import Unknown
from engines.xidit.box.components import Box, Mode, Seating

Phase = Literal["setup", "placing", "programming", "resolving", "census", "year_end", "evaluating", "finished"]
What = Literal["choose_titan", "choose_rewards", "place_bards", "advance_dummy", "reveal_top", "awaken", "place_story"]
RECRUIT, THREAT = "R", "T"
"""The two piles, and the two sides of a tile, as moves name them (chapter 11)."""
THREATS, TITANS, CENSUS, RULINGS = "threat", "titan", "census", "ruling"
"""Sources of a reward, or of gold that a judge gave or took."""


@dataclass(frozen=True, slots=True)
class Options:
    """How a record is played (chapter 18).

    Args:
        mode: The length.
        block: Whether a turned discard keeps its order (XID-11.14).
        any_action: Whether a recruitment forbids a titan, too (XID-13.8).
        strict: Whether a tile that differs from the derived one is refused.
        dummy_choice: ``any``, ``taken`` or ``untaken`` (XID-15.3).
        dummy_after: What is followed by a dummy step (XID-13.14).
    """

    mode: str
    block: bool
    any_action: bool
    strict: bool
    dummy_choice: str
    dummy_after: tuple[str, ...]


@dataclass(slots=True)
class Outcome:
    """The outcome of an executed order (chapters 5 to 9, 13).

    Args:
        did: ``moved``, ``stayed``, ``waited``, ``recruited``, ``threat``, ``titan`` or ``nothing``, as in a claim.
        city: City of the figure after it.
        unit: The unit recruited.
        tile: The threat or titan eliminated; None for a titan that nobody chose yet.
        reason: Why it was cancelled; None where it was not (chapter 23).
    """

    did: str
    city: int
    unit: str | None = None
    tile: str | None = None
    reason: str | None = None


@dataclass(slots=True)
class Gain:
    """Gold that a seat received (chapter 26).

    Args:
        name: The move that gave it.
        source: ``threat``, ``titan``, ``census`` or ``ruling``.
        what: The tile, the unit type of the census, or ``ruling``.
        year: When.
        amount: How much.
        tied: Whether the census was tied.
    """

    name: str
    source: str
    what: str
    year: int
    amount: int
    tied: bool = False


@dataclass(slots=True)
class Seat:
    """The holdings in front of and behind one player's screen.

    Args:
        units: Unit -> figures held; derived (chapter 19).
        gold: Derived.
        bards: Tokens left; derived.
        bastion: Tokens in the Bastion; derived.
        stories: In supply; public (XID-2.27).
        aside: Stories set aside by the census (XID-14.17).
        city: City of the Idrakys.
        program: The last ``program`` of this year.
        orders: The orders, as far as this fold knows; public once revealed.
        outcomes: Of the orders executed this year.
        recruited_in: Cities where a unit was recruited this year (XID-8.3).
        threat_in: Cities freed of a threat this year (XID-13.7).
        titan_in: Cities freed of a titan this year (XID-9.8).
        fist: The last ``census_show`` of this round.
        count: What it holds, as far as this fold knows.
        gains: Where the gold came from.
        dummy_names: Moves of this seat that raised the dummy.
        bastion_names: Moves that put tokens into the Bastion.
        unit_names: Moves that changed the units held.
        executed: Orders executed in the whole game.
        cancelled: Reason -> orders cancelled.
        freed: Threats and titans eliminated.
        recruited: Unit -> figures recruited in the whole game.
        spent: Unit -> figures paid in the whole game.
        wins: Unit -> rounds of the census won.
        declared: What the seat declared, by kind.
        out: The evaluation that eliminated the seat, from 1; 0 while it is in.
    """

    units: dict[str, int]
    gold: int
    bards: int
    stories: int
    recruited: dict[str, int]
    spent: dict[str, int]
    bastion: int = 0
    aside: int = 0
    city: int | None = None
    program: str | None = None
    orders: list[str] | None = None
    outcomes: list[Outcome] = field(default_factory=list)
    recruited_in: list[int] = field(default_factory=list)
    threat_in: list[int] = field(default_factory=list)
    titan_in: list[int] = field(default_factory=list)
    fist: str | None = None
    count: int | None = None
    gains: list[Gain] = field(default_factory=list)
    dummy_names: list[str] = field(default_factory=list)
    bastion_names: list[str] = field(default_factory=list)
    unit_names: list[str] = field(default_factory=list)
    executed: int = 0
    cancelled: dict[str, int] = field(default_factory=dict)
    freed: dict[str, int] = field(default_factory=lambda: {THREATS: 0, TITANS: 0})
    wins: dict[str, int] = field(default_factory=dict)
    declared: dict[str, int] = field(default_factory=dict)
    out: int = 0


@dataclass(slots=True)
class City:
    """What lies in a city.

    Args:
        tile: The tile on it.
        threat: Whether its threat side is up.
        units: Unit -> figures on a recruitment tile.
        guild: The owner of the guild here (XID-10.15).
        height: Its stories.
    """

    tile: str | None = None
    threat: bool = False
    units: dict[str, int] = field(default_factory=dict)
    guild: int | None = None
    height: int = 0


@dataclass(slots=True)
class Stack:
    """A stack of titans (XID-2.16, XID-2.17).

    Args:
        asleep: Tiles that still sleep.
        raging: The tile on top, where it rages.
        turned: Tiles that were turned, including the raging one.
    """

    asleep: int
    raging: str | None = None
    turned: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Due:
    """The decision or fact that must come next.

    Args:
        what: The move that answers it.
        seat: Who decides; None for a fact of the table.
        count: Bards to place.
        short: Whether fewer may be placed (XID-14.16).
        pile: Whose top is asked for.
        must: Whether the tile must be named, because it has to move (XID-11.24).
    """

    what: What
    seat: int | None = None
    count: int = 0
    short: bool = False
    pile: str = ""
    must: bool = False


@dataclass(slots=True)
class Reward:
    """Rewards that are being taken (chapter 10).

    Args:
        seat: The seat that takes them.
        city: The city of the threat or titan.
        source: ``threat`` or ``titan``.
        tile: The threat or titan that gives them.
        stage: What comes next: ``choose``, ``bards``, ``dummy``, ``leave``.
        taken: Those chosen.
    """

    seat: int
    city: int
    source: str
    tile: str
    stage: Literal["choose", "bards", "dummy", "leave"] = "choose"
    taken: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Renewal:
    """Tiles that are being renewed (chapter 11).

    Args:
        pile: The queue: ``R`` or ``T``.
        city: From which city the tile leaves.
        stage: What comes next: ``leave``, ``fill``, ``check``, ``tidy``.
        bare: Tiles that left without units in this renewal (XID-11.11).
        stale: Cities whose tile stayed without units in an earlier renewal (XID-11.25).
    """

    pile: str
    city: int
    stage: Literal["leave", "fill", "check", "tidy"] = "leave"
    bare: list[str] = field(default_factory=list)
    stale: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Grant:
    """Something that a winner of the census still has to place."""

    seat: int
    kind: str
    count: int


@dataclass(slots=True)
class Round:
    """A round of the census that was opened.

    Args:
        name: The move that opened it.
        year: When.
        unit: The type shown.
        counts: Shown, by seat.
        winners: Who showed most, in turn order; nobody where nothing was shown (XID-14.13).
        kind: Kind of the reward.
        each: What each of them takes.
    """

    name: str
    year: int
    unit: str
    counts: list[int]
    winners: list[int]
    kind: str
    each: int


@dataclass(slots=True)
class TieStep:
    """One tie-break step among contenders with the same value.

    Args:
        by: ``units`` (XID-17.12), ``dummy`` (it loses where units are equal, XID-15.7) or ``distance`` (XID-17.14).
        groups: Contenders that were equal before, the better group first; members of one group remain equal.
    """

    by: Literal["units", "dummy", "distance"]
    groups: list[list[int]]


@dataclass(slots=True)
class Tie:
    """Contenders with the same value, from better to worse, and what separated them.

    Args:
        contenders: Their numbers; the dummy's is the number of seats.
        units: Units in all, in the same order.
        steps: What separated them, in the order in which the rules ask.
    """

    contenders: list[int]
    units: list[int]
    steps: list[TieStep]


@dataclass(slots=True)
class Evaluation:
    """A completed evaluation (chapter 17); the dummy's contender number is the number of seats.

    Args:
        name: The move that recorded it.
        criterion: The criterion evaluated.
        values: By contender.
        order: Contenders from first to last.
        ties: What was tied.
        out: Who was eliminated, the better placed first.
    """

    name: str
    criterion: str
    values: list[int]
    order: list[int]
    ties: list[Tie]
    out: list[int]


@dataclass(slots=True)
class Finding:
    """A statement of the table that differs from the derived value; it changes nothing.

    Args:
        kind: ``declared`` or ``pile``.
        names: The moves that the derived figure follows from, then the one with the statement.
        seat: The seat concerned.
        what: Its subject: ``gold``, ``total``, a unit, a pile.
        said: The table's statement.
        derived: The derived value.
    """

    kind: Literal["declared", "pile"]
    names: list[str]
    seat: int | None
    what: str
    said: str
    derived: str


@dataclass(slots=True)
class State:
    """The table, as far as one fold knows.

    Args:
        box: The components.
        colours: Seat to colour, clockwise.
        options: The options that apply.
        chosen: The options with which the record was opened.
        mode: Its length.
        seating: The values that depend on the number of seats.
        seats: The holdings of each seat.
        cities: City -> what lies there.
        regions: Region -> seat (as text) -> bards; the central one stays empty, its tokens are in the Bastion.
        barracks: Unit -> figures.
        stacks: Titans.
        steps: Criterion -> steps of the dummy; empty without one.
        tile_set: The set in play, from the setup on.
        phase: Where in the game.
        year: From 1.
        order_no: From 1 while orders are resolved, else 0.
        turn: Seats after the first player whose turn it is.
        first_player: Who holds the token.
        executing: Whether an order is under way.
        due: The decision or fact that must come next.
        reward: Rewards being taken.
        renewal: Tiles being renewed.
        next_recruit: On the Next Recruitment space.
        next_threat: On the Next Threat space.
        recruit_pile: From the top; an unknown slot holds the label of its group.
        threat_pile: Likewise.
        recruit_discard: Exhausted recruitment tiles, oldest first.
        threat_discard: Eliminated threats, oldest first.
        hidden: What the unknown slots of the piles can be.
        unnoted: Piles whose top was seen by the table but not noted (XID-21.3).
        evaluation_order: Criteria from first to last.
        round: The round of the census, from 0.
        grants: What winners still have to place.
        opened: Whether the fists of the round are open.
        census: Every round so far.
        evaluations: Those done.
        bastion_open: Whether the Bastion was opened.
        renewals: Pile -> tiles renewed.
        awakenings: How many.
        findings: In the order in which they came.
        contradictions: In the order in which they were noticed.
    """

    box: Box = field(metadata={"fixed": True})
    colours: tuple[str, ...] = field(metadata={"fixed": True})
    options: Options = field(metadata={"fixed": True})
    chosen: Json = field(metadata={"fixed": True})
    mode: Mode = field(metadata={"fixed": True})
    seating: Seating = field(metadata={"fixed": True})
    seats: list[Seat]
    cities: dict[int, City]
    regions: dict[str, dict[str, int]]
    barracks: dict[str, int]
    stacks: dict[str, Stack]
    steps: dict[str, int]
    tile_set: str | None = None
    phase: Phase = "setup"
    year: int = 1
    order_no: int = 0
    turn: int = 0
    first_player: int | None = None
    executing: bool = False
    due: Due | None = None
    reward: Reward | None = None
    renewal: Renewal | None = None
    next_recruit: str | None = None
    next_threat: str | None = None
    recruit_pile: list[str] = field(default_factory=list)
    threat_pile: list[str] = field(default_factory=list)
    recruit_discard: list[str] = field(default_factory=list)
    threat_discard: list[str] = field(default_factory=list)
    hidden: Unknown = field(default_factory=lambda: Unknown.of(()))
    unnoted: list[str] = field(default_factory=list)
    evaluation_order: list[str] = field(default_factory=list)
    round: int = 0
    grants: list[Grant] = field(default_factory=list)
    opened: bool = False
    census: list[Round] = field(default_factory=list)
    evaluations: list[Evaluation] = field(default_factory=list)
    bastion_open: bool = False
    renewals: dict[str, int] = field(default_factory=lambda: {RECRUIT: 0, THREAT: 0})
    awakenings: int = 0
    findings: list[Finding] = field(default_factory=list)
    contradictions: list[Contradiction] = field(default_factory=list)
