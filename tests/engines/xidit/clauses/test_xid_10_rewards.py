"""XID-10: rewards."""

from typing import Any

import pytest

from tests.engines.xidit.table import Table, act, armed, bards, comeback, deal, execute, fists, quick, rewards, table

NOT_DUE = ("XID-21.7",)


def freed(city: int = 12, script: str = "a", **changes: Any) -> Table:
    """Seat 0 has just freed the threat of a city; A12 gives 5 gold, 4 bards and 2 stories."""
    others = [other for other in (1, 2, 3, 4) if other != city][:3]
    threats = " ".join(str(found) for found in [city, *[other for other in (9, 11, 15, 16, 14) if other != city][:4]])
    return (
        table(4, deal("1 2 5 6 10", threats), [city, *others], box=quick(**changes))
        .start({0: script})
        .after(execute(0))
    )


# ------------------------------------------------------------------------------------------------------------- choice


@pytest.mark.parametrize(
    "names",
    [("gold",), (), ("gold", "bards", "stories"), ("gold", "gold"), ("bards", "bards", "gold"), ("gold", "luck")],
    ids=str,
)
def test_xid_10_1_no_other_choice_is_accepted(names: tuple[str, ...]) -> None:
    freed().when(rewards(0, *names)).refused("XID-10.1")


def test_xid_10_2_gold_alone_if_nothing_else_is_available() -> None:
    t = freed(bards=0, stories=0).tops()
    assert (t.gold(0), t.guild(12), t.executed(0)) == (5, None, 1)
    t.when(rewards(0, "gold")).refused(*NOT_DUE)


def test_xid_10_3_the_order_of_the_two_does_not_matter() -> None:
    one, other = freed(), freed()
    one.after(rewards(0, "gold", "bards"), bards(0, R2=4))
    other.after(rewards(0, "bards", "gold"), bards(0, R2=4))
    assert one.fold.facts() == other.fold.facts()
    assert one.gold(0) == other.gold(0) == 5


# --------------------------------------------------------------------------------------------------------------- gold


def test_xid_10_4_without_the_gold_reward_there_is_no_gold() -> None:
    assert freed().after(rewards(0, "stories", "bards"), bards(0, R2=4)).gold(0) == 0


def test_xid_10_5_gold_is_always_available() -> None:
    t = freed(bards=0, stories=0, rewards={"A12": {"gold": 99}})
    assert t.gold(0) == 99
    t = table(4, deal(), [12, 2, 3, 4], box=quick(rewards={"A12": {"gold": 60}, "A16": {"gold": 60}}))
    t.tour(act(0, 12), act(0, 16))
    assert t.gold(0) == 120


# -------------------------------------------------------------------------------------------------------------- bards


@pytest.mark.parametrize("region", ["R10", "centre"])
def test_xid_10_6_no_region_that_does_not_exist(region: str) -> None:
    t = freed().after(rewards(0, "gold", "bards"))
    with pytest.raises(Exception, match=region):
        t.fold.decide(bards(0, **{region: 4}))


def test_xid_10_6_no_number_below_nothing() -> None:
    freed().after(rewards(0, "gold", "bards")).when(bards(0, R2=5, R4=-1)).refused("XID-10.6", "XID-10.10")


def test_xid_10_7_bards_of_the_central_region_go_into_the_bastion_in_secret() -> None:
    t = freed().after(rewards(0, "gold", "bards")).sees("due.choices", []).after(bards(0, R2=1, R9=3))
    assert t.bards_at("R9") == {}
    assert t.look("bastion") == {"total": 3, "owners": None}
    assert t.bastion(0) == 3
    t.run().close().years(3)
    assert (t.bastion_total(), t.bastion(0), t.bards_at("R9")) == (3, 3, {})


@pytest.mark.parametrize("regions", [{"R2": None}, {"R2": 20, "R4": 1}])
def test_xid_10_7_what_no_table_can_place_changes_nothing_in_a_log(regions: dict[str, int | None]) -> None:
    """Only the number of the central region may be left open, and 20 bards are all there are: it stays due."""
    freed().after(rewards(0, "gold", "bards")).applied(bards(0, **regions)).when(bards(0, R2=4)).accepted()


def test_xid_10_8_without_a_bard_bards_may_not_be_chosen() -> None:
    freed(bards=0).tops().when(rewards(0, "gold", "bards")).refused("XID-21.7", "XID-10.8")
    t = table(4, deal(), [12, 2, 3, 4], box=quick(bards=4))
    t.start({0: "araaaa"}).after(execute(0), rewards(0, "gold", "bards"), bards(0, R2=4))
    t.until(0, 3)
    assert t.city(0) == 16
    t.after(execute(0))
    # bards are not available: gold and stories are booked at once
    assert (t.gold(0), t.guild(16)) == (8, (0, 4))


