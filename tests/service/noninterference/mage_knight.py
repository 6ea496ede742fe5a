"""Plans of families of Mage Knight: hands and draws, hands of a night with a tactic on cards, artifacts won."""

import itertools
import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import engines
from engines.kernel.game import Json
from engines.kernel.replay import Fold
from tests.engines.mage_knight.boxes import own_deck
from tests.engines.mage_knight.playing import setup_of
from tests.service.noninterference.families import NAME, Hidden, Plan, Step

TITLE = engines.GAMES["mage_knight"]
BOX: Json = TITLE.box()
OPTIONS: Json = {name: option.default for name, option in TITLE.options().items()}
COMMON = ["march", "march", "stamina"]
"""Cards of every hand here: whatever else it holds, they can be played."""
OTHERS = ["stamina", "swiftness", "rage", "threaten", "crystallize", "mana_draw", "improvisation"]
"""Cards that every hero owns, and that nobody plays here."""
ARTIFACTS = [card["id"] for card in BOX["cards"] if card["kind"] == "artifact"]


def apart(count: int, draw: Callable[[], Json]) -> list[Json]:
    """So many values that a draw gives, no two of the same cards; in which order they are said tells nothing."""
    told: dict[str, Json] = {}
    while len(told) < count:
        value = draw()
        same = {part: sorted(cards) if isinstance(cards, list) else cards for part, cards in value.items()}
        told.setdefault(json.dumps(same), value)
    return list(told.values())


def values(rng: random.Random, count: int, *parts: str) -> list[Json]:
    """So many values: a hand of five, and a card drawn, put back or looked for."""

    def one() -> Json:
        first, second, third = rng.sample(OTHERS, 3)
        whole = {"hand": [*COMMON, first, second], "drawn": [third], "picked": [third], "back": [first]}
        return {part: whole[part] for part in parts}

    return apart(count, one)


def plain_turn(seat: int) -> Iterator[Json]:
    """A turn in which a March is played and a step is gone, up to its draw."""
    yield {"type": "begin_turn", "seat": seat}
    yield {"type": "play_card", "seat": seat, "card": "march", "use": "basic"}
    yield {"type": "move", "seat": seat, "to": [0, -1] if seat else [1, 0]}
    yield {"type": "end_turn", "seat": seat}


def idle_turn(seat: int) -> Iterator[Json]:
    """A whole turn in which a March is discarded."""
    yield {"type": "begin_turn", "seat": seat}
    yield {"type": "end_turn", "seat": seat}
    yield {"type": "discard_hand", "seat": seat, "cards": ["march"]}
    yield {"type": "draw", "seat": seat}


def deal(how: str, seat: int, move: Json) -> list[Step]:
    """A move of the table that deals the hand: typed by the recorder, or left open and given by the seat."""
    hands: Json = {"hands": {str(seat): Hidden("hand")}}
    if how == "confided":
        return [Step("recorder", {**move, **hands}, knows=True, names=True)]
    return [Step("recorder", move, names=True), Step(f"seat:{seat}", {"name": NAME, **hands}, "secrets", knows=True)]


def plan(how: str, seed: int, colours: list[str], seat: int, **fields: Any) -> Plan:
    """What all plans here have in common."""
    other = 1 - seat
    telling: list[Json] = fields.pop("telling")
    tried: list[Json] = [{"type": "play_card", "seat": seat, "card": card, "use": "basic"} for card in OTHERS]
    tried += [{"type": "discard_hand", "seat": who, "cards": [card]} for who in (seat, other) for card in OTHERS[2:5]]
    tried += [{"type": "rest", "seat": seat, "card": card} for card in ("rage", "threaten")]
    tried += [{"type": "draw", "seat": other, "drawn": ["rage"]}, {"type": "plunder", "seat": seat}]
    partial: list[Json] = [{"type": kind, "seat": seat} for kind in ("play_card", "discard_hand")]
    partial += [{"type": kind} for kind in TITLE.moves(BOX)]
    return Plan(
        how=f"mage_knight {how}", seed=seed, game="mage_knight", colours=colours, seat=seat, other=other, options={},
        confided=how.endswith("confided"), partial=partial, tried=telling + tried,
        orders=[{"type": "change_fame", "seat": other, "by": 1}], **fields,
    )  # fmt: skip


def telling_of(seat: int, part: str) -> list[Json]:
    """Moves to try with the hand in them, and with another part of the fact."""
    return [
        {"type": "discard_hand", "seat": seat, "cards": Hidden("hand")},
        {"type": "draw", "seat": seat, "drawn": Hidden(part)},
        {"type": "take_tactic", "seat": seat, "tactic": "rethink", "choices": [{"cards": Hidden("hand")}]},
    ]


def hand(how: str, seed: int, most: int) -> Plan:
    """A hand dealt at set-up, and a card drawn at the end of the first turn."""
    rng = random.Random(f"mage_knight hand {how} {seed}")
    colours = rng.sample(list(TITLE.colours(BOX)), 2)
    seat = rng.randrange(2)
    own = "recorder" if how == "confided" else f"seat:{seat}"
    tactics = {seat: "early_bird", 1 - seat: rng.choice(["planning", "the_right_moment"])}
    steps = deal(how, seat, setup_of(colours))
    steps += [Step("recorder", {"type": "take_tactic", "seat": who, "tactic": tactics[who]}) for who in (1, 0)]
    steps += [Step("recorder", move) for move in plain_turn(seat)]
    steps += [Step(own, {"type": "draw", "seat": seat, "drawn": Hidden("drawn")}, knows=True), Step("link")]
    steps += [Step("recorder", move) for move in plain_turn(1 - seat)]
    return plan(
        f"hand {how}", seed, colours, seat, values=values(rng, most, "hand", "drawn"), before=[], steps=steps,
        telling=telling_of(seat, "drawn"),
    )  # fmt: skip


