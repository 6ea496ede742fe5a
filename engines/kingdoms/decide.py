"""The rules: which move is legal, what it changes, what it makes public, and what it bars (KIN-3 to KIN-14)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import NoReturn

from engines.kernel.game import Barrier, IllegalMoveError, Json, MalformedMoveError, Opening, Text
from engines.kingdoms import says
from engines.kingdoms.moves import (
    CastlePlaced,
    EpochCounted,
    Event,
    Passed,
    StartingTileDealt,
    StartingTilePlaced,
    StartingTileRevealed,
    StartPlayerChosen,
    TileDrawn,
    encode,
)
from engines.kingdoms.scoring import score
from engines.kingdoms.state import (
    Contradiction,
    Phase,
    Piece,
    Seat,
    State,
    cell_at,
    confided,
    leaders,
    lying,
    revealed,
    stuck,
)

# -------------------------------------------------------------------------------------------------------------- decide


def decide(state: State, move: Json) -> Event:
    """The event that a move is; the state is left as it is.

    Where several rules forbid it, the first of these is told: phase, turn, range of a parameter, space taken, piece not
    there, contradiction with a starting tile.

    Args:
        state: The table as this fold knows it.
        move: ``type``, ``seat``, parameters; ``tile`` may be missing where a seal may fill it.

    Raises:
        IllegalMoveError: A rule forbids it, as far as this fold knows.
        MalformedMoveError: There is no such type of move.
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
                {
                    "type": {
                        "en": f"Kingdoms has no move {kind!r:.40}",
                        "es": f"Kingdoms no tiene la jugada {kind!r:.40}",
                    }
                }
            )


def _refuse(rule: str, code: str | None, text: Text, names: Sequence[str] = (), event: Event | None = None) -> NoReturn:
    raise IllegalMoveError(rule, code, text, names, None if event is None else encode(event))


def _unrecorded(state: State, kind: str) -> NoReturn:
    """Steps of the rules that are no moves: nobody does them at the table (KIN-2.1, KIN-11.1, KIN-12.3)."""
    if kind == "setup_game":
        _refuse("KIN-2.1", "wrong_phase", says.refusal("opening"))
    if state.phase == "finished":
        _refuse("KIN-12.3", "no_fourth_epoch", says.refusal("no_next", epoch=state.epoch))
    _refuse("KIN-11.1", "wrong_phase", says.refusal("opens_itself"))


def _turn(state: State, kind: str, move: Json) -> Event:
    """The one action of a turn (KIN-3.3), or the forced pass."""
    if state.phase != "playing":
        _no_turn(state)
    seat = move.get("seat")
    if type(seat) is int and seat == state.to_move:
        return _act(state, kind, seat, move)
    who = says.fill(says.SEAT, seat=says.shown(seat))
    event: Event | None = None
    if type(seat) is int and 0 <= seat < len(state.seats):
        who = says.seat_name(state, seat)
        with suppress(IllegalMoveError):
            event = _act(state, kind, seat, move)
    mover = says.seat_name(state, state.to_move or 0)
    _refuse("KIN-3.1", "not_your_turn", says.refusal("turn", mover=mover, who=who), event=event)


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
        _refuse("KIN-7.3", "wrong_phase", says.refusal("epoch_scored", epoch=state.epoch))
    missing = [says.seat_name(state, place) for place, seat in enumerate(state.seats) if seat.status == "not_dealt"]
    if missing:
        text = says.refusal("tiles_missing", epoch=state.epoch, who=says.all_of(missing))
    else:
        text = says.refusal("start_missing", epoch=state.epoch)
    _refuse("KIN-7.3", "wrong_phase", text)


def _over(state: State) -> NoReturn:
    _refuse("KIN-12.1", "wrong_phase", says.refusal("game_over", epoch=state.epoch))


def _seated(state: State, move: Json) -> int:
    """Whose starting tile it is; somebody at the table (KIN-1.15)."""
    seat = move.get("seat")
    if type(seat) is not int or not 0 <= seat < len(state.seats):
        _refuse("KIN-1.15", "players", says.refusal("unseated", seat=says.shown(seat), last=len(state.seats) - 1))
    return seat


