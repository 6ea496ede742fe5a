"""What a prompt completes behind the first word of a short form of Rise of Empires."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.kernel.game import Json
from engines.kernel.input.completion import Ask, AtTable, Found

ROWS = {"take": ("progress", "city"), "land": ("territory",), "empire": ("empire",), "trade": ("trade",)}
"""First word of a form -> the rows of the action display that it means."""
FIELDS = {"territory": "kind", "trade": "box"}
"""Row -> the parameter that its form begins with; else it is the tile."""
CITIES = {"food": "discard", "upkeep": "drop"}
"""First word of a form -> the list of cities that it is."""


def suggest(words: Sequence[str], current: str, offers: Sequence[Json], ask: Ask, table: AtTable) -> Iterator[Found]:
    """Yield suggestions, as every ``suggest`` of :mod:`service.cli.forms`."""
    if not words or not offers:
        return
    head, behind = words[0].casefold(), list(words[1:])
    offer = offers[0]
    partial: Json = {"type": offer["type"]}
    if offer["seat"] is not None:
        partial["seat"] = offer["seat"]
    names = _Names(table)
    if head in ROWS and offer["type"] == "action":
        if not behind:
            for row in ROWS[head]:
                yield from map(names.found, _first(ask, {**partial, "row": row}, row))
        elif head == "empire":
            yield from _placed(names, current, ask, {**partial, "row": "empire", "tile": behind[0].upper()})
    elif head == "idle" and offer["type"] == "action" and not behind:
        yield from ((row, {}) for row in offer["fields"]["row"]["of"])
    elif head in CITIES and CITIES[head] in offer["fields"]:
        yield from map(names.found, offer["fields"][CITIES[head]]["of"]["of"])
    elif head == "keep" and offer["type"] == "era_keep":
        for field in ("progress", "cities"):
            yield from map(names.found, offer["fields"][field]["of"]["of"])
    elif head == "new" and offer["type"] == "reveal":
        for field in ("progress", "territory"):
            yield from map(names.found, (offer["fields"].get(field) or {"of": {"of": []}})["of"]["of"])
    elif head == "position" and offer["type"] == "choose_position":
        yield from ((str(place), {}) for place in offer["fields"]["position"]["of"])
    elif head == "first" and offer["type"] == "start_player":
        yield from ((colour, {}) for colour in table.colours)


def _first(ask: Ask, partial: Json, row: str) -> Sequence[str]:
    """What can be taken from a row now, before any disc is paid for."""
    skipped = {"free_before": None, "circle": None, "pay": None}
    answer = ask({**skipped, **partial})
    if answer.get("field") != FIELDS.get(row, "tile"):
        return []
    found: Sequence[str] = (answer["domain"] or {}).get("of", [])
    return found


def _placed(names: _Names, current: str, ask: Ask, partial: Json) -> Iterator[Found]:
    """Regions where cubes may go, as ``nwa=``."""
    skipped = {"free_before": None, "circle": None, "pay": None, "use": None, "recall": None}
    answer = ask({**skipped, **partial})
    if answer.get("field") != "place.0" or "!" in current:
        return
    for region in answer["domain"]["fields"]["region"]["of"]:
        token, name = names.found(region)
        yield f"{token}=", name


class _Names:
    """How things are typed in short, with their names."""

    def __init__(self, table: AtTable) -> None:
        self.known: dict[str, Found] = {}
        for part in ("progress", "cities", "territory", "regions"):
            for row in table.box[part]:
                typed = row.get("token") or "_".join(row["name"]["en"].casefold().split())
                self.known[row["id"]] = (typed, row["name"])

    def found(self, key: str | int) -> Found:
        """What is typed for an id, and what it is."""
        return self.known.get(str(key), (str(key), {}))
