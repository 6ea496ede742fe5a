"""Effects on cards: discarding, throwing away, playing with, decks and offers (chapter 24, group *cards*)."""

from __future__ import annotations

from collections.abc import Sequence

from engines.kernel.domains import choice, several, span
from engines.mage_knight.box.components import ACTIONS, WOUND, Card, Node
from engines.mage_knight.rules.attempt import Attempt
from engines.mage_knight.rules.effects.values import fits_now, keep, op, open_option, run
from engines.mage_knight.rules.limits import may_be_played
from engines.mage_knight.rules.table import cards
from engines.mage_knight.rules.table.card_offers import ACTION, SPELL, laid_out, left, may_come, take_card
from engines.mage_knight.rules.table.hands import limit
from engines.mage_knight.rules.table.pieces import Played
from engines.mage_knight.state import Player


def fits(card: Card, filter_: str, colour: str | None = None) -> bool:
    """Whether a card meets a filter (chapter 24)."""
    match filter_:
        case "non_wound":
            return card.id != WOUND
        case "wound":
            return card.id == WOUND
        case "action_card":
            return card.kind in ACTIONS
        case "colored_card":
            return card.kind in ACTIONS or card.kind == "spell"
        case "spell_or_action_of_chosen_color":
            return (card.kind in ACTIONS or card.kind == "spell") and card.colour == colour
        case _:
            return True


def in_hand(attempt: Attempt, player: Player, filter_: str, colour: str | None = None) -> list[str]:
    """The cards of a filter that can be in a hand."""
    box = attempt.state.box
    return [card for card in cards.candidates(attempt, player, player.hand) if fits(box.cards[card], filter_, colour)]


def chosen(attempt: Attempt, filter_: str, least: int, most: int, rule: str = "MK-24.3") -> list[str]:
    """Cards of the own hand that the move names; ``rule`` refuses more or fewer."""
    can = in_hand(attempt, attempt.me, filter_)
    box = attempt.state.box
    stated: Sequence[str] = attempt.choice(
        "cards",
        several(choice(can), least, most, exact=False),
        lambda them: least <= len(them) <= most and all(one in box.cards for one in them),
        rule=rule,
    )
    for card in stated:
        attempt.need(fits(box.cards[card], filter_), "MK-7.15", "wrong_card", card=cards.name_of(attempt, card))
    return list(stated)


@op("discard")
def _discard(attempt: Attempt, node: Node) -> None:
    for card in chosen(attempt, node["filter"], node["n"], node["n"]):
        cards.discard_cards(attempt, attempt.me, [card])
        attempt.fixed = attempt.state.box.cards[card].colour or attempt.fixed


@op("discard_any_number")
def _discard_any(attempt: Attempt, node: Node) -> None:
    for card in chosen(attempt, node["filter"], 0, len(attempt.me.hand)):
        cards.discard_cards(attempt, attempt.me, [card])
        run(attempt, node["each_gives"])


@op("throw_away")
def _throw_away(attempt: Attempt, node: Node) -> None:
    """Cards leave the game (MK-7.16); their colour is fixed for what follows."""
    for card in chosen(attempt, node["filter"], node["n"], node["n"]):
        throw(attempt, card)
        attempt.fixed = attempt.state.box.cards[card].colour


def throw(attempt: Attempt, card: str) -> None:
    """Remove a card of the hand from the game; a wound goes back to the pile."""
    me = attempt.me
    cards.take(attempt, me, me.hand, card)
    cards.lose(me, card)
    if card != WOUND:
        me.removed.append(card)
        attempt.turn.let_go += 1


@op("play_with")
def _play_with(attempt: Attempt, node: Node) -> None:
    """Another card is played from the hand for its effect, without its mana, with a bonus (MK-7.17 to 7.19)."""
    card = other_card(attempt, node["filter"], node["use"])
    cards.take(attempt, attempt.me, attempt.me.hand, card)
    me = attempt.me
    within = sum(name.startswith(f"{attempt.piece}.") for name in me.played)
    me.played[f"{attempt.piece}.{within + 1}"] = Played(card, node["use"], attempt.piece)
    attempt.turn.let_go += 1
    attempt.bonus = node["bonus"]
    nested(attempt, card, node["use"])
    attempt.bonus = 0


@op("throw_away_and_repeat")
def _repeat(attempt: Attempt, node: Node) -> None:
    """Throw a card away and repeat its effect as one effect."""
    card = other_card(attempt, node["filter"], node["use"])
    throw(attempt, card)
    for _ in range(node["times"]):
        nested(attempt, card, node["use"])


def other_card(attempt: Attempt, filter_: str, use: str) -> str:
    """Another card of the hand that an effect names, to be played for its basic or strong effect."""
    box = attempt.state.box
    can = in_hand(attempt, attempt.me, filter_)
    if attempt.asking:
        can = [name for name in can if _serves(attempt, box.cards[name], use)]
    card: str = attempt.choice("card", choice(can, exact=False), lambda one: one in box.cards)
    attempt.must(fits(box.cards[card], filter_), "MK-7.15", "wrong_card", card=cards.name_of(attempt, card))
    return card


