"""A second opinion on an empire placement: the seven steps of the rules page, and a search through all sets of regions.

Regions are given as the box has them: ``id``, ``era``, ``world``, ``area``, ``sea``, ``adjacent``.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from engines.kernel.game import Json


@dataclass(frozen=True)
class Placement:
    """What the seven steps are given.

    Args:
        regions: The map, by id.
        number: Regions that the tile allows, extra ones included.
        water: Whether the tile leads over water, printed or by Navigation.
        held: Regions with own cubes, after a recall.
        pool: Cubes in the pool, after a recall.
        era: The era of the turn.
        closed: Whether the regions overseas are not open yet (turn II-A without Navigation).
        free: Regions that Mercenaries let break the rules of adjacency.
    """

    regions: Mapping[str, Json]
    number: int
    water: bool
    held: frozenset[str]
    pool: int
    era: int
    closed: bool
    free: int = 0

    def refused(self, place: Sequence[tuple[str, int]]) -> set[str]:
        """The clauses that may refuse to place these cubes; empty where the placement is legal."""
        used = [region for region, _ in place]
        if any(cubes < 1 for _, cubes in place) or len(set(used)) < len(used):
            return {"9.9"}
        if sum(cubes for _, cubes in place) > self.pool:
            return {"9.7"}
        if len(used) > self.number:
            return {"9.8"}
        late = {
            "9.21" if self.overseas(region) and self.era < 2 else "9.11"
            for region in used
            if self.regions[region]["era"] > self.era or (self.overseas(region) and self.era < 2)
        }
        if late:
            return late
        if not self.water and any(self.regions[region]["sea"] for region in used):
            return {"9.17"}
        if self.closed and any(self.overseas(region) for region in used):
            return {"9.22"}
        if not self.free:
            return self.unreached(used)
        for size in range(min(self.free, len(used)) + 1):
            for broken in combinations(used, size):
                if not self.unreached([region for region in used if region not in broken]):
                    return set()
        return {"9.33"}

    def unreached(self, used: Collection[str]) -> set[str]:
        """The clauses of adjacency and of ways over water that a set of regions breaks, from the fifth step on."""
        sailed = [region for region in used if self.overseas(region) and not self.by_land(region)]
        if sailed and not self.water:
            return {"9.26"}
        if len({self.regions[region]["area"] for region in sailed}) > 1:
            return {"9.29"}
        old = [region for region in used if not self.overseas(region)]
        if not old:
            return set()
        if any(not self.overseas(region) for region in self.held):
            return {self.apart(region, used) for region in old if not self.by_land(region)}
        if self.held and not self.water:
            return {"9.15"}
        if any(all(other == anchor or self.touch(anchor, other) for other in old) for anchor in old):
            return set()
        return {"9.15" if self.held else "9.14"}

    def apart(self, region: str, used: Collection[str]) -> str:
        """The clause by which a region of the Old World that own cubes do not reach is refused."""
        alone = not any(self.touch(region, other) for other in used)
        return "9.18" if self.regions[region]["sea"] and alone else "9.12"

    def overseas(self, region: str) -> bool:
        """Whether a region lies overseas."""
        return bool(self.regions[region]["world"] == "overseas")

    def by_land(self, region: str) -> bool:
        """Whether a region holds own cubes or touches one that does."""
        return region in self.held or any(self.touch(region, other) for other in self.held)

    def touch(self, one: str, other: str) -> bool:
        """Whether two regions are adjacent."""
        return other in self.regions[one]["adjacent"]

    def sets(self) -> Iterator[tuple[str, ...]]:
        """Every set of regions with at most one more than the tile allows."""
        for size in range(min(self.number + 1, len(self.regions)) + 1):
            yield from combinations(sorted(self.regions), size)
