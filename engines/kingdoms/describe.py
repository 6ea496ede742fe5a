"""One sentence for every event, in English and Spanish."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from engines.kernel.game import Json
from engines.kernel.moves.events import Event
from engines.kernel.sentences import joined
from engines.kingdoms.adjustments.texts import ordered
from engines.kingdoms.moves import (
    CastlePlaced,
    EpochCounted,
    Passed,
    StartingTileDealt,
    StartingTilePlaced,
    StartingTileRevealed,
    StartPlayerChosen,
    TileDrawn,
)
from engines.kingdoms.refusals import SOME_TILE, name_with_value

Phrases: TypeAlias = Mapping[str, str]

EVENTS: Mapping[str, Phrases] = {
    "en": {
        "start": "{who} takes the first turn of epoch {epoch}",
        "start_led": "{who}, with the most gold, takes the first turn of epoch {epoch}",
        "deal": "{who} takes a starting tile",
        "deal_known": "{who} takes {tile} as the starting tile",
        "castle": "{who} places a castle of rank {rank} at {place}",
        "draw": "{who} draws {tile} and places it at {place}",
        "place": "{who} places the starting tile, {tile}, at {place}",
        "pass": "{who} cannot play and passes",
        "reveal": "{who} reveals the starting tile that was not placed: {tile}",
        "count": "The table counts epoch {epoch}: {gold}",
        "count_same": "{said}, as scored.",
        "count_differs": "{said}; the scoring gives {gold}.",
        "opens": "Epoch {epoch} begins",
        "opens_led": "Epoch {epoch} begins with {who}",
        "scored": "{said}; the board is full. Epoch {epoch}: {gold}.",
        "won": "{said}; the board is full. Epoch {epoch}: {gold}. {who} wins.",
        "shared": "{said}; the board is full. Epoch {epoch}: {gold}. {who} share the victory.",
        "brought": "{who} {total:+d} (now {after})",
        "counted": "{who} {total:+d}",
        "row_col": "row {row}, column {col}",
    },
    "es": {
        "start": "{who} juega el primer turno de la época {epoch}",
        "start_led": "{who}, con más oro que nadie, juega el primer turno de la época {epoch}",
        "deal": "{who} toma una loseta inicial",
        "deal_known": "{who} toma {tile} como loseta inicial",
        "castle": "{who} coloca un castillo de rango {rank} en {place}",
        "draw": "{who} roba la loseta {tile} y la coloca en {place}",
        "place": "{who} coloca su loseta inicial, {tile}, en {place}",
        "pass": "{who} no puede jugar y pasa",
        "reveal": "{who} muestra la loseta inicial que no colocó: {tile}",
        "count": "La mesa cuenta la época {epoch}: {gold}",
        "count_same": "{said}, igual que la puntuación.",
        "count_differs": "{said}; la puntuación da {gold}.",
        "opens": "Empieza la época {epoch}",
        "opens_led": "La época {epoch} la empieza {who}",
        "scored": "{said}; el tablero está lleno. Época {epoch}: {gold}.",
        "won": "{said}; el tablero está lleno. Época {epoch}: {gold}. Gana {who}.",
        "shared": "{said}; el tablero está lleno. Época {epoch}: {gold}. {who} comparten la victoria.",
        "brought": "{who} {total:+d} (ahora {after})",
        "counted": "{who} {total:+d}",
        "row_col": "la fila {row}, columna {col}",
    },
}


def describe(event: Event, before: Json, after: Json, box: Json, lang: str) -> str:
    """One sentence from the two views of one fold: what happened, and what followed from it."""
    phrases = EVENTS[lang]
    who = _who(after, box, lang)
    if isinstance(event, EpochCounted):
        return _count(event, after, phrases, who, lang)
    said = _act(event, before, after, lang, who, _tiles(box, lang))
    if after["round"] > before["round"]:
        starts = after["start_player"] is not None and not isinstance(event, StartPlayerChosen)
        opened = phrases["opens_led" if starts else "opens"].format(
            epoch=after["round"], who=who(after["start_player"]) if starts else ""
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
            said = ordered(event, after, lang, who, tile)
    return said


def _say(lang: str, key: str, **values: object) -> str:
    return EVENTS[lang][key].format(**values)


def _place(lang: str, row: int, col: int) -> str:
    return _say(lang, "row_col", row=row, col=col)


def _leads_alone(view: Json, seat: int) -> bool:
    most = max(view["scores"].values())
    return [place for place, gold in view["scores"].items() if gold == most] == [str(seat)]


def _scored(said: str, epoch: str, after: Json, lang: str, who: Callable[[int], str]) -> str:
    """The last placement of an epoch, the points of the epoch, and who won."""
    phrases = EVENTS[lang]
    result = after["results"][epoch]
    gold = joined(
        [
            phrases["brought"].format(who=who(int(seat)), total=total, after=result["after"][seat])
            for seat, total in result["total"].items()
        ],
        lang,
    )
    if after["phase"] != "finished":
        return phrases["scored"].format(said=said, epoch=epoch, gold=gold)
    most = max(after["scores"].values())
    winners = [who(int(seat)) for seat, score in after["scores"].items() if score == most]
    ending = phrases["won" if len(winners) == 1 else "shared"]
    return ending.format(said=said, epoch=epoch, gold=gold, who=joined(winners, lang))


def _count(event: EpochCounted, after: Json, phrases: Phrases, who: Callable[[int], str], lang: str) -> str:
    """What the table counted, against the score."""
    epoch = after["round"]
    counted = [phrases["counted"].format(who=who(seat), total=gold) for seat, gold in event.gold.items()]
    said = phrases["count"].format(epoch=epoch, gold=joined(counted, lang) if counted else "-")
    if str(epoch) not in after["results"]:
        return f"{said}."
    total = after["results"][str(epoch)]["total"]
    wrong = [(seat, total[str(seat)]) for seat, gold in event.gold.items() if total[str(seat)] != gold]
    if not wrong:
        return phrases["count_same"].format(said=said)
    right = [phrases["counted"].format(who=who(seat), total=gold) for seat, gold in wrong]
    return phrases["count_differs"].format(said=said, gold=joined(right, lang))
