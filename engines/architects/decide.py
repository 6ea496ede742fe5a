"""The event of a move, if the rules allow it; decided by applying it to a copy of the table."""

from __future__ import annotations

from engines.architects.arguments.parameters import EVENTS
from engines.architects.arguments.values import shaped
from engines.architects.evolve import DO, ledger_of
from engines.architects.rules import turns
from engines.architects.rules.ledger import Ledger
from engines.architects.state import State
from engines.kernel.copying import copied
from engines.kernel.game import IllegalMoveError, Json
from engines.kernel.moves.events import Event


def decide(state: State, move: Json) -> Event:
    """Return the event of a move without changing the state.

    Args:
        state: The table, as far as this fold knows.
        move: ``type``, ``seat``, parameters.

    Raises:
        IllegalMoveError: A rule forbids it, as far as this fold knows. It carries the event if the table may have
            played it anyway.
    """
    ledger, done = attempt(state, move)
    if ledger.objection is not None:
        found = ledger.objection
        raise IllegalMoveError(found.rule, found.code, found.says, found.names, EVENTS.encode(done))
    return done


def attempt(state: State, move: Json) -> tuple[Ledger, Event]:
    """Apply a move to a copy of the table; return the result and the event.

    The ledger may hold an objection: then a rule forbids the move, but the event still describes it.

    Raises:
        IllegalMoveError: A rule forbids it, and no event can describe it.
    """
    wrong = turns.check_time(state, move)
    if wrong is not None:
        raise wrong
    event = shaped(state, move)
    ledger = ledger_of(copied(state), event, "", deciding=True)
    done: Event = DO[type(event)](ledger, event) or event
    ledger.check_choices()
    return ledger, done
