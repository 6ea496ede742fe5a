"""Pins: hashes of what the engines answered when they were stored, for simulated games of every title.

A game is found by the name of its entry point, and everything but the kernel's `Fold` is the contract `Game`: engine
files may move. `<title>.txt` holds the hashes, `<title>.<language>.txt` those of sentences, so that a rewording changes
these files alone. Every game has the hashes of `LOG`, the first `DETAILED` games have the others as well:

- bodies: the entries; facts: the public facts after each; mixed: the facts of a fold that gets entries of two games in
  any order, so that most of them contradict earlier ones
- view, seat: the view for everybody and for one seat's eyes at each position; marks: those of every move
- offers: `may`, `offers` and the questions that lead to the next move, for both eyes at each position
- result: at each position
- illegal: rule, code and names of the refusals of altered moves at each position
- says, refusals (by language): the sentence of every move, for everybody and for the recorder; the texts of refusals

A difference in `LOG` means that old records replay differently: that needs an option or a new rules version, not new
hashes. After a rewording, `python -m tests.golden.pins --reworded` stores sentences, if nothing else differs. Store all
hashes anew (`--store`) only after a change of behaviour that is wanted, or of the simulation.
"""

import copy
import hashlib
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import metadata
from pathlib import Path
from random import Random
from typing import Any

from engines.kernel.game import IllegalMoveError, Json, MalformedMoveError
from engines.kernel.replay import Fold

LANGUAGES = ("en", "es")
GAMES = 1000
"""Games of each title."""
DETAILED = 200
"""Games of each title that have every hash."""
POSITIONS = 8
"""Positions of a game that are looked at, evenly spaced, from the empty table to the end."""
REFUSALS = 3
"""Refusals at each position."""
TRIES = 40
"""Maximum number of altered moves tried at a position to find the refusals."""
NEAR = 12
"""Moves before and after a position whose types are common there."""
MIXED = 120
"""Entries of two games that one fold gets in any order."""
QUESTIONS = 60
"""Questions about a move at most."""
DIGITS = 8
"""Hexadecimal digits of a hash."""
LOG = ("bodies", "facts", "mixed")
MORE = (
    *("view", "seat", "offers", "result", "marks", "illegal"),
    *(f"{kind}.{lang}" for lang in LANGUAGES for kind in ("says", "refusals")),
)
KINDS = (*LOG, *MORE)


@dataclass(frozen=True)
class Table:
    """A simulated game: its number fixes seats, options and chance."""

    title: str
    number: int

    @property
    def game(self) -> Any:
        """The engine."""
        return _engine(self.title)

    @property
    def seats(self) -> list[str]:
        """The colours; who sits where depends on the number."""
        colours = list(self.game.colours(self.game.box()))
        Random(self.number).shuffle(colours)
        return colours[: self.game.seats[self.number % len(self.game.seats)]]

    @property
    def options(self) -> Json:
        """A value of each option."""
        return {name: _value(option, Random(self.number)) for name, option in self.game.options().items()}

    def fold(self) -> Fold[Any, Any]:
        """The empty table."""
        return Fold(self.game, self.seats, self.options, self.game.box())

    def moves(self, chance: int = 0) -> Iterator[Json]:
        """What a recorder types; every third recorder learns no secret. Other `chance`, another game."""
        knows = "public" if self.number % 3 == 2 else "all"
        rng = Random(self.number + chance)
        return iter(self.game.table(rng, self.seats, self.options, self.game.box(), knows))


@cache
def _engine(title: str) -> Any:
    """The game that an entry point names."""
    (point,) = metadata.entry_points(group="movebook.games", name=title)
    return point.load()


def _value(option: Any, rng: Random) -> Any:
    values: list[Any] = [option.default]
    if option.kind == "choice":
        values += option.choices
    elif option.kind == "flag":
        values += [True, False]
    elif option.kind == "integer" and option.low is not None:
        values += [option.low, option.low + 1, min(option.high or 9, 2 * option.low + 3)]
    return rng.choice(values)


def look(value: Any, path: str) -> Any:
    """Return what a move holds at a path by dots, or None."""
    for key in path.split("."):
        if isinstance(value, dict):
            value = value.get(key)
        elif isinstance(value, list) and key.isdecimal() and int(key) < len(value):
            value = value[int(key)]
        else:
            return None
    return value


def put(fields: Mapping[str, Any], part: Json, path: str, value: Any) -> Json:
    """Return a copy of a part of a move with a value at a path; its fields say which containers are lists."""
    name, *way = path.split(".")
    return {**part, name: _put(fields[name], part.get(name), way, value)}


def _put(of: Any, known: Any, way: Sequence[str], value: Any) -> Any:
    if not way:
        return value
    step, *rest = way
    if of.kind == "list":
        items = list(known or ())
        items += [None] * (int(step) + 1 - len(items))
        items[int(step)] = _put(of.of, items[int(step)], rest, value)
        return items
    below = of.fields[step] if of.kind == "group" else of.of
    return {**(known or {}), step: _put(below, (known or {}).get(step), rest, value)}


