"""For the shared wall: every game, imaginary tables, and a log in memory that treats secrets as the service does."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from engines import RULES
from engines.kernel import sealing, snapshot
from engines.kernel.game import Barrier, Field, Game, Json, Opening, rules_of
from engines.kernel.input.completion import answered
from engines.kernel.replay import Fold
from engines.kernel.sealing import Secret
from service import games
from tests.engines.kernel.examples import DEFAULT, SIMULATED
from tests.long import LONG, cases
from tests.toy import night_market as toy

ROOT = Path(__file__).resolve().parents[2]

PAGES = ROOT / "tests" / "toy" / "night_market" / "pages"
"""The rules pages of the toy, where it is not installed."""


@cache
def page(title: str) -> str:
    """The rules of a title."""
    folder = games.folder(title, "rules") or PAGES
    return folder.joinpath(f"{title}.md").read_text(encoding="utf-8")


def every_game() -> list[Game[Any, Any]]:
    """Every title by each version of its rules, and the toy, its newest rules first."""
    return [*RULES.values(), *(game for game in (toy, toy.first) if rules_of(game) not in RULES)]


@dataclass(frozen=True)
class Table:
    """An imaginary table; the same one always plays the same game."""

    title: str
    count: int
    seed: int
    knows: str = "all"

    def __str__(self) -> str:
        return f"{self.title}-{self.count}-{self.seed}-{self.knows}"

    @property
    def game(self) -> Game[Any, Any]:
        """The title."""
        named = [game for game in every_game() if self.title in (game.name, rules_of(game))]
        return max(named, key=lambda game: game.rules_version)

    @property
    def seats(self) -> list[str]:
        """Colours; who sits where depends on the seed."""
        colours = list(self.game.colours(self.game.box()))
        Random(self.seed).shuffle(colours)
        return colours[: self.count]

    @property
    def options(self) -> Json:
        """The defaults for seed 0, some of all values for the others."""
        return {name: _some(option, Random(self.seed)) for name, option in self.game.options().items()}

    def fold(self, options: Json | None = None, seats: Sequence[str] = ()) -> Fold[Any, Any]:
        """A fold of the empty table that shares nothing with any other; with other options or colours where given."""
        return Fold(self.game, seats or self.seats, self.options if options is None else options, self.game.box())

    def moves(self) -> Iterator[Json]:
        """What the recorder types."""
        return self.game.table(Random(self.seed), self.seats, self.options, self.game.box(), self.knows)

    def another(self) -> Table:
        """The same seats and options, another game."""
        return _Another(self.title, self.count, self.seed, self.knows)


class _Another(Table):
    """A game with other chance at the table of another one."""

    def moves(self) -> Iterator[Json]:
        rng = Random(self.seed + 1_000_003)
        return self.game.table(rng, self.seats, self.options, self.game.box(), self.knows)


def _some(option: Field, rng: Random) -> Any:
    """A value of an option."""
    some: list[Any] = [option.default]
    if option.kind == "choice":
        some += option.choices
    elif option.kind == "flag":
        some += [True, False]
    elif option.kind == "integer" and option.low is not None:
        some += [option.low, option.low + 1, min(option.high or 9, 2 * option.low + 3)]
    return rng.choice(some)


def tables() -> list[Table]:
    """Tables of every title and number of seats, with the default options (seed 0) and drawn ones in turn."""
    return [
        Table(rules_of(game), count, place % 2 + number, known)
        for game in every_game()
        for place, count in enumerate(game.seats)
        for known in _known(game, place)
        for number in range((SIMULATED + 1) // 2 * (cases(1, 3) if game.name == toy.name else 1))
    ]


def _known(game: Game[Any, Any], place: int) -> tuple[str, ...]:
    """Whether somebody confides at a table, for the smallest number of seats (0) and each larger one."""
    if SIMULATED > DEFAULT:
        return "all", "public"
    if game.name in SLOW:
        return ("all", *(("public",) if LONG else ())) if place == 0 else ()
    if not LONG:
        return ("public",) if place == 0 else ("all",) if place == len(game.seats) - 1 else ()
    return ("all", "public") if place in (0, len(game.seats) - 1) else ("all",)


SLOW = {"mage_knight"}
"""Titles of which one game is ten times as long as those of others."""


@dataclass(frozen=True)
class Entry:
    """One move as the log keeps it."""

    name: str
    move: Json
    body: Json
    secrets: Mapping[str, Secret]
    openings: Sequence[Opening]
    barrier: Barrier | None

    def known_body(self, seat: int | None = None) -> Json:
        """The body as the recorder knows it; or as the eyes of a seat do."""
        known = {name: secret.value for name, secret in self.secrets.items() if seat in (None, secret.seat)}
        return sealing.merge(self.body, known)


class UnsealedError(Exception):
    """A move leaves out what it makes public, and no seal tells it."""


@dataclass
class Log:
    """The service's way of writing a move, in memory."""

    table: Table
    entries: list[Entry] = field(default_factory=list)
    sealed: dict[tuple[str, str], Secret] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.game = self.table.game
        self.writer = self.table.fold()
        self.public = self.table.fold()

    def prepare(self, move: Json) -> Entry:
        """The entry that a move would be: decided by who writes, filled in from seals, parted from its secrets."""
        body = self.game.encode(self.writer.decide(move))
        openings = list(self.game.opens(self.public.state, body))
        for opening in openings:
            if sealing.look(body, opening.fills) is None:
                if (opening.name, opening.secret) not in self.sealed:
                    raise UnsealedError(opening)
                sealing.fill(body, opening.fills, self.sealed[opening.name, opening.secret].value)
        public, secrets = sealing.split(self.game, body)
        barrier = self.game.barrier(self.public.state, self.game.decode(public))
        return Entry(str(len(self.entries) + 2), move, public, secrets, openings, barrier)

    def write(self, move: Json) -> Entry:
        """Append a move."""
        entry = self.prepare(move)
        self.writer.apply(entry.name, entry.known_body())
        self.public.apply(entry.name, entry.body)
        self.entries.append(entry)
        self.sealed |= {(entry.name, name): secret for name, secret in entry.secrets.items()}
        return entry


