"""What is asked of a box that somebody hands in: faults that refuse it, questions that somebody has to confirm."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from engines import GAMES
from engines.kernel.box import form, rows
from engines.kernel.box.hashes import hash_of, play_hash
from engines.kernel.box.review import Review, complete, review, shape_of
from engines.kernel.game import LANGUAGES, Json
from tests.engines.given import in_both_languages

XIDIT = GAMES["xidit"]
ORIGIN = "Ana, from her copy of 2014"


def own(game: str, *changes: Callable[[Json], object]) -> Json:
    """An edition of somebody's own, with some changes."""
    box = GAMES[game].box() | {"edition": "mine", "origin": ORIGIN}
    for change in changes:
        change(box)
    return complete(GAMES[game], box)


def asked(game: str, box: Json) -> Review:
    found = review(GAMES[game], box, [other for name, other in GAMES.items() if name != game])
    for _, says in [*found.faults, *found.questions]:
        in_both_languages(says)
    return found


def faults(game: str, *changes: Callable[[Json], object]) -> list[str]:
    return [path for path, _ in asked(game, own(game, *changes)).faults]


def questions(game: str, *changes: Callable[[Json], object]) -> list[str]:
    found = asked(game, own(game, *changes))
    assert found.faults == []
    return [path for path, _ in found.questions]


def row(box: Json, table: str, name: str) -> Any:
    return next(one for one in box[table] if one["id"] == name)


@pytest.mark.parametrize("game", GAMES)
def test_no_game_s_own_edition_is_asked_about_and_nothing_has_to_be_filled_in(game: str) -> None:
    box = GAMES[game].box()
    assert asked(game, box) == ([], [])
    assert complete(GAMES[game], box) == box


@pytest.mark.parametrize("game", GAMES)
def test_every_table_and_field_of_a_form_has_a_label_in_both_languages(game: str) -> None:
    shape = shape_of(GAMES[game])
    assert shape is not None
    for table in form.as_json(shape)["tables"]:
        assert all(table["label"][lang] for lang in LANGUAGES)
        for member, field in table["fields"].items():
            assert all(field["label"][lang] for lang in LANGUAGES), member
            for kind, words in field.get("of", {}).get("variants", {}).items():
                assert kind in field["of"]["fields"]["kind"]["words"] or kind in ("income", "text"), member
                assert all("label" in word for word in words.values()), kind
    found = list(rows.rows_of(shape.form, GAMES[game].box()))
    assert len({(one.table.path, one.name) for one in found}) == len(found)


# ------------------------------------------------------------------------------------------------------ implausible


def test_forty_gold_for_a_threat_is_asked_about() -> None:
    assert questions("xidit", lambda box: row(box, "tiles", "A05")["rewards"].update(gold=40)) == [
        "tiles.A05.rewards.gold"
    ]


def test_a_threat_that_asks_for_nine_mages_is_asked_about() -> None:
    assert questions("xidit", lambda box: row(box, "tiles", "B02").update(needs={"mage": 9})) == [
        "tiles.B02.needs.mage"
    ]


def test_a_region_of_three_hundred_points_is_asked_about() -> None:
    assert questions("rise_of_empires", lambda box: row(box, "regions", "india").update(vp_first=300)) == [
        "regions.india.vp_first"
    ]
    assert questions("xidit", lambda box: box["regions"][1].update(first=300)) == ["regions.R2.first"]


