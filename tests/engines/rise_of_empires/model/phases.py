"""The second opinion: food, income, points, what is kept at the end of an era, and the end of the game."""

from collections.abc import Iterable

from engines.kernel.game import Json
from tests.engines.rise_of_empires.model.holdings import Holdings, must


class Phases(Holdings):
    """Phases 3 to 5 and the ends."""

    def needy(self, seat: int, kind: str) -> list[str]:
        """The cities of a player that need food, or a resource disc."""
        return [tile for tile in self.cities[seat] if self.city_tiles[tile]["upkeep"][kind]]

    def give_up(self, seat: int, typed: Iterable[str], kind: str, clause: str) -> list[str]:
        """Cities leave the game; only those with an upkeep of this kind may be named, each once."""
        names = [self.called(name) for name in typed]
        must(len(set(names)) == len(names) and set(names) <= set(self.needy(seat, kind)), clause)
        for name in names:
            self.cities[seat].remove(name)
            self.lost.add(name)
        return names

    def play_food_choice(self, move: Json) -> None:
        """Cities are given up for their food, then the rest is added up (ROE-13.2)."""
        self.give_up(move["seat"], move.get("discard", ()), "food", "13.2")
        self.feed(move["seat"])

    def feed(self, seat: int) -> None:
        """Phase 3 of a player (ROE-13.1 to 13.11)."""
        total = sum(self.land[kind]["food"] * count for kind, count in self.territory[seat].items())
        for tile in self.cities[seat]:
            total += self.city_tiles[tile]["income"]["food"] - self.city_tiles[tile]["upkeep"]["food"]
        total += self.from_regions(seat, "food") + sum(self.from_progress(seat, "food", "food").values())
        total *= self.clock["food_times"]
        marker, most = self.have[seat]["food"] + total, self.box["food"]["most"]
        if marker < 0:
            self.score(seat, "food", "", -min(-marker, self.have[seat]["vp"]))
        if marker > most:
            self.add(seat, "gold", (marker - most) // self.box["food"]["lost_for_gold"])
        self.have[seat]["food"] = max(0, min(most, marker))

    def play_upkeep_choice(self, move: Json) -> None:
        """Income, then cities that are paid or given up, then what the paid ones yield (ROE-14.4 to 14.8)."""
        seat = move["seat"]
        self.collect(seat)
        self.give_up(seat, move.get("drop", ()), "resource", "14.5")
        paid = self.needy(seat, "resource")
        price = sum(self.city_tiles[tile]["upkeep"]["resource"] for tile in paid)
        must(price <= self.have[seat]["resource"], "14.6")
        self.add(seat, "resource", -price)
        for tile in paid:
            for kind in ("gold", "resource", "cubes"):
                self.add(seat, kind, self.city_tiles[tile]["income"][kind])

    def collect(self, seat: int) -> None:
        """The first step of phase 4 (ROE-14.4)."""
        unpaid = [tile for tile in self.cities[seat] if not self.city_tiles[tile]["upkeep"]["resource"]]
        for kind in ("gold", "resource", "cubes"):
            amount = self.from_regions(seat, kind)
            amount += sum(self.land[name][kind] * count for name, count in self.territory[seat].items())
            amount += sum(self.from_progress(seat, "income", kind).values())
            amount += sum(self.city_tiles[tile]["income"][kind] for tile in unpaid)
            self.add(seat, kind, amount)

    def points(self) -> None:
        """Phase 5 (ROE-15.1)."""
        before = [have["vp"] for have in self.have]
        for seat in self.order:
            for tile in self.cities[seat]:
                self.score(seat, "cities", tile, self.city_tiles[tile]["vp_per_turn"])
            for kind, count in self.territory[seat].items():
                self.score(seat, "towns", kind, self.land[kind]["vp"] * count)
            for tile, amount in self.from_progress(seat, "vp", "vp").items():
                self.score(seat, "progress", tile, amount)
            for region, face in self.regions.items():
                first, second = self.first(region), self.second(region)
                if seat in first:
                    both = face["vp_first"] + (face["vp_second"] if len(first) > 1 else 0)
                    self.score(seat, "control", region, both // len(first))
                elif seat in second:
                    self.score(seat, "second", region, face["vp_second"] // len(second))
            self.scored[self.turn, seat] = self.have[seat]["vp"] - before[seat]

    def second(self, region: str) -> list[int]:
        """Those with the second most cubes in a region that one player controls alone."""
        first = self.first(region)
        if len(first) != 1:
            return []
        most = max(cubes[region] for seat, cubes in enumerate(self.cubes) if seat not in first)
        return [seat for seat in self.players if most and self.cubes[seat][region] == most and seat not in first]

    def play_era_keep(self, move: Json) -> None:
        """What is kept at the end of an era (ROE-17.2 to 17.6)."""
        seat = move["seat"]
        progress = self.resolve(move.get("progress", ()), self.tiles[seat], "17.3", "1.12")
        names = [self.called(name) for name in move.get("cities", ())]
        must(len(set(names)) == len(names) and set(names) <= set(self.cities[seat]), "17.4")
        price = self.box["costs"]["keep_progress_gold"] * len(progress)
        must(price <= self.have[seat]["gold"], "17.3")
        cubes = self.box["costs"]["keep_city_cubes"] * len(names)
        must(cubes <= self.have[seat]["pool"], "17.4", "17.5")
        self.add(seat, "gold", -price)
        self.have[seat]["pool"] -= cubes
        self.have[seat]["stock"] += cubes
        self.lost |= {*self.tiles[seat], *self.cities[seat]} - {*progress, *names}
        self.tiles[seat] = [tile for tile in self.tiles[seat] if tile in progress]
        self.cities[seat] = [tile for tile in self.cities[seat] if tile in names]

    def play_choose_position(self, move: Json) -> None:
        """A position of the next turn (ROE-16.7)."""
        place = move["position"]
        must(1 <= place <= len(self.players), "16.7")
        must(place in self.free, "16.2")
        self.free.remove(place)
        self.picked[place] = move["seat"]

    def finish(self) -> None:
        """The end of the game (ROE-18.2 to 18.4)."""
        for seat, have in enumerate(self.have):
            for kind in ("gold", "resource"):
                self.score(seat, kind, "", have[kind] // self.box["end"][f"{kind}_per_vp"])
        self.stage = "finished"

    def places(self) -> list[int]:
        """The final place of each player; equals share one (ROE-18.7 to 18.9)."""
        of = [(have["vp"], have["gold"]) for have in self.have]
        return [1 + sum(other > mine for other in of) for mine in of]