def _space(state: State, move: Json) -> tuple[int, int]:
    """The row and the column, both on the board (KIN-1.1)."""
    row, col = move.get("row"), move.get("col")
    box = state.box
    if type(row) is int and type(col) is int and 1 <= row <= box.rows and 1 <= col <= box.columns:
        return row, col
    _refuse(
        "KIN-1.1",
        "off_board",
        says.refusal("off_board", row=says.shown(row), col=says.shown(col), rows=box.rows, columns=box.columns),
    )


def _empty(state: State, row: int, col: int) -> None:
    """The space holds nothing yet (KIN-4.11)."""
    piece = state.cells[cell_at(state.box, row, col)]
    if piece is not None:
        text = says.refusal("occupied", row=row, col=col, piece=says.piece_name(state, piece), name=piece.name)
        _refuse("KIN-4.11", "occupied", text, [piece.name])


def _tile(state: State, tile: object) -> str:
    """A kind of tile that the box has (KIN-1.3, KIN-1.4)."""
    if type(tile) is str and tile in state.box.kinds:
        return tile
    hazard = type(tile) is str and tile.startswith(("-", "hazard"))
    rule = "KIN-1.4" if hazard or (type(tile) is int and tile < 0) else "KIN-1.3"
    _refuse(rule, "unknown_kind", says.refusal("unknown_kind", tile=says.shown(tile)))


def _castle(state: State, seat: int, move: Json) -> CastlePlaced:
    """Place a castle of one's own (KIN-4.1 to KIN-4.3)."""
    row, col = _space(state, move)
    rank, ranks = move.get("rank"), state.box.ranks
    if type(rank) is not int or rank not in ranks:
        text = says.refusal("bad_rank", rank=says.shown(rank), least=ranks[0], most=ranks[-1])
        _refuse("KIN-1.10", "bad_rank", text)
    _empty(state, row, col)
    mine, who = state.seats[seat], says.seat_name(state, seat)
    if not mine.reserve[rank]:
        if mine.boxed.get(rank):
            text = says.refusal("castles_boxed", who=who, rank=rank, boxed=mine.boxed[rank])
            _refuse("KIN-11.3", "no_such_castle", text)
        rule = "KIN-2.3" if rank == ranks[0] else "KIN-1.12"
        text = says.refusal(
            "castles_placed", who=who, rank=rank, where=says.all_of(says.castle_places(state, seat, rank))
        )
        names = [piece.name for piece in state.cells if piece is not None and (piece.seat, piece.rank) == (seat, rank)]
        _refuse(rule, "no_such_castle", text, _in_order(names))
    return CastlePlaced(seat, rank, row, col)


def _draw(state: State, seat: int, move: Json) -> TileDrawn:
    """Draw a tile and place it (KIN-4.4 to KIN-4.6); of its kind one must be free (KIN-14.8)."""
    if move.get("row") is None or move.get("col") is None:
        text = says.refusal("keep_drawn", row=says.shown(move.get("row")), col=says.shown(move.get("col")))
        _refuse("KIN-4.5", "keep_drawn", text)
    row, col = _space(state, move)
    tile = _tile(state, move.get("tile"))
    _empty(state, row, col)
    if not state.supply:
        _refuse("KIN-4.4", "supply_empty", says.refusal("supply_empty", who=says.seat_name(state, seat)))
    event = TileDrawn(seat, tile, row, col)
    if state.stock[tile] < 1:
        copies = lying(state, tile)
        if len(copies) >= state.box.kinds[tile].count:
            where = says.all_of(says.places(state, says.AT, tile))
            text = says.refusal("kind_exhausted", tile=says.tile_name(state.box, tile), where=where)
            _refuse("KIN-14.8", "kind_exhausted", text, _in_order(piece.name for piece in copies), event)
        _held(state, tile, event)
    return event


