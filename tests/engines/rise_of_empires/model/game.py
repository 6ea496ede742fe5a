"""A second opinion on the whole game: its course, move by move.

Written from the page of the rules alone, slow and as plain as possible. It is told the moves one by one and raises
:class:`WrongError` for a move that the rules forbid, with the clauses that may say so.
"""

from __future__ import annotations

from collections import Counter
from copy import deepcopy

from engines.kernel.game import Json
from tests.engines.rise_of_empires.model.acting import Acting
from tests.engines.rise_of_empires.model.holdings import WrongError, must

NAVIGATION_TURN = 3
LAST_LANDS = 4
OUT_OF_TURN = {
    "action": ("5.1",), "food_choice": ("3.5", "13.2"), "upkeep_choice": ("3.5", "14.5"), "era_keep": ("3.5", "17.2"),
    "choose_position": ("16.2", "16.3", "16.6"),
}  # fmt: skip
"""The clauses that may refuse a move which is not due."""

PHASES = {
    "action": "actions", "food_choice": "food", "upkeep_choice": "income", "era_keep": "era_end",
    "choose_position": "turn_order",
}  # fmt: skip
"""The phase in which a move is due, where it is not the move's own name."""


class Model(Acting):
    """The table after some moves; made of the number of seats, the box and the options."""

    def play(self, move: Json) -> None:
        """Carry out a move.

        Raises:
            WrongError: The rules forbid it; the table is then spoilt, so try on a copy.
        """
        must(self.due, "18.1")
        if self.due != (move["type"], move.get("seat")):
            raise WrongError(*OUT_OF_TURN.get(move["type"], ()))
        self.due = None
        getattr(self, f"play_{move['type']}")(move)
        while self.due is None and self.stage != "finished":
            getattr(self, f"in_{self.stage}")()

    def play_start_player(self, move: Json) -> None:
        """Chance names the first player (ROE-2.14)."""
        first = move["player"]
        must(first in self.players)
        self.order = [(first + step) % len(self.players) for step in self.players]

    def in_new_tiles(self) -> None:
        """The steps of phase 1 before new tiles are turned up."""
        self.turn += 1
        self.orders.append(list(self.order))
        if self.turn > 1:
            self.clear()
        self.empires = [[] for _ in self.players]
        self.trades = {}
        self.used = set()
        self.piece = [None for _ in self.players]
        if self.turn >= NAVIGATION_TURN + 1:
            self.overseas_open = True
        self.due = ("reveal", None)

    def in_actions(self) -> None:
        """The next action, or on to phase 3."""
        if self.queue:
            self.due = ("action", self.queue.pop(0))
        else:
            self.stage, self.queue = "food", list(self.order)

    def in_food(self) -> None:
        """The next player's food, or on to phase 4."""
        if not self.queue:
            self.stage, self.queue = "income", list(self.order)
            return
        seat = self.queue.pop(0)
        if self.needy(seat, "food"):
            self.due = ("food_choice", seat)
        else:
            self.feed(seat)

    def in_income(self) -> None:
        """The next player's income, or on to phase 5 and what comes after it."""
        if self.queue:
            seat = self.queue.pop(0)
            if self.needy(seat, "resource"):
                self.due = ("upkeep_choice", seat)
            else:
                self.collect(seat)
            return
        self.points()
        self.after.append([have["vp"] for have in self.have])
        last = self.turn == len(self.box["turns"])
        if last:
            self.finish()
        elif self.placing:
            self.choose()
        else:
            self.stage, self.queue = "era_end", list(self.order)

    def in_era_end(self) -> None:
        """The next player's tiles, or half of all cubes (ROE-17.8)."""
        if self.queue:
            seat = self.queue.pop(0)
            if self.tiles[seat] or self.cities[seat]:
                self.due = ("era_keep", seat)
            return
        for seat in self.players:
            for region, count in list(self.cubes[seat].items()):
                self.home(seat, region, count - count // 2, "stock")
        self.choose()

    def choose(self) -> None:
        """Who chooses a position, in this order (ROE-16.1 to 16.6)."""
        self.stage = "turn_order"
        self.free = list(range(1, len(self.players) + 1))
        self.picked: dict[int, int] = {}
        self.queue = sorted(self.players, key=lambda seat: (*self.rank(seat), -self.order.index(seat)))

    def rank(self, seat: int) -> tuple[int, int]:
        """Points and pieces (ROE-16.2 to 16.5)."""
        have = self.have[seat]
        on_map = self.cubes[seat].total() if self.options["turn_order_tie_counts_map_cubes"] else 0
        return have["vp"], have["gold"] + have["resource"] + have["pool"] + on_map

    def in_turn_order(self) -> None:
        """The next choice; the last player takes what is left (ROE-16.8)."""
        seat = self.queue.pop(0)
        if self.queue:
            self.due = ("choose_position", seat)
            return
        self.picked[self.free.pop()] = seat
        self.order = [self.picked[place] for place in sorted(self.picked)]
        self.stage = "new_tiles"

    def clear(self) -> None:
        """What nobody took is set aside or leaves the game (ROE-4.3 to 4.8)."""
        many = len(self.players) > 3
        for tile in sorted(self.shown):
            city = self.city_tiles.get(tile)
            face: Json = city or self.progress_tiles[tile]
            wonder = bool(city and city["kind"] == "wonder")
            if not wonder and (many or face["red_stripe"]):
                self.aside.add(tile)
            else:
                self.lost.add(tile)
                self.cleared.add(tile)
        for kind, count in self.shown_land.items():
            if many or self.land[kind]["red_stripe"]:
                self.aside_land[kind] += count
            else:
                self.lost_land[kind] += count
        self.shown, self.shown_land = set(), Counter()

    def play_reveal(self, move: Json) -> None:
        """New tiles (ROE-4.9 to 4.14)."""
        era, letter = self.era, self.clock["letter"]
        rest = {tile for tile in self.unseen if self.progress_tiles[tile]["era"] == era}
        typed = move.get("progress")
        if typed is None:
            must(letter == "B", "4.9")
            typed = sorted(rest)
        must(len(typed) == self.clock["progress"], "4.9")
        tiles = self.resolve(typed, self.unseen, "2.9", "4.13", "1.12")
        must(set(tiles) <= rest, "2.9")
        kinds = move.get("territory")
        if kinds is None:
            kinds = list(self.unseen_land.elements()) if self.turn == LAST_LANDS else []
        lands = Counter(self.called(kind) for kind in kinds)
        bad = set() if len(kinds) == self.clock["territory"] else {"4.10"}
        bad |= set() if lands <= self.unseen_land else {"2.10", "7.9", "4.14"}
        must(not bad, *bad)
        faces = {tile: self.city_tiles[tile] for tile in self.unseen_cities}
        cities = {tile for tile, face in faces.items() if (face["era"], face["letter"]) == (era, letter)}
        if move.get("city"):
            must({self.called(name) for name in move["city"]} == cities, "4.12", "4.11")
        self.unseen -= set(tiles)
        self.unseen_land -= lands
        self.unseen_cities -= cities
        self.shown = {*tiles, *cities}
        self.shown_land = lands
        self.stage, self.queue = "actions", self.box["start"]["discs"] * self.order

    # --- looking at it

    def copy(self) -> Model:
        """The same table, to try a move on; the box is shared."""
        shared = [self.box, self.options, self.progress_tiles, self.land, self.city_tiles, self.empire_tiles]
        shared += [self.regions, self.boxes, self.names]
        return deepcopy(self, {id(part): part for part in shared})

    def facts(self) -> Json:
        """What the facts of the engine must say, in their layout; what only some phases have is left out in others."""
        seats = [str(seat) for seat in self.players]
        on_rows = Counter(disc for discs in self.circles.values() for disc in discs if disc is not None)
        kinds = ("vp", "food", "gold", "resource", "pool", "stock")
        kind, seat = self.due or ("finished", None)
        cities = set(self.city_tiles)
        owned = {tile for tiles in self.tiles for tile in tiles}
        lines: list[Counter[str]] = [Counter() for _ in self.players]
        for lined, entries in zip(lines, self.ledger, strict=True):
            for _, line, _, amount in entries:
                lined[line] += amount
        return {
            "phase": PHASES.get(kind, kind),
            "round": max(1, self.turn),
            "to_move": [] if seat is None else [seat],
            "order": self.order,
            "overseas_open": self.overseas_open,
            "cubes": {region: [cubes[region] for cubes in self.cubes] for region in self.regions},
            "seats": {
                str(number): [*(have[of] for of in kinds), self.box["start"]["discs"] - on_rows[number]]
                for number, have in enumerate(self.have)
            },
            "progress": {
                name: sorted(tile + "*" * (tile in self.used) for tile in tiles)
                for name, tiles in zip(seats, self.tiles, strict=True)
            },
            "waiting": {tile: sorted(who) for tile, who in self.waits.items() if who and tile in owned},
            "territory": {name: some(tiles) for name, tiles in zip(seats, self.territory, strict=True)},
            "cities": {name: sorted(tiles) for name, tiles in zip(seats, self.cities, strict=True)},
            "empire": {name: sorted(tiles) for name, tiles in zip(seats, self.empires, strict=True)},
            "alliance": dict(zip(seats, self.piece, strict=True)),
            "rows": {row: discs[: self.cap(row)] for row, discs in self.circles.items()},
            "trade": {box: self.trades.get(box) for box in self.boxes},
            "new": {
                "progress": sorted(self.shown - cities),
                "territory": some(self.shown_land),
                "city": sorted(self.shown & cities),
            },
            "aside": {
                "progress": sorted(self.aside - cities),
                "territory": some(self.aside_land),
                "city": sorted(self.aside & cities),
            },
            "gone": {
                "progress": sorted(self.lost - cities),
                "territory": some(self.lost_land),
                "city": sorted(self.lost & cities),
            },
            "unseen": {
                "progress": len(self.unseen),
                "territory": some(self.unseen_land),
                "city": len(self.unseen_cities),
            },
            "ledger": {name: some(lined) for name, lined in zip(seats, lines, strict=True)},
        }


def some(counts: Counter[str]) -> dict[str, int]:
    """Counts without those that are nothing."""
    return {key: count for key, count in counts.items() if count}
