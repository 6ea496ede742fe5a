"""The pieces of a box as the engine works with them: tiles, regions, boxes, turns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from engines.kernel.box.reading import At
from engines.kernel.game import Text


@dataclass(frozen=True, slots=True)
class Effect:
    """One effect of a progress tile.

    Args:
        kind: A word of the vocabulary.
        phase: When an income comes: ``food``, ``income`` or ``vp``.
        per: What is counted, as in ``territory.plain``.
        most: Most units counted; None for no limit.
        gain: What is gained, by name as in the box; of ``income_per`` for each unit counted.
        pay: What an exchange costs, likewise.
        number: Cubes taken, regions added or exempt, gold taken off a price.
        attacker_loss: Added to the attacker's loss.
        defender_loss: Added to the defender's loss.
        minimum: The least loss that a defender's tile may leave.
        on: ``gold`` or ``vp``: the kind of trade.
        text: What is printed, where the vocabulary lacks it.
    """

    kind: str
    phase: str = ""
    per: str = ""
    most: int | None = None
    gain: Mapping[str, int] = field(default_factory=dict)
    pay: Mapping[str, int] = field(default_factory=dict)
    number: int = 0
    attacker_loss: int = 0
    defender_loss: int = 0
    minimum: int = 0
    on: str = ""
    text: Text | None = None


@dataclass(frozen=True, slots=True)
class Progress:
    """A progress tile (ROE-6).

    Args:
        id: How moves name it.
        slug: The name that it shares with its copies.
        name: Shown only.
        era: 1 to 3.
        red: Whether it has a red lower edge (ROE-4.6).
        use: ``phase``, ``passive``, ``free_action`` or ``with_action_once``.
        effects: What it does.
        kinds: The kinds of its effects.
    """

    id: str
    slug: str
    name: Text
    era: int
    red: Annotated[bool, At("red_stripe")]
    use: str
    effects: tuple[Effect, ...]
    kinds: frozenset[str]


@dataclass(frozen=True, slots=True)
class Territory:
    """A kind of territory tile (ROE-7.4 to 7.8).

    Args:
        id: How moves name it.
        name: Shown only.
        group: What it counts as: ``plain``, ``town``.
        count: Tiles of this kind.
        gains: Gain -> its number each turn; food may be negative.
        red: Whether it has a red lower edge.
    """

    id: str
    name: Text
    group: str
    count: int
    gains: Mapping[str, int]
    red: Annotated[bool, At("red_stripe")]


@dataclass(frozen=True, slots=True)
class City:
    """A city tile or a wonder (ROE-8).

    Args:
        id: How moves name it.
        name: Shown only.
        wonder: Whether it is a wonder.
        era: 1 to 3.
        letter: ``A`` or ``B``.
        cost: Of gold, resource discs and cubes.
        food: Upkeep in food.
        resource: Upkeep in resource discs.
        gains: Gain -> its number each turn.
        vp: Each turn; of a wonder at once.
        red: Whether it has a red lower edge.
    """

    id: str
    name: Text
    wonder: bool
    era: int
    letter: str
    cost: Mapping[str, int]
    food: Annotated[int, At("upkeep.food")]
    resource: Annotated[int, At("upkeep.resource")]
    gains: Mapping[str, int]
    vp: int
    red: Annotated[bool, At("red_stripe")]


@dataclass(frozen=True, slots=True)
class Side:
    """One side of an empire tile (ROE-9.2).

    Args:
        regions: Its number.
        water: Whether there is water behind it.
        battles: Battle rows from the top: what the attacker loses, what the defender loses.
    """

    regions: int
    water: bool
    battles: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Region:
    """A region of the map (ROE-10.16).

    Args:
        id: How moves name it.
        name: Shown only.
        area: The part of the world.
        overseas: Whether that part lies overseas.
        sea: Whether cubes there need water.
        era: From which on it may be used.
        first: VP of control.
        second: VP of the second place.
        gains: Gain -> its number.
        adjacent: The regions it is linked with.
    """

    id: str
    name: Text
    area: str
    overseas: bool
    sea: bool
    era: int
    first: Annotated[int, At("vp_first")]
    second: Annotated[int, At("vp_second")]
    gains: Mapping[str, int]
    adjacent: frozenset[str]


@dataclass(frozen=True, slots=True)
class TradeBox:
    """A box of the trade track (ROE-12).

    Args:
        id: How moves name it.
        resources: Discs that it takes.
        gold: Gold that it gives.
        vp: VP that it gives.
        eras: When it may be used.
    """

    id: str
    resources: int
    gold: int
    vp: int
    eras: frozenset[int]


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of the game (ROE-3.1).

    Args:
        number: From 1.
        era: 1 to 3.
        letter: ``A``: discs are placed; ``B``: they are taken back.
        progress: Progress tiles turned up.
        territory: Territory tiles turned up.
        cities: City tiles turned up.
        food_times: By what the total of food is multiplied (ROE-13.4).
        battles: Battles that a tile with two rows allows.
    """

    number: Annotated[int, At("turn")]
    era: int
    letter: str
    progress: int
    territory: int
    cities: int
    food_times: int
    battles: int

    @property
    def placing(self) -> bool:
        """Whether discs are placed in this turn, not taken back."""
        return self.letter == "A"
