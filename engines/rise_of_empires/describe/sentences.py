"""What the engine tells: one sentence for every event, in English and Spanish, from the two views of one fold."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from engines.kernel.game import Json
from engines.kernel.sentences import Teller
from engines.rise_of_empires.box.components import CITY, EMPIRE, FOOD, TERRITORY, TRADE, UNITS
from engines.rise_of_empires.describe.phrases import PHRASES
from engines.rise_of_empires.moves import (
    POOL,
    STOCK,
    ActionTaken,
    AmountChanged,
    CubesMoved,
    Event,
    FoodChosen,
    Free,
    PositionChosen,
    StartPlayerChosen,
    TerritoryChanged,
    TileGiven,
    TilesKept,
    TilesRevealed,
    TileTaken,
    TileTurned,
    TurnSet,
    UpkeepChosen,
)

_LETTER = re.compile(r"[^\W\d_]")


class _Teller(Teller):
    """Names of the box, seats and amounts in one language."""

    def named(self, part: str, key: object) -> str | None:
        """What a row of a table of the box is called; None where it has none with this id."""
        return next((row["name"][self.lang] for row in self.box[part] if row["id"] == key), None)

    def who(self, seat: int | str) -> str:
        """A seat by the name of its colour; a number that stands for nobody as it is."""
        known = self.after["seats"].get(str(seat))
        return (self.named("colours", known["colour"]) if known else None) or str(seat)

    def tile(self, tile: str | None) -> str:
        """A progress, city or territory tile by its name, an empire tile by its id."""
        for part in ("progress", "cities", "territory"):
            found = self.named(part, tile)
            if found is not None:
                return found
        return str(tile)

    def tiles(self, tiles: Iterable[str]) -> str:
        """Several tiles."""
        return self.all(self.tile(tile) for tile in tiles)

    def region(self, region: str | None) -> str:
        """A region by its name."""
        return self.named("regions", region) or str(region)

    def row(self, row: str) -> str:
        """A row of the action display by its name, whose first letter is a capital."""
        return _LETTER.sub(lambda letter: letter.group().upper(), self.named("rows", row) or row, count=1)

    def amounts(self, counts: Mapping[str, int]) -> str:
        """``2 gold and 1 food``."""
        return self.all(
            self.say("units_food" if unit == FOOD else unit, n=counts[unit]) for unit in UNITS if counts.get(unit)
        )

    def scores(self) -> str:
        """Every seat with its VP."""
        return self.all(self.say("score", who=self.who(seat), vp=vp) for seat, vp in self.after["scores"].items())


def describe(event: Event, before: Json, after: Json, box: Json, lang: str) -> str:
    """One sentence: what happened, and what came of it by itself."""
    teller = _Teller(before, after, box, lang, PHRASES[lang])
    if len(after["contradictions"]) > len(before["contradictions"]):
        return f"{teller.say('no_fit')}."
    return f"{_followed(teller, _TELL[type(event)](teller, event))}."


def _followed(teller: _Teller, said: str) -> str:
    """The scores, where a turn or the game ended."""
    before, after = teller.before, teller.after
    if after["phase"] == "finished":
        if before["phase"] == "finished":
            return said
        most = max((vp, after["seats"][seat]["gold"]) for seat, vp in after["scores"].items())
        winners = [
            teller.who(seat) for seat, vp in after["scores"].items() if (vp, after["seats"][seat]["gold"]) == most
        ]
        key = "won" if len(winners) == 1 else "shared"
        return teller.say(key, said=said, who=teller.all(winners), scores=teller.scores())
    turn = str(before["round"])
    ended = turn in after["turns"] and after["turns"][turn]["vp_after"] is not None
    if ended and before["turns"].get(turn, {}).get("vp_after") is None:
        return teller.say("scored", said=said, turn=turn, scores=teller.scores())
    return said


# ------------------------------------------------------------------------------------------------------------ actions


def _action(teller: _Teller, event: ActionTaken) -> str:
    """Free actions, the disc, what the row gave, free actions."""
    parts = [_free(teller, free) for free in event.free_before or ()]
    parts += _disc(teller, event)
    if event.perform is None:
        parts += _performed(teller, event)
    parts += [_free(teller, free) for free in event.free_after or ()]
    return teller.say("act", who=teller.who(event.seat), did=teller.all(parts))


def _free(teller: _Teller, free: Free) -> str:
    tile, region = teller.tile(free.tile), teller.region(free.region)
    if free.victim is not None:
        return teller.say("free_cube", tile=tile, victim=teller.who(free.victim), region=region)
    if free.region is not None:
        return teller.say("free_alliance", tile=tile, region=region)
    return teller.say("free_exchange", tile=tile)


def _disc(teller: _Teller, event: ActionTaken) -> Iterator[str]:
    """A disc placed for nothing, or taken back."""
    idle, row = event.perform is False, teller.row(event.row)
    first = _LETTER.search(row)
    article = "an" if first and first.group() in "AEIOU" else "a"
    if event.circle is None:
        if idle:
            yield teller.say("disc_idle", a=article, row=row)
        return
    did = teller.say("disc_back_idle" if idle else "disc_back", a=article, row=row)
    yield teller.say("paying", did=did, pay=teller.amounts(event.pay)) if event.pay else did


def _performed(teller: _Teller, event: ActionTaken) -> Iterator[str]:
    """What the row gave."""
    if event.row == TRADE:
        box = next((row for row in teller.box["trade"] if row["id"] == event.box), {"resources": 0})
        did = teller.say("trade", n=box["resources"], gain=teller.amounts(box))
    elif event.row == TERRITORY:
        did = teller.say("territory", tile=teller.tile(event.kind))
    elif event.row == CITY:
        did = _city(teller, event)
    else:
        did = teller.say(event.row, tile=teller.tile(event.tile))
    yield teller.say("with", did=did, tiles=teller.tiles(event.use)) if event.use else did
    if event.row == EMPIRE:
        yield from _conquered(teller, event)


def _city(teller: _Teller, event: ActionTaken) -> str:
    found: Json | None = next((row for row in teller.box["cities"] if row["id"] == event.tile), None)
    if found is not None and found["kind"] == "wonder":
        return teller.say("wonder", tile=teller.tile(event.tile), vp=found["vp_immediate"])
    return teller.say("city", tile=teller.tile(event.tile))


def _conquered(teller: _Teller, event: ActionTaken) -> Iterator[str]:
    """Recall, placement, battles."""
    if event.recall:
        yield teller.say("recall")
    if event.place:
        cubes = (teller.say("cubes", n=placed.cubes, region=teller.region(placed.region)) for placed in event.place)
        yield teller.say("place", cubes=teller.all(cubes))
    for fought in teller.after["battles"].values():
        yield teller.say(
            "fight",
            other=teller.who(fought["defender"]["seat"]),
            region=teller.region(fought["region"]),
            lost=fought["attacker"]["lost"],
            theirs=fought["defender"]["lost"],
        )


# ------------------------------------------------------------------------------------------------------ all other moves


def _reveal(teller: _Teller, event: TilesRevealed) -> str:  # noqa: ARG001 - one signature for all
    """What was turned up, whether it was typed or followed."""
    offer = teller.after["on_offer"]
    new = {part: [tile for tile, where in offer[part].items() if where == "new"] for part in ("progress", "city")}
    lands = [
        teller.say("lands", count=there["new"], kind=teller.tile(kind))
        for kind, there in offer["territory"].items()
        if there["new"]
    ]
    return teller.say(
        "reveal" if lands else "reveal_no_lands",
        turn=teller.after["round"],
        progress=teller.tiles(new["progress"]),
        lands=teller.all(lands),
        cities=teller.tiles(new["city"]),
    )


def _choice(teller: _Teller, key: str, seat: int, cities: Sequence[str] | None) -> str:
    if not cities:
        return teller.say(key, who=teller.who(seat))
    return teller.say(f"{key}_drop", who=teller.who(seat), cities=teller.tiles(cities))


def _keep(teller: _Teller, event: TilesKept) -> str:
    tiles = [*(event.progress or ()), *(event.cities or ())]
    return teller.say("keep" if tiles else "keep_none", who=teller.who(event.seat), tiles=teller.tiles(tiles))


def _amount(teller: _Teller, event: AmountChanged) -> str:
    key = "amount_more" if event.by > 0 else "amount_less"
    return teller.say(key, who=teller.who(event.seat), amount=teller.amounts({event.what: abs(event.by)}))


def _moved(teller: _Teller, event: CubesMoved) -> str:
    source, to = (teller.say(at) if at in (POOL, STOCK) else teller.region(at) for at in (event.source, event.to))
    return teller.say("cubes_moved", n=event.cubes, who=teller.who(event.seat), source=source, to=to)


def _ruled(key: str) -> Callable[[_Teller, Any], str]:
    """A sentence that names a seat and, if the adjustment has one, a tile."""

    def tell(teller: _Teller, event: Any) -> str:
        return teller.say(key, who=teller.who(event.seat), tile=teller.tile(getattr(event, "tile", None)))

    return tell


def _land(teller: _Teller, event: TerritoryChanged) -> str:
    key = "land_more" if event.by > 0 else "land_less"
    return teller.say(key, who=teller.who(event.seat), n=abs(event.by), tile=teller.tile(event.kind))


_TELL: Mapping[type, Callable[[_Teller, Any], str]] = {
    StartPlayerChosen: lambda teller, event: teller.say("start", who=teller.who(event.player)),
    TilesRevealed: _reveal,
    ActionTaken: _action,
    FoodChosen: lambda teller, event: _choice(teller, "food", event.seat, event.discard),
    UpkeepChosen: lambda teller, event: _choice(teller, "income", event.seat, event.drop),
    TilesKept: _keep,
    PositionChosen: lambda teller, event: teller.say("position", who=teller.who(event.seat), position=event.position),
    AmountChanged: _amount,
    CubesMoved: _moved,
    TileGiven: _ruled("tile_given"),
    TileTaken: _ruled("tile_taken"),
    TerritoryChanged: _land,
    TileTurned: lambda teller, event: _ruled("tile_up" if event.up else "tile_down")(teller, event),
    TurnSet: _ruled("turn_set"),
}
