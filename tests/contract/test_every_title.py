"""What every title owes the kernel and the service apart from a game in progress: what it names, what it is told."""

import ast
import contextlib
import re
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines import PACKAGES, RULES
from engines.kernel import canonical, notation
from engines.kernel.box.hashes import faults_of
from engines.kernel.game import LANGUAGES, Field, Game, IllegalMoveError, Json, MalformedMoveError, rules_of
from engines.kernel.input.shorthand import WrongWordError
from engines.kernel.replay import Fold
from engines.packages import OURS
from tests.contract import games
from tests.contract.deciding import attempt, clause
from tests.contract.games import Table, clone, every_game, played
from tests.contract.offering import share_of_exact_domains
from tests.contract.ruling import exercised
from tests.contract.walk import packed
from tests.engines.given import in_both_languages
from tests.engines.kernel.examples import DEFAULT, SIMULATED, examples
from tests.long import cases
from tests.toy import night_market as toy

FLOORS: dict[str, float] = tomllib.loads((Path(__file__).parent / "exact.toml").read_text(encoding="utf-8"))
every_title = pytest.mark.parametrize("game", every_game(), ids=rules_of)
garbage = examples(cases(12, 100))


@every_title
def test_what_is_remembered_of_boxes_may_be_asked_for_by_several_threads(game: Game[Any, Any]) -> None:
    boxes = [game.box() for _ in range(20)]  # more than any game remembers
    colours = tuple(game.colours(boxes[0]))[: game.seats[0]]
    options = {name: field.default for name, field in game.options().items()}

    def ask(number: int) -> None:
        for at in range(20):
            box = boxes[(7 * at + number) % len(boxes)]
            game.moves(box)
            with contextlib.suppress(IllegalMoveError):
                game.setup(colours, options, box)

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as threads:
            assert list(threads.map(ask, range(8))) == [None] * 8
    finally:
        sys.setswitchinterval(before)


@every_title
def test_a_move_that_is_not_on_offer_has_no_fields(game: Game[Any, Any]) -> None:
    fold = Table(rules_of(game), game.seats[0], 0).fold()
    offered = {offer["type"] for offer in fold.offers()["moves"]}
    for kind in [*game.moves(fold.box), "no_such_move"]:
        if kind not in offered:
            assert fold.offers({"type": kind}) == {"field": None, "domain": None, "moves": []}


OUT_OF_SHAPE = ("x", 5, True, ["x"], [5], [None], [["x"]], [{"a": 1}], {"a": 1}, {"0": "x"})
"""Values of each JSON type, and of each within another."""


@every_title
def test_a_part_of_a_move_may_hold_any_value_in_any_field(game: Game[Any, Any]) -> None:
    table = Table(rules_of(game), game.seats[0], 1)
    fold, seen = table.fold(), set[str]()
    for name, move in enumerate(table.moves(), 2):
        if move["type"] not in seen or name % 10 == 0:
            seen.add(move["type"])
            for field in sorted({*move} - {"type", "seat"}):
                for value in OUT_OF_SHAPE:
                    assert {"field", "domain"} <= set(fold.offers({**move, field: value}))
        fold.apply(str(name), game.encode(fold.decide(move)))
    assert fold.offers({"type": ["x"]})["moves"] == []


@every_title
def test_the_share_of_exact_domains_does_not_fall(
    game: Game[Any, Any], record_property: Callable[[str, object], None]
) -> None:
    # A package of somebody else's has no floor here; its share is told all the same.
    share, floor = share_of_exact_domains(game), FLOORS.get(rules_of(game), 0)
    record_property("figure", f"exact domains of {rules_of(game)}: {share:.4f} (at least {floor:.4f})")
    assert share >= floor
    assert not floor or share < floor + 0.03, "it has risen: write it into tests/contract/exact.toml"


def test_our_own_titles_have_a_floor_of_exact_domains() -> None:
    ours = {rules for rules, game in RULES.items() if PACKAGES[game.name].name == OURS}
    assert set(FLOORS) == {*ours, *map(rules_of, (toy, toy.first))}


