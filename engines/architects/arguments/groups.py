"""Parameters of moves that have parameters of their own: trades, captures, actions, hires, a second work, abilities."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from engines.architects.arguments import parameters as args
from engines.kernel.moves.events import Ask


@dataclass(frozen=True, slots=True)
class Trade:
    """One trade at the Storehouse; the payment only if the price leaves a choice (ARC-7.2, MOV-7)."""

    trade: Annotated[str, Ask("Trade", "Trueque", choices=args.trades_of, refusal=("ARC-7.4", "ill_14"))]
    paid: Annotated[args.Payment, Ask(refusal=("ARC-5.13", "ill_72"))] | None = None


@dataclass(frozen=True, slots=True)
class Captured:
    """One capture: all workers of a colour at a location (ARC-9.2)."""

    location: args.At
    seat: Annotated[int, Ask("Whose workers", "De quién", low=0, seat=True, refusal=("ARC-9.13", "ill_25"))]
    count: args.Count | None = None


Captures = Annotated[tuple[Captured, ...], Ask("Captures", "Capturas")]


@dataclass(frozen=True, slots=True)
class Act:
    """One action in the Guardhouse, with the details of its cost (chapter 12, ARC-10.14)."""

    action: Annotated[str, Ask("Action", "Acción", choices=args.GUARDHOUSE_ACTIONS, refusal=("ARC-12.1", "ill_73"))]
    price: Annotated[str, Ask("Price", "Precio", choices=args.PRICES, refusal=("ARC-12.4", "ill_65"))] | None = None
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
    destroy_debt: args.DestroyDebt | None = None
    library_discard: args.LibraryDiscard | None = None
    graveyard_discard: args.Discard | None = None
    purge_refill: args.PurgeRefill | None = None
    discarded: args.Discarded | None = None
    library_card: args.LibraryCard | None = None
    drawn: args.Drawn | None = None
    space: args.Space | None = None
    level: args.Level | None = None


@dataclass(frozen=True, slots=True)
class Ability:
    """An ability used at a reset (ARC-18.6)."""

    seat: Annotated[int, Ask("Whose", "De quién", low=0, seat=True, refusal=("ARC-18.6", "ill_75"))]
    card: Annotated[
        str,
        Ask(
            "Apprentice or character",
            "Aprendiz o personaje",
            choices=args.reset_cards_of,
            refusal=("ARC-18.6", "ill_75"),
        ),
    ]
    release: (
        Annotated[args.Number, Ask("Workers released", "Trabajadores liberados", refusal=("ARC-19.13", "ill_54"))]
        | None
    ) = None
