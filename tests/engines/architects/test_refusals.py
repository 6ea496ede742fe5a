"""What a refusal says: the value, the place and the player, by the names of the box, in either language."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from engines import architects
from engines.kernel.game import IllegalMoveError, Json
from tests.engines.architects.acts import (
    back,
    build,
    captures,
    go,
    guard,
    hire,
    mines,
    ready,
    reset,
    step,
    taken,
    trades,
)
from tests.engines.architects.table import Table, drafted
from tests.engines.given import in_both_languages

LONG = "y" * 41


def rich(**more: Any) -> Table:
    """Three seats (Red, Green, Blue); seat 0 is to move with 9 silver, others stand about."""
    t = drafted(3).stand(1, forest=2, quarry=1, mines=1).stand(0, town_centre=2)
    return t.have(0, **{"silver": 9, **more})


LINES: dict[str, tuple[Callable[[], Table], Json, list[str], list[str]]] = {
    "turn": (rich, go("quarry", 1), ["Red", "Green"], ["Rojo", "Verde"]),
    "worker": (rich, back("forest"), ["18"], ["18"]),
    "gold": (lambda: drafted(3), mines("gold"), ["Mines", "2"], ["Minas", "2"]),
    "yield": (
        lambda: drafted(3), go("quarry", gained={"stone": 2}), ["1 stone", "2 stone"], ["1 de piedra", "2 de piedra"],
    ),
    "trade": (lambda: rich(silver=3), trades(("base_virtue", {"clay": 2})), ["2 clay"], ["2 de arcilla"]),
    "card": (rich, trades("A15"), ["Merchant"], ["Mercader"]),
    "hire": (lambda: rich(silver=3), hire("top", 4, "A22"), ["7 silver", "3"], ["7 de plata", "3"]),
    "refill": (rich, hire("top", 1, "A06"), ["Debt Collector"], ["Cobrador de deudas"]),
    "skip": (rich, hire("top", 3, "A22", skip=["A06"]), ["Conspirator", "Debt Collector"], ["Conspirador"]),
    "space": (rich, hire("top", 1, "A22", apprentice="A06"), ["Debt Collector", "top", "1"], ["Cobrador", "arriba"]),
    "evade": (rich, hire("top", 1, "A22", evade=1), ["1", "0"], ["1", "0"]),
    "empty": (rich, captures(("silversmith", 1)), ["Green", "Silversmith"], ["Verde", "Platería"]),
    "closed": (rich, captures(("guildhall", 1)), ["Guildhall"], ["Casa gremial"]),
    "many": (rich, captures(("forest", 1), ("quarry", 1), ("mines", 1), ("town_centre", 0)), ["4", "3"], ["4", "3"]),
    "places": (
        rich, captures(("forest", 1), ("quarry", 1), ("mines", 1)), ["Forest", "Quarry", "Mines", "2"],
        ["Bosque", "Cantera", "Minas", "2"],
    ),
    "first": (lambda: rich(silver=0), captures(("forest", 1)), ["1 silver"], ["1 de plata"]),
    "further": (lambda: rich(silver=1), captures(("forest", 1), ("quarry", 1)), ["1 silver"], ["1 de plata"]),
    "tax": (rich, go("tax_stand", gained={"silver": 3}), ["3 silver", "4"], ["3 de plata", "4"]),
    "bar": (lambda: rich(virtue=11), go("market_left"), ["11"], ["11"]),
    "taken": (lambda: drafted(3).stand(1, market_right=1), go("market_right"), ["Green"], ["Verde"]),
    "price": (lambda: rich(silver=2), go("market_right"), ["3 silver", "2"], ["3 de plata", "2"]),
    "cost": (rich, build("B11"), ["Well", "2 wood", "2 stone"], ["Pozo", "2 de madera", "2 de piedra"]),
    "skill": (rich, build("B03"), ["Stone Market", "masonry"], ["Mercado de piedra", "cantería"]),
    "stands": (
        lambda: rich().have(1, buildings=["B12"]), build("B12"), ["Wood Market", "Green"],
        ["Mercado de madera", "Verde"],
    ),
    "level": (lambda: rich(virtue=7), step(), ["1 gold"], ["1 de oro"]),
    "low": (lambda: rich(virtue=4, gold=1), step(), ["4", "Cathedral"], ["4", "Catedral"]),
    "choice": (lambda: ready("B08"), build("B08"), ["gold", "silver"], ["oro", "plata"]),
    "free": (
        lambda: ready("B14").stand(1, forest=1, quarry=1), build("B14", captures=taken(("forest", 1), ("quarry", 1))),
        ["2", "1"], ["2", "1"],
    ),
    "own": (rich, {"type": "discard_apprentice", "seat": 1, "apprentice": "A22"}, ["Green", "Patron"], ["Verde"]),
    "actions": (rich, guard("send", "send"), ["2", "1"], ["2", "1"]),
    "nobody": (lambda: drafted(3), guard("send"), ["captive"], ["cautivo"]),
    "none": (lambda: drafted(3), reset(), ["Black Market"], ["Mercado negro"]),
}  # fmt: skip
"""Refusals: table, move, and what the text holds in English and in Spanish."""
ENGLISH = {
    thing["id"]
    for thing in [*architects.box()["resources"], *architects.box()["locations"], *architects.box()["skills"]]
}


def told(name: str) -> dict[str, str]:
    """The text of a refusal."""
    there, move, _, _ = LINES[name]
    with pytest.raises(IllegalMoveError) as caught:
        there().fold.decide(move)
    in_both_languages(caught.value.says)
    return dict(caught.value.says)


@pytest.mark.parametrize("name", LINES)
def test_a_refusal_speaks_no_ids_and_in_spanish_no_english(name: str) -> None:
    says = told(name)
    for text in says.values():
        assert re.findall(r"\b[a-z]+_[a-z_]+\b|\b[ABR]\d\d\b|\bseat \d|\basiento \d", text) == [], text
    words = set(re.findall(r"[a-z_]+", says["es"].lower()))
    assert words & (ENGLISH - {"prison"}) == set(), says["es"]


@pytest.mark.parametrize(
    "move",
    [
        mines(LONG), trades(LONG), hire("top", 1, LONG), hire("top", 1, "A22", apprentice=LONG),
        hire("top", 3, "A22", skip=[LONG]), captures((LONG, 1)), guard(LONG), guard(f"ransom:{LONG}"), build(LONG),
        step(LONG), back(LONG), go("workshop_draw", drawn=[LONG, None]), reset(LONG), reset("wood2_marble2", LONG),
        reset("wood2_marble2", "gold2", (0, LONG)),
    ],
    ids=lambda move: move["type"],
)  # fmt: skip
def test_a_refusal_quotes_40_characters_of_a_long_word(move: Json) -> None:
    t = rich(virtue=7, gold=1, hand=3).stand(0, workshop=1).hold(1, {0: 1})
    if move["type"] == "resolve_reset":
        t.stand(1, market_left=1, market_right=1).after(go("market_draw"))
    if move["type"] == "return_worker":
        t.stand(0, guildhall=t.workers(0, "board"))
    with pytest.raises(IllegalMoveError) as caught:
        t.fold.decide(move)
    assert LONG[:40] in caught.value.says["en"]
    assert LONG not in caught.value.says["en"]


# ------------------------------------------------------------------------------------------------ the entries to blame


def refused(t: Table, move: Json) -> set[str]:
    """The entries that a refusal names."""
    with pytest.raises(IllegalMoveError) as caught:
        t.fold.decide(move)
    return set(caught.value.names)


def test_a_face_seen_too_often_names_every_entry_that_showed_it() -> None:
    def due(t: Table) -> Table:
        t.turn(0).stand(0, market_left=1, market_right=1).have(0, silver=9, virtue=9, hand=3)
        return t.after(go("market_draw"))

    t = due(drafted(2)).after(reset("wood2_marble2", "marble1"))
    second = t.name
    t.stand(0, prison=0)
    assert refused(due(t), reset("stone2_marble2", "marble1")) == {"2", second}


def test_an_empty_tax_stand_names_who_emptied_it() -> None:
    t = drafted(3).after(go("tax_stand"))
    assert refused(t, go("tax_stand", 1)) == {t.name}
