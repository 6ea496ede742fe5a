"""The end of a turn, step by step (chapter 22)."""

from __future__ import annotations

from dataclasses import replace

from engines.mage_knight.box.components import BASIC, FACES, WOUND
from engines.mage_knight.moves.combat import DiceReturned, GladeUsed, HandDiscarded, HandDrawn, TurnEnded, Withdrawn
from engines.mage_knight.rules.attempt import Attempt
from engines.mage_knight.rules.effects.mana import back_to_source
from engines.mage_knight.rules.effects.values import run
from engines.mage_knight.rules.limits import own_turn
from engines.mage_knight.rules.movement import is_safe
from engines.mage_knight.rules.pending_options import usable
from engines.mage_knight.rules.table import cards
from engines.mage_knight.rules.table.card_offers import left, offer_of
from engines.mage_knight.rules.table.hands import limit
from engines.mage_knight.rules.table.mana import add_crystal
from engines.mage_knight.rules.table.pieces import Die
from engines.mage_knight.rules.table.wounds import take_wounds
from engines.mage_knight.rules.turns import close_round, pass_on
from engines.mage_knight.state import Player, State, Turn

DICE, WITHDRAWAL, CARDS, SPACE, REWARDS, LEVELS, DISCARD, DRAW = range(1, 9)
"""The steps of the end of a turn (chapter 22)."""


def end_turn(attempt: Attempt, _event: TurnEnded) -> None:
    """End the turn of the seat; the steps of its end begin (MK-22.1)."""
    own_turn(attempt)
    me, turn = attempt.me, attempt.turn
    attempt.must(not attempt.fighting, "MK-14.11", "combat_goes_on")
    if not (turn.let_go or turn.empty):
        attempt.need(not cards.only_wounds(me), "MK-6.13", "only_wounds_left", code="x_32")
    turn.part, turn.step = "end", DICE
    turn.pending = None
    turn.pieces = {}
    back_to_source(attempt, attempt.mover)
    settle(attempt)


def dice_due(state: State, seat: int) -> list[Die]:
    """The dice that a seat has used and has to roll (MK-8.15)."""
    return [die for die in state.dice if die.on == "used" and die.seat == seat]


def settle(attempt: Attempt, wanted: int = 0) -> None:
    """Run the steps until one needs a move.

    ``wanted``: the step of the move: optional steps before it are given up (MK-30.9).

    Raises:
        IllegalMoveError: An earlier step must be done first.
    """
    turn = attempt.turn
    while turn.step < DISCARD:
        step = turn.step
        if step == DICE:
            if dice_due(attempt.state, attempt.mover):
                attempt.must(not wanted, "MK-22.1", "dice_first")
                return
            turn.step = WITHDRAWAL
            # Decided now, even if another hero moves before the step.
            turn.unsafe = not is_safe(attempt, attempt.me.where)
            pass_on(attempt)
        elif step == WITHDRAWAL:
            if turn.unsafe:
                attempt.must(wanted <= WITHDRAWAL, "MK-22.3", "withdraw_first")
                return
            turn.step = CARDS
        elif step == CARDS:
            if wanted < SPACE and any(one.step and usable(one) for them in turn.options.values() for one in them):
                return
            _cards_away(attempt)
            turn.step = SPACE
            _mine(attempt)
        elif step == SPACE:
            if wanted <= SPACE and on_glade(attempt) and attempt.me.owned.get(WOUND):
                return
            turn.step = REWARDS
            _fixed_crystals(attempt)
        elif step == REWARDS:
            turn.rewards = [reward for reward in turn.rewards if _can_come(attempt.state, reward)]
            if turn.rewards:
                attempt.must(wanted <= REWARDS, "MK-30.9", "reward_first", rewards=", ".join(turn.rewards))
                return
            turn.step = LEVELS
        else:
            if level_due(attempt.state, attempt.me):
                attempt.must(wanted <= LEVELS, "MK-30.9", "level_first")
                return
            turn.step = DISCARD


