"""An exported file that was changed by hand is found out, and where; an honest one is not."""

import copy
import json
from collections.abc import Callable
from random import Random
from string import Formatter
from typing import Any

import pytest

from engines.kernel import canonical
from service.record.entries import boxes, seals
from service.record.files import verify
from service.store import chain
from service.texts import table
from tests.service.cli.documents import RECORD, Writer, simulated

Json = dict[str, Any]


def opened() -> Writer:
    """Three seats, one sealed tile that is placed and one that stays face down."""
    writer = Writer()
    for line in ("y deal +6", "r deal", "b deal -6", "first yellow", "start +6 1,1", "castle 4 1,2", "+3 2,5"):
        writer.move(line)
    return writer


def changed(change: Callable[[Json], Any], writer: Writer | None = None) -> list[tuple[int, str]]:
    document = copy.deepcopy((writer or opened()).document())
    change(document)
    return [(fault.version, fault.what) for fault in verify.check(document)]


def relinked(change: Callable[[list[Json]], Any]) -> list[tuple[int, str]]:
    """The faults of a file whose forger made the chain anew."""

    def forge(document: Json) -> None:
        change(document["entries"])
        prev = ""
        for entry in document["entries"]:
            del entry["hash"]
            chain.link(entry, prev)
            prev = entry["hash"]

    return changed(forge)


def spelled(document: Json) -> bytes:
    return json.dumps(document, separators=(",", ":"), ensure_ascii=False).encode()


@pytest.mark.parametrize("seed", range(6))
def test_what_a_table_recorded_is_sound(seed: int) -> None:
    writer = simulated(seed, 2 + seed % 3)
    report = verify.examine(verify.read(spelled(writer.document())))
    assert (report.faults, report.findings) == ([], [])
    assert report.states == report.version == len(writer.entries)
    assert (report.moves, report.proved) == (len(writer.entries) - 1, report.seals)
    assert report.hash == writer.entries[-1]["hash"]


def test_a_file_without_its_secrets_is_sound_and_what_was_opened_proves_its_seal() -> None:
    document = opened().document()
    del document["secrets"]
    report = verify.examine(document)
    assert report.faults == []
    assert (report.seals, report.proved) == (2, 1)
    del document["opened"]
    assert verify.check(document) == []


@pytest.mark.parametrize("with_digest", [True, False])
def test_any_changed_byte_is_found(with_digest: bool) -> None:  # noqa: FBT001 - a parameter of the test
    document = opened().document()
    # Names and ids are in no chain: without the digest nothing could tell.
    del document["players"]
    if with_digest:
        document["digest"] = verify.digest(document)
    raw = spelled(document)
    start = 0 if with_digest else raw.index(b'"entries"')
    rng = Random(11)
    missed = []
    for place in rng.sample(range(start, len(raw)), 400):
        byte = rng.choice([byte for byte in range(32, 127) if byte != raw[place]])
        damaged = raw[:place] + bytes([byte]) + raw[place + 1 :]
        try:
            found = verify.check(verify.read(damaged))
        except verify.NoRecordError:
            continue
        # Eyes stand in no seal either.
        if not found and b'"eyes"' not in raw[max(0, place - 40) : place]:
            missed.append((place, damaged[max(0, place - 20) : place + 20]))
    assert missed == []


def test_a_missing_entry_is_named() -> None:
    assert changed(lambda d: d["entries"].pop(4)) == [(6, "missing before it: 5")]
    assert changed(lambda d: d["entries"].__delitem__(slice(4, 6))) == [(7, "missing before it: 5 ... 6")]
    assert changed(lambda d: d["entries"].pop(0))[0] == (2, "missing before it: 1")


def test_a_swapped_pair_is_named() -> None:
    def swap(document: Json) -> None:
        entries = document["entries"]
        entries[5], entries[6] = entries[6], entries[5]

    assert changed(swap) == [(6, "out of order: it comes after entry 7"), (7, "out of order: it comes before entry 6")]


def test_an_entry_that_stands_twice_is_named() -> None:
    assert changed(lambda d: d["entries"].insert(5, d["entries"][4]))[0] == (5, "out of order: it comes after entry 5")


