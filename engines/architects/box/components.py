"""The box: reading one edition's components (ARC-1); ``checks`` finds the faults of an owner's own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Annotated

from engines.architects.box.cards import (
    Apprentice,
    Building,
    Character,
    Formula,
    Price,
    Silver,
    Yield,
    ability_of,
    character_of,
    effect_of,
    formula,
    price_of,
    silver_of,
    yield_of,
)
from engines.kernel.box.cache import cached_by_box
from engines.kernel.box.reading import At, built, colours, default_edition, names
from engines.kernel.game import Json, Text

SEATS = range(2, 6)
"""Possible numbers of seats (ARC-2.1); the solo game's opponent is in no box (ARC-25.4)."""
PROSE = ("origin", "edition", "stand_in", "name", "aliases")
"""Members of the box that do not affect play. Names are shown and typed; cards are known by their ids."""
_UNTRANSLATED = "db38acf5ef52e4e8a1bee1db61351840dc4204c6c9f486f76fef60551c3c25e5"
FORMER_BOXES = {"27e3eadb10bcb7bda647a68b7c97d70cb03533434ecf26a9a782dbadb25c0b54": _UNTRANSLATED}
"""Content hash -> play hash: of the edition before its ``origin`` was translated."""

ROWS = ("top", "bottom")
"""The rows of the apprentice display (ARC-2.6)."""

OPEN_LOCATIONS = (
    "quarry",
    "forest",
    "mines",
    "silversmith",
    "kings_storehouse",
    "workshop",
    "town_centre",
    "tax_stand",
    "guardhouse",
)
"""The large open circles (ARC-5.1)."""

BASE, PROMO, ALTERNATE = "base", "promo", "alternate"
"""The sets of cards; promos and alternates are used only where an option says so."""

MARKET = "black_market"
"""The three spaces of the Black Market together, as abilities name them."""


@dataclass(frozen=True, slots=True)
class Trade:
    """A trade at the Storehouse (ARC-7.2 to 7.4)."""

    price: Price
    gain: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class MarketSpace:
    """A space of the Black Market (ARC-11.4 to 11.8): its cost; of ``cards`` drawn in the middle, how many are kept."""

    silver: int
    virtue: int
    cards: int
    keep: int


@dataclass(frozen=True, slots=True)
class Position:
    """A position of the virtue track (ARC-16)."""

    vp: int
    evasion: Annotated[int, At("tax_evasion_icons")]
    cathedral: Annotated[bool, At("cathedral_allowed")]
    market: Annotated[bool, At("black_market_allowed")]


@dataclass(frozen=True, slots=True)
class Level:
    """A level of the Cathedral (ARC-15.3, 15.7, 15.15); ``spaces`` is None below the lowest."""

    cost: Price | None
    vp: int
    spaces: int | None


@dataclass(frozen=True, slots=True)
class Guildhall:
    """The Guildhall for one number of players (ARC-13.2 to 13.6)."""

    columns: int
    spaces: int
    resets: frozenset[int]
    purges: frozenset[int]


@dataclass(frozen=True, slots=True)
class Face:
    """A market face: its goods, and how many cards have it."""

    goods: Mapping[str, int]
    cards: int


@dataclass(frozen=True, slots=True)
class Reward:
    """A reward card (ARC-15.12)."""

    gain: Mapping[str, int]
    alike: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Scoring:
    """How the end is counted (chapter 23)."""

    silver_per_vp: int
    gold_vp: int
    marble_vp: int
    debt_vp: Annotated[int, At("unpaid_debt_vp")]
    paid_debt_vp: int
    prisoners_per_vp: Annotated[int, At("prison_workers_per_minus_vp")]


