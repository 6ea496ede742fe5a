"""The form of the box of Lords of Xidit: what an owner enters from a printed copy, tile by tile."""

from __future__ import annotations

from engines.kernel.box.checks import objects_of, value_at
from engines.kernel.box.form import BoxForm, Table
from engines.kernel.game import Json
from engines.kernel.sentences import say, texts

_NUMBERS = {"low": 0, "high": 14}


def _fill(box: Json) -> None:
    """Fill in the regions of each city that names none: the regions whose border it lies on (XID-1.6)."""
    passing: dict[int, list[str]] = {}
    for _, region in objects_of(box.get("regions")):
        border = region.get("border")
        for city in border if isinstance(border, list) else ():
            if type(city) is int and isinstance(region.get("id"), str):
                passing.setdefault(city, []).append(region["id"])
    for _, city in objects_of(value_at(box, "map", "cities")):
        number = city.get("id")
        if city.get("regions") is None and type(number) is int:
            city["regions"] = sorted(passing.get(number, []))


FORM = BoxForm(
    tables=(
        Table("map.cities", say("Places of the cities", "Lugares de las ciudades"), always=True),
        Table("map.roads", say("Roads", "Caminos"), row="{a}-{b}", always=True),
        Table("regions", say("Regions", "Regiones"), always=True),
        Table("tiles", say("City tiles", "Losetas de ciudad")),
        Table("titans.tiles", say("Titans", "Titanes")),
        Table("dummy.tracks", say("Tracks of the dummy", "Casillas del jugador ficticio"), keyed=True, always=True,
              seats=(3,)),
    ),
    labels=texts("engines.xidit")["labels"],
    changes={
        "tiles.city": {"rows": "map.cities", "low": None, "high": None},
        "tiles.recruits": {"total": 5},
        "map.roads.a": {"rows": "map.cities", "low": None, "high": None},
        "map.roads.b": {"rows": "map.cities", "low": None, "high": None},
        "map.cities.name": {"kind": "text"},
        "map.cities.regions": {"rows": "regions", "derived": "membership"},
        "regions.border": {"rows": "map.cities", "low": None, "high": None},
        "tiles.rewards.gold": _NUMBERS,
    },
    fill=_fill,
)  # fmt: skip
"""Values that an owner of a printed copy enters, in this order."""
