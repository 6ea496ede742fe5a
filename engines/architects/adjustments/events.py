"""Events of a judge's adjustments; ``decide`` checks them, ``evolve`` applies them."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from engines.architects.arguments import parameters as args
from engines.architects.arguments.parameters import EVENTS
from engines.kernel.moves.events import Ask, Event

By = Annotated[int, Ask("By", "En cuánto", low=-9, high=9)]
Good = Annotated[str, Ask("Good", "Bien", choices=args.goods_of)]
Owner = Annotated[int, Ask("Seat", "Asiento", low=0, seat=True)]


@EVENTS.adjustment("change_goods", "Give or take goods", "Dar o quitar bienes")
class GoodsChanged(Event):
    """A seat got goods of a kind, or gave some back (ARC-1.10)."""

    seat: int
    good: Good
    by: By


@EVENTS.adjustment("change_tax", "Put or take tax silver", "Poner o quitar plata de tributos")
class TaxChanged(Event):
    """Silver was put above the Tax Stand, or taken from it (ARC-10.1)."""

    by: By


@EVENTS.adjustment("change_virtue", "Raise or lower virtue", "Subir o bajar la virtud")
class VirtueChanged(Event):
    """A seat's marker moved on the virtue track, without overflow (ARC-16.1)."""

    seat: int
    by: By


@EVENTS.adjustment("change_debts", "Give or take debts", "Dar o quitar deudas")
class DebtsChanged(Event):
    """A seat got debts of one face, or gave some back (ARC-17.9)."""

    seat: int
    face: Annotated[str, Ask("Face", "Cara", choices=(args.UNPAID, args.PAID))]
    by: By


@EVENTS.adjustment("move_workers", "Move workers", "Mover trabajadores")
class WorkersMoved(Event):
    """Workers of a seat moved; a holder is the seat whose board has the captives (ARC-5.17)."""

    seat: int
    source: Annotated[str, Ask("From", "De", choices=args.PLACES)]
    target: Annotated[str, Ask("To", "A", choices=args.PLACES)]
    count: Annotated[int, Ask("Workers", "Trabajadores", low=1)]
    source_holder: Annotated[Owner, Ask("Held by", "En manos de")] | None = None
    target_holder: Annotated[Owner, Ask("Held by from now on", "En manos de, desde ahora")] | None = None


@EVENTS.adjustment("change_level", "Move on the Cathedral", "Mover en la catedral")
class LevelChanged(Event):
    """A seat's marker moved to another level of the Cathedral (ARC-15.7)."""

    seat: int
    by: By


@EVENTS.adjustment("give_apprentice", "Give an apprentice", "Dar un aprendiz")
class ApprenticeGiven(Event):
    """An apprentice of the pile or of another seat belongs to a seat (ARC-1.12)."""

    seat: int
    apprentice: args.Apprentice


@EVENTS.adjustment("take_apprentice", "Take an apprentice away", "Quitar un aprendiz")
class ApprenticeTaken(Event):
    """An apprentice of a seat goes under the pile (ARC-8.17)."""

    seat: int
    apprentice: args.Apprentice


@EVENTS.adjustment("set_space", "Change a space of the display", "Cambiar un espacio de aprendices")
class SpaceSet(Event):
    """A judge put another card of the pile on a space of the display, or changed its silver (ARC-2.6, ARC-8.8)."""

    row: args.Row
    column: args.Column
    apprentice: args.Apprentice | None = None
    silver: args.Number | None = None


@EVENTS.adjustment("give_building", "Give a constructed building", "Dar un edificio construido")
class BuildingGiven(Event):
    """A building of the pile, or of another seat, became a constructed building of a seat (ARC-26.9)."""

    seat: int
    building: args.Building


@EVENTS.adjustment("take_building", "Take a constructed building away", "Quitar un edificio construido")
class BuildingTaken(Event):
    """A constructed building goes under the pile (ARC-26.9)."""

    seat: int
    building: args.Building


@EVENTS.adjustment("change_hand", "Give or take building cards", "Dar o quitar cartas de edificio")
class HandChanged(Event):
    """Building cards went from the pile to a hand, or from a hand under the pile (ARC-26.9)."""

    seat: int
    by: By


@EVENTS.adjustment("set_market", "Set the market faces", "Fijar las caras del mercado")
class MarketSet(Event):
    """A judge set the market piles: the cards on the right one, and the visible faces (ARC-11.11, ARC-11.12)."""

    turned: Annotated[int, Ask("Cards on the right pile", "Cartas en la pila derecha", low=0)]
    small_face: args.SmallFace | None = None
    large_face: args.LargeFace | None = None


@EVENTS.adjustment("change_rewards", "Change the reward pile", "Cambiar la pila de recompensas")
class RewardsChanged(Event):
    """Reward cards were put on their pile, or taken off it unseen (ARC-2.4)."""

    by: By


@EVENTS.adjustment("set_turn", "Set the seat to move", "Fijar a quién le toca")
class TurnSet(Event):
    """A judge made it a seat's turn (ARC-4.1)."""

    seat: int


Adjusted: TypeAlias = (
    GoodsChanged
    | TaxChanged
    | VirtueChanged
    | DebtsChanged
    | WorkersMoved
    | LevelChanged
    | ApprenticeGiven
    | ApprenticeTaken
    | SpaceSet
    | BuildingGiven
    | BuildingTaken
    | HandChanged
    | MarketSet
    | RewardsChanged
    | TurnSet
)
