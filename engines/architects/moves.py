"""The moves of Architects of the West Kingdom: each is the event that it becomes, with what a form asks for it.

A parameter that is compared and never needed (MOV-9) stands last: ``n``, ``gained``, ``spent``, ``tax``, ``skip``,
``space``, ``level``, ``count``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Annotated, TypeAlias

from engines.architects.data import OPEN_LOCATIONS, ROWS, defaults, face_words, spelled
from engines.kernel.events import Ask, Events
from engines.kernel.game import Field, Json, Text
from engines.kernel.says import say

SECRET: Mapping[str, Mapping[str, str]] = {
    "draft_done": {"kept": "by_seat", "drawn": "by_seat"},
    "workshop_draw": {"drawn": "seat"},
    "market_left": {"drawn": "seat"},
    "market_right": {"drawn": "seat"},
    "market_hire": {"drawn": "seat"},
    "market_draw": {"kept": "seat", "put_back": "seat", "drawn": "seat"},
    "build": {
        "library_card": "seat",
        "drawn": "seat",
        "crane.discarded": "seat",
        "crane.library_card": "seat",
        "crane.drawn": "seat",
    },
    "cathedral": {"discarded": "seat", "drawn": "seat"},
    "discard_to_limit": {"discarded": "seat"},
}
"""What an owner may tell of a hand (ARC-26.2, ARC-26.6, MOV-8); nothing else is secret."""

CONSPIRATOR_SCOPES = ("per_turn", "per_capture")


def options() -> Mapping[str, Field]:
    """The options of a record; the defaults are those of the default box."""
    return _options()


@lru_cache(maxsize=1)
def _options() -> Mapping[str, Field]:
    default = defaults()

    def flag(name: str, label: Text) -> Field:
        return Field("flag", label, default=default[name])

    scopes = say("What a conspirator saves on", "En qué ahorra un conspirador")
    return MappingProxyType(
        {
            "side": Field(
                "choice", say("Side of the boards", "Lado de los tableros"), choices=(1, 2), default=default["side"]
            ),
            "alternate_characters": flag(
                "alternate_characters", say("Alternate characters", "Personajes alternativos")
            ),
            "starting_apprentice": flag("starting_apprentice", say("Starting apprentices", "Aprendices iniciales")),
            "promos": flag("promos", say("Promo cards", "Cartas promocionales")),
            "conspirator_scope": Field(
                "choice", scopes, choices=CONSPIRATOR_SCOPES, default=default["conspirator_scope"]
            ),
        }
    )


# ---------------------------------------------------------------------------------------------------------- parameters

BOARD, PRISON, GUILDHALL, CAPTIVE = "board", "prison", "guildhall", "captive"
MARKETS = ("market_left", "market_middle", "market_right")
RETURNS = (*OPEN_LOCATIONS, *MARKETS, PRISON, BOARD)
"""Where a worker is taken back from; ``board`` is an opponent's (ARC-4.7)."""
PLACES = (BOARD, *OPEN_LOCATIONS, *MARKETS, GUILDHALL, PRISON, CAPTIVE)
"""Where a worker can be, for an adjustment; ``captive`` is another player's board."""
GUARDHOUSE_ACTIONS = ("send", "release", "ransom", "pay_debt")
PRICES = ("silver", "debt")
RELEASE, CAPTURE = "release", "capture"
UNPAID, PAID = "unpaid", "paid"


def _cards(table: str) -> Callable[[Json], tuple[tuple[str, ...], ...]]:
    """Each card of a table of the box, with what a hand may write for it."""
    return lambda box: spelled(box, table)


def _goods(box: Json) -> list[tuple[str, ...]]:
    return [(good["id"], *good["name"].values()) for good in box["resources"]]


def _good_ids(box: Json) -> list[str]:
    return [good["id"] for good in box["resources"]]


