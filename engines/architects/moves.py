"""The moves of Architects of the West Kingdom: each class is the event, with the fields that a form asks for.

Parameters that are only compared and never required (MOV-9) come last: ``n``, ``gained``, ``spent``, ``tax``, ``skip``,
``space``, ``level``, ``count``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, TypeAlias

from engines.architects.arguments import parameters as args
from engines.architects.arguments.groups import Ability, Act, Captures, FreeHire, SecondWork, Trade
from engines.architects.arguments.parameters import EVENTS
from engines.kernel.moves.events import Ask, Event


@dataclass(frozen=True, slots=True)
class _Gathering(Event):
    """A worker at a location that gives goods."""

    seat: int
    n: args.Own | None = None
    gained: args.Gained | None = None


@dataclass(frozen=True, slots=True)
class _AtSideOfMarket(Event):
    """A worker on the left or right space of the Black Market."""

    seat: int
    keep_debts: args.KeepDebts | None = None
    hugo_pays: args.HugoPays | None = None
    drawn: args.Drawn | None = None
    gained: args.Gained | None = None
    spent: args.Spent | None = None


@EVENTS.move("setup", "Set up the table", "Preparar la mesa")
class SetUp(Event):
    """The setup, by chance or by choice (chapters 2 and 21)."""

    start_player: Annotated[
        int | None, Ask("Start player", "Jugador inicial", low=0, seat=True, refusal=("ARC-2.13", "ill_62"))
    ]
    characters: (
        Annotated[
            Mapping[int, Annotated[str, Ask("Character", "Personaje", choices=args.cards_of("characters"))]],
            Ask("Characters", "Personajes", refusal=("ARC-21.2", "ill_62")),
        ]
        | None
    )
    top: Annotated[
        tuple[args.Apprentice, ...], Ask("Top row", "Fila de arriba", optional=True, refusal=("ARC-26.10", "ill_21"))
    ]
    bottom: Annotated[
        tuple[args.Apprentice, ...], Ask("Bottom row", "Fila de abajo", optional=True, refusal=("ARC-26.10", "ill_21"))
    ]
    small_face: args.SmallFace | None


@EVENTS.move("starting_apprentice", "Take a starting apprentice", "Tomar un aprendiz inicial")
class StartingApprenticeTaken(Event):
    """A face-up apprentice taken free of charge before the draft (ARC-2.16)."""

    seat: int
    row: args.Row | None
    column: args.Column | None
    apprentice: args.Apprentice | None
    refills: (
        Annotated[
            tuple[args.Apprentice, ...], Ask("New apprentices", "Aprendices nuevos", refusal=("ARC-26.10", "ill_21"))
        ]
        | None
    ) = None
    keep_debts: args.KeepDebts | None = None
    hugo_pays: args.HugoPays | None = None


@EVENTS.move("draft_done", "The draft is done", "El reparto está hecho")
class Drafted(Event):
    """Everybody has a hand; by seat, the cards that its owner stated (ARC-3.6, ARC-21.6)."""

    kept: Annotated[Mapping[int, args.Discarded], Ask("Cards kept", "Cartas guardadas")] | None = None
    drawn: Annotated[Mapping[int, args.Drawn], Ask("Extra cards", "Cartas adicionales")] | None = None


@EVENTS.move("place_quarry", "Quarry", "Cantera")
class AtQuarry(_Gathering):
    """A worker in the Quarry (ARC-6.1)."""


@EVENTS.move("place_forest", "Forest", "Bosque")
class AtForest(_Gathering):
    """A worker in the Forest (ARC-6.2)."""


@EVENTS.move("place_mines", "Mines", "Minas")
class AtMines(Event):
    """A worker in the Mines, for clay or for gold (ARC-6.4)."""

    seat: int
    take: Annotated[str, Ask("Take", "Tomar", choices=args.goods_of, refusal=("ARC-6.4", "ill_9"))] | None
    n: args.Own | None = None
    gained: args.Gained | None = None


@EVENTS.move("place_silversmith", "Silversmith", "Platería")
class AtSilversmith(_Gathering):
    """A worker at the Silversmith (ARC-6.3)."""


@EVENTS.move("place_storehouse", "King's Storehouse", "Almacén real")
class AtStorehouse(Event):
    """A worker at the King's Storehouse, and trades in their order (chapter 7)."""

    seat: int
    trades: Annotated[tuple[Trade, ...], Ask("Trades", "Trueques")] | None = None
    keep_debts: args.KeepDebts | None = None
    n: args.Own | None = None
    gained: args.Gained | None = None
    spent: args.Spent | None = None


