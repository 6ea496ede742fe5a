"""Notes for judges by a judge or an admin: who may not read them gets the same bytes whatever they say.

Those of a seat or the recorder, and reasons of disputes, are families of `paired_words`.
"""

from collections.abc import Callable
from typing import Any

import pytest

from service.access import tokens
from service.record.write import open_record, rate_limit
from tests.service.api.writes.test_judges import appointed
from tests.service.api.writes.test_signatures import finished, free, sign, starts
from tests.service.conftest import Api, As, Json, Record
from tests.service.noninterference.families import TAGGED, Side, bare, difference

Write = Callable[[dict[str, Record], str], Any]
TEXTS = ("ok", "Ben took a second tile when nobody looked; it is on the photograph. " * 8)
"""As different as two texts can be, in length too."""
READS: list[tuple[str, Json]] = [*TAGGED, ("/result", {}), ("/export", {"format": "html"})]
BLIND = ("nobody", "read", "stranger")
"""Readers who read no sealed text."""


@pytest.fixture(autouse=True)
def one_clock(monkeypatch: pytest.MonkeyPatch, bare_pages: None) -> None:
    for module in (open_record, rate_limit):
        monkeypatch.setattr(module, "now", lambda: "2026-01-01T00:00:00.000Z")


def laid(apis: dict[str, Api], as_: As, write: Write, text: str) -> Side:
    """A finished game with a sealed text, in the hands of everybody."""
    record = finished(apis["recorder"], visibility="public")
    side = Side(record, text, {record.id: "RECORD", f"-{record.id[:8]}.": "-RECORD."})
    for seat in record.get("").json["seats"]:
        side.ids[seat["player"]] = "PLAYER"
    hands = {name: record.by(api) for name, api in apis.items()}
    hands |= {f"seat:{seat}": record.by(as_(record.seat_token(seat))) for seat in range(3)}
    hands["judge"] = appointed(record, as_)[0]
    hands["read"] = record.by(as_(record.api.post(f"{record.path}/tokens", {"scope": "read"}).json["token"]))
    assert write(hands, text).status_code == 201
    hands["second"] = record.by(as_(record.seat_token(0)))
    assert starts(record, 0).status_code == 201
    for seat in (1, 2):
        assert sign(record, seat).status_code == 201
    side.hands = hands
    return side


def note_of(hand: str) -> Write:
    return lambda hands, text: free(hands[hand], "notes", {"text": text, "for": "judges", "about": "3"})


@pytest.mark.parametrize(
    ("write", "more", "knows"),
    [(note_of("judge"), ("seat:0", "recorder"), ("judge",)), (note_of("admin"), ("seat:0", "recorder"), ("judge",))],
    ids=["a judge's note", "an admin's note"],
)
def test_a_sealed_text_reaches_those_it_is_for_and_no_byte_of_it_others(  # noqa: PLR0913, PLR0917 - fixtures and a row
    recorder: Api,
    anyone: Api,
    admin: Api,
    as_: As,
    service: Any,
    project: Any,
    write: Write,
    more: tuple[str, ...],
    knows: tuple[str, ...],
) -> None:
    stranger = as_(tokens.create(service.log.store, "record"))
    apis = {"recorder": recorder, "nobody": anyone, "admin": admin, "stranger": stranger}
    sides = [laid(apis, as_, write, text) for text in TEXTS]
    for side in sides:
        project(side.record.id)
    for reader in (*BLIND, *more):
        for what, query in READS:
            one, two = (bare(side.shown(side.hands[reader].get(what, **query))) for side in sides)
            assert one == two, f"{reader} {what} {query}: {difference(one, two)}"
    for reader in knows:
        for side in sides:
            assert side.value in side.hands[reader].get("/log").text, reader
