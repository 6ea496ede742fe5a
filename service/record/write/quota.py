"""Limits on the moves, undos and corrections of one record, so that its cost is bounded."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engines.kernel.game import Game
from service.access.rights import Caller
from service.record.entries.tally import MOST_RECENT
from service.record.state.record import LiveRecord
from service.record.write.rate_limit import check_rate

REPORTED_FROM = 0.9
"""Fraction of the limit from which answers report how much is left."""


LEAST_ACTS = 100
"""Minimum for the limit on undos, consents and corrections of a record."""
ACTS_OF_MOVES = 4
"""One undo, consent or correction is allowed per this many moves."""


class RecordFullError(Exception):
    """A record has the maximum number of moves."""

    def __init__(self, game: str, most: int) -> None:
        super().__init__(f"the most moves of a record of {game}: {most}")
        self.game = game
        self.most = most


class ActsFullError(Exception):
    """A record has the maximum number of undos, consents and corrections from this caller; judges may add more.

    ``links``: whether it is the limit of the seats' own links.
    """

    def __init__(self, most: int, *, links: bool) -> None:
        super().__init__(f"the most undos, consents and corrections: {most}")
        self.most = most
        self.links = links


@dataclass(frozen=True, slots=True)
class Capacity:
    """The limits on the moves of records, and on their undos, consents and corrections.

    The seats' own links may use half of the latter, so they cannot block the recorder.

    Args:
        moves: Title -> limit on moves; other titles have the limit that their game declares.
    """

    moves: Mapping[str, int] = field(default_factory=dict)

    def left(self, live: LiveRecord) -> int:
        """How many more moves a record takes; 0 at the limit, or if it was imported with more."""
        return max(0, self.of(live.game) - live.public.ply)

    def of(self, game: Game[Any, Any]) -> int:
        """The limit on the moves of a record of a game."""
        return self.moves.get(game.name, game.most_moves)

    def remaining(self, live: LiveRecord) -> int | None:
        """How many more moves a record takes; None below nine tenths of the limit."""
        return self.left(live) if live.public.ply >= REPORTED_FROM * self.of(live.game) else None

    def check(self, live: LiveRecord, count: int = 1) -> None:
        """Check that the record takes `count` more moves.

        Raises:
            RecordFullError: `count` more moves exceed the limit.
        """
        if self.left(live) < count:
            raise RecordFullError(live.game.name, self.of(live.game))

    # Undos, consents and corrections

    def acts(self, game: Game[Any, Any]) -> int:
        """The limit on undos, consents and corrections of a record of a game, except those of judges."""
        return max(LEAST_ACTS, self.of(game) // ACTS_OF_MOVES)

    def acts_left(self, live: LiveRecord) -> int | None:
        """How many more undos, consents and corrections a record takes; None below nine tenths of the limit."""
        most, there = self.acts(live.game), sum(live.tally.acts.values())
        return max(0, most - there) if there >= REPORTED_FROM * most else None

    def check_act(self, live: LiveRecord, caller: Caller) -> None:
        """Check that the record takes one more undo, consent or correction; a judge's is always taken.

        Raises:
            ActsFullError: The record has the maximum number, or the seats' links have used their half.
            TooManyError: The seat's links have written :data:`MOST_RECENT` within a minute.
        """
        if caller.is_judge:
            return
        most, acts, seat = self.acts(live.game), live.tally.acts, caller.own_eyes.seat
        if sum(acts.values()) >= most:
            raise ActsFullError(most, links=False)
        if seat is None:
            return
        if sum(count for whose, count in acts.items() if whose) >= most // 2:
            raise ActsFullError(most // 2, links=True)
        check_rate(live, live.tally.recent.get(str(seat), []), MOST_RECENT)
