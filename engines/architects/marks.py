"""Events that a slider or a report marks, found by comparing the views before and after a move."""

from __future__ import annotations

from collections.abc import Sequence

from engines.architects.moves import Advanced, Built, MarketReset
from engines.kernel.game import Json
from engines.kernel.moves.events import Event


def marks(event: Event, before: Json, after: Json) -> Sequence[Json]:
    """Events that a slider or a report marks."""
    found: list[Json] = []
    if type(event) is Built and event.building is not None:
        found.append({"kind": "built", "seat": event.seat, "building": event.building})
    elif type(event) is Advanced:
        level = after["seats"][str(event.seat)]["cathedral"]
        found.append({"kind": "cathedral", "seat": event.seat, "level": level})
    elif type(event) is MarketReset:
        found.append({"kind": "reset"})
    if after["pending"] == "reset" and before["pending"] is None:
        found.append({"kind": "reset_due"})
    if after["final"] is not None and before["final"] is None:
        found.append({"kind": "end_triggered", "seat": after["final"]["triggered_by"]})
    if after["phase"] == "final_round" and before["phase"] == "play":
        found.append({"kind": "final_round"})
    return found + [{"kind": "warning", "about": one} for one in after["warnings"][len(before["warnings"]) :]]