@pytest.mark.parametrize("game", GAMES)
def test_nearly_every_number_far_away_is_asked_about_or_refused(game: str) -> None:
    shape = shape_of(GAMES[game])
    assert shape is not None
    asked_for = [path for path, of, _ in shape.walk(GAMES[game].box()) if of is not None and of.high is not None]
    assert len(asked_for) > 20
    box = own(game)
    for path in asked_for[:: len(asked_for) // 20]:
        changed = json.loads(json.dumps(box))
        here: Any = changed
        *way, last = path.split(".")
        for key in way:
            here = here[int(key) if isinstance(here, list) else key]
        here[int(last) if isinstance(here, list) else last] = 990
        found = asked(game, changed)
        assert found.faults or found.questions, path


# ----------------------------------------------------------------------------------------------------------- refused


@pytest.mark.parametrize(
    ("game", "change", "path"),
    [
        ("xidit", lambda box: row(box, "tiles", "A05").update(rewrds={}), "tiles.A05.rewrds"),
        ("xidit", lambda box: box.update(stnad_in=True), "stnad_in"),
        ("kingdoms", lambda box: box["kinds"][0].update(valeu=2), "kinds.resource_1.valeu"),
        ("architects", lambda box: box["apprentices"][0]["ability"].update(gian={}), "apprentices.A01.ability.gian"),
        ("mage_knight", lambda box: box["units"][0].update(armour=3), "units.peasants.armour"),
        ("rise_of_empires", lambda box: row(box, "cities", "C1A-1")["cost"].update(glod=1), "cities.C1A-1.cost"),
    ],
)
def test_a_misspelt_key_is_refused_by_its_path(game: str, change: Callable[[Json], object], path: str) -> None:
    assert path in faults(game, change)


def test_a_text_that_contradicts_its_values_is_refused_and_a_missing_one_is_generated() -> None:
    def more_food(box: Json) -> None:
        for name in ("P1-01", "P1-02"):
            row(box, "progress", name)["effects"][0]["food"] = 3

    assert "progress.P1-01.text" in faults("rise_of_empires", more_food)

    def untyped(box: Json) -> None:
        more_food(box)
        for name in ("P1-01", "P1-02"):
            del row(box, "progress", name)["text"]

    made = own("rise_of_empires", untyped)
    assert row(made, "progress", "P1-01")["text"] == {"en": "+3 food each turn", "es": "+3 alimento cada turno"}
    assert asked("rise_of_empires", made).faults == []


@pytest.mark.parametrize("game", GAMES)
def test_a_missing_origin_is_refused(game: str) -> None:
    assert "origin" in faults(game, lambda box: box.pop("origin"))


def unmarked(box: Json) -> None:
    """Leave out what each row says of itself, as files of earlier editions do."""
    for one in rows.rows_of(XIDIT.box_form, box):
        one.members.pop("stand_in", None)


def test_an_untouched_file_that_says_it_was_compared_is_refused() -> None:
    assert "stand_in" in faults("xidit", lambda box: box.update(stand_in=False))
    assert "stand_in" in faults("rise_of_empires", lambda box: box.update(stand_in=False))
    # Files of before rows had marks, and emptied lists in a file in which nothing else was changed.
    assert "stand_in" in faults("xidit", unmarked, lambda box: box.update(stand_in=False))


def test_a_row_that_is_a_placeholder_forbids_to_call_the_edition_compared() -> None:
    def typed(box: Json) -> None:
        for one in rows.rows_of(XIDIT.box_form, box):
            one.members["stand_in"] = []
        row(box, "tiles", "A05")["rewards"]["gold"] += 1
        box["stand_in"] = False

    assert asked("xidit", own("xidit", typed)) == ([], [])
    assert faults("xidit", typed, lambda box: box["tiles"][3].update(stand_in=["rewards"])) == ["stand_in"]


def test_a_shipped_name_cannot_be_kept_for_changed_content() -> None:
    box = XIDIT.box()
    row(box, "tiles", "A05")["rewards"]["gold"] += 1
    assert [path for path, _ in asked("xidit", box).faults] == ["edition"]
    assert asked("xidit", box | {"edition": "mine"}).faults == []


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("other", GAMES)
def test_a_file_of_another_game_is_recognised(game: str, other: str) -> None:
    found = asked(game, GAMES[other].box() | {"edition": "mine"}).faults
    if game == other:
        assert found == []
    else:
        ((path, says),) = found
        assert (path, says["en"]) == ("", f"this is a box of {GAMES[other].title['en']}")


def test_faults_name_the_tile_as_its_owner_does_also_inside_their_texts() -> None:
    def twice(box: Json) -> None:
        road = box["map"]["roads"][0]  # 1-2, blue; the black one is 1-4
        road["colour"] = "black"

    found = dict(asked("xidit", own("xidit", twice)).faults)
    assert "map.roads.1-2" in found["map.roads.1-4.colour"]["en"]
    assert "tiles.A05.recruits" in faults("xidit", lambda box: box["tiles"][4]["recruits"].update(peasant=9))
    assert "tiles.4.id" in faults("xidit", lambda box: box["tiles"][4].update(id="\u202e"))


def test_a_name_may_be_one_text_or_differ_by_language() -> None:
    def renamed(box: Json) -> None:
        box["regions"][0]["name"] = "Ünder-Ñorth 🏔"
        box["units"][0]["name"] = {"en": "Militia", "es": "Milicia"}

    made = own("xidit", renamed)
    assert asked("xidit", made) == ([], [])
    assert made["regions"][0]["name"] == {"en": "Ünder-Ñorth 🏔", "es": "Ünder-Ñorth 🏔"}
    assert made["units"][0]["name"] == {"en": "Militia", "es": "Milicia"}
    assert play_hash(XIDIT, made) == play_hash(XIDIT, XIDIT.box())


def test_what_no_row_of_the_default_edition_has_is_allowed_where_the_check_reads_it() -> None:
    assert faults("architects", lambda box: box["characters"][0].update(aliases=["Teresa"])) == []
    assert faults("xidit", lambda box: box["map"]["cities"][0].update(name="Ávalon")) == []


def test_the_tracks_of_the_dummy_are_rows_by_their_keys() -> None:
    assert questions("xidit", lambda box: box["dummy"]["tracks"]["wealth"].update(start=90)) == [
        "dummy.tracks.wealth.start"
    ]
    assert faults("xidit", lambda box: box["dummy"]["tracks"]["wealth"].update(steps=1)) == [
        "dummy.tracks.wealth.steps"
    ]


def test_regions_at_a_city_are_derived_from_borders() -> None:
    def untyped(box: Json) -> None:
        for city in box["map"]["cities"]:
            del city["regions"]

    assert hash_of(own("xidit", untyped)) == hash_of(own("xidit"))


def test_a_file_with_thousands_of_faults_is_answered_by_the_first() -> None:
    found = asked("xidit", own("xidit") | {"tiles": [{"id": f"n{number}", "weight": 1} for number in range(5000)]})
    assert 100 <= len(found.faults) <= 300


# ---------------------------------------------------------------------------------------------------------- compared


def test_rows_without_marks_are_as_their_box_is() -> None:
    box = own("xidit")
    assert rows.progress(XIDIT.box_form, box, frozenset(), 4)["compared"] == 1  # the road that the rules name
    unmarked(box)
    assert rows.progress(XIDIT.box_form, box, frozenset(), 4)["compared"] == 0
    whole = rows.progress(XIDIT.box_form, box | {"stand_in": False}, frozenset(), 4)
    assert whole["compared"] == whole["rows"] == 107


def test_used_are_the_map_and_the_tiles_that_moves_name() -> None:
    box = own("xidit", lambda box: row(box, "tiles", "A05").update(stand_in=[]))
    found = rows.progress(XIDIT.box_form, box, frozenset(("A05", "A06", "T3a")), 4)
    # 29 roads, 9 regions and 21 cities, and three tiles; with three players the dummy's tracks, too.
    assert (found["used"], found["used_compared"]) == (62, 2)
    assert rows.progress(XIDIT.box_form, box, frozenset(("A05", "A06", "T3a")), 3)["used"] == 65