@every_title
def test_a_field_that_names_a_seat_is_written_as_a_colour(game: Game[Any, Any]) -> None:
    table = Table(rules_of(game), game.seats[-1], 0)
    for kind, about in game.moves(game.box()).items():
        for name in [name for name, field in about.fields.items() if field.seat]:
            for seat, colour in enumerate(table.seats):
                read = notation.read(game, game.box(), f"{kind} {name}={colour}", table.seats)
                assert read == {"type": kind, name: seat}


def misspelt(error: notation.NotationError, line: str) -> None:
    """Assert that an error points into its line and says why."""
    assert 1 <= error.column <= len(line) + 1
    in_both_languages(error.says)


@cache
def typed_words(table: Table) -> list[str]:
    """Words of lines of this game, and some that are half of one."""
    box, seats = table.game.box(), table.seats
    lines = [notation.write(table.game, box, entry.move, seats) for entry in played(table).entries]
    return sorted({word for line in lines for word in line.split()} | {"?", "=", "a.b=1", '"', "[", "{}", "#", "x=?"})


@every_title
@garbage
@given(data=st.data())
def test_any_line_is_a_move_or_an_error_with_its_column(game: Game[Any, Any], data: st.DataObject) -> None:
    table = Table(rules_of(game), game.seats[-1], 0)
    box, seats = game.box(), table.seats
    words = st.sampled_from(typed_words(table)) | st.text(max_size=6)
    line = data.draw(st.lists(words, max_size=6).map(" ".join) | st.text(max_size=80))
    try:
        move = notation.read(game, box, line, seats)
    except notation.NotationError as error:
        misspelt(error, line)
    else:
        assert move is None or type(move["type"]) is str


@every_title
def test_a_table_of_too_few_too_many_or_one_colour_is_refused(game: Game[Any, Any]) -> None:
    box = game.box()
    colours = list(game.colours(box))
    options = {name: option.default for name, option in game.options().items()}
    for seats in (
        colours[: game.seats[0] - 1],
        (colours * 3)[: game.seats[-1] + 1],
        [colours[0]] * game.seats[0],
        ["", "?"],
    ):
        with pytest.raises(IllegalMoveError) as caught:
            game.setup(seats, options, box)
        assert clause(game, caught.value.rule)
        in_both_languages(caught.value.says)


ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 40)
    | st.sampled_from([10**30, -(2**53), 1.5, float("nan"), "", "0", "?", "\ud800", "\x00", "+3", "red", "seat"])
    | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3) | st.sampled_from("0123"), inner, max_size=3)
    ),
    max_leaves=5,
)


def plausible(field: Field, seats: int) -> st.SearchStrategy[Any]:
    """Values that look like a field's, legal or not; now and then anything."""
    sensible: st.SearchStrategy[Any]
    inner = plausible(field.of, seats) if field.of else ANYTHING
    match field.kind:
        case "choice":
            sensible = st.sampled_from([*field.choices, *field.aliases])
        case "integer":
            sensible = st.integers((field.low or 0) - 2, (field.high or 9) + 2)
        case "flag":
            sensible = st.booleans()
        case "text":
            sensible = st.text(max_size=9)
        case "list":
            sensible = st.lists(inner, max_size=4)
        case "map":
            keys = [str(seat) for seat in range(seats + 1)] if field.keys == "seat" else [*field.keys, "other"]
            sensible = st.dictionaries(st.sampled_from([*keys, "00"]), inner, max_size=4)
        case _:
            sensible = st.fixed_dictionaries(
                {}, optional={key: plausible(of, seats) for key, of in field.fields.items()}
            )
    return st.one_of(sensible, sensible, sensible, ANYTHING)


@st.composite
def any_move(draw: st.DrawFn, game: Game[Any, Any], seats: int, like: list[Json]) -> Any:
    """A move that is almost one, or nothing of the kind."""
    kinds = game.moves(game.box())
    if draw(st.integers(0, 9)) == 0:
        return draw(ANYTHING)
    changes: bool = draw(st.booleans())
    if changes and like:
        move = dict(draw(st.sampled_from(like)))
        changed = draw(st.sampled_from([*kinds[move["type"]].fields, "seat", "type", "extra"]))
        field = kinds[move["type"]].fields.get(changed)
        move[changed] = draw(plausible(field, seats) if field else ANYTHING)
        return move
    kind = draw(st.sampled_from(list(kinds)))
    move = {"type": kind}
    if draw(st.integers(0, 4)):
        move["seat"] = draw(st.integers(-1, seats))
    for name, field in kinds[kind].fields.items():
        if draw(st.integers(0, 9)):
            move[name] = draw(plausible(field, seats))
    return move