def closing(attempt: Attempt, step: int) -> Turn:
    """Return the turn of the seat, advanced to a step of its end.

    Raises:
        IllegalMoveError: The end of its turn has not begun, or that step is over or not yet reached.
    """
    turn = attempt.given(attempt.me.turn, "MK-30.9", "not_ending", seat=attempt.mover)
    attempt.must(turn.part == "end", "MK-30.9", "not_ending", seat=attempt.mover)
    attempt.must(turn.step <= step, "MK-30.9", "step_over")
    settle(attempt, step)
    attempt.must(turn.step == step or (turn.step == DISCARD and step == DRAW), "MK-30.9", "step_over")
    return turn


def _cards_away(attempt: Attempt) -> None:
    """Clear played cards, return mana to the bank, end effects that last for the turn (MK-22.4, MK-22.5)."""
    me, turn = attempt.me, attempt.turn
    aside = [one.node["card"] for one in turn.lasting if one.node["op"] == "set_aside"]
    for one in list(turn.lasting):
        if one.node["op"] == "if_used_in_interaction":
            run(attempt, one.node["then"])
        elif one.node.get("return_crystals_spent_this_turn"):
            for colour, count in turn.spent.items():
                room = attempt.state.box.crystals - me.crystals[colour]
                me.crystals[colour] += max(0, min(count, room))
    for played in me.played.values():
        if played.card is None:
            continue
        if played.card in aside:
            aside.remove(played.card)
            me.aside.append(played.card)
        elif turn.returns and played.card != WOUND:
            me.hand.append(played.card)
        else:
            me.discard.append(played.card)
    me.played = {}
    me.mana = dict.fromkeys(FACES, 0)
    turn.lasting, turn.options, turn.pieces = [], {}, {}
    turn.move = turn.influence = turn.heal = turn.grail = 0


def _mine(attempt: Attempt) -> None:
    """A crystal of the mine on which the turn ends (MK-11.8)."""
    me = attempt.me
    place = None if me.space is None else attempt.state.spaces.get(me.space)
    if place is not None and place.site == "mine" and place.colour in BASIC:
        add_crystal(attempt, me, place.colour or "", by_effect=False)


def _can_come(state: State, reward: str) -> bool:
    """Whether a reward can be taken: without a card left it is lost (MK-24.2)."""
    match reward:
        case "spell" | "advanced_action":
            return bool(offer_of(state, reward) or left(state, reward))
        case "artifact":
            return state.artifacts_left > 0
        case "unit":
            return bool(state.units)
        case _:
            return True


def _fixed_crystals(attempt: Attempt) -> None:
    """The fixed crystals of a reward, as step 5 begins (MK-30.9)."""
    turn = attempt.turn
    for colour in turn.crystals:
        add_crystal(attempt, attempt.me, colour, by_effect=False)
    turn.crystals = []


def on_glade(attempt: Attempt) -> bool:
    """Whether the turn ends on a magical glade."""
    site = attempt.state.site_on(attempt.me.space)
    return site is not None and site.mana is not None


def level_due(state: State, player: Player) -> bool:
    """Whether the seat crossed a line of the Fame track and has not gained the level yet (MK-23.2)."""
    levels = state.box.levels
    return player.level < len(levels) and player.fame >= levels[player.level].fame


def return_dice(attempt: Attempt, event: DiceReturned) -> None:
    """Roll the used dice and return them to the source (MK-22.1)."""
    state = attempt.state
    attempt.must(attempt.me.ending, "MK-30.9", "not_ending", seat=attempt.mover)
    due = dice_due(state, attempt.mover)
    attempt.must(due, "MK-30.9", "no_dice")
    faces = list(event.faces)
    attempt.must(len(faces) == len(due), "MK-8.15", "dice_count", count=len(due), stated=len(faces))
    shown = iter(faces)
    state.dice = [Die(next(shown)) if die.on == "used" and die.seat == attempt.seat else die for die in state.dice]
    attempt.chance.append("dice")
    settle(attempt)


