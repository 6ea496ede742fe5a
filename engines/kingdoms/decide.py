"""Checks whether a move is legal and returns its event (KIN-3 to KIN-14)."""

from __future__ import annotations

from contextlib import suppress
from typing import NoReturn

from engines.kernel.game import IllegalMoveError, Json, MalformedMoveError
from engines.kernel.moves.events import Event
from engines.kernel.seats import seat_at_table, seat_of_key
from engines.kernel.sentences import all_of, fill, say, shown
from engines.kingdoms import refusals
from engines.kingdoms.arguments import empty, free_copy, held, holders, kind_of, rank_of, space
from engines.kingdoms.moves import (
    CastlePlaced,
    EpochCounted,
    Passed,
    StartingTileDealt,
    StartingTilePlaced,
    StartingTileRevealed,
    StartPlayerChosen,
    TileDrawn,
    encode,
)
from engines.kingdoms.refusals import refusal
from engines.kingdoms.state import State, leaders, lying, stuck


def decide(state: State, move: Json) -> Event:
    """Return the event of a move without changing the state.

    If several rules forbid it, the error names the first of these: phase, turn, range of a parameter, space taken,
    missing piece, contradiction with a starting tile.

    Args:
        state: The table, as far as this fold knows.
        move: ``type``, ``seat``, parameters; ``tile`` may be missing where a seal may fill it.

    Raises:
        IllegalMoveError: A rule forbids it, as far as this fold knows.
        MalformedMoveError: Unknown type of move.
    """
    match move.get("type"):
        case "place_castle" | "draw_and_place" | "place_starting_tile" | "pass" as kind:
            return _turn(state, kind, move)
        case "deal_starting_tile":
            return _deal(state, move)
        case "choose_start_player":
            return _choose(state, move)
        case "score_epoch":
            return _count(state, move)
        case "reveal_starting_tile":
            return _reveal(state, move)
        case "setup_game" | "start_next_epoch" as kind:
            return _unrecorded(state, kind)
        case kind:
            raise MalformedMoveError(
                {"type": say(f"Kingdoms has no move {kind!r:.40}", f"Kingdoms no tiene la jugada {kind!r:.40}")}
            )


def _unrecorded(state: State, kind: str) -> NoReturn:
    """Refuse steps of the rules that nobody performs and that are no moves (KIN-2.1, KIN-11.1, KIN-12.3)."""
    if kind == "setup_game":
        raise refusal("KIN-2.1", "opening", code="wrong_phase")
    if state.phase == "finished":
        raise refusal("KIN-12.3", "no_next", code="no_fourth_epoch", epoch=state.epoch)
    raise refusal("KIN-11.1", "opens_itself", code="wrong_phase")


def _turn(state: State, kind: str, move: Json) -> Event:
    """The one action of a turn (KIN-3.3), or the forced pass."""
    if state.phase != "playing":
        _no_turn(state)
    seat = move.get("seat")
    if type(seat) is int and seat == state.to_move:
        return _act(state, kind, seat, move)
    who = fill(refusals.SEAT, seat=shown(seat))
    event: Event | None = None
    if type(seat) is int and 0 <= seat < len(state.seats):
        who = refusals.seat_name(state, seat)
        with suppress(IllegalMoveError):
            event = _act(state, kind, seat, move)
    mover = refusals.seat_name(state, state.to_move or 0)
    raise refusal(
        "KIN-3.1", "turn", code="not_your_turn", event=None if event is None else encode(event), mover=mover, who=who
    )


def _act(state: State, kind: str, seat: int, move: Json) -> Event:
    match kind:
        case "place_castle":
            return _castle(state, seat, move)
        case "draw_and_place":
            return _draw(state, seat, move)
        case "place_starting_tile":
            return _start(state, seat, move)
        case _:
            return _pass(state, seat)


def _no_turn(state: State) -> NoReturn:
    """No turn is open: the deal is not complete, or the epoch is over (KIN-7.3, KIN-12.1)."""
    if state.phase == "finished":
        _over(state)
    if state.phase == "scored":
        raise refusal("KIN-7.3", "epoch_scored", code="wrong_phase", epoch=state.epoch)
    missing = [refusals.seat_name(state, place) for place, seat in enumerate(state.seats) if seat.status == "not_dealt"]
    if missing:
        raise refusal("KIN-7.3", "tiles_missing", code="wrong_phase", epoch=state.epoch, who=all_of(missing))
    raise refusal("KIN-7.3", "start_missing", code="wrong_phase", epoch=state.epoch)


