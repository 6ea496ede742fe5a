"""Effects on the other players (chapter 24, group *others*)."""

from __future__ import annotations

from engines.kernel.domains import choice, several, span
from engines.kernel.unknown import is_known
from engines.mage_knight.box.components import ACTIONS, BASIC, WOUND, Node
from engines.mage_knight.box.geometry import distance
from engines.mage_knight.rules.attempt import Doing
from engines.mage_knight.rules.effects.cards import fits, in_hand
from engines.mage_knight.rules.effects.values import op
from engines.mage_knight.rules.table import cards
from engines.mage_knight.rules.table.pieces import Lasting
from engines.mage_knight.rules.table.wounds import take_wounds


@op("others_discard")
def _others_discard(doing: Doing, node: Node) -> None:
    """Each other player discards a card of the filter, or shows the hand (chapter 24)."""
    box = doing.state.box
    doing.moved = []
    for seat in doing.others():
        player = doing.player(seat)
        if not player.hand:
            continue
        can = in_hand(doing, player, node["filter"], doing.fixed)
        size = len(player.hand)
        member, told = doing.fact_or(
            {
                "card": choice(can),
                "hand": several(choice(cards.candidates(doing, player, player.hand)), size, size, exact=False),
            }
        )
        doing.reacted.append(str(seat))
        if member == "card":
            doing.must(
                told in box.cards and fits(box.cards[told], node["filter"], doing.fixed),
                "MK-24.3",
                "wrong_card",
                card=cards.name_of(doing, str(told)),
            )
            cards.discard_cards(doing, player, [told])
            doing.moved.append(f"{seat}:{told}")
            continue
        doing.must(len(told) == size, "MK-24.3", "hand_count", count=size, told=len(told))
        for card in told:
            doing.need(
                card in box.cards and not fits(box.cards[card], node["filter"], doing.fixed),
                "MK-24.3",
                "had_one",
                card=cards.name_of(doing, card),
            )
        zone = player.hand
        for card in told:
            cards.take(doing, player, zone, card, code=None)
        player.hand = [*zone, *told]


@op("steal_discarded")
def _steal(doing: Doing, node: Node) -> None:
    """A card discarded that way becomes this player's own (chapter 24)."""
    box = doing.state.box
    can = [one.split(":")[1] for one in doing.moved if box.cards[one.split(":")[1]].kind in ACTIONS]
    if not can:
        return
    card = doing.choice("card", choice(dict.fromkeys(can)), lambda one: one in can)
    seat = next(int(one.split(":")[0]) for one in doing.moved if one.split(":")[1] == card)
    other, me = doing.player(seat), doing.me
    other.discard.remove(card)
    cards.lose(other, card)
    cards.gain(me, card, me.hand if node["to"] == "hand" else me.discard, doing.name)


@op("others_lose_crystal")
def _others_lose(doing: Doing, node: Node) -> None:
    """Each other player loses a crystal by chance; who had none suffers the other node."""
    doing.moved = []
    for seat in doing.others():
        player = doing.player(seat)
        held = [colour for colour in BASIC if player.crystals.get(colour, 0) > 0]
        if not held:
            take_wounds(doing, seat, node["if_none"]["n"])
            continue
        colour = doing.fact("color", choice(held), held.__contains__)
        player.crystals[colour] -= 1
        doing.moved.append(colour)
        doing.chance.append("crystals")


@op("wound_per_crystal")
def _wound_per_crystal(doing: Doing, node: Node) -> None:
    del node
    colour = doing.fixed or ""
    for seat in range(len(doing.state.seats)):
        take_wounds(doing, seat, doing.state.seats[seat].crystals.get(colour, 0))


@op("others_until_your_turn")
def _until_turn(doing: Doing, node: Node) -> None:
    """The token in the centre weighs on the others until the owner's next turn (MK-23.13)."""
    doing.state.lasting.append(Lasting(node, doing.piece, doing.seat or 0, "own_turn", doing.fixed))


@op("throw_away_wounds_from_hand")
def _ritual(doing: Doing, node: Node) -> None:
    """Wounds leave the hand; one of them goes to the nearest other hero (chapter 24)."""
    me = doing.me
    sure = me.hand.count(WOUND)
    hidden = sum(not is_known(place) for place in me.hand) if me.cards.may_hold(me.hand, WOUND) else 0
    most = min(node["up_to"], sure + hidden)
    count: int = doing.choice("number", span(0, most, exact=not hidden), lambda value: 0 <= value <= most)
    if not count:
        return
    near = nearest(doing)
    seat = near[0] if len(near) == 1 else doing.choice("seat", choice(near), lambda one: one in near)
    cards.unwound(doing, me, me.hand, count)
    take_wounds(doing, seat, 1)


def nearest(doing: Doing) -> list[int]:
    """The other heroes with the fewest spaces between; one off the map counts as on the portal."""
    portal = (0, 0)
    at = doing.me.space or portal
    far = {seat: distance(at, doing.state.seats[seat].space or portal) for seat in doing.others()}
    return [seat for seat, steps in far.items() if steps == min(far.values())]
