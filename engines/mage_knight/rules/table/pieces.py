"""Immutable parts of the table: spaces, dice, units, enemies, pieces, effects (chapter 29)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Space = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Token:
    """An enemy token on a space (MK-11.1, MK-11.2).

    Args:
        back: Its back.
        id: Its face, where it is up.
        lot: Where it lies face down: which shuffle of its pile it was drawn from, 0 for the first.
    """

    back: str
    id: str | None = None
    lot: int = 0

    @property
    def up(self) -> bool:
        """Whether it lies face up."""
        return self.id is not None


@dataclass(frozen=True, slots=True)
class Pile:
    """The tokens of one back (MK-1.5).

    Args:
        left: How many are left to draw.
        discard: Those discarded, face up.
        unseen: For each shuffle of the pile (MK-1.9), its tokens that nobody has seen since, in the order of the box:
            they lie face down on the map or, those of the latest shuffle, in the pile.
    """

    left: int
    discard: tuple[str, ...] = ()
    unseen: tuple[tuple[str, ...], ...] = ((),)


@dataclass(frozen=True, slots=True)
class Place:
    """A space of the map.

    Args:
        terrain: Its terrain.
        site: Its site; None where there is none.
        colour: Of a mine or a city.
        tokens: Enemy tokens that lie on it.
        ruin: The ruin token, where it is face up.
        shields: Seats whose shields lie on it.
        burned: Whether its monastery was burned.
    """

    terrain: str
    site: str | None
    colour: str | None
    tokens: tuple[Token, ...] = ()
    ruin: str | None = None
    shields: tuple[int, ...] = ()
    burned: bool = False


@dataclass(frozen=True, slots=True)
class Die:
    """A mana die: ``on`` the source, ``used`` this turn, ``set`` by an effect, ``tactic`` or ``claimed`` (MK-8)."""

    face: str
    on: str = "source"
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit of a player (MK-13).

    Args:
        id: Of its card.
        ready: Whether it is not spent.
        wounds: Wound cards on it, 0 to 2.
        banner: The banner on it.
        flipped: Whether that banner is turned down.
        bond: Whether it lies in the slot of Bonds of Loyalty.
        resisted: Whether it took damage in this combat without a wound (MK-17.8).
        new_wounds: Wounds received this turn (chapter 24, ``wounds_received_this_turn``).
    """

    id: str
    ready: bool = True
    wounds: int = 0
    banner: str | None = None
    flipped: bool = False
    bond: bool = False
    resisted: bool = False
    new_wounds: int = 0


@dataclass(frozen=True, slots=True)
class SkillToken:
    """A skill in front of a player (MK-23.13).

    Args:
        id: The skill.
        hero: Whose token it is.
        used: Whether it was used, this turn or this round.
        centre: Whether it lies in the centre (MK-23.13).
        new: Whether it was gained in the turn that is not yet over (MK-23.11).
    """

    id: str
    hero: str
    used: bool = False
    centre: bool = False
    new: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """One value that a play gives.

    Args:
        gives: ``attack`` or ``block``.
        kind: ``melee``, ``ranged`` or ``siege``; of a block empty.
        element: ``physical``, ``fire``, ``ice`` or ``cold_fire``.
        value: How much.
        icons: How much more for each icon of the enemy blocked with it.
        removes: The ability that the enemy blocked counts without, else empty.
        doubles: The ability against which it counts double, else empty.
    """

    gives: str
    kind: str
    element: str
    value: int
    icons: int = 0
    removes: str = ""
    doubles: str = ""


@dataclass(frozen=True, slots=True)
class Piece:
    """The values of one play in the phase of a combat that is under way (MK-30.2).

    Args:
        parts: What it gives.
        colour: Of what gave it, for MK-14.13; None where it has none.
        after: Nodes that run when a block with it succeeds.
        used: Whether it went to an attack or a block.
    """

    parts: tuple[Part, ...]
    colour: str | None = None
    after: tuple[Any, ...] = ()
    used: bool = False


@dataclass(frozen=True, slots=True)
class Played:
    """A card in the play area: ``card`` is None once it left for elsewhere (thrown away, put on a unit)."""

    card: str | None
    use: str
    source: str
    origin: str | None = None


@dataclass(frozen=True, slots=True)
class Open:
    """An option that a play opened (chapter 24): the node to be used, and how often it was.

    Args:
        node: As the box has it.
        colour: The colour that the play fixed, or the colour of what opened it.
        enemy: The enemy concerned, if any.
        step: Whether it waits for step 3 of the end of the turn.
        used: How often it was used.
        source: The card, if the option moves it.
    """

    node: Any
    colour: str | None = None
    enemy: int | None = None
    step: bool = False
    used: int = 0
    source: str | None = None


@dataclass(frozen=True, slots=True)
class Lasting:
    """A rule or a value that lasts (MK-24.5).

    Args:
        node: As the box has it.
        source: The play it comes from.
        owner: The seat that owns it.
        until: ``combat``, ``turn``, ``own_turn`` (until the owner's next one), ``draw`` or ``round``.
        colour: That the play fixed.
        did: The seats or colours that it has affected this turn.
    """

    node: Any
    source: str
    owner: int
    until: str
    colour: str | None = None
    did: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Foe:
    """A token in a combat, with what was done to it.

    Args:
        id: The token.
        armor: Changes of its armour: by how much, not below what.
        lost: Abilities, resistances and fortifications it counts without.
        stopped: Whether an effect prevents its attack.
        blocked: Whether it was blocked.
    """

    id: str
    armor: tuple[tuple[int, int], ...] = ()
    lost: tuple[str, ...] = ()
    stopped: bool = False
    blocked: bool = False


@dataclass(frozen=True, slots=True)
class Enemy:
    """An enemy of a combat, by its number (MK-30.12).

    Args:
        foe: The token.
        at: The space it came from: a rampaging enemy's own, else the site's.
        defends: Whether it defends the site (and is fortified by it where that is one).
        summoned: The token that it summoned in its place (MK-16.1).
        defeated: Whether it was defeated.
        dealt: Whether its damage was assigned.
        rampaging: Whether it is a rampaging enemy.
    """

    foe: Foe
    at: Space
    defends: bool
    rampaging: bool
    summoned: Foe | None = None
    defeated: bool = False
    dealt: bool = False
