"""A short way to write moves of Architects of the West Kingdom, and ways to bring a table into a position.

Nothing here asks the engine what is right. Seats are numbers; a move is an object, fields by keyword, or a line of the
text notation, short forms among them. A position is reached by what a judge may put right: the engine checks every such
adjustment by what is true of each table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engines import architects
from engines.kernel import notation
from engines.kernel.game import Json
from engines.kernel.replay import Fold
from tests.engines.given import Hand, Line, Position, defaults

COLOURS = ("red", "green", "blue", "yellow", "purple")
"""The seats of a table that names none, clockwise; on side 2: Frederick, Caroline, Therese, Rudolf, Ada."""
TOP = ("A04", "A06", "A11", "A14")
"""Conspirator, Debt Collector (2 clay), Jeweller, Merchant (3 clay): no virtue icon among them."""
BOTTOM = ("A13", "A21", "A29", "A39")
"""Labourer, Patron (1 clay), Stonecutter, Woodcutter: no virtue icon among them."""
GOODS = ("clay", "wood", "stone", "gold", "marble", "silver")
BOX = architects.box()
"""The default box, one for all tables: what is remembered by box need not be made again for each."""
OPEN = (
    "quarry", "forest", "mines", "silversmith", "kings_storehouse", "workshop", "town_centre", "tax_stand",
    "guardhouse",
)  # fmt: skip
"""The nine open locations (ARC-5.1)."""
PLACES = (*OPEN, "market_left", "market_middle", "market_right", "guildhall", "prison")


class Table(Position):
    """A table, as one fold knows it."""

    def __init__(self, fold: Fold[Any, Any]) -> None:
        def read(line: str) -> Json:
            move = notation.read(architects, fold.box, line, fold.seats)
            assert move is not None, f"{line!r} is no move"
            return move

        super().__init__(fold, Hand(read))

    def after(self, *lines: Line) -> Table:
        """Play moves; each must be legal."""
        super().after(*lines)
        return self

    # --- positions

    def put_right(self, kind: str, **fields: Any) -> Table:
        """Apply an adjustment; it must be one that a judge may make."""
        body = self.fold.game.encode(self.fold.adjust({"type": kind, **fields}))
        self.name = str(self.fold.ply + 2)
        self.step = self.fold.step(self.name, body)
        return self

    def have(
        self,
        seat: int,
        *,
        virtue: int | None = None,
        unpaid: int | None = None,
        paid: int | None = None,
        level: int | None = None,
        hand: int | None = None,
        apprentices: Sequence[str] = (),
        buildings: Sequence[str] = (),
        **goods: int,
    ) -> Table:
        """A seat has just so much of what is named; apprentices and buildings are added, in their order."""
        before = self.seat(seat)
        changes: list[tuple[str, Json, int]] = [
            *(("change_goods", {"good": good}, count - before["goods"][good]) for good, count in goods.items()),
            ("change_virtue", {}, 0 if virtue is None else virtue - before["virtue"]),
            ("change_debts", {"face": "unpaid"}, 0 if unpaid is None else unpaid - before["unpaid"]),
            ("change_debts", {"face": "paid"}, 0 if paid is None else paid - before["paid"]),
            ("change_level", {}, 0 if level is None else level - before["cathedral"]),
            ("change_hand", {}, 0 if hand is None else hand - before["hand"]),
        ]
        for kind, fields, by in changes:
            if by:
                self.put_right(kind, seat=seat, by=by, **fields)
        for card in apprentices:
            self.put_right("give_apprentice", seat=seat, apprentice=card)
        for card in buildings:
            self.put_right("give_building", seat=seat, building=card)
        return self

    def stand(self, seat: int, **places: int) -> Table:
        """Just so many workers of a seat stand at each place that is named; they come from its board or go there."""
        for place, count in places.items():
            more = count - self.workers(seat, place)
            if more:
                way = {"source": "board", "target": place} if more > 0 else {"source": place, "target": "board"}
                self.put_right("move_workers", seat=seat, count=abs(more), **way)
        return self

    def hold(self, holder: int, captives: Mapping[int, int]) -> Table:
        """A seat holds captives of others, by owner; they come from the owners' boards."""
        for owner, count in captives.items():
            fields = {"source": "board", "target": "captive", "target_holder": holder}
            self.put_right("move_workers", seat=owner, count=count, **fields)
        return self

    def tax(self, silver: int) -> Table:
        """So much silver lies above the Tax Stand."""
        by = silver - int(self.facts["tax_silver"])
        return self.put_right("change_tax", by=by) if by else self

    def turn(self, seat: int) -> Table:
        """It is a seat's turn."""
        return self if self.facts["active"] == seat else self.put_right("set_turn", seat=seat)

    def show(self, row: str, column: int, apprentice: str | None = None, silver: int | None = None) -> Table:
        """Another apprentice, or other silver, lies on a space of the display."""
        fields = {"apprentice": apprentice, "silver": silver}
        given = {key: value for key, value in fields.items() if value is not None}
        return self.put_right("set_space", row=row, column=column, **given)

    # --- looking

    @property
    def facts(self) -> Json:
        """What a judge would compare."""
        return self.fold.facts()

    def seat(self, seat: int) -> Json:
        """What a judge would compare of a seat."""
        found: Json = self.facts["seats"][str(seat)]
        return found

    def goods(self, seat: int) -> dict[str, int]:
        """All goods of a seat, silver among them; those of which there are some."""
        return {good: count for good, count in self.seat(seat)["goods"].items() if count}

    def workers(self, seat: int, place: str) -> int:
        """How many workers of a seat stand at a place; ``board`` is its own board."""
        facts = self.facts
        if place == "board":
            return int(facts["seats"][str(seat)]["workers"])
        if place == "guildhall":
            return int([*facts["guildhall"], *facts["aside"]].count(seat))
        if place == "prison":
            return int(facts["prison"].get(str(seat), 0))
        if place.startswith("market_"):
            return int(facts["market"][place.removeprefix("market_")] == seat)
        return int(facts["locations"][place].get(str(seat), 0))

    def captives(self, holder: int) -> dict[int, int]:
        """Captives on a seat's board, by owner."""
        return {int(owner): count for owner, count in self.seat(holder)["captives"].items()}

    def offered(self) -> list[tuple[str, int | None]]:
        """What may be recorded now: types with their seats."""
        return [(offer["type"], offer["seat"]) for offer in self.fold.offers()["moves"]]


