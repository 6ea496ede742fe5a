"""The outcome of a game, which seats sign and leagues compare. It has its own hash.

A later link or note changes the head of a record, but not its outcome. A correction that changes a rank, a score or a
player changes it, and the seats that signed the old one must sign again. Pure.
"""

from collections.abc import Sequence

from engines import RULES
from engines.kernel import canonical
from engines.kernel.game import Json
from service.record.entries import boxes
from service.record.entries.changes import irregularity
from service.record.entries.timeline import Timeline


def comparable(rules: str, options: Json, box: str, *, stand_in: bool) -> Json:
    """The values that must be equal in comparable results; the policies of a table are not among them.

    Args:
        rules: Title and version, ``kingdoms@1``.
        options: Every option of the rules with its value, without later ones that are the default.
        box: Play hash of the box.
        stand_in: Whether values of that box are stand-ins that no printed copy was compared with.
    """
    return {"rules": rules, "options": options, "box": box, "stand_in": stand_in}


def irregularities(timeline: Timeline) -> list[Json]:
    """The counting steps that the rules refuse or a judge ordered, in order.

    Each has its ``name`` and ``kind``: ``irregular`` with the seats that ``accepted_by``, or ``ruled`` with ``by`` and
    ``about`` (:func:`service.record.entries.changes.irregularity`).
    """
    return [{"name": step.name, **mark} for step in timeline.steps for mark in irregularity(step)]


def outcome(record: str, compared: Json, players: Sequence[str], result: Json, timeline: Timeline) -> Json:
    """The outcome of a finished game.

    ``compared``: the result of :func:`comparable`. ``result``: the game's result: ``seats`` (``rank``, ``score``),
    ``end``, ``tie_break``.
    """
    seats = [
        {"player": player, "rank": result["seats"][str(seat)]["rank"], "score": result["seats"][str(seat)]["score"]}
        for seat, player in enumerate(players)
    ]
    return {
        "record": record,
        "comparable": compared,
        "seats": seats,
        "end": result["end"],
        "tie_break": result["tie_break"],
        "regular": not irregularities(timeline),
    }


def hash_of(document: Json) -> str:
    """The hash of an outcome: SHA-256 of its canonical bytes, as hex.

    Raises:
        UncanonicalError: It holds a value without canonical bytes, such as a float.
    """
    return canonical.digest(document)


def compared(opening: Json, box: Json) -> Json:
    """The values that must be equal in comparable results, for a record with this opening."""
    game = RULES.get(opening["rules"])
    play = opening["box"] if game is None else boxes.play_of(game, box)
    later = {} if game is None else {name: one.default for name, one in game.options().items() if one.later}
    options = {name: value for name, value in opening["options"].items() if name not in later or value != later[name]}
    return comparable(opening["rules"], options, play, stand_in=box.get("stand_in") is True)


def hashes_by(opening: Json, box: Json, result: Json | None, timeline: Timeline) -> tuple[str, ...]:
    """The hashes that name the outcome of a game; empty while it runs.

    The first is the one to sign. Entries from before play hashes name the outcome with the content hash of the box
    instead; they mean the same outcome.
    """
    if result is None:
        return ()
    players = [seat["player"] for seat in opening["seats"]]
    present = compared(opening, box)
    forms = (present, {**present, "box": opening["box"]})
    return tuple(dict.fromkeys(hash_of(outcome(opening["record"], form, players, result, timeline)) for form in forms))
