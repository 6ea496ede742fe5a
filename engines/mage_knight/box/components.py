"""The box: reading one edition's components (MK-1, MK-2); ``checks`` finds the faults of an owner's own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from engines.kernel.box.reading import At, default_edition
from engines.kernel.game import Json, Text

SEATS = range(2, 5)
"""Possible numbers of seats (MK-2.1)."""
PROSE = ("origin", "edition", "stand_in", "name", "strong_name")
"""Members of the box that do not affect play. Names are shown and typed; all else is known by its id."""
_UNTRANSLATED = "aa9278102a6c135cfef58051cc8d99716783c0adfa6eaca80b8741884f334954"
FORMER_BOXES = {"3bce028946a60232f5724822e4f911004fed4d66971ebef48b60a27c13dd8026": _UNTRANSLATED}
"""Content hash -> play hash: of the edition before its ``origin`` was translated."""

BASIC = ("red", "blue", "green", "white")
"""The basic colours of mana (MK-1.11)."""
GOLD, BLACK = "gold", "black"
FACES = (*BASIC, GOLD, BLACK)
"""The faces of a mana die (MK-1.10)."""

WOUND = "wound"
ARTIFACT = "artifact"
"""Id of a nameless card of a player: an artifact that was gained and not yet shown (chapter 32)."""

ACTIONS = ("basic_action", "advanced_action")
"""The kinds of action cards (chapter 24, filter ``action_card``)."""

Node = Json
"""A node of an effect (chapter 24)."""


@dataclass(frozen=True, slots=True)
class Card:
    """A deed card (MK-7); ``kind`` is ``basic_action``, ``advanced_action``, ``spell``, ``artifact`` or ``wound``.

    ``colour`` is that of the strong effect's cost, for a spell of the basic effect's; None if it has none (MK-7.23).
    ``basic`` and ``strong`` are its effects, with their mana. ``thrown_away``: the strong one removes it from the game
    (MK-7.8). ``healing``: whether each cannot be played in combat (MK-7.24). ``combat_start``: only before the first
    attack or block of a combat. ``number`` is that of an advanced action: only those up to 16 are in the deck of a
    first game (MK-2.27).
    """

    id: str
    kind: str
    name: Text
    strong_name: Text
    colour: str | None
    basic: Node | None
    strong: Node | None
    basic_cost: tuple[str, ...] = ()
    strong_cost: tuple[str, ...] = ()
    thrown_away: bool = False
    healing: tuple[bool, bool] = (False, False)
    combat_start: bool = False
    number: int = 0


@dataclass(frozen=True, slots=True)
class Ability:
    """One ability of a unit, with the mana it asks for (MK-13.9)."""

    effect: Node
    cost: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class UnitCard:
    """A unit (MK-13); ``sites`` are the icons where it is recruited."""

    id: str
    name: Text
    tier: str
    count: int
    level: int
    cost: int
    armor: int
    resists: tuple[str, ...]
    sites: tuple[str, ...]
    abilities: tuple[Ability, ...]


@dataclass(frozen=True, slots=True)
class EnemyToken:
    """An enemy token (MK-1.5); without an attack of its own it summons a token of that back (MK-16.1)."""

    id: str
    name: Text
    back: str
    count: int
    armor: int
    attack: int
    element: str
    summons: str | None
    offence: tuple[str, ...]
    defence: tuple[str, ...]
    resists: tuple[str, ...]
    fame: int


@dataclass(frozen=True, slots=True)
class Altar:
    """The cost and the rewards of an altar (MK-14.9)."""

    colour: str
    count: int
    fame: int


@dataclass(frozen=True, slots=True)
class Ruin:
    """A ruin token: an altar, or enemies by their backs and rewards (MK-11.3)."""

    id: str
    name: Text
    altar: Altar | None
    enemies: tuple[str, ...] = ()
    reward: tuple[Reward, ...] = ()


Reward = str | tuple[str, str | int]
"""``spell``, ``artifact``, ``unit``, ``advanced_action``, ``roll``, or with more: ``("crystal", "red")``,
``("random_crystals", 2)``."""


@dataclass(frozen=True, slots=True)
class Site:
    """A kind of site (MK-11, MK-12).

    Args:
        id: How the map names it.
        name: Shown only.
        kind: ``special``, ``inhabited``, ``fortified``, ``rampaging``, ``adventure`` or ``city``.
        recruits: The icon of the units that are recruited here, None where none are.
        healing: Influence for a healing point, 0 where none is sold.
        learn: Influence for an advanced action of the unit offer, 0 where none is sold.
        spell: Influence for a spell, 0 where none is sold.
        plunder: Reputation and cards of a plunder; None where there is none (MK-12.17).
        burn: Reputation lost by burning (MK-12.22), 0 where it does not burn.
        garrison: Backs of the tokens placed face down when it is revealed.
        back: The back of a rampaging enemy's token, else empty.
        reputation: Reputation for each such enemy defeated.
        assault: Reputation lost by an assault.
        enemies: Backs of the tokens that a hero who enters meets.
        reward: For the hero who conquers or burns it.
        night: Whether night rules hold in its fight (MK-8.14).
        units: Whether units take part in its fight (MK-13.17).
        failed: What happens to an undefeated enemy: ``discard``, ``stay`` or ``refill`` (MK-19.13 to 19.15).
        again: Whether it is fought again after it was conquered, for Fame only.
        achievement: The category in which its shield counts, else empty.
        owned: Whether only its conqueror may interact there.
        mana: Token at the start of a turn, by day and by night; None where there is none.
    """

    id: str
    name: Text
    kind: str
    recruits: str | None = None
    healing: int = 0
    learn: int = 0
    spell: int = 0
    plunder: tuple[int, int] | None = None
    burn: int = 0
    garrison: tuple[str, ...] = ()
    back: str = ""
    reputation: int = 0
    assault: int = 0
    enemies: tuple[str, ...] = ()
    reward: tuple[Reward, ...] = ()
    night: bool = False
    units: bool = True
    failed: str = "stay"
    again: bool = False
    achievement: str = ""
    owned: bool = False
    mana: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Hex:
    """One space of a tile."""

    terrain: str
    site: str | None = None
    colour: str | None = None


@dataclass(frozen=True, slots=True)
class Tile:
    """A map tile (MK-1.6); ``kind`` is ``start``, ``countryside``, ``core`` or ``city``."""

    id: str
    kind: str
    number: int
    name: Text
    hexes: Mapping[tuple[int, int], Hex]


@dataclass(frozen=True, slots=True)
class Tactic:
    """A tactic card (MK-5)."""

    id: str
    night: bool
    number: int
    name: Text
    timing: str
    effect: Node | None = None


@dataclass(frozen=True, slots=True)
class Skill:
    """A skill token of a hero (MK-23.13); ``use`` is ``turn``, ``round``, ``interactive`` or ``permanent``."""

    id: str
    hero: str
    name: Text
    use: str
    effect: Node
    only_in: str | None = None
    not_in: str | None = None
    any_turn: bool = False
    lock: bool = False
    at_once: bool = False


@dataclass(frozen=True, slots=True)
class Hero:
    """A hero: the colour of its seat, its deck and its skills (MK-2.7, MK-2.8)."""

    id: str
    colour: str
    name: Text
    deck: Mapping[str, int]
    skills: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Level:
    """A level: Fame from which it holds, armour, hand limit, command tokens, whether a skill comes with it (MK-23)."""

    fame: int
    armor: int
    hand: int
    command: int
    skill: bool


@dataclass(frozen=True, slots=True)
class Seating:
    """Values that depend on the number of players: tiles in the deck (MK-2.16, MK-2.17)."""

    countryside: int
    core: int
    city: int


@dataclass(frozen=True, slots=True)
class Achievement:
    """A category of the final scoring (MK-28): Fame for each thing, and for the title, alone or tied."""

    id: str
    name: Text
    each: Mapping[str, int]
    title: int
    tied: int


@dataclass(frozen=True, slots=True)
class Box:
    """A box as the engine works with it; derived once from its JSON (``raw``). Maps are by id, in the box's order."""

    raw: Json
    edition: str
    stand_in: bool
    colours: Mapping[str, Text]
    mana_names: Mapping[str, Text]
    crystals: Annotated[int, At("mana.crystals_of_a_colour")]
    more_dice: Annotated[int, At("mana.dice_more_than_seats")]
    terrain: Mapping[str, tuple[int | None, int | None]]
    terrain_names: Mapping[str, Text]
    explore_cost: Annotated[int, At("explore.cost")]
    explore_fame: Annotated[int, At("explore.fame")]
    levels: tuple[Level, ...]
    reputation: Mapping[int, int | None]
    sites: Mapping[str, Site]
    heroes: Mapping[str, Hero]
    cards: Mapping[str, Card]
    sideways: Mapping[str, int]
    units: Mapping[str, UnitCard]
    enemies: Mapping[str, EnemyToken]
    backs: Mapping[str, Text]
    ruins: Mapping[str, Ruin]
    tiles: Mapping[str, Tile]
    setup_tiles: tuple[tuple[int, int], ...]
    neighbours: Mapping[str, int]
    tactics: Mapping[str, Tactic]
    skills: Mapping[tuple[str, str], Skill]
    rounds: tuple[bool, ...]
    seatings: Mapping[int, Seating]
    more_units: Annotated[int, At("scenario.units_more_than_seats")]
    first_offer: Annotated[str, At("scenario.first_offer_has")]
    offers: Annotated[int, At("scenario.offers")]
    shown: Annotated[int, At("scenario.skills_shown")]
    more_artifacts: Annotated[int, At("scenario.artifacts_more_than_won")]
    roll: Mapping[str, str]
    achievements: Mapping[str, Achievement]


box = default_edition("engines.mage_knight")
