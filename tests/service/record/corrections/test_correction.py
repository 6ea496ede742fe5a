"""Corrections: each change decided at its place, every later move decided again, what is refused is told."""

from random import Random
from typing import Any

import pytest

from engines.kernel import snapshot
from engines.kernel.game import IllegalMoveError, Json, MalformedMoveError
from service.access.eyes import JUDGE, PUBLIC, Eyes
from service.record.corrections.correction import Change, Correction, TargetError
from service.record.corrections.impact import Verdict
from service.record.entries.timeline import read
from tests.contract.games import Table
from tests.long import cases
from tests.service.record.in_memory import InMemory, played

TABLES = [
    Table(title, count, seed, knows)
    for title, counts, seeds in (("toy", (2, 4), cases(1, 6)), ("kingdoms", (4,), cases(1, 2)), ("xidit", (3,), 1))
    for count in counts
    for knows in ("all", "public")
    for seed in range(seeds)
]
ROUNDS = 40
"""How often the rest of a random game is asked again, each time with a choice for what was refused the last time."""


def bodies(record: InMemory) -> dict[str, Json]:
    return dict(record.timeline.bodies(record.secrets, record.eyes))


def some_change(rng: Random, record: InMemory, number: int) -> Change:
    """A change that a recorder could mean: a move typed as another one of its kind, one too many, one left out."""
    step = rng.choice(record.timeline.steps)
    if rng.random() < 0.2:
        return Change(number, "retract", step.name)
    alike = [other.name for other in record.timeline.steps if other.body["type"] == step.body["type"]]
    body = bodies(record)[rng.choice(alike)]
    if rng.random() < 0.25:
        return Change(number, "insert", step.name, body)
    return Change(number, "amend", step.name, body | {k: v for k, v in step.body.items() if k == "seat"})


def choice(rng: Random, found: Verdict, number: int) -> Change:
    """What is to become of a refused move: kept where the rules give it a meaning, else retracted."""
    if found.refusal is not None and found.refusal.event is not None and rng.random() < 0.9:
        return Change(number, "keep", found.step.name, None, {"accepted_by": [0]})
    return Change(number, "retract", found.step.name)


def resolved(rng: Random, record: InMemory, changes: list[Change]) -> Correction | None:
    """A correction that stands, once choices were made for what it breaks; None where that came to no end."""
    for _ in range(ROUNDS):
        try:
            made = record.correction(*changes)
        except (TargetError, MalformedMoveError):
            return None
        if not made.refused:
            return made
        if any(not change.is_legal for change in made.changes):
            return None
        first = next(found for found in made.verdicts if found.kind == "refused")
        again = [found for found in made.verdicts if found.kind == "refused" and found.refusal is not None]
        chosen = [first, *again[1:]] if first.refusal and first.refusal.event is not None else [first]
        changes = [*changes, *(choice(rng, found, len(changes) + n) for n, found in enumerate(chosen, 1))]
    return None


def corrected(rng: Random, record: InMemory) -> Correction | None:
    for _ in range(12):
        changes = [some_change(rng, record, number) for number in range(1, rng.choice([1, 1, 2, 3]) + 1)]
        made = resolved(rng, record, changes)
        if made is not None:
            return made
    return None


def packed(record: InMemory) -> list[Json]:
    """The state of the recorder's fold, the public one, and one for each seat, folded from the empty table."""
    eyes = [record.eyes, PUBLIC, *(Eyes(f"seat:{seat}") for seat in range(record.table.count))]
    return [snapshot.pack(record.fold(one).state) for one in eyes]