def _trades(box: Json) -> Iterator[tuple[str, ...]]:
    storehouse = next(place for place in box["locations"] if place["id"] == "kings_storehouse")
    yield from ((trade["id"],) for trade in storehouse["trades"])
    yield from _cards("apprentices")(box)


def _reset_cards(box: Json) -> Iterator[tuple[str, ...]]:
    yield from _cards("apprentices")(box)
    yield from _cards("characters")(box)


def _choices(box: Json) -> list[tuple[str, ...]]:
    return [*_goods(box), (RELEASE,), (CAPTURE,)]


def _columns(box: Json) -> int:
    columns: int = box["setup"]["apprentice_display"]["columns"]
    return columns


Apprentice = Annotated[str, Ask("Apprentice", "Aprendiz", choices=_cards("apprentices"))]
Building = Annotated[str, Ask("Building", "Edificio", choices=_cards("buildings"))]
Reward = Annotated[str, Ask("Reward", "Recompensa", choices=_cards("rewards"))]
SmallFace = Annotated[str, Ask("Small market", "Mercado pequeño", choices=lambda box: face_words(box, "small"))]
LargeFace = Annotated[str, Ask("Large market", "Mercado grande", choices=lambda box: face_words(box, "large"))]
Row = Annotated[str, Ask("Row", "Fila", choices=ROWS)]
Column = Annotated[int, Ask("Column", "Columna", low=1, high=_columns)]
Number = Annotated[int, Ask("Number", "Número", low=0)]
Goods = Annotated[Mapping[str, Number], Ask("Goods", "Bienes", keys=_good_ids)]
Payment = Annotated[Goods, Ask("Payment", "Pago")]
Gained = Annotated[Goods, Ask("Gained", "Ganado")]
Spent = Annotated[Goods, Ask("Spent", "Gastado")]
Tax = Annotated[Number, Ask("Tax paid", "Tributo pagado")]
Own = Annotated[Number, Ask("Own workers there", "Trabajadores propios allí")]
Count = Annotated[Number, Ask("How many", "Cuántos")]
Space = Annotated[Number, Ask("Guildhall space", "Espacio de la casa gremial", low=1)]
Level = Annotated[Number, Ask("Cathedral level", "Nivel de la catedral", low=1)]
Evade = Annotated[Number, Ask("Taxes evaded", "Tributos evadidos")]
KeepDebts = Annotated[Number, Ask("Debts kept", "Deudas conservadas")]
HugoPays = Annotated[Number, Ask("Debts bought off", "Deudas evitadas pagando")]
KeptBySeat = Annotated[Mapping[int, KeepDebts], Ask("Debts kept", "Deudas conservadas", plain=True)]
PaidBySeat = Annotated[Mapping[int, HugoPays], Ask("Debts bought off", "Deudas evitadas pagando", plain=True)]
Drawn = Annotated[tuple[Building | None, ...], Ask("Cards drawn", "Cartas robadas")]
Discarded = Annotated[tuple[Building | None, ...], Ask("Cards discarded", "Cartas descartadas")]
Refill = Annotated[Apprentice, Ask("New apprentice", "Aprendiz nuevo")]
Discard = Annotated[Apprentice, Ask("Apprentice discarded", "Aprendiz descartado")]
Skip = Annotated[tuple[Apprentice, ...], Ask("Silver laid on", "Plata puesta en")]
PurgeRefill = Annotated[tuple[Apprentice, ...], Ask("New apprentices: top, bottom", "Aprendices nuevos: arriba, abajo")]
At = Annotated[str, Ask("Location", "Lugar", choices=(*OPEN_LOCATIONS, *MARKETS, GUILDHALL, PRISON, BOARD))]
Choice = Annotated[str, Ask("Choice", "Elección", choices=_choices)]

# -------------------------------------------------------------------------------------------------------------- events

EVENTS = Events("Architects of the West Kingdom")


