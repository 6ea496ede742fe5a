"""Chapter 3 of the reference: what all know, what the owner knows, and what stays known."""

from engines import mage_knight
from tests.engines.mage_knight.playing import learned, recruited, started, table


def test_mk_3_1_counts_of_hand_deck_and_discard_pile_are_open() -> None:
    held = started().sideways("march", "move").held()
    assert (held["hand"], held["deck"], held["discard"], len(held["played"])) == (4, 11, [], 1)


def test_mk_3_1_what_a_judge_compares_lies_open() -> None:
    """Peasants gave Move 2, and March 4 for a green die; the ring was thrown away. Sixteen cards, one of them gone."""
    play = recruited("peasants", "foresters", deck=["ruby_ring"]).unit(1, 3).card("ruby_ring", "strong")
    facts = play.card("march", "strong", pay=["green@die"]).fold.facts()
    hero = facts["heroes"]["0"]
    assert (hero["units"], hero["played"]) == (["1:peasants:spent:0", "2:foresters:ready:0"], ["-ruby_ring", "march"])
    assert (hero["points"], hero["owned"], hero["hand"], hero["deck"], hero["discard"]) == ([2 + 4, 0, 0], 15, 3, 10, 1)
    assert (hero["space"], facts["source"]) == ("4_-2", ["red", "blue", "green:used:0", "white"])
    skilled = learned("dark_paths").skill("dark_paths").fold.facts()
    assert skilled["heroes"]["0"]["skills"] == ["arythea:dark_paths:used"]


def test_mk_3_1_a_table_counts_its_figures_when_a_round_is_over() -> None:
    play = table(hand=16).crystals(red=2, white=1)
    rounds, _, figures = mage_knight.checks(play.fold.state)
    assert (rounds, [one.value for one in figures(0)]) == (0, [0, 0, 2, 0, 0, 1, 0, 0, 16, 0, 0])
    assert mage_knight.checks(play.do("announce_end_of_round", 0).idle(1).fold.state).passed == 1


def test_mk_3_2_the_face_of_a_garrison_is_unknown_to_all() -> None:
    """Tile 3 has a keep on its north-east space; explored from afar at night its gray token has no face."""
    play = started(night=True, deck=["march"]).at([2, -3]).sideways("march", "move").sideways("stamina", "move")
    play.do("explore", position=[1, 1], tile="countryside_3")
    (keep,) = play.look("map.spaces")["5_-6"]["tokens"]
    assert (keep["back"], keep["up"]) == ("gray", False)
    assert set(keep["token"]["unknown"]) == {"crossbowmen", "guardsmen", "swordsmen", "golems"}


def test_mk_3_3_a_hand_is_the_secret_of_its_seat() -> None:
    secret = mage_knight.secret
    assert (secret["setup"]["hands"], secret["draw"]["drawn"]) == ("by_seat", "seat")
    assert secret["plunder"]["drawn"] == "seat"


def test_mk_3_5_a_token_once_seen_stays_known() -> None:
    play = started().at([2, -2]).do("challenge", at=[[3, -3]]).phase("attack").do("end_combat")
    (orc,) = play.look("map.spaces")["3_-3"]["tokens"]
    assert (orc["token"], orc["up"]) == ("prowlers", True)


def test_mk_3_6_a_card_taken_back_from_play_is_known_to_be_in_the_hand() -> None:
    """Time Bending takes the cards played this turn back to the hand."""
    play = started(deck=["space_bending"], night=True).crystals(blue=1).card("promise").card("space_bending", "strong")
    play.do("end_turn").do("return_dice", faces=["red"])
    assert "promise" in play.held()["known"]["hand"]


def test_mk_3_7_a_card_gained_onto_the_deck_is_known_to_be_on_top() -> None:
    play = started().fame(3).do("end_turn")
    play.do(
        "level_up", shown=["dark_paths", "burning_power"], option="a", skill="dark_paths", card="agility",
        offer=["blood_rage", "ice_shield", "agility"], new_card="fire_bolt",
    )  # fmt: skip
    assert play.held()["known"]["top"] == ["agility"]
    play.do("discard_hand", cards=["march"]).no("draw", 0, drawn=["stamina"]).do("draw")
    assert play.held()["known"]["hand"] == ["agility"]