def _held(state: State, tile: str, event: Event) -> NoReturn:
    """The last free copy is a confided starting tile (KIN-14.7)."""
    where = says.all_of([*says.places(state, says.ON_BOARD, tile), *_holders(state, tile)])
    text = says.refusal("held_elsewhere", tile=says.tile_name(state.box, tile), where=where)
    _refuse("KIN-14.7", "held_elsewhere", text, _in_order(_deals(state, tile)), event)


def _start(state: State, seat: int, move: Json) -> StartingTilePlaced:
    """Place the starting tile (KIN-4.7, KIN-4.8)."""
    row, col = _space(state, move)
    tile = None if move.get("tile") is None else _tile(state, move["tile"])
    _empty(state, row, col)
    mine = state.seats[seat]
    if mine.status != "face_down":
        _gone(state, seat, "KIN-4.8")
    event = StartingTilePlaced(seat, mine.tile if tile is None else tile, row, col)
    _could_be(state, seat, tile, event)
    return event


def _gone(state: State, seat: int, rule: str) -> NoReturn:
    """The starting tile of this epoch was placed or revealed already."""
    mine, who = state.seats[seat], says.seat_name(state, seat)
    if mine.status == "revealed":
        name = mine.shown or ""
        text = says.refusal("tile_revealed", who=who, epoch=state.epoch, name=name)
    else:
        name = next(
            (piece.name for piece in state.cells if piece is not None and piece.start and piece.seat == seat), ""
        )
        text = says.refusal("tile_placed", who=who, epoch=state.epoch, name=name)
    _refuse(rule, "no_starting_tile", text, [name])


def _could_be(state: State, seat: int, tile: str | None, event: Event) -> None:
    """A starting tile is what it was dealt as, or what it can still be (KIN-14.8, KIN-14.9, KIN-14.13)."""
    mine, who = state.seats[seat], says.seat_name(state, seat)
    if tile is None or tile == mine.tile:
        return
    if mine.tile is not None:
        known, name = says.tile_name(state.box, mine.tile), mine.dealt or ""
        text = says.refusal("mismatch", who=who, known=known, name=name, tile=says.tile_name(state.box, tile))
        _refuse("KIN-14.9", "starting_tile_mismatch", text, [name], event)
    if state.stock[tile] < 1:
        copies = [piece.name for piece in lying(state, tile)]
        shown = [state.seats[place].shown or "" for place in revealed(state, tile)]
        where = says.all_of([*says.places(state, says.ON_BOARD, tile), *_holders(state, tile)])
        text = says.refusal("no_copy", who=who, tile=says.tile_name(state.box, tile), where=where)
        rule = "KIN-14.13" if len(copies) >= state.box.kinds[tile].count else "KIN-14.8"
        _refuse(rule, "not_a_candidate", text, _in_order([*copies, *shown, *_deals(state, tile)]), event)


def _deals(state: State, tile: str) -> list[str]:
    """The deals that confided a starting tile of this kind that is still face down."""
    return [state.seats[place].dealt or "" for place in confided(state, tile)]


def _holders(state: State, tile: str) -> list[Text]:
    """Who has a starting tile of this kind, confided or revealed."""
    held = [
        says.fill(says.HELD, who=says.seat_name(state, place), name=state.seats[place].dealt or "")
        for place in confided(state, tile)
    ]
    shown = [
        says.fill(says.SHOWN, who=says.seat_name(state, place), name=state.seats[place].shown or "")
        for place in revealed(state, tile)
    ]
    return [*held, *shown]


def _pass(state: State, seat: int) -> Passed:
    """Pass, when no action is possible (KIN-6.1 to KIN-6.5)."""
    mine, who = state.seats[seat], says.seat_name(state, seat)
    castles = sum(mine.reserve.values())
    event = Passed(seat)
    if castles:
        _refuse("KIN-6.2", "pass_not_allowed", says.refusal("has_castles", who=who, count=castles), event=event)
    if state.supply:
        _refuse("KIN-6.2", "pass_not_allowed", says.refusal("has_supply", who=who, count=state.supply), event=event)
    if not stuck(state, mine):
        _refuse("KIN-6.2", "pass_not_allowed", says.refusal("has_tile", who=who), event=event)
    if state.passed + 1 >= len(state.seats):
        _refuse("KIN-6.5", "all_passed", says.refusal("all_passed", who=who))
    return event


