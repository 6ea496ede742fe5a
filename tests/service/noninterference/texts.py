"""Plans of families whose hidden fact is a text: a note for judges, or the reason of who disputes a result."""

import random

import engines
from engines.kernel.game import Json
from tests.service.noninterference.families import HIDDEN, OUTCOME, Plan, Step, first_version

WORDS = ("he", "looked", "into", "the", "bag", "¿dos", "veces?", "a card", "fell", "🂡")


def texts(rng: random.Random, count: int) -> list[str]:
    return [" ".join(rng.choices(WORDS, k=4 * size)) for size in range(1, count + 1)]


def table(rng: random.Random, game: str, seats: list[int]) -> tuple[list[str], list[Json]]:
    """Colours and moves of a game as somebody types it to whom nobody confides a thing."""
    title = engines.GAMES[game]
    options = {name: option.default for name, option in title.options().items()}
    colours = rng.sample(list(title.colours(title.box())), rng.choice(seats))
    return colours, list(title.table(random.Random(rng.random()), colours, options, title.box(), "public"))


def kinds(game: str) -> list[Json]:
    title = engines.GAMES[game]
    return [{"type": kind} for kind in title.moves(title.box())]


def tried(game: str, seat: int) -> list[Json]:
    """Moves to try, three of them with the text in them."""
    telling: list[Json] = [
        {"type": HIDDEN},
        {"type": "pass", "seat": seat, "text": HIDDEN},
        {"type": "pass", "seat": seat, "irregular": {"reason": HIDDEN, "accepted_by": [seat]}},
    ]
    return [*telling, *kinds(game)]


def note(how: str, seed: int, most: int) -> Plan:
    """Note for judges, of a seat or of the recorder, in the middle of a game."""
    game, _, writer = how.partition(" of ")
    rng = random.Random(f"note {how} {seed}")
    colours, moves = table(rng, game, [3, 4])
    start = rng.randint(2, 12)
    seat = rng.randrange(len(colours))
    other = (seat + rng.randrange(1, len(colours))) % len(colours)
    noted: Json = {"text": HIDDEN, "for": "judges", "about": str(first_version(colours) + rng.randrange(start))}
    confided = writer == "the recorder"
    hand = "recorder" if confided else f"seat:{seat}"
    # What a table leaves open is typed by its recorder here: the fact is the note.
    after = [Step("recorder", move) for move in moves[start : start + 8]]
    steps = [*after[:2], Step(hand, noted, "notes", knows=True, names=True), Step("link"), *after[2:]]
    return Plan(
        how=f"{game} note of {writer}", seed=seed, game=game, colours=colours, seat=seat, other=other,
        values=texts(rng, most), before=moves[:start], steps=steps, confided=confided, options={},
        partial=kinds(game), tried=tried(game, seat), told=frozenset({"judge"}),
    )  # fmt: skip


def dispute(game: str, seed: int, most: int) -> Plan:
    """The reason of a seat that disputes a result: those at the table and its judges read it."""
    rng = random.Random(f"dispute {game} {seed}")
    colours, moves = table(rng, game, [2, 3])
    seat = rng.randrange(len(colours))
    other = (seat + rng.randrange(1, len(colours))) % len(colours)
    said: Json = {"outcome": OUTCOME}
    steps = [
        Step("recorder", moves[-1]),
        Step(f"seat:{other}", said, "signatures"),
        Step(f"seat:{seat}", {**said, "reason": HIDDEN}, "disputes", knows=True, names=True),
        Step("link"),
        Step("recorder", {**said, "seat": other, "reason": "so do I"}, "disputes")
        if rng.random() < 0.3
        else Step("judge", {"text": "I counted it again"}, "notes"),
        Step("judge", {"reason": "ruled"}, "close"),
    ]
    return Plan(
        how=f"{game} dispute", seed=seed, game=game, colours=colours, seat=seat, other=other, values=texts(rng, most),
        before=moves[:-1], steps=steps, confided=False, options={}, partial=kinds(game), tried=tried(game, seat),
        told=frozenset({"judge", "recorder", "helper", "admin", f"seat:{other}"}),
    )  # fmt: skip