def known_to(game: Any, body: Json, seat: int | None) -> Json:
    """Return a body as the eyes of a seat see it; for None as everybody does."""
    out = copy.deepcopy(body)
    for path, whose in game.secret.get(body["type"], {}).items():
        way, _, last = path.rpartition(".")
        holder = look(out, way) if way else out
        if not isinstance(holder, dict) or last not in holder:
            continue
        if whose == "by_seat" and isinstance(holder[last], dict) and holder[last].get(str(seat)) is not None:
            holder[last] = {str(seat): holder[last][str(seat)]}
        elif whose != "seat" or seat is None or body.get("seat") != seat:
            del holder[last]
    return out


@dataclass
class Writer:
    """Writes a log as the service does: a move that opens a seal gets its value."""

    table: Table
    bodies: list[Json] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.fold, self.public = self.table.fold(), self.table.fold()

    def body(self, move: Json) -> Json:
        """Return the body of a move with everything that the writer knows."""
        game = self.table.game
        body: Json = game.encode(self.fold.decide(move))
        for opening in game.opens(self.public.state, body):
            if look(body, opening.fills) is None:
                value = look(self.bodies[int(opening.name) - 2], opening.secret)
                body = put(game.moves(self.fold.box)[body["type"]].fields, body, opening.fills, value)
        self.bodies.append(body)
        return body


def altered(rng: Random, moves: Sequence[Json], here: int, seats: int) -> Json:
    """Return a move that the rules may refuse; it does not depend on what the game offers."""
    way, move = rng.randrange(8), moves[here]
    if way == 0:
        return rng.choice(moves)
    if way == 1 and "seat" in move:
        return {**move, "seat": rng.randrange(-1, seats + 1)}
    if way > 3:  # a move of another position, of a type that is common here
        near = {other["type"] for other in moves[max(here - NEAR, 0) : here + NEAR]}
        found = rng.choice([other for other in moves if other["type"] in near])
        move = {**found, "seat": move["seat"]} if "seat" in found and "seat" in move else found
    out = copy.deepcopy(move)
    leaves = [leaf for leaf in _leaves(out) if leaf[1] not in ("type", "seat")]
    if way > 5 or not leaves:
        return out
    holder, key = rng.choice(leaves)
    old = holder[key]
    if rng.randrange(8) == 0:
        holder[key] = None
    elif isinstance(old, bool):
        holder[key] = not old
    elif isinstance(old, int):
        holder[key] = rng.choice([old - 1, old + 1, -1, 0, 99])
    else:
        words = [at[name] for at, name in _leaves(rng.choice(moves)) if name != "type" and isinstance(at[name], str)]
        holder[key] = rng.choice([*words, "nothing"])
    return out


