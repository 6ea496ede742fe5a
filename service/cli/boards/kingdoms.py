"""The board of Kingdoms in the terminal: spaces with tokens, what each seat has, and how an epoch was scored."""

import re
from collections.abc import Mapping, Sequence

from rich.text import Text

from engines.kernel.game import Json
from engines.kernel.sentences import filled
from service.cli.boards.generic import contradictions
from service.cli.language import Speech
from service.cli.tables import Table

_CELL = re.compile(r"/board/([0-9]+)/([0-9]+)")
_CATEGORY = {
    "resource": "green",
    "hazard": "red",
    "mountain": "bold",
    "dragon": "bold red",
    "gold_mine": "bold yellow",
    "wizard": "bold magenta",
}
_COLOUR = {"red": "white on red", "blue": "white on blue", "yellow": "black on yellow", "green": "black on green"}


def draw(table: Table, view: Json, say: Speech, patch: Sequence[Json] = ()) -> Text:
    """The table; spaces that the patch changed are in brackets."""
    out = Text()
    out.append(_head(table, view, say) + "\n\n", "bold")
    out.append_text(_board(table, view, patch))
    out.append("\n")
    out.append_text(_seats(table, view, say))
    if view["phase"] in ("scored", "finished"):
        out.append_text(_results(table, view, say))
    out.append_text(contradictions(view, say))
    return out


def _head(table: Table, view: Json, say: Speech) -> str:
    parts = [
        table.game.title[say.lang],
        f"{say('epoch', 'época')} {view['round']} {say('of', 'de')} {table.box['epochs']}",
    ]
    if view["phase"] == "dealing":
        parts.append(say("dealing the starting tiles", "se reparten las losetas iniciales"))
    elif view["phase"] == "playing":
        mover = ", ".join(table.who(seat) for seat in view["to_move"])
        parts.append(say(f"{mover} to move", f"juega {mover}"))
        parts.append(
            filled(say("{n} {n:tile|tiles} in the supply", "{n} {n:loseta|losetas} en la reserva"), n=view["supply"])
        )
    elif view["phase"] == "scored":
        parts.append(say("scored", "puntuada"))
    else:
        most = max(view["scores"].values())
        winners = [table.who(int(seat)) for seat, gold in view["scores"].items() if gold == most]
        parts.append(say("the game is over: ", "la partida ha terminado: ") + ", ".join(winners))
    return " · ".join(parts)


def _board(table: Table, view: Json, patch: Sequence[Json]) -> Text:
    changed = {(int(found[1]), int(found[2])) for op in patch if (found := _CELL.match(op["path"]))}
    if any(op["path"] == "/board" for op in patch):
        changed = set()
    tokens = {kind["id"]: (kind["token"], _CATEGORY[kind["category"]]) for kind in table.box["kinds"]}
    hands = {colour["id"]: colour["token"] for colour in table.box["colours"]}
    columns = table.box["board"]["columns"]
    out = Text(("     " + "".join(f"  {col + 1:<3}" for col in range(columns))).rstrip() + "\n")
    rule = "+".join(["----"] * columns)
    for row, cells in enumerate(view["board"]):
        out.append(f"    +{rule}+\n", "dim")
        out.append(f"  {row + 1} ")
        for col, cell in enumerate(cells):
            out.append("|", "dim")
            token, style = _cell(cell, tokens, hands, table)
            left, right = "[]" if (row, col) in changed else "  "
            out.append(f"{left}{token:<2}{right}", f"{style} bold" if (row, col) in changed else style)
        out.append("|\n", "dim")
    out.append(f"    +{rule}+\n", "dim")
    return out


def _cell(
    cell: Json | None, tokens: Mapping[str, tuple[str, str]], hands: Mapping[str, str], table: Table
) -> tuple[str, str]:
    """The piece on a space, in two characters, and its style."""
    if cell is None:
        return "", ""
    if "castle" in cell:
        colour = table.colours[cell["seat"]]
        return f"{hands.get(colour, colour[:1].upper())}{cell['castle']}", _COLOUR.get(colour, "reverse")
    return _tile(cell["tile"], tokens)


def _tile(tile: object, tokens: Mapping[str, tuple[str, str]]) -> tuple[str, str]:
    return tokens[tile] if isinstance(tile, str) and tile in tokens else ("?", "bold")


def _seats(table: Table, view: Json, say: Speech) -> Text:
    """A line for each seat: gold, castles left, starting tile."""
    tokens = {kind["id"]: (kind["token"], "") for kind in table.box["kinds"]}
    out = Text()
    wide = max(len(table.who(seat)) for seat in range(len(table.seats)))
    for seat, held in ((int(number), held) for number, held in view["seats"].items()):
        castles = " ".join(f"{rank}×{count}" for rank, count in held["reserve"].items())
        mark = ">" if seat in view["to_move"] else " "
        out.append(f"{mark} ")
        out.append(f"{table.who(seat):<{wide}}", "bold" if mark == ">" else "")
        out.append(f"  {held['gold']:>4} {say('gold', 'oro')}  {say('castles', 'castillos')} {castles}")
        out.append(f"  {_starting(held['starting_tile'], tokens, say)}\n")
    return out


def _starting(held: Json, tokens: Mapping[str, tuple[str, str]], say: Speech) -> str:
    """What is known of a starting tile."""
    tile = held["tile"]
    token = _tile(tile, tokens)[0]
    if held["status"] == "not_dealt":
        return say("no starting tile yet", "sin loseta inicial todavía")
    if held["status"] == "placed":
        return say("starting tile placed", "loseta inicial colocada")
    if held["status"] == "revealed":
        return say(f"starting tile was {token}", f"la loseta inicial era {token}")
    if held["deduced"]:
        token = _tile(held["deduced"], tokens)[0]
        return say(f"starting tile can only be {token}", f"la loseta inicial solo puede ser {token}")
    if isinstance(tile, dict):
        count = len(tile["unknown"])
        return say.said("starting_tile", n=count)
    return say(f"starting tile {token}", f"loseta inicial {token}")


def _results(table: Table, view: Json, say: Speech) -> Text:
    """The scores of the last epoch, row by row and column by column."""
    epoch = str(view["round"])
    result = view["results"].get(epoch)
    if result is None:
        return Text()
    names = [f"{'R' if line['line'] == 'row' else 'C'}{line['index']}" for line in result["lines"]]
    if say.lang == "es":
        names = [name.replace("R", "F") for name in names]
    wide = max(len(table.who(seat)) for seat in range(len(table.seats)))
    out = Text("\n")
    head = "".join(f"{name:>5}" for name in names)
    out.append(
        f"  {say('scoring', 'puntos'):<{wide}}{head}"
        f"  |{say('rows', 'filas'):>6}{say('columns', 'columnas'):>9}{'total':>7}\n",
        "bold",
    )
    for seat in result["total"]:
        lines = "".join(f"{line['gold'][seat] or '.':>5}" for line in result["lines"])
        sums = f"{result['rows'][seat]:>6}{result['columns'][seat]:>9}{result['total'][seat]:>+7}"
        out.append(f"  {table.who(int(seat)):<{wide}}{lines}  |{sums}\n")
        counted = (result["counted"] or {}).get(seat)
        if counted is not None and counted != result["total"][seat]:
            out.append(f"  {say('the table counted', 'la mesa contó')} {counted:+}\n", "bold red")
    return out
