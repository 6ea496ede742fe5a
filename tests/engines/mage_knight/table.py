"""A short way to write boxes, moves and tables of Mage Knight. Nothing here asks the engine what is right.

Seats are numbers. A payment is written as ``die:green``, ``crystal:red``, ``die:gold=blue`` (what it counts as behind
the sign). A choice is written as a pair: ``("option", 2)``, ``("cards", ["march"])``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engines import mage_knight
from engines.kernel.game import Json
from engines.kernel.replay import Fold
from tests.engines.given import Hand, Line, Position, defaults

COLOURS = ("red", "blue", "green", "white")
HEROES = {"red": "arythea", "blue": "tovak", "green": "goldyx", "white": "norowas"}
TACTICS = {
    False: ("early_bird", "rethink", "mana_steal", "planning", "great_start", "the_right_moment"),
    True: ("from_the_dusk", "long_night", "mana_search", "midnight_meditation", "preparation", "sparing_power"),
}
ORCS = ("prowlers", "prowlers")
"""What lies on the orcs of tiles 1 and 2 where a test does not say."""
OFFER = ("peasants", "foresters", "herbalists", "utem_crossbowmen", "utem_guardsmen", "guardian_golems")
DICE = ("red", "blue", "green", "white", "red", "blue")
TILE_1, TILE_2 = (1, -3), (3, -2)
"""The centres of tiles 1 and 2 as they lie by default."""
ORCS_1, ORCS_2 = (1, -4), (3, -3)
"""The spaces of their orcs."""

Payment = str | Json
Pair = tuple[str, Any]

# -------------------------------------------------------------------------------------------------------------- boxes


def box(**changes: Any) -> Json:
    """The default box with some parts replaced, each as an owner of another printing would change it.

    Args:
        changes: ``decks`` hero -> card -> copies (16 in all; any card of the box); ``fame`` thresholds of the levels,
            the first 0; ``units``, ``enemies``, ``cards``, ``skills``, ``tactics`` id -> members that change;
            ``levels`` level -> members that change.
    """
    made = mage_knight.box()
    for hero in made["heroes"]:
        hero["deck"] = dict(changes.get("decks", {}).get(hero["id"], hero["deck"]))
    for level, fame in zip(made["levels"], changes.get("fame", ()), strict=False):
        level["fame"] = fame
    for level in made["levels"]:
        level.update(changes.get("levels", {}).get(level["level"], {}))
    for part in ("units", "enemies", "cards", "skills", "tactics"):
        for thing in made[part]:
            thing.update(changes.get(part, {}).get(thing["id"], {}))
    return made


def deck_with(hero: str, *cards: str) -> dict[str, int]:
    """The deck of a hero in which the first so many cards are replaced by these, 16 in all."""
    made = mage_knight.box()
    deck = next(one["deck"] for one in made["heroes"] if one["id"] == hero)
    full = [card for card, count in deck.items() for _ in range(count)]
    out: dict[str, int] = {}
    for card in [*cards, *full][:16]:
        out[card] = out.get(card, 0) + 1
    return out


# -------------------------------------------------------------------------------------------------------------- moves


def pays(*payments: Payment) -> list[Json]:
    """Payments as moves carry them: ``die:green``, ``die:gold=blue``."""
    out: list[Json] = []
    for payment in payments:
        if not isinstance(payment, str):
            out.append(payment)
            continue
        source, _, rest = payment.partition(":")
        shows, _, as_ = rest.partition("=")
        out.append({"from": source, "shows": shows, **({"as": as_} if as_ else {})})
    return out


def asked(
    *,
    pay: Sequence[Payment] = (),
    choices: Iterable[Pair] = (),
    facts: Iterable[Pair] = (),
    drawn: Sequence[str] | None = None,
    picked: Sequence[str] | None = None,
    offer: Sequence[str] | None = None,
) -> Json:
    """What an effect asks, without the lists that are empty (MK-24.3)."""
    told: Json = {
        "payments": pays(*pay),
        "choices": [{name: value} for name, value in choices],
        "facts": [{name: value} for name, value in facts],
        "drawn": None if drawn is None else list(drawn),
        "picked": None if picked is None else list(picked),
        "offer": None if offer is None else list(offer),
    }
    return {name: value for name, value in told.items() if value}


def move(kind: str, seat: int | None = None, /, **fields: Any) -> Json:
    """Any move; what is None is left out."""
    who = {} if seat is None else {"seat": seat}
    return {"type": kind, **who, **{name: value for name, value in fields.items() if value is not None}}


def play(seat: int, card: str, use: str = "basic", **more: Any) -> Json:
    """A card played basic or strong; ``more`` as :func:`asked`."""
    return {"type": "play_card", "seat": seat, "card": card, "use": use, **asked(**more)}


def sideways(seat: int, card: str, gives: str, **more: Any) -> Json:
    """A card played sideways; ``with_`` is the skill that changes it."""
    skill = more.pop("with_", None)
    changed = {} if skill is None else {"with": skill if isinstance(skill, dict) else {"skill": skill}}
    return {
        "type": "play_card",
        "seat": seat,
        "card": card,
        "use": "sideways",
        "gives": gives,
        **changed,
        **asked(**more),
    }


def skill(seat: int, name: str, hero: str | None = None, **more: Any) -> Json:
    return {
        "type": "use_skill",
        "seat": seat,
        "skill": name,
        **({} if hero is None else {"hero": hero}),
        **asked(**more),
    }


def unit(seat: int, number: int, ability: int, **more: Any) -> Json:
    return {"type": "activate_unit", "seat": seat, "unit": number, "ability": ability, **asked(**more)}


def option(seat: int, of: str, **more: Any) -> Json:
    return {"type": "use_option", "seat": seat, "of": of, **asked(**more)}


def walk(seat: int, *spaces: Sequence[int], tokens: Iterable[tuple[Sequence[int], str]] = ()) -> list[Json]:
    """Steps to these spaces, one after another; the tokens are turned up by the last one."""
    steps = [{"type": "move", "seat": seat, "to": list(space)} for space in spaces]
    found = [{"at": list(at), "token": token} for at, token in tokens]
    if found:
        steps[-1]["tokens"] = found
    return steps


def at(*tokens: tuple[Sequence[int], str]) -> list[Json]:
    """Tokens turned up, as moves carry them."""
    return [{"at": list(space), "token": token} for space, token in tokens]


def explore(seat: int, position: Sequence[int], tile: str, *tokens: tuple[Sequence[int], str], **more: Any) -> Json:
    return {
        "type": "explore",
        "seat": seat,
        "position": list(position),
        "tile": tile,
        **({"tokens": at(*tokens)} if tokens else {}),
        **more,
    }


def setup(seats: int = 2, **changes: Any) -> Json:
    """The set-up of a table; seats chose their heroes from the last to the first, so seat 0 takes the last tactic."""
    heroes = [{"seat": seat, "hero": HEROES[COLOURS[seat]]} for seat in range(seats)]
    made: Json = {
        "type": "setup",
        "heroes": heroes,
        "tokens": at((ORCS_1, ORCS[0]), (ORCS_2, ORCS[1])),
        "unit_offer": list(OFFER[: seats + 2]),
        "dice": list(DICE[: seats + 2]),
    }
    made.update(changes)
    return {name: value for name, value in made.items() if value is not None}


def tactics(seats: int = 2, *names: str, night: bool = False) -> list[Json]:
    """Tactics taken in the order in which the first round asks for them: the last chooser of a hero first.

    Without names seat 0 takes the lowest number, seat 1 the next, so that turns go by seat.
    """
    day = ("early_bird", "planning", "great_start", "the_right_moment")
    dark = ("from_the_dusk", "long_night", "mana_search", "midnight_meditation")
    chosen = dict(enumerate(names or (dark if night else day)[:seats]))
    return [{"type": "take_tactic", "seat": seat, "tactic": chosen[seat]} for seat in reversed(range(seats))]


def fold(seats: int = 2, *, box: Json | None = None, **options: Any) -> Fold[Any, Any]:
    """An empty table."""
    return Fold(mage_knight, list(COLOURS[:seats]), {**defaults(mage_knight), **options}, box or mage_knight.box())


HAND = Hand()


def table(seats: int = 2, *, box: Json | None = None, **options: Any) -> Position:
    """An empty table, to be gone on with (``.after``, ``.when``)."""
    return Position(fold(seats, box=box, **options), HAND)


def start(
    seats: int = 2,
    *moves: Line,
    box: Json | None = None,
    tactic: Sequence[str] = (),
    aa_deck: int = 16,
    **changes: Any,
) -> Position:
    """A table after set-up and tactics of the first day, seat 0 to move and its turn begun, and then some moves.

    Args:
        seats: How many sit down.
        moves: What follows.
        box: Another box.
        tactic: By seat; without it 1 for seat 0, and so on.
        aa_deck: The option.
        changes: Of the set-up.
    """
    made = table(seats, box=box, aa_deck=aa_deck).after(setup(seats, **changes), *tactics(seats, *tactic))
    return made.after({"type": "begin_turn", "seat": 0}, *moves)


def turn_over(seat: int, *, dice: Sequence[str] | None = None, discard: Sequence[str] = (), **more: Any) -> list[Json]:
    """The end of a turn: ``end_turn``, dice that are rolled, cards discarded, ``draw``."""
    steps: list[Json] = [{"type": "end_turn", "seat": seat}]
    if dice is not None:
        steps.append({"type": "return_dice", "seat": seat, "faces": list(dice)})
    if discard:
        steps.append({"type": "discard_hand", "seat": seat, "cards": list(discard)})
    return [*steps, {"type": "draw", "seat": seat, **more}]


def seat_of(view: Mapping[str, Any], seat: int) -> Any:
    """What a view holds of a seat."""
    return view["heroes"][str(seat)]
