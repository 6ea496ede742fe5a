"""What a forger may put into a file, sealed and chained anew: nothing that could not have been recorded here."""

import copy
import itertools
import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from engines import GAMES
from engines.kernel import sealing
from engines.kernel.replay import Fold
from service.record.entries import shapes
from service.record.files import verify
from tests.fuzz import mutate
from tests.fuzz.swaps import sealed_anew
from tests.long import cases
from tests.service.conftest import Api, Json, Record
from tests.toy import night_market as toy

FILE = {"Content-Type": "application/json"}
XIDIT = GAMES["xidit"]
COLOURS = tuple(XIDIT.colours(XIDIT.box()))[:3]
ORDERS = ["road_red", "action", "action", "road_blue", "action", "action"]
OPTIONS = {name: field.default for name, field in XIDIT.options().items()}


@pytest.fixture
def programmed(recorder: Api) -> Record:
    """A record of Lords of Xidit whose orders are sealed, those of the last seat given late."""
    record = recorder.open(*COLOURS, game="xidit", visibility="public")
    record.play(itertools.islice(XIDIT.table(random.Random(3), COLOURS, OPTIONS, XIDIT.box()), 4))
    for seat in (0, 1):
        record.play([{"type": "program", "seat": seat, "orders": ORDERS}])
    record.play([{"type": "program", "seat": 2}])
    told = {"name": str(record.version), "orders": ORDERS}
    answer = recorder.post(f"{record.path}/secrets", told, {"If-Match": f'"{record.version}"'})
    assert answer.status_code == 201
    record.version = answer.json["version"]
    return record


def forged(record: Record, change: Callable[[Json], object]) -> Json:
    """The record's file after a change, with its seals, states and chain made anew, under an id of its own."""
    file = copy.deepcopy(record.get("/export").json)
    change(file)
    sealed_anew(file)
    return mutate.forged(file | {"record": "a" * 26})


def taken(record: Record, file: Json) -> Any:
    return record.api.post("/records/import", json.dumps(file).encode(), FILE)


def secret(file: Json, number: int = 0) -> Json:
    facts = [fact for told in file["secrets"].values() for fact in told.values()]
    return facts[number]


def test_the_forger_without_a_change_is_taken_in(programmed: Record) -> None:
    file = forged(programmed, lambda _: None)
    assert len(file["secrets"]) == 3
    assert verify.check(file) == []
    assert taken(programmed, file).status_code == 201


WRONG_ORDERS: list[Any] = [
    *(5, True, "move_red", {}, []), *([one] * 6 for one in ("no such order", 7, ["wait"])),
    *(["wait"] * count for count in (5, 7)), [None, *["wait"] * 5],
]  # fmt: skip


@pytest.mark.parametrize("number", [0, -1], ids=["sealed with its move", "given late"])
def test_a_sealed_value_that_is_none_of_the_game_is_refused(programmed: Record, number: int) -> None:
    for value in WRONG_ORDERS:
        file = forged(programmed, lambda file: secret(file, number).update(value=value))  # noqa: B023
        version, _ = list(file["secrets"].items())[number]
        assert [fault.version for fault in verify.check(file)][:1] == [int(version)], value
        assert taken(programmed, file).status_code == 422


def test_orders_that_the_rules_allow_may_be_others(programmed: Record) -> None:
    assert (
        taken(programmed, forged(programmed, lambda file: secret(file).update(value=["wait"] * 6))).status_code == 201
    )


@pytest.mark.parametrize("shown", [["wait"] * 5, ["wait"] * 5 + ["no such order"], "wait", 5, None])
def test_an_opened_seal_shows_a_value_of_the_game_also_without_its_secret(programmed: Record, shown: Any) -> None:
    reveal = {"type": "reveal_orders", "orders": {}}
    programmed.play([reveal])

    def change(file: Json) -> None:
        file["entries"][-1]["body"]["orders"]["0"] = shown
        del file["opened"], file["secrets"]

    faults = verify.check(forged(programmed, change))
    assert [fault.version for fault in faults][:1] == [programmed.version]


