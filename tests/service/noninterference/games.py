"""Plans of families by seed: a starting tile of Kingdoms, a program or fist of Xidit, a hand of the toy; all ways."""

import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import engines
from engines.kernel.game import Json
from engines.kernel.replay import Fold
from tests.service.noninterference.architects import kept, noted
from tests.service.noninterference.families import HIDDEN, NAME, Hidden, Plan, Step, first_version
from tests.service.noninterference.mage_knight import artifact, night
from tests.service.noninterference.mage_knight import hand as hand_of_cards
from tests.service.noninterference.texts import dispute, note
from tests.toy import night_market as toy

KINGDOMS, XIDIT = engines.GAMES["kingdoms"], engines.GAMES["xidit"]
KINDS = [kind["id"] for kind in KINGDOMS.box()["kinds"]]
ICONS = [icon["id"] for icon in XIDIT.box()["icons"]]
UNITS = [unit["id"] for unit in XIDIT.box()["units"]]
MODES = [mode["id"] for mode in XIDIT.box()["modes"]]
OPTIONS = {name: field.default for name, field in XIDIT.options().items()}


def hidden(game: list[Json], rng: random.Random) -> tuple[int, int, int]:
    """A deal whose tile stays hidden for some moves: its place, where the tile is shown, and where its epoch ends."""
    found = []
    for place, deal in enumerate(game):
        if deal["type"] != "deal_starting_tile":
            continue
        turns = [n for n in range(place, len(game)) if game[n]["type"] in ("place_castle", "draw_and_place")]
        opened = ("deal_starting_tile", "choose_start_player")
        end = next((n for n in range(turns[0], len(game)) if game[n]["type"] in opened), len(game))
        shows = ("place_starting_tile", "reveal_starting_tile")
        mine = (n for n in range(place, end) if game[n]["type"] in shows and game[n]["seat"] == deal["seat"])
        shown = next(mine, None)
        if shown is None or shown - place > 4:
            found.append((place, len(game) if shown is None else shown, end if shown is None else shown))
    # The earlier of two: a short record is asked for more quickly.
    return min(rng.choice(found), rng.choice(found))


def stock(game: list[Json], colours: list[str], upto: int) -> list[str]:
    """Kinds that the public does not rule out after so many moves."""
    fold: Fold[Any, Any] = Fold(KINGDOMS, colours, {}, KINGDOMS.box())
    for move in game[:upto]:
        fold.play(move)
    return [kind for kind, left in fold.view()["stock"].items() if left]


