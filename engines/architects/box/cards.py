"""Cards as data: abilities, effects, costs and yields, read from the words of the box's small vocabulary.

The words are listed in ``docs/own-edition.md``. The engine interprets these words; no module of
the engine knows a card by its id.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engines.kernel.box.reading import built
from engines.kernel.game import Json, Text

ALL = 10_000
"""Value of ``all`` where a number is reduced: more than any possible number."""

VIRTUE, CARDS, POINTS, DEBT = "virtue", "building_cards", "vp", "debt"
"""Words of a gain other than goods."""

GOLD, MARBLE, SILVER = "gold", "marble", "silver"
"""Goods that rules name (ARC-21.20, ARC-10.1)."""


FORMULA = re.compile(r"(?:([0-9]{1,2})\+)?n(?://([1-9]))?(?:\+([0-9]{1,2}))?\Z|min\(n,([0-9]{1,2})\)\Z")
"""``n``, ``n+1``, ``n//2``, ``1+n//2``, ``min(n,4)``."""


@dataclass(frozen=True, slots=True)
class Formula:
    """A number that follows from n, the acting player's own workers at a location.

    ``most``: maximum number of them.
    """

    plus: int
    per: int
    most: int

    def at(self, n: int) -> int:
        """The number for ``n`` workers."""
        return self.plus + min(n // self.per, self.most)


def formula(text: str) -> Formula:
    """Read a formula from a text of a checked box."""
    found = FORMULA.match(text)
    if found is None:
        msg = f"{text!r:.40} is no formula"
        raise ValueError(msg)
    before, per, after, most = found.groups()
    return Formula(int(before or after or 0), int(per or 1), int(most or ALL))


@dataclass(frozen=True, slots=True)
class Yield:
    """What a location gives: goods by formula, from a minimum number of workers on."""

    goods: Mapping[str, Formula]
    least: int


def yield_of(about: Json) -> Yield:
    """Read a yield from an object of the box: goods to formulas, and ``minimum_n``."""
    goods = {good: formula(text) for good, text in about.items() if good != "minimum_n"}
    return Yield(goods, about.get("minimum_n", 1))


@dataclass(frozen=True, slots=True)
class Price:
    """Goods to be paid, in parts: a number of any of some goods.

    Args:
        parts: Allowed goods, and the number of pieces.
    """

    parts: tuple[tuple[tuple[str, ...], int], ...]


def price_of(about: Json) -> Price:
    """Read a price from an object of the box: ``fixed``, ``any_of``, or plain goods."""
    mix = about.get("any_of") or about.get("pay_any")
    if mix is not None:
        return Price(((tuple(mix["from"]), mix["count"]),))
    return Price(tuple(((good,), count) for good, count in about.get("fixed", about).items()))


@dataclass(frozen=True, slots=True)
class Silver:
    """A price in silver; a part of it is tax (ARC-10.2)."""

    all: int
    tax: int = 0

    @property
    def plain(self) -> int:
        """The part that goes to the supply."""
        return self.all - self.tax


def silver_of(about: Json) -> Silver:
    """Read a price in silver from an object of the box."""
    return Silver(about[SILVER], about.get("of_which_tax", 0))


@dataclass(frozen=True, slots=True)
class Ability:
    """What an apprentice or a character does, and when.

    Args:
        trigger: When it works; ``none`` for never.
        location: The only location where it works; None if not limited.
        gain: What it brings.
        pay: What its trade at the Storehouse costs.
        less_silver: Silver saved of a cost, tax excepted.
        less_virtue: Virtue saved of a loss.
        per_turn: Whether a reduction counts once in a turn, and not for each capture (ARC-19.30).
        release: Own prisoners that it may release.
        free_of_prisoners: Whether it works only without an own prisoner.
        may: Whether its owner may leave it out.
        extra: Workers that count in addition.
    """

    trigger: str
    location: str | None = None
    gain: Mapping[str, int] | None = None
    pay: Price | None = None
    less_silver: int = 0
    less_virtue: int = 0
    by_option: bool = False
    release: int = 0
    free_of_prisoners: bool = False
    may: bool = False
    extra: int = 0


def ability_of(about: Json) -> Ability:
    """Read an ability from an object of the box."""
    less = about.get("reduce", {})
    return built(
        Ability,
        about,
        pay=price_of(about["pay"]) if "pay" in about else None,
        less_silver=_number(less.get(SILVER, 0)),
        less_virtue=_number(less.get(VIRTUE, 0)),
        by_option=about.get("scope") == "option:conspirator_scope",
        release=about.get("release_from_prison", {}).get("up_to", 0),
        free_of_prisoners="own_workers_in_prison" in about.get("condition", {}),
        may=about.get("optional", False),
        extra=about.get("extra_workers", 0),
    )


def _number(value: Any) -> int:
    return ALL if value == "all" else int(value)


@dataclass(frozen=True, slots=True)
class Apprentice:
    """An apprentice card (ARC-19).

    ``words`` are its spellings in typed moves, in lower case; ``virtue`` is what its icon changes on hiring. ``alike``
    has every card that cannot be distinguished from it, itself among them, lowest number first.
    """

    id: str
    set: str
    name: Text
    words: tuple[str, ...]
    skills: tuple[str, ...]
    virtue: int
    ability: Ability
    alike: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Effect:
    """What a building does (chapter 20); ``may``: its owner may leave it out.

    ``gain`` is for each ``every`` of ``count``, where that is given. ``options`` are the gains to choose from,
    ``actions`` the effects. ``of`` is compared with every other player. Players with fewer than ``least`` prisoners are
    not affected. ``number`` counts captures, debts or cards; ``per_debt`` is by how much each unpaid debt changes.
    """

    type: str
    gain: Mapping[str, int] | None = None
    lose: Mapping[str, int] | None = None
    options: tuple[Mapping[str, int], ...] = ()
    actions: tuple[Effect, ...] = ()
    may: bool = False
    count: str | None = None
    every: int = 1
    of: str | None = None
    least: int = 0
    number: int = 1
    per_debt: int = 0

    @property
    def moves_virtue(self) -> bool:
        """Whether it changes virtue: at the end it is an effect of phase A then (ARC-23.2)."""
        return VIRTUE in (self.gain or {}) or VIRTUE in (self.lose or {})


def effect_of(about: Json) -> Effect:
    """Read an effect from an object of the box."""
    kind = about["type"]
    options = about.get("options", ())
    counted = about.get("count")
    number: int = about.get("groups") or about.get("discard") or (counted if isinstance(counted, int) else 1)
    return built(
        Effect,
        about,
        options=tuple(options) if kind == "choose_one" else (),
        actions=tuple(effect_of(option) for option in options) if kind == "choose_one_action" else (),
        may=about.get("optional", False),
        count=counted if isinstance(counted, str) else None,
        least=about.get("condition", {}).get("own_workers_in_prison_at_least", 0),
        number=number,
        per_debt=about.get("delta_per_unpaid_debt", 0),
    )


@dataclass(frozen=True, slots=True)
class Building:
    """A building card (chapter 14).

    ``words`` are its spellings in typed moves, in lower case; ``skills`` those that it needs; ``virtue`` what its icon
    changes. Its effect comes when it is constructed (``at_once``) or before scoring (``at_end``).
    """

    id: str
    set: str
    name: Text
    words: tuple[str, ...]
    cost: Price
    skills: tuple[str, ...]
    virtue: int
    vp: int
    at_once: Effect | None
    at_end: Effect | None


@dataclass(frozen=True, slots=True)
class Character:
    """A character of side 2 (chapter 21); ``colour`` is that of the board that it is printed on.

    ``interchange``: gold and marble count as one (ARC-21.20). ``less_tax`` is ignored of every cost (ARC-21.26),
    ``less_hire`` saved of a hire at the Workshop (ARC-21.22). A building or a level costs one piece of ``one_less``
    less (ARC-21.21). ``keeps_card``: it discards no card for the Cathedral. ``most_apprentices`` is its own limit. It
    may avoid a debt for ``avoids`` silver. ``abilities`` work at locations, at resets, with captives and buildings.
    """

    id: str
    set: str
    name: Text
    colour: str
    start: Mapping[str, int]
    interchange: bool = False
    less_tax: int = 0
    keeps_card: bool = False
    less_hire: int = 0
    one_less: tuple[str, ...] = ()
    most_apprentices: int | None = None
    avoids: int | None = None
    abilities: tuple[Ability, ...] = ()


TRIGGERS: Mapping[str, str] = {
    "on_location_action": "location_action",
    "on_build": "build",
    "on_black_market_reset": "black_market_reset",
    "on_captives_sent_to_prison": "captives_sent_to_prison",
}
"""Type of a character's ability -> the trigger it has in common with apprentices."""


def character_of(card: Json) -> Character:
    """A character of the box."""
    ability = card["ability"]
    parts: Sequence[Json] = ability["parts"] if ability["type"] == "multi" else [ability]
    of = {part["type"]: part for part in parts}
    saving = of.get("cost_reduction", {})
    return built(
        Character,
        card,
        interchange="gold_marble_interchangeable" in of,
        less_tax=of.get("ignore_tax", {}).get("amount", 0),
        keeps_card="cathedral_no_building_discard" in of,
        less_hire=saving.get("reduce", {}).get(SILVER, 0),
        one_less=tuple(saving.get("reduce_one_of", ())),
        most_apprentices=of.get("apprentice_limit", {}).get("value"),
        avoids=of.get("avoid_debt", {}).get("pay", {}).get(SILVER),
        abilities=tuple(
            ability_of({**part, "trigger": TRIGGERS[part["type"]]}) for part in parts if part["type"] in TRIGGERS
        ),
    )
