"""The moves of Lords of Xidit: each class is the event, with the fields that a form asks for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, TypeAlias

from engines.kernel.game import Field, Json, Text
from engines.kernel.moves.events import Ask, Event, Events
from engines.kernel.sentences import say
from engines.xidit.box.components import REWARDS, SEATS, box, defaults
from engines.xidit.state import RECRUIT, THREAT

SECRET: Mapping[str, Mapping[str, str]] = {"program": {"orders": "seat"}, "census_show": {"count": "seat"}}
"""Programmed orders until the reveal, and what a fist holds until it opens; nothing else (chapter 19)."""


def options() -> Mapping[str, Field]:
    """The options of a record (chapter 18); the defaults are those of the default box."""
    default = defaults()
    listed: Mapping[str, tuple[str, Text, tuple[str, ...]]] = {
        "mode": ("XID-2.3", say("Length", "Duración"), tuple(mode["id"] for mode in box()["modes"])),
        "flip_order": (
            "XID-11.14", say("A turned discard pile", "Un descarte que se voltea"), ("block", "shuffle", "unknown")
        ),
        "titan_blocked_by": (
            "XID-13.8", say("What forbids a titan", "Qué impide un titán"), ("threat_or_titan", "any_action")
        ),
        "strict_piles": ("XID-11.14", say("Refuse a tile that differs", "Rechazar una loseta distinta"), ()),
        "dummy_choice": (
            "XID-15.3", say("What the dummy may rise in", "En qué sube el ficticio"), ("any", "taken", "untaken")
        ),
        "dummy_advance_after": (
            "XID-13.14", say("The dummy rises after", "El ficticio sube tras"), ("threat", "threat_and_titan")
        ),
    }  # fmt: skip
    return {
        name: Field("choice" if of else "flag", label, choices=of, default=default[name], rule=rule)
        for name, (rule, label, of) in listed.items()
    }


def _named(items: list[Json]) -> Iterator[tuple[str, ...]]:
    """Each id with its name, which may be typed instead."""
    return ((item["id"], *item["name"].values()) for item in items)


def _icons(box: Json) -> Iterator[tuple[str, ...]]:
    return ((icon["id"], icon["token"], *icon["name"].values()) for icon in box["icons"])


def _titans(box: Json) -> list[str]:
    return [tile for stack in box["titans"]["stacks"] for tile in stack["tiles"]]


DID = ("moved", "stayed", "waited", "recruited", "threat", "titan", "nothing")
"""Possible claims about an executed order (XID-21.6)."""

Tile = Annotated[str, Ask("Tile", "Loseta", choices=lambda box: [tile["id"] for tile in box["tiles"]])]
City = Annotated[int, Ask("City", "Ciudad", choices=lambda box: [city["id"] for city in box["map"]["cities"]])]
Unit = Annotated[str, Ask("Unit", "Unidad", choices=lambda box: _named(box["units"]))]
Order = Annotated[str, Ask("Order", "Orden", choices=_icons)]
Orders = Annotated[tuple[Order, ...], Ask("Orders", "Órdenes")]
Criterion = Annotated[str, Ask("Criterion", "Criterio", choices=lambda box: _named(box["evaluations"]))]
TileSet = Annotated[str, Ask("Tile set", "Juego de losetas", choices=lambda box: [of["id"] for of in box["tile_sets"]])]
Titan = Annotated[str, Ask("Titan", "Titán", choices=_titans)]
Number = Annotated[int, Ask("Number", "Número", low=0)]
PerUnit = Annotated[
    Mapping[str, Annotated[int, Ask("Units", "Unidades", low=0)]],
    Ask("Units", "Unidades", keys=lambda box: [unit["id"] for unit in box["units"]]),
]
PerRegion = Annotated[
    Mapping[str, Annotated[int | None, Ask("Bards", "Bardos", low=0)]],
    Ask("Regions", "Regiones", keys=lambda box: [region["id"] for region in box["regions"]]),
]
PerStack = Annotated[
    Mapping[str, Titan],
    Ask(
        "Titans turned",
        "Titanes volteados",
        keys=lambda box: [stack["id"] for stack in box["titans"]["stacks"]],
        optional=True,
    ),
]
BySeat = Annotated[Mapping[int, Number], Ask("By seat", "Por asiento")]


EVENTS = Events("Lords of Xidit")


@EVENTS.move("setup", "Set up the board", "Preparar el tablero")
class SetUp(Event):
    """The random part of the setup (XID-2.24)."""

    tile_set: TileSet | None
    first_player: Annotated[int, Ask("First player", "Primer jugador", low=0, high=SEATS[-1] - 1, seat=True)]
    recruit_tiles: Annotated[tuple[Tile, ...], Ask("Recruitment tiles", "Losetas de reclutamiento")]
    threat_tiles: Annotated[tuple[Tile, ...], Ask("Threat tiles", "Losetas de amenaza")]
    next_recruitment: Annotated[Tile, Ask("Next Recruitment", "Próximo reclutamiento")]
    top_recruitment: Annotated[Tile, Ask("Top of the Recruitment pile", "Cima de reclutamiento")]
    next_threat: Annotated[Tile, Ask("Next Threat", "Próxima amenaza")]
    top_threat: Annotated[Tile, Ask("Top of the Threat pile", "Cima de amenaza")]
    evaluation_order: Annotated[tuple[Criterion, ...], Ask("Order of the evaluations", "Orden de las evaluaciones")]


@EVENTS.move("place_idrakys", "Place the Idrakys", "Colocar el Idrakys")
class IdrakysPlaced(Event):
    """A figure was placed in its first city (XID-2.21)."""

    seat: int
    city: City


@EVENTS.move("program", "Program six orders", "Programar seis órdenes")
class Programmed(Event):
    """A seat set its six wheels; None where this fold does not know how (XID-4.1, XID-4.3)."""

    seat: int
    orders: Orders | None


@EVENTS.move("reveal_orders", "Reveal all orders", "Revelar las órdenes")
class OrdersRevealed(Event):
    """All boards are revealed: seat to orders; a seat is missing until its seal fills it in (XID-4.5)."""

    orders: Annotated[Mapping[int, Orders], Ask("Orders", "Órdenes", optional=True, sealed=True)]


@dataclass(frozen=True, slots=True)
class Claim:
    """What the table saw an order do (XID-21.6)."""

    did: Annotated[str, Ask("Did", "Hizo", choices=DID)]
    city: City | None
    unit: Unit | None


@EVENTS.move("execute", "Execute the order", "Ejecutar la orden")
class Executed(Event):
    """The due order is executed (XID-21.1)."""

    seat: int
    to: Annotated[City, Ask("To which city", "A qué ciudad")] | None = None
    claim: Annotated[Claim, Ask("What the table did", "Lo que hizo la mesa")] | None = None


@EVENTS.move("choose_titan", "Face a titan, or not", "Enfrentarse a un titán, o no")
class TitanChosen(Event):
    """A titan is paid for; or, with neither titan nor units, declined (XID-13.3, XID-13.5)."""

    seat: int
    titan: Titan | None = None
    units: PerUnit | None = None


@EVENTS.move("choose_rewards", "Take two rewards", "Tomar dos recompensas")
class RewardsChosen(Event):
    """Two of three rewards are taken (XID-10.1)."""

    seat: int
    rewards: Annotated[
        tuple[Annotated[str, Ask("Reward", "Recompensa", choices=REWARDS)], ...], Ask("Rewards", "Recompensas")
    ]


@EVENTS.move("place_bards", "Place bards", "Colocar bardos")
class BardsPlaced(Event):
    """Bards go to regions; None for the central one if nobody counted it (XID-10.6, XID-19.4)."""

    seat: int
    regions: PerRegion


@EVENTS.move("advance_dummy", "Raise the dummy", "Subir al ficticio")
class DummyAdvanced(Event):
    """The dummy rises in a criterion (XID-15.2)."""

    seat: int
    criterion: Criterion


@EVENTS.move("reveal_top", "Note the top of a pile", "Anotar la cima de una pila")
class TopRevealed(Event):
    """The top of a pile is seen; None where nobody noted it (XID-21.3)."""

    pile: Annotated[str, Ask("Pile", "Pila", choices=(RECRUIT, THREAT))]
    tile: Tile | None


@EVENTS.move("awaken", "Titans awaken", "Despiertan los titanes")
class Awoken(Event):
    """Titans awake and reinforcements arrive (XID-12.13)."""

    turned: PerStack
    next_threat: Annotated[Tile, Ask("Next Threat", "Próxima amenaza")]
    top_threat: Annotated[Tile, Ask("Top of the Threat pile", "Cima de amenaza")] | None


@EVENTS.move("census_show", "Take units into the fist", "Tomar unidades en el puño")
class FistShown(Event):
    """A seat has its units in the fist; None where this fold does not know how many (XID-14.3)."""

    seat: int
    unit: Unit
    count: Annotated[int, Ask("Units in the fist", "Unidades en el puño", low=0)] | None


@EVENTS.move("census_open", "Open the fists", "Abrir los puños")
class FistsOpened(Event):
    """All fists opened: seat -> number; a seat is missing until its seal fills it in (XID-14.3)."""

    unit: Unit
    counts: Annotated[BySeat, Ask("Shown", "Mostrado", optional=True, sealed=True)]


@EVENTS.move("place_story", "Place a guild floor", "Colocar un piso de gremio")
class StoryPlaced(Event):
    """The story of the mage reward goes to an own guild (XID-14.20)."""

    seat: int
    city: City


@EVENTS.move("end_year", "End the year", "Terminar el año")
class YearEnded(Event):
    """The year marker advances (XID-16.2)."""


@EVENTS.move("reveal_bastion", "Open the Bastion", "Abrir el Bastión")
class BastionRevealed(Event):
    """The Bastion is opened and counted: seat to number (XID-17.5)."""

    counts: BySeat


@EVENTS.move("declare", "Declare gold or units", "Declarar oro o unidades")
class Declared(Event):
    """A player's claim of what lies behind the screen; only compared, never applied."""

    seat: int
    gold: Annotated[int, Ask("Gold", "Oro", low=0)] | None
    units: PerUnit | None
    total: Annotated[int, Ask("Units in total", "Unidades en total", low=0)] | None


