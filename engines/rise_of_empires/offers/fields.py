"""Moves that may be recorded now, for forms that do not know the game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from engines.kernel.domains import by_key, choice, flag, group, several, span
from engines.kernel.game import Json
from engines.kernel.offers import Offers, Questions, Who, look
from engines.rise_of_empires.box.components import UNITS
from engines.rise_of_empires.offers.questions import ask_action
from engines.rise_of_empires.rules.phases import upkeep_left
from engines.rise_of_empires.state import State, coming_progress, coming_territory

MOVES = {
    "start_player": "start_player",
    "reveal": "reveal",
    "actions": "action",
    "food": "food_choice",
    "income": "upkeep_choice",
    "era_end": "era_keep",
    "turn_order": "choose_position",
}
"""The move that the table waits for in each phase; there is at most one."""


def offers(
    state: State,
    partial: Json | None = None,
    derived: Sequence[int] | None = None,  # noqa: ARG001 - nothing lies behind a screen here
) -> Json:
    """Moves that may be recorded now; or, for a partial move, its next field."""
    return _OFFERS.answer(state, partial)


def may(state: State) -> Iterator[Who]:
    """The one move that the table waits for, and its seat."""
    move = MOVES.get(state.phase)
    if move is not None:
        yield move, state.to_move


def _unseen(state: State) -> list[str]:
    """The progress tiles that may be turned up now."""
    return [tile for tile in state.unseen if state.box.progress[tile].era == state.now.era]


def _form_reveal(state: State, _seat: int | None) -> Json:
    """Ask for what chance decides; all else is derived."""
    form: Json = {}
    now = state.now
    if coming_progress(state) is None:
        form["progress"] = several(choice(_unseen(state)), now.progress, now.progress, exact=False)
    if coming_territory(state) is None:
        kinds = [kind for kind, count in state.unseen_territory.items() if count]
        form["territory"] = several(choice(kinds), now.territory, now.territory, exact=False)
    return form


def _ask_reveal(state: State, _seat: int | None, given: Json) -> Questions:
    """Tile by tile, each of those that are left."""
    now = state.now
    if coming_progress(state) is None:
        left = _unseen(state)
        for at in range(now.progress):
            yield f"progress.{at}", choice(left)
            left = [tile for tile in left if tile != look(given, f"progress.{at}")]
    if coming_territory(state) is None:
        lands = dict(state.unseen_territory)
        for at in range(now.territory):
            yield f"territory.{at}", choice([kind for kind, count in lands.items() if count > 0])
            kind = look(given, f"territory.{at}")
            if kind in lands:
                lands[kind] -= 1


def _form_action(state: State, seat: int | None) -> Json:
    """The fields of an action as a form first shows them, wider than what is then asked."""
    box, mine, wide = state.box, state.seats[seat or 0], {"optional": True, "exact": False}
    own, regions = list(mine.progress), list(box.regions)
    others = [other for other in range(len(state.seats)) if other != seat]
    tiles = [*state.aside.progress, *state.new.progress, *state.aside.city, *state.new.city, *state.empire]
    use = several(choice(own), 0, len(own), **wide)
    free = group(
        {
            "tile": choice(own, optional=not own),
            "region": choice(regions, optional=True),
            "victim": choice(others, optional=True),
        }
    )
    frees = several(free, 0, len(own), **wide)
    placed = group({"region": choice(regions), "cubes": span(1, box.cubes)})
    battle = group(
        {"region": choice(regions), "defender": choice(others), "row": span(0, 1, optional=True), "use": use}
    )
    form: Json = {"free_before": frees, "row": choice(state.rows, exact=False)}
    if not state.now.placing:
        most = max(len(circles) for circles in state.rows.values())
        form["circle"] = span(1, most, **wide)
        form["pay"] = by_key(UNITS, span(0, most * box.disc_cost), **wide)
    kinds = [kind for kind in box.territory if _lies(state, kind)]
    return form | {
        "tile": choice(tiles, **wide),
        "kind": choice(kinds, **wide),
        "box": choice([name for name, user in state.trade.items() if user is None], **wide),
        "perform": flag(**wide),
        "use": use,
        "recall": flag(**wide),
        "place": several(placed, 0, len(regions), **wide),
        "battles": several(battle, 0, 2, **wide),
        "free_after": frees,
    }


def _lies(state: State, kind: str) -> bool:
    return bool(state.new.territory.get(kind) or state.aside.territory.get(kind))


def _fed(state: State, seat: int | None) -> list[str]:
    """The cities of a seat with upkeep in food."""
    return [city for city in state.seats[seat or 0].cities if state.box.cities[city].food]


def _supplied(state: State, seat: int | None) -> list[str]:
    """The cities of a seat with upkeep in resource discs."""
    return [city for city in state.seats[seat or 0].cities if state.box.cities[city].resource]


def _some(of: Sequence[str]) -> Json:
    return several(choice(of), 0, len(of), optional=True, exact=False)


def _ask_food(state: State, seat: int | None, given: Json) -> Questions:
    yield from _each(given, "discard", _fed(state, seat), len(_fed(state, seat)))


def _each(given: Json, field: str, of: Sequence[str], most: int) -> Questions:
    """Some of these, one after another, each once."""
    left = list(of)
    for at in range(most):
        if not left:
            return
        path = f"{field}.{at}"
        yield path, choice(left, optional=True)
        answer = look(given, path)
        if answer not in left:
            return
        left.remove(answer)


def _ask_upkeep(state: State, seat: int | None, given: Json) -> Questions:
    """Ask for cities that are not paid: at least as many as the discs are not enough for (ROE-14.6)."""
    left, have = _supplied(state, seat), upkeep_left(state, seat or 0)
    for at in range(len(left)):
        path = f"drop.{at}"
        due = sum(state.box.cities[city].resource for city in left)
        yield path, choice(left, **({"optional": True} if due <= have else {}))
        answer = look(given, path)
        if answer not in left:
            return
        left.remove(answer)


def _ask_keep(state: State, seat: int | None, given: Json) -> Questions:
    """Tiles as long as they can be paid for (ROE-17.3, ROE-17.4)."""
    mine, box = state.seats[seat or 0], state.box
    gold = mine.gold // box.keep_gold if box.keep_gold else len(mine.progress)
    cubes = mine.pool // box.keep_cubes if box.keep_cubes else len(mine.cities)
    yield from _each(given, "progress", list(mine.progress), gold)
    yield from _each(given, "cities", list(mine.cities), cubes)


_FORMS: dict[str, Callable[[State, int | None], Json]] = {
    "start_player": lambda state, _: {"player": choice(range(len(state.seats)))},
    "reveal": _form_reveal,
    "action": _form_action,
    "food_choice": lambda state, seat: {"discard": _some(_fed(state, seat))},
    "upkeep_choice": lambda state, seat: {"drop": _some(_supplied(state, seat))},
    "era_keep": lambda state, seat: {
        "progress": _some(list(state.seats[seat or 0].progress)),
        "cities": _some(list(state.seats[seat or 0].cities)),
    },
    "choose_position": lambda state, _: {
        "position": choice([at for at, taken in enumerate(state.next_order, 1) if taken is None])
    },
}
_ASKS: dict[str, Callable[[State, int | None, Json], Questions]] = {
    "reveal": _ask_reveal,
    "action": ask_action,
    "food_choice": _ask_food,
    "upkeep_choice": _ask_upkeep,
    "era_keep": _ask_keep,
}
_OFFERS = Offers(may, _FORMS, _ASKS)
