"""ROE-2: setting up."""

import pytest

from engines import rise_of_empires
from tests.engines.given import no_table
from tests.engines.rise_of_empires.positions import FIGURES, at, discs, opened
from tests.engines.rise_of_empires.table import COLOURS, act, first, reveal, table

START = FIGURES["start"]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_roe_2_1_every_number_between_them_is_a_table(seats: int) -> None:
    assert len(table(seats).look("seats")) == seats


def test_roe_2_2_no_two_players_have_one_colour() -> None:
    no_table(rise_of_empires, ("red", "blue", "red"), "ROE-2.2", code="players")
    assert [seat["colour"] for seat in table(5).look("seats").values()] == list(COLOURS)


@pytest.mark.parametrize(
    ("name", "amount"),
    [
        pytest.param("vp", 0, id="ROE-2.3"), pytest.param("food", 16, id="ROE-2.4"),
        pytest.param("pool", 5, id="ROE-2.5 in the pool"), pytest.param("stock", 25, id="ROE-2.5 in the stock"),
        pytest.param("gold", 5, id="ROE-2.6"), pytest.param("resource", 2, id="ROE-2.7"),
        pytest.param("discs", 6, id="ROE-2.8"),
    ],
)  # fmt: skip
def test_roe_2_3_to_roe_2_8_each_player_starts_with_the_same_w_1(name: str, amount: int) -> None:
    assert [seat[name] for seat in table(5).look("seats").values()] == [amount] * 5 == [START[name]] * 5


def test_roe_2_9_tiles_of_era_1_lie_on_top() -> None:
    t = opened()
    assert t.look("unseen.progress") == {"1": 16, "2": 16, "3": 16}
    era_2 = [f"P1-0{number}" for number in range(1, 8)] + ["P2-01"]
    t.when(reveal(era_2, ["plain"] * 10)).refused("ROE-2.9", code="reveal_era")


def test_roe_2_10_all_40_territory_tiles_lie_in_the_stacks() -> None:
    t = opened()
    assert t.look("unseen.territory") == {kind: row[0] for kind, row in FIGURES["territory"].items()}
    any_ten = [
        "plain", "island", "forest", "mountain", *["town_gold"] * 2, *["town_resource"] * 2, "town_food", "town_cube",
    ]  # fmt: skip
    t.when(reveal([f"P1-0{number}" for number in range(1, 9)], any_ten)).accepted()


def test_roe_2_11_the_sets_of_cities_come_one_after_another() -> None:
    sets = ["C1A", "C1B", "C2A", "C2B", "C3A", "C3B"]
    for turn, name in enumerate(sets, 1):
        t = at(turn)
        cities = [tile for tile, how in t.look("on_offer.city").items() if how == "new"]
        assert cities == [f"{name}-{number}" for number in range(1, 9 if turn > 4 else 6)]
    assert opened().look("coming.city") == [f"C1A-{number}" for number in range(1, 6)]


def test_roe_2_12_wonders_come_with_the_cities_of_their_set() -> None:
    wonders = [(2, {"C1B-4", "C1B-5"}), (4, {"C2B-4", "C2B-5"}), (6, {"C3B-7", "C3B-8"})]
    for turn, wanted in wonders:
        assert wanted <= set(at(turn).look("on_offer.city"))
        assert not wanted & set(at(turn - 1).look("on_offer.city"))


def test_roe_2_13_all_empire_tiles_lie_in_their_boxes() -> None:
    assert set(opened().look("on_offer.empire")) == {f"E{number}" for number in range(1, 9)}


def test_roe_2_14_the_first_player_is_named_once_and_is_somebody_who_plays() -> None:
    opened().when(first(1)).refused("ROE-2.14", "ROE-3.2", code="wrong_phase")
    table(3).when(reveal()).refused("ROE-2.14", "ROE-3.2", code="wrong_phase")
    table(3).when(act(0, "empire", tile="E1")).refused("ROE-2.14", "ROE-3.2", code="wrong_phase")
    table(3).when(first(3)).refused("ROE-2.1", "ROE-2.2", "ROE-2.14", code="players")


def test_roe_2_15_the_map_starts_empty() -> None:
    for region in table(4).look("map").values():
        assert region == {"cubes": {"0": 0, "1": 0, "2": 0, "3": 0}, "control": [], "second": []}


def test_roe_2_16_the_trade_track_and_the_display_start_empty() -> None:
    t = opened()
    assert set(t.look("trade").values()) == {None}
    for row in ("progress", "territory", "city", "empire", "trade"):
        assert discs(t, row) == [None] * 6
