"""The second opinion: actions, from the free actions before to those after."""

from collections.abc import Mapping, Sequence

from engines.kernel.game import Json
from tests.engines.rise_of_empires.model.holdings import must
from tests.engines.rise_of_empires.model.phases import Phases
from tests.engines.rise_of_empires.model.placing import Placement

UNITS = {"gold": "gold", "cube": "pool", "resource": "resource", "food": "food", "vp": "vp"}
"""What a disc may be paid with, and where a player has it."""
OF_A_ROW = {
    "progress": {"tile"}, "territory": {"kind"}, "city": {"tile"},
    "empire": {"tile", "recall", "place", "battles", "use"}, "trade": {"box", "use"},
}  # fmt: skip


class Acting(Phases):
    """Actions."""

    def play_action(self, move: Json) -> None:
        """The whole of an action, in the order of its parts."""
        seat, row, perform = move["seat"], move["row"], move.get("perform", True)
        for free in move.get("free_before") or ():
            self.free_action(seat, free)
        if self.placing:
            self.put_disc(seat, move)
        else:
            self.take_disc(seat, move)
        if perform:
            must(set(move) & {"tile", "kind", "box", "recall", "place", "battles", "use"} <= OF_A_ROW[row])
            getattr(self, f"act_{row}")(seat, move)
        for free in move.get("free_after") or ():
            self.free_action(seat, free)
        for waiting in self.waits.values():
            waiting.discard(seat)

    # --- discs

    def cap(self, row: str) -> int:
        """How many discs a row takes."""
        most = next(found["most"] for found in self.box["rows"] if found["id"] == row)
        return min(len(self.circles[row]), len(self.circles[row]) if most is None else most)

    def full(self, row: str) -> bool:
        """Whether no circle of a row is free."""
        return sum(disc is not None for disc in self.circles[row]) >= self.cap(row)

    def put_disc(self, seat: int, move: Json) -> None:
        """An A turn (ROE-5.10 to 5.19)."""
        row = move["row"]
        must("circle" not in move and not any((move.get("pay") or {}).values()), "5.10")
        must(not self.full(row), *(["5.4", "5.13"] if row == "empire" else ["5.13"]))
        if not move.get("perform", True):
            must(not any(self.possible(seat, name) for name in self.circles), "5.18")
        self.circles[row][self.circles[row].index(None)] = seat

    def possible(self, seat: int, row: str) -> bool:
        """Whether a player could carry out the action of a row now, with whichever tile or box."""
        have, there = self.have[seat], self.shown | self.aside
        if self.full(row):
            return False
        if row == "progress":
            tiles = [tile for tile in there if tile in self.progress_tiles]
            return any(not self.owns_copy(seat, tile) and self.surcharge(seat, tile) <= have["gold"] for tile in tiles)
        if row == "territory":
            return bool((self.shown_land + self.aside_land).total())
        if row == "city":
            return any(not self.lacking(seat, tile) for tile in there if tile in self.city_tiles)
        if row == "empire":
            needs = self.options["a_turn_empire_needs_cube"]
            return not needs or have["pool"] > 0 or self.cubes[seat].total() > 0
        free = [box for name, box in self.boxes.items() if name not in self.trades and self.era in box["eras"]]
        return any(box["resources"] <= have["resource"] for box in free)

    def cost(self, seat: int, row: str, circle: int) -> int:
        """What it costs a player to take a disc off (ROE-5.21 to 5.24, 5.32)."""
        if self.effects(seat, "no_disc_cost"):
            return 0
        return sum(disc is not None for disc in self.circles[row][circle:])

    def take_disc(self, seat: int, move: Json) -> None:
        """A B turn (ROE-5.20 to 5.38)."""
        row, have, perform = move["row"], self.have[seat], move.get("perform", True)
        own = [place + 1 for place, disc in enumerate(self.circles[row]) if disc == seat]
        circle = move.get("circle", own[0] if len(own) == 1 else None)
        must(circle in own, "5.20")
        assert circle is not None
        pay = {unit: count for unit, count in (move.get("pay") or {}).items() if count}
        must(all(count > 0 for count in pay.values()))
        price = self.cost(seat, row, circle)
        units = {unit: have[place] for unit, place in UNITS.items() if have[place]}
        prices = [
            self.cost(seat, name, place + 1)
            for name, discs in self.circles.items()
            for place, disc in enumerate(discs)
            if disc == seat
        ]
        if min(prices) > sum(units.values()):
            must(pay == units, "5.35", "5.22", "5.31", "5.29", "5.27", "5.38")
            must(not perform, "5.35", "5.22")
        else:
            bad = set() if sum(pay.values()) == price else {"5.22", "5.31", "5.35", "5.37"}
            if bad and self.effects(seat, "no_disc_cost"):
                bad = {"5.32"}
            clauses = {"gold": "5.38", "resource": "5.38", "cube": "5.27", "food": "5.29", "vp": "5.29"}
            if move.get("recall") and pay.get("cube", 0) > have["pool"]:
                bad.add("5.38")
            bad |= {clauses[unit] for unit, count in pay.items() if count > have[UNITS[unit]]}
            must(not bad, *bad)
        self.circles[row][circle - 1] = None
        for unit, count in pay.items():
            if unit == "vp":
                self.score(seat, "discs", "", -count)
            else:
                have[UNITS[unit]] -= count
        have["stock"] += pay.get("cube", 0)

    # --- tiles

    def owns_copy(self, seat: int, tile: str) -> bool:
        """Whether a player owns a tile of the same name and era (ROE-6.5)."""
        mine = self.progress_tiles[tile]
        return any(
            (self.progress_tiles[other]["name"], self.progress_tiles[other]["era"]) == (mine["name"], mine["era"])
            for other in self.tiles[seat]
        )

    def surcharge(self, seat: int, tile: str) -> int:
        """The gold that an old progress tile costs (ROE-6.2 to 6.4, less what Universities takes off)."""
        price = self.box["costs"]["surcharge"][self.era - self.progress_tiles[tile]["era"]]
        return max(0, price - sum(effect["gold"] for effect in self.effects(seat, "old_progress_discount")))

    def act_progress(self, seat: int, move: Json) -> None:
        """ROE-6.1 to 6.6."""
        tile = self.to_be_had(move["tile"], "6.1")
        must(not self.owns_copy(seat, tile), "6.5")
        price = self.surcharge(seat, tile)
        must(price <= self.have[seat]["gold"], "6.3", "6.4")
        self.add(seat, "gold", -price)
        self.shown.discard(tile)
        self.aside.discard(tile)
        self.tiles[seat].append(tile)
        self.waits[tile] = {other for other in self.players if other != seat}
        if any(effect["kind"] == "opens_overseas" for effect in self.progress_tiles[tile]["effects"]):
            self.overseas_open = True

    def to_be_had(self, name: str, clause: str) -> str:
        """The tile of an id or name that lies face up or set aside."""
        there = self.shown | self.aside
        if name in self.progress_tiles or name in self.city_tiles:
            must(name in there, *self.why_not(name, clause))
            return name
        if name in self.names:
            return self.to_be_had(self.names[name], clause)
        named = sorted(tile for tile in self.progress_tiles if name in self.spellings(tile))
        must(len({self.progress_tiles[tile]["era"] for tile in named}) < 2, "1.12")
        free = [tile for tile in named if tile in there]
        must(free, *{reason for tile in named for reason in self.why_not(tile, clause)})
        return free[0]

    def why_not(self, tile: str, clause: str) -> Sequence[str]:
        """The clauses that may refuse a tile which is not to be had."""
        if tile not in self.cleared:
            return (clause,)
        wonder = tile in self.city_tiles and self.city_tiles[tile]["kind"] == "wonder"
        return ("4.4", "8.11") if wonder else ("4.5",)

    def act_territory(self, seat: int, move: Json) -> None:
        """ROE-7.1 to 7.3; those set aside go first (ROE-1.12)."""
        kind = self.called(move["kind"])
        source = self.aside_land if self.aside_land[kind] else self.shown_land
        must(source[kind], "7.1", "4.5")
        source[kind] -= 1
        self.territory[seat][kind] += 1

    def price(self, seat: int, tile: str) -> dict[str, int]:
        """What a city or wonder costs, discounts taken off (ROE-8.1, 8.8)."""
        off = sum(effect["gold"] for effect in self.effects(seat, "city_gold_discount"))
        cost = self.city_tiles[tile]["cost"]
        return {"gold": max(0, cost["gold"] - off), "resource": cost["resource"], "pool": cost["cubes"]}

    def lacking(self, seat: int, tile: str) -> set[str]:
        """What of the price of a city or wonder a player does not have."""
        return {kind for kind, count in self.price(seat, tile).items() if count > self.have[seat][kind]}

    def act_city(self, seat: int, move: Json) -> None:
        """ROE-8.1 to 8.10."""
        tile = self.to_be_had(move["tile"], "8.1")
        face = self.city_tiles[tile]
        must(not self.lacking(seat, tile), *(["8.2"] if face["kind"] == "city" else ["8.2", "8.8"]))
        for kind, count in self.price(seat, tile).items():
            self.have[seat][kind] -= count
        self.have[seat]["stock"] += self.price(seat, tile)["pool"]
        self.shown.discard(tile)
        self.aside.discard(tile)
        if face["kind"] == "city":
            self.cities[seat].append(tile)
        else:
            self.lost.add(tile)
            self.score(seat, "wonders", tile, face["vp_immediate"])

    def act_trade(self, seat: int, move: Json) -> None:
        """ROE-12.1 to 12.6."""
        name = move["box"]
        box = self.boxes[name]
        must(name not in self.trades, "12.3")
        must(self.era in box["eras"], "12.4")
        must(box["resources"] <= self.have[seat]["resource"], "12.6", "5.15")
        kind = "vp" if box["vp"] else "gold"
        bonus = 0
        for effect in self.use(seat, move.get("use") or (), "trade_bonus", on=kind):
            bonus += effect[kind]
        self.have[seat]["resource"] -= box["resources"]
        self.trades[name] = seat
        if kind == "vp":
            self.score(seat, "trade", name, box["vp"] + bonus)
        else:
            self.add(seat, "gold", box["gold"] + bonus)

    # --- empires

    def act_empire(self, seat: int, move: Json) -> None:
        """Chapter 9, then the battles of chapter 11."""
        tile = move["tile"]
        must(not any(tile in taken for taken in self.empires), "9.1")
        face = self.empire_tiles[tile]["side_era_1" if self.era == 1 else "side_era_2_3"]
        kinds = ("extra_region", "treat_tile_as_water", "ignore_adjacency")
        effects = self.use(seat, move.get("use") or (), *kinds)
        self.empires[seat].append(tile)
        if move.get("recall"):
            must(self.cubes[seat].total(), "9.36")
            for region, count in list(self.cubes[seat].items()):
                self.home(seat, region, count, "pool")
        if self.placing and self.options["a_turn_empire_needs_cube"]:
            must(self.have[seat]["pool"], "5.16")
        place = [(found["region"], found["cubes"]) for found in move.get("place") or ()]
        wrong = self.placement(seat, face, effects).refused(place)
        must(not wrong, *wrong)
        for region, count in place:
            self.have[seat]["pool"] -= count
            self.cubes[seat][region] += count
        self.fight(seat, face["battle_rows"], move.get("battles") or ())

    def placement(self, seat: int, face: Mapping[str, Json], effects: Sequence[Json] = ()) -> Placement:
        """The question of the seven steps."""
        return Placement(
            regions=self.regions,
            number=int(face["regions"]) + sum(effect.get("count", 0) for effect in effects),
            water=bool(face["water"]) or any(effect["kind"] == "treat_tile_as_water" for effect in effects),
            held=frozenset(region for region, count in self.cubes[seat].items() if count),
            pool=self.have[seat]["pool"],
            era=self.era,
            closed=not self.overseas_open,
            free=sum(effect.get("regions", 0) for effect in effects),
        )

    def fight(self, seat: int, rows: Sequence[Json], battles: Sequence[Json]) -> None:
        """The battles of an action, one after the other."""
        must(len(battles) <= len(rows), "11.11")
        must(len(battles) <= self.clock["battles"], "11.12")
        regions: list[str] = []
        fought: list[int] = []
        for battle in battles:
            region, defender, number = battle["region"], battle["defender"], battle.get("row", 0)
            bad: set[str] = set()
            if not 0 <= number < len(rows):
                bad.add("11.11")
            if number and self.clock["battles"] < 2 <= len(rows):
                bad.add("11.12")
            if region in regions or number in fought:
                bad.add("11.15")
            others = [other for other in self.players if other != seat and self.cubes[other][region]]
            if not self.cubes[seat][region] or not others:
                bad.add("11.2")
            elif defender not in others:
                bad.add("11.3")
            elif self.piece[defender] == region:
                bad.add("6.20")
            must(not bad, *bad)
            regions.append(region)
            fought.append(number)
            self.battle(seat, battle, rows[number])

    def battle(self, seat: int, battle: Json, row: Json) -> None:
        """One battle: both losses are fixed, then the defender's cubes go, then the attacker's (ROE-11.6 to 11.20)."""
        region, defender = battle["region"], battle["defender"]
        effects = self.use(seat, battle.get("use") or (), "battle_attacker")
        mine = max(0, row["attacker_loses"] + sum(effect.get("attacker_loss", 0) for effect in effects))
        theirs = row["defender_loses"] + sum(effect.get("defender_loss", 0) for effect in effects)
        for effect in self.effects(defender, "battle_defender"):
            changed = max(effect.get("minimum", 0), theirs + effect["defender_loss"])
            theirs = min(theirs, changed)
        for loser, loss in ((defender, theirs), (seat, mine)):
            gone = min(loss, self.cubes[loser][region])
            if gone:
                self.home(loser, region, gone, "stock")

    # --- tiles that are used

    def use(self, seat: int, typed: Sequence[str], *kinds: str, on: str | None = None) -> list[Json]:
        """Turn tiles of a `use` face down and give their effects of these kinds, for this trade (ROE-6.12, 6.25)."""
        found: list[Json] = []
        for name in typed:
            tile = self.own(seat, name, "6.25")
            face = self.progress_tiles[tile]
            fits = [effect for effect in face["effects"] if effect["kind"] in kinds and effect.get("on") in (on, None)]
            bad: set[str] = set()
            if face["use"] != "with_action_once" or not fits:
                bad.add("6.25")
            if tile in self.used:
                bad |= {"6.12", "6.25"}
            if self.waits.get(tile):
                bad.add("6.9")
            must(not bad, *bad)
            self.used.add(tile)
            found += fits
        return found

    def own(self, seat: int, name: str, *clauses: str) -> str:
        """A tile of a player's own, by id or name."""
        mine = [tile for tile in self.tiles[seat] if name in (tile, *self.spellings(tile))]
        if name not in self.progress_tiles:
            must(
                len({face["era"] for face in self.progress_tiles.values() if name in face["name"].values()}) < 2, "1.12"
            )
        must(mine, *clauses)
        return mine[0]

    def free_action(self, seat: int, move: Json) -> None:
        """A free action (ROE-6.7 to 6.9, 6.27)."""
        tile = self.own(seat, move["tile"], "5.6")
        face = self.progress_tiles[tile]
        must(face["use"] == "free_action", "6.7")
        bad = {"6.8"} if tile in self.used else set()
        if self.waits.get(tile):
            bad.add("6.9")
        must(not bad, *bad)
        for effect in face["effects"]:
            if effect["kind"] == "remove_cube":
                self.remove_cube(seat, effect, move)
            elif effect["kind"] == "exchange":
                self.exchange(seat, tile, effect)
            elif effect["kind"] == "place_alliance":
                must(self.cubes[seat][move["region"]], "6.27", "6.20")
                self.piece[seat] = move["region"]
        self.used.add(tile)

    def remove_cube(self, seat: int, effect: Json, move: Json) -> None:
        """ROE-6.15 and 6.20."""
        victim, region = move["victim"], move["region"]
        must(victim != seat and self.cubes[victim][region], "6.15", "6.27")
        must(self.piece[victim] != region, "6.20")
        self.home(victim, region, min(effect["count"], self.cubes[victim][region]), "stock")

    def exchange(self, seat: int, tile: str, effect: Json) -> None:
        """What is paid in full, then what is gained (ROE-6.27)."""
        have = self.have[seat]
        places = {"cubes": "pool"}
        must(all(count <= have[places.get(kind, kind)] for kind, count in effect["pay"].items()), "6.27")
        for kind, count in effect["pay"].items():
            if kind == "vp":
                self.score(seat, "progress", tile, -count)
            else:
                have[places.get(kind, kind)] -= count
                have["stock"] += count if kind == "cubes" else 0
        for kind, count in effect["gain"].items():
            if kind == "vp":
                self.score(seat, "progress", tile, count)
            else:
                self.add(seat, kind, count)
        have["food"] = min(have["food"], 20)
