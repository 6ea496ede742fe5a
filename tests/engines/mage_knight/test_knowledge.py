"""What a record knows of hidden cards: the pool, whom an impossible card blames, artifacts won in secret."""

from typing import Any

import pytest

from engines import mage_knight
from engines.kernel import sealing
from engines.kernel.game import Json
from engines.kernel.hidden.unknown import Unknown
from engines.kernel.replay import Fold
from engines.mage_knight.offers.table_questions import own_cards
from engines.mage_knight.rules.table.cards import may_be_wounds
from engines.mage_knight.state import Player
from tests.engines.mage_knight.boxes import ARTIFACTS, COLOURS, HILLS, PLAIN, VILLAGE, box
from tests.engines.mage_knight.clauses.test_mk_19_after_combat import MIGHT, SPELLS, beaten, won
from tests.engines.mage_knight.components.test_basic_actions import rich
from tests.engines.mage_knight.lands import explorer
from tests.engines.mage_knight.playing import Play, chose, level_up, mana, setup_of, started, table

HAND = ["march", "march", "stamina", "rage", "promise"]
TACTICS: list[Json] = [
    {"type": "take_tactic", "seat": 1, "tactic": "the_right_moment"},
    {"type": "take_tactic", "seat": 0, "tactic": "early_bird"},
]


def test_a_third_march_is_refused_and_the_two_before_are_named_x_1() -> None:
    play = started(hand=9).card("march")
    first = play.name
    second = play.card("march").name
    play.when(type="play_card", seat=0, card="march", use="basic").refused("MK-7.1", code="x_1", names=[first, second])


def dungeon(**told: Any) -> Play:
    """Seat 0 won an artifact in a dungeon; what is told of it."""
    play = won("dungeon", "minotaur").do("end_turn").do("take_reward", kind="roll", faces=["red"])
    return play.do("take_reward", kind="artifact", **told)


def test_mk_3_4_an_artifact_that_its_winner_does_not_name_may_be_any() -> None:
    play = won("tomb", "swamp_dragon").do("end_turn").do("take_reward", kind="artifact")
    assert (play.held()["owned"]["artifact"], play.held()["deck"]) == (1, 16 - 12 + 1)
    owned = {card for card in play.held()["owned"] if card != "artifact"}
    assert set(own_cards(play.fold.state, 0)) == owned | ARTIFACTS
    assert set(own_cards(play.fold.state, 1)) == set(play.held(1)["owned"])


def test_what_contradicts_a_secret_is_kept_and_noted() -> None:
    """A fold that holds a typed hand is told a public play of a card outside it: the play stands, both are named."""
    play = started(hands={0: HAND})
    play.applied({"type": "play_card", "seat": 0, "card": "threaten", "use": "basic"})
    assert len(play.look("contradictions")) == 1
    assert [one["card"] for one in play.held()["played"].values()] == ["threaten"]


def test_a_hand_that_is_contradicted_leaves_what_its_hero_owns() -> None:
    play = started(hands={0: HAND})
    owned = play.held()["owned"]
    assert play.applied({"type": "play_card", "seat": 0, "card": "threaten", "use": "basic"}).held()["owned"] == owned
    play = started(hands={0: ["improvisation", "rage", "promise", "march", "march"]}).card("promise")
    play.card("improvisation", choices=chose(cards=["rage"], option=1))
    play.applied({"type": "play_card", "seat": 0, "card": "threaten", "use": "basic"})
    for card in ("promise", "improvisation", "rage", "threaten"):  # they lie open, and there is one of each
        play.no("play_card", 0, "MK-7.1", card=card, use="basic", choices=chose(option=1))


def test_mk_28_2_an_artifact_that_its_winner_named_gives_way_to_what_is_shown() -> None:
    play = level_up(dungeon(kept=["ruby_ring"], bottom="horn_of_wrath"), "dark_paths")
    owned = {str(at): [card for card, n in play.held(at)["owned"].items() for _ in range(n)] for at in (0, 1)}
    play.applied({"type": "discard_hand", "seat": 0, "cards": ["decompose"]})  # no hero has it
    assert (play.held()["owned"]["artifact"], "ruby_ring" in play.held()["owned"]) == (1, False)
    play = level_up(dungeon(kept=["ruby_ring"], bottom="horn_of_wrath"), "dark_paths")
    play.fold.state.phase = "scoring"
    play.fold.decide(play.made("score", None, cards=owned))
    other = [card.replace("ruby_ring", "golden_grail") for card in owned["0"]]
    play.no("score", None, "MK-28.2", cards={**owned, "0": other})


