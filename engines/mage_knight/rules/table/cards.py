"""Deed cards and what is known of them: hands, decks and discard piles (chapters 3, 7, 32)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from engines.kernel.domains import choice, several
from engines.kernel.hidden.unknown import Unknown, is_known
from engines.mage_knight.box.components import ARTIFACT, WOUND, Box
from engines.mage_knight.rules.attempt import Attempt, MissingFieldError
from engines.mage_knight.rules.table.artifacts import elsewhere, show
from engines.mage_knight.state import Player


def kinds(box: Box) -> list[str]:
    """Every kind of card that can lie hidden, in the order of messages."""
    return [*box.cards, ARTIFACT]


def is_artifact(box: Box, card: str) -> bool:
    """Whether a card is an artifact."""
    return box.cards[card].kind == "artifact"


def hide_all(box: Box, player: Player, hand: int, name: str) -> None:
    """Shuffle every card of a player that lies in no play area into a new deck, and draw (MK-26.12, MK-26.14).

    ``hand``: maximum number of cards drawn.
    """
    away = Counter(unit.banner for unit in player.units.values() if unit.banner is not None)
    copies = dict(Counter(player.owned) - away)
    player.cards = Unknown.of(kinds(box))
    count = sum(copies.values())
    label = player.cards.hide(copies, name) if count else ""
    hand = min(hand, count)
    player.hand, player.deck = [label] * hand, [label] * (count - hand)
    player.under, player.discard, player.aside, player.played = [], [], [], {}
    player.buried = copies.get(WOUND, 0)


def settle(player: Player) -> None:
    """Set every hidden place that can have only one kind to that kind."""
    player.cards.settle(player.hand, player.deck, player.under, player.discard)


def kind_of(attempt: Attempt, player: Player, card: str) -> str:
    """The kind that a hidden card counts as: an artifact that nobody named is a nameless one."""
    if is_artifact(attempt.state.box, card) and not player.owned.get(card):
        return ARTIFACT
    return card


def can_show(attempt: Attempt, player: Player, zone: Sequence[str], card: str) -> bool:
    """Whether a card can lie in a zone of a player, as far as this fold knows (chapter 32)."""
    if card in zone:
        return True
    kind = kind_of(attempt, player, card)
    if kind == ARTIFACT and elsewhere(attempt.state, card) is not None:
        return False
    return player.cards.may_hold(zone, kind)


def candidates(attempt: Attempt, player: Player, zone: Sequence[str]) -> list[str]:
    """Every card that can lie in a zone, in the order of the box."""
    box = attempt.state.box
    found: set[str] = set()
    for place in set(zone):
        found |= set(player.cards.can(place))
    nameless = ARTIFACT in found
    return [
        card
        for card in box.cards
        if card in found
        or (
            nameless
            and is_artifact(box, card)
            and elsewhere(attempt.state, card) is None
            and not player.owned.get(card)
        )
    ]


def take(
    attempt: Attempt, player: Player, zone: list[str], card: str, *, rule: str = "MK-7.1", code: str | None = "x_1"
) -> None:
    """Reveal a card as it leaves a zone; it replaces other knowledge of this fold (chapter 32).

    ``zone``: the zone it leaves; the zone loses one place. ``rule``: the clause that refuses a card that cannot lie
    there.

    Raises:
        IllegalMoveError: The card cannot lie there, or the zone is empty.
    """
    kind = kind_of(attempt, player, card)
    if not can_show(attempt, player, zone, card):
        names = [*player.cards.blame(zone, kind), elsewhere(attempt.state, card)]
        attempt.need(False, rule, "no_such_card", code=code, names=names, card=name_of(attempt, card))  # noqa: FBT003
        attempt.must(zone, rule, "no_such_card", code=code, card=name_of(attempt, card))
        attempt.note([*names, *(name for name, _ in player.artifacts if player.told)], rule, card)
        reopen(attempt, player)
        kind = kind_of(attempt, player, card)
    if card in zone:
        zone.remove(card)
    elif player.cards.may_hold(zone, kind):
        player.cards.take(zone, kind, attempt.name)
    else:
        place = zone.pop()
        if not is_known(place):
            player.cards.found(place, kind, attempt.name)
    shown(attempt, player, card, kind)


def shown(attempt: Attempt, player: Player, card: str, kind: str) -> None:
    """Note that everybody has seen a card; a nameless artifact gets its name (MK-3.4)."""
    if kind == ARTIFACT != card:
        player.owned[ARTIFACT] = player.owned.get(ARTIFACT, 0) - 1
        if player.owned[ARTIFACT] <= 0:
            del player.owned[ARTIFACT]
        player.owned[card] = player.owned.get(card, 0) + 1
    if is_artifact(attempt.state.box, card):
        show(attempt.state, card, attempt.name)
        if card in player.told:
            player.told.remove(card)
    if player.cards.groups:
        settle(player)


def reopen(attempt: Attempt, player: Player) -> None:
    """Forget what this fold knows of a player's hidden cards: they can be any of the remaining ones."""
    box = attempt.state.box
    left = Counter(player.owned) - Counter(player.told) + Counter({ARTIFACT: len(player.told)})
    player.told = []
    player.owned = dict(left)
    known = [
        *(place for place in player.discard if is_known(place)),
        *(played.card for played in player.played.values() if played.card is not None),
        *(unit.banner for unit in player.units.values() if unit.banner is not None),
        *player.aside,
    ]
    left.subtract(known)
    player.cards = Unknown.of(kinds(box))
    label = player.cards.hide(+left, attempt.name)
    for zone in (player.hand, player.deck, player.under):
        zone[:] = [label] * len(zone)
    player.discard[:] = [place if is_known(place) else label for place in player.discard]


