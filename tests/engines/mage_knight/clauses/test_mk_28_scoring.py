"""Chapter 28 of the reference: achievements, titles, the total; its worked example move by move."""

from typing import Any

import pytest

from engines import mage_knight
from engines.kernel.game import Json
from tests.engines.mage_knight.boxes import COLOURS, FILLER, box
from tests.engines.mage_knight.clauses.test_mk_26_rounds_end import list_of
from tests.engines.mage_knight.playing import Play, opened, recruited, setup_of, table, tokens

WEAK: Json = {
    "armor": 1, "attack": {"value": 1, "element": "physical"}, "fame": 0, "offence": [], "defence": [], "resists": [],
}  # fmt: skip
KEEPS = {"1.SE": [1, -2], "1.SW": [0, -2], "2.SE": [3, -1], "2.C": [3, -2], "2.W": [2, -2]}
"""Where this box has keeps, and the spaces beside them from which nobody is provoked."""
FROM = {(1, -2): [0, -1], (0, -2): [0, -1], (3, -1): [2, -1], (3, -2): [2, -1], (2, -2): [1, -1]}
DENS = {"1.W": [0, -3], "1.C": [1, -3], "2.NE": [4, -3], "2.E": [4, -2]}


def short(seats: int = 3, *, decks: dict[str, list[str]] | None = None, level: int | None = None) -> Play:
    """One night in which nobody rises a level: keeps and dens all around, with enemies of one point and no Fame."""
    land: Json = {place: {"site": "keep", "terrain": "plains"} for place in KEEPS}
    land |= {place: {"site": "monster_den", "terrain": "plains"} for place in DENS}
    made = box(decks=decks or {}, levels={"hand": 16, "command": 5}, night=True, cheap=True, land=land)
    made["scenario"]["rounds"] = ["night"]
    for step in made["levels"][1:]:
        step["fame"] += 500
    for unit in made["units"]:
        unit["level"] = level or unit["level"]
    for enemy in made["enemies"]:
        if enemy["back"] in ("gray", "brown"):
            enemy.update(WEAK)
    play = opened(COLOURS[:seats], made)
    units = ["peasants", "utem_guardsmen", "utem_guardsmen", "utem_crossbowmen", "foresters", "foresters"]
    play.after(setup_of(COLOURS[:seats], night=True, units=units))
    taken = ["from_the_dusk", "mana_search", "midnight_meditation", "sparing_power"]
    for seat in reversed(range(seats)):
        play.after({"type": "take_tactic", "seat": seat, "tactic": taken[seat]})
    return play


class Hero:
    """One seat of the example, and the cards it still has to spend."""

    def __init__(self, play: Play, seat: int, cards: list[str]) -> None:
        self.play, self.seat, self.cards = play, seat, cards

    def sideways(self, gives: str) -> str:
        """Play the next card sideways; its piece."""
        card = self.cards.pop(0)
        self.play.sideways(card, gives, self.seat)
        return f"{card}.{sum(key.startswith(card + '.') for key in self.play.held(self.seat)['played'])}"

    def recruit(self, *units: str) -> None:
        self.play.begin(self.seat).at([2, -3], self.seat).reputation(7, self.seat).do("interact", self.seat)
        for unit in units:
            self.play.do("recruit", self.seat, unit=unit)
        self.play.end(self.seat, [self.cards.pop(0)]).at([[1, 0], [0, -1], [1, -1]][self.seat], self.seat)

    def fight(self, units: list[int] | None = None) -> None:
        """Beat an enemy of one point: its attack blocked, or taken by units."""
        play, seat = self.play, self.seat
        play.do("next_phase", seat)
        if units is None:
            play.block(self.sideways("block"), seat=seat).do("next_phase", seat)
        else:
            play.do("next_phase", seat).damage(1, units, seat)
        play.do("next_phase", seat).attack(self.sideways("attack"), seat=seat).do("end_combat", seat)

    def keep(self, at: list[int], token: str) -> None:
        play, seat = self.play, self.seat
        play.begin(seat).at(FROM[at[0], at[1]], seat)
        self.sideways("move")
        self.sideways("move")
        play.do("move", seat, to=at, tokens=tokens((at, token)))
        self.fight()
        play.end(seat)

    def den(self, at: list[int], token: str, units: list[int] | None = None) -> None:
        play, seat = self.play, self.seat
        play.begin(seat).at(at, seat).do("enter_site", seat, tokens=[token])
        self.fight(units)
        play.do("end_turn", seat).do("take_reward", seat, kind="random_crystals", faces=["red", "blue"]).do(
            "draw", seat
        )