def _over(state: State) -> NoReturn:
    raise refusal("KIN-12.1", "game_over", code="wrong_phase", epoch=state.epoch)


def _seated(state: State, move: Json) -> int:
    """Return the seat of the starting tile, which must be at the table (KIN-1.15)."""
    return seat_at_table(move.get("seat"), len(state.seats), "KIN-1.15")


def _castle(state: State, seat: int, move: Json) -> CastlePlaced:
    """Place a castle of one's own (KIN-4.1 to KIN-4.3)."""
    row, col = space(state, move)
    rank, ranks = rank_of(state, move), state.box.ranks
    empty(state, row, col)
    mine, who = state.seats[seat], refusals.seat_name(state, seat)
    if not mine.reserve[rank]:
        boxed, standing = mine.boxed.get(rank, 0), refusals.castle_places(state, seat, rank)
        key, rule = "castles_placed", "KIN-2.3" if rank == ranks[0] else "KIN-1.12"
        if boxed:
            key, rule = "castles_boxed" if not standing else "castles_gone", "KIN-11.3"
        raise refusal(
            rule,
            key,
            code="no_such_castle",
            names=mine.placed[rank],
            who=who,
            rank=rank,
            boxed=boxed,
            where=all_of(standing),
            n=len(standing),
        )
    return CastlePlaced(seat, rank, row, col)


def _draw(state: State, seat: int, move: Json) -> TileDrawn:
    """Draw a tile and place it (KIN-4.4 to KIN-4.6); a copy of its kind must be free (KIN-14.8)."""
    if move.get("row") is None or move.get("col") is None:
        raise refusal("KIN-4.5", "keep_drawn", row=shown(move.get("row")), col=shown(move.get("col")))
    row, col = space(state, move)
    tile = kind_of(state, move.get("tile"))
    empty(state, row, col)
    if not state.supply:
        raise refusal("KIN-4.4", "supply_empty", who=refusals.seat_name(state, seat))
    event = TileDrawn(seat, tile, row, col)
    free_copy(state, tile, encode(event))
    return event


def _start(state: State, seat: int, move: Json) -> StartingTilePlaced:
    """Place the starting tile (KIN-4.7, KIN-4.8)."""
    row, col = space(state, move)
    tile = None if move.get("tile") is None else kind_of(state, move["tile"])
    empty(state, row, col)
    mine = state.seats[seat]
    if mine.status != "face_down":
        _gone(state, seat, "KIN-4.8")
    event = StartingTilePlaced(seat, mine.tile if tile is None else tile, row, col)
    _could_be(state, seat, tile, event)
    return event


def _gone(state: State, seat: int, rule: str) -> NoReturn:
    """Refuse: the starting tile of this epoch was already placed or revealed."""
    mine, who = state.seats[seat], refusals.seat_name(state, seat)
    key, name = "tile_revealed", mine.shown or ""
    if mine.status != "revealed":
        starts = (piece.name for piece in state.cells if piece is not None and piece.start and piece.seat == seat)
        key, name = "tile_placed", next(starts, "")
    raise refusal(rule, key, code="no_starting_tile", names=[name], who=who, epoch=state.epoch)


def _could_be(state: State, seat: int, tile: str | None, event: Event) -> None:
    """A starting tile is what it was dealt as, or what it can still be (KIN-14.8, KIN-14.9, KIN-14.13)."""
    mine, who = state.seats[seat], refusals.seat_name(state, seat)
    if tile is None or tile == mine.tile:
        return
    if mine.tile is not None:
        known, name = refusals.tile_name(state.box, mine.tile), mine.dealt or ""
        raise refusal(
            "KIN-14.9",
            "mismatch",
            code="starting_tile_mismatch",
            names=[name],
            event=encode(event),
            who=who,
            known=known,
            tile=refusals.tile_name(state.box, tile),
        )
    if state.hidden.free[tile] < 1:
        where = all_of([*refusals.places(state, refusals.ON_BOARD, tile), *holders(state, tile)])
        rule = "KIN-14.13" if len(lying(state, tile)) >= state.box.kinds[tile].count else "KIN-14.8"
        raise refusal(
            rule,
            "no_copy",
            code="not_a_candidate",
            names=state.hidden.said[tile],
            event=encode(event),
            who=who,
            tile=refusals.tile_name(state.box, tile),
            where=where,
        )


