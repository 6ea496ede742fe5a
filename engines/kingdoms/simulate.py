"""Simulated players of Kingdoms: good tiles come near their own castles, hazards near others."""

from __future__ import annotations

from random import Random
from typing import Any

from engines.kernel import simulate
from engines.kernel.game import Json
from engines.kernel.replay import Fold
from engines.kingdoms.state import State

WEIGHTS = {"place_starting_tile": 0.03, "score_epoch": 0.1, "choose_start_player": 0.3, "reveal_starting_tile": 0.5}
"""How likely a type of move is chosen; a castle and a drawn tile share 1."""


class Players(simulate.Players[State]):
    """Seats with habits of their own."""

    def __init__(self, fold: Fold[State, Any], rng: Random) -> None:
        super().__init__(fold, rng)
        # Spendthrifts use up their high castles early; then a seat may have to pass in the last epoch.
        self.spendthrift = rng.random() < 0.4  # noqa: PLR2004 - a habit, not a rule
        self.builds = [rng.uniform(0.25, 0.95 if self.spendthrift else 0.65) for _ in self.state.seats]
        self.col = 0

    def weight(self, kind: str, seat: int | None) -> float:
        """Of the optional moves between epochs, some are left out."""
        builds = self.builds[seat or 0]
        return {"place_castle": builds, "draw_and_place": 1 - builds, **WEIGHTS}.get(kind, 1)

    def answer(self, move: Json, path: str, domain: Json) -> Any:
        """The answer to a question: the best of a few spaces, or gold as the rules count it, with rare mistakes."""
        rng, state = self.rng, self.state
        if path == "rank":
            reserve = state.seats[move["seat"]].reserve
            return max(rng.choices(list(reserve), list(reserve.values()), k=3 if self.spendthrift else 1))
        if path == "gold":
            total = state.results[state.epoch].total
            wrong = rng.choice((-10, -1, 2)) if rng.random() < 0.1 else 0  # noqa: PLR2004 - seldom
            return {str(seat): gold + wrong * (seat == 0) for seat, gold in enumerate(total)}
        if path == "row":
            empty = [cell for cell, piece in enumerate(state.cells) if piece is None]
            tile = move.get("tile") or state.seats[move["seat"]].tile
            sign = -1 if tile and state.box.kinds[tile].value < 0 else 1
            liked = max(rng.sample(empty, min(3, len(empty))), key=lambda cell: sign * self._liking(move["seat"], cell))
            row, col = divmod(liked, state.box.columns)
            self.col = col + 1
            return row + 1
        return self.col if path == "col" else super().answer(move, path, domain)

    def _liking(self, place: int, cell: int) -> int:
        """What a seat has in the lines of a space: values of tiles and ranks of its own castles."""
        state = self.state
        pieces = [state.cells[at] for line in state.box.lines if cell in line.cells for at in line.cells]
        return sum(
            state.box.kinds[piece.tile].value if piece.tile else piece.rank * (2 if piece.seat == place else -1)
            for piece in pieces
            if piece is not None
        )


table = simulate.tables("engines.kingdoms", Players)