def _leaves(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield the places that hold a scalar, as container and key."""
    for key, item in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(item, (dict, list)):
            yield from _leaves(item)
        else:
            yield value, key


class Pins:
    """Hashes that grow, by kind."""

    def __init__(self) -> None:
        self._growing: dict[str, Any] = defaultdict(hashlib.sha256)

    def add(self, kind: str, value: Any, end: str = "\n") -> None:
        """Add a JSON value to a hash."""
        self._growing[kind].update((json.dumps(value, sort_keys=True, separators=(",", ":")) + end).encode())

    def digests(self) -> dict[str, str]:
        """Return the hashes."""
        return {kind: growing.hexdigest()[:DIGITS] for kind, growing in self._growing.items()}


def pins(title: str, number: int) -> dict[str, str]:
    """Play one of the games and return its hashes by kind."""
    table, found = Table(title, number), Pins()
    moves, writer = list(table.moves()), Writer(table)
    detail = _Detail(found, writer, moves) if number < DETAILED else None
    for move in moves:
        if detail is not None:
            detail.position()
        body = writer.body(move)
        public = known_to(table.game, body, None)
        found.add("bodies", body, end="" if len(writer.bodies) == len(moves) else "\n")
        if detail is None:
            writer.fold.apply(str(writer.fold.ply + 2), body)
            writer.public.apply(str(writer.public.ply + 2), public)
        else:
            detail.move(body, public)
        found.add("facts", writer.public.facts(), end="")
    if detail is not None:
        detail.position()
    _mix(found, table, writer.bodies)
    return found.digests()


def _mix(found: Pins, table: Table, bodies: list[Json]) -> None:
    """Add the facts of a fold that gets entries of two games in any order."""
    other, fold = Writer(table), table.fold()
    for move in table.moves(chance=1_000_003):
        body = other.body(move)
        other.fold.apply(str(other.fold.ply + 2), body)
        other.public.apply(str(other.public.ply + 2), known_to(table.game, body, None))
    everything = bodies + other.bodies
    for body in Random(table.number).sample(everything, min(len(everything), MIXED)):
        fold.apply(str(fold.ply + 2), body)
        found.add("mixed", fold.facts(), end="")


class _Detail:
    """What a game shows beside its log."""

    def __init__(self, found: Pins, writer: Writer, moves: list[Json]) -> None:
        table = writer.table
        self.found, self.writer, self.moves, self.game = found, writer, moves, table.game
        self.rng = Random(f"{table.title} {table.number}")
        self.seat = table.number % len(table.seats)
        self.fold = table.fold()
        self.positions = {len(moves) * place // (POSITIONS - 1) for place in range(POSITIONS)}

    def move(self, body: Json, public: Json) -> None:
        """Apply a move for all eyes."""
        name = str(self.fold.ply + 2)
        told = self.writer.public.apply_and_describe(name, public)
        self.found.add("marks", told["marks"])
        for says in (told["says"], self.writer.fold.apply_and_describe(name, body)["says"]):
            for lang in LANGUAGES:
                self.found.add(f"says.{lang}", says[lang])
        self.fold.apply(name, known_to(self.game, body, self.seat))

    def position(self) -> None:
        """Look at a position, if it is one of those that are looked at."""
        if self.fold.ply not in self.positions:
            return
        public = self.writer.public
        self.found.add("view", public.view())
        self.found.add("seat", self.fold.view([self.seat]))
        self.found.add("result", public.result())
        here = min(self.fold.ply, len(self.moves) - 1)
        for fold, seats in ((public, []), (self.fold, [self.seat])):
            self.found.add("offers", [list(self.game.may(fold.state)), fold.offers(None, seats)])
            self._ask(fold, seats, self.moves[here])
        self._refuse(here)

    def _ask(self, fold: Fold[Any, Any], seats: Sequence[int], move: Json) -> None:
        """Ask field by field for a move."""
        part = {key: move[key] for key in ("type", "seat") if key in move}
        fields = self.game.moves(fold.box)[move["type"]].fields
        for _ in range(QUESTIONS):
            answer = fold.offers(part, seats)
            self.found.add("offers", answer)
            if answer["field"] is None:
                return
            part = put(fields, part, answer["field"], look(move, answer["field"]))

    def _refuse(self, here: int) -> None:
        """Try altered moves until some are refused."""
        refused = 0
        for _ in range(TRIES):
            outcome: Any = "legal"
            try:
                self.writer.fold.decide(altered(self.rng, self.moves, here, len(self.fold.seats)))
            except MalformedMoveError:
                continue
            except IllegalMoveError as error:
                outcome = [error.rule, error.code, list(error.names)]
                for lang in LANGUAGES:
                    self.found.add(f"refusals.{lang}", error.says[lang])
                refused += 1
            self.found.add("illegal", outcome)
            if refused == REFUSALS:
                return


HERE = Path(__file__).parent
TO_A_LINE = 100


def titles() -> list[str]:
    """Return every title that has pins."""
    return sorted(path.stem for path in HERE.glob("*.txt") if "." not in path.stem)


def _files(title: str) -> dict[Path, list[str]]:
    """Return the files of a title with the kinds of hashes in each."""
    sentences = {
        HERE / f"{title}.{lang}.txt": [kind for kind in KINDS if kind.endswith(f".{lang}")] for lang in LANGUAGES
    }
    return {HERE / f"{title}.txt": [kind for kind in KINDS if not is_sentence(kind)], **sentences}


def is_sentence(kind: str) -> bool:
    """Return whether a kind of hash changes with a wording."""
    return "." in kind


def store(title: str, found: Sequence[Mapping[str, str]], *, sentences_only: bool = False) -> None:
    """Write the files of a title: each line has a kind, the number of its first game, and hashes."""
    for path, kinds in _files(title).items():
        if sentences_only and not all(map(is_sentence, kinds)):
            continue
        lines = []
        for kind in kinds:
            hashes = [game[kind] for game in found if kind in game]
            starts = range(0, len(hashes), TO_A_LINE)
            lines += [" ".join([kind, str(first), *hashes[first : first + TO_A_LINE]]) for first in starts]
        path.write_text("\n".join([*lines, ""]), "ascii")


def stored(title: str) -> list[dict[str, str]]:
    """Return the stored hashes of each game of a title by kind."""
    games: defaultdict[int, dict[str, str]] = defaultdict(dict)
    for path in _files(title):
        for line in path.read_text("ascii").splitlines():
            kind, first, *hashes = line.split()
            for number, found in enumerate(hashes, int(first)):
                games[number][kind] = found
    return [games[number] for number in range(len(games))]


def differences(old: Mapping[str, str], new: Mapping[str, str]) -> list[str]:
    """Return the kinds of stored hashes that differ."""
    return [kind for kind in KINDS if kind in old and old[kind] != new.get(kind)]
