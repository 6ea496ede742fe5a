"""The moves of Rise of Empires: each class is the event, with the fields that a form asks for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, TypeAlias

from engines.kernel.game import Field, Json
from engines.kernel.moves.events import Ask, Event, Events
from engines.rise_of_empires.box.components import FOOD, GOLD, RESOURCE, SEATS, UNITS, VP, spellings, tile_choices

SECRET: Mapping[str, Mapping[str, str]] = {}
"""Nothing is secret (chapter 20)."""

NEEDS_CUBE = "a_turn_empire_needs_cube"
TIE_COUNTS_MAP = "turn_order_tie_counts_map_cubes"
LIMITED = "resource_disc_supply_limited"


def options() -> Mapping[str, Field]:
    """The options of a record: three questions that the printed rules leave open (ROE-1.14, ROE-5.16, ROE-16.4)."""

    def flag(en: str, es: str, rule: str) -> Field:
        return Field("flag", {"en": en, "es": es}, default=False, rule=rule)

    return {
        NEEDS_CUBE: flag(
            "Placing a disc on empire needs a cube", "Poner un disco en imperio exige un cubo", "ROE-5.16"
        ),
        TIE_COUNTS_MAP: flag(
            "Cubes on the map count in ties for the turn order",
            "Los cubos del mapa cuentan al desempatar el orden",
            "ROE-16.4",
        ),
        LIMITED: flag("Resource discs are limited", "Los discos de recurso son limitados", "ROE-1.14"),
    }


def _cities(box: Json) -> Iterator[tuple[str, ...]]:
    return (spellings(row) for row in box["cities"])


def _tiles(box: Json) -> Iterator[tuple[str, ...]]:
    """Every tile that an action may take by its id: progress, city, empire."""
    yield from tile_choices(box["progress"])
    yield from _cities(box)
    yield from ((row["id"],) for row in box["empire"])


Tile = Annotated[str, Ask("Tile", "Loseta", choices=lambda box: tile_choices(box["progress"]))]
CityTile = Annotated[str, Ask("City", "Ciudad", choices=_cities)]
OwnTile = Annotated[str, Ask("Tile", "Loseta", choices=lambda box: [*tile_choices(box["progress"]), *_cities(box)])]
AnyTile = Annotated[str, Ask("Tile", "Loseta", choices=_tiles)]
Kind = Annotated[str, Ask("Territory", "Territorio", choices=lambda box: [spellings(row) for row in box["territory"]])]
Place = Annotated[str, Ask("Region", "Región", choices=lambda box: [spellings(row) for row in box["regions"]])]
Row = Annotated[str, Ask("Row", "Fila", choices=lambda box: [spellings(row) for row in box["rows"]])]
Player = Annotated[int, Ask("Player", "Jugador", low=0, high=SEATS[-1] - 1, seat=True)]
Number = Annotated[int, Ask("Number", "Número", low=0, high=30)]


@dataclass(frozen=True, slots=True)
class Free:
    """A progress tile used as a free action (ROE-5.6).

    Args:
        tile: The tile.
        region: Where a cube is removed, or the alliance piece goes; None for an exchange.
        victim: Owner of the cube that is removed.
    """

    tile: Tile
    region: Place | None = None
    victim: Player | None = None


@dataclass(frozen=True, slots=True)
class Placed:
    """Cubes put into a region (ROE-9.7)."""

    region: Place
    cubes: Annotated[int, Ask("Cubes", "Cubos", low=1, high=30)]


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle (ROE-11.3).

    ``row``: the battle row: 0 the upper, 1 the lower; None is the upper.
    """

    region: Place
    defender: Annotated[Player, Ask("Defender", "Defensor")]
    row: Annotated[int, Ask("Battle row", "Fila de batalla", low=0, high=1)] | None = None
    use: Annotated[tuple[Tile, ...], Ask("Tiles used", "Losetas usadas")] | None = None


EVENTS = Events("Rise of Empires")


@EVENTS.move("start_player", "Choose the starting player", "Elegir quién empieza")
class StartPlayerChosen(Event):
    """Chance chose the seat with position 1 in the first turn (ROE-2.14)."""

    player: Annotated[Player, Ask("Who starts", "Quién empieza")]


@EVENTS.move("reveal", "Reveal new tiles", "Descubrir losetas nuevas")
class TilesRevealed(Event):
    """New tiles are turned up; None for tiles that follow from the record (ROE-4.9 to 4.14, ROE-20.5)."""

    progress: Annotated[tuple[Tile, ...], Ask("Progress tiles", "Losetas de progreso")] | None = None
    territory: Annotated[tuple[Kind, ...], Ask("Territory tiles", "Losetas de territorio")] | None = None
    city: Annotated[tuple[CityTile, ...], Ask("City tiles", "Losetas de ciudad")] | None = None


