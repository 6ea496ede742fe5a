"""Replays for the viewer's tests: what the API answers for games of the imaginary table, made by the engines."""

import datetime as dt
from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from engines import GAMES
from engines.kernel import notation
from engines.kernel.game import Json
from engines.kernel.replay import Fold
from service.access.eyes import Eyes

NAMES = ("Ana", "Bruno", "Carmen Echeverría", "Dmitri", "Eloísa")
BEGAN = dt.datetime(2026, 11, 21, 14, 0, tzinfo=dt.UTC)

SAMPLE = """
yellow deal +6; red deal; blue deal; first yellow
y -6 1,1; r WZ 2,6; b +5 4,6; y c4 1,3; r c1 1,2; b c1 1,4; y +3 1,5; r -1 3,1; b GM 5,2; y c1 1,6; r c1 2,5; b c4 2,3
y +3 2,1; r -3 3,2; b -2 5,5; y c2 4,3; r c2 3,3; b c3 3,5; y +4 2,2; r +1 4,1; b +2 5,6; y c1 5,4; r DR 4,2; b c1 3,6
y +1 2,4; r MT 4,4; b c1 4,5; y start +6 5,3; r start -5 3,4; b c3 5,1
"""
"""The first epoch of the rules reference's sample board: rows and columns bring -6/50, -5/8 and 25/29."""


def sample() -> list[tuple[str, Json]]:
    """The sample epoch: names and bodies, for yellow, red and blue."""
    game = GAMES["kingdoms"]
    seats = ("yellow", "red", "blue")
    fold = Fold(game, seats, defaults("kingdoms"), game.box())
    lines = SAMPLE.replace("\n", ";").split(";")
    moves = [notation.read(game, fold.box, line, seats) for line in lines]
    return [fold.play(move) for move in moves if move is not None]


def played(
    game: str = "kingdoms",
    seats: Sequence[str] = ("yellow", "red", "blue"),
    seed: int = 1,
    box: Json | None = None,
    **options: Any,
) -> list[tuple[str, Json]]:
    """One whole game of the imaginary table, by a recorder to whom starting tiles may be confided: names and bodies."""
    title = GAMES[game]
    box = box or title.box()
    chosen = {**defaults(game), **options}
    fold = Fold(title, seats, chosen, box)
    return [fold.play(move) for move in title.table(Random(seed), seats, chosen, box)]


def defaults(game: str) -> Json:
    """Every option of a game with its default."""
    return {name: field.default for name, field in GAMES[game].options().items()}


def replay(
    line: Iterable[tuple[str, Json]],
    eyes: str = "public",
    seats: Sequence[str] = ("yellow", "red", "blue"),
    game: str = "kingdoms",
    box: Json | None = None,
    **options: Any,
) -> Json:
    """The replay of a line as some eyes know it; once the game is over, with all that lay behind screens."""
    title, line = GAMES[game], list(line)
    box = box or title.box()
    own = Eyes(eyes).derived
    fold, end = (Fold(title, seats, {**defaults(game), **options}, box) for _ in range(2))
    for name, body in line:
        end.apply(name, body)
    fold.over = end.result() is not None
    first = fold.view(own)
    frames = []
    for name, body in line:
        known = known_to(eyes, body, game)
        at = (BEGAN + dt.timedelta(seconds=20 * fold.ply)).isoformat().replace("+00:00", "Z")
        step = fold.step(name, known, derived=own)
        frames.append({"ply": fold.ply, "name": name, "seat": body.get("seat"), "type": body["type"], "at": at, **step})
    return {
        "record": "example",
        "game": game,
        "rules": f"{game}@1",
        "box": {"hash": game, "edition": box["edition"], "components": box},
        "options": options,
        "seats": [{"seat": number, "name": NAMES[number], "colour": colour} for number, colour in enumerate(seats)],
        "colours": title.colours(box),
        "eyes": eyes,
        "version": len(frames) + 1,
        "first": first,
        "frames": frames,
        "result": fold.result(),
        "eyes_allowed": ["public", *(f"seat:{number}" for number in range(len(seats)))],
    }


def known_to(eyes: str, body: Json, game: str = "kingdoms") -> Json:
    """A body without the secrets that these eyes do not have."""
    secret = GAMES[game].secret.get(body["type"], {})
    if eyes == f"seat:{body.get('seat')}":
        return body
    return {name: value for name, value in body.items() if name not in secret}


def long_replay(
    frames: int, eyes: str = "public", seats: Sequence[str] = ("yellow", "red", "blue"), game: str = "kingdoms"
) -> Json:
    """A replay of so many frames: whole games one after another, for measurements."""
    out: Json = {}
    seed = 1
    while not out or len(out["frames"]) < frames:
        one = replay(played(game, seats, seed), eyes, seats, game)
        seed += 1
        if not out:
            out = one
            continue
        again: list[Any] = [{"op": "replace", "path": "", "value": one["first"]}]
        for frame in one["frames"]:
            number = len(out["frames"]) + 1
            out["frames"].append({**frame, "ply": number, "name": str(number + 1), "patch": [*again, *frame["patch"]]})
            again = []
    out["frames"] = out["frames"][:frames]
    return {**out, "result": None}
