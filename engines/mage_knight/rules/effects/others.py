"""Effects on the other players (chapter 24, group *others*)."""

from __future__ import annotations

from engines.kernel.domains import choice, several, span
from engines.kernel.hidden.unknown import is_known
from engines.mage_knight.box.components import ACTIONS, BASIC, WOUND, Node
from engines.mage_knight.box.geometry import distance
from engines.mage_knight.rules.attempt import Attempt
from engines.mage_knight.rules.effects.cards import fits, in_hand
from engines.mage_knight.rules.effects.values import op
from engines.mage_knight.rules.table import cards
from engines.mage_knight.rules.table.pieces import Lasting
from engines.mage_knight.rules.table.wounds import take_wounds


@op("others_discard")
def _others_discard(attempt: Attempt, node: Node) -> None:
    """Each other player discards a card of the filter, or shows the hand (chapter 24)."""
    box = attempt.state.box
    attempt.moved = []
    for seat in attempt.others():
        player = attempt.player(seat)
        if not player.hand:
            continue
        can = in_hand(attempt, player, node["filter"], attempt.fixed)
        size = len(player.hand)
        member, stated = attempt.fact_or(
            {
                "card": choice(can),
                "hand": several(choice(cards.candidates(attempt, player, player.hand)), size, size, exact=False),
            }
        )
        attempt.reacted.append(str(seat))
        if member == "card":
            attempt.must(
                stated in box.cards and fits(box.cards[stated], node["filter"], attempt.fixed),
                "MK-24.3",
                "wrong_card",
                card=cards.name_of(attempt, str(stated)),
            )
            cards.discard_cards(attempt, player, [stated])
            attempt.moved.append(f"{seat}:{stated}")
            continue
        attempt.must(len(stated) == size, "MK-24.3", "hand_count", count=size, stated=len(stated))
        for card in stated:
            attempt.need(
                card in box.cards and not fits(box.cards[card], node["filter"], attempt.fixed),
                "MK-24.3",
                "had_one",
                card=cards.name_of(attempt, card),
            )
        zone = player.hand
        for card in stated:
            cards.take(attempt, player, zone, card, code=None)
        player.hand = [*zone, *stated]


@op("steal_discarded")
def _steal(attempt: Attempt, node: Node) -> None:
    """A card discarded in this way becomes this player's own (chapter 24)."""
    box = attempt.state.box
    can = [one.split(":")[1] for one in attempt.moved if box.cards[one.split(":")[1]].kind in ACTIONS]
    if not can:
        return
    card = attempt.choice("card", choice(dict.fromkeys(can)), lambda one: one in can)
    seat = next(int(one.split(":")[0]) for one in attempt.moved if one.split(":")[1] == card)
    other, me = attempt.player(seat), attempt.me
    other.discard.remove(card)
    cards.lose(other, card)
    cards.gain(me, card, me.hand if node["to"] == "hand" else me.discard, attempt.name)


@op("others_lose_crystal")
def _others_lose(attempt: Attempt, node: Node) -> None:
    """Each other player loses a random crystal; a player without one suffers the other node."""
    attempt.moved = []
    for seat in attempt.others():
        player = attempt.player(seat)
        held = [colour for colour in BASIC if player.crystals[colour]]
        if not held:
            take_wounds(attempt, seat, node["if_none"]["n"])
            continue
        colour = attempt.fact("color", choice(held), held.__contains__)
        player.crystals[colour] -= 1
        attempt.moved.append(colour)
        attempt.chance.append("crystals")


@op("wound_per_crystal")
def _wound_per_crystal(attempt: Attempt, _node: Node) -> None:
    colour = attempt.fixed or ""
    for seat in range(len(attempt.state.seats)):
        take_wounds(attempt, seat, attempt.state.seats[seat].crystals[colour])


@op("others_until_your_turn")
def _until_turn(attempt: Attempt, node: Node) -> None:
    """The token in the centre affects the others until the owner's next turn (MK-23.13)."""
    attempt.state.lasting.append(Lasting(node, attempt.piece, attempt.mover, "own_turn", attempt.fixed))


@op("throw_away_wounds_from_hand")
def _ritual(attempt: Attempt, node: Node) -> None:
    """Wounds leave the hand; one of them goes to the nearest other hero (chapter 24)."""
    me = attempt.me
    sure = me.hand.count(WOUND)
    hidden = sum(not is_known(place) for place in me.hand) if me.cards.may_hold(me.hand, WOUND) else 0
    most = min(node["up_to"], sure + hidden)
    count: int = attempt.choice("number", span(0, most, exact=not hidden), lambda value: 0 <= value <= most)
    if not count:
        return
    near = nearest(attempt)
    seat = near[0] if len(near) == 1 else attempt.choice("seat", choice(near), lambda one: one in near)
    cards.unwound(attempt, me, me.hand, count)
    take_wounds(attempt, seat, 1)


def nearest(attempt: Attempt) -> list[int]:
    """The nearest other heroes; one off the map counts as on the portal."""
    players = attempt.state.seats
    far = {seat: distance(attempt.me.where, players[seat].where) for seat in attempt.others()}
    return [seat for seat, steps in far.items() if steps == min(far.values())]
