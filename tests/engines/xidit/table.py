"""A short way to write boxes, moves and whole years of Lords of Xidit, and ways to bring a table into a position.

Nothing here asks the engine what is right. Seats are numbers; orders are written as letters, one a wheel:
``k`` black road, ``r`` red road, ``b`` blue road, ``a`` action, ``w`` wait; what is left out is wait.

A position is reached by legal moves alone: the setup names the tiles (chance is data), an owner's box may give any
face to any tile, and :meth:`Table.tour` walks the figures from city to city, answering what comes up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from engines import xidit
from engines.kernel.game import IllegalMoveError, Json
from engines.kernel.replay import Fold
from tests.engines.given import Attempt, Hand, Line, Position, defaults
from tests.reference import figures

FIGURES = figures("xidit")
COLOURS = ("black", "red", "blue", "yellow", "green")
ICONS = {"k": "road_black", "r": "road_red", "b": "road_blue", "a": "action", "w": "wait"}
UNITS = ("peasant", "archer", "infantry", "cleric", "mage")
ORDER = ("wealth", "influence", "reputation")
CENTRE = "R9"

SIDES = {"recruit": "recruitment", "threat": "threat"}

Tile = tuple[str, str, dict[str, int]]
"""A tile in a city: id, ``recruitment`` or ``threat``, and the units left on it."""


# ------------------------------------------------------------------------------------------------------ the reference


@cache
def roads() -> dict[int, dict[str, int]]:
    """For each city of the reference's map the city at the end of the road of each colour."""
    ends: dict[int, dict[str, int]] = {int(city): {} for city in FIGURES["cities"]}
    for colour, joined in FIGURES["roads"].items():
        for one, other in joined:
            ends[one][colour] = other
            ends[other][colour] = one
    return ends


def regions(city: int) -> list[str]:
    """The regions on whose border a city of the reference's map lies."""
    found: str = FIGURES["cities"][str(city)]
    return found.split()


@dataclass(frozen=True)
class Face:
    """A city tile of the reference.

    Args:
        id: Its letter and number.
        set: The set it belongs to.
        city: Where it is put.
        recruits: Units on the recruitment face, without those of which there are none.
        needs: Units that the threat face asks for, likewise.
        rewards: Gold, bards and stories of the threat face.
    """

    id: str
    set: str
    city: int
    recruits: dict[str, int]
    needs: dict[str, int]
    rewards: dict[str, int]


@cache
def faces() -> dict[str, Face]:
    """Every city tile of the reference, by id."""
    return {
        tile: Face(tile, name, city, units(offered), units(needed), rewarded(won))
        for name, tiles in FIGURES["tiles"].items()
        for tile, city, offered, needed, won in tiles
    }


def titans() -> dict[str, dict[str, int]]:
    """Gold, bards and stories of every titan of the reference, by id."""
    return {
        tile: rewarded(won) for stack in FIGURES["titans"].values() for tile, won in stack.items() if tile != "symbols"
    }


def stack_of_titans(name: str) -> list[str]:
    """The titans of a stack, in the order of the reference."""
    return [tile for tile in FIGURES["titans"][name] if tile != "symbols"]


def tile_set(name: str) -> list[str]:
    """The tiles of a set, in the order of their cities."""
    return [tile for tile, *_ in FIGURES["tiles"][name]]


def some(counts: Mapping[str, int]) -> dict[str, int]:
    """Counts without those that are nothing."""
    return {key: count for key, count in counts.items() if count}


def units(counts: Sequence[int]) -> dict[str, int]:
    """Counts from the weakest unit to the strongest, by type and without those that are nothing."""
    return some(dict(zip(UNITS, counts, strict=True)))


def rewarded(counts: Sequence[int]) -> dict[str, int]:
    """Gold, bards and stories, by name."""
    return dict(zip(("gold", "bards", "stories"), counts, strict=True))


def recruits(tile: str) -> dict[str, int]:
    """The symbols of a recruitment face of the reference."""
    return faces()[tile].recruits


def needs(tile: str) -> dict[str, int]:
    """What a threat face of the reference asks for."""
    return faces()[tile].needs


def city_of(tile: str) -> int:
    """The number of a tile."""
    return faces()[tile].city


def way(start: int, end: int) -> str:
    """A shortest way between two cities of the reference's map, as letters of roads."""
    letters = {"black": "k", "red": "r", "blue": "b"}
    ways = {start: ""}
    front = [start]
    while end not in ways:
        following = []
        for city in front:
            for colour, there in sorted(roads()[city].items()):
                if there not in ways:
                    ways[there] = ways[city] + letters[colour]
                    following.append(there)
        front = following
    return ways[end]


# -------------------------------------------------------------------------------------------------------------- boxes