@cache
def played(table: Table) -> Log:
    """A whole game at this table; shared by all tests, so not to be changed."""
    log = Log(table)
    for move in table.moves():
        log.write(move)
    return log


def clone(fold: Fold[Any, Any]) -> Fold[Any, Any]:
    """A second fold at the same place that shares nothing with the first but the box, which nobody changes."""
    other = Fold(fold.game, fold.seats, fold.options, fold.box)
    snapshot.unpack(other.state, snapshot.pack(fold.state))
    other.ply = fold.ply
    return other


Chooser = Callable[[str, Json], Any]


@dataclass(frozen=True)
class Asked:
    """A field that was asked about: its path, its domain, and what was answered."""

    path: str
    domain: Json
    value: Any

    @property
    def exact(self) -> bool:
        """Whether its domain claims to be no wider than the rules."""
        return bool(self.domain.get("exact", True))


@dataclass(frozen=True)
class Made:
    """A move made by answering what ``offers`` asks, and all that was asked, in order."""

    move: Json
    asked: list[Asked]


def walk(fold: Fold[Any, Any], offer: Json, choose: Chooser) -> Made:
    """Make a move by answering, field by field, what ``offers`` asks."""
    fields = fold.game.moves(fold.box)[offer["type"]].fields
    move: Json = {"type": offer["type"], **({} if offer["seat"] is None else {"seat": offer["seat"]})}
    questions: list[Asked] = []
    for _ in range(300):
        asked = fold.offers(move)
        assert "moves" not in asked, f"{move} is offered, but its fields are not"
        if asked["field"] is None:
            assert asked["domain"] is None
            return Made(move, questions)
        well_formed(asked["domain"])
        value = choose(asked["field"], asked["domain"])
        questions.append(Asked(asked["field"], asked["domain"], value))
        move = answered(fields, move, asked["field"], value)
    raise AssertionError(f"{move} is never complete")


def look(here: Any, path: str) -> Any:
    """What stands at a path through objects and lists; None where nothing does."""
    for key in path.split("."):
        if isinstance(here, dict):
            here = here.get(key)
        elif isinstance(here, list) and int(key) < len(here):
            here = here[int(key)]
        else:
            return None
    return here


def well_formed(domain: Json) -> None:
    """Assert that a domain is one that a form can draw."""
    needs: dict[str, tuple[str, ...]] = {
        "choice": ("of",), "range": ("low", "high"), "free": (), "flag": (), "list": ("of", "least", "most"),
        "map": ("keys", "of"), "group": ("fields",),
    }  # fmt: skip
    kind = domain["kind"]
    assert kind in needs, domain
    maybe = ("each", "known") if kind == "map" else ()
    assert set(domain) <= {"kind", "optional", "exact", "secret", *needs[kind], *maybe}, domain
    assert set(needs[kind]) <= set(domain), domain
    for flag in ("optional", "exact", "secret"):
        assert type(domain.get(flag, False)) is bool, domain
    if kind == "choice":
        assert domain["of"] or domain.get("optional"), f"nothing to choose: {domain}"
    elif kind == "range":
        assert domain["low"] <= domain["high"], domain
    elif kind in ("list", "map"):
        assert kind == "map" or 0 <= domain["least"] <= domain["most"], domain
        if kind == "map" or domain["most"]:
            well_formed(domain["of"] if kind == "map" or domain["least"] else {**domain["of"], "optional": True})
        assert list(domain.get("each", ())) in ([], domain.get("keys")), domain
        assert set(domain.get("known", ())) <= set(domain.get("keys", ())), domain
        for inner in domain.get("each", {}).values():
            well_formed(inner)
    elif kind == "group":
        for inner in domain["fields"].values():
            well_formed(inner)


def at_key(domain: Json, key: str) -> Json:
    """The domain of one key of a map."""
    found: Json = domain.get("each", {}).get(key, domain["of"])
    return found


def contains(domain: Json, value: Any) -> bool:
    """Whether a value lies in a domain; None is a value left out."""
    if value is None:
        return bool(domain.get("optional", False))
    fits: dict[str, Callable[[], bool]] = {
        "choice": lambda: any(value == one and type(value) is type(one) for one in domain["of"]),
        "range": lambda: type(value) is int and domain["low"] <= value <= domain["high"],
        "flag": lambda: type(value) is bool,
        "free": lambda: type(value) in (str, int),
        "list": lambda: (
            type(value) is list
            and domain["least"] <= len(value) <= domain["most"]
            and all(contains(domain["of"], item) for item in value)
        ),
        "map": lambda: (
            type(value) is dict
            and set(value) <= set(domain["keys"])
            and all(item is None or contains(at_key(domain, key), item) for key, item in value.items())
        ),
        "group": lambda: (
            type(value) is dict
            and set(value) <= set(domain["fields"])
            and all(contains(inner, value.get(key)) for key, inner in domain["fields"].items())
        ),
    }
    return fits[domain["kind"]]()


def spoil(value: Any) -> None:
    """Change everything in a value that can be changed."""
    if isinstance(value, dict):
        for inner in list(value.values()):
            spoil(inner)
        value.clear()
        value["spoiled"] = True
    elif isinstance(value, list):
        for inner in value:
            spoil(inner)
        value[:] = ["spoiled"]