@EVENTS.move("action", "Take an action", "Hacer una acción")
class ActionTaken(Event):
    """One action with all its parts; a part that is None is empty, or fixed by the rules (ROE-5).

    Args:
        seat: The seat that acts.
        free_before: Free actions before it, in their order.
        row: The row of the action display.
        circle: Of the disc taken back, in a B turn.
        pay: Payment for the discs to the left, by unit; only units paid.
        tile: The progress, city or empire tile taken.
        kind: The kind of territory tile taken.
        box: The trade box used.
        perform: False if the disc moves and nothing else happens.
        use: Progress tiles used with the action itself.
        recall: True if all own cubes leave the map first (ROE-9.4).
        place: Cubes put on the map.
        battles: Battles in their order.
        free_after: Free actions after it, in their order.
    """

    seat: int
    free_before: Annotated[tuple[Free, ...], Ask("Free actions before", "Acciones gratuitas antes")] | None
    row: Row
    circle: Annotated[int, Ask("Circle", "Círculo", low=1, high=10)] | None = None
    pay: (
        Annotated[Mapping[str, Annotated[int, Ask("Units", "Unidades", low=0)]], Ask("Pay", "Pago", keys=UNITS)] | None
    ) = None
    tile: AnyTile | None = None
    kind: Kind | None = None
    box: (
        Annotated[str, Ask("Trade box", "Casilla de comercio", choices=lambda box: [row["id"] for row in box["trade"]])]
        | None
    ) = None
    perform: Annotated[bool, Ask("Carry out the action", "Realizar la acción")] | None = None
    use: Annotated[tuple[Tile, ...], Ask("Tiles used", "Losetas usadas")] | None = None
    recall: Annotated[bool, Ask("Recall all cubes from the map", "Recoger todos los cubos del mapa")] | None = None
    place: Annotated[tuple[Placed, ...], Ask("Cubes placed", "Cubos colocados")] | None = None
    battles: Annotated[tuple[Battle, ...], Ask("Battles", "Batallas")] | None = None
    free_after: Annotated[tuple[Free, ...], Ask("Free actions after", "Acciones gratuitas después")] | None = None


Given = Annotated[tuple[CityTile, ...], Ask("Cities given up", "Ciudades abandonadas")]


@EVENTS.move("food_choice", "Pay food upkeep", "Pagar el mantenimiento en alimento")
class FoodChosen(Event):
    """Cities with food upkeep are given up, or none; then food is added up (ROE-13.2)."""

    seat: int
    discard: Given | None = None


@EVENTS.move("upkeep_choice", "Pay resource upkeep", "Pagar el mantenimiento en recursos")
class UpkeepChosen(Event):
    """A seat chose the cities, if any, whose resource upkeep it does not pay; then it gets its income (ROE-14.5)."""

    seat: int
    drop: Given | None = None


@EVENTS.move("era_keep", "Keep tiles at the end of an era", "Conservar losetas al final de una era")
class TilesKept(Event):
    """Tiles are paid for and kept; all others are lost (ROE-17.2 to 17.4)."""

    seat: int
    progress: Annotated[tuple[Tile, ...], Ask("Progress tiles kept", "Progreso que se conserva")] | None = None
    cities: Annotated[tuple[CityTile, ...], Ask("Cities kept", "Ciudades que se conservan")] | None = None


@EVENTS.move("choose_position", "Choose a position", "Elegir una posición")
class PositionChosen(Event):
    """A position in the turn order of the next turn is taken (ROE-16.1)."""

    seat: int
    position: Annotated[int, Ask("Position", "Posición", low=1, high=SEATS[-1])]


By = Annotated[int, Ask("By", "En cuánto", low=-9, high=9)]
POOL, STOCK, GONE = "pool", "stock", "out"


def _spots(box: Json) -> Iterator[tuple[str, ...]]:
    """Where cubes of a player may be: the pool, the general stock, a region."""
    yield (POOL, "reserva propia")
    yield (STOCK, "reserva general")
    yield from (spellings(row) for row in box["regions"])


Spot = Annotated[str, Ask("Where", "Dónde", choices=_spots)]


@EVENTS.adjustment(
    "change_amount", "Give or take gold, resources, food or VP", "Dar o quitar oro, recursos, comida, PV"
)
class AmountChanged(Event):
    """A seat got something, or gave some back (ROE-5.29, ROE-13.5)."""

    seat: int
    what: Annotated[str, Ask("What", "Qué", choices=(GOLD, RESOURCE, FOOD, VP))]
    by: By


@EVENTS.adjustment("move_cubes", "Move cubes of a player", "Mover cubos de un jugador")
class CubesMoved(Event):
    """Cubes of a seat went from one place to another; none are made or lost (ROE-1.10)."""

    seat: int
    source: Annotated[Spot, Ask("From", "Desde")]
    to: Annotated[Spot, Ask("To", "Hasta")]
    cubes: Annotated[int, Ask("Cubes", "Cubos", low=1, high=30)]


@EVENTS.adjustment("give_tile", "Give a progress or city tile", "Dar una loseta de progreso o de ciudad")
class TileGiven(Event):
    """A tile that was turned up went to a seat, from any place (ROE-6.5)."""

    seat: int
    tile: OwnTile


@EVENTS.adjustment("take_tile", "Take a progress or city tile away", "Quitar una loseta de progreso o de ciudad")
class TileTaken(Event):
    """A tile of a seat went out of the game (ROE-17.2)."""

    seat: int
    tile: OwnTile


@EVENTS.adjustment("change_territory", "Give or take territory tiles", "Dar o quitar territorios")
class TerritoryChanged(Event):
    """Territory tiles came to a seat from the display, or went out of the game (ROE-7.1)."""

    seat: int
    kind: Kind
    by: By


@EVENTS.adjustment("turn_tile", "Turn a progress tile over", "Voltear una loseta de progreso")
class TileTurned(Event):
    """A progress tile of a seat lies face up, or face down (ROE-6.8)."""

    seat: int
    tile: Tile
    up: Annotated[bool, Ask("Face up", "Boca arriba")]


@EVENTS.adjustment("set_turn", "Set the seat to act", "Fijar a quién le toca")
class TurnSet(Event):
    """A seat that has actions left becomes the seat to act (ROE-5.1)."""

    seat: int


Adjusted: TypeAlias = AmountChanged | CubesMoved | TileGiven | TileTaken | TerritoryChanged | TileTurned | TurnSet

encode, decode, moves, adjustments = EVENTS.encode, EVENTS.decode, EVENTS.types, EVENTS.adjustments