def test_a_changed_entry_is_named() -> None:
    def change(document: Json) -> None:
        document["entries"][6]["body"]["rank"] = 3

    assert changed(change) == [(7, "its hash does not match its bytes: it was changed")]


def test_a_clock_that_runs_back_is_named() -> None:
    found = relinked(lambda entries: entries[5].update(at="2026-11-20T00:00:00.000Z"))
    assert found == [(6, "written at 2026-11-20T00:00:00.000Z, before entry 5 (2026-11-21T19:00:05.000Z)")]


def test_a_time_that_is_none_is_named() -> None:
    assert relinked(lambda entries: entries[5].update(at="yesterday"))[0] == (6, "'yesterday' is not a valid time")


@pytest.mark.parametrize(("change", "what"), [
    (lambda e: e[7]["body"].update(tile="resource_5"), "the state it names"),
    (lambda e: e[7]["body"].update(row=1, col=2), "the rules forbid it (KIN-4.11)"),
    (lambda e: e[7]["body"].update(type="fly"), "it cannot be replayed: type: kingdoms has no move"),
    (lambda e: e[7]["body"].update(tile="+3"), "canonical form of a move"),
    (lambda e: e[7]["body"].pop("seat"), "it cannot be replayed"),
    (lambda e: e[7].pop("barrier"), "the barrier it names"),
    (lambda e: e[6].update(barrier={"kind": "reveal", "what": "dragon", "seats": [0]}), "the barrier it names"),
    (lambda e: e[7].update(type="opened"), "a second opening"),
    (lambda e: e[7].update(type="conjured"), "this program cannot replay"),
    (lambda e: e[7].update(state="0" * 64), "the state it names"),
    (lambda e: e[2]["body"].update(tile="dragon"), "it reveals a secret: tile"),
    (lambda e: e[6].update(seals={"rank": "A" * 43}), "it seals 'rank', which is not a secret of move 7"),
    (lambda e: e[0].update(type="move"), "a record begins with its opening"),
    (lambda e: e[0]["body"].update(rules="kingdoms@99"), "this program does not have the rules"),
    (lambda e: e[0]["body"].update(game="chess"), "this program does not have the rules"),
    (lambda e: e[0]["body"].update(box="0" * 64), "the box in the file is not the box"),
    (lambda e: e[0]["body"].update(seats=7), "its 'seats' is missing"),
    (lambda e: e[0]["body"].update(seats=[{}]), "its 'seats' is missing"),
    (lambda e: e[0]["body"]["seats"].pop(), "the state it names"),
    (lambda e: e[7].update(mood="good"), "'mood' is not allowed here"),
])  # fmt: skip
def test_a_forged_chain_is_found_by_replay(change: Callable[[list[Json]], Any], what: str) -> None:
    found = relinked(change)
    assert found, what
    assert any(what in said for _, said in found), found


def test_a_box_that_is_not_the_one_played_with_is_found() -> None:
    assert "the box in the file" in changed(lambda d: d["box"].update(epochs=2))[0][1]
    assert changed(lambda d: d.pop("box")) == [(0, "it has no box")]


def test_a_box_that_lacks_a_tile_is_found_even_where_its_hash_fits() -> None:
    def forge(document: Json) -> None:
        document["box"]["kinds"].pop()
        entries = document["entries"]
        entries[0]["body"]["box"] = boxes.hash_of(document["box"])
        del entries[0]["hash"]
        chain.link(entries[0], "")

    assert any("invalid box" in what for _, what in changed(forge))


def test_a_secret_that_is_not_what_was_sealed_is_found() -> None:
    def another(document: Json) -> None:
        document["secrets"]["2"]["tile"]["value"] = "dragon"

    assert changed(another) == [(2, "secrets: tile is not what was sealed")]

    def salt(document: Json) -> None:
        # The last of 22 signs has four bits that no byte of the salt has: another spelling of the same salt.
        fact = document["secrets"]["2"]["tile"]
        signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
        fact["salt"] = fact["salt"][:-1] + signs[signs.index(fact["salt"][-1]) ^ 1]

    assert changed(salt) == [(2, "secrets: 'tile' has no salt, no value, or the wrong eyes")]


