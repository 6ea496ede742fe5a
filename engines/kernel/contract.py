"""Checks whether a module satisfies the engine contract, before a record uses it."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Mapping
from itertools import islice
from random import Random
from typing import Any

from engines.kernel import canonical, simulate, snapshot
from engines.kernel.box import hashes
from engines.kernel.box.form import BoxForm, as_json
from engines.kernel.box.hashes import faults_of
from engines.kernel.box.review import shape_of
from engines.kernel.checks.figures import checks_of
from engines.kernel.game import LANGUAGES, Field, Game, Json, MoveType
from engines.kernel.input.shorthand import Shorthand
from engines.kernel.replay import Fold

SLUG = re.compile(r"[a-z][a-z0-9_]{0,39}\Z")
"""The name of a title, used in URLs, in file names and in the log."""
CLAUSES = re.compile(r"[A-Z][A-Z0-9]{1,7}\Z")
OWNERS = ("seat", "by_seat", "recorder")
"""The possible owners of a secret parameter."""
FEW = 6
"""Number of moves of a simulated table that are played."""
IN_EVERY_VIEW = ("phase", "round", "to_move", "scores", "contradictions")

DEFAULTS = ("prose", "former_boxes", "box_form")
"""Values that a game may leave out (:mod:`engines.kernel.box.hashes` has the defaults)."""
OPTIONAL = ("table", "checks")
"""Functions that a game may leave out: simulated games are then random (:mod:`engines.kernel.simulate`), and players
are never asked to count."""
VALUES = tuple(name for name in Game.__annotations__ if not name.startswith("_") and name not in DEFAULTS)
FUNCTIONS = tuple(
    name
    for name, value in vars(Game).items()
    if inspect.isfunction(value) and not name.startswith("_") and name not in OPTIONAL
)


def breaches(game: Any) -> list[str]:
    """Return the ways in which an object does not satisfy :class:`Game`; empty if none was found.

    Sets up a table with the fewest seats and every option at its default, and plays its first moves. The game's own
    tests and the contract tests check whether the rules are right.

    Args:
        game: What an entry point refers to: any object. Its errors are reported, not raised.
    """
    lacks = [f"it has no {name}" for name in (*VALUES, *FUNCTIONS) if not hasattr(game, name)]
    if lacks:
        return lacks
    found = [*_values(game), *_signatures(game)]
    if found:
        return found
    try:
        for breach in _table(game):
            found.append(breach)  # noqa: PERF402 - what was found before an error is reported, too
    except Exception as error:  # noqa: BLE001 - a third-party module may raise anything
        found.append(f"a table cannot be set up and played: {type(error).__name__}: {error}")
    return found


def _values(game: Any) -> Iterator[str]:
    """Yield what is wrong with the module's values."""
    if not (isinstance(game.name, str) and SLUG.match(game.name)):
        yield f"name is {game.name!r:.60}: small letters, digits and _ are wanted, a letter first"
    if not (isinstance(game.title, Mapping) and all(isinstance(game.title.get(lang), str) for lang in LANGUAGES)):
        yield f"title is {game.title!r:.60}: a text in each of {', '.join(LANGUAGES)} is wanted"
    if not (isinstance(game.clauses, str) and CLAUSES.match(game.clauses)):
        yield f"clauses is {game.clauses!r:.60}: two to eight capitals or digits are wanted, a capital first"
    if type(game.rules_version) is not int or game.rules_version < 1:
        yield f"rules_version is {game.rules_version!r:.60}: a whole number from 1 on is wanted"
    if not (isinstance(game.seats, range) and len(game.seats) and game.seats.step == 1 and game.seats[0] >= 1):
        yield f"seats is {game.seats!r:.60}: a range without gaps is wanted, such as range(2, 5)"
    if type(game.most_moves) is not int or game.most_moves < 1:
        yield f"most_moves is {game.most_moves!r:.60}: a whole number from 1 on is wanted"
    if not isinstance(game.shorthand, Shorthand):
        yield f"shorthand is {game.shorthand!r:.60}: a Shorthand of engines.kernel.input.shorthand is wanted"
    declared: Any = hashes.prose(game)
    if isinstance(declared, str) or not all(isinstance(one, str) and one for one in declared):
        yield f"prose is {game.prose!r:.60}: names of members of the box are wanted"
    editions: Any = hashes.former(game)
    if not all(isinstance(one, str) for pair in editions.items() for one in pair):
        yield f"former_boxes is {game.former_boxes!r:.60}: content hash -> play hash is wanted"
    form: Any = getattr(game, "box_form", None)
    if not (form is None or isinstance(form, BoxForm)):
        yield f"box_form is {form!r:.60}: a BoxForm of engines.kernel.box.form is wanted"
    if not (
        isinstance(game.secret, Mapping)
        and all(isinstance(of, Mapping) and set(of.values()) <= set(OWNERS) for of in game.secret.values())
    ):
        yield f"secret is {game.secret!r:.60}: type of move -> parameter -> one of {', '.join(OWNERS)} is wanted"


