"""The moves of Lords of Xidit: their fields, the events they become, and how a hand writes them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any, TypeAlias

from engines.kernel.game import Field, Json, MoveType, Text
from engines.kernel.memo import of_box
from engines.xidit.data import REWARDS, SEATS, box, defaults
from engines.xidit.state import RECRUIT, THREAT

SECRET: Mapping[str, Mapping[str, str]] = {"program": {"orders": "seat"}, "census_show": {"count": "seat"}}
"""Programmed orders until the reveal, and what a fist holds until it opens; nothing else (chapter 19)."""

# --------------------------------------------------------------------------------------------------------------- events


@dataclass(frozen=True, slots=True)
class SetUp:
    """What the table laid out by chance (XID-2.24)."""

    tile_set: str | None
    first_player: int
    recruit_tiles: tuple[str, ...]
    threat_tiles: tuple[str, ...]
    next_recruitment: str
    top_recruitment: str
    next_threat: str
    top_threat: str
    evaluation_order: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class IdrakysPlaced:
    """A figure stands in its first city (XID-2.21)."""

    seat: int
    city: int


@dataclass(frozen=True, slots=True)
class Programmed:
    """A seat set its six wheels; None where this fold was not told how (XID-4.1, XID-4.3)."""

    seat: int
    orders: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class OrdersRevealed:
    """All boards are revealed: (seat, orders); a seat is missing until its seal fills it in (XID-4.5)."""

    orders: tuple[tuple[int, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class Executed:
    """The due order is executed; ``claim`` is (did, city, unit) as the table saw it (XID-21.1, XID-21.6)."""

    seat: int
    to: int | None = None
    claim: tuple[str, int | None, str | None] | None = None


@dataclass(frozen=True, slots=True)
class TitanChosen:
    """A titan is paid for, or, with None, declined (XID-13.3, XID-13.5)."""

    seat: int
    titan: str | None
    units: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class RewardsChosen:
    """Two of three rewards are taken (XID-10.1)."""

    seat: int
    rewards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BardsPlaced:
    """Bards go to regions; None for the central one where nobody counted (XID-10.6, XID-19.4)."""

    seat: int
    regions: tuple[tuple[str, int | None], ...]


@dataclass(frozen=True, slots=True)
class DummyAdvanced:
    """The dummy rises in a criterion (XID-15.2)."""

    seat: int
    criterion: str


@dataclass(frozen=True, slots=True)
class TopRevealed:
    """The top of a pile is seen; None where nobody noted it (XID-21.3)."""

    pile: str
    tile: str | None


@dataclass(frozen=True, slots=True)
class Awoken:
    """Titans awake and reinforcements arrive (XID-12.13)."""

    turned: tuple[tuple[str, str], ...]
    next_threat: str
    top_threat: str | None


@dataclass(frozen=True, slots=True)
class FistShown:
    """A seat has its units in the fist; None where this fold was not told how many (XID-14.3)."""

    seat: int
    unit: str
    count: int | None


@dataclass(frozen=True, slots=True)
class FistsOpened:
    """All fists open: (seat, number); a seat is missing until its seal fills it in (XID-14.3)."""

    unit: str
    counts: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class StoryPlaced:
    """The story of the mage reward goes to an own guild (XID-14.20)."""

    seat: int
    city: int


@dataclass(frozen=True, slots=True)
class YearEnded:
    """The year marker advances (XID-16.2)."""


@dataclass(frozen=True, slots=True)
class BastionRevealed:
    """The Bastion is opened and counted: (seat, number) (XID-17.5)."""

    counts: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Declared:
    """What a player says lies behind the screen; compared, never believed."""

    seat: int
    gold: int | None
    units: tuple[tuple[str, int], ...] | None
    total: int | None


@dataclass(frozen=True, slots=True)
class Evaluated:
    """The next evaluation is done (XID-17.1)."""


Event: TypeAlias = (
    SetUp
    | IdrakysPlaced
    | Programmed
    | OrdersRevealed
    | Executed
    | TitanChosen
    | RewardsChosen
    | BardsPlaced
    | DummyAdvanced
    | TopRevealed
    | Awoken
    | FistShown
    | FistsOpened
    | StoryPlaced
    | YearEnded
    | BastionRevealed
    | Declared
    | Evaluated
)


def encode(event: Event) -> Json:  # noqa: C901, PLR0912 - one case for each event
    """The event as the body of an entry: ``type``, ``seat``, parameters; unknown ones left out."""
    body: Json
    match event:
        case Executed(seat, to, claim):
            body = {"type": "execute", "seat": seat, **_told(to=to)}
            if claim is not None:
                body["claim"] = {"did": claim[0], **_told(city=claim[1], unit=claim[2])}
        case Programmed(seat, orders):
            body = {"type": "program", "seat": seat, **({} if orders is None else {"orders": list(orders)})}
        case OrdersRevealed(revealed):
            body = {"type": "reveal_orders", "orders": {str(seat): list(orders) for seat, orders in revealed}}
        case IdrakysPlaced(seat, city):
            body = {"type": "place_idrakys", "seat": seat, "city": city}
        case TitanChosen(seat, titan, units):
            body = {"type": "choose_titan", "seat": seat, **_told(titan=titan)}
            if titan is not None:
                body["units"] = dict(units)
        case RewardsChosen(seat, rewards):
            body = {"type": "choose_rewards", "seat": seat, "rewards": list(rewards)}
        case BardsPlaced(seat, regions):
            body = {"type": "place_bards", "seat": seat, "regions": dict(regions)}
        case DummyAdvanced(seat, criterion):
            body = {"type": "advance_dummy", "seat": seat, "criterion": criterion}
        case TopRevealed(pile, tile):
            body = {"type": "reveal_top", "pile": pile, **_told(tile=tile)}
        case Awoken(turned, coming, top):
            body = {"type": "awaken", "turned": dict(turned), "next_threat": coming, **_told(top_threat=top)}
        case FistShown(seat, unit, count):
            body = {"type": "census_show", "seat": seat, "unit": unit, **_told(count=count)}
        case FistsOpened(unit, counts):
            body = {"type": "census_open", "unit": unit, "counts": _by_seat(counts)}
        case StoryPlaced(seat, city):
            body = {"type": "place_story", "seat": seat, "city": city}
        case YearEnded():
            body = {"type": "end_year"}
        case BastionRevealed(counts):
            body = {"type": "reveal_bastion", "counts": _by_seat(counts)}
        case Declared(seat, gold, held, total):
            body = {"type": "declare", "seat": seat, **_told(gold=gold)}
            if held is not None:
                body["units"] = dict(held)
            body |= _told(total=total)
        case Evaluated():
            body = {"type": "evaluate"}
        case _:
            body = {
                "type": "setup",
                **_told(tile_set=event.tile_set),
                "first_player": event.first_player,
                "recruit_tiles": list(event.recruit_tiles),
                "threat_tiles": list(event.threat_tiles),
                "next_recruitment": event.next_recruitment,
                "top_recruitment": event.top_recruitment,
                "next_threat": event.next_threat,
                "top_threat": event.top_threat,
                "evaluation_order": list(event.evaluation_order),
            }
    return body


def _told(**values: Any) -> Json:
    return {key: value for key, value in values.items() if value is not None}


def _by_seat(counts: Sequence[tuple[int, int]]) -> Json:
    return {str(seat): count for seat, count in counts}


def _seats(by: Mapping[str, int]) -> tuple[tuple[int, int], ...]:
    return tuple(sorted((int(seat), count) for seat, count in by.items()))


def _sorted(by: Mapping[str, Any]) -> tuple[tuple[str, Any], ...]:
    """The items of a map in the one order that events keep: by key."""
    return tuple(sorted(by.items()))


def _execute(data: Json) -> Executed:
    claim = data.get("claim")
    return Executed(
        data["seat"], data.get("to"), None if claim is None else (claim["did"], claim.get("city"), claim.get("unit"))
    )


def _program(data: Json) -> Programmed:
    orders = data.get("orders")
    return Programmed(data["seat"], None if orders is None else tuple(orders))


def _set_up(data: Json) -> SetUp:
    return SetUp(
        data.get("tile_set"),
        data["first_player"],
        tuple(data["recruit_tiles"]),
        tuple(data["threat_tiles"]),
        data["next_recruitment"],
        data["top_recruitment"],
        data["next_threat"],
        data["top_threat"],
        tuple(data["evaluation_order"]),
    )


def _declare(data: Json) -> Declared:
    units = data.get("units")
    held = None if units is None else _sorted(units)
    return Declared(data["seat"], data.get("gold"), held, data.get("total"))


_DECODERS: Mapping[str, Callable[[Json], Event]] = {
    "execute": _execute,
    "program": _program,
    "reveal_orders": lambda data: OrdersRevealed(
        tuple(sorted((int(seat), tuple(orders)) for seat, orders in data["orders"].items()))
    ),
    "setup": _set_up,
    "place_idrakys": lambda data: IdrakysPlaced(data["seat"], data["city"]),
    "choose_titan": lambda data: TitanChosen(data["seat"], data.get("titan"), _sorted(data.get("units", {}))),
    "choose_rewards": lambda data: RewardsChosen(data["seat"], tuple(data["rewards"])),
    "place_bards": lambda data: BardsPlaced(data["seat"], _sorted(data["regions"])),
    "advance_dummy": lambda data: DummyAdvanced(data["seat"], data["criterion"]),
    "reveal_top": lambda data: TopRevealed(data["pile"], data.get("tile")),
    "awaken": lambda data: Awoken(_sorted(data["turned"]), data["next_threat"], data.get("top_threat")),
    "census_show": lambda data: FistShown(data["seat"], data["unit"], data.get("count")),
    "census_open": lambda data: FistsOpened(data["unit"], _seats(data["counts"])),
    "place_story": lambda data: StoryPlaced(data["seat"], data["city"]),
    "end_year": lambda _: YearEnded(),
    "reveal_bastion": lambda data: BastionRevealed(_seats(data["counts"])),
    "declare": _declare,
    "evaluate": lambda _: Evaluated(),
}


def decode(data: Json) -> Event:
    """The event of a body.

    Raises:
        KeyError: A type that Lords of Xidit does not have.
    """
    return _DECODERS[data["type"]](data)


# --------------------------------------------------------------------------------------------------------------- fields


def options() -> Mapping[str, Field]:
    """The options of a record (chapter 18); the defaults are those of the default box."""
    return _options()


@lru_cache(maxsize=1)
def _options() -> Mapping[str, Field]:
    default = defaults()

    def choice(name: str, en: str, es: str, *choices: str) -> Field:
        return Field("choice", {"en": en, "es": es}, choices=choices, default=default[name])

    return MappingProxyType(
        {
            "mode": choice("mode", "Length", "Duración", *(mode["id"] for mode in box()["modes"])),
            "flip_order": choice(
                "flip_order", "A turned discard pile", "Un descarte que se voltea", "block", "shuffle", "unknown"
            ),
            "titan_blocked_by": choice(
                "titan_blocked_by", "What forbids a titan", "Qué impide un titán", "threat_or_titan", "any_action"
            ),
            "strict_piles": Field(
                "flag",
                {"en": "Refuse a tile that differs", "es": "Rechazar una loseta distinta"},
                default=default["strict_piles"],
            ),
            "dummy_choice": choice(
                "dummy_choice", "What the dummy may rise in", "En qué sube el ficticio", "any", "taken", "untaken"
            ),
            "dummy_advance_after": choice(
                "dummy_advance_after", "The dummy rises after", "El ficticio sube tras", "threat", "threat_and_titan"
            ),
            "memory_aid": Field(
                "flag",
                {"en": "Show what is behind the screens", "es": "Mostrar lo que hay tras las pantallas"},
                default=False,
            ),
        }
    )


@of_box
def moves(box: Json) -> Mapping[str, MoveType]:
    """Every type of move with its parameters, in the order in which they are asked."""
    return _moves(
        tuple((tile["id"], tile["city"]) for tile in box["tiles"]),
        tuple(of["id"] for of in box["tile_sets"]),
        tuple((unit["id"], *unit["name"].values()) for unit in box["units"]),
        tuple((icon["id"], icon["token"], *icon["name"].values()) for icon in box["icons"]),
        tuple((region["id"], *region["name"].values()) for region in box["regions"]),
        tuple((one["id"], *one["name"].values()) for one in box["evaluations"]),
        tuple((stack["id"], *stack["tiles"]) for stack in box["titans"]["stacks"]),
        tuple(city["id"] for city in box["map"]["cities"]),
    )


def _spelt(label: Text, spellings: Sequence[Sequence[str]], *, optional: bool = False) -> Field:
    """A choice with other spellings for each id."""
    aliases: dict[str, str | int] = {word: names[0] for names in spellings for word in names[1:]}
    return Field("choice", label, optional=optional, choices=tuple(names[0] for names in spellings), aliases=aliases)


DID = ("moved", "stayed", "waited", "recruited", "threat", "titan", "nothing")
"""What a claim may say of an order (XID-21.6)."""


@lru_cache(maxsize=16)
def _moves(
    tiles: tuple[tuple[str, int], ...],
    sets: tuple[str, ...],
    units: tuple[tuple[str, ...], ...],
    icons: tuple[tuple[str, ...], ...],
    regions: tuple[tuple[str, ...], ...],
    criteria: tuple[tuple[str, ...], ...],
    stacks: tuple[tuple[str, ...], ...],
    cities: tuple[int, ...],
) -> Mapping[str, MoveType]:
    def label(en: str, es: str) -> Text:
        return {"en": en, "es": es}

    ids = tuple(tile for tile, _ in tiles)

    def tile(en: str, es: str, *, optional: bool = False) -> Field:
        return Field("choice", label(en, es), optional=optional, choices=ids)

    def number(en: str, es: str, *, low: int = 0, high: int | None = None, optional: bool = False) -> Field:
        return Field("integer", label(en, es), optional=optional, low=low, high=high)

    def city(en: str, es: str, *, optional: bool = False) -> Field:
        return Field("choice", label(en, es), optional=optional, choices=cities)

    def several(en: str, es: str, of: Field, *, optional: bool = False) -> Field:
        return Field("list", label(en, es), optional=optional, of=of)

    unit = _spelt(label("Unit", "Unidad"), units)
    held = tuple(names[0] for names in units)
    icon = _spelt(label("Order", "Orden"), icons)
    criterion = _spelt(label("Criterion", "Criterio"), criteria)
    titans = Field(
        "choice",
        label("Titan", "Titán"),
        optional=True,
        choices=tuple(name for stack in stacks for name in stack[1:]),
    )
    reward = Field("choice", label("Reward", "Recompensa"), choices=REWARDS)
    per_unit = Field("map", label("Units", "Unidades"), optional=True, of=number("Units", "Unidades"), keys=held)
    seated = Field("map", label("By seat", "Por asiento"), of=number("Number", "Número"), keys="seat")
    claim = Field(
        "group",
        label("What the table did", "Lo que hizo la mesa"),
        optional=True,
        fields={
            "did": Field("choice", label("Did", "Hizo"), choices=DID),
            "city": city("City", "Ciudad", optional=True),
            "unit": _spelt(label("Unit", "Unidad"), units, optional=True),
        },
    )
    types = {
        "setup": MoveType(
            label("Set up the board", "Preparar el tablero"),
            {
                "tile_set": Field("choice", label("Tile set", "Juego de losetas"), optional=True, choices=sets),
                "first_player": Field(
                    "integer", label("First player", "Primer jugador"), low=0, high=SEATS[-1] - 1, seat=True
                ),
                "recruit_tiles": several("Recruitment tiles", "Losetas de reclutamiento", tile("Tile", "Loseta")),
                "threat_tiles": several("Threat tiles", "Losetas de amenaza", tile("Tile", "Loseta")),
                "next_recruitment": tile("Next Recruitment", "Próximo reclutamiento"),
                "top_recruitment": tile("Top of the Recruitment pile", "Cima de reclutamiento"),
                "next_threat": tile("Next Threat", "Próxima amenaza"),
                "top_threat": tile("Top of the Threat pile", "Cima de amenaza"),
                "evaluation_order": several("Order of the evaluations", "Orden de las evaluaciones", criterion),
            },
            seated=False,
        ),
        "place_idrakys": MoveType(label("Place the Idrakys", "Colocar el Idrakys"), {"city": city("City", "Ciudad")}),
        "program": MoveType(
            label("Program six orders", "Programar seis órdenes"),
            {"orders": several("Orders", "Órdenes", icon, optional=True)},
        ),
        "reveal_orders": MoveType(
            label("Reveal all orders", "Revelar las órdenes"),
            {
                "orders": Field(
                    "map",
                    label("Orders", "Órdenes"),
                    optional=True,
                    of=several("Orders", "Órdenes", icon),
                    keys="seat",
                )
            },
            seated=False,
        ),
        "execute": MoveType(
            label("Execute the order", "Ejecutar la orden"),
            {"to": city("To which city", "A qué ciudad", optional=True), "claim": claim},
        ),
        "choose_titan": MoveType(
            label("Face a titan, or not", "Enfrentarse a un titán, o no"), {"titan": titans, "units": per_unit}
        ),
        "choose_rewards": MoveType(
            label("Take two rewards", "Tomar dos recompensas"),
            {"rewards": several("Rewards", "Recompensas", reward)},
        ),
        "place_bards": MoveType(
            label("Place bards", "Colocar bardos"),
            {
                "regions": Field(
                    "map",
                    label("Regions", "Regiones"),
                    of=Field("integer", label("Bards", "Bardos"), nullable=True, low=0),
                    keys=tuple(names[0] for names in regions),
                )
            },
        ),
        "advance_dummy": MoveType(label("Raise the dummy", "Subir al ficticio"), {"criterion": criterion}),
        "reveal_top": MoveType(
            label("See the top of a pile", "Ver la cima de una pila"),
            {
                "pile": Field("choice", label("Pile", "Pila"), choices=(RECRUIT, THREAT)),
                "tile": tile("Tile", "Loseta", optional=True),
            },
            seated=False,
        ),
        "awaken": MoveType(
            label("Titans awake", "Despiertan los titanes"),
            {
                "turned": Field(
                    "map",
                    label("Titans turned", "Titanes volteados"),
                    optional=True,
                    of=Field("choice", label("Titan", "Titán"), choices=titans.choices),
                    keys=tuple(stack[0] for stack in stacks),
                ),
                "next_threat": tile("Next Threat", "Próxima amenaza"),
                "top_threat": tile("Top of the Threat pile", "Cima de amenaza", optional=True),
            },
            seated=False,
        ),
        "census_show": MoveType(
            label("Take units into the fist", "Tomar unidades en el puño"),
            {"unit": unit, "count": number("Units in the fist", "Unidades en el puño", optional=True)},
        ),
        "census_open": MoveType(
            label("Open the fists", "Abrir los puños"),
            {
                "unit": unit,
                "counts": Field("map", label("Shown", "Mostrado"), optional=True, of=seated.of, keys="seat"),
            },
            seated=False,
        ),
        "place_story": MoveType(
            label("Place a guild story", "Colocar un piso de gremio"), {"city": city("City", "Ciudad")}
        ),
        "end_year": MoveType(label("End the year", "Terminar el año"), {}, seated=False),
        "reveal_bastion": MoveType(label("Open the Bastion", "Abrir el Bastión"), {"counts": seated}, seated=False),
        "declare": MoveType(
            label("Declare a holding", "Declarar lo que se tiene"),
            {
                "gold": number("Gold", "Oro", optional=True),
                "units": per_unit,
                "total": number("Units in all", "Unidades en total", optional=True),
            },
        ),
        "evaluate": MoveType(label("Do the next evaluation", "Hacer la evaluación siguiente"), {}, seated=False),
    }
    return MappingProxyType(types)


# ---------------------------------------------------------------------------------------------------------- short forms

_PAIR = re.compile(r"([^=]+)=([0-9]{1,4}|\?)\Z")


def short(words: Sequence[str], box: Json) -> Json | None:
    """A move from the short form a hand would write, without its seat; None where there is no such form.

    ``at 12`` · ``orders KRBAAW`` · ``reveal black=KRBAAW red=WWWWWW`` · ``go`` or ``go 12`` · ``titan T3a peasant=2
    archer=1`` or ``titan no`` · ``take gold bards`` · ``bards R2=1 R9=?`` · ``dummy wealth`` · ``top R A05`` or
    ``top T`` · ``fist cleric 2`` · ``open cleric black=1 red=0`` · ``story 9`` · ``year`` · ``rate``. Orders are the
    letters of the icons.
    """
    if not words:
        return None
    head, rest = words[0].casefold(), list(words[1:])
    plain = {"go": "execute", "year": "end_year", "rate": "evaluate", "orders": "program"}
    if head in plain and not rest:
        return {"type": plain[head]}
    build = _SHORT.get(head)
    return build(rest, box) if build is not None and rest else None


def _letters(word: str, box: Json) -> list[str] | None:
    """Orders written as letters."""
    icons = {icon["token"]: icon["id"] for icon in box["icons"]}
    found = [icons.get(letter.upper()) for letter in word]
    return None if None in found else [icon for icon in found if icon]


def _pairs(words: Sequence[str]) -> dict[str, int | None] | None:
    """``name=number`` several times; ``?`` for a number that nobody counted."""
    found = [_PAIR.match(word) for word in words]
    pairs = {match[1]: None if match[2] == "?" else int(match[2]) for match in found if match is not None}
    return pairs if len(pairs) == len(words) else None


def _numbered(kind: str, key: str) -> Callable[[list[str], Json], Json | None]:
    def build(rest: list[str], box: Json) -> Json | None:  # noqa: ARG001 - one signature for all
        return {"type": kind, key: int(rest[0])} if len(rest) == 1 and rest[0].isdecimal() else None

    return build


def _short_orders(rest: list[str], box: Json) -> Json | None:
    orders = _letters(rest[0], box) if len(rest) == 1 else None
    return None if orders is None else {"type": "program", "orders": orders}


def _short_reveal(rest: list[str], box: Json) -> Json | None:
    orders: dict[str, list[str]] = {}
    for word in rest:
        seat, _, letters = word.partition("=")
        found = _letters(letters, box)
        if not seat or found is None or seat in orders:
            return None
        orders[seat] = found
    return {"type": "reveal_orders", "orders": orders}


def _short_titan(rest: list[str], box: Json) -> Json | None:  # noqa: ARG001 - one signature for all
    if rest == ["no"]:
        return {"type": "choose_titan"}
    units = _pairs(rest[1:])
    return None if units is None else {"type": "choose_titan", "titan": rest[0], "units": units}


def _short_take(rest: list[str], box: Json) -> Json | None:  # noqa: ARG001 - one signature for all
    return {"type": "choose_rewards", "rewards": rest}


def _short_bards(rest: list[str], box: Json) -> Json | None:  # noqa: ARG001 - one signature for all
    regions = _pairs(rest)
    return None if regions is None else {"type": "place_bards", "regions": regions}


def _short_dummy(rest: list[str], box: Json) -> Json | None:  # noqa: ARG001 - one signature for all
    return {"type": "advance_dummy", "criterion": rest[0]} if len(rest) == 1 else None


def _short_top(rest: list[str], box: Json) -> Json | None:  # noqa: ARG001 - one signature for all
    if len(rest) > 2:  # noqa: PLR2004 - pile and tile
        return None
    return {"type": "reveal_top", "pile": rest[0], **({"tile": rest[1]} if rest[1:] and rest[1] != "?" else {})}


def _short_fist(rest: list[str], box: Json) -> Json | None:  # noqa: ARG001 - one signature for all
    if len(rest) == 1:
        return {"type": "census_show", "unit": rest[0]}
    counted = len(rest) == 2 and rest[1].isdecimal()  # noqa: PLR2004 - unit and number
    return {"type": "census_show", "unit": rest[0], "count": int(rest[1])} if counted else None


def _short_open(rest: list[str], box: Json) -> Json | None:  # noqa: ARG001 - one signature for all
    counts = _pairs(rest[1:])
    return None if counts is None else {"type": "census_open", "unit": rest[0], "counts": counts}


_SHORT: Mapping[str, Callable[[list[str], Json], Json | None]] = {
    "at": _numbered("place_idrakys", "city"),
    "go": _numbered("execute", "to"),
    "story": _numbered("place_story", "city"),
    "orders": _short_orders,
    "reveal": _short_reveal,
    "titan": _short_titan,
    "take": _short_take,
    "bards": _short_bards,
    "dummy": _short_dummy,
    "top": _short_top,
    "fist": _short_fist,
    "open": _short_open,
}