def _serves(attempt: Attempt, card: Card, use: str) -> bool:
    """Whether a card may be played for an effect now, as far as is known before it is named."""
    if attempt.fighting and card.healing[use == "strong"]:
        return False
    if card.combat_start and not (attempt.fighting and not attempt.combat.begun):
        return False
    return fits_now(attempt, card.basic if use == "basic" else card.strong)


def nested(attempt: Attempt, name: str, use: str) -> None:
    """The effect of another card; it keeps its own colour and limits (MK-7.17)."""
    card = attempt.state.box.cards[name]
    may_be_played(attempt, card, use)
    before, attempt.colour = attempt.colour, card.colour
    within, attempt.card = attempt.card, name
    run(attempt, card.basic if use == "basic" else card.strong)
    attempt.colour, attempt.card = before, within


@op("gain_card")
def _gain_card(attempt: Attempt, node: Node) -> None:
    """A card of the colour fixed before is taken from an offer (MK-12.14)."""
    kind = SPELL if node["from"] == "spell_offer" else ACTION
    offer = laid_out(attempt, kind)
    box = attempt.state.box
    can = [card for card in offer if box.cards[card].colour == attempt.fixed]
    if not can:
        return
    card = attempt.choice("card", choice(can), lambda one: one in can)
    from_offer(attempt, kind, card, node["to"])


def from_offer(attempt: Attempt, kind: str, card: str, to: str) -> None:
    """Move a card of an offer to the hand or the discard pile, and a new one to the offer."""
    new = attempt.fact("card", choice(may_come(attempt.state, kind))) if left(attempt.state, kind) else None
    take_card(attempt, kind, card, new, "facts")
    me = attempt.me
    cards.gain(me, card, me.hand if to == "hand" else me.discard, attempt.name)


@op("cast_from_offer", "may_buy_once")
def _later(attempt: Attempt, node: Node) -> None:
    """Open an option for later in the turn (``use_option``)."""
    learns = node["op"] == "may_buy_once" and node["from"] != "spell_offer"
    laid_out(attempt, ACTION if learns else SPELL)
    open_option(attempt, node, colour=attempt.fixed)


@op("swap_hand")
def _swap(attempt: Attempt, node: Node) -> None:
    """Cards are discarded, as many drawn, and the discard pile is shuffled into the deck (MK-5.10)."""
    me = attempt.me
    most = min(node["discard_up_to"], len(me.hand))
    filter_ = "any" if node["wounds_allowed"] else "non_wound"
    stated = chosen(attempt, filter_, 0, most, "MK-5.10")
    cards.discard_cards(attempt, me, stated)
    cards.draw_asked(attempt, me, len(stated))
    if me.discard:
        cards.shuffle(me, [me.deck, me.discard], attempt.name)
        attempt.chance.append("shuffle")


@op("discard_to_deck")
def _to_deck(attempt: Attempt, node: Node) -> None:
    """Cards of the discard pile go to the deck, by chance or chosen (chapter 24)."""
    me = attempt.me
    if node.get("only_if") == "deck_empty":
        attempt.need(len(me.deck) < draws_now(attempt), "MK-5.24", "deck_not_empty")
    count = min(node["n"], len(me.discard))
    if not count:
        return
    side = None
    if node.get("to") == "top_or_bottom":
        side = attempt.choice("side", choice(("top", "bottom")), lambda one: one in ("top", "bottom"))
    random = node["pick"] == "random"
    places = _at_random(attempt, me, count) if random else _by_choice(attempt, me, count)
    if random:
        attempt.chance.append("cards")
    if side is None:  # the rest of the deck is drawn before them
        me.cards.shuffle(places, attempt.name)
        me.deck.extend(places)
    elif side == "top":
        me.deck[:0] = places
    else:
        me.deck.extend(places)
    cards.bury(me)
    cards.settle(me)


def draws_now(attempt: Attempt) -> int:
    """The number of cards that a seat may draw soon, 1 in its own turn: Long Night needs a smaller deck (MK-5.24)."""
    me, state = attempt.me, attempt.state
    if me.acting:
        return 1
    if me.turn is not None:
        return max(0, limit(state, attempt.mover, planning=True) - len(me.hand))
    site = state.site_on(me.space)
    draws = [0] if site is None or site.plunder is None or me.plundered else [site.plunder[1]]
    skills = state.box.skills
    if any(not one.used and not one.new and skills[one.hero, one.id].any_turn for one in me.skills) and not me.lock:
        draws.append(2)
    return max(draws)


