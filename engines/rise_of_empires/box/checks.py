"""Every fault of an owner's box, by path; an owner corrects our box from a printed copy."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any

from engines.kernel.box.checks import COLOUR, Faults
from engines.kernel.box.limits import BoxCheck, Limits, each, one_of, whole
from engines.kernel.game import LANGUAGES, Json, Text
from engines.rise_of_empires.box.components import FOOD, GOLD, SEATS, USES, VP, WONDER, box, slug, spellings
from engines.rise_of_empires.box.effect_checks import EFFECTS, check_effect
from engines.rise_of_empires.box.form import FORM
from engines.rise_of_empires.box.map_checks import check_map


def _eras(faults: Faults, value: Any, path: str) -> None:
    """Some of the eras, in order (ROE-12.4)."""
    eras = faults.items(value, path)
    if not eras or eras != sorted({era for era in eras if type(era) is int and 1 <= era <= 3}):  # noqa: PLR2004
        faults.add(
            path,
            f"{eras!r:.40} should be some of the eras 1, 2, 3 in order (ROE-12.4)",
            f"{eras!r:.40} debería ser algunas de las eras 1, 2, 3 en orden (ROE-12.4)",
        )


TURN = ("turn", "era", "letter", "progress", "territory", "cities", "food_times", "battles")
FIXED = ("progress", "territory", "cities", "wonders", "towns", "empire", "regions", "trade")
"""Counts that the rules depend on."""
PER_ERA = 16
"""Progress tiles of each era (ROE-1.6)."""
_ERA = whole(1, 3)
_LIMITS = Limits(
    checks={
        **dict.fromkeys(("progress.era", "cities.era", "regions.era"), _ERA),
        **dict.fromkeys(
            ("counts.cubes_per_player", "counts.resource_discs", "rows.most", "food.most", "food.lost_for_gold",
             "end.gold_per_vp", "end.resource_per_vp", "trade.resources"),
            whole(1),
        ),
        **dict.fromkeys(("empire.side_era_1.regions", "empire.side_era_2_3.regions"), whole(1, 4)),
        "progress.use": one_of(*USES),
        "progress.effects": EFFECTS,
        f"territory.{FOOD}": whole(-9, 9),
        "cities.letter": one_of("A", "B"),
        "cities.kind": one_of("city", WONDER),
        "trade.eras": _eras,
        "regions.at": each(whole(), 2, 2),
    },
    fixed={
        "start.vp": "ROE-2.3",
        "start.discs": "ROE-2.8",
        "eras.id": "ROE-3.1",
        "circles.*": "ROE-5.3",
        "territory.group": "ROE-7.4",
        "areas.world": "ROE-10.14",
        **{f"counts.{name}": "ROE-1" for name in FIXED},
        **{f"turns.{name}": "ROE-3.1" for name in TURN},
    },
    same={
        "rows": "ROE-5.2",
        "circles": "ROE-5.3",
        "territory": "ROE-7.4",
        "areas": "ROE-10.14",
        "regions.benefit": "ROE-10.3",
        **{f"cities.{part}": "ROE-8.5" for part in ("cost", "upkeep", "income")},
    },
    counts={
        "turns": "ROE-3.1",
        "eras": "ROE-3.1",
        "costs.surcharge": "ROE-6.2",
        "progress": "ROE-1.6",
        "empire": "ROE-1.4",
        "regions": "ROE-10.16",
        "trade": "ROE-12.7",
    },
    colours=(SEATS[-1], "ROE-2.2"),
    loose=frozenset(("origin",)),
)  # fmt: skip


_CHECK = BoxCheck(FORM, box, _LIMITS)


def check_box(box: Json) -> Sequence[tuple[str, Text]]:
    """Return every fault of an owner's box as (path, fault); empty if the box is playable.

    The default edition gives what the rules depend on: the turns, the circles, the numbers of tiles and regions.
    Names, values, effects and links are the owner's.
    """
    faults = _CHECK(box)
    _start(faults, box)
    _progress(faults, box)
    _territory(faults, box)
    _cities(faults, box)
    _empire(faults, box)
    _trade(faults, box)
    check_map(faults, box)
    for table in ("territory", "cities", "regions"):
        _names(faults, table, faults.rows(box, table, "name", "aliases"))
    return faults


def _start(faults: Faults, whole: Json) -> None:
    """Check that all cubes are placed (ROE-1.10), food begins on its track (ROE-13.5), and each era has a colour."""
    if not faults.sound("start", "counts", "food", "eras"):
        return
    pool, stock, cubes = whole["start"]["pool"], whole["start"]["stock"], whole["counts"]["cubes_per_player"]
    if pool + stock != cubes:
        faults.add(
            "start.pool",
            f"pool and stock are {pool} and {stock}, not {cubes} together (ROE-1.10)",
            f"la reserva y la general son {pool} y {stock}, no {cubes} en total (ROE-1.10)",
        )
    start, most = whole["start"]["food"], whole["food"]["most"]
    if start > most:
        faults.add(
            "start.food",
            f"{start} lies beyond the end of the track, {most} (ROE-13.5)",
            f"{start} está más allá del final del marcador, {most} (ROE-13.5)",
        )
    seen: set[str] = set()
    for at, era in enumerate(whole["eras"]):
        faults.once(era["colour"], f"eras.{at}.colour", seen, COLOUR)


def _names(faults: Faults, table: str, rows: Sequence[tuple[str, Json]]) -> None:
    """Check that no two components of a table share a name; territory also has short forms."""
    taken: dict[str, str] = {}
    for path, row in rows:
        name = {lang: row["name"][lang] for lang in LANGUAGES}
        others = [] if table == "territory" else row["aliases"]
        for word in dict.fromkeys(text.casefold() for text in (*spellings({"id": "", "name": name}), *others) if text):
            if taken.setdefault(word, path) != path:
                faults.add(
                    f"{path}.name",
                    f"{word!r:.40} is also the name of {taken[word]}",
                    f"{word!r:.40} es también el nombre de {taken[word]}",
                )


def _progress(faults: Faults, box: Json) -> None:
    """16 tiles of each era (ROE-1.6); copies of a tile are indistinguishable and have the same effects (ROE-1.12)."""
    copies: dict[tuple[str, int], str] = {}
    tiles = faults.rows(box, "progress", "name", "era", "use", "effects", "red_stripe")
    for path, tile in tiles:
        for place, effect in enumerate(tile["effects"]):
            check_effect(faults, effect, f"{path}.effects.{place}", tile["use"])
        title, era = tile["name"]["en"], tile["era"]
        # Untrusted values are compared as text, in linear time.
        does = json.dumps([tile[key] for key in ("effects", "use", "red_stripe")], sort_keys=True)
        if copies.setdefault((slug(title), era), does) != does:
            faults.add(
                f"{path}.effects",
                f"another tile {title!r:.40} of Era {era} does something else (ROE-1.12)",
                f"otra loseta {title!r:.40} de la era {era} hace otra cosa (ROE-1.12)",
            )
    eras = Counter(tile["era"] for _, tile in tiles)
    for era in [era for era in (1, 2, 3) if eras[era] != PER_ERA] if faults.sound("progress") else ():
        faults.add(
            "progress",
            f"tiles of Era {era}: {eras[era]} instead of {PER_ERA} (ROE-1.6)",
            f"losetas de la era {era}: {eras[era]} en vez de {PER_ERA} (ROE-1.6)",
        )


def _territory(faults: Faults, box: Json) -> None:
    """40 tiles in all (ROE-1.5), 6 of them towns (ROE-7.9)."""
    if faults.sound("territory"):
        towns = sum(row["count"] for row in box["territory"] if row["group"] == "town")
        tiles, counts = sum(row["count"] for row in box["territory"]), _CHECK.ours["counts"]
        faults.exactly(tiles, "territory", counts["territory"], "ROE-1.5")
        faults.exactly(towns, "territory", counts["towns"], "ROE-7.9")


def _cities(faults: Faults, box: Json) -> None:
    """A fixed number of tiles of each era and letter (ROE-1.7); wonders are B tiles without a red edge (ROE-4.8)."""
    rows = faults.rows(box, "cities", "kind", "letter", "red_stripe")
    for path, row in rows:
        if row["kind"] == WONDER and row["letter"] == "A":
            faults.add(f"{path}.letter", "wonders are B tiles (ROE-8.11)", "las maravillas son losetas B (ROE-8.11)")
        if row["kind"] == WONDER and row["red_stripe"]:
            faults.add(
                f"{path}.red_stripe",
                "wonders have no red edge (ROE-4.8)",
                "las maravillas no tienen borde rojo (ROE-4.8)",
            )
    if not faults.sound("cities"):
        return
    sets, wanted = (Counter((row["era"], row["letter"]) for row in of) for of in (box["cities"], _CHECK.ours["cities"]))
    for era, letter in [one for one in wanted if sets[one] != wanted[one]]:
        found, count = sets[era, letter], wanted[era, letter]
        faults.add(
            "cities",
            f"tiles of Era {era} {letter}: {found} instead of {count} (ROE-1.7)",
            f"losetas de la era {era} {letter}: {found} en vez de {count} (ROE-1.7)",
        )
    wonders, count = sum(row["kind"] == WONDER for _, row in rows), _CHECK.ours["counts"]["wonders"]
    if wonders != count:
        faults.add(
            "cities",
            f"{wonders} wonders instead of {count} (ROE-1.7)",
            f"{wonders} maravillas en vez de {count} (ROE-1.7)",
        )


def _empire(faults: Faults, box: Json) -> None:
    """Each side has one or two battle rows (ROE-9.2)."""
    for side in ("side_era_1", "side_era_2_3"):
        for path, tile in faults.rows(box, "empire", f"{side}.battle_rows"):
            rows = len(tile[side]["battle_rows"])
            if rows not in (1, 2):
                faults.add(
                    f"{path}.{side}.battle_rows",
                    f"battle rows: {rows} instead of 1 or 2 (ROE-9.2)",
                    f"filas de batalla: {rows} en vez de 1 o 2 (ROE-9.2)",
                )


def _trade(faults: Faults, box: Json) -> None:
    """A box gives gold or VP for its discs (ROE-12.2)."""
    for path, row in faults.rows(box, "trade", GOLD, VP):
        if bool(row[GOLD]) == bool(row[VP]):
            faults.add(
                path,
                "a trade gives gold or VP, and not both (ROE-12.2)",
                "un comercio da oro o PV, no ambos (ROE-12.2)",
            )
