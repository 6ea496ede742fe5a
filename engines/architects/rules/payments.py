"""Payments in goods: every way to pay a price, and the one that is meant (MOV-5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engines.architects.box.cards import GOLD, MARBLE, Character, Price
from engines.architects.rules.ledger import Ledger

Goods = dict[str, int]


def saved(price: Price, character: Character | None) -> list[Price]:
    """The prices that a character may pay instead: one piece less of a good in the price (ARC-21.21)."""
    less = () if character is None else character.one_less
    found = []
    for place, (goods, count) in enumerate(price.parts):
        if count and any(good in less for good in goods):
            parts = list(price.parts)
            parts[place] = (goods, count - 1)
            found.append(Price(tuple(parts)))
    return found or [price]


def printed(price: Price) -> Goods | None:
    """The goods of a price that leaves no choice; None where it does."""
    if any(len(goods) > 1 for goods, _ in price.parts):
        return None
    found: Goods = {}
    for (good,), count in price.parts:
        found[good] = found.get(good, 0) + count
    return {good: count for good, count in found.items() if count}


def _mixes(goods: Sequence[str], count: int) -> Iterator[Goods]:
    """Every mix of ``count`` pieces of some goods."""
    if len(goods) == 1:
        yield {goods[0]: count}
        return
    for first in range(count, -1, -1):
        for rest in _mixes(goods[1:], count - first):
            yield {goods[0]: first, **rest}


def payments(price: Price, character: Character | None, *, works: bool) -> list[Goods]:
    """Every way to pay a price, each once, without goods with the number 0.

    Args:
        price: What is to be paid.
        character: Who pays.
        works: Whether it is a building or a level of the Cathedral, for which a character may save (ARC-21.21).
    """
    found: list[Goods] = []
    for one in saved(price, character) if works else [price]:
        ways: list[Goods] = [{}]
        for goods, count in _parts(one, character):
            ways = [_sum(way, mix) for way in ways for mix in _mixes(goods, count)]
        found += [way for way in ways if way not in found]
    return found


def _parts(price: Price, character: Character | None) -> Iterator[tuple[Sequence[str], int]]:
    """The parts of a price; gold and marble as one where they count as one (ARC-21.20)."""
    if character is None or not character.interchange:
        yield from price.parts
        return
    either = 0
    for goods, count in price.parts:
        if set(goods) <= {GOLD, MARBLE}:
            either += count
        else:
            yield goods, count
    if either:
        yield (GOLD, MARBLE), either


def _sum(one: Mapping[str, int], other: Mapping[str, int]) -> Goods:
    total = dict(one)
    for good, count in other.items():
        if count:
            total[good] = total.get(good, 0) + count
    return total


def payable(ways: Sequence[Goods], goods: Mapping[str, int]) -> list[Goods]:
    """Those ways to pay for which a seat has enough goods."""
    return [way for way in ways if all(goods[good] >= count for good, count in way.items())]


def pay(
    ledger: Ledger,
    price: Price,
    said: Mapping[str, int] | None,
    rule: str,
    key: str,
    *,
    works: bool = False,
    card: str | None = None,
) -> Goods | None:
    """Pay a price in goods of the acting seat.

    Args:
        ledger: The event.
        price: What is to be paid.
        said: What the table said was paid; None or nothing where it left that out.
        rule: The clause that refuses another payment, or one that cannot be made.
        key: The sentence of that refusal.
        works: Whether it is a building or a level of the Cathedral.
        card: The building that is paid for, for messages.

    Returns:
        What was paid, where the price leaves a choice; else None.
    """
    character = ledger.state.character(ledger.seat)
    fixed = printed(price)
    one_way = fixed is not None and (character is None or not (character.interchange or (works and character.one_less)))
    if one_way and fixed is not None and said is None:
        if ledger.deciding and not payable([fixed], ledger.me.goods):
            ledger.refuse(rule, key, cost=fixed, has=_at_hand(ledger, fixed), card=card)
        ledger.lose_goods(fixed)
        return None
    way = choose(ledger, price, said, rule, key, works=works, card=card)
    ledger.lose_goods(way)
    return None if one_way and said is None else way


def choose(
    ledger: Ledger,
    price: Price,
    said: Mapping[str, int] | None,
    rule: str,
    key: str,
    *,
    works: bool = False,
    card: str | None = None,
) -> Goods:
    """The payment that is meant (MOV-5); arguments as of :func:`pay`."""
    stated = {good: count for good, count in (said or {}).items() if count}
    if stated and not ledger.deciding:
        return stated
    character = ledger.state.character(ledger.seat)
    ways = payments(price, character, works=works)
    can = payable(ways, ledger.me.goods)
    if said is not None and ledger.deciding and stated not in can:
        ledger.refuse(rule, key, cost=ways[0], has=_at_hand(ledger, ways[0]), card=card)
    if stated:
        return stated
    plain = printed(price)
    if character is not None and character.interchange and plain is not None and plain in can:
        return plain
    if ledger.deciding and not can:
        ledger.refuse(rule, key, cost=ways[0], has=_at_hand(ledger, ways[0]), card=card)
    if ledger.deciding and len(can) > 1:
        ledger.refuse("ARC-5.16", "ill_66_payment", ways=str(len(can)))
    return can[0] if can else ways[0]


def _at_hand(ledger: Ledger, cost: Mapping[str, int]) -> Goods:
    """Of the goods at hand those that a price asks for; all of them where it asks for others."""
    found = {good: ledger.me.goods[good] for good in cost}
    return found if any(found[good] < count for good, count in cost.items()) else dict(ledger.me.goods)