@every_title
@garbage
@given(data=st.data())
def test_whatever_comes_in_is_a_move_or_refused_as_one(game: Game[Any, Any], data: st.DataObject) -> None:
    table = Table(rules_of(game), data.draw(st.sampled_from(list(game.seats))), 0)
    log = played(table)
    ply = data.draw(st.integers(0, len(log.entries)))
    fold = clone(at(table, ply))
    near = [entry.move for entry in log.entries[max(0, ply - 3) : ply + 3]]
    move = data.draw(any_move(game, table.count, near))
    before = packed(fold)
    attempt(fold, move)
    assert packed(fold) == before


FOLDS: dict[Table, list[Fold[Any, Any]]] = {}


def at(table: Table, ply: int) -> Fold[Any, Any]:
    """The recorder's fold at a ply; not to be changed."""
    if table not in FOLDS:
        fold = table.fold()
        FOLDS[table] = [clone(fold)]
        for entry in played(table).entries:
            fold.apply(entry.name, entry.known_body())
            FOLDS[table].append(clone(fold))
    return FOLDS[table][ply]


@every_title
def test_a_title_is_named_and_its_moves_and_options_labelled(game: Game[Any, Any]) -> None:
    assert RULES.get(rules_of(game), game) is game
    assert re.match(r"[a-z][a-z0-9_]*\Z", game.name)
    assert game.rules_version >= 1
    assert re.match(r"[A-Z]{2,4}\Z", game.clauses)
    assert {other.name for other in every_game() if other.clauses == game.clauses} == {game.name}
    assert set(game.title) == set(LANGUAGES)
    for kind, about in game.moves(game.box()).items():
        assert re.match(r"[a-z][a-z0-9_]*\Z", kind)
        in_both_languages(about.label)
        assert not {"type", "seat"} & set(about.fields)
        for field in about.fields.values():
            assert field.label is not None
            assert set(field.label) == set(LANGUAGES)
    for option in game.options().values():
        assert option.default is not None
        assert option.label is not None
        assert set(option.label) == set(LANGUAGES)


def nested(fields: Mapping[str, Field], path: str) -> Field:
    """The parameter at a path by dots, through groups."""
    key, _, rest = path.partition(".")
    return nested(fields[key].fields, rest) if rest else fields[key]


@every_title
def test_every_secret_is_an_optional_parameter_of_a_move(game: Game[Any, Any]) -> None:
    kinds = game.moves(game.box())
    for kind, secrets in game.secret.items():
        for parameter, whose in secrets.items():
            field = nested(kinds[kind].fields, parameter)
            assert field.optional
            assert whose in ("seat", "by_seat")
            assert whose == "by_seat" or kinds[kind].seated
            assert whose == "seat" or (field.kind, field.keys) == ("map", "seat")


@every_title
def test_adjustments_are_labelled_and_each_is_taken_somewhere_and_refused_somewhere(game: Game[Any, Any]) -> None:
    kinds = game.adjustments(game.box())
    for kind, about in kinds.items():
        assert re.match(r"[a-z][a-z0-9_]*\Z", kind)
        in_both_languages(about.label)
        assert not {"type", "seat"} & set(about.fields)
        assert all(field.label and set(field.label) == set(LANGUAGES) for field in about.fields.values())
    assert exercised(game) == (set(kinds), set(kinds))


@every_title
def test_a_ruling_holds_no_move_and_no_unknown_adjustment(game: Game[Any, Any]) -> None:
    fold = Table(rules_of(game), game.seats[0], 0).fold()
    for raw in [*({"type": kind} for kind in game.moves(fold.box)), {"type": "no_such"}, {}, None, 5, [], {"type": []}]:
        with pytest.raises(MalformedMoveError) as caught:
            fold.adjust(raw)
        for says in caught.value.errors.values():
            in_both_languages(says)


