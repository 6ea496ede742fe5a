"""A short way to write moves and positions of Rise of Empires. Nothing here asks the engine what is right.

Seats are numbers. A position is reached by legal moves (:meth:`Table.on_to` plays turns in which nothing happens), by
rulings of a judge (:meth:`Table.has`, :meth:`Table.cubes`, :meth:`Table.owns`), which hold to what is true of every
table, or by an owner's box: ``box(discs=1)`` gives turns of one action each.

>>> t = table(3).on_to(1)
>>> t.cubes(0, sw_europe=3).has(0, pool=1, gold=2).when(act(0, "empire", tile="E1", place=put(nw_africa=1))).accepted()
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engines import rise_of_empires
from engines.kernel.game import IllegalMoveError, Json
from tests.engines.given import Attempt, Hand, Position, given

COLOURS = ("blue", "red", "green", "yellow", "white")

# -------------------------------------------------------------------------------------------------------------- boxes


def box(
    *, discs: int | None = None, start: Mapping[str, int] | None = None, **rows: Mapping[str, Mapping[str, Any]]
) -> Json:
    """The default box with some values changed, as the owner of another printing would change them.

    Args:
        discs: Actions of each player in a turn.
        start: What each player starts with, by name (``gold``, ``pool``); ``pool`` and ``stock`` are 30 together.
        rows: Table to row id to what is changed there: ``regions={"india": {"vp_first": 7}}``.
    """
    made = rise_of_empires.box()
    made["start"].update(start or {})
    if discs is not None:
        made["start"]["discs"] = discs
    for name, changes in rows.items():
        for row in made[name]:
            row.update(changes.get(row["id"], {}))
    return made


# -------------------------------------------------------------------------------------------------------------- moves


def first(player: int) -> Json:
    """Chance chose the starting player."""
    return {"type": "start_player", "player": player}


def reveal(
    progress: Iterable[str] | None = None, territory: Iterable[str] | None = None, city: Iterable[str] | None = None
) -> Json:
    """New tiles, as typed; what is None is left out."""
    told = {"progress": progress, "territory": territory, "city": city}
    return {"type": "reveal", **{name: list(tiles) for name, tiles in told.items() if tiles is not None}}


def act(seat: int, row: str, **fields: Any) -> Json:
    """An action: ``act(0, "progress", tile="P1-01")``, ``act(1, "empire", circle=1, perform=False)``."""
    return {"type": "action", "seat": seat, "row": row, **fields}


def free(tile: str, region: str | None = None, victim: int | None = None) -> Json:
    """One item of ``free_before`` or ``free_after``."""
    told = {"tile": tile, "region": region, "victim": victim}
    return {name: value for name, value in told.items() if value is not None}


def put(**cubes: int) -> list[Json]:
    """What ``place`` holds: region to cubes."""
    return [{"region": region, "cubes": count} for region, count in cubes.items()]


def fight(region: str, defender: int, **more: Any) -> Json:
    """One item of ``battles``; ``more`` is ``row`` and ``use``."""
    return {"region": region, "defender": defender, **more}


def food(seat: int, *discard: str) -> Json:
    return {"type": "food_choice", "seat": seat, "discard": list(discard)}


def upkeep(seat: int, *drop: str) -> Json:
    return {"type": "upkeep_choice", "seat": seat, "drop": list(drop)}


def keep(seat: int, progress: Sequence[str] = (), cities: Sequence[str] = ()) -> Json:
    return {"type": "era_keep", "seat": seat, "progress": list(progress), "cities": list(cities)}


def position(seat: int, number: int) -> Json:
    return {"type": "choose_position", "seat": seat, "position": number}


# ---------------------------------------------------------------------------------------------------------- the table


class Table(Position):
    """A table that can be brought into a position; everything of :class:`Position`, and what follows."""

    def __init__(self, made: Position) -> None:
        super().__init__(made.fold, Hand())
        self.rulings = 0

    # ------------------------------------------------------------------------------------------------------ rulings

    def rule(self, adjustment: str, /, **fields: Any) -> Table:
        """Apply a ruling of a judge; the rules must allow it."""
        event = self.fold.adjust({"type": adjustment, **fields})
        self.rulings += 1
        self.fold.apply(f"{self.fold.ply + 1}.{self.rulings}", self.fold.game.encode(event))
        return self

    def has(self, seat: int, *, pool: int | None = None, **amounts: int) -> Table:
        """Set what a seat has: ``gold``, ``resource``, ``food``, ``vp``; and ``pool``, from and to the stock."""
        mine = self.look(f"seats.{seat}")
        for what, wanted in amounts.items():
            if wanted != mine[what]:
                self.rule("change_amount", seat=seat, what=what, by=wanted - mine[what])
        if pool is not None:
            self._move(seat, "stock", "pool", pool - mine["pool"])
        return self

    def cubes(self, seat: int, **regions: int) -> Table:
        """Have so many cubes of a seat in each of these regions: they come from its stock, then from its pool."""
        for region, wanted in regions.items():
            mine = self.look(f"seats.{seat}")
            more = wanted - self.look(f"map.{region}.cubes.{seat}")
            stock = min(more, mine["stock"])
            self._move(seat, "stock", region, stock)
            self._move(seat, "pool", region, more - stock)
        return self

    def _move(self, seat: int, source: str, to: str, cubes: int) -> None:
        if cubes < 0:
            source, to, cubes = to, source, -cubes
        if cubes:
            self.rule("move_cubes", seat=seat, source=source, to=to, cubes=cubes)

    def owns(self, seat: int, *tiles: str) -> Table:
        """Give a seat tiles that were turned up: progress and city tiles by id, territory tiles by kind."""
        for tile in tiles:
            if tile in self.look("seats.0.territory") or not tile[1:2].isdigit():
                self.rule("change_territory", seat=seat, kind=tile, by=1)
            else:
                self.rule("give_tile", seat=seat, tile=tile)
        return self

    # -------------------------------------------------------------------------------------------------- going on

    def turn_up(self, progress: Sequence[str] = (), territory: Sequence[str] = ()) -> Table:
        """The next ``reveal``: these tiles, and of all others that may come those with the lowest ids."""
        view, components = self.fold.view(), self.fold.box
        row = components["turns"][view["round"] - 1]
        seen = {*view["on_offer"]["progress"], *view["gone"]["progress"]}
        seen |= {tile for seat in view["seats"].values() for tile in seat["progress"]}
        left = [
            tile["id"]
            for tile in components["progress"]
            if tile["era"] == row["era"] and tile["id"] not in seen and tile["id"] not in progress
        ]
        kinds = Counter(view["unseen"]["territory"])
        kinds.subtract(territory)
        lands = [*territory, *kinds.elements()][: row["territory"]]
        return self._played(reveal([*progress, *left][: row["progress"]], lands))

    def go(self) -> Table:
        """One move by habit: an empire tile without cubes, a disc for nothing, or else what is possible."""
        view = self.fold.view()
        phase, seat = view["phase"], (view["to_move"] or [0])[0]
        if phase == "start_player":
            return self._played(first(0))
        if phase == "reveal":
            return self.turn_up()
        if phase == "actions":
            return self._habit(seat, view)
        if phase == "food":
            return self._played(food(seat))
        if phase == "income":
            return self._habit_of_upkeep(seat, view)
        if phase == "era_end":
            return self._played(keep(seat))
        assert phase == "turn_order", phase
        free_one = next(int(place) for place, taken in view["next_order"].items() if taken is None)
        return self._played(position(seat, free_one))

    def on_to(self, turn: int, phase: str = "actions") -> Table:
        """Go on by habit until a turn has come to a phase; stop at the end of the game."""
        for _ in range(2000):
            view = self.fold.view()
            if (view["round"], view["phase"]) == (turn, phase) or view["phase"] == "finished":
                return self
            self.go()
        raise AssertionError(f"turn {turn} never comes to {phase}")

    def _habit(self, seat: int, view: Json) -> Table:
        """An action in which as little happens as the rules allow; discs are paid for with what there is most of."""
        if view["letter"] == "A":
            tries = [act(seat, "empire", tile=tile) for tile in view["on_offer"]["empire"]]
            tries += [act(seat, "territory", kind=kind) for kind in view["on_offer"]["territory"]]
            tries += [act(seat, "progress", tile=tile) for tile in view["on_offer"]["progress"]]
            tries += [act(seat, "city", tile=tile) for tile in view["on_offer"]["city"]]
            tries += [act(seat, "trade", box=name) for name in view["trade"]]
            tries += [act(seat, row, perform=False) for row in view["rows"]]
        else:
            own = [
                (cost, row, int(circle))
                for row, circles in view["removal"].items()
                for circle, cost in circles.items()
                if cost is not None and view["rows"][row][circle] == seat
            ]
            mine = view["seats"][str(seat)]
            tries = []
            for cost, row, circle in sorted(own):
                pay: dict[str, int] = {}
                for unit, have in (("gold", "gold"), ("food", "food"), ("cube", "pool"), ("resource", "resource")):
                    pay[unit] = min(cost - sum(pay.values()), mine[have])
                paid = {unit: count for unit, count in pay.items() if count}
                tries.append(act(seat, row, circle=circle, pay=paid, perform=False))
        return self._first_that_is_legal(tries)

    def _habit_of_upkeep(self, seat: int, view: Json) -> Table:
        """Nothing is dropped where all can be paid, else everything."""
        cities = {row["id"]: row["upkeep"]["resource"] for row in self.fold.box["cities"]}
        drop = [city for city in view["seats"][str(seat)]["cities"] if cities[city]]
        return self._first_that_is_legal([upkeep(seat), upkeep(seat, *drop)])

    def _first_that_is_legal(self, tries: Sequence[Json]) -> Table:
        for move in tries:
            try:
                self.fold.decide(move)
            except IllegalMoveError:
                continue
            return self._played(move)
        raise AssertionError(f"none of {list(tries)} is legal")

    def _played(self, move: Json) -> Table:
        self.after(move)
        return self

    # ------------------------------------------------------------------------------------- as of a position, typed

    def after(self, *lines: Any) -> Table:
        """Play moves; each must be legal."""
        super().after(*lines)
        return self

    def sees(self, path: str, value: Any) -> Table:
        """Assert what the view shows at a path."""
        super().sees(path, value)
        return self

    def when(self, line: Any = None, **fields: Any) -> Attempt:
        """Try a move: an object, or its fields by keyword."""
        return super().when(line, **fields)

    def facts(self, path: str) -> Any:
        """What the facts hold at a path."""
        here: Any = self.fold.facts()
        for key in path.split("."):
            here = here[int(key)] if isinstance(here, list) else here[key]
        return here


def table(seats: int = 3, *, box: Json | None = None, options: Json | None = None) -> Table:
    """A table of 2 to 5 seats, before the starting player is known.

    Args:
        seats: How many sit down; seat 0 is blue, then red, green, yellow, white.
        box: The components; the default edition's where left out.
        options: Options that differ from their defaults.
    """
    return Table(given(rise_of_empires, COLOURS[:seats], box=box, options=options))