def test_an_opened_seal_may_show_something_else_that_a_table_could_have_shown(programmed: Record) -> None:
    programmed.play([{"type": "reveal_orders", "orders": {}}])

    def change(file: Json) -> None:
        file["entries"][-1]["body"]["orders"]["0"] = ["wait"] * 6
        del file["opened"], file["secrets"]

    assert verify.check(forged(programmed, change)) == []


def test_a_secret_that_is_public_already_is_not_sealed_again(programmed: Record) -> None:
    sealed = copy.deepcopy(programmed.get("/export").json)["entries"][-1]
    assert sealed["type"] == "sealed"
    programmed.play([{"type": "reveal_orders", "orders": {}}])

    def change(file: Json) -> None:
        again = {**copy.deepcopy(sealed), "version": len(file["entries"]) + 1, "at": file["entries"][-1]["at"]}
        file["entries"].append(again)
        del file["opened"], file["secrets"]

    faults = verify.check(forged(programmed, change))
    assert next(fault.what for fault in faults).startswith(
        f"it seals orders of move {sealed['body']['name']}, which is public since move {programmed.version}"
    )


LINK = "abcdefghijklmnop"
WRONG_ENTRIES: list[Json] = [
    *({"by": by} for by in ("aaaa", "", "Ana")), {"zone": "Foo/Bar"}, {"occurred_at": ""},
    {"barrier": {"kind": "chance", "what": "x", "seats": []}}, {"body": {"seat": 0, "link": LINK, "note": "more"}},
    {"body": {"seat": True, "link": LINK}}, {"body": {"seat": 0}}, {"body": {"seat": 0, "link": "no token's id"}},
]  # fmt: skip


def test_an_entry_about_the_record_has_the_shape_in_which_the_service_writes_it(programmed: Record) -> None:
    programmed.seat_token(0)
    for change in WRONG_ENTRIES:
        file = forged(programmed, lambda file: file["entries"][-1].update(change))  # noqa: B023
        assert [fault.version for fault in verify.check(file)][:1] == [programmed.version], change


WRONG_OCCASIONS: list[Json] = [
    {},
    *({"date": date} for date in ("2026-02-31", "tomorrow", 20261121)),
    *({"zone": zone} for zone in ("Foo/Bar", None)),
    {"league": "x" * 201},
    {"refs": {f"site{number}": "1" for number in range(21)}},
]


def test_an_occasion_is_one_that_a_request_could_have_named(programmed: Record) -> None:
    for occasion in WRONG_OCCASIONS:
        file = forged(programmed, lambda file: file["entries"][0]["body"].update(occasion=occasion))  # noqa: B023
        assert [fault.what for fault in verify.check(file)] == ["its 'occasion' is missing or has the wrong type"]


def test_a_name_is_one_that_a_request_could_have_given(programmed: Record) -> None:
    for name in ("", "x" * 101, "a\nb", 5, True, ["Ana"], {}):
        file = forged(programmed, lambda file: file["players"].update(dict.fromkeys(file["players"], name)))  # noqa: B023
        assert [fault.what for fault in verify.check(file)] == ["players: needs an id with a name"], name


@pytest.mark.parametrize("seed", range(cases(1, 3)))
@pytest.mark.parametrize("game", [*GAMES.values(), toy], ids=lambda game: game.name)
def test_what_a_table_records_has_the_shape_of_a_record(game: Any, seed: int) -> None:
    box = game.box()
    colours = list(game.colours(box))[:3]
    fold: Fold[Any, Any] = Fold(game, colours, {n: option.default for n, option in game.options().items()}, box)
    for number, move in enumerate(game.table(random.Random(seed), colours, fold.options, box), 2):
        body = game.encode(fold.decide(move))
        public, found = sealing.split(game, body)
        assert list(shapes.move(game, box, public)) == []
        facts = {secret: fact.value for secret, fact in found.items()}
        assert list(shapes.secrets(game, box, str(number), public, facts)) == []
        fold.apply(str(number), body)