def test_mk_24_3_an_entry_that_fails_at_its_choice_pays_nothing() -> None:
    """Diplomacy gives an ice or a fire block; the green element comes after the die was paid."""
    play = rich(started(deck=["diplomacy"]))
    before = play.fold.facts()
    move = play.made("play_card", 0, card="diplomacy", use="strong", payments=mana("white@die"))
    play.applied(move | {"choices": chose(element="green")})
    assert (play.fold.facts(), len(play.look("contradictions"))) == (before, 1)


def test_a_ruling_that_no_longer_fits_changes_nothing_mk_30_12() -> None:
    ruling = started().fame(5).fold.adjust({"type": "change_fame", "seat": 0, "by": -4})
    play = started()
    before = play.fold.facts()
    play.fold.step("99", mage_knight.encode(ruling))
    assert (play.fold.facts(), [one["rule"] for one in play.look("contradictions")]) == (before, ["MK-30.12"])


def test_the_first_unknown_artifact_used_takes_the_place_of_the_nameless_card() -> None:
    play = dungeon().do(
        "level_up", shown=["dark_paths", "burning_power"], option="a", skill="dark_paths", card="agility",
        offer=["blood_rage", "ice_shield", "agility"], new_card="fire_bolt",
    ).do("discard_hand", cards=["march", "stamina"]).do("draw").idle(1)  # fmt: skip
    play.begin(0).card("ruby_ring")
    assert (play.held()["owned"].get("artifact", 0), play.held()["owned"]["ruby_ring"]) == (0, 1)


def public(moves: list[Json], made: Json) -> tuple[Fold[Any, Any], list[Json]]:
    """A fold that is told the public parts only, and what was said in secret."""
    fold: Fold[Any, Any] = Fold(mage_knight, list(COLOURS[:2]), {"aa_deck": 16}, made)
    secrets = []
    for move in moves:
        body, sealed = sealing.split(mage_knight, mage_knight.encode(fold.decide(move)))
        fold.apply(str(fold.ply + 2), body)
        secrets.append({name: secret.value for name, secret in sealed.items()})
    return fold, secrets


def test_hands_are_sealed_seat_by_seat() -> None:
    moves = [setup_of(COLOURS[:2], hands={0: HAND, 1: ["march", "march", "rage", "rage", "promise"]}), *TACTICS]
    fold, secrets = public(moves, box())
    assert (set(secrets[0]), fold.view()["heroes"]["0"]["known"]["hand"]) == ({"hands.0", "hands.1"}, [])


def test_facts_do_not_depend_on_secrets() -> None:
    known = table(hands={0: HAND})
    assert known.fold.facts() == table().fold.facts()


def test_the_scoring_opens_what_was_won_in_secret() -> None:
    play = dungeon()
    name = play.name
    play.fold.state.phase = "scoring"
    cards = play.fold.offers({"type": "score"})["domain"]
    assert cards["each"]["0"]["least"] - len(cards["known"]["0"]) == 1
    asked = play.fold.offers({"type": "score", "cards": cards["known"]})
    assert (asked["field"], set(asked["domain"]["of"]["of"]["of"])) == ("kept", ARTIFACTS)
    openings = list(mage_knight.opens(play.fold.state, {"type": "score", "cards": {}}))
    assert [(opening.name, opening.secret) for opening in openings] == [(name, "kept")]


def rewarded_again(deck: tuple[str, ...] = (), **first: Any) -> Play:
    """Seat 0 won an artifact in a dungeon, and the artifact of a tomb is due.

    Args:
        deck: The artifacts of the deck, all sixteen where none is named; seat 1 holds the others.
        first: What was told of the first reward.
    """
    others = {"blue": sorted(ARTIFACTS - set(deck))} if deck else {}
    cards = [*MIGHT, *["march"] * 12]
    play = explorer(site="dungeon", later="tomb", deck=cards, armour=20, decks=others).at(VILLAGE).card("march")
    play.do("explore", position=[1, 1], tile="countryside_3").at(HILLS).do("enter_site", tokens=["minotaur"])
    beaten(play).do("end_turn").do("take_reward", kind="roll", faces=["red"])
    level_up(play.do("take_reward", kind="artifact", **first), "dark_paths")
    play.do("discard_hand", cards=["march"]).do("draw").others_idle()
    play.at(PLAIN).do("enter_site", tokens=["swamp_dragon"]).phase("attack")
    play.card("flame_wall", choices=chose(option=1)).card("snowstorm").attack("flame_wall.1", "snowstorm.1")
    play.do("end_combat").do("end_turn")
    return play.do("take_reward", kind="spell", card="chill", new_card="tremor", offer=SPELLS)