def test_a_secret_without_a_seal_and_one_opened_too_early_are_found() -> None:
    def more(document: Json) -> None:
        document["secrets"]["3"] = {"tile": {"salt": seals.salt(), "value": "dragon", "eyes": ["recorder"]}}

    assert changed(more) == [(3, "secrets: there is no seal for 'tile'")]

    def early(document: Json) -> None:
        told = document["secrets"]["4"]["tile"]
        document["opened"]["4"] = {"tile": {"salt": told["salt"], "value": told["value"]}}

    assert changed(early) == [(4, "opened: no move has made tile public")]


@pytest.mark.parametrize(
    "eyes",
    [["public"], ["judge"], "recorder", [7], None, [], ["recorder"], ["seat:1"], ["seat:99"], ["seat:0", "seat:0"]],
)
def test_a_secret_for_eyes_that_are_not_its_own_is_found(eyes: Any) -> None:
    found = changed(lambda d: d["secrets"]["2"]["tile"].update(eyes=eyes))
    assert found == [(2, "secrets: 'tile' has no salt, no value, or the wrong eyes")]


def test_a_seal_that_opened_to_something_else_is_a_finding_that_names_both_moves() -> None:
    writer = Writer()
    for line in ("y deal", "r deal", "b deal", "first yellow", "start +6 1,1"):
        writer.move(line)
    document = copy.deepcopy(writer.document())
    entries = document["entries"]
    told = {"salt": seals.salt(), "value": "dragon"}
    entries[1]["seals"] = {"tile": seals.seal(told["salt"], told["value"])}
    entries[5]["opens"] = [{"name": "2", "secret": "tile", "fills": "tile"}]
    document["opened"] = {"2": {"tile": told}}
    prev = ""
    for entry in entries:
        del entry["hash"]
        chain.link(entry, prev)
        prev = entry["hash"]
    report = verify.examine(document)
    assert report.faults == []
    assert [(f.version, f.what) for f in report.findings] == [
        (2, "move 2 sealed tile 'dragon', move 6 shows 'resource_6'")
    ]
    assert report.findings[0].says["es"].startswith("la jugada 2 selló")


def test_a_secret_given_later_belongs_to_its_move() -> None:
    writer = opened()
    told = writer.sealed({"tile": "dragon"}, 1)
    name = writer.entry("sealed", {"name": "3"}, seals=told)
    assert verify.check(writer.document()) == []
    writer.entry("sealed", {"name": "3"}, seals=writer.sealed({"tile": "wizard"}, 1))
    writer.entry("sealed", {"name": "7"}, seals=writer.sealed({"tile": "wizard"}, 1))
    found = [(fault.version, fault.what) for fault in verify.check(writer.document())]
    assert found == [
        (int(name) + 1, "it seals tile of move 3 a second time"),
        (int(name) + 2, "it seals 'tile', which is not a secret of move 7"),
    ]


@pytest.mark.parametrize("document", [
    None,
    7,
    [],
    {},
    {"format": "movebook-record"},
    {"format": "movebook-record", "format_version": 2},
    {"format": "movebook-record", "format_version": 1},
    {"format": "movebook-record", "format_version": 1, "entries": []},
    {"format": "movebook-record", "format_version": 1, "entries": 7, "secrets": 7, "opened": [], "players": 7},
    {"format": "movebook-record", "format_version": 1, "entries": [None, 7, {}, {"version": "1"}]},
])  # fmt: skip
def test_what_is_no_record_has_a_fault_and_no_more(document: Any) -> None:
    assert verify.check(document)


