"""Figures that a table can count at the end of a turn: points, tracks and stocks of a player, cubes and tiles."""

from __future__ import annotations

from collections.abc import Sequence

from engines.kernel.sentences import say
from engines.kernel.values import Checks, Figure
from engines.rise_of_empires.state import State, on_map

TURN = say("End of turn {n}", "Fin del turno {n}")
VP, FOOD, GOLD = say("Points", "Puntos"), say("Food", "Comida"), say("Gold", "Oro")
RESOURCES, POOL = say("Resources", "Recursos"), say("Cubes in the pool", "Cubos en la reserva propia")
STOCK, ON_MAP = say("Cubes in stock", "Cubos en la reserva general"), say("Cubes on the map", "Cubos en el mapa")
PROGRESS, TERRITORY = say("Progress tiles", "Losetas de progreso"), say("Territory tiles", "Losetas de territorio")
CITIES = say("Cities", "Ciudades")


def checks(state: State) -> Checks:
    """The turns that are over, and the current figures of each seat."""

    def figures(seat: int) -> Sequence[Figure]:
        mine = state.seats[seat]
        return [
            Figure("vp", VP, mine.vp),
            Figure("food", FOOD, mine.food),
            Figure("gold", GOLD, mine.gold),
            Figure("resource", RESOURCES, mine.resource),
            Figure("pool", POOL, mine.pool),
            Figure("stock", STOCK, mine.stock),
            Figure("on_map", ON_MAP, on_map(state, seat)),
            Figure("progress", PROGRESS, len(mine.progress)),
            Figure("territory", TERRITORY, sum(mine.territory.values())),
            Figure("cities", CITIES, len(mine.cities)),
        ]

    return Checks(state.turn - (state.phase != "finished"), TURN, figures)