@every_title
def test_the_box_is_fresh_sound_and_colours_every_seat(game: Game[Any, Any]) -> None:
    box = game.box()
    assert list(game.check_box(box)) == []
    assert len(set(game.colours(box))) == len(list(game.colours(box))) >= game.seats[-1]
    canonical.check(dict.fromkeys(game.colours(box), 0))
    games.spoil(box)
    assert game.box() != box
    assert list(game.check_box(game.box())) == []


@every_title
def test_where_a_box_comes_from_is_told_in_every_language_or_as_its_owner_wrote_it(game: Game[Any, Any]) -> None:
    box = game.box()
    assert set(box.get("origin", LANGUAGES)) == set(LANGUAGES)
    owned = {"origin": "counted on my copy"} if "origin" in box else {}
    assert list(game.check_box({**box, **owned})) == []


Way = tuple[str | int, ...]
LEFT_OUT = cases(8, 30) if SIMULATED <= DEFAULT else 1 << 30
"""Of how many members of each title's box it is tried what happens without them; of all for a long look."""


def members(part: Any, way: Way = ()) -> Iterator[Way]:
    """The ways to all members of a box; of a list those of its first items, which are all alike."""
    items = enumerate(part[:3]) if isinstance(part, list) else part.items() if isinstance(part, dict) else ()
    for key, value in items:
        if isinstance(part, dict):
            yield (*way, key)
        yield from members(value, (*way, key))


# A box is checked for the rules that new records of its title are opened under.
@pytest.mark.parametrize("game", [one for one in every_game() if one is Table(one.name, 2, 0).game], ids=rules_of)
def test_a_box_without_a_member_is_faulty_or_a_whole_game_is_played_with_it(game: Game[Any, Any]) -> None:
    ways = list(members(game.box()))
    for way in Random(1).sample(ways, min(LEFT_OUT, len(ways))):
        box = game.box()
        here = box
        for key in way[:-1]:
            here = here[key]
        del here[way[-1]]
        if faults_of(game, box):
            continue
        seats = list(game.colours(box))[: game.seats[0]]
        options = Table(rules_of(game), game.seats[0], 0).options
        fold = Fold(game, seats, options, box)
        for name, move in enumerate(game.table(Random(1), seats, options, box, "all"), 2):
            fold.apply_and_describe(str(name), game.encode(fold.decide(move)))
        assert fold.result() is not None, way


def fits(error: WrongWordError, words: list[str]) -> None:
    """Assert that a refused form points to one of its words, or behind them, and says why."""
    assert 0 <= error.place <= len(words)
    in_both_languages(error.says)


@every_title
@garbage
@given(words=st.lists(st.text(max_size=6) | st.sampled_from(["+3", "2,5", "c4", "castle", "y=4", "r5"]), max_size=4))
def test_a_short_form_is_known_or_not(game: Game[Any, Any], words: list[str]) -> None:
    try:
        move = game.shorthand.read(words, game.box())
    except WrongWordError as error:
        fits(error, words)
    else:
        assert move is None or move["type"] in game.moves(game.box())


@every_title
def test_every_short_form_is_told_in_each_language(game: Game[Any, Any]) -> None:
    hints = game.shorthand.hints()
    assert set(hints) <= set(game.moves(game.box()))
    for head, form in game.shorthand.heads.items():
        assert {hint.split(" ")[0] for hint in form.hint.values()} == {head}


def imported(source: str) -> Iterator[str]:
    """The modules that a source imports."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "engines import by full names"
            yield node.module or ""


@pytest.mark.parametrize(
    "path", sorted((games.ROOT / "engines").rglob("*.py")), ids=lambda path: path.relative_to(games.ROOT).as_posix()
)
def test_engines_import_only_the_standard_library(path: Any) -> None:
    found = set(imported(path.read_text("utf-8")))
    foreign = {name for name in found if name.split(".")[0] not in {*sys.stdlib_module_names, "engines"}}
    assert not foreign
    room = path.relative_to(games.ROOT / "engines").parts[0]
    if room != "__init__.py":
        ours = {name for name in found if name.split(".")[0] == "engines"}
        assert all(name.split(".")[1:2] in ([room], ["kernel"]) for name in ours), ours


@pytest.mark.parametrize("module", ["redis", "flask", "random.seed"])
def test_a_foreign_import_would_be_seen(module: str) -> None:
    assert list(imported(f"def late():\n    import {module}")) == [module]
