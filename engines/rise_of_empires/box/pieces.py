"""The pieces of a box as the engine works with them: tiles, regions, boxes, turns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from engines.kernel.box.reading import At
from engines.kernel.game import Text


@dataclass(frozen=True, slots=True)
class Effect:
    """One effect of a progress tile; ``kind`` is a word of the vocabulary.

    ``phase`` is when an income comes; ``per`` what is counted, as in ``territory.plain``; ``most`` the most units
    counted, None for no limit. ``gain`` is by name as in the box; of ``income_per`` for each unit counted. ``number``
    counts cubes taken, regions added or exempt, or gold taken off a price. ``minimum`` is the least loss that a
    defender's tile may leave; ``on`` the kind of trade: ``gold`` or ``vp``. ``text`` is what is printed, where the
    vocabulary lacks it.
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

    ``slug`` is the name that it shares with its copies; ``red`` a red lower edge (ROE-4.6); ``use`` is ``phase``,
    ``passive``, ``free_action`` or ``with_action_once``.
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
    """A kind of territory tile (ROE-7.4 to 7.8); ``gains`` is what it gives each turn: food may be negative."""

    id: str
    name: Text
    group: str
    count: int
    gains: Mapping[str, int]
    red: Annotated[bool, At("red_stripe")]


@dataclass(frozen=True, slots=True)
class City:
    """A city tile or a wonder (ROE-8).

    ``cost`` is in gold, resource discs and cubes; ``food`` and ``resource`` are its upkeep. ``gains`` come each turn,
    ``vp`` too; of a wonder at once.
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

    ``battles`` are its rows from the top: what the attacker loses, what the defender loses. ``water`` is behind it.
    """

    regions: int
    water: bool
    battles: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Region:
    """A region of the map (ROE-10.16).

    It may be used from ``era`` on; cubes there need water if ``sea``. ``first`` and ``second`` are VP for control and
    for the second place.
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
    """A box of the trade track (ROE-12): the discs that it takes, what it gives, the eras in which it may be used."""

    id: str
    resources: int
    gold: int
    vp: int
    eras: frozenset[int]


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of the game (ROE-3.1).

    Discs are placed in a turn with the letter ``A``, taken back in one with ``B``. ``progress``, ``territory`` and
    ``cities`` count tiles turned up; ``food_times`` multiplies the total of food (ROE-13.4); a tile with two rows
    allows ``battles``.
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
