"""The sentence of every event, in English and Spanish, from the views before and after it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from engines.kernel.game import Json
from engines.kernel.moves.events import Event
from engines.kernel.sentences import Describer
from engines.rise_of_empires import moves
from engines.rise_of_empires.box.components import CITY, EMPIRE, FOOD, TERRITORY, TRADE, UNITS
from engines.rise_of_empires.refusals import TEXTS

_LETTER = re.compile(r"[^\W\d_]")


class _Describer(Describer):
    """Names of the box, seats and amounts in one language."""

    def named(self, part: str, key: object) -> str | None:
        """The name of a row of a table of the box; None if no row has this id."""
        return next((row["name"][self.lang] for row in self.box[part] if row["id"] == key), None)

    def who(self, seat: int | str) -> str:
        """A seat by the name of its colour; an unknown number is returned unchanged."""
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
        """Several tiles by their names."""
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
    """One sentence: the event, and what followed automatically."""
    describer = _Describer(before, after, box, lang, TEXTS["phrases"])
    if len(after["contradictions"]) > len(before["contradictions"]):
        return f"{describer.say('no_fit')}."
    return f"{_followed(describer, _SENTENCES[type(event)](describer, event))}."


def _followed(describer: _Describer, said: str) -> str:
    """The scores, where a turn or the game ended."""
    before, after = describer.before, describer.after
    if after["phase"] == "finished":
        if before["phase"] == "finished":
            return said
        most = max((vp, after["seats"][seat]["gold"]) for seat, vp in after["scores"].items())
        winners = [
            describer.who(seat) for seat, vp in after["scores"].items() if (vp, after["seats"][seat]["gold"]) == most
        ]
        key = "won" if len(winners) == 1 else "shared"
        return describer.say(key, said=said, who=describer.all(winners), scores=describer.scores())
    turn = str(before["round"])
    ended = turn in after["turns"] and after["turns"][turn]["vp_after"] is not None
    if ended and before["turns"].get(turn, {}).get("vp_after") is None:
        name = f"{'I' * before['era']}-{before['letter']}"
        return describer.say("scored", said=said, turn=name, scores=describer.scores())
    return said


def _action(describer: _Describer, event: moves.ActionTaken) -> str:
    """Free actions, the disc, what the row gave, free actions."""
    parts = [_free(describer, free) for free in event.free_before or ()]
    parts += _disc(describer, event)
    if event.perform is None:
        parts += _performed(describer, event)
    parts += [_free(describer, free) for free in event.free_after or ()]
    return describer.say("act", who=describer.who(event.seat), did=describer.all(parts))


def _free(describer: _Describer, free: moves.Free) -> str:
    tile, region = describer.tile(free.tile), describer.region(free.region)
    if free.victim is not None:
        return describer.say("free_cube", tile=tile, victim=describer.who(free.victim), region=region)
    if free.region is not None:
        return describer.say("free_alliance", tile=tile, region=region)
    return describer.say("free_exchange", tile=tile)


def _disc(describer: _Describer, event: moves.ActionTaken) -> Iterator[str]:
    """A disc placed without an action, or taken back."""
    idle, row = event.perform is False, describer.row(event.row)
    first = _LETTER.search(row)
    article = "an" if first and first.group() in "AEIOU" else "a"
    if event.circle is None:
        if idle:
            yield describer.say("disc_idle", a=article, row=row)
        return
    did = describer.say("disc_back_idle" if idle else "disc_back", a=article, row=row)
    yield describer.say("paying", did=did, pay=describer.amounts(event.pay)) if event.pay else did


def _performed(describer: _Describer, event: moves.ActionTaken) -> Iterator[str]:
    """What the row gave."""
    if event.row == TRADE:
        box = next((row for row in describer.box["trade"] if row["id"] == event.box), {"resources": 0})
        did = describer.say("trade", n=box["resources"], gain=describer.amounts(box))
    elif event.row == TERRITORY:
        did = describer.say("territory", tile=describer.tile(event.kind))
    elif event.row == CITY:
        did = _city(describer, event)
    else:
        did = describer.say(event.row, tile=describer.tile(event.tile))
    yield describer.say("with", did=did, tiles=describer.tiles(event.use)) if event.use else did
    if event.row == EMPIRE:
        yield from _conquered(describer, event)


def _city(describer: _Describer, event: moves.ActionTaken) -> str:
    found: Json | None = next((row for row in describer.box["cities"] if row["id"] == event.tile), None)
    if found is not None and found["kind"] == "wonder":
        return describer.say("wonder", tile=describer.tile(event.tile), vp=found["vp_immediate"])
    return describer.say("city", tile=describer.tile(event.tile))


def _conquered(describer: _Describer, event: moves.ActionTaken) -> Iterator[str]:
    """Recall, placement, battles."""
    if event.recall:
        yield describer.say("recall")
    if event.place:
        cubes = (
            describer.say("cubes", n=placed.cubes, region=describer.region(placed.region)) for placed in event.place
        )
        yield describer.say("place", cubes=describer.all(cubes))
    for fought in describer.after["battles"].values():
        yield describer.say(
            "fight",
            other=describer.who(fought["defender"]["seat"]),
            region=describer.region(fought["region"]),
            lost=fought["attacker"]["lost"],
            theirs=fought["defender"]["lost"],
        )


def _reveal(describer: _Describer, _event: moves.TilesRevealed) -> str:
    """The tiles turned up, typed or derived."""
    offer = describer.after["on_offer"]
    new = {part: [tile for tile, where in offer[part].items() if where == "new"] for part in ("progress", "city")}
    lands = [
        describer.say("lands", count=there["new"], kind=describer.tile(kind))
        for kind, there in offer["territory"].items()
        if there["new"]
    ]
    return describer.say(
        "reveal" if lands else "reveal_no_lands",
        turn=describer.after["round"],
        progress=describer.tiles(new["progress"]),
        lands=describer.all(lands),
        cities=describer.tiles(new["city"]),
    )


def _choice(describer: _Describer, key: str, seat: int, cities: Sequence[str] | None) -> str:
    if not cities:
        return describer.say(key, who=describer.who(seat))
    return describer.say(f"{key}_drop", who=describer.who(seat), cities=describer.tiles(cities))


def _keep(describer: _Describer, event: moves.TilesKept) -> str:
    tiles = [*(event.progress or ()), *(event.cities or ())]
    return describer.say("keep" if tiles else "keep_none", who=describer.who(event.seat), tiles=describer.tiles(tiles))


def _amount(describer: _Describer, event: moves.AmountChanged) -> str:
    key = "amount_more" if event.by > 0 else "amount_less"
    return describer.say(key, who=describer.who(event.seat), amount=describer.amounts({event.what: abs(event.by)}))


def _moved(describer: _Describer, event: moves.CubesMoved) -> str:
    source, to = (
        describer.say(at) if at in (moves.POOL, moves.STOCK) else describer.region(at)
        for at in (event.source, event.to)
    )
    return describer.say("cubes_moved", n=event.cubes, who=describer.who(event.seat), source=source, to=to)


def _ruled(key: str) -> Callable[[_Describer, Any], str]:
    """A sentence that names a seat and, if the adjustment has one, a tile."""

    def sentence(describer: _Describer, event: Any) -> str:
        return describer.say(key, who=describer.who(event.seat), tile=describer.tile(getattr(event, "tile", None)))

    return sentence


def _land(describer: _Describer, event: moves.TerritoryChanged) -> str:
    key = "land_more" if event.by > 0 else "land_less"
    return describer.say(key, who=describer.who(event.seat), n=abs(event.by), tile=describer.tile(event.kind))


_SENTENCES: Mapping[type, Callable[[_Describer, Any], str]] = {
    moves.StartPlayerChosen: lambda describer, event: describer.say("start", who=describer.who(event.player)),
    moves.TilesRevealed: _reveal,
    moves.ActionTaken: _action,
    moves.FoodChosen: lambda describer, event: _choice(describer, "food", event.seat, event.discard),
    moves.UpkeepChosen: lambda describer, event: _choice(describer, "income", event.seat, event.drop),
    moves.TilesKept: _keep,
    moves.PositionChosen: lambda describer, event: describer.say(
        "position", who=describer.who(event.seat), position=event.position
    ),
    moves.AmountChanged: _amount,
    moves.CubesMoved: _moved,
    moves.TileGiven: _ruled("tile_given"),
    moves.TileTaken: _ruled("tile_taken"),
    moves.TerritoryChanged: _land,
    moves.TileTurned: lambda describer, event: _ruled("tile_up" if event.up else "tile_down")(describer, event),
    moves.TurnSet: _ruled("turn_set"),
}