def _deal(state: State, move: Json) -> StartingTileDealt:
    """Take a starting tile; after a scored epoch the first one opens the next (KIN-2.8, KIN-4.8, KIN-11.9)."""
    if state.phase == "finished":
        _over(state)
    if state.phase == "playing":
        _refuse("KIN-7.3", "wrong_phase", says.refusal("dealt_before", epoch=state.epoch))
    seat = _seated(state, move)
    tile = None if move.get("tile") is None else _tile(state, move["tile"])
    event = StartingTileDealt(seat, tile)
    if state.phase == "dealing":
        mine = state.seats[seat]
        if mine.status != "not_dealt":
            name = mine.dealt or ""
            text = says.refusal("already_dealt", who=says.seat_name(state, seat), epoch=state.epoch, name=name)
            _refuse("KIN-4.8", "already_dealt", text, [name])
        if tile is not None and state.stock[tile] < 1:
            _held(state, tile, event)
    return event


def _choose(state: State, move: Json) -> StartPlayerChosen:
    """Record who takes the first turn: one of those with the most gold, once an epoch (KIN-2.11, KIN-11.11, KIN-13)."""
    if state.phase == "finished":
        _over(state)
    if state.phase == "playing":
        _refuse("KIN-7.3", "wrong_phase", says.refusal("chosen_before", epoch=state.epoch))
    player, leading = move.get("player"), leaders(state)
    rule = "KIN-11.11" if len(leading) == 1 else "KIN-13.2"
    if type(player) is not int or not 0 <= player < len(state.seats):
        text = says.refusal("unseated", seat=says.shown(player), last=len(state.seats) - 1)
        _refuse(rule, "wrong_start_player", text)
    if state.phase == "dealing" and state.start_recorded is not None:
        name, who = state.start_recorded, says.seat_name(state, state.start_player or 0)
        _refuse(
            "KIN-13.5", "start_player_set", says.refusal("start_set", epoch=state.epoch, name=name, who=who), [name]
        )
    event = StartPlayerChosen(player)
    if player not in leading:
        text = says.refusal(
            "not_leading",
            who=says.seat_name(state, player),
            epoch=state.epoch + (state.phase == "scored"),
            gold=state.seats[leading[0]].gold,
            leaders=says.all_of(says.seat_name(state, place) for place in leading),
        )
        _refuse(rule, "wrong_start_player", text, event=event)
    return event


def _count(state: State, move: Json) -> EpochCounted:
    """Keep what the table counted itself, once an epoch; the last placement has scored it (KIN-7.1, KIN-8.12)."""
    if state.phase not in ("scored", "finished"):
        spaces = len(state.cells)
        text = says.refusal("board_not_full", epoch=state.epoch, placed=state.placements, spaces=spaces)
        _refuse("KIN-7.1", "board_not_full", text)
    gold = move.get("gold")
    if not isinstance(gold, dict):
        _refuse("KIN-8.12", "already_scored", says.refusal("already_scored", epoch=state.epoch))
    counted: list[tuple[int, int]] = []
    for key, total in gold.items():
        seat = next((place for place in range(len(state.seats)) if str(place) == key), None)
        if seat is None:
            _refuse("KIN-1.15", "players", says.refusal("unseated", seat=says.shown(key), last=len(state.seats) - 1))
        if type(total) is not int:
            _refuse("KIN-1.14", None, says.refusal("not_whole", gold=says.shown(total), seat=seat))
        counted.append((seat, total))
    if state.results[state.epoch].counted is not None:
        _refuse("KIN-8.12", "already_scored", says.refusal("already_counted", epoch=state.epoch))
    return EpochCounted(tuple(sorted(counted)))


