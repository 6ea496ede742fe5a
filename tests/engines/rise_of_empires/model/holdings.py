"""The second opinion: what players have, what tiles and regions give them, and how tiles are named."""

from collections import Counter
from collections.abc import Iterable

from engines.kernel.game import Json

NAMED = ("territory", "cities", "regions")
"""The tables of the box whose names are clear without an era."""


class WrongError(Exception):
    """The rules forbid a move.

    Args:
        clauses: The clauses that may refuse it; none where the page does not say which.
    """

    def __init__(self, *clauses: str) -> None:
        super().__init__(clauses)
        self.clauses = {f"ROE-{clause}" for clause in clauses}


def must(holds: object, *clauses: str) -> None:
    """Refuse by one of these clauses what does not hold."""
    if not holds:
        raise WrongError(*clauses)


class Holdings:
    """What lies on the table.

    Args:
        seats: How many play.
        box: The components.
        options: The options of the record.
    """

    def __init__(self, seats: int, box: Json, options: Json) -> None:
        self.players = range(seats)
        self.box, self.options = box, options
        self.progress_tiles = {tile["id"]: tile for tile in box["progress"]}
        self.land = {tile["id"]: tile for tile in box["territory"]}
        self.city_tiles = {tile["id"]: tile for tile in box["cities"]}
        self.empire_tiles = {tile["id"]: tile for tile in box["empire"]}
        worlds = {area["id"]: area["world"] for area in box["areas"]}
        self.regions = {region["id"]: {**region, "world": worlds[region["area"]]} for region in box["regions"]}
        self.boxes = {found["id"]: found for found in box["trade"]}
        self.names = {name: row["id"] for table in NAMED for row in box[table] for name in row["name"].values()}
        kinds = ("vp", "food", "gold", "resource", "pool", "stock")
        self.have = [Counter({kind: box["start"][kind] for kind in kinds}) for _ in self.players]
        self.cubes: list[Counter[str]] = [Counter() for _ in self.players]
        self.piece: list[str | None] = [None for _ in self.players]
        self.tiles: list[list[str]] = [[] for _ in self.players]
        self.used: set[str] = set()
        self.waits: dict[str, set[int]] = {}
        self.territory: list[Counter[str]] = [Counter() for _ in self.players]
        self.cities: list[list[str]] = [[] for _ in self.players]
        self.empires: list[list[str]] = [[] for _ in self.players]
        self.unseen = set(self.progress_tiles)
        self.unseen_land = Counter({kind: tile["count"] for kind, tile in self.land.items()})
        self.unseen_cities = set(self.city_tiles)
        self.shown: set[str] = set()
        self.aside: set[str] = set()
        self.shown_land: Counter[str] = Counter()
        self.aside_land: Counter[str] = Counter()
        self.cleared: set[str] = set()
        self.lost: set[str] = set()
        self.lost_land: Counter[str] = Counter()
        self.circles: dict[str, list[int | None]] = {
            row["id"]: [None] * box["circles"][str(seats)] for row in box["rows"]
        }
        self.trades: dict[str, int] = {}
        self.overseas_open = False
        self.turn = 0
        self.order: list[int] = []
        self.orders: list[list[int]] = []
        self.after: list[list[int]] = []
        self.scored: dict[tuple[int, int], int] = {}
        self.ledger: list[list[tuple[int, str, str, int]]] = [[] for _ in self.players]
        self.due: tuple[str, int | None] | None = ("start_player", None)
        self.stage = "new_tiles"
        self.queue: list[int] = []

    # --- what the clock says

    @property
    def clock(self) -> Json:
        """The row of the table of turns."""
        return dict(self.box["turns"][self.turn - 1])

    @property
    def era(self) -> int:
        """The era of this turn."""
        return int(self.clock["era"])

    @property
    def placing(self) -> bool:
        """Whether this is an A turn."""
        return bool(self.clock["letter"] == "A")

    # --- gains and losses

    def add(self, seat: int, kind: str, amount: int) -> None:
        """Give or take; cubes move between stock and pool, and what the bank or the stock lacks is lost."""
        if kind == "cubes":
            moved = min(amount, self.have[seat]["stock"])
            self.have[seat]["stock"] -= moved
            self.have[seat]["pool"] += moved
        elif kind == "resource" and amount > 0 and self.options["resource_disc_supply_limited"]:
            self.have[seat][kind] += min(amount, self.bank())
        else:
            self.have[seat][kind] += amount

    def bank(self) -> int:
        """The resource discs that neither players nor trade boxes have."""
        on_boxes = sum(self.boxes[box]["resources"] for box in self.trades)
        return int(self.box["counts"]["resource_discs"]) - on_boxes - sum(have["resource"] for have in self.have)

    def score(self, seat: int, line: str, source: str, amount: int) -> None:
        """Points for a line of the breakdown; nothing is written where there are none."""
        self.have[seat]["vp"] += amount
        if amount:
            self.ledger[seat].append((self.turn, line, source, amount))

    def home(self, seat: int, region: str, count: int, to: str) -> None:
        """Take own cubes off a region, into the pool or the stock; a guarding piece without a cube comes home."""
        self.cubes[seat][region] -= count
        self.have[seat][to] += count
        if not self.cubes[seat][region]:
            del self.cubes[seat][region]
            if self.piece[seat] == region:
                self.piece[seat] = None

    # --- control and effects

    def first(self, region: str) -> list[int]:
        """Those with the most cubes in a region; more than one control it jointly, none leave it alone."""
        most = max(cubes[region] for cubes in self.cubes)
        return [seat for seat in self.players if most and self.cubes[seat][region] == most]

    def effects(self, seat: int, kind: str) -> list[Json]:
        """The effects of one kind that a player's progress tiles have."""
        return [
            effect
            for tile in self.tiles[seat]
            for effect in self.progress_tiles[tile]["effects"]
            if effect["kind"] == kind
        ]

    def counted(self, seat: int, per: str) -> int:
        """How many units of a counter of the box a player has."""
        if per == "city":
            return len(self.cities[seat])
        if per == "region.controlled":
            return sum(seat in self.first(region) for region in self.regions)
        if per == "region.present":
            return sum(1 for region in self.regions if self.cubes[seat][region])
        group = per.removeprefix("territory.")
        return sum(count for kind, count in self.territory[seat].items() if self.land[kind]["group"] == group)

    def gained(self, effect: Json, seat: int, kind: str) -> int:
        """What an effect of a phase gives of one kind."""
        if effect["kind"] == "income":
            return int(effect.get(kind, 0))
        units = self.counted(seat, effect["per"])
        most = effect.get("max_units")
        return int(effect.get(kind, 0)) * (units if most is None else min(units, most))

    def from_progress(self, seat: int, phase: str, kind: str) -> dict[str, int]:
        """What each progress tile of a player gives of one kind in a phase."""
        return {
            tile: sum(
                self.gained(effect, seat, kind)
                for effect in self.progress_tiles[tile]["effects"]
                if effect["kind"] in ("income", "income_per") and effect["phase"] == phase
            )
            for tile in self.tiles[seat]
        }

    def from_regions(self, seat: int, kind: str) -> int:
        """What all regions give a player of one kind, shares of joint control rounded down (ROE-10.3, 10.4)."""
        return sum(
            self.regions[region]["benefit"][kind] // len(self.first(region))
            for region in self.regions
            if seat in self.first(region)
        )

    # --- names

    def resolve(self, typed: Iterable[str], among: Iterable[str], *clauses: str) -> list[str]:
        """Progress tiles by ids or names: ids are taken out first, then of each name the lowest id that fits."""
        left = sorted(set(among))
        found: dict[int, str] = {}
        typed = list(typed)
        for place, name in enumerate(typed):
            if name in self.progress_tiles:
                must(name in left, *clauses)
                left.remove(name)
                found[place] = name
        for place, name in enumerate(typed):
            if place not in found:
                tile = next((tile for tile in left if name in self.spellings(tile)), None)
                must(tile, *clauses)
                left.remove(str(tile))
                found[place] = str(tile)
        return [found[place] for place in range(len(typed))]

    def called(self, name: str) -> str:
        """The id of a city, kind or region that may be written by a name."""
        return self.names.get(name, name)

    def spellings(self, tile: str) -> list[str]:
        """The names of a progress tile."""
        return [*self.progress_tiles[tile]["name"].values(), *self.progress_tiles[tile]["aliases"]]