@EVENTS.move("setup", "Set up the table", "Preparar la mesa")
@dataclass(frozen=True, slots=True)
class SetUp:
    """What the table laid out by chance or by choice (chapters 2 and 21)."""

    start_player: Annotated[int | None, Ask("Start player", "Jugador inicial", low=0, seat=True)]
    characters: (
        Annotated[
            Mapping[int, Annotated[str, Ask("Character", "Personaje", choices=_cards("characters"))]],
            Ask("Characters", "Personajes"),
        ]
        | None
    )
    top: Annotated[tuple[Apprentice, ...], Ask("Top row", "Fila de arriba", optional=True)]
    bottom: Annotated[tuple[Apprentice, ...], Ask("Bottom row", "Fila de abajo", optional=True)]
    small_face: SmallFace | None


@EVENTS.move("starting_apprentice", "Take a starting apprentice", "Tomar un aprendiz inicial")
@dataclass(frozen=True, slots=True)
class StartingApprenticeTaken:
    """A face-up apprentice taken free of charge before the draft (ARC-2.16)."""

    seat: int
    row: Row | None
    column: Column | None
    apprentice: Apprentice | None
    refills: Annotated[tuple[Apprentice, ...], Ask("New apprentices", "Aprendices nuevos")] | None = None
    keep_debts: KeepDebts | None = None
    hugo_pays: HugoPays | None = None


@EVENTS.move("draft_done", "The draft is done", "El reparto está hecho")
@dataclass(frozen=True, slots=True)
class Drafted:
    """Everybody has a hand; by seat what an owner told of it (ARC-3.6, ARC-21.6)."""

    kept: Annotated[Mapping[int, Discarded], Ask("Cards kept", "Cartas guardadas")] | None = None
    drawn: Annotated[Mapping[int, Drawn], Ask("Extra cards", "Cartas adicionales")] | None = None


@EVENTS.move("place_quarry", "Quarry", "Cantera")
@dataclass(frozen=True, slots=True)
class AtQuarry:
    """A worker in the Quarry (ARC-6.1)."""

    seat: int
    n: Own | None = None
    gained: Gained | None = None


@EVENTS.move("place_forest", "Forest", "Bosque")
@dataclass(frozen=True, slots=True)
class AtForest:
    """A worker in the Forest (ARC-6.2)."""

    seat: int
    n: Own | None = None
    gained: Gained | None = None


@EVENTS.move("place_mines", "Mines", "Minas")
@dataclass(frozen=True, slots=True)
class AtMines:
    """A worker in the Mines, for clay or for gold (ARC-6.4)."""

    seat: int
    take: Annotated[str, Ask("Take", "Tomar", choices=_goods)] | None
    n: Own | None = None
    gained: Gained | None = None


@EVENTS.move("place_silversmith", "Silversmith", "Platería")
@dataclass(frozen=True, slots=True)
class AtSilversmith:
    """A worker at the Silversmith (ARC-6.3)."""

    seat: int
    n: Own | None = None
    gained: Gained | None = None


@dataclass(frozen=True, slots=True)
class Trade:
    """One trade at the Storehouse; what was paid only where the price leaves a choice (ARC-7.2, MOV-7)."""

    trade: Annotated[str, Ask("Trade", "Trueque", choices=_trades)]
    paid: Payment | None = None


@EVENTS.move("place_storehouse", "King's Storehouse", "Almacén real")
@dataclass(frozen=True, slots=True)
class AtStorehouse:
    """A worker at the King's Storehouse, and trades in their order (chapter 7)."""

    seat: int
    trades: Annotated[tuple[Trade, ...], Ask("Trades", "Trueques")] | None = None
    keep_debts: KeepDebts | None = None
    n: Own | None = None
    gained: Gained | None = None
    spent: Spent | None = None


