"""The events of Mage Knight from a combat on: the end of a turn, of a round and of the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from engines.kernel.moves.events import Ask, Event
from engines.mage_knight import arguments as args
from engines.mage_knight.arguments import EVENTS


@EVENTS.move("challenge", "Challenge rampaging enemies", "Desafiar a enemigos merodeadores")
class Challenged(Event):
    """Adjacent rampaging enemies were challenged (MK-14.2, MK-14.3)."""

    seat: int
    at: Annotated[tuple[args.Space, ...], Ask("Where", "Dónde")]


@EVENTS.move("enter_site", "Enter the site", "Entrar en el lugar")
class SiteEntered(Event):
    """An adventure site was entered (MK-14.8)."""

    seat: int
    tokens: Annotated[tuple[args.EnemyId, ...], Ask("Tokens", "Fichas")] | None = None


@EVENTS.move("pay_altar", "Pay the altar", "Pagar el altar")
class AltarPaid(Event):
    """Mana was given to an altar (MK-14.9)."""

    seat: int
    payments: args.Payments


@EVENTS.move("burn_monastery", "Burn the monastery", "Quemar el monasterio")
class MonasteryBurned(Event):
    """The burning of a monastery began (MK-12.22)."""

    seat: int
    token: args.EnemyId


@EVENTS.move("attack", "Attack", "Atacar")
class Attacked(Event):
    """Pieces were thrown at enemies (MK-15.1)."""

    seat: int
    enemies: Annotated[tuple[args.EnemyNumber, ...], Ask("Enemies", "Enemigos")]
    pieces: Annotated[tuple[args.Piece, ...], Ask("With which points", "Con qué puntos")]


@EVENTS.move("block", "Block", "Bloquear")
class Blocked(Event):
    """Pieces were set against one enemy (MK-16.3)."""

    seat: int
    enemy: args.EnemyNumber
    pieces: Annotated[tuple[args.Piece, ...], Ask("With which points", "Con qué puntos")]


@EVENTS.move("summon", "Summon", "Invocar")
class Summoned(Event):
    """A summoner drew its token (MK-16.1)."""

    seat: int
    enemy: args.EnemyNumber
    token: args.EnemyId


@EVENTS.move("assign_damage", "Assign damage", "Asignar daño")
class DamageAssigned(Event):
    """The damage of an enemy went to units in this order, the rest to the hero (MK-30.8)."""

    seat: int
    enemy: args.EnemyNumber
    units: Annotated[tuple[args.UnitNumber, ...], Ask("Units", "Unidades")] | None = None
    discarded: args.Discarded | None = None


@EVENTS.move("next_phase", "Next phase", "Fase siguiente")
class PhaseEnded(Event):
    """The combat went on to its next phase (MK-14.11)."""

    seat: int


@EVENTS.move("end_combat", "End the combat", "Terminar el combate")
class CombatEnded(Event):
    """The combat was over (chapter 19)."""

    seat: int


@EVENTS.move("rest", "Rest", "Descansar")
class Rested(Event):
    """A hero rested in place of a regular turn (chapter 21)."""

    seat: int
    card: args.Card | None = None
    wounds: Annotated[int, Ask("Wounds discarded", "Heridas descartadas", low=0)] | None = None
    hand_shown: Annotated[bool, Ask("Hand shown", "Mano mostrada")] | None = None


@EVENTS.move("end_turn", "End the turn", "Terminar el turno")
class TurnEnded(Event):
    """A seat declared the end of its turn (chapter 22)."""

    seat: int


@EVENTS.move("return_dice", "Return the dice", "Devolver los dados")
class DiceReturned(Event):
    """Dice that were used were rolled and went back to the source (MK-22.1)."""

    seat: int
    faces: args.Faces


@EVENTS.move("withdraw", "Withdraw", "Retirarse")
class Withdrawn(Event):
    """A hero on an unsafe space went back along its way (MK-22.3)."""

    seat: int
    number: args.Number | None = None


@EVENTS.move("use_glade", "Use the glade", "Usar el claro")
class GladeUsed(Event):
    """A wound was thrown away at a magical glade (MK-11.9)."""

    seat: int
    from_: Annotated[str, Ask("From", "De", choices=("hand", "discard"))]


@EVENTS.move("take_reward", "Take a reward", "Tomar una recompensa")
class RewardTaken(Event):
    """A reward of the turn was taken (MK-22.7)."""

    seat: int
    kind: Annotated[
        str,
        Ask(
            "Reward", "Recompensa", choices=("artifact", "spell", "advanced_action", "unit", "random_crystals", "roll")
        ),
    ]
    card: args.Card | None = None
    new_card: args.NewCard | None = None
    offer: args.LaidOut | None = None
    unit: args.UnitId | None = None
    disband: args.Disband | None = None
    slot: args.Slot | None = None
    faces: args.Faces | None = None
    colors: Annotated[args.Colours, Ask("Colours for gold", "Colores por el oro")] | None = None
    kept: (
        Annotated[args.Cards, Ask("Kept, from the top of the deck down", "Guardadas, de arriba abajo del mazo")] | None
    ) = None
    bottom: Annotated[args.Card, Ask("Put at the bottom", "Puesta al fondo")] | None = None


@EVENTS.move("level_up", "Go up a level", "Subir de nivel")
class LevelGained(Event):
    """A line of the Fame track was crossed (chapter 23)."""

    seat: int
    shown: Annotated[tuple[args.SkillId, ...], Ask("Skills shown", "Habilidades mostradas")] | None = None
    option: Annotated[str, Ask("Option", "Opción", choices=("a", "b"))] | None = None
    skill: args.SkillId | None = None
    hero: args.HeroId | None = None
    card: args.Action | None = None
    new_card: args.NewCard | None = None
    offer: args.LaidOut | None = None
    units: Annotated[tuple[args.UnitId, ...], Ask("Units added", "Unidades añadidas")] | None = None


@EVENTS.move("discard_hand", "Discard from hand", "Descartar de la mano")
class HandDiscarded(Event):
    """Cards were discarded before drawing (MK-22.12)."""

    seat: int
    cards: args.Cards


@EVENTS.move("draw", "Draw", "Robar")
class HandDrawn(Event):
    """A seat drew up to its hand limit; its turn is closed (MK-22.13, MK-6.18)."""

    seat: int
    number: args.Number | None = None
    drawn: args.Drawn | None = None


@dataclass(frozen=True, slots=True)
class BannerOff:
    """A banner that was taken off its unit (MK-26.13)."""

    seat: args.Seat
    unit: args.UnitNumber


@EVENTS.move("prepare_round", "Prepare the round", "Preparar la ronda")
class RoundPrepared(Event):
    """A new round was set up (chapter 26)."""

    dice: args.Faces
    unit_offer: Annotated[tuple[args.UnitId, ...], Ask("Unit offer", "Oferta de unidades")]
    monastery_cards: (
        Annotated[tuple[args.Action, ...], Ask("Cards for monasteries", "Cartas de los monasterios")] | None
    ) = None
    action_card: Annotated[args.Action, Ask("New advanced action", "Nueva acción avanzada")] | None = None
    spell: Annotated[args.Spell, Ask("New spell", "Nuevo hechizo")] | None = None
    tokens: args.Tokens | None = None
    banners: Annotated[tuple[BannerOff, ...], Ask("Banners taken off", "Estandartes retirados")] | None = None
    hands: Annotated[Mapping[int, args.Cards], Ask("Hands", "Manos")] | None = None


@EVENTS.move("score", "Score", "Puntuar")
class Scored(Event):
    """Every seat sorted all its cards, and the game was scored (chapter 28)."""

    cards: Annotated[Mapping[int, args.Cards], Ask("Cards of every seat", "Cartas de cada asiento")]
    kept: Annotated[Mapping[str, args.Cards], Ask("Artifacts by reward", "Artefactos por recompensa")] | None = None