def replayed(record: InMemory) -> Json:
    """The line played from the empty table, each move decided by the rules, which must make the same event of it."""
    fold = record.table.fold(record.timeline.opening["options"])
    steps = {step.name: step for step in record.timeline.steps}
    for name, body in bodies(record).items():
        try:
            event = fold.game.encode(fold.decide(body))
        except IllegalMoveError as refusal:
            if steps[name].irregular is None:
                raise
            event = refusal.event or {}
        assert event == body, name
        fold.apply(name, event)
    return snapshot.pack(fold.state)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_correction_that_changes_nothing_leaves_every_later_move_the_same(table: Table) -> None:
    record = played(table)
    for step in Random(table.seed).sample(record.timeline.steps, 3):
        made = record.correction(Change(1, "amend", step.name, bodies(record)[step.name]))
        assert {found.kind for found in made.verdicts} <= {"same"}
        assert [found.step.name for found in made.verdicts] == [s.name for s in record.timeline.steps[made.first + 1 :]]
        assert not made.refused


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_corrected_line_folds_to_what_the_corrected_game_comes_to_from_scratch(table: Table) -> None:
    record, rng = played(table), Random(table.seed)
    for _ in range(3):
        made = corrected(rng, record)
        if made is None:
            continue
        told = (
            snapshot.pack(made.pair.private.state),
            snapshot.pack(made.pair.public.state),
            made.pair.private.result(),
        )
        assert record.commit(made) == made.first or made.first == len(record.timeline.steps)
        own, public, *_ = packed(record)
        assert (own, public, record.fold(record.eyes).result()) == told
        assert replayed(record) == own
        assert read(record.entries).steps == record.timeline.steps


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_an_undone_correction_leaves_every_fold_as_it_was_and_redone_as_it_became(table: Table) -> None:
    record, rng = played(table), Random(table.seed)
    before = packed(record)
    made = corrected(rng, record)
    if made is None:
        pytest.fail("no random correction of this table stands")
    record.commit(made)
    after = packed(record)
    record.undo(str(len(record.entries)))
    assert packed(record) == before
    record.undo(str(len(record.entries)))
    assert packed(record) == after


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_every_earlier_line_can_be_read_from_the_entries_up_to_it(table: Table) -> None:
    record, rng = played(table), Random(table.seed + 1)
    lines = {}
    for _ in range(3):
        if (made := corrected(rng, record)) is not None:
            record.commit(made)
        lines[len(record.entries)] = record.timeline.steps
    for version, steps in lines.items():
        assert read(record.entries[:version]).steps == steps


def two_orders(*, revealed: bool) -> InMemory:
    """A night market for two: hands dealt, both orders sealed; then turned up."""
    record = InMemory(Table("toy", 2, 0))
    record.write({"type": "deal", "hands": {"0": ["fig", "plum"], "1": ["fig", "pear"]}})
    record.write({"type": "order", "seat": 0, "card": "roll"})
    record.write({"type": "order", "seat": 1, "card": "roll"})
    if revealed:
        record.write({"type": "reveal"})
    return record


def order(number: int, name: str, card: str) -> Change:
    return Change(number, "amend", name, {"type": "order", "card": card})


def test_two_sealed_orders_amended_in_one_correction_have_each_its_own_seal() -> None:
    record = two_orders(revealed=False)
    made = record.correction(order(1, "3", "buy"), order(2, "4", "buy"))
    assert not made.refused
    record.commit(made)
    assert record.entries[-1]["seals"].keys() == {"1.card", "2.card"}
    assert bodies(record)["3"]["card"] == bodies(record)["4"]["card"] == "buy"
    assert record.write({"type": "reveal"})["body"]["cards"] == {"0": "buy", "1": "buy"}


def test_a_sealed_order_amended_after_it_was_turned_up_is_refused_by_what_turned_it_up() -> None:
    record = two_orders(revealed=True)
    (found,) = record.correction(order(1, "3", "buy")).verdicts[1:]
    assert (found.step.name, found.kind) == ("5", "refused")
    assert found.refusal is not None
    assert (found.refusal.rule, found.refusal.names) == ("TOY-4.4", ("3",))


def test_orders_and_what_turned_them_up_are_amended_together() -> None:
    record = two_orders(revealed=True)
    shown = Change(3, "amend", "5", {"type": "reveal", "cards": {"0": "buy", "1": "buy"}})
    made = record.correction(order(1, "3", "buy"), order(2, "4", "buy"), shown)
    assert not made.refused
    record.commit(made)
    assert record.timeline.steps[3].opens == [
        {"name": "3", "secret": "card", "fills": "cards.0"},
        {"name": "4", "secret": "card", "fills": "cards.1"},
    ]
    assert set(record.timeline.opened.values()) == {"5"}
    assert replayed(record) == packed(record)[0]


