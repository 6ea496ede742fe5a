"""Applies events; the seals that an event opens, and the undos that it bars (KIN-3 to KIN-14)."""

from __future__ import annotations

from collections.abc import Sequence

from engines.kernel.contradictions import contradiction
from engines.kernel.game import Barrier, Json, Opening
from engines.kernel.moves.events import Event
from engines.kingdoms import moves
from engines.kingdoms.rules.scoring import score
from engines.kingdoms.state import Phase, Piece, Seat, State, cell_at, confided, leaders, shuffled


def evolve(state: State, event: Event, name: str) -> None:
    """Apply an event in place; never refuses. The state notes contradictions with the names of both moves.

    Args:
        state: The table, as far as this fold knows.
        event: From ``decide``, or with a tile that a seal has filled in since.
        name: The name of the event.
    """
    match event:
        case moves.CastlePlaced(seat, rank, row, col):
            mine = state.seats[seat]
            mine.reserve[rank] -= 1
            mine.used[rank] += 1
            mine.placed[rank].append(name)
            _place(state, row, col, Piece(name, seat, rank=rank))
        case moves.TileDrawn(seat, tile, row, col):
            state.supply -= 1
            _take(state, tile, name, "KIN-14.13")
            _place(state, row, col, Piece(name, seat, tile))
        case moves.StartingTilePlaced(seat, kind, row, col):
            _show(state, seat, kind, name)
            state.seats[seat].status = "placed"
            _place(state, row, col, Piece(name, seat, kind, start=True))
        case moves.Passed(seat):
            state.seats[seat].passes += 1
            state.passed += 1
            state.to_move = (seat + 1) % len(state.seats)
        case moves.StartingTileDealt(seat, kind):
            _evolve_deal(state, seat, kind, name)
        case moves.StartPlayerChosen(player):
            if state.phase == "scored":
                _open_epoch(state)
            state.start_player = player
            state.start_recorded = name
            _begin(state)
        case moves.EpochCounted(gold):
            if state.epoch in state.results:
                state.results[state.epoch].counted = dict(gold)
        case moves.StartingTileRevealed(seat, kind):
            _show(state, seat, kind, name)
            state.seats[seat].status = "revealed"
            state.seats[seat].shown = name
        case _:
            _adjust(state, event, name)


def _adjust(state: State, event: Event, name: str) -> None:
    """Apply an adjustment; one that does not fit this table changes nothing. The turn does not change."""
    match event:
        case moves.GoldChanged(seat, by):
            state.seats[seat].gold += by
            state.seats[seat].ruled += by
            if state.phase == "dealing" and state.results and state.start_recorded is None:
                _lead(state)
                _begin(state)
        case moves.TurnSet(seat):
            if state.phase == "playing":
                state.to_move, state.passed = seat, 0
        case moves.PieceMoved(row, col, to_row, to_col):
            at, to = cell_at(state.box, row, col), cell_at(state.box, to_row, to_col)
            if state.cells[to] is None:
                state.cells[to], state.cells[at] = state.cells[at], None
        case moves.PieceRemoved(row, col):
            _remove(state, cell_at(state.box, row, col))
        case moves.CastlePut(seat, rank, row, col):
            if _fill(state, row, col, Piece(name, seat, rank=rank)):
                mine = state.seats[seat]
                mine.reserve[rank] -= 1
                mine.used[rank] += 1
                mine.placed[rank].append(name)
                _close(state)
        case moves.TilePut(seat, tile, row, col):
            if _fill(state, row, col, Piece(name, seat, tile)):
                state.supply -= 1
                _take(state, tile, name, "KIN-14.7")
                _close(state)
        case moves.CastleBoxed(seat, rank):
            state.seats[seat].reserve[rank] -= 1
            state.seats[seat].boxed[rank] += 1
        case moves.CastleGiven(seat, rank):
            state.seats[seat].reserve[rank] += 1
            state.seats[seat].boxed[rank] -= 1