@pytest.mark.parametrize("place", range(8))
@pytest.mark.parametrize("value", [None, -1, 1.5, "", "\ud800", [], {}, True, 2**60, {"a b": 1}])
def test_nothing_that_stands_in_an_entry_makes_it_stumble(place: int, value: Any) -> None:
    document = opened().document()
    for name in list(document["entries"][place]):
        damaged = copy.deepcopy(document)
        if damaged["entries"][place][name] == value:
            continue
        damaged["entries"][place][name] = value
        assert verify.check(damaged), (name, value)
    for name in list(document["entries"][place]["body"]):
        damaged = copy.deepcopy(document)
        entry = damaged["entries"][place]
        if entry["body"][name] == value:
            continue
        entry["body"][name] = value
        entry.pop("hash")
        try:
            chain.link(entry, entry["prev"])
        except canonical.UncanonicalError:
            continue
        assert verify.check(damaged), (name, value)


def test_an_unknown_part_a_foreign_id_and_a_changed_name_are_found() -> None:
    assert changed(lambda d: d.update(extra=1)) == [(0, "unknown part 'extra'")]
    assert changed(lambda d: d.update(record="../../etc")) == [
        (0, "the file says it is record '../../etc', its opening says 'abcdefghijklmnopqrstuvwxyz'")
    ]
    assert changed(lambda d: d.update(players={"a": 1})) == [(0, "players: needs an id with a name")]
    writer = opened()
    document = writer.document()
    document["digest"] = verify.digest(document)
    assert verify.check(document) == []
    document["players"] = {**document["players"], "player0": "Somebody else"}
    assert [fault.what[:10] for fault in verify.check(document)] == ["its digest"]


@pytest.mark.parametrize(("raw", "what"), [
    (b"\xff", "byte 0 is not UTF-8"),
    (b"{", "not JSON at line 1, column 2"),
    (b'{"format": "movebook-record", "format": "movebook-record"}', "the key 'format' appears twice"),
    (b'{"format": NaN}', "NaN is not a finite number"),
    (b'{"format": 123456789012345678901234567890}', "12345678901234567890... is larger than 9007199254740991"),
    (b"[" * 100_000, "nested deeper than 72"),
    (b'{"format": "something"}', "not an exported record"),
    (b"[]", "not an exported record"),
])  # fmt: skip
def test_what_cannot_be_read_is_said(raw: bytes, what: str) -> None:
    with pytest.raises(verify.NoRecordError) as refused:
        verify.read(raw)
    assert str(refused.value).startswith(what)
    assert set(refused.value.says) == {"en", "es"}


def test_every_text_is_in_both_languages_with_the_same_places_to_fill() -> None:
    for key, (en, es) in ((key, says.values()) for key, says in table("faults").items()):
        assert en != es, key
        fills = [{name for _, name, _, _ in Formatter().parse(text) if name} for text in (en, es)]
        assert fills[0] == fills[1], key


def test_an_entry_that_hides_what_it_opens_or_claims_to_open_more_is_named() -> None:
    writer = Writer()
    for line in ("y deal dragon", "r deal", "b deal", "first yellow", "start dragon 1,1"):
        writer.move(line)
    assert verify.check(writer.document()) == []
    for opens in (None, [{"name": "3", "secret": "tile", "fills": "tile"}]):
        document = copy.deepcopy(writer.document())
        entry = document["entries"][5]
        del entry["opens"]
        entry |= {} if opens is None else {"opens": opens}
        chain.link(entry, entry["prev"])
        document["digest"] = verify.digest(document)
        assert (6, "opens") in [
            (fault.version, "opens" if "to open are not" in fault.what else "") for fault in verify.check(document)
        ]


def test_a_file_is_held_against_the_record_and_the_key_that_are_asked_about() -> None:
    document = opened().document()
    assert verify.check(document, record=RECORD, key="0" * 64) == []
    other = verify.check(document, record="a" * 26, key="1" * 64)
    assert [(fault.version, fault.what.split("'")[0]) for fault in other] == [
        (1, "it is a file of record "),
        (1, "it gives "),
    ]


def test_the_same_moves_under_another_id_are_another_chain() -> None:
    writer = opened()
    document = copy.deepcopy(writer.document())
    document["record"] = document["entries"][0]["body"]["record"] = "a" * 26
    assert [fault.what for fault in verify.check(document)][:1] == ["its hash does not match its bytes: it was changed"]