@EVENTS.move("evaluate", "Do the next evaluation", "Hacer la evaluación siguiente")
class Evaluated(Event):
    """The next evaluation is done (XID-17.1)."""


By = Annotated[int, Ask("By", "En cuánto", low=-9, high=9)]
RegionOf = Annotated[str, Ask("Region", "Región", choices=lambda box: [region["id"] for region in box["regions"]])]


@EVENTS.adjustment("change_gold", "Give or take gold", "Dar o quitar oro")
class GoldChanged(Event):
    """A seat got gold, or gave some back (XID-1.9)."""

    seat: int
    by: By


@EVENTS.adjustment("change_units", "Give or take units", "Dar o quitar unidades")
class UnitsChanged(Event):
    """A seat got units from the Barracks, or gave some back (XID-1.7)."""

    seat: int
    unit: Unit
    by: By


@EVENTS.adjustment(
    "change_tile_units", "Put units on a tile, or take them off", "Poner o quitar unidades de una loseta"
)
class TileUnitsChanged(Event):
    """A recruitment tile on the map got units from the Barracks, or gave some back (XID-1.7)."""

    city: City
    unit: Unit
    by: By


@EVENTS.adjustment("move_idrakys", "Move the Idrakys", "Mover el Idrakys")
class IdrakysMoved(Event):
    """A figure moved to another city (XID-1.2)."""

    seat: int
    city: City