def reveal_place(attempt: Attempt, player: Player, place: str, card: str | None, *, rule: str) -> str:
    """Note that its owner saw a card as it moved; return how its place is written from now on.

    Raises:
        IllegalMoveError: It cannot be that card.
    """
    if card is None or place == card:
        return place
    box = attempt.state.box
    attempt.must(card in box.cards, "MK-30.12", "no_card", card=card)
    kind = kind_of(attempt, player, card)
    # Of a place that must hold an artifact the kind is written, not the name.
    fits = (place == ARTIFACT or not is_known(place)) and player.cards.may_hold([place], kind)
    fits = fits and not (kind == ARTIFACT and elsewhere(attempt.state, card) is not None)
    if not fits:
        names = player.cards.blame([place], kind) if not is_known(place) else player.cards.said.get(place, [])
        attempt.need(False, rule, "not_drawn", code="x_1", names=names, card=name_of(attempt, card))  # noqa: FBT003
        attempt.note(names, rule, card)
        return place
    if not is_known(place):
        player.cards.found(place, kind, attempt.name)
    if kind == ARTIFACT:
        player.owned[ARTIFACT] -= 1
        if not player.owned[ARTIFACT]:
            del player.owned[ARTIFACT]
        player.owned[card] = player.owned.get(card, 0) + 1
        player.told.append(card)
    return card


def draw(attempt: Attempt, player: Player, count: int, stated: Sequence[str | None], *, rule: str = "MK-22.13") -> int:
    """Draw from the top of the deck to the hand, until the deck is empty (MK-22.16).

    Args:
        attempt: The move.
        player: The player who draws.
        count: Maximum number of cards.
        stated: The cards, as far as this fold knows.
        rule: The clause that refuses a card that cannot have been drawn.

    Returns:
        The number of cards drawn.
    """
    count = min(count, len(player.deck))
    for card in [*stated[:count], *([None] * (count - len(stated)))]:
        player.hand.append(reveal_place(attempt, player, player.deck.pop(0), card, rule=rule))
    if count and player.cards.groups:
        settle(player)
    return count


def draw_asked(attempt: Attempt, player: Player, count: int) -> int:
    """Draw cards by an effect; the move may name them (MK-24.3)."""
    count = min(count, len(player.deck))
    drew = draw(attempt, player, count, attempt.drawn(count), rule="MK-24.3")
    if drew:
        attempt.found.append("cards")
    return drew


def wound(player: Player, count: int, to: list[str], name: str) -> None:
    """Move wounds from the pile to a hand or a discard pile."""
    if count > 0:
        player.owned[WOUND] = player.owned.get(WOUND, 0) + count
        player.cards.seen(WOUND, name)
        to.extend([WOUND] * count)


def unwound(attempt: Attempt, player: Player, zone: list[str], count: int) -> None:
    """Return wounds from a zone to the pile (MK-20.4)."""
    for _ in range(count):
        take(attempt, player, zone, WOUND, rule="MK-20.4", code=None)
        player.owned[WOUND] = player.owned.get(WOUND, 1) - 1