def box(  # noqa: PLR0913 - one for each figure an owner might correct
    *,
    recruits: Mapping[str, Mapping[str, int]] | None = None,
    all_recruits: Mapping[str, int] | None = None,
    needs: Mapping[str, Mapping[str, int]] | None = None,
    all_needs: Mapping[str, int] | None = None,
    rewards: Mapping[str, Mapping[str, int]] | None = None,
    pool: Mapping[str, int] | None = None,
    years: int | None = None,
    census: Sequence[int] | None = None,
    bards: int | None = None,
    stories: int | None = None,
    most: int | None = None,
    keep: str | None = None,
) -> Json:
    """The default box with some figures changed, as an owner of another printing would change them.

    Args:
        recruits: Units on the recruitment face, by tile.
        all_recruits: The same for every tile that ``recruits`` does not name.
        needs: Units that the threat face asks for, by tile.
        all_needs: The same for every tile that ``needs`` does not name.
        rewards: Rewards of city tiles or titans, by tile; those that are not named stay.
        pool: Units of a type in the box.
        years: The length of the long game.
        census: The census years of the long game.
        bards: Bard tokens of a player.
        stories: Guild stories of a player.
        most: The height of a full guild.
        keep: The cities whose tiles the set of 21 keeps; the recruitment pile then starts with three tiles.
    """
    made = xidit.box()
    if keep is not None:
        made["tiles"] = [tile for tile in made["tiles"] if tile["set"] != "4-5p" or tile["id"] in ids(keep)]
        next(found for found in made["tile_sets"] if found["id"] == "4-5p")["tiles"] = len(keep.split())
        made["setup"]["recruitment_pile"] = 3
    for tile in made["tiles"]:
        name = tile["id"]
        if recruits and name in recruits:
            tile["recruits"] = dict(recruits[name])
        elif all_recruits is not None:
            tile["recruits"] = dict(all_recruits)
        if needs and name in needs:
            tile["needs"] = dict(needs[name])
        elif all_needs is not None:
            tile["needs"] = dict(all_needs)
    for tile in [*made["tiles"], *made["titans"]["tiles"]]:
        tile["rewards"].update((rewards or {}).get(tile["id"], {}))
    for unit in made["units"]:
        unit["count"] = (pool or {}).get(unit["id"], unit["count"])
    long = next(mode for mode in made["modes"] if mode["id"] == "long")
    long["years"] = years or long["years"]
    long["census_years"] = list(long["census_years"] if census is None else census)
    made["per_player"]["bards"] = made["per_player"]["bards"] if bards is None else bards
    made["per_player"]["stories"] = made["per_player"]["stories"] if stories is None else stories
    made["guild"]["most"] = most or made["guild"]["most"]
    return made


def quick(**changes: Any) -> Json:
    """A box in which an action takes any tile away: one peasant a recruitment tile, threats that ask for nothing."""
    kept = {"all_recruits": {"peasant": 1}, "all_needs": {}, "pool": {"peasant": 500}, "years": 90, "census": []}
    return box(**{**kept, **changes})


ARMOURY = {"peasant": "A01", "archer": "A02", "infantry": "A05", "cleric": "A06", "mage": "A10"}
"""Five tiles in neighbouring cities, each with five units of one type."""


def armed(**changes: Any) -> Json:
    """A box whose tiles 1, 2, 5, 6 and 10 recruit five units of one type each; the other faces are the reference's."""
    changes["recruits"] = {**{tile: {unit: 5} for unit, tile in ARMOURY.items()}, **changes.get("recruits", {})}
    return box(**{"years": 90, "census": [], **changes})


# -------------------------------------------------------------------------------------------------------------- moves


def wheels(script: str) -> list[str]:
    """The six wheels that a script of orders stands for."""
    return [ICONS[letter] for letter in script.ljust(6, "w")]


def place(seat: int, city: int) -> Json:
    return {"type": "place_idrakys", "seat": seat, "city": city}


def program(seat: int, script: str | None = None) -> Json:
    return {"type": "program", "seat": seat, **({} if script is None else {"orders": wheels(script)})}


def reveal(scripts: Mapping[int, str]) -> Json:
    return {"type": "reveal_orders", "orders": {str(seat): wheels(script) for seat, script in scripts.items()}}


def execute(seat: int, to: int | None = None, **claim: Any) -> Json:
    """An order; ``claim`` is what the table did, as ``did="moved", city=12``."""
    return {
        "type": "execute",
        "seat": seat,
        **({} if to is None else {"to": to}),
        **({"claim": claim} if claim else {}),
    }


def slay(seat: int, titan: str, **units: int) -> Json:
    return {"type": "choose_titan", "seat": seat, "titan": titan, "units": units}


def decline(seat: int) -> Json:
    return {"type": "choose_titan", "seat": seat}


def rewards(seat: int, *names: str) -> Json:
    return {"type": "choose_rewards", "seat": seat, "rewards": list(names)}


