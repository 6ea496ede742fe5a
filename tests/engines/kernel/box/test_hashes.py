"""Two boxes of one play: what a game declares to be prose changes no play, all else counts."""

import copy
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from engines import GAMES
from engines.kernel.box import form, hashes
from engines.kernel.contract import breaches
from engines.kernel.game import Game, Json, rules_of
from engines.kernel.replay import Fold
from tests.contract.games import Table, every_game, played, tables
from tests.toy import night_market as toy

every_title = pytest.mark.parametrize("game", every_game(), ids=rules_of)
BEFORE = {
    "architects": "Values of the base game of 2018 and of its promo cards, checked against pictures of the printed "
    "cards. Which small face is on the back of which large face of a market card is not verified. English"
    " names are those of the cards; Spanish names are ours. The solo opponent and the expansions (Age of "
    "Artisans, Works of Wonder) are not in this box.",
    "kingdoms": "Counts and values as the rules reference of this game gives them (KIN-1, KIN-2); Spanish names are "
    "ours. Names are shown, never keyed on (KIN-1.8).",
    "mage_knight": "Counts, figures and effects are those of the base game of 2011; effects are structured facts, no "
    "card text is reproduced. Spanish names are ours. Where later printings differ, an owner corrects the"
    " box: the effect language has words for both.",
    "xidit": "Counts are those of the printed game. The map, the values of the regions, every face of the city "
    "tiles, the rewards of the titans, the cities of the small set and the dummy's tracks are stand-ins "
    "of the right shape and totals: correct them from a printed copy, give the box an edition of its own,"
    " and set stand_in to false. Spanish names are ours.",
}
"""What ``origin`` said before it was translated."""


def reworded(game: Game[Any, Any], value: Any, path: tuple[str, ...] = (), *, prose: bool = False) -> Any:
    """A box with every text and number of its prose changed, and its lists emptied."""
    if isinstance(value, dict):
        ends = [tuple(member.split(".")) for member in hashes.prose(game)]
        here = {key: prose or any((*path, key)[-len(end) :] == end for end in ends) for key in value}
        return {key: reworded(game, of, (*path, key), prose=here[key]) for key, of in value.items()}
    if isinstance(value, list):
        return [] if prose and all(isinstance(of, str) for of in value) else [reworded(game, of, path) for of in value]
    if not prose or value is None:
        return value
    return not value if isinstance(value, bool) else f"{value}~" if isinstance(value, str) else value + 1


def leaves(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else None
    return [path] if inner is None else [leaf for key, of in inner for leaf in leaves(of, (*path, key))]


def changed(box: Json, path: tuple[Any, ...]) -> Json:
    box = copy.deepcopy(box)
    *way, last = path
    here: Any = box
    for key in way:
        here = here[key]
    here[last] = f"{here[last]}~"
    return box


def first_table(game: Game[Any, Any]) -> Table:
    return next(table for table in tables() if rules_of(table.game) == rules_of(game))


@every_title
def test_prose_changes_no_play(game: Game[Any, Any]) -> None:
    table, box = first_table(game), game.box()
    other = reworded(game, box)
    assert hashes.play_hash(game, other) == hashes.play_hash(game, box)
    assert (hashes.hash_of(other) != hashes.hash_of(box)) == bool(hashes.prose(game))
    one, two = (Fold(table.game, table.seats, table.options, of) for of in (box, other))
    for entry in played(table).entries:
        bodies = [fold.game.encode(fold.decide(entry.move)) for fold in (one, two)]
        assert bodies[0] == bodies[1]
        for fold in (one, two):
            fold.apply(entry.name, bodies[0])
        assert one.facts() == two.facts()
    assert (one.result() or {}).get("seats") == (two.result() or {}).get("seats")


@every_title
def test_what_is_no_prose_counts(game: Game[Any, Any]) -> None:
    box = game.box()
    whole = hashes.play_hash(game, box)
    kept = [leaf for leaf in leaves(box) if not declared(game, leaf)]
    for leaf in Random(1).sample(kept, min(25, len(kept))):
        assert hashes.play_hash(game, changed(box, leaf)) != whole, leaf


def declared(game: Game[Any, Any], leaf: tuple[Any, ...]) -> bool:
    names = [tuple(key for key in leaf[: end + 1] if isinstance(key, str)) for end in range(len(leaf))]
    ends = [tuple(member.split(".")) for member in hashes.prose(game)]
    return any(name[-len(end) :] == end for name in names for end in ends)


@pytest.mark.parametrize("game", BEFORE)
def test_the_editions_before_their_origin_was_translated_are_of_the_same_play(game: str) -> None:
    title = GAMES[game]
    before = {**unmarked(title.box()), "origin": BEFORE[game]}
    assert hashes.former(title)[hashes.hash_of(before)] == hashes.play_hash(title, before)
    assert hashes.play_hash(title, before) == hashes.play_hash(title, title.box())


def unmarked(value: Any) -> Any:
    """A box as it was before its rows said which of their values nobody had compared."""
    if isinstance(value, list):
        return [unmarked(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {key: unmarked(item) for key, item in value.items() if key != "stand_in" or not isinstance(item, list)}


def test_a_game_that_declares_no_prose_has_one_hash() -> None:
    assert not hasattr(toy, "prose")
    assert hashes.play_hash(toy, toy.box()) == hashes.hash_of(toy.box())
    assert hashes.former(toy) == {}


@pytest.mark.parametrize(
    ("member", "value"), [("prose", "origin"), ("prose", (1,)), ("former_boxes", {"a": 1}), ("box_form", {})]
)
def test_what_a_game_declares_in_another_form_is_a_breach(member: str, value: Any) -> None:
    strange = SimpleNamespace(**{name: getattr(toy, name) for name in dir(toy) if not name.startswith("_")})
    assert breaches(strange) == []
    setattr(strange, member, value)
    assert [breach.split(" is ")[0] for breach in breaches(strange)] == [member]


def test_a_form_of_a_table_that_the_own_box_lacks_is_a_breach() -> None:
    strange = SimpleNamespace(**{name: getattr(toy, name) for name in dir(toy) if not name.startswith("_")})
    strange.box_form = form.BoxForm((form.Table("nowhere", {"en": "Nowhere", "es": "En ningún sitio"}),))
    assert "nowhere" in breaches(strange)[0]
