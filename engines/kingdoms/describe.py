"""One sentence for every event, in English and Spanish."""

from __future__ import annotations

from collections.abc import Callable

from engines.kernel.game import Json
from engines.kernel.moves.events import Event
from engines.kernel.sentences import joined
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

_PHRASES, _RULINGS = TEXTS["phrases"], TEXTS["rulings"]


def describe(event: Event, before: Json, after: Json, box: Json, lang: str) -> str:
    """One sentence from the two views of one fold: what happened, and what followed from it."""
    who = _who(after, box, lang)
    if isinstance(event, EpochCounted):
        return _count(event, after, who, lang)
    said = _act(event, before, after, lang, who, _tiles(box, lang))
    if after["round"] > before["round"]:
        starts = after["start_player"] is not None and not isinstance(event, StartPlayerChosen)
        opened = _say(
            lang,
            "opens_led" if starts else "opens",
            epoch=after["round"],
            who=who(after["start_player"]) if starts else "",
        )
        return f"{opened}: {said}."
    new = after["results"].keys() - before["results"].keys()
    if not new:
        return f"{said}."
    (epoch,) = new
    return _scored(said, epoch, after, lang, who)


def _who(view: Json, box: Json, lang: str) -> Callable[[int], str]:
    """Seats by the names that their colours have in the box."""

    def who(seat: int) -> str:
        colour = view["seats"][str(seat)]["colour"]
        found: str = next(item["name"][lang] for item in box["colours"] if item["id"] == colour)
        return found

    return who


def _tiles(box: Json, lang: str) -> Callable[[str | None], str]:
    """Kinds of tile by the names that they have in the box, as :func:`tile_name` has them."""

    def name(tile: str | None) -> str:
        if tile is None:
            return SOME_TILE[lang]
        for kind in box["kinds"]:
            if kind["id"] == tile:
                return name_with_value(kind["name"][lang], kind["category"], kind["value"])
        return tile

    return name


def _act(
    event: Event, before: Json, after: Json, lang: str, who: Callable[[int], str], tile: Callable[[str | None], str]
) -> str:
    """The phrase for the seat's action, without a full stop."""
    match event:
        case CastlePlaced(seat, rank, row, col):
            said = _say(lang, "castle", who=who(seat), rank=rank, place=_place(lang, row, col))
        case TileDrawn(seat, kind, row, col):
            said = _say(lang, "draw", who=who(seat), tile=tile(kind), place=_place(lang, row, col))
        case StartingTilePlaced(seat, kind, row, col):
            said = _say(lang, "place", who=who(seat), tile=tile(kind), place=_place(lang, row, col))
        case StartingTileDealt(seat, kind):
            said = _say(lang, "deal" if kind is None else "deal_known", who=who(seat), tile=tile(kind))
        case StartingTileRevealed(seat, kind):
            said = _say(lang, "reveal", who=who(seat), tile=tile(kind))
        case Passed(seat):
            said = _say(lang, "pass", who=who(seat))
        case StartPlayerChosen(player):
            led = "start_led" if _leads_alone(before, player) else "start"
            said = _say(lang, led, who=who(player), epoch=after["round"])
        case EpochCounted():  # it has a sentence of its own
            said = ""
        case _:
            said = _ruled(event, after, lang, who, tile)
    return said


def _ruled(event: Event, after: Json, lang: str, who: Callable[[int], str], tile: Callable[[str | None], str]) -> str:
    """The phrase for a judge's adjustment, without a full stop."""
    values = encode(event)
    if "seat" in values:
        values |= {"who": who(values["seat"]), "gold": after["seats"][str(values["seat"])]["gold"]}
    if "tile" in values:
        values["tile"] = tile(values["tile"])
    return _RULINGS[values["type"]][lang].format(**values)


def _say(lang: str, key: str, **values: object) -> str:
    return _PHRASES[key][lang].format(**values)


def _place(lang: str, row: int, col: int) -> str:
    return _say(lang, "row_col", row=row, col=col)


def _leads_alone(view: Json, seat: int) -> bool:
    most = max(view["scores"].values())
    return [place for place, gold in view["scores"].items() if gold == most] == [str(seat)]


def _scored(said: str, epoch: str, after: Json, lang: str, who: Callable[[int], str]) -> str:
    """The last placement of an epoch, the points of the epoch, and who won."""
    result = after["results"][epoch]
    gold = joined(
        [
            _say(lang, "brought", who=who(int(seat)), total=total, after=result["after"][seat])
            for seat, total in result["total"].items()
        ],
        lang,
    )
    if after["phase"] != "finished":
        return _say(lang, "scored", said=said, epoch=epoch, gold=gold)
    most = max(after["scores"].values())
    winners = [who(int(seat)) for seat, score in after["scores"].items() if score == most]
    return _PHRASES["won" if len(winners) == 1 else "shared"][lang].format(
        said=said, epoch=epoch, gold=gold, who=joined(winners, lang)
    )


def _count(event: EpochCounted, after: Json, who: Callable[[int], str], lang: str) -> str:
    """What the table counted, against the score."""
    epoch = after["round"]
    counted = [_say(lang, "counted", who=who(seat), total=gold) for seat, gold in event.gold.items()]
    said = _say(lang, "count", epoch=epoch, gold=joined(counted, lang) if counted else "-")
    if str(epoch) not in after["results"]:
        return f"{said}."
    total = after["results"][str(epoch)]["total"]
    wrong = [(seat, total[str(seat)]) for seat, gold in event.gold.items() if total[str(seat)] != gold]
    if not wrong:
        return _say(lang, "count_same", said=said)
    right = [_say(lang, "counted", who=who(seat), total=gold) for seat, gold in wrong]
    return _say(lang, "count_differs", said=said, gold=joined(right, lang))
