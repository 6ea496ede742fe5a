"""The public facts that a judge compares and that the digest of an entry covers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engines.kernel.game import Json
from engines.rise_of_empires.state import Lying, Seat, State, overseas_open


def facts(state: State) -> Json:
    """The public facts that a judge compares; their shape never changes."""
    return {
        "phase": state.phase,
        "round": state.turn,
        "to_move": [] if state.to_move is None else [state.to_move],
        "order": list(state.order),
        "next_order": list(state.next_order),
        "overseas_open": overseas_open(state),
        "cubes": {region: list(cubes) for region, cubes in state.cubes.items()},
        "seats": _by_seat(state, _amounts),
        "progress": _by_seat(
            state, lambda mine: [tile if owned.up else f"{tile}*" for tile, owned in mine.progress.items()]
        ),
        "waiting": {
            tile: list(owned.waiting) for mine in state.seats for tile, owned in mine.progress.items() if owned.waiting
        },
        "territory": _by_seat(state, lambda mine: {kind: n for kind, n in mine.territory.items() if n}),
        "cities": _by_seat(state, lambda mine: list(mine.cities)),
        "empire": _by_seat(state, lambda mine: list(mine.empire)),
        "alliance": _by_seat(state, lambda mine: mine.alliance),
        "rows": {row: list(circles) for row, circles in state.rows.items()},
        "trade": dict(state.trade),
        "new": _ids(state.new),
        "aside": _ids(state.aside),
        "gone": _ids(state.gone),
        "unseen": {
            "progress": len(state.unseen),
            "territory": dict(state.unseen_territory),
            "city": len(state.unseen_city),
        },
        "ledger": _by_seat(state, ledger_lines),
    }


def _by_seat(state: State, of: Callable[[Seat], Any]) -> Json:
    return {str(seat): of(mine) for seat, mine in enumerate(state.seats)}


def _amounts(mine: Seat) -> list[int]:
    return [mine.vp, mine.food, mine.gold, mine.resource, mine.pool, mine.stock, mine.discs, mine.acted]


def _ids(lying: Lying) -> Json:
    return {
        "progress": list(lying.progress),
        "territory": {kind: count for kind, count in lying.territory.items() if count},
        "city": list(lying.city),
    }


def ledger_lines(mine: Seat) -> dict[str, int]:
    """Line of the scoring breakdown to its VP."""
    lines: dict[str, int] = {}
    for entry in mine.ledger:
        lines[entry.line] = lines.get(entry.line, 0) + entry.vp
    return lines