def _signatures(game: Any) -> Iterator[str]:
    """Yield functions that cannot be called as the contract says, with required arguments only and with all of them."""
    for name in (*FUNCTIONS, *(name for name in OPTIONAL if hasattr(game, name))):
        function = getattr(game, name)
        wanted = list(inspect.signature(getattr(Game, name)).parameters.values())[1:]
        always = [None for one in wanted if one.default is inspect.Parameter.empty]
        if not callable(function):
            yield f"{name} is not a function"
            continue
        try:
            takes = inspect.signature(function)
            takes.bind(*always)
            takes.bind(*always, **{one.name: None for one in wanted[len(always) :]})
        except (TypeError, ValueError):
            yield f"{name} does not take ({', '.join(one.name for one in wanted)})"


def _table(game: Game[Any, Any]) -> Iterator[str]:
    """Yield what is wrong with the box, the moves, or a new table.

    Raises:
        Exception: Any error that the game raises.
    """
    box = game.box()
    if not isinstance(box, dict):
        yield f"box() gives {box!r:.60}: a JSON object is wanted"
        return
    faults = faults_of(game, box)
    if faults:
        path, says = faults[0]
        yield f"its own box is refused: {path}: {says['en']}"
        return
    shape = shape_of(game)
    if shape is not None:
        as_json(shape)  # raises if the game's own box lacks a table
    named, options, moves = game.colours(box), game.options(), game.moves(box)
    colours = list(named)
    if len(colours) < game.seats[-1]:
        yield f"the box has too few colours ({len(colours)}) for all seats ({game.seats[-1]})"
    yield from (
        f"colour {colour!r:.60} has no name in {lang}"
        for colour in colours
        for lang in LANGUAGES
        if not named[colour].get(lang)
    )
    if not all(isinstance(option, Field) for option in options.values()):
        yield "options() gives something that is not a Field"
    if not moves or not all(isinstance(about, MoveType) for about in moves.values()):
        yield "moves() gives nothing, or something that is not a MoveType"
    yield from (f"secret names {kind!r:.60}, which is not a type of move" for kind in game.secret if kind not in moves)
    adjustments = game.adjustments(box)
    if not all(isinstance(about, MoveType) for about in adjustments.values()):
        yield "adjustments() gives something that is not a MoveType"
    yield from (f"{kind!r:.60} is a type of move and of adjustment" for kind in adjustments if kind in moves)
    defaults = {name: option.default for name, option in options.items()}
    fold = Fold(game, colours[: game.seats[0]], defaults, box)
    snapshot.pack(fold.state)
    canonical.check(fold.facts())
    view = fold.view()
    canonical.check(view)
    yield from (f"a view has no {name}" for name in IN_EVERY_VIEW if name not in view)
    if not list(game.may(fold.state)) or not fold.offers()["moves"]:
        yield "at an empty table nothing may be recorded"
    if fold.result() is not None:
        yield "an empty table has a result"
    yield from _checked(fold)
    yield from _played(fold, simulate.table(game, Random(0), fold.seats, defaults, box))


def _checked(fold: Fold[Any, Any]) -> Iterator[str]:
    """Yield what is wrong with the checks of an empty table."""
    found = checks_of(fold.game, fold.state)
    if found.passed:
        yield f"checks() gives {found.passed} check points at an empty table"
    for seat in range(len(fold.seats)):
        shown = found.figures(seat)
        if len({one.name for one in shown}) != len(shown):
            yield "checks() gives two figures of one name"
        for one in shown:
            if type(one.value) is not int or not all(one.label.get(lang) for lang in LANGUAGES):
                yield f"checks() gives {one!r:.80}: a whole number and a label in {', '.join(LANGUAGES)} are wanted"


def _played(fold: Fold[Any, Any], moves: Iterator[Json]) -> Iterator[str]:
    """Yield what is wrong with the first moves of a simulated table.

    Raises:
        Exception: Any error that the game raises.
    """
    for number, move in enumerate(islice(moves, FEW), 2):
        event = fold.decide(move)
        body = fold.game.encode(event)
        canonical.check(body)
        if fold.game.decode(body) != event:
            yield f"encode and decode make another event of {body['type']}"
            return
        says = fold.step(str(number), body)["says"]
        yield from (f"{body['type']} has no sentence in {lang}" for lang in LANGUAGES if not says.get(lang))
    if not fold.ply:
        yield "table() plays nothing"
