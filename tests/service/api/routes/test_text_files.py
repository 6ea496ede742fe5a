"""Text files go out and come back: options, seats and names as they were, a header that is held against its record."""

import json
import random
from typing import Any

import pytest

from engines import GAMES
from engines.kernel.input.text_files import header
from service.record import people
from tests.service.conftest import Api, Json, Record
from tests.service.promised import afresh, app, refused, untouched

__all__ = ["afresh", "app"]

BOM = b"\xef\xbb\xbf"
TEXT, LINES = "text/plain", "application/x-ndjson"
TURNED = [
    (game, name, value)
    for game, title in GAMES.items()
    for name, option in title.options().items()
    for value in (option.choices or (True, False))
    if value != option.default
]
"""Every option of every game with each value that it does not have by default."""


def sent(record: Record, raw: str | bytes, kind: str = TEXT, **query: Any) -> Any:
    headers = {"If-Match": f'"{record.version}"', "Content-Type": kind}
    return record.api.post(f"{record.path}/import", raw if isinstance(raw, bytes) else raw.encode(), headers, **query)


def table(api: Api, game: str, **more: Any) -> Record:
    title = GAMES[game]
    return api.open(*list(title.colours(title.box()))[: title.seats.start], game=game, **more)


def lines(record: Record, count: int = 3) -> str:
    summary = record.get("").json
    title = GAMES[summary["game"]]
    colours = [seat["colour"] for seat in summary["seats"]]
    moves = title.table(random.Random(1), colours, summary["options"], title.box())
    return "\n".join(json.dumps(next(moves)) for _ in range(count))


@pytest.mark.parametrize(("game", "option", "value"), TURNED)
def test_every_option_comes_back_from_a_text_as_it_was(recorder: Api, game: str, option: str, value: Any) -> None:
    played = table(recorder, game, options={option: value})
    assert sent(played, lines(played), LINES).status_code == 201
    text = played.get("/export", format="text").text
    again = table(recorder, game, options=header(text).values("option", GAMES[game].options()))
    assert again.get("").json["options"] == played.get("").json["options"]
    answer = sent(again, text)
    assert answer.status_code == 201, answer.text
    bodies = [[entry["body"] for entry in one.get("/log").json["entries"][1:]] for one in (played, again)]
    assert bodies[0] == bodies[1]


@pytest.mark.parametrize(("line", "wrong"), [
    ("# option strict_piles: maybe", "strict_piles: true or false, not 'maybe'"),
    ("# option strict_piles:", "strict_piles: a value is missing"),
    ("# option strict_piles", "it is written 'option NAME: VALUE'"),
    ("# option mode: endless", "mode: long or short, not 'endless'"),
    ("# option a: 1", "no option 'a'; available: mode"),
    ("# option mode: long\n# option mode: short", "option mode is in line 1, too"),
])  # fmt: skip
def test_an_option_that_cannot_be_is_refused_with_its_line(recorder: Api, redis: Any, line: str, wrong: str) -> None:
    record = table(recorder, "xidit")
    with untouched(redis):
        answer = refused(sent(record, line), 400, "invalid-request")
    assert wrong in answer["detail"]
    assert answer["line"] == line.count("\n") + 1


@pytest.mark.parametrize(("line", "wrong"), [
    ("# game: xidit", "game: the file has xidit; this record has kingdoms"),
    ("# rules: kingdoms@2", "rules: the file has kingdoms@2; this record has kingdoms@1"),
    ("# seats: yellow, red, blue", "seats: the file has 3; this record has 2"),
    ("# seats: red, yellow", "seats: the file has red, yellow; this record has yellow, red"),
    ("# seats: yellow, rot", "unknown colour 'rot'"),
    ("# seats: yellow=Ortiz, Eva, red=Max", "unknown colour 'Eva'; available:"),
    ("# seats: yellow=Max, red=Ana", "seats: the file has yellow=Max; this record has yellow=Ana"),
    (f"# box: {'0' * 64}", "box: the file has 0000000000000000; this record"),
])  # fmt: skip
def test_a_header_of_another_record_is_refused_by_name(recorder: Api, redis: Any, line: str, wrong: str) -> None:
    seats = [{"name": name, "colour": colour} for name, colour in (("Ana", "yellow"), ("Max", "red"))]
    record = Record(recorder, recorder.post("/records", {"game": "kingdoms", "seats": seats}).json["id"])
    with untouched(redis):
        answer = refused(sent(record, f"\n{line}\nfirst yellow"), 400, "invalid-request")
    assert wrong in answer["detail"]
    assert answer["line"] == 2
    assert sent(record, "# game: kingdoms\n# seats: Yellow=ana, ROJO\nyellow deal").status_code == 201


def test_options_of_another_record_are_refused_by_name(recorder: Api, redis: Any) -> None:
    record = table(recorder, "xidit", options={"mode": "short"})
    with untouched(redis):
        answer = refused(sent(record, "# option mode: long\nmove"), 400, "invalid-request")
    assert "option mode: the file has long; this record has short" in answer["detail"]


