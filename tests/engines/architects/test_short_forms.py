"""What a hand writes at the table: the short forms of Architects, and the full forms that the page shows."""

from __future__ import annotations

from typing import Any

import pytest

from engines import architects
from engines.kernel import notation
from tests.contract import games
from tests.engines.architects.table import drafted
from tests.engines.given import in_both_languages

SEATS = ["red", "green", "blue", "yellow"]
FORMS: list[tuple[str, dict[str, Any]]] = [
    ("quarry", {"type": "place_quarry"}),
    ("g quarry", {"type": "place_quarry", "seat": 1}),
    ("verde quarry", {"type": "place_quarry", "seat": 1}),
    ("1 forest", {"type": "place_forest", "seat": 1}),
    ("silversmith", {"type": "place_silversmith"}),
    ("mines clay", {"type": "place_mines", "take": "clay"}),
    ("mines oro", {"type": "place_mines", "take": "gold"}),
    ("store", {"type": "place_storehouse"}),
    ("store A15 A15", {"type": "place_storehouse", "trades": [{"trade": "A15"}, {"trade": "A15"}]}),
    (
        "store virtue clay=2 A15",
        {"type": "place_storehouse", "trades": [{"trade": "base_virtue", "paid": {"clay": 2}}, {"trade": "A15"}]},
    ),
    (
        "store marble wood=1,stone=2",
        {"type": "place_storehouse", "trades": [{"trade": "base_marble", "paid": {"wood": 1, "stone": 2}}]},
    ),
    ("hire top 4 A22", {"type": "workshop_hire", "row": "top", "column": 4, "refill": "A22"}),
    (
        "hire bottom 1 A22 -A18",
        {"type": "workshop_hire", "row": "bottom", "column": 1, "refill": "A22", "discard": "A18"},
    ),
    ("draw", {"type": "workshop_draw"}),
    ("draw B11 Pozo", {"type": "workshop_draw", "drawn": ["B11", "B11"]}),
    ("town", {"type": "place_town_centre"}),
    (
        "town green@forest b@mines",
        {
            "type": "place_town_centre",
            "captures": [{"location": "forest", "seat": 1}, {"location": "mines", "seat": 2}],
        },
    ),
    ("tax", {"type": "place_tax_stand"}),
    ("left", {"type": "market_left"}),
    ("right", {"type": "market_right"}),
    ("mhire top 2 A22", {"type": "market_hire", "row": "top", "column": 2, "refill": "A22"}),
    ("mdraw", {"type": "market_draw"}),
    ("guard send release", {"type": "place_guardhouse", "actions": [{"action": "send"}, {"action": "release"}]}),
    ("guard silver", {"type": "place_guardhouse", "actions": [{"action": "ransom", "price": "silver"}]}),
    (
        "guard ransom silver pay",
        {"type": "place_guardhouse", "actions": [{"action": "ransom", "price": "silver"}, {"action": "pay_debt"}]},
    ),
    (
        "guard debt pay",
        {"type": "place_guardhouse", "actions": [{"action": "ransom", "price": "debt"}, {"action": "pay_debt"}]},
    ),
    ("build B11", {"type": "build", "building": "B11"}),
    ("build well", {"type": "build", "building": "B11"}),
    ("build Treasury gold", {"type": "build", "building": "B08", "choice": "gold"}),
    (
        "build B14 green@forest",
        {"type": "build", "building": "B14", "captures": [{"location": "forest", "seat": 1}]},
    ),
    ("build B11 +A22 +A23", {"type": "build", "building": "B11", "purge_refill": ["A22", "A23"]}),
    ("build B11 wood=1 stone=2", {"type": "build", "building": "B11", "payment": {"wood": 1, "stone": 2}}),
    ("cathedral", {"type": "cathedral"}),
    ("cathedral R04", {"type": "cathedral", "reward": "R04"}),
    ("cathedral wood=3 stone=1 R04", {"type": "cathedral", "payment": {"wood": 3, "stone": 1}, "reward": "R04"}),
    ("back forest", {"type": "return_worker", "location": "forest"}),
    ("back board green", {"type": "return_worker", "location": "board", "holder": 1}),
    ("pass", {"type": "forced_pass"}),
    ("y discard Pickpocket", {"type": "discard_apprentice", "apprentice": "A25", "seat": 3}),
    ("reset wood2_marble2 gold2", {"type": "resolve_reset", "large_face": "wood2_marble2", "small_face": "gold2"}),
    (
        "reset wood2_marble2 gold2 red:A09=2 verde:fara=1",
        {
            "type": "resolve_reset",
            "large_face": "wood2_marble2",
            "small_face": "gold2",
            "abilities": [{"seat": 0, "card": "A09", "release": 2}, {"seat": 1, "card": "fara", "release": 1}],
        },
    ),
    ("reset wood2_marble2", {"type": "resolve_reset", "large_face": "wood2_marble2"}),
    ("limit", {"type": "discard_to_limit"}),
    ("limit B11", {"type": "discard_to_limit", "discarded": ["B11"]}),
    ("order B07 B24", {"type": "end_effects", "order": ["B07", "B24"]}),
    ("show B11 B01", {"type": "reveal_hand", "cards": ["B11", "B01"]}),
    (
        "setup start_player=red top=A04,A06,A11,A14 bottom=A13,A21,A29,A39 small_face=marble1",
        {
            "type": "setup",
            "start_player": 0,
            "top": ["A04", "A06", "A11", "A14"],
            "bottom": ["A13", "A21", "A29", "A39"],
            "small_face": "marble1",
        },
    ),
    ("draft_done kept.red=B11,B01,B02", {"type": "draft_done", "kept": {"0": ["B11", "B01", "B02"]}}),
    (
        "build building=B04 hire.row=top hire.column=2 hire.refill=A22",
        {"type": "build", "building": "B04", "hire": {"row": "top", "column": 2, "refill": "A22"}},
    ),
    (
        "resolve_reset large_face=wood2_marble2 abilities.0.seat=red abilities.0.card=A09 abilities.0.release=2",
        {
            "type": "resolve_reset",
            "large_face": "wood2_marble2",
            "abilities": [{"seat": 0, "card": "A09", "release": 2}],
        },
    ),
]
WRONG = [
    ("mines", 5),
    ("hire top", 8),
    ("hire middle 1 A22", 5),
    ("hire top one A22", 9),
    ("town orange@forest", 5),
    ("town green", 5),
    ("build Nowhere", 6),
    ("build Cas", 6),
    ("back nowhere", 5),
    ("quarry 2", 7),
    ("store A99", 6),
]
"""Lines with a word that does not fit, and where it begins (or is missing)."""


@pytest.mark.parametrize(("line", "move"), FORMS)
def test_a_form_is_read(line: str, move: dict[str, Any]) -> None:
    assert notation.read(architects, architects.box(), line, SEATS) == move


@pytest.mark.parametrize(("line", "column"), WRONG)
def test_a_wrong_word_is_named_in_both_languages_with_how_the_form_is_typed(line: str, column: int) -> None:
    with pytest.raises(notation.NotationError) as caught:
        notation.read(architects, architects.box(), line, SEATS)
    assert caught.value.column in (column, column + 1)
    in_both_languages(caught.value.says)


def test_every_short_form_stands_on_the_page() -> None:
    page = games.page("architects")
    typed = page.split("## What a hand may type")[1].split("## 1 ")[0]
    missing = [head for head in architects.shorthand.heads if f"`{head}" not in typed and head != "prison"]
    assert missing == []


def test_a_line_is_played_as_it_is_read() -> None:
    t = drafted(4).have(0, silver=20).stand(1, forest=2)
    t.after("town green@forest", "quarry", "mines clay", "y draw", "hire top 2 A22")
    assert t.captives(0) == {1: 2}
    assert t.seat(0)["apprentices"] == ["A06"]
