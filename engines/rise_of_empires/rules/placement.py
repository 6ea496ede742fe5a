"""The check of an empire placement in its seven steps (ROE-9)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import combinations

from engines.rise_of_empires.box.components import Box

OVERSEAS_ERA = 2
"""The first era in which overseas regions may be used (ROE-9.21)."""


@dataclass(frozen=True, slots=True)
class Fault:
    """The reason why a placement of cubes is illegal.

    Args:
        rule: The clause.
        code: Of the refusal; ``no_anchor`` and ``no_way_back`` differ only in their texts.
        region: The region that does not fit.
        other: Another region or area that it conflicts with.
    """

    rule: str
    code: str
    region: str
    other: str = ""


@dataclass(frozen=True, slots=True)
class Placement:
    """The data for checking a placement.

    Args:
        box: The components.
        number: Regions that may be used: of the tile and of what raises it (ROE-9.8, ROE-9.34).
        water: Whether the tile has water, or is treated so (ROE-9.35).
        exempt: Regions that need not be reachable (ROE-9.33).
        own: Regions with own cubes before the placement (ROE-9.12).
        era: The current one.
        open: Whether overseas regions are open as far as Navigation goes (ROE-9.22).
    """

    box: Box
    number: int
    water: bool
    exempt: int
    own: frozenset[str]
    era: int
    open: bool

    def fault(self, regions: Sequence[str]) -> Fault | None:
        """The first of steps 2 to 7 that fails for a placement in these different regions; None if all hold."""
        if len(regions) > self.number:
            return Fault("ROE-9.8", "too_many_regions", regions[self.number])
        found = self._closed(regions) or self._reach(regions)
        if found is None or not self.exempt or found.code in ("era_closed", "needs_water", "overseas_closed"):
            return found
        for left_out in range(1, min(self.exempt, len(regions)) + 1):
            for kept in combinations(regions, len(regions) - left_out):
                if self._reach(kept) is None:
                    return None
        return Fault("ROE-9.33", "not_even_without", found.region)

    def may_follow(self, regions: Sequence[str], room: int) -> list[str]:
        """The regions that can be added to these so that a legal placement of at most ``room`` regions is possible.

        One more region can fix only a missing anchor, so looking one region ahead is enough.
        """
        return [
            region for region in self.box.regions if region not in regions and self.can_grow((*regions, region), room)
        ]

    def can_grow(self, regions: Sequence[str], room: int) -> bool:
        """Whether these regions are legal, or will be with one more, of at most ``room`` in all."""
        if len(regions) > room:
            return False
        found = self.fault(regions)
        if found is None:
            return True
        if found.code not in ("no_anchor", "not_even_without") or len(regions) >= min(room, self.number):
            return False
        return any(self.fault((*regions, anchor)) is None for anchor in self.box.regions if anchor not in regions)

    def _closed(self, regions: Sequence[str]) -> Fault | None:
        """Steps 3 and 4, and the start of step 5: faults that no tile can fix."""
        known = self.box.regions
        for region in regions:
            if known[region].overseas and self.era < OVERSEAS_ERA:
                return Fault("ROE-9.21", "era_closed", region)
            if known[region].era > self.era:
                return Fault("ROE-9.11", "era_closed", region)
        for region in regions:
            if known[region].sea and not self.water:
                return Fault("ROE-9.17", "needs_water", region)
        for region in regions:
            if known[region].overseas and not self.open:
                return Fault("ROE-9.22", "overseas_closed", region)
        return None

    def _reach(self, regions: Collection[str]) -> Fault | None:
        """The rest of step 5, and step 6."""
        known = self.box.regions
        area = ""
        for region in regions:
            shape = known[region]
            if not shape.overseas or self._by_land(region):
                continue
            if not self.water:
                return Fault("ROE-9.26", "no_way", region)
            if area and shape.area != area:
                return Fault("ROE-9.29", "two_areas", region, area)
            area = shape.area
        return self._old_world([region for region in regions if not known[region].overseas])

    def _by_land(self, region: str) -> bool:
        """Whether a region holds own cubes or is next to one that does."""
        return region in self.own or not self.own.isdisjoint(self.box.regions[region].adjacent)

    def _old_world(self, regions: Sequence[str]) -> Fault | None:
        """Step 6 (ROE-9.12 to 9.15, ROE-9.18)."""
        if not regions:
            return None
        known = self.box.regions
        if any(not known[region].overseas for region in self.own):
            for region in regions:
                if not self._by_land(region):
                    alone = known[region].sea and known[region].adjacent.isdisjoint(regions)
                    return Fault("ROE-9.18" if alone else "ROE-9.12", "not_adjacent", region)
            return None
        if self.own and not self.water:
            return Fault("ROE-9.15", "no_way_back", regions[0])
        if any(all(one == anchor or one in known[anchor].adjacent for one in regions) for anchor in regions):
            return None
        stray = next(one for one in regions[1:] if one not in known[regions[0]].adjacent)
        return Fault("ROE-9.15" if self.own else "ROE-9.14", "no_anchor", stray, regions[0])
