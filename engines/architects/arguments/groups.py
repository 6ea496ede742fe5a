"""Parameters of moves that have parameters of their own: trades, captures, actions, hires, a second work, abilities."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from engines.architects.arguments import parameters as args
from engines.kernel.moves.events import Ask


@dataclass(frozen=True, slots=True)
class Trade:
    """One trade at the Storehouse; the payment only if the price leaves a choice (ARC-7.2, MOV-7)."""

    trade: Annotated[str, Ask("Trade", "Trueque", choices=args.trades_of)]
    paid: args.Payment | None = None


@dataclass(frozen=True, slots=True)
class Captured:
    """One capture: all workers of a colour at a location (ARC-9.2)."""

    location: args.At
    seat: Annotated[int, Ask("Whose workers", "De quién", low=0, seat=True)]
    count: args.Count | None = None


Captures = Annotated[tuple[Captured, ...], Ask("Captures", "Capturas")]


@dataclass(frozen=True, slots=True)
class Act:
    """One action in the Guardhouse, with the details of its cost (chapter 12, ARC-10.14)."""

    action: Annotated[str, Ask("Action", "Acción", choices=args.GUARDHOUSE_ACTIONS)]
    price: Annotated[str, Ask("Price", "Precio", choices=args.PRICES)] | None = None
    evade: args.Evade | None = None
    keep_debts: args.KeepDebts | None = None
    hugo_pays: args.HugoPays | None = None
    count: args.Count | None = None


@dataclass(frozen=True, slots=True)
class FreeHire:
    """An apprentice hired free of charge by a building (ARC-20.4)."""

    row: args.Row | None
    column: args.Column | None
    apprentice: args.Apprentice | None
    refill: args.Refill | None
    discard: args.Discard | None = None


@dataclass(frozen=True, slots=True)
class SecondWork:
    """The work of the worker placed by the Crane: it builds, or advances on the Cathedral (ARC-20.59)."""

    type: Annotated[str, Ask("Work", "Obra", choices=("build", "cathedral"))]
    building: args.Building | None = None
    payment: args.Payment | None = None
    reward: args.Reward | None = None
    choice: args.Choice | None = None
    captures: Captures | None = None
    hire: Annotated[FreeHire, Ask("Free hire", "Contratación gratis")] | None = None
    destroy_debt: Annotated[bool, Ask("Destroy a debt", "Destruir una deuda")] | None = None
    library_discard: Annotated[bool, Ask("Discard for gold", "Descartar por oro")] | None = None
    graveyard_discard: args.Discard | None = None
    purge_refill: args.PurgeRefill | None = None
    discarded: args.Discarded | None = None
    library_card: Annotated[args.Building, Ask("Card discarded for gold", "Carta descartada por oro")] | None = None
    drawn: args.Drawn | None = None
    space: args.Space | None = None
    level: args.Level | None = None


@dataclass(frozen=True, slots=True)
class Ability:
    """An ability used at a reset (ARC-18.6)."""

    seat: Annotated[int, Ask("Whose", "De quién", low=0, seat=True)]
    card: Annotated[str, Ask("Apprentice or character", "Aprendiz o personaje", choices=args.reset_cards_of)]
    release: Annotated[args.Number, Ask("Workers released", "Trabajadores liberados")] | None = None
