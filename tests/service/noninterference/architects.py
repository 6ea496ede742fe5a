"""Plans of families whose hidden fact is cards of a hand of Architects: kept in the draft, drawn, or put away."""

import random
from typing import Any

import engines
from engines.kernel.game import Json
from tests.service.noninterference.families import HIDDEN, NAME, Hidden, Plan, Step, first_version
from tests.service.noninterference.texts import kinds

GAME = engines.GAMES["architects"]
BUILDINGS = [card["id"] for card in GAME.box()["buildings"] if card["set"] == "base"]
OPTIONS = {name: field.default for name, field in GAME.options().items()}
NOTES = ("drawn", "kept", "put_back", "discarded")
"""The parameters that tell which cards came into a hand or left it."""
NOTED = ("workshop_draw", "market_draw", "cathedral", "discard_to_limit")
"""Types of moves that have one of them, and nothing else that a seat could choose later."""
WINDOW = 5
"""Moves that follow while the fact stays hidden, at most."""


def evening(rng: random.Random) -> tuple[list[str], Json, list[Json], list[Json]]:
    """Colours, options, and a game twice: as somebody types it who is told every hand, and who is told none."""
    colours = rng.sample(list(GAME.colours(GAME.box())), rng.choice([2, 3, 4]))
    options: Json = {"side": rng.choice([1, 2]), "starting_apprentice": rng.random() < 0.3}
    seed = rng.random()
    told, untold = (
        list(GAME.table(random.Random(seed), colours, OPTIONS | options, GAME.box(), knows))
        for knows in ("all", "public")
    )
    return colours, options, told, untold


def built(moves: list[Json]) -> set[str]:
    works = [work for move in moves for work in (move, move.get("crane") or {})]
    return {work["building"] for work in works if "building" in work}


def dealt(rng: random.Random, like: Any, cards: list[str]) -> Any:
    """As many cards as a game has, chosen by chance: by parameter, a list of them, or one."""
    if not isinstance(like, dict):
        drawn = rng.sample(cards, len(like) if isinstance(like, list) else 1)
        return drawn if isinstance(like, list) else drawn[0]
    left, out = list(cards), {}
    for name, part in like.items():
        out[name] = dealt(rng, part, left)
        taken = out[name] if isinstance(part, list) else [out[name]]
        left = [card for card in left if card not in taken]
    return out


def kept(how: str, seed: int, most: int) -> Plan:
    """The three buildings of a first hand: confided to the recorder, or given by their seat from its own link."""
    rng = random.Random(f"architects kept {how} {seed}")
    colours, options, _, game = evening(rng)
    place = next(n for n, move in enumerate(game) if move["type"] == "draft_done")
    seat = rng.randrange(len(colours))
    facts: Json = {"kept": {str(seat): HIDDEN}}
    move = {"type": "draft_done", **(facts if how == "confided" else {})}
    return _plan(rng, "kept", how, seed, most, (colours, options, game), place, seat, move, facts, ["", "", ""])


def noted(how: str, seed: int, most: int) -> Plan:
    """Cards drawn or put under the pile: confided to the recorder, sealed by their seat, or given later by it."""
    rng = random.Random(f"architects noted {how} {seed}")
    while True:
        colours, options, told, game = evening(rng)
        # Only some of a table tell of their cards; a card by itself is one that left a hand openly.
        found = [n for n, move in enumerate(told) if move["type"] in NOTED and any(name in move for name in NOTES)]
        if found:
            break
    # The earlier of two: a short record is asked for more quickly. Rare types are not lost among draws.
    rare = [n for n in found if told[n]["type"] != "workshop_draw"]
    pool = rare if rare and rng.random() < 0.5 else found
    place = min(rng.choice(pool), rng.choice(pool))
    like = {name: told[place][name] for name in NOTES if name in told[place]}
    facts = {name: Hidden(name) for name in like}
    move = {**game[place], **({} if how == "late" else facts)}
    return _plan(rng, "noted", how, seed, most, (colours, options, game), place, game[place]["seat"], move, facts, like)


def _plan(  # noqa: PLR0913, PLR0917 - what was drawn, and what it makes
    rng: random.Random,
    what: str,
    how: str,
    seed: int,
    most: int,
    evening: tuple[list[str], Json, list[Json]],
    place: int,
    seat: int,
    move: Json,
    facts: Json,
    like: Any,
) -> Plan:
    """A family in which a seat's cards are hidden by the move at this place of a game."""
    colours, options, game = evening
    other = (seat + rng.randrange(1, len(colours))) % len(colours)
    last = min(place + 1 + WINDOW, len(game))
    if how == "confided":
        # The recorder is refused a building that the hand they know has not: so far it is another game.
        works = (n for n in range(place + 1, last) if game[n]["type"] == "build" and game[n]["seat"] == seat)
        last = next(works, last)
    # What is built by then would be refused to who knows the hand.
    free = [card for card in BUILDINGS if card not in built(game[:last])]
    values: list[Any] = []
    while len(values) < most:
        values += [cards for cards in [dealt(rng, like, free)] if cards not in values]
    after = [Step("recorder", one) for one in game[place + 1 : last]]
    link, own = [Step("link")], f"seat:{seat}"
    if how == "late":
        at = rng.randint(0, len(after) // 2)
        late = Step(own, {"name": NAME, **facts}, "secrets", knows=True)
        steps = [Step("recorder", move, names=True), *after[:at], late, *link, *after[at:]]
    else:
        hand = "recorder" if how == "confided" else own
        steps = [Step(hand, move, knows=True, names=True), *link, *after]
    some = rng.sample(free, 3)
    telling: list[Json] = [
        {**game[place], **facts},
        {"type": "workshop_draw", "seat": seat, **facts},
        {"type": "reveal_hand", "seat": seat, **({} if what == "noted" else {"cards": HIDDEN})},
    ]
    return Plan(
        how=f"architects {what} {how}",
        seed=seed,
        game="architects",
        colours=colours,
        seat=seat,
        other=other,
        values=values,
        before=game[:place],
        steps=steps,
        confided=how == "confided",
        options=options,
        partial=[*telling[:2], {"type": "build", "seat": seat}, {"type": "cathedral"}, *kinds("architects")],
        tried=[
            *telling, *({"type": "build", "seat": seat, "building": card} for card in some),
            *({"type": "build", "seat": other, "building": card} for card in some),
            {"type": "workshop_draw", "seat": other, "drawn": some[:1]},
            {"type": "draft_done", "kept": {str(other): some}}, {"type": "discard_to_limit"},
            {"type": "place_tax_stand"}, {"type": "return_worker", "location": "forest"},
        ],
        gifts=[
            {"name": str(first_version(colours) + n), "kept": {str(other): some}}
            for n, one in enumerate(game[:place])
            if one["type"] == "draft_done"
        ],
        orders=[{"type": "give_building", "seat": other, "building": card} for card in some],
    )  # fmt: skip
