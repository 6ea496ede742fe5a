"""The board of Rise of Empires in the terminal: the map, what may be taken, discs on the display, and every seat."""

import re
from collections.abc import Sequence

from rich.text import Text

from engines.kernel.game import Json
from service.cli.boards.generic import contradictions
from service.cli.language import Speech
from service.cli.tables import Table

_REGION = re.compile(r"/map/([^/]+)")


def draw(table: Table, view: Json, say: Speech, patch: Sequence[Json] = ()) -> Text:
    """The table; regions that the patch changed are marked."""
    board = _Board(table, view, say)
    out = Text()
    out.append(board.head() + "\n\n", "bold")
    changed = {found[1] for op in patch if (found := _REGION.match(op["path"]))}
    for row in table.box["regions"]:
        touched = row["id"] in changed
        out.append(f"{'*' if touched else ' '} {board.region(row)}\n", "bold" if touched else "")
    out.append("\n" + board.offers() + "\n")
    out.append(board.discs() + "\n")
    for seat in view["seats"]:
        out.append(board.seat(int(seat)), "bold" if int(seat) in view["to_move"] else "")
    if not view["edition"]["verified_against_printed_copy"]:
        note = say.said("placeholder_values_not_checked")
        out.append(f"\n{note}\n", "dim")
    out.append_text(contradictions(view, say))
    return out


class _Board:
    """One view in one language."""

    def __init__(self, table: Table, view: Json, say: Speech) -> None:
        self.table = table
        self.view = view
        self.say = say

    def head(self) -> str:
        """Turn, era, phase, whose turn it is, the turn order."""
        view, say = self.view, self.say
        order = " ".join(self.table.colours[seat] for seat in view["order"])
        turn = f"{say('turn', 'turno')} {view['round']} ({say('era', 'era')} {view['era']} {view['letter']})"
        return " · ".join(part for part in (self.table.game.title[say.lang], turn, view["phase"], order) if part)

    def named(self, part: str, key: str) -> str:
        """The name of a row of a table of the box."""
        found: str = next((row["name"][self.say.lang] for row in self.table.box[part] if row["id"] == key), key)
        return found

    def region(self, row: Json) -> str:
        """A region: its short name, its values, the seats with cubes there and the seat that controls it."""
        there = self.view["map"][row["id"]]
        cubes = " ".join(
            f"{self.table.colours[int(seat)]} {count}{'!' if int(seat) in there['control'] else ''}"
            for seat, count in there["cubes"].items()
            if count
        )
        values = f"{self.say('era', 'era')} {row['era']}  {row['vp_first']}/{row['vp_second']}"
        return f"{row['token']:<4} {row['name'][self.say.lang]:<22} {values}  {cubes}"

    def offers(self) -> str:
        """The tiles and cities that may be taken."""
        offer, say = self.view["on_offer"], self.say
        lands = ", ".join(
            f"{there['new'] + there['aside']} {self.named('territory', kind)}"
            for kind, there in offer["territory"].items()
        )
        progress = ", ".join(self.named("progress", tile) for tile in offer["progress"])
        cities = ", ".join(self.named("cities", city) for city in offer["city"])
        return (
            f"{say('progress', 'progreso')}: {progress or '-'}\n"
            f"{say('territory', 'territorio')}: {lands or '-'}\n"
            f"{say('cities', 'ciudades')}: {cities or '-'}\n"
            f"{say('empire', 'imperio')}: {' '.join(offer['empire']) or '-'}\n"
        )

    def discs(self) -> str:
        """The action display, circle 1 at the right; with what taking each disc back would cost."""
        lines = []
        for row, circles in self.view["rows"].items():
            costs = self.view["removal"][row]
            cells = [
                "." if seat is None else f"{self.table.colours[seat]}({costs[at]})" for at, seat in circles.items()
            ]
            lines.append(f"{self.named('rows', row):<10} {' '.join(reversed(cells))}\n")
        taken = [box for box, used in self.view["trade"].items() if used]
        lines.append(f"{self.say('trade boxes used', 'casillas usadas')}: {' '.join(taken) or '-'}\n")
        return "".join(lines)

    def seat(self, seat: int) -> str:
        """The components of a seat."""
        mine, say = self.view["seats"][str(seat)], self.say
        known = self.table.seats[seat]
        name = f"{known['colour']} ({known['name']})" if known.get("name") else known["colour"]
        amounts = (
            f"{mine['vp']} {say('VP', 'PV')} · {mine['food']} {say('food', 'alimento')} · {mine['gold']} "
            f"{say('gold', 'oro')} · {mine['resource']} {say('resources', 'recursos')} · "
            f"{mine['pool']}+{mine['stock']} {say('cubes', 'cubos')}"
        )
        tiles = [
            *(self.named("progress", tile) + ("" if how["up"] else "*") for tile, how in mine["progress"].items()),
            *(f"{count} {self.named('territory', kind)}" for kind, count in mine["territory"].items()),
            *(self.named("cities", city) for city in mine["cities"]),
        ]
        mark = ">" if seat in self.view["to_move"] else " "
        return f"{mark} {name:<18} {amounts}\n    {', '.join(tiles) or '-'}\n"
