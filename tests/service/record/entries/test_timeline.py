"""The line: which moves and rulings count after undo and corrections, what they are called, which seals hold."""

import sys
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.access.eyes import JUDGE, PUBLIC, RECORDER, Eyes
from service.record.entries.steps import Seal
from service.record.entries.timeline import Timeline, UnknownEntryError, read
from service.store.chain import BrokenChainError
from tests.long import cases
from tests.service.record.entries.settled import _taken_back, settled

Json = dict[str, Any]


def log(*entries: Json) -> list[Json]:
    return [
        {"version": version, **entry} for version, entry in enumerate([{"type": "opened", "body": {}}, *entries], 1)
    ]


def move(n: int, **members: Any) -> Json:
    return {"type": "move", "body": {"type": "place", "seat": 0, "n": n}, **members}


def undone(*names: str) -> Json:
    return {"type": "undone", "body": {"undoes": list(names), "seat": 0}}


def corrected(*changes: Json, **members: Any) -> Json:
    return {"type": "corrected", "body": {"changes": list(changes)}, **members}


def amend(name: str, n: int, **more: Any) -> Json:
    return {"op": "amend", "name": name, "body": {"type": "place", "seat": 0, "n": n, **more}}


def insert(before: str, n: int) -> Json:
    return {"op": "insert", "before": before, "body": {"type": "place", "seat": 0, "n": n}}


def retract(name: str) -> Json:
    return {"op": "retract", "name": name}


def shown(timeline: Timeline) -> list[tuple[str, int]]:
    return [(step.name, step.body["n"]) for step in timeline.steps]


PLAIN = (move(1), move(2), move(3))


def test_entries_beside_the_table_change_nothing() -> None:
    kinds = ("seated", "consented", "appointed", "noted", "checked", "signed", "disputed", "closed", "voided")
    entries = log(move(1), *({"type": kind, "body": {}} for kind in kinds), move(2))
    assert shown(read(entries)) == [("2", 1), ("12", 2)]


def test_a_correction_amends_inserts_and_retracts_at_once() -> None:
    timeline = read(log(*PLAIN, corrected(amend("2", 10), insert("3", 15), retract("4"))))
    assert shown(timeline) == [("2", 10), ("5.2", 15), ("3", 2)]
    assert (timeline.removed["4"].by, timeline.removed["4"].how) == ("5.3", "retracted")
    assert (timeline.steps[0].source, timeline.steps[0].change) == (5, 1)


def test_a_ruling_brings_a_step_for_each_adjustment_and_is_taken_back_whole() -> None:
    ruled = {"type": "ruled", "body": {"adjustments": [{"type": "give", "n": 1}, {"type": "give", "n": 2}]}}
    timeline = read(log(*PLAIN, ruled))
    assert [(step.name, step.type) for step in timeline.steps[3:]] == [("5.1", "ruled"), ("5.2", "ruled")]
    assert shown(read(log(*PLAIN, ruled, undone("5")))) == [("2", 1), ("3", 2), ("4", 3)]


def test_an_entry_from_the_future_stops_the_reader() -> None:
    with pytest.raises(UnknownEntryError, match=r"entry 3: its type 'teleported' is unknown") as refused:
        read(log(move(1), {"type": "teleported", "body": {}}, move(2)))
    assert refused.value.version == 3


@pytest.mark.parametrize("entry", [
    undone("9"), undone("5"), corrected(amend("9", 1)), corrected(retract("1")), corrected(insert("", 1)),
    corrected(amend("5.1", 1)), {"type": "sealed", "body": {"name": "1"}, "seals": {"tile": "x"}},
])  # fmt: skip
def test_what_names_no_step_before_it_stops_the_reader(entry: Json) -> None:
    with pytest.raises(BrokenChainError, match=r"entry 5: .*which is no step"):
        read(log(*PLAIN, entry))


def test_a_correction_of_what_stands_beside_the_table_leaves_the_line_alone() -> None:
    assert read(log(*PLAIN)).apply({"version": 5, **corrected({"op": "opening", "occasion": {"round": "2"}})}) is None


def sealed(name: str, **seals: str) -> Json:
    return {"type": "sealed", "body": {"name": name}, "seals": seals}


def test_an_amended_move_keeps_the_seals_that_are_not_given_anew() -> None:
    timeline = read(log(move(1, seals={"tile": "a", "hand": "b"}), corrected(amend("2", 5), seals={"1.hand": "c"})))
    assert timeline.steps[0].seals == {"tile": Seal(2, "tile"), "hand": Seal(3, "1.hand")}


@pytest.mark.parametrize("body", [{"type": "pass", "seat": 0}, {"type": "place", "seat": 1, "n": 1}])
def test_a_move_amended_to_another_type_or_another_seats_keeps_no_seal(body: Json) -> None:
    other = {"op": "amend", "name": "2", "body": body}
    assert read(log(move(1, seals={"tile": "a"}), corrected(other))).steps[0].seals == {}


