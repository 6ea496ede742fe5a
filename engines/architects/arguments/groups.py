"""Parameters of moves that have parameters of their own: trades, captures, actions, hires, a second work, abilities."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from engines.architects.arguments.parameters import (
    GUARDHOUSE_ACTIONS,
    PRICES,
    Apprentice,
    At,
    Building,
    Choice,
    Column,
    Count,
    Discard,
    Discarded,
    Drawn,
    Evade,
    HugoPays,
    KeepDebts,
    Level,
    Number,
    Payment,
    PurgeRefill,
    Refill,
    Reward,
    Row,
    Space,
    reset_cards_of,
    trades_of,
)
from engines.kernel.moves.events import Ask


@dataclass(frozen=True, slots=True)
class Trade:
    """One trade at the Storehouse; what was paid only where the price leaves a choice (ARC-7.2, MOV-7)."""

    trade: Annotated[str, Ask("Trade", "Trueque", choices=trades_of)]
    paid: Payment | None = None


@dataclass(frozen=True, slots=True)
class Captured:
    """One capture: all workers of a colour at a location (ARC-9.2)."""

    location: At
    seat: Annotated[int, Ask("Whose workers", "De quién", low=0, seat=True)]
    count: Count | None = None


Captures = Annotated[tuple[Captured, ...], Ask("Captures", "Capturas")]


@dataclass(frozen=True, slots=True)
class Act:
    """One action in the Guardhouse, with what belongs to its own cost (chapter 12, ARC-10.14)."""

    action: Annotated[str, Ask("Action", "Acción", choices=GUARDHOUSE_ACTIONS)]
    price: Annotated[str, Ask("Price", "Precio", choices=PRICES)] | None = None
    evade: Evade | None = None
    keep_debts: KeepDebts | None = None
    hugo_pays: HugoPays | None = None
    count: Count | None = None


@dataclass(frozen=True, slots=True)
class FreeHire:
    """An apprentice hired free of charge by a building (ARC-20.4)."""

    row: Row | None
    column: Column | None
    apprentice: Apprentice | None
    refill: Refill | None
    discard: Discard | None = None


@dataclass(frozen=True, slots=True)
class SecondWork:
    """What the worker that the Crane placed does: it builds, or advances on the Cathedral (ARC-20.59)."""

    type: Annotated[str, Ask("Work", "Obra", choices=("build", "cathedral"))]
    building: Building | None = None
    payment: Payment | None = None
    reward: Reward | None = None
    choice: Choice | None = None
    captures: Captures | None = None
    hire: Annotated[FreeHire, Ask("Free hire", "Contratación gratis")] | None = None
    destroy_debt: Annotated[bool, Ask("Destroy a debt", "Destruir una deuda")] | None = None
    library_discard: Annotated[bool, Ask("Discard for gold", "Descartar por oro")] | None = None
    graveyard_discard: Discard | None = None
    purge_refill: PurgeRefill | None = None
    discarded: Discarded | None = None
    library_card: Annotated[Building, Ask("Card discarded for gold", "Carta descartada por oro")] | None = None
    drawn: Drawn | None = None
    space: Space | None = None
    level: Level | None = None


@dataclass(frozen=True, slots=True)
class Ability:
    """An ability used at a reset (ARC-18.6)."""

    seat: Annotated[int, Ask("Whose", "De quién", low=0, seat=True)]
    card: Annotated[str, Ask("Apprentice or character", "Aprendiz o personaje", choices=reset_cards_of)]
    release: Annotated[Number, Ask("Workers released", "Trabajadores liberados")] | None = None
