"""Each type of entry has one shape: that in which the service writes it. Whatever else a file brings is named."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from service.record.backup import shapes
from service.record.entries import other_shapes
from service.record.entries.timeline import KNOWN, OFF_THE_TABLE, read
from service.record.files import verify
from tests.service.cli.documents import Writer

Json = dict[str, Any]
SEAL = "A" * 43
HASH = "0" * 64
TOKEN = "aaaaaaaaaaaaaaaa"
DEAL = {"type": "deal_starting_tile", "seat": 0}

GOOD: dict[str, list[Json]] = {
    "seated": [{"body": {"seat": 2, "link": TOKEN}}],
    "sealed": [{"body": {"name": "2"}, "seals": {"tile": SEAL}}, {"body": {"name": "57.2"}, "seals": {"tile": SEAL}}],
    "undone": [
        {"body": {"undoes": ["41", "43"], "seat": None}},
        {
            "body": {
                "undoes": ["57.2"],
                "seat": 1,
                "consents": [{"seat": 0, "way": "own_link", "entry": "44"}, {"seat": 2, "way": "claimed"}],
                "requested_by": {"seat": 1, "way": "claimed"},
            },
            "seals": {"reason": SEAL},
        },
    ],
    "corrected": [
        {"body": {"changes": [{"op": "retract", "name": "3"}]}},
        {
            "body": {
                "changes": [
                    {"op": "amend", "name": "2", "body": DEAL},
                    {"op": "insert", "before": "3", "body": DEAL},
                    {"op": "amend", "name": "4", "body": DEAL, "implied": True},
                    {"op": "opening", "occasion": {"league": "l", "place": None}, "options": {"rounds": 2}},
                    {"op": "opening", "seats": [{"seat": 1, "player": "p1"}], "occasion": {"refs": {"bga": "7"}}},
                ],
                "requested_by": {"seat": 0, "way": "own_link"},
            },
            "seals": {"1.tile": SEAL, "2.tile": SEAL, "reason": SEAL},
            "opens": {"3": [{"name": "2", "secret": "tile", "fills": "tile"}]},
            "barrier": {"3": {"kind": "reveal", "what": "wizard", "seats": [0, 1]}},
            "irregular": {"2": {"accepted_by": [0, 1]}},
        },
    ],
    "ruled": [
        {
            "body": {
                "adjustments": [{"type": "change_gold", "seat": 0, "by": 5}],
                "about": "3",
                "requested_by": {"seat": 0, "way": "claimed"},
            },
            "seals": {"reason": SEAL},
        }
    ],
    "consented": [{"body": {"seat": 1, "to": ["3"], "way": "own_link"}}],
    "appointed": [{"body": {"judge": TOKEN}}],
    "noted": [
        {"body": {"for": "all", "about": "3"}, "seals": {"text": SEAL}},
        {"body": {"for": "judges"}, "seals": {"text": SEAL}},
    ],
    "checked": [
        {"body": {"point": 1, "seat": 0, "way": "own_link", "figures": {"gold": 12}}},
        {"body": {"point": 3, "seat": 2, "way": "claimed", "figures": {"reputation": -2, "fame": 9}}},
    ],
    "signed": [{"body": {"seat": 0, "outcome": HASH, "way": "claimed"}}],
    "disputed": [{"body": {"seat": 0, "outcome": HASH, "way": "own_link"}, "seals": {"reason": SEAL}}],
    "closed": [
        {"body": {"reason": "deadline", "outcome": HASH}},
        {"body": {"reason": "conceded", "seat": 2}, "seals": {"reason": SEAL}},
    ],
    "voided": [{"body": {}}, {"body": {}, "seals": {"reason": SEAL}}],
}  # fmt: skip


def wrongs(kind: str, parts: Json) -> list[str]:
    entry = {"version": 90, "type": kind, **parts}
    return [str(dict(found.about).get("name")) for found in other_shapes.entry_faults(entry, 3)]


def test_every_type_of_entry_that_is_known_has_a_shape() -> None:
    assert set(other_shapes.BODIES) == KNOWN - {"opened", "move"}


@pytest.mark.parametrize(("kind", "parts"), [(kind, parts) for kind, all_of in GOOD.items() for parts in all_of])
def test_what_the_service_writes_is_taken(kind: str, parts: Json) -> None:
    assert wrongs(kind, parts) == []


@pytest.mark.parametrize("kind", GOOD)
def test_nothing_else_may_stand_in_an_entry(kind: str) -> None:
    parts = copy.deepcopy(GOOD[kind][0])
    parts["body"]["comment"] = "for everybody to read, for ever"
    assert wrongs(kind, parts) == ["comment"]


@pytest.mark.parametrize("kind", [kind for kind in GOOD if kind != "sealed"])
def test_a_text_or_a_secret_that_the_type_does_not_have_is_not_sealed(kind: str) -> None:
    parts = copy.deepcopy(GOOD[kind][0])
    parts.setdefault("seals", {})["tile"] = SEAL
    assert wrongs(kind, parts)[-1:] in (["seals.tile"], ["seals"])


@pytest.mark.parametrize(("kind", "number", "change", "wrong"), [
    ("undone", 0, lambda p: p["body"].update(undoes=[]), "undoes"),
    ("undone", 0, lambda p: p["body"].update(undoes=["41", "41"]), "undoes"),
    ("undone", 0, lambda p: p["body"].update(undoes=[41]), "undoes"),
    ("undone", 0, lambda p: p["body"].update(undoes=["041"]), "undoes"),
    ("undone", 0, lambda p: p["body"].update(seat=3), "seat"),
    ("undone", 0, lambda p: p["body"].update(seat=True), "seat"),
    ("undone", 1, lambda p: p["body"]["consents"].append({"seat": 3, "way": "claimed"}), "consents"),
    ("undone", 1, lambda p: p["body"]["consents"].append({"seat": 2, "way": "claimed"}), "consents"),
    ("undone", 1, lambda p: p["body"]["consents"][0].pop("entry"), "consents"),
    ("undone", 1, lambda p: p["body"].update(requested_by=1), "requested_by"),
    ("corrected", 0, lambda p: p["body"].update(changes=[]), "changes"),
    ("corrected", 0, lambda p: p["body"]["changes"].append({"op": "swap", "name": "3"}), "changes"),
    ("corrected", 0, lambda p: p["body"]["changes"][0].update(body=DEAL), "changes"),
    ("corrected", 1, lambda p: p["body"]["changes"][2].update(implied=False), "changes"),
    ("corrected", 1, lambda p: p["body"]["changes"][3].update(game="xidit"), "changes"),
    ("corrected", 1, lambda p: p["body"]["changes"][3].update(seats=[]), "changes"),
    ("corrected", 1, lambda p: p["seals"].update({"6.tile": SEAL}), "seals.6.tile"),
    ("corrected", 1, lambda p: p["seals"].update({"0.tile": SEAL}), "seals.0.tile"),
    ("corrected", 1, lambda p: p["opens"].update({"9": p["opens"]["3"]}), "opens.9"),
    ("corrected", 1, lambda p: p["opens"]["3"][0].update(name=2), "opens.3"),
    ("corrected", 1, lambda p: p["barrier"]["3"].update(kind="wall"), "barrier.3"),
    ("corrected", 1, lambda p: p["irregular"]["2"].update(reason="we agreed"), "irregular.2"),
    ("ruled", 0, lambda p: p["body"].update(adjustments=[{}]), "adjustments"),
    ("ruled", 0, lambda p: p["body"].update(adjustments=[{"type": "change_gold"}] * 101), "adjustments"),
    ("ruled", 0, lambda p: p["body"].update(requested_by=0), "requested_by"),
    ("consented", 0, lambda p: p["body"].update(way="by telephone"), "way"),
    ("noted", 0, lambda p: p["body"].update({"for": "seat:0"}), "for"),
    ("noted", 0, lambda p: p.pop("seals"), "seals"),
    ("disputed", 0, lambda p: p.pop("seals"), "seals"),
    ("signed", 0, lambda p: p["body"].update(outcome="abc"), "outcome"),
    ("closed", 0, lambda p: p["body"].update(seat=1), "seat"),
    ("closed", 0, lambda p: p["body"].pop("outcome"), "outcome"),
    ("closed", 1, lambda p: p["body"].update(outcome=HASH), "outcome"),
    ("closed", 1, lambda p: p["body"].pop("seat"), "seat"),
    ("voided", 0, lambda p: p.update(barrier={}), "barrier"),
])  # fmt: skip
def test_what_we_would_not_write_is_named(kind: str, number: int, change: Callable[[Json], object], wrong: str) -> None:
    parts = copy.deepcopy(GOOD[kind][number])
    change(parts)
    assert wrong in wrongs(kind, parts)


def begun() -> Writer:
    writer = Writer()
    writer.move("y deal_starting_tile tile=dragon")
    return writer


def faults(writer: Writer) -> list[str]:
    return [f"{fault.version}: {fault.what}" for fault in verify.check(writer.document())]


def test_an_entry_from_the_future_is_no_part_of_a_file() -> None:
    writer = begun()
    writer.entry("foretold", {"move": "9"})
    assert faults(writer) == ["3: this program cannot replay an entry 'foretold'"]


def test_what_stands_beside_the_moves_is_taken_whatever_it_is() -> None:
    writer = begun()
    # These have to fit the game: tests/service/api/routes/test_signed_files, test_checks.
    ends = {"checked", "signed", "disputed", "closed"}
    for kind in sorted(OFF_THE_TABLE - {"opened", "sealed", "seated"} - ends):
        parts = copy.deepcopy(GOOD[kind][0])
        body = {**parts.pop("body")}
        if "about" in body:
            body["about"] = "2"
        writer.entry(kind, body | ({"to": ["2"]} if kind == "consented" else {}), **parts)
    assert faults(writer) == []


@pytest.mark.parametrize("name", ["4", "9", "2.1"])
def test_an_entry_about_what_is_not_there_is_named(name: str) -> None:
    writer = begun()
    writer.entry("noted", {"for": "all", "about": name}, seals={"text": SEAL})
    assert faults(writer) == [f"3: it names {name}, which is not a move or entry before it"]


def test_a_text_that_is_none_is_named() -> None:
    writer = begun()
    found = writer.sealed({"text": ["no", "text"]}, 0)
    writer.entry("noted", {"for": "all"}, seals=found)
    assert faults(writer) == ["3: secrets: text of entry 3 is not a text"]


def test_a_reason_is_no_secret_of_the_move_that_has_it() -> None:
    entry = {"version": 2, "type": "move", "body": DEAL, "seals": {"tile": SEAL, "reason": SEAL}}
    assert set(read([{"version": 1, "type": "opened", "body": {}}, entry]).steps[0].seals) == {"tile"}


def test_a_backup_carries_a_text_that_everybody_may_read() -> None:
    fact = {"salt": "A" * 22, "value": "we agreed", "eyes": ["public"]}
    assert shapes.are_rows("secrets", {"5": {"reason": fact}})
    assert not shapes.are_rows("secrets", {"5": {"reason": fact | {"eyes": ["everybody"]}}})