@EVENTS.move("workshop_hire", "Workshop: hire", "Taller: contratar")
@dataclass(frozen=True, slots=True)
class Hired:
    """A worker in the Workshop; an apprentice is hired (ARC-8.2 to 8.16)."""

    seat: int
    row: Row | None
    column: Column | None
    apprentice: Apprentice | None
    refill: Refill | None
    discard: Discard | None = None
    evade: Evade | None = None
    keep_debts: KeepDebts | None = None
    hugo_pays: HugoPays | None = None
    n: Own | None = None
    gained: Gained | None = None
    spent: Spent | None = None
    tax: Tax | None = None
    skip: Skip | None = None


@EVENTS.move("workshop_draw", "Workshop: draw cards", "Taller: robar cartas")
@dataclass(frozen=True, slots=True)
class CardsDrawn:
    """A worker in the Workshop; building cards are drawn (ARC-8.20)."""

    seat: int
    drawn: Drawn | None = None
    n: Own | None = None
    count: Count | None = None


@dataclass(frozen=True, slots=True)
class Captured:
    """One capture: all workers of a colour at a location (ARC-9.2)."""

    location: At
    seat: Annotated[int, Ask("Whose workers", "De quién", low=0, seat=True)]
    count: Count | None = None


Captures = Annotated[tuple[Captured, ...], Ask("Captures", "Capturas")]


@EVENTS.move("place_town_centre", "Town Centre", "Centro de la villa")
@dataclass(frozen=True, slots=True)
class AtTownCentre:
    """A worker in the Town Centre, and captures in their order (chapter 9)."""

    seat: int
    captures: Captures | None = None
    evade: Evade | None = None
    n: Own | None = None
    spent: Spent | None = None
    tax: Tax | None = None


@EVENTS.move("place_tax_stand", "Tax Stand", "Puesto de tributos")
@dataclass(frozen=True, slots=True)
class AtTaxStand:
    """A worker at the Tax Stand: all tax silver is taken (ARC-10.3)."""

    seat: int
    hugo_pays: HugoPays | None = None
    n: Own | None = None
    gained: Gained | None = None


@EVENTS.move("market_left", "Black Market, left", "Mercado negro, izquierda")
@dataclass(frozen=True, slots=True)
class AtMarketLeft:
    """A worker on the left space of the Black Market (ARC-11.4)."""

    seat: int
    keep_debts: KeepDebts | None = None
    hugo_pays: HugoPays | None = None
    drawn: Drawn | None = None
    gained: Gained | None = None
    spent: Spent | None = None


@EVENTS.move("market_right", "Black Market, right", "Mercado negro, derecha")
@dataclass(frozen=True, slots=True)
class AtMarketRight:
    """A worker on the right space of the Black Market (ARC-11.6)."""

    seat: int
    keep_debts: KeepDebts | None = None
    hugo_pays: HugoPays | None = None
    drawn: Drawn | None = None
    gained: Gained | None = None
    spent: Spent | None = None


@EVENTS.move("market_hire", "Black Market, middle: hire", "Mercado negro, centro: contratar")
@dataclass(frozen=True, slots=True)
class HiredAtMarket:
    """A worker on the middle space of the Black Market; an apprentice is hired (ARC-11.7)."""

    seat: int
    row: Row | None
    column: Column | None
    apprentice: Apprentice | None
    refill: Refill | None
    discard: Discard | None = None
    keep_debts: KeepDebts | None = None
    hugo_pays: HugoPays | None = None
    drawn: Drawn | None = None
    gained: Gained | None = None
    spent: Spent | None = None


@EVENTS.move("market_draw", "Black Market, middle: draw cards", "Mercado negro, centro: robar cartas")
@dataclass(frozen=True, slots=True)
class DrawnAtMarket:
    """A worker on the middle space of the Black Market; one of five cards is kept (ARC-11.8)."""

    seat: int
    keep_debts: KeepDebts | None = None
    hugo_pays: HugoPays | None = None
    kept: Annotated[Building, Ask("Card kept", "Carta guardada")] | None = None
    put_back: Annotated[Discarded, Ask("Cards put back", "Cartas devueltas")] | None = None
    drawn: Drawn | None = None
    gained: Gained | None = None
    spent: Spent | None = None
    count: Count | None = None


