"""Corrections of an opening: what they say, merged; and every move decided again by other options."""

import copy
from random import Random
from typing import Any

import pytest

from engines.kernel import snapshot
from engines.kernel.game import Field, IllegalMoveError, Json
from engines.kernel.moves import shapes
from service.record.corrections.correction import Change, Correction
from service.record.entries import opening_corrections
from service.record.entries.opening_corrections import correct_opening
from service.record.entries.timeline import read
from tests.contract.games import Table
from tests.long import cases
from tests.service.record.corrections.test_correction import packed, replayed, resolved, some_change
from tests.service.record.in_memory import InMemory, played

OPENING: Json = {
    "options": {"rounds": 2, "strict": True},
    "seats": [{"player": "ana", "colour": "red"}, {"player": "bo", "colour": "blue"}],
    "occasion": {"league": "city", "table": "4", "refs": {"bga": "7", "own": "8"}},
}
TABLES = [
    Table(title, count, seed)
    for title, counts, seeds in (("toy", (2, 3), cases(2, 6)), ("kingdoms", (2,), 1), ("xidit", (3, 4), cases(1, 2)))
    for count in counts
    for seed in range(seeds)
]


@pytest.mark.parametrize(("change", "part", "after"), [
    ({"options": {"rounds": 3}}, "options", {"rounds": 3, "strict": True}),
    ({"occasion": {"table": "5"}}, "occasion", {**OPENING["occasion"], "table": "5"}),
    ({"occasion": {"table": None, "refs": {"own": None, "x": "1"}}}, "occasion",
     {"league": "city", "refs": {"bga": "7", "x": "1"}}),
    ({"occasion": {"refs": None}}, "occasion", {"league": "city", "table": "4"}),
    ({"occasion": {"refs": {"bga": None, "own": None}}}, "occasion", {"league": "city", "table": "4"}),
    ({"occasion": {"league": None, "table": None, "refs": None}}, "occasion", None),
    ({"seats": [{"seat": 1, "player": "cy"}]}, "seats",
     [{"player": "ana", "colour": "red"}, {"player": "cy", "colour": "blue"}]),
    ({"seats": [{"seat": 0, "player": "bo", "colour": "blue"}, {"seat": 1, "player": "ana"}]}, "seats",
     [{"player": "bo", "colour": "blue"}, {"player": "ana", "colour": "blue"}]),
])  # fmt: skip
def test_a_change_of_an_opening_leaves_what_it_does_not_name(change: Json, part: str, after: Any) -> None:
    before = copy.deepcopy(OPENING)
    found = correct_opening(OPENING, change)
    assert found.get(part) == after
    assert {name: value for name, value in found.items() if name != part} == {
        name: value for name, value in OPENING.items() if name != part
    }
    assert before == OPENING


@pytest.mark.parametrize(("changes", "path"), [
    ([{"options": {"rounds": 3}}, {"options": {"rounds": 3}}], "options.rounds"),
    ([{"seats": [{"seat": 1, "player": "a"}]}, {"seats": [{"seat": 1, "player": "b"}]}], "seats.1.player"),
    ([{"seats": [{"seat": 1, "player": "a"}]}, {"seats": [{"seat": 1, "colour": "red"}]}], None),
    ([{"occasion": {"table": "1"}}, {"occasion": {"table": None}}], "occasion.table"),
    ([{"occasion": {"refs": None}}, {"occasion": {"refs": {"bga": "1"}}}], "occasion.refs.bga"),
    ([{"occasion": {"refs": {"bga": "1"}}}, {"occasion": {"refs": None}}], "occasion.refs"),
    ([{"occasion": {"refs": {"bga": "1"}}}, {"occasion": {"refs": {"own": "1"}}}], None),
    ([{"options": {"rounds": 3}}, {"options": {"strict": False}, "occasion": {"table": "1"}}], None),
])  # fmt: skip
def test_two_changes_of_one_correction_do_not_say_the_same_thing(changes: list[Json], path: str | None) -> None:
    assert opening_corrections.duplicate_path(changes) == path


def log(*changes: list[Json]) -> list[Json]:
    return [
        {"version": 1, "type": "opened", "body": OPENING},
        *(
            {"version": version, "type": "corrected", "body": {"changes": [{"op": "opening", **one} for one in each]}}
            for version, each in enumerate(changes, 2)
        ),
    ]


def test_the_opening_that_counts_is_entry_1_with_the_corrections_that_hold() -> None:
    timeline = read(log([{"options": {"rounds": 3}}, {"occasion": {"table": "5"}}], [{"options": {"strict": False}}]))
    assert timeline.opening["options"] == {"rounds": 3, "strict": False}
    assert (timeline.opening["occasion"]["table"], timeline.opening_changed, timeline.changed) == ("5", 3, 3)
    assert timeline.apply({"version": 4, "type": "undone", "body": {"undoes": ["2"], "seat": None}}) == 0
    assert timeline.opening == correct_opening(OPENING, {"options": {"strict": False}})
    timeline.apply({"version": 5, "type": "undone", "body": {"undoes": ["4"], "seat": None}})
    assert timeline.opening["options"] == {"rounds": 3, "strict": False}


