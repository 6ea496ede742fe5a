"""XID-18: options, and XID-19: what is public, secret, derivable."""

from typing import Any

import pytest

from engines import xidit
from engines.kernel.canonical import canonical
from engines.kernel.game import MalformedMoveError
from tests.engines.xidit.table import *

STAND = [1, 2, 3, 4]


def opened(t: Table) -> Any:
    """The view without what is derived."""
    return {key: value for key, value in t.shown.items() if key != "derived"}


def placing(**changes: Any) -> Table:
    """Seat 0 has freed A12 for gold and bards, four of which are due; city 12 lies on R2, R4 and the centre R9."""
    t = table(4, deal(), [12, 2, 3, 4], box=quick(**changes)).start({0: "a"}).after(execute(0))
    return t.after(rewards(0, "gold", "bards"))


def test_xid_19_1_a_player_s_view_is_the_public_one_and_the_own_secrets() -> None:
    knows, public = [table(4, deal(), STAND).after(program(0, script)) for script in ("arbkaw", None)]
    assert knows.orders(0) == wheels("arbkaw")
    assert all(len(wheel["unknown"]) == 5 for wheel in public.orders(0))
    assert knows.fold.facts() == public.fold.facts()
    assert {key for key in knows.shown if canonical(knows.shown[key]) != canonical(public.shown[key])} == {"programs"}


def test_xid_19_2_secret_numbers_may_be_left_out() -> None:
    table(4, deal(), STAND).when(program(0)).accepted()
    t = placing().when(bards(0, R2=1, R4=1, R9=None)).accepted()
    assert t.bastion(0) == 2
    mustered("archer").census().when(fist(0, "peasant")).accepted()


def test_xid_19_3_and_xid_19_6_a_revealed_bastion_equals_the_derived_numbers() -> None:
    t = closing({"bards": {"R9": 2, "R2": 1}}, {"bards": {"R9": 1}})
    t.when(bastion(1, 2, 0, 0)).refused("XID-19.3")
    t.when(bastion(2, 1, 0, 1)).refused("XID-19.3")
    t.when(bastion(2, 1, 0, 0)).accepted()
    assert t.bards_at("R9") == {0: 2, 1: 1}


def test_xid_19_3_the_refusal_names_the_placements_from_which_a_number_follows() -> None:
    t = table(4, deal(), [12, 2, 3, 4], box=quick(years=8)).start({0: "a"})
    t.after(execute(0), rewards(0, "gold", "bards"), bards(0, R2=1, R9=3))
    name = t.name
    t.run().close().finish()
    t.when(bastion(2, 0, 0, 0)).refused("XID-19.3", names=[name])


def test_xid_19_4_null_for_a_region_that_is_not_central_is_refused() -> None:
    placing().when(bards(0, R2=None, R4=4)).refused("XID-19.4")
    placing().when(bards(0, R2=None, R9=4)).refused("XID-19.4")


def test_xid_19_4_null_for_a_centre_that_is_not_adjacent_is_refused() -> None:
    # city 11 lies on R2, R3 and R4
    t = table(4, deal(), [11, 2, 3, 4], box=quick()).start({0: "a"}).after(execute(0), rewards(0, "gold", "bards"))
    t.when(bards(0, R2=1, R9=None)).refused("XID-19.4")
    t.when(bards(0, R2=3, R9=None)).refused("XID-19.4")


def test_xid_19_5_what_a_fold_does_not_know_refuses_nothing() -> None:
    t = table(4, deal(), STAND).after(program(0))
    t.when(reveal({0: "aaaaaa", 1: "", 2: "", 3: ""})).accepted()
    mustered("archer").census().after(fist(0, "peasant")).when(fists("peasant", 0, 0, 0, 0)).accepted()


def test_xid_19_5_sentences_to_those_who_were_not_told_name_no_secret() -> None:
    t = table(4, deal(), STAND).when(program(0)).accepted()
    for text in t.step["says"].values():
        assert not [word for word in ("black road", "red road", "blue road", "camino") if word in text.lower()]
    t = mustered("archer").census().when(fist(0, "peasant")).accepted()
    assert not [text for text in t.step["says"].values() if any(digit in text for digit in "0123456789")]


def test_xid_19_6_the_number_is_no_secret_that_is_sealed() -> None:
    assert "place_bards" not in xidit.secret


def test_declared_totals_are_compared_and_never_refused() -> None:
    t = closing({"gold": 7}, units=[2])
    t.when(declare(0, gold=7, units={"peasant": 2})).accepted()
    t.when(declare(0, gold=6)).accepted()
    t.after(EVALUATE)
    assert t.values(0)["0"] == 7
    with pytest.raises(MalformedMoveError):
        t.fold.decide({"type": "declare", "seat": 0, "bards": 4})


def declared(derived: tuple[int, ...] | None) -> tuple[Any, str, str]:
    """A declaration of 902 gold where 941 follow, as eyes see it that may look behind some screens; its sentences."""
    t = closing({"gold": 941})
    body = t.fold.game.encode(t.fold.decide(declare(0, gold=902)))
    step = t.fold.step("999", body, derived=derived)
    return step, step["says"]["en"], step["says"]["es"]


def test_xid_19_1_a_finding_names_the_contradiction_and_the_figure_stands_under_derived_alone() -> None:
    for derived in ((), (1, 2)):
        step, en, es = declared(derived)
        assert "941" not in str(step)
        assert en.endswith("declares 902 gold; the recorded moves give another number.")
        assert es.endswith("declara 902 de oro; según las jugadas anotadas, otra cifra.")
        (mark,) = step["marks"]
        assert (mark["kind"], mark["about"]["said"], mark["about"]["derived"]) == ("finding", "902", None)
        assert mark["about"]["names"][-1] == "999"
    for derived in (None, (0,)):
        step, en, es = declared(derived)
        assert en.endswith("declares 902 gold; the recorded moves give 941.")
        assert es.endswith("declara 902 de oro; según las jugadas anotadas, 941.")
        assert step["marks"][0]["about"]["derived"] is None


def test_xid_19_1_once_the_game_is_over_the_finding_tells_the_figure_to_everybody() -> None:
    t = closing({"gold": 941}, units=[2]).after(declare(0, gold=902, units={"peasant": 1}, total=2))
    assert [found["derived"] for found in t.fold.view(())["findings"]] == [None, None]
    t.after(EVALUATE, EVALUATE, EVALUATE)
    found = {one["what"]: (one["said"], one["derived"]) for one in t.fold.view(())["findings"]}
    assert found == {"gold": ("902", "941"), "peasant": ("1", "2")}


def test_facts_hold_no_secret_and_no_derived_figure() -> None:
    t = table(4, deal(), [12, 1, 3, 4], box=armed(all_needs={}, rewards={"A12": {"gold": 941}}))
    t.tour(act(0, 12, rewards(0, "gold", "stories")), act(1, 1))
    assert "941" not in str(t.fold.facts())
    assert t.fold.facts()["phase"] == "programming"
    assert set(ORDER) >= set(t.evaluation_order)
