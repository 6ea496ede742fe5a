"""The values of a refusal as words: things by the names of the box, seats by colours, goods with numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from engines.architects.box.cards import SILVER
from engines.architects.box.components import box
from engines.architects.moves import moves
from engines.architects.refusals.texts import TEXTS, refusal
from engines.architects.state import State
from engines.kernel.game import LANGUAGES, IllegalMoveError, Text
from engines.kernel.sentences import OR, Value, joined, same, say

PHASES, ROWS, PLACES, PARAMETERS = (TEXTS[name] for name in ("phases", "rows", "places", "parameters"))
YES, NO = say("yes", "sí"), say("no", "no")


@lru_cache(maxsize=1)
def _kinds() -> Mapping[str, Text]:
    """The types of move by what a form calls them."""
    return {kind: about.label for kind, about in moves(box()).items()}


def refused(state: State, rule: str, key: str, names: Iterable[str | None] = (), **values: Any) -> IllegalMoveError:
    """Return the refusal of a move at a table, with its values as words; arguments as in ``texts.refusal``."""
    return refusal(rule, key, names=names, **{name: worded(state, name, value) for name, value in values.items()})


def worded(state: State, name: str, value: Any) -> Value:
    """A value of a refusal as words; its name and its type decide how."""
    make = _BY_NAME.get(name)
    if make is not None:
        return make(state, value)
    if isinstance(value, bool):
        return YES if value else NO
    if isinstance(value, Mapping):
        return goods_of(state, value)
    if isinstance(value, (list, tuple)):
        return _all(card_of(state, one) for one in value)
    return value if isinstance(value, int) else str(value)


def _all(texts: Iterable[Text], word: Mapping[str, str] | None = None) -> Text:
    them = list(texts)
    if word is not None:
        return {lang: joined([text[lang] for text in them], lang, word) for lang in LANGUAGES}
    return {lang: joined([text[lang] for text in them], lang) for lang in LANGUAGES}


def goods_of(state: State, goods: Mapping[str, int]) -> Text:
    """Goods with their numbers: ``2 wood and 1 stone``."""
    names = state.box.goods
    return _all(
        say(f"{count} {_name(names, good, 'en')}", f"{count} de {_name(names, good, 'es')}")
        for good, count in goods.items()
        if count
    )


def _name(names: Mapping[str, Text], key: str, lang: str) -> str:
    return names[key][lang] if key in names else key


def seat_of(state: State, seat: object) -> Text:
    """A seat by its colour."""
    if isinstance(seat, int) and 0 <= seat < len(state.colours):
        return state.box.colours[state.colours[seat]]
    return same("-" if seat is None else str(seat))


def card_of(state: State, card: object) -> Text:
    """A card, a character or a trade by its name; a word that is none of these as it was typed."""
    word = str(card)
    for table in (state.box.apprentices, state.box.buildings, state.box.characters):
        if word in table:
            return table[word].name
    if word in state.box.trades:
        return goods_of(state, state.box.trades[word].gain)
    if word in state.box.rewards:
        return goods_of(state, state.box.rewards[word].gain)
    return same(word)


def place_of(state: State, place: object) -> Text:
    """A place by its name."""
    if isinstance(place, Mapping):
        return place
    word = str(place)
    return PLACES.get(word) or state.box.places.get(word) or same(word)


def _places(state: State, places: Sequence[str]) -> Text:
    return _all(place_of(state, place) for place in places)


def _silver(state: State, value: Any) -> Value:
    """A cost or a stock: goods, or an amount of silver."""
    if isinstance(value, Mapping):
        return goods_of(state, value)
    return goods_of(state, {SILVER: value}) if isinstance(value, int) and value else str(value)


def _skills(state: State, skills: Sequence[str]) -> Text:
    return _all(state.box.skills.get(skill, same(skill)) for skill in skills)


def _options(state: State, options: Sequence[str]) -> Text:
    """What may be chosen: ``gold or silver``."""
    words = {"release": say("take workers back", "recuperar trabajadores"), "capture": say("capture", "capturar")}
    return _all((state.box.goods.get(one) or words.get(one) or same(one) for one in options), OR)


def _face(state: State, face: str) -> Text:
    for faces in (state.box.small, state.box.large):
        if face in faces:
            return goods_of(state, faces[face].goods)
    return same(face)


def _what(state: State, what: str) -> Text:
    return PARAMETERS.get(what) or state.box.goods.get(what) or card_of(state, what)


_BY_NAME: Mapping[str, Callable[[State, Any], Value]] = {
    "seat": seat_of,
    "turn": seat_of,
    "chooser": seat_of,
    "card": card_of,
    "character": card_of,
    "trade": card_of,
    "location": place_of,
    "place": place_of,
    "places": _places,
    "good": lambda state, good: state.box.goods.get(good, same(good)),
    "cost": _silver,
    "has": _silver,
    "skills": _skills,
    "of": _options,
    "face": _face,
    "what": _what,
    "kind": lambda _, kind: _kinds().get(kind, same(str(kind))),
    "phase": lambda _, phase: PHASES.get(phase, same(str(phase))),
    "row": lambda _, row: ROWS.get(str(row), same("-" if row is None else str(row))),
    "column": lambda _, column: "-" if column is None else str(column),
}
"""Name of a value -> the function that returns its words."""
