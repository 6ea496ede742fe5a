"""Prints the view of any game, with its own keys and values."""

from collections.abc import Sequence

from rich.text import Text

from engines.kernel.game import Json
from service.cli.language import Speech
from service.cli.tables import Table

_FEW = 100
"""Maximum length of a list or an object on one line, in characters."""


def draw(table: Table, view: Json, say: Speech, patch: Sequence[Json] = ()) -> Text:
    """The view, key by key; what the patch changed is marked with ``*``."""
    out = Text()
    out.append(head(table, view, say) + "\n", "bold")
    printer = _Printer({operation["path"] for operation in patch})
    for key, value in view.items():
        if key not in ("phase", "round", "to_move", "scores", "contradictions"):
            printer.lines(key, value, f"/{key}")
    out.append_text(printer.out)
    out.append_text(contradictions(view, say))
    return out


def head(table: Table, view: Json, say: Speech) -> str:
    """What every game has: round, phase, who is to move, scores."""
    parts = [table.game.title[say.lang], f"{say('round', 'ronda')} {view['round']}", str(view["phase"])]
    movers = ", ".join(table.colours[seat] for seat in view["to_move"])
    if movers:
        parts.append(f"{say('to move', 'juega')}: {movers}")
    if view["scores"]:
        parts.append(", ".join(f"{table.colours[int(seat)]} {score}" for seat, score in view["scores"].items()))
    return " · ".join(parts)


def contradictions(view: Json, say: Speech) -> Text:
    """The contradictions of the record."""
    out = Text()
    for found in view["contradictions"]:
        names = " / ".join(found.get("names", []))
        moves = say("contradiction between moves", "contradicción entre las jugadas")
        out.append(f"! {moves} {names}: {found.get('what')} ({found.get('rule') or '-'})\n", "bold red")
    return out


class _Printer:
    """Writes a view key by key."""

    def __init__(self, changed: set[str]) -> None:
        self.changed = changed
        self.out = Text()

    def lines(self, key: str, value: object, path: str, depth: int = 1) -> None:
        """One key with what is below it, on one line where it is short."""
        touched = any(f"{there}/".startswith(f"{path}/") or path.startswith(f"{there}/") for there in self.changed)
        mark, style = ("*", "bold") if touched else (" ", "")
        plain = _plain(value)
        if len(plain) <= _FEW or not isinstance(value, (dict, list)):
            self.out.append(f"{mark}{'  ' * depth}{key}: {plain}\n", style)
            return
        self.out.append(f"{mark}{'  ' * depth}{key}:\n", style)
        for name, item in value.items() if isinstance(value, dict) else enumerate(value):
            self.lines(str(name), item, f"{path}/{name}", depth + 1)


def _plain(value: object) -> str:
    if isinstance(value, dict):
        if set(value) == {"unknown"}:
            return f"? ({len(value['unknown'])})"
        return "{" + ", ".join(f"{key}: {_plain(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_plain(item) for item in value) + "]"
    if value is None:
        return "-"
    return str(value).lower() if isinstance(value, bool) else str(value)
