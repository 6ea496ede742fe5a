"""The short forms of Kingdoms at a prompt: ``+3 2,5``, ``castle 4 1,3``, ``start -6 5,3``, ``pass``, ``deal``."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from engines.kernel.game import Json
from engines.kernel.input.completion import Ask, AtTable, Found

_CASTLE = re.compile(r"c(?:astle)?([0-9])\Z", re.IGNORECASE)


def suggest(words: Sequence[str], current: str, offers: Sequence[Json], ask: Ask, table: AtTable) -> Iterator[Found]:
    """Yield suggestions, as every ``suggest`` of :mod:`service.cli.forms`."""
    prompt = _Prompt(current, ask, table)
    types = {offer["type"]: offer for offer in offers}
    if not words:
        yield from prompt.first(types)
        return
    head, rest = words[0].casefold(), list(words[1:])
    rank = _CASTLE.match(head)
    if rank:
        head, rest = "castle", [rank[1], *rest]
    form = table.game.shorthand.heads.get(head)
    kind = "draw_and_place" if form is None else form.type
    if kind not in types:
        return
    partial: Json = {"type": kind}
    seats = {offer["seat"] for offer in offers if offer["type"] == kind}
    if len(seats) == 1 and seats != {None}:
        partial["seat"] = seats.pop()
    yield from prompt.after(partial, [" ".join(words)] if kind == "draw_and_place" else rest)


@dataclass(frozen=True, slots=True)
class _Prompt:
    """One word being typed."""

    current: str
    ask: Ask
    table: AtTable

    def first(self, types: Mapping[str, Json]) -> Iterator[Found]:
        """The tiles that a form without a word of its own begins with."""
        if "draw_and_place" in types:
            yield from map(self._kind, types["draw_and_place"]["fields"]["tile"]["of"])

    def after(self, partial: Json, rest: Sequence[str]) -> Iterator[Found]:
        """What follows the first word."""
        match partial["type"]:
            case "choose_start_player" if not rest:
                yield from ((self.table.colours[int(seat)], {}) for seat in self._of(partial))
            case "score_epoch":
                yield from ((f"{colour}=", {"en": "gold", "es": "oro"}) for colour in self.table.colours)
            case "deal_starting_tile" | "reveal_starting_tile" if not rest:
                yield from map(self._kind, self._of(partial))
            case "place_castle" if not rest:
                yield from ((str(rank), {"en": "rank", "es": "rango"}) for rank in self._of(partial))
            case "place_castle" if len(rest) == 1 and rest[0].isdigit():
                yield from self._places({**partial, "rank": int(rest[0])})
            case "place_starting_tile" if not rest:
                yield from map(self._kind, self._of(partial))
                yield from self._places({**partial, "tile": None})
            case "draw_and_place" | "place_starting_tile":
                tile = self._id(" ".join(rest))
                if tile is not None:
                    yield from self._places({**partial, "tile": tile})

    def _places(self, partial: Json) -> Iterator[Found]:
        """Rows, then the columns of a row that are empty."""
        row, comma, _ = self.current.partition(",")
        if comma and row.isdigit():
            for col in self._of({**partial, "row": int(row)}):
                yield f"{row},{col}", {"en": "row, column", "es": "fila, columna"}
        elif not comma:
            yield from ((f"{row},", {"en": "row", "es": "fila"}) for row in self._of(partial))

    def _of(self, partial: Json) -> Sequence[str | int]:
        """The choices of the field that is asked next."""
        found: Sequence[str | int] = (self.ask(partial).get("domain") or {}).get("of", [])
        return found

    def _kind(self, tile: str | int) -> Found:
        """A kind of tile by its token, with its name."""
        for kind in self.table.box["kinds"]:
            if kind["id"] == tile:
                return kind["token"], kind["name"]
        return str(tile), {}

    def _id(self, word: str) -> str | None:
        """The kind that a token, a printed name or an id means."""
        wanted = word.casefold()
        for kind in self.table.box["kinds"]:
            if wanted in {name.casefold() for name in (kind["id"], kind["token"], *kind["name"].values())}:
                return str(kind["id"])
        return None
