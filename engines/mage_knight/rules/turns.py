"""Turns: how they begin, rest, and pass on; announcing the end of the round (chapters 4, 6, 21, 27)."""

from __future__ import annotations

from dataclasses import replace

from engines.kernel.hidden.unknown import is_known
from engines.mage_knight.box.components import WOUND
from engines.mage_knight.moves.actions import EndAnnounced, TurnBegun, TurnSkipped
from engines.mage_knight.moves.combat import Rested
from engines.mage_knight.rules.attempt import Attempt
from engines.mage_knight.rules.effects.mana import possible
from engines.mage_knight.rules.limits import PHASE, own_turn
from engines.mage_knight.rules.table import cards
from engines.mage_knight.rules.table.mana import add_crystal, add_tokens
from engines.mage_knight.state import State, Turn

PORTAL = (0, 0)


def my_start(attempt: Attempt) -> None:
    """Check that the seat may begin its turn (MK-4.3, MK-6.18).

    Raises:
        IllegalMoveError: It is not its turn, or its previous turn is not closed.
    """
    state, me = attempt.state, attempt.me
    attempt.must(state.phase == "turns", "MK-4.3", "not_now", phase=PHASE[state.phase])
    attempt.must(not me.acting, "MK-4.3", "turn_running", seat=attempt.mover)
    attempt.must(me.turn is None, "MK-6.18", "turn_not_closed", seat=attempt.mover)
    waiting = state.active
    if waiting is not None:
        attempt.must(not state.seats[waiting].ending, "MK-22.1", "dice_first")
    attempt.must(waiting == attempt.seat, "MK-4.3", "not_your_turn", seat=attempt.mover, turn=_seat(waiting))


def _seat(seat: int | None) -> str:
    return "-" if seat is None else str(seat)


def must_announce(state: State, seat: int) -> bool:
    """Whether a seat has no deck and no hand, and so cannot take a turn (MK-4.7, MK-4.8)."""
    player = state.seats[seat]
    return not player.deck and not player.hand


def freeze_due(attempt: Attempt) -> list[str]:
    """The colours of crystals that the seat gets at the start of its turn, if any (``source_freeze``)."""
    for one in attempt.state.lasting:
        node = one.node.get("then_on_your_next_turn")
        if one.owner == attempt.seat and node is not None:
            return possible(attempt, node["pick_from"])
    return []


def begin_turn(attempt: Attempt, event: TurnBegun) -> None:
    """Begin a turn (chapter 6)."""
    my_start(attempt)
    state, me = attempt.state, attempt.me
    announce, skip = ("MK-4.7", "must_announce", "x_25"), ("MK-4.8", "must_skip", None)
    rule, key, code = announce if state.announced is None else skip
    attempt.need(not must_announce(state, attempt.mover), rule, key, code=code)
    due = freeze_due(attempt)
    if len(due) > 1:
        attempt.must(event.color in due, "MK-24.3", "freeze_colour")
    else:
        attempt.need(event.color is None or event.color in due, "MK-24.3", "freeze_none")
    turn = Turn(empty=not me.hand, last=_take_last(state, attempt.mover))
    me.turn = turn
    me.skills = [replace(one, new=False) if one.new else one for one in me.skills]
    centre_back(attempt)
    _curses_fresh(attempt)
    if due:
        add_crystal(attempt, me, event.color if event.color in due else due[0], by_effect=True)
    if me.space is None:
        me.space, me.placed = PORTAL, True
    turn.path = [me.space]
    me.plundered = me.stored = False
    _glade(attempt)
    for one in state.lasting:
        if one.owner == attempt.seat and one.node["op"] == "claimed_tokens" and one.colour is not None:
            add_tokens(me, one.colour, one.node["n"])


def _take_last(state: State, seat: int) -> bool:
    """Return whether this turn is the seat's last of the round; remove the seat from those with a last turn."""
    if state.last is None:
        return False
    if seat in state.last:
        state.last.remove(seat)
    return True


def centre_back(attempt: Attempt) -> None:
    """Return the own interactive skill from the centre and end its effect on the others (MK-6.16)."""
    state, me = attempt.state, attempt.me
    me.skills = [replace(one, centre=False) if one.centre else one for one in me.skills]
    state.lasting = [one for one in state.lasting if not (one.owner == attempt.seat and one.until == "own_turn")]


def _curses_fresh(attempt: Attempt) -> None:
    """A curse on the mana of a colour counts anew in each turn (chapter 24, ``curse_color``)."""
    state, mark = attempt.state, f"{attempt.seat}"
    state.lasting = [
        replace(one, did=tuple(who for who in one.did if who != mark)) if one.node["op"] == "curse_color" else one
        for one in state.lasting
    ]


