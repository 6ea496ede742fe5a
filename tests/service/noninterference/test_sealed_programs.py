"""Orders programmed in secret, from the players' own phones or typed at the reveal: the same public game."""

import json
import random
import threading
from typing import Any

import jsonpatch
import pytest

from engines import GAMES
from engines.kernel import sealing
from service.api.web.http import Service
from service.record.derived import projections
from service.record.derived.projections import replay
from service.record.write import open_record, rate_limit
from tests.service.conftest import Api, As, Record

XIDIT = GAMES["xidit"]
COLOURS = tuple(XIDIT.colours(XIDIT.box()))[:4]
OPENED = {"reveal_orders": "orders", "census_open": "counts"}
"""Move -> the parameter that tells what was sealed."""
OPTIONS = {name: field.default for name, field in XIDIT.options().items()}


def a_game(seed: int, knows: str = "all", **options: Any) -> list[dict[str, Any]]:
    return list(XIDIT.table(random.Random(seed), COLOURS, OPTIONS | options, XIDIT.box(), knows=knows))


def typed_at_the_reveal(moves: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The same game with every board and fist left empty until it is opened, and then told whole."""
    out, told = [], dict[str, Any]()
    for move in moves:
        public, secrets = sealing.split(XIDIT, move)
        for secret in secrets.values():
            told[str(secret.seat)] = secret.value
        parameter = OPENED.get(move["type"])
        if parameter:
            public = public | {parameter: told | public.get(parameter, {})}
            told = {}
        out.append(public)
    return out


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every entry a second after the one before, from one and the same moment on."""
    for module in (open_record, rate_limit):
        monkeypatch.setattr(module, "now", lambda: "2026-01-01T00:00:00.000Z")


def opened(recorder: Api, as_: As, **options: Any) -> tuple[Record, list[Record]]:
    record = recorder.open(*COLOURS, game="xidit", options=options)
    return record, [record.by(as_(record.seat_token(seat))) for seat in range(len(COLOURS))]


def played(record: Record, seats: list[Record], moves: list[dict[str, Any]]) -> None:
    """Record a game; what is secret comes from the seats' own phones, and the table opens it without being told."""
    sealed: set[str] = set()
    for move in moves:
        if move["type"] in XIDIT.secret:
            given = [name for name in XIDIT.secret[move["type"]] if name in move]
            sealed = (sealed | {str(move["seat"])}) if given else sealed - {str(move["seat"])}
            if given:
                answer = seats[move["seat"]].move(headers={"If-Match": "*"}, **move)
                assert answer.status_code == 201, answer.text
                record.version = answer.json["version"]
                continue
        parameter = OPENED.get(move["type"])
        left = move
        if parameter:
            told = move.get(parameter, {})
            left = move | {parameter: {seat: value for seat, value in told.items() if seat not in sealed}}
            sealed = set()
        record.play([left])


@pytest.mark.timeout(240)
def test_a_game_sealed_from_four_phones_is_the_game_typed_at_the_reveal_byte_for_byte(
    recorder: Api, as_: As, service: Service, project: Any, clock: None
) -> None:
    sealed, seats = opened(recorder, as_, mode="short")
    played(sealed, seats, a_game(3, mode="short"))
    typed, _ = opened(recorder, as_, mode="short")
    typed.play(typed_at_the_reveal(a_game(3, mode="short")))
    shown = []
    for record in (sealed, typed):
        project(record.id)
        there, frames = replay(service.log, record.id)
        shown.append((there.first, frames, there.result))
    assert shown[0][2] is not None
    assert shown[0] == shown[1]


def test_four_phones_seal_at_once_while_the_recorder_writes_and_none_is_lost(recorder: Api, as_: As) -> None:
    record, seats = opened(recorder, as_)
    moves = a_game(5)
    first = next(n for n, move in enumerate(moves) if move["type"] == "program")
    record.play(moves[:first])
    answers: list[Any] = []
    start = threading.Barrier(len(seats) + 1)

    def seal(seat: int) -> None:
        start.wait()
        for _ in range(5):
            orders = ["wait"] * 5 + ["action" if seat % 2 else "wait"]
            answers.append(seats[seat].move(headers={"If-Match": "*"}, type="program", seat=seat, orders=orders))

    threads = [threading.Thread(target=seal, args=(seat,)) for seat in range(len(seats))]
    for thread in threads:
        thread.start()
    start.wait()
    while any(thread.is_alive() for thread in threads):
        # A helper's hand at the same record: links given out meanwhile.
        record.api.post(f"{record.path}/tokens", {"scope": "read"})
    for thread in threads:
        thread.join()
    assert [answer.status_code for answer in answers] == [201] * 20
    entries = record.get("/log", after=0).json["entries"]
    assert sum(entry["type"] == "move" and entry["body"]["type"] == "program" for entry in entries) == 20
    assert [entry["version"] for entry in entries] == list(range(1, len(entries) + 1))


def test_the_derived_holdings_are_the_recorders_and_each_seats_own_while_the_game_runs(
    recorder: Api, as_: As, anyone: Api
) -> None:
    record, seats = opened(recorder, as_)
    moves = a_game(6, "public")
    record.play(moves[:120])
    assert set(record.get("/state").json["view"]["derived"]) == {"0", "1", "2", "3"}
    assert set(seats[2].get("/state").json["view"]["derived"]) == {"2"}
    assert record.by(anyone).get("/state").json["view"]["derived"] == {}
    record.play(moves[120:])
    assert set(record.by(anyone).get("/state").json["view"]["derived"]) == {"0", "1", "2", "3"}


def views(replay: Any) -> list[Any]:
    out = [replay["first"]]
    for frame in replay["frames"]:
        out.append(jsonpatch.apply_patch(out[-1], frame["patch"]))
    return out


def test_once_the_game_is_over_its_replay_shows_everybody_all_holdings_from_the_first_move_on(
    recorder: Api, as_: As, anyone: Api, service: Service, project: Any
) -> None:
    record, seats = opened(recorder, as_, mode="short")
    moves = a_game(6, "public", mode="short")
    record.play(moves[:-1])
    project(record.id)
    watched = record.by(anyone)
    assert all(view["derived"] == {} for view in views(watched.get("/replay").json))
    assert all(set(view["derived"]) <= {"1"} for view in views(seats[1].get("/replay").json))
    record.play(moves[-1:])
    project(record.id)
    everybody = views(watched.get("/replay").json)
    assert len(everybody) == len(moves) + 1
    assert all(set(view["derived"]) == {"0", "1", "2", "3"} for view in everybody)
    assert everybody[90]["derived"] == record.get("/state", ply=90).json["view"]["derived"]
    assert watched.get("/state", ply=90).json["view"] == everybody[90]
    assert views(seats[1].get("/replay").json)[90]["derived"] == everybody[90]["derived"]
    # As the record was then, it tells what it told then.
    assert watched.get("/state", version=90).json["view"]["derived"] == {}
    stepwise = projections.replay(service.log, record.id)[1]
    projections.delete(service.log, record.id)
    service.lives.drop(record.id)
    project(record.id)
    assert projections.replay(service.log, record.id)[1] == stepwise


def test_with_the_memory_aid_everybody_sees_them(recorder: Api, anyone: Api) -> None:
    record = recorder.open(*COLOURS, game="xidit", policies={"memory_aid": True})
    record.play(a_game(6, "public")[:60])
    assert set(record.by(anyone).get("/state").json["view"]["derived"]) == {"0", "1", "2", "3"}


def test_a_fist_on_offer_tells_a_holding_to_recorder_and_own_seat_only(recorder: Api, as_: As, anyone: Api) -> None:
    record, seats = opened(recorder, as_)
    moves = a_game(6, "public")
    record.play(moves[: next(n for n, move in enumerate(moves) if move["type"].startswith("census"))])
    pool = XIDIT.box()["units"][0]
    held = {
        seat: derived["units"][pool["id"]] for seat, derived in record.get("/state").json["view"]["derived"].items()
    }
    assert max(held.values()) > 0

    def highest(eyes: Record) -> dict[str, tuple[int, bool]]:
        shown = [offer for offer in eyes.get("/offers").json["moves"] if offer["type"] == "census_show"]
        counts = {str(offer["seat"]): offer["fields"]["count"] for offer in shown}
        return {seat: (domain["high"], domain.get("exact", True)) for seat, domain in counts.items()}

    narrow = {seat: (count, True) for seat, count in held.items()}
    wide = dict.fromkeys(held, (pool["count"], False))
    assert highest(record) == narrow
    assert highest(record.by(anyone)) == wide
    assert highest(seats[2]) == wide | {"2": narrow["2"]}
    asked = json.dumps({"type": "census_open", "unit": pool["id"]})
    assert record.by(anyone).get("/offers", move=asked).json["domain"]["high"] == pool["count"]
    assert record.get("/offers", move=asked).json["domain"]["high"] == held["0"]
    # What a seat seals is answered, and a stale version refused, with no more than its own.
    behind = seats[2].move(headers={"If-Match": '"1"'}, type="census_show", seat=2, unit=pool["id"], count=0)
    assert behind.status_code == 412
    told = {offer["seat"]: offer["fields"]["count"]["high"] for offer in behind.json["offers"]["moves"][:4]}
    assert told == {seat: held["2"] if seat == 2 else pool["count"] for seat in range(4)}
