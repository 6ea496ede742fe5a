"""An imaginary game, held after each move against a second opinion and the accounts of the reference (chapter 32)."""

from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from engines import mage_knight
from engines.kernel.game import Json
from engines.kernel.replay import Fold
from tests.engines.given import defaults, in_both_languages
from tests.engines.mage_knight.boxes import COLOURS
from tests.engines.mage_knight.model.combat_sums import attack_succeeds, block_succeeds
from tests.engines.mage_knight.model.game import Model
from tests.engines.mage_knight.rich_boxes import rich

BOX: Json = mage_knight.box()
KINDS = {card["id"]: card["kind"] for card in BOX["cards"]}


def chosen(seed: int) -> Json:
    """The options of a game."""
    return {**defaults(mage_knight), "aa_deck": 28 if seed % 2 else 16}


def game(seats: int, seed: int, knows: str = "all") -> Iterator[Json]:
    """The moves of one imaginary game."""
    return mage_knight.table(Random(seed), COLOURS[:seats], chosen(seed), rich(seed), knows=knows)


def opened(seats: int, seed: int) -> Fold[Any, Any]:
    """The empty table of that game."""
    return Fold(mage_knight, COLOURS[:seats], chosen(seed), rich(seed))


def checked(seats: int, seed: int) -> Iterator[tuple[Json, Json, Json]]:
    """Each move of a game, with the view before it and the view after it, once all of it is seen to be right.

    Raises:
        AssertionError: The second opinion, an account or a sentence says otherwise.
        IllegalMoveError: The rules refuse a move.
    """
    fold, model = opened(seats, seed), Model(rich(seed), seats)
    lines = {level["level"]: level["fame"] for level in rich(seed)["levels"]}
    for move in game(seats, seed):
        before = fold.view()
        says = fold.apply_and_describe(str(fold.ply + 2), mage_knight.encode(fold.decide(move)))["says"]
        after = fold.view()
        try:
            model.follow(move, before, after)
            agree(after, model)
            sums(move, before, after)
            balanced(after, seats, lines)
            in_both_languages(says)
        except AssertionError as error:
            raise AssertionError(f"after {move} at ply {fold.ply}: {error}") from error
        yield move, before, after
    assert fold.view()["phase"] == "finished"
    result = fold.result()
    assert result is not None
    for told in result["seats"].values():
        parts = told["breakdown"]
        assert told["score"] == sum(value for value in parts.values() if isinstance(value, int))


# ------------------------------------------------------------------------------------------------------- second opinion


def some(counts: Counter[str]) -> dict[str, int]:
    """Counts that are not nothing."""
    return {key: count for key, count in counts.items() if count}


def agree(view: Json, model: Model) -> None:
    """The accounts of the second opinion are those of the view, for every hero that is not tidying up."""
    for seat, hero in model.heroes.items():
        held = view["heroes"][str(seat)]
        turn = held["turn"]
        if turn is not None and turn["part"] == "end":
            continue
        mine = {
            "hand": hero.hand, "deck": hero.deck, "discards": sum(hero.discard.values()) + hero.blurred,
            "mana": some(hero.mana), "crystals": some(hero.crystals),
        }  # fmt: skip
        theirs = {
            "hand": held["hand"], "deck": held["deck"], "discards": len(held["discard"]),
            "mana": some(Counter(held["mana"])), "crystals": some(Counter(held["crystals"])),
        }  # fmt: skip
        assert mine == theirs, f"seat {seat}"
        assert hero.blurred or some(hero.discard) == dict(Counter(held["discard"])), f"seat {seat}"
        if turn is None:
            assert hero.owned.total() + hero.unnamed == sum(held["owned"].values()), f"seat {seat}"


def sums(move: Json, before: Json, after: Json) -> None:
    """Attacks and blocks come out as the sums say; a defeat gives its Fame."""
    if move["type"] not in ("attack", "block"):
        return
    held = before["heroes"][str(move["seat"])]
    combat, now = before["combat"], (after["combat"] or {"enemies": {}})["enemies"]
    if move["type"] == "block":
        if not any(piece.startswith(("cold_toughness", "concentration")) for piece in move["pieces"]):
            stopped = block_succeeds(held, combat["enemies"][str(move["enemy"])], move["pieces"])
            assert (now[str(move["enemy"])]["state"] in ("blocked", "defeated")) is stopped, move
        return
    won = attack_succeeds(held, combat, move["pieces"], move["enemies"])
    states = {now[str(number)]["state"] == "defeated" for number in move["enemies"]}
    assert states == {won}, move


# ----------------------------------------------------------------------------------------------------------- invariants


def balanced(view: Json, seats: int, lines: Mapping[int, int]) -> None:
    """The accounts of *What is checked after every move*, from the view alone."""
    if view["phase"] == "setup":
        return
    assert len(view["source"]) == seats + BOX["mana"]["dice_more_than_seats"]
    lying: Counter[str] = Counter()
    for space in view["map"]["spaces"].values():
        for token in space["tokens"]:
            if token["up"]:
                assert isinstance(token["token"], str)
                lying[token["token"]] += 1
    for pile in view["tokens"].values():
        lying.update(pile["discarded"])
    for enemy in BOX["enemies"]:
        assert lying[enemy["id"]] <= enemy["count"], enemy["id"]
    single: Counter[str] = Counter()
    units: Counter[str] = Counter(view["offers"]["units"])
    for held in view["heroes"].values():
        on_units = sum(unit["banner"] is not None for unit in held["units"].values())
        stored = held["tactic"]["stored"] if held["tactic"] else 0
        zones = held["hand"] + held["deck"] + len(held["discard"]) + len(held["aside"]) + on_units + stored
        if held["turn"] is None and not held["played"]:
            assert zones == sum(held["owned"].values())
        assert all(0 <= count <= 3 for count in held["crystals"].values())
        assert -7 <= held["reputation"] <= 7
        assert min(held["hand"], held["deck"], held["fame"]) >= 0
        bond = sum(unit["bond"] for unit in held["units"].values())
        assert len(held["units"]) - bond <= held["command"]
        assert all(0 <= unit["wounds"] <= 2 for unit in held["units"].values())
        units.update(unit["unit"] for unit in held["units"].values())
        known = Counter(held["known"]["hand"])
        assert sum(known.values()) <= held["hand"]
        single.update(
            {card: n for card, n in held["owned"].items() if n and KINDS.get(card) not in ("basic_action", None)}
        )
        if held["turn"] is None and view["active"] is not None:
            assert held["fame"] >= lines[held["level"]]
    for cards in (view["offers"]["monastery"], view["offers"]["actions"] or [], view["offers"]["spells"] or []):
        single.update(cards)
    assert all(count == 1 for count in single.values()), single
    assert all(units[unit["id"]] <= unit["count"] for unit in BOX["units"])
    numbers = sorted(int(tile.split("_")[1]) for tile in view["map"]["tiles"].values() if tile.startswith("country"))
    if view["deck"]["countryside"] or view["deck"]["core"]:
        assert numbers == list(range(1, len(numbers) + 1))
