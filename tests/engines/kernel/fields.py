"""A game that has nothing but one move with every kind of field, and moves for it."""

from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any

from hypothesis import strategies as st

from engines.kernel.canonical import MOST
from engines.kernel.game import Field, Json, MoveType
from engines.kernel.input.shorthand import ShortForm, Shorthand, pairs
from engines.kernel.sentences import say

SEATS = ["red", "blue", "green", "grey"]
LABEL = say("All", "Todo")

NUMBER = Field("integer", LABEL, optional=True)
CHOICE = Field(
    "choice",
    LABEL,
    optional=True,
    choices=("resource_3", "mountain", "hazard_6", 7),
    aliases={"+3": "resource_3", "-6": "hazard_6", "MT": "mountain", "Gold mine": "mountain"},
)
TEXT = Field("text", LABEL, optional=True)
GROUP = Field(
    "group",
    LABEL,
    optional=True,
    fields={"gold": Field("integer", LABEL), "goods": Field("list", LABEL, optional=True, of=CHOICE), "note": TEXT},
)
EVERYTHING: Mapping[str, Field] = {
    "number": NUMBER,
    "player": Field("integer", LABEL, optional=True, seat=True),
    "choice": CHOICE,
    "flag": Field("flag", LABEL, optional=True),
    "text": TEXT,
    "numbers": Field("list", LABEL, optional=True, of=NUMBER),
    "choices": Field("list", LABEL, optional=True, of=CHOICE),
    "texts": Field("list", LABEL, optional=True, of=TEXT),
    "flags": Field("list", LABEL, optional=True, of=Field("flag", LABEL)),
    "rows": Field("list", LABEL, optional=True, of=Field("list", LABEL, of=NUMBER)),
    "by_seat": Field("map", LABEL, optional=True, of=NUMBER, keys="seat"),
    "by_key": Field("map", LABEL, optional=True, of=TEXT, keys=("north", "south")),
    "kinds": Field("map", LABEL, optional=True, of=CHOICE),
    "hands": Field("map", LABEL, optional=True, of=Field("list", LABEL, of=CHOICE), keys="seat"),
    "group": GROUP,
    "groups": Field("list", LABEL, optional=True, of=GROUP),
    "deep": Field(
        "group",
        LABEL,
        optional=True,
        fields={
            "inner": Field(
                "group",
                LABEL,
                optional=True,
                fields={
                    "leaves": Field("map", LABEL, optional=True, of=NUMBER),
                    "groups": Field("list", LABEL, optional=True, of=GROUP),
                },
            )
        },
    ),
}


def _counted(words: Sequence[str], box: Json) -> Json:
    """``count r=1``: whole numbers by seat."""
    del box
    return {"by_seat": pairs(words, 0, say("COLOUR=NUMBER", "COLOR=NÚMERO"))}


SHORTHAND = Shorthand(
    {
        "go": ShortForm("all", say("go NUMBER", "go NÚMERO"), lambda rest, _: {"number": int(rest[0])}),
        "first": ShortForm("all", say("first COLOUR", "first COLOR"), lambda rest, _: {"player": rest[0]}),
        "count": ShortForm("all", say("count COLOUR=NUMBER", "count COLOR=NÚMERO"), _counted),
    }
)
"""``go 3``, ``first blue`` and ``count r=1``."""


GAME: Any = SimpleNamespace(
    name="fields",
    shorthand=SHORTHAND,
    colours=lambda _: {
        colour: say(colour.title(), name) for colour, name in zip(SEATS, ("Rojo", "Azul", "Verde", "Gris"), strict=True)
    },
    moves=lambda _: {
        "all": MoveType(LABEL, EVERYTHING),
        "table": MoveType(LABEL, {"number": Field("integer", LABEL)}, seated=False),
    },
)

WORDS = st.text(max_size=8) | st.sampled_from(
    [
        "true", "null", "?", "12", "+3", "-6", "MT", "a,b", "a b", "#", "a#b", '"', "\\", "[", "{}", "red", "blue",
        "=", "x=1", "\u2028", "\n", "\x00", "\x85",
    ]
)  # fmt: skip
INTEGERS = st.integers(-MOST, MOST) | st.integers(-9, 9)
CHOICES = st.sampled_from(["resource_3", "mountain", "hazard_6", 7])
KEYS = st.text("abcXYZ019_.-", min_size=1, max_size=5)
SEAT_KEYS = st.sampled_from("0123")


def _some(within: Mapping[str, st.SearchStrategy[Any]], **needed: st.SearchStrategy[Any]) -> st.SearchStrategy[Json]:
    return st.fixed_dictionaries(needed, optional=dict(within))


GROUPS = _some({"goods": st.lists(CHOICES, max_size=3), "note": WORDS}, gold=INTEGERS)
RIGHT: Mapping[str, st.SearchStrategy[Any]] = {
    "number": INTEGERS,
    "player": INTEGERS,
    "choice": CHOICES,
    "flag": st.booleans(),
    "text": WORDS,
    "numbers": st.lists(INTEGERS, max_size=3),
    "choices": st.lists(CHOICES, max_size=3),
    "texts": st.lists(WORDS, max_size=3),
    "flags": st.lists(st.booleans(), max_size=3),
    "rows": st.lists(st.lists(INTEGERS, max_size=3), max_size=3),
    "by_seat": st.dictionaries(SEAT_KEYS, INTEGERS),
    "by_key": st.dictionaries(st.sampled_from(["north", "south"]), WORDS),
    "kinds": st.dictionaries(KEYS, CHOICES, max_size=3),
    "hands": st.dictionaries(SEAT_KEYS, st.lists(CHOICES, max_size=3)),
    "group": GROUPS,
    "groups": st.lists(GROUPS, max_size=3),
    "deep": _some(
        {
            "inner": _some(
                {"leaves": st.dictionaries(KEYS, INTEGERS, max_size=3), "groups": st.lists(GROUPS, max_size=2)}
            )
        }
    ),
}
MOVES = _some({"seat": st.integers(0, 3), **RIGHT}, type=st.just("all"))
"""Moves in canonical form: each value of the kind of its field."""

SCALARS = st.none() | st.booleans() | INTEGERS | WORDS
ODD: Mapping[str, st.SearchStrategy[Any]] = {
    **RIGHT,
    "number": SCALARS,
    "choice": CHOICES | WORDS | st.none(),
    "numbers": st.lists(SCALARS, max_size=3),
    "choices": st.lists(CHOICES | WORDS | st.none(), max_size=3),
    "rows": st.lists(st.lists(SCALARS, max_size=3), max_size=3),
    "by_seat": st.dictionaries(SEAT_KEYS, SCALARS),
    "kinds": st.dictionaries(KEYS, CHOICES | WORDS | st.none(), max_size=3),
    "group": _some({"goods": st.lists(CHOICES | WORDS, max_size=3), "note": WORDS}, gold=SCALARS),
}
ODD_MOVES = _some({"seat": st.integers(0, 3), **ODD}, type=st.just("all"))
"""Moves whose fields hold what the shape lets through and only the rules refuse."""