def _reveal(state: State, move: Json) -> StartingTileRevealed:
    """Show, after the epoch, a starting tile that was not placed (KIN-11.8, KIN-14.4, KIN-14.14)."""
    if state.phase not in ("scored", "finished"):
        _refuse("KIN-7.3", "wrong_phase", says.refusal("revealed_after", epoch=state.epoch))
    seat = _seated(state, move)
    tile = None if move.get("tile") is None else _tile(state, move["tile"])
    mine = state.seats[seat]
    if mine.status != "face_down":
        _gone(state, seat, "KIN-14.14")
    event = StartingTileRevealed(seat, mine.tile if tile is None else tile)
    _could_be(state, seat, tile, event)
    return event


# -------------------------------------------------------------------------------------------------------------- evolve


def evolve(state: State, event: Event, name: str) -> None:
    """Apply an event, in place. Never refuses: what contradicts is noted in the state, with the names of both moves.

    Args:
        state: The table as this fold knows it.
        event: Of ``decide``, or with a tile that a seal filled in since.
        name: The event's own.
    """
    match event:
        case CastlePlaced(seat, rank, row, col):
            mine = state.seats[seat]
            mine.reserve[rank] -= 1
            mine.used[rank] += 1
            _place(state, row, col, Piece(name, seat, rank=rank))
        case TileDrawn(seat, tile, row, col):
            state.supply -= 1
            _take(state, tile, name, "KIN-14.13")
            _place(state, row, col, Piece(name, seat, tile))
        case StartingTilePlaced(seat, kind, row, col):
            _show(state, seat, kind, name)
            state.seats[seat].status = "placed"
            _place(state, row, col, Piece(name, seat, kind, start=True))
        case Passed(seat):
            state.seats[seat].passes += 1
            state.passed += 1
            state.to_move = (seat + 1) % len(state.seats)
        case StartingTileDealt(seat, kind):
            _evolve_deal(state, seat, kind, name)
        case StartPlayerChosen(player):
            if state.phase == "scored":
                _open_epoch(state)
            state.start_player = player
            state.start_recorded = name
            _begin(state)
        case EpochCounted(gold):
            if state.epoch in state.results:
                state.results[state.epoch].counted = dict(gold)
        case StartingTileRevealed(seat, kind):
            _show(state, seat, kind, name)
            state.seats[seat].status = "revealed"
            state.seats[seat].shown = name


def _place(state: State, row: int, col: int, piece: Piece) -> None:
    """Put a piece on the board and pass the turn on; the last one ends the epoch (KIN-3.1, KIN-7.1)."""
    state.cells[cell_at(state.box, row, col)] = piece
    state.placements += 1
    state.passed = 0
    if state.placements == len(state.cells):
        _end_epoch(state)
    else:
        state.to_move = (piece.seat + 1) % len(state.seats)


def _end_epoch(state: State) -> None:
    """Score the full board and settle the gold (KIN-7.3, KIN-10.2); the last epoch ends the game (KIN-12.1)."""
    result = state.results[state.epoch] = score(state)
    for seat, gold in zip(state.seats, result.after, strict=True):
        seat.gold = gold
        if seat.status == "face_down":
            seat.unplaced += 1
    state.to_move = None
    after: Phase = "finished" if state.epoch == state.box.epochs else "scored"
    state.phase = after


def _open_epoch(state: State) -> None:
    """Clear the board for the next epoch (KIN-11.1 to KIN-11.11)."""
    lowest = state.box.ranks[0]
    for piece in state.cells:
        if piece is not None and piece.rank:
            owner = state.seats[piece.seat]
            if piece.rank == lowest:
                owner.reserve[lowest] += 1
            else:
                owner.boxed[piece.rank] += 1
    for seat in state.seats:
        seat.status = "not_dealt"
        seat.tile = seat.dealt = seat.shown = None
    state.cells = [None] * len(state.cells)
    state.placements = 0
    state.supply = state.box.tiles
    state.stock = {kind.id: kind.count for kind in state.box.kinds.values()}
    state.epoch += 1
    state.phase = "dealing"
    state.passed = 0
    leading = leaders(state)
    state.start_player = leading[0] if len(leading) == 1 else None
    state.start_recorded = None