def bards(seat: int, **regions: int | None) -> Json:
    return {"type": "place_bards", "seat": seat, "regions": regions}


def advance(seat: int, criterion: str) -> Json:
    return {"type": "advance_dummy", "seat": seat, "criterion": criterion}


def top(pile: str, tile: str | None = None) -> Json:
    return {"type": "reveal_top", "pile": pile, **({} if tile is None else {"tile": tile})}


def awaken(next_threat: str, top_threat: str | None, **turned: str) -> Json:
    return {
        "type": "awaken",
        "turned": turned,
        "next_threat": next_threat,
        **({} if top_threat is None else {"top_threat": top_threat}),
    }


def fist(seat: int, unit: str, count: int | None = None) -> Json:
    return {"type": "census_show", "seat": seat, "unit": unit, **({} if count is None else {"count": count})}


def fists(unit: str, *counts: int) -> Json:
    """The opening of the fists: a count for each seat from 0 on."""
    return {"type": "census_open", "unit": unit, "counts": {str(seat): count for seat, count in enumerate(counts)}}


def story(seat: int, city: int) -> Json:
    return {"type": "place_story", "seat": seat, "city": city}


END = {"type": "end_year"}
EVALUATE = {"type": "evaluate"}


def bastion(*counts: int) -> Json:
    return {"type": "reveal_bastion", "counts": {str(seat): count for seat, count in enumerate(counts)}}


def declare(seat: int, **what: Any) -> Json:
    return {"type": "declare", "seat": seat, **what}


# ------------------------------------------------------------------------------------------------------------- setups


@dataclass(frozen=True)
class Deal:
    """What the setup takes from the table, and what lies hidden in the piles.

    Args:
        recruits: The five recruitment tiles.
        threats: The five threat tiles.
        r: Next Recruitment, then its pile from the top; where short the engine is not asked, the rest of the set.
        t: Next Threat, then its pile from the top.
        order: The evaluation tiles.
        first: The first player.
        named: The set, where the setup names one.
    """

    recruits: tuple[str, ...]
    threats: tuple[str, ...]
    r: tuple[str, ...]
    t: tuple[str, ...]
    order: tuple[str, ...] = ORDER
    first: int = 0
    named: str | None = None

    def move(self, **changes: Any) -> Json:
        """The setup move; fields may be changed, or left out with None."""
        made = {
            "type": "setup", "first_player": self.first, "recruit_tiles": list(self.recruits),
            "threat_tiles": list(self.threats), "next_recruitment": self.r[0], "top_recruitment": self.r[1],
            "next_threat": self.t[0], "top_threat": self.t[1], "evaluation_order": list(self.order),
            "tile_set": self.named, **changes,
        }  # fmt: skip
        return {key: value for key, value in made.items() if value is not None}


def ids(text: str, letter: str = "A") -> tuple[str, ...]:
    """Tiles written by their cities: ``1 2 12`` is A01, A02, A12."""
    return tuple(f"{letter}{int(number):02}" for number in text.split())


def deal(  # noqa: PLR0913 - a setup has that many facts
    recruits: str = "1 2 5 6 10",
    threats: str = "12 15 16 11 9",
    r: str = "",
    t: str = "",
    *,
    order: Sequence[str] = ORDER,
    first: int = 0,
    tiles: str = "4-5p",
    named: str | None = None,
    next_r: int = 5,
    fill: bool = True,
) -> Deal:
    """A setup; tiles are written by their cities. The tiles that are not written fill both piles in rising order."""
    letter = "A" if tiles == "4-5p" else "B"
    given = [ids(text, letter) for text in (recruits, threats, r, t)]
    used = [tile for part in given for tile in part]
    left = [tile for tile in tile_set(tiles) if tile not in used] if fill else []
    count = next_r - len(given[2])
    pile_r = given[2] + tuple(left[:count])
    pile_t = given[3] + tuple(left[count:])
    return Deal(given[0], given[1], pile_r, pile_t, tuple(order), first, named)


FEW = "1 2 3 4 5 6 7 8 9 10 11 12 13 15 16"
"""Fifteen cities: with their tiles alone piles are short, and every second threat that is freed wakes the titans."""


def few(r: str = "3 4 13", t: str = "7 8", **changes: Any) -> Deal:
    """A setup with the tiles of these fifteen cities."""
    return deal("1 2 5 6 10", "12 15 16 11 9", r, t, fill=False, **changes)


# --------------------------------------------------------------------------------------------------------- the table


@dataclass(frozen=True)
class Stop:
    """A leg of a tour: walk to a city and, unless ``act`` is False, give an action order there.

    Args:
        seat: Who.
        city: Where.
        answers: What is answered to what the action opens; what is missing is answered by habit.
        act: Whether an action follows.
    """

    seat: int
    city: int
    answers: tuple[Json, ...] = ()
    act: bool = True