@dataclass(frozen=True, slots=True)
class Act:
    """One action in the Guardhouse, with what belongs to its own cost (chapter 12, ARC-10.14)."""

    action: Annotated[str, Ask("Action", "Acción", choices=GUARDHOUSE_ACTIONS)]
    price: Annotated[str, Ask("Price", "Precio", choices=PRICES)] | None = None
    evade: Evade | None = None
    keep_debts: KeepDebts | None = None
    hugo_pays: HugoPays | None = None
    count: Count | None = None


@EVENTS.move("place_guardhouse", "Guardhouse", "Casa de guardia")
@dataclass(frozen=True, slots=True)
class AtGuardhouse:
    """A worker in the Guardhouse, and actions in their order (chapter 12)."""

    seat: int
    actions: Annotated[tuple[Act, ...], Ask("Actions", "Acciones")] | None = None
    n: Own | None = None
    gained: Gained | None = None
    spent: Spent | None = None
    tax: Tax | None = None


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


@EVENTS.move("build", "Build", "Construir")
@dataclass(frozen=True, slots=True)
class Built:
    """A worker in the Guildhall and a building from the hand (chapters 13, 14 and 20)."""

    seat: int
    building: Building | None
    payment: Payment | None = None
    choice: Choice | None = None
    captures: Captures | None = None
    hire: Annotated[FreeHire, Ask("Free hire", "Contratación gratis")] | None = None
    destroy_debt: Annotated[bool, Ask("Destroy a debt", "Destruir una deuda")] | None = None
    library_discard: Annotated[bool, Ask("Discard for gold", "Descartar por oro")] | None = None
    graveyard_discard: Discard | None = None
    purge_refill: PurgeRefill | None = None
    crane: Annotated[SecondWork, Ask("Second work", "Segunda obra")] | None = None
    keep_debts: KeptBySeat | None = None
    hugo_pays: PaidBySeat | None = None
    library_card: Annotated[Building, Ask("Card discarded for gold", "Carta descartada por oro")] | None = None
    drawn: Drawn | None = None
    space: Space | None = None
    gained: Gained | None = None
    spent: Spent | None = None


@EVENTS.move("cathedral", "Advance on the Cathedral", "Avanzar en la catedral")
@dataclass(frozen=True, slots=True)
class Advanced:
    """A worker in the Guildhall and a level of the Cathedral (chapters 13 and 15)."""

    seat: int
    payment: Payment | None = None
    reward: Reward | None = None
    purge_refill: PurgeRefill | None = None
    keep_debts: KeepDebts | None = None
    discarded: Discarded | None = None
    drawn: Drawn | None = None
    space: Space | None = None
    level: Level | None = None
    gained: Gained | None = None
    spent: Spent | None = None


@EVENTS.move("place_prison", "Prison", "Prisión", recorded=False)
@dataclass(frozen=True, slots=True)
class AtPrison:
    """A worker in the prison: no turn places one there, and the rules say so (ARC-5.9)."""

    seat: int


@EVENTS.move("return_worker", "Take a worker back", "Recuperar un trabajador")
@dataclass(frozen=True, slots=True)
class Returned:
    """A worker is taken back, for want of one to place (ARC-4.4, ARC-4.7)."""

    seat: int
    location: Annotated[str, Ask("From", "De dónde", choices=(*RETURNS, GUILDHALL))]
    holder: Annotated[int, Ask("Whose board", "Tablero de quién", low=0, seat=True)] | None = None


@EVENTS.move("forced_pass", "Forced pass", "Pase obligado")
@dataclass(frozen=True, slots=True)
class Passed:
    """A lost turn: no worker can be placed or taken back (ARC-4.8)."""

    seat: int


@EVENTS.move("discard_apprentice", "Discard an apprentice", "Descartar un aprendiz")
@dataclass(frozen=True, slots=True)
class ApprenticeDiscarded:
    """An own apprentice goes under the pile (ARC-4.10)."""

    seat: int
    apprentice: Apprentice