@EVENTS.move("workshop_hire", "Workshop: hire", "Taller: contratar")
class Hired(Event):
    """A worker in the Workshop; an apprentice is hired (ARC-8.2 to 8.16)."""

    seat: int
    row: args.Row | None
    column: args.Column | None
    apprentice: args.Apprentice | None
    refill: args.Refill | None
    discard: args.Discard | None = None
    evade: args.Evade | None = None
    keep_debts: args.KeepDebts | None = None
    hugo_pays: args.HugoPays | None = None
    n: args.Own | None = None
    gained: args.Gained | None = None
    spent: args.Spent | None = None
    tax: args.Tax | None = None
    skip: args.Skip | None = None


@EVENTS.move("workshop_draw", "Workshop: draw cards", "Taller: robar cartas")
class CardsDrawn(Event):
    """A worker in the Workshop; building cards are drawn (ARC-8.20)."""

    seat: int
    drawn: args.Drawn | None = None
    n: args.Own | None = None
    count: args.Count | None = None


@EVENTS.move("place_town_centre", "Town Centre", "Centro de la villa")
class AtTownCentre(Event):
    """A worker in the Town Centre, and captures in their order (chapter 9)."""

    seat: int
    captures: Captures | None = None
    evade: args.Evade | None = None
    n: args.Own | None = None
    spent: args.Spent | None = None
    tax: args.Tax | None = None


@EVENTS.move("place_tax_stand", "Tax Stand", "Puesto de tributos")
class AtTaxStand(Event):
    """A worker at the Tax Stand: all tax silver is taken (ARC-10.3)."""

    seat: int
    hugo_pays: args.HugoPays | None = None
    n: args.Own | None = None
    gained: args.Gained | None = None


@EVENTS.move("market_left", "Black Market, left", "Mercado negro, izquierda")
class AtMarketLeft(_AtSideOfMarket):
    """A worker on the left space of the Black Market (ARC-11.4)."""


@EVENTS.move("market_right", "Black Market, right", "Mercado negro, derecha")
class AtMarketRight(_AtSideOfMarket):
    """A worker on the right space of the Black Market (ARC-11.6)."""


@EVENTS.move("market_hire", "Black Market, middle: hire", "Mercado negro, centro: contratar")
class HiredAtMarket(Event):
    """A worker on the middle space of the Black Market; an apprentice is hired (ARC-11.7)."""

    seat: int
    row: args.Row | None
    column: args.Column | None
    apprentice: args.Apprentice | None
    refill: args.Refill | None
    discard: args.Discard | None = None
    keep_debts: args.KeepDebts | None = None
    hugo_pays: args.HugoPays | None = None
    drawn: args.Drawn | None = None
    gained: args.Gained | None = None
    spent: args.Spent | None = None


@EVENTS.move("market_draw", "Black Market, middle: draw cards", "Mercado negro, centro: robar cartas")
class DrawnAtMarket(Event):
    """A worker on the middle space of the Black Market; the seat takes one of five cards (ARC-11.8)."""

    seat: int
    keep_debts: args.KeepDebts | None = None
    hugo_pays: args.HugoPays | None = None
    kept: args.KeptCard | None = None
    put_back: Annotated[args.Discarded, Ask("Cards put back", "Cartas devueltas")] | None = None
    drawn: args.Drawn | None = None
    gained: args.Gained | None = None
    spent: args.Spent | None = None
    count: args.Count | None = None


@EVENTS.move("place_guardhouse", "Guardhouse", "Casa de guardia")
class AtGuardhouse(Event):
    """A worker in the Guardhouse, and actions in their order (chapter 12)."""

    seat: int
    actions: Annotated[tuple[Act, ...], Ask("Actions", "Acciones")] | None = None
    n: args.Own | None = None
    gained: args.Gained | None = None
    spent: args.Spent | None = None
    tax: args.Tax | None = None


@EVENTS.move("build", "Build", "Construir")
class Built(Event):
    """A worker in the Guildhall and a building from the hand (chapters 13, 14 and 20)."""

    seat: int
    building: args.Building | None
    payment: args.Payment | None = None
    choice: args.Choice | None = None
    captures: Captures | None = None
    hire: Annotated[FreeHire, Ask("Free hire", "Contratación gratis")] | None = None
    destroy_debt: args.DestroyDebt | None = None
    library_discard: args.LibraryDiscard | None = None
    graveyard_discard: args.Discard | None = None
    purge_refill: args.PurgeRefill | None = None
    crane: Annotated[SecondWork, Ask("Second work", "Segunda obra")] | None = None
    keep_debts: args.KeptBySeat | None = None
    hugo_pays: args.PaidBySeat | None = None
    library_card: args.LibraryCard | None = None
    drawn: args.Drawn | None = None
    space: args.Space | None = None
    gained: args.Gained | None = None
    spent: args.Spent | None = None


