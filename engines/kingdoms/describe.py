"""One sentence for every event, in English and Spanish."""

from __future__ import annotations

from collections.abc import Mapping

from engines.kernel.game import Json
from engines.kernel.moves.events import Event
from engines.kernel.sentences import Describer, filled
from engines.kingdoms.moves import (
    CastlePlaced,
    EpochCounted,
    Passed,
    StartingTileDealt,
    StartingTilePlaced,
    StartingTileRevealed,
    StartPlayerChosen,
    TileDrawn,
    encode,
)
from engines.kingdoms.refusals import SOME_TILE, TEXTS, name_with_value


class _Describer(Describer):
    """Names of the box in one language."""

    def who(self, seat: int | str) -> str:
        """A seat by the name of its colour."""
        colour = self.after["seats"][str(seat)]["colour"]
        found: str = next(item["name"][self.lang] for item in self.box["colours"] if item["id"] == colour)
        return found

    def tile(self, tile: str | None) -> str:
        """A kind of tile by its name, as in :func:`tile_name`."""
        if tile is None:
            return SOME_TILE[self.lang]
        for kind in self.box["kinds"]:
            if kind["id"] == tile:
                return name_with_value(kind["name"][self.lang], kind["category"], kind["value"])
        return tile

    def place(self, row: int, col: int) -> str:
        """A space."""
        return self.say("row_col", row=row, col=col)


def describe(event: Event, before: Json, after: Json, box: Json, lang: str) -> str:
    """One sentence from the two views of one fold: what happened, and what followed from it."""
    describer = _Describer(before, after, box, lang, TEXTS["phrases"])
    if isinstance(event, EpochCounted):
        return _count(describer, event)
    said = _act(describer, event)
    if after["round"] > before["round"]:
        starts = after["start_player"] is not None and not isinstance(event, StartPlayerChosen)
        who = describer.who(after["start_player"]) if starts else ""
        return f"{describer.say('opens_led' if starts else 'opens', epoch=after['round'], who=who)}: {said}."
    new = after["results"].keys() - before["results"].keys()
    if not new:
        return f"{said}."
    (epoch,) = new
    return _scored(describer, said, epoch)


def _act(describer: _Describer, event: Event) -> str:
    """The phrase for the seat's action, without a full stop."""
    say, who, tile, place = describer.say, describer.who, describer.tile, describer.place
    match event:
        case CastlePlaced(seat, rank, row, col):
            said = say("castle", who=who(seat), rank=rank, place=place(row, col))
        case TileDrawn(seat, kind, row, col):
            said = say("draw", who=who(seat), tile=tile(kind), place=place(row, col))
        case StartingTilePlaced(seat, kind, row, col):
            said = say("place", who=who(seat), tile=tile(kind), place=place(row, col))
        case StartingTileDealt(seat, kind):
            said = say("deal" if kind is None else "deal_known", who=who(seat), tile=tile(kind))
        case StartingTileRevealed(seat, kind):
            said = say("reveal", who=who(seat), tile=tile(kind))
        case Passed(seat):
            said = say("pass", who=who(seat))
        case StartPlayerChosen(player):
            led = "start_led" if _leads_alone(describer.before, player) else "start"
            said = say(led, who=who(player), epoch=describer.after["round"])
        case _:
            said = _ruled(describer, event)
    return said


def _ruled(describer: _Describer, event: Event) -> str:
    """The phrase for a judge's adjustment, without a full stop."""
    values = encode(event)
    if "seat" in values:
        seat = values["seat"]
        values |= {"who": describer.who(seat), "gold": describer.after["seats"][str(seat)]["gold"]}
    if "tile" in values:
        values["tile"] = describer.tile(values["tile"])
    return filled(TEXTS["rulings"][values["type"]][describer.lang], **values)


def _leads_alone(view: Json, seat: int) -> bool:
    most = max(view["scores"].values())
    return [place for place, gold in view["scores"].items() if gold == most] == [str(seat)]


def _scored(describer: _Describer, said: str, epoch: str) -> str:
    """The last placement of an epoch, the points of the epoch, and who won."""
    after, say, who = describer.after, describer.say, describer.who
    result = after["results"][epoch]
    gold = describer.all(
        say("gained", who=who(seat), total=total, after=result["after"][seat])
        for seat, total in result["total"].items()
    )
    if after["phase"] != "finished":
        return say("scored", said=said, epoch=epoch, gold=gold)
    most = max(after["scores"].values())
    winners = [who(seat) for seat, score in after["scores"].items() if score == most]
    ending = "won" if len(winners) == 1 else "shared"
    return say(ending, said=said, epoch=epoch, gold=gold, who=describer.all(winners))


def _count(describer: _Describer, event: EpochCounted) -> str:
    """What the table counted, against the score."""
    say, epoch, results = describer.say, describer.after["round"], describer.after["results"]

    def counted(gold: Mapping[int, int]) -> str:
        return describer.all(say("counted", who=describer.who(seat), total=total) for seat, total in gold.items())

    said = say("count", epoch=epoch, gold=counted(event.gold))
    if str(epoch) not in results:
        return f"{said}."
    total = results[str(epoch)]["total"]
    right = {seat: total[str(seat)] for seat, gold in event.gold.items() if total[str(seat)] != gold}
    return say("count_differs", said=said, gold=counted(right)) if right else say("count_same", said=said)
