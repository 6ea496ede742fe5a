"""Which earlier entries a refusal names: those that the move contradicts."""

import pytest

from engines.kernel.game import IllegalMoveError, Json
from tests.engines.rise_of_empires.positions import at, b_turn, eve, off, opened, over, turn_of
from tests.engines.rise_of_empires.table import Table, act, box, fight, first, free, keep, position, put, reveal, table

EIGHT = [f"P1-{number:02}" for number in range(1, 9)]
TEN = ["plain"] * 10


def blamed(t: Table, move: Json, code: str) -> list[str]:
    """The entries that the refusal of a move names."""
    with pytest.raises(IllegalMoveError) as caught:
        t.fold.decide(move)
    assert caught.value.code == code, caught.value.code
    return list(caught.value.names)


def test_a_box_that_was_used_names_the_trade() -> None:
    t = at(1).after(act(0, "trade", box="1-2-gold"))
    assert blamed(t, act(1, "trade", box="1-2-gold"), "box_taken") == [t.name]


def test_a_full_row_names_the_discs_on_it() -> None:
    t, names = at(1, seats=2, discs=3), list[str]()
    for seat in (0, 1, 0, 1):
        names.append(t.after(act(seat, "territory", kind="plain")).name)
    assert blamed(t, act(0, "territory", kind="plain"), "row_full") == names


@pytest.mark.parametrize(
    ("row", "fields"), [("progress", {"tile": "P1-05"}), ("city", {"tile": "C1A-2"}), ("empire", {"tile": "E3"})]
)
def test_a_tile_that_was_taken_names_who_took_it(row: str, fields: Json) -> None:
    t = at(1).after(act(0, row, **fields))
    name = t.name
    assert blamed(t, act(1, row, **fields), "not_available") == [name]


def test_a_tile_that_cannot_be_taken_says_why() -> None:
    early = turn_of(at(1).owns(1, "C1A-2", "P1-05").after(act(0, "empire", tile="E3")), 2)
    late = at(3).owns(0, "P1-12").rule("take_tile", seat=0, tile="P1-12")
    ended = eve(2).owns(0, "P1-09", "C1A-1", "C1A-2").on_to(2, "era_end").after(keep(0)).on_to(3)
    wonder = b_turn((0, "city"), (1, "city"), (2, "city"), seat=2).has(2, gold=9, resource=9)
    wonder = turn_of(wonder.after(act(2, "city", tile="Pyramids")), 1)
    for t, row, name, clause, why in (
        (early, "city", "C1A-2", "8.1", "Red already has it"), (early, "progress", "P1-05", "6.1", "Red already"),
        (early, "city", "C1B-1", "8.1", "not revealed yet"), (early, "progress", "P1-09", "6.1", "not revealed yet"),
        (early, "empire", "E3", "9.1", "Blue took it this turn"), (early, "territory", "mountain", "7.1", "none left"),
        (late, "city", "C1A-3", "4.5", "left the game"), (late, "progress", "P1-03", "4.5", "left the game"),
        (late, "territory", "plain", "4.5", "left the game"), (late, "city", "Pyramids", "8.11", "their own turn"),
        (late, "progress", "P1-12", "6.1", "a judge removed it"), (ended, "progress", "P1-09", "6.1", "owner lost it"),
        (ended, "city", "C1A-1", "8.1", "owner lost it"), (wonder, "city", "Pyramids", "8.1", "already built"),
    ):  # fmt: skip
        how = off(t, 1, "city") if t is wonder else {}
        move = act(t.look("to_move")[0], row, **{"kind" if row == "territory" else "tile": name}, **how)
        t.when(move).refused(f"ROE-{clause}", code="not_available", containing={"en": why})


def test_a_second_tile_of_one_name_names_the_first() -> None:
    t = at(1, discs=2).after(act(0, "progress", tile="P1-05"))
    name = t.name
    assert blamed(turn_of(t, 0), act(0, "progress", tile="P1-06"), "duplicate") == [name]


def test_a_tile_turned_up_before_names_that_reveal() -> None:
    t = table(3, box=box(discs=1)).after(first(0), reveal(EIGHT, TEN))
    name = t.name
    t.on_to(2, "reveal")
    again = ["P1-08", *[f"P1-{number:02}" for number in range(9, 16)]]
    assert name in blamed(t, reveal(again, ["island"] * 8 + ["forest"] * 2), "reveal_seen")


def test_too_many_of_a_kind_names_the_reveals_that_turned_them_up() -> None:
    t = opened().after(reveal(EIGHT, TEN))
    name = t.name
    t.on_to(2, "reveal")
    assert name in blamed(t, reveal(None, ["plain"] + ["island"] * 8 + ["forest"]), "no_more_of_kind")


def test_a_tile_face_down_names_where_it_was_used() -> None:
    t = at(1, discs=2, progress=["P1-04"]).owns(0, "P1-04").cubes(1, ne_africa=2)
    t.after(act(0, "empire", tile="E1", free_before=[free("P1-04", "ne_africa", 1)]))
    name = t.name
    shot = act(0, "empire", tile="E8", free_before=[free("P1-04", "ne_africa", 1)])
    assert blamed(turn_of(t, 0), shot, "face_down") == [name]


def test_a_tile_that_waits_names_where_it_was_taken() -> None:
    t = at(1, discs=2).after(act(0, "progress", tile="P1-03"))
    name = t.name
    t.cubes(1, ne_africa=1)
    shot = act(0, "empire", tile="E8", free_before=[free("P1-03", "ne_africa", 1)])
    assert blamed(turn_of(t, 0), shot, "waiting") == [name]


def test_guarded_cubes_name_where_the_piece_was_placed() -> None:
    t = b_turn((0, "empire"), (1, "empire"), (2, "empire"), turn=4).owns(0, "P2-14")
    t.cubes(0, ne_africa=2).cubes(1, ne_africa=2)
    t.after(act(0, "empire", perform=False, **off(t, 0), free_after=[free("P2-14", "ne_africa")]))
    name = t.name
    move = act(1, "empire", tile="E1", battles=[fight("ne_africa", 0)], **off(turn_of(t, 1), 1))
    assert blamed(t, move, "guarded") == [name]


def test_a_position_taken_names_who_chose_it() -> None:
    t = over(at(1, seats=4)).after(position(3, 2))
    assert blamed(t, position(2, 2), "position_taken") == [t.name]
    assert blamed(t, position(3, 1), "not_next") == [t.name]


def test_what_is_wrong_in_itself_names_nobody() -> None:
    t = at(1)
    for move, code in (
        (act(0, "empire", tile="E2", place=put(ne_africa=9)), "too_many_cubes"),
        (act(0, "city", tile="C1A-5", free_before=[]), "cost"),
        (act(0, "empire", tile="E1", recall=True), "nothing_to_recall"),
    ):
        if code == "cost":
            t.has(0, gold=0)
        assert blamed(t, move, code) == []
    ending = eve(2).owns(0, "P1-09", "P1-14").on_to(2, "era_end").has(0, gold=1)
    assert blamed(ending, keep(0, ["P1-09", "P1-14"]), "cost") == []