def dusk(colours: list[str]) -> list[Json]:
    """A first day in which nobody does a thing: five cards are discarded a turn, until no deck is left."""
    left = {seat: own_deck_of(colour) for seat, colour in enumerate(colours)}
    moves = [setup_of(colours, hands={seat: deck[:5] for seat, deck in left.items()})]
    moves += [{"type": "take_tactic", "seat": seat, "tactic": ("early_bird", "planning")[seat]} for seat in (1, 0)]
    for start in (0, 5, 10):
        for seat in (0, 1):
            cards, drawn = left[seat][start : start + 5], left[seat][start + 5 : start + 10]
            moves += [{"type": kind, "seat": seat} for kind in ("begin_turn", "end_turn")]
            moves += [{"type": "discard_hand", "seat": seat, "cards": cards}]
            moves += [{"type": "draw", "seat": seat, "drawn": drawn}]
    moves += [{"type": "announce_end_of_round", "seat": 0}]
    moves += [{"type": kind, "seat": 1} for kind in ("begin_turn", "end_turn")]
    moves += [{"type": "discard_hand", "seat": 1, "cards": left[1][15:]}, {"type": "draw", "seat": 1}]
    return moves


def own_deck_of(colour: str) -> list[str]:
    return own_deck(next(hero["id"] for hero in BOX["heroes"] if hero["colour"] == colour))


NIGHT = {
    "type": "prepare_round",
    "dice": ["black", "red", "blue", "green"],
    "unit_offer": ["guardian_golems", "illusionists", "guardian_golems", "illusionists"],
}


PARTS = {"preparation": ["hand", "picked"], "midnight_meditation": ["hand", "back", "drawn"], "sparing_power": ["hand"]}
"""Tactic of the night -> what is hidden with it."""


def night(how: str, seed: int, most: int) -> Plan:
    """A hand of the night, and what a tactic does with cards: stored under it, put back and drawn, or looked for."""
    rng = random.Random(f"mage_knight night {how} {seed}")
    colours = rng.sample(list(TITLE.colours(BOX)), 2)
    seat = rng.randrange(2)
    own = "recorder" if how == "confided" else f"seat:{seat}"
    tactic = list(PARTS)[seed % len(PARTS)]
    taken: Json = {"type": "take_tactic", "seat": seat, "tactic": tactic}
    used: Json = {"type": "use_tactic", "seat": seat}
    parts = PARTS[tactic]
    dusky = {"type": "take_tactic", "seat": 1 - seat, "tactic": "from_the_dusk"}
    steps = deal(how, seat, NIGHT)
    takes = {seat: Step("recorder", taken), 1 - seat: Step("recorder", dusky)}
    if tactic == "preparation":
        takes[seat] = Step(own, {**taken, "picked": Hidden("picked")}, knows=True)
    steps += [takes[1], takes[0]]
    if tactic == "sparing_power":
        steps += [Step("recorder", {**used, "choices": [{"option": 1}]})]
    if tactic == "midnight_meditation":
        secret = {"picked": Hidden("back"), "drawn": Hidden("drawn")}
        steps += [Step(own, {**used, "choices": [{"number": 1}], **secret}, knows=True)]
    steps += [Step("link")]
    steps += [Step("recorder", move) for move in idle_turn(1 - seat)]
    if tactic == "sparing_power":
        # What lies under the tactic comes to the hand once its owner has had a turn.
        steps += [Step("recorder", move) for move in (*idle_turn(seat), {**used, "choices": [{"option": 2}]})]
    return plan(
        f"night of {tactic} {how}", seed, colours, seat, values=values(rng, most, *parts), before=dusk(colours),
        steps=steps, telling=telling_of(seat, parts[-1]),
    )  # fmt: skip


def artifact(how: str, seed: int, most: int) -> Plan:
    """Artifacts won: those kept, and the one put under their deck."""
    rng = random.Random(f"mage_knight artifact {how} {seed}")
    while True:
        colours = rng.sample(list(TITLE.colours(BOX)), 2)
        game = list(TITLE.table(random.Random(rng.random()), colours, OPTIONS, BOX, "public"))
        place = next((n for n, move in enumerate(game) if move.get("kind") == "artifact"), len(game))
        after = list(itertools.takewhile(lambda move: move.get("card") not in ARTIFACTS, game[place + 1 : place + 5]))
        if len(after) > 3:
            break
    seat = game[place]["seat"]
    fold: Fold[Any, Any] = Fold(TITLE, colours, OPTIONS, BOX)
    for move in game[:place]:
        fold.play(move)
    won = fold.view()["heroes"][str(seat)]["turn"]["rewards"].count("artifact")
    free = [card for card in ARTIFACTS if all(card not in str(move) for move in game[:place])]

    def won_cards() -> Json:
        cards = rng.sample(free, won + 1)
        return {"kept": cards[:-1], "bottom": cards[-1]}

    # A game that has come so far is long: fewer records than of a hand, and two at least, for what differs is a pair.
    won_values = apart(max(2, most // 3 + 1), won_cards)
    own = "recorder" if how == "confided" else f"seat:{seat}"
    taken = {**game[place], "kept": Hidden("kept"), "bottom": Hidden("bottom")}
    return plan(
        f"artifact {how}",
        seed,
        colours,
        seat,
        values=won_values,
        before=game[:place],
        steps=[Step(own, taken, knows=True, names=True), Step("link"), *(Step("recorder", move) for move in after)],
        telling=[
            taken,
            {"type": "discard_hand", "seat": seat, "cards": Hidden("kept")},
            {"type": "draw", "seat": seat, "drawn": Hidden("kept")},
        ],
    )
