"""Every fault of an owner's box, by path: the owner of a printed copy corrects ours from the cardboard."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from engines.kernel.box.checks import COLOUR, Faults, Known, objects_of, value_at
from engines.kernel.game import Json, Text
from engines.rise_of_empires.box.components import ROWS, SEATS, box
from engines.rise_of_empires.box.effect_checks import check_progress
from engines.rise_of_empires.box.map_checks import check_map
from engines.rise_of_empires.box.tile_checks import check_cities, check_empire, check_territory, check_trade

TURN = ("era", "letter", "progress", "territory", "cities", "food_times", "battles")
COUNTS = ("cubes_per_player", "resource_discs")


@cache
def _ours() -> Json:
    return box()


def check_box(box: Json) -> Sequence[tuple[str, Text]]:
    """Every fault of an owner's box as (path, what is wrong); empty when it can be played with.

    What the rules rest on is that of the default edition: the turns, the circles, how many tiles and regions there are.
    Names, values, effects and links are the owner's.
    """
    faults = Faults()
    whole = faults.group(box, "")
    if faults:
        return faults
    ours = _ours()
    faults.once(whole.get("edition"), "edition", set())
    faults.flag(whole.get("stand_in"), "stand_in")
    _seats(faults, whole, ours)
    _turns(faults, whole, ours)
    _display(faults, whole, ours)
    _numbers(faults, whole)
    check_progress(faults, whole.get("progress"), ours["counts"]["progress"])
    check_territory(faults, whole.get("territory"), ours)
    check_cities(faults, whole.get("cities"), ours)
    check_empire(faults, whole.get("empire"), ours["counts"]["empire"])
    check_map(faults, whole, ours)
    check_trade(faults, whole.get("trade"), ours["counts"]["trade"])
    return faults


def _seats(faults: Faults, whole: Json, ours: Json) -> None:
    """Colours enough for all seats, and what each starts with (ROE-2.2 to 2.8)."""
    faults.colours(whole.get("colours"), SEATS[-1], "ROE-2.2")
    start, counts = faults.group(whole.get("start"), "start"), faults.group(whole.get("counts"), "counts")
    for name in ours["start"]:
        faults.whole(start.get(name), f"start.{name}")
    faults.exactly(start.get("vp"), "start.vp", ours["start"]["vp"], "ROE-2.3")
    faults.exactly(start.get("discs"), "start.discs", ours["start"]["discs"], "ROE-2.8")
    for name, count in ours["counts"].items():
        if name in COUNTS:
            faults.whole(counts.get(name), f"counts.{name}", 1)
        else:
            faults.exactly(counts.get(name), f"counts.{name}", count, "ROE-1")
    pool, stock, cubes = start.get("pool"), start.get("stock"), counts.get("cubes_per_player")
    if all(type(one) is int for one in (pool, stock, cubes)) and pool + stock != cubes:  # type: ignore[operator]
        faults.add(
            "start.pool",
            f"pool and stock are {pool} and {stock}, not {cubes} together (ROE-1.10)",
            f"la reserva y la general son {pool} y {stock}, no {cubes} en total (ROE-1.10)",
        )


def _turns(faults: Faults, whole: Json, ours: Json) -> None:
    """Six turns, as the rules have them (ROE-3.1, 4.9 to 4.11, 11.12, 13.4)."""
    rows = faults.groups(whole.get("turns"), "turns")
    faults.exactly(len(rows), "turns", len(ours["turns"]), "ROE-3.1")
    for at, (path, row) in enumerate(rows[: len(ours["turns"])]):
        faults.exactly(row.get("turn"), f"{path}.turn", at + 1, "ROE-3.1")
        for name in TURN:
            wanted = ours["turns"][at][name]
            if type(row.get(name)) is not type(wanted) or row[name] != wanted:
                faults.add(
                    f"{path}.{name}",
                    f"{row.get(name)!r:.40} should be {wanted} (ROE-3.1)",
                    f"{row.get(name)!r:.40} debería ser {wanted} (ROE-3.1)",
                )
    eras: set[str] = set()
    for path, era in faults.groups(whole.get("eras"), "eras"):
        faults.whole(era.get("id"), f"{path}.id", 1, 3)
        faults.once(era.get("colour"), f"{path}.colour", eras, COLOUR)
    if [era.get("id") for _, era in objects_of(whole.get("eras"))] != [1, 2, 3]:
        faults.add("eras", "the eras should be 1, 2 and 3 (ROE-3.1)", "las eras deberían ser 1, 2 y 3 (ROE-3.1)")


def _display(faults: Faults, whole: Json, ours: Json) -> None:
    """Five rows, and two circles in each for every player (ROE-5.2 to 5.4)."""
    seen: set[str] = set()
    known = Known(ROWS)
    for path, row in faults.groups(whole.get("rows"), "rows"):
        name = faults.once(row.get("id"), f"{path}.id", seen)
        if name and name not in known:
            faults.one_of(name, f"{path}.id", known)
        faults.names(row.get("name"), f"{path}.name")
        if row.get("most") is not None:
            faults.whole(row["most"], f"{path}.most", 1)
    faults.same([str(row.get("id")) for _, row in objects_of(whole.get("rows"))], "rows", ROWS, "ROE-5.2")
    circles = faults.group(whole.get("circles"), "circles")
    faults.same(list(circles), "circles", ours["circles"], "ROE-5.3")
    for seats, count in ours["circles"].items():
        faults.exactly(circles.get(seats), f"circles.{seats}", count, "ROE-5.3")


def _numbers(faults: Faults, whole: Json) -> None:
    """The food track, costs, and what is worth a point at the end (ROE-5.22, 6.3, 13.7, 17.3, 18.2)."""
    food = faults.group(whole.get("food"), "food")
    most = faults.whole(food.get("most"), "food.most", 1)
    faults.whole(food.get("lost_for_gold"), "food.lost_for_gold", 1)
    start: Any = value_at(whole, "start", "food")
    if type(start) is int and start > most:
        faults.add(
            "start.food",
            f"{start} lies beyond the end of the track, {most} (ROE-13.5)",
            f"{start} está más allá del final del marcador, {most} (ROE-13.5)",
        )
    costs = faults.group(whole.get("costs"), "costs")
    for name in ("disc", "keep_progress_gold", "keep_city_cubes"):
        faults.whole(costs.get(name), f"costs.{name}")
    surcharge = faults.items(costs.get("surcharge"), "costs.surcharge")
    faults.exactly(len(surcharge), "costs.surcharge", 3, "ROE-6.2")
    for at, gold in enumerate(surcharge[:3]):
        faults.whole(gold, f"costs.surcharge.{at}")
    end = faults.group(whole.get("end"), "end")
    for name in ("gold_per_vp", "resource_per_vp"):
        faults.whole(end.get(name), f"end.{name}", 1)
