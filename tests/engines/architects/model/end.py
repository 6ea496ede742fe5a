"""The end of the game in the second opinion, and its table in the words of the engine's facts."""

from collections.abc import Sequence
from copy import deepcopy
from itertools import permutations
from typing import Any

from engines.kernel.game import Json
from tests.engines.architects.acts import FIGURES
from tests.engines.architects.model.board import GOODS, Player
from tests.engines.architects.model.game import Model
from tests.engines.architects.table import OPEN

PHASE_A = ("B07", "B18", "B19", "B24", "B37", "B39", "B43")
HUTS = {"B06": "tiling", "B17": "carpentry", "B34": "masonry"}
MARKETS = {"B03": "stone", "B12": "wood", "B21": "clay", "B40": "silver"}


def higher(model: Model, seat: int) -> bool:
    """Whether a seat is higher on the Cathedral than everybody else."""
    others = [player.level for other, player in enumerate(model.players) if other != seat]
    return model.players[seat].level > max(others)


def metals(player: Player, good: str) -> int:
    """How much gold or marble an effect counts."""
    both = player.goods["gold"] + player.goods["marble"]
    return both if player.character == "therese" else player.goods[good]


def worth(model: Model, seat: int, card: str) -> int:
    """The virtue that an end effect brings or takes (phase A)."""
    player = model.players[seat]
    if card == "B07":
        return sum(player.goods[good] for good in ("clay", "wood", "stone")) // 4
    if card in ("B18", "B37"):
        return metals(player, "gold" if card == "B18" else "marble") // 2
    if card == "B19":
        return 2 * higher(model, seat)
    if card == "B39":
        return player.paid // 2
    return -2 if card == "B24" else len(player.buildings) // 2


def own(player: Player) -> list[str]:
    """The effects of phase A of a player, in the order of building."""
    return [card for card in player.buildings if card in PHASE_A]


def after(model: Model, orders: dict[int, Sequence[str]] | None = None) -> Model:
    """The table after phase A: by these orders, else by what was recorded, else by that of building."""
    ended = deepcopy(model)
    for seat, player in enumerate(ended.players):
        said = model.ordered.get(seat, {})
        order = (orders or {}).get(seat, said.get("order") or own(player))
        plain = orders is not None and seat in orders
        player.kept = 0
        player.keeps = 0 if plain else said.get("keep_debts") or 0
        player.buys = 0 if plain else said.get("hugo_pays") or 0
        for card in order:
            player.rise(worth(ended, seat, card))
    return ended


def bonus(ended: Model, seat: int, card: str) -> int:
    """The points of an end effect (phase B)."""
    player = ended.players[seat]
    if card == "B02":
        return 2 * higher(ended, seat)
    if card in MARKETS:
        others = [other.goods[MARKETS[card]] for place, other in enumerate(ended.players) if place != seat]
        return 2 * (player.goods[MARKETS[card]] > max(others))
    if card in HUTS:
        return sum(HUTS[card] in FIGURES["apprentices"][mine][1].split() for mine in player.apprentices)
    if card == "B09":
        return 2 * (not player.unpaid)
    if card == "B13":
        return len(player.buildings)
    if card == "B28":
        return -player.unpaid
    if card == "B30":
        return player.captives.total() // 3
    if card == "B32":
        return player.virtue // 4
    return player.paid if card == "B35" else 0


def lines(ended: Model, seat: int) -> dict[str, int]:
    """The points of a seat, line by line."""
    player = ended.players[seat]
    printed = sum(FIGURES["buildings"][card][4] + bonus(ended, seat, card) for card in player.buildings)
    return {
        "buildings": printed,
        "cathedral": FIGURES["cathedral"]["vp"][player.level],
        "virtue": FIGURES["virtue"]["vp"][player.virtue],
        "debts": -(1 if "B27" in player.buildings else 2) * player.unpaid,
        "gold_marble": player.goods["gold"] + player.goods["marble"],
        "silver": player.goods["silver"] // 10,
        "prison": -(ended.places["prison"][seat] // 2),
    }


def total(ended: Model, seat: int) -> int:
    """The points of a seat."""
    return sum(lines(ended, seat).values())


def other_totals(model: Model, seat: int) -> list[int]:
    """The totals that other orders of the own phase A effects would give (REP-4)."""
    stands = total(after(model), seat)
    found = {total(after(model, {seat: order}), seat) for order in permutations(own(model.players[seat]))}
    return sorted(found - {stands})


def ranks(ended: Model) -> dict[int, int]:
    """The place of each seat: points, virtue, silver; equals share it (ARC-24)."""
    keys = {
        seat: (total(ended, seat), player.virtue, player.goods["silver"]) for seat, player in enumerate(ended.players)
    }
    return {seat: 1 + sum(other > key for other in keys.values()) for seat, key in keys.items()}


def some(counts: dict[int, int]) -> Json:
    """Counts by seat without those that are nothing."""
    return {str(seat): count for seat, count in sorted(counts.items()) if count}


def facts(model: Model) -> Json:
    """The table, as the engine's facts tell it; what the reference does not name (``round``, ``turn``) is left out."""
    shown = after(model) if model.phase == "finished" else model
    seats: dict[str, Any] = {}
    for seat, player in enumerate(shown.players):
        seats[str(seat)] = {
            "character": player.character, "workers": player.workers, "captives": some(player.captives),
            "goods": {good: player.goods[good] for good in GOODS}, "virtue": player.virtue, "cathedral": player.level,
            "unpaid": player.unpaid, "paid": player.paid, "apprentices": player.apprentices,
            "buildings": player.buildings, "hand": player.hand,
        }  # fmt: skip
    return {
        "start_player": model.start,
        "pending": model.pending,
        "tax_silver": model.tax,
        "locations": {place: some(model.places[place]) for place in OPEN},
        "market": model.market,
        "guildhall": model.hall,
        "aside": model.aside,
        "prison": some(model.places["prison"]),
        "apprentices": {**model.rows, "pile": model.pile},
        "market_piles": {
            "left": model.left,
            "small_face": model.small,
            "right": model.right,
            "large_face": model.large,
        },
        "rewards": {"pile": model.rewards, "revealed": model.revealed},
        "seats": seats,
        "building_pile": model.cards,
        "revealed_hands": {str(seat): cards for seat, cards in sorted(model.shown.items())},
        "end_effects": {str(seat): move["order"] for seat, move in sorted(model.ordered.items())},
    }