@dataclass(frozen=True, slots=True)
class Ability:
    """An ability used at a reset (ARC-18.6)."""

    seat: Annotated[int, Ask("Whose", "De quién", low=0, seat=True)]
    card: Annotated[str, Ask("Apprentice or character", "Aprendiz o personaje", choices=_reset_cards)]
    release: Annotated[Number, Ask("Workers released", "Trabajadores liberados")] | None = None


@EVENTS.move("resolve_reset", "Reset the Black Market", "Reiniciar el mercado negro")
@dataclass(frozen=True, slots=True)
class MarketReset:
    """The Black Market is reset for everybody (chapter 18)."""

    small_face: SmallFace | None
    large_face: LargeFace | None
    abilities: Annotated[tuple[Ability, ...], Ask("Abilities", "Habilidades")] | None = None
    keep_debts: KeptBySeat | None = None
    hugo_pays: PaidBySeat | None = None
    reshuffled: Annotated[bool, Ask("Reshuffled", "Barajado de nuevo")] | None = None


@EVENTS.move("discard_to_limit", "Discard to the hand limit", "Descartar hasta el límite")
@dataclass(frozen=True, slots=True)
class DiscardedToLimit:
    """A hand comes down to its limit (ARC-4.11)."""

    seat: int
    discarded: Discarded | None = None
    count: Count | None = None


@EVENTS.move("end_effects", "Order of end effects", "Orden de efectos finales")
@dataclass(frozen=True, slots=True)
class EndEffectsOrdered:
    """The order in which a seat resolves its own effects of phase A (ARC-23.3)."""

    seat: int
    order: Annotated[tuple[Building, ...], Ask("Order", "Orden")]
    keep_debts: KeepDebts | None = None
    hugo_pays: HugoPays | None = None


@EVENTS.move("reveal_hand", "Show the hand", "Mostrar la mano")
@dataclass(frozen=True, slots=True)
class HandRevealed:
    """A hand is shown at the end (ARC-26.7)."""

    seat: int
    cards: Annotated[tuple[Building, ...], Ask("Cards", "Cartas")]


# --------------------------------------------------------------------------------------- what a judge may put right

By = Annotated[int, Ask("By", "En cuánto", low=-9, high=9)]
Good = Annotated[str, Ask("Good", "Bien", choices=_goods)]
Owner = Annotated[int, Ask("Seat", "Asiento", low=0, seat=True)]


@EVENTS.adjustment("change_goods", "Give or take goods", "Dar o quitar bienes")
@dataclass(frozen=True, slots=True)
class GoodsChanged:
    """A seat got goods of a kind, or gave some back (ARC-1.10)."""

    seat: int
    good: Good
    by: By


@EVENTS.adjustment("change_tax", "Put or take tax silver", "Poner o quitar plata de tributos")
@dataclass(frozen=True, slots=True)
class TaxChanged:
    """Silver was put above the Tax Stand, or taken from it (ARC-10.1)."""

    by: By


@EVENTS.adjustment("change_virtue", "Raise or lower virtue", "Subir o bajar la virtud")
@dataclass(frozen=True, slots=True)
class VirtueChanged:
    """A seat's marker stands elsewhere on the virtue track, without overflow (ARC-16.1)."""

    seat: int
    by: By


@EVENTS.adjustment("change_debts", "Give or take debts", "Dar o quitar deudas")
@dataclass(frozen=True, slots=True)
class DebtsChanged:
    """A seat got debts of one face, or gave some back (ARC-17.9)."""

    seat: int
    face: Annotated[str, Ask("Face", "Cara", choices=(UNPAID, PAID))]
    by: By