def gain(player: Player, card: str, zone: list[str], name: str, *, top: bool = False) -> None:
    """Add an open card to a zone of a player, on top if ``top`` (MK-7.22)."""
    player.owned[card] = player.owned.get(card, 0) + 1
    player.cards.seen(card, name)
    zone.insert(0 if top else len(zone), card)


def lose(player: Player, card: str) -> None:
    """Remove a card from what a player owns."""
    player.owned[card] = player.owned.get(card, 1) - 1
    if player.owned[card] <= 0:
        del player.owned[card]


def discard_cards(attempt: Attempt, player: Player, cards: Iterable[str], *, rule: str = "MK-7.15") -> None:
    """Move cards from the hand to the discard pile, face up (MK-7.16)."""
    for card in cards:
        take(attempt, player, player.hand, card, rule="MK-7.1")
        player.discard.append(card)
        if player.turn is not None and card != WOUND:  # a wound never counts (MK-6.13)
            player.turn.let_go += 1
    del rule


def drop_hand(attempt: Attempt, player: Player) -> None:
    """Discard all non-wound cards of the hand after a knock-out or paralysis (MK-17.11, MK-17.13).

    They are then face up, so the move names them (``discarded``). If it does not, and no wound was shuffled among the
    hidden cards, all hidden cards of the hand are discarded.
    """
    if attempt.dropped is not None:  # knocked out and paralyzed at once: only wounds are left
        return
    named = getattr(attempt.event, "discarded", None)
    if named is not None:
        attempt.dropped = list(named)
        for card in named:
            attempt.need(card != WOUND, "MK-17.13", "wound_named")
            if card != WOUND and player.hand:
                take(attempt, player, player.hand, card, rule="MK-17.13", code=None)
                player.discard.append(card)
        attempt.need(not player.hand or may_be_wounds(player), "MK-17.13", "name_discarded")
    else:
        if attempt.asking and player.buried and not all(is_known(place) for place in player.hand):
            most = sum(place != WOUND for place in player.hand)
            can = [card for card in candidates(attempt, player, player.hand) if card != WOUND]
            raise MissingFieldError("discarded", several(choice(can), 0, most, exact=False))
        attempt.need(not player.buried or all(is_known(place) for place in player.hand), "MK-17.13", "name_discarded")
        attempt.dropped = [place for place in player.hand if place != WOUND]
        for place in attempt.dropped:
            player.hand.remove(place)
            player.discard.append(place)
    if player.turn is not None:
        player.turn.let_go += 1
    for at, place in enumerate(player.hand):  # only wounds are left, and everybody sees it
        if not is_known(place) and player.cards.may_hold([place], WOUND):
            player.cards.found(place, WOUND, attempt.name)
            player.hand[at] = WOUND
    settle(player)


def shuffle(player: Player, zones: Sequence[list[str]], name: str) -> None:
    """Shuffle zones together into the deck, the first of them (MK-5.10)."""
    deck, *rest = zones
    mixed = [place for zone in zones for place in zone]
    bury(player)
    player.cards.shuffle(mixed, name)
    for zone in rest:
        zone.clear()
    deck[:] = mixed


def may_lose(player: Player, count: int) -> bool:
    """Whether a hand can hold ``count`` wounds, as far as this fold knows."""
    unknown, zone = player.cards.copy(), list(player.hand)
    for _ in range(count):
        if not unknown.may_hold(zone, WOUND):
            return False
        unknown.take(zone, WOUND, "")
    return True


def bury(player: Player) -> None:
    """Note that wounds may lie among hidden cards, independently of what a fold knows."""
    if player.owned.get(WOUND):
        player.buried += 1


def only_wounds(player: Player) -> bool:
    """Whether this fold knows that a hand holds nothing but wounds."""
    return bool(player.hand) and all(place == WOUND for place in player.hand)


def may_be_wounds(player: Player) -> bool:
    """Whether a hand can be nothing but wounds, at least one, as far as this fold knows."""
    hidden = [place for place in player.hand if not is_known(place)]
    if not player.hand or any(is_known(place) and place != WOUND for place in player.hand):
        return False
    if not hidden:
        return True
    unknown = player.cards.copy()
    for place in hidden:  # zone by zone: a pile holds no more wounds than went into it
        if WOUND not in unknown.can(place):
            return False
        unknown.found(place, WOUND, "")
    return True


def name_of(attempt: Attempt, card: str) -> dict[str, str]:
    """The name of a card."""
    found = attempt.state.box.cards.get(card)
    return {"en": card, "es": card} if found is None else dict(found.name)
