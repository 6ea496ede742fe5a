"""Figures that a table can count at the end of a year: stories and bards on the board, holdings behind a screen."""

from __future__ import annotations

from collections.abc import Sequence

from engines.kernel.sentences import say
from engines.kernel.values import Checks, Figure
from engines.xidit.rules.derived import stories_on_board
from engines.xidit.state import State

YEAR = say("End of year {n}", "Fin del año {n}")
STORIES, PLACED = say("Guild floors left", "Pisos en reserva"), say("Guild floors placed", "Pisos en el tablero")
BARDS, BARDS_LEFT = say("Bards in regions", "Bardos en regiones"), say("Bards left", "Bardos en reserva")
GOLD = say("Gold", "Oro")
_ENDED = ("year_end", "evaluating", "finished")


def checks(state: State) -> Checks:
    """The years whose orders and census are done, and the current figures of each seat."""

    def figures(seat: int) -> Sequence[Figure]:
        mine = state.seats[seat]
        bards = sum(count.get(str(seat), 0) for count in state.regions.values())
        units = (Figure(unit, state.box.unit_names[unit], count, screened=True) for unit, count in mine.units.items())
        return [
            Figure("stories", STORIES, mine.stories),
            Figure("placed", PLACED, stories_on_board(state, seat)),
            Figure("bards", BARDS, bards),
            Figure("gold", GOLD, mine.gold, screened=True),
            Figure("bards_left", BARDS_LEFT, mine.bards, screened=True),
            *units,
        ]

    return Checks(state.year if state.phase in _ENDED else state.year - 1, YEAR, figures)