def test_a_correction_names_what_each_change_opens() -> None:
    again = corrected(retract("4"), amend("3", 9), opens={"2": [{"name": "2", "secret": "tile", "fills": "tile"}]})
    timeline = read(log(move(1, seals={"tile": "a"}), move(2), move(3), again))
    assert timeline.opened == {Seal(2, "tile"): "3"}
    assert timeline.steps[1].opens == [{"name": "2", "secret": "tile", "fills": "tile"}]
    assert timeline.steps[0].opens == []


def test_each_pair_of_eyes_reads_the_secrets_that_it_may_see() -> None:
    timeline = read(log(move(1, seals={"tile": "a"}), sealed("2", hand="b")))
    secrets = {
        2: {"tile": {"salt": "", "value": 7, "eyes": ["seat:0"]}},
        3: {"hand": {"salt": "", "value": "x", "eyes": ["recorder"]}},
    }
    assert timeline.facts(secrets, PUBLIC) == {}
    assert timeline.facts(secrets, Eyes("seat:0")) == {"2": {"tile": 7}}
    assert timeline.facts(secrets, Eyes("seat:0", 3)) == {}
    assert timeline.facts(secrets, RECORDER) == {"2": {"hand": "x"}}
    assert timeline.facts(secrets, JUDGE) == {"2": {"tile": 7, "hand": "x"}}
    assert timeline.bodies(secrets, JUDGE)[0][1] == {"type": "place", "seat": 0, "n": 1, "tile": 7, "hand": "x"}


def test_an_amended_secret_is_read_instead_of_the_one_it_replaces() -> None:
    timeline = read(log(move(1, seals={"tile": "a"}), corrected(amend("2", 1), seals={"1.tile": "c"})))
    secrets = {
        2: {"tile": {"salt": "", "value": 7, "eyes": ["seat:0"]}},
        3: {"1.tile": {"salt": "", "value": 8, "eyes": ["recorder"]}},
    }
    assert timeline.facts(secrets, Eyes("seat:0")) == {}
    assert timeline.facts(secrets, RECORDER) == {"2": {"tile": 8}}


def test_a_correction_names_barriers_and_irregularities_by_change() -> None:
    again = corrected(
        amend("3", 9), amend("2", 8), barrier={"2": {"kind": "reveal", "what": "x", "seats": [0]}}, irregular={"1": {}}
    )
    first, second = read(log(move(1), move(2), again)).steps
    assert first.barrier == {"kind": "reveal", "what": "x", "seats": [0]}
    assert second.barrier is None
    assert (first.irregular, second.irregular) == (None, {})


# Works the line out anew, the slow way: a list of (name, n), each entry applied to a fresh copy.
def model(entries: list[Json]) -> list[tuple[str, int]]:
    taken: set[str] = set()
    for entry in reversed(entries):
        if entry["type"] == "undone" and str(entry["version"]) not in taken:
            taken.update(entry["body"]["undoes"])
    rows: list[list[Any]] = []
    for entry in entries:
        name = str(entry["version"])
        if entry["type"] == "move":
            rows.append([name, entry["body"]["n"], True])
        elif entry["type"] == "corrected" and name not in taken:
            for number, change in enumerate(entry["body"]["changes"], 1):
                at = [row[0] for row in rows].index(change.get("before", change.get("name")))
                if change["op"] == "insert":
                    rows.insert(at, [f"{name}.{number}", change["body"]["n"], True])
                elif change["op"] == "amend":
                    rows[at][1] = change["body"]["n"]
                else:
                    rows[at][2] = False
    return [(name, n) for name, n, counts in rows if counts and name not in taken]


@st.composite
def logs(draw: st.DrawFn) -> list[Json]:
    """Logs as the service writes them: an undo names what counts; a redo the last of its chain."""
    entries = log(move(0, seals={"tile": "0"}))
    for version in range(3, draw(st.integers(4, 30))):
        rows = [name for name, _ in model(entries)]
        taken = _taken_back(entries)
        named = {name for e in entries if e["type"] == "undone" for name in e["body"]["undoes"]}
        acts = [str(e["version"]) for e in entries if e["type"] == "undone" and str(e["version"]) not in named]
        acts += [str(e["version"]) for e in entries if e["type"] == "corrected" and str(e["version"]) not in taken]
        kind = draw(st.sampled_from(["move", "move", "undone", "act", "act", "corrected", "corrected", "sealed"]))
        seals = {"tile": str(version)} if draw(st.booleans()) else {}
        opens = [{"name": draw(st.sampled_from(rows)), "secret": "tile", "fills": "n"}] if rows else []
        if kind == "undone" and rows:
            made = undone(*draw(st.lists(st.sampled_from(rows), min_size=1, max_size=3, unique=True)))
        elif kind == "act" and acts:
            made = undone(draw(st.sampled_from(acts)))
        elif kind == "sealed" and rows:
            made = sealed(draw(st.sampled_from(rows)), hand=str(version))
        elif kind == "corrected" and rows:
            ways = [way for name in rows for way in (amend(name, version), insert(name, version), retract(name))]
            changes = draw(st.lists(st.sampled_from(ways), min_size=1, max_size=3))
            numbered = {f"{draw(st.integers(1, len(changes)))}.tile": str(version)} if seals else {}
            made = corrected(*changes, seals=numbered, opens={"1": opens})
        else:
            made = move(version, seals=seals, opens=opens)
        try:
            model([*entries, {"version": version, **made}])
        except ValueError:  # a correction of what an undone correction had inserted: the service refuses it
            made = move(version)
        entries.append({"version": version, **made})
    return entries