def _by_choice(attempt: Attempt, me: Player, count: int) -> list[str]:
    """Cards of the discard pile that the move names, from the top down."""
    can = cards.candidates(attempt, me, me.discard)
    stated = attempt.choice("cards", several(choice(can), count, count, exact=False), lambda them: len(them) == count)
    for card in stated:
        attempt.must(cards.can_show(attempt, me, me.discard, card), "MK-24.3", "not_in_discard", card=card)
        cards.take(attempt, me, me.discard, card)
    return list(stated)


def _at_random(attempt: Attempt, me: Player, count: int) -> list[str]:
    """Remove random places of the discard pile; only the owner, if anybody, saw which."""
    places: list[str] = []
    for card in attempt.picked(count):
        if card is not None and cards.can_show(attempt, me, me.discard, card):
            slip(attempt, me, me.discard, card, places)
        else:
            attempt.need(card is None, "MK-5.18", "not_in_discard", card=str(card))
            places.append(me.cards.slip(me.discard, None, attempt.name))
    return places


def slip(attempt: Attempt, me: Player, zone: list[str], card: str, to: list[str]) -> None:
    """Remove a card from a zone; only its owner saw it.

    For the others the zone is mixed: they do not know which card left. A fold that knows it keeps its knowledge.
    """
    kind = cards.kind_of(attempt, me, card)
    if card in zone:
        zone.remove(card)
        to.append(card)
    else:
        me.cards.take(zone, kind, attempt.name)
        to.append(card)


@op("search_deck")
def _search(attempt: Attempt, node: Node) -> None:
    """A card of the deck, seen by the owner alone, comes to hand; the deck is shuffled (MK-5.21)."""
    me = attempt.me
    for card in attempt.picked(min(node["n"], len(me.deck))):
        if card is None:
            me.hand.append(me.cards.slip(me.deck, None, attempt.name))
            continue
        if not cards.can_show(attempt, me, me.deck, card):
            attempt.need(False, "MK-24.3", "not_in_deck_of", card=cards.name_of(attempt, card))  # noqa: FBT003
            me.hand.append(me.cards.slip(me.deck, None, attempt.name))
            continue
        slip(attempt, me, me.deck, card, me.hand)
    cards.shuffle(me, [me.deck], attempt.name)
    attempt.chance.append("shuffle")
    cards.settle(me)


@op("shuffle_hand_cards_into_deck")
def _hand_to_deck(attempt: Attempt, node: Node) -> None:
    """Cards of the hand go into the deck, unseen by the others, and as many are drawn (MK-5.20)."""
    me = attempt.me
    most = min(node["up_to"], len(me.hand))
    count: int = attempt.choice("number", span(0, most), lambda value: 0 <= value <= most, rule="MK-5.20")
    for card in attempt.picked(count):
        if card is not None and cards.can_show(attempt, me, me.hand, card):
            slip(attempt, me, me.hand, card, me.deck)
        else:
            attempt.need(card is None, "MK-24.3", "not_in_hand", card=str(card))
            me.deck.append(me.cards.slip(me.hand, None, attempt.name))
    cards.shuffle(me, [me.deck], attempt.name)
    cards.draw_asked(attempt, me, count)
    attempt.chance.append("shuffle")


@op("store_top_of_deck_face_down")
def _store(attempt: Attempt, node: Node) -> None:
    me = attempt.me
    for _ in range(min(node["n"], len(me.deck))):
        me.under.append(me.deck.pop(0))


@op("take_all_stored")
def _take_stored(attempt: Attempt, node: Node) -> None:
    me = attempt.me
    me.hand.extend(me.under)
    me.under.clear()
    if node.get("flips"):
        me.tactic_used = True


@op("hand_limit_next_draw")
def _limit(attempt: Attempt, node: Node) -> None:
    attempt.me.next_draw += node["n"]


@op("hand_limit_for_draw")
def _limit_for_draw(attempt: Attempt, node: Node) -> None:
    """Planning: applied at each draw at the end of a turn (MK-5.14)."""


@op("extra_turn")
def _extra_turn(attempt: Attempt, node: Node) -> None:
    """Another turn of the same seat follows; Time Bending takes the cards back (chapter 24)."""
    turn = attempt.turn
    turn.extra = True
    turn.returns = turn.returns or node.get("played_cards") == "return_to_hand"
    turn.skip_draw = turn.skip_draw or node.get("skip_draw", False)
    if node.get("this_card") == "set_aside_until_round_end":
        keep(attempt, {"op": "set_aside", "card": attempt.card}, "turn")


@op("at_turn_end")
def _at_turn_end(attempt: Attempt, node: Node) -> None:
    """Step 3 of the end of the turn: by itself, or by ``use_option`` where it may be left out."""
    if node.get("return_crystals_spent_this_turn"):
        keep(attempt, node, "turn")
    elif "may_place_this_card" not in node or any(one.card == attempt.card for one in attempt.me.played.values()):
        open_option(attempt, node, step=True)  # a card that was thrown away cannot be placed