def test_an_order_given_a_new_name_is_opened_under_it_by_what_stands() -> None:
    record = two_orders(revealed=True)
    made = record.correction(
        Change(1, "retract", "3"), Change(2, "insert", "4", {"type": "order", "seat": 0, "card": "roll"})
    )
    assert [(found.step.name, found.kind) for found in made.verdicts] == [("4", "same"), ("5", "changed")]
    record.commit(made)
    assert record.entries[-1]["body"]["changes"][2] == {
        "op": "amend",
        "name": "5",
        "body": {"type": "reveal", "cards": {"0": "roll", "1": "roll"}},
        "implied": True,
    }
    assert record.timeline.steps[-1].opens[0] == {"name": "6.2", "secret": "card", "fills": "cards.0"}


def test_who_inserts_what_shows_a_sealed_fact_says_what_was_shown() -> None:
    record = InMemory(Table("toy", 2, 0))
    record.write({"type": "deal"})
    for seat in (0, 1):
        record.write({"type": "order", "seat": seat})
        record.seal(str(len(record.entries)), {"card": "buy"}, f"seat:{seat}")
    record.write({"type": "order", "seat": 0})
    with pytest.raises(MalformedMoveError, match="say what was shown"):
        record.correction(Change(1, "insert", "7", {"type": "reveal"}))


# By hand: two seats of Kingdoms, castles of rank 1 alone, the board six wide.
def castles(*spaces: tuple[int, int]) -> InMemory:
    """Castles of rank 1, one seat after the other; the deals and the start player are moves 2 to 4."""
    record = InMemory(Table("kingdoms", 2, 0))
    for move in (
        {"type": "deal_starting_tile", "seat": 0, "tile": "resource_3"},
        {"type": "deal_starting_tile", "seat": 1, "tile": "resource_4"},
        {"type": "choose_start_player", "player": 0},
        *({"type": "place_castle", "seat": n % 2, "rank": 1, "row": r, "col": c} for n, (r, c) in enumerate(spaces)),
    ):
        record.write(move)
    return record


def castle(**members: Any) -> Json:
    return {"type": "place_castle", "rank": 1, **members}


def impact_of(made: Correction) -> list[tuple[str, str, str | None]]:
    return [(each.step.name, each.kind, None if each.refusal is None else each.refusal.rule) for each in made.verdicts]


def test_a_move_typed_on_the_wrong_space_breaks_only_the_later_one_that_needs_that_space() -> None:
    record = castles((1, 1), (2, 1), (3, 1), (4, 1), (1, 2))
    made = record.correction(Change(1, "amend", "5", castle(row=4, col=1)))
    assert impact_of(made) == [
        ("6", "same", None), ("7", "same", None), ("8", "refused", "KIN-4.11"), ("9", "same", None),
    ]  # fmt: skip
    assert made.refused == [made.verdicts[2]]


def test_a_choice_for_what_breaks_repairs_it_in_the_same_correction() -> None:
    record = castles((1, 1), (2, 1), (3, 1), (4, 1), (1, 2))
    made = record.correction(
        Change(1, "amend", "5", castle(row=4, col=1)), Change(2, "amend", "8", castle(row=1, col=1))
    )
    assert impact_of(made) == [("6", "same", None), ("7", "same", None), ("9", "same", None)]
    record.commit(made)
    assert [(step.name, step.body["row"], step.body["col"]) for step in record.timeline.steps[3:]] == [
        ("5", 4, 1), ("6", 2, 1), ("7", 3, 1), ("8", 1, 1), ("9", 1, 2),
    ]  # fmt: skip


def test_a_turn_that_was_left_out_breaks_all_that_follow_and_they_can_be_kept() -> None:
    record = castles((1, 1), (2, 1), (3, 1))
    made = record.correction(Change(1, "retract", "6"))
    assert impact_of(made) == [("7", "refused", "KIN-3.1")]
    kept = record.correction(Change(1, "retract", "6"), Change(2, "keep", "7", None, {"accepted_by": [0, 1]}))
    assert not kept.refused
    record.commit(kept)
    assert record.entries[-1]["irregular"] == {"2": {"accepted_by": [0, 1]}}
    assert record.timeline.steps[-1].irregular == {"accepted_by": [0, 1]}


