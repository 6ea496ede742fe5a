"""Events of a judge's adjustments in Mage Knight (decided by a ruling, never offered)."""

from __future__ import annotations

from typing import Annotated

from engines.kernel.moves.events import Ask, Event
from engines.mage_knight.arguments import EVENTS, Colour, Face, Space
from engines.mage_knight.box.components import BASIC, FACES

By = Annotated[int, Ask("By", "En cuánto", low=-9, high=9)]


@EVENTS.adjustment("change_fame", "Give or take Fame", "Dar o quitar fama")
class FameChanged(Event):
    """A seat got Fame, or lost some (MK-23.1)."""

    seat: int
    by: By


@EVENTS.adjustment("change_reputation", "Raise or lower reputation", "Subir o bajar la reputación")
class ReputationChanged(Event):
    """A seat's marker moved to another step of the reputation track (MK-12.5)."""

    seat: int
    by: By


@EVENTS.adjustment("change_crystals", "Give or take crystals", "Dar o quitar cristales")
class CrystalsChanged(Event):
    """A seat got crystals of a colour, or gave some back (MK-8.10)."""

    seat: int
    color: Annotated[Colour, Ask("Colour", "Color", choices=BASIC)]
    by: By


@EVENTS.adjustment("change_wounds", "Give or take wounds in hand", "Dar o quitar heridas en mano")
class WoundsChanged(Event):
    """A seat took wounds to its hand, or gave some back (MK-16.1)."""

    seat: int
    by: By


@EVENTS.adjustment("move_hero", "Move a figure", "Mover una figura")
class HeroMoved(Event):
    """A figure moved to another space of the map (MK-9.2)."""

    seat: int
    to: Space


@EVENTS.adjustment("set_die", "Turn a die of the source", "Girar un dado de la fuente")
class DieSet(Event):
    """A die of the source shows another face (MK-1.10)."""

    shows: Annotated[Face, Ask("Shows", "Muestra", choices=FACES)]
    to: Annotated[Face, Ask("Turned to", "Girado a", choices=FACES)]