def act(seat: int, city: int, *answers: Json) -> Stop:
    """Walk to the city and act there."""
    return Stop(seat, city, answers)


def walk(seat: int, city: int) -> Stop:
    """Walk to the city."""
    return Stop(seat, city, act=False)


class Try(Attempt):
    """A move that is about to be tried; the reference gives clauses to what is refused, and no codes."""

    def __init__(self, table: Table, move: Any) -> None:
        super().__init__(table, move)
        self.table = table

    def refused(
        self,
        *rules: str,
        code: str | None = None,
        names: Sequence[str] = (),
        containing: Mapping[str, str] | None = None,
    ) -> Table:
        """Assert that one of these clauses forbids the move and that trying it changed nothing."""
        assert rules
        try:
            self.position.fold.decide(self.move)
        except IllegalMoveError as error:
            code = code or error.code
        super().refused(*rules, code=code, names=names, containing=containing)
        return self.table

    def accepted(self) -> Table:
        """Assert that the move is legal, and play it."""
        super().accepted()
        return self.table


class Table(Position):
    """A table of Lords of Xidit, as one fold knows it."""

    def __init__(self, fold: Fold[Any, Any]) -> None:
        super().__init__(fold, Hand())
        self.deck: dict[str, list[str]] = {"R": [], "T": []}
        self._due: tuple[int, list[tuple[str, int | None]]] = (-1, [])
        self.players = range(len(fold.seats))

    # --- looking

    @property
    def shown(self) -> Json:
        """The view."""
        return self.fold.view()

    @property
    def phase(self) -> str:
        """The phase."""
        return str(self.shown["phase"])

    @property
    def round(self) -> int:
        """The year."""
        return int(self.shown["round"])

    @property
    def order(self) -> int:
        """The number of the order that is executed now."""
        return int(self.shown["order_no"])

    @property
    def first_player(self) -> int:
        """Who holds the First Player token."""
        return int(self.shown["first_player"])

    @property
    def census_unit(self) -> str:
        """The type whose fists are due; empty where none is."""
        return str((self.shown["census"] or {}).get("unit") or "")

    @property
    def evaluation_order(self) -> list[str]:
        """The criteria on the Hall of Fame."""
        return [found["criterion"] for found in self.shown["evaluations"]]

    def colour(self, seat: int) -> str:
        """The colour of a seat."""
        return str(self.shown["seats"][str(seat)]["colour"])

    def city(self, seat: int) -> int:
        """Where the figure of a seat stands."""
        return int(self.shown["idrakys"][str(seat)])

    def units(self, seat: int) -> dict[str, int]:
        """The units behind a screen, as derived."""
        return some(self.shown["derived"][str(seat)]["units"])

    def gold(self, seat: int) -> int:
        """The gold behind a screen, as derived."""
        return int(self.shown["derived"][str(seat)]["gold"])

    def bards_left(self, seat: int) -> int:
        """The bards behind a screen, as derived."""
        return int(self.shown["derived"][str(seat)]["bards_left"])

    def bastion(self, seat: int) -> int:
        """A seat's bards in the Bastion, as derived."""
        return int(self.shown["derived"][str(seat)]["bastion"])

    def aside(self, seat: int) -> int:
        """The stories that a seat has set aside."""
        return int(self.shown["derived"][str(seat)]["stories_aside"])

    def bastion_total(self) -> int:
        """All bards in the Bastion."""
        return int(self.shown["bastion"]["total"])

    def stories_left(self, seat: int) -> int:
        """The stories in a seat's supply."""
        return int(self.shown["seats"][str(seat)]["stories"])

    def tile(self, city: int) -> Tile | None:
        """The tile in a city, with the units left on it."""
        found = self.shown["cities"][str(city)]["tile"]
        return found and (found["id"], SIDES[found["side"]], some(found["units"] or {}))

    def side(self, city: int) -> tuple[str, str]:
        """The tile in a city and the side that is up."""
        found = self.tile(city)
        assert found is not None, f"no tile in city {city}"
        return found[:2]

    def on_tile(self, city: int) -> dict[str, int]:
        """The units on the tile of a city."""
        found = self.tile(city)
        assert found is not None, f"no tile in city {city}"
        return found[2]

    def guild(self, city: int) -> tuple[int, int] | None:
        """The guild in a city: whose, and how high."""
        found = self.shown["cities"][str(city)]["guild"]
        return found and (found["seat"], found["height"])

    def bards_at(self, region: str) -> dict[int, int]:
        """The bards that lie openly in a region, by seat."""
        return {int(seat): count for seat, count in self.shown["regions"][region]["bards"].items() if count}

    def barracks(self) -> dict[str, int]:
        """The units in the Barracks, of every type."""
        return dict(self.shown["barracks"])

    def next(self, pile: str) -> str | None:
        """The tile on a Next space."""
        found: str | None = self.shown["queues"][pile]["next"]
        return found

    def pile(self, name: str) -> list[str | None]:
        """A pile from its top (``R``, ``T``), unknown tiles as None, or a discard, first discarded first (``RD``)."""
        queue = self.shown["queues"][name[0]]
        if name[1:]:
            # the discard of exhausted recruitment tiles lies beside the Threat Queue, and the reverse
            return list(queue["discard"])
        if queue["order"] is None:
            slots = [queue["top"], *[None] * (queue["size"] - 1)]
        else:
            assert len(queue["order"]) == queue["size"]
            assert [*queue["order"], None][0] == queue["top"]
            slots = queue["order"]
        return [slot if isinstance(slot, str) else None for slot in slots]

    def where(self) -> dict[str, list[str]]:
        """Every tile whose place is known: cities by side, Next spaces, piles, discards."""
        found: dict[str, list[str]] = {}
        for city in roads():
            if self.tile(city):
                name, side = self.side(city)
                found.setdefault(side, []).append(name)
        for pile in ("R", "T"):
            found[f"N{pile}"] = [name for name in [self.next(pile)] if name]
            found[pile] = [name for name in self.pile(pile) if name]
            found[f"{pile}D"] = [name for name in self.pile(f"{pile}D") if name]
        return found

    def hidden(self) -> list[str]:
        """The tiles of the set whose place is not known."""
        known = {name for names in self.where().values() for name in names}
        tiles = [tile["id"] for tile in self.fold.box["tiles"] if tile["set"] == self.shown["tile_set"]]
        return [name for name in tiles if name not in known]

    def candidates(self, pile: str) -> list[str]:
        """The tiles that may be revealed on top of a pile."""
        return list(self.fold.offers({"type": "reveal_top", "pile": pile})["domain"]["of"])

    def stacks(self) -> dict[str, list[tuple[str | None, str]]]:
        """The titans from the top of each stack: tile (None: unknown) and whether it rages or sleeps."""
        found: dict[str, list[tuple[str | None, str]]] = {}
        for name, stack in self.shown["titans"].items():
            asleep = stack["asleep"]
            known = asleep["tiles"] if asleep["count"] == len(asleep["tiles"]) == 1 else [None] * asleep["count"]
            found[name] = [(stack["raging"], "raging")] if stack["raging"] else []
            found[name] += [(tile, "sleeping") for tile in known]
        return found

    def titans_gone(self) -> list[str]:
        """The titans out of the game."""
        return [tile for stack in self.shown["titans"].values() for tile in stack["gone"]]

    def turned(self) -> set[str]:
        """The titans that have been turned, gone or not."""
        raging = [stack["raging"] for stack in self.shown["titans"].values() if stack["raging"]]
        return {*raging, *self.titans_gone()}

    def executed(self, seat: int) -> int:
        """How many orders of this year a seat has executed."""
        return int(self.shown["programs"][str(seat)]["executed"])

    def orders(self, seat: int) -> list[Any]:
        """The orders of a seat, as far as known."""
        return list(self.shown["programs"][str(seat)]["orders"])

    def locked(self, seat: int) -> bool:
        """Whether a seat has sealed its orders."""
        return self.shown["programs"][str(seat)]["name"] is not None

    def ready(self, seat: int) -> bool:
        """Whether a seat has closed its fist."""
        return self.shown["census"]["fists"][str(seat)]["name"] is not None

    def outcome(self, seat: int) -> Json:
        """What the last order of a seat did: ``did`` and ``reason``."""
        found: Json = self.shown["programs"][str(seat)]["outcomes"][self.executed(seat) - 1]
        return found

    def recruited(self) -> list[str]:
        """All units behind the screens."""
        return [unit for seat in self.players for unit in Counter(self.units(seat)).elements()]

    def dummy(self, criterion: str) -> int:
        """The steps of the dummy."""
        return int(self.shown["dummy"]["tracks"][criterion]["steps"])

    def criterion(self, number: int) -> str:
        """The criterion of an evaluation, 0 the first."""
        return self.evaluation_order[number]

    def values(self, number: int) -> dict[str, int]:
        """The values of the contenders in an evaluation."""
        return dict(self.shown["evaluations"][number]["values"])

    def ranking(self, number: int) -> list[str]:
        """The contenders in the order of an evaluation."""
        ranks = self.shown["evaluations"][number]["ranks"]
        assert sorted(ranks.values()) == list(range(1, len(ranks) + 1))
        return sorted(ranks, key=lambda contender: int(ranks[contender]))

    def eliminated(self, number: int) -> list[str]:
        """Who left in an evaluation."""
        return list(self.shown["evaluations"][number]["out"])

    def eliminated_so_far(self) -> list[str]:
        """Who left so far."""
        return [who for found in self.shown["evaluations"] for who in found["out"] or []]

    def due(self) -> list[tuple[str, int | None]]:
        """What may be recorded now: types with their seats."""
        if self._due[0] != self.fold.ply:
            found = [(offer["type"], offer["seat"]) for offer in self.fold.offers()["moves"]]
            self._due = (self.fold.ply, found)
        return list(self._due[1])

    def when(self, line: Any = None, **fields: Any) -> Try:
        """Try a move."""
        return Try(self, fields if line is None else line)

    def after(self, *lines: Line) -> Table:
        """Play moves; each must be legal."""
        super().after(*lines)
        return self

    def awaits(self, kind: str, seat: int | None) -> bool:
        """Whether a move of this type by this seat (None: of the table) is due."""
        return (kind, seat) in self.due()

    # --- playing

    def dealt(self, deal: Deal, stand: Sequence[int] | None = None) -> Table:
        """Set up, and place the figures: seat 0 on the first city, and so on."""
        self.deck = {"R": list(deal.r[2:]), "T": list(deal.t[2:])}
        self.after(deal.move())
        if stand is not None:
            turn = [(deal.first + step) % len(self.players) for step in self.players]
            self.after(*[place(seat, stand[seat]) for seat in turn])
        return self

    def start(self, scripts: Mapping[int, str] | None = None) -> Table:
        """Reveal the orders of a year; who is left out waits."""
        self.after(reveal({seat: (scripts or {}).get(seat, "") for seat in self.players}))
        return self

    def habit(self) -> Json | None:
        """The answer to what is due now, where a table has nothing better to say; None where nothing is."""
        due = self.due()
        kinds = dict(due)
        if "reveal_top" in kinds:
            return self._top()
        if "awaken" in kinds:
            return self._awaken()
        for kind, seat in due:
            if kind in ("choose_rewards", "place_bards", "choose_titan", "advance_dummy", "place_story"):
                assert seat is not None
                return self._choice(kind, seat)
        if "census_open" in kinds:
            return fists(self.census_unit, *[0 for _ in self.players])
        for kind, seat in due:
            if kind == "execute":
                return {"type": "execute", "seat": seat}
        return None

    def run(self, *answers: Json, orders: int | None = None) -> Table:
        """Go on to the end of the orders and of the census; with ``orders``, through so many orders.

        What comes up is answered by ``answers`` in turn where one of that type and seat is left, else by habit.
        """
        left = list(answers)
        done = 0
        while True:
            due = self.due()
            if orders is not None and done == orders and ("execute" in dict(due) or self.phase != "resolving"):
                break
            mine = next((move for move in left if self._fits(move, due)), None)
            if mine is not None:
                left.remove(mine)
            move = mine or self.habit()
            if move is None:
                break
            done += move["type"] == "execute"
            self.after(move)
        assert not left, f"never asked for: {left}"
        return self

    def _fits(self, move: Json, due: Sequence[tuple[str, int | None]]) -> bool:
        """Whether an answer is to what is due now."""
        now = (move["type"], move.get("seat")) in due
        return now and (move["type"] != "census_open" or move["unit"] == self.census_unit)

    def tops(self) -> Table:
        """Tell the new tops of the piles that are asked for."""
        while self.awaits("reveal_top", None):
            self.after(self._top())
        return self

    def settle(self) -> Table:
        """Answer by habit whatever the last order left to do."""
        return self.run(orders=0)

    def year(self, scripts: Mapping[int, str] | None = None, *answers: Json) -> Table:
        """One year from the reveal of the orders to the end of the year."""
        return self.start(scripts).run(*answers).close()

    def census(self, scripts: Mapping[int, str] | None = None, *answers: Json) -> Table:
        """One year up to the opening of the first fists."""
        return self.start(scripts).run(*answers, orders=6 * len(self.players)).at("census")

    def at(self, phase: str) -> Table:
        """Make sure of the phase."""
        assert self.phase == phase
        return self

    def close(self) -> Table:
        """End the year."""
        self.after(END)
        return self

    def years(self, count: int) -> Table:
        """So many years in which everybody waits."""
        for _ in range(count):
            self.year()
        return self

    def finish(self) -> Table:
        """Wait to the end of the last year."""
        while self.phase == "programming":
            self.year()
        assert self.phase == "evaluating"
        return self

    def until(self, seat: int, number: int) -> Table:
        """Go on until this order of the seat is due."""
        while not (self.awaits("execute", seat) and self.order == number):
            before = self.fold.ply
            self.run(orders=1)
            assert self.fold.ply > before
        return self

    def tour(self, *stops: Stop) -> Table:
        """Walk and act as told, one stop after another, over as many years as it takes; ends before a year.

        Nobody recruits twice in a city in one year: the second time waits for the next year.
        """
        left = list(stops)
        while left:
            left = self._leg(left)
        return self

    def _leg(self, stops: list[Stop]) -> list[Stop]:
        """One year of a tour; what is left."""
        turn = [(self.first_player + step) % len(self.players) for step in self.players]
        scripts = dict.fromkeys(self.players, "")
        at = {seat: self.city(seat) for seat in self.players}
        last = (0, -1)
        acted: set[tuple[int, int]] = set()
        answers: list[Json] = []
        while stops:
            stop = stops[0]
            seat = stop.seat
            path = way(at[seat], stop.city)
            while len(scripts[seat]) < 6 and path:
                scripts[seat] += path[0]
                at[seat] = roads()[at[seat]][{"k": "black", "r": "red", "b": "blue"}[path[0]]]
                path = path[1:]
            if path:
                break
            if stop.act:
                while len(scripts[seat]) < 6 and (len(scripts[seat]), turn.index(seat)) <= last:
                    scripts[seat] += "w"
                if len(scripts[seat]) == 6 or (seat, stop.city) in acted:
                    break
                last = (len(scripts[seat]), turn.index(seat))
                scripts[seat] += "a"
                acted.add((seat, stop.city))
                answers += stop.answers
            stops.pop(0)
        self.year(scripts, *answers)
        return stops

    def arm(self, *holdings: str) -> Table:
        """Give the seats from 0 on units, named as ``peasant peasant mage``, from the tiles of the armoury."""
        return self.tour(
            *[act(seat, city_of(ARMOURY[unit])) for seat, units in enumerate(holdings) for unit in units.split()]
        )

    # --- habits

    def _top(self) -> Json:
        pile = self.fold.offers({"type": "reveal_top"})["domain"]["of"][0]
        domain = self.candidates(pile)
        known = self.deck[pile]
        tile = known.pop(0) if known else None
        return top(pile, tile if tile in domain else domain[0])

    def _awaken(self) -> Json:
        left = self.deck["R"]
        stack = [*[tile or left.pop(0) for tile in self.pile("R")], *[str(tile) for tile in self.pile("TD")]]
        unknown = [tile is None for tile in [*self.pile("R"), *self.pile("TD")]]
        self.deck = {"R": [tile for tile, hidden in zip(stack[:2], unknown, strict=False) if hidden], "T": stack[4:]}
        turned = {}
        for name, slots in self.stacks().items():
            if slots and slots[0][1] == "sleeping":
                turned[name] = next(tile for tile in stack_of_titans(name) if tile not in self.turned())
        return awaken(stack[2], stack[3] if stack[3:] else None, **turned)

    def _choice(self, kind: str, seat: int) -> Json:
        tried: Iterable[Json]
        if kind == "choose_rewards":
            pairs = [("gold", "stories"), ("gold", "bards"), ("gold",)]
            tried = [rewards(seat, *pair) for pair in pairs]
        elif kind == "choose_titan":
            return decline(seat)
        elif kind == "advance_dummy":
            tried = [advance(seat, criterion) for criterion in ORDER]
        elif kind == "place_story":
            tried = [story(seat, city) for city in roads() if self.guild(city)]
        else:
            around = regions(self.city(seat))
            open_ = next((region for region in around if region != CENTRE), around[0])
            tried = [bards(seat, **{open_: count}) for count in range(20, 0, -1)]
        for move in tried:
            try:
                self.fold.decide(move)
            except IllegalMoveError:
                continue
            return move
        raise AssertionError(f"no {kind} of seat {seat} was accepted")