@dataclass(frozen=True, slots=True)
class Box:
    """A box as the engine works with it; derived once from its JSON."""

    edition: str
    colours: Mapping[str, Text]
    goods: Mapping[str, Text]
    skills: Mapping[str, Text]
    workers: Annotated[int, At("counts.workers_per_player")]
    tax_silver: Annotated[int, At("setup.tax_stand_silver")]
    start_virtue: Annotated[int, At("setup.start_virtue_side_1")]
    start_silver: Annotated[tuple[int, ...], At("setup.start_silver_side_1_by_turn_order")]
    reward_cards: Mapping[int, int]
    columns: Annotated[int, At("setup.apprentice_display.columns")]
    dealt: Annotated[int, At("setup.draft.deal")]
    kept: Annotated[int, At("setup.draft.keep")]
    hand_limit: Annotated[int, At("setup.hand_limit")]
    apprentice_limit: Annotated[int, At("setup.apprentice_limit")]
    places: Mapping[str, Text]
    yields: Mapping[str, tuple[Yield, ...]]
    trades: Mapping[str, Trade]
    hire: Silver
    hire_columns: Formula
    skip: int
    draw: Formula
    first_capture: Silver
    next_capture: Silver
    capture_locations: Mapping[int, int]
    tax_virtue: int
    per_captive: int
    ransom: Silver
    ransom_debts: int
    ransom_virtue: int
    debt_payment: Silver
    debt_paid_gain: Mapping[str, int]
    markets: Mapping[str, MarketSpace]
    reset_prisoners: Annotated[int, At("reset.prisoners_from")]
    reset_virtue: Annotated[int, At("reset.lose.virtue")]
    reset_debts: Annotated[int, At("reset.most_prisoners.debt")]
    track: tuple[Position, ...]
    levels: tuple[Level, ...]
    cathedral_cards: Annotated[int, At("cathedral.discard_building_cards_per_step")]
    no_reward_gain: Annotated[Mapping[str, int], At("cathedral.empty_reward_pile.gain")]
    cathedral_name: Annotated[Text, At("cathedral.name")]
    market_name: Annotated[Text, At("black_market.name")]
    guildhalls: Mapping[int, Guildhall]
    printed_small: Annotated[Mapping[str, int], At("black_market.printed_small")]
    printed_large: Annotated[Mapping[str, int], At("black_market.printed_large")]
    small: Mapping[str, Face]
    large: Mapping[str, Face]
    pairs: Mapping[tuple[str, str], int]
    market_cards: int
    rewards: Mapping[str, Reward]
    apprentices: Mapping[str, Apprentice]
    buildings: Mapping[str, Building]
    characters: Mapping[str, Character]
    scoring: Scoring


box = default_edition("engines.architects")


@cache
def defaults() -> Mapping[str, str | bool | int]:
    """Every option of a record that the box names, with its default."""
    named: Mapping[str, str | bool | int] = box()["options"]
    return named


@cached_by_box(16)
def spellings(box: Json, table: str) -> tuple[tuple[str, ...], ...]:
    """Each card of a table with the words that mean only it, or the first of its identical cards.

    A name that fits cards of several kinds (the five merchants) is left to the rules: the table resolves it (ARC-1.15).
    Every field that asks for a card uses this.
    """
    named: dict[str, list[Json]] = {}
    for card in box[table]:
        if "name" in card:
            named.setdefault(card["name"]["en"], []).append(card)
    first = {}
    for cards in named.values():
        group = cards[0].get("identical_group")
        if len(cards) == 1 or (group is not None and all(card.get("identical_group") == group for card in cards)):
            first[cards[0]["id"]] = (*cards[0]["name"].values(), *cards[0].get("aliases", ()))
    return tuple((card["id"], *dict.fromkeys(first.get(card["id"], ()))) for card in box[table])


def face_id(goods: Mapping[str, int], order: Sequence[str]) -> str:
    """How a market face is written: its goods in the order of the box (``wood1_gold1``)."""
    return "_".join(f"{good}{goods[good]}" for good in order if goods.get(good))


def face_words(box: Json, side: str) -> Iterator[tuple[str, ...]]:
    """Each face of one side of the market cards, with the cards that have it (ARC-26.13)."""
    order = [good["id"] for good in box["resources"]]
    cards: dict[str, list[str]] = {}
    for card in box["black_market"]["cards"]:
        cards.setdefault(face_id(card[side], order), []).append(card["id"])
    yield from ((face, *ids) for face, ids in cards.items())


