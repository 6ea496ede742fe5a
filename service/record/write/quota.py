"""Limits on the moves, undos and corrections of one record, so that no record costs work without end."""

from __future__ import annotations

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
"""Undos, consents and corrections that a record takes at least."""
ACTS_OF_MOVES = 4
"""One undo, consent or correction is allowed per this many moves."""


class RecordFullError(Exception):
    """A record has all the moves that it takes.

    Args:
        game: Its title.
        most: How many these are.
    """

    def __init__(self, game: str, most: int) -> None:
        super().__init__(f"the most moves of a record of {game}: {most}")
        self.game = game
        self.most = most


class ActsFullError(Exception):
    """A record has all the undos, consents and corrections that it takes from this caller; a judge's go on.

    Args:
        most: How many these are.
        links: Whether they are those of the seats' own links.
    """

    def __init__(self, most: int, *, links: bool) -> None:
        super().__init__(f"the most undos, consents and corrections: {most}")
        self.most = most
        self.links = links


@dataclass(frozen=True, slots=True)
class Capacity:
    """How many moves records take, and how many undos, consents and corrections beside them.

    The seats' own links have half of the latter: whatever they do, the recorder's go on.

    Args:
        moves: Title -> its number; a title that is not named has the one that its game declares.
    """

    moves: Mapping[str, int] = field(default_factory=dict)

    def left(self, live: LiveRecord) -> int:
        """How many more moves a record takes; 0 where it has as many as it takes, or came here with more."""
        return max(0, self.of(live.game) - live.public.ply)

    def of(self, game: Game[Any, Any]) -> int:
        """How many moves a record of a game takes in all."""
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
        """How many undos, consents and corrections a record of a game takes from others than a judge."""
        return max(LEAST_ACTS, self.of(game) // ACTS_OF_MOVES)

    def acts_left(self, live: LiveRecord) -> int | None:
        """How many more undos, consents and corrections a record takes; None below nine tenths of the limit."""
        most, there = self.acts(live.game), sum(live.tally.acts.values())
        return max(0, most - there) if there >= REPORTED_FROM * most else None

    def check_act(self, live: LiveRecord, caller: Caller) -> None:
        """Check that the record takes one more undo, consent or correction; a judge's is always taken.

        Raises:
            ActsFullError: The record has as many as it takes, or the seats' links have their half of them.
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