def table(
    seats: int = 4,
    start: Deal | None = None,
    stand: Sequence[int] | None = None,
    *,
    box: Json | None = None,
    options: Json | None = None,
) -> Table:
    """A table; with ``start`` set up, with ``stand`` the figures placed and the first year open."""
    components = xidit.box() if box is None else box
    made = Table(Fold(xidit, COLOURS[:seats], {**defaults(xidit), **(options or {})}, components))
    return made if start is None else made.dealt(start, stand)


def comeback(
    scripts: Mapping[int, str],
    *answers: Json,
    hold: Sequence[str] = ("peasant peasant peasant archer",),
    forced: bool = False,
    **changes: Any,
) -> Table:
    """A year after whose fourth order threat A16, freed in the first, is back in city 16.

    Seat 1 frees A16 in order 1 (for gold and bards, unless answered otherwise) and seat 2 A12 in order 2: the titans
    wake, A16 is on Next Threat. Seat 3 frees A15 in order 4, and A16 comes back. Seat 0 stands in city 16, too.

    Args:
        scripts: Orders of the year, where they differ from these.
        answers: Answers within the first four orders.
        hold: The units of the seats from 0 on.
        forced: Whether seat 1 has no choice of rewards.
        changes: Figures of the box.
    """
    t = table(4, few(), [1, 2, 5, 6], box=armed(**{"all_needs": {}, "keep": FEW, **changes})).arm(*hold)
    t.tour(walk(0, 16), walk(1, 16), walk(2, 12), walk(3, 15)).start({1: "a", 2: "wa", 3: "wwwa", **scripts})
    mine = {(move["type"], move.get("seat")) for move in answers}
    habits = [] if forced else [rewards(1, "gold", "bards")]
    habits += [awaken("A16", "A12", T3="T3a", T4="T4a", T5="T5a")]
    t.run(*answers, *[move for move in habits if (move["type"], move.get("seat")) not in mine], orders=16)
    assert t.side(16) == ("A16", "threat")
    return t