@cached_by_box(8)
def read(box: Json) -> Box:
    """Read a box that has passed ``check_box``."""
    places = {place["id"]: place for place in box["locations"]}
    order = [good["id"] for good in box["resources"]]
    cards = box["black_market"]["cards"]
    workshop = {action["id"]: action for action in places["workshop"]["choose_action"]}
    town = places["town_centre"]
    guard = {action["id"]: action for action in places["guardhouse"]["actions"]}
    silver, debt = guard["ransom"]["cost_options"]
    return built(
        Box,
        box,
        colours=colours(box),
        goods=names(box["resources"]),
        skills=names(box["skills"]),
        reward_cards={int(seats): count for seats, count in box["setup"]["reward_cards_by_players"].items()},
        places=names(box["locations"]),
        yields={
            name: (yield_of(place["gain"]),)
            if isinstance(place.get("gain"), dict)
            else tuple(yield_of(one) for one in place.get("choose", ()))
            for name, place in places.items()
        },
        trades={trade["id"]: Trade(price_of(trade), trade["gain"]) for trade in places["kings_storehouse"]["trades"]},
        hire=silver_of(workshop["hire"]["cost"]),
        hire_columns=formula(workshop["hire"]["column_limit"]),
        skip=workshop["hire"]["skip_cost_per_column"],
        draw=formula(workshop["draw"]["cards"]),
        first_capture=silver_of(town["cost_first"]),
        next_capture=silver_of(town["cost_further"]),
        capture_locations={int(seats): count for seats, count in town["capture_locations_per_turn"].items()},
        tax_virtue=places["tax_stand"]["lose"]["virtue"],
        per_captive=guard["send"]["gain_per_captive"]["silver"],
        ransom=silver_of(silver),
        ransom_debts=debt["take_debt"],
        ransom_virtue=debt["lose_virtue"],
        debt_payment=silver_of(guard["pay_debt"]["cost"]),
        debt_paid_gain=guard["pay_debt"]["gain"],
        markets={name: _market(places[name]) for name in ("market_left", "market_middle", "market_right")},
        track=tuple(built(Position, one) for one in box["virtue_track"]),
        levels=tuple(
            Level(None if (cost := one.get("cost")) is None else price_of(cost), one["vp"], one.get("spaces"))
            for one in box["cathedral"]["levels"]
        ),
        guildhalls={
            int(seats): Guildhall(
                of["columns"], of["spaces"], frozenset(of["reset_spaces"]), frozenset(of["apprentice_purge_spaces"])
            )
            for seats, of in box["guildhall"].items()
        },
        small=_faces(cards, "small", order),
        large=_faces(cards, "large", order),
        pairs=_pairs(cards, order),
        market_cards=len(cards),
        rewards=_rewards(box["rewards"]),
        apprentices=_apprentices(box["apprentices"]),
        buildings=_buildings(box["buildings"]),
        characters={card["id"]: character_of(card) for card in box["characters"]},
        scoring=built(Scoring, box["scoring"], paid_debt_vp=box["debts"]["vp_paid"]),
    )


def _market(place: Json) -> MarketSpace:
    drawn: Json = next((action for action in place.get("choose_action", ()) if action["id"] == "draw"), {})
    return MarketSpace(place["cost"]["silver"], place["cost"]["virtue"], drawn.get("cards", 0), drawn.get("keep", 0))


def _faces(cards: Sequence[Json], side: str, order: Sequence[str]) -> Mapping[str, Face]:
    found: dict[str, Face] = {}
    for card in cards:
        face = face_id(card[side], order)
        found[face] = Face(card[side], found[face].cards + 1 if face in found else 1)
    return found


def _pairs(cards: Sequence[Json], order: Sequence[str]) -> Mapping[tuple[str, str], int]:
    """Small and large face of one card -> how many cards have both (ARC-26.12)."""
    found: dict[tuple[str, str], int] = {}
    for card in cards:
        pair = face_id(card["small"], order), face_id(card["large"], order)
        found[pair] = found.get(pair, 0) + 1
    return found


def _alike(cards: Sequence[Json]) -> Mapping[str, tuple[str, ...]]:
    """Card -> every card that cannot be distinguished from it, itself among them, lowest number first (ARC-1.15)."""
    groups: dict[str, list[str]] = {}
    for card in cards:
        groups.setdefault(card.get("identical_group") or f".{card['id']}", []).append(card["id"])
    return {card: tuple(sorted(group)) for group in groups.values() for card in group}


def _rewards(cards: Sequence[Json]) -> Mapping[str, Reward]:
    alike = _alike(cards)
    return {card["id"]: Reward(card["gain"], alike[card["id"]]) for card in cards}


def _words(card: Json) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word.casefold() for word in (*card["name"].values(), *card.get("aliases", ()))))


def _apprentices(cards: Sequence[Json]) -> Mapping[str, Apprentice]:
    alike = _alike(cards)
    return {
        card["id"]: built(
            Apprentice, card, words=_words(card), ability=ability_of(card["ability"]), alike=alike[card["id"]]
        )
        for card in cards
    }


def _buildings(cards: Sequence[Json]) -> Mapping[str, Building]:
    found = {}
    for card in cards:
        effect = effect_of(card["effect"]) if card.get("effect") else None
        at_once = card["timing"] == "immediate"
        found[card["id"]] = built(
            Building,
            card,
            words=_words(card),
            cost=price_of(card["cost"]),
            at_once=effect if at_once else None,
            at_end=None if at_once else effect,
        )
    return found
