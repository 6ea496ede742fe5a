"""The events of Mage Knight up to a combat: set-up, tactics, the turn, movement, interaction."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from engines.kernel.moves.events import Ask, Event
from engines.mage_knight import arguments as args
from engines.mage_knight.arguments import EVENTS
from engines.mage_knight.box.components import BASIC


@dataclass(frozen=True, slots=True)
class HeroOf:
    """The hero that a seat took; the list is in the order of choosing (MK-2.3)."""

    seat: args.Seat
    hero: args.HeroId


@EVENTS.move("setup", "Set up the table", "Preparar la mesa")
class SetUp(Event):
    """The setup, by chance and by choice (chapter 2)."""

    heroes: Annotated[tuple[HeroOf, ...], Ask("Order of choice", "Orden de elección")]
    tile_1_at: Annotated[args.Position, Ask("Where tile 1 lies", "Dónde está la loseta 1")] | None
    tokens: Annotated[args.Tokens, Ask("Orcs", "Orcos")]
    unit_offer: Annotated[tuple[args.UnitId, ...], Ask("Unit offer", "Oferta de unidades")]
    dice: args.Faces
    hands: Annotated[Mapping[int, args.Cards], Ask("Hands", "Manos")] | None = None


@EVENTS.move("take_tactic", "Take a tactic", "Tomar una táctica")
class TacticTaken(Event):
    """A seat took a tactic, with what it does at once (MK-5.1, MK-5.5)."""

    seat: int
    tactic: Annotated[str, Ask("Tactic", "Táctica", choices=args._named("tactics"))]
    choices: args.Choices | None = None
    facts: args.Facts | None = None
    drawn: args.Drawn | None = None
    picked: args.Picked | None = None


@EVENTS.move("begin_turn", "Begin the turn", "Empezar el turno")
class TurnBegun(Event):
    """A seat began its turn (chapter 6)."""

    seat: int
    color: Annotated[args.Colour, Ask("Colour of the crystal", "Color del cristal", choices=BASIC)] | None = None


@EVENTS.move("announce_end_of_round", "Announce the end of the round", "Anunciar el fin de la ronda")
class EndAnnounced(Event):
    """Instead of a turn, a seat with an empty deck announced the end of the round (MK-4.4, MK-4.5)."""

    seat: int


@EVENTS.move("skip_turn", "Skip the turn", "Saltarse el turno")
class TurnSkipped(Event):
    """Instead of a turn, a seat with no deck and no hand did nothing (MK-4.8)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Changed:
    """The skill that changes a sideways card (chapter 24, groups *sideways* and *wounds*)."""

    skill: args.SkillId
    option: Annotated[int, Ask("Which value", "Qué valor", low=1)] | None = None


@EVENTS.move("play_card", "Play a card", "Jugar una carta")
class CardPlayed(Event):
    """A card was played from the hand (chapter 7)."""

    seat: int
    card: args.Card
    use: Annotated[str, Ask("Use", "Uso", choices=("basic", "strong", "sideways"))]
    gives: Annotated[str, Ask("Gives", "Da", choices=("move", "influence", "attack", "block"))] | None = None
    with_: Annotated[Changed, Ask("With the skill", "Con la habilidad")] | None = None
    payments: args.Payments | None = None
    choices: args.Choices | None = None
    facts: args.Facts | None = None
    offer: args.LaidOut | None = None
    drawn: args.Drawn | None = None
    picked: args.Picked | None = None
    discarded: args.Discarded | None = None


@EVENTS.move("use_skill", "Use a skill", "Usar una habilidad", anytime=True)
class SkillUsed(Event):
    """A skill was used (MK-23.13)."""

    seat: int
    skill: args.SkillId
    hero: args.HeroId | None = None
    payments: args.Payments | None = None
    choices: args.Choices | None = None
    facts: args.Facts | None = None
    drawn: args.Drawn | None = None
    discarded: args.Discarded | None = None


@EVENTS.move("activate_unit", "Activate a unit", "Activar una unidad")
class UnitActivated(Event):
    """A unit was used for one of its abilities (MK-13.8)."""

    seat: int
    unit: args.UnitNumber
    ability: Annotated[int, Ask("Ability", "Capacidad", low=1)]
    payments: args.Payments | None = None
    choices: args.Choices | None = None
    facts: args.Facts | None = None
    drawn: args.Drawn | None = None
    discarded: args.Discarded | None = None


