"""Moves of Architects in few words, what a move changed at the table, and a table in its last turn.

Nothing here asks the engine what is right.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from engines.kernel.game import Json
from tests.engines.architects.table import Table, drafted
from tests.reference import figures

FIGURES = figures("architects")
PLACES = {
    "place_quarry": "quarry", "place_forest": "forest", "place_mines": "mines", "place_silversmith": "silversmith",
    "place_storehouse": "kings_storehouse", "place_town_centre": "town_centre", "place_tax_stand": "tax_stand",
    "place_guardhouse": "guardhouse", "workshop_hire": "workshop", "workshop_draw": "workshop",
    "market_left": "market_left", "market_right": "market_right", "market_hire": "market_middle",
    "market_draw": "market_middle", "build": "guildhall", "cathedral": "guildhall",
}  # fmt: skip
"""Where the worker of a move is placed."""
GROUND = ("clay", "wood", "stone", "gold", "marble")
"""What buildings cost, in the order of the reference's figures."""


# -------------------------------------------------------------------------------------------------------------- moves


def go(kind: str, seat: int = 0, **fields: Any) -> Json:
    """A worker is placed; the ``place_`` of a type may be left out."""
    return {"type": kind if kind in PLACES else f"place_{kind}", "seat": seat, **fields}


def mines(take: str | None, seat: int = 0, **fields: Any) -> Json:
    """A worker in the Mines."""
    return go("mines", seat, **({} if take is None else {"take": take}), **fields)


def trades(*names: str | tuple[str, Json], seat: int = 0, **fields: Any) -> Json:
    """A worker at the King's Storehouse; a trade is its name, or its name and what is paid."""
    made = [{"trade": it} if isinstance(it, str) else {"trade": it[0], "paid": it[1]} for it in names]
    return go("storehouse", seat, trades=made, **fields)


def hire(row: str | None, column: int | None, refill: str | None, seat: int = 0, **fields: Any) -> Json:
    """A hire at the Workshop."""
    return go("workshop_hire", seat, **hired(row, column, refill), **fields)


def hired(row: str | None, column: int | None, refill: str | None, **fields: Any) -> Json:
    """The fields of a hire."""
    made = {"row": row, "column": column, "refill": refill, **fields}
    return {key: value for key, value in made.items() if value is not None}


def captures(*groups: tuple[str, int], seat: int = 0, **fields: Any) -> Json:
    """A worker at the Town Centre; a group is a location and an owner."""
    return go("town_centre", seat, captures=taken(*groups), **fields)


def taken(*groups: tuple[str, int]) -> list[Json]:
    """Groups that are captured."""
    return [{"location": place, "seat": owner} for place, owner in groups]


def guard(*actions: str | Json, seat: int = 0, **fields: Any) -> Json:
    """A worker at the Guardhouse; ``ransom`` is written with its price, as ``ransom:silver``."""

    def made(action: str | Json) -> Json:
        if not isinstance(action, str):
            return action
        name, _, price = action.partition(":")
        return {"action": name, **({"price": price} if price else {})}

    return go("guardhouse", seat, actions=[made(action) for action in actions], **fields)


def build(card: str | None, seat: int = 0, **fields: Any) -> Json:
    """A building from the hand."""
    return go("build", seat, **({} if card is None else {"building": card}), **fields)


def step(reward: str | None = "R09", seat: int = 0, **fields: Any) -> Json:
    """A step on the Cathedral."""
    return go("cathedral", seat, **({} if reward is None else {"reward": reward}), **fields)


def back(location: str, seat: int = 0, **fields: Any) -> Json:
    """A worker taken back."""
    return {"type": "return_worker", "seat": seat, "location": location, **fields}


def reset(
    large: str | None = "wood2_marble2", small: str | None = "gold2", *abilities: tuple[Any, ...], **fields: Any
) -> Json:
    """The reset of the market; an ability is seat and card, and how many it releases."""
    listed = [dict(zip(("seat", "card", "release"), it, strict=False)) for it in abilities]
    faces = {"large_face": large, "small_face": small, "abilities": listed or None}
    return {"type": "resolve_reset", **{key: value for key, value in faces.items() if value is not None}, **fields}


# ------------------------------------------------------------------------------------------------- what a move changed


def counted(facts: Json) -> Counter[str]:
    """Every number of the facts by a name of its own, as ``0.clay``, ``forest.2``, ``prison.1``, ``tax``."""
    found: Counter[str] = Counter(tax=facts["tax_silver"])
    for place, there in [*facts["locations"].items(), ("prison", facts["prison"])]:
        found.update({f"{place}.{seat}": count for seat, count in there.items()})
    for place, seat in facts["market"].items():
        if seat is not None:
            found[f"market_{place}.{seat}"] += 1
    found.update(f"guildhall.{seat}" for seat in [*facts["guildhall"], *facts["aside"]])
    shown = facts["apprentices"]
    found["pile"] = shown["pile"]
    found["laid"] = sum(silver for row in ("top", "bottom") for _, silver in shown[row])
    found["cards"] = facts["building_pile"]
    found["left"] = facts["market_piles"]["left"]
    found["right"] = facts["market_piles"]["right"]
    found["rewards"] = facts["rewards"]["pile"]
    for seat, mine in facts["seats"].items():
        found.update({f"{seat}.{good}": count for good, count in mine["goods"].items()})
        found.update({f"{seat}.holds.{owner}": count for owner, count in mine["captives"].items()})
        for name in ("workers", "virtue", "cathedral", "unpaid", "paid", "hand"):
            found[f"{seat}.{name}"] = mine[name]
        for name in ("apprentices", "buildings"):
            found[f"{seat}.{name}"] = len(mine[name])
    return found