def scored(play: Play, **cards: list[str]) -> Any:
    """The result after the sorted cards of everybody."""
    seats = range(len(play.fold.seats))
    sorted_cards = {str(seat): cards.get(f"seat{seat}", list_of(play, seat)) for seat in seats}
    play.do("score", None, cards=sorted_cards)
    return play.fold.result()


FILL = [card for card in FILLER if card != "tranquility"][:10]
ANN = ["fireball", "tremor", "fire_bolt", "agility", "ice_shield", "ruby_ring", *FILL]
BEN = ["snowstorm", "ice_bolt", "swift_bolt", "crushing_bolt", "blood_rage", "path_finding", *FILL]
CID = ["pure_magic", "golden_grail", "horn_of_wrath", *FILL, "tranquility", "concentration", "mana_draw"]


def example() -> Play:
    """The table of the reference's example: Ann is seat 0, Ben 1, Cid 2."""
    play = short(3, decks={"red": ANN, "blue": BEN, "green": CID})
    ann, ben, cid = (Hero(play, seat, list(FILL)) for seat in range(3))
    ann.recruit("utem_guardsmen", "peasants")
    ben.recruit("utem_guardsmen", "utem_crossbowmen")
    cid.keep([1, -2], "golems")
    ann.keep([0, -2], "golems")
    ben.keep([3, -1], "swordsmen")
    cid.keep([3, -2], "swordsmen")
    ann.keep([2, -2], "guardsmen")
    ben.den([0, -3], "minotaur", units=[2])
    cid.den([4, -3], "minotaur")
    ann.den([1, -3], "gargoyle", units=[2])
    ben.den([4, -2], "gargoyle")
    for hero, fame, wounds, crystals in ((ann, 30, 3, 5), (ben, 28, 1, 3), (cid, 33, 0, 1)):
        play.fame(fame, hero.seat)
        if wounds:
            play.wounds(wounds, hero.seat)
        had = play.held(hero.seat)["crystals"]
        wanted = {"red": min(3, crystals), "blue": max(0, crystals - 3)}
        for colour in had:
            by = wanted.get(colour, 0) - had[colour]
            if by:
                play.rule(type="change_crystals", seat=hero.seat, color=colour, by=by)
    play.idle(2).do("announce_end_of_round", 0)
    return play.idle(1).idle(2)


WANTED = {
    "0": {"fame": 30, "knowledge": 7, "loot": 4, "leader": 2, "conqueror": 4, "adventurer": 2, "beating": -6},
    "1": {"fame": 28, "knowledge": 7, "loot": 1, "leader": 3, "conqueror": 2, "adventurer": 4, "beating": -2},
    "2": {"fame": 33, "knowledge": 1, "loot": 4, "leader": 0, "conqueror": 4, "adventurer": 2, "beating": 0},
}
TITLES = {
    "0": {"knowledge": 1, "loot": 1, "leader": 0, "conqueror": 1, "adventurer": 0, "beating": -3},
    "1": {"knowledge": 1, "loot": 0, "leader": 3, "conqueror": 0, "adventurer": 3, "beating": 0},
    "2": {"knowledge": 0, "loot": 1, "leader": 0, "conqueror": 1, "adventurer": 0, "beating": 0},
}