def _glade(attempt: Attempt) -> None:
    """Mana at a magical glade (MK-6.6)."""
    state, me = attempt.state, attempt.me
    site = state.site_on(me.space)
    if site is not None and site.mana is not None:
        add_tokens(me, site.mana[state.night])


def announce(attempt: Attempt, _event: EndAnnounced) -> None:
    """Announce the end of the round instead of taking a turn (MK-4.4 to 4.6)."""
    my_start(attempt)
    state, me = attempt.state, attempt.me
    attempt.need(not me.deck, "MK-4.4", "deck_not_empty", code="x_24")
    attempt.need(state.announced is None, "MK-4.10", "announced_already", seat=_seat(state.announced))
    state.announced = attempt.seat
    _given_up(attempt)
    _take_last(state, attempt.mover)
    if state.last is None:
        state.last = after(state, attempt.mover)
        state.last_by = "round"
    me.done = True
    pass_on(attempt)


def skip(attempt: Attempt, _event: TurnSkipped) -> None:
    """Skip the turn of a seat without cards after the end was announced (MK-4.8)."""
    my_start(attempt)
    state, me = attempt.state, attempt.me
    attempt.need(must_announce(state, attempt.mover), "MK-4.8", "has_cards")
    attempt.need(state.announced is not None, "MK-4.7", "must_announce", code="x_25")
    _given_up(attempt)
    me.done = _take_last(state, attempt.mover)
    pass_on(attempt)


def _given_up(attempt: Attempt) -> None:
    """Apply the start of a turn that is given up: only MK-6.16 (MK-4.5)."""
    attempt.me.plundered = attempt.me.stored = False
    centre_back(attempt)


def after(state: State, seat: int) -> list[int]:
    """The other seats in round order, beginning after a seat."""
    place = state.order.index(seat)
    return [*state.order[place + 1 :], *state.order[:place]]


def pass_on(attempt: Attempt) -> None:
    """Pass the turn to the next seat, or end the round (MK-4.3, MK-4.6, MK-27)."""
    state, seat = attempt.state, attempt.mover
    turn = attempt.me.turn
    if turn is not None and turn.extra:
        state.active = seat
        return
    if state.revealed == seat and state.last is None and state.last_by is None:
        state.last = [*after(state, seat), seat]
        state.last_by = "city"
    if state.last is None:
        state.active = after(state, seat)[0]
    elif state.last:
        state.active = state.last[0]
    else:
        state.active = None
    close_round(state)


def close_round(state: State) -> None:
    """End the round if nobody has a turn left and every turn is closed (MK-26.1, MK-27)."""
    if state.phase != "turns" or state.active is not None or any(player.turn is not None for player in state.seats):
        return
    over = state.last_by == "city" or state.revealed is not None or state.round >= len(state.box.rounds)
    state.phase = "scoring" if over else "between_rounds"


def rest(attempt: Attempt, event: Rested) -> None:
    """Rest instead of taking a regular turn (chapter 21)."""
    own_turn(attempt)
    me, turn = attempt.me, attempt.turn
    attempt.need(turn.part != "rest", "MK-21.1", "rested_already", code="x_23")
    attempt.need(turn.part == "start", "MK-6.17", "no_rest_now", code="x_23")
    attempt.must(me.hand, "MK-21.12", "empty_hand", code="x_39")
    count = event.wounds or 0
    if event.card is None:
        rule = "MK-21.4" if event.hand_shown else "MK-21.2"
        attempt.need(cards.may_be_wounds(me), rule, "not_exhausted" if event.hand_shown else "standard_rest")
        attempt.need(count == 1, rule, "one_wound")
        _all_wounds(attempt)
        if event.hand_shown:
            attempt.found.append("hand")
    else:
        attempt.must(event.card != WOUND, "MK-21.2", "standard_rest", code="x_7")
        attempt.need(not event.hand_shown, "MK-21.4", "not_exhausted")
        cards.discard_cards(attempt, me, [event.card])
    attempt.must(0 <= count <= len(me.hand), "MK-21.2", "too_few_wounds")
    for _ in range(count):
        cards.take(attempt, me, me.hand, WOUND, rule="MK-21.2", code=None)
        me.discard.append(WOUND)
    turn.let_go += 1
    turn.part = "rest"


def _all_wounds(attempt: Attempt) -> None:
    """Make public that the hand holds only wounds (MK-21.4, MK-21.6)."""
    me = attempt.me
    for at, place in enumerate(me.hand):
        if is_known(place):
            if place != WOUND:
                attempt.note(me.cards.said.get(place, []), "MK-21.4", place)
                cards.reopen(attempt, me)
                break
        elif me.cards.may_hold([place], WOUND):
            me.cards.found(place, WOUND, attempt.name)
            me.hand[at] = WOUND
    me.hand = [WOUND] * len(me.hand)
