"""The box: reading one edition's components, and finding every fault in an owner's own (KIN-1, KIN-2)."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from engines.kernel.game import LANGUAGES, Json, Text

SEATS = range(2, 5)
"""How many may sit down (KIN-1.15)."""
MOST = 1000
"""No number in a box may be greater, nor its opposite smaller: totals stay far below what JSON keeps exactly."""

_COLOUR = re.compile(r"[a-z][a-z0-9_-]{0,39}\Z")
"""What a colour may be called in a record: it stands in text notation, where seats are found by its beginning."""

RESOURCE, HAZARD = "resource", "hazard"
MOUNTAIN, DRAGON, GOLD_MINE, WIZARD = "mountain", "dragon", "gold_mine", "wizard"
"""What a tile does when it is scored: its category."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of tile; copies of it cannot be told apart (KIN-1.6).

    Args:
        id: How moves name it.
        token: How a hand writes it.
        category: What it does; one of the six above.
        value: Gold; negative for hazards, 0 where none is printed (KIN-1.5).
        count: Copies in the box.
        name: What it is called; shown only, never keyed on (KIN-1.8).
    """

    id: str
    token: str
    category: str
    value: int
    count: int
    name: Text


@dataclass(frozen=True, slots=True)
class Line:
    """One row or column of the board (KIN-8.1).

    Args:
        line: ``row`` or ``column``.
        index: From 1: from the top, from the left.
        cells: Its spaces, row-major from 0.
    """

    line: str
    index: int
    cells: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Box:
    """A box as the engine works with it; derived once from its JSON.

    Args:
        edition: Its id.
        rows: Rows of the board.
        columns: Columns of the board.
        epochs: How many are played.
        gold: What each seat starts with.
        colours: Colour to the name of who plays it.
        kinds: Every kind of tile by id, in the order of the box.
        tiles: Tiles of all kinds together.
        ranks: Every rank of castle, ascending.
        castles: Number of seats to rank to castles each of them takes (KIN-2.2, KIN-2.3).
        lines: Every row from the top, then every column from the left.
        neighbours: Space to the spaces orthogonally next to it.
    """

    edition: str
    rows: int
    columns: int
    epochs: int
    gold: int
    colours: Mapping[str, Text]
    kinds: Mapping[str, Kind]
    tiles: int
    ranks: tuple[int, ...]
    castles: Mapping[int, Mapping[int, int]]
    lines: tuple[Line, ...]
    neighbours: tuple[tuple[int, ...], ...]


@cache
def _text() -> str:
    return resources.files("engines.kingdoms").joinpath("box.json").read_text(encoding="utf-8")


def box() -> Json:
    """The components of the default edition; fresh, so a caller may change it."""
    fresh: Json = json.loads(_text())
    return fresh


def colours(box: Json) -> Mapping[str, Text]:
    """The colours of a box with their names, in the order in which seats get them that name none."""
    return {colour["id"]: colour["name"] for colour in box["colours"]}


def read(box: Json) -> Box:
    """Work a box out; it has passed :func:`check_box`."""
    rows, columns = box["board"]["rows"], box["board"]["columns"]
    kinds = {
        kind["id"]: Kind(kind["id"], kind["token"], kind["category"], kind["value"], kind["count"], kind["name"])
        for kind in box["kinds"]
    }
    castles = {
        int(seats): {int(rank): count for rank, count in taken.items()}
        for seats, taken in box["castles"]["per_player"].items()
    }
    across = [Line("row", row + 1, tuple(range(row * columns, (row + 1) * columns))) for row in range(rows)]
    down = [Line("column", col + 1, tuple(range(col, rows * columns, columns))) for col in range(columns)]
    return Box(
        edition=box["edition"],
        rows=rows,
        columns=columns,
        epochs=box["epochs"],
        gold=box["starting_gold"],
        colours={colour["id"]: colour["name"] for colour in box["colours"]},
        kinds=kinds,
        tiles=sum(kind.count for kind in kinds.values()),
        ranks=tuple(sorted(int(rank) for rank in box["castles"]["per_colour"])),
        castles=castles,
        lines=(*across, *down),
        neighbours=tuple(_neighbours(cell, rows, columns) for cell in range(rows * columns)),
    )


def _neighbours(cell: int, rows: int, columns: int) -> tuple[int, ...]:
    """The spaces one step away; none lies beyond the edge (KIN-9.15, KIN-9.20)."""
    row, col = divmod(cell, columns)
    steps = ((row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col))
    return tuple(r * columns + c for r, c in steps if 0 <= r < rows and 0 <= c < columns)


# ---------------------------------------------------------------------------------------------------- an owner's box


class _Faults(list[tuple[str, Text]]):
    """The faults found so far, and the questions that find them."""

    def add(self, path: str, en: str, es: str) -> None:
        self.append((path, {"en": en, "es": es}))

    def group(self, value: object, path: str) -> dict[str, Any] | None:
        """The value if it is an object; otherwise a fault."""
        if isinstance(value, dict):
            return value
        self.add(path, "an object is wanted here", "aquí va un objeto")
        return None

    def items(self, value: object, path: str) -> list[Any]:
        """The value if it is a list; otherwise a fault, and no items."""
        if isinstance(value, list):
            return value
        self.add(path, "a list is wanted here", "aquí va una lista")
        return []

    def whole(self, value: object, path: str, low: int, high: int = MOST) -> int | None:
        """The value if it is a whole number between the two; otherwise a fault."""
        if type(value) is int and low <= value <= high:
            return value
        self.add(
            path,
            f"{value!r:.40} should be a whole number from {low} to {high}",
            f"{value!r:.40} debería ser un entero de {low} a {high}",
        )
        return None

    def word(self, value: object, path: str) -> str | None:
        """The value if it is a short text; otherwise a fault."""
        if isinstance(value, str) and value and len(value) <= MOST:
            return value
        self.add(path, f"{value!r:.40} should be a text", f"{value!r:.40} debería ser un texto")
        return None

    def names(self, value: object, path: str) -> None:
        """The value should be a name in every language."""
        texts = self.group(value, path)
        if texts is not None:
            for lang in LANGUAGES:
                self.word(texts.get(lang), f"{path}.{lang}")

    def once(self, value: object, path: str, seen: set[str]) -> str | None:
        """The value if it is a text that did not come before; otherwise a fault."""
        word = self.word(value, path)
        if word is not None and word.casefold() in seen:
            self.add(path, f"{word!r:.40} stands twice", f"{word!r:.40} aparece dos veces")
            return None
        if word is not None:
            seen.add(word.casefold())
        return word


def check_box(box: Json) -> Sequence[tuple[str, Text]]:
    """Every fault of an owner's box as (path, what is wrong); empty when it can be played with.

    The default edition is the yardstick for what the rules fix: the board (KIN-1.1), the kinds and how many tiles there
    are of each category (KIN-1.2), the ranks (KIN-1.10). Values, counts, names, colours, gold, epochs are the owner's.
    """
    faults = _Faults()
    whole = faults.group(box, "")
    if whole is None:
        return faults
    yardstick = _yardstick()
    faults.word(whole.get("edition"), "edition")
    faults.whole(whole.get("epochs"), "epochs", 1)
    faults.whole(whole.get("starting_gold"), "starting_gold", 0)
    _check_board(faults, whole.get("board"), yardstick)
    _check_colours(faults, whole.get("colours"))
    _check_castles(faults, whole.get("castles"), yardstick)
    _check_kinds(faults, whole.get("kinds"), yardstick)
    if not faults:
        _check_enough(faults, read(whole))
    return faults


@cache
def _yardstick() -> Box:
    return read(box())


def _check_board(faults: _Faults, value: object, yardstick: Box) -> None:
    board = faults.group(value, "board")
    if board is None:
        return
    for key, wanted in (("rows", yardstick.rows), ("columns", yardstick.columns)):
        if type(board.get(key)) is not int or board[key] != wanted:
            faults.add(
                f"board.{key}",
                f"{board.get(key)!r:.40} should be {wanted} (KIN-1.1)",
                f"{board.get(key)!r:.40} debería ser {wanted} (KIN-1.1)",
            )


def _check_colours(faults: _Faults, value: object) -> None:
    found = faults.items(value, "colours")
    if isinstance(value, list) and len(found) < SEATS[-1]:
        faults.add(
            "colours",
            f"{len(found)} colours are too few for {SEATS[-1]} seats (KIN-2.1)",
            f"{len(found)} colores no bastan para {SEATS[-1]} asientos (KIN-2.1)",
        )
    ids: set[str] = set()
    tokens: set[str] = set()
    for place, item in enumerate(found):
        path = f"colours.{place}"
        colour = faults.group(item, path)
        if colour is not None:
            name = faults.once(colour.get("id"), f"{path}.id", ids)
            if name is not None and not _COLOUR.match(name):
                faults.add(
                    f"{path}.id",
                    f"{name!r:.40} should be small letters, digits, '_' and '-'",
                    f"{name!r:.40} debería tener solo minúsculas, cifras, '_' y '-'",
                )
            faults.once(colour.get("token"), f"{path}.token", tokens)
            faults.names(colour.get("name"), f"{path}.name")


def _check_castles(faults: _Faults, value: object, yardstick: Box) -> None:
    castles = faults.group(value, "castles")
    if castles is None:
        return
    colour = _check_ranks(faults, castles.get("per_colour"), "castles.per_colour", yardstick)
    players = faults.group(castles.get("per_player"), "castles.per_player")
    if players is None:
        return
    for extra in players.keys() - {str(seats) for seats in SEATS}:
        faults.add(
            f"castles.per_player.{extra}",
            f"nobody plays with {extra} (KIN-1.15)",
            f"no se juega con {extra} (KIN-1.15)",
        )
    for seats in SEATS:
        path = f"castles.per_player.{seats}"
        for rank, count in _check_ranks(faults, players.get(str(seats)), path, yardstick).items():
            if count > colour.get(rank, MOST):
                faults.add(
                    f"{path}.{rank}",
                    f"a seat cannot take {count} of a colour's {colour[rank]} castles of rank {rank} (KIN-1.12)",
                    f"un asiento no puede tomar {count} de los {colour[rank]} castillos de rango {rank} (KIN-1.12)",
                )


def _check_ranks(faults: _Faults, value: object, path: str, yardstick: Box) -> dict[int, int]:
    """The sound counts of a map from rank to castles; the rest are faults."""
    counts = faults.group(value, path)
    if counts is None:
        return {}
    known = {str(rank): rank for rank in yardstick.ranks}
    for extra in counts.keys() - known.keys():
        faults.add(
            f"{path}.{extra}", f"{extra!r:.40} is no rank (KIN-1.10)", f"{extra!r:.40} no es un rango (KIN-1.10)"
        )
    found = {rank: faults.whole(counts.get(key), f"{path}.{key}", 0) for key, rank in known.items()}
    return {rank: count for rank, count in found.items() if count is not None}


def _check_kinds(faults: _Faults, value: object, yardstick: Box) -> None:
    if not isinstance(value, list):
        faults.items(value, "kinds")
        return
    ids: set[str] = set()
    tokens: set[str] = set()
    totals: dict[str, int] = {}
    for place, item in enumerate(value):
        path = f"kinds.{place}"
        kind = faults.group(item, path)
        if kind is None:
            continue
        name = faults.once(kind.get("id"), f"{path}.id", ids)
        faults.once(kind.get("token"), f"{path}.token", tokens)
        faults.names(kind.get("name"), f"{path}.name")
        count = faults.whole(kind.get("count"), f"{path}.count", 1)
        known = yardstick.kinds.get(name or "")
        if known is None:
            if name is not None:
                faults.add(f"{path}.id", f"{name!r:.40} is no kind (KIN-1.2)", f"{name!r:.40} no es un tipo (KIN-1.2)")
            continue
        if kind.get("category") != known.category:
            faults.add(
                f"{path}.category",
                f"{kind.get('category')!r:.40} should be {known.category} (KIN-1.2)",
                f"{kind.get('category')!r:.40} debería ser {known.category} (KIN-1.2)",
            )
        low, high = {RESOURCE: (1, MOST), HAZARD: (-MOST, -1)}.get(known.category, (0, 0))
        faults.whole(kind.get("value"), f"{path}.value", low, high)
        totals[known.category] = totals.get(known.category, 0) + (count or 0)
    for missing in [name for name in yardstick.kinds if name.casefold() not in ids]:
        faults.add("kinds", f"{missing} is missing (KIN-1.2)", f"falta {missing} (KIN-1.2)")
    _check_totals(faults, totals, yardstick)


def _check_totals(faults: _Faults, totals: Mapping[str, int], yardstick: Box) -> None:
    """As many tiles of each category, and in all, as the rules are written for."""
    wanted: dict[str, int] = {}
    for kind in yardstick.kinds.values():
        wanted[kind.category] = wanted.get(kind.category, 0) + kind.count
    for category, count in wanted.items():
        if totals.get(category, 0) != count:
            have = totals.get(category, 0)
            faults.add(
                "kinds",
                f"{have} tiles of category {category} instead of {count} (KIN-1.2)",
                f"{have} losetas de categoría {category} en vez de {count} (KIN-1.2)",
            )
    have = sum(totals.values())
    if have != yardstick.tiles:
        faults.add(
            "kinds",
            f"{have} tiles instead of {yardstick.tiles} (KIN-1.2)",
            f"{have} losetas en vez de {yardstick.tiles} (KIN-1.2)",
        )


def _check_enough(faults: _Faults, box: Box) -> None:
    """However many sit down, tiles and lowest castles alone must fill the board (KIN-6.5)."""
    lowest, spaces = box.ranks[0], box.rows * box.columns
    for seats in SEATS:
        pieces = box.tiles + seats * box.castles[seats][lowest]
        if pieces < spaces:
            faults.add(
                f"castles.per_player.{seats}.{lowest}",
                f"{pieces} tiles and castles that always come back cannot fill {spaces} spaces (KIN-6.5)",
                f"{pieces} losetas y castillos que siempre vuelven no llenan {spaces} casillas (KIN-6.5)",
            )
