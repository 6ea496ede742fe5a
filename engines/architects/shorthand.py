"""Short text forms of the moves of Architects in short; cards by the beginning of their names.

``quarry`` · ``forest`` · ``mines gold`` · ``silversmith`` · ``store marble wood=3 A15`` · ``hire top 2 miner`` ·
``draw`` · ``town r@mines b@forest`` · ``tax`` · ``left`` · ``right`` · ``mhire top 4 thief`` · ``mdraw`` ·
``guard send release`` · ``build well`` · ``cathedral stone=4 R03`` · ``back forest`` · ``pass`` · ``discard thief`` ·
``reset M02 M05`` · ``limit``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from engines.architects.arguments.parameters import BOARD, GUARDHOUSE_ACTIONS, MARKETS, PRICES, PRISON
from engines.architects.box.components import OPEN_LOCATIONS, ROWS
from engines.kernel.game import Json, Text
from engines.kernel.input.shorthand import ShortForm, Shorthand, WrongWordError, no_more, nothing, whole_at, word_at
from engines.kernel.sentences import say, shown

_PAIR = re.compile(r"([^=]+)=([0-9]{1,3})\Z")
_CARD = say("CARD", "CARTA")
_PLACE = say("PLACE", "LUGAR")
RANSOM = "ransom"

PLACES: Mapping[str, str] = {
    "storehouse": "kings_storehouse",
    "town": "town_centre",
    "tax": "tax_stand",
    "left": MARKETS[0],
    "middle": MARKETS[1],
    "right": MARKETS[2],
}
"""Spellings of places, in addition to the beginning of their ids."""


def beginning(word: str, known: Sequence[tuple[str, str]], place: int, what: Text) -> str:
    """Return the meaning of a word: an id, a whole name, or an unambiguous beginning of one.

    Args:
        word: What was typed.
        known: Spellings in lower case, and their meanings.
        place: Position of the word.
        what: Its name in a message.

    Raises:
        WrongWordError: The word means nothing, or several things.
    """
    folded = word.casefold().replace("_", " ")
    for found in (
        {meant for name, meant in known if name == folded},
        {meant for name, meant in known if name.startswith(folded)},
    ):
        if len(found) == 1:
            return found.pop()
        if found:
            several = ", ".join(sorted(found)[:8])
            raise WrongWordError(place, say(f"{word!r:.40} may be {several}", f"{word!r:.40} puede ser {several}"))
    raise WrongWordError(place, say(f"{shown(word)} is no {what['en']}", f"{shown(word)} no es {what['es']}"))


def cards(box: Json, table: str) -> list[tuple[str, str]]:
    """What may be typed for the cards of a table: ids, and names; a name of several cards means that name."""
    found = [(card["id"].casefold(), card["id"]) for card in box[table]]
    names: dict[str, list[str]] = {}
    for card in box[table]:
        for name in dict.fromkeys((*card["name"].values(), *card.get("aliases", ()))):
            names.setdefault(name, []).append(card["id"])
    found += [(name.casefold(), ids[0] if len(ids) == 1 else name) for name, ids in names.items()]
    return found


def _apprentice(words: Sequence[str], place: int, box: Json, what: Text = _CARD) -> str:
    return beginning(word_at(words, place, what), cards(box, "apprentices"), place, what)


def _place(word: str, place: int, among: Sequence[str]) -> str:
    known = [(one.replace("_", " "), one) for one in among]
    known += [(short, one) for short, one in PLACES.items() if one in among]
    return beginning(word, known, place, _PLACE)


def _goods(words: Sequence[str], start: int, box: Json) -> tuple[dict[str, int], list[tuple[int, str]]]:
    """``GOOD=NUMBER`` among the words from a place on, and the other words with their places."""
    known = [
        (name.casefold(), good["id"]) for good in box["resources"] for name in (good["id"], *good["name"].values())
    ]
    goods: dict[str, int] = {}
    others: list[tuple[int, str]] = []
    for place, word in enumerate(words[start:], start):
        pair = _PAIR.match(word)
        if pair is None:
            others.append((place, word))
        else:
            goods[beginning(pair[1], known, place, say("GOOD", "BIEN"))] = int(pair[2])
    return goods, others


def _mines(words: Sequence[str], box: Json) -> Json:
    known = [
        (name.casefold(), good["id"]) for good in box["resources"] for name in (good["id"], *good["name"].values())
    ]
    what = say("GOOD", "BIEN")
    word = word_at(words, 0, what)
    no_more(words, 1)
    return {"take": beginning(word, known, 0, what)}


def _store(words: Sequence[str], box: Json) -> Json:
    """``store virtue clay=1,wood=1 A15``: a trade, and behind it what was paid."""
    known = [("virtue", "base_virtue"), ("marble", "base_marble"), *cards(box, "apprentices")]
    known += [("base virtue", "base_virtue"), ("base marble", "base_marble")]
    trades: list[Json] = []
    for place, word in enumerate(words):
        if "=" in word and trades:
            for pair in word.split(","):
                goods, others = _goods([*words[:place], pair], place, box)
                if others:
                    wrong = say(f"{pair!r:.40} is not GOOD=NUMBER", f"{pair!r:.40} no es BIEN=NÚMERO")
                    raise WrongWordError(place, wrong)
                trades[-1].setdefault("paid", {}).update(goods)
        else:
            trades.append({"trade": beginning(word, known, place, say("TRADE", "TRUEQUE"))})
    return {"trades": trades} if trades else {}


def _spot(words: Sequence[str], box: Json) -> Json:
    """``hire top 2 miner [-thief]``: row, column, the card that comes up, and one that goes."""
    what = say("ROW", "FILA")
    known = [*((row, row) for row in ROWS), ("arriba", ROWS[0]), ("abajo", ROWS[1])]
    out: Json = {"row": beginning(word_at(words, 0, what), known, 0, what)}
    out["column"] = whole_at(words, 1, say("COLUMN", "COLUMNA"))
    for place, word in enumerate(words[2:], 2):
        if word.startswith("-"):
            out["discard"] = beginning(word[1:], cards(box, "apprentices"), place, _CARD)
        elif "refill" in out:
            no_more(words, place)
        else:
            out["refill"] = _apprentice(words, place, box)
    return out


def _buildings(name: str) -> Callable[[Sequence[str], Json], Json]:
    """A form that is building cards, ``?`` for one that was not noted."""

    def fields(words: Sequence[str], box: Json) -> Json:
        known = cards(box, "buildings")
        found = [None if word == "?" else beginning(word, known, place, _CARD) for place, word in enumerate(words)]
        return {name: found} if found else {}

    return fields


def _town(words: Sequence[str], _box: Json) -> Json:
    """``town r@mines b@forest``: a colour and a place for each capture."""
    return {"captures": [_capture(word, place) for place, word in enumerate(words)]} if words else {}


def _capture(word: str, place: int) -> Json:
    what = say("COLOUR@PLACE", "COLOR@LUGAR")
    colour, at, location = word.partition("@")
    if not (colour and at and location):
        raise WrongWordError(place, say(f"{word!r:.40} is not {what['en']}", f"{word!r:.40} no es {what['es']}"))
    return {"location": _place(location, place, OPEN_LOCATIONS), "seat": colour}


def _guard(words: Sequence[str], _box: Json) -> Json:
    """``guard send release ransom silver pay``: actions; ``silver`` and ``debt`` alone are ransoms, too."""
    known = [(one.replace("_", " "), one) for one in (*GUARDHOUSE_ACTIONS, *PRICES)]
    actions: list[Json] = []
    for place, word in enumerate(words):
        meant = beginning(word, known, place, say("ACTION", "ACCIÓN"))
        if meant not in PRICES:
            actions.append({"action": meant})
        elif actions and actions[-1] == {"action": RANSOM}:
            actions[-1]["price"] = meant
        else:
            actions.append({"action": RANSOM, "price": meant})
    return {"actions": actions} if actions else {}


def _build(words: Sequence[str], box: Json) -> Json:
    """``build treasury gold``: a building, goods paid, and behind them its choice or its captures."""
    out: Json = {"building": beginning(word_at(words, 0, _CARD), cards(box, "buildings"), 0, _CARD)}
    goods, others = _goods(words, 1, box)
    if goods:
        out["payment"] = goods
    names = [
        (name.casefold(), good["id"]) for good in box["resources"] for name in (good["id"], *good["name"].values())
    ]
    known = [*names, ("release", "release"), ("capture", "capture")]
    for place, word in others:
        if "@" in word:
            out.setdefault("captures", []).append(_capture(word, place))
        elif word.startswith("+"):
            up = beginning(word[1:], cards(box, "apprentices"), place, _CARD)
            out.setdefault("purge_refill", []).append(up)
        elif word.startswith("-"):
            out["graveyard_discard"] = beginning(word[1:], cards(box, "apprentices"), place, _CARD)
        else:
            out["choice"] = beginning(word, known, place, say("CHOICE", "ELECCIÓN"))
    return out


def _cathedral(words: Sequence[str], box: Json) -> Json:
    """``cathedral stone=4 R03``: goods paid, and the reward that came."""
    goods, others = _goods(words, 0, box)
    out: Json = {"payment": goods} if goods else {}
    rewards = [(card["id"].casefold(), card["id"]) for card in box["rewards"]]
    for place, word in others:
        if word.startswith("+"):
            up = beginning(word[1:], cards(box, "apprentices"), place, _CARD)
            out.setdefault("purge_refill", []).append(up)
        else:
            out["reward"] = beginning(word, rewards, place, say("REWARD", "RECOMPENSA"))
    return out


def _back(words: Sequence[str], _box: Json) -> Json:
    """``back forest`` or ``back board red``."""
    place = _place(word_at(words, 0, _PLACE), 0, (*OPEN_LOCATIONS, *MARKETS, PRISON, BOARD))
    no_more(words, 2)
    return {"location": place, **({"holder": words[1]} if len(words) > 1 else {})}


def _discard(words: Sequence[str], box: Json) -> Json:
    no_more(words, 1)
    return {"apprentice": _apprentice(words, 0, box)}


def _reset(words: Sequence[str], box: Json) -> Json:
    """``reset M02 M05 red:gatekeeper=2``: the large and the small face that came, and abilities that are used."""
    out: Json = {"large_face": word_at(words, 0, say("LARGE", "GRANDE"))}
    known = [*cards(box, "apprentices"), *cards(box, "characters")]
    for place, word in enumerate(words[1:], 1):
        colour, used, rest = word.partition(":")
        if used:
            card, _, count = rest.partition("=")
            ability: Json = {"seat": colour, "card": beginning(card, known, place, _CARD)}
            if count:
                ability["release"] = whole_at([*words[:place], count], place, say("NUMBER", "NÚMERO"))
            out.setdefault("abilities", []).append(ability)
        elif "small_face" in out or place > 1:
            no_more(words, place)
        else:
            out["small_face"] = word
    return out


_HIRE = say("ROW COLUMN CARD [-CARD]", "FILA COLUMNA CARTA [-CARTA]")


def _form(
    kind: str, head: str, en: str, es: str, fields: Callable[[Sequence[str], Json], Json]
) -> tuple[str, ShortForm]:
    return head, ShortForm(kind, say(f"{head} {en}".strip(), f"{head} {es}".strip()), fields)


SHORTHAND = Shorthand(
    dict(
        (
            _form("place_quarry", "quarry", "", "", nothing),
            _form("place_forest", "forest", "", "", nothing),
            _form("place_mines", "mines", "GOOD", "BIEN", _mines),
            _form("place_silversmith", "silversmith", "", "", nothing),
            _form(
                "place_storehouse", "store", "[TRADE [GOOD=NUMBER,...]] ...", "[TRUEQUE [BIEN=NÚMERO,...]] ...", _store
            ),
            _form("workshop_hire", "hire", _HIRE["en"], _HIRE["es"], _spot),
            _form("workshop_draw", "draw", "[CARD ...]", "[CARTA ...]", _buildings("drawn")),
            _form("place_town_centre", "town", "[COLOUR@PLACE ...]", "[COLOR@LUGAR ...]", _town),
            _form("place_tax_stand", "tax", "", "", nothing),
            _form("market_left", "left", "", "", nothing),
            _form("market_right", "right", "", "", nothing),
            _form("market_hire", "mhire", _HIRE["en"], _HIRE["es"], _spot),
            _form("market_draw", "mdraw", "", "", nothing),
            _form("place_guardhouse", "guard", "[ACTION ...]", "[ACCIÓN ...]", _guard),
            _form(
                "build",
                "build",
                "CARD [GOOD=NUMBER ...] [CHOICE] [COLOUR@PLACE ...] [+CARD +CARD]",
                "CARTA [BIEN=NÚMERO ...] [ELECCIÓN] [COLOR@LUGAR ...] [+CARTA +CARTA]",
                _build,
            ),
            _form(
                "cathedral",
                "cathedral",
                "[GOOD=NUMBER ...] [REWARD] [+CARD +CARD]",
                "[BIEN=NÚMERO ...] [RECOMPENSA] [+CARTA +CARTA]",
                _cathedral,
            ),
            _form("return_worker", "back", "PLACE [COLOUR]", "LUGAR [COLOR]", _back),
            _form("forced_pass", "pass", "", "", nothing),
            _form("place_prison", "prison", "", "", nothing),
            _form("discard_apprentice", "discard", "CARD", "CARTA", _discard),
            _form(
                "resolve_reset",
                "reset",
                "LARGE [SMALL] [COLOUR:CARD=NUMBER ...]",
                "GRANDE [PEQUEÑO] [COLOR:CARTA=NÚMERO ...]",
                _reset,
            ),
            _form("discard_to_limit", "limit", "[CARD ...]", "[CARTA ...]", _buildings("discarded")),
            _form("end_effects", "order", "CARD ...", "CARTA ...", _buildings("order")),
            _form("reveal_hand", "show", "[CARD ...]", "[CARTA ...]", _buildings("cards")),
        )
    )
)
