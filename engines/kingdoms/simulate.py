"""Simulates a table: complete legal games as a recorder would type them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from engines.kernel.game import Json
from engines.kingdoms.decide import decide
from engines.kingdoms.evolve import evolve
from engines.kingdoms.rules.scoring import score
from engines.kingdoms.setup import setup
from engines.kingdoms.state import Piece, Seat, State, leaders, stuck


def table(rng: Random, seats: Sequence[str], options: Json, box: Json, knows: str = "all") -> Iterator[Json]:
    """One complete legal game, move by move, for tests, demonstrations and measurements.

    Args:
        rng: The only source of chance; each state gives one game.
        seats: Colours, clockwise from seat 0.
        options: Of the record.
        box: The components.
        knows: ``all``, or ``public``: the same game, recorded by somebody who is not shown the starting tiles.
    """
    return _Table(rng, setup(seats, options, box), confides=knows != "public").game()


class _Table:
    """Simulated players and chance.

    Args:
        rng: The only source of chance.
        state: A fold that knows everything; it counts the score and rejects illegal moves of the simulation.
        confides: Whether the recorder may know starting tiles.
    """

    def __init__(self, rng: Random, state: State, *, confides: bool) -> None:
        self.rng = rng
        self.state = state
        self.confides = confides
        self.recorded: set[int] = set()
        self.bag: list[str] = []
        self.ply = 0
        # Spendthrifts use up their high castles early; then a seat may have to pass in the last epoch.
        self.spendthrift = rng.random() < 0.4  # noqa: PLR2004 - a habit, not a rule
        # Peaceful seats like to finish with equal gold, so that chance must choose who starts.
        self.peaceful = rng.random() < 0.5  # noqa: PLR2004 - as above
        self.hasty = rng.randrange(len(state.seats))
        self.builder = [rng.uniform(0.25, 0.65) for _ in state.seats]

    def game(self) -> Iterator[Json]:
        """Every epoch: the deal, the turns, what is counted and shown afterwards."""
        while True:
            yield from self._deal()
            while self.state.phase == "playing":
                yield self._record(self._turn())
            yield from self._afterwards()
            if self.state.phase == "finished":
                return

    def _record(self, truth: Json, *, recorded: bool = True) -> Json:
        """Apply the move and return it as the recorder types it."""
        self.ply += 1
        evolve(self.state, decide(self.state, truth), str(self.ply + 1))
        return truth if recorded else {key: value for key, value in truth.items() if key != "tile"}

    def _chance(self, of: float) -> bool:
        return self.rng.random() < of

    def _deal(self) -> Iterator[Json]:
        """Deal starting tiles in any order; record the start player, if needed or noted anyway, before or after."""
        rng, count = self.rng, len(self.state.seats)
        self.bag = [kind.id for kind in self.state.box.kinds.values() for _ in range(kind.count)]
        rng.shuffle(self.bag)
        self.recorded = {seat for seat in range(count) if self._chance(0.4)}
        leading = leaders(self.state)
        chosen = {"type": "choose_start_player", "player": rng.choice(leading)}
        needed, mentioned = len(leading) > 1, self._chance(0.3)
        # A start player that follows from the gold is recorded only before the first turn is open.
        at = rng.randrange(count + 1) if needed else rng.randrange(count) if mentioned else -1
        for place, seat in enumerate(rng.sample(range(count), count)):
            if place == at:
                yield self._record(chosen)
            deal = {"type": "deal_starting_tile", "seat": seat, "tile": self.bag.pop()}
            yield self._record(deal, recorded=self.confides and seat in self.recorded)
        if at == count:
            yield self._record(chosen)

    def _turn(self) -> Json:
        """The action of the seat to move; chance has already decided what it would draw."""
        place = self.state.to_move or 0
        seat = self.state.seats[place]
        if stuck(self.state, seat):
            return {"type": "pass", "seat": place}
        if self.peaceful and (move := self._level(place)):
            return move
        action = self._action(place, seat)
        if action == "place_castle":
            return {"type": action, "seat": place, "rank": self._rank(seat), **self._space(place, 1)}
        if action == "place_starting_tile":
            tile = seat.tile or ""
            move = {"type": action, "seat": place, "tile": tile, **self._space(place, self._worth(tile))}
            return self._typed(move, place)
        tile = self.bag.pop()
        return {"type": action, "seat": place, "tile": tile, **self._space(place, self._worth(tile))}

    def _level(self, place: int) -> Json | None:
        """The castle, among the last two pieces, after which several seats can lead with the same gold."""
        empty = [cell for cell, piece in enumerate(self.state.cells) if piece is None]
        if len(empty) > 2:  # noqa: PLR2004 - how far ahead they look
            return None
        seat, after = self.state.seats[place], (place + 1) % len(self.state.seats)
        for cell in empty:
            for rank in [rank for rank, count in seat.reserve.items() if count]:
                self.state.cells[cell] = Piece("", place, rank=rank)
                gold = score(self.state).after
                level = self._level(after) if len(empty) > 1 else gold.count(max(gold)) > 1
                self.state.cells[cell] = None
                if level:
                    row, col = divmod(cell, self.state.box.columns)
                    return {"type": "place_castle", "seat": place, "rank": rank, "row": row + 1, "col": col + 1}
        return None

    def _typed(self, truth: Json, place: int) -> Json:
        """A starting tile that was confided may be left out when it is shown."""
        left_out = self._chance(0.3) and place in self.recorded and self.confides
        return {key: value for key, value in truth.items() if key != "tile"} if left_out else truth

    def _action(self, place: int, seat: Seat) -> str:
        """One of the actions that are possible, by the habits of the seat."""
        last = self.spendthrift and self.state.epoch == self.state.box.epochs
        builds = self.builder[place]
        if last:
            builds = 0.95 if place == self.hasty else 0.02
        weights = {
            "place_castle": builds if any(seat.reserve.values()) else 0.0,
            "draw_and_place": 1 - builds if self.state.supply else 0.0,
            "place_starting_tile": (0.3 if last and place == self.hasty else 0.06)
            if seat.status == "face_down"
            else 0.0,
        }
        return self.rng.choices(list(weights), list(weights.values()))[0]

    def _rank(self, seat: Seat) -> int:
        """A castle of the reserve; spendthrifts like high ones."""
        ranks = [rank for rank, count in seat.reserve.items() for _ in range(count)]
        return max(self.rng.choices(ranks, k=3 if self.spendthrift else 1))

    def _worth(self, tile: str) -> int:
        return self.state.box.kinds[tile].value

    def _space(self, place: int, worth: int) -> Json:
        """The best of a few empty spaces: good tiles near the seat's castles and rich lines, bad ones far from them."""
        empty = [cell for cell, piece in enumerate(self.state.cells) if piece is None]
        some = self.rng.sample(empty, min(3, len(empty)))
        cell = max(some, key=lambda cell: (1 if worth >= 0 else -1) * self._liking(place, cell))
        row, col = divmod(cell, self.state.box.columns)
        return {"row": row + 1, "col": col + 1}

    def _liking(self, place: int, cell: int) -> int:
        """What a seat has in the lines of a space: values of tiles and ranks of its own castles."""
        near = [
            piece
            for line in self.state.box.lines
            if cell in line.cells
            for at in line.cells
            if (piece := self.state.cells[at])
        ]
        values = sum(self._worth(piece.tile) for piece in near if piece.tile)
        return values + sum(2 * piece.rank if piece.seat == place else -piece.rank for piece in near if piece.rank)

    def _afterwards(self) -> Iterator[Json]:
        """Some tables record their own count, sometimes wrongly, and show the starting tiles they did not place."""
        moves: list[Json] = []
        if self._chance(0.4):
            total = self.state.results[self.state.epoch].total
            some = sorted(self.rng.sample(range(len(total)), self.rng.randint(1, len(total))))
            gold = {str(seat): total[seat] for seat in some}
            if self._chance(0.2):
                gold[str(some[0])] += self.rng.choice((-10, -1, 2))
            moves.append({"type": "score_epoch", "gold": gold})
        for place, seat in enumerate(self.state.seats):
            if seat.status == "face_down" and self._chance(0.35):
                moves.append(self._typed({"type": "reveal_starting_tile", "seat": place, "tile": seat.tile}, place))
        self.rng.shuffle(moves)
        for move in moves:
            yield self._record(move)