def starting_tile(how: str, seed: int, most: int) -> Plan:
    """A starting tile that nobody shows: typed by the recorder, sealed by its seat, or given later by its seat."""
    rng = random.Random(f"kingdoms {how} {seed}")
    colours = rng.sample(list(KINGDOMS.colours(KINGDOMS.box())), rng.choice([2, 3, 4]))
    while True:
        game = list(KINGDOMS.table(random.Random(rng.random()), colours, {}, KINGDOMS.box(), "public"))
        place, shown, end = hidden(game, rng)
        # To the end of its epoch: from there on it is no more than a longer record.
        last = min(shown, end, place + 18)
        # What a seat seals itself may be anything; the rest must be able to be true.
        kinds = KINDS if how == "sealed" else stock(game, colours, last)
        if len(kinds) > 2:
            break
    seat = game[place]["seat"]
    other = (seat + rng.randrange(1, len(colours))) % len(colours)
    deal: Json = {**game[place], "tile": HIDDEN}
    after = [Step("recorder", move) for move in game[place + 1 : last]]
    own = f"seat:{seat}"
    link = [Step("link")]
    if how == "confided":
        steps = [Step("recorder", deal, knows=True, names=True), *link, *after]
    elif how == "sealed":
        steps = [Step(own, deal, knows=True, names=True), *link, *after]
    else:
        at = rng.randint(0, len(after) // 2)
        late = Step(own, {"name": NAME, "tile": HIDDEN}, "secrets", knows=True)
        steps = [Step("recorder", game[place], names=True), *after[:at], late, *link, *after[at:]]
    space = {"row": rng.randint(1, 5), "col": rng.randint(1, 6)}
    partial: list[Json] = [
        {"type": "draw_and_place"},
        {"type": "place_starting_tile", "seat": seat, "tile": HIDDEN},
        {"type": "draw_and_place", "tile": rng.choice(KINDS), "row": space["row"]},
    ]
    partial += [{"type": kind} for kind in KINGDOMS.moves(KINGDOMS.box())]
    tried: list[Json] = [
        {"type": "place_starting_tile", "tile": HIDDEN, **space},
        {"type": "reveal_starting_tile", "seat": seat, "tile": HIDDEN},
        {"type": "draw_and_place", "tile": HIDDEN, **space},
    ]
    tried += [{"type": "draw_and_place", "tile": kind, **space} for kind in KINDS]
    tried += [{"type": "deal_starting_tile", "seat": other, "tile": HIDDEN}]
    tried += [{"type": "place_starting_tile", **space}, {"type": "place_starting_tile", "seat": seat, **space}]
    tried += [{"type": "reveal_starting_tile", "seat": seat}, {"type": "pass"}, {"type": "score_epoch", "gold": {}}]
    gifts: list[Json] = [
        {"name": str(first_version(colours) + n), "tile": HIDDEN}
        for n, move in enumerate(game[:place])
        if move["type"] == "deal_starting_tile" and move["seat"] != seat
    ]
    return Plan(
        how=f"kingdoms {how}", seed=seed, game="kingdoms", colours=colours, seat=seat, other=other,
        values=rng.sample(kinds, min(most, len(kinds))), before=game[:place], steps=steps, confided=how == "confided",
        options={}, partial=partial, tried=tried, gifts=gifts,
        orders=[{"type": "put_tile", "seat": other, "tile": HIDDEN, **space}],
    )  # fmt: skip


def six(rng: random.Random) -> list[str]:
    return [rng.choice(ICONS) for _ in range(6)]


def a_game(rng: random.Random, colours: list[str], options: Json) -> Iterator[Json]:
    return XIDIT.table(random.Random(rng.random()), colours, OPTIONS | options, XIDIT.box(), "public")


def up_to(game: Iterator[Json], kind: str, times: int) -> list[Json]:
    """The moves of a game up to the one of this type that comes at last."""
    found: list[Json] = []
    for move in game:
        found.append(move)
        times -= move["type"] == kind
        if not times:
            break
    return found


def others_too(
    rng: random.Random, seats: list[int], first: Callable[[int], Json], last: Callable[[int], Json]
) -> tuple[list[Step], set[int]]:
    """What the other seats do meanwhile, and who of them is sealed at last."""
    acts, sealed = [], set()
    for seat in seats:
        mine = []
        how = rng.choice(["own", "own", "confided", "empty", "none"])
        if rng.random() < 0.4:
            mine.append(Step(f"seat:{seat}", first(seat)))
        # What a seat sealed from its own link nobody else replaces.
        hand = f"seat:{seat}" if how == "own" or mine else "recorder"
        if how == "empty":
            empty = {key: value for key, value in last(seat).items() if key not in ("orders", "count")}
            mine.append(Step(hand, empty))
        elif how != "none" or mine:
            mine.append(Step(hand, last(seat)))
            sealed.add(seat)
        acts.append(mine)
    steps = []
    while any(acts):
        steps.append(rng.choice([mine for mine in acts if mine]).pop(0))
    return steps, sealed


def hide(rng: random.Random, how: str, seat: int, move: Json, fact: str, meanwhile: list[Step]) -> list[Step]:
    """The steps of a phase in which everybody seals: the fact among what the others do."""
    hand = "recorder" if how == "confided" else f"seat:{seat}"
    at = rng.randint(0, len(meanwhile) // 2)
    if how != "late":
        return [*meanwhile[:at], Step(hand, move, knows=True, names=True), Step("link"), *meanwhile[at:]]
    empty = {key: value for key, value in move.items() if key != fact}
    locks = Step(rng.choice(["recorder", hand]), empty, names=True)
    late = Step(hand, {"name": NAME, fact: HIDDEN}, "secrets", knows=True)
    return [*meanwhile[:at], locks, late, Step("link"), *meanwhile[at:]]


def xidit_moves(seat: int, other: int, unit: str, rng: random.Random) -> tuple[list[Json], list[Json]]:
    """Parts of moves to ask about, and moves to try, that say nothing of the fact."""
    partial: list[Json] = [{"type": kind} for kind in XIDIT.moves(XIDIT.box())]
    partial += [{"type": kind, "seat": who} for kind in ("program", "census_show") for who in (seat, other)]
    partial += [{"type": "census_show", "seat": seat, "unit": unit}, {"type": "census_open", "unit": unit}]
    tried: list[Json] = [
        {"type": "reveal_orders"}, {"type": "reveal_orders", "orders": {str(other): six(rng)}},
        {"type": "program", "seat": other}, {"type": "program", "seat": other, "orders": six(rng)},
        {"type": "program", "seat": seat}, {"type": "program", "seat": seat, "orders": ["wait"]},
        {"type": "execute", "seat": seat}, {"type": "census_open", "unit": unit},
        {"type": "census_open", "unit": unit, "counts": {str(other): 0}},
        {"type": "census_show", "seat": other, "unit": unit, "count": 1},
        {"type": "census_show", "seat": seat, "unit": unit}, {"type": "declare", "seat": seat, "total": 3},
        {"type": "end_year"}, {"type": "evaluate"},
    ]  # fmt: skip
    return partial, tried


def xidit_table(rng: random.Random) -> tuple[list[str], Json]:
    colours = rng.sample(list(XIDIT.colours(XIDIT.box())), rng.choice([3, 3, 4, 5]))
    return colours, {"mode": rng.choice(MODES)}


def program(how: str, seed: int, most: int) -> Plan:
    """Six orders: confided to the recorder, sealed by their seat, given later, or thought over and hidden for good."""
    rng = random.Random(f"xidit program {how} {seed}")
    colours, options = xidit_table(rng)
    year = rng.choice([1, 1, 1, 1, 2, 2, 3])
    table = a_game(rng, colours, options)
    game = up_to(table, "reveal_orders", year)
    reveal = game.pop()
    while game[-1]["type"] == "program":
        game.pop()
    seat = rng.randrange(len(colours))
    rest = [other for other in range(len(colours)) if other != seat]
    other = rng.choice(rest)

    def orders(who: int) -> Json:
        return {"type": "program", "seat": who, "orders": reveal["orders"][str(who)]}

    meanwhile, sealed = others_too(rng, rest, lambda who: {**orders(who), "orders": six(rng)}, orders)
    move: Json = {"type": "program", "seat": seat, "orders": HIDDEN}
    sealing = "sealed" if how == "thought over" else how
    steps = hide(rng, sealing, seat, move, "orders", meanwhile)
    typed = {key: plan for key, plan in reveal["orders"].items() if int(key) not in sealed | {seat}}
    opening: Step | None = Step("recorder", {"type": "reveal_orders", "orders": typed})
    if how == "thought over":
        again = {"type": "program", "seat": seat, "orders": reveal["orders"][str(seat)]}
        steps += [Step(f"seat:{seat}", again, knows=True), Step("recorder", {"type": "reveal_orders", "orders": typed})]
        steps += [Step("recorder", next(table)) for _ in range(rng.randint(3, 12))]
        opening = None
    partial, tried = xidit_moves(seat, other, rng.choice(UNITS), rng)
    everybody = {str(who): reveal["orders"][str(who)] for who in range(len(colours))}
    before = {key: plan for key, plan in reveal["orders"].items() if int(key) < seat}
    partial.insert(0, {"type": "reveal_orders", "orders": {str(seat): HIDDEN}})
    partial.insert(0, {"type": "reveal_orders", "orders": before})
    telling: list[Json] = [
        {"type": "reveal_orders", "orders": {**everybody, str(seat): HIDDEN}},
        {"type": "program", "seat": seat, "orders": HIDDEN},
        {"type": "reveal_orders", "orders": {str(seat): HIDDEN}},
    ]
    values: list[list[str]] = []
    while len(values) < most:
        values += [plan for plan in [six(rng)] if plan not in [*values, reveal["orders"][str(seat)]]]
    return Plan(
        how=f"xidit program {how}", seed=seed, game="xidit", colours=colours, seat=seat, other=other, values=values,
        before=game, steps=steps, confided=how == "confided", options=options,
        policies={"memory_aid": rng.random() < 0.15}, partial=partial, tried=telling + tried, opening=opening,
    )  # fmt: skip


def fist(how: str, seed: int, most: int) -> Plan:
    """A fist of the census: confided to the recorder, sealed by its seat, or given later."""
    rng = random.Random(f"xidit fist {how} {seed}")
    while True:
        colours, options = xidit_table(rng)
        game, found = [], []
        fold: Fold[Any, Any] = Fold(XIDIT, colours, OPTIONS | options, XIDIT.box())
        for move in a_game(rng, colours, options):
            if move["type"] == "census_open":
                held = {int(who): behind["units"][move["unit"]] for who, behind in fold.view()["derived"].items()}
                found += [(count, len(game), who) for who, count in held.items() if count > 1]
            elif found and move["type"] == "end_year":
                break
            game.append(move)
            fold.play(move)
        if found:
            break
    best = max(found)[0]
    held, place, seat = rng.choice([one for one in found if one[0] >= min(best, 4)])
    opened, game = game[place], game[:place]
    while game[-1]["type"] == "census_show":
        game.pop()
    unit, counts = opened["unit"], opened["counts"]
    rest = [other for other in range(len(colours)) if other != seat]
    other = rng.choice(rest)

    def fists(who: int) -> Json:
        return {"type": "census_show", "seat": who, "unit": unit, "count": counts[str(who)]}

    meanwhile, sealed = others_too(rng, rest, lambda who: {**fists(who), "count": 0}, fists)
    move = {"type": "census_show", "seat": seat, "unit": unit, "count": HIDDEN}
    steps = hide(rng, how, seat, move, "count", meanwhile)
    typed = {key: count for key, count in counts.items() if int(key) not in sealed | {seat}}
    partial, tried = xidit_moves(seat, other, unit, rng)
    partial.insert(0, {"type": "census_open", "unit": unit, "counts": {str(seat): HIDDEN}})
    partial.insert(0, {"type": "census_open", "unit": unit, "counts": {str(who): 0 for who in range(seat)}})
    telling: list[Json] = [
        {"type": "census_open", "unit": unit, "counts": {**counts, str(seat): HIDDEN}},
        {"type": "census_show", "seat": seat, "unit": unit, "count": HIDDEN},
        {"type": "census_open", "unit": unit, "counts": {str(seat): HIDDEN}},
    ]
    values = rng.sample(range(held + 1), min(most, held + 1))
    opening = Step("recorder", {"type": "census_open", "unit": unit, "counts": typed})
    return Plan(
        how=f"xidit fist {how}", seed=seed, game="xidit", colours=colours, seat=seat, other=other, values=values,
        before=game, steps=steps, confided=how == "confided", options=options,
        policies={"memory_aid": rng.random() < 0.15}, partial=partial, tried=telling + tried, opening=opening,
    )  # fmt: skip


def hand(how: str, seed: int, most: int) -> Plan:
    """A hand of the toy and an order that comes of it: typed by the recorder, or given by their seat."""
    rng = random.Random(f"toy {how} {seed}")
    colours = rng.sample(list(toy.colours(toy.box())), rng.choice([2, 3]))
    seat = rng.randrange(len(colours))
    cards = [["fig", "pear"], ["plum", "plum"], ["fig", "plum"], ["pear", "plum"]]
    values = [{"hand": cards, "card": "roll" if "fig" in cards else "buy"} for cards in cards[:most]]
    own = f"seat:{seat}"
    hands: Json = {"hands": {str(seat): Hidden("hand")}}
    order: Json = {"type": "order", "seat": seat, "card": Hidden("card")}
    if how == "confided":
        steps = [Step("recorder", {"type": "deal", **hands}, knows=True, names=True)]
        steps += [Step("recorder", order, knows=True)]
    else:
        steps = [Step("recorder", {"type": "deal"}, names=True)]
        steps += [Step(own, {"name": NAME, **hands}, "secrets", knows=True), Step(own, order, knows=True)]
    # Everybody is given an order anew: what the seat first thought of is hidden for good.
    steps += [Step("link")]
    for n in range(len(colours)):
        mine = n == seat and how != "confided"
        steps.append(Step(own if mine else "recorder", {"type": "order", "seat": n, "card": "roll"}, knows=mine))
    steps += [Step("recorder", {"type": "reveal"})]
    # Cards that whatever hand leaves in the pile are turned up, and a good changes hands.
    called: list[list[Json]] = [
        [{"type": "turn_up", "card": "fig"}, {"type": "turn_up", "card": "plum"}],
        [{"type": "give", "seat": 1, "to": 0, "good": "salt"}],
        [],
    ]
    for n in range(len(colours)):
        steps.append(Step("recorder", {"type": "roll", "seat": n, "die": (5, 3, 1)[n]}))
        steps += [Step("recorder", move) for move in called[n]]
    tried: list[Json] = [
        {"type": "show_hand", "seat": seat, "cards": Hidden("hand")},
        {"type": "reveal", "cards": {str(seat): Hidden("card")}},
        {"type": "order", "seat": seat, "card": Hidden("card")}, {"type": "show_hand", "seat": seat},
        {"type": "reveal"}, {"type": "deal"}, {"type": "draw", "count": 1},
    ]  # fmt: skip
    return Plan(
        how=f"toy {how}", seed=seed, game="toy", colours=colours, seat=seat, other=(seat + 1) % len(colours),
        values=values, before=[], steps=steps, confided=how == "confided", options={"rounds": 1},
        partial=[{"type": kind} for kind in toy.moves(toy.box())], tried=tried,
    )  # fmt: skip


WAYS: Mapping[str, list[tuple[Callable[[str, int, int], Plan], str]]] = {
    "kingdoms": [
        (starting_tile, "sealed"),
        (starting_tile, "late"),
        (note, "kingdoms of a seat"),
        (starting_tile, "confided"),
        (dispute, "kingdoms"),
        (note, "kingdoms of the recorder"),
        (starting_tile, "sealed"),
        (starting_tile, "late"),
        (starting_tile, "confided"),
    ],
    "xidit": [
        (program, "sealed"),
        (fist, "sealed"),
        (program, "late"),
        (program, "confided"),
        (program, "thought over"),
        (note, "xidit of a seat"),
        (fist, "late"),
        (fist, "confided"),
        (note, "xidit of the recorder"),
        (program, "sealed"),
        (program, "late"),
        (program, "thought over"),
    ],
    "architects": [
        (kept, "late"),
        (noted, "sealed"),
        (noted, "confided"),
        (kept, "confided"),
        (noted, "late"),
        (note, "architects of a seat"),
        (noted, "sealed"),
        (noted, "late"),
    ],
    # Everything on its table is open: what is hidden are words alone.
    "rise_of_empires": [(note, "rise_of_empires of a seat"), (note, "rise_of_empires of the recorder")],
    "mage_knight": [(hand_of_cards, "late"), (artifact, "sealed"), (night, "confided")],
    "toy": [(hand, "confided"), (hand, "sealed")],
}
"""Game -> the ways in which a fact can be hidden, in the order in which they are tried; the costly ones seldom."""
