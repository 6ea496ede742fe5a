"""The start of a game: the empty table, the setup, and the first cities of the figures (chapter 2)."""

from __future__ import annotations

from collections.abc import Sequence

from engines.kernel.game import IllegalMoveError, Json
from engines.kernel.seats import check_seats, seat_at_table
from engines.kernel.sentences import all_of, say, shown
from engines.xidit.arguments import city_on_map, seated
from engines.xidit.box.components import SEATS, read
from engines.xidit.moves import IdrakysPlaced, SetUp, encode
from engines.xidit.refusals import refusal, seat_name
from engines.xidit.rules import tiles
from engines.xidit.rules.derived import seat_at
from engines.xidit.state import THREATS, TITANS, City, Options, Seat, Stack, State


def setup(seats: Sequence[str], options: Json, box: Json) -> State:
    """The table before the first move: what each player starts with, nothing on the board (XID-2.1 to XID-2.3).

    Args:
        seats: Colours, clockwise from seat 0.
        options: Every option with its value; ``mode`` is a length the box has.
        box: The components, accepted by ``check_box``.

    Raises:
        IllegalMoveError: XID-1.1 too few or too many seats; XID-2.1 a colour twice, or one that the box lacks; XID-2.3
            a length that the box lacks.
    """
    parts = read(box)
    check_seats(seats, SEATS, parts.colours, counted="XID-1.1", coloured="XID-2.1")
    count = len(seats)
    mode = parts.modes.get(options["mode"])
    if mode is None:
        known = ", ".join(parts.modes)
        raise IllegalMoveError(
            "XID-2.3",
            "mode",
            say(
                f"{options['mode']!r:.40} is no length of this box; it has {known}",
                f"{options['mode']!r:.40} no es una duración de esta caja; tiene {known}",
            ),
        )
    seating = parts.seatings[count]
    start = dict.fromkeys(parts.none, parts.start_units)
    return State(
        box=parts,
        colours=tuple(seats),
        options=Options(
            mode=mode.id,
            block=options["flip_order"] == "block",
            any_action=options["titan_blocked_by"] == "any_action",
            strict=options["strict_piles"],
            dummy_choice=options["dummy_choice"],
            dummy_after=(THREATS, TITANS) if options["dummy_advance_after"] == "threat_and_titan" else (THREATS,),
        ),
        chosen=dict(options),
        mode=mode,
        seating=seating,
        seats=[
            Seat(dict(start), parts.start_gold, parts.bards, parts.stories, dict(parts.none), dict(parts.none))
            for _ in seats
        ],
        cities={city: City() for city in parts.cities},
        regions={region: {} for region in parts.regions},
        barracks={unit: parts.units[unit] - count * parts.start_units for unit in parts.none},
        stacks={name: Stack(len(parts.stacks[name].tiles)) for name in parts.stacks},
        steps=dict.fromkeys(parts.tracks, 0) if seating.dummy else {},
    )


def decide_setup(state: State, move: Json) -> SetUp:
    """Check the recorded setup (XID-2.6 to XID-2.25)."""
    box = state.box
    if state.phase != "setup":
        raise refusal("XID-2.29", "already_set_up")
    name = move.get("tile_set")
    if name is not None and name not in box.sets:
        raise refusal("XID-2.6", "no_such_set", set=shown(name), sets=", ".join(box.sets))
    among = box.sets[name or state.seating.tile_set]
    first = seat_at_table(move.get("first_player"), len(state.seats), "XID-2.1", "unseated")
    recruits, threats = _listed(move, "recruit_tiles"), _listed(move, "threat_tiles")
    if len(recruits) != box.recruit_cities:
        raise refusal("XID-2.7", "tiles_counted", count=len(recruits), wanted=box.recruit_cities)
    if len(threats) != box.threat_cities:
        raise refusal("XID-2.9", "tiles_counted", count=len(threats), wanted=box.threat_cities)
    keys = ("next_recruitment", "top_recruitment", "next_threat", "top_threat")
    named = [*recruits, *threats, *(move[key] for key in keys if move.get(key) is not None)]
    for place, tile in enumerate(named):
        if type(tile) is not str or tile not in among:
            raise refusal("XID-2.25", "not_in_set", tile=shown(tile), set=name or state.seating.tile_set)
        if tile in named[:place]:
            raise refusal("XID-2.25", "named_twice", tile=tile)
    for key in keys:
        if move.get(key) is None:
            raise refusal("XID-2.24", "tile_missing", space=key)
    order = _listed(move, "evaluation_order")
    if len(order) != len(box.criteria) or any(type(one) is not str for one in order) or set(order) != set(box.criteria):
        raise refusal(
            "XID-2.18", "no_order", order=shown(order), criteria=all_of(one.name for one in box.criteria.values())
        )
    return SetUp(
        name,
        first,
        tuple(recruits),
        tuple(threats),
        move["next_recruitment"],
        move["top_recruitment"],
        move["next_threat"],
        move["top_threat"],
        tuple(order),
    )


def _listed(move: Json, key: str) -> list[str]:
    value = move.get(key)
    return value if isinstance(value, list) else []


def set_up(state: State, event: SetUp, name: str) -> None:
    """Lay out the board; figures come next (chapter 2)."""
    state.first_player = event.first_player
    state.evaluation_order = list(event.evaluation_order)
    tiles.lay_out(state, event, name)
    state.phase = "placing"


def decide_place(state: State, move: Json) -> IdrakysPlaced:
    """Place a figure: in turn, in a city of its own (XID-2.21, XID-2.22)."""
    if state.phase != "placing":
        raise refusal("XID-2.21", "figures_placed")
    place = seated(state, move)
    mover = seat_at(state, state.turn)
    if place != mover:
        raise refusal("XID-2.21", "not_your_turn", mover=seat_name(state, mover), who=seat_name(state, place))
    city = city_on_map(state, move.get("city"))
    event = IdrakysPlaced(place, city)
    for other, seat in enumerate(state.seats):
        if seat.city == city:
            raise refusal("XID-2.22", "city_taken", event=encode(event), city=city, who=seat_name(state, other))
    return event


def place_figure(state: State, event: IdrakysPlaced, _name: str) -> None:
    """Place a figure; after the last one the first year begins (XID-2.30)."""
    state.seats[event.seat].city = event.city
    state.turn += 1
    if state.turn == len(state.seats):
        state.turn = 0
        state.phase = "programming"