def _pass(state: State, seat: int) -> Passed:
    """Pass, when no action is possible (KIN-6.1 to KIN-6.5)."""
    mine, who = state.seats[seat], refusals.seat_name(state, seat)
    castles = sum(mine.reserve.values())
    event = Passed(seat)
    if castles:
        raise refusal("KIN-6.2", "has_castles", code="pass_not_allowed", event=encode(event), who=who, count=castles)
    if state.supply:
        raise refusal(
            "KIN-6.2", "has_supply", code="pass_not_allowed", event=encode(event), who=who, count=state.supply
        )
    if not stuck(state, mine):
        raise refusal("KIN-6.2", "has_tile", code="pass_not_allowed", event=encode(event), who=who)
    if state.passed + 1 >= len(state.seats):
        raise refusal("KIN-6.5", "all_passed", who=who)
    return event


def _deal(state: State, move: Json) -> StartingTileDealt:
    """Take a starting tile; after a scored epoch the first one opens the next (KIN-2.8, KIN-4.8, KIN-11.9)."""
    if state.phase == "finished":
        _over(state)
    if state.phase == "playing":
        raise refusal("KIN-7.3", "dealt_before", code="wrong_phase", epoch=state.epoch)
    seat = _seated(state, move)
    tile = None if move.get("tile") is None else kind_of(state, move["tile"])
    event = StartingTileDealt(seat, tile)
    if state.phase == "dealing":
        mine = state.seats[seat]
        if mine.status != "not_dealt":
            who = refusals.seat_name(state, seat)
            raise refusal("KIN-4.8", "already_dealt", names=[mine.dealt], who=who, epoch=state.epoch)
        if tile is not None and state.hidden.free[tile] < 1:
            held(state, tile, encode(event))
    return event


def _choose(state: State, move: Json) -> StartPlayerChosen:
    """Record who takes the first turn: a seat with the most gold, once an epoch (KIN-2.11, KIN-11.11, KIN-13)."""
    if state.phase == "finished":
        _over(state)
    if state.phase == "playing":
        raise refusal("KIN-7.3", "chosen_before", code="wrong_phase", epoch=state.epoch)
    leading = leaders(state)
    rule = "KIN-11.11" if len(leading) == 1 else "KIN-13.2"
    player = seat_at_table(move.get("player"), len(state.seats), rule, "wrong_start_player")
    if state.phase == "dealing" and state.start_recorded is not None:
        name, who = state.start_recorded, refusals.seat_name(state, state.start_player or 0)
        raise refusal("KIN-13.5", "start_set", code="start_player_set", names=[name], epoch=state.epoch, who=who)
    event = StartPlayerChosen(player)
    if player not in leading:
        raise refusal(
            rule,
            "not_leading",
            code="wrong_start_player",
            event=encode(event),
            who=refusals.seat_name(state, player),
            epoch=state.epoch + (state.phase == "scored"),
            gold=state.seats[leading[0]].gold,
            leaders=all_of(refusals.seat_name(state, place) for place in leading),
        )
    return event


def _count(state: State, move: Json) -> EpochCounted:
    """Store what the table counted itself, once an epoch; the last placement has scored it (KIN-7.1, KIN-8.12)."""
    if state.phase not in ("scored", "finished"):
        spaces = len(state.cells)
        raise refusal("KIN-7.1", "board_not_full", epoch=state.epoch, placed=state.placements, spaces=spaces)
    gold = move.get("gold")
    if not isinstance(gold, dict):
        raise refusal("KIN-8.12", "already_scored", epoch=state.epoch)
    counted: dict[int, int] = {}
    for key, total in gold.items():
        seat = seat_of_key(key, len(state.seats), "KIN-1.15")
        if type(total) is not int:
            raise refusal("KIN-1.14", "not_whole", code=None, gold=shown(total), seat=seat)
        counted[seat] = total
    if state.results[state.epoch].counted is not None:
        raise refusal("KIN-8.12", "already_counted", code="already_scored", epoch=state.epoch)
    return EpochCounted(counted)


def _reveal(state: State, move: Json) -> StartingTileRevealed:
    """Show, after the epoch, a starting tile that was not placed (KIN-11.8, KIN-14.4, KIN-14.14)."""
    if state.phase not in ("scored", "finished"):
        raise refusal("KIN-7.3", "revealed_after", code="wrong_phase", epoch=state.epoch)
    seat = _seated(state, move)
    tile = None if move.get("tile") is None else kind_of(state, move["tile"])
    mine = state.seats[seat]
    if mine.status != "face_down":
        _gone(state, seat, "KIN-14.14")
    event = StartingTileRevealed(seat, mine.tile if tile is None else tile)
    _could_be(state, seat, tile, event)
    return event
