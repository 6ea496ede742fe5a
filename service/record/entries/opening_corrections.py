"""Corrections of the opening: its people, occasion, options and box. Pure.

A change names only what it changes, so that each correction can be taken back by itself: people and colours by seat,
options by name, the box by its hash, and the occasion as a merge patch (RFC 7396), in which null removes a member.
Title, rules, policies, record, key and the number of seats cannot be corrected.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from engines.kernel import canonical
from engines.kernel.game import Game, Json, MalformedMoveError, Text
from engines.kernel.moves.shapes import fits
from engines.kernel.sentences import say
from service.record.entries import shapes
from service.texts import said

PARTS = ("box", "occasion", "options", "seats")
"""The parts of an opening that can be corrected."""


def correct_opening(body: Json, change: Json) -> Json:
    """An opening's body with one change of a correction; the body that is given stays as it is.

    Args:
        body: The opening as it counts before.
        change: ``box``: its hash; ``occasion``: member -> value or None, ``refs`` likewise by site; ``options``: name
            -> value; ``seats``: ``[{"seat", "player"?, "colour"?}]``. Each of them may be left out.
    """
    found = dict(body)
    if "box" in change:
        found["box"] = change["box"]
    if "options" in change:
        found["options"] = {**body["options"], **change["options"]}
    if "seats" in change:
        found["seats"] = list(body["seats"])
        for one in change["seats"]:
            said = {name: one[name] for name in ("player", "colour") if name in one}
            found["seats"][one["seat"]] = {**found["seats"][one["seat"]], **said}
    if "occasion" in change:
        found["occasion"] = _merged(body.get("occasion", {}), change["occasion"])
        if not found["occasion"]:
            del found["occasion"]
    return found


def _merged(before: Json, patch: Json) -> Json:
    """A merge patch of an occasion; ``refs`` that are left empty are taken out."""
    found = {name: value for name, value in {**before, **patch}.items() if value is not None}
    if isinstance(patch.get("refs"), dict):
        refs = {**before.get("refs", {}), **patch["refs"]}
        found["refs"] = {site: ref for site, ref in refs.items() if ref is not None}
        if not found["refs"]:
            del found["refs"]
    return found


def changed_paths(change: Json) -> Iterator[str]:
    """What a change names, as paths: ``box``, ``options.rounds``, ``seats.1.player``, ``occasion.refs.bga``."""
    yield from ("box",) if "box" in change else ()
    yield from (f"options.{name}" for name in change.get("options", {}))
    for seat in change.get("seats", ()):
        yield from (f"seats.{seat['seat']}.{name}" for name in seat if name != "seat")
    for name, value in change.get("occasion", {}).items():
        if name == "refs" and isinstance(value, dict):
            yield from (f"occasion.refs.{site}" for site in value)
        else:
            yield f"occasion.{name}"


def named_boxes(entries: Iterable[Json]) -> list[str]:
    """The hashes of all boxes that a record's entries name: that of its opening, then those of corrections."""
    found: dict[str, None] = {}
    for entry in entries:
        if entry["type"] == "opened":
            found[entry["body"]["box"]] = None
        elif entry["type"] == "corrected":
            found |= {change["box"]: None for change in entry["body"]["changes"] if "box" in change}
    return list(found)


def duplicate_path(changes: Sequence[Json]) -> str | None:
    """The first path that two changes of one correction set; None where all are different."""
    names: set[str] = set()
    for path in (path for change in changes for path in changed_paths(change)):
        whole = path.startswith("occasion.refs.") and "occasion.refs" in names
        if path in names or whole or (path == "occasion.refs" and any(n.startswith("occasion.refs.") for n in names)):
            return path
        names.add(path)
    return None


def sets_up_otherwise(body: Json, other: Json) -> bool:
    """Whether the empty tables of two openings of one record may differ: their options, boxes or colours do."""
    return set_up_by(body) != set_up_by(other)


def set_up_by(body: Json) -> Json:
    """What an opening's empty table follows from."""
    return {"options": body.get("options"), "box": body.get("box"), "colours": colours_of(body)}


def start_hash(body: Json) -> str:
    """The hash of what a seat signs at the start: who sits where, and by which rules and policies they play."""
    return canonical.digest({name: body[name] for name in ("record", "rules", "options", "box", "policies", "seats")})


def colours_of(body: Json) -> list[str]:
    """The colours clockwise."""
    return [seat["colour"] for seat in body.get("seats", ())]


def faults(game: Game[Any, Any], body: Json, box: Json) -> dict[str, Text]:
    """What is wrong with an opening as corrections leave it, by path; whether the rules take it is not asked.

    Args:
        game: The title.
        body: The opening's body, whole.
        box: The components that it names; the game can be played with them.
    """
    known, named = game.options(), body["options"]
    found: dict[str, Text] = {}
    for name, value in named.items():
        if name not in known:
            found[f"options.{name}"] = said("no_option", game=game.name, name=name)
        elif not fits(known[name], value):
            found[f"options.{name}"] = said("not_value", value=value, name=name)
    for number, colour in enumerate(colours_of(body)):
        if colour not in game.colours(box):
            found[f"seats.{number}.colour"] = said("box_no_colour", colour=colour)
    for name in ("player", "colour"):
        first: dict[str, int] = {}
        for number, seat in enumerate(body["seats"]):
            other = first.setdefault(seat[name], number)
            if other != number:
                text = say(f"{seat[name]} already has seat {other}", f"{seat[name]} ya tiene el asiento {other}")
                found.setdefault(f"seats.{number}.{name}", text)
    if "occasion" in body and not shapes.is_occasion(body["occasion"]):
        found["occasion"] = say("invalid occasion", "occasion no válida")
    return found


def check(game: Game[Any, Any], box: Json, body: Json, where: str) -> None:
    """Check that a record could have been opened like this.

    ``box``: the components that the body names; the game can be played with them. ``body``: the opening's body, whole.

    Raises:
        MalformedMoveError: An unknown option, value or colour, or a player or colour with two seats.
        IllegalMoveError: The rules do not allow such a table.
    """
    wrong = faults(game, body, box)
    if wrong:
        raise MalformedMoveError({f"{where}.{path}": text for path, text in wrong.items()})
    game.setup(colours_of(body), body["options"], box)