@EVENTS.move("cathedral", "Advance on the Cathedral", "Avanzar en la catedral")
class Advanced(Event):
    """A worker in the Guildhall and a level of the Cathedral (chapters 13 and 15)."""

    seat: int
    payment: Annotated[args.Payment, Ask(refusal=("ARC-15.3", "ill_49"))] | None = None
    reward: args.Reward | None = None
    purge_refill: args.PurgeRefill | None = None
    keep_debts: args.KeepDebts | None = None
    discarded: args.Discarded | None = None
    drawn: args.Drawn | None = None
    space: args.Space | None = None
    level: args.Level | None = None
    gained: args.Gained | None = None
    spent: args.Spent | None = None


@EVENTS.move("place_prison", "Prison", "Prisión", recorded=False)
class AtPrison(Event):
    """A worker in the prison: no turn places one there, and the rules refuse it (ARC-5.9)."""

    seat: int


@EVENTS.move("return_worker", "Take a worker back", "Recuperar un trabajador")
class Returned(Event):
    """A worker is taken back because none is left to place (ARC-4.4, ARC-4.7)."""

    seat: int
    location: Annotated[
        str, Ask("From", "De dónde", choices=(*args.RETURNS, args.GUILDHALL), refusal=("ARC-4.4", "ill_67"))
    ]
    holder: (
        Annotated[int, Ask("Whose board", "Tablero de quién", low=0, seat=True, refusal=("ARC-4.4", "ill_67"))] | None
    ) = None


@EVENTS.move("forced_pass", "Forced pass", "Pase obligado")
class Passed(Event):
    """A lost turn: no worker can be placed or taken back (ARC-4.8)."""

    seat: int


@EVENTS.move("discard_apprentice", "Discard an apprentice", "Descartar un aprendiz", anytime=True)
class ApprenticeDiscarded(Event):
    """A seat puts its own apprentice under the pile (ARC-4.10)."""

    seat: int
    apprentice: Annotated[args.Apprentice, Ask(refusal=("ARC-4.10", "ill_63"))]


@EVENTS.move("resolve_reset", "Reset the Black Market", "Reiniciar el mercado negro")
class MarketReset(Event):
    """The Black Market is reset for everybody (chapter 18)."""

    small_face: args.SmallFace | None
    large_face: args.LargeFace | None
    abilities: Annotated[tuple[Ability, ...], Ask("Abilities", "Habilidades")] | None = None
    keep_debts: args.KeptBySeat | None = None
    hugo_pays: args.PaidBySeat | None = None
    reshuffled: Annotated[bool, Ask("Reshuffled", "Barajado de nuevo")] | None = None


@EVENTS.move("discard_to_limit", "Discard to the hand limit", "Descartar hasta el límite")
class DiscardedToLimit(Event):
    """A hand came down to its limit (ARC-4.11)."""

    seat: int
    discarded: args.Discarded | None = None
    count: Annotated[args.Count, Ask(refusal=("ARC-4.11", "ill_57"))] | None = None


@EVENTS.move("end_effects", "Order of end effects", "Orden de efectos finales")
class EndEffectsOrdered(Event):
    """The order in which a seat resolves its own effects of phase A (ARC-23.3)."""

    seat: int
    order: Annotated[tuple[args.Building, ...], Ask("Order", "Orden", refusal=("ARC-23.3", "ill_68"))]
    keep_debts: args.KeepDebts | None = None
    hugo_pays: args.HugoPays | None = None


@EVENTS.move("reveal_hand", "Show the hand", "Mostrar la mano")
class HandRevealed(Event):
    """A hand is shown at the end (ARC-26.7)."""

    seat: int
    cards: Annotated[tuple[args.Building, ...], Ask("Cards", "Cartas", refusal=("ARC-26.8", "ill_77"))]


AtMarket: TypeAlias = AtMarketLeft | AtMarketRight | HiredAtMarket | DrawnAtMarket
Placed: TypeAlias = (
    AtQuarry
    | AtForest
    | AtMines
    | AtSilversmith
    | AtStorehouse
    | Hired
    | CardsDrawn
    | AtTownCentre
    | AtTaxStand
    | AtMarket
    | AtGuardhouse
    | Built
    | Advanced
)

encode, decode, moves, adjustments = EVENTS.encode, EVENTS.decode, EVENTS.types, EVENTS.adjustments