def test_only_other_options_change_the_table_and_its_prefixes() -> None:
    timeline = read(log())
    before = timeline.prefix(0)
    people: Json = {"op": "opening", "seats": [{"seat": 0, "player": "x"}]}
    assert timeline.apply({"version": 2, "type": "corrected", "body": {"changes": [people]}}) is None
    assert timeline.prefix(0) == before
    options: Json = {"op": "opening", "options": {"rounds": 9}}
    assert timeline.apply({"version": 3, "type": "corrected", "body": {"changes": [options]}}) == 0
    assert timeline.prefix(0) != before
    assert timeline.apply({"version": 4, "type": "undone", "body": {"undoes": ["3"], "seat": None}}) == 0
    assert timeline.prefix(0) == before


def another(option: Field, value: Any, rng: Random) -> Any:
    found = [*option.choices, *range(option.low or 0, (option.low or 0) + 5), True, False]
    return rng.choice([each for each in found if shapes.fits(option, each) and each != value])


def reopenings(rng: Random, record: InMemory) -> list[Change]:
    """A correction of the people, and of one of the options where the game has any; sometimes of a move, too."""
    seat = rng.randrange(record.table.count)
    other = (seat + 1) % record.table.count
    colours = [one["colour"] for one in record.timeline.opening["seats"]]
    swapped = [{"seat": seat, "colour": colours[other]}, {"seat": other, "colour": colours[seat]}]
    said: Json = {"seats": [{**swapped[0], "player": f"new{len(record.entries)}"}, swapped[1]]}
    options = record.game.options()
    if options:
        name = rng.choice(sorted(options))
        said["options"] = {name: another(options[name], record.timeline.opening["options"][name], rng)}
    changes = [Change(1, "opening", "", said)]
    return [*changes, some_change(rng, record, 2)] if rng.random() < 0.3 else changes


def made(rng: Random, record: InMemory) -> Correction:
    """A random correction of the opening that stands."""
    for _ in range(12):
        found = resolved(rng, record, reopenings(rng, record))
        if found is not None:
            return found
    pytest.fail("no random correction of this opening stands")


def opened_so(record: InMemory) -> Json:
    """The state of a record that was opened as the corrected one says, with the same moves."""
    body = record.timeline.opening
    fresh = record.empty(body)
    for name, move in record.timeline.bodies(record.secrets, record.eyes):
        step = record.timeline.step(name)
        assert step is not None
        try:
            event = fresh.game.encode(fresh.decide(move))
        except IllegalMoveError as refusal:
            assert step.irregular is not None, name
            event = refusal.event or {}
        fresh.apply(name, event)
    return snapshot.pack(fresh.state)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_corrected_opening_gives_what_a_record_opened_like_that_comes_to(table: Table) -> None:
    record, rng = played(table), Random(table.seed)
    for _ in range(2):
        found = made(rng, record)
        told = (
            snapshot.pack(found.pair.private.state),
            snapshot.pack(found.pair.public.state),
            found.pair.private.result(),
        )
        record.commit(found)
        own, public, *_ = packed(record)
        assert (own, public, record.fold(record.eyes).result()) == told
        assert opened_so(record) == replayed(record) == own
        again = read(record.entries)
        assert (again.steps, again.opening) == (record.timeline.steps, record.timeline.opening)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_an_undone_correction_of_the_opening_is_none(table: Table) -> None:
    record, rng = played(table), Random(table.seed + 1)
    before, opening = packed(record), record.timeline.opening
    record.commit(made(rng, record))
    after, corrected = packed(record), record.timeline.opening
    assert corrected != opening
    name = str(len(record.entries))
    assert {found.kind for found in record.undo_impact(name).verdicts} <= {"same"}
    record.undo(name)
    assert (packed(record), record.timeline.opening) == (before, opening)
    record.undo(str(len(record.entries)))
    assert (packed(record), record.timeline.opening) == (after, corrected)


@pytest.mark.parametrize("table", [Table("toy", 3, 0), Table("kingdoms", 2, 0), Table("xidit", 3, 0)], ids=str)
def test_another_name_at_a_seat_decides_nothing_again(table: Table) -> None:
    record = played(table)
    found = record.correction(Change(1, "opening", "", {"seats": [{"seat": 0, "player": "new"}]}))
    assert (found.verdicts, found.refused) == ([], [])
    assert record.commit(found) is None


def test_one_round_less_refuses_the_moves_of_the_round_that_was_not_to_be() -> None:
    record = played(Table("toy", 2, 0))
    rounds = record.timeline.opening["options"]["rounds"]
    found = record.correction(Change(1, "opening", "", {"options": {"rounds": rounds - 1}}))
    kinds = [verdict.kind for verdict in found.verdicts]
    assert kinds[0] == "same"
    assert "refused" in kinds
    first = next(verdict for verdict in found.verdicts if verdict.kind == "refused")
    orders = [step.name for step in record.timeline.steps if step.body["type"] == "order"]
    assert first.step.name == orders[2 * (rounds - 1)]
    assert first.refusal is not None


def test_another_colour_refuses_the_move_that_needs_the_old_one_and_names_it() -> None:
    """The setup of Mage Knight says which hero each seat plays, and a hero has one colour (MK-30.5)."""
    record = played(Table("mage_knight", 2, 0), 3)
    colour = next(each for each in record.game.colours(record.game.box()) if each not in record.table.seats)
    found = record.correction(Change(1, "opening", "", {"seats": [{"seat": 0, "colour": colour}]}))
    first = found.verdicts[0]
    assert (first.kind, first.step.name, first.refusal and first.refusal.rule) == ("refused", "2", "MK-30.5")
