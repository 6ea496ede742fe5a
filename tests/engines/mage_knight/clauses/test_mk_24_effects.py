"""Chapter 24 of the reference: how the trees of effects are read."""

from tests.engines.mage_knight.clauses.test_mk_14_combat import entering
from tests.engines.mage_knight.components.test_basic_actions import rich, siege
from tests.engines.mage_knight.playing import chose, fight, learned, level_up, started


def test_mk_24_1_steps_run_in_the_order_given() -> None:
    """Blood Ritual takes its wound first, then one red and one chosen token."""
    play = started(deck=["blood_ritual"]).card("blood_ritual", choices=chose(colors=["blue"]))
    assert (play.held()["owned"]["wound"], play.held()["mana"]["red"], play.held()["mana"]["blue"]) == (1, 1, 1)


def test_mk_24_2_an_unpaid_cost_forbids_the_play() -> None:
    started(deck=["decompose"]).no("play_card", 0, card="decompose", use="basic", choices=chose(cards=[]))
    rich(started(deck=["pure_magic"])).no("play_card", 0, card="pure_magic", use="basic")


def test_mk_24_4_plus_counts_at_the_moment_of_the_play() -> None:
    assert rich(started(deck=["in_need"])).card("in_need").wounds(2).points("influence") == 2
    assert started(effects={"march.basic": {"op": "move"}}).card("march").points("move") == 0  # nothing is named


def test_mk_24_5_missing_lasts_is_the_turn() -> None:
    """Tremor lowers armour for the turn; a rule of the combat ends with it."""
    play = rich(fight("cursed_hags", deck=["tremor"])).card("tremor", choices=chose(option=1, enemies=[1]))
    assert play.phase("attack").look("combat.enemies.1.armor") == 2


def test_mk_24_6_and_mk_15_2_attack_and_block_only_in_their_phase() -> None:
    play = fight("prowlers").no("play_card", 0, "MK-24.6", card="determination", use="basic", choices=chose(option=2))
    play.do("next_phase").no("play_card", 0, "MK-24.6", card="determination", use="basic", choices=chose(option=1))
    play = started(deck=["into_the_heat", "banner_of_glory"]).no(
        "play_card", 0, "MK-24.6", card="into_the_heat", use="basic"
    )
    play.card("banner_of_glory", "strong")


def test_mk_24_7_wounds_to_the_hand_in_combat_count_for_the_knock_out() -> None:
    assert rich(fight("prowlers", deck=["fireball"], night=True)).card("fireball", "strong").look("combat.wounds") == 1


def test_mk_24_8_mana_to_be_spent_at_once_pays_for_the_very_next_play() -> None:
    play = learned("invocation").skill("invocation", choices=chose(option=2, cards=["stamina"], colors=["green"]))
    play.no("play_card", 0, card="promise", use="basic").card("march", "strong", pay=["green@token"])


def test_mk_24_8_motivation_locks_motivation_for_this_player() -> None:
    """Seat 1 has its own Motivation and learned Arythea's; having used one it may use no other that turn."""
    play = started().fame(3).do("end_turn")
    level_up(play, "dark_paths", shown=["dark_paths", "motivation"])
    play.do("discard_hand", cards=["march"]).do("draw").begin(1).fame(15, 1).do("end_turn", 1)
    level_up(play, "motivation", 1, shown=["motivation", "double_time"], new_card="fire_bolt").do("level_up", 1)
    play.do(
        "level_up", 1, shown=["night_sharpshooting", "cold_swordsmanship"], option="b", skill="motivation",
        hero="arythea", card=play.look("offers.actions")[0], new_card="ice_bolt",
    ).do("discard_hand", 1, cards=["march"]).do("draw", 1).begin(0).end(0, ["stamina"]).begin(1)  # fmt: skip
    play.do("use_skill", 1, skill="motivation", hero="tovak").no("use_skill", 1, skill="motivation", hero="arythea")


def test_an_effect_in_a_tomb_goes_by_night() -> None:
    play = entering("tomb", "swamp_dragon", deck=["fireball"], source=["black", "red", "blue", "white"]).crystals(red=1)
    assert play.card("fireball", "strong").parts("fireball.1") == [siege(8, "fire")]
