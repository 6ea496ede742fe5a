"""A second opinion on the whole game: *Automatic steps* (chapter 22) and the evaluations, from the page alone.

The rules stand as one generator that waits for the next move where the table has something to decide; it is as plain as
possible and believes every move. What the recorder was not told (a tile under the top) is None here.
"""

from collections import Counter
from collections.abc import Generator
from typing import Any

from engines.kernel.game import Json

Step = Generator[None, Json, Any]
MOST = 4


class Model:
    """The table after some moves.

    Args:
        seats: How many play.
        box: The components.
        options: The options of the record.
    """

    def __init__(self, seats: int, box: Json, options: Json) -> None:
        self.players = range(seats)
        self.box = box
        self.options = options
        self.mode = next(mode for mode in box["modes"] if mode["id"] == options["mode"])
        self.types = [unit["id"] for unit in box["units"]]
        self.faces = {tile["id"]: tile for tile in box["tiles"]}
        self.titan_faces = {tile["id"]: tile for tile in box["titans"]["tiles"]}
        self.regions = {city["id"]: city["regions"] for city in box["map"]["cities"]}
        self.centre = next(region["id"] for region in box["regions"] if region["central"])
        self.roads: dict[tuple[int, str], int] = {}
        for road in box["map"]["roads"]:
            self.roads[road["a"], road["colour"]] = road["b"]
            self.roads[road["b"], road["colour"]] = road["a"]
        self.year = 0
        self.first = 0
        self.barracks = Counter({unit["id"]: unit["count"] for unit in box["units"]})
        self.units: list[Counter[str]] = [Counter() for _ in self.players]
        self.gold = [0 for _ in self.players]
        self.bards = [box["per_player"]["bards"] for _ in self.players]
        self.stories = [box["per_player"]["stories"] for _ in self.players]
        self.aside = [0 for _ in self.players]
        self.placed: list[Counter[str]] = [Counter() for _ in self.players]
        self.city = [0 for _ in self.players]
        self.tiles: dict[int, tuple[str, str, Counter[str]]] = {}
        self.guilds: dict[int, tuple[int, int]] = {}
        self.piles: dict[str, list[str | None]] = {"R": [], "T": [], "RD": [], "TD": []}
        self.next: dict[str, str | None] = {"R": None, "T": None}
        self.stacks = {stack["id"]: ["sleeping"] * 2 for stack in box["titans"]["stacks"]}
        self.raging: dict[str, str | None] = dict.fromkeys(self.stacks)
        self.symbols = {tile: stack["symbols"] for stack in box["titans"]["stacks"] for tile in stack["tiles"]}
        self.stack_of = {tile: stack["id"] for stack in box["titans"]["stacks"] for tile in stack["tiles"]}
        self.gone: list[str] = []
        self.dummy: Counter[str] | None = Counter() if seats == 3 else None
        self.awakenings = 0
        self.cancelled: list[Counter[str]] = [Counter() for _ in self.players]
        self.executed = 0
        self.evaluations: list[tuple[str, dict[str, int], list[str], list[str]]] = []
        self.sealed: dict[str, list[str]] = {}
        self.kept: dict[str, int] = {}
        self.must: str | None = None
        self.steps = self._game()
        next(self.steps)

    def play(self, move: Json) -> None:
        """Carry out a legal move."""
        kind = move["type"]
        if kind == "program":
            self.sealed[str(move["seat"])] = move.get("orders") or self.sealed.get(str(move["seat"]), [])
        elif kind == "census_show":
            if "count" in move:
                self.kept[str(move["seat"])] = move["count"]
        elif kind == "reveal_top" and self.must is None:
            if "tile" in move:
                pile = self.piles[move["pile"]]
                if pile[0] not in (None, move["tile"]):
                    self._differs(pile)
                pile[0] = move["tile"]
        elif kind not in ("declare", "reveal_bastion"):
            try:
                self.steps.send(move)
            except StopIteration:
                return

    def hidden(self) -> set[str]:
        """The tiles of the set whose place is not known."""
        places = [name for pile in self.piles.values() for name in pile if name]
        places += [name for name in self.next.values() if name] + [tile[0] for tile in self.tiles.values()]
        return set(self.every) - set(places)

    # --- the course of the game

    def _game(self) -> Step:
        move = yield
        tables = self.box["tables"][str(len(self.players))]
        self.every = [
            name for name, tile in self.faces.items() if tile["set"] == move.get("tile_set", tables["tile_set"])
        ]
        self.first = move["first_player"]
        self.order = move["evaluation_order"]
        for name in move["recruit_tiles"]:
            self._stock(name)
        for name in move["threat_tiles"]:
            self.tiles[self.faces[name]["city"]] = (name, "threat", Counter())
        pile = self.box["setup"]["recruitment_pile"] - 1
        self.next = {"R": move["next_recruitment"], "T": move["next_threat"]}
        self.piles["R"] = [move["top_recruitment"], *[None] * (pile - 1)]
        self.piles["T"] = [move["top_threat"], *[None] * (len(self.every) - 10 - pile - 1 - 1 - 1)]
        for seat in self._turn():
            move = yield
            assert move["seat"] == seat
            self.city[seat] = move["city"]
        for year in range(1, self.mode["years"] + 1):
            self.year = year
            yield from self._year()
        out: list[str] = []
        for number, criterion in enumerate(self.order):
            yield
            self._evaluate(criterion, tables["eliminated"][number], out)

    def _turn(self) -> list[int]:
        return [(self.first + step) % len(self.players) for step in self.players]

    def _year(self) -> Step:
        move = yield
        orders = {**self.sealed, **(move.get("orders") or {})}
        self.sealed = {}
        self.recruited: set[tuple[int, int]] = set()
        self.threats: set[tuple[int, int]] = set()
        self.slain: set[tuple[int, int]] = set()
        for number in range(6):
            for seat in self._turn():
                move = yield
                assert (move["type"], move["seat"]) == ("execute", seat)
                reason = yield from self._execute(seat, orders[str(seat)][number])
                self.executed += 1
                if reason:
                    self.cancelled[seat][reason] += 1
        if self.year in self.mode["census_years"]:
            for part in self.box["census"]:
                yield from self._census(part)
        yield
        if self.year < self.mode["years"]:
            self.first = (self.first + 1) % len(self.players)

    def _execute(self, seat: int, icon: str) -> Step:
        here = self.city[seat]
        if icon == "wait":
            return None
        if icon != "action":
            there = self.roads.get((here, icon.removeprefix("road_")))
            self.city[seat] = there or here
            return None if there else "no_road"
        name, side, left = self.tiles.get(here, ("", "", Counter()))
        if side == "recruitment":
            return (yield from self._recruit(seat, here, left))
        if side == "threat":
            return (yield from self._threat(seat, here, name))
        return (yield from self._titan(seat, here))

    def _recruit(self, seat: int, here: int, left: Counter[str]) -> Step:
        if (seat, here) in self.recruited:
            return "already_recruited"
        if not +left:
            return "no_units"
        unit = next(unit for unit in self.types if left[unit])
        left[unit] -= 1
        self.units[seat][unit] += 1
        self.recruited.add((seat, here))
        if not +left:
            yield from self._renew_recruits(here)
        return None

    def _threat(self, seat: int, here: int, name: str) -> Step:
        price = Counter(self.faces[name]["needs"])
        if (seat, here) in self.slain:
            return "city_already_freed"
        if price - self.units[seat]:
            return "units_missing"
        self.units[seat] -= price
        self.barracks += price
        self.threats.add((seat, here))
        taken = yield from self._rewards(seat, here, self.faces[name]["rewards"])
        if self.dummy is not None:
            yield from self._advance(taken)
        yield from self._renew_threats(here)
        return None

    def _titan(self, seat: int, here: int) -> Step:
        prices = [self.symbols[tile] for tile in self.raging.values() if tile]
        freed = (seat, here) in self.threats | self.slain
        blocked = self.options["titan_blocked_by"] == "any_action" and (seat, here) in self.recruited
        reasons = [
            (not prices, "nothing_here"),
            (freed, "city_already_freed"),
            (blocked, "already_recruited"),
            (bool(prices) and self.units[seat].total() < min(prices), "units_missing"),
        ]
        for holds, reason in reasons:
            if holds:
                return reason
        move = yield
        if move.get("titan") is None:
            return "declined"
        price: Counter[str] = Counter(move["units"])
        assert price.total() == self.symbols[move["titan"]]
        self.units[seat] -= price
        self.barracks += price
        self.slain.add((seat, here))
        taken = yield from self._rewards(seat, here, self.titan_faces[move["titan"]]["rewards"])
        stack = self.stack_of[move["titan"]]
        self.raging[stack] = None
        self.stacks[stack].pop(0)
        self.gone.append(move["titan"])
        if self.dummy is not None and self.options["dummy_advance_after"] != "threat":
            yield from self._advance(taken)
        return None

    def _rewards(self, seat: int, here: int, shown: Json) -> Step:
        guild = self.guilds.get(here)
        free = guild is None or (guild[0] == seat and guild[1] < MOST)
        can = ["gold"]
        can += ["bards"] if self.bards[seat] else []
        can += ["stories"] if free and self.stories[seat] else []
        taken = can
        if len(can) == 3:
            move = yield
            taken = move["rewards"]
            assert len(set(taken)) == len(taken) == 2
        if "gold" in taken:
            self.gold[seat] += shown["gold"]
        if "stories" in taken:
            height = guild[1] if guild else 0
            count = min(shown["stories"], MOST - height, self.stories[seat])
            self.stories[seat] -= count
            more = min(self.aside[seat], MOST - height - count)
            self.aside[seat] -= more
            self.guilds[here] = (seat, height + count + more)
        if "bards" in taken:
            due = min(shown["bards"], self.bards[seat])
            if len(self.regions[here]) == 1:
                self._bards(seat, {self.regions[here][0]: due})
            else:
                move = yield
                self._bards(seat, self._filled(seat, move["regions"], due))
        return taken

    def _filled(self, seat: int, regions: Json, due: int) -> Json:
        if self.centre in regions and regions[self.centre] is None:
            regions = {**regions, self.centre: due - sum(count or 0 for count in regions.values())}
        assert set(regions) <= set(self.regions[self.city[seat]])
        assert sum(regions.values()) <= due
        return regions

    def _bards(self, seat: int, regions: Json) -> None:
        self.placed[seat] += Counter(regions)
        self.bards[seat] -= sum(regions.values())

    def _advance(self, taken: list[str]) -> Step:
        means = {part["reward"]: part["id"] for part in self.box["evaluations"]}
        choice = self.options["dummy_choice"]
        offered = {
            criterion
            for reward, criterion in means.items()
            if choice == "any" or (reward in taken) == (choice == "taken")
        }
        assert self.dummy is not None
        if len(offered) == 1:
            self.dummy.update(offered)
            return
        move = yield
        assert move["criterion"] in offered
        self.dummy[move["criterion"]] += 1

    # --- tiles

    def _stock(self, name: str) -> Counter[str]:
        wanted = Counter(self.faces[name]["recruits"])
        got = wanted & self.barracks
        self.barracks -= got
        self.tiles[self.faces[name]["city"]] = (name, "recruitment", got)
        return got

    def _differs(self, pile: list[str | None]) -> None:
        """A tile that should have lain elsewhere: the order of the pile is unknown (XID-11.14)."""
        assert not self.options["strict_piles"]
        pile[:] = [None] * len(pile)

    def _flip(self, pile: str) -> None:
        """A pile that is empty takes the other kind's discard (XID-11.12, XID-11.13)."""
        source = {"R": "TD", "T": "RD"}[pile]
        if not self.piles[pile] and self.piles[source]:
            block, self.piles[source] = self.piles[source], []
            known = self.options["flip_order"] == "block" or len(block) == 1
            self.piles[pile] = block if known else [None] * len(block)

    def _draw(self, pile: str) -> Step:
        """The top of a pile; asked for where nobody knows it."""
        if self.piles[pile][0] is None and len(self.hidden()) == 1:
            self.piles[pile][0] = self.hidden().pop()
        if self.piles[pile][0] is None:
            self.must = pile
            move = yield
            self.must = None
            assert (move["type"], move["pile"]) == ("reveal_top", pile)
            assert move["tile"] in self.hidden()
            self.piles[pile][0] = move["tile"]
        return self.piles[pile].pop(0)

    def _renew_recruits(self, here: int) -> Step:
        bare: set[str] = set()
        empty = [
            city for city, tile in self.tiles.items() if tile[1] == "recruitment" and not +tile[2] and city != here
        ]
        for city in [here, *sorted(empty)]:
            leaving = self.tiles.pop(city)[0]
            if city != here:
                bare.add(leaving)
            while True:
                self.piles["RD"].append(leaving)
                name = self.next["R"]
                assert name
                self.next["R"] = None
                got = self._stock(name)
                self._flip("R")
                pile = "R"
                if not self.piles["R"]:
                    self._flip("T")
                    pile = "T"
                self.next["R"] = yield from self._draw(pile)
                if got or name in bare:
                    break
                bare.add(name)
                leaving = self.tiles.pop(self.faces[name]["city"])[0]
        self._tidy()

    def _renew_threats(self, here: int) -> Step:
        self.piles["TD"].append(self.tiles.pop(here)[0])
        name = self.next["T"]
        assert name
        self.tiles[self.faces[name]["city"]] = (name, "threat", Counter())
        self.next["T"] = None
        self._flip("T")
        if self.piles["T"]:
            self.next["T"] = yield from self._draw("T")
        else:
            yield from self._awaken()
        self._tidy()

    def _tidy(self) -> None:
        self._flip("R")
        self._flip("T")

    def _awaken(self) -> Step:
        move = yield
        assert move["type"] == "awaken"
        self.awakenings += 1
        sleeping = {stack for stack, slots in self.stacks.items() if slots and slots[0] == "sleeping"}
        assert set(move.get("turned") or {}) == sleeping
        for stack, tile in (move.get("turned") or {}).items():
            self.stacks[stack][0] = "raging"
            self.raging[stack] = tile
        block = self.piles["TD"]
        known = self.options["flip_order"] == "block" or len(block) == 1
        stack = [*self.piles["R"], *(block if known else [None] * len(block))]
        assert len(stack) == len(self.every) - 11
        self.piles["TD"] = []
        self.piles["R"] = stack[:2]
        if {move["next_threat"], move.get("top_threat")} & {tile for tile in stack[:2] if tile}:
            self._differs(self.piles["R"])
        self.next["T"] = move["next_threat"]
        self.piles["T"] = [move.get("top_threat"), *[None] * (len(stack) - 4)]

    # --- census and evaluations

    def _census(self, part: Json) -> Step:
        move = yield
        assert (move["type"], move["unit"]) == ("census_open", part["unit"])
        counts = {**self.kept, **(move.get("counts") or {})}
        self.kept = {}
        assert all(count <= self.units[int(seat)][part["unit"]] for seat, count in counts.items())
        most = max(counts.values())
        winners = [seat for seat in self._turn() if counts[str(seat)] == most] if most else []
        each = part["alone"] if len(winners) == 1 else part["tied"]
        for seat in winners:
            if part["kind"] == "gold":
                self.gold[seat] += each
            elif part["kind"] == "bards":
                if self.bards[seat]:
                    move = yield
                    assert move["seat"] == seat
                    self._bards(seat, self._filled(seat, move["regions"], min(each, self.bards[seat])))
            elif self.stories[seat]:
                yield from self._story(seat)

    def _story(self, seat: int) -> Step:
        open_ = [city for city, guild in self.guilds.items() if guild[0] == seat and guild[1] < MOST]
        if not open_:
            self.stories[seat] -= 1
            self.aside[seat] += 1
            return
        city = open_[0]
        if len(open_) > 1:
            move = yield
            city = move["city"]
        self.stories[seat] -= 1
        self.guilds[city] = (seat, self.guilds[city][1] + 1)

    def _points(self) -> dict[str, int]:
        points = dict.fromkeys(map(str, self.players), 0)
        for region in self.box["regions"]:
            here = {
                str(seat): self.placed[seat][region["id"]] for seat in self.players if self.placed[seat][region["id"]]
            }
            ranks = sorted(set(here.values()), reverse=True)
            leaders = [seat for seat in here if here[seat] == ranks[0]]
            for seat, count in here.items():
                if count == ranks[0]:
                    points[seat] += region["first"]
                elif len(leaders) == 1 and count == ranks[1]:
                    points[seat] += region["second"]
        return points

    def _evaluate(self, criterion: str, leave: int, out: list[str]) -> None:
        if criterion == "wealth":
            values = {str(seat): self.gold[seat] for seat in self.players}
        elif criterion == "influence":
            values = {
                str(seat): sum(high for who, high in self.guilds.values() if who == seat) for seat in self.players
            }
        else:
            values = self._points()
        if self.dummy is not None:
            track = self.box["dummy"]["tracks"][criterion]
            values["dummy"] = track["start"] + track["step"] * self.dummy[criterion]

        def strength(who: str) -> tuple[int, int, int]:
            if who == "dummy":
                return values[who], 0, -1
            far = (int(who) - self.first) % len(self.players)
            return values[who], self.units[int(who)].total(), far

        ranking = sorted(values, key=strength, reverse=True)
        leaving = [who for who in ranking if who not in out][-leave:]
        out += leaving
        self.evaluations.append((criterion, values, ranking, leaving))
