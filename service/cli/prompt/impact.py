"""Summarises the impact of a correction: its changes, and their effects on later moves and on the result."""

from collections.abc import Iterator, Mapping, Sequence

from engines.kernel.game import Json
from service.cli.language import Speech
from service.cli.prompt import opening
from service.cli.prompt.history import History
from service.cli.tables import Table

_MOST_NAMED = 10
"""Moves of a kind that are listed; of the others only how many there are."""
_WORDS = {
    "same": (("the same", "igual"), ("the same", "iguales")),
    "changed": (("changed", "cambiada"), ("changed", "cambiadas")),
    "refused": (("refused", "rechazada"), ("refused", "rechazadas")),
}
"""What becomes of later moves -> the words for one of them and for several, in English and Spanish."""


def refused_of(impact: Json) -> list[Json]:
    """What the rules refuse of a correction: changes of it first, then later moves; those with a reason come first."""
    found = [each for each in (*impact["changes"], *impact["moves"]) if each["verdict"] == "refused"]
    return sorted(found, key=lambda each: "because" in each)


def lines(impact: Json, asked: Sequence[Json], history: History, table: Table, say: Speech) -> Iterator[str]:
    """The impact of a correction.

    Args:
        impact: The impact as the service returns it.
        asked: The changes as they were asked for.
        history: What was recorded.
        table: The game and its seats.
        say: The language.
    """
    for found, change in zip(impact["changes"], asked, strict=True):
        yield from _change(found, change, history, table, say)
    if impact["moves"]:
        yield from _later(impact["moves"], history, say)
    yield from _result(impact["result"], table, say)
    if impact["signatures"]:
        seats = history.colours([history.entry(name)["body"]["seat"] for name in impact["signatures"]])
        yield say.said("signed_earlier_result_must", seats=seats)


def _change(found: Json, change: Json, history: History, table: Table, say: Speech) -> Iterator[str]:
    match change["op"]:
        case "opening":
            yield say("amend the opening", "corregir la apertura")
            yield f"    > {opening.format_change(change, table)}"
        case "insert":
            where = say("insert before", "insertar antes de")
            yield f"{where} [{change['before']}] {history.sentence(change['before'])}"
            yield f"    + {history.typed(found.get('body') or change['body'])}"
        case "amend":
            yield f"{say('amend', 'corregir')} [{change['name']}] {history.sentence(change['name'])}"
            yield f"    > {history.typed(found.get('body') or change['body'])}"
        case "retract":
            yield f"{say('retract', 'retirar')} [{change['name']}] {history.sentence(change['name'])}"
        case _:
            kept = say("keep as played", "mantener como se jugó")
            yield f"{kept} [{change['name']}] {history.sentence(change['name'])}"
    if found["verdict"] == "refused":
        yield f"    {_why(found, say)}"


def _later(moves: Sequence[Json], history: History, say: Speech) -> Iterator[str]:
    kinds = {kind: [move for move in moves if move["verdict"] == kind] for kind in _WORDS}
    counted = ", ".join(f"{len(found)} {say(*_WORDS[kind][len(found) > 1])}" for kind, found in kinds.items() if found)
    yield f"{say('later moves', 'jugadas posteriores')}: {counted}"
    for move in kinds["changed"][:_MOST_NAMED]:
        yield f"  [{move['name']}] {history.sentence(move['name'])}"
        yield f"    > {history.typed(move['body'])}"
    yield from _more(len(kinds["changed"]), say)
    own = [move for move in kinds["refused"] if "because" not in move]
    for move in own[:_MOST_NAMED]:
        yield f"  [{move['name']}] {history.sentence(move['name'])}"
        yield f"    {_why(move, say)}"
    yield from _more(len(own), say)
    for cause in dict.fromkeys(move["because"] for move in kinds["refused"] if "because" in move):
        count = sum(move.get("because") == cause for move in kinds["refused"])
        yield say.said("more_depend_decide_first", count=count, cause=cause)


def _more(count: int, say: Speech) -> Iterator[str]:
    if count > _MOST_NAMED:
        yield say(f"  and {count - _MOST_NAMED} more", f"  y {count - _MOST_NAMED} más")


def _why(found: Json, say: Speech) -> str:
    if "because" in found:
        return say(f"depends on [{found['because']}]", f"depende de [{found['because']}]")
    blamed = "".join(f" [{name}]" for name in found["names"])
    return f"{say('refused', 'rechazada')} ({found['rule']}): {found['detail']}{blamed}"


def _result(result: Json, table: Table, say: Speech) -> Iterator[str]:
    before, after = result["before"], result["after"]
    if before is None and after is None:
        return
    if before == after:
        yield say("the result stays the same", "el resultado sigue igual")
        return
    yield f"{say('result now', 'resultado ahora')}: {_ranks(before, table, say)}"
    yield f"{say('result then', 'resultado después')}: {_ranks(after, table, say)}"


def _ranks(result: Json | None, table: Table, say: Speech) -> str:
    if result is None:
        return say("none, the game would not be over", "ninguno, la partida no habría terminado")
    return ranks(result["seats"], table)


def ranks(seats: Mapping[str, Json], table: Table) -> str:
    """Who came where, in a line; ``seats`` is seat, as text, -> ``rank`` and ``score``."""
    placed = sorted(seats.items(), key=lambda item: (item[1]["rank"], int(item[0])))
    return ", ".join(f"{found['rank']}. {table.colours[int(seat)]} {found['score']}" for seat, found in placed)
