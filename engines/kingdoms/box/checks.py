"""Every fault of an owner's box, by path; an owner corrects our box from a printed copy."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from engines.kernel.box.checks import MOST, Faults
from engines.kernel.box.limits import BoxCheck, Limits, whole
from engines.kernel.game import Json, Text
from engines.kingdoms.box.components import HAZARD, RESOURCE, SEATS, Box, box, read
from engines.kingdoms.box.form import FORM

_LIMITS = Limits(
    checks={"edition": Faults.text, "epochs": whole(1), "kinds.count": whole(1), "kinds.value": whole(-MOST)},
    fixed={"board.rows": "KIN-1.1", "board.columns": "KIN-1.1", "kinds.category": "KIN-1.2"},
    same={
        "castles.per_colour": "KIN-1.10",
        "castles.per_player": "KIN-1.15",
        "castles.per_player.*": "KIN-1.10",
        "kinds": "KIN-1.2",
    },
    colours=(SEATS[-1], "KIN-2.1"),
    tokens=re.compile(r"\S.{0,39}\Z"),
    loose=frozenset(("stand_in", "origin")),
)


_CHECK = BoxCheck(FORM, box, _LIMITS)


def check_box(box: Json) -> Sequence[tuple[str, Text]]:
    """Return every fault of an owner's box as (path, fault); empty if the box is playable.

    The default edition gives what the rules fix: the board (KIN-1.1), the kinds and how many tiles there
    are of each category (KIN-1.2), the ranks (KIN-1.10). Values, counts, names, colours, gold, epochs are the owner's.
    """
    faults = _CHECK(box)
    if not faults:
        _check_castles(faults, box["castles"])
        _check_kinds(faults, box["kinds"])
    if not faults:
        _check_enough(faults, read(box))
    return faults


def _check_castles(faults: Faults, castles: Json) -> None:
    """Check that no seat takes more castles of a rank than its colour has (KIN-1.12)."""
    for seats, taken in castles["per_player"].items():
        for rank, count in taken.items():
            most = castles["per_colour"][rank]
            if count > most:
                faults.add(
                    f"castles.per_player.{seats}.{rank}",
                    f"castles of rank {rank}: a seat cannot take {count}; a colour has {most} (KIN-1.12)",
                    f"castillos de rango {rank}: un asiento no puede tomar {count}; hay {most} (KIN-1.12)",
                )


def _check_kinds(faults: Faults, kinds: Sequence[Json]) -> None:
    """Check that each value fits its category, and the number of tiles per category and in total (KIN-1.2)."""
    for at, kind in enumerate(kinds):
        low, high = {RESOURCE: (1, MOST), HAZARD: (-MOST, -1)}.get(kind["category"], (0, 0))
        faults.whole(kind["value"], f"kinds.{at}.value", low, high)
    found, wanted = (_totals(of) for of in (kinds, box()["kinds"]))
    for category, count in wanted.items():
        if found[category] != count:
            faults.add(
                "kinds",
                f"tiles of category {category}: {found[category]} instead of {count} (KIN-1.2)",
                f"losetas de categoría {category}: {found[category]} en vez de {count} (KIN-1.2)",
            )


def _totals(kinds: Sequence[Json]) -> Counter[str]:
    """Category -> its tiles."""
    totals: Counter[str] = Counter()
    for kind in kinds:
        totals[kind["category"]] += kind["count"]
    return totals


def _check_enough(faults: Faults, box: Box) -> None:
    """For any number of seats, tiles and lowest castles alone must fill the board (KIN-6.5)."""
    lowest, spaces = box.ranks[0], box.rows * box.columns
    for seats in SEATS:
        pieces = box.tiles + seats * box.castles[seats][lowest]
        if pieces < spaces:
            faults.add(
                f"castles.per_player.{seats}.{lowest}",
                f"tiles and castles that always come back ({pieces}) cannot fill all spaces ({spaces}) (KIN-6.5)",
                f"losetas y castillos que siempre vuelven ({pieces}) no llenan todas las casillas ({spaces}) (KIN-6.5)",
            )
