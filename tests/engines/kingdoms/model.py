"""A second opinion on the whole game: *State*, *Moves* and *Illegal moves* of the reference once more.

Written from the page and as plainly as possible; it scores by ``by_hand``. It knows as much as the fold beside it.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from engines.kernel.game import Json
from tests.engines.kingdoms import by_hand
from tests.engines.kingdoms.table import CASTLE, FIGURES, castles, copies, marks

KINDS = copies()
TOKENS = marks()
EPOCHS = 3
DEALT = {count: castles(ranks) for count, ranks in FIGURES["components"]["castles"].items()}


class Model:
    """The table after some moves.

    Args:
        seats: The seats as letters.
    """

    def __init__(self, seats: str) -> None:
        self.seats = seats
        self.dealt = {int(rank): count for rank, count in DEALT[str(len(seats))].items()}
        self.reserve = [dict(self.dealt) for _ in seats]
        self.boxed = [dict.fromkeys((2, 3, 4), 0) for _ in seats]
        self.gold = [50 for _ in seats]
        self.passes = [0 for _ in seats]
        self.epoch = 1
        self.phase = "dealing"
        self.to_move: int | None = None
        self.clear()

    def clear(self) -> None:
        """The board and the tiles of a new epoch."""
        self.board: list[list[str]] = [[".."] * 6 for _ in range(5)]
        self.draws = 0
        self.starter: int | None = None
        self.recorded = False
        self.counted = False
        self.status = ["not_dealt" for _ in self.seats]
        self.tile: list[str | None] = [None for _ in self.seats]

    @property
    def placements(self) -> int:
        """Pieces on the board."""
        return sum(token != ".." for row in self.board for token in row)

    @property
    def supply(self) -> int:
        """Tiles face down in the supply."""
        return 23 - sum(status != "not_dealt" for status in self.status) - self.draws

    def lying(self, kind: str) -> int:
        """Copies of a kind on the board."""
        return sum(row.count(TOKENS[kind]) for row in self.board)

    def stock(self, kind: str) -> int:
        """Copies that may still turn up (KIN-14.7, KIN-14.14)."""
        return KINDS[kind] - self.lying(kind) - self.aside(kind)

    def aside(self, kind: str) -> int:
        """Copies of a kind that are known to be starting tiles off the board."""
        if kind not in self.tile:
            return 0
        known = zip(self.tile, self.status, strict=True)
        return sum(tile == kind and status in ("face_down", "revealed") for tile, status in known)

    def leaders(self) -> list[int]:
        """The seats with the most gold."""
        return [seat for seat, gold in enumerate(self.gold) if gold == max(self.gold)]

    def judge(self, move: Json) -> str | None:
        """The code that refuses a move, or None for a legal one; the first in the order of the page."""
        return next(self._reasons(move), None)

    def _reasons(self, move: Json) -> Iterator[str]:
        """Why a move is refused; only the first answer counts, what follows may be nonsense."""
        kind = move["type"]
        if kind == "score_epoch":
            if self.phase in ("dealing", "playing"):
                yield "board_not_full"
            if self.counted or "gold" not in move:
                yield "already_scored"
        elif kind in ("choose_start_player", "deal_starting_tile"):
            yield from self._dealing(move)
        elif kind == "reveal_starting_tile":
            if self.phase not in ("scored", "finished"):
                yield "wrong_phase"
            yield from self._starting_tile(move["seat"], self._meant(move))
        else:
            yield from self._turn(move)

    def _turn(self, move: Json) -> Iterator[str]:
        if self.phase != "playing":
            yield "wrong_phase"
        if move["seat"] != self.to_move:
            yield "not_your_turn"
        if move["type"] != "pass":
            yield from self._placement(move)
        elif any(self.reserve[move["seat"]].values()) or self.supply or self.status[move["seat"]] != "placed":
            yield "pass_not_allowed"

    def _meant(self, move: Json) -> str:
        """The kind of a move: said, or left to what was confided."""
        return str(move.get("tile") or self.tile[move["seat"]])

    def _dealing(self, move: Json) -> Iterator[str]:
        opening = self.phase == "scored" and self.epoch < EPOCHS
        if self.phase != "dealing" and not opening:
            yield "wrong_phase"
        if move["type"] == "choose_start_player":
            if self.recorded and not opening:
                yield "start_player_set"
            if move["player"] not in (self.leaders() if self.epoch > 1 or opening else range(len(self.seats))):
                yield "wrong_start_player"
            return
        tile = move.get("tile")
        if move["seat"] not in range(len(self.seats)):
            yield "players"
        if tile is not None and tile not in KINDS:
            yield "unknown_kind"
        if not opening and self.status[move["seat"]] != "not_dealt":
            yield "already_dealt"
        if not opening and tile is not None and self.stock(tile) < 1:
            yield "held_elsewhere"

    def _starting_tile(self, seat: int, tile: str) -> Iterator[str]:
        if tile not in KINDS:
            yield "unknown_kind"
        if self.status[seat] != "face_down":
            yield "no_starting_tile"
        if self.tile[seat] not in (None, tile):
            yield "starting_tile_mismatch"
        if self.tile[seat] is None and not self.stock(tile):
            yield "not_a_candidate"

    def _placement(self, move: Json) -> Iterator[str]:
        seat, row, col, castle = move["seat"], move["row"], move["col"], move["type"] == "place_castle"
        if row not in range(1, 6) or col not in range(1, 7):
            yield "off_board"
        if castle and move["rank"] not in self.dealt:
            yield "bad_rank"
        if not castle and self._meant(move) not in KINDS:
            yield "unknown_kind"
        if self.board[row - 1][col - 1] != "..":
            yield "occupied"
        if castle:
            if not self.reserve[seat][move["rank"]]:
                yield "no_such_castle"
        elif move["type"] == "place_starting_tile":
            yield from self._starting_tile(seat, self._meant(move))
        else:
            if not self.supply:
                yield "supply_empty"
            if not self.stock(move["tile"]):
                yield "kind_exhausted" if self.lying(move["tile"]) == KINDS[move["tile"]] else "held_elsewhere"

    def play(self, move: Json) -> None:
        """Carry out a legal move."""
        kind, seat = move["type"], move.get("seat", 0)
        if kind in ("choose_start_player", "deal_starting_tile"):
            self._deal(move)
        elif kind == "reveal_starting_tile":
            self.status[seat], self.tile[seat] = "revealed", move.get("tile", self.tile[seat])
        elif kind == "score_epoch":
            self.counted = True
        elif kind == "pass":
            self.passes[seat] += 1
            self._next()
        else:
            self._place(move)

    def _deal(self, move: Json) -> None:
        if self.phase == "scored":
            self._open()
        if move["type"] == "choose_start_player":
            self.starter, self.recorded = move["player"], True
        else:
            self.status[move["seat"]], self.tile[move["seat"]] = "face_down", move.get("tile")
        if "not_dealt" not in self.status and self.starter is not None:
            self.phase, self.to_move = "playing", self.starter

    def _open(self) -> None:
        for row in self.board:
            for token in row:
                if CASTLE.match(token):
                    seat, rank = self.seats.index(token[0]), int(token[1])
                    if rank == 1:
                        self.reserve[seat][1] += 1
                    else:
                        self.boxed[seat][rank] += 1
        self.clear()
        self.epoch += 1
        self.phase = "dealing"
        if len(self.leaders()) == 1:
            self.starter = self.leaders()[0]

    def _place(self, move: Json) -> None:
        seat, tile = move["seat"], move.get("tile")
        if move["type"] == "place_castle":
            self.reserve[seat][move["rank"]] -= 1
            token = f"{self.seats[seat]}{move['rank']}"
        else:
            if move["type"] == "draw_and_place":
                self.draws += 1
            else:
                tile = tile or self.tile[seat]
                self.status[seat], self.tile[seat] = "placed", tile
            token = TOKENS[str(tile)]
        self.board[move["row"] - 1][move["col"] - 1] = token
        if self.placements < 30:
            self._next()
            return
        won = by_hand.totals([" ".join(row) for row in self.board], self.seats)
        self.gold = [gold + won[letter] for gold, letter in zip(self.gold, self.seats, strict=True)]
        self.phase, self.to_move = "finished" if self.epoch == EPOCHS else "scored", None

    def _next(self) -> None:
        self.to_move = ((self.to_move or 0) + 1) % len(self.seats)

    def seen(self) -> dict[str, Any]:
        """What a view must show, by path."""
        lying = Counter(token for row in self.board for token in row)
        stock = {kind: count - lying[TOKENS[kind]] - self.aside(kind) for kind, count in KINDS.items()}
        left = [kind for kind, count in stock.items() if count > 0]
        out: dict[str, Any] = {
            "phase": self.phase, "round": self.epoch, "to_move": [] if self.to_move is None else [self.to_move],
            "placements": self.placements, "supply": self.supply, "start_player": self.starter, "stock": stock,
            "scores": {str(seat): gold for seat, gold in enumerate(self.gold)}, "contradictions": [],
        }  # fmt: skip
        for seat in range(len(self.seats)):
            tile: Any = self.tile[seat]
            if self.status[seat] == "face_down" and tile is None:
                tile = {"unknown": left}
            out |= {
                f"seats.{seat}.gold": self.gold[seat],
                f"seats.{seat}.passes": self.passes[seat],
                f"seats.{seat}.reserve": {str(rank): count for rank, count in self.reserve[seat].items()},
                f"seats.{seat}.boxed": {str(rank): count for rank, count in self.boxed[seat].items()},
                f"seats.{seat}.starting_tile.status": self.status[seat],
                f"seats.{seat}.starting_tile.tile": tile,
                f"seats.{seat}.starting_tile.deduced": left[0] if isinstance(tile, dict) and len(left) == 1 else None,
            }
        return out