def opened(
    seats: int | Sequence[str] = 3, *, box: Json | None = None, options: Json | None = None, **more: Any
) -> Table:
    """A table before its first move; options by keyword."""
    colours = COLOURS[:seats] if isinstance(seats, int) else seats
    chosen = {**defaults(architects), **(options or {}), **more}
    return Table(Fold(architects, colours, chosen, BOX if box is None else box))


def set_up(**more: Any) -> Json:
    """The move ``setup``, with whatever differs; None leaves a parameter out."""
    move = {"type": "setup", "start_player": 0, "top": list(TOP), "bottom": list(BOTTOM), "small_face": "marble1"}
    return {key: value for key, value in (move | more).items() if value is not None}


def laid(
    seats: int | Sequence[str] = 3, *, box: Json | None = None, setup: Json | None = None, **options: Any
) -> Table:
    """A table after ``setup``; on side 2 the start player and, without alternates, the characters follow."""
    if options.get("side") == 2:
        setup = {"start_player": None, **(setup or {})}
    return opened(seats, box=box, **options).after(set_up(**(setup or {})))


def drafted(
    seats: int | Sequence[str] = 3,
    *,
    box: Json | None = None,
    setup: Json | None = None,
    told: Json | None = None,
    **options: Any,
) -> Table:
    """A table after the draft: the start player's first turn. ``told`` are the secrets of ``draft_done``."""
    return laid(seats, box=box, setup=setup, **options).after({"type": "draft_done", **(told or {})})