def _fill(state: State, row: int, col: int, piece: Piece) -> bool:
    """Put a piece on an empty space by a ruling; False where none is empty there, or no epoch is under way."""
    cell = cell_at(state.box, row, col)
    if state.cells[cell] is not None or state.phase != "playing":
        return False
    state.cells[cell] = piece
    state.placements += 1
    state.passed = 0
    return True


def _close(state: State) -> None:
    """End the epoch if no space is empty, by whatever move or ruling (KIN-7.1)."""
    if state.placements == len(state.cells):
        _end_epoch(state)


def _remove(state: State, cell: int) -> None:
    """Return a piece to where it came from: a reserve, the supply, the owner of a starting tile."""
    piece = state.cells[cell]
    if piece is None or state.phase != "playing":
        return
    state.cells[cell] = None
    state.placements -= 1
    state.passed = 0
    mine = state.seats[piece.seat]
    if piece.rank:
        mine.reserve[piece.rank] += 1
        mine.used[piece.rank] -= 1
        if piece.name in mine.placed[piece.rank]:
            mine.placed[piece.rank].remove(piece.name)
    elif piece.start:
        mine.status, mine.tile = "face_down", piece.tile
        if piece.tile is not None:
            state.hidden.said_anew(piece.tile, piece.name, mine.dealt or "")
    else:
        state.supply += 1
        if piece.tile is not None:
            state.hidden.lose(piece.tile, piece.name)


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
        seat.placed[lowest] = []
    state.cells = [None] * len(state.cells)
    state.placements = 0
    state.supply = state.box.tiles
    state.hidden = shuffled(state.box)
    state.epoch += 1
    state.phase = "dealing"
    state.start_recorded = None
    _lead(state)


def _lead(state: State) -> None:
    """Who has the most gold starts; where several have it, chance says who (KIN-11.11, KIN-13.1)."""
    leading = leaders(state)
    state.start_player = leading[0] if len(leading) == 1 else None


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
    """Make the kind of a starting tile public; it replaces what this fold assumed (KIN-14.4, KIN-14.9)."""
    mine = state.seats[seat]
    if mine.tile is not None and mine.tile == tile:
        state.hidden.said_anew(tile, mine.dealt or "", name)
        return
    if mine.tile is not None:
        state.hidden.lose(mine.tile, mine.dealt or "")
        if tile is not None:
            state.contradictions.append(contradiction([mine.dealt, name], "KIN-14.9", tile))
    if tile is not None:
        _take(state, tile, name, "KIN-14.13")
    mine.tile = tile


def _take(state: State, tile: str, name: str, rule: str) -> None:
    """Take one copy of a kind. If none is left, forget a starting tile that was only confided (KIN-14.7)."""
    hidden = state.hidden
    left = hidden.free.get(tile)
    if left is None:  # only a seal can hold a kind that the box lacks
        state.contradictions.append(contradiction([name], "KIN-1.3", tile))
        return
    hidden.locate(tile, name)
    if left > 0:
        return
    blamed = hidden.said[tile]
    for place in confided(state, tile):
        hidden.lose(tile, state.seats[place].dealt or "")
        state.seats[place].tile = None
    state.contradictions.append(contradiction(blamed, rule, tile))


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


def replaces(state: State, move: Json) -> None:
    """A starting tile is taken once; nothing takes the place of a deal (KIN-2.8)."""


def barrier(state: State, event: Event) -> Barrier | None:
    """The barrier of a tile that was seen, or of a start player chosen by chance."""
    everybody = tuple(range(len(state.seats)))
    match event:
        case moves.TileDrawn(_, tile):
            return Barrier("reveal", tile, everybody)
        case moves.StartingTilePlaced(_, kind) | moves.StartingTileRevealed(_, kind):
            return Barrier("reveal", kind or "starting_tile", everybody)
        case moves.StartingTileDealt(seat, _):
            return Barrier("reveal", "starting_tile", (seat,))
        case moves.StartPlayerChosen():
            return Barrier("chance", "start_player", everybody) if len(leaders(state)) > 1 else None
        case _:
            return None
