"""The result: ranks, and where every victory point comes from (ROE-18, the final scoring breakdown)."""

from __future__ import annotations

from engines.kernel.game import Json
from engines.rise_of_empires.box.components import TEXT
from engines.rise_of_empires.facts import ledger_lines
from engines.rise_of_empires.state import State
from engines.rise_of_empires.view import edition

LINES = (
    "control",
    "second",
    "cities",
    "towns",
    "progress",
    "wonders",
    "trade",
    "food",
    "discs",
    "gold",
    "resource",
    "ruled",
)
"""The lines of the breakdown, in their order; ``ruled`` has the VP that a judge gave or took."""


def result(state: State) -> Json | None:
    """None while the game runs; then ranks, scores and where they come from (ROE-18.7 to 18.9)."""
    if state.phase != "finished":
        return None
    value = [(mine.vp, mine.gold) for mine in state.seats]
    ranks = [1 + sum(other > own for other in value) for own in value]
    return {
        "seats": {
            str(seat): {"rank": ranks[seat], "score": state.seats[seat].vp, "breakdown": _breakdown(state, seat)}
            for seat in range(len(state.seats))
        },
        "winners": [seat for seat, rank in enumerate(ranks) if rank == 1],
        "end": {"reason": "last_turn_scored", "rule": "ROE-18.1"},
        "tie_break": _tie_break(value),
        "turns": {
            str(turn): {
                "order": list(report.order),
                "vp": {str(seat): vp for seat, vp in enumerate(report.vp_after or ())},
            }
            for turn, report in state.reports.items()
        },
        "edition": edition(state.box),
        "unchecked": [
            name for name, tile in state.box.progress.items() if any(effect.kind == TEXT for effect in tile.effects)
        ],
    }


def _tie_break(value: list[tuple[int, int]]) -> Json | None:
    """How seats with the same VP were ranked: by gold, and the seats still tied (ROE-18.8, ROE-18.9)."""
    steps: list[Json] = []
    for vp in sorted({vp for vp, _ in value}, reverse=True):
        level = [seat for seat, own in enumerate(value) if own[0] == vp]
        if len(level) < 2:  # noqa: PLR2004 - a tie concerns two at least
            continue
        golds = sorted({value[seat][1] for seat in level}, reverse=True)
        groups = [[seat for seat in level if value[seat][1] == gold] for gold in golds]
        if len(groups) > 1:
            steps.append({"rule": "ROE-18.8", "how": "gold", "groups": groups})
        steps += [{"rule": "ROE-18.9", "how": "shared", "groups": [group]} for group in groups if len(group) > 1]
    if not steps:
        return None
    first = steps[0]
    concerned = sorted({seat for step in steps for group in step["groups"] for seat in group})
    return {"rule": first["rule"], "how": first["how"], "seats": concerned, "steps": steps}


def _breakdown(state: State, seat: int) -> Json:
    """Every line with its sum, the ledger behind it, and what is left at the end."""
    mine = state.seats[seat]
    lines = ledger_lines(mine)
    return {
        "lines": {line: lines.get(line, 0) for line in LINES},
        "total": mine.vp,
        "ledger": [{"turn": entry.turn, "line": entry.line, "of": entry.of, "vp": entry.vp} for entry in mine.ledger],
        "gold": mine.gold,
        "resource": mine.resource,
        "tiles": {
            "progress": list(mine.progress),
            "territory": {kind: count for kind, count in mine.territory.items() if count},
            "cities": list(mine.cities),
        },
        "map": {region: cubes[seat] for region, cubes in state.cubes.items() if cubes[seat]},
    }