def test_what_the_rules_give_no_meaning_cannot_be_kept() -> None:
    record = castles((1, 1), (2, 1))
    made = record.correction(
        Change(1, "amend", "5", castle(row=2, col=1)), Change(2, "keep", "6", None, {"accepted_by": [0]})
    )
    (refused,) = made.refused
    assert not isinstance(refused, Verdict)
    assert refused.change.number == 2
    assert refused.refusal is not None
    assert refused.refusal.rule == "KIN-4.11"


def test_a_refused_change_is_told_with_its_rule() -> None:
    made = castles((1, 1), (2, 1)).correction(Change(1, "amend", "6", castle(row=1, col=1)))
    assert [change.refusal and change.refusal.rule for change in made.changes] == ["KIN-4.11"]


def test_a_deal_amended_to_another_tile_breaks_what_showed_the_first_one() -> None:
    record = castles()
    record.write({"type": "place_starting_tile", "seat": 0, "row": 1, "col": 1})
    deal = Change(1, "amend", "2", {"type": "deal_starting_tile", "tile": "resource_5"})
    assert impact_of(record.correction(deal))[-1] == ("5", "refused", "KIN-14.9")
    shown = Change(2, "amend", "5", {"type": "place_starting_tile", "row": 1, "col": 1, "tile": "resource_5"})
    made = record.correction(deal, shown)
    assert not made.refused
    record.commit(made)
    assert record.timeline.steps[-1].opens == [{"name": "2", "secret": "tile", "fills": "tile"}]
    assert record.secret_of(record.timeline.steps[0].seals["tile"]) == "resource_5"


@pytest.mark.parametrize(("changes", "why"), [
    ([Change(1, "amend", "99", castle(row=1, col=1))], "unknown"),
    ([Change(1, "amend", "8.1", castle(row=1, col=1))], "unknown"),
    ([Change(1, "insert", "5", castle(row=4, col=4)), Change(2, "retract", "8.1")], "unknown"),
    ([Change(1, "retract", "7")], "gone"),
    ([Change(1, "insert", "7", castle(row=4, col=4))], "gone"),
    ([Change(1, "retract", "6"), Change(2, "amend", "6", castle(row=4, col=4))], "twice"),
    ([Change(1, "keep", "6", None, {"accepted_by": []})], "regular"),
    ([Change(1, "amend", "6", castle(row=4, col=4), {"accepted_by": [0]})], "regular"),
    ([Change(n, "retract", name) for n, name in enumerate(("2", "3", "4", "5", "6"), 1)], "emptied"),
])  # fmt: skip
def test_what_a_change_cannot_name_is_refused(changes: list[Change], why: str) -> None:
    record = castles((1, 1), (2, 1), (3, 1))
    record.undo("7")
    with pytest.raises(TargetError) as refused:
        record.correction(*changes)
    assert refused.value.why == why


def test_what_was_refused_before_too_is_no_fault_of_the_correction() -> None:
    """Seat 0 sealed another tile than was shown: a judge, who knows both, would have refused what was shown."""
    record = InMemory(Table("kingdoms", 2, 0))
    record.write({"type": "deal_starting_tile", "seat": 0})
    record.seal("2", {"tile": "resource_5"}, "seat:0")
    for move in (
        {"type": "deal_starting_tile", "seat": 1, "tile": "resource_4"},
        {"type": "choose_start_player", "player": 0},
        {"type": "place_starting_tile", "seat": 0, "row": 1, "col": 1, "tile": "resource_3"},
        castle(seat=1, row=2, col=1),
    ):
        record.write(move)
    record.eyes = JUDGE
    made = record.correction(Change(1, "amend", "4", {"type": "deal_starting_tile", "tile": "resource_1"}))
    assert impact_of(made) == [("5", "same", None), ("6", "same", None), ("7", "same", None)]
