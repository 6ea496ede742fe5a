"""The parameters of the moves of Mage Knight: form fields and their spellings (chapter 30)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated

from engines.kernel.game import Json
from engines.kernel.moves.events import Ask, Events, one_of
from engines.mage_knight.box.components import SEATS


def _named(kind: str) -> Callable[[Json], Iterator[tuple[str, ...]]]:
    """The components of a box by id, each with the names that may be typed for it."""

    def of(box: Json) -> Iterator[tuple[str, ...]]:
        seen: set[str] = set()
        for item in box[kind]:
            if item["id"] not in seen:
                seen.add(item["id"])
                yield (item["id"], *item["name"].values())

    return of


def _cards(box: Json) -> Iterator[tuple[str, ...]]:
    """Every deed card, with both names of a spell, and the wound."""
    for card in (*box["cards"], box["wound"]):
        yield (card["id"], *card["name"].values(), *card.get("strong_name", {}).values())


def _coloured(box: Json) -> Iterator[tuple[str, ...]]:
    return ((one["id"], *one["name"].values()) for one in box["mana"]["colours"])


def _backed(kind: str) -> Callable[[Json], list[str]]:
    """The advanced actions, spells or artifacts of a box."""
    return lambda box: [card["id"] for card in box["cards"] if card["kind"] == kind]


Card = Annotated[str, Ask("Card", "Carta", choices=_cards)]
Cards = Annotated[tuple[Card, ...], Ask("Cards", "Cartas")]
Action = Annotated[str, Ask("Advanced action", "Acción avanzada", choices=_backed("advanced_action"))]
Spell = Annotated[str, Ask("Spell", "Hechizo", choices=_backed("spell"))]
Face = Annotated[str, Ask("Die", "Dado", choices=_coloured)]
Faces = Annotated[tuple[Face, ...], Ask("Dice", "Dados")]
Colour = Annotated[str, Ask("Colour", "Color", choices=_coloured)]
Colours = Annotated[tuple[Colour, ...], Ask("Colours", "Colores")]
Space = Annotated[tuple[int, ...], Ask("Space", "Casilla", place=("q", "r"))]
Position = Annotated[tuple[int, ...], Ask("Where the tile goes", "Dónde va la loseta", place=("a", "b"))]
Number = Annotated[int, Ask("Number", "Número", low=0)]
UnitId = Annotated[str, Ask("Unit", "Unidad", choices=_named("units"))]
UnitNumber = Annotated[int, Ask("Unit", "Unidad", low=1)]
EnemyNumber = Annotated[int, Ask("Enemy", "Enemigo", low=1)]
TokenId = Annotated[
    str,
    Ask("Token", "Ficha", choices=lambda box: list(dict.fromkeys([*_named("enemies")(box), *_named("ruins")(box)]))),
]
EnemyId = Annotated[str, Ask("Token", "Ficha", choices=_named("enemies"))]
SkillId = Annotated[str, Ask("Skill", "Habilidad", choices=_named("skills"))]
HeroId = Annotated[str, Ask("Hero", "Héroe", choices=_named("heroes"))]
TileId = Annotated[str, Ask("Tile", "Loseta", choices=_named("tiles"))]
Piece = Annotated[str, Ask("Points", "Puntos")]
Seat = Annotated[int, Ask("Seat", "Asiento", low=0, high=SEATS[-1] - 1, seat=True)]


@dataclass(frozen=True, slots=True)
class TokenAt:
    """A token that was turned up, drawn or placed on a space."""

    at: Space
    token: TokenId


Tokens = Annotated[tuple[TokenAt, ...], Ask("Token revealed", "Ficha descubierta")]


@dataclass(frozen=True, slots=True)
class Payment:
    """One mana paid (MK-30.1)."""

    from_: Annotated[str, Ask("From", "De", choices=("die", "token", "crystal", "tactic_die", "endless"))]
    shows: Annotated[Colour, Ask("Colour", "Color")]
    as_: Annotated[Colour | None, Ask("Used as", "Usado como")] = None


Payments = Annotated[tuple[Payment, ...], Ask("Mana", "Maná")]


@dataclass(frozen=True, slots=True)
class WoundsOff:
    """Wounds thrown away at the end of a turn, by where they lie (chapter 24, ``at_turn_end``)."""

    hand: Number | None = None
    discard: Number | None = None
    units: Annotated[Mapping[str, Number], Ask("By unit", "Por unidad")] | None = None


@one_of
@dataclass(frozen=True, slots=True)
class Choice:
    """One choice that a node of an effect asks for (MK-24.3); exactly one member is set."""

    option: Annotated[int, Ask("Option", "Opción", low=1)] | None = None
    yes: Annotated[bool, Ask("Yes", "Sí")] | None = None
    card: Card | None = None
    cards: Cards | None = None
    color: Colour | None = None
    colors: Colours | None = None
    die: Face | None = None
    dice: Faces | None = None
    unit: UnitNumber | None = None
    units: Annotated[tuple[UnitNumber, ...], Ask("Units", "Unidades")] | None = None
    offer: Annotated[UnitId, Ask("Unit of the offer", "Unidad de la oferta")] | None = None
    ability: Annotated[int, Ask("Ability", "Capacidad", low=1)] | None = None
    disband: Annotated[int, Ask("Unit disbanded", "Unidad licenciada", low=0)] | None = None
    slot: Annotated[bool, Ask("In the slot of Bonds of Loyalty", "En el hueco de los lazos de lealtad")] | None = None
    others: Annotated[Mapping[int, UnitNumber], Ask("Units of the others", "Unidades de los demás")] | None = None
    enemies: Annotated[tuple[EnemyNumber, ...], Ask("Enemies", "Enemigos")] | None = None
    points: Annotated[int, Ask("Points", "Puntos", low=0)] | None = None
    number: Number | None = None
    seat: Seat | None = None
    side: Annotated[str, Ask("Side of the deck", "Lado del mazo", choices=("top", "bottom"))] | None = None
    element: Annotated[str, Ask("Element", "Elemento", choices=("fire", "ice"))] | None = None
    which: Annotated[str, Ask("Which value", "Qué valor", choices=("block", "attack", "ranged_attack"))] | None = None
    use: Annotated[str, Ask("Use", "Uso", choices=("basic", "strong"))] | None = None
    wounds: Annotated[WoundsOff, Ask("Wounds", "Heridas")] | None = None


@one_of
@dataclass(frozen=True, slots=True)
class Fact:
    """One fact of the table that a node of an effect asks for (MK-24.3); exactly one member is set."""

    face: Face | None = None
    faces: Faces | None = None
    card: Card | None = None
    hand: Annotated[Cards, Ask("Hand shown", "Mano mostrada")] | None = None
    color: Colour | None = None
    tokens: Tokens | None = None
    number: Number | None = None


Choices = Annotated[tuple[Choice, ...], Ask("Choice", "Elección")]
Facts = Annotated[tuple[Fact, ...], Ask("Result", "Resultado")]
LaidOut = Annotated[Cards, Ask("Offer laid out, from the lowest place", "Oferta desplegada, desde el puesto más bajo")]
Drawn = Annotated[Cards, Ask("Cards drawn", "Cartas robadas")]
Discarded = Annotated[Cards, Ask("Hand discarded by a knock-out", "Mano descartada al quedar fuera de combate")]
Picked = Annotated[Cards, Ask("Cards picked", "Cartas elegidas")]
NewCard = Annotated[Card, Ask("New card of the offer", "Carta nueva de la oferta")]
Disband = Annotated[UnitNumber, Ask("Unit disbanded", "Unidad licenciada")]
Slot = Annotated[bool, Ask("In the slot of Bonds of Loyalty", "En el hueco de los lazos de lealtad")]

EVENTS = Events("Mage Knight")