@EVENTS.adjustment("move_workers", "Move workers", "Mover trabajadores")
@dataclass(frozen=True, slots=True)
class WorkersMoved:
    """Workers of a seat stand elsewhere; a holder is the seat on whose board captives are (ARC-5.17)."""

    seat: int
    source: Annotated[str, Ask("From", "De", choices=PLACES)]
    target: Annotated[str, Ask("To", "A", choices=PLACES)]
    count: Annotated[int, Ask("Workers", "Trabajadores", low=1)]
    source_holder: Annotated[Owner, Ask("Held by", "En manos de")] | None = None
    target_holder: Annotated[Owner, Ask("Held by from now on", "En manos de, desde ahora")] | None = None


@EVENTS.adjustment("change_level", "Move on the Cathedral", "Mover en la catedral")
@dataclass(frozen=True, slots=True)
class LevelChanged:
    """A seat's marker stands on another level of the Cathedral (ARC-15.7)."""

    seat: int
    by: By


@EVENTS.adjustment("give_apprentice", "Give an apprentice", "Dar un aprendiz")
@dataclass(frozen=True, slots=True)
class ApprenticeGiven:
    """An apprentice of the pile or of another seat belongs to a seat (ARC-1.12)."""

    seat: int
    apprentice: Apprentice


@EVENTS.adjustment("take_apprentice", "Take an apprentice away", "Quitar un aprendiz")
@dataclass(frozen=True, slots=True)
class ApprenticeTaken:
    """An apprentice of a seat goes under the pile (ARC-8.17)."""

    seat: int
    apprentice: Apprentice


@EVENTS.adjustment("set_space", "Change a space of the display", "Cambiar un espacio de aprendices")
@dataclass(frozen=True, slots=True)
class SpaceSet:
    """Another card of the pile lies on a space of the display, or other silver on its card (ARC-2.6, ARC-8.8)."""

    row: Row
    column: Column
    apprentice: Apprentice | None = None
    silver: Number | None = None


@EVENTS.adjustment("give_building", "Give a constructed building", "Dar un edificio construido")
@dataclass(frozen=True, slots=True)
class BuildingGiven:
    """A building of the pile, or of another seat, stands constructed before a seat (ARC-26.9)."""

    seat: int
    building: Building


@EVENTS.adjustment("take_building", "Take a constructed building away", "Quitar un edificio construido")
@dataclass(frozen=True, slots=True)
class BuildingTaken:
    """A constructed building goes under the pile (ARC-26.9)."""

    seat: int
    building: Building


@EVENTS.adjustment("change_hand", "Give or take building cards", "Dar o quitar cartas de edificio")
@dataclass(frozen=True, slots=True)
class HandChanged:
    """Building cards went from the pile to a hand, or from a hand under the pile (ARC-26.9)."""

    seat: int
    by: By


@EVENTS.adjustment("set_market", "Set the market faces", "Fijar las caras del mercado")
@dataclass(frozen=True, slots=True)
class MarketSet:
    """The market piles: cards on the right one, and the faces that show (ARC-11.11, ARC-11.12)."""

    turned: Annotated[int, Ask("Cards on the right pile", "Cartas en la pila derecha", low=0)]
    small_face: SmallFace | None = None
    large_face: LargeFace | None = None


@EVENTS.adjustment("change_rewards", "Change the reward pile", "Cambiar la pila de recompensas")
@dataclass(frozen=True, slots=True)
class RewardsChanged:
    """Reward cards were put on their pile, or taken off it unseen (ARC-2.4)."""

    by: By


@EVENTS.adjustment("set_turn", "Set the seat to move", "Fijar a quién le toca")
@dataclass(frozen=True, slots=True)
class TurnSet:
    """It is a seat's turn (ARC-4.1)."""

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
Event: TypeAlias = (
    SetUp
    | StartingApprenticeTaken
    | Drafted
    | Placed
    | Returned
    | Passed
    | ApprenticeDiscarded
    | MarketReset
    | DiscardedToLimit
    | EndEffectsOrdered
    | HandRevealed
    | Adjusted
)

encode, decode, moves, adjustments = EVENTS.encode, EVENTS.decode, EVENTS.types, EVENTS.adjustments
