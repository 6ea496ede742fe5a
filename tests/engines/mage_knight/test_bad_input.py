"""What never happened at a table: mana of a die that lies elsewhere, pieces of another phase, a third Prowlers."""

import pytest

from engines.kernel.game import Json
from tests.engines.mage_knight.boxes import BEFORE, COLOURS, HILLS
from tests.engines.mage_knight.clauses.test_mk_05_tactics import choosing, take
from tests.engines.mage_knight.components.test_basic_actions import rich
from tests.engines.mage_knight.playing import Play, chose, fight, mana, opened, started, table


def stolen() -> Play:
    """Seat 1 took the green die by Mana Steal; seat 0 has begun its turn."""
    return take(take(choosing(), 1, "mana_steal", choices=chose(die="green")), 0, "early_bird").begin(0)


def strong_march(paid: str) -> Json:
    return {"card": "march", "use": "strong", "payments": mana(paid)}


def test_a_die_that_a_hero_claimed_pays_for_nobody_else_mk_8_1() -> None:
    """Mana Claim takes the green die for the round; the source has no other."""
    play = started(deck=["mana_claim"]).crystals(blue=1)
    play.card("mana_claim", choices=chose(die="green", option=2)).end().begin(1)
    play.no("play_card", 1, "MK-8.1", **strong_march("green@die"))


def test_gold_at_night_and_black_by_day_pay_nothing_x_3() -> None:
    for night, face, rule in ((True, "gold", "MK-8.5"), (False, "black", "MK-8.4")):
        play = rich(table(night=night, source=[face, "red", "blue", "white"]).begin(0))
        paid = mana(f"{face}@die=green")
        play.no("play_card", 0, rule, "MK-8.6", card="march", use="strong", payments=paid)


def test_a_block_attacks_nothing_and_an_attack_blocks_nothing_mk_30_2() -> None:
    play = rich(fight("prowlers")).phase("block").card("determination", "strong")
    play.no("attack", 0, enemies=[1], pieces=["determination.1"]).phase("attack")
    play.card("rage", choices=chose(option=1)).no("block", 0, enemy=1, pieces=["rage.1"])


@pytest.mark.parametrize("element", ["physical", "cold_fire", "green"])
def test_points_turn_into_the_elements_of_the_effect_alone_mk_24_3(element: str) -> None:
    """Diplomacy's strong effect offers an ice or a fire block."""
    play = rich(started(deck=["diplomacy"]))
    paid = mana("white")
    play.no("play_card", 0, card="diplomacy", use="strong", payments=paid, choices=chose(element=element))


def test_a_level_of_a_skill_names_its_skills_and_two_levels_are_two_moves_mk_23_2() -> None:
    """Fame 8 crosses two lines: level 2 with its skills comes before level 3 without."""
    play = started().fame(8).do("end_turn")
    play.no("level_up", 0).no("discard_hand", 0, cards=["march"]).no("draw", 0)


@pytest.mark.parametrize("half", [{"at": HILLS}, {}])
def test_a_fact_that_is_half_told_is_asked_for_its_rest(half: Json) -> None:
    """By night the garrison of a keep beside the hero lies face down; Amulet of the Sun turns it up."""
    play = started(deck=["amulet_of_the_sun"], site="keep", night=True).at(BEFORE)
    move = {"type": "play_card", "seat": 0, "card": "amulet_of_the_sun", "use": "basic"}
    assert play.fold.offers({**move, "facts": [{"tokens": [half]}]})["field"] is not None


@pytest.mark.parametrize("seat", [0, 1])
def test_mk_4_3_a_refusal_names_the_seat_that_acts_and_the_one_whose_turn_it_is(seat: int) -> None:
    play, other = table().idle(0).begin(1) if seat else started(), 1 - seat
    says = [
        ("begin_turn", seat, "seat {0} is already taking its turn"), ("rest", other, "seat {1} has not begun a turn"),
        ("plunder", seat, "seat {0} has not drawn cards after its last turn yet"),
        ("begin_turn", other, "it is seat {0}'s turn, not seat {1}'s"), ("draw", seat, "seat {0} is not ending a turn"),
        ("draw", other, "seat {1} is not ending a turn"), ("withdraw", other, "seat {1} is not ending a turn"),
    ]  # fmt: skip
    for kind, who, text in says:
        play.when(play.made(kind, who)).refused(
            code="x_26" if kind == "plunder" else None, containing={"en": text.format(seat, other)}
        )


def test_mk_24_3_what_a_play_lacks_is_named_by_its_place() -> None:
    play = rich(started(deck=["diplomacy"]))
    move = play.made("play_card", 0, card="diplomacy", use="strong", payments=mana("white"))
    play.when(move).refused("MK-24.3", containing={"en": "choice 1 is missing: element"})
    play = rich(started(3, deck=["mind_read"]))
    move = play.made(
        "play_card", 0, card="mind_read", use="basic", payments=mana("white"), choices=chose(color="green")
    )
    play.when(move).refused("MK-24.3", containing={"en": "result 1 is missing: card | hand"})
    play.when({**move, "facts": chose(card="march")}).refused(containing={"en": "result 2 is missing: card | hand"})


def test_mk_6_1_a_turn_has_steps_only_at_its_end_and_its_draw_is_secret() -> None:
    play = started().sees("heroes.0.turn.step", None).do("end_turn").do("discard_hand", cards=["march"])
    assert play.look("heroes.0.turn.step") is not None
    (draw,) = [one for one in play.fold.offers()["moves"] if one["type"] == "draw"]
    assert draw["fields"]["drawn"]["secret"] is True


def test_an_entry_that_stands_before_the_set_up_contradicts_no_entry() -> None:
    assert opened(COLOURS[:2]).applied({"type": "begin_turn", "seat": 0}).look("contradictions") == []


@pytest.mark.parametrize(
    "junk",
    [{"card": ["march"]}, {"card": "march", "payments": 3}, {"card": "march", "payments": [{"from": {}}]}, {"use": {}}],
)
def test_no_value_of_another_kind_is_asked_on_from_mk_30_12(junk: Json) -> None:
    play = started()
    assert play.fold.offers({"type": "play_card", "seat": 0, **junk})["field"] is None