def test_mk_22_8_what_was_put_at_the_bottom_of_the_artifact_deck_is_not_drawn_while_others_lie_above() -> None:
    play = rewarded_again(kept=["ruby_ring"], bottom="horn_of_wrath")
    play.no("take_reward", 0, "MK-3.4", kind="artifact", kept=["horn_of_wrath"], bottom="golden_grail")
    play.no("take_reward", 0, "MK-3.4", kind="artifact", kept=["golden_grail"], bottom="horn_of_wrath")
    play.do("take_reward", kind="artifact", kept=["golden_grail"], bottom="sword_of_justice")


def test_mk_22_8_a_deck_drawn_to_its_bottom_brings_what_was_put_there() -> None:
    """Three artifacts: the Horn went to the bottom, and the next two drawn are the Horn and another."""
    deck = ("ruby_ring", "golden_grail", "horn_of_wrath")
    play = rewarded_again(deck, bottom="horn_of_wrath")
    play.no("take_reward", 0, "MK-22.8", kind="artifact", kept=["ruby_ring"], bottom="golden_grail")
    play.do("take_reward", kind="artifact", kept=["horn_of_wrath"], bottom="golden_grail")


def test_mk_22_8_where_no_artifact_is_left_beyond_those_kept_none_goes_to_the_bottom() -> None:
    """Of the two artifacts of the deck one was kept; the reward draws the other alone."""
    play = rewarded_again(("ruby_ring", "horn_of_wrath"), kept=["ruby_ring"], bottom="horn_of_wrath")
    play.no("take_reward", 0, "MK-22.8", kind="artifact", kept=["horn_of_wrath"], bottom="ruby_ring")
    play.do("take_reward", kind="artifact", kept=["horn_of_wrath"]).sees("contradictions", [])
    assert play.held()["owned"]["horn_of_wrath"] == 1


def test_mk_22_8_the_last_artifact_is_the_one_put_at_the_bottom() -> None:
    """One of two was kept and not named, and the other went to the bottom; if neither was named it is one of both."""
    for bottom, can in (("horn_of_wrath", ["horn_of_wrath"]), (None, ["horn_of_wrath", "ruby_ring"])):
        play = rewarded_again(("ruby_ring", "horn_of_wrath"), bottom=bottom)
        asked = play.fold.offers({"type": "take_reward", "seat": 0, "kind": "artifact"})
        assert (asked["field"], sorted(asked["domain"]["of"]["of"])) == ("kept", can)


def test_mk_3_4_an_artifact_put_at_the_bottom_of_the_deck_is_nobodys_nameless_card() -> None:
    """The winner told what went to the bottom and not what was kept: any other artifact can be the one in the hand."""
    play = dungeon(bottom="horn_of_wrath")
    told = play.name
    level_up(play, "dark_paths").do("discard_hand", cards=["march"]).do("draw").others_idle()
    play.when(type="play_card", seat=0, card="horn_of_wrath", use="basic").refused("MK-7.1", code="x_1", names=[told])
    play.card("ruby_ring")


def test_mk_22_13_a_place_known_to_hold_an_artifact_is_drawn_as_any_artifact() -> None:
    """Won in secret, it lies below the card gained with the level; no other card of the deck can lie there."""
    play = level_up(dungeon(), "dark_paths").do("discard_hand", cards=["march"])
    play.no("draw", 0, "MK-22.13", drawn=["blood_rage", "march"]).do("draw", drawn=["blood_rage", "ruby_ring"])


@pytest.mark.parametrize(("wounds", "all_wounds"), [(1, False), (2, True)])
def test_mk_21_4_two_cards_of_a_deck_that_held_one_wound_are_not_two_wounds(wounds: int, all_wounds: bool) -> None:  # noqa: FBT001
    """Two cards were drawn from a deck with so many wounds; two more went into it before the third was drawn."""
    unknown = Unknown.of(["rage", "march", "wound"])
    first, more = unknown.hide({"rage": 1, "march": 1, "wound": wounds}), unknown.hide({"wound": 2})
    deck = [*[first] * wounds, more, more]
    unknown.shuffle(deck, "7")
    player = Player("arythea", "red", unknown, hand=[first, first, deck.pop()], deck=deck)
    assert may_be_wounds(player) is all_wounds