ROUSED = awaken("A16", "A12", T3="T3a", T4="T4a", T5="T5a")
"""The awakening of :func:`roused`."""


def roused(
    *hold: str, at: Sequence[int] = (), wake: Json = ROUSED, options: Json | None = None, **changes: Any
) -> Table:
    """The orders of a year, three titans raging; recruits lie in 1, 2, 5, 6, 10, threats in 7, 8, 9, 11, 15.

    The piles: Next Recruitment A03, R = [A04, unknown A13], Next Threat A16, T = [A12], no discards.

    Args:
        hold: The units of the seats from 0 on.
        at: Where the seats from 0 on stand.
        wake: How the titans wake.
        options: Options of the record.
        changes: Figures of the box.
    """
    box = armed(**{"all_needs": {}, "keep": FEW, **changes})
    t = table(4, few(), [1, 2, 5, 6], box=box, options=options).arm(*hold)
    t.tour(act(1, 16, rewards(1, "gold", "bards")), act(2, 12, rewards(2, "gold", "bards"), wake))
    return t.tour(*[walk(seat, city) for seat, city in enumerate(at)])


def mustered(*hold: str, at: Sequence[int] = (), seats: int = 4, **changes: Any) -> Table:
    """The orders of a year with a census (every year has one), with the units that the seats from 0 on hold."""
    box = armed(**{"all_needs": {}, "census": range(1, 90), **changes})
    start = deal(tiles="3p" if seats == 3 else "4-5p")
    t = table(seats, start, [1, 2, 5, 6, 10][:seats], box=box).arm(*hold)
    return t.tour(*[walk(seat, city) for seat, city in enumerate(at)])


