"""The box: reading one edition's components (ROE-1); ``checks`` finds the faults of an owner's own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from engines.kernel.box.cache import cached_by_box
from engines.kernel.box.reading import At, built, colours, default_edition, names
from engines.kernel.game import LANGUAGES, Json, Text
from engines.rise_of_empires.box.pieces import City, Effect, Progress, Region, Side, Territory, TradeBox, Turn

SEATS = range(2, 6)
"""Possible numbers of seats (ROE-2.1)."""
PROSE = ("origin", "edition", "stand_in", "name.es", "text.es", "aliases", "at")
"""Members of the box that do not affect play. English names count: tiles of one name are one kind."""
FORMER_BOXES: Mapping[str, str] = {}
"""Content hash -> play hash of earlier editions: there are none."""

PROGRESS, TERRITORY, CITY, EMPIRE, TRADE = "progress", "territory", "city", "empire", "trade"
ROWS = (PROGRESS, TERRITORY, CITY, EMPIRE, TRADE)
"""The five rows of the action display (ROE-5.2)."""

GOLD, CUBE, RESOURCE, FOOD, VP = "gold", "cube", "resource", "food", "vp"
UNITS = (GOLD, CUBE, RESOURCE, FOOD, VP)
"""Units that can pay for a disc (ROE-5.25), the usual one first."""
CUBES = "cubes"
GAINS = (FOOD, GOLD, RESOURCE, CUBES, VP)
"""Gains of tiles and regions."""

INCOME = "income"
PHASES = (FOOD, INCOME, VP)
"""The phases in which tiles and regions give something: 3, 4 and 5 (ROE-3.2)."""

FREE_ACTION, WITH_ACTION, PASSIVE, PHASE = "free_action", "with_action_once", "passive", "phase"
USES = (PHASE, PASSIVE, FREE_ACTION, WITH_ACTION)
"""How a progress tile is used (ROE-6.7, ROE-6.12, ROE-6.13)."""

WONDER = "wonder"
OVERSEAS = "overseas"

# The kinds of effects: the vocabulary in which the tiles of an owner's box are written (ROE-6.16).
INCOME_PER = "income_per"
NO_DISC_COST = "no_disc_cost"
OPENS_OVERSEAS = "opens_overseas"
AS_WATER = "treat_tile_as_water"
REMOVE_CUBE = "remove_cube"
EXCHANGE = "exchange"
EXTRA_REGION = "extra_region"
IGNORE_ADJACENCY = "ignore_adjacency"
ATTACKER = "battle_attacker"
DEFENDER = "battle_defender"
CITY_DISCOUNT = "city_gold_discount"
OLD_DISCOUNT = "old_progress_discount"
TRADE_BONUS = "trade_bonus"
ALLIANCE = "place_alliance"
TEXT = "text"
"""An effect that the vocabulary lacks: stored as text; a ruling's adjustment records its gains."""

COUNTERS = (
    "territory.plain",
    "territory.island",
    "territory.forest",
    "territory.mountain",
    "territory.town",
    "city",
    "region.controlled",
    "region.present",
)
"""Things that ``income_per`` counts."""


@dataclass(frozen=True, slots=True)
class Box:
    """A box as the engine works with it; derived once from its JSON. Maps are by id, in the order of the box.

    ``verified`` says whether all values were compared with a printed copy, ``stand_ins`` names the tables with others.
    ``discs`` are those in the bank, where they are limited. ``lost_for_gold`` counts the steps lost at the end of the
    food track for 1 gold. ``circles`` is number of seats -> circles of a row, ``caps`` row -> most discs that it takes;
    ``disc_cost`` has the units for each disc further left. ``surcharge`` is the gold of a progress tile, by how many
    eras it is old. ``copies`` is the slug of a progress tile -> its ids. ``empire`` has the sides of Era I and of Eras
    II and III.
    """

    edition: str
    verified: bool
    stand_ins: tuple[str, ...]
    start: Mapping[str, int]
    cubes: Annotated[int, At("counts.cubes_per_player")]
    discs: Annotated[int, At("counts.resource_discs")]
    most_food: Annotated[int, At("food.most")]
    lost_for_gold: Annotated[int, At("food.lost_for_gold")]
    turns: tuple[Turn, ...]
    circles: Mapping[int, int]
    caps: Mapping[str, int]
    disc_cost: Annotated[int, At("costs.disc")]
    surcharge: Annotated[tuple[int, ...], At("costs.surcharge")]
    keep_gold: Annotated[int, At("costs.keep_progress_gold")]
    keep_cubes: Annotated[int, At("costs.keep_city_cubes")]
    gold_per_vp: Annotated[int, At("end.gold_per_vp")]
    resource_per_vp: Annotated[int, At("end.resource_per_vp")]
    progress: Mapping[str, Progress]
    copies: Mapping[str, tuple[str, ...]]
    territory: Mapping[str, Territory]
    cities: Mapping[str, City]
    empire: Mapping[str, tuple[Side, Side]]
    areas: Mapping[str, Text]
    regions: Mapping[str, Region]
    trade: Mapping[str, TradeBox]
    colours: Mapping[str, Text]
    rows: Mapping[str, Text]


