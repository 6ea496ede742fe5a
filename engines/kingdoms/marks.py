"""Events that a slider or a report marks, from the views around a move."""

from __future__ import annotations

from collections.abc import Sequence

from engines.kernel.game import Json
from engines.kernel.moves.events import Event
from engines.kingdoms.moves import EpochCounted


def marks(event: Event, before: Json, after: Json) -> Sequence[Json]:
    """Events that a slider or a report marks: an epoch scored or opened, a count that differs."""
    found: list[Json] = []
    if after["round"] > before["round"]:
        found.append({"kind": "epoch_opened", "epoch": after["round"], "start_player": after["start_player"]})
    found += [
        {"kind": "epoch_scored", "epoch": int(epoch), "gold": dict(result["total"])}
        for epoch, result in after["results"].items()
        if epoch not in before["results"]
    ]
    if isinstance(event, EpochCounted) and str(after["round"]) in after["results"]:
        total = after["results"][str(after["round"])]["total"]
        differ = [seat for seat, gold in event.gold.items() if total[str(seat)] != gold]
        if differ:
            found.append({"kind": "count_differs", "epoch": after["round"], "seats": differ})
    return found