@EVENTS.move("use_tactic", "Use the tactic", "Usar la táctica", anytime=True)
class TacticUsed(Event):
    """A tactic was used after it was taken (chapter 5)."""

    seat: int
    choices: args.Choices | None = None
    facts: args.Facts | None = None
    drawn: args.Drawn | None = None
    picked: args.Picked | None = None


@EVENTS.move("use_option", "Use a remaining effect", "Usar un efecto pendiente")
class OptionUsed(Event):
    """An option of an earlier play was used: points converted, a card bought, a ``may`` of step 3 (chapter 24)."""

    seat: int
    of: Annotated[args.Piece, Ask("Of which play", "De qué jugada")]
    payments: args.Payments | None = None
    choices: args.Choices | None = None
    facts: args.Facts | None = None
    offer: args.LaidOut | None = None
    drawn: args.Drawn | None = None
    picked: args.Picked | None = None
    discarded: args.Discarded | None = None


@EVENTS.move("use_banner", "Use a banner", "Usar un estandarte")
class BannerUsed(Event):
    """The banner on a unit was used (chapter 24, ``assign_banner``)."""

    seat: int
    unit: args.UnitNumber
    choices: args.Choices | None = None


@EVENTS.move("use_crystal", "Turn a crystal into mana", "Convertir un cristal en maná")
class CrystalUsed(Event):
    """A crystal became a mana token (MK-8.8)."""

    seat: int
    color: Annotated[args.Colour, Ask("Colour", "Color", choices=BASIC)]


@EVENTS.move("move", "Move", "Moverse")
class Moved(Event):
    """A figure went to an adjacent space (chapter 9)."""

    seat: int
    to: args.Space
    tokens: args.Tokens | None = None
    cost: Annotated[int, Ask("Move points paid", "Puntos de movimiento pagados", low=0)] | None = None


@EVENTS.move("jump", "Jump", "Saltar")
class Jumped(Event):
    """A figure went over spaces as an effect allows (MK-9.16)."""

    seat: int
    path: Annotated[tuple[args.Space, ...], Ask("Spaces in order", "Casillas en orden")]
    tokens: args.Tokens | None = None


@EVENTS.move("explore", "Explore", "Explorar")
class Explored(Event):
    """A tile was turned up (chapter 10)."""

    seat: int
    position: args.Position
    tile: args.TileId
    tokens: args.Tokens | None = None
    action_card: (
        Annotated[args.Action, Ask("Advanced action for the monastery", "Acción avanzada del monasterio")] | None
    ) = None


@EVENTS.move("interact", "Interact", "Interactuar")
class Interacted(Event):
    """A hero began to deal with the locals (chapter 12)."""

    seat: int


@EVENTS.move("recruit", "Recruit a unit", "Reclutar una unidad")
class Recruited(Event):
    """A unit of the offer joined (MK-13.2)."""

    seat: int
    unit: args.UnitId
    disband: args.Disband | None = None
    slot: args.Slot | None = None


@EVENTS.move("buy_healing", "Buy healing", "Comprar curación")
class HealingBought(Event):
    """Healing points were bought (MK-12.10, MK-12.11)."""

    seat: int
    points: Annotated[int, Ask("Points", "Puntos", low=1)]


@EVENTS.move("learn", "Learn an advanced action", "Aprender una acción avanzada")
class Learned(Event):
    """An advanced action of the unit offer was bought (MK-12.11)."""

    seat: int
    card: args.Action


@EVENTS.move("buy_spell", "Buy a spell", "Comprar un hechizo")
class SpellBought(Event):
    """A spell of the offer was bought (MK-12.13)."""

    seat: int
    card: args.Spell
    payments: args.Payments | None = None
    new_card: args.NewCard | None = None
    offer: args.LaidOut | None = None


@EVENTS.move("heal", "Heal", "Curar")
class Healed(Event):
    """Healing points were spent on the hand or on a unit (MK-20.4, MK-20.6)."""

    seat: int
    wounds: Annotated[int, Ask("Wounds from hand", "Heridas de la mano", low=1)] | None = None
    unit: args.UnitNumber | None = None
    grail: Annotated[int, Ask("Points of Golden Grail", "Puntos del Grial de oro", low=0)] | None = None
    drawn: args.Drawn | None = None


@EVENTS.move("plunder", "Plunder the village", "Saquear la aldea", anytime=True)
class Plundered(Event):
    """A village was plundered between two own turns (MK-12.17)."""

    seat: int
    number: args.Number | None = None
    drawn: args.Drawn | None = None
