"""Events that a slider or a report marks, found by comparing the views before and after a move."""

from __future__ import annotations

from collections.abc import Sequence

from engines.kernel.game import Json
from engines.kernel.moves.events import Event


def marks(event: Event, before: Json, after: Json) -> Sequence[Json]:
    """Events that a slider or a report marks."""
    del event
    found: list[Json] = []
    for seat, hero in after["heroes"].items():
        was = before["heroes"][seat]
        if hero["level"] > was["level"]:
            found.append({"kind": "level", "seat": int(seat), "level": hero["level"]})
    found += _combat(before, after)
    if after["announced"] is not None and before["announced"] is None:
        found.append({"kind": "end_announced", "seat": after["announced"]})
    if after["revealed"] is not None and before["revealed"] is None:
        found.append({"kind": "city_found", "seat": after["revealed"]})
    for position in after["map"]["tiles"]:
        if position not in before["map"]["tiles"]:
            found.append({"kind": "tile", "position": position, "tile": after["map"]["tiles"][position]})
    return found


def _combat(before: Json, after: Json) -> list[Json]:
    """A combat that began or ended, enemies defeated, a hero knocked out."""
    was, now = before["combat"], after["combat"]
    found: list[Json] = []
    if was is None and now is not None:
        found.append({"kind": "combat", "seat": now["seat"], "how": now["how"]})
    if was is not None and now is not None:
        for number, enemy in now["enemies"].items():
            if enemy["state"] == "defeated" and was["enemies"].get(number, {}).get("state") != "defeated":
                found.append({"kind": "defeated", "seat": now["seat"], "token": enemy["token"]})
        if now["knocked_out"] and not was["knocked_out"]:
            found.append({"kind": "knocked_out", "seat": now["seat"]})
    if was is not None and now is None:
        found.append({"kind": "combat_over", "seat": was["seat"]})
    return found