SCENES = (12, 15, 16, 11, 9)
"""Where the seats from 0 on free their threats in :func:`closing`; R9 lies beside the first three."""


def closing(
    *takes: Mapping[str, Any],
    units: Sequence[int] = (),
    seats: int = 4,
    order: Sequence[str] = ORDER,
    token: int = 0,
    years: int = 16,
    steps: Sequence[str] = (),
    options: Json | None = None,
    play: bool = True,
    **changes: Any,
) -> Table:
    """A game just before the evaluations; each seat has freed one threat, whose tile gives what is wanted.

    Args:
        takes: For the seats from 0 on ``gold`` and ``stories`` (1 where left out), or ``gold`` and ``bards`` (a map of
            regions beside the city of :data:`SCENES`). None: that seat frees nothing.
        units: How many peasants each seat has.
        seats: How many play.
        order: The evaluation tiles.
        token: Who holds the First Player token at the end.
        years: Years of the game.
        steps: With three players, what the dummy is raised in by each seat.
        options: Options of the record.
        play: False leaves the last years unplayed.
        changes: Figures of the box.
    """
    letter = "B" if seats == 3 else "A"
    tiles = [f"{letter}{city:02}" for city in SCENES]
    faces = {}
    stops = []
    for seat, take in enumerate(takes):
        if not take:
            continue
        placed = dict(take.get("bards", {}))
        faces[tiles[seat]] = {
            "gold": take.get("gold", 1),
            "stories": take.get("stories", 1),
            "bards": sum(placed.values()) or 1,
        }
        pair = ("gold", "bards" if placed else "stories")
        answers = [rewards(seat, *pair), *([bards(seat, **placed)] if placed else [])]
        answers += [advance(seat, steps[seat])] if seat < len(steps) else []
        stops.append(act(seat, SCENES[seat], *answers))
    camps = (1, 2, 5, 6, 10)
    made = quick(
        **{
            "rewards": faces, "recruits": {f"{letter}{city:02}": {"peasant": 90} for city in camps},
            "pool": {"peasant": 999}, "years": years, "most": 90, "stories": 200, **changes,
        }
    )  # fmt: skip
    first = (token - years + 1) % seats
    start = deal(first=first, order=order, tiles="3p" if seats == 3 else "4-5p")
    t = table(seats, start, SCENES[:seats], box=made, options=options).tour(*stops)
    t.tour(*[act(seat, camps[unit % 5]) for seat, count in enumerate(units) for unit in range(count)])
    return t.finish() if play else t