def test_mk_28_4_the_worked_example_ends_43_50_46() -> None:
    """MK-28.5, MK-28.6, MK-28.7, MK-28.8, MK-28.9, MK-28.10, MK-28.11: each sum and each title as in the reference."""
    result = scored(example())
    for seat, sums in WANTED.items():
        told = result["seats"][seat]["breakdown"]
        assert {key: told[key] for key in sums} == sums, seat
        assert {key: told[f"title_{key}"] for key in TITLES[seat]} == TITLES[seat], seat
    assert {seat: found["score"] for seat, found in result["seats"].items()} == {"0": 43, "1": 50, "2": 46}
    assert ([result["seats"][seat]["rank"] for seat in ("0", "1", "2")], result["winners"]) == ([3, 1, 2], [1])


def last_turns(play: Play) -> Play:
    """Seat 0 announces the end, the others discard a card."""
    play.do("announce_end_of_round", 0)
    for seat in range(1, len(play.fold.seats)):
        play.idle(seat)
    return play.sees("phase", "scoring")


def test_mk_28_1_levels_are_ignored() -> None:
    play = last_turns(short(2).fame(9))
    result = scored(play)
    assert (result["seats"]["0"]["score"], play.held()["level"]) == (9, 1)


def test_mk_28_2_and_mk_28_3_all_cards_are_sorted_and_have_to_be_those_owned() -> None:
    play = last_turns(short(2, decks={"red": ANN}).wounds(2))
    own = [*ANN, "wound", "wound"]
    cards = play.fold.offers({"type": "score"})["domain"]
    assert sorted(cards["known"]["0"]) == sorted(own)
    assert (cards["each"]["0"]["least"], cards["each"]["0"]["most"]) == (18, 18)
    other = {"0": [*own[1:], "snowstorm"], "1": list_of(play, 1)}
    play.no("score", None, "MK-28.2", cards=other).no("score", None, "MK-28.2", cards={**other, "0": own[1:]})
    play.no("score", None, "MK-28.2", cards={"0": own})
    assert scored(play) is not None


@pytest.mark.parametrize(("level", "leader"), [(1, 0), (2, 1), (3, 1), (4, 2)])
def test_mk_28_6_and_mk_28_10_a_wounded_unit_counts_half_its_level_e_10_edge_21(level: int, leader: int) -> None:
    play = short(2, level=level)
    hero = Hero(play, 0, list(FILL))
    hero.recruit("peasants")
    play.idle(1)
    hero.den([1, -3], "gargoyle", units=[1])
    play.idle(1)
    told = scored(last_turns(play))["seats"]["0"]["breakdown"]
    assert (told["beating"], told["leader"]) == (0, leader)


def test_mk_28_11_three_tied_get_one_each_edge_20() -> None:
    """Three heroes with two crystals each tie for loot; nobody has knowledge, so nobody has that title."""
    play = short(3)
    for seat in range(3):
        play.crystals(seat, red=2)
    result = scored(last_turns(play))
    for found in result["seats"].values():
        told = found["breakdown"]
        assert (told["loot"], told["title_loot"], told["title_knowledge"], told["title_leader"]) == (1, 1, 0, 0)


@pytest.mark.parametrize(("wounds", "titles"), [((2, 1), (-3, 0)), ((1, 1), (-1, -1)), ((0, 0), (0, 0))])
def test_mk_28_12_who_lost_most_loses_three_more(wounds: tuple[int, int], titles: tuple[int, int]) -> None:
    play = short(2)
    for seat, count in enumerate(wounds):
        if count:
            play.wounds(count, seat)
    result = scored(last_turns(play))
    for seat in (0, 1):
        told = result["seats"][str(seat)]["breakdown"]
        assert (told["beating"], told["title_beating"]) == (-2 * wounds[seat], titles[seat])


def test_mk_28_13_equals_share_the_victory() -> None:
    result = scored(last_turns(short(2).fame(5).fame(5, 1)))
    assert (result["winners"], [result["seats"][seat]["rank"] for seat in ("0", "1")]) == ([0, 1], [1, 1])


def test_mk_28_14_the_scoring_may_go_below_0() -> None:
    result = scored(last_turns(short(2).wounds(2)))
    assert result["seats"]["0"]["score"] == -4 - 3


def test_the_running_score_is_the_fame() -> None:
    assert table().fame(3).look("scores") == {"0": 3, "1": 0}
    assert mage_knight.result(recruited().fold.state) is None
