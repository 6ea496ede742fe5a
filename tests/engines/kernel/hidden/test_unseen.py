"""Copies that are counted, beside groups of places: where all that is hidden lies in one, the two say the same."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from engines.kernel.hidden.unknown import Unknown
from engines.kernel.hidden.unseen import Unseen
from tests.engines.kernel.examples import examples

COPIES = {"fig": 3, "plum": 2, "pear": 1}


@given(st.integers(0, 10_000))
@examples(200)
def test_what_is_counted_is_what_one_group_of_places_says(seed: int) -> None:
    rng = Random(seed)
    unseen, unknown = Unseen(dict(COPIES)), Unknown.of(COPIES)
    label = unknown.hide(COPIES)
    placed: list[tuple[str, str]] = []
    for number in range(2, 14):
        name = str(number)
        does = rng.choice(["locate", "locate", "lose", "anew"])
        if does == "locate":
            kind = rng.choice([kind for kind, count in unseen.free.items() if count > 0] or ["pear"])
            unseen.locate(kind, name)
            unknown.found(label, kind, name)
            placed.append((kind, name))
        elif placed:
            kind, before = placed.pop(rng.randrange(len(placed)))
            if does == "lose":
                unseen.lose(kind, before)
                unknown.forget(label, kind, before)
            else:
                unseen.said_anew(kind, before, name)
                unknown.said_anew(kind, before, name)
                placed.append((kind, name))
        assert (unseen.free, list(unseen.free), unseen.said) == (unknown.free, list(unknown.free), unknown.said)
        if label in unknown.groups and min(unseen.free.values()) >= 0:
            assert unknown.can(label) == [kind for kind, count in unseen.free.items() if count > 0]


def test_a_copy_that_an_entry_places_counts_until_the_entry_gives_way() -> None:
    unseen = Unseen(dict(COPIES))
    unseen.locate("plum", "2")
    unseen.locate("plum", "3")
    unseen.said_anew("plum", "2", "7")
    assert (unseen.free["plum"], unseen.said) == (0, {"plum": ("3", "7")})
    unseen.lose("plum", "3")
    unseen.lose("quince", "3")  # no kind of these
    assert (unseen.free, unseen.said) == ({"fig": 3, "plum": 1, "pear": 1}, {"plum": ("7",)})
