"""The night market in the terminal: what is for sale and turned up, and what each seat has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.text import Text

from engines.kernel.game import Json
from service.cli.boards.generic import contradictions, head
from service.cli.language import Speech
from service.cli.tables import Table


def draw(table: Table, view: Json, say: Speech, patch: Sequence[Json] = ()) -> Text:
    """The table; a seat that the patch changed is marked with ``*``."""
    out = Text()
    out.append(head(table, view, say) + "\n", "bold")
    shop = ", ".join(f"{say.of(table.box['items'][item]['name'])} {price}" for item, price in view["shop"].items())
    out.append(f"{say('for sale', 'en venta')}: {shop or '-'}\n")
    market = ", ".join(say.of(table.box["cards"][card]["name"]) for card in view["market"])
    count = view["pile"]["count"]
    out.append(f"{say('turned up', 'descubiertas')}: {market or '-'} · {say('pile', 'montón')} {count}\n")
    changed = {operation["path"].split("/")[2] for operation in patch if operation["path"].startswith("/seats/")}
    for seat, has in view["seats"].items():
        goods = ", ".join(f"{count} {say.of(table.box['wares'][good]['name'])}" for good, count in has["goods"].items())
        hand = " ".join(_card(table, say, card) for card in has["hand"])
        line = f"{'*' if seat in changed else ' '} {has['colour']}: {has['gold']} {say('gold', 'oro')}, {goods}; {hand}"
        out.append(line.rstrip("; ") + "\n", "bold" if seat in changed else "")
    out.append_text(contradictions(view, say))
    return out


def _card(table: Table, say: Speech, card: Any) -> str:
    """A card by its name; by how many it can be where it is not known."""
    if isinstance(card, str):
        return say.of(table.box["cards"][card]["name"])
    return f"?{len(card['unknown'])}"
