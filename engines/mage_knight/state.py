"""A game of Mage Knight as one fold knows it (chapter 29).

The table, the seats and their turns, and a combat change in place. Parts of the table (spaces, dice, units, enemies,
pieces) are frozen and replaced, so that a copy of the table shares them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from engines.kernel.contradictions import Contradiction
from engines.kernel.copying import copied
from engines.kernel.hidden.unknown import Unknown
from engines.mage_knight.box.components import BASIC, FACES, Box, Site
from engines.mage_knight.rules.table.pieces import (
    Die,
    Enemy,
    Lasting,
    Open,
    Piece,
    Pile,
    Place,
    Played,
    SkillToken,
    Space,
    Unit,
)


@dataclass(slots=True)
class Turn:
    """A turn that is not yet closed.

    Args:
        part: ``start``, ``move``, ``action``, ``combat``, ``after``, ``rest`` or ``end``.
        step: At the end: the step under way, 1 to 8.
        action: What the action was (``interact``, ``combat``, ``altar``), None before.
        move: Move points.
        influence: Influence points.
        heal: Healing points.
        grail: Of these the points of Golden Grail.
        path: Spaces since then, the last one the figure's.
        used_dice: Source dice used.
        more_dice: Source dice that may be used beyond the one.
        let_go: Cards played or discarded, wounds left out (MK-6.13).
        empty: Whether the hand was empty at the start (MK-6.13).
        counts: How often each source was played, for the names of pieces.
        pieces: By name.
        options: By the play that opened them.
        lasting: What lasts to the end of the combat or of the turn.
        rewards: To be taken in step 5.
        crystals: Crystals to be gained as step 5 begins.
        extra: Whether another turn of the same seat follows.
        returns: Whether played cards go back to the hand (``extra_turn``).
        skip_draw: Whether the drawing is left out.
        defeated: Enemies defeated.
        recruited: Units recruited.
        spells: Colours of spells cast.
        wounds: Wounds received: to hand, to the discard pile.
        spent: Crystals spent, by colour.
        pending: Colour of a token that the very next play has to spend.
        barred: Whether the source die may not be used any more.
        bonus: For the next unit activated: what the node says (``next_unit_activation_bonus``).
        combat_bonus: For the first combat card: attack and block, None once used.
        last: Whether it is the seat's last turn of the round.
        tactic: Whether the tactic was used in this turn.
        unsafe: Whether the hero has to withdraw (MK-22.3).
    """

    part: str = "start"
    step: int = 0
    action: str | None = None
    move: int = 0
    influence: int = 0
    heal: int = 0
    grail: int = 0
    path: list[Space] = field(default_factory=list)
    used_dice: int = 0
    more_dice: int = 0
    let_go: int = 0
    empty: bool = False
    counts: dict[str, int] = field(default_factory=dict)
    pieces: dict[str, Piece] = field(default_factory=dict)
    options: dict[str, list[Open]] = field(default_factory=dict)
    lasting: list[Lasting] = field(default_factory=list)
    rewards: list[str] = field(default_factory=list)
    crystals: list[str] = field(default_factory=list)
    extra: bool = False
    returns: bool = False
    skip_draw: bool = False
    defeated: int = 0
    recruited: int = 0
    spells: list[str] = field(default_factory=list)
    wounds: tuple[int, int] = (0, 0)
    spent: dict[str, int] = field(default_factory=dict)
    pending: str | None = None
    barred: bool = False
    bonus: dict[str, int] | None = None
    combat_bonus: tuple[int, int] | None = None
    last: bool = False
    tactic: bool = False
    unsafe: bool = False

    @property
    def draws(self) -> bool:
        """Whether cards are drawn at its end (MK-22.17)."""
        return not self.skip_draw and (self.extra or not self.last)

    def walk(self, cost: int) -> None:
        """Spend Move points; a recorded step may have cost more than there are."""
        self.move = max(0, self.move - cost)


@dataclass(slots=True)
class Player:
    """What a seat has.

    Args:
        hero: Its hero.
        colour: Of the seat.
        cards: What its hidden cards can be.
        hand: The places of its hand, as :mod:`engines.kernel.hidden.unknown` writes them.
        deck: Those of its deck, the top first.
        under: Those under its tactic.
        discard: Its discard pile; a place is a label where a card left it by chance and the card is unknown.
        owned: Card -> copies; ``artifact`` for nameless ones.
        told: Artifacts that this fold knows only from their owner.
        buried: Above 0 where wounds may lie among hidden cards in this round.
        played: The play area, by the name of the play.
        aside: Cards set aside until the round ends.
        removed: Cards thrown away.
        units: By number.
        joined: Units that ever joined.
        fame: Fame points.
        level: From 1 on, as it was worked out (MK-23.2).
        reputation: The step on the track.
        crystals: Colour -> crystals.
        mana: Colour -> tokens.
        space: Space of its figure; None off the map.
        placed: Whether the figure was ever put on the map.
        tactic: The tactic of this round.
        tactic_used: Whether that was turned over.
        stored: Whether Sparing Power was used since the last own turn.
        skills: In front of the player.
        seen_skills: Of its own pile, revealed so far.
        plundered: Whether it plundered since its last turn.
        done: Whether it has had its last turn of the round.
        next_draw: By how much the next draw up to the limit is higher.
        lock: Own turns that end before a locked skill may be used again.
        turn: The turn that is not yet closed.
        artifacts: Artifact rewards so far: name of the move and number of cards.
        stamp: Replaced whenever the player may have changed, to avoid comparing all of the above.
    """

    hero: str
    colour: str
    cards: Unknown
    hand: list[str] = field(default_factory=list)
    deck: list[str] = field(default_factory=list)
    under: list[str] = field(default_factory=list)
    discard: list[str] = field(default_factory=list)
    owned: dict[str, int] = field(default_factory=dict)
    told: list[str] = field(default_factory=list)
    buried: int = 0
    played: dict[str, Played] = field(default_factory=dict)
    aside: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    fame: int = 0
    level: int = 1
    reputation: int = 0
    crystals: dict[str, int] = field(default_factory=lambda: dict.fromkeys(BASIC, 0))
    mana: dict[str, int] = field(default_factory=lambda: dict.fromkeys(FACES, 0))
    space: Space | None = None
    placed: bool = False
    tactic: str | None = None
    tactic_used: bool = False
    stored: bool = False
    skills: list[SkillToken] = field(default_factory=list)
    seen_skills: list[str] = field(default_factory=list)
    units: dict[int, Unit] = field(default_factory=dict)
    joined: int = 0
    plundered: bool = False
    done: bool = False
    next_draw: int = 0
    lock: int = 0
    turn: Turn | None = None
    artifacts: list[tuple[str, int]] = field(default_factory=list)
    stamp: object = field(default_factory=object, compare=False, repr=False, metadata={"fixed": True})

    @property
    def where(self) -> Space:
        """The space of its figure; the portal while it is off the map."""
        return self.space or (0, 0)

    @property
    def acting(self) -> bool:
        """Whether it is in its own turn, before the steps of its end."""
        return self.turn is not None and self.turn.part != "end"

    @property
    def ending(self) -> bool:
        """Whether the steps of the end of its turn are under way."""
        return self.turn is not None and self.turn.part == "end"

    @property
    def lasting(self) -> Sequence[Lasting]:
        """What lasts to the end of its turn or combat."""
        return () if self.turn is None else self.turn.lasting


@dataclass(slots=True)
class Combat:
    """A combat under way (chapters 14 to 19).

    Args:
        seat: Whose it is.
        phase: ``ranged_siege``, ``block``, ``damage`` or ``attack``.
        space: Where it is fought.
        site: The site that is fought for, None where none is.
        how: ``assault``, ``provoked``, ``challenge``, ``site`` or ``burn``.
        came: Space that the hero goes back to.
        fortified: Whether the site fortifies its defenders.
        half: Whether defenders are worth half their Fame (MK-14.10).
        enemies: By number.
        begun: Whether an attack, a block or a next phase came already (MK-14.15).
        wounds: Wounds added to hand.
        knocked: Whether the hero was knocked out.
    """

    seat: int
    phase: str
    space: Space
    site: str | None
    how: str
    came: Space
    fortified: bool
    half: bool = False
    enemies: dict[int, Enemy] = field(default_factory=dict)
    begun: bool = False
    wounds: int = 0
    knocked: bool = False


@dataclass(slots=True)
class State:
    """The table.

    Args:
        box: The components.
        colours: Of the seats, clockwise.
        aa_deck: Advanced actions in the deck (MK-2.27).
        phase: ``setup``, ``tactics``, ``turns``, ``between_rounds``, ``scoring`` or ``finished``.
        round: From 1 on.
        night: Whether the round is a night round.
        seats: What they have.
        order: The round order column, top first.
        choosing: Seats that still take a tactic, the next first.
        active: Whose turn it is, or begins; None where it is nobody's.
        last: Seats that still have a last turn; None while there are no last turns.
        last_by: Cause of the last turns: ``round`` or ``city``.
        announced: Who announced the end of the round.
        revealed: Who revealed the city.
        tiles: Position -> tile.
        spaces: The map.
        countryside: Tiles of the countryside still in the deck.
        core: Core tiles still in the deck.
        dice: The mana dice.
        units: The unit offer.
        monastery: Advanced actions in the unit offer.
        actions: The advanced action offer, lowest first; None before it is set up.
        spells: The spell offer likewise.
        skills: The common skill offer: hero and skill.
        gone_units: Unit cards that are not in the deck.
        bottom_units: Those at its bottom, the upper one first.
        actions_gone: Advanced actions that are not in the deck.
        bottom_actions: Those at its bottom.
        spells_gone: Spells that are not in the deck.
        bottom_spells: Those at its bottom.
        piles: By back.
        ruins_seen: Ruin tokens that were turned up.
        artifacts_left: Cards of the artifact deck.
        artifacts_seen: Artifacts that everybody saw, with the name of the move.
        below: Artifacts that rewards put at the bottom of the deck, the upper one first: the card, empty if this fold
            does not know it, and the name of the move.
        combat: The one under way.
        lasting: What lasts beyond a turn: curses, claimed dice, tokens in the centre.
        names: Moves that a refusal may name: fact -> name of the move.
        contradictions: Moves that cannot all be right.
        scored: The final breakdown by seat.
    """

    box: Box = field(metadata={"fixed": True})
    colours: tuple[str, ...] = field(metadata={"fixed": True})
    aa_deck: int = field(metadata={"fixed": True})
    seats: list[Player] = field(default_factory=list)
    phase: str = "setup"
    round: int = 1
    night: bool = False
    order: list[int] = field(default_factory=list)
    choosing: list[int] = field(default_factory=list)
    active: int | None = None
    last: list[int] | None = None
    last_by: str | None = None
    announced: int | None = None
    revealed: int | None = None
    tiles: dict[Space, str] = field(default_factory=dict)
    spaces: dict[Space, Place] = field(default_factory=dict)
    countryside: int = 0
    core: int = 0
    dice: list[Die] = field(default_factory=list)
    units: list[str] = field(default_factory=list)
    monastery: list[str] = field(default_factory=list)
    actions: list[str] | None = None
    spells: list[str] | None = None
    skills: list[tuple[str, str]] = field(default_factory=list)
    gone_units: list[str] = field(default_factory=list)
    bottom_units: list[str] = field(default_factory=list)
    actions_gone: list[str] = field(default_factory=list)
    bottom_actions: list[str] = field(default_factory=list)
    spells_gone: list[str] = field(default_factory=list)
    bottom_spells: list[str] = field(default_factory=list)
    piles: dict[str, Pile] = field(default_factory=dict)
    ruins_seen: list[str] = field(default_factory=list)
    artifacts_left: int = 0
    artifacts_seen: dict[str, str] = field(default_factory=dict)
    below: list[tuple[str, str]] = field(default_factory=list)
    combat: Combat | None = None
    lasting: list[Lasting] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)
    contradictions: list[Contradiction] = field(default_factory=list)
    scored: list[dict[str, int]] | None = None

    def site_on(self, at: Space | None) -> Site | None:
        """The site of a space; None where there is none, and off the map."""
        place = None if at is None else self.spaces.get(at)
        return None if place is None or place.site is None else self.box.sites[place.site]

    def on_trial(self) -> State:
        """A copy that shares the players: an attempt copies those that it changes."""
        new = copied(self, "seats")
        new.seats = self.seats.copy()
        return new
