"""Events that a slider or a report marks."""

from __future__ import annotations

from collections.abc import Sequence

from engines.kernel.game import Json
from engines.kernel.moves.events import Event


def marks(event: Event, before: Json, after: Json) -> Sequence[Json]:  # noqa: ARG001 - one signature for all games
    """Events that a slider or a report marks: battles, wonders, overseas opened, a turn scored, an era."""
    found: list[Json] = [
        {
            "kind": "battle",
            "region": fought["region"],
            "attacker": fought["attacker"]["seat"],
            "defender": fought["defender"]["seat"],
        }
        for fought in after["battles"].values()
    ]
    built = [city for city, why in after["gone"]["city"].items() if why == "built"]
    found += [{"kind": "wonder", "city": city} for city in built if city not in before["gone"]["city"]]
    if after["overseas_open"] and not before["overseas_open"]:
        found.append({"kind": "overseas_open"})
    for turn, report in after["turns"].items():
        if report["vp_after"] is not None and before["turns"][turn]["vp_after"] is None:
            found.append({"kind": "turn_scored", "turn": int(turn), "vp": dict(report["vp_after"])})
    if after["era"] != before["era"]:
        found.append({"kind": "era", "era": after["era"]})
    return found
