"""Parses and formats typed changes to a record's opening: people, occasion and options."""

from collections.abc import Sequence

from engines.kernel import notation
from engines.kernel.game import Field, Json
from engines.kernel.notation import NotationError, Word
from engines.kernel.sentences import say
from service.cli.tables import Table

OCCASION = ("league", "event", "round", "table", "place", "date", "zone")
_REF = "ref."


def change(parts: Sequence[Word], length: int, table: Table) -> Json:
    """A change of the opening, as the call takes it.

    ``red=Carla`` says who sat there, ``red.colour=blue`` in which colour; ``league=``, ``event=`` ... where and for
    what it was played, ``ref.SITE=`` the id of the game at another site, and any other name an option of the game.
    Nothing behind ``=`` takes a value out.

    Args:
        parts: The words behind ``amend opening``.
        length: Of the line, for what is missing.
        table: The game and its seats.

    Raises:
        NotationError: A word is none of these.
    """
    if not parts:
        what = say("what was it? red=Carla league=...", "¿qué era? rojo=Carla league=...")
        raise NotationError(length + 1, what)
    out: Json = {"op": "opening"}
    for word in parts:
        name, equals, text = word.text.partition("=")
        if not equals:
            raise NotationError(
                word.column,
                say(f"{word.text!r:.40} should be name=value", f"{word.text!r:.40} debería ser nombre=valor"),
            )
        try:
            _put(out, name, text, table)
        except ValueError as error:
            raise NotationError(word.column, error.args[0]) from None
    return out


def _put(out: Json, name: str, text: str, table: Table) -> None:
    options = table.game.options()
    value = notation.parse_value(Field("text"), text) if text else None
    if name in OCCASION:
        out.setdefault("occasion", {})[name] = value
    elif name.startswith(_REF):
        out.setdefault("occasion", {}).setdefault("refs", {})[name.removeprefix(_REF)] = value
    elif name in options:
        out.setdefault("options", {})[name] = notation.read_value(options[name], text)
    elif len(meant := table.named.like(name.removesuffix(".colour"))) == 1:
        key = "colour" if name.endswith(".colour") else "name"
        out.setdefault("seats", []).append({"seat": meant[0], **({} if value is None else {key: value})})
    else:
        known = ", ".join([*table.colours, *OCCASION, f"{_REF}SITE", *options])
        raise ValueError(
            say(f"the opening has no {name!r:.40}; it has {known}", f"la apertura no tiene {name!r:.40}; tiene {known}")
        )


def format_change(said: Json, table: Table) -> str:
    """A change of the opening as it is typed."""
    parts = [
        f"{table.colours[seat['seat']]}.colour={seat['colour']}"
        if "colour" in seat
        else f"{table.colours[seat['seat']]}={seat.get('name', '')}"
        for seat in said.get("seats", ())
    ]
    for name, value in said.get("occasion", {}).items():
        inner = {f"{_REF}{site}": ref for site, ref in value.items()} if name == "refs" else {name: value}
        parts += [f"{key}={'' if of is None else of}" for key, of in inner.items()]
    options = table.game.options()
    turned = said.get("options", {}).items()
    return " ".join([*parts, *(f"{name}={notation.write_value(options[name], value)}" for name, value in turned)])
