"""The board of Lords of Xidit in the terminal: cities, queues, titans, and what each seat has programmed."""

import re
from collections.abc import Sequence

from rich.text import Text

from engines.kernel.game import Json
from service.cli.boards.generic import contradictions
from service.cli.language import Speech
from service.cli.tables import Table

_CITY = re.compile(r"/cities/([0-9]+)")
_ICONS = {"road_black": "K", "road_red": "R", "road_blue": "B", "action": "A", "wait": "W"}


def draw(table: Table, view: Json, say: Speech, patch: Sequence[Json] = ()) -> Text:
    """The table; cities that the patch changed are marked."""
    out = Text()
    year = view["calendar"]
    head = f"{table.game.title[say.lang]} · {say('year', 'año')} {year['year']}/{year['years']} · {view['phase']}"
    out.append(head + "\n\n", "bold")
    changed = {found[1] for op in patch if (found := _CITY.match(op["path"]))}
    for city, held in sorted(view["cities"].items(), key=lambda one: int(one[0])):
        line = _city(table, view, city, held, say)
        if line:
            out.append(f"{'*' if city in changed else ' '}{city:>3}  ", "bold" if city in changed else "")
            out.append(line + "\n")
    out.append("\n" + _queues(view, say))
    for seat, held in view["seats"].items():
        out.append_text(_seat(table, view, int(seat), held, say))
    out.append_text(contradictions(view, say))
    return out


def _city(table: Table, view: Json, city: str, held: Json, say: Speech) -> str:
    """The contents of a city; empty if it has none."""
    parts = []
    tile = held["tile"]
    if tile is not None and tile["side"] == "recruit":
        units = ", ".join(f"{count} {unit}" for unit, count in tile["units"].items() if count)
        parts.append(f"{tile['id']} {say('recruits', 'recluta')} {units or '-'}")
    elif tile is not None:
        needs = ", ".join(f"{count} {unit}" for unit, count in tile["needs"].items())
        gives = ", ".join(f"{count} {what}" for what, count in tile["rewards"].items())
        parts.append(f"{tile['id']} {say('threat', 'amenaza')}: {needs} -> {gives}")
    if held["guild"] is not None:
        parts.append(f"{say('guild', 'gremio')} {table.colours[held['guild']['seat']]} {held['guild']['height']}")
    figures = [table.colours[int(seat)] for seat, at in view["idrakys"].items() if str(at) == city]
    if figures:
        parts.append("@ " + ", ".join(figures))
    return " · ".join(parts)


def _queues(view: Json, say: Speech) -> str:
    """The two queues and the titans, a line each."""
    lines = []
    for pile, name in (("R", say("recruitment", "reclutamiento")), ("T", say("threats", "amenazas"))):
        queue = view["queues"][pile]
        lines.append(f"{name}: {_tile(queue['next'])}, {_tile(queue['top'])}, +{queue['size']}\n")
    raging = [titan["raging"] for titan in view["titans"].values() if titan["raging"]]
    lines.append(f"{say('titans', 'titanes')}: {', '.join(map(str, raging)) or '-'}\n\n")
    return "".join(lines)


def _tile(tile: object) -> str:
    if tile is None:
        return "-"
    return tile if isinstance(tile, str) else "?"


def _seat(table: Table, view: Json, seat: int, held: Json, say: Speech) -> Text:
    """A seat's programme, order by order, and what is known of what it has."""
    programme = view["programs"][str(seat)]
    orders = "".join(_order(order) for order in programme["orders"])
    out = Text(f"{'>' if seat in view['to_move'] else ' '} {table.who(seat):<18} ")
    out.append(orders[: programme["executed"]], "dim")
    out.append(orders[programme["executed"] :], "bold")
    stories = say(f"guild floors placed: {held['placed']}", f"pisos puestos: {held['placed']}")
    derived = view["derived"].get(str(seat))
    known = f" · {derived['gold']} {say('gold', 'oro')}" if derived else ""
    out.append(f"  {stories}{known}\n")
    return out


def _order(order: object) -> str:
    if order is None:
        return "."
    return _ICONS.get(order, "?") if isinstance(order, str) else "?"