@settings(max_examples=cases(40, 150), deadline=None)
@given(logs())
def test_reading_entry_by_entry_gives_what_working_it_out_anew_gives(entries: list[Json]) -> None:
    timeline, opened = Timeline(), dict[Seal, str]()
    for count, entry in enumerate(entries, 1):
        before = [(step.mark, step.seals) for step in timeline.steps]
        prefixes = [timeline.prefix(place) for place in range(len(before) + 1)]
        kept = timeline.copy()
        first = timeline.apply(entry)
        assert shown(timeline) == model(entries[:count])
        after = [(step.mark, step.seals) for step in timeline.steps]
        same = next(
            (i for i, (a, b) in enumerate(zip(before, after, strict=False)) if a != b), min(len(before), len(after))
        )
        assert first == (None if before == after or entry["type"] == "sealed" else same)
        assert timeline.changed == (count if first is not None and first < len(before) else kept.changed)
        assert [timeline.prefix(place) for place in range(same + 1)] == prefixes[: same + 1]
        told = [e for e in entries[:count] if e["type"] != "opened"]
        steps, gone = settled(told)
        assert (timeline.order, timeline.removed) == (list(steps), gone)
        assert timeline.steps == [step for name, step in steps.items() if name not in gone]
        assert timeline.places == {step.name: place for place, step in enumerate(timeline.steps)}
        for step in timeline.steps[len(timeline.steps) if first is None else first :]:
            for opening in step.opens:
                fact = next((s for s in timeline.steps if s.name == opening["name"]), None)
                if fact is not None and opening["secret"] in fact.seals:
                    opened.setdefault(fact.seals[opening["secret"]], step.name)
        assert timeline.opened == opened
        for e in told:
            assert timeline.undone_by(str(e["version"])) == _taken_back(told).get(str(e["version"]))
        assert [(step.mark, step.seals) for step in kept.steps] == before, "a copy is its own"
        assert kept.apply(entry) == first


def withdrawn(times: int) -> list[Json]:
    return [undone(str(version)) for version in range(62, 61 + times)]


HOSTILE: dict[str, Callable[[int], list[Json]]] = {
    "corrected again and again": lambda times: [corrected(amend("50", n)) for n in range(times)],
    "taken back and brought back": lambda times: [undone("61"), *withdrawn(times)],
    "taken back and played anew": lambda times: [
        act for n in range(0, times, 2) for act in (undone(str(61 + n)), move(n))
    ],
    "a correction taken back and brought back": lambda times: [
        corrected(amend("50", 1), amend("55", 2)), *withdrawn(times),
    ],
}  # fmt: skip


def work(entries: list[Json]) -> int:
    """Lines of Python run by reading these entries."""
    lines = 0

    def trace(_frame: Any, event: str, _arg: Any) -> Any:
        nonlocal lines
        lines += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        read(entries)
    finally:
        sys.settrace(before)
    return lines


@pytest.mark.parametrize("acts", HOSTILE)
def test_a_log_of_twice_as_many_undos_or_corrections_is_read_with_twice_the_work(acts: str) -> None:
    moves = [move(n) for n in range(60)]
    plain, once, twice = (work(log(*moves, *HOSTILE[acts](times))) for times in (2, 500, 1000))
    assert (twice - plain) / (once - plain) < 2.2


@pytest.mark.parametrize(("entries", "why"), [
    ([undone("4"), undone("4")], "takes back '4', which does not count"),
    ([corrected(retract("4")), undone("4")], "takes back '4', which does not count"),
    ([corrected(amend("4", 9)), undone("5"), undone("5")], "takes back '5', which does not count"),
    ([undone("4"), undone("5"), undone("5")], "names '5', which 6 has named already"),
    ([undone("4"), undone("5", "3")], "names '5' and something else"),
    ([corrected(insert("4", 9)), corrected(amend("5.1", 8)), undone("5")], "correction 6 rests on 5.1"),
    ([corrected(insert("4", 9)), undone("5"), undone("5.1")], "names '5.1', which is no step or entry"),
])  # fmt: skip
def test_an_undo_of_what_does_not_count_stops_the_reader(entries: list[Json], why: str) -> None:
    with pytest.raises(BrokenChainError, match=why):
        read(log(*PLAIN, *entries))