def _begin(state: State) -> None:
    """The first turn is open once every seat has a starting tile and the start player is known."""
    if state.start_player is not None and all(seat.status != "not_dealt" for seat in state.seats):
        state.phase = "playing"
        state.to_move = state.start_player


def _evolve_deal(state: State, seat: int, tile: str | None, name: str) -> None:
    if state.phase == "scored":
        _open_epoch(state)
    mine = state.seats[seat]
    mine.status = "face_down"
    mine.dealt = name
    state.supply -= 1
    if tile is not None:
        mine.tile = tile
        _take(state, tile, name, "KIN-14.7")
    _begin(state)


def _show(state: State, seat: int, tile: str | None, name: str) -> None:
    """A starting tile becomes public as a kind; what this fold held it for gives way (KIN-14.4, KIN-14.9)."""
    mine = state.seats[seat]
    if mine.tile is not None and mine.tile != tile:
        if mine.tile in state.stock:
            state.stock[mine.tile] += 1
        if tile is not None:
            _contradict(state, [mine.dealt or "", name], "KIN-14.9", tile)
        mine.tile = None
    if tile is not None and mine.tile is None:
        _take(state, tile, name, "KIN-14.13")
    mine.tile = tile


def _take(state: State, tile: str, name: str, rule: str) -> None:
    """One copy of a kind has a place now. Where none was left, what was only confided is forgotten (KIN-14.7)."""
    if tile not in state.stock:  # only a seal can hold what no box has
        _contradict(state, [name], "KIN-1.3", tile)
        return
    state.stock[tile] -= 1
    if state.stock[tile] >= 0:
        return
    holders = confided(state, tile)
    if holders:
        names = [state.seats[place].dealt or "" for place in holders]
        for place in holders:
            state.seats[place].tile = None
        state.stock[tile] += len(holders)
    else:
        names = [piece.name for piece in lying(state, tile)]
        names += [state.seats[place].shown or "" for place in revealed(state, tile)]
    _contradict(state, [*names, name], rule, tile)


def _contradict(state: State, names: Sequence[str], rule: str, tile: str) -> None:
    state.contradictions.append(Contradiction(_in_order(names), rule, tile))


def _in_order(names: Iterable[str]) -> list[str]:
    """Names of moves, each once, the earlier ones first: by number, ``57.2`` after ``57``."""
    known = {name for name in names if name}
    return sorted(known, key=lambda name: [int(part) if part.isdigit() else 0 for part in name.split(".")])


# --------------------------------------------------------------------------------------------------- opens and barrier


def opens(state: State, move: Json) -> Sequence[Opening]:
    """A starting tile that is placed or revealed opens the seal of its deal (KIN-14.4)."""
    if move.get("type") not in ("place_starting_tile", "reveal_starting_tile"):
        return ()
    place = move.get("seat")
    if type(place) is not int or not 0 <= place < len(state.seats):
        return ()
    seat: Seat = state.seats[place]
    if seat.status != "face_down" or seat.dealt is None:
        return ()
    return (Opening(seat.dealt, "tile", "tile"),)


def barrier(state: State, event: Event) -> Barrier | None:
    """A tile that was seen cannot be unseen, a start player that chance chose not chosen again."""
    everybody = tuple(range(len(state.seats)))
    match event:
        case TileDrawn(_, tile):
            return Barrier("reveal", tile, everybody)
        case StartingTilePlaced(_, kind) | StartingTileRevealed(_, kind):
            return Barrier("reveal", kind or "starting_tile", everybody)
        case StartingTileDealt(seat, _):
            return Barrier("reveal", "starting_tile", (seat,))
        case StartPlayerChosen():
            return Barrier("chance", "start_player", everybody) if len(leaders(state)) > 1 else None
        case _:
            return None
