"""The board of Architects of the West Kingdom in the terminal: locations, market, Guildhall, apprentices, and seats."""

import re
from collections.abc import Mapping, Sequence

from rich.text import Text

from engines.kernel.game import Json
from service.cli.boards.generic import contradictions
from service.cli.language import Speech
from service.cli.tables import Table

_PLACE = re.compile(r"/locations/([a-z_]+)")
_MARKET = ("left", "middle", "right")
_ROWS = ("top", "bottom")


def draw(table: Table, view: Json, say: Speech, patch: Sequence[Json] = ()) -> Text:
    """The table; locations that the patch changed are marked."""
    out = Text()
    head = f"{table.game.title[say.lang]} · {say('turn', 'turno')} {view['turn']} · {view['phase']}"
    out.append(head + (f" · {view['pending']}" if view["pending"] else "") + "\n\n", "bold")
    names = _names(table.box, say.lang)
    changed = {found[1] for op in patch if (found := _PLACE.match(op["path"]))}
    for place, workers in view["locations"].items():
        out.append(f"{'*' if place in changed else ' '} ", "bold" if place in changed else "")
        out.append(f"{names.get(place, place):<22} {_workers(table, workers)}\n")
    out.append(_market(table, view, names, say))
    out.append(_others(table, view, say))
    out.append(_display(view, names))
    for seat, held in view["seats"].items():
        out.append_text(_seat(table, view, int(seat), held, names, say))
    out.append_text(contradictions(view, say))
    return out


def _names(box: Json, lang: str) -> Mapping[str, str]:
    """Id of a place, card or good -> its name."""
    tables = ("locations", "resources", "apprentices", "buildings", "characters")
    return {item["id"]: item["name"][lang] for table in tables for item in box[table]}


def _workers(table: Table, workers: Mapping[str, int]) -> str:
    """The number of workers at a place, by owner."""
    return ", ".join(f"{table.colours[int(seat)]} {count}" for seat, count in workers.items()) or "-"


def _who(table: Table, seat: int | None) -> str:
    return "-" if seat is None else str(table.colours[seat])


def _goods(goods: Mapping[str, int], names: Mapping[str, str]) -> str:
    return ", ".join(f"{count} {names[good]}" for good, count in goods.items() if count) or "-"


def _market(table: Table, view: Json, names: Mapping[str, str], say: Speech) -> str:
    """The Black Market: the workers there, and the goods of its two markets."""
    market = view["market"]
    there = ", ".join(_who(table, market[space]) for space in _MARKET)
    small, large = _goods(view["small_market"], names), _goods(view["large_market"], names)
    return (
        f"\n{table.box['black_market']['name'][say.lang]}: {there} · {say('small', 'pequeño')} {small} · "
        f"{say('large', 'grande')} {large} · {market['left_pile']}/{market['right_pile']}\n"
    )


def _others(table: Table, view: Json, say: Speech) -> str:
    """Guildhall, prison, tax silver and piles, a line each."""
    hall = view["guildhall"]
    spaces = " ".join(
        f"{space}{'!' if space in hall['resets'] else 'x' if space in hall['purges'] else ''}:"
        f"{_who(table, hall['taken'].get(str(space)))}"
        for space in range(1, hall["spaces"] + 1)
    )
    aside = f" + {', '.join(_who(table, seat) for seat in hall['aside'])}" if hall["aside"] else ""
    piles = (view["apprentices"]["pile"], view["building_pile"], view["rewards"]["pile"])
    return (
        f"{say('guildhall', 'casa gremial')}: {spaces}{aside}\n"
        f"{say('prison', 'prisión')}: {_workers(table, view['prison'])} · "
        f"{say('tax silver', 'plata de tributos')} {view['tax_silver']} · "
        f"{say('piles: apprentices', 'pilas: aprendices')} {piles[0]}, {say('buildings', 'edificios')} {piles[1]}, "
        f"{say('rewards', 'recompensas')} {piles[2]}\n\n"
    )


def _display(view: Json, names: Mapping[str, str]) -> str:
    """The apprentices on display, a line for each row; the silver on a card follows its name."""
    lines = []
    for row in _ROWS:
        spaces = view["apprentices"][row].values()
        cards = [names.get(space["card"] or "", space["card"] or "-") + "$" * space["silver"] for space in spaces]
        lines.append(" | ".join(f"{card:<16}" for card in cards).rstrip() + "\n")
    return "".join(lines) + "\n"


def _seat(table: Table, view: Json, seat: int, held: Json, names: Mapping[str, str], say: Speech) -> Text:
    """The components of a seat."""
    out = Text(
        f"{'>' if seat in view['to_move'] else ' '} {table.who(seat):<18} ", "bold" if seat in view["to_move"] else ""
    )
    points = (view["scores"] or view["standing"] or {}).get(str(seat))
    out.append(
        f"{'-' if points is None else points:>3} · {say('workers', 'trabajadores')} {held['workers']} · "
        f"{say('virtue', 'virtud')} {held['virtue']} · {say('cathedral', 'catedral')} {held['cathedral']} · "
        f"{say('debts', 'deudas')} {held['unpaid']}/{held['paid']} · {_goods(held['goods'], names)}\n"
    )
    hand = ", ".join(names.get(card, card) for card in held["hand"]["known"])
    cards = [names.get(card, card) for card in (*held["apprentices"], *held["buildings"])]
    shown = f" ({hand})" if hand else ""
    captives = f" · {say('captives', 'cautivos')} {_workers(table, held['captives'])}" if held["captives"] else ""
    out.append(f"    {say('hand', 'mano')} {held['hand']['size']}{shown} · {', '.join(cards) or '-'}{captives}\n")
    return out