def withdraw(attempt: Attempt, event: Withdrawn) -> None:
    """Move a hero on an unsafe space back along its path, one wound per space (MK-22.3)."""
    turn = closing(attempt, WITHDRAWAL)
    me = attempt.me
    attempt.must(turn.step == WITHDRAWAL, "MK-22.3", "safe_already")
    steps = 0
    path = turn.path
    while len(path) > 1 and (not steps or not is_safe(attempt, path[-1])):
        path.pop()
        me.space = path[-1]
        steps += 1
    if event.number is not None:
        attempt.need(event.number == steps, "MK-22.3", "number_differs", stated=event.number, count=steps)
    take_wounds(attempt, attempt.mover, steps)
    turn.step, turn.unsafe = CARDS, False
    settle(attempt)


def use_glade(attempt: Attempt, event: GladeUsed) -> None:
    """Throw away a wound at a magical glade (MK-11.9)."""
    closing(attempt, SPACE)
    me = attempt.me
    attempt.must(on_glade(attempt), "MK-11.9", "no_glade")
    zone = me.hand if event.from_ == "hand" else me.discard
    attempt.must(cards.can_show(attempt, me, zone, WOUND), "MK-11.9", "no_wound_there")
    cards.take(attempt, me, zone, WOUND, rule="MK-11.9", code=None)
    cards.lose(me, WOUND)
    attempt.turn.step = REWARDS
    _fixed_crystals(attempt)
    settle(attempt)


def discard_hand(attempt: Attempt, event: HandDiscarded) -> None:
    """Discard non-wound cards before drawing (MK-22.12)."""
    closing(attempt, DISCARD)
    attempt.must(event.cards, "MK-22.12", "no_cards_named")
    for card in event.cards:
        attempt.must(card != WOUND, "MK-20.1", "wound_discarded", code="x_7")
    cards.discard_cards(attempt, attempt.me, event.cards)
    attempt.turn.step = DRAW


def to_draw(state: State, seat: int) -> int:
    """The number of cards that a seat draws at the end of its turn (MK-22.13, MK-22.16, MK-22.17)."""
    player = state.seats[seat]
    turn = player.turn
    if turn is None or not turn.draws:
        return 0
    return max(0, min(limit(state, seat, planning=True) - len(player.hand), len(player.deck)))


def draw(attempt: Attempt, event: HandDrawn) -> None:
    """Draw up to the seat's limit and close its turn (MK-22.13 to 22.18, MK-6.18)."""
    turn = closing(attempt, DRAW)
    state, me, seat = attempt.state, attempt.me, attempt.mover
    attempt.need(
        turn.let_go or turn.empty or not me.hand or cards.only_wounds(me), "MK-6.19", "nothing_let_go", code="x_32"
    )
    count = to_draw(state, seat)
    if event.number is not None:
        attempt.need(event.number == count, "MK-22.13", "number_differs", stated=event.number, count=count)
    stated = list(event.drawn or ())
    attempt.need(not stated or len(stated) == count, "MK-22.13", "drawn_count", count=count, stated=len(stated))
    attempt.drawn(len(stated))
    cards.draw(attempt, me, count, [*stated, *([None] * (count - len(stated)))])
    if count:
        attempt.found.append("cards")
    if turn.draws:
        me.next_draw = 0
    close_turn(attempt, turn)


def close_turn(attempt: Attempt, turn: Turn) -> None:
    """Close the turn: skills of a turn can be used again, a figure on the portal leaves the map (MK-22.18)."""
    state, me = attempt.state, attempt.me
    skills = state.box.skills
    me.skills = [
        replace(one, used=False) if one.used and skills[one.hero, one.id].use == "turn" else one for one in me.skills
    ]
    me.units = {number: replace(unit, new_wounds=0) for number, unit in me.units.items()}
    me.lock = max(0, me.lock - 1)
    me.done = turn.last and not turn.extra
    if me.space == (0, 0):
        me.space = None
    me.turn = None
    close_round(state)
