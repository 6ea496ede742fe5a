"""Every fault of an owner's box, by path: the owner of a printed copy corrects ours from the cardboard."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache

from engines.kernel.box.checks import COLOUR, MOST, Faults
from engines.kernel.game import Json, Text
from engines.kingdoms.box.components import HAZARD, RESOURCE, SEATS, Box, box, read

_TOKEN = re.compile(r"\S.{0,39}\Z")
"""What a hand may write for a kind or a colour: ``+3``, ``MT``."""


def check_box(box: Json) -> Sequence[tuple[str, Text]]:
    """Every fault of an owner's box as (path, what is wrong); empty when it can be played with.

    The default edition is the yardstick for what the rules fix: the board (KIN-1.1), the kinds and how many tiles there
    are of each category (KIN-1.2), the ranks (KIN-1.10). Values, counts, names, colours, gold, epochs are the owner's.
    """
    faults = Faults()
    whole = faults.group(box, "")
    if faults:
        return faults
    yardstick = _yardstick()
    faults.text(whole.get("edition"), "edition")
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


def _check_board(faults: Faults, value: object, yardstick: Box) -> None:
    board = faults.group(value, "board")
    for key, wanted in (("rows", yardstick.rows), ("columns", yardstick.columns)):
        faults.exactly(board.get(key), f"board.{key}", wanted, "KIN-1.1")


def _check_colours(faults: Faults, value: object) -> None:
    found = faults.groups(value, "colours")
    if isinstance(value, list) and len(found) < SEATS[-1]:
        faults.add(
            "colours",
            f"too few colours ({len(found)}) for all seats ({SEATS[-1]}) (KIN-2.1)",
            f"muy pocos colores ({len(found)}) para todos los asientos ({SEATS[-1]}) (KIN-2.1)",
        )
    ids: set[str] = set()
    tokens: set[str] = set()
    for path, colour in found:
        faults.once(colour.get("id"), f"{path}.id", ids, COLOUR)
        faults.once(colour.get("token"), f"{path}.token", tokens, _TOKEN)
        faults.names(colour.get("name"), f"{path}.name")


def _check_castles(faults: Faults, value: object, yardstick: Box) -> None:
    castles = faults.group(value, "castles")
    colour = _check_ranks(faults, castles.get("per_colour"), "castles.per_colour", yardstick)
    players = faults.group(castles.get("per_player"), "castles.per_player")
    for extra in players.keys() - {str(seats) for seats in SEATS}:
        faults.add(
            f"castles.per_player.{extra}",
            f"number of players not allowed: {extra} (KIN-1.15)",
            f"número de jugadores no permitido: {extra} (KIN-1.15)",
        )
    for seats in SEATS:
        path = f"castles.per_player.{seats}"
        for rank, count in _check_ranks(faults, players.get(str(seats)), path, yardstick).items():
            if count > colour.get(rank, MOST):
                faults.add(
                    f"{path}.{rank}",
                    f"castles of rank {rank}: a seat cannot take {count}; a colour has {colour[rank]} (KIN-1.12)",
                    f"castillos de rango {rank}: un asiento no puede tomar {count}; hay {colour[rank]} (KIN-1.12)",
                )


def _check_ranks(faults: Faults, value: object, path: str, yardstick: Box) -> dict[int, int]:
    """The sound counts of a map from rank to castles; the rest are faults."""
    counts = faults.group(value, path)
    known = {str(rank): rank for rank in yardstick.ranks}
    for extra in counts.keys() - known.keys():
        faults.add(
            f"{path}.{extra}", f"{extra!r:.40} is not a rank (KIN-1.10)", f"{extra!r:.40} no es un rango (KIN-1.10)"
        )
    found: dict[int, int] = {}
    for key, rank in known.items():
        before = len(faults)
        count = faults.whole(counts.get(key), f"{path}.{key}")
        if len(faults) == before:
            found[rank] = count
    return found


def _check_kinds(faults: Faults, value: object, yardstick: Box) -> None:
    found = faults.groups(value, "kinds")
    if not isinstance(value, list):
        return
    ids: set[str] = set()
    tokens: set[str] = set()
    totals: dict[str, int] = {}
    for path, kind in found:
        name = faults.once(kind.get("id"), f"{path}.id", ids)
        faults.once(kind.get("token"), f"{path}.token", tokens, _TOKEN)
        faults.names(kind.get("name"), f"{path}.name")
        count = faults.whole(kind.get("count"), f"{path}.count", 1)
        known = yardstick.kinds.get(name)
        if known is None:
            if name:
                faults.add(
                    f"{path}.id", f"{name!r:.40} is not a kind (KIN-1.2)", f"{name!r:.40} no es un tipo (KIN-1.2)"
                )
            continue
        if kind.get("category") != known.category:
            faults.add(
                f"{path}.category",
                f"{kind.get('category')!r:.40} should be {known.category} (KIN-1.2)",
                f"{kind.get('category')!r:.40} debería ser {known.category} (KIN-1.2)",
            )
        low, high = {RESOURCE: (1, MOST), HAZARD: (-MOST, -1)}.get(known.category, (0, 0))
        faults.whole(kind.get("value"), f"{path}.value", low, high)
        totals[known.category] = totals.get(known.category, 0) + count
    for missing in [name for name in yardstick.kinds if name.casefold() not in ids]:
        faults.add("kinds", f"{missing} is missing (KIN-1.2)", f"falta {missing} (KIN-1.2)")
    _check_totals(faults, totals, yardstick)


def _check_totals(faults: Faults, totals: Mapping[str, int], yardstick: Box) -> None:
    """As many tiles of each category, and in all, as the rules are written for."""
    wanted: dict[str, int] = {}
    for kind in yardstick.kinds.values():
        wanted[kind.category] = wanted.get(kind.category, 0) + kind.count
    for category, count in wanted.items():
        if totals.get(category, 0) != count:
            have = totals.get(category, 0)
            faults.add(
                "kinds",
                f"tiles of category {category}: {have} instead of {count} (KIN-1.2)",
                f"losetas de categoría {category}: {have} en vez de {count} (KIN-1.2)",
            )
    have = sum(totals.values())
    if have != yardstick.tiles:
        faults.add(
            "kinds",
            f"tiles: {have} instead of {yardstick.tiles} (KIN-1.2)",
            f"losetas: {have} en vez de {yardstick.tiles} (KIN-1.2)",
        )


def _check_enough(faults: Faults, box: Box) -> None:
    """However many sit down, tiles and lowest castles alone must fill the board (KIN-6.5)."""
    lowest, spaces = box.ranks[0], box.rows * box.columns
    for seats in SEATS:
        pieces = box.tiles + seats * box.castles[seats][lowest]
        if pieces < spaces:
            faults.add(
                f"castles.per_player.{seats}.{lowest}",
                f"tiles and castles that always come back ({pieces}) cannot fill all spaces ({spaces}) (KIN-6.5)",
                f"losetas y castillos que siempre vuelven ({pieces}) no llenan todas las casillas ({spaces}) (KIN-6.5)",
            )
