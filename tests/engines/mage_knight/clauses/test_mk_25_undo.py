"""Chapter 25 of the reference: what may be taken back, by the service's own rule of undo over the engine's barriers."""

from dataclasses import asdict
from typing import Any

import pytest

from engines import mage_knight
from engines.kernel.game import Json
from service.record.corrections import undo
from service.record.entries.timeline import read
from tests.engines.mage_knight.boxes import BEFORE, BESIDE, HILLS, ORCS, VILLAGE
from tests.engines.mage_knight.clauses.test_mk_14_combat import ruined
from tests.engines.mage_knight.components.test_basic_actions import rich
from tests.engines.mage_knight.playing import Play, chose, fight, mana, started, table, tokens

FREE = {"undo": "barriers"}


class Tail:
    """The end of a record: moves played from a position on, each kept with the barrier that the engine finds in it."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self.entries: list[Json] = [{"version": 1, "type": "opened", "body": {}}]

    def do(self, kind: str, seat: int | None = 0, **fields: Any) -> str:
        """Play a move; its name."""
        move = self.play.made(kind, seat, **fields)
        found = mage_knight.barrier(self.play.fold.state, self.play.fold.decide(move))
        body = {"type": kind, **({} if seat is None else {"seat": seat})}
        kept = {} if found is None else {"barrier": {**asdict(found), "seats": list(found.seats)}}
        self.entries.append({"version": len(self.entries) + 1, "type": "move", "body": body, **kept})
        self.play.after(move)
        return str(len(self.entries))

    def card(self, card: str, use: str = "basic", seat: int = 0, pay: list[str] | None = None, **fields: Any) -> str:
        return self.do("play_card", seat, card=card, use=use, payments=mana(*(pay or [])) or None, **fields)

    @property
    def barrier(self) -> Json | None:
        """The barrier of the last move."""
        return self.entries[-1].get("barrier")

    @property
    def kind(self) -> str | None:
        """The kind of the barrier of the last move."""
        return self.barrier["kind"] if self.barrier else None

    def back(self, *names: str, seat: int = 0) -> None:
        """Take moves back; raises where the rules forbid it."""
        undo.check(read(self.entries), seat, names, len(self.play.fold.seats), FREE, undo.Consents(()))

    def barred(self, *names: str, seat: int = 0) -> undo.BarredError:
        """What forbids to take moves back."""
        with pytest.raises(undo.BarredError) as caught:
            self.back(*names, seat=seat)
        return caught.value


def test_mk_25_1_and_mk_25_10_cards_steps_mana_units_and_purchases_are_taken_back_u_1() -> None:
    tail = Tail(started())
    names = [tail.card("stamina"), tail.do("move", to=[0, -1])]
    names.append(tail.do("play_card", card="rage", use="sideways", gives="move"))
    tail.back(*names)
    assert tail.barrier is None


def test_mk_25_2_and_mk_25_3_and_mk_25_7_a_tile_turned_up_is_a_barrier_e_3() -> None:
    """March paid with a die, then tile 3; the die is not taken back, a card after the tile is."""
    tail = Tail(started().at(VILLAGE))
    march = tail.card("march", "strong", pay=["green@die"])
    tile = tail.do("explore", position=[1, 1], tile="countryside_3")
    assert tail.kind == "reveal"
    after = tail.card("stamina")
    tail.back(after)
    error = tail.barred(march, tile, after)
    assert (error.name, "countryside_3" in str(error)) == (tile, True)


def test_mk_25_4_nothing_before_a_barrier_is_changed() -> None:
    tail = Tail(started().at(VILLAGE))
    march = tail.card("march")
    tile = tail.do("explore", position=[1, 1], tile="countryside_3")
    with pytest.raises(undo.OutOfOrderError):
        undo.check_order(read(tail.entries), 0, [march])
    assert tail.barred(march, tile).name == tile


def test_mk_25_5_and_mk_25_6_the_last_goes_first_and_only_in_the_own_turn_x_29() -> None:
    tail = Tail(started())
    first, second = tail.card("march"), tail.card("stamina")
    with pytest.raises(undo.OutOfOrderError):
        undo.check_order(read(tail.entries), 0, [first])
    undo.check_order(read(tail.entries), 0, [second, first])
    with pytest.raises(undo.NothingToUndoError):
        undo.check_order(read(tail.entries), 1, [second])


def test_mk_25_8_dice_rolled_are_a_barrier_u_2() -> None:
    play = table(night=True, tactics=["mana_search", "sparing_power"]).begin(0)
    tail = Tail(play)
    card = tail.card("march")
    search = tail.do("use_tactic", choices=chose(dice=["red"]), facts=chose(faces=["white"]))
    assert (tail.kind, tail.barred(card, search).name) == ("chance", search)


def test_u_3_tranquility_is_a_barrier_for_a_card_and_not_for_healing() -> None:
    tail = Tail(started())
    tail.card("tranquility", choices=chose(option=1))
    assert tail.barrier is None
    tail = Tail(started())
    tail.card("tranquility", choices=chose(option=2))
    assert tail.barrier is not None


def test_mk_25_18_a_failed_attack_is_taken_back_u_4() -> None:
    """Ranged 3 against Wolf Riders, armour 4; and one that succeeds against Prowlers, who lay face up."""
    for foe in ("wolf_riders", "prowlers"):
        tail = Tail(rich(fight(foe)))
        names = [tail.card("swiftness", "strong", pay=["white"])]
        names.append(tail.do("attack", enemies=[1], pieces=["swiftness.1"]))
        assert tail.barrier is None
        tail.back(*names)


def test_mk_25_11_a_fight_with_a_token_to_draw_is_a_barrier_and_an_altar_face_up_is_none_u_5() -> None:
    tail = Tail(started(site="dungeon").at(HILLS))
    tail.do("enter_site", tokens=["medusa"])
    assert tail.kind == "reveal"
    tail = Tail(ruined("altar_red").crystals(red=3))
    tail.do("pay_altar", payments=mana("red", "red", "red"))
    assert tail.barrier is None


def test_mk_25_9_plunder_of_another_is_a_barrier_u_6() -> None:
    play = started().at(VILLAGE).end(0, ["march"]).begin(1)
    tail = Tail(play)
    card = tail.card("march", seat=1)
    plunder = tail.do("plunder", 0)
    assert tail.barred(card, seat=1).name == plunder


def test_mk_25_9a_a_draw_logged_later_does_not_bind_the_next_player_u_9() -> None:
    play = started().card("march").do("end_turn")
    tail = Tail(play)
    tail.do("begin_turn", 1)
    card = tail.card("march", seat=1)
    draw = tail.do("draw", 0)
    tail.back(card, seat=1)
    assert tail.barred(draw).name == draw


def test_mk_25_10_a_challenge_to_what_lies_face_up_is_taken_back_e_4() -> None:
    tail = Tail(started().at(VILLAGE).crystals(green=1))
    names = [tail.card("march", "strong", pay=["green"]), tail.do("move", to=[1, -2]), tail.do("move", to=BESIDE)]
    names.append(tail.do("challenge", at=[ORCS]))
    tail.back(*names)


def test_mk_25_11_a_garrison_turned_up_by_a_step_is_a_barrier() -> None:
    tail = Tail(started(site="keep").at([1, 0]).card("march").card("stamina"))
    tail.do("move", to=BEFORE, tokens=tokens((HILLS, "golems")))
    assert tail.kind == "reveal"
    tail.do("play_card", card="promise", use="sideways", gives="move")
    assert tail.barrier is None


def test_mk_25_12_a_barrier_says_what_was_revealed_and_whom_it_binds() -> None:
    tail = Tail(started().at(VILLAGE).card("march"))
    tail.do("explore", position=[1, 1], tile="countryside_3")
    barrier = tail.barrier
    assert barrier is not None
    assert (barrier["kind"], barrier["what"], set(barrier["seats"]) >= {0}) == ("reveal", "countryside_3", True)


def test_mk_25_13_the_moves_at_the_end_of_a_turn_u_8() -> None:
    tail = Tail(started().card("march", "strong", pay=["green@die"]))
    ends = tail.do("end_turn")
    assert tail.barrier is None
    rolled = tail.do("return_dice", faces=["gold"])
    assert (tail.kind, tail.barred(ends, rolled).name) == ("chance", rolled)
    tail.do("discard_hand", cards=["promise"])
    assert tail.barrier is None
    tail.do("draw")
    assert tail.kind == "reveal"


def test_mk_25_13_without_dice_the_end_of_a_turn_is_taken_back_u_8() -> None:
    tail = Tail(started())
    names = [tail.do("end_turn"), tail.do("discard_hand", cards=["promise"])]
    tail.back(*names)


def test_mk_25_14_taking_back_restores_the_position_u_7() -> None:
    """March is played and taken back; then two Marches are legal, a third is not."""
    play = started(hand=9)
    again = started(hand=9)
    play.card("march")
    assert again.held()["hand"] == play.held()["hand"] + 1
    again.card("march").card("march").no("play_card", 0, "MK-7.1", code="x_1", card="march", use="basic")


def test_mk_25_15_a_refusal_names_the_barrier_and_its_fact_x_28() -> None:
    tail = Tail(started().at(VILLAGE).card("march"))
    tile = tail.do("explore", position=[1, 1], tile="countryside_3")
    error = tail.barred(tile)
    assert error.name == tile
    assert "countryside_3" in str(error)


def test_mk_25_16_a_table_may_agree_to_play_without_undo() -> None:
    tail = Tail(started())
    card = tail.card("march")
    with pytest.raises(undo.UndoRefusedError):
        undo.check(read(tail.entries), 0, [card], 2, {"undo": "none"}, undo.Consents(()))


def test_mk_25_17_with_everybodys_consent_a_barrier_yields() -> None:
    tail = Tail(started().at(VILLAGE).card("march"))
    tile = tail.do("explore", position=[1, 1], tile="countryside_3")
    undo.check(read(tail.entries), 0, [tile], 2, FREE, undo.Consents((1,)))