TABLES = (PROGRESS, TERRITORY, "cities", EMPIRE, "regions", TRADE)
"""The tables whose rows say which of their values are stand-ins."""


box = default_edition("engines.rise_of_empires")


def slug(name: str) -> str:
    """A name as one word: ``iron_weapons``."""
    return "_".join(name.casefold().split())


def _spellings(item: Json) -> Iterator[str]:
    """The names of a component: in every language, the owner's, and as one word."""
    for name in (*(item["name"][lang] for lang in LANGUAGES), *item.get("aliases", ())):
        yield name
        if slug(name) != name:
            yield slug(name)


def spellings(item: Json) -> tuple[str, ...]:
    """The spellings of a component: its id, its token, its names."""
    return (item["id"], *([item["token"]] if "token" in item else ()), *_spellings(item))


def tile_choices(rows: Sequence[Json]) -> list[tuple[str, ...]]:
    """The spellings of progress tiles: every id, and the name of the copies, which means a copy that fits."""
    names: dict[str, dict[str, None]] = {}
    for row in rows:
        names.setdefault(slug(row["name"]["en"]), {}).update(dict.fromkeys(_spellings(row)))
    return [*((row["id"],) for row in rows), *((name, *spelled) for name, spelled in names.items())]


def some(counts: Mapping[str, int]) -> dict[str, int]:
    """Counts without zeros."""
    return {key: count for key, count in counts.items() if count}


@cached_by_box(4)
def read(box: Json) -> Box:
    """Read a box that has passed :func:`check_box`. Many records share one box."""
    progress = {row["id"]: _progress(row) for row in box["progress"]}
    copies: dict[str, list[str]] = {}
    for name, tile in progress.items():
        copies.setdefault(tile.slug, []).append(name)
    overseas = {area["id"]: area["world"] == OVERSEAS for area in box["areas"]}
    return built(
        Box,
        box,
        verified=not box["stand_in"],
        stand_ins=tuple(table for table in TABLES if any(row["stand_in"] for row in box[table])),
        turns=tuple(built(Turn, row) for row in box["turns"]),
        circles={int(seats): circles for seats, circles in box["circles"].items()},
        caps={row["id"]: row["most"] for row in box["rows"] if row.get("most") is not None},
        progress=progress,
        copies={name: tuple(sorted(ids)) for name, ids in copies.items()},
        territory={row["id"]: _territory(row) for row in box["territory"]},
        cities={row["id"]: _city(row) for row in box["cities"]},
        empire={row["id"]: (_side(row["side_era_1"]), _side(row["side_era_2_3"])) for row in box["empire"]},
        areas=names(box["areas"]),
        regions={row["id"]: _region(row, overseas=overseas[row["area"]]) for row in box["regions"]},
        trade={row["id"]: built(TradeBox, row, eras=frozenset(row["eras"])) for row in box["trade"]},
        colours=colours(box),
        rows=names(box["rows"]),
    )


def _progress(row: Json) -> Progress:
    effects = tuple(_effect(effect) for effect in row["effects"])
    return built(
        Progress,
        row,
        slug=slug(row["name"]["en"]),
        effects=effects,
        kinds=frozenset(effect.kind for effect in effects),
    )


def _effect(row: Mapping[str, Any]) -> Effect:
    """An effect; ``count``, ``regions`` and a discount's ``gold`` are one number each."""
    kind = row["kind"]
    discount = kind in (CITY_DISCOUNT, OLD_DISCOUNT)
    gains = row.get("gain") or {name: row[name] for name in GAINS if name in row and not discount}
    return built(
        Effect,
        row,
        most=row.get("max_units"),
        gain=some(gains),
        pay=some(row.get("pay", {})),
        number=row["gold"] if discount else row.get("count", row.get("regions", 0)),
        text=row["text"] if kind == TEXT else None,
    )


def _territory(row: Json) -> Territory:
    return built(Territory, row, gains=some({name: row[name] for name in GAINS}))


def _city(row: Json) -> City:
    wonder = row["kind"] == WONDER
    return built(
        City,
        row,
        wonder=wonder,
        gains=some(row["income"]),
        vp=row["vp_immediate"] if wonder else row["vp_per_turn"],
    )


def _side(row: Json) -> Side:
    battles = tuple((battle["attacker_loses"], battle["defender_loses"]) for battle in row["battle_rows"])
    return built(Side, row, battles=battles)


def _region(row: Json, *, overseas: bool) -> Region:
    return built(
        Region,
        row,
        overseas=overseas,
        gains=some(row["benefit"]),
        adjacent=frozenset(row["adjacent"]),
    )