def differs(before: Counter[str], after: Counter[str]) -> dict[str, int]:
    """What is more, or less, than before."""
    both = {name: after[name] - before[name] for name in {*before, *after}}
    return {name: by for name, by in both.items() if by}


def effect(t: Table, move: Json) -> dict[str, int]:
    """Play a move, and tell everything that it changed but the worker it placed; nothing else may have changed."""
    before = counted(t.facts)
    t.when(move).accepted()
    after = counted(t.facts)
    if move["type"] in PLACES:
        after[f"{move['seat']}.workers"] += 1
        after[f"{PLACES[move['type']]}.{move['seat']}"] -= 1
    return differs(before, after)


def own(t: Table, move: Json, seat: int = 0) -> dict[str, int]:
    """What a move changed of a seat's goods, virtue, debts, hand and level, under their plain names."""
    kept = (*GROUND, "silver", "virtue", "unpaid", "paid", "hand", "cathedral")
    found = effect(t, move)
    return {name: found[f"{seat}.{name}"] for name in kept if f"{seat}.{name}" in found}


def clauses_of(code: str) -> list[str]:
    """The clauses that the reference's table gives for a code."""
    return [f"ARC-{number}" for number in FIGURES["refusals"][code].split()]


def no(t: Table, number: int, move: Json, *rules: str, names: Sequence[str] = ()) -> Table:
    """The move is refused by this line of the illegal moves (one of these clauses), and nothing changes."""
    t.when(move).refused(*(rules or clauses_of(f"ill_{number}")), code=f"ill_{number}", names=names)
    return t


# ---------------------------------------------------------------------------------------------------------- positions


def each(count: int, *goods: str) -> Json:
    """So many of each of these goods; of all that buildings cost, where none is named."""
    return dict.fromkeys(goods or GROUND, count)


def cost(card: str) -> Json:
    """What a building of the reference costs."""
    return {good: count for good, count in zip(GROUND, FIGURES["buildings"][card][1], strict=True) if count}


def skilled(card: str) -> list[str]:
    """Apprentices that cover the skills of a building of the reference, none of them with an ability for building."""
    who = {"carpentry": "A18", "tiling": "A16", "masonry": "A17"}
    return [who[skill] for skill in FIGURES["buildings"][card][2].split()]


def ready(card: str, seats: int = 3, *, seat: int = 0, virtue: int = 7, **options: Any) -> Table:
    """A table where a seat is to move and has the goods and skills for a building, and nothing else."""
    t = drafted(seats, **options)
    t.have(seat, **{**each(0, *GROUND, "silver"), **cost(card)}, virtue=virtue, apprentices=skilled(card))
    return t.turn(seat)


IDLE = {"type": "place_storehouse", "trades": []}
"""A worker at the King's Storehouse who trades nothing: all but the worker stays as it is (ARC-5.15)."""


def last_turns(seats: int | tuple[str, ...] = 2, **options: Any) -> Table:
    """The final round, brought by seat 0 and with every seat's last turn to come; nobody has goods, debts or points."""
    t = drafted(seats, **options)
    count = len(t.fold.seats)
    spaces = FIGURES["guildhall"][str(count)]["spaces"]
    for seat in range(count):
        t.stand(seat, guildhall=(spaces - 1 + seat) // count)
    t.turn(0).have(0, gold=1, virtue=7, hand=3).after(step("R09"))
    assert t.facts["phase"] == "final_round"
    for seat in range(count):
        t.have(seat, **each(0, *GROUND, "silver"), virtue=7, unpaid=0, level=0)
    return t


def last(seats: int | tuple[str, ...] = 2, **options: Any) -> Table:
    """The very last turn, of seat 0; nobody has goods, debts or points."""
    t = last_turns(seats, **options)
    for seat in range(1, len(t.fold.seats)):
        t.after({**IDLE, "seat": seat})
    return t


def scored(t: Table) -> Json:
    """Play the last turn so that it changes nothing, and tell the result."""
    t.after({**IDLE, "seat": 0})
    result = t.fold.result()
    assert result is not None
    return result


def lines(result: Mapping[str, Any], seat: int = 0) -> dict[str, int]:
    """The points of a seat, line by line, without those that are nothing."""
    return {name: line["vp"] for name, line in result["seats"][str(seat)]["breakdown"].items() if line["vp"]}


def score(result: Mapping[str, Any], seat: int = 0) -> int:
    """The total of a seat."""
    return int(result["seats"][str(seat)]["score"])


def bonus(result: Mapping[str, Any], card: str, seat: int = 0) -> Any:
    """What the end effect of a building brought."""
    cards = result["seats"][str(seat)]["breakdown"]["buildings"]["cards"]
    return next(found["bonus"] for found in cards if found["id"] == card)