@EVENTS.adjustment("change_bards", "Place or take back bards", "Colocar o retirar bardos")
class BardsChanged(Event):
    """Bards of a seat went to a region, or came back from it (XID-1.10)."""

    seat: int
    region: RegionOf
    by: By


@EVENTS.adjustment("change_stories", "Raise or lower a guild", "Subir o bajar un gremio")
class StoriesChanged(Event):
    """Stories of a seat went to the guild of a city, or came back from it (XID-10.14, XID-10.15)."""

    seat: int
    city: City
    by: By


@EVENTS.adjustment("change_dummy", "Raise or lower the dummy", "Subir o bajar al ficticio")
class DummyChanged(Event):
    """The dummy moved to another step of a track (XID-15.4)."""

    criterion: Criterion
    by: By


@EVENTS.adjustment("set_first_player", "Set the first player", "Fijar el primer jugador")
class FirstPlayerSet(Event):
    """Another seat has the First Player token, and with it the first turn of the orders (XID-3.3)."""

    seat: int


Adjusted: TypeAlias = (
    GoldChanged
    | UnitsChanged
    | TileUnitsChanged
    | IdrakysMoved
    | BardsChanged
    | StoriesChanged
    | DummyChanged
    | FirstPlayerSet
)

encode, decode, moves, adjustments = EVENTS.encode, EVENTS.decode, EVENTS.types, EVENTS.adjustments