def test_xid_10_9_fewer_tokens_than_the_tile_shows_are_all_placed() -> None:
    t = freed(bards=3).after(rewards(0, "gold", "bards"))
    t.when(bards(0, R2=4)).refused("XID-10.9", "XID-10.10", "XID-10.6")
    t.when(bards(0, R2=2)).refused("XID-10.9", "XID-10.10", "XID-10.6")
    t.when(bards(0, R2=2, R4=1)).accepted()
    assert t.bards_left(0) == 0


@pytest.mark.parametrize("split", [{}, {"R2": 3}, {"R2": 2, "R4": 1}, {"R2": 5}, {"R2": 2, "R4": 2, "R9": 1}], ids=str)
def test_xid_10_10_otherwise_the_full_number_is_placed(split: dict[str, int]) -> None:
    freed().after(rewards(0, "gold", "bards")).when(bards(0, **split)).refused("XID-10.10")


def test_xid_10_11_placed_bards_never_move() -> None:
    t = freed().after(rewards(0, "gold", "bards"), bards(0, R2=1, R4=2, R9=1)).run().close()
    t.tour(act(0, 16, rewards(0, "gold", "bards"), bards(0, R5=2)))
    assert (t.bards_at("R2"), t.bards_at("R4"), t.bards_at("R5"), t.bastion(0)) == ({0: 1}, {0: 2}, {0: 2}, 1)


def test_xid_10_12_adjacent_is_judged_in_the_city_of_the_action() -> None:
    # seat 0 walks on to city 5 afterwards, whose region R1 is no choice at 12
    t = table(4, deal(), [5, 2, 3, 4], box=quick()).start({0: "bab"}).run(orders=4).after(execute(0))
    t.after(rewards(0, "gold", "bards")).when(bards(0, R1=4)).refused("XID-10.6", "XID-10.12")
    t.when(bards(0, R4=4)).accepted()


# ------------------------------------------------------------------------------------------------------------ stories


def test_xid_10_13_stories_go_on_the_guild_space_of_the_city() -> None:
    t = freed().after(rewards(0, "gold", "stories"))
    assert t.guild(12) == (0, 2)
    assert t.fold.facts()["guilds"] == {"12": [0, 2]}
    assert t.stories_left(0) == 13
    assert [city for city in range(1, 22) if t.guild(city)] == [12]


def test_xid_10_14_and_xid_10_17_four_stories_at_most_and_the_rest_stays_in_the_supply() -> None:
    t = freed(rewards={"A12": {"stories": 9}}).after(rewards(0, "gold", "stories"))
    assert (t.guild(12), t.stories_left(0), t.aside(0)) == ((0, 4), 11, 0)
    # nothing is kept for later: the next guild gets what its tile shows
    t.run().close().tour(act(0, 1)).tour(act(0, 9, rewards(0, "gold", "stories")))
    assert (t.guild(9), t.stories_left(0)) == ((0, 4), 7)


def test_xid_10_15_and_xid_10_18_another_player_s_guild_keeps_stories_away() -> None:
    t = comeback({0: "wwwwa"}, rewards(1, "gold", "stories")).until(0, 5).after(execute(0))
    assert t.guild(16) == (1, 4)
    assert t.gold(0) == 3
    assert t.due() == [("place_bards", 0)]
    t.when(rewards(0, "stories", "gold")).refused(*NOT_DUE, "XID-10.18")
    t.after(bards(0, R4=2))
    assert t.guild(16) == (1, 4)


def test_xid_10_16_only_up_to_the_limit() -> None:
    t = comeback({1: "awwwa"}, rewards(1, "gold", "stories"), rewards={"A16": {"stories": 3}})
    t.until(1, 5).after(execute(1), rewards(1, "gold", "stories"))
    assert (t.guild(16), t.stories_left(1), t.aside(1)) == ((1, 4), 11, 0)


def test_xid_10_19_without_a_story_they_may_not_be_chosen() -> None:
    t = freed(stories=0)
    assert t.due() == [("place_bards", 0)]
    t.when(rewards(0, "stories", "gold")).refused(*NOT_DUE, "XID-10.19")


def test_xid_10_20_fewer_stories_than_could_be_placed_are_all_placed() -> None:
    t = freed(stories=1).after(rewards(0, "gold", "stories"))
    assert (t.guild(12), t.stories_left(0)) == ((0, 1), 0)


def test_xid_10_21_stories_are_placed_in_full() -> None:
    t = freed(16).after(rewards(0, "gold", "stories")).tops()
    assert t.guild(16) == (0, 4)
    assert t.executed(0) == 1


def aside(stories: int) -> Table:
    """Seat 0 won the mage census without a guild, and then frees A09, which shows so many stories."""
    t = table(4, deal(), [10, 2, 3, 4], box=armed(all_needs={}, census=[1, 2], rewards={"A09": {"stories": stories}}))
    for _ in range(2):
        t.census({0: "a"}).run(fists("mage", 1, 0, 0, 0)).close()
    return t


def test_xid_10_22_a_new_full_guild_leaves_it_aside() -> None:
    t = aside(4).tour(act(0, 9, rewards(0, "gold", "stories")))
    assert (t.guild(9), t.stories_left(0), t.aside(0)) == ((0, 4), 9, 2)
