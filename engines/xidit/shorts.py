"""How a hand writes the moves of Lords of Xidit in short."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from engines.kernel.game import Json

_PAIR = re.compile(r"([^=]+)=([0-9]{1,4}|\?)\Z")


def short(words: Sequence[str], box: Json) -> Json | None:
    """A move from the short form a hand would write, without its seat; None where there is no such form.

    ``at 12`` · ``orders KRBAAW`` · ``reveal black=KRBAAW red=WWWWWW`` · ``go`` or ``go 12`` · ``titan T3a peasant=2
    archer=1`` or ``titan no`` · ``take gold bards`` · ``bards R2=1 R9=?`` · ``dummy wealth`` · ``top R A05`` or
    ``top T`` · ``fist cleric 2`` · ``open cleric black=1 red=0`` · ``story 9`` · ``year`` · ``rate``. Orders are the
    letters of the icons.
    """
    if not words:
        return None
    head, rest = words[0].casefold(), list(words[1:])
    plain = {"go": "execute", "year": "end_year", "rate": "evaluate", "orders": "program"}
    if head in plain and not rest:
        return {"type": plain[head]}
    build = _SHORT.get(head)
    return build(rest, box) if build is not None and rest else None


def _letters(word: str, box: Json) -> list[str] | None:
    """Orders written as letters."""
    icons = {icon["token"]: icon["id"] for icon in box["icons"]}
    found = [icons.get(letter.upper()) for letter in word]
    return None if None in found else [icon for icon in found if icon]


def _pairs(words: Sequence[str]) -> dict[str, int | None] | None:
    """``name=number`` several times; ``?`` for a number that nobody counted."""
    found = [_PAIR.match(word) for word in words]
    pairs = {match[1]: None if match[2] == "?" else int(match[2]) for match in found if match is not None}
    return pairs if len(pairs) == len(words) else None


def _numbered(kind: str, key: str) -> Callable[[list[str], Json], Json | None]:
    def build(rest: list[str], box: Json) -> Json | None:  # noqa: ARG001 - one signature for all
        return {"type": kind, key: int(rest[0])} if len(rest) == 1 and rest[0].isdecimal() else None

    return build


def _short_orders(rest: list[str], box: Json) -> Json | None:
    orders = _letters(rest[0], box) if len(rest) == 1 else None
    return None if orders is None else {"type": "program", "orders": orders}


def _short_reveal(rest: list[str], box: Json) -> Json | None:
    orders: dict[str, list[str]] = {}
    for word in rest:
        seat, _, letters = word.partition("=")
        found = _letters(letters, box)
        if not seat or found is None or seat in orders:
            return None
        orders[seat] = found
    return {"type": "reveal_orders", "orders": orders}


def _short_titan(rest: list[str], box: Json) -> Json | None:  # noqa: ARG001 - one signature for all
    if rest == ["no"]:
        return {"type": "choose_titan"}
    units = _pairs(rest[1:])
    return None if units is None else {"type": "choose_titan", "titan": rest[0], "units": units}


def _short_take(rest: list[str], box: Json) -> Json | None:  # noqa: ARG001 - one signature for all
    return {"type": "choose_rewards", "rewards": rest}


def _short_bards(rest: list[str], box: Json) -> Json | None:  # noqa: ARG001 - one signature for all
    regions = _pairs(rest)
    return None if regions is None else {"type": "place_bards", "regions": regions}


def _short_dummy(rest: list[str], box: Json) -> Json | None:  # noqa: ARG001 - one signature for all
    return {"type": "advance_dummy", "criterion": rest[0]} if len(rest) == 1 else None


def _short_top(rest: list[str], box: Json) -> Json | None:  # noqa: ARG001 - one signature for all
    if len(rest) > 2:  # noqa: PLR2004 - pile and tile
        return None
    return {"type": "reveal_top", "pile": rest[0], **({"tile": rest[1]} if rest[1:] and rest[1] != "?" else {})}


def _short_fist(rest: list[str], box: Json) -> Json | None:  # noqa: ARG001 - one signature for all
    if len(rest) == 1:
        return {"type": "census_show", "unit": rest[0]}
    counted = len(rest) == 2 and rest[1].isdecimal()  # noqa: PLR2004 - unit and number
    return {"type": "census_show", "unit": rest[0], "count": int(rest[1])} if counted else None


def _short_open(rest: list[str], box: Json) -> Json | None:  # noqa: ARG001 - one signature for all
    counts = _pairs(rest[1:])
    return None if counts is None else {"type": "census_open", "unit": rest[0], "counts": counts}


_SHORT: Mapping[str, Callable[[list[str], Json], Json | None]] = {
    "at": _numbered("place_idrakys", "city"),
    "go": _numbered("execute", "to"),
    "story": _numbered("place_story", "city"),
    "orders": _short_orders,
    "reveal": _short_reveal,
    "titan": _short_titan,
    "take": _short_take,
    "bards": _short_bards,
    "dummy": _short_dummy,
    "top": _short_top,
    "fist": _short_fist,
    "open": _short_open,
}
