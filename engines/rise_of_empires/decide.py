"""Checks whether a move is legal and returns its event; the actions have their own files."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NoReturn

from engines.kernel.game import Json, MalformedMoveError
from engines.kernel.moves.events import Event
from engines.kernel.seats import seat_at_table
from engines.kernel.sentences import all_of, say, shown
from engines.rise_of_empires.arguments import known, known_tile, meant
from engines.rise_of_empires.box.components import Box
from engines.rise_of_empires.moves import (
    FoodChosen,
    PositionChosen,
    StartPlayerChosen,
    TilesKept,
    TilesRevealed,
    UpkeepChosen,
)
from engines.rise_of_empires.refusals import TIES, amount, phase_name, refusal, seat_name, tile_name
from engines.rise_of_empires.rules.actions import decide_action
from engines.rise_of_empires.rules.phases import upkeep_left
from engines.rise_of_empires.state import (
    State,
    choosers,
    coming_cities,
    coming_progress,
    has_era_choice,
    has_food_choice,
    has_upkeep_choice,
    pieces,
)


def decide(state: State, move: Json) -> Event:
    """Return the event of a move without changing the state.

    ``move``: ``type``, ``seat``, parameters.

    Raises:
        IllegalMoveError: A rule forbids it.
        MalformedMoveError: Unknown type of move.
    """
    kind = move.get("type")
    decided = _DECIDES.get(kind) if isinstance(kind, str) else None
    if decided is None:
        raise MalformedMoveError(
            {
                "type": say(
                    f"Rise of Empires has no move {kind!r:.40}", f"Rise of Empires no tiene la jugada {kind!r:.40}"
                )
            }
        )
    if state.phase == "finished":
        raise refusal("ROE-18.1", "game_over")
    return decided(state, move)


def _start(state: State, move: Json) -> StartPlayerChosen:
    if state.phase != "start_player":
        raise refusal("ROE-2.14", "started", code="wrong_phase", names=[state.said.get("start_player")])
    return StartPlayerChosen(seat_at_table(move.get("player"), len(state.seats), "ROE-2.14"))


def _reveal(state: State, move: Json) -> TilesRevealed:
    if state.phase != "reveal":
        what = say("revealing tiles", "descubrir losetas")
        raise refusal("ROE-3.2", "not_now", code="wrong_phase", what=what, now=phase_name(state))
    return TilesRevealed(
        _progress(state, move.get("progress")),
        _territory(state, move.get("territory")),
        _cities(state, move.get("city")),
    )


def _progress(state: State, typed: Sequence[Any] | None) -> tuple[str, ...] | None:
    """The progress tiles turned up: all of the era and unseen; None if no others can come (ROE-4.9, ROE-4.13)."""
    box, now = state.box, state.now
    if not typed:
        if coming_progress(state) is not None:
            return None
        raise _count("ROE-4.9", "progress", now.progress, 0, now.number)
    # The ids are taken out first, then the names as typed (ROE-1.12).
    left = [tile for tile in state.unseen if tile not in typed]
    tiles: list[str] = []
    for name in typed:
        tile = known_tile(box, name if isinstance(name, str) and name in box.progress else meant(box, name, left))
        if tile in left:
            left.remove(tile)
        tiles.append(tile)
    for at, tile in enumerate(tiles):
        shape = box.progress[tile]
        if shape.era != now.era:
            raise refusal("ROE-2.9", "reveal_era", tile=shape.name, era=shape.era, turn=now.number, now=now.era)
        if tile not in state.unseen:
            raise refusal("ROE-4.13", "reveal_seen", names=[state.said.get(f"seen.{tile}")], tile=shape.name)
        if tile in tiles[:at]:
            raise refusal("ROE-4.13", "reveal_twice", code="reveal_seen", tile=shape.name)
    coming = coming_progress(state)
    wanted = now.progress if coming is None else len(coming)
    if len(tiles) != wanted:
        raise _count("ROE-4.9", "progress", wanted, len(tiles), now.number)
    return tuple(tiles)


def _count(rule: str, what: str, wanted: int, given: int, turn: int) -> Exception:
    return refusal(rule, "reveal_count", wanted=amount(what, wanted), given=given, turn=turn)


def _territory(state: State, typed: Sequence[Any] | None) -> tuple[str, ...] | None:
    """The territory tiles turned up (ROE-4.10, ROE-4.14, ROE-7.9)."""
    box, now, unseen = state.box, state.now, state.unseen_territory
    left = sum(unseen.values())
    wanted = min(now.territory, left)
    if not typed:
        if left <= now.territory or not now.territory:
            return None
        raise _count("ROE-4.10", "territory", wanted, 0, now.number)
    kinds = [known(box.territory, kind) for kind in typed]
    if not now.territory:
        raise refusal("ROE-4.10", "territory_gone", turn=now.number)
    for kind in dict.fromkeys(kinds):
        if kinds.count(kind) > unseen[kind]:
            shape = box.territory[kind]
            raise refusal(
                "ROE-7.9",
                "no_more_of_kind",
                kind=shape.name,
                given=kinds.count(kind),
                left=unseen[kind],
                count=shape.count,
                names=[state.said.get(f"seen.{kind}.{turn}") for turn in range(1, now.number)],
            )
    if len(kinds) != wanted:
        raise _count("ROE-4.10", "territory", wanted, len(kinds), now.number)
    return tuple(kinds)


def _cities(state: State, typed: Sequence[Any] | None) -> tuple[str, ...] | None:
    """The city tiles turned up: always the whole set of era and letter (ROE-4.12)."""
    if not typed:
        return None
    box, wanted = state.box, coming_cities(state)
    cities = [known_tile(box, city, cities=True) for city in typed]
    if sorted(cities) != sorted(wanted):
        raise refusal(
            "ROE-4.12",
            "reveal_set",
            wanted=all_of(tile_name(box, city) for city in wanted),
            given=all_of(tile_name(box, city) for city in cities),
        )
    return tuple(cities)


def _due(state: State, move: Json, phase: str, rule: str, asks: Callable[[State, int], bool]) -> int:
    """The seat that has to choose (ROE-3.5).

    Raises:
        IllegalMoveError: It has nothing to choose, or another seat chooses now.
    """
    seat = seat_at_table(move.get("seat"), len(state.seats), "ROE-3.5", "not_due")
    if not asks(state, seat):
        raise refusal(rule, "not_due_none", code="not_due", who=seat_name(state, seat))
    if state.phase != phase or seat != state.to_move:
        raise refusal("ROE-3.5", "not_due_order", code="not_due", who=seat_name(state, seat))
    return seat


def _own_cities(state: State, seat: int, typed: Sequence[Any] | None, upkeep: str) -> tuple[str, ...]:
    """Cities of a seat with this kind of upkeep, each once."""
    cities: list[str] = []
    rule = "ROE-13.2" if upkeep == "food" else "ROE-14.5"
    for name in typed or ():
        city = known_tile(state.box, name, cities=True)
        tile = state.box.cities[city]
        due = tile.food if upkeep == "food" else tile.resource
        if city not in state.seats[seat].cities or not due or city in cities:
            raise refusal(rule, f"no_{upkeep}_upkeep", code="no_upkeep", city=tile.name, who=seat_name(state, seat))
        cities.append(city)
    return tuple(cities)


def _food(state: State, move: Json) -> FoodChosen:
    seat = _due(state, move, "food", "ROE-13.2", has_food_choice)
    return FoodChosen(seat, _own_cities(state, seat, move.get("discard"), "food") or None)


def _upkeep(state: State, move: Json) -> UpkeepChosen:
    seat = _due(state, move, "income", "ROE-14.5", has_upkeep_choice)
    drop = _own_cities(state, seat, move.get("drop"), "resource")
    box, have = state.box, upkeep_left(state, seat)
    due = sum(box.cities[city].resource for city in state.seats[seat].cities if city not in drop)
    if due > have:
        raise refusal("ROE-14.6", "must_drop", due=due, have=have, who=seat_name(state, seat))
    return UpkeepChosen(seat, drop or None)


def _keep(state: State, move: Json) -> TilesKept:
    seat = _due(state, move, "era_end", "ROE-17.2", has_era_choice)
    box, mine, who = state.box, state.seats[seat], seat_name(state, seat)
    progress = _kept(box, mine.progress, [meant(box, name, mine.progress) for name in move.get("progress") or ()], who)
    cities = _kept(box, mine.cities, move.get("cities") or (), who, cities=True)
    gold, cubes = len(progress) * box.keep_gold, len(cities) * box.keep_cubes
    for rule, what, count, due, have, unit in (
        ("ROE-17.3", "progress", len(progress), gold, mine.gold, "gold"),
        ("ROE-17.4", "cities", len(cities), cubes, mine.pool, "cube"),
    ):
        if due > have:
            raise refusal(
                rule,
                "keep_cost",
                code="cost",
                tiles=amount(what, count),
                due=amount(unit, due),
                have=amount(unit, have),
                who=who,
            )
    return TilesKept(seat, progress or None, cities or None)


def _kept(
    box: Box, own: Mapping[str, object], typed: Sequence[Any], who: Mapping[str, str], *, cities: bool = False
) -> tuple[str, ...]:
    """Own tiles, each once."""
    kept: list[str] = []
    for name in typed:
        tile = known_tile(box, name, cities=cities)
        if tile not in own or tile in kept:
            rule = "ROE-17.4" if cities else "ROE-17.3"
            raise refusal(rule, "not_own", who=who, tile=tile_name(box, tile))
        kept.append(tile)
    return tuple(kept)


def _position(state: State, move: Json) -> PositionChosen:
    """A free position, by the next seat (ROE-16)."""
    if state.phase != "turn_order":
        what = say("choosing a position", "elegir posición")
        raise refusal("ROE-3.2", "not_now", code="wrong_phase", what=what, now=phase_name(state))
    seat = seat_at_table(move.get("seat"), len(state.seats), "ROE-16.2", "not_next")
    if seat != state.to_move:
        _not_next(state, seat)
    position, count = move.get("position"), len(state.seats)
    if type(position) is not int or not 1 <= position <= count:
        raise refusal("ROE-16.7", "position", position=shown(position), count=count)
    holder = state.next_order[position - 1]
    if holder is not None:
        names = [state.said.get(f"position.{position}")]
        raise refusal("ROE-16.2", "position_taken", position=position, who=seat_name(state, holder), names=names)
    return PositionChosen(seat, position)


def _not_next(state: State, seat: int) -> NoReturn:
    """Refuse: another seat chooses next, by VP, then by pieces, then by the old order (ROE-16.2, 16.3, 16.6)."""
    who = seat_name(state, seat)
    if seat in state.next_order:
        position = state.next_order.index(seat) + 1
        names = [state.said.get(f"position.{position}")]
        raise refusal("ROE-16.2", "chosen_before", code="not_next", who=who, position=position, names=names)
    first = choosers(state)[0]
    rule, why = "ROE-16.6", "order"
    if state.seats[first].vp != state.seats[seat].vp:
        rule, why = "ROE-16.2", "vp"
    elif pieces(state, first) != pieces(state, seat):
        rule, why = "ROE-16.3", "pieces"
    raise refusal(rule, "not_next", mover=seat_name(state, first), who=who, why=TIES[why])


_DECIDES: Mapping[str, Callable[[State, Json], Event]] = {
    "start_player": _start,
    "reveal": _reveal,
    "action": decide_action,
    "food_choice": _food,
    "upkeep_choice": _upkeep,
    "era_keep": _keep,
    "choose_position": _position,
}
