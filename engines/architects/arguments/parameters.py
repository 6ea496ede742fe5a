"""The parameters of moves and adjustments: form fields and possible values."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Annotated

from engines.architects.box.components import OPEN_LOCATIONS, ROWS, face_words, spellings
from engines.kernel.game import Json
from engines.kernel.moves.events import Ask, Events

EVENTS = Events("Architects of the West Kingdom")
"""All events: those of moves are in :mod:`engines.architects.moves`, of adjustments in ``adjustments.events``."""

BOARD, PRISON, GUILDHALL, CAPTIVE = "board", "prison", "guildhall", "captive"
MARKETS = ("market_left", "market_middle", "market_right")
RETURNS = (*OPEN_LOCATIONS, *MARKETS, PRISON, BOARD)
"""Places that a worker is taken back from; ``board`` is an opponent's (ARC-4.7)."""
PLACES = (BOARD, *OPEN_LOCATIONS, *MARKETS, GUILDHALL, PRISON, CAPTIVE)
"""Where a worker can be, for an adjustment; ``captive`` is another player's board."""
GUARDHOUSE_ACTIONS = ("send", "release", "ransom", "pay_debt")
PRICES = ("silver", "debt")
RELEASE, CAPTURE = "release", "capture"
UNPAID, PAID = "unpaid", "paid"


def cards_of(table: str) -> Callable[[Json], tuple[tuple[str, ...], ...]]:
    """Each card of a table of the box, with its spellings in typed moves."""
    return lambda box: spellings(box, table)


def goods_of(box: Json) -> list[tuple[str, ...]]:
    """The goods of the box, with their spellings in typed moves."""
    return [(good["id"], *good["name"].values()) for good in box["resources"]]


def good_ids_of(box: Json) -> list[str]:
    """The ids of the goods."""
    return [good["id"] for good in box["resources"]]


def trades_of(box: Json) -> Iterator[tuple[str, ...]]:
    """The trades of the Storehouse, and the apprentices that may bring one."""
    storehouse = next(place for place in box["locations"] if place["id"] == "kings_storehouse")
    yield from ((trade["id"],) for trade in storehouse["trades"])
    yield from cards_of("apprentices")(box)


def reset_cards_of(box: Json) -> Iterator[tuple[str, ...]]:
    """The cards that may have a reset ability: apprentices and characters."""
    yield from cards_of("apprentices")(box)
    yield from cards_of("characters")(box)


def choices_of(box: Json) -> list[tuple[str, ...]]:
    """The choices that a building may give its owner."""
    return [*goods_of(box), (RELEASE,), (CAPTURE,)]


def columns_of(box: Json) -> int:
    """Columns of the display."""
    columns: int = box["setup"]["apprentice_display"]["columns"]
    return columns


Apprentice = Annotated[
    str, Ask("Apprentice", "Aprendiz", choices=cards_of("apprentices"), refusal=("ARC-2.6", "ill_19"))
]
Building = Annotated[str, Ask("Building", "Edificio", choices=cards_of("buildings"), refusal=("ARC-26.8", "ill_43"))]
Reward = Annotated[str, Ask("Reward", "Recompensa", choices=cards_of("rewards"), refusal=("ARC-26.11", "ill_51"))]
SmallFace = Annotated[
    str,
    Ask(
        "Small market", "Mercado pequeño", choices=lambda box: face_words(box, "small"), refusal=("ARC-26.13", "ill_71")
    ),
]
LargeFace = Annotated[
    str,
    Ask(
        "Large market", "Mercado grande", choices=lambda box: face_words(box, "large"), refusal=("ARC-26.13", "ill_71")
    ),
]
Row = Annotated[str, Ask("Row", "Fila", choices=ROWS, refusal=("ARC-2.6", "ill_19"))]
Column = Annotated[int, Ask("Column", "Columna", low=1, high=columns_of, refusal=("ARC-2.6", "ill_19"))]
Number = Annotated[int, Ask("Number", "Número", low=0)]
Goods = Annotated[Mapping[str, Number], Ask("Goods", "Bienes", keys=good_ids_of)]
Payment = Annotated[Goods, Ask("Payment", "Pago", refusal=("ARC-14.5", "ill_42"))]
Gained = Annotated[Goods, Ask("Gained", "Ganado")]
Spent = Annotated[Goods, Ask("Spent", "Gastado")]
Tax = Annotated[Number, Ask("Tax paid", "Tributo pagado")]
Own = Annotated[Number, Ask("Own workers there", "Trabajadores propios allí")]
Count = Annotated[Number, Ask("How many", "Cuántos")]
Space = Annotated[Number, Ask("Guildhall space", "Espacio de la casa gremial", low=1, refusal=("ARC-13.4", "ill_40"))]
Level = Annotated[Number, Ask("Cathedral level", "Nivel de la catedral", low=1, refusal=("ARC-15.1", "ill_48"))]
Evade = Annotated[Number, Ask("Taxes evaded", "Tributos evadidos", refusal=("ARC-10.6", "ill_30"))]
KeepDebts = Annotated[Number, Ask("Debts kept", "Deudas conservadas", refusal=("ARC-16.8", "ill_70"))]
HugoPays = Annotated[Number, Ask("Debts bought off", "Deudas evitadas pagando", refusal=("ARC-21.23", "ill_70"))]
KeptBySeat = Annotated[Mapping[int, KeepDebts], Ask("Debts kept", "Deudas conservadas", plain=True)]
PaidBySeat = Annotated[Mapping[int, HugoPays], Ask("Debts bought off", "Deudas evitadas pagando", plain=True)]
Drawn = Annotated[tuple[Building | None, ...], Ask("Cards drawn", "Cartas robadas", refusal=("ARC-26.8", "ill_77"))]
Discarded = Annotated[
    tuple[Building | None, ...], Ask("Cards discarded", "Cartas descartadas", refusal=("ARC-26.8", "ill_77"))
]
Refill = Annotated[Apprentice, Ask("New apprentice", "Aprendiz nuevo", refusal=("ARC-26.10", "ill_21"))]
Discard = Annotated[Apprentice, Ask("Apprentice discarded", "Aprendiz descartado", refusal=("ARC-4.10", "ill_63"))]
Skip = Annotated[tuple[Apprentice, ...], Ask("Silver placed on", "Plata puesta en", refusal=("ARC-8.6", "ill_17"))]
PurgeRefill = Annotated[
    tuple[Apprentice, ...],
    Ask("New apprentices: top, bottom", "Aprendices nuevos: arriba, abajo", refusal=("ARC-26.10", "ill_21")),
]
At = Annotated[
    str,
    Ask(
        "Location",
        "Lugar",
        choices=(*OPEN_LOCATIONS, *MARKETS, GUILDHALL, PRISON, BOARD),
        refusal=("ARC-9.11", "ill_24"),
    ),
]
Choice = Annotated[str, Ask("Choice", "Elección", choices=choices_of, refusal=("ARC-14.8", "ill_73"))]
KeptCard = Annotated[Building, Ask("Card kept", "Carta guardada", refusal=("ARC-26.8", "ill_77"))]
LibraryCard = Annotated[
    Building, Ask("Card discarded for gold", "Carta descartada por oro", refusal=("ARC-26.8", "ill_77"))
]
LibraryDiscard = Annotated[bool, Ask("Discard for gold", "Descartar por oro", refusal=("ARC-20.31", "ill_73"))]
DestroyDebt = Annotated[bool, Ask("Destroy a debt", "Destruir una deuda", refusal=("ARC-20.20", "ill_58"))]
