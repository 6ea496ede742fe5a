"""Questions about an owner's box that several of its tables share; the default edition is the yardstick."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from engines.architects.box.cards import CARDS, DEBT, POINTS, VIRTUE
from engines.architects.box.components import box
from engines.kernel.box.checks import Faults, Known, objects_of
from engines.kernel.game import Json


@cache
def ours() -> Json:
    """The default edition; nobody changes it."""
    return box()


@cache
def goods() -> Known:
    """The goods that the rules speak of."""
    return Known(good["id"] for good in ours()["resources"])


@cache
def gains() -> Known:
    """All that a gain may name."""
    return Known((*(good["id"] for good in ours()["resources"]), VIRTUE, CARDS, POINTS, DEBT))


def number_of(faults: Faults, cards: Sequence[object], path: str, wanted: int, rule: str) -> None:
    """Check the number of cards of a table."""
    if len(cards) != wanted:
        faults.add(
            path,
            f"cards: {len(cards)} instead of {wanted} ({rule})",
            f"cartas: {len(cards)} en vez de {wanted} ({rule})",
        )


def check_goods(faults: Faults, value: object, path: str) -> None:
    """Goods with numbers, at least one of them."""
    _numbers(faults, value, path, goods())


def check_gain(faults: Faults, value: object, path: str) -> None:
    """A gain: goods, virtue, building cards, points or debts with numbers."""
    _numbers(faults, value, path, gains())


def _numbers(faults: Faults, value: object, path: str, known: Known) -> None:
    found = faults.group(value, path)
    for key, count in found.items():
        if faults.one_of(key, path, known):
            faults.whole(count, f"{path}.{key}", 0, 99)
    if not found:
        faults.add(path, "must be empty", "debe estar vacío")


def check_mix(faults: Faults, value: object, path: str) -> None:
    """A price in any mix of some goods."""
    mix = faults.group(value, path)
    of = faults.items(mix.get("from"), f"{path}.from")
    for place, good in enumerate(of):
        faults.one_of(good, f"{path}.from.{place}", goods())
    if len(set(map(str, of))) != len(of) or not of:
        faults.add(f"{path}.from", "must have each good once", "debe tener cada bien una vez")
    faults.whole(mix.get("count"), f"{path}.count", 1, 99)


def check_alike(faults: Faults, cards: object, path: str, keys: Iterable[str]) -> None:
    """Cards of one ``identical_group`` should be alike in all that players can see (ARC-1.15)."""
    wanted = tuple(keys)
    first: dict[str, tuple[Any, ...]] = {}
    for place, card in objects_of(cards):
        group = card.get("identical_group")
        if group is None:
            continue
        if not isinstance(group, str):
            faults.text(group, f"{path}.{place}.identical_group")
            continue
        values = tuple(card.get(key) for key in wanted)
        if first.setdefault(group, values) != values:
            faults.add(
                f"{path}.{place}.identical_group",
                f"this card is not like the first one of {group!r:.40} (ARC-1.15)",
                f"esta carta no es como la primera de {group!r:.40} (ARC-1.15)",
            )
