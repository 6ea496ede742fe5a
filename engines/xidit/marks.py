"""Events that a slider or a report marks, found by comparing the views before and after a move."""

from __future__ import annotations

from collections.abc import Sequence

from engines.kernel.game import Json
from engines.kernel.moves.events import Event
from engines.xidit.state import RECRUIT, THREAT


def marks(event: Event, before: Json, after: Json) -> Sequence[Json]:
    """Events that a slider or a report marks."""
    found: list[Json] = []
    now = before["current"]
    if now is not None:
        found += _cancelled(before, after, str(now["seat"]), now["order"])
    found += renewed(before, after)
    if after["awakenings"] > before["awakenings"]:
        woken = {
            name: stack["raging"]
            for name, stack in after["titans"].items()
            if stack["raging"] is not None and before["titans"][name]["raging"] is None
        }
        found.append({"kind": "awakened", "turned": woken})
    if awakens(before, after):
        found.append({"kind": "awakening_due"})
    found += _rounds(before, after)
    if after["evaluations"] != before["evaluations"]:
        found += [
            {"kind": "evaluated", "criterion": late["criterion"], "out": list(late["out"])}
            for early, late in zip(before["evaluations"], after["evaluations"], strict=False)
            if late["out"] is not None and early["out"] is None
        ]
    if type(event).__name__ == "YearEnded" and after["phase"] != before["phase"]:
        found.append({"kind": "year_ended", "year": before["round"]})
    if new := after["findings"][len(before["findings"]) :]:
        found += [{"kind": "finding", "about": one} for one in new]
    return found


def _cancelled(before: Json, after: Json, seat: str, order: int) -> list[Json]:
    """The order under way: cancelled, or a threat or titan eliminated."""
    was, now = before["programs"][seat]["outcomes"], after["programs"][seat]["outcomes"]
    one = now[order - 1]
    if was[order - 1] == one:
        return []
    if one["reason"] is not None:
        return [{"kind": "cancelled", "seat": int(seat), "order": order, "reason": one["reason"]}]
    if one["did"] in ("threat", "titan") and one["tile"] is not None:
        kind = f"{one['did']}_eliminated"
        return [{"kind": kind, "seat": int(seat), "tile": one["tile"], "city": one["city"]}]
    return []


def renewed(before: Json, after: Json) -> list[Json]:
    """Tiles of a queue that came to a city."""
    found: list[Json] = []
    for queue, side in ((RECRUIT, "recruit"), (THREAT, "threat")):
        if before["queues"][queue]["next"] != after["queues"][queue]["next"] and before["tile_set"] is not None:
            found += [
                {"kind": "tile_renewed", "queue": queue, "tile": tile["id"], "city": int(city)}
                for city, there in after["cities"].items()
                if (tile := there["tile"]) is not None
                and tile["side"] == side
                and (before["cities"][city]["tile"] or {}).get("id") != tile["id"]
            ]
    return found


def awakens(before: Json, after: Json) -> bool:
    """Whether an awakening became due."""
    was, due = [(shown["due"] or {}).get("what") for shown in (before, after)]
    return due == "awaken" != was


def _rounds(before: Json, after: Json) -> list[Json]:
    """Rounds of the census that were opened."""
    if after["census"] is None:
        return []
    old = before["census"]["rounds"] if before["census"] and before["census"]["year"] == after["census"]["year"] else {}
    return [
        {
            "kind": "census_won",
            "unit": unit,
            "winners": list(one["winners"]),
            "reward": one["kind"],
            "each": one["each"],
        }
        for unit, one in after["census"]["rounds"].items()
        if unit not in old
    ]