@pytest.mark.parametrize("name", ["Ortiz, Eva", " Eva ", '"Eva"', 'Eva "la Roja"', "a=b", "#1", "Eva\\", "Ñandú"])
def test_a_name_comes_back_from_a_text_as_it_was(recorder: Api, name: str) -> None:
    seats = [{"name": name, "colour": "yellow"}, {"colour": "red"}, {"name": "Max", "colour": "blue"}]
    made = Record(recorder, recorder.post("/records", {"game": "kingdoms", "seats": seats}).json["id"])
    text = made.get("/export", format="text").text
    read = [{**({"name": seat.name} if seat.name else {}), "colour": seat.colour} for seat in header(text).seats]
    assert read == seats
    assert sent(made, f"{text}\nyellow deal\n").status_code == 201


def test_a_name_that_was_erased_keeps_no_file_out(recorder: Api, redis: Any) -> None:
    seats = [{"name": name, "colour": colour} for name, colour in (("Ana", "yellow"), ("Max", "red"))]
    made = Record(recorder, recorder.post("/records", {"game": "kingdoms", "seats": seats}).json["id"])
    text = made.get("/export", format="text").text
    assert people.erase(redis, made.get("").json["seats"][0]["player"])
    assert sent(made, f"{text}\nyellow deal\n").status_code == 201


def test_a_byte_order_mark_is_read_over_wherever_something_is_sent(recorder: Api, admin: Api) -> None:
    record = recorder.open("yellow", "red")
    assert sent(record, BOM + b"# game: kingdoms\r\nyellow deal\r\n").status_code == 201
    record.version += 1
    assert sent(record, BOM + b'{"type": "deal_starting_tile", "seat": 1}\n', LINES).status_code == 201
    record.version += 1
    move = BOM + b'{"type": "choose_start_player", "player": 0}'
    headers = {"If-Match": f'"{record.version}"', "Content-Type": "application/json"}
    assert recorder.post(f"{record.path}/moves", move, headers).status_code == 201
    kind = {"Content-Type": "application/json"}
    box = BOM + json.dumps(GAMES["kingdoms"].box()).encode()
    assert recorder.post("/boxes", box, kind, game="kingdoms").status_code in (200, 201)
    opening = BOM + b'{"game": "kingdoms", "seats": [{"colour": "red"}, {"colour": "blue"}]}'
    assert recorder.post("/records", opening, kind).status_code == 201
    assert admin.post("/records/import", BOM + record.get("/export").data, kind).status_code == 201


def test_a_mark_within_a_file_is_no_sign_of_an_order(recorder: Api) -> None:
    record = recorder.open("yellow", "red")
    assert sent(record, b"yellow deal\n" + BOM + b"red deal\n").status_code == 400


@pytest.mark.parametrize("line", ["y +3 2;5", "y start 2;5", "y start -6 5.3", "y +3 b5", "y castle 4 1;3", "y c4 1-3"])
def test_a_mistyped_cell_is_named_as_a_cell(recorder: Api, line: str) -> None:
    record = recorder.open("yellow", "red")
    answer = refused(sent(record, line), 400, "malformed-move")
    cell = line.rsplit(maxsplit=1)[-1]
    assert f"'{cell}' is not a place as 2,5" in answer["detail"]
    assert answer["column"] == line.index(cell) + 1


def opening(*moves: Json) -> Json:
    return {"game": "kingdoms", "seats": [{"colour": "yellow"}, {"colour": "red"}], "moves": list(moves)}


DEAL = ({"type": "deal_starting_tile", "seat": 0, "tile": "resource_6"}, {"type": "deal_starting_tile", "seat": 1})


def test_a_record_is_opened_with_the_moves_of_a_game(recorder: Api, anyone: Api) -> None:
    headers = {"Idempotency-Key": "evening"}
    first = recorder.post("/records", opening(*DEAL), headers)
    assert first.status_code == 201, first.text
    made = Record(recorder, first.json["id"], 3)
    assert (first.json["version"], first.json["ply"], first.headers["ETag"][:3]) == (3, 2, '"3-')
    assert made.text("first yellow\n").status_code == 201
    again = recorder.post("/records", opening(*DEAL), headers)
    assert (again.status_code, again.data) == (201, first.data), "a retry gets the first answer"
    one_by_one = recorder.open("yellow", "red").play(DEAL)
    bodies = [[entry["body"] for entry in one.get("/log").json["entries"][1:3]] for one in (made, one_by_one)]
    assert bodies[0] == bodies[1]
    assert "resource_6" in made.get("/log").text
    assert "resource_6" not in made.by(anyone).get("/log").text


@pytest.mark.parametrize(("move", "status", "slug"), [
    ({"type": "pass", "seat": 1}, 422, "illegal-move"),
    ({"type": "fly"}, 400, "malformed-move"),
    ({"type": "pass", "occurred_at": "yesterday"}, 400, "invalid-request"),
])  # fmt: skip
def test_a_refused_move_opens_no_record(recorder: Api, redis: Any, move: Json, status: int, slug: str) -> None:
    with untouched(redis):
        answer = refused(recorder.post("/records", opening(*DEAL, move)), status, slug)
    assert answer["line"] == 3 if slug != "invalid-request" else "moves.2.occurred_at" in answer["errors"]
