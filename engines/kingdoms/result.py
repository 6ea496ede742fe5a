"""Who won, and where the gold of each seat comes from."""

from __future__ import annotations

from engines.kernel.game import Json
from engines.kingdoms.state import EpochScore, State

THREE = 3
"""Number of epochs in the rules (KIN-12.1); an owner's box may have another."""


def result(state: State) -> Json | None:
    """None while the game runs; then ranks, scores and where they come from (KIN-12.1, KIN-13.3, KIN-13.4)."""
    if state.phase != "finished":
        return None
    gold = [seat.gold for seat in state.seats]
    ranks = [1 + sum(other > mine for other in gold) for mine in gold]
    winners = [place for place, rank in enumerate(ranks) if rank == 1]
    return {
        "seats": {
            str(place): {"rank": ranks[place], "score": gold[place], "breakdown": _breakdown(state, place)}
            for place in range(len(gold))
        },
        "winners": winners,
        "end": {"reason": _ended(state.box.epochs), "rule": "KIN-12.1"},
        "tie_break": {"rule": "KIN-13.3", "how": "shared", "seats": list(winners)} if len(winners) > 1 else None,
    }


def _ended(epochs: int) -> str:
    """Why the game is over: its last epoch was scored, the third unless the owner's box has another number."""
    return "third_epoch_scored" if epochs == THREE else "last_epoch_scored"


def _breakdown(state: State, place: int) -> Json:
    """Where a seat's gold comes from, epoch by epoch, and what it did with its pieces."""
    seat = state.seats[place]
    by_line = [line.gold[place] for result in state.results.values() for line in result.lines]
    return {
        "start": state.box.gold,
        "epochs": {str(epoch): _epoch_of(result, place) for epoch, result in state.results.items()},
        "final": seat.gold,
        "positive": sum(gold for gold in by_line if gold > 0),
        "negative": sum(gold for gold in by_line if gold < 0),
        "castles_used": {str(rank): count for rank, count in seat.used.items()},
        "castles_never_placed": {str(rank): seat.reserve[rank] for rank in state.box.ranks[1:]},
        "starting_tiles_never_placed": seat.unplaced,
        "passes": seat.passes,
        **({"ruled": seat.ruled} if seat.ruled else {}),
    }


def _epoch_of(result: EpochScore, place: int) -> Json:
    return {
        "rows": result.rows[place],
        "columns": result.columns[place],
        "total": result.total[place],
        "row_lines": [line.gold[place] for line in result.lines if line.line == "row"],
        "column_lines": [line.gold[place] for line in result.lines if line.line == "column"],
        "before": result.before[place],
        "after": result.after[place],
    }
